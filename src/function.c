/* SPDX-License-Identifier: MIT */
/* Headers of functions; bodies are not read.  [Functions], [Entry Points] */
#include "rules.h"

/* --------------------------------------------------------------------- stage */

static const wlay_name_id stages[] = {WLAY_ID_vertex, WLAY_ID_fragment,
                                      WLAY_ID_compute};

/* The stage attribute of an entry point, or NULL. */
static const wlay_attribute *find_stage(wlay_resolver *resolver,
                                        const wlay_decl *decl)
{
    const wlay_attribute *stage = NULL;

    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        const wlay_attribute *const found =
            wlay_find_attribute(decl->attributes, stages[i]);

        if (stage != NULL && found != NULL)
            wlay_report(resolver->diag, WLAY_RULE_ENTRY_POINT,
                        wlay_attribute_span(resolver, found),
                        F("'%' cannot be an entry point of two stages"),
                        S(decl->symbol->text));
        if (found != NULL)
            stage = found;
    }
    return stage;
}

/* One dimension; false if reported.  [workgroup_size] */
static bool check_dimension(wlay_resolver *resolver, const wlay_expr *expr,
                            wlay_s *common)
{
    const wlay_span span = wlay_expr_span(resolver, expr);
    wlay_value value;
    wlay_s scalar;

    if (!wlay_evaluate(&resolver->eval, expr, &value))
        return false;
    scalar = wlay_component(value.type);
    if (value.type->kind != WLAY_TYPE_SCALAR || !wlay_is_integer(scalar)) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("'@workgroup_size' needs integers (i32 or u32), not '%'"),
                    S(value.type->name));
        return false;
    }
    if (value.known && value.of.integer <= 0) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("'@workgroup_size' must be greater than 0, it is %"),
                    I(value.of.integer));
        return false;
    }
    if (scalar == WLAY_S_AINT || scalar == *common)
        return true;
    if (*common != WLAY_S_AINT) {
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE, span,
                    F("the sizes of '@workgroup_size' must be of one type, i32 "
                      "or u32"));
        return false;
    }
    *common = scalar;
    return true;
}

static void check_workgroup_size(wlay_resolver *resolver, const wlay_decl *decl,
                                 const wlay_attribute *stage)
{
    const wlay_attribute *const size =
        wlay_find_attribute(decl->attributes, WLAY_ID_workgroup_size);
    const bool compute =
        stage != NULL && wlay_name_id_of(stage->name) == WLAY_ID_compute;
    wlay_s common = WLAY_S_AINT;

    if (size == NULL && compute)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_MISSING,
                    wlay_span_of(decl, decl->offset, decl->length),
                    F("the compute entry point '%' needs '@workgroup_size'"),
                    S(decl->symbol->text));
    if (size == NULL)
        return;
    if (!compute)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, size),
                    F("'@workgroup_size' goes with '@compute' only"));
    for (const wlay_expr *e = size->first; e != NULL; e = e->next)
        if (!check_dimension(resolver, e, &common))
            return;
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

    if (symbol->field_owner == decl)
        wlay_report(resolver->diag, WLAY_RULE_REDECLARATION,
                    wlay_resolver_span(resolver, field->offset, field->length),
                    F("'%' is the name of two parameters"), S(symbol->text));
    symbol->field_owner = decl;
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

/* What goes in or out of an entry point has an attribute that says where. */
static void check_stage_io(wlay_resolver *resolver, const wlay_type *type,
                           bool has_io, wlay_span span, const char *what)
{
    if (has_io || type == NULL)
        return;
    if (type->structure == NULL) {
        wlay_report(resolver->diag, WLAY_RULE_ENTRY_POINT, span,
                    F("% of an entry point needs '@builtin' or '@location'"),
                    Z(what));
        return;
    }
    for (size_t i = 0; i < type->structure->member_count; i++) {
        const wlay_member *const m = &type->structure->members[i];

        if (m->flags & WLAY_MEMBER_HAS_IO)
            continue;
        wlay_note_at(
            resolver->diag,
            wlay_report(resolver->diag, WLAY_RULE_ENTRY_POINT, m->span,
                        F("'%.%' needs '@builtin' or '@location', because an "
                          "entry point uses '%'"),
                        S(type->name), S(m->name), S(type->name)),
            span, F("it is used here"));
        return;
    }
}

static void check_parameter(wlay_resolver *resolver, const wlay_decl *decl,
                            const wlay_field *field, bool entry_point)
{
    const wlay_span span =
        wlay_resolver_span(resolver, field->offset, field->length);
    const wlay_type *type;
    int64_t location;
    bool has_io;

    check_duplicate(resolver, decl, field);
    if (field->type == NULL)
        return;
    type = wlay_resolve_type(resolver, field->type);
    wlay_check_attributes(resolver, field->attributes, WLAY_ON_PARAMETER,
                          "a parameter");
    has_io = wlay_check_io(resolver, field->attributes, type, span, &location);
    if (entry_point)
        check_stage_io(resolver, type, has_io, span, "a parameter");
    else if (has_io)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, field->attributes),
                    F("'@%' needs a parameter of an entry point"),
                    Z(field->attributes->name->text));
    if (type != NULL)
        check_parameter_type(resolver, field, type);
}

static void check_result(wlay_resolver *resolver, const wlay_decl *decl,
                         bool entry_point)
{
    const wlay_type *type;
    wlay_span span;
    int64_t location;
    bool has_io;

    if (decl->return_type == NULL)
        return;
    span = wlay_expr_span(resolver, decl->return_type);
    type = wlay_resolve_type(resolver, decl->return_type);
    wlay_check_attributes(resolver, decl->return_attributes, WLAY_ON_RETURN,
                          "a return type");
    has_io = wlay_check_io(resolver, decl->return_attributes, type, span,
                           &location);
    if (entry_point)
        check_stage_io(resolver, type, has_io, span, "the result");
    else if (has_io)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_PLACEMENT,
                    wlay_attribute_span(resolver, decl->return_attributes),
                    F("'@%' needs the result of an entry point"),
                    Z(decl->return_attributes->name->text));
    if (type != NULL && !(type->flags & WLAY_TYPE_CONSTRUCTIBLE))
        wlay_report(resolver->diag, WLAY_RULE_FUNCTION, span,
                    F("a function cannot return '%', which is not "
                      "constructible"),
                    S(type->name));
}

void wlay_check_function(wlay_resolver *resolver, wlay_decl *decl)
{
    const wlay_attribute *stage;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_FUNCTION,
                          "a function");
    stage = find_stage(resolver, decl);
    check_workgroup_size(resolver, decl, stage);
    check_must_use(resolver, decl);
    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        check_parameter(resolver, decl, f, stage != NULL);
    check_result(resolver, decl, stage != NULL);
}
