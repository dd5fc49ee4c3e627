/* SPDX-License-Identifier: MIT */
/*
 * What the bodies of functions name.  They are not parsed: of all the tokens only
 * those count that declare names, or open and close the scopes of names.
 * [Declaration and Scope]
 */
#include "parser.h"

#include <string.h>

/* A name that is declared locally; `was_hidden` by a declaration further out. */
typedef struct local {
    wlay_symbol *symbol;
    bool was_hidden;
} local;

/* A compound statement, or a for statement, whose initializer has a scope. */
typedef struct scope {
    size_t local_count; /* outside of it */
    bool is_for;
} scope;

typedef struct wlay_body body;
struct wlay_body {
    wlay_lexer *lexer;
    wlay_arena *arena;
    uint32_t close;   /* where the body ends */
    wlay_diag silent; /* what is wrong in a body is not looked at */
    wlay_symbol *declared; /* by the declaration at hand, whose scope begins
                              behind it; or NULL */
    local *locals;
    size_t local_count;
    size_t local_capacity;
    scope *scopes;
    size_t scope_count;
    size_t scope_capacity;
    wlay_symbol **names; /* of module scope, each once */
    size_t name_count;
    size_t name_capacity;
};

/* ------------------------------------------------------------------- scopes */

static void hide(body *b, wlay_symbol *symbol)
{
    b->locals = wlay_grow(b->arena, b->locals, b->local_count,
                          &b->local_capacity, sizeof *b->locals);
    if (b->locals == NULL) {
        b->local_count = b->local_capacity = 0;
        return;
    }
    b->locals[b->local_count++] = (local){symbol, symbol->hidden};
    symbol->hidden = true;
}

static void reveal_down_to(body *b, size_t count)
{
    while (b->local_count > count) {
        const local *const l = &b->locals[--b->local_count];

        l->symbol->hidden = l->was_hidden;
    }
}

static void open_scope(body *b, bool is_for)
{
    b->scopes = wlay_grow(b->arena, b->scopes, b->scope_count,
                          &b->scope_capacity, sizeof *b->scopes);
    if (b->scopes == NULL)
        b->scope_count = b->scope_capacity = 0;
    else
        b->scopes[b->scope_count++] = (scope){b->local_count, is_for};
}

static void close_scope(body *b)
{
    reveal_down_to(b, b->scopes[--b->scope_count].local_count);
}

static bool in_for(const body *b)
{
    return b->scope_count > 0 && b->scopes[b->scope_count - 1].is_for;
}

/* The end of a compound statement, which may be the body of a for statement. */
static void close_block(body *b)
{
    while (in_for(b))
        close_scope(b);
    if (b->scope_count > 0)
        close_scope(b);
    while (in_for(b))
        close_scope(b);
}

/* -------------------------------------------------------------------- names */

static void add_name(body *b, wlay_symbol *symbol)
{
    if (symbol->hidden || symbol->named)
        return;
    b->names = wlay_grow(b->arena, b->names, b->name_count, &b->name_capacity,
                         sizeof *b->names);
    if (b->names == NULL) {
        b->name_count = b->name_capacity = 0;
        return;
    }
    b->names[b->name_count++] = symbol;
    symbol->named = true;
}

static bool at_end(const body *b)
{
    return b->lexer->token.kind == WLAY_TOKEN_END ||
           b->lexer->token.offset >= b->close;
}

/* Goes on, and over the token if it is of that kind. */
static bool next_is(body *b, wlay_token_kind kind)
{
    wlay_next(b->lexer);
    return !at_end(b) && b->lexer->token.kind == kind;
}

/* Of `var<function>` the template list, as enumerants are no names. */
static void skip_template(body *b)
{
    while (!at_end(b) && b->lexer->token.kind != WLAY_TOKEN_TEMPLATE_END &&
           b->lexer->token.kind != WLAY_TOKEN_SEMICOLON)
        wlay_next(b->lexer);
    if (!at_end(b) && b->lexer->token.kind == WLAY_TOKEN_TEMPLATE_END)
        wlay_next(b->lexer);
}

/* At let, var or const.  The name's scope begins at the end of the statement. */
static void read_declaration(body *b)
{
    if (next_is(b, WLAY_TOKEN_TEMPLATE_START))
        skip_template(b);
    if (at_end(b) || b->lexer->token.kind != WLAY_TOKEN_IDENT)
        return;
    b->declared = b->lexer->token.symbol;
    wlay_next(b->lexer);
}

/* Behind @ stands the name of an attribute; the arguments of @diagnostic name
   nothing either. */
