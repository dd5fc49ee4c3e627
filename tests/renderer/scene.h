/* SPDX-License-Identifier: MIT */
/*
 * What is in the picture, as a program has it: C structs, tightly packed or
 * not, in whatever order.  Nothing here knows of WGSL.
 */
#ifndef RENDERER_SCENE_H
#define RENDERER_SCENE_H

#include "vector.h"

#include <stddef.h>
#include <stdint.h>

enum {
    SCENE_WIDTH = 640,
    SCENE_HEIGHT = 480,
    SCENE_SPHERES = 11,
    SCENE_LIGHTS = 6,
    SCENE_ARMS = 3,
    SCENE_ARM_BONES = 8,
    SCENE_BONES = SCENE_ARMS * SCENE_ARM_BONES,
    SCENE_MATERIALS = 7,
    SCENE_OCCLUDERS = SCENE_SPHERES + SCENE_BONES,
    SCENE_PARTICLES = 700,
    SCENE_STEPS = 40, /* of the particles, before the picture is taken */
    SCENE_PATTERN_SIZE = 64
};

/* Instances in the order in which they are drawn. */
enum {
    SCENE_FIRST_SPHERE = 1, /* behind the ground */
    SCENE_FIRST_LAMP = SCENE_FIRST_SPHERE + SCENE_SPHERES,
    SCENE_FIRST_ARM = SCENE_FIRST_LAMP + SCENE_LIGHTS,
    SCENE_INSTANCES = SCENE_FIRST_ARM + SCENE_ARMS
};

typedef struct Light {
    Vec3 color;
    Vec3 position;
    float radius;
} Light;

typedef struct Material {
    Vec3 base_color;
    Vec3 emission;
    float metallic;
    float roughness;
    float pattern;
} Material;

typedef struct Instance {
    uint32_t material;
    uint32_t first_bone;
    Vec3 tint;
    Mat4 world;
    float normal[9]; /* columns of a 3 x 3 matrix */
} Instance;

typedef struct Occluder {
    Vec3 center;
    float radius;
} Occluder;

typedef struct Particle {
    double position[3];
    double velocity[3];
    Vec3 color;
    float age;
    float life;
    float size;
} Particle;

typedef struct Vertex {
    Vec3 position;
    Vec3 normal;
    float uv[2];
    uint32_t joints[4];
    float weights[4];
} Vertex;

typedef struct Mesh {
    Vertex *vertices;
    uint32_t vertex_count;
    uint32_t *indices;
    uint32_t index_count;
} Mesh;

typedef struct Scene {
    Mat4 view_projection;
    Mat4 clip_to_world;
    Vec3 eye;
    Vec3 right;
    Vec3 up;
    float exposure;
    float fog;

    Vec3 zenith;
    Vec3 horizon;
    Vec3 ground;
    Vec3 sun_direction;
    Vec3 sun_color;
    float sun_softness;

    Vec3 gravity;
    float time_step;
    float bounce;
    float drag;

    uint32_t light_count;
    Light lights[SCENE_LIGHTS];
    Material materials[SCENE_MATERIALS];
    Instance instances[SCENE_INSTANCES];
    Mat4 bones[SCENE_BONES];
    Occluder occluders[SCENE_OCCLUDERS];
    Particle particles[SCENE_PARTICLES];
    unsigned char pattern[SCENE_PATTERN_SIZE][SCENE_PATTERN_SIZE][4];

    Mesh plane;
    Mesh sphere;
    Mesh arm;
} Scene;

/* `width` and `height` are the picture's. */
void scene_make(Scene *scene, uint32_t width, uint32_t height);
void scene_free(Scene *scene);

/* Where a point of the world is in the picture, in pixels. */
void scene_project(const Scene *scene, Vec3 point, uint32_t width,
                   uint32_t height, float *x, float *y);

#endif
