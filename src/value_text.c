/* SPDX-License-Identifier: MIT */
/*
 * Scalars as text.  A floating point value gets the fewest digits that only it
 * is nearest to.
 */
#include "value.h"

#include "number.h"

#include <string.h>

/* The exact decimal digits of the smallest double fill 84 limbs. */
enum { LIMBS = 88, LIMB_DIGITS = 9 };
#define LIMB_BASE UINT32_C(1000000000)

/* Digits that tell any two doubles apart, and the most digits in front of a
   point. */
enum { PRECISION_MAX = 17, WHOLE_MAX = 21 };

/* A natural number, the lowest limb first. */
typedef struct natural {
    uint32_t limb[LIMBS];
    int count;
} natural;

/* 0.DIGITS * 10^point; no zero at either end. */
typedef struct decimal {
    char digits[LIMBS * LIMB_DIGITS];
    int count;
    int point;
} decimal;

static void multiply(natural *n, uint32_t factor)
{
    uint64_t carry = 0;

    for (int i = 0; i < n->count; i++) {
        carry += (uint64_t)n->limb[i] * factor;
        n->limb[i] = (uint32_t)(carry % LIMB_BASE);
        carry /= LIMB_BASE;
    }
    for (; carry != 0; carry /= LIMB_BASE)
        n->limb[n->count++] = (uint32_t)(carry % LIMB_BASE);
}

/* By 2 or 5 to a power, which goes faster in steps of 2^13 or 5^13. */
static void multiply_to(natural *n, uint32_t base, int power)
{
    const int step = 13;
    const uint32_t factor = base == 2 ? UINT32_C(8192) : UINT32_C(1220703125);

    for (; power >= step; power -= step)
        multiply(n, factor);
    while (power-- > 0)
        multiply(n, base);
}

static void trim(decimal *d)
{
    while (d->count > 0 && d->digits[d->count - 1] == '0')
        d->count--;
}

/* n * 10^scale, n not 0. */
static void spell_digits(const natural *n, int scale, decimal *out)
{
    char text[LIMBS * LIMB_DIGITS];
    int length = n->count * LIMB_DIGITS;
    int start = 0;

    for (int i = 0, at = length; i < n->count; i++) {
        uint32_t limb = n->limb[i];

        for (int digit = 0; digit < LIMB_DIGITS; digit++, limb /= 10)
            text[--at] = (char)('0' + limb % 10);
    }
    while (text[start] == '0')
        start++;
    out->count = length - start;
    out->point = out->count + scale;
    memcpy(out->digits, text + start, (size_t)out->count);
    trim(out);
}

/* All the digits of a positive finite number.  m * 2^-k is m * 5^k * 10^-k. */
static void exact_decimal(double x, decimal *out)
{
    const uint64_t bits = wlay_f64_bits(x);
    const int field = (int)(bits >> 52 & 0x7ff);
    const int power = (field == 0 ? 1 : field) - 1075;
    uint64_t significand = bits & ((UINT64_C(1) << 52) - 1);
    natural n = {{0}, 0};

    if (field != 0)
        significand |= UINT64_C(1) << 52;
    for (; significand != 0; significand /= LIMB_BASE)
        n.limb[n.count++] = (uint32_t)(significand % LIMB_BASE);
    multiply_to(&n, power < 0 ? 5 : 2, power < 0 ? -power : power);
    spell_digits(&n, power < 0 ? power : 0, out);
}

/* The first `precision` digits, the last one rounded. */
static void shorten(const decimal *exact, int precision, decimal *out)
{
    int at = precision;

    *out = *exact;
    if (precision >= exact->count)
        return;
    out->count = precision;
    if (exact->digits[precision] >= '5') {
        while (at > 0 && out->digits[at - 1] == '9')
            out->digits[--at] = '0';
        if (at > 0) {
            out->digits[at - 1]++;
        } else {
            out->digits[0] = '1';
            out->point++;
        }
    }
    trim(out);
}

