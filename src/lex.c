/* SPDX-License-Identifier: MIT */
#include "lex.h"

#include "scan.h"

#include <string.h>

/* What a byte may begin. */
enum {
    BLANK = 1,  /* ASCII blankspace */
    WORD = 2,   /* goes on an identifier */
    LETTER = 4, /* begins one */
    DIGIT = 8,
    HIGH = 16,  /* belongs to a code point beyond ASCII */
    COMMENT = 32, /* a slash */
    SINGLE = 64  /* a token in itself, whatever is behind it */
};

#define L4 LETTER | WORD, LETTER | WORD, LETTER | WORD, LETTER | WORD
#define D4 DIGIT | WORD, DIGIT | WORD, DIGIT | WORD, DIGIT | WORD
#define H8 HIGH, HIGH, HIGH, HIGH, HIGH, HIGH, HIGH, HIGH
#define H64 H8, H8, H8, H8, H8, H8, H8, H8
static const uint8_t classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, BLANK, BLANK, BLANK, BLANK, BLANK, 0, 0, /* 0x */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,                     /* 1x */
    BLANK, 0, 0, 0, 0, 0, 0, 0, SINGLE, SINGLE, 0, 0, SINGLE, 0, 0,
    COMMENT,                                                            /* 2x */
    D4, D4, DIGIT | WORD, DIGIT | WORD, SINGLE, SINGLE, 0, 0, 0, 0,     /* 3x */
    SINGLE, LETTER | WORD, LETTER | WORD, LETTER | WORD, L4, L4, L4,         /* 4x */
    L4, L4, LETTER | WORD, LETTER | WORD, LETTER | WORD, SINGLE, 0, SINGLE,
    0,                                                                  /* 5x */
    LETTER | WORD,                                                      /* _ */
    0, LETTER | WORD, LETTER | WORD, LETTER | WORD, L4, L4, L4,         /* 6x */
    L4, L4, LETTER | WORD, LETTER | WORD, LETTER | WORD, SINGLE, 0, SINGLE,
    SINGLE, 0,                                                          /* 7x */
    H64, H64};
#undef L4
#undef D4
#undef H8
#undef H64

static unsigned class_at(const wlay_lexer *lexer, uint32_t at)
{
    return at < lexer->length ? classes[(unsigned char)lexer->text[at]] : 0;
}

/* The byte at `at`, or 0 behind the end; U+0000 in the text ends nothing. */
static char byte_at(const wlay_lexer *lexer, uint32_t at)
{
    return at < lexer->length ? lexer->text[at] : '\0';
}

static wlay_span span_of(const wlay_lexer *lexer, uint32_t offset, uint32_t end)
{
    return (wlay_span){lexer->source, offset, end - offset};
}

void wlay_lexer_init(wlay_lexer *lexer, const wlay_source *source,
                     uint32_t number, wlay_diag *diag, wlay_symbols *symbols,
                     wlay_arena *scratch)
{
    memset(lexer, 0, sizeof *lexer);
    lexer->text = source->text.data;
    lexer->length = (uint32_t)source->text.length;
    lexer->source = number;
    lexer->diag = diag;
    lexer->symbols = symbols;
    lexer->scratch = scratch;
}

/* ------------------------------------------------ blankspace and comments */

static uint32_t skip_line_comment(const wlay_lexer *lexer, uint32_t at)
{
    size_t to = at;

    for (;;) {
        to = wlay_scan_line(lexer->text, lexer->length, to);
        if (to >= lexer->length ||
            wlay_line_break(lexer->text, lexer->length, to) > 0)
            return (uint32_t)to;
        to++;
    }
}

/* Block comments nest, so count depth instead of recursing.  False, and `*at`
   stays, if the end is missing. */
static bool skip_block_comment(const wlay_lexer *lexer, uint32_t *at)
{
    size_t to = *at + 2;
    size_t depth = 1;

    while (depth > 0) {
        to = wlay_scan_comment(lexer->text, lexer->length, to);
        if (to + 1 >= lexer->length)
            return false;
        if (lexer->text[to] == '*' && lexer->text[to + 1] == '/') {
            depth--;
            to += 2;
        } else if (lexer->text[to] == '/' && lexer->text[to + 1] == '*') {
            depth++;
            to += 2;
        } else {
            to++;
        }
    }
    *at = (uint32_t)to;
    return true;
}

/* Past what is neither a token nor ASCII blankspace: a comment, blankspace
   beyond ASCII.  Says whether there is such a thing at `*at`. */
