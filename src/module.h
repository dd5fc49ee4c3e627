/* SPDX-License-Identifier: MIT */
/* What is behind the opaque wlay_module. */
#ifndef WLAY_MODULE_H
#define WLAY_MODULE_H

#include "symbol.h"
#include "types.h"

struct wlay_module {
    wlay_arena arena; /* holds all of the module, this struct included */
    wlay_symbols symbols;
    wlay_types types;
    bool valid;
    size_t struct_count;
    const wlay_struct **structs;
    size_t variable_count;
    wlay_variable *variables;
    size_t override_count;
    wlay_override *overrides;
    size_t alias_count;
    wlay_alias *aliases;
    size_t diagnostic_count;
    const wlay_diagnostic *diagnostics;
};

#endif /* WLAY_MODULE_H */
