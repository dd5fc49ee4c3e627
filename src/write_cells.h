/* SPDX-License-Identifier: MIT */
/*
 * Pictures of memory: a struct cut into cells, and the cells into rows of 16
 * bytes.
 */
#ifndef WLAY_WRITE_CELLS_H
#define WLAY_WRITE_CELLS_H

#include "write.h"

#define WLAY_ROW_SIZE 16

/* On the way from the struct to a part of it. */
typedef struct wlay_frame wlay_frame;
struct wlay_frame {
    const wlay_frame *up;      /* NULL: the member of the struct itself */
    const wlay_member *member; /* NULL: an element or a column */
    uint64_t index;
    uint64_t last_index; /* of the last of several elements */
};

typedef enum wlay_cell_kind {
    WLAY_CELL_DATA,
    WLAY_CELL_PADDING,
    WLAY_CELL_FOLDED, /* elements that are not shown one by one */
    WLAY_CELL_MORE    /* of no size: what a runtime-sized array goes on with */
} wlay_cell_kind;

typedef struct wlay_cell {
    wlay_cell_kind kind;
    uint64_t offset; /* from the start of the struct */
    uint64_t size;
    const wlay_type *type;    /* of data */
    const wlay_frame *frame;  /* of data; of what padding belongs to, or NULL */
    size_t number;            /* of the member, counted through the struct */
    wlay_gap gap;             /* why there is padding */
} wlay_cell;

/* The part of a cell that lies in one row. */
typedef struct wlay_segment {
    const wlay_cell *cell;
    uint32_t start; /* in the row */
    uint32_t size;
    bool has_label; /* the best place for the cell's name */
} wlay_segment;

/* What is done with the rows of a struct, in their order. */
typedef struct wlay_grid {
    void (*begin_row)(void *user_data, uint64_t offset);
    void (*segment)(void *user_data, const wlay_segment *segment);
    void (*end_row)(void *user_data);
    /* Instead of so many full rows of one cell; of none for WLAY_CELL_MORE. */
    void (*skip)(void *user_data, const wlay_cell *cell, uint64_t rows);
    void *user_data;
} wlay_grid;

/* `open`: nested structs are shown member by member. */
void wlay_draw_struct(const wlay_struct *structure, bool open,
                      const wlay_grid *grid);

/* The path of a frame, such as light.color or items[2..96]. */
void wlay_put_frame(const wlay_frame *frame,
                    void (*put)(void *user_data, wlay_string text),
                    void *user_data);
/* Its columns. */
size_t wlay_frame_columns(const wlay_frame *frame);
/* Of a path with several parts the last one, such as .color or [2..96]. */
void wlay_put_last_part(const wlay_frame *frame,
                        void (*put)(void *user_data, wlay_string text),
                        void *user_data);

#endif /* WLAY_WRITE_CELLS_H */
