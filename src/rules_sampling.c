/* SPDX-License-Identifier: MIT */
/*
 * Which samplers sample depth textures: WebGPU wants those not to filter.
 *
 * Textures and samplers are named in calls of builtin functions, or handed on to
 * parameters of the module's own.  For each function there is a list of the pairs
 * that it samples, in which a parameter stands for what will be handed to it.
 */
#include "rules.h"

#define STEPS_MAX ((size_t)1 << 24)

/* A texture and a sampler: each a variable, or a parameter, from 1. */
typedef struct wlay_sampled sampled;
struct wlay_sampled {
    wlay_argument texture;
    wlay_argument sampler;
    sampled *next;
};

typedef struct search {
    wlay_resolver *resolver;
    size_t steps_left; /* of STEPS_MAX: pairs could be handed on by the square */
    wlay_decl **path; /* functions, each called by the one before */
    wlay_handover **at;   /* the call that is looked at next, of each */
    size_t depth;
} search;

/* decl->number of functions */
enum { NEW = 0, ACTIVE = 1, DONE = 2 };

/* -------------------------------------------------------------------- calls */

/* The functions that take a texture and a sampler which does not compare.
   [Texture Built-in Functions] */
static bool is_sampling(const wlay_symbol *symbol)
{
    static const uint16_t names[] = {
        WLAY_ID_textureSample,     WLAY_ID_textureSampleBias,
        WLAY_ID_textureSampleGrad, WLAY_ID_textureSampleLevel,
        WLAY_ID_textureGather,
    };
    const wlay_name *const name = wlay_predeclared(symbol);

    if (name == NULL || wlay_is_declared(symbol))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (wlay_name_id_of(name) == names[i])
            return true;
    return false;
}

static bool is_given(const wlay_argument *argument)
{
    return argument->global.decl != NULL || argument->parameter > 0;
}

static bool same_argument(const wlay_argument *a, const wlay_argument *b)
{
    return a->global.decl == b->global.decl && a->parameter == b->parameter;
}

/* What stands for an argument of the function that is called. */
static wlay_argument handed(const wlay_argument *argument, const wlay_handover *call)
{
    static const wlay_argument none = {{NULL}, 0};

    if (argument->parameter == 0)
        return *argument;
    return argument->parameter <= call->count
               ? call->arguments[argument->parameter - 1]
               : none;
}

/* ------------------------------------------------------------------- pairs */

static wlay_variable *variable_of(const wlay_argument *argument)
{
    const wlay_decl *const decl = argument->global.decl;

    return decl == NULL || decl->store_type == NULL ? NULL : decl->variable;
}

/* Two variables: that is what all this is about. */
static void note_variables(const wlay_argument *texture,
                           const wlay_argument *sampler)
{
    const wlay_variable *const t = variable_of(texture);
    wlay_variable *const v = variable_of(sampler);

    if (t != NULL && v != NULL && v->type->kind == WLAY_TYPE_SAMPLER &&
        wlay_node(t->type)->texture == WLAY_TEXTURE_DEPTH)
        v->samples_depth = true;
}

static void add_pair(search *s, wlay_decl *decl, wlay_argument texture,
                     wlay_argument sampler)
{
    sampled *pair;

    if (!is_given(&texture) || !is_given(&sampler))
        return;
    if (texture.parameter == 0 && sampler.parameter == 0) {
        note_variables(&texture, &sampler);
        return;
    }
    for (pair = decl->sampled; pair != NULL && s->steps_left > 0;
         pair = pair->next) {
        s->steps_left--;
        if (same_argument(&pair->texture, &texture) &&
            same_argument(&pair->sampler, &sampler))
            return;
    }
    pair = WLAY_NEW(s->resolver->scratch, sampled, 1);
    if (pair == NULL)
        return;
    *pair = (sampled){texture, sampler, decl->sampled};
    decl->sampled = pair;
}

/* Names that are none of variables have been taken out, so that the texture is
   the first or, behind the component of textureGather, the second. */
static void add_builtin(search *s, wlay_decl *decl, const wlay_handover *call)
{
    const uint32_t first = is_given(&call->arguments[0]) ? 0 : 1;

    if (first + 1 < call->count)
        add_pair(s, decl, call->arguments[first], call->arguments[first + 1]);
}

