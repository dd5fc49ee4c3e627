/* SPDX-License-Identifier: MIT */
/*
 * Bind group layouts.  Each use of a variable, by an entry point or by none, is an
 * item; sorted by slots, those of one slot stand together.
 */
#include "diag.h"
#include "host_binding.h"
#include "module.h"

#include <string.h>

typedef struct owner {
    wlay_bind_groups shown; /* first: the caller has this */
    wlay_arena arena;
} owner;

#define ALONE SIZE_MAX

typedef struct item {
    const wlay_variable *variable;
    const wlay_module *module;
    size_t part;
    size_t user;    /* tells entry points apart; 0: no one, ALONE: that of a part
                       that is one entry point */
    uint32_t stage; /* or 0 */
} item;

/* An entry, and where it came from. */
typedef struct entry {
    wlay_binding shown;
    item from;
} entry;

typedef struct gathering {
    const wlay_bind_groups_options *options;
    wlay_arena *arena; /* of the result */
    wlay_arena scratch;
    item *items;
    size_t item_count;
    wlay_bind_group *groups;
    size_t group_count;
    wlay_binding *bindings; /* of all groups */
    size_t binding_count;
    entry *entries; /* of the slot at hand */
    size_t entry_count;
    size_t entry_capacity;
    wlay_binding_issue *issues;
    size_t issue_count;
    size_t issue_capacity;
    bool failed; /* an issue is an error */
} gathering;

/* -------------------------------------------------------------------- items */

static void add_item(gathering *g, const wlay_variable *variable,
                     const wlay_pipeline_part *part, size_t number,
                     const wlay_entry_point *user, size_t user_number)
{
    if (variable->has_binding)
        g->items[g->item_count++] =
            (item){variable, part->module, number,
                   user == NULL ? 0 : user_number,
                   user == NULL ? 0 : (uint32_t)user->stage};
}

static void add_users(gathering *g, const wlay_pipeline_part *part,
                      size_t number, const wlay_entry_point *e,
                      size_t user_number)
{
    for (size_t i = 0; i < e->variable_count; i++)
        add_item(g, e->variables[i], part, number, e, user_number);
}

/* All variables of a module once without a user, and then for each. */
static void add_part(gathering *g, const wlay_pipeline_part *part,
                     size_t number)
{
    const wlay_module *const m = part->module;

    if (part->entry_point != NULL) {
        add_users(g, part, number, part->entry_point, ALONE);
        return;
    }
    for (size_t i = 0; i < m->variable_count; i++)
        add_item(g, &m->variables[i], part, number, NULL, 0);
    for (size_t i = 0; i < m->entry_point_count; i++)
        add_users(g, part, number, &m->entry_points[i], i + 1);
}

static size_t count_items(const wlay_pipeline_part *part)
{
    const wlay_module *const m = part->module;
    size_t count = m->variable_count;

    if (part->entry_point != NULL)
        return part->entry_point->variable_count;
    for (size_t i = 0; i < m->entry_point_count; i++)
        count += m->entry_points[i].variable_count;
    return count;
}

static bool same_slot(const item *a, const item *b)
{
    return a->variable->group == b->variable->group &&
           a->variable->binding == b->variable->binding;
}

static bool goes_before(const void *a, const void *b)
{
    const item *const x = a;
    const item *const y = b;

    if (x->variable->group != y->variable->group)
        return x->variable->group < y->variable->group;
    if (x->variable->binding != y->variable->binding)
        return x->variable->binding < y->variable->binding;
    return x->part != y->part ? x->part < y->part : x->user < y->user;
}

static bool gather(gathering *g, const wlay_pipeline_part *parts, size_t count)
{
    size_t items = 0;
    item *room;

    for (size_t i = 0; i < count; i++)
        items += count_items(&parts[i]);
    g->items = WLAY_NEW(&g->scratch, item, items);
    room = WLAY_NEW(&g->scratch, item, items);
    if (g->scratch.failed)
        return false;
    for (size_t i = 0; i < count; i++)
        add_part(g, &parts[i], i);
    wlay_sort(g->items, room, g->item_count, sizeof *g->items, goes_before);
    return true;
}

/* ------------------------------------------------------------------- issues */

static wlay_place place_of(const item *from)
{
    return from->module->places[from->variable - from->module->variables];
}

static void complain(gathering *g, wlay_severity severity, const item *first,
                     const item *second, wlay_string message)
{
    g->failed |= severity == WLAY_SEVERITY_ERROR;
    g->issues = wlay_grow(g->arena, g->issues, g->issue_count,
                          &g->issue_capacity, sizeof *g->issues);
    if (g->issues == NULL)
        return;
    g->issues[g->issue_count++] = (wlay_binding_issue){
        .severity = severity,
        .group = first->variable->group,
        .binding = first->variable->binding,
        .first = first->variable,
        .second = second == NULL ? NULL : second->variable,
        .first_place = place_of(first),
        .second_place = place_of(second == NULL ? first : second),
        .message = message};
}

