/* SPDX-License-Identifier: MIT */
/* Advice keeps its promises. */
#include "check.h"

#define MEMBERS_MAX 64

/* ------------------------------------------------------------------- padding */

static void check_holes(const wlay_struct *s)
{
    wlay_hole holes[MEMBERS_MAX];
    const size_t count = wlay_list_holes(s, holes, MEMBERS_MAX);
    uint64_t sum = 0;
    uint64_t end = 0;

    for (size_t i = 0; i < count && i < MEMBERS_MAX; i++) {
        CHECK(holes[i].size > 0 && holes[i].offset >= end);
        end = holes[i].offset + holes[i].size;
        sum += holes[i].size;
    }
    CHECK(end <= s->size);
    CHECK(count > MEMBERS_MAX || sum == s->padding);
}

static void check_measure(const wlay_struct *s)
{
    wlay_padding padding;

    CHECK(wlay_measure_padding(s, 1, &padding) == WLAY_OK);
    CHECK(padding.size == s->size && padding.data == s->data);
    CHECK(padding.padding == s->size - s->data);
    CHECK(padding.own == s->padding);
    CHECK(padding.hole_count == wlay_list_holes(s, NULL, 0));
    CHECK(padding.largest_hole <= padding.own);
}

void check_padding(const check_subject *subject)
{
    size_t count;
    const wlay_struct *const *structs =
        wlay_structs(subject->module, &count);

    for (size_t i = 0; i < count; i++) {
        if (!check_is_sized(structs[i]->type))
            continue;
        check_holes(structs[i]);
        check_measure(structs[i]);
        CHECK(wlay_list_fillers(structs[i], NULL, 0) <
              structs[i]->member_count);
    }
}

/* --------------------------------------------------------------------- order */

static void check_order_of(const wlay_struct *s)
{
    size_t order[MEMBERS_MAX];
    uint64_t offsets[MEMBERS_MAX];
    bool seen[MEMBERS_MAX] = {false};
    uint64_t size;
    wlay_reorder reorder;

    CHECK(wlay_find_order(s, 1, NULL, order, &reorder) == WLAY_OK);
    CHECK(reorder.size_before == s->size);
    CHECK(reorder.size_after <= s->size);
    CHECK(reorder.size_after < s->size || reorder.moved == 0);
    CHECK(wlay_place_order(s, order, offsets, &size) == WLAY_OK);
    CHECK(size == reorder.size_after);
    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *m;

        CHECK(order[i] < s->member_count && !seen[order[i]]);
        seen[order[i]] = true;
        m = &s->members[order[i]];
        CHECK(offsets[i] % m->align == 0 && m->size <= size - offsets[i]);
    }
}

void check_order(const check_subject *subject)
{
    size_t count;
    const wlay_struct *const *structs =
        wlay_structs(subject->module, &count);

    for (size_t i = 0; i < count; i++)
        if (check_is_sized(structs[i]->type) &&
            structs[i]->member_count <= MEMBERS_MAX)
            check_order_of(structs[i]);
}

/* -------------------------------------------------------------------- access */

static void check_lines(const wlay_access_lines *lines, uint32_t line)
{
    CHECK(lines->worst_lines >= lines->lines);
    CHECK(lines->worst_split >= lines->split);
    CHECK(lines->fetched == lines->lines * line);
    CHECK(lines->used <= lines->fetched);
}

static void check_access_of(const wlay_type *type, void *user_data)
{
    wlay_access_pattern pattern;
    wlay_access_report report;

    (void)user_data;
    if (!check_is_sized(type) || wlay_access_of(type, &pattern) != WLAY_OK)
        return;
    CHECK(pattern.size == type->size && pattern.align == type->align);
    CHECK(pattern.stride >= pattern.size && pattern.data <= pattern.size);
    if (wlay_report_access(&pattern, type, &report) != WLAY_OK)
        return;
    check_lines(&report.now, report.pattern.line);
    check_lines(&report.rounded, report.pattern.line);
    CHECK(report.rounded.stride >= report.now.stride);
    CHECK(report.period_split <= report.period);
}

