/* SPDX-License-Identifier: MIT */
/* Rewriting: from a text to a text, and what is said of the way there. */
#include "table.h"

typedef struct rewrite_row {
    const char *name;
    wlay_fix fix;
    const char *only; /* a struct, or NULL for all */
    const char *source;
    const char *expected; /* NULL: as the source */
    const char *said;     /* SEVERITY CODE LINE:COLUMN of each; 1 is error */
} rewrite_row;

#define UNIFORM WLAY_FIX_UNIFORM
#define ORDER WLAY_FIX_ORDER
#define PAD WLAY_FIX_PAD
#define SIZE WLAY_FIX_SIZE
#define UNPAD WLAY_FIX_UNPAD

static const rewrite_row rewrites[] = {
    /* ------------------------------------------------------------- padding */
    {"fillers on lines of their own", PAD, NULL,
     "struct S {\n"
     "    // the first\n"
     "    a: f32, // one\n"
     "    /* b */ b: vec4f,\n"
     "    c: vec2f\n"
     "}\n",
     "struct S {\n"
     "    // the first\n"
     "    a: f32, // one\n"
     "    _reserved0: array<u32, 3>,\n"
     "    /* b */ b: vec4f,\n"
     "    c: vec2f,\n"
     "    _reserved1: vec2<u32>\n"
     "}\n",
     ""},
    {"fillers on one line", PAD, NULL,
     "struct S { a: vec3f, b: vec3f, }",
     "struct S { a: vec3f, _reserved0: u32, b: vec3f, _reserved1: u32, }", ""},
    {"a line comment at the end, and no comma", PAD, NULL,
     "struct S { a: vec2f, b: f32 // last\n}",
     "struct S { a: vec2f, b: f32, // last\n _reserved0: u32\n}", ""},
    {"names that are taken", PAD, NULL,
     "struct S { _reserved0: f32, a: vec2f, _reserved2: f32 }",
     "struct S { _reserved0: f32, _reserved1: u32, a: vec2f, _reserved2: f32, "
     "_reserved3: u32 }",
     ""},
    {"no arrays of small elements in uniform buffers", PAD, NULL,
     "struct S { a: f32, @align(64) b: vec4f } "
     "@group(0) @binding(0) var<uniform> s: S;",
     "struct S { a: f32, _reserved0: u32, _reserved1: vec2<u32>, "
     "_reserved2: array<vec4<u32>, 3>, @align(64) b: vec4f, "
     "_reserved3: array<vec4<u32>, 3> } "
     "@group(0) @binding(0) var<uniform> s: S;",
     ""},
    {"no arrays at all in immediates", PAD, NULL,
     "struct S { a: f32, @align(32) b: u32 } var<immediate> s: S;",
     "struct S { a: f32, _reserved0: u32, _reserved1: vec2<u32>, "
     "_reserved2: vec4<u32>, @align(32) b: u32, _reserved3: u32, "
     "_reserved4: vec2<u32>, _reserved5: vec4<u32> } var<immediate> s: S;",
     ""},
    {"f16 where it is enabled", PAD, NULL,
     "enable f16; struct S { a: f16, b: f32, c: f16 }",
     "enable f16; struct S { a: f16, _reserved0: f16, b: f32, c: f16, "
     "_reserved1: f16 }",
     ""},
    {"what no filler fits", PAD, NULL,
     "struct S { @size(5) a: u32, b: vec2u, @size(7) c: u32 }",
     "struct S { @size(8) a: u32, b: vec2u, @size(8) c: u32 }", ""},
    {"@size stays", PAD, NULL,
     "struct S { @size(12) a: u32, @align(8) @size(4) b: u32 }",
     "struct S { @size(12) a: u32, _reserved0: u32, @align(8) @size(4) b: u32, "
     "_reserved1: u32 }",
     ""},
    {"a runtime-sized array at the end", PAD, NULL,
     "struct S { a: vec2f, n: u32, items: array<vec2u> }",
     "struct S { a: vec2f, n: u32, _reserved0: u32, items: array<vec2u> }",
     ""},
    {"nothing may stand behind a runtime-sized array", PAD, NULL,
     "struct S { a: vec3f, n: array<u32> }", NULL, ""},
    {"a tail that stays", PAD, NULL, "struct S { a: vec4f, n: array<u32> }",
     NULL, "2 rewrite-left 1:8"},
    {"constructors get zeros", PAD, NULL,
     "struct S { a: f32, b: vec2f } alias A = S;\n"
     "const c = S(1, vec2f(S(2, vec2f(3)).a));\n"
     "fn f() { let x = A(1, vec2f(),); let y = S(); var z = array<S, 1>(y); }",
     "struct S { a: f32, _reserved0: u32, b: vec2f } alias A = S;\n"
     "const c = S(1, u32(), vec2f(S(2, u32(), vec2f(3)).a));\n"
     "fn f() { let x = A(1, u32(), vec2f(),); let y = S(); var z = array<S, "
     "1>(y); }",
     ""},
    {"only one struct", PAD, "T",
     "struct S { a: f32, b: vec2f } struct T { a: f32, b: vec2f }",
     "struct S { a: f32, b: vec2f } struct T { a: f32, _reserved0: u32, "
     "b: vec2f }",
     ""},
    {"not what is stage input", PAD, NULL,
     "struct S { @location(0) a: f32, @location(1) b: vec2f }", NULL, ""},
    {"a module with its own vec2", PAD, NULL,
     "struct vec2 { x: f32 } struct S { @align(16) a: vec3f, b: f32 } "
     "struct T { a: f32, b: f32, c: vec4f }",
     NULL, "1 rewrite-failed 1:72"},
    /* ---------------------------------------------------------------- @size */
    {"@size", SIZE, NULL,
     "struct S {\n    a: f32, // one\n    b: vec4f,\n    c: vec2f\n}",
     "struct S {\n    @size(16) a: f32, // one\n    b: vec4f,\n"
     "    @size(16) c: vec2f\n}",
     ""},
    {"a larger @size", SIZE, NULL,
     "const N = 8; struct S { @align(4) @size(N, ) a: f32, b: vec4f }",
     "const N = 8; struct S { @align(4) @size(16) a: f32, b: vec4f }", ""},
    {"a size beyond i32", SIZE, NULL,
     "struct S { a: u32, @align(536870912) b: array<u32, 536870913> }",
     "struct S { @size(536870912) a: u32, "
     "@size(2684354560u) @align(536870912) b: array<u32, 536870913> }",
     ""},
    {"@size, but not of a runtime-sized array", SIZE, NULL,
     "struct S { a: vec4f, n: u32, m: array<u32> }", NULL,
     "2 rewrite-left 1:8"},
    /* -------------------------------------------------------------- fillers */
    {"fillers go", UNPAD, NULL,
     "struct S {\n    a: vec3f,\n    _pad0: f32, // nothing\n    b: vec4f,\n"
     "    c: f32,\n    _pad1: vec3f,\n}\n"
     "fn f() { let s = S(vec3f(), 0, vec4f(), 1, vec3f()); }",
     "struct S {\n    a: vec3f,\n    b: vec4f,\n"
     "    c: f32,\n    _pad1: vec3f,\n}\n"
     "fn f() { let s = S(vec3f(), vec4f(), 1, vec3f()); }",
     ""},
    {"fillers at the end of a call", UNPAD, NULL,
     "struct S { a: vec4f, b: f32, _p0: f32, _p1: f32 } "
     "const c = S(vec4f(), 1, 2, 3);",
     "struct S { a: vec4f, b: f32 } const c = S(vec4f(), 1);", ""},
    {"fillers at the end of a call, and a comma", UNPAD, NULL,
     "struct S { a: vec4f, b: f32, _p0: f32, _p1: f32, } "
     "const c = S(vec4f(), 1, 2, 3,);",
     "struct S { a: vec4f, b: f32, } const c = S(vec4f(), 1,);", ""},
    {"not one that is used", UNPAD, NULL,
     "struct S { a: vec3f, _pad0: f32, b: vec3f, _pad1: f32 }\n"
     "fn f(s: S) -> f32 { return s._pad0; }",
     "struct S { a: vec3f, _pad0: f32, b: vec3f }\n"
     "fn f(s: S) -> f32 { return s._pad0; }",
     ""},
    /* ---------------------------------------------------------------- order */
    {"lines move with their comments", ORDER, NULL,
     "struct Light {\n"
     "    // how much\n"
     "    intensity: f32, // of it\n"
     "    color: vec4f,\n"
     "    range: f32,\n"
     "    position: vec3f, // where\n"
     "    inner: f32, outer: f32\n"
     "}\n",
     "struct Light {\n"
     "    position: vec3f, // where\n"
     "    // how much\n"
     "    intensity: f32, // of it\n"
     "    color: vec4f,\n"
     "    range: f32,\n"
     "    inner: f32, outer: f32\n"
     "}\n",
     ""},
    {"a comment that would swallow what follows", ORDER, NULL,
     "struct S { a: f32, b: vec3f, // b\n c: vec4f, d: vec3f // d\n}",
     "struct S { b: vec3f, // b\n a: f32,\n c: vec4f, d: vec3f // d\n}", ""},
    {"a comment behind the brace", ORDER, NULL,
     "struct S { // of all\n a: f32, b: vec4f, c: vec3f }",
     "struct S { // of all\n b: vec4f, c: vec3f,\n a: f32 }", ""},
    {"CRLF", ORDER, NULL,
     "struct S {\r\n  a: f32,\r\n  b: vec4f,\r\n  c: vec3f\r\n}\r\n",
     "struct S {\r\n  b: vec4f,\r\n  c: vec3f,\r\n  a: f32\r\n}\r\n", ""},
    {"arguments follow, and are noted in functions", ORDER, NULL,
     "struct S { a: f32, b: vec4f, c: vec3f }\n"
     "const k = S(1, vec4f(2), vec3f(3));\n"
     "fn f() { let s = S(1, /* b */ vec4f(S(4, vec4f(5), vec3f(6)).a), "
     "vec3f(3)); }",
     "struct S { b: vec4f, c: vec3f, a: f32 }\n"
     "const k = S(vec4f(2), vec3f(3), 1);\n"
     "fn f() { let s = S(vec4f(S(vec4f(5), vec3f(6), 4).a), /* b */ vec3f(3), "
     "1); }",
     "3 rewrite-use 3:18 3 rewrite-use 3:37"},
    {"inner structs first", ORDER, NULL,
     "struct O { x: f32, i: I, y: f32, z: f32, w: f32 } "
     "struct I { a: f32, b: vec4f, c: vec3f }",
     "struct O { i: I, x: f32, y: f32, z: f32, w: f32 } "
     "struct I { b: vec4f, c: vec3f, a: f32 }",
     ""},
    {"not what would break a uniform buffer", ORDER, NULL,
     "struct P { x: f32, y: f32 } "
     "struct S { p: P, w: vec3f, v: vec3f, r: vec2f } "
     "struct T { s: S } @group(0) @binding(0) var<uniform> t: T;",
     NULL, "2 rewrite-left 1:36"},
    {"the same, with the standard layout", ORDER, NULL,
     "requires uniform_buffer_standard_layout; struct P { x: f32, y: f32 } "
     "struct S { p: P, w: vec3f, v: vec3f, r: vec2f } "
     "struct T { s: S } @group(0) @binding(0) var<uniform> t: T;",
     "requires uniform_buffer_standard_layout; struct P { x: f32, y: f32 } "
     "struct S { w: vec3f, v: vec3f, p: P, r: vec2f } "
     "struct T { s: S } @group(0) @binding(0) var<uniform> t: T;",
     ""},
    /* -------------------------------------------------------------- uniform */
    {"an array of scalars", UNIFORM, NULL,
     "@group(0) @binding(0) var<uniform> values: array<f32, 64>;\n"
     "fn f(i: u32) -> f32 { return values[i] + values[0]; }",
     "@group(0) @binding(0) var<uniform> values: array<vec4<f32>, 16>;\n"
     "fn f(i: u32) -> f32 { return values[i] + values[0]; }",
     "3 rewrite-use 2:30 3 rewrite-use 2:42"},
    {"through an alias", UNIFORM, NULL,
     "alias W = array<u32, 5>; struct S { n: u32, w: W } "
     "@group(0) @binding(0) var<uniform> s: S;",
     "alias W = array<u32, 5>; struct S { n: u32, w: array<vec4<u32>, 2> } "
     "@group(0) @binding(0) var<uniform> s: S;",
     ""},
    {"a wrapper", UNIFORM, NULL,
     "struct S {\n    m: array<mat3x2f, 2>,\n} // S\n\n"
     "@group(0) @binding(0) var<uniform> s: S;\n"
     "fn f() -> f32 { return s.m[1][0].x; }",
     "struct S {\n    m: array<PaddedMat3x2f32, 2>,\n} // S\n\n"
     "struct PaddedMat3x2f32 { @size(32) value: mat3x2<f32> }\n\n"
     "@group(0) @binding(0) var<uniform> s: S;\n"
     "fn f() -> f32 { return s.m[1][0].x; }",
     "3 rewrite-use 6:26"},
    {"a wrapper for a variable", UNIFORM, NULL,
     "@group(0) @binding(0) var<uniform> m: array<mat3x2f, 2>;",
     "@group(0) @binding(0) var<uniform> m: array<PaddedMat3x2f32, 2>;\n\n"
     "struct PaddedMat3x2f32 { @size(32) value: mat3x2<f32> }",
     ""},
    {"attributes", UNIFORM, NULL,
     "struct P { x: f32, y: f32 } "
     "struct S { v: vec3f, a: f32, p: P, @size(4) b: f32, q: array<P, 2> } "
     "@group(0) @binding(0) var<uniform> s: S; "
     "@group(0) @binding(1) var<storage> ps: array<P>;",
     "struct P { x: f32, @size(12) y: f32 } "
     "struct S { v: vec3f, a: f32, p: P, @size(4) b: f32, @align(16) q: "
     "array<P, 2> } "
     "@group(0) @binding(0) var<uniform> s: S; "
     "@group(0) @binding(1) var<storage> ps: array<P>;",
     "3 rewrite-use 1:174"},
    {"attributes that are there", UNIFORM, NULL,
     "struct P { x: f32, y: f32 } "
     "struct S { v: vec4f, a: f32, @align(8) p: P, @size(12) w: array<u32, 3> }"
     " @group(0) @binding(0) var<uniform> s: S;",
     "struct P { x: f32, y: f32 } "
     "struct S { v: vec4f, a: f32, @align(16) p: P, @size(16) w: "
     "array<vec4<u32>, 1> } @group(0) @binding(0) var<uniform> s: S;",
     ""},
    {"another struct that holds what changes", UNIFORM, NULL,
     "struct P { x: f32, y: f32 } struct O { @size(8) p: P, n: u32 } "
     "@group(0) @binding(0) var<uniform> s: array<P, 2>; "
     "@group(0) @binding(1) var<storage> o: O;",
     "struct P { x: f32, @size(12) y: f32 } struct O { @size(16) p: P, n: u32 "
     "} @group(0) @binding(0) var<uniform> s: array<P, 2>; "
     "@group(0) @binding(1) var<storage> o: O;",
     "3 rewrite-use 1:150"},
    {"a struct that no buffer holds", UNIFORM, "S",
     "struct S { a: array<f32, 8> } struct T { a: array<f32, 8> }",
     "struct S { a: array<vec4<f32>, 2> } struct T { a: array<f32, 8> }", ""},
    {"a struct that cannot be mended", UNIFORM, "S",
     "struct S { a: atomic<u32>, b: array<f32, 8> }", NULL,
     "2 rewrite-left 1:8"},
    {"nothing to mend", UNIFORM, NULL,
     "struct S { a: vec4f } @group(0) @binding(0) var<uniform> s: S;", NULL,
     ""},
    {"strict although the module asks for the feature", UNIFORM, NULL,
     "requires uniform_buffer_standard_layout; "
     "@group(0) @binding(0) var<uniform> v: array<vec2f, 3>;",
     "requires uniform_buffer_standard_layout; "
     "@group(0) @binding(0) var<uniform> v: array<mat2x2<f32>, 2>;",
     ""},
    {"a constructor in a function", UNIFORM, NULL,
     "struct S { a: array<f32, 2> } @group(0) @binding(0) var<uniform> s: S;\n"
     "fn f() { let t = S(array<f32, 2>(1, 2)); }",
     "struct S { a: array<vec4<f32>, 1> } @group(0) @binding(0) var<uniform> s:"
     " S;\n"
     "fn f() { let t = S(array<f32, 2>(1, 2)); }",
     "3 rewrite-use 2:18"},
    {"a constructor at module scope", UNIFORM, NULL,
     "struct S { a: array<f32, 2> } @group(0) @binding(0) var<uniform> s: S;\n"
     "const t = S(array<f32, 2>(1, 2));",
     NULL, "1 rewrite-failed 1:8 3 rewrite-use 2:11"},
    {"other mistakes", UNIFORM, NULL,
     "struct S { a: Missing } @group(0) @binding(0) var<uniform> u: array<f32, "
     "2>;",
     NULL, "1 unresolved-name 1:15"},
};

