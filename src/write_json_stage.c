/* SPDX-License-Identifier: MIT */
#include "write_stage.h"

#include "module.h"

wlay_stage wlay_next_stage(uint32_t visibility, uint32_t from)
{
    for (; from <= WLAY_STAGE_COMPUTE; from *= 2)
        if (visibility & from)
            return (wlay_stage)from;
    return (wlay_stage)0;
}

const wlay_bind_groups *wlay_bind_groups_of(const wlay_module *module)
{
    const wlay_bind_groups_options options = {
        .allocator = module->arena.allocator};
    const wlay_pipeline_part all = {module, NULL};
    const wlay_bind_groups *groups;

    wlay_bind_groups_make(&all, 1, &options, &groups);
    return groups;
}

/* ----------------------------------------------------------- inputs, outputs */

/* Keys that go with what the value is for. */
static void put_use(wlay_json *j, const wlay_stage_value *v, bool of_vertex,
                    bool of_fragment, bool is_input)
{
    const wlay_vertex_format_info *const format =
        wlay_describe_vertex_format(wlay_vertex_format_of(v->type));

    if (of_vertex && is_input)
        wlay_json_text_if(j, "format", format != NULL,
                          wlay_text(format == NULL ? "" : format->name));
    else if (of_fragment && !is_input)
        wlay_json_u64_if(j, "blend_src", v->has_blend_src, v->blend_src);
    if (v->interpolation == WLAY_INTERPOLATION_NONE)
        return;
    wlay_json_text(j, "interpolation",
                   wlay_text(wlay_interpolation_name(v->interpolation)));
    wlay_json_text(j, "sampling", wlay_text(wlay_sampling_name(v->sampling)));
}

static void put_value(wlay_json *j, const wlay_entry_point *e,
                      const wlay_stage_value *v, bool is_input)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    if (v->builtin.length > 0)
        wlay_json_text(j, "builtin", v->builtin);
    else
        wlay_json_u64(j, "location", v->location);
    wlay_json_text_if(j, "name", v->name.length > 0, v->name);
    wlay_json_text(j, "type", v->type->name);
    if (v->builtin.length == 0)
        put_use(j, v, e->stage == WLAY_STAGE_VERTEX,
                e->stage == WLAY_STAGE_FRAGMENT, is_input);
    wlay_json_close(j, "}");
}

static void put_values(wlay_json *j, const char *key, const wlay_entry_point *e,
                       bool is_input, size_t from, size_t to)
{
    const wlay_stage_value *const values = is_input ? e->inputs : e->outputs;

    wlay_json_key(j, key);
    wlay_json_open(j, "[");
    for (size_t i = from; i < to; i++)
        put_value(j, e, &values[i], is_input);
    wlay_json_close(j, "]");
}

/* ------------------------------------------------------------- entry points */

static void put_names(wlay_json *j, const wlay_entry_point *e)
{
    wlay_json_key(j, "variables");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < e->variable_count; i++) {
        wlay_json_item(j);
        wlay_json_string(j, e->variables[i]->name);
    }
    wlay_json_close(j, "]");
    wlay_json_key(j, "overrides");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < e->override_count; i++) {
        wlay_json_item(j);
        wlay_json_string(j, e->overrides[i]->name);
    }
    wlay_json_close(j, "]");
}

static void put_workgroup_size(wlay_json *j, const wlay_entry_point *e)
{
    if (e->stage != WLAY_STAGE_COMPUTE) {
        wlay_json_null(j, "workgroup_size");
        return;
    }
    wlay_json_key(j, "workgroup_size");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < 3; i++) {
        wlay_json_item(j);
        if (e->workgroup_size[i] > 0)
            wlay_out_u64(&j->out, e->workgroup_size[i]);
        else
            wlay_out_raw(&j->out, WLAY_TEXT("null"));
    }
    wlay_json_close(j, "]");
}

static void put_attribute(wlay_json *j, const wlay_vertex_attribute *a)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_u64(j, "shader_location", a->location);
    wlay_json_u64(j, "offset", a->offset);
    wlay_json_text(j, "format",
                   wlay_text(wlay_describe_vertex_format(a->format)->name));
    wlay_json_close(j, "}");
}

static void put_buffer(wlay_json *j, const wlay_vertex_buffer *buffer)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_u64(j, "array_stride", buffer->array_stride);
    wlay_json_text(j, "step_mode",
                   buffer->per_instance ? WLAY_TEXT("instance")
                                        : WLAY_TEXT("vertex"));
    wlay_json_key(j, "attributes");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < buffer->attribute_count; i++)
        put_attribute(j, &buffer->attributes[i]);
    wlay_json_close(j, "]");
    wlay_json_close(j, "}");
}

