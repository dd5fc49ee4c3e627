/* SPDX-License-Identifier: MIT */
/* Do the entries say what the shader does?  WEBGPU_HEADER is the true header,
   or the one that stands in for it. */
#include WEBGPU_HEADER

#include "webgpu_entries.h"

#include <stdio.h>

static const char text[] =
    "struct Camera { view: mat4x4f, position: vec3f }\n"
    "struct Light { position: vec3f, radius: f32, color: vec3f }\n"
    "@group(0) @binding(0) var<uniform> camera: Camera;\n"
    "@group(0) @binding(3) var<storage> lights: array<Light>;\n"
    "@group(0) @binding(4) var<storage, read_write> hits: array<atomic<u32>>;\n"
    "@group(0) @binding(5) var albedo: texture_2d<f32>;\n"
    "@group(0) @binding(3) var<storage> lights_too: array<Light, 4>;\n"
    "@group(1) @binding(0) var<uniform> object: mat4x4f;\n";

static int failures;

static void check(int holds, const char *what)
{
    if (holds)
        return;
    failures++;
    printf("FAILED: %s\n", what);
}
#define CHECK(condition) check((condition), #condition)

static void check_group_0(const WGPUBindGroupLayoutEntry *e)
{
    const WGPUShaderStage both =
        WGPUShaderStage_Vertex | WGPUShaderStage_Fragment;

    CHECK(e[0].binding == 0 && e[1].binding == 3 && e[2].binding == 4);
    CHECK(e[0].buffer.type == WGPUBufferBindingType_Uniform);
    CHECK(e[1].buffer.type == WGPUBufferBindingType_ReadOnlyStorage);
    CHECK(e[2].buffer.type == WGPUBufferBindingType_Storage);
    CHECK(e[0].buffer.minBindingSize == 80);
    CHECK(e[1].buffer.minBindingSize == 128);
    CHECK(e[2].buffer.minBindingSize == 4);
    CHECK(!e[0].buffer.hasDynamicOffset && e[1].buffer.hasDynamicOffset);
    CHECK(e[0].visibility == both && e[1].visibility == both);
    CHECK(e[2].visibility == WGPUShaderStage_Fragment);
}

int main(void)
{
    const WGPUShaderStage both =
        WGPUShaderStage_Vertex | WGPUShaderStage_Fragment;
    WGPUBindGroupLayoutEntry entries[4];
    wlay_module *module;

    if (wlay_parse(text, WLAY_STRLEN, NULL, &module) != WLAY_OK)
        return 1;
    CHECK(buffer_entries(module, 0, both, 1u << 3, entries, 4) == 3);
    check_group_0(entries);
    CHECK(buffer_entries(module, 1, both, 0, entries, 1) == 1);
    CHECK(buffer_entries(module, 2, both, 0, NULL, 0) == 0);
    CHECK(buffer_entries(module, 0, both, 0, NULL, 0) == 3);
    wlay_module_free(module);
    printf("%s: %d failures\n", WEBGPU_HEADER, failures);
    return failures == 0 ? 0 : 1;
}
