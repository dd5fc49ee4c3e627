/* SPDX-License-Identifier: MIT */
/* Leaves, gaps, masks, look-ups: of real shaders and of small traps. */
#include "table.h"

#include <inttypes.h>

#define BYTES_MAX 65536

/* --------------------------------------------------------- a simple reader */

/*
 * AccessibleBytes as the specification has it, one byte a flag: what the
 * library says by other means is compared with this.  Of a runtime-sized array
 * there are `tail` elements.
 */
static void mark_accessible(const wlay_type *type, uint64_t offset,
                            uint64_t tail, unsigned char *bytes)
{
    const uint64_t count = type->element_count > 0 ? type->element_count : tail;

    switch (type->kind) {
    case WLAY_TYPE_STRUCT:
        for (size_t i = 0; i < type->structure->member_count; i++)
            mark_accessible(type->structure->members[i].type,
                            offset + type->structure->members[i].offset, tail,
                            bytes);
        break;
    case WLAY_TYPE_ARRAY:
        for (uint64_t i = 0; i < count; i++)
            mark_accessible(type->element, offset + i * type->stride, tail,
                            bytes);
        break;
    case WLAY_TYPE_MATRIX:
        for (uint64_t i = 0; i < type->columns; i++)
            mark_accessible(type->element, offset + i * type->stride, tail,
                            bytes);
        break;
    default:
        for (uint64_t k = 0; k < type->size; k++)
            bytes[offset + k] = 1;
    }
}

/* --------------------------------------------------- leaves and gaps agree */

typedef struct survey {
    const wlay_type *root;
    uint64_t size;
    uint64_t tail;
    unsigned char accessible[BYTES_MAX];
    unsigned char seen[BYTES_MAX]; /* 1: in a leaf, 2: in a gap */
    uint64_t leaves;
    uint64_t gaps;
    uint64_t last; /* offset, of a leaf or a gap that is not of a matrix */
} survey;

static void see(survey *s, const wlay_piece *piece, uint64_t offset)
{
    assert_true(piece->size > 0);
    assert_true(offset + piece->size <= s->size);
    for (uint64_t k = offset; k < offset + piece->size; k++) {
        /* A matrix is a leaf with its padding. */
        if (piece->gap == WLAY_GAP_NONE && !s->accessible[k])
            continue;
        if (s->seen[k] != 0)
            fail_msg("%s: byte %" PRIu64 " is there twice, at last in '%s'",
                     s->root->name.data, k, piece->path.data);
        s->seen[k] = piece->gap == WLAY_GAP_NONE ? 1 : 2;
    }
}

/* Wherever the piece recurs. */
static void see_levels(survey *s, const wlay_piece *piece, size_t level,
                       uint64_t offset)
{
    if (level == piece->level_count) {
        see(s, piece, offset);
        return;
    }
    for (uint64_t i = 0; i < piece->levels[level].count; i++)
        see_levels(s, piece, level + 1,
                   offset + i * piece->levels[level].stride);
}

/* The path leads to the leaf, or to what the gap belongs to. */
static void check_path(const survey *s, const wlay_piece *piece)
{
    wlay_path_error error;
    wlay_view view;
    uint64_t offset = piece->offset;

    assert_int_equal(piece->path.length, piece->path_length);
    assert_int_equal(strlen(piece->path.data), piece->path.length);
    if (wlay_follow(s->root, piece->path.data, piece->path.length, UINT64_MAX,
                    &view, &error) != WLAY_OK)
        fail_msg("%s: '%s': %s", s->root->name.data, piece->path.data,
                 error.reason);
    assert_ptr_equal(view.type, piece->type);
    assert_ptr_equal(view.member, piece->member);
    switch (piece->gap) {
    case WLAY_GAP_NONE:
        assert_int_equal(view.offset, offset);
        assert_int_equal(view.size, piece->size);
        assert_true(view.type->kind <= WLAY_TYPE_ATOMIC);
        break;
    case WLAY_GAP_MEMBER_ALIGN:
        assert_int_equal(view.offset, offset + piece->size);
        assert_int_equal(view.offset % view.member->align, 0);
        break;
    case WLAY_GAP_STRUCT_TAIL:
        assert_int_equal(view.type->kind, WLAY_TYPE_STRUCT);
        break;
    default:
        assert_int_equal(view.offset + view.size, offset);
        break;
    }
    if (piece->gap == WLAY_GAP_MEMBER_SIZE)
        assert_true(view.member->flags & WLAY_MEMBER_HAS_SIZE);
}

