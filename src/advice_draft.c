/* SPDX-License-Identifier: MIT */
#include "advice_draft.h"

#include <string.h>

bool wlay_draft_init(wlay_draft *draft, const wlay_module *module,
                     wlay_arena *arena)
{
    draft->module = module;
    draft->arena = arena;
    draft->wrappers = NULL;
    draft->structs =
        WLAY_NEW(arena, wlay_draft_struct, module->struct_count);
    if (draft->structs == NULL)
        return false;
    for (size_t i = 0; i < module->struct_count; i++) {
        wlay_draft_struct *const s = &draft->structs[i];

        s->old = module->structs[i];
        s->size = s->old->size;
        s->align = s->old->align;
        s->left = WLAY_TEXT("");
    }
    return true;
}

static bool stands_before(const wlay_struct *a, const wlay_struct *b)
{
    if (a->span.source != b->span.source)
        return a->span.source < b->span.source;
    return a->span.offset < b->span.offset;
}

/* The structs of a module are in source order. */
wlay_draft_struct *wlay_draft_of(const wlay_draft *draft,
                                 const wlay_struct *structure)
{
    size_t from = 0;
    size_t to = draft->module->struct_count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (stands_before(draft->structs[middle].old, structure))
            from = middle + 1;
        else
            to = middle;
    }
    return &draft->structs[from];
}

const wlay_struct *wlay_inner_struct(const wlay_type *type)
{
    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type->structure;
}

static uint64_t round_up(uint64_t align, uint64_t n)
{
    return (n + align - 1) & ~(align - 1);
}

/* As deep as types may be nested, at most. */
wlay_extent wlay_draft_extent(const wlay_draft *draft, const wlay_type *type)
{
    wlay_extent e = {type->size, type->align};

    if (type->kind == WLAY_TYPE_STRUCT) {
        const wlay_draft_struct *const s =
            wlay_draft_of(draft, type->structure);

        e = (wlay_extent){s->size, s->align};
    } else if (type->kind == WLAY_TYPE_ARRAY) {
        e = wlay_draft_extent(draft, type->element);
        e.size = round_up(e.align, e.size) *
                 wlay_max(type->element_count, 1);
    }
    return e;
}

bool wlay_draft_copy(wlay_draft *draft, wlay_draft_struct *s)
{
    s->count = s->old->member_count;
    s->members = WLAY_NEW(draft->arena, wlay_draft_member, s->count);
    if (s->members == NULL)
        return false;
    for (size_t i = 0; i < s->count; i++) {
        wlay_draft_member *const m = &s->members[i];
        const wlay_extent e =
            wlay_draft_extent(draft, s->old->members[i].type);

        m->old = &s->old->members[i];
        m->type = m->index = m->name = WLAY_TEXT("");
        m->type_size = e.size;
        m->type_align = e.align;
    }
    return true;
}

uint64_t wlay_draft_align(wlay_draft_member *m)
{
    const bool is_written =
        m->old != NULL && (m->old->flags & WLAY_MEMBER_HAS_ALIGN) != 0;

    if (m->put_align == 0 && is_written && m->old->align < m->type_align)
        m->put_align = m->type_align;
    if (m->put_align > 0)
        return m->put_align;
    return is_written ? m->old->align : m->type_align;
}

uint64_t wlay_draft_size(wlay_draft_member *m)
{
    const bool is_written =
        m->old != NULL && (m->old->flags & WLAY_MEMBER_HAS_SIZE) != 0;

    if (m->put_size == 0 && is_written && m->old->size < m->type_size)
        m->put_size = m->type_size;
    if (m->put_size > 0)
        return m->put_size;
    return is_written ? m->old->size : m->type_size;
}

void wlay_draft_place(wlay_draft_struct *s)
{
    uint64_t end = 0;

    s->align = 1;
    for (size_t i = 0; i < s->count; i++) {
        wlay_draft_member *const m = &s->members[i];
        const uint64_t align = wlay_draft_align(m);

        m->offset = round_up(align, end);
        end = m->offset + wlay_draft_size(m);
        s->align = wlay_max(s->align, align);
    }
    s->size = round_up(s->align, end);
    s->changed = true;
}
