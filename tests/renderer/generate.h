/* SPDX-License-Identifier: MIT */
/* Modules by chance: structs of all host-shareable types, and variables. */
#ifndef RENDERER_GENERATE_H
#define RENDERER_GENERATE_H

#include "text.h"

/* The same text for the same seed.  A uniform variable may break the rules of
   its address space; all else is valid. */
void generate_module(Text *text, uint64_t seed, bool f16);

#endif