static bool see_piece(void *user_data, const wlay_piece *piece)
{
    survey *const s = user_data;

    check_path(s, piece);
    if (piece->gap != WLAY_GAP_MATRIX_COLUMN && piece->level_count == 0) {
        assert_true(piece->offset >= s->last);
        s->last = piece->offset;
    }
    s->leaves += piece->gap == WLAY_GAP_NONE;
    s->gaps += piece->gap != WLAY_GAP_NONE;
    see_levels(s, piece, 0, piece->offset);
    return true;
}

static void check_mask(const survey *s, bool slots)
{
    static uint8_t bits[BYTES_MAX / 8 + 1];
    const uint64_t unit = slots ? 4 : 1;
    uint64_t count;
    wlay_result result;
    size_t bytes;

    memset(bits, 0xA5, sizeof bits);
    result = (slots ? wlay_accessible_slots : wlay_accessible_bytes)(
        s->root, s->tail, bits, sizeof bits, &count);
    assert_int_equal(result, WLAY_OK);
    assert_int_equal(count, (s->size + unit - 1) / unit);
    bytes = (size_t)(count + 7) / 8;
    for (uint64_t k = 0; k < bytes * 8; k++) {
        bool expected = false;

        for (uint64_t i = k * unit; i < (k + 1) * unit && i < s->size; i++)
            expected = expected || s->accessible[i];
        if ((bits[k / 8] >> k % 8 & 1) != expected)
            fail_msg("%s: bit %" PRIu64 " is not %d", s->root->name.data, k,
                     expected);
    }
    assert_int_equal(bits[bytes], 0xA5);
    memset(bits, 0xA5, bytes);
    assert_int_equal((slots ? wlay_accessible_slots : wlay_accessible_bytes)(
                         s->root, s->tail, bits, bytes - 1, &count),
                     WLAY_OUT_OF_RANGE);
    for (size_t k = 0; k < bytes; k++)
        assert_int_equal(bits[k], 0xA5);
}

/* Returns how many pieces there were. */
static uint64_t survey_once(survey *s, bool fold)
{
    const wlay_visit_options options = {
        .gaps = true, .fold = fold, .tail_count = s->tail};

    memset(s->seen, 0, sizeof s->seen);
    s->leaves = s->gaps = s->last = 0;
    assert_int_equal(wlay_visit(s->root, &options, see_piece, s), WLAY_OK);
    for (uint64_t k = 0; k < s->size; k++)
        if (s->seen[k] != (s->accessible[k] ? 1 : 2))
            fail_msg("%s: byte %" PRIu64 " is %d", s->root->name.data, k,
                     s->seen[k]);
    return s->leaves + s->gaps;
}

static uint64_t survey_type(const wlay_type *type, uint64_t tail)
{
    static survey s;
    uint64_t pieces;

    s.root = type;
    s.tail = tail;
    assert_int_equal(
        wlay_size_for_count(
            type, type->flags & WLAY_TYPE_RUNTIME_SIZED ? tail : 0, &s.size),
        WLAY_OK);
    if (s.size > BYTES_MAX)
        return 0;
    memset(s.accessible, 0, sizeof s.accessible);
    mark_accessible(type, 0, tail, s.accessible);
    pieces = survey_once(&s, false);
    assert_true(survey_once(&s, true) <= pieces);
    check_mask(&s, false);
    check_mask(&s, true);
    return pieces;
}

static uint64_t survey_module(const wlay_module *module)
{
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(module, &count);
    const wlay_variable *variables;
    uint64_t pieces = 0;

    for (size_t i = 0; i < count; i++)
        for (uint64_t tail = 1; tail <= 5; tail += 2)
            pieces += survey_type(structs[i]->type, tail);
    variables = wlay_variables(module, &count);
    for (size_t i = 0; i < count; i++)
        if (variables[i].type->kind <= WLAY_TYPE_STRUCT &&
            !(variables[i].type->flags & WLAY_TYPE_SIZE_UNKNOWN))
            pieces += survey_type(variables[i].type, 3);
    return pieces;
}

