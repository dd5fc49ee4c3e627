/* SPDX-License-Identifier: MIT */
/*
 * The name that was probably meant by one that does not exist.
 */
#ifndef WLAY_TOOL_NEAREST_H
#define WLAY_TOOL_NEAREST_H

#include "../nearest.h"

typedef struct tool_nearest {
    wlay_string name; /* what was asked for */
    bool found;       /* it exists */
    size_t distance;  /* of the best candidate so far */
    size_t length;    /* of it; 0 if there is none */
    char best[WLAY_NEAREST_MAX];
} tool_nearest;

void tool_nearest_start(tool_nearest *nearest, wlay_string name);
/* Offers a name that exists. */
void tool_nearest_offer(tool_nearest *nearest, wlay_string candidate);
/* This name, shorter than WLAY_NEAREST_MAX, is what was meant. */
void tool_nearest_settle(tool_nearest *nearest, wlay_string name);
/* Says that there is no such name: `what`, the name and the nearest one, both
   behind `prefix`. */
void tool_nearest_error(const tool_nearest *nearest, const char *what,
                        const char *prefix);

#endif /* WLAY_TOOL_NEAREST_H */
