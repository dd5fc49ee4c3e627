/* SPDX-License-Identifier: MIT */
/*
 * Rewriting: drafts become edits of the source texts.
 *
 * All is told by tokens: those of the declarations and those of function
 * bodies, which the parser passes over.  An edit replaces a stretch of text by
 * pieces, of which some are stretches of the old text, with the edits that lie
 * in them.
 */
#ifndef WLAY_REWRITE_H
#define WLAY_REWRITE_H

#include "advice_draft.h"
#include "lex.h"

/* ------------------------------------------------------------------- tokens */

typedef struct wlay_mark_token {
    wlay_token_kind kind;
    uint32_t offset;
    uint32_t end;
    const wlay_symbol *symbol; /* of an identifier or keyword; what the module
                                  has is the module's own */
    bool in_body;              /* of a function */
} wlay_mark_token;

/* A stretch of tokens, from the first up to before the last one. */
typedef struct wlay_range {
    size_t first;
    size_t last;
} wlay_range;

/* A piece of new text: a literal, or a stretch of the old. */
typedef struct wlay_part {
    wlay_string text;
    bool is_old;
    uint32_t from;
    uint32_t to;
} wlay_part;

typedef struct wlay_edit {
    uint32_t from; /* what is replaced; from == to inserts */
    uint32_t to;
    wlay_part *parts;
    size_t count;
} wlay_edit;

/* One source text. */
typedef struct wlay_rewrite_text {
    wlay_string text;
    uint32_t number;
    wlay_mark_token *tokens; /* the last one is END */
    size_t token_count;
    wlay_edit *edits; /* sorted by wlay_build_text() */
    size_t edit_count;
    size_t edit_capacity;
} wlay_rewrite_text;

/* A variable that gets another type. */
typedef struct wlay_draft_variable {
    const wlay_variable *old;
    wlay_string type;
    wlay_string index; /* as in wlay_draft_member */
} wlay_draft_variable;

typedef struct wlay_rewrite_job {
    const wlay_rewrite_options *options;
    const wlay_module *module; /* as it was */
    wlay_arena *arena;         /* of the result */
    wlay_arena *scratch;
    wlay_diag diag;
    wlay_draft draft;
    wlay_rewrite_text *texts;
    size_t text_count;
    wlay_symbols symbols; /* of tokens that the module does not have */
    wlay_draft_variable *variables;
    size_t variable_count;
} wlay_rewrite_job;

#define wlay_remark(diag, rule, span, ...)                     \
    wlay_diag_add((diag), WLAY_SEVERITY_NOTE, (rule), (span),  \
                  WLAY_ARGS(__VA_ARGS__))

/* Numbers from 1 by symbols, in open addressing. */
typedef struct wlay_symbol_map {
    const wlay_symbol **keys;
    size_t *numbers;
    size_t slot_count; /* a power of two */
} wlay_symbol_map;

/* rewrite_token.c: false if out of memory. */
bool wlay_map_init(wlay_symbol_map *map, size_t count, wlay_arena *arena);
/* A later number replaces an earlier one. */
void wlay_map_put(wlay_symbol_map *map, const wlay_symbol *key,
                  size_t number);
/* 0 if there is none. */
size_t wlay_map_get(const wlay_symbol_map *map, const wlay_symbol *key);

/* False if out of memory. */
bool wlay_read_tokens(wlay_rewrite_job *job, wlay_rewrite_text *text);
/* The first token at or behind an offset. */
size_t wlay_token_at(const wlay_rewrite_text *text, uint32_t offset);
/* Behind an opening bracket: the token that closes it, or END. */
size_t wlay_closing_token(const wlay_rewrite_text *text, size_t first);
/*
 * The parts between commas of what lies between brackets; `first` is behind the
 * opening one.  Nothing behind a last comma is no part.  Writes up to
 * `capacity` and returns how many there are.
 */
size_t wlay_split_list(const wlay_rewrite_text *text, size_t first,
                       wlay_range *parts, size_t capacity);
static inline bool wlay_is_token(const wlay_rewrite_text *text, size_t at,
                                 wlay_token_kind kind)
{
    return text->tokens[at].kind == kind;
}

/* rewrite_edit.c: false, or NULL, if out of memory. */
wlay_edit *wlay_add_edit(wlay_rewrite_job *job, wlay_rewrite_text *text,
                         uint32_t from, uint32_t to, size_t part_capacity);
void wlay_add_text(wlay_edit *edit, wlay_string text);
void wlay_add_old(wlay_edit *edit, uint32_t from, uint32_t to);
/* One that replaces by a literal. */
void wlay_replace(wlay_rewrite_job *job, wlay_rewrite_text *text,
                  uint32_t from, uint32_t to, wlay_string by);
wlay_string wlay_build_text(wlay_rewrite_job *job, wlay_rewrite_text *text);

/* rewrite_struct.c: the edits of a changed struct. */
void wlay_edit_struct(wlay_rewrite_job *job, const wlay_draft_struct *s);
/* Declares the wrappers behind the declaration with that name. */
void wlay_edit_wrappers(wlay_rewrite_job *job, wlay_span name);
/* The end of what stands on the line behind `at`, if that is only comments and
   blanks; else `at` itself.  *is_comment if it ends in a line comment. */
uint32_t wlay_end_of_line(const wlay_rewrite_text *text, uint32_t at,
                          bool *is_comment);

/* rewrite_use.c: calls of value constructors follow their structs; uses of what
   has another type are noted. */
void wlay_edit_uses(wlay_rewrite_job *job);
/* Numbers the names that stand behind a period anywhere; false if out of
   memory. */
bool wlay_map_used(const wlay_rewrite_job *job, wlay_symbol_map *out);

/* rewrite_check.c: reads the new texts; false, and reports why, if they are not
   what was promised. */
bool wlay_check_rewritten(wlay_rewrite_job *job, const wlay_source *sources);

#endif /* WLAY_REWRITE_H */
