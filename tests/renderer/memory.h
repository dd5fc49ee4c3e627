/* SPDX-License-Identifier: MIT */
/*
 * The buffers of a module and what the scene puts into them.  Sizes, strides
 * and offsets are those that the module has; the tables in memory.c only name
 * members.
 */
#ifndef RENDERER_MEMORY_H
#define RENDERER_MEMORY_H

#include "device.h"
#include "fault.h"
#include "scene.h"

#include <wlay.h>

enum { MEMORY_BUFFERS = 8 };

typedef struct Memory {
    Device *device;
    WGPUBuffer buffers[MEMORY_BUFFERS];
    uint64_t sizes[MEMORY_BUFFERS];
} Memory;

/* Makes and fills all buffers.  False, and why on standard error, where the
   module does not have what the scene needs.  `fault` is for tests, else NULL. */
bool memory_make(Memory *memory, Device *device, const wlay_module *module,
                 const Scene *scene, const Fault *fault);
void memory_free(Memory *memory);

/*
 * For a module that comes in the place of another one: makes those buffers
 * anew, and fills them, of which the library says that something in them has
 * changed.  *out_made is how many they are.
 */
bool memory_reload(Memory *memory, const wlay_module *old_module,
                   const wlay_module *module, const Scene *scene,
                   size_t *out_made);

/* The buffer of a variable; NULL if there is none. */
WGPUBuffer memory_find(const Memory *memory, const char *variable,
                       uint64_t *size);

/* Copies the particles back from the device. */
bool memory_load_particles(const Memory *memory, const wlay_module *module,
                           Particle *particles);

#endif
