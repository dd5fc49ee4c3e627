/* SPDX-License-Identifier: MIT */
#include "pipelines.h"

#include "geometry.h"

#include <string.h>

typedef struct PipelineMaker {
    Device *device;
    const wlay_module *module;
    WGPUShaderModule shader;
    double fog;
} PipelineMaker;

/* What tells the pipelines from one another. */
typedef struct Recipe {
    const char *vertex;
    const char *fragment;
    bool hides; /* what is behind it */
    bool adds;  /* to the color that is there */
} Recipe;

static const Recipe recipes[PIPELINES] = {
    [SKY] = {"sky_vertex", "sky_fragment", false, false},
    [MESH] = {"mesh_vertex", "surface_fragment", true, false},
    [SKINNED] = {"skinned_vertex", "surface_fragment", true, false},
    [SPARKS] = {"particle_vertex", "particle_fragment", false, true},
};

/* Narrower than vec3f, vec4u and vec4f: that is up to the program. */
static const wlay_vertex_choice choices[] = {
    {.location = NORMAL, .format = WLAY_VERTEX_SNORM16X4},
    {.location = JOINTS, .format = WLAY_VERTEX_UINT8X4},
    {.location = WEIGHTS, .format = WLAY_VERTEX_UNORM8X4},
};

static WGPUDepthStencilState depth_state(const Recipe *recipe)
{
    WGPUDepthStencilState state = WGPU_DEPTH_STENCIL_STATE_INIT;

    state.format = PIPELINES_DEPTH;
    state.depthWriteEnabled =
        recipe->hides ? WGPUOptionalBool_True : WGPUOptionalBool_False;
    state.depthCompare = recipe->hides || recipe->adds
                             ? WGPUCompareFunction_Less
                             : WGPUCompareFunction_Always;
    return state;
}

static WGPUBlendState adding(void)
{
    WGPUBlendState state = WGPU_BLEND_STATE_INIT;

    state.color.operation = WGPUBlendOperation_Add;
    state.color.srcFactor = WGPUBlendFactor_One;
    state.color.dstFactor = WGPUBlendFactor_One;
    state.alpha = state.color;
    return state;
}

/* All that an entry point takes, or gives. */
enum { CONSTANTS_MAX = 8, TARGETS_MAX = 8 };

/* The values of the overrides that an entry point uses. */
static size_t list_constants(const PipelineMaker *maker,
                             const wlay_entry_point *entry_point,
                             WGPUConstantEntry *constants)
{
    size_t used = 0;

    for (size_t i = 0; i < entry_point->override_count; i++) {
        const wlay_string name = entry_point->overrides[i]->name;
        const WGPUConstantEntry empty = WGPU_CONSTANT_ENTRY_INIT;

        if (strcmp(name.data, "fog") != 0 || used == CONSTANTS_MAX)
            continue;
        constants[used] = empty;
        constants[used].key = device_text(name.data);
        constants[used++].value = maker->fog;
    }
    return used;
}

static size_t list_targets(const Recipe *recipe, const WGPUBlendState *blend,
                           const wlay_entry_point *entry_point,
                           WGPUColorTargetState *targets)
{
    const size_t count = entry_point->output_location_count;

    for (size_t i = 0; i < count && i < TARGETS_MAX; i++) {
        const WGPUColorTargetState empty = WGPU_COLOR_TARGET_STATE_INIT;

        targets[i] = empty;
        targets[i].format = PIPELINES_COLOR;
        targets[i].blend = recipe->adds ? blend : NULL;
    }
    return count;
}

static WGPUVertexBufferLayout vertex_buffer(const Pipeline *made)
{
    WGPUVertexBufferLayout buffer = WGPU_VERTEX_BUFFER_LAYOUT_INIT;

    buffer.stepMode = WGPUVertexStepMode_Vertex;
    buffer.arrayStride = made->vertex.stride;
    buffer.attributeCount = made->vertex.count;
    buffer.attributes = made->vertex.attributes;
    return buffer;
}

