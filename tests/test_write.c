/* SPDX-License-Identifier: MIT */
/*
 * The writers, from WGSL to the text that is handed to a sink.  In expected
 * JSON a ' stands for a ".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "../src/write.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

/* ------------------------------------------------------------------- a sink */

#define MEMORY_SIZE 262144

/* Keeps what it is given, up to a number of calls. */
typedef struct memory {
    size_t calls_left;
    bool refused;     /* a call was refused */
    bool called_more; /* and another one was made */
    size_t length;
    char text[MEMORY_SIZE];
} memory;

static bool write_memory(void *user_data, const char *data, size_t length)
{
    memory *m = user_data;

    assert_true(length > 0);
    if (m->refused)
        m->called_more = true;
    if (m->calls_left == 0) {
        m->refused = true;
        return false;
    }
    m->calls_left--;
    assert_true(length < MEMORY_SIZE - m->length);
    memcpy(m->text + m->length, data, length);
    m->length += length;
    m->text[m->length] = '\0';
    return true;
}

static memory *new_memory(size_t calls)
{
    memory *m = calloc(1, sizeof *m);

    assert_non_null(m);
    m->calls_left = calls;
    return m;
}

static wlay_sink sink_of(memory *m)
{
    return (wlay_sink){write_memory, m};
}

/* ----------------------------------------------------------------- a module */

static const char *const source_name = "a.wgsl";

static wlay_source source_of(const char *text)
{
    return (wlay_source){{source_name, strlen(source_name)},
                         {text, strlen(text)}};
}

static wlay_module *parse(const char *text)
{
    const wlay_source source = source_of(text);
    wlay_module *module = NULL;

    wlay_parse_sources(&source, 1, NULL, &module);
    assert_non_null(module);
    return module;
}

/* --------------------------------------------------------------------- text */

typedef struct text_case {
    const char *name;
    const char *source;
    const char *only; /* one struct, or NULL for all */
    const char *expected;
} text_case;

#define HEADINGS "// offset  align  size  stride\n"

