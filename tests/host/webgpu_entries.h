/* SPDX-License-Identifier: MIT */
/*
 * To copy into a renderer: entries of a bind group layout for the buffers that
 * a module declares in a group.  Include webgpu.h, of whichever version, first.
 *
 * `visibility` are the stages that use the group; a vertex stage cannot see
 * buffers that are written.  Bit n of `dynamic` gives binding n a dynamic
 * offset, which WGSL does not know of.  Returns how many entries there are; of
 * them, those that fit are written.
 */
#ifndef WEBGPU_ENTRIES_H
#define WEBGPU_ENTRIES_H

#include <string.h>
#include <wlay.h>

static WGPUBufferBindingType buffer_binding_type(const wlay_variable *v)
{
    if (v->address_space == WLAY_SPACE_UNIFORM)
        return WGPUBufferBindingType_Uniform;
    return v->access == WLAY_ACCESS_READ ? WGPUBufferBindingType_ReadOnlyStorage
                                         : WGPUBufferBindingType_Storage;
}

static WGPUBindGroupLayoutEntry buffer_entry(const wlay_variable *v,
                                             WGPUShaderStage visibility,
                                             uint64_t dynamic)
{
    WGPUBindGroupLayoutEntry entry;

    /* Zero stands for "not used" in what describes samplers and textures. */
    memset(&entry, 0, sizeof entry);
    entry.binding = v->binding;
    entry.visibility = visibility;
    entry.buffer.type = buffer_binding_type(v);
    if (entry.buffer.type == WGPUBufferBindingType_Storage)
        entry.visibility &= ~WGPUShaderStage_Vertex;
    entry.buffer.hasDynamicOffset =
        v->binding < 64 && (dynamic >> v->binding & 1) != 0;
    return entry;
}

/* Variables of two entry points may share a binding: then the buffer has to be
   large enough for both. */
static uint64_t largest_size(const wlay_variable *variables, size_t count,
                             const wlay_variable *like)
{
    uint64_t size = 0;

    for (size_t i = 0; i < count; i++) {
        const wlay_variable *v = &variables[i];

        if (v->has_binding && v->group == like->group &&
            v->binding == like->binding && v->min_binding_size > size)
            size = v->min_binding_size;
    }
    return size;
}

static size_t buffer_entries(const wlay_module *module, uint32_t group,
                             WGPUShaderStage visibility, uint64_t dynamic,
                             WGPUBindGroupLayoutEntry *entries, size_t capacity)
{
    size_t count;
    size_t used = 0;
    const wlay_variable *variables = wlay_variables(module, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_variable *v = &variables[i];

        if (!v->has_binding || v->group != group || v->min_binding_size == 0 ||
            wlay_find_binding(module, group, v->binding) != v)
            continue;
        if (used < capacity) {
            entries[used] = buffer_entry(v, visibility, dynamic);
            entries[used].buffer.minBindingSize =
                largest_size(variables, count, v);
        }
        used++;
    }
    return used;
}

#endif
