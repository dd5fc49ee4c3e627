/* SPDX-License-Identifier: MIT */
/* Expressions and type specifiers.  [Expression Grammar Summary] */
#include "parser.h"

static wlay_expr *parse_unary(wlay_parser *parser);

static wlay_expr *new_expr(wlay_parser *parser, wlay_expr_kind kind,
                           uint32_t offset)
{
    wlay_expr *const expr = WLAY_NEW_QUICK(parser->arena, wlay_expr, 1);

    if (expr != NULL) {
        expr->kind = (uint8_t)kind;
        expr->offset = offset;
        expr->depth = 1;
    }
    return expr;
}

/* Closes a node: it reaches to the token before, and over its children. */
static wlay_expr *finish(wlay_parser *parser, wlay_expr *expr)
{
    expr->length = parser->lexer.previous_end - expr->offset;
    for (const wlay_expr *e = expr->first; e != NULL; e = e->next)
        if (e->depth >= expr->depth)
            expr->depth = (uint16_t)(e->depth + 1);
    if (expr->depth <= WLAY_EXPR_DEPTH_MAX)
        return expr;
    wlay_report(parser->diag, WLAY_RULE_NESTING,
                ((wlay_span){parser->lexer.source, expr->offset, expr->length}),
                F("this expression is more than % operations deep"),
                U(WLAY_EXPR_DEPTH_MAX));
    return NULL;
}

/* One level deeper; every recursion goes through here. */
static bool enter(wlay_parser *parser)
{
    if (++parser->depth <= WLAY_NESTING_MAX)
        return true;
    wlay_report(parser->diag, WLAY_RULE_NESTING, wlay_token_span(&parser->lexer),
                F("nesting is deeper than % levels"), U(WLAY_NESTING_MAX));
    parser->depth--;
    return false;
}

static void leave(wlay_parser *parser)
{
    parser->depth--;
}

bool wlay_parse_list(wlay_parser *parser, wlay_token_kind end,
                     const char *end_text, wlay_expr **out, uint32_t *count)
{
    wlay_expr **last = out;

    *out = NULL;
    *count = 0;
    while (wlay_kind(parser) != end) {
        wlay_expr *const item = wlay_parse_expression(parser);

        if (item == NULL)
            return false;
        *last = item;
        last = &item->next;
        ++*count;
        if (!wlay_accept(parser, WLAY_TOKEN_COMMA))
            break;
    }
    return wlay_expect(parser, end, end_text, NULL);
}

void wlay_add_reference(wlay_parser *parser, wlay_symbol *symbol)
{
    if (parser->context_names || (symbol->used && !wlay_is_declared(symbol)))
        return;
    if (wlay_predeclared(symbol) != NULL && wlay_predeclared(symbol)->kind != WLAY_NAME_WORD &&
        !parser->syntax->defer && !wlay_is_declared(symbol)) {
        symbol->used = true;
        return;
    }
    parser->references =
        wlay_grow(parser->keep, parser->references, parser->reference_count,
                  &parser->reference_capacity, sizeof *parser->references);
    if (parser->references == NULL)
        parser->reference_count = parser->reference_capacity = 0;
    else
        parser->references[parser->reference_count++] = symbol;
}

/* The template list behind an identifier. */
static wlay_expr *parse_template(wlay_parser *parser, wlay_expr *ident)
{
    ident->has_template = true;
    wlay_next(&parser->lexer);
    if (wlay_kind(parser) == WLAY_TOKEN_TEMPLATE_END) {
        wlay_expected(parser, "a template argument", NULL);
        return NULL;
    }
    if (!enter(parser))
        return NULL;
    if (!wlay_parse_list(parser, WLAY_TOKEN_TEMPLATE_END, "'>'", &ident->first,
                         &ident->count))
        return NULL;
    leave(parser);
    return finish(parser, ident);
}

/* template_elaborated_ident */
static wlay_expr *parse_identifier(wlay_parser *parser)
{
    const uint32_t offset = parser->lexer.token.offset;
    wlay_symbol *const symbol = wlay_expect_name(parser, "an identifier");
    wlay_expr *const expr =
        symbol == NULL ? NULL : new_expr(parser, WLAY_EXPR_IDENT, offset);

    if (expr == NULL)
        return NULL;
    expr->of.symbol = symbol;
    wlay_add_reference(parser, symbol);
    if (wlay_kind(parser) == WLAY_TOKEN_TEMPLATE_START)
        return parse_template(parser, expr);
    expr->length = parser->lexer.previous_end - offset;
    return expr;
}

