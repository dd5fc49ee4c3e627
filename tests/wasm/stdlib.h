/* SPDX-License-Identifier: MIT */
/* All that the library may ask of <stdlib.h> where there is no C library. */
#ifndef WLAY_TESTS_WASM_STDLIB_H
#define WLAY_TESTS_WASM_STDLIB_H

#include <stddef.h>

void *malloc(size_t size);
void free(void *memory);

#endif
