/* SPDX-License-Identifier: MIT */
/* Layouts, computed a second time straight from the specification's rules. */
#include "check.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
/* More bytes than this are an error. */
#define SIZE_LIMIT UINT64_C(0xffffffff)
#define DEPTH_LIMIT 255

static uint64_t round_up(uint64_t align, uint64_t n)
{
    return (n + align - 1) / align * align;
}

static bool is_power_of_two(uint64_t n)
{
    return n > 0 && (n & (n - 1)) == 0;
}

/* -------------------------------------------------------------------- types */

static uint64_t scalar_size(wlay_scalar scalar)
{
    return scalar == WLAY_SCALAR_F16 ? 2 : 4;
}

static uint64_t vector_align(const wlay_type *type)
{
    return (type->rows == 3 ? 4 : type->rows) * scalar_size(type->scalar);
}

static void check_vector(const wlay_type *type)
{
    CHECK(type->rows >= 2 && type->rows <= 4);
    CHECK(type->align == vector_align(type));
    CHECK(type->size == type->rows * scalar_size(type->scalar));
}

static void check_matrix(const wlay_type *type)
{
    CHECK(type->columns >= 2 && type->columns <= 4);
    CHECK(type->rows >= 2 && type->rows <= 4);
    CHECK(type->scalar == WLAY_SCALAR_F32 || type->scalar == WLAY_SCALAR_F16);
    CHECK(type->align == vector_align(type));
    CHECK(type->stride == type->align);
    CHECK(type->size == type->stride * type->columns);
    CHECK(type->element != NULL && type->element->kind == WLAY_TYPE_VECTOR);
    CHECK(type->element->rows == type->rows);
}