typedef enum blank_kind { NO_BLANK, SOME_BLANK, BROKEN_BLANK } blank_kind;

static blank_kind skip_rare_blank(const wlay_lexer *lexer, uint32_t *at)
{
    size_t blank;

    if (byte_at(lexer, *at) == '/') {
        if (byte_at(lexer, *at + 1) == '/') {
            *at = skip_line_comment(lexer, *at + 2);
            return SOME_BLANK;
        }
        if (byte_at(lexer, *at + 1) != '*')
            return NO_BLANK;
        return skip_block_comment(lexer, at) ? SOME_BLANK : BROKEN_BLANK;
    }
    blank = wlay_blankspace(lexer->text, lexer->length, *at);
    *at += (uint32_t)blank;
    return blank > 0 ? SOME_BLANK : NO_BLANK;
}

/* Past blankspace and comments.  False, with `*at` at an unterminated comment. */
static WLAY_NOINLINE bool skip_blank(const wlay_lexer *lexer, uint32_t *at)
{
    const unsigned char *const text = (const unsigned char *)lexer->text;
    const uint32_t length = lexer->length;
    uint32_t to = *at;
    blank_kind kind;

    do {
        /* One blank is the commonest, an indented line the next. */
        if (to < length && classes[text[to]] == BLANK) {
            to++;
            if (to < length && classes[text[to]] == BLANK)
                to = (uint32_t)wlay_blank_end(lexer->text, length, to + 1);
        }
        kind = NO_BLANK;
        if (to < length && (classes[text[to]] & (HIGH | COMMENT)))
            kind = skip_rare_blank(lexer, &to);
    } while (kind == SOME_BLANK);
    *at = to;
    return kind == NO_BLANK;
}

/* ------------------------------------------------------------- identifiers */

/* The end of an identifier that goes on, or begins, with the code point beyond
   ASCII at `at`. */
static uint32_t wide_identifier_end(const wlay_lexer *lexer, uint32_t begin,
                                    uint32_t at)
{
    for (;;) {
        unsigned kind = class_at(lexer, at);
        uint32_t code_point;
        size_t size;

        while (kind & WORD)
            kind = class_at(lexer, ++at);
        if (kind != HIGH)
            return at;
        size = wlay_decode_utf8(lexer->text, lexer->length, at, &code_point);
        if (size == 0 || !(at == begin ? wlay_is_xid_start(code_point)
                                       : wlay_is_xid_continue(code_point)))
            return at;
        at += (uint32_t)size;
    }
}

/* The end of the identifier at `at`; `at` itself if none begins there. */
static WLAY_NOINLINE uint32_t identifier_end(const wlay_lexer *lexer, uint32_t at)
{
    const uint32_t end =
        (uint32_t)wlay_word_end(lexer->text, lexer->length, at);

    if (class_at(lexer, end) == HIGH)
        return wide_identifier_end(lexer, at, end);
    return end;
}

static bool begins_identifier(const wlay_lexer *lexer, uint32_t at)
{
    const unsigned kind = class_at(lexer, at);

    return (kind & LETTER) != 0 ||
           (kind == HIGH && identifier_end(lexer, at) > at);
}

/* Makes the token of an identifier that is more than an underscore. */
static void take_symbol(wlay_lexer *lexer, const wlay_word *word)
{
    wlay_token *const token = &lexer->token;

    lexer->at = token->end = token->offset + (uint32_t)word->length;
    token->symbol = wlay_intern(lexer->symbols, word);
    /* Out of memory: the parse ends soon, by the arena's flag. */
    token->kind = token->symbol == NULL ? WLAY_TOKEN_ERROR
                                        : (wlay_token_kind)token->symbol->token;
}

/* The same of any identifier, from token->offset to `end`. */
static void take_identifier(wlay_lexer *lexer, uint32_t end)
{
    wlay_token *const token = &lexer->token;
    const char *const text = lexer->text + token->offset;
    const uint32_t length = end - token->offset;
    wlay_word word;

    if (length == 1 && *text == '_') {
        lexer->at = token->end = end;
        token->symbol = NULL;
        token->kind = WLAY_TOKEN_UNDERSCORE;
        return;
    }
    word = wlay_make_word(text, length, lexer->length - token->offset);
    take_symbol(lexer, &word);
}

static WLAY_NOINLINE void take_rare_word(wlay_lexer *lexer)
{
    take_identifier(lexer, identifier_end(lexer, lexer->token.offset));
}

