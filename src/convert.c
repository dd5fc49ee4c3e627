/* SPDX-License-Identifier: MIT */
/*
 * Conversions between types, automatic and written ones.  [Conversion Rank]
 * [Value Constructor Built-in Functions] [Floating Point Conversion]
 */
#include "eval.h"

#include "math.h"
#include "number.h"
#include "types_split.h"

/* -------------------------------------------------------------------- ranks */

/* 0 is for what does not convert. */
static const uint8_t ranks[][WLAY_S_COUNT] = {
    [WLAY_S_AINT] = {[WLAY_S_I32] = 3,
                     [WLAY_S_U32] = 4,
                     [WLAY_S_AFLOAT] = 5,
                     [WLAY_S_F32] = 6,
                     [WLAY_S_F16] = 7},
    [WLAY_S_AFLOAT] = {[WLAY_S_F32] = 1, [WLAY_S_F16] = 2},
};

bool wlay_same_shape(const wlay_type *a, const wlay_type *b)
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
        wlay_component(to) >= WLAY_S_COUNT || !wlay_same_shape(from, to))
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

/* -------------------------------------------------------------------- reals */

static const double largest[WLAY_S_COUNT] = {
    [WLAY_S_F32] = 3.4028234663852886e38,
    [WLAY_S_F16] = 65504.0,
};

/*
 * What is a little more than the largest value may be rounded to it or not.  In
 * f32 it is; in f16 it is not, if it would not be in f32 either.  So browsers
 * have it.  [Floating Point Rounding and Overflow]
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

/* --------------------------------------------------------- scalar to scalar */

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
 * integer that the floating point type has too.  All of f16 is inside of it,
 * but for the sign.
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

/* False if it does not fit. */
static bool convert_scalar(const wlay_value *value, wlay_s to, wlay_value *out)
{
    const wlay_s from = wlay_component(value->type);
    const bool is_override = value->is_override;
    bool fits = true;

    if (from == to)
        *out = *value;
    else if (!value->known)
        *out = wlay_unknown_value(wlay_scalar_type(to), false);
    else if (!wlay_is_float(to))
        fits = to_integer(value, to, out);
    else
        fits = to_real(wlay_is_float(from) ? value->of.real
                                           : (double)value->of.integer,
                       to, out);
    out->is_override = is_override;
    return fits;
}

bool wlay_convert_scalar(wlay_eval *eval, const wlay_value *value, wlay_s to,
                         wlay_span span, wlay_value *out)
{
    wlay_value result;

    if (!convert_scalar(value, to, &result))
        return refuse(eval, value, to, span);
    *out = result;
    return true;
}

/* --------------------------------------------------------------- composites */

/*
 * An array that was converted to a type.  It is remembered, as constants that
 * are made of constants hold many more elements than their text has.
 */
struct wlay_converted {
    const wlay_value *from;
    const wlay_type *to;
    const wlay_value *parts;  /* NULL if this does not fit: */
    const wlay_value *misfit;
    wlay_converted *next;
};

typedef struct conversion {
    wlay_eval *eval;
    const wlay_value *misfit; /* the scalar that did not fit, if one did not */
} conversion;

static bool convert(conversion *c, const wlay_value *value, const wlay_type *to,
                    wlay_value *out);

static wlay_converted **slot_of(const wlay_eval *eval, const wlay_value *from,
                                const wlay_type *to)
{
    const uint64_t key =
        ((uint64_t)(uintptr_t)from ^ (uint64_t)(uintptr_t)to << 1) *
        UINT64_C(0x9E3779B97F4A7C15);

    return &eval->converted[key >> 32 & (eval->converted_slots - 1)];
}

static bool grow_slots(wlay_eval *eval)
{
    wlay_converted **const old = eval->converted;
    const size_t count = eval->converted_slots;
    wlay_converted **const slots =
        WLAY_NEW(eval->arena, wlay_converted *, count == 0 ? 16 : count * 2);

    if (slots == NULL)
        return false;
    eval->converted = slots;
    eval->converted_slots = count == 0 ? 16 : count * 2;
    for (size_t i = 0; i < count; i++) {
        wlay_converted *entry = old[i];

        while (entry != NULL) {
            wlay_converted *const next = entry->next;
            wlay_converted **const slot =
                slot_of(eval, entry->from, entry->to);

            entry->next = *slot;
            *slot = entry;
            entry = next;
        }
    }
    return true;
}

