/* SPDX-License-Identifier: MIT */
/*
 * The parser: tokens to the syntax tree of the declarations.  It computes
 * nothing.  After an error it goes on with the next member or declaration.
 */
#ifndef WLAY_PARSE_H
#define WLAY_PARSE_H

#include "ast.h"
#include "diag.h"

/* Adds the declarations and directives of one source to `syntax`.  Trees are made
   in `tree`, and given back where `syntax` says so; the rest is in `keep`. */
void wlay_parse_source(const wlay_source *source, uint32_t number,
                       wlay_diag *diag, wlay_symbols *symbols,
                       wlay_arena *keep, wlay_arena *tree,
                       wlay_syntax *syntax);

/*
 * Parses one text that must be a type specifier and nothing else.  NULL if it is
 * not, which has been reported, or if memory ran out.
 */
wlay_expr *wlay_parse_type(const wlay_source *source, uint32_t number,
                           wlay_diag *diag, wlay_symbols *symbols,
                           wlay_arena *arena);

#endif /* WLAY_PARSE_H */
