/* SPDX-License-Identifier: MIT */
/* The order of a struct's members that makes it smallest. */
#include "advice_fit.h"
#include "query.h"

#include <string.h>

/* --------------------------------------------------------------- an order */

static bool is_runtime_sized(const wlay_member *m)
{
    return (m->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

/* The member at each place, none twice: each offset is used once as a mark. */
static bool is_order(const wlay_struct *s, const size_t *order,
                     uint64_t *offsets)
{
    for (size_t i = 0; i < s->member_count; i++)
        offsets[i] = 0;
    for (size_t i = 0; i < s->member_count; i++) {
        if (order[i] >= s->member_count || offsets[order[i]] != 0)
            return false;
        offsets[order[i]] = 1;
        if (is_runtime_sized(&s->members[order[i]]) &&
            i + 1 < s->member_count)
            return false;
    }
    return true;
}

wlay_result wlay_place_order(const wlay_struct *structure,
                             const size_t *order, uint64_t *offsets,
                             uint64_t *out_size)
{
    uint64_t end = 0;

    if (structure == NULL || order == NULL || offsets == NULL ||
        out_size == NULL || !is_order(structure, order, offsets))
        return WLAY_INVALID_ARGUMENT;
    for (size_t i = 0; i < structure->member_count; i++) {
        const wlay_member *const m = &structure->members[order[i]];

        if (!wlay_round_up(m->align, end, &offsets[i]) ||
            !wlay_add(offsets[i], m->size, &end))
            return WLAY_OUT_OF_RANGE;
    }
    return wlay_round_up(structure->align, end, out_size) ? WLAY_OK
                                                          : WLAY_OUT_OF_RANGE;
}

/* ------------------------------------------------------------- the problem */

/* A member's number among the kinds; `kinds` has an item of each so far. */
static uint32_t kind_of(wlay_packing *p, const wlay_item **kinds,
                        const wlay_item *item)
{
    uint32_t kind = 0;

    while (kind < p->kind_count && (kinds[kind]->align != item->align ||
                                    kinds[kind]->size != item->size))
        kind++;
    if (kind == p->kind_count)
        kinds[p->kind_count++] = item;
    return kind;
}

static uint64_t least_align(const wlay_struct *s)
{
    uint64_t least = s->align;

    for (size_t i = 0; i < s->member_count; i++)
        least = wlay_min(least, s->members[i].align);
    return least;
}

/* Whatever comes behind a member is at a multiple of the least alignment. */
static uint64_t padded_size(uint64_t least, const wlay_member *m)
{
    return (m->size + least - 1) & ~(least - 1);
}

static bool make_packing(wlay_packing *p, const wlay_struct *s,
                         wlay_arena *scratch)
{
    const wlay_member *const last = &s->members[s->member_count - 1];
    const uint64_t least = least_align(s);
    const wlay_item **const kinds =
        WLAY_NEW(scratch, const wlay_item *, s->member_count);

    memset(p, 0, sizeof *p);
    p->items = WLAY_NEW(scratch, wlay_item, s->member_count);
    if (kinds == NULL || p->items == NULL)
        return false;
    p->top = wlay_level_of(s->align);
    p->count = s->member_count;
    if (is_runtime_sized(last)) {
        p->tail_size = last->size;
        p->tail_align = last->align;
        p->count--;
    }
    for (size_t i = 0; i < p->count; i++) {
        const wlay_member *const m = &s->members[i];

        p->items[i].align = m->align;
        p->items[i].size = padded_size(least, m) & (s->align - 1);
        p->items[i].level = wlay_level_of(m->align);
        p->items[i].kind = kind_of(p, kinds, &p->items[i]);
    }
    return true;
}

/* The bytes of the members that the problem leaves out. */
static uint64_t whole_size(const wlay_packing *p, const wlay_struct *s)
{
    const uint64_t least = least_align(s);
    uint64_t size = 0;

    for (size_t i = 0; i < p->count; i++)
        size += padded_size(least, &s->members[i]) - p->items[i].size;
    return size;
}

/* ---------------------------------------------------------------- footprint */

static uint64_t lines(uint64_t size, uint64_t line)
{
    return size / line + (size % line != 0 ? 1 : 0);
}

/* Of `count` structs of that size; or of one with so many elements in its
   runtime-sized array, of which the first one ends at `end`. */
static bool measure(const wlay_struct *s, uint64_t size, uint64_t end,
                    uint64_t count, wlay_footprint *out)
{
    const wlay_member *const last = &s->members[s->member_count - 1];
    uint64_t more;

    if (!is_runtime_sized(last)) {
        if (!wlay_mul(size, count, &out->size))
            return false;
    } else if (!wlay_mul(last->type->stride, wlay_max(count, 1) - 1, &more) ||
               !wlay_add(end, more, &more) ||
               !wlay_round_up(s->align, more, &out->size)) {
        return false;
    }
    out->lines_64 = lines(out->size, 64);
    out->lines_128 = lines(out->size, 128);
    return true;
}

/* Where the last member in that order ends. */
static bool end_of(const wlay_struct *s, const size_t *order, uint64_t *offsets,
                   uint64_t *size, uint64_t *end)
{
    const size_t last = s->member_count - 1;

    return wlay_place_order(s, order, offsets, size) == WLAY_OK &&
           wlay_add(offsets[last], s->members[order[last]].size, end);
}

/* ------------------------------------------------------------------ solving */

/* Fills in the order, which is that of the struct so far, and what is proven of
   it; false if out of memory. */
static bool solve(const wlay_struct *s, wlay_arena *scratch, size_t *order,
                  wlay_reorder *out)
{
    wlay_packing p;
    uint64_t whole;
    uint64_t size;
    uint64_t limit;
    uint32_t *kinds;

    if (!make_packing(&p, s, scratch))
        return false;
    whole = whole_size(&p, s);
    kinds = WLAY_NEW(scratch, uint32_t, p.count);
    if (kinds == NULL ||
        !wlay_pack(&p, scratch, s->size - whole, kinds, &size, &out->proven))
        return false;
    out->size_after = size + whole;
    out->moves_proven = true;
    if (out->size_after == s->size)
        return true;
    wlay_packing_limit(&p, size, &limit);
    if (!wlay_pack_near(&p, scratch, limit, kinds, order,
                        &out->moves_proven))
        return false;
    out->moved = wlay_count_moved(order, s->member_count, scratch);
    return out->moved != SIZE_MAX;
}

static wlay_result find_order(const wlay_struct *s, wlay_arena *scratch,
                              size_t *order, wlay_reorder *out)
{
    uint64_t *const offsets = WLAY_NEW(scratch, uint64_t, s->member_count);
    uint64_t size;
    uint64_t end;

    for (size_t i = 0; i < s->member_count; i++)
        order[i] = i;
    out->size_before = s->size;
    if (offsets == NULL || !end_of(s, order, offsets, &size, &end))
        return WLAY_OUT_OF_MEMORY;
    if (!measure(s, s->size, end, out->element_count, &out->before))
        return WLAY_OUT_OF_RANGE;
    if (!solve(s, scratch, order, out) ||
        !end_of(s, order, offsets, &size, &end))
        return WLAY_OUT_OF_MEMORY;
    if (!measure(s, size, end, out->element_count, &out->after))
        return WLAY_OUT_OF_RANGE;
    return WLAY_OK;
}

wlay_result wlay_find_order(const wlay_struct *structure,
                            uint64_t element_count,
                            const wlay_allocator *allocator, size_t *order,
                            wlay_reorder *out)
{
    static const wlay_allocator none;
    wlay_arena scratch;
    wlay_result result;

    if (allocator == NULL)
        allocator = &none;
    if (structure == NULL || order == NULL || out == NULL ||
        (allocator->alloc == NULL) != (allocator->release == NULL))
        return WLAY_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->element_count = element_count;
    wlay_arena_init(&scratch, allocator, 4096);
    result = find_order(structure, &scratch, order, out);
    wlay_arena_free(&scratch);
    return result;
}