/* "the uniform 'a'", "the storage-texture 'b' (rgba8unorm, write-only, 2d)" */
static wlay_string describe(gathering *g, const wlay_variable *variable,
                            const wlay_binding *b)
{
    const wlay_string name = variable->name;
    const char *const kind = wlay_binding_kind_name(b->kind);

    if (b->kind == WLAY_BINDING_SAMPLER)
        return wlay_format(&g->scratch, F("the % '%' (%)"), Z(kind), S(name),
                           Z(wlay_sampler_type_name(b->sampler)));
    if (b->kind == WLAY_BINDING_TEXTURE)
        return wlay_format(&g->scratch, F("the % '%' (%%, %)"), Z(kind),
                           S(name), Z(b->multisampled ? "multisampled " : ""),
                           Z(wlay_sample_type_name(b->sample_type)),
                           Z(wlay_view_dimension_name(b->view_dimension)));
    if (b->kind == WLAY_BINDING_STORAGE_TEXTURE)
        return wlay_format(&g->scratch, F("the % '%' (%, %, %)"), Z(kind),
                           S(name), S(b->format),
                           Z(wlay_storage_access_name(b->access)),
                           Z(wlay_view_dimension_name(b->view_dimension)));
    return wlay_format(&g->scratch, F("the % '%'"), Z(kind), S(name));
}

static void complain_of_kinds(gathering *g, const entry *first,
                              const entry *second)
{
    complain(g, WLAY_SEVERITY_ERROR, &first->from, &second->from,
             wlay_format(g->arena,
                         F("@group(%) @binding(%) is % in one part and % in "
                           "another"),
                         U(first->from.variable->group),
                         U(first->shown.binding),
                         S(describe(g, first->from.variable, &first->shown)),
                         S(describe(g, second->from.variable,
                                    &second->shown))));
}

/* Two parts bind one buffer: do they mean the same by it?  Of a whole module the
   variables are looked at once, without their users. */
static void check_layouts(gathering *g, const entry *first, const item *second)
{
    const wlay_type *const a = first->from.variable->type;
    const wlay_type *const b = second->variable->type;

    if (first->from.part == second->part || a == b ||
        (second->user != 0 && second->user != ALONE) ||
        first->shown.kind > WLAY_BINDING_READ_ONLY_STORAGE ||
        wlay_layout_hash(a, 0) == wlay_layout_hash(b, 0))
        return;
    complain(g, WLAY_SEVERITY_WARNING, &first->from, second,
             wlay_format(g->arena,
                         F("@group(%) @binding(%) is laid out as '%' for '%' "
                           "and as '%' for '%'"),
                         U(second->variable->group),
                         U(second->variable->binding), S(a->name),
                         S(first->from.variable->name), S(b->name),
                         S(second->variable->name)));
}

/* One entry point uses two variables of a slot. */
static void check_pair(gathering *g, const item *first, const item *second)
{
    if (first->user == 0 || first->user != second->user ||
        first->part != second->part || first->variable == second->variable)
        return;
    complain(g, WLAY_SEVERITY_ERROR, first, second,
             wlay_format(g->arena,
                         F("'%' and '%' are both at @group(%) @binding(%), and "
                           "one entry point uses both"),
                         S(first->variable->name), S(second->variable->name),
                         U(first->variable->group),
                         U(first->variable->binding)));
}

/* WebGPU lets no vertex shader write. */
static void check_vertex(gathering *g, const entry *e)
{
    if (!(e->shown.visibility & WLAY_STAGE_VERTEX) ||
        !wlay_is_written(&e->shown))
        return;
    complain(g, WLAY_SEVERITY_ERROR, &e->from, NULL,
             wlay_format(g->arena,
                         F("% is not read-only, so a vertex shader must not use "
                           "it"),
                         S(describe(g, e->from.variable, &e->shown))));
}

/* -------------------------------------------------------------------- slots */

static bool is_unfiltered(const gathering *g, const wlay_variable *variable)
{
    for (size_t i = 0; i < g->options->unfiltered_count; i++) {
        const wlay_string name = g->options->unfiltered[i];

        if (wlay_text_equal(variable->name,
                            wlay_text_in(name.data, name.length)))
            return true;
    }
    return false;
}

static void add_entry(gathering *g, const item *from, const wlay_binding *shown)
{
    g->entries = wlay_grow(&g->scratch, g->entries, g->entry_count,
                           &g->entry_capacity, sizeof *g->entries);
    if (g->entries == NULL) {
        g->entry_count = g->entry_capacity = 0;
        return;
    }
    g->entries[g->entry_count++] = (entry){*shown, *from};
    for (size_t i = 0; i + 1 < g->entry_count; i++)
        if (g->entries[i].from.part != from->part)
            complain_of_kinds(g, &g->entries[i],
                              &g->entries[g->entry_count - 1]);
}

