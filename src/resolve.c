/* SPDX-License-Identifier: MIT */
#include "nearest.h"
#include "resolve.h"

#include <string.h>

wlay_string wlay_expr_text(const wlay_resolver *resolver, const wlay_expr *expr)
{
    const wlay_source *const source =
        &resolver->diag->sources[resolver->eval.source];

    return (wlay_string){source->text.data + expr->offset, expr->length};
}

/* ---------------------------------------------------------------- declaring */

static wlay_span name_span(const wlay_decl *decl)
{
    return wlay_span_of(decl, decl->offset, decl->length);
}

/* Where a name was declared first. */
static wlay_span first_span(const wlay_symbol *symbol)
{
    const wlay_decl *const decl = wlay_decl_of(symbol);

    if (decl != NULL)
        return name_span(decl);
    if (symbol->declared == WLAY_DECLARED_FUNCTION)
        return (wlay_span){symbol->as.place.source, symbol->as.place.offset,
                           symbol->length};
    return symbol->as.structure->span;
}

void wlay_declare(wlay_resolver *resolver, wlay_decl *decl)
{
    wlay_symbol *const symbol = decl->symbol;
    wlay_entry *entry;

    if (symbol == NULL)
        return;
    if (!wlay_is_declared(symbol)) {
        symbol->as.decl = decl;
        return;
    }
    entry = wlay_report(resolver->diag, WLAY_RULE_REDECLARATION,
                        name_span(decl), F("'%' is declared a second time"),
                        S(wlay_symbol_text(symbol)));
    wlay_note_at(resolver->diag, entry, first_span(symbol),
                 F("the first declaration is here"));
}

bool wlay_is_settled(const wlay_decl *decl)
{
    for (size_t i = 0; i < decl->reference_count; i++) {
        const wlay_symbol *const symbol = decl->references[i];

        if (symbol->declared == WLAY_DECLARED_NOTHING &&
            (symbol->as.decl == NULL ||
             symbol->as.decl->state != WLAY_DECL_DONE))
            return false;
    }
    return true;
}

/* ------------------------------------------------------------------ meanings */

/* What people coming from other languages write. */
typedef struct foreign_name {
    char theirs[12];
    char ours[16];
} foreign_name;

static const foreign_name foreign_names[] = {
    {"float", "f32"},      {"float2", "vec2f"},   {"float3", "vec3f"},
    {"float4", "vec4f"},   {"half", "f16"},       {"int", "i32"},
    {"int2", "vec2i"},     {"int3", "vec3i"},     {"int4", "vec4i"},
    {"uint", "u32"},       {"uint2", "vec2u"},    {"uint3", "vec3u"},
    {"uint4", "vec4u"},    {"ivec2", "vec2i"},    {"ivec3", "vec3i"},
    {"ivec4", "vec4i"},    {"uvec2", "vec2u"},    {"uvec3", "vec3u"},
    {"uvec4", "vec4u"},    {"mat2", "mat2x2f"},   {"mat3", "mat3x3f"},
    {"mat4", "mat4x4f"},   {"float3x3", "mat3x3f"}, {"float4x4", "mat4x4f"},
    {"double", "f32"},     {"f64", "f32"},        {"u8", "u32"},
    {"u16", "u32"},        {"i8", "i32"},         {"i16", "i32"},
    {"texture2D", "texture_2d<f32>"},
};

static const char *find_foreign(wlay_string text)
{
    for (size_t i = 0; i < sizeof foreign_names / sizeof *foreign_names; i++)
        if (wlay_text_equal(wlay_text(foreign_names[i].theirs), text))
            return foreign_names[i].ours;
    return NULL;
}

/* Every declaration and predeclared name is looked at: not for every error of a
   long list. */
#define SUGGESTIONS_MAX 20

/* What the module declares, or WGSL predeclares, by the most alike name; empty
   if no name is like it by more than half. */
