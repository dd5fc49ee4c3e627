/* SPDX-License-Identifier: MIT */
/*
 * Members by name.  Structs with few members are searched from first to last;
 * the others carry a hash table of their members' numbers.
 */
#include "types.h"

#include <string.h>

/* Fewer comparisons than a hash costs. */
#define SEARCHED_MAX 16
/* A slot is 0 if it is free; else it holds the number of a member plus one, and
   above that the upper bits of the hash of its name. */
#define NUMBER_BITS 15
#define NUMBER_MASK ((UINT32_C(1) << NUMBER_BITS) - 1)

struct wlay_member_index {
    size_t mask; /* of the slots, a power of two of them */
    uint32_t slots[];
};

static bool has_name(const wlay_member *member, const char *name,
                     size_t length)
{
    return member->name.length == length &&
           memcmp(member->name.data, name, length) == 0;
}

/* The first one, where an invalid module has several of that name. */
static const wlay_member *search(const wlay_struct *s, const char *name,
                                 size_t length)
{
    for (size_t i = 0; i < s->member_count; i++)
        if (has_name(&s->members[i], name, length))
            return &s->members[i];
    return NULL;
}

/* The slot that has the name, or the free one where it would go. */
static size_t find_slot(const wlay_struct *s, const wlay_member_index *index,
                        wlay_string name, uint32_t hash)
{
    size_t at = hash;

    for (;; at++) {
        const uint32_t slot = index->slots[at & index->mask];

        if (slot == 0 ||
            (((slot ^ hash) & ~NUMBER_MASK) == 0 &&
             has_name(&s->members[(slot & NUMBER_MASK) - 1], name.data,
                      name.length)))
            return at & index->mask;
    }
}

static const wlay_member *look_up(const wlay_struct *s,
                                  const wlay_member_index *index,
                                  const char *name, size_t length)
{
    const wlay_string text = {name, length};
    const uint32_t slot =
        index->slots[find_slot(s, index, text, wlay_hash(name, length))];

    return slot == 0 ? NULL : &s->members[(slot & NUMBER_MASK) - 1];
}

/* Of several members with one name the first. */
static void fill(const wlay_struct *s, wlay_member_index *index)
{
    for (uint32_t i = 0; i < s->member_count; i++) {
        const wlay_string name = s->members[i].name;
        const uint32_t hash = wlay_hash(name.data, name.length);
        const size_t at = find_slot(s, index, name, hash);

        if (index->slots[at] == 0)
            index->slots[at] = (hash & ~NUMBER_MASK) | (i + 1);
    }
}

void wlay_index_members(wlay_arena *arena, wlay_type_node *node)
{
    const wlay_struct *const s = node->type.structure;
    wlay_member_index *index;
    size_t count = 16;

    if (s->member_count <= SEARCHED_MAX || s->member_count >= NUMBER_MASK)
        return;
    while (count < s->member_count * 2)
        count *= 2;
    index = wlay_alloc(arena, 1, sizeof *index + count * sizeof(uint32_t));
    if (index == NULL)
        return;
    index->mask = count - 1;
    fill(s, index);
    node->members = index;
}

const wlay_member *wlay_find_member(const wlay_struct *structure,
                                    const char *name, size_t length)
{
    const wlay_string text = wlay_text_in(name, length);
    const wlay_member_index *index;

    if (structure == NULL || structure->type == NULL)
        return NULL;
    /* The caller's may be a copy of the struct; the type is never one. */
    index = wlay_node(structure->type)->members;
    return index == NULL
               ? search(structure, text.data, text.length)
               : look_up(structure, index, text.data, text.length);
}
