/* SPDX-License-Identifier: MIT */
/*
 * Any text in the place of an expression, among constants of many types.  What
 * it is worth must not depend on parentheses around it, and its value, where it
 * is a count, must be the same everywhere.
 */
#include "fuzz.h"

static const char prelude[] =
    "enable f16;"
    "const i = 3; const j = -7i; const u = 5u; const x = 2.5; const h = 1.5h;"
    "const f = 0.1f; const b = true; const v = vec3(1, 2, 3);"
    "const w = vec4f(1, 2, 3, 4); const m = mat3x2f(1, 2, 3, 4, 5, 6);"
    "const a = array(1, 2, 3); override o: i32 = 4; override p: f32;"
    "struct S { a: i32, b: vec2f } const s = S(1, vec2f(2, 3));\n";

/* A module that has the expression between two texts. */
static wlay_module *parse_with(const char *before, wlay_string expression,
                               const char *after)
{
    const size_t length = sizeof prelude - 1 + strlen(before) +
                          expression.length + strlen(after);
    char *const all = malloc(length + 1);
    char *end = all;
    wlay_module *module = NULL;
    wlay_result result;

    CHECK(all != NULL);
    end += sprintf(end, "%s%s", prelude, before);
    memcpy(end, expression.data, expression.length);
    memcpy(end + expression.length, after, strlen(after) + 1);
    result = wlay_parse(all, length, NULL, &module);
    free(all);
    CHECK(result == WLAY_OK || result == WLAY_INVALID_WGSL);
    return module;
}

/* Of the last declaration of a type alias; NULL if it has none. */
static const wlay_type *alias_type(const wlay_module *module)
{
    size_t count;
    const wlay_alias *const aliases = wlay_aliases(module, &count);

    return count > 0 ? aliases[count - 1].type : NULL;
}

/* Text that ends the expression is another expression with parentheses. */
static bool is_one_expression(wlay_string text)
{
    return memchr(text.data, ';', text.length) == NULL &&
           memchr(text.data, ',', text.length) == NULL;
}

static bool is_too_deep(const wlay_module *module)
{
    size_t count;
    const wlay_diagnostic *const d = wlay_diagnostics(module, &count);

    for (size_t i = 0; i < count; i++)
        if (strncmp(d[i].code.data, "too-", 4) == 0 ||
            strstr(d[i].code.data, "nest") != NULL ||
            strstr(d[i].code.data, "deep") != NULL)
            return true;
    return false;
}

static void check_const(wlay_string expression)
{
    wlay_module *const plain =
        parse_with("const y = ", expression, "\n;");
    wlay_module *const inner =
        parse_with("const y = (", expression, "\n);");

    if (wlay_module_valid(plain) && is_one_expression(expression))
        CHECK(wlay_module_valid(inner) || is_too_deep(inner));
    wlay_module_free(plain);
    wlay_module_free(inner);
}

/* The same count by way of an array's type and of an @size. */
static void check_count(wlay_string expression)
{
    wlay_module *const array =
        parse_with("alias T = array<u32, ", expression, "\n>;");
    wlay_module *const size =
        parse_with("struct Z { @size(4 * (", expression, "\n)) a: u32 }");
    const wlay_type *const type = alias_type(array);
    const wlay_struct *const s = wlay_find_struct(size, "Z", 1);

    if (wlay_module_valid(array) && wlay_module_valid(size) &&
        is_one_expression(expression) && type != NULL &&
        (type->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0)
        CHECK(s != NULL && s->size == type->size);
    wlay_module_free(array);
    wlay_module_free(size);
}

static void check_override(wlay_string expression)
{
    wlay_module *const module =
        parse_with("override q = ", expression, "\n;");
    size_t count;
    const wlay_override *const overrides = wlay_overrides(module, &count);

    for (size_t i = 0; i < count; i++)
        check_string(overrides[i].default_value);
    wlay_module_free(module);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const wlay_string expression = {(const char *)data, size};

    if (size == 0)
        return 0;
    check_const(expression);
    check_count(expression);
    check_override(expression);
    return 0;
}
