/* SPDX-License-Identifier: MIT */
/* The smallest size: a greedy order, and a search that proves or improves
   it. */
#include "advice_fit.h"

#include <string.h>

/* How many placements are tried, in all sizes together. */
#define WORK_MAX 25000
/* More placements than this are too many even for the greedy order. */
#define GREEDY_MAX ((uint64_t)1 << 22)
/* States that are remembered; a power of two. */
#define MEMO_SIZE ((size_t)1 << 13)

/* Kinds that are still to be placed, and the least end with which that was seen
   to fail. */
typedef struct memo_slot {
    uint64_t key; /* 0: empty */
    uint64_t end;
} memo_slot;

typedef struct search {
    const wlay_packing *packing;
    wlay_fit fit;    /* what is still to be placed */
    uint64_t *radix; /* a state's key is the sum of fit.left[i] * radix[i] */
    uint32_t *path;
    size_t depth;
    size_t count; /* items with a size */
    uint64_t key;
    size_t work; /* placements that may still be tried */
    memo_slot *memo;
    size_t memo_count;
} search;

/* A kind to be placed next; those with the smallest rank first. */
typedef struct choice {
    uint64_t rank;
    uint32_t kind;
} choice;

static void take(search *s, uint32_t kind)
{
    wlay_fit_remove(&s->fit, s->fit.kinds[kind]);
    s->key -= s->radix[kind];
    s->path[s->depth++] = kind;
}

static void give_back(search *s, uint32_t kind)
{
    s->depth--;
    s->key += s->radix[kind];
    wlay_fit_add(&s->fit, s->fit.kinds[kind]);
}

/* As little padding as may be; then the larger alignment; then the end that
   more can follow without padding. */
static uint64_t rank_of(const wlay_item *item, uint64_t end)
{
    const uint64_t start = wlay_item_start(item, end);
    const uint64_t next = start + item->size;
    const uint64_t low = next & (~next + 1);

    return (start - end) << 10 | (uint64_t)(31 - item->level) << 5 |
           (31 - wlay_min(wlay_level_of(low), 31));
}

/* ------------------------------------------------------------------- greedy */

/* The best kind by its rank of those that leave room for the others; the number
   of kinds if there is none. */
static uint32_t greedy_kind(search *s, uint64_t end)
{
    uint32_t best = s->packing->kind_count;
    uint64_t best_rank = UINT64_MAX;

    for (uint32_t kind = 0; kind < s->packing->kind_count; kind++) {
        const wlay_item *const item = s->fit.kinds[kind];
        uint64_t rank;
        bool fits;

        if (s->fit.left[kind] == 0 || (rank = rank_of(item, end)) >= best_rank)
            continue;
        wlay_fit_remove(&s->fit, item);
        fits = wlay_fit_possible(&s->fit, wlay_item_end(item, end));
        wlay_fit_add(&s->fit, item);
        if (!fits)
            continue;
        best_rank = rank;
        best = kind;
    }
    return best;
}

/* Places all from the limit's size on, which grows where it has to; the
   size. */
static uint64_t pack_greedily(search *s, uint64_t size)
{
    uint64_t end = 0;

    while (s->depth < s->count) {
        const uint32_t kind = greedy_kind(s, end);

        if (kind < s->packing->kind_count) {
            take(s, kind);
            end = wlay_item_end(s->fit.kinds[kind], end);
            continue;
        }
        size += (uint64_t)1 << s->packing->top;
        wlay_packing_limit(s->packing, size, &s->fit.limit);
    }
    return wlay_packing_size(s->packing, end);
}

/* Without any search: the largest alignment first. */
static uint64_t pack_by_alignment(search *s)
{
    uint64_t end = 0;

    for (uint32_t level = s->packing->top + 1; level-- > 0;) {
        for (uint32_t kind = 0; kind < s->packing->kind_count; kind++) {
            const wlay_item *const item = s->fit.kinds[kind];

            while (item->level == level && s->fit.left[kind] > 0) {
                take(s, kind);
                end = wlay_item_end(item, end);
            }
        }
    }
    return wlay_packing_size(s->packing, end);
}

/* --------------------------------------------------------------- exhaustive */

/* False if these kinds were tried from here, or from further in front. */
static bool remember(search *s, uint64_t end)
{
    size_t at = (size_t)(s->key * UINT64_C(0x9E3779B97F4A7C15) >> 40);

    for (;; at++) {
        memo_slot *const slot = &s->memo[at & (MEMO_SIZE - 1)];

        if (slot->key == s->key) {
            if (slot->end <= end)
                return false;
            slot->end = end;
            return true;
        }
        if (slot->key != 0)
            continue;
        if (s->memo_count < MEMO_SIZE / 4 * 3) {
            *slot = (memo_slot){s->key, end};
            s->memo_count++;
        }
        return true;
    }
}

/* The least end of any kind that may come next.  Whatever starts behind it can
   wait: the kind that ends there costs nothing in front of it. */
static uint64_t least_end(const search *s, uint64_t end)
{
    uint64_t least = UINT64_MAX;

    for (uint32_t kind = 0; kind < s->packing->kind_count; kind++)
        if (s->fit.left[kind] > 0)
            least = wlay_min(least, wlay_item_end(s->fit.kinds[kind], end));
    return least;
}

