/* SPDX-License-Identifier: MIT */
/*
 * The layout hash: a sum over the parts of a type, each with its own odd number
 * times a power of an odd base that tells its offset.  A part that is moved by
 * n bytes is multiplied by another n powers: so the hash of a nested struct is
 * computed once, wherever it lies, and a struct has the hash of its members
 * laid out flat.
 *
 * These numbers are kept by programs that use the library: they never change.
 */
#include "hash.h"

#include "types.h"

#define BASE UINT64_C(0x9e3779b97f4a7c15)
#define PRIME UINT64_C(0x100000001b3)

uint64_t wlay_hash_text(uint64_t hash, wlay_string text)
{
    for (size_t i = 0; i < text.length; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * PRIME;
    return hash;
}

uint64_t wlay_hash_u64(uint64_t hash, uint64_t value)
{
    for (unsigned shift = 0; shift < 64; shift += 8)
        hash = (hash ^ (value >> shift & 0xFF)) * PRIME;
    return hash;
}

uint64_t wlay_hash_mix(uint64_t hash)
{
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 32;
}

/* ------------------------------------------------------------------ layouts */

/* Structs that were met lately, so that one that is held many times over is not
   gone through each time.  The deeper a type nests the later it comes. */
#define DEPTHS (WLAY_TYPE_DEPTH_MAX + 1)
#define WAYS 4

typedef struct memory {
    const wlay_struct *structs[DEPTHS][WAYS];
    uint64_t sums[DEPTHS][WAYS];
    unsigned next[DEPTHS];
} memory;

typedef struct hasher {
    uint32_t flags;
    memory memory;
} hasher;

static uint64_t power(uint64_t exponent)
{
    uint64_t result = 1;

    for (uint64_t base = BASE; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) != 0)
            result *= base;
        base *= base;
    }
    return result;
}

/* Odd, so that it never vanishes by being moved. */
static uint64_t part(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t hash = wlay_hash_u64(WLAY_HASH_START, a);

    hash = wlay_hash_u64(hash, b);
    hash = wlay_hash_u64(hash, c);
    return wlay_hash_mix(wlay_hash_u64(hash, d)) | 1;
}

static uint64_t sum_of(hasher *h, const wlay_type *type);

static uint64_t sum_members(hasher *h, const wlay_struct *s)
{
    const bool names = (h->flags & WLAY_HASH_NAMES) != 0;
    uint64_t sum = 0;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];
        uint64_t member = sum_of(h, m->type);

        if (names)
            member = part(WLAY_TYPE_STRUCT, member,
                          wlay_hash_text(WLAY_HASH_START, m->name), 0);
        sum += member * power(m->offset);
    }
    return sum;
}

static uint64_t sum_struct(hasher *h, const wlay_type *type)
{
    const uint8_t depth = wlay_node(type)->depth;
    const wlay_struct *const s = type->structure;
    uint64_t sum;
    unsigned way;

    for (way = 0; way < WAYS; way++) {
        if (h->memory.structs[depth][way] == s)
            return h->memory.sums[depth][way];
    }
    sum = sum_members(h, s);
    way = h->memory.next[depth]++ % WAYS;
    h->memory.structs[depth][way] = s;
    h->memory.sums[depth][way] = sum;
    return sum;
}

/* An atomic is to the host what its integer is. */
static uint64_t sum_of(hasher *h, const wlay_type *type)
{
    switch (type->kind) {
    case WLAY_TYPE_STRUCT:
        return sum_struct(h, type);
    case WLAY_TYPE_ARRAY:
        return part(WLAY_TYPE_ARRAY, type->element_count, type->stride,
                    sum_of(h, type->element));
    case WLAY_TYPE_ATOMIC:
        return part(WLAY_TYPE_SCALAR, (uint64_t)type->scalar, 0, 0);
    default:
        return part((uint64_t)type->kind, (uint64_t)type->scalar,
                    type->columns, type->rows);
    }
}

uint64_t wlay_layout_hash(const wlay_type *type, uint32_t flags)
{
    hasher h = {.flags = flags};

    if (type == NULL)
        return 0;
    return wlay_hash_mix(
        wlay_hash_u64(wlay_hash_u64(WLAY_HASH_START, type->size),
                      sum_of(&h, type)));
}
