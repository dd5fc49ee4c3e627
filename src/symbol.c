/* SPDX-License-Identifier: MIT */
#include "symbol.h"
#include "token.h"

#include <string.h>

#define FIRST_SLOTS 64

/* A symbol's text lies behind it, with zeros up to a whole block at least: they
   are read together. */
static inline const char *text_of(const wlay_symbol *symbol)
{
    return (const char *)(symbol + 1);
}

static inline bool is_word(const wlay_symbol *symbol, const wlay_word *word)
{
    const char *const text = text_of(symbol);

    return symbol->hash == word->hash && symbol->length == word->length &&
           wlay_load64(text) == word->low &&
           wlay_load64(text + 8) == word->high &&
           (word->length <= WLAY_WORD_BLOCK ||
            memcmp(text + WLAY_WORD_BLOCK, word->text + WLAY_WORD_BLOCK,
                   word->length - WLAY_WORD_BLOCK) == 0);
}

/* The slot that holds the word, or the free one where it would go. */
static inline wlay_symbol **find_slot(const wlay_symbols *symbols,
                                      const wlay_word *word)
{
    wlay_symbol **const slots = symbols->slots;
    const size_t mask = symbols->slot_count - 1;

    for (size_t at = word->hash;; at++) {
        wlay_symbol **const slot = &slots[at & mask];

        if (*slot == NULL || is_word(*slot, word))
            return slot;
    }
}

/* The free slot for one that is not there yet. */
static wlay_symbol **free_slot(const wlay_symbols *symbols, uint32_t hash)
{
    const size_t mask = symbols->slot_count - 1;
    size_t at = hash;

    while (symbols->slots[at & mask] != NULL)
        at++;
    return &symbols->slots[at & mask];
}

/* How many slots are needed at the end if symbols go on to come at the rate so
   far; names come again, so that is too many rather than too few. */
static size_t next_slot_count(const wlay_symbols *symbols)
{
    const wlay_arena *const arena = symbols->arena;
    const uint64_t wanted =
        arena->done == 0 ? arena->total / 16
                         : symbols->count * (arena->total / arena->done) * 4 / 3;
    size_t count = symbols->slot_count == 0 ? FIRST_SLOTS
                                            : symbols->slot_count * 2;
    size_t most = count * 8;

    while (count < wanted && count < most)
        count *= 2;
    return count;
}

static bool grow_slots(wlay_symbols *symbols)
{
    const wlay_symbols old = *symbols;

    symbols->slot_count = next_slot_count(symbols);
    symbols->slots =
        WLAY_NEW(symbols->arena, wlay_symbol *, symbols->slot_count);
    if (symbols->slots == NULL) {
        *symbols = old;
        return false;
    }
    for (size_t i = 0; i < old.slot_count; i++) {
        wlay_symbol *const s = old.slots[i];

        if (s != NULL)
            *free_slot(symbols, s->hash) = s;
    }
    return true;
}

static wlay_symbol *make_symbol(wlay_arena *arena, const wlay_word *word)
{
    const size_t room = (size_t)wlay_max(word->length + 1, WLAY_WORD_BLOCK);
    const wlay_name *const name = wlay_find_name(word);
    wlay_symbol *const symbol =
        word->length <= UINT32_MAX && room <= SIZE_MAX - sizeof *symbol
            ? wlay_alloc_quick(arena, sizeof *symbol + room, 1)
            : NULL;

    if (symbol == NULL)
        return NULL;
    if (word->length <= WLAY_WORD_BLOCK) {
        wlay_store64((char *)(symbol + 1), word->low);
        wlay_store64((char *)(symbol + 1) + 8, word->high);
    } else {
        memcpy(symbol + 1, word->text, word->length);
    }
    symbol->length = (uint32_t)word->length;
    symbol->hash = word->hash;
    symbol->token = WLAY_TOKEN_IDENT;
    /* [Identifiers] */
    symbol->may_be_declared = (word->low & 0xFFFF) != ('_' | '_' << 8);
    if (name == NULL)
        return symbol;
    symbol->name = (uint16_t)(wlay_name_id_of(name) + 1);
    if (name->kind == WLAY_NAME_KEYWORD)
        symbol->token = (uint8_t)(WLAY_TOKEN_KEYWORD + wlay_name_id_of(name));
    symbol->may_be_declared &=
        name->kind != WLAY_NAME_KEYWORD && name->kind != WLAY_NAME_RESERVED;
    return symbol;
}

/* The word is not there yet. */
static wlay_symbol *add_symbol(wlay_symbols *symbols, const wlay_word *word)
{
    wlay_symbol *symbol;

    if (symbols->count * 4 >= symbols->slot_count * 3 && !grow_slots(symbols))
        return NULL;
    symbol = make_symbol(symbols->arena, word);
    *free_slot(symbols, word->hash) = symbol;
    symbols->count += symbol != NULL;
    return symbol;
}

static inline wlay_symbol *find(const wlay_symbols *symbols,
                                const wlay_word *word)
{
    return symbols->slot_count == 0 ? NULL : *find_slot(symbols, word);
}

wlay_symbol *wlay_intern(wlay_symbols *symbols, const wlay_word *word)
{
    wlay_symbol *symbol = find(symbols, word);

    if (symbol == NULL && symbols->outer != NULL)
        symbol = find(symbols->outer, word);
    return symbol != NULL ? symbol : add_symbol(symbols, word);
}

wlay_symbol *wlay_find_symbol(const wlay_symbols *symbols, const char *text,
                              size_t length)
{
    const wlay_word word = wlay_make_word(text, length, length);

    return find(symbols, &word);
}
