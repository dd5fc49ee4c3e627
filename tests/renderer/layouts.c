/* SPDX-License-Identifier: MIT */
#include "layouts.h"

#include <stdio.h>
#include <string.h>

/* ----------------------------------------------------------------- entries */

static const WGPUBufferBindingType buffer_types[] = {
    [WLAY_BINDING_UNIFORM] = WGPUBufferBindingType_Uniform,
    [WLAY_BINDING_STORAGE] = WGPUBufferBindingType_Storage,
    [WLAY_BINDING_READ_ONLY_STORAGE] = WGPUBufferBindingType_ReadOnlyStorage,
};

static const WGPUSamplerBindingType sampler_types[] = {
    [WLAY_SAMPLER_FILTERING] = WGPUSamplerBindingType_Filtering,
    [WLAY_SAMPLER_NON_FILTERING] = WGPUSamplerBindingType_NonFiltering,
    [WLAY_SAMPLER_COMPARISON] = WGPUSamplerBindingType_Comparison,
};

static const WGPUTextureSampleType sample_types[] = {
    [WLAY_SAMPLE_FLOAT] = WGPUTextureSampleType_Float,
    [WLAY_SAMPLE_UNFILTERABLE_FLOAT] = WGPUTextureSampleType_UnfilterableFloat,
    [WLAY_SAMPLE_DEPTH] = WGPUTextureSampleType_Depth,
    [WLAY_SAMPLE_SINT] = WGPUTextureSampleType_Sint,
    [WLAY_SAMPLE_UINT] = WGPUTextureSampleType_Uint,
};

static const WGPUTextureViewDimension view_dimensions[] = {
    [WLAY_VIEW_1D] = WGPUTextureViewDimension_1D,
    [WLAY_VIEW_2D] = WGPUTextureViewDimension_2D,
    [WLAY_VIEW_2D_ARRAY] = WGPUTextureViewDimension_2DArray,
    [WLAY_VIEW_CUBE] = WGPUTextureViewDimension_Cube,
    [WLAY_VIEW_CUBE_ARRAY] = WGPUTextureViewDimension_CubeArray,
    [WLAY_VIEW_3D] = WGPUTextureViewDimension_3D,
};

/* Storage textures and external ones are not among what is drawn here. */
static bool make_entry(const wlay_binding *binding,
                       WGPUBindGroupLayoutEntry *entry)
{
    memset(entry, 0, sizeof *entry); /* zero stands for "not used" */
    entry->binding = binding->binding;
    entry->visibility = binding->visibility; /* the same bits */
    switch (binding->kind) {
    case WLAY_BINDING_UNIFORM:
    case WLAY_BINDING_STORAGE:
    case WLAY_BINDING_READ_ONLY_STORAGE:
        entry->buffer.type = buffer_types[binding->kind];
        entry->buffer.minBindingSize = binding->min_binding_size;
        return true;
    case WLAY_BINDING_SAMPLER:
        entry->sampler.type = sampler_types[binding->sampler];
        return true;
    case WLAY_BINDING_TEXTURE:
        entry->texture.sampleType = sample_types[binding->sample_type];
        entry->texture.viewDimension =
            view_dimensions[binding->view_dimension];
        entry->texture.multisampled = binding->multisampled;
        return true;
    default:
        return false;
    }
}

/* ------------------------------------------------------------------ groups */

/* NULL if the pipeline uses nothing of that number. */
static const wlay_bind_group *find_group(const wlay_bind_groups *found,
                                         uint32_t number)
{
    for (size_t i = 0; i < found->group_count; i++)
        if (found->groups[i].group == number)
            return &found->groups[i];
    return NULL;
}

static bool make_group(Device *device, Layouts *layouts, uint32_t number)
{
    const wlay_bind_group *group = find_group(layouts->found, number);
    WGPUBindGroupLayoutDescriptor descriptor =
        WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    WGPUBindGroupLayoutEntry entries[LAYOUTS_ENTRIES];

    descriptor.entryCount = group != NULL ? group->entry_count : 0;
    descriptor.entries = entries;
    if (descriptor.entryCount > LAYOUTS_ENTRIES)
        return false;
    for (size_t i = 0; i < descriptor.entryCount; i++)
        if (!make_entry(&group->entries[i], &entries[i]))
            return false;
    layouts->groups[number] =
        wgpuDeviceCreateBindGroupLayout(device->device, &descriptor);
    layouts->group_count = number + 1;
    return true;
}

bool layouts_from(Device *device, const wlay_bind_groups *found,
                  Layouts *layouts)
{
    const uint32_t count =
        found->group_count > 0
            ? found->groups[found->group_count - 1].group + 1
            : 0;
    WGPUPipelineLayoutDescriptor descriptor =
        WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;

    memset(layouts, 0, sizeof *layouts);
    layouts->found = found;
    if (count > LAYOUTS_GROUPS)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!make_group(device, layouts, i))
            return false;
    descriptor.bindGroupLayoutCount = count;
    descriptor.bindGroupLayouts = layouts->groups;
    layouts->pipeline =
        wgpuDeviceCreatePipelineLayout(device->device, &descriptor);
    return true;
}

