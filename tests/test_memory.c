/* SPDX-License-Identifier: MIT */
/* Allocators, out of memory, arguments, and several sources in one module. */
#include "table.h"

static const char everything[] =
    "enable f16; requires pointer_composite_access;\n"
    "diagnostic(off, derivative_uniformity);\n"
    "const N = 4; const V = vec3(1, 2, 3); const M = mat2x2f(1, 2, 3, 4);\n"
    "const A = array(1, 2, 3)[1] + V.zyx.x; override O = 16;\n"
    "@id(3) override P: f32;\n"
    "alias Color = vec4<f32>; alias Colors = array<Color, N * 2>;\n"
    "struct Light { @align(16) position: vec3f, @size(8) kind: u32, c: Color }\n"
    "struct Lights { n: u32, items: array<Light>, }\n"
    "@group(0) @binding(0) var<storage, read_write> lights: Lights;\n"
    "@group(0) @binding(1) var<uniform> u: array<f32, 3>;\n"
    "@group(0) @binding(2) var t: texture_storage_2d<rgba8unorm, write>;\n"
    "var<workgroup> w: array<atomic<u32>, O>;\n"
    "var<private> p = max(f32(N), 2.5);\n"
    "const_assert countOneBits(7) == 3;\n"
    "@compute @workgroup_size(64) fn f(@builtin(local_invocation_index) i: u32)"
    "{ if (i < 3u) { } }\n"
    "struct Bad { a: Missing, b c, @size(1) d: f32 } alias X = Y; alias Y = X;\n"
    "alias Z = array<f32, 1 / 0>;\n";

/* An allocator that counts, and that fails from, or only at, call `fail_at`. */
typedef struct meter {
    size_t calls;
    size_t held; /* bytes */
    size_t fail_at;
    bool once;
    bool failed;
} meter;

static void *meter_alloc(void *user_data, size_t size)
{
    meter *const m = user_data;
    const size_t call = m->calls++;

    if (m->once ? call == m->fail_at : call >= m->fail_at) {
        m->failed = true;
        return NULL;
    }
    m->held += size;
    return malloc(size);
}

static void meter_release(void *user_data, void *memory, size_t size)
{
    meter *const m = user_data;

    assert_true(m->held >= size);
    m->held -= size;
    free(memory);
}

static wlay_options metered(meter *m)
{
    return (wlay_options){.allocator = {meter_alloc, meter_release, m}};
}

/* Fails each allocation in turn, until a parse comes through untouched. */
static void fail_each(bool once)
{
    bool failed = true;

    for (size_t at = 0; failed; at++) {
        meter m = {0, 0, at, once, false};
        const wlay_options options = metered(&m);
        wlay_module *module = NULL;
        const wlay_result result =
            wlay_parse(everything, sizeof everything - 1, &options, &module);

        failed = m.failed;
        assert_int_equal(result,
                         failed ? WLAY_OUT_OF_MEMORY : WLAY_INVALID_WGSL);
        assert_int_equal(module == NULL, failed);
        wlay_module_free(module);
        assert_int_equal(m.held, 0);
    }
}

static void test_out_of_memory_once(void **state)
{
    (void)state;
    fail_each(true);
}

static void test_out_of_memory_for_good(void **state)
{
    (void)state;
    fail_each(false);
}

