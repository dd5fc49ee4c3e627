/* SPDX-License-Identifier: MIT */
#include "write_columns.h"

#include <string.h>

static const wlay_string comment = {"//", 2};

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* What stands for a number. */
static wlay_string number_text(uint64_t number, char buffer[WLAY_DIGITS_MAX])
{
    if (number == WLAY_BLANK)
        return WLAY_TEXT("");
    if (number == WLAY_UNKNOWN)
        return WLAY_TEXT("?");
    return wlay_digits_u64(number, buffer);
}

/* Ends a line that is only measured. */
static void measure(wlay_columns *columns, wlay_out *out,
                    const wlay_numbers *numbers)
{
    char buffer[WLAY_DIGITS_MAX];

    if (out->column <= columns->code_max)
        columns->code = larger(columns->code, out->column);
    for (size_t i = 0; i < WLAY_COLUMN_COUNT; i++) {
        const wlay_string text = number_text(numbers->at[i], buffer);

        columns->digits[i] = larger(columns->digits[i], text.length);
    }
    wlay_out_line(out);
}

static size_t column_width(const wlay_columns *columns, size_t i)
{
    if (columns->headings[i] == NULL)
        return 0;
    return larger(columns->digits[i], strlen(columns->headings[i]));
}

/* Comments start in one column; code that reaches into it is left alone on its
   line. */
static void start_comment(const wlay_columns *columns, wlay_out *out)
{
    if (out->column > columns->code)
        wlay_out_line(out);
    wlay_out_to_column(out, columns->code + 1);
    wlay_out_style(out, WLAY_STYLE_FAINT);
    wlay_out_text(out, comment);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
}

/* The column behind number `i`: each is as wide as it must be and stands apart
   from the one before. */
static size_t column_end(const wlay_columns *columns, size_t i)
{
    size_t end = columns->code + 1 + comment.length;
    const char *gap = " ";

    for (size_t k = 0; k <= i; k++) {
        if (columns->headings[k] == NULL)
            continue;
        end += strlen(gap) + column_width(columns, k);
        gap = "  ";
    }
    return end;
}

void wlay_columns_headings(wlay_columns *columns, wlay_out *out)
{
    static const wlay_numbers none = {
        {WLAY_BLANK, WLAY_BLANK, WLAY_BLANK, WLAY_BLANK}};

    if (out->sink == NULL) {
        measure(columns, out, &none);
        return;
    }
    start_comment(columns, out);
    wlay_out_style(out, WLAY_STYLE_FAINT);
    for (size_t i = 0; i < WLAY_COLUMN_COUNT; i++) {
        const char *heading = columns->headings[i];

        if (heading == NULL)
            continue;
        wlay_out_to_column(out, column_end(columns, i) - strlen(heading));
        wlay_out_text(out, wlay_text(heading));
    }
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}

static bool is_blank(const wlay_numbers *numbers)
{
    for (size_t i = 0; i < WLAY_COLUMN_COUNT; i++) {
        if (numbers->at[i] != WLAY_BLANK)
            return false;
    }
    return true;
}

void wlay_columns_numbers(wlay_columns *columns, wlay_out *out,
                          wlay_style style, wlay_numbers numbers)
{
    char buffer[WLAY_DIGITS_MAX];

    if (out->sink == NULL) {
        measure(columns, out, &numbers);
        return;
    }
    if (!is_blank(&numbers))
        start_comment(columns, out);
    wlay_out_style(out, style);
    for (size_t i = 0; i < WLAY_COLUMN_COUNT; i++) {
        const wlay_string text = number_text(numbers.at[i], buffer);

        if (text.length == 0)
            continue;
        wlay_out_to_column(out, column_end(columns, i) - text.length);
        wlay_out_text(out, text);
    }
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}
