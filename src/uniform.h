/* SPDX-License-Identifier: MIT */
/* The numbers of the strict layout constraints of uniform buffers.  [Address
   Space Layout Constraints] */
#ifndef WLAY_UNIFORM_H
#define WLAY_UNIFORM_H

#include "base.h"

/* Structs, arrays and array elements stand at multiples of it. */
#define WLAY_UNIFORM_UNIT 16

/* No type is larger than 2^32: this does not overflow. */
static inline uint64_t wlay_uniform_round(uint64_t n)
{
    return (n + WLAY_UNIFORM_UNIT - 1) / WLAY_UNIFORM_UNIT *
           WLAY_UNIFORM_UNIT;
}

/* RequiredAlignOf(type, uniform). */
static inline uint64_t wlay_uniform_align(const wlay_type *type)
{
    if (type->kind == WLAY_TYPE_STRUCT || type->kind == WLAY_TYPE_ARRAY)
        return wlay_uniform_round(type->align);
    return type->align;
}

/* The least distance from the start of a member to that of the next one, beyond
   what any address space asks for; 0: none. */
static inline uint64_t wlay_uniform_distance(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_STRUCT ? wlay_uniform_round(type->size) : 0;
}

static inline bool wlay_uniform_stride_allowed(uint64_t stride)
{
    return stride % WLAY_UNIFORM_UNIT == 0;
}

#endif /* WLAY_UNIFORM_H */
