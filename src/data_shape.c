/* SPDX-License-Identifier: MIT */
/* The scalars of a place, and loops over them. */
#include "data.h"

#include <string.h>

/* A scalar, vector, matrix or atomic, how many of them there are, and how far
   apart. */
typedef struct leaves {
    const wlay_type *type;
    uint64_t count;
    uint64_t stride; /* 0 of a single one */
} leaves;

static wlay_result find_leaves(const wlay_type *type, leaves *out)
{
    for (; type->kind == WLAY_TYPE_ARRAY; type = type->element) {
        if (type->element_count == 0)
            return WLAY_UNKNOWN_SIZE;
        if (!wlay_mul(out->count, type->element_count, &out->count))
            return WLAY_OUT_OF_RANGE;
        out->stride = type->stride;
    }
    out->type = type;
    return type->kind <= WLAY_TYPE_ATOMIC ? WLAY_OK : WLAY_TYPE_MISMATCH;
}

/* All sizes of the shape are the product of these. */
static bool sizes_fit(const wlay_shape *s, uint64_t columns, uint64_t rows,
                      uint64_t column_size)
{
    uint64_t scalars, bytes;

    return wlay_mul(columns, rows, &scalars) &&
           wlay_mul(scalars, s->host.codec->size, &bytes) &&
           bytes <= SIZE_MAX && wlay_mul(columns, column_size, &bytes) &&
           bytes <= SIZE_MAX;
}

/* Columns in one loop, and all scalars in one where nothing is between. */
static void set_column_major(wlay_shape *s, size_t columns, size_t rows,
                             size_t column_step)
{
    const size_t gpu_size = s->gpu.codec->size;
    const size_t host_size = s->host.codec->size;
    const bool joined = column_step == rows * gpu_size;

    s->count[WLAY_LOOP_ROWS] = joined ? rows * columns : rows;
    s->count[WLAY_LOOP_COLUMNS] = joined ? 1 : columns;
    s->count[WLAY_LOOP_ITEMS] = 1;
    s->gpu.step[WLAY_LOOP_ROWS] = gpu_size;
    s->gpu.step[WLAY_LOOP_COLUMNS] = column_step;
    s->host.step[WLAY_LOOP_ROWS] = host_size;
    s->host.step[WLAY_LOOP_COLUMNS] = host_size * rows;
    s->gpu.step[WLAY_LOOP_ITEMS] = s->host.step[WLAY_LOOP_ITEMS] = 0;
}

static void set_row_major(wlay_shape *s, const wlay_type *matrix, size_t count)
{
    const size_t columns = matrix->columns;
    const size_t rows = matrix->rows;
    const size_t host_size = s->host.codec->size;
    const size_t column_step = (size_t)matrix->stride;

    s->count[WLAY_LOOP_ROWS] = rows;
    s->count[WLAY_LOOP_COLUMNS] = columns;
    s->count[WLAY_LOOP_ITEMS] = count;
    s->gpu.step[WLAY_LOOP_ROWS] = s->gpu.codec->size;
    s->gpu.step[WLAY_LOOP_COLUMNS] = column_step;
    s->gpu.step[WLAY_LOOP_ITEMS] = column_step * columns;
    s->host.step[WLAY_LOOP_ROWS] = host_size * columns;
    s->host.step[WLAY_LOOP_COLUMNS] = host_size;
    s->host.step[WLAY_LOOP_ITEMS] = host_size * columns * rows;
}

static wlay_result set_shape(const leaves *l, bool row_major, wlay_shape *s)
{
    const wlay_type *const type = l->type;
    const uint64_t rows = type->rows > 0 ? type->rows : 1;
    const uint64_t vector_size = rows * s->gpu.codec->size;
    uint64_t columns = l->count;
    uint64_t column_step = l->stride > 0 ? l->stride : vector_size;

    if (type->kind == WLAY_TYPE_MATRIX) {
        column_step = type->stride;
        if (!wlay_mul(columns, type->columns, &columns))
            return WLAY_OUT_OF_RANGE;
    }
    if (!sizes_fit(s, columns, rows, column_step))
        return WLAY_OUT_OF_RANGE;
    s->gap = (size_t)(column_step - vector_size);
    s->gap_step = (size_t)column_step;
    s->gap_count = s->gap > 0 ? (size_t)columns : 0;
    s->gpu_size = columns * column_step;
    s->host_size = columns * rows * s->host.codec->size;
    if (row_major && type->kind == WLAY_TYPE_MATRIX)
        set_row_major(s, type, (size_t)l->count);
    else
        set_column_major(s, (size_t)columns, (size_t)rows,
                         (size_t)column_step);
    return WLAY_OK;
}

