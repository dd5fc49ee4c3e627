/* SPDX-License-Identifier: MIT */
/* Values into places, and back: any place, and elements of arrays. */
#include "data.h"

static bool is_within(uint64_t offset, uint64_t length, size_t size)
{
    return offset <= size && length <= size - offset;
}

/* The shape of a place whose host data have that size. */
static wlay_result find_shape(const wlay_view *place, size_t size,
                              uint32_t host, const void *bytes,
                              const void *values, size_t value_size,
                              wlay_shape *out)
{
    wlay_result result;

    if (place == NULL || place->type == NULL || bytes == NULL ||
        values == NULL)
        return WLAY_INVALID_ARGUMENT;
    result = wlay_shape_of(place->type, 1, 0, host, out);
    if (result != WLAY_OK)
        return result;
    if (out->host_size != value_size)
        return WLAY_TYPE_MISMATCH;
    return is_within(place->offset, out->gpu_size, size) ? WLAY_OK
                                                         : WLAY_OUT_OF_RANGE;
}

static wlay_result store_shape(const wlay_shape *shape, uint32_t host,
                               unsigned char *gpu, const void *values)
{
    if (!wlay_shape_fits(shape, values, true))
        return WLAY_OUT_OF_RANGE;
    wlay_shape_store(shape, gpu, values);
    if ((host & WLAY_HOST_ZERO_PADDING) != 0)
        wlay_shape_zero(shape, gpu);
    return WLAY_OK;
}

static wlay_result load_shape(const wlay_shape *shape,
                              const unsigned char *gpu, void *values)
{
    if (!wlay_shape_fits(shape, gpu, false))
        return WLAY_OUT_OF_RANGE;
    wlay_shape_load(shape, gpu, values);
    return WLAY_OK;
}

wlay_result wlay_store_any(void *bytes, size_t size, const wlay_view *place,
                           uint32_t host, const void *values,
                           size_t value_size)
{
    wlay_shape shape;
    const wlay_result result =
        find_shape(place, size, host, bytes, values, value_size, &shape);

    if (result != WLAY_OK)
        return result;
    return store_shape(&shape, host, (unsigned char *)bytes + place->offset,
                       values);
}

wlay_result wlay_load_any(const void *bytes, size_t size,
                          const wlay_view *place, uint32_t host, void *values,
                          size_t value_size)
{
    wlay_shape shape;
    const wlay_result result =
        find_shape(place, size, host, bytes, values, value_size, &shape);

    if (result != WLAY_OK)
        return result;
    return load_shape(&shape, (const unsigned char *)bytes + place->offset,
                      values);
}

uint64_t wlay_host_size(const wlay_type *type, uint32_t host)
{
    const bool is_runtime_sized =
        type != NULL && type->kind == WLAY_TYPE_ARRAY &&
        (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    wlay_shape shape;

    if (type == NULL ||
        wlay_shape_of(is_runtime_sized ? type->element : type, 1, 0, host,
                      &shape) != WLAY_OK)
        return 0;
    return shape.host_size;
}

/* ----------------------------------------------------------------- elements */

/* How many elements an array in `size` bytes has.  [Buffer Binding Determines
   Runtime-Sized Array Element Count] */
static uint64_t elements_within(const wlay_view *array, size_t size)
{
    const uint64_t room =
        array->offset <= size ? (size - array->offset) / array->type->stride
                              : 0;

    if ((array->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        return room;
    return wlay_min(room, array->type->element_count);
}

static wlay_result find_elements(const wlay_view *array, size_t size,
                                 uint64_t first, uint64_t count,
                                 uint32_t host, size_t value_size,
                                 wlay_shape *out)
{
    uint64_t room;
    wlay_result result;

    if (array == NULL || array->type == NULL)
        return WLAY_INVALID_ARGUMENT;
    if (array->type->kind != WLAY_TYPE_ARRAY || array->type->stride == 0)
        return WLAY_TYPE_MISMATCH;
    room = elements_within(array, size);
    if (first > room || count > room - first)
        return WLAY_OUT_OF_RANGE;
    result = wlay_shape_of(array->type->element, count, array->type->stride,
                           host, out);
    if (result != WLAY_OK)
        return result;
    return out->host_size == value_size ? WLAY_OK : WLAY_TYPE_MISMATCH;
}

wlay_result wlay_store_elements(void *bytes, size_t size,
                                const wlay_view *array, uint64_t first,
                                uint64_t count, uint32_t host,
                                const void *values, size_t value_size)
{
    wlay_shape shape;
    const wlay_result result = find_elements(array, size, first, count, host,
                                             value_size, &shape);

    if (result != WLAY_OK || count == 0)
        return result;
    if (bytes == NULL || values == NULL)
        return WLAY_INVALID_ARGUMENT;
    return store_shape(&shape, host,
                       (unsigned char *)bytes + array->offset +
                           first * array->type->stride,
                       values);
}

wlay_result wlay_load_elements(const void *bytes, size_t size,
                               const wlay_view *array, uint64_t first,
                               uint64_t count, uint32_t host, void *values,
                               size_t value_size)
{
    wlay_shape shape;
    const wlay_result result = find_elements(array, size, first, count, host,
                                             value_size, &shape);

    if (result != WLAY_OK || count == 0)
        return result;
    if (bytes == NULL || values == NULL)
        return WLAY_INVALID_ARGUMENT;
    return load_shape(&shape,
                      (const unsigned char *)bytes + array->offset +
                          first * array->type->stride,
                      values);
}
