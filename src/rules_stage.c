/* SPDX-License-Identifier: MIT */
/* What a module shows of the headers of entry points: stage, workgroup size,
   inputs and outputs.  [Entry Points] */
#include "rules.h"

typedef struct stage_row {
    uint16_t id; /* wlay_name_id */
    wlay_stage stage;
    wlay_io_use input;
    wlay_io_use output;
} stage_row;

static const stage_row stages[] = {
    {WLAY_ID_vertex, WLAY_STAGE_VERTEX, WLAY_VERTEX_INPUT, WLAY_VERTEX_OUTPUT},
    {WLAY_ID_fragment, WLAY_STAGE_FRAGMENT, WLAY_FRAGMENT_INPUT,
     WLAY_FRAGMENT_OUTPUT},
    {WLAY_ID_compute, WLAY_STAGE_COMPUTE, WLAY_COMPUTE_INPUT,
     WLAY_COMPUTE_OUTPUT},
};

/* ---------------------------------------------------------- inputs, outputs */

/* The values of one direction. */
typedef struct values {
    wlay_resolver *resolver;
    wlay_io_use use;
    wlay_stage_value *items;
    size_t count;
} values;

/* [Interpolation]: what is not written has a default. */
static void set_interpolation(const values *v, wlay_stage_value *value,
                              const wlay_io *io)
{
    const bool integer =
        value->type != NULL && wlay_is_integer(wlay_component(value->type));

    if (!(v->use & (WLAY_VERTEX_OUTPUT | WLAY_FRAGMENT_INPUT)))
        return;
    value->interpolation = (wlay_interpolation)io->interpolation;
    value->sampling = (wlay_sampling)io->sampling;
    if (value->interpolation == WLAY_INTERPOLATION_NONE)
        value->interpolation = integer ? WLAY_INTERPOLATION_FLAT
                                       : WLAY_INTERPOLATION_PERSPECTIVE;
    if (value->sampling == WLAY_SAMPLING_NONE)
        value->sampling = value->interpolation == WLAY_INTERPOLATION_FLAT
                              ? WLAY_SAMPLING_FIRST
                              : WLAY_SAMPLING_CENTER;
}

static void add_value(values *v, const wlay_io *io, wlay_stage_value value)
{
    if (io == NULL || value.type == NULL || (!io->located && io->value == NULL))
        return;
    if (io->value != NULL) {
        value.builtin = wlay_text(io->value->name);
    } else {
        value.location = io->location_value;
        value.has_blend_src = io->blended;
        value.blend_src = io->blend_value;
        set_interpolation(v, &value, io);
    }
    v->items[v->count++] = value;
}

/* The members' attributes are with the declaration; a struct that has none of
   them may have lost it. */
static void add_members(values *v, const wlay_type *type)
{
    const wlay_struct *const s = type->structure;
    const wlay_symbol *const symbol = wlay_find_symbol(
        v->resolver->symbols, s->name.data, s->name.length);
    const wlay_decl *const decl = symbol == NULL ? NULL : wlay_decl_of(symbol);
    const wlay_field *field = decl == NULL || decl->kind != WLAY_DECL_STRUCT ||
                                          decl->store_type != type
                                  ? NULL
                                  : decl->fields;

    for (size_t i = 0; field != NULL && i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        add_value(v, field->io,
                  (wlay_stage_value){.name = m->name,
                                     .type = m->type,
                                     .structure = s,
                                     .builtin = WLAY_TEXT(""),
                                     .span = m->span});
        field = field->next;
    }
}

/* A parameter, or the result, which has no name. */
static void add_whole(values *v, const wlay_io *io, const wlay_type *type,
                      wlay_string name, wlay_span span)
{
    if (io == NULL && type != NULL && type->structure != NULL)
        add_members(v, type);
    else
        add_value(v, io,
                  (wlay_stage_value){.name = name,
                                     .type = type,
                                     .builtin = WLAY_TEXT(""),
                                     .span = span});
}

