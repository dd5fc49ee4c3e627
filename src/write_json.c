/* SPDX-License-Identifier: MIT */
/*
 * The JSON document.  Its keys and their order are a contract with programs
 * that read it: keys are added, never renamed or removed.
 */
#include "write_json.h"
#include "write_stage.h"

static void put_type(wlay_json *j, const wlay_type *type)
{
    wlay_json_text(j, "type", type->name);
}

static void put_stride(wlay_json *j, uint64_t stride)
{
    wlay_json_u64_if(j, "stride", stride > 0, stride);
}

/* -------------------------------------------------------------- diagnostics */

static void put_place(wlay_json *j, const wlay_place *place)
{
    wlay_json_text(j, "source", place->source_name);
    wlay_json_u64(j, "line", place->line);
    wlay_json_u64(j, "column", place->column);
    wlay_json_u64(j, "offset", place->span.offset);
    wlay_json_u64(j, "length", place->span.length);
}

static void put_note(wlay_json *j, const wlay_note *note)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "message", note->message);
    put_place(j, &note->place);
    wlay_json_close(j, "}");
}

static void put_diagnostic(wlay_json *j, const wlay_diagnostic *d)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "severity",
                   d->severity == WLAY_SEVERITY_ERROR ? WLAY_TEXT("error")
                                                      : WLAY_TEXT("warning"));
    wlay_json_text(j, "code", d->code);
    wlay_json_text(j, "message", d->message);
    put_place(j, &d->place);
    wlay_json_key(j, "notes");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < d->note_count; i++)
        put_note(j, &d->notes[i]);
    wlay_json_close(j, "]");
    wlay_json_text_if(j, "hint", d->hint.length > 0, d->hint);
    wlay_json_close(j, "}");
}

/* ------------------------------------------------------------- declarations */

static bool is_runtime_sized(const wlay_type *type)
{
    return (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

static void put_member(wlay_json *j, const wlay_member *m)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", m->name);
    put_type(j, m->type);
    wlay_json_u64(j, "offset", m->offset);
    wlay_json_u64_if(j, "size", wlay_has_size(m->type), m->size);
    wlay_json_u64_if(j, "align", m->align > 0, m->align);
    put_stride(j, wlay_stride_of(m->type));
    wlay_json_u64(j, "padding_before", m->padding_before);
    wlay_json_close(j, "}");
}

static void put_struct(wlay_json *j, const wlay_struct *s)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", s->name);
    wlay_json_u64_if(j, "align", s->align > 0, s->align);
    wlay_json_u64_if(j, "size", wlay_has_size(s->type), s->size);
    wlay_json_bool(j, "runtime_sized", is_runtime_sized(s->type));
    wlay_json_bool(j, "host_shareable",
                   (s->type->flags & WLAY_TYPE_HOST_SHAREABLE) != 0);
    wlay_json_u64(j, "padding", s->padding);
    wlay_json_key(j, "members");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < s->member_count; i++)
        put_member(j, &s->members[i]);
    wlay_json_close(j, "]");
    wlay_json_u64(j, "padding_after", s->padding_after);
    wlay_json_bool(j, "stage_io", (s->type->flags & WLAY_TYPE_STAGE_IO) != 0);
    wlay_json_close(j, "}");
}

static void put_variable(wlay_json *j, const wlay_variable *v)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", v->name);
    wlay_json_text(j, "address_space",
                   wlay_text(wlay_address_space_name(v->address_space)));
    wlay_json_text(j, "access", wlay_text(wlay_access_name(v->access)));
    wlay_json_u64_if(j, "group", v->has_binding, v->group);
    wlay_json_u64_if(j, "binding", v->has_binding, v->binding);
    put_type(j, v->type);
    wlay_json_u64_if(j, "align", v->type->align > 0, v->type->align);
    wlay_json_u64_if(j, "size", wlay_has_size(v->type), v->type->size);
    wlay_json_bool(j, "runtime_sized", is_runtime_sized(v->type));
    put_stride(j, wlay_stride_of(v->type));
    wlay_json_u64_if(j, "min_binding_size", wlay_is_buffer(v),
                     v->min_binding_size);
    wlay_json_close(j, "}");
}

