/* SPDX-License-Identifier: MIT */
/* Types made by type-generators: vec3<f32>, array<Light, 4>.  [Types] */
#include "resolve.h"

static const wlay_type *report(wlay_resolver *resolver, const wlay_expr *expr,
                               wlay_rule rule, wlay_arg text, wlay_string name)
{
    wlay_diag_add(resolver->diag, WLAY_SEVERITY_ERROR, rule,
                  wlay_expr_span(resolver, expr), WLAY_ARGS(text, S(name)));
    return NULL;
}

/* ----------------------------------------------------- vectors and the like */

static const wlay_type *make_vector(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator)
{
    const wlay_type *const type = wlay_resolve_type(resolver, expr->first);

    if (type == NULL)
        return NULL;
    if (type->kind != WLAY_TYPE_SCALAR)
        return report(resolver, expr->first, WLAY_RULE_TEMPLATE_ARGUMENTS,
                      F("a vector has scalar components (bool, i32, u32, f32, "
                        "f16), not '%'"),
                      type->name);
    return wlay_vector_type(wlay_component(type), generator->b);
}

static const wlay_type *make_matrix(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator)
{
    const wlay_type *const type = wlay_resolve_type(resolver, expr->first);

    if (type == NULL)
        return NULL;
    if (type->kind != WLAY_TYPE_SCALAR || !wlay_is_float(wlay_component(type)))
        return report(resolver, expr->first, WLAY_RULE_TEMPLATE_ARGUMENTS,
                      F("a matrix has components of type f32 or f16, not '%'"),
                      type->name);
    return wlay_matrix_type(wlay_component(type), generator->a, generator->b);
}

static const wlay_type *make_atomic(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator)
{
    const wlay_type *const type = wlay_resolve_type(resolver, expr->first);

    (void)generator;
    if (type == NULL)
        return NULL;
    if (type->kind != WLAY_TYPE_SCALAR || !wlay_is_integer(wlay_component(type)))
        return report(resolver, expr->first, WLAY_RULE_TEMPLATE_ARGUMENTS,
                      F("an atomic is of type i32 or u32, not '%'"),
                      type->name);
    return wlay_atomic_type(&resolver->types, wlay_component(type));
}

/* -------------------------------------------------------------------- counts */

/* What the count of an array or buffer turned out to be. */
typedef struct count_result {
    uint64_t count;   /* 0: not known yet */
    const void *tag;  /* not NULL: an override-expression */
    wlay_string text; /* of an override-expression */
    uint32_t fallback; /* see wlay_type_node */
} count_result;

static const wlay_expr *inside_parentheses(const wlay_expr *expr)
{
    while (expr->kind == WLAY_EXPR_PAREN)
        expr = expr->first;
    return expr;
}

/* Two override-sized arrays are the same type if their counts are the same
   identifier.  [Array Types] */
static void make_override_count(wlay_resolver *resolver, const wlay_expr *expr,
                                count_result *out)
{
    const wlay_expr *const inner = inside_parentheses(expr);

    /* Not the expression itself: a later look-up's could lie where it lay. */
    out->tag = wlay_alloc(resolver->arena, 1, 1);
    out->text = wlay_expr_text(resolver, expr);
    if (inner->kind == WLAY_EXPR_IDENT) {
        out->tag = inner->of.symbol;
        out->text = wlay_symbol_text(inner->of.symbol);
    }
}

/* For want of a value of an override: what the defaults make of the count. */
static uint32_t fallback_count(wlay_resolver *resolver, const wlay_expr *expr)
{
    wlay_value value;

    return resolver->syntax != NULL && resolver->syntax->read_functions &&
                   wlay_evaluate_fallback(resolver, expr, NULL, &value) &&
                   value.of.integer > 0
               ? (uint32_t)value.of.integer
               : 0;
}

/* The type was made for that count, or for another expression that is the same. */
static void keep_fallback(const wlay_type *type, const count_result *count)
{
    if (type != NULL && count->fallback > 0)
        ((wlay_type_node *)(uintptr_t)type)->fallback = count->fallback;
}