static WLAY_NOINLINE void take_new_word(wlay_lexer *lexer, const char *text,
                                        size_t length)
{
    const wlay_word word = wlay_make_word(text, length, WLAY_WORD_BLOCK);

    take_symbol(lexer, &word);
}

/* The same where an ASCII letter or underscore begins it at `at`.  Most
   identifiers are short, and were seen before: those need no more than one look
   into the table. */
static inline void take_word(wlay_lexer *lexer, uint32_t at)
{
    const char *const text = lexer->text + at;
    wlay_token *const token = &lexer->token;
    unsigned length;

    token->offset = at;
    if (lexer->length - at <= WLAY_WORD_BLOCK) {
        take_rare_word(lexer);
        return;
    }
    length = wlay_word_run(text);
    if (length == WLAY_WORD_BLOCK || (unsigned char)text[length] >= 0x80 ||
        (length == 1 && *text == '_')) {
        take_rare_word(lexer);
        return;
    }
    token->symbol = wlay_find_short(lexer->symbols, text, length);
    if (token->symbol == NULL) {
        take_new_word(lexer, text, length);
        return;
    }
    token->kind = (wlay_token_kind)token->symbol->token;
    lexer->at = token->end = at + length;
}

/* ---------------------------------------------------------- template lists */

/* A < that may begin a template list. */
typedef struct wlay_candidate {
    size_t row; /* in lexer->templates */
    uint32_t depth; /* of parentheses and brackets around it */
} candidate;

/* Behind a #{NAME} that a preprocessor replaces, and a suffix; `at` if there is
   none. */
static uint32_t placeholder_end(const wlay_lexer *lexer, uint32_t at)
{
    uint32_t end;

    if (byte_at(lexer, at + 1) != '{')
        return at;
    end = identifier_end(lexer, at + 2);
    return byte_at(lexer, end) == '}' ? identifier_end(lexer, end + 1) : at;
}

typedef struct discovery {
    wlay_lexer *lexer;
    uint32_t at;
    uint32_t depth;
    candidate *pending; /* lexer->pending, `count` of them in use */
    size_t count;
} discovery;

/* `at` is behind an identifier: is there a < that may begin a template list? */
static bool add_candidate(discovery *d)
{
    wlay_lexer *const lexer = d->lexer;
    const char next = byte_at(lexer, d->at + 1);

    if (byte_at(lexer, d->at) != '<')
        return true;
    if (next == '<' || next == '=') {
        d->at += 2;
        return true;
    }
    lexer->templates =
        wlay_grow(lexer->scratch, lexer->templates, lexer->template_count,
                  &lexer->template_capacity, sizeof *lexer->templates);
    lexer->pending = wlay_grow(lexer->scratch, lexer->pending, d->count,
                               &lexer->pending_capacity,
                               sizeof *lexer->pending);
    d->pending = lexer->pending;
    if (lexer->templates == NULL || d->pending == NULL) {
        lexer->template_capacity = lexer->pending_capacity = 0;
        return false;
    }
    d->pending[d->count++] = (candidate){lexer->template_count, d->depth};
    lexer->templates[lexer->template_count++] = (wlay_template){d->at, 0};
    d->at++;
    return true;
}

static void drop_candidates(discovery *d, uint32_t depth)
{
    while (d->count > 0 && d->pending[d->count - 1].depth >= depth)
        d->count--;
}

/* One step of the specification's algorithm at a byte that begins neither an
   identifier nor a number nor blankspace. */
static void discover_punctuation(discovery *d)
{
    wlay_lexer *const lexer = d->lexer;
    const char next = byte_at(lexer, d->at + 1);

    switch (byte_at(lexer, d->at)) {
    case '>':
        if (d->count > 0 && d->pending[d->count - 1].depth == d->depth) {
            lexer->templates[d->pending[--d->count].row].end = d->at;
            break;
        }
        d->at += next == '=';
        break;
    case '(': case '[':
        d->depth++;
        break;
    case ')': case ']':
        drop_candidates(d, d->depth);
        d->depth -= d->depth > 0;
        break;
    case '<': case '!':
        /* Behind a literal, <= must not be taken for an assignment's =. */
        d->at += next == '=';
        break;
    case '=':
        if (next == '=')
            d->at++;
        else
            d->count = 0;
        break;
    case ';': case '{': case ':':
        d->count = 0;
        break;
    case '#':
        d->at = placeholder_end(lexer, d->at);
        if (byte_at(lexer, d->at) != '#')
            return;
        break;
    case '&': case '|':
        if (next == byte_at(lexer, d->at)) {
            drop_candidates(d, d->depth);
            d->at++;
        }
        break;
    default:
        break;
    }
    d->at++;
}

