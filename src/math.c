/* SPDX-License-Identifier: MIT */
#include "math.h"

#include "number.h"

/* ---------------------------------------------------- the bits of a double */

static const uint64_t sign_bit = UINT64_C(1) << 63;
static const uint64_t infinite_bits = UINT64_C(0x7FF) << 52;
static const uint64_t fraction_mask = (UINT64_C(1) << 52) - 1;

static uint64_t magnitude_bits(double x)
{
    return wlay_f64_bits(x) & ~sign_bit;
}

static bool is_negative(double x)
{
    return (wlay_f64_bits(x) & sign_bit) != 0;
}

static double with_sign(double x, bool negative)
{
    return wlay_f64_value(magnitude_bits(x) | (negative ? sign_bit : 0));
}

static double infinity(bool negative)
{
    return wlay_f64_value(infinite_bits | (negative ? sign_bit : 0));
}

static double not_a_number(void)
{
    return wlay_f64_value(infinite_bits | UINT64_C(1) << 51);
}

bool wlay_is_finite(double x)
{
    return magnitude_bits(x) < infinite_bits;
}

bool wlay_is_nan(double x)
{
    return magnitude_bits(x) > infinite_bits;
}

static bool is_infinite(double x)
{
    return magnitude_bits(x) == infinite_bits;
}

/* |x| == significand * 2^scale; the significand has 53 bits at most. */
typedef struct parts {
    uint64_t significand;
    int scale;
} parts;

static parts split(double x)
{
    const uint64_t bits = magnitude_bits(x);
    const int field = (int)(bits >> 52);

    if (field == 0)
        return (parts){bits, -1074};
    return (parts){(bits & fraction_mask) | UINT64_C(1) << 52, field - 1075};
}

/* ---------------------------------------------------------------- integers */

double wlay_trunc(double x)
{
    const uint64_t bits = wlay_f64_bits(x);
    const int exponent = (int)(magnitude_bits(x) >> 52) - 1023;

    if (exponent < 0)
        return with_sign(0, is_negative(x));
    if (exponent >= 52)
        return x;
    return wlay_f64_value(bits & ~(fraction_mask >> exponent));
}

double wlay_floor(double x)
{
    const double t = wlay_trunc(x);

    return t > x ? t - 1 : t;
}

double wlay_ceil(double x)
{
    const double t = wlay_trunc(x);

    return t < x ? t + 1 : t;
}

static bool is_integer(double x)
{
    return wlay_trunc(x) == x;
}

static bool is_odd(double x)
{
    return is_integer(x) && !is_integer(x / 2);
}

double wlay_round_even(double x)
{
    const double t = wlay_trunc(x);
    const double rest = with_sign(x - t, false);

    if (!(rest > 0.5) && !(rest == 0.5 && is_odd(t)))
        return t;
    return is_negative(x) ? t - 1 : t + 1;
}

/* A remainder has 53 bits at most, so there is room to double it ten times
   before it must be reduced again. */
double wlay_fmod(double x, double y)
{
    parts a, b;

    if (!wlay_is_finite(x) || wlay_is_nan(y) || y == 0)
        return not_a_number();
    if (magnitude_bits(x) < magnitude_bits(y))
        return x;
    a = split(x);
    b = split(y);
    a.significand %= b.significand;
    while (a.scale > b.scale) {
        const int step = a.scale - b.scale < 10 ? a.scale - b.scale : 10;

        a.significand = (a.significand << step) % b.significand;
        a.scale -= step;
    }
    return with_sign(wlay_f64_nearest(a.significand, a.scale, false),
                     is_negative(x));
}

/* ------------------------------------------------------------ 128-bit words */

typedef struct word {
    uint64_t high;
    uint64_t low;
} word;

static bool is_less(word a, word b)
{
    return a.high < b.high || (a.high == b.high && a.low < b.low);
}

/* Modulo 2^128. */
static word plus(word a, word b)
{
    const uint64_t low = a.low + b.low;

    return (word){a.high + b.high + (low < a.low ? 1 : 0), low};
}

