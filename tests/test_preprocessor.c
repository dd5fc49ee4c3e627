/* SPDX-License-Identifier: MIT */
/* Lines and placeholders of preprocessors: one diagnostic each, and none for
   what follows from them. */
#include "table.h"

static const error_row errors[] = {
    {"import",
     "#import bevy_pbr::mesh_view_bindings\nstruct S { a: f32 }",
     "^^^^^^^",
     "preprocessor-line"},
    {"import of several names on several lines",
     "#import a::{\n    b,\n    c::d,\n}\nstruct S { a: f32 }",
     "^^^^^^^",
     "preprocessor-line"},
    {"import of several names on one line",
     "#import a::{b, c}\nstruct S { a: f32 }",
     "^^^^^^^",
     "preprocessor-line"},
    {"import path, and names of that module",
     "#define_import_path a\n#import b as c\nstruct S { a: c::T }\nfn "
     "f(v: c::V) {}",
     "^^^^^^^^^^^^^^^^^^^   ^^^^^^^",
     "preprocessor-line preprocessor-line"},
    {"ifdef around declarations",
     "#ifdef X\nstruct S { a: f32 }\n#else\nstruct S { b: u32 }\n#endif",
     "^^^^^^                       ^^^^^                     ^^^^^^",
     "preprocessor-line preprocessor-line preprocessor-line"},
    {"ifdef around functions",
     "#ifdef X\nfn f(a: f32) {}\n#else\nfn f(a: u32) {}\n#endif",
     "^^^^^^                   ^^^^^                 ^^^^^^",
     "preprocessor-line preprocessor-line preprocessor-line"},
    {"ifdef around members",
     "struct S {\n    a: f32,\n#ifdef X\n    b: f32,\n#endif\n    c: f32,\n}",
     "                       ^^^^^^               ^^^^^^",
     "preprocessor-line preprocessor-line"},
    {"ifdef around members without a comma",
     "struct S {\n    a: f32,\n#ifdef X\n    b: f32\n#else\n    b: u32\n#endif\n}",
     "                       ^^^^^^              ^^^^^            ^^^^^^",
     "preprocessor-line preprocessor-line preprocessor-line"},
    {"ifdef around parameters",
     "@fragment fn f(\n#ifdef X\n    @location(0) a: f32,\n#endif\n    "
     "@location(0) b: f32,\n) {}",
     "                ^^^^^^                            ^^^^^^",
     "preprocessor-line preprocessor-line"},
    {"ifdef behind attributes",
     "@group(0) @binding(0)\n#ifdef X\nvar<uniform> a: "
     "A;\n#else\nvar<storage> a: A;\n#endif",
     "                      ^^^^^^                   "
     "   ^^^^^                    ^^^^^^",
     "preprocessor-line preprocessor-line preprocessor-line"},
    {"if with a comment",
     "#if X == 1 // one\nstruct S { a: f32 }\n#endif",
     "^^^                                   ^^^^^^",
     "preprocessor-line preprocessor-line"},
    {"blankspace around the number sign",
     "  # ifdef X\nstruct S { a: f32 }\n\\t# endif",
     "  ^^^^^^^                       ^ ^",
     "preprocessor-line invalid-character invalid-character"},
    {"define of a count",
     "#define N 4\nstruct S { a: array<f32, N> }",
     "^^^^^^^",
     "preprocessor-line"},
    {"include of a type",
     "#include \"t.wgsl\"\nstruct S { a: T }\n@group(0) @binding(0) "
     "var<uniform> s: S;",
     "^^^^^^^^",
     "preprocessor-line"},
    {"pragma",
     "#pragma once\nstruct S { a: f32 }",
     "^^^^^^^",
     "preprocessor-line"},
    {"nothing behind the number sign",
     "#\nstruct S { a: f32 }",
     "^",
     "preprocessor-line"},
    {"placeholder for a value",
     "const n: u32 = #{COUNT};\nstruct S { a: array<f32, n> }",
     "               ^^^^^^^^",
     "preprocessor-line"},
    {"placeholder with a suffix in a template list",
     "struct S { a: array<f32, #{COUNT}u>, b: vec4<f32> }",
     "                         ^^^^^^^^^",
     "preprocessor-line"},
    {"placeholder for a group",
     "@group(#{GROUP}) @binding(0) var<uniform> a: vec4f;",
     "       ^^^^^^^^",
     "preprocessor-line"},
    {"lines of one kind after another",
     "#import a\n#import b\n#ifdef C\n#endif\nvar<private> a: f32;",
     "^^^^^^^   ^^^^^^^   ^^^^^^   ^^^^^^",
     "preprocessor-line preprocessor-line preprocessor-line preprocessor-line"},
    {"a rule of layouts counts as ever",
     "#ifdef X\n#endif\nstruct S { @align(2) a: f32 }",
     "^^^^^^   ^^^^^^                   ^",
     "preprocessor-line preprocessor-line align"},
    {"an error in front counts as ever",
     "struct T { a: f32; }\n#ifdef X\n#endif",
     "                 ^   ^^^^^^   ^^^^^^",
     "syntax preprocessor-line preprocessor-line"},
};

typedef struct struct_row {
    const char *name;
    const char *source;
    const char *structure; /* that has a layout all the same */
    uint64_t size;
} struct_row;

static const struct_row structs[] = {
    {"behind an import", "#import a::{\n b,\n}\nstruct S { a: vec3f }", "S",
     16},
    {"with members of both branches",
     "struct S {\n#ifdef A\n a: u32,\n#else\n b: u32,\n#endif\n}", "S", 8},
    {"beside a placeholder",
     "const n = #{N};\nstruct S { a: array<u32, 3> }", "S", 12},
    {"in front of a placeholder",
     "struct S { a: vec2<u32> }\nstruct T { a: array<u32, #{N}> }", "S", 8},
};

static void check_struct(void **state)
{
    const struct_row *const row = *state;
    wlay_module *const module =
        parse_copy(row->source, strlen(row->source), NULL);
    const wlay_struct *const s =
        wlay_find_struct(module, row->structure, WLAY_STRLEN);

    assert_false(wlay_module_valid(module));
    assert_non_null(s);
    assert_int_equal(s->size, row->size);
    wlay_module_free(module);
}

/* In comments and in bodies of functions a number sign means nothing. */
static void test_not_a_line(void **state)
{
    (void)state;
    wlay_module_free(parse_valid("/*\n#ifdef X\n*/ struct S { a: f32 }", NULL));
    wlay_module_free(parse_valid("struct S { a: f32 } // #ifdef", NULL));
    wlay_module_free(parse_valid("fn f() {\n#ifdef X\n#endif\n}", NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_not_a_line),
    };
    int failed = 0;

    failed += RUN_TABLE(errors, check_errors);
    failed += RUN_TABLE(structs, check_struct);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed > 0;
}
