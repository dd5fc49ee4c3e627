/* SPDX-License-Identifier: MIT */
/*
 * The elementary functions: tabled values, bit for bit, and sweeps against the
 * C library, which may itself be an ulp off.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <string.h>

#include "../src/math.h"
#include "../src/number.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

typedef double (*one_argument)(double);
typedef double (*two_arguments)(double, double);

/* ------------------------------------------------------------------ values */

typedef struct value_case {
    const char *name;
    one_argument one; /* or `two` */
    two_arguments two;
    double x;
    double y;
    double expected;
} value_case;

#define ONE(f, x, expected)                                                   \
    {                                                                         \
        #f "(" #x ")", wlay_##f, NULL, x, 0, expected                         \
    }
#define TWO(f, x, y, expected)                                                \
    {                                                                         \
        #f "(" #x ", " #y ")", NULL, wlay_##f, x, y, expected                 \
    }
#define INF HUGE_VAL
#define QUIET ((double)NAN)

/* What is exact, and what is special. */
static const value_case exact_cases[] = {
    ONE(trunc, 2.7, 2),
    ONE(trunc, -2.7, -2),
    ONE(trunc, -0.7, -0.0),
    ONE(trunc, 0x1.fffffffffffffp+51, 0x1.ffffffffffffep+51),
    ONE(trunc, 0x1.fffffffffffffp+52, 0x1.fffffffffffffp+52),
    ONE(trunc, INF, INF),
    ONE(trunc, QUIET, QUIET),
    ONE(floor, 2.7, 2),
    ONE(floor, -2.7, -3),
    ONE(floor, -0x1p-1074, -1),
    ONE(floor, -0.0, -0.0),
    ONE(floor, 5, 5),
    ONE(floor, -INF, -INF),
    ONE(ceil, 2.2, 3),
    ONE(ceil, -2.7, -2),
    ONE(ceil, -0.5, -0.0),
    ONE(ceil, 0x1p-1074, 1),
    ONE(ceil, QUIET, QUIET),
    ONE(round_even, 0.5, 0),
    ONE(round_even, 1.5, 2),
    ONE(round_even, 2.5, 2),
    ONE(round_even, -2.5, -2),
    ONE(round_even, -3.5, -4),
    ONE(round_even, -0.5, -0.0),
    ONE(round_even, 0x1.fffffffffffffp-2, 0),
    ONE(round_even, 2.51, 3),
    ONE(round_even, 0x1.fffffffffffffp+51, 0x1p+52),
    ONE(round_even, -INF, -INF),
    ONE(round_even, QUIET, QUIET),

    TWO(fmod, 5.5, 2, 1.5),
    TWO(fmod, -5.5, 2, -1.5),
    TWO(fmod, 5.5, -2, 1.5),
    TWO(fmod, -6, 2, -0.0),
    TWO(fmod, 0x1.fffffffffffffp+1023, 3, 2),
    TWO(fmod, 0x1.fffffffffffffp+1023, 0x3p-1074, 0x1p-1073),
    TWO(fmod, 0x1p-1074, 1, 0x1p-1074),
    TWO(fmod, 1, INF, 1),
    TWO(fmod, INF, 1, QUIET),
    TWO(fmod, 1, 0, QUIET),
    TWO(fmod, 1, QUIET, QUIET),

    ONE(sqrt, 16, 4),
    ONE(sqrt, 2.25, 1.5),
    ONE(sqrt, 0x1p-1074, 0x1p-537),
    ONE(sqrt, -0.0, -0.0),
    ONE(sqrt, -1, QUIET),
    ONE(sqrt, INF, INF),
    ONE(sqrt, -INF, QUIET),
    ONE(sqrt, QUIET, QUIET),

    ONE(exp, 0, 1),
    ONE(exp, -0.0, 1),
    ONE(exp, 710, INF),
    ONE(exp, -746, 0),
    ONE(exp, 1e300, INF),
    ONE(exp, -1e300, 0),
    ONE(exp, INF, INF),
    ONE(exp, -INF, 0),
    ONE(exp, QUIET, QUIET),
    ONE(exp2, 0, 1),
    ONE(exp2, 10, 1024),
    ONE(exp2, 1023, 0x1p+1023),
    ONE(exp2, 1024, INF),
    ONE(exp2, -1074, 0x1p-1074),
    ONE(exp2, -1075, 0),
    ONE(exp2, -INF, 0),
    ONE(log, 1, 0),
    ONE(log, 0, -INF),
    ONE(log, -0.0, -INF),
    ONE(log, -1, QUIET),
    ONE(log, INF, INF),
    ONE(log, QUIET, QUIET),
    ONE(log2, 1, 0),
    ONE(log2, 8, 3),
    ONE(log2, 0x1p+1023, 1023),
    ONE(log2, 0x1p-1074, -1074),
    ONE(log2, 0, -INF),
    ONE(log2, -2, QUIET),

    TWO(pow, 2, 3, 8),
    TWO(pow, 10, 15, 1e15),
    TWO(pow, 10, 22, 1e22),
    TWO(pow, 3, 33, 5559060566555523),
    TWO(pow, -3, 3, -27),
    TWO(pow, -3, 2, 9),
    TWO(pow, 4, 0.5, 2),
    TWO(pow, 4, -1.5, 0.125),
    TWO(pow, 0.25, 0.5, 0.5),
    TWO(pow, 16, 0.25, 2),
    TWO(pow, 2.25, 1.5, 3.375),
    TWO(pow, 2, -1074, 0x1p-1074),
    TWO(pow, 2, -1075, 0),
    TWO(pow, 2, 1024, INF),
    TWO(pow, -2, 1025, -INF),
    TWO(pow, 134217727, 2, 0x1.ffffff8p+53),        /* a tie */
    TWO(pow, 43291044225, 1.5, 0x1.00011add69b20p+53), /* a tie */
    TWO(pow, 0, 0, 1),
    TWO(pow, QUIET, 0, 1),
    TWO(pow, 1, QUIET, 1),
    TWO(pow, -1, INF, 1),
    TWO(pow, -1, 0x1.fffffffffffffp+52, -1),
    TWO(pow, -1, 0x1p+60, 1),
    TWO(pow, -1, 0.5, QUIET),
    TWO(pow, 2, QUIET, QUIET),
    TWO(pow, 0, 2, 0),
    TWO(pow, -0.0, 3, -0.0),
    TWO(pow, -0.0, 0.5, 0),
    TWO(pow, 0, -1, INF),
    TWO(pow, -0.0, -3, -INF),
    TWO(pow, -0.0, -2, INF),
    TWO(pow, 0.5, INF, 0),
    TWO(pow, 0.5, -INF, INF),
    TWO(pow, -2, INF, INF),
    TWO(pow, 2, -INF, 0),
    TWO(pow, INF, 0.5, INF),
    TWO(pow, INF, -1, 0),
    TWO(pow, -INF, 3, -INF),
    TWO(pow, -INF, -3, -0.0),
    TWO(pow, 2, 1e300, INF),
    TWO(pow, 0.5, 1e300, 0),
    TWO(pow, 2, 0x1p-1074, 1),

    ONE(sin, 0, 0),
    ONE(sin, -0.0, -0.0),
    ONE(sin, 0x1p-1074, 0x1p-1074),
    ONE(sin, INF, QUIET),
    ONE(cos, 0, 1),
    ONE(cos, QUIET, QUIET),
    ONE(tan, -0.0, -0.0),
    ONE(tan, -INF, QUIET),
    ONE(asin, 0, 0),
    ONE(asin, 1, 0x1.921fb54442d18p+0),
    ONE(asin, -1, -0x1.921fb54442d18p+0),
    ONE(asin, 1.5, QUIET),
    ONE(acos, 1, 0),
    ONE(acos, 0, 0x1.921fb54442d18p+0),
    ONE(acos, -1, 0x1.921fb54442d18p+1),
    ONE(acos, -1.5, QUIET),
    ONE(acos, QUIET, QUIET),
    ONE(atan, -0.0, -0.0),
    ONE(atan, INF, 0x1.921fb54442d18p+0),
    ONE(atan, -INF, -0x1.921fb54442d18p+0),
    ONE(atan, QUIET, QUIET),
    TWO(atan2, 0, 1, 0),
    TWO(atan2, -0.0, 1, -0.0),
    TWO(atan2, 0, -1, 0x1.921fb54442d18p+1),
    TWO(atan2, -0.0, -0.0, -0x1.921fb54442d18p+1),
    TWO(atan2, 0, 0, 0),
    TWO(atan2, 2, 0, 0x1.921fb54442d18p+0),
    TWO(atan2, -2, -0.0, -0x1.921fb54442d18p+0),
    TWO(atan2, 3, 3, 0x1.921fb54442d18p-1),
    TWO(atan2, 1, INF, 0),
    TWO(atan2, -1, -INF, -0x1.921fb54442d18p+1),
    TWO(atan2, INF, 1, 0x1.921fb54442d18p+0),
    TWO(atan2, INF, INF, 0x1.921fb54442d18p-1),
    TWO(atan2, -INF, -INF, -0x1.2d97c7f3321d2p+1),
    TWO(atan2, 1e-300, 1e300, 0),
    TWO(atan2, QUIET, 1, QUIET),

    ONE(sinh, -0.0, -0.0),
    ONE(sinh, -1000, -INF),
    ONE(sinh, 1e300, INF),
    ONE(sinh, -INF, -INF),
    ONE(cosh, 0, 1),
    ONE(cosh, 1000, INF),
    ONE(cosh, -INF, INF),
    ONE(tanh, -0.0, -0.0),
    ONE(tanh, 20, 1),
    ONE(tanh, -1e300, -1),
    ONE(tanh, -INF, -1),
    ONE(tanh, QUIET, QUIET),
    ONE(asinh, -0.0, -0.0),
    ONE(asinh, -INF, -INF),
    ONE(acosh, 1, 0),
    ONE(acosh, 0.5, QUIET),
    ONE(acosh, -1, QUIET),
    ONE(acosh, -0x1.8p+20, QUIET),
    ONE(acosh, INF, INF),
    ONE(atanh, -0.0, -0.0),
    ONE(atanh, 1, INF),
    ONE(atanh, -1, -INF),
    ONE(atanh, 2, QUIET),
    ONE(atanh, QUIET, QUIET),
};

