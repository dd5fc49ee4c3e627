/* SPDX-License-Identifier: MIT */
/* The draft in which members stand in the order that makes structs smallest. */
#include "advice_draft.h"
#include "uniform.h"

#include "ast.h"

#include <string.h>

enum { NEW, DONE };

/* The struct with the sizes that its members will have. */
static bool as_drafted(const wlay_draft *draft, wlay_draft_struct *s,
                       wlay_struct *out)
{
    wlay_member *const members =
        WLAY_NEW(draft->arena, wlay_member, s->count);

    if (members == NULL)
        return false;
    *out = *s->old;
    out->members = members;
    out->size = s->size;
    out->align = (uint32_t)s->align;
    for (size_t i = 0; i < s->count; i++) {
        members[i] = s->old->members[i];
        members[i].align = (uint32_t)wlay_draft_align(&s->members[i]);
        members[i].size = wlay_draft_size(&s->members[i]);
        members[i].offset = s->members[i].offset;
    }
    return true;
}

/* Puts the members into that order. */
static bool permute(wlay_draft *draft, wlay_draft_struct *s,
                    const size_t *order)
{
    const size_t size = s->count * sizeof *s->members;
    wlay_draft_member *const copy =
        WLAY_NEW(draft->arena, wlay_draft_member, s->count);

    if (copy == NULL)
        return false;
    memcpy(copy, s->members, size);
    for (size_t i = 0; i < s->count; i++)
        s->members[i] = copy[order[i]];
    return true;
}

static bool reorder(wlay_draft *draft, wlay_draft_struct *s)
{
    size_t *const order = WLAY_NEW(draft->arena, size_t, s->count);
    wlay_struct drafted;
    wlay_reorder result;

    if (order == NULL || !as_drafted(draft, s, &drafted))
        return false;
    if (wlay_find_order(&drafted, 0, &draft->arena->allocator, order,
                        &result) != WLAY_OK) {
        draft->arena->failed = true; /* there is no other error */
        return false;
    }
    if (result.moved == 0)
        return true;
    if (!permute(draft, s, order))
        return false;
    wlay_draft_place(s);
    return true;
}

/* Innermost structs first; as deep as types may be nested, at most. */
static bool draft_struct(wlay_draft *draft, wlay_draft_struct *s)
{
    if (s->state == DONE)
        return true;
    s->state = DONE;
    for (size_t i = 0; i < s->old->member_count; i++) {
        const wlay_struct *const inner =
            wlay_inner_struct(s->old->members[i].type);

        if (inner != NULL && !draft_struct(draft, wlay_draft_of(draft, inner)))
            return false;
    }
    if (!wlay_draft_copy(draft, s))
        return false;
    wlay_draft_place(s);
    s->changed = false;
    return !s->is_wanted || reorder(draft, s);
}

static bool draft_all(wlay_draft *draft)
{
    for (size_t i = 0; i < draft->module->struct_count; i++) {
        draft->structs[i].state = NEW;
        draft->structs[i].changed = false;
    }
    for (size_t i = 0; i < draft->module->struct_count; i++)
        if (!draft_struct(draft, &draft->structs[i]))
            return false;
    return true;
}

/* --------------------------------------------------------- uniform buffers */

static bool obeys_rules(const wlay_draft_struct *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const wlay_draft_member *const m = &s->members[i];
        const wlay_type *const type = m->old->type;

        if (type->kind >= WLAY_TYPE_ARRAY &&
            m->offset % wlay_uniform_round(m->type_align) != 0)
            return false;
        if (type->kind == WLAY_TYPE_STRUCT && i + 1 < s->count &&
            m[1].offset - m->offset < wlay_uniform_round(m->type_size))
            return false;
    }
    return !s->is_element || wlay_uniform_stride_allowed(s->size);
}

/* Goes through what a uniform buffer holds, each struct once: the first walk
   marks, the second looks whether all obeys, the third leaves it as it is. */
typedef enum walk_kind { MARK, LOOK, LEAVE } walk_kind;

typedef struct walk {
    wlay_draft *draft;
    walk_kind kind;
    uint8_t number; /* of this walk */
    uint8_t *seen;  /* by which walk a struct was seen */
} walk;

/* As deep as types may be nested, at most. */
static bool go_through(walk *w, const wlay_type *type)
{
    const wlay_struct *const structure = wlay_inner_struct(type);
    wlay_draft_struct *s;
    bool obeys = true;

    if (structure == NULL)
        return true;
    s = wlay_draft_of(w->draft, structure);
    if (w->kind == MARK && type->kind == WLAY_TYPE_ARRAY)
        s->is_element = true;
    if (w->seen[s - w->draft->structs] == w->number)
        return true;
    w->seen[s - w->draft->structs] = w->number;
    for (size_t i = 0; i < structure->member_count; i++)
        obeys = go_through(w, structure->members[i].type) && obeys;
    if (w->kind == LEAVE && s->is_wanted) {
        s->is_wanted = false;
        if (s->changed)
            s->left = WLAY_TEXT("a smaller order would break the rules of a "
                                "uniform buffer that holds it");
    }
    return obeys && (w->kind != LOOK || obeys_rules(s));
}

static void start_walk(walk *w, walk_kind kind)
{
    w->kind = kind;
    /* Numbers may recur once all marks of the last round are gone. */
    if (++w->number == 0) {
        memset(w->seen, 0, w->draft->module->struct_count);
        w->number = 1;
    }
}

/* Leaves alone what one of the buffers holds that would break a rule; false if
   there is none. */
static bool leave_some(walk *w)
{
    const wlay_module *const module = w->draft->module;
    bool left = false;

    for (size_t i = 0; i < module->variable_count; i++) {
        const wlay_variable *const v = &module->variables[i];

        if (v->address_space != WLAY_SPACE_UNIFORM)
            continue;
        start_walk(w, LOOK);
        if (go_through(w, v->type))
            continue;
        start_walk(w, LEAVE);
        go_through(w, v->type);
        left = true;
    }
    return left;
}

bool wlay_draft_order(wlay_draft *draft)
{
    const wlay_module *const module = draft->module;
    walk w = {draft, MARK, 0, NULL};

    if (!draft_all(draft))
        return false;
    if (module->language & WLAY_LANGUAGE_STANDARD_UNIFORM)
        return true;
    w.seen = WLAY_NEW(draft->arena, uint8_t, module->struct_count);
    if (w.seen == NULL)
        return false;
    start_walk(&w, MARK);
    for (size_t i = 0; i < module->variable_count; i++)
        if (module->variables[i].address_space == WLAY_SPACE_UNIFORM)
            go_through(&w, module->variables[i].type);
    /* Each round leaves at least one buffer as it was, which obeys. */
    while (leave_some(&w))
        if (!draft_all(draft))
            return false;
    return true;
}
