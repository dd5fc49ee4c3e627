/* SPDX-License-Identifier: MIT */
/* Entry points, and what a renderer makes of them. */
#include "check.h"

/* ------------------------------------------------------------- entry points */

static void check_values(const wlay_stage_value *values, size_t count,
                         size_t located)
{
    CHECK(located <= count);
    for (size_t i = 0; i < count; i++) {
        const wlay_stage_value *const v = &values[i];

        check_string(v->name);
        check_string(v->builtin);
        CHECK(v->type != NULL);
        CHECK((v->builtin.length == 0) == (i < located));
        if (i > 0 && i < located)
            CHECK(v[-1].location <= v->location);
        CHECK((v->interpolation == WLAY_INTERPOLATION_NONE) ==
              (v->sampling == WLAY_SAMPLING_NONE));
    }
}

static bool is_one_of(const void *at, const void *first, size_t count,
                      size_t size)
{
    const uintptr_t from = (uintptr_t)first;
    const uintptr_t place = (uintptr_t)at;

    return count > 0 && place >= from && place < from + count * size &&
           (place - from) % size == 0;
}

/* In source order, and each once. */
static void check_uses(const wlay_module *module, const wlay_entry_point *e)
{
    size_t count;
    const wlay_variable *const variables = wlay_variables(module, &count);
    const wlay_override *overrides;

    for (size_t i = 0; i < e->variable_count; i++) {
        CHECK(is_one_of(e->variables[i], variables, count, sizeof *variables));
        CHECK(i == 0 || e->variables[i - 1] < e->variables[i]);
    }
    overrides = wlay_overrides(module, &count);
    for (size_t i = 0; i < e->override_count; i++) {
        CHECK(is_one_of(e->overrides[i], overrides, count, sizeof *overrides));
        CHECK(i == 0 || e->overrides[i - 1] < e->overrides[i]);
    }
}

static void check_entry_point(const wlay_module *module,
                              const wlay_entry_point *e)
{
    wlay_verdict verdicts[4];
    const size_t count = wlay_check_entry_point(e, NULL, verdicts, 4);
    const bool compute = e->stage == WLAY_STAGE_COMPUTE;

    check_string(e->name);
    CHECK(wlay_find_entry_point(module, e->name.data, e->name.length) != NULL);
    CHECK(wlay_stage_name(e->stage)[0] != '\0');
    CHECK(compute || e->workgroup_size[0] == 0);
    check_uses(module, e);
    check_values(e->inputs, e->input_count, e->input_location_count);
    check_values(e->outputs, e->output_count, e->output_location_count);
    for (size_t i = 0; i < count && i < 4; i++)
        CHECK(verdicts[i].entry_point == e && !verdicts[i].fits &&
              verdicts[i].needed > verdicts[i].allowed &&
              wlay_verdict_text(&verdicts[i], NULL, 0) > 0);
}

void check_entry_points(const check_subject *subject)
{
    size_t count;
    const wlay_entry_point *const all =
        wlay_entry_points(subject->module, &count);

    CHECK((all == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++)
        check_entry_point(subject->module, &all[i]);
}

/* -------------------------------------------------------------- bind groups */

static void check_binding(const wlay_binding *b)
{
    CHECK(wlay_binding_kind_name(b->kind)[0] != '\0');
    CHECK(b->variable->has_binding && b->variable->binding == b->binding);
    CHECK(b->visibility <= 7);
    CHECK((b->kind == WLAY_BINDING_SAMPLER) ==
          (b->sampler != WLAY_SAMPLER_NONE));
    CHECK((b->kind == WLAY_BINDING_TEXTURE) ==
          (b->sample_type != WLAY_SAMPLE_NONE));
    CHECK((b->kind == WLAY_BINDING_STORAGE_TEXTURE) == (b->format.length > 0));
    check_string(b->format);
}

static void check_groups(const wlay_bind_groups *groups)
{
    for (size_t g = 0; g < groups->group_count; g++) {
        const wlay_bind_group *const group = &groups->groups[g];

        CHECK(group->entry_count > 0);
        CHECK(g == 0 || group[-1].group < group->group);
        for (size_t i = 0; i < group->entry_count; i++) {
            check_binding(&group->entries[i]);
            CHECK(group->entries[i].variable->group == group->group);
            CHECK(i == 0 ||
                  group->entries[i - 1].binding <= group->entries[i].binding);
        }
    }
    for (size_t i = 0; i < groups->issue_count; i++) {
        check_string(groups->issues[i].message);
        CHECK(groups->issues[i].first_place.line > 0);
    }
}

static void check_parts(const wlay_pipeline_part *parts, size_t count)
{
    const wlay_bind_groups *groups;
    const wlay_result result =
        wlay_bind_groups_make(parts, count, NULL, &groups);

    CHECK((groups == NULL) == (result == WLAY_INVALID_ARGUMENT));
    if (groups != NULL)
        check_groups(groups);
    wlay_bind_groups_free(groups);
}

/* All of the module, the first entry points alone, and the first two. */
void check_bind_groups(const check_subject *subject)
{
    wlay_pipeline_part parts[2] = {{subject->module, NULL},
                                   {subject->module, NULL}};
    size_t count;
    const wlay_entry_point *const all =
        wlay_entry_points(subject->module, &count);

    check_parts(parts, 1);
    check_parts(parts, 2);
    for (size_t i = 0; i < count && i < 4; i++) {
        parts[0].entry_point = &all[i];
        check_parts(parts, 1);
        parts[1].entry_point = &all[count - 1 - i];
        check_parts(parts, 2);
    }
}

/* ------------------------------------------------------------ vertex buffers */

static void check_buffer(const wlay_vertex_buffer *buffer)
{
    uint64_t end = 0;

    CHECK(buffer->array_stride % 4 == 0);
    for (size_t i = 0; i < buffer->attribute_count; i++) {
        const wlay_vertex_attribute *const a = &buffer->attributes[i];

        CHECK(a->offset % 4 == 0 && a->offset >= end);
        end = a->offset + wlay_describe_vertex_format(a->format)->size;
    }
    CHECK(end <= buffer->array_stride && buffer->array_stride < end + 4);
}

static void check_layout(const wlay_entry_point *e, bool separate)
{
    const wlay_vertex_options options = {.separate = separate};
    const wlay_vertex_layout *layout;
    const wlay_result result = wlay_vertex_layout_make(e, &options, &layout);

    CHECK((layout == NULL) == (e->stage != WLAY_STAGE_VERTEX));
    if (layout == NULL)
        return;
    CHECK((result == WLAY_OK) == (layout->issue_count == 0));
    for (size_t i = 0; i < layout->buffer_count; i++)
        check_buffer(&layout->buffers[i]);
    for (size_t i = 0; i < layout->issue_count; i++)
        check_string(layout->issues[i].message);
    wlay_vertex_layout_free(layout);
}

void check_vertex_buffers(const check_subject *subject)
{
    size_t count;
    const wlay_entry_point *const all =
        wlay_entry_points(subject->module, &count);

    for (size_t i = 0; i < count && i < 8; i++) {
        check_layout(&all[i], false);
        check_layout(&all[i], true);
    }
}