static size_t list_choices(const search *s, uint64_t end,
                           choice choices[WLAY_FIT_ITEMS])
{
    const uint64_t least = least_end(s, end);
    size_t count = 0;

    for (uint32_t kind = 0; kind < s->packing->kind_count; kind++) {
        const wlay_item *const item = s->fit.kinds[kind];
        const choice c = {rank_of(item, end), kind};
        size_t at;

        if (s->fit.left[kind] == 0 || wlay_item_start(item, end) >= least)
            continue;
        for (at = count++; at > 0 && choices[at - 1].rank > c.rank; at--)
            choices[at] = choices[at - 1];
        choices[at] = c;
    }
    return count;
}

/* Places what is left; as deep as there are items, at most WLAY_FIT_ITEMS. */
static bool place_rest(search *s, uint64_t end)
{
    choice choices[WLAY_FIT_ITEMS];
    size_t count;

    if (s->depth == s->count)
        return true;
    if (!remember(s, end))
        return false;
    count = list_choices(s, end, choices);
    s->work -= (size_t)wlay_min(s->work, s->packing->kind_count / 4);
    for (size_t i = 0; i < count && s->work > 0; i++) {
        const uint32_t kind = choices[i].kind;
        const uint64_t next = wlay_item_end(s->fit.kinds[kind], end);

        s->work--;
        take(s, kind);
        if (wlay_fit_possible(&s->fit, next) && place_rest(s, next))
            return true;
        give_back(s, kind);
    }
    return false;
}

/* ------------------------------------------------------------------ set up */

static bool make_search(search *s, const wlay_packing *p, wlay_arena *scratch)
{
    uint64_t radix = 1;

    memset(s, 0, sizeof *s);
    s->packing = p;
    s->radix = WLAY_NEW(scratch, uint64_t, p->kind_count);
    s->path = WLAY_NEW(scratch, uint32_t, p->count);
    if (!wlay_fit_init(&s->fit, p, scratch) || scratch->failed)
        return false;
    for (size_t i = 0; i < p->count; i++) {
        if (p->items[i].size == 0)
            continue;
        s->count++;
        wlay_fit_add(&s->fit, &p->items[i]);
    }
    /* With at most 64 items the keys are exact: there are at most 2^64
       states. */
    for (uint32_t kind = 0; kind < p->kind_count; kind++) {
        s->radix[kind] = radix;
        s->key += s->fit.left[kind] * radix;
        radix *= s->fit.left[kind] + 1;
    }
    return true;
}

static void reset(search *s)
{
    while (s->depth > 0)
        give_back(s, s->path[s->depth - 1]);
}

/* The least size that the bound allows. */
static uint64_t bound(search *s)
{
    const uint64_t unit = (uint64_t)1 << s->packing->top;
    uint64_t size = wlay_packing_size(s->packing, 0);

    for (size_t i = 0; i < s->packing->count; i++)
        size += s->packing->items[i].size;
    size = size / unit * unit;
    while (!wlay_packing_limit(s->packing, size, &s->fit.limit) ||
           !wlay_fit_possible(&s->fit, 0))
        size += unit;
    return size;
}

/* Items without a size cost nothing at the front; behind them come the others
   as the search has them. */
static void keep_path(const search *s, uint32_t *kinds)
{
    size_t count = 0;

    for (size_t i = 0; i < s->packing->count; i++)
        if (s->packing->items[i].size == 0)
            kinds[count++] = s->packing->items[i].kind;
    memcpy(kinds + count, s->path, s->depth * sizeof *kinds);
}

/* Tries sizes from `least` up to below `*size`. */
static bool search_sizes(search *s, wlay_arena *scratch, uint64_t least,
                         uint32_t *kinds, uint64_t *size, bool *proven)
{
    const uint64_t unit = (uint64_t)1 << s->packing->top;
    size_t work = WORK_MAX;

    *proven = true;
    s->memo = WLAY_NEW(scratch, memo_slot, MEMO_SIZE);
    if (s->memo == NULL)
        return false;
    for (uint64_t try = least; try < *size; try += unit) {
        const size_t share = work / (size_t)((*size - try) / unit);

        reset(s);
        memset(s->memo, 0, MEMO_SIZE * sizeof *s->memo);
        s->memo_count = 0;
        s->work = share;
        wlay_packing_limit(s->packing, try, &s->fit.limit);
        if (place_rest(s, 0)) {
            keep_path(s, kinds);
            *size = try;
            return true;
        }
        *proven = *proven && s->work > 0;
        work -= share - s->work;
    }
    return true;
}

bool wlay_pack(const wlay_packing *packing, wlay_arena *scratch,
               uint64_t known, uint32_t *kinds, uint64_t *out_size,
               bool *proven)
{
    search s;
    uint64_t least;
    uint64_t size;

    if (!make_search(&s, packing, scratch))
        return false;
    least = bound(&s);
    *out_size = known;
    *proven = least >= known;
    if (*proven)
        return true;
    if ((uint64_t)packing->count * packing->kind_count > GREEDY_MAX)
        size = pack_by_alignment(&s);
    else
        size = pack_greedily(&s, least);
    if (size < known) {
        keep_path(&s, kinds);
        *out_size = size;
    }
    *proven = least >= *out_size;
    if (*proven || s.count > WLAY_FIT_ITEMS)
        return true;
    return search_sizes(&s, scratch, least, kinds, out_size, proven);
}
