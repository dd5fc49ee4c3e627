/* SPDX-License-Identifier: MIT */
/* Advice for a person. */
#include "advice.h"

static void put_number(wlay_out *out, uint64_t number)
{
    wlay_out_u64(out, number);
}

static void put_label(wlay_out *out, const char *label)
{
    WLAY_OUT(out, "  ");
    wlay_out_style(out, WLAY_STYLE_HELP);
    wlay_out_text(out, wlay_text(label));
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    WLAY_OUT(out, ": ");
}

/* `one` or `many` of something, with its number. */
static void put_count(wlay_out *out, uint64_t count, const char *one,
                      const char *many)
{
    wlay_out_u64(out, count);
    WLAY_OUT(out, " ");
    wlay_out_text(out, wlay_text(count == 1 ? one : many));
}

static bool is_runtime_sized(const wlay_struct *s)
{
    return (s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

/* ----------------------------------------------------------------- padding */

static void put_head(wlay_out *out, const tool_advice *a)
{
    const wlay_padding *const p = &a->padding;

    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, a->structure->name);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    WLAY_OUT(out, ": ");
    put_count(out, p->size, "byte", "bytes");
    if (is_runtime_sized(a->structure))
        WLAY_OUT(out, " with one element at the end");
    WLAY_OUT(out, ", ");
    put_number(out, p->data);
    WLAY_OUT(out, " of data, ");
    put_number(out, p->padding);
    WLAY_OUT(out, " of padding (");
    put_number(out, p->padding * 100 / p->size);
    WLAY_OUT(out, " %), aligned to ");
    put_number(out, a->structure->align);
    wlay_out_line(out);
}

static void put_cause(wlay_out *out, const wlay_hole *h)
{
    switch (h->cause) {
    case WLAY_GAP_MEMBER_ALIGN:
        WLAY_OUT(out, " before ");
        wlay_out_text(out, h->member->name);
        WLAY_OUT(out, ", which is aligned to ");
        break;
    case WLAY_GAP_MEMBER_SIZE:
        WLAY_OUT(out, " behind the value of ");
        wlay_out_text(out, h->member->name);
        WLAY_OUT(out, ", which has a @size of ");
        break;
    default:
        WLAY_OUT(out, " at the end, as the size is a multiple of ");
        break;
    }
    put_number(out, h->value);
}

static void put_padding(wlay_out *out, const tool_advice *a)
{
    const wlay_padding *const p = &a->padding;

    for (size_t i = 0; i < p->hole_count; i++) {
        WLAY_OUT(out, "    ");
        wlay_out_style(out, WLAY_STYLE_PADDING);
        put_count(out, a->holes[i].size, "byte", "bytes");
        wlay_out_style(out, WLAY_STYLE_PLAIN);
        WLAY_OUT(out, " at ");
        put_number(out, a->holes[i].offset);
        put_cause(out, &a->holes[i]);
        wlay_out_line(out);
    }
    if (p->padding > p->own) {
        WLAY_OUT(out, "    ");
        wlay_out_style(out, WLAY_STYLE_PADDING);
        put_count(out, p->padding - p->own, "byte", "bytes");
        wlay_out_style(out, WLAY_STYLE_PLAIN);
        WLAY_OUT(out, " inside of members");
        wlay_out_line(out);
    }
    if (p->padding == 0)
        return;
    WLAY_OUT(out, "    ");
    put_number(out, p->element_count);
    wlay_out_text(out, is_runtime_sized(a->structure)
                           ? WLAY_TEXT(" elements at the end: ")
                           : WLAY_TEXT(" of them: "));
    put_count(out, p->array_size, "byte", "bytes");
    WLAY_OUT(out, ", ");
    put_number(out, p->array_padding);
    WLAY_OUT(out, " of padding");
    wlay_out_line(out);
}

/* ------------------------------------------------------------------- order */

static void put_member(wlay_out *out, const wlay_member *m)
{
    WLAY_OUT(out, "        ");
    if ((m->flags & WLAY_MEMBER_HAS_ALIGN) != 0) {
        WLAY_OUT(out, "@align(");
        put_number(out, m->align);
        WLAY_OUT(out, ") ");
    }
    if ((m->flags & WLAY_MEMBER_HAS_SIZE) != 0) {
        WLAY_OUT(out, "@size(");
        put_number(out, m->size);
        WLAY_OUT(out, ") ");
    }
    wlay_out_text(out, m->name);
    WLAY_OUT(out, ": ");
    wlay_out_text(out, m->type->name);
    WLAY_OUT(out, ",");
    wlay_out_line(out);
}

static void put_change(wlay_out *out, uint64_t before, uint64_t after)
{
    put_number(out, before);
    WLAY_OUT(out, " -> ");
    put_number(out, after);
}

static void put_footprints(wlay_out *out, const tool_advice *a)
{
    const wlay_reorder *const r = &a->reorder;

    WLAY_OUT(out, "    ");
    put_number(out, r->element_count);
    wlay_out_text(out, is_runtime_sized(a->structure)
                           ? WLAY_TEXT(" elements at the end: ")
                           : WLAY_TEXT(" of them: "));
    put_change(out, r->before.size, r->after.size);
    WLAY_OUT(out, " bytes, ");
    put_change(out, r->before.lines_64, r->after.lines_64);
    WLAY_OUT(out, " lines of 64, ");
    put_change(out, r->before.lines_128, r->after.lines_128);
    WLAY_OUT(out, " of 128");
    wlay_out_line(out);
}

static void put_order(wlay_out *out, const tool_advice *a)
{
    const wlay_reorder *const r = &a->reorder;

    put_label(out, "order");
    if (r->moved == 0) {
        wlay_out_text(out, r->proven ? WLAY_TEXT("none is smaller")
                                     : WLAY_TEXT("no smaller one was found"));
        wlay_out_line(out);
        return;
    }
    put_change(out, r->size_before, r->size_after);
    wlay_out_text(out, r->proven
                           ? WLAY_TEXT(" bytes, and none is smaller; ")
                           : WLAY_TEXT(" bytes, the best that was found; "));
    put_count(out, r->moved, "member moves", "members move");
    wlay_out_line(out);
    WLAY_OUT(out, "    struct ");
    wlay_out_text(out, a->structure->name);
    WLAY_OUT(out, " {");
    wlay_out_line(out);
    for (size_t i = 0; i < a->structure->member_count; i++)
        put_member(out, &a->structure->members[a->order[i]]);
    WLAY_OUT(out, "    }");
    wlay_out_line(out);
    put_footprints(out, a);
}

static void put_fillers(wlay_out *out, const tool_advice *a)
{
    if (a->filler_count == 0)
        return;
    put_label(out, "fillers");
    for (size_t i = 0; i < a->filler_count; i++) {
        if (i > 0)
            WLAY_OUT(out, ", ");
        wlay_out_text(out, a->structure->members[a->fillers[i]].name);
    }
    WLAY_OUT(out, "; without them all else stays where it is");
    wlay_out_line(out);
}

/* ----------------------------------------------------------------- uniform */

static void put_repair(wlay_out *out, const wlay_repair *r)
{
    WLAY_OUT(out, "      ");
    put_count(out, r->size, "byte", "bytes");
    if (r->kind == WLAY_REPAIR_ALIGN || r->kind == WLAY_REPAIR_SIZE) {
        wlay_out_text(out, r->kind == WLAY_REPAIR_ALIGN
                               ? WLAY_TEXT(" with @align(")
                               : WLAY_TEXT(" with @size("));
        put_number(out, r->value);
        WLAY_OUT(out, ") on ");
        wlay_out_text(out, r->structure->name);
        WLAY_OUT(out, ".");
        wlay_out_text(out, r->member->name);
    } else {
        WLAY_OUT(out, " as ");
        wlay_out_text(out, r->type);
        WLAY_OUT(out, ", read as ");
        wlay_out_text(out, r->index);
    }
    wlay_out_line(out);
    if (r->wrapper.length == 0)
        return;
    WLAY_OUT(out, "          ");
    wlay_out_text(out, r->wrapper);
    wlay_out_line(out);
}

static void put_violation(wlay_out *out, const wlay_violation *v)
{
    WLAY_OUT(out, "    ");
    wlay_out_text(out, v->message);
    wlay_out_line(out);
    for (size_t i = 0; i < v->repair_count; i++)
        put_repair(out, &v->repairs[i]);
}

static void put_verdict(wlay_out *out, const wlay_uniform_verdict *v)
{
    put_label(out, "uniform buffer");
    if (v->strict)
        WLAY_OUT(out, "allowed");
    else if (v->standard)
        WLAY_OUT(out, "allowed only with uniform_buffer_standard_layout");
    else
        WLAY_OUT(out, "not allowed");
    wlay_out_line(out);
    for (size_t i = 0; i < v->violation_count; i++)
        put_violation(out, &v->violations[i]);
    if (v->strict || !v->mendable)
        return;
    WLAY_OUT(out, "    all mended: ");
    put_change(out, v->size, v->mended_size);
    WLAY_OUT(out, " bytes; --fix=uniform writes it");
    wlay_out_line(out);
}

/* ------------------------------------------------------------------ access */

static void put_worst(wlay_out *out, uint64_t usual, uint64_t worst)
{
    if (worst == usual)
        return;
    WLAY_OUT(out, " (");
    put_number(out, worst);
    WLAY_OUT(out, " at worst)");
}

static void put_lines(wlay_out *out, const wlay_access_lines *l)
{
    put_count(out, l->lines, "line", "lines");
    put_worst(out, l->lines, l->worst_lines);
}

/* The array as it is. */
static void put_now(wlay_out *out, const wlay_access_report *r)
{
    put_label(out, "in arrays");
    WLAY_OUT(out, "stride ");
    put_number(out, r->pattern.stride);
    wlay_out_text(out, r->power_of_two ? WLAY_TEXT(", a power of two; ")
                                       : WLAY_TEXT(", no power of two; "));
    put_number(out, r->pattern.group);
    WLAY_OUT(out, " invocations, an element each, read ");
    put_lines(out, &r->now);
    WLAY_OUT(out, " of ");
    put_number(out, r->pattern.line);
    wlay_out_line(out);
    WLAY_OUT(out, "    ");
    put_number(out, r->now.used);
    WLAY_OUT(out, " of ");
    put_number(out, r->now.fetched);
    WLAY_OUT(out, " bytes are used; ");
    put_count(out, r->now.split, "element is", "elements are");
    put_worst(out, r->now.split, r->now.worst_split);
    WLAY_OUT(out, " split, ");
    put_number(out, r->period_split);
    WLAY_OUT(out, " of each ");
    put_number(out, r->period);
    wlay_out_line(out);
}

static void put_access(wlay_out *out, const wlay_access_report *r)
{
    put_now(out, r);
    if (!r->power_of_two) {
        WLAY_OUT(out, "    with a stride of ");
        put_number(out, r->rounded.stride);
        WLAY_OUT(out, ": ");
        put_lines(out, &r->rounded);
        wlay_out_line(out);
    }
    if (r->array_count < 2)
        return;
    WLAY_OUT(out, "    as ");
    put_number(out, r->array_count);
    WLAY_OUT(out, " arrays, one for each member: ");
    put_lines(out, &r->apart);
    wlay_out_line(out);
}

void tool_put_advice(wlay_out *out, const tool_advice *advice)
{
    put_head(out, advice);
    put_padding(out, advice);
    put_order(out, advice);
    put_fillers(out, advice);
    put_verdict(out, advice->verdict);
    if (advice->has_access)
        put_access(out, &advice->access);
}

/* ----------------------------------------------------------------- buffers */

static void put_reason(wlay_out *out, const wlay_buffer_reason *r)
{
    WLAY_OUT(out, "    ");
    if (r->space != 0) {
        wlay_out_text(out, wlay_text(wlay_address_space_name(r->space)));
        WLAY_OUT(out, ": ");
    }
    wlay_out_text(out, wlay_text(r->text));
    wlay_out_line(out);
}

void tool_put_buffer_advice(wlay_out *out, const tool_buffer_advice *b)
{
    const wlay_variable *const v = b->variable;
    const char *const space = wlay_address_space_name(v->address_space);

    WLAY_OUT(out, "var<");
    wlay_out_text(out, wlay_text(space));
    WLAY_OUT(out, "> ");
    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, v->name);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    WLAY_OUT(out, ": ");
    if (b->advice.space == v->address_space) {
        wlay_out_text(out, wlay_text(space));
        WLAY_OUT(out, " suits it");
    } else if (b->advice.space != 0) {
        wlay_out_text(out,
                      wlay_text(wlay_address_space_name(b->advice.space)));
        WLAY_OUT(out, " would suit it better");
    } else {
        WLAY_OUT(out, "no buffer suits it");
    }
    wlay_out_line(out);
    for (size_t i = 0; i < b->advice.reason_count; i++)
        put_reason(out, &b->advice.reasons[i]);
    if (b->verdict != NULL)
        put_verdict(out, b->verdict);
}