/* Of the rows from `first` on, keeps the ones that have an end. */
static void keep_closed_templates(wlay_lexer *lexer, size_t first)
{
    size_t kept = first;

    for (size_t i = first; i < lexer->template_count; i++)
        if (lexer->templates[i].end != 0)
            lexer->templates[kept++] = lexer->templates[i];
    lexer->template_count = kept;
}

/*
 * Discovers the template lists from the < at `at`, which follows an identifier,
 * up to where it is settled what that < is.  Every stretch of the text is gone
 * through once.
 */
static void discover_templates(wlay_lexer *lexer, uint32_t at)
{
    discovery d = {lexer, at, 1, lexer->pending, 0};

    lexer->template_count = lexer->template_next = 0;
    if (!add_candidate(&d))
        return;
    while (d.count > 0 && skip_blank(lexer, &d.at) && d.at < lexer->length) {
        const unsigned kind = class_at(lexer, d.at);
        wlay_number number;

        if (begins_identifier(lexer, d.at)) {
            d.at = identifier_end(lexer, d.at);
            if (!skip_blank(lexer, &d.at) || !add_candidate(&d))
                break;
        } else if ((kind & DIGIT) || (byte_at(lexer, d.at) == '.' &&
                                      (class_at(lexer, d.at + 1) & DIGIT))) {
            wlay_read_number(lexer->text, lexer->length, d.at, &number);
            d.at += (uint32_t)number.length;
        } else {
            discover_punctuation(&d);
        }
    }
    lexer->discovered = d.at;
    keep_closed_templates(lexer, 0);
}

/* Remembers that the lexer is in a template list that ends at `end`. */
static bool open_template(wlay_lexer *lexer, uint32_t end)
{
    lexer->open = wlay_grow(lexer->scratch, lexer->open, lexer->open_count,
                            &lexer->open_capacity, sizeof *lexer->open);
    if (lexer->open == NULL) {
        lexer->open_count = lexer->open_capacity = 0;
        return false;
    }
    lexer->open[lexer->open_count++] = end;
    return true;
}

/* Is the < at the token's offset, behind an identifier, a template list's? */
static bool starts_template(wlay_lexer *lexer)
{
    const uint32_t at = lexer->token.offset;

    if (at >= lexer->discovered) {
        /* <f32>: no need to look any further. */
        const uint32_t end = identifier_end(lexer, at + 1);

        if (end > at + 1 && byte_at(lexer, end) == '>' &&
            !(class_at(lexer, at + 1) & DIGIT)) {
            lexer->discovered = end + 1;
            lexer->template_count = lexer->template_next = 0;
            return open_template(lexer, end);
        }
        discover_templates(lexer, at);
    }
    while (lexer->template_next < lexer->template_count &&
           lexer->templates[lexer->template_next].start < at)
        lexer->template_next++;
    if (lexer->template_next == lexer->template_count ||
        lexer->templates[lexer->template_next].start != at)
        return false;
    return open_template(lexer, lexer->templates[lexer->template_next++].end);
}

static bool ends_template(wlay_lexer *lexer)
{
    /* Error recovery may have jumped over ends. */
    while (lexer->open_count > 0 &&
           lexer->open[lexer->open_count - 1] < lexer->token.offset)
        lexer->open_count--;
    if (lexer->open_count == 0 ||
        lexer->open[lexer->open_count - 1] != lexer->token.offset)
        return false;
    lexer->open_count--;
    return true;
}

/* ------------------------------------------------------------- punctuation */

static void lex_less(wlay_lexer *lexer, bool after_identifier)
{
    const char next = byte_at(lexer, lexer->at);
    wlay_token *const token = &lexer->token;

    if (next == '=') {
        lexer->at++;
        token->kind = WLAY_TOKEN_LESS_EQUAL;
    } else if (next == '<') {
        lexer->at++;
        token->kind = WLAY_TOKEN_SHIFT_LEFT;
        if (byte_at(lexer, lexer->at) == '=') {
            lexer->at++;
            token->kind = WLAY_TOKEN_ASSIGN_OPERATOR;
        }
    } else {
        token->kind = after_identifier && starts_template(lexer)
                          ? WLAY_TOKEN_TEMPLATE_START
                          : WLAY_TOKEN_LESS;
    }
}

