/* SPDX-License-Identifier: MIT */
/*
 * The picture of memory as an SVG document: light or dark as the reader
 * prefers, its text selectable, and nothing in it that comes from elsewhere.
 */
#include "write_cells.h"

enum {
    MARGIN = 24,
    OFFSETS = 52,   /* the width of the margin that has the offsets */
    BYTE = 40,      /* the width of a byte */
    ROW = 42,
    TITLE = 50,     /* the heights of what stands above the rows */
    RULER = 16,
    BREAK = 30,     /* of what stands for rows that are left out */
    BETWEEN = 26,   /* structs */
    INSET = 8,      /* of text in a cell */
    LEFT = MARGIN + OFFSETS,
    WIDTH = LEFT + WLAY_ROW_SIZE * BYTE + MARGIN,
    COLOURS = 8
};

/* Widths of characters in tenths: of names, and of types below them. */
enum { NAME_WIDTH = 78, TYPE_WIDTH = 66 };

static const char style[] =
    "<style>\n"
    "text { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, "
    "'DejaVu Sans Mono', monospace; fill: #1f2328; }\n"
    ".name { font-size: 13px; }\n"
    ".title { font-size: 17px; font-weight: bold; }\n"
    ".faint, .type { fill: #57606a; }\n"
    ".page { fill: #ffffff; }\n"
    ".pad { fill: url(#wlay-hatch); stroke: #c4cad1; }\n"
    ".hatch { fill: #f4f5f7; }\n"
    ".line { stroke: #c4cad1; stroke-width: 2; }\n"
    ".c0 { fill: #c9dffc; } .c1 { fill: #cfefc9; } .c2 { fill: #ffdfba; }\n"
    ".c3 { fill: #e7d6fb; } .c4 { fill: #ffd3da; } .c5 { fill: #c5edeb; }\n"
    ".c6 { fill: #f4ebad; } .c7 { fill: #dcdfe8; }\n"
    "@media (prefers-color-scheme: dark) {\n"
    "text { fill: #e6edf3; }\n"
    ".faint { fill: #9198a1; }\n"
    ".type { fill: #b6bec8; }\n"
    ".page { fill: #0d1117; }\n"
    ".pad, .line { stroke: #444c56; }\n"
    ".hatch { fill: #161b22; }\n"
    ".c0 { fill: #1d3f70; } .c1 { fill: #1f4d28; } .c2 { fill: #5f3c12; }\n"
    ".c3 { fill: #46296a; } .c4 { fill: #652736; } .c5 { fill: #124e4e; }\n"
    ".c6 { fill: #4f470f; } .c7 { fill: #3b414f; }\n"
    "}\n"
    "</style>\n"
    "<defs><pattern id=\"wlay-hatch\" width=\"8\" height=\"8\" "
    "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
    "<rect class=\"hatch\" width=\"8\" height=\"8\"/>"
    "<line class=\"line\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\"/>"
    "</pattern></defs>\n";

typedef struct svg {
    wlay_out out;
    uint64_t y; /* where the next thing begins */
    /* A label on its way. */
    size_t room; /* columns that are left */
    bool is_cut;
} svg;

#define PUT(s, literal) wlay_out_raw(&(s)->out, WLAY_TEXT(literal))

static void put_number(svg *s, uint64_t number)
{
    char digits[WLAY_DIGITS_MAX];

    wlay_out_raw(&s->out, wlay_digits_u64(number, digits));
}

/* name="number" */
static void put_attribute(svg *s, const char *name, uint64_t number)
{
    PUT(s, " ");
    wlay_out_raw(&s->out, wlay_text(name));
    PUT(s, "=\"");
    put_number(s, number);
    PUT(s, "\"");
}

/* -------------------------------------------------------------------- text */

static wlay_string entity_of(char c)
{
    switch (c) {
    case '&':
        return WLAY_TEXT("&amp;");
    case '<':
        return WLAY_TEXT("&lt;");
    case '>':
        return WLAY_TEXT("&gt;");
    case '"':
        return WLAY_TEXT("&quot;");
    default:
        return WLAY_TEXT("");
    }
}

/* XML takes any character that is shown, but for the last two of a plane. */
static bool is_xml(wlay_string text, size_t at, const wlay_glyph *glyph)
{
    const unsigned char *const bytes =
        (const unsigned char *)text.data + at;

    return glyph->shown &&
           !(glyph->length >= 3 && bytes[glyph->length - 1] >= 0xBE &&
             bytes[glyph->length - 2] == 0xBF);
}

