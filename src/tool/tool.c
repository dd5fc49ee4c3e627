/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

wlay_string tool_string(const char *text)
{
    return (wlay_string){text, strlen(text)};
}

/* errno need not be set by the C library's streams. */
static void remember_error(tool_stream *stream)
{
    if (stream->error == 0)
        stream->error = errno != 0 ? errno : EIO;
}

static bool write_bytes(void *user_data, const char *data, size_t length)
{
    tool_stream *stream = user_data;

    errno = 0;
    if (fwrite(data, 1, length, stream->file) != length)
        remember_error(stream);
    return stream->error == 0;
}

wlay_sink tool_sink(tool_stream *stream)
{
    return (wlay_sink){write_bytes, stream};
}

/* What is in names of files and in arguments must not steer a terminal, nor look
   like a message of its own. */
static void put_error(wlay_string text)
{
    tool_stream err = {stderr, 0};
    const wlay_sink sink = tool_sink(&err);
    wlay_out out;

    wlay_out_init(&out, &sink, false);
    WLAY_OUT(&out, "wlay: ");
    wlay_out_text(&out, text);
    wlay_out_line(&out);
    wlay_out_finish(&out);
}

void tool_error(const char *format, ...)
{
    char buffer[1024];
    char *longer = NULL;
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(buffer, sizeof buffer, format, args);
    va_end(args);
    if (length >= (int)sizeof buffer)
        longer = malloc((size_t)length + 1);
    if (longer != NULL) {
        va_start(args, format);
        vsnprintf(longer, (size_t)length + 1, format, args);
        va_end(args);
    }
    put_error(tool_string(longer != NULL ? longer : buffer));
    free(longer);
}

void tool_put(tool_stream *stream, const char *text)
{
    if (stream->error == 0)
        write_bytes(stream, text, strlen(text));
}

bool tool_flush(tool_stream *stream)
{
    errno = 0;
    if (fflush(stream->file) != 0)
        remember_error(stream);
    return stream->error == 0;
}

bool tool_close(tool_stream *stream, const char *name)
{
    tool_flush(stream);
    errno = 0;
    if (fclose(stream->file) != 0)
        remember_error(stream);
    /* Whoever closed the other end of a pipe does not want to hear of it. */
    if (stream->error != 0 && stream->error != EPIPE)
        tool_error("%s: %s", name, strerror(stream->error));
    return stream->error == 0;
}
