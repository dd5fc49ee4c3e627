/* SPDX-License-Identifier: MIT */
/*
 * Look-ups and questions, in nanoseconds each.  The yardstick is a hash of the
 * path's bytes: less than that no look-up by name can take.
 */
#include "bench.h"

#define MEMBERS 10000u
#define BINDINGS 1000u
/* Questions in one call of a case, so that the clock does not count. */
#define QUESTIONS 64u

static const char source[] =
    "struct Light { position: vec3f, range: f32, color: vec4f }\n"
    "struct Scene { ambient: vec4f, count: u32, lights: array<Light> }\n"
    "struct Camera {\n"
    "    view: mat4x4f, projection: mat4x4f, inverse: mat4x4f, eye: vec3f,\n"
    "    near: f32, direction: vec3f, far: f32, size: vec2u, jitter: vec2f,\n"
    "}\n"
    "const COUNT = 4;\n"
    "@group(0) @binding(0) var<uniform> camera: Camera;\n"
    "@group(0) @binding(1) var<storage> lights: array<Light>;\n"
    "@group(0) @binding(2) var<storage> scene: Scene;\n";

/* What the cases ask. */
typedef struct question {
    const wlay_module *module;
    const wlay_struct *structure;
    const wlay_variable *variable;
    const char *texts[QUESTIONS];
    size_t lengths[QUESTIONS];
} question;

static void set_text(question *q, size_t at, const char *text)
{
    char *const copy = bench_grow(NULL, strlen(text) + 1);

    q->texts[at] = strcpy(copy, text);
    q->lengths[at] = strlen(text);
}

/* Of a member of many: spread over all of them. */
static void set_member(question *q, size_t at, uint32_t count)
{
    char name[32];

    snprintf(name, sizeof name, "member_%u",
             (unsigned)(at * 2654435761u % count));
    set_text(q, at, name);
}

static question same_text(const wlay_module *module, const char *text)
{
    question q = {.module = module,
                  .variable = wlay_find_variable(module, "scene", 5)};

    for (size_t i = 0; i < QUESTIONS; i++)
        set_text(&q, i, text);
    return q;
}

static question large_struct(uint32_t count)
{
    bench_text text = {bench_grow(NULL, 64 + count * 32u), 0};
    question q = {0};

    text.length = (size_t)sprintf(text.data, "struct S {\n");
    for (uint32_t i = 0; i < count; i++)
        text.length += (size_t)sprintf(text.data + text.length,
                                       "member_%u: f32,\n", (unsigned)i);
    text.length += (size_t)sprintf(text.data + text.length, "}\n");
    q.module = bench_module("a large struct", text, NULL);
    q.structure = wlay_find_struct(q.module, "S", 1);
    for (size_t i = 0; i < QUESTIONS; i++)
        set_member(&q, i, count);
    free(text.data);
    return q;
}

static const wlay_module *many_bindings(void)
{
    bench_text text = {bench_grow(NULL, BINDINGS * 80), 0};
    const wlay_module *module;

    for (unsigned i = 0; i < BINDINGS; i++)
        text.length += (size_t)sprintf(
            text.data + text.length,
            "@group(%u) @binding(%u) var<uniform> v%u: vec4f;\n", i % 4, i / 4,
            i);
    module = bench_module("bindings", text, NULL);
    free(text.data);
    return module;
}

/* ------------------------------------------------------------------- cases */

static uint64_t hash_bytes(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < QUESTIONS; i++) {
        uint64_t hash = 1;

        for (size_t k = 0; k < q->lengths[i]; k++)
            hash = (hash ^ (unsigned char)q->texts[i][k]) *
                   UINT64_C(0x100000001B3);
        sum += hash;
    }
    return sum;
}

static uint64_t follow_variable(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;
    wlay_view view;

    for (size_t i = 0; i < QUESTIONS; i++) {
        if (wlay_follow_variable(q->module, q->texts[i], q->lengths[i],
                                 UINT64_MAX, NULL, &view, NULL) != WLAY_OK)
            bench_fail("leads nowhere", q->texts[i]);
        sum += view.offset;
    }
    return sum;
}

static uint64_t fail_variable(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;
    wlay_path_error error;
    wlay_view view;

    for (size_t i = 0; i < QUESTIONS; i++) {
        if (wlay_follow_variable(q->module, q->texts[i], q->lengths[i],
                                 UINT64_MAX, NULL, &view, &error) == WLAY_OK)
            bench_fail("leads somewhere", q->texts[i]);
        sum += error.nearest.length;
    }
    return sum;
}

