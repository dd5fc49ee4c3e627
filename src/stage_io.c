/* SPDX-License-Identifier: MIT */
/* Attributes of shader stage inputs and outputs, wherever they stand.
   [Inter-stage Input and Output Interface] */
#include "nearest.h"
#include "resolve.h"

/* ----------------------------------------------------------- builtin values */

#define ROW_U32 WLAY_SCALAR_ROW(WLAY_S_U32)
#define ROW_VEC3U WLAY_VECTOR_ROW(WLAY_S_U32, 3)
#define COMPUTE WLAY_COMPUTE_INPUT, 0, NULL
#define SUBGROUPS WLAY_LANGUAGE_SUBGROUPS, "subgroups"
const wlay_builtin_value wlay_builtin_values[WLAY_BUILTIN_VALUE_COUNT] = {
    {"vertex_index", ROW_U32, WLAY_VERTEX_INPUT, 0, NULL},
    {"instance_index", ROW_U32, WLAY_VERTEX_INPUT, 0, NULL},
    {"clip_distances", WLAY_ROW_COUNT, WLAY_VERTEX_OUTPUT,
     WLAY_LANGUAGE_CLIP_DISTANCES, "clip_distances"},
    {"position", WLAY_VECTOR_ROW(WLAY_S_F32, 4),
     WLAY_VERTEX_OUTPUT | WLAY_FRAGMENT_INPUT, 0, NULL},
    {"front_facing", WLAY_SCALAR_ROW(WLAY_S_BOOL), WLAY_FRAGMENT_INPUT, 0,
     NULL},
    {"frag_depth", WLAY_SCALAR_ROW(WLAY_S_F32), WLAY_FRAGMENT_OUTPUT, 0, NULL},
    {"primitive_index", ROW_U32, WLAY_FRAGMENT_INPUT,
     WLAY_LANGUAGE_PRIMITIVE_INDEX, "primitive_index"},
    {"sample_index", ROW_U32, WLAY_FRAGMENT_INPUT, 0, NULL},
    {"sample_mask", ROW_U32, WLAY_FRAGMENT_INPUT | WLAY_FRAGMENT_OUTPUT, 0,
     NULL},
    {"local_invocation_id", ROW_VEC3U, COMPUTE},
    {"local_invocation_index", ROW_U32, COMPUTE},
    {"global_invocation_id", ROW_VEC3U, COMPUTE},
    {"global_invocation_index", ROW_U32, COMPUTE},
    {"workgroup_id", ROW_VEC3U, COMPUTE},
    {"workgroup_index", ROW_U32, COMPUTE},
    {"num_workgroups", ROW_VEC3U, COMPUTE},
    {"subgroup_invocation_id", ROW_U32,
     WLAY_COMPUTE_INPUT | WLAY_FRAGMENT_INPUT, SUBGROUPS},
    {"subgroup_size", ROW_U32, WLAY_COMPUTE_INPUT | WLAY_FRAGMENT_INPUT,
     SUBGROUPS},
    {"subgroup_id", ROW_U32, WLAY_COMPUTE_INPUT, SUBGROUPS},
    {"num_subgroups", ROW_U32, WLAY_COMPUTE_INPUT, SUBGROUPS},
};

/* The name that an argument is, or an empty text. */
static wlay_string argument_name(const wlay_expr *expr)
{
    if (expr == NULL || expr->kind != WLAY_EXPR_IDENT || expr->has_template)
        return (wlay_string){"", 0};
    return wlay_symbol_text(expr->of.symbol);
}

/* The names of one of the sets that arguments are of. */
typedef struct argument_names {
    const char *what;
    const char *hint;
    size_t count;
    const char *names[5];
} argument_names;

static const argument_names depth_modes = {
    "a depth mode", "the depth modes are less and greater",
    2, {"less", "greater"}};
/* These two are in the order of wlay_interpolation and wlay_sampling. */
static const argument_names interpolation_types = {
    "an interpolation type",
    "the interpolation types are perspective, linear and flat",
    3, {"perspective", "linear", "flat"}};
/* The last two are those of flat interpolation. */
static const argument_names interpolation_samplings = {
    "an interpolation sampling",
    "the samplings are center, centroid and sample; for flat interpolation "
    "first and either",
    5, {"center", "centroid", "sample", "first", "either"}};

/* These names are part of the grammar: what is none of them breaks the text. */
static wlay_entry *report_argument(wlay_resolver *resolver,
                                   const wlay_expr *expr, const char *what)
{
    const uint64_t phase = resolver->diag->phase;
    wlay_entry *entry;

    resolver->diag->phase = WLAY_PHASE_TEXT;
    entry = wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                        wlay_expr_span(resolver, expr), F("'%' is not %"),
                        S(wlay_expr_text(resolver, expr)), Z(what));
    resolver->diag->phase = phase;
    return entry;
}

