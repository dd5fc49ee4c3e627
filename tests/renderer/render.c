/* SPDX-License-Identifier: MIT */
#include "render.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- textures */

static WGPUTexture make_texture(const Render *render, uint32_t width,
                                uint32_t height, WGPUTextureFormat format,
                                uint32_t samples, WGPUTextureUsage usage)
{
    WGPUTextureDescriptor descriptor = WGPU_TEXTURE_DESCRIPTOR_INIT;

    descriptor.usage = usage;
    descriptor.dimension = WGPUTextureDimension_2D;
    descriptor.size.width = width;
    descriptor.size.height = height;
    descriptor.size.depthOrArrayLayers = 1;
    descriptor.format = format;
    descriptor.sampleCount = samples;
    return wgpuDeviceCreateTexture(render->device->device, &descriptor);
}

static void make_pattern(Render *render)
{
    const WGPUExtent3D size = {SCENE_PATTERN_SIZE, SCENE_PATTERN_SIZE, 1};
    WGPUTexelCopyTextureInfo to = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    WGPUTexelCopyBufferLayout layout = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
    WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;

    render->pattern = make_texture(
        render, SCENE_PATTERN_SIZE, SCENE_PATTERN_SIZE, PIPELINES_COLOR, 1,
        WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopyDst);
    render->pattern_view = wgpuTextureCreateView(render->pattern, NULL);
    to.texture = render->pattern;
    layout.bytesPerRow = SCENE_PATTERN_SIZE * 4;
    layout.rowsPerImage = SCENE_PATTERN_SIZE;
    wgpuQueueWriteTexture(render->device->queue, &to, render->scene->pattern,
                          sizeof render->scene->pattern, &layout, &size);
    sampler.addressModeU = sampler.addressModeV = WGPUAddressMode_Repeat;
    sampler.magFilter = sampler.minFilter = WGPUFilterMode_Linear;
    render->sampler =
        wgpuDeviceCreateSampler(render->device->device, &sampler);
}

static void make_targets(Render *render)
{
    const WGPUTextureUsage drawn = WGPUTextureUsage_RenderAttachment;

    render->color = make_texture(render, render->width, render->height,
                                 PIPELINES_COLOR, 1,
                                 drawn | WGPUTextureUsage_CopySrc);
    render->samples = make_texture(render, render->width, render->height,
                                   PIPELINES_COLOR, PIPELINES_SAMPLES, drawn);
    render->depth = make_texture(render, render->width, render->height,
                                 PIPELINES_DEPTH, PIPELINES_SAMPLES, drawn);
    render->color_view = wgpuTextureCreateView(render->color, NULL);
    render->samples_view = wgpuTextureCreateView(render->samples, NULL);
    render->depth_view = wgpuTextureCreateView(render->depth, NULL);
}

static void free_textures(Render *render)
{
    WGPUTexture textures[] = {render->pattern, render->color, render->samples,
                              render->depth};
    WGPUTextureView views[] = {render->pattern_view, render->color_view,
                               render->samples_view, render->depth_view};

    for (int i = 0; i < 4; i++) {
        wgpuTextureViewRelease(views[i]);
        wgpuTextureRelease(textures[i]);
    }
    wgpuSamplerRelease(render->sampler);
}

/* ----------------------------------------------------------- what is bound */

static WGPUBindGroupEntry find_resource(void *user,
                                        const wlay_variable *variable)
{
    const Render *render = user;
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;

    if (variable->type->kind == WLAY_TYPE_TEXTURE)
        entry.textureView = render->pattern_view;
    else if (variable->type->kind == WLAY_TYPE_SAMPLER)
        entry.sampler = render->sampler;
    else
        entry.buffer = memory_find(&render->memory, variable->name.data,
                                   &entry.size);
    return entry;
}

static void bind_for_drawing(Render *render, WGPURenderPassEncoder pass,
                             const Layouts *layouts)
{
    for (uint32_t i = 0; i < layouts->group_count; i++) {
        WGPUBindGroup group = layouts_bind(render->device, layouts, i,
                                           find_resource, render);

        wgpuRenderPassEncoderSetBindGroup(pass, i, group, 0, NULL);
        wgpuBindGroupRelease(group);
    }
}

static void bind_for_computing(Render *render, WGPUComputePassEncoder pass,
                               const Layouts *layouts)
{
    for (uint32_t i = 0; i < layouts->group_count; i++) {
        WGPUBindGroup group = layouts_bind(render->device, layouts, i,
                                           find_resource, render);

        wgpuComputePassEncoderSetBindGroup(pass, i, group, 0, NULL);
        wgpuBindGroupRelease(group);
    }
}

/* ----------------------------------------------------------------- drawing */

