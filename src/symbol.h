/* SPDX-License-Identifier: MIT */
/*
 * Symbols: each spelling of an identifier once per module, so that comparing
 * names is comparing pointers and what a name means is found without a search.
 */
#ifndef WLAY_SYMBOL_H
#define WLAY_SYMBOL_H

#include "names.h"

struct wlay_decl;
struct wlay_field;

typedef struct wlay_symbol {
    wlay_string text;
    uint32_t hash;
    uint8_t token;         /* wlay_token_kind: a keyword's own, else IDENT */
    const wlay_name *name; /* what WGSL itself means by it, or NULL */
    struct wlay_decl *decl; /* its declaration at module scope, or NULL; ends
                               with the parse */
    /* What a finished module declares by that name, or NULL. */
    const wlay_struct *structure;
    const wlay_variable *variable;
    /* The list of fields that had the name last, and which one: so duplicates
       are seen without a search. */
    const struct wlay_decl *field_owner;
    const struct wlay_field *field;
} wlay_symbol;

typedef struct wlay_symbols {
    wlay_arena *arena;
    wlay_symbol **slots; /* open addressing; a power of two of them */
    size_t slot_count;
    size_t count;
} wlay_symbols;

/* The symbol of that text, new if need be; NULL if out of memory. */
wlay_symbol *wlay_intern(wlay_symbols *symbols, const char *text,
                         size_t length);
/* The same, or NULL if the text is not there. */
wlay_symbol *wlay_find_symbol(const wlay_symbols *symbols, const char *text,
                              size_t length);

#endif /* WLAY_SYMBOL_H */
