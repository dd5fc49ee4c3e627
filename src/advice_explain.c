/* SPDX-License-Identifier: MIT */
/* The arithmetic behind a layout, in the specification's terms. */
#include "diag.h"
#include "module.h"
#include "nearest.h"

#include <string.h>

static const char alignment_and_size[] = "Alignment and Size";
static const char member_layout[] = "Structure Member Layout";
static const char value_layout[] = "Internal Layout of Values";

typedef struct telling {
    const wlay_module *module;
    wlay_arena arena;
    wlay_explain_function *function;
    void *user_data;
    bool ended; /* the caller has heard enough */
    wlay_string subject;
} telling;

/* Formulas are forgotten once they were told. */
static void tell(telling *t, const char *quantity, uint64_t value,
                 wlay_string formula, const char *section)
{
    const wlay_reason reason = {t->subject, quantity, value, formula,
                                section};

    if (!t->ended && !t->arena.failed)
        t->ended = !t->function(t->user_data, &reason);
}

/* -------------------------------------------------------------------- types */

/* The alignments of the members, each once: they are powers of two. */
static wlay_string all_aligns(telling *t, const wlay_struct *s)
{
    wlay_builder b = {&t->arena, NULL, 0, 0};
    uint64_t seen = 0;

    for (size_t i = 0; i < s->member_count; i++) {
        const uint64_t align = s->members[i].align;

        if ((seen & align) != 0)
            continue;
        if (seen != 0)
            wlay_put(&b, WLAY_TEXT(", "));
        seen |= align;
        wlay_put_u64(&b, align);
    }
    return wlay_built(&b);
}

static void tell_struct(telling *t, const wlay_struct *s)
{
    const wlay_member *const last = &s->members[s->member_count - 1];

    tell(t, "align", s->align,
         wlay_format(&t->arena, F("max(%)"), S(all_aligns(t, s))),
         alignment_and_size);
    tell(t, "size", s->size,
         wlay_format(&t->arena, F("roundUp(%, % + %)"), U(s->align),
                     U(last->offset), U(last->size)),
         alignment_and_size);
}

