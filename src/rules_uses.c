/* SPDX-License-Identifier: MIT */
/*
 * What entry points use: everything that can be come by from one, over what
 * declarations name.  [Shader Interface]
 *
 * Each entry point is a walk of its own, which looks once at each name in its
 * functions, and once at each variable and override of the module.  That is a
 * product in the worst case, so all walks together have an end: a module whose
 * result would be too large gets a diagnostic instead.
 */
#include "rules.h"

#define STEPS_MAX ((size_t)1 << 24)
#define LISTED_MAX ((size_t)1 << 20)
/* WebGPU adds workgroup variables up in units of so many bytes. */
#define WORKGROUP_UNIT 16

/* ------------------------------------------------------------------- naming */

static bool leads_on(const wlay_decl *decl)
{
    return decl != NULL && (decl->kind == WLAY_DECL_FUNCTION ||
                            decl->kind == WLAY_DECL_VAR ||
                            decl->kind == WLAY_DECL_OVERRIDE ||
                            decl->kind == WLAY_DECL_ALIAS);
}

/* Constants and structs lead to nothing: in them no override may be named. */
void wlay_resolve_uses(wlay_syntax *syntax)
{
    for (wlay_decl *d = syntax->first; d != NULL; d = d->next) {
        uint32_t kept = 0;

        for (uint32_t i = 0; i < d->use_count; i++) {
            wlay_decl *const used = wlay_decl_of(d->uses[i].symbol);

            if (leads_on(used))
                d->uses[kept++].decl = used;
        }
        d->use_count = kept;
    }
}

/* ------------------------------------------------------------------ walking */

typedef struct walker {
    wlay_resolver *resolver;
    /* Those that the module shows, in source order. */
    wlay_decl **variable_decls;
    wlay_variable *variables;
    size_t variable_count;
    wlay_decl **override_decls;
    wlay_override *overrides;
    size_t override_count;
    wlay_decl **stack;
    size_t steps;
    size_t listed;
    uint32_t walk; /* the number of this one */
} walker;

static void push(walker *w, wlay_decl *decl, size_t *depth)
{
    if (decl->walk == w->walk)
        return;
    decl->walk = w->walk;
    w->stack[(*depth)++] = decl;
}

/* Marks all that `root` leads to; false if that is too much.  Functions that call
   one another, which WGSL forbids, are met once like all others. */
static bool walk_from(walker *w, wlay_decl *root)
{
    size_t depth = 0;

    w->walk++;
    push(w, root, &depth);
    while (depth > 0) {
        const wlay_decl *const decl = w->stack[--depth];

        w->steps += (size_t)decl->use_count + 1;
        if (w->steps > STEPS_MAX)
            return false;
        for (uint32_t i = 0; i < decl->use_count; i++)
            push(w, decl->uses[i].decl, &depth);
    }
    w->steps += w->variable_count + w->override_count;
    return w->steps <= STEPS_MAX;
}

/* How many of the declarations the walk has come by. */
static size_t count_met(walker *w, wlay_decl *const *decls, size_t count)
{
    size_t met = 0;

    for (size_t i = 0; i < count; i++)
        met += decls[i]->walk == w->walk;
    w->listed += met;
    return met;
}

static void list_variables(walker *w, wlay_entry_point *e)
{
    const size_t count =
        count_met(w, w->variable_decls, w->variable_count);
    const wlay_variable **list;

    if (w->listed > LISTED_MAX)
        return;
    list = WLAY_NEW(w->resolver->arena, const wlay_variable *, count);
    if (list == NULL)
        return;
    e->variables = list;
    for (size_t i = 0; i < w->variable_count; i++)
        if (w->variable_decls[i]->walk == w->walk)
            list[e->variable_count++] = &w->variables[i];
}

static void list_overrides(walker *w, wlay_entry_point *e)
{
    const size_t count =
        count_met(w, w->override_decls, w->override_count);
    const wlay_override **list;

    if (w->listed > LISTED_MAX)
        return;
    list = WLAY_NEW(w->resolver->arena, const wlay_override *, count);
    if (list == NULL)
        return;
    e->overrides = list;
    for (size_t i = 0; i < w->override_count; i++)
        if (w->override_decls[i]->walk == w->walk)
            list[e->override_count++] = &w->overrides[i];
}

/* ---------------------------------------------------------------- workgroups */

/* SizeOf the type in a pipeline; false if an override has no value. */
static bool size_in_pipeline(const wlay_type *type, uint64_t *out)
{
    const uint32_t fallback = wlay_node(type)->fallback;

    *out = type->size;
    if (!(type->flags & WLAY_TYPE_SIZE_UNKNOWN))
        return true;
    if (fallback == 0)
        return false;
    *out = fallback;
    return type->kind != WLAY_TYPE_ARRAY ||
           wlay_mul(type->stride, fallback, out);
}

static void add_workgroup_memory(wlay_entry_point *e)
{
    e->workgroup_memory_known = true;
    for (size_t i = 0; i < e->variable_count; i++) {
        const wlay_variable *const v = e->variables[i];
        uint64_t size;

        if (v->address_space != WLAY_SPACE_WORKGROUP)
            continue;
        if (!size_in_pipeline(v->type, &size) ||
            !wlay_round_up(WORKGROUP_UNIT, size, &size) ||
            !wlay_add(e->workgroup_memory, size, &size))
            e->workgroup_memory_known = false;
        else
            e->workgroup_memory = size;
    }
}

/* -------------------------------------------------------------------- rules */

static bool is_at_lower_slot(const void *a, const void *b)
{
    const wlay_variable *const x = *(const wlay_variable *const *)a;
    const wlay_variable *const y = *(const wlay_variable *const *)b;

    return x->group != y->group ? x->group < y->group
                                : x->binding < y->binding;
}

