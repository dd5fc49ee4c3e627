/* SPDX-License-Identifier: MIT */
/* What changes from one module to another, as the host sees it. */
#include "table.h"

/* Two modules, what is said of them with `!` where it breaks code, and the same
   where names do not count; NULL: no other. */
typedef struct diff_row {
    const char *name;
    const char *a;
    const char *b;
    const char *said;
    const char *said_without_names;
} diff_row;

static const diff_row rows[] = {
    {"nothing", "struct S { a: f32 } @group(0) @binding(0) var<uniform> s: S;",
     "// s\nstruct S { a: f32, }\n"
     "@group(0) @binding(0) var<uniform> s: S;",
     "", NULL},
    {"order of declarations", "struct A { a: f32 } struct B { b: f32 }",
     "struct B { b: f32 } struct A { a: f32 }", "", NULL},
    {"member moved", "struct S { a: f32, b: u32 }",
     "struct S { b: u32, a: f32 }",
     "! S.a moved from byte 0 to 4\n"
     "! S.b moved from byte 4 to 0\n", NULL},
    {"attribute", "struct S { a: f32, b: u32 }",
     "struct S { a: f32, @align(16) b: u32 }",
     "! S.b moved from byte 4 to 16\n"
     "! S changed its size from 8 to 32 bytes\n", NULL},
    {"attribute without effect", "struct S { a: f32, b: u32 }",
     "struct S { @size(4) a: f32, @align(4) b: u32 }", "", NULL},
    {"@size", "struct S { a: f32, b: u32 }",
     "struct S { @size(8) a: f32, b: u32 }",
     "  S.a changed its size from 4 to 8 bytes\n"
     "! S.b moved from byte 4 to 8\n"
     "! S changed its size from 8 to 12 bytes\n", NULL},
    {"type", "struct S { a: f32 }", "struct S { a: u32 }",
     "! S.a changed its type from f32 to u32\n", NULL},
    {"atomic", "struct S { a: u32 }", "struct S { a: atomic<u32> }",
     "  S.a changed its type from u32 to atomic<u32>, which is the same to "
     "the host\n", NULL},
    {"type and size", "struct S { a: vec3f }", "struct S { a: vec4f }",
     "! S.a changed its type from vec3<f32> to vec4<f32>\n"
     "! S.a changed its size from 12 to 16 bytes\n", NULL},
    {"array count", "struct S { a: array<u32, 3> }",
     "struct S { a: array<u32, 4> }",
     "! S.a changed its type from array<u32, 3> to array<u32, 4>\n"
     "! S.a changed its size from 12 to 16 bytes\n"
     "! S changed its size from 12 to 16 bytes\n", NULL},
    {"member added", "struct S { a: f32 }", "struct S { a: f32, b: u32 }",
     "! S.b is new: u32 at byte 4\n"
     "! S changed its size from 4 to 8 bytes\n", NULL},
    {"member added in padding", "struct S { a: vec3f }",
     "struct S { a: vec3f, b: f32 }", "! S.b is new: f32 at byte 12\n", NULL},
    {"member removed", "struct S { a: f32, b: u32 }", "struct S { a: f32 }",
     "! S.b is gone\n"
     "! S changed its size from 8 to 4 bytes\n", NULL},
    {"member renamed", "struct S { a: f32, b: u32 }",
     "struct S { a: f32, c: u32 }", "! S.b is called c now\n",
     "  S.b is called c now\n"},
    {"members swapped that are alike", "struct S { a: f32, b: f32 }",
     "struct S { b: f32, a: f32 }",
     "! S.a moved from byte 0 to 4\n"
     "! S.b moved from byte 4 to 0\n", NULL},
    {"nested struct", "struct I { a: f32 } struct S { i: I }",
     "struct I { a: u32 } struct S { i: I }",
     "! I.a changed its type from f32 to u32\n"
     "! S.i is of a type that changed, I\n", NULL},
    {"struct added", "struct A { a: f32 }",
     "struct A { a: f32 } struct B { b: vec4f }", "  B is new: 16 bytes\n",
     NULL},
    {"struct removed", "struct A { a: f32 } struct B { b: vec4f }",
     "struct A { a: f32 }", "! B is gone\n", NULL},
    {"struct renamed",
     "struct A { a: f32 } @group(0) @binding(0) var<uniform> s: A;",
     "struct B { a: f32 } @group(0) @binding(0) var<uniform> s: B;",
     "  A is called B now\n"
     "  s changed its type from A to B, which is the same to the host\n",
     NULL},
    {"not of the host", "struct S { a: bool }", "struct S { a: bool, b: bool }",
     "", NULL},
    {"binding", "@group(0) @binding(0) var<uniform> s: vec4f;",
     "@group(1) @binding(2) var<uniform> s: vec4f;",
     "! s changed its binding from @group(0) @binding(0) to @group(1) "
     "@binding(2)\n", NULL},
    {"address space", "@group(0) @binding(0) var<uniform> s: vec4f;",
     "@group(0) @binding(0) var<storage> s: vec4f;",
     "! s changed from uniform, read to storage, read\n", NULL},
    {"access", "@group(0) @binding(0) var<storage> s: vec4f;",
     "@group(0) @binding(0) var<storage, read_write> s: vec4f;",
     "! s changed from storage, read to storage, read_write\n", NULL},
    {"larger buffer", "@group(0) @binding(0) var<storage> s: array<u32, 4>;",
     "@group(0) @binding(0) var<storage> s: array<u32, 5>;",
     "! s changed its type from array<u32, 4> to array<u32, 5>\n"
     "! s changed its minimum binding size from 16 to 20\n", NULL},
    {"smaller buffer", "@group(0) @binding(0) var<storage> s: array<u32, 5>;",
     "@group(0) @binding(0) var<storage> s: array<u32, 4>;",
     "! s changed its type from array<u32, 5> to array<u32, 4>\n"
     "  s changed its minimum binding size from 20 to 16\n", NULL},
    {"buffer of a struct that changed",
     "struct S { a: f32 } @group(0) @binding(0) var<storage> s: array<S>;",
     "struct S { a: u32 } @group(0) @binding(0) var<storage> s: array<S>;",
     "! S.a changed its type from f32 to u32\n"
     "! s is of a type that changed, array<S>\n", NULL},
    {"texture", "@group(0) @binding(0) var t: texture_2d<f32>;",
     "@group(0) @binding(0) var t: texture_3d<f32>;",
     "! t changed its type from texture_2d<f32> to texture_3d<f32>\n", NULL},
    {"texture stays", "@group(0) @binding(0) var t: texture_2d<f32>;",
     "@group(0) @binding(0) var t: texture_2d<f32>;", "", NULL},
    {"variable added", "", "@group(0) @binding(0) var<uniform> s: vec4f;",
     "! s is new: @group(0) @binding(0) vec4<f32>\n", NULL},
    {"variable removed", "@group(0) @binding(0) var<uniform> s: vec4f;", "",
     "! s is gone: @group(0) @binding(0) vec4<f32>\n", NULL},
    {"variable of the shader's own", "var<private> p: u32;",
     "var<private> p: f32; var<workgroup> w: u32;", "", NULL},
};

