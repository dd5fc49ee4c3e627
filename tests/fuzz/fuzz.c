/* SPDX-License-Identifier: MIT */
#include "fuzz.h"

/* ------------------------------------------------------------------ the input */

uint8_t fuzz_u8(fuzz_input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->at++;
}

uint64_t fuzz_u64(fuzz_input *input)
{
    const uint8_t form = fuzz_u8(input);
    uint64_t value = 0;

    for (uint8_t i = 0; i < (form & 7) + 1; i++)
        value = value << 8 | fuzz_u8(input);
    if ((form & 0x10) != 0)
        value = (uint64_t)1 << (value & 63);
    if ((form & 0x20) != 0)
        value--;
    if ((form & 0x40) != 0)
        value = ~value;
    return value;
}

wlay_string fuzz_text(fuzz_input *input)
{
    const char *const text = (const char *)input->at;
    size_t length = 0;

    while (length < input->left && text[length] != '\0')
        length++;
    input->at += length;
    input->left -= length;
    fuzz_u8(input);
    return (wlay_string){text, length};
}

void *fuzz_copy(const void *data, size_t size)
{
    void *const copy = malloc(size > 0 ? size : 1);

    CHECK(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    return copy;
}

unsigned char *fuzz_bytes(size_t size, unsigned seed)
{
    unsigned char *const bytes = malloc(size > 0 ? size : 1);

    CHECK(bytes != NULL);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 59 + seed);
    return bytes;
}

/* ---------------------------------------------------------------- the module */

enum {
    STANDARD = 1,
    FEW_DIAGNOSTICS = 2,
    SPLIT = 4,
    OVERRIDES = 8,
    NO_FUNCTIONS = 16
};

unsigned fuzz_knobs(const uint8_t *data, size_t size)
{
    const uint8_t last = size > 0 ? data[size - 1] : '\n';

    /* Most texts that fuzzing makes end in a brace or a semicolon. */
    return strchr("\n }>;", last) != NULL && last != 0 ? 0 : last & 31u;
}

static wlay_options options_of(unsigned knobs)
{
    static const wlay_override_value values[] = {
        {{"a", 1}, 3.0}, {{"N", WLAY_STRLEN}, 16.0}, {{"1", 1}, 0.0}};
    wlay_options options = {.features = 0};

    if ((knobs & STANDARD) != 0)
        options.features = WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT;
    options.read_functions = (knobs & NO_FUNCTIONS) == 0;
    if ((knobs & FEW_DIAGNOSTICS) != 0)
        options.max_diagnostics = 2;
    if ((knobs & OVERRIDES) != 0) {
        options.override_count = sizeof values / sizeof values[0];
        options.overrides = values;
    }
    return options;
}

static void split(const uint8_t *data, size_t size, unsigned knobs,
                  fuzz_module *out)
{
    static const char *const names[] = {"one.wgsl", "two.wgsl", "three.wgsl"};
    fuzz_input input = {data, size};

    out->source_count = 0;
    do {
        wlay_source *const source = &out->sources[out->source_count];

        source->name = (wlay_string){names[out->source_count], 0};
        source->name.length = strlen(source->name.data);
        source->text = (wlay_string){(const char *)input.at, input.left};
        if ((knobs & SPLIT) != 0 &&
            out->source_count + 1 < FUZZ_SOURCES_MAX)
            source->text = fuzz_text(&input);
        else
            input.left = 0;
        out->source_count++;
    } while (input.left > 0);
}

void fuzz_parse(const uint8_t *data, size_t size, unsigned knobs,
                fuzz_module *out)
{
    const wlay_options options = options_of(knobs);
    wlay_source given[FUZZ_SOURCES_MAX];
    wlay_result result;

    split(data, size, knobs, out);
    for (size_t i = 0; i < out->source_count; i++) {
        given[i] = out->sources[i];
        given[i].text.data = fuzz_copy(given[i].text.data,
                                       given[i].text.length);
    }
    result = wlay_parse_sources(given, out->source_count, &options,
                                &out->module);
    for (size_t i = 0; i < out->source_count; i++)
        free((void *)(uintptr_t)given[i].text.data);
    CHECK(result == WLAY_OK || result == WLAY_INVALID_WGSL);
    CHECK(out->module != NULL);
    CHECK(wlay_module_valid(out->module) == (result == WLAY_OK));
}

void fuzz_module_free(fuzz_module *module)
{
    wlay_module_free(module->module);
}
