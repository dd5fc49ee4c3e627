/* SPDX-License-Identifier: MIT */
/*
 * Plans: which structs and variables there are to write, under which names.
 */
#include "write_c_plan.h"

#include "nearest.h"

#include <string.h>

/* -------------------------------------------------------------------- lists */

void *wlay_c_append(wlay_c_plan *plan, wlay_c_list *list, size_t size)
{
    void *const items = wlay_grow(plan->arena, list->items, list->count,
                                  &list->capacity, size);

    if (items == NULL)
        return NULL;
    list->items = items;
    return memset((char *)items + list->count++ * size, 0, size);
}

void wlay_c_say(wlay_c_plan *plan, wlay_c_list *list, wlay_string sentence)
{
    wlay_string *const item = wlay_c_append(plan, list, sizeof *item);

    if (item != NULL)
        *item = sentence;
}

wlay_string wlay_c_number(wlay_c_plan *plan, uint64_t value)
{
    wlay_builder b = {plan->arena, NULL, 0, 0};

    wlay_put_u64(&b, value);
    return wlay_built(&b);
}

const wlay_string *wlay_c_errors(const wlay_c_plan *plan, size_t *out_count)
{
    *out_count = plan->errors.count;
    return plan->errors.items;
}

const wlay_string *wlay_c_notes(const wlay_c_plan *plan, size_t *out_count)
{
    *out_count = plan->notes.count;
    return plan->notes.items;
}

/* ------------------------------------------------------------ what is meant */

static const wlay_type *element_of(const wlay_type *type)
{
    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type;
}

const wlay_c_struct *wlay_c_struct_of(const wlay_c_plan *plan,
                                      const wlay_type *type)
{
    if (type->kind != WLAY_TYPE_STRUCT)
        return NULL;
    return wlay_c_find(&plan->by_name, type->structure->name);
}

static const wlay_c_pair *wish_for(const wlay_c_plan *plan, wlay_string name)
{
    for (size_t i = 0; i < plan->options->struct_count; i++) {
        if (wlay_text_equal(plan->options->structs[i].wgsl, name))
            return &plan->options->structs[i];
    }
    return NULL;
}

/* `Struct.member` goes before `member`. */
static const wlay_c_pair *rename_of(const wlay_c_plan *plan,
                                    const wlay_struct *s, wlay_string member)
{
    const wlay_string full =
        WLAY_C_JOIN(plan->arena, s->name, WLAY_TEXT("."), member);
    const wlay_c_pair *found = NULL;

    for (size_t i = 0; i < plan->options->rename_count; i++) {
        const wlay_c_pair *pair = &plan->options->renames[i];

        if (wlay_text_equal(pair->wgsl, full))
            return pair;
        if (wlay_text_equal(pair->wgsl, member))
            found = pair;
    }
    return found;
}

/* ------------------------------------------------------------------- naming */

/* An identifier that is not one of the user's own types: in C++ a member may
   not take the name of a type that it uses. */
static wlay_string member_word(wlay_c_plan *plan, wlay_string text)
{
    wlay_string word = wlay_c_identifier(plan->arena, text);

    for (size_t i = 0; i < plan->options->type_count; i++) {
        if (wlay_text_equal(word, plan->options->types[i].c))
            word = WLAY_C_JOIN(plan->arena, word, WLAY_TEXT("_"));
    }
    return word;
}

/* Names that stay as they are come first, so that none of them has to give way
   to one that is made. */
