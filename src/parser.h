/* SPDX-License-Identifier: MIT */
/* What the files of the parser share. */
#ifndef WLAY_PARSER_H
#define WLAY_PARSER_H

#include "ast.h"
#include "lex.h"

/* The deepest nesting of parentheses, brackets, template lists and unary
   operators, and the deepest tree of binary operators. */
#define WLAY_NESTING_MAX 127
#define WLAY_EXPR_DEPTH_MAX 512

/* A (severity, rule) that was read.  [Diagnostic Filtering] */
typedef struct wlay_control {
    wlay_string severity;
    wlay_string rule;
    wlay_span span; /* of the rule */
} wlay_control;

/* Those of one declaration, or of all directives, by their rules. */
typedef struct wlay_controls {
    wlay_control **slots; /* open addressing; a power of two of them */
    size_t slot_count;
    size_t count;
} wlay_controls;

typedef struct wlay_parser {
    wlay_lexer lexer;
    wlay_arena *arena; /* of the tree of the declaration at hand */
    wlay_arena *keep;  /* of what stays until the parse is over */
    wlay_diag *diag;
    wlay_syntax *syntax;
    uint32_t depth;
    bool context_names; /* identifiers are not names of declarations here */
    bool directives_over;
    wlay_symbol **references; /* of the declaration that is being parsed */
    size_t reference_count;
    size_t reference_capacity;
    wlay_controls controls; /* of diagnostic directives so far */
    struct wlay_body *body; /* of the last function; NULL before the first one,
                               or where bodies are not read */
} wlay_parser;

static inline wlay_token_kind wlay_kind(const wlay_parser *parser)
{
    return parser->lexer.token.kind;
}

/* Goes on if the current token is of that kind. */
static inline bool wlay_accept(wlay_parser *parser, wlay_token_kind kind)
{
    if (wlay_kind(parser) != kind)
        return false;
    wlay_next(&parser->lexer);
    return true;
}

/* The same, and reports what was expected if it is not. */
bool wlay_expect(wlay_parser *parser, wlay_token_kind kind, const char *what,
                 const char *where);

/* "expected WHAT", with what stands there instead. */
void wlay_expected(wlay_parser *parser, const char *what, const char *where);

/* An identifier that may be declared.  NULL if there is none; reported. */
wlay_symbol *wlay_expect_name(wlay_parser *parser, const char *what);

/*
 * Notes that the declaration at hand names that.  What nothing is declared as yet
 * is taken for what WGSL means by it; if it is declared later, the module is read
 * again with everything deferred.
 */
void wlay_add_reference(wlay_parser *parser, wlay_symbol *symbol);

/* parse_expr.c: NULL if there is no such thing here, which was reported. */
wlay_expr *wlay_parse_expression(wlay_parser *parser);
wlay_expr *wlay_parse_type_specifier(wlay_parser *parser);
/* Expressions between commas up to `end`, the last of which may be followed by a
   comma; sets `*count`.  False if reported; `*out` may be NULL for none. */
bool wlay_parse_list(wlay_parser *parser, wlay_token_kind end,
                     const char *end_text, wlay_expr **out, uint32_t *count);

/* parse_attribute.c: all the attributes that stand here.  False if what is there
   is too broken to go on with. */
bool wlay_parse_attributes(wlay_parser *parser, wlay_attribute **out);

/* parse_body.c: gathers what the body of a function names, between the braces that
   open and close it. */
void wlay_read_body(wlay_parser *parser, const wlay_decl *decl, uint32_t open,
                    uint32_t close);
/* Keeps that, and what the declaration's own text names, as what it uses. */
void wlay_keep_uses(wlay_parser *parser, wlay_decl *decl);

/* parse_directive.c: enable, requires, diagnostic; at the keyword. */
WLAY_COLD void wlay_parse_directive(wlay_parser *parser);

/*
 * diagnostic_control, at what should be its parenthesis, added to the others.  It
 * must not give a rule of theirs another severity, nor, if `once`, the same.
 * False if the text is broken.
 */
WLAY_COLD bool wlay_parse_control(wlay_parser *parser, wlay_controls *controls,
                        bool once);

#endif /* WLAY_PARSER_H */
