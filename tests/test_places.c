/* SPDX-License-Identifier: MIT */
/*
 * Lines and columns, wherever in the text a line break is: they are found from
 * places that are remembered at steps, and a step may cut a line break.
 */
#include "table.h"

typedef struct break_case {
    const char *name;
    const char *text;
    unsigned lines; /* it begins */
} break_case;

static const break_case breaks[] = {
    {"none", "", 0},
    {"LF", "\n", 1},
    {"CR", "\r", 1},
    {"CRLF", "\r\n", 1},
    {"LF, CR", "\n\r", 2},
    {"VT", "\v", 1},
    {"FF", "\f", 1},
    {"U+0085", "\xC2\x85", 1},
    {"U+2028", "\xE2\x80\xA8", 1},
    {"U+2029", "\xE2\x80\xA9", 1},
    {"U+200E is none", "\xE2\x80\x8E", 0},
    {"CRLF twice", "\r\n\r\n", 2},
    {"LF, U+2028", "\n\xE2\x80\xA8", 2},
};

/* `before` spaces, the line break, `behind` spaces, and what is wrong. */
static void check_at(const break_case *c, size_t before, size_t behind)
{
    static char text[8192];
    const size_t length = strlen(c->text);
    const wlay_diagnostic *d;
    wlay_module *module;
    size_t count;

    memset(text, ' ', before + length + behind);
    memcpy(text + before, c->text, length);
    memcpy(text + before + length + behind, "?", 2);
    module = parse_copy(text, strlen(text), NULL);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_int_equal(d->place.span.offset, before + length + behind);
    assert_int_equal(d->place.line, 1 + c->lines);
    assert_int_equal(d->place.column,
                     1 + behind + (c->lines > 0 ? 0 : before + length));
    wlay_module_free(module);
}

static void check_break(void **state)
{
    const break_case *const c = *state;
    static const size_t steps[] = {0, 1024, 2048, 4096};

    for (size_t i = 0; i < ROWS(steps); i++)
        for (size_t k = 0; k < 8; k++)
            for (size_t behind = 0; behind < 6; behind++)
                check_at(c, steps[i] + k - (i > 0 ? 4 : 0), behind);
    check_at(c, 1022, 2048);
}

int main(void)
{
    return RUN_TABLE(breaks, check_break);
}
