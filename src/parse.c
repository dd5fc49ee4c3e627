/* SPDX-License-Identifier: MIT */
/* Declarations.  [Declaration and Scope] */
#include "parse.h"
#include "parser.h"

#include <string.h>

/* ------------------------------------------------------------------ helpers */

static wlay_string token_text(const wlay_parser *parser)
{
    const wlay_token *const token = &parser->lexer.token;

    return (wlay_string){parser->lexer.text + token->offset,
                         (size_t)wlay_min(token->end - token->offset, 40)};
}

void wlay_expected(wlay_parser *parser, const char *what, const char *where)
{
    const wlay_span span = wlay_token_span(&parser->lexer);
    const wlay_token_kind kind = wlay_kind(parser);
    const char *const blank = where == NULL ? "" : " ";

    if (kind == WLAY_TOKEN_ERROR)
        return;
    if (where == NULL)
        where = "";
    if (kind == WLAY_TOKEN_END)
        wlay_report(parser->diag, WLAY_RULE_SYNTAX,
                    ((wlay_span){span.source, parser->lexer.previous_end, 0}),
                    F("expected %%%, but the text ends here"), Z(what),
                    Z(blank), Z(where));
    else
        wlay_report(parser->diag, WLAY_RULE_SYNTAX, span,
                    F("expected %%%, found '%'"), Z(what), Z(blank), Z(where),
                    S(token_text(parser)));
}

bool wlay_expect(wlay_parser *parser, wlay_token_kind kind, const char *what,
                 const char *where)
{
    if (wlay_accept(parser, kind))
        return true;
    wlay_expected(parser, what, where);
    return false;
}

/* `struct: f32` is a member with a bad name; `struct T {` is the next struct. */
static bool colon_follows(const wlay_lexer *lexer)
{
    uint32_t at = lexer->token.end;

    while (at < lexer->length && lexer->text[at] == ' ')
        at++;
    return at < lexer->length && lexer->text[at] == ':';
}

static void report_keyword(wlay_parser *parser, const char *what)
{
    wlay_report(parser->diag, WLAY_RULE_SYNTAX, wlay_token_span(&parser->lexer),
                F("expected %, found the keyword '%'"), Z(what),
                S(token_text(parser)));
    if (colon_follows(&parser->lexer))
        wlay_next(&parser->lexer);
}

/* [Identifiers] */
static WLAY_NOINLINE void report_name(wlay_parser *parser, const char *what)
{
    const wlay_span span = wlay_token_span(&parser->lexer);
    const wlay_symbol *const symbol = parser->lexer.token.symbol;

    if (wlay_kind(parser) == WLAY_TOKEN_UNDERSCORE)
        wlay_report(parser->diag, WLAY_RULE_IDENTIFIER, span,
                    F("'_' alone is not a name"));
    else if (symbol == NULL)
        wlay_expected(parser, what, NULL);
    else if (wlay_kind(parser) != WLAY_TOKEN_IDENT)
        report_keyword(parser, what);
    else if (wlay_predeclared(symbol) != NULL &&
             wlay_predeclared(symbol)->kind == WLAY_NAME_RESERVED)
        wlay_report(parser->diag, WLAY_RULE_RESERVED_WORD, span,
                    F("'%' is a reserved word and cannot be a name"),
                    S(wlay_symbol_text(symbol)));
    else
        wlay_report(parser->diag, WLAY_RULE_IDENTIFIER, span,
                    F("'%': a name must not begin with two underscores"),
                    S(wlay_symbol_text(symbol)));
}

wlay_symbol *wlay_expect_name(wlay_parser *parser, const char *what)
{
    wlay_symbol *const symbol = parser->lexer.token.symbol;

    if (wlay_kind(parser) == WLAY_TOKEN_IDENT &&
        (symbol->may_be_declared || parser->context_names)) {
        wlay_next(&parser->lexer);
        return symbol;
    }
    report_name(parser, what);
    return NULL;
}

typedef struct declaration_form declaration_form;
static const declaration_form *find_declaration(wlay_token_kind kind);

