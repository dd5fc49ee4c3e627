/* SPDX-License-Identifier: MIT */
/* Headers of functions.  [Functions], [Entry Points] */
#include "rules.h"

#define PARAMETERS_MAX 255

/* -------------------------------------------------------------------- stage */

static const wlay_name_id stages[] = {WLAY_ID_vertex, WLAY_ID_fragment,
                                      WLAY_ID_compute};

static bool is_stage(const wlay_attribute *attribute)
{
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
        if (stages[i] == wlay_name_id_of(attribute->name))
            return true;
    return false;
}

/* The stage attribute of an entry point, or NULL. */
static const wlay_attribute *find_stage(wlay_resolver *resolver,
                                        const wlay_decl *decl)
{
    const wlay_attribute *stage = NULL;

    for (const wlay_attribute *a = decl->attributes; a != NULL; a = a->next) {
        if (!is_stage(a))
            continue;
        if (stage != NULL && stage->name != a->name)
            wlay_note_at(resolver->diag,
                         wlay_report(resolver->diag, WLAY_RULE_ENTRY_POINT,
                                     wlay_attribute_span(resolver, a),
                                     F("'%' cannot be an entry point of two "
                                       "stages"),
                                     S(wlay_symbol_text(decl->symbol))),
                         wlay_attribute_span(resolver, stage),
                         F("its first stage is here"));
        if (stage == NULL)
            stage = a;
    }
    return stage;
}

/* ------------------------------------------------- sizes of compute shaders */

/* The value of an argument that must be an integer; false if reported. */
static bool read_dimension(wlay_resolver *resolver,
                           const wlay_attribute *attribute,
                           const wlay_expr *expr, wlay_value *out)
{
    if (!wlay_evaluate(&resolver->eval, expr, out))
        return false;
    if (out->type->kind == WLAY_TYPE_SCALAR &&
        wlay_is_integer(wlay_component(out->type)))
        return true;
    wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                wlay_expr_span(resolver, expr),
                F("'@%' needs an integer (i32 or u32), not '%'"),
                Z(wlay_name_text(attribute->name)), S(out->type->name));
    return false;
}

/* All arguments have one type; a value that is known is at least 1. */
static bool check_dimension(wlay_resolver *resolver,
                            const wlay_attribute *attribute,
                            const wlay_expr *expr, const wlay_type *type,
                            wlay_value *value)
{
    const wlay_span span = wlay_expr_span(resolver, expr);

    if (wlay_conversion_rank(value->type, type) == UINT32_MAX) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("the arguments of '@%' must have one type; this one is "
                      "'%', one before it is '%'"),
                    Z(wlay_name_text(attribute->name)), S(value->type->name),
                    S(type->name));
        return false;
    }
    if (!wlay_convert(&resolver->eval, value, type, span, value))
        return false;
    /* The values of overrides are looked at when a pipeline is made. */
    if (value->is_override || !value->known || value->of.integer > 0)
        return true;
    wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                F("'@%' must be greater than 0, it is %"),
                Z(wlay_name_text(attribute->name)), I(value->of.integer));
    return false;
}

/* Up to three arguments; false if reported. */
static bool read_dimensions(wlay_resolver *resolver,
                            const wlay_attribute *attribute,
                            wlay_value values[3])
{
    const wlay_type *type = wlay_scalar_type(WLAY_S_AINT);
    const wlay_expr *expr = attribute->first;
    size_t count = 0;

    for (; expr != NULL; expr = expr->next, count++) {
        if (!read_dimension(resolver, attribute, expr, &values[count]))
            return false;
        if (wlay_is_abstract(type))
            type = values[count].type;
    }
    type = wlay_concrete_type(&resolver->types, type);
    expr = attribute->first;
    for (size_t i = 0; i < count; i++, expr = expr->next)
        if (!check_dimension(resolver, attribute, expr, type, &values[i]))
            return false;
    return true;
}