static word minus(word a, word b)
{
    return (word){a.high - b.high - (a.low < b.low ? 1 : 0), a.low - b.low};
}

static word doubled(word a)
{
    return (word){a.high << 1 | a.low >> 63, a.low << 1};
}

/* Bits that are lost set the lowest bit, so that what is not exact never looks
   as if it were. */
static word shifted_right(word a, int by)
{
    uint64_t lost = 0;

    if (by > 128)
        by = 128;
    for (; by >= 64; by -= 64) {
        lost |= a.low;
        a = (word){0, a.high};
    }
    if (by > 0) {
        lost |= a.low << (64 - by);
        a = (word){a.high >> by, a.low >> by | a.high << (64 - by)};
    }
    a.low |= lost != 0 ? 1 : 0;
    return a;
}

static word product(uint64_t a, uint64_t b)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a & half) * (b & half);
    const uint64_t middle = (a >> 32) * (b & half) + (low >> 32);
    const uint64_t carry = (a & half) * (b >> 32) + (middle & half);

    return (word){(a >> 32) * (b >> 32) + (middle >> 32) + (carry >> 32),
                  carry << 32 | (low & half)};
}

/* ------------------------------------------------------------------- reals */

/*
 * (-1)^negative * word / 2^127 * 2^exponent.  The word's highest bit is set,
 * unless the number is 0.
 */
typedef struct real {
    word word;
    int exponent;
    bool negative;
} real;

static const real one = {{UINT64_C(1) << 63, 0}, 0, false};
static const real half_pi = {
    {UINT64_C(0xC90FDAA22168C234), UINT64_C(0xC4C6628B80DC1CD1)}, 0, false};
static const real ln_2 = {
    {UINT64_C(0xB17217F7D1CF79AB), UINT64_C(0xC9E3B39803F2F6AF)}, -1, false};
static const real log2_e = {
    {UINT64_C(0xB8AA3B295C17F0BB), UINT64_C(0xBE87FED0691D3E89)}, 0, false};

/* The high word of the square root of 2. */
static const uint64_t root_2 = UINT64_C(0xB504F333F9DE6484);

static real make(word w, int exponent, bool negative)
{
    if (w.high == 0) {
        w = (word){w.low, 0};
        exponent -= 64;
    }
    if (w.high == 0)
        return (real){{0, 0}, 0, negative};
    while (w.high >> 63 == 0) {
        w = doubled(w);
        exponent--;
    }
    return (real){w, exponent, negative};
}

/* x must be finite. */
static real from(double x)
{
    const parts p = split(x);

    return make((word){p.significand, 0}, p.scale + 63, is_negative(x));
}

static real from_int(int n)
{
    const uint64_t magnitude = (uint64_t)(n < 0 ? -(int64_t)n : n);

    return make((word){magnitude, 0}, 63, n < 0);
}

static double to_double(real a)
{
    const bool more = a.word.low != 0;

    return with_sign(wlay_f64_nearest(a.word.high, a.exponent - 63, more),
                     a.negative);
}

static bool is_zero(real a)
{
    return a.word.high == 0;
}

static bool is_smaller(real a, real b) /* in magnitude */
{
    if (is_zero(a) || is_zero(b) || a.exponent == b.exponent)
        return is_less(a.word, b.word);
    return a.exponent < b.exponent;
}

static real negated(real a)
{
    a.negative = !a.negative;
    return a;
}

static real absolute(real a)
{
    a.negative = false;
    return a;
}

/* a * 2^n */
static real scaled(real a, int n)
{
    a.exponent += n;
    return a;
}

static real add(real a, real b)
{
    word sum;

    if (is_smaller(a, b))
        return add(b, a);
    if (is_zero(b))
        return a;
    b.word = shifted_right(b.word, a.exponent - b.exponent);
    if (a.negative != b.negative) {
        sum = minus(a.word, b.word);
        return make(sum, a.exponent, a.negative && (sum.high | sum.low) != 0);
    }
    sum = plus(a.word, b.word);
    if (!is_less(sum, a.word))
        return (real){sum, a.exponent, a.negative};
    sum = shifted_right(sum, 1);
    sum.high |= sign_bit;
    return (real){sum, a.exponent + 1, a.negative};
}