/* Does a keyword stand here that begins a declaration at module scope? */
static bool begins_declaration(wlay_token_kind kind)
{
    return find_declaration(kind) != NULL;
}

static bool is_directive(wlay_token_kind kind)
{
    return (int)kind == WLAY_KEYWORD(enable) ||
           (int)kind == WLAY_KEYWORD(requires) ||
           (int)kind == WLAY_KEYWORD(diagnostic);
}

/* ----------------------------------------------------------------- recovery */

static int level_change(wlay_token_kind kind)
{
    switch (kind) {
    case WLAY_TOKEN_PAREN_LEFT: case WLAY_TOKEN_BRACKET_LEFT:
    case WLAY_TOKEN_TEMPLATE_START:
        return 1;
    case WLAY_TOKEN_PAREN_RIGHT: case WLAY_TOKEN_BRACKET_RIGHT:
    case WLAY_TOKEN_TEMPLATE_END:
        return -1;
    default:
        return 0;
    }
}

/*
 * After an error in a member or parameter: to the comma behind it, or to the
 * token that ends the list.  `levels` is how many brackets were open.
 */
static void skip_field(wlay_parser *parser, uint32_t levels,
                       wlay_token_kind end)
{
    int64_t level = levels;

    for (;;) {
        const wlay_token_kind kind = wlay_kind(parser);

        if (kind == WLAY_TOKEN_END || kind == WLAY_TOKEN_SEMICOLON ||
            kind == WLAY_TOKEN_BRACE_RIGHT || kind == WLAY_TOKEN_BRACE_LEFT ||
            begins_declaration(kind) ||
            (level <= 0 && (kind == end || kind == WLAY_TOKEN_COMMA)))
            return;
        level += level_change(kind);
        /* Only a field has a colon: its type begins on the outermost level. */
        if (kind == WLAY_TOKEN_COLON || level < 0)
            level = 0;
        wlay_next(&parser->lexer);
    }
}

/* After an error in a declaration: to where the next one seems to begin. */
static void skip_declaration(wlay_parser *parser)
{
    int64_t level = parser->depth;

    for (;;) {
        const wlay_token_kind kind = wlay_kind(parser);

        if (kind == WLAY_TOKEN_END || begins_declaration(kind) ||
            is_directive(kind) || (kind == WLAY_TOKEN_AT && level <= 0))
            return;
        if (kind == WLAY_TOKEN_BRACE_LEFT)
            wlay_skip_braces(&parser->lexer);
        wlay_accept(parser, wlay_kind(parser));
        if (kind == WLAY_TOKEN_SEMICOLON || kind == WLAY_TOKEN_BRACE_LEFT ||
            kind == WLAY_TOKEN_BRACE_RIGHT)
            return;
        level += level_change(kind);
    }
}

/* ------------------------------------------------------ structs, functions */

static void make_identifier(wlay_expr *expr, wlay_symbol *symbol,
                            uint32_t offset, uint32_t end)
{
    expr->kind = WLAY_EXPR_IDENT;
    expr->depth = 1;
    expr->of.symbol = symbol;
    expr->offset = offset;
    expr->length = end - offset;
}

/* The template argument of a type that was read the quick way. */
static bool add_argument(wlay_parser *parser, wlay_expr *type,
                         const wlay_plain_type *plain)
{
    wlay_expr *const argument = WLAY_NEW_QUICK(parser->arena, wlay_expr, 1);

    if (argument == NULL)
        return false;
    make_identifier(argument, plain->argument, plain->argument_offset,
                    plain->end - 1);
    wlay_add_reference(parser, plain->argument);
    type->has_template = true;
    type->depth = 2;
    type->count = 1;
    type->first = argument;
    return true;
}

/* The quick way, for what most fields are; false, and nothing has changed, if this
   one is more. */
