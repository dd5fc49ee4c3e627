/* SPDX-License-Identifier: MIT */
/* What diagnostics say, word for word: the commonest ones, and their hints. */
#include "table.h"

typedef struct hint_row {
    const char *name;
    const char *source;
    const char *message;
    const char *hint; /* or empty */
} hint_row;

static const hint_row hints[] = {
    {"a number that does not fit",
     "const a = 1e40f;",
     "'1e40f' does not fit into its type, f32",
     ""},
    {"a number in octal",
     "const a = 012;",
     "'012': an integer literal must not begin with 0; WGSL has no octal",
     ""},
    {"a number that is not exact",
     "const a = 0x1.00000001p0f;",
     "'0x1.00000001p0f' is not exactly a value of its type, f32",
     ""},
    {"a false comparison",
     "const_assert 1 + 2 == 4;",
     "this assertion is false",
     ""},
    {"more members than a hint lists",
     "struct S { a1: u32, b1: u32, c1: u32, d1: u32, e1: u32, f1: u32, g1: u32,"
     "h1: u32, i1: u32, j1: u32, k1: u32, l1: u32, m1: u32, n1: u32 }"
     "const x = S().nope;",
     "'S' has no member 'nope'",
     "it has a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1, ..."},
    {"as many as a hint lists",
     "struct S { a1: u32, b1: u32, c1: u32, d1: u32, e1: u32, f1: u32, g1: u32,"
     "h1: u32, i1: u32, j1: u32, k1: u32, l1: u32 } const x = S().nope;",
     "'S' has no member 'nope'",
     "it has a1, b1, c1, d1, e1, f1, g1, h1, i1, j1, k1, l1"},
    {"too few components",
     "const x = vec3f(1, 2);",
     "no constructor 'vec3<f32>' takes (abstract-int, abstract-int)",
     "it takes 3 components, not 2"},
    {"components of another type",
     "const x = vec3<f32>(1i, 2i, 3i);",
     "no constructor 'vec3<f32>' takes (i32, i32, i32)",
     "convert the arguments: f32(...)"},
    {"a bitcast to bool",
     "const x = bitcast<bool>(1u);",
     "no form of 'bitcast<bool>' takes (u32)",
     "a bitcast is to i32, u32, f32, f16 or a vector of one of them"},
    {"a bitcast of an array",
     "const x = bitcast<u32>(array(1u));",
     "no form of 'bitcast<u32>' takes (array<u32, 1>)",
     "'u32' has 32 bits, and so must the number or vector of numbers have that "
     "is cast to it"},
    {"a bitcast to a larger vector",
     "const x = bitcast<vec2u>(1u);",
     "no form of 'bitcast<vec2<u32>>' takes (u32)",
     "'vec2<u32>' has 64 bits, and so must the number or vector of numbers have "
     "that is cast to it"},
    {"a long name is cut",
     "const a = "
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnn;", /* 301 */
     "nothing is declared as '"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"
     "nnnnnnnnnnnn...'",
     ""},
    {"an extension that is none",
     "enable f61;",
     "there is no enable-extension named 'f61'",
     "the names are f16, clip_distances, dual_source_blending, "
     "subgroups, primitive_index, subgroup_size_control"},
    {"an extension without a name",
     "enable ;",
     "expected the name of an enable-extension, found ';'",
     ""},
    {"a type like a declared one",
     "struct Light { a: f32 } struct S { a: Ligth }",
     "nothing is declared as 'Ligth'",
     "did you mean 'Light'?"},
    {"a type like one in another case",
     "struct S { a: Vec3f }",
     "nothing is declared as 'Vec3f'",
     "did you mean 'vec3f'?"},
    {"a type like a predeclared one",
     "struct S { a: vec5f }",
     "nothing is declared as 'vec5f'",
     "did you mean 'vec2f'?"},
    {"a type-generator like it",
     "struct S { a: arrray<f32, 4> }",
     "nothing is declared as 'arrray'",
     "did you mean 'array'?"},
    {"a constant like a declared one",
     "const count = 4; alias A = array<f32, cuont>;",
     "nothing is declared as 'cuont'",
     "did you mean 'count'?"},
    {"a type like nothing",
     "struct S { a: foo }",
     "nothing is declared as 'foo'",
     ""},
    {"a type of another language",
     "struct S { a: float4 }",
     "nothing is declared as 'float4'",
     "in WGSL this may be 'vec4f'"},
    {"a type-generator without arguments",
     "struct S { a: vec3 }",
     "'vec3' needs template arguments to be a type",
     "write vec3<f32>, for example"},
    {"an array without arguments",
     "struct S { a: array }",
     "'array' needs template arguments to be a type",
     "write array<TYPE, COUNT>, for example"},
    {"an attribute like another",
     "@locaton(0) fn f() {}",
     "WGSL has no attribute '@locaton'",
     "did you mean '@location'?"},
    {"an attribute like nothing",
     "@foo fn f() {}",
     "WGSL has no attribute '@foo'",
     ""},
    {"an address space like another",
     "var<privat> a: f32;",
     "'privat' is not an address space",
     "did you mean 'private'?"},
    {"an address space like nothing",
     "var<foo> a: f32;",
     "'foo' is not an address space",
     "the address spaces are uniform, storage, workgroup, private, "
     "function and immediate"},
    {"an access mode like another",
     "@group(0) @binding(0) var<storage, readwrite> a: f32;",
     "'readwrite' is not an access mode",
     "did you mean 'read_write'?"},
    {"an access mode like nothing",
     "@group(0) @binding(0) var<storage, foo> a: f32;",
     "'foo' is not an access mode",
     "the access modes are read, write and read_write"},
    {"a texel format like another",
     "alias T = texture_storage_2d<rgba8norm, write>;",
     "'rgba8norm' is not a texel format",
     "did you mean 'rgba8unorm'?"},
    {"a builtin value like another",
     "@fragment fn f(@builtin(frontfacing) a: bool) {}",
     "'frontfacing' is not a builtin value",
     "did you mean 'front_facing'?"},
    {"no address space",
     "var a: f32;",
     "'a' needs an address space; only textures and samplers have none",
     "write var<uniform>, var<storage>, var<workgroup> or var<private>"},
    {"no group and binding",
     "var s: sampler;",
     "'s' is a resource and needs '@group' and '@binding'; both are "
     "missing",
     "put @group(N) @binding(N) before 'var'"},
    {"no binding",
     "@group(0) var s: sampler;",
     "'s' is a resource and needs '@group' and '@binding'; '@binding' "
     "is missing",
     "put @binding(N) before 'var'"},
    {"an alignment that is too small",
     "struct S { @align(4) a: vec4f }",
     "'@align' must be a multiple of 16, the alignment of 'vec4<f32>', "
     "it is 4",
     "write @align(16), or leave it out"},
    {"a size that is too small",
     "struct S { @size(4) a: vec4f }",
     "'@size' must be at least 16, the size of 'vec4<f32>', it is 4",
     "write @size(16), or leave it out"},
    {"another type",
     "const a: u32 = 1i;",
     "'a' has the type 'u32', its initializer the type 'i32'",
     "convert it: u32(...)"},
    {"a bool in a buffer",
     "@group(0) @binding(0) var<uniform> a: bool;",
     "'a' cannot be in the address space 'uniform': 'bool' is not "
     "host-shareable",
     "a bool can be passed as u32"},
    {"an atomic that cannot be written",
     "@group(0) @binding(0) var<storage> a: atomic<u32>;",
     "'a' in the address space 'storage' must have the access mode "
     "read_write: 'atomic<u32>' is or holds an atomic",
     "write var<storage, read_write>"},
    {"a pointer to such an atomic",
     "fn f(a: ptr<storage, atomic<u32>>) {}",
     "'atomic<u32>' holds an atomic: a pointer to it in the address "
     "space 'storage' must have the access mode read_write",
     "write ptr<storage, atomic<u32>, read_write>"},
    {"an array in a uniform buffer",
     "@group(0) @binding(0) var<uniform> a: array<f32, 6>;",
     "in a uniform buffer the stride of an array must be a multiple of "
     "16; that of 'array<f32, 6>' is 4",
     "use array<vec4<f32>, 2>, or wrap the element in a struct with "
     "@size(16)"},
    {"integers between stages",
     "@fragment fn f(@location(2) a: u32) {}",
     "'u32' is an integer type and must be marked '@interpolate(flat)' "
     "as an input of a fragment shader",
     "write @location(2) @interpolate(flat)"},
    {"f16 without its extension",
     "alias A = f16;",
     "'f16' needs the extension f16",
     "put 'enable f16;' before all declarations"},
    {"semicolons behind members",
     "struct S { a: f32; b: f32; }",
     "expected ',' or '}' behind the member, found ';'",
     "members are separated by commas"},
    {"let at module scope",
     "let a = 1;",
     "'let' cannot stand at module scope",
     "use 'const' or 'override'"},
    {"operators that need parentheses",
     "const a = 1 + 2 << 3;",
     "'+' and '<<' must not be mixed without parentheses",
     "put the operation that comes first into parentheses"},
};

