/* SPDX-License-Identifier: MIT */
/*
 * The columns of the listing: code on the left, numbers in comments on the
 * right, and nothing allocated to line them up.
 */
#ifndef WLAY_WRITE_COLUMNS_H
#define WLAY_WRITE_COLUMNS_H

#include "write.h"

enum {
    WLAY_COLUMN_OFFSET,
    WLAY_COLUMN_ALIGN,
    WLAY_COLUMN_SIZE,
    WLAY_COLUMN_STRIDE,
    WLAY_COLUMN_COUNT
};

/* A number that does not apply, and one that is not known; no type is as
   large. */
#define WLAY_BLANK UINT64_MAX
#define WLAY_UNKNOWN (UINT64_MAX - 1)

/* The numbers of one line. */
typedef struct wlay_numbers {
    uint64_t at[WLAY_COLUMN_COUNT];
} wlay_numbers;

/*
 * The columns of a table.  Each table is put twice: first to an output without
 * a sink, which measures its lines, then to the true one.
 */
typedef struct wlay_columns {
    const char *headings[WLAY_COLUMN_COUNT]; /* NULL: no such column */
    size_t code_max; /* wider code has its numbers on the line below */
    size_t code;     /* the width of the widest that is not wider */
    size_t digits[WLAY_COLUMN_COUNT];
} wlay_columns;

/* Each of these ends a line, whose code has been put. */
void wlay_columns_headings(wlay_columns *columns, wlay_out *out);
void wlay_columns_numbers(wlay_columns *columns, wlay_out *out,
                          wlay_style style, wlay_numbers numbers);

#endif /* WLAY_WRITE_COLUMNS_H */