/* Arguments that are hard for one reason or another, with the doubles that are
   nearest to the true values. */
static const value_case nearest_cases[] = {
    ONE(sin, 1e22, -0x1.b453ab76bf397p-1),
    ONE(sin, 0x1.fffffffffffffp+1023, 0x1.452fc98b34e97p-8),
    ONE(sin, 0x1.6ac5b262ca1ffp+849, 0x1p+0),
    ONE(cos, 0x1.6ac5b262ca1ffp+849, -0x1.14ae72e6ba22fp-61),
    ONE(tan, 0x1.6ac5b262ca1ffp+849, -0x1.d9ba9a7975636p+60),
    ONE(sin, 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53),
    ONE(cos, 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54),
    ONE(tan, 0x1.921fb54442d18p+0, 0x1.d02967c31cdb5p+53),
    ONE(sin, 0.5, 0x1.eaee8744b05f0p-2),
    ONE(cos, 0.5, 0x1.c1528065b7d50p-1),
    ONE(sin, -1e6, 0x1.6664b2568d867p-2),
    ONE(cos, 1e6, 0x1.df9df9906d32cp-1),
    ONE(tan, 1e6, -0x1.7e9768ab734c0p-2),
    ONE(sin, 3.0e-8, 0x1.01b2b29a4692ap-25),
    ONE(tan, 3.0e-8, 0x1.01b2b29a4692cp-25),
    ONE(exp, 1, 0x1.5bf0a8b145769p+1),
    ONE(exp, 709.78, 0x1.fe9ce5c4c52b4p+1023),
    ONE(exp, -745, 0x1p-1074),
    ONE(exp, -708.5, 0x1.cd9eda1112f58p-1023),
    ONE(exp, 1e-16, 0x1p+0),
    ONE(exp2, 0.5, 0x1.6a09e667f3bcdp+0),
    ONE(exp2, 1023.99, 0x1.fc769e9b9c396p+1023),
    ONE(exp2, -1074.3, 0x1p-1074),
    ONE(log, 0x1.0000000000001p+0, 0x1.fffffffffffffp-53),
    ONE(log, 0x1.fffffffffffffp-1, -0x1p-53),
    ONE(log, 10, 0x1.26bb1bbb55516p+1),
    ONE(log, 0x1p-1074, -0x1.74385446d71c3p+9),
    ONE(log2, 3, 0x1.95c01a39fbd68p+0),
    ONE(log2, 0x1.fffffffffffffp-1, -0x1.71547652b82fep-53),
    ONE(log2, 1e300, 0x1.f24a09f1a8b89p+9),
    ONE(asin, 0.5, 0x1.0c152382d7366p-1),
    ONE(asin, 0x1.fffffffffffffp-1, 0x1.921fb50442d18p+0),
    ONE(acos, 0.5, 0x1.0c152382d7366p+0),
    ONE(acos, 0x1.fffffffffffffp-1, 0x1p-26),
    ONE(acos, -0x1.fffffffffffffp-1, 0x1.921fb52442d18p+1),
    ONE(acos, 1e-20, 0x1.921fb54442d18p+0),
    ONE(atan, 1, 0x1.921fb54442d18p-1),
    ONE(atan, -1e10, -0x1.921fb543d4de0p+0),
    ONE(atan, 1e-10, 0x1.b7cdfd9d7bdbbp-34),
    ONE(sinh, 1e-5, 0x1.4f8b588e4e940p-17),
    ONE(sinh, 0.999, 0x1.2c74e586adfd3p+0),
    ONE(sinh, 710.4, 0x1.da98a7371610bp+1023),
    ONE(cosh, 1, 0x1.8b07551d9f550p+0),
    ONE(cosh, -710.4, 0x1.da98a7371610bp+1023),
    ONE(tanh, 1e-5, 0x1.4f8b588e06854p-17),
    ONE(tanh, 0.5, 0x1.d9353d7568af3p-2),
    ONE(tanh, 19, 0x1.fffffffffffffp-1),
    ONE(asinh, 1e-5, 0x1.4f8b588e1e8a2p-17),
    ONE(asinh, 0.125, 0x1.fead0b6996973p-4),
    ONE(asinh, -1e300, -0x1.59bbfd8b83e44p+9),
    ONE(acosh, 0x1.0000000000001p+0, 0x1.6a09e667f3bccp-26),
    ONE(acosh, 1.5, 0x1.ecc2caec5160ap-1),
    ONE(acosh, 1e300, 0x1.59bbfd8b83e44p+9),
    ONE(atanh, 1e-5, 0x1.4f8b588e6698ep-17),
    ONE(atanh, 0.5, 0x1.193ea7aad030bp-1),
    ONE(atanh, 0x1.fffffffffffffp-1, 0x1.2b708872320e2p+4),
    ONE(sqrt, 2, 0x1.6a09e667f3bcdp+0),
    ONE(sqrt, 0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+511),
    ONE(sqrt, 0x1p-1074, 0x1p-537),
    ONE(sqrt, 3e-320, 0x1.37b1311fb4923p-531),
    TWO(pow, 10, 0.5, 0x1.94c583ada5b53p+1),
    TWO(pow, 2, 0.5, 0x1.6a09e667f3bcdp+0),
    TWO(pow, 0x1.0000000000001p+0, 0x1p+58, 0x1.425982cf597a5p+92),
    TWO(pow, 0.1, -300.5, 0x1.2e34f399a8763p+998),
    TWO(pow, 3, -5, 0x1.0db20a88f4696p-8),
    TWO(pow, 1.5, 1000.25, 0x1.140a9f7ab5eefp+585),
    TWO(pow, 0x1.fffffffffffffp-1, -0x1p+61, 0x1.41c7a8814bf0bp+369),
    TWO(atan2, 1, 2, 0x1.dac670561bb4fp-2),
    TWO(atan2, -1, -1e-10, -0x1.921fb544b0c50p+0),
    TWO(atan2, 1e-300, -1, 0x1.921fb54442d18p+1),
};