/* There are no more entries in a slot than there are ways to disagree, which does
   not depend on how many variables there are. */
static void add_to_slot(gathering *g, const item *from)
{
    wlay_binding shown =
        wlay_binding_of(from->variable, is_unfiltered(g, from->variable));

    shown.visibility = from->stage;
    for (size_t i = 0; i < g->entry_count; i++) {
        entry *const e = &g->entries[i];

        if (!wlay_bindings_agree(&e->shown, &shown))
            continue;
        check_layouts(g, e, from);
        e->shown.visibility |= from->stage;
        e->shown.min_binding_size =
            wlay_max(e->shown.min_binding_size, shown.min_binding_size);
        return;
    }
    add_entry(g, from, &shown);
}

static void open_group(gathering *g, uint32_t number)
{
    if (g->group_count > 0 && g->groups[g->group_count - 1].group == number)
        return;
    g->groups[g->group_count++] = (wlay_bind_group){
        .group = number, .entries = &g->bindings[g->binding_count]};
}

static void close_slot(gathering *g)
{
    for (size_t i = 0; i < g->entry_count; i++) {
        check_vertex(g, &g->entries[i]);
        open_group(g, g->entries[i].from.variable->group);
        g->bindings[g->binding_count++] = g->entries[i].shown;
        g->groups[g->group_count - 1].entry_count++;
    }
    g->entry_count = 0;
}

static void make_slots(gathering *g)
{
    for (size_t i = 0; i < g->item_count; i++) {
        if (i > 0 && same_slot(&g->items[i - 1], &g->items[i]))
            check_pair(g, &g->items[i - 1], &g->items[i]);
        else
            close_slot(g);
        add_to_slot(g, &g->items[i]);
    }
    close_slot(g);
}

/* A variable agrees with itself, so there are no more entries than variables. */
static bool make_room(gathering *g, const wlay_pipeline_part *parts,
                      size_t part_count)
{
    size_t count = 0;

    for (size_t i = 0; i < part_count; i++)
        count += parts[i].entry_point != NULL
                     ? parts[i].entry_point->variable_count
                     : parts[i].module->variable_count;
    g->bindings = WLAY_NEW(g->arena, wlay_binding, count);
    g->groups = WLAY_NEW(g->arena, wlay_bind_group, count);
    return !g->arena->failed;
}

/* -------------------------------------------------------------------- making */

static bool arguments_are_valid(const wlay_pipeline_part *parts, size_t count,
                                const wlay_bind_groups_options *options)
{
    if ((parts == NULL && count > 0) ||
        (options->unfiltered == NULL && options->unfiltered_count > 0) ||
        (options->allocator.alloc == NULL) !=
            (options->allocator.release == NULL))
        return false;
    for (size_t i = 0; i < count; i++)
        if (parts[i].module == NULL || !parts[i].module->functions_read)
            return false;
    return true;
}

static owner *new_owner(const wlay_allocator *allocator)
{
    wlay_arena arena;
    owner *made;

    wlay_arena_init(&arena, allocator, sizeof(owner));
    made = WLAY_NEW(&arena, owner, 1);
    if (made != NULL)
        made->arena = arena;
    return made;
}

WLAY_COLD wlay_result wlay_bind_groups_make(const wlay_pipeline_part *parts,
                                  size_t part_count,
                                  const wlay_bind_groups_options *options,
                                  const wlay_bind_groups **out)
{
    static const wlay_bind_groups_options defaults;
    gathering g = {.options = options == NULL ? &defaults : options};
    owner *made;
    bool failed;

    if (out == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out = NULL;
    if (!arguments_are_valid(parts, part_count, g.options))
        return WLAY_INVALID_ARGUMENT;
    made = new_owner(&g.options->allocator);
    if (made == NULL)
        return WLAY_OUT_OF_MEMORY;
    g.arena = &made->arena;
    wlay_arena_init(&g.scratch, &g.options->allocator, 0);
    if (gather(&g, parts, part_count) && make_room(&g, parts, part_count))
        make_slots(&g);
    made->shown = (wlay_bind_groups){g.group_count, g.groups, g.issue_count,
                                     g.issues};
    failed = g.scratch.failed || g.arena->failed;
    wlay_arena_free(&g.scratch);
    *out = &made->shown;
    if (!failed)
        return g.failed ? WLAY_TYPE_MISMATCH : WLAY_OK;
    wlay_bind_groups_free(*out);
    *out = NULL;
    return WLAY_OUT_OF_MEMORY;
}

void wlay_bind_groups_free(const wlay_bind_groups *groups)
{
    wlay_arena arena;

    if (groups == NULL)
        return;
    /* They lie in their own arena. */
    arena = ((const owner *)(const void *)groups)->arena;
    wlay_arena_free(&arena);
}
