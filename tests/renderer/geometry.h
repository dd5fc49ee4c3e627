/* SPDX-License-Identifier: MIT */
/* Meshes in the vertex and index buffers of a device. */
#ifndef RENDERER_GEOMETRY_H
#define RENDERER_GEOMETRY_H

#include "layouts.h"
#include "scene.h"

/* Locations of vertex inputs. */
enum { POSITION, NORMAL, UV, JOINTS, WEIGHTS };

typedef struct Geometry {
    WGPUBuffer vertices;
    WGPUBuffer indices;
    WGPUIndexFormat index_format;
    uint32_t index_count;
} Geometry;

void geometry_make(Device *device, const Mesh *mesh,
                   const LayoutsVertex *layout, Geometry *made);
void geometry_free(Geometry *geometry);

/* Draws so many instances of it, from `first` on. */
void geometry_draw(const Geometry *geometry, WGPURenderPassEncoder pass,
                   uint32_t first, uint32_t count);

#endif
