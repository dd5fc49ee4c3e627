/* SPDX-License-Identifier: MIT */
/*
 * What is bounded, and where: at the bound a text is valid, one more is refused
 * by name, and a hundred thousand more are refused no later.  README lists them.
 */
#include "table.h"

/* ------------------------------------------------------------------- writers */

typedef struct text {
    char *data;
    size_t length;
    size_t room;
} text;

static void put(text *t, const char *words)
{
    const size_t length = strlen(words);

    if (t->room - t->length <= length) {
        t->room = 2 * t->room + length + 64;
        t->data = realloc(t->data, t->room);
        assert_non_null(t->data);
    }
    memcpy(t->data + t->length, words, length + 1);
    t->length += length;
}

static void put_number(text *t, const char *before, uint64_t n,
                       const char *after)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    put(t, before);
    put(t, digits);
    put(t, after);
}

static void put_times(text *t, uint64_t n, const char *words)
{
    for (uint64_t i = 0; i < n; i++)
        put(t, words);
}

static void parentheses(text *t, uint64_t n)
{
    put(t, "const x = ");
    put_times(t, n, "(");
    put(t, "1");
    put_times(t, n, ")");
    put(t, ";");
}

static void calls(text *t, uint64_t n)
{
    put(t, "const x = ");
    put_times(t, n, "abs(");
    put(t, "1");
    put_times(t, n, ")");
    put(t, ";");
}

static void indices(text *t, uint64_t n)
{
    put(t, "const a = array(0, 0); const x = ");
    put_times(t, n, "a[");
    put(t, "1");
    put_times(t, n, "]");
    put(t, ";");
}

static void unary_operators(text *t, uint64_t n)
{
    put(t, "const x = ");
    put_times(t, n, "!");
    put(t, "true;");
}

static void template_lists(text *t, uint64_t n)
{
    put(t, "alias T = ");
    put_times(t, n, "array<");
    put(t, "f32");
    put_times(t, n, ", 1>");
    put(t, ";");
}

/* The number itself is a level too. */
static void sum(text *t, uint64_t n)
{
    put(t, "const x = 1");
    put_times(t, n - 1, " + 1");
    put(t, ";");
}

static void array_types(text *t, uint64_t n)
{
    put(t, "alias T0 = f32;\n");
    for (uint64_t i = 1; i <= n; i++) {
        put_number(t, "alias T", i, "");
        put_number(t, " = array<T", i - 1, ", 1>;\n");
    }
}

static void struct_types(text *t, uint64_t n)
{
    put(t, "alias T0 = f32;\n");
    for (uint64_t i = 1; i <= n; i++) {
        put_number(t, "struct T", i, "");
        put_number(t, " { m: T", i - 1, " }\n");
    }
}

static void members(text *t, uint64_t n)
{
    put(t, "struct S {\n");
    for (uint64_t i = 0; i < n; i++)
        put_number(t, "m", i, ": u32,\n");
    put(t, "}\n");
}

static void parameters(text *t, uint64_t n)
{
    put(t, "fn f(");
    for (uint64_t i = 0; i < n; i++)
        put_number(t, "p", i, ": u32, ");
    put(t, ") {}");
}

static void override_id(text *t, uint64_t n)
{
    put_number(t, "@id(", n, ") override o: u32;");
}

/* Sizes are below 4 GiB, of what is rounded up too. */
static void array_size(text *t, uint64_t n)
{
    put_number(t, "alias T = array<u32, ", n, ">;");
}

static void member_size(text *t, uint64_t n)
{
    put_number(t, "struct S { @size(2147483648u) a: u32, @size(", n,
               "u) b: u32 }");
}

/* --------------------------------------------------------------------- table */

typedef struct limit_case {
    const char *name;
    void (*write)(text *t, uint64_t n);
    uint64_t most;
    const char *code; /* of one more */
} limit_case;

static const limit_case limits[] = {
    {"parentheses", parentheses, 127, "nesting-limit"},
    {"calls", calls, 127, "nesting-limit"},
    {"indices", indices, 127, "nesting-limit"},
    {"unary operators", unary_operators, 127, "nesting-limit"},
    {"template lists", template_lists, 127, "nesting-limit"},
    {"operators", sum, 512, "nesting-limit"},
    {"arrays of arrays", array_types, 255, "type-depth"},
    {"structs in structs", struct_types, 255, "type-depth"},
    {"members", members, 16383, "struct-members"},
    {"parameters", parameters, 255, "function"},
    {"the id of an override", override_id, 65535, "override-id"},
    {"the size of an array", array_size, 0x3fffffff, "type-size"},
    {"the size of a struct", member_size, 0x7ffffffc, "type-size"},
};

