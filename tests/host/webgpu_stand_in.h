/* SPDX-License-Identifier: MIT */
/* The few names of webgpu.h that webgpu_entries.h needs, for machines without
   it. */
#ifndef WEBGPU_STAND_IN_H
#define WEBGPU_STAND_IN_H

#include <stdint.h>

typedef uint32_t WGPUBool;
typedef uint64_t WGPUShaderStage;
static const WGPUShaderStage WGPUShaderStage_Vertex = 1;
static const WGPUShaderStage WGPUShaderStage_Fragment = 2;

typedef enum WGPUBufferBindingType {
    WGPUBufferBindingType_BindingNotUsed = 0,
    WGPUBufferBindingType_Uniform = 2,
    WGPUBufferBindingType_Storage = 3,
    WGPUBufferBindingType_ReadOnlyStorage = 4
} WGPUBufferBindingType;

typedef struct WGPUBufferBindingLayout {
    WGPUBufferBindingType type;
    WGPUBool hasDynamicOffset;
    uint64_t minBindingSize;
} WGPUBufferBindingLayout;

typedef struct WGPUBindGroupLayoutEntry {
    uint32_t binding;
    WGPUShaderStage visibility;
    WGPUBufferBindingLayout buffer;
} WGPUBindGroupLayoutEntry;

#endif