static void name_members(wlay_c_plan *plan, wlay_c_struct *s)
{
    const wlay_struct *const structure = s->structure;

    s->taken.arena = plan->arena;
    s->members = WLAY_NEW(plan->arena, wlay_string, structure->member_count);
    for (int made = 0; s->members != NULL && made < 2; made++) {
        for (size_t i = 0; i < structure->member_count; i++) {
            const wlay_string name = structure->members[i].name;
            const wlay_c_pair *rename = rename_of(plan, structure, name);
            const wlay_string word =
                rename != NULL ? rename->c : member_word(plan, name);
            const bool kept = rename != NULL || wlay_text_equal(word, name);

            if (plan->arena->failed || kept == (made == 1))
                continue;
            s->members[i] =
                word.length > 0 ? wlay_c_claim(&s->taken, word, s) : word;
            wlay_c_keep(&plan->words, s->members[i], s);
            if (rename != NULL && !wlay_text_equal(s->members[i], word))
                WLAY_C_SAY(plan, errors, WLAY_TEXT("--rename: '"),
                           structure->name, WLAY_TEXT("' would have two '"),
                           word, WLAY_TEXT("'"));
        }
    }
}

/* A name that the user gives: one word in a header, else a type's name. */
static bool is_host_name(const wlay_c_plan *plan, wlay_string name)
{
    bool letter = false;

    if (!plan->options->asserts_only)
        return wlay_c_is_identifier(name);
    for (size_t i = 0; i < name.length; i++) {
        const char c = name.data[i];

        letter = letter || wlay_c_is_identifier((wlay_string){&c, 1});
        if (!wlay_c_is_identifier((wlay_string){&c, 1}) && c != ' ' &&
            c != ':' && (c < '0' || c > '9'))
            return false;
    }
    return letter;
}

static void take_wish(wlay_c_plan *plan, wlay_c_struct *s, wlay_string name)
{
    s->name = name;
    if (!is_host_name(plan, name))
        WLAY_C_SAY(plan, errors, WLAY_TEXT("--struct: '"), name,
                   WLAY_TEXT("' is no name for a struct of C"));
    else if (wlay_c_find(&plan->globals, name) != NULL &&
             !plan->options->asserts_only)
        WLAY_C_SAY(plan, errors, WLAY_TEXT("--struct: two types would be '"),
                   name, WLAY_TEXT("'"));
    wlay_c_keep(&plan->globals, name, s);
}

/* In the first round, names that are the user's or stay as they are; in the
   second, those that are made. */
static void name_struct(wlay_c_plan *plan, wlay_c_struct *s, int round)
{
    const wlay_c_pair *wish = wish_for(plan, s->structure->name);
    const wlay_string full = WLAY_C_JOIN(
        plan->arena, plan->options->prefix, s->structure->name);
    const wlay_string name = wlay_c_identifier(plan->arena, full);

    if (name.data == NULL)
        return;
    if (wish != NULL && wish->c.length > 0) {
        if (round == 0)
            take_wish(plan, s, wish->c);
    } else if (wlay_text_equal(name, full) == (round == 0)) {
        s->name = wlay_c_claim(&plan->globals, name, s);
    }
}

static void name_all(wlay_c_plan *plan)
{
    wlay_c_struct **const all = plan->structs.items;

    for (size_t i = 0; i < plan->options->type_count; i++) {
        wlay_c_keep(&plan->words, plan->options->types[i].c, plan);
        wlay_c_keep(&plan->globals, plan->options->types[i].c, plan);
    }
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < plan->structs.count; i++)
            name_struct(plan, all[i], round);
    }
    for (size_t i = 0; i < plan->structs.count && !plan->arena->failed; i++)
        name_members(plan, all[i]);
}

/* ------------------------------------------------------------------ structs */

static void compare_members(wlay_c_plan *plan, const wlay_c_struct *s,
                            const wlay_member *a, const wlay_member *b,
                            size_t source)
{
    const bool name = !wlay_text_equal(a->name, b->name);
    const bool type = !wlay_text_equal(a->type->name, b->type->name);

    if (!name && !type && a->offset == b->offset)
        return;
    WLAY_C_SAY(
        plan, errors, WLAY_TEXT("struct '"), s->structure->name,
        WLAY_TEXT("' is in "), plan->sources[s->source].name,
        WLAY_TEXT(" and in "), plan->sources[source].name,
        WLAY_TEXT(" with different layouts: there is '"), a->name,
        WLAY_TEXT(": "), a->type->name, WLAY_TEXT("' at byte "),
        wlay_c_number(plan, a->offset), WLAY_TEXT(", here '"), b->name,
        WLAY_TEXT(": "), b->type->name, WLAY_TEXT("' at byte "),
        wlay_c_number(plan, b->offset));
}

