/* SPDX-License-Identifier: MIT */
/*
 * Files, read whole.
 */
#ifndef WLAY_TOOL_FILE_H
#define WLAY_TOOL_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tool_text {
    char *data;
    size_t length;
} tool_text;

/* The name of a file in messages; `-` is standard input. */
const char *tool_file_name(const char *path);
bool tool_is_stdin(const char *path);

/* Reads a file of any kind to its end; says what went wrong.  The text is NULL
   and 0 on failure, so that tool_text_free() is always right. */
bool tool_read(const char *path, tool_text *out_text);
void tool_text_free(tool_text *text);

#endif /* WLAY_TOOL_FILE_H */