static void report_slot(walker *w, const wlay_entry_point *e,
                        const wlay_variable *first, const wlay_variable *second)
{
    wlay_diag *const diag = w->resolver->diag;
    wlay_entry *const entry = wlay_report(
        diag, WLAY_RULE_BINDING, second->span,
        F("'%' and '%' are both at @group(%) @binding(%), and the entry point "
          "'%' uses both"),
        S(first->name), S(second->name), U(first->group), U(first->binding),
        S(e->name));

    wlay_note_at(diag, entry, first->span, F("'%' is declared here"),
                 S(first->name));
    wlay_note_at(diag, entry, e->span, F("the entry point is here"));
}

/* Resources of one shader are at slots of their own.  [Resource Interface] */
static void check_slots(walker *w, const wlay_entry_point *e)
{
    wlay_arena *const scratch = w->resolver->scratch;
    const wlay_mark mark = wlay_arena_mark(scratch);
    const wlay_variable **const sorted =
        WLAY_NEW(scratch, const wlay_variable *, 2 * e->variable_count);
    size_t count = 0;

    for (size_t i = 0; sorted != NULL && i < e->variable_count; i++)
        if (e->variables[i]->has_binding)
            sorted[count++] = e->variables[i];
    if (count > 1)
        wlay_sort(sorted, sorted + e->variable_count, count, sizeof *sorted,
                  is_at_lower_slot);
    for (size_t i = 1; i < count; i++)
        if (!is_at_lower_slot(&sorted[i - 1], &sorted[i]))
            report_slot(w, e, sorted[i - 1], sorted[i]);
    wlay_arena_release(scratch, mark);
}

static void report_immediates(walker *w, const wlay_entry_point *e,
                              const wlay_variable *first,
                              const wlay_variable *second)
{
    wlay_diag *const diag = w->resolver->diag;
    wlay_entry *const entry = wlay_report(
        diag, WLAY_RULE_ADDRESS_SPACE, e->span,
        F("the entry point '%' uses two variables of the address space "
          "'immediate', '%' and '%'"),
        S(e->name), S(first->name), S(second->name));

    wlay_note_at(diag, entry, second->span, F("'%' is declared here"),
                 S(second->name));
}

/* [Address Spaces]: at most one immediate variable a shader; workgroup variables
   are for compute shaders. */
static void check_spaces(walker *w, const wlay_entry_point *e)
{
    const wlay_variable *immediate = NULL;

    for (size_t i = 0; i < e->variable_count; i++) {
        const wlay_variable *const v = e->variables[i];

        if (v->address_space == WLAY_SPACE_WORKGROUP &&
            e->stage != WLAY_STAGE_COMPUTE)
            wlay_note_at(
                w->resolver->diag,
                wlay_report(w->resolver->diag, WLAY_RULE_ADDRESS_SPACE, e->span,
                            F("'%' is no compute shader and cannot use the "
                              "workgroup variable '%'"),
                            S(e->name), S(v->name)),
                v->span, F("'%' is declared here"), S(v->name));
        if (v->address_space != WLAY_SPACE_IMMEDIATE)
            continue;
        if (immediate != NULL)
            report_immediates(w, e, immediate, v);
        immediate = v;
    }
}

/* --------------------------------------------------------------------- whole */

static bool find_uses(walker *w, wlay_decl *decl)
{
    wlay_entry_point *const e = decl->entry_point;

    w->resolver->diag->phase = wlay_phase_of(decl->serial, 0);
    if (walk_from(w, decl)) {
        list_variables(w, e);
        list_overrides(w, e);
    }
    if (w->steps > STEPS_MAX || w->listed > LISTED_MAX) {
        wlay_report(w->resolver->diag, WLAY_RULE_ENTRY_POINT, e->span,
                    F("what '%' and the entry points before it use is too much "
                      "to be listed"),
                    S(e->name));
        return false;
    }
    add_workgroup_memory(e);
    check_slots(w, e);
    check_spaces(w, e);
    return true;
}

/* The declarations behind the two arrays; they have been numbered. */
static bool start(walker *w)
{
    const wlay_syntax *const syntax = w->resolver->syntax;
    wlay_arena *const scratch = w->resolver->scratch;
    size_t count = 0;

    for (const wlay_decl *d = syntax->first; d != NULL; d = d->next)
        count++;
    w->stack = WLAY_NEW(scratch, wlay_decl *, count);
    w->variable_decls = WLAY_NEW(scratch, wlay_decl *, w->variable_count);
    w->override_decls = WLAY_NEW(scratch, wlay_decl *, w->override_count);
    if (scratch->failed)
        return false;
    for (wlay_decl *d = syntax->first; d != NULL; d = d->next) {
        if (d->store_type == NULL)
            continue;
        if (d->kind == WLAY_DECL_VAR)
            w->variable_decls[d->number] = d;
        else if (d->kind == WLAY_DECL_OVERRIDE)
            w->override_decls[d->number] = d;
    }
    return true;
}

void wlay_find_uses(wlay_resolver *resolver, wlay_variable *variables,
                    size_t variable_count, wlay_override *overrides,
                    size_t override_count)
{
    walker w = {.resolver = resolver,
                .variables = variables,
                .variable_count = variable_count,
                .overrides = overrides,
                .override_count = override_count,
                .walk = 1}; /* which rules_sampling.c has taken */

    if (resolver->entry_point_count == 0 || !start(&w))
        return;
    for (wlay_decl *d = resolver->syntax->first; d != NULL; d = d->next)
        if (wlay_is_entry_point(d) && !find_uses(&w, d))
            return;
}