static void assert_same(double actual, double expected)
{
    if (wlay_is_nan(expected))
        assert_true(wlay_is_nan(actual));
    else
        assert_int_equal(wlay_f64_bits(actual), wlay_f64_bits(expected));
}

static void test_value(void **state)
{
    const value_case *c = *state;

    assert_same(c->one != NULL ? c->one(c->x) : c->two(c->x, c->y),
                c->expected);
}

/* ---------------------------------------------- fused multiply-add, scaling */

typedef struct fma_case {
    const char *name;
    double x, y, z;
    double expected;
} fma_case;

static const fma_case fma_cases[] = {
    {"fma: small integers", 2, 3, 4, 10},
    {"fma: cancellation leaves the low half of the product",
     0x1.0000000000001p+0, 0x1.0000000000001p+0, -0x1.0000000000002p+0,
     0x1p-104},
    {"fma: exact cancellation gives +0", 3, -5, 15, 0},
    {"fma: a tie is broken upwards by a far smaller addend", 0x1.0000004p+0,
     0x1.0000002p+0, 0x1p-200, 0x1.0000006000001p+0},
    {"fma: a tie is broken downwards by a far smaller addend", 0x1.0000004p+0,
     0x1.0000002p+0, -0x1p-200, 0x1.0000006p+0},
    {"fma: a tie goes to even", 0x1.0000004p+0, 0x1.0000002p+0, 0,
     0x1.0000006p+0},
    {"fma: a large addend and a small product", 0x1p-60, 0x1p-60, 1, 1},
    {"fma: a large addend and a small product below it", -0x1p-60, 0x1p-60,
     1, 1},
    {"fma: a product that overflows, and comes back", 0x1p+1023, 2,
     -0x1.fffffffffffffp+1023, 0x1p+971},
    {"fma: overflow", 0x1p+1000, 0x1p+1000, 1, INF},
    {"fma: rounding of a subnormal result", 0x1p-1000, 0x1.8p-74, 0,
     0x1p-1073},
    {"fma: zero times infinity", 0, INF, 1, QUIET},
    {"fma: infinity less infinity", INF, 1, -INF, QUIET},
    {"fma: a finite product and infinity", 0x1p+1000, 0x1p+1000, -INF, -INF},
    {"fma: negative zeros", -0.0, 1, -0.0, -0.0},
    {"fma: zeros of both signs", 0, 1, -0.0, 0},
};

