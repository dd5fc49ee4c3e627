/* SPDX-License-Identifier: MIT */
/* Transfer plans: how few copies they need, what they complain of, and what
   they move. */
#include "table.h"

#define F32 WLAY_HOST_F32
#define F64 WLAY_HOST_F64
#define U32 WLAY_HOST_U32
#define I32 WLAY_HOST_I32
#define U16 WLAY_HOST_U16
#define ROWS_FIRST WLAY_HOST_ROW_MAJOR
#define PARTIAL WLAY_PLAN_PARTIAL
#define ZERO WLAY_PLAN_ZERO_PADDING
#define FREE WLAY_PLAN_FREE_PADDING

enum { FIELDS_MAX = 6 };

static size_t count_fields(const wlay_host_field *fields)
{
    size_t count = 0;

    while (count < FIELDS_MAX && fields[count].path != NULL)
        count++;
    return count;
}

/* ------------------------------------------------------------------- copies */

/* The members of struct S, the fields of a C struct of `size` bytes, and what
   becomes of them. */
typedef struct copy_row {
    const char *name;
    const char *members;
    size_t size;
    wlay_host_field fields[FIELDS_MAX];
    uint32_t flags;
    size_t copies;
    size_t conversions;
    size_t zeroed;
    bool identical;
} copy_row;

static const copy_row copies[] = {
    {"one field", "a: vec4f", 16, {{"a", 0, 16, F32}}, 0, 1, 0, 0, true},
    {"neighbours become one", "a: vec4f, b: vec4f", 32,
     {{"a", 0, 16, F32}, {"b", 16, 16, F32}}, 0, 1, 0, 0, true},
    {"in any order", "a: vec4f, b: vec4f", 32,
     {{"b", 16, 16, F32}, {"a", 0, 16, F32}}, 0, 1, 0, 0, true},
    {"swapped ones do not", "a: vec4f, b: vec4f", 32,
     {{"a", 16, 16, F32}, {"b", 0, 16, F32}}, 0, 2, 0, 0, false},
    {"of other types too", "a: vec2f, b: u32, c: i32", 16,
     {{"a", 0, 8, F32}, {"b", 8, 4, U32}, {"c", 12, 4, I32}}, 0, 1, 0, 0, true},
    {"a larger C struct is no identity", "a: vec4f", 20, {{"a", 0, 16, F32}},
     0, 1, 0, 0, false},
    {"nor one that begins elsewhere", "a: vec4f", 16 + 4, {{"a", 4, 16, F32}},
     0, 1, 0, 0, false},
    {"tight vec3, vec3, u32", "a: vec3f, b: vec3f, c: u32", 28,
     {{"a", 0, 12, F32}, {"b", 12, 12, F32}, {"c", 24, 4, U32}}, 0, 2, 0, 0,
     false},
    {"a gap on both sides is not copied", "a: vec3f, b: vec4f", 32,
     {{"a", 0, 12, F32}, {"b", 16, 16, F32}}, 0, 2, 0, 0, false},
    {"but if it is free", "a: vec3f, b: vec4f", 32,
     {{"a", 0, 12, F32}, {"b", 16, 16, F32}}, FREE, 1, 0, 0, true},
    {"a free tail", "a: vec4f, b: u32", 32,
     {{"a", 0, 16, F32}, {"b", 16, 4, U32}}, FREE, 1, 0, 0, true},
    {"a tail that is not free", "a: vec4f, b: u32", 32,
     {{"a", 0, 16, F32}, {"b", 16, 4, U32}}, 0, 1, 0, 0, false},
    {"a part without a field is no free gap", "a: u32, b: u32, c: u32", 12,
     {{"a", 0, 4, U32}, {"c", 8, 4, U32}}, FREE | PARTIAL, 2, 0, 0, false},
    {"nor a free tail", "a: u32, b: u32", 8, {{"a", 0, 4, U32}},
     FREE | PARTIAL, 1, 0, 0, false},
    {"another field is no free gap", "a: vec3f, b: vec4f, c: f32", 48,
     {{"a", 0, 12, F32}, {"b", 16, 16, F32}, {"c", 12, 4, F32}}, FREE, 3, 0, 0,
     false},
    {"padding is zeroed", "a: vec3f, b: vec4f, c: u32", 32,
     {{"a", 0, 12, F32}, {"b", 12, 16, F32}, {"c", 28, 4, U32}}, ZERO, 2, 0, 2,
     false},
    {"no padding", "a: vec3f, c: u32", 16,
     {{"a", 0, 12, F32}, {"c", 12, 4, U32}}, ZERO, 1, 0, 0, true},
    {"a part without a field is not zeroed", "a: vec3f, b: vec3f", 12,
     {{"a", 0, 12, F32}}, ZERO | PARTIAL, 1, 0, 2, false},
    {"columns", "m: mat3x3f", 36, {{"m", 0, 36, F32}}, 0, 3, 0, 0, false},
    {"columns, zeroed", "m: mat3x3f", 36, {{"m", 0, 36, F32}}, ZERO, 3, 0, 3,
     false},
    {"the first column goes with what is before it", "a: vec4f, m: mat3x3f",
     52, {{"a", 0, 16, F32}, {"m", 16, 36, F32}}, 0, 3, 0, 0, false},
    {"elements", "a: array<vec3f, 5>", 60, {{"a", 0, 60, F32}}, 0, 5, 0, 0,
     false},
    {"elements without a gap", "a: array<vec4f, 5>", 80, {{"a", 0, 80, F32}},
     0, 1, 0, 0, true},
    {"elements on their own", "a: array<f32, 3>", 12,
     {{"a[0]", 0, 4, F32}, {"a[1]", 4, 4, F32}, {"a[2]", 8, 4, F32}}, 0, 1, 0,
     0, true},
    {"components on their own", "a: vec2f", 8,
     {{"a.x", 0, 4, F32}, {"a.y", 4, 4, F32}}, 0, 1, 0, 0, true},
    {"columns on their own", "m: mat2x4f", 32,
     {{"m[1]", 0, 16, F32}, {"m[0]", 16, 16, F32}}, 0, 2, 0, 0, false},
    {"a conversion", "a: vec4f", 32, {{"a", 0, 32, F64}}, 0, 0, 1, 0, false},
    {"a transposition", "m: mat4x4f", 64, {{"m", 0, 64, F32 | ROWS_FIRST}}, 0,
     0, 1, 0, false},
    {"a conversion in between", "a: u32, b: u32, c: u32", 10,
     {{"a", 0, 4, U32}, {"b", 4, 2, U16}, {"c", 6, 4, U32}}, 0, 2, 1, 0,
     false},
    {"members of members", "a: In, b: array<In, 2>", 48,
     {{"a.v", 0, 12, F32}, {"a.s", 12, 4, F32}, {"b[0].v", 16, 12, F32},
      {"b[0].s", 28, 4, F32}, {"b[1].v", 32, 12, F32}, {"b[1].s", 44, 4, F32}},
     0, 1, 0, 0, true},
    {"@size", "@size(16) a: u32, b: u32", 8,
     {{"a", 0, 4, U32}, {"b", 4, 4, U32}}, ZERO, 2, 0, 1, false},
    {"nothing", "a: u32", 4, {{0}}, PARTIAL, 0, 0, 0, false},
};

