/* SPDX-License-Identifier: MIT */
#include "subject.h"

#include "layouts.h"
#include "probe.h"
#include "spoil.h"
#include "text.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More scalars than this take too long for one invocation. */
enum { SCALARS_MAX = 4 << 20 };

/* One buffer of a module, while it is tried. */
typedef struct Subject {
    Trip *trip;
    const char *name;
    wlay_module *module;          /* with the probe */
    const wlay_variable *read;    /* by the shader */
    const wlay_variable *written; /* by the shader */
    const wlay_variable *out;
    const wlay_variable *in;
    uint64_t tail; /* elements of the runtime-sized array */
    size_t size;   /* of the buffers for `read` and `written` */
    size_t count;  /* scalars */
    uint32_t *bits; /* to read */
    uint32_t *bits_to_write;
} Subject;

void subject_pass_over(Trip *trip, const char *why)
{
    printf("passed over: %s: %s\n", trip->name, why);
    trip->counts.passed_over++;
    trip->counts.failures += trip->generated; /* all of those can be tried */
}

static bool fail(Subject *subject, const char *what)
{
    Trip *trip = subject->trip;

    if (trip->spoil != SPOIL_NOTHING) {
        trip->noticed++;
        return false;
    }
    if (trip->counts.failures++ < 5)
        fprintf(stderr, "FAILED: %s, %s: %s\n", trip->name, subject->name,
                what);
    if (trip->generated && trip->counts.failures == 1)
        fprintf(stderr, "%s\n", trip->text);
    return false;
}

/* ------------------------------------------------------------- on the host */

static ValuesPlace place_of(const Subject *subject, unsigned char *bytes,
                            const uint32_t *bits)
{
    ValuesPlace place;

    place.type = subject->read->type;
    place.tail = subject->tail;
    place.bytes = bytes;
    place.size = subject->size;
    place.bits = bits;
    return place;
}

/* Padding gets bytes by chance: nobody may depend on it. */
static void poison(unsigned char *bytes, size_t size, uint64_t seed)
{
    uint64_t random = seed;

    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)random_bits(&random);
}

/* In each of the ways, and each time into other bytes, which have to become the
   same. */
static bool fill(Subject *subject, unsigned char *bytes)
{
    unsigned char *other = allocate(subject->size);
    const uint64_t seed = random_bits(&subject->trip->random) | 1;
    char why[512];
    bool ok = true;

    for (int way = 0; ok && way < VALUES_WAYS; way++) {
        unsigned char *to = way == 0 ? bytes : other;
        const ValuesPlace place = place_of(subject, to, subject->bits);

        poison(to, subject->size, seed);
        if (!values_store(&place, (ValuesWay)way, why, sizeof why))
            ok = fail(subject, why);
        else if (memcmp(to, bytes, subject->size) != 0)
            ok = fail(subject, "two ways of storing differ");
    }
    free(other);
    return ok;
}

static bool check_written(Subject *subject, unsigned char *bytes)
{
    const ValuesPlace place =
        place_of(subject, bytes, subject->bits_to_write);
    char why[512];

    for (int way = 0; way < VALUES_WAYS; way++)
        if (!values_load(&place, (ValuesWay)way, why, sizeof why))
            return fail(subject, why);
    subject->trip->counts.scalars_written += subject->count;
    return true;
}

static bool check_read(Subject *subject, const uint32_t *out)
{
    char why[128];

    if (values_tail(subject->read->type) != NULL &&
        *out++ != subject->tail)
        return fail(subject, "arrayLength is another");
    for (size_t i = 0; i < subject->count; i++)
        if (out[i] != subject->bits[i]) {
            snprintf(why, sizeof why, "scalar %u is %08x, not %08x",
                     (unsigned)i, (unsigned)out[i],
                     (unsigned)subject->bits[i]);
            return fail(subject, why);
        }
    subject->trip->counts.scalars_read += subject->count;
    return true;
}

/* ----------------------------------------------------------- on the device */

enum { BUFFERS = 4 };

typedef struct Buffers {
    const wlay_variable *variables[BUFFERS];
    WGPUBuffer buffers[BUFFERS];
} Buffers;