static char *read_file(const char *name, size_t *length)
{
    FILE *const file = fopen(name, "rb");
    char *const text = malloc(1 << 20);

    if (file == NULL)
        fail_msg("%s cannot be opened", name);
    assert_non_null(text);
    *length = fread(text, 1, 1 << 20, file);
    fclose(file);
    return text;
}

/* Every struct and variable of every shader of tests/data. */
static void test_shaders(void **state)
{
    static const char names[] = WLAY_TEST_SHADERS;
    uint64_t pieces = 0;

    (void)state;
    for (const char *at = names; *at != '\0';) {
        char path[1024];
        const int length = (int)strcspn(at, "|");
        wlay_module *module;
        size_t size;
        char *text;

        snprintf(path, sizeof path, "%s/%.*s", WLAY_TEST_DATA, length, at);
        text = read_file(path, &size);
        module = parse_copy(text, size, NULL);
        pieces += survey_module(module);
        wlay_module_free(module);
        free(text);
        at += length + (at[length] == '|');
    }
    assert_true(pieces > 500);
}

/* All predeclared types that have a size, in arrays and in structs. */
static void test_plain_types(void **state)
{
    static const char *const scalars[] = {"bool", "i32", "u32", "f32", "f16"};
    char source[1024];

    (void)state;
    for (size_t s = 0; s < ROWS(scalars); s++) {
        for (int shape = 0; shape < 13; shape++) {
            char type[64];
            wlay_module *module;

            if (shape >= 4 && s < 3)
                break;
            if (shape == 0)
                snprintf(type, sizeof type, "%s", scalars[s]);
            else if (shape < 4)
                snprintf(type, sizeof type, "vec%d<%s>", shape + 1, scalars[s]);
            else
                snprintf(type, sizeof type, "mat%dx%d<%s>",
                         (shape - 4) / 3 + 2, (shape - 4) % 3 + 2, scalars[s]);
            snprintf(source, sizeof source,
                     "enable f16; struct A { a: %s, b: array<%s, 3>, "
                     "@size(128) c: %s, @align(64) d: array<array<%s, 2>, 3> } "
                     "struct B { x: f16, a: A, y: array<A, 2>, z: f16 }\n%s",
                     type, type, type, type,
                     s == 0 ? "" : "struct C { a: f16, b: array<A> }");
            module = parse_valid(source, NULL);
            assert_true(survey_module(module) > 40);
            wlay_module_free(module);
        }
    }
}

/* ---------------------------------------------------------- exact listings */

typedef struct visit_row {
    const char *name;
    const char *source; /* the root is the struct S, or else the variable v */
    const char *options; /* g gaps, n no leaves, f folded, 0 to 9 elements */
    const char *expected; /* `cause path @offset+size [count*stride]; ...` */
} visit_row;

