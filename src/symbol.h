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
struct wlay_value;

/* What a finished module declares by a name. */
typedef enum wlay_declared {
    WLAY_DECLARED_NOTHING,
    WLAY_DECLARED_STRUCT,   /* `structure` */
    WLAY_DECLARED_ALIAS,    /* `alias` */
    WLAY_DECLARED_VALUE,    /* `value`; NULL of an array or a struct, of which
                               values are not kept */
    WLAY_DECLARED_VARIABLE, /* `variable` */
    WLAY_DECLARED_FUNCTION, /* `place` while the module is being read */
    WLAY_DECLARED_UNKNOWN   /* something with an error */
} wlay_declared;

typedef struct wlay_symbol {
    uint32_t hash;
    uint32_t length;       /* of the text, which lies behind the symbol */
    uint32_t field_owner;  /* see `field` */
    uint16_t name;         /* what WGSL itself means by it: the number of its row
                              plus 1, or 0 */
    uint8_t token;         /* wlay_token_kind: a keyword's own, else IDENT */
    uint8_t declared;      /* wlay_declared: what is finished */
    bool used;             /* taken for what WGSL itself means by it */
    bool uniform_checked;  /* a struct, by the rules of uniform buffers */
    bool io_reported;      /* a struct without IO attributes, as it lacks them */
    bool may_be_declared;  /* no keyword, no reserved word, no leading __ */
    bool hidden;           /* a local declaration of the body at hand has it */
    bool named;            /* that body names it, as something of module scope */
    uint8_t parameter;     /* hidden by which parameter, from 1; else 0 */
    union {
        struct wlay_decl *decl; /* of nothing finished: its declaration at module
                                   scope, or NULL */
        const wlay_struct *structure;
        const wlay_type *alias;
        const struct wlay_value *value;
        const wlay_variable *variable;
        struct {
            uint32_t source;
            uint32_t offset; /* of the name */
        } place;
    } as; /* what `declared` says */
    /* Which field had the name last, and in `field_owner` the serial number of
       its declaration, or 0: so duplicates are seen without a search. */
    const struct wlay_field *field;
} wlay_symbol;

typedef struct wlay_symbols {
    wlay_arena *arena;
    const struct wlay_symbols *outer; /* symbols of a finished module that are
                                         these too, or NULL */
    wlay_symbol **slots; /* open addressing; a power of two of them */
    size_t slot_count;
    size_t count;
} wlay_symbols;

/* A symbol's text, null-terminated. */
static inline wlay_string wlay_symbol_text(const wlay_symbol *symbol)
{
    return (wlay_string){(const char *)(symbol + 1), symbol->length};
}

/* What WGSL itself means by it, or NULL. */
static inline const wlay_name *wlay_predeclared(const wlay_symbol *symbol)
{
    return symbol->name == 0 ? NULL : &wlay_names[symbol->name - 1];
}

/* Its declaration at module scope while the module is being read; NULL if there is
   none yet, or what it declares is finished. */
static inline struct wlay_decl *wlay_decl_of(const wlay_symbol *symbol)
{
    return symbol->declared == WLAY_DECLARED_NOTHING ? symbol->as.decl : NULL;
}

/* The module's own names hide what WGSL predeclares. */
static inline bool wlay_is_declared(const wlay_symbol *symbol)
{
    return symbol->declared != WLAY_DECLARED_NOTHING || symbol->as.decl != NULL;
}

/* The symbol of that text, new if need be; NULL if out of memory. */
wlay_symbol *wlay_intern(wlay_symbols *symbols, const wlay_word *word);
/* The same, or NULL if the text is not there. */
wlay_symbol *wlay_find_symbol(const wlay_symbols *symbols, const char *text,
                              size_t length);

/*
 * The symbol of a text that is shorter than a block, with a whole block to read,
 * if it is where it is looked for first; else NULL, which says nothing.  A
 * symbol's text lies behind it, with zeros up to a whole block at least, so what
 * is equal up to there is equal.
 */
static inline wlay_symbol *wlay_find_short(const wlay_symbols *symbols,
                                           const char *text, size_t length)
{
    const uint64_t low = wlay_load64(text) & wlay_word_masks[length][0];
    const uint64_t high = wlay_load64(text + 8) & wlay_word_masks[length][1];
    const uint32_t hash = wlay_hash_end(wlay_hash_block(0, low, high));
    wlay_symbol *symbol;

    if (symbols->slot_count == 0)
        return NULL;
    symbol = symbols->slots[hash & (symbols->slot_count - 1)];
    if (symbol == NULL || wlay_load64((const char *)(symbol + 1)) != low ||
        wlay_load64((const char *)(symbol + 1) + 8) != high)
        return NULL;
    return symbol;
}

#endif /* WLAY_SYMBOL_H */
