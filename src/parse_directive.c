/* SPDX-License-Identifier: MIT */
/* Directives.  [Directives] */
#include "parser.h"

typedef struct word {
    const char *text;
    uint32_t language; /* what it switches on here, wlay_language bits */
} word;

/* [Enable Extensions] */
static const word extensions[] = {
    {"f16", WLAY_LANGUAGE_F16},
    {"clip_distances", WLAY_LANGUAGE_CLIP_DISTANCES},
    {"dual_source_blending", WLAY_LANGUAGE_DUAL_SOURCE_BLENDING},
    {"subgroups", WLAY_LANGUAGE_SUBGROUPS},
    {"primitive_index", WLAY_LANGUAGE_PRIMITIVE_INDEX},
    {"subgroup_size_control",
     WLAY_LANGUAGE_SUBGROUP_SIZE_CONTROL | WLAY_LANGUAGE_SUBGROUPS},
    {NULL, 0},
};

/* [Language Extensions]; the last row is a proposal that browsers have. */
static const word features[] = {
    {"readonly_and_readwrite_storage_textures", 0},
    {"packed_4x8_integer_dot_product", 0},
    {"unrestricted_pointer_parameters", 0},
    {"pointer_composite_access", 0},
    {"uniform_buffer_standard_layout", WLAY_LANGUAGE_STANDARD_UNIFORM},
    {"subgroup_id", 0},
    {"subgroup_uniformity", 0},
    {"texture_and_sampler_let", 0},
    {"texture_formats_tier1", 0},
    {"linear_indexing", 0},
    {"immediate_address_space", 0},
    {"fragment_depth", 0},
    {"buffer_view", 0},
    {"swizzle_assignment", 0},
    {NULL, 0},
};

/* [Diagnostic Severity Control Names] */
static const word severities[] = {
    {"error", 0}, {"warning", 0}, {"info", 0}, {"off", 0}, {NULL, 0},
};

static const word *find_word(const word *words, wlay_string text)
{
    for (; words->text != NULL; words++)
        if (wlay_text_equal(wlay_text(words->text), text))
            return words;
    return NULL;
}

static wlay_string token_text(const wlay_parser *parser)
{
    const wlay_token *const token = &parser->lexer.token;

    return (wlay_string){parser->lexer.text + token->offset,
                         token->end - token->offset};
}

static void report_word(wlay_parser *parser, wlay_rule rule, const char *what,
                        const word *words)
{
    wlay_builder list = {parser->arena, NULL, 0, 0};
    wlay_entry *entry;

    for (const word *w = words; w->text != NULL; w++) {
        if (w != words)
            wlay_put(&list, WLAY_TEXT(", "));
        wlay_put(&list, wlay_text(w->text));
    }
    entry = wlay_report(parser->diag, rule, wlay_token_span(&parser->lexer),
                        F("there is no % named '%'"), Z(what),
                        S(token_text(parser)));
    wlay_hint(parser->diag, entry, F("the names are %"),
              S(wlay_built(&list)));
}

/* enable a, b;  or  requires a, b; */
static bool parse_words(wlay_parser *parser, const word *words, wlay_rule rule,
                        const char *what, const char *where)
{
    wlay_next(&parser->lexer);
    do {
        const word *known;

        if (parser->lexer.token.symbol == NULL) {
            if (wlay_kind(parser) == WLAY_TOKEN_SEMICOLON &&
                parser->lexer.text[parser->lexer.previous_end - 1] == ',')
                break;
            wlay_expected(parser, "the name", where);
            return false;
        }
        known = find_word(words, token_text(parser));
        if (known == NULL)
            report_word(parser, rule, what, words);
        else
            parser->syntax->language |= known->language;
        wlay_next(&parser->lexer);
    } while (wlay_accept(parser, WLAY_TOKEN_COMMA));
    return wlay_expect(parser, WLAY_TOKEN_SEMICOLON, "';'",
                       "behind the directive");
}

/* The slot of that rule's control, or the free one where it would go. */
static wlay_control **find_slot(const wlay_controls *controls, wlay_string rule)
{
    size_t at = wlay_hash(rule.data, rule.length);

    for (;; at++) {
        wlay_control **const slot =
            &controls->slots[at & (controls->slot_count - 1)];

        if (*slot == NULL || wlay_text_equal((*slot)->rule, rule))
            return slot;
    }
}

