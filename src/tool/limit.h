/* SPDX-License-Identifier: MIT */
/*
 * Numbers on the command line: of bytes, of elements, of a device's limits.
 */
#ifndef WLAY_TOOL_LIMIT_H
#define WLAY_TOOL_LIMIT_H

#include "tool.h"

/* Decimal digits; false if it is anything else, then says so of `option`. */
bool tool_read_u64(const char *option, const char *text, uint64_t *out);

/* `NAME=N` or `compatibility`; false if it is none, and then says why. */
bool tool_limit_set(wlay_limits *all, const char *value);

#endif /* WLAY_TOOL_LIMIT_H */
