/* SPDX-License-Identifier: MIT */
/*
 * The formats `c` and `c-asserts`.
 */
#ifndef WLAY_TOOL_HOST_H
#define WLAY_TOOL_HOST_H

#include "options.h"

/* Reads all modules before it writes: what they declare has to go together. */
tool_status tool_host(const tool_options *options, tool_stream *out);

/* False, and says so, if there are options that mean nothing in the format that
   the command `layout` has to write. */
bool tool_host_check_options(const tool_options *options);

#endif /* WLAY_TOOL_HOST_H */
