/* SPDX-License-Identifier: MIT */
/*
 * What the host sees change from a module to another.
 */
#include "base.h"

#include <string.h>

struct wlay_diff {
    wlay_arena arena; /* holds all of it, this struct included */
    uint32_t flags;
    const wlay_module *old_module;
    const wlay_module *new_module;
    const uint64_t *old_hashes; /* of the structs, with names */
    const uint64_t *new_hashes;
    bool breaks;
    size_t count;
    size_t capacity;
    wlay_change *changes;
};

#define FIRST_BYTES 4096

/* --------------------------------------------------------------------- text */

typedef struct sentence {
    wlay_builder builder;
} sentence;

static sentence begin(wlay_diff *d)
{
    return (sentence){{&d->arena, NULL, 0, 0}};
}

static void put(sentence *s, wlay_string text)
{
    wlay_put(&s->builder, text);
}

static void words(sentence *s, const char *text)
{
    put(s, wlay_text(text));
}

static void from_to(sentence *s, const char *what, uint64_t from, uint64_t to)
{
    words(s, what);
    wlay_put_u64(&s->builder, from);
    words(s, " to ");
    wlay_put_u64(&s->builder, to);
}

static wlay_change *add(wlay_diff *d, wlay_change_kind kind, bool breaks,
                        sentence *text)
{
    wlay_change *const changes = wlay_grow(&d->arena, d->changes, d->count,
                                           &d->capacity, sizeof *changes);
    static const wlay_change none;

    if (changes == NULL)
        return NULL;
    d->changes = changes;
    d->breaks = d->breaks || breaks;
    changes[d->count] = none;
    changes[d->count].kind = kind;
    changes[d->count].breaks = breaks;
    changes[d->count].text = wlay_built(&text->builder);
    return &changes[d->count++];
}

/* ------------------------------------------------------------------ layouts */

static uint32_t hash_flags(const wlay_diff *d)
{
    return (d->flags & WLAY_DIFF_IGNORE_NAMES) != 0 ? 0 : WLAY_HASH_NAMES;
}

/* Code of the host cannot tell the types apart. */
static bool same_layout(const wlay_diff *d, const wlay_type *a,
                        const wlay_type *b)
{
    return wlay_layout_hash(a, hash_flags(d)) ==
           wlay_layout_hash(b, hash_flags(d));
}

static bool is_of_host(const wlay_struct *s)
{
    return (s->type->flags & WLAY_TYPE_HOST_SHAREABLE) != 0 && s->size > 0;
}

/* ------------------------------------------------------------------ members */

typedef struct pair {
    const wlay_struct *a; /* of the old module */
    const wlay_struct *b;
} pair;

static void add_member(wlay_diff *d, wlay_change_kind kind, bool breaks,
                       pair structs, const wlay_member *a, const wlay_member *b,
                       sentence *text)
{
    wlay_change *const change = add(d, kind, breaks, text);

    if (change == NULL)
        return;
    change->old_struct = structs.a;
    change->new_struct = structs.b;
    change->old_member = a;
    change->new_member = b;
}

static sentence begin_member(wlay_diff *d, const wlay_struct *s,
                             const wlay_member *m)
{
    sentence text = begin(d);

    put(&text, s->name);
    words(&text, ".");
    put(&text, m->name);
    return text;
}

static void compare_member(wlay_diff *d, pair structs, const wlay_member *a,
                           const wlay_member *b)
{
    const bool same = same_layout(d, a->type, b->type);
    sentence text;

    if (a->offset != b->offset) {
        text = begin_member(d, structs.b, b);
        from_to(&text, " moved from byte ", a->offset, b->offset);
        add_member(d, WLAY_MEMBER_MOVED, true, structs, a, b, &text);
    }
    if (!wlay_text_equal(a->type->name, b->type->name)) {
        text = begin_member(d, structs.b, b);
        words(&text, " changed its type from ");
        put(&text, a->type->name);
        words(&text, " to ");
        put(&text, b->type->name);
        words(&text, same ? ", which is the same to the host" : "");
        add_member(d, WLAY_MEMBER_RETYPED, !same, structs, a, b, &text);
    }
    if (a->size != b->size) {
        text = begin_member(d, structs.b, b);
        from_to(&text, " changed its size from ", a->size, b->size);
        words(&text, " bytes");
        add_member(d, WLAY_MEMBER_RESIZED, !same, structs, a, b, &text);
    } else if (!same && wlay_text_equal(a->type->name, b->type->name)) {
        text = begin_member(d, structs.b, b);
        words(&text, " is of a type that changed, ");
        put(&text, b->type->name);
        add_member(d, WLAY_MEMBER_RETYPED, true, structs, a, b, &text);
    }
}

