/* SPDX-License-Identifier: MIT */
/* How big a buffer must be, and how much is in one. */
#include "query.h"

/* Bindings of storage buffers and copies into any buffer are counted in units
   of this many bytes. */
#define COPY_UNIT 4

const wlay_type *wlay_open_array(const wlay_type *type, uint64_t *out_offset)
{
    const uint32_t open = WLAY_TYPE_RUNTIME_SIZED | WLAY_TYPE_SIZE_UNKNOWN;
    const wlay_member *last;

    *out_offset = 0;
    if ((type->flags & open) == 0)
        return NULL;
    if (type->kind == WLAY_TYPE_STRUCT) {
        last = &type->structure->members[type->structure->member_count - 1];
        *out_offset = last->offset;
        type = last->type;
    }
    return type->kind == WLAY_TYPE_ARRAY && type->stride > 0 ? type : NULL;
}

bool wlay_size_with(const wlay_type *type, uint64_t count, uint64_t *out_size)
{
    uint64_t offset;
    const wlay_type *const array = wlay_open_array(type, &offset);
    uint64_t size;

    if (array == NULL) {
        *out_size = type->size;
        return true;
    }
    return wlay_mul(array->stride, count > 0 ? count : 1, &size) &&
           wlay_add(offset, size, &size) &&
           wlay_round_up(type->align, size, out_size);
}

wlay_result wlay_size_for_count(const wlay_type *type, uint64_t count,
                                uint64_t *out_size)
{
    uint64_t offset;

    if (type == NULL || out_size == NULL)
        return WLAY_INVALID_ARGUMENT;
    if (wlay_open_array(type, &offset) == NULL && count > 0)
        return WLAY_TYPE_MISMATCH;
    if ((type->flags & WLAY_TYPE_SIZE_UNKNOWN) && count == 0)
        return WLAY_UNKNOWN_SIZE;
    return wlay_size_with(type, count, out_size) ? WLAY_OK
                                                 : WLAY_OUT_OF_RANGE;
}

wlay_result wlay_count_for_size(const wlay_type *type, uint64_t size,
                                uint64_t *out_count, uint64_t *out_rest)
{
    const wlay_type *array;
    uint64_t least;
    uint64_t offset;

    if (type == NULL || out_count == NULL)
        return WLAY_INVALID_ARGUMENT;
    array = wlay_open_array(type, &offset);
    if (array == NULL)
        return WLAY_TYPE_MISMATCH;
    if (!wlay_size_with(type, 1, &least) || size < least)
        return WLAY_OUT_OF_RANGE;
    *out_count = (size - offset) / array->stride;
    if (out_rest != NULL)
        *out_rest = (size - offset) % array->stride;
    return WLAY_OK;
}

bool wlay_is_buffer(const wlay_variable *variable)
{
    return variable->address_space == WLAY_SPACE_UNIFORM ||
           variable->address_space == WLAY_SPACE_STORAGE;
}

wlay_result wlay_buffer_size(const wlay_variable *variable, uint64_t count,
                             uint64_t *out_size)
{
    wlay_result result;
    uint64_t size;

    if (variable == NULL || out_size == NULL)
        return WLAY_INVALID_ARGUMENT;
    if (!wlay_is_buffer(variable))
        return WLAY_TYPE_MISMATCH;
    result = wlay_size_for_count(variable->type, count, &size);
    if (result != WLAY_OK)
        return result;
    return wlay_round_up(COPY_UNIT, size, out_size) ? WLAY_OK
                                                    : WLAY_OUT_OF_RANGE;
}

wlay_result wlay_dynamic_stride(const wlay_variable *variable, uint64_t count,
                                const wlay_limits *limits,
                                uint64_t *out_stride)
{
    wlay_limits all;
    wlay_result result;
    uint32_t align;
    uint64_t size;

    if (out_stride == NULL)
        return WLAY_INVALID_ARGUMENT;
    result = wlay_buffer_size(variable, count, &size);
    if (result != WLAY_OK)
        return result;
    all = wlay_limits_with_defaults(limits);
    align = variable->address_space == WLAY_SPACE_UNIFORM
                ? all.min_uniform_buffer_offset_alignment
                : all.min_storage_buffer_offset_alignment;
    if (!wlay_is_power_of_two(align))
        return WLAY_INVALID_ARGUMENT;
    return wlay_round_up(align, size, out_stride) ? WLAY_OK
                                                  : WLAY_OUT_OF_RANGE;
}
