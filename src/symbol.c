/* SPDX-License-Identifier: MIT */
#include "symbol.h"
#include "token.h"

#include <string.h>

#define FIRST_SLOTS 64

/* The slot that holds the text, or the free one where it would go. */
static wlay_symbol **find_slot(const wlay_symbols *symbols, const char *text,
                               size_t length, uint32_t hash)
{
    for (size_t at = hash;; at++) {
        wlay_symbol **const slot =
            &symbols->slots[at & (symbols->slot_count - 1)];

        if (*slot == NULL ||
            ((*slot)->hash == hash && (*slot)->text.length == length &&
             memcmp((*slot)->text.data, text, length) == 0))
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
    wlay_symbol *const symbol = WLAY_NEW(arena, wlay_symbol, 1);

    if (symbol == NULL)
        return NULL;
    symbol->text = wlay_copy_string(arena, (wlay_string){text, length});
    if (symbol->text.data == NULL)
        return NULL;
    symbol->hash = hash;
    symbol->name = wlay_find_name(text, length, hash);
    symbol->token = WLAY_TOKEN_IDENT;
    if (symbol->name != NULL && symbol->name->kind == WLAY_NAME_KEYWORD)
        symbol->token =
            (uint8_t)(WLAY_TOKEN_KEYWORD + wlay_name_id_of(symbol->name));
    return symbol;
}

wlay_symbol *wlay_intern(wlay_symbols *symbols, const char *text, size_t length)
{
    const uint32_t hash = wlay_hash(text, length);
    wlay_symbol **slot;

    if (symbols->count * 4 >= symbols->slot_count * 3 && !grow_slots(symbols))
        return NULL;
    slot = find_slot(symbols, text, length, hash);
    if (*slot == NULL) {
        *slot = make_symbol(symbols->arena, text, length, hash);
        symbols->count += *slot != NULL;
    }
    return *slot;
}

wlay_symbol *wlay_find_symbol(const wlay_symbols *symbols, const char *text,
                              size_t length)
{
    if (symbols->slot_count == 0)
        return NULL;
    return *find_slot(symbols, text, length, wlay_hash(text, length));
}
