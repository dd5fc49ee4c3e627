/* SPDX-License-Identifier: MIT */
/* Pipeline-overridable constants.  [override Declarations] */
#include "resolve.h"

#include "math.h"
#include "number.h"

#define ID_MAX 65535

static bool check_type(wlay_resolver *resolver, const wlay_decl *decl,
                       const wlay_type *type, wlay_span span)
{
    if (type->kind == WLAY_TYPE_SCALAR)
        return true;
    wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_TYPE, span,
                F("'%' cannot be the type of the override '%'; it must be a "
                  "scalar"),
                S(type->name), S(wlay_symbol_text(decl->symbol)));
    return false;
}

/* -------------------------------------------------------------------- @id(n) */

/* The first override with that id, other than `decl`. */
static const wlay_decl *find_by_id(const wlay_resolver *resolver,
                                   const wlay_decl *decl, uint32_t id)
{
    const wlay_decl *d = resolver->syntax->first;

    while (d != NULL && (d == decl || d->kind != WLAY_DECL_OVERRIDE ||
                         !d->has_id || d->id != id))
        d = d->next;
    return d;
}

/* One bit an id: looking for the other one is for those who have to be told. */
static void check_unique(wlay_resolver *resolver, const wlay_decl *decl,
                         const wlay_attribute *attribute, uint32_t id)
{
    const uint64_t bit = UINT64_C(1) << id % 64;
    const wlay_decl *other;
    wlay_entry *entry;

    if (resolver->override_ids == NULL)
        resolver->override_ids =
            WLAY_NEW(resolver->scratch, uint64_t, ID_MAX / 64 + 1);
    if (resolver->override_ids == NULL)
        return;
    if (!(resolver->override_ids[id / 64] & bit)) {
        resolver->override_ids[id / 64] |= bit;
        return;
    }
    other = find_by_id(resolver, decl, id);
    entry = wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_ID,
                        wlay_attribute_span(resolver, attribute),
                        F("'@id(%)' belongs to two overrides"), U(id));
    if (other != NULL)
        wlay_note_at(resolver->diag, entry,
                     wlay_span_of(other, other->offset, other->length),
                     F("'%' has it too"), S(wlay_symbol_text(other->symbol)));
}

/* Fills in decl->id; false if there is none. */
static bool resolve_id(wlay_resolver *resolver, wlay_decl *decl)
{
    const wlay_attribute *const attribute =
        wlay_find_attribute(decl->attributes, WLAY_ID_id);
    uint32_t id;

    if (attribute == NULL || !wlay_attribute_index(resolver, attribute, &id))
        return false;
    if (id > ID_MAX) {
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_ID,
                    wlay_expr_span(resolver, attribute->first),
                    F("'@id' must be at most %, it is %"), U(ID_MAX), U(id));
        return false;
    }
    check_unique(resolver, decl, attribute, id);
    decl->has_id = true;
    decl->id = id;
    return true;
}

/* ----------------------------------------------------- values of the options */

static bool is_key(const wlay_decl *decl, wlay_string key)
{
    char buffer[WLAY_DIGITS_MAX];

    return wlay_text_equal(key, decl->has_id
                                    ? wlay_digits_u64(decl->id, buffer)
                                    : wlay_symbol_text(decl->symbol));
}

/* WebGPU's conversion of a double to the constant's type. */
static bool convert_value(const wlay_type *type, double x, wlay_value *out)
{
    const wlay_s scalar = wlay_component(type);
    double rounded;

    *out = wlay_zero_value(type);
    out->is_override = true;
    if (!wlay_is_finite(x))
        return false;
    if (scalar == WLAY_S_BOOL) {
        out->of.integer = x != 0.0;
        return true;
    }
    if (wlay_is_float(scalar)) {
        if (!(scalar == WLAY_S_F16 ? wlay_round_to_f16(x, &rounded)
                                   : wlay_round_to_f32(x, &rounded)))
            return false;
        out->of.real = rounded;
        return true;
    }
    if (x < (scalar == WLAY_S_U32 ? 0.0 : -2147483648.0) ||
        x > (scalar == WLAY_S_U32 ? 4294967295.0 : 2147483647.0) ||
        x != wlay_trunc(x))
        return false;
    out->of.integer = (int64_t)x;
    return true;
}

/* The value that the options give; false if they give none that fits. */
static bool supplied_value(wlay_resolver *resolver, const wlay_decl *decl,
                           const wlay_type *type, wlay_value *out)
{
    const wlay_options *const options = resolver->options;

    for (size_t i = 0; i < options->override_count; i++) {
        const wlay_override_value *const given = &options->overrides[i];

        if (!is_key(decl, wlay_text_in(given->key.data, given->key.length)))
            continue;
        resolver->overrides_used[i] = true;
        if (convert_value(type, given->value, out))
            return true;
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_VALUE,
                    wlay_span_of(decl, decl->offset, decl->length),
                    F("the value given for '%' does not fit its type '%'"),
                    S(wlay_symbol_text(decl->symbol)), S(type->name));
    }
    return false;
}

