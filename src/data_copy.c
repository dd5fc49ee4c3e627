/* SPDX-License-Identifier: MIT */
/* Many small copies: of a size that compilers know they are a few moves. */
#include "data.h"

#include <string.h>

/* Components and vectors, and what neighbours of those join to. */
#define SMALL_SIZES(CASE) CASE(2) CASE(4) CASE(6) CASE(8) CASE(12) CASE(16)
#define LARGE_SIZES(CASE) \
    CASE(20) CASE(24) CASE(28) CASE(32) CASE(48) CASE(64)
/* What vectors leave to the next multiple of their alignment. */
#define GAPS(CASE) CASE(2) CASE(4) CASE(8) CASE(12)

/* Of small ones four in a step of the loop: else it would take as long as the
   copies. */
void wlay_copy_each(unsigned char *to, size_t to_step,
                    const unsigned char *from, size_t from_step, size_t size,
                    size_t count)
{
#define COPY_ONE(n)                                              \
        for (; count > 0; count--) {                             \
            memcpy(to, from, n);                                 \
            to += to_step;                                       \
            from += from_step;                                   \
        }                                                        \
        break;
#define COPY_SMALL(n)                                            \
    case n:                                                      \
        for (; count >= 4; count -= 4) {                         \
            memcpy(to, from, n);                                 \
            memcpy(to + to_step, from + from_step, n);           \
            memcpy(to + 2 * to_step, from + 2 * from_step, n);   \
            memcpy(to + 3 * to_step, from + 3 * from_step, n);   \
            to += 4 * to_step;                                   \
            from += 4 * from_step;                               \
        }                                                        \
        COPY_ONE(n)
#define COPY_LARGE(n)                                            \
    case n:                                                      \
        COPY_ONE(n)

    switch (size) {
        SMALL_SIZES(COPY_SMALL)
        LARGE_SIZES(COPY_LARGE)
    default:
        for (size_t i = 0; i < count; i++)
            memcpy(to + i * to_step, from + i * from_step, size);
    }
#undef COPY_LARGE
#undef COPY_SMALL
#undef COPY_ONE
}

void wlay_zero_each(unsigned char *to, size_t step, size_t size, size_t count)
{
#define ZERO(n)                              \
    case n:                                  \
        for (size_t i = 0; i < count; i++) { \
            memset(to, 0, n);                \
            to += step;                      \
        }                                    \
        break;

    switch (size) {
        GAPS(ZERO)
    default:
        for (size_t i = 0; i < count; i++)
            memset(to + i * step, 0, size);
    }
#undef ZERO
}

/* Going once over the records is easier on caches than going twice. */
bool wlay_copy_pairs(unsigned char *to, size_t to_step,
                     const unsigned char *from, size_t from_step,
                     const wlay_pair *pair, size_t count)
{
    const ptrdiff_t to_gap = pair->to_gap;
    const ptrdiff_t from_gap = pair->from_gap;

#define PAIR(a, b)                                     \
    case (a) * 16 + (b):                               \
        for (size_t i = 0; i < count; i++) {           \
            memcpy(to, from, a);                       \
            memcpy(to + to_gap, from + from_gap, b);   \
            to += to_step;                             \
            from += from_step;                         \
        }                                              \
        return true;
#define PAIRS(a) PAIR(a, 4) PAIR(a, 8) PAIR(a, 12) PAIR(a, 16)

    if (pair->first > 16 || pair->second > 16)
        return false;
    switch (pair->first * 16 + pair->second) {
        PAIRS(4) PAIRS(8) PAIRS(12) PAIRS(16)
    default:
        return false;
    }
#undef PAIRS
#undef PAIR
}
