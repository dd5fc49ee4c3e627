/* SPDX-License-Identifier: MIT */
#include "scan.h"

#include "word.h"

#include <string.h>

#define BLOCK 64

/* ------------------------------------------------------- one byte at a time */

static bool begins_line_break(char c)
{
    return (unsigned char)c >= 0x80 || (c >= '\n' && c <= '\r');
}

static uint64_t equal_scalar(const char *bytes, char byte)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        mask |= (uint64_t)(bytes[i] == byte) << i;
    return mask;
}

static uint64_t line_scalar(const char *bytes)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK; i++)
        mask |= (uint64_t)begins_line_break(bytes[i]) << i;
    return mask;
}

/* -------------------------------------------------- eight bytes in a register */

#define ONES UINT64_C(0x0101010101010101)
#define HIGHS UINT64_C(0x8080808080808080)

/* The top bits of the eight bytes, gathered into the lowest eight bits. */
static uint64_t gather(uint64_t highs)
{
    return ((highs >> 7) * UINT64_C(0x0102040810204080)) >> 56;
}

/* The top bit of each byte that is zero; no borrow goes from one to another. */
static uint64_t zero_bytes(uint64_t word)
{
    return ~(((word & ~HIGHS) + ~HIGHS) | word | ~HIGHS);
}

static uint64_t equal_word(const char *bytes, char byte)
{
    const uint64_t wanted = ONES * (unsigned char)byte;
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK / 8; i++)
        mask |= gather(zero_bytes(wlay_load64(bytes + 8 * i) ^ wanted)) << (8 * i);
    return mask;
}

static uint64_t line_word(const char *bytes)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < BLOCK / 8; i++) {
        const uint64_t word = wlay_load64(bytes + 8 * i);
        const uint64_t low = word & ~HIGHS;
        /* 0x0A..0x0D: at least 10, and not at least 14. */
        const uint64_t from = low + ONES * (0x80 - '\n');
        const uint64_t to = low + ONES * (0x80 - ('\r' + 1));

        mask |= gather(((from & ~to) | word) & HIGHS) << (8 * i);
    }
    return mask;
}

/* ------------------------------------------------------------ vector registers */

#if defined(WLAY_HAVE_SSE2)
static __m128i load_part(const char *bytes, unsigned part)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(bytes + 16 * part));
}

static uint64_t gather_part(__m128i found, unsigned part)
{
    return (uint64_t)(unsigned)_mm_movemask_epi8(found) << (16 * part);
}

static uint64_t equal_vector(const char *bytes, char byte)
{
    const __m128i wanted = _mm_set1_epi8(byte);
    uint64_t mask = 0;

    for (unsigned i = 0; i < 4; i++)
        mask |= gather_part(_mm_cmpeq_epi8(load_part(bytes, i), wanted), i);
    return mask;
}

static uint64_t line_vector(const char *bytes)
{
    uint64_t mask = 0;

    for (unsigned i = 0; i < 4; i++) {
        const __m128i part = load_part(bytes, i);
        const __m128i found = _mm_and_si128(
            _mm_cmpgt_epi8(part, _mm_set1_epi8('\n' - 1)),
            _mm_cmplt_epi8(part, _mm_set1_epi8('\r' + 1)));

        mask |= gather_part(_mm_or_si128(found, part), i);
    }
    return mask;
}
#elif defined(WLAY_HAVE_NEON)
/* One bit a byte: each keeps the bit of its place, and neighbours are added. */
static uint64_t gather_parts(uint8x16_t a, uint8x16_t b, uint8x16_t c,
                             uint8x16_t d)
{
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                       1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vld1q_u8(places);
    const uint8x16_t ab = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    const uint8x16_t cd = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    const uint8x16_t abcd = vpaddq_u8(ab, cd);

    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(abcd, abcd)), 0);
}

static uint8x16_t load_part(const char *bytes, unsigned part)
{
    return vld1q_u8((const uint8_t *)bytes + 16 * part);
}

static uint64_t equal_vector(const char *bytes, char byte)
{
    const uint8x16_t wanted = vdupq_n_u8((uint8_t)byte);

    return gather_parts(vceqq_u8(load_part(bytes, 0), wanted),
                        vceqq_u8(load_part(bytes, 1), wanted),
                        vceqq_u8(load_part(bytes, 2), wanted),
                        vceqq_u8(load_part(bytes, 3), wanted));
}