/* One interleaved buffer, with formats by type. */
static void put_vertex_buffers(wlay_json *j, const wlay_module *module,
                               const wlay_entry_point *e)
{
    const wlay_vertex_options options = {.allocator = module->arena.allocator};
    const wlay_vertex_layout *layout;

    if (e->stage != WLAY_STAGE_VERTEX) {
        wlay_json_null(j, "vertex_buffers");
        return;
    }
    wlay_vertex_layout_make(e, &options, &layout);
    if (layout == NULL) {
        j->out.failed = true;
        return;
    }
    wlay_json_key(j, "vertex_buffers");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < layout->buffer_count; i++)
        put_buffer(j, &layout->buffers[i]);
    wlay_json_close(j, "]");
    wlay_vertex_layout_free(layout);
}

static void put_entry_point(wlay_json *j, const wlay_module *module,
                            const wlay_entry_point *e)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", e->name);
    wlay_json_text(j, "stage", wlay_text(wlay_stage_name(e->stage)));
    put_workgroup_size(j, e);
    put_names(j, e);
    put_values(j, "inputs", e, true, 0, e->input_location_count);
    put_values(j, "outputs", e, false, 0, e->output_location_count);
    put_values(j, "builtin_inputs", e, true, e->input_location_count,
               e->input_count);
    put_values(j, "builtin_outputs", e, false, e->output_location_count,
               e->output_count);
    put_vertex_buffers(j, module, e);
    wlay_json_u64_if(j, "workgroup_memory",
                     e->stage == WLAY_STAGE_COMPUTE &&
                         e->workgroup_memory_known,
                     e->workgroup_memory);
    wlay_json_close(j, "}");
}

/* -------------------------------------------------------------- bind groups */

static void put_visibility(wlay_json *j, uint32_t visibility)
{
    wlay_json_key(j, "visibility");
    wlay_json_open(j, "[");
    for (wlay_stage s = wlay_next_stage(visibility, 1); s != 0;
         s = wlay_next_stage(visibility, 2 * (uint32_t)s)) {
        wlay_json_item(j);
        wlay_json_string(j, wlay_text(wlay_stage_name(s)));
    }
    wlay_json_close(j, "]");
}

/* WebGPU's names of the fields that each kind has. */
static void put_fields(wlay_json *j, const wlay_binding *b)
{
    const wlay_string dimension =
        wlay_text(wlay_view_dimension_name(b->view_dimension));

    switch (b->kind) {
    case WLAY_BINDING_UNIFORM:
    case WLAY_BINDING_STORAGE:
    case WLAY_BINDING_READ_ONLY_STORAGE:
        wlay_json_u64(j, "min_binding_size", b->min_binding_size);
        break;
    case WLAY_BINDING_SAMPLER:
        wlay_json_text(j, "type",
                       wlay_text(wlay_sampler_type_name(b->sampler)));
        break;
    case WLAY_BINDING_TEXTURE:
        wlay_json_text(j, "sample_type",
                       wlay_text(wlay_sample_type_name(b->sample_type)));
        wlay_json_text(j, "view_dimension", dimension);
        wlay_json_bool(j, "multisampled", b->multisampled);
        break;
    case WLAY_BINDING_STORAGE_TEXTURE:
        wlay_json_text(j, "access",
                       wlay_text(wlay_storage_access_name(b->access)));
        wlay_json_text(j, "format", b->format);
        wlay_json_text(j, "view_dimension", dimension);
        break;
    default:
        break;
    }
}

static void put_group(wlay_json *j, const wlay_bind_group *group)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_u64(j, "group", group->group);
    wlay_json_key(j, "entries");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < group->entry_count; i++) {
        const wlay_binding *const b = &group->entries[i];

        wlay_json_item(j);
        wlay_json_open(j, "{");
        wlay_json_u64(j, "binding", b->binding);
        wlay_json_text(j, "variable", b->variable->name);
        put_visibility(j, b->visibility);
        wlay_json_text(j, "kind", wlay_text(wlay_binding_kind_name(b->kind)));
        put_fields(j, b);
        wlay_json_close(j, "}");
    }
    wlay_json_close(j, "]");
    wlay_json_close(j, "}");
}

void wlay_json_put_stages(wlay_json *j, const wlay_module *module)
{
    const wlay_bind_groups *groups;

    if (!module->functions_read)
        return;
    groups = wlay_bind_groups_of(module);
    if (groups == NULL) {
        j->out.failed = true;
        return;
    }
    wlay_json_key(j, "entry_points");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < module->entry_point_count; i++)
        put_entry_point(j, module, &module->entry_points[i]);
    wlay_json_close(j, "]");
    wlay_json_key(j, "bind_groups");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < groups->group_count; i++)
        put_group(j, &groups->groups[i]);
    wlay_json_close(j, "]");
    wlay_bind_groups_free(groups);
}
