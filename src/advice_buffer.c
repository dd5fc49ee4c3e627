/* SPDX-License-Identifier: MIT */
/* Uniform or storage: a table of rules, in the order of their priority. */
#include "query.h"

#include <string.h>

/* ---------------------------------------------------------------- the rules */

/* What is known, with the defaults filled in. */
typedef struct facts {
    wlay_buffer_facts buffer;
    wlay_limits limits;
} facts;

static bool holds_bool(const facts *f)
{
    return f->buffer.bool_inside;
}

static bool is_written(const facts *f)
{
    return f->buffer.written;
}

static bool is_too_large(const facts *f)
{
    return f->buffer.size > f->limits.max_uniform_buffer_binding_size;
}

static bool is_scene_sized(const facts *f)
{
    return f->buffer.scene_sized;
}

/* A uniform buffer would need 16 bytes for each. */
static bool has_small_elements(const facts *f)
{
    return f->buffer.smallest_stride > 0 && f->buffer.smallest_stride < 16 &&
           !f->buffer.standard_layout;
}

static bool is_read_alike(const facts *f)
{
    return f->buffer.reads == WLAY_READ_ALIKE;
}

static bool is_read_apart(const facts *f)
{
    return f->buffer.reads == WLAY_READ_APART;
}

static bool has_no_uniform_left(const facts *f)
{
    return f->buffer.used_uniform_buffers >=
           f->limits.max_uniform_buffers_per_shader_stage;
}

static bool has_no_storage_left(const facts *f)
{
    return f->buffer.used_storage_buffers >=
           f->limits.max_storage_buffers_per_shader_stage;
}

static bool always(const facts *f)
{
    (void)f;
    return true;
}

typedef struct rule {
    wlay_buffer_rule id;
    bool (*applies)(const facts *f);
    wlay_address_space space;
    const char *text;
} rule;

#define NEITHER ((wlay_address_space)0)
static const rule rules[] = {
    {WLAY_BUFFER_BOOL, holds_bool, NEITHER,
     "it holds a bool, which no buffer may; a u32 can stand for it"},
    {WLAY_BUFFER_WRITTEN, is_written, WLAY_SPACE_STORAGE,
     "shaders write it, and a uniform buffer is only read"},
    {WLAY_BUFFER_TOO_LARGE, is_too_large, WLAY_SPACE_STORAGE,
     "it is larger than a uniform buffer may be"},
    {WLAY_BUFFER_SCENE_SIZED, is_scene_sized, WLAY_SPACE_STORAGE,
     "its size depends on the scene, and a uniform buffer has a fixed size"},
    {WLAY_BUFFER_SMALL_ELEMENTS, has_small_elements, WLAY_SPACE_STORAGE,
     "it has arrays of small elements, each of which would take 16 bytes in a "
     "uniform buffer, or would have to be packed"},
    {WLAY_BUFFER_READ_ALIKE, is_read_alike, WLAY_SPACE_UNIFORM,
     "all invocations read the same place at a time, which uniform buffers are "
     "made for"},
    {WLAY_BUFFER_READ_APART, is_read_apart, WLAY_SPACE_STORAGE,
     "each invocation reads a place of its own, which slows down reads of "
     "uniform buffers on some devices"},
    {WLAY_BUFFER_NO_UNIFORM_LEFT, has_no_uniform_left, WLAY_SPACE_STORAGE,
     "all uniform buffers that a shader stage may have are in use"},
    {WLAY_BUFFER_NO_STORAGE_LEFT, has_no_storage_left, WLAY_SPACE_UNIFORM,
     "all storage buffers that a shader stage may have are in use"},
    {WLAY_BUFFER_SMALL_AND_READ, always, WLAY_SPACE_UNIFORM,
     "it is small, of fixed size and only read, as far as is known"},
};

/* ------------------------------------------------------------------- advice */

/* Is a binding of the chosen kind left, and large enough? */
static bool is_available(const facts *f, wlay_address_space space)
{
    if (space == WLAY_SPACE_UNIFORM)
        return !has_no_uniform_left(f) && !is_too_large(f);
    return space == WLAY_SPACE_STORAGE && !has_no_storage_left(f) &&
           f->buffer.size <= f->limits.max_storage_buffer_binding_size;
}

void wlay_choose_buffer(const wlay_buffer_facts *known,
                        wlay_buffer_advice *out)
{
    facts f;

    if (known == NULL || out == NULL)
        return;
    f.buffer = *known;
    f.limits = wlay_limits_with_defaults(known->limits);
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *const r = &rules[i];

        /* The last one is what is left if there is nothing else to say. */
        if (!r->applies(&f) || (r->applies == always && out->reason_count > 0))
            continue;
        out->reasons[out->reason_count++] =
            (wlay_buffer_reason){r->id, r->space, r->text};
    }
    out->space = out->reasons[0].space;
    out->available = is_available(&f, out->space);
}

/* -------------------------------------------------------- what a type tells */

void wlay_buffer_facts_of(const wlay_type *type, wlay_buffer_facts *out)
{
    if (out == NULL)
        return;
    memset(out, 0, sizeof *out);
    if (type == NULL)
        return;
    out->size = type->size;
    out->smallest_stride = wlay_node(type)->least_stride;
    out->written = (type->flags & WLAY_TYPE_HAS_ATOMIC) != 0;
    out->scene_sized = (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    out->bool_inside = type->kind <= WLAY_TYPE_STRUCT &&
                       (type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0;
}