static uint64_t find_member(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < QUESTIONS; i++)
        sum += wlay_find_member(q->structure, q->texts[i], q->lengths[i])
                   ->offset;
    return sum;
}

static uint64_t find_binding(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;

    for (uint32_t i = 0; i < QUESTIONS; i++)
        sum += wlay_find_binding(q->module, i % 4, i * 3)->span.offset;
    return sum;
}

static uint64_t find_type(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < QUESTIONS; i++) {
        const wlay_type *type;
        wlay_type_owner *owner;

        if (wlay_find_type(q->module, q->texts[i], q->lengths[i], &type,
                           &owner) != WLAY_OK)
            bench_fail("is no type", q->texts[i]);
        sum += type->size;
        wlay_type_owner_free(owner);
    }
    return sum;
}

static uint64_t buffer_size(const void *input)
{
    const question *const q = input;
    uint64_t sum = 0;

    for (uint64_t i = 0; i < QUESTIONS; i++) {
        uint64_t size;

        if (wlay_buffer_size(q->variable, i, &size) != WLAY_OK)
            bench_fail("has no size", "scene");
        sum += size;
    }
    return sum;
}

static bool add_offset(void *user_data, const wlay_piece *piece)
{
    *(uint64_t *)user_data += piece->offset + piece->path.length;
    return true;
}

/* As many leaves as there are questions: elements of two leaves and more. */
static uint64_t visit(const void *input)
{
    const question *const q = input;
    const wlay_visit_options options = {.tail_count = (QUESTIONS - 2) / 3};
    uint64_t sum = 0;

    wlay_visit(q->variable->type, &options, add_offset, &sum);
    return sum;
}

int main(int argc, char **argv)
{
    const bench_options options = bench_read_options(argc, argv);
    const bench_text text = {bench_grow(NULL, sizeof source),
                             sizeof source - 1};
    static bench_targets targets;
    static question three, camera, wrong, small, large, bindings, named, known,
        made;
    bench_case cases[] = {
        {"hash of lights[3].color.y", hash_bytes, &three, 0, 0, {0}},
        {"path lights[3].color.y", follow_variable, &three, 0, 0, {0}},
        {"path camera.view[2].z", follow_variable, &camera, 0, 0, {0}},
        {"path with a misspelt member", fail_variable, &wrong, 0, 0, {0}},
        {"member of 6", find_member, &small, 0, 0, {0}},
        {"member of 10000", find_member, &large, 0, 0, {0}},
        {"binding of 1000", find_binding, &bindings, 0, 0, {0}},
        {"type by name", find_type, &named, 0, 0, {0}},
        {"type that exists", find_type, &known, 0, 0, {0}},
        {"type that is made", find_type, &made, 0, 0, {0}},
        {"size for a count", buffer_size, &three, 0, 0, {0}},
        {"visit of a leaf, with its path", visit, &three, 0, 0, {0}},
    };
    const wlay_module *module;

    memcpy(text.data, source, sizeof source);
    module = bench_module("shader", text, NULL);
    three = same_text(module, "lights[3].color.y");
    camera = same_text(module, "camera.view[2].z");
    wrong = same_text(module, "scene.lights[3].colour");
    named = same_text(module, "Light");
    known = same_text(module, "array<Light>");
    made = same_text(module, "array<Light, COUNT * 2>");
    small = large_struct(6);
    large = large_struct(MEMBERS);
    bindings.module = many_bindings();
    bench_measure(cases, BENCH_COUNT(cases), &options);

    printf("questions, ns each\n");
    for (size_t i = 0; i < BENCH_COUNT(cases); i++)
        printf("  %-36s %10.1f\n", cases[i].name,
               cases[i].seconds / QUESTIONS * 1e9);
    bench_expect(&targets, cases[1].name, cases[1].seconds / QUESTIONS * 1e9,
                 "<=", 100, "ns");
    bench_expect(&targets, cases[2].name, cases[2].seconds / QUESTIONS * 1e9,
                 "<=", 100, "ns");
    bench_expect(&targets, cases[5].name, cases[5].seconds / QUESTIONS * 1e9,
                 "<=", 100, "ns");
    bench_expect(&targets, cases[6].name, cases[6].seconds / QUESTIONS * 1e9,
                 "<=", 100, "ns");
    return bench_report(&targets);
}
