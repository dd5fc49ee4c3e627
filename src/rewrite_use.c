/* SPDX-License-Identifier: MIT */
/* What uses the structs that change: calls of their value constructors follow,
   the rest is noted. */
#include "rewrite.h"

/* The draft of the struct that a name stands for, by itself or through aliases;
   NULL if it stands for none. */
static const wlay_draft_struct *struct_of(const wlay_rewrite_job *job,
                                          const wlay_symbol *symbol)
{
    const wlay_struct *structure = NULL;

    if (symbol->declared == WLAY_DECLARED_STRUCT)
        structure = symbol->as.structure;
    else if (symbol->declared == WLAY_DECLARED_ALIAS)
        structure = symbol->as.alias->structure;
    return structure != NULL ? wlay_draft_of(&job->draft, structure) : NULL;
}

/* --------------------------------------------------- calls of constructors */

typedef struct call {
    wlay_rewrite_job *job;
    wlay_rewrite_text *text;
    const wlay_draft_struct *s;
    size_t name;           /* its token */
    wlay_range *arguments; /* as many as the struct had members */
} call;

static uint32_t start_of(const call *c, size_t argument)
{
    return c->text->tokens[c->arguments[argument].first].offset;
}

static uint32_t end_of(const call *c, size_t argument)
{
    return c->text->tokens[c->arguments[argument].last - 1].end;
}

static wlay_span name_span(const wlay_rewrite_text *text, size_t token)
{
    const wlay_mark_token *const t = &text->tokens[token];

    return (wlay_span){text->number, t->offset, t->end - t->offset};
}

/* New members get zeros, behind the argument of the member before. */
static void insert_zeros(call *c)
{
    size_t argument = 0;

    for (size_t i = 0; i < c->s->count; i++) {
        const wlay_draft_member *const m = &c->s->members[i];

        if (m->old != NULL)
            argument = (size_t)(m->old - c->s->old->members);
        else
            wlay_replace(c->job, c->text, end_of(c, argument),
                         end_of(c, argument),
                         wlay_format(c->job->scratch, F(", %()"),
                                     S(m->type)));
    }
}

/* Arguments from `first` up to before `last`, with the commas behind them, or
   the one before if there is none. */
static void remove_arguments(call *c, size_t first, size_t last)
{
    const wlay_mark_token *const tokens = c->text->tokens;
    const size_t behind = c->arguments[last - 1].last;
    const wlay_string none = {"", 0};

    if (wlay_is_token(c->text, behind, WLAY_TOKEN_COMMA) &&
        last < c->s->old->member_count)
        wlay_replace(c->job, c->text, start_of(c, first), start_of(c, last),
                     none);
    else
        wlay_replace(c->job, c->text,
                     tokens[c->arguments[first].first - 1].offset,
                     end_of(c, last - 1), none);
}

static void drop_arguments(call *c)
{
    const size_t count = c->s->old->member_count;
    size_t next = 0; /* of the members that stay */

    for (size_t i = 0; i < count; i++) {
        const size_t first = i;

        while (i < count && (next == c->s->count ||
                             c->s->members[next].old !=
                                 &c->s->old->members[i]))
            i++;
        if (i > first)
            remove_arguments(c, first, i);
        next++;
    }
}

/* What stands between the arguments stays where it is. */
static void permute_arguments(call *c)
{
    const size_t count = c->s->count;
    wlay_edit *const edit =
        wlay_add_edit(c->job, c->text, start_of(c, 0), end_of(c, count - 1),
                      2 * count);

    for (size_t i = 0; edit != NULL && i < count; i++) {
        const size_t old =
            (size_t)(c->s->members[i].old - c->s->old->members);

        wlay_add_old(edit, start_of(c, old), end_of(c, old));
        if (i + 1 < count)
            wlay_add_old(edit, end_of(c, i), start_of(c, i + 1));
    }
    /* What is evaluated at module scope has no effects that could tell. */
    if (!c->text->tokens[c->name].in_body)
        return;
    wlay_remark(&c->job->diag, WLAY_RULE_REWRITE_USE,
                name_span(c->text, c->name),
                F("the arguments of '%' are in the new order here, and are "
                  "evaluated in it"),
                S(c->s->old->name));
}

