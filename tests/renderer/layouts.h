/* SPDX-License-Identifier: MIT */
/*
 * From what the library says of entry points to the layouts of WebGPU.  To copy
 * into a renderer.
 */
#ifndef RENDERER_LAYOUTS_H
#define RENDERER_LAYOUTS_H

#include "device.h"

#include <wlay.h>

enum { LAYOUTS_GROUPS = 4, LAYOUTS_ENTRIES = 16, LAYOUTS_ATTRIBUTES = 16 };

/* What is bound where for one pipeline.  The module has to outlive it. */
typedef struct Layouts {
    const wlay_bind_groups *found;
    size_t group_count; /* up to the last one that is used */
    WGPUBindGroupLayout groups[LAYOUTS_GROUPS];
    WGPUPipelineLayout pipeline;
} Layouts;

/* For the entry points of one pipeline; `fragment` may be NULL.  False, and why
   on standard error, where there is no such layout. */
bool layouts_make(Device *device, const wlay_module *module, const char *first,
                  const char *fragment, Layouts *layouts);
/* The same from bind groups, which layouts_free() then ends. */
bool layouts_from(Device *device, const wlay_bind_groups *found,
                  Layouts *layouts);
/* A zeroed struct is allowed. */
void layouts_free(Layouts *layouts);

/* What to bind for a variable: a buffer with its size, a texture or a
   sampler. */
typedef WGPUBindGroupEntry LayoutsResource(void *user,
                                           const wlay_variable *variable);

WGPUBindGroup layouts_bind(Device *device, const Layouts *layouts,
                           uint32_t group, LayoutsResource *resource,
                           void *user);

/* One vertex buffer with all inputs of an entry point. */
typedef struct LayoutsVertex {
    WGPUVertexAttribute attributes[LAYOUTS_ATTRIBUTES];
    uint64_t stride;
    size_t count;
} LayoutsVertex;

/* `choices` are formats other than those of the inputs' types; those for
   locations that the entry point does not have are left out. */
bool layouts_vertex(const wlay_module *module, const char *entry_point,
                    const wlay_vertex_choice *choices, size_t choice_count,
                    LayoutsVertex *vertex);

#endif
