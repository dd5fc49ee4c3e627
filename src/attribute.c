/* SPDX-License-Identifier: MIT */
/* Where attributes may stand and what they take.  [Attributes] */
#include "resolve.h"

/* ---------------------------------------------------------------- placement */

typedef struct placement {
    uint16_t id; /* wlay_name_id */
    uint8_t targets;
} placement;

#define IO (WLAY_ON_MEMBER | WLAY_ON_PARAMETER | WLAY_ON_RETURN)
static const placement placements[] = {
    {WLAY_ID_align, WLAY_ON_MEMBER},
    {WLAY_ID_size, WLAY_ON_MEMBER},
    {WLAY_ID_location, IO},
    {WLAY_ID_builtin, IO},
    {WLAY_ID_blend_src, IO},
    {WLAY_ID_interpolate, IO},
    {WLAY_ID_invariant, IO},
    {WLAY_ID_group, WLAY_ON_VAR},
    {WLAY_ID_binding, WLAY_ON_VAR},
    {WLAY_ID_id, WLAY_ON_OVERRIDE},
    {WLAY_ID_must_use, WLAY_ON_FUNCTION},
    {WLAY_ID_vertex, WLAY_ON_FUNCTION},
    {WLAY_ID_fragment, WLAY_ON_FUNCTION},
    {WLAY_ID_compute, WLAY_ON_FUNCTION},
    {WLAY_ID_workgroup_size, WLAY_ON_FUNCTION},
    {WLAY_ID_subgroup_size, WLAY_ON_FUNCTION},
    {WLAY_ID_diagnostic, WLAY_ON_FUNCTION},
    {WLAY_ID_const, 0},
};

static bool may_stand(wlay_name_id id, wlay_target target)
{
    for (size_t i = 0; i < sizeof placements / sizeof *placements; i++)
        if (placements[i].id == id)
            return (placements[i].targets & (unsigned)target) != 0;
    return false;
}

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
                        Z(attribute->name->text));
    wlay_note_at(resolver->diag, entry, wlay_attribute_span(resolver, earlier),
                 F("the first one is here"));
}

void wlay_check_attributes(wlay_resolver *resolver, const wlay_attribute *first,
                           wlay_target target, const char *what)
{
    for (const wlay_attribute *a = first; a != NULL; a = a->next) {
        if (!may_stand(wlay_name_id_of(a->name), target))
            wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                        wlay_attribute_span(resolver, a),
                        F("'@%' cannot be applied to %"), Z(a->name->text),
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

    if (!wlay_evaluate(eval, attribute->first, &value))
        return false;
    if (value.is_override) {
        wlay_report(resolver->diag, WLAY_RULE_NOT_CONST, span,
                    F("'@%' needs a const-expression, this one depends on an "
                      "override"),
                    Z(attribute->name->text));
        return false;
    }
    if (value.type->kind != WLAY_TYPE_SCALAR ||
        !wlay_is_integer(wlay_component(value.type))) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("'@%' needs an integer (i32 or u32), not '%'"),
                    Z(attribute->name->text), S(value.type->name));
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
                    Z(attribute->name->text), I(value));
        return false;
    }
    *out = (uint32_t)value;
    return true;
}

/* ------------------------------------------------- stage inputs and outputs */

/* [Built-in Inputs and Outputs] */
typedef struct builtin_value {
    const char *name;
    uint8_t row; /* of the table of types; WLAY_ROW_COUNT: array<f32, N> */
    uint8_t language; /* what must be enabled, or 0 */
    const char *extension;
} builtin_value;

