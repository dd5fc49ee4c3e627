/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <stdio.h>
#include <string.h>
#include <threads.h>

/* Calls back what is ready, and leaves the processor to the device, which may
   well be the same. */
static void pump(const Device *device)
{
    static const struct timespec pause = {0, 200000};

    wgpuInstanceProcessEvents(device->instance);
    thrd_sleep(&pause, NULL);
}

/* ----------------------------------------------------------------- opening */

WGPUStringView device_text(const char *text)
{
    const WGPUStringView view = {text, WGPU_STRLEN};

    return view;
}

static void keep_error(Device *device, const char *what, WGPUStringView message)
{
    const size_t length =
        message.length == WGPU_STRLEN ? strlen(message.data) : message.length;

    if (device->error[0] == '\0')
        snprintf(device->error, sizeof device->error, "%s: %.*s", what,
                 (int)(length < 900 ? length : 900),
                 message.data == NULL ? "" : message.data);
}

static void on_adapter(WGPURequestAdapterStatus status, WGPUAdapter adapter,
                       WGPUStringView message, void *user, void *unused)
{
    Device *device = user;

    (void)unused;
    if (status == WGPURequestAdapterStatus_Success)
        device->adapter = adapter;
    else
        keep_error(device, "no adapter", message);
}

static void on_device(WGPURequestDeviceStatus status, WGPUDevice made,
                      WGPUStringView message, void *user, void *unused)
{
    Device *device = user;

    (void)unused;
    if (status == WGPURequestDeviceStatus_Success)
        device->device = made;
    else
        keep_error(device, "no device", message);
}

static void on_error(const WGPUDevice *from, WGPUErrorType type,
                     WGPUStringView message, void *user, void *unused)
{
    (void)from;
    (void)type;
    (void)unused;
    keep_error(user, "WebGPU", message);
}

static void on_lost(const WGPUDevice *from, WGPUDeviceLostReason reason,
                    WGPUStringView message, void *user, void *unused)
{
    (void)from;
    (void)unused;
    if (reason != WGPUDeviceLostReason_Destroyed &&
        reason != WGPUDeviceLostReason_CallbackCancelled)
        keep_error(user, "the device was lost", message);
}

static void request_adapter(Device *device)
{
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    WGPURequestAdapterCallbackInfo callback =
        WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;

    options.backendType = WGPUBackendType_Vulkan;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = on_adapter;
    callback.userdata1 = device;
    wgpuInstanceRequestAdapter(device->instance, &options, callback);
    while (device->adapter == NULL && device->error[0] == '\0')
        pump(device);
}

/* Numbers of features differ between versions of webgpu.h: the device gets
   whatever is WebGPU's own, and WGSL tells what that was. */
static size_t choose_features(const WGPUSupportedFeatures *all,
                              WGPUFeatureName *chosen, size_t capacity)
{
    size_t count = 0;

    for (size_t i = 0; i < all->featureCount && count < capacity; i++)
        if ((unsigned)all->features[i] < 0x10000)
            chosen[count++] = all->features[i];
    return count;
}

static void request_device(Device *device)
{
    WGPUSupportedFeatures features = WGPU_SUPPORTED_FEATURES_INIT;
    WGPUFeatureName chosen[64];
    WGPUDeviceDescriptor descriptor = WGPU_DEVICE_DESCRIPTOR_INIT;
    WGPURequestDeviceCallbackInfo callback =
        WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;

    wgpuAdapterGetFeatures(device->adapter, &features);
    descriptor.requiredFeatures = chosen;
    descriptor.requiredFeatureCount = choose_features(&features, chosen, 64);
    wgpuSupportedFeaturesFreeMembers(features);
    descriptor.uncapturedErrorCallbackInfo.callback = on_error;
    descriptor.uncapturedErrorCallbackInfo.userdata1 = device;
    descriptor.deviceLostCallbackInfo.mode =
        WGPUCallbackMode_AllowProcessEvents;
    descriptor.deviceLostCallbackInfo.callback = on_lost;
    descriptor.deviceLostCallbackInfo.userdata1 = device;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = on_device;
    callback.userdata1 = device;
    wgpuAdapterRequestDevice(device->adapter, &descriptor, callback);
    while (device->device == NULL && device->error[0] == '\0')
        pump(device);
}

/* Is that a module? */
static bool understands(Device *device, const char *text)
{
    char message[sizeof device->error];

    wgpuShaderModuleRelease(device_shader(device, text, WGPU_STRLEN));
    return !device_take_error(device, message, sizeof message);
}

static void read_name(Device *device)
{
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;

    if (wgpuAdapterGetInfo(device->adapter, &info) != WGPUStatus_Success)
        return;
    snprintf(device->name, sizeof device->name, "%.*s",
             (int)info.device.length, info.device.data);
    wgpuAdapterInfoFreeMembers(info);
}