static const visit_row visits[] = {
    {"scalars", "struct S { a: f32, b: vec2u }", "",
     "a @0+4; b @8+8; "},
    {"scalars and gaps", "struct S { a: f32, b: vec2u }", "g",
     "a @0+4; member alignment b @4+4; b @8+8; "},
    {"gaps alone", "struct S { a: vec2u, b: f32 }", "gn",
     "struct tail  @12+4; "},
    {"size", "struct S { @size(12) a: f32, b: f32 }", "g",
     "a @0+4; @size a @4+8; b @12+4; "},
    {"size and tail", "struct S { a: vec2f, @size(8) b: f32, c: f32 }", "gn",
     "@size b @12+4; struct tail  @20+4; "},
    {"size of the last", "struct S { a: vec3f, @size(20) b: u32 }", "gn",
     "@size b @16+16; "},
    {"align", "struct S { a: f32, @align(16) b: f32 }", "gn",
     "member alignment b @4+12; struct tail  @20+12; "},
    {"an array", "struct S { a: array<f32, 3> }", "",
     "a[0] @0+4; a[1] @4+4; a[2] @8+4; "},
    {"an array once", "struct S { a: array<f32, 3> }", "f",
     "a[0] @0+4 3*4; "},
    {"a stride", "struct S { a: array<vec3f, 2> }", "g",
     "a[0] @0+12; element stride a[0] @12+4; a[1] @16+12; "
     "element stride a[1] @28+4; "},
    {"a stride once", "struct S { a: array<vec3f, 2>, b: f32 }", "gf",
     "a[0] @0+12 2*16; element stride a[0] @12+4 2*16; b @32+4; "
     "struct tail  @36+12; "},
    {"a matrix", "struct S { m: mat2x3f }", "g",
     "m @0+32; matrix column m[0] @12+4; matrix column m[1] @28+4; "},
    {"a matrix once", "struct S { m: mat2x3f }", "gf",
     "m @0+32; matrix column m[0] @12+4 2*16; "},
    {"a dense matrix", "struct S { m: mat2x4f }", "g", "m @0+32; "},
    {"a matrix of f16", "enable f16; struct S { m: mat2x3h }", "g",
     "m @0+16; matrix column m[0] @6+2; matrix column m[1] @14+2; "},
    {"nested",
     "struct T { v: vec3f } struct S { t: array<array<T, 2>, 2>, u: T }", "gnf",
     "struct tail t[0][0] @12+4 2*32 2*16; struct tail u @76+4; "},
    {"nested, one by one", "struct T { x: vec2u, y: u32 } "
     "struct S { t: array<T, 2> }", "g",
     "t[0].x @0+8; t[0].y @8+4; struct tail t[0] @12+4; t[1].x @16+8; "
     "t[1].y @24+4; struct tail t[1] @28+4; "},
    {"an atomic", "struct S { a: array<atomic<i32>, 2> }", "f",
     "a[0] @0+4 2*4; "},
    {"runtime-sized", "struct S { a: u32, b: array<vec2f> }", "g",
     "a @0+4; member alignment b @4+4; b[0] @8+8; "},
    {"runtime-sized, two", "struct S { a: u32, b: array<vec2f> }", "2",
     "a @0+4; b[0] @8+8; b[1] @16+8; "},
    {"runtime-sized once", "struct S { a: u32, b: array<vec2f> }", "f",
     "a @0+4; b[0] @8+8 0*8; "},
    {"runtime-sized once, with a count", "struct S { b: array<vec2f> }", "f7",
     "b[0] @0+8 7*8; "},
    {"the trap, one", "struct S { a: vec3f, b: u32, c: array<u32> }", "gn1",
     "struct tail  @20+12; "},
    {"the trap, four", "struct S { a: vec3f, b: u32, c: array<u32> }", "gn4",
     ""},
    {"the trap, five", "struct S { a: vec3f, b: u32, c: array<u32> }", "gn5",
     "struct tail  @36+12; "},
    {"no struct", "var<private> v: vec4f;", "g", "v @0+16; "},
    {"an array that is no member", "var<private> v: array<vec3f, 2>;", "gf",
     "v[0] @0+12 2*16; element stride v[0] @12+4 2*16; "},
    {"an override", "override n: u32; var<workgroup> v: array<u32, n>;", "2",
     "v[0] @0+4; v[1] @4+4; "},
    {"an override once", "override n: u32; var<workgroup> v: array<u32, n>;",
     "f", "v[0] @0+4 0*4; "},
};

static bool list_piece(void *user_data, const wlay_piece *piece)
{
    char *const list = user_data;
    char *end = list + strlen(list);

    end += sprintf(end, "%s%s%s @%" PRIu64 "+%" PRIu64,
                   wlay_gap_name(piece->gap),
                   piece->gap != WLAY_GAP_NONE ? " " : "", piece->path.data,
                   piece->offset, piece->size);
    for (size_t i = 0; i < piece->level_count; i++)
        end += sprintf(end, " %" PRIu64 "*%" PRIu64, piece->levels[i].count,
                       piece->levels[i].stride);
    strcpy(end, "; ");
    return true;
}