static void describe(const wlay_rewritten *r, char *said, size_t size)
{
    said[0] = '\0';
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        const wlay_diagnostic *const d = &r->diagnostics[i];

        snprintf(said + strlen(said), size - strlen(said), "%s%d %s %u:%u",
                 i > 0 ? " " : "", (int)d->severity, d->code.data,
                 (unsigned)d->place.line, (unsigned)d->place.column);
        assert_true(d->message.length > 10);
        assert_string_equal(d->place.source_name.data, "a.wgsl");
    }
}

static void check_rewrite(void **state)
{
    const rewrite_row *const row = *state;
    const wlay_source source = {{"a.wgsl", WLAY_STRLEN},
                                {row->source, WLAY_STRLEN}};
    const wlay_string only = {row->only, WLAY_STRLEN};
    const wlay_rewrite_options options = {
        .fix = row->fix,
        .struct_count = row->only != NULL ? 1 : 0,
        .structs = &only};
    const bool fails = row->expected == NULL && row->said[0] == '1';
    const wlay_rewritten *r;
    char said[1024];

    assert_int_equal(wlay_rewrite(&source, 1, &options, &r),
                     fails ? WLAY_INVALID_WGSL : WLAY_OK);
    describe(r, said, sizeof said);
    if (!fails) {
        assert_int_equal(r->source_count, 1);
        assert_string_equal(r->sources[0].text.data,
                            row->expected != NULL ? row->expected
                                                  : row->source);
        assert_int_equal(strlen(r->sources[0].text.data),
                         r->sources[0].text.length);
        assert_int_equal(r->edit_count > 0, row->expected != NULL);
    } else {
        assert_null(r->sources);
    }
    assert_string_equal(said, row->said);
    wlay_rewritten_free(r);
}

