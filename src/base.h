/* SPDX-License-Identifier: MIT */
/*
 * The ground floor: checked arithmetic, the arena, and text as bytes.
 */
#ifndef WLAY_BASE_H
#define WLAY_BASE_H

#include "../include/wlay.h"

/* What calls such a function is rare: it is made small rather than fast. */
#if defined(__GNUC__)
#  define WLAY_COLD __attribute__((cold))
#else
#  define WLAY_COLD
#endif

/* Keeps what is rare out of the functions that are called for every token. */
#if defined(__GNUC__)
#  define WLAY_NOINLINE __attribute__((noinline))
#elif defined(_MSC_VER)
#  define WLAY_NOINLINE __declspec(noinline)
#else
#  define WLAY_NOINLINE
#endif

/* ------------------------------------------------------ checked arithmetic */

/* Each returns false, and leaves *out alone, if the result does not fit. */
static inline bool wlay_add(uint64_t a, uint64_t b, uint64_t *out)
{
    if (a > UINT64_MAX - b)
        return false;
    *out = a + b;
    return true;
}

static inline bool wlay_mul(uint64_t a, uint64_t b, uint64_t *out)
{
    if (b != 0 && a > UINT64_MAX / b)
        return false;
    *out = a * b;
    return true;
}

/* The smallest multiple of `align`, a power of two, that is at least `n`. */
static inline bool wlay_round_up(uint64_t align, uint64_t n, uint64_t *out)
{
    uint64_t sum;

    if (!wlay_add(n, align - 1, &sum))
        return false;
    *out = sum & ~(align - 1);
    return true;
}

static inline bool wlay_is_power_of_two(uint64_t n)
{
    return n != 0 && (n & (n - 1)) == 0;
}

static inline uint64_t wlay_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static inline uint64_t wlay_max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------- arena */

typedef struct wlay_chunk wlay_chunk;

/*
 * Memory that is taken in small pieces and given back as a whole.  What lies
 * between `next` and `zeroed` is zero; a chunk is cleared bit by bit, as much of
 * a small module's is never used.  A failed allocation is remembered in `failed`:
 * callers may go on for a while with NULL checks where they must and ask once at
 * the end.
 */
typedef struct wlay_arena {
    wlay_allocator allocator;
    wlay_chunk *chunk; /* the newest; older ones behind it */
    char *next;        /* free memory in the newest chunk */
    char *zeroed;      /* the end of what has been cleared */
    char *end;         /* of the chunk */
    size_t chunk_size; /* of the next chunk, if there is no telling */
    size_t size;       /* of all chunks */
    /* How far the work has come that the memory is for, and how far it goes, both
       below 2 to the 56th; 0 of 0 if there is no telling.  With it the next chunk
       has what the rest will need if it goes on like that. */
    uint64_t done;
    uint64_t total;
    bool failed;
} wlay_arena;

/* A place in an arena to go back to. */
typedef struct wlay_mark {
    wlay_chunk *chunk;
    char *next;
} wlay_mark;

/* `first_size` is how many bytes the first chunk has room for. */
void wlay_arena_init(wlay_arena *arena, const wlay_allocator *allocator,
                     size_t first_size);
void wlay_arena_free(wlay_arena *arena);
/* The work is done that `total` was the size of: what is to come needs little, or
   there is no telling. */
void wlay_arena_expect_little(wlay_arena *arena);

/* wlay_alloc_quick where too little has been cleared. */
void *wlay_alloc_slow(wlay_arena *arena, size_t count, size_t size);

/* Objects in an arena begin at multiples of this. */
#define WLAY_ARENA_UNIT ((size_t)8)

/* Zero-filled memory for `count` objects of `size` bytes; never NULL for a count
   of 0.  NULL if the allocator has no more. */
void *wlay_alloc(wlay_arena *arena, size_t count, size_t size);

