/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <float.h>
#include <string.h>

/* ---------------------------------------------------------- binary formats */

/* An IEEE 754 interchange format. */
typedef struct binary_format {
    int fraction_bits;
    int exponent_bits;
} binary_format;

static const binary_format binary16 = {10, 5};
static const binary_format binary32 = {23, 8};
static const binary_format binary64 = {52, 11};

/*
 * A magnitude: significand * 2^scale, with the significand's highest bit set
 * unless it is 0.  `more` says that the true value is larger by less than one
 * unit of the significand.
 */
typedef struct magnitude {
    uint64_t significand;
    int64_t scale;
    bool more;
} magnitude;

static magnitude normalized(uint64_t significand, int64_t scale, bool more)
{
    for (int step = 32; step > 0 && significand != 0; step /= 2) {
        if (significand >> (64 - step) == 0) {
            significand <<= step;
            scale -= step;
        }
    }
    return (magnitude){significand, scale, more};
}

static uint64_t infinity(const binary_format *format)
{
    return ((UINT64_C(1) << format->exponent_bits) - 1)
           << format->fraction_bits;
}

/* The scale of the lowest fraction bit of a subnormal number. */
static int lowest_scale(const binary_format *format)
{
    return 2 - (1 << (format->exponent_bits - 1)) - format->fraction_bits;
}

static magnitude unpack(const binary_format *format, uint64_t bits)
{
    const uint64_t implicit = UINT64_C(1) << format->fraction_bits;
    const uint64_t field = bits >> format->fraction_bits;
    const uint64_t fraction = bits & (implicit - 1);
    const int scale = lowest_scale(format);

    if (field == 0)
        return normalized(fraction, scale, false);
    return normalized(fraction | implicit, scale + (int)field - 1, false);
}

/*
 * The bits of the nearest value, ties to even.  The implicit bit of a normal
 * number is added to the exponent field, as is a carry out of the fraction:
 * either makes it one larger, and a carry out of the largest fraction makes it
 * infinity.
 */
static uint64_t pack(const binary_format *format, magnitude m, bool *exact)
{
    const int64_t lowest = lowest_scale(format);
    int64_t drop = 63 - format->fraction_bits;
    uint64_t field = 0, kept, rest;
    const uint64_t half = UINT64_C(1) << 63;

    *exact = m.significand == 0 && !m.more;
    if (m.significand == 0)
        return 0;
    if (m.scale + drop > lowest + (1 << format->exponent_bits))
        return infinity(format);
    if (m.scale + drop >= lowest)
        field = (uint64_t)(m.scale + drop - lowest);
    else
        drop = lowest - m.scale;
    if (drop > 64)
        return 0;

    kept = drop == 64 ? 0 : m.significand >> drop;
    rest = m.significand << (64 - drop);
    *exact = rest == 0 && !m.more;
    if (rest > half || (rest == half && (m.more || (kept & 1) != 0)))
        kept++;
    kept += field << format->fraction_bits;
    return kept < infinity(format) ? kept : infinity(format);
}

static uint64_t convert(const binary_format *from, const binary_format *to,
                        uint64_t bits)
{
    const int from_sign = from->fraction_bits + from->exponent_bits;
    const int to_sign = to->fraction_bits + to->exponent_bits;
    const uint64_t sign = (bits >> from_sign & 1) << to_sign;
    bool exact;

    bits &= (UINT64_C(1) << from_sign) - 1;
    if (bits == infinity(from))
        return sign | infinity(to);
    if (bits > infinity(from))
        return sign | infinity(to) | UINT64_C(1) << (to->fraction_bits - 1);
    return sign | pack(to, unpack(from, bits), &exact);
}

uint64_t wlay_f64_bits(double x)
{
    uint64_t bits;

    memcpy(&bits, &x, sizeof bits);
    return bits;
}

double wlay_f64_value(uint64_t bits)
{
    double x;

    memcpy(&x, &bits, sizeof x);
    return x;
}

uint16_t wlay_f16_bits(double x)
{
    return (uint16_t)convert(&binary64, &binary16, wlay_f64_bits(x));
}

