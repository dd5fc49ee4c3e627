/* SPDX-License-Identifier: MIT */
/* As much of vectors and matrices as the scene needs. */
#ifndef RENDERER_VECTOR_H
#define RENDERER_VECTOR_H

#include <math.h>

typedef struct Vec3 {
    float x, y, z;
} Vec3;

/* Columns, as in WGSL. */
typedef struct Mat4 {
    float at[4][4];
} Mat4;

static inline Vec3 vec3(float x, float y, float z)
{
    const Vec3 v = {x, y, z};

    return v;
}

static inline Vec3 add(Vec3 a, Vec3 b)
{
    return vec3(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline Vec3 subtract(Vec3 a, Vec3 b)
{
    return vec3(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline Vec3 scale(Vec3 a, float by)
{
    return vec3(a.x * by, a.y * by, a.z * by);
}

static inline Vec3 times(Vec3 a, Vec3 b)
{
    return vec3(a.x * b.x, a.y * b.y, a.z * b.z);
}

static inline float dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline Vec3 cross(Vec3 a, Vec3 b)
{
    return vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                a.x * b.y - a.y * b.x);
}

static inline float length_of(Vec3 a)
{
    return sqrtf(dot(a, a));
}

static inline Vec3 normalized(Vec3 a)
{
    return scale(a, 1 / length_of(a));
}

static inline float clamped(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static inline float saturate(float x)
{
    return clamped(x, 0, 1);
}

static inline float mixed(float a, float b, float t)
{
    return a * (1 - t) + b * t;
}

static inline Vec3 mixed3(Vec3 a, Vec3 b, float t)
{
    return add(scale(a, 1 - t), scale(b, t));
}

static inline float smoothstep(float low, float high, float x)
{
    const float t = saturate((x - low) / (high - low));

    return t * t * (3 - 2 * t);
}

Mat4 mat4_identity(void);
Mat4 mat4_multiply(const Mat4 *a, const Mat4 *b);
Mat4 mat4_inverse(const Mat4 *m);
Mat4 mat4_translate(Vec3 by);
Mat4 mat4_scale(Vec3 by);
/* By an angle in radians, about a unit vector. */
Mat4 mat4_rotate(Vec3 axis, float angle);
Mat4 mat4_look_at(Vec3 eye, Vec3 target);
/* Depth from 0, at `near`, to 1. */
Mat4 mat4_perspective(float height_angle, float aspect, float near_plane,
                      float far_plane);

/* m * vec4(v, w), of which `to` gets all four. */
void mat4_apply(const Mat4 *m, Vec3 v, float w, float to[4]);
Vec3 mat4_point(const Mat4 *m, Vec3 v);
Vec3 mat4_direction(const Mat4 *m, Vec3 v);

#endif
