/* SPDX-License-Identifier: MIT */
/*
 * What the command `advise` has to say of a struct and of a buffer, and how it
 * says it.  Needs nothing of the tool, so that others can say the same.
 */
#ifndef WLAY_TOOL_ADVICE_H
#define WLAY_TOOL_ADVICE_H

#include "../write_json.h"

typedef struct tool_advice_wishes {
    uint32_t features; /* wlay_feature bits */
    uint64_t element_count; /* of an array of the struct */
    uint32_t line;  /* bytes of a cache line; 0: the default */
    uint32_t group; /* invocations; 0: the default */
} tool_advice_wishes;

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

/*
 * advice_gather.c.  On WLAY_OK the caller ends *out; on anything else nothing
 * has to be ended, but may be.  WLAY_INVALID_ARGUMENT is of a line or group that is none.
 */
wlay_result tool_gather_advice(const wlay_module *module,
                               const wlay_struct *structure,
                               const tool_advice_wishes *wishes,
                               tool_advice *out);
void tool_free_advice(tool_advice *advice);
wlay_result tool_gather_buffer_advice(const wlay_module *module,
                                      const wlay_variable *variable,
                                      const tool_advice_wishes *wishes,
                                      tool_buffer_advice *out);
void tool_free_buffer_advice(tool_buffer_advice *advice);

/* advice_text.c */
void tool_put_advice(wlay_out *out, const tool_advice *advice);
void tool_put_buffer_advice(wlay_out *out, const tool_buffer_advice *advice);

/* advice_json.c: an item of an array each. */
void tool_add_advice(wlay_json *json, const tool_advice *advice);
void tool_add_buffer_advice(wlay_json *json,
                            const tool_buffer_advice *advice);

#endif /* WLAY_TOOL_ADVICE_H */
