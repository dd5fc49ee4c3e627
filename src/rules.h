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
WLAY_COLD void wlay_check_uniform(wlay_resolver *resolver, const wlay_decl *decl,
                        const wlay_type *type);

/* The header of a function. */
WLAY_COLD void wlay_check_function(wlay_resolver *resolver, wlay_decl *decl);

/* The inputs and outputs of an entry point whose parameters and result are
   resolved; `stage` is WLAY_ID_vertex, _fragment or _compute. */
WLAY_COLD void wlay_check_stage_io(wlay_resolver *resolver, const wlay_decl *decl,
                            wlay_name_id stage);

/* ------------------------------------------------------------ rules_stage.c */

/*
 * Where functions are read: what is known of an entry point by its header, for
 * decl->entry_point.  `dimensions` are those of @workgroup_size, up to three; NULL
 * if there is none.
 */
WLAY_COLD void wlay_make_entry_point(wlay_resolver *resolver, wlay_decl *decl,
                           wlay_name_id stage,
                           const wlay_attribute *workgroup_size);

/* --------------------------------------------------------- rules_sampling.c */

/* Marks the samplers that entry points sample depth textures with.  Names still
   mean declarations, and wlay_resolve_uses() has been. */
WLAY_COLD void wlay_find_sampling(wlay_resolver *resolver);

/* ------------------------------------------------------------- rules_uses.c */

/* Finds for each entry point what it uses, and reports what it must not use.  The
   declarations' numbers are places in the two arrays, which are finished. */
WLAY_COLD void wlay_find_uses(wlay_resolver *resolver, wlay_variable *variables,
                    size_t variable_count, wlay_override *overrides,
                    size_t override_count);
/* Before that: finds what is named, while the names still mean declarations. */
WLAY_COLD void wlay_resolve_uses(wlay_syntax *syntax);

#endif /* WLAY_RULES_H */