static void test_fma(void **state)
{
    const fma_case *c = *state;

    assert_same(wlay_fma(c->x, c->y, c->z), c->expected);
}

typedef struct scale_case {
    const char *name;
    double x;
    double fraction; /* of frexp */
    int exponent;
} scale_case;

static const scale_case scale_cases[] = {
    {"scale: 1", 1, 0.5, 1},
    {"scale: -10", -10, -0.625, 4},
    {"scale: the largest", DBL_MAX, 0x1.fffffffffffffp-1, 1024},
    {"scale: the smallest", 0x1p-1074, 0.5, -1073},
    {"scale: a subnormal", -0x1.8p-1060, -0.75, -1059},
    {"scale: -0", -0.0, -0.0, 0},
    {"scale: infinity", -INF, -INF, 0},
    {"scale: NaN", QUIET, QUIET, 0},
};

static void test_scale(void **state)
{
    const scale_case *c = *state;
    int exponent = 99;

    assert_same(wlay_frexp(c->x, &exponent), c->fraction);
    assert_int_equal(exponent, c->exponent);
    assert_same(wlay_ldexp(c->fraction, c->exponent), c->x);
}

typedef struct ldexp_case {
    const char *name;
    double x;
    int exponent;
    double expected;
} ldexp_case;

static const ldexp_case ldexp_cases[] = {
    {"ldexp: overflow", 1, 1024, INF},
    {"ldexp: the largest int", -1, INT32_MAX, -INF},
    {"ldexp: underflow", -1, -1075, -0.0},
    {"ldexp: the smallest int", 1, INT32_MIN, 0},
    {"ldexp: rounding to a subnormal, a tie to even", 0x1.8p+0, -1074,
     0x1p-1073},
    {"ldexp: from end to end", 0x1p-1074, 2097, 0x1p+1023},
};

