/* SPDX-License-Identifier: MIT */
/*
 * What the bodies of functions name.  They are not parsed: of all the tokens only
 * those count that declare names, or open and close the scopes of names.
 * [Declaration and Scope]
 */
#include "parser.h"

#include <string.h>

/* A name that is declared locally; the rest is of a declaration further out. */
typedef struct local {
    wlay_symbol *symbol;
    bool was_hidden;
    uint8_t was_parameter;
} local;

/* An open parenthesis or template list. */
typedef struct frame {
    wlay_symbol *callee; /* or NULL: of no call */
    size_t first;        /* argument that is finished, in the list of all */
    size_t tokens;       /* of the argument at hand */
    wlay_argument argument; /* what it is, if it is one token */
} frame;

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
    frame *frames;
    size_t frame_count;
    size_t frame_capacity;
    wlay_argument *arguments; /* of the open calls */
    size_t argument_count;
    size_t argument_capacity;
    wlay_symbol *before; /* the token before, if it names a thing of module scope */
    wlay_handover *calls;
};

/* ------------------------------------------------------------------- scopes */

static void hide(body *b, wlay_symbol *symbol, uint8_t parameter)
{
    b->locals = wlay_grow(b->arena, b->locals, b->local_count,
                          &b->local_capacity, sizeof *b->locals);
    if (b->locals == NULL) {
        b->local_count = b->local_capacity = 0;
        return;
    }
    b->locals[b->local_count++] =
        (local){symbol, symbol->hidden, symbol->parameter};
    symbol->hidden = true;
    symbol->parameter = parameter;
}

static void reveal_down_to(body *b, size_t count)
{
    while (b->local_count > count) {
        const local *const l = &b->locals[--b->local_count];

        l->symbol->hidden = l->was_hidden;
        l->symbol->parameter = l->was_parameter;
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

/* -------------------------------------------------------------------- calls */

static void open_frame(body *b, wlay_symbol *callee)
{
    b->frames = wlay_grow(b->arena, b->frames, b->frame_count,
                          &b->frame_capacity, sizeof *b->frames);
    if (b->frames == NULL)
        b->frame_count = b->frame_capacity = 0;
    else
        b->frames[b->frame_count++] =
            (frame){.callee = callee, .first = b->argument_count};
}

/* Counts a token of an argument; one alone may be a name. */
static void add_token(body *b, wlay_symbol *name)
{
    frame *top;

    if (b->frame_count == 0)
        return;
    top = &b->frames[b->frame_count - 1];
    top->tokens++;
    top->argument = (wlay_argument){{NULL}, 0};
    if (name == NULL)
        return;
    if (name->hidden)
        top->argument.parameter = name->parameter;
    else
        top->argument.global.symbol = name;
}

static void end_argument(body *b)
{
    frame *top;

    if (b->frame_count == 0)
        return;
    top = &b->frames[b->frame_count - 1];
    if (top->tokens == 0)
        return;
    if (top->tokens > 1)
        top->argument = (wlay_argument){{NULL}, 0};
    top->tokens = 0;
    b->arguments = wlay_grow(b->arena, b->arguments, b->argument_count,
                             &b->argument_capacity, sizeof *b->arguments);
    if (b->arguments == NULL)
        b->argument_count = b->argument_capacity = 0;
    else
        b->arguments[b->argument_count++] = top->argument;
}

static bool is_name(const wlay_argument *argument)
{
    return argument->global.symbol != NULL || argument->parameter > 0;
}

/* Textures and samplers are handed on by name alone; to functions of WGSL, as most
   are, both together. */
static void keep_call(body *b, wlay_symbol *callee, size_t first)
{
    const size_t count = b->argument_count - first;
    size_t names = 0;
    wlay_handover *call;

    for (size_t i = 0; i < count; i++)
        names += is_name(&b->arguments[first + i]);
    if (names < (wlay_predeclared(callee) != NULL ? 2 : 1))
        return;
    call = WLAY_NEW(b->arena, wlay_handover, 1);
    if (call == NULL)
        return;
    call->arguments = WLAY_NEW(b->arena, wlay_argument, count);
    if (call->arguments == NULL)
        return;
    memcpy(call->arguments, b->arguments + first,
           count * sizeof *call->arguments);
    call->callee = callee;
    call->count = (uint32_t)count;
    call->next = b->calls;
    b->calls = call;
}

static void close_frame(body *b)
{
    frame top;

    if (b->frame_count == 0)
        return;
    end_argument(b);
    if (b->frame_count == 0) /* out of memory */
        return;
    top = b->frames[--b->frame_count];
    if (top.callee != NULL && b->argument_count > top.first)
        keep_call(b, top.callee, top.first);
    b->argument_count = top.first;
    add_token(b, NULL);
    add_token(b, NULL);
}

static void close_frames(body *b)
{
    b->frame_count = b->argument_count = 0;
}

/* What a token is to the calls around it. */
static void follow_calls(body *b)
{
    wlay_symbol *const name = b->lexer->token.kind == WLAY_TOKEN_IDENT
                                  ? b->lexer->token.symbol
                                  : NULL;

    switch ((int)b->lexer->token.kind) {
    case WLAY_TOKEN_PAREN_LEFT:
        open_frame(b, b->before);
        break;
    case WLAY_TOKEN_TEMPLATE_START:
        open_frame(b, NULL);
        break;
    case WLAY_TOKEN_PAREN_RIGHT: case WLAY_TOKEN_TEMPLATE_END:
        close_frame(b);
        break;
    case WLAY_TOKEN_COMMA:
        end_argument(b);
        break;
    case WLAY_TOKEN_SEMICOLON: case WLAY_TOKEN_BRACE_LEFT:
    case WLAY_TOKEN_BRACE_RIGHT:
        close_frames(b);
        break;
    default:
        add_token(b, name);
        break;
    }
    b->before = name != NULL && !name->hidden ? name : NULL;
}

/* ---------------------------------------------------------------- statements */

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
    follow_calls(b);
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
            hide(b, b->declared, 0);
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
    uint32_t parameter = 0;
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
        if (f->symbol != NULL && ++parameter <= UINT8_MAX)
            hide(b, f->symbol, (uint8_t)parameter);
    wlay_next(lexer);
    while (!at_end(b) && !b->arena->failed && !lexer->symbols->arena->failed)
        read_token(b);
    reveal_down_to(b, 0);
    close_frames(b);
    b->scope_count = 0;
    b->declared = NULL;
    b->before = NULL;
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
        return; /* a call is of names, too */
    decl->uses = WLAY_NEW(parser->keep, wlay_use, count + names);
    for (size_t i = 0; i < names; i++)
        b->names[i]->named = false;
    if (b != NULL) {
        decl->calls = b->calls;
        b->calls = NULL;
        b->name_count = 0;
    }
    if (decl->uses == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        decl->uses[i].symbol = decl->references[i];
    for (size_t i = 0; i < names; i++)
        decl->uses[count++].symbol = b->names[i];
    decl->use_count = (uint32_t)count;
}
