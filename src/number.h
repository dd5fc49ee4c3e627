/* SPDX-License-Identifier: MIT */
/*
 * Numeric literals, and the binary formats behind the floating point types.
 * [Numeric Literals] [Floating Point Conversion]
 */
#ifndef WLAY_NUMBER_H
#define WLAY_NUMBER_H

#include "base.h"

/* The type that a literal denotes a value of. */
typedef enum wlay_number_kind {
    WLAY_NUMBER_ABSTRACT_INT = 1,
    WLAY_NUMBER_I32,
    WLAY_NUMBER_U32,
    WLAY_NUMBER_ABSTRACT_FLOAT,
    WLAY_NUMBER_F32,
    WLAY_NUMBER_F16
} wlay_number_kind;

/* Why a literal is a shader-creation error. */
typedef enum wlay_number_error {
    WLAY_NUMBER_OK = 0,
    WLAY_NUMBER_LEADING_ZERO, /* `012`, `00u`, `01f` */
    WLAY_NUMBER_INT_RANGE,    /* an integer that its type cannot represent */
    WLAY_NUMBER_FLOAT_RANGE,  /* outside of the finite range of its type */
    WLAY_NUMBER_INEXACT,      /* a hexadecimal float that its suffix's type
                                 cannot represent exactly */
    WLAY_NUMBER_EXPONENT      /* no digits where some must be: an exponent
                                 without any, `0x` without any */
} wlay_number_error;

typedef struct wlay_number {
    wlay_number_kind kind;
    wlay_number_error error;
    size_t length;   /* of the literal in bytes, with its suffix; at least 1 */
    int64_t integer; /* the value of an integer literal; 0 if in error */
    double real;     /* the value of a float literal; 0 if in error */
} wlay_number;

/*
 * The quick way, for what most literals are: a few decimal digits, no suffix, and
 * more text behind them.  Returns how many there are, and their value; 0 if there
 * is more to it.
 */
size_t wlay_read_short_int(const char *text, size_t length, size_t at,
                           int64_t *value);

/*
 * Reads the literal at `at`, where a digit stands, or a '.' with a digit behind
 * it.  The time is linear in the literal's length.
 *
 * The value of a decimal float is the AbstractFloat nearest to what all of its
 * digits say, ties to even.  A suffix rounds that value again, and it must be
 * within the finite range of the suffix's type before it is rounded.
 */
void wlay_read_number(const char *text, size_t length, size_t at,
                      wlay_number *out);

/*
 * The value of the type nearest to x, ties to even.  Returns false, and leaves
 * *out alone, if that would not be finite.
 */
bool wlay_round_to_f32(double x, double *out);
bool wlay_round_to_f16(double x, double *out);

/*
 * The bits of the value nearest to x, ties to even, and the value of bits.
 * Infinities stay what they are; every NaN becomes the same quiet one, with its
 * sign kept.
 */
uint16_t wlay_f16_bits(double x);
double wlay_f16_value(uint16_t bits);
uint32_t wlay_f32_bits(double x);
double wlay_f32_value(uint32_t bits);

/* The same for AbstractFloat, which has the format of a C double. */
uint64_t wlay_f64_bits(double x);
double wlay_f64_value(uint64_t bits);

/*
 * The double nearest to `significand` * 2^scale, ties to even; infinity if that
 * is too large.  `more` says that the significand, which then must have its
 * highest bit set, stands for a little more than it can hold.
 */
double wlay_f64_nearest(uint64_t significand, int64_t scale, bool more);

#endif /* WLAY_NUMBER_H */
