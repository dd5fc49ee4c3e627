/* SPDX-License-Identifier: MIT */
#include "nearest.h"

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

/* The edit distance; both names are shorter than WLAY_NEAREST_MAX. */
static size_t distance(wlay_string a, wlay_string b)
{
    size_t row[WLAY_NEAREST_MAX];

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

size_t wlay_name_distance(wlay_string name, wlay_string candidate)
{
    const size_t limit = 1 + name.length / 3;
    size_t changes;

    if (name.length >= WLAY_NEAREST_MAX ||
        candidate.length >= WLAY_NEAREST_MAX ||
        candidate.length > name.length + limit ||
        name.length > candidate.length + limit)
        return SIZE_MAX;
    changes = distance(name, candidate);
    return changes <= limit ? changes : SIZE_MAX;
}

void wlay_nearest_offer(wlay_nearest *nearest, wlay_string candidate)
{
    const size_t changes = wlay_name_distance(nearest->name, candidate);

    if (changes >= nearest->distance)
        return;
    nearest->distance = changes;
    nearest->best = candidate;
}
