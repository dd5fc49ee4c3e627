/* SPDX-License-Identifier: MIT */
/* Where attributes may stand and what they take.  [Attributes] */
#include "resolve.h"

/* ---------------------------------------------------------------- placement */

/* wlay_target bits by wlay_name_id; `const` may stand nowhere. */
#define IO (WLAY_ON_MEMBER | WLAY_ON_PARAMETER | WLAY_ON_RETURN)
static const uint8_t placements[WLAY_ID_COUNT] = {
    [WLAY_ID_align] = WLAY_ON_MEMBER,
    [WLAY_ID_size] = WLAY_ON_MEMBER,
    [WLAY_ID_location] = IO,
    [WLAY_ID_builtin] = IO,
    [WLAY_ID_blend_src] = WLAY_ON_MEMBER,
    [WLAY_ID_interpolate] = IO,
    [WLAY_ID_invariant] = IO,
    [WLAY_ID_group] = WLAY_ON_VAR,
    [WLAY_ID_binding] = WLAY_ON_VAR,
    [WLAY_ID_id] = WLAY_ON_OVERRIDE,
    [WLAY_ID_must_use] = WLAY_ON_FUNCTION,
    [WLAY_ID_vertex] = WLAY_ON_FUNCTION,
    [WLAY_ID_fragment] = WLAY_ON_FUNCTION,
    [WLAY_ID_compute] = WLAY_ON_FUNCTION,
    [WLAY_ID_workgroup_size] = WLAY_ON_FUNCTION,
    [WLAY_ID_subgroup_size] = WLAY_ON_FUNCTION,
    [WLAY_ID_diagnostic] = WLAY_ON_FUNCTION | WLAY_ON_BODY,
};

wlay_span wlay_attribute_span(const wlay_resolver *resolver,
                              const wlay_attribute *attribute)
{
    return wlay_resolver_span(resolver, attribute->offset, attribute->length);
}

const wlay_attribute *wlay_find_attribute(const wlay_attribute *first,
                                          wlay_name_id id)
{
    for (; first != NULL; first = first->next)
        if (wlay_name_id_of(first->name) == id)
            return first;
    return NULL;
}

static void check_duplicate(wlay_resolver *resolver,
                            const wlay_attribute *first,
                            const wlay_attribute *attribute)
{
    const wlay_attribute *const earlier =
        wlay_find_attribute(first, wlay_name_id_of(attribute->name));
    wlay_entry *entry;

    if (earlier == attribute ||
        wlay_name_id_of(attribute->name) == WLAY_ID_diagnostic)
        return;
    entry = wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_DUPLICATE,
                        wlay_attribute_span(resolver, attribute),
                        F("'@%' stands here a second time"),
                        Z(wlay_name_text(attribute->name)));
    wlay_note_at(resolver->diag, entry, wlay_attribute_span(resolver, earlier),
                 F("the first one is here"));
}

void wlay_check_attributes(wlay_resolver *resolver, const wlay_attribute *first,
                           wlay_target target, const char *what)
{
    for (const wlay_attribute *a = first; a != NULL; a = a->next) {
        if (!(placements[wlay_name_id_of(a->name)] & (unsigned)target))
            wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                        wlay_attribute_span(resolver, a),
                        F("'@%' cannot be applied to %"), Z(wlay_name_text(a->name)),
                        Z(what));
        else
            check_duplicate(resolver, first, a);
    }
}

/* ------------------------------------------------------------------ integers */

bool wlay_attribute_integer(wlay_resolver *resolver,
                            const wlay_attribute *attribute, int64_t *out)
{
    wlay_eval *const eval = &resolver->eval;
    const wlay_span span = wlay_expr_span(resolver, attribute->first);
    const wlay_type *concrete;
    wlay_value value;

    if (wlay_is_small_literal(attribute->first)) {
        *out = attribute->first->of.integer;
        return true;
    }
    if (!wlay_evaluate(eval, attribute->first, &value))
        return false;
    if (value.is_override) {
        wlay_report(resolver->diag, WLAY_RULE_NOT_CONST, span,
                    F("'@%' needs a const-expression, this one depends on an "
                      "override"),
                    Z(wlay_name_text(attribute->name)));
        return false;
    }
    if (value.type->kind != WLAY_TYPE_SCALAR ||
        !wlay_is_integer(wlay_component(value.type))) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("'@%' needs an integer (i32 or u32), not '%'"),
                    Z(wlay_name_text(attribute->name)), S(value.type->name));
        return false;
    }
    concrete = wlay_concrete_type(&resolver->types, value.type);
    if (!wlay_convert(eval, &value, concrete, span, &value))
        return false;
    *out = value.of.integer;
    return true;
}

bool wlay_attribute_index(wlay_resolver *resolver,
                          const wlay_attribute *attribute, uint32_t *out)
{
    int64_t value;

    if (!wlay_attribute_integer(resolver, attribute, &value))
        return false;
    if (value < 0) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                    wlay_expr_span(resolver, attribute->first),
                    F("'@%' must not be negative, it is %"),
                    Z(wlay_name_text(attribute->name)), I(value));
        return false;
    }
    *out = (uint32_t)value;
    return true;
}