static void make_buffers(Subject *subject, const unsigned char *bytes,
                         const unsigned char *poisoned, Buffers *made)
{
    Device *device = subject->trip->device;
    const WGPUBufferUsage both =
        WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc;
    const bool uniform = subject->read->address_space == WLAY_SPACE_UNIFORM;
    const uint64_t words = subject->count * 4;

    made->variables[0] = subject->read;
    made->variables[1] = subject->written;
    made->variables[2] = subject->out;
    made->variables[3] = subject->in;
    made->buffers[0] =
        device_buffer(device, uniform ? WGPUBufferUsage_Uniform
                                      : WGPUBufferUsage_Storage,
                      bytes, subject->size);
    made->buffers[1] = device_buffer(device, both, poisoned, subject->size);
    made->buffers[2] = device_buffer(device, both, NULL, words + 4);
    made->buffers[3] = device_buffer(device, WGPUBufferUsage_Storage,
                                     subject->bits_to_write, words);
}

static WGPUBindGroupEntry find_buffer(void *user, const wlay_variable *variable)
{
    const Buffers *buffers = user;
    WGPUBindGroupEntry entry = WGPU_BIND_GROUP_ENTRY_INIT;

    for (size_t i = 0; i < BUFFERS; i++)
        if (buffers->variables[i] == variable)
            entry.buffer = buffers->buffers[i];
    return entry;
}

static WGPUComputePipeline make_pipeline(Device *device,
                                         WGPUShaderModule shader,
                                         WGPUPipelineLayout layout)
{
    WGPUComputePipelineDescriptor descriptor =
        WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;

    descriptor.layout = layout;
    descriptor.compute.module = shader;
    descriptor.compute.entryPoint = device_text(PROBE_ENTRY_POINT);
    return wgpuDeviceCreateComputePipeline(device->device, &descriptor);
}

static void dispatch(Device *device, WGPUComputePipeline pipeline,
                     const Layouts *layouts, Buffers *buffers)
{
    WGPUCommandEncoder encoder =
        wgpuDeviceCreateCommandEncoder(device->device, NULL);
    WGPUComputePassEncoder pass =
        wgpuCommandEncoderBeginComputePass(encoder, NULL);

    wgpuComputePassEncoderSetPipeline(pass, pipeline);
    for (uint32_t i = 0; i < layouts->group_count; i++) {
        WGPUBindGroup group = layouts_bind(device, layouts, i, find_buffer,
                                           buffers);

        wgpuComputePassEncoderSetBindGroup(pass, i, group, 0, NULL);
        wgpuBindGroupRelease(group);
    }
    wgpuComputePassEncoderDispatchWorkgroups(pass, 1, 1, 1);
    wgpuComputePassEncoderEnd(pass);
    wgpuComputePassEncoderRelease(pass);
    device_submit(device, encoder);
}

/* What a layout that lacks something is tried with. */
typedef struct Refusal {
    Device *device;
    WGPUShaderModule shader;
} Refusal;

static bool is_accepted(void *user, const wlay_bind_groups *groups)
{
    const Refusal *refusal = user;
    char message[sizeof refusal->device->error];
    Layouts layouts;

    layouts_from(refusal->device, groups, &layouts);
    wgpuComputePipelineRelease(
        make_pipeline(refusal->device, refusal->shader, layouts.pipeline));
    layouts.found = NULL; /* it is not ours */
    layouts_free(&layouts);
    return !device_take_error(refusal->device, message, sizeof message);
}

static bool check_refusals(Subject *subject, WGPUShaderModule shader,
                           const Layouts *layouts)
{
    Counts *counts = &subject->trip->counts;
    Refusal refusal;
    size_t accepted;
    size_t tried;

    refusal.device = subject->trip->device;
    refusal.shader = shader;
    tried = spoil_each(layouts->found, is_accepted, &refusal, &accepted);
    counts->layouts_accepted++;
    counts->layouts_refused += tried - accepted;
    return accepted == 0 ||
           fail(subject, "a layout that lacks something is accepted");
}

