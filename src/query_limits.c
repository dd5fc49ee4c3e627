/* SPDX-License-Identifier: MIT */
/* What a device allows, and whether variables fit. */
#include "query.h"

#include <string.h>

/* Workgroup variables are added up in units of this many bytes. */
#define WORKGROUP_UNIT 16
/* The defaults in compatibility mode, where they are others. */
#define COMPATIBILITY_UNIFORM_SIZE 16384
#define COMPATIBILITY_ATTACHMENTS 4
#define COMPATIBILITY_INVOCATIONS 128

static const wlay_limits defaults = {
    .max_uniform_buffer_binding_size = 65536,
    .max_storage_buffer_binding_size = 134217728,
    .max_buffer_size = 268435456,
    .max_compute_workgroup_storage_size = 16384,
    .max_private_size = 8192,
    .max_immediate_size = 64,
    .max_bind_groups = 4,
    .max_bindings_per_bind_group = 1000,
    .max_uniform_buffers_per_shader_stage = 12,
    .max_storage_buffers_per_shader_stage = 8,
    .min_uniform_buffer_offset_alignment = 256,
    .min_storage_buffer_offset_alignment = 256,
    .max_sampled_textures_per_shader_stage = 16,
    .max_samplers_per_shader_stage = 16,
    .max_storage_textures_per_shader_stage = 4,
    .max_vertex_buffers = 8,
    .max_vertex_attributes = 16,
    .max_vertex_buffer_array_stride = 2048,
    .max_color_attachments = 8,
    .max_compute_workgroup_size_x = 256,
    .max_compute_workgroup_size_y = 256,
    .max_compute_workgroup_size_z = 64,
    .max_compute_invocations_per_workgroup = 256,
};

static void default_u64(uint64_t *limit, uint64_t value)
{
    if (*limit == 0)
        *limit = value;
}

static void default_u32(uint32_t *limit, uint32_t value)
{
    if (*limit == 0)
        *limit = value;
}

static void set_compatibility(wlay_limits *all)
{
    default_u64(&all->max_uniform_buffer_binding_size,
                COMPATIBILITY_UNIFORM_SIZE);
    default_u32(&all->max_color_attachments, COMPATIBILITY_ATTACHMENTS);
    default_u32(&all->max_compute_workgroup_size_x, COMPATIBILITY_INVOCATIONS);
    default_u32(&all->max_compute_workgroup_size_y, COMPATIBILITY_INVOCATIONS);
    default_u32(&all->max_compute_invocations_per_workgroup,
                COMPATIBILITY_INVOCATIONS);
}

wlay_limits wlay_limits_with_defaults(const wlay_limits *limits)
{
    wlay_limits all;

    if (limits == NULL)
        return defaults;
    all = *limits;
    if (all.compatibility_mode)
        set_compatibility(&all);
#define DEFAULT(bits, name) default_u##bits(&all.name, defaults.name)
    DEFAULT(64, max_uniform_buffer_binding_size);
    DEFAULT(64, max_storage_buffer_binding_size);
    DEFAULT(64, max_buffer_size);
    DEFAULT(64, max_compute_workgroup_storage_size);
    DEFAULT(64, max_private_size);
    DEFAULT(64, max_immediate_size);
    DEFAULT(32, max_bind_groups);
    DEFAULT(32, max_bindings_per_bind_group);
    DEFAULT(32, max_uniform_buffers_per_shader_stage);
    DEFAULT(32, max_storage_buffers_per_shader_stage);
    DEFAULT(32, min_uniform_buffer_offset_alignment);
    DEFAULT(32, min_storage_buffer_offset_alignment);
    DEFAULT(32, max_sampled_textures_per_shader_stage);
    DEFAULT(32, max_samplers_per_shader_stage);
    DEFAULT(32, max_storage_textures_per_shader_stage);
    DEFAULT(32, max_vertex_buffers);
    DEFAULT(32, max_vertex_attributes);
    DEFAULT(32, max_vertex_buffer_array_stride);
    DEFAULT(32, max_color_attachments);
    DEFAULT(32, max_compute_workgroup_size_x);
    DEFAULT(32, max_compute_workgroup_size_y);
    DEFAULT(32, max_compute_workgroup_size_z);
    DEFAULT(32, max_compute_invocations_per_workgroup);
#undef DEFAULT
    return all;
}

/* ---------------------------------------------------------------- verdicts */

/* Notes what a limit says; false if it is broken, which ends the check. */
static bool meets(wlay_verdict *verdict, wlay_limit limit, uint64_t needed,
                  uint64_t allowed)
{
    verdict->limit = limit;
    verdict->needed = needed;
    verdict->allowed = allowed;
    return needed <= allowed;
}

