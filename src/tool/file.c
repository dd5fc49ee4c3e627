/* SPDX-License-Identifier: MIT */
#include "file.h"

#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 65536
/* The library counts the bytes of a text in 32 bits. */
#define LENGTH_MAX UINT32_MAX

bool tool_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *tool_file_name(const char *path)
{
    return tool_is_stdin(path) ? "<stdin>" : path;
}

static bool fail(const char *path, const char *why)
{
    tool_error("%s: %s", tool_file_name(path), why);
    return false;
}

/* Room for at least one more byte. */
static bool make_room(tool_text *text, size_t *capacity)
{
    size_t wanted = *capacity > 0 ? *capacity * 2 : FIRST_CAPACITY;
    char *data;

    if (text->length < *capacity)
        return true;
    if (wanted <= *capacity)
        return false;
    data = realloc(text->data, wanted);
    if (data == NULL)
        return false;
    text->data = data;
    *capacity = wanted;
    return true;
}

/* A file's size is not asked for: a pipe has none and a growing file lies. */
static bool read_stream(FILE *file, const char *path, tool_text *text)
{
    size_t capacity = 0;
    size_t count;

    do {
        if (!make_room(text, &capacity))
            return fail(path, "out of memory");
        errno = 0;
        count = fread(text->data + text->length, 1, capacity - text->length,
                      file);
        text->length += count;
        if (ferror(file))
            return fail(path, errno != 0 ? strerror(errno) : "cannot be read");
        if (text->length > LENGTH_MAX)
            return fail(path, "is 4 GiB or larger");
    } while (count > 0);
    return true;
}

bool tool_read(const char *path, tool_text *out_text)
{
    FILE *file;
    bool done;

    *out_text = (tool_text){NULL, 0};
    errno = 0;
    file = tool_is_stdin(path) ? stdin : fopen(path, "rb");
    if (file == NULL)
        return fail(path, errno != 0 ? strerror(errno) : "cannot be opened");
    done = read_stream(file, path, out_text);
    if (file != stdin)
        fclose(file);
    if (!done)
        tool_text_free(out_text);
    return done;
}

void tool_text_free(tool_text *text)
{
    free(text->data);
    *text = (tool_text){NULL, 0};
}