/* Which of the names an argument is; false if it is none, reported. */
static bool read_argument(wlay_resolver *resolver, const wlay_expr *expr,
                          const argument_names *names, size_t *out)
{
    const wlay_string text = argument_name(expr);

    for (*out = 0; *out < names->count; ++*out)
        if (wlay_text_equal(wlay_text(names->names[*out]), text))
            return true;
    wlay_hint(resolver->diag, report_argument(resolver, expr, names->what),
              Z(names->hint));
    return false;
}

static const wlay_builtin_value *find_builtin_value(wlay_string name)
{
    for (size_t i = 0; i < WLAY_BUILTIN_VALUE_COUNT; i++)
        if (wlay_text_equal(wlay_text(wlay_builtin_values[i].name), name))
            return &wlay_builtin_values[i];
    return NULL;
}

static bool is_builtin_type(const wlay_builtin_value *row,
                            const wlay_type *type)
{
    if (row->row < WLAY_ROW_COUNT)
        return type == wlay_builtin_type(row->row);
    return type->kind == WLAY_TYPE_ARRAY && type->element_count >= 1 &&
           type->element_count <= 8 &&
           type->element == wlay_scalar_type(WLAY_S_F32);
}

/* The second argument of frag_depth.  [Built-in Inputs and Outputs] */
static void check_depth_mode(wlay_resolver *resolver,
                             const wlay_builtin_value *row,
                             const wlay_expr *expr)
{
    size_t mode;

    if (!wlay_text_equal(wlay_text(row->name), WLAY_TEXT("frag_depth")))
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_ARGUMENTS,
                    wlay_expr_span(resolver, expr),
                    F("'@builtin(%)' takes no second argument; only "
                      "'frag_depth' does"),
                    Z(row->name));
    else
        read_argument(resolver, expr, &depth_modes, &mode);
}

static void report_builtin_value(wlay_resolver *resolver, const wlay_expr *expr)
{
    wlay_nearest nearest = {argument_name(expr), SIZE_MAX, {"", 0}};
    wlay_entry *const entry =
        report_argument(resolver, expr, "a builtin value");

    for (size_t i = 0; i < WLAY_BUILTIN_VALUE_COUNT; i++)
        wlay_nearest_offer(&nearest, wlay_text(wlay_builtin_values[i].name));
    if (nearest.best.length > 0)
        wlay_hint(resolver->diag, entry, F("did you mean '%'?"),
                  S(nearest.best));
}

static void read_builtin(wlay_resolver *resolver, wlay_io *io)
{
    const wlay_attribute *const attribute = io->builtin;
    const wlay_string name = argument_name(attribute->first);
    const wlay_builtin_value *const row = find_builtin_value(name);

    if (row == NULL) {
        report_builtin_value(resolver, attribute->first);
        return;
    }
    io->value = row;
    if (attribute->first->next != NULL)
        check_depth_mode(resolver, row, attribute->first->next);
    if ((resolver->language & row->language) != row->language)
        wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED,
                    wlay_attribute_span(resolver, attribute),
                    F("'@builtin(%)' needs 'enable %;'"), S(name),
                    Z(row->extension));
    else if (io->type != NULL && !is_builtin_type(row, io->type))
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver, attribute),
                    F("'@builtin(%)' needs the type '%', not '%'"), S(name),
                    S(row->row < WLAY_ROW_COUNT
                          ? wlay_builtin_type(row->row)->name
                          : WLAY_TEXT("array<f32, N>, N at most 8")),
                    S(io->type->name));
}

/* ---------------------------------------------------------- user-defined IO */

/* [Interpolation] */
static void read_interpolate(wlay_resolver *resolver, wlay_io *io)
{
    const wlay_attribute *const attribute = io->interpolate;
    const wlay_expr *const second = attribute->first->next;
    size_t type;
    size_t sampling;

    if (io->location == NULL)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver, attribute),
                    F("'@interpolate' needs '@location' beside it"));
    if (!read_argument(resolver, attribute->first, &interpolation_types,
                       &type))
        return;
    io->flat = type == 2;
    io->interpolation = (uint8_t)(type + 1);
    if (second == NULL ||
        !read_argument(resolver, second, &interpolation_samplings, &sampling))
        return;
    io->sampling = (uint8_t)(sampling + 1);
    if (io->flat == (sampling >= 3))
        return;
    wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                wlay_expr_span(resolver, second),
                F("'%' interpolation has the sampling %, not '%'"),
                Z(interpolation_types.names[type]),
                Z(io->flat ? "'first' or 'either'"
                           : "'center', 'centroid' or 'sample'"),
                Z(interpolation_samplings.names[sampling]));
}