static const text_case text_cases[] = {
    {"an empty module", "", NULL, ""},
    {"padding between members and at the end",
     "struct P { a: f32, b: vec3f, c: vec2f }", NULL,
     "struct P {                 " HEADINGS
     "    a: f32,                //      0      4     4\n"
     "    // padding to align 16 //      4           12\n"
     "    b: vec3<f32>,          //     16     16    12\n"
     "    // padding to align 8  //     28            4\n"
     "    c: vec2<f32>,          //     32      8     8\n"
     "    // padding to align 16 //     40            8\n"
     "}                          //            16    48\n"
     "// 48 bytes: 24 of data, 24 of padding\n"},
    {"attributes and the padding that they make",
     "struct Q { @size(16) a: f32, @align(32) b: u32, @align(8) @size(8) c: "
     "i32 }",
     NULL,
     "struct Q {                     " HEADINGS
     "    @size(16) a: f32,          //      0      4    16\n"
     "        // padding to size 16  //      4           12\n"
     "    // padding to align 32     //     16           16\n"
     "    @align(32) b: u32,         //     32     32     4\n"
     "    // padding to align 8      //     36            4\n"
     "    @align(8) @size(8) c: i32, //     40      8     8\n"
     "        // padding to size 8   //     44            4\n"
     "    // padding to align 32     //     48           16\n"
     "}                              //            32    64\n"
     "// 64 bytes: 12 of data, 52 of padding\n"},
    {"strides, and a struct that ends in a runtime-sized array",
     "struct L { n: u32, m: mat3x3f, l: array<vec2f> }", NULL,
     "struct L {                 " HEADINGS
     "    n: u32,                //      0      4     4\n"
     "    // padding to align 16 //      4           12\n"
     "    m: mat3x3<f32>,        //     16     16    48      16\n"
     "    l: array<vec2<f32>>,   //     64      8     8       8\n"
     "    // padding to align 16 //     72            8\n"
     "}                          //            16    80\n"
     "// 80 bytes with one element of l: 60 of data, 20 of padding\n"},
    {"structs share columns; a remark for what is not host-shareable",
     "struct B { yes: bool }\n"
     "struct V { position: vec4f }",
     NULL,
     "struct B {               " HEADINGS
     "    yes: bool,           //      0      4     4\n"
     "}                        //             4     4\n"
     "// 4 bytes: 4 of data, 0 of padding; not host-shareable\n"
     "\n"
     "struct V {               " HEADINGS
     "    position: vec4<f32>, //      0     16    16\n"
     "}                        //            16    16\n"
     "// 16 bytes: 16 of data, 0 of padding\n"},
    {"one struct of two, and no variables",
     "struct A { x: u32 } struct B { y: u32 }"
     "@group(0) @binding(0) var<uniform> a: A;",
     "B",
     "struct B {  " HEADINGS
     "    y: u32, //      0      4     4\n"
     "}           //             4     4\n"
     "// 4 bytes: 4 of data, 0 of padding\n"},
    {"wide characters take two columns",
     "struct S { \xE4\xBD\x8D\xE7\xBD\xAE: vec3f, \xCE\xB1: f32 }", NULL,
     "struct S {           " HEADINGS
     "    \xE4\xBD\x8D\xE7\xBD\xAE: vec3<f32>, //      0     16    12\n"
     "    \xCE\xB1: f32,          //     12      4     4\n"
     "}                    //            16    16\n"
     "// 16 bytes: 16 of data, 0 of padding\n"},
    {"a member too long for the column has its numbers below",
     "struct S { a: u32, a_name_of_fifty_characters_that_is_still_an_"
     "identifier: u32 }",
     NULL,
     "struct S {  " HEADINGS
     "    a: u32, //      0      4     4\n"
     "    a_name_of_fifty_characters_that_is_still_an_identifier: u32,\n"
     "            //      4      4     4\n"
     "}           //             4     8\n"
     "// 8 bytes: 8 of data, 0 of padding\n"},
    {"numbers wider than their headings",
     "struct S { a: array<u32, 250000>, b: array<vec4u, 2500000>}", NULL,
     "struct S {                        "
     "//  offset  align      size  stride\n"
     "    a: array<u32, 250000>,        "
     "//       0      4   1000000       4\n"
     "    b: array<vec4<u32>, 2500000>, "
     "// 1000000     16  40000000      16\n"
     "}                                 "
     "//             16  41000000\n"
     "// 41000000 bytes: 41000000 of data, 0 of padding\n"},
    {"bindings and other variables",
     "@group(0) @binding(0) var<uniform> u: vec3f;\n"
     "@group(0) @binding(1) var<storage> r: array<vec2f>;\n"
     "var<private> p: mat2x2f;\n"
     "@group(1) @binding(20) var<storage, read_write> w: atomic<u32>;\n"
     "@group(1) @binding(3) var t: texture_2d<f32>;\n"
     "var<workgroup> g: array<u32, 8>;\n"
     "var<workgroup> o: array<u32, n>;\n"
     "override n: u32 = 1;\n",
     NULL,
     "// bindings, with the minimum binding size of buffers           "
     "// min size  stride\n"
     "@group(0) @binding(0) var<uniform> u: vec3<f32>;                "
     "//       12\n"
     "@group(0) @binding(1) var<storage, read> r: array<vec2<f32>>;   "
     "//        8       8\n"
     "@group(1) @binding(20) var<storage, read_write> w: atomic<u32>; "
     "//        4\n"
     "@group(1) @binding(3) var t: texture_2d<f32>;\n"
     "\n"
     "// other variables               // size  stride\n"
     "var<private> p: mat2x2<f32>;     //   16       8\n"
     "var<workgroup> g: array<u32, 8>; //   32       4\n"
     "var<workgroup> o: array<u32, n>; //    ?       4\n"
     "\n"
     "override n: u32 = 1;\n"},
    {"overrides",
     "@id(3) override a: u32 = 4;\n"
     "override b: f32;\n"
     "override c: bool = true;\n",
     NULL,
     "@id(3) override a: u32 = 4;\n"
     "override b: f32; // the pipeline has to give it\n"
     "override c: bool = true;\n"},
    {"a layout that breaks a uniform rule is listed",
     "struct S { a: array<u32, 4> }"
     "@group(0) @binding(0) var<uniform> s: S;",
     "S",
     "struct S {            " HEADINGS
     "    a: array<u32, 4>, //      0      4    16       4\n"
     "}                     //             4    16\n"
     "// 16 bytes: 16 of data, 0 of padding\n"},
};

