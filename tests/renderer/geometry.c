/* SPDX-License-Identifier: MIT */
#include "geometry.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

static void list_numbers(const Vertex *v, uint32_t location, float numbers[4])
{
    const float position[4] = {v->position.x, v->position.y, v->position.z, 1};
    const float normal[4] = {v->normal.x, v->normal.y, v->normal.z, 0};

    for (int i = 0; i < 4; i++)
        switch (location) {
        case POSITION:
            numbers[i] = position[i];
            break;
        case NORMAL:
            numbers[i] = normal[i];
            break;
        case UV:
            numbers[i] = i < 2 ? v->uv[i] : 0;
            break;
        case JOINTS:
            numbers[i] = (float)v->joints[i];
            break;
        default:
            numbers[i] = v->weights[i];
        }
}

static void pack_snorm16(unsigned char *to, float number)
{
    const int16_t bits =
        (int16_t)(number * 32767 + (number < 0 ? -0.5f : 0.5f));

    memcpy(to, &bits, sizeof bits);
}

/* Into a format of those that are used here. */
static void pack(unsigned char *to, const float numbers[4],
                 wlay_vertex_format format)
{
    switch (format) {
    case WLAY_VERTEX_SNORM16X4:
        for (int i = 0; i < 4; i++)
            pack_snorm16(to + 2 * i, numbers[i]);
        break;
    case WLAY_VERTEX_UINT8X4:
        for (int i = 0; i < 4; i++)
            to[i] = (unsigned char)numbers[i];
        break;
    case WLAY_VERTEX_UNORM8X4:
        for (int i = 0; i < 4; i++)
            to[i] = (unsigned char)(numbers[i] * 255 + 0.5f);
        break;
    default: /* a float32 to a float32x4 */
        memcpy(to, numbers, wlay_describe_vertex_format(format)->size);
    }
}

static WGPUBuffer make_vertices(Device *device, const Mesh *mesh,
                                const LayoutsVertex *layout)
{
    const size_t stride = (size_t)layout->stride;
    const size_t size = stride * mesh->vertex_count;
    unsigned char *bytes = allocate(size);
    WGPUBuffer buffer;

    for (uint32_t i = 0; i < mesh->vertex_count; i++)
        for (size_t k = 0; k < layout->count; k++) {
            const WGPUVertexAttribute *attribute = &layout->attributes[k];
            float numbers[4];

            list_numbers(&mesh->vertices[i], attribute->shaderLocation,
                         numbers);
            pack(bytes + i * stride + attribute->offset, numbers,
                 (wlay_vertex_format)attribute->format);
        }
    buffer = device_buffer(device, WGPUBufferUsage_Vertex, bytes, size);
    free(bytes);
    return buffer;
}

static WGPUBuffer make_indices(Device *device, const Mesh *mesh,
                               WGPUIndexFormat *format)
{
    wlay_index_format narrow = WLAY_INDEX_UINT32;
    uint64_t size = 0;
    unsigned char *bytes;
    WGPUBuffer buffer;

    wlay_index_format_for(mesh->vertex_count, false, &narrow);
    wlay_index_buffer_size(narrow, mesh->index_count, &size);
    bytes = allocate((size_t)size);
    for (uint32_t i = 0; i < mesh->index_count; i++) {
        const uint16_t index = (uint16_t)mesh->indices[i];

        if (narrow == WLAY_INDEX_UINT16)
            memcpy(bytes + i * sizeof index, &index, sizeof index);
        else
            memcpy(bytes + i * sizeof(uint32_t), &mesh->indices[i],
                   sizeof(uint32_t));
    }
    *format = (WGPUIndexFormat)narrow; /* the same numbers */
    buffer = device_buffer(device, WGPUBufferUsage_Index, bytes, size);
    free(bytes);
    return buffer;
}

void geometry_make(Device *device, const Mesh *mesh,
                   const LayoutsVertex *layout, Geometry *made)
{
    made->vertices = make_vertices(device, mesh, layout);
    made->indices = make_indices(device, mesh, &made->index_format);
    made->index_count = mesh->index_count;
}

void geometry_free(Geometry *geometry)
{
    wgpuBufferRelease(geometry->vertices);
    wgpuBufferRelease(geometry->indices);
}

void geometry_draw(const Geometry *geometry, WGPURenderPassEncoder pass,
                   uint32_t first, uint32_t count)
{
    wgpuRenderPassEncoderSetVertexBuffer(pass, 0, geometry->vertices, 0,
                                         WGPU_WHOLE_SIZE);
    wgpuRenderPassEncoderSetIndexBuffer(pass, geometry->indices,
                                        geometry->index_format, 0,
                                        WGPU_WHOLE_SIZE);
    wgpuRenderPassEncoderDrawIndexed(pass, geometry->index_count, count, 0, 0,
                                     first);
}
