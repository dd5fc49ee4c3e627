/* SPDX-License-Identifier: MIT */
/* Attributes.  [Attributes] */
#include "nearest.h"
#include "parser.h"

/* How many arguments an attribute takes, and whether they are expressions or
   names that only mean something there.  [Context-Dependent Names] */
typedef struct attribute_form {
    unsigned min;
    unsigned max;
    bool names;
} attribute_form;

/* Packed, as there is a place for each name; 0 for what is no attribute. */
#define FORM(min, max, names) (1 | (names) << 1 | (min) << 2 | (max) << 4)

static const uint8_t forms[WLAY_ID_COUNT] = {
    [WLAY_ID_align] = FORM(1, 1, false),
    [WLAY_ID_binding] = FORM(1, 1, false),
    [WLAY_ID_blend_src] = FORM(1, 1, false),
    [WLAY_ID_builtin] = FORM(1, 2, true),
    [WLAY_ID_compute] = FORM(0, 0, false),
    [WLAY_ID_const] = FORM(0, 0, false),
    [WLAY_ID_diagnostic] = FORM(0, 0, true), /* it has a grammar of its own */
    [WLAY_ID_fragment] = FORM(0, 0, false),
    [WLAY_ID_group] = FORM(1, 1, false),
    [WLAY_ID_id] = FORM(1, 1, false),
    [WLAY_ID_interpolate] = FORM(1, 2, true),
    [WLAY_ID_invariant] = FORM(0, 0, false),
    [WLAY_ID_location] = FORM(1, 1, false),
    [WLAY_ID_must_use] = FORM(0, 0, false),
    [WLAY_ID_size] = FORM(1, 1, false),
    [WLAY_ID_subgroup_size] = FORM(1, 1, false),
    [WLAY_ID_vertex] = FORM(0, 0, false),
    [WLAY_ID_workgroup_size] = FORM(1, 3, false),
};

/* False if it is no attribute: then anything may stand in its parentheses. */
static bool find_form(const wlay_name *name, attribute_form *out)
{
    const unsigned form = name == NULL ? 0 : forms[wlay_name_id_of(name)];

    if (form == 0) {
        *out = (attribute_form){0, UINT32_MAX, true};
        return false;
    }
    *out = (attribute_form){form >> 2 & 3, form >> 4, (form & 2) != 0};
    return true;
}

static void report_unknown(wlay_parser *parser, wlay_attribute *attribute)
{
    const wlay_string text = {parser->lexer.text + attribute->offset,
                              attribute->length};
    wlay_nearest nearest = {text, SIZE_MAX, {"", 0}};
    wlay_entry *const entry = wlay_report(
        parser->diag, WLAY_RULE_UNKNOWN_ATTRIBUTE,
        ((wlay_span){parser->lexer.source, attribute->offset,
                     attribute->length}),
        F("WGSL has no attribute '@%'"), S(text));

    for (size_t i = 0; i < WLAY_ID_COUNT; i++)
        if (forms[i] != 0)
            wlay_nearest_offer(&nearest,
                               wlay_text(wlay_name_text(&wlay_names[i])));
    if (nearest.best.length > 0)
        wlay_hint(parser->diag, entry, F("did you mean '@%'?"),
                  S(nearest.best));
}

static bool report_count(wlay_parser *parser, const wlay_attribute *attribute,
                         const attribute_form *form)
{
    wlay_report(
        parser->diag, WLAY_RULE_ATTRIBUTE_ARGUMENTS,
        ((wlay_span){parser->lexer.source, attribute->offset,
                     parser->lexer.previous_end - attribute->offset}),
        F("'@%' takes %%, not %"), Z(wlay_name_text(attribute->name)),
        U(form->min),
        Z(form->max == form->min ? form->max == 1 ? " argument" : " arguments"
          : form->max == 2       ? " or 2 arguments"
                                 : " to 3 arguments"),
        U(attribute->count));
    return false;
}

static bool parse_arguments(wlay_parser *parser, wlay_attribute *attribute,
                            const attribute_form *form)
{
    const bool context_names = parser->context_names;
    bool ok;

    attribute->has_parens = true;
    wlay_next(&parser->lexer);
    parser->context_names = form->names;
    ok = wlay_parse_list(parser, WLAY_TOKEN_PAREN_RIGHT, "')'",
                         &attribute->first, &attribute->count);
    parser->context_names = context_names;
    return ok;
}

/* At the name behind the @; `controls` are those of the same declaration. */
static bool parse_attribute(wlay_parser *parser, wlay_attribute *attribute,
                            wlay_controls *controls)
{
    const wlay_token token = parser->lexer.token;
    attribute_form form;
    bool known;

    if (token.symbol == NULL) {
        wlay_expected(parser, "an attribute name", "behind '@'");
        return false;
    }
    known = find_form(wlay_predeclared(token.symbol), &form);
    attribute->name = known ? wlay_predeclared(token.symbol) : NULL;
    attribute->offset = token.offset;
    attribute->length = token.end - token.offset;
    wlay_next(&parser->lexer);
    if (known && wlay_name_id_of(attribute->name) == WLAY_ID_diagnostic)
        return wlay_parse_control(parser, controls, true);
    if (!known)
        report_unknown(parser, attribute);
    if (wlay_kind(parser) == WLAY_TOKEN_PAREN_LEFT && form.max > 0 &&
        !parse_arguments(parser, attribute, &form))
        return false;
    if (attribute->count < form.min || attribute->count > form.max)
        return report_count(parser, attribute, &form);
    return true;
}

/* The quick way, for an attribute that takes a number, such as @binding(1): false,
   and nothing has changed, if this one is more. */
static bool parse_plain_attribute(wlay_parser *parser,
                                  wlay_attribute *attribute)
{
    wlay_plain_attribute plain;
    attribute_form form;

    if (!wlay_peek_plain_attribute(&parser->lexer, &plain) ||
        !find_form(wlay_predeclared(plain.symbol), &form) || form.names ||
        form.min > 1 || form.max == 0)
        return false;
    attribute->first = WLAY_NEW_QUICK(parser->arena, wlay_expr, 1);
    if (attribute->first == NULL)
        return false;
    attribute->name = wlay_predeclared(plain.symbol);
    attribute->offset = plain.offset;
    attribute->length = plain.number_offset - 1 - plain.offset;
    attribute->has_parens = true;
    attribute->count = 1;
    attribute->first->kind = WLAY_EXPR_NUMBER;
    attribute->first->op = WLAY_NUMBER_ABSTRACT_INT;
    attribute->first->depth = 1;
    attribute->first->offset = plain.number_offset;
    attribute->first->length = plain.number_end - plain.number_offset;
    attribute->first->of.integer = plain.number;
    wlay_take_plain_attribute(&parser->lexer, &plain);
    return true;
}

bool wlay_parse_attributes(wlay_parser *parser, wlay_attribute **out)
{
    wlay_attribute **last = out;
    wlay_controls controls = {NULL, 0, 0};

    *out = NULL;
    while (wlay_kind(parser) == WLAY_TOKEN_AT) {
        wlay_attribute *const attribute =
            WLAY_NEW_QUICK(parser->arena, wlay_attribute, 1);

        if (attribute == NULL)
            return false;
        if (!parse_plain_attribute(parser, attribute)) {
            wlay_next(&parser->lexer);
            if (!parse_attribute(parser, attribute, &controls))
                return false;
        }
        if (attribute->name == NULL)
            continue;
        *last = attribute;
        last = &attribute->next;
    }
    return true;
}