/* [workgroup_size], [subgroup_size]: for compute shaders only. */
static void check_compute_only(wlay_resolver *resolver,
                               const wlay_attribute *attribute,
                               const wlay_attribute *stage)
{
    if (stage == NULL || wlay_name_id_of(stage->name) != WLAY_ID_compute)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, attribute),
                    F("'@%' goes with '@compute' only"),
                    Z(wlay_name_text(attribute->name)));
}

static void check_workgroup_size(wlay_resolver *resolver, const wlay_decl *decl,
                                 const wlay_attribute *stage)
{
    const wlay_attribute *const size =
        wlay_find_attribute(decl->attributes, WLAY_ID_workgroup_size);
    wlay_value values[3];

    if (size != NULL) {
        check_compute_only(resolver, size, stage);
        read_dimensions(resolver, size, values);
    } else if (stage != NULL &&
               wlay_name_id_of(stage->name) == WLAY_ID_compute) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_MISSING,
                    wlay_span_of(decl, decl->offset, decl->length),
                    F("the compute entry point '%' needs '@workgroup_size'"),
                    S(wlay_symbol_text(decl->symbol)));
    }
}

static void check_subgroup_size(wlay_resolver *resolver, const wlay_decl *decl,
                                const wlay_attribute *stage)
{
    const wlay_attribute *const size =
        wlay_find_attribute(decl->attributes, WLAY_ID_subgroup_size);
    wlay_value values[3];

    if (size == NULL)
        return;
    if (!(resolver->language & WLAY_LANGUAGE_SUBGROUP_SIZE_CONTROL)) {
        wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED,
                    wlay_attribute_span(resolver, size),
                    F("'@subgroup_size' needs 'enable "
                      "subgroup_size_control;'"));
        return;
    }
    check_compute_only(resolver, size, stage);
    if (!read_dimensions(resolver, size, values) || values[0].is_override ||
        !values[0].known ||
        wlay_is_power_of_two((uint64_t)values[0].of.integer))
        return;
    wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                wlay_expr_span(resolver, size->first),
                F("'@subgroup_size' must be a power of two, it is %"),
                I(values[0].of.integer));
}

static void check_must_use(wlay_resolver *resolver, const wlay_decl *decl)
{
    const wlay_attribute *const must_use =
        wlay_find_attribute(decl->attributes, WLAY_ID_must_use);

    if (must_use != NULL && decl->return_type == NULL)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, must_use),
                    F("'@must_use' needs a function that returns a value"));
}

/* ---------------------------------------------------- parameters and result */

static void check_duplicate(wlay_resolver *resolver, const wlay_decl *decl,
                            const wlay_field *field)
{
    wlay_symbol *const symbol = field->symbol;

    if (symbol->field_owner == decl->serial)
        wlay_report(resolver->diag, WLAY_RULE_REDECLARATION,
                    wlay_resolver_span(resolver, field->offset, field->length),
                    F("'%' is the name of two parameters"),
                    S(wlay_symbol_text(symbol)));
    symbol->field_owner = decl->serial;
    symbol->field = field;
}

/* [Declaring a User-defined Function] */
static void check_parameter_type(wlay_resolver *resolver,
                                 const wlay_field *field, const wlay_type *type)
{
    if ((type->flags & WLAY_TYPE_CONSTRUCTIBLE) ||
        type->kind == WLAY_TYPE_POINTER || type->kind == WLAY_TYPE_TEXTURE ||
        type->kind == WLAY_TYPE_SAMPLER)
        return;
    wlay_report(resolver->diag, WLAY_RULE_FUNCTION,
                wlay_expr_span(resolver, field->type),
                F("a parameter cannot have the type '%'; it must be "
                  "constructible, a pointer, a texture or a sampler"),
                S(type->name));
}