static int put_zeros(char *text, int count)
{
    memset(text, '0', (size_t)count);
    return count;
}

static int put_digits(char *text, const decimal *d, int from, int to)
{
    const int end = to < d->count ? to : d->count;

    memcpy(text, d->digits + from, (size_t)(end - from));
    return end - from;
}

/* As a literal: 0.00125, 120.0, 1.25e-9; returns its length. */
static int spell_literal(const decimal *d, char *text)
{
    const bool scientific = d->point <= -6 || d->point > WHOLE_MAX;
    const int point = scientific ? 1 : d->point;
    char buffer[WLAY_DIGITS_MAX];
    wlay_string exponent;
    int at = 0;

    if (point <= 0)
        at += put_zeros(text, 1);
    else
        at += put_digits(text, d, 0, point);
    if (point > d->count)
        at += put_zeros(text + at, point - d->count);
    if (!scientific || d->count > 1)
        text[at++] = '.';
    if (point < 0)
        at += put_zeros(text + at, -point);
    if (point < d->count)
        at += put_digits(text + at, d, point > 0 ? point : 0, d->count);
    else if (!scientific)
        at += put_zeros(text + at, 1);
    if (!scientific)
        return at;
    exponent = wlay_digits_i64(d->point - 1, buffer);
    text[at++] = 'e';
    memcpy(text + at, exponent.data, exponent.length);
    return at + (int)exponent.length;
}

/* The value that a reader of the literal gets. */
static double read_back(const char *text, int length, wlay_s component)
{
    wlay_number number;
    double value;

    wlay_read_number(text, (size_t)length, 0, &number);
    value = number.real;
    if (component == WLAY_S_F32)
        wlay_round_to_f32(value, &value);
    else if (component == WLAY_S_F16)
        wlay_round_to_f16(value, &value);
    return value;
}

/* No digit in front of the point is made up. */
static int spell_real(double x, wlay_s component, char *text)
{
    decimal exact, d;
    int precision, length;

    exact_decimal(x, &exact);
    precision = exact.point > 0 && exact.point <= WHOLE_MAX ? exact.point : 1;
    for (;; precision++) {
        shorten(&exact, precision, &d);
        length = spell_literal(&d, text);
        if (precision >= exact.count || precision >= PRECISION_MAX ||
            read_back(text, length, component) == x)
            return length;
    }
}

size_t wlay_real_text(double x, wlay_s component,
                      char text[WLAY_REAL_TEXT_MAX])
{
    const uint64_t infinity = UINT64_C(0x7ff) << 52;
    const uint64_t rest = wlay_f64_bits(x) & (UINT64_MAX >> 1);
    const wlay_string other = rest > infinity    ? WLAY_TEXT("nan")
                              : rest == infinity ? WLAY_TEXT("inf")
                                                 : WLAY_TEXT("0.0");
    size_t length = 0;

    if (wlay_f64_bits(x) != rest)
        text[length++] = '-';
    if (rest < infinity && rest != 0)
        return length + (size_t)spell_real(wlay_f64_value(rest), component,
                                           text + length);
    memcpy(text + length, other.data, other.length);
    return length + other.length;
}

wlay_string wlay_value_text(wlay_arena *arena, const wlay_value *scalar)
{
    const wlay_s component = wlay_component(scalar->type);
    char buffer[WLAY_DIGITS_MAX];
    char text[WLAY_REAL_TEXT_MAX];

    if (component == WLAY_S_BOOL)
        return scalar->of.integer != 0 ? WLAY_TEXT("true") : WLAY_TEXT("false");
    if (wlay_is_float(component))
        return wlay_copy_string(
            arena, (wlay_string){text, wlay_real_text(scalar->of.real,
                                                      component, text)});
    return wlay_copy_string(arena,
                            wlay_digits_i64(scalar->of.integer, buffer));
}
