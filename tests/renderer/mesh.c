/* SPDX-License-Identifier: MIT */
/* The three meshes. */
#include "mesh.h"

#include "text.h"

#include <stdlib.h>

#define TURN 6.2831853f

static void begin(Mesh *mesh, uint32_t rings, uint32_t around)
{
    mesh->vertex_count = (rings + 1) * (around + 1);
    mesh->index_count = rings * around * 6;
    mesh->vertices = allocate(mesh->vertex_count * sizeof *mesh->vertices);
    mesh->indices = allocate(mesh->index_count * sizeof *mesh->indices);
}

/* Two triangles for each field of a grid of vertices. */
static void join(Mesh *mesh, uint32_t rings, uint32_t around)
{
    uint32_t *index = mesh->indices;

    for (uint32_t i = 0; i < rings; i++)
        for (uint32_t k = 0; k < around; k++) {
            const uint32_t at = i * (around + 1) + k;

            *index++ = at;
            *index++ = at + around + 1;
            *index++ = at + 1;
            *index++ = at + 1;
            *index++ = at + around + 1;
            *index++ = at + around + 2;
        }
}

void mesh_make_plane(Mesh *mesh, float half, float repeats)
{
    begin(mesh, 1, 1);
    for (uint32_t i = 0; i < 4; i++) {
        Vertex *v = &mesh->vertices[i];
        const float x = (float)(i & 1);
        const float z = (float)(i >> 1);

        v->position = vec3((2 * x - 1) * half, 0, (2 * z - 1) * half);
        v->normal = vec3(0, 1, 0);
        v->uv[0] = x * repeats;
        v->uv[1] = z * repeats;
    }
    join(mesh, 1, 1);
}

void mesh_make_sphere(Mesh *mesh, uint32_t rings)
{
    const uint32_t around = rings * 2;

    begin(mesh, rings, around);
    for (uint32_t i = 0; i <= rings; i++)
        for (uint32_t k = 0; k <= around; k++) {
            Vertex *v = &mesh->vertices[i * (around + 1) + k];
            const float down = TURN / 2 * (float)i / (float)rings;
            const float turn = TURN * (float)k / (float)around;

            v->position = vec3(sinf(down) * cosf(turn), cosf(down),
                               -sinf(down) * sinf(turn));
            v->normal = v->position;
            v->uv[0] = 4 * (float)k / (float)around;
            v->uv[1] = 2 * (float)i / (float)rings;
        }
    join(mesh, rings, around);
}

/* Between two bones, in 255ths, as a buffer has them. */
static void set_weights(Vertex *v, float height, uint32_t bones)
{
    const float at = clamped(height * (float)bones - 0.5f, 0,
                             (float)(bones - 1));
    const uint32_t bone = (uint32_t)at < bones - 1 ? (uint32_t)at : bones - 2;
    const float upper = floorf((at - (float)bone) * 255 + 0.5f);

    v->joints[0] = bone;
    v->joints[1] = bone + 1;
    v->weights[0] = (255 - upper) / 255;
    v->weights[1] = upper / 255;
}

static float arm_radius(float height)
{
    return sqrtf(1 - height * height * height * height) *
           mixed(0.42f, 0.2f, height);
}

void mesh_make_arm(Mesh *mesh, float length, uint32_t bones, uint32_t rings)
{
    const uint32_t around = rings / 2;

    begin(mesh, rings, around);
    for (uint32_t i = 0; i <= rings; i++)
        for (uint32_t k = 0; k <= around; k++) {
            Vertex *v = &mesh->vertices[i * (around + 1) + k];
            /* From the top down, as those of the sphere. */
            const float height = 1 - (float)i / (float)rings;
            const float turn = TURN * (float)k / (float)around;
            const float slope =
                (arm_radius(fmaxf(height - 0.01f, 0)) -
                 arm_radius(fminf(height + 0.01f, 1))) /
                (0.02f * length);
            const float radius = arm_radius(height);

            v->position = vec3(radius * cosf(turn), height * length,
                               -radius * sinf(turn));
            v->normal =
                normalized(vec3(cosf(turn), slope, -sinf(turn)));
            v->uv[0] = 2 * (float)k / (float)around;
            v->uv[1] = 4 * height;
            set_weights(v, height, bones);
        }
    join(mesh, rings, around);
}

void mesh_free(Mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
}
