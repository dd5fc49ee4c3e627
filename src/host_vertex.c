/* SPDX-License-Identifier: MIT */
/* Vertex buffers for the inputs of a vertex shader. */
#include "diag.h"
#include "query.h"

/* Attributes begin at multiples of this, and strides are such.  WebGPU asks it of
   strides, and of formats of that size and more. */
#define VERTEX_UNIT 4

typedef struct owner {
    wlay_vertex_layout shown; /* first: the caller has this */
    wlay_arena arena;
} owner;

typedef struct maker {
    const wlay_entry_point *entry_point;
    const wlay_vertex_options *options;
    wlay_limits limits;
    wlay_arena *arena;
    wlay_vertex_layout *layout;
    wlay_vertex_buffer *buffers;
    const wlay_vertex_choice **chosen; /* of each input, or NULL */
    wlay_vertex_issue *issues;
    size_t issue_capacity;
} maker;

/* ------------------------------------------------------------------- issues */

static void complain(maker *m, wlay_vertex_issue issue)
{
    wlay_vertex_layout *const layout = m->layout;

    m->issues = wlay_grow(m->arena, m->issues, layout->issue_count,
                          &m->issue_capacity, sizeof *m->issues);
    if (m->issues == NULL)
        return;
    m->issues[layout->issue_count++] = issue;
    layout->issues = m->issues;
}

static void check_limit(maker *m, wlay_limit limit, uint32_t number,
                        uint64_t needed, uint64_t allowed, const char *what)
{
    if (needed > allowed)
        complain(m, (wlay_vertex_issue){
                        WLAY_VERTEX_LIMIT, number, limit,
                        wlay_format(m->arena,
                                    F("%: % are needed, more than the % "
                                      "allowed (%)"),
                                    Z(what), U(needed), U(allowed),
                                    Z(wlay_limit_name(limit)))});
}

static void complain_of_type(maker *m, const wlay_stage_value *input,
                             const wlay_vertex_format_info *format)
{
    complain(m,
             (wlay_vertex_issue){
                 WLAY_VERTEX_TYPE_MISMATCH, input->location, WLAY_LIMIT_NONE,
                 wlay_format(m->arena,
                             F("the format % gives '%', which cannot be the "
                               "input '%' at @location(%) of type '%'"),
                             Z(format->name),
                             Z(format->scalar == WLAY_SCALAR_F32   ? "f32"
                               : format->scalar == WLAY_SCALAR_U32 ? "u32"
                                                                   : "i32"),
                             S(input->name), U(input->location),
                             S(input->type->name))});
}

static void complain_of_choice(maker *m, wlay_vertex_issue_kind kind,
                               uint32_t location)
{
    complain(m, (wlay_vertex_issue){
                    kind, location, WLAY_LIMIT_NONE,
                    wlay_format(m->arena,
                                kind == WLAY_VERTEX_NO_SUCH_INPUT
                                    ? F("'%' has no input at @location(%)")
                                    : F("'%': there are two choices for "
                                        "@location(%)"),
                                S(m->entry_point->name), U(location))});
}

/* ------------------------------------------------------------------ choices */

/* The place of the input with that location; inputs are sorted by it. */
static size_t find_input(const wlay_entry_point *e, uint32_t location)
{
    size_t from = 0;
    size_t to = e->input_location_count;

    while (from < to) {
        const size_t middle = from + (to - from) / 2;

        if (e->inputs[middle].location < location)
            from = middle + 1;
        else
            to = middle;
    }
    return from < e->input_location_count &&
                   e->inputs[from].location == location
               ? from
               : SIZE_MAX;
}

static void read_choices(maker *m)
{
    for (size_t i = 0; i < m->options->choice_count; i++) {
        const wlay_vertex_choice *const choice = &m->options->choices[i];
        const size_t input = find_input(m->entry_point, choice->location);

        if (input == SIZE_MAX)
            complain_of_choice(m, WLAY_VERTEX_NO_SUCH_INPUT, choice->location);
        else if (m->chosen[input] != NULL)
            complain_of_choice(m, WLAY_VERTEX_CHOSEN_TWICE, choice->location);
        else
            m->chosen[input] = choice;
    }
}

static size_t buffer_of(const maker *m, size_t input)
{
    if (m->options->separate)
        return input;
    return m->chosen[input] == NULL ? 0 : m->chosen[input]->buffer;
}

static wlay_vertex_format format_of(const maker *m, size_t input)
{
    const wlay_vertex_choice *const choice = m->chosen[input];

    return choice != NULL && choice->format != WLAY_VERTEX_NONE
               ? choice->format
               : wlay_vertex_format_of(m->entry_point->inputs[input].type);
}

/* ------------------------------------------------------------------- layout */

/* f16 comes from the formats of f32. */
static bool gives(const wlay_vertex_format_info *format, const wlay_type *type)
{
    return format->scalar == type->scalar ||
           (format->scalar == WLAY_SCALAR_F32 &&
            type->scalar == WLAY_SCALAR_F16);
}

