/* SPDX-License-Identifier: MIT */
#ifndef RENDERER_PNG_H
#define RENDERER_PNG_H

#include <stdbool.h>
#include <stdint.h>

/* Writes a picture of 4 bytes a pixel, of which the last is left out; not
   compressed. */
bool png_write(const char *path, uint32_t width, uint32_t height,
               const unsigned char *rgba);

#endif
