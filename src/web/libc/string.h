/* SPDX-License-Identifier: MIT */
/* What the library asks of <string.h>. */
#ifndef WLAY_WEB_STRING_H
#define WLAY_WEB_STRING_H

#include <stddef.h>

void *memchr(const void *memory, int c, size_t size);
int memcmp(const void *a, const void *b, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *memory, int c, size_t size);
size_t strcspn(const char *text, const char *reject);
size_t strlen(const char *text);
int strncmp(const char *a, const char *b, size_t size);

#endif /* WLAY_WEB_STRING_H */