static wlay_string find_nearest(const wlay_resolver *resolver, wlay_string text)
{
    const wlay_symbols *const symbols = resolver->symbols;
    wlay_nearest nearest = {text, SIZE_MAX, {"", 0}};

    for (size_t i = 0; i < symbols->slot_count; i++)
        if (symbols->slots[i] != NULL && wlay_is_declared(symbols->slots[i]))
            wlay_nearest_offer(&nearest, wlay_symbol_text(symbols->slots[i]));
    for (size_t i = 0; i < WLAY_ID_COUNT; i++)
        if (wlay_names[i].kind == WLAY_NAME_TYPE ||
            wlay_names[i].kind == WLAY_NAME_GENERATOR ||
            wlay_names[i].kind == WLAY_NAME_FUNCTION)
            wlay_nearest_offer(&nearest, wlay_text(wlay_name_text(&wlay_names[i])));
    if (nearest.distance >= text.length || nearest.distance * 2 >= text.length)
        return (wlay_string){"", 0};
    return nearest.best;
}

static void report_unresolved(wlay_resolver *resolver, const wlay_expr *ident)
{
    const wlay_string text = wlay_symbol_text(ident->of.symbol);
    wlay_entry *const entry = wlay_report(
        resolver->diag, WLAY_RULE_UNRESOLVED,
        wlay_resolver_span(resolver, ident->offset, (uint32_t)text.length),
        F("nothing is declared as '%'"), S(text));
    const char *const foreign = find_foreign(text);
    wlay_string nearest;

    if (foreign != NULL) {
        wlay_hint(resolver->diag, entry, F("in WGSL this may be '%'"),
                  Z(foreign));
        return;
    }
    if (entry == NULL || resolver->diag->count > SUGGESTIONS_MAX)
        return;
    nearest = find_nearest(resolver, text);
    if (nearest.length > 0)
        wlay_hint(resolver->diag, entry, F("did you mean '%'?"), S(nearest));
}

/* Only type-generators take template arguments. */
static bool refuse_template(wlay_resolver *resolver, const wlay_expr *ident)
{
    if (!ident->has_template)
        return true;
    wlay_report(resolver->diag, WLAY_RULE_TEMPLATE_ARGUMENTS,
                wlay_expr_span(resolver, ident),
                F("'%' does not take template arguments"),
                S(wlay_symbol_text(ident->of.symbol)));
    return false;
}

static bool meaning_of_declaration(wlay_resolver *resolver,
                                   const wlay_expr *ident, wlay_meaning *out)
{
    const wlay_decl *const decl = wlay_decl_of(ident->of.symbol);

    if (!refuse_template(resolver, ident))
        return false;
    out->decl = decl;
    switch (decl->kind) {
    case WLAY_DECL_STRUCT: case WLAY_DECL_ALIAS:
        out->kind = WLAY_MEANS_TYPE;
        out->type = decl->store_type;
        return out->type != NULL;
    case WLAY_DECL_CONST: case WLAY_DECL_OVERRIDE:
        out->kind = WLAY_MEANS_VALUE;
        if (decl->constant == NULL)
            return false;
        out->value = resolver->fallbacks && decl->fallback != NULL
                         ? *decl->fallback
                         : *decl->constant;
        return true;
    case WLAY_DECL_VAR:
        out->kind = WLAY_MEANS_VARIABLE;
        return true;
    case WLAY_DECL_FUNCTION: case WLAY_DECL_ASSERT:
        break;
    }
    out->kind = WLAY_MEANS_FUNCTION;
    return true;
}

/* The same of a module whose parse is over. */
static bool meaning_of_kept(wlay_resolver *resolver, const wlay_expr *ident,
                            wlay_meaning *out)
{
    const wlay_symbol *const symbol = ident->of.symbol;

    if (!refuse_template(resolver, ident))
        return false;
    switch ((wlay_declared)symbol->declared) {
    case WLAY_DECLARED_STRUCT:
        out->kind = WLAY_MEANS_TYPE;
        out->type = symbol->as.structure->type;
        return true;
    case WLAY_DECLARED_ALIAS:
        out->kind = WLAY_MEANS_TYPE;
        out->type = symbol->as.alias;
        return true;
    case WLAY_DECLARED_VALUE:
        out->kind = WLAY_MEANS_VALUE;
        if (symbol->as.value == NULL)
            break;
        out->value = *symbol->as.value;
        return true;
    case WLAY_DECLARED_VARIABLE:
        out->kind = WLAY_MEANS_VARIABLE;
        return true;
    case WLAY_DECLARED_FUNCTION:
        out->kind = WLAY_MEANS_FUNCTION;
        return true;
    case WLAY_DECLARED_UNKNOWN: case WLAY_DECLARED_NOTHING:
        break;
    }
    wlay_report(resolver->diag, WLAY_RULE_UNRESOLVED,
                wlay_expr_span(resolver, ident),
                F("what '%' is declared as is not known here"),
                S(wlay_symbol_text(symbol)));
    return false;
}