static void lex_greater(wlay_lexer *lexer)
{
    const char next = byte_at(lexer, lexer->at);
    wlay_token *const token = &lexer->token;

    if (ends_template(lexer)) {
        token->kind = WLAY_TOKEN_TEMPLATE_END;
    } else if (next == '=') {
        lexer->at++;
        token->kind = WLAY_TOKEN_GREATER_EQUAL;
    } else if (next == '>') {
        lexer->at++;
        token->kind = WLAY_TOKEN_SHIFT_RIGHT;
        if (byte_at(lexer, lexer->at) == '=') {
            lexer->at++;
            token->kind = WLAY_TOKEN_ASSIGN_OPERATOR;
        }
    } else {
        token->kind = WLAY_TOKEN_GREATER;
    }
}

/* Characters that are a token alone, or together with the one behind. */
typedef struct punctuation {
    uint8_t kind;
    char second;         /* the one behind, or 0 */
    uint8_t second_kind; /* both together */
} punctuation;

#define SINGLE(kind) {WLAY_TOKEN_##kind, 0, 0}
#define ASSIGN(kind) {WLAY_TOKEN_##kind, '=', WLAY_TOKEN_ASSIGN_OPERATOR}
static const punctuation punctuations[128] = {
    ['&'] = {WLAY_TOKEN_AND, '&', WLAY_TOKEN_AND_AND},
    ['|'] = {WLAY_TOKEN_OR, '|', WLAY_TOKEN_OR_OR},
    ['-'] = {WLAY_TOKEN_MINUS, '-', WLAY_TOKEN_MINUS_MINUS},
    ['+'] = {WLAY_TOKEN_PLUS, '+', WLAY_TOKEN_PLUS_PLUS},
    ['!'] = {WLAY_TOKEN_BANG, '=', WLAY_TOKEN_NOT_EQUAL},
    ['='] = {WLAY_TOKEN_EQUAL, '=', WLAY_TOKEN_EQUAL_EQUAL},
    ['*'] = ASSIGN(STAR),
    ['/'] = ASSIGN(SLASH),
    ['%'] = ASSIGN(PERCENT),
    ['^'] = ASSIGN(XOR),
    ['@'] = SINGLE(AT),
    ['['] = SINGLE(BRACKET_LEFT),
    [']'] = SINGLE(BRACKET_RIGHT),
    ['{'] = SINGLE(BRACE_LEFT),
    ['}'] = SINGLE(BRACE_RIGHT),
    ['('] = SINGLE(PAREN_LEFT),
    [')'] = SINGLE(PAREN_RIGHT),
    [':'] = SINGLE(COLON),
    [','] = SINGLE(COMMA),
    [';'] = SINGLE(SEMICOLON),
    ['.'] = SINGLE(PERIOD),
    ['~'] = SINGLE(TILDE),
};
#undef SINGLE
#undef ASSIGN

static bool lex_punctuation(wlay_lexer *lexer, unsigned char c)
{
    const punctuation *const row = &punctuations[c & 0x7F];
    const char next = byte_at(lexer, lexer->at + 1);

    if (c >= 0x80 || row->kind == 0)
        return false;
    lexer->at++;
    lexer->token.kind = (wlay_token_kind)row->kind;
    if (row->second != 0 && next == row->second) {
        lexer->at++;
        lexer->token.kind = (wlay_token_kind)row->second_kind;
    } else if (next == '=' && (c == '+' || c == '-' || c == '&' || c == '|')) {
        lexer->at++;
        lexer->token.kind = WLAY_TOKEN_ASSIGN_OPERATOR;
    } else if (c == '-' && next == '>') {
        lexer->at++;
        lexer->token.kind = WLAY_TOKEN_ARROW;
    }
    return true;
}

/* ------------------------------------------------------------------ errors */