/* The member that took the place of one, under a name that the old struct does
   not have. */
static const wlay_member *renamed(const wlay_diff *d, pair structs,
                                  const wlay_member *a)
{
    for (size_t i = 0; i < structs.b->member_count; i++) {
        const wlay_member *const b = &structs.b->members[i];

        if (b->offset == a->offset && same_layout(d, a->type, b->type) &&
            wlay_find_member(structs.a, b->name.data, b->name.length) == NULL)
            return b;
    }
    return NULL;
}

static void lose_member(wlay_diff *d, pair structs, const wlay_member *a)
{
    const wlay_member *const b = renamed(d, structs, a);
    const bool names = (d->flags & WLAY_DIFF_IGNORE_NAMES) == 0;
    sentence text = begin_member(d, structs.a, a);

    if (b == NULL) {
        words(&text, " is gone");
        add_member(d, WLAY_MEMBER_REMOVED, true, structs, a, NULL, &text);
        return;
    }
    words(&text, " is called ");
    put(&text, b->name);
    words(&text, " now");
    add_member(d, WLAY_MEMBER_RENAMED, names, structs, a, b, &text);
}

static bool is_renamed(const wlay_diff *d, pair structs, const wlay_member *b)
{
    for (size_t i = 0; i < structs.a->member_count; i++) {
        const wlay_member *const a = &structs.a->members[i];

        if (a->offset == b->offset &&
            wlay_find_member(structs.b, a->name.data, a->name.length) == NULL &&
            renamed(d, structs, a) == b)
            return true;
    }
    return false;
}

static void gain_member(wlay_diff *d, pair structs, const wlay_member *b)
{
    sentence text = begin_member(d, structs.b, b);

    if (is_renamed(d, structs, b))
        return;
    words(&text, " is new: ");
    put(&text, b->type->name);
    words(&text, " at byte ");
    wlay_put_u64(&text.builder, b->offset);
    add_member(d, WLAY_MEMBER_ADDED, true, structs, NULL, b, &text);
}

/* ------------------------------------------------------------------ structs */

static void add_struct(wlay_diff *d, wlay_change_kind kind, bool breaks,
                       pair structs, sentence *text)
{
    wlay_change *const change = add(d, kind, breaks, text);

    if (change == NULL)
        return;
    change->old_struct = structs.a;
    change->new_struct = structs.b;
}