static void tell_array(telling *t, const wlay_type *type)
{
    const wlay_type *const element = type->element;
    const bool counted = (type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0;

    if (type->flags & WLAY_TYPE_SIZE_UNKNOWN)
        return;
    tell(t, "stride", type->stride,
         wlay_format(&t->arena, F("roundUp(AlignOf(%), SizeOf(%)) = "
                                  "roundUp(%, %)"),
                     S(element->name), S(element->name), U(element->align),
                     U(element->size)),
         alignment_and_size);
    tell(t, "align", type->align,
         wlay_format(&t->arena, F("AlignOf(%)"), S(element->name)),
         alignment_and_size);
    tell(t, "size", type->size,
         wlay_format(&t->arena, F("% * %%"),
                     U(counted ? type->element_count : 1), U(type->stride),
                     Z(counted ? "" : ", one element being counted")),
         alignment_and_size);
}

static void tell_matrix(telling *t, const wlay_type *type)
{
    const wlay_type *const column = type->element;

    tell(t, "stride", type->stride,
         wlay_format(&t->arena, F("AlignOf(%), from column to column"),
                     S(column->name)),
         value_layout);
    tell(t, "align", type->align,
         wlay_format(&t->arena, F("AlignOf(%)"), S(column->name)),
         alignment_and_size);
    tell(t, "size", type->size,
         wlay_format(&t->arena, F("SizeOf(array<%, %>) = % * roundUp(%, %)"),
                     S(column->name), U(type->columns), U(type->columns),
                     U(column->align), U(column->size)),
         alignment_and_size);
}

/* Of scalars and vectors the specification has a table. */
static void tell_table(telling *t, const wlay_type *type)
{
    if (type->align == 0)
        return;
    tell(t, "align", type->align, WLAY_TEXT("from the table of types"),
         alignment_and_size);
    tell(t, "size", type->size, WLAY_TEXT("from the table of types"),
         alignment_and_size);
}

static void tell_type(telling *t, const wlay_type *type)
{
    t->subject = type->name;
    switch (type->kind) {
    case WLAY_TYPE_STRUCT:
        tell_struct(t, type->structure);
        break;
    case WLAY_TYPE_ARRAY:
        tell_array(t, type);
        break;
    case WLAY_TYPE_MATRIX:
        tell_matrix(t, type);
        break;
    default:
        tell_table(t, type);
    }
}

/* ----------------------------------------------------------------- members */

static void tell_offset(telling *t, const wlay_struct *s, const wlay_member *m)
{
    if (m == s->members) {
        tell(t, "offset", 0, WLAY_TEXT("0, of the first member"),
             member_layout);
        return;
    }
    tell(t, "offset", m->offset,
         wlay_format(&t->arena, F("roundUp(%, % + %)"), U(m->align),
                     U(m[-1].offset), U(m[-1].size)),
         member_layout);
}

static void tell_member(telling *t, const wlay_struct *s, const wlay_member *m)
{
    const bool has_align = (m->flags & WLAY_MEMBER_HAS_ALIGN) != 0;
    const bool has_size = (m->flags & WLAY_MEMBER_HAS_SIZE) != 0;

    t->subject = m->name;
    tell(t, "align", m->align,
         has_align ? wlay_format(&t->arena, F("@align(%)"), U(m->align))
                   : wlay_format(&t->arena, F("AlignOf(%)"),
                                 S(m->type->name)),
         has_align ? "align" : alignment_and_size);
    tell_offset(t, s, m);
    tell(t, "size", m->size,
         has_size
             ? wlay_format(&t->arena, F("@size(%)"), U(m->size))
             : wlay_format(&t->arena, F("SizeOf(%)"), S(m->type->name)),
         has_size ? "size" : alignment_and_size);
}

/* -------------------------------------------------------------------- paths */

/* One step of a path: from one view to the next. */
typedef struct step {
    wlay_string text;
    wlay_view from;
    wlay_view to;
} step;

/* An index into an array or a matrix, or a component of a vector. */
static void tell_part(telling *t, const step *s)
{
    const wlay_type *const whole = s->from.type;
    const uint64_t unit = whole->kind == WLAY_TYPE_VECTOR
                              ? whole->element->size
                              : whole->stride;
    const uint64_t offset = s->to.offset - s->from.offset;

    t->subject = s->text;
    tell(t, "offset", offset,
         wlay_format(&t->arena, F("% * %"), U(unit > 0 ? offset / unit : 0),
                     U(unit)),
         value_layout);
}

static void tell_step(telling *t, const step *s, bool is_last)
{
    if (s->from.type->kind != WLAY_TYPE_STRUCT) {
        tell_part(t, s);
    } else if (is_last) {
        tell_member(t, s->from.type->structure, s->to.member);
    } else {
        t->subject = s->to.member->name;
        tell_offset(t, s->from.type->structure, s->to.member);
    }
}

/* Where the step that begins at `from` ends. */
static size_t end_of_step(wlay_string path, size_t from)
{
    size_t at = from;

    do
        at++;
    while (at < path.length && path.data[at] != '.' && path.data[at] != '[');
    return at;
}

/* The path was followed before: each of its steps is right. */
static void tell_path(telling *t, wlay_string path, size_t root_length,
                      const wlay_type *root)
{
    wlay_builder sum = {&t->arena, NULL, 0, 0};
    step s = {.to = {root, 0, root->size, NULL}};
    size_t steps = 0;

    for (size_t at = root_length; at < path.length; steps++) {
        const size_t end = end_of_step(path, at);

        s.from = s.to;
        s.text = (wlay_string){path.data + at, end - at};
        if (wlay_follow(root, path.data + root_length, end - root_length,
                        UINT64_MAX, &s.to, NULL) != WLAY_OK)
            return;
        tell_step(t, &s, end == path.length);
        wlay_put(&sum, steps > 0 ? WLAY_TEXT(" + ") : WLAY_TEXT(""));
        wlay_put_u64(&sum, s.to.offset - s.from.offset);
        at = end;
    }
    if (s.to.type->kind >= WLAY_TYPE_MATRIX || steps == 0)
        tell_type(t, s.to.type);
    t->subject = path;
    if (steps > 1)
        tell(t, "at", s.to.offset, wlay_built(&sum), value_layout);
}

/* Of a struct alone, its members too. */
static void tell_all(telling *t, const wlay_struct *s)
{
    for (size_t i = 0; i < s->member_count; i++)
        tell_member(t, s, &s->members[i]);
    tell_type(t, s->type);
}

/* ------------------------------------------------------------------- names */

static size_t length_of_name(wlay_string path)
{
    size_t length = 0;

    while (length < path.length && path.data[length] != '.' &&
           path.data[length] != '[')
        length++;
    return length;
}

static const wlay_type *find_root(const wlay_module *module, wlay_string name)
{
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, name.data, name.length);

    if (symbol == NULL)
        return NULL;
    switch (symbol->declared) {
    case WLAY_DECLARED_STRUCT:
        return symbol->as.structure->type;
    case WLAY_DECLARED_ALIAS:
        return symbol->as.alias;
    case WLAY_DECLARED_VARIABLE:
        return symbol->as.variable->type;
    default:
        return NULL;
    }
}

