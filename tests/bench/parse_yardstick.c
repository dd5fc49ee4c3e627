/* SPDX-License-Identifier: MIT */
#include "parse_yardstick.h"

#include <stdbool.h>
#include <string.h>

#if defined(__SSE2__) || defined(_M_X64)
#  include <emmintrin.h>
#  define HAS_SSE2 1
const char yardstick_skips[] = "SSE2";
#else
#  define HAS_SSE2 0
const char yardstick_skips[] = "a byte loop";
#endif

enum { OTHER, BLANK, LETTER, DIGIT };

#define LETTERS_8 LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER, LETTER
#define LETTERS_16 LETTERS_8, LETTERS_8
#define LETTERS_64 LETTERS_16, LETTERS_16, LETTERS_16, LETTERS_16

/* What a byte may be the first of.  All that is not ASCII is a letter. */
static const unsigned char classes[256] = {
    ['\t'] = BLANK, BLANK, BLANK, BLANK, BLANK,
    [' '] = BLANK,
    ['0'] = DIGIT, DIGIT, DIGIT, DIGIT, DIGIT,
    ['5'] = DIGIT, DIGIT, DIGIT, DIGIT, DIGIT,
    ['A'] = LETTERS_16, LETTERS_8, LETTER, LETTER,
    ['_'] = LETTER,
    ['a'] = LETTERS_16, LETTERS_8, LETTER, LETTER,
    [128] = LETTERS_64, LETTERS_64,
};

static unsigned class_of(const char *p)
{
    return classes[(unsigned char)*p];
}

/* `p` is behind the first slash; returns the end of the comment, or `p` if the
   slash is one by itself. */
static const char *skip_comment(const char *p, const char *end)
{
    unsigned depth = 1;

    if (p == end || (*p != '/' && *p != '*'))
        return p;
    if (*p == '/') {
        while (p < end && *p != '\n')
            p++;
        return p;
    }
    for (p++; p < end && depth > 0; p++) {
        if (end - p < 2)
            continue;
        if (p[0] == '*' && p[1] == '/') {
            depth--;
            p++;
        } else if (p[0] == '/' && p[1] == '*') {
            depth++;
            p++;
        }
    }
    return p;
}

/* Splits off one token, or the blankspace before it. */
static const char *split(const char *p, const char *end, yardstick_counts *n)
{
    uint32_t hash = 2166136261u;
    const char *after;

    switch (class_of(p)) {
    case BLANK:
        do
            p++;
        while (p < end && class_of(p) == BLANK);
        return p;
    case LETTER:
        do
            hash = (hash ^ (unsigned char)*p++) * 16777619u;
        while (p < end && class_of(p) >= LETTER);
        n->hash += hash;
        n->identifiers++;
        return p;
    case DIGIT:
        do
            p++;
        while (p < end && (class_of(p) >= LETTER || *p == '.'));
        n->numbers++;
        return p;
    default:
        after = *p == '/' ? skip_comment(p + 1, end) : p + 1;
        n->punctuation += after == p + 1;
        n->comments += after != p + 1;
        return after;
    }
}

yardstick_counts yardstick(const char *text, size_t length)
{
    yardstick_counts counts = {0, 0, 0, 0, 0};
    const char *const end = text + length;

    while (text < end)
        text = split(text, end, &counts);
    return counts;
}

/* ----------------------------------------------------------------- skipping */

static bool matters(char c)
{
    return c == '{' || c == '}' || c == '/';
}

/* The next brace or slash. */
static const char *find(const char *p, const char *end)
{
#if HAS_SSE2
    const __m128i open = _mm_set1_epi8('{');
    const __m128i close = _mm_set1_epi8('}');
    const __m128i slash = _mm_set1_epi8('/');

    for (; end - p >= 16; p += 16) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        const __m128i found =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, open),
                                      _mm_cmpeq_epi8(bytes, close)),
                         _mm_cmpeq_epi8(bytes, slash));

        if (_mm_movemask_epi8(found) != 0)
            break;
    }
#endif
    while (p < end && !matters(*p))
        p++;
    return p;
}

/* `p` is behind the brace that opens a body; returns what is behind the one
   that closes it. */
static const char *skip_body(const char *p, const char *end)
{
    size_t depth = 1;

    while (depth > 0 && (p = find(p, end)) < end) {
        const char c = *p++;

        if (c == '/')
            p = skip_comment(p, end);
        else if (c == '{')
            depth++;
        else
            depth--;
    }
    return p;
}

static bool is_fn(const char *begin, const char *end)
{
    return end - begin == 2 && memcmp(begin, "fn", 2) == 0;
}

yardstick_counts yardstick_skipping(const char *text, size_t length)
{
    yardstick_counts counts = {0, 0, 0, 0, 0};
    const char *const end = text + length;
    bool in_function = false;

    while (text < end) {
        const char *const token = text;

        text = split(text, end, &counts);
        in_function |= is_fn(token, text);
        if (in_function && *token == '{') {
            text = skip_body(text, end);
            in_function = false;
        }
    }
    return counts;
}
