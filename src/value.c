/* SPDX-License-Identifier: MIT */
#include "value.h"

uint64_t wlay_part_count(const wlay_type *type)
{
    switch (type->kind) {
    case WLAY_TYPE_VECTOR:
        return type->rows;
    case WLAY_TYPE_MATRIX:
        return type->columns;
    case WLAY_TYPE_ARRAY:
        return type->element_count;
    case WLAY_TYPE_STRUCT:
        return type->structure == NULL ? 0 : type->structure->member_count;
    default:
        return 0;
    }
}

const wlay_type *wlay_part_type(const wlay_type *type, uint64_t at)
{
    if (type->kind == WLAY_TYPE_STRUCT)
        return type->structure->members[at].type;
    return type->element;
}

wlay_value wlay_part(const wlay_value *value, uint64_t at)
{
    wlay_value part;

    if (!value->known)
        return wlay_unknown_value(wlay_part_type(value->type, at),
                                  value->is_override);
    if (value->parts != NULL)
        return value->parts[at];
    part = wlay_zero_value(wlay_part_type(value->type, at));
    part.is_override = value->is_override;
    return part;
}

/* Parts of a vector are scalars, those of a matrix vectors: it ends there. */
static bool copy_parts(wlay_arena *arena, wlay_value *value)
{
    const uint64_t count = wlay_part_count(value->type);
    wlay_value *parts;

    if (value->parts == NULL || count == 0)
        return true;
    parts = WLAY_NEW(arena, wlay_value, (size_t)count);
    for (uint64_t i = 0; parts != NULL && i < count; i++) {
        parts[i] = value->parts[i];
        if (!copy_parts(arena, &parts[i]))
            return false;
    }
    value->parts = parts;
    return parts != NULL;
}

const wlay_value *wlay_keep_value(wlay_arena *arena, const wlay_value *value)
{
    wlay_value *copy;

    if (value->type->kind > WLAY_TYPE_MATRIX)
        return NULL;
    copy = WLAY_NEW(arena, wlay_value, 1);
    if (copy == NULL)
        return NULL;
    *copy = *value;
    return copy_parts(arena, copy) ? copy : NULL;
}

wlay_value wlay_integer_value(const wlay_type *type, int64_t integer)
{
    wlay_value value = wlay_zero_value(type);

    value.of.integer = integer;
    return value;
}

wlay_value wlay_real_value(const wlay_type *type, double real)
{
    wlay_value value = wlay_zero_value(type);

    value.of.real = real;
    return value;
}

wlay_value wlay_bool_value(bool truth)
{
    return wlay_integer_value(wlay_scalar_type(WLAY_S_BOOL), truth);
}

wlay_value wlay_zero_value(const wlay_type *type)
{
    wlay_value value = {type, true, false, false, {0}, NULL};

    if (wlay_is_float(wlay_component(type)))
        value.of.real = 0.0;
    return value;
}

wlay_value wlay_unknown_value(const wlay_type *type, bool is_override)
{
    wlay_value value = wlay_zero_value(type);

    value.known = false;
    value.is_override = is_override;
    return value;
}

wlay_value wlay_composite_value(const wlay_type *type, const wlay_value *parts)
{
    const uint64_t count = wlay_part_count(type);
    wlay_value value = wlay_zero_value(type);

    value.parts = parts;
    for (uint64_t i = 0; i < count; i++)
        if (!parts[i].known)
            value.known = false;
    return value;
}
