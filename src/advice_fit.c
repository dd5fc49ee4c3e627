/* SPDX-License-Identifier: MIT */
#include "advice_fit.h"

#include <string.h>

uint32_t wlay_level_of(uint64_t power_of_two)
{
    uint32_t level = 0;

    while (power_of_two > 1) {
        power_of_two >>= 1;
        level++;
    }
    return level;
}

/* ---------------------------------------------------------------- the items */

/* What is missing up to a multiple of 2^level. */
static uint64_t deficit(uint64_t size, uint32_t level)
{
    return (~size + 1) & (((uint64_t)1 << level) - 1);
}

static void sort_by_deficit(const wlay_fit *fit, uint32_t level,
                            uint32_t *order)
{
    for (uint32_t kind = 0; kind < fit->kind_count; kind++) {
        const uint64_t d = deficit(fit->kinds[kind]->size, level);
        uint32_t at = kind;

        for (; at > 0 && deficit(fit->kinds[order[at - 1]]->size, level) > d;
             at--)
            order[at] = order[at - 1];
        order[at] = kind;
    }
}

bool wlay_fit_init(wlay_fit *fit, const wlay_packing *packing,
                   wlay_arena *scratch)
{
    const uint32_t kind_count = packing->kind_count;

    memset(fit, 0, sizeof *fit);
    fit->top = packing->top;
    fit->kind_count = kind_count;
    fit->kinds = WLAY_NEW(scratch, const wlay_item *, kind_count);
    fit->left = WLAY_NEW(scratch, size_t, kind_count);
    if (scratch->failed)
        return false;
    for (size_t i = 0; i < packing->count; i++)
        fit->kinds[packing->items[i].kind] = &packing->items[i];
    if (kind_count > WLAY_FIT_ITEMS)
        return true;
    fit->by_deficit =
        WLAY_NEW(scratch, uint32_t, (size_t)kind_count * (fit->top + 1));
    for (uint32_t level = 0; fit->by_deficit != NULL && level <= fit->top;
         level++)
        sort_by_deficit(fit, level, fit->by_deficit + level * kind_count);
    return fit->by_deficit != NULL;
}

/* `sign` is 1 or -1; unsigned numbers wrap around and back. */
static void change(wlay_fit *fit, const wlay_item *item, int sign)
{
    const uint64_t one = (uint64_t)(int64_t)sign;
    const uint64_t rest = item->size & (item->align - 1);
    const uint64_t gap = rest > 0 ? item->align - rest : 0;

    fit->left[item->kind] += (size_t)one;
    fit->size += one * item->size;
    fit->need[item->level] +=
        one * ((item->size >> item->level) + (rest > 0 ? 1 : 0));
    for (uint32_t level = 0; gap >> level != 0; level++)
        fit->free[level] += one * (gap >> level & 1);
    for (uint32_t level = 1; level <= fit->top; level++)
        if (deficit(item->size, level) > 0)
            fit->open[level] += item->level >= level ? sign : -sign;
}

void wlay_fit_add(wlay_fit *fit, const wlay_item *item)
{
    change(fit, item, 1);
}

void wlay_fit_remove(wlay_fit *fit, const wlay_item *item)
{
    change(fit, item, -1);
}

/* ----------------------------------------------------- the bound of pieces */

/*
 * Cuts the memory from `end` to the limit into the largest aligned blocks: they
 * grow up to 2^top.  What ends an order may be a rest, whose gap reaches beyond
 * the limit: so it is rounded up.
 */
static void cut(const wlay_fit *fit, uint64_t end,
                uint64_t blocks[WLAY_FIT_LEVELS])
{
    const uint64_t unit = (uint64_t)1 << fit->top;
    const uint64_t limit = (fit->limit + unit - 1) & ~(unit - 1);

    for (uint32_t level = 0; level < fit->top; level++) {
        blocks[level] = end >> level & 1;
        end += blocks[level] << level;
    }
    blocks[fit->top] = (limit - end) >> fit->top;
}

