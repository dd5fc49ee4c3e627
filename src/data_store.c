/* SPDX-License-Identifier: MIT */
/*
 * Values into places, and back, for renderers that do so thousands of times a
 * frame: the short way, for what most places are.
 */
#include "data.h"

/* The place holds numbers that the host has too, one behind the other on both
   sides, and lies inside of the memory. */
static inline bool is_plain(const void *bytes, size_t size,
                            const wlay_view *place, uint32_t host,
                            const void *values, size_t value_size)
{
    const wlay_type *type;

    if (!wlay_host_is_little() || bytes == NULL || values == NULL ||
        place == NULL || place->type == NULL)
        return false;
    type = place->type;
    return type->kind <= WLAY_TYPE_ATOMIC && host == (uint32_t)type->scalar &&
           host > WLAY_HOST_BOOL && type->size == value_size &&
           (type->rows != 3 || type->columns == 0) && place->offset <= size &&
           value_size <= size - place->offset;
}

wlay_result wlay_store(void *bytes, size_t size, const wlay_view *place,
                       uint32_t host, const void *values, size_t value_size)
{
    if (!is_plain(bytes, size, place, host, values, value_size))
        return wlay_store_any(bytes, size, place, host, values, value_size);
    wlay_copy_plain((unsigned char *)bytes + place->offset, values, value_size);
    return WLAY_OK;
}

wlay_result wlay_load(const void *bytes, size_t size, const wlay_view *place,
                      uint32_t host, void *values, size_t value_size)
{
    if (!is_plain(bytes, size, place, host, values, value_size))
        return wlay_load_any(bytes, size, place, host, values, value_size);
    wlay_copy_plain(values, (const unsigned char *)bytes + place->offset,
               value_size);
    return WLAY_OK;
}

/* ------------------------------------------------------------------ by name */

wlay_result wlay_store_path(void *bytes, size_t size, const wlay_type *root,
                            const char *path, size_t length, uint32_t host,
                            const void *values, size_t value_size)
{
    wlay_view place;
    const wlay_result result =
        wlay_follow(root, path, length, size, &place, NULL);

    if (result != WLAY_OK)
        return result;
    return wlay_store(bytes, size, &place, host, values, value_size);
}

wlay_result wlay_load_path(const void *bytes, size_t size,
                           const wlay_type *root, const char *path,
                           size_t length, uint32_t host, void *values,
                           size_t value_size)
{
    wlay_view place;
    const wlay_result result =
        wlay_follow(root, path, length, size, &place, NULL);

    if (result != WLAY_OK)
        return result;
    return wlay_load(bytes, size, &place, host, values, value_size);
}