static void check_array(const wlay_type *type)
{
    const wlay_type *const element = type->element;

    CHECK(element != NULL);
    CHECK((type->flags & WLAY_TYPE_HAS_ARRAY) != 0);
    CHECK(type->align == element->align);
    if (!check_is_sized(type)) {
        CHECK(type->size == 0);
        return;
    }
    CHECK(type->stride == round_up(element->align, element->size));
    CHECK(type->size == type->stride * MAX(type->element_count, 1));
    CHECK((type->element_count == 0) ==
          ((type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0));
}

static void check_kind(const wlay_type *type)
{
    switch (type->kind) {
    case WLAY_TYPE_SCALAR: case WLAY_TYPE_ATOMIC:
        CHECK(type->scalar != WLAY_SCALAR_NONE);
        CHECK(type->size == scalar_size(type->scalar));
        CHECK(type->align == type->size);
        break;
    case WLAY_TYPE_VECTOR:
        check_vector(type);
        break;
    case WLAY_TYPE_MATRIX:
        check_matrix(type);
        break;
    case WLAY_TYPE_ARRAY:
        check_array(type);
        break;
    case WLAY_TYPE_STRUCT:
        CHECK(type->structure != NULL && type->structure->type == type);
        break;
    case WLAY_TYPE_POINTER: case WLAY_TYPE_TEXTURE: case WLAY_TYPE_SAMPLER:
        CHECK(type->size == 0 && type->align == 0);
        break;
    case WLAY_TYPE_BUFFER:
        break;
    case WLAY_TYPE_KIND_FORCE_32: default:
        CHECK(type->kind <= WLAY_TYPE_SAMPLER);
    }
}

static void check_type(const wlay_type *type, void *user_data)
{
    size_t depth = 0;

    (void)user_data;
    for (; type != NULL; type = type->element) {
        CHECK(++depth <= DEPTH_LIMIT);
        check_string(type->name);
        CHECK(type->name.length > 0);
        CHECK(type->align == 0 || is_power_of_two(type->align));
        CHECK(type->size <= SIZE_LIMIT);
        if ((type->flags & WLAY_TYPE_SIZE_UNKNOWN) != 0)
            CHECK(type->size == 0);
        if ((type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
            CHECK((type->flags & WLAY_TYPE_CONSTRUCTIBLE) == 0);
        check_kind(type);
    }
}

void check_types(const check_subject *subject)
{
    check_each_type(subject->module, check_type, NULL);
}

/* ------------------------------------------------------------------- structs */

/* The bytes of the span are what it is said to be of. */
static void check_span(const check_subject *subject, wlay_span span,
                       wlay_string text)
{
    wlay_string source;

    CHECK(span.source < subject->source_count);
    source = subject->sources[span.source].text;
    CHECK(span.offset <= source.length);
    CHECK(span.length <= source.length - span.offset);
    if (text.data != NULL)
        CHECK(check_equal(
            (wlay_string){source.data + span.offset, span.length}, text));
}

static void check_member(const check_subject *subject, const wlay_member *m,
                         uint64_t end)
{
    check_string(m->name);
    check_span(subject, m->span, m->name);
    CHECK(is_power_of_two(m->align));
    CHECK(m->align % m->type->align == 0);
    if ((m->flags & WLAY_MEMBER_HAS_ALIGN) == 0)
        CHECK(m->align == m->type->align);
    if ((m->flags & WLAY_MEMBER_HAS_SIZE) == 0)
        CHECK(m->size == m->type->size);
    CHECK(m->size >= m->type->size);
    CHECK(m->offset == round_up(m->align, end));
    CHECK(m->padding_before == m->offset - end);
}

static void check_members(const check_subject *subject, const wlay_struct *s)
{
    uint64_t end = 0;
    uint64_t align = 1;
    uint64_t padding = 0;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];
        const bool last = i + 1 == s->member_count;

        check_member(subject, m, end);
        end = m->offset + m->size;
        align = MAX(align, m->align);
        padding += m->padding_before + m->padding_after;
        CHECK(m->padding_after ==
              m->size - m->type->size + (last ? s->padding_after : 0));
    }
    CHECK(s->align == align);
    CHECK(s->size == round_up(align, end));
    CHECK(s->padding_after == s->size - end);
    CHECK(s->padding == padding);
    CHECK(s->data <= s->size - s->padding);
}

static void check_look_ups(const check_subject *subject, const wlay_struct *s)
{
    const wlay_struct *const found = wlay_find_struct(
        subject->module, s->name.data, s->name.length);

    /* Of several with one name, which is an error, any may be meant. */
    CHECK(found == s || !wlay_module_valid(subject->module));
    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_string name = s->members[i].name;
        const wlay_member *const m =
            wlay_find_member(s, name.data, name.length);

        CHECK(m == &s->members[i] ||
              (m != NULL && check_equal(m->name, name) &&
               !wlay_module_valid(subject->module)));
    }
    CHECK(wlay_find_member(s, "", 0) == NULL);
    CHECK(wlay_find_member(s, "1", WLAY_STRLEN) == NULL);
}