static real subtract(real a, real b)
{
    return add(a, negated(b));
}

/* Exact if the product of the words has no more than 128 bits. */
static real multiply(real a, real b)
{
    const bool negative = a.negative != b.negative;
    word high = product(a.word.high, b.word.high);
    const word left = product(a.word.high, b.word.low);
    const word right = product(a.word.low, b.word.high);
    const word low = product(a.word.low, b.word.low);
    word middle = plus((word){0, left.low}, (word){0, right.low});
    int exponent = a.exponent + b.exponent + 1;

    if (is_zero(a) || is_zero(b))
        return (real){{0, 0}, 0, negative};
    middle = plus(middle, (word){0, low.high});
    high = plus(high, plus((word){0, left.high}, (word){0, right.high}));
    high = plus(high, (word){0, middle.high});
    if (high.high >> 63 == 0) {
        high = doubled(high);
        high.low |= middle.low >> 63;
        middle.low <<= 1;
        exponent--;
    }
    high.low |= (middle.low | low.low) != 0 ? 1 : 0;
    return (real){high, exponent, negative};
}

/* By subtraction and doubling; b must not be 0. */
static real divide(real a, real b)
{
    word quotient = {0, 0}, rest = a.word;
    bool carry = false;
    const bool negative = a.negative != b.negative;
    int exponent = a.exponent - b.exponent;

    if (is_zero(a))
        return (real){{0, 0}, 0, negative};
    if (is_less(rest, b.word)) {
        carry = rest.high >> 63 != 0;
        rest = doubled(rest);
        exponent--;
    }
    for (int i = 0; i < 128; i++) {
        quotient = doubled(quotient);
        if (carry || !is_less(rest, b.word)) {
            rest = minus(rest, b.word);
            quotient.low |= 1;
        }
        carry = rest.high >> 63 != 0;
        rest = doubled(rest);
    }
    quotient.low |= carry || (rest.high | rest.low) != 0 ? 1 : 0;
    return (real){quotient, exponent, negative};
}

/* Much faster for small divisors. */
static real divide_int(real a, uint32_t n)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t limb[4] = {a.word.high >> 32, a.word.high & half,
                              a.word.low >> 32, a.word.low & half};
    uint64_t quotient[4], rest = 0;

    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | limb[i];
        quotient[i] = rest / n;
        rest %= n;
    }
    return make((word){quotient[0] << 32 | quotient[1],
                       quotient[2] << 32 | quotient[3]},
                a.exponent, a.negative);
}

/*
 * Newton's iteration on [1, 4), where the first guess is off by a quarter at
 * most and the sixth improvement of it by less than 2^-190.
 */
static real square_root(real a)
{
    const int half = (a.exponent - (a.exponent & 1)) / 2;
    real y;

    if (is_zero(a))
        return a;
    a = scaled(a, -2 * half);
    y = scaled(add(a, one), -1);
    for (int i = 0; i < 6; i++)
        y = scaled(add(y, divide(a, y)), -1);
    return scaled(y, half);
}

/* The nearest integer; |a| < 2^20. */
static int nearest_int(real a)
{
    int magnitude;

    if (a.exponent < -1)
        return 0;
    magnitude = (int)(((a.word.high >> (62 - a.exponent)) + 1) >> 1);
    return a.negative ? -magnitude : magnitude;
}

/* ------------------------------------------------------------------ series */

static bool is_negligible(real term, real sum)
{
    return is_zero(term) || term.exponent < sum.exponent - 130;
}

/*
 * The sum from i = 0 of first * ratio^i * k! / (k + i * step)!, which makes the
 * exponential function, the sines and the cosines.
 */
