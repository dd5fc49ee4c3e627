/* SPDX-License-Identifier: MIT */
/*
 * Diagnostics for a person:
 *
 *   light.wgsl:7:5: error: the stride of this array is 4, ... [uniform-...]
 *     7 |     weights: array<f32, 64>,
 *       |     ^~~~~~~
 *   hint: ...
 *   light.wgsl:12:1: note: used in a uniform buffer here
 */
#include "write.h"

/* Of a line of the source, at most that many columns are shown ... */
#define EXCERPT_COLUMNS 100
/* ... and, if its start has to go, at most that many bytes before the span. */
#define EXCERPT_LEAD 40

typedef struct report {
    wlay_out out;
    const wlay_source *sources;
    size_t source_count;
} report;

/* The part of a line that is shown, as offsets in the text. */
typedef struct excerpt {
    wlay_string text;
    size_t line; /* start of the line */
    size_t start;
    size_t end;
    size_t span;
    size_t span_end; /* on the same line */
    bool cut_before;
    bool cut_after;
} excerpt;

static const wlay_string cut_mark = {"...", 3};

/* ---------------------------------------------------- what part of the line */

static bool at_line_end(wlay_string text, size_t at)
{
    return at >= text.length ||
           wlay_line_break(text.data, text.length, at) > 0;
}

/* From `at` up to `limit`, the line's end, or so many columns. */
static size_t advance(wlay_string text, size_t at, size_t limit,
                      size_t columns)
{
    while (at < limit && !at_line_end(text, at)) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        if (glyph.columns > columns)
            break;
        columns -= glyph.columns;
        at += glyph.length;
    }
    return at;
}

/* The first character that starts at most EXCERPT_LEAD bytes before `at`. */
static size_t retreat(wlay_string text, size_t at)
{
    size_t start = at - EXCERPT_LEAD;

    for (size_t i = 0; i < 3; i++) {
        if (((unsigned char)text.data[start] & 0xC0) == 0x80)
            start++;
    }
    return start;
}

/* The line from its start if its part up to the span's end fits, else from
   somewhat before the span. */
static void choose_window(excerpt *e)
{
    const size_t all = (size_t)-1;

    e->start = e->line;
    e->end = advance(e->text, e->start, all, EXCERPT_COLUMNS);
    if (e->end < e->span_end || e->end < e->span) {
        if (e->span - e->line > EXCERPT_LEAD)
            e->start = retreat(e->text, e->span);
        e->end = advance(e->text, e->start, all, EXCERPT_COLUMNS);
    }
    e->cut_before = e->start > e->line;
    e->cut_after = !at_line_end(e->text, e->end);
    if (e->span_end > e->end)
        e->span_end = e->end;
}

/* False if the place is not in the texts that were given. */
static bool find_excerpt(const report *r, const wlay_place *place, excerpt *e)
{
    const wlay_span span = place->span;

    if (span.source >= r->source_count || place->line == 0)
        return false;
    e->text = wlay_text_in(r->sources[span.source].text.data,
                           r->sources[span.source].text.length);
    if (span.offset > e->text.length || place->column == 0 ||
        place->column - 1 > span.offset)
        return false;
    e->line = span.offset - (place->column - 1);
    e->span = span.offset;
    if (e->text.length - e->span < span.length)
        e->span_end = e->text.length;
    else
        e->span_end = e->span + span.length;
    e->span_end = advance(e->text, e->span, e->span_end, EXCERPT_COLUMNS);
    choose_window(e);
    return true;
}

/* ---------------------------------------------------------- the line itself */

static void put_gutter(report *r, uint32_t line)
{
    const size_t width = 5;
    char buffer[WLAY_DIGITS_MAX];
    const wlay_string digits = wlay_digits_u64(line, buffer);

    wlay_out_style(&r->out, WLAY_STYLE_FAINT);
    if (digits.length < width)
        wlay_out_repeat(&r->out, ' ', width - digits.length);
    wlay_out_text(&r->out, digits);
    WLAY_OUT(&r->out, " | ");
    wlay_out_style(&r->out, WLAY_STYLE_PLAIN);
}

/* The gutter below a line is as wide and has no number. */
static void put_blank_gutter(report *r, size_t width)
{
    wlay_out_style(&r->out, WLAY_STYLE_FAINT);
    wlay_out_to_column(&r->out, width - 2);
    WLAY_OUT(&r->out, "| ");
    wlay_out_style(&r->out, WLAY_STYLE_PLAIN);
}

static bool is_tab(wlay_string text, size_t at)
{
    return text.data[at] == '\t';
}

/* Tabs stay, so that both lines have the same tab stops. */
static void put_source(report *r, const excerpt *e)
{
    size_t from = e->start;

    if (e->cut_before)
        wlay_out_text(&r->out, cut_mark);
    for (size_t at = e->start; at < e->end; at++) {
        if (!is_tab(e->text, at))
            continue;
        wlay_out_text(&r->out, wlay_slice(e->text, from, at));
        wlay_out_raw(&r->out, WLAY_TEXT("\t"));
        from = at + 1;
    }
    wlay_out_text(&r->out, wlay_slice(e->text, from, e->end));
    if (e->cut_after)
        wlay_out_text(&r->out, cut_mark);
    wlay_out_line(&r->out);
}