static bool check_f16(wlay_resolver *resolver, const wlay_expr *ident,
                      const wlay_type *type)
{
    wlay_entry *entry;

    if (wlay_component(type) != WLAY_S_F16 ||
        (resolver->language & WLAY_LANGUAGE_F16))
        return true;
    entry = wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED,
                        wlay_expr_span(resolver, ident),
                        F("'%' needs the extension f16"),
                        S(wlay_symbol_text(ident->of.symbol)));
    wlay_hint(resolver->diag, entry,
              F("put 'enable f16;' before all declarations"));
    return false;
}

static bool meaning_of_generator(wlay_resolver *resolver,
                                 const wlay_expr *ident, const wlay_name *name,
                                 wlay_meaning *out)
{
    const bool bitcast = name->value == WLAY_GENERATOR_BITCAST;

    out->kind = bitcast ? WLAY_MEANS_BUILTIN : WLAY_MEANS_GENERATOR;
    if (name->value == WLAY_GENERATOR_BUFFER && !ident->has_template) {
        out->kind = WLAY_MEANS_TYPE;
        out->type = wlay_buffer_type(&resolver->types, 0, NULL,
                                     (wlay_string){"", 0});
        return out->type != NULL;
    }
    if (!ident->has_template)
        return true;
    out->type = wlay_generate_type(resolver, ident, name);
    if (!bitcast)
        out->kind = WLAY_MEANS_TYPE;
    return out->type != NULL;
}

static bool meaning_of_name(wlay_resolver *resolver, const wlay_expr *ident,
                            wlay_meaning *out)
{
    const wlay_name *const name = wlay_predeclared(ident->of.symbol);

    out->name = name;
    switch ((wlay_name_kind)name->kind) {
    case WLAY_NAME_TYPE:
        out->kind = WLAY_MEANS_TYPE;
        out->type = wlay_builtin_type(name->value);
        return check_f16(resolver, ident, out->type) &&
               refuse_template(resolver, ident);
    case WLAY_NAME_GENERATOR:
        return meaning_of_generator(resolver, ident, name, out);
    case WLAY_NAME_FUNCTION:
        out->kind = WLAY_MEANS_BUILTIN;
        return refuse_template(resolver, ident);
    case WLAY_NAME_RUNTIME:
        out->kind = WLAY_MEANS_RUNTIME;
        return true;
    case WLAY_NAME_SPACE: case WLAY_NAME_ACCESS: case WLAY_NAME_FORMAT:
        out->kind = WLAY_MEANS_ENUMERANT;
        return refuse_template(resolver, ident);
    case WLAY_NAME_KEYWORD: case WLAY_NAME_RESERVED: case WLAY_NAME_WORD:
        break;
    }
    report_unresolved(resolver, ident);
    return false;
}

/* The module's own declarations hide what WGSL predeclares. */
static bool meaning(wlay_eval *eval, const wlay_expr *ident, wlay_meaning *out)
{
    wlay_resolver *const resolver = eval->user_data;
    const wlay_symbol *const symbol = ident->of.symbol;

    memset(out, 0, sizeof *out);
    if (wlay_decl_of(symbol) != NULL)
        return meaning_of_declaration(resolver, ident, out);
    if (symbol->declared != WLAY_DECLARED_NOTHING)
        return meaning_of_kept(resolver, ident, out);
    if (wlay_predeclared(symbol) != NULL)
        return meaning_of_name(resolver, ident, out);
    report_unresolved(resolver, ident);
    return false;
}

void wlay_resolver_init(wlay_resolver *resolver)
{
    wlay_eval *const eval = &resolver->eval;

    resolver->types.arena = resolver->arena;
    eval->arena = resolver->scratch;
    eval->diag = resolver->diag;
    eval->types = &resolver->types;
    eval->f16_enabled = (resolver->language & WLAY_LANGUAGE_F16) != 0;
    eval->meaning = meaning;
    eval->user_data = resolver;
}

/* --------------------------------------------------------------------- types */

