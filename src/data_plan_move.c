/* SPDX-License-Identifier: MIT */
/* Moving records by a plan. */
#include "data_plan.h"

#include <string.h>

/* ----------------------------------------------------------------- checking */

static wlay_result check(const wlay_plan *plan, const void *bytes, size_t size,
                         uint64_t offset, const void *records, size_t count)
{
    uint64_t wanted;

    if (plan == NULL || plan->issue_count > 0 ||
        (count > 0 && (bytes == NULL || records == NULL)))
        return WLAY_INVALID_ARGUMENT;
    if (offset > size || !wlay_mul(count, plan->gpu_stride, &wanted) ||
        wanted > size - offset)
        return WLAY_OUT_OF_RANGE;
    return WLAY_OK;
}

/* The numbers of all records fit: nothing is moved before that is known. */
static bool numbers_fit(const wlay_plan *plan, const unsigned char *from,
                        size_t count, bool to_gpu)
{
    const size_t step = to_gpu ? plan->host_stride : plan->gpu_stride;

    for (size_t i = 0; i < plan->conversion_count; i++) {
        const wlay_conversion *const c = &plan->conversions[i];
        const size_t start = to_gpu ? c->host : c->gpu;

        if (!wlay_shape_may_fail(&c->shape, to_gpu))
            continue;
        for (size_t k = 0; k < count; k++) {
            if (!wlay_shape_fits(&c->shape, from + k * step + start, to_gpu))
                return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------- moving */

/* Some records on their way. */
typedef struct trip {
    const wlay_plan *plan;
    bool to_gpu;
    unsigned char *to; /* the first record */
    const unsigned char *from;
    size_t to_stride;
    size_t from_stride;
    size_t count;
} trip;

static void copy_stretch(const trip *t, const wlay_stretch *s)
{
    const size_t to_step = t->to_gpu ? s->gpu_step : s->host_step;
    const size_t from_step = t->to_gpu ? s->host_step : s->gpu_step;
    unsigned char *to = t->to + (t->to_gpu ? s->gpu : s->host);
    const unsigned char *from = t->from + (t->to_gpu ? s->host : s->gpu);

    for (size_t i = 0; i < s->count; i++) {
        wlay_copy_each(to, t->to_stride, from, t->from_stride, s->size,
                       t->count);
        to += to_step;
        from += from_step;
    }
}

static bool copy_two(const trip *t, const wlay_stretch *a,
                     const wlay_stretch *b)
{
    const ptrdiff_t gpu_gap = (ptrdiff_t)b->gpu - (ptrdiff_t)a->gpu;
    const ptrdiff_t host_gap = (ptrdiff_t)b->host - (ptrdiff_t)a->host;
    const wlay_pair pair = {a->size, b->size, t->to_gpu ? gpu_gap : host_gap,
                            t->to_gpu ? host_gap : gpu_gap};

    return a->count == 1 && b->count == 1 &&
           wlay_copy_pairs(t->to + (t->to_gpu ? a->gpu : a->host),
                           t->to_stride,
                           t->from + (t->to_gpu ? a->host : a->gpu),
                           t->from_stride, &pair, t->count);
}

static void copy_all(const trip *t)
{
    const wlay_stretch *const copies = t->plan->copies;
    const size_t count = t->plan->copy_count;
    size_t i = 0;

    while (i < count) {
        if (i + 1 < count && copy_two(t, &copies[i], &copies[i + 1])) {
            i += 2;
        } else {
            copy_stretch(t, &copies[i]);
            i++;
        }
    }
}

/* A field that is no more than a few numbers: each of them in all records. */
static void convert_row(const trip *t, const wlay_shape *shape,
                        unsigned char *to, const unsigned char *from)
{
    const wlay_side *const to_side = t->to_gpu ? &shape->gpu : &shape->host;
    const wlay_side *const from_side = t->to_gpu ? &shape->host : &shape->gpu;
    const wlay_number_side to_number = {to_side->codec, t->to_stride};
    const wlay_number_side from_number = {from_side->codec, t->from_stride};

    for (size_t i = 0; i < shape->count[WLAY_LOOP_ROWS]; i++)
        wlay_convert_numbers(to + i * to_side->codec->size, &to_number,
                             from + i * from_side->codec->size, &from_number,
                             t->count);
}

static void convert_field(const trip *t, const wlay_conversion *c)
{
    unsigned char *to = t->to + (t->to_gpu ? c->gpu : c->host);
    const unsigned char *from = t->from + (t->to_gpu ? c->host : c->gpu);

    if (c->is_row) {
        convert_row(t, &c->shape, to, from);
        return;
    }
    for (size_t i = 0; i < t->count; i++) {
        if (t->to_gpu)
            wlay_shape_store(&c->shape, to, from);
        else
            wlay_shape_load(&c->shape, from, to);
        to += t->to_stride;
        from += t->from_stride;
    }
}

static void zero_padding(const trip *t)
{
    for (size_t i = 0; i < t->plan->zero_count; i++) {
        const wlay_stretch *const s = &t->plan->zeroes[i];

        for (size_t k = 0; k < s->count; k++)
            wlay_zero_each(t->to + s->gpu + k * s->gpu_step, t->to_stride,
                           s->size, t->count);
    }
}

static void move_block(const trip *t)
{
    copy_all(t);
    for (size_t i = 0; i < t->plan->conversion_count; i++)
        convert_field(t, &t->plan->conversions[i]);
    if (t->to_gpu)
        zero_padding(t);
}

static void move_records(trip *t)
{
    size_t left = t->count;

    for (; left > 0; left -= t->count) {
        t->count = (size_t)wlay_min(t->plan->block, left);
        move_block(t);
        t->to += t->count * t->to_stride;
        t->from += t->count * t->from_stride;
    }
}

/* --------------------------------------------------------------- one record */

/* A single record, such as a uniform block, needs no loop over records. */
static void store_one(const wlay_plan *plan, unsigned char *gpu,
                      const unsigned char *host)
{
    for (size_t i = 0; i < plan->copy_count; i++) {
        const wlay_stretch *const s = &plan->copies[i];

        wlay_copy_each(gpu + s->gpu, s->gpu_step, host + s->host,
                       s->host_step, s->size, s->count);
    }
    for (size_t i = 0; i < plan->conversion_count; i++) {
        const wlay_conversion *const c = &plan->conversions[i];

        wlay_shape_store(&c->shape, gpu + c->gpu, host + c->host);
    }
    for (size_t i = 0; i < plan->zero_count; i++) {
        const wlay_stretch *const s = &plan->zeroes[i];

        wlay_zero_each(gpu + s->gpu, s->gpu_step, s->size, s->count);
    }
}

wlay_result wlay_plan_store(const wlay_plan *plan, void *bytes, size_t size,
                            uint64_t offset, const void *records, size_t count)
{
    const wlay_result result =
        check(plan, bytes, size, offset, records, count);
    unsigned char *gpu;

    if (result != WLAY_OK || count == 0)
        return result;
    gpu = (unsigned char *)bytes + offset;
    if (plan->identical) {
        memcpy(gpu, records, count * plan->gpu_stride);
        return WLAY_OK;
    }
    if (!numbers_fit(plan, records, count, true))
        return WLAY_OUT_OF_RANGE;
    if (count == 1)
        store_one(plan, gpu, records);
    else
        move_records(&(trip){plan, true, gpu, records, plan->gpu_stride,
                             plan->host_stride, count});
    return WLAY_OK;
}

wlay_result wlay_plan_load(const wlay_plan *plan, const void *bytes,
                           size_t size, uint64_t offset, void *records,
                           size_t count)
{
    const wlay_result result =
        check(plan, bytes, size, offset, records, count);
    const unsigned char *gpu;

    if (result != WLAY_OK || count == 0)
        return result;
    gpu = (const unsigned char *)bytes + offset;
    if (plan->identical) {
        memcpy(records, gpu, count * plan->gpu_stride);
        return WLAY_OK;
    }
    if (!numbers_fit(plan, gpu, count, false))
        return WLAY_OUT_OF_RANGE;
    move_records(&(trip){plan, false, records, gpu, plan->host_stride,
                         plan->gpu_stride, count});
    return WLAY_OK;
}
