/* SPDX-License-Identifier: MIT */
/* Sizes, alignments, offsets, strides, padding and minimum binding sizes. */
#include "table.h"

/*
 * What a module lays out, in one line.  A struct: name(align,size,padding), then
 * each member as name@offset, +size where it is not that of its type, /stride
 * where it has one.  A variable: name=minimum binding size.  Between them a ;.
 */
typedef struct layout_row {
    const char *name;
    const char *source;
    const char *layout;
} layout_row;

static const layout_row layouts[] = {
    /* [Alignment and Size] */
    {"scalars", "struct S { a: f32, b: i32, c: u32, d: bool }",
     "S(4,16,0) a@0 b@4 c@8 d@12"},
    {"f16", "enable f16; struct S { a: f16, b: f16, c: f32 }",
     "S(4,8,0) a@0 b@2 c@4"},
    {"vectors of f32", "struct S { a: f32, b: vec2f, c: vec3f, d: vec4f }",
     "S(16,48,8) a@0 b@8 c@16 d@32"},
    {"vectors of f16",
     "enable f16; struct S { a: f16, b: vec2h, c: vec3h, d: vec4h }",
     "S(8,24,4) a@0 b@4 c@8 d@16"},
    {"matrices with two rows",
     "struct S { a: mat2x2f, b: mat3x2f, c: mat4x2f }",
     "S(8,72,0) a@0/8 b@16/8 c@40/8"},
    {"matrices with three rows",
     "struct S { a: mat2x3f, b: mat3x3f, c: mat4x3f, d: f32 }",
     "S(16,160,12) a@0/16 b@32/16 c@80/16 d@144"},
    {"matrices with four rows",
     "struct S { a: mat2x4f, b: mat3x4f, c: mat4x4f }",
     "S(16,144,0) a@0/16 b@32/16 c@80/16"},
    {"matrices of f16",
     "enable f16; struct S { a: mat2x2h, b: mat3x2h, c: mat4x3h, d: mat2x4h }",
     "S(8,72,4) a@0/4 b@8/4 c@24/8 d@56/8"},
    {"atomics", "struct S { a: atomic<u32>, b: atomic<i32> }",
     "S(4,8,0) a@0 b@4"},
    {"stride of an array of vec3", "struct S { a: array<vec3f, 4>, b: f32 }",
     "S(16,80,12) a@0/16 b@64"},
    {"stride of an array of structs",
     "struct E { a: vec3f, b: f32, c: f32 } struct S { e: array<E, 2> }",
     "E(16,32,12) a@0 b@12 c@16;S(16,64,0) e@0/32"},
    {"arrays of arrays", "struct S { a: array<array<vec3f, 2>, 3>, b: u32 }",
     "S(16,112,12) a@0/32 b@96"},
    {"array of matrices", "struct S { a: array<mat3x3f, 2> }",
     "S(16,96,0) a@0/48"},
    {"a struct does not share its tail",
     "struct I { v: vec3f } struct S { i: I, f: f32 }",
     "I(16,16,4) v@0;S(16,32,12) i@0 f@16"},
    {"a bare vec3 does", "struct S { v: vec3f, f: f32 }",
     "S(16,16,0) v@0 f@12"},
    {"an inner struct brings its alignment",
     "struct I { @align(16) a: u32 } struct O { x: u32, i: I }",
     "I(16,16,12) a@0;O(16,32,12) x@0 i@16"},
    /* @align and @size */
    {"@align moves a member", "struct S { a: f32, @align(16) b: f32 }",
     "S(16,32,24) a@0 b@16"},
    {"@size makes room", "struct S { @size(16) v: vec3f, f: f32 }",
     "S(16,32,16) v@0+16 f@16"},
    {"@size does not add to @align",
     "struct S { @align(16) flag: u32, @size(8) val: f32 }",
     "S(16,16,8) flag@0 val@4+8"},
    {"an odd @size", "struct S { @size(7) a: f32, b: f32 }",
     "S(4,12,4) a@0+7 b@8"},
    {"@align as an expression",
     "const A = 8; struct S { a: f32, @align(A * 2) b: f32, @size(A + 8) c: f32 }",
     "S(16,48,36) a@0 b@16 c@20+16"},
    {"trailing commas", "struct S { @align(16,) @size(0x20,) a: f32, }",
     "S(16,32,28) a@0+32"},
    /* Structs of tutorials; the numbers are right, their comments were not. */
    {"material",
     "struct S { rugosidad: f32, colorBase: vec4f, metalico: f32, "
     "emision: vec3f, oclusion: f32, normalMul: f32 }",
     "S(16,80,36) rugosidad@0 colorBase@16 metalico@32 emision@48 oclusion@60 "
     "normalMul@64"},
    {"material, reordered",
     "struct S { colorBase: vec4f, emision: vec3f, rugosidad: f32, "
     "metalico: f32, oclusion: f32, normalMul: f32, _reserva: f32 }",
     "S(16,48,0) colorBase@0 emision@16 rugosidad@28 metalico@32 oclusion@36 "
     "normalMul@40 _reserva@44"},
    {"padding by members", "struct S { v: vec3f, _p: f32, w: vec3f, _q: f32 }",
     "S(16,32,0) v@0 _p@12 w@16 _q@28"},
    {"padding by @size", "struct S { @size(16) v: vec3f, @size(16) w: vec3f }",
     "S(16,32,8) v@0+16 w@16+16"},
    {"particle", "struct S { pos: vec3f, vel: vec3f, vida: f32 }",
     "S(16,32,4) pos@0 vel@16 vida@28"},
    {"three vec3", "struct S { a: vec3f, b: vec3f, c: vec3f }",
     "S(16,48,12) a@0 b@16 c@32"},
    {"particle, packed",
     "struct S { pos: vec3f, vida: f32, vel: vec3f, masa: f32 }",
     "S(16,32,0) pos@0 vida@12 vel@16 masa@28"},
    {"two vec3", "struct S { position: vec3f, color: vec3f }",
     "S(16,32,8) position@0 color@16"},
    {"body", "struct S { position: vec3f, mass: f32 }",
     "S(16,16,0) position@0 mass@12"},
    /* The examples of [Structure Member Layout] and [Array Layout Examples] */
    {"specification: nested structs",
     "struct A { u: f32, v: f32, w: vec2f, x: f32 } "
     "struct B { a: vec2f, b: vec3f, c: f32, d: f32, e: A, f: vec3f, "
     "g: array<A, 3>, h: i32 }",
     "A(8,24,4) u@0 v@4 w@8 x@16;"
     "B(16,160,20) a@0 b@16 c@28 d@32 e@40 f@64 g@80/24 h@152"},
    {"specification: nested structs, for a uniform buffer",
     "struct A { u: f32, v: f32, w: vec2f, @size(16) x: f32 } "
     "struct B { a: vec2f, b: vec3f, c: f32, d: f32, @align(16) e: A, f: vec3f, "
     "g: array<A, 3>, h: i32 }",
     "A(8,32,12) u@0 v@4 w@8 x@16+16;"
     "B(16,208,36) a@0 b@16 c@28 d@32 e@48 f@80 g@96/32 h@192"},
    {"specification: array of f32",
     "@group(0) @binding(0) var<storage> a: array<f32, 8>; "
     "@group(0) @binding(1) var<storage> b: array<vec3<f32>, 8>;",
     "a=32/4;b=128/16"},
    {"specification: runtime-sized array of vec3",
     "@group(0) @binding(0) var<storage> a: array<vec3<f32>>;", "a=16/16"},
    /* Runtime-sized tails count one element */
    {"tail behind a scalar", "struct S { n: u32, a: array<vec3f> }",
     "S(16,32,12) n@0 a@16/16"},
    {"the end is rounded up",
     "struct S { a: vec3f, b: u32, c: array<u32> } "
     "@group(0) @binding(0) var<storage> s: S;",
     "S(16,32,12) a@0 b@12 c@16/4;s=32"},
    {"lights",
     "struct Light { position: vec3f, radius: f32, color: vec3f, kind: u32 } "
     "struct Lights { count: u32, items: array<Light> } "
     "@group(0) @binding(1) var<storage> lights: Lights;",
     "Light(16,32,0) position@0 radius@12 color@16 kind@28;"
     "Lights(16,48,12) count@0 items@16/32;lights=48"},
    {"tail of f16", "enable f16; struct S { a: vec3h, b: f16, c: array<f16> }",
     "S(8,16,6) a@0 b@6 c@8/2"},
    /* Names */
    {"an alias", "alias V = vec3<f32>; struct S { a: V, b: f32, c: V }",
     "S(16,32,4) a@0 b@12 c@16"},
    {"aliases in any order",
     "struct S { a: A } alias A = C; alias C = array<D, 2>; alias D = vec4u;",
     "S(16,32,0) a@0/16"},
    {"an alias hides a predeclared name",
     "alias vec3f = vec4<f32>; struct S { a: f32, b: vec3f, c: f32 }",
     "S(16,48,24) a@0 b@16 c@32"},
    {"a struct hides a predeclared name",
     "struct vec4f { x: f32 } struct S { a: vec4f, b: f32 }",
     "vec4f(4,4,0) x@0;S(4,8,0) a@0 b@4"},
    {"an alias named f32", "alias f32 = vec4<u32>; struct S { a: f32 }",
     "S(16,16,0) a@0"},
    {"members named like types and attributes",
     "struct S { size: f32, align: f32, vec3: vec3<f32>, f32: f32 }",
     "S(16,32,8) size@0 align@4 vec3@16 f32@28"},
    {"names in other scripts",
     "struct gr\xC3\xB6\xC3\x9F""e { \xCE\xB4: f32, "
     "\xE6\x95\xB0\xE6\x8D\xAE: vec2f }",
     "gr\xC3\xB6\xC3\x9F""e(8,16,4) \xCE\xB4@0 "
     "\xE6\x95\xB0\xE6\x8D\xAE@8"},
    /* Variables */
    {"storage and uniform",
     "struct P { a: vec3f, b: f32 } @group(0) @binding(0) var<uniform> u: P; "
     "@group(0) @binding(1) var<storage, read_write> s: array<P>; "
     "var<private> p: P; var<workgroup> w: array<P, 4>;",
     "P(16,16,0) a@0 b@12;u=16;s=16/16;p=0;w=0/16"},
    {"array of f16, three of them",
     "enable f16; @group(0) @binding(0) var<storage> a: array<f16, 3>;",
     "a=6/2"},
    {"buffer of bytes",
     "@group(0) @binding(0) var<storage> a: buffer<64>;", "a=64"},
    {"texture",
     "@group(0) @binding(0) var t: texture_2d<f32>; "
     "@group(0) @binding(1) var s: sampler;", "t=0;s=0"},
    /* Sizes near the limit */
    {"the largest array",
     "@group(0) @binding(0) var<storage> a: array<u32, 1073741823>;",
     "a=4294967292/4"},
    {"a large @size", "struct S { @size(2147483647) a: u32, b: vec4f }",
     "S(16,2147483664,2147483644) a@0+2147483647 b@2147483648"},
};