#define ROW_U32 WLAY_SCALAR_ROW(WLAY_S_U32)
#define ROW_VEC3U WLAY_VECTOR_ROW(WLAY_S_U32, 3)
#define SUBGROUPS WLAY_LANGUAGE_SUBGROUPS, "subgroups"
static const builtin_value builtin_values[] = {
    {"vertex_index", ROW_U32, 0, NULL},
    {"instance_index", ROW_U32, 0, NULL},
    {"position", WLAY_VECTOR_ROW(WLAY_S_F32, 4), 0, NULL},
    {"front_facing", WLAY_SCALAR_ROW(WLAY_S_BOOL), 0, NULL},
    {"frag_depth", WLAY_SCALAR_ROW(WLAY_S_F32), 0, NULL},
    {"sample_index", ROW_U32, 0, NULL},
    {"sample_mask", ROW_U32, 0, NULL},
    {"local_invocation_id", ROW_VEC3U, 0, NULL},
    {"local_invocation_index", ROW_U32, 0, NULL},
    {"global_invocation_id", ROW_VEC3U, 0, NULL},
    {"global_invocation_index", ROW_U32, 0, NULL},
    {"workgroup_id", ROW_VEC3U, 0, NULL},
    {"workgroup_index", ROW_U32, 0, NULL},
    {"num_workgroups", ROW_VEC3U, 0, NULL},
    {"subgroup_invocation_id", ROW_U32, SUBGROUPS},
    {"subgroup_size", ROW_U32, SUBGROUPS},
    {"subgroup_id", ROW_U32, SUBGROUPS},
    {"num_subgroups", ROW_U32, SUBGROUPS},
    {"primitive_index", ROW_U32, WLAY_LANGUAGE_PRIMITIVE_INDEX,
     "primitive_index"},
    {"clip_distances", WLAY_ROW_COUNT, WLAY_LANGUAGE_CLIP_DISTANCES,
     "clip_distances"},
};

/* The name that an argument is, or an empty text. */
static wlay_string argument_name(const wlay_expr *expr)
{
    if (expr == NULL || expr->kind != WLAY_EXPR_IDENT || expr->has_template)
        return (wlay_string){"", 0};
    return expr->of.symbol->text;
}

static void report_argument(wlay_resolver *resolver, const wlay_expr *expr,
                            const char *what)
{
    wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                wlay_expr_span(resolver, expr), F("this is not %"), Z(what));
}

static bool is_builtin_type(const builtin_value *row, const wlay_type *type)
{
    if (row->row < WLAY_ROW_COUNT)
        return type == wlay_builtin_type(row->row);
    return type->kind == WLAY_TYPE_ARRAY && type->element_count >= 1 &&
           type->element_count <= 8 &&
           type->element == wlay_scalar_type(WLAY_S_F32);
}

static void check_builtin(wlay_resolver *resolver,
                          const wlay_attribute *attribute,
                          const wlay_type *type)
{
    const wlay_string name = argument_name(attribute->first);
    const size_t count = sizeof builtin_values / sizeof *builtin_values;
    const builtin_value *row = NULL;

    for (size_t i = 0; i < count && row == NULL; i++)
        if (wlay_text_equal(wlay_text(builtin_values[i].name), name))
            row = &builtin_values[i];
    if (row == NULL) {
        report_argument(resolver, attribute->first,
                        "the name of a builtin value");
        return;
    }
    if ((resolver->language & row->language) != row->language)
        wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED,
                    wlay_attribute_span(resolver, attribute),
                    F("'@builtin(%)' needs 'enable %;'"), S(name),
                    Z(row->extension));
    else if (type != NULL && !is_builtin_type(row, type))
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver, attribute),
                    F("'@builtin(%)' needs the type '%', not '%'"), S(name),
                    S(row->row < WLAY_ROW_COUNT
                          ? wlay_builtin_type(row->row)->name
                          : WLAY_TEXT("array<f32, N>, N at most 8")),
                    S(type->name));
}

static size_t find_text(const char *const *texts, size_t count,
                        wlay_string text)
{
    size_t at = 0;

    while (at < count && !wlay_text_equal(wlay_text(texts[at]), text))
        at++;
    return at;
}

