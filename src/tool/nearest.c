/* SPDX-License-Identifier: MIT */
#include "nearest.h"

#include "tool.h"

#include <string.h>

void tool_nearest_start(tool_nearest *nearest, wlay_string name)
{
    *nearest = (tool_nearest){.name = name, .distance = SIZE_MAX};
}

void tool_nearest_offer(tool_nearest *nearest, wlay_string candidate)
{
    const size_t length = nearest->name.length;
    size_t changes;

    if (length == candidate.length &&
        memcmp(nearest->name.data, candidate.data, length) == 0)
        nearest->found = true;
    changes = wlay_name_distance(nearest->name, candidate);
    if (changes >= nearest->distance)
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
