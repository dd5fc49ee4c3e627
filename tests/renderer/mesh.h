/* SPDX-License-Identifier: MIT */
#ifndef RENDERER_MESH_H
#define RENDERER_MESH_H

#include "scene.h"

/* In the plane y = 0; the pattern is on it that many times each way. */
void mesh_make_plane(Mesh *mesh, float half, float repeats);
/* Of radius 1. */
void mesh_make_sphere(Mesh *mesh, uint32_t rings);
/* From the origin up, with bones one above the other. */
void mesh_make_arm(Mesh *mesh, float length, uint32_t bones, uint32_t rings);
void mesh_free(Mesh *mesh);

#endif
