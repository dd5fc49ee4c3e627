/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include "tool.h"

#include <string.h>

void tool_nearest_start(tool_nearest *nearest, wlay_string name)
{
    *nearest = (tool_nearest){.name = name, .distance = SIZE_MAX};
}

/* Names in another case are as good as equal. */
static char folded(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static size_t least(size_t a, size_t b, size_t c)
{
    const size_t ab = a < b ? a : b;

    return ab < c ? ab : c;
}

/* How many bytes have to be added, removed or changed; both names are shorter
   than TOOL_NEAREST_MAX. */
static size_t distance(wlay_string a, wlay_string b)
{
    size_t row[TOOL_NEAREST_MAX];

    for (size_t i = 0; i <= b.length; i++)
        row[i] = i;
    for (size_t i = 0; i < a.length; i++) {
        size_t diagonal = row[0];

        row[0] = i + 1;
        for (size_t k = 0; k < b.length; k++) {
            const bool same = folded(a.data[i]) == folded(b.data[k]);
            const size_t above = row[k + 1];

            row[k + 1] =
                least(above + 1, row[k] + 1, diagonal + (same ? 0u : 1u));
            diagonal = above;
        }
    }
    return row[b.length];
}

void tool_nearest_offer(tool_nearest *nearest, wlay_string candidate)
{
    const size_t length = nearest->name.length;
    size_t changes;

    if (length == candidate.length &&
        memcmp(nearest->name.data, candidate.data, length) == 0)
        nearest->found = true;
    if (length >= TOOL_NEAREST_MAX || candidate.length >= TOOL_NEAREST_MAX)
        return;
    changes = distance(nearest->name, candidate);
    if (changes >= nearest->distance || changes > 1 + length / 3)
        return;
    tool_nearest_settle(nearest, candidate);
    nearest->distance = changes;
}

void tool_nearest_settle(tool_nearest *nearest, wlay_string name)
{
    nearest->distance = 0;
    nearest->length = name.length;
    memcpy(nearest->best, name.data, name.length);
}

void tool_nearest_error(const tool_nearest *nearest, const char *what,
                        const char *prefix)
{
    if (nearest->length == 0)
        tool_error("%s '%s%.*s'", what, prefix, (int)nearest->name.length,
                   nearest->name.data);
    else
        tool_error("%s '%s%.*s'; did you mean '%s%.*s'?", what, prefix,
                   (int)nearest->name.length, nearest->name.data, prefix,
                   (int)nearest->length, nearest->best);
}
