/* SPDX-License-Identifier: MIT */
/* Entry points of a finished module. */
#include "module.h"
#include "query.h"

const wlay_entry_point *wlay_entry_points(const wlay_module *module,
                                          size_t *out_count)
{
    *out_count = module->entry_point_count;
    return module->entry_point_count > 0 ? module->entry_points : NULL;
}

const wlay_entry_point *wlay_find_entry_point(const wlay_module *module,
                                              const char *name, size_t length)
{
    const wlay_string text = wlay_text_in(name, length);

    for (size_t i = 0; i < module->entry_point_count; i++)
        if (wlay_text_equal(module->entry_points[i].name, text))
            return &module->entry_points[i];
    return NULL;
}

/* -------------------------------------------------------------------- names */

static const char *name_at(const char *const *names, size_t count, size_t at)
{
    return at < count && names[at] != NULL ? names[at] : "";
}

#define NAME_AT(names, at) \
    name_at((names), sizeof(names) / sizeof *(names), (size_t)(at))

const char *wlay_stage_name(wlay_stage stage)
{
    static const char *const names[] = {[WLAY_STAGE_VERTEX] = "vertex",
                                        [WLAY_STAGE_FRAGMENT] = "fragment",
                                        [WLAY_STAGE_COMPUTE] = "compute"};

    return NAME_AT(names, stage);
}

const char *wlay_interpolation_name(wlay_interpolation type)
{
    static const char *const names[] = {
        [WLAY_INTERPOLATION_PERSPECTIVE] = "perspective",
        [WLAY_INTERPOLATION_LINEAR] = "linear",
        [WLAY_INTERPOLATION_FLAT] = "flat"};

    return NAME_AT(names, type);
}

const char *wlay_sampling_name(wlay_sampling sampling)
{
    static const char *const names[] = {[WLAY_SAMPLING_CENTER] = "center",
                                        [WLAY_SAMPLING_CENTROID] = "centroid",
                                        [WLAY_SAMPLING_SAMPLE] = "sample",
                                        [WLAY_SAMPLING_FIRST] = "first",
                                        [WLAY_SAMPLING_EITHER] = "either"};

    return NAME_AT(names, sampling);
}
