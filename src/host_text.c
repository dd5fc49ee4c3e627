/* SPDX-License-Identifier: MIT */
/*
 * What differs between a C struct and WGSL's, for a person to act on.
 */
#include "base.h"

#include <string.h>

/* The text that fits, and the length of all. */
typedef struct line {
    char *buffer;
    size_t capacity;
    size_t length;
} line;

static void put(line *l, wlay_string text)
{
    if (l->length < l->capacity) {
        const size_t room = l->capacity - l->length;

        memcpy(l->buffer + l->length, text.data,
               text.length < room ? text.length : room);
    }
    l->length += text.length;
}

static void words(line *l, const char *text)
{
    put(l, wlay_text(text));
}

static void number(line *l, uint64_t value)
{
    char buffer[WLAY_DIGITS_MAX];

    put(l, wlay_digits_u64(value, buffer));
}

static void bytes(line *l, uint64_t count)
{
    number(l, count);
    words(l, count == 1 ? " byte" : " bytes");
}

/* "color (vec3<f32>)" */
static void member(line *l, const wlay_member *m)
{
    put(l, m->name);
    words(l, " (");
    put(l, m->type->name);
    words(l, ")");
}

/* -------------------------------------------------------------------- kinds */

static void put_cause(line *l, const wlay_host_difference *d)
{
    switch (d->cause) {
    case WLAY_CAUSE_TYPE_ALIGN:
        words(l, ", because ");
        put(l, d->member->type->name);
        words(l, " is aligned to ");
        number(l, d->member->align);
        break;
    case WLAY_CAUSE_ALIGN:
        words(l, ", because it has @align(");
        number(l, d->member->align);
        words(l, ")");
        break;
    case WLAY_CAUSE_SIZE:
        words(l, ", because ");
        put(l, d->before->name);
        words(l, " before it has @size(");
        number(l, d->before->size);
        words(l, ")");
        break;
    case WLAY_CAUSE_BEFORE:
        words(l, ", which comes of ");
        member(l, d->before);
        words(l, " before it: mend that first");
        break;
    case WLAY_CAUSE_ORDER:
        words(l, ": the members are in another order; put it behind ");
        member(l, d->before);
        break;
    default:
        words(l, d->before != NULL ? ", right behind " : ", the first of all");
        put(l, d->before != NULL ? d->before->name : WLAY_TEXT(""));
        break;
    }
}

static void put_insert(line *l, int64_t count, const char *place)
{
    if (count == 0)
        return;
    words(l, count > 0 ? "; put " : "; take out ");
    bytes(l, count > 0 ? (uint64_t)count : 0 - (uint64_t)count);
    words(l, place);
}

static void put_numbers(line *l, const wlay_host_difference *d,
                        const char *what)
{
    words(l, ": C has ");
    words(l, what);
    number(l, d->actual);
    words(l, ", WGSL wants ");
    number(l, d->wanted);
}

static void put_moved(line *l, const wlay_host_difference *d)
{
    put(l, d->member->name);
    put_numbers(l, d, "offset ");
    put_cause(l, d);
    put_insert(l, d->insert, " before it");
}

static void put_resized(line *l, const wlay_host_difference *d)
{
    put(l, d->member->name);
    put_numbers(l, d, "size ");
    words(l, ", the size of ");
    put(l, d->member->type->name);
}

static void put_missing(line *l, const wlay_host_difference *d)
{
    put(l, d->member->name);
    words(l, ": C has no such member; WGSL has ");
    put(l, d->member->type->name);
    words(l, " of ");
    bytes(l, d->member->type->size);
    words(l, " at offset ");
    number(l, d->member->offset);
}

static void put_extra(line *l, const wlay_host_difference *d)
{
    words(l, d->row->name);
    words(l, ": WGSL has no such member in ");
    put(l, d->structure->name);
    if (d->nearest.length == 0)
        return;
    words(l, "; did you mean ");
    put(l, d->nearest);
    words(l, "?");
}

static void put_repeated(line *l, const wlay_host_difference *d)
{
    words(l, d->row->name);
    words(l, ": there are two rows of that name");
}

static void put_struct_size(line *l, const wlay_host_difference *d)
{
    put(l, d->structure->name);
    put_numbers(l, d, "size ");
    words(l, ", a multiple of its alignment ");
    number(l, d->structure->align);
    put_insert(l, d->insert, " at its end");
}

WLAY_COLD size_t wlay_host_difference_text(const wlay_host_difference *difference,
                                 char *buffer, size_t capacity)
{
    static void (*const writers[])(line *, const wlay_host_difference *) = {
        [WLAY_HOST_MISSING] = put_missing,
        [WLAY_HOST_EXTRA] = put_extra,
        [WLAY_HOST_REPEATED] = put_repeated,
        [WLAY_HOST_MOVED] = put_moved,
        [WLAY_HOST_RESIZED] = put_resized,
        [WLAY_HOST_STRUCT_SIZE] = put_struct_size,
    };
    line l = {buffer, buffer != NULL && capacity > 0 ? capacity - 1 : 0, 0};

    if (difference != NULL && difference->kind >= WLAY_HOST_MISSING &&
        difference->kind <= WLAY_HOST_STRUCT_SIZE)
        writers[difference->kind](&l, difference);
    if (buffer != NULL && capacity > 0)
        buffer[l.length < l.capacity ? l.length : l.capacity] = '\0';
    return l.length;
}
