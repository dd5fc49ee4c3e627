/* SPDX-License-Identifier: MIT */
/* Making a plan: each field is looked up, and held against its part. */
#include "data_plan.h"

/* ------------------------------------------------------------------- issues */

typedef struct issue_row {
    const char *reason; /* NULL: known to who complains */
    wlay_result result;
} issue_row;

static const issue_row issue_rows[] = {
    [WLAY_PLAN_NO_SUCH_PART] = {NULL, WLAY_NOT_FOUND},
    [WLAY_PLAN_NO_FIELD] = {"no field of the C struct stands for it",
                            WLAY_NOT_FOUND},
    [WLAY_PLAN_TYPE_MISMATCH] = {"its type and the host's do not convert into "
                                 "one another",
                                 WLAY_TYPE_MISMATCH},
    [WLAY_PLAN_SIZE_MISMATCH] = {"the member of the C struct has another size "
                                 "than its values",
                                 WLAY_TYPE_MISMATCH},
    [WLAY_PLAN_OUT_OF_STRUCT] = {"the member ends behind the C struct",
                                 WLAY_OUT_OF_RANGE},
    [WLAY_PLAN_OVERLAP] = {"another field stands for some of the same bytes",
                           WLAY_OUT_OF_RANGE},
};

void wlay_plan_complain(wlay_planner *planner, wlay_plan_issue issue)
{
    wlay_plan *const plan = planner->plan;
    wlay_arena *const arena = &plan->arena;

    plan->issues = wlay_grow(arena, plan->issues, plan->issue_count,
                             &plan->issue_capacity, sizeof *plan->issues);
    if (plan->issues == NULL)
        return;
    if (issue.reason.data == NULL)
        issue.reason = wlay_text(issue_rows[issue.kind].reason);
    issue.path = wlay_copy_string(arena, issue.path);
    issue.type = wlay_copy_string(arena, issue.type);
    issue.nearest = wlay_copy_string(arena, issue.nearest);
    plan->issues[plan->issue_count++] = issue;
}

static void complain_about(wlay_planner *p, wlay_plan_issue_kind kind,
                           const wlay_segment *segment, uint64_t wanted_size)
{
    wlay_plan_complain(
        p, (wlay_plan_issue){kind, segment->field,
                             wlay_text(p->fields[segment->field].path),
                             segment->type->name,
                             {NULL, 0},
                             {"", 0},
                             wanted_size});
}

static void complain_about_path(wlay_planner *p, size_t field,
                                const wlay_path_error *error)
{
    wlay_plan_complain(p, (wlay_plan_issue){WLAY_PLAN_NO_SUCH_PART, field,
                                            wlay_text(p->fields[field].path),
                                            {"", 0},
                                            wlay_text(error->reason),
                                            error->nearest,
                                            0});
}

/* ------------------------------------------------------------------- fields */

/* A member of the C struct and its part: may one become the other? */
static void check_field(wlay_planner *p, wlay_segment *segment)
{
    const wlay_host_field *const field = &p->fields[segment->field];

    if (wlay_shape_of(segment->type, 1, 0, field->host, &segment->shape) !=
        WLAY_OK)
        complain_about(p, WLAY_PLAN_TYPE_MISMATCH, segment, 0);
    else if (segment->shape.host_size != field->size)
        complain_about(p, WLAY_PLAN_SIZE_MISMATCH, segment,
                       segment->shape.host_size);
    if (field->offset > p->plan->host_stride ||
        field->size > p->plan->host_stride - field->offset)
        complain_about(p, WLAY_PLAN_OUT_OF_STRUCT, segment, 0);
}

static void add_field(wlay_planner *p, size_t at)
{
    const wlay_host_field *const field = &p->fields[at];
    wlay_segment segment = {.field = at,
                            .host = field->offset,
                            .host_size = field->size};
    wlay_path_error error;
    wlay_view view;

    if (wlay_follow(p->type, field->path, WLAY_STRLEN, UINT64_MAX, &view,
                    &error) != WLAY_OK) {
        complain_about_path(p, at, &error);
        return;
    }
    segment.offset = view.offset;
    segment.size = view.type->size;
    segment.type = view.type;
    check_field(p, &segment);
    wlay_add_segment(p, segment);
}

static bool fields_are_valid(const wlay_host_field *fields, size_t count)
{
    const uint32_t bits = WLAY_HOST_TYPE_BITS | WLAY_HOST_ROW_MAJOR;

    if (fields == NULL && count > 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (fields[i].path == NULL || (fields[i].host & ~bits) != 0 ||
            wlay_host_codec(fields[i].host & WLAY_HOST_TYPE_BITS) == NULL)
            return false;
    }
    return true;
}

/* ----------------------------------------------------------------- overlaps */

/* Each gets its rank among the fields on the host. */
static bool are_apart_on_host(wlay_planner *p)
{
    const size_t issues = p->plan->issue_count;
    uint64_t end = 0;

    wlay_sort_segments(p, true);
    for (size_t i = 0; i < p->segment_count; i++) {
        wlay_segment *const segment = p->segments[i];

        segment->host_rank = i;
        if (segment->host < end)
            complain_about(p, WLAY_PLAN_OVERLAP, segment, 0);
        end = wlay_max(end, (uint64_t)segment->host + segment->host_size);
    }
    return p->plan->issue_count == issues;
}