void check_structs(const check_subject *subject)
{
    size_t count;
    const wlay_struct *const *structs =
        wlay_structs(subject->module, &count);

    CHECK((structs == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const s = structs[i];

        check_string(s->name);
        check_span(subject, s->span, s->name);
        CHECK(s->type->structure == s);
        CHECK(check_equal(s->type->name, s->name));
        CHECK(s->size == s->type->size && s->align == s->type->align);
        CHECK(s->member_count == 0 || s->members != NULL);
        if (check_is_sized(s->type))
            check_members(subject, s);
        check_look_ups(subject, s);
    }
}

/* ---------------------------------------------------------------- variables */

static bool has_min_size(const wlay_variable *v)
{
    return (v->address_space == WLAY_SPACE_UNIFORM ||
            v->address_space == WLAY_SPACE_STORAGE) &&
           (v->type->flags & WLAY_TYPE_HOST_SHAREABLE) != 0;
}

void check_variables(const check_subject *subject)
{
    size_t count;
    const wlay_variable *const variables =
        wlay_variables(subject->module, &count);

    CHECK((variables == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++) {
        const wlay_variable *const v = &variables[i];
        const wlay_variable *found;

        check_string(v->name);
        check_span(subject, v->span, v->name);
        CHECK(wlay_address_space_name(v->address_space)[0] != '\0');
        CHECK(wlay_access_name(v->access)[0] != '\0');
        CHECK(v->min_binding_size == (has_min_size(v) ? v->type->size : 0) ||
              (v->min_binding_size == 0 &&
               !wlay_module_valid(subject->module)));
        found = wlay_find_variable(subject->module, v->name.data,
                                   v->name.length);
        CHECK(found == v || !wlay_module_valid(subject->module));
        if (!v->has_binding)
            continue;
        found = wlay_find_binding(subject->module, v->group, v->binding);
        CHECK(found != NULL && found <= v && found->has_binding);
        CHECK(found->group == v->group && found->binding == v->binding);
    }
}

void check_overrides(const check_subject *subject)
{
    size_t count;
    const wlay_override *const overrides =
        wlay_overrides(subject->module, &count);

    CHECK((overrides == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++) {
        const wlay_override *const o = &overrides[i];

        check_string(o->name);
        check_span(subject, o->span, o->name);
        check_string(o->default_value);
        CHECK(o->type->kind == WLAY_TYPE_SCALAR);
        CHECK(o->has_default == (o->default_value.length > 0));
    }
}

void check_aliases(const check_subject *subject)
{
    size_t count;
    const wlay_alias *const aliases = wlay_aliases(subject->module, &count);

    CHECK((aliases == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++) {
        check_string(aliases[i].name);
        check_span(subject, aliases[i].span, aliases[i].name);
        CHECK(aliases[i].type != NULL);
    }
}

/* -------------------------------------------------------------- diagnostics */

static void check_place(const check_subject *subject, const wlay_place *place)
{
    const wlay_string none = {NULL, 0};
    const wlay_source *source;
    uint32_t line;
    uint32_t column;

    check_string(place->source_name);
    if (subject->source_count == 0)
        return;
    check_span(subject, place->span, none);
    source = &subject->sources[place->span.source];
    CHECK(check_equal(place->source_name, source->name));
    wlay_locate(source->text.data, source->text.length, place->span.offset,
                &line, &column);
    CHECK(place->line == line && place->column == column);
}

static void check_code(wlay_string code)
{
    CHECK(code.length > 0);
    for (size_t i = 0; i < code.length; i++)
        CHECK((code.data[i] >= 'a' && code.data[i] <= 'z') ||
              (code.data[i] >= '0' && code.data[i] <= '9') ||
              (code.data[i] == '-' && i > 0));
}

static void check_diagnostic(const check_subject *subject,
                             const wlay_diagnostic *d)
{
    check_string(d->code);
    check_code(d->code);
    check_string(d->message);
    CHECK(d->message.length > 0);
    CHECK(check_utf8(d->message.data, d->message.length, ""));
    check_string(d->hint);
    CHECK(check_utf8(d->hint.data, d->hint.length, ""));
    check_place(subject, &d->place);
    for (size_t i = 0; i < d->note_count; i++) {
        check_string(d->notes[i].message);
        CHECK(d->notes[i].message.length > 0);
        check_place(subject, &d->notes[i].place);
    }
}

void check_diagnostics(const check_subject *subject)
{
    size_t count;
    const wlay_diagnostic *const d =
        wlay_diagnostics(subject->module, &count);
    bool valid = true;

    CHECK((d == NULL) == (count == 0));
    for (size_t i = 0; i < count; i++) {
        check_diagnostic(subject, &d[i]);
        CHECK(d[i].severity == WLAY_SEVERITY_ERROR ||
              d[i].severity == WLAY_SEVERITY_WARNING);
        if (d[i].severity == WLAY_SEVERITY_ERROR)
            valid = false;
    }
    CHECK(wlay_module_valid(subject->module) == valid);
}