static bool parse_plain_field(wlay_parser *parser, wlay_field *field)
{
    const wlay_token *const token = &parser->lexer.token;
    wlay_symbol *const name = token->symbol;
    wlay_expr *const type = &field->plain_type;
    const uint32_t end = token->end;
    wlay_plain_type plain;

    if (token->kind != WLAY_TOKEN_IDENT || !name->may_be_declared ||
        !wlay_take_plain_type(&parser->lexer, &plain))
        return false;
    field->symbol = name;
    field->length = end - field->offset;
    field->type = type;
    make_identifier(type, plain.symbol, plain.offset, plain.end);
    wlay_add_reference(parser, plain.symbol);
    /* Out of memory: the parse ends soon, by the arena's flag. */
    if (plain.argument != NULL && !add_argument(parser, type, &plain))
        field->type = NULL;
    return true;
}

static bool parse_field(wlay_parser *parser, wlay_field *field,
                        const char *what)
{
    if (wlay_kind(parser) == WLAY_TOKEN_AT &&
        !wlay_parse_attributes(parser, &field->attributes))
        return false;
    field->offset = parser->lexer.token.offset;
    if (parse_plain_field(parser, field))
        return true;
    field->symbol = wlay_expect_name(parser, what);
    if (field->symbol == NULL)
        return false;
    field->length = parser->lexer.previous_end - field->offset;
    if (!wlay_expect(parser, WLAY_TOKEN_COLON, "':'", "behind the name"))
        return false;
    field->type = wlay_parse_type_specifier(parser);
    return field->type != NULL;
}

/* Is the current token one that a field could begin with? */
static bool begins_field(const wlay_parser *parser)
{
    return wlay_kind(parser) == WLAY_TOKEN_AT ||
           wlay_kind(parser) == WLAY_TOKEN_IDENT;
}

/* Members that end as in C: what is meant is clear, and one report is enough. */
static bool accept_semicolon(wlay_parser *parser, wlay_token_kind end,
                             bool *reported)
{
    const wlay_span span = wlay_token_span(&parser->lexer);

    if (end != WLAY_TOKEN_BRACE_RIGHT ||
        !wlay_accept(parser, WLAY_TOKEN_SEMICOLON))
        return false;
    if (!*reported)
        wlay_hint(parser->diag,
                  wlay_report(parser->diag, WLAY_RULE_SYNTAX, span,
                              F("expected ',' or '}' behind the member, found "
                                "';'")),
                  F("members are separated by commas"));
    *reported = true;
    return true;
}

/*
 * Members up to `}`, or parameters up to `)`.  Errors are reported and made up
 * for member by member; false if the end of the list was not found.
 */
static bool parse_fields(wlay_parser *parser, wlay_decl *decl,
                         wlay_token_kind end, const char *what,
                         const char *expected)
{
    const uint32_t depth = parser->depth;
    wlay_field **last = &decl->fields;
    bool semicolon_reported = false;

    while (wlay_kind(parser) != end) {
        wlay_field *const field = WLAY_NEW_QUICK(parser->arena, wlay_field, 1);
        bool ok;

        if (field == NULL)
            return false;
        ok = parse_field(parser, field, what);
        if (!ok) {
            decl->broken = true;
            skip_field(parser, parser->depth - depth, end);
            parser->depth = depth;
        }
        if (ok || field->symbol != NULL) {
            *last = field;
            last = &field->next;
            decl->field_count++;
        }
        if (wlay_accept(parser, WLAY_TOKEN_COMMA) || wlay_kind(parser) == end ||
            (ok && accept_semicolon(parser, end, &semicolon_reported)))
            continue;
        if (ok)
            wlay_expected(parser, expected, NULL);
        decl->broken = true;
        if (!ok || !begins_field(parser))
            break;
    }
    return wlay_accept(parser, end);
}

static bool parse_struct(wlay_parser *parser, wlay_decl *decl)
{
    return wlay_expect(parser, WLAY_TOKEN_BRACE_LEFT, "'{'",
                       "behind the name of the struct") &&
           parse_fields(parser, decl, WLAY_TOKEN_BRACE_RIGHT, "a member name",
                        "',' or '}' behind the member");
}

