/* SPDX-License-Identifier: MIT */
/*
 * The order of members as a problem of packing.
 *
 * Only sizes modulo the struct's alignment matter: whole multiples of it move
 * all that follows without a change of its padding.  So an item is what is left
 * of a member's size, and a member that leaves nothing is no problem.
 *
 * Two bounds tell early that items cannot fit, both by asking less:
 *
 * Pieces  Each item may be cut into pieces as long as its alignment, and one
 *         shorter rest.  Their sizes divide one another, so whether they fit is
 *         found by filling the largest gaps with the largest pieces.
 * Blocks  For each power of two, items with at least that alignment begin
 *         blocks that the smaller ones fill up.  A block whose first item is no
 *         multiple of it needs a smaller item that is none either, or else
 *         padding up to the next multiple.
 */
#ifndef WLAY_ADVICE_FIT_H
#define WLAY_ADVICE_FIT_H

#include "base.h"

/* Alignments are powers of two up to 2^31. */
#define WLAY_FIT_LEVELS 32
/* The most items that are searched exhaustively: each is a bit of a mask. */
#define WLAY_FIT_ITEMS 64

typedef struct wlay_item {
    uint64_t align;
    uint64_t size;  /* modulo the struct's alignment */
    uint32_t level; /* log2 of align */
    uint32_t kind;  /* items of one kind have the same align and size */
} wlay_item;

/* Items to be put into an order, in the order they have. */
typedef struct wlay_packing {
    wlay_item *items;
    size_t count;
    uint32_t kind_count;
    uint32_t top;       /* log2 of the struct's alignment */
    uint64_t tail_size; /* of a member that stays behind them all; 0: none */
    uint64_t tail_align;
} wlay_packing;

/* What still has to be placed, and up to where. */
typedef struct wlay_fit {
    uint32_t top;
    uint64_t limit; /* where the last item may end, at most */
    uint64_t size;  /* of all items */
    uint64_t need[WLAY_FIT_LEVELS]; /* pieces of 2^level bytes, rests
                                       included */
    uint64_t free[WLAY_FIT_LEVELS]; /* gaps of 2^level bytes behind the rests */
    /* Of items that are no multiple of 2^level: those with at least that
       alignment, less those with a smaller one. */
    int64_t open[WLAY_FIT_LEVELS];
    const wlay_item **kinds; /* an item of each kind */
    size_t *left;            /* how many of each */
    uint32_t kind_count;
    /* For each level the kinds, those first that need the least padding up to a
       multiple of 2^level.  NULL if they are too many. */
    uint32_t *by_deficit;
} wlay_fit;

uint32_t wlay_level_of(uint64_t power_of_two);

/* Nothing has to be placed so far.  False if out of memory. */
bool wlay_fit_init(wlay_fit *fit, const wlay_packing *packing,
                   wlay_arena *scratch);

/* Adds an item to those that have to be placed, or takes it away. */
void wlay_fit_add(wlay_fit *fit, const wlay_item *item);
void wlay_fit_remove(wlay_fit *fit, const wlay_item *item);

/* False if by these bounds they cannot all lie between `end` and the limit. */
bool wlay_fit_possible(const wlay_fit *fit, uint64_t end);

/* Where an item begins, and ends, behind others that end at `end`. */
static inline uint64_t wlay_item_start(const wlay_item *item, uint64_t end)
{
    return (end + item->align - 1) & ~(item->align - 1);
}

static inline uint64_t wlay_item_end(const wlay_item *item, uint64_t end)
{
    return wlay_item_start(item, end) + item->size;
}

/* ---------------------------------------------------------------- searches */

/* The size of the struct, where the items end at `end`. */
uint64_t wlay_packing_size(const wlay_packing *packing, uint64_t end);
/* The largest end that gives at most that size, a multiple of the alignment;
   false if there is none. */
bool wlay_packing_limit(const wlay_packing *packing, uint64_t size,
                        uint64_t *out_end);

/*
 * The smallest size, at most `known`, which the items have as they are.  If it
 * is smaller, kinds[i] is the kind of the i-th item in an order that has it.
 * *proven if no order has a smaller one.  False if out of memory.
 */
bool wlay_pack(const wlay_packing *packing, wlay_arena *scratch,
               uint64_t known, uint32_t *kinds, uint64_t *out_size,
               bool *proven);

/*
 * An order of the items that ends at `limit` or before and moves few; `kinds`
 * are those of one that does.  order[i] is the item that comes i-th.  *proven
 * if no such order moves fewer.  False if out of memory.
 */
bool wlay_pack_near(const wlay_packing *packing, wlay_arena *scratch,
                    uint64_t limit, const uint32_t *kinds, size_t *order,
                    bool *proven);

/* Moves fewer items in an order of at most WLAY_FIT_ITEMS that ends at `limit`
   or before, where that is easily found. */
void wlay_pack_settle(const wlay_packing *packing, uint64_t limit,
                      size_t *order);

/* How many of them do not belong to a longest rising sequence.  SIZE_MAX if out
   of memory. */
size_t wlay_count_moved(const size_t *order, size_t count,
                        wlay_arena *scratch);

#endif /* WLAY_ADVICE_FIT_H */
