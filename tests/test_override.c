/* SPDX-License-Identifier: MIT */
/* Values that a pipeline gives to overrides, and what they size. */
#include "table.h"

#define VALUES_MAX 4

/*
 * The size of the last variable of the source, with values for overrides; 0 for
 * a size that is not known, or for no variable, because of an error.
 */
typedef struct size_row {
    const char *name;
    const char *source;
    const char *values; /* NAME=VALUE, with spaces between */
    uint64_t size;
    const char *code;
} size_row;

#define N "override n: u32; "
#define ARRAY "var<workgroup> a: array<f32, n>;"
static const size_row sizes[] = {
    {"no value", N ARRAY, "", 0, NULL},
    {"no value for a default", "override n = 4; " ARRAY, "", 0, NULL},
    {"a value", N ARRAY, "n=8", 32, NULL},
    {"a value instead of the default", "override n = 4; " ARRAY, "n=8", 32,
     NULL},
    {"the default, where another value is given",
     "override m: f32; override n = 4; " ARRAY, "m=1", 16, NULL},
    {"no default, where another value is given",
     "override m: f32; " N ARRAY, "m=1", 0, NULL},
    {"by the id", "@id(7) " N ARRAY, "7=8", 32, NULL},
    {"by an id that is an expression", "@id(3 + 4) " N ARRAY, "7=8", 32, NULL},
    {"an id of zero", "@id(0) " N ARRAY, "0=8", 32, NULL},
    {"not by the name where there is an id", "@id(7) " N ARRAY, "n=8", 0,
     "override-value"},
    {"not by an id that is another's", N "@id(1) override m: u32; " ARRAY,
     "1=8", 0, NULL},
    {"an id with a zero before it", "@id(7) " N ARRAY, "07=8", 0,
     "override-value"},
    {"a name beyond ASCII",
     "override \xCE\xB4: u32; var<workgroup> a: array<f32, \xCE\xB4>;",
     "\xCE\xB4=8", 32, NULL},
    {"an i32", "override n: i32; " ARRAY, "n=8", 32, NULL},
    {"an expression", N "var<workgroup> a: array<f32, n * 2 + 1>;", "n=8", 68,
     NULL},
    {"an override of an override",
     N "override m = n + 1; var<workgroup> a: array<f32, m>;", "n=8", 36, NULL},
    {"a chain of them",
     "override a = b * 2; override b = c + 1; override c: u32;"
     "var<workgroup> d: array<vec4f, a>;", "c=3", 128, NULL},
    {"a chain that is cut",
     "override a = b * 2; override b = c + 1; override c: u32;"
     "var<workgroup> d: array<vec4f, a>;", "b=3", 96, NULL},
    {"a default of a const", "const k = 5; override n = k; " ARRAY, "n=6", 24,
     NULL},
    {"an override of a default and a const",
     "const k = 5u; override n = k; override m = n * k;"
     "var<workgroup> a: array<f32, m>;", "n=2", 40, NULL},
    {"two in one expression",
     N "override m: u32; var<workgroup> a: array<f32, max(n, m)>;",
     "n=3 m=5", 20, NULL},
    {"a builtin function",
     "override x: f32; var<workgroup> a: array<f32, u32(ceil(x))>;", "x=2.5",
     12, NULL},
    {"an f16",
     "enable f16; override x: f16; var<workgroup> a: array<f32, u32(x)>;",
     "x=3.999", 12, NULL},
    {"an f32 is rounded",
     "override x: f32; var<workgroup> a: array<f32, u32(x)>;", "x=16777217",
     UINT64_C(67108864), NULL},
    {"a true bool",
     "override b: bool; var<workgroup> a: array<f32, select(1, 9, b)>;", "b=1",
     36, NULL},
    {"a false bool",
     "override b: bool; var<workgroup> a: array<f32, select(1, 9, b)>;", "b=0",
     4, NULL},
    {"a bool that is neither 0 nor 1",
     "override b: bool; var<workgroup> a: array<f32, select(1, 9, b)>;",
     "b=-0.5", 36, NULL},
    {"through an alias", N "alias A = array<f32, n>; var<workgroup> a: A;",
     "n=8", 32, NULL},
    {"of structs",
     N "struct S { a: vec3f, b: f32 } var<workgroup> a: array<S, n>;", "n=8",
     128, NULL},
    {"of atomics", N "var<workgroup> a: array<atomic<u32>, n>;", "n=8", 32,
     NULL},
    {"a count of zero", N ARRAY, "n=0", 0, "array-count"},
    {"a negative count", "override n: i32; " ARRAY, "n=-1", 0, "array-count"},
    {"a count that wraps around to zero",
     N "var<workgroup> a: array<f32, n * 65536u * 65536u>;", "n=1", 0,
     "array-count"},
    {"a division by zero", N "var<workgroup> a: array<f32, 8 / n>;", "n=0", 0,
     "override-value"},
    {"a fraction for a u32", N ARRAY, "n=1.5", 0, "override-value"},
    {"less than a u32", N ARRAY, "n=-1", 0, "override-value"},
    {"the largest u32", N "var<workgroup> a: array<f32, n - 4294967294u>;",
     "n=4294967295", 4, NULL},
    {"more than a u32", N ARRAY, "n=4294967296", 0, "override-value"},
    {"the least i32",
     "override n: i32; var<workgroup> a: array<f32, n + 2147483647 + 3>;",
     "n=-2147483648", 8, NULL},
    {"less than an i32", "override n: i32; " ARRAY, "n=-2147483649", 0,
     "override-value"},
    {"more than an i32", "override n: i32; " ARRAY, "n=2147483648", 0,
     "override-value"},
    {"more than an f32", "override n: f32; var<private> a: f32;", "n=1e39", 4,
     "override-value"},
    {"more than an f16",
     "enable f16; override n: f16; var<private> a: f32;", "n=65536", 4,
     "override-value"},
    {"no number", "override n: f32; var<private> a: f32;", "n=nan", 4,
     "override-value"},
    {"an infinite number", "override b: bool; var<private> a: f32;", "b=inf", 4,
     "override-value"},
    {"an unknown name", N ARRAY, "m=8", 0, "override-value"},
    {"the name of a const", "const n = 4; " ARRAY, "n=8", 16,
     "override-value"},
    {"an unknown id", "@id(1) " N ARRAY, "2=8", 0, "override-value"},
};

