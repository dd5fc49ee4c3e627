/* SPDX-License-Identifier: MIT */
/*
 * The files that make up one module.
 */
#ifndef WLAY_TOOL_INPUT_H
#define WLAY_TOOL_INPUT_H

#include "../write.h"

#include "file.h"

typedef struct tool_input {
    const char *const *paths;
    size_t count;
    tool_text *texts;
    wlay_source *sources; /* one for each path */
    char *name;           /* of all of them: `a.wgsl + b.wgsl` */
} tool_input;

/* Reads them all; says what went wrong.  tool_input_free() is right in both
   cases. */
bool tool_input_read(const char *const *paths, size_t count,
                     tool_input *out_input);
void tool_input_free(tool_input *input);

#endif /* WLAY_TOOL_INPUT_H */
