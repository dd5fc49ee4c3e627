/* SPDX-License-Identifier: MIT */
/*
 * frexp and modf, which split a number in two.  [Numeric Built-in Functions]
 */
#include "builtin.h"

#include "math.h"
#include "types_split.h"

/* What becomes of one component. */
typedef void splitter(const wlay_type *const types[2], double x,
                      wlay_value out[2]);

static void frexp_parts(const wlay_type *const types[2], double x,
                        wlay_value out[2])
{
    int exponent;

    out[0] = wlay_real_value(types[0], wlay_frexp(x, &exponent));
    out[1] = wlay_integer_value(types[1], exponent);
}

static void modf_parts(const wlay_type *const types[2], double x,
                       wlay_value out[2])
{
    const double whole = wlay_trunc(x);

    out[0] = wlay_real_value(types[0], x - whole);
    out[1] = wlay_real_value(types[1], whole);
}

/* The two members from the components. */
static bool split_vector(const wlay_call *call, const wlay_value *vector,
                         splitter *split, wlay_value members[2])
{
    const uint32_t count = call->type->rows;
    const wlay_type *types[2];
    wlay_value *parts[2];

    for (int i = 0; i < 2; i++) {
        types[i] = members[i].type->element;
        parts[i] = wlay_new_parts(call, count);
        if (parts[i] == NULL)
            return false;
        members[i].parts = parts[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        wlay_value both[2];

        split(types, wlay_part(vector, i).of.real, both);
        parts[0][i] = both[0];
        parts[1][i] = both[1];
    }
    return true;
}

static bool give_struct(const wlay_call *call, wlay_split kind,
                        const wlay_value *arg, splitter *split, wlay_value *out)
{
    const wlay_type *const type =
        wlay_split_type(call->eval->types, kind, call->type);
    wlay_value *const members = wlay_new_parts(call, 2);
    const wlay_type *types[2];

    if (type == NULL || members == NULL)
        return false;
    for (int i = 0; i < 2; i++) {
        types[i] = type->structure->members[i].type;
        members[i] = wlay_zero_value(types[i]);
    }
    if (call->type->kind == WLAY_TYPE_VECTOR) {
        if (!split_vector(call, arg, split, members))
            return false;
    } else {
        split(types, arg->of.real, members);
    }
    return wlay_give_parts(type, members, out);
}

bool wlay_builtin_frexp(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    return give_struct(call, WLAY_SPLIT_FREXP, &args[0], frexp_parts, out);
}

bool wlay_builtin_modf(const wlay_call *call, const wlay_value *args,
                       wlay_value *out)
{
    return give_struct(call, WLAY_SPLIT_MODF, &args[0], modf_parts, out);
}