static bool parse_function(wlay_parser *parser, wlay_decl *decl)
{
    uint32_t open;

    if (!wlay_expect(parser, WLAY_TOKEN_PAREN_LEFT, "'('",
                     "behind the name of the function"))
        return false;
    parser->depth++;
    if (!parse_fields(parser, decl, WLAY_TOKEN_PAREN_RIGHT, "a parameter name",
                      "',' or ')' behind the parameter"))
        return false;
    parser->depth--;
    if (wlay_accept(parser, WLAY_TOKEN_ARROW)) {
        if (!wlay_parse_attributes(parser, &decl->return_attributes))
            return false;
        decl->return_type = wlay_parse_type_specifier(parser);
        if (decl->return_type == NULL)
            return false;
    }
    decl->end = parser->lexer.previous_end;
    if (!wlay_parse_attributes(parser, &decl->body_attributes))
        return false;
    if (wlay_kind(parser) != WLAY_TOKEN_BRACE_LEFT) {
        wlay_expected(parser, "'{'", "before the body of the function");
        return false;
    }
    open = parser->lexer.token.offset;
    if (!wlay_skip_braces(&parser->lexer))
        return false;
    if (parser->syntax->read_functions)
        wlay_read_body(parser, decl, open, parser->lexer.token.offset);
    return wlay_accept(parser, WLAY_TOKEN_BRACE_RIGHT);
}

/* ----------------------------------------------------- values and variables */

/* : type */
static bool parse_optional_type(wlay_parser *parser, wlay_decl *decl)
{
    if (!wlay_accept(parser, WLAY_TOKEN_COLON))
        return true;
    decl->type = wlay_parse_type_specifier(parser);
    return decl->type != NULL;
}

/* = expression */
static bool parse_optional_value(wlay_parser *parser, wlay_decl *decl)
{
    if (!wlay_accept(parser, WLAY_TOKEN_EQUAL))
        return true;
    decl->value = wlay_parse_expression(parser);
    return decl->value != NULL;
}

static bool parse_name(wlay_parser *parser, wlay_decl *decl)
{
    decl->offset = parser->lexer.token.offset;
    decl->symbol = wlay_expect_name(parser, "a name");
    decl->length = parser->lexer.previous_end - decl->offset;
    return decl->symbol != NULL;
}

static bool parse_semicolon(wlay_parser *parser)
{
    return wlay_expect(parser, WLAY_TOKEN_SEMICOLON, "';'",
                       "behind the declaration");
}

static bool parse_alias(wlay_parser *parser, wlay_decl *decl)
{
    if (!wlay_expect(parser, WLAY_TOKEN_EQUAL, "'='", "behind the alias"))
        return false;
    decl->type = wlay_parse_type_specifier(parser);
    return decl->type != NULL && parse_semicolon(parser);
}

static bool parse_const(wlay_parser *parser, wlay_decl *decl)
{
    if (!parse_optional_type(parser, decl))
        return false;
    if (wlay_kind(parser) != WLAY_TOKEN_EQUAL) {
        wlay_expected(parser, "'=' and a value", "for the 'const' declaration");
        return false;
    }
    return parse_optional_value(parser, decl) && parse_semicolon(parser);
}

static bool parse_override_or_var(wlay_parser *parser, wlay_decl *decl)
{
    return parse_optional_type(parser, decl) &&
           parse_optional_value(parser, decl) && parse_semicolon(parser);
}

static bool parse_var_template(wlay_parser *parser, wlay_decl *decl)
{
    if (wlay_kind(parser) != WLAY_TOKEN_TEMPLATE_START)
        return true;
    wlay_next(&parser->lexer);
    if (wlay_kind(parser) == WLAY_TOKEN_TEMPLATE_END) {
        wlay_expected(parser, "an address space", NULL);
        return false;
    }
    return wlay_parse_list(parser, WLAY_TOKEN_TEMPLATE_END, "'>'",
                           &decl->template_args, &decl->template_count);
}

static bool parse_assert(wlay_parser *parser, wlay_decl *decl)
{
    decl->value = wlay_parse_expression(parser);
    return decl->value != NULL && parse_semicolon(parser);
}

/* ------------------------------------------------------------- declarations */