static void put_text(svg *s, wlay_string text)
{
    for (size_t at = 0; at < text.length;) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);
        const wlay_string entity = entity_of(text.data[at]);

        if (entity.length > 0)
            wlay_out_raw(&s->out, entity);
        else if (is_xml(text, at, &glyph))
            wlay_out_raw(&s->out,
                         (wlay_string){text.data + at, glyph.length});
        else
            PUT(s, "\xEF\xBF\xBD");
        at += glyph.length;
    }
}

static void put_whole(void *user_data, wlay_string text)
{
    put_text(user_data, text);
}

static void put_cut(void *user_data, wlay_string text)
{
    svg *const s = user_data;
    size_t at = 0;

    while (at < text.length) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        if (glyph.columns > s->room)
            break;
        s->room -= glyph.columns;
        at += glyph.length;
    }
    if (at < text.length)
        s->room = 0;
    put_text(s, (wlay_string){text.data, at});
}

/* Begins an element of text. */
static void open_text(svg *s, const char *class_name, uint64_t x, uint64_t y)
{
    PUT(s, "<text class=\"");
    wlay_out_raw(&s->out, wlay_text(class_name));
    PUT(s, "\"");
    put_attribute(s, "x", x);
    put_attribute(s, "y", y);
    PUT(s, ">");
}

static void close_text(svg *s)
{
    PUT(s, "</text>\n");
}

/* The columns in a cell of that width, for characters so many tenths wide. */
static size_t room_in(uint64_t width, uint64_t character)
{
    return (size_t)((width - INSET - INSET / 2) * 10 / character);
}

/* What does not fit is cut, and a mark shows it. */
static void start_label(svg *s, size_t columns, size_t room)
{
    s->is_cut = columns > room;
    s->room = s->is_cut && room > 0 ? room - 1 : room;
}

static void end_label(svg *s)
{
    if (s->is_cut)
        PUT(s, "\xE2\x80\xA6");
    close_text(s);
}

/* ------------------------------------------------------------------- cells */

static void put_name(svg *s, const wlay_frame *frame, uint64_t x,
                     uint64_t width)
{
    const size_t room = room_in(width, NAME_WIDTH);
    const size_t all = wlay_frame_columns(frame);
    wlay_frame last = *frame;

    open_text(s, "name", x + INSET, s->y + 18);
    if (all <= room) {
        wlay_put_frame(frame, put_whole, s);
        close_text(s);
        return;
    }
    last.up = NULL;
    start_label(s, wlay_frame_columns(&last) + 1, room);
    wlay_put_last_part(frame, put_cut, s);
    end_label(s);
}

static void put_type(svg *s, wlay_string type, uint64_t x, uint64_t width)
{
    size_t columns = 0;

    for (size_t at = 0; at < type.length;) {
        const wlay_glyph glyph = wlay_glyph_at(type, at);

        columns += glyph.columns;
        at += glyph.length;
    }
    open_text(s, "type", x + INSET, s->y + 33);
    start_label(s, columns, room_in(width, TYPE_WIDTH));
    put_cut(s, type);
    end_label(s);
}

static void put_padding_label(svg *s, const wlay_segment *segment, uint64_t x)
{
    if (segment->size < 2)
        return;
    open_text(s, "faint", x + INSET, s->y + 25);
    put_number(s, segment->cell->size);
    if (segment->size >= 4)
        PUT(s, " padding");
    close_text(s);
}

/* What a pointer that rests there shows. */
static void put_hint(svg *s, const wlay_cell *cell)
{
    PUT(s, "<title>");
    if (cell->kind == WLAY_CELL_PADDING) {
        PUT(s, "padding (");
        put_text(s, wlay_text(wlay_gap_name(cell->gap)));
        PUT(s, ") at ");
        wlay_put_frame(cell->frame, put_whole, s);
    } else {
        wlay_put_frame(cell->frame, put_whole, s);
        PUT(s, ": ");
        put_text(s, cell->type->name);
    }
    PUT(s, "; offset ");
    put_number(s, cell->offset);
    PUT(s, ", size ");
    put_number(s, cell->size);
    PUT(s, "</title>");
}

static void put_box(svg *s, const wlay_segment *segment, uint64_t x,
                    uint64_t width)
{
    if (segment->cell->kind == WLAY_CELL_PADDING) {
        PUT(s, "<rect class=\"pad\"");
    } else {
        PUT(s, "<rect class=\"c");
        put_number(s, (segment->cell->number + COLOURS - 1) % COLOURS);
        PUT(s, "\"");
    }
    put_attribute(s, "x", x + 1);
    put_attribute(s, "y", s->y + 1);
    put_attribute(s, "width", width - 2);
    put_attribute(s, "height", ROW - 2);
    PUT(s, " rx=\"4\"/>");
}