static uint8x16_t line_part(uint8x16_t part)
{
    const uint8x16_t within =
        vcleq_u8(vsubq_u8(part, vdupq_n_u8('\n')), vdupq_n_u8('\r' - '\n'));

    return vorrq_u8(within, vcgeq_u8(part, vdupq_n_u8(0x80)));
}

static uint64_t line_vector(const char *bytes)
{
    return gather_parts(
        line_part(load_part(bytes, 0)), line_part(load_part(bytes, 1)),
        line_part(load_part(bytes, 2)), line_part(load_part(bytes, 3)));
}
#endif

#if defined(WLAY_HAVE_SSE2) || defined(WLAY_HAVE_NEON)
#  define equal_fast equal_vector
#  define line_fast line_vector
#else
#  define equal_fast equal_word
#  define line_fast line_word
#endif

const wlay_scan_way wlay_scan_ways[] = {
#if defined(WLAY_HAVE_SSE2) || defined(WLAY_HAVE_NEON)
    {"vector", equal_vector, line_vector},
#endif
    {"word", equal_word, line_word},
    {"scalar", equal_scalar, line_scalar},
};
const size_t wlay_scan_way_count =
    sizeof wlay_scan_ways / sizeof *wlay_scan_ways;

/* -------------------------------------------------------------------- bits */

static unsigned count_bits(uint64_t mask)
{
    mask -= (mask >> 1) & UINT64_C(0x5555555555555555);
    mask = (mask & UINT64_C(0x3333333333333333)) +
           ((mask >> 2) & UINT64_C(0x3333333333333333));
    mask = (mask + (mask >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)((mask * ONES) >> 56);
}

/* ----------------------------------------------------------------- searches */

/* The same, one byte at a time, from `at` to `end`. */
static size_t scan_braces_to(const char *text, size_t end, size_t at,
                             size_t *depth)
{
    for (; at < end && text[at] != '/'; at++) {
        if (text[at] == '{')
            ++*depth;
        else if (text[at] == '}' && --*depth == 0)
            break;
    }
    return at;
}

/* Goes through the braces of a block in order; returns where the last open one
   is closed, or BLOCK. */
static unsigned find_last_close(uint64_t open, uint64_t close, size_t *depth)
{
    for (uint64_t both = open | close; both != 0; both &= both - 1) {
        if (open & both & (0 - both))
            ++*depth;
        else if (--*depth == 0)
            return wlay_lowest_bit(both);
    }
    return BLOCK;
}

size_t wlay_scan_braces(const char *text, size_t length, size_t at,
                        size_t *depth)
{
    while (length - at >= BLOCK) {
        const uint64_t slash = equal_fast(text + at, '/');
        const uint64_t before = slash == 0 ? ~UINT64_C(0)
                                           : (slash & (0 - slash)) - 1;
        const uint64_t close = equal_fast(text + at, '}') & before;
        const uint64_t open = equal_fast(text + at, '{') & before;
        const unsigned closed = count_bits(close);

        /* As long as not all braces can be closed in here, their order is of no
           interest. */
        if (closed >= *depth) {
            const unsigned last = find_last_close(open, close, depth);

            if (last < BLOCK)
                return at + last;
        } else {
            *depth += count_bits(open);
            *depth -= closed;
        }
        if (slash != 0)
            return at + wlay_lowest_bit(slash);
        at += BLOCK;
    }
    return scan_braces_to(text, length, at, depth);
}

size_t wlay_scan_comment(const char *text, size_t length, size_t at)
{
    for (; length - at >= BLOCK; at += BLOCK) {
        const uint64_t found =
            equal_fast(text + at, '*') | equal_fast(text + at, '/');

        if (found != 0)
            return at + wlay_lowest_bit(found);
    }
    while (at < length && text[at] != '*' && text[at] != '/')
        at++;
    return at;
}

size_t wlay_scan_line(const char *text, size_t length, size_t at)
{
    for (; length - at >= BLOCK; at += BLOCK) {
        const uint64_t found = line_fast(text + at);

        if (found != 0)
            return at + wlay_lowest_bit(found);
    }
    while (at < length && !begins_line_break(text[at]))
        at++;
    return at;
}
