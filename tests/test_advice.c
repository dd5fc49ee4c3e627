/* SPDX-License-Identifier: MIT */
/* Padding, order, verdicts on uniform buffers, access, kinds of buffers, and
   the arithmetic that explains a layout. */
#include "table.h"

typedef struct text {
    char data[8192];
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

static unsigned long long number(uint64_t value)
{
    return value;
}

/* The layouts of uniform buffers do not matter here. */
static wlay_module *parse(const char *source)
{
    const wlay_options options = {
        .features = WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT};

    return parse_valid(source, &options);
}

static const wlay_struct *find(const wlay_module *module, const char *name)
{
    const wlay_struct *const s = wlay_find_struct(module, name, WLAY_STRLEN);

    assert_non_null(s);
    return s;
}

/* ----------------------------------------------------------------- padding */

/*
 * SIZE=DATA+PADDING; the holes as OFFSET+SIZE and what asks for them: a(lign),
 * s(ize) or t(ail) with its value and member; and of `count` the size and
 * padding.
 */
typedef struct padding_row {
    const char *name;
    const char *source; /* the struct is S */
    uint64_t count;
    const char *padding;
} padding_row;

static const padding_row paddings[] = {
    {"none", "struct S { a: vec3f, b: f32 }", 10, "16=16+0 10:160-0"},
    {"before a member and at the end",
     "struct S { a: f32, b: vec3f, c: vec2f }", 3,
     "48=24+24 4+12 a16b 28+4 a8c 40+8 t16c 3:144-72"},
    {"of @size", "struct S { @size(16) a: f32, b: u32 }", 1,
     "20=8+12 4+12 s16a 1:20-12"},
    {"of @align", "struct S { a: u32, @align(32) b: f32 }", 1,
     "64=8+56 4+28 a32b 36+28 t32b 1:64-56"},
    {"of @size at the end, and the tail",
     "struct S { a: vec4f, @size(20) b: vec2f }", 2,
     "48=24+24 24+12 s20b 36+12 t16b 2:96-48"},
    {"inside of members: columns and elements",
     "struct S { m: mat3x3f, a: array<vec3f, 2>, b: f32 }", 1,
     "96=64+32 84+12 t16b 1:96-32"},
    {"inside of a struct",
     "struct I { a: f32, b: vec2f } struct S { i: array<I, 3>, c: u32 }", 1,
     "56=40+16 52+4 t8c 1:56-16"},
    {"f16", "enable f16; struct S { a: f16, b: f32, c: vec3h }", 4,
     "16=12+4 2+2 a4b 14+2 t8c 4:64-16"},
    {"a runtime-sized array: elements at the end",
     "struct S { n: u32, items: array<vec3f> }", 5,
     "32=16+16 4+12 a16items 5:96-32"},
    {"a runtime-sized array of scalars",
     "struct S { a: vec3f, n: u32, items: array<u32> }", 5,
     "32=20+12 20+12 t16items 5:48-12"},
    {"none of them", "struct S { a: f32, b: vec2f }", 0,
     "16=12+4 4+4 a8b 0:0-0"},
};

static void describe_hole(text *t, const wlay_hole *h)
{
    static const char causes[] = "?ast";

    assert_in_range(h->cause, WLAY_GAP_MEMBER_ALIGN, WLAY_GAP_STRUCT_TAIL);
    add(t, " %llu+%llu %c%llu%s", number(h->offset), number(h->size),
        causes[h->cause], number(h->value), h->member->name.data);
}

static void check_padding(void **state)
{
    const padding_row *const row = *state;
    wlay_module *const module = parse(row->source);
    const wlay_struct *const s = find(module, "S");
    wlay_padding p;
    wlay_hole holes[16];
    uint64_t sum = 0;
    uint64_t largest = 0;
    text t = {"", 0};

    assert_int_equal(wlay_measure_padding(s, row->count, &p), WLAY_OK);
    assert_int_equal(wlay_list_holes(s, holes, 16), p.hole_count);
    assert_int_equal(p.size, s->size);
    assert_int_equal(p.own, s->padding);
    assert_int_equal(p.element_count, row->count);
    add(&t, "%llu=%llu+%llu", number(p.size), number(p.data),
        number(p.padding));
    for (size_t i = 0; i < p.hole_count; i++) {
        describe_hole(&t, &holes[i]);
        sum += holes[i].size;
        if (holes[i].size > largest)
            largest = holes[i].size;
    }
    assert_int_equal(sum, s->padding);
    assert_int_equal(largest, p.largest_hole);
    add(&t, " %llu:%llu-%llu", number(p.element_count), number(p.array_size),
        number(p.array_padding));
    assert_string_equal(t.data, row->padding);
    wlay_module_free(module);
}

static void test_padding_arguments(void **state)
{
    wlay_module *const module = parse("struct S { a: f32, b: vec3f }");
    const wlay_struct *const s = find(module, "S");
    wlay_hole holes[2] = {{.offset = 77}, {.offset = 77}};
    wlay_padding p;

    (void)state;
    assert_int_equal(wlay_measure_padding(NULL, 1, &p), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_measure_padding(s, 1, NULL), WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_measure_padding(s, UINT64_MAX, &p),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_list_holes(s, NULL, 8), 2);
    assert_int_equal(wlay_list_holes(s, holes, 1), 2);
    assert_int_equal(holes[0].offset, 4);
    assert_int_equal(holes[1].offset, 77);
    assert_int_equal(wlay_list_holes(NULL, holes, 1), 0);
    assert_int_equal(wlay_list_fillers(NULL, NULL, 0), 0);
    wlay_module_free(module);
}

/* ----------------------------------------------------------------- fillers */

typedef struct filler_row {
    const char *name;
    const char *source;
    const char *fillers;
} filler_row;

static const filler_row filler_rows[] = {
    {"one before a vector", "struct S { a: vec3f, _pad0: f32, b: vec4f }",
     "_pad0"},
    {"several, and at the end",
     "struct S { a: f32, _p0: u32, _p1: vec2u, b: vec4f, c: f32, padding: u32, "
     "reserved: array<u32, 2> }",
     "_p0 _p1 padding reserved"},
    {"all ways to say so",
     "struct S { a: f32, pad_a: u32, v: vec4f, b: f32, PadB: u32, w: vec4f, "
     "c: f32, _1: u32, x: vec4f, d: f32, unused2: u32, y: vec4f }",
     "pad_a PadB _1 unused2"},
    {"names that only look alike",
     "struct S { a: f32, paddle: u32, v: vec4f, b: f32, p: u32, w: vec4f, "
     "c: f32, gaps: u32, x: vec4f, d: f32, _position: u32, y: vec4f }",
     ""},
    {"not what holds others in their places",
     "struct S { a: f32, _pad0: f32, b: f32 }", ""},
    {"of several the first, where the last are needed",
     "struct S { a: u32, _p0: u32, _p1: vec2u, _p2: vec4u, _p3: u32, "
     "b: array<vec4f, 2>, c: f32 }",
     "_p0 _p1"},
    {"not what the size depends on",
     "struct S { a: f32, b: f32, _pad: f32 }", ""},
    {"not what the alignment depends on",
     "struct S { a: f32, @align(16) _pad: f32 } ", ""},
    {"one of two that the alignment depends on",
     "struct S { a: array<vec4u, 2>, _pad: vec3u }", ""},
    {"the first member stays", "struct S { _pad: f32, a: vec4f }", ""},
    {"no structs, no atomics, no stage inputs",
     "struct I { x: f32 } struct S { a: f32, _pad0: I, _pad1: atomic<u32>, "
     "@location(0) _pad2: f32, b: vec4f }",
     ""},
    {"with @size", "struct S { a: vec2f, @size(8) _pad: u32, b: vec4f }",
     "_pad"},
    {"before a runtime-sized array",
     "struct S { n: u32, pad: array<u32, 3>, items: array<vec4f> }", "pad"},
};

static void check_fillers(void **state)
{
    const filler_row *const row = *state;
    wlay_module *const module = parse(row->source);
    const wlay_struct *const s = find(module, "S");
    size_t members[16];
    const size_t count = wlay_list_fillers(s, members, 16);
    text t = {"", 0};

    for (size_t i = 0; i < count; i++)
        add(&t, "%s%s", i > 0 ? " " : "", s->members[members[i]].name.data);
    assert_string_equal(t.data, row->fillers);
    assert_int_equal(wlay_list_fillers(s, NULL, 0), count);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- order */

typedef struct order_row {
    const char *name;
    const char *source;
    const char *order; /* BEFORE>AFTER moved MOVED: names */
} order_row;

static const order_row orders[] = {
    {"a scalar fills the tail of a vec3",
     "struct S { a: f32, b: vec4f, c: f32, d: vec3f, e: f32, f: f32 }",
     "80>48 moved 1: d a b c e f"},
    {"nothing is gained",
     "struct S { a: vec3f, b: f32, c: vec3f, d: f32, e: f32 }",
     "48>48 moved 0: a b c d e"},
    {"padding that no order can avoid",
     "struct S { a: vec3f, b: vec3f, c: vec3f }", "48>48 moved 0: a b c"},
    {"one member", "struct S { a: vec3f }", "16>16 moved 0: a"},
    {"attributes stay with their members",
     "struct S { a: f32, @align(32) @size(36) b: f32, c: vec3f }",
     "96>64 moved 1: b a c"},
    {"a runtime-sized array stays last",
     "struct S { a: u32, b: vec4f, c: u32, d: vec2u, items: array<f32> }",
     "64>48 moved 1: a b d c items"},
    {"the runtime-sized array's alignment counts",
     "struct S { a: vec2f, b: u32, items: array<vec4f> }",
     "32>32 moved 0: a b items"},
    {"f16", "enable f16; struct S { a: f16, b: f32, c: f16, d: vec2f }",
     "24>16 moved 1: b a c d"},
    {"an array straddles what no vector does",
     "struct S { a: vec3f, b: vec3f, c: array<f32, 2>, d: f32 }",
     "48>48 moved 0: a b c d"},
    {"odd sizes", "struct S { @size(9) a: u32, b: vec2u, c: u32 }",
     "32>24 moved 1: b a c"},
};

static void check_order(void **state)
{
    const order_row *const row = *state;
    wlay_module *const module = parse(row->source);
    const wlay_struct *const s = find(module, "S");
    size_t order[16];
    uint64_t offsets[16];
    uint64_t size;
    wlay_reorder r;
    text t = {"", 0};

    assert_int_equal(wlay_find_order(s, 1000, NULL, order, &r), WLAY_OK);
    assert_true(r.proven);
    assert_true(r.moves_proven);
    assert_int_equal(wlay_place_order(s, order, offsets, &size), WLAY_OK);
    assert_int_equal(size, r.size_after);
    add(&t, "%llu>%llu moved %u:", number(r.size_before),
        number(r.size_after), (unsigned)r.moved);
    for (size_t i = 0; i < s->member_count; i++)
        add(&t, " %s", s->members[order[i]].name.data);
    assert_string_equal(t.data, row->order);
    wlay_module_free(module);
}

/* Too many members of too many kinds for a search: by alignment. */
static void test_large_order(void **state)
{
    enum { COUNT = 3200 };
    char *const source = malloc(COUNT * 48 + 64);
    size_t *const order = malloc(COUNT * sizeof *order);
    uint64_t *const offsets = malloc(COUNT * sizeof *offsets);
    const wlay_struct *s;
    wlay_module *module;
    wlay_reorder r;
    uint64_t size;
    char *at = source;

    (void)state;
    assert_true(source != NULL && order != NULL && offsets != NULL);
    at += sprintf(at, "struct S {\n");
    /* A vector, and a scalar of each size that is no multiple of 16. */
    for (unsigned i = 0; i < COUNT; i++)
        at += i % 2 == 0 ? sprintf(at, "m%u: vec4f,\n", i)
                         : sprintf(at, "@size(%u) m%u: u32,\n", 16 * i + 4, i);
    strcpy(at, "}\n");
    module = parse(source);
    s = find(module, "S");
    assert_int_equal(wlay_find_order(s, 1, NULL, order, &r), WLAY_OK);
    assert_int_equal(wlay_place_order(s, order, offsets, &size), WLAY_OK);
    assert_int_equal(size, r.size_after);
    /* 12 bytes behind each scalar before; behind vectors, and of scalars four
       by four, there are none. */
    assert_int_equal(s->size - r.size_after, COUNT / 2 * 12);
    wlay_module_free(module);
    free(source);
    free(order);
    free(offsets);
}

static void test_footprints(void **state)
{
    wlay_module *const module = parse(
        "struct S { a: f32, b: vec4f, c: f32, d: vec3f, e: f32, f: f32 }"
        "struct T { n: u32, v: vec4f, m: u32, items: array<u32> }");
    size_t order[8];
    wlay_reorder r;

    (void)state;
    assert_int_equal(
        wlay_find_order(find(module, "S"), 1000, NULL, order, &r), WLAY_OK);
    assert_int_equal(r.before.size, 80000);
    assert_int_equal(r.after.size, 48000);
    assert_int_equal(r.before.lines_64, 1250);
    assert_int_equal(r.after.lines_64, 750);
    assert_int_equal(r.before.lines_128, 625);
    assert_int_equal(r.after.lines_128, 375);
    assert_int_equal(wlay_find_order(find(module, "S"), 1, NULL, order, &r),
                     WLAY_OK);
    assert_int_equal(r.before.lines_64, 2);
    assert_int_equal(r.after.lines_64, 1);
    /* 36 + 4 * 10 and 24 + 4 * 10, up to a multiple of 16 */
    assert_int_equal(wlay_find_order(find(module, "T"), 10, NULL, order, &r),
                     WLAY_OK);
    assert_int_equal(r.before.size, 80);
    assert_int_equal(r.after.size, 64);
    wlay_module_free(module);
}

static void *no_memory(void *user_data, size_t size)
{
    (void)user_data;
    (void)size;
    return NULL;
}

static void test_order_arguments(void **state)
{
    wlay_module *const module =
        parse("struct S { a: f32, b: f32, c: array<f32> }");
    const wlay_struct *const s = find(module, "S");
    const wlay_allocator half = {.alloc = no_memory};
    size_t order[] = {0, 1, 2};
    uint64_t offsets[3];
    uint64_t size;
    wlay_reorder r;

    (void)state;
    assert_int_equal(wlay_find_order(NULL, 1, NULL, order, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_order(s, 1, NULL, NULL, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_order(s, 1, NULL, order, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_order(s, 1, &half, order, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_order(s, UINT64_MAX, NULL, order, &r),
                     WLAY_OUT_OF_RANGE);
    order[0] = 1;
    assert_int_equal(wlay_place_order(s, order, offsets, &size),
                     WLAY_INVALID_ARGUMENT); /* 1 twice */
    order[1] = 3;
    assert_int_equal(wlay_place_order(s, order, offsets, &size),
                     WLAY_INVALID_ARGUMENT); /* beyond the last one */
    order[1] = 2;
    order[2] = 0;
    assert_int_equal(wlay_place_order(s, order, offsets, &size),
                     WLAY_INVALID_ARGUMENT); /* behind the array */
    order[1] = 0;
    order[2] = 2;
    assert_int_equal(wlay_place_order(s, order, offsets, &size), WLAY_OK);
    assert_int_equal(size, 12);
    assert_int_equal(offsets[1], 4);
    wlay_module_free(module);
}

/* Many members, none of them with attributes: the size is proven, and soon. */
static void test_large_structs(void **state)
{
    static const char *const types[] = {"vec3f", "f32",   "vec2f", "mat3x3f",
                                        "vec3h", "f16",   "vec4f", "vec2h",
                                        "u32",   "vec3u", "mat2x3h"};
    static text t;
    static size_t order[64];

    (void)state;
    for (unsigned count = 8; count <= 64; count += 8) {
        wlay_module *module;
        wlay_reorder r;

        t.length = 0;
        add(&t, "enable f16; struct S {");
        for (unsigned i = 0; i < count; i++)
            add(&t, " m%u: %s,", i, types[i * i % ROWS(types)]);
        add(&t, " }");
        module = parse(t.data);
        assert_int_equal(
            wlay_find_order(find(module, "S"), 1, NULL, order, &r), WLAY_OK);
        assert_true(r.proven);
        assert_true(r.size_after < r.size_before);
        wlay_module_free(module);
    }
}

/* Beyond what is searched: what is found is no worse, and says what it is. */
static void test_huge_struct(void **state)
{
    static char source[200000];
    static size_t order[4000];
    static uint64_t offsets[4000];
    size_t length = 0;
    wlay_module *module;
    wlay_reorder r;
    uint64_t size;

    (void)state;
    length += (size_t)snprintf(source, 64, "struct S {");
    for (unsigned i = 0; i < 4000; i++)
        length += (size_t)snprintf(source + length, 64, "@size(%u) m%u: %s,",
                                   i % 7 + 16, i, i % 3 == 0 ? "vec3f" : "f32");
    snprintf(source + length, 64, "}");
    module = parse(source);
    assert_int_equal(wlay_find_order(find(module, "S"), 1, NULL, order, &r),
                     WLAY_OK);
    assert_true(r.size_after <= r.size_before);
    assert_true(r.moved == 0 || !r.moves_proven);
    assert_int_equal(
        wlay_place_order(find(module, "S"), order, offsets, &size), WLAY_OK);
    assert_int_equal(size, r.size_after);
    wlay_module_free(module);
}

/* ----------------------------------------------------------------- uniform */

/* What is said of a type: the verdict, sizes, and each violation with its
   repairs. */
typedef struct verdict_row {
    const char *name;
    const char *source;
    const char *type;
    const char *verdict;
} verdict_row;

static const verdict_row verdicts[] = {
    {"allowed", "struct S { a: vec3f, b: f32 }", "S", "strict 16>16"},
    {"an array of f32", "", "array<f32, 64>",
     "standard 256>256; stride 4/16 pack 256 array<vec4<f32>, 16> "
     "values[i / 4u][i % 4u], wrap 1024 array<PaddedF32, 64> values[i].value "
     "struct PaddedF32 { @size(16) value: f32 }"},
    {"a count that does not fill the last vector", "", "array<u32, 5>",
     "standard 20>32; stride 4/16 pack 32 array<vec4<u32>, 2> "
     "values[i / 4u][i % 4u], wrap 80 array<PaddedU32, 5> values[i].value "
     "struct PaddedU32 { @size(16) value: u32 }"},
    {"f16", "enable f16;", "array<f16, 9>",
     "standard 18>32; stride 2/16 pack 32 array<mat2x4<f16>, 2> "
     "values[i / 8u][i / 4u % 2u][i % 4u], wrap 144 array<PaddedF16, 9> "
     "values[i].value struct PaddedF16 { @size(16) value: f16 }"},
    {"vec2f", "", "array<vec2f, 3>",
     "standard 24>32; stride 8/16 pack 32 array<mat2x2<f32>, 2> "
     "values[i / 2u][i % 2u], wrap 48 array<PaddedVec2f32, 3> values[i].value "
     "struct PaddedVec2f32 { @size(16) value: vec2<f32> }"},
    {"vec2i has no matrix", "", "array<vec2i, 2>",
     "standard 16>16; stride 8/16 pack 16 array<vec4<i32>, 1> "
     "vec2<i32>(values[i / 2u][i % 2u * 2u], values[i / 2u][i % 2u * 2u + 1u])"
     ", wrap 32 array<PaddedVec2i32, 2> values[i].value "
     "struct PaddedVec2i32 { @size(16) value: vec2<i32> }"},
    {"vectors of f16", "enable f16;", "array<vec3h, 4>",
     "standard 32>32; stride 8/16 pack 32 array<mat2x3<f16>, 2> "
     "values[i / 2u][i % 2u], wrap 64 array<PaddedVec3f16, 4> values[i].value "
     "struct PaddedVec3f16 { @size(16) value: vec3<f16> }"},
    {"a matrix that nothing packs", "", "array<mat3x2f, 2>",
     "standard 48>64; stride 24/16 wrap 64 array<PaddedMat3x2f32, 2> "
     "values[i].value struct PaddedMat3x2f32 { @size(32) value: mat3x2<f32> }"},
    {"arrays of arrays", "", "array<array<f32, 3>, 2>",
     "standard 24>32; stride 12/16 pack 32 array<array<vec4<f32>, 1>, 2> "
     "values[j][i / 4u][i % 4u], wrap 96 array<array<PaddedF32, 3>, 2> "
     "values[j][i].value struct PaddedF32 { @size(16) value: f32 }; "
     "stride 4/16 pack 16 array<vec4<f32>, 1> values[j][i / 4u][i % 4u], "
     "wrap 48 array<PaddedF32, 3> values[j][i].value "
     "struct PaddedF32 { @size(16) value: f32 }"},
    {"a name that is taken", "struct PaddedF32 { x: f32 }", "array<f32, 1>",
     "standard 4>16; stride 4/16 pack 16 array<vec4<f32>, 1> "
     "values[i / 4u][i % 4u], wrap 16 array<PaddedF32_2, 1> values[i].value "
     "struct PaddedF32_2 { @size(16) value: f32 }"},
    {"a struct in an array", "struct P { x: f32, y: f32, z: f32 }",
     "array<P, 4>",
     "standard 48>64; stride 12/16 size(8) P.z 64, align(16) P.x 64"},
    {"the offset of a struct",
     "struct P { x: f32, y: f32 } struct S { a: f32, p: P }", "S",
     "standard 12>24; offset S.p 4/16 size(16) S.a 24, align(16) S.p 32"},
    {"the offset of a struct, where the alignment is 16 anyway",
     "struct P { x: f32 } struct S { v: vec4f, a: f32, p: P }", "S",
     "standard 32>48; offset S.p 20/16 align(16) S.p 48, size(16) S.a 48"},
    {"the member behind a struct",
     "struct P { x: f32 } struct S { p: P, a: f32 }", "S",
     "standard 8>20; distance S.a 4/16 size(16) S.p 20, align(16) S.a 32"},
    {"an array in a struct", "struct S { n: u32, w: array<vec4f, 2> }", "S",
     "strict 48>48"},
    {"every violation",
     "struct P { x: f32 } struct S { n: u32, p: P, m: u32, w: array<f32, 2> }",
     "S",
     "standard 20>64; offset S.p 4/16 align(16) S.p 64, size(16) S.n 64; "
     "distance S.m 4/16 size(16) S.p 64, align(16) S.m 64; "
     "offset S.w 12/16 align(16) S.w 64, size(16) S.m 64; "
     "stride 4/16 pack 16 array<vec4<f32>, 1> w[i / 4u][i % 4u], "
     "wrap 32 array<PaddedF32, 2> w[i].value "
     "struct PaddedF32 { @size(16) value: f32 }"},
    {"a bool", "struct S { a: bool, w: array<f32, 2> }", "S",
     "never 12>12; bool S.a bool; offset S.w 4/16; stride 4/16"},
    {"an atomic", "struct S { a: atomic<u32> }", "S",
     "never 4>4; kind S.a atomic<u32>"},
    {"a runtime-sized array", "struct S { a: array<vec4f> }", "S",
     "never 16>16; kind S.a array<vec4<f32>>"},
};

static void describe_repairs(text *t, const wlay_violation *v)
{
    static const char *const kinds[] = {"?", "align", "size", "wrap", "pack"};

    for (size_t i = 0; i < v->repair_count; i++) {
        const wlay_repair *const r = &v->repairs[i];

        add(t, "%s %s", i > 0 ? "," : "", kinds[r->kind]);
        if (r->member != NULL)
            add(t, "(%llu) %s.%s %llu", number(r->value),
                r->structure->name.data, r->member->name.data,
                number(r->size));
        else
            add(t, " %llu %s %s", number(r->size), r->type.data,
                r->index.data);
        if (r->wrapper.length > 0)
            add(t, " %s", r->wrapper.data);
        assert_true(i == 0 || r[-1].size <= r->size);
    }
}

static void describe_violation(text *t, const wlay_violation *v)
{
    static const char *const rules[] = {"?",      "bool",   "kind",
                                        "offset", "stride", "distance"};

    add(t, "; %s", rules[v->rule]);
    if (v->member != NULL && v->rule != WLAY_UNIFORM_ARRAY_STRIDE)
        add(t, " %s.%s", v->structure->name.data, v->member->name.data);
    if (v->required > 0)
        add(t, " %llu/%llu", number(v->actual), number(v->required));
    else
        add(t, " %s", v->type->name.data);
    describe_repairs(t, v);
    assert_true(v->message.length > 10);
    assert_int_equal(strlen(v->message.data), v->message.length);
}

static void check_verdict(void **state)
{
    const verdict_row *const row = *state;
    wlay_module *const module = parse(row->source);
    const wlay_uniform_verdict *v;
    const wlay_type *type;
    wlay_type_owner *owner;
    text t = {"", 0};

    assert_int_equal(
        wlay_find_type(module, row->type, WLAY_STRLEN, &type, &owner),
        WLAY_OK);
    assert_int_equal(wlay_judge_uniform(module, type, (wlay_string){NULL, 0},
                                        NULL, &v),
                     WLAY_OK);
    assert_ptr_equal(v->type, type);
    add(&t, "%s %llu>%llu",
        v->strict ? "strict" : v->standard ? "standard" : "never",
        number(v->size), number(v->mended_size));
    assert_int_equal(v->mendable, v->standard);
    for (size_t i = 0; i < v->violation_count; i++)
        describe_violation(&t, &v->violations[i]);
    assert_string_equal(t.data, row->verdict);
    wlay_uniform_verdict_free(v);
    wlay_type_owner_free(owner);
    wlay_module_free(module);
}

static void test_verdict_arguments(void **state)
{
    wlay_module *const module =
        parse("struct S { a: u32 } @group(0) @binding(0) var s: sampler;");
    const wlay_type *const type = find(module, "S")->type;
    const wlay_string none = {NULL, 0};
    const wlay_uniform_verdict *v;

    (void)state;
    assert_int_equal(wlay_judge_uniform(NULL, type, none, NULL, &v),
                     WLAY_INVALID_ARGUMENT);
    assert_null(v);
    assert_int_equal(wlay_judge_uniform(module, NULL, none, NULL, &v),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_judge_uniform(module, type, none, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(
        wlay_judge_uniform(module,
                           wlay_find_variable(module, "s", 1)->type, none,
                           NULL, &v),
        WLAY_TYPE_MISMATCH);
    assert_null(v);
    wlay_uniform_verdict_free(NULL);
    wlay_module_free(module);
}

/* A wrapped array may be too large where the array is not. */
static void test_too_large_to_mend(void **state)
{
    wlay_module *const module =
        parse("struct S { m: array<mat3x2f, 150000000> }");
    const wlay_uniform_verdict *v;

    (void)state;
    assert_int_equal(wlay_judge_uniform(module, find(module, "S")->type,
                                        (wlay_string){NULL, 0}, NULL, &v),
                     WLAY_OK);
    assert_false(v->mendable);
    assert_true(v->standard);
    wlay_uniform_verdict_free(v);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------ access */

/* Lines and split elements, and both at the worst place. */
typedef struct access_row {
    const char *name;
    wlay_access_pattern pattern;
    uint64_t lines, split, worst_lines, worst_split;
    uint64_t used, fetched;
    uint64_t period, period_split;
    bool power_of_two;
    uint64_t rounded_lines;
} access_row;

static const access_row accesses[] = {
    {"stride 32", {32, 32, 32, 16, 0, 0}, 8, 0, 9, 8, 1024, 1024, 4, 0, true,
     8},
    {"stride 36", {36, 36, 36, 4, 0, 0}, 9, 8, 10, 8, 1152, 1152, 32, 8, false,
     16},
    {"stride 48", {48, 48, 44, 16, 0, 0}, 12, 8, 13, 8, 1408, 1536, 8, 2,
     false, 16},
    {"stride 80", {80, 80, 44, 16, 0, 0}, 20, 16, 21, 16, 1408, 2560, 8, 4,
     false, 32},
    {"an element without its tail", {16, 12, 12, 16, 0, 0}, 4, 0, 5, 0, 384,
     512, 8, 0, true, 4},
    {"larger than a line", {256, 200, 200, 4, 0, 4}, 8, 0, 9, 4, 800, 1024, 1,
     0, true, 8},
    {"lines that are skipped", {1024, 4, 4, 4, 0, 0}, 32, 0, 32, 0, 128, 4096,
     1, 0, true, 32},
    {"lines of 64, a group of 64", {12, 12, 12, 4, 64, 64}, 12, 8, 13, 8, 768,
     768, 16, 2, false, 16},
};

static void check_access(void **state)
{
    const access_row *const row = *state;
    wlay_access_report r;

    assert_int_equal(wlay_report_access(&row->pattern, NULL, &r), WLAY_OK);
    assert_int_equal(r.now.stride, row->pattern.stride);
    assert_int_equal(r.now.lines, row->lines);
    assert_int_equal(r.now.split, row->split);
    assert_int_equal(r.now.worst_lines, row->worst_lines);
    assert_int_equal(r.now.worst_split, row->worst_split);
    assert_int_equal(r.now.used, row->used);
    assert_int_equal(r.now.fetched, row->fetched);
    assert_int_equal(r.period, row->period);
    assert_int_equal(r.period_split, row->period_split);
    assert_int_equal(r.power_of_two, row->power_of_two);
    assert_int_equal(r.rounded.lines, row->rounded_lines);
    assert_int_equal(r.apart.lines, row->lines);
    assert_int_equal(r.array_count, 1);
}

static void test_access_of_struct(void **state)
{
    wlay_module *const module =
        parse("struct S { a: vec3f, b: f32, c: vec2f } "
              "struct T { n: u32, t: array<S> }");
    const wlay_struct *const s = find(module, "S");
    wlay_access_pattern p;
    wlay_access_report r;

    (void)state;
    assert_int_equal(wlay_access_of(s->type, &p), WLAY_OK);
    assert_int_equal(p.stride, 32);
    assert_int_equal(p.size, 32);
    assert_int_equal(p.data, 24);
    assert_int_equal(p.align, 16);
    assert_int_equal(wlay_report_access(&p, s->type, &r), WLAY_OK);
    assert_int_equal(r.pattern.line, 128);
    assert_int_equal(r.pattern.group, 32);
    assert_int_equal(r.array_count, 3);
    assert_int_equal(r.apart.lines, 4 + 1 + 2);
    assert_int_equal(r.apart.used, 32 * 24);
    assert_int_equal(wlay_access_of(find(module, "T")->type, &p),
                     WLAY_UNKNOWN_SIZE);
    wlay_module_free(module);
}

static void test_access_arguments(void **state)
{
    static const wlay_access_pattern wrong[] = {
        {0, 4, 4, 4, 0, 0},   {4, 0, 0, 4, 0, 0},     {4, 8, 4, 4, 0, 0},
        {4, 4, 8, 4, 0, 0},   {4, 4, 4, 0, 0, 0},     {4, 4, 4, 3, 0, 0},
        {6, 4, 4, 4, 0, 0},   {4, 4, 4, 4, 100, 0},   {4, 4, 4, 4, 0, 65537},
        {UINT64_MAX, 4, 4, 1, 0, 0},
    };
    wlay_access_report r;
    wlay_access_pattern p;

    (void)state;
    for (size_t i = 0; i < ROWS(wrong); i++)
        assert_int_equal(wlay_report_access(&wrong[i], NULL, &r),
                         WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_report_access(NULL, NULL, &r),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_access_of(NULL, &p), WLAY_INVALID_ARGUMENT);
}

/* ----------------------------------------------------------------- buffers */

typedef struct buffer_row {
    const char *name;
    wlay_buffer_facts facts;
    wlay_address_space space;
    bool available;
    const char *rules; /* the ids, the first one decides */
} buffer_row;

static const wlay_limits compatible = {.compatibility_mode = true};
static const wlay_limits generous = {
    .max_uniform_buffer_binding_size = 1 << 20,
    .max_uniform_buffers_per_shader_stage = 2};

static const buffer_row buffers[] = {
    {"nothing is known", {.size = 0}, WLAY_SPACE_UNIFORM, true, "10"},
    {"a bool", {.bool_inside = true, .written = true}, 0, false, "1 2"},
    {"written", {.size = 64, .written = true, .reads = WLAY_READ_ALIKE},
     WLAY_SPACE_STORAGE, true, "2 6"},
    {"written, and no binding left",
     {.written = true, .used_storage_buffers = 8}, WLAY_SPACE_STORAGE, false,
     "2 9"},
    {"as large as may be", {.size = 65536}, WLAY_SPACE_UNIFORM, true, "10"},
    {"too large", {.size = 65537}, WLAY_SPACE_STORAGE, true, "3"},
    {"too large in compatibility mode",
     {.size = 16385, .limits = &compatible}, WLAY_SPACE_STORAGE, true, "3"},
    {"not too large for the device", {.size = 65537, .limits = &generous},
     WLAY_SPACE_UNIFORM, true, "10"},
    {"too large for any", {.size = 134217729}, WLAY_SPACE_STORAGE, false, "3"},
    {"sized by the scene, read alike",
     {.scene_sized = true, .reads = WLAY_READ_ALIKE}, WLAY_SPACE_STORAGE, true,
     "4 6"},
    {"small elements", {.size = 64, .smallest_stride = 4,
                        .reads = WLAY_READ_ALIKE},
     WLAY_SPACE_STORAGE, true, "5 6"},
    {"small elements, with the standard layout",
     {.size = 64, .smallest_stride = 4, .standard_layout = true,
      .reads = WLAY_READ_ALIKE},
     WLAY_SPACE_UNIFORM, true, "6"},
    {"elements of 16", {.size = 64, .smallest_stride = 16}, WLAY_SPACE_UNIFORM,
     true, "10"},
    {"read apart", {.size = 64, .reads = WLAY_READ_APART}, WLAY_SPACE_STORAGE,
     true, "7"},
    {"no uniform buffer left", {.size = 64, .used_uniform_buffers = 12},
     WLAY_SPACE_STORAGE, true, "8"},
    {"one uniform buffer left", {.size = 64, .used_uniform_buffers = 11},
     WLAY_SPACE_UNIFORM, true, "10"},
    {"fewer than usual", {.used_uniform_buffers = 2, .limits = &generous},
     WLAY_SPACE_STORAGE, true, "8"},
    {"no storage buffer left", {.size = 64, .used_storage_buffers = 8},
     WLAY_SPACE_UNIFORM, true, "9"},
    {"the access pattern goes before the budget",
     {.reads = WLAY_READ_ALIKE, .used_uniform_buffers = 12},
     WLAY_SPACE_UNIFORM, false, "6 8"},
};

static void check_buffer(void **state)
{
    const buffer_row *const row = *state;
    wlay_buffer_advice advice;
    text t = {"", 0};

    wlay_choose_buffer(&row->facts, &advice);
    assert_int_equal(advice.space, row->space);
    assert_int_equal(advice.available, row->available);
    for (size_t i = 0; i < advice.reason_count; i++) {
        add(&t, "%s%d", i > 0 ? " " : "", (int)advice.reasons[i].rule);
        assert_true(strlen(advice.reasons[i].text) > 10);
    }
    assert_string_equal(t.data, row->rules);
    assert_int_equal(advice.reasons[0].space, advice.space);
}

static void test_facts(void **state)
{
    wlay_module *const module = parse(
        "struct I { w: array<f32, 4> } struct S { i: array<I, 2> }"
        "struct A { n: atomic<u32>, t: array<vec4f> } struct B { b: bool }");
    wlay_buffer_facts f;

    (void)state;
    wlay_buffer_facts_of(find(module, "S")->type, &f);
    assert_int_equal(f.size, 32);
    assert_int_equal(f.smallest_stride, 4);
    assert_false(f.written || f.scene_sized || f.bool_inside);
    wlay_buffer_facts_of(find(module, "A")->type, &f);
    assert_int_equal(f.smallest_stride, 16);
    assert_true(f.written && f.scene_sized);
    assert_false(f.bool_inside);
    wlay_buffer_facts_of(find(module, "B")->type, &f);
    assert_int_equal(f.smallest_stride, 0);
    assert_true(f.bool_inside);
    wlay_buffer_facts_of(NULL, &f);
    assert_int_equal(f.size, 0);
    wlay_module_free(module);
}

/* ----------------------------------------------------------------- explain */

#define MODULE                                                                \
    "enable f16; struct Light { position: vec3f, color: vec3f, @size(8) "     \
    "kind: u32, @align(16) m: mat3x3f } alias Half = array<vec2h, 3>;"        \
    "struct Lights { n: u32, items: array<Light> }"                           \
    "@group(0) @binding(0) var<storage> lights: Lights;"                      \
    "@group(0) @binding(1) var<storage> list: array<Light, 4>;"               \
    "@group(0) @binding(2) var<storage> v: vec3f;"

typedef struct explain_row {
    const char *name;
    const char *path;
    const char *reasons;
} explain_row;

static const explain_row explanations[] = {
    {"a member", "Light.color",
     "color align 16 = AlignOf(vec3<f32>); color offset 16 = "
     "roundUp(16, 0 + 12); color size 12 = SizeOf(vec3<f32>)"},
    {"the first member", "Light.position",
     "position align 16 = AlignOf(vec3<f32>); position offset 0 = 0, of the "
     "first member; position size 12 = SizeOf(vec3<f32>)"},
    {"@size", "Light.kind",
     "kind align 4 = AlignOf(u32); kind offset 28 = roundUp(4, 16 + 12); "
     "kind size 8 = @size(8)"},
    {"@align, and a matrix", "Light.m",
     "m align 16 = @align(16); m offset 48 = roundUp(16, 28 + 8); "
     "m size 48 = SizeOf(mat3x3<f32>); "
     "mat3x3<f32> stride 16 = AlignOf(vec3<f32>), from column to column; "
     "mat3x3<f32> align 16 = AlignOf(vec3<f32>); mat3x3<f32> size 48 = "
     "SizeOf(array<vec3<f32>, 3>) = 3 * roundUp(16, 12)"},
    {"a struct", "Lights",
     "n align 4 = AlignOf(u32); n offset 0 = 0, of the first member; "
     "n size 4 = SizeOf(u32); items align 16 = AlignOf(array<Light>); "
     "items offset 16 = roundUp(16, 0 + 4); "
     "items size 96 = SizeOf(array<Light>); Lights align 16 = max(4, 16); "
     "Lights size 112 = roundUp(16, 16 + 96)"},
    {"from a variable", "lights.items[3].color.y",
     "items offset 16 = roundUp(16, 0 + 4); [3] offset 288 = 3 * 96; "
     "color offset 16 = roundUp(16, 0 + 12); .y offset 4 = 1 * 4; "
     "lights.items[3].color.y at 324 = 16 + 288 + 16 + 4"},
    {"an array", "list",
     "array<Light, 4> stride 96 = roundUp(AlignOf(Light), SizeOf(Light)) = "
     "roundUp(16, 96); array<Light, 4> align 16 = AlignOf(Light); "
     "array<Light, 4> size 384 = 4 * 96"},
    {"a runtime-sized array", "lights.items",
     "items align 16 = AlignOf(array<Light>); items offset 16 = "
     "roundUp(16, 0 + 4); items size 96 = SizeOf(array<Light>); "
     "array<Light> stride 96 = roundUp(AlignOf(Light), SizeOf(Light)) = "
     "roundUp(16, 96); array<Light> align 16 = AlignOf(Light); "
     "array<Light> size 96 = 1 * 96, one element being counted"},
    {"an element", "list[2]",
     "[2] offset 192 = 2 * 96; Light align 16 = max(16, 4); "
     "Light size 96 = roundUp(16, 48 + 48)"},
    {"a column and a component", "Light.m[2].z",
     "m offset 48 = roundUp(16, 28 + 8); [2] offset 32 = 2 * 16; "
     ".z offset 8 = 2 * 4; Light.m[2].z at 88 = 48 + 32 + 8"},
    {"an alias", "Half[1]", "[1] offset 4 = 1 * 4"},
    {"a vector", "v",
     "vec3<f32> align 16 = from the table of types; "
     "vec3<f32> size 12 = from the table of types"},
};

static bool add_reason(void *user_data, const wlay_reason *reason)
{
    text *const t = user_data;

    add(t, "%s%.*s %s %llu = %s", t->length > 0 ? "; " : "",
        (int)reason->subject.length, reason->subject.data, reason->quantity,
        number(reason->value), reason->formula.data);
    assert_true(strlen(reason->section) > 3);
    return true;
}

static void check_explain(void **state)
{
    const explain_row *const row = *state;
    wlay_module *const module = parse(MODULE);
    text t = {"", 0};

    assert_int_equal(wlay_explain(module, row->path, WLAY_STRLEN, add_reason,
                                  &t, NULL),
                     WLAY_OK);
    assert_string_equal(t.data, row->reasons);
    wlay_module_free(module);
}

static bool stop(void *user_data, const wlay_reason *reason)
{
    (void)reason;
    ++*(unsigned *)user_data;
    return false;
}

static void test_explain_errors(void **state)
{
    wlay_module *const module = parse(MODULE);
    wlay_path_error e;
    unsigned count = 0;

    (void)state;
    assert_int_equal(wlay_explain(module, "Lihgt.color", WLAY_STRLEN, stop,
                                  &count, &e),
                     WLAY_NOT_FOUND);
    assert_int_equal(e.offset, 0);
    assert_int_equal(e.length, 5);
    assert_string_equal(e.nearest.data, "Light");
    assert_int_equal(wlay_explain(module, "list[1].colour", WLAY_STRLEN, stop,
                                  &count, &e),
                     WLAY_NOT_FOUND);
    assert_int_equal(e.offset, 8);
    assert_int_equal(e.length, 6);
    assert_string_equal(e.nearest.data, "color");
    assert_int_equal(wlay_explain(module, "list[4]", WLAY_STRLEN, stop, &count,
                                  NULL),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_explain(module, "", 0, stop, &count, &e),
                     WLAY_NOT_FOUND);
    assert_int_equal(count, 0);
    assert_int_equal(wlay_explain(module, "Light", 5, stop, &count, NULL),
                     WLAY_OK);
    assert_int_equal(count, 1);
    assert_int_equal(wlay_explain(NULL, "Light", 5, stop, &count, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_explain(module, "Light", 5, NULL, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_padding_arguments),
        cmocka_unit_test(test_large_order),
        cmocka_unit_test(test_footprints),
        cmocka_unit_test(test_order_arguments),
        cmocka_unit_test(test_large_structs),
        cmocka_unit_test(test_huge_struct),
        cmocka_unit_test(test_verdict_arguments),
        cmocka_unit_test(test_too_large_to_mend),
        cmocka_unit_test(test_access_of_struct),
        cmocka_unit_test(test_access_arguments),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_explain_errors),
    };

    return RUN_TABLE(paddings, check_padding) +
           RUN_TABLE(filler_rows, check_fillers) +
           RUN_TABLE(orders, check_order) +
           RUN_TABLE(verdicts, check_verdict) +
           RUN_TABLE(accesses, check_access) +
           RUN_TABLE(buffers, check_buffer) +
           RUN_TABLE(explanations, check_explain) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
