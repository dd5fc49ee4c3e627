/* SPDX-License-Identifier: MIT */
/* Advice for programs. */
#include "advice.h"

static wlay_string member_name(const wlay_member *m)
{
    return m != NULL ? m->name : wlay_text("");
}

static void add_footprint(wlay_json *j, const char *key,
                          const wlay_footprint *f)
{
    wlay_json_key(j, key);
    wlay_json_open(j, "{");
    wlay_json_u64(j, "size", f->size);
    wlay_json_u64(j, "lines_64", f->lines_64);
    wlay_json_u64(j, "lines_128", f->lines_128);
    wlay_json_close(j, "}");
}

static void add_names(wlay_json *j, const char *key, const wlay_struct *s,
                      const size_t *indices, size_t count)
{
    wlay_json_key(j, key);
    wlay_json_open(j, "[");
    for (size_t i = 0; i < count; i++) {
        wlay_json_item(j);
        wlay_json_string(j, s->members[indices[i]].name);
    }
    wlay_json_close(j, "]");
}

static void add_holes(wlay_json *j, const tool_advice *a)
{
    wlay_json_key(j, "holes");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < a->padding.hole_count; i++) {
        const wlay_hole *const h = &a->holes[i];

        wlay_json_item(j);
        wlay_json_open(j, "{");
        wlay_json_u64(j, "offset", h->offset);
        wlay_json_u64(j, "size", h->size);
        wlay_json_text(j, "cause", wlay_text(wlay_gap_name(h->cause)));
        wlay_json_u64(j, "value", h->value);
        wlay_json_text(j, "member", h->member->name);
        wlay_json_close(j, "}");
    }
    wlay_json_close(j, "]");
}

static void add_order(wlay_json *j, const tool_advice *a)
{
    const wlay_reorder *const r = &a->reorder;

    wlay_json_key(j, "order");
    wlay_json_open(j, "{");
    wlay_json_u64(j, "size", r->size_after);
    wlay_json_u64(j, "saved", r->size_before - r->size_after);
    wlay_json_u64(j, "moved", r->moved);
    wlay_json_bool(j, "proven", r->proven);
    wlay_json_bool(j, "moves_proven", r->moves_proven);
    add_names(j, "members", a->structure, a->order,
              a->structure->member_count);
    wlay_json_u64(j, "element_count", r->element_count);
    add_footprint(j, "before", &r->before);
    add_footprint(j, "after", &r->after);
    wlay_json_close(j, "}");
}

/* ----------------------------------------------------------------- uniform */

/* By their values, from 1. */
static const char *const rules[] = {"",
                                    "host-shareable",
                                    "constructible",
                                    "member-offset",
                                    "array-stride",
                                    "struct-size"};
static const char *const repairs[] = {"", "align", "size", "wrap", "pack"};

static void add_repair(wlay_json *j, const wlay_repair *r)
{
    const bool is_attribute = r->structure != NULL;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "kind", wlay_text(repairs[r->kind]));
    wlay_json_u64(j, "value", r->value);
    wlay_json_u64(j, "size", r->size);
    wlay_json_text_if(j, "struct", is_attribute,
                      is_attribute ? r->structure->name : r->type);
    wlay_json_text_if(j, "member", is_attribute, member_name(r->member));
    wlay_json_text_if(j, "type", !is_attribute, r->type);
    wlay_json_text_if(j, "wrapper", r->wrapper.length > 0, r->wrapper);
    wlay_json_text_if(j, "index", !is_attribute, r->index);
    wlay_json_close(j, "}");
}

static void add_violation(wlay_json *j, const wlay_violation *v)
{
    const bool in_struct = v->structure != NULL;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "rule", wlay_text(rules[v->rule]));
    wlay_json_text(j, "message", v->message);
    wlay_json_text_if(j, "struct", in_struct,
                      in_struct ? v->structure->name : v->message);
    wlay_json_text_if(j, "member", v->member != NULL,
                      member_name(v->member));
    wlay_json_text(j, "type", v->type->name);
    wlay_json_u64_if(j, "required", v->required > 0, v->required);
    wlay_json_u64_if(j, "actual", v->required > 0, v->actual);
    wlay_json_key(j, "repairs");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < v->repair_count; i++)
        add_repair(j, &v->repairs[i]);
    wlay_json_close(j, "]");
    wlay_json_close(j, "}");
}