static void check_visit(void **state)
{
    const visit_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    const wlay_struct *const s = wlay_find_struct(module, "S", WLAY_STRLEN);
    const wlay_variable *const v = wlay_find_variable(module, "v", 1);
    const size_t digit = strcspn(row->options, "0123456789");
    const wlay_visit_options options = {
        .gaps = strchr(row->options, 'g') != NULL,
        .no_leaves = strchr(row->options, 'n') != NULL,
        .fold = strchr(row->options, 'f') != NULL,
        .tail_count = (uint64_t)atoi(row->options + digit),
        .root_name = {s == NULL ? "v" : "", WLAY_STRLEN}};
    char list[2048] = "";

    assert_int_equal(
        wlay_visit(s != NULL ? s->type : v->type, &options, list_piece, list),
        WLAY_OK);
    assert_string_equal(list, row->expected);
    wlay_module_free(module);
}

/* ---------------------------------------------------- the edges of a visit */

static bool stop_at_second(void *user_data, const wlay_piece *piece)
{
    int *const count = user_data;

    (void)piece;
    return ++*count < 2;
}

static bool count_all(void *user_data, const wlay_piece *piece)
{
    (void)piece;
    ++*(int *)user_data;
    return true;
}

static void test_visit_stops(void **state)
{
    static const char *const sources[] = {
        "var<private> v: array<f32, 1000000000>;",
        "struct T { a: f32, b: f32, c: f32 } var<private> v: T;",
        "struct T { a: f32 } struct U { a: T, b: T } var<private> v: U;",
        "struct T { a: vec3f } var<private> v: array<T, 1000>;"};
    const wlay_visit_options options = {.gaps = true};

    (void)state;
    for (size_t i = 0; i < ROWS(sources); i++) {
        wlay_module *const module = parse_valid(sources[i], NULL);
        const wlay_type *const type = wlay_find_variable(module, "v", 1)->type;
        int count = 0;

        assert_int_equal(wlay_visit(type, &options, stop_at_second, &count),
                         WLAY_OK);
        assert_int_equal(count, 2);
        wlay_module_free(module);
    }
}

/* Columns of a matrix stop too. */
static void test_visit_stops_in_matrix(void **state)
{
    wlay_module *const module =
        parse_valid("var<private> v: mat4x3f;", NULL);
    const wlay_visit_options options = {.gaps = true, .no_leaves = true};
    int count = 0;

    (void)state;
    wlay_visit(wlay_find_variable(module, "v", 1)->type, &options,
               stop_at_second, &count);
    assert_int_equal(count, 2);
    wlay_module_free(module);
}

