/* SPDX-License-Identifier: MIT */
#include "write_cells.h"

/* A cell with more full rows is drawn with its first and its last one. */
#define ROWS_MAX 5
/* Of more elements than this only the first two and the last one are shown. */
#define ELEMENTS_MAX 4
/* Structs are opened until there are so many cells. */
#define CELLS_MAX 4096

typedef struct drawing {
    const wlay_grid *grid;
    bool open;
    bool in_row;
    size_t cells;
    size_t number; /* of members so far */
} drawing;

/* --------------------------------------------------------------------- rows */

static void put_segment(drawing *d, const wlay_cell *cell, uint64_t from,
                        uint64_t to, bool has_label)
{
    const uint64_t row = from / WLAY_ROW_SIZE * WLAY_ROW_SIZE;
    const wlay_segment segment = {cell, (uint32_t)(from - row),
                                  (uint32_t)(to - from), has_label};

    if (!d->in_row)
        d->grid->begin_row(d->grid->user_data, row);
    d->in_row = to < row + WLAY_ROW_SIZE;
    d->grid->segment(d->grid->user_data, &segment);
    if (!d->in_row)
        d->grid->end_row(d->grid->user_data);
}

/* The label goes to the first row, unless there is hardly room and the next one
   has more. */
static uint64_t label_row(const wlay_cell *cell)
{
    const uint64_t row = cell->offset / WLAY_ROW_SIZE;
    const uint64_t room = (row + 1) * WLAY_ROW_SIZE - cell->offset;

    return room < WLAY_ROW_SIZE / 2 && cell->size >= 2 * room ? row + 1 : row;
}

/* The full rows of a cell that are left out: of many all but the first and the
   last one, of elements that are not shown all.  False if there are none. */
static bool find_skipped(const wlay_cell *cell, uint64_t *first,
                         uint64_t *last)
{
    const uint64_t all =
        (cell->offset + WLAY_ROW_SIZE - 1) / WLAY_ROW_SIZE;
    const uint64_t end = (cell->offset + cell->size) / WLAY_ROW_SIZE;

    if (cell->kind == WLAY_CELL_FOLDED) {
        *first = all;
        *last = end;
        return end > all + 1;
    }
    *first = all + 1;
    *last = end - 1;
    return end > all + ROWS_MAX;
}

static void put_cell(drawing *d, const wlay_cell *cell)
{
    const uint64_t end = cell->offset + cell->size;
    const uint64_t label = label_row(cell);
    uint64_t first;
    uint64_t last;
    const bool skips = find_skipped(cell, &first, &last);

    d->cells++;
    for (uint64_t at = cell->offset; at < end;) {
        const uint64_t row = at / WLAY_ROW_SIZE;
        const uint64_t next = wlay_min((row + 1) * WLAY_ROW_SIZE, end);

        if (skips && at == first * WLAY_ROW_SIZE) {
            d->grid->skip(d->grid->user_data, cell, last - first);
            at = last * WLAY_ROW_SIZE;
            continue;
        }
        put_segment(d, cell, at, next, row == label);
        at = next;
    }
}

/* -------------------------------------------------------------------- cells */

static void put_data(drawing *d, const wlay_type *type,
                     const wlay_frame *frame, uint64_t offset, uint64_t size)
{
    const wlay_cell cell = {WLAY_CELL_DATA, offset,    size, type, frame,
                            d->number,      WLAY_GAP_NONE};

    put_cell(d, &cell);
}

static void put_padding(drawing *d, const wlay_frame *frame, wlay_gap gap,
                        uint64_t offset, uint64_t size)
{
    const wlay_cell cell = {WLAY_CELL_PADDING, offset,    size, NULL, frame,
                            d->number,         gap};

    if (size > 0)
        put_cell(d, &cell);
}

static void put_struct(drawing *d, const wlay_struct *s,
                       const wlay_frame *frame, uint64_t offset);
static void put_value(drawing *d, const wlay_type *type,
                      const wlay_frame *frame, uint64_t offset);

/* Columns of three components are followed by padding. */
static void put_matrix(drawing *d, const wlay_type *type,
                       const wlay_frame *frame, uint64_t offset)
{
    const uint64_t size = type->element->size;

    if (type->stride == size) {
        put_data(d, type, frame, offset, type->size);
        return;
    }
    for (uint32_t i = 0; i < type->columns; i++) {
        const wlay_frame column = {frame, NULL, i, i};
        const uint64_t at = offset + i * type->stride;

        put_data(d, type->element, &column, at, size);
        put_padding(d, &column, WLAY_GAP_MATRIX_COLUMN, at + size,
                    type->stride - size);
    }
}

static void put_element(drawing *d, const wlay_type *type,
                        const wlay_frame *frame, uint64_t offset,
                        uint64_t index)
{
    const wlay_frame element = {frame, NULL, index, index};
    const uint64_t at = offset + index * type->stride;
    const uint64_t size = type->element->size;

    put_value(d, type->element, &element, at);
    put_padding(d, &element, WLAY_GAP_ELEMENT_STRIDE, at + size,
                type->stride - size);
}

static void put_folded(drawing *d, const wlay_type *type,
                       const wlay_frame *frame, uint64_t offset,
                       uint64_t first, uint64_t last)
{
    const wlay_frame elements = {frame, NULL, first, last};
    const wlay_cell cell = {WLAY_CELL_FOLDED,
                            offset + first * type->stride,
                            (last - first + 1) * type->stride,
                            type->element,
                            &elements,
                            d->number,
                            WLAY_GAP_NONE};

    put_cell(d, &cell);
}