static real factorial_series(real first, real ratio, uint32_t k, int step)
{
    real term = first, sum = first;

    while (!is_negligible(term, sum)) {
        uint32_t divisor = 1;

        for (int i = 0; i < step; i++)
            divisor *= ++k;
        term = divide_int(multiply(term, ratio), divisor);
        sum = add(sum, term);
    }
    return sum;
}

/* The sum from i = 0 of x * ratio^i / (2 * i + 1). */
static real odd_series(real x, real ratio)
{
    real power = x, sum = x, term = x;

    for (uint32_t k = 3; !is_negligible(term, sum); k += 2) {
        power = multiply(power, ratio);
        term = divide_int(power, k);
        sum = add(sum, term);
    }
    return sum;
}

static real square(real x)
{
    return multiply(x, x);
}

static real sine_series(real x)
{
    return factorial_series(x, negated(square(x)), 1, 2);
}

static real cosine_series(real x)
{
    return factorial_series(one, negated(square(x)), 0, 2);
}

static real atanh_series(real x)
{
    return odd_series(x, square(x));
}

static real atan_series(real x)
{
    return odd_series(x, negated(square(x)));
}

/* ------------------------------------------------------ powers, logarithms */

/* Beyond any double's exponent, either way. */
enum { HUGE_EXPONENT = 5000 };

static real power_of_two(real x)
{
    int n;

    if (x.exponent >= 12)
        return scaled(one, x.negative ? -HUGE_EXPONENT : HUGE_EXPONENT);
    n = nearest_int(x);
    x = multiply(subtract(x, from_int(n)), ln_2);
    return scaled(factorial_series(one, x, 0, 1), n);
}

static real exponential(real x)
{
    return power_of_two(multiply(x, log2_e));
}

/* log(x) is log(2) * *exponent plus what is returned; x > 0. */
static real reduced_log(real x, int *exponent)
{
    *exponent = x.exponent + (x.word.high > root_2 ? 1 : 0);
    x = scaled(x, -*exponent);
    x = divide(subtract(x, one), add(x, one));
    return scaled(atanh_series(x), 1);
}

static real logarithm(real x)
{
    int exponent;
    const real rest = reduced_log(x, &exponent);

    return add(multiply(from_int(exponent), ln_2), rest);
}

static real binary_logarithm(real x)
{
    int exponent;
    const real rest = reduced_log(x, &exponent);

    return add(from_int(exponent), multiply(rest, log2_e));
}

double wlay_exp(double x)
{
    if (!wlay_is_finite(x))
        return is_infinite(x) && is_negative(x) ? 0 : x;
    return to_double(exponential(from(x)));
}

double wlay_exp2(double x)
{
    if (!wlay_is_finite(x))
        return is_infinite(x) && is_negative(x) ? 0 : x;
    return to_double(power_of_two(from(x)));
}

/* Whether *out says all there is to say about the logarithm of x. */
static bool special_log(double x, double *out)
{
    if (x > 0 && wlay_is_finite(x))
        return false;
    if (x == 0)
        *out = infinity(true);
    else
        *out = x < 0 ? not_a_number() : x;
    return true;
}

double wlay_log(double x)
{
    double special;

    if (special_log(x, &special))
        return special;
    return to_double(logarithm(from(x)));
}

double wlay_log2(double x)
{
    double special;

    if (special_log(x, &special))
        return special;
    return to_double(binary_logarithm(from(x)));
}

/* x^n by squaring; from the highest bit of n, so that no power in between is
   longer than the last one, and the last one is exact if it has 128 bits. */
static real integer_power(real x, int n)
{
    const unsigned magnitude = (unsigned)(n < 0 ? -n : n);
    real y = one;

    for (unsigned bit = 1u << 10; bit != 0; bit >>= 1) {
        y = square(y);
        if ((magnitude & bit) != 0)
            y = multiply(y, x);
    }
    return n < 0 ? divide(one, y) : y;
}

static bool is_square(real x, real *root)
{
    const real y = from(to_double(square_root(x)));
    const real again = square(y);

    *root = y;
    return again.exponent == x.exponent && again.word.high == x.word.high &&
           again.word.low == x.word.low;
}