/* These are not the same when they are listed again. */
static const text_case stage_cases[] = {
    {"a remark for a struct with stage attributes",
     "struct V { @location(0) position: vec4f }", NULL,
     "struct V {               " HEADINGS
     "    position: vec4<f32>, //      0     16    16\n"
     "}                        //            16    16\n"
     "// 16 bytes: 16 of data, 0 of padding; of stage inputs or outputs, not the "
     "layout of vertex buffers\n"},
};

/* Takes escape codes out of a text. */
static void strip_codes(char *text)
{
    char *to = text;

    for (; *text != '\0'; text++) {
        if (*text == '\x1B')
            text = strchr(text, 'm');
        else
            *to++ = *text;
    }
    *to = '\0';
}

static void expect_listing(const wlay_module *module, const text_case *row,
                           bool colours)
{
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);
    wlay_write_options options = {.colours = colours};
    wlay_string only;

    if (row->only != NULL) {
        only = (wlay_string){row->only, strlen(row->only)};
        options.struct_count = 1;
        options.structs = &only;
    }
    assert_true(wlay_write_text(module, &options, &sink));
    if (row->expected[0] != '\0')
        assert_int_equal(strchr(m->text, '\x1B') != NULL, colours);
    strip_codes(m->text);
    assert_string_equal(m->text, row->expected);
    free(m);
}

static void test_text(void **state)
{
    const text_case *row = *state;
    wlay_module *module = parse(row->source);

    expect_listing(module, row, false);
    expect_listing(module, row, true);
    wlay_module_free(module);
}

/* A listing is WGSL, and the listing of a listing is the same. */
static void test_text_again(void **state)
{
    const text_case *row = *state;
    wlay_module *module = parse(row->expected);

    test_text(state);
    assert_true(wlay_module_valid(module));
    expect_listing(module, row, false);
    wlay_module_free(module);
}

/* --------------------------------------------------------------------- JSON */

typedef struct json_case {
    const char *name;
    const char *source;
    const char *expected; /* is part of the document */
} json_case;

