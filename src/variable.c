/* SPDX-License-Identifier: MIT */
/* Variables of module scope.  [var Declarations], [Address Spaces] */
#include "rules.h"

static wlay_span name_span(const wlay_decl *decl)
{
    return wlay_span_of(decl, decl->offset, decl->length);
}

/* The place of a variable's type, or of its name where none is written. */
static wlay_span type_span(const wlay_decl *decl)
{
    if (decl->type == NULL)
        return name_span(decl);
    return wlay_span_of(decl, decl->type->offset, decl->type->length);
}

/* ---------------------------------------------------- address space, access */

static bool resolve_space(wlay_resolver *resolver, const wlay_decl *decl,
                          const wlay_type *type, wlay_variable *out)
{
    const wlay_expr *const space_expr = decl->template_args;
    const wlay_expr *access_expr;
    const wlay_name *space;
    const wlay_name *access = NULL;

    if (space_expr == NULL) {
        if (type == NULL || type->kind == WLAY_TYPE_TEXTURE ||
            type->kind == WLAY_TYPE_SAMPLER) {
            out->address_space = WLAY_SPACE_HANDLE;
            out->access = WLAY_ACCESS_READ;
            return type != NULL;
        }
        wlay_hint(resolver->diag,
                  wlay_report(resolver->diag, WLAY_RULE_ADDRESS_SPACE,
                              name_span(decl),
                              F("'%' needs an address space; only textures and "
                                "samplers have none"),
                              S(wlay_symbol_text(decl->symbol))),
                  F("write var<uniform>, var<storage>, var<workgroup> or "
                    "var<private>"));
        return false;
    }
    access_expr = space_expr->next;
    if (decl->template_count > 2) {
        wlay_report(resolver->diag, WLAY_RULE_TEMPLATE_ARGUMENTS,
                    wlay_expr_span(resolver, access_expr->next),
                    F("'var' takes an address space and an access mode, no "
                      "more"));
        return false;
    }
    space = wlay_resolve_enumerant(resolver, space_expr, WLAY_NAME_SPACE,
                                   "an address space");
    if (access_expr != NULL)
        access = wlay_resolve_enumerant(resolver, access_expr, WLAY_NAME_ACCESS,
                                        "an access mode");
    if (space == NULL || (access_expr != NULL && access == NULL))
        return false;
    out->address_space = (wlay_address_space)space->value;
    if (out->address_space == WLAY_SPACE_FUNCTION) {
        wlay_report(resolver->diag, WLAY_RULE_ADDRESS_SPACE,
                    wlay_expr_span(resolver, space_expr),
                    F("'function' is for variables inside of functions"));
        return false;
    }
    return wlay_check_access(resolver, out->address_space, access, access_expr,
                             &out->access);
}

/* -------------------------------------------------------- group and binding */

static void check_binding(wlay_resolver *resolver, const wlay_decl *decl,
                          wlay_variable *out)
{
    const wlay_attribute *const group =
        wlay_find_attribute(decl->attributes, WLAY_ID_group);
    const wlay_attribute *const binding =
        wlay_find_attribute(decl->attributes, WLAY_ID_binding);
    const bool resource = out->address_space == WLAY_SPACE_UNIFORM ||
                          out->address_space == WLAY_SPACE_STORAGE ||
                          out->address_space == WLAY_SPACE_HANDLE;
    bool ok = group != NULL && binding != NULL;

    if (group != NULL)
        ok &= wlay_attribute_index(resolver, group, &out->group);
    if (binding != NULL)
        ok &= wlay_attribute_index(resolver, binding, &out->binding);
    out->has_binding = ok && resource;
    if (resource && (group == NULL || binding == NULL))
        wlay_hint(resolver->diag,
                  wlay_report(resolver->diag, WLAY_RULE_BINDING,
                              name_span(decl),
                              F("'%' is a resource and needs '@group' and "
                                "'@binding'; % missing"),
                              S(wlay_symbol_text(decl->symbol)),
                              Z(group != NULL     ? "'@binding' is"
                                : binding != NULL ? "'@group' is"
                                                  : "both are")),
                  F("put % before 'var'"),
                  Z(group != NULL     ? "@binding(N)"
                    : binding != NULL ? "@group(N)"
                                      : "@group(N) @binding(N)"));
    else if (!resource && (group != NULL || binding != NULL))
        wlay_report(resolver->diag, WLAY_RULE_BINDING,
                    wlay_attribute_span(resolver,
                                        group != NULL ? group : binding),
                    F("'%' is no resource and cannot have '@%'"),
                    S(wlay_symbol_text(decl->symbol)),
                    Z(group != NULL ? "group" : "binding"));
}

/* --------------------------------------------------------------- store types */

/* What an address space asks of its variables' types. */
typedef enum demand {
    NO_DEMAND,
    HOST_SHAREABLE,
    FIXED,            /* fixed footprint: not runtime-sized */
    CREATION_FIXED,   /* nor override-sized */
    CONSTRUCTIBLE,    /* nor with atomics; fixed-size buffers are let through */
    NO_ATOMIC,
    WRITABLE_ATOMIC,  /* atomics only with read_write */
    NO_ARRAY,
    NO_BUFFER,
    NO_HANDLE         /* no texture, sampler or pointer */
} demand;