static bool pieces_fit(const wlay_fit *fit, uint64_t end)
{
    uint64_t blocks[WLAY_FIT_LEVELS];
    uint64_t available = 0;

    cut(fit, end, blocks);
    for (uint32_t level = fit->top + 1; level-- > 0;) {
        available = available * 2 + blocks[level] + fit->free[level];
        if (fit->need[level] > available)
            return false;
        available -= fit->need[level];
    }
    return true;
}

/* ----------------------------------------------------- the bound of blocks */

/* The least padding of `count` blocks that no smaller item fills, not counting
   what of it is less than 2^from. */
static uint64_t least_padding(const wlay_fit *fit, uint32_t level,
                              uint32_t from, uint64_t count)
{
    const uint32_t *const order = fit->by_deficit + level * fit->kind_count;
    uint64_t padding = 0;

    for (uint32_t i = 0; i < fit->kind_count && count > 0; i++) {
        const wlay_item *const item = fit->kinds[order[i]];
        const uint64_t d = deficit(item->size, level);
        uint64_t taken;

        if (item->level < level || d == 0)
            continue;
        taken = wlay_min(fit->left[order[i]], count);
        padding += taken * (d >> from << from);
        count -= taken;
    }
    return padding;
}

/*
 * What a block lacks is padded in steps, each of which makes up for some bits of
 * it.  So the padding of blocks of one power of two may be added to that of a
 * smaller one, if only the bits above that are counted.
 */
static bool blocks_fit(const wlay_fit *fit, uint64_t end)
{
    const uint64_t spare = fit->limit - end - fit->size;
    uint64_t padding[WLAY_FIT_LEVELS]; /* with blocks up to that level */

    padding[0] = 0;
    for (uint32_t level = 1; level <= fit->top; level++) {
        /* The block that is begun may be filled for nothing, to be on the safe
           side; and the last one need not be full if the limit is in it. */
        const int64_t excused = deficit(fit->limit, level) > 0 ? 1 : 0;
        const int64_t unfilled = fit->open[level] - excused;

        padding[level] = padding[level - 1];
        for (uint32_t from = 0; unfilled > 0 && from < level; from++)
            padding[level] = wlay_max(
                padding[level],
                padding[from] +
                    least_padding(fit, level, from, (uint64_t)unfilled));
        if (padding[level] > spare)
            return false;
    }
    return true;
}

bool wlay_fit_possible(const wlay_fit *fit, uint64_t end)
{
    return end <= fit->limit && fit->size <= fit->limit - end &&
           (fit->by_deficit == NULL || blocks_fit(fit, end)) &&
           pieces_fit(fit, end);
}

uint64_t wlay_packing_size(const wlay_packing *packing, uint64_t end)
{
    const uint64_t unit = (uint64_t)1 << packing->top;

    if (packing->tail_size > 0)
        end = ((end + packing->tail_align - 1) & ~(packing->tail_align - 1)) +
              packing->tail_size;
    return (end + unit - 1) & ~(unit - 1);
}

bool wlay_packing_limit(const wlay_packing *packing, uint64_t size,
                        uint64_t *out_end)
{
    *out_end = size;
    if (packing->tail_size == 0)
        return true;
    if (packing->tail_size > size)
        return false;
    *out_end = (size - packing->tail_size) & ~(packing->tail_align - 1);
    return true;
}

/* ------------------------------------------------------------ moved items */

/* The first of the ends that is not below `value`. */
static size_t lower_bound(const size_t *ends, size_t count, size_t value)
{
    size_t from = 0;

    while (from < count) {
        const size_t middle = from + (count - from) / 2;

        if (ends[middle] < value)
            from = middle + 1;
        else
            count = middle;
    }
    return from;
}

size_t wlay_count_moved(const size_t *order, size_t count, wlay_arena *scratch)
{
    /* ends[k]: the least end of a rising sequence of k + 1 items. */
    size_t *const ends = WLAY_NEW(scratch, size_t, count);
    size_t length = 0;

    if (ends == NULL)
        return SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const size_t at = lower_bound(ends, length, order[i]);

        ends[at] = order[i];
        if (at == length)
            length++;
    }
    return count - length;
}
