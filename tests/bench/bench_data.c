/* SPDX-License-Identifier: MIT */
/*
 * Values into GPU memory: single fields beside a loop over a table of offsets,
 * and arrays of records beside memcpy of as many bytes as are written.
 */
#include "bench.h"

#define FIELDS 10u
#define RECORDS 100000u
/* Structs that are filled in one call of a case, so that the clock does not
   count. */
#define REPEAT 64u

static const char source[] =
    "enable f16;\n"
    "struct Camera {\n"
    "    view: mat4x4f, projection: mat4x4f, eye: vec3f, near: f32,\n"
    "    direction: vec3f, far: f32, size: vec2f, frame: u32, color: vec4f,\n"
    "    ambient: vec4f,\n"
    "}\n"
    "struct Knobs {\n"
    "    a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32,\n"
    "    i: f32, j: f32,\n"
    "}\n"
    "struct Particle { position: vec3f, velocity: vec3f, flags: u32 }\n"
    "struct Same { position: vec3f, size: f32, color: vec4f }\n"
    "struct Half { color: vec4h }\n";

/* ------------------------------------------------------------------- fields */

/* What a renderer writes by hand: where from, where to, how much. */
typedef struct hand_row {
    size_t offset;
    size_t from;
    size_t size;
} hand_row;

/* A struct that is filled again and again. */
typedef struct filling {
    const wlay_type *type;
    const char *names[FIELDS];
    uint32_t hosts[FIELDS];
    wlay_view views[FIELDS];
    hand_row rows[FIELDS];
    wlay_plan *plan;
    unsigned char *gpu;
    size_t size;
    unsigned char host[512];
} filling;

static uint64_t sum_of(const filling *f)
{
    return f->gpu[0] + f->gpu[f->size - 1];
}

static uint64_t fill_by_hand(const void *input)
{
    const filling *const f = input;

    for (size_t n = 0; n < REPEAT; n++)
        for (size_t i = 0; i < FIELDS; i++)
            memcpy(f->gpu + f->rows[i].offset, f->host + f->rows[i].from,
                   f->rows[i].size);
    return sum_of(f);
}

/* All fields are of one size, which the loop knows. */
static uint64_t fill_words_by_hand(const void *input)
{
    const filling *const f = input;

    for (size_t n = 0; n < REPEAT; n++)
        for (size_t i = 0; i < FIELDS; i++)
            memcpy(f->gpu + f->rows[i].offset, f->host + f->rows[i].from, 4);
    return sum_of(f);
}

static uint64_t fill_by_view(const void *input)
{
    const filling *const f = input;

    for (size_t n = 0; n < REPEAT; n++)
        for (size_t i = 0; i < FIELDS; i++)
            if (wlay_store(f->gpu, f->size, &f->views[i], f->hosts[i],
                           f->host + f->rows[i].from,
                           f->rows[i].size) != WLAY_OK)
                bench_fail("cannot be stored", f->names[i]);
    return sum_of(f);
}

static uint64_t fill_by_name(const void *input)
{
    const filling *const f = input;

    for (size_t n = 0; n < REPEAT; n++)
        for (size_t i = 0; i < FIELDS; i++)
            if (wlay_store_path(f->gpu, f->size, f->type, f->names[i],
                                WLAY_STRLEN, f->hosts[i],
                                f->host + f->rows[i].from,
                                f->rows[i].size) != WLAY_OK)
                bench_fail("cannot be stored", f->names[i]);
    return sum_of(f);
}

static uint64_t fill_by_plan(const void *input)
{
    const filling *const f = input;

    for (size_t n = 0; n < REPEAT; n++)
        if (wlay_plan_store(f->plan, f->gpu, f->size, 0, f->host, 1) !=
            WLAY_OK)
            bench_fail("cannot be stored", "by the plan");
    return sum_of(f);
}

static wlay_plan *make_plan(const wlay_type *type, size_t size,
                            const wlay_host_field *fields, size_t count)
{
    wlay_plan *plan;

    if (wlay_plan_make(type, size, fields, count, NULL, &plan) != WLAY_OK)
        bench_fail("no plan for", type->name.data);
    return plan;
}