struct declaration_form {
    int keyword;
    wlay_decl_kind kind;
    bool (*parse)(wlay_parser *parser, wlay_decl *decl);
};

static const declaration_form declaration_forms[] = {
    {WLAY_KEYWORD(struct), WLAY_DECL_STRUCT, parse_struct},
    {WLAY_KEYWORD(fn), WLAY_DECL_FUNCTION, parse_function},
    {WLAY_KEYWORD(var), WLAY_DECL_VAR, parse_override_or_var},
    {WLAY_KEYWORD(const), WLAY_DECL_CONST, parse_const},
    {WLAY_KEYWORD(alias), WLAY_DECL_ALIAS, parse_alias},
    {WLAY_KEYWORD(override), WLAY_DECL_OVERRIDE, parse_override_or_var},
    {WLAY_KEYWORD(const_assert), WLAY_DECL_ASSERT, parse_assert},
};

static const declaration_form *find_declaration(wlay_token_kind kind)
{
    const size_t count = sizeof declaration_forms / sizeof *declaration_forms;

    for (size_t i = 0; kind >= WLAY_TOKEN_KEYWORD && i < count; i++)
        if (declaration_forms[i].keyword == (int)kind)
            return &declaration_forms[i];
    return NULL;
}

/* The parser's own list is used again for the next declaration. */
static void keep_references(wlay_parser *parser, wlay_decl *decl)
{
    const size_t count = decl->reference_count;

    decl->reference_count = 0;
    if (count == 0)
        return;
    decl->references = WLAY_NEW(parser->arena, wlay_symbol *, count);
    if (decl->references == NULL)
        return;
    memcpy(decl->references, parser->references,
           count * sizeof *parser->references);
    decl->reference_count = (uint32_t)count;
}

/* What is declared counts even if its text is broken: others refer to it. */
static void add_declaration(wlay_parser *parser, wlay_decl *decl,
                            wlay_mark mark)
{
    wlay_syntax *const syntax = parser->syntax;
    wlay_need need = WLAY_NEED_TREE;

    decl->references = parser->references;
    decl->reference_count = (uint32_t)parser->reference_count;
    parser->reference_count = 0;
    if (syntax->read_functions)
        wlay_keep_uses(parser, decl);
    if (syntax->declared != NULL)
        need = syntax->declared(syntax->user_data, decl);
    if (need == WLAY_NEED_TREE)
        keep_references(parser, decl);
    else
        decl->reference_count = 0;
    if (need != WLAY_NEED_TREE)
        wlay_arena_release(parser->arena, mark);
    if (need == WLAY_NEED_NONE)
        return;
    wlay_add_declaration(syntax, decl);
}

/* `mark` is where the tree began, with the attributes. */
static void parse_declaration(wlay_parser *parser, wlay_attribute *attributes,
                              wlay_mark mark)
{
    const declaration_form *const form = find_declaration(wlay_kind(parser));
    wlay_decl *const decl =
        WLAY_NEW(wlay_is_brief(parser->syntax, form->kind) ? parser->arena
                                                     : parser->keep,
                 wlay_decl, 1);
    bool ok;

    if (decl == NULL)
        return;
    decl->kind = (uint8_t)form->kind;
    decl->serial = ++parser->syntax->serial;
    decl->source = parser->lexer.source;
    decl->attributes = attributes;
    decl->start = parser->lexer.token.offset;
    decl->offset = decl->start;
    decl->length = parser->lexer.token.end - decl->start;
    wlay_next(&parser->lexer);
    ok = (form->kind != WLAY_DECL_VAR || parse_var_template(parser, decl)) &&
         (form->kind == WLAY_DECL_ASSERT || parse_name(parser, decl)) &&
         form->parse(parser, decl);
    if (!ok) {
        decl->broken = true;
        skip_declaration(parser);
    }
    if (decl->end == 0)
        decl->end = parser->lexer.previous_end;
    if (decl->symbol != NULL || form->kind == WLAY_DECL_ASSERT)
        add_declaration(parser, decl, mark);
    else
        parser->reference_count = 0;
}

