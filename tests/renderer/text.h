/* SPDX-License-Identifier: MIT */
/* Texts that grow, files, and numbers by chance. */
#ifndef RENDERER_TEXT_H
#define RENDERER_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#  define TEXT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#  define TEXT_FORMAT
#endif

/* A zeroed struct is an empty text; `data` is then NULL. */
typedef struct Text {
    char *data; /* null-terminated */
    size_t length;
    size_t capacity;
} Text;

/* Like printf, at the end of the text.  Out of memory ends the program. */
void text_add(Text *text, const char *format, ...) TEXT_FORMAT;
void text_free(Text *text);

/* A whole file; false if it cannot be read. */
bool text_read(Text *text, const char *path);

/* malloc that ends the program rather than fail; memory is zeroed. */
void *allocate(size_t size);

/* xorshift: the state is any number but 0. */
uint32_t random_bits(uint64_t *state);
/* From 0 to limit - 1. */
uint32_t random_below(uint64_t *state, uint32_t limit);

#endif
