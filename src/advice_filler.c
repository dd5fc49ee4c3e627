/* SPDX-License-Identifier: MIT */
/* Drafts that name the padding, or stop naming it. */
#include "advice_draft.h"

#include "ast.h"

#include <string.h>

/* ----------------------------------------------------------------- fillers */

/* Which arrays a filler may be where its struct is used. */
enum { ANY_ARRAY, ARRAY_OF_VEC4, NO_ARRAY };

typedef struct filler_row {
    uint64_t size; /* and alignment */
    const char *type;
} filler_row;

/* From large to small. */
static const filler_row filler_rows[] = {
    {16, "vec4<u32>"}, {8, "vec2<u32>"}, {4, "u32"}, {2, "f16"}};

typedef struct padder {
    wlay_draft *draft;
    wlay_draft_struct *s;
    size_t capacity;
    uint64_t number; /* of the next filler */
    uint64_t unit;   /* the size of the smallest filler */
    int arrays;
} padder;

static wlay_draft_member *add_member(padder *p)
{
    wlay_draft_struct *const s = p->s;
    wlay_draft_member *const members =
        wlay_grow(p->draft->arena, s->members, s->count, &p->capacity,
                  sizeof *members);
    wlay_draft_member *m;

    if (members == NULL)
        return NULL;
    s->members = members;
    m = &members[s->count++];
    memset(m, 0, sizeof *m);
    m->name = m->type = m->index = WLAY_TEXT("");
    return m;
}

/* A member that is there already. */
static void add_old(padder *p, const wlay_member *old)
{
    wlay_draft_member *const m = add_member(p);

    if (m == NULL)
        return;
    m->old = old;
    m->type_size = old->type->size;
    m->type_align = old->type->align;
    m->offset = old->offset;
}

static wlay_string next_name(padder *p)
{
    const wlay_struct *const s = p->s->old;
    wlay_string name;

    do
        name = wlay_format(p->draft->arena, F("_reserved%"), U(p->number++));
    while (name.data != NULL &&
           wlay_find_member(s, name.data, name.length) != NULL);
    return name;
}

static void add_filler(padder *p, wlay_string type, uint64_t align,
                       uint64_t offset, uint64_t size)
{
    wlay_draft_member *const m = add_member(p);

    if (m == NULL)
        return;
    m->name = next_name(p);
    m->type = type;
    m->type_size = size;
    m->type_align = align;
    m->offset = offset;
}

/* The largest filler that fits; its size. */
static uint64_t add_unit(padder *p, uint64_t offset, uint64_t size)
{
    const filler_row *row = filler_rows;

    while (row->size > size || offset % row->size != 0)
        row++;
    add_filler(p, wlay_text(row->type), row->size, offset, row->size);
    return row->size;
}

/* An array, if one may be there and is more than a single filler; its size, or
   0. */
static uint64_t add_array(padder *p, uint64_t offset, uint64_t size)
{
    const filler_row *const row =
        &filler_rows[p->arrays == ANY_ARRAY ? 2 : 0];
    const uint64_t count = size / row->size;

    if (p->arrays == NO_ARRAY || offset % row->size != 0 || count < 2)
        return 0;
    add_filler(p,
               wlay_format(p->draft->arena, F("array<%, %>"), Z(row->type),
                           U(count)),
               row->size, offset, count * row->size);
    return count * row->size;
}

/* One filler alone is as large as all that is left. */
static bool is_unit(uint64_t offset, uint64_t size)
{
    return size <= 16 && wlay_is_power_of_two(size) && offset % size == 0;
}

/* What no filler fits goes to the member before, then fillers follow. */
static void fill(padder *p, uint64_t offset, uint64_t end)
{
    const uint64_t start = (offset + p->unit - 1) / p->unit * p->unit;

    if (p->s->members == NULL)
        return;
    if (start > offset) {
        wlay_draft_member *const m = &p->s->members[p->s->count - 1];

        offset = wlay_min(start, end);
        m->put_size = offset - m->offset;
    }
    while (offset < end && !p->draft->arena->failed) {
        uint64_t size = 0;

        if (!is_unit(offset, end - offset))
            size = add_array(p, offset, end - offset);
        if (size == 0)
            size = add_unit(p, offset, end - offset);
        offset += size;
    }
}