/* A struct of that name in another module has to be the same. */
static void compare_structs(wlay_c_plan *plan, const wlay_c_struct *s,
                            const wlay_struct *other, size_t source)
{
    const wlay_struct *const one = s->structure;
    const size_t errors = plan->errors.count;

    if (one == other)
        return;
    for (size_t i = 0; i < one->member_count && i < other->member_count &&
                       plan->errors.count == errors;
         i++)
        compare_members(plan, s, &one->members[i], &other->members[i], source);
    if (plan->errors.count == errors &&
        (one->member_count != other->member_count || one->size != other->size))
        WLAY_C_SAY(plan, errors, WLAY_TEXT("struct '"), one->name,
                   WLAY_TEXT("' is in "), plan->sources[s->source].name,
                   WLAY_TEXT(" and in "), plan->sources[source].name,
                   WLAY_TEXT(" with different layouts: there are "),
                   wlay_c_number(plan, one->member_count),
                   WLAY_TEXT(" members and "), wlay_c_number(plan, one->size),
                   WLAY_TEXT(" bytes, here "),
                   wlay_c_number(plan, other->member_count),
                   WLAY_TEXT(" members and "),
                   wlay_c_number(plan, other->size), WLAY_TEXT(" bytes"));
}

/* Adds what it holds, then the struct.  The depth of types is bounded
   [Composite Types], and a struct is entered once. */
static void add_type(wlay_c_plan *plan, size_t source, const wlay_type *type)
{
    const wlay_struct *const s = element_of(type)->structure;
    wlay_c_struct *known;
    wlay_c_struct **item;

    if (s == NULL || plan->arena->failed ||
        wlay_c_map_of(plan, source, element_of(type)) != NULL)
        return;
    known = wlay_c_find(&plan->by_name, s->name);
    if (known != NULL) {
        if (known->source != source && known->compared != source + 1)
            compare_structs(plan, known, s, source);
        known->compared = source + 1;
        return;
    }
    for (size_t i = 0; i < s->member_count && !plan->options->asserts_only; i++)
        add_type(plan, source, s->members[i].type);
    known = WLAY_NEW(plan->arena, wlay_c_struct, 1);
    if (known == NULL)
        return;
    item = wlay_c_append(plan, &plan->structs, sizeof *item);
    if (item == NULL)
        return;
    *item = known;
    known->structure = s;
    known->source = source;
    wlay_c_keep(&plan->by_name, s->name, known);
}

/* ---------------------------------------------------------------- selection */

