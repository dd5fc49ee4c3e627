/* SPDX-License-Identifier: MIT */
/* What the questions about sizes and parts share. */
#ifndef WLAY_QUERY_H
#define WLAY_QUERY_H

#include "types.h"

/*
 * The array of a type whose element count is not known before there is a
 * buffer: the type itself or its last member, runtime-sized or sized by an
 * override without a value.  NULL if it has none; else *out_offset is where it
 * begins.
 */
const wlay_type *wlay_open_array(const wlay_type *type, uint64_t *out_offset);

/* SizeOf(type) with `count` elements of its open array, which 0 leaves at one.
   False if that does not fit. */
bool wlay_size_with(const wlay_type *type, uint64_t count, uint64_t *out_size);

/* The variable is a buffer, so that it has a minimum binding size. */
bool wlay_is_buffer(const wlay_variable *variable);

/* The limits with their defaults in place of 0; `limits` may be NULL. */
wlay_limits wlay_limits_with_defaults(const wlay_limits *limits);

#endif /* WLAY_QUERY_H */