double wlay_f16_value(uint16_t bits)
{
    return wlay_f64_value(convert(&binary16, &binary64, bits));
}

uint32_t wlay_f32_bits(double x)
{
    return (uint32_t)convert(&binary64, &binary32, wlay_f64_bits(x));
}

double wlay_f32_value(uint32_t bits)
{
    return wlay_f64_value(convert(&binary32, &binary64, bits));
}

double wlay_f64_nearest(uint64_t significand, int64_t scale, bool more)
{
    bool exact;

    return wlay_f64_value(
        pack(&binary64, normalized(significand, scale, more), &exact));
}

/* The value of `format` nearest to x, as a double. */
static double rounded(const binary_format *format, double x)
{
    const uint64_t bits = convert(&binary64, format, wlay_f64_bits(x));

    return wlay_f64_value(convert(format, &binary64, bits));
}

static bool round_to(const binary_format *format, double x, double *out)
{
    const double nearest = rounded(format, x);
    const uint64_t sign = UINT64_C(1) << 63;

    if ((wlay_f64_bits(nearest) & ~sign) >= infinity(&binary64))
        return false;
    *out = nearest;
    return true;
}

bool wlay_round_to_f32(double x, double *out)
{
    return round_to(&binary32, x, out);
}

bool wlay_round_to_f16(double x, double *out)
{
    return round_to(&binary16, x, out);
}

/* --------------------------------------------------------- natural numbers */

/*
 * Halfway between two doubles stands a number of up to 768 significant digits.
 * So 800 digits, and whether any later digit is not 0, tell on which side of it
 * a number is.
 */
enum { DIGITS_MAX = 800 };

/*
 * 800 digits need 84 limbs.  decimal_magnitude() divides by up to 5^1124, which
 * has 82 limbs, and its numerators have 3 more.
 */
enum { LIMBS = 88 };

/* The lowest limb comes first; the highest one is not 0. */
typedef struct natural {
    uint32_t limb[LIMBS];
    int count;
} natural;

static void multiply_add(natural *n, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;

    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        n->limb[n->count++] = (uint32_t)carry;
}

