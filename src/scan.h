/* SPDX-License-Identifier: MIT */
/*
 * Searches through long stretches of source text: function bodies, comments.
 * Where the platform compares many bytes at once they do; every way of comparing
 * gives the same results.
 */
#ifndef WLAY_SCAN_H
#define WLAY_SCAN_H

#include "base.h"

/*
 * From `at`, with `*depth` braces open: to the next `/`, or to the `}` that
 * closes the last of them (then *depth is 0), whichever comes first.  Returns
 * `length` if there is neither.
 */
size_t wlay_scan_braces(const char *text, size_t length, size_t at,
                        size_t *depth);

/* The next `*` or `/` at or behind `at`, or `length`. */
size_t wlay_scan_comment(const char *text, size_t length, size_t at);

/* The next byte that may begin a line break, LF to CR or of a code point beyond
   ASCII, or `length`. */
size_t wlay_scan_line(const char *text, size_t length, size_t at);

/*
 * The ways of comparing, for tests; the functions above use the first that the
 * platform has.  Each sets the bits of those of the 64 bytes that are equal to
 * `byte`, or begin a line break.
 */
typedef struct wlay_scan_way {
    const char *name;
    uint64_t (*equal)(const char *bytes, char byte);
    uint64_t (*line)(const char *bytes);
} wlay_scan_way;

extern const wlay_scan_way wlay_scan_ways[];
extern const size_t wlay_scan_way_count;

#endif /* WLAY_SCAN_H */
