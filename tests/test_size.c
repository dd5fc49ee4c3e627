/* SPDX-License-Identifier: MIT */
/* How big a buffer must be, how much is in one, and what a device allows. */
#include "table.h"

#include <inttypes.h>

/* ------------------------------------------------------ bytes for elements */

typedef struct size_row {
    const char *name;
    const char *source; /* of the variable v */
    uint64_t count;
    wlay_result result;
    uint64_t size;        /* SizeOf */
    uint64_t buffer_size; /* a multiple of 4 */
} size_row;

#define STORAGE "@group(0) @binding(0) var<storage> v: "
#define UNIFORM "@group(0) @binding(0) var<uniform> v: "
#define TRAP "struct T { a: vec3f, b: u32, c: array<u32> }" STORAGE "T;"
#define LIGHTS \
    "struct L { p: vec3f, c: vec3f } struct T { n: u32, l: array<L> }" \
    STORAGE "T;"
#define MANY UINT64_MAX

static const size_row sizes[] = {
    {"the trap, minimum", TRAP, 0, WLAY_OK, 32, 32},
    {"the trap, 1", TRAP, 1, WLAY_OK, 32, 32},
    {"the trap, 2", TRAP, 2, WLAY_OK, 32, 32},
    {"the trap, 4", TRAP, 4, WLAY_OK, 32, 32},
    {"the trap, 5", TRAP, 5, WLAY_OK, 48, 48},
    {"the trap, 8", TRAP, 8, WLAY_OK, 48, 48},
    {"the trap, 9", TRAP, 9, WLAY_OK, 64, 64},
    {"an array", STORAGE "array<f32>;", 3, WLAY_OK, 12, 12},
    {"an array of vec3", STORAGE "array<vec3f>;", 3, WLAY_OK, 48, 48},
    {"lights, 31", LIGHTS, 31, WLAY_OK, 1008, 1008},
    {"half an odd count", "enable f16;" STORAGE "array<f16>;", 3, WLAY_OK, 6,
     8},
    {"half, minimum", "enable f16;" STORAGE "array<f16>;", 0, WLAY_OK, 2, 4},
    {"half in a uniform", "enable f16;" UNIFORM "f16;", 0, WLAY_OK, 2, 4},
    {"half, behind", "enable f16;struct T { a: f16, b: array<vec3h> }"
     STORAGE "T;", 2, WLAY_OK, 24, 24},
    {"a large @align", "struct T { @align(256) a: u32, b: array<u32> }"
     STORAGE "T;", 64, WLAY_OK, 512, 512},
    {"a fixed size", UNIFORM "mat3x3f;", 0, WLAY_OK, 48, 48},
    {"a count where none is", UNIFORM "mat3x3f;", 1, WLAY_TYPE_MISMATCH, 0, 0},
    {"a count of a fixed array", STORAGE "array<f32, 4>;", 4,
     WLAY_TYPE_MISMATCH, 0, 0},
    {"many", STORAGE "array<u32>;", MANY / 4, WLAY_OK, MANY - 3, MANY - 3},
    {"too many", STORAGE "array<u32>;", MANY / 4 + 1, WLAY_OUT_OF_RANGE, 0, 0},
    {"all there are", STORAGE "array<u32>;", MANY, WLAY_OUT_OF_RANGE, 0, 0},
    {"too many once rounded", TRAP, MANY / 4 - 4, WLAY_OUT_OF_RANGE, 0, 0},
    {"as many as fit rounded", TRAP, MANY / 4 - 7, WLAY_OK, MANY - 15,
     MANY - 15},
};

static void check_size(void **state)
{
    const size_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    const wlay_variable *const v = wlay_find_variable(module, "v", 1);
    uint64_t size = 1;

    assert_int_equal(wlay_size_for_count(v->type, row->count, &size),
                     row->result);
    if (row->result == WLAY_OK)
        assert_int_equal(size, row->size);
    if (row->count == 0)
        assert_int_equal(size, v->min_binding_size);
    assert_int_equal(wlay_buffer_size(v, row->count, &size), row->result);
    if (row->result == WLAY_OK)
        assert_int_equal(size, row->buffer_size);
    wlay_module_free(module);
}