static void note_types(call *c)
{
    for (size_t i = 0; i < c->s->count; i++) {
        const wlay_draft_member *const m = &c->s->members[i];

        if (m->type.length > 0)
            wlay_remark(&c->job->diag, WLAY_RULE_REWRITE_USE,
                        name_span(c->text, c->name),
                        F("'%' is made here, and its '%' is now '%'"),
                        S(c->s->old->name), S(m->old->name), S(m->type));
    }
}

static bool is_permuted(const wlay_draft_struct *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->members[i].old != &s->old->members[i])
            return true;
    return false;
}

static void edit_call(wlay_rewrite_job *job, wlay_rewrite_text *text,
                      const wlay_draft_struct *s, size_t name)
{
    const size_t count = s->old->member_count;
    call c = {job, text, s, name, NULL};

    c.arguments = WLAY_NEW(job->scratch, wlay_range, count);
    if (c.arguments == NULL ||
        wlay_split_list(text, name + 2, c.arguments, count) != count)
        return;
    if (s->count > count)
        insert_zeros(&c);
    else if (s->count < count)
        drop_arguments(&c);
    else if (is_permuted(s))
        permute_arguments(&c);
    else
        note_types(&c);
}

/* --------------------------------------------------- members and variables */

/* A member of another type. */
typedef struct mark {
    const wlay_draft_struct *structure;
    const wlay_draft_member *member;
} mark;

typedef struct search {
    wlay_rewrite_job *job;
    mark *marks;
    size_t mark_count;
    wlay_symbol_map members; /* numbers of marks by their names; of several with
                                one name the last counts */
} search;

static bool has_other_type(const wlay_draft_struct *s,
                           const wlay_draft_member *m)
{
    return s->changed && m->old != NULL && m->type.length > 0;
}

static size_t count_marks(const wlay_rewrite_job *job)
{
    size_t count = 0;

    for (size_t i = 0; i < job->module->struct_count; i++) {
        const wlay_draft_struct *const s = &job->draft.structs[i];

        for (size_t k = 0; k < s->count; k++)
            count += has_other_type(s, &s->members[k]) ? 1u : 0u;
    }
    return count;
}

static void mark_struct(search *u, const wlay_draft_struct *s)
{
    for (size_t k = 0; k < s->count; k++) {
        const wlay_draft_member *const m = &s->members[k];
        const wlay_symbol *symbol;

        if (!has_other_type(s, m))
            continue;
        symbol = wlay_find_symbol(&u->job->module->symbols,
                                  m->old->name.data, m->old->name.length);
        u->marks[u->mark_count++] = (mark){s, m};
        if (symbol != NULL)
            wlay_map_put(&u->members, symbol, u->mark_count);
    }
}

static bool mark_members(search *u)
{
    const size_t count = count_marks(u->job);

    u->marks = WLAY_NEW(u->job->scratch, mark, count);
    if (u->marks == NULL ||
        !wlay_map_init(&u->members, count, u->job->scratch))
        return false;
    for (size_t i = 0; i < u->job->module->struct_count; i++)
        mark_struct(u, &u->job->draft.structs[i]);
    return true;
}

static void note_index(wlay_rewrite_job *job, wlay_entry *entry,
                       wlay_string index)
{
    wlay_hint(&job->diag, entry, F("its element i is now %"), S(index));
}

static void note_member(search *u, const wlay_rewrite_text *text, size_t at)
{
    const size_t number = wlay_map_get(&u->members, text->tokens[at].symbol);
    const mark *m;
    wlay_entry *entry;

    if (number == 0)
        return;
    m = &u->marks[number - 1];
    entry = wlay_remark(&u->job->diag, WLAY_RULE_REWRITE_USE,
                        name_span(text, at),
                        F("'%.%' is now '%', and this may be it"),
                        S(m->structure->old->name), S(m->member->old->name),
                        S(m->member->type));
    note_index(u->job, entry, m->member->index);
}

static void note_variable(wlay_rewrite_job *job,
                          const wlay_rewrite_text *text, size_t at)
{
    const wlay_symbol *const symbol = text->tokens[at].symbol;

    if (symbol->declared != WLAY_DECLARED_VARIABLE)
        return;
    for (size_t i = 0; i < job->variable_count; i++) {
        const wlay_draft_variable *const v = &job->variables[i];
        wlay_entry *entry;

        if (v->old != symbol->as.variable)
            continue;
        entry = wlay_remark(&job->diag, WLAY_RULE_REWRITE_USE,
                            name_span(text, at), F("'%' is now '%'"),
                            S(v->old->name), S(v->type));
        note_index(job, entry, v->index);
    }
}

