/* SPDX-License-Identifier: MIT */
/* What goes into and out of entry points.  [Inter-stage Input and Output
   Interface] */
#include "rules.h"

/* The inputs, or the outputs, of an entry point. */
typedef struct interface {
    wlay_resolver *resolver;
    const wlay_decl *decl; /* the entry point */
    wlay_io_use use;
    wlay_locations locations;
    bool has[WLAY_BUILTIN_VALUE_COUNT]; /* builtin values seen so far, and */
    wlay_span first[WLAY_BUILTIN_VALUE_COUNT]; /* where */
} interface;

/* One input or output: a parameter, a return value, or a member of those. */
typedef struct datum {
    const wlay_io *io;         /* or NULL */
    const wlay_type *type;     /* or NULL: not known */
    wlay_span span;            /* of its name, or of the return type */
    const wlay_struct *owner;  /* of a member, else NULL */
    const wlay_member *member; /* or NULL */
    wlay_span user;            /* of a member: where the struct is used */
} datum;

static wlay_span place_of(const datum *d, const wlay_attribute *attribute)
{
    return (wlay_span){d->span.source, attribute->offset, attribute->length};
}

static const char *use_text(wlay_io_use use)
{
    switch (use) {
    case WLAY_VERTEX_INPUT:
        return "an input of a vertex shader";
    case WLAY_VERTEX_OUTPUT:
        return "an output of a vertex shader";
    case WLAY_FRAGMENT_INPUT:
        return "an input of a fragment shader";
    case WLAY_FRAGMENT_OUTPUT:
        return "an output of a fragment shader";
    case WLAY_COMPUTE_INPUT:
        return "an input of a compute shader";
    case WLAY_COMPUTE_OUTPUT:
        break;
    }
    return "an output of a compute shader";
}

/* Says who uses a member, which may stand far away. */
static void note_use(const interface *in, const datum *d, wlay_entry *entry)
{
    if (d->member != NULL)
        wlay_note_at(in->resolver->diag, entry, d->user,
                     F("'%' is used here, by the entry point '%'"),
                     S(d->owner->name), S(wlay_symbol_text(in->decl->symbol)));
}

/* -------------------------------------------------------------- one of them */

static wlay_entry *report_missing(const interface *in, const datum *d)
{
    wlay_diag *const diag = in->resolver->diag;
    const char *const needs = in->use >= WLAY_COMPUTE_INPUT
                                  ? "needs '@builtin'"
                                  : "needs '@location' or '@builtin'";

    if (d->member != NULL && d->type->structure != NULL)
        return wlay_report(diag, WLAY_RULE_ENTRY_POINT, d->span,
                           F("'%.%' is a struct, and structs of inputs and "
                             "outputs cannot be nested"),
                           S(d->owner->name), S(d->member->name));
    if (d->member != NULL)
        return wlay_report(diag, WLAY_RULE_ENTRY_POINT, d->span,
                           F("'%.%' %, as it is %"), S(d->owner->name),
                           S(d->member->name), Z(needs),
                           Z(use_text(in->use)));
    return wlay_report(diag, WLAY_RULE_ENTRY_POINT, d->span,
                       F("% of the entry point '%' %"),
                       Z(in->use & (WLAY_VERTEX_INPUT | WLAY_FRAGMENT_INPUT |
                                    WLAY_COMPUTE_INPUT)
                             ? "this parameter"
                             : "the result"),
                       S(wlay_symbol_text(in->decl->symbol)), Z(needs));
}

/* User-defined integers between vertex and fragment shader are not
   interpolated.  [Interpolation] */
static bool must_be_flat(const interface *in, const wlay_io *io)
{
    return (in->use & (WLAY_VERTEX_OUTPUT | WLAY_FRAGMENT_INPUT)) &&
           io->type != NULL && !io->flat &&
           wlay_is_integer(wlay_component(io->type));
}