/* Only rounding up to the unit of copies is too much. */
static void test_unit_overflow(void **state)
{
    wlay_module *const module =
        parse_valid("enable f16;" STORAGE "array<f16>;", NULL);
    const wlay_variable *const v = wlay_find_variable(module, "v", 1);
    uint64_t size;

    (void)state;
    assert_int_equal(wlay_size_for_count(v->type, MANY / 2, &size), WLAY_OK);
    assert_int_equal(size, MANY - 1);
    assert_int_equal(wlay_buffer_size(v, MANY / 2, &size), WLAY_OUT_OF_RANGE);
    wlay_module_free(module);
}

static void test_overrides(void **state)
{
    wlay_module *const module = parse_valid(
        "override n: u32; var<workgroup> v: array<vec3f, n>;", NULL);
    const wlay_type *const type = wlay_find_variable(module, "v", 1)->type;
    uint64_t size;
    uint64_t count;
    uint64_t rest;

    (void)state;
    assert_int_equal(wlay_size_for_count(type, 0, &size), WLAY_UNKNOWN_SIZE);
    assert_int_equal(wlay_size_for_count(type, 3, &size), WLAY_OK);
    assert_int_equal(size, 48);
    assert_int_equal(wlay_count_for_size(type, 50, &count, &rest), WLAY_OK);
    assert_int_equal(count, 3);
    assert_int_equal(rest, 2);
    wlay_module_free(module);
}