static void test_ldexp(void **state)
{
    const ldexp_case *c = *state;

    assert_same(wlay_ldexp(c->x, c->exponent), c->expected);
}

/* ------------------------------------------------------------------- kinds */

typedef struct kind_case {
    const char *name;
    double x;
    bool is_finite;
    bool is_nan;
} kind_case;

static const kind_case kind_cases[] = {
    {"kind: 0", 0, true, false},
    {"kind: the largest", -DBL_MAX, true, false},
    {"kind: infinity", INF, false, false},
    {"kind: -infinity", -INF, false, false},
    {"kind: NaN", QUIET, false, true},
};

static void test_kind(void **state)
{
    const kind_case *c = *state;

    assert_int_equal(wlay_is_finite(c->x), c->is_finite);
    assert_int_equal(wlay_is_nan(c->x), c->is_nan);
}

/* ------------------------------------------------------------------ sweeps */

/* Pseudo-random numbers, the same ones in every run. */
static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* With an exponent from `lowest` to `highest`, and any sign. */
static double next_double(uint64_t *seed, int lowest, int highest)
{
    const uint64_t range = (uint64_t)(highest - lowest + 1);
    const uint64_t field = next(seed) % range + (uint64_t)(lowest + 1023);
    const uint64_t rest = next(seed) & ~(UINT64_C(0x7FF) << 52);

    return wlay_f64_value(field << 52 | rest);
}

