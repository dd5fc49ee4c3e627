/* SPDX-License-Identifier: MIT */
/*
 * Words: the runs of ASCII letters, digits and underscores that most tokens are.
 * A word is found, hashed and compared sixteen bytes at a time; the searches have
 * a twin that goes byte by byte, with the same results.
 */
#ifndef WLAY_WORD_H
#define WLAY_WORD_H

#include "base.h"

#if defined(__SSE2__) || defined(_M_X64) || \
    (defined(_M_IX86_FP) && _M_IX86_FP >= 2)
#  define WLAY_HAVE_SSE2
#  include <emmintrin.h>
#elif defined(__ARM_NEON) && defined(__aarch64__) && \
    !defined(__ARM_BIG_ENDIAN)
#  define WLAY_HAVE_NEON
#  include <arm_neon.h>
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#  include <intrin.h>
#endif

#define WLAY_WORD_BLOCK 16

/* Little-endian, so that the first byte is the lowest; compilers turn it into
   one load. */
static inline uint64_t wlay_load64(const char *text)
{
    const unsigned char *const p = (const unsigned char *)text;

    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline void wlay_store64(char *text, uint64_t bytes)
{
    unsigned char *const p = (unsigned char *)text;

    p[0] = (unsigned char)bytes;
    p[1] = (unsigned char)(bytes >> 8);
    p[2] = (unsigned char)(bytes >> 16);
    p[3] = (unsigned char)(bytes >> 24);
    p[4] = (unsigned char)(bytes >> 32);
    p[5] = (unsigned char)(bytes >> 40);
    p[6] = (unsigned char)(bytes >> 48);
    p[7] = (unsigned char)(bytes >> 56);
}

/* How many zero bits are below the lowest one; `mask` has one. */
static inline unsigned wlay_lowest_bit(uint64_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(mask);
#elif defined(_MSC_VER) && defined(_M_X64)
    unsigned long at;

    _BitScanForward64(&at, mask);
    return (unsigned)at;
#else
    unsigned at = 0;

    for (; !(mask & 1); mask >>= 1)
        at++;
    return at;
#endif
}

/* ---------------------------------------------------- how far a block reaches */

static inline bool wlay_is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '_';
}

static inline bool wlay_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* How many of the sixteen bytes from the first on are a word's, or blank. */
static inline unsigned wlay_word_run_scalar(const char *bytes)
{
    unsigned n = 0;

    while (n < WLAY_WORD_BLOCK && wlay_is_word(bytes[n]))
        n++;
    return n;
}

static inline unsigned wlay_blank_run_scalar(const char *bytes)
{
    unsigned n = 0;

    while (n < WLAY_WORD_BLOCK && wlay_is_blank(bytes[n]))
        n++;
    return n;
}

#if defined(WLAY_HAVE_SSE2)
/* Where a byte is at least `low` and less than `low + count`. */
static inline __m128i wlay_within(__m128i bytes, char low, int count)
{
    /* Comparisons are signed, so the range is moved to the least numbers. */
    const __m128i moved =
        _mm_add_epi8(bytes, _mm_set1_epi8((char)(-128 - low)));

    return _mm_cmplt_epi8(moved, _mm_set1_epi8((char)(-128 + count)));
}

static inline unsigned wlay_run_of(__m128i wanted)
{
    return wlay_lowest_bit(~(uint64_t)(unsigned)_mm_movemask_epi8(wanted));
}

static inline unsigned wlay_word_run(const char *text)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)text);
    const __m128i letters =
        wlay_within(_mm_or_si128(bytes, _mm_set1_epi8(0x20)), 'a', 26);
    const __m128i digits = wlay_within(bytes, '0', 10);
    const __m128i underscores = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('_'));

    return wlay_run_of(
        _mm_or_si128(_mm_or_si128(letters, digits), underscores));
}

static inline unsigned wlay_blank_run(const char *text)
{
    const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)text);

    return wlay_run_of(_mm_or_si128(wlay_within(bytes, '\t', 5),
                                    _mm_cmpeq_epi8(bytes, _mm_set1_epi8(' '))));
}
#elif defined(WLAY_HAVE_NEON)
static inline unsigned wlay_run_of(uint8x16_t wanted)
{
    /* Four bits of each byte. */
    const uint64_t other = vget_lane_u64(
        vreinterpret_u64_u8(
            vshrn_n_u16(vreinterpretq_u16_u8(vmvnq_u8(wanted)), 4)), 0);

    return other == 0 ? WLAY_WORD_BLOCK : wlay_lowest_bit(other) / 4;
}

static inline uint8x16_t wlay_within(uint8x16_t bytes, char low, int count)
{
    return vcltq_u8(vsubq_u8(bytes, vdupq_n_u8((uint8_t)low)),
                    vdupq_n_u8((uint8_t)count));
}

