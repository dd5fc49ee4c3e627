/* SPDX-License-Identifier: MIT */
/* The walk over leaves and gaps of a type.  [Structure Member Layout] */
#include "query.h"
#include "types.h"

#include <string.h>

/* One for each array around a leaf, and one for the columns of a matrix. */
#define LEVELS_MAX (WLAY_TYPE_DEPTH_MAX + 1)

typedef struct walk {
    const wlay_visit_options *options;
    wlay_visit_function *visit;
    void *user_data;
    char *path;
    size_t path_capacity;
    size_t path_length; /* of the whole text, which may be longer */
    size_t level_count;
    const wlay_member *member;
    wlay_level levels[LEVELS_MAX];
} walk;

const char *wlay_gap_name(wlay_gap gap)
{
    static const char *const names[] = {
        "",           "member alignment", "@size",
        "struct tail", "element stride",  "matrix column"};

    return (unsigned)gap < sizeof names / sizeof *names ? names[gap] : "";
}

/* ------------------------------------------------------------------- paths */

static void append(walk *w, wlay_string text)
{
    if (text.length < w->path_capacity &&
        w->path_length < w->path_capacity - text.length)
        memcpy(w->path + w->path_length, text.data, text.length);
    w->path_length += text.length;
}

static void append_member(walk *w, const wlay_member *member)
{
    if (w->path_length > 0)
        append(w, WLAY_TEXT("."));
    append(w, member->name);
}

static void append_index(walk *w, uint64_t index)
{
    char digits[WLAY_DIGITS_MAX];

    append(w, WLAY_TEXT("["));
    append(w, wlay_digits_u64(index, digits));
    append(w, WLAY_TEXT("]"));
}

/* ------------------------------------------------------------------ pieces */

static bool give(walk *w, wlay_gap gap, const wlay_type *type, uint64_t offset,
                 uint64_t size)
{
    wlay_piece piece = {.gap = gap,
                        .type = type,
                        .member = w->member,
                        .offset = offset,
                        .size = size,
                        .level_count = w->level_count,
                        .levels = w->levels,
                        .path = {"", 0},
                        .path_length = w->path_length};

    if (w->path_length < w->path_capacity) {
        w->path[w->path_length] = '\0';
        piece.path = (wlay_string){w->path, w->path_length};
    }
    return w->visit(w->user_data, &piece);
}

static bool give_gap(walk *w, wlay_gap gap, const wlay_type *type,
                     uint64_t offset, uint64_t size)
{
    if (size == 0 || !w->options->gaps)
        return true;
    return give(w, gap, type, offset, size);
}

static bool visit_type(walk *w, const wlay_type *type, uint64_t offset);

/* ---------------------------------------------------------------- elements */

/* One element of an array, or one column of a matrix, and what is behind it. */
static bool visit_element(walk *w, const wlay_type *type, uint64_t index,
                          uint64_t offset)
{
    const wlay_type *const element = type->element;
    const bool column = type->kind == WLAY_TYPE_MATRIX;
    const size_t length = w->path_length;
    bool more = true;

    append_index(w, index);
    if (!column)
        more = visit_type(w, element, offset);
    more = more && give_gap(w,
                            column ? WLAY_GAP_MATRIX_COLUMN
                                   : WLAY_GAP_ELEMENT_STRIDE,
                            element, offset + element->size,
                            type->stride - element->size);
    w->path_length = length;
    return more;
}

static bool visit_elements(walk *w, const wlay_type *type, uint64_t count,
                           uint64_t offset)
{
    bool more = true;

    if (w->options->fold) {
        w->levels[w->level_count++] = (wlay_level){count, type->stride};
        more = visit_element(w, type, 0, offset);
        w->level_count--;
        return more;
    }
    for (uint64_t i = 0; more && i < wlay_max(count, 1); i++)
        more = visit_element(w, type, i, offset + i * type->stride);
    return more;
}

