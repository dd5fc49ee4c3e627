/* SPDX-License-Identifier: MIT */
/* The bytes that hold values, as bits.  [Memory Locations] */
#include "query.h"

#include <string.h>

typedef struct mask {
    uint8_t *bits;
    uint64_t unit; /* bytes that a bit stands for: 1, or 4 of a slot */
} mask;

/* Sets the bits from `begin` up to `end`, which is larger. */
static void set_bits(uint8_t *bits, uint64_t begin, uint64_t end)
{
    const size_t first = (size_t)(begin / 8);
    const size_t last = (size_t)((end - 1) / 8);
    const unsigned low = 0xFFu << begin % 8;
    const unsigned high = 0xFFu >> (7 - (end - 1) % 8);

    if (first == last) {
        bits[first] |= (uint8_t)(low & high);
        return;
    }
    bits[first] |= (uint8_t)low;
    memset(bits + first + 1, 0xFF, last - first - 1);
    bits[last] |= (uint8_t)high;
}

/* `count` stretches of `size` bytes, `stride` apart. */
static void set_stretches(const mask *m, uint64_t offset, uint64_t size,
                          uint64_t count, uint64_t stride)
{
    if (size == stride || count == 1) {
        size += (count - 1) * stride;
        count = 1;
    }
    for (uint64_t i = 0; i < count; i++, offset += stride)
        set_bits(m->bits, offset / m->unit, (offset + size - 1) / m->unit + 1);
}

/* A vector or scalar, or the columns of a matrix: an array of those. */
static void set_leaf(const mask *m, const wlay_type *type, uint64_t offset,
                     uint64_t count, uint64_t stride)
{
    if (type->kind != WLAY_TYPE_MATRIX) {
        set_stretches(m, offset, type->size, count, stride);
        return;
    }
    if (type->stride == type->element->size) {
        set_stretches(m, offset, type->size, count, stride);
        return;
    }
    for (uint64_t i = 0; i < count; i++, offset += stride)
        set_stretches(m, offset, type->element->size, type->columns,
                      type->stride);
}

/* All levels but the innermost, one by one. */
static void set_levels(const mask *m, const wlay_piece *piece, size_t level,
                       uint64_t offset)
{
    const wlay_level here = piece->levels[level];
    /* Where a count is not known one element counts. */
    const uint64_t count = wlay_max(here.count, 1);

    if (level + 1 == piece->level_count) {
        set_leaf(m, piece->type, offset, count, here.stride);
        return;
    }
    for (uint64_t i = 0; i < count; i++)
        set_levels(m, piece, level + 1, offset + i * here.stride);
}

static bool set_piece(void *user_data, const wlay_piece *piece)
{
    const mask *const m = user_data;

    if (piece->level_count > 0)
        set_levels(m, piece, 0, piece->offset);
    else
        set_leaf(m, piece->type, piece->offset, 1, piece->size);
    return true;
}

static wlay_result fill(const wlay_type *type, uint64_t tail_count,
                        uint64_t unit, uint8_t *bits, size_t capacity,
                        uint64_t *out_count)
{
    const wlay_visit_options options = {.fold = true,
                                        .tail_count = tail_count};
    mask m = {bits, unit};
    uint64_t count;
    uint64_t needed;

    if (type == NULL || (bits == NULL && capacity > 0))
        return WLAY_INVALID_ARGUMENT;
    if (type->kind > WLAY_TYPE_STRUCT)
        return WLAY_TYPE_MISMATCH;
    if (!wlay_size_with(type, tail_count, &count))
        return WLAY_OUT_OF_RANGE;
    count = count / unit + (count % unit != 0);
    if (out_count != NULL)
        *out_count = count;
    needed = count / 8 + (count % 8 != 0);
    if (needed > capacity)
        return WLAY_OUT_OF_RANGE;
    if (needed > 0)
        memset(bits, 0, (size_t)needed);
    return wlay_visit(type, &options, set_piece, &m);
}

wlay_result wlay_accessible_bytes(const wlay_type *type, uint64_t tail_count,
                                  uint8_t *bits, size_t capacity,
                                  uint64_t *out_count)
{
    return fill(type, tail_count, 1, bits, capacity, out_count);
}

wlay_result wlay_accessible_slots(const wlay_type *type, uint64_t tail_count,
                                  uint8_t *bits, size_t capacity,
                                  uint64_t *out_count)
{
    return fill(type, tail_count, 4, bits, capacity, out_count);
}