static void test_visit_errors(void **state)
{
    wlay_module *const module = parse_valid(
        "@group(0) @binding(0) var t: texture_2d<f32>;"
        "@group(0) @binding(1) var s: sampler;"
        "@group(0) @binding(3) var<storage> r: array<u32>;", NULL);
    const wlay_type *const r = wlay_find_variable(module, "r", 1)->type;
    wlay_visit_options options = {.fold = true, .tail_count = UINT64_MAX / 4};
    char none[1];
    uint8_t bits[1];
    int count = 0;

    (void)state;
    for (const char *name = "ts"; *name != '\0'; name++) {
        const wlay_type *const type = wlay_find_variable(module, name, 1)->type;

        assert_int_equal(wlay_visit(type, NULL, count_all, &count),
                         WLAY_TYPE_MISMATCH);
        assert_int_equal(
            wlay_accessible_bytes(type, 0, bits, sizeof bits, NULL),
            WLAY_TYPE_MISMATCH);
    }
    assert_int_equal(wlay_visit(r, &options, count_all, &count), WLAY_OK);
    assert_int_equal(count, 1);
    options.tail_count++;
    assert_int_equal(wlay_visit(r, &options, count_all, &count),
                     WLAY_OUT_OF_RANGE);
    assert_int_equal(
        wlay_accessible_bytes(r, options.tail_count, bits, 1, NULL),
        WLAY_OUT_OF_RANGE);
    assert_int_equal(
        wlay_accessible_bytes(r, UINT64_MAX / 4, bits, 1, NULL),
        WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_accessible_bytes(r, 1, NULL, 1, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_accessible_bytes(NULL, 1, bits, 1, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_visit(NULL, NULL, count_all, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_visit(r, NULL, NULL, &count), WLAY_INVALID_ARGUMENT);
    options.path_capacity = 1;
    assert_int_equal(wlay_visit(r, &options, count_all, &count),
                     WLAY_INVALID_ARGUMENT);
    options.path_buffer = none;
    options.tail_count = 1;
    assert_int_equal(wlay_visit(r, &options, count_all, &count), WLAY_OK);
    assert_int_equal(count, 2);
    wlay_module_free(module);
}

/* Paths that do not fit are empty, and all others are whole. */
static bool check_capacity(void *user_data, const wlay_piece *piece)
{
    static const char *const paths[] = {"long_name.x", "long_name.list[0]",
                                        "long_name.list[1]", "s", "t"};
    const size_t *const capacity = user_data;
    static size_t at;
    const char *const expected = paths[at++ % ROWS(paths)];

    assert_int_equal(piece->path_length, strlen(expected));
    assert_string_equal(piece->path.data,
                        strlen(expected) < *capacity ? expected : "");
    assert_int_equal(piece->path.length, strlen(piece->path.data));
    return true;
}

static void test_path_capacity(void **state)
{
    wlay_module *const module = parse_valid(
        "struct I { x: u32, list: array<u32, 2> }"
        "struct S { long_name: I, s: f32, t: f32 }", NULL);
    const wlay_type *const type = wlay_find_struct(module, "S", 1)->type;

    (void)state;
    for (size_t capacity = 0; capacity < 20; capacity++) {
        char *const buffer = malloc(capacity > 0 ? capacity : 1);
        const wlay_visit_options options = {.path_buffer = buffer,
                                            .path_capacity = capacity};
        size_t copy = capacity;

        assert_non_null(buffer);
        assert_int_equal(wlay_visit(type, &options, check_capacity, &copy),
                         WLAY_OK);
        free(buffer);
    }
    wlay_module_free(module);
}

/* As deep as types may be nested, with long names, in the default buffer. */
static bool see_deep(void *user_data, const wlay_piece *piece)
{
    size_t *const length = user_data;

    assert_string_equal(piece->path.data, "");
    *length = piece->path_length;
    return true;
}

static void test_deep(void **state)
{
    static char source[64 * 1024];
    char *end = source + sprintf(source, "struct S0 { a: vec3f }\n");
    wlay_module *module;
    size_t length = 0;

    (void)state;
    for (int i = 1; i < 126; i++)
        end += sprintf(end, "struct S%d { member_%d: array<S%d, 1> }\n", i, i,
                       i - 1);
    module = parse_valid(source, NULL);
    assert_int_equal(wlay_visit(wlay_find_struct(module, "S125", 4)->type, NULL,
                                see_deep, &length),
                     WLAY_OK);
    assert_true(length > WLAY_PATH_BUFFER_SIZE);
    survey_type(wlay_find_struct(module, "S20", 3)->type, 1);
    wlay_module_free(module);
}

/* ---------------------------------------------------------------- look-ups */

/* A struct with many members: each one, and names that are none. */
static void check_members(unsigned count)
{
    char *const source = malloc(64 + (size_t)count * 32);
    char *end = source;
    wlay_module *module;
    wlay_struct copy;
    char name[32];

    assert_non_null(source);
    end += sprintf(end, "struct S {");
    for (unsigned i = 0; i < count; i++)
        end += sprintf(end, " m%u: u32,", i);
    strcpy(end, "}");
    module = parse_valid(source, NULL);
    copy = *wlay_find_struct(module, "S", 1);
    for (unsigned i = 0; i < count; i++) {
        const int length = sprintf(name, "m%u", i);

        assert_ptr_equal(wlay_find_member(&copy, name, (size_t)length),
                         &copy.members[i]);
        assert_ptr_equal(wlay_find_member(&copy, name, WLAY_STRLEN),
                         &copy.members[i]);
        assert_null(wlay_find_member(&copy, name + 1, WLAY_STRLEN));
        strcat(name, "_");
        assert_null(wlay_find_member(&copy, name, WLAY_STRLEN));
    }
    sprintf(name, "m%u", count);
    assert_null(wlay_find_member(&copy, name, WLAY_STRLEN));
    assert_null(wlay_find_member(&copy, "", 0));
    assert_null(wlay_find_member(&copy, NULL, 0));
    assert_null(wlay_find_member(NULL, "m0", 2));
    wlay_module_free(module);
    free(source);
}

static void test_members(void **state)
{
    (void)state;
    for (unsigned count = 1; count < 40; count++)
        check_members(count);
    check_members(10000);
    check_members(16383);
}

/* Of several members with one name the first is found. */
static void test_duplicate_member(void **state)
{
    static const char *const sources[] = {
        "struct S { x: u32, x: f32 }",
        "struct S { x: u32, a: u32, b: u32, c: u32, d: u32, e: u32, f: u32,"
        " x: f32 }"};

    (void)state;
    for (size_t i = 0; i < ROWS(sources); i++) {
        wlay_module *const module =
            parse_copy(sources[i], strlen(sources[i]), NULL);
        const wlay_struct *const s = wlay_find_struct(module, "S", 1);

        assert_ptr_equal(wlay_find_member(s, "x", 1), &s->members[0]);
        wlay_module_free(module);
    }
}

static void check_bindings(unsigned count)
{
    char *const source = malloc(64 + (size_t)count * 80);
    char *end = source;
    wlay_module *module;
    const wlay_variable *variables;
    size_t variable_count;

    assert_non_null(source);
    end += sprintf(end, "var<private> p: u32;\n");
    for (unsigned i = 0; i < count; i++)
        end += sprintf(end,
                       "@group(%u) @binding(%u) var<uniform> v%u: vec4f;\n",
                       i % 7 * 1000, i / 7, i);
    /* The same once more: the first is found. */
    sprintf(end, "@group(0) @binding(0) var<uniform> again: vec4f;\n");
    module = parse_valid(source, NULL);
    variables = wlay_variables(module, &variable_count);
    assert_int_equal(variable_count, count + 2);
    for (unsigned i = 0; i < count; i++)
        assert_ptr_equal(wlay_find_binding(module, i % 7 * 1000, i / 7),
                         &variables[i + 1]);
    assert_null(wlay_find_binding(module, 0, count));
    assert_null(wlay_find_binding(module, 1, 0));
    assert_null(wlay_find_binding(module, UINT32_MAX, UINT32_MAX));
    wlay_module_free(module);
    free(source);
}

static void test_bindings(void **state)
{
    (void)state;
    for (unsigned count = 1; count < 40; count++)
        check_bindings(count);
    check_bindings(5000);
}

/* A hash table without a free slot would never end. */
static void test_no_bindings(void **state)
{
    char source[4096] = "";
    wlay_module *module;

    (void)state;
    for (int i = 0; i < 32; i++)
        sprintf(source + strlen(source), "var<private> p%d: u32;", i);
    module = parse_valid(source, NULL);
    assert_null(wlay_find_binding(module, 0, 0));
    wlay_module_free(module);
}

static void test_symbols(void **state)
{
    static const char source[] =
        "struct S { f: f32 } alias A = S; const C = 1; override O: u32;"
        "var<private> V: S; fn F() {} const B = nothing;";
    wlay_module *const module = parse_copy(source, sizeof source - 1, NULL);
    const char *const others[] = {"A", "C", "O", "F", "B", "f", "f32", "", "s"};

    (void)state;
    assert_non_null(wlay_find_struct(module, "S", 1));
    assert_null(wlay_find_variable(module, "S", 1));
    assert_non_null(wlay_find_variable(module, "V", 1));
    assert_null(wlay_find_struct(module, "V", 1));
    for (size_t i = 0; i < ROWS(others); i++) {
        assert_null(wlay_find_struct(module, others[i], WLAY_STRLEN));
        assert_null(wlay_find_variable(module, others[i], WLAY_STRLEN));
    }
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shaders),
        cmocka_unit_test(test_plain_types),
        cmocka_unit_test(test_visit_stops),
        cmocka_unit_test(test_visit_stops_in_matrix),
        cmocka_unit_test(test_visit_errors),
        cmocka_unit_test(test_path_capacity),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_members),
        cmocka_unit_test(test_duplicate_member),
        cmocka_unit_test(test_bindings),
        cmocka_unit_test(test_no_bindings),
        cmocka_unit_test(test_symbols),
    };

    return RUN_TABLE(visits, check_visit) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
