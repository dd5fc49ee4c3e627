/* SPDX-License-Identifier: MIT */
/*
 * The little of a C library that a page needs.
 *
 * Memory comes in sizes that are powers of two.  What is given back waits in a
 * list of its size: a page reads text after text of about the same size, so
 * that little is ever wasted, and nothing has to be searched or joined.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ memory */

enum { PAGE = 65536, SMALLEST = 5, ORDERS = 32 };

typedef struct block {
    size_t order; /* its size is 1 << order, this included */
    struct block *next;
    uint64_t unused; /* what follows is aligned for any type */
} block;

extern char __heap_base;
static char *heap_next;
static block *waiting[ORDERS];

static size_t order_of(size_t size)
{
    size_t order = SMALLEST;

    while (order < ORDERS && (size_t)1 << order < size)
        order++;
    return order;
}

static block *take_new(size_t order)
{
    const size_t size = (size_t)1 << order;
    const size_t end = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    uintptr_t at = (uintptr_t)heap_next;

    if (at == 0)
        at = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    if (size > SIZE_MAX - PAGE - at)
        return NULL;
    if (at + size > end) {
        const size_t pages = (at + size - end + PAGE - 1) / PAGE;

        if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX)
            return NULL;
    }
    heap_next = (char *)at + size;
    return (block *)at;
}

void *malloc(size_t size)
{
    size_t order;
    block *b;

    if (size > SIZE_MAX / 2 - sizeof *b)
        return NULL;
    order = order_of(size + sizeof *b);
    if (order >= ORDERS - 1)
        return NULL;
    b = waiting[order];
    if (b != NULL)
        waiting[order] = b->next;
    else
        b = take_new(order);
    if (b == NULL)
        return NULL;
    b->order = order;
    return b + 1;
}

void *calloc(size_t count, size_t size)
{
    void *memory;

    if (size > 0 && count > SIZE_MAX / size)
        return NULL;
    memory = malloc(count * size);
    return memory != NULL ? memset(memory, 0, count * size) : NULL;
}

void free(void *memory)
{
    block *const b = (block *)memory - 1;

    if (memory == NULL)
        return;
    b->next = waiting[b->order];
    waiting[b->order] = b;
}

/* ------------------------------------------------------------------- bytes */

/* The first three are one instruction each. */

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

void *memset(void *memory, int c, size_t size)
{
    return __builtin_memset(memory, c, size);
}

int memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *const p = a;
    const unsigned char *const q = b;

    for (size_t i = 0; i < size; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *memory, int c, size_t size)
{
    const unsigned char *const p = memory;

    for (size_t i = 0; i < size; i++)
        if (p[i] == (unsigned char)c)
            return (void *)(uintptr_t)(p + i);
    return NULL;
}

/* -------------------------------------------------------------------- text */

size_t strlen(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        length++;
    return length;
}

int strncmp(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (a[i] == '\0')
            break;
    }
    return 0;
}

size_t strcspn(const char *text, const char *reject)
{
    const size_t count = strlen(reject);
    size_t length = 0;

    while (text[length] != '\0' &&
           memchr(reject, text[length], count) == NULL)
        length++;
    return length;
}

/* ---------------------------------------------------------------- compiler */

void __multi3(uint64_t *out, uint64_t a_low, uint64_t a_high, uint64_t b_low,
              uint64_t b_high);

/* What the compiler calls for a product of two numbers of 128 bits, as the
   machine has only one of 64. */
void __multi3(uint64_t *out, uint64_t a_low, uint64_t a_high, uint64_t b_low,
              uint64_t b_high)
{
    const uint64_t half = UINT32_MAX;
    const uint64_t low = (a_low & half) * (b_low & half);
    const uint64_t left = (a_low >> 32) * (b_low & half) + (low >> 32);
    const uint64_t right = (a_low & half) * (b_low >> 32) + (left & half);

    out[0] = right << 32 | (low & half);
    out[1] = (a_low >> 32) * (b_low >> 32) + (left >> 32) + (right >> 32) +
             a_low * b_high + a_high * b_low;
}
