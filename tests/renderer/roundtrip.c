/* SPDX-License-Identifier: MIT */
/*
 * usage: roundtrip [--modules=N] [--seed=N] [FILE...]
 *
 * Values that the library puts into a buffer are read by a shader on a device,
 * by the names of the members, and values that the shader writes are read by
 * the library: for all buffers of the files and of N generated modules.  Exit
 * status 1 if any scalar differs, 77 if there is no device.
 */
#include "device.h"
#include "generate.h"
#include "subject.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_bound(const wlay_variable *variable)
{
    return variable->has_binding && variable->min_binding_size > 0;
}

static bool has_variable(const wlay_module *module, const wlay_type *type)
{
    size_t count;
    const wlay_variable *variables = wlay_variables(module, &count);

    for (size_t i = 0; i < count; i++)
        if (is_bound(&variables[i]) && variables[i].type == type)
            return true;
    return false;
}

/* Each buffer, and each struct that could be one. */
static void try_module(Trip *trip, const wlay_module *module)
{
    size_t count;
    const wlay_variable *variables = wlay_variables(module, &count);
    const wlay_struct *const *structs;

    for (size_t i = 0; i < count; i++)
        if (is_bound(&variables[i]))
            subject_try(trip, variables[i].type, &variables[i]);
    structs = wlay_structs(module, &count);
    for (size_t i = 0; i < count; i++)
        if ((structs[i]->type->flags & WLAY_TYPE_HOST_SHAREABLE) != 0 &&
            structs[i]->size > 0 && !has_variable(module, structs[i]->type))
            subject_try(trip, structs[i]->type, NULL);
    trip->counts.modules++;
}

static const char *first_message(const wlay_module *module)
{
    size_t count;
    const wlay_diagnostic *found = wlay_diagnostics(module, &count);

    return count > 0 ? found->message.data : "it cannot be read";
}

/* With the smallest changes that make its uniform buffers legal. */
static bool mend(Trip *trip, Text *text)
{
    wlay_source source = {0};
    wlay_rewrite_options options = {0};
    const wlay_rewritten *rewritten;
    bool ok;

    source.text.data = text->data;
    source.text.length = text->length;
    options.fix = WLAY_FIX_UNIFORM;
    if (wlay_rewrite(&source, 1, &options, &rewritten) > WLAY_INVALID_WGSL)
        return false;
    ok = rewritten->sources != NULL;
    if (ok) {
        text_free(text);
        text_add(text, "%s", rewritten->sources[0].text.data);
        trip->counts.mended++;
    }
    wlay_rewritten_free(rewritten);
    return ok;
}

static void try_text(Trip *trip, const char *name, Text *text)
{
    wlay_module *module;
    wlay_options options = {0};

    trip->name = name;
    trip->text = text->data;
    options.features = trip->features;
    if (wlay_parse(text->data, text->length, &options, &module) ==
            WLAY_INVALID_WGSL &&
        mend(trip, text)) {
        wlay_module_free(module);
        trip->text = text->data;
        wlay_parse(text->data, text->length, &options, &module);
    }
    if (!trip->device->f16 && strstr(trip->text, "\nenable f16;") != NULL)
        subject_pass_over(trip, "the device has no f16");
    else if (module == NULL || !wlay_module_valid(module))
        subject_pass_over(trip, first_message(module));
    else
        try_module(trip, module);
    wlay_module_free(module);
}

static void try_file(Trip *trip, const char *path)
{
    Text text = {0};

    if (text_read(&text, path))
        try_text(trip, path, &text);
    else {
        fprintf(stderr, "%s cannot be read\n", path);
        trip->counts.failures++;
    }
    text_free(&text);
}

static void try_generated(Trip *trip, uint64_t seed)
{
    Text text = {0};
    char name[64];

    snprintf(name, sizeof name, "module %llu", (unsigned long long)seed);
    generate_module(&text, seed, trip->device->f16);
    trip->generated = true;
    try_text(trip, name, &text);
    trip->generated = false;
    text_free(&text);
}

/* Would it be noticed? */
static void try_spoilt(Trip *trip, uint64_t seed)
{
    unsigned long long spoilt;

    for (int spoil = SPOIL_STORED; spoil <= SPOIL_WRITTEN; spoil++) {
        trip->spoil = (Spoil)spoil;
        try_generated(trip, seed);
    }
    spoilt = trip->counts.buffers;
    printf("%llu buffers spoilt, %llu noticed\n", spoilt, trip->noticed);
    memset(&trip->counts, 0, sizeof trip->counts);
    trip->counts.failures += spoilt != trip->noticed;
    trip->spoil = SPOIL_NOTHING;
}

static int report(const Counts *counts)
{
    printf("%llu modules (%llu mended), %llu buffers: %llu scalars read and "
           "%llu written by the shader\n"
           "%llu layouts accepted, %llu that lack something refused\n"
           "%llu passed over, %llu failures\n",
           counts->modules, counts->mended, counts->buffers,
           counts->scalars_read, counts->scalars_written,
           counts->layouts_accepted, counts->layouts_refused,
           counts->passed_over, counts->failures);
    return counts->failures == 0 && counts->buffers > 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    static Device device;
    Trip trip = {0};
    unsigned long modules = 300;
    unsigned long seed = 1;

    if (!device_open(&device)) {
        printf("SKIPPED: %s\n", device.error);
        return 77;
    }
    printf("%s, %s f16\n", device.name, device.f16 ? "with" : "without");
    trip.device = &device;
    if (device.standard_layout)
        trip.features = WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT;
    trip.random = 88172645463325252u;
    try_spoilt(&trip, seed);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i], "--modules=", 10) == 0)
            modules = strtoul(argv[i] + 10, NULL, 10);
        else if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoul(argv[i] + 7, NULL, 10);
        else
            try_file(&trip, argv[i]);
    for (unsigned long i = 0; i < modules; i++)
        try_generated(&trip, seed + i);
    device_close(&device);
    return report(&trip.counts);
}
