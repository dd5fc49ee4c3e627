/* SPDX-License-Identifier: MIT */
/*
 * Values between host and GPU memory: how a number stands in memory, and how
 * many of them move how far.
 */
#ifndef WLAY_DATA_H
#define WLAY_DATA_H

#include "base.h"

#include <string.h>

/* ------------------------------------------------------------------ numbers */

/* Compilers know the answer. */
static inline bool wlay_host_is_little(void)
{
    const uint16_t one = 1;
    unsigned char first;

    memcpy(&first, &one, 1);
    return first == 1;
}

typedef enum wlay_codec_kind {
    WLAY_CODEC_REAL = 1,
    WLAY_CODEC_SIGNED,
    WLAY_CODEC_UNSIGNED,
    WLAY_CODEC_BOOL
} wlay_codec_kind;

/* How a number stands in memory. */
typedef struct wlay_codec {
    uint8_t size;    /* in bytes */
    uint8_t kind;    /* wlay_codec_kind */
    bool is_little;  /* on any host, as in GPU memory */
    int64_t lowest;  /* of the integers that it can hold; what is beyond an
                        int64_t counts as its largest */
    int64_t highest;
} wlay_codec;

/* The codec of a host type, without flags, and that of a scalar in GPU memory;
   NULL if there is none.  [Internal Layout of Values] */
const wlay_codec *wlay_host_codec(uint32_t host);
const wlay_codec *wlay_gpu_codec(wlay_scalar scalar);

/* Both hold reals, or both hold integers. */
bool wlay_codecs_convert(const wlay_codec *a, const wlay_codec *b);
/* The numbers have the same bytes in both. */
bool wlay_codecs_equal(const wlay_codec *a, const wlay_codec *b);
/* Not every number of `from` fits into `to`. */
bool wlay_codec_may_fail(const wlay_codec *to, const wlay_codec *from);
bool wlay_codec_fits(const wlay_codec *to, const wlay_codec *from,
                     const unsigned char *at);

double wlay_read_real(const wlay_codec *codec, const unsigned char *at);
int64_t wlay_read_integer(const wlay_codec *codec, const unsigned char *at);

/* One side of a row of numbers. */
typedef struct wlay_number_side {
    const wlay_codec *codec;
    size_t step; /* bytes from one to the next */
} wlay_number_side;

/* Numbers of codecs that convert, and that fit. */
void wlay_convert_numbers(unsigned char *to, const wlay_number_side *t,
                          const unsigned char *from, const wlay_number_side *f,
                          size_t count);

/* ------------------------------------------------------------------- shapes */

/* All bits that a `host` argument may have. */
#define WLAY_HOST_TYPE_BITS UINT32_C(0xff)
#define WLAY_HOST_BITS \
    (WLAY_HOST_TYPE_BITS | WLAY_HOST_ROW_MAJOR | WLAY_HOST_ZERO_PADDING)

/* The loops over the scalars of a place, the innermost first. */
enum { WLAY_LOOP_ROWS, WLAY_LOOP_COLUMNS, WLAY_LOOP_ITEMS, WLAY_LOOPS };

/* One side: how far it is to the next scalar of each loop. */
typedef struct wlay_side {
    const wlay_codec *codec;
    size_t step[WLAY_LOOPS];
} wlay_side;

/*
 * The scalars of a place.  Elements and columns are all the same stride apart:
 * an array is as large as its elements, and a matrix is laid out like an array
 * of its columns.  So one loop goes over the columns of all the matrices of all
 * the arrays, whose bytes between the scalars are padding; and where there are
 * none it is joined with the loop over the rows.
 */
typedef struct wlay_shape {
    size_t count[WLAY_LOOPS];
    wlay_side gpu;
    wlay_side host;
    bool is_equal;      /* the codecs are */
    size_t gap;         /* bytes of padding behind each column */
    size_t gap_step;    /* from one gap to the next */
    size_t gap_count;
    uint64_t gpu_size;  /* bytes, from the first to behind the last gap */
    uint64_t host_size; /* bytes */
} wlay_shape;

/*
 * The shape of `count` values of a type, `stride` bytes apart; or of one value,
 * then `stride` is 0.  `host` without WLAY_HOST_ZERO_PADDING counts.
 */
wlay_result wlay_shape_of(const wlay_type *type, uint64_t count,
                          uint64_t stride, uint32_t host, wlay_shape *out);

/* Not all numbers there are fit; and all those that stand at `from` do: the
   host's into GPU memory if `to_gpu`, else the other way. */
bool wlay_shape_may_fail(const wlay_shape *shape, bool to_gpu);
bool wlay_shape_fits(const wlay_shape *shape, const unsigned char *from,
                     bool to_gpu);
void wlay_shape_store(const wlay_shape *shape, unsigned char *gpu,
                      const unsigned char *host);
void wlay_shape_load(const wlay_shape *shape, const unsigned char *gpu,
                     unsigned char *host);
void wlay_shape_zero(const wlay_shape *shape, unsigned char *gpu);

/* ------------------------------------------------------------------- places */

/* wlay_store() and wlay_load() of any place; functions of a file of their own,
   so that the short way of those is not burdened with the long one. */
wlay_result wlay_store_any(void *bytes, size_t size, const wlay_view *place,
                           uint32_t host, const void *values,
                           size_t value_size);
wlay_result wlay_load_any(const void *bytes, size_t size,
                          const wlay_view *place, uint32_t host, void *values,
                          size_t value_size);

/* -------------------------------------------------------------- many copies */

/* One copy, of a size that is mostly one of these. */
static inline void wlay_copy_plain(void *to, const void *from, size_t size)
{
    switch (size) {
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    case 12:
        memcpy(to, from, 12);
        break;
    case 16:
        memcpy(to, from, 16);
        break;
    case 64:
        memcpy(to, from, 64);
        break;
    default:
        memcpy(to, from, size);
    }
}

/* Copies, and zeroes, `count` stretches of `size` bytes, each so far behind the
   one before. */
void wlay_copy_each(unsigned char *to, size_t to_step,
                    const unsigned char *from, size_t from_step, size_t size,
                    size_t count);
void wlay_zero_each(unsigned char *to, size_t step, size_t size, size_t count);

/* Two stretches of each record, in one go. */
typedef struct wlay_pair {
    size_t first; /* bytes */
    size_t second;
    ptrdiff_t to_gap; /* from the first to the second, which may be in front */
    ptrdiff_t from_gap;
} wlay_pair;

/* False, and nothing is copied, if they are not of a few usual sizes. */
bool wlay_copy_pairs(unsigned char *to, size_t to_step,
                     const unsigned char *from, size_t from_step,
                     const wlay_pair *pair, size_t count);

#endif /* WLAY_DATA_H */
