/* SPDX-License-Identifier: MIT */
/* C structs against WGSL's, and hashes of layouts. */
#include "table.h"

/* ---------------------------------------------------------- run-time checks */

/* A struct of WGSL, rows as a host has them, and what is said of them. */
typedef struct check_row {
    const char *name;
    const char *source; /* the first struct in it is checked */
    const wlay_host_member rows[6]; /* ended by a name that is NULL */
    size_t size;
    uint32_t flags;
    const char *said; /* a line for each difference */
} check_row;

#define LIGHT "struct Light { position: vec3f, color: vec3f, radius: f32 }"

static const check_row checks[] = {
    {"the same", LIGHT,
     {{"position", 0, 12}, {"color", 16, 12}, {"radius", 28, 4}}, 32, 0, ""},
    {"rows in any order", LIGHT,
     {{"radius", 28, 4}, {"color", 16, 12}, {"position", 0, 12}}, 32, 0, ""},
    {"padding forgotten", LIGHT,
     {{"position", 0, 12}, {"color", 12, 12}, {"radius", 24, 4}}, 28, 0,
     "color: C has offset 12, WGSL wants 16, because vec3<f32> is aligned to "
     "16; put 4 bytes before it\n"
     "radius: C has offset 24, WGSL wants 28, which comes of color (vec3<f32>) "
     "before it: mend that first\n"
     "Light: C has size 28, WGSL wants 32, a multiple of its alignment 16\n"},
    {"padding too much", LIGHT,
     {{"position", 0, 12}, {"color", 16, 12}, {"radius", 32, 4}}, 36, 0,
     "radius: C has offset 32, WGSL wants 28, right behind color; take out 4 "
     "bytes before it\n"
     "Light: C has size 36, WGSL wants 32, a multiple of its alignment 16\n"},
    {"padding at the end forgotten", "struct S { a: vec3f, b: vec2f }",
     {{"a", 0, 12}, {"b", 16, 8}}, 24, 0,
     "S: C has size 24, WGSL wants 32, a multiple of its alignment 16; put 8 "
     "bytes at its end\n"},
    {"@align", "struct S { a: f32, @align(32) b: f32 }",
     {{"a", 0, 4}, {"b", 4, 4}}, 8, 0,
     "b: C has offset 4, WGSL wants 32, because it has @align(32); put 28 "
     "bytes before it\n"
     "S: C has size 8, WGSL wants 64, a multiple of its alignment 32; put 28 "
     "bytes at its end\n"},
    {"@size", "struct S { @size(16) a: f32, b: f32 }",
     {{"a", 0, 4}, {"b", 4, 4}}, 8, 0,
     "b: C has offset 4, WGSL wants 16, because a before it has @size(16); "
     "put 12 bytes before it\n"
     "S: C has size 8, WGSL wants 20, a multiple of its alignment 4\n"},
    {"@size taken whole", "struct S { @size(16) a: f32, b: f32 }",
     {{"a", 0, 16}, {"b", 16, 4}}, 20, 0, ""},
    {"another type", LIGHT,
     {{"position", 0, 12}, {"color", 16, 16}, {"radius", 32, 4}}, 36, 0,
     "color: C has size 16, WGSL wants 12, the size of vec3<f32>\n"
     "radius: C has offset 32, WGSL wants 28, which comes of color (vec3<f32>) "
     "before it: mend that first\n"
     "Light: C has size 36, WGSL wants 32, a multiple of its alignment 16\n"},
    {"another count", "struct S { a: array<f32, 3>, b: f32 }",
     {{"a", 0, 16}, {"b", 16, 4}}, 20, 0,
     "a: C has size 16, WGSL wants 12, the size of array<f32, 3>\n"
     "b: C has offset 16, WGSL wants 12, which comes of a (array<f32, 3>) "
     "before it: mend that first\n"
     "S: C has size 20, WGSL wants 16, a multiple of its alignment 4\n"},
    {"member missing", LIGHT, {{"position", 0, 12}, {"radius", 12, 4}}, 16, 0,
     "color: C has no such member; WGSL has vec3<f32> of 12 bytes at offset "
     "16\n"
     "radius: C has offset 12, WGSL wants 28, which comes of color (vec3<f32>) "
     "before it: mend that first\n"
     "Light: C has size 16, WGSL wants 32, a multiple of its alignment 16\n"},
    {"member too many", LIGHT,
     {{"position", 0, 12}, {"colour", 12, 4}, {"color", 16, 12},
      {"radius", 28, 4}}, 32, 0,
     "colour: WGSL has no such member in Light; did you mean color?\n"},
    {"nothing like it", "struct S { a: f32 }",
     {{"a", 0, 4}, {"mass", 4, 4}}, 4, 0,
     "mass: WGSL has no such member in S\n"},
    {"row twice", "struct S { a: f32 }", {{"a", 0, 4}, {"a", 0, 4}}, 4, 0,
     "a: there are two rows of that name\n"},
    {"another order", "struct S { a: f32, b: f32 }",
     {{"a", 4, 4}, {"b", 0, 4}}, 8, 0,
     "a: C has offset 4, WGSL wants 0, the first of all; take out 4 bytes "
     "before it\n"
     "b: C has offset 0, WGSL wants 4: the members are in another order; put "
     "it behind a (f32)\n"},
    {"16 bytes for a vec3f", "struct S { a: vec3f, b: vec3f }",
     {{"a", 0, 16}, {"b", 16, 16}}, 32, WLAY_CHECK_COVER_PADDING, ""},
    {"16 bytes for a vec3f, strictly", "struct S { a: vec3f, b: vec3f }",
     {{"a", 0, 12}, {"b", 16, 16}}, 32, 0,
     "b: C has size 16, WGSL wants 12, the size of vec3<f32>\n"},
    {"16 bytes over the next member", LIGHT,
     {{"position", 0, 16}, {"color", 16, 16}, {"radius", 28, 4}}, 32,
     WLAY_CHECK_COVER_PADDING,
     "color: C has size 16, WGSL wants 12, the size of vec3<f32>\n"},
    {"in part", LIGHT, {{"radius", 28, 4}}, 32, WLAY_CHECK_PARTIAL, ""},
    {"one byte", "enable f16; struct S { a: f16, b: f16 }",
     {{"a", 0, 2}, {"b", 3, 2}}, 4, 0,
     "b: C has offset 3, WGSL wants 2, right behind a; take out 1 byte before "
     "it\n"
     ""},
    {"a runtime-sized array", "struct S { n: u32, a: array<vec3f> }",
     {{"n", 0, 4}, {"a", 16, 0}}, 16, 0, ""},
    {"a runtime-sized array moved", "struct S { n: u32, a: array<vec3f> }",
     {{"n", 0, 4}, {"a", 4, 0}}, 4, 0,
     "a: C has offset 4, WGSL wants 16, because array<vec3<f32>> is aligned "
     "to 16; put 12 bytes before it\n"},
    {"a runtime-sized array of one", "struct S { n: u32, a: array<u32> }",
     {{"n", 0, 4}, {"a", 4, 4}}, 8, 0, ""},
    {"a runtime-sized array of another element",
     "struct S { n: u32, a: array<vec2u> }", {{"n", 0, 4}, {"a", 8, 4}}, 16, 0,
     "a: C has size 4, WGSL wants 8, the size of array<vec2<u32>>\n"},
    {"a nested struct",
     "struct S { i: I, f: f32 } struct I { v: vec3f, w: f32 }",
     {{"i", 0, 16}, {"f", 16, 4}}, 32, 0, ""},
};