static WGPURenderPipeline create_pipeline(const PipelineMaker *maker,
                                          const Recipe *recipe,
                                          const Pipeline *made)
{
    const wlay_entry_point *colors = wlay_find_entry_point(
        maker->module, recipe->fragment, WLAY_STRLEN);
    WGPURenderPipelineDescriptor descriptor =
        WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    WGPUColorTargetState targets[TARGETS_MAX];
    WGPUConstantEntry constants[CONSTANTS_MAX];
    const WGPUVertexBufferLayout buffer = vertex_buffer(made);
    const WGPUDepthStencilState depth = depth_state(recipe);
    const WGPUBlendState blend = adding();

    fragment.module = maker->shader;
    fragment.entryPoint = device_text(recipe->fragment);
    fragment.constants = constants;
    fragment.constantCount = list_constants(maker, colors, constants);
    fragment.targets = targets;
    fragment.targetCount = list_targets(recipe, &blend, colors, targets);
    descriptor.layout = made->layouts.pipeline;
    descriptor.vertex.module = maker->shader;
    descriptor.vertex.entryPoint = device_text(recipe->vertex);
    descriptor.vertex.buffers = &buffer;
    descriptor.vertex.bufferCount = made->vertex.count > 0 ? 1 : 0;
    descriptor.primitive.topology = recipe->adds
                                        ? WGPUPrimitiveTopology_TriangleStrip
                                        : WGPUPrimitiveTopology_TriangleList;
    descriptor.depthStencil = &depth;
    descriptor.multisample.count = PIPELINES_SAMPLES;
    descriptor.fragment = &fragment;
    return wgpuDeviceCreateRenderPipeline(maker->device->device, &descriptor);
}

static bool make_drawing(const PipelineMaker *maker, const Recipe *recipe,
                         Pipeline *made)
{
    if (!layouts_make(maker->device, maker->module, recipe->vertex,
                      recipe->fragment, &made->layouts) ||
        !layouts_vertex(maker->module, recipe->vertex, choices,
                        sizeof choices / sizeof *choices, &made->vertex))
        return false;
    made->pipeline = create_pipeline(maker, recipe, made);
    return true;
}

static bool make_moving(const PipelineMaker *maker, ComputePipeline *made)
{
    static const char name[] = "move_particles";
    WGPUComputePipelineDescriptor descriptor =
        WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;

    if (!layouts_make(maker->device, maker->module, name, NULL,
                      &made->layouts))
        return false;
    descriptor.layout = made->layouts.pipeline;
    descriptor.compute.module = maker->shader;
    descriptor.compute.entryPoint = device_text(name);
    made->pipeline =
        wgpuDeviceCreateComputePipeline(maker->device->device, &descriptor);
    made->workgroup_size =
        wlay_find_entry_point(maker->module, name, WLAY_STRLEN)
            ->workgroup_size[0];
    return true;
}

bool pipelines_make(Pipelines *pipelines, Device *device,
                    const wlay_module *module, const char *text, double fog)
{
    PipelineMaker maker;
    bool ok;

    memset(pipelines, 0, sizeof *pipelines);
    maker.device = device;
    maker.module = module;
    maker.shader = device_shader(device, text, WGPU_STRLEN);
    maker.fog = fog;
    ok = make_moving(&maker, &pipelines->moving);
    for (int i = 0; ok && i < PIPELINES; i++)
        ok = make_drawing(&maker, &recipes[i], &pipelines->drawing[i]);
    wgpuShaderModuleRelease(maker.shader);
    return ok;
}

void pipelines_free(Pipelines *pipelines)
{
    for (int i = 0; i < PIPELINES; i++) {
        if (pipelines->drawing[i].pipeline != NULL)
            wgpuRenderPipelineRelease(pipelines->drawing[i].pipeline);
        layouts_free(&pipelines->drawing[i].layouts);
    }
    if (pipelines->moving.pipeline != NULL)
        wgpuComputePipelineRelease(pipelines->moving.pipeline);
    layouts_free(&pipelines->moving.layouts);
    memset(pipelines, 0, sizeof *pipelines);
}