/*
 * x^y for finite x > 0.  A power that is a double, or halfway between two, is
 * an integer power of x or of a repeated square root of it, and then is exact.
 */
static real positive_power(real x, double y)
{
    real root;

    while (!is_integer(y) && is_square(x, &root)) {
        x = root;
        y *= 2;
    }
    if (is_integer(y) && y >= -1024 && y <= 1024)
        return integer_power(x, (int)y);
    return power_of_two(multiply(from(y), binary_logarithm(x)));
}

/* x^y where x is 0 or infinite, or y is infinite and |x| is not 1. */
static double extreme_power(double x, double y)
{
    const bool is_large = is_infinite(x) || (x != 0 && with_sign(x, false) > 1);
    const bool negative = is_negative(x) && is_odd(y);

    return is_large == !is_negative(y) ? infinity(negative)
                                       : with_sign(0, negative);
}

double wlay_pow(double x, double y)
{
    real power;

    if (y == 0 || x == 1 || (x == -1 && is_infinite(y)))
        return 1;
    if (wlay_is_nan(x) || wlay_is_nan(y))
        return not_a_number();
    if (x == 0 || !wlay_is_finite(x) || !wlay_is_finite(y))
        return extreme_power(x, y);
    if (x < 0 && !is_integer(y))
        return not_a_number();
    power = positive_power(absolute(from(x)), y);
    power.negative = x < 0 && is_odd(y);
    return to_double(power);
}

/* ------------------------------------------------------ scaling, fma, root */

double wlay_frexp(double x, int *exponent)
{
    real a;

    *exponent = 0;
    if (!wlay_is_finite(x) || x == 0)
        return x;
    a = from(x);
    *exponent = a.exponent + 1;
    return to_double(scaled(a, -*exponent));
}

double wlay_ldexp(double x, int exponent)
{
    const int limit = HUGE_EXPONENT;

    if (!wlay_is_finite(x) || x == 0)
        return x;
    if (exponent > limit)
        exponent = limit;
    if (exponent < -limit)
        exponent = -limit;
    return to_double(scaled(from(x), exponent));
}

/* The product has 106 bits.  Bits that the sum then loses are far below those
   that decide the rounding. */
double wlay_fma(double x, double y, double z)
{
    if (!wlay_is_finite(x) || !wlay_is_finite(y) || x == 0 || y == 0)
        return x * y + z;
    if (!wlay_is_finite(z))
        return z;
    return to_double(add(multiply(from(x), from(y)), from(z)));
}

/* A root of a double is never close enough to the middle between two doubles
   for the error of square_root() to matter. */
double wlay_sqrt(double x)
{
    if (x == 0 || wlay_is_nan(x) || (is_infinite(x) && x > 0))
        return x;
    if (x < 0)
        return not_a_number();
    return to_double(square_root(from(x)));
}

/* ------------------------------------------------------------ trigonometry */

/* The first 1280 bits of 2/pi. */
static const uint64_t two_over_pi[] = {
    UINT64_C(0xA2F9836E4E441529), UINT64_C(0xFC2757D1F534DDC0),
    UINT64_C(0xDB6295993C439041), UINT64_C(0xFE5163ABDEBBC561),
    UINT64_C(0xB7246E3A424DD2E0), UINT64_C(0x06492EEA09D1921C),
    UINT64_C(0xFE1DEB1CB129A73E), UINT64_C(0xE88235F52EBB4484),
    UINT64_C(0xE99C7026B45F7E41), UINT64_C(0x3991D639835339F4),
    UINT64_C(0x9C845F8BBDF9283B), UINT64_C(0x1FF897FFDE05980F),
    UINT64_C(0xEF2F118B5A0A6D1F), UINT64_C(0x6D367ECF27CB09B7),
    UINT64_C(0x4F463F669E5FEA2D), UINT64_C(0x7527BAC7EBE5F17B),
    UINT64_C(0x3D0739F78A5292EA), UINT64_C(0x6BFB5FB11F8D5D08),
    UINT64_C(0x56033046FC7B6BAB), UINT64_C(0xF0CFBC209AF4361D)};

