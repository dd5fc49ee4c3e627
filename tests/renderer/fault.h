/* SPDX-License-Identifier: MIT */
/* Buffers that are wrong on purpose, so that tests have something to find. */
#ifndef RENDERER_FAULT_H
#define RENDERER_FAULT_H

#include <wlay.h>

/* A member that is written 4 bytes behind its place; in each element, if it is
   one of the elements of an array. */
typedef struct Fault {
    char variable[32];
    char path[64];
    uint64_t offset;
    uint64_t size;
    uint64_t stride; /* of the array; 0 if there is none */
} Fault;

/* All members of the buffers of a module, down to vectors and matrices.
   Returns how many there are; of them, those that fit are written. */
size_t fault_list(const wlay_module *module, Fault *faults, size_t capacity);

/* Breaks the bytes of a variable, if it is the one. */
void fault_apply(const Fault *fault, const char *variable,
                 unsigned char *bytes, size_t size);

#endif