static void add_verdict(wlay_json *j, const wlay_uniform_verdict *v)
{
    if (v == NULL) {
        wlay_json_null(j, "uniform");
        return;
    }
    wlay_json_key(j, "uniform");
    wlay_json_open(j, "{");
    wlay_json_bool(j, "strict", v->strict);
    wlay_json_bool(j, "standard", v->standard);
    wlay_json_bool(j, "mendable", v->mendable);
    wlay_json_u64(j, "mended_size", v->mended_size);
    wlay_json_key(j, "violations");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < v->violation_count; i++)
        add_violation(j, &v->violations[i]);
    wlay_json_close(j, "]");
    wlay_json_close(j, "}");
}

/* ------------------------------------------------------------------ access */

static void add_lines(wlay_json *j, const char *key,
                      const wlay_access_lines *l)
{
    wlay_json_key(j, key);
    wlay_json_open(j, "{");
    wlay_json_u64_if(j, "stride", l->stride > 0, l->stride);
    wlay_json_u64(j, "lines", l->lines);
    wlay_json_u64(j, "split", l->split);
    wlay_json_u64(j, "worst_lines", l->worst_lines);
    wlay_json_u64(j, "worst_split", l->worst_split);
    wlay_json_u64(j, "used", l->used);
    wlay_json_u64(j, "fetched", l->fetched);
    wlay_json_close(j, "}");
}

static void add_access(wlay_json *j, const tool_advice *a)
{
    const wlay_access_report *const r = &a->access;

    if (!a->has_access) {
        wlay_json_null(j, "access");
        return;
    }
    wlay_json_key(j, "access");
    wlay_json_open(j, "{");
    wlay_json_u64(j, "stride", r->pattern.stride);
    wlay_json_u64(j, "line", r->pattern.line);
    wlay_json_u64(j, "group", r->pattern.group);
    wlay_json_bool(j, "power_of_two", r->power_of_two);
    wlay_json_u64(j, "period", r->period);
    wlay_json_u64(j, "period_split", r->period_split);
    add_lines(j, "now", &r->now);
    add_lines(j, "rounded", &r->rounded);
    add_lines(j, "apart", &r->apart);
    wlay_json_u64(j, "array_count", r->array_count);
    wlay_json_close(j, "}");
}

void tool_add_advice(wlay_json *json, const tool_advice *advice)
{
    const wlay_padding *const p = &advice->padding;

    wlay_json_item(json);
    wlay_json_open(json, "{");
    wlay_json_text(json, "name", advice->structure->name);
    wlay_json_u64(json, "size", p->size);
    wlay_json_u64(json, "data", p->data);
    wlay_json_u64(json, "padding", p->padding);
    add_holes(json, advice);
    wlay_json_u64(json, "element_count", p->element_count);
    wlay_json_u64(json, "array_size", p->array_size);
    wlay_json_u64(json, "array_padding", p->array_padding);
    add_order(json, advice);
    add_names(json, "fillers", advice->structure, advice->fillers,
              advice->filler_count);
    add_verdict(json, advice->verdict);
    add_access(json, advice);
    wlay_json_close(json, "}");
}

static wlay_string space_name(wlay_address_space space)
{
    return wlay_text(space != 0 ? wlay_address_space_name(space) : "");
}

void tool_add_buffer_advice(wlay_json *json, const tool_buffer_advice *b)
{
    const wlay_buffer_advice *const a = &b->advice;

    wlay_json_item(json);
    wlay_json_open(json, "{");
    wlay_json_text(json, "name", b->variable->name);
    wlay_json_text(json, "address_space",
                   space_name(b->variable->address_space));
    wlay_json_text_if(json, "recommended", a->space != 0,
                      space_name(a->space));
    wlay_json_bool(json, "available", a->available);
    wlay_json_key(json, "reasons");
    wlay_json_open(json, "[");
    for (size_t i = 0; i < a->reason_count; i++) {
        wlay_json_item(json);
        wlay_json_open(json, "{");
        wlay_json_text_if(json, "for", a->reasons[i].space != 0,
                          space_name(a->reasons[i].space));
        wlay_json_text(json, "text", wlay_text(a->reasons[i].text));
        wlay_json_close(json, "}");
    }
    wlay_json_close(json, "]");
    add_verdict(json, b->verdict);
    wlay_json_close(json, "}");
}