static size_t row_count(const wlay_host_member *rows)
{
    size_t count = 0;

    while (count < 6 && rows[count].name != NULL)
        count++;
    return count;
}

/* The text of a difference in a buffer of exactly its size, so that tools that
   watch memory see a byte too many; and in one that is too small. */
static void append_text(const wlay_host_difference *d, char *said, size_t size)
{
    const size_t length = wlay_host_difference_text(d, NULL, 0);
    char *const text = malloc(length + 1);
    char part[8];

    assert_non_null(text);
    assert_int_equal(wlay_host_difference_text(d, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    assert_int_equal(wlay_host_difference_text(d, part, sizeof part), length);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, text, sizeof part - 1);
    strncat(said, text, size - strlen(said) - 1);
    strncat(said, "\n", size - strlen(said) - 1);
    free(text);
}

static void check_rows(void **state)
{
    const check_row *const row = *state;
    wlay_module *const module = parse_valid(row->source, NULL);
    wlay_host_difference d[8];
    char said[2048] = "";
    size_t count;
    size_t again;
    size_t structs;
    const wlay_struct *const s = wlay_structs(module, &structs)[0];
    const wlay_result result =
        wlay_check_struct(s, row->rows, row_count(row->rows), row->size,
                          row->flags, d, ROWS(d), &count);

    assert_true(count <= ROWS(d));
    assert_int_equal(result, count > 0 ? WLAY_TYPE_MISMATCH : WLAY_OK);
    for (size_t i = 0; i < count; i++)
        append_text(&d[i], said, sizeof said);
    assert_string_equal(said, row->said);
    assert_int_equal(wlay_check_struct(s, row->rows, row_count(row->rows),
                                       row->size, row->flags, NULL, 0, &again),
                     result);
    assert_int_equal(again, count);
    wlay_module_free(module);
}

/* ----------------------------------------------------- macros and arguments */

typedef struct my_light {
    float position[3];
    float pad;
    float albedo[3];
    float radius;
} my_light;

static void test_macros(void **state)
{
    static const wlay_host_member rows[] = {
        WLAY_HOST_MEMBER(my_light, position),
        WLAY_HOST_MEMBER_AS(my_light, albedo, "color"),
        WLAY_HOST_TAIL(my_light, radius),
    };
    wlay_module *const module = parse_valid(LIGHT, NULL);
    const wlay_struct *const s =
        wlay_find_struct(module, "Light", WLAY_STRLEN);
    size_t count;

    (void)state;
    assert_int_equal(wlay_check_struct(s, rows, ROWS(rows), sizeof(my_light),
                                       0, NULL, 0, &count),
                     WLAY_OK);
    assert_int_equal(rows[2].size, 0);
    wlay_module_free(module);
}

static void test_arguments(void **state)
{
    static const wlay_host_member rows[] = {{NULL, 0, 0}};
    wlay_module *const module = parse_valid(LIGHT, NULL);
    const wlay_struct *const s =
        wlay_find_struct(module, "Light", WLAY_STRLEN);
    size_t count;

    (void)state;
    assert_int_equal(wlay_check_struct(NULL, NULL, 0, 0, 0, NULL, 0, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_struct(s, NULL, 0, 0, 0, NULL, 0, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_struct(s, NULL, 1, 0, 0, NULL, 0, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_struct(s, rows, 1, 0, 0, NULL, 0, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_struct(s, NULL, 0, 0, 0, NULL, 1, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_check_struct(s, NULL, 0, 0, 0, NULL, 0, &count),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(count, 4);
    assert_int_equal(wlay_host_difference_text(NULL, NULL, 0), 0);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- hashes */

/* Two sources, of which the types T have the same hash or not: without names of
   members, and with them. */
typedef struct hash_row {
    const char *name;
    const char *a;
    const char *b;
    bool same;
    bool same_names;
} hash_row;

static const hash_row hashes[] = {
    {"itself", "alias T = f32;", "alias T = f32;", true, true},
    {"comments and aliases", "struct T { a: vec3f, b: f32 }",
     "alias V = vec3<f32>; /* c */ struct T { a: V, // d\n b: f32, }", true,
     true},
    {"the struct's name", "struct T { i: I } struct I { a: f32 }",
     "struct T { i: J } struct J { a: f32 }", true, true},
    {"order of declarations", "struct I { a: f32 } struct T { i: I }",
     "struct T { i: I } struct I { a: f32 }", true, true},
    {"an attribute that moves nothing", "struct T { a: vec3f, b: f32 }",
     "struct T { @align(16) a: vec3f, @size(4) b: f32 }", true, true},
    {"an atomic", "struct T { a: u32 }", "struct T { a: atomic<u32> }", true,
     true},
    {"members gathered", "struct T { a: f32, b: f32, c: u32 }",
     "struct T { a: I, c: u32 } struct I { a: f32, b: f32 }", true, false},
    {"a member's name", "struct T { a: f32, b: u32 }",
     "struct T { a: f32, c: u32 }", true, false},
    {"names swapped", "struct T { a: f32, b: f32 }",
     "struct T { b: f32, a: f32 }", true, false},
    {"a nested member's name", "struct T { i: I } struct I { a: f32 }",
     "struct T { i: I } struct I { b: f32 }", true, false},
    {"members swapped", "struct T { a: f32, b: u32 }",
     "struct T { b: u32, a: f32 }", false, false},
    {"a member moved", "struct T { a: f32, b: f32, @size(8) c: f32 }",
     "struct T { a: f32, @size(8) b: f32, c: f32 }", false, false},
    {"@align", "struct T { a: f32, b: f32 }",
     "struct T { a: f32, @align(8) b: f32 }", false, false},
    {"the size", "struct T { a: f32 }", "struct T { @size(8) a: f32 }", false,
     false},
    {"a scalar", "struct T { a: f32 }", "struct T { a: u32 }", false, false},
    {"a vector", "struct T { a: vec3f, b: f32 }", "struct T { a: vec4f }",
     false, false},
    {"a matrix", "alias T = mat2x4f;", "alias T = array<vec4f, 2>;", false,
     false},
    {"a count", "alias T = array<vec4f, 4>;", "alias T = array<vec4f, 5>;",
     false, false},
    {"a count deep inside", "struct T { i: I, @size(64) f: f32 } "
     "struct I { @size(64) a: array<f32, 4> }",
     "struct T { i: I, @size(64) f: f32 } "
     "struct I { @size(64) a: array<f32, 5> }", false, false},
    {"no count", "struct T { n: u32, a: array<u32> }",
     "struct T { n: u32, a: array<u32, 1> }", false, false},
    {"a stride", "alias T = array<vec3f, 2>;", "alias T = array<vec4f, 2>;",
     false, false},
    {"a member added in padding", "struct T { a: vec3f, b: vec3f }",
     "struct T { a: vec3f, p: f32, b: vec3f }", false, false},
};

static uint64_t hash_of(const char *source, uint32_t flags)
{
    wlay_module *const module = parse_valid(source, NULL);
    const wlay_type *type;
    wlay_type_owner *owner;
    uint64_t hash;

    assert_int_equal(wlay_find_type(module, "T", WLAY_STRLEN, &type, &owner),
                     WLAY_OK);
    hash = wlay_layout_hash(type, flags);
    wlay_type_owner_free(owner);
    wlay_module_free(module);
    return hash;
}

static void check_hash(void **state)
{
    const hash_row *const row = *state;

    assert_int_equal(hash_of(row->a, 0) == hash_of(row->b, 0), row->same);
    assert_int_equal(hash_of(row->a, WLAY_HASH_NAMES) ==
                         hash_of(row->b, WLAY_HASH_NAMES),
                     row->same_names);
}

/* Programs keep these numbers: they are the same in all versions. */
static void test_hashes_are_stable(void **state)
{
    const char *const light =
        "struct T { position: vec3f, color: vec3f, radius: f32,\n"
        "           transform: mat4x4f, weights: array<vec2<i32>, 3> }";

    (void)state;
    assert_true(hash_of(light, 0) == UINT64_C(0xb483197fdf038ffd));
    assert_true(hash_of(light, WLAY_HASH_NAMES) ==
                UINT64_C(0x225b85def29ce04b));
    assert_true(wlay_layout_hash(NULL, 0) == 0);
}

/* A struct that holds the one before it twice: its parts are not gone through
   one by one, of which there are 2 to the power of 24. */
static void test_hash_of_many_parts(void **state)
{
    char source[2048] = "struct S0 { a: u32 }\n";
    char line[64];

    (void)state;
    for (int i = 1; i <= 24; i++) {
        snprintf(line, sizeof line, "struct S%d { a: S%d, b: S%d }\n", i,
                 i - 1, i - 1);
        strncat(source, line, sizeof source - strlen(source) - 1);
    }
    strncat(source, "alias T = S24;", sizeof source - strlen(source) - 1);
    for (int i = 0; i < 1000; i++)
        assert_true(hash_of(source, 0) != 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_macros),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_hashes_are_stable),
        cmocka_unit_test(test_hash_of_many_parts),
    };

    return RUN_TABLE(checks, check_rows) + RUN_TABLE(hashes, check_hash) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
