/* SPDX-License-Identifier: MIT */
/*
 * The names that the command line asks for: each has to exist in some module.
 */
#ifndef WLAY_TOOL_WANTED_H
#define WLAY_TOOL_WANTED_H

#include "nearest.h"
#include "options.h"

typedef struct tool_wanted {
    size_t struct_count;
    tool_nearest *structs;
    size_t override_count;
    tool_nearest *overrides;
} tool_wanted;

/* False if out of memory; tool_wanted_free() is right in both cases. */
bool tool_wanted_start(const tool_options *options, tool_wanted *out_wanted);
void tool_wanted_free(tool_wanted *wanted);

/* Marks what the module declares. */
void tool_wanted_meet(tool_wanted *wanted, const wlay_module *module);
/* Copies those of the given values whose override the module declares, and
   returns how many; `out_values` has room for all. */
size_t tool_pick_overrides(const tool_options *options,
                           const wlay_module *module,
                           wlay_override_value *out_values);

/* Names what no module has; false if there is such a name. */
bool tool_wanted_all_met(const tool_wanted *wanted);

#endif /* WLAY_TOOL_WANTED_H */
