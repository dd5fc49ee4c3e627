/* SPDX-License-Identifier: MIT */
/*
 * The listing for a person.  It is WGSL: what is not a declaration of the
 * module stands in comments, in the manner of the specification's own examples.
 */
#include "write_columns.h"
#include "write_stage.h"

typedef struct listing {
    wlay_out out;
    const wlay_module *module;
    const wlay_write_options *options;
    bool started; /* something has been written */
} listing;

/* A blank line between what was written and what comes. */
static void start_block(listing *l)
{
    if (l->started)
        wlay_out_line(&l->out);
    l->started = true;
}

/* The same listing, to be measured only. */
static listing start_probe(const listing *l)
{
    listing probe = {.module = l->module, .options = l->options};

    wlay_out_init(&probe.out, NULL, false);
    return probe;
}

static uint64_t size_or_blank(const wlay_type *type, uint64_t size)
{
    return wlay_has_size(type) ? size : WLAY_BLANK;
}

static uint64_t or_blank(uint64_t value)
{
    return value > 0 ? value : WLAY_BLANK;
}

/* ---------------------------------------------------------- WGSL as written */

static void put_styled(wlay_out *out, wlay_style style, wlay_string text)
{
    wlay_out_style(out, style);
    wlay_out_text(out, text);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
}

static void put_attribute(wlay_out *out, const char *name, uint64_t value)
{
    WLAY_OUT(out, "@");
    wlay_out_text(out, wlay_text(name));
    WLAY_OUT(out, "(");
    wlay_out_u64(out, value);
    WLAY_OUT(out, ") ");
}

static void put_member_code(wlay_out *out, const wlay_member *m)
{
    WLAY_OUT(out, "    ");
    if ((m->flags & WLAY_MEMBER_HAS_ALIGN) != 0)
        put_attribute(out, "align", m->align);
    if ((m->flags & WLAY_MEMBER_HAS_SIZE) != 0)
        put_attribute(out, "size", m->size);
    wlay_out_text(out, m->name);
    WLAY_OUT(out, ": ");
    wlay_out_text(out, m->type->name);
    WLAY_OUT(out, ",");
}

static void put_struct_code(wlay_out *out, const wlay_struct *s)
{
    WLAY_OUT(out, "struct ");
    put_styled(out, WLAY_STYLE_NAME, s->name);
    WLAY_OUT(out, " {");
}

/* The template list behind `var`; handles have none. */
static void put_space(wlay_out *out, const wlay_variable *v)
{
    if (v->address_space == WLAY_SPACE_HANDLE)
        return;
    WLAY_OUT(out, "<");
    wlay_out_text(out, wlay_text(wlay_address_space_name(v->address_space)));
    if (v->address_space == WLAY_SPACE_STORAGE) {
        WLAY_OUT(out, ", ");
        wlay_out_text(out, wlay_text(wlay_access_name(v->access)));
    }
    WLAY_OUT(out, ">");
}

static void put_variable_code(wlay_out *out, const wlay_variable *v)
{
    if (v->has_binding) {
        put_attribute(out, "group", v->group);
        put_attribute(out, "binding", v->binding);
    }
    WLAY_OUT(out, "var");
    put_space(out, v);
    WLAY_OUT(out, " ");
    put_styled(out, WLAY_STYLE_NAME, v->name);
    WLAY_OUT(out, ": ");
    wlay_out_text(out, v->type->name);
    WLAY_OUT(out, ";");
}

static void put_override_code(wlay_out *out, const wlay_override *o)
{
    if (o->has_id)
        put_attribute(out, "id", o->id);
    WLAY_OUT(out, "override ");
    put_styled(out, WLAY_STYLE_NAME, o->name);
    WLAY_OUT(out, ": ");
    wlay_out_text(out, o->type->name);
    if (o->has_default) {
        WLAY_OUT(out, " = ");
        wlay_out_text(out, o->default_value);
    }
    WLAY_OUT(out, ";");
}

