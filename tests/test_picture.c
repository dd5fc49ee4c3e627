/* SPDX-License-Identifier: MIT */
/* Pictures of memory: the map for a terminal, and the SVG document. */
#include "table.h"

#include "../src/write.h"

/* ------------------------------------------------------------------- a sink */

typedef struct memory {
    size_t calls_left;
    bool refused;
    bool called_more;
    size_t length;
    char text[1 << 20];
} memory;

static bool write_memory(void *user_data, const char *data, size_t length)
{
    memory *const m = user_data;

    if (m->refused)
        m->called_more = true;
    if (m->calls_left == 0) {
        m->refused = true;
        return false;
    }
    m->calls_left--;
    assert_true(length > 0 && length < sizeof m->text - m->length);
    memcpy(m->text + m->length, data, length);
    m->length += length;
    m->text[m->length] = '\0';
    return true;
}

typedef bool write_function(const wlay_module *module,
                            const wlay_write_options *options,
                            const wlay_sink *sink);

static memory *draw(write_function *function, const char *source,
                    const wlay_write_options *options)
{
    wlay_module *const module = parse_valid(source, NULL);
    memory *const m = calloc(1, sizeof *m);
    const wlay_sink sink = {write_memory, m};

    assert_non_null(m);
    m->calls_left = SIZE_MAX;
    assert_true(function(module, options, &sink));
    wlay_module_free(module);
    return m;
}

/* -------------------------------------------------------------------- maps */

typedef struct map_row {
    const char *name;
    const char *source;
    const char *only;
    bool open;
    const char *map;
} map_row;

#define RULER "         0               4               8               12\n"

static const map_row maps[] = {
    {"padding before members and at the end",
     "struct Light { a: f32, b: vec4f, c: vec3f, d: f32, e: vec2f }", NULL,
     false,
     "Light: 64 bytes, 44 of data, 20 of padding, aligned to 16\n" RULER
     "      0 | a: f32        |//////////////////////////////////////////"
     "/////|\n"
     "     16 | b: vec4<f32>                                            "
     "      |\n"
     "     32 | c: vec3<f32>                                  | d: f32  "
     "      |\n"
     "     48 | e: vec2<f32>                  |/////////////////////////"
     "//////|\n"},
    {"two structs, halves, and what is not host-shareable",
     "enable f16; struct A { x: f16, y: bool } struct B { x: u32 }", NULL,
     false,
     "A: 8 bytes, 6 of data, 2 of padding, aligned to 4\n" RULER
     "      0 | x: f16|///////| y: bool       |\n"
     "\n"
     "B: 4 bytes, 4 of data, 0 of padding, aligned to 4\n" RULER
     "      0 | x: u32        |\n"},
    {"columns, elements and rows that are left out",
     "struct S { m: mat3x3f, v: array<vec3f, 6>, w: array<f32, 64> }", "S",
     false,
     "S: 400 bytes, 364 of data, 36 of padding, aligned to 16\n" RULER
     "      0 | m[0]: vec3<f32>                               |/////////////"
     "//|\n"
     "     16 | m[1]: vec3<f32>                               |/////////////"
     "//|\n"
     "     32 | m[2]: vec3<f32>                               |/////////////"
     "//|\n"
     "     48 | v[0]: vec3<f32>                               |/////////////"
     "//|\n"
     "     64 | v[1]: vec3<f32>                               |/////////////"
     "//|\n"
     "       : 3 more rows of v[2..4]\n"
     "    128 | v[5]: vec3<f32>                               |/////////////"
     "//|\n"
     "    144 | w: array<f32, 64>                                           "
     "  |\n"
     "       : 14 more rows of w\n"
     "    384 |                                                             "
     "  |\n"},
    {"a struct that is closed, and one that ends at run time",
     "struct I { a: f32, b: vec2f } struct S { i: I, n: u32, t: array<I> }",
     "S", false,
     "S: 40 bytes with one element at the end, 28 of data, 12 of padding, "
     "aligned to 8\n" RULER
     "      0 | i: I                                                        "
     "  |\n"
     "     16 | n: u32        |///////////////| t: array<I>                 "
     "  |\n"
     "     32 |                               |\n"
     "       : t goes on at run time\n"},
    {"the same, opened",
     "struct I { a: f32, b: vec2f } struct S { i: I, n: u32, t: array<I> }",
     "S", true,
     "S: 40 bytes with one element at the end, 28 of data, 12 of padding, "
     "aligned to 8\n" RULER
     "      0 | i.a: f32      |///////////////| i.b: vec2<f32>              "
     "  |\n"
     "     16 | n: u32        |///////////////| t[0].a: f32   |/////////////"
     "//|\n"
     "     32 | t[0].b: vec2<f32>             |\n"
     "       : t goes on at run time\n"},
    {"a path that is too long for its cell",
     "struct I { first: u32, second: u32 } "
     "struct S { something: I, v: vec2f }", "S", true,
     "S: 16 bytes, 16 of data, 0 of padding, aligned to 8\n" RULER
     "      0 | .first: u32   | .second: u32  | v: vec2<f32>                "
     "  |\n"},
    {"arrays in arrays: the first stands for all",
     "struct S { a: array<array<vec3f, 2>, 2> }", "S", false,
     "S: 64 bytes, 48 of data, 16 of padding, aligned to 16\n" RULER
     "      0 | a[0][0]: vec3<f32>                            |/////////////"
     "//|\n"
     "     16 | a[0][1]: vec3<f32>                                          "
     "  |\n"
     "     32 | a[1][0]: vec3<f32>                            |/////////////"
     "//|\n"
     "     48 | a[1][1]: vec3<f32>                                          "
     "  |\n"},
    {"@size", "struct S { @size(20) a: f32, b: u32 }", NULL, false,
     "S: 24 bytes, 8 of data, 16 of padding, aligned to 4\n" RULER
     "      0 | a: f32        |//////////////////////////////////////////"
     "/////|\n"
     "     16 |///////////////| b: u32        |\n"},
};