/* Returns the remainder. */
static uint32_t divide(natural *n, uint32_t divisor)
{
    uint64_t rest = 0;

    for (int i = n->count; i-- > 0;) {
        rest = rest << 32 | n->limb[i];
        n->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (n->count > 0 && n->limb[n->count - 1] == 0)
        n->count--;
    return (uint32_t)rest;
}

static void append_zero_limbs(natural *n, int limbs)
{
    memmove(n->limb + limbs, n->limb, (size_t)n->count * sizeof n->limb[0]);
    memset(n->limb, 0, (size_t)limbs * sizeof n->limb[0]);
    n->count += limbs;
}

/* n * 2^scale, n not 0, as a magnitude; changes n. */
static magnitude highest_bits(natural *n, int scale, bool more)
{
    uint64_t bits;
    int shift = 0, i = n->count;

    while (n->limb[n->count - 1] << shift >> 31 == 0)
        shift++;
    multiply_add(n, UINT32_C(1) << shift, 0);
    bits = n->limb[--i];
    if (i > 0)
        bits = bits << 32 | n->limb[--i];
    scale += 32 * i - shift;
    while (i > 0)
        more = n->limb[--i] != 0 || more;
    return normalized(bits, scale, more);
}

/* ----------------------------------------------------- from digits to value */

/* The value is n * 10^exponent, or a little larger if there are `more`. */
typedef struct decimal {
    natural n;
    int64_t exponent;
    int digits; /* significant ones */
    bool more;
    uint32_t chunk; /* digits that wait to be appended to n together, */
    uint32_t unit;  /* and ten to the power of their number */
} decimal;

static void append_chunk(decimal *d)
{
    multiply_add(&d->n, d->unit, d->chunk);
    d->chunk = 0;
    d->unit = 1;
}

static void put_digit(decimal *d, unsigned digit, bool is_fraction)
{
    if (d->digits == DIGITS_MAX) {
        d->more = d->more || digit != 0;
        d->exponent += is_fraction ? 0 : 1;
        return;
    }
    d->exponent -= is_fraction ? 1 : 0;
    if (d->digits > 0 || digit != 0)
        d->digits++;
    d->chunk = d->chunk * 10 + digit;
    d->unit *= 10;
    if (d->unit == UINT32_C(1000000000))
        append_chunk(d);
}

enum { FIVES = 14 };

static const uint32_t power_of_five[FIVES] = {
    1,     5,      25,      125,     625,      3125,      15625,
    78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125};

static void multiply_by_five_to(natural *n, int power)
{
    for (; power >= FIVES; power -= FIVES - 1)
        multiply_add(n, power_of_five[FIVES - 1], 0);
    multiply_add(n, power_of_five[power], 0);
}

/* Returns whether there was a remainder. */
static bool divide_by_five_to(natural *n, int power)
{
    bool remainder = false;

    for (; power >= FIVES; power -= FIVES - 1)
        remainder = divide(n, power_of_five[FIVES - 1]) != 0 || remainder;
    return divide(n, power_of_five[power]) != 0 || remainder;
}

/* An upper bound of the bits of 5^power: log2(5) is just below 2378/1024. */
static int bits_of_five_to(int power)
{
    return power * 2378 / 1024 + 1;
}

/*
 * 10^e is 5^e * 2^e.  A quotient by a power of five is taken to at least 64
 * bits: a remainder can only say that the value is a little larger.
 */
static magnitude decimal_magnitude(decimal *d)
{
    const int exponent = (int)d->exponent;
    const int power = -exponent;
    int limbs;

    if (exponent >= 0) {
        multiply_by_five_to(&d->n, exponent);
        return highest_bits(&d->n, exponent, d->more);
    }
    limbs = (bits_of_five_to(power) + 31) / 32 + 3 - d->n.count;
    if (limbs < 0)
        limbs = 0;
    append_zero_limbs(&d->n, limbs);
    if (divide_by_five_to(&d->n, power))
        d->more = true;
    return highest_bits(&d->n, exponent - 32 * limbs, d->more);
}

/* The bits of the nearest double.  The value is below 10^before_point, and at
   least a tenth of that: so extremes are known without their digits. */
static uint64_t decimal_bits(decimal *d)
{
    const int64_t before_point = d->digits + d->exponent;
    bool exact;

    if (d->digits == 0 || before_point < -324)
        return 0;
    if (before_point > 310)
        return infinity(&binary64);
    return pack(&binary64, decimal_magnitude(d), &exact);
}

/* ----------------------------------------------------- the form of literals */

typedef struct literal {
    const char *digits; /* of the significand, with the point */
    size_t size;
    size_t count; /* of digits */
    unsigned base;
    bool has_point;
    bool has_exponent;
    bool is_cut; /* an exponent without digits */
    int64_t exponent;
} literal;

typedef struct cursor {
    const char *text;
    size_t length;
    size_t at;
} cursor;

/* '\0' behind the end; no literal has one. */
static char peek(const cursor *c)
{
    return c->at < c->length ? c->text[c->at] : '\0';
}

static bool accept(cursor *c, char lower, char upper)
{
    if (peek(c) != lower && peek(c) != upper)
        return false;
    c->at++;
    return true;
}

/* 16 if it is no digit of any base. */
static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'F')
        return (unsigned)(c - 'A') + 10;
    return 16;
}

static size_t skip_digits(cursor *c, unsigned base)
{
    const size_t start = c->at;

    while (digit_value(peek(c)) < base)
        c->at++;
    return c->at - start;
}

static void scan_significand(cursor *c, literal *l)
{
    const size_t start = c->at;

    l->digits = c->text + start;
    l->count = skip_digits(c, l->base);
    l->has_point = accept(c, '.', '.');
    if (l->has_point)
        l->count += skip_digits(c, l->base);
    l->size = c->at - start;
}

