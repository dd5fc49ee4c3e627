/* SPDX-License-Identifier: MIT */
/*
 * JSON and UTF-8 as their standards define them, written without a look at the
 * library's own code, which is checked with it.
 */
#include "check.h"

#define NESTING_MAX 64

/* -------------------------------------------------------------------- UTF-8 */

typedef struct reader {
    const unsigned char *at;
    const unsigned char *end;
    int nesting;
} reader;

static reader start(const char *text, size_t length)
{
    const unsigned char *const bytes = (const unsigned char *)text;

    return (reader){bytes, bytes == NULL ? bytes : bytes + length, 0};
}

/* [Unicode, Table 3-7]: what the second byte may be, by the first. */
static const struct {
    unsigned char first, last;   /* of the first byte */
    unsigned char low, high;     /* of the second byte */
    unsigned char length;
} sequences[] = {
    {0x00, 0x7F, 0x00, 0xFF, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2},
    {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4},
    {0xF4, 0xF4, 0x80, 0x8F, 4},
};

/* The length of the sequence that is there; 0 if it is not well formed. */
static size_t sequence_length(const reader *r)
{
    const size_t left = (size_t)(r->end - r->at);

    for (size_t i = 0; i < sizeof sequences / sizeof sequences[0]; i++) {
        const size_t length = sequences[i].length;

        if (r->at[0] < sequences[i].first || r->at[0] > sequences[i].last)
            continue;
        if (left < length)
            return 0;
        if (length > 1 && (r->at[1] < sequences[i].low ||
                           r->at[1] > sequences[i].high))
            return 0;
        for (size_t k = 2; k < length; k++)
            if (r->at[k] < 0x80 || r->at[k] > 0xBF)
                return 0;
        return length;
    }
    return 0;
}

bool check_utf8(const char *text, size_t length, const char *controls)
{
    reader r = start(text, length);

    while (r.at < r.end) {
        const size_t count = sequence_length(&r);

        if (count == 0)
            return false;
        if (count == 1 && (r.at[0] < 0x20 || r.at[0] == 0x7F) &&
            (r.at[0] == 0 || strchr(controls, r.at[0]) == NULL))
            return false;
        r.at += count;
    }
    return true;
}

/* --------------------------------------------------------------------- JSON */

static bool read_value(reader *r);

static bool at(const reader *r, char c)
{
    return r->at < r->end && *r->at == (unsigned char)c;
}

static bool take(reader *r, char c)
{
    if (!at(r, c))
        return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word)
{
    for (; *word != '\0'; word++)
        if (!take(r, *word))
            return false;
    return true;
}

static void skip_space(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != 0)
        r->at++;
}

static bool is_digit(const reader *r)
{
    return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

static bool take_digits(reader *r)
{
    if (!is_digit(r))
        return false;
    while (is_digit(r))
        r->at++;
    return true;
}

static bool read_number(reader *r)
{
    take(r, '-');
    if (!take(r, '0') && !take_digits(r))
        return false;
    if (take(r, '.') && !take_digits(r))
        return false;
    if (!at(r, 'e') && !at(r, 'E'))
        return true;
    r->at++;
    if (!take(r, '+'))
        take(r, '-');
    return take_digits(r);
}

static bool read_hex(reader *r)
{
    for (int i = 0; i < 4; i++, r->at++)
        if (r->at >= r->end ||
            *r->at == 0 || strchr("0123456789abcdefABCDEF", *r->at) == NULL)
            return false;
    return true;
}

static bool read_escape(reader *r)
{
    if (take(r, 'u'))
        return read_hex(r);
    if (r->at >= r->end || *r->at == 0 || strchr("\"\\/bfnrt", *r->at) == NULL)
        return false;
    r->at++;
    return true;
}

static bool read_string(reader *r)
{
    if (!take(r, '"'))
        return false;
    while (!take(r, '"')) {
        size_t length;

        if (r->at >= r->end || *r->at < 0x20)
            return false;
        if (take(r, '\\')) {
            if (!read_escape(r))
                return false;
            continue;
        }
        length = sequence_length(r);
        if (length == 0)
            return false;
        r->at += length;
    }
    return true;
}

static bool read_pair(reader *r)
{
    skip_space(r);
    if (!read_string(r))
        return false;
    skip_space(r);
    return take(r, ':') && read_value(r);
}

/* An array, or an object. */
static bool read_items(reader *r, char last, bool (*read_item)(reader *))
{
    if (r->nesting++ == NESTING_MAX)
        return false;
    skip_space(r);
    if (!take(r, last)) {
        do {
            if (!read_item(r))
                return false;
            skip_space(r);
        } while (take(r, ','));
        if (!take(r, last))
            return false;
    }
    r->nesting--;
    return true;
}

static bool read_plain(reader *r)
{
    if (at(r, '"'))
        return read_string(r);
    if (at(r, 't'))
        return take_word(r, "true");
    if (at(r, 'f'))
        return take_word(r, "false");
    if (at(r, 'n'))
        return take_word(r, "null");
    return read_number(r);
}

static bool read_value(reader *r)
{
    skip_space(r);
    if (take(r, '['))
        return read_items(r, ']', read_value);
    if (take(r, '{'))
        return read_items(r, '}', read_pair);
    return read_plain(r);
}

bool check_json(const char *text, size_t length)
{
    reader r = start(text, length);

    if (!read_value(&r))
        return false;
    skip_space(&r);
    return r.at == r.end;
}
