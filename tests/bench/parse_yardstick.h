/* SPDX-License-Identifier: MIT */
/*
 * The yardstick: how fast a plain loop gets through the same bytes.  It splits
 * them into identifiers (with a hash), numbers, comments and punctuation, and
 * keeps none of them.
 */
#ifndef WLAY_TESTS_BENCH_PARSE_YARDSTICK_H
#define WLAY_TESTS_BENCH_PARSE_YARDSTICK_H

#include <stddef.h>
#include <stdint.h>

typedef struct yardstick_counts {
    uint64_t identifiers;
    uint64_t numbers;
    uint64_t comments;
    uint64_t punctuation;
    uint64_t hash; /* of all identifiers */
} yardstick_counts;

yardstick_counts yardstick(const char *text, size_t length);

/* The same, but function bodies are not split: `skips` says by what their ends
   are found. */
extern const char yardstick_skips[];
yardstick_counts yardstick_skipping(const char *text, size_t length);

#endif /* WLAY_TESTS_BENCH_PARSE_YARDSTICK_H */