/* One mark for each column from `at` to `end`; tabs stay. */
static void put_marks(report *r, wlay_string text, size_t at, size_t end,
                      char mark)
{
    while (at < end) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        if (is_tab(text, at))
            wlay_out_raw(&r->out, WLAY_TEXT("\t"));
        else
            wlay_out_repeat(&r->out, mark, glyph.columns);
        at += glyph.length;
    }
}

/* A caret under the span's first column and tildes under the others. */
static void put_underline(report *r, const excerpt *e, wlay_style style)
{
    const size_t first = e->span < e->span_end
                             ? wlay_glyph_at(e->text, e->span).length
                             : 0;
    const size_t columns =
        first > 0 ? wlay_glyph_at(e->text, e->span).columns : 1;

    if (e->cut_before)
        wlay_out_repeat(&r->out, ' ', cut_mark.length);
    put_marks(r, e->text, e->start, e->span, ' ');
    wlay_out_style(&r->out, style);
    WLAY_OUT(&r->out, "^");
    if (columns > 1)
        wlay_out_repeat(&r->out, '~', columns - 1);
    put_marks(r, e->text, e->span + first, e->span_end, '~');
    wlay_out_style(&r->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&r->out);
}

static void put_excerpt(report *r, const wlay_place *place, wlay_style style)
{
    excerpt e;
    size_t gutter;

    if (!find_excerpt(r, place, &e))
        return;
    put_gutter(r, place->line);
    gutter = r->out.column;
    put_source(r, &e);
    put_blank_gutter(r, gutter);
    put_underline(r, &e, style);
}

/* -------------------------------------------------------------- diagnostics */

/* file:line:column: and what kind of line it is. */
static void put_head(report *r, const wlay_place *place, wlay_style style,
                     wlay_string kind)
{
    wlay_out *out = &r->out;

    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, place->source_name);
    if (place->line > 0) {
        WLAY_OUT(out, ":");
        wlay_out_u64(out, place->line);
        WLAY_OUT(out, ":");
        wlay_out_u64(out, place->column);
    }
    WLAY_OUT(out, ": ");
    wlay_out_style(out, style);
    wlay_out_text(out, kind);
    WLAY_OUT(out, ": ");
    wlay_out_style(out, WLAY_STYLE_PLAIN);
}

static void put_note(report *r, const wlay_note *note)
{
    put_head(r, &note->place, WLAY_STYLE_HELP, WLAY_TEXT("note"));
    wlay_out_text(&r->out, note->message);
    wlay_out_line(&r->out);
    put_excerpt(r, &note->place, WLAY_STYLE_HELP);
}

static void put_hint(report *r, wlay_string hint)
{
    if (hint.length == 0)
        return;
    wlay_out_style(&r->out, WLAY_STYLE_HELP);
    WLAY_OUT(&r->out, "hint: ");
    wlay_out_style(&r->out, WLAY_STYLE_PLAIN);
    wlay_out_text(&r->out, hint);
    wlay_out_line(&r->out);
}

typedef struct severity {
    wlay_severity severity;
    const char *word;
    wlay_style style;
} severity;

/* The last one stands for what is not listed. */
static const severity severities[] = {
    {WLAY_SEVERITY_ERROR, "error", WLAY_STYLE_ERROR},
    {WLAY_SEVERITY_NOTE, "note", WLAY_STYLE_HELP},
    {WLAY_SEVERITY_WARNING, "warning", WLAY_STYLE_PADDING},
};

static const severity *find_severity(wlay_severity wanted)
{
    const severity *s = severities;

    while (s->severity != wanted && s->severity != WLAY_SEVERITY_WARNING)
        s++;
    return s;
}

static void put_diagnostic(report *r, const wlay_diagnostic *d)
{
    const severity *const s = find_severity(d->severity);
    const wlay_style style = s->style;

    put_head(r, &d->place, style, wlay_text(s->word));
    wlay_out_text(&r->out, d->message);
    wlay_out_style(&r->out, WLAY_STYLE_FAINT);
    WLAY_OUT(&r->out, " [");
    wlay_out_text(&r->out, d->code);
    WLAY_OUT(&r->out, "]");
    wlay_out_style(&r->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&r->out);
    put_excerpt(r, &d->place, style);
    put_hint(r, d->hint);
    for (size_t i = 0; i < d->note_count; i++)
        put_note(r, &d->notes[i]);
}

bool wlay_write_diagnostic_list(const wlay_diagnostic *diagnostics,
                                size_t count, const wlay_source *sources,
                                size_t source_count,
                                const wlay_write_options *options,
                                const wlay_sink *sink)
{
    report r = {.sources = sources, .source_count = source_count};

    wlay_out_init(&r.out, sink, options != NULL && options->colours);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            wlay_out_line(&r.out);
        put_diagnostic(&r, &diagnostics[i]);
    }
    return wlay_out_finish(&r.out);
}

bool wlay_write_diagnostics(const wlay_module *module,
                            const wlay_source *sources, size_t source_count,
                            const wlay_write_options *options,
                            const wlay_sink *sink)
{
    size_t count;
    const wlay_diagnostic *diagnostics = wlay_diagnostics(module, &count);

    return wlay_write_diagnostic_list(diagnostics, count, sources,
                                      source_count, options, sink);
}