/* [Interpolation]; the last of the types goes with the last two samplings. */
static void check_interpolate(wlay_resolver *resolver,
                              const wlay_attribute *attribute)
{
    static const char *const types[] = {"perspective", "linear", "flat"};
    static const char *const samplings[] = {"center", "centroid", "sample",
                                            "first", "either"};
    const wlay_expr *const second = attribute->first->next;
    const size_t type = find_text(types, 3, argument_name(attribute->first));
    size_t sampling;

    if (type == 3) {
        report_argument(resolver, attribute->first,
                        "an interpolation type (perspective, linear, flat)");
        return;
    }
    if (second == NULL)
        return;
    sampling = find_text(samplings, 5, argument_name(second));
    if (sampling == 5)
        report_argument(resolver, second,
                        "an interpolation sampling (center, centroid, sample, "
                        "first, either)");
    else if ((type == 2) != (sampling >= 3))
        report_argument(resolver, second,
                        type == 2 ? "a sampling for flat interpolation: first "
                                    "or either"
                                  : "a sampling for interpolation that is not "
                                    "flat: center, centroid or sample");
}

/* [Input-output Locations] */
static void check_location(wlay_resolver *resolver,
                           const wlay_attribute *attribute,
                           const wlay_type *type, wlay_span span,
                           int64_t *out_location)
{
    const bool numeric =
        type == NULL ||
        ((type->kind == WLAY_TYPE_SCALAR || type->kind == WLAY_TYPE_VECTOR) &&
         wlay_component(type) != WLAY_S_BOOL);
    uint32_t location;

    if (wlay_attribute_index(resolver, attribute, &location))
        *out_location = location;
    if (!numeric)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                    F("'@location' needs a numeric scalar or vector, not '%'"),
                    S(type->name));
}

static void check_blend_src(wlay_resolver *resolver,
                            const wlay_attribute *attribute,
                            const wlay_attribute *location)
{
    int64_t value;

    if (!(resolver->language & WLAY_LANGUAGE_DUAL_SOURCE_BLENDING))
        wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED,
                    wlay_attribute_span(resolver, attribute),
                    F("'@blend_src' needs 'enable dual_source_blending;'"));
    else if (location == NULL)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver, attribute),
                    F("'@blend_src' needs '@location' beside it"));
    else if (wlay_attribute_integer(resolver, attribute, &value) &&
             value != 0 && value != 1)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                    wlay_expr_span(resolver, attribute->first),
                    F("'@blend_src' must be 0 or 1, it is %"), I(value));
}

static void check_invariant(wlay_resolver *resolver,
                            const wlay_attribute *attribute,
                            const wlay_attribute *builtin)
{
    if (builtin != NULL && wlay_text_equal(argument_name(builtin->first),
                                           WLAY_TEXT("position")))
        return;
    wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                wlay_attribute_span(resolver, attribute),
                F("'@invariant' needs '@builtin(position)' beside it"));
}

bool wlay_check_io(wlay_resolver *resolver, const wlay_attribute *attributes,
                   const wlay_type *type, wlay_span span, int64_t *out_location)
{
    const wlay_attribute *const location =
        wlay_find_attribute(attributes, WLAY_ID_location);
    const wlay_attribute *const builtin =
        wlay_find_attribute(attributes, WLAY_ID_builtin);
    const wlay_attribute *const interpolate =
        wlay_find_attribute(attributes, WLAY_ID_interpolate);
    const wlay_attribute *const blend_src =
        wlay_find_attribute(attributes, WLAY_ID_blend_src);
    const wlay_attribute *const invariant =
        wlay_find_attribute(attributes, WLAY_ID_invariant);

    *out_location = -1;
    if (location != NULL)
        check_location(resolver, location, type, span, out_location);
    if (builtin != NULL)
        check_builtin(resolver, builtin, type);
    if (interpolate != NULL) {
        check_interpolate(resolver, interpolate);
        if (location == NULL)
            wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                        wlay_attribute_span(resolver, interpolate),
                        F("'@interpolate' needs '@location' beside it"));
    }
    if (blend_src != NULL)
        check_blend_src(resolver, blend_src, location);
    if (invariant != NULL)
        check_invariant(resolver, invariant, builtin);
    return location != NULL || builtin != NULL || interpolate != NULL ||
           blend_src != NULL || invariant != NULL;
}