/* The same, in a place that every member or so comes to. */
static inline void *wlay_alloc_quick(wlay_arena *arena, size_t count, size_t size)
{
    const size_t room = (size_t)(arena->zeroed - arena->next);
    char *const memory = arena->next;

    if (count == 0 || count > SIZE_MAX / 2 / size ||
        ((count * size + WLAY_ARENA_UNIT - 1) & ~(WLAY_ARENA_UNIT - 1)) > room)
        return wlay_alloc_slow(arena, count, size);
    arena->next +=
        (count * size + WLAY_ARENA_UNIT - 1) & ~(WLAY_ARENA_UNIT - 1);
    return memory;
}
#define WLAY_NEW(arena, type, count) \
    ((type *)wlay_alloc((arena), (count), sizeof(type)))
#define WLAY_NEW_QUICK(arena, type, count) \
    ((type *)wlay_alloc_quick((arena), (count), sizeof(type)))

/* A null-terminated copy; {NULL, 0} if out of memory. */
wlay_string wlay_copy_string(wlay_arena *arena, wlay_string string);

wlay_mark wlay_arena_mark(const wlay_arena *arena);
void wlay_arena_release(wlay_arena *arena, wlay_mark mark);

/* wlay_grow where there is no room. */
void *wlay_grow_slow(wlay_arena *arena, const void *items, size_t count,
                     size_t *capacity, size_t size);

/*
 * Room for one more in a growing array of `size`-byte items: `items` or a larger
 * copy of it, NULL if out of memory.  The old array stays in the arena.
 */
static inline void *wlay_grow(wlay_arena *arena, void *items, size_t count,
                              size_t *capacity, size_t size)
{
    return count < *capacity
               ? items
               : wlay_grow_slow(arena, items, count, capacity, size);
}

/*
 * Sorts `count` items of `size` bytes; equal ones keep their order.  `scratch` has
 * room for as many.
 */
typedef bool wlay_before(const void *a, const void *b);
void wlay_sort(void *items, void *scratch, size_t count, size_t size,
               wlay_before *before);

/* -------------------------------------------------------------------- text */

/* A literal as a wlay_string. */
#define WLAY_TEXT(literal) ((wlay_string){(literal), sizeof(literal) - 1})

wlay_string wlay_text(const char *null_terminated);
bool wlay_text_equal(wlay_string a, wlay_string b);

/* The bytes from `from` up to `to`.  An empty text may have no address, and to
   none nothing can be added. */
static inline wlay_string wlay_slice(wlay_string text, size_t from, size_t to)
{
    return to > from ? (wlay_string){text.data + from, to - from}
                     : (wlay_string){"", 0};
}

/* The length of a public (data, WLAY_STRLEN or length) pair made explicit. */
wlay_string wlay_text_in(const char *data, size_t length);

/*
 * Decodes the UTF-8 sequence at `at`; returns its length, or 0 if it is not well
 * formed there.  `at` must be inside of the text.
 */
size_t wlay_decode_utf8(const char *text, size_t length, size_t at,
                        uint32_t *out_code_point);

/* How many bytes of blankspace, or of one line break (CRLF is one), stand at
   `at`; 0 if none does.  [Blankspace and Line Breaks] */
size_t wlay_blankspace(const char *text, size_t length, size_t at);
size_t wlay_line_break(const char *text, size_t length, size_t at);

/* XID_Start and XID_Continue of Unicode; src/unicode.c is generated. */
bool wlay_is_xid_start(uint32_t code_point);
bool wlay_is_xid_continue(uint32_t code_point);

/* Decimal digits of `value` at the end of `buffer`, which they do not fill. */
#define WLAY_DIGITS_MAX 24
wlay_string wlay_digits_u64(uint64_t value, char buffer[WLAY_DIGITS_MAX]);
wlay_string wlay_digits_i64(int64_t value, char buffer[WLAY_DIGITS_MAX]);

/* Text that grows in an arena. */
typedef struct wlay_builder {
    wlay_arena *arena;
    char *data;
    size_t length;
    size_t capacity;
} wlay_builder;

void wlay_put(wlay_builder *builder, wlay_string text);
void wlay_put_u64(wlay_builder *builder, uint64_t value);
/* A name, of which one that is longer than `most` bytes is cut, with "..." behind
   it: names may be as long as the source, and be repeated for each few bytes. */
void wlay_put_name(wlay_builder *builder, wlay_string name, size_t most);
/* What was put, null-terminated; {NULL, 0} if out of memory. */
wlay_string wlay_built(wlay_builder *builder);

#endif /* WLAY_BASE_H */
