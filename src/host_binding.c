/* SPDX-License-Identifier: MIT */
/* A variable as an entry of a bind group layout: what WebGPU calls the things that
   WGSL's types say. */
#include "host_binding.h"

#include "types.h"

/* [Texture Types] */
static const uint8_t dimensions[] = {
    [WLAY_DIM_1D] = WLAY_VIEW_1D,
    [WLAY_DIM_2D] = WLAY_VIEW_2D,
    [WLAY_DIM_2D_ARRAY] = WLAY_VIEW_2D_ARRAY,
    [WLAY_DIM_3D] = WLAY_VIEW_3D,
    [WLAY_DIM_CUBE] = WLAY_VIEW_CUBE,
    [WLAY_DIM_CUBE_ARRAY] = WLAY_VIEW_CUBE_ARRAY,
};

/* How a texture of float components is sampled, by its kind and by whether the
   caller has named it. */
static wlay_sample_type sample_type(const wlay_type_node *node, bool unfiltered)
{
    const bool filtered =
        node->texture == WLAY_TEXTURE_SAMPLED && !unfiltered;

    switch (node->type.scalar) {
    case WLAY_SCALAR_I32:
        return WLAY_SAMPLE_SINT;
    case WLAY_SCALAR_U32:
        return WLAY_SAMPLE_UINT;
    default:
        return filtered ? WLAY_SAMPLE_FLOAT : WLAY_SAMPLE_UNFILTERABLE_FLOAT;
    }
}

static void set_texture(wlay_binding *out, const wlay_type_node *node,
                        bool unfiltered)
{
    out->kind = WLAY_BINDING_TEXTURE;
    out->view_dimension = (wlay_view_dimension)dimensions[node->dimension];
    switch ((wlay_texture_kind)node->texture) {
    case WLAY_TEXTURE_EXTERNAL:
        out->kind = WLAY_BINDING_EXTERNAL_TEXTURE;
        out->view_dimension = WLAY_VIEW_NONE;
        break;
    case WLAY_TEXTURE_STORAGE:
        out->kind = WLAY_BINDING_STORAGE_TEXTURE;
        out->access = (wlay_access)node->access;
        out->format = wlay_text(wlay_name_text(&wlay_names[node->format]));
        break;
    case WLAY_TEXTURE_DEPTH_MULTISAMPLED:
        out->multisampled = true;
        out->sample_type = WLAY_SAMPLE_DEPTH;
        break;
    case WLAY_TEXTURE_DEPTH:
        out->sample_type = WLAY_SAMPLE_DEPTH;
        break;
    default:
        out->multisampled = node->texture == WLAY_TEXTURE_MULTISAMPLED;
        out->sample_type = sample_type(node, unfiltered);
        break;
    }
}

wlay_binding wlay_binding_of(const wlay_variable *variable, bool unfiltered)
{
    const wlay_type_node *const node = wlay_node(variable->type);
    wlay_binding out = {.binding = variable->binding,
                        .format = WLAY_TEXT(""),
                        .min_binding_size = variable->min_binding_size,
                        .variable = variable};

    if (variable->address_space == WLAY_SPACE_UNIFORM)
        out.kind = WLAY_BINDING_UNIFORM;
    else if (variable->address_space == WLAY_SPACE_STORAGE)
        out.kind = variable->access == WLAY_ACCESS_READ
                       ? WLAY_BINDING_READ_ONLY_STORAGE
                       : WLAY_BINDING_STORAGE;
    else if (node->texture == WLAY_TEXTURE_SAMPLER_COMPARISON)
        out.kind = WLAY_BINDING_SAMPLER, out.sampler = WLAY_SAMPLER_COMPARISON;
    else if (node->texture == WLAY_TEXTURE_SAMPLER)
        out.kind = WLAY_BINDING_SAMPLER,
        out.sampler = unfiltered || variable->samples_depth
                          ? WLAY_SAMPLER_NON_FILTERING
                          : WLAY_SAMPLER_FILTERING;
    else
        set_texture(&out, node, unfiltered);
    return out;
}

bool wlay_bindings_agree(const wlay_binding *a, const wlay_binding *b)
{
    return a->kind == b->kind && a->sampler == b->sampler &&
           a->sample_type == b->sample_type &&
           a->view_dimension == b->view_dimension &&
           a->multisampled == b->multisampled && a->access == b->access &&
           wlay_text_equal(a->format, b->format);
}

bool wlay_is_written(const wlay_binding *binding)
{
    return binding->kind == WLAY_BINDING_STORAGE ||
           (binding->kind == WLAY_BINDING_STORAGE_TEXTURE &&
            binding->access != WLAY_ACCESS_READ);
}

/* -------------------------------------------------------------------- names */

#define NAME_AT(names, at)                                     \
    ((size_t)(at) < sizeof(names) / sizeof *(names) &&         \
             (names)[(size_t)(at)] != NULL                     \
         ? (names)[(size_t)(at)]                               \
         : "")

const char *wlay_binding_kind_name(wlay_binding_kind kind)
{
    static const char *const names[] = {
        [WLAY_BINDING_UNIFORM] = "uniform",
        [WLAY_BINDING_STORAGE] = "storage",
        [WLAY_BINDING_READ_ONLY_STORAGE] = "read-only-storage",
        [WLAY_BINDING_SAMPLER] = "sampler",
        [WLAY_BINDING_TEXTURE] = "texture",
        [WLAY_BINDING_STORAGE_TEXTURE] = "storage-texture",
        [WLAY_BINDING_EXTERNAL_TEXTURE] = "external-texture"};

    return NAME_AT(names, kind);
}

const char *wlay_sampler_type_name(wlay_sampler_type type)
{
    static const char *const names[] = {
        [WLAY_SAMPLER_FILTERING] = "filtering",
        [WLAY_SAMPLER_NON_FILTERING] = "non-filtering",
        [WLAY_SAMPLER_COMPARISON] = "comparison"};

    return NAME_AT(names, type);
}

const char *wlay_sample_type_name(wlay_sample_type type)
{
    static const char *const names[] = {
        [WLAY_SAMPLE_FLOAT] = "float",
        [WLAY_SAMPLE_UNFILTERABLE_FLOAT] = "unfilterable-float",
        [WLAY_SAMPLE_DEPTH] = "depth",
        [WLAY_SAMPLE_SINT] = "sint",
        [WLAY_SAMPLE_UINT] = "uint"};

    return NAME_AT(names, type);
}

const char *wlay_view_dimension_name(wlay_view_dimension dimension)
{
    static const char *const names[] = {[WLAY_VIEW_1D] = "1d",
                                        [WLAY_VIEW_2D] = "2d",
                                        [WLAY_VIEW_2D_ARRAY] = "2d-array",
                                        [WLAY_VIEW_CUBE] = "cube",
                                        [WLAY_VIEW_CUBE_ARRAY] = "cube-array",
                                        [WLAY_VIEW_3D] = "3d"};

    return NAME_AT(names, dimension);
}

const char *wlay_storage_access_name(wlay_access access)
{
    static const char *const names[] = {
        [WLAY_ACCESS_READ] = "read-only",
        [WLAY_ACCESS_WRITE] = "write-only",
        [WLAY_ACCESS_READ_WRITE] = "read-write"};

    return NAME_AT(names, access);
}