static void check_valid(const limit_case *c, uint64_t n)
{
    text t = {NULL, 0, 0};

    c->write(&t, n);
    wlay_module_free(parse_valid(t.data, NULL));
    free(t.data);
}

static void check_refused(const limit_case *c, uint64_t n)
{
    text t = {NULL, 0, 0};
    wlay_module *module;
    const wlay_diagnostic *diagnostics;
    size_t count;

    c->write(&t, n);
    module = parse_copy(t.data, t.length, NULL);
    diagnostics = wlay_diagnostics(module, &count);
    assert_true(count >= 1);
    assert_string_equal(diagnostics[0].code.data, c->code);
    wlay_module_free(module);
    free(t.data);
}

static void check_limit(void **state)
{
    const limit_case *const c = *state;

    check_valid(c, c->most);
    check_refused(c, c->most + 1);
    check_refused(c, c->most + 100000);
}

/* ---------------------------------------------------------------- unbounded */

/* What may be repeated or nested as often as one likes. */
static void comments(text *t, uint64_t n)
{
    put_times(t, n, "/*");
    put_times(t, n, "*/");
}

static void braces(text *t, uint64_t n)
{
    put(t, "fn f() {");
    put_times(t, n, "{");
    put_times(t, n, "}");
    put(t, "}");
}

static void structs(text *t, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        put_number(t, "struct S", i, " { a: f32 }\n");
}

static void aliases(text *t, uint64_t n)
{
    put(t, "alias T0 = f32;\n");
    for (uint64_t i = 1; i <= n; i++) {
        put_number(t, "alias T", i, "");
        put_number(t, " = T", i - 1, ";\n");
    }
}

static void aliases_backwards(text *t, uint64_t n)
{
    for (uint64_t i = n; i > 0; i--) {
        put_number(t, "alias T", i, "");
        put_number(t, " = T", i - 1, ";\n");
    }
    put(t, "alias T0 = f32;\n");
}

static void constants_backwards(text *t, uint64_t n)
{
    for (uint64_t i = n; i > 0; i--) {
        put_number(t, "const c", i, "");
        put_number(t, " = c", i - 1, " + 1;\n");
    }
    put(t, "const c0 = 1;\n");
}

static void rules(text *t, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        put_number(t, "diagnostic(off, some.rule", i, ");\n");
}

static void long_name(text *t, uint64_t n)
{
    put(t, "struct ");
    put_times(t, n, "x");
    put(t, " { a: f32 }");
}

static const limit_case no_limits[] = {
    {"comments", comments, 100000, NULL},
    {"braces", braces, 100000, NULL},
    {"structs", structs, 100000, NULL},
    {"aliases", aliases, 100000, NULL},
    {"aliases, the last one first", aliases_backwards, 100000, NULL},
    {"constants, the last one first", constants_backwards, 100000, NULL},
    {"diagnostic rules", rules, 100000, NULL},
    {"a name", long_name, 1000000, NULL},
};

static void check_no_limit(void **state)
{
    const limit_case *const c = *state;

    check_valid(c, c->most);
}

/* ------------------------------------------------------------ of another kind */

/* The length is looked at before the text is. */
static void length_of_a_text(void **state)
{
    const uint64_t least_refused = UINT64_C(0xfffffff1);
    wlay_module *module = NULL;

    (void)state;
    assert_int_equal(wlay_parse("", (size_t)least_refused, NULL, &module),
                     WLAY_INVALID_ARGUMENT);
    assert_null(module);
}

static const struct CMUnitTest others[] = {
    {"the length of a text", length_of_a_text, NULL, NULL, NULL},
};

int main(void)
{
    int failed = 0;

    failed += RUN_TABLE(limits, check_limit);
    failed += RUN_TABLE(no_limits, check_no_limit);
    failed += _cmocka_run_group_tests("others", others, ROWS(others), NULL,
                                      NULL);
    return failed;
}
