/* SPDX-License-Identifier: MIT */
/* The table of names and its hash index, which is a generated file. */
#include "table.h"

#include "../src/names.h"

static const wlay_name *find(const char *text)
{
    const wlay_word word = wlay_make_word(text, strlen(text), strlen(text));

    return wlay_find_name(&word);
}

static void test_every_name_is_found(void **state)
{
    (void)state;
    for (int i = 0; i < WLAY_ID_COUNT; i++) {
        const wlay_name *const name = &wlay_names[i];

        assert_int_equal(strlen(wlay_name_text(name)), name->length);
        assert_ptr_equal(find(wlay_name_text(name)), name);
    }
}

static void test_names_keep_their_spelling(void **state)
{
    (void)state;
    /* Macros of the C library have some of these names. */
    assert_string_equal(wlay_name_text(&wlay_names[WLAY_ID_bool]), "bool");
    assert_string_equal(wlay_name_text(&wlay_names[WLAY_ID_true]), "true");
    assert_string_equal(wlay_name_text(&wlay_names[WLAY_ID_false]), "false");
    assert_string_equal(wlay_name_text(&wlay_names[WLAY_ID_NULL]), "NULL");
}

static void test_other_names_are_not_found(void **state)
{
    static const char *const others[] = {
        "", "v", "vec", "vec1f", "vec5f", "Struct", "structs", "f", "f64",
        "array2", "float", "mat5x5f", "a_name_that_is_longer_than_any_in_it"};

    (void)state;
    for (size_t i = 0; i < ROWS(others); i++)
        assert_null(find(others[i]));
}

/* The index is made on one machine and read on all others. */
static void test_hash_is_the_same_everywhere(void **state)
{
    (void)state;
    assert_int_equal(wlay_hash("", 0), 0);
    assert_int_equal(wlay_hash("f32", 3), 0x98b4ef1d);
    assert_int_equal(wlay_hash("struct", 6), 0x47922cb2);
    assert_int_equal(wlay_hash("sixteen_letters_", 16), 0x19fa1211);
    assert_int_equal(wlay_hash("texture_depth_cube_array", 24), 0x79dac981);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_name_is_found),
        cmocka_unit_test(test_names_keep_their_spelling),
        cmocka_unit_test(test_other_names_are_not_found),
        cmocka_unit_test(test_hash_is_the_same_everywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