static const json_case json_cases[] = {
    {"an empty module", "",
     "{\n"
     "  'wlay': '0.1.0',\n"
     "  'modules': [\n"
     "    {\n"
     "      'source': 'a.wgsl',\n"
     "      'valid': true,\n"
     "      'diagnostics': [],\n"
     "      'structs': [],\n"
     "      'variables': [],\n"
     "      'overrides': [],\n"
     "      'aliases': []\n"
     "    }\n"
     "  ]\n"
     "}\n"},
    {"a module with one of each",
     "struct Light { color: vec4f, range: f32 }\n"
     "struct Lights { count: u32, items: array<Light> }\n"
     "@group(0) @binding(1) var<storage> lights: Lights;\n"
     "override block_size: u32 = 16;\n"
     "alias Color = vec4f;\n",
     "      'structs': [\n"
     "        {\n"
     "          'name': 'Light',\n"
     "          'align': 16,\n"
     "          'size': 32,\n"
     "          'runtime_sized': false,\n"
     "          'host_shareable': true,\n"
     "          'padding': 12,\n"
     "          'members': [\n"
     "            {\n"
     "              'name': 'color',\n"
     "              'type': 'vec4<f32>',\n"
     "              'offset': 0,\n"
     "              'size': 16,\n"
     "              'align': 16,\n"
     "              'stride': null,\n"
     "              'padding_before': 0\n"
     "            },\n"
     "            {\n"
     "              'name': 'range',\n"
     "              'type': 'f32',\n"
     "              'offset': 16,\n"
     "              'size': 4,\n"
     "              'align': 4,\n"
     "              'stride': null,\n"
     "              'padding_before': 0\n"
     "            }\n"
     "          ],\n"
     "          'padding_after': 12,\n"
     "          'stage_io': false\n"
     "        },\n"
     "        {\n"
     "          'name': 'Lights',\n"
     "          'align': 16,\n"
     "          'size': 48,\n"
     "          'runtime_sized': true,\n"
     "          'host_shareable': true,\n"
     "          'padding': 12,\n"
     "          'members': [\n"
     "            {\n"
     "              'name': 'count',\n"
     "              'type': 'u32',\n"
     "              'offset': 0,\n"
     "              'size': 4,\n"
     "              'align': 4,\n"
     "              'stride': null,\n"
     "              'padding_before': 0\n"
     "            },\n"
     "            {\n"
     "              'name': 'items',\n"
     "              'type': 'array<Light>',\n"
     "              'offset': 16,\n"
     "              'size': 32,\n"
     "              'align': 16,\n"
     "              'stride': 32,\n"
     "              'padding_before': 12\n"
     "            }\n"
     "          ],\n"
     "          'padding_after': 0,\n"
     "          'stage_io': false\n"
     "        }\n"
     "      ],\n"
     "      'variables': [\n"
     "        {\n"
     "          'name': 'lights',\n"
     "          'address_space': 'storage',\n"
     "          'access': 'read',\n"
     "          'group': 0,\n"
     "          'binding': 1,\n"
     "          'type': 'Lights',\n"
     "          'align': 16,\n"
     "          'size': 48,\n"
     "          'runtime_sized': true,\n"
     "          'stride': 32,\n"
     "          'min_binding_size': 48\n"
     "        }\n"
     "      ],\n"
     "      'overrides': [\n"
     "        {\n"
     "          'name': 'block_size',\n"
     "          'id': null,\n"
     "          'type': 'u32',\n"
     "          'default': '16'\n"
     "        }\n"
     "      ],\n"
     "      'aliases': [\n"
     "        {\n"
     "          'name': 'Color',\n"
     "          'type': 'vec4<f32>'\n"
     "        }\n"
     "      ]\n"},
    {"a handle has no size",
     "@group(2) @binding(3) var t: texture_2d<f32>;",
     "          'address_space': 'handle',\n"
     "          'access': 'read',\n"
     "          'group': 2,\n"
     "          'binding': 3,\n"
     "          'type': 'texture_2d<f32>',\n"
     "          'align': null,\n"
     "          'size': null,\n"
     "          'runtime_sized': false,\n"
     "          'stride': null,\n"
     "          'min_binding_size': null\n"},
    {"a variable without a binding", "var<private> m: mat3x3f;",
     "          'address_space': 'private',\n"
     "          'access': 'read_write',\n"
     "          'group': null,\n"
     "          'binding': null,\n"
     "          'type': 'mat3x3<f32>',\n"
     "          'align': 16,\n"
     "          'size': 48,\n"
     "          'runtime_sized': false,\n"
     "          'stride': 16,\n"
     "          'min_binding_size': null\n"},
    {"an override-sized array without a value",
     "override n: u32; var<workgroup> w: array<vec4f, n>;",
     "          'align': 16,\n"
     "          'size': null,\n"
     "          'runtime_sized': false,\n"
     "          'stride': 16,\n"
     "          'min_binding_size': null\n"},
    {"an override with a number and no default", "@id(7) override f: f32;",
     "          'name': 'f',\n"
     "          'id': 7,\n"
     "          'type': 'f32',\n"
     "          'default': null\n"},
    {"a broken uniform rule: place and validity",
     "struct S { items: array<f32, 4> }\n"
     "@group(0) @binding(0) var<uniform> s: S;",
     "      'valid': false,\n"
     "      'diagnostics': [\n"
     "        {\n"
     "          'severity': 'error',\n"
     "          'code': 'uniform-array-stride',\n"},
    {"a place without notes and hint", "struct S { a: nosuch }",
     "          'source': 'a.wgsl',\n"
     "          'line': 1,\n"
     "          'column': 15,\n"
     "          'offset': 14,\n"
     "          'length': 6,\n"
     "          'notes': [],\n"
     "          'hint': null\n"
     "        }\n"
     "      ],\n"},
    {"a note has its own place", "struct S { a: u32 }\nstruct S { b: u32 }",
     "              'source': 'a.wgsl',\n"
     "              'line': 1,\n"
     "              'column': 8,\n"
     "              'offset': 7,\n"
     "              'length': 1\n"
     "            }\n"
     "          ],\n"},
};

/* A document of one module, with its quotes as the tables have them. */
static void write_document(const wlay_module *module,
                           const wlay_write_options *options, memory *m)
{
    const wlay_sink sink = sink_of(m);

    assert_true(wlay_write_json_begin(&sink));
    assert_true(wlay_write_json_module(module, 0, options, &sink));
    assert_true(wlay_write_json_end(1, &sink));
    for (size_t i = 0; i < m->length; i++) {
        if (m->text[i] == '"')
            m->text[i] = '\'';
    }
}

static void expect_part(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("missing:\n%s\nin:\n%s", part, text);
}