/* Room for one more, with as many slots free as there are controls. */
static bool grow_controls(wlay_parser *parser, wlay_controls *controls)
{
    const wlay_controls old = *controls;

    if (old.count * 2 < old.slot_count)
        return true;
    controls->slot_count = old.slot_count == 0 ? 4 : old.slot_count * 2;
    controls->slots =
        WLAY_NEW(parser->keep, wlay_control *, controls->slot_count);
    if (controls->slots == NULL) {
        *controls = old;
        return false;
    }
    for (size_t i = 0; i < old.slot_count; i++)
        if (old.slots[i] != NULL)
            *find_slot(controls, old.slots[i]->rule) = old.slots[i];
    return true;
}

static void report_repeated(wlay_parser *parser, const wlay_control *control,
                            const wlay_control *earlier)
{
    wlay_note_at(parser->diag,
                 wlay_report(parser->diag, WLAY_RULE_DIAGNOSTIC_CONTROL,
                             control->span,
                             F("the diagnostic rule '%' gets a severity a "
                               "second time"),
                             S(control->rule)),
                 earlier->span, F("the first time is here"));
}

static void add_control(wlay_parser *parser, const wlay_control *control,
                        wlay_controls *controls, bool once)
{
    wlay_control **slot;

    if (!grow_controls(parser, controls))
        return;
    slot = find_slot(controls, control->rule);
    if (*slot != NULL) {
        if (once || !wlay_text_equal((*slot)->severity, control->severity))
            report_repeated(parser, control, *slot);
        return;
    }
    *slot = WLAY_NEW(parser->keep, wlay_control, 1);
    if (*slot == NULL)
        return;
    **slot = *control;
    controls->count++;
}

/* name or name.name */
static bool parse_rule_name(wlay_parser *parser, wlay_control *control)
{
    const uint32_t offset = parser->lexer.token.offset;

    control->span = wlay_token_span(&parser->lexer);
    if (wlay_expect_name(parser, "the name of a diagnostic rule") == NULL ||
        (wlay_accept(parser, WLAY_TOKEN_PERIOD) &&
         wlay_expect_name(parser, "the name of a diagnostic rule") == NULL))
        return false;
    control->rule = (wlay_string){parser->lexer.text + offset,
                                  parser->lexer.previous_end - offset};
    control->span.length = (uint32_t)control->rule.length;
    return true;
}

bool wlay_parse_control(wlay_parser *parser, wlay_controls *controls,
                        bool once)
{
    wlay_control control = {{NULL, 0}, {NULL, 0}, {0, 0, 0}};

    if (!wlay_expect(parser, WLAY_TOKEN_PAREN_LEFT, "'('",
                     "behind 'diagnostic'"))
        return false;
    control.severity = token_text(parser);
    if (find_word(severities, control.severity) == NULL) {
        report_word(parser, WLAY_RULE_DIAGNOSTIC_CONTROL, "severity",
                    severities);
        return false;
    }
    wlay_next(&parser->lexer);
    if (!wlay_expect(parser, WLAY_TOKEN_COMMA, "','", "behind the severity") ||
        !parse_rule_name(parser, &control))
        return false;
    wlay_accept(parser, WLAY_TOKEN_COMMA);
    if (!wlay_expect(parser, WLAY_TOKEN_PAREN_RIGHT, "')'", NULL))
        return false;
    add_control(parser, &control, controls, once);
    return true;
}

static bool parse_diagnostic(wlay_parser *parser)
{
    wlay_next(&parser->lexer);
    return wlay_parse_control(parser, &parser->controls, false) &&
           wlay_expect(parser, WLAY_TOKEN_SEMICOLON, "';'",
                       "behind the directive");
}

static void skip_directive(wlay_parser *parser)
{
    while (wlay_kind(parser) != WLAY_TOKEN_END &&
           wlay_kind(parser) != WLAY_TOKEN_SEMICOLON &&
           wlay_kind(parser) < WLAY_TOKEN_KEYWORD &&
           wlay_kind(parser) != WLAY_TOKEN_AT)
        wlay_next(&parser->lexer);
    wlay_accept(parser, WLAY_TOKEN_SEMICOLON);
}

void wlay_parse_directive(wlay_parser *parser)
{
    const int keyword = (int)wlay_kind(parser);
    bool ok;

    if (parser->directives_over)
        wlay_report(parser->diag, WLAY_RULE_DIRECTIVE_ORDER,
                    wlay_token_span(&parser->lexer),
                    F("directives must stand before all declarations"));
    if (keyword == WLAY_KEYWORD(enable))
        ok = parse_words(parser, extensions, WLAY_RULE_EXTENSION,
                         "enable-extension", "of an enable-extension");
    else if (keyword == WLAY_KEYWORD(requires))
        ok = parse_words(parser, features, WLAY_RULE_FEATURE,
                         "language extension", "of a language extension");
    else
        ok = parse_diagnostic(parser);
    if (!ok)
        skip_directive(parser);
}