/* All members of a struct, tight on the host. */
static filling start_filling(const wlay_module *module, const char *name)
{
    const wlay_struct *const s = wlay_find_struct(module, name, WLAY_STRLEN);
    wlay_host_field fields[FIELDS];
    filling f = {.type = s->type, .size = (size_t)s->size};
    size_t from = 0;

    f.gpu = bench_grow(NULL, f.size);
    memset(f.gpu, 0, f.size);
    for (size_t i = 0; i < sizeof f.host; i++)
        f.host[i] = (unsigned char)i;
    for (size_t i = 0; i < FIELDS; i++) {
        const wlay_member *const m = &s->members[i];
        const size_t size = (size_t)wlay_host_size(m->type, m->type->scalar);

        f.names[i] = m->name.data;
        f.hosts[i] = m->type->scalar;
        f.rows[i] = (hand_row){(size_t)m->offset, from, size};
        fields[i] =
            (wlay_host_field){m->name.data, from, size, m->type->scalar};
        wlay_follow(s->type, f.names[i], WLAY_STRLEN, f.size, &f.views[i],
                    NULL);
        from += size;
    }
    f.plan = make_plan(s->type, from, fields, FIELDS);
    return f;
}

/* ------------------------------------------------------------------ records */

typedef struct particle {
    float position[3];
    float velocity[3];
    uint32_t flags;
} particle;

typedef struct same {
    float position[3];
    float size;
    float color[4];
} same;

typedef struct half {
    float color[4];
} half;

static const wlay_host_field particle_fields[] = {
    WLAY_FIELD(particle, position, "position", WLAY_HOST_F32),
    WLAY_FIELD(particle, velocity, "velocity", WLAY_HOST_F32),
    WLAY_FIELD(particle, flags, "flags", WLAY_HOST_U32),
};

static const wlay_host_field same_fields[] = {
    WLAY_FIELD(same, position, "position", WLAY_HOST_F32),
    WLAY_FIELD(same, size, "size", WLAY_HOST_F32),
    WLAY_FIELD(same, color, "color", WLAY_HOST_F32),
};

static const wlay_host_field half_fields[] = {
    WLAY_FIELD(half, color, "color", WLAY_HOST_F32),
};

typedef struct transfer {
    const wlay_plan *plan;
    unsigned char *gpu;
    unsigned char *host;
    size_t gpu_size;
    size_t host_size;
} transfer;

static transfer start_transfer(const wlay_module *module, const char *name,
                               size_t size, const wlay_host_field *fields,
                               size_t count)
{
    const wlay_type *const type =
        wlay_find_struct(module, name, WLAY_STRLEN)->type;
    transfer t = {make_plan(type, size, fields, count), NULL, NULL,
                  (size_t)type->size * RECORDS, size * RECORDS};
    const size_t larger = t.gpu_size > t.host_size ? t.gpu_size : t.host_size;

    t.gpu = bench_grow(NULL, t.gpu_size);
    t.host = bench_grow(NULL, larger); /* memcpy reads as much as it writes */
    memset(t.gpu, 1, t.gpu_size);
    for (size_t i = 0; i + 4 <= larger; i += 4) {
        const float x = (float)(i % 1000);

        memcpy(t.host + i, &x, 4);
    }
    return t;
}

static uint64_t copy_records(const void *input)
{
    const transfer *const t = input;

    memcpy(t->gpu, t->host, t->gpu_size);
    return t->gpu[t->gpu_size - 1];
}

static uint64_t store_records(const void *input)
{
    const transfer *const t = input;

    if (wlay_plan_store(t->plan, t->gpu, t->gpu_size, 0, t->host, RECORDS) !=
        WLAY_OK)
        bench_fail("cannot be stored", "records");
    return t->gpu[t->gpu_size - 1];
}

static uint64_t load_records(const void *input)
{
    const transfer *const t = input;

    if (wlay_plan_load(t->plan, t->gpu, t->gpu_size, 0, t->host, RECORDS) !=
        WLAY_OK)
        bench_fail("cannot be loaded", "records");
    return t->host[t->host_size - 1];
}

static uint64_t scatter_by_hand(const void *input)
{
    const transfer *const t = input;
    unsigned char *to = t->gpu;
    const unsigned char *from = t->host;

    for (size_t i = 0; i < RECORDS; i++) {
        memcpy(to, from, 12);
        memcpy(to + 16, from + 12, 16);
        to += 32;
        from += sizeof(particle);
    }
    return t->gpu[t->gpu_size - 1];
}

/* ------------------------------------------------------------------- report */

static double ratio(const bench_case *a, const bench_case *b)
{
    return a->seconds / b->seconds;
}

enum {
    CAMERA_HAND, CAMERA_VIEW, CAMERA_NAME, CAMERA_PLAN,
    KNOBS_HAND, KNOBS_WORDS, KNOBS_VIEW, KNOBS_NAME, KNOBS_PLAN,
    PARTICLE_COPY, PARTICLE_HAND, PARTICLE_STORE, PARTICLE_LOAD,
    SAME_COPY, SAME_STORE, HALF_COPY, HALF_STORE, CASES
};