static void look_at(search *u, wlay_rewrite_text *text, size_t at)
{
    const wlay_mark_token *const token = &text->tokens[at];
    const wlay_draft_struct *s;

    if (token->kind != WLAY_TOKEN_IDENT)
        return;
    if (at > 0 && wlay_is_token(text, at - 1, WLAY_TOKEN_PERIOD)) {
        if (token->in_body)
            note_member(u, text, at);
        return;
    }
    if (token->in_body)
        note_variable(u->job, text, at);
    s = struct_of(u->job, token->symbol);
    if (s != NULL && s->changed &&
        wlay_is_token(text, at + 1, WLAY_TOKEN_PAREN_LEFT))
        edit_call(u->job, text, s, at);
}

/* ----------------------------------------------------------- other buffers */

static bool moves(const wlay_draft_struct *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->members[i].old != NULL &&
            s->members[i].offset != s->members[i].old->offset)
            return true;
    return s->members != NULL && s->size != s->old->size;
}

/* As deep as types may be nested, at most: a struct is gone into once for each
   variable. */
static const wlay_draft_struct *find_moved(const wlay_rewrite_job *job,
                                           const wlay_type *type,
                                           size_t *seen, size_t number)
{
    const wlay_struct *const structure = wlay_inner_struct(type);
    const wlay_draft_struct *s;

    if (structure == NULL)
        return NULL;
    s = wlay_draft_of(&job->draft, structure);
    if (seen[s - job->draft.structs] == number)
        return NULL;
    seen[s - job->draft.structs] = number;
    if (moves(s))
        return s;
    for (size_t i = 0; i < structure->member_count; i++) {
        const wlay_draft_struct *const inner =
            find_moved(job, structure->members[i].type, seen, number);

        if (inner != NULL)
            return inner;
    }
    return NULL;
}

/* Storage buffers share structs with the uniform buffers that are mended. */
static void note_buffers(wlay_rewrite_job *job)
{
    size_t *const seen =
        WLAY_NEW(job->scratch, size_t, job->module->struct_count);

    for (size_t i = 0; seen != NULL && i < job->module->variable_count; i++) {
        const wlay_variable *const v = &job->module->variables[i];
        const wlay_draft_struct *s;

        if (v->address_space != WLAY_SPACE_STORAGE)
            continue;
        s = find_moved(job, v->type, seen, i + 1);
        if (s != NULL)
            wlay_remark(&job->diag, WLAY_RULE_REWRITE_USE, v->span,
                        F("the layout of '%' changes in the storage buffer "
                          "'%' too"),
                        S(s->old->name), S(v->name));
    }
}

void wlay_edit_uses(wlay_rewrite_job *job)
{
    search u = {.job = job};

    if (!mark_members(&u))
        return;
    for (size_t i = 0; i < job->text_count; i++)
        for (size_t at = 0; at < job->texts[i].token_count; at++)
            look_at(&u, &job->texts[i], at);
    if (job->options->fix == WLAY_FIX_UNIFORM)
        note_buffers(job);
}

static bool is_behind_period(const wlay_rewrite_text *text, size_t at)
{
    return wlay_is_token(text, at, WLAY_TOKEN_IDENT) &&
           wlay_is_token(text, at - 1, WLAY_TOKEN_PERIOD);
}

bool wlay_map_used(const wlay_rewrite_job *job, wlay_symbol_map *out)
{
    size_t count = 0;

    for (size_t i = 0; i < job->text_count; i++)
        for (size_t at = 1; at < job->texts[i].token_count; at++)
            count += is_behind_period(&job->texts[i], at) ? 1u : 0u;
    if (!wlay_map_init(out, count, job->scratch))
        return false;
    for (size_t i = 0; i < job->text_count; i++)
        for (size_t at = 1; at < job->texts[i].token_count; at++)
            if (is_behind_period(&job->texts[i], at))
                wlay_map_put(out, job->texts[i].tokens[at].symbol, 1);
    return true;
}
