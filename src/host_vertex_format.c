/* SPDX-License-Identifier: MIT */
/* GPUVertexFormat, and what goes with it.  */
#include "base.h"

#define ROW(id, name, scalar, components, size) \
    [WLAY_VERTEX_##id] = {(name), WLAY_SCALAR_##scalar, (components), (size)}
/* One component, two and four. */
#define THREE(id, name, scalar, bytes)              \
    ROW(id, name, scalar, 1, bytes),                \
        ROW(id##X2, name "x2", scalar, 2, 2 * bytes), \
        ROW(id##X4, name "x4", scalar, 4, 4 * bytes)

static const wlay_vertex_format_info formats[] = {
    THREE(UINT8, "uint8", U32, 1),
    THREE(SINT8, "sint8", I32, 1),
    THREE(UNORM8, "unorm8", F32, 1),
    THREE(SNORM8, "snorm8", F32, 1),
    THREE(UINT16, "uint16", U32, 2),
    THREE(SINT16, "sint16", I32, 2),
    THREE(UNORM16, "unorm16", F32, 2),
    THREE(SNORM16, "snorm16", F32, 2),
    THREE(FLOAT16, "float16", F32, 2),
    THREE(FLOAT32, "float32", F32, 4),
    ROW(FLOAT32X3, "float32x3", F32, 3, 12),
    THREE(UINT32, "uint32", U32, 4),
    ROW(UINT32X3, "uint32x3", U32, 3, 12),
    THREE(SINT32, "sint32", I32, 4),
    ROW(SINT32X3, "sint32x3", I32, 3, 12),
    ROW(UNORM10_10_10_2, "unorm10-10-10-2", F32, 4, 4),
    ROW(UNORM8X4_BGRA, "unorm8x4-bgra", F32, 4, 4),
    ROW(SNORM10_10_10_2, "snorm10-10-10-2", F32, 4, 4),
};
#define FORMAT_COUNT (sizeof formats / sizeof *formats)

const wlay_vertex_format_info *
wlay_describe_vertex_format(wlay_vertex_format format)
{
    return format != WLAY_VERTEX_NONE && (size_t)format < FORMAT_COUNT
               ? &formats[format]
               : NULL;
}

wlay_vertex_format wlay_find_vertex_format(const char *name, size_t length)
{
    const wlay_string text = wlay_text_in(name, length);

    for (size_t i = 1; i < FORMAT_COUNT; i++)
        if (wlay_text_equal(wlay_text(formats[i].name), text))
            return (wlay_vertex_format)i;
    return WLAY_VERTEX_NONE;
}

/* By the number of components, from 1. */
static const uint8_t by_type[][4] = {
    [WLAY_SCALAR_I32] = {WLAY_VERTEX_SINT32, WLAY_VERTEX_SINT32X2,
                         WLAY_VERTEX_SINT32X3, WLAY_VERTEX_SINT32X4},
    [WLAY_SCALAR_U32] = {WLAY_VERTEX_UINT32, WLAY_VERTEX_UINT32X2,
                         WLAY_VERTEX_UINT32X3, WLAY_VERTEX_UINT32X4},
    [WLAY_SCALAR_F32] = {WLAY_VERTEX_FLOAT32, WLAY_VERTEX_FLOAT32X2,
                         WLAY_VERTEX_FLOAT32X3, WLAY_VERTEX_FLOAT32X4},
    [WLAY_SCALAR_F16] = {WLAY_VERTEX_FLOAT16, WLAY_VERTEX_FLOAT16X2,
                         WLAY_VERTEX_FLOAT16X4, WLAY_VERTEX_FLOAT16X4},
};

wlay_vertex_format wlay_vertex_format_of(const wlay_type *type)
{
    if (type == NULL || (type->kind != WLAY_TYPE_SCALAR &&
                         type->kind != WLAY_TYPE_VECTOR))
        return WLAY_VERTEX_NONE;
    return (wlay_vertex_format)
        by_type[type->scalar][type->kind == WLAY_TYPE_VECTOR ? type->rows - 1
                                                             : 0];
}

/* ------------------------------------------------------------------ indices */

const char *wlay_index_format_name(wlay_index_format format)
{
    return format == WLAY_INDEX_UINT16   ? "uint16"
           : format == WLAY_INDEX_UINT32 ? "uint32"
                                         : "";
}

wlay_result wlay_index_format_for(uint64_t vertex_count, bool strips,
                                  wlay_index_format *out)
{
    const uint64_t reserved = strips ? 1 : 0;

    if (out == NULL)
        return WLAY_INVALID_ARGUMENT;
    if (vertex_count > ((uint64_t)1 << 32) - reserved)
        return WLAY_OUT_OF_RANGE;
    *out = vertex_count <= ((uint64_t)1 << 16) - reserved ? WLAY_INDEX_UINT16
                                                         : WLAY_INDEX_UINT32;
    return WLAY_OK;
}

wlay_result wlay_index_buffer_size(wlay_index_format format,
                                   uint64_t index_count, uint64_t *out_size)
{
    uint64_t size;

    if (out_size == NULL ||
        (format != WLAY_INDEX_UINT16 && format != WLAY_INDEX_UINT32))
        return WLAY_INVALID_ARGUMENT;
    if (!wlay_mul(index_count, format == WLAY_INDEX_UINT16 ? 2 : 4, &size) ||
        !wlay_round_up(4, size, out_size))
        return WLAY_OUT_OF_RANGE;
    return WLAY_OK;
}