static WLAY_COLD void report_number(wlay_lexer *lexer)
{
    static const char *const texts[] = {
        [WLAY_NUMBER_LEADING_ZERO] =
            "'%': an integer literal must not begin with 0; WGSL has no octal",
        [WLAY_NUMBER_INT_RANGE] = "'%' does not fit into its type, %",
        [WLAY_NUMBER_FLOAT_RANGE] = "'%' does not fit into its type, %",
        [WLAY_NUMBER_INEXACT] = "'%' is not exactly a value of its type, %",
        [WLAY_NUMBER_EXPONENT] = "'%' has no digits where it needs some",
    };
    static const char *const types[] = {
        [WLAY_NUMBER_ABSTRACT_INT] = "AbstractInt",
        [WLAY_NUMBER_I32] = "i32",
        [WLAY_NUMBER_U32] = "u32",
        [WLAY_NUMBER_ABSTRACT_FLOAT] = "AbstractFloat",
        [WLAY_NUMBER_F32] = "f32",
        [WLAY_NUMBER_F16] = "f16",
    };
    const wlay_token *const token = &lexer->token;
    const wlay_string text = {lexer->text + token->offset,
                              token->end - token->offset};

    wlay_report(lexer->diag, WLAY_RULE_LITERAL, wlay_token_span(lexer),
                Z(texts[token->number.error]), S(text),
                Z(types[token->number.kind]));
}

/* WGSL has no strings, but people write them: one report for all of it. */
static uint32_t string_end(const wlay_lexer *lexer, uint32_t at)
{
    uint32_t end = at + 1;

    while (end < lexer->length && lexer->text[end] != '"')
        if (wlay_line_break(lexer->text, lexer->length, end++) > 0)
            return at + 1;
    return end < lexer->length ? end + 1 : at + 1;
}

/* What is no token is reported, and skipped. */
static WLAY_COLD void lex_error(wlay_lexer *lexer)
{
    wlay_token *const token = &lexer->token;
    uint32_t code_point = 0;
    const size_t size = wlay_decode_utf8(lexer->text, lexer->length,
                                         token->offset, &code_point);
    const wlay_span span =
        span_of(lexer, token->offset,
                code_point == '"' ? string_end(lexer, token->offset)
                : size > 0        ? token->offset + (uint32_t)size
                                  : token->offset + 1);

    token->kind = WLAY_TOKEN_ERROR;
    lexer->at = token->end = span.offset + span.length;
    if (size == 0)
        wlay_report(lexer->diag, WLAY_RULE_ENCODING, span,
                    F("the text is not well-formed UTF-8 here"));
    else if (code_point == 0xFEFF)
        wlay_report(lexer->diag, WLAY_RULE_BYTE_ORDER_MARK, span,
                    F("WGSL text must not have a byte order mark (U+FEFF)"));
    else if (code_point == 0)
        wlay_report(lexer->diag, WLAY_RULE_INVALID_CHARACTER, span,
                    F("WGSL text must not contain U+0000"));
    else
        wlay_report(lexer->diag, WLAY_RULE_INVALID_CHARACTER, span,
                    F("'%' cannot begin a token"),
                    S(((wlay_string){lexer->text + span.offset, span.length})));
}

/* Is the # at `at` the first thing on its line, as a preprocessor wants it? */
static bool first_on_line(const wlay_lexer *lexer, uint32_t at)
{
    while (at > 0 &&
           (lexer->text[at - 1] == ' ' || lexer->text[at - 1] == '\t'))
        at--;
    return at == 0 || lexer->text[at - 1] == '\n' ||
           lexer->text[at - 1] == '\r';
}

static WLAY_COLD void report_preprocessor(wlay_lexer *lexer, uint32_t begin, uint32_t end,
                                const char *what)
{
    wlay_entry *const entry = wlay_report(
        lexer->diag, WLAY_RULE_PREPROCESSOR, span_of(lexer, begin, end),
        F("'%' is % for a preprocessor, which WGSL does not have"),
        S(((wlay_string){lexer->text + begin, end - begin})), Z(what));

    wlay_hint(lexer->diag, entry,
              F("let the preprocessor make plain WGSL first"));
    lexer->diag->preprocessed = true;
}

/* Where a # line that imports { several names } ends: not on its own line. */
static uint32_t imports_end(wlay_lexer *lexer, uint32_t at)
{
    const uint32_t line_end = skip_line_comment(lexer, at);

    while (at < line_end && lexer->text[at] != '{')
        at++;
    while (at < line_end && lexer->text[at] != '}')
        at++;
    if (at < line_end || lexer->text[line_end - 1] != '{')
        return line_end;
    for (at = line_end; at < lexer->length; at++)
        if (lexer->text[at] == '}')
            return at + 1;
    return line_end;
}

