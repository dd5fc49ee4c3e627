/* SPDX-License-Identifier: MIT */
/*
 * What the command `advise` has to say of a struct and of a buffer, and how it
 * says it.
 */
#ifndef WLAY_TOOL_ADVICE_H
#define WLAY_TOOL_ADVICE_H

#include "ask.h"

/* Elements of an array of a struct, where --count does not say. */
#define TOOL_COUNT_DEFAULT 1000

typedef struct tool_advice {
    const wlay_struct *structure;
    wlay_padding padding;
    wlay_hole *holes; /* as many as padding.hole_count */
    wlay_reorder reorder;
    size_t *order; /* indices of members */
    size_t filler_count;
    size_t *fillers; /* indices of members */
    const wlay_uniform_verdict *verdict;
    bool has_access; /* something has an array of it */
    wlay_access_report access;
} tool_advice;

typedef struct tool_buffer_advice {
    const wlay_variable *variable;
    wlay_buffer_advice advice;
    const wlay_uniform_verdict *verdict; /* or NULL */
} tool_buffer_advice;

/* advice_text.c */
void tool_put_advice(wlay_out *out, const tool_advice *advice);
void tool_put_buffer_advice(wlay_out *out, const tool_buffer_advice *advice);

/* advice_json.c: an item of an array each. */
void tool_add_advice(wlay_json *json, const tool_advice *advice);
void tool_add_buffer_advice(wlay_json *json,
                            const tool_buffer_advice *advice);

#endif /* WLAY_TOOL_ADVICE_H */
