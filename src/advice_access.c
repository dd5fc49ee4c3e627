/* SPDX-License-Identifier: MIT */
/* What a group of invocations fetches when each reads one element of an
   array. */
#include "types.h"

#include <string.h>

#define LINE_DEFAULT 128
#define GROUP_DEFAULT 32
#define GROUP_MAX 65536

/* --------------------------------------------------------------- one array */

/* Elements one behind the other. */
typedef struct elements {
    uint64_t stride;
    uint64_t size;
    uint64_t align;
    uint64_t line;
    uint32_t group;
} elements;

typedef struct touched {
    uint64_t lines;
    uint64_t split;
} touched;

/* Lines that hold a part of an element which begins at `offset`. */
static uint64_t lines_at(const elements *e, uint64_t offset)
{
    return (offset + e->size - 1) / e->line - offset / e->line + 1;
}

/* The element is in more lines than one that begins with a line would be. */
static bool is_split(const elements *e, uint64_t offset)
{
    return lines_at(e, offset) > lines_at(e, 0);
}

/* Elements lie in order: each adds the lines behind the last one before. */
static touched touch(const elements *e, uint64_t base)
{
    touched t = {0, 0};
    uint64_t next = base / e->line;
    uint64_t offset = base;

    for (uint32_t i = 0; i < e->group; i++, offset += e->stride) {
        const uint64_t first = offset / e->line;
        const uint64_t end = first + lines_at(e, offset);

        t.lines += end > next ? end - wlay_max(first, next) : 0;
        t.split += is_split(e, offset) ? 1u : 0u;
        next = wlay_max(end, next);
    }
    return t;
}

/* At each place within a line that the alignment allows. */
static touched touch_at_worst(const elements *e)
{
    touched worst = {0, 0};

    for (uint64_t base = 0; base < e->line; base += e->align) {
        const touched t = touch(e, base);

        worst.lines = wlay_max(worst.lines, t.lines);
        worst.split = wlay_max(worst.split, t.split);
    }
    return worst;
}

static wlay_access_lines fetch(const elements *e, uint64_t data)
{
    const touched aligned = touch(e, 0);
    const touched worst = touch_at_worst(e);

    return (wlay_access_lines){
        .stride = e->stride,
        .lines = aligned.lines,
        .split = aligned.split,
        .worst_lines = worst.lines,
        .worst_split = worst.split,
        .used = data * e->group,
        .fetched = aligned.lines * e->line,
    };
}

/* ------------------------------------------------------------------ pattern */

static uint64_t round_to_power(uint64_t n)
{
    uint64_t power = 1;

    while (power < n)
        power *= 2;
    return power;
}

wlay_result wlay_access_of(const wlay_type *element, wlay_access_pattern *out)
{
    if (element == NULL || out == NULL)
        return WLAY_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    if (element->size == 0 || element->align == 0 ||
        (element->flags & (WLAY_TYPE_RUNTIME_SIZED | WLAY_TYPE_SIZE_UNKNOWN)))
        return WLAY_UNKNOWN_SIZE;
    if (!wlay_round_up(element->align, element->size, &out->stride))
        return WLAY_OUT_OF_RANGE;
    out->size = element->size;
    out->data = wlay_data_size(element);
    out->align = element->align;
    out->line = LINE_DEFAULT;
    out->group = GROUP_DEFAULT;
    return WLAY_OK;
}

/* With defaults in place of zeros; false if it describes no array. */
static bool complete(wlay_access_pattern *p)
{
    if (p->line == 0)
        p->line = LINE_DEFAULT;
    if (p->group == 0)
        p->group = GROUP_DEFAULT;
    return wlay_is_power_of_two(p->line) && wlay_is_power_of_two(p->align) &&
           p->group <= GROUP_MAX && p->size > 0 && p->data <= p->size &&
           p->size <= p->stride && p->stride <= WLAY_SIZE_MAX &&
           p->stride % p->align == 0;
}

static elements elements_of(const wlay_access_pattern *p)
{
    return (elements){p->stride, p->size, p->align, p->line, p->group};
}

/* --------------------------------------------------------------- the report */

/* An element begins with a line again after line / gcd(stride, line) of them;
   as the line is a power of two, the divisor is the lowest bit of the
   stride. */
static void find_period(wlay_access_report *r)
{
    const wlay_access_pattern *const p = &r->pattern;
    elements e = elements_of(p);

    r->period =
        p->line / wlay_min(p->stride & (~p->stride + 1), p->line);
    for (uint64_t i = 0; i < r->period; i++)
        r->period_split += is_split(&e, i * e.stride) ? 1u : 0u;
}

static void add_lines(wlay_access_lines *sum, const wlay_access_lines *more)
{
    sum->lines += more->lines;
    sum->split += more->split;
    sum->worst_lines += more->worst_lines;
    sum->worst_split += more->worst_split;
    sum->used += more->used;
    sum->fetched += more->fetched;
}

/* Each member in an array of its own, as a structure of arrays has them. */
static void take_apart(wlay_access_report *r, const wlay_struct *s)
{
    for (size_t i = 0; i < s->member_count; i++) {
        wlay_access_pattern p;
        wlay_access_lines part;
        elements e;

        if (wlay_access_of(s->members[i].type, &p) != WLAY_OK)
            continue;
        p.line = r->pattern.line;
        p.group = r->pattern.group;
        e = elements_of(&p);
        part = fetch(&e, p.data);
        add_lines(&r->apart, &part);
        r->array_count++;
    }
}

wlay_result wlay_report_access(const wlay_access_pattern *pattern,
                               const wlay_type *element,
                               wlay_access_report *out)
{
    elements e;

    if (pattern == NULL || out == NULL)
        return WLAY_INVALID_ARGUMENT;
    memset(out, 0, sizeof *out);
    out->pattern = *pattern;
    if (!complete(&out->pattern))
        return WLAY_INVALID_ARGUMENT;
    e = elements_of(&out->pattern);
    out->power_of_two = wlay_is_power_of_two(e.stride);
    find_period(out);
    out->now = fetch(&e, out->pattern.data);
    e.stride = round_to_power(e.stride);
    out->rounded = fetch(&e, out->pattern.data);
    if (element != NULL && element->kind == WLAY_TYPE_STRUCT) {
        take_apart(out, element->structure);
    } else {
        out->apart = out->now;
        out->array_count = 1;
    }
    return WLAY_OK;
}