void wlay_check_override_values(wlay_resolver *resolver)
{
    const wlay_options *const options = resolver->options;

    for (size_t i = 0; i < options->override_count; i++)
        if (!resolver->overrides_used[i])
            wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_VALUE,
                        ((wlay_span){0, 0, 0}),
                        F("a value is given for '%', but no override has that "
                          "name or @id"),
                        S(wlay_text_in(options->overrides[i].key.data,
                                       options->overrides[i].key.length)));
}

/* ------------------------------------------------------------------ fallbacks */

bool wlay_evaluate_fallback(wlay_resolver *resolver, const wlay_expr *expr,
                            const wlay_type *type, wlay_value *out)
{
    wlay_diag *const diag = resolver->diag;
    wlay_diag silent = {.sources = diag->sources,
                        .source_count = diag->source_count};
    wlay_eval *const eval = &resolver->eval;
    const wlay_span span = wlay_expr_span(resolver, expr);
    bool ok;

    resolver->diag = eval->diag = &silent;
    resolver->fallbacks = true;
    ok = wlay_evaluate(eval, expr, out) &&
         (type == NULL ? wlay_make_concrete(eval, out, span, out)
                       : wlay_conversion_rank(out->type, type) != UINT32_MAX &&
                             wlay_convert(eval, out, type, span, out));
    resolver->fallbacks = false;
    resolver->diag = eval->diag = diag;
    return ok && out->known && !silent.has_error &&
           out->type->kind == WLAY_TYPE_SCALAR;
}

/* Where bodies of functions are read, somebody wants to know of pipelines. */
static void keep_fallback(wlay_resolver *resolver, wlay_decl *decl)
{
    wlay_value *value;

    if (!resolver->syntax->read_functions || decl->value == NULL ||
        decl->constant->known)
        return;
    value = WLAY_NEW(resolver->scratch, wlay_value, 1);
    if (value != NULL && wlay_evaluate_fallback(resolver, decl->value,
                                                decl->store_type, value)) {
        value->is_override = true;
        decl->fallback = value;
    }
}

/* --------------------------------------------------------------- declaration */

/* What the initializer gives, as text: its value, or itself where the value is
   not known or has no short spelling. */
static wlay_string default_text(wlay_resolver *resolver, const wlay_decl *decl,
                                const wlay_value *value)
{
    const wlay_source *const source = &resolver->diag->sources[decl->source];
    const wlay_s scalar = wlay_component(value->type);
    char buffer[WLAY_DIGITS_MAX];

    if (!value->known || value->is_override || wlay_is_float(scalar))
        return wlay_copy_string(
            resolver->arena,
            (wlay_string){source->text.data + decl->value->offset,
                          decl->value->length});
    if (scalar == WLAY_S_BOOL)
        return value->of.integer ? WLAY_TEXT("true") : WLAY_TEXT("false");
    return wlay_copy_string(resolver->arena,
                            wlay_digits_i64(value->of.integer, buffer));
}

/* The constant as the module shows it. */
static bool show(wlay_resolver *resolver, wlay_decl *decl,
                 const wlay_value *value)
{
    wlay_override *const shown = WLAY_NEW(resolver->scratch, wlay_override, 1);

    if (shown == NULL)
        return false;
    shown->name = wlay_symbol_text(decl->symbol);
    shown->type = value->type;
    shown->has_id = decl->has_id;
    shown->id = decl->id;
    shown->has_default = decl->value != NULL;
    shown->default_value = decl->value != NULL
                               ? default_text(resolver, decl, value)
                               : WLAY_TEXT("");
    shown->span = wlay_span_of(decl, decl->offset, decl->length);
    decl->shown = shown;
    return true;
}

/* The type, and the value of the initializer if there is one. */
static bool resolve_default(wlay_resolver *resolver, const wlay_decl *decl,
                            wlay_value *value)
{
    const wlay_type *type = NULL;

    if (decl->type != NULL) {
        type = wlay_resolve_type(resolver, decl->type);
        if (type == NULL || !check_type(resolver, decl, type,
                                        wlay_expr_span(resolver, decl->type)))
            return false;
    }
    if (decl->value == NULL) {
        *value = wlay_unknown_value(type, true);
        return true;
    }
    return wlay_resolve_initializer(resolver, decl, type, true, value) &&
           check_type(resolver, decl, value->type,
                      wlay_expr_span(resolver, decl->value));
}

void wlay_resolve_override(wlay_resolver *resolver, wlay_decl *decl)
{
    wlay_value *const value = WLAY_NEW(resolver->scratch, wlay_value, 1);
    wlay_value given;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_OVERRIDE,
                          "an override");
    resolve_id(resolver, decl);
    if (decl->type == NULL && decl->value == NULL)
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_TYPE,
                    wlay_span_of(decl, decl->offset, decl->length),
                    F("'%' needs a type or an initializer"),
                    S(wlay_symbol_text(decl->symbol)));
    else if (value != NULL && resolve_default(resolver, decl, value) &&
             show(resolver, decl, value)) {
        /* Without any values of a pipeline, the default is not the value yet. */
        value->known &= resolver->options->override_count > 0;
        if (supplied_value(resolver, decl, value->type, &given))
            *value = given;
        value->is_override = true;
        decl->constant = value;
        decl->store_type = value->type;
        keep_fallback(resolver, decl);
    }
}