static bool run_probe(Subject *subject, const Text *text,
                      const unsigned char *bytes, unsigned char *written,
                      uint32_t *out)
{
    Device *device = subject->trip->device;
    WGPUShaderModule shader = device_shader(device, text->data, text->length);
    char message[sizeof device->error];
    Buffers buffers;
    Layouts layouts;
    bool ok;

    make_buffers(subject, bytes, written, &buffers);
    ok = layouts_make(device, subject->module, PROBE_ENTRY_POINT, NULL,
                      &layouts);
    if (ok) {
        WGPUComputePipeline pipeline =
            make_pipeline(device, shader, layouts.pipeline);

        dispatch(device, pipeline, &layouts, &buffers);
        device_read(device, buffers.buffers[1], written, subject->size);
        device_read(device, buffers.buffers[2], out, subject->count * 4 + 4);
        wgpuComputePipelineRelease(pipeline);
    }
    if (device_take_error(device, message, sizeof message) || !ok)
        ok = fail(subject, ok ? message : "there is no layout");
    else
        ok = check_refusals(subject, shader, &layouts);
    layouts_free(&layouts);
    wgpuShaderModuleRelease(shader);
    for (size_t i = 0; i < BUFFERS; i++)
        wgpuBufferRelease(buffers.buffers[i]);
    return ok;
}

/* ------------------------------------------------------------- one subject */

static bool there_and_back(Subject *subject, const Text *text,
                           unsigned char *bytes, unsigned char *written,
                           uint32_t *out)
{
    Trip *trip = subject->trip;

    trip->counts.buffers++;
    if (!fill(subject, bytes))
        return false;
    poison(written, subject->size, trip->random);
    /* The first byte of any type is one of a value. */
    bytes[0] ^= trip->spoil == SPOIL_STORED;
    if (!run_probe(subject, text, bytes, written, out))
        return false;
    written[0] ^= trip->spoil == SPOIL_WRITTEN;
    return check_read(subject, out) && check_written(subject, written);
}

static bool try_values(Subject *subject, const Text *text)
{
    unsigned char *bytes = allocate(subject->size);
    unsigned char *written = allocate(subject->size);
    uint32_t *out = allocate((subject->count + 1) * 4);
    bool ok;

    subject->bits = allocate(subject->count * 4);
    subject->bits_to_write = allocate(subject->count * 4);
    values_make(subject->read->type, subject->tail, &subject->trip->random,
                subject->bits);
    values_make(subject->read->type, subject->tail, &subject->trip->random,
                subject->bits_to_write);
    ok = there_and_back(subject, text, bytes, written, out);
    free(bytes);
    free(written);
    free(out);
    free(subject->bits);
    free(subject->bits_to_write);
    return ok;
}

/* The sizes are the library's; a struct may have room for more elements than
   were asked for. */
static bool measure(Subject *subject)
{
    const wlay_type *type = subject->read->type;
    uint64_t tail = 0;
    uint64_t size;

    if (values_tail(type) != NULL)
        tail = 1 + random_below(&subject->trip->random, 6);
    if (wlay_buffer_size(subject->read, tail, &size) != WLAY_OK)
        return fail(subject, "there is no size");
    if (tail > 0 && wlay_count_for_size(type, size, &tail, NULL) != WLAY_OK)
        return fail(subject, "there is no count");
    subject->size = (size_t)size;
    subject->tail = tail;
    subject->count = values_count(type, tail);
    return true;
}

static bool find_variables(Subject *subject, const wlay_variable *variable)
{
    const wlay_module *module = subject->module;

    subject->read = wlay_find_variable(
        module, variable != NULL ? variable->name.data : PROBE_READ_NAME,
        WLAY_STRLEN);
    subject->written =
        wlay_find_variable(module, PROBE_WRITTEN_NAME, WLAY_STRLEN);
    subject->out = wlay_find_binding(module, 0, PROBE_OUT);
    subject->in = wlay_find_binding(module, 0, PROBE_IN);
    return subject->read != NULL && subject->written != NULL &&
           subject->out != NULL && subject->in != NULL;
}

void subject_try(Trip *trip, const wlay_type *type,
                 const wlay_variable *variable)
{
    Subject subject = {0};
    Text text = {0};
    wlay_options options = {0};

    subject.trip = trip;
    subject.name = variable != NULL ? variable->name.data : type->name.data;
    text_add(&text, "%s", trip->text);
    probe_write(&text, type, variable);
    options.features = trip->features;
    options.read_functions = true; /* for what the entry point uses */
    if (wlay_parse(text.data, text.length, &options, &subject.module) !=
            WLAY_OK ||
        !find_variables(&subject, variable))
        fail(&subject, "the probe cannot be read");
    else if (measure(&subject)) {
        if (subject.count > SCALARS_MAX)
            subject_pass_over(trip, "that is too large for one invocation");
        else
            try_values(&subject, &text);
    }
    wlay_module_free(subject.module);
    text_free(&text);
}
