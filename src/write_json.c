/* SPDX-License-Identifier: MIT */
/*
 * The JSON document.  Its keys and their order are a contract with programs
 * that read it: keys are added, never renamed or removed.
 */
#include "write.h"

#include <string.h>

#define TEXT_OF(value) #value
#define VERSION_TEXT(major, minor, patch) \
    TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

typedef struct json {
    wlay_out out;
    size_t depth;
    bool comma; /* a comma goes before the next key or item */
} json;

/* ----------------------------------------------------------- JSON as syntax */

static void start_line(json *j)
{
    wlay_out_raw(&j->out, WLAY_TEXT("\n"));
    wlay_out_repeat(&j->out, ' ', 2 * j->depth);
}

/* The place of the next item of an array. */
static void item(json *j)
{
    if (j->comma)
        wlay_out_raw(&j->out, WLAY_TEXT(","));
    start_line(j);
    j->comma = true;
}

static void key(json *j, const char *name)
{
    item(j);
    wlay_out_raw(&j->out, WLAY_TEXT("\""));
    wlay_out_raw(&j->out, wlay_text(name));
    wlay_out_raw(&j->out, WLAY_TEXT("\": "));
}

static void open_bracket(json *j, const char *bracket)
{
    wlay_out_raw(&j->out, wlay_text(bracket));
    j->depth++;
    j->comma = false;
}

static void close_bracket(json *j, const char *bracket)
{
    j->depth--;
    if (j->comma)
        start_line(j);
    wlay_out_raw(&j->out, wlay_text(bracket));
    j->comma = true;
}

/* ------------------------------------------------------------------- values */

static void put_escape(json *j, uint32_t code_point)
{
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', '0', '0'};

    for (size_t i = 0; i < 4; i++)
        escape[5 - i] = digits[code_point >> 4 * i & 15];
    wlay_out_raw(&j->out, (wlay_string){escape, sizeof escape});
}

/* JSON wants controls, quotes and backslashes escaped; JavaScript once wanted
   the two line breaks beyond ASCII escaped too. */
static bool needs_escape(uint32_t code_point)
{
    return code_point < 0x20 || code_point == '"' || code_point == '\\' ||
           code_point == 0x7F || code_point == 0x2028 || code_point == 0x2029;
}

static void put_escaped(json *j, uint32_t code_point)
{
    static const char plain[] = "\"\\\n\t\r";
    static const char *const escapes[] = {"\\\"", "\\\\", "\\n", "\\t", "\\r"};
    const char *found =
        code_point == 0 || code_point > 0x7F
            ? NULL
            : memchr(plain, (int)code_point, sizeof plain - 1);

    if (found == NULL)
        put_escape(j, code_point);
    else
        wlay_out_raw(&j->out, wlay_text(escapes[found - plain]));
}

/* A file's name may be anything but UTF-8: what is none becomes U+FFFD. */
static void put_string(json *j, wlay_string text)
{
    size_t from = 0;
    size_t at = 0;

    wlay_out_raw(&j->out, WLAY_TEXT("\""));
    while (at < text.length) {
        uint32_t code_point = 0xFFFD;
        const size_t length =
            wlay_decode_utf8(text.data, text.length, at, &code_point);

        if (length > 0 && !needs_escape(code_point)) {
            at += length;
            continue;
        }
        wlay_out_raw(&j->out, (wlay_string){text.data + from, at - from});
        put_escaped(j, code_point);
        at += length > 0 ? length : 1;
        from = at;
    }
    wlay_out_raw(&j->out, (wlay_string){text.data + from, at - from});
    wlay_out_raw(&j->out, WLAY_TEXT("\""));
}

static void put_null(json *j, const char *name)
{
    key(j, name);
    wlay_out_raw(&j->out, WLAY_TEXT("null"));
}

static void put_text(json *j, const char *name, wlay_string value)
{
    key(j, name);
    put_string(j, value);
}

static void put_text_if(json *j, const char *name, bool known,
                        wlay_string value)
{
    if (known)
        put_text(j, name, value);
    else
        put_null(j, name);
}