/* What people write at module scope that WGSL does not have. */
static void report_no_declaration(wlay_parser *parser)
{
    const wlay_span span = wlay_token_span(&parser->lexer);
    const wlay_string text = token_text(parser);
    wlay_entry *entry;

    if (wlay_kind(parser) == WLAY_TOKEN_ERROR)
        return;
    if ((int)wlay_kind(parser) == WLAY_KEYWORD(let)) {
        entry = wlay_report(parser->diag, WLAY_RULE_SYNTAX, span,
                            F("'let' cannot stand at module scope"));
        wlay_hint(parser->diag, entry, F("use 'const' or 'override'"));
    } else if (wlay_text_equal(text, WLAY_TEXT("type"))) {
        entry = wlay_report(parser->diag, WLAY_RULE_SYNTAX, span,
                            F("'type' does not begin a declaration"));
        wlay_hint(parser->diag, entry, F("use 'alias'"));
    } else {
        wlay_expected(parser, "a declaration", NULL);
    }
}

static void parse_global(wlay_parser *parser)
{
    const wlay_mark mark = wlay_arena_mark(parser->arena);
    wlay_attribute *attributes;

    parser->depth = 0;
    parser->context_names = false;
    parser->keep->done = parser->arena->done =
        parser->lexer.symbols->arena->done =
            parser->syntax->read + parser->lexer.token.offset;
    if (wlay_accept(parser, WLAY_TOKEN_SEMICOLON)) {
        parser->directives_over = true;
        return;
    }
    if (is_directive(wlay_kind(parser))) {
        wlay_parse_directive(parser);
        return;
    }
    parser->directives_over = true;
    if (!wlay_parse_attributes(parser, &attributes)) {
        parser->reference_count = 0;
        skip_declaration(parser);
        return;
    }
    if (find_declaration(wlay_kind(parser)) != NULL) {
        parse_declaration(parser, attributes, mark);
        return;
    }
    parser->reference_count = 0;
    if (attributes != NULL)
        wlay_expected(parser, "a declaration", "behind the attributes");
    else
        report_no_declaration(parser);
    wlay_accept(parser, wlay_kind(parser) == WLAY_TOKEN_BRACE_LEFT
                            ? WLAY_TOKEN_SEMICOLON
                            : wlay_kind(parser));
    skip_declaration(parser);
}

void wlay_parse_source(const wlay_source *source, uint32_t number,
                       wlay_diag *diag, wlay_symbols *symbols,
                       wlay_arena *keep, wlay_arena *tree, wlay_syntax *syntax)
{
    wlay_parser parser;

    memset(&parser, 0, sizeof parser);
    wlay_lexer_init(&parser.lexer, source, number, diag, symbols, keep);
    parser.arena = tree;
    parser.keep = keep;
    parser.diag = diag;
    parser.syntax = syntax;
    parser.directives_over = syntax->any;
    wlay_next(&parser.lexer);
    while (wlay_kind(&parser) != WLAY_TOKEN_END && !syntax->stop &&
           !keep->failed && !tree->failed && !symbols->arena->failed)
        parse_global(&parser);
    syntax->any |= parser.directives_over;
    syntax->read += source->text.length;
}

wlay_expr *wlay_parse_type(const wlay_source *source, uint32_t number,
                           wlay_diag *diag, wlay_symbols *symbols,
                           wlay_arena *arena)
{
    wlay_parser parser;
    wlay_syntax syntax;
    wlay_expr *type;

    memset(&parser, 0, sizeof parser);
    memset(&syntax, 0, sizeof syntax);
    syntax.defer = true;
    wlay_lexer_init(&parser.lexer, source, number, diag, symbols, arena);
    parser.arena = arena;
    parser.keep = arena;
    parser.diag = diag;
    parser.syntax = &syntax;
    wlay_next(&parser.lexer);
    type = wlay_parse_type_specifier(&parser);
    if (type != NULL && wlay_kind(&parser) != WLAY_TOKEN_END) {
        wlay_expected(&parser, "the end of the type", NULL);
        return NULL;
    }
    return type;
}
