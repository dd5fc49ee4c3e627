/* SPDX-License-Identifier: MIT */
/* The rules of address spaces, of variables and of function headers. */
#ifndef WLAY_RULES_H
#define WLAY_RULES_H

#include "resolve.h"

/*
 * A module-scope var: its type, address space, binding; reports what is wrong
 * with it.  False if it has no type; a broken rule does not hide a layout.
 */
bool wlay_resolve_variable(wlay_resolver *resolver, wlay_decl *decl,
                           wlay_variable *out);

/* The layout constraints of the uniform address space without the language
   feature uniform_buffer_standard_layout, on all that `type` holds.
   [Address Space Layout Constraints] */
void wlay_check_uniform(wlay_resolver *resolver, const wlay_decl *decl,
                        const wlay_type *type);

/* The header of a function. */
void wlay_check_function(wlay_resolver *resolver, wlay_decl *decl);

/* The inputs and outputs of an entry point whose parameters and result are
   resolved; `stage` is WLAY_ID_vertex, _fragment or _compute. */
WLAY_COLD void wlay_check_entry_point(wlay_resolver *resolver, const wlay_decl *decl,
                            wlay_name_id stage);

#endif /* WLAY_RULES_H */