void render_move(Render *render, uint32_t steps)
{
    const ComputePipeline *moving = &render->pipelines.moving;
    const uint32_t groups =
        (SCENE_PARTICLES + moving->workgroup_size - 1) /
        moving->workgroup_size;
    WGPUCommandEncoder encoder =
        wgpuDeviceCreateCommandEncoder(render->device->device, NULL);
    WGPUComputePassEncoder pass =
        wgpuCommandEncoderBeginComputePass(encoder, NULL);

    wgpuComputePassEncoderSetPipeline(pass, moving->pipeline);
    bind_for_computing(render, pass, &moving->layouts);
    for (uint32_t i = 0; i < steps; i++)
        wgpuComputePassEncoderDispatchWorkgroups(pass, groups, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    device_submit(render->device, encoder);
}

static WGPURenderPassEncoder begin_pass(const Render *render,
                                        WGPUCommandEncoder encoder)
{
    WGPURenderPassDescriptor descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    WGPURenderPassColorAttachment color =
        WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    WGPURenderPassDepthStencilAttachment depth =
        WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;

    color.view = render->samples_view;
    color.resolveTarget = render->color_view;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Discard;
    depth.view = render->depth_view;
    depth.depthLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = WGPUStoreOp_Discard;
    depth.depthClearValue = 1;
    descriptor.colorAttachments = &color;
    descriptor.colorAttachmentCount = 1;
    descriptor.depthStencilAttachment = &depth;
    return wgpuCommandEncoderBeginRenderPass(encoder, &descriptor);
}

static void use_pipeline(Render *render, WGPURenderPassEncoder pass, int index)
{
    const Pipeline *pipeline = &render->pipelines.drawing[index];

    wgpuRenderPassEncoderSetPipeline(pass, pipeline->pipeline);
    bind_for_drawing(render, pass, &pipeline->layouts);
}

void render_draw(Render *render, bool with_particles, unsigned char *rgba)
{
    WGPUCommandEncoder encoder =
        wgpuDeviceCreateCommandEncoder(render->device->device, NULL);
    WGPURenderPassEncoder pass = begin_pass(render, encoder);

    use_pipeline(render, pass, SKY);
    wgpuRenderPassEncoderDraw(pass, 3, 1, 0, 0);
    use_pipeline(render, pass, MESH);
    geometry_draw(&render->plane, pass, 0, 1);
    geometry_draw(&render->sphere, pass, SCENE_FIRST_SPHERE,
                  SCENE_SPHERES + SCENE_LIGHTS);
    use_pipeline(render, pass, SKINNED);
    geometry_draw(&render->arm, pass, SCENE_FIRST_ARM, SCENE_ARMS);
    if (with_particles) {
        use_pipeline(render, pass, SPARKS);
        wgpuRenderPassEncoderDraw(pass, 4, SCENE_PARTICLES, 0, 0);
    }
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    device_submit(render->device, encoder);
    device_read_texture(render->device, render->color, render->width,
                        render->height, rgba);
}

/* ----------------------------------------------------------- making it all */

static bool make_pipelines(Render *render, const char *text)
{
    return pipelines_make(&render->pipelines, render->device, render->module,
                          text, (double)render->scene->fog);
}

static wlay_module *parse(const char *text)
{
    wlay_module *module = NULL;
    wlay_options options = {0};
    const wlay_diagnostic *found;
    size_t count;

    options.read_functions = true; /* for what entry points use */
    if (wlay_parse(text, WLAY_STRLEN, &options, &module) == WLAY_OK)
        return module;
    found = wlay_diagnostics(module, &count);
    for (size_t i = 0; i < count; i++)
        fprintf(stderr, "%u: %s\n", found[i].place.line,
                found[i].message.data);
    wlay_module_free(module);
    return NULL;
}

bool render_make(Render *render, Device *device, const Scene *scene,
                 const char *text, uint32_t width, uint32_t height)
{
    memset(render, 0, sizeof *render);
    render->device = device;
    render->scene = scene;
    render->width = width;
    render->height = height;
    render->module = parse(text);
    if (render->module == NULL)
        return false;
    make_pattern(render);
    make_targets(render);
    if (!memory_make(&render->memory, device, render->module, scene, NULL) ||
        !make_pipelines(render, text))
        return false;
    geometry_make(device, &scene->plane, &render->pipelines.drawing[MESH].vertex,
                  &render->plane);
    geometry_make(device, &scene->sphere, &render->pipelines.drawing[MESH].vertex,
                  &render->sphere);
    geometry_make(device, &scene->arm, &render->pipelines.drawing[SKINNED].vertex,
                  &render->arm);
    return true;
}

void render_free(Render *render)
{
    pipelines_free(&render->pipelines);
    memory_free(&render->memory);
    geometry_free(&render->plane);
    geometry_free(&render->sphere);
    geometry_free(&render->arm);
    free_textures(render);
    wlay_module_free(render->module);
}

bool render_refill(Render *render, const Fault *fault)
{
    memory_free(&render->memory);
    return memory_make(&render->memory, render->device, render->module,
                       render->scene, fault);
}

bool render_reload(Render *render, const char *text, bool refill,
                   size_t *out_made)
{
    wlay_module *module = parse(text);
    bool ok;

    *out_made = 0;
    if (module == NULL)
        return false;
    ok = !refill || memory_reload(&render->memory, render->module, module,
                                  render->scene, out_made);
    pipelines_free(&render->pipelines);
    wlay_module_free(render->module);
    render->module = module;
    return make_pipelines(render, text) && ok;
}
