/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics: the one place where messages are made.
 *
 *   wlay_report(diag, WLAY_RULE_ARRAY_COUNT, span,
 *               F("element count % is not greater than 0"), I(count));
 *
 * Each % of the text stands for one argument, in order.
 */
#ifndef WLAY_DIAG_H
#define WLAY_DIAG_H

#include "base.h"

/* The rules, by the stable codes that users see. */
#define WLAY_RULES(RULE)                                  \
    RULE(ENCODING, "encoding")                            \
    RULE(BYTE_ORDER_MARK, "byte-order-mark")              \
    RULE(INVALID_CHARACTER, "invalid-character")          \
    RULE(UNTERMINATED_COMMENT, "unterminated-comment")    \
    RULE(PREPROCESSOR, "preprocessor-line")               \
    RULE(LITERAL, "literal")                              \
    RULE(SYNTAX, "syntax")                                \
    RULE(RESERVED_WORD, "reserved-word")                  \
    RULE(IDENTIFIER, "identifier")                        \
    RULE(OPERATOR_MIX, "operator-mix")                    \
    RULE(NESTING, "nesting-limit")                        \
    RULE(DIRECTIVE_ORDER, "directive-order")              \
    RULE(EXTENSION, "unknown-extension")                  \
    RULE(FEATURE, "unknown-feature")                      \
    RULE(DIAGNOSTIC_CONTROL, "diagnostic-control")        \
    RULE(UNKNOWN_ATTRIBUTE, "unknown-attribute")          \
    RULE(ATTRIBUTE_PLACEMENT, "attribute-placement")      \
    RULE(ATTRIBUTE_DUPLICATE, "attribute-duplicate")      \
    RULE(ATTRIBUTE_ARGUMENTS, "attribute-arguments")      \
    RULE(ATTRIBUTE_VALUE, "attribute-value")              \
    RULE(ATTRIBUTE_MISSING, "attribute-missing")          \
    RULE(REDECLARATION, "redeclaration")                  \
    RULE(CYCLE, "cyclic-declaration")                     \
    RULE(UNRESOLVED, "unresolved-name")                   \
    RULE(NOT_A_TYPE, "not-a-type")                        \
    RULE(NOT_A_VALUE, "not-a-value")                      \
    RULE(TEMPLATE_ARGUMENTS, "template-arguments")        \
    RULE(EXTENSION_NEEDED, "extension-needed")            \
    RULE(ARRAY_COUNT, "array-count")                      \
    RULE(ARRAY_ELEMENT, "array-element")                  \
    RULE(TYPE_SIZE, "type-size")                          \
    RULE(TYPE_DEPTH, "type-depth")                        \
    RULE(STRUCT_MEMBERS, "struct-members")                \
    RULE(MEMBER_TYPE, "member-type")                      \
    RULE(MEMBER_DUPLICATE, "member-duplicate")            \
    RULE(RUNTIME_SIZED, "runtime-sized")                  \
    RULE(OVERRIDE_SIZED, "override-sized")                \
    RULE(ALIGN, "align")                                  \
    RULE(SIZE, "size")                                    \
    RULE(ADDRESS_SPACE, "address-space")                  \
    RULE(ACCESS_MODE, "access-mode")                      \
    RULE(STORE_TYPE, "store-type")                        \
    RULE(HOST_SHAREABLE, "host-shareable")                \
    RULE(BINDING, "binding")                              \
    RULE(INITIALIZER, "initializer")                      \
    RULE(OVERRIDE_ID, "override-id")                      \
    RULE(OVERRIDE_TYPE, "override-type")                  \
    RULE(OVERRIDE_VALUE, "override-value")                \
    RULE(UNIFORM_OFFSET, "uniform-member-offset")         \
    RULE(UNIFORM_STRIDE, "uniform-array-stride")          \
    RULE(UNIFORM_STRUCT, "uniform-struct-size")           \
    RULE(STAGE_IO, "stage-io")                            \
    RULE(NOT_CONST, "not-const")                          \
    RULE(TYPE_MISMATCH, "type-mismatch")                  \
    RULE(NO_OVERLOAD, "no-overload")                      \
    RULE(CONSTRUCTOR, "constructor")                      \
    RULE(OVERFLOW, "overflow")                            \
    RULE(DIVISION_BY_ZERO, "division-by-zero")            \
    RULE(SHIFT, "shift")                                  \
    RULE(CONVERSION, "conversion")                        \
    RULE(INDEX, "index")                                  \
    RULE(MEMBER_ACCESS, "member-access")                  \
    RULE(DOMAIN, "domain")                                \
    RULE(CONST_ASSERT, "const-assert")                    \
    RULE(ENTRY_POINT, "entry-point")                      \
    RULE(FUNCTION, "function")                            \
    RULE(REWRITE_FAILED, "rewrite-failed")                \
    RULE(REWRITE_LEFT, "rewrite-left")                    \
    RULE(REWRITE_USE, "rewrite-use")                      \
    RULE(TOO_MANY, "too-many-errors")

