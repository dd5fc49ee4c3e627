/* SPDX-License-Identifier: MIT */
/* The scene, drawn by WebGPU. */
#ifndef RENDERER_RENDER_H
#define RENDERER_RENDER_H

#include "geometry.h"
#include "memory.h"
#include "pipelines.h"

typedef struct Render {
    Device *device;
    const Scene *scene;
    uint32_t width;
    uint32_t height;

    wlay_module *module;
    Memory memory;
    Pipelines pipelines;

    Geometry plane;
    Geometry sphere;
    Geometry arm;
    WGPUTexture pattern;
    WGPUTextureView pattern_view;
    WGPUSampler sampler;

    WGPUTexture color;
    WGPUTexture samples;
    WGPUTexture depth;
    WGPUTextureView color_view;
    WGPUTextureView samples_view;
    WGPUTextureView depth_view;
} Render;

/* `text` is the shader.  False, and why on standard error, where that cannot be
   drawn. */
bool render_make(Render *render, Device *device, const Scene *scene,
                 const char *text, uint32_t width, uint32_t height);
void render_free(Render *render);

/* Fills all buffers anew, with a fault or without. */
bool render_refill(Render *render, const Fault *fault);

/* Takes another shader.  Buffers whose layout has changed are made and filled
   anew, and *out_made counts them; `refill` is false to see what happens
   without. */
bool render_reload(Render *render, const char *text, bool refill,
                   size_t *out_made);

/* Moves the particles by that many steps. */
void render_move(Render *render, uint32_t steps);

/* Draws into width * height * 4 bytes. */
void render_draw(Render *render, bool with_particles, unsigned char *rgba);

#endif