static bool check_binding(wlay_verdict *verdict, const wlay_variable *v,
                          const wlay_limits *limits)
{
    return !v->has_binding ||
           (meets(verdict, WLAY_LIMIT_BIND_GROUPS, (uint64_t)v->group + 1,
                  limits->max_bind_groups) &&
            meets(verdict, WLAY_LIMIT_BINDINGS, (uint64_t)v->binding + 1,
                  limits->max_bindings_per_bind_group));
}

/* The last one that is met governs what the caller sees. */
static bool check_size(wlay_verdict *verdict, const wlay_limits *limits,
                       uint64_t size)
{
    switch (verdict->variable->address_space) {
    case WLAY_SPACE_UNIFORM:
        return meets(verdict, WLAY_LIMIT_BUFFER_SIZE, size,
                     limits->max_buffer_size) &&
               meets(verdict, WLAY_LIMIT_UNIFORM_SIZE, size,
                     limits->max_uniform_buffer_binding_size);
    case WLAY_SPACE_STORAGE:
        return meets(verdict, WLAY_LIMIT_BUFFER_SIZE, size,
                     limits->max_buffer_size) &&
               meets(verdict, WLAY_LIMIT_STORAGE_SIZE, size,
                     limits->max_storage_buffer_binding_size);
    case WLAY_SPACE_WORKGROUP:
        return meets(verdict, WLAY_LIMIT_WORKGROUP_SIZE, size,
                     limits->max_compute_workgroup_storage_size);
    case WLAY_SPACE_PRIVATE:
        return meets(verdict, WLAY_LIMIT_PRIVATE_SIZE, size,
                     limits->max_private_size);
    case WLAY_SPACE_IMMEDIATE:
        return meets(verdict, WLAY_LIMIT_IMMEDIATE_SIZE, size,
                     limits->max_immediate_size);
    default:
        return true;
    }
}

/* The bytes that a variable takes of what its address space has. */
static wlay_result size_in_space(const wlay_variable *v, uint64_t count,
                                 uint64_t *size)
{
    wlay_result result;

    *size = 0;
    if (v->address_space == WLAY_SPACE_HANDLE)
        return count == 0 ? WLAY_OK : WLAY_TYPE_MISMATCH;
    result = wlay_is_buffer(v) ? wlay_buffer_size(v, count, size)
                               : wlay_size_for_count(v->type, count, size);
    if (result == WLAY_OK && v->address_space == WLAY_SPACE_WORKGROUP &&
        !wlay_round_up(WORKGROUP_UNIT, *size, size))
        return WLAY_OUT_OF_RANGE;
    return result;
}

wlay_result wlay_check_limits(const wlay_variable *variable, uint64_t count,
                              const wlay_limits *limits, wlay_verdict *out)
{
    const wlay_limits all = wlay_limits_with_defaults(limits);
    wlay_result result;
    uint64_t size;

    if (variable == NULL || out == NULL)
        return WLAY_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    result = size_in_space(variable, count, &size);
    if (result != WLAY_OK)
        return result;
    out->variable = variable;
    out->fits = check_binding(out, variable, &all) &&
                check_size(out, &all, size);
    return WLAY_OK;
}

size_t wlay_check_module_limits(const wlay_module *module,
                                const wlay_limits *limits,
                                wlay_verdict *verdicts, size_t capacity)
{
    size_t variable_count;
    const wlay_variable *const variables =
        wlay_variables(module, &variable_count);
    size_t count = 0;

    for (size_t i = 0; i < variable_count; i++) {
        wlay_verdict verdict;

        if (wlay_check_limits(&variables[i], 0, limits, &verdict) != WLAY_OK ||
            verdict.fits)
            continue;
        if (count < capacity)
            verdicts[count] = verdict;
        count++;
    }
    return count;
}

/* -------------------------------------------------------------------- text */

/* What of a variable is measured, and what WebGPU calls the limit. */
typedef struct limit_row {
    const char *name;
    const char *what;
    const char *unit;
} limit_row;

