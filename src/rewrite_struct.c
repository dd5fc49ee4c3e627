/* SPDX-License-Identifier: MIT */
/* The members of a struct: what is written of each, and which there are. */
#include "rewrite.h"

#include <string.h>

/* A member as it stands in the text. */
typedef struct chunk {
    wlay_range tokens; /* from the first attribute to the end of the type */
    size_t name;       /* its token */
    uint32_t start;    /* behind what belongs to the member before */
    uint32_t end;      /* of the type */
    uint32_t comma;    /* where it is; `end` if there is none */
    uint32_t stop;     /* with the comma, and comments on its line */
    bool has_comma;
    bool is_comment;   /* a line comment ends it */
} chunk;

typedef struct body {
    wlay_rewrite_job *job;
    wlay_rewrite_text *text;
    const wlay_draft_struct *s;
    chunk *chunks;   /* by the old order */
    bool in_comment; /* a line comment stands behind the opening brace */
} body;

/* ---------------------------------------------------------- the line's end */

static uint32_t skip_block_comment(const wlay_rewrite_text *text, uint32_t at)
{
    const wlay_string all = text->text;
    size_t level = 0;

    do {
        if (all.length - at >= 2 && memcmp(all.data + at, "/*", 2) == 0) {
            level++;
            at += 2;
        } else if (all.length - at >= 2 &&
                   memcmp(all.data + at, "*/", 2) == 0) {
            level--;
            at += 2;
        } else {
            at++;
        }
    } while (level > 0 && at < all.length);
    return at;
}

static uint32_t skip_line(const wlay_rewrite_text *text, uint32_t at)
{
    const wlay_string all = text->text;

    while (at < all.length && wlay_line_break(all.data, all.length, at) == 0)
        at++;
    return at;
}

static bool has_line_break(const wlay_rewrite_text *text, uint32_t from,
                           uint32_t to)
{
    while (from < to &&
           wlay_line_break(text->text.data, text->text.length, from) == 0)
        from++;
    return from < to;
}

uint32_t wlay_end_of_line(const wlay_rewrite_text *text, uint32_t start,
                          bool *is_comment)
{
    const wlay_string all = text->text;
    uint32_t at = start;

    *is_comment = false;
    while (at < all.length) {
        const bool is_slash = all.data[at] == '/' && at + 1 < all.length;
        uint32_t next = at;

        if (wlay_line_break(all.data, all.length, at) > 0)
            return at;
        if (is_slash && all.data[at + 1] == '/') {
            *is_comment = true;
            return skip_line(text, at);
        }
        if (is_slash && all.data[at + 1] == '*')
            next = skip_block_comment(text, at);
        else
            next += (uint32_t)wlay_blankspace(all.data, all.length, at);
        /* Something else, or a comment that belongs to the next line. */
        if (next == at || has_line_break(text, at, next))
            return next == at ? start : at;
        at = next;
    }
    return at;
}

/* -------------------------------------------------------------- the members */

static void read_chunk(body *b, chunk *c, uint32_t start)
{
    const wlay_mark_token *const tokens = b->text->tokens;
    size_t colon = c->tokens.first;

    /* Attributes have no colon outside of their parentheses, nor inside. */
    while (tokens[colon].kind != WLAY_TOKEN_COLON)
        colon++;
    c->name = colon - 1;
    c->start = start;
    c->end = tokens[c->tokens.last - 1].end;
    c->comma = tokens[c->tokens.last].offset;
    c->has_comma = wlay_is_token(b->text, c->tokens.last, WLAY_TOKEN_COMMA);
    if (!c->has_comma)
        c->comma = c->end;
    c->stop = wlay_end_of_line(b->text, c->comma + (c->has_comma ? 1 : 0),
                               &c->is_comment);
}

static bool read_chunks(body *b)
{
    const size_t count = b->s->old->member_count;
    wlay_range *const ranges = WLAY_NEW(b->job->scratch, wlay_range, count);
    size_t first = wlay_token_at(b->text, b->s->old->span.offset) + 2;
    uint32_t start;

    b->chunks = WLAY_NEW(b->job->scratch, chunk, count);
    if (ranges == NULL || b->chunks == NULL ||
        wlay_split_list(b->text, first, ranges, count) != count)
        return false;
    start = wlay_end_of_line(b->text, b->text->tokens[first - 1].end,
                             &b->in_comment);
    for (size_t i = 0; i < count; i++) {
        b->chunks[i].tokens = ranges[i];
        read_chunk(b, &b->chunks[i], start);
        start = b->chunks[i].stop;
    }
    return true;
}

