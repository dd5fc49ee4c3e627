/* SPDX-License-Identifier: MIT */
/*
 * Where the output goes: standard output, or a file that is there as a whole or
 * not at all.
 */
#ifndef WLAY_TOOL_TARGET_H
#define WLAY_TOOL_TARGET_H

#include "tool.h"

typedef struct tool_target {
    const char *path; /* NULL: standard output */
    char *temporary;  /* the file that is renamed in the end; NULL: none */
    tool_stream stream;
} tool_target;

/* False if that cannot be written, and then says why; the target then needs no
   closing.  NULL and `-` are standard output. */
bool tool_target_open(const char *path, tool_target *out_target);

/* Puts the file in its place, unless the work failed, or ended without a word
   and not well; false if that did not work, and then says why. */
bool tool_target_close(tool_target *target, tool_status status);

#endif /* WLAY_TOOL_TARGET_H */
