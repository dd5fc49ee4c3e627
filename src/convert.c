/* SPDX-License-Identifier: MIT */
/*
 * Conversions between types, automatic and written ones.  [Conversion Rank]
 * [Value Constructor Built-in Functions] [Floating Point Conversion]
 */
#include "eval.h"

#include "math.h"
#include "number.h"
#include "types_split.h"

/* ------------------------------------------------------------------- ranks */

/* 0 is for what does not convert. */
static const uint8_t ranks[][WLAY_S_COUNT] = {
    [WLAY_S_AINT] = {[WLAY_S_I32] = 3,
                     [WLAY_S_U32] = 4,
                     [WLAY_S_AFLOAT] = 5,
                     [WLAY_S_F32] = 6,
                     [WLAY_S_F16] = 7},
    [WLAY_S_AFLOAT] = {[WLAY_S_F32] = 1, [WLAY_S_F16] = 2},
};

static bool same_shape(const wlay_type *a, const wlay_type *b)
{
    return a->kind == b->kind && a->columns == b->columns && a->rows == b->rows;
}

/* The rank of these is that of their first parts. */
static bool alike_but_for_parts(const wlay_type *from, const wlay_type *to)
{
    if (!wlay_is_abstract(from) || from->kind != to->kind)
        return false;
    if (from->kind == WLAY_TYPE_ARRAY)
        return from->element_count == to->element_count &&
               (to->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0;
    return from->kind == WLAY_TYPE_STRUCT && wlay_same_split(from, to);
}

uint32_t wlay_conversion_rank(const wlay_type *from, const wlay_type *to)
{
    uint8_t rank;

    while (from != to && alike_but_for_parts(from, to)) {
        from = wlay_part_type(from, 0);
        to = wlay_part_type(to, 0);
    }
    if (from == to)
        return 0;
    if (!wlay_is_abstract(from) || wlay_component(from) > WLAY_S_AFLOAT ||
        wlay_component(to) >= WLAY_S_COUNT || !same_shape(from, to))
        return UINT32_MAX;
    rank = ranks[wlay_component(from)][wlay_component(to)];
    return rank == 0 ? UINT32_MAX : rank;
}

const wlay_type *wlay_common_type(const wlay_type *a, const wlay_type *b)
{
    if (wlay_conversion_rank(a, b) != UINT32_MAX)
        return b;
    return wlay_conversion_rank(b, a) != UINT32_MAX ? a : NULL;
}

const wlay_type *wlay_concrete_type(wlay_types *types, const wlay_type *type)
{
    const wlay_type *element;
    bool too_large;

    if (!wlay_is_abstract(type))
        return type;
    if (type->kind == WLAY_TYPE_STRUCT)
        return wlay_split_with_component(types, type, WLAY_S_F32);
    if (type->kind != WLAY_TYPE_ARRAY)
        return wlay_with_component(type, wlay_component(type) == WLAY_S_AINT
                                             ? WLAY_S_I32
                                             : WLAY_S_F32);
    element = wlay_concrete_type(types, type->element);
    if (element == NULL)
        return NULL;
    return wlay_array_type(types, element, type->element_count, NULL,
                           (wlay_string){"", 0}, &too_large);
}

/* ------------------------------------------------------------------- reals */

static const double largest[WLAY_S_COUNT] = {
    [WLAY_S_F32] = 3.4028234663852886e38,
    [WLAY_S_F16] = 65504.0,
};

/*
 * What is a little more than the largest value may be rounded to it or not.  In
 * f32 it is; in f16 it is not, if it would not be in f32 either.  So browsers have
 * it.  [Floating Point Rounding and Overflow]
 */
bool wlay_round_real(double x, wlay_s to, double *out)
{
    if (to == WLAY_S_F32)
        return wlay_round_to_f32(x, out);
    if (to == WLAY_S_F16)
        return wlay_round_to_f32(x, &x) && x <= largest[to] &&
               x >= -largest[to] && wlay_round_to_f16(x, out);
    *out = x;
    return wlay_is_finite(x);
}

bool wlay_make_real(wlay_eval *eval, double x, wlay_s to, wlay_span span,
                    wlay_value *out)
{
    double rounded;

    if (wlay_round_real(x, to, &rounded)) {
        *out = wlay_real_value(wlay_scalar_type(to), rounded);
        return true;
    }
    wlay_report(eval->diag, WLAY_RULE_OVERFLOW, span,
                F("the result is % for '%'"),
                Z(wlay_is_nan(x) ? "not a number" : "too large"),
                S(wlay_scalar_type(to)->name));
    return false;
}

/* ---------------------------------------------------------- scalar to scalar */

/* What the integers and floats of a type may be. */
static const char *const range_texts[WLAY_S_COUNT] = {
    [WLAY_S_AINT] = "an abstract-int has 64 bits",
    [WLAY_S_AFLOAT] = "an abstract-float is at most 1.7976931348623157e308",
    [WLAY_S_I32] = "an i32 is from -2147483648 to 2147483647",
    [WLAY_S_U32] = "a u32 is from 0 to 4294967295",
    [WLAY_S_F32] = "an f32 is at most 3.4028234663852886e38",
    [WLAY_S_F16] = "an f16 is at most 65504.0",
};

void wlay_hint_range(wlay_eval *eval, wlay_entry *entry, wlay_s component)
{
    if (range_texts[component] != NULL)
        wlay_hint(eval->diag, entry, Z(range_texts[component]));
}

static bool refuse(wlay_eval *eval, const wlay_value *value, wlay_s to,
                   wlay_span span)
{
    wlay_entry *const entry = wlay_report(
        eval->diag, WLAY_RULE_CONVERSION, span,
        F("value % cannot be represented as '%'"),
        S(wlay_operand_text(eval, value)), S(wlay_scalar_type(to)->name));

    wlay_hint_range(eval, entry, to);
    return false;
}

/* The value of an i32 or u32 that has these lowest 32 bits. */
int64_t wlay_wrap_integer(uint64_t bits, wlay_s component)
{
    const int64_t low = (int64_t)(bits & UINT32_MAX);

    if (component == WLAY_S_I32 && low > INT32_MAX)
        return low - INT64_C(0x100000000);
    return low;
}

bool wlay_integer_fits(int64_t integer, wlay_s component)
{
    switch (component) {
    case WLAY_S_I32:
        return integer >= INT32_MIN && integer <= INT32_MAX;
    case WLAY_S_U32:
        return integer >= 0 && integer <= (int64_t)UINT32_MAX;
    default:
        return true;
    }
}

/*
 * To floating point: the nearest value.  One that is not between two finite
 * values of the type is an error, even if the nearest one is finite.
 */
static bool to_real(double x, wlay_s to, wlay_value *out)
{
    double rounded;

    if (to != WLAY_S_AFLOAT && (x > largest[to] || x < -largest[to]))
        return false;
    if (!wlay_round_real(x, to, &rounded))
        return false;
    *out = wlay_real_value(wlay_scalar_type(to), rounded);
    return true;
}

/*
 * Real numbers outside of the range of an integer type become the nearest
 * integer that the floating point type has too.  All of f16 is inside of it, but
 * for the sign.
 */
static int64_t clamp_to_integer(double x, wlay_s from, wlay_s to)
{
    const bool is_double = from == WLAY_S_AFLOAT;
    double low = 0.0, high = is_double ? 4294967295.0 : 4294967040.0;

    if (to == WLAY_S_I32) {
        low = -2147483648.0;
        high = is_double ? 2147483647.0 : 2147483520.0;
    }
    return (int64_t)wlay_trunc(x < low ? low : x > high ? high : x);
}

/* `to` is an integer type or bool. */
static bool to_integer(const wlay_value *value, wlay_s to, wlay_value *out)
{
    const wlay_s from = wlay_component(value->type);
    int64_t integer = value->of.integer;

    if (wlay_is_float(from)) {
        const double real = value->of.real;

        integer = to == WLAY_S_BOOL ? real != 0.0
                                    : clamp_to_integer(real, from, to);
    } else if (to == WLAY_S_BOOL) {
        integer = integer != 0;
    } else if (from == WLAY_S_I32 || from == WLAY_S_U32) {
        integer = wlay_wrap_integer((uint64_t)integer, to);
    } else if (!wlay_integer_fits(integer, to)) {
        return false;
    }
    *out = wlay_integer_value(wlay_scalar_type(to), integer);
    return true;
}

bool wlay_convert_scalar(wlay_eval *eval, const wlay_value *value, wlay_s to,
                         wlay_span span, wlay_value *out)
{
    const wlay_s from = wlay_component(value->type);
    const bool is_override = value->is_override;
    bool fits;

    if (from == to) {
        *out = *value;
        return true;
    }
    if (!value->known) {
        *out = wlay_unknown_value(wlay_scalar_type(to), is_override);
        return true;
    }
    if (!wlay_is_float(to))
        fits = to_integer(value, to, out);
    else
        fits = to_real(wlay_is_float(from) ? value->of.real
                                           : (double)value->of.integer,
                       to, out);
    if (!fits)
        return refuse(eval, value, to, span);
    out->is_override = is_override;
    return true;
}

/* --------------------------------------------------------------- composites */

/* Scalars of one conversion.  Constants that are made of constants hold more of
   them than a text can spell out. */
#define SCALARS_MAX 0x200000

typedef struct conversion {
    wlay_eval *eval;
    wlay_span span;
    uint32_t scalars;
} conversion;

static bool convert(conversion *c, const wlay_value *value, const wlay_type *to,
                    wlay_value *out);

static bool count_scalar(conversion *c)
{
    if (++c->scalars <= SCALARS_MAX)
        return true;
    wlay_report(c->eval->diag, WLAY_RULE_CONVERSION, c->span,
                F("a constant of more than % components is too large"),
                U(SCALARS_MAX));
    return false;
}

static bool convert_parts(conversion *c, const wlay_value *value,
                          const wlay_type *to, wlay_value *out)
{
    const uint64_t count = wlay_part_count(to);
    const wlay_value *const from = value->parts;
    wlay_value *const parts =
        WLAY_NEW(c->eval->arena, wlay_value, (size_t)count);

    if (parts == NULL)
        return false;
    for (uint64_t i = 0; i < count; i++) {
        /* array(a, a) converts the parts of `a` once. */
        if (i > 0 && from[i].parts != NULL && from[i].parts == from[i - 1].parts)
            parts[i] = parts[i - 1];
        else if (!convert(c, &from[i], wlay_part_type(to, i), &parts[i]))
            return false;
    }
    *out = wlay_zero_value(to);
    out->parts = parts;
    return true;
}

static bool convert(conversion *c, const wlay_value *value, const wlay_type *to,
                    wlay_value *out)
{
    const bool is_override = value->is_override;

    if (value->type == to) {
        *out = *value;
        return true;
    }
    if (to->kind == WLAY_TYPE_SCALAR)
        return count_scalar(c) &&
               wlay_convert_scalar(c->eval, value, wlay_component(to), c->span,
                                   out);
    if (!value->known)
        *out = wlay_unknown_value(to, is_override);
    else if (value->parts == NULL)
        *out = wlay_zero_value(to);
    else if (!convert_parts(c, value, to, out))
        return false;
    out->is_override = is_override;
    return true;
}

bool wlay_convert(wlay_eval *eval, const wlay_value *value, const wlay_type *to,
                  wlay_span span, wlay_value *out)
{
    conversion c = {eval, span, 0};

    return convert(&c, value, to, out);
}