static bool resolve_count(wlay_resolver *resolver, const wlay_expr *expr,
                          const char *what, count_result *out)
{
    const wlay_span span = wlay_expr_span(resolver, expr);
    wlay_value value;
    const wlay_type *type;

    out->count = 0;
    out->tag = NULL;
    if (wlay_is_small_literal(expr) && expr->of.integer > 0) {
        out->count = (uint64_t)expr->of.integer;
        return true;
    }
    if (!wlay_evaluate(&resolver->eval, expr, &value))
        return false;
    if (value.type->kind != WLAY_TYPE_SCALAR ||
        !wlay_is_integer(wlay_component(value.type))) {
        wlay_report(resolver->diag, WLAY_RULE_ARRAY_COUNT, span,
                    F("% must be an integer (i32 or u32), not '%'"), Z(what),
                    S(value.type->name));
        return false;
    }
    type = wlay_concrete_type(&resolver->types, value.type);
    if (!wlay_convert(&resolver->eval, &value, type, span, &value))
        return false;
    if (value.is_override)
        make_override_count(resolver, expr, out);
    if (!value.known) {
        out->fallback = fallback_count(resolver, expr);
        return true;
    }
    if (value.of.integer <= 0) {
        wlay_report(resolver->diag, WLAY_RULE_ARRAY_COUNT, span,
                    F("% must be greater than 0, it is %"), Z(what),
                    I(value.of.integer));
        return false;
    }
    out->count = (uint64_t)value.of.integer;
    return true;
}

/* -------------------------------------------------------------------- arrays */

/* [Array Types]: elements are plain types with creation-fixed footprint. */
static bool check_element(wlay_resolver *resolver, const wlay_expr *expr,
                          const wlay_type *element)
{
    const wlay_span span = wlay_expr_span(resolver, expr);

    if (element->kind > WLAY_TYPE_STRUCT) {
        wlay_report(resolver->diag, WLAY_RULE_ARRAY_ELEMENT, span,
                    F("'%' cannot be the element type of an array; a scalar, "
                      "vector, matrix, atomic, array or struct can"),
                    S(element->name));
    } else if (element->flags & WLAY_TYPE_RUNTIME_SIZED) {
        wlay_report(resolver->diag, WLAY_RULE_RUNTIME_SIZED, span,
                    F("'%' is runtime-sized and cannot be the element type of "
                      "an array"),
                    S(element->name));
    } else if (element->flags & WLAY_TYPE_OVERRIDE_SIZED) {
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_SIZED, span,
                    F("'%' is sized by an override: it can only be the type of "
                      "a 'var<workgroup>', not the element of an array"),
                    S(element->name));
    } else if (wlay_node(element)->depth >= WLAY_TYPE_DEPTH_MAX) {
        wlay_report(resolver->diag, WLAY_RULE_TYPE_DEPTH, span,
                    F("this type is nested more than % deep"),
                    U(WLAY_TYPE_DEPTH_MAX));
    } else {
        return true;
    }
    return false;
}

static const wlay_type *make_array(wlay_resolver *resolver,
                                   const wlay_expr *expr,
                                   const wlay_name *generator)
{
    const wlay_type *const element = wlay_resolve_type(resolver, expr->first);
    const wlay_expr *const count_expr = expr->first->next;
    count_result count = {0, NULL, {"", 0}, 0};
    const wlay_type *type;
    bool too_large;
    bool ok;

    (void)generator;
    ok = element != NULL && check_element(resolver, expr->first, element);
    if (count_expr != NULL)
        ok &= resolve_count(resolver, count_expr, "the element count", &count);
    if (!ok)
        return NULL;
    type = wlay_array_type(&resolver->types, element, count.count, count.tag,
                           count.text, &too_large);
    if (too_large)
        wlay_report(resolver->diag, WLAY_RULE_TYPE_SIZE,
                    wlay_expr_span(resolver, count_expr),
                    F("% elements of % bytes are more than the % bytes that a "
                      "type may have"),
                    U(count.count), U(element->size), U(WLAY_SIZE_MAX));
    keep_fallback(type, &count);
    return type;
}

/* [Buffer Types] */
static const wlay_type *make_buffer(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator)
{
    const unsigned unit = resolver->language & WLAY_LANGUAGE_F16 ? 2 : 4;
    count_result count = {0, NULL, {"", 0}, 0};
    const wlay_type *type;

    (void)generator;
    if (!resolve_count(resolver, expr->first, "the size of a buffer", &count))
        return NULL;
    if (count.count % unit != 0) {
        wlay_report(resolver->diag, WLAY_RULE_ARRAY_COUNT,
                    wlay_expr_span(resolver, expr->first),
                    F("the size of a buffer must be a multiple of %, it is %"),
                    U(unit), U(count.count));
        return NULL;
    }
    type = wlay_buffer_type(&resolver->types, count.count, count.tag,
                            count.text);
    keep_fallback(type, &count);
    return type;
}

/* ------------------------------------------------------------------ pointers */