static wlay_entry *check_location(interface *in, const datum *d)
{
    const wlay_io *const io = d->io;
    wlay_diag *const diag = in->resolver->diag;
    wlay_entry *entry;

    if (in->use >= WLAY_COMPUTE_INPUT)
        return wlay_report(diag, WLAY_RULE_STAGE_IO, place_of(d, io->location),
                           F("'@location' cannot be %; only builtin values "
                             "can"),
                           Z(use_text(in->use)));
    if (must_be_flat(in, io)) {
        entry = wlay_report(
            diag, WLAY_RULE_STAGE_IO,
            io->interpolate != NULL ? place_of(d, io->interpolate) : d->span,
            F("'%' is an integer type and must be marked '@interpolate(flat)' "
              "as %"),
            S(io->type->name), Z(use_text(in->use)));
        wlay_hint(diag, entry, F("write @location(%) @interpolate(flat)"),
                  U(io->location_value));
        return entry;
    }
    /* On anything but a member it is misplaced, which was reported. */
    if (io->blend_src != NULL && d->member != NULL &&
        in->use != WLAY_FRAGMENT_OUTPUT)
        return wlay_report(diag, WLAY_RULE_STAGE_IO,
                           place_of(d, io->blend_src),
                           F("'@blend_src' cannot be %; it is for outputs of "
                             "fragment shaders"),
                           Z(use_text(in->use)));
    return io->located ? wlay_take_location(in->resolver, &in->locations,
                                            io->location_value,
                                            place_of(d, io->location))
                       : NULL;
}

static wlay_entry *report_second(const interface *in, const datum *d,
                                 size_t value)
{
    const wlay_span span = place_of(d, d->io->builtin);
    wlay_entry *const entry = wlay_report(
        in->resolver->diag, WLAY_RULE_STAGE_IO, span,
        F("the entry point '%' has '@builtin(%)' here a second time"),
        S(wlay_symbol_text(in->decl->symbol)),
        Z(wlay_builtin_values[value].name));

    /* Two parameters may have the same struct. */
    if (in->first[value].offset != span.offset ||
        in->first[value].source != span.source)
        wlay_note_at(in->resolver->diag, entry, in->first[value],
                     F("the first one is here"));
    return entry;
}

static wlay_entry *check_builtin(interface *in, const datum *d)
{
    const wlay_builtin_value *const value = d->io->value;
    const size_t row = (size_t)(value - wlay_builtin_values);

    if (!(value->uses & (unsigned)in->use))
        return wlay_report(in->resolver->diag, WLAY_RULE_STAGE_IO,
                           place_of(d, d->io->builtin),
                           F("'@builtin(%)' cannot be %"), Z(value->name),
                           Z(use_text(in->use)));
    if (in->has[row])
        return report_second(in, d, row);
    in->has[row] = true;
    in->first[row] = place_of(d, d->io->builtin);
    return NULL;
}

static wlay_entry *check_both(const interface *in, const datum *d)
{
    const wlay_attribute *const location = d->io->location;
    const wlay_attribute *const builtin = d->io->builtin;

    return wlay_report(in->resolver->diag, WLAY_RULE_STAGE_IO,
                       place_of(d, location->offset > builtin->offset
                                       ? location
                                       : builtin),
                       F("'@location' and '@builtin' stand together, but what "
                         "is % takes one of them"),
                       Z(use_text(in->use)));
}

static wlay_entry *check_datum(interface *in, const datum *d)
{
    const wlay_io *const io = d->io;

    if (io == NULL || (io->location == NULL && io->builtin == NULL))
        return d->type == NULL || io != NULL ? NULL : report_missing(in, d);
    if (io->location != NULL && io->builtin != NULL)
        return check_both(in, d);
    if (io->location != NULL)
        return check_location(in, d);
    return io->value == NULL ? NULL : check_builtin(in, d);
}

/* -------------------------------------------------------------- all of them */

/* A member that was reported before is not missing, whatever is wrong. */
static void skip_reported(interface *in, const wlay_io *io)
{
    if (io != NULL && io->value != NULL)
        in->has[io->value - wlay_builtin_values] = true;
}

/*
 * A member is reported once, however many entry points use it.  A struct
 * without IO attributes has no declaration left once its text has been read.
 */