typedef struct text {
    char data[4096];
    size_t length;
} text;

static void add(text *t, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(t->data + t->length, sizeof t->data - t->length, format,
                  args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof t->data - t->length);
    t->length += (size_t)n;
}

static void describe_struct(text *t, const wlay_struct *s)
{
    assert_int_equal(s->size, s->type->size);
    assert_int_equal(s->align, s->type->align);
    assert_ptr_equal(s->type->structure, s);
    add(t, "%s%s(%u,%llu,%llu)", t->length > 0 ? ";" : "", s->name.data,
        (unsigned)s->align, (unsigned long long)s->size,
        (unsigned long long)s->padding);
    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        add(t, " %s@%llu", m->name.data, (unsigned long long)m->offset);
        if (m->size != m->type->size)
            add(t, "+%llu", (unsigned long long)m->size);
        if (m->type->stride != 0)
            add(t, "/%llu", (unsigned long long)m->type->stride);
    }
}

/* The padding of a struct adds up from that of its members. */
static void check_padding(const wlay_struct *s)
{
    uint64_t sum = 0;
    uint64_t end = 0;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        assert_int_equal(m->padding_before, m->offset - end);
        end = m->offset + m->size;
        sum += m->padding_before + m->padding_after;
    }
    assert_int_equal(s->padding_after, s->size - end);
    assert_int_equal(s->padding, sum);
}