/* Puts an input behind what is in its buffer so far. */
static void place(maker *m, size_t at)
{
    const wlay_stage_value *const input = &m->entry_point->inputs[at];
    const wlay_vertex_format format = format_of(m, at);
    const wlay_vertex_format_info *const info =
        wlay_describe_vertex_format(format);
    wlay_vertex_buffer *const buffer = &m->buffers[buffer_of(m, at)];
    /* The array is the maker's until the layout is shown. */
    wlay_vertex_attribute *const attributes =
        (wlay_vertex_attribute *)(uintptr_t)buffer->attributes;

    if (info == NULL) /* a type that cannot be an input, which was reported */
        return;
    if (!gives(info, input->type))
        complain_of_type(m, input, info);
    attributes[buffer->attribute_count++] = (wlay_vertex_attribute){
        format, input->location, buffer->array_stride, input};
    buffer->array_stride +=
        (info->size + VERTEX_UNIT - 1) / VERTEX_UNIT * VERTEX_UNIT;
    buffer->per_instance |=
        m->chosen[at] != NULL && m->chosen[at]->per_instance;
}

/* Each buffer gets the stretch of one array that its inputs need. */
static bool make_buffers(maker *m)
{
    const size_t inputs = m->entry_point->input_location_count;
    wlay_vertex_attribute *attributes =
        WLAY_NEW(m->arena, wlay_vertex_attribute, inputs);
    size_t count = 0;

    for (size_t i = 0; i < inputs; i++)
        count = (size_t)wlay_max(count, buffer_of(m, i) + 1);
    m->layout->buffer_count = count;
    m->layout->buffers = m->buffers =
        WLAY_NEW(m->arena, wlay_vertex_buffer, count);
    if (m->arena->failed)
        return false;
    for (size_t i = 0; i < inputs; i++)
        m->buffers[buffer_of(m, i)].attribute_count++;
    for (size_t i = 0; i < count; i++) {
        m->buffers[i].attributes = attributes;
        attributes += m->buffers[i].attribute_count;
        m->buffers[i].attribute_count = 0;
    }
    return true;
}

static void check_limits(maker *m)
{
    const wlay_entry_point *const e = m->entry_point;
    const size_t count = e->input_location_count;
    const uint64_t last =
        count == 0 ? 0 : (uint64_t)e->inputs[count - 1].location + 1;

    check_limit(m, WLAY_LIMIT_VERTEX_BUFFERS, 0, m->layout->buffer_count,
                m->limits.max_vertex_buffers, "vertex buffers");
    check_limit(m, WLAY_LIMIT_VERTEX_ATTRIBUTES, 0, last,
                m->limits.max_vertex_attributes, "attributes, by the largest "
                                                 "location");
    for (size_t i = 0; i < m->layout->buffer_count; i++)
        check_limit(m, WLAY_LIMIT_VERTEX_STRIDE, (uint32_t)i,
                    m->buffers[i].array_stride,
                    m->limits.max_vertex_buffer_array_stride,
                    "bytes of a vertex");
}

static void make(maker *m)
{
    const size_t inputs = m->entry_point->input_location_count;

    m->chosen = WLAY_NEW(m->arena, const wlay_vertex_choice *, inputs);
    if (m->chosen == NULL)
        return;
    read_choices(m);
    if (!make_buffers(m))
        return;
    for (size_t i = 0; i < inputs; i++)
        place(m, i);
    check_limits(m);
}

/* ------------------------------------------------------------------- making */

static bool choices_are_valid(const wlay_vertex_options *o,
                              const wlay_limits *limits)
{
    if (o->choices == NULL && o->choice_count > 0)
        return false;
    for (size_t i = 0; i < o->choice_count; i++)
        if (o->choices[i].buffer >= limits->max_vertex_buffers ||
            (o->choices[i].format != WLAY_VERTEX_NONE &&
             wlay_describe_vertex_format(o->choices[i].format) == NULL))
            return false;
    return true;
}

static owner *new_owner(const wlay_allocator *allocator)
{
    wlay_arena arena;
    owner *made;

    wlay_arena_init(&arena, allocator, sizeof(owner));
    made = WLAY_NEW(&arena, owner, 1);
    if (made != NULL)
        made->arena = arena;
    return made;
}

WLAY_COLD wlay_result wlay_vertex_layout_make(const wlay_entry_point *entry_point,
                                    const wlay_vertex_options *options,
                                    const wlay_vertex_layout **out)
{
    static const wlay_vertex_options defaults;
    maker m = {.entry_point = entry_point,
               .options = options == NULL ? &defaults : options};
    owner *made;

    if (out == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out = NULL;
    m.limits = wlay_limits_with_defaults(m.options->limits);
    if (entry_point == NULL || entry_point->stage != WLAY_STAGE_VERTEX ||
        (m.options->allocator.alloc == NULL) !=
            (m.options->allocator.release == NULL) ||
        !choices_are_valid(m.options, &m.limits))
        return WLAY_INVALID_ARGUMENT;
    made = new_owner(&m.options->allocator);
    if (made == NULL)
        return WLAY_OUT_OF_MEMORY;
    m.arena = &made->arena;
    m.layout = &made->shown;
    make(&m);
    *out = &made->shown;
    if (!m.arena->failed)
        return made->shown.issue_count > 0 ? WLAY_TYPE_MISMATCH : WLAY_OK;
    wlay_vertex_layout_free(*out);
    *out = NULL;
    return WLAY_OUT_OF_MEMORY;
}

void wlay_vertex_layout_free(const wlay_vertex_layout *layout)
{
    wlay_arena arena;

    if (layout == NULL)
        return;
    /* It lies in its own arena. */
    arena = ((const owner *)(const void *)layout)->arena;
    wlay_arena_free(&arena);
}