/* What to write behind the name of a type-generator. */
static void hint_generator(wlay_resolver *resolver, wlay_entry *entry,
                           const wlay_name *name)
{
    static const char *const arguments[] = {
        [WLAY_GENERATOR_VECTOR] = "f32",
        [WLAY_GENERATOR_MATRIX] = "f32",
        [WLAY_GENERATOR_ARRAY] = "TYPE, COUNT",
        [WLAY_GENERATOR_ATOMIC] = "u32",
        [WLAY_GENERATOR_POINTER] = "function, TYPE",
        [WLAY_GENERATOR_BUFFER] = "SIZE",
        [WLAY_GENERATOR_BITCAST] = "TYPE",
        [WLAY_GENERATOR_TEXTURE] = "f32",
        [WLAY_GENERATOR_TEXTURE_MULTISAMPLED] = "f32",
        [WLAY_GENERATOR_TEXTURE_STORAGE] = "FORMAT, write",
    };

    wlay_hint(resolver->diag, entry, F("write %<%>, for example"),
              Z(wlay_name_text(name)), Z(arguments[name->value]));
}

static void report_not_a_type(wlay_resolver *resolver, const wlay_expr *expr,
                              const wlay_meaning *meant)
{
    static const char *const texts[] = {
        [WLAY_MEANS_VALUE] = "a value",
        [WLAY_MEANS_TYPE] = "a type",
        [WLAY_MEANS_GENERATOR] = "a type-generator",
        [WLAY_MEANS_BUILTIN] = "a builtin function",
        [WLAY_MEANS_RUNTIME] = "a builtin function",
        [WLAY_MEANS_FUNCTION] = "a function",
        [WLAY_MEANS_VARIABLE] = "a variable",
        [WLAY_MEANS_ENUMERANT] = "an enumerant",
    };
    wlay_entry *entry;

    if (meant->kind == WLAY_MEANS_GENERATOR) {
        entry = wlay_report(resolver->diag, WLAY_RULE_TEMPLATE_ARGUMENTS,
                            wlay_expr_span(resolver, expr),
                            F("'%' needs template arguments to be a type"),
                            S(wlay_symbol_text(expr->of.symbol)));
        hint_generator(resolver, entry, meant->name);
        return;
    }
    entry = wlay_report(resolver->diag, WLAY_RULE_NOT_A_TYPE,
                        wlay_expr_span(resolver, expr),
                        F("'%' is %, not a type"), S(wlay_symbol_text(expr->of.symbol)),
                        Z(texts[meant->kind]));
    if (meant->decl != NULL)
        wlay_note_at(resolver->diag, entry, name_span(meant->decl),
                     F("it is declared here"));
}

static const wlay_type *plain_vector(const wlay_resolver *resolver,
                                     const wlay_expr *expr);

/* What most types are: a predeclared one by its name, with nothing that could be
   wrong about it.  NULL for all others. */
static const wlay_type *plain_type(const wlay_resolver *resolver,
                                   const wlay_expr *expr)
{
    const wlay_symbol *const symbol = expr->of.symbol;
    const wlay_type *type;

    if (expr->kind != WLAY_EXPR_IDENT || wlay_predeclared(symbol) == NULL ||
        wlay_is_declared(symbol))
        return NULL;
    if (expr->has_template)
        return plain_vector(resolver, expr);
    if (wlay_predeclared(symbol)->kind != WLAY_NAME_TYPE)
        return NULL;
    type = wlay_builtin_type(wlay_predeclared(symbol)->value);
    return wlay_component(type) != WLAY_S_F16 ||
                   (resolver->language & WLAY_LANGUAGE_F16)
               ? type
               : NULL;
}

/* vec3<f32>, mat4x4<f32> and their like. */
static const wlay_type *plain_vector(const wlay_resolver *resolver,
                                     const wlay_expr *expr)
{
    const wlay_name *const name = wlay_predeclared(expr->of.symbol);
    const wlay_type *scalar;

    if (name->kind != WLAY_NAME_GENERATOR ||
        name->value > WLAY_GENERATOR_MATRIX || expr->count != 1 ||
        expr->first->has_template)
        return NULL;
    scalar = plain_type(resolver, expr->first);
    if (scalar == NULL || scalar->kind != WLAY_TYPE_SCALAR)
        return NULL;
    if (name->value == WLAY_GENERATOR_VECTOR)
        return wlay_vector_type(wlay_component(scalar), name->b);
    return wlay_is_float(wlay_component(scalar))
               ? wlay_matrix_type(wlay_component(scalar), name->a, name->b)
               : NULL;
}

