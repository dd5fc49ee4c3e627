/* SPDX-License-Identifier: MIT */
/*
 * The structs that frexp and modf give: __frexp_result_f32,
 * __modf_result_vec2_abstract and so on.  No module can write their names.
 */
#ifndef WLAY_TYPES_SPLIT_H
#define WLAY_TYPES_SPLIT_H

#include "types.h"

typedef enum wlay_split {
    WLAY_SPLIT_FREXP, /* { fract: T, exp: T with integer components } */
    WLAY_SPLIT_MODF,  /* { fract: T, whole: T } */
    WLAY_SPLIT_COUNT
} wlay_split;

/*
 * The struct for a floating point scalar or vector type T, once per module.
 * NULL if out of memory.
 */
WLAY_COLD const wlay_type *wlay_split_type(wlay_types *types, wlay_split split,
                                 const wlay_type *t);

/* Whether the two are such structs that differ at most in their component type:
   then their ConversionRank is that of their `fract`. */
bool wlay_same_split(const wlay_type *a, const wlay_type *b);

/* Such a struct with another floating point component type. */
const wlay_type *wlay_split_with_component(wlay_types *types,
                                           const wlay_type *type,
                                           wlay_s component);

#endif /* WLAY_TYPES_SPLIT_H */
