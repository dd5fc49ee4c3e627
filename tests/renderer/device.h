/* SPDX-License-Identifier: MIT */
/*
 * A WebGPU device without a window, and what the programs here ask of it.
 *
 * Nothing returns an error: device.error is the first message of WebGPU since
 * device_take_error(), and from then on results are of no use.
 */
#ifndef RENDERER_DEVICE_H
#define RENDERER_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <webgpu.h>

/* The library that tests/renderer/fetch brings is older than the header: of the
   texture formats, six have come in between and moved the others. */
#define DEVICE_RGBA8UNORM ((WGPUTextureFormat)0x12)
#define DEVICE_DEPTH32FLOAT ((WGPUTextureFormat)0x2a)

typedef struct Device {
    WGPUInstance instance;
    WGPUAdapter adapter;
    WGPUDevice device;
    WGPUQueue queue;
    bool f16;             /* its WGSL has f16 */
    bool standard_layout; /* and uniform_buffer_standard_layout */
    char name[64];        /* of the adapter */
    char error[1024];
} Device;

/* False, and why in device->error, where there is no such thing. */
bool device_open(Device *device);
void device_close(Device *device);

/* Copies the first message since the last call to `message` and forgets it;
   false if all went well. */
bool device_take_error(Device *device, char *message, size_t capacity);

/* A new buffer with those bytes in it; zeros if `bytes` is NULL. */
WGPUBuffer device_buffer(Device *device, WGPUBufferUsage usage,
                         const void *bytes, uint64_t size);
/* Waits for all that was submitted, and copies a buffer that has the usage
   CopySrc to the host. */
void device_read(Device *device, WGPUBuffer buffer, void *bytes, uint64_t size);
/* The same for a texture of 4 bytes a texel. */
void device_read_texture(Device *device, WGPUTexture texture, uint32_t width,
                         uint32_t height, unsigned char *bytes);

WGPUShaderModule device_shader(Device *device, const char *text, size_t length);
/* Ends an encoder and submits what it has; releases it. */
void device_submit(Device *device, WGPUCommandEncoder encoder);

/* A text of the library, or of C, for WebGPU. */
WGPUStringView device_text(const char *text);

#endif