/* #import, #ifdef, #define: one report for the line, and as if it were blank. */
static WLAY_COLD void skip_preprocessor_line(wlay_lexer *lexer)
{
    const uint32_t begin = lexer->at;
    uint32_t name = begin + 1;
    uint32_t end;

    while (byte_at(lexer, name) == ' ' || byte_at(lexer, name) == '\t')
        name++;
    end = identifier_end(lexer, name);
    report_preprocessor(lexer, begin, end > name ? end : begin + 1, "a line");
    lexer->at = wlay_text_equal((wlay_string){lexer->text + name, end - name},
                                WLAY_TEXT("import"))
                    ? imports_end(lexer, end)
                    : skip_line_comment(lexer, end);
}

/* Most are numbers, so that is what they are read as, of a value not known. */
static WLAY_COLD bool lex_placeholder(wlay_lexer *lexer)
{
    wlay_token *const token = &lexer->token;
    const uint32_t end = placeholder_end(lexer, lexer->at);

    if (end == lexer->at)
        return false;
    report_preprocessor(lexer, lexer->at, end, "a placeholder");
    lexer->at = end;
    token->kind = WLAY_TOKEN_NUMBER;
    token->number = (wlay_number){.error = WLAY_NUMBER_INT_RANGE};
    return true;
}

static WLAY_COLD void lex_unterminated_comment(wlay_lexer *lexer)
{
    wlay_report(lexer->diag, WLAY_RULE_UNTERMINATED_COMMENT,
                span_of(lexer, lexer->at, lexer->at + 2),
                F("this comment has no end; block comments nest, so every /* "
                  "needs a */ of its own"));
    lexer->at = lexer->length;
}

/* ------------------------------------------------------------------ tokens */

static WLAY_NOINLINE void lex_number(wlay_lexer *lexer)
{
    wlay_token *const token = &lexer->token;

    wlay_read_number(lexer->text, lexer->length, token->offset, &token->number);
    lexer->at = token->end = token->offset + (uint32_t)token->number.length;
    token->kind = WLAY_TOKEN_NUMBER;
    if (token->number.error != WLAY_NUMBER_OK)
        report_number(lexer);
}

/* What begins with neither a letter nor a digit, nor is one character that is a
   token in itself.  False: it was a line for a preprocessor, go on behind it. */
static bool lex_other(wlay_lexer *lexer, char c, bool after_identifier)
{
    if (lexer->at >= lexer->length) {
        lexer->token.kind = WLAY_TOKEN_END;
    } else if (c == '<') {
        lexer->at++;
        lex_less(lexer, after_identifier);
    } else if (c == '>') {
        lexer->at++;
        lex_greater(lexer);
    } else if (c == '.' && (class_at(lexer, lexer->at + 1) & DIGIT)) {
        lex_number(lexer);
    } else if (lex_punctuation(lexer, (unsigned char)c)) {
        /* done */
    } else if (begins_identifier(lexer, lexer->at)) {
        take_identifier(lexer, identifier_end(lexer, lexer->at));
    } else if (c == '#' && lex_placeholder(lexer)) {
        /* done */
    } else if (c == '#' && first_on_line(lexer, lexer->at)) {
        skip_preprocessor_line(lexer);
        return false;
    } else {
        lex_error(lexer);
    }
    lexer->token.end = lexer->at;
    return true;
}

/* A token that does not begin at `lexer->at` with an ASCII letter or one of the
   characters that are a token in themselves. */
static WLAY_NOINLINE void next_rare(wlay_lexer *lexer)
{
    wlay_token *const token = &lexer->token;
    const bool after_identifier = token->kind == WLAY_TOKEN_IDENT ||
                                  token->kind >= WLAY_TOKEN_KEYWORD;

    do {
        if (!skip_blank(lexer, &lexer->at))
            lex_unterminated_comment(lexer);
        token->offset = lexer->at;
        token->symbol = NULL;
        if (class_at(lexer, lexer->at) & DIGIT) {
            lex_number(lexer);
            return;
        }
    } while (!lex_other(lexer, byte_at(lexer, lexer->at), after_identifier));
}

/* What is taken the quick way ends before the text does by as much as this: two
   blocks, and what is around them. */
#define QUICK_ROOM (2 * WLAY_WORD_BLOCK + 8)

static inline bool has_room(const wlay_lexer *lexer)
{
    return lexer->length - lexer->at > QUICK_ROOM;
}

/* A name that was seen before, if one ends inside of the block at `text`: what is
   no name was never seen. */
static inline wlay_symbol *known_word(const wlay_lexer *lexer, const char *text,
                                      unsigned *length)
{
    wlay_symbol *symbol;

    *length = wlay_word_run(text);
    if (*length == WLAY_WORD_BLOCK)
        return NULL;
    symbol = wlay_find_short(lexer->symbols, text, *length);
    return symbol != NULL && symbol->token == WLAY_TOKEN_IDENT ? symbol : NULL;
}

