/* SPDX-License-Identifier: MIT */
/* What an entry point needs against what a device allows. */
#include "query.h"

typedef struct check {
    const wlay_entry_point *entry_point;
    wlay_verdict *verdicts;
    size_t capacity;
    size_t count;
} check;

static void add_verdict(check *c, wlay_verdict verdict)
{
    if (c->count < c->capacity)
        c->verdicts[c->count] = verdict;
    c->count++;
}

static void need(check *c, wlay_limit limit, uint64_t needed, uint64_t allowed)
{
    if (needed > allowed)
        add_verdict(c, (wlay_verdict){.entry_point = c->entry_point,
                                      .limit = limit,
                                      .needed = needed,
                                      .allowed = allowed});
}

/* -------------------------------------------------------------- compute only */

static void check_workgroup(check *c, const wlay_limits *limits)
{
    const wlay_entry_point *const e = c->entry_point;
    uint64_t invocations = 1;

    need(c, WLAY_LIMIT_WORKGROUP_X, e->workgroup_size[0],
         limits->max_compute_workgroup_size_x);
    need(c, WLAY_LIMIT_WORKGROUP_Y, e->workgroup_size[1],
         limits->max_compute_workgroup_size_y);
    need(c, WLAY_LIMIT_WORKGROUP_Z, e->workgroup_size[2],
         limits->max_compute_workgroup_size_z);
    for (size_t i = 0; i < 3; i++)
        if (!wlay_mul(invocations, e->workgroup_size[i], &invocations))
            invocations = UINT64_MAX;
    need(c, WLAY_LIMIT_INVOCATIONS, invocations,
         limits->max_compute_invocations_per_workgroup);
    need(c, WLAY_LIMIT_WORKGROUP_SIZE, e->workgroup_memory,
         limits->max_compute_workgroup_storage_size);
}

/* ---------------------------------------------------------------- variables */

/* Of an entry point's variables, how many there are of each kind. */
typedef struct counts {
    uint64_t uniform_buffers;
    uint64_t storage_buffers;
    uint64_t sampled_textures;
    uint64_t samplers;
    uint64_t storage_textures;
    uint64_t private_bytes;
} counts;

/* An external texture is to a device what four textures, a sampler and a uniform
   buffer are. */
static void count_handle(counts *n, const wlay_type_node *node)
{
    switch ((wlay_texture_kind)node->texture) {
    case WLAY_TEXTURE_SAMPLER:
    case WLAY_TEXTURE_SAMPLER_COMPARISON:
        n->samplers++;
        break;
    case WLAY_TEXTURE_STORAGE:
        n->storage_textures++;
        break;
    case WLAY_TEXTURE_EXTERNAL:
        n->sampled_textures += 4;
        n->samplers++;
        n->uniform_buffers++;
        break;
    default:
        n->sampled_textures++;
        break;
    }
}

static void count_variable(counts *n, const wlay_variable *v)
{
    if (v->address_space == WLAY_SPACE_UNIFORM)
        n->uniform_buffers++;
    else if (v->address_space == WLAY_SPACE_STORAGE)
        n->storage_buffers++;
    else if (v->address_space == WLAY_SPACE_HANDLE)
        count_handle(n, wlay_node(v->type));
    else if (v->address_space == WLAY_SPACE_PRIVATE &&
             !wlay_add(n->private_bytes, v->type->size, &n->private_bytes))
        n->private_bytes = UINT64_MAX;
}

/* Those on a sum of variables have been looked at as a whole. */
static bool is_of_one(const wlay_verdict *verdict)
{
    return verdict->limit != WLAY_LIMIT_WORKGROUP_SIZE &&
           verdict->limit != WLAY_LIMIT_PRIVATE_SIZE;
}

static void check_variables(check *c, const wlay_limits *limits)
{
    const wlay_entry_point *const e = c->entry_point;
    counts n = {0, 0, 0, 0, 0, 0};

    for (size_t i = 0; i < e->variable_count; i++) {
        wlay_verdict verdict;

        count_variable(&n, e->variables[i]);
        if (wlay_check_limits(e->variables[i], 0, limits, &verdict) !=
                WLAY_OK ||
            verdict.fits || !is_of_one(&verdict))
            continue;
        verdict.entry_point = e;
        add_verdict(c, verdict);
    }
    need(c, WLAY_LIMIT_UNIFORM_BUFFERS, n.uniform_buffers,
         limits->max_uniform_buffers_per_shader_stage);
    need(c, WLAY_LIMIT_STORAGE_BUFFERS, n.storage_buffers,
         limits->max_storage_buffers_per_shader_stage);
    need(c, WLAY_LIMIT_SAMPLED_TEXTURES, n.sampled_textures,
         limits->max_sampled_textures_per_shader_stage);
    need(c, WLAY_LIMIT_SAMPLERS, n.samplers,
         limits->max_samplers_per_shader_stage);
    need(c, WLAY_LIMIT_STORAGE_TEXTURES, n.storage_textures,
         limits->max_storage_textures_per_shader_stage);
    need(c, WLAY_LIMIT_PRIVATE_SIZE, n.private_bytes, limits->max_private_size);
}

/* ---------------------------------------------------------------- locations */

/* How many there have to be for the largest one to be among them. */
static uint64_t count_locations(const wlay_stage_value *values, size_t count)
{
    return count == 0 ? 0 : (uint64_t)values[count - 1].location + 1;
}

static void check_locations(check *c, const wlay_limits *limits)
{
    const wlay_entry_point *const e = c->entry_point;

    if (e->stage == WLAY_STAGE_VERTEX)
        need(c, WLAY_LIMIT_VERTEX_ATTRIBUTES,
             count_locations(e->inputs, e->input_location_count),
             limits->max_vertex_attributes);
    else if (e->stage == WLAY_STAGE_FRAGMENT)
        need(c, WLAY_LIMIT_COLOR_ATTACHMENTS,
             count_locations(e->outputs, e->output_location_count),
             limits->max_color_attachments);
}

WLAY_COLD size_t wlay_check_entry_point(const wlay_entry_point *entry_point,
                              const wlay_limits *limits,
                              wlay_verdict *verdicts, size_t capacity)
{
    const wlay_limits all = wlay_limits_with_defaults(limits);
    check c = {entry_point, verdicts, capacity, 0};

    if (entry_point == NULL)
        return 0;
    check_variables(&c, &all);
    check_locations(&c, &all);
    if (entry_point->stage == WLAY_STAGE_COMPUTE)
        check_workgroup(&c, &all);
    return c.count;
}