static void check_layout(void **state)
{
    const layout_row *const row = *state;
    wlay_module *const module = parse_valid(row->source,
        &(wlay_options){.features =
                            WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT});
    const wlay_struct *const *structs;
    const wlay_variable *variables;
    text t = {"", 0};
    size_t count;

    structs = wlay_structs(module, &count);
    for (size_t i = 0; i < count; i++) {
        describe_struct(&t, structs[i]);
        check_padding(structs[i]);
        assert_ptr_equal(wlay_find_struct(module, structs[i]->name.data,
                                          structs[i]->name.length),
                         structs[i]);
    }
    variables = wlay_variables(module, &count);
    for (size_t i = 0; i < count; i++) {
        const wlay_variable *const v = &variables[i];

        add(&t, "%s%s=%llu", t.length > 0 ? ";" : "", v->name.data,
            (unsigned long long)v->min_binding_size);
        if (v->type->stride != 0)
            add(&t, "/%llu", (unsigned long long)v->type->stride);
        assert_ptr_equal(wlay_find_variable(module, v->name.data, WLAY_STRLEN),
                         v);
        if (v->has_binding)
            assert_ptr_equal(wlay_find_binding(module, v->group, v->binding),
                             v);
    }
    assert_string_equal(t.data, row->layout);
    wlay_module_free(module);
}

int main(void)
{
    return RUN_TABLE(layouts, check_layout);
}
