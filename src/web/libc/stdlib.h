/* SPDX-License-Identifier: MIT */
/* What the library, and what is shared with the tool, asks of <stdlib.h>. */
#ifndef WLAY_WEB_STDLIB_H
#define WLAY_WEB_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void free(void *memory);

#endif /* WLAY_WEB_STDLIB_H */
