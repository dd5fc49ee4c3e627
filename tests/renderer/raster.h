/* SPDX-License-Identifier: MIT */
/*
 * Triangles on the CPU, by the rules of WebGPU: four samples a pixel at the
 * standard places, one call of the shader for a pixel, numbers between vertices
 * in perspective, depth from 0 to 1, less is nearer.
 */
#ifndef RENDERER_RASTER_H
#define RENDERER_RASTER_H

#include <stdbool.h>
#include <stdint.h>

enum { RASTER_NUMBERS = 9, RASTER_SAMPLES = 4 };

typedef struct RasterVertex {
    float clip[4];
    float numbers[RASTER_NUMBERS]; /* for the shader */
} RasterVertex;

/* What a pixel gets, from 0 to 1. */
typedef void RasterShader(const void *user, const float *numbers, float rgb[3]);

typedef struct Raster {
    uint32_t width;
    uint32_t height;
    unsigned char (*color)[RASTER_SAMPLES][3]; /* a row after the other */
    float (*depth)[RASTER_SAMPLES];

    /* What the next triangles are drawn with. */
    RasterShader *shader;
    const void *user;
    bool add;         /* to what is there already, and hide nothing */
    bool ignore_depth;
} Raster;

void raster_begin(Raster *raster, uint32_t width, uint32_t height);
void raster_triangle(Raster *raster, const RasterVertex *a,
                     const RasterVertex *b, const RasterVertex *c);
/* Writes the picture, 4 bytes a pixel, and frees all. */
void raster_end(Raster *raster, unsigned char *rgba);

#endif