/* ------------------------------------------------------------------ structs */

static wlay_numbers member_numbers(const wlay_member *m)
{
    return (wlay_numbers){{m->offset, or_blank(m->align),
                           size_or_blank(m->type, m->size),
                           or_blank(m->type->stride)}};
}

static wlay_numbers struct_numbers(const wlay_struct *s)
{
    return (wlay_numbers){{WLAY_BLANK, or_blank(s->align),
                           size_or_blank(s->type, s->size), WLAY_BLANK}};
}

static const char to_align[] = "    // padding to align ";
/* Deeper, as these bytes are part of the member above. */
static const char to_size[] = "        // padding to size ";

/* A line for bytes that hold nothing, and what asks for them. */
static void put_padding(wlay_out *out, wlay_columns *columns,
                        const char *text, uint64_t goal, uint64_t offset,
                        uint64_t size)
{
    if (size == 0)
        return;
    wlay_out_style(out, WLAY_STYLE_PADDING);
    wlay_out_text(out, wlay_text(text));
    wlay_out_u64(out, goal);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_columns_numbers(
        columns, out, WLAY_STYLE_PADDING,
        (wlay_numbers){{offset, WLAY_BLANK, size, WLAY_BLANK}});
}

static void put_member(wlay_out *out, wlay_columns *columns,
                       const wlay_member *m)
{
    put_padding(out, columns, to_align, m->align,
                m->offset - m->padding_before, m->padding_before);
    put_member_code(out, m);
    wlay_columns_numbers(columns, out, WLAY_STYLE_PLAIN, member_numbers(m));
    if (wlay_has_size(m->type) && m->size > m->type->size)
        put_padding(out, columns, to_size, m->size,
                    m->offset + m->type->size, m->size - m->type->size);
}

/* The bytes that round the struct's size up to its alignment. */
static void put_tail(wlay_out *out, wlay_columns *columns,
                     const wlay_struct *s)
{
    const wlay_member *last = &s->members[s->member_count - 1];
    const uint64_t end = last->offset + last->size;

    if (wlay_has_size(s->type) && s->size > end)
        put_padding(out, columns, to_align, s->align, end, s->size - end);
}

