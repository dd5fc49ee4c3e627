/* SPDX-License-Identifier: MIT */
/* Entry points and bind group layouts in the listing: comments, each line that of
   one thing a renderer has to provide. */
#include "write_stage.h"

#include "module.h"

static void begin_line(wlay_out *out, const char *text)
{
    WLAY_OUT(out, "// ");
    wlay_out_text(out, wlay_text(text));
}

static void put_name(wlay_out *out, wlay_string name)
{
    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, name);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
}

static void put_title(wlay_out *out, const char *title)
{
    wlay_out_style(out, WLAY_STYLE_FAINT);
    begin_line(out, title);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}

static void put_slot(wlay_out *out, const char *name, uint64_t value)
{
    WLAY_OUT(out, "@");
    wlay_out_text(out, wlay_text(name));
    WLAY_OUT(out, "(");
    wlay_out_u64(out, value);
    WLAY_OUT(out, ") ");
}

/* ---------------------------------------------------------- inputs, outputs */

static void put_located(wlay_out *out, const wlay_stage_value *v)
{
    put_slot(out, "location", v->location);
    if (v->has_blend_src)
        put_slot(out, "blend_src", v->blend_src);
    if (v->name.length > 0) {
        wlay_out_text(out, v->name);
        WLAY_OUT(out, ": ");
    }
    wlay_out_text(out, v->type->name);
}

/* How the inputs of a vertex shader lie in one interleaved buffer. */
static void put_vertex(wlay_out *out, const wlay_module *module,
                       const wlay_entry_point *e)
{
    const wlay_vertex_options options = {.allocator = module->arena.allocator};
    const wlay_vertex_layout *layout;

    wlay_vertex_layout_make(e, &options, &layout);
    if (layout == NULL) {
        out->failed = true;
        return;
    }
    for (size_t i = 0; i < layout->buffer_count; i++) {
        const wlay_vertex_buffer *const buffer = &layout->buffers[i];

        for (size_t k = 0; k < buffer->attribute_count; k++) {
            const wlay_vertex_attribute *const a = &buffer->attributes[k];

            begin_line(out, "    in  ");
            put_located(out, a->input);
            WLAY_OUT(out, ", ");
            wlay_out_text(
                out, wlay_text(wlay_describe_vertex_format(a->format)->name));
            WLAY_OUT(out, " at ");
            wlay_out_u64(out, a->offset);
            WLAY_OUT(out, " of ");
            wlay_out_u64(out, buffer->array_stride);
            wlay_out_line(out);
        }
    }
    wlay_vertex_layout_free(layout);
}

static void put_targets(wlay_out *out, const wlay_entry_point *e)
{
    for (size_t i = 0; i < e->output_location_count; i++) {
        begin_line(out, "    out ");
        put_located(out, &e->outputs[i]);
        wlay_out_line(out);
    }
}

/* ------------------------------------------------------------- entry points */

static void put_workgroup_size(wlay_out *out, const uint32_t size[3])
{
    WLAY_OUT(out, " @workgroup_size(");
    for (size_t i = 0; i < 3; i++) {
        if (i > 0)
            WLAY_OUT(out, ", ");
        if (size[i] > 0)
            wlay_out_u64(out, size[i]);
        else
            WLAY_OUT(out, "?");
    }
    WLAY_OUT(out, ")");
}

static void put_header(wlay_out *out, const wlay_entry_point *e)
{
    begin_line(out, "@");
    wlay_out_text(out, wlay_text(wlay_stage_name(e->stage)));
    if (e->stage == WLAY_STAGE_COMPUTE)
        put_workgroup_size(out, e->workgroup_size);
    WLAY_OUT(out, " fn ");
    put_name(out, e->name);
    wlay_out_line(out);
}

static void put_uses(wlay_out *out, const wlay_entry_point *e)
{
    if (e->variable_count + e->override_count == 0)
        return;
    begin_line(out, "    uses ");
    for (size_t i = 0; i < e->variable_count; i++) {
        if (i > 0)
            WLAY_OUT(out, ", ");
        wlay_out_text(out, e->variables[i]->name);
    }
    for (size_t i = 0; i < e->override_count; i++) {
        if (e->variable_count > 0 || i > 0)
            WLAY_OUT(out, ", ");
        if (i == 0)
            WLAY_OUT(out, "override ");
        wlay_out_text(out, e->overrides[i]->name);
    }
    wlay_out_line(out);
}