static void test_allocator_halves(void **state)
{
    meter m = {0, 0, SIZE_MAX, false, false};
    wlay_options options = metered(&m);
    wlay_module *module = (wlay_module *)&m;

    (void)state;
    options.allocator.release = NULL;
    assert_int_equal(wlay_parse("", 0, &options, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_null(module);
    options = metered(&m);
    options.allocator.alloc = NULL;
    assert_int_equal(wlay_parse("", 0, &options, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(m.calls, 0);
}

static void test_arguments(void **state)
{
    wlay_module *module = NULL;
    wlay_options options = {.features = 1u << 30};

    (void)state;
    assert_int_equal(wlay_parse("", 0, NULL, NULL), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_parse(NULL, WLAY_STRLEN, NULL, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_parse(NULL, 3, NULL, &module), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_parse("", 0, &options, &module),
                     WLAY_INVALID_ARGUMENT);
    options = (wlay_options){.override_count = 1};
    assert_int_equal(wlay_parse("", 0, &options, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_parse_sources(NULL, 1, NULL, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_null(module);
    assert_int_equal(wlay_parse(NULL, 0, NULL, &module), WLAY_OK);
    assert_non_null(module);
    wlay_module_free(module);
    wlay_module_free(NULL);
}

static void test_empty_module(void **state)
{
    wlay_module *const module = parse_valid("", NULL);
    size_t count = 1;

    (void)state;
    assert_null(wlay_structs(module, &count));
    assert_int_equal(count, 0);
    assert_null(wlay_variables(module, &count));
    assert_null(wlay_overrides(module, &count));
    assert_null(wlay_aliases(module, &count));
    assert_null(wlay_diagnostics(module, &count));
    assert_null(wlay_find_struct(module, "S", WLAY_STRLEN));
    assert_null(wlay_find_variable(module, "", 0));
    assert_null(wlay_find_binding(module, 0, 0));
    wlay_module_free(module);
}

static void test_look_ups_are_of_one_kind(void **state)
{
    wlay_module *const module = parse_valid(
        "struct S { s: f32 } alias A = S; const c = 1; "
        "@group(1) @binding(2) var<uniform> v: S;", NULL);

    (void)state;
    assert_non_null(wlay_find_struct(module, "S", 1));
    assert_null(wlay_find_struct(module, "S\0", 2));
    assert_null(wlay_find_struct(module, "s", 1));
    assert_null(wlay_find_struct(module, "A", 1));
    assert_null(wlay_find_struct(module, "v", 1));
    assert_null(wlay_find_variable(module, "S", 1));
    assert_null(wlay_find_variable(module, "c", 1));
    assert_non_null(wlay_find_variable(module, "v", 1));
    assert_non_null(wlay_find_binding(module, 1, 2));
    assert_null(wlay_find_binding(module, 2, 1));
    wlay_module_free(module);
}

static void test_several_sources(void **state)
{
    const wlay_source sources[] = {
        {{"common.wgsl", WLAY_STRLEN}, {"alias V = vec3f;\n", WLAY_STRLEN}},
        {{"pass.wgsl", WLAY_STRLEN},
         {"struct S { a: V,\n  b: W }", WLAY_STRLEN}},
    };
    wlay_module *module = NULL;
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    assert_int_equal(wlay_parse_sources(sources, 2, NULL, &module),
                     WLAY_INVALID_WGSL);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].code.data, "unresolved-name");
    assert_string_equal(d[0].place.source_name.data, "pass.wgsl");
    assert_int_equal(d[0].place.span.source, 1);
    assert_int_equal(d[0].place.line, 2);
    assert_int_equal(d[0].place.column, 6);
    wlay_module_free(module);
}

static void test_declarations_end_with_their_source(void **state)
{
    const wlay_source sources[] = {
        {{"", 0}, {"struct S { a: f32 // }", WLAY_STRLEN}},
        {{"", 0}, {"}", 1}},
    };
    wlay_module *module = NULL;
    size_t count;

    (void)state;
    assert_int_equal(wlay_parse_sources(sources, 2, NULL, &module),
                     WLAY_INVALID_WGSL);
    wlay_diagnostics(module, &count);
    assert_int_equal(count, 2);
    wlay_module_free(module);
}

static void test_diagnostics_are_bounded(void **state)
{
    enum { LINES = 40, MAX = 10 };
    char text[LINES * 20 + 1] = "";
    const wlay_options options = {.max_diagnostics = MAX};
    wlay_module *module;
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    for (int i = 0; i < LINES; i++)
        sprintf(text + strlen(text), "alias A%d = B C;\n", i);
    module = parse_copy(text, strlen(text), &options);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, MAX + 1);
    for (size_t i = 0; i < MAX; i++)
        assert_string_equal(d[i].code.data, "syntax");
    assert_string_equal(d[MAX].code.data, "too-many-errors");
    wlay_module_free(module);
}

/* [Blankspace and Line Breaks]: eight line breaks, CRLF one of them. */
static void test_lines(void **state)
{
    static const char text[] = "a\nb\vc\fd\re\r\nf\xC2\x85g\xE2\x80\xA8h"
                               "\xE2\x80\xA9i";
    uint32_t line;
    uint32_t column;

    (void)state;
    for (size_t i = 0; i < sizeof text - 1; i++) {
        if (text[i] < 'a' || text[i] > 'i')
            continue;
        wlay_locate(text, sizeof text - 1, i, &line, &column);
        assert_int_equal(line, text[i] - 'a' + 1);
        assert_int_equal(column, 1);
    }
    wlay_locate(text, WLAY_STRLEN, SIZE_MAX, &line, &column);
    assert_int_equal(line, 9);
    assert_int_equal(column, 2);
}

/* A diagnostic's line is the one that wlay_locate finds, wherever it is. */
static void test_lines_of_diagnostics(void **state)
{
    enum { COUNT = 700 };
    static const char *const breaks[] = {"\n", "\r\n", "\r", "\v",
                                         "\xE2\x80\xA8", "\n\n\n"};
    char *const text = calloc(COUNT, 64);
    wlay_module *module;
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < COUNT; i++) {
        sprintf(text + strlen(text), "alias A%d = B%.*s;%s", i, i % 23,
                "bcdefghijklmnopqrstuvwxyz", breaks[i % 6]);
    }
    module = parse_copy(text, strlen(text), NULL);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, COUNT);
    for (size_t i = 0; i < count; i++) {
        uint32_t line;
        uint32_t column;

        wlay_locate(text, WLAY_STRLEN, d[i].place.span.offset, &line, &column);
        assert_int_equal(d[i].place.line, line);
        assert_int_equal(d[i].place.column, column);
    }
    wlay_module_free(module);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_out_of_memory_once),
        cmocka_unit_test(test_out_of_memory_for_good),
        cmocka_unit_test(test_allocator_halves),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_empty_module),
        cmocka_unit_test(test_look_ups_are_of_one_kind),
        cmocka_unit_test(test_several_sources),
        cmocka_unit_test(test_declarations_end_with_their_source),
        cmocka_unit_test(test_diagnostics_are_bounded),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lines_of_diagnostics),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