/* The first IO attribute of a list, or NULL. */
static const wlay_attribute *first_io(const wlay_attribute *first)
{
    static const wlay_name_id io[] = {WLAY_ID_location, WLAY_ID_builtin,
                                      WLAY_ID_blend_src, WLAY_ID_interpolate,
                                      WLAY_ID_invariant};

    for (; first != NULL; first = first->next)
        for (size_t i = 0; i < sizeof io / sizeof *io; i++)
            if (wlay_name_id_of(first->name) == io[i])
                return first;
    return NULL;
}

/* Attributes of a parameter or result of `type`: IO is for entry points. */
static const wlay_io *read_io(wlay_resolver *resolver,
                              const wlay_attribute *attributes,
                              const wlay_type *type, wlay_span span,
                              bool entry_point)
{
    const wlay_attribute *const first = first_io(attributes);

    if (entry_point)
        return wlay_read_io(resolver, attributes, type, span);
    if (first != NULL)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, first),
                    F("'@%' is for inputs and outputs of entry points; this "
                      "function is none"),
                    Z(wlay_name_text(first->name)));
    return NULL;
}

static void check_parameter(wlay_resolver *resolver, const wlay_decl *decl,
                            wlay_field *field, bool entry_point)
{
    const wlay_span span =
        wlay_resolver_span(resolver, field->offset, field->length);

    check_duplicate(resolver, decl, field);
    if (field->type == NULL)
        return;
    field->store_type = wlay_resolve_type(resolver, field->type);
    wlay_check_attributes(resolver, field->attributes, WLAY_ON_PARAMETER,
                          "a parameter");
    field->io = read_io(resolver, field->attributes, field->store_type, span,
                        entry_point);
    if (field->store_type != NULL)
        check_parameter_type(resolver, field, field->store_type);
}

static void check_result(wlay_resolver *resolver, wlay_decl *decl,
                         bool entry_point)
{
    const wlay_type *type;
    wlay_span span;

    if (decl->return_type == NULL)
        return;
    span = wlay_expr_span(resolver, decl->return_type);
    type = decl->store_type = wlay_resolve_type(resolver, decl->return_type);
    wlay_check_attributes(resolver, decl->return_attributes, WLAY_ON_RETURN,
                          "a return type");
    decl->return_io = read_io(resolver, decl->return_attributes, type, span,
                              entry_point);
    if (type != NULL && !(type->flags & WLAY_TYPE_CONSTRUCTIBLE))
        wlay_report(resolver->diag, WLAY_RULE_FUNCTION, span,
                    F("a function cannot return '%', which is not "
                      "constructible"),
                    S(type->name));
}

/* [Limits] */
static void check_parameter_count(wlay_resolver *resolver,
                                  const wlay_decl *decl)
{
    if (decl->field_count > PARAMETERS_MAX)
        wlay_report(resolver->diag, WLAY_RULE_FUNCTION,
                    wlay_span_of(decl, decl->offset, decl->length),
                    F("'%' has % parameters, more than the % allowed"),
                    S(wlay_symbol_text(decl->symbol)), U(decl->field_count),
                    U(PARAMETERS_MAX));
}

void wlay_check_function(wlay_resolver *resolver, wlay_decl *decl)
{
    const wlay_attribute *stage;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_FUNCTION,
                          "a function");
    wlay_check_attributes(resolver, decl->body_attributes, WLAY_ON_BODY,
                          "the body of a function");
    stage = find_stage(resolver, decl);
    check_workgroup_size(resolver, decl, stage);
    check_subgroup_size(resolver, decl, stage);
    check_must_use(resolver, decl);
    check_parameter_count(resolver, decl);
    for (wlay_field *f = decl->fields; f != NULL; f = f->next)
        check_parameter(resolver, decl, f, stage != NULL);
    check_result(resolver, decl, stage != NULL);
    if (stage == NULL)
        return;
    wlay_check_stage_io(resolver, decl, wlay_name_id_of(stage->name));
    if (resolver->syntax->read_functions)
        wlay_make_entry_point(
            resolver, decl, wlay_name_id_of(stage->name),
            wlay_find_attribute(decl->attributes, WLAY_ID_workgroup_size));
}