/* ------------------------------------------------- attributes, and the type */

/* The token of an attribute's name, or 0. */
static size_t find_attribute(const body *b, const chunk *c, const char *name)
{
    for (size_t at = c->tokens.first; at + 1 < c->name; at++)
        if (wlay_is_token(b->text, at, WLAY_TOKEN_AT) &&
            b->text->tokens[at + 1].symbol != NULL &&
            wlay_text_equal(wlay_symbol_text(b->text->tokens[at + 1].symbol),
                            wlay_text(name)))
            return at + 1;
    return 0;
}

/* A value beyond i32 says that it is a u32. */
static wlay_string value_text(body *b, uint64_t value)
{
    return wlay_format(b->job->scratch, F("%%"), U(value),
                       Z(value > INT32_MAX ? "u" : ""));
}

/* Writes it into the one that is there, or adds it to `added`. */
static void put_attribute(body *b, const chunk *c, const char *name,
                          uint64_t value, wlay_builder *added)
{
    const size_t at = find_attribute(b, c, name);
    const wlay_mark_token *const tokens = b->text->tokens;

    if (value == 0)
        return;
    if (at > 0) {
        wlay_replace(b->job, b->text, tokens[at + 1].end,
                     tokens[wlay_closing_token(b->text, at + 2)].offset,
                     value_text(b, value));
        return;
    }
    wlay_put(added, wlay_format(b->job->scratch, F("@%(%) "), Z(name),
                                S(value_text(b, value))));
}

static void edit_member(body *b, const wlay_draft_member *m)
{
    const chunk *const c = &b->chunks[m->old - b->s->old->members];
    const wlay_mark_token *const tokens = b->text->tokens;
    wlay_builder added = {b->job->scratch, NULL, 0, 0};

    put_attribute(b, c, "align", m->put_align, &added);
    put_attribute(b, c, "size", m->put_size, &added);
    if (added.length > 0)
        wlay_replace(b->job, b->text, tokens[c->tokens.first].offset,
                     tokens[c->tokens.first].offset, wlay_built(&added));
    if (m->type.length > 0)
        wlay_replace(b->job, b->text, tokens[c->name + 2].offset, c->end,
                     m->type);
}

/* ---------------------------------------------------- which, in what order */

static bool keeps_members(const wlay_draft_struct *s)
{
    if (s->count != s->old->member_count)
        return false;
    for (size_t i = 0; i < s->count; i++)
        if (s->members[i].old != &s->old->members[i])
            return false;
    return true;
}

/* The line break and what indents a member; empty if it has no line of its
   own. */
static wlay_string own_line_start(const body *b, const chunk *c)
{
    const wlay_string all = b->text->text;
    const uint32_t end = b->text->tokens[c->tokens.first].offset;
    uint32_t start = end;

    for (uint32_t at = c->start; at < end;) {
        const size_t size = wlay_line_break(all.data, all.length, at);

        if (size > 0)
            start = at;
        else if (wlay_blankspace(all.data, all.length, at) == 0)
            start = end;
        at += size > 0 ? (uint32_t)size : 1;
    }
    return (wlay_string){all.data + start, end - start};
}

/* What a new member begins with: as the nearest one before that has a line of
   its own, else a blank. */
static wlay_string line_start(const body *b, const chunk *c)
{
    wlay_string start = own_line_start(b, c);

    while (start.length == 0 && c > b->chunks)
        start = own_line_start(b, --c);
    return start.length > 0 ? start : WLAY_TEXT(" ");
}

/* The parts of the new list, one behind the other. */
typedef struct listing {
    body *body;
    wlay_edit *edit;
    bool in_comment; /* what was put last is a line comment */
} listing;

static bool starts_line(const wlay_rewrite_text *text, uint32_t at)
{
    const wlay_string all = text->text;

    return at < all.length && wlay_line_break(all.data, all.length, at) > 0;
}

