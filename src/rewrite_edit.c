/* SPDX-License-Identifier: MIT */
#include "rewrite.h"

wlay_edit *wlay_add_edit(wlay_rewrite_job *job, wlay_rewrite_text *text,
                         uint32_t from, uint32_t to, size_t part_capacity)
{
    wlay_part *const parts =
        WLAY_NEW(job->scratch, wlay_part, part_capacity);
    wlay_edit *const edits =
        wlay_grow(job->scratch, text->edits, text->edit_count,
                  &text->edit_capacity, sizeof *edits);

    if (parts == NULL || edits == NULL)
        return NULL;
    text->edits = edits;
    edits[text->edit_count] = (wlay_edit){from, to, parts, 0};
    return &edits[text->edit_count++];
}

void wlay_add_text(wlay_edit *edit, wlay_string text)
{
    edit->parts[edit->count++] = (wlay_part){text, false, 0, 0};
}

void wlay_add_old(wlay_edit *edit, uint32_t from, uint32_t to)
{
    edit->parts[edit->count++] = (wlay_part){{"", 0}, true, from, to};
}

void wlay_replace(wlay_rewrite_job *job, wlay_rewrite_text *text,
                  uint32_t from, uint32_t to, wlay_string by)
{
    wlay_edit *const edit = wlay_add_edit(job, text, from, to, 1);

    if (edit != NULL)
        wlay_add_text(edit, by);
}

/* ---------------------------------------------------------------- building */

/* What is inserted goes before what is replaced there; the outer edit first
   where one lies in another. */
static bool comes_first(const wlay_edit *a, const wlay_edit *b)
{
    if (a->from != b->from)
        return a->from < b->from;
    if (a->from == a->to || b->from == b->to)
        return b->from != b->to;
    return a->to > b->to;
}

/* Merge sort, bottom up: edits of the same place keep their order. */
static bool sort_edits(wlay_rewrite_job *job, wlay_rewrite_text *text)
{
    const size_t count = text->edit_count;
    wlay_edit *from = text->edits;
    wlay_edit *to = WLAY_NEW(job->scratch, wlay_edit, count);

    if (to == NULL)
        return false;
    for (size_t run = 1; run < count; run *= 2) {
        wlay_edit *const swap = from;

        for (size_t start = 0; start < count; start += 2 * run) {
            size_t left = start;
            size_t right = (size_t)wlay_min(start + run, count);
            const size_t middle = right;
            const size_t end = (size_t)wlay_min(start + 2 * run, count);

            for (size_t i = start; i < end; i++) {
                const bool take_right =
                    left == middle ||
                    (right < end && comes_first(&from[right], &from[left]));

                to[i] = from[take_right ? right++ : left++];
            }
        }
        from = to;
        to = swap;
    }
    text->edits = from;
    return true;
}

typedef struct building {
    const wlay_rewrite_text *text;
    wlay_builder out;
} building;

/* The first edit that begins at or behind an offset, from edit `first` on. */
static size_t find_edit(const wlay_rewrite_text *text, size_t first,
                        uint32_t offset)
{
    size_t to = text->edit_count;

    while (first < to) {
        const size_t middle = first + (to - first) / 2;

        if (text->edits[middle].from < offset)
            first = middle + 1;
        else
            to = middle;
    }
    return first;
}

/* What is inserted at the end of a stretch belongs to what comes behind. */
static bool lies_before(const building *b, const wlay_edit *edit, uint32_t to)
{
    return edit->from < to || to == b->text->text.length;
}

/*
 * A stretch of the old text with the edits in it, from edit `at` on.  An edit's
 * old parts are smaller than what it replaces: the recursion ends, at most as
 * deep as the text nests calls.
 */
static void build(building *b, size_t at, uint32_t from, uint32_t to)
{
    const wlay_rewrite_text *const text = b->text;

    at = find_edit(text, at, from);
    while (at < text->edit_count && lies_before(b, &text->edits[at], to)) {
        const wlay_edit *const edit = &text->edits[at];

        wlay_put(&b->out, (wlay_string){text->text.data + from,
                                        edit->from - from});
        for (size_t i = 0; i < edit->count; i++) {
            const wlay_part *const part = &edit->parts[i];

            if (part->is_old)
                build(b, at + 1, part->from, part->to);
            else
                wlay_put(&b->out, part->text);
        }
        from = edit->to;
        at++;
        /* Those inside of it are done, or gone. */
        while (at < text->edit_count && text->edits[at].from < from)
            at++;
    }
    wlay_put(&b->out, (wlay_string){text->text.data + from, to - from});
}

wlay_string wlay_build_text(wlay_rewrite_job *job, wlay_rewrite_text *text)
{
    building b = {text, {job->arena, NULL, 0, 0}};

    if (!sort_edits(job, text))
        return (wlay_string){NULL, 0};
    build(&b, 0, 0, (uint32_t)text->text.length);
    return wlay_built(&b.out);
}