static void read_location(wlay_resolver *resolver, wlay_io *io, wlay_span span)
{
    const wlay_type *const type = io->type;

    io->located =
        wlay_attribute_index(resolver, io->location, &io->location_value);
    if (type == NULL ||
        ((type->kind == WLAY_TYPE_SCALAR || type->kind == WLAY_TYPE_VECTOR) &&
         wlay_component(type) != WLAY_S_BOOL))
        return;
    wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                F("'@location' needs a numeric scalar or vector, not '%'"),
                S(type->name));
}

static void read_blend_src(wlay_resolver *resolver, wlay_io *io)
{
    const wlay_attribute *const attribute = io->blend_src;
    const wlay_span span = wlay_attribute_span(resolver, attribute);
    int64_t value;

    if (!(resolver->language & WLAY_LANGUAGE_DUAL_SOURCE_BLENDING)) {
        wlay_report(resolver->diag, WLAY_RULE_EXTENSION_NEEDED, span,
                    F("'@blend_src' needs 'enable dual_source_blending;'"));
        return;
    }
    if (io->location == NULL) {
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                    F("'@blend_src' needs '@location(0)' beside it"));
        return;
    }
    if (!wlay_attribute_integer(resolver, attribute, &value))
        return;
    io->blended = value == 0 || value == 1;
    io->blend_value = io->blended ? (uint32_t)value : 0;
    if (!io->blended)
        wlay_report(resolver->diag, WLAY_RULE_ATTRIBUTE_VALUE,
                    wlay_expr_span(resolver, attribute->first),
                    F("'@blend_src' must be 0 or 1, it is %"), I(value));
}

static void check_invariant(wlay_resolver *resolver, const wlay_io *io,
                            const wlay_attribute *attribute)
{
    if (io->builtin != NULL &&
        wlay_text_equal(argument_name(io->builtin->first),
                        WLAY_TEXT("position")))
        return;
    wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                wlay_attribute_span(resolver, attribute),
                F("'@invariant' needs '@builtin(position)' beside it"));
}

const wlay_io *wlay_read_io(wlay_resolver *resolver,
                            const wlay_attribute *attributes,
                            const wlay_type *type, wlay_span span)
{
    const wlay_attribute *const invariant =
        wlay_find_attribute(attributes, WLAY_ID_invariant);
    wlay_io io = {0};
    wlay_io *copy;

    io.type = type;
    io.location = wlay_find_attribute(attributes, WLAY_ID_location);
    io.builtin = wlay_find_attribute(attributes, WLAY_ID_builtin);
    io.blend_src = wlay_find_attribute(attributes, WLAY_ID_blend_src);
    io.interpolate = wlay_find_attribute(attributes, WLAY_ID_interpolate);
    if (io.location == NULL && io.builtin == NULL && io.blend_src == NULL &&
        io.interpolate == NULL && invariant == NULL)
        return NULL;
    if (io.location != NULL)
        read_location(resolver, &io, span);
    if (io.builtin != NULL)
        read_builtin(resolver, &io);
    if (io.interpolate != NULL)
        read_interpolate(resolver, &io);
    if (io.blend_src != NULL)
        read_blend_src(resolver, &io);
    if (invariant != NULL)
        check_invariant(resolver, &io, invariant);
    copy = WLAY_NEW(resolver->scratch, wlay_io, 1);
    if (copy != NULL)
        *copy = io;
    return copy;
}

/* ---------------------------------------------------------------- locations */

struct wlay_location_slot {
    bool taken;
    uint32_t location;
    wlay_span span;
};

void wlay_locations_init(wlay_locations *locations, wlay_arena *arena,
                         size_t count)
{
    locations->slot_count = 8;
    while (locations->slot_count < count * 2)
        locations->slot_count *= 2;
    locations->slots =
        WLAY_NEW(arena, wlay_location_slot, locations->slot_count);
}

static bool same_span(wlay_span a, wlay_span b)
{
    return a.source == b.source && a.offset == b.offset;
}

wlay_entry *wlay_take_location(wlay_resolver *resolver,
                               wlay_locations *locations, uint32_t location,
                               wlay_span span)
{
    wlay_location_slot *slot;
    wlay_entry *entry;
    size_t at = location;

    if (locations->slots == NULL)
        return NULL;
    do
        slot = &locations->slots[at++ & (locations->slot_count - 1)];
    while (slot->taken && slot->location != location);
    if (!slot->taken) {
        *slot = (wlay_location_slot){true, location, span};
        return NULL;
    }
    entry = wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                        F("'@location(%)' stands here a second time"),
                        U(location));
    /* They are one and the same if two parameters have the same struct. */
    if (!same_span(span, slot->span))
        wlay_note_at(resolver->diag, entry, slot->span,
                     F("the first one is here"));
    return entry;
}