static inline unsigned wlay_word_run(const char *text)
{
    const uint8x16_t bytes = vld1q_u8((const uint8_t *)text);
    const uint8x16_t letters =
        wlay_within(vorrq_u8(bytes, vdupq_n_u8(0x20)), 'a', 26);
    const uint8x16_t digits = wlay_within(bytes, '0', 10);
    const uint8x16_t underscores = vceqq_u8(bytes, vdupq_n_u8('_'));

    return wlay_run_of(vorrq_u8(vorrq_u8(letters, digits), underscores));
}

static inline unsigned wlay_blank_run(const char *text)
{
    const uint8x16_t bytes = vld1q_u8((const uint8_t *)text);

    return wlay_run_of(vorrq_u8(wlay_within(bytes, '\t', 5),
                                vceqq_u8(bytes, vdupq_n_u8(' '))));
}
#else
#  define wlay_word_run wlay_word_run_scalar
#  define wlay_blank_run wlay_blank_run_scalar
#endif

/* The next byte at or behind `at` that no word has, or that is not blank; or
   `length`. */
static inline size_t wlay_word_end(const char *text, size_t length, size_t at)
{
    while (length - at >= WLAY_WORD_BLOCK) {
        const unsigned run = wlay_word_run(text + at);

        at += run;
        if (run < WLAY_WORD_BLOCK)
            return at;
    }
    while (at < length && wlay_is_word(text[at]))
        at++;
    return at;
}

static inline size_t wlay_blank_end(const char *text, size_t length, size_t at)
{
    while (length - at >= WLAY_WORD_BLOCK) {
        const unsigned run = wlay_blank_run(text + at);

        at += run;
        if (run < WLAY_WORD_BLOCK)
            return at;
    }
    while (at < length && wlay_is_blank(text[at]))
        at++;
    return at;
}

/* ---------------------------------------------------------- hash and compare */

/* A text to look up: its first sixteen bytes as little-endian numbers, with zero
   for what it is shorter. */
typedef struct wlay_word {
    const char *text;
    size_t length;
    uint64_t low;
    uint64_t high;
    uint32_t hash;
} wlay_word;

/* The bytes of a block that belong to a word of that length. */
extern const uint64_t wlay_word_masks[WLAY_WORD_BLOCK + 1][2];

static inline uint64_t wlay_load_part(const char *text, size_t length)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < 8 && i < length; i++)
        bytes |= (uint64_t)(unsigned char)text[i] << (8 * i);
    return bytes;
}

#define WLAY_ODD UINT64_C(0x9E3779B97F4A7C15)

/* A product's low bits know nothing of its factors' high ones, and names may
   differ in their last letter only. */
static inline uint64_t wlay_hash_block(uint64_t hash, uint64_t low,
                                       uint64_t high)
{
    hash = (hash ^ low) * WLAY_ODD ^ high * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 32;
}

static inline uint32_t wlay_hash_end(uint64_t hash)
{
    return (uint32_t)(hash * WLAY_ODD >> 32);
}

static inline uint64_t wlay_hash_rest(uint64_t hash, const char *text,
                                      size_t length)
{
    for (size_t at = WLAY_WORD_BLOCK; at < length; at += WLAY_WORD_BLOCK) {
        const size_t left = length - at;

        hash = wlay_hash_block(
            hash, wlay_load_part(text + at, left),
            left > 8 ? wlay_load_part(text + at + 8, left - 8) : 0);
    }
    return hash;
}

/* Of `readable` bytes from `text` on, at least `length`. */
static inline wlay_word wlay_make_word(const char *text, size_t length,
                                       size_t readable)
{
    wlay_word word = {text, length, 0, 0, 0};
    uint64_t hash;

    if (readable >= WLAY_WORD_BLOCK) {
        const uint64_t *const masks =
            wlay_word_masks[wlay_min(length, WLAY_WORD_BLOCK)];

        word.low = wlay_load64(text) & masks[0];
        word.high = wlay_load64(text + 8) & masks[1];
    } else {
        word.low = wlay_load_part(text, length);
        word.high = length > 8 ? wlay_load_part(text + 8, length - 8) : 0;
    }
    hash = wlay_hash_block(0, word.low, word.high);
    if (length > WLAY_WORD_BLOCK)
        hash = wlay_hash_rest(hash, text, length);
    word.hash = wlay_hash_end(hash);
    return word;
}

/* The hash of a text, the same on every host. */
static inline uint32_t wlay_hash(const char *text, size_t length)
{
    return wlay_make_word(text, length, length).hash;
}

#endif /* WLAY_WORD_H */
