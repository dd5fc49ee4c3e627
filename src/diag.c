/* SPDX-License-Identifier: MIT */
#include "diag.h"

#include <string.h>

#define CODE_SIZE 24 /* with the zero byte; the longest has one to spare */

typedef struct note_entry note_entry;
struct note_entry {
    note_entry *next;
    wlay_note note;
};

struct wlay_entry {
    wlay_entry *older;
    size_t number; /* order of reporting, for a stable order */
    uint64_t phase;
    uint32_t step;
    wlay_diagnostic diagnostic;
    note_entry *first_note;
    note_entry *last_note;
};

static const char codes[WLAY_RULE_COUNT][CODE_SIZE] = {
#define RULE(name, code) code,
    WLAY_RULES(RULE)
#undef RULE
};

static wlay_string argument_text(const wlay_arg *arg,
                                 char buffer[WLAY_DIGITS_MAX])
{
    switch ((wlay_arg_kind)arg->kind) {
    case WLAY_ARG_UNSIGNED:
        return wlay_digits_u64(arg->of.bits, buffer);
    case WLAY_ARG_SIGNED:
        return wlay_digits_i64((int64_t)arg->of.bits, buffer);
    case WLAY_ARG_TEXT:
    case WLAY_ARG_END:
        break;
    }
    return (wlay_string){arg->of.text, arg->length};
}

static bool is_shown(uint32_t c)
{
    return c >= 0x20 && c != 0x7F && (c < 0x80 || c > 0x9F);
}

/* Names may be as long as the source, and each of a thousand messages quote them. */
#define QUOTED_MAX 300

/* A message is one line of text: of what it quotes, control characters and what
   is not UTF-8 become U+FFFD, and what is too long is cut. */
static void put_quoted(wlay_builder *builder, wlay_string text)
{
    size_t from = 0;
    size_t at = 0;

    while (at < text.length) {
        uint32_t c = 0;
        const size_t size = wlay_decode_utf8(text.data, text.length, at, &c);
        const size_t next = at + (size > 0 ? size : 1);

        if (next > QUOTED_MAX) {
            wlay_put(builder, wlay_slice(text, from, at));
            wlay_put(builder, WLAY_TEXT("..."));
            return;
        }
        if (size == 0 || !is_shown(c)) {
            wlay_put(builder, wlay_slice(text, from, at));
            wlay_put(builder, WLAY_TEXT("\xEF\xBF\xBD"));
            from = next;
        }
        at = next;
    }
    wlay_put(builder, wlay_slice(text, from, at));
}

wlay_string wlay_format_args(wlay_arena *arena, const wlay_arg *args)
{
    wlay_builder builder = {arena, NULL, 0, 0};
    const wlay_string text = {args[0].of.text, args[0].length};
    const wlay_arg *arg = &args[1];
    char buffer[WLAY_DIGITS_MAX];
    size_t from = 0;

    for (size_t at = 0; at < text.length; at++) {
        if (text.data[at] != '%' || arg->kind == WLAY_ARG_END)
            continue;
        wlay_put(&builder, wlay_slice(text, from, at));
        put_quoted(&builder, argument_text(arg++, buffer));
        from = at + 1;
    }
    wlay_put(&builder, wlay_slice(text, from, text.length));
    return wlay_built(&builder);
}

/* Lines are found in wlay_diag_finish. */
static wlay_place place_of(const wlay_diag *diag, wlay_span span)
{
    wlay_place place = {.span = span, .line = 1, .column = 1};

    if (span.source < diag->source_count)
        place.source_name = diag->sources[span.source].name;
    return place;
}

/*
 * What is there twice or not at all where a preprocessor has not yet chosen: what
 * is wrong with it follows from the lines that were reported.  What is left are
 * the rules of single types, values and layouts.
 */
static bool follows_from_preprocessor(wlay_rule rule)
{
    switch (rule) {
    case WLAY_RULE_SYNTAX:
    case WLAY_RULE_DIRECTIVE_ORDER:
    case WLAY_RULE_ATTRIBUTE_DUPLICATE:
    case WLAY_RULE_ATTRIBUTE_MISSING:
    case WLAY_RULE_REDECLARATION:
    case WLAY_RULE_CYCLE:
    case WLAY_RULE_UNRESOLVED:
    case WLAY_RULE_TEMPLATE_ARGUMENTS:
    case WLAY_RULE_STRUCT_MEMBERS:
    case WLAY_RULE_MEMBER_DUPLICATE:
    case WLAY_RULE_BINDING:
    case WLAY_RULE_OVERRIDE_ID:
    case WLAY_RULE_STAGE_IO:
    case WLAY_RULE_ENTRY_POINT:
        return true;
    default:
        return false;
    }
}