static void check_said(const diff_row *row, uint32_t flags, const char *said)
{
    wlay_module *const a = parse_valid(row->a, NULL);
    wlay_module *const b = parse_valid(row->b, NULL);
    char text[2048] = "";
    bool breaks = false;
    wlay_diff *diff;
    size_t count;
    const wlay_change *changes;

    assert_int_equal(wlay_diff_make(a, b, flags, NULL, &diff), WLAY_OK);
    changes = wlay_diff_changes(diff, &count);
    for (size_t i = 0; i < count; i++) {
        breaks = breaks || changes[i].breaks;
        strncat(text, changes[i].breaks ? "! " : "  ",
                sizeof text - strlen(text) - 1);
        strncat(text, changes[i].text.data, sizeof text - strlen(text) - 1);
        strncat(text, "\n", sizeof text - strlen(text) - 1);
        assert_int_equal(strlen(changes[i].text.data), changes[i].text.length);
    }
    assert_string_equal(text, said);
    assert_int_equal(wlay_diff_breaks(diff), breaks);
    wlay_diff_free(diff);
    wlay_module_free(a);
    wlay_module_free(b);
}

static void check_row(void **state)
{
    const diff_row *const row = *state;

    check_said(row, 0, row->said);
    check_said(row, WLAY_DIFF_IGNORE_NAMES,
               row->said_without_names != NULL ? row->said_without_names
                                               : row->said);
}