wlay_expr *wlay_parse_type_specifier(wlay_parser *parser)
{
    if (wlay_kind(parser) != WLAY_TOKEN_IDENT) {
        wlay_expected(parser, "a type", NULL);
        return NULL;
    }
    return parse_identifier(parser);
}

static wlay_expr *parse_call(wlay_parser *parser, wlay_expr *callee)
{
    wlay_expr *const call = new_expr(parser, WLAY_EXPR_CALL, callee->offset);

    if (call == NULL || !enter(parser))
        return NULL;
    wlay_next(&parser->lexer);
    call->first = callee;
    if (!wlay_parse_list(parser, WLAY_TOKEN_PAREN_RIGHT, "')'", &callee->next,
                         &call->count))
        return NULL;
    leave(parser);
    return finish(parser, call);
}

static wlay_expr *parse_number(wlay_parser *parser)
{
    const wlay_number number = parser->lexer.token.number;
    wlay_expr *const expr =
        new_expr(parser, WLAY_EXPR_NUMBER, parser->lexer.token.offset);

    if (expr == NULL)
        return NULL;
    expr->op = (uint8_t)number.kind;
    expr->broken = number.error != WLAY_NUMBER_OK;
    if (number.kind >= WLAY_NUMBER_ABSTRACT_FLOAT)
        expr->of.real = number.real;
    else
        expr->of.integer = number.integer;
    wlay_next(&parser->lexer);
    return finish(parser, expr);
}

static wlay_expr *parse_paren(wlay_parser *parser)
{
    wlay_expr *const expr =
        new_expr(parser, WLAY_EXPR_PAREN, parser->lexer.token.offset);

    if (expr == NULL || !enter(parser))
        return NULL;
    wlay_next(&parser->lexer);
    expr->first = wlay_parse_expression(parser);
    if (expr->first == NULL ||
        !wlay_expect(parser, WLAY_TOKEN_PAREN_RIGHT, "')'", NULL))
        return NULL;
    leave(parser);
    return finish(parser, expr);
}

static wlay_expr *parse_bool(wlay_parser *parser)
{
    wlay_expr *const expr =
        new_expr(parser, WLAY_EXPR_BOOL, parser->lexer.token.offset);

    if (expr == NULL)
        return NULL;
    expr->of.integer = wlay_kind(parser) == WLAY_KEYWORD(true);
    wlay_next(&parser->lexer);
    return finish(parser, expr);
}

static wlay_expr *parse_primary(wlay_parser *parser)
{
    wlay_expr *expr;

    switch ((int)wlay_kind(parser)) {
    case WLAY_TOKEN_NUMBER:
        return parse_number(parser);
    case WLAY_KEYWORD(true):
    case WLAY_KEYWORD(false):
        return parse_bool(parser);
    case WLAY_TOKEN_PAREN_LEFT:
        return parse_paren(parser);
    case WLAY_TOKEN_IDENT:
        expr = parse_identifier(parser);
        if (expr != NULL && wlay_kind(parser) == WLAY_TOKEN_PAREN_LEFT)
            return parse_call(parser, expr);
        return expr;
    default:
        wlay_expected(parser, "an expression", NULL);
        return NULL;
    }
}

/* .member, .swizzle, [index] */
static wlay_expr *parse_accessor(wlay_parser *parser, wlay_expr *object)
{
    const bool member = wlay_kind(parser) == WLAY_TOKEN_PERIOD;
    wlay_expr *const expr =
        new_expr(parser, member ? WLAY_EXPR_MEMBER : WLAY_EXPR_INDEX,
                 object->offset);

    if (expr == NULL)
        return NULL;
    wlay_next(&parser->lexer);
    expr->first = object;
    if (member) {
        expr->name_offset = parser->lexer.token.offset;
        expr->of.symbol = wlay_expect_name(parser, "a member name");
        return expr->of.symbol == NULL ? NULL : finish(parser, expr);
    }
    if (!enter(parser))
        return NULL;
    object->next = wlay_parse_expression(parser);
    if (object->next == NULL ||
        !wlay_expect(parser, WLAY_TOKEN_BRACKET_RIGHT, "']'", NULL))
        return NULL;
    leave(parser);
    return finish(parser, expr);
}