static bool visit_array(walk *w, const wlay_type *type, uint64_t offset)
{
    /* A known count is never 0. */
    return visit_elements(w, type,
                          type->element_count > 0 ? type->element_count
                                                  : w->options->tail_count,
                          offset);
}

static bool visit_leaf(walk *w, const wlay_type *type, uint64_t offset)
{
    if (!w->options->no_leaves &&
        !give(w, WLAY_GAP_NONE, type, offset, type->size))
        return false;
    /* Nothing to do for each column if there is no gap behind it. */
    return type->kind != WLAY_TYPE_MATRIX || !w->options->gaps ||
           type->stride == type->element->size ||
           visit_elements(w, type, type->columns, offset);
}

/* ----------------------------------------------------------------- structs */

static bool visit_member(walk *w, const wlay_member *m, uint64_t offset)
{
    const uint64_t start = offset + m->offset;
    const size_t length = w->path_length;
    const wlay_member *const outer = w->member;
    bool more;

    append_member(w, m);
    w->member = m;
    more = give_gap(w, WLAY_GAP_MEMBER_ALIGN, m->type,
                    start - m->padding_before, m->padding_before) &&
           visit_type(w, m->type, start) &&
           give_gap(w, WLAY_GAP_MEMBER_SIZE, m->type, start + m->type->size,
                    m->size - m->type->size);
    w->path_length = length;
    w->member = outer;
    return more;
}

/* It depends on the elements of the last member if that is runtime-sized; then
   the caller has checked that all of it fits. */
static bool visit_tail(walk *w, const wlay_type *type, uint64_t offset)
{
    const wlay_struct *const s = type->structure;
    uint64_t begin = 0;
    uint64_t size = s->size;
    const wlay_type *const array = wlay_open_array(type, &begin);

    if (array == NULL)
        return give_gap(w, WLAY_GAP_STRUCT_TAIL, type,
                        offset + size - s->padding_after, s->padding_after);
    wlay_size_with(type, w->options->tail_count, &size);
    begin += array->stride * wlay_max(w->options->tail_count, 1);
    return give_gap(w, WLAY_GAP_STRUCT_TAIL, type, offset + begin,
                    size - begin);
}

static bool visit_struct(walk *w, const wlay_type *type, uint64_t offset)
{
    const wlay_struct *const s = type->structure;

    for (size_t i = 0; i < s->member_count; i++)
        if (!visit_member(w, &s->members[i], offset))
            return false;
    return visit_tail(w, type, offset);
}

/* The recursion is as deep as types may be nested, at most. */
static bool visit_type(walk *w, const wlay_type *type, uint64_t offset)
{
    if (type->kind == WLAY_TYPE_STRUCT)
        return visit_struct(w, type, offset);
    if (type->kind == WLAY_TYPE_ARRAY)
        return visit_array(w, type, offset);
    return visit_leaf(w, type, offset);
}

wlay_result wlay_visit(const wlay_type *root, const wlay_visit_options *options,
                       wlay_visit_function *visit, void *user_data)
{
    static const wlay_visit_options defaults;
    char buffer[WLAY_PATH_BUFFER_SIZE];
    uint64_t size;
    walk w;

    if (options == NULL)
        options = &defaults;
    if (root == NULL || visit == NULL ||
        (options->path_buffer == NULL && options->path_capacity > 0))
        return WLAY_INVALID_ARGUMENT;
    if (root->kind > WLAY_TYPE_STRUCT)
        return WLAY_TYPE_MISMATCH;
    if (!wlay_size_with(root, options->tail_count, &size))
        return WLAY_OUT_OF_RANGE;
    w.options = options;
    w.visit = visit;
    w.user_data = user_data;
    w.path = options->path_buffer != NULL ? options->path_buffer : buffer;
    w.path_capacity = options->path_buffer != NULL ? options->path_capacity
                                                   : sizeof buffer;
    w.path_length = 0;
    w.level_count = 0;
    w.member = NULL;
    append(&w, wlay_text_in(options->root_name.data,
                            options->root_name.length));
    visit_type(&w, root, 0);
    return WLAY_OK;
}
