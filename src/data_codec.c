/* SPDX-License-Identifier: MIT */
/*
 * Numbers in memory.  Real numbers are converted by their bits: a processor may
 * be in a mode that takes subnormal numbers for zeros, as renderers like it.
 */
#include "data.h"

#include "number.h"

#include <string.h>

#define REAL(bytes) {bytes, WLAY_CODEC_REAL, false, 0, 0}
#define INTEGER(bytes, kind, lowest, highest) \
    {bytes, WLAY_CODEC_##kind, false, lowest, highest}

static const wlay_codec host_codecs[] = {
    [WLAY_HOST_F32] = REAL(4),
    [WLAY_HOST_F64] = REAL(8),
    [WLAY_HOST_F16] = REAL(2),
    [WLAY_HOST_I32] = INTEGER(4, SIGNED, INT32_MIN, INT32_MAX),
    [WLAY_HOST_U32] = INTEGER(4, UNSIGNED, 0, UINT32_MAX),
    [WLAY_HOST_I8] = INTEGER(1, SIGNED, INT8_MIN, INT8_MAX),
    [WLAY_HOST_U8] = INTEGER(1, UNSIGNED, 0, UINT8_MAX),
    [WLAY_HOST_I16] = INTEGER(2, SIGNED, INT16_MIN, INT16_MAX),
    [WLAY_HOST_U16] = INTEGER(2, UNSIGNED, 0, UINT16_MAX),
    [WLAY_HOST_I64] = INTEGER(8, SIGNED, INT64_MIN, INT64_MAX),
    [WLAY_HOST_U64] = INTEGER(8, UNSIGNED, 0, INT64_MAX),
    [WLAY_HOST_BOOL] = INTEGER(1, BOOL, 0, 1),
};

/* As bytes of memory bool is not host-shareable, and has no codec. */
static const wlay_codec gpu_codecs[] = {
    [WLAY_SCALAR_I32] = {4, WLAY_CODEC_SIGNED, true, INT32_MIN, INT32_MAX},
    [WLAY_SCALAR_U32] = {4, WLAY_CODEC_UNSIGNED, true, 0, UINT32_MAX},
    [WLAY_SCALAR_F32] = {4, WLAY_CODEC_REAL, true, 0, 0},
    [WLAY_SCALAR_F16] = {2, WLAY_CODEC_REAL, true, 0, 0},
};

typedef char bool_is_a_byte[sizeof(bool) == 1 ? 1 : -1];

static const wlay_codec *find(const wlay_codec *codecs, size_t count,
                              uint32_t at)
{
    return at < count && codecs[at].size > 0 ? &codecs[at] : NULL;
}

const wlay_codec *wlay_host_codec(uint32_t host)
{
    return find(host_codecs, sizeof host_codecs / sizeof host_codecs[0], host);
}

const wlay_codec *wlay_gpu_codec(wlay_scalar scalar)
{
    return find(gpu_codecs, sizeof gpu_codecs / sizeof gpu_codecs[0],
                (uint32_t)scalar);
}

/* --------------------------------------------------------------------- bits */

static uint64_t swapped(uint64_t bits, unsigned size)
{
    uint64_t out = 0;

    for (; size > 0; size--, bits >>= 8)
        out = out << 8 | (bits & 0xff);
    return out;
}

/* Inline, so that loops over numbers of one size know it. */
static inline uint64_t get_bits(const unsigned char *at, unsigned size,
                                bool is_little)
{
    uint64_t wide = 0;
    uint32_t word;
    uint16_t half;

    if (size == 1)
        return *at;
    if (size == 2) {
        memcpy(&half, at, sizeof half);
        wide = half;
    } else if (size == 4) {
        memcpy(&word, at, sizeof word);
        wide = word;
    } else {
        memcpy(&wide, at, sizeof wide);
    }
    if (is_little && !wlay_host_is_little())
        return swapped(wide, size);
    return wide;
}

static inline void put_bits(unsigned char *at, unsigned size, bool is_little,
                            uint64_t bits)
{
    const uint64_t wide = is_little && !wlay_host_is_little()
                              ? swapped(bits, size)
                              : bits;
    const uint32_t word = (uint32_t)wide;
    const uint16_t half = (uint16_t)wide;

    if (size == 1)
        *at = (unsigned char)wide;
    else if (size == 2)
        memcpy(at, &half, sizeof half);
    else if (size == 4)
        memcpy(at, &word, sizeof word);
    else
        memcpy(at, &wide, sizeof wide);
}

/* ------------------------------------------------------------- real numbers */

/* What f16 and f32 have fewer of than f64: bits of the fraction, and of the
   exponents' bias. */
enum {
    F16_CUT = 52 - 10,
    F16_BIAS = 1023 - 15,
    F32_CUT = 52 - 23,
    F32_BIAS = 1023 - 127
};

/*
 * The common case is done here, and what is subnormal, infinite, not a number
 * or too large is left to number.c.  Of the bits in `field`, sign and exponent,
 * all zeros or ones in the exponent say that it is not common.
 */
static inline double real_of(uint64_t bits, unsigned size)
{
    const uint64_t half = bits & 0x7fff;
    const uint64_t word = bits & 0x7fffffff;

    if (size == 8)
        return wlay_f64_value(bits);
    if (size == 2 && half >= 0x0400 && half < 0x7c00)
        return wlay_f64_value((bits >> 15) << 63 |
                              ((half << F16_CUT) +
                               ((uint64_t)F16_BIAS << 52)));
    if (size == 4 && word >= 0x00800000 && word < 0x7f800000)
        return wlay_f64_value((bits >> 31) << 63 |
                              ((word << F32_CUT) +
                               ((uint64_t)F32_BIAS << 52)));
    return size == 2 ? wlay_f16_value((uint16_t)bits)
                     : wlay_f32_value((uint32_t)bits);
}

/* Drops `cut` bits, to the nearest, ties to even; a carry goes into the
   exponent and makes it one larger, as it should. */
static inline uint64_t rounded(uint64_t bits, unsigned cut)
{
    const uint64_t below_half = (UINT64_C(1) << (cut - 1)) - 1;

    return (bits + below_half + (bits >> cut & 1)) >> cut;
}

static inline uint64_t bits_of(double real, unsigned size)
{
    const uint64_t bits = wlay_f64_bits(real);
    const uint64_t sign = bits >> 63;
    const uint64_t rest = bits & (UINT64_MAX >> 1);
    const uint64_t exponent = rest >> 52;

    if (size == 8)
        return bits;
    if (size == 2 && exponent > F16_BIAS && exponent < F16_BIAS + 0x1f)
        return sign << 15 | (rounded(rest, F16_CUT) - (F16_BIAS << 10));
    if (size == 4 && exponent > F32_BIAS && exponent < F32_BIAS + 0xff)
        return sign << 31 |
               (rounded(rest, F32_CUT) - ((uint64_t)F32_BIAS << 23));
    return size == 2 ? wlay_f16_bits(real) : wlay_f32_bits(real);
}

double wlay_read_real(const wlay_codec *codec, const unsigned char *at)
{
    return real_of(get_bits(at, codec->size, codec->is_little), codec->size);
}

/* ----------------------------------------------------------------- integers */

int64_t wlay_read_integer(const wlay_codec *codec, const unsigned char *at)
{
    const uint64_t bits = get_bits(at, codec->size, codec->is_little);
    const uint64_t sign = UINT64_C(1) << (8 * codec->size - 1);

    switch (codec->kind) {
    case WLAY_CODEC_BOOL:
        return bits != 0;
    case WLAY_CODEC_SIGNED:
        return (int64_t)((bits ^ sign) - sign);
    default:
        return bits <= INT64_MAX ? (int64_t)bits : INT64_MAX;
    }
}

static void write_integer(const wlay_codec *codec, unsigned char *at,
                          int64_t integer)
{
    if (codec->kind == WLAY_CODEC_BOOL)
        integer = integer != 0;
    put_bits(at, codec->size, codec->is_little, (uint64_t)integer);
}

/* -------------------------------------------------------------- conversions */

bool wlay_codecs_convert(const wlay_codec *a, const wlay_codec *b)
{
    return (a->kind == WLAY_CODEC_REAL) == (b->kind == WLAY_CODEC_REAL);
}

bool wlay_codecs_equal(const wlay_codec *a, const wlay_codec *b)
{
    return a->kind == b->kind && a->size == b->size &&
           (a->is_little == b->is_little || wlay_host_is_little());
}

bool wlay_codec_may_fail(const wlay_codec *to, const wlay_codec *from)
{
    return to->kind != WLAY_CODEC_REAL && to->kind != WLAY_CODEC_BOOL &&
           (from->lowest < to->lowest || from->highest > to->highest);
}

bool wlay_codec_fits(const wlay_codec *to, const wlay_codec *from,
                     const unsigned char *at)
{
    const int64_t integer = wlay_read_integer(from, at);

    return integer >= to->lowest && integer <= to->highest;
}

static inline void convert_reals(unsigned char *to, const wlay_number_side *t,
                                 unsigned to_size, const unsigned char *from,
                                 const wlay_number_side *f, unsigned from_size,
                                 size_t count)
{
    const bool to_little = t->codec->is_little;
    const bool from_little = f->codec->is_little;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits = get_bits(from, from_size, from_little);

        /* Of the same type: only the order of bytes may differ. */
        if (to_size != from_size)
            bits = bits_of(real_of(bits, from_size), to_size);
        put_bits(to, to_size, to_little, bits);
        to += t->step;
        from += f->step;
    }
}

static void convert_integers(unsigned char *to, const wlay_number_side *t,
                             const unsigned char *from,
                             const wlay_number_side *f, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        write_integer(t->codec, to, wlay_read_integer(f->codec, from));
        to += t->step;
        from += f->step;
    }
}

void wlay_convert_numbers(unsigned char *to, const wlay_number_side *t,
                          const unsigned char *from, const wlay_number_side *f,
                          size_t count)
{
#define CONVERT(to_size, from_size)                                     \
    case (to_size) * 16 + (from_size):                                  \
        convert_reals(to, t, to_size, from, f, from_size, count);       \
        break;

    if (t->codec->kind != WLAY_CODEC_REAL) {
        convert_integers(to, t, from, f, count);
        return;
    }
    switch (t->codec->size * 16 + f->codec->size) {
        CONVERT(2, 2) CONVERT(2, 4) CONVERT(2, 8)
        CONVERT(4, 2) CONVERT(4, 4) CONVERT(4, 8)
        CONVERT(8, 2) CONVERT(8, 4)
    }
#undef CONVERT
}
