/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------ members of C and those of WGSL */

#define F32 WLAY_HOST_F32
#define U32 WLAY_HOST_U32
#define F64 WLAY_HOST_F64

static const wlay_host_field camera_fields[] = {
    WLAY_FIELD(Scene, view_projection, "view_projection", F32),
    WLAY_FIELD(Scene, clip_to_world, "clip_to_world", F32),
    WLAY_FIELD(Scene, eye, "position", F32),
    WLAY_FIELD(Scene, exposure, "exposure", F32),
    WLAY_FIELD(Scene, right, "right", F32),
    WLAY_FIELD(Scene, up, "up", F32),
};

static const wlay_host_field lights_fields[] = {
    WLAY_FIELD(Scene, zenith, "zenith", F32),
    WLAY_FIELD(Scene, horizon, "horizon", F32),
    WLAY_FIELD(Scene, ground, "ground", F32),
    WLAY_FIELD(Scene, sun_direction, "sun.direction", F32),
    WLAY_FIELD(Scene, sun_softness, "sun.softness", F32),
    WLAY_FIELD(Scene, sun_color, "sun.color", F32),
    WLAY_FIELD(Scene, light_count, "count", U32),
};

static const wlay_host_field light_fields[] = {
    WLAY_FIELD(Light, color, "color", F32),
    WLAY_FIELD(Light, position, "position", F32),
    WLAY_FIELD(Light, radius, "radius", F32),
};

static const wlay_host_field occluder_fields[] = {
    WLAY_FIELD(Occluder, center, "center", F32),
    WLAY_FIELD(Occluder, radius, "radius", F32),
};

static const wlay_host_field material_fields[] = {
    WLAY_FIELD(Material, base_color, "base_color", F32),
    WLAY_FIELD(Material, emission, "emission", F32),
    WLAY_FIELD(Material, metallic, "metallic", F32),
    WLAY_FIELD(Material, roughness, "roughness", F32),
    WLAY_FIELD(Material, pattern, "pattern", F32),
};

static const wlay_host_field instance_fields[] = {
    WLAY_FIELD(Instance, material, "material", U32),
    WLAY_FIELD(Instance, first_bone, "first_bone", U32),
    WLAY_FIELD(Instance, tint, "tint", F32),
    WLAY_FIELD(Instance, world, "world", F32),
    WLAY_FIELD(Instance, normal, "normal", F32),
};

static const wlay_host_field bone_fields[] = {
    {"", 0, sizeof(Mat4), F32},
};

static const wlay_host_field simulation_fields[] = {
    WLAY_FIELD(Scene, gravity, "gravity", F32),
    WLAY_FIELD(Scene, time_step, "time_step", F32),
    WLAY_FIELD(Scene, bounce, "bounce", F32),
    WLAY_FIELD(Scene, drag, "drag", F32),
};

static const wlay_host_field particle_fields[] = {
    WLAY_FIELD(Particle, position, "position", F64), /* of double */
    WLAY_FIELD(Particle, velocity, "velocity", F64),
    WLAY_FIELD(Particle, color, "color", F32),
    WLAY_FIELD(Particle, age, "age", F32),
    WLAY_FIELD(Particle, life, "life", F32),
    WLAY_FIELD(Particle, size, "size", F32),
};

/* A variable, what single members get from the scene, and what the elements of
   its array get from an array in the scene. */
typedef struct Source {
    const char *variable;
    const wlay_host_field *fields;
    size_t field_count;
    const char *array; /* the path to it; NULL if there is none */
    const wlay_host_field *element_fields;
    size_t element_field_count;
    size_t offset; /* of the array in the scene */
    size_t count;
    size_t size; /* of an element */
} Source;

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define FIELDS(table) table, COUNT(table)
#define NO_FIELDS NULL, 0
#define ARRAY(path, table, member)                      \
    path, FIELDS(table), offsetof(Scene, member),       \
        COUNT(((Scene *)0)->member), sizeof *((Scene *)0)->member
#define NO_ARRAY NULL, NO_FIELDS, 0, 0, 0

enum { PARTICLES = MEMORY_BUFFERS - 1 };

