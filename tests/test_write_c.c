/* SPDX-License-Identifier: MIT */
/* Names for C, and what a plan does when memory runs out. */
#include "table.h"

#include "../src/write_c.h"
#include "../src/write_c_name.h"

/* -------------------------------------------------------------- identifiers */

typedef struct name_row {
    const char *name; /* in WGSL */
    const char *c;
} name_row;

static const name_row names[] = {
    {"light", "light"},
    {"Light2", "Light2"},
    {"x_", "x_"},
    {"_x", "wgsl_x"},
    {"_X", "wgsl_X"},
    {"a__b", "a_u005Fb"},
    {"a___b", "a_u005F_b"},
    {"a____b", "a_u005F_u005Fb"},
    {"a_u005Fb", "a_u005Fb"},
    {"int", "int_"},
    {"double", "double_"},
    {"class", "class_"},
    {"static_assert", "static_assert_"},
    {"co_await", "co_await_"},
    {"typeof", "typeof_"},
    {"offsetof", "offsetof_"},
    {"linux", "linux_"},
    {"int32_t", "int32_t_"},
    {"uint_fast8_t", "uint_fast8_t_"},
    {"INT8_MAX", "INT8_MAX_"},
    {"UINT64_C", "UINT64_C_"},
    {"interval", "interval"},
    {"INTENSITY", "INTENSITY"},
    {"INT", "INT"},
    {"UINTPTR_MAX", "UINTPTR_MAX_"},
    {"INT_FAST8_MIN", "INT_FAST8_MIN_"},
    {"SIZE_MAX", "SIZE_MAX_"},
    {"point_t", "point_t"},
    {"gr\xC3\xB6\xC3\x9F" "e", "gru00F6u00DFe"},
    {"\xCE\x94t", "u0394t"},
    {"\xE6\x95\xB0", "u6570"},
    {"\xF0\x9D\x94\x98", "u1D518"},
    {"a b.c", "a_b_c"},
    {"1st.wgsl", "u0031st_wgsl"},
    {"<stdin>.h", "stdin_h"},
    {"---", "wgsl"},
};

static void check_name(void **state)
{
    const name_row *const row = *state;
    wlay_arena arena;
    wlay_string c;

    wlay_arena_init(&arena, NULL, 256);
    c = wlay_c_identifier(&arena, wlay_text(row->name));
    assert_string_equal(c.data, row->c);
    assert_int_equal(strlen(c.data), c.length);
    assert_true(wlay_c_is_identifier(c));
    wlay_arena_free(&arena);
}

static void test_claims(void **state)
{
    static char value;
    wlay_arena arena;
    wlay_c_names kept = {&arena, NULL, 0, 0};
    char text[32];

    (void)state;
    wlay_arena_init(&arena, NULL, 256);
    for (int i = 0; i < 100; i++) {
        snprintf(text, sizeof text, i == 0 ? "a" : "a_%d", i + 1);
        assert_string_equal(
            wlay_c_claim(&kept, wlay_text("a"), &value).data, text);
    }
    assert_string_equal(wlay_c_claim(&kept, wlay_text("b_"), &value).data,
                        "b_");
    assert_string_equal(wlay_c_claim(&kept, wlay_text("b_"), &value).data,
                        "b_2");
    assert_ptr_equal(wlay_c_find(&kept, wlay_text("a_50")), &value);
    assert_null(wlay_c_find(&kept, wlay_text("c")));
    assert_false(wlay_c_is_identifier(wlay_text("")));
    assert_false(wlay_c_is_identifier(wlay_text("1a")));
    assert_false(wlay_c_is_identifier(wlay_text("a-b")));
    wlay_arena_free(&arena);
}

/* ------------------------------------------------------------ out of memory */

typedef struct limited {
    size_t left;
    size_t held;
} limited;

static void *limited_alloc(void *user_data, size_t size)
{
    limited *const l = user_data;

    if (l->left == 0)
        return NULL;
    l->left--;
    l->held++;
    return malloc(size);
}

static void limited_release(void *user_data, void *memory, size_t size)
{
    limited *const l = user_data;

    (void)size;
    l->held--;
    free(memory);
}

static bool swallow(void *user_data, const char *data, size_t length)
{
    size_t *const total = user_data;

    (void)data;
    *total += length;
    return true;
}

/* Small chunks, so that many allocations are made. */
static bool try_all(const wlay_c_source *sources, const wlay_c_options *options,
                    size_t allocations, size_t *total)
{
    limited l = {allocations, 0};
    const wlay_allocator allocator = {limited_alloc, limited_release, &l};
    const wlay_sink sink = {swallow, total};
    wlay_arena arena;
    wlay_c_plan *plan;
    bool done;
    size_t count;

    wlay_arena_init(&arena, &allocator, 64);
    plan = wlay_c_make_plan(&arena, sources, 2, options);
    if (plan != NULL) {
        wlay_c_errors(plan, &count);
        assert_int_equal(count, 0);
    }
    done = plan != NULL && wlay_write_c(plan, &sink);
    wlay_arena_free(&arena);
    assert_int_equal(l.held, 0);
    return done;
}

static void test_out_of_memory(void **state)
{
    static const char text[] =
        "struct Light { position: vec3f, double: f32, pts: array<vec3f, 4> }\n"
        "struct Lights { count: u32, items: array<Light> }\n"
        "struct Lone { items: array<vec3f> } struct B { b: bool }\n"
        "@group(0) @binding(1) var<storage> lights: Lights;\n";
    static const wlay_c_map types[] = {
        {{"vec3<f32>", 9}, {"vec3", 4}, 0, 0}};
    static const wlay_c_pair renames[] = {{{"count", 5}, {"n", 1}}};
    wlay_module *const a = parse_valid(text, NULL);
    wlay_module *const b = parse_valid(text, NULL);
    const wlay_c_source sources[] = {{a, {"a", 1}}, {b, {"b", 1}}};
    wlay_c_options options = {.prefix = {"", 0},
                              .guard = {"a.h", 3},
                              .command = {"", 0},
                              .rename_count = 1,
                              .renames = renames,
                              .type_count = 1,
                              .types = types};

    (void)state;
    for (int asserts = 0; asserts < 2; asserts++) {
        bool done = false;
        size_t all = 0;
        size_t again = 0;

        options.asserts_only = asserts == 1;
        for (size_t n = 0; !done; n++) {
            all = 0;
            assert_true(n < 10000);
            done = try_all(sources, &options, n, &all);
        }
        assert_true(try_all(sources, &options, SIZE_MAX, &again));
        assert_int_equal(all, again);
    }
    wlay_module_free(a);
    wlay_module_free(b);
}

static bool refuse(void *user_data, const char *data, size_t length)
{
    (void)user_data;
    (void)data;
    (void)length;
    return false;
}

static void test_sink_fails(void **state)
{
    wlay_module *const module = parse_valid("struct S { a: f32 }", NULL);
    const wlay_c_source source = {module, {"a", 1}};
    const wlay_c_options options = {.guard = {"", 0}};
    const wlay_sink sink = {refuse, NULL};
    wlay_arena arena;
    wlay_c_plan *plan;

    (void)state;
    wlay_arena_init(&arena, NULL, 256);
    plan = wlay_c_make_plan(&arena, &source, 1, &options);
    assert_non_null(plan);
    assert_false(wlay_write_c(plan, &sink));
    wlay_arena_free(&arena);
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_sink_fails),
    };

    return RUN_TABLE(names, check_name) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
