/* SPDX-License-Identifier: MIT */
/* The picture as it should be: the scene drawn without a GPU, and without any
   buffer whose layout could be wrong. */
#ifndef RENDERER_CPU_H
#define RENDERER_CPU_H

#include "scene.h"

#include <stdbool.h>

/* Moves the particles by one step. */
void cpu_move_particles(Scene *scene);

/* Draws into width * height * 4 bytes. */
void cpu_draw(const Scene *scene, uint32_t width, uint32_t height,
              bool with_particles, unsigned char *rgba);

#endif