/* 64 bits of 2/pi from bit `first` on, where bit 0 is the one worth 1/2, and
   those before it are 0; first > -64. */
static uint64_t bits_of_two_over_pi(int first)
{
    const uint64_t *at;

    if (first < 0)
        return two_over_pi[0] >> -first;
    at = two_over_pi + first / 64;
    first %= 64;
    return first == 0 ? at[0] : at[0] << first | at[1] >> (64 - first);
}

/* quadrant * pi/2 + rest, with |rest| <= pi/4; quadrants are modulo 4. */
typedef struct angle {
    unsigned quadrant;
    real rest;
} angle;

/*
 * |x| * 2/pi modulo 4, in 256 bits of which 2 stand before the point.  Bits of
 * 2/pi that only add multiples of 4 are left out.  As no double is closer to a
 * multiple of pi/2 than some 2^-62 of itself, enough bits follow the zeros.
 */
static void multiply_by_two_over_pi(double x, uint64_t out[4])
{
    const parts p = split(x);
    uint64_t carry = 0;

    for (int i = 3; i >= 0; i--) {
        const uint64_t bits = bits_of_two_over_pi(p.scale - 2 + 64 * i);
        const word w = plus(product(bits, p.significand), (word){0, carry});

        out[i] = w.low;
        carry = w.high;
    }
}

static angle positive_angle(double x)
{
    uint64_t n[4];
    angle a = {0, from(x)};
    word high, low;
    bool negative;

    if (x < 0.5)
        return a;
    multiply_by_two_over_pi(x, n);
    high = (word){n[0] << 2 | n[1] >> 62, n[1] << 2 | n[2] >> 62};
    low = (word){n[2] << 2 | n[3] >> 62, n[3] << 2};
    negative = high.high >> 63 != 0;
    if (negative) {
        high = (word){~high.high, ~high.low};
        low = (word){~low.high, ~low.low};
    }
    a.quadrant = (unsigned)(n[0] >> 62) + (negative ? 1 : 0);
    a.rest = add(make(high, -1, negative), make(low, -129, negative));
    a.rest = multiply(a.rest, half_pi);
    return a;
}

static angle reduced_angle(double x)
{
    angle a = positive_angle(with_sign(x, false));

    if (is_negative(x)) {
        a.quadrant = 0u - a.quadrant;
        a.rest = negated(a.rest);
    }
    return a;
}

static real sine(angle a)
{
    const real s =
        a.quadrant % 2 == 0 ? sine_series(a.rest) : cosine_series(a.rest);

    return a.quadrant % 4 < 2 ? s : negated(s);
}

static real cosine(angle a)
{
    a.quadrant++;
    return sine(a);
}

double wlay_sin(double x)
{
    if (!wlay_is_finite(x))
        return not_a_number();
    return x == 0 ? x : to_double(sine(reduced_angle(x)));
}

double wlay_cos(double x)
{
    if (!wlay_is_finite(x))
        return not_a_number();
    return to_double(cosine(reduced_angle(x)));
}

double wlay_tan(double x)
{
    angle a;

    if (!wlay_is_finite(x))
        return not_a_number();
    if (x == 0)
        return x;
    a = reduced_angle(x);
    return to_double(divide(sine(a), cosine(a)));
}

/* atan(t) is twice the angle whose tangent is this. */
static real half_angle_tangent(real t)
{
    return divide(t, add(one, square_root(add(one, square(t)))));
}

/* The angle of the point (x, y), at most pi/2 either way; x >= 0, and the angle
   of (0, 0) is 0. */
static real angle_of(real y, real x)
{
    const bool is_steep = is_smaller(x, y);
    real a = is_steep ? divide(x, y) : divide(y, x);

    a = half_angle_tangent(half_angle_tangent(a));
    a = scaled(atan_series(a), 2);
    if (!is_steep)
        return a;
    return subtract(y.negative ? negated(half_pi) : half_pi, a);
}

