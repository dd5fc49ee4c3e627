/* SPDX-License-Identifier: MIT */
/* What the table-driven tests share: one row, one named cmocka test. */
#ifndef WLAY_TESTS_TABLE_H
#define WLAY_TESTS_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../include/wlay.h"

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/* Every table row begins with its name: `{"name", ...}`. */
static inline int run_table(const char *group, const void *rows, size_t size,
                     size_t count, CMUnitTestFunction function)
{
    struct CMUnitTest *const tests = calloc(count, sizeof *tests);
    int failed;

    if (tests == NULL)
        return 1;
    for (size_t i = 0; i < count; i++) {
        const char *const row = (const char *)rows + i * size;

        memcpy(&tests[i].name, row, sizeof tests[i].name);
        tests[i].test_func = function;
        tests[i].initial_state = (void *)(uintptr_t)row;
    }
    failed = _cmocka_run_group_tests(group, tests, count, NULL, NULL);
    free(tests);
    return failed;
}

#define RUN_TABLE(rows, function) \
    run_table(#rows, rows, sizeof(rows)[0], ROWS(rows), function)

/*
 * Parses a copy of the text that ends where the text ends, and is gone before
 * the module is read: so tools that watch memory see a byte too many.
 */
static inline wlay_module *parse_copy(const char *text, size_t length,
                               const wlay_options *options)
{
    char *const copy = calloc(length > 0 ? length : 1, 1);
    wlay_module *module = NULL;
    wlay_result result;

    assert_non_null(copy);
    memcpy(copy, text, length);
    result = wlay_parse(copy, length, options, &module);
    free(copy);
    assert_true(result == WLAY_OK || result == WLAY_INVALID_WGSL);
    assert_non_null(module);
    assert_int_equal(wlay_module_valid(module), result == WLAY_OK);
    return module;
}

/* A diagnostic of the text fails the test, with its message. */
static inline wlay_module *parse_valid(const char *text, const wlay_options *options)
{
    wlay_module *const module = parse_copy(text, strlen(text), options);
    const wlay_diagnostic *diagnostics;
    size_t count;

    diagnostics = wlay_diagnostics(module, &count);
    if (count > 0)
        fail_msg("%u:%u: %s [%s]", (unsigned)diagnostics[0].place.line,
                 (unsigned)diagnostics[0].place.column,
                 diagnostics[0].message.data, diagnostics[0].code.data);
    return module;
}

/*
 * The diagnostics of one row: the source; under it `marks`, where each run of ^
 * is the span of a diagnostic, a single | an empty one at that place; and their
 * codes, with spaces between.  A line break in the source counts as one column.
 */
/*
 * A text that ends in `const_assert CONDITION;` is valid, and with !(CONDITION) it
 * is not: so the condition was evaluated.
 */
static inline void check_asserted(const char *text)
{
    static const char word[] = "const_assert ";
    const size_t length = strlen(text);
    const size_t room = length + 4;
    char *const other = malloc(room);
    const wlay_diagnostic *diagnostics;
    wlay_module *module;
    const char *last = NULL;
    const char *at = text;
    size_t count;

    wlay_module_free(parse_valid(text, NULL));
    while ((at = strstr(at, word)) != NULL)
        last = at += sizeof word - 1;
    assert_true(last != NULL && text[length - 1] == ';' && other != NULL);
    snprintf(other, room, "%.*s!(%.*s);", (int)(last - text), text,
             (int)(length - 1 - (size_t)(last - text)), last);
    module = parse_copy(other, strlen(other), NULL);
    diagnostics = wlay_diagnostics(module, &count);
    if (count != 1 || strcmp(diagnostics[0].code.data, "const-assert") != 0)
        fail_msg("%s\n%s", other,
                 count > 0 ? diagnostics[0].message.data : "is valid too");
    wlay_module_free(module);
    free(other);
}

typedef struct error_row {
    const char *name;
    const char *source;
    const char *marks;
    const char *codes;
} error_row;

static inline void check_mark(const error_row *row, const wlay_diagnostic *d,
                       size_t *at)
{
    size_t end;

    while (row->marks[*at] == ' ')
        ++*at;
    end = *at;
    while (row->marks[end] == '^')
        end++;
    if (d->place.span.offset != *at || d->place.span.length != end - *at)
        fail_msg("%s\n%s\nspan is %u+%u: %s [%s]", row->source, row->marks,
                 (unsigned)d->place.span.offset,
                 (unsigned)d->place.span.length, d->message.data,
                 d->code.data);
    *at = row->marks[end] == '|' ? end + 1 : end;
}

static inline void check_codes(const error_row *row, const wlay_diagnostic *d,
                        size_t count)
{
    char codes[1024] = "";

    for (size_t i = 0; i < count; i++) {
        strncat(codes, i > 0 ? " " : "", sizeof codes - strlen(codes) - 1);
        strncat(codes, d[i].code.data, sizeof codes - strlen(codes) - 1);
    }
    if (strcmp(codes, row->codes) != 0)
        fail_msg("%s\ncodes are: %s\nfirst: %s", row->source, codes,
                 count > 0 ? d[0].message.data : "none");
}

/* Diagnostics from left to right: they come in the order in which a compiler
   meets them. */
static inline wlay_diagnostic *sort_by_place(const wlay_diagnostic *d,
                                             size_t count)
{
    wlay_diagnostic *const sorted = calloc(count + 1, sizeof *sorted);

    assert_non_null(sorted);
    for (size_t i = 0; i < count; i++) {
        size_t at = i;

        for (; at > 0 && sorted[at - 1].place.span.offset >
                             d[i].place.span.offset; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = d[i];
    }
    return sorted;
}

static inline void check_errors(void **state)
{
    const error_row *const row = *state;
    wlay_module *const module =
        parse_copy(row->source, strlen(row->source), NULL);
    wlay_diagnostic *d;
    size_t count;
    size_t at = 0;

    wlay_diagnostics(module, &count);
    d = sort_by_place(wlay_diagnostics(module, &count), count);
    check_codes(row, d, count);
    for (size_t i = 0; i < count; i++) {
        check_mark(row, &d[i], &at);
        assert_true(d[i].message.length > 0);
        assert_int_equal(strlen(d[i].message.data), d[i].message.length);
        assert_int_equal(strlen(d[i].hint.data), d[i].hint.length);
    }
    assert_true(row->marks[at] == '\0');
    free(d);
    wlay_module_free(module);
}

#endif /* WLAY_TESTS_TABLE_H */