static const Source sources[MEMORY_BUFFERS] = {
    {"camera", FIELDS(camera_fields), NO_ARRAY},
    {"lights", FIELDS(lights_fields), ARRAY("items", light_fields, lights)},
    {"occluders", NO_FIELDS, ARRAY("", occluder_fields, occluders)},
    {"materials", NO_FIELDS, ARRAY("", material_fields, materials)},
    {"instances", NO_FIELDS, ARRAY("", instance_fields, instances)},
    {"bones", NO_FIELDS, ARRAY("", bone_fields, bones)},
    {"simulation", FIELDS(simulation_fields), NO_ARRAY},
    [PARTICLES] = {"particles", NO_FIELDS,
                   ARRAY("", particle_fields, particles)},
};

/* ----------------------------------------------------------------- filling */

static bool complain(const char *variable, const char *what, const char *why)
{
    fprintf(stderr, "%s: %s: %s\n", variable, what, why);
    return false;
}

/* Single members, each by its path. */
static bool fill_members(const Source *source, const Scene *scene,
                         const wlay_type *type, unsigned char *bytes,
                         size_t size)
{
    for (size_t i = 0; i < source->field_count; i++) {
        const wlay_host_field *field = &source->fields[i];
        const wlay_result result = wlay_store_path(
            bytes, size, type, field->path, WLAY_STRLEN, field->host,
            (const unsigned char *)scene + field->offset, field->size);

        if (result != WLAY_OK)
            return complain(source->variable, field->path,
                            wlay_result_text(result));
    }
    return true;
}

/* A plan from the C struct to the element of an array; NULL if there is none.
   The shader may have members that the program does not know. */
static wlay_plan *make_plan(const Source *source, const wlay_type *element)
{
    wlay_plan_options options = {0};
    wlay_plan *plan = NULL;
    const wlay_plan_issue *issues;
    size_t count;

    options.flags = WLAY_PLAN_PARTIAL;
    if (wlay_plan_make(element, source->size, source->element_fields,
                       source->element_field_count, &options,
                       &plan) == WLAY_OK)
        return plan;
    issues = wlay_plan_issues(plan, &count);
    for (size_t i = 0; i < count; i++)
        complain(source->variable, issues[i].path.data, issues[i].reason.data);
    wlay_plan_free(plan);
    return NULL;
}

/* All elements of the array at once. */
static bool fill_array(const Source *source, const Scene *scene,
                       const wlay_type *type, unsigned char *bytes, size_t size)
{
    wlay_view array;
    wlay_plan *plan;
    wlay_result result;

    if (source->array == NULL)
        return true;
    if (wlay_follow(type, source->array, WLAY_STRLEN, size, &array, NULL) !=
            WLAY_OK ||
        array.type->kind != WLAY_TYPE_ARRAY)
        return complain(source->variable, source->array, "no such array");
    plan = make_plan(source, array.type->element);
    if (plan == NULL)
        return false;
    result = wlay_plan_store(plan, bytes, size, array.offset,
                             (const unsigned char *)scene + source->offset,
                             source->count);
    wlay_plan_free(plan);
    return result == WLAY_OK ||
           complain(source->variable, "storing", wlay_result_text(result));
}

/* ----------------------------------------------------------------- buffers */

static WGPUBufferUsage usage_of(const wlay_variable *variable)
{
    if (variable->address_space == WLAY_SPACE_UNIFORM)
        return WGPUBufferUsage_Uniform;
    return WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
}

static bool make_buffer(Memory *memory, size_t index,
                        const wlay_module *module, const Scene *scene,
                        const Fault *fault)
{
    const Source *source = &sources[index];
    const wlay_variable *variable =
        wlay_find_variable(module, source->variable, WLAY_STRLEN);
    uint64_t count;
    uint64_t size;
    unsigned char *bytes;
    bool ok;

    if (variable == NULL)
        return complain(source->variable, "the shader", "no such variable");
    count = variable->type->flags & WLAY_TYPE_RUNTIME_SIZED ? source->count : 0;
    if (wlay_buffer_size(variable, count, &size) != WLAY_OK)
        return complain(source->variable, "the shader", "it has no size");
    bytes = allocate((size_t)size);
    ok = fill_members(source, scene, variable->type, bytes, (size_t)size) &&
         fill_array(source, scene, variable->type, bytes, (size_t)size);
    if (fault != NULL)
        fault_apply(fault, source->variable, bytes, (size_t)size);
    memory->buffers[index] =
        device_buffer(memory->device, usage_of(variable), bytes, size);
    memory->sizes[index] = size;
    free(bytes);
    return ok;
}

