/* SPDX-License-Identifier: MIT */
/* What is behind the opaque wlay_module. */
#ifndef WLAY_MODULE_H
#define WLAY_MODULE_H

#include "symbol.h"
#include "types.h"

/* Longer texts are not read: offsets in them are 32 bits wide. */
#define WLAY_SOURCE_MAX ((size_t)0xfffffff0)

struct wlay_module {
    wlay_arena arena; /* holds all of the module, this struct included */
    wlay_symbols symbols;
    wlay_types types;
    uint32_t language; /* wlay_language bits */
    bool valid;
    size_t struct_count;
    const wlay_struct **structs;
    size_t variable_count;
    wlay_variable *variables;
    /* Numbers of variables plus one, by group and binding, in open addressing;
       `binding_slots` is a power of two, or 0 where the variables are few. */
    size_t binding_slots;
    uint32_t *bindings;
    size_t override_count;
    wlay_override *overrides;
    size_t alias_count;
    wlay_alias *aliases;
    bool functions_read;
    size_t entry_point_count;
    wlay_entry_point *entry_points;
    wlay_place *places; /* of the variables' names; where functions are read */
    size_t diagnostic_count;
    const wlay_diagnostic *diagnostics;
};

/* Makes look-ups by group and binding quick, once all variables are there. */
void wlay_index_bindings(wlay_module *module);

#endif /* WLAY_MODULE_H */