wlay_entry *wlay_diag_add(wlay_diag *diag, wlay_severity severity,
                          wlay_rule rule, wlay_span span, const wlay_arg *args)
{
    wlay_entry *entry;

    if (diag->preprocessed && follows_from_preprocessor(rule))
        return NULL;
    if (severity == WLAY_SEVERITY_ERROR)
        diag->has_error = true;
    if (diag->count >= diag->max) {
        diag->overflowed = true;
        return NULL;
    }
    entry = WLAY_NEW(diag->arena, wlay_entry, 1);
    if (entry == NULL)
        return NULL;
    entry->older = diag->entries;
    entry->number = diag->count++;
    entry->phase = diag->phase;
    entry->step = diag->step;
    entry->diagnostic.severity = severity;
    entry->diagnostic.code = wlay_text(codes[rule]);
    entry->diagnostic.message = wlay_format_args(diag->arena, args);
    entry->diagnostic.hint = WLAY_TEXT("");
    entry->diagnostic.place = place_of(diag, span);
    diag->entries = entry;
    return entry;
}

void wlay_diag_note(wlay_diag *diag, wlay_entry *entry, wlay_span span,
                    const wlay_arg *args)
{
    note_entry *note;

    if (entry == NULL)
        return;
    note = WLAY_NEW(diag->arena, note_entry, 1);
    if (note == NULL)
        return;
    note->note.message = wlay_format_args(diag->arena, args);
    note->note.place = place_of(diag, span);
    if (entry->last_note == NULL)
        entry->first_note = note;
    else
        entry->last_note->next = note;
    entry->last_note = note;
    entry->diagnostic.note_count++;
}

void wlay_diag_hint(wlay_diag *diag, wlay_entry *entry, const wlay_arg *args)
{
    if (entry != NULL)
        entry->diagnostic.hint = wlay_format_args(diag->arena, args);
}

static wlay_note *collect_notes(wlay_arena *arena, const wlay_entry *entry)
{
    wlay_note *const notes =
        WLAY_NEW(arena, wlay_note, entry->diagnostic.note_count);
    size_t count = 0;

    if (notes == NULL)
        return NULL;
    for (const note_entry *n = entry->first_note; n != NULL; n = n->next)
        notes[count++] = n->note;
    return notes;
}

static bool stands_before(const wlay_entry *a, const wlay_entry *b)
{
    const wlay_span *const x = &a->diagnostic.place.span;
    const wlay_span *const y = &b->diagnostic.place.span;

    if (a->phase != b->phase)
        return a->phase < b->phase;
    if (a->step != b->step)
        return a->step < b->step;
    if (x->source != y->source)
        return x->source < y->source;
    if (x->offset != y->offset)
        return x->offset < y->offset;
    return a->number < b->number;
}

/* A merge of runs that double in length: stable, no recursion. */
static void sort_entries(wlay_entry **entries, wlay_entry **spare, size_t count)
{
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t from = 0; from < count; from += 2 * run) {
            size_t left = from;
            size_t right = (size_t)wlay_min(from + run, count);
            const size_t middle = right;
            const size_t end = (size_t)wlay_min(from + 2 * run, count);

            for (size_t i = from; i < end; i++) {
                const bool take_left =
                    left < middle &&
                    (right >= end ||
                     !stands_before(entries[right], entries[left]));

                spare[i] = take_left ? entries[left++] : entries[right++];
            }
        }
        memcpy(entries, spare, count * sizeof *entries);
    }
}

/*
 * Where lines begin, noted once for every STEP bytes of a source, so that many
 * places in a long text cost one pass over it and a short walk each.
 */
#define STEP 1024

typedef struct line_index {
    uint32_t line;       /* of the step's first byte */
    uint32_t line_start; /* offset */
} line_index;

/* Walks from an index entry to `end`; `at` is where the entry stands. */
static size_t walk_lines(wlay_string text, size_t at, size_t end,
                         line_index *state)
{
    while (at < end) {
        const size_t size = wlay_line_break(text.data, text.length, at);

        if (size > 0) {
            if (at + size > end)
                break;
            state->line++;
            state->line_start = (uint32_t)(at + size);
        }
        at += size > 0 ? size : 1;
    }
    return at;
}