/* Nothing is to be seen inside of its elements. */
static bool is_plain(const drawing *d, const wlay_type *array)
{
    const wlay_type *element = array->element;

    if (array->stride != element->size)
        return false;
    while (element->kind == WLAY_TYPE_ARRAY)
        element = element->element;
    if (element->kind == WLAY_TYPE_STRUCT)
        return !d->open;
    return wlay_data_size(array->element) == array->stride;
}

/* Elements within elements: the first one stands for all. */
static bool is_inside_array(const wlay_frame *frame)
{
    for (; frame != NULL; frame = frame->up)
        if (frame->member == NULL)
            return true;
    return false;
}

static void put_array(drawing *d, const wlay_type *type,
                      const wlay_frame *frame, uint64_t offset)
{
    const uint64_t count = wlay_max(type->element_count, 1);
    uint64_t shown = is_inside_array(frame) ? 1 : count;

    if (is_plain(d, type)) {
        put_data(d, type, frame, offset, type->size);
        return;
    }
    if (shown > ELEMENTS_MAX)
        shown = 2;
    for (uint64_t i = 0; i < shown; i++)
        put_element(d, type, frame, offset, i);
    if (shown == count)
        return;
    put_folded(d, type, frame, offset, shown,
               count - (shown > 1 ? 2 : 1));
    if (shown > 1)
        put_element(d, type, frame, offset, count - 1);
}

/* As deep as types may be nested, at most. */
static void put_value(drawing *d, const wlay_type *type,
                      const wlay_frame *frame, uint64_t offset)
{
    switch (type->kind) {
    case WLAY_TYPE_STRUCT:
        if (d->open && d->cells < CELLS_MAX)
            put_struct(d, type->structure, frame, offset);
        else
            put_data(d, type, frame, offset, type->size);
        break;
    case WLAY_TYPE_ARRAY:
        put_array(d, type, frame, offset);
        break;
    case WLAY_TYPE_MATRIX:
        put_matrix(d, type, frame, offset);
        break;
    default:
        put_data(d, type, frame, offset, type->size);
    }
}

/* A struct that ends in a runtime-sized array is no member: the array goes on
   at the end of the picture. */
static void put_more(drawing *d, const wlay_member *m, const wlay_frame *frame)
{
    const wlay_cell cell = {WLAY_CELL_MORE, m->offset + m->size, 0,
                            m->type->element, frame, d->number,
                            WLAY_GAP_NONE};

    if (d->in_row)
        d->grid->end_row(d->grid->user_data);
    d->in_row = false;
    d->grid->skip(d->grid->user_data, &cell, 0);
}

static void put_struct(drawing *d, const wlay_struct *s,
                       const wlay_frame *frame, uint64_t offset)
{
    const wlay_member *const last = &s->members[s->member_count - 1];
    const wlay_frame tail = {frame, last, 0, 0};

    for (const wlay_member *m = s->members; m <= last; m++) {
        const wlay_frame member = {frame, m, 0, 0};
        const uint64_t at = offset + m->offset;

        put_padding(d, &member, WLAY_GAP_MEMBER_ALIGN, at - m->padding_before,
                    m->padding_before);
        d->number++;
        put_value(d, m->type, &member, at);
        put_padding(d, &member, WLAY_GAP_MEMBER_SIZE, at + m->type->size,
                    m->size - m->type->size);
    }
    put_padding(d, &tail, WLAY_GAP_STRUCT_TAIL,
                offset + last->offset + last->size, s->padding_after);
    if ((s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        put_more(d, last, &tail);
}

void wlay_draw_struct(const wlay_struct *structure, bool open,
                      const wlay_grid *grid)
{
    drawing d = {grid, open, false, 0, 0};

    put_struct(&d, structure, NULL, 0);
    if (d.in_row)
        grid->end_row(grid->user_data);
}

/* ------------------------------------------------------------------ labels */

static void put_index(const wlay_frame *frame,
                      void (*put)(void *user_data, wlay_string text),
                      void *user_data)
{
    char digits[WLAY_DIGITS_MAX];

    put(user_data, WLAY_TEXT("["));
    put(user_data, wlay_digits_u64(frame->index, digits));
    if (frame->last_index > frame->index) {
        put(user_data, WLAY_TEXT(".."));
        put(user_data, wlay_digits_u64(frame->last_index, digits));
    }
    put(user_data, WLAY_TEXT("]"));
}

/* As deep as types may be nested, at most. */
void wlay_put_frame(const wlay_frame *frame,
                    void (*put)(void *user_data, wlay_string text),
                    void *user_data)
{
    if (frame->up != NULL)
        wlay_put_frame(frame->up, put, user_data);
    if (frame->member == NULL) {
        put_index(frame, put, user_data);
        return;
    }
    if (frame->up != NULL)
        put(user_data, WLAY_TEXT("."));
    put(user_data, frame->member->name);
}

static void add_columns(void *user_data, wlay_string text)
{
    size_t *const columns = user_data;

    for (size_t at = 0; at < text.length;) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        *columns += glyph.columns;
        at += glyph.length;
    }
}

size_t wlay_frame_columns(const wlay_frame *frame)
{
    size_t columns = 0;

    wlay_put_frame(frame, add_columns, &columns);
    return columns;
}

void wlay_put_last_part(const wlay_frame *frame,
                        void (*put)(void *user_data, wlay_string text),
                        void *user_data)
{
    wlay_frame last = *frame;

    last.up = NULL;
    if (frame->up != NULL && frame->member != NULL)
        put(user_data, WLAY_TEXT("."));
    wlay_put_frame(&last, put, user_data);
}