/* The entry for that array, new if it has neither `parts` nor `misfit`; NULL if
   out of memory. */
static wlay_converted *find_converted(wlay_eval *eval, const wlay_value *from,
                                      const wlay_type *to)
{
    wlay_converted *entry;

    if (eval->converted_count >= eval->converted_slots && !grow_slots(eval))
        return NULL;
    for (entry = *slot_of(eval, from, to); entry != NULL; entry = entry->next)
        if (entry->from == from && entry->to == to)
            return entry;
    entry = WLAY_NEW(eval->arena, wlay_converted, 1);
    if (entry == NULL)
        return NULL;
    entry->from = from;
    entry->to = to;
    entry->next = *slot_of(eval, from, to);
    *slot_of(eval, from, to) = entry;
    eval->converted_count++;
    return entry;
}

static wlay_value *convert_parts(conversion *c, const wlay_value *from,
                                 const wlay_type *to)
{
    const uint64_t count = wlay_part_count(to);
    wlay_value *const parts =
        WLAY_NEW(c->eval->arena, wlay_value, (size_t)count);

    for (uint64_t i = 0; parts != NULL && i < count; i++)
        if (!convert(c, &from[i], wlay_part_type(to, i), &parts[i]))
            return NULL;
    return parts;
}

static const wlay_value *convert_array(conversion *c, const wlay_value *from,
                                       const wlay_type *to)
{
    wlay_converted *const entry = find_converted(c->eval, from, to);

    if (entry == NULL)
        return NULL;
    if (entry->parts == NULL && entry->misfit == NULL) {
        entry->parts = convert_parts(c, from, to);
        entry->misfit = c->misfit;
    }
    c->misfit = entry->misfit;
    return entry->parts;
}

static bool convert(conversion *c, const wlay_value *value, const wlay_type *to,
                    wlay_value *out)
{
    wlay_value result = wlay_unknown_value(to, value->is_override);

    if (value->type == to) {
        result = *value;
    } else if (to->kind == WLAY_TYPE_SCALAR) {
        if (!convert_scalar(value, wlay_component(to), &result)) {
            c->misfit = value;
            return false;
        }
    } else if (value->known) {
        result.known = true;
        if (value->parts != NULL) {
            result.parts = to->kind == WLAY_TYPE_ARRAY
                               ? convert_array(c, value->parts, to)
                               : convert_parts(c, value->parts, to);
            if (result.parts == NULL)
                return false;
        }
    }
    *out = result;
    return true;
}

/* The component type of the scalars in it. */
static wlay_s scalar_of(const wlay_type *type, const wlay_value *scalar)
{
    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    if (type->kind != WLAY_TYPE_STRUCT)
        return wlay_component(type);
    /* `exp` of frexp holds integers, the other parts of these do not. */
    return wlay_component(wlay_part_type(
        type, wlay_is_integer(wlay_component(scalar->type)) ? 1 : 0));
}

bool wlay_convert(wlay_eval *eval, const wlay_value *value, const wlay_type *to,
                  wlay_span span, wlay_value *out)
{
    conversion c = {eval, NULL};

    if (value->type == to) {
        *out = *value;
        return true;
    }
    if (convert(&c, value, to, out))
        return true;
    if (c.misfit != NULL)
        refuse(eval, c.misfit, scalar_of(to, c.misfit), span);
    return false;
}

bool wlay_make_concrete(wlay_eval *eval, const wlay_value *value,
                        wlay_span span, wlay_value *out)
{
    const wlay_type *const type =
        wlay_concrete_type(eval->types, value->type);

    if (type != NULL)
        return wlay_convert(eval, value, type, span, out);
    wlay_report(eval->diag, WLAY_RULE_TYPE_SIZE, span,
                F("a value of type '%' is too large for memory"),
                S(value->type->name));
    return false;
}
