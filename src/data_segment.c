/* SPDX-License-Identifier: MIT */
/* The parts of a WGSL type in a plan: their order, and what is missing. */
#include "data_plan.h"

/* Without memory nothing is added; the arena remembers. */
void wlay_add_segment(wlay_planner *planner, wlay_segment segment)
{
    wlay_segment *const copy = WLAY_NEW(&planner->scratch, wlay_segment, 1);
    wlay_segment **const segments = wlay_grow(
        &planner->scratch, planner->segments, planner->segment_count,
        &planner->segment_capacity, sizeof *planner->segments);

    if (copy == NULL || segments == NULL)
        return;
    *copy = segment;
    planner->segments = segments;
    planner->segments[planner->segment_count++] = copy;
}

/* ------------------------------------------------------------------ sorting */

typedef struct run {
    wlay_segment *const *at;
    wlay_segment *const *end;
} run;

static uint64_t key_of(const run *r, bool on_host)
{
    return on_host ? (*r->at)->host : (*r->at)->offset;
}

static void merge_runs(run left, run right, wlay_segment **to, bool on_host)
{
    while (left.at < left.end || right.at < right.end) {
        const bool is_left =
            left.at < left.end &&
            (right.at >= right.end ||
             key_of(&left, on_host) <= key_of(&right, on_host));

        *to++ = is_left ? *left.at++ : *right.at++;
    }
}

void wlay_sort_segments(wlay_planner *planner, bool on_host)
{
    const size_t count = planner->segment_count;
    wlay_segment **from = planner->segments;
    wlay_segment **to = WLAY_NEW(&planner->scratch, wlay_segment *, count);

    if (to == NULL)
        return;
    for (size_t length = 1; length < count; length *= 2) {
        wlay_segment **const sorted = to;

        for (size_t i = 0; i < count; i += 2 * length) {
            const size_t middle = (size_t)wlay_min(i + length, count);
            const size_t end = (size_t)wlay_min(i + 2 * length, count);

            merge_runs((run){from + i, from + middle},
                       (run){from + middle, from + end}, to + i, on_host);
        }
        to = from;
        from = sorted;
    }
    planner->segments = from;
    planner->segment_capacity = count; /* the other one may have had more */
}

/* --------------------------------------------------------------- completing */

/* A part of the type, and how to get there. */
typedef struct part {
    const struct part *parent; /* NULL of the type itself */
    const wlay_member *member; /* or NULL, then it is an element */
    uint64_t index;
    const wlay_type *type;
    uint64_t offset;
} part;

typedef struct walk {
    wlay_planner *planner;
    size_t count; /* of segments with a field */
    size_t next;  /* of those */
} walk;

static void put_path(wlay_builder *builder, const part *p)
{
    if (p->parent == NULL)
        return;
    put_path(builder, p->parent);
    if (p->member != NULL) {
        wlay_put(builder, p->parent->parent != NULL ? WLAY_TEXT(".")
                                                    : WLAY_TEXT(""));
        wlay_put(builder, p->member->name);
        return;
    }
    wlay_put(builder, WLAY_TEXT("["));
    wlay_put_u64(builder, p->index);
    wlay_put(builder, WLAY_TEXT("]"));
}

/* The part, or the elements that begin with it, have no field. */
static void miss(walk *w, const part *p, uint64_t size)
{
    wlay_planner *const planner = w->planner;
    wlay_builder path = {.arena = &planner->scratch};

    wlay_add_segment(planner, (wlay_segment){.offset = p->offset,
                                             .size = size,
                                             .type = p->type,
                                             .field = SIZE_MAX});
    if ((planner->flags & WLAY_PLAN_PARTIAL) != 0)
        return;
    put_path(&path, p);
    wlay_plan_complain(planner,
                       (wlay_plan_issue){WLAY_PLAN_NO_FIELD, SIZE_MAX,
                                         wlay_built(&path), p->type->name,
                                         {NULL, 0},
                                         {"", 0},
                                         0});
}

static const wlay_segment *next_segment(const walk *w)
{
    return w->next < w->count ? w->planner->segments[w->next] : NULL;
}

static void visit(walk *w, const part *p);

static void visit_members(walk *w, const part *p)
{
    const wlay_struct *const s = p->type->structure;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        visit(w, &(part){p, m, 0, m->type, p->offset + m->offset});
    }
}

/* Elements of an array, columns of a matrix, components of a vector.  Of many
   elements without a field the first one is named. */
static void visit_elements(walk *w, const part *p, uint64_t count,
                           uint64_t stride)
{
    for (uint64_t i = 0; i < count; i++) {
        const part element = {p, NULL, i, p->type->element,
                              p->offset + i * stride};
        const wlay_segment *const next = next_segment(w);
        uint64_t end = count;

        if (next != NULL)
            end = wlay_min((next->offset - p->offset) / stride, count);
        if (i < end) {
            miss(w, &element, (end - i) * stride);
            i = end - 1;
        } else {
            visit(w, &element);
        }
    }
}

static void visit(walk *w, const part *p)
{
    const wlay_type *const type = p->type;
    const wlay_segment *const next = next_segment(w);

    if (next == NULL || next->offset >= p->offset + type->size)
        miss(w, p, type->size);
    else if (next->offset == p->offset && next->size == type->size)
        w->next++;
    else if (type->kind == WLAY_TYPE_STRUCT)
        visit_members(w, p);
    else if (type->kind == WLAY_TYPE_ARRAY)
        visit_elements(w, p, type->element_count, type->stride);
    else if (type->kind == WLAY_TYPE_MATRIX)
        visit_elements(w, p, type->columns, type->stride);
    else
        visit_elements(w, p, type->rows, type->element->size);
}

void wlay_complete_segments(wlay_planner *planner)
{
    walk w = {planner, planner->segment_count, 0};

    if (planner->scratch.failed)
        return;
    /* Where all is missing, members are named rather than their struct. */
    if (w.count == 0 && planner->type->kind == WLAY_TYPE_STRUCT)
        visit_members(&w, &(part){.type = planner->type});
    else
        visit(&w, &(part){.type = planner->type});
    if (planner->segment_count > w.count)
        wlay_sort_segments(planner, false);
}
