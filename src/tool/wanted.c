/* SPDX-License-Identifier: MIT */
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

bool tool_wanted_start(const tool_options *options, tool_wanted *out_wanted)
{
    const size_t struct_count = options->struct_count;
    const size_t override_count = options->override_count;

    *out_wanted = (tool_wanted){0};
    out_wanted->structs =
        calloc(struct_count + 1, sizeof *out_wanted->structs);
    out_wanted->overrides =
        calloc(override_count + 1, sizeof *out_wanted->overrides);
    if (out_wanted->structs == NULL || out_wanted->overrides == NULL)
        return false;
    for (size_t i = 0; i < struct_count; i++)
        tool_nearest_start(&out_wanted->structs[i], options->structs[i]);
    for (size_t i = 0; i < override_count; i++)
        tool_nearest_start(&out_wanted->overrides[i],
                           options->overrides[i].key);
    out_wanted->struct_count = struct_count;
    out_wanted->override_count = override_count;
    return true;
}

void tool_wanted_free(tool_wanted *wanted)
{
    free(wanted->structs);
    free(wanted->overrides);
}

static void offer_struct(tool_wanted *wanted, const wlay_struct *structure)
{
    for (size_t i = 0; i < wanted->struct_count; i++)
        tool_nearest_offer(&wanted->structs[i], structure->name);
}

static bool same(wlay_string a, wlay_string b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

/* An override with an @id goes by its number, as in WebGPU. */
static wlay_string key_of(const wlay_override *override, char digits[16])
{
    if (!override->has_id)
        return override->name;
    snprintf(digits, 16, "%lu", (unsigned long)override->id);
    return tool_string(digits);
}

/* Who gives the name of one that goes by its number is told so. */
static void offer_override(tool_wanted *wanted, const wlay_override *override)
{
    char digits[16];
    const wlay_string key = key_of(override, digits);

    for (size_t i = 0; i < wanted->override_count; i++) {
        tool_nearest *nearest = &wanted->overrides[i];

        tool_nearest_offer(nearest, key);
        if (override->has_id && same(nearest->name, override->name))
            tool_nearest_settle(nearest, key);
    }
}

static bool declares(const wlay_module *module, wlay_string key)
{
    size_t count;
    const wlay_override *overrides = wlay_overrides(module, &count);
    char digits[16];

    for (size_t i = 0; i < count; i++) {
        if (same(key_of(&overrides[i], digits), key))
            return true;
    }
    return false;
}

size_t tool_pick_overrides(const tool_options *options,
                           const wlay_module *module,
                           wlay_override_value *out_values)
{
    size_t count = 0;

    for (size_t i = 0; i < options->override_count; i++) {
        if (declares(module, options->overrides[i].key))
            out_values[count++] = options->overrides[i];
    }
    return count;
}

void tool_wanted_meet(tool_wanted *wanted, const wlay_module *module)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(module, &count);
    const wlay_override *overrides;

    for (size_t i = 0; i < count; i++)
        offer_struct(wanted, structs[i]);
    overrides = wlay_overrides(module, &count);
    for (size_t i = 0; i < count; i++)
        offer_override(wanted, &overrides[i]);
}

static bool all_found(const tool_nearest *names, size_t count,
                      const char *what)
{
    bool all = true;

    for (size_t i = 0; i < count; i++) {
        if (names[i].found)
            continue;
        tool_nearest_error(&names[i], what, "");
        all = false;
    }
    return all;
}

bool tool_wanted_all_met(const tool_wanted *wanted)
{
    const bool structs = all_found(wanted->structs, wanted->struct_count,
                                   "--struct: found no layout of");
    const bool overrides =
        all_found(wanted->overrides, wanted->override_count,
                  "--override: found no override");

    return structs && overrides;
}
