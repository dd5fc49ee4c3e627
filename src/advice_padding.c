/* SPDX-License-Identifier: MIT */
/* Where a struct's padding is, how much of it there is, and which members are
   nothing else. */
#include "advice_draft.h"
#include "query.h"

#include <string.h>

/* -------------------------------------------------------------------- holes */

typedef struct holes {
    wlay_hole *list;
    size_t capacity;
    size_t count;
} holes;

static void add_hole(holes *h, uint64_t offset, uint64_t size, wlay_gap cause,
                     uint64_t value, const wlay_member *member)
{
    if (size == 0)
        return;
    if (h->count < h->capacity)
        h->list[h->count] = (wlay_hole){offset, size, cause, value, member};
    h->count++;
}

size_t wlay_list_holes(const wlay_struct *structure, wlay_hole *list,
                       size_t capacity)
{
    holes h = {list, list != NULL ? capacity : 0, 0};
    const wlay_member *last;

    if (structure == NULL)
        return 0;
    last = &structure->members[structure->member_count - 1];
    for (const wlay_member *m = structure->members; m <= last; m++) {
        add_hole(&h, m->offset - m->padding_before, m->padding_before,
                 WLAY_GAP_MEMBER_ALIGN, m->align, m);
        add_hole(&h, m->offset + m->type->size, m->size - m->type->size,
                 WLAY_GAP_MEMBER_SIZE, m->size, m);
    }
    add_hole(&h, last->offset + last->size, structure->padding_after,
             WLAY_GAP_STRUCT_TAIL, structure->align, last);
    return h.count;
}

static uint64_t largest_hole(const wlay_struct *s)
{
    uint64_t largest = s->padding_after;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        largest = wlay_max(largest, m->padding_before);
        largest = wlay_max(largest, m->size - m->type->size);
    }
    return largest;
}

/* ----------------------------------------------------------------- measure */

/* Of `count` structs, or of one with so many elements at its end. */
static bool measure_array(const wlay_struct *s, uint64_t count,
                          wlay_padding *out)
{
    uint64_t offset;
    const wlay_type *const open = wlay_open_array(s->type, &offset);
    uint64_t data;

    if (open == NULL) {
        if (!wlay_mul(s->size, count, &out->array_size))
            return false;
        data = s->data * count;
    } else {
        const uint64_t element = wlay_data_size(open->element);

        if (!wlay_size_with(s->type, count, &out->array_size))
            return false;
        data = s->data + element * (wlay_max(count, 1) - 1);
    }
    /* Data is a part of a size that fits. */
    out->array_padding = out->array_size - data;
    out->element_count = count;
    return true;
}

wlay_result wlay_measure_padding(const wlay_struct *structure,
                                 uint64_t element_count, wlay_padding *out)
{
    if (structure == NULL || out == NULL)
        return WLAY_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (!measure_array(structure, element_count, out))
        return WLAY_OUT_OF_RANGE;
    out->size = structure->size;
    out->data = structure->data;
    out->padding = structure->size - structure->data;
    out->own = structure->padding;
    out->hole_count = wlay_list_holes(structure, NULL, 0);
    out->largest_hole = largest_hole(structure);
    return WLAY_OK;
}

/* ----------------------------------------------------------------- fillers */

static const char *const filler_words[] = {"pad",    "padding", "reserved",
                                           "unused", "dummy",   "filler",
                                           "spacer", "gap"};

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The text begins with the word, and that word ends there: `pad0`, `pad_a`,
   `padA`, but not `paddle`. */
static bool begins_with_word(wlay_string text, const char *word)
{
    const size_t length = strlen(word);

    if (text.length < length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (lower(text.data[i]) != word[i])
            return false;
    return text.length == length || !is_lower(text.data[length]);
}

/* What is left of `_`, `_1` and their like. */
static bool is_number(wlay_string text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
    return true;
}

static bool is_filler_name(wlay_string name)
{
    wlay_string stem = name;

    while (stem.length > 0 && stem.data[0] == '_') {
        stem.data++;
        stem.length--;
    }
    for (size_t i = 0; i < sizeof filler_words / sizeof *filler_words; i++)
        if (begins_with_word(stem, filler_words[i]))
            return true;
    return stem.length < name.length &&
           (is_number(stem) || begins_with_word(stem, "p"));
}

/* Of numbers only, so that nothing but its bytes is lost. */
static bool is_filler(const wlay_member *m)
{
    const wlay_type *type = m->type;

    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type->kind <= WLAY_TYPE_MATRIX &&
           (m->type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0 &&
           (m->flags & WLAY_MEMBER_HAS_IO) == 0 && is_filler_name(m->name);
}

/* A walk over the members of a struct, the last one first. */
typedef struct filler_walk {
    const wlay_struct *structure;
    wlay_keep_function *keep; /* or NULL */
    void *user_data;
    uint64_t next_offset; /* of what is behind, and stays there; at the end
                             the */
    uint32_t next_align;  /* size and alignment of the struct */
    size_t aligned;       /* members left that have the struct's alignment */
} filler_walk;

/* Where the member `i` is dropped, does all behind it stay? */
static bool drop(filler_walk *w, size_t i)
{
    const wlay_member *const m = &w->structure->members[i];
    const bool is_last_aligned =
        m->align == w->structure->align && w->aligned == 1;
    uint64_t end;

    if (i > 0 && is_filler(m) && !is_last_aligned &&
        (w->keep == NULL || !w->keep(w->user_data, m)) &&
        wlay_round_up(w->next_align, m[-1].offset + m[-1].size, &end) &&
        end == w->next_offset) {
        if (m->align == w->structure->align)
            w->aligned--;
        return true;
    }
    w->next_offset = m->offset;
    w->next_align = m->align;
    return false;
}

static void start_walk(filler_walk *w)
{
    const wlay_struct *const s = w->structure;

    w->next_offset = s->size;
    w->next_align = s->align;
    w->aligned = 0;
    for (size_t i = 0; i < s->member_count; i++)
        w->aligned += s->members[i].align == s->align ? 1u : 0u;
}

size_t wlay_list_fillers_but(const wlay_struct *structure,
                             wlay_keep_function *keep, void *user_data,
                             size_t *members, size_t capacity)
{
    filler_walk w = {structure, keep, user_data, 0, 0, 0};
    size_t count = 0;
    size_t at;

    start_walk(&w);
    for (size_t i = structure->member_count; i-- > 0;)
        count += drop(&w, i) ? 1u : 0u;
    /* The same again, now that it is known which number the last one has. */
    at = count;
    start_walk(&w);
    for (size_t i = structure->member_count; at > 0 && i-- > 0;) {
        if (drop(&w, i) && --at < capacity)
            members[at] = i;
    }
    return count;
}

size_t wlay_list_fillers(const wlay_struct *structure, size_t *members,
                         size_t capacity)
{
    if (structure == NULL)
        return 0;
    return wlay_list_fillers_but(structure, NULL, NULL, members,
                                 members != NULL ? capacity : 0);
}
