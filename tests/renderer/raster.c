/* SPDX-License-Identifier: MIT */
#include "raster.h"

#include "text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The standard places of samples in a pixel. */
static const double samples[RASTER_SAMPLES][2] = {
    {0.375, 0.125}, {0.875, 0.375}, {0.125, 0.625}, {0.625, 0.875}};

void raster_begin(Raster *raster, uint32_t width, uint32_t height)
{
    const size_t pixels = (size_t)width * height;

    memset(raster, 0, sizeof *raster);
    raster->width = width;
    raster->height = height;
    raster->color = allocate(pixels * sizeof *raster->color);
    raster->depth = allocate(pixels * sizeof *raster->depth);
    for (size_t i = 0; i < pixels; i++)
        for (int s = 0; s < RASTER_SAMPLES; s++)
            raster->depth[i][s] = 1;
}

void raster_end(Raster *raster, unsigned char *rgba)
{
    const size_t pixels = (size_t)raster->width * raster->height;

    for (size_t i = 0; i < pixels; i++) {
        for (int k = 0; k < 3; k++) {
            unsigned sum = RASTER_SAMPLES / 2;

            for (int s = 0; s < RASTER_SAMPLES; s++)
                sum += raster->color[i][s][k];
            rgba[i * 4 + (size_t)k] = (unsigned char)(sum / RASTER_SAMPLES);
        }
        rgba[i * 4 + 3] = 255;
    }
    free(raster->color);
    free(raster->depth);
}

/* ---------------------------------------------------------- one triangle */

typedef struct Corner {
    double x, y, z; /* in pixels, and depth */
    double over_w;
    const float *numbers;
} Corner;

typedef struct Triangle {
    Corner corners[3];
    double area; /* twice */
} Triangle;

static Corner corner_of(const Raster *raster, const RasterVertex *v)
{
    Corner corner;

    corner.over_w = 1 / (double)v->clip[3];
    corner.x = ((double)v->clip[0] * corner.over_w * 0.5 + 0.5) *
               (double)raster->width;
    corner.y = (0.5 - (double)v->clip[1] * corner.over_w * 0.5) *
               (double)raster->height;
    corner.z = (double)v->clip[2] * corner.over_w;
    corner.numbers = v->numbers;
    return corner;
}

static double edge(const Corner *a, const Corner *b, double x, double y)
{
    return (b->x - a->x) * (y - a->y) - (b->y - a->y) * (x - a->x);
}

/* The shares of the corners in a place; they add up to 1. */
static void shares_at(const Triangle *t, double x, double y, double shares[3])
{
    for (int i = 0; i < 3; i++)
        shares[i] = edge(&t->corners[(i + 1) % 3], &t->corners[(i + 2) % 3], x,
                         y) /
                    t->area;
}

/* A place on an edge belongs to one of the two triangles that share it. */
static bool is_inside(const Triangle *t, const double shares[3])
{
    for (int i = 0; i < 3; i++) {
        const Corner *a = &t->corners[(i + 1) % 3];
        const Corner *b = &t->corners[(i + 2) % 3];
        const bool owns = a->y > b->y || (!(a->y < b->y) && a->x < b->x);

        if (shares[i] < 0 || (!(shares[i] > 0) && !owns))
            return false;
    }
    return true;
}

static void shade(const Raster *raster, const Triangle *t, double x, double y,
                  unsigned char color[3])
{
    float numbers[RASTER_NUMBERS];
    float rgb[3];
    double shares[3];
    double sum = 0;

    shares_at(t, x, y, shares);
    for (int i = 0; i < 3; i++) {
        shares[i] *= t->corners[i].over_w;
        sum += shares[i];
    }
    for (int k = 0; k < RASTER_NUMBERS; k++) {
        double number = 0;

        for (int i = 0; i < 3; i++)
            number += shares[i] * (double)t->corners[i].numbers[k];
        numbers[k] = (float)(number / sum);
    }
    raster->shader(raster->user, numbers, rgb);
    for (int k = 0; k < 3; k++)
        color[k] = (unsigned char)(fminf(fmaxf(rgb[k], 0), 1) * 255 + 0.5f);
}

