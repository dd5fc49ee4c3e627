/* SPDX-License-Identifier: MIT */
/*
 * The lexer: bytes to tokens.  It knows no grammar, but it discovers template
 * lists, as the specification does before parsing.  [Template Lists]
 */
#ifndef WLAY_LEX_H
#define WLAY_LEX_H

#include "diag.h"
#include "number.h"
#include "symbol.h"
#include "token.h"

typedef struct wlay_token {
    wlay_token_kind kind;
    uint32_t offset;
    uint32_t end;
    wlay_symbol *symbol; /* of an identifier or keyword */
    wlay_number number;  /* of a number */
} wlay_token;

/* A template list found ahead: where it starts and ends. */
typedef struct wlay_template {
    uint32_t start; /* of the < */
    uint32_t end;   /* of the > */
} wlay_template;

typedef struct wlay_lexer {
    const char *text;
    uint32_t length;
    uint32_t source; /* its number, for spans */
    uint32_t at;     /* the next byte */
    wlay_token token;      /* the current token */
    uint32_t previous_end; /* of the token before */
    wlay_diag *diag;
    wlay_symbols *symbols;
    wlay_arena *scratch;
    /* Template lists in the stretch discovered last, in the order of their
       starts; `next` is the first that the lexer has not come to, `open` those
       that it is inside of, innermost last. */
    wlay_template *templates;
    size_t template_count;
    size_t template_capacity;
    size_t template_next;
    struct wlay_candidate *pending; /* what discovery works with */
    size_t pending_capacity;
    uint32_t *open;
    size_t open_count;
    size_t open_capacity;
    uint32_t discovered; /* end of that stretch */
} wlay_lexer;

void wlay_lexer_init(wlay_lexer *lexer, const wlay_source *source,
                     uint32_t number, wlay_diag *diag, wlay_symbols *symbols,
                     wlay_arena *scratch);

/* Goes to the next token.  What is no token is reported and becomes ERROR. */
void wlay_next(wlay_lexer *lexer);

/* name, or name<argument>. */
typedef struct wlay_plain_type {
    wlay_symbol *symbol;
    wlay_symbol *argument; /* or NULL */
    uint32_t offset;
    uint32_t argument_offset;
    uint32_t end;
} wlay_plain_type;

/*
 * If a colon, a plain type and a comma, brace or parenthesis follow, with no more
 * than a blank behind the colon, and of names that were seen before, as in most
 * members: goes to the last of them.  Else nothing changes.
 */
bool wlay_take_plain_type(wlay_lexer *lexer, wlay_plain_type *out);

/* name(number), the number a plain decimal one. */
typedef struct wlay_plain_attribute {
    wlay_symbol *symbol;
    uint32_t offset;
    uint32_t number_offset;
    uint32_t number_end;
    int64_t number;
} wlay_plain_attribute;

/* Is that what follows the current token, the @, without blankspace, and of a name
   that was seen before?  Nothing changes. */
bool wlay_peek_plain_attribute(const wlay_lexer *lexer,
                               wlay_plain_attribute *out);
/* Goes behind it. */
void wlay_take_plain_attribute(wlay_lexer *lexer,
                               const wlay_plain_attribute *attribute);

/*
 * With the current token a `{`: goes to the `}` that closes it, past all that is
 * in between, comments respected.  False, with END as the token, if there is
 * none.
 */
bool wlay_skip_braces(wlay_lexer *lexer);

static inline wlay_span wlay_token_span(const wlay_lexer *lexer)
{
    return (wlay_span){lexer->source, lexer->token.offset,
                       lexer->token.end - lexer->token.offset};
}

#endif /* WLAY_LEX_H */