static void put_remarks(wlay_out *out, const wlay_struct *s)
{
    if ((s->type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        WLAY_OUT(out, "; not host-shareable");
    if ((s->type->flags & WLAY_TYPE_STAGE_IO) != 0)
        WLAY_OUT(out, "; of stage inputs or outputs, not the layout of vertex "
                      "buffers");
}

static void put_totals(wlay_out *out, const wlay_struct *s)
{
    WLAY_OUT(out, "// ");
    wlay_out_u64(out, s->size);
    WLAY_OUT(out, " bytes");
    if ((s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0) {
        WLAY_OUT(out, " with one element of ");
        wlay_out_text(out, s->members[s->member_count - 1].name);
    }
    WLAY_OUT(out, ": ");
    wlay_out_u64(out, s->size - s->padding);
    WLAY_OUT(out, " of data, ");
    wlay_out_u64(out, s->padding);
    WLAY_OUT(out, " of padding");
    put_remarks(out, s);
    wlay_out_line(out);
}

static void put_struct(wlay_out *out, wlay_columns *columns,
                       const wlay_struct *s)
{
    put_struct_code(out, s);
    wlay_columns_headings(columns, out);
    for (size_t i = 0; i < s->member_count; i++)
        put_member(out, columns, &s->members[i]);
    put_tail(out, columns, s);
    WLAY_OUT(out, "}");
    wlay_columns_numbers(columns, out, WLAY_STYLE_PLAIN, struct_numbers(s));
    if (wlay_has_size(s->type))
        put_totals(out, s);
}

static void put_selected(listing *l, wlay_columns *columns)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(l->module, &count);

    for (size_t i = 0; i < count; i++) {
        if (!wlay_is_selected(l->options, structs[i]))
            continue;
        start_block(l);
        put_struct(&l->out, columns, structs[i]);
    }
}

/* All structs share their columns, so that one can be held against another. */
static void put_structs(listing *l)
{
    wlay_columns columns = {
        .headings = {"offset", "align", "size", "stride"}, .code_max = 56};
    listing probe = start_probe(l);

    put_selected(&probe, &columns);
    put_selected(l, &columns);
}

/* ---------------------------------------------------------------- variables */

/* The variables are listed in two parts, of which one may be empty. */
typedef struct part {
    bool of_bindings;
    wlay_string title;
    const char *size_heading;
} part;

static const part bindings = {
    true, {"// bindings, with the minimum binding size of buffers", 53},
    "min size"};
static const part others = {false, {"// other variables", 18}, "size"};

static bool belongs_to(const part *p, const wlay_variable *v)
{
    return (v->has_binding || wlay_is_buffer(v)) == p->of_bindings;
}

static uint64_t variable_size(const wlay_variable *v)
{
    if ((v->type->flags & WLAY_TYPE_OVERRIDE_SIZED) != 0 &&
        !wlay_has_size(v->type))
        return WLAY_UNKNOWN;
    return size_or_blank(v->type, v->type->size);
}

static void put_variable(wlay_out *out, wlay_columns *columns,
                         const wlay_variable *v)
{
    put_variable_code(out, v);
    wlay_columns_numbers(
        columns, out, WLAY_STYLE_PLAIN,
        (wlay_numbers){{WLAY_BLANK, WLAY_BLANK, variable_size(v),
                        or_blank(wlay_stride_of(v->type))}});
}

static void put_part(listing *l, wlay_columns *columns, const part *p)
{
    size_t count;
    const wlay_variable *variables = wlay_variables(l->module, &count);
    bool has_title = false;

    for (size_t i = 0; i < count; i++) {
        if (!belongs_to(p, &variables[i]))
            continue;
        if (!has_title) {
            start_block(l);
            put_styled(&l->out, WLAY_STYLE_FAINT, p->title);
            wlay_columns_headings(columns, &l->out);
        }
        has_title = true;
        put_variable(&l->out, columns, &variables[i]);
    }
}

static void put_variables(listing *l, const part *p)
{
    wlay_columns columns = {
        .headings = {NULL, NULL, p->size_heading, "stride"}, .code_max = 76};
    listing probe = start_probe(l);

    put_part(&probe, &columns, p);
    put_part(l, &columns, p);
}

/* ---------------------------------------------------------------- overrides */

static void put_overrides(listing *l)
{
    size_t count;
    const wlay_override *overrides = wlay_overrides(l->module, &count);

    if (count > 0)
        start_block(l);
    for (size_t i = 0; i < count; i++) {
        put_override_code(&l->out, &overrides[i]);
        if (!overrides[i].has_default)
            put_styled(&l->out, WLAY_STYLE_FAINT,
                       WLAY_TEXT(" // the pipeline has to give it"));
        wlay_out_line(&l->out);
    }
}

/* ------------------------------------------------------------------- module */

static void put_title(listing *l)
{
    if (l->options->source_name.length == 0)
        return;
    wlay_out_style(&l->out, WLAY_STYLE_NAME);
    WLAY_OUT(&l->out, "// ");
    wlay_out_text(&l->out, l->options->source_name);
    wlay_out_style(&l->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&l->out);
    l->started = true;
}

bool wlay_write_text(const wlay_module *module,
                     const wlay_write_options *options, const wlay_sink *sink)
{
    static const wlay_write_options defaults;
    listing l = {.module = module};

    l.options = options != NULL ? options : &defaults;
    wlay_out_init(&l.out, sink, l.options->colours);
    put_title(&l);
    put_structs(&l);
    if (l.options->struct_count == 0) {
        put_variables(&l, &bindings);
        put_variables(&l, &others);
        put_overrides(&l);
        wlay_out_put_stages(&l.out, module, l.started);
    }
    return wlay_out_finish(&l.out);
}
