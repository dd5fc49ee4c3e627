/* SPDX-License-Identifier: MIT */
/* The pipelines of the picture. */
#ifndef RENDERER_PIPELINES_H
#define RENDERER_PIPELINES_H

#include "layouts.h"

#define PIPELINES_COLOR DEVICE_RGBA8UNORM
#define PIPELINES_DEPTH DEVICE_DEPTH32FLOAT

enum { PIPELINES_SAMPLES = 4 };

enum { SKY, MESH, SKINNED, SPARKS, PIPELINES };

typedef struct Pipeline {
    WGPURenderPipeline pipeline;
    Layouts layouts;
    LayoutsVertex vertex;
} Pipeline;

typedef struct ComputePipeline {
    WGPUComputePipeline pipeline;
    Layouts layouts;
    uint32_t workgroup_size;
} ComputePipeline;

typedef struct Pipelines {
    Pipeline drawing[PIPELINES];
    ComputePipeline moving; /* of the particles */
} Pipelines;

/* `text` is what the module was read from, `fog` the value of the override of
   that name.  False, and why on standard error, where that cannot be done. */
bool pipelines_make(Pipelines *pipelines, Device *device,
                    const wlay_module *module, const char *text, double fog);
void pipelines_free(Pipelines *pipelines);

#endif