static wlay_result fail(const wlay_module *module, wlay_string name,
                        wlay_path_error *error)
{
    wlay_nearest nearest = {name, SIZE_MAX, {"", 0}};

    for (size_t i = 0; i < module->struct_count; i++)
        wlay_nearest_offer(&nearest, module->structs[i]->name);
    for (size_t i = 0; i < module->variable_count; i++)
        wlay_nearest_offer(&nearest, module->variables[i].name);
    for (size_t i = 0; i < module->alias_count; i++)
        wlay_nearest_offer(&nearest, module->aliases[i].name);
    if (error != NULL)
        *error = (wlay_path_error){
            0, name.length, "there is no such struct, variable or alias",
            nearest.best};
    return WLAY_NOT_FOUND;
}

/* Follows the path once, for its errors. */
static wlay_result check_path(const wlay_type *root, wlay_string path,
                              size_t root_length, wlay_path_error *error)
{
    wlay_view view;
    const wlay_result result =
        wlay_follow(root, path.data + root_length, path.length - root_length,
                    UINT64_MAX, &view, error);

    if (result != WLAY_OK && error != NULL)
        error->offset += root_length;
    return result;
}

wlay_result wlay_explain(const wlay_module *module, const char *path,
                         size_t length, wlay_explain_function *function,
                         void *user_data, wlay_path_error *error)
{
    telling t = {.module = module,
                 .function = function,
                 .user_data = user_data};
    wlay_string text;
    wlay_string name;
    const wlay_type *root;
    wlay_result result;

    if (module == NULL || path == NULL || function == NULL)
        return WLAY_INVALID_ARGUMENT;
    text = wlay_text_in(path, length);
    name = (wlay_string){text.data, length_of_name(text)};
    root = find_root(module, name);
    if (root == NULL)
        return fail(module, name, error);
    result = check_path(root, text, name.length, error);
    if (result != WLAY_OK)
        return result;
    wlay_arena_init(&t.arena, &module->arena.allocator, 1024);
    if (name.length == text.length && root->kind == WLAY_TYPE_STRUCT)
        tell_all(&t, root->structure);
    else
        tell_path(&t, text, name.length, root);
    result = t.arena.failed ? WLAY_OUT_OF_MEMORY : WLAY_OK;
    wlay_arena_free(&t.arena);
    return result;
}