void check_access(const check_subject *subject)
{
    check_each_type(subject->module, check_access_of, NULL);
}

/* ------------------------------------------------------------------- buffers */

static void check_buffer_of(const wlay_type *type, void *user_data)
{
    wlay_buffer_facts facts;
    wlay_buffer_advice advice;

    (void)user_data;
    memset(&facts, 0, sizeof facts);
    wlay_buffer_facts_of(type, &facts);
    wlay_choose_buffer(&facts, &advice);
    CHECK(advice.reason_count > 0);
    CHECK(advice.reason_count <= WLAY_BUFFER_RULES_MAX);
    CHECK(advice.reasons[0].space == advice.space);
    for (size_t i = 0; i < advice.reason_count; i++)
        CHECK(advice.reasons[i].text[0] != '\0');
}

void check_buffers(const check_subject *subject)
{
    check_each_type(subject->module, check_buffer_of, NULL);
}

/* ------------------------------------------------------------------- uniform */

static void check_repair(const wlay_repair *r)
{
    check_string(r->type);
    check_string(r->wrapper);
    check_string(r->index);
    CHECK(r->value > 0 && r->size > 0);
    CHECK((r->kind == WLAY_REPAIR_ALIGN || r->kind == WLAY_REPAIR_SIZE) ==
          (r->member != NULL));
}

static void check_verdict(const wlay_uniform_verdict *verdict,
                          const wlay_type *type)
{
    CHECK(verdict->type == type && verdict->size == type->size);
    CHECK(verdict->standard || !verdict->strict);
    CHECK(verdict->strict == (verdict->violation_count == 0));
    CHECK(verdict->mended_size >= verdict->size || verdict->mendable);
    for (size_t i = 0; i < verdict->violation_count; i++) {
        const wlay_violation *const v = &verdict->violations[i];

        check_string(v->message);
        CHECK(v->message.length > 0);
        CHECK(v->repair_count <= WLAY_REPAIRS_MAX);
        for (size_t k = 0; k < v->repair_count; k++)
            check_repair(&v->repairs[k]);
    }
}

static void check_uniform_of(const wlay_type *type, void *user_data)
{
    const wlay_uniform_verdict *verdict = NULL;

    if (!check_is_sized(type))
        return;
    if (wlay_judge_uniform(user_data, type, (wlay_string){NULL, 0}, NULL,
                           &verdict) == WLAY_OK)
        check_verdict(verdict, type);
    else
        CHECK(verdict == NULL && type->kind > WLAY_TYPE_STRUCT);
    wlay_uniform_verdict_free(verdict);
}

void check_uniform(const check_subject *subject)
{
    check_each_type(subject->module, check_uniform_of,
                    (void *)(uintptr_t)subject->module);
}

/* ------------------------------------------------------------------- explain */

static bool see_reason(void *user_data, const wlay_reason *reason)
{
    size_t *const count = user_data;

    check_string(reason->subject);
    check_string(reason->formula);
    CHECK(reason->subject.length > 0);
    CHECK(reason->quantity[0] != '\0' && reason->section[0] != '\0');
    ++*count;
    return true;
}

static void explain(const check_subject *subject, wlay_string name)
{
    wlay_path_error error;
    size_t count = 0;
    const wlay_result result =
        wlay_explain(subject->module, name.data, name.length, see_reason,
                     &count, &error);

    CHECK(result == WLAY_OK || error.reason != NULL);
    CHECK(result != WLAY_OUT_OF_MEMORY);
}

void check_explain(const check_subject *subject)
{
    size_t count;
    const wlay_struct *const *structs =
        wlay_structs(subject->module, &count);
    const wlay_variable *variables;

    for (size_t i = 0; i < count; i++) {
        char path[128];

        explain(subject, structs[i]->name);
        if (structs[i]->member_count == 0)
            continue;
        snprintf(path, sizeof path, "%.60s.%.60s", structs[i]->name.data,
                 structs[i]->members[0].name.data);
        explain(subject, (wlay_string){path, strlen(path)});
    }
    variables = wlay_variables(subject->module, &count);
    for (size_t i = 0; i < count; i++)
        explain(subject, variables[i].name);
}
