/* SPDX-License-Identifier: MIT */
#include "base.h"

#include <string.h>

/* Two sorted runs, one behind the other, become one. */
static void merge(char *to, const char *a, const char *middle, const char *end,
                  size_t size, wlay_before *before)
{
    const char *b = middle;

    while (a < middle && b < end) {
        const char **const from = before(b, a) ? &b : &a;

        memcpy(to, *from, size);
        *from += size;
        to += size;
    }
    memcpy(to, a, (size_t)(middle - a));
    memcpy(to + (middle - a), b, (size_t)(end - b));
}

void wlay_sort(void *items, void *scratch, size_t count, size_t size,
               wlay_before *before)
{
    char *from = items;
    char *to = scratch;

    for (size_t run = 1; run < count; run *= 2) {
        char *const sorted = to;

        for (size_t i = 0; i < count; i += 2 * run) {
            const size_t middle = i + run < count ? i + run : count;
            const size_t end = middle + run < count ? middle + run : count;

            merge(to + i * size, from + i * size, from + middle * size,
                  from + end * size, size, before);
        }
        to = from;
        from = sorted;
    }
    if (from != items)
        memcpy(items, from, count * size);
}