/* Why a struct is not for the host; NULL if it is. */
static const char *unfit(const wlay_struct *s)
{
    if ((s->type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        return "it is not host-shareable";
    if ((s->type->flags & WLAY_TYPE_SIZE_UNKNOWN) != 0 || s->size == 0)
        return "its size depends on an override without a value";
    return NULL;
}

static wlay_string unfit_member(wlay_c_plan *plan, const wlay_struct *s)
{
    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        if ((m->type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
            return WLAY_C_JOIN(plan->arena, WLAY_TEXT(" ('"), m->name,
                               WLAY_TEXT("' is "), m->type->name,
                               WLAY_TEXT(")"));
    }
    return WLAY_TEXT("");
}

static bool is_stage_io(const wlay_struct *s)
{
    for (size_t i = 0; i < s->member_count; i++) {
        if ((s->members[i].flags & WLAY_MEMBER_HAS_IO) != 0)
            return true;
    }
    return false;
}

static void omit(wlay_c_plan *plan, const wlay_struct *s, const char *reason)
{
    wlay_c_omission *const item =
        wlay_c_append(plan, &plan->omissions, sizeof *item);

    if (item == NULL)
        return;
    item->name = s->name;
    item->reason = WLAY_C_JOIN(plan->arena, wlay_text(reason),
                               unfit_member(plan, s));
}

/* A struct that has been asked for by name, and has to be there. */
static void add_wish(wlay_c_plan *plan, const wlay_c_pair *wish)
{
    wlay_nearest nearest = {wish->wgsl, SIZE_MAX, {"", 0}};
    bool found = false;

    for (size_t i = 0; i < plan->source_count; i++) {
        const wlay_struct *const s =
            wlay_find_struct(plan->sources[i].module, wish->wgsl.data,
                             wish->wgsl.length);
        size_t count;
        const wlay_struct *const *all =
            wlay_structs(plan->sources[i].module, &count);

        found = found || s != NULL;
        for (size_t k = 0; k < count && !found; k++)
            wlay_nearest_offer(&nearest, all[k]->name);
        if (s != NULL && unfit(s) != NULL)
            WLAY_C_SAY(plan, errors, WLAY_TEXT("--struct: '"), s->name,
                       WLAY_TEXT("' cannot be a struct of the host: "),
                       wlay_text(unfit(s)), unfit_member(plan, s));
        else if (s != NULL)
            add_type(plan, i, s->type);
    }
    if (!found && nearest.best.length > 0)
        WLAY_C_SAY(plan, errors, WLAY_TEXT("--struct: found no layout of '"),
                   wish->wgsl, WLAY_TEXT("'; did you mean '"), nearest.best,
                   WLAY_TEXT("'?"));
    else if (!found)
        WLAY_C_SAY(plan, errors, WLAY_TEXT("--struct: found no layout of '"),
                   wish->wgsl, WLAY_TEXT("'"));
}

static void add_variable(wlay_c_plan *plan, const wlay_variable *v,
                         size_t source)
{
    wlay_c_variable *item;
    wlay_c_variable **place;

    if (!v->has_binding && v->address_space != WLAY_SPACE_IMMEDIATE)
        return;
    item = WLAY_NEW(plan->arena, wlay_c_variable, 1);
    if (item == NULL)
        return;
    place = wlay_c_append(plan, &plan->variables, sizeof *place);
    if (place == NULL)
        return;
    *place = item;
    item->variable = v;
    item->source = source;
}

static bool is_of_host(const wlay_variable *v)
{
    return wlay_is_buffer(v) || v->address_space == WLAY_SPACE_IMMEDIATE;
}

/* Structs in buffers first: they are written even if they are inputs too. */
static void add_module(wlay_c_plan *plan, size_t source)
{
    const wlay_module *const module = plan->sources[source].module;
    size_t count;
    const wlay_variable *const variables = wlay_variables(module, &count);
    const wlay_struct *const *structs;

    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const s = element_of(variables[i].type)->structure;

        add_variable(plan, &variables[i], source);
        if (is_of_host(&variables[i]) && s != NULL && unfit(s) == NULL)
            add_type(plan, source, variables[i].type);
    }
    structs = wlay_structs(module, &count);
    for (size_t i = 0; i < count; i++) {
        if (wlay_c_find(&plan->by_name, structs[i]->name) != NULL &&
            unfit(structs[i]) == NULL)
            add_type(plan, source, structs[i]->type);
        else if (unfit(structs[i]) != NULL)
            omit(plan, structs[i], unfit(structs[i]));
        else if (plan->options->reachable)
            omit(plan, structs[i], "no buffer variable holds it");
        else if (is_stage_io(structs[i]))
            omit(plan, structs[i], "it is for inputs and outputs of stages");
        else
            add_type(plan, source, structs[i]->type);
    }
}

static void select_all(wlay_c_plan *plan)
{
    for (size_t i = 0; i < plan->options->struct_count; i++)
        add_wish(plan, &plan->options->structs[i]);
    for (size_t i = 0; i < plan->source_count; i++) {
        if (plan->options->struct_count == 0)
            add_module(plan, i);
    }
}

/* ------------------------------------------------------------------- checks */

static bool same_constants(const wlay_variable *a, const wlay_variable *b)
{
    return a->has_binding == b->has_binding && a->group == b->group &&
           a->binding == b->binding && a->type->size == b->type->size &&
           a->min_binding_size == b->min_binding_size &&
           wlay_stride_of(a->type) == wlay_stride_of(b->type);
}

/* Of variables that are the same in all modules one is written; where they
   differ, each is, with the name of its module. */
static void match_variables(wlay_c_plan *plan)
{
    wlay_c_variable **const all = plan->variables.items;
    wlay_c_names names = {plan->arena, NULL, 0, 0};

    for (size_t i = 0; i < plan->variables.count; i++) {
        const wlay_string name = all[i]->variable->name;
        wlay_c_variable *const first = wlay_c_find(&names, name);

        if (first == NULL)
            wlay_c_keep(&names, name, all[i]);
        else if (same_constants(first->variable, all[i]->variable))
            all[i]->repeated = true;
        else
            first->differs = true;
    }
    for (size_t i = 0; i < plan->variables.count; i++) {
        const wlay_c_variable *const first =
            wlay_c_find(&names, all[i]->variable->name);

        all[i]->differs = first != NULL && first->differs;
    }
}

/* --rename that renames nothing is a mistake. */
static bool is_met(const wlay_c_plan *plan, const wlay_c_pair *rename,
                   wlay_nearest *nearest)
{
    wlay_c_struct **const all = plan->structs.items;

    for (size_t i = 0; i < plan->structs.count; i++) {
        const wlay_struct *const s = all[i]->structure;

        for (size_t k = 0; k < s->member_count; k++) {
            if (wlay_text_equal(s->members[k].name, rename->wgsl) ||
                wlay_text_equal(WLAY_C_JOIN(plan->arena, s->name,
                                            WLAY_TEXT("."),
                                            s->members[k].name),
                                rename->wgsl))
                return true;
            wlay_nearest_offer(nearest, s->members[k].name);
        }
    }
    return false;
}

static void check_renames(wlay_c_plan *plan)
{
    for (size_t i = 0; i < plan->options->rename_count; i++) {
        const wlay_c_pair *const rename = &plan->options->renames[i];
        wlay_nearest nearest = {rename->wgsl, SIZE_MAX, {"", 0}};

        if (rename->c.length == 0 && !plan->options->asserts_only)
            WLAY_C_SAY(plan, errors, WLAY_TEXT("--rename: '"), rename->wgsl,
                       WLAY_TEXT("' needs a name in a header"));
        else if (is_met(plan, rename, &nearest))
            continue;
        else if (nearest.best.length > 0)
            WLAY_C_SAY(plan, errors,
                       WLAY_TEXT("--rename: no struct has a member '"),
                       rename->wgsl, WLAY_TEXT("'; did you mean '"),
                       nearest.best, WLAY_TEXT("'?"));
        else
            WLAY_C_SAY(plan, errors,
                       WLAY_TEXT("--rename: no struct has a member '"),
                       rename->wgsl, WLAY_TEXT("'"));
    }
}

/* --------------------------------------------------------------------- plan */

wlay_c_plan *wlay_c_make_plan(wlay_arena *arena, const wlay_c_source *sources,
                              size_t source_count,
                              const wlay_c_options *options)
{
    wlay_c_plan *const plan = WLAY_NEW(arena, wlay_c_plan, 1);

    if (plan == NULL)
        return NULL;
    plan->arena = arena;
    plan->sources = sources;
    plan->source_count = source_count;
    plan->options = options;
    plan->by_name.arena = arena;
    plan->globals.arena = arena;
    plan->words.arena = arena;
    wlay_c_resolve_maps(plan);
    if (!arena->failed && plan->errors.count == 0) {
        select_all(plan);
        check_renames(plan);
        name_all(plan);
        match_variables(plan);
    }
    if (!arena->failed && plan->errors.count == 0)
        wlay_c_place_maps(plan);
    return arena->failed ? NULL : plan;
}
