/* SPDX-License-Identifier: MIT */
/* Moved items go back among those that kept their places, one at a time, where
   the order stays as small as it is. */
#include "advice_fit.h"

#include <string.h>

typedef struct settling {
    const wlay_packing *packing;
    uint64_t limit;
    size_t *order;
    size_t count;
    bool kept[WLAY_FIT_ITEMS]; /* by place: in the longest rising sequence */
} settling;

/* Marks a longest rising sequence. */
static void mark_kept(settling *s)
{
    size_t length[WLAY_FIT_ITEMS]; /* of the longest that ends at that place */
    size_t before[WLAY_FIT_ITEMS] = {0}; /* the place in front, or itself */
    size_t last = 0;

    for (size_t i = 0; i < s->count; i++) {
        s->kept[i] = false;
        length[i] = 1;
        before[i] = i;
        for (size_t k = 0; k < i; k++) {
            if (s->order[k] > s->order[i] || length[k] < length[i])
                continue;
            length[i] = length[k] + 1;
            before[i] = k;
        }
        if (length[i] > length[last])
            last = i;
    }
    for (; before[last] != last; last = before[last])
        s->kept[last] = true;
    s->kept[last] = true;
}

static void move_item(size_t *order, size_t from, size_t to)
{
    const size_t item = order[from];

    if (from < to)
        memmove(order + from, order + from + 1, (to - from) * sizeof *order);
    else
        memmove(order + to + 1, order + to, (from - to) * sizeof *order);
    order[to] = item;
}

static bool is_small(const settling *s)
{
    uint64_t end = 0;

    for (size_t i = 0; i < s->count; i++)
        end = wlay_item_end(&s->packing->items[s->order[i]], end);
    return end <= s->limit;
}

/* The places, after the item is taken out, between its kept neighbours. */
static void find_range(const settling *s, size_t from, size_t *first,
                       size_t *last)
{
    *first = 0;
    *last = s->count - 1;
    for (size_t i = 0; i < s->count; i++) {
        if (!s->kept[i])
            continue;
        if (s->order[i] < s->order[from])
            *first = i < from ? i + 1 : i;
        else if (*last == s->count - 1)
            *last = i < from ? i : i - 1;
    }
}

/* Puts one more item among the kept ones; false if none can be. */
static bool settle_one(settling *s)
{
    mark_kept(s);
    for (size_t from = 0; from < s->count; from++) {
        size_t first;
        size_t last;

        if (s->kept[from])
            continue;
        find_range(s, from, &first, &last);
        for (size_t to = first; to <= last; to++) {
            move_item(s->order, from, to);
            if (is_small(s))
                return true;
            move_item(s->order, to, from);
        }
    }
    return false;
}

void wlay_pack_settle(const wlay_packing *packing, uint64_t limit,
                      size_t *order)
{
    settling s = {packing, limit, order, packing->count, {false}};

    /* Each time one more is kept. */
    while (settle_one(&s))
        continue;
}
