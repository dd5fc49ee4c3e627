/* SPDX-License-Identifier: MIT */
/* May a type be that of a uniform buffer, and what makes it so? */
#include "advice_draft.h"
#include "uniform.h"

/* A verdict that owns the arena it lies in. */
typedef struct owner {
    wlay_uniform_verdict verdict; /* first: what the caller has */
    wlay_arena arena;
} owner;

typedef struct judge {
    wlay_draft draft;
    wlay_arena *arena;
    wlay_violation *violations;
    size_t count;
    size_t capacity;
    bool *seen; /* structs, by their number in the draft */
    wlay_string name; /* of a value of the type itself */
    bool mendable;
} judge;

/* A place that a rule is broken at. */
typedef struct place {
    const wlay_struct *structure; /* or NULL */
    const wlay_member *member;
    const wlay_type *type; /* of the member, or the whole */
} place;

static wlay_violation *add(judge *j, wlay_uniform_rule rule, const place *at,
                           const wlay_type *type)
{
    wlay_violation *const all = wlay_grow(j->arena, j->violations, j->count,
                                          &j->capacity, sizeof *all);
    wlay_violation *v;

    if (all == NULL)
        return NULL;
    j->violations = all;
    v = &all[j->count++];
    *v = (wlay_violation){.rule = rule,
                          .structure = at->structure,
                          .member = at->member,
                          .type = type};
    return v;
}

/* Member.name, or what stands for the whole. */
static wlay_string subject(const judge *j, const place *at)
{
    if (at->member == NULL)
        return wlay_format(j->arena, F("'%'"), S(j->name));
    return wlay_format(j->arena, F("'%.%'"), S(at->structure->name),
                       S(at->member->name));
}

/* ------------------------------------------------------------------ repairs */

static wlay_repair *add_repair(wlay_violation *v, wlay_repair_kind kind,
                               uint64_t value, uint64_t size)
{
    wlay_repair *const r = &v->repairs[v->repair_count++];

    *r = (wlay_repair){.kind = kind, .value = value, .size = size};
    r->type = r->index = r->wrapper = WLAY_TEXT("");
    return r;
}

static void add_attribute(wlay_violation *v, wlay_repair_kind kind,
                          const wlay_struct *structure,
                          const wlay_member *member, uint64_t value,
                          uint64_t size)
{
    wlay_repair *const r = add_repair(v, kind, value, size);

    r->structure = structure;
    r->member = member;
}

static void sort_repairs(wlay_violation *v)
{
    const wlay_repair first = v->repairs[0];

    if (v->repair_count < 2 || v->repairs[1].size >= first.size)
        return;
    v->repairs[0] = v->repairs[1];
    v->repairs[1] = first;
}

/* The elements are structs: these become larger. */
static void repair_elements(judge *j, wlay_violation *v,
                            const wlay_struct *element, uint64_t size)
{
    const wlay_draft_struct *const s = wlay_draft_of(&j->draft, element);
    const wlay_draft_member *const last = &s->members[s->count - 1];

    add_attribute(v, WLAY_REPAIR_SIZE, element, last->old,
                  s->size - last->offset, size);
    add_attribute(v, WLAY_REPAIR_ALIGN, element, &element->members[0],
                  WLAY_UNIFORM_UNIT, size);
}

static void add_array_repair(judge *j, wlay_violation *v,
                             const wlay_draft_array *array, const place *at)
{
    const wlay_string name = at->member != NULL ? at->member->name : j->name;
    wlay_repair *const r =
        add_repair(v, array->kind, array->stride, array->extent.size);

    r->type = wlay_draft_array_type(&j->draft, array, v->type);
    r->index = wlay_draft_array_index(&j->draft, array, at->type, name);
    if (array->wrapper == NULL)
        return;
    r->value = array->wrapper->size;
    r->wrapper = wlay_wrapper_text(&j->draft, array->wrapper);
}

static void repair_array(judge *j, wlay_violation *v, const place *at)
{
    const wlay_struct *const element = wlay_inner_struct(v->type);
    wlay_draft_array packed;
    wlay_draft_array wrapped;

    if (!wlay_draft_array_of(&j->draft, v->type, WLAY_ARRAY_PACK, &packed) ||
        !wlay_draft_array_of(&j->draft, v->type, WLAY_ARRAY_WRAP, &wrapped))
        return;
    if (element != NULL) {
        repair_elements(j, v, element, packed.extent.size);
        return;
    }
    if (packed.kind == WLAY_REPAIR_PACK)
        add_array_repair(j, v, &packed, at);
    add_array_repair(j, v, &wrapped, at);
}