static void put_segment(void *user_data, const wlay_segment *segment)
{
    svg *const s = user_data;
    const uint64_t x = LEFT + segment->start * BYTE;
    const uint64_t width = segment->size * BYTE;

    PUT(s, "<g>");
    put_hint(s, segment->cell);
    put_box(s, segment, x, width);
    PUT(s, "\n");
    if (segment->has_label && segment->cell->kind == WLAY_CELL_PADDING) {
        put_padding_label(s, segment, x);
    } else if (segment->has_label) {
        put_name(s, segment->cell->frame, x, width);
        put_type(s, segment->cell->type->name, x, width);
    }
    PUT(s, "</g>\n");
}

/* -------------------------------------------------------------------- rows */

static void begin_row(void *user_data, uint64_t offset)
{
    svg *const s = user_data;

    PUT(s, "<text class=\"faint\" text-anchor=\"end\"");
    put_attribute(s, "x", LEFT - INSET);
    put_attribute(s, "y", s->y + 25);
    PUT(s, ">");
    put_number(s, offset);
    close_text(s);
}

static void end_row(void *user_data)
{
    svg *const s = user_data;

    s->y += ROW;
}

static void skip(void *user_data, const wlay_cell *cell, uint64_t rows)
{
    svg *const s = user_data;

    open_text(s, "faint", LEFT + INSET, s->y + 19);
    PUT(s, "\xE2\x8B\xAE ");
    if (cell->kind == WLAY_CELL_MORE) {
        wlay_put_frame(cell->frame, put_whole, s);
        PUT(s, " goes on at run time, every ");
        put_number(s, cell->frame->member->type->stride);
        PUT(s, " bytes");
    } else {
        put_number(s, rows);
        PUT(s, " more rows of ");
        wlay_put_frame(cell->frame, put_whole, s);
    }
    close_text(s);
    s->y += BREAK;
}

/* ----------------------------------------------------------------- structs */

static void put_title(svg *s, const wlay_struct *structure)
{
    open_text(s, "title", MARGIN, s->y + 20);
    put_text(s, structure->name);
    close_text(s);
    open_text(s, "faint", MARGIN, s->y + 38);
    put_number(s, structure->size);
    PUT(s, " bytes, ");
    put_number(s, structure->data);
    PUT(s, " of data, ");
    put_number(s, structure->size - structure->data);
    PUT(s, " of padding, aligned to ");
    put_number(s, structure->align);
    close_text(s);
    s->y += TITLE;
}

/* The number of each fourth byte. */
static void put_ruler(svg *s)
{
    for (uint64_t byte = 0; byte < WLAY_ROW_SIZE; byte += 4) {
        open_text(s, "faint", LEFT + byte * BYTE + 2, s->y + 10);
        put_number(s, byte);
        close_text(s);
    }
    s->y += RULER;
}

static void put_structs(svg *s, const wlay_module *module,
                        const wlay_write_options *options)
{
    const wlay_grid grid = {begin_row, put_segment, end_row, skip, s};
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(module, &count);

    s->y = MARGIN;
    for (size_t i = 0; i < count; i++) {
        if (!wlay_is_selected(options, structs[i]))
            continue;
        if (s->y > MARGIN)
            s->y += BETWEEN;
        put_title(s, structs[i]);
        put_ruler(s);
        wlay_draw_struct(structs[i], options->open, &grid);
    }
    s->y += MARGIN;
}

/* How high the picture gets is seen by drawing it without a sink. */
static uint64_t measure(const wlay_module *module,
                        const wlay_write_options *options)
{
    svg probe = {.y = 0};

    wlay_out_init(&probe.out, NULL, false);
    put_structs(&probe, module, options);
    return probe.y;
}

static void put_head(svg *s, uint64_t height, wlay_string source_name)
{
    PUT(s, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"");
    put_attribute(s, "width", WIDTH);
    put_attribute(s, "height", height);
    PUT(s, " viewBox=\"0 0 ");
    put_number(s, WIDTH);
    PUT(s, " ");
    put_number(s, height);
    PUT(s, "\">\n<title>Memory layout");
    if (source_name.length > 0)
        PUT(s, " of ");
    put_text(s, source_name);
    PUT(s, "</title>\n");
    wlay_out_raw(&s->out, wlay_text(style));
    PUT(s, "<rect class=\"page\" width=\"100%\" height=\"100%\"/>\n");
}

bool wlay_write_svg(const wlay_module *module,
                    const wlay_write_options *options, const wlay_sink *sink)
{
    static const wlay_write_options defaults;
    svg s = {.y = 0};

    if (options == NULL)
        options = &defaults;
    wlay_out_init(&s.out, sink, false);
    put_head(&s, measure(module, options), options->source_name);
    put_structs(&s, module, options);
    PUT(&s, "</svg>\n");
    return wlay_out_finish(&s.out);
}