static void print_fields(const bench_case *cases)
{
    printf("ten fields, ns\n");
    for (size_t i = CAMERA_HAND; i <= KNOBS_PLAN; i++)
        printf("  %-44s %8.1f\n", cases[i].name,
               cases[i].seconds / REPEAT * 1e9);
}

static void print_records(const bench_case *cases)
{
    printf("%u records, GB of GPU memory a second\n", RECORDS);
    for (size_t i = PARTICLE_COPY; i < CASES; i++)
        printf("  %-44s %8.2f\n", cases[i].name,
               (double)((const transfer *)cases[i].input)->gpu_size /
                   cases[i].seconds / 1e9);
}

int main(int argc, char **argv)
{
    const bench_options options = bench_read_options(argc, argv);
    const bench_text text = {bench_grow(NULL, sizeof source),
                             sizeof source - 1};
    static bench_targets targets;
    static filling camera, knobs;
    static transfer particles, sames, halves;
    bench_case cases[CASES] = {
        {"camera: loop over offsets and sizes", fill_by_hand, &camera, 0, 0,
         {0}},
        {"camera: wlay_store", fill_by_view, &camera, 0, 0, {0}},
        {"camera: wlay_store_path", fill_by_name, &camera, 0, 0, {0}},
        {"camera: plan", fill_by_plan, &camera, 0, 0, {0}},
        {"ten f32: loop over offsets and sizes", fill_by_hand, &knobs, 0, 0,
         {0}},
        {"ten f32: loop over offsets", fill_words_by_hand, &knobs, 0, 0, {0}},
        {"ten f32: wlay_store", fill_by_view, &knobs, 0, 0, {0}},
        {"ten f32: wlay_store_path", fill_by_name, &knobs, 0, 0, {0}},
        {"ten f32: plan", fill_by_plan, &knobs, 0, 0, {0}},
        {"particles: memcpy", copy_records, &particles, 0, 0, {0}},
        {"particles: loop by hand", scatter_by_hand, &particles, 0, 0, {0}},
        {"particles: wlay_plan_store", store_records, &particles, 0, 0, {0}},
        {"particles: wlay_plan_load", load_records, &particles, 0, 0, {0}},
        {"identical: memcpy", copy_records, &sames, 0, 0, {0}},
        {"identical: wlay_plan_store", store_records, &sames, 0, 0, {0}},
        {"f32 to f16: memcpy", copy_records, &halves, 0, 0, {0}},
        {"f32 to f16: wlay_plan_store", store_records, &halves, 0, 0, {0}},
    };
    wlay_module *module;

    memcpy(text.data, source, sizeof source);
    module = bench_module("shader", text, NULL);
    camera = start_filling(module, "Camera");
    knobs = start_filling(module, "Knobs");
    particles =
        start_transfer(module, "Particle", sizeof(particle), particle_fields,
                       BENCH_COUNT(particle_fields));
    sames = start_transfer(module, "Same", sizeof(same), same_fields,
                           BENCH_COUNT(same_fields));
    halves = start_transfer(module, "Half", sizeof(half), half_fields,
                            BENCH_COUNT(half_fields));
    bench_measure(cases, CASES, &options);

    print_fields(cases);
    print_records(cases);
    bench_expect(&targets, "camera: wlay_store / loop",
                 ratio(&cases[CAMERA_VIEW], &cases[CAMERA_HAND]), "<=", 2, "");
    bench_expect(&targets, "ten f32: wlay_store / loop",
                 ratio(&cases[KNOBS_VIEW], &cases[KNOBS_HAND]), "<=", 2, "");
    bench_expect(&targets, "camera: plan / loop",
                 ratio(&cases[CAMERA_PLAN], &cases[CAMERA_HAND]), "<=", 2, "");
    bench_expect(&targets, "ten f32: plan / loop that knows the size",
                 ratio(&cases[KNOBS_PLAN], &cases[KNOBS_WORDS]), "<=", 2, "");
    bench_expect(&targets, "camera: a field by name",
                 cases[CAMERA_NAME].seconds / REPEAT / FIELDS * 1e9, "<=", 100,
                 "ns");
    bench_expect(&targets, "ten f32: a field by name",
                 cases[KNOBS_NAME].seconds / REPEAT / FIELDS * 1e9, "<=", 100,
                 "ns");
    bench_expect(&targets, "particles: memcpy / wlay_plan_store",
                 ratio(&cases[PARTICLE_COPY], &cases[PARTICLE_STORE]), ">=",
                 0.7, "");
    bench_expect(&targets, "identical: memcpy / wlay_plan_store",
                 ratio(&cases[SAME_COPY], &cases[SAME_STORE]), ">=", 0.9, "");
    return bench_report(&targets);
}
