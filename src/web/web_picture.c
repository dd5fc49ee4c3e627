/* SPDX-License-Identifier: MIT */
/*
 * Where things are: in the text, and in memory.
 */
#include "../types.h"
#include "../write_cells.h"

#include "web.h"

#include <stdlib.h>

/* ------------------------------------------------------------ in the text */

/* Where a declaration's name is, and from where on its end is to be found. */
static void add_place(wlay_json *j, wlay_span span, wlay_span last)
{
    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_u64(j, "offset", span.offset);
    wlay_json_u64(j, "length", span.length);
    wlay_json_u64(j, "last", (uint64_t)last.offset + last.length);
    wlay_json_close(j, "}");
}

/* {"structs": [place...], "variables": [place...]} */
WEB_EXPORT(places) bool web_places(void)
{
    const wlay_sink sink = web_answer();
    wlay_json j;

    web_answer_json(&j, &sink);
    wlay_json_key(&j, "structs");
    wlay_json_open(&j, "[");
    for (uint32_t i = 0; web_struct(i) != NULL; i++) {
        const wlay_struct *const s = web_struct(i);

        add_place(&j, s->span, s->members[s->member_count - 1].span);
    }
    wlay_json_close(&j, "]");
    wlay_json_key(&j, "variables");
    wlay_json_open(&j, "[");
    for (uint32_t i = 0; web_variable(i) != NULL; i++)
        add_place(&j, web_variable(i)->span, web_variable(i)->span);
    wlay_json_close(&j, "]");
    return web_end_json(&j);
}

/* {"members": [place...]} of a struct. */
WEB_EXPORT(members) bool web_members(uint32_t number)
{
    const wlay_struct *const s = web_struct(number);
    const wlay_sink sink = web_answer();
    wlay_json j;

    if (s == NULL)
        return false;
    web_answer_json(&j, &sink);
    wlay_json_key(&j, "members");
    wlay_json_open(&j, "[");
    for (size_t i = 0; i < s->member_count; i++)
        add_place(&j, s->members[i].span, s->members[i].span);
    wlay_json_close(&j, "]");
    return web_end_json(&j);
}

/* --------------------------------------------------------------- in memory */

/*
 * Pictures are of structs.  A variable of another type is drawn as the only
 * member of one.
 */
typedef struct subject {
    const wlay_struct *structure;
    wlay_struct wrapper;
    wlay_member member;
} subject;

static bool wrap(subject *s, const wlay_variable *v)
{
    const wlay_type *const type = v->type;

    if (type->align == 0 || type->size == 0)
        return false; /* a texture, say */
    s->member = (wlay_member){.name = v->name,
                              .type = type,
                              .size = type->size,
                              .align = type->align,
                              .span = v->span};
    s->wrapper = (wlay_struct){.name = v->name,
                               .type = type,
                               .size = type->size,
                               .align = type->align,
                               .data = wlay_data_size(type),
                               .member_count = 1,
                               .members = &s->member};
    s->structure = &s->wrapper;
    return true;
}

static bool find_subject(uint32_t kind, uint32_t number, subject *s)
{
    const wlay_variable *const v = web_variable(number);

    *s = (subject){.structure = NULL};
    if (kind == WEB_STRUCT)
        s->structure = web_struct(number);
    else if (v != NULL && v->type->kind == WLAY_TYPE_STRUCT)
        s->structure = v->type->structure;
    else if (v != NULL)
        return wrap(s, v);
    return s->structure != NULL && s->structure->align > 0;
}

typedef struct picture {
    wlay_json json;
    uint64_t row;
    bool has_cell;
    wlay_cell cell; /* the last one that was told of */
    web_text path;
} picture;

static void add_to_path(void *user_data, wlay_string text)
{
    web_add(user_data, text.data, text.length);
}

static void add_path(picture *p, const wlay_cell *cell)
{
    p->path.length = 0;
    wlay_put_frame(cell->frame, add_to_path, &p->path);
    wlay_json_text(&p->json, "path",
                   (wlay_string){p->path.data, p->path.length});
}

static void add_cell(picture *p, const wlay_cell *cell)
{
    static const char *const kinds[] = {"data", "padding", "folded", "more"};
    wlay_json *const j = &p->json;

    wlay_json_key(j, "cell");
    wlay_json_open(j, "{");
    wlay_json_text(j, "kind", wlay_text(kinds[cell->kind]));
    add_path(p, cell);
    wlay_json_u64(j, "number", cell->number);
    wlay_json_u64(j, "offset", cell->offset);
    wlay_json_u64(j, "size", cell->size);
    if (cell->kind == WLAY_CELL_PADDING)
        wlay_json_text(j, "gap", wlay_text(wlay_gap_name(cell->gap)));
    else
        wlay_json_text(j, "type", cell->type->name);
    wlay_json_close(j, "}");
    p->cell = *cell;
    p->has_cell = true;
}

/* A cell is told of once, with its first part. */
static void add_cell_once(picture *p, const wlay_cell *cell)
{
    if (!p->has_cell || p->cell.kind != cell->kind ||
        p->cell.offset != cell->offset)
        add_cell(p, cell);
}

static void begin_row(void *user_data, uint64_t offset)
{
    picture *const p = user_data;

    p->row = offset;
}

static void add_segment(void *user_data, const wlay_segment *segment)
{
    picture *const p = user_data;

    wlay_json_item(&p->json);
    wlay_json_open(&p->json, "{");
    wlay_json_u64(&p->json, "row", p->row);
    wlay_json_u64(&p->json, "start", segment->start);
    wlay_json_u64(&p->json, "size", segment->size);
    wlay_json_bool(&p->json, "label", segment->has_label);
    add_cell_once(p, segment->cell);
    wlay_json_close(&p->json, "}");
}

static void end_row(void *user_data)
{
    (void)user_data;
}

static void add_skip(void *user_data, const wlay_cell *cell, uint64_t rows)
{
    picture *const p = user_data;

    wlay_json_item(&p->json);
    wlay_json_open(&p->json, "{");
    wlay_json_u64(&p->json, "skip", rows);
    add_cell_once(p, cell);
    wlay_json_close(&p->json, "}");
}

/*
 * {"size", "align", "data", "parts": [{"row", "start", "size", "label", "cell":
 * {...}}, {"skip": ROWS, "cell": ...}, ...]}; a part without a cell is of the
 * same one as the part before it.
 */
WEB_EXPORT(picture)
bool web_picture(uint32_t kind, uint32_t number, bool open)
{
    const wlay_sink sink = web_answer();
    picture p = {.row = 0};
    const wlay_grid grid = {begin_row, add_segment, end_row, add_skip, &p};
    subject s;
    bool done;

    if (!find_subject(kind, number, &s))
        return false;
    web_answer_json(&p.json, &sink);
    wlay_json_u64(&p.json, "size", s.structure->size);
    wlay_json_u64(&p.json, "align", s.structure->align);
    wlay_json_u64(&p.json, "data", s.structure->data);
    wlay_json_key(&p.json, "parts");
    wlay_json_open(&p.json, "[");
    wlay_draw_struct(s.structure, open, &grid);
    wlay_json_close(&p.json, "]");
    done = web_end_json(&p.json) && !p.path.failed;
    free(p.path.data);
    return done;
}