/* The members of a struct that have a location. */
typedef struct located_members {
    size_t count;
    const wlay_field *blended; /* the first with @blend_src, or NULL */
    const wlay_field *plain;   /* the first without */
} located_members;

static located_members find_located(const wlay_decl *decl)
{
    located_members found = {0, NULL, NULL};

    for (const wlay_field *f = decl->fields; f != NULL; f = f->next) {
        if (f->io == NULL || !f->io->located)
            continue;
        found.count++;
        if (f->io->blend_src != NULL && found.blended == NULL)
            found.blended = f;
        else if (f->io->blend_src == NULL && found.plain == NULL)
            found.plain = f;
    }
    return found;
}

static void check_unique(wlay_resolver *resolver, const wlay_decl *decl,
                         size_t count)
{
    const wlay_mark mark = wlay_arena_mark(resolver->scratch);
    wlay_locations locations;

    wlay_locations_init(&locations, resolver->scratch, count);
    for (const wlay_field *f = decl->fields; f != NULL; f = f->next)
        if (f->io != NULL && f->io->located)
            wlay_take_location(resolver, &locations, f->io->location_value,
                               wlay_attribute_span(resolver, f->io->location));
    wlay_arena_release(resolver->scratch, mark);
}

/* Two members that dual source blending takes. */
typedef struct blended {
    const wlay_io *of[2]; /* by the value of @blend_src */
} blended;

/* Adds a member; false if reported. */
static bool add_blended(wlay_resolver *resolver, blended *seen,
                        const wlay_io *io)
{
    const wlay_span span = wlay_attribute_span(resolver, io->blend_src);
    const wlay_io *const same = seen->of[io->blend_value];
    const wlay_io *const other = seen->of[1 - io->blend_value];

    seen->of[io->blend_value] = io;
    if (io->location_value != 0)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                    F("'@blend_src' goes with '@location(0)', not with "
                      "'@location(%)'"),
                    U(io->location_value));
    else if (same != NULL)
        wlay_note_at(
            resolver->diag,
            wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                        F("'@blend_src(%)' stands here a second time"),
                        U(io->blend_value)),
            wlay_attribute_span(resolver, same->blend_src),
            F("the first one is here"));
    else if (other != NULL && io->type != NULL && other->type != NULL &&
             io->type != other->type)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO, span,
                    F("both members with '@blend_src' must be of one type, "
                      "these are '%' and '%'"),
                    S(other->type->name), S(io->type->name));
    else
        return true;
    return false;
}

static void report_plain(wlay_resolver *resolver,
                         const located_members *members)
{
    wlay_note_at(
        resolver->diag,
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver,
                                        members->plain->io->location),
                    F("beside members with '@blend_src' no other member may "
                      "have a location")),
        wlay_attribute_span(resolver, members->blended->io->blend_src),
        F("the first '@blend_src' is here"));
}

/* Exactly two members, @blend_src(0) and @blend_src(1), both at location 0. */
static void check_dual_source(wlay_resolver *resolver, const wlay_decl *decl,
                              const located_members *members)
{
    const wlay_io *const first = members->blended->io;
    blended seen = {{NULL, NULL}};

    if (members->plain != NULL) {
        report_plain(resolver, members);
        return;
    }
    for (const wlay_field *f = members->blended; f != NULL; f = f->next)
        if (f->io != NULL && f->io->located &&
            (!f->io->blended || !add_blended(resolver, &seen, f->io)))
            return;
    if (members->count == 1)
        wlay_report(resolver->diag, WLAY_RULE_STAGE_IO,
                    wlay_attribute_span(resolver, first->blend_src),
                    F("'%' has a member with '@blend_src(%)' and none with "
                      "'@blend_src(%)'"),
                    S(wlay_symbol_text(decl->symbol)), U(first->blend_value),
                    U(1 - first->blend_value));
}

void wlay_check_member_locations(wlay_resolver *resolver, const wlay_decl *decl)
{
    const located_members members = find_located(decl);

    if (members.count == 0)
        return;
    if (members.blended == NULL)
        check_unique(resolver, decl, members.count);
    else if (resolver->language & WLAY_LANGUAGE_DUAL_SOURCE_BLENDING)
        check_dual_source(resolver, decl, &members);
}