/* Exponents that no significand in memory can balance stay below 10^18. */
static void scan_exponent(cursor *c, literal *l)
{
    const int64_t limit = INT64_C(100000000000000000);
    bool negative;
    size_t start;

    l->has_exponent = l->base == 10 ? accept(c, 'e', 'E') : accept(c, 'p', 'P');
    if (!l->has_exponent)
        return;
    negative = accept(c, '-', '-');
    if (!negative)
        accept(c, '+', '+');
    for (start = c->at; digit_value(peek(c)) < 10; c->at++) {
        if (l->exponent < limit)
            l->exponent = l->exponent * 10 + digit_value(peek(c));
    }
    l->is_cut = c->at == start;
    if (negative)
        l->exponent = -l->exponent;
}

/* --------------------------------------------------------- integer literals */

typedef struct int_type {
    char suffix;
    wlay_number_kind kind;
    uint64_t largest;
} int_type;

/* The last row is for literals without a suffix. */
static const int_type int_types[] = {
    {'i', WLAY_NUMBER_I32, INT32_MAX},
    {'u', WLAY_NUMBER_U32, UINT32_MAX},
    {'\0', WLAY_NUMBER_ABSTRACT_INT, INT64_MAX},
};

static bool has_leading_zero(const literal *l)
{
    return l->base == 10 && l->count > 1 && l->digits[0] == '0';
}

static wlay_number_error int_value(const literal *l, uint64_t largest,
                                   int64_t *out)
{
    uint64_t value = 0;

    if (l->count == 0)
        return WLAY_NUMBER_EXPONENT;
    if (has_leading_zero(l))
        return WLAY_NUMBER_LEADING_ZERO;
    for (size_t i = 0; i < l->size; i++) {
        const unsigned digit = digit_value(l->digits[i]);

        if (value > (largest - digit) / l->base)
            return WLAY_NUMBER_INT_RANGE;
        value = value * l->base + digit;
    }
    *out = (int64_t)value;
    return WLAY_NUMBER_OK;
}

static void read_int(cursor *c, const literal *l, wlay_number *out)
{
    const int_type *type = int_types;

    while (type->suffix != '\0' && !accept(c, type->suffix, type->suffix))
        type++;
    out->kind = type->kind;
    out->error = int_value(l, type->largest, &out->integer);
}

/* ----------------------------------------------------------- float literals */

typedef struct float_type {
    char suffix;
    wlay_number_kind kind;
    const binary_format *format;
    double largest;
} float_type;

/* The last row is for literals without a suffix. */
static const float_type float_types[] = {
    {'f', WLAY_NUMBER_F32, &binary32, 3.4028234663852886e38},
    {'h', WLAY_NUMBER_F16, &binary16, 65504},
    {'\0', WLAY_NUMBER_ABSTRACT_FLOAT, &binary64, DBL_MAX},
};

/*
 * Fifteen digits are a double, and so is 10^22: with one multiplication or
 * division of them there is one rounding.  Not where the machine rounds to more
 * bits than a double has, and then again.
 */