/* What a pointer's store type may be, by address space. */
static bool check_store(wlay_resolver *resolver, const wlay_expr *expr,
                        wlay_address_space space, wlay_access access,
                        const wlay_type *store)
{
    const wlay_span span = wlay_expr_span(resolver, expr);
    const bool shared = space == WLAY_SPACE_STORAGE ||
                        space == WLAY_SPACE_UNIFORM ||
                        space == WLAY_SPACE_IMMEDIATE;
    /* Where buffers are, of which views may be runtime-sized. */
    const bool viewed = space == WLAY_SPACE_STORAGE ||
                        space == WLAY_SPACE_UNIFORM ||
                        space == WLAY_SPACE_WORKGROUP;

    if (store->kind == WLAY_TYPE_POINTER || store->kind == WLAY_TYPE_TEXTURE ||
        store->kind == WLAY_TYPE_SAMPLER)
        wlay_report(resolver->diag, WLAY_RULE_STORE_TYPE, span,
                    F("a pointer cannot point to '%'"), S(store->name));
    else if (store->kind == WLAY_TYPE_BUFFER && !viewed)
        wlay_report(resolver->diag, WLAY_RULE_STORE_TYPE, span,
                    F("'%' can only be in the address spaces 'storage', "
                      "'uniform' and 'workgroup', not in '%'"),
                    S(store->name), Z(wlay_address_space_name(space)));
    else if (shared && !(store->flags & WLAY_TYPE_HOST_SHAREABLE))
        wlay_report(resolver->diag, WLAY_RULE_HOST_SHAREABLE, span,
                    F("'%' is not host-shareable and cannot be in the address "
                      "space '%'"),
                    S(store->name), Z(wlay_address_space_name(space)));
    else if ((store->flags & WLAY_TYPE_HAS_ATOMIC) &&
             space != WLAY_SPACE_STORAGE && space != WLAY_SPACE_WORKGROUP)
        wlay_report(resolver->diag, WLAY_RULE_STORE_TYPE, span,
                    F("'%' holds an atomic, which the address space '%' does "
                      "not allow"),
                    S(store->name), Z(wlay_address_space_name(space)));
    else if ((store->flags & WLAY_TYPE_HAS_ATOMIC) &&
             access != WLAY_ACCESS_READ_WRITE)
        wlay_hint(resolver->diag,
                  wlay_report(resolver->diag, WLAY_RULE_ACCESS_MODE, span,
                              F("'%' holds an atomic: a pointer to it in the "
                                "address space 'storage' must have the access "
                                "mode read_write"),
                              S(store->name)),
                  F("write ptr<storage, %, read_write>"), S(store->name));
    else if ((store->flags & WLAY_TYPE_OVERRIDE_SIZED) &&
             space != WLAY_SPACE_WORKGROUP)
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_SIZED, span,
                    F("'%' is sized by an override, which only the address "
                      "space 'workgroup' allows"),
                    S(store->name));
    else if ((store->flags & WLAY_TYPE_RUNTIME_SIZED) &&
             store->kind != WLAY_TYPE_BUFFER && !viewed)
        wlay_report(resolver->diag, WLAY_RULE_RUNTIME_SIZED, span,
                    F("'%' is runtime-sized, which the address space '%' does "
                      "not allow"),
                    S(store->name), Z(wlay_address_space_name(space)));
    else if ((store->flags & WLAY_TYPE_HAS_ARRAY) &&
             space == WLAY_SPACE_IMMEDIATE)
        wlay_report(resolver->diag, WLAY_RULE_STORE_TYPE, span,
                    F("'%' holds an array, which the address space 'immediate' "
                      "does not allow"),
                    S(store->name));
    else
        return true;
    return false;
}

static const wlay_type *make_pointer(wlay_resolver *resolver,
                                     const wlay_expr *expr,
                                     const wlay_name *generator)
{
    const wlay_expr *const store_expr = expr->first->next;
    const wlay_expr *const access_expr = store_expr->next;
    const wlay_name *const space_name = wlay_resolve_enumerant(
        resolver, expr->first, WLAY_NAME_SPACE, "an address space");
    const wlay_type *const store = wlay_resolve_type(resolver, store_expr);
    const wlay_name *access_name = NULL;
    wlay_address_space space;
    wlay_access access;

    (void)generator;
    if (access_expr != NULL) {
        access_name = wlay_resolve_enumerant(resolver, access_expr,
                                             WLAY_NAME_ACCESS,
                                             "an access mode");
        if (access_name == NULL)
            return NULL;
    }
    if (space_name == NULL || store == NULL)
        return NULL;
    space = (wlay_address_space)space_name->value;
    if (!wlay_check_access(resolver, space, access_name, access_expr, &access) ||
        !check_store(resolver, store_expr, space, access, store))
        return NULL;
    return wlay_pointer_type(&resolver->types, space, store, access);
}

