/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *allocate(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);

    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

static void make_room(Text *text, size_t more)
{
    size_t capacity = text->capacity > 0 ? text->capacity : 1024;
    char *data;

    while (capacity - text->length <= more)
        capacity *= 2;
    if (capacity == text->capacity)
        return;
    data = allocate(capacity);
    if (text->length > 0)
        memcpy(data, text->data, text->length);
    free(text->data);
    text->data = data;
    text->capacity = capacity;
}

void text_add(Text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0)
        return;
    make_room(text, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_free(Text *text)
{
    free(text->data);
    memset(text, 0, sizeof *text);
}

bool text_read(Text *text, const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t got;

    if (file == NULL)
        return false;
    do {
        make_room(text, 4096);
        got = fread(text->data + text->length, 1, 4096, file);
        text->length += got;
    } while (got > 0);
    text->data[text->length] = '\0';
    return fclose(file) == 0;
}

uint32_t random_bits(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 16);
}

uint32_t random_below(uint64_t *state, uint32_t limit)
{
    return random_bits(state) % limit;
}