#define DEMANDS_MAX 7
static const uint8_t demands[][DEMANDS_MAX] = {
    [WLAY_SPACE_UNIFORM] = {CREATION_FIXED, NO_ATOMIC, FIXED, HOST_SHAREABLE,
                            CONSTRUCTIBLE},
    [WLAY_SPACE_STORAGE] = {CREATION_FIXED, HOST_SHAREABLE, WRITABLE_ATOMIC},
    [WLAY_SPACE_WORKGROUP] = {NO_HANDLE, FIXED},
    [WLAY_SPACE_PRIVATE] = {NO_HANDLE, NO_BUFFER, CREATION_FIXED, NO_ATOMIC,
                            FIXED},
    [WLAY_SPACE_IMMEDIATE] = {NO_HANDLE, NO_BUFFER, CREATION_FIXED, NO_ARRAY,
                              HOST_SHAREABLE, CONSTRUCTIBLE},
    [WLAY_SPACE_HANDLE] = {NO_DEMAND},
};

static bool meets(const wlay_type *type, const wlay_variable *variable,
                  demand wanted)
{
    const uint32_t flags = type->flags;

    switch (wanted) {
    case HOST_SHAREABLE:
        return (flags & WLAY_TYPE_HOST_SHAREABLE) != 0;
    case FIXED:
        return (flags & WLAY_TYPE_RUNTIME_SIZED) == 0;
    case CREATION_FIXED:
        return (flags & WLAY_TYPE_OVERRIDE_SIZED) == 0;
    case CONSTRUCTIBLE:
        return (flags & WLAY_TYPE_CONSTRUCTIBLE) != 0 ||
               type->kind == WLAY_TYPE_BUFFER;
    case NO_ATOMIC:
        return (flags & WLAY_TYPE_HAS_ATOMIC) == 0;
    case WRITABLE_ATOMIC:
        return (flags & WLAY_TYPE_HAS_ATOMIC) == 0 ||
               variable->access == WLAY_ACCESS_READ_WRITE;
    case NO_ARRAY:
        return (flags & WLAY_TYPE_HAS_ARRAY) == 0;
    case NO_BUFFER:
        return type->kind != WLAY_TYPE_BUFFER;
    case NO_HANDLE:
        return type->kind <= WLAY_TYPE_BUFFER;
    case NO_DEMAND:
        break;
    }
    return true;
}

/* The first member, at any depth, whose type does not meet a demand: where a
   person should look. */
static const wlay_member *find_culprit(const wlay_type *type,
                                       const wlay_variable *variable,
                                       demand wanted)
{
    const wlay_member *culprit = NULL;

    for (;;) {
        const wlay_struct *s;
        size_t i = 0;

        while (type->kind == WLAY_TYPE_ARRAY && wanted != NO_ARRAY)
            type = type->element;
        s = type->structure;
        if (s == NULL)
            return culprit;
        while (i < s->member_count &&
               meets(s->members[i].type, variable, wanted))
            i++;
        if (i == s->member_count)
            return culprit;
        culprit = &s->members[i];
        type = culprit->type;
    }
}

typedef struct demand_text {
    wlay_rule rule;
    const char *text; /* variable, address space, type */
    const char *hint;
} demand_text;

static const demand_text demand_texts[] = {
    [HOST_SHAREABLE] = {WLAY_RULE_HOST_SHAREABLE,
                        "'%' cannot be in the address space '%': '%' is not "
                        "host-shareable", "a bool can be passed as u32"},
    [FIXED] = {WLAY_RULE_RUNTIME_SIZED,
               "'%' cannot be in the address space '%': '%' is runtime-sized, "
               "which only 'storage' allows", NULL},
    [CREATION_FIXED] = {WLAY_RULE_OVERRIDE_SIZED,
                        "'%' cannot be in the address space '%': '%' is sized "
                        "by an override, which only 'workgroup' allows", NULL},
    [CONSTRUCTIBLE] = {WLAY_RULE_STORE_TYPE,
                       "'%' cannot be in the address space '%': '%' is not "
                       "constructible", NULL},
    [NO_ATOMIC] = {WLAY_RULE_STORE_TYPE,
                   "'%' cannot be in the address space '%': '%' is or holds an "
                   "atomic, which only 'storage' and 'workgroup' allow", NULL},
    [WRITABLE_ATOMIC] = {WLAY_RULE_ACCESS_MODE,
                         "'%' in the address space '%' must have the access "
                         "mode read_write: '%' is or holds an atomic",
                         "write var<storage, read_write>"},
    [NO_ARRAY] = {WLAY_RULE_STORE_TYPE,
                  "'%' cannot be in the address space '%': '%' is or holds an "
                  "array", NULL},
    [NO_BUFFER] = {WLAY_RULE_STORE_TYPE,
                   "'%' cannot be in the address space '%': '%' is a buffer, "
                   "which only 'storage', 'uniform' and 'workgroup' allow",
                   NULL},
    [NO_HANDLE] = {WLAY_RULE_STORE_TYPE,
                   "'%' cannot be in the address space '%': variables of type "
                   "'%' are declared without an address space", NULL},
};

