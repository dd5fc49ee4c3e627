/* SPDX-License-Identifier: MIT */
/*
 * A C struct, as rows of its members, against the struct of WGSL.
 */
#include "base.h"

#include "nearest.h"

#include <string.h>

typedef struct check {
    const wlay_struct *structure;
    const wlay_host_member *rows;
    size_t row_count;
    size_t host_size;
    uint32_t flags;
    wlay_host_difference *out;
    size_t capacity;
    size_t count;
} check;

/* The difference to fill in; a spare one where there is no more room. */
static wlay_host_difference *add(check *c, wlay_host_difference_kind kind,
                                 wlay_host_difference *spare)
{
    wlay_host_difference *const d =
        c->count < c->capacity ? &c->out[c->count] : spare;

    c->count++;
    *d = (wlay_host_difference){.kind = kind, .structure = c->structure};
    return d;
}

/* Of that member: the first row with its name, NULL if there is none. */
static const wlay_host_member *row_of(const check *c, const wlay_member *m)
{
    for (size_t i = 0; i < c->row_count; i++) {
        if (wlay_text_equal(wlay_text(c->rows[i].name), m->name))
            return &c->rows[i];
    }
    return NULL;
}

static bool is_runtime_sized(const wlay_type *type)
{
    return (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

/* The bytes up to the next member, or to the end of the struct. */
static uint64_t room_of(const check *c, const wlay_member *m)
{
    const wlay_struct *const s = c->structure;
    const bool last = m == &s->members[s->member_count - 1];

    return (last ? s->size : m[1].offset) - m->offset;
}

/* -------------------------------------------------------------------- sizes */

static bool size_fits(const check *c, const wlay_member *m, uint64_t size)
{
    const uint64_t wanted = m->type->size;

    if (size == 0 || size == wanted || size == m->size)
        return true;
    if (is_runtime_sized(m->type))
        return size % m->type->stride == 0;
    return (c->flags & WLAY_CHECK_COVER_PADDING) != 0 && size > wanted &&
           size <= room_of(c, m);
}

static void check_size(check *c, const wlay_member *m,
                       const wlay_host_member *row)
{
    wlay_host_difference spare;
    wlay_host_difference *d;

    if (size_fits(c, m, row->size))
        return;
    d = add(c, WLAY_HOST_RESIZED, &spare);
    d->member = m;
    d->row = row;
    d->wanted = m->type->size;
    d->actual = row->size;
}

/* ------------------------------------------------------------------ offsets */

/* Where the host's member ends, were it as large as WGSL wants if that is not
   known. */
static uint64_t end_of(const wlay_member *m, const wlay_host_member *row)
{
    return (uint64_t)row->offset + (row->size > 0 ? row->size : m->type->size);
}

static wlay_host_cause cause_of(const wlay_member *m, const wlay_member *before)
{
    if (m->padding_before > 0)
        return (m->flags & WLAY_MEMBER_HAS_ALIGN) != 0 ? WLAY_CAUSE_ALIGN
                                                       : WLAY_CAUSE_TYPE_ALIGN;
    if (before != NULL && before->size > before->type->size)
        return WLAY_CAUSE_SIZE;
    return WLAY_CAUSE_NONE;
}

/* What is wrong at this member itself, and not at one before it. */
static void explain_move(const check *c, wlay_host_difference *d)
{
    const wlay_member *const m = d->member;
    const wlay_member *const before =
        m > c->structure->members ? m - 1 : NULL;
    const wlay_host_member *const row =
        before != NULL ? row_of(c, before) : NULL;

    d->before = before;
    d->cause = cause_of(m, before);
    if (before == NULL) {
        d->insert = (int64_t)(d->wanted - d->actual);
    } else if (row == NULL) {
        d->cause = WLAY_CAUSE_BEFORE;
    } else if (d->actual < row->offset) {
        d->cause = WLAY_CAUSE_ORDER;
    } else {
        d->insert = (int64_t)((m->offset - before->offset -
                               before->type->size) -
                              (d->actual - end_of(before, row)));
        if (d->insert == 0)
            d->cause = WLAY_CAUSE_BEFORE;
    }
}

static void check_offset(check *c, const wlay_member *m,
                         const wlay_host_member *row)
{
    wlay_host_difference spare;
    wlay_host_difference *d;

    if (row->offset == m->offset)
        return;
    d = add(c, WLAY_HOST_MOVED, &spare);
    d->member = m;
    d->row = row;
    d->wanted = m->offset;
    d->actual = row->offset;
    explain_move(c, d);
}

/* ---------------------------------------------------------------------- all */

static void check_member(check *c, const wlay_member *m)
{
    const wlay_host_member *const row = row_of(c, m);
    wlay_host_difference spare;

    if (row != NULL) {
        check_offset(c, m, row);
        check_size(c, m, row);
    } else if ((c->flags & WLAY_CHECK_PARTIAL) == 0) {
        add(c, WLAY_HOST_MISSING, &spare)->member = m;
    }
}

static wlay_string nearest_to(const wlay_struct *s, const char *name)
{
    wlay_nearest nearest = {wlay_text(name), SIZE_MAX, {"", 0}};

    for (size_t i = 0; i < s->member_count; i++)
        wlay_nearest_offer(&nearest, s->members[i].name);
    return nearest.best;
}

static void check_row(check *c, const wlay_host_member *row)
{
    const wlay_struct *const s = c->structure;
    const wlay_member *const m =
        wlay_find_member(s, row->name, WLAY_STRLEN);
    wlay_host_difference spare;
    wlay_host_difference *d;

    if (m != NULL && row_of(c, m) == row)
        return;
    d = add(c, m != NULL ? WLAY_HOST_REPEATED : WLAY_HOST_EXTRA, &spare);
    d->member = m;
    d->row = row;
    if (m == NULL)
        d->nearest = nearest_to(s, row->name);
}

static void check_struct_size(check *c)
{
    const wlay_struct *const s = c->structure;
    const wlay_member *const last = &s->members[s->member_count - 1];
    const wlay_host_member *const row = row_of(c, last);
    wlay_host_difference spare;
    wlay_host_difference *d;

    if (is_runtime_sized(s->type) || c->host_size == s->size)
        return;
    d = add(c, WLAY_HOST_STRUCT_SIZE, &spare);
    d->wanted = s->size;
    d->actual = c->host_size;
    if (row != NULL)
        d->insert = (int64_t)((s->size - last->offset - last->type->size) -
                              (c->host_size - end_of(last, row)));
}

static bool is_valid(const check *c, const size_t *out_count)
{
    if (c->structure == NULL || out_count == NULL ||
        (c->rows == NULL && c->row_count > 0) ||
        (c->out == NULL && c->capacity > 0))
        return false;
    for (size_t i = 0; i < c->row_count; i++) {
        if (c->rows[i].name == NULL)
            return false;
    }
    return true;
}

WLAY_COLD wlay_result wlay_check_struct(const wlay_struct *structure,
                              const wlay_host_member *rows, size_t row_count,
                              size_t host_size, uint32_t flags,
                              wlay_host_difference *out, size_t capacity,
                              size_t *out_count)
{
    check c = {structure, rows, row_count, host_size, flags, out, capacity, 0};

    if (!is_valid(&c, out_count))
        return WLAY_INVALID_ARGUMENT;
    *out_count = 0;
    if ((structure->type->flags & WLAY_TYPE_SIZE_UNKNOWN) != 0 ||
        structure->size == 0)
        return WLAY_UNKNOWN_SIZE;
    for (size_t i = 0; i < structure->member_count; i++)
        check_member(&c, &structure->members[i]);
    for (size_t i = 0; i < row_count; i++)
        check_row(&c, &rows[i]);
    check_struct_size(&c);
    *out_count = c.count;
    return c.count > 0 ? WLAY_TYPE_MISMATCH : WLAY_OK;
}
