/* SPDX-License-Identifier: MIT */
#include "symbol.h"
#include "token.h"

#include <string.h>

#define FIRST_SLOTS 64

static bool same_word(const char *a, const char *b, size_t size)
{
    uint64_t x = 0;
    uint64_t y = 0;

    memcpy(&x, a, size);
    memcpy(&y, b, size);
    return x == y;
}

/* Names are short: a few loads, the last of which may overlap, beat a call. */
static inline bool same_text(const char *a, const char *b, size_t length)
{
    size_t at = 0;

    if (length < 4)
        return (length < 2 || same_word(a, b, 2)) &&
               (length == 0 || a[length - 1] == b[length - 1]);
    if (length < 8)
        return same_word(a, b, 4) &&
               same_word(a + length - 4, b + length - 4, 4);
    for (; at + 8 < length; at += 8)
        if (!same_word(a + at, b + at, 8))
            return false;
    return same_word(a + length - 8, b + length - 8, 8);
}

/* The slot that holds the text, or the free one where it would go. */
static inline wlay_symbol **find_slot(const wlay_symbols *symbols,
                                      const char *text, size_t length,
                                      uint32_t hash)
{
    wlay_symbol **const slots = symbols->slots;
    const size_t mask = symbols->slot_count - 1;

    for (size_t at = hash;; at++) {
        wlay_symbol **const slot = &slots[at & mask];

        if (*slot == NULL ||
            ((*slot)->hash == hash && (*slot)->text.length == length &&
             same_text((*slot)->text.data, text, length)))
            return slot;
    }
}

static bool grow_slots(wlay_symbols *symbols)
{
    const wlay_symbols old = *symbols;

    symbols->slot_count = old.slot_count == 0 ? FIRST_SLOTS
                                              : old.slot_count * 2;
    symbols->slots =
        WLAY_NEW(symbols->arena, wlay_symbol *, symbols->slot_count);
    if (symbols->slots == NULL) {
        *symbols = old;
        return false;
    }
    for (size_t i = 0; i < old.slot_count; i++) {
        wlay_symbol *const s = old.slots[i];

        if (s != NULL)
            *find_slot(symbols, s->text.data, s->text.length, s->hash) = s;
    }
    return true;
}

static wlay_symbol *make_symbol(wlay_arena *arena, const char *text,
                                size_t length, uint32_t hash)
{
    /* The text lies behind the symbol: they are read together. */
    char *const memory = length < SIZE_MAX / 4
                             ? wlay_alloc(arena, sizeof(wlay_symbol) + length + 1, 1)
                             : NULL;
    wlay_symbol *const symbol = (wlay_symbol *)(void *)memory;

    if (symbol == NULL)
        return NULL;
    memcpy(memory + sizeof *symbol, text, length);
    symbol->text = (wlay_string){memory + sizeof *symbol, length};
    symbol->hash = hash;
    symbol->name = wlay_find_name(text, length, hash);
    symbol->token = WLAY_TOKEN_IDENT;
    if (symbol->name != NULL && symbol->name->kind == WLAY_NAME_KEYWORD)
        symbol->token =
            (uint8_t)(WLAY_TOKEN_KEYWORD + wlay_name_id_of(symbol->name));
    return symbol;
}

/* The text is not there yet. */
static wlay_symbol *add_symbol(wlay_symbols *symbols, const char *text,
                               size_t length, uint32_t hash)
{
    wlay_symbol *symbol;

    if (symbols->count * 4 >= symbols->slot_count * 3 && !grow_slots(symbols))
        return NULL;
    symbol = make_symbol(symbols->arena, text, length, hash);
    *find_slot(symbols, text, length, hash) = symbol;
    symbols->count += symbol != NULL;
    return symbol;
}

wlay_symbol *wlay_intern(wlay_symbols *symbols, const char *text, size_t length)
{
    const uint32_t hash = wlay_hash(text, length);
    wlay_symbol *symbol = NULL;

    if (symbols->slot_count > 0)
        symbol = *find_slot(symbols, text, length, hash);
    if (symbol == NULL && symbols->outer != NULL &&
        symbols->outer->slot_count > 0)
        symbol = *find_slot(symbols->outer, text, length, hash);
    if (symbol != NULL)
        return symbol;
    return add_symbol(symbols, text, length, hash);
}

wlay_symbol *wlay_find_symbol(const wlay_symbols *symbols, const char *text,
                              size_t length)
{
    if (symbols->slot_count == 0)
        return NULL;
    return *find_slot(symbols, text, length, wlay_hash(text, length));
}
