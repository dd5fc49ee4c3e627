/* SPDX-License-Identifier: MIT */
/* The values in GPU memory as lines for a person. */
#include "write_dump.h"

#include "value.h"

#include <string.h>

/* ------------------------------------------------- what all the writers use */

wlay_result wlay_write_dump_each(const wlay_write_dump *dump, bool leaves,
                                 bool gaps, wlay_dump_function *function,
                                 void *user_data)
{
    char path[WLAY_DUMP_PATH_SIZE];
    const wlay_visit_options options = {.gaps = gaps,
                                        .no_leaves = !leaves,
                                        .tail_count = dump->tail_count,
                                        .root_name = dump->path,
                                        .path_buffer = path,
                                        .path_capacity = sizeof path};

    return wlay_dump(dump->bytes, dump->size, &dump->place, &options, function,
                     user_data);
}

uint64_t wlay_write_dump_size(const wlay_write_dump *dump, uint64_t *out_count)
{
    const wlay_type *const type = dump->place.type;
    uint64_t size = type->size;

    *out_count = 0;
    if ((type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
        return size;
    *out_count = dump->tail_count;
    if (*out_count == 0)
        wlay_count_for_size(type, dump->size - dump->place.offset, out_count,
                            NULL);
    wlay_size_for_count(type, *out_count, &size);
    return wlay_min(size, dump->size - dump->place.offset);
}

void wlay_write_dump_path(wlay_out *out, const wlay_piece *piece)
{
    if (piece->path.length == piece->path_length) {
        wlay_out_text(out, piece->path);
        return;
    }
    WLAY_OUT(out, "(a path of ");
    wlay_out_u64(out, piece->path_length);
    WLAY_OUT(out, " bytes)");
}

static bool is_real(const wlay_type *type)
{
    return type->scalar == WLAY_SCALAR_F32 || type->scalar == WLAY_SCALAR_F16;
}

static void put_real(wlay_out *out, const wlay_datum *datum, uint32_t at,
                     bool json)
{
    char text[WLAY_REAL_TEXT_MAX];
    const size_t length =
        wlay_real_text(datum->scalars.real[at],
                       datum->piece.type->scalar == WLAY_SCALAR_F16
                           ? WLAY_S_F16
                           : WLAY_S_F32,
                       text);
    const bool is_number = text[length - 1] >= '0' && text[length - 1] <= '9';
    const wlay_string quote = {"\"", json && !is_number ? 1 : 0};

    wlay_out_text(out, quote);
    wlay_out_text(out, (wlay_string){text, length});
    wlay_out_text(out, quote);
}

void wlay_write_dump_scalars(wlay_out *out, const wlay_datum *datum,
                             uint32_t first, uint32_t count, bool json)
{
    char digits[WLAY_DIGITS_MAX];

    for (uint32_t i = first; i < first + count; i++) {
        if (i > first)
            WLAY_OUT(out, ", ");
        if (is_real(datum->piece.type))
            put_real(out, datum, i, json);
        else
            wlay_out_text(out,
                          wlay_digits_i64(datum->scalars.integer[i], digits));
    }
}

/* -------------------------------------------------------------------- lines */

static const wlay_string offset_heading = {"offset", 6};
static const wlay_string size_heading = {"size", 4};

#define GAP 2
/* Bytes of padding that are shown if one of them is not 0. */
#define BYTES_SHOWN 16

typedef struct listing {
    wlay_out out;
    const wlay_write_dump *dump;
    size_t offset_end; /* the column where offsets end, and so on */
    size_t size_end;
} listing;

static void put_right(wlay_out *out, size_t end, wlay_string text)
{
    if (text.length < end)
        wlay_out_to_column(out, end - text.length);
    wlay_out_text(out, text);
}

static void start_line(listing *l, const wlay_piece *piece)
{
    char digits[WLAY_DIGITS_MAX];

    wlay_out_style(&l->out, WLAY_STYLE_FAINT);
    put_right(&l->out, l->offset_end,
              wlay_digits_u64(piece->offset, digits));
    put_right(&l->out, l->size_end, wlay_digits_u64(piece->size, digits));
    wlay_out_style(&l->out, WLAY_STYLE_PLAIN);
    wlay_out_repeat(&l->out, ' ', GAP);
}

/* What makes a number of WGSL one of that type. */
static wlay_string suffix_of(wlay_scalar scalar)
{
    static const char suffixes[] = "\0\0iufh";

    return (wlay_string){suffixes + scalar, 1};
}

static bool is_finite(const wlay_datum *datum)
{
    const double x = datum->scalars.real[0];

    return !is_real(datum->piece.type) || x - x == 0;
}

/* Each column of a matrix has a line of its own. */
static void put_matrix(listing *l, const wlay_datum *datum)
{
    const wlay_type *const type = datum->piece.type;

    wlay_out_text(&l->out, type->name);
    WLAY_OUT(&l->out, "(");
    for (uint32_t i = 0; i < type->columns; i++) {
        wlay_out_line(&l->out);
        wlay_out_repeat(&l->out, ' ', l->size_end + GAP + 4);
        wlay_write_dump_scalars(&l->out, datum, i * type->rows, type->rows,
                                false);
        WLAY_OUT(&l->out, ",");
    }
    wlay_out_line(&l->out);
    wlay_out_repeat(&l->out, ' ', l->size_end + GAP);
    WLAY_OUT(&l->out, ")");
}

/* As WGSL would write it. */
static void put_value(listing *l, const wlay_datum *datum)
{
    const wlay_type *const type = datum->piece.type;

    if (type->kind == WLAY_TYPE_MATRIX) {
        put_matrix(l, datum);
        return;
    }
    if (type->kind == WLAY_TYPE_VECTOR) {
        wlay_out_text(&l->out, type->name);
        WLAY_OUT(&l->out, "(");
    }
    wlay_write_dump_scalars(&l->out, datum, 0, datum->count, false);
    if (type->kind == WLAY_TYPE_VECTOR)
        WLAY_OUT(&l->out, ")");
    else if (is_finite(datum))
        wlay_out_text(&l->out, suffix_of(type->scalar));
}

static void put_bytes(listing *l, const wlay_piece *piece)
{
    static const char digits[] = "0123456789abcdef";
    const unsigned char *const bytes = l->dump->bytes;
    const uint64_t shown = wlay_min(piece->size, BYTES_SHOWN);

    for (uint64_t i = 0; i < shown; i++) {
        const unsigned char byte = bytes[piece->offset + i];
        const char hex[] = {' ', digits[byte >> 4], digits[byte & 15]};

        wlay_out_text(&l->out, (wlay_string){hex, sizeof hex});
    }
    if (shown < piece->size)
        WLAY_OUT(&l->out, " ...");
}

static void put_padding(listing *l, const wlay_datum *datum)
{
    wlay_out_style(&l->out, datum->is_zero ? WLAY_STYLE_FAINT
                                           : WLAY_STYLE_PADDING);
    WLAY_OUT(&l->out, "// padding, ");
    wlay_out_text(&l->out, wlay_text(wlay_gap_name(datum->piece.gap)));
    WLAY_OUT(&l->out, " of ");
    wlay_write_dump_path(&l->out, &datum->piece);
    if (!datum->is_zero) {
        WLAY_OUT(&l->out, ", not zero:");
        put_bytes(l, &datum->piece);
    }
    wlay_out_style(&l->out, WLAY_STYLE_PLAIN);
}

static bool put_line(void *user_data, const wlay_datum *datum)
{
    listing *const l = user_data;

    start_line(l, &datum->piece);
    if (datum->piece.gap == WLAY_GAP_NONE) {
        wlay_out_style(&l->out, WLAY_STYLE_NAME);
        wlay_write_dump_path(&l->out, &datum->piece);
        wlay_out_style(&l->out, WLAY_STYLE_PLAIN);
        WLAY_OUT(&l->out, " = ");
        put_value(l, datum);
    } else {
        put_padding(l, datum);
    }
    wlay_out_line(&l->out);
    return !l->out.failed;
}

/* ------------------------------------------------------------------ listing */

static void put_head(listing *l)
{
    const wlay_type *const type = l->dump->place.type;
    uint64_t count;
    const uint64_t size = wlay_write_dump_size(l->dump, &count);

    WLAY_OUT(&l->out, "// ");
    wlay_out_text(&l->out, l->dump->path);
    WLAY_OUT(&l->out, ": ");
    wlay_out_text(&l->out, type->name);
    WLAY_OUT(&l->out, ", ");
    wlay_out_u64(&l->out, size);
    WLAY_OUT(&l->out, " bytes");
    if (count > 0) {
        WLAY_OUT(&l->out, " with ");
        wlay_out_u64(&l->out, count);
        wlay_out_text(&l->out,
                      count == 1 ? WLAY_TEXT(" element of the runtime-sized "
                                             "array")
                                 : WLAY_TEXT(" elements of the runtime-sized "
                                             "array"));
    }
    wlay_out_line(&l->out);
    wlay_out_style(&l->out, WLAY_STYLE_FAINT);
    put_right(&l->out, l->offset_end, offset_heading);
    put_right(&l->out, l->size_end, size_heading);
    wlay_out_style(&l->out, WLAY_STYLE_PLAIN);
    wlay_out_line(&l->out);
}

/* Data may have more in them than the place. */
static void put_rest(listing *l)
{
    uint64_t count;
    const uint64_t end =
        l->dump->place.offset + wlay_write_dump_size(l->dump, &count);

    if (end >= l->dump->size)
        return;
    WLAY_OUT(&l->out, "// bytes behind it: ");
    wlay_out_u64(&l->out, l->dump->size - end);
    wlay_out_line(&l->out);
}

static bool nothing(void *user_data, const wlay_datum *datum)
{
    (void)user_data;
    (void)datum;
    return false;
}

wlay_result wlay_write_dump_text(const wlay_write_dump *dump,
                                 const wlay_sink *sink)
{
    listing l = {.dump = dump};
    const wlay_result result =
        wlay_write_dump_each(dump, true, true, nothing, NULL);
    char digits[WLAY_DIGITS_MAX];

    if (result != WLAY_OK)
        return result;
    wlay_out_init(&l.out, sink, dump->colours);
    l.offset_end = (size_t)wlay_max(
        offset_heading.length, wlay_digits_u64(dump->size, digits).length);
    l.size_end = l.offset_end + GAP + size_heading.length;
    put_head(&l);
    wlay_write_dump_each(dump, true, dump->padding, put_line, &l);
    put_rest(&l);
    return wlay_out_finish(&l.out) ? WLAY_OK : WLAY_WRITE_FAILED;
}