static void put_number(json *j, const char *name, uint64_t value)
{
    key(j, name);
    wlay_out_u64(&j->out, value);
}

static void put_number_if(json *j, const char *name, bool known,
                          uint64_t value)
{
    if (known)
        put_number(j, name, value);
    else
        put_null(j, name);
}

static void put_bool(json *j, const char *name, bool value)
{
    key(j, name);
    wlay_out_raw(&j->out, value ? WLAY_TEXT("true") : WLAY_TEXT("false"));
}

static void put_type(json *j, const wlay_type *type)
{
    put_text(j, "type", type->name);
}

static void put_stride(json *j, uint64_t stride)
{
    put_number_if(j, "stride", stride > 0, stride);
}

/* -------------------------------------------------------------- diagnostics */

static void put_place(json *j, const wlay_place *place)
{
    put_text(j, "source", place->source_name);
    put_number(j, "line", place->line);
    put_number(j, "column", place->column);
    put_number(j, "offset", place->span.offset);
    put_number(j, "length", place->span.length);
}

static void put_note(json *j, const wlay_note *note)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "message", note->message);
    put_place(j, &note->place);
    close_bracket(j, "}");
}

static void put_diagnostic(json *j, const wlay_diagnostic *d)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "severity", d->severity == WLAY_SEVERITY_ERROR
                                ? WLAY_TEXT("error")
                                : WLAY_TEXT("warning"));
    put_text(j, "code", d->code);
    put_text(j, "message", d->message);
    put_place(j, &d->place);
    key(j, "notes");
    open_bracket(j, "[");
    for (size_t i = 0; i < d->note_count; i++)
        put_note(j, &d->notes[i]);
    close_bracket(j, "]");
    put_text_if(j, "hint", d->hint.length > 0, d->hint);
    close_bracket(j, "}");
}

/* ------------------------------------------------------------- declarations */

static bool is_runtime_sized(const wlay_type *type)
{
    return (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

static void put_member(json *j, const wlay_member *m)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "name", m->name);
    put_type(j, m->type);
    put_number(j, "offset", m->offset);
    put_number_if(j, "size", wlay_has_size(m->type), m->size);
    put_number_if(j, "align", m->align > 0, m->align);
    put_stride(j, wlay_stride_of(m->type));
    put_number(j, "padding_before", m->padding_before);
    close_bracket(j, "}");
}

static void put_struct(json *j, const wlay_struct *s)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "name", s->name);
    put_number_if(j, "align", s->align > 0, s->align);
    put_number_if(j, "size", wlay_has_size(s->type), s->size);
    put_bool(j, "runtime_sized", is_runtime_sized(s->type));
    put_bool(j, "host_shareable",
             (s->type->flags & WLAY_TYPE_HOST_SHAREABLE) != 0);
    put_number(j, "padding", s->padding);
    key(j, "members");
    open_bracket(j, "[");
    for (size_t i = 0; i < s->member_count; i++)
        put_member(j, &s->members[i]);
    close_bracket(j, "]");
    put_number(j, "padding_after", s->padding_after);
    close_bracket(j, "}");
}

static void put_variable(json *j, const wlay_variable *v)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "name", v->name);
    put_text(j, "address_space",
             wlay_text(wlay_address_space_name(v->address_space)));
    put_text(j, "access", wlay_text(wlay_access_name(v->access)));
    put_number_if(j, "group", v->has_binding, v->group);
    put_number_if(j, "binding", v->has_binding, v->binding);
    put_type(j, v->type);
    put_number_if(j, "align", v->type->align > 0, v->type->align);
    put_number_if(j, "size", wlay_has_size(v->type), v->type->size);
    put_bool(j, "runtime_sized", is_runtime_sized(v->type));
    put_stride(j, wlay_stride_of(v->type));
    put_number_if(j, "min_binding_size", wlay_is_buffer(v),
                  v->min_binding_size);
    close_bracket(j, "}");
}