static void read_attribute(body *b)
{
    size_t depth = 0;

    wlay_next(b->lexer);
    if (at_end(b))
        return;
    if ((int)b->lexer->token.kind != WLAY_KEYWORD(diagnostic)) {
        wlay_next(b->lexer);
        return;
    }
    wlay_next(b->lexer);
    do {
        depth += b->lexer->token.kind == WLAY_TOKEN_PAREN_LEFT;
        depth -= depth > 0 && b->lexer->token.kind == WLAY_TOKEN_PAREN_RIGHT;
        if (at_end(b))
            return;
        if (depth > 0 || b->lexer->token.kind == WLAY_TOKEN_PAREN_RIGHT)
            wlay_next(b->lexer);
    } while (depth > 0);
}

/* At a token that names, declares, or opens or closes a scope; or at none. */
static void read_token(body *b)
{
    switch ((int)b->lexer->token.kind) {
    case WLAY_TOKEN_IDENT:
        add_name(b, b->lexer->token.symbol);
        break;
    case WLAY_TOKEN_PERIOD: /* behind it stands a member, or a swizzle */
        wlay_next(b->lexer);
        if (b->lexer->token.kind == WLAY_TOKEN_IDENT)
            break;
        return;
    case WLAY_TOKEN_AT:
        read_attribute(b);
        return;
    case WLAY_KEYWORD(let): case WLAY_KEYWORD(var): case WLAY_KEYWORD(const):
        read_declaration(b);
        return;
    case WLAY_KEYWORD(for):
        open_scope(b, true);
        break;
    case WLAY_TOKEN_BRACE_LEFT:
        open_scope(b, false);
        break;
    case WLAY_TOKEN_BRACE_RIGHT:
        close_block(b);
        break;
    case WLAY_TOKEN_SEMICOLON:
        if (b->declared != NULL)
            hide(b, b->declared);
        b->declared = NULL;
        break;
    default:
        break;
    }
    wlay_next(b->lexer);
}

/* ------------------------------------------------------------------- bodies */

static body *body_of(wlay_parser *parser)
{
    if (parser->body == NULL) {
        parser->body = WLAY_NEW(parser->keep, body, 1);
        if (parser->body == NULL)
            return NULL;
        parser->body->lexer = &parser->lexer;
        parser->body->arena = parser->keep;
    }
    return parser->body;
}

/*
 * The lexer goes over the body a second time, as only now it is known where that
 * ends: braces that are none to the tokens, in a text of errors, must not change
 * what is found behind it.
 */
void wlay_read_body(wlay_parser *parser, const wlay_decl *decl, uint32_t open,
                    uint32_t close)
{
    wlay_lexer *const lexer = &parser->lexer;
    wlay_diag *const diag = lexer->diag;
    const wlay_token last = lexer->token;
    const uint32_t behind = lexer->at;
    const uint32_t previous_end = lexer->previous_end;
    body *const b = body_of(parser);

    if (b == NULL)
        return;
    memset(&b->silent, 0, sizeof b->silent);
    b->close = close;
    lexer->diag = &b->silent;
    lexer->at = open + 1;
    lexer->token.kind = WLAY_TOKEN_BRACE_LEFT;
    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        if (f->symbol != NULL)
            hide(b, f->symbol);
    wlay_next(lexer);
    while (!at_end(b) && !b->arena->failed && !lexer->symbols->arena->failed)
        read_token(b);
    reveal_down_to(b, 0);
    b->scope_count = 0;
    b->declared = NULL;
    lexer->diag = diag;
    lexer->token = last;
    lexer->at = behind;
    lexer->previous_end = previous_end;
}

static bool has_uses(wlay_decl_kind kind)
{
    return kind == WLAY_DECL_FUNCTION || kind == WLAY_DECL_VAR ||
           kind == WLAY_DECL_OVERRIDE || kind == WLAY_DECL_ALIAS;
}

void wlay_keep_uses(wlay_parser *parser, wlay_decl *decl)
{
    body *const b = decl->kind == WLAY_DECL_FUNCTION ? parser->body : NULL;
    const size_t names = b == NULL ? 0 : b->name_count;
    size_t count = decl->reference_count;

    if (!has_uses(decl->kind) || count + names == 0)
        return;
    decl->uses = WLAY_NEW(parser->keep, wlay_use, count + names);
    for (size_t i = 0; i < names; i++)
        b->names[i]->named = false;
    if (b != NULL)
        b->name_count = 0;
    if (decl->uses == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        decl->uses[i].symbol = decl->references[i];
    for (size_t i = 0; i < names; i++)
        decl->uses[count++].symbol = b->names[i];
    decl->use_count = (uint32_t)count;
}