static size_t count_data(const wlay_type *type)
{
    return type == NULL || type->structure == NULL
               ? 1
               : type->structure->member_count;
}

static bool goes_before(const void *a, const void *b)
{
    const wlay_stage_value *const x = a;
    const wlay_stage_value *const y = b;

    if (x->builtin.length > 0 || y->builtin.length > 0)
        return x->builtin.length == 0 && y->builtin.length > 0;
    if (x->location != y->location)
        return x->location < y->location;
    return x->blend_src < y->blend_src;
}

/* Room for that many values; false if out of memory. */
static bool start(values *v, wlay_resolver *resolver, wlay_io_use use,
                  size_t count)
{
    *v = (values){resolver, use, NULL, 0};
    v->items = WLAY_NEW(resolver->arena, wlay_stage_value, count);
    return v->items != NULL;
}

/* Sorts them; returns how many have a location. */
static size_t finish(values *v)
{
    wlay_arena *const scratch = v->resolver->scratch;
    const wlay_mark mark = wlay_arena_mark(scratch);
    void *const room = WLAY_NEW(scratch, wlay_stage_value, v->count);
    size_t located = 0;

    if (room != NULL)
        wlay_sort(v->items, room, v->count, sizeof *v->items, goes_before);
    wlay_arena_release(scratch, mark);
    while (located < v->count && v->items[located].builtin.length == 0)
        located++;
    return located;
}

static void list_inputs(wlay_resolver *resolver, const wlay_decl *decl,
                        wlay_io_use use, wlay_entry_point *out)
{
    size_t count = 0;
    values v;

    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        count += count_data(f->store_type);
    if (!start(&v, resolver, use, count))
        return;
    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        add_whole(&v, f->io, f->store_type, wlay_symbol_text(f->symbol),
                  wlay_resolver_span(resolver, f->offset, f->length));
    out->input_location_count = finish(&v);
    out->input_count = v.count;
    out->inputs = v.items;
}

static void list_outputs(wlay_resolver *resolver, const wlay_decl *decl,
                         wlay_io_use use, wlay_entry_point *out)
{
    values v;

    if (!start(&v, resolver, use, count_data(decl->store_type)))
        return;
    if (decl->return_type != NULL)
        add_whole(&v, decl->return_io, decl->store_type, WLAY_TEXT(""),
                  wlay_expr_span(resolver, decl->return_type));
    out->output_location_count = finish(&v);
    out->output_count = v.count;
    out->outputs = v.items;
}

/* -------------------------------------------------------------- entry point */

static void read_workgroup_size(wlay_resolver *resolver,
                                const wlay_attribute *attribute,
                                uint32_t size[3])
{
    const wlay_expr *expr = attribute->first;

    for (size_t i = 0; i < 3; i++) {
        wlay_value value;

        size[i] = expr == NULL;
        if (expr == NULL)
            continue;
        if (wlay_evaluate_fallback(resolver, expr, NULL, &value) &&
            wlay_is_integer(wlay_component(value.type)) &&
            value.of.integer > 0)
            size[i] = (uint32_t)value.of.integer;
        expr = expr->next;
    }
}

void wlay_make_entry_point(wlay_resolver *resolver, wlay_decl *decl,
                           wlay_name_id stage,
                           const wlay_attribute *workgroup_size)
{
    wlay_entry_point *const e = WLAY_NEW(resolver->scratch, wlay_entry_point, 1);
    const stage_row *row = stages;

    if (e == NULL)
        return;
    while (row->id != stage)
        row++;
    e->name = wlay_symbol_text(decl->symbol);
    e->stage = row->stage;
    e->span = wlay_span_of(decl, decl->offset, decl->length);
    if (row->stage == WLAY_STAGE_COMPUTE && workgroup_size != NULL)
        read_workgroup_size(resolver, workgroup_size, e->workgroup_size);
    list_inputs(resolver, decl, row->input, e);
    list_outputs(resolver, decl, row->output, e);
    decl->entry_point = e;
    resolver->entry_point_count++;
}