bool wlay_take_plain_type(wlay_lexer *lexer, wlay_plain_type *out)
{
    const char *const text = lexer->text;
    wlay_token *const token = &lexer->token;
    uint32_t at = lexer->at;
    unsigned length;

    if (!has_room(lexer) || text[at] != ':')
        return false;
    at += text[at + 1] == ' ' ? 2u : 1u;
    out->offset = at;
    out->argument = NULL;
    out->symbol = known_word(lexer, text + at, &length);
    if (out->symbol == NULL)
        return false;
    at += length;
    if (text[at] == '<') {
        out->argument_offset = ++at;
        out->argument = known_word(lexer, text + at, &length);
        if (out->argument == NULL || text[at + length] != '>')
            return false;
        at += length + 1;
    }
    if (text[at] != ',' && text[at] != '}' && text[at] != ')')
        return false;
    lexer->previous_end = token->offset = out->end = at;
    lexer->at = token->end = at + 1;
    token->symbol = NULL;
    token->kind =
        (wlay_token_kind)punctuations[(unsigned char)text[at]].kind;
    return true;
}

bool wlay_peek_plain_attribute(const wlay_lexer *lexer,
                               wlay_plain_attribute *out)
{
    const char *const text = lexer->text;
    unsigned length;
    size_t digits;

    if (!has_room(lexer))
        return false;
    out->offset = lexer->at;
    out->symbol = known_word(lexer, text + out->offset, &length);
    if (out->symbol == NULL || text[out->offset + length] != '(')
        return false;
    out->number_offset = out->offset + length + 1;
    digits = wlay_read_short_int(text, lexer->length, out->number_offset,
                                 &out->number);
    out->number_end = out->number_offset + (uint32_t)digits;
    return digits > 0 && text[out->number_end] == ')';
}

void wlay_take_plain_attribute(wlay_lexer *lexer,
                               const wlay_plain_attribute *attribute)
{
    lexer->at = lexer->token.end = attribute->number_end + 1;
    wlay_next(lexer);
}

void wlay_next(wlay_lexer *lexer)
{
    const unsigned char *const text = (const unsigned char *)lexer->text;
    const uint32_t length = lexer->length;
    wlay_token *const token = &lexer->token;
    uint32_t at = lexer->at;
    unsigned kind = at < length ? classes[text[at]] : 0;

    lexer->previous_end = token->end;
    /* One blank is the commonest, an indented line the next. */
    if (kind == BLANK) {
        at++;
        kind = at < length ? classes[text[at]] : 0;
        if (kind == BLANK) {
            at = (uint32_t)wlay_blank_end(lexer->text, length, at + 1);
            kind = at < length ? classes[text[at]] : 0;
        }
    }
    if (kind & LETTER) {
        take_word(lexer, at);
    } else if (kind == SINGLE) {
        token->offset = at;
        token->symbol = NULL;
        token->kind = (wlay_token_kind)punctuations[text[at]].kind;
        lexer->at = token->end = at + 1;
    } else if (kind & DIGIT) {
        token->offset = at;
        token->symbol = NULL;
        lex_number(lexer);
    } else {
        lexer->at = at;
        next_rare(lexer);
    }
}

/* To the `}` that closes the one open brace in front of `at`, or to the end. */
static uint32_t closing_brace(wlay_lexer *lexer, uint32_t at)
{
    size_t depth = 1;

    for (;;) {
        at = (uint32_t)wlay_scan_braces(lexer->text, lexer->length, at, &depth);
        if (at >= lexer->length || depth == 0)
            return at;
        switch (skip_rare_blank(lexer, &at)) {
        case NO_BLANK: /* a division */
            at++;
            break;
        case SOME_BLANK:
            break;
        case BROKEN_BLANK:
            lexer->at = at;
            lex_unterminated_comment(lexer);
            return lexer->length;
        }
    }
}

bool wlay_skip_braces(wlay_lexer *lexer)
{
    const uint32_t open = lexer->token.offset;
    const uint32_t close = closing_brace(lexer, lexer->at);

    lexer->at = close;
    wlay_next(lexer);
    if (close < lexer->length)
        return true;
    wlay_report(lexer->diag, WLAY_RULE_SYNTAX, span_of(lexer, open, open + 1),
                F("this '{' has no matching '}'"));
    return false;
}
