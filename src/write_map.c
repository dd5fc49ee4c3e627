/* SPDX-License-Identifier: MIT */
/*
 * The picture of memory for a terminal: rows of 16 bytes, four columns for each
 * byte, padding hatched.
 */
#include "write_cells.h"

#define OFFSET_COLUMNS 8
#define BYTE_COLUMNS 4

typedef struct map {
    wlay_out out;
    size_t end; /* the column up to which there is room */
} map;

static size_t column_of(uint32_t byte)
{
    return OFFSET_COLUMNS + 1 + (size_t)byte * BYTE_COLUMNS;
}

/* ------------------------------------------------------------------- labels */

/* As much as there is room for. */
static void put_cut(void *user_data, wlay_string text)
{
    map *const m = user_data;
    size_t at = 0;
    size_t columns = m->out.column;

    while (at < text.length) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        if (columns + glyph.columns > m->end)
            break;
        columns += glyph.columns;
        at += glyph.length;
    }
    wlay_out_text(&m->out, (wlay_string){text.data, at});
}

static void put_label(map *m, const wlay_cell *cell)
{
    wlay_out_style(&m->out, WLAY_STYLE_NAME);
    if (m->out.column + wlay_frame_columns(cell->frame) <= m->end)
        wlay_put_frame(cell->frame, put_cut, m);
    else
        wlay_put_last_part(cell->frame, put_cut, m);
    wlay_out_style(&m->out, WLAY_STYLE_FAINT);
    put_cut(m, WLAY_TEXT(": "));
    put_cut(m, cell->type->name);
    wlay_out_style(&m->out, WLAY_STYLE_PLAIN);
}

/* --------------------------------------------------------------------- rows */

static void put_bar(map *m)
{
    wlay_out_style(&m->out, WLAY_STYLE_FAINT);
    WLAY_OUT(&m->out, "|");
    wlay_out_style(&m->out, WLAY_STYLE_PLAIN);
}

static void begin_row(void *user_data, uint64_t offset)
{
    map *const m = user_data;
    char digits[WLAY_DIGITS_MAX];
    const wlay_string text = wlay_digits_u64(offset, digits);

    wlay_out_style(&m->out, WLAY_STYLE_FAINT);
    if (text.length < OFFSET_COLUMNS - 1)
        wlay_out_repeat(&m->out, ' ', OFFSET_COLUMNS - 1 - text.length);
    wlay_out_text(&m->out, text);
    wlay_out_to_column(&m->out, OFFSET_COLUMNS);
    put_bar(m);
}

static void put_segment(void *user_data, const wlay_segment *segment)
{
    map *const m = user_data;
    const size_t end = column_of(segment->start + segment->size) - 1;

    /* Offsets that are wider than their column push the row to the right. */
    if (segment->cell->kind == WLAY_CELL_PADDING) {
        wlay_out_style(&m->out, WLAY_STYLE_PADDING);
        if (m->out.column < end)
            wlay_out_repeat(&m->out, '/', end - m->out.column);
        wlay_out_style(&m->out, WLAY_STYLE_PLAIN);
    } else if (segment->has_label) {
        m->end = end;
        wlay_out_to_column(&m->out,
                           (size_t)wlay_min(m->out.column + 1, end));
        put_label(m, segment->cell);
    }
    wlay_out_to_column(&m->out, end);
    put_bar(m);
}

static void end_row(void *user_data)
{
    map *const m = user_data;

    wlay_out_line(&m->out);
}

static void skip(void *user_data, const wlay_cell *cell, uint64_t rows)
{
    map *const m = user_data;

    wlay_out_repeat(&m->out, ' ', OFFSET_COLUMNS - 1);
    wlay_out_style(&m->out, WLAY_STYLE_FAINT);
    m->end = column_of(WLAY_ROW_SIZE);
    if (cell->kind == WLAY_CELL_MORE) {
        WLAY_OUT(&m->out, ": ");
        wlay_put_frame(cell->frame, put_cut, m);
        put_cut(m, WLAY_TEXT(" goes on at run time"));
    } else {
        WLAY_OUT(&m->out, ": ");
        wlay_out_u64(&m->out, rows);
        WLAY_OUT(&m->out, " more rows of ");
        wlay_put_frame(cell->frame, put_cut, m);
    }
    wlay_out_style(&m->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&m->out);
}

/* ----------------------------------------------------------------- structs */

static void put_title(map *m, const wlay_struct *s)
{
    wlay_out *const out = &m->out;

    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, s->name);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    WLAY_OUT(out, ": ");
    wlay_out_u64(out, s->size);
    WLAY_OUT(out, " bytes");
    if ((s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        WLAY_OUT(out, " with one element at the end");
    WLAY_OUT(out, ", ");
    wlay_out_u64(out, s->data);
    WLAY_OUT(out, " of data, ");
    wlay_out_u64(out, s->size - s->data);
    WLAY_OUT(out, " of padding, aligned to ");
    wlay_out_u64(out, s->align);
    wlay_out_line(out);
}

/* The number of each fourth byte. */
static void put_ruler(map *m)
{
    wlay_out_style(&m->out, WLAY_STYLE_FAINT);
    for (uint32_t byte = 0; byte < WLAY_ROW_SIZE; byte += 4) {
        wlay_out_to_column(&m->out, column_of(byte));
        wlay_out_u64(&m->out, byte);
    }
    wlay_out_style(&m->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&m->out);
}

bool wlay_write_map(const wlay_module *module,
                    const wlay_write_options *options, const wlay_sink *sink)
{
    static const wlay_write_options defaults;
    map m = {.end = 0};
    const wlay_grid grid = {begin_row, put_segment, end_row, skip, &m};
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(module, &count);
    bool started = false;

    if (options == NULL)
        options = &defaults;
    wlay_out_init(&m.out, sink, options->colours);
    if (options->source_name.length > 0) {
        wlay_out_style(&m.out, WLAY_STYLE_NAME);
        wlay_out_text(&m.out, options->source_name);
        wlay_out_style(&m.out, WLAY_STYLE_PLAIN);
        wlay_out_line(&m.out);
        started = true;
    }
    for (size_t i = 0; i < count; i++) {
        if (!wlay_is_selected(options, structs[i]))
            continue;
        if (started)
            wlay_out_line(&m.out);
        started = true;
        put_title(&m, structs[i]);
        put_ruler(&m);
        wlay_draw_struct(structs[i], options->open, &grid);
    }
    return wlay_out_finish(&m.out);
}