/* Is the place to mend the member that breaks the demand, not the variable? */
static bool is_of_member(demand wanted)
{
    return wanted == HOST_SHAREABLE || wanted == FIXED || wanted == NO_ARRAY;
}

static void report_demand(wlay_resolver *resolver, const wlay_decl *decl,
                          const wlay_variable *variable, demand wanted)
{
    const demand_text *const text = &demand_texts[wanted];
    const wlay_member *const culprit =
        find_culprit(variable->type, variable, wanted);
    const bool at_member = culprit != NULL && is_of_member(wanted);
    wlay_entry *const entry = wlay_diag_add(
        resolver->diag, WLAY_SEVERITY_ERROR, text->rule,
        at_member ? culprit->span : type_span(decl),
        WLAY_ARGS(Z(text->text), S(wlay_symbol_text(decl->symbol)),
                  Z(wlay_address_space_name(variable->address_space)),
                  S(at_member ? culprit->type->name : variable->type->name)));

    if (at_member)
        wlay_note_at(resolver->diag, entry, type_span(decl),
                     F("'%' has the type '%', which holds it"),
                     S(wlay_symbol_text(decl->symbol)), S(variable->type->name));
    else if (culprit != NULL)
        wlay_note_at(resolver->diag, entry, culprit->span,
                     F("because of the member '%' of type '%'"),
                     S(culprit->name), S(culprit->type->name));
    if (text->hint != NULL)
        wlay_hint(resolver->diag, entry, Z(text->hint));
}

static bool check_store_type(wlay_resolver *resolver, const wlay_decl *decl,
                             const wlay_variable *variable)
{
    const uint8_t *const row = demands[variable->address_space];

    for (size_t i = 0; i < DEMANDS_MAX && row[i] != NO_DEMAND; i++)
        if (!meets(variable->type, variable, (demand)row[i])) {
            report_demand(resolver, decl, variable, (demand)row[i]);
            return false;
        }
    return true;
}

/* -------------------------------------------------------------- initializers */

/* The store type: as written, or that of the initializer. */
static const wlay_type *resolve_store_type(wlay_resolver *resolver,
                                           const wlay_decl *decl)
{
    const wlay_type *type = NULL;
    wlay_value value;

    if (decl->type == NULL && decl->value == NULL) {
        wlay_report(resolver->diag, WLAY_RULE_INITIALIZER, name_span(decl),
                    F("'%' needs a type or an initializer"),
                    S(wlay_symbol_text(decl->symbol)));
        return NULL;
    }
    if (decl->type != NULL) {
        type = wlay_resolve_type(resolver, decl->type);
        if (type == NULL)
            return NULL;
    }
    if (decl->value == NULL)
        return type;
    if (!wlay_resolve_initializer(resolver, decl, type, true, &value))
        return type;
    return value.type;
}

static void check_initializer(wlay_resolver *resolver, const wlay_decl *decl,
                              const wlay_variable *variable)
{
    if (decl->value == NULL || variable->address_space == WLAY_SPACE_PRIVATE)
        return;
    wlay_report(resolver->diag, WLAY_RULE_INITIALIZER,
                wlay_expr_span(resolver, decl->value),
                F("'%' is in the address space '%' and cannot have an "
                  "initializer; only 'private' variables can"),
                S(wlay_symbol_text(decl->symbol)),
                Z(wlay_address_space_name(variable->address_space)));
}

/* What cannot be in a buffer at all has no layout there that could be wrong. */
static void check_layout(wlay_resolver *resolver, const wlay_decl *decl,
                         const wlay_variable *variable)
{
    if (variable->address_space == WLAY_SPACE_UNIFORM &&
        !(resolver->language & WLAY_LANGUAGE_STANDARD_UNIFORM) &&
        meets(variable->type, variable, HOST_SHAREABLE) &&
        meets(variable->type, variable, FIXED))
        wlay_check_uniform(resolver, decl, variable->type);
}

/* ------------------------------------------------------------------ variables */

bool wlay_resolve_variable(wlay_resolver *resolver, wlay_decl *decl,
                           wlay_variable *out)
{
    bool has_space;

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_VAR,
                          "a variable");
    out->name = wlay_symbol_text(decl->symbol);
    out->span = name_span(decl);
    out->type = resolve_store_type(resolver, decl);
    has_space = resolve_space(resolver, decl, out->type, out);
    if (!has_space)
        return false;
    check_binding(resolver, decl, out);
    if (out->type == NULL)
        return false;
    check_initializer(resolver, decl, out);
    decl->store_type = out->type;
    check_layout(resolver, decl, out);
    if (!check_store_type(resolver, decl, out))
        return true;
    if (out->address_space == WLAY_SPACE_UNIFORM ||
        out->address_space == WLAY_SPACE_STORAGE)
        out->min_binding_size = out->type->size;
    return true;
}
