/* SPDX-License-Identifier: MIT */
/* Bytes and a layout in, named values out. */
#include "data.h"

typedef struct dump {
    const unsigned char *bytes; /* of the place */
    uint64_t offset;            /* of the place */
    uint64_t room;              /* from there to the end of the bytes */
    wlay_dump_function *function;
    void *user_data;
} dump;

static void read_scalar(wlay_datum *datum, const unsigned char *at)
{
    const wlay_codec *const codec = wlay_gpu_codec(datum->piece.type->scalar);

    if (codec->kind == WLAY_CODEC_REAL)
        datum->scalars.real[datum->count] = wlay_read_real(codec, at);
    else
        datum->scalars.integer[datum->count] = wlay_read_integer(codec, at);
    datum->count++;
}

/* A matrix is read like an array of its columns. */
static void read_scalars(wlay_datum *datum, const unsigned char *at)
{
    const wlay_type *const type = datum->piece.type;
    const uint32_t columns = type->columns > 0 ? type->columns : 1;
    const uint32_t rows = type->rows > 0 ? type->rows : 1;
    const size_t size = wlay_gpu_codec(type->scalar)->size;

    for (uint32_t column = 0; column < columns; column++) {
        for (uint32_t row = 0; row < rows; row++)
            read_scalar(datum, at + column * (size_t)type->stride +
                                   row * size);
    }
}

static bool is_zero(const unsigned char *at, uint64_t size)
{
    for (uint64_t i = 0; i < size; i++) {
        if (at[i] != 0)
            return false;
    }
    return true;
}

static bool read_piece(void *user_data, const wlay_piece *piece)
{
    const dump *const d = user_data;
    const unsigned char *at;
    wlay_datum datum = {.piece = *piece};

    /* A buffer may end behind the last element that fits into it, where the
       struct's own padding goes on. */
    if (piece->offset >= d->room)
        return true;
    at = d->bytes + piece->offset;
    datum.piece.offset += d->offset;
    if (piece->gap == WLAY_GAP_NONE) {
        read_scalars(&datum, at);
    } else {
        datum.piece.size = wlay_min(piece->size, d->room - piece->offset);
        datum.is_zero = is_zero(at, datum.piece.size);
    }
    return d->function(d->user_data, &datum);
}

/* The place lies within so many bytes, with the elements that are asked for;
   then *count is how many there are. */
static wlay_result check_place(const wlay_type *type, uint64_t room,
                               uint64_t *count)
{
    uint64_t fitting = 0;

    if ((type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        return WLAY_TYPE_MISMATCH;
    if ((type->flags & WLAY_TYPE_SIZE_UNKNOWN) != 0)
        return WLAY_UNKNOWN_SIZE;
    if (room < type->size)
        return WLAY_OUT_OF_RANGE;
    if ((type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
        return *count == 0 ? WLAY_OK : WLAY_TYPE_MISMATCH;
    wlay_count_for_size(type, room, &fitting, NULL);
    if (*count == 0)
        *count = fitting;
    return *count <= fitting ? WLAY_OK : WLAY_OUT_OF_RANGE;
}

wlay_result wlay_dump(const void *bytes, size_t size, const wlay_view *place,
                      const wlay_visit_options *options,
                      wlay_dump_function *function, void *user_data)
{
    wlay_visit_options o = {0};
    dump d = {bytes, 0, 0, function, user_data};
    wlay_result result;

    if (options != NULL)
        o = *options;
    if (bytes == NULL || place == NULL || place->type == NULL ||
        function == NULL || o.fold)
        return WLAY_INVALID_ARGUMENT;
    if (place->offset > size)
        return WLAY_OUT_OF_RANGE;
    result = check_place(place->type, size - place->offset, &o.tail_count);
    if (result != WLAY_OK)
        return result;
    d.bytes += place->offset;
    d.offset = place->offset;
    d.room = size - place->offset;
    return wlay_visit(place->type, &o, read_piece, &d);
}