static void test_json(void **state)
{
    const json_case *row = *state;
    wlay_module *module = parse(row->source);
    wlay_write_options options = {0};
    memory *m = new_memory(SIZE_MAX);

    options.source_name = (wlay_string){source_name, strlen(source_name)};
    write_document(module, &options, m);
    expect_part(m->text, row->expected);
    free(m);
    wlay_module_free(module);
}

typedef struct string_case {
    const char *name;
    const char *text;
    size_t length;
    const char *expected;
} string_case;

#define STRING(name, text, expected) {name, text, sizeof(text) - 1, expected}

/* Strings of JSON, with the source's name as the example. */
static const string_case string_cases[] = {
    STRING("an empty string", "", "''"),
    STRING("plain text", "a/b c.wgsl", "'a/b c.wgsl'"),
    STRING("quotes and backslashes", "\\\"", "'\\\\\\''"),
    STRING("named controls", "\t\n\r", "'\\t\\n\\r'"),
    STRING("other controls", "\0\1\x1F\x7F",
           "'\\u0000\\u0001\\u001f\\u007f'"),
    STRING("UTF-8 stays", "\xC3\xA9\xE4\xBD\x8D\xF0\x9F\x92\xA1",
           "'\xC3\xA9\xE4\xBD\x8D\xF0\x9F\x92\xA1'"),
    STRING("line breaks of JavaScript", "\xE2\x80\xA8\xE2\x80\xA9",
           "'\\u2028\\u2029'"),
    STRING("what is not UTF-8", "a\xFF\xC3(\xED\xA0\x80",
           "'a\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd'"),
};

static void test_string(void **state)
{
    const string_case *row = *state;
    wlay_module *module = parse("");
    wlay_write_options options = {0};
    memory *m = new_memory(SIZE_MAX);
    char expected[256] = "'source': ";

    options.source_name = (wlay_string){row->text, row->length};
    write_document(module, &options, m);
    strcat(expected, row->expected);
    strcat(expected, ",\n");
    expect_part(m->text, expected);
    free(m);
    wlay_module_free(module);
}

static void test_two_modules(void **state)
{
    wlay_module *module = parse("");
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);

    (void)state;
    assert_true(wlay_write_json_begin(&sink));
    assert_true(wlay_write_json_module(module, 0, NULL, &sink));
    assert_true(wlay_write_json_module(module, 1, NULL, &sink));
    assert_true(wlay_write_json_end(2, &sink));
    expect_part(m->text, "[]\n    },\n    {\n      \"source");
    expect_part(m->text, "\n    }\n  ]\n}\n");
    free(m);
    wlay_module_free(module);
}

static void test_no_module(void **state)
{
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);

    (void)state;
    assert_true(wlay_write_json_begin(&sink));
    assert_true(wlay_write_json_end(0, &sink));
    assert_string_equal(m->text,
                        "{\n  \"wlay\": \"0.1.0\",\n  \"modules\": []\n}\n");
    free(m);
}

/* -------------------------------------------------------------- diagnostics */

/* Lines of the source with the first diagnostic's span underlined. */
typedef struct excerpt_case {
    const char *name;
    const char *source;
    const char *expected;
} excerpt_case;

#define TEN(text) text text text text text text text text text text