bool wlay_check_access(wlay_resolver *resolver, wlay_address_space space,
                       const wlay_name *name, const wlay_expr *expr,
                       wlay_access *out)
{
    const bool writable = space == WLAY_SPACE_FUNCTION ||
                          space == WLAY_SPACE_PRIVATE ||
                          space == WLAY_SPACE_WORKGROUP;

    *out = writable ? WLAY_ACCESS_READ_WRITE : WLAY_ACCESS_READ;
    if (name == NULL)
        return true;
    *out = (wlay_access)name->value;
    if (space != WLAY_SPACE_STORAGE)
        wlay_report(resolver->diag, WLAY_RULE_ACCESS_MODE,
                    wlay_expr_span(resolver, expr),
                    F("an access mode can only be written for 'storage', not "
                      "for '%'"),
                    Z(wlay_address_space_name(space)));
    else if (*out == WLAY_ACCESS_WRITE)
        wlay_report(resolver->diag, WLAY_RULE_ACCESS_MODE,
                    wlay_expr_span(resolver, expr),
                    F("'storage' allows 'read' and 'read_write', not 'write'"));
    else
        return true;
    return false;
}

/* ------------------------------------------------------------------ textures */

static const wlay_type *make_texture(wlay_resolver *resolver,
                                     const wlay_expr *expr,
                                     const wlay_name *generator)
{
    const wlay_type *const type = wlay_resolve_type(resolver, expr->first);

    if (type == NULL)
        return NULL;
    if (type->kind != WLAY_TYPE_SCALAR || type->scalar == WLAY_SCALAR_BOOL ||
        type->scalar == WLAY_SCALAR_F16)
        return report(resolver, expr->first, WLAY_RULE_TEMPLATE_ARGUMENTS,
                      F("a texture gives f32, i32 or u32, not '%'"),
                      type->name);
    return wlay_texture_type(
        &resolver->types,
        generator->value == WLAY_GENERATOR_TEXTURE ? WLAY_TEXTURE_SAMPLED
                                                   : WLAY_TEXTURE_MULTISAMPLED,
        generator, wlay_component(type), NULL, WLAY_ACCESS_READ);
}

static const wlay_type *make_storage_texture(wlay_resolver *resolver,
                                             const wlay_expr *expr,
                                             const wlay_name *generator)
{
    const wlay_name *const format = wlay_resolve_enumerant(
        resolver, expr->first, WLAY_NAME_FORMAT, "a texel format");
    const wlay_name *const access = wlay_resolve_enumerant(
        resolver, expr->first->next, WLAY_NAME_ACCESS, "an access mode");
    wlay_s scalar;

    if (format == NULL || access == NULL)
        return NULL;
    scalar = format->value == WLAY_SCALAR_F32   ? WLAY_S_F32
             : format->value == WLAY_SCALAR_U32 ? WLAY_S_U32
                                                : WLAY_S_I32;
    return wlay_texture_type(&resolver->types, WLAY_TEXTURE_STORAGE, generator,
                             scalar, format, (wlay_access)access->value);
}

static const wlay_type *resolve_bitcast_type(wlay_resolver *resolver,
                                             const wlay_expr *expr,
                                             const wlay_name *generator)
{
    (void)generator;
    return wlay_resolve_type(resolver, expr->first);
}

/* --------------------------------------------------------------------- table */

typedef struct generator_row {
    uint8_t min; /* template arguments */
    uint8_t max;
    const wlay_type *(*make)(wlay_resolver *resolver, const wlay_expr *expr,
                             const wlay_name *generator);
} generator_row;

static const generator_row generators[] = {
    [WLAY_GENERATOR_VECTOR] = {1, 1, make_vector},
    [WLAY_GENERATOR_MATRIX] = {1, 1, make_matrix},
    [WLAY_GENERATOR_ARRAY] = {1, 2, make_array},
    [WLAY_GENERATOR_ATOMIC] = {1, 1, make_atomic},
    [WLAY_GENERATOR_POINTER] = {2, 3, make_pointer},
    [WLAY_GENERATOR_BUFFER] = {1, 1, make_buffer},
    [WLAY_GENERATOR_BITCAST] = {1, 1, resolve_bitcast_type},
    [WLAY_GENERATOR_TEXTURE] = {1, 1, make_texture},
    [WLAY_GENERATOR_TEXTURE_MULTISAMPLED] = {1, 1, make_texture},
    [WLAY_GENERATOR_TEXTURE_STORAGE] = {2, 2, make_storage_texture},
};

const wlay_type *wlay_generate_type(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator)
{
    const generator_row *const row = &generators[generator->value];

    if (expr->count >= row->min && expr->count <= row->max)
        return row->make(resolver, expr, generator);
    wlay_report(resolver->diag, WLAY_RULE_TEMPLATE_ARGUMENTS,
                wlay_expr_span(resolver, expr),
                F("'%' takes %%, not %"), Z(wlay_name_text(generator)), U(row->min),
                Z(row->min == row->max
                      ? row->min == 1 ? " template argument"
                                      : " template arguments"
                  : row->max == 2 ? " or 2 template arguments"
                                  : " or 3 template arguments"),
                U(expr->count));
    return NULL;
}