static bool add_part(wlay_pipeline_part *part, const wlay_module *module,
                     const char *name)
{
    part->module = module;
    part->entry_point = wlay_find_entry_point(module, name, WLAY_STRLEN);
    if (part->entry_point == NULL)
        fprintf(stderr, "there is no entry point %s\n", name);
    return part->entry_point != NULL;
}

bool layouts_make(Device *device, const wlay_module *module, const char *first,
                  const char *fragment, Layouts *layouts)
{
    const size_t count = fragment != NULL ? 2 : 1;
    const wlay_bind_groups *found = NULL;
    wlay_pipeline_part parts[2];
    wlay_result result;

    memset(layouts, 0, sizeof *layouts);
    if (!add_part(&parts[0], module, first) ||
        (fragment != NULL && !add_part(&parts[1], module, fragment)))
        return false;
    result = wlay_bind_groups_make(parts, count, NULL, &found);
    if (result == WLAY_OK)
        return layouts_from(device, found, layouts);
    if (result == WLAY_TYPE_MISMATCH)
        fprintf(stderr, "%s\n", found->issues[0].message.data);
    wlay_bind_groups_free(found);
    return false;
}

void layouts_free(Layouts *layouts)
{
    for (size_t i = 0; i < layouts->group_count; i++)
        wgpuBindGroupLayoutRelease(layouts->groups[i]);
    if (layouts->pipeline != NULL)
        wgpuPipelineLayoutRelease(layouts->pipeline);
    wlay_bind_groups_free(layouts->found);
    memset(layouts, 0, sizeof *layouts);
}

WGPUBindGroup layouts_bind(Device *device, const Layouts *layouts,
                           uint32_t group, LayoutsResource *resource,
                           void *user)
{
    const wlay_bind_group *found = find_group(layouts->found, group);
    WGPUBindGroupDescriptor descriptor = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    WGPUBindGroupEntry entries[LAYOUTS_ENTRIES];

    descriptor.layout = layouts->groups[group];
    descriptor.entryCount = found != NULL ? found->entry_count : 0;
    descriptor.entries = entries;
    for (size_t i = 0; i < descriptor.entryCount; i++) {
        entries[i] = resource(user, found->entries[i].variable);
        entries[i].binding = found->entries[i].binding;
    }
    return wgpuDeviceCreateBindGroup(device->device, &descriptor);
}

/* ---------------------------------------------------------------- vertices */

/* Choices for inputs that there are. */
static size_t choose(const wlay_entry_point *entry_point,
                     const wlay_vertex_choice *choices, size_t count,
                     wlay_vertex_choice *chosen)
{
    size_t used = 0;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < entry_point->input_location_count; k++)
            if (entry_point->inputs[k].location == choices[i].location &&
                used < LAYOUTS_ATTRIBUTES)
                chosen[used++] = choices[i];
    return used;
}

static void copy_buffer(const wlay_vertex_buffer *buffer, LayoutsVertex *vertex)
{
    memset(vertex, 0, sizeof *vertex);
    vertex->stride = buffer->array_stride;
    vertex->count = buffer->attribute_count;
    for (size_t i = 0; i < buffer->attribute_count; i++) {
        const wlay_vertex_attribute *from = &buffer->attributes[i];
        WGPUVertexAttribute *to = &vertex->attributes[i];

        to->format = (WGPUVertexFormat)from->format; /* the same numbers */
        to->offset = from->offset;
        to->shaderLocation = from->location;
    }
}

bool layouts_vertex(const wlay_module *module, const char *entry_point,
                    const wlay_vertex_choice *choices, size_t choice_count,
                    LayoutsVertex *vertex)
{
    const wlay_entry_point *found =
        wlay_find_entry_point(module, entry_point, WLAY_STRLEN);
    wlay_vertex_choice chosen[LAYOUTS_ATTRIBUTES];
    wlay_vertex_options options = {0};
    const wlay_vertex_layout *layout = NULL;
    wlay_result result;

    if (found == NULL)
        return false;
    options.choices = chosen;
    options.choice_count = choose(found, choices, choice_count, chosen);
    result = wlay_vertex_layout_make(found, &options, &layout);
    if (result == WLAY_TYPE_MISMATCH)
        fprintf(stderr, "%s: %s\n", entry_point,
                layout->issues[0].message.data);
    if (result == WLAY_OK && layout->buffer_count == 1)
        copy_buffer(&layout->buffers[0], vertex);
    wlay_vertex_layout_free(layout);
    return result == WLAY_OK;
}