/* How many doubles lie between the two. */
static uint64_t distance(double a, double b)
{
    const uint64_t sign = UINT64_C(1) << 63;
    const uint64_t m = wlay_f64_bits(a), n = wlay_f64_bits(b);

    if ((m & sign) != (n & sign))
        return (m & ~sign) + (n & ~sign);
    return m > n ? m - n : n - m;
}

enum { SWEEP = 4000, TOLERANCE = 2 };

static void assert_near(double actual, double expected)
{
    if (wlay_is_nan(expected))
        assert_true(wlay_is_nan(actual));
    else
        assert_in_range(distance(actual, expected), 0, TOLERANCE);
}

typedef struct sweep_case {
    const char *name;
    one_argument ours;
    one_argument theirs;
    int lowest; /* exponents */
    int highest;
} sweep_case;

#define SWEEP_OF(f, lowest, highest)                                          \
    {                                                                         \
        "sweep: " #f " of 2^" #lowest " to 2^" #highest, wlay_##f, f, lowest, \
            highest                                                           \
    }

static const sweep_case sweep_cases[] = {
    SWEEP_OF(trunc, -3, 55),    SWEEP_OF(floor, -3, 55),
    SWEEP_OF(ceil, -3, 55),     SWEEP_OF(sqrt, -1022, 1023),
    SWEEP_OF(exp, -60, 10),     SWEEP_OF(exp2, -60, 10),
    SWEEP_OF(log, -1022, 1023), SWEEP_OF(log, -2, 1),
    SWEEP_OF(log2, -1022, 1023), SWEEP_OF(log2, -2, 1),
#ifndef __MINGW32__ /* which is far off for large numbers, and has no exact fma */
    SWEEP_OF(sin, -30, 20),     SWEEP_OF(sin, 20, 1023),
    SWEEP_OF(cos, -30, 20),     SWEEP_OF(cos, 20, 1023),
    SWEEP_OF(tan, -30, 20),     SWEEP_OF(tan, 20, 1023),
#endif
    SWEEP_OF(asin, -60, 0),     SWEEP_OF(acos, -60, 0),
    SWEEP_OF(atan, -60, 60),    SWEEP_OF(sinh, -60, 9),
    SWEEP_OF(cosh, -60, 9),     SWEEP_OF(tanh, -60, 5),
    SWEEP_OF(asinh, -60, 1023), SWEEP_OF(acosh, 0, 1023),
    SWEEP_OF(atanh, -60, 0),
};

static void test_sweep(void **state)
{
    const sweep_case *c = *state;
    uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);

    for (int i = 0; i < SWEEP; i++) {
        double x = next_double(&seed, c->lowest, c->highest);

        /* In musl some numbers below -2 have one. */
        if (c->theirs == acosh)
            x = fabs(x);
        assert_near(c->ours(x), c->theirs(x));
    }
}

typedef struct sweep2_case {
    const char *name;
    two_arguments ours;
    two_arguments theirs;
    int lowest[2];
    int highest[2];
} sweep2_case;