static bool short_decimal(const literal *l, double *out)
{
    static const double power_of_ten[] = {
        1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t digits = 0, exponent = l->exponent;
    bool is_fraction = false;

    if (FLT_EVAL_METHOD != 0 || l->count > 15)
        return false;
    for (size_t i = 0; i < l->size; i++) {
        if (l->digits[i] == '.') {
            is_fraction = true;
        } else {
            digits = digits * 10 + digit_value(l->digits[i]);
            exponent -= is_fraction ? 1 : 0;
        }
    }
    if (exponent < -22 || exponent > 22)
        return false;
    *out = exponent < 0 ? (double)digits / power_of_ten[-exponent]
                        : (double)digits * power_of_ten[exponent];
    return true;
}

static double long_decimal(const literal *l)
{
    decimal d;
    bool is_fraction = false;

    d.n.count = 0;
    d.exponent = l->exponent;
    d.digits = 0;
    d.more = false;
    d.chunk = 0;
    d.unit = 1;
    for (size_t i = 0; i < l->size; i++) {
        if (l->digits[i] == '.')
            is_fraction = true;
        else
            put_digit(&d, digit_value(l->digits[i]), is_fraction);
    }
    append_chunk(&d);
    return wlay_f64_value(decimal_bits(&d));
}

static double decimal_value(const literal *l)
{
    double value;

    return short_decimal(l, &value) ? value : long_decimal(l);
}

static double hexadecimal_value(const literal *l, bool *exact)
{
    magnitude m = {0, l->exponent, false};
    bool is_fraction = false;

    for (size_t i = 0; i < l->size; i++) {
        const unsigned digit = digit_value(l->digits[i]);

        if (l->digits[i] == '.') {
            is_fraction = true;
        } else if (m.significand >> 60 != 0) {
            m.more = m.more || digit != 0;
            m.scale += is_fraction ? 0 : 4;
        } else {
            m.significand = m.significand << 4 | digit;
            m.scale -= is_fraction ? 4 : 0;
        }
    }
    m = normalized(m.significand, m.scale, m.more);
    return wlay_f64_value(pack(&binary64, m, exact));
}

/*
 * A value outside of the finite range is an error before it is rounded.  A
 * hexadecimal float with a suffix must not need rounding at all.
 */
static wlay_number_error float_value(const float_type *type, const literal *l,
                                     double *out)
{
    double value, nearest;
    bool exact = false;

    if (l->is_cut || l->count == 0)
        return WLAY_NUMBER_EXPONENT;
    if (!l->has_point && !l->has_exponent && has_leading_zero(l))
        return WLAY_NUMBER_LEADING_ZERO;
    value = l->base == 16 ? hexadecimal_value(l, &exact) : decimal_value(l);
    if (value > type->largest)
        return WLAY_NUMBER_FLOAT_RANGE;
    nearest = rounded(type->format, value);
    if (l->base == 16 && type->suffix != '\0' && (!exact || nearest != value))
        return WLAY_NUMBER_INEXACT;
    *out = nearest;
    return WLAY_NUMBER_OK;
}

/* Without an exponent the suffix of a hexadecimal float would be a digit. */
static const float_type *float_suffix(cursor *c, const literal *l)
{
    const float_type *type = float_types;

    while (type->suffix != '\0' && !((l->base == 10 || l->has_exponent) &&
                                     accept(c, type->suffix, type->suffix)))
        type++;
    return type;
}

#define SHORT_DIGITS 9 /* so many fit into every integer type */

static bool goes_on(char c)
{
    return c == '.' || c == '_' || (c >= '0' && c <= '9') ||
           (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

size_t wlay_read_short_int(const char *text, size_t length, size_t at,
                           int64_t *value)
{
    const size_t begin = at;

    for (*value = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        if (at - begin == SHORT_DIGITS)
            return 0;
        *value = *value * 10 + (text[at] - '0');
    }
    if (at == length || goes_on(text[at]) ||
        (text[begin] == '0' && at > begin + 1))
        return 0;
    return at - begin;
}

static WLAY_NOINLINE WLAY_COLD void read_any(const char *text, size_t length, size_t at,
                     wlay_number *out)
{
    cursor c = {text, length, at};
    literal l = {0};
    const float_type *type;

    l.base = 10;
    if (length - at > 1 && text[at] == '0' &&
        (text[at + 1] == 'x' || text[at + 1] == 'X')) {
        l.base = 16;
        c.at += 2;
    }
    scan_significand(&c, &l);
    scan_exponent(&c, &l);
    type = float_suffix(&c, &l);
    if (l.has_point || l.has_exponent || type->suffix != '\0') {
        out->kind = type->kind;
        out->error = float_value(type, &l, &out->real);
    } else {
        read_int(&c, &l, out);
    }
    out->length = c.at - at;
}

void wlay_read_number(const char *text, size_t length, size_t at,
                      wlay_number *out)
{
    memset(out, 0, sizeof *out);
    out->length = wlay_read_short_int(text, length, at, &out->integer);
    if (out->length > 0) {
        out->kind = WLAY_NUMBER_ABSTRACT_INT;
        return;
    }
    out->integer = 0;
    read_any(text, length, at, out);
}
