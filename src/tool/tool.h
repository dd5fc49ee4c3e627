/* SPDX-License-Identifier: MIT */
/*
 * What all parts of the tool share: how it ends, and how it speaks.
 */
#ifndef WLAY_TOOL_H
#define WLAY_TOOL_H

#include "../write.h"

#include <stdio.h>

/* Exit statuses; of several, the largest counts. */
typedef enum tool_status {
    TOOL_OK = 0,
    TOOL_INVALID_WGSL = 1,
    TOOL_FAILED = 2
} tool_status;

/* Null-terminated text, such as an argument. */
wlay_string tool_string(const char *text);

/* So that compilers that know how check the arguments. */
#if defined(__GNUC__)
#define TOOL_LIKE_PRINTF __attribute__((format(printf, 1, 2)))
#else
#define TOOL_LIKE_PRINTF
#endif

/* Says what the tool itself could not do: `wlay: ` and a message. */
void tool_error(const char *format, ...) TOOL_LIKE_PRINTF;

/* A stream and the first error that writing to it met. */
typedef struct tool_stream {
    FILE *file;
    int error; /* of errno; 0 if there was none */
} tool_stream;

wlay_sink tool_sink(tool_stream *stream);
void tool_put(tool_stream *stream, const char *text);
/* Hands over what is buffered. */
bool tool_flush(tool_stream *stream);
/* Closes the stream and says what went wrong with it, if anything did. */
bool tool_close(tool_stream *stream, const char *name);

#endif /* WLAY_TOOL_H */