typedef enum wlay_rule {
#define RULE(name, code) WLAY_RULE_##name,
    WLAY_RULES(RULE)
#undef RULE
    WLAY_RULE_COUNT
} wlay_rule;

/* An argument of a message. */
typedef enum wlay_arg_kind {
    WLAY_ARG_END,
    WLAY_ARG_TEXT,
    WLAY_ARG_UNSIGNED,
    WLAY_ARG_SIGNED
} wlay_arg_kind;

/* Small, as there are very many places that make some. */
typedef struct wlay_arg {
    union {
        const char *text;
        uint64_t bits;
    } of;
    uint32_t length; /* of a text, none of which is longer than a source */
    uint32_t kind;   /* wlay_arg_kind */
} wlay_arg;

static inline wlay_arg wlay_arg_text(wlay_string text)
{
    return (wlay_arg){
        {.text = text.data}, (uint32_t)text.length, WLAY_ARG_TEXT};
}

static inline wlay_arg wlay_arg_unsigned(uint64_t value)
{
    return (wlay_arg){{.bits = value}, 0, WLAY_ARG_UNSIGNED};
}

static inline wlay_arg wlay_arg_signed(int64_t value)
{
    return (wlay_arg){{.bits = (uint64_t)value}, 0, WLAY_ARG_SIGNED};
}

#define F(literal) wlay_arg_text(WLAY_TEXT(literal))
#define S(string) wlay_arg_text(string)
#define Z(null_terminated) wlay_arg_text(wlay_text(null_terminated))
#define U(value) wlay_arg_unsigned(value)
#define I(value) wlay_arg_signed(value)
#define WLAY_ARGS(...) \
    ((const wlay_arg[]){__VA_ARGS__, {{NULL}, 0, WLAY_ARG_END}})

/* A message that is no diagnostic; {NULL, 0} if out of memory. */
#define wlay_format(arena, ...) \
    wlay_format_args((arena), WLAY_ARGS(__VA_ARGS__))
wlay_string wlay_format_args(wlay_arena *arena, const wlay_arg *args);

typedef struct wlay_entry wlay_entry; /* a diagnostic that is being made */

typedef struct wlay_diag {
    wlay_arena *arena; /* of the module: diagnostics stay */
    const wlay_source *sources;
    size_t source_count;
    wlay_entry *entries; /* newest first */
    size_t count;
    size_t max;
    bool overflowed;     /* more than `max` were reported */
    bool has_error;
    uint64_t phase;      /* of what is reported now: wlay_phase_of(), or one of
                            WLAY_PHASE_... */
    uint32_t step;       /* in a phase: where places do not give the order */
    bool preprocessed;   /* lines of a preprocessor were met: what its branches
                            declare twice or never is not the module's fault */
} wlay_diag;

/*
 * Reports a broken rule, or a doubtful place.  The entry takes notes and a hint;
 * it may be NULL, which those functions take too.
 */
#define wlay_report(diag, rule, span, ...)                        \
    wlay_diag_add((diag), WLAY_SEVERITY_ERROR, (rule), (span),    \
                  WLAY_ARGS(__VA_ARGS__))
#define wlay_warn(diag, rule, span, ...)                          \
    wlay_diag_add((diag), WLAY_SEVERITY_WARNING, (rule), (span),  \
                  WLAY_ARGS(__VA_ARGS__))
#define wlay_note_at(diag, entry, span, ...) \
    wlay_diag_note((diag), (entry), (span), WLAY_ARGS(__VA_ARGS__))
#define wlay_hint(diag, entry, ...) \
    wlay_diag_hint((diag), (entry), WLAY_ARGS(__VA_ARGS__))

WLAY_COLD wlay_entry *wlay_diag_add(wlay_diag *diag, wlay_severity severity,
                                    wlay_rule rule, wlay_span span,
                                    const wlay_arg *args);
WLAY_COLD void wlay_diag_note(wlay_diag *diag, wlay_entry *entry,
                              wlay_span span, const wlay_arg *args);
WLAY_COLD void wlay_diag_hint(wlay_diag *diag, wlay_entry *entry,
                              const wlay_arg *args);

#define WLAY_PHASE_TEXT 0
#define WLAY_PHASE_NAMES 1

/* That of a declaration: `serial`, from 1, of the one that led to it, then its
   place among those that did. */
static inline uint64_t wlay_phase_of(uint32_t serial, size_t place)
{
    return (uint64_t)serial << 32 | (uint32_t)place;
}

/* The diagnostics in the order of their phases, for what comes later may only
   follow from what comes first, of their steps, and of their places; NULL if there is none or
   memory ran out. */
WLAY_COLD const wlay_diagnostic *wlay_diag_finish(wlay_diag *diag, size_t *out_count);

/* Fills in places of which only the spans are there. */
void wlay_diag_locate(wlay_diag *diag, wlay_place *places, size_t count);

#endif /* WLAY_DIAG_H */