/* CRLF, and the three bytes of U+2028, must not be cut: an entry holds the state
   before the line break that the step's first byte lies in. */
static line_index *index_lines(wlay_arena *arena, wlay_string text)
{
    const size_t count = text.length / STEP + 1;
    line_index *const index = WLAY_NEW(arena, line_index, count);
    line_index state = {1, 0};
    size_t at = 0;

    for (size_t i = 0; index != NULL && i < count; i++) {
        at = walk_lines(text, at, i * STEP, &state);
        index[i] = state;
    }
    return index;
}

static void locate(line_index *const *indexes, const wlay_diag *diag,
                   wlay_place *place)
{
    const size_t offset = place->span.offset;
    wlay_string text;
    line_index state;
    size_t at;

    if (place->span.source >= diag->source_count ||
        indexes[place->span.source] == NULL)
        return;
    text = diag->sources[place->span.source].text;
    state = indexes[place->span.source][offset / STEP];
    at = offset / STEP * STEP;
    /* Back to the first byte of a line break that the step cuts. */
    for (size_t back = at < 2 ? at : 2; back > 0; back--) {
        const size_t size = wlay_line_break(text.data, text.length, at - back);

        if (size > back && state.line_start <= at - back) {
            at -= back;
            break;
        }
    }
    walk_lines(text, at, offset, &state);
    place->line = state.line;
    place->column = (uint32_t)(offset - state.line_start) + 1;
}

static void report_overflow(wlay_diag *diag)
{
    const wlay_span end = diag->entries->diagnostic.place.span;

    diag->max = diag->count + 1;
    diag->phase = UINT64_MAX;
    wlay_report(diag, WLAY_RULE_TOO_MANY, end,
                F("there are more errors than the % shown"),
                U(diag->count));
    /* Behind all others, wherever they are. */
    if (diag->entries != NULL)
        diag->entries->diagnostic.place.span =
            (wlay_span){UINT32_MAX, UINT32_MAX, 0};
}

/* The entries in the order of phases and places; NULL if memory ran out. */
static wlay_entry **sorted_entries(wlay_diag *diag)
{
    wlay_entry **const entries =
        WLAY_NEW(diag->arena, wlay_entry *, diag->count * 2);
    size_t at = diag->count;

    if (entries == NULL)
        return NULL;
    for (wlay_entry *e = diag->entries; e != NULL; e = e->older)
        entries[--at] = e;
    sort_entries(entries, entries + diag->count, diag->count);
    return entries;
}

static line_index **index_sources(wlay_diag *diag)
{
    line_index **const indexes =
        WLAY_NEW(diag->arena, line_index *, diag->source_count);

    for (size_t i = 0; indexes != NULL && i < diag->source_count; i++)
        indexes[i] = index_lines(diag->arena, diag->sources[i].text);
    return indexes;
}

const wlay_diagnostic *wlay_diag_finish(wlay_diag *diag, size_t *out_count)
{
    wlay_diagnostic *diagnostics;
    line_index **indexes;
    wlay_entry **entries;

    *out_count = 0;
    if (diag->entries == NULL)
        return NULL;
    if (diag->overflowed)
        report_overflow(diag);
    diagnostics = WLAY_NEW(diag->arena, wlay_diagnostic, diag->count);
    entries = sorted_entries(diag);
    indexes = index_sources(diag);
    if (diagnostics == NULL || entries == NULL || indexes == NULL)
        return NULL;
    for (size_t i = 0; i < diag->count; i++) {
        wlay_diagnostic *const d = &diagnostics[i];
        wlay_note *const notes = collect_notes(diag->arena, entries[i]);

        *d = entries[i]->diagnostic;
        d->notes = notes;
        if (d->place.span.source == UINT32_MAX && i > 0)
            d->place = diagnostics[i - 1].place;
        else
            locate(indexes, diag, &d->place);
        for (size_t k = 0; notes != NULL && k < d->note_count; k++)
            locate(indexes, diag, &notes[k].place);
    }
    *out_count = diag->count;
    return diagnostics;
}

void wlay_diag_locate(wlay_diag *diag, wlay_place *places, size_t count)
{
    line_index **const indexes = index_sources(diag);

    for (size_t i = 0; indexes != NULL && i < count; i++) {
        places[i] = place_of(diag, places[i].span);
        locate(indexes, diag, &places[i]);
    }
}