/* Splits NAME=VALUE; the names point into `text`. */
static size_t read_values(char *text, wlay_override_value *values)
{
    size_t count = 0;

    for (char *word = strtok(text, " "); word != NULL;
         word = strtok(NULL, " ")) {
        char *const equals = strchr(word, '=');

        assert_non_null(equals);
        assert_true(count < VALUES_MAX);
        values[count].key.data = word;
        values[count].key.length = (size_t)(equals - word);
        values[count].value = strtod(equals + 1, NULL);
        count++;
    }
    return count;
}

static void check_size(void **state)
{
    const size_row *const row = *state;
    wlay_override_value values[VALUES_MAX];
    wlay_options options = {0};
    char text[64];
    wlay_module *module;
    const wlay_variable *variables;
    const wlay_diagnostic *d;
    size_t count;

    snprintf(text, sizeof text, "%s", row->values);
    options.override_count = read_values(text, values);
    options.overrides = values;
    module = parse_copy(row->source, strlen(row->source), &options);
    d = wlay_diagnostics(module, &count);
    if (count > 1 || (count == 1) != (row->code != NULL))
        fail_msg("%u diagnostics, first: %s", (unsigned)count,
                 count > 0 ? d[0].message.data : "none");
    if (row->code != NULL)
        assert_string_equal(d[0].code.data, row->code);
    variables = wlay_variables(module, &count);
    assert_true(count > 0 || row->code != NULL);
    if (count > 0) {
        const wlay_type *const type = variables[count - 1].type;

        assert_int_equal(type->size, row->size);
        assert_int_equal((type->flags & WLAY_TYPE_SIZE_UNKNOWN) != 0,
                         row->size == 0);
    }
    wlay_module_free(module);
}

/* What is wrong with overrides themselves. */
static const error_row errors[] = {
    {"neither type nor initializer",
     "override n;",
     "         ^",
     "override-type"},
    {"a vector",
     "override n: vec2f;",
     "            ^^^^^",
     "override-type"},
    {"an initializer that is a vector",
     "override n = vec2f();",
     "             ^^^^^^^",
     "override-type"},
    {"another type",
     "override n: u32 = 1.5;",
     "                  ^^^",
     "type-mismatch"},
    {"a value that does not fit",
     "override n: u32 = -1;",
     "                  ^^",
     "conversion"},
    {"an id twice",
     "@id(1) override n: u32; @id(1) override m: u32;",
     "                         ^^",
     "override-id"},
    {"an id twice by its value",
     "@id(1) override n: u32; @id(2 - 1) override m: u32;",
     "                         ^^",
     "override-id"},
    {"a negative id",
     "@id(-1) override n: u32;",
     "    ^^",
     "attribute-value"},
    {"an id that is too large",
     "@id(65536) override n: u32;",
     "    ^^^^^",
     "override-id"},
    {"an id that depends on an override",
     "override m = 1; @id(m) override n: u32;",
     "                    ^",
     "not-const"},
    {"an id on a const",
     "@id(1) const n = 1;",
     " ^^",
     "attribute-placement"},
    {"a const of an override",
     "override n: u32; const m = n;",
     "                           ^",
     "not-const"},
    {"a const_assert of an override",
     "override n: u32; const_assert n > 0;",
     "                              ^^^^^",
     "not-const"},
    {"an array in another address space",
     "override n: u32; var<private> a: array<f32, n>;",
     "                                 ^^^^^^^^^^^^^",
     "override-sized"},
    {"an array in a struct",
     "override n: u32; struct S { a: array<f32, n> }",
     "                               ^^^^^^^^^^^^^",
     "override-sized"},
    {"an array of arrays",
     "override n: u32; alias A = array<array<f32, n>, 2>;",
     "                                 ^^^^^^^^^^^^^",
     "override-sized"},
    {"a size of an override",
     "override n = 4; struct S { @size(n) a: f32 }",
     "                                 ^",
     "not-const"},
    {"a cycle",
     "override n = m; override m = n;",
     "         ^",
     "cyclic-declaration"},
};

static void test_shown(void **state)
{
    wlay_module *const module = parse_valid(
        "@id(5) override a: f32; override b = 2 * 3; override c = b;"
        "override d = true && false; override e: f32 = 1.5;", NULL);
    static const char *const defaults[] = {"", "6", "b", "false", "1.5"};
    const wlay_override *overrides;
    size_t count;

    (void)state;
    overrides = wlay_overrides(module, &count);
    assert_int_equal(count, ROWS(defaults));
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(overrides[i].default_value.data, defaults[i]);
        assert_int_equal(overrides[i].has_default, i > 0);
    }
    assert_true(overrides[0].has_id);
    assert_int_equal(overrides[0].id, 5);
    assert_false(overrides[1].has_id);
    assert_string_equal(overrides[1].type->name.data, "i32");
    assert_string_equal(overrides[3].type->name.data, "bool");
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown),
    };
    int failed = 0;

    failed += RUN_TABLE(sizes, check_size);
    failed += RUN_TABLE(errors, check_errors);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed > 0;
}