static void put_override(json *j, const wlay_override *o)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "name", o->name);
    put_number_if(j, "id", o->has_id, o->id);
    put_type(j, o->type);
    put_text_if(j, "default", o->has_default, o->default_value);
    close_bracket(j, "}");
}

static void put_alias(json *j, const wlay_alias *a)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "name", a->name);
    put_type(j, a->type);
    close_bracket(j, "}");
}

/* ------------------------------------------------------------------- module */

static void put_diagnostics(json *j, const wlay_module *module)
{
    size_t count;
    const wlay_diagnostic *diagnostics = wlay_diagnostics(module, &count);

    key(j, "diagnostics");
    open_bracket(j, "[");
    for (size_t i = 0; i < count; i++)
        put_diagnostic(j, &diagnostics[i]);
    close_bracket(j, "]");
}

static void put_structs(json *j, const wlay_module *module,
                        const wlay_write_options *options)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(module, &count);

    key(j, "structs");
    open_bracket(j, "[");
    for (size_t i = 0; i < count; i++) {
        if (wlay_is_selected(options, structs[i]))
            put_struct(j, structs[i]);
    }
    close_bracket(j, "]");
}

static void put_variables(json *j, const wlay_module *module)
{
    size_t count;
    const wlay_variable *variables = wlay_variables(module, &count);

    key(j, "variables");
    open_bracket(j, "[");
    for (size_t i = 0; i < count; i++)
        put_variable(j, &variables[i]);
    close_bracket(j, "]");
}

static void put_overrides(json *j, const wlay_module *module)
{
    size_t count;
    const wlay_override *overrides = wlay_overrides(module, &count);

    key(j, "overrides");
    open_bracket(j, "[");
    for (size_t i = 0; i < count; i++)
        put_override(j, &overrides[i]);
    close_bracket(j, "]");
}

static void put_aliases(json *j, const wlay_module *module)
{
    size_t count;
    const wlay_alias *aliases = wlay_aliases(module, &count);

    key(j, "aliases");
    open_bracket(j, "[");
    for (size_t i = 0; i < count; i++)
        put_alias(j, &aliases[i]);
    close_bracket(j, "]");
}

static void put_module(json *j, const wlay_module *module,
                       const wlay_write_options *options)
{
    item(j);
    open_bracket(j, "{");
    put_text(j, "source", options->source_name);
    put_bool(j, "valid", wlay_module_valid(module));
    put_diagnostics(j, module);
    put_structs(j, module, options);
    put_variables(j, module);
    put_overrides(j, module);
    put_aliases(j, module);
    close_bracket(j, "}");
}

/* ----------------------------------------------------------------- document */

/* Modules are written on their own: this is where they stand. */
static void start_at(json *j, size_t depth, bool comma, const wlay_sink *sink)
{
    wlay_out_init(&j->out, sink, false);
    j->depth = depth;
    j->comma = comma;
}

bool wlay_write_json_begin(const wlay_sink *sink)
{
    json j;

    start_at(&j, 0, false, sink);
    open_bracket(&j, "{");
    put_text(&j, "wlay",
             WLAY_TEXT(VERSION_TEXT(WLAY_VERSION_MAJOR, WLAY_VERSION_MINOR,
                                    WLAY_VERSION_PATCH)));
    key(&j, "modules");
    open_bracket(&j, "[");
    return wlay_out_finish(&j.out);
}

bool wlay_write_json_module(const wlay_module *module, size_t number,
                            const wlay_write_options *options,
                            const wlay_sink *sink)
{
    static const wlay_write_options defaults;
    json j;

    start_at(&j, 2, number > 0, sink);
    put_module(&j, module, options != NULL ? options : &defaults);
    return wlay_out_finish(&j.out);
}

bool wlay_write_json_end(size_t count, const wlay_sink *sink)
{
    json j;

    start_at(&j, 2, count > 0, sink);
    close_bracket(&j, "]");
    close_bracket(&j, "}");
    wlay_out_raw(&j.out, WLAY_TEXT("\n"));
    return wlay_out_finish(&j.out);
}