/* What points where. */
static void test_data(void **state)
{
    wlay_module *const a = parse_valid("struct S { a: f32, b: f32 }", NULL);
    wlay_module *const b = parse_valid(
        "struct S { a: u32 } @group(0) @binding(0) var<uniform> s: S;", NULL);
    wlay_diff *diff;
    size_t count;
    const wlay_change *c;

    (void)state;
    assert_int_equal(wlay_diff_make(a, b, 0, NULL, &diff), WLAY_OK);
    c = wlay_diff_changes(diff, &count);
    assert_int_equal(count, 4);
    assert_int_equal(c[0].kind, WLAY_MEMBER_RETYPED);
    assert_ptr_equal(c[0].old_struct, wlay_find_struct(a, "S", 1));
    assert_ptr_equal(c[0].new_struct, wlay_find_struct(b, "S", 1));
    assert_ptr_equal(c[0].old_member, &c[0].old_struct->members[0]);
    assert_ptr_equal(c[0].new_member, &c[0].new_struct->members[0]);
    assert_int_equal(c[1].kind, WLAY_MEMBER_REMOVED);
    assert_ptr_equal(c[1].old_member, &c[0].old_struct->members[1]);
    assert_null(c[1].new_member);
    assert_int_equal(c[2].kind, WLAY_STRUCT_RESIZED);
    assert_int_equal(c[3].kind, WLAY_VARIABLE_ADDED);
    assert_null(c[3].old_variable);
    assert_ptr_equal(c[3].new_variable, wlay_find_variable(b, "s", 1));
    wlay_diff_free(diff);
    wlay_module_free(a);
    wlay_module_free(b);
}

/* ------------------------------------------------------------ out of memory */

typedef struct limited {
    size_t left;
    size_t held;
} limited;

static void *limited_alloc(void *user_data, size_t size)
{
    limited *const l = user_data;

    if (l->left == 0)
        return NULL;
    l->left--;
    l->held++;
    return malloc(size);
}

static void limited_release(void *user_data, void *memory, size_t size)
{
    limited *const l = user_data;

    (void)size;
    l->held--;
    free(memory);
}

static void test_arguments(void **state)
{
    wlay_module *const a = parse_valid("", NULL);
    const wlay_allocator half = {.release = limited_release};
    wlay_diff *diff;
    size_t count;

    (void)state;
    assert_int_equal(wlay_diff_make(NULL, a, 0, NULL, &diff),
                     WLAY_INVALID_ARGUMENT);
    assert_null(diff);
    assert_int_equal(wlay_diff_make(a, NULL, 0, NULL, &diff),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_diff_make(a, a, 0, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_diff_make(a, a, 0, &half, &diff),
                     WLAY_INVALID_ARGUMENT);
    assert_null(wlay_diff_changes(NULL, &count));
    assert_int_equal(count, 0);
    assert_false(wlay_diff_breaks(NULL));
    wlay_diff_free(NULL);
    wlay_module_free(a);
}

static void test_out_of_memory(void **state)
{
    char text_a[8192] = "";
    char text_b[8192] = "";
    char line[64];
    wlay_module *a;
    wlay_module *b;
    wlay_result result = WLAY_OUT_OF_MEMORY;

    (void)state;
    for (int i = 0; i < 120; i++) {
        snprintf(line, sizeof line, "struct A%d { m: f32 }\n", i);
        strncat(text_a, line, sizeof text_a - strlen(text_a) - 1);
        snprintf(line, sizeof line, "struct A%d { m: u32, n: f32 }\n", i);
        strncat(text_b, line, sizeof text_b - strlen(text_b) - 1);
    }
    a = parse_valid(text_a, NULL);
    b = parse_valid(text_b, NULL);
    for (size_t n = 0; result != WLAY_OK; n++) {
        limited l = {n, 0};
        const wlay_allocator allocator = {limited_alloc, limited_release, &l};
        wlay_diff *diff;

        assert_true(n < 1000);
        result = wlay_diff_make(a, b, 0, &allocator, &diff);
        assert_int_equal(result == WLAY_OK, diff != NULL);
        assert_true(result == WLAY_OK || n < 1000);
        wlay_diff_free(diff);
        assert_int_equal(l.held, 0);
    }
    wlay_module_free(a);
    wlay_module_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_out_of_memory),
    };

    return RUN_TABLE(rows, check_row) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