static void put_workgroup_memory(wlay_out *out, const wlay_entry_point *e)
{
    if (e->workgroup_memory == 0 && e->workgroup_memory_known)
        return;
    begin_line(out, "    ");
    wlay_out_u64(out, e->workgroup_memory);
    WLAY_OUT(out, " bytes of workgroup memory");
    if (!e->workgroup_memory_known)
        WLAY_OUT(out, ", and what overrides without a value size");
    wlay_out_line(out);
}

/* What is beyond what every device allows. */
static void put_limits(wlay_out *out, const wlay_entry_point *e)
{
    wlay_verdict verdicts[8];
    size_t count = wlay_check_entry_point(e, NULL, verdicts, 8);

    count = (size_t)wlay_min(count, 8);
    for (size_t i = 0; i < count; i++) {
        char text[256];

        wlay_verdict_text(&verdicts[i], text, sizeof text);
        wlay_out_style(out, WLAY_STYLE_PADDING);
        begin_line(out, "    ");
        wlay_out_text(out, wlay_text(text));
        wlay_out_style(out, WLAY_STYLE_PLAIN);
        wlay_out_line(out);
    }
}

static void put_entry_point(wlay_out *out, const wlay_module *module,
                            const wlay_entry_point *e)
{
    put_header(out, e);
    put_uses(out, e);
    if (e->stage == WLAY_STAGE_VERTEX)
        put_vertex(out, module, e);
    else if (e->stage == WLAY_STAGE_FRAGMENT)
        put_targets(out, e);
    else
        put_workgroup_memory(out, e);
    put_limits(out, e);
}

/* -------------------------------------------------------------- bind groups */

static void put_field(wlay_out *out, const char *text)
{
    if (*text == '\0')
        return;
    WLAY_OUT(out, ", ");
    wlay_out_text(out, wlay_text(text));
}

static void put_fields(wlay_out *out, const wlay_binding *b)
{
    wlay_out_text(out, wlay_text(wlay_binding_kind_name(b->kind)));
    if (b->kind <= WLAY_BINDING_READ_ONLY_STORAGE) {
        WLAY_OUT(out, ", ");
        wlay_out_u64(out, b->min_binding_size);
        WLAY_OUT(out, " bytes");
    }
    put_field(out, wlay_sampler_type_name(b->sampler));
    put_field(out, wlay_sample_type_name(b->sample_type));
    if (b->kind == WLAY_BINDING_STORAGE_TEXTURE) {
        put_field(out, b->format.data);
        put_field(out, wlay_storage_access_name(b->access));
    }
    put_field(out, wlay_view_dimension_name(b->view_dimension));
    if (b->multisampled)
        put_field(out, "multisampled");
}

static void put_binding(wlay_out *out, uint32_t group, const wlay_binding *b)
{
    WLAY_OUT(out, "// ");
    put_slot(out, "group", group);
    put_slot(out, "binding", b->binding);
    put_name(out, b->variable->name);
    WLAY_OUT(out, ": ");
    put_fields(out, b);
    wlay_out_text(out, wlay_text(b->visibility == 0 ? "; used by no entry point"
                                                    : "; "));
    for (wlay_stage s = wlay_next_stage(b->visibility, 1); s != 0;) {
        wlay_out_text(out, wlay_text(wlay_stage_name(s)));
        s = wlay_next_stage(b->visibility, 2 * (uint32_t)s);
        if (s != 0)
            WLAY_OUT(out, ", ");
    }
    wlay_out_line(out);
}

static void put_bind_groups(wlay_out *out, const wlay_module *module)
{
    const wlay_bind_groups *const groups = wlay_bind_groups_of(module);

    if (groups == NULL) {
        out->failed = true;
        return;
    }
    if (groups->group_count > 0) {
        wlay_out_line(out);
        put_title(out, "bind group layouts");
    }
    for (size_t i = 0; i < groups->group_count; i++)
        for (size_t k = 0; k < groups->groups[i].entry_count; k++)
            put_binding(out, groups->groups[i].group,
                        &groups->groups[i].entries[k]);
    wlay_bind_groups_free(groups);
}

void wlay_out_put_stages(wlay_out *out, const wlay_module *module, bool started)
{
    if (module->entry_point_count == 0)
        return;
    if (started)
        wlay_out_line(out);
    put_title(out, "entry points");
    for (size_t i = 0; i < module->entry_point_count; i++)
        put_entry_point(out, module, &module->entry_points[i]);
    put_bind_groups(out, module);
}