static void put(const Raster *raster, unsigned char to[3],
                const unsigned char color[3])
{
    for (int k = 0; k < 3; k++) {
        const unsigned sum = to[k] + (unsigned)color[k];

        to[k] = raster->add ? (unsigned char)(sum > 255 ? 255 : sum) : color[k];
    }
}

static void fill_pixel(Raster *raster, const Triangle *t, uint32_t x,
                       uint32_t y)
{
    const size_t at = (size_t)y * raster->width + x;
    unsigned char color[3] = {0};
    bool shaded = false;

    for (int s = 0; s < RASTER_SAMPLES; s++) {
        double shares[3];
        double z = 0;

        shares_at(t, x + samples[s][0], y + samples[s][1], shares);
        if (!is_inside(t, shares))
            continue;
        for (int i = 0; i < 3; i++)
            z += shares[i] * t->corners[i].z;
        if (!raster->ignore_depth && (float)z >= raster->depth[at][s])
            continue;
        if (!shaded)
            shade(raster, t, x + 0.5, y + 0.5, color);
        shaded = true;
        if (!raster->add && !raster->ignore_depth)
            raster->depth[at][s] = (float)z;
        put(raster, raster->color[at][s], color);
    }
}

static uint32_t pixel(double at, uint32_t limit)
{
    if (at < 0)
        return 0;
    return at > (double)limit ? limit : (uint32_t)at;
}

static double least(double a, double b, double c)
{
    return fmin(a, fmin(b, c));
}

static void fill_triangle(Raster *raster, const RasterVertex *a,
                          const RasterVertex *b, const RasterVertex *c)
{
    Triangle t;
    const Corner *p = t.corners;
    uint32_t right;
    uint32_t bottom;

    t.corners[0] = corner_of(raster, a);
    t.corners[1] = corner_of(raster, b);
    t.corners[2] = corner_of(raster, c);
    t.area = edge(&p[0], &p[1], p[2].x, p[2].y);
    if (!(t.area > 0) && !(t.area < 0))
        return;
    if (t.area < 0) { /* both sides are seen */
        const Corner kept = t.corners[1];

        t.corners[1] = t.corners[2];
        t.corners[2] = kept;
        t.area = -t.area;
    }
    right = pixel(-least(-p[0].x, -p[1].x, -p[2].x) + 1, raster->width);
    bottom = pixel(-least(-p[0].y, -p[1].y, -p[2].y) + 1, raster->height);
    for (uint32_t y = pixel(least(p[0].y, p[1].y, p[2].y), raster->height);
         y < bottom; y++)
        for (uint32_t x = pixel(least(p[0].x, p[1].x, p[2].x), raster->width);
             x < right; x++)
            fill_pixel(raster, &t, x, y);
}

/* -------------------------------------------------------------- clipping */

static RasterVertex between(const RasterVertex *a, const RasterVertex *b)
{
    const float t = a->clip[2] / (a->clip[2] - b->clip[2]);
    RasterVertex v;

    for (int i = 0; i < 4; i++)
        v.clip[i] = a->clip[i] + (b->clip[i] - a->clip[i]) * t;
    for (int i = 0; i < RASTER_NUMBERS; i++)
        v.numbers[i] = a->numbers[i] + (b->numbers[i] - a->numbers[i]) * t;
    return v;
}

/* What is in front of the near plane is a polygon of up to four corners. */
void raster_triangle(Raster *raster, const RasterVertex *a,
                     const RasterVertex *b, const RasterVertex *c)
{
    const RasterVertex *from[3] = {a, b, c};
    RasterVertex kept[4];
    int count = 0;

    for (int i = 0; i < 3; i++) {
        const RasterVertex *v = from[i];
        const RasterVertex *next = from[(i + 1) % 3];

        if (v->clip[2] >= 0)
            kept[count++] = *v;
        if ((v->clip[2] >= 0) != (next->clip[2] >= 0))
            kept[count++] = between(v, next);
    }
    for (int i = 2; i < count; i++)
        fill_triangle(raster, &kept[0], &kept[i - 1], &kept[i]);
}