static bool ends_at_runtime(const wlay_struct *s)
{
    return (s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

/* Padding behind a runtime-sized array cannot be named. */
static void leave_tail(wlay_draft *draft, wlay_draft_struct *s)
{
    const wlay_struct *const old = s->old;

    if (old->padding_after == 0)
        return;
    s->left = wlay_format(
        draft->arena,
        F("nothing may stand behind the runtime-sized array '%': the % bytes "
          "there stay as they are"),
        S(old->members[old->member_count - 1].name), U(old->padding_after));
}

static bool pad_struct(padder *p)
{
    const wlay_struct *const old = p->s->old;
    uint64_t end = 0;

    p->number = 0;
    p->capacity = 0;
    for (size_t i = 0; i < old->member_count; i++) {
        const wlay_member *const m = &old->members[i];

        fill(p, end, m->offset);
        add_old(p, m);
        end = m->offset + m->size;
    }
    if (ends_at_runtime(old))
        leave_tail(p->draft, p->s);
    else
        fill(p, end, old->size);
    for (size_t i = 0; i < p->s->count; i++)
        p->s->changed |= p->s->members[i].old == NULL ||
                         p->s->members[i].put_size > 0;
    return !p->draft->arena->failed;
}

/* --------------------------------------------------- where structs are used */

/* As deep as types may be nested, at most: `arrays` says of each struct what
   was known of it before. */
static void restrict_arrays(const wlay_draft *draft, const wlay_type *type,
                            uint8_t *arrays, uint8_t to)
{
    const wlay_struct *const structure = wlay_inner_struct(type);
    uint8_t *at;

    if (structure == NULL)
        return;
    at = &arrays[wlay_draft_of(draft, structure) - draft->structs];
    if (*at >= to)
        return;
    *at = to;
    for (size_t i = 0; i < structure->member_count; i++)
        restrict_arrays(draft, structure->members[i].type, arrays, to);
}

/* Strict uniform buffers want strides of 16, immediates no arrays at all. */
static uint8_t *find_arrays(const wlay_draft *draft)
{
    const wlay_module *const module = draft->module;
    const bool strict =
        (module->language & WLAY_LANGUAGE_STANDARD_UNIFORM) == 0;
    uint8_t *const arrays =
        WLAY_NEW(draft->arena, uint8_t, module->struct_count);

    for (size_t i = 0; arrays != NULL && i < module->variable_count; i++) {
        const wlay_variable *const v = &module->variables[i];

        if (v->address_space == WLAY_SPACE_IMMEDIATE)
            restrict_arrays(draft, v->type, arrays, NO_ARRAY);
        else if (v->address_space == WLAY_SPACE_UNIFORM && strict)
            restrict_arrays(draft, v->type, arrays, ARRAY_OF_VEC4);
    }
    return arrays;
}

bool wlay_draft_pad(wlay_draft *draft)
{
    const uint8_t *const arrays = find_arrays(draft);
    padder p = {.draft = draft};

    if (arrays == NULL)
        return false;
    p.unit = draft->module->language & WLAY_LANGUAGE_F16 ? 2 : 4;
    for (size_t i = 0; i < draft->module->struct_count; i++) {
        p.s = &draft->structs[i];
        p.arrays = arrays[i];
        if (p.s->is_wanted && !pad_struct(&p))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------- attributes */

static bool size_struct(wlay_draft *draft, wlay_draft_struct *s)
{
    const wlay_struct *const old = s->old;

    if (!wlay_draft_copy(draft, s))
        return false;
    for (size_t i = 0; i < s->count; i++) {
        wlay_draft_member *const m = &s->members[i];
        const bool is_last = i + 1 == s->count;
        const uint64_t end = is_last ? old->size : m->old[1].offset;

        m->offset = m->old->offset;
        if (end == m->offset + m->old->size ||
            (is_last && ends_at_runtime(old)))
            continue;
        m->put_size = end - m->offset;
        s->changed = true;
    }
    if (ends_at_runtime(old))
        leave_tail(draft, s);
    return true;
}

bool wlay_draft_sizes(wlay_draft *draft)
{
    for (size_t i = 0; i < draft->module->struct_count; i++)
        if (draft->structs[i].is_wanted &&
            !size_struct(draft, &draft->structs[i]))
            return false;
    return true;
}

/* --------------------------------------------------------- without fillers */

static bool unpad_struct(wlay_draft *draft, wlay_draft_struct *s,
                         wlay_keep_function *keep, void *user_data)
{
    const wlay_struct *const old = s->old;
    size_t *const fillers = WLAY_NEW(draft->arena, size_t, old->member_count);
    padder p = {.draft = draft, .s = s};
    size_t count;
    size_t next = 0;

    if (fillers == NULL)
        return false;
    count = wlay_list_fillers_but(old, keep, user_data, fillers,
                                  old->member_count);
    if (count == 0)
        return true;
    for (size_t i = 0; i < old->member_count; i++) {
        if (next < count && fillers[next] == i)
            next++;
        else
            add_old(&p, &old->members[i]);
    }
    s->changed = true;
    return !draft->arena->failed;
}

bool wlay_draft_unpad(wlay_draft *draft, wlay_keep_function *keep,
                      void *user_data)
{
    for (size_t i = 0; i < draft->module->struct_count; i++)
        if (draft->structs[i].is_wanted &&
            !unpad_struct(draft, &draft->structs[i], keep, user_data))
            return false;
    return true;
}
