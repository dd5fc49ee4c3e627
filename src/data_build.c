/* SPDX-License-Identifier: MIT */
/* From the parts of a plan to the bytes that it moves. */
#include "data_plan.h"

typedef struct builder {
    wlay_planner *planner;
    wlay_plan *plan;
    size_t copy_capacity;
    size_t zero_capacity;
    size_t conversion_capacity;
    /* The part whose bytes the last copy ends with; NULL if there is none or
       something else came behind. */
    const wlay_segment *last;
} builder;

/* ------------------------------------------------------------------- adding */

static void add_stretch(builder *b, wlay_stretch **list, size_t *count,
                        size_t *capacity, wlay_stretch stretch)
{
    wlay_stretch *const grown = wlay_grow(&b->plan->arena, *list, *count,
                                          capacity, sizeof **list);

    if (grown == NULL)
        return;
    *list = grown;
    grown[(*count)++] = stretch;
}

static void add_zero(builder *b, wlay_stretch stretch)
{
    if ((b->planner->flags & WLAY_PLAN_ZERO_PADDING) != 0 && stretch.size > 0)
        add_stretch(b, &b->plan->zeroes, &b->plan->zero_count,
                    &b->zero_capacity, stretch);
}

static void add_copy(builder *b, wlay_stretch stretch)
{
    add_stretch(b, &b->plan->copies, &b->plan->copy_count, &b->copy_capacity,
                stretch);
}

static bool is_row_major(const wlay_shape *shape)
{
    return shape->host.step[WLAY_LOOP_ROWS] != shape->host.codec->size;
}

static void add_conversion(builder *b, const wlay_segment *segment)
{
    wlay_plan *const plan = b->plan;
    const wlay_shape *const shape = &segment->shape;
    const bool is_row = shape->count[WLAY_LOOP_COLUMNS] == 1 &&
                        !is_row_major(shape);
    wlay_conversion *const grown =
        wlay_grow(&plan->arena, plan->conversions, plan->conversion_count,
                  &b->conversion_capacity, sizeof *grown);

    if (grown == NULL)
        return;
    plan->conversions = grown;
    grown[plan->conversion_count++] = (wlay_conversion){
        (size_t)segment->offset, segment->host, is_row, *shape};
}

/* ------------------------------------------------------------------ copying */

/* The bytes at the start of a segment can go with the last copy: nothing is
   between them, or nothing but free padding. */
static bool continues(const builder *b, const wlay_segment *segment)
{
    const bool may_have_gap =
        (b->planner->flags & WLAY_PLAN_FREE_PADDING) != 0;
    const wlay_stretch *last;
    size_t gpu_end, host_end;

    if (b->last == NULL || b->plan->copy_count == 0)
        return false;
    last = &b->plan->copies[b->plan->copy_count - 1];
    gpu_end = last->gpu + last->size;
    host_end = last->host + last->size;
    if (last->count > 1 || segment->host < host_end ||
        segment->host - host_end != segment->offset - gpu_end)
        return false;
    return segment->offset == gpu_end ||
           (may_have_gap && segment->host_rank == b->last->host_rank + 1);
}

static void copy_bytes(builder *b, const wlay_segment *segment, size_t size)
{
    const size_t gpu = (size_t)segment->offset;
    wlay_stretch *last;

    if (!continues(b, segment)) {
        add_copy(b, (wlay_stretch){gpu, segment->host, size, 1, 0, 0});
        return;
    }
    last = &b->plan->copies[b->plan->copy_count - 1];
    last->size = gpu + size - last->gpu;
}

/* The first column may go with what is in front of it. */
static void copy_columns(builder *b, const wlay_segment *segment)
{
    const wlay_shape *const shape = &segment->shape;
    const size_t columns = shape->count[WLAY_LOOP_COLUMNS];
    const size_t gpu_step = shape->gpu.step[WLAY_LOOP_COLUMNS];
    const size_t host_step = shape->host.step[WLAY_LOOP_COLUMNS];

    copy_bytes(b, segment, host_step);
    add_copy(b, (wlay_stretch){(size_t)segment->offset + gpu_step,
                               segment->host + host_step, host_step,
                               columns - 1, gpu_step, host_step});
}

static void move_segment(builder *b, const wlay_segment *segment)
{
    const wlay_shape *const shape = &segment->shape;

    if (segment->field == SIZE_MAX) {
        b->last = NULL;
    } else if (!shape->is_equal || is_row_major(shape)) {
        add_conversion(b, segment);
        b->last = NULL;
    } else if (shape->count[WLAY_LOOP_COLUMNS] == 1) {
        copy_bytes(b, segment,
                   shape->count[WLAY_LOOP_ROWS] * shape->gpu.codec->size);
        b->last = segment;
    } else {
        copy_columns(b, segment);
        b->last = segment;
    }
}

/* ----------------------------------------------------------------- building */

static void zero_inside(builder *b, const wlay_segment *segment)
{
    const wlay_shape *const shape = &segment->shape;

    if (segment->field == SIZE_MAX || shape->gap_count == 0)
        return;
    add_zero(b, (wlay_stretch){(size_t)segment->offset + shape->gap_step -
                                   shape->gap,
                               0, shape->gap, shape->gap_count,
                               shape->gap_step, 0});
}

/* One copy is all that there is, and it is all of the record. */
static void find_identity(builder *b)
{
    wlay_plan *const plan = b->plan;
    const bool is_free = (b->planner->flags & WLAY_PLAN_FREE_PADDING) != 0;
    wlay_stretch *const copy = plan->copies;

    for (size_t i = 0; i < b->planner->segment_count; i++) {
        if (b->planner->segments[i]->field == SIZE_MAX)
            return;
    }
    if (plan->copy_count != 1 || plan->conversion_count > 0 ||
        copy->count > 1 || copy->host != 0 || copy->gpu != 0 ||
        plan->gpu_stride != plan->host_stride ||
        (copy->size != plan->gpu_stride && !is_free))
        return;
    copy->size = plan->gpu_stride;
    plan->identical = true;
}

/* Few enough records for both their sides to stay at hand in a processor's
   first cache until all their stretches are moved, and enough of them for the
   start of each loop not to count. */
static size_t block_of(const wlay_plan *plan)
{
    const size_t bytes = 4096;
    const size_t record = plan->gpu_stride / 2 + plan->host_stride / 2 + 1;

    return (size_t)wlay_max(bytes / 2 / record, 8);
}

void wlay_build_plan(wlay_planner *planner)
{
    wlay_plan *const plan = planner->plan;
    builder b = {.planner = planner, .plan = plan};
    size_t end = 0;

    for (size_t i = 0; i < planner->segment_count; i++) {
        const wlay_segment *const segment = planner->segments[i];
        const size_t offset = (size_t)segment->offset;

        add_zero(&b, (wlay_stretch){end, 0, offset - end, 1, 0, 0});
        move_segment(&b, segment);
        zero_inside(&b, segment);
        end = offset + (size_t)segment->size;
    }
    add_zero(&b, (wlay_stretch){end, 0, plan->gpu_stride - end, 1, 0, 0});
    find_identity(&b);
    plan->block = block_of(plan);
}
