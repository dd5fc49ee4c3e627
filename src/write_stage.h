/* SPDX-License-Identifier: MIT */
/*
 * Writers of entry points and bind group layouts, of modules whose functions were
 * read.  Unlike other writers they need memory, from the module's allocator; where
 * there is none, `failed` of the output is set.
 */
#ifndef WLAY_WRITE_STAGE_H
#define WLAY_WRITE_STAGE_H

#include "write_json.h"

/* Two keys of the module at hand; nothing if its functions were not read. */
void wlay_json_put_stages(wlay_json *j, const wlay_module *module);

/* Comments of the listing, which begin with a blank line if `started`; nothing if
   there is no entry point. */
void wlay_out_put_stages(wlay_out *out, const wlay_module *module,
                         bool started);

/* The bind group layouts of a module; NULL if out of memory. */
const wlay_bind_groups *wlay_bind_groups_of(const wlay_module *module);

/* The stages of a visibility, in WebGPU's order: the first at or behind `from`, or
   0 if there is no more. */
wlay_stage wlay_next_stage(uint32_t visibility, uint32_t from);

#endif /* WLAY_WRITE_STAGE_H */