static const sweep2_case sweep2_cases[] = {
    {"sweep: fmod", wlay_fmod, fmod, {-1022, -1022}, {1023, 1023}},
    {"sweep: fmod of near ones", wlay_fmod, fmod, {0, -10}, {20, 10}},
    {"sweep: pow", wlay_pow, pow, {-20, -10}, {20, 5}},
    {"sweep: pow near 1", wlay_pow, pow, {-1, 0}, {0, 9}},
    {"sweep: atan2", wlay_atan2, atan2, {-40, -40}, {40, 40}},
};

static void test_sweep2(void **state)
{
    const sweep2_case *c = *state;
    uint64_t seed = UINT64_C(0xD1B54A32D192ED03);

    for (int i = 0; i < SWEEP; i++) {
        const double x = next_double(&seed, c->lowest[0], c->highest[0]);
        const double y = next_double(&seed, c->lowest[1], c->highest[1]);

        assert_near(c->ours(x, y), c->theirs(x, y));
    }
}

#ifndef __MINGW32__
/* Bits that neither factor alone can have decide these sums. */
static void test_fma_sweep(void **state)
{
    uint64_t seed = UINT64_C(0x94D049BB133111EB);

    (void)state;
    for (int i = 0; i < SWEEP; i++) {
        const double x = next_double(&seed, -20, 20);
        const double y = next_double(&seed, -20, 20);
        const double far = next_double(&seed, -120, 60);
        const double z = i % 2 == 0 ? far : -(x * y);

        assert_int_equal(wlay_f64_bits(wlay_fma(x, y, z)),
                         wlay_f64_bits(fma(x, y, z)));
    }
}
#endif

static void test_integer_powers(void **state)
{
    (void)state;
    for (int base = 2; base <= 9; base++) {
        uint64_t power = 1;

        for (int n = 0; power < UINT64_C(1) << 53; n++) {
            assert_same(wlay_pow(base, n), (double)power);
            power *= (uint64_t)base;
        }
    }
}

static void test_squares(void **state)
{
    uint64_t seed = UINT64_C(0xBF58476D1CE4E5B9);

    (void)state;
    for (int i = 0; i < SWEEP; i++) {
        const double root = (double)(next(&seed) >> 38);

        assert_same(wlay_sqrt(root * root), root);
        assert_same(wlay_pow(root * root, 0.5), root);
    }
}

/* -------------------------------------------------------------------- main */

static const struct CMUnitTest single_tests[] = {
#ifndef __MINGW32__
    {"sweep: fma", test_fma_sweep, NULL, NULL, NULL},
#endif
    {"integer powers are exact", test_integer_powers, NULL, NULL, NULL},
    {"roots of squares are exact", test_squares, NULL, NULL, NULL},
};

static struct CMUnitTest
    tests[LENGTH(exact_cases) + LENGTH(nearest_cases) + LENGTH(fma_cases) +
          LENGTH(scale_cases) + LENGTH(ldexp_cases) + LENGTH(kind_cases) +
          LENGTH(sweep_cases) + LENGTH(sweep2_cases) + LENGTH(single_tests)];
static size_t test_count;

/* Every kind of row has its name in front.  The state of a test is its row,
   which no test changes. */
static void add_rows(const void *rows, size_t count, size_t size,
                     CMUnitTestFunction function)
{
    for (size_t i = 0; i < count; i++) {
        struct CMUnitTest *test = &tests[test_count++];
        const char *row = (const char *)rows + i * size;

        memcpy(&test->name, row, sizeof test->name);
        test->test_func = function;
        memcpy(&test->initial_state, &row, sizeof row);
    }
}

#define ADD_ROWS(rows, function) \
    add_rows(rows, LENGTH(rows), sizeof(rows)[0], function)

int main(void)
{
    ADD_ROWS(exact_cases, test_value);
    ADD_ROWS(nearest_cases, test_value);
    ADD_ROWS(fma_cases, test_fma);
    ADD_ROWS(scale_cases, test_scale);
    ADD_ROWS(ldexp_cases, test_ldexp);
    ADD_ROWS(kind_cases, test_kind);
    ADD_ROWS(sweep_cases, test_sweep);
    ADD_ROWS(sweep2_cases, test_sweep2);
    memcpy(tests + test_count, single_tests, sizeof single_tests);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
