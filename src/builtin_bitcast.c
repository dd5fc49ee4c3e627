/* SPDX-License-Identifier: MIT */
/*
 * bitcast: a value's bits as a value of another type.
 * [Bit Reinterpretation Built-in Functions]
 */
#include "eval.h"

#include "number.h"

/* A value as its 16-bit units, the lowest one first.  [Internal Layout of
   Values] */
#define UNITS_MAX 8

static uint32_t component_count(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_VECTOR ? type->rows : 1;
}

/* The units of one component; 0 if it has no bits to cast. */
static uint32_t component_units(wlay_s component)
{
    switch (component) {
    case WLAY_S_I32:
    case WLAY_S_U32:
    case WLAY_S_F32:
        return 2;
    case WLAY_S_F16:
        return 1;
    default:
        return 0;
    }
}

/* The units of a type that can be cast to; 0 of any other one. */
static uint32_t type_units(const wlay_type *type)
{
    if (type->kind != WLAY_TYPE_SCALAR && type->kind != WLAY_TYPE_VECTOR)
        return 0;
    return component_count(type) * component_units(wlay_component(type));
}

/* ----------------------------------------------------------------- overload */

/*
 * The type that the argument is converted to; NULL if there is none.  The forms
 * of bitcast are those between types of equally many bits; of them the argument
 * takes the one it is nearest to.
 */
static const wlay_type *choose(const wlay_type *from, const wlay_type *to)
{
    const uint32_t units = type_units(to);
    const wlay_type *best = NULL;
    uint32_t best_rank = UINT32_MAX;

    if (units == 0 ||
        (from->kind != WLAY_TYPE_SCALAR && from->kind != WLAY_TYPE_VECTOR))
        return NULL;
    /* bitcast<u32>(AbstractInt) is a form of its own: u32(e). */
    if (wlay_component(from) == WLAY_S_AINT &&
        wlay_component(to) == WLAY_S_U32 &&
        component_count(from) == component_count(to))
        return to;
    for (unsigned s = 0; s < WLAY_S_COUNT; s++) {
        const wlay_type *const type = wlay_with_component(from, (wlay_s)s);
        const uint32_t rank = wlay_conversion_rank(from, type);

        if (type_units(type) != units || rank >= best_rank)
            continue;
        best = type;
        best_rank = rank;
    }
    return best;
}

static bool report_no_overload(wlay_eval *eval, const wlay_type *type,
                               wlay_span span, const wlay_value *args,
                               uint32_t count)
{
    const wlay_string name = type->name;
    wlay_entry *entry;

    if (count != 1) {
        wlay_report(eval->diag, WLAY_RULE_NO_OVERLOAD, span,
                    F("'bitcast<%>' takes 1 argument, not %"), S(name),
                    U(count));
        return false;
    }
    entry = wlay_report(eval->diag, WLAY_RULE_NO_OVERLOAD, span,
                        F("no form of 'bitcast<%>' takes (%)"), S(name),
                        S(args[0].type->name));
    if (type_units(type) == 0)
        wlay_hint(eval->diag, entry,
                  F("a bitcast is to i32, u32, f32, f16 or a vector of one of "
                    "them"));
    else
        wlay_hint(eval->diag, entry,
                  F("'%' has % bits, and so must the number or vector of "
                    "numbers have that is cast to it"),
                  S(name), U(16 * type_units(type)));
    return false;
}

/* --------------------------------------------------------------------- bits */

static void put_component(const wlay_value *value, uint16_t *units)
{
    const wlay_s component = wlay_component(value->type);
    uint32_t bits;

    if (component == WLAY_S_F16) {
        units[0] = wlay_f16_bits(value->of.real);
        return;
    }
    bits = component == WLAY_S_F32
               ? wlay_f32_bits(value->of.real)
               : (uint32_t)((uint64_t)value->of.integer & UINT32_MAX);
    units[0] = (uint16_t)(bits & 0xffff);
    units[1] = (uint16_t)(bits >> 16);
}

/* Bits of an infinity or NaN have no value in a const-expression. */
static bool get_component(wlay_eval *eval, wlay_s component, wlay_span span,
                          const uint16_t *units, wlay_value *out)
{
    uint32_t bits;

    if (component == WLAY_S_F16)
        return wlay_make_real(eval, wlay_f16_value(units[0]), component, span,
                              out);
    bits = (uint32_t)units[1] << 16 | units[0];
    if (component == WLAY_S_F32)
        return wlay_make_real(eval, wlay_f32_value(bits), component, span, out);
    *out = wlay_integer_value(wlay_scalar_type(component),
                              wlay_wrap_integer(bits, component));
    return true;
}

static void put(const wlay_value *value, uint16_t units[UNITS_MAX])
{
    const uint32_t width = component_units(wlay_component(value->type));

    if (value->type->kind == WLAY_TYPE_SCALAR) {
        put_component(value, units);
        return;
    }
    for (uint32_t i = 0; i < value->type->rows; i++) {
        const wlay_value component = wlay_part(value, i);

        put_component(&component, units + width * i);
    }
}

static bool get(wlay_eval *eval, const wlay_type *type, wlay_span span,
                const uint16_t units[UNITS_MAX], wlay_value *out)
{
    const wlay_s component = wlay_component(type);
    const uint32_t width = component_units(component);
    wlay_value *parts;

    if (type->kind == WLAY_TYPE_SCALAR)
        return get_component(eval, component, span, units, out);
    parts = WLAY_NEW(eval->arena, wlay_value, type->rows);
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++)
        if (!get_component(eval, component, span, units + width * i, &parts[i]))
            return false;
    *out = wlay_zero_value(type);
    out->parts = parts;
    return true;
}

bool wlay_call_bitcast(wlay_eval *eval, const wlay_type *type,
                       const wlay_expr *expr, const wlay_value *args,
                       uint32_t count, wlay_value *out)
{
    const wlay_span span = wlay_eval_span(eval, expr);
    const wlay_type *const from =
        count == 1 ? choose(args[0].type, type) : NULL;
    uint16_t units[UNITS_MAX];
    wlay_value value;

    if (from == NULL)
        return report_no_overload(eval, type, span, args, count);
    *out = wlay_unknown_value(type, args[0].is_override);
    if (eval->type_only || !args[0].known)
        return true;
    if (!wlay_convert(eval, &args[0], from,
                      wlay_eval_span(eval, expr->first->next), &value))
        return false;
    put(&value, units);
    if (!get(eval, type, span, units, out))
        return false;
    out->is_override = args[0].is_override;
    return true;
}
