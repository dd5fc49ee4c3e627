/* SPDX-License-Identifier: MIT */
/*
 * Searches through long stretches of source text: function bodies, comments.
 * Each returns the offset of what it looked for, or `length`.
 */
#ifndef WLAY_SCAN_H
#define WLAY_SCAN_H

#include "base.h"

/* The next `{`, `}` or `/` at or behind `at`. */
size_t wlay_scan_body(const char *text, size_t length, size_t at);
/* The next `*` or `/`. */
size_t wlay_scan_comment(const char *text, size_t length, size_t at);
/* The next byte that may begin a line break: LF to CR, or of a code point
   beyond ASCII. */
size_t wlay_scan_line(const char *text, size_t length, size_t at);

#endif /* WLAY_SCAN_H */