/* `--` and `&&` before an operand are two unary operators. */
static void split_token(wlay_parser *parser)
{
    wlay_token *const token = &parser->lexer.token;

    if (token->kind == WLAY_TOKEN_MINUS_MINUS)
        token->kind = WLAY_TOKEN_MINUS;
    else if (token->kind == WLAY_TOKEN_AND_AND)
        token->kind = WLAY_TOKEN_AND;
    else
        return;
    token->end = parser->lexer.at = token->offset + 1;
}

static wlay_expr *parse_operation(wlay_parser *parser)
{
    wlay_expr *const expr =
        new_expr(parser, WLAY_EXPR_UNARY, parser->lexer.token.offset);

    if (expr == NULL || !enter(parser))
        return NULL;
    expr->op = (uint8_t)wlay_kind(parser);
    wlay_next(&parser->lexer);
    expr->first = parse_unary(parser);
    if (expr->first == NULL)
        return NULL;
    leave(parser);
    return finish(parser, expr);
}

static wlay_expr *parse_unary(wlay_parser *parser)
{
    wlay_expr *expr;

    split_token(parser);
    switch (wlay_kind(parser)) {
    case WLAY_TOKEN_MINUS: case WLAY_TOKEN_BANG: case WLAY_TOKEN_TILDE:
    case WLAY_TOKEN_STAR: case WLAY_TOKEN_AND:
        return parse_operation(parser);
    default:
        break;
    }
    expr = parse_primary(parser);
    while (expr != NULL && (wlay_kind(parser) == WLAY_TOKEN_PERIOD ||
                            wlay_kind(parser) == WLAY_TOKEN_BRACKET_LEFT))
        expr = parse_accessor(parser, expr);
    return expr;
}

/* ---------------------------------------------------------- binary operators */

/* How operators may stand beside one another. */
typedef enum group {
    NONE,
    BITWISE,
    SHIFT,
    MULTIPLY,
    ADD,
    RELATION,
    LOGICAL
} group;

static const uint8_t groups[WLAY_TOKEN_KEYWORD] = {
    [WLAY_TOKEN_AND] = BITWISE,
    [WLAY_TOKEN_OR] = BITWISE,
    [WLAY_TOKEN_XOR] = BITWISE,
    [WLAY_TOKEN_SHIFT_LEFT] = SHIFT,
    [WLAY_TOKEN_SHIFT_RIGHT] = SHIFT,
    [WLAY_TOKEN_STAR] = MULTIPLY,
    [WLAY_TOKEN_SLASH] = MULTIPLY,
    [WLAY_TOKEN_PERCENT] = MULTIPLY,
    [WLAY_TOKEN_PLUS] = ADD,
    [WLAY_TOKEN_MINUS] = ADD,
    [WLAY_TOKEN_MINUS_MINUS] = ADD, /* 1--1 is 1 - -1 */
    [WLAY_TOKEN_EQUAL_EQUAL] = RELATION,
    [WLAY_TOKEN_NOT_EQUAL] = RELATION,
    [WLAY_TOKEN_LESS] = RELATION,
    [WLAY_TOKEN_LESS_EQUAL] = RELATION,
    [WLAY_TOKEN_GREATER] = RELATION,
    [WLAY_TOKEN_GREATER_EQUAL] = RELATION,
    [WLAY_TOKEN_AND_AND] = LOGICAL,
    [WLAY_TOKEN_OR_OR] = LOGICAL,
};

static group group_of(wlay_token_kind kind)
{
    return kind < WLAY_TOKEN_KEYWORD ? (group)groups[kind] : NONE;
}

typedef wlay_expr *operand_parser(wlay_parser *parser);

