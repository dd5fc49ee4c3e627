/* SPDX-License-Identifier: MIT */
#include "base.h"

#include <stdlib.h>
#include <string.h>

/* Tests build with 1, so that every arena allocation reaches the allocator. */
#ifndef WLAY_ARENA_CHUNK
#define WLAY_ARENA_CHUNK 4096
#endif
#define CHUNK_MAX ((size_t)1 << 20)
#define CLEARED_AT_ONCE 1024

/* The strictest alignment that anything in an arena needs; max_align_t is
   missing from C mode of MSVC. */
typedef union widest {
    void *pointer;
    uint64_t integer;
    double number;
    char unit[WLAY_ARENA_UNIT];
} widest;

struct wlay_chunk {
    wlay_chunk *older;
    size_t size; /* of the whole block, as asked of the allocator */
    widest data[];
};

static void *default_alloc(void *user_data, size_t size)
{
    (void)user_data;
    return malloc(size);
}

static void default_release(void *user_data, void *memory, size_t size)
{
    (void)user_data;
    (void)size;
    free(memory);
}

void wlay_arena_init(wlay_arena *arena, const wlay_allocator *allocator,
                     size_t first_size)
{
    memset(arena, 0, sizeof *arena);
    if (allocator != NULL && allocator->alloc != NULL) {
        arena->allocator = *allocator;
    } else {
        arena->allocator.alloc = default_alloc;
        arena->allocator.release = default_release;
    }
    arena->chunk_size = first_size;
}

static void drop_newest_chunk(wlay_arena *arena)
{
    wlay_chunk *const chunk = arena->chunk;

    arena->size -= chunk->size;
    arena->chunk = chunk->older;
    arena->allocator.release(arena->allocator.user_data, chunk, chunk->size);
}

void wlay_arena_free(wlay_arena *arena)
{
    while (arena->chunk != NULL)
        drop_newest_chunk(arena);
    arena->next = arena->zeroed = arena->end = NULL;
}

void wlay_arena_expect_little(wlay_arena *arena)
{
    arena->done = arena->total = 0;
    arena->chunk_size = (size_t)wlay_max(arena->size / 64, WLAY_ARENA_CHUNK);
}

/* What the next chunk should have room for. */
static size_t next_size(const wlay_arena *arena)
{
    uint64_t rate;
    uint64_t size;

    if (arena->done == 0)
        return arena->chunk_size;
    /* In 256ths of what there is.  As the beginning may be like nothing behind it,
       no more than as much again; and a little more, as the end is never quite
       like it either. */
    rate = wlay_min((arena->total - arena->done) * 256 / arena->done, 256);
    if (!wlay_mul(arena->size, rate + 4, &size))
        return arena->chunk_size;
    return (size_t)wlay_min(wlay_max(size / 256, WLAY_ARENA_CHUNK),
                            SIZE_MAX / 2);
}

/* A new chunk with room for at least `size` bytes. */
static bool add_chunk(wlay_arena *arena, size_t size)
{
    size_t room = next_size(arena);
    wlay_chunk *chunk;

    if (WLAY_ARENA_CHUNK == 1 || room < size)
        room = size;
    if (room > SIZE_MAX - sizeof(wlay_chunk))
        return false;
    chunk = arena->allocator.alloc(arena->allocator.user_data,
                                   sizeof(wlay_chunk) + room);
    if (chunk == NULL)
        return false;
    chunk->older = arena->chunk;
    chunk->size = sizeof(wlay_chunk) + room;
    arena->chunk = chunk;
    arena->size += chunk->size;
    arena->next = arena->zeroed = (char *)chunk->data;
    arena->end = arena->next + room;
    /* Few allocations for large modules, little waste for small ones. */
    arena->chunk_size = (size_t)wlay_min(
        wlay_max(room + room / 2, WLAY_ARENA_CHUNK), CHUNK_MAX);
    return true;
}

/* Clears the next `size` bytes of the newest chunk, which has them, and some
   more. */
static void clear(wlay_arena *arena, size_t size)
{
    const size_t room = (size_t)(arena->end - arena->next);
    char *const to =
        arena->next + (size_t)wlay_min(wlay_max(size, CLEARED_AT_ONCE), room);

    if (to <= arena->zeroed)
        return;
    memset(arena->zeroed, 0, (size_t)(to - arena->zeroed));
    arena->zeroed = to;
}

/* Also for a count of 0, so that wlay_alloc_quick() has one test less. */
void *wlay_alloc_slow(wlay_arena *arena, size_t count, size_t size)
{
    size_t needed;

    if (count == 0)
        return wlay_alloc(arena, 1, 1);
    if (count <= SIZE_MAX / 2 / size) {
        needed = (count * size + WLAY_ARENA_UNIT - 1) & ~(WLAY_ARENA_UNIT - 1);
        if (needed <= (size_t)(arena->end - arena->next) ||
            add_chunk(arena, needed)) {
            clear(arena, needed);
            return wlay_alloc(arena, count, size);
        }
    }
    arena->failed = true;
    return NULL;
}

void *wlay_alloc(wlay_arena *arena, size_t count, size_t size)
{
    return wlay_alloc_quick(arena, count, size);
}

wlay_string wlay_copy_string(wlay_arena *arena, wlay_string string)
{
    char *const copy = string.length < SIZE_MAX
                           ? wlay_alloc(arena, string.length + 1, 1)
                           : NULL;

    if (copy == NULL)
        return (wlay_string){NULL, 0};
    if (string.length > 0)
        memcpy(copy, string.data, string.length);
    return (wlay_string){copy, string.length};
}

wlay_mark wlay_arena_mark(const wlay_arena *arena)
{
    return (wlay_mark){arena->chunk, arena->next};
}

void wlay_arena_release(wlay_arena *arena, wlay_mark mark)
{
    if (arena->chunk == mark.chunk) {
        if (arena->next > mark.next)
            memset(mark.next, 0, (size_t)(arena->next - mark.next));
        arena->next = mark.next;
        return;
    }
    while (arena->chunk != mark.chunk) {
        /* The next one need not be larger than this one was. */
        arena->chunk_size = arena->chunk->size - sizeof(wlay_chunk);
        drop_newest_chunk(arena);
    }
    arena->next = arena->zeroed = mark.next;
    arena->end =
        mark.chunk == NULL ? NULL : (char *)mark.chunk + mark.chunk->size;
}

void *wlay_grow_slow(wlay_arena *arena, const void *items, size_t count,
                     size_t *capacity, size_t size)
{
    size_t larger;
    void *copy;

    larger = *capacity < 8 ? 8 : *capacity * 2;
    if (larger < *capacity) {
        arena->failed = true;
        return NULL;
    }
    copy = wlay_alloc(arena, larger, size);
    if (copy == NULL)
        return NULL;
    if (count > 0)
        memcpy(copy, items, count * size);
    *capacity = larger;
    return copy;
}