static const limit_row rows[] = {
    [WLAY_LIMIT_NONE] = {"", "", ""},
    [WLAY_LIMIT_BIND_GROUPS] = {"maxBindGroups", "", "bind groups"},
    [WLAY_LIMIT_BINDINGS] = {"maxBindingsPerBindGroup", "",
                             "bindings in its bind group"},
    [WLAY_LIMIT_BUFFER_SIZE] = {"maxBufferSize", "the buffer ", "bytes"},
    [WLAY_LIMIT_UNIFORM_SIZE] = {"maxUniformBufferBindingSize",
                                 "the uniform buffer ", "bytes"},
    [WLAY_LIMIT_STORAGE_SIZE] = {"maxStorageBufferBindingSize",
                                 "the storage buffer ", "bytes"},
    [WLAY_LIMIT_WORKGROUP_SIZE] = {"maxComputeWorkgroupStorageSize",
                                   "the workgroup variable ", "bytes"},
    [WLAY_LIMIT_PRIVATE_SIZE] = {"the private variables of a shader",
                                 "the private variable ", "bytes"},
    [WLAY_LIMIT_IMMEDIATE_SIZE] = {"maxImmediateSize", "the immediate data ",
                                   "bytes"},
    [WLAY_LIMIT_UNIFORM_BUFFERS] = {"maxUniformBuffersPerShaderStage", "",
                                    "uniform buffers"},
    [WLAY_LIMIT_STORAGE_BUFFERS] = {"maxStorageBuffersPerShaderStage", "",
                                    "storage buffers"},
    [WLAY_LIMIT_SAMPLED_TEXTURES] = {"maxSampledTexturesPerShaderStage", "",
                                     "sampled textures"},
    [WLAY_LIMIT_SAMPLERS] = {"maxSamplersPerShaderStage", "", "samplers"},
    [WLAY_LIMIT_STORAGE_TEXTURES] = {"maxStorageTexturesPerShaderStage", "",
                                     "storage textures"},
    [WLAY_LIMIT_COLOR_ATTACHMENTS] = {"maxColorAttachments", "",
                                      "color attachments"},
    [WLAY_LIMIT_WORKGROUP_X] = {"maxComputeWorkgroupSizeX", "",
                                "invocations in x"},
    [WLAY_LIMIT_WORKGROUP_Y] = {"maxComputeWorkgroupSizeY", "",
                                "invocations in y"},
    [WLAY_LIMIT_WORKGROUP_Z] = {"maxComputeWorkgroupSizeZ", "",
                                "invocations in z"},
    [WLAY_LIMIT_INVOCATIONS] = {"maxComputeInvocationsPerWorkgroup", "",
                                "invocations in a workgroup"},
    [WLAY_LIMIT_VERTEX_BUFFERS] = {"maxVertexBuffers", "", "vertex buffers"},
    [WLAY_LIMIT_VERTEX_ATTRIBUTES] = {"maxVertexAttributes", "",
                                      "vertex attributes, by the largest "
                                      "location"},
    [WLAY_LIMIT_VERTEX_STRIDE] = {"maxVertexBufferArrayStride", "",
                                  "bytes for a vertex"},
};

const char *wlay_limit_name(wlay_limit limit)
{
    return (unsigned)limit < sizeof rows / sizeof *rows ? rows[limit].name : "";
}

/* Text in the caller's buffer, as far as it goes. */
typedef struct line {
    char *data;
    size_t capacity;
    size_t length; /* of the whole text */
} line;

static void put(line *l, wlay_string text)
{
    for (size_t i = 0; i < text.length; i++, l->length++)
        if (l->length + 1 < l->capacity)
            l->data[l->length] = text.data[i];
}

static void put_words(line *l, const char *words)
{
    put(l, wlay_text(words));
}

static void put_number(line *l, uint64_t number)
{
    char buffer[WLAY_DIGITS_MAX];

    put(l, wlay_digits_u64(number, buffer));
}

static void put_verdict(line *l, const wlay_verdict *verdict)
{
    const limit_row *const row = &rows[verdict->limit];

    put_words(l, verdict->variable != NULL ? row->what : "the entry point ");
    put_words(l, "'");
    put(l, verdict->variable != NULL ? verdict->variable->name
                                     : verdict->entry_point->name);
    if (verdict->limit == WLAY_LIMIT_NONE) {
        put_words(l, "' is under no limit");
        return;
    }
    put_words(l, "' needs ");
    put_number(l, verdict->needed);
    put_words(l, " ");
    put_words(l, row->unit);
    put_words(l, verdict->fits ? " of the " : ", more than the ");
    put_number(l, verdict->allowed);
    put_words(l, " allowed (");
    put_words(l, row->name);
    put_words(l, ")");
}

WLAY_COLD size_t wlay_verdict_text(const wlay_verdict *verdict, char *buffer,
                         size_t capacity)
{
    line l = {buffer, capacity, 0};

    if (verdict != NULL &&
        (verdict->variable != NULL || verdict->entry_point != NULL) &&
        (unsigned)verdict->limit < sizeof rows / sizeof *rows)
        put_verdict(&l, verdict);
    if (capacity > 0)
        buffer[l.length < capacity ? l.length : capacity - 1] = '\0';
    return l.length;
}
