/* SPDX-License-Identifier: MIT */
#include "rewrite.h"

/* -------------------------------------------------------------------- a map */

bool wlay_map_init(wlay_symbol_map *map, size_t count, wlay_arena *arena)
{
    map->slot_count = 16;
    while (map->slot_count < count * 2)
        map->slot_count *= 2;
    map->keys = WLAY_NEW(arena, const wlay_symbol *, map->slot_count);
    map->numbers = WLAY_NEW(arena, size_t, map->slot_count);
    return map->keys != NULL && map->numbers != NULL;
}

/* The slot of that key, or an empty one. */
static size_t find_slot(const wlay_symbol_map *map, const wlay_symbol *key)
{
    size_t at = key->hash & (map->slot_count - 1);

    while (map->keys[at] != NULL && map->keys[at] != key)
        at = (at + 1) & (map->slot_count - 1);
    return at;
}

void wlay_map_put(wlay_symbol_map *map, const wlay_symbol *key,
                  size_t number)
{
    const size_t at = find_slot(map, key);

    map->keys[at] = key;
    map->numbers[at] = number;
}

size_t wlay_map_get(const wlay_symbol_map *map, const wlay_symbol *key)
{
    return map->numbers[find_slot(map, key)];
}

/* ------------------------------------------------------------------- tokens */

static bool add_token(wlay_rewrite_job *job, wlay_rewrite_text *text,
                      const wlay_token *token, size_t *capacity)
{
    wlay_mark_token *const tokens =
        wlay_grow(job->scratch, text->tokens, text->token_count, capacity,
                  sizeof *tokens);

    if (tokens == NULL)
        return false;
    text->tokens = tokens;
    tokens[text->token_count++] = (wlay_mark_token){
        token->kind, token->offset, token->end, token->symbol, false};
    return true;
}

/* At the `fn` of a declaration: its body is between the first braces behind. */
static size_t mark_body(wlay_rewrite_text *text, size_t at)
{
    size_t end;

    while (!wlay_is_token(text, at, WLAY_TOKEN_BRACE_LEFT) &&
           !wlay_is_token(text, at, WLAY_TOKEN_END))
        at++;
    if (wlay_is_token(text, at, WLAY_TOKEN_END))
        return at;
    end = wlay_closing_token(text, at + 1);
    for (; at < end; at++)
        text->tokens[at].in_body = true;
    return end;
}

static void mark_bodies(wlay_rewrite_text *text)
{
    size_t at = 0;

    while (!wlay_is_token(text, at, WLAY_TOKEN_END)) {
        if ((int)text->tokens[at].kind == WLAY_KEYWORD(fn))
            at = mark_body(text, at);
        else
            at++;
    }
}

bool wlay_read_tokens(wlay_rewrite_job *job, wlay_rewrite_text *text)
{
    const wlay_source source = {{"", 0}, text->text};
    wlay_diag ignored = {.arena = job->scratch, .sources = &source,
                         .source_count = 1, .max = 0};
    wlay_lexer lexer;
    size_t capacity = 0;

    wlay_lexer_init(&lexer, &source, 0, &ignored, &job->symbols,
                    job->scratch);
    do {
        wlay_next(&lexer);
        if (!add_token(job, text, &lexer.token, &capacity))
            return false;
    } while (lexer.token.kind != WLAY_TOKEN_END);
    mark_bodies(text);
    return !job->scratch->failed;
}

size_t wlay_token_at(const wlay_rewrite_text *text, uint32_t offset)
{
    size_t from = 0;
    size_t to = text->token_count - 1;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (text->tokens[middle].offset < offset)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

static int level_change(wlay_token_kind kind)
{
    switch (kind) {
    case WLAY_TOKEN_PAREN_LEFT: case WLAY_TOKEN_BRACKET_LEFT:
    case WLAY_TOKEN_BRACE_LEFT: case WLAY_TOKEN_TEMPLATE_START:
        return 1;
    case WLAY_TOKEN_PAREN_RIGHT: case WLAY_TOKEN_BRACKET_RIGHT:
    case WLAY_TOKEN_BRACE_RIGHT: case WLAY_TOKEN_TEMPLATE_END:
        return -1;
    default:
        return 0;
    }
}

size_t wlay_closing_token(const wlay_rewrite_text *text, size_t first)
{
    size_t level = 1;
    size_t at = first;

    for (; !wlay_is_token(text, at, WLAY_TOKEN_END); at++) {
        const int change = level_change(text->tokens[at].kind);

        if (change < 0 && --level == 0)
            break;
        level += change > 0 ? 1u : 0u;
    }
    return at;
}

size_t wlay_split_list(const wlay_rewrite_text *text, size_t first,
                       wlay_range *parts, size_t capacity)
{
    const size_t end = wlay_closing_token(text, first);
    size_t level = 0;
    size_t count = 0;

    for (size_t at = first; at <= end; at++) {
        const int change = level_change(text->tokens[at].kind);
        const bool is_end =
            at == end ||
            (level == 0 && wlay_is_token(text, at, WLAY_TOKEN_COMMA));

        if (is_end && at > first) {
            if (count < capacity)
                parts[count] = (wlay_range){first, at};
            count++;
        }
        if (is_end)
            first = at + 1;
        else if (change != 0)
            level = change > 0 ? level + 1 : level - 1;
    }
    return count;
}