double wlay_atan(double x)
{
    if (wlay_is_nan(x) || x == 0)
        return x;
    if (!wlay_is_finite(x))
        return with_sign(to_double(half_pi), is_negative(x));
    return to_double(angle_of(from(x), one));
}

double wlay_asin(double x)
{
    real root;

    if (!(x >= -1 && x <= 1))
        return not_a_number();
    if (x == 0)
        return x;
    root = multiply(add(one, from(x)), subtract(one, from(x)));
    return to_double(angle_of(from(x), square_root(root)));
}

/* The half angle's form is accurate near 1 too. */
double wlay_acos(double x)
{
    real y, x2;

    if (!(x >= -1 && x <= 1))
        return not_a_number();
    y = square_root(subtract(one, from(x)));
    x2 = square_root(add(one, from(x)));
    return to_double(scaled(angle_of(y, x2), 1));
}

/* An infinite coordinate makes a finite one 0. */
static double direction(double x, bool other_is_infinite)
{
    if (is_infinite(x))
        return with_sign(1, is_negative(x));
    return other_is_infinite ? with_sign(0, is_negative(x)) : x;
}

double wlay_atan2(double y, double x)
{
    const double dx = direction(x, is_infinite(y));
    const double dy = direction(y, is_infinite(x));
    real a;

    if (wlay_is_nan(x) || wlay_is_nan(y))
        return not_a_number();
    if (dy == 0 && !is_negative(x))
        return dy;
    a = angle_of(absolute(from(dy)), absolute(from(dx)));
    if (is_negative(x))
        a = subtract(scaled(half_pi, 1), a);
    a.negative = is_negative(y);
    return to_double(a);
}

/* --------------------------------------------------- hyperbolic functions */

static real hyperbolic_cosine(real x)
{
    const real e = exponential(x);

    return scaled(add(e, divide(one, e)), -1);
}

/* Below 1 a difference of exponentials would cancel. */
static real hyperbolic_sine(real x)
{
    real e;

    if (x.exponent < 0)
        return factorial_series(x, square(x), 1, 2);
    e = exponential(x);
    return scaled(subtract(e, divide(one, e)), -1);
}

double wlay_sinh(double x)
{
    if (!wlay_is_finite(x) || x == 0)
        return x;
    return to_double(hyperbolic_sine(from(x)));
}

double wlay_cosh(double x)
{
    if (!wlay_is_finite(x))
        return with_sign(x, false);
    return to_double(hyperbolic_cosine(from(x)));
}

double wlay_tanh(double x)
{
    real a;

    if (is_infinite(x))
        return with_sign(1, is_negative(x));
    if (wlay_is_nan(x) || x == 0)
        return x;
    a = from(x);
    return to_double(divide(hyperbolic_sine(a), hyperbolic_cosine(a)));
}

/* asinh(x) is atanh(x / sqrt(1 + x^2)) too, whose series is accurate for small
   arguments; elsewhere it is log(x + sqrt(x^2 + 1)). */
double wlay_asinh(double x)
{
    real a, root;

    if (!wlay_is_finite(x) || x == 0)
        return x;
    a = absolute(from(x));
    root = square_root(add(square(a), one));
    a = a.exponent < -3 ? atanh_series(divide(a, root))
                        : logarithm(add(a, root));
    a.negative = is_negative(x);
    return to_double(a);
}

double wlay_acosh(double x)
{
    real a;

    if (!(x >= 1))
        return not_a_number();
    if (is_infinite(x))
        return x;
    a = from(x);
    return to_double(logarithm(add(a, square_root(subtract(square(a), one)))));
}

double wlay_atanh(double x)
{
    real a;

    if (x == 0 || wlay_is_nan(x))
        return x;
    if (x == 1 || x == -1)
        return infinity(x < 0);
    if (!(x > -1 && x < 1))
        return not_a_number();
    a = from(x);
    if (a.exponent < -3)
        return to_double(atanh_series(a));
    a = divide(add(one, a), subtract(one, a));
    return to_double(scaled(logarithm(a), -1));
}
