/* SPDX-License-Identifier: MIT */
/* Words are found, hashed and compared in blocks as they are byte by byte. */
#include "table.h"

#include "../src/symbol.h"

enum { BLOCK = WLAY_WORD_BLOCK, ROUNDS = 20000 };

static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static bool among(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

static const char word_bytes[] =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
static const char blank_bytes[] = " \t\n\v\f\r";

/* Every byte value, at every place of a block. */
static void test_every_byte(void **state)
{
    (void)state;
    for (int value = 0; value < 256; value++) {
        const bool word = among((char)value, word_bytes);
        const bool blank = among((char)value, blank_bytes);

        for (unsigned at = 0; at < BLOCK; at++) {
            char bytes[BLOCK];

            memset(bytes, 'x', sizeof bytes);
            bytes[at] = (char)value;
            assert_int_equal(wlay_word_run(bytes), word ? BLOCK : at);
            assert_int_equal(wlay_word_run_scalar(bytes), word ? BLOCK : at);
            memset(bytes, ' ', sizeof bytes);
            bytes[at] = (char)value;
            assert_int_equal(wlay_blank_run(bytes), blank ? BLOCK : at);
            assert_int_equal(wlay_blank_run_scalar(bytes), blank ? BLOCK : at);
        }
    }
}

/* Where words and blankspace end, in texts of any length, the last bytes of which
   ASan watches. */
static void test_ends(void **state)
{
    uint32_t seed = 3;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t length = next_random(&seed) % 80;
        const char *const set = round % 2 == 0 ? word_bytes : blank_bytes;
        const size_t at = length > 0 ? next_random(&seed) % length : 0;
        char *const text = malloc(length + 1);
        size_t end = at;

        assert_non_null(text);
        for (size_t i = 0; i < length; i++)
            text[i] = next_random(&seed) % 30 == 0
                          ? (char)next_random(&seed)
                          : set[next_random(&seed) % strlen(set)];
        text[length] = '\0';
        while (end < length && among(text[end], set))
            end++;
        if (set == word_bytes)
            assert_int_equal(wlay_word_end(text, length, at), end);
        else
            assert_int_equal(wlay_blank_end(text, length, at), end);
        free(text);
    }
}

/* A word is the same whatever stands behind it, and however much of that may be
   read. */
static void test_what_is_behind_does_not_matter(void **state)
{
    uint32_t seed = 5;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t length = next_random(&seed) % 50;
        char text[128];
        char *const alone = malloc(length + 1);
        wlay_word a;
        wlay_word b;

        assert_non_null(alone);
        for (size_t i = 0; i < sizeof text; i++)
            text[i] = (char)next_random(&seed);
        memcpy(alone, text, length);
        a = wlay_make_word(text, length, sizeof text);
        b = wlay_make_word(alone, length, length);
        assert_int_equal(a.low, b.low);
        assert_int_equal(a.high, b.high);
        assert_int_equal(a.hash, b.hash);
        assert_int_equal(a.hash, wlay_hash(text, length));
        free(alone);
    }
}

/* Names that begin alike, of all lengths around that of a block: each is a symbol
   of its own, and the short way finds it or nothing. */
static void test_symbols(void **state)
{
    enum { NAMES = 40 };
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    wlay_symbols symbols = {NULL, NULL, NULL, 0, 0};
    wlay_symbol *found[NAMES];
    wlay_string text;
    wlay_arena arena;

    (void)state;
    wlay_arena_init(&arena, NULL, 4096);
    symbols.arena = &arena;
    for (size_t n = 0; n < NAMES; n++) {
        const wlay_word word = wlay_make_word(letters, n + 1, sizeof letters);

        found[n] = wlay_intern(&symbols, &word);
        assert_non_null(found[n]);
        text = wlay_symbol_text(found[n]);
        assert_int_equal(text.length, n + 1);
        assert_memory_equal(text.data, letters, n + 1);
        assert_int_equal(text.data[n + 1], '\0');
    }
    assert_int_equal(symbols.count, NAMES);
    for (size_t n = 0; n < NAMES; n++) {
        const wlay_word word = wlay_make_word(letters, n + 1, n + 1);

        assert_ptr_equal(wlay_intern(&symbols, &word), found[n]);
        assert_ptr_equal(wlay_find_symbol(&symbols, letters, n + 1), found[n]);
        if (n + 1 < BLOCK) {
            wlay_symbol *const quick =
                wlay_find_short(&symbols, letters, n + 1);

            assert_true(quick == NULL || quick == found[n]);
        }
    }
    assert_null(wlay_find_symbol(&symbols, "abd", 3));
    assert_null(wlay_find_symbol(&symbols, "abc\0", 4));
    wlay_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_what_is_behind_does_not_matter),
        cmocka_unit_test(test_symbols),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