const wlay_type *wlay_resolve_type(wlay_resolver *resolver,
                                   const wlay_expr *expr)
{
    const wlay_type *const plain = plain_type(resolver, expr);
    wlay_meaning meant;

    if (plain != NULL)
        return plain;
    /* A template argument is any expression, so it may stand in parentheses. */
    while (expr->kind == WLAY_EXPR_PAREN)
        expr = expr->first;
    if (expr->kind != WLAY_EXPR_IDENT) {
        wlay_report(resolver->diag, WLAY_RULE_NOT_A_TYPE,
                    wlay_expr_span(resolver, expr),
                    F("a type is needed here, not an expression"));
        return NULL;
    }
    if (!meaning(&resolver->eval, expr, &meant))
        return NULL;
    if (meant.kind == WLAY_MEANS_TYPE)
        return meant.type;
    report_not_a_type(resolver, expr, &meant);
    return NULL;
}

/* The enumerants of that kind, or the one most like the name. */
static void hint_enumerants(wlay_resolver *resolver, wlay_entry *entry,
                            wlay_string text, wlay_name_kind kind)
{
    wlay_nearest nearest = {text, SIZE_MAX, {"", 0}};

    for (size_t i = 0; i < WLAY_ID_COUNT; i++)
        if (wlay_names[i].kind == kind)
            wlay_nearest_offer(&nearest, wlay_text(wlay_name_text(&wlay_names[i])));
    if (nearest.best.length > 0)
        wlay_hint(resolver->diag, entry, F("did you mean '%'?"),
                  S(nearest.best));
    else if (kind == WLAY_NAME_ACCESS)
        wlay_hint(resolver->diag, entry,
                  F("the access modes are read, write and read_write"));
    else if (kind == WLAY_NAME_SPACE)
        wlay_hint(resolver->diag, entry,
                  F("the address spaces are uniform, storage, workgroup, "
                    "private, function and immediate"));
}

const wlay_name *wlay_resolve_enumerant(wlay_resolver *resolver,
                                        const wlay_expr *expr,
                                        wlay_name_kind kind, const char *what)
{
    wlay_symbol *symbol;
    wlay_entry *entry;

    while (expr->kind == WLAY_EXPR_PAREN)
        expr = expr->first;
    if (expr->kind == WLAY_EXPR_IDENT && !expr->has_template) {
        symbol = expr->of.symbol;
        if (!wlay_is_declared(symbol) && wlay_predeclared(symbol) != NULL &&
            wlay_predeclared(symbol)->kind == kind)
            return wlay_predeclared(symbol);
        entry = wlay_report(
            resolver->diag,
            kind == WLAY_NAME_SPACE    ? WLAY_RULE_ADDRESS_SPACE
            : kind == WLAY_NAME_ACCESS ? WLAY_RULE_ACCESS_MODE
                                       : WLAY_RULE_TEMPLATE_ARGUMENTS,
            wlay_expr_span(resolver, expr), F("'%' is not %"), S(wlay_symbol_text(symbol)),
            Z(what));
        hint_enumerants(resolver, entry, wlay_symbol_text(symbol), kind);
        return NULL;
    }
    wlay_report(resolver->diag, WLAY_RULE_TEMPLATE_ARGUMENTS,
                wlay_expr_span(resolver, expr), F("% is needed here"),
                Z(what));
    return NULL;
}

/* -------------------------------------------------------------- declarations */

void wlay_resolve_alias(wlay_resolver *resolver, wlay_decl *decl)
{
    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_OTHER,
                          "an alias");
    decl->store_type = wlay_resolve_type(resolver, decl->type);
}

static void report_mismatch(wlay_resolver *resolver, const wlay_decl *decl,
                            const wlay_type *type, const wlay_type *found)
{
    wlay_entry *const entry = wlay_report(
        resolver->diag, WLAY_RULE_TYPE_MISMATCH,
        wlay_expr_span(resolver, decl->value),
        F("'%' has the type '%', its initializer the type '%'"),
        S(wlay_symbol_text(decl->symbol)), S(type->name), S(found->name));

    if (type->kind == WLAY_TYPE_SCALAR && found->kind == WLAY_TYPE_SCALAR)
        wlay_hint(resolver->diag, entry, F("convert it: %(...)"),
                  S(type->name));
}