static void check_members(interface *in, const wlay_type *type, wlay_span user)
{
    const wlay_struct *const s = type->structure;
    wlay_symbol *const symbol = wlay_find_symbol(
        in->resolver->symbols, s->name.data, s->name.length);
    const wlay_decl *decl;
    wlay_field *field;

    if (symbol == NULL ||
        (wlay_decl_of(symbol) == NULL && symbol->io_reported))
        return;
    decl = wlay_decl_of(symbol);
    field = decl != NULL && decl->kind == WLAY_DECL_STRUCT ? decl->fields : NULL;
    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];
        const datum d = {field == NULL ? NULL : field->io, m->type, m->span,
                         s, m, user};

        if (field != NULL && field->io_reported) {
            skip_reported(in, d.io);
        } else {
            wlay_entry *const entry = check_datum(in, &d);

            note_use(in, &d, entry);
            if (field == NULL)
                symbol->io_reported = true;
            else
                field->io_reported = entry != NULL;
        }
        field = field == NULL ? NULL : field->next;
    }
}

/* A parameter or the return value; a struct stands for its members. */
static void check_whole(interface *in, const wlay_io *io, const wlay_type *type,
                        wlay_span span)
{
    const datum d = {io, type, span, NULL, NULL, span};

    if (io == NULL && type != NULL && type->structure != NULL)
        check_members(in, type, span);
    else
        check_datum(in, &d);
}

static size_t count_data(const wlay_type *type)
{
    return type == NULL || type->structure == NULL
               ? 1
               : type->structure->member_count;
}

/* [Built-in Inputs and Outputs]: `position`, both what a vertex shader gives
   and what a fragment shader gets. */
static bool is_position(const wlay_builtin_value *value)
{
    return value != NULL &&
           value->uses == (WLAY_VERTEX_OUTPUT | WLAY_FRAGMENT_INPUT);
}

static void check_position(const interface *in)
{
    const wlay_decl *const decl = in->decl;

    for (size_t i = 0; i < WLAY_BUILTIN_VALUE_COUNT; i++)
        if (in->has[i] && is_position(&wlay_builtin_values[i]))
            return;
    /* It is not missing where it is wrong, or where the result is. */
    if (decl->return_type != NULL &&
        (decl->store_type == NULL ||
         (decl->return_io != NULL && is_position(decl->return_io->value))))
        return;
    wlay_report(in->resolver->diag, WLAY_RULE_ENTRY_POINT,
                wlay_span_of(decl, decl->offset, decl->length),
                F("the vertex entry point '%' must return "
                  "'@builtin(position)'"),
                S(wlay_symbol_text(decl->symbol)));
}

/* What goes in and what comes out. */
typedef struct stage_uses {
    uint16_t stage; /* wlay_name_id */
    wlay_io_use input;
    wlay_io_use output;
} stage_uses;

static const stage_uses stages[] = {
    {WLAY_ID_vertex, WLAY_VERTEX_INPUT, WLAY_VERTEX_OUTPUT},
    {WLAY_ID_fragment, WLAY_FRAGMENT_INPUT, WLAY_FRAGMENT_OUTPUT},
    {WLAY_ID_compute, WLAY_COMPUTE_INPUT, WLAY_COMPUTE_OUTPUT},
};

static void check_inputs(wlay_resolver *resolver, const wlay_decl *decl,
                         wlay_io_use use)
{
    interface in = {.resolver = resolver, .decl = decl, .use = use};
    size_t count = 0;

    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        count += count_data(f->store_type);
    wlay_locations_init(&in.locations, resolver->scratch, count);
    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        check_whole(&in, f->io, f->store_type,
                    wlay_resolver_span(resolver, f->offset, f->length));
}

static void check_outputs(wlay_resolver *resolver, const wlay_decl *decl,
                          wlay_io_use use)
{
    interface in = {.resolver = resolver, .decl = decl, .use = use};

    /* Locations in a struct are unique already, and nothing else has two. */
    if (decl->return_type != NULL)
        check_whole(&in, decl->return_io, decl->store_type,
                    wlay_expr_span(resolver, decl->return_type));
    if (use == WLAY_VERTEX_OUTPUT)
        check_position(&in);
}

void wlay_check_stage_io(wlay_resolver *resolver, const wlay_decl *decl,
                            wlay_name_id stage)
{
    const wlay_mark mark = wlay_arena_mark(resolver->scratch);
    size_t i = 0;

    while (stages[i].stage != stage)
        i++;
    check_inputs(resolver, decl, stages[i].input);
    check_outputs(resolver, decl, stages[i].output);
    wlay_arena_release(resolver->scratch, mark);
}