static void end_comment(listing *l, bool has_line_break)
{
    if (l->in_comment && !has_line_break)
        wlay_add_text(l->edit, WLAY_TEXT("\n"));
    l->in_comment = false;
}

static void list_old(listing *l, const wlay_draft_member *m, bool wants_comma)
{
    body *const b = l->body;
    const chunk *const c = &b->chunks[m->old - b->s->old->members];

    end_comment(l, starts_line(b->text, c->start));
    wlay_add_old(l->edit, c->start, c->end);
    wlay_add_old(l->edit, c->end, c->comma);
    if (wants_comma)
        wlay_add_text(l->edit, WLAY_TEXT(","));
    wlay_add_old(l->edit, c->comma + (c->has_comma ? 1 : 0), c->stop);
    l->in_comment = c->is_comment;
}

/* Behind `before`, a member that was there. */
static void list_new(listing *l, const wlay_draft_member *m,
                     const wlay_draft_member *before, bool wants_comma)
{
    body *const b = l->body;
    const wlay_string start =
        line_start(b, &b->chunks[before->old - b->s->old->members]);

    end_comment(l, start.length > 1);
    wlay_add_text(l->edit, start);
    wlay_add_text(l->edit, wlay_format(b->job->scratch, F("%: %%"), S(m->name),
                                       S(m->type),
                                       Z(wants_comma ? "," : "")));
}

static void edit_list(body *b)
{
    const wlay_draft_struct *const s = b->s;
    const chunk *const last = &b->chunks[s->old->member_count - 1];
    listing l = {b, NULL, b->in_comment};
    const wlay_draft_member *before = NULL;

    l.edit = wlay_add_edit(b->job, b->text, b->chunks[0].start, last->stop,
                           s->count * 5 + 1);
    for (size_t i = 0; l.edit != NULL && i < s->count; i++) {
        const wlay_draft_member *const m = &s->members[i];
        const bool wants_comma = i + 1 < s->count || last->has_comma;

        if (m->old == NULL) {
            list_new(&l, m, before, wants_comma);
            continue;
        }
        before = m;
        list_old(&l, m, wants_comma);
    }
    if (l.edit != NULL)
        end_comment(&l, starts_line(b->text, last->stop));
}

void wlay_edit_struct(wlay_rewrite_job *job, const wlay_draft_struct *s)
{
    body b = {job, &job->texts[s->old->span.source], s, NULL, false};

    if (!read_chunks(&b))
        return;
    for (size_t i = 0; i < s->count; i++)
        if (s->members[i].old != NULL)
            edit_member(&b, &s->members[i]);
    if (!keeps_members(s))
        edit_list(&b);
}

/* A struct ends with its brace, a variable with its semicolon. */
static uint32_t end_of_declaration(const wlay_rewrite_text *text, size_t name)
{
    size_t at = name + 1;

    if (wlay_is_token(text, at, WLAY_TOKEN_BRACE_LEFT))
        at = wlay_closing_token(text, at + 1);
    while (!wlay_is_token(text, at, WLAY_TOKEN_BRACE_RIGHT) &&
           !wlay_is_token(text, at, WLAY_TOKEN_SEMICOLON))
        at++;
    if (wlay_is_token(text, at + 1, WLAY_TOKEN_SEMICOLON))
        at++;
    return text->tokens[at].end;
}

void wlay_edit_wrappers(wlay_rewrite_job *job, wlay_span name)
{
    wlay_rewrite_text *const text = &job->texts[name.source];
    wlay_builder b = {job->scratch, NULL, 0, 0};
    bool is_comment;
    uint32_t at = end_of_declaration(text, wlay_token_at(text, name.offset));

    at = wlay_end_of_line(text, at, &is_comment);
    for (const wlay_wrapper *w = job->draft.wrappers; w != NULL; w = w->next) {
        wlay_put(&b, WLAY_TEXT("\n\n"));
        wlay_put(&b, wlay_wrapper_text(&job->draft, w));
    }
    if (!starts_line(text, at) && at < text->text.length)
        wlay_put(&b, WLAY_TEXT("\n"));
    wlay_replace(job, text, at, at, wlay_built(&b));
}