static void check_map(void **state)
{
    const map_row *const row = *state;
    const wlay_string only = {
        row->only, row->only != NULL ? strlen(row->only) : 0};
    const wlay_write_options options = {
        .struct_count = row->only != NULL ? 1 : 0,
        .structs = &only,
        .open = row->open};
    memory *const m = draw(wlay_write_map, row->source, &options);

    assert_string_equal(m->text, row->map);
    free(m);
}

/* --------------------------------------------------------------------- SVG */

static const char everything[] =
    "enable f16; struct Inner { a: f32, b: vec3f, c: array<vec3f, 9> }"
    "struct gr\xC3\xB6\xC3\x9F""e { i: Inner, m: mat4x3h, w: array<f32, 99>, "
    "a_member_with_quite_a_long_name: f16, @size(24) x: f32 }"
    "struct Tail { n: u32, t: array<Inner> }";

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == ':' || (c >= '0' && c <= '9');
}

/* Behind an `&`. */
static const char *skip_entity(const char *at)
{
    static const char *const entities[] = {"amp;", "lt;", "gt;", "quot;"};

    for (size_t i = 0; i < ROWS(entities); i++)
        if (strncmp(at, entities[i], strlen(entities[i])) == 0)
            return at + strlen(entities[i]);
    fail_msg("no entity: &%.10s", at);
    return at;
}

/* Up to the `>`: attributes have values in quotes. */
static const char *skip_attributes(const char *at)
{
    while (*at != '>' && *at != '/') {
        assert_true(*at++ == ' ');
        while (is_name(*at))
            at++;
        assert_true(*at++ == '=');
        assert_true(*at++ == '"');
        while (*at != '"') {
            assert_true(*at != '<' && *at != '\0');
            at = *at == '&' ? skip_entity(at + 1) : at + 1;
        }
        at++;
    }
    return at;
}

/* Elements close in the order of their opening; text has no stray marks. */
static void check_xml(const char *at)
{
    char open[64][16];
    size_t depth = 0;

    do {
        const char *start;
        size_t length;

        if (*at != '<') {
            assert_true(*at != '>' || depth > 0);
            at = *at == '&' ? skip_entity(at + 1) : at + 1;
            continue;
        }
        start = at[1] == '/' ? at + 2 : at + 1;
        for (length = 0; is_name(start[length]);)
            length++;
        assert_true(length > 0 && length < sizeof open[0]);
        if (at[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strncmp(open[depth], start, length), 0);
            assert_true(open[depth][length] == '\0');
            at = start + length;
        } else {
            assert_true(depth < ROWS(open));
            memcpy(open[depth], start, length);
            open[depth][length] = '\0';
            at = skip_attributes(start + length);
            depth += *at == '/' ? 0 : 1;
            at += *at == '/' ? 1 : 0;
        }
        assert_true(*at++ == '>');
    } while (depth > 0);
    assert_string_equal(at, "\n");
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;

    for (; (text = strstr(text, part)) != NULL; text++)
        count++;
    return count;
}