bool device_open(Device *device)
{
    memset(device, 0, sizeof *device);
    device->instance = wgpuCreateInstance(NULL);
    if (device->instance == NULL) {
        keep_error(device, "no instance of WebGPU", device_text(""));
        return false;
    }
    request_adapter(device);
    if (device->adapter == NULL)
        return false;
    read_name(device);
    request_device(device);
    if (device->device == NULL)
        return false;
    device->queue = wgpuDeviceGetQueue(device->device);
    device->f16 = understands(device, "enable f16;");
    device->standard_layout =
        understands(device, "requires uniform_buffer_standard_layout;");
    return true;
}

void device_close(Device *device)
{
    if (device->queue != NULL)
        wgpuQueueRelease(device->queue);
    if (device->device != NULL)
        wgpuDeviceRelease(device->device);
    if (device->adapter != NULL)
        wgpuAdapterRelease(device->adapter);
    if (device->instance != NULL)
        wgpuInstanceRelease(device->instance);
    memset(device, 0, sizeof *device);
}

bool device_take_error(Device *device, char *message, size_t capacity)
{
    wgpuInstanceProcessEvents(device->instance);
    if (device->error[0] == '\0')
        return false;
    snprintf(message, capacity, "%s", device->error);
    device->error[0] = '\0';
    return true;
}

/* ----------------------------------------------------------------- buffers */

WGPUBuffer device_buffer(Device *device, WGPUBufferUsage usage,
                         const void *bytes, uint64_t size)
{
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    WGPUBuffer buffer;

    descriptor.usage = usage | WGPUBufferUsage_CopyDst;
    descriptor.size = size;
    buffer = wgpuDeviceCreateBuffer(device->device, &descriptor);
    if (bytes != NULL)
        wgpuQueueWriteBuffer(device->queue, buffer, 0, bytes, (size_t)size);
    return buffer;
}

/* Where a buffer is waited for. */
typedef struct Mapping {
    Device *device;
    bool done;
    bool mapped;
} Mapping;

static void on_mapped(WGPUMapAsyncStatus status, WGPUStringView message,
                      void *user, void *unused)
{
    Mapping *mapping = user;

    (void)unused;
    mapping->done = true;
    mapping->mapped = status == WGPUMapAsyncStatus_Success;
    if (!mapping->mapped)
        keep_error(mapping->device, "no mapping", message);
}

/* Leaves the buffer mapped; NULL if it cannot be. */
static const void *map_for_reading(Device *device, WGPUBuffer buffer,
                                   uint64_t size)
{
    WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    Mapping mapping = {0};

    mapping.device = device;
    callback.mode = WGPUCallbackMode_AllowProcessEvents;
    callback.callback = on_mapped;
    callback.userdata1 = &mapping;
    wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, (size_t)size, callback);
    while (!mapping.done)
        pump(device);
    return mapping.mapped
               ? wgpuBufferGetConstMappedRange(buffer, 0, (size_t)size)
               : NULL;
}

static WGPUBuffer staging_buffer(Device *device, uint64_t size)
{
    return device_buffer(device, WGPUBufferUsage_MapRead, NULL, size);
}

void device_read(Device *device, WGPUBuffer buffer, void *bytes, uint64_t size)
{
    WGPUCommandEncoder encoder =
        wgpuDeviceCreateCommandEncoder(device->device, NULL);
    WGPUBuffer staging = staging_buffer(device, size);
    const void *mapped;

    wgpuCommandEncoderCopyBufferToBuffer(encoder, buffer, 0, staging, 0, size);
    device_submit(device, encoder);
    mapped = map_for_reading(device, staging, size);
    if (mapped != NULL)
        memcpy(bytes, mapped, (size_t)size);
    wgpuBufferRelease(staging);
}

void device_read_texture(Device *device, WGPUTexture texture, uint32_t width,
                         uint32_t height, unsigned char *bytes)
{
    /* Rows of such a copy begin at multiples of 256. */
    const uint32_t row = (width * 4 + 255) / 256 * 256;
    const uint64_t size = (uint64_t)row * height;
    const WGPUExtent3D extent = {width, height, 1};
    WGPUCommandEncoder encoder =
        wgpuDeviceCreateCommandEncoder(device->device, NULL);
    WGPUBuffer staging = staging_buffer(device, size);
    WGPUTexelCopyTextureInfo from = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    WGPUTexelCopyBufferInfo to = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    const unsigned char *mapped;

    from.texture = texture;
    to.buffer = staging;
    to.layout.bytesPerRow = row;
    to.layout.rowsPerImage = height;
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &from, &to, &extent);
    device_submit(device, encoder);
    mapped = map_for_reading(device, staging, size);
    for (uint32_t y = 0; mapped != NULL && y < height; y++)
        memcpy(bytes + (size_t)y * width * 4, mapped + (size_t)y * row,
               (size_t)width * 4);
    wgpuBufferRelease(staging);
}

/* ---------------------------------------------------------------- the rest */

WGPUShaderModule device_shader(Device *device, const char *text, size_t length)
{
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    WGPUShaderModuleDescriptor descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;

    source.code.data = text;
    source.code.length = length;
    descriptor.nextInChain = &source.chain;
    return wgpuDeviceCreateShaderModule(device->device, &descriptor);
}

void device_submit(Device *device, WGPUCommandEncoder encoder)
{
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, NULL);

    wgpuQueueSubmit(device->queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
}