/* `left`, the operator that is the current token, and an operand. */
static wlay_expr *parse_right(wlay_parser *parser, wlay_expr *left,
                              operand_parser *operand)
{
    wlay_expr *const expr = new_expr(parser, WLAY_EXPR_BINARY, left->offset);

    if (expr == NULL)
        return NULL;
    if (wlay_kind(parser) == WLAY_TOKEN_MINUS_MINUS)
        split_token(parser);
    expr->op = (uint8_t)wlay_kind(parser);
    expr->name_offset = parser->lexer.token.offset;
    wlay_next(&parser->lexer);
    expr->first = left;
    left->next = operand(parser);
    return left->next == NULL ? NULL : finish(parser, expr);
}

/* Left to right, as long as operators of that group follow. */
static wlay_expr *parse_chain(wlay_parser *parser, wlay_expr *left, group kind,
                              operand_parser *operand)
{
    while (left != NULL && group_of(wlay_kind(parser)) == kind)
        left = parse_right(parser, left, operand);
    return left;
}

/* One and the same operator, as often as it stands. */
static wlay_expr *parse_same(wlay_parser *parser, wlay_expr *left,
                             operand_parser *operand)
{
    const wlay_token_kind kind = wlay_kind(parser);

    while (left != NULL && wlay_kind(parser) == kind)
        left = parse_right(parser, left, operand);
    return left;
}

static wlay_expr *parse_product(wlay_parser *parser)
{
    return parse_chain(parser, parse_unary(parser), MULTIPLY, parse_unary);
}

/* shift_expression behind its first unary_expression */
static wlay_expr *parse_shift_rest(wlay_parser *parser, wlay_expr *left)
{
    if (left != NULL && group_of(wlay_kind(parser)) == SHIFT)
        return parse_right(parser, left, parse_unary);
    left = parse_chain(parser, left, MULTIPLY, parse_unary);
    return parse_chain(parser, left, ADD, parse_product);
}

static wlay_expr *parse_shift(wlay_parser *parser)
{
    return parse_shift_rest(parser, parse_unary(parser));
}

static wlay_expr *parse_relation_rest(wlay_parser *parser, wlay_expr *left)
{
    left = parse_shift_rest(parser, left);
    if (left != NULL && group_of(wlay_kind(parser)) == RELATION)
        return parse_right(parser, left, parse_shift);
    return left;
}

static wlay_expr *parse_relation(wlay_parser *parser)
{
    return parse_relation_rest(parser, parse_unary(parser));
}

/* WGSL gives many pairs of operators no precedence: they need parentheses. */
static wlay_expr *check_mix(wlay_parser *parser, wlay_expr *expr)
{
    const wlay_token *const token = &parser->lexer.token;
    const char *const text = parser->lexer.text;
    wlay_span before;
    wlay_entry *entry;

    if (expr == NULL || expr->kind != WLAY_EXPR_BINARY ||
        group_of(token->kind) == NONE)
        return expr;
    before = (wlay_span){parser->lexer.source, expr->name_offset, 1};
    while (before.offset + before.length < token->offset &&
           before.length < 2 &&
           group_of((wlay_token_kind)expr->op) != MULTIPLY &&
           (text[before.offset + 1] == '=' ||
            text[before.offset + 1] == text[before.offset]) &&
           expr->op != WLAY_TOKEN_MINUS && expr->op != WLAY_TOKEN_PLUS)
        before.length++;
    entry = wlay_report(
        parser->diag, WLAY_RULE_OPERATOR_MIX, wlay_token_span(&parser->lexer),
        F("'%' and '%' must not be mixed without parentheses"),
        S(((wlay_string){text + before.offset, before.length})),
        S(((wlay_string){text + token->offset, token->end - token->offset})));
    wlay_note_at(parser->diag, entry, before, F("the other operator is here"));
    wlay_hint(parser->diag, entry,
              F("put the operation that comes first into parentheses"));
    return NULL;
}

wlay_expr *wlay_parse_expression(wlay_parser *parser)
{
    wlay_expr *expr = parse_unary(parser);

    if (expr == NULL || group_of(wlay_kind(parser)) == NONE)
        return expr;
    if (group_of(wlay_kind(parser)) == BITWISE) {
        expr = parse_same(parser, expr, parse_unary);
    } else {
        expr = parse_relation_rest(parser, expr);
        if (expr != NULL && group_of(wlay_kind(parser)) == LOGICAL)
            expr = parse_same(parser, expr, parse_relation);
    }
    return check_mix(parser, expr);
}