bool wlay_resolve_initializer(wlay_resolver *resolver, const wlay_decl *decl,
                              const wlay_type *type, bool concrete,
                              wlay_value *out)
{
    const wlay_span span = wlay_expr_span(resolver, decl->value);

    if (!wlay_evaluate(&resolver->eval, decl->value, out))
        return false;
    if (type == NULL)
        return !concrete ||
               wlay_make_concrete(&resolver->eval, out, span, out);
    if (wlay_conversion_rank(out->type, type) == UINT32_MAX) {
        report_mismatch(resolver, decl, type, out->type);
        return false;
    }
    return wlay_convert(&resolver->eval, out, type, span, out);
}

static void keep_constant(wlay_resolver *resolver, wlay_decl *decl,
                          const wlay_value *value)
{
    wlay_value *const copy = WLAY_NEW(resolver->scratch, wlay_value, 1);

    if (copy == NULL)
        return;
    *copy = *value;
    decl->constant = copy;
    decl->store_type = value->type;
}

static bool check_constructible(wlay_resolver *resolver, const wlay_decl *decl,
                                const wlay_type *type)
{
    if (type->flags & WLAY_TYPE_CONSTRUCTIBLE)
        return true;
    wlay_report(resolver->diag, WLAY_RULE_STORE_TYPE,
                wlay_expr_span(resolver, decl->type),
                F("a value cannot have the type '%'"), S(type->name));
    return false;
}

void wlay_resolve_const(wlay_resolver *resolver, wlay_decl *decl)
{
    const wlay_type *type = NULL;
    wlay_value value;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_OTHER,
                          "a 'const'");
    if (decl->type != NULL) {
        type = wlay_resolve_type(resolver, decl->type);
        if (type == NULL || !check_constructible(resolver, decl, type))
            return;
    }
    if (!wlay_resolve_initializer(resolver, decl, type, false, &value))
        return;
    if (value.is_override)
        wlay_report(resolver->diag, WLAY_RULE_NOT_CONST,
                    wlay_expr_span(resolver, decl->value),
                    F("a 'const' needs a const-expression, this one depends on "
                      "an override"));
    else
        keep_constant(resolver, decl, &value);
}

/* A comparison of numbers is false for a reason that can be shown. */
static void report_false(wlay_resolver *resolver, const wlay_expr *expr)
{
    wlay_eval *const eval = &resolver->eval;
    wlay_entry *const entry = wlay_report(
        resolver->diag, WLAY_RULE_CONST_ASSERT, wlay_expr_span(resolver, expr),
        F("this assertion is false"));
    wlay_value left;
    wlay_value right;

    while (expr->kind == WLAY_EXPR_PAREN)
        expr = expr->first;
    if (entry == NULL || expr->kind != WLAY_EXPR_BINARY ||
        !wlay_evaluate(eval, expr->first, &left) ||
        !wlay_evaluate(eval, expr->first->next, &right) ||
        left.type->kind != WLAY_TYPE_SCALAR || !left.known || !right.known ||
        wlay_component(left.type) == WLAY_S_BOOL)
        return;
    wlay_note_at(resolver->diag, entry, wlay_expr_span(resolver, expr),
                 F("the left side is %, the right side is %"),
                 S(wlay_operand_text(eval, &left)),
                 S(wlay_operand_text(eval, &right)));
}

void wlay_resolve_assert(wlay_resolver *resolver, const wlay_decl *decl)
{
    const wlay_span span = wlay_expr_span(resolver, decl->value);
    wlay_value value;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_OTHER,
                          "a 'const_assert'");
    if (!wlay_evaluate(&resolver->eval, decl->value, &value))
        return;
    if (value.type != wlay_scalar_type(WLAY_S_BOOL))
        wlay_report(resolver->diag, WLAY_RULE_TYPE_MISMATCH, span,
                    F("'const_assert' needs a bool, not '%'"),
                    S(value.type->name));
    else if (value.is_override)
        wlay_report(resolver->diag, WLAY_RULE_NOT_CONST, span,
                    F("'const_assert' needs a const-expression, this one "
                      "depends on an override"));
    else if (value.known && value.of.integer == 0)
        report_false(resolver, decl->value);
}
