/* SPDX-License-Identifier: MIT */
/*
 * Builtin functions of integers and real numbers alike, and of bools.
 * [Logical Built-in Functions] [Numeric Built-in Functions]
 */
#include "builtin.h"

static bool less(const wlay_call *call, const wlay_value *a,
                 const wlay_value *b)
{
    return wlay_is_float(call->component) ? a->of.real < b->of.real
                                          : a->of.integer < b->of.integer;
}

static const wlay_value *lesser(const wlay_call *call, const wlay_value *a,
                                const wlay_value *b)
{
    return less(call, b, a) ? b : a;
}

static const wlay_value *greater(const wlay_call *call, const wlay_value *a,
                                 const wlay_value *b)
{
    return less(call, a, b) ? b : a;
}

bool wlay_builtin_abs(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    *out = args[0];
    if (wlay_is_float(call->component)) {
        if (out->of.real <= 0.0)
            out->of.real = 0.0 - out->of.real; /* never -0.0 */
        return true;
    }
    /* The least AbstractInt is its own absolute value, as that of i32 is. */
    if (out->of.integer < 0 && out->of.integer > INT64_MIN)
        return wlay_give_integer(call, -out->of.integer, out);
    return true;
}

bool wlay_builtin_sign(const wlay_call *call, const wlay_value *args,
                       wlay_value *out)
{
    const wlay_value zero = wlay_zero_value(args[0].type);
    const int sign = less(call, &zero, &args[0]) - less(call, &args[0], &zero);

    *out = zero;
    if (wlay_is_float(call->component))
        out->of.real = sign;
    else
        out->of.integer = sign;
    return true;
}

bool wlay_builtin_min(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    *out = *lesser(call, &args[0], &args[1]);
    return true;
}

bool wlay_builtin_max(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    *out = *greater(call, &args[0], &args[1]);
    return true;
}

bool wlay_check_clamp(const wlay_call *call, const wlay_value *args)
{
    if (!less(call, &args[2], &args[1]))
        return true;
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                F("the low end % of 'clamp' is greater than the high end %"),
                S(wlay_operand_text(call->eval, &args[1])),
                S(wlay_operand_text(call->eval, &args[2])));
    return false;
}

bool wlay_builtin_clamp(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    *out = *lesser(call, greater(call, &args[0], &args[1]), &args[2]);
    return true;
}

bool wlay_builtin_select(const wlay_call *call, const wlay_value *args,
                         wlay_value *out)
{
    (void)call;
    *out = args[2].of.integer != 0 ? args[1] : args[0];
    return true;
}

/* Whether a component of a bool or vector of them is `wanted`. */
static bool has(const wlay_value *value, bool wanted)
{
    const uint64_t count = wlay_part_count(value->type);

    if (count == 0)
        return (value->of.integer != 0) == wanted;
    for (uint64_t i = 0; i < count; i++)
        if ((wlay_part(value, i).of.integer != 0) == wanted)
            return true;
    return false;
}

bool wlay_builtin_all(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    (void)call;
    *out = wlay_bool_value(!has(&args[0], false));
    return true;
}

bool wlay_builtin_any(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    (void)call;
    *out = wlay_bool_value(has(&args[0], true));
    return true;
}