static const wlay_type *parse_struct(const char *members,
                                     wlay_module **out_module)
{
    char text[512];

    snprintf(text, sizeof text,
             "enable f16; struct In { v: vec3f, s: f32 } struct S { %s }",
             members);
    *out_module = parse_valid(text, NULL);
    return wlay_find_struct(*out_module, "S", WLAY_STRLEN)->type;
}

static bool host_is_little(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 1;
}

static void check_copies(void **state)
{
    const copy_row *const row = *state;
    wlay_module *module;
    const wlay_type *const type = parse_struct(row->members, &module);
    const wlay_plan_options options = {.flags = row->flags};
    wlay_plan_summary summary;
    wlay_plan *plan;

    assert_int_equal(wlay_plan_make(type, row->size, row->fields,
                                    count_fields(row->fields), &options,
                                    &plan),
                     WLAY_OK);
    summary = wlay_plan_describe(plan);
    assert_int_equal(summary.stride, type->size);
    if (!host_is_little()) { /* then nothing can be copied as it is */
        assert_int_equal(summary.copies, 0);
        summary.copies = row->copies;
        summary.conversions = row->conversions;
        summary.identical = row->identical;
    }
    assert_int_equal(summary.copies, row->copies);
    assert_int_equal(summary.conversions, row->conversions);
    assert_int_equal(summary.zeroed, row->zeroed);
    assert_int_equal(summary.identical, row->identical);
    wlay_plan_free(plan);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- issues */

/* Each issue is "kind field path type", with the wanted size behind a size
   mismatch and the nearest name behind a misspelt one; between them a ;. */
typedef struct issue_row {
    const char *name;
    const char *members;
    size_t size;
    wlay_host_field fields[FIELDS_MAX];
    uint32_t flags;
    wlay_result result;
    const char *issues;
} issue_row;

static const issue_row issues[] = {
    {"no such member", "color: vec4f", 16, {{"colour", 0, 16, F32}}, PARTIAL,
     WLAY_NOT_FOUND, "no-such-part 0 colour  color"},
    {"missing on both sides", "color: vec4f", 16, {{"colour", 0, 16, F32}}, 0,
     WLAY_NOT_FOUND, "no-such-part 0 colour  color;no-field color vec4<f32>"},
    {"no field", "a: u32, b: In, c: f32", 8,
     {{"a", 0, 4, U32}, {"c", 4, 4, F32}}, 0, WLAY_NOT_FOUND,
     "no-field b In"},
    {"no field inside", "a: In, b: array<In, 2>", 28,
     {{"a.v", 0, 12, F32}, {"b[1].v", 12, 12, F32}, {"b[1].s", 24, 4, F32}}, 0,
     WLAY_NOT_FOUND, "no-field a.s f32;no-field b[0] In"},
    {"of many elements the first is named", "a: array<In, 1000>", 4,
     {{"a[500].s", 0, 4, F32}}, 0, WLAY_NOT_FOUND,
     "no-field a[0] In;no-field a[500].v vec3<f32>;no-field a[501] In"},
    {"no field for a component", "a: vec3f", 4, {{"a.y", 0, 4, F32}}, 0,
     WLAY_NOT_FOUND, "no-field a[0] f32;no-field a[2] f32"},
    {"no field for a column", "m: mat2x2f", 8, {{"m[1]", 0, 8, F32}}, 0,
     WLAY_NOT_FOUND, "no-field m[0] vec2<f32>"},
    {"no fields", "a: u32", 4, {{0}}, 0, WLAY_NOT_FOUND, "no-field a u32"},
    {"types", "a: u32, b: f32", 8, {{"a", 0, 4, F32}, {"b", 4, 4, I32}}, 0,
     WLAY_TYPE_MISMATCH, "type 0 a u32;type 1 b f32"},
    {"a struct", "a: In", 16, {{"a", 0, 16, F32}}, 0, WLAY_TYPE_MISMATCH,
     "type 0 a In"},
    {"the struct itself", "a: u32, b: u32", 8, {{"", 0, 8, U32}}, 0,
     WLAY_TYPE_MISMATCH, "type 0  S"},
    {"sizes", "a: vec3f, b: u32", 20,
     {{"a", 0, 16, F32}, {"b", 16, 4, U32}}, 0, WLAY_TYPE_MISMATCH,
     "size 0 a vec3<f32> 12"},
    {"out of the C struct", "a: u32", 4, {{"a", 1, 4, U32}}, 0,
     WLAY_OUT_OF_RANGE, "outside 0 a u32"},
    {"far out of the C struct", "a: u32", 4, {{"a", SIZE_MAX, 4, U32}}, 0,
     WLAY_OUT_OF_RANGE, "outside 0 a u32"},
    {"a part twice", "a: vec2f", 16, {{"a", 0, 8, F32}, {"a", 8, 8, F32}}, 0,
     WLAY_OUT_OF_RANGE, "overlap 1 a vec2<f32>"},
    {"a part and a part of it", "a: vec2f, b: vec2f", 20,
     {{"a.y", 0, 4, F32}, {"a", 4, 8, F32}, {"b", 12, 8, F32}}, 0,
     WLAY_OUT_OF_RANGE, "overlap 0 a.y f32"},
    {"a member of the C struct twice", "a: u32, b: u32", 4,
     {{"a", 0, 4, U32}, {"b", 0, 4, U32}}, 0, WLAY_OUT_OF_RANGE,
     "overlap 1 b u32"},
};

static void add_issue(char *text, size_t size, const wlay_plan_issue *issue)
{
    static const char *const kinds[] = {"", "no-such-part", "no-field", "type",
                                        "size", "outside", "overlap"};
    size_t length = strlen(text);

    snprintf(text + length, size - length, "%s%s", length > 0 ? ";" : "",
             kinds[issue->kind]);
    length = strlen(text);
    if (issue->field != SIZE_MAX)
        snprintf(text + length, size - length, " %u", (unsigned)issue->field);
    length = strlen(text);
    snprintf(text + length, size - length, " %s %s", issue->path.data,
             issue->type.data);
    length = strlen(text);
    if (issue->wanted_size > 0)
        snprintf(text + length, size - length, " %u",
                 (unsigned)issue->wanted_size);
    if (issue->nearest.length > 0)
        snprintf(text + length, size - length, " %s", issue->nearest.data);
    assert_true(issue->reason.length > 0);
    assert_int_equal(strlen(issue->path.data), issue->path.length);
}

static void check_issues(void **state)
{
    const issue_row *const row = *state;
    wlay_module *module;
    const wlay_type *const type = parse_struct(row->members, &module);
    const wlay_plan_options options = {.flags = row->flags};
    const wlay_plan_issue *list;
    char text[512] = "";
    char bytes[64] = {0};
    size_t count;
    wlay_plan *plan;

    assert_int_equal(wlay_plan_make(type, row->size, row->fields,
                                    count_fields(row->fields), &options,
                                    &plan),
                     row->result);
    wlay_module_free(module); /* the plan does not need it */
    assert_non_null(plan);
    list = wlay_plan_issues(plan, &count);
    for (size_t i = 0; i < count; i++)
        add_issue(text, sizeof text, &list[i]);
    assert_string_equal(text, row->issues);
    assert_int_equal(wlay_plan_store(plan, bytes, 64, 0, bytes, 1),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_plan_load(plan, bytes, 64, 0, bytes, 1),
                     WLAY_INVALID_ARGUMENT);
    wlay_plan_free(plan);
}

/* ------------------------------------------------------------------ records */

typedef struct particle {
    float position[3];
    float velocity[3];
    uint32_t flags;
} particle;

static const wlay_host_field particle_fields[] = {
    WLAY_FIELD(particle, position, "position", F32),
    WLAY_FIELD(particle, velocity, "velocity", F32),
    WLAY_FIELD(particle, flags, "flags", U32),
};

static wlay_plan *particle_plan(uint32_t flags)
{
    wlay_module *module;
    const wlay_type *const type = parse_struct(
        "position: vec3f, velocity: vec3f, flags: u32", &module);
    const wlay_plan_options options = {.flags = flags};
    wlay_plan *plan;

    assert_int_equal(wlay_plan_make(type, sizeof(particle), particle_fields,
                                    ROWS(particle_fields), &options, &plan),
                     WLAY_OK);
    wlay_module_free(module);
    assert_int_equal(wlay_plan_describe(plan).stride, 32);
    return plan;
}

static particle particle_at(uint32_t i)
{
    const float x = (float)i;

    return (particle){{x, x + 1, x + 2}, {-x, -x - 1, -x - 2}, i * 7};
}

static uint32_t word_at(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
           (uint32_t)at[3] << 24;
}

static float float_at(const unsigned char *at)
{
    const uint32_t word = word_at(at);
    float number;

    memcpy(&number, &word, sizeof number);
    return number;
}

static void check_particle(const unsigned char *gpu, uint32_t i,
                           uint32_t padding)
{
    const particle p = particle_at(i);

    for (size_t k = 0; k < 3; k++) {
        assert_true(float_at(gpu + 4 * k) == p.position[k]);
        assert_true(float_at(gpu + 16 + 4 * k) == p.velocity[k]);
    }
    assert_int_equal(word_at(gpu + 12), padding);
    assert_int_equal(word_at(gpu + 28), p.flags);
}

/* As many as do not fit into one block, at an odd place. */
static void many_records(void **state)
{
    enum { COUNT = 100000, SIZE = COUNT * 32 };
    particle *const records = malloc(COUNT * sizeof *records);
    particle *const back = calloc(COUNT, sizeof *back);
    unsigned char *const gpu = malloc(SIZE + 5);

    (void)state;
    assert_true(records != NULL && back != NULL && gpu != NULL);
    for (uint32_t i = 0; i < COUNT; i++)
        records[i] = particle_at(i);
    for (uint32_t zero = 0; zero < 2; zero++) {
        wlay_plan *const plan = particle_plan(zero ? ZERO : 0);

        memset(gpu, 0xA5, SIZE + 5);
        assert_int_equal(wlay_plan_store(plan, gpu, SIZE + 5, 5, records,
                                         COUNT),
                         WLAY_OK);
        for (uint32_t i = 0; i < COUNT; i++)
            check_particle(gpu + 5 + i * 32, i,
                           zero ? 0 : UINT32_C(0xA5A5A5A5));
        assert_int_equal(gpu[4], 0xA5);
        memset(back, 0, COUNT * sizeof *back);
        assert_int_equal(wlay_plan_load(plan, gpu, SIZE + 5, 5, back, COUNT),
                         WLAY_OK);
        assert_memory_equal(back, records, COUNT * sizeof *back);
        wlay_plan_free(plan);
    }
    free(records);
    free(back);
    free(gpu);
}

/* A single one goes another way than many. */
static void one_record(void **state)
{
    const particle record = particle_at(7);
    unsigned char gpu[34];

    (void)state;
    for (uint32_t zero = 0; zero < 2; zero++) {
        wlay_plan *const plan = particle_plan(zero ? ZERO : 0);

        memset(gpu, 0xA5, sizeof gpu);
        assert_int_equal(wlay_plan_store(plan, gpu, 33, 1, &record, 1),
                         WLAY_OK);
        check_particle(gpu + 1, 7, zero ? 0 : UINT32_C(0xA5A5A5A5));
        assert_int_equal(gpu[0], 0xA5);
        assert_int_equal(gpu[33], 0xA5);
        wlay_plan_free(plan);
    }
}

static void record_bounds(void **state)
{
    wlay_plan *const plan = particle_plan(0);
    particle records[2] = {{{0}, {0}, 0}, {{0}, {0}, 0}};
    unsigned char gpu[70] = {0};

    (void)state;
    assert_int_equal(wlay_plan_store(plan, gpu, 64, 0, records, 2), WLAY_OK);
    assert_int_equal(wlay_plan_store(plan, gpu, 63, 0, records, 2),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_plan_store(plan, gpu, 70, 6, records, 2), WLAY_OK);
    assert_int_equal(wlay_plan_load(plan, gpu, 70, 7, records, 2),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_plan_load(plan, gpu, 64, 0, records, SIZE_MAX / 16),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_plan_load(plan, gpu, 64, 65, records, 0),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_plan_load(plan, gpu, 64, UINT64_MAX, records, 1),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_plan_store(plan, NULL, 0, 0, NULL, 0), WLAY_OK);
    assert_int_equal(wlay_plan_store(plan, NULL, 64, 0, records, 1),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_plan_store(NULL, gpu, 64, 0, records, 1),
                     WLAY_INVALID_ARGUMENT);
    wlay_plan_free(plan);
    wlay_plan_free(NULL);
}

/* A number of the last record does not fit: no record is moved. */
static void all_records_or_none(void **state)
{
    typedef struct pair {
        uint32_t a;
        int64_t b;
    } pair;
    static const wlay_host_field fields[] = {
        WLAY_FIELD(pair, a, "a", U32),
        WLAY_FIELD(pair, b, "b", WLAY_HOST_I64),
    };
    const pair records[2] = {{1, 2}, {3, INT64_C(1) << 31}};
    unsigned char gpu[16], before[16];
    wlay_module *module;
    const wlay_type *const type = parse_struct("a: u32, b: i32", &module);
    wlay_plan *plan;

    (void)state;
    memset(gpu, 0xA5, 16);
    memcpy(before, gpu, 16);
    assert_int_equal(wlay_plan_make(type, sizeof(pair), fields, 2, NULL, &plan),
                     WLAY_OK);
    assert_int_equal(wlay_plan_store(plan, gpu, 16, 0, records, 2),
                     WLAY_OUT_OF_RANGE);
    assert_memory_equal(gpu, before, 16);
    assert_int_equal(wlay_plan_store(plan, gpu, 16, 0, records, 1), WLAY_OK);
    wlay_plan_free(plan);
    wlay_module_free(module);
}

/* A type that is no struct, and padding between its records. */
static void plain_type(void **state)
{
    static const wlay_host_field fields[] = {{"", 0, 12, F32}};
    const float points[2][3] = {{1, 2, 3}, {4, 5, 6}};
    unsigned char gpu[32] = {0};
    wlay_module *module;
    const wlay_type *const type = parse_struct("a: vec3f", &module);
    wlay_plan *plan;

    (void)state;
    assert_int_equal(wlay_plan_make(type->structure->members[0].type, 12,
                                    fields, 1, NULL, &plan),
                     WLAY_OK);
    assert_int_equal(wlay_plan_store(plan, gpu, 32, 0, points, 2), WLAY_OK);
    assert_true(float_at(gpu) == 1 && float_at(gpu + 8) == 3);
    assert_true(word_at(gpu + 12) == 0 && float_at(gpu + 16) == 4);
    wlay_plan_free(plan);
    wlay_module_free(module);
}

/* -------------------------------------------------------- arguments, memory */

static void wrong_arguments(void **state)
{
    wlay_module *module = parse_valid(
        "struct S { a: u32 } struct R { a: array<u32> }\n"
        "@group(0) @binding(0) var<storage> r: R;", NULL);
    const wlay_type *const type =
        wlay_find_struct(module, "S", WLAY_STRLEN)->type;
    const wlay_type *const open =
        wlay_find_struct(module, "R", WLAY_STRLEN)->type;
    wlay_host_field field = {"a", 0, 4, U32};
    wlay_plan_options options = {.flags = ZERO | FREE};
    wlay_plan *plan;

    (void)state;
    assert_int_equal(wlay_plan_make(open, 4, &field, 1, NULL, &plan),
                     WLAY_UNKNOWN_SIZE);
    assert_null(plan);
    assert_int_equal(wlay_plan_make(NULL, 4, &field, 1, NULL, &plan),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_plan_make(type, 4, NULL, 1, NULL, &plan),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_plan_make(type, 4, &field, 1, &options, &plan),
                     WLAY_INVALID_ARGUMENT);
    options.flags = 8;
    assert_int_equal(wlay_plan_make(type, 4, &field, 1, &options, &plan),
                     WLAY_INVALID_ARGUMENT);
    field.host = WLAY_HOST_U32 | WLAY_HOST_ZERO_PADDING;
    assert_int_equal(wlay_plan_make(type, 4, &field, 1, NULL, &plan),
                     WLAY_INVALID_ARGUMENT);
    field = (wlay_host_field){NULL, 0, 4, U32};
    assert_int_equal(wlay_plan_make(type, 4, &field, 1, NULL, &plan),
                     WLAY_INVALID_ARGUMENT);
    assert_null(plan);
    wlay_module_free(module);
}

/* Allocations that are left, and bytes that are out. */
typedef struct purse {
    size_t left;
    size_t bytes;
} purse;

static void *take(void *user_data, size_t size)
{
    purse *const p = user_data;

    if (p->left == 0)
        return NULL;
    p->left--;
    p->bytes += size;
    return malloc(size);
}

static void give_back(void *user_data, void *block, size_t size)
{
    purse *const p = user_data;

    p->bytes -= size;
    free(block);
}

/* Each allocation fails once: the result says so and nothing is lost. */
static void failing_allocations(void **state)
{
    wlay_module *module;
    const wlay_type *const type = parse_struct(
        "position: vec3f, velocity: vec3f, flags: u32, m: mat2x3f, "
        "a: array<In, 9>, f: f32",
        &module);
    wlay_host_field fields[] = {
        {"position", 0, 12, F32}, {"velocity", 12, 12, F32},
        {"flags", 24, 4, U32},    {"m", 28, 24, F32 | ROWS_FIRST},
        {"f", 52, 4, F32},        {"a[2].s", 56, 4, F32}};
    wlay_result result = WLAY_OUT_OF_MEMORY;

    (void)state;
    for (uint32_t flags = 0; flags < 2; flags++) {
        for (size_t left = 0; left < 100; left++) {
            purse p = {left, 0};
            const wlay_plan_options options = {
                {take, give_back, &p}, flags ? PARTIAL | ZERO : 0};
            wlay_plan *plan;

            result = wlay_plan_make(type, 60, fields, 6, &options, &plan);
            assert_int_equal(plan == NULL, result == WLAY_OUT_OF_MEMORY);
            wlay_plan_free(plan);
            assert_int_equal(p.bytes, 0);
            assert_true(left > 0 || result == WLAY_OUT_OF_MEMORY);
        }
        assert_int_equal(result, flags ? WLAY_OK : WLAY_NOT_FOUND);
    }
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_records),
        cmocka_unit_test(one_record),
        cmocka_unit_test(record_bounds),
        cmocka_unit_test(all_records_or_none),
        cmocka_unit_test(plain_type),
        cmocka_unit_test(wrong_arguments),
        cmocka_unit_test(failing_allocations),
    };
    int failed = 0;

    failed += RUN_TABLE(copies, check_copies);
    failed += RUN_TABLE(issues, check_issues);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