wlay_result wlay_shape_of(const wlay_type *type, uint64_t count,
                          uint64_t stride, uint32_t host, wlay_shape *out)
{
    leaves l = {NULL, count, stride};
    wlay_result result;

    if ((host & ~WLAY_HOST_BITS) != 0)
        return WLAY_INVALID_ARGUMENT;
    out->host.codec = wlay_host_codec(host & WLAY_HOST_TYPE_BITS);
    if (out->host.codec == NULL)
        return WLAY_INVALID_ARGUMENT;
    result = find_leaves(type, &l);
    if (result != WLAY_OK)
        return result;
    out->gpu.codec = wlay_gpu_codec(l.type->scalar);
    if (out->gpu.codec == NULL ||
        !wlay_codecs_convert(out->gpu.codec, out->host.codec))
        return WLAY_TYPE_MISMATCH;
    out->is_equal = wlay_codecs_equal(out->gpu.codec, out->host.codec);
    return set_shape(&l, (host & WLAY_HOST_ROW_MAJOR) != 0, out);
}

/* ------------------------------------------------------------------- moving */

typedef struct move {
    const wlay_shape *shape;
    const wlay_side *to;
    const wlay_side *from;
} move;

static void move_scalars(const move *m, unsigned char *to,
                         const unsigned char *from)
{
    const wlay_number_side t = {m->to->codec, m->to->step[WLAY_LOOP_ROWS]};
    const wlay_number_side f = {m->from->codec, m->from->step[WLAY_LOOP_ROWS]};
    const size_t count = m->shape->count[WLAY_LOOP_ROWS];

    if (m->shape->is_equal)
        wlay_copy_each(to, t.step, from, f.step, t.codec->size, count);
    else
        wlay_convert_numbers(to, &t, from, &f, count);
}

static void move_item(const move *m, unsigned char *to,
                      const unsigned char *from)
{
    const size_t to_step = m->to->step[WLAY_LOOP_COLUMNS];
    const size_t from_step = m->from->step[WLAY_LOOP_COLUMNS];
    const size_t size = m->to->codec->size;
    const size_t rows = m->shape->count[WLAY_LOOP_ROWS];
    const size_t count = m->shape->count[WLAY_LOOP_COLUMNS];

    if (m->shape->is_equal && m->to->step[WLAY_LOOP_ROWS] == size &&
        m->from->step[WLAY_LOOP_ROWS] == size) {
        wlay_copy_each(to, to_step, from, from_step, size * rows, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        move_scalars(m, to + i * to_step, from + i * from_step);
}

static void move_all(const move *m, unsigned char *to,
                     const unsigned char *from)
{
    const size_t to_step = m->to->step[WLAY_LOOP_ITEMS];
    const size_t from_step = m->from->step[WLAY_LOOP_ITEMS];

    for (size_t i = 0; i < m->shape->count[WLAY_LOOP_ITEMS]; i++)
        move_item(m, to + i * to_step, from + i * from_step);
}

void wlay_shape_store(const wlay_shape *shape, unsigned char *gpu,
                      const unsigned char *host)
{
    const move m = {shape, &shape->gpu, &shape->host};

    move_all(&m, gpu, host);
}

void wlay_shape_load(const wlay_shape *shape, const unsigned char *gpu,
                     unsigned char *host)
{
    const move m = {shape, &shape->host, &shape->gpu};

    move_all(&m, host, gpu);
}

/* ----------------------------------------------------------------- checking */

static bool rows_fit(const wlay_codec *to, const wlay_side *side,
                     const unsigned char *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!wlay_codec_fits(to, side->codec,
                             from + i * side->step[WLAY_LOOP_ROWS]))
            return false;
    }
    return true;
}

bool wlay_shape_may_fail(const wlay_shape *shape, bool to_gpu)
{
    const wlay_codec *const gpu = shape->gpu.codec;
    const wlay_codec *const host = shape->host.codec;

    return to_gpu ? wlay_codec_may_fail(gpu, host)
                  : wlay_codec_may_fail(host, gpu);
}

/* There are no matrices of integers: two loops do. */
bool wlay_shape_fits(const wlay_shape *shape, const unsigned char *from,
                     bool to_gpu)
{
    const wlay_side *const side = to_gpu ? &shape->host : &shape->gpu;
    const wlay_codec *const to =
        to_gpu ? shape->gpu.codec : shape->host.codec;

    if (!wlay_shape_may_fail(shape, to_gpu))
        return true;
    for (size_t i = 0; i < shape->count[WLAY_LOOP_COLUMNS]; i++) {
        if (!rows_fit(to, side, from + i * side->step[WLAY_LOOP_COLUMNS],
                      shape->count[WLAY_LOOP_ROWS]))
            return false;
    }
    return true;
}

void wlay_shape_zero(const wlay_shape *shape, unsigned char *gpu)
{
    if (shape->gap_count > 0)
        wlay_zero_each(gpu + (shape->gap_step - shape->gap), shape->gap_step,
                       shape->gap, shape->gap_count);
}