/* Parts of a type are inside of one another, or apart. */
static bool are_apart_on_gpu(wlay_planner *p)
{
    const size_t issues = p->plan->issue_count;
    uint64_t end = 0;

    wlay_sort_segments(p, false);
    for (size_t i = 0; i < p->segment_count; i++) {
        const wlay_segment *const segment = p->segments[i];

        if (segment->offset < end)
            complain_about(p, WLAY_PLAN_OVERLAP, segment, 0);
        end = wlay_max(end, segment->offset + segment->size);
    }
    return p->plan->issue_count == issues;
}

/* ------------------------------------------------------------------- making */

static void examine(wlay_planner *p, size_t field_count)
{
    for (size_t i = 0; i < field_count; i++)
        add_field(p, i);
    are_apart_on_host(p);
    if (are_apart_on_gpu(p))
        wlay_complete_segments(p);
    if (p->plan->issue_count == 0)
        wlay_build_plan(p);
}

static wlay_result check_arguments(const wlay_type *type,
                                   const wlay_host_field *fields,
                                   size_t field_count,
                                   const wlay_plan_options *options)
{
    const uint32_t padding =
        WLAY_PLAN_ZERO_PADDING | WLAY_PLAN_FREE_PADDING;

    if (type == NULL || !fields_are_valid(fields, field_count) ||
        (options->allocator.alloc == NULL) !=
            (options->allocator.release == NULL) ||
        (options->flags & ~(padding | WLAY_PLAN_PARTIAL)) != 0 ||
        (options->flags & padding) == padding)
        return WLAY_INVALID_ARGUMENT;
    if (type->size == 0 || (type->flags & (WLAY_TYPE_RUNTIME_SIZED |
                                           WLAY_TYPE_SIZE_UNKNOWN)) != 0)
        return WLAY_UNKNOWN_SIZE;
    return WLAY_OK;
}

/* The plan stands in the arena that it owns. */
static wlay_plan *new_plan(const wlay_allocator *allocator)
{
    wlay_arena arena;
    wlay_plan *plan;

    wlay_arena_init(&arena, allocator, sizeof(wlay_plan));
    plan = WLAY_NEW(&arena, wlay_plan, 1);
    if (plan != NULL)
        plan->arena = arena;
    return plan;
}

static wlay_result finish(wlay_planner *p)
{
    wlay_plan *const plan = p->plan;
    const bool failed = p->scratch.failed || plan->arena.failed;

    wlay_arena_free(&p->scratch);
    if (failed)
        return WLAY_OUT_OF_MEMORY;
    return plan->issue_count == 0 ? WLAY_OK
                                  : issue_rows[plan->issues[0].kind].result;
}

WLAY_COLD wlay_result wlay_plan_make(const wlay_type *type, size_t struct_size,
                           const wlay_host_field *fields, size_t field_count,
                           const wlay_plan_options *options,
                           wlay_plan **out_plan)
{
    static const wlay_plan_options defaults;
    wlay_planner p = {.type = type, .fields = fields};
    wlay_result result;
    uint64_t stride;

    *out_plan = NULL;
    if (options == NULL)
        options = &defaults;
    result = check_arguments(type, fields, field_count, options);
    if (result != WLAY_OK)
        return result;
    if (!wlay_round_up(type->align, type->size, &stride) || stride > SIZE_MAX)
        return WLAY_OUT_OF_RANGE;
    p.flags = options->flags;
    p.plan = new_plan(&options->allocator);
    if (p.plan == NULL)
        return WLAY_OUT_OF_MEMORY;
    p.plan->gpu_stride = (size_t)stride;
    p.plan->host_stride = struct_size;
    wlay_arena_init(&p.scratch, &options->allocator, 0);
    examine(&p, field_count);
    result = finish(&p);
    if (result == WLAY_OUT_OF_MEMORY) {
        wlay_plan_free(p.plan);
        return result;
    }
    *out_plan = p.plan;
    return result;
}

void wlay_plan_free(wlay_plan *plan)
{
    wlay_arena arena;

    if (plan == NULL)
        return;
    arena = plan->arena;
    wlay_arena_free(&arena);
}

/* ---------------------------------------------------------------- questions */

const wlay_plan_issue *wlay_plan_issues(const wlay_plan *plan,
                                        size_t *out_count)
{
    *out_count = plan->issue_count;
    return plan->issue_count > 0 ? plan->issues : NULL;
}

wlay_plan_summary wlay_plan_describe(const wlay_plan *plan)
{
    wlay_plan_summary summary = {.stride = plan->gpu_stride,
                                 .conversions = plan->conversion_count,
                                 .identical = plan->identical};

    for (size_t i = 0; i < plan->copy_count; i++)
        summary.copies += plan->copies[i].count;
    for (size_t i = 0; i < plan->zero_count; i++)
        summary.zeroed += plan->zeroes[i].count;
    return summary;
}
