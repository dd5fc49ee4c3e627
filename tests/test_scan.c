/* SPDX-License-Identifier: MIT */
/* Every way of comparing bytes gives what comparing them one by one gives. */
#include "table.h"

#include "../src/scan.h"

enum { BLOCK = 64, ROUNDS = 20000 };

/* A small generator, so that every run sees the same bytes. */
static uint32_t next_random(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* Mostly bytes that matter, on both sides of the limits. */
static char random_byte(uint32_t *state)
{
    static const char bytes[] = "{}/*\n\r\t\v\f \x08\x0e\x7f\x80\xff\xc2\x85za\x01";
    const uint32_t r = next_random(state);

    return r % 4 == 0 ? (char)(r >> 8) : bytes[(r >> 8) % (sizeof bytes)];
}

static void test_ways_agree(void **state)
{
    const wlay_scan_way *const scalar =
        &wlay_scan_ways[wlay_scan_way_count - 1];
    uint32_t seed = 1;
    char *const bytes = malloc(BLOCK + 16);

    (void)state;
    assert_non_null(bytes);
    assert_string_equal(scalar->name, "scalar");
    assert_true(wlay_scan_way_count >= 2);
    for (int round = 0; round < ROUNDS; round++) {
        char *const block = bytes + round % 16;

        for (int i = 0; i < BLOCK; i++)
            block[i] = random_byte(&seed);
        for (size_t w = 0; w + 1 < wlay_scan_way_count; w++) {
            const char wanted = block[round % BLOCK];

            assert_int_equal(wlay_scan_ways[w].line(block),
                             scalar->line(block));
            assert_int_equal(wlay_scan_ways[w].equal(block, wanted),
                             scalar->equal(block, wanted));
            assert_int_equal(wlay_scan_ways[w].equal(block, '{'),
                             scalar->equal(block, '{'));
        }
    }
    free(bytes);
}

/* Every byte value, at every place of a block. */
static void test_every_byte(void **state)
{
    char block[BLOCK];

    (void)state;
    for (int value = 0; value < 256; value++) {
        for (int at = 0; at < BLOCK; at++) {
            const bool line = value >= 0x80 || (value >= 10 && value <= 13);

            memset(block, value == 'x' ? 'y' : 'x', sizeof block);
            block[at] = (char)value;
            for (size_t w = 0; w < wlay_scan_way_count; w++) {
                assert_int_equal(wlay_scan_ways[w].equal(block, (char)value),
                                 UINT64_C(1) << at);
                assert_int_equal(wlay_scan_ways[w].line(block),
                                 line ? UINT64_C(1) << at : 0);
            }
        }
    }
}

/* What the searches have to find, found the plain way. */
static size_t plain_braces(const char *text, size_t length, size_t at,
                           size_t *depth)
{
    for (; at < length && text[at] != '/'; at++) {
        *depth += text[at] == '{';
        if (text[at] == '}' && --*depth == 0)
            break;
    }
    return at;
}

static size_t plain_set(const char *text, size_t length, size_t at,
                        const char *set)
{
    while (at < length && memchr(set, text[at], strlen(set)) == NULL)
        at++;
    return at;
}

static void test_searches(void **state)
{
    uint32_t seed = 7;

    (void)state;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t length = next_random(&seed) % 300;
        const unsigned mood = next_random(&seed) % 3;
        char *const text = malloc(length + 1); /* so that ASan sees its end */
        const size_t at = length > 0 ? next_random(&seed) % length : 0;
        size_t depth = next_random(&seed) % 5 + 1;
        size_t plain_depth = depth;

        assert_non_null(text);
        for (size_t i = 0; i < length; i++)
            text[i] = mood == 0                            ? random_byte(&seed)
                      : next_random(&seed) % 40 == 0       ? '}'
                      : next_random(&seed) % (40 * mood) == 0 ? '{'
                      : next_random(&seed) % 100 == 0      ? '/'
                                                           : ' ';
        assert_int_equal(wlay_scan_braces(text, length, at, &depth),
                         plain_braces(text, length, at, &plain_depth));
        assert_int_equal(depth, plain_depth);
        assert_int_equal(wlay_scan_comment(text, length, at),
                         plain_set(text, length, at, "*/"));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_agree),
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_searches),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
