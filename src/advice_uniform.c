/* SPDX-License-Identifier: MIT */
/* The draft in which structs are fit for uniform buffers. */
#include "advice_draft.h"
#include "uniform.h"

enum { NEW, DONE };

/* As deep as types may be nested, at most: a struct is gone into once. */
void wlay_draft_mark_uniform(wlay_draft *draft, const wlay_type *type)
{
    const wlay_struct *const structure = wlay_inner_struct(type);
    wlay_draft_struct *s;

    if (structure == NULL)
        return;
    s = wlay_draft_of(draft, structure);
    if (type->kind == WLAY_TYPE_ARRAY)
        s->is_element = true;
    if (s->is_wanted)
        return;
    s->is_wanted = true;
    for (size_t i = 0; i < structure->member_count; i++)
        wlay_draft_mark_uniform(draft, structure->members[i].type);
}

/* ------------------------------------------------------------------ members */

/* Their types as they will be. */
static bool draft_types(wlay_draft *draft, wlay_draft_struct *s)
{
    for (size_t i = 0; i < s->count; i++) {
        wlay_draft_member *const m = &s->members[i];
        const wlay_type *const type = m->old->type;
        wlay_draft_array array;

        if (!wlay_draft_array_of(draft, type, WLAY_ARRAY_PACK, &array))
            return false;
        m->type_size = array.extent.size;
        m->type_align = array.extent.align;
        if (array.kind == 0)
            continue;
        m->type = wlay_draft_array_type(draft, &array, type);
        m->index =
            wlay_draft_array_index(draft, &array, type, m->old->name);
    }
    return !draft->arena->failed;
}

static uint64_t round_up(uint64_t align, uint64_t n)
{
    return (n + align - 1) & ~(align - 1);
}

/* RequiredAlignOf the type as it will be. */
static uint64_t required_align(const wlay_draft_member *m)
{
    return m->old->type->kind >= WLAY_TYPE_ARRAY
               ? wlay_uniform_round(m->type_align)
               : m->type_align;
}

/* Places a member behind those that end at `end`; where that is not allowed, by
   an @align of its own or by a @size of the member before. */
static void place(wlay_draft_member *m, bool by_align, uint64_t end)
{
    const uint64_t required = required_align(m);

    m->offset = round_up(wlay_draft_align(m), end);
    if (m->offset % required == 0)
        return;
    m->offset = round_up(required, end);
    if (by_align)
        m->put_align = required;
    else
        m[-1].put_size = m->offset - m[-1].offset;
}

/* A member that is a struct: is the next one far enough away?  Those that are
   structs or arrays always are. */
static void keep_distance(wlay_draft_member *m)
{
    wlay_draft_member *const next = m + 1;
    const uint64_t distance = wlay_uniform_round(m->type_size);

    if (m->old->type->kind != WLAY_TYPE_STRUCT ||
        next->old->type->kind >= WLAY_TYPE_ARRAY ||
        round_up(wlay_draft_align(next), m->offset + wlay_draft_size(m)) >=
            m->offset + distance)
        return;
    m->put_size = distance;
}

/* One of the two ways to mend a struct. */
static void mend(wlay_draft_struct *s, bool by_align)
{
    wlay_draft_member *const last = &s->members[s->count - 1];
    uint64_t end = 0;

    s->align = 1;
    for (size_t i = 0; i < s->count; i++)
        s->members[i].put_align = s->members[i].put_size = 0;
    for (size_t i = 0; i < s->count; i++) {
        wlay_draft_member *const m = &s->members[i];

        place(m, by_align, end);
        if (m < last)
            keep_distance(m);
        end = m->offset + wlay_draft_size(m);
        s->align = wlay_max(s->align, wlay_draft_align(m));
    }
    s->size = round_up(s->align, end);
    if (s->is_element && !wlay_uniform_stride_allowed(s->size)) {
        s->size = wlay_uniform_round(s->size);
        last->put_size = s->size - last->offset;
    }
}

static bool is_changed(const wlay_draft_struct *s)
{
    for (size_t i = 0; i < s->count; i++) {
        const wlay_draft_member *const m = &s->members[i];

        if (m->put_align > 0 || m->put_size > 0 || m->type.length > 0)
            return true;
    }
    return false;
}

/* The better one of the two ways. */
static bool mend_best(wlay_draft *draft, wlay_draft_struct *s)
{
    uint64_t by_size;

    if (!draft_types(draft, s))
        return false;
    mend(s, false);
    by_size = s->size;
    mend(s, true);
    s->by_align = s->size <= by_size;
    s->other_size = s->by_align ? by_size : s->size;
    if (!s->by_align)
        mend(s, false);
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
    if (!s->is_wanted)
        wlay_draft_place(s);
    else if (!mend_best(draft, s))
        return false;
    s->changed = is_changed(s);
    return true;
}

bool wlay_draft_rest(wlay_draft *draft)
{
    for (size_t i = 0; i < draft->module->struct_count; i++)
        if (!draft_struct(draft, &draft->structs[i]))
            return false;
    return true;
}

bool wlay_draft_uniform(wlay_draft *draft)
{
    for (size_t i = 0; i < draft->module->struct_count; i++)
        if (draft->structs[i].is_wanted &&
            !draft_struct(draft, &draft->structs[i]))
            return false;
    return true;
}