static void add_call(search *s, wlay_decl *decl, const wlay_handover *call)
{
    const wlay_decl *const callee = wlay_decl_of(call->callee);

    if (is_sampling(call->callee))
        add_builtin(s, decl, call);
    if (callee == NULL || callee->kind != WLAY_DECL_FUNCTION)
        return;
    for (const sampled *pair = callee->sampled;
         pair != NULL && s->steps_left > 0; pair = pair->next) {
        s->steps_left--;
        add_pair(s, decl, handed(&pair->texture, call),
                 handed(&pair->sampler, call));
    }
}

/* ------------------------------------------------------------------- search */

static void push(search *s, wlay_decl *decl)
{
    decl->number = ACTIVE;
    s->path[s->depth] = decl;
    s->at[s->depth++] = decl->calls;
}

/* Functions that call one another, which WGSL forbids, are not followed round. */
static void visit(search *s, wlay_decl *root)
{
    push(s, root);
    while (s->depth > 0) {
        wlay_decl *const decl = s->path[s->depth - 1];
        wlay_handover *const call = s->at[s->depth - 1];
        wlay_decl *callee;

        if (call == NULL) {
            for (const wlay_handover *c = decl->calls; c != NULL; c = c->next)
                add_call(s, decl, c);
            decl->number = DONE;
            s->depth--;
            continue;
        }
        s->at[s->depth - 1] = call->next;
        callee = wlay_decl_of(call->callee);
        if (callee != NULL && callee->kind == WLAY_DECL_FUNCTION &&
            callee->number == NEW)
            push(s, callee);
    }
}

/* Of arguments only variables are of interest. */
static void resolve_arguments(const wlay_decl *decl)
{
    for (wlay_handover *c = decl->calls; c != NULL; c = c->next)
        for (uint32_t i = 0; i < c->count; i++) {
            wlay_use *const global = &c->arguments[i].global;
            wlay_decl *const named =
                global->symbol == NULL ? NULL : wlay_decl_of(global->symbol);

            global->decl = named != NULL && named->kind == WLAY_DECL_VAR
                               ? named
                               : NULL;
        }
}

/* Marks what the entry points lead to. */
static bool reach(wlay_resolver *resolver)
{
    const wlay_syntax *const syntax = resolver->syntax;
    wlay_decl **stack;
    size_t count = 0;
    size_t depth = 0;

    for (const wlay_decl *d = syntax->first; d != NULL; d = d->next)
        count++;
    stack = WLAY_NEW(resolver->scratch, wlay_decl *, count);
    for (wlay_decl *d = syntax->first; stack != NULL && d != NULL; d = d->next)
        if (d->entry_point != NULL) {
            d->walk = 1;
            stack[depth++] = d;
        }
    while (depth > 0) {
        const wlay_decl *const decl = stack[--depth];

        for (uint32_t i = 0; i < decl->use_count; i++) {
            wlay_decl *const used = decl->uses[i].decl;

            if (used->walk == 0)
                stack[depth++] = used;
            used->walk = 1;
        }
    }
    return stack != NULL;
}

static void report(wlay_resolver *resolver)
{
    const wlay_decl *d = resolver->syntax->first;

    while (d->entry_point == NULL)
        d = d->next;
    wlay_report(resolver->diag, WLAY_RULE_ENTRY_POINT, d->entry_point->span,
                F("textures and samplers are handed on in more ways than can be "
                  "followed"));
}

void wlay_find_sampling(wlay_resolver *resolver)
{
    search s = {.resolver = resolver, .steps_left = STEPS_MAX};
    size_t count = 0;

    if (resolver->entry_point_count == 0 || !reach(resolver))
        return;
    for (const wlay_decl *d = resolver->syntax->first; d != NULL; d = d->next) {
        resolve_arguments(d);
        count += d->kind == WLAY_DECL_FUNCTION;
    }
    s.path = WLAY_NEW(resolver->scratch, wlay_decl *, count);
    s.at = WLAY_NEW(resolver->scratch, wlay_handover *, count);
    if (s.path == NULL || s.at == NULL)
        return;
    for (wlay_decl *d = resolver->syntax->first; d != NULL; d = d->next)
        if (d->kind == WLAY_DECL_FUNCTION && d->walk != 0 && d->number == NEW)
            visit(&s, d);
    if (s.steps_left == 0)
        report(resolver);
}