static void put_override(wlay_json *j, const wlay_override *o)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", o->name);
    wlay_json_u64_if(j, "id", o->has_id, o->id);
    put_type(j, o->type);
    wlay_json_text_if(j, "default", o->has_default, o->default_value);
    wlay_json_close(j, "}");
}

static void put_alias(wlay_json *j, const wlay_alias *a)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", a->name);
    put_type(j, a->type);
    wlay_json_close(j, "}");
}

/* ------------------------------------------------------------------- module */

static void put_diagnostics(wlay_json *j, const wlay_module *module)
{
    size_t count;
    const wlay_diagnostic *diagnostics = wlay_diagnostics(module, &count);

    wlay_json_key(j, "diagnostics");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++)
        put_diagnostic(j, &diagnostics[i]);
    wlay_json_close(j, "]");
}

static void put_structs(wlay_json *j, const wlay_module *module,
                        const wlay_write_options *options)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(module, &count);

    wlay_json_key(j, "structs");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++) {
        if (wlay_is_selected(options, structs[i]))
            put_struct(j, structs[i]);
    }
    wlay_json_close(j, "]");
}

static void put_variables(wlay_json *j, const wlay_module *module)
{
    size_t count;
    const wlay_variable *variables = wlay_variables(module, &count);

    wlay_json_key(j, "variables");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++)
        put_variable(j, &variables[i]);
    wlay_json_close(j, "]");
}

static void put_overrides(wlay_json *j, const wlay_module *module)
{
    size_t count;
    const wlay_override *overrides = wlay_overrides(module, &count);

    wlay_json_key(j, "overrides");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++)
        put_override(j, &overrides[i]);
    wlay_json_close(j, "]");
}

static void put_aliases(wlay_json *j, const wlay_module *module)
{
    size_t count;
    const wlay_alias *aliases = wlay_aliases(module, &count);

    wlay_json_key(j, "aliases");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++)
        put_alias(j, &aliases[i]);
    wlay_json_close(j, "]");
}

static void put_module(wlay_json *j, const wlay_module *module,
                       const wlay_write_options *options)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "source", options->source_name);
    wlay_json_bool(j, "valid", wlay_module_valid(module));
    put_diagnostics(j, module);
    put_structs(j, module, options);
    put_variables(j, module);
    put_overrides(j, module);
    put_aliases(j, module);
    wlay_json_put_stages(j, module);
    wlay_json_close(j, "}");
}

/* ----------------------------------------------------------------- document */

/* Modules are written on their own: this is where they stand. */
static void start_at(wlay_json *j, size_t depth, bool comma,
                     const wlay_sink *sink)
{
    wlay_out_init(&j->out, sink, false);
    j->depth = depth;
    j->comma = comma;
}

bool wlay_write_json_begin(const wlay_sink *sink)
{
    wlay_json j;

    start_at(&j, 0, false, sink);
    wlay_json_open(&j, "{");
    wlay_json_version(&j);
    wlay_json_key(&j, "modules");
    wlay_json_open(&j, "[");
    return wlay_out_finish(&j.out);
}

bool wlay_write_json_module(const wlay_module *module, size_t number,
                            const wlay_write_options *options,
                            const wlay_sink *sink)
{
    static const wlay_write_options defaults;
    wlay_json j;

    start_at(&j, 2, number > 0, sink);
    put_module(&j, module, options != NULL ? options : &defaults);
    return wlay_out_finish(&j.out);
}

bool wlay_write_json_end(size_t count, const wlay_sink *sink)
{
    wlay_json j;

    start_at(&j, 2, count > 0, sink);
    wlay_json_close(&j, "]");
    wlay_json_close(&j, "}");
    wlay_out_raw(&j.out, WLAY_TEXT("\n"));
    return wlay_out_finish(&j.out);
}
