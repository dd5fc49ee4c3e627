/* SPDX-License-Identifier: MIT */
#include "limit.h"

#include "nearest.h"

#include <stddef.h>
#include <string.h>

bool tool_read_u64(const char *option, const char *text, uint64_t *out)
{
    const char *at = text;
    uint64_t value = 0;

    for (; *at >= '0' && *at <= '9'; at++) {
        const unsigned digit = (unsigned)(*at - '0');

        if (value > (UINT64_MAX - digit) / 10)
            break;
        value = value * 10 + digit;
    }
    if (at == text || *at != '\0') {
        tool_error("%s: '%s' is not a number from 0 to 18446744073709551615",
                   option, text);
        return false;
    }
    *out = value;
    return true;
}

/* The limits by their names in WebGPU, and where they are. */
static const struct {
    const char *name;
    size_t offset; /* in wlay_limits */
    size_t size;
} limits[] = {
#define LIMIT(name, field) \
    {name, offsetof(wlay_limits, field), sizeof(((wlay_limits *)0)->field)}
    LIMIT("maxUniformBufferBindingSize", max_uniform_buffer_binding_size),
    LIMIT("maxStorageBufferBindingSize", max_storage_buffer_binding_size),
    LIMIT("maxBufferSize", max_buffer_size),
    LIMIT("maxComputeWorkgroupStorageSize", max_compute_workgroup_storage_size),
    LIMIT("maxImmediateSize", max_immediate_size),
    LIMIT("maxBindGroups", max_bind_groups),
    LIMIT("maxBindingsPerBindGroup", max_bindings_per_bind_group),
    LIMIT("maxUniformBuffersPerShaderStage",
          max_uniform_buffers_per_shader_stage),
    LIMIT("maxStorageBuffersPerShaderStage",
          max_storage_buffers_per_shader_stage),
    LIMIT("maxSampledTexturesPerShaderStage",
          max_sampled_textures_per_shader_stage),
    LIMIT("maxSamplersPerShaderStage", max_samplers_per_shader_stage),
    LIMIT("maxStorageTexturesPerShaderStage",
          max_storage_textures_per_shader_stage),
    LIMIT("maxVertexBuffers", max_vertex_buffers),
    LIMIT("maxVertexAttributes", max_vertex_attributes),
    LIMIT("maxVertexBufferArrayStride", max_vertex_buffer_array_stride),
    LIMIT("maxColorAttachments", max_color_attachments),
    LIMIT("maxComputeWorkgroupSizeX", max_compute_workgroup_size_x),
    LIMIT("maxComputeWorkgroupSizeY", max_compute_workgroup_size_y),
    LIMIT("maxComputeWorkgroupSizeZ", max_compute_workgroup_size_z),
    LIMIT("maxComputeInvocationsPerWorkgroup",
          max_compute_invocations_per_workgroup),
    LIMIT("minUniformBufferOffsetAlignment",
          min_uniform_buffer_offset_alignment),
    LIMIT("minStorageBufferOffsetAlignment",
          min_storage_buffer_offset_alignment),
#undef LIMIT
};

static bool unknown_limit(wlay_string name)
{
    tool_nearest nearest;

    tool_nearest_start(&nearest, name);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        tool_nearest_offer(&nearest, tool_string(limits[i].name));
    tool_nearest_error(&nearest, "--limit: unknown limit", "");
    return false;
}

static bool store_limit(wlay_limits *all, size_t at, uint64_t value)
{
    char *const field = (char *)all + limits[at].offset;
    const uint32_t narrow = (uint32_t)value;
    const bool is_alignment = strncmp(limits[at].name, "min", 3) == 0;

    if (value == 0 || (limits[at].size == sizeof narrow && narrow != value) ||
        (is_alignment && (value & (value - 1)) != 0)) {
        tool_error("--limit: %s cannot be that", limits[at].name);
        return false;
    }
    if (limits[at].size == sizeof narrow)
        memcpy(field, &narrow, sizeof narrow);
    else
        memcpy(field, &value, sizeof value);
    return true;
}

bool tool_limit_set(wlay_limits *all, const char *value)
{
    const size_t length = strcspn(value, "=");
    uint64_t number;

    if (strcmp(value, "compatibility") == 0) {
        all->compatibility_mode = true;
        return true;
    }
    if (value[length] == '\0') {
        tool_error("--limit: '%s' is neither NAME=N nor 'compatibility'",
                   value);
        return false;
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (strlen(limits[i].name) == length &&
            memcmp(limits[i].name, value, length) == 0)
            return tool_read_u64("--limit", value + length + 1, &number) &&
                   store_limit(all, i, number);
    }
    return unknown_limit((wlay_string){value, length});
}
