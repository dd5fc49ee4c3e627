/* SPDX-License-Identifier: MIT */
/* The fewest moves: orders that are small enough, from near to far. */
#include "advice_fit.h"

/* How many placements are tried. */
#define WORK_MAX 20000
/* States that are remembered; a power of two. */
#define MEMO_SIZE ((size_t)1 << 13)

/* Items placed, and the items that were passed: what was seen to fail from
   there with so many moves left and so little used. */
typedef struct memo_slot {
    uint64_t placed;
    uint64_t end;
    uint16_t passed;
    uint16_t moves;
    bool used;
} memo_slot;

typedef struct walk {
    const wlay_packing *packing;
    wlay_fit fit;
    uint64_t placed; /* items, as bits */
    size_t path[WLAY_FIT_ITEMS];
    size_t depth;
    size_t work;
    memo_slot *memo;
    size_t memo_count;
} walk;

static bool is_placed(const walk *w, size_t item)
{
    return (w->placed >> item & 1) != 0;
}

/* False if this was tried with as many moves from here, or from in front. */
static bool remember(walk *w, size_t passed, uint64_t end, size_t moves)
{
    size_t at = (size_t)((w->placed + passed) *
                             UINT64_C(0x9E3779B97F4A7C15) >> 40);

    for (;; at++) {
        memo_slot *const slot = &w->memo[at & (MEMO_SIZE - 1)];

        if (slot->used &&
            (slot->placed != w->placed || slot->passed != passed))
            continue;
        if (slot->used && slot->end <= end && slot->moves >= moves)
            return false;
        if (!slot->used && w->memo_count >= MEMO_SIZE / 4 * 3)
            return true;
        w->memo_count += slot->used ? 0u : 1u;
        *slot = (memo_slot){w->placed, end, (uint16_t)passed, (uint16_t)moves,
                            true};
        return true;
    }
}

static bool go_on(walk *w, size_t passed, uint64_t end, size_t moves);

/* Places an item, and goes on if the others still fit behind it. */
static bool place(walk *w, size_t item, size_t passed, uint64_t end,
                  size_t moves)
{
    const wlay_item *const it = &w->packing->items[item];
    const uint64_t next = wlay_item_end(it, end);

    if (w->work == 0)
        return false;
    w->work--;
    wlay_fit_remove(&w->fit, it);
    w->placed |= (uint64_t)1 << item;
    w->path[w->depth++] = item;
    if (wlay_fit_possible(&w->fit, next) && go_on(w, passed, next, moves))
        return true;
    w->depth--;
    w->placed &= ~((uint64_t)1 << item);
    wlay_fit_add(&w->fit, it);
    return false;
}

/* Items that were passed may come whenever they fit; of each kind the first. */
static bool place_passed(walk *w, size_t passed, uint64_t end, size_t moves)
{
    const wlay_item *const items = w->packing->items;

    for (size_t i = 0; i < passed; i++) {
        bool is_first = !is_placed(w, i);

        for (size_t k = 0; is_first && k < i; k++)
            is_first = is_placed(w, k) || items[k].kind != items[i].kind;
        if (is_first && place(w, i, passed, end, moves))
            return true;
    }
    return false;
}

/* An item from further behind; of several of a kind without another between
   them the first, unless it is the next one anyway. */
static bool place_early(walk *w, size_t passed, uint64_t end, size_t moves)
{
    const wlay_item *const items = w->packing->items;
    uint32_t kind = items[passed].kind;

    for (size_t i = passed + 1; i < w->packing->count; i++) {
        if (is_placed(w, i) || items[i].kind == kind)
            continue;
        kind = items[i].kind;
        if (place(w, i, passed, end, moves - 1))
            return true;
    }
    return false;
}

/*
 * All items before `passed` are placed or count as moved; up to `moves` others
 * may be.  Each step places an item or passes one: at most twice WLAY_FIT_ITEMS
 * deep.
 */
static bool go_on(walk *w, size_t passed, uint64_t end, size_t moves)
{
    const size_t count = w->packing->count;

    while (passed < count && is_placed(w, passed))
        passed++;
    if (w->depth == count)
        return true;
    if (!remember(w, passed, end, moves))
        return false;
    if (passed < count && place(w, passed, passed + 1, end, moves))
        return true;
    if (place_passed(w, passed, end, moves))
        return true;
    if (passed == count || moves == 0)
        return false;
    return place_early(w, passed, end, moves) ||
           go_on(w, passed + 1, end, moves - 1);
}

static void forget(walk *w)
{
    for (size_t i = 0; i < MEMO_SIZE; i++)
        w->memo[i].used = false;
    w->memo_count = 0;
}

/* Finds an order with at most `moves`; what is placed is taken back. */
static bool find(walk *w, size_t moves, size_t *order)
{
    const bool found = go_on(w, 0, 0, moves);

    while (w->depth > 0) {
        order[w->depth - 1] = w->path[w->depth - 1];
        wlay_fit_add(&w->fit, &w->packing->items[w->path[--w->depth]]);
    }
    w->placed = 0;
    return found;
}

/* The items of each kind in the order that they have. */
static void assign(const wlay_packing *p, const uint32_t *kinds,
                   size_t *next, size_t *order)
{
    for (uint32_t kind = 0; kind < p->kind_count; kind++)
        next[kind] = 0;
    for (size_t i = 0; i < p->count; i++) {
        size_t at = next[kinds[i]];

        while (p->items[at].kind != kinds[i])
            at++;
        order[i] = at;
        next[kinds[i]] = at + 1;
    }
}

static void copy_order(size_t *to, const size_t *from, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = from[i];
}

/* Improves an order that moves `best` items; any number of moves first, and
   then few, each number before the next. */
static void improve(walk *w, size_t best, size_t *order, size_t *trial,
                    wlay_arena *scratch, bool *proven)
{
    const size_t count = w->packing->count;
    size_t moved;

    w->work = WORK_MAX / 4;
    if (find(w, count, trial)) {
        wlay_pack_settle(w->packing, w->fit.limit, trial);
        moved = wlay_count_moved(trial, count, scratch);
        if (moved < best) {
            copy_order(order, trial, count);
            best = moved;
        }
    }
    forget(w);
    w->work = WORK_MAX / 4 * 3;
    for (size_t moves = 1; moves < best && w->work > 0; moves++) {
        if (!find(w, moves, trial))
            continue;
        copy_order(order, trial, count);
        best = moves;
    }
    *proven = w->work > 0;
}

bool wlay_pack_near(const wlay_packing *packing, wlay_arena *scratch,
                    uint64_t limit, const uint32_t *kinds, size_t *order,
                    bool *proven)
{
    walk *const w = WLAY_NEW(scratch, walk, 1);
    size_t *const trial =
        WLAY_NEW(scratch, size_t, packing->count + packing->kind_count);
    size_t best;

    *proven = false;
    if (w == NULL || trial == NULL)
        return false;
    assign(packing, kinds, trial, order);
    if (packing->count > WLAY_FIT_ITEMS)
        return true;
    wlay_pack_settle(packing, limit, order);
    best = wlay_count_moved(order, packing->count, scratch);
    w->packing = packing;
    w->memo = WLAY_NEW(scratch, memo_slot, MEMO_SIZE);
    if (w->memo == NULL || !wlay_fit_init(&w->fit, packing, scratch))
        return false;
    w->fit.limit = limit;
    for (size_t i = 0; i < packing->count; i++)
        wlay_fit_add(&w->fit, &packing->items[i]);
    improve(w, best, order, trial, scratch, proven);
    return !scratch->failed;
}