static const excerpt_case excerpt_cases[] = {
    {"a name", "struct S {\n    a: nosuch,\n}",
     "    2 |     a: nosuch,\n"
     "      |        ^~~~~~\n"},
    {"one character", "struct S { a: T }",
     "    1 | struct S { a: T }\n"
     "      |               ^\n"},
    {"tabs stay", "struct S {\n\ta:\tnosuch\n}",
     "    2 | \ta:\tnosuch\n"
     "      | \t  \t^~~~~~\n"},
    {"wide characters",
     "/* \xE4\xBD\x8D */ alias A = \xE7\xBD\xAE\xE7\xBD\xAE;",
     "    1 | /* \xE4\xBD\x8D */ alias A = \xE7\xBD\xAE\xE7\xBD\xAE;\n"
     "      |                    ^~~~\n"},
    {"combining marks", "/* e\xCC\x81 */ alias A = nosuch;",
     "    1 | /* e\xCC\x81 */ alias A = nosuch;\n"
     "      |                   ^~~~~~\n"},
    {"controls are not sent to the terminal",
     "/* \x1B[31m\xE2\x80\xAE */ alias A = nosuch;",
     "    1 | /* \xEF\xBF\xBD[31m\xEF\xBF\xBD */ alias A = nosuch;\n"
     "      |                        ^~~~~~\n"},
    {"CR LF ends a line", "\r\nalias A = nosuch;\r\n",
     "    2 | alias A = nosuch;\n"
     "      |           ^~~~~~\n"},
    {"U+2028 ends a line", "//\xE2\x80\xA8" "alias A = nosuch;\xE2\x80\xA8//",
     "    2 | alias A = nosuch;\n"
     "      |           ^~~~~~\n"},
    {"the start of a long line is cut",
     "/*" TEN("0123456789") "*/ alias A = nosuch; //",
     "    1 | ...345678901234567890123456789*/ alias A = nosuch; //\n"
     "      |                                            ^~~~~~\n"},
    {"the end of a long line is cut",
     "alias A = nosuch; // " TEN("0123456789"),
     "    1 | alias A = nosuch; // 0123456789012345678901234567890123456789"
     "012345678901234567890123456789012345678...\n"
     "      |           ^~~~~~\n"},
    {"a long span is cut",
     "alias A = " TEN("n123456789") "n123456789;",
     "    1 | alias A = n123456789n123456789n123456789n123456789n123456789"
     "n123456789n123456789n123456789n123456789...\n"
     "      |           ^" TEN("~~~~~~~~") "~~~~~~~~~\n"},
};

/* Keeps the lines that begin with a space. */
static void keep_excerpts(char *text)
{
    char *to = text;

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n") + 1;

        if (text[0] == ' ') {
            memmove(to, text, length);
            to += length;
        }
        text += length;
    }
    *to = '\0';
}

static void test_excerpt(void **state)
{
    const excerpt_case *row = *state;
    const wlay_source source = source_of(row->source);
    wlay_module *module = parse(row->source);
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);

    assert_true(wlay_write_diagnostics(module, &source, 1, NULL, &sink));
    keep_excerpts(m->text);
    assert_string_equal(m->text, row->expected);
    free(m);
    wlay_module_free(module);
}

/* The lines around the excerpt. */
static const excerpt_case line_cases[] = {
    {"the head of a diagnostic", "alias A = nosuch;", "a.wgsl:1:11: error: "},
    {"the code of a diagnostic", "alias A = nosuch;", " [unresolved-name]\n"},
    {"a note has its head and its line",
     "struct S { a: u32 }\nstruct S { b: u32 }",
     "a.wgsl:1:8: note: "},
    {"a note has its own line of the source",
     "struct S { a: u32 }\nstruct S { b: u32 }",
     "    1 | struct S { a: u32 }\n      |        ^\n"},
    {"a hint",
     "struct S { a: array<f32, 4> }\n"
     "@group(0) @binding(0) var<uniform> s: S;",
     "\nhint: "},
    {"a blank line between diagnostics",
     "alias A = nosuch; alias B = neither;",
     "\n\na.wgsl:1:29: error: "},
};

static void test_line(void **state)
{
    const excerpt_case *row = *state;
    const wlay_source source = source_of(row->source);
    wlay_module *module = parse(row->source);
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);

    assert_true(wlay_write_diagnostics(module, &source, 1, NULL, &sink));
    expect_part(m->text, row->expected);
    free(m);
    wlay_module_free(module);
}

/* A caller that forgot the text still gets messages. */
static void test_no_source(void **state)
{
    wlay_module *module = parse("alias A = nosuch;");
    memory *m = new_memory(SIZE_MAX);
    const wlay_sink sink = sink_of(m);

    (void)state;
    assert_true(wlay_write_diagnostics(module, NULL, 0, NULL, &sink));
    expect_part(m->text, "a.wgsl:1:11: error: ");
    assert_null(strstr(m->text, "^"));
    free(m);
    wlay_module_free(module);
}

/* ---------------------------------------------------------- sinks that fail */

typedef bool (*writer)(const wlay_module *module, const wlay_source *source,
                       const wlay_sink *sink);

static bool write_text(const wlay_module *module, const wlay_source *source,
                       const wlay_sink *sink)
{
    (void)source;
    return wlay_write_text(module, NULL, sink);
}

static bool write_json(const wlay_module *module, const wlay_source *source,
                       const wlay_sink *sink)
{
    (void)source;
    return wlay_write_json_module(module, 0, NULL, sink);
}