static void test_svg(void **state)
{
    const wlay_write_options plain = {.source_name = {"a<b>&\".wgsl", 11}};
    const wlay_write_options open = {.open = true};
    memory *m = draw(wlay_write_svg, everything, &plain);

    (void)state;
    check_xml(m->text);
    assert_non_null(strstr(m->text, "of a&lt;b&gt;&amp;&quot;.wgsl</title>"));
    assert_non_null(strstr(m->text, "gr\xC3\xB6\xC3\x9F""e</text>"));
    assert_non_null(strstr(m->text, "array&lt;f32, 99&gt;"));
    assert_non_null(strstr(m->text, "prefers-color-scheme: dark"));
    assert_non_null(strstr(m->text, "\xE2\x80\xA6</text>")); /* a cut name */
    /* Nothing comes from elsewhere. */
    assert_int_equal(count_of(m->text, "http"), 1);
    assert_int_equal(count_of(m->text, "url("), 1);
    assert_int_equal(count_of(m->text, "url(#wlay-hatch)"), 1);
    assert_null(strstr(m->text, "href"));
    assert_null(strstr(m->text, "@import"));
    free(m);
    m = draw(wlay_write_svg, everything, &open);
    check_xml(m->text);
    assert_non_null(strstr(m->text, "<title>i.c[1]: vec3&lt;f32&gt;; offset "
                                    "48, size 12</title>"));
    free(m);
    m = draw(wlay_write_svg, "", NULL);
    check_xml(m->text);
    free(m);
}

/* The boxes of a struct without rows that are left out are all its bytes. */
static void test_svg_boxes(void **state)
{
    memory *const m = draw(
        wlay_write_svg,
        "struct S { a: f32, b: mat3x3f, c: array<vec3f, 3>, @size(40) d: u32 }",
        NULL);
    const char *at = m->text;
    unsigned long width = 0;

    (void)state;
    while ((at = strstr(at, "<rect class=\"")) != NULL) {
        at += strlen("<rect class=\"");
        if (strncmp(at, "pad", 3) != 0 && at[0] != 'c')
            continue;
        at = strstr(at, "width=\"");
        assert_non_null(at);
        width += strtoul(at + strlen("width=\""), NULL, 10) + 2;
    }
    assert_int_equal(width, 160 * 40);
    free(m);
}

/* A sink that takes no more is not asked again. */
static void test_refusing_sink(void **state)
{
    static write_function *const functions[] = {wlay_write_map,
                                                wlay_write_svg};
    wlay_module *const module = parse_valid(everything, NULL);

    (void)state;
    for (size_t i = 0; i < ROWS(functions); i++) {
        bool done = false;

        for (size_t calls = 0; !done; calls++) {
            memory *const m = calloc(1, sizeof *m);
            const wlay_sink sink = {write_memory, m};

            assert_non_null(m);
            m->calls_left = calls;
            done = functions[i](module, NULL, &sink);
            assert_true(done != m->refused);
            assert_false(m->called_more);
            free(m);
        }
    }
    wlay_module_free(module);
}

/* Structs are opened up to a limit: there are exponentially many members. */
static void test_many_members(void **state)
{
    static char source[4096];
    const wlay_string last = {"S24", 3};
    const wlay_write_options options = {
        .open = true, .struct_count = 1, .structs = &last};
    size_t length = (size_t)snprintf(source, 64, "struct S0 { a: u32 }");
    memory *m;

    (void)state;
    for (int i = 1; i < 25; i++)
        length += (size_t)snprintf(source + length, 64,
                                   "struct S%d { a: S%d, b: S%d }", i, i - 1,
                                   i - 1);
    m = draw(wlay_write_map, source, &options);
    assert_true(m->length > 0);
    free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_svg_boxes),
        cmocka_unit_test(test_refusing_sink),
        cmocka_unit_test(test_many_members),
    };

    return RUN_TABLE(maps, check_map) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
