/* SPDX-License-Identifier: MIT */
/*
 * XML as SVG needs it: elements that nest, attributes in quotes, the five
 * references that are predeclared, and comments.  Written without a look at the
 * library's own code, which is checked with it.
 */
#include "check.h"

#define NESTING_MAX 64

typedef struct reader {
    const char *at;
    const char *end;
    int nesting;
    const char *names[NESTING_MAX]; /* of the elements that are open */
    size_t lengths[NESTING_MAX];
    int elements; /* that have been outermost */
} reader;

static bool take(reader *r, const char *text)
{
    const size_t length = strlen(text);

    if ((size_t)(r->end - r->at) < length || memcmp(r->at, text, length) != 0)
        return false;
    r->at += length;
    return true;
}

static bool skip_space(reader *r)
{
    const char *const start = r->at;

    while (r->at < r->end && memchr(" \t\r\n", *r->at, 4) != NULL)
        r->at++;
    return r->at > start;
}

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':';
}

static size_t take_name(reader *r)
{
    const char *const start = r->at;

    while (r->at < r->end && is_name_byte(*r->at))
        r->at++;
    return (size_t)(r->at - start);
}

static bool take_reference(reader *r)
{
    return take(r, "&amp;") || take(r, "&lt;") || take(r, "&gt;") ||
           take(r, "&quot;") || take(r, "&apos;");
}

/* Up to one of the stops, or the end. */
static bool take_text(reader *r, const char *stops)
{
    while (r->at < r->end && strchr(stops, *r->at) == NULL) {
        if (*r->at != '&')
            r->at++;
        else if (!take_reference(r))
            return false;
    }
    return true;
}

static bool take_comment(reader *r)
{
    while (r->at < r->end) {
        if (take(r, "-->"))
            return true;
        if (take(r, "--"))
            return false;
        r->at++;
    }
    return false;
}

static bool take_attributes(reader *r)
{
    while (skip_space(r) && r->at < r->end && is_name_byte(*r->at)) {
        const char *quote;

        if (take_name(r) == 0 || !take(r, "="))
            return false;
        quote = take(r, "\"") ? "\"" : "'";
        if (*quote == '\'' && !take(r, quote))
            return false;
        if (!take_text(r, *quote == '"' ? "\"<" : "'<") || !take(r, quote))
            return false;
    }
    return true;
}

static bool open_element(reader *r)
{
    const char *const name = r->at;
    const size_t length = take_name(r);

    if (length == 0 || !take_attributes(r))
        return false;
    if (r->nesting == 0)
        r->elements++;
    if (take(r, "/>"))
        return true;
    if (r->nesting == NESTING_MAX || !take(r, ">"))
        return false;
    r->names[r->nesting] = name;
    r->lengths[r->nesting++] = length;
    return true;
}

static bool close_element(reader *r)
{
    const char *const name = r->at;
    const size_t length = take_name(r);

    skip_space(r);
    if (r->nesting == 0 || !take(r, ">"))
        return false;
    r->nesting--;
    return length == r->lengths[r->nesting] &&
           memcmp(name, r->names[r->nesting], length) == 0;
}

static bool take_markup(reader *r)
{
    if (take(r, "!--"))
        return take_comment(r);
    if (take(r, "/"))
        return close_element(r);
    return open_element(r);
}

bool check_xml(const char *text, size_t length)
{
    reader r = {text, text + length, 0, {NULL}, {0}, 0};

    if (take(&r, "<?xml ")) {
        while (r.at < r.end && !take(&r, "?>"))
            r.at++;
    }
    while (r.at < r.end) {
        if (r.nesting == 0)
            skip_space(&r);
        else if (!take_text(&r, "<"))
            return false;
        if (r.at < r.end && (!take(&r, "<") || !take_markup(&r)))
            return false;
    }
    return r.nesting == 0 && r.elements == 1;
}