static void check_hint(void **state)
{
    const hint_row *const row = *state;
    wlay_module *const module =
        parse_copy(row->source, strlen(row->source), NULL);
    const wlay_diagnostic *d;
    size_t count;

    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].message.data, row->message);
    assert_string_equal(d[0].hint.data, row->hint);
    wlay_module_free(module);
}

/* Suggestions look at every name: not for every error of a long list. */
static void test_suggestions_end(void **state)
{
    static const char member[] = "a%u: Ligth, ";
    char source[4096] = "struct Light { a: f32 } struct S { ";
    wlay_module *module;
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    for (unsigned i = 0; i < 40; i++)
        snprintf(source + strlen(source), sizeof source - strlen(source),
                 member, i);
    strncat(source, "}", sizeof source - strlen(source) - 1);
    module = parse_copy(source, strlen(source), NULL);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 40);
    assert_string_equal(d[0].hint.data, "did you mean 'Light'?");
    assert_string_equal(d[39].hint.data, "");
    wlay_module_free(module);
}

/* What breaks the text comes first, then names, then each declaration. */
static void test_order(void **state)
{
    static const char source[] = "struct A { @size(1) b: u32 }\n"
                                 "struct B { @align(3) a: f32 }\n"
                                 "struct B { c: f32 }\n"
                                 "struct C { d f32 }\n";
    wlay_module *const module = parse_copy(source, strlen(source), NULL);
    static const char *const codes[] = {"syntax", "redeclaration", "size",
                                        "align"};
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, ROWS(codes));
    for (size_t i = 0; i < count; i++)
        assert_string_equal(d[i].code.data, codes[i]);
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_suggestions_end),
        cmocka_unit_test(test_order),
    };
    int failed = RUN_TABLE(hints, check_hint);

    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed > 0;
}