static void test_no_size(void **state)
{
    wlay_module *const module = parse_valid(
        "@group(0) @binding(0) var v: texture_2d<f32>;", NULL);
    const wlay_variable *const v = wlay_find_variable(module, "v", 1);
    uint64_t out = 7;

    (void)state;
    assert_int_equal(wlay_size_for_count(v->type, 0, &out), WLAY_UNKNOWN_SIZE);
    assert_int_equal(wlay_size_for_count(v->type, 1, &out), WLAY_TYPE_MISMATCH);
    assert_int_equal(wlay_count_for_size(v->type, 1, &out, NULL),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(wlay_buffer_size(v, 0, &out), WLAY_TYPE_MISMATCH);
    assert_int_equal(wlay_dynamic_stride(v, 0, NULL, &out),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(out, 7);
    assert_int_equal(wlay_size_for_count(NULL, 0, &out), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_size_for_count(v->type, 0, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_count_for_size(NULL, 0, &out, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_count_for_size(v->type, 0, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_buffer_size(NULL, 0, &out), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_buffer_size(v, 0, NULL), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_dynamic_stride(NULL, 0, NULL, &out),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_dynamic_stride(v, 0, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    wlay_module_free(module);
}

/* ------------------------------------------------------- elements in bytes */

typedef struct count_row {
    const char *name;
    const char *source;
    uint64_t size;
    wlay_result result;
    uint64_t count;
    uint64_t rest;
} count_row;

/* Those of arrays and of lights are the specification's own examples. */
static const count_row counts[] = {
    {"1024", STORAGE "array<f32>;", 1024, WLAY_OK, 256, 0},
    {"1025", STORAGE "array<f32>;", 1025, WLAY_OK, 256, 1},
    {"1026", STORAGE "array<f32>;", 1026, WLAY_OK, 256, 2},
    {"1027", STORAGE "array<f32>;", 1027, WLAY_OK, 256, 3},
    {"1028", STORAGE "array<f32>;", 1028, WLAY_OK, 257, 0},
    {"lights 1024", LIGHTS, 1024, WLAY_OK, 31, 16},
    {"lights 1025", LIGHTS, 1025, WLAY_OK, 31, 17},
    {"lights 1039", LIGHTS, 1039, WLAY_OK, 31, 31},
    {"lights 1040", LIGHTS, 1040, WLAY_OK, 32, 0},
    {"lights 48", LIGHTS, 48, WLAY_OK, 1, 0},
    {"lights 47", LIGHTS, 47, WLAY_OUT_OF_RANGE, 0, 0},
    {"the trap 31", TRAP, 31, WLAY_OUT_OF_RANGE, 0, 0},
    {"the trap 32", TRAP, 32, WLAY_OK, 4, 0},
    {"the trap 36", TRAP, 36, WLAY_OK, 5, 0},
    {"the trap 48", TRAP, 48, WLAY_OK, 8, 0},
    {"an empty buffer", STORAGE "array<f32>;", 0, WLAY_OUT_OF_RANGE, 0, 0},
    {"the largest buffer", STORAGE "array<vec3f>;", MANY, WLAY_OK, MANY / 16,
     15},
    {"no array", UNIFORM "vec4f;", 16, WLAY_TYPE_MISMATCH, 0, 0},
};

static void check_count(void **state)
{
    const count_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    const wlay_type *const type = wlay_find_variable(module, "v", 1)->type;
    uint64_t count = 1;
    uint64_t rest = 1;
    wlay_view view;
    char path[64];

    assert_int_equal(wlay_count_for_size(type, row->size, &count, &rest),
                     row->result);
    if (row->result == WLAY_OK) {
        const char *const member = type->kind != WLAY_TYPE_STRUCT  ? ""
                                   : strstr(row->source, "L {") ? "l"
                                                                : "c";

        assert_int_equal(count, row->count);
        assert_int_equal(rest, row->rest);
        assert_int_equal(wlay_count_for_size(type, row->size, &count, NULL),
                         WLAY_OK);
        /* Paths see the same elements. */
        sprintf(path, "%s[%" PRIu64 "]", member, count - 1);
        assert_int_equal(wlay_follow(type, path, WLAY_STRLEN, row->size, &view,
                                     NULL),
                         WLAY_OK);
        sprintf(path, "%s[%" PRIu64 "]", member, count);
        assert_int_equal(wlay_follow(type, path, WLAY_STRLEN, row->size, &view,
                                     NULL),
                         WLAY_OUT_OF_RANGE);
    }
    wlay_module_free(module);
}

/* A buffer of the size that is said to be needed has the elements; one that is
   smaller by the alignment has not, or is below the minimum. */
static void test_there_and_back(void **state)
{
    static const char *const sources[] = {
        TRAP, LIGHTS, STORAGE "array<vec3f>;", STORAGE "array<u32>;",
        "enable f16;" STORAGE "array<vec2h>;",
        "struct T { a: u32, b: array<vec2u> }" STORAGE "T;"};

    (void)state;
    for (size_t i = 0; i < ROWS(sources); i++) {
        wlay_module *const module = parse_valid(sources[i], NULL);
        const wlay_variable *const v = wlay_find_variable(module, "v", 1);

        for (uint64_t n = 1; n < 200; n++) {
            uint64_t size, found;

            assert_int_equal(wlay_buffer_size(v, n, &size), WLAY_OK);
            assert_int_equal(wlay_count_for_size(v->type, size, &found, NULL),
                             WLAY_OK);
            assert_true(found >= n);
            assert_true(found == n || size == v->min_binding_size ||
                        size % v->type->align == 0);
            if (wlay_count_for_size(v->type, size - v->type->align, &found,
                                    NULL) == WLAY_OK)
                assert_true(found < n);
        }
        wlay_module_free(module);
    }
}

/* ------------------------------------------------------------------ limits */

typedef struct limit_row {
    const char *name;
    const char *source;
    uint64_t count;
    wlay_limits limits;
    wlay_limit limit;
    uint64_t needed;
    uint64_t allowed;
    const char *text;
} limit_row;

static const limit_row limits[] = {
    {"a uniform buffer that fits", UNIFORM "array<vec4f, 4096>;", 0, {0},
     WLAY_LIMIT_UNIFORM_SIZE, 65536, 65536,
     "the uniform buffer 'v' needs 65536 bytes of the 65536 allowed "
     "(maxUniformBufferBindingSize)"},
    {"a uniform buffer", UNIFORM "array<vec4f, 4097>;", 0, {0},
     WLAY_LIMIT_UNIFORM_SIZE, 65552, 65536,
     "the uniform buffer 'v' needs 65552 bytes, more than the 65536 allowed "
     "(maxUniformBufferBindingSize)"},
    {"compatibility mode that fits", UNIFORM "array<vec4f, 1024>;", 0,
     {.compatibility_mode = true}, WLAY_LIMIT_UNIFORM_SIZE, 16384, 16384,
     "the uniform buffer 'v' needs 16384 bytes of the 16384 allowed "
     "(maxUniformBufferBindingSize)"},
    {"compatibility mode", UNIFORM "array<vec4f, 1025>;", 0,
     {.compatibility_mode = true}, WLAY_LIMIT_UNIFORM_SIZE, 16400, 16384,
     "the uniform buffer 'v' needs 16400 bytes, more than the 16384 allowed "
     "(maxUniformBufferBindingSize)"},
    {"compatibility mode, better device", UNIFORM "array<vec4f, 1025>;", 0,
     {.compatibility_mode = true, .max_uniform_buffer_binding_size = 20000},
     WLAY_LIMIT_UNIFORM_SIZE, 16400, 20000,
     "the uniform buffer 'v' needs 16400 bytes of the 20000 allowed "
     "(maxUniformBufferBindingSize)"},
    {"a storage buffer that fits", STORAGE "array<vec4f>;", 8388608, {0},
     WLAY_LIMIT_STORAGE_SIZE, 134217728, 134217728,
     "the storage buffer 'v' needs 134217728 bytes of the 134217728 allowed "
     "(maxStorageBufferBindingSize)"},
    {"a storage buffer", STORAGE "array<vec4f>;", 8388609, {0},
     WLAY_LIMIT_STORAGE_SIZE, 134217744, 134217728,
     "the storage buffer 'v' needs 134217744 bytes, more than the 134217728 "
     "allowed (maxStorageBufferBindingSize)"},
    {"a buffer", STORAGE "array<vec4f>;", 33554432,
     {.max_storage_buffer_binding_size = UINT64_MAX}, WLAY_LIMIT_BUFFER_SIZE,
     536870912, 268435456,
     "the buffer 'v' needs 536870912 bytes, more than the 268435456 allowed "
     "(maxBufferSize)"},
    {"storage, better device", STORAGE "array<vec4f>;", 33554432,
     {.max_storage_buffer_binding_size = UINT64_MAX,
      .max_buffer_size = UINT64_MAX},
     WLAY_LIMIT_STORAGE_SIZE, 536870912, UINT64_MAX,
     "the storage buffer 'v' needs 536870912 bytes of the "
     "18446744073709551615 allowed (maxStorageBufferBindingSize)"},
    {"workgroup that fits", "var<workgroup> v: array<f32, 4093>;", 0, {0},
     WLAY_LIMIT_WORKGROUP_SIZE, 16384, 16384,
     "the workgroup variable 'v' needs 16384 bytes of the 16384 allowed "
     "(maxComputeWorkgroupStorageSize)"},
    {"workgroup", "var<workgroup> v: array<f32, 4097>;", 0, {0},
     WLAY_LIMIT_WORKGROUP_SIZE, 16400, 16384,
     "the workgroup variable 'v' needs 16400 bytes, more than the 16384 "
     "allowed (maxComputeWorkgroupStorageSize)"},
    {"workgroup, an override",
     "override n: u32; var<workgroup> v: array<f32, n>;", 5000, {0},
     WLAY_LIMIT_WORKGROUP_SIZE, 20000, 16384,
     "the workgroup variable 'v' needs 20000 bytes, more than the 16384 "
     "allowed (maxComputeWorkgroupStorageSize)"},
    {"private", "var<private> v: array<f32, 2049>;", 0, {0},
     WLAY_LIMIT_PRIVATE_SIZE, 8196, 8192,
     "the private variable 'v' needs 8196 bytes, more than the 8192 allowed "
     "(the private variables of a shader)"},
    {"immediate", "requires immediate_address_space;"
     "struct T { a: mat4x4f, b: u32 } var<immediate> v: T;", 0, {0},
     WLAY_LIMIT_IMMEDIATE_SIZE, 80, 64,
     "the immediate data 'v' needs 80 bytes, more than the 64 allowed "
     "(maxImmediateSize)"},
    {"immediate, better device", "requires immediate_address_space;"
     "struct T { a: mat4x4f, b: u32 } var<immediate> v: T;", 0,
     {.max_immediate_size = 128}, WLAY_LIMIT_IMMEDIATE_SIZE, 80, 128,
     "the immediate data 'v' needs 80 bytes of the 128 allowed "
     "(maxImmediateSize)"},
    {"a bind group", "@group(4) @binding(0) var<uniform> v: vec4f;", 0, {0},
     WLAY_LIMIT_BIND_GROUPS, 5, 4,
     "'v' needs 5 bind groups, more than the 4 allowed (maxBindGroups)"},
    {"a binding", "@group(3) @binding(1000) var v: sampler;", 0, {0},
     WLAY_LIMIT_BINDINGS, 1001, 1000,
     "'v' needs 1001 bindings in its bind group, more than the 1000 allowed "
     "(maxBindingsPerBindGroup)"},
    {"a texture", "@group(3) @binding(999) var v: texture_2d<f32>;", 0, {0},
     WLAY_LIMIT_BINDINGS, 1000, 1000,
     "'v' needs 1000 bindings in its bind group of the 1000 allowed "
     "(maxBindingsPerBindGroup)"},
};

static void check_text(const wlay_verdict *verdict, const char *expected)
{
    const size_t length = strlen(expected);
    char buffer[256];

    for (size_t capacity = 0; capacity < length + 3; capacity++) {
        memset(buffer, '#', sizeof buffer);
        assert_int_equal(wlay_verdict_text(verdict, buffer, capacity), length);
        assert_int_equal(buffer[capacity], '#');
        if (capacity > length) {
            assert_string_equal(buffer, expected);
        } else if (capacity > 0) {
            assert_int_equal(buffer[capacity - 1], '\0');
            assert_memory_equal(buffer, expected, capacity - 1);
        }
    }
}

static void check_limit(void **state)
{
    const limit_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    const wlay_variable *const v = wlay_find_variable(module, "v", 1);
    wlay_verdict verdict;

    assert_int_equal(wlay_check_limits(v, row->count, &row->limits, &verdict),
                     WLAY_OK);
    assert_ptr_equal(verdict.variable, v);
    assert_int_equal(verdict.limit, row->limit);
    assert_int_equal(verdict.needed, row->needed);
    assert_int_equal(verdict.allowed, row->allowed);
    assert_int_equal(verdict.fits, row->needed <= row->allowed);
    check_text(&verdict, row->text);
    assert_non_null(strstr(row->text, wlay_limit_name(row->limit)));

    /* Of the whole module the same is said. */
    if (row->count == 0) {
        wlay_verdict again[2];
        const size_t count =
            wlay_check_module_limits(module, &row->limits, again, 2);

        assert_int_equal(count, !verdict.fits);
        if (count > 0)
            assert_memory_equal(&again[0].needed, &verdict.needed,
                                sizeof verdict.needed);
    }
    wlay_module_free(module);
}

static void test_module_limits(void **state)
{
    wlay_module *const module = parse_valid(
        "override n: u32; var<workgroup> u: array<f32, n>;"
        "var<private> a: array<f32, 3000>; var<private> b: f32;"
        "var<workgroup> c: array<f32, 5000>; var<private> d: array<f32, 4000>;",
        NULL);
    wlay_verdict verdicts[3];

    (void)state;
    assert_int_equal(wlay_check_module_limits(module, NULL, NULL, 0), 3);
    memset(verdicts, 0, sizeof verdicts);
    assert_int_equal(wlay_check_module_limits(module, NULL, verdicts, 2), 3);
    assert_string_equal(verdicts[0].variable->name.data, "a");
    assert_string_equal(verdicts[1].variable->name.data, "c");
    assert_null(verdicts[2].variable);
    assert_int_equal(wlay_check_module_limits(module, NULL, verdicts, 3), 3);
    assert_string_equal(verdicts[2].variable->name.data, "d");
    wlay_module_free(module);
}

static void test_limit_errors(void **state)
{
    wlay_module *const module = parse_valid(
        "override n: u32; var<workgroup> u: array<f32, n>;"
        "@group(0) @binding(0) var t: sampler;"
        "@group(0) @binding(1) var<storage> s: array<f32>;", NULL);
    const wlay_variable *const u = wlay_find_variable(module, "u", 1);
    const wlay_variable *const t = wlay_find_variable(module, "t", 1);
    const wlay_variable *const s = wlay_find_variable(module, "s", 1);
    wlay_verdict verdict;

    (void)state;
    assert_int_equal(wlay_check_limits(u, 0, NULL, &verdict),
                     WLAY_UNKNOWN_SIZE);
    assert_int_equal(wlay_check_limits(u, UINT64_MAX / 4, NULL, &verdict),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_check_limits(t, 1, NULL, &verdict),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(wlay_check_limits(s, UINT64_MAX / 2, NULL, &verdict),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_check_limits(NULL, 0, NULL, &verdict),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_limits(s, 0, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_limits(s, 0, NULL, &verdict), WLAY_OK);
    verdict.limit = WLAY_LIMIT_NONE;
    check_text(&verdict, "'s' is under no limit");
    assert_string_equal(wlay_limit_name(WLAY_LIMIT_NONE), "");
    assert_string_equal(wlay_limit_name(WLAY_LIMIT_FORCE_32), "");
    for (int i = WLAY_LIMIT_VERTEX_STRIDE + 1; i < 600; i++)
        assert_string_equal(wlay_limit_name((wlay_limit)i), "");
    assert_string_equal(wlay_gap_name(WLAY_GAP_FORCE_32), "");
    wlay_module_free(module);
}

/* --------------------------------------------------------- dynamic offsets */

typedef struct stride_row {
    const char *name;
    const char *source;
    uint64_t count;
    wlay_limits limits;
    wlay_result result;
    uint64_t stride;
} stride_row;

static const stride_row strides[] = {
    {"uniform", UNIFORM "mat4x4f;", 0, {0}, WLAY_OK, 256},
    {"uniform, 256", UNIFORM "array<mat4x4f, 4>;", 0, {0}, WLAY_OK, 256},
    {"uniform, 260", "struct T { a: array<mat4x4f, 4>, b: u32 }" UNIFORM "T;",
     0, {0}, WLAY_OK, 512},
    {"uniform, better device", UNIFORM "mat4x4f;", 0,
     {.min_uniform_buffer_offset_alignment = 64,
      .min_storage_buffer_offset_alignment = 32},
     WLAY_OK, 64},
    {"storage", TRAP, 0, {0}, WLAY_OK, 256},
    {"storage, better device", TRAP, 5,
     {.min_uniform_buffer_offset_alignment = 64,
      .min_storage_buffer_offset_alignment = 32},
     WLAY_OK, 64},
    {"no power of two", TRAP, 5, {.min_storage_buffer_offset_alignment = 48},
     WLAY_INVALID_ARGUMENT, 0},
    {"not the other's", TRAP, 5, {.min_uniform_buffer_offset_alignment = 48},
     WLAY_OK, 256},
    {"too large", TRAP, UINT64_MAX / 4 - 7, {0}, WLAY_OUT_OF_RANGE, 0},
    {"private", "var<private> v: vec4f;", 0, {0}, WLAY_TYPE_MISMATCH, 0},
};

static void check_stride(void **state)
{
    const stride_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    uint64_t stride = 0;

    assert_int_equal(wlay_dynamic_stride(wlay_find_variable(module, "v", 1),
                                         row->count, &row->limits, &stride),
                     row->result);
    assert_int_equal(stride, row->stride);
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unit_overflow),
        cmocka_unit_test(test_overrides),
        cmocka_unit_test(test_no_size),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_module_limits),
        cmocka_unit_test(test_limit_errors),
    };

    return RUN_TABLE(sizes, check_size) + RUN_TABLE(counts, check_count) +
           RUN_TABLE(limits, check_limit) + RUN_TABLE(strides, check_stride) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