static bool write_diagnostics(const wlay_module *module,
                              const wlay_source *source, const wlay_sink *sink)
{
    return wlay_write_diagnostics(module, source, 1, NULL, sink);
}

typedef struct failure_case {
    const char *name;
    writer write;
} failure_case;

static const failure_case failure_cases[] = {
    {"the listing stops at a failure", write_text},
    {"the document stops at a failure", write_json},
    {"diagnostics stop at a failure", write_diagnostics},
};

/* Each writer has several pieces to hand over from this. */
static const char *const large_source =
    "struct S { " TEN(TEN("a: nosuch, b: u32, ")) "}\n"
    "struct T { a: u32 }\n" TEN(TEN("alias A = T;\n"));

static void test_failure(void **state)
{
    const failure_case *row = *state;
    const wlay_source source = source_of(large_source);
    wlay_module *module = parse(large_source);
    size_t calls = 0;
    bool done = false;

    while (!done) {
        memory *m = new_memory(calls);
        const wlay_sink sink = sink_of(m);

        done = row->write(module, &source, &sink);
        assert_int_equal(done, !m->refused);
        assert_false(m->called_more);
        free(m);
        calls++;
    }
    assert_true(calls > 1);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- glyphs */

typedef struct glyph_case {
    const char *name;
    const char *text;
    size_t length;
    size_t columns;
    bool shown;
} glyph_case;

static const glyph_case glyph_cases[] = {
    {"a letter", "a", 1, 1, true},
    {"a letter beyond ASCII", "\xC3\xA9", 2, 1, true},
    {"a wide letter", "\xE4\xBD\x8D", 3, 2, true},
    {"a picture", "\xF0\x9F\x92\xA1", 4, 2, true},
    {"a combining mark", "\xCC\x81", 2, 0, true},
    {"a control", "\x1B", 1, 1, false},
    {"a control beyond ASCII", "\xC2\x9B", 2, 1, false},
    {"an override of direction", "\xE2\x80\xAE", 3, 1, false},
    {"a byte order mark", "\xEF\xBB\xBF", 3, 1, false},
    {"a stray continuation", "\x80z", 1, 1, false},
    {"a sequence cut short", "\xE4\xBD", 1, 1, false},
};

static void test_glyph(void **state)
{
    const glyph_case *row = *state;
    const wlay_glyph glyph =
        wlay_glyph_at((wlay_string){row->text, strlen(row->text)}, 0);

    assert_int_equal(glyph.length, row->length);
    assert_int_equal(glyph.columns, row->columns);
    assert_int_equal(glyph.shown, row->shown);
}

/* --------------------------------------------------------------------- main */

static const struct CMUnitTest single_tests[] = {
    {"two modules in one document", test_two_modules, NULL, NULL, NULL},
    {"a document without modules", test_no_module, NULL, NULL, NULL},
    {"diagnostics without the source", test_no_source, NULL, NULL, NULL},
};

static struct CMUnitTest
    tests[LENGTH(text_cases) + LENGTH(stage_cases) + LENGTH(json_cases) +
          LENGTH(string_cases) + LENGTH(excerpt_cases) + LENGTH(line_cases) +
          LENGTH(failure_cases) + LENGTH(glyph_cases) + LENGTH(single_tests)];
static size_t test_count;

/* Every kind of row has its name in front.  The state of a test is its row,
   which no test changes. */
static void add_rows(const void *rows, size_t count, size_t size,
                     CMUnitTestFunction function)
{
    for (size_t i = 0; i < count; i++) {
        struct CMUnitTest *test = &tests[test_count++];
        const char *row = (const char *)rows + i * size;

        memcpy(&test->name, row, sizeof test->name);
        test->test_func = function;
        memcpy(&test->initial_state, &row, sizeof row);
    }
}

#define ADD_ROWS(rows, function) \
    add_rows(rows, LENGTH(rows), sizeof(rows)[0], function)

int main(void)
{
    ADD_ROWS(text_cases, test_text_again);
    ADD_ROWS(stage_cases, test_text);
    ADD_ROWS(json_cases, test_json);
    ADD_ROWS(string_cases, test_string);
    ADD_ROWS(excerpt_cases, test_excerpt);
    ADD_ROWS(line_cases, test_line);
    ADD_ROWS(failure_cases, test_failure);
    ADD_ROWS(glyph_cases, test_glyph);
    memcpy(tests + test_count, single_tests, sizeof single_tests);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