static void compare_sizes(wlay_diff *d, pair structs)
{
    const bool runtime =
        (structs.b->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    sentence text = begin(d);

    if (structs.a->size == structs.b->size)
        return;
    put(&text, structs.b->name);
    from_to(&text, " changed its size from ", structs.a->size,
            structs.b->size);
    words(&text, runtime ? " bytes, with one element" : " bytes");
    add_struct(d, WLAY_STRUCT_RESIZED, true, structs, &text);
}

static void compare_structs(wlay_diff *d, pair structs)
{
    const wlay_struct *const a = structs.a;
    const wlay_struct *const b = structs.b;

    for (size_t i = 0; i < a->member_count; i++) {
        const wlay_member *const m = &a->members[i];
        const wlay_member *const other =
            wlay_find_member(b, m->name.data, m->name.length);

        if (other != NULL)
            compare_member(d, structs, m, other);
        else
            lose_member(d, structs, m);
    }
    for (size_t i = 0; i < b->member_count; i++) {
        const wlay_member *const m = &b->members[i];

        if (wlay_find_member(a, m->name.data, m->name.length) == NULL)
            gain_member(d, structs, m);
    }
    compare_sizes(d, structs);
}

static const wlay_struct *find_struct(const wlay_module *module,
                                      const wlay_struct *like)
{
    const wlay_struct *const s =
        wlay_find_struct(module, like->name.data, like->name.length);

    return s != NULL && is_of_host(s) ? s : NULL;
}

static const uint64_t *hash_structs(wlay_diff *d, const wlay_module *module)
{
    size_t count;
    const wlay_struct *const *const all = wlay_structs(module, &count);
    uint64_t *const hashes = WLAY_NEW(&d->arena, uint64_t, count);

    for (size_t i = 0; i < count && hashes != NULL; i++)
        hashes[i] = wlay_layout_hash(all[i]->type, WLAY_HASH_NAMES);
    return hashes;
}

/* A struct with the very same members as `like`, under a name that `without`
   has not. */
static const wlay_struct *find_twin(const wlay_module *module,
                                    const uint64_t *hashes,
                                    const wlay_struct *like,
                                    const wlay_module *without)
{
    const uint64_t hash = wlay_layout_hash(like->type, WLAY_HASH_NAMES);
    size_t count;
    const wlay_struct *const *const all = wlay_structs(module, &count);

    for (size_t i = 0; i < count; i++) {
        if (hashes[i] == hash && is_of_host(all[i]) &&
            find_struct(without, all[i]) == NULL)
            return all[i];
    }
    return NULL;
}

static void lose_struct(wlay_diff *d, const wlay_struct *a)
{
    const wlay_struct *const b =
        find_twin(d->new_module, d->new_hashes, a, d->old_module);
    sentence text = begin(d);

    put(&text, a->name);
    if (b != NULL) {
        words(&text, " is called ");
        put(&text, b->name);
        words(&text, " now");
    } else {
        words(&text, " is gone");
    }
    add_struct(d, b != NULL ? WLAY_STRUCT_RENAMED : WLAY_STRUCT_REMOVED,
               b == NULL, (pair){a, b}, &text);
}

static void gain_struct(wlay_diff *d, const wlay_struct *b)
{
    sentence text = begin(d);

    if (find_twin(d->old_module, d->old_hashes, b, d->new_module) != NULL)
        return;
    put(&text, b->name);
    words(&text, " is new: ");
    wlay_put_u64(&text.builder, b->size);
    words(&text, " bytes");
    add_struct(d, WLAY_STRUCT_ADDED, false, (pair){NULL, b}, &text);
}

static void diff_structs(wlay_diff *d)
{
    size_t count;
    const wlay_struct *const *all = wlay_structs(d->old_module, &count);

    for (size_t i = 0; i < count && !d->arena.failed; i++) {
        const wlay_struct *const b = find_struct(d->new_module, all[i]);

        if (is_of_host(all[i]) && b != NULL)
            compare_structs(d, (pair){all[i], b});
        else if (is_of_host(all[i]))
            lose_struct(d, all[i]);
    }
    all = wlay_structs(d->new_module, &count);
    for (size_t i = 0; i < count && !d->arena.failed; i++) {
        if (is_of_host(all[i]) && find_struct(d->old_module, all[i]) == NULL)
            gain_struct(d, all[i]);
    }
}

/* ---------------------------------------------------------------- variables */

static bool is_bound(const wlay_variable *v)
{
    return v->has_binding || v->address_space == WLAY_SPACE_IMMEDIATE;
}

static void add_variable(wlay_diff *d, wlay_change_kind kind, bool breaks,
                         const wlay_variable *a, const wlay_variable *b,
                         sentence *text)
{
    wlay_change *const change = add(d, kind, breaks, text);

    if (change == NULL)
        return;
    change->old_variable = a;
    change->new_variable = b;
}

static void put_binding(sentence *s, const wlay_variable *v)
{
    if (!v->has_binding) {
        words(s, "none");
        return;
    }
    words(s, "@group(");
    wlay_put_u64(&s->builder, v->group);
    words(s, ") @binding(");
    wlay_put_u64(&s->builder, v->binding);
    words(s, ")");
}

static void put_space(sentence *s, const wlay_variable *v)
{
    words(s, wlay_address_space_name(v->address_space));
    words(s, ", ");
    words(s, wlay_access_name(v->access));
}

static void compare_binding(wlay_diff *d, const wlay_variable *a,
                            const wlay_variable *b)
{
    sentence text = begin(d);

    if (a->has_binding == b->has_binding && a->group == b->group &&
        a->binding == b->binding)
        return;
    put(&text, b->name);
    words(&text, " changed its binding from ");
    put_binding(&text, a);
    words(&text, " to ");
    put_binding(&text, b);
    add_variable(d, WLAY_VARIABLE_REBOUND, true, a, b, &text);
}

static void compare_space(wlay_diff *d, const wlay_variable *a,
                          const wlay_variable *b)
{
    sentence text = begin(d);

    if (a->address_space == b->address_space && a->access == b->access)
        return;
    put(&text, b->name);
    words(&text, " changed from ");
    put_space(&text, a);
    words(&text, " to ");
    put_space(&text, b);
    add_variable(d, WLAY_VARIABLE_RESPACED, true, a, b, &text);
}

/* Of what is in no buffer the name of the type is all there is. */
static bool same_type(const wlay_diff *d, const wlay_variable *a,
                      const wlay_variable *b)
{
    if (wlay_text_equal(a->type->name, b->type->name) &&
        a->type->kind != WLAY_TYPE_STRUCT)
        return same_layout(d, a->type, b->type);
    return a->address_space != WLAY_SPACE_HANDLE &&
           b->address_space != WLAY_SPACE_HANDLE &&
           same_layout(d, a->type, b->type);
}

static void compare_variables(wlay_diff *d, const wlay_variable *a,
                              const wlay_variable *b)
{
    const bool same = same_type(d, a, b);
    sentence text;

    compare_binding(d, a, b);
    compare_space(d, a, b);
    if (!same && wlay_text_equal(a->type->name, b->type->name)) {
        text = begin(d);
        put(&text, b->name);
        words(&text, " is of a type that changed, ");
        put(&text, b->type->name);
        add_variable(d, WLAY_VARIABLE_RETYPED, true, a, b, &text);
    } else if (!wlay_text_equal(a->type->name, b->type->name)) {
        text = begin(d);
        put(&text, b->name);
        words(&text, " changed its type from ");
        put(&text, a->type->name);
        words(&text, " to ");
        put(&text, b->type->name);
        words(&text, same ? ", which is the same to the host" : "");
        add_variable(d, WLAY_VARIABLE_RETYPED, !same, a, b, &text);
    }
    if (a->min_binding_size != b->min_binding_size) {
        text = begin(d);
        put(&text, b->name);
        from_to(&text, " changed its minimum binding size from ",
                a->min_binding_size, b->min_binding_size);
        add_variable(d, WLAY_VARIABLE_RESIZED,
                     b->min_binding_size > a->min_binding_size, a, b, &text);
    }
}

static void lone_variable(wlay_diff *d, const wlay_variable *v, bool is_new)
{
    sentence text = begin(d);

    put(&text, v->name);
    words(&text, is_new ? " is new: " : " is gone: ");
    put_binding(&text, v);
    words(&text, " ");
    put(&text, v->type->name);
    add_variable(d, is_new ? WLAY_VARIABLE_ADDED : WLAY_VARIABLE_REMOVED, true,
                 is_new ? NULL : v, is_new ? v : NULL, &text);
}

static const wlay_variable *find_variable(const wlay_module *module,
                                          const wlay_variable *like)
{
    const wlay_variable *const v =
        wlay_find_variable(module, like->name.data, like->name.length);

    return v != NULL && is_bound(v) ? v : NULL;
}

static void diff_variables(wlay_diff *d)
{
    size_t count;
    const wlay_variable *all = wlay_variables(d->old_module, &count);

    for (size_t i = 0; i < count && !d->arena.failed; i++) {
        const wlay_variable *const b = find_variable(d->new_module, &all[i]);

        if (is_bound(&all[i]) && b != NULL)
            compare_variables(d, &all[i], b);
        else if (is_bound(&all[i]))
            lone_variable(d, &all[i], false);
    }
    all = wlay_variables(d->new_module, &count);
    for (size_t i = 0; i < count && !d->arena.failed; i++) {
        if (is_bound(&all[i]) && find_variable(d->old_module, &all[i]) == NULL)
            lone_variable(d, &all[i], true);
    }
}

/* ---------------------------------------------------------------------- all */

wlay_result wlay_diff_make(const wlay_module *old_module,
                           const wlay_module *new_module, uint32_t flags,
                           const wlay_allocator *allocator,
                           wlay_diff **out_diff)
{
    wlay_arena arena;
    wlay_diff *d;

    if (out_diff == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out_diff = NULL;
    if (old_module == NULL || new_module == NULL ||
        (allocator != NULL &&
         (allocator->alloc == NULL) != (allocator->release == NULL)))
        return WLAY_INVALID_ARGUMENT;
    wlay_arena_init(&arena, allocator, FIRST_BYTES);
    d = WLAY_NEW(&arena, wlay_diff, 1);
    if (d == NULL) {
        wlay_arena_free(&arena);
        return WLAY_OUT_OF_MEMORY;
    }
    d->arena = arena;
    d->flags = flags;
    d->old_module = old_module;
    d->new_module = new_module;
    d->old_hashes = hash_structs(d, old_module);
    d->new_hashes = hash_structs(d, new_module);
    diff_structs(d);
    diff_variables(d);
    if (!d->arena.failed) {
        *out_diff = d;
        return WLAY_OK;
    }
    wlay_diff_free(d);
    return WLAY_OUT_OF_MEMORY;
}

void wlay_diff_free(wlay_diff *diff)
{
    wlay_arena arena;

    if (diff == NULL)
        return;
    /* It lies in its own arena. */
    arena = diff->arena;
    wlay_arena_free(&arena);
}

const wlay_change *wlay_diff_changes(const wlay_diff *diff, size_t *out_count)
{
    *out_count = diff != NULL ? diff->count : 0;
    return *out_count > 0 ? diff->changes : NULL;
}

bool wlay_diff_breaks(const wlay_diff *diff)
{
    return diff != NULL && diff->breaks;
}
