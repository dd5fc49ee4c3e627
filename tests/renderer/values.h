/* SPDX-License-Identifier: MIT */
/*
 * The values of a type, known without its layout: one after the other, in the
 * order in which members are declared, elements, columns and components count.
 * A shader that goes through them by name meets them in that order too.
 *
 * Between these and the bytes of a buffer there are the data functions of wlay,
 * in three ways.
 */
#ifndef RENDERER_VALUES_H
#define RENDERER_VALUES_H

#include <wlay.h>

/* A part of a type that holds scalars of one kind. */
typedef struct Leaf {
    const wlay_type *type; /* a scalar, vector, matrix or atomic; or an array of
                              such where whole arrays are asked for */
    const char *path;      /* as for wlay_follow() */
    size_t first;          /* its first scalar among those of the root type */
    size_t count;          /* of its scalars */
} Leaf;

/* Returns whether to go on. */
typedef bool LeafFunction(void *user, const Leaf *leaf);

/* `tail` is the number of elements of a runtime-sized array. */
bool values_walk(const wlay_type *type, uint64_t tail, bool whole_arrays,
                 LeafFunction *function, void *user);

/* How many scalars; of the runtime-sized array too. */
size_t values_count(const wlay_type *type, uint64_t tail);

/* The runtime-sized array in a type: itself, its last member, or NULL. */
const wlay_type *values_tail(const wlay_type *type);

/* Bits of scalars by chance: any integer, any f32 and f16 that is finite and
   not subnormal, as a GPU may flush or change the others.  An f16 is in the
   low bits. */
void values_make(const wlay_type *type, uint64_t tail, uint64_t *random,
                 uint32_t *bits);

/* A way to move values. */
typedef enum ValuesWay {
    VALUES_BY_LEAF,  /* a call for each scalar, vector and matrix */
    VALUES_BY_ARRAY, /* whole arrays, from double and int64_t, by rows */
    VALUES_BY_PLAN,  /* a plan for the type, or for the elements in it */
    VALUES_WAYS
} ValuesWay;

/* Memory of a root type, and the values that are to be, or should be, there. */
typedef struct ValuesPlace {
    const wlay_type *type;
    uint64_t tail;
    unsigned char *bytes;
    size_t size;
    const uint32_t *bits;
} ValuesPlace;

/* False, with a sentence in `why`, where the library refuses, or, when loading,
   where the values differ. */
bool values_store(const ValuesPlace *place, ValuesWay way, char *why,
                  size_t capacity);
bool values_load(const ValuesPlace *place, ValuesWay way, char *why,
                 size_t capacity);

#endif