/* ---------------------------------------------------------------- the rules */

static void judge_leaf(judge *j, const place *at, const wlay_type *leaf)
{
    wlay_violation *v = NULL;

    if (leaf->kind == WLAY_TYPE_ATOMIC) {
        v = add(j, WLAY_UNIFORM_CONSTRUCTIBLE, at, leaf);
        if (v != NULL)
            v->message = wlay_format(
                j->arena, F("% holds '%', and uniform buffers are only read"),
                S(subject(j, at)), S(leaf->name));
    } else if (leaf->scalar == WLAY_SCALAR_BOOL) {
        v = add(j, WLAY_UNIFORM_HOST_SHAREABLE, at, leaf);
        if (v != NULL)
            v->message = wlay_format(
                j->arena,
                F("% holds '%', which is in no buffer; a u32 can stand for a "
                  "bool"),
                S(subject(j, at)), S(leaf->name));
    }
}

static void judge_count(judge *j, const place *at, const wlay_type *array)
{
    const bool runtime = array->element_count == 0 &&
                         (array->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0;
    wlay_violation *v;

    if (!runtime && (array->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0)
        return;
    v = add(j, WLAY_UNIFORM_CONSTRUCTIBLE, at, array);
    if (v != NULL)
        v->message = wlay_format(
            j->arena, F("% has the type '%', which is %"), S(subject(j, at)),
            S(array->name),
            Z(runtime ? "runtime-sized: uniform buffers have a fixed size"
                      : "sized by an override: only workgroup variables may "
                        "be"));
}

static void judge_stride(judge *j, const place *at, const wlay_type *array)
{
    wlay_violation *v;

    if (wlay_uniform_stride_allowed(array->stride))
        return;
    v = add(j, WLAY_UNIFORM_ARRAY_STRIDE, at, array);
    if (v == NULL)
        return;
    v->required = WLAY_UNIFORM_UNIT;
    v->actual = array->stride;
    v->message = wlay_format(
        j->arena,
        F("% has the type '%', whose stride is %, not a multiple of %"),
        S(subject(j, at)), S(array->name), U(array->stride),
        U(WLAY_UNIFORM_UNIT));
    if (j->mendable)
        repair_array(j, v, at);
}

static void judge_offset(judge *j, const place *at)
{
    const wlay_member *const m = at->member;
    const uint64_t required = wlay_uniform_align(m->type);
    const wlay_draft_struct *s;
    const wlay_draft_member *d;
    wlay_violation *v;

    if (m->offset % required == 0)
        return;
    v = add(j, WLAY_UNIFORM_MEMBER_OFFSET, at, m->type);
    if (v == NULL)
        return;
    v->required = required;
    v->actual = m->offset;
    v->message = wlay_format(
        j->arena, F("% is % and at %, not at a multiple of %"),
        S(subject(j, at)),
        Z(m->type->kind == WLAY_TYPE_ARRAY ? "an array" : "a struct"),
        U(m->offset), U(required));
    if (!j->mendable)
        return;
    s = wlay_draft_of(&j->draft, at->structure);
    d = &s->members[m - at->structure->members];
    add_attribute(v, WLAY_REPAIR_ALIGN, at->structure, m, required,
                  s->by_align ? s->size : s->other_size);
    add_attribute(v, WLAY_REPAIR_SIZE, at->structure, m - 1,
                  d->offset - d[-1].offset,
                  s->by_align ? s->other_size : s->size);
    sort_repairs(v);
}

/* From `at`, which is a struct, to the member behind it. */
static void judge_distance(judge *j, const place *at)
{
    const wlay_member *const m = at->member;
    const place behind = {at->structure, m + 1, m[1].type};
    const uint64_t required = wlay_uniform_distance(m->type);
    const wlay_draft_struct *s;
    wlay_violation *v;

    if (m[1].offset - m->offset >= required)
        return;
    v = add(j, WLAY_UNIFORM_STRUCT_SIZE, &behind, m->type);
    if (v == NULL)
        return;
    v->required = required;
    v->actual = m[1].offset - m->offset;
    v->message = wlay_format(
        j->arena,
        F("% is % bytes behind the start of '%', a struct, and not at least "
          "%"),
        S(subject(j, &behind)), U(v->actual), S(m->name), U(required));
    if (!j->mendable)
        return;
    s = wlay_draft_of(&j->draft, at->structure);
    add_attribute(
        v, WLAY_REPAIR_SIZE, at->structure, m,
        wlay_uniform_round(s->members[m - at->structure->members].type_size),
        s->size);
    add_attribute(v, WLAY_REPAIR_ALIGN, at->structure, m + 1,
                  WLAY_UNIFORM_UNIT, wlay_uniform_round(s->size));
}

/* As deep as types may be nested, at most: a struct is gone into once. */
static void judge_type(judge *j, const place *at)
{
    const wlay_type *type = at->type;
    const wlay_struct *s;
    size_t number;

    for (; type->kind == WLAY_TYPE_ARRAY; type = type->element) {
        judge_count(j, at, type);
        judge_stride(j, at, type);
    }
    s = type->structure;
    if (s == NULL) {
        judge_leaf(j, at, type);
        return;
    }
    number = (size_t)(wlay_draft_of(&j->draft, s) - j->draft.structs);
    if (j->seen[number])
        return;
    j->seen[number] = true;
    for (size_t i = 0; i < s->member_count; i++) {
        const place member = {s, &s->members[i], s->members[i].type};

        judge_offset(j, &member);
        if (i + 1 < s->member_count)
            judge_distance(j, &member);
        judge_type(j, &member);
    }
}

/* -------------------------------------------------------------- the verdict */

static bool is_fit(const wlay_type *type)
{
    const uint32_t wanted =
        WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CONSTRUCTIBLE;

    return (type->flags & wanted) == wanted;
}

static void fill_in(judge *j, const wlay_type *type,
                    wlay_uniform_verdict *out)
{
    const place whole = {NULL, NULL, type};
    wlay_draft_array array;

    j->mendable = is_fit(type);
    if (j->mendable) {
        wlay_draft_mark_uniform(&j->draft, type);
        if (!wlay_draft_uniform(&j->draft) ||
            !wlay_draft_array_of(&j->draft, type, WLAY_ARRAY_PACK, &array))
            return;
    }
    judge_type(j, &whole);
    out->type = type;
    out->size = out->mended_size = type->size;
    out->violation_count = j->count;
    out->violations = j->violations;
    out->strict = j->count == 0;
    out->standard = j->mendable;
    out->mendable = j->mendable && array.extent.size <= WLAY_SIZE_MAX;
    if (out->mendable)
        out->mended_size = array.extent.size;
}

wlay_result wlay_judge_uniform(const wlay_module *module,
                               const wlay_type *type, wlay_string name,
                               const wlay_allocator *allocator,
                               const wlay_uniform_verdict **out)
{
    judge j = {.count = 0};
    wlay_arena arena;
    owner *o;

    if (out == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out = NULL;
    if (module == NULL || type == NULL ||
        (allocator != NULL &&
         (allocator->alloc == NULL) != (allocator->release == NULL)))
        return WLAY_INVALID_ARGUMENT;
    if (type->kind > WLAY_TYPE_STRUCT)
        return WLAY_TYPE_MISMATCH;
    wlay_arena_init(&arena, allocator, 4096);
    o = WLAY_NEW(&arena, owner, 1);
    if (o == NULL)
        return WLAY_OUT_OF_MEMORY;
    o->arena = arena;
    j.arena = &o->arena;
    j.name = name.data != NULL ? wlay_text_in(name.data, name.length)
                               : WLAY_TEXT("values");
    j.seen = WLAY_NEW(j.arena, bool, module->struct_count);
    if (j.seen != NULL && wlay_draft_init(&j.draft, module, j.arena))
        fill_in(&j, type, &o->verdict);
    *out = &o->verdict;
    if (!o->arena.failed)
        return WLAY_OK;
    wlay_uniform_verdict_free(*out);
    *out = NULL;
    return WLAY_OUT_OF_MEMORY;
}

void wlay_uniform_verdict_free(const wlay_uniform_verdict *verdict)
{
    wlay_arena arena;

    if (verdict == NULL)
        return;
    /* The verdict lies in its own arena. */
    arena = ((const owner *)(const void *)verdict)->arena;
    wlay_arena_free(&arena);
}