bool memory_make(Memory *memory, Device *device, const wlay_module *module,
                 const Scene *scene, const Fault *fault)
{
    bool ok = true;

    memset(memory, 0, sizeof *memory);
    memory->device = device;
    for (size_t i = 0; i < MEMORY_BUFFERS; i++)
        ok = make_buffer(memory, i, module, scene, fault) && ok;
    return ok;
}

void memory_free(Memory *memory)
{
    for (size_t i = 0; i < MEMORY_BUFFERS; i++)
        if (memory->buffers[i] != NULL)
            wgpuBufferRelease(memory->buffers[i]);
    memset(memory, 0, sizeof *memory);
}

WGPUBuffer memory_find(const Memory *memory, const char *variable,
                       uint64_t *size)
{
    /* Two variables for one buffer: what a compute pass writes, a vertex stage
       may only read. */
    if (strcmp(variable, "drawn") == 0)
        variable = "particles";
    for (size_t i = 0; i < MEMORY_BUFFERS; i++)
        if (strcmp(sources[i].variable, variable) == 0) {
            *size = memory->sizes[i];
            return memory->buffers[i];
        }
    return NULL;
}

bool memory_load_particles(const Memory *memory, const wlay_module *module,
                           Particle *particles)
{
    const Source *source = &sources[PARTICLES];
    const size_t size = (size_t)memory->sizes[PARTICLES];
    const wlay_variable *variable =
        wlay_find_variable(module, source->variable, WLAY_STRLEN);
    wlay_plan *plan = make_plan(source, variable->type->element);
    unsigned char *bytes = allocate(size);
    bool ok;

    device_read(memory->device, memory->buffers[PARTICLES], bytes, size);
    ok = plan != NULL && wlay_plan_load(plan, bytes, size, 0, particles,
                                        source->count) == WLAY_OK;
    wlay_plan_free(plan);
    free(bytes);
    return ok;
}

/* -------------------------------------------------------------- hot reload */

static bool holds(const wlay_type *type, const wlay_struct *structure)
{
    if (type->kind == WLAY_TYPE_ARRAY)
        return holds(type->element, structure);
    if (type->kind != WLAY_TYPE_STRUCT)
        return false;
    if (type->structure == structure)
        return true;
    for (size_t i = 0; i < type->structure->member_count; i++)
        if (holds(type->structure->members[i].type, structure))
            return true;
    return false;
}

/* Does a change concern the memory of a variable of the new module? */
static bool concerns(const wlay_change *change, const wlay_variable *variable)
{
    if (change->new_variable != NULL)
        return change->new_variable == variable;
    return change->new_struct != NULL &&
           holds(variable->type, change->new_struct);
}

static bool has_changed(const wlay_diff *diff, const wlay_variable *variable)
{
    size_t count;
    const wlay_change *changes = wlay_diff_changes(diff, &count);

    for (size_t i = 0; i < count; i++)
        if (concerns(&changes[i], variable))
            return true;
    return false;
}

bool memory_reload(Memory *memory, const wlay_module *old_module,
                   const wlay_module *module, const Scene *scene,
                   size_t *out_made)
{
    wlay_diff *diff;
    bool ok = true;

    *out_made = 0;
    if (wlay_diff_make(old_module, module, 0, NULL, &diff) != WLAY_OK)
        return false;
    for (size_t i = 0; i < MEMORY_BUFFERS; i++) {
        const wlay_variable *variable =
            wlay_find_variable(module, sources[i].variable, WLAY_STRLEN);

        if (variable == NULL || !has_changed(diff, variable))
            continue;
        wgpuBufferRelease(memory->buffers[i]);
        ok = make_buffer(memory, i, module, scene, NULL) && ok;
        ++*out_made;
    }
    wlay_diff_free(diff);
    return ok;
}