/* Declarations of one text follow those of another. */
static void test_several_sources(void **state)
{
    const wlay_source sources[] = {
        {{"a.wgsl", WLAY_STRLEN}, {"struct A { b: B, x: f32 }\n", WLAY_STRLEN}},
        {{"b.wgsl", WLAY_STRLEN},
         {"struct B { y: f32, z: vec2f }\n"
          "fn f() { let b = B(1, vec2f()); }", WLAY_STRLEN}},
        {{"c.wgsl", WLAY_STRLEN}, {"", 0}}};
    const wlay_rewrite_options options = {.fix = PAD};
    const wlay_rewritten *r;

    (void)state;
    assert_int_equal(wlay_rewrite(sources, 3, &options, &r), WLAY_OK);
    assert_int_equal(r->source_count, 3);
    assert_string_equal(r->sources[0].text.data,
                        "struct A { b: B, x: f32, _reserved0: u32 }\n");
    assert_string_equal(r->sources[1].text.data,
                        "struct B { y: f32, _reserved0: u32, z: vec2f }\n"
                        "fn f() { let b = B(1, u32(), vec2f()); }");
    assert_string_equal(r->sources[2].text.data, "");
    assert_string_equal(r->sources[1].name.data, "b.wgsl");
    assert_int_equal(r->edit_count, 3);
    wlay_rewritten_free(r);
}

static void test_arguments(void **state)
{
    const wlay_source source = {{"", 0}, {"", 0}};
    wlay_rewrite_options options = {.fix = PAD};
    const wlay_rewritten *r;

    (void)state;
    assert_int_equal(wlay_rewrite(&source, 1, &options, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_rewrite(&source, 1, NULL, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_null(r);
    assert_int_equal(wlay_rewrite(NULL, 1, &options, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_null(r);
    assert_int_equal(wlay_rewrite(NULL, 0, &options, &r), WLAY_OK);
    assert_int_equal(r->source_count, 0);
    wlay_rewritten_free(r);
    options.fix = 0;
    assert_int_equal(wlay_rewrite(&source, 1, &options, &r),
                     WLAY_INVALID_ARGUMENT);
    options.fix = PAD;
    options.struct_count = 1;
    assert_int_equal(wlay_rewrite(&source, 1, &options, &r),
                     WLAY_INVALID_ARGUMENT);
    wlay_rewritten_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_several_sources),
        cmocka_unit_test(test_arguments),
    };

    return RUN_TABLE(rewrites, check_rewrite) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
