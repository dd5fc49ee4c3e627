/* SPDX-License-Identifier: MIT */
/*
 * Const-expressions: what they give, held by const_assert, and what is refused.
 * The builtin functions have a test of their own.
 */
#include "table.h"

/* ------------------------------------------------------------------- values */

typedef struct value_row {
    const char *name;
    const char *source; /* valid */
} value_row;

static void check_value(void **state)
{
    const value_row *const row = *state;
    const char *const last = strstr(row->source, "const_assert ");

    /* Nothing stands behind the assertion in most. */
    if (last != NULL && strchr(last, ';')[1] == '\0')
        check_asserted(row->source);
    else
        wlay_module_free(parse_valid(row->source, NULL));
}

#define IS(name, condition) {name, "const_assert " condition ";"}
#define IS_F16(name, condition) \
    {name, "enable f16; const_assert " condition ";"}

static const value_row literals[] = {
    IS("abstract-int", "9223372036854775807 == 0x7fffffffffffffff"),
    IS("i32", "2147483647i == 0x7fffffff"),
    IS("u32", "4294967295u == 0xffffffffu"),
    IS("abstract-float", "0x1.8p1 == 3.0"),
    IS("f32", "0.1f == f32(0.1)"),
    IS_F16("f16", "0.5h == f16(0.5)"),
    IS("bool", "true != false"),
    IS("parentheses", "((((1)))) == 1"),
};

static const value_row arithmetic[] = {
    IS("abstract-int has 64 bits", "4294967296 * 2147483647 > 0"),
    IS("smallest abstract-int", "-9223372036854775807 - 1 < 0"),
    IS("i32 wraps", "2147483647i + 1i == -2147483648"),
    IS("u32 wraps", "1u - 2u == 4294967295u"),
    IS("product of i32 wraps", "0x7fffffffi * 0x7fffffffi == 1"),
    IS("product of u32 wraps", "0xffffffffu * 0xffffffffu == 1"),
    IS("division truncates", "-7 / 2 == -3"),
    IS("remainder has the sign of the left", "-7 % 2 == -1 && 7 % -2 == 1"),
    IS("remainder of floats", "-5.5 % 2.0 == -1.5"),
    IS("remainder rounds its steps", "1e30f % 3f == 0f"),
    IS("the negative of the smallest i32",
       "-i32(-2147483648) == i32(-2147483648)"),
    IS("abstract floats are doubles", "0.1 + 0.2 == 0.30000000000000004"),
    IS("f32 rounds each step", "16777216f + 1f + 1f == 16777216f"),
    IS("f32 has small values", "1e-40f / 2f == 5e-41f"),
    IS("overflow to the largest f32 is rounded",
       "3.4028234663852886e38f + 1.0e31f == 3.4028234663852886e38f"),
    IS_F16("f16 rounds", "2048h + 1h == 2048h"),
    IS("not", "!false"),
    IS("complement", "~1 == -2 && ~1u == 4294967294u"),
    IS("bits", "(6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5"),
    IS("bools as bits", "(true & true) && !(false | false)"),
    IS("two minus signs", "1--1 == 2"),
};

static const value_row shifts[] = {
    IS("left", "1 << 62 == 4611686018427387904"),
    IS("left by u32", "1u << 31u == 2147483648u"),
    IS("left, negative", "-1 << 63 < 0"),
    IS("left, negative i32", "-1i << 31 == -2147483648"),
    IS("zero, by any amount", "0 << 64 == 0"),
    IS("right", "-8 >> 1 == -4"),
    IS("right, by more than all bits",
       "1 >> 64 == 0 && -1 >> 4294967295 == -1"),
    IS("right, u32", "0x80000000u >> 31 == 1"),
    IS("vectors", "all(vec2(1, 2) << vec2(3, 4u) == vec2(8, 32))"),
};

static const value_row conversions[] = {
    IS("abstract-int to u32", "1 == 1u"),
    IS("abstract-int to f32", "16777217 == 16777216f"),
    IS("abstract-float to f32", "0.1 == 0.1f"),
    IS("abstract-int to abstract-float", "1 == 1.0"),
    IS("result of mixed operands", "1 + 2.5 == 3.5"),
    IS("u32 to i32 keeps the bits", "i32(4294967295u) == -1"),
    IS("i32 to u32 keeps the bits", "u32(-1i) == 4294967295u"),
    IS("floats truncate", "u32(3.7) == 3 && i32(-3.7f) == -3"),
    IS("floats are clamped", "u32(-1.0) == 0 && i32(3e9) == 2147483647"),
    IS("f32 is clamped to what f32 has",
       "i32(1e20f) == 2147483520 && u32(1e20f) == 4294967040u"),
    IS("bool to numbers",
       "i32(true) == 1 && u32(false) == 0 && f32(true) == 1"),
    IS("numbers to bool", "bool(5u) && !bool(0) && !bool(-0.0) && bool(0.5f)"),
    IS("u32 to f32 rounds", "f32(4294967295u) == 4294967296f"),
    IS_F16("to f16", "f16(1.5f) + 1.5 == 3h"),
    {"written type of a const",
     "const v : vec2<f32> = vec2(1, 2); const_assert v.y == 2f;"},
    {"array to an array type",
     "const a : array<array<f32, 2>, 2> = array(array(1, 2), array(3, 4.5));"
     "const_assert a[1][1] == 4.5f;"},
    {"matrix to a matrix type",
     "const m : mat2x2f = mat2x2(1, 2, 3, 4); const_assert m[1].x == 3f;"},
    {"variables are concrete",
     "var<private> v = array(1, 2); var<private> m = mat2x2(1, 2, 3, 4);"},
};

static const value_row constructors[] = {
    IS("zeros of scalars", "i32() == 0 && !bool() && f32() == 0"),
    IS("zeros of a vector", "all(vec3<u32>() == vec3(0u))"),
    IS("zeros of no written type", "vec2().x + 9223372036854775807 > 0"),
    IS("zeros of a matrix", "mat2x3f()[1].z == 0"),
    IS("zeros of an array", "array<vec2<bool>, 4>()[3].y == false"),
    IS("splat", "all(vec3(7) == vec3(7, 7, 7))"),
    IS("splat, converted", "vec3f(7).z == 7f"),
    IS("vector of vectors",
       "all(vec4(1, vec2(2, 3), 4) == vec4(vec3(1, 2, 3), 4))"),
    IS("common component type", "vec2(1, 2u).x == 1u"),
    IS("vector from another", "all(vec2<i32>(vec2(1.9, -1.9)) == vec2(1, -1))"),
    IS("vector of bools from numbers", "vec2<bool>(vec2(0.5, 0)).x"),
    IS("alias of a vector type", "vec2f(1, 2).y == 2"),
    IS("matrix of scalars", "mat2x3(1, 2, 3, 4, 5, 6)[1].z == 6"),
    IS("matrix of columns", "mat2x2(vec2(1, 2), vec2(3f, 4))[1].x == 3f"),
    IS("matrix from another", "mat2x2f(mat2x2(1, 2, 3, 4))[0].y == 2f"),
    IS("array", "array(1, 2.5)[0] == 1.0"),
    IS("array of vectors", "array(vec2(1), vec2(2u))[0].x == 1u"),
    IS("array of arrays", "array(array(1, 2), array(3, 4u))[0][1] == 2u"),
    IS("array with a type", "array<f32, 1 + 1>(1, 2)[1] == 2f"),
    IS("trailing commas", "array<f32, 2,>(1, 2,)[1] == vec2(1, 2,).y"),
    {"struct",
     "struct S { a: u32, b: array<f32, 2> } const s = S(7, array(1, 2));"
     "const_assert s.a == 7u && s.b[1] == 2f;"},
    {"zeros of a struct",
     "struct S { a: mat2x2f, b: bool } const_assert !array<S, 3>()[2].b;"},
    {"alias of an array type",
     "alias A = array<i32, 3>; const_assert A(1, 2, 3)[2] == 3;"},
    {"an enormous array costs nothing",
     "const a = array<u32, 0x3fffffff>(); const_assert a[0x3ffffffe] == 0;"},
};

static const value_row parts[] = {
    IS("component", "vec3(1, 2, 3).z == 3 && vec3(1, 2, 3).g == 2"),
    IS("swizzle", "all(vec3(1, 2, 3).zyxx == vec4(3, 2, 1, 1))"),
    IS("swizzle of a swizzle", "vec4(1, 2, 3, 4).wzyx.xy.y == 3"),
    IS("index of a vector", "vec3(1, 2, 3)[2u] == 3"),
    IS("index of a matrix", "mat2x2(1, 2, 3, 4)[1][0] == 3"),
    IS("index of an array", "array(1, 2, 3)[1i + 1] == 3"),
    IS("an abstract array stays abstract",
       "array(0xfffffffff, 2)[0i] == 0xfffffffff"),
    {"member",
     "struct S { a: T } struct T { b: vec2f } const_assert S(T(vec2(1, 2))).a.b"
     ".y == 2;"},
    IS("comparisons in a template list",
       "array<u32, select(1, 2, 2 >= 1)>()[1] == "
       "array<u32, select(1, 2, 1 <= 2)>()[1]"),
    {"member of a builtin's result", "const_assert modf(1.5).fract == 0.5;"},
};

static const value_row vectors[] = {
    IS("component-wise", "all(vec2(1, 2) * vec2(3, 4) == vec2(3, 8))"),
    IS("with a scalar", "all(vec2(1, 2) + 1 == 1 + vec2(1, 2))"),
    IS("scalar on the left", "all(6 / vec2(1, 2) == vec2(6, 3))"),
    IS("scalar of another type", "(vec2(1, 2) + 1u).x == 2u"),
    IS("comparison", "all((vec2(1, 2) < vec2(2, 2)) == vec2(true, false))"),
    IS("of bools",
       "all((vec2(true, false) | vec2(false)) == vec2(true, false))"),
    IS("negative", "all(-vec2(1, 2) == vec2(-1, -2))"),
    IS("matrix and column",
       "all(mat2x3(1, 2, 3, 4, 5, 6) * vec2(1, 2) == vec3(9, 12, 15))"),
    IS("row and matrix",
       "all(vec3(1, 2, 3) * mat2x3(1, 2, 3, 4, 5, 6) == vec2(14, 32))"),
    {"matrices",
     "const m = mat2x2(1, 2, 3, 4) * mat2x2(1, 2, 3, 4);"
     "const_assert all(m[0] == vec2(7, 10)) && all(m[1] == vec2(15, 22));"},
    {"matrices of other shapes",
     "const m = mat2x3(1, 2, 3, 4, 5, 6) * mat3x2(1, 0, 0, 1, 1, 1);"
     "const_assert all(m[2] == vec3(5, 7, 9));"},
    IS("matrix and scalar", "(2 * mat2x2(1, 2, 3, 4) * 2f)[1].y == 16f"),
    IS("sum of matrices",
       "(mat2x2(1, 2, 3, 4) + mat2x2f(1, 1, 1, 1))[1].y == 5f"),
};

/* The right side of && and || is not evaluated if the left one decides. */
static const value_row guarded[] = {
    IS("and", "!(false && 1 / 0 == 0)"),
    IS("or", "true || 1 / 0 == 0"),
    IS("chain", "!(false && true && 1 / 0 == 0)"),
    IS("nested", "!(true && (false && 1 / 0 == 0))"),
    IS("overflow", "!(false && 9223372036854775807 + 1 == 0)"),
    IS("conversion", "!(false && 1u < -1)"),
    IS("explicit conversion", "!(false && i32(5000000000) == 0)"),
    IS("shift", "!(false && 1i << 32 == 0)"),
    IS("index", "!(false && array(1, 2)[5] == 0)"),
    IS("builtin", "!(false && sqrt(-1) == 1)"),
    IS("argument of a constructor", "!(false && array<u32, 2>(1, -1)[0] == 1)"),
};

/* ---------------------------------------------------------------- overrides */

static const value_row overrides[] = {
    {"operators", "override o = 2; override p = -o * 2 + o % 3 - (o << 1u);"},
    {"division of a constant", "override o = 0; override p = 1 / o;"},
    {"division of vectors",
     "override o: i32; override p = (vec2(1, 0) / vec2(1, o)).x;"},
    {"amount of a shift", "override o: u32; override p = (1 << o) + 1i;"},
    {"index", "override o: u32; override p = array(1, 2)[o] + 1i;"},
    {"index out of bounds", "override o: u32 = 5; override p = vec2(1, 2)[o];"},
    {"part of a vector", "override o: u32; override p = vec2(o, 1).y + 1u;"},
    {"part of an array", "override o: f32; override p = array(1, o)[0] + 1f;"},
    {"member",
     "struct S { a: u32, b: f32 } override o: u32; override p = S(o, 1).b;"},
    {"matrix", "override o: f32; override p = (mat2x2(o, 2, 3, o) * 2)[1].x;"},
    {"conversion", "override o: f32; override p = u32(o) + u32(bool(o));"},
    {"and", "override o: bool; override p = o && 1 / i32(o) == 0;"},
    {"or", "override o: bool; override p = true || o || 1 / 0 == 0;"},
};

typedef struct sized_row {
    const char *name;
    const char *source; /* with a variable `a` of f32 elements */
    double n;           /* the override */
    uint64_t count;     /* of elements; 0 if there has to be one warning */
} sized_row;

static void check_sized(void **state)
{
    const sized_row *const row = *state;
    const wlay_override_value value = {{"n", WLAY_STRLEN}, row->n};
    wlay_options options;
    wlay_module *module;
    const wlay_diagnostic *d;
    size_t count;

    memset(&options, 0, sizeof options);
    options.overrides = &value;
    options.override_count = 1;
    module = parse_copy(row->source, strlen(row->source), &options);
    assert_true(wlay_module_valid(module));
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, row->count == 0 ? 1 : 0);
    if (count == 1) {
        assert_int_equal(d->severity, WLAY_SEVERITY_WARNING);
        assert_string_equal(d->code.data, "override-value");
    }
    assert_int_equal(wlay_find_variable(module, "a", WLAY_STRLEN)
                         ->type->element_count, row->count);
    wlay_module_free(module);
}

#define SIZED(name, type, size) \
    name, "override n: " type "; var<workgroup> a: array<f32, " size ">;"

static const sized_row sized[] = {
    {SIZED("operators", "u32", "n * 2 + 1"), 4, 9},
    {SIZED("builtin", "u32", "max(n, 8)"), 4, 8},
    {SIZED("index", "u32", "array(1, 2, 3)[n]"), 2, 3},
    {SIZED("vector", "u32", "(vec2(n, 1) + 1u).x"), 2, 3},
    {SIZED("conversion", "f32", "u32(n)"), 2.5, 2},
    {SIZED("guarded", "u32", "select(4u, 8u, n == 0 || 8 / n == 2)"), 0, 8},
    {SIZED("division by zero", "u32", "8 / n"), 0, 0},
    {SIZED("index out of bounds", "u32", "array(1, 2, 3)[n]"), 3, 0},
    {SIZED("too wide a shift", "u32", "1u << n"), 32, 0},
    {SIZED("overflow", "f32", "u32(n * 1e30)"), 1e30, 0},
};

/* ------------------------------------------------------------------- errors */

static const error_row value_errors[] = {
    {"abstract-int overflows",
     "const a = 9223372036854775807 + 1;",
     "          ^^^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"difference",
     "const a = -9223372036854775807 - 2;",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"product",
     "const a = 3037000500 * 3037000500;",
     "          ^^^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"quotient of the smallest i32",
     "const a = i32(-2147483648) / -1;",
     "          ^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"remainder of the smallest abstract-int",
     "const a = (-9223372036854775807 - 1) % -1;",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"f32 overflows",
     "const a = 1 + 3e38f * 10;",
     "              ^^^^^^^^^^",
     "overflow"},
    {"abstract-float overflows",
     "const a = 1e308 + 1e308;",
     "          ^^^^^^^^^^^^^",
     "overflow"},
    {"f16 overflows",
     "enable f16; const a = 60000h + 60000h;",
     "                      ^^^^^^^^^^^^^^^",
     "overflow"},
    {"a step of a remainder overflows",
     "const a = 1e300 % 1e-300;",
     "          ^^^^^^^^^^^^^^",
     "overflow"},
    {"a step of a matrix product overflows",
     "const a = mat2x2f(3e38, 0, 3e38, 1) * vec2f(1, 1);",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^",
     "overflow"},
    {"integer division by zero",
     "const a = 1 / (1 - 1);",
     "          ^^^^^^^^^^^",
     "division-by-zero"},
    {"remainder by zero",
     "const a = 1u % 0u;",
     "          ^^^^^^^",
     "division-by-zero"},
    {"float division by zero",
     "const a = 1.0 / 0;",
     "          ^^^^^^^",
     "division-by-zero"},
    {"a component of a divisor is zero",
     "const a = 1 / vec2(1, 0);",
     "          ^^^^^^^^^^^^^^",
     "division-by-zero"},
    {"division of an override by zero",
     "override o: i32; override p = o / 0;",
     "                              ^^^^^",
     "division-by-zero"},
    {"component of an override's divisor is zero",
     "override o: i32; override p = (vec2(1, o) / vec2(1, 0)).x;",
     "                               ^^^^^^^^^^^^^^^^^^^^^^^",
     "division-by-zero"},
    {"an override on the left decides nothing",
     "override o: bool = true; override p = o || 1 / 0 == 0;",
     "                                           ^^^^^",
     "division-by-zero"},
    {"shift as wide as the type",
     "const a = 0u << 32;",
     "          ^^^^^^^^",
     "shift"},
    {"right shift as wide as the type",
     "const a = 1i >> 32;",
     "          ^^^^^^^^",
     "shift"},
    {"shift changes the sign",
     "const a = 1i << 31;",
     "          ^^^^^^^^",
     "shift"},
    {"abstract shift changes the sign",
     "const a = 1 << 63;",
     "          ^^^^^^^",
     "shift"},
    {"shift loses bits",
     "const a = vec2(1u, 3u) << vec2(31);",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^",
     "shift"},
    {"shift of an override",
     "override o: i32; override p = o << 32;",
     "                              ^^^^^^^",
     "shift"},
    {"negative shift",
     "const a = 1 << (-1);",
     "                ^^",
     "conversion"},
    {"operand out of range",
     "const a = 1u + (-1);",
     "                ^^",
     "conversion"},
    {"operand beside an override out of range",
     "override o: i32; override p = o + 5000000000;",
     "                                  ^^^^^^^^^^",
     "conversion"},
    {"constant shifted by an override",
     "override o: u32; override p = 5000000000 << o;",
     "                              ^^^^^^^^^^",
     "conversion"},
    {"constant indexed by an override",
     "override o: u32; override p = vec2(1, 5000000000)[o];",
     "                              ^^^^^^^^^^^^^^^^^^^",
     "conversion"},
    {"initializer out of range",
     "const a : array<u32, 2> = array(1, -2);",
     "                          ^^^^^^^^^^^^",
     "conversion"},
    {"explicit conversion out of range",
     "const a = u32(-1);",
     "          ^^^^^^^",
     "conversion"},
    {"more than the largest f16, though it would be rounded to it",
     "enable f16; const a = f16(65519.0);",
     "                      ^^^^^^^^^^^^",
     "conversion"},
    {"component out of range",
     "const a = vec2<u32>(1, -1);",
     "                       ^^",
     "conversion"},
    {"element out of range",
     "const a = array<f32, 2>(1, 1e300);",
     "                           ^^^^^",
     "conversion"},
    {"index",
     "const a = array(1, 2)[2];",
     "                      ^",
     "index"},
    {"negative index",
     "const a = vec2(1, 2)[-1];",
     "                     ^^",
     "index"},
    {"index of a matrix",
     "const a = mat3x2f()[(3)];",
     "                     ^",
     "index"},
    {"index of an override's vector",
     "override o: i32; override p = vec2(o, 2)[2];",
     "                                         ^",
     "index"},
    {"second index of the same text twice",
     "const a = array(1)[1]; const b = array(1)[1];",
     "                   ^                      ^",
     "index index"},
};

static const error_row type_errors[] = {
    {"operands of two types",
     "const a = 1i + 1u;",
     "          ^^^^^^^",
     "no-overload"},
    {"integer and float",
     "const a = 1u + 2.5;",
     "          ^^^^^^^^",
     "no-overload"},
    {"bools are not added",
     "const a = true + true;",
     "          ^^^^^^^^^^^",
     "no-overload"},
    {"bools have no order",
     "const a = true < false;",
     "          ^^^^^^^^^^^^",
     "no-overload"},
    {"floats have no bits",
     "const a = 1.0 & 1;",
     "          ^^^^^^^",
     "no-overload"},
    {"bools have no exclusive or",
     "const a = true ^ true;",
     "          ^^^^^^^^^^^",
     "no-overload"},
    {"vectors of two sizes",
     "const a = vec2(1) + vec3(1);",
     "          ^^^^^^^^^^^^^^^^^",
     "no-overload"},
    {"vector compared with a scalar",
     "const a = vec2(1) == 1;",
     "          ^^^^^^^^^^^^",
     "no-overload"},
    {"matrices are not divided",
     "const a = mat2x2f() / 2;",
     "          ^^^^^^^^^^^^^",
     "no-overload"},
    {"matrices are not compared",
     "const a = mat2x2f() == mat2x2f();",
     "          ^^^^^^^^^^^^^^^^^^^^^^",
     "no-overload"},
    {"product of shapes that do not fit",
     "const a = mat2x3f() * mat2x3f();",
     "          ^^^^^^^^^^^^^^^^^^^^^",
     "no-overload"},
    {"arrays are not compared",
     "const a = array(1) == array(1);",
     "          ^^^^^^^^^^^^^^^^^^^^",
     "no-overload"},
    {"shift by an i32",
     "const a = 1 << 1i;",
     "          ^^^^^^^",
     "no-overload"},
    {"vector shifted by a scalar",
     "const a = vec2(1) << 1;",
     "          ^^^^^^^^^^^^",
     "no-overload"},
    {"negative of a u32",
     "const a = -1u;",
     "          ^^^",
     "no-overload"},
    {"complement of a float",
     "const a = ~1.0;",
     "          ^^^^",
     "no-overload"},
    {"not of a number",
     "const a = !1;",
     "          ^^",
     "no-overload"},
    {"and of a number",
     "const a = true && 1;",
     "          ^^^^^^^^^",
     "no-overload"},
    {"types count where nothing is evaluated",
     "const_assert true || 1 + 1i + 1u == 2;",
     "                     ^^^^^^^^^^^",
     "no-overload"},
    {"both operands are looked at",
     "const a = (1i + 1u) * -1u;",
     "           ^^^^^^^    ^^^",
     "no-overload no-overload"},
    {"all arguments are looked at",
     "const a = vec3(!1, 2, -1u);",
     "               ^^     ^^^",
     "no-overload no-overload"},
    {"counts of elements are always evaluated",
     "const_assert !(false && array<u32, 1 / 0>()[0] == 1);",
     "                                   ^^^^^",
     "division-by-zero"},
    {"index of another type",
     "const a = array(1, 2)[1.0];",
     "                      ^^^",
     "index"},
    {"index of a scalar",
     "const a = 1[0];",
     "          ^",
     "index"},
    {"past the end of a vector",
     "const a = vec2(1).z;",
     "                  ^",
     "member-access"},
    {"mixed letters",
     "const a = vec2(1).xg;",
     "                  ^^",
     "member-access"},
    {"five letters",
     "const a = vec2(1).xxxxx;",
     "                  ^^^^^",
     "member-access"},
    {"no letter of a vector",
     "const a = vec2(1).size;",
     "                  ^^^^",
     "member-access"},
    {"no member of a struct",
     "struct S { a: u32 } const b = S().b;",
     "                                  ^",
     "member-access"},
    {"members of a scalar",
     "const a = (1).x;",
     "           ^",
     "member-access"},
};

static const error_row constructor_errors[] = {
    {"scalar of two values",
     "const a = i32(1, 2);",
     "          ^^^^^^^^^",
     "constructor"},
    {"scalar of a vector",
     "const a = bool(vec2(true));",
     "          ^^^^^^^^^^^^^^^^",
     "constructor"},
    {"splat of another type",
     "const a = vec2<i32>(1.0);",
     "          ^^^^^^^^^^^^^^",
     "constructor"},
    {"bools of numbers",
     "const a = vec2<bool>(1, 0);",
     "          ^^^^^^^^^^^^^^^^",
     "constructor"},
    {"part of another type",
     "const a = vec3<i32>(vec2(1u), 1);",
     "          ^^^^^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"too few components",
     "const a = vec4(1, 2, 3);",
     "          ^^^^^^^^^^^^^",
     "constructor"},
    {"too many components",
     "const a = vec3(vec2(1), vec2(1));",
     "          ^^^^^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"shorter vector",
     "const a = vec3(vec2(1));",
     "          ^^^^^^^^^^^^^",
     "constructor"},
    {"no common type of components",
     "const a = vec2(1i, 1u);",
     "          ^^^^^^^^^^^^",
     "constructor"},
    {"matrix of nothing",
     "const a = mat2x2();",
     "          ^^^^^^^^",
     "constructor"},
    {"matrix of integers",
     "const a = mat2x2(1i, 2i, 3i, 4i);",
     "          ^^^^^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"matrix of too few",
     "const a = mat2x2(1, 2, 3);",
     "          ^^^^^^^^^^^^^^^",
     "constructor"},
    {"matrix of columns of another length",
     "const a = mat2x2(vec3(1), vec3(1));",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"matrix of another shape",
     "const a = mat2x2f(mat2x3f());",
     "          ^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"array of nothing",
     "const a = array();",
     "          ^^^^^^^",
     "constructor"},
    {"array of two types",
     "const a = array(1, true);",
     "          ^^^^^^^^^^^^^^",
     "constructor"},
    {"too few elements",
     "const a = array<u32, 3>(1, 2);",
     "          ^^^^^^^^^^^^^^^^^^^",
     "constructor"},
    {"element of another type",
     "const a = array<u32, 2>(1, 2.0);",
     "                           ^^^",
     "constructor"},
    {"runtime-sized array",
     "const a = array<u32>(1, 2);",
     "          ^^^^^^^^^^^^^^^^",
     "constructor"},
    {"override-sized array",
     "override o = 2; override p = array<u32, o>()[0];",
     "                             ^^^^^^^^^^^^^^^",
     "constructor"},
    {"too many members",
     "struct S { a: u32 } const a = S(1, 2);",
     "                              ^^^^^^^",
     "constructor"},
    {"member of another type",
     "struct S { a: u32, b: f32 } const a = S(1, 2u);",
     "                                           ^^",
     "constructor"},
    {"struct with an atomic",
     "struct S { a: atomic<u32> } const a = S();",
     "                                      ^^^",
     "constructor"},
    {"sampler",
     "const a = sampler();",
     "          ^^^^^^^^^",
     "constructor"},
};

static const error_row name_errors[] = {
    {"variable",
     "var<private> v: u32; const a = v + 1;",
     "                               ^",
     "not-const"},
    {"call of a function",
     "fn f() -> u32 { return 1; } const a = f();",
     "                                      ^",
     "not-const"},
    {"function of shaders",
     "const a = dpdx(1.0);",
     "          ^^^^",
     "not-const"},
    {"address of",
     "const a = &1;",
     "          ^^",
     "not-const"},
    {"override in a const",
     "override o = 1; const a = o + 1;",
     "                          ^^^^^",
     "not-const"},
    {"call of a value",
     "const a = 1; const b = a(2);",
     "                       ^",
     "not-const"},
    {"type",
     "const a = vec2<f32>;",
     "          ^^^^^^^^^",
     "not-a-value"},
    {"type-generator",
     "const a = vec2;",
     "          ^^^^",
     "not-a-value"},
    {"builtin function",
     "const a = max;",
     "          ^^^",
     "not-a-value"},
    {"enumerant",
     "const a = read_write;",
     "          ^^^^^^^^^^",
     "not-a-value"},
    {"bitcast to nothing",
     "const a = bitcast(1f);",
     "          ^^^^^^^",
     "template-arguments"},
    {"f16 without the extension",
     "const a = 1h;",
     "          ^^",
     "extension-needed"},
    {"a broken literal is reported once",
     "const a = -0x1ffffffffu + 1;",
     "           ^^^^^^^^^^^^",
     "literal"},
    {"an unknown name is reported once",
     "const a = b + 1; const c = a * 2;",
     "          ^",
     "unresolved-name"},
};

/* ----------------------------------------------------------------- messages */

typedef struct message_row {
    const char *name;
    const char *source;
    const char *message;
} message_row;

static void check_message(void **state)
{
    const message_row *const row = *state;
    wlay_module *const module =
        parse_copy(row->source, strlen(row->source), NULL);
    const wlay_diagnostic *d;
    size_t count;

    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d->message.data, row->message);
    wlay_module_free(module);
}

#define NOT_F16(name, value, text)                      \
    {name, "enable f16; const a = f16(" value ");",     \
     "value " text " cannot be represented as 'f16'"}

static const message_row messages[] = {
    {"integer", "const a = u32(-1);",
     "value -1 cannot be represented as 'u32'"},
    {"smallest integer", "const a = i32(-9223372036854775807 - 1);",
     "value -9223372036854775808 cannot be represented as 'i32'"},
    NOT_F16("large real", "1e300", "1e300"),
    NOT_F16("negative real", "-123456.0", "-123456.0"),
    NOT_F16("f32, not as the double that it is", "100000.1f", "100000.1"),
    NOT_F16("all digits of whole numbers", "16777216f", "16777216.0"),
    NOT_F16("many digits", "65504.00000000001", "65504.00000000001"),
    NOT_F16("whole numbers up to 21 digits", "1e20",
            "100000000000000000000.0"),
    NOT_F16("the largest f32", "3.4028234663852886e38f", "3.4028235e38"),
    {"fraction", "const a = 0.00125 / 0.0;", "division by zero"},
    {"small values", "const a = 1e300 * 1e300 * 0.5;",
     "1e300 * 1e300 cannot be represented as 'abstract-float'"},
    {"fractions", "const a = 1.7e308 / 0.001;",
     "1.7e308 / 0.001 cannot be represented as 'abstract-float'"},
    {"tiny values", "const a = 1.7e308 / 1.25e-9;",
     "1.7e308 / 1.25e-9 cannot be represented as 'abstract-float'"},
    {"operands", "const a = 1i + vec2(1u);",
     "no operator '+' takes 'i32' and 'vec2<u32>'"},
    {"abstract operands", "const a = 1.5 & 1;",
     "no operator '&' takes 'abstract-float' and 'abstract-int'"},
    {"arguments", "const a = vec2<bool>(1, 2);",
     "no constructor 'vec2<bool>' takes (abstract-int, abstract-int)"},
    {"no arguments", "const a = mat2x2();", "no constructor 'mat2x2' takes ()"},
    {"one element", "const a = array<u32, 1>(1, 2);",
     "'array<u32, 1>' has 1 element, not 2"},
};

/* --------------------------------------------------- constants of constants */

/* Each constant holds the one before twice. */
static char *doubling_text(size_t count, const char *tail)
{
    const size_t size = count * 64 + strlen(tail) + 64;
    char *const text = malloc(size);
    size_t at;

    assert_non_null(text);
    at = (size_t)snprintf(text, size, "const c0 = array(1, 2);\n");
    for (size_t i = 1; i < count; i++)
        at += (size_t)snprintf(text + at, size - at,
                               "const c%u = array(c%u, c%u);\n", (unsigned)i,
                               (unsigned)i - 1, (unsigned)i - 1);
    snprintf(text + at, size - at, "%s", tail);
    return text;
}

/* 2^28 elements take no more work than their text. */
static void shared_parts(void **state)
{
    char *const text = doubling_text(
        28, "var<private> a = c27; var<private> b = c27;"
            "const_assert c27[1][0][1][1][0][1][0][1][1][0][1][0][0][1][0][1]"
            "[1][1][0][1][0][1][0][1][0][1][0][1] == 2;");
    wlay_module *const module = parse_valid(text, NULL);

    (void)state;
    assert_int_equal(
        wlay_find_variable(module, "a", WLAY_STRLEN)->type->size,
        UINT64_C(1) << 30);
    wlay_module_free(module);
    free(text);
}

/* An abstract value may be larger than any concrete one. */
static void deepest_array(void **state)
{
    char *text = doubling_text(253, "const x = c252[0][1];");

    (void)state;
    wlay_module_free(parse_valid(text, NULL));
    free(text);
}

static void too_deep_an_array(void **state)
{
    char *const text = doubling_text(256, "");
    wlay_module *const module = parse_copy(text, strlen(text), NULL);
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d->code.data, "type-depth");
    assert_int_equal(d->place.line, 256);
    wlay_module_free(module);
    free(text);
}

static const struct CMUnitTest sharing[] = {
    {"shared parts", shared_parts, NULL, NULL, NULL},
    {"deepest array", deepest_array, NULL, NULL, NULL},
    {"too deep an array", too_deep_an_array, NULL, NULL, NULL},
};

int main(void)
{
    int failed = 0;

    failed += RUN_TABLE(literals, check_value);
    failed += RUN_TABLE(arithmetic, check_value);
    failed += RUN_TABLE(shifts, check_value);
    failed += RUN_TABLE(conversions, check_value);
    failed += RUN_TABLE(constructors, check_value);
    failed += RUN_TABLE(parts, check_value);
    failed += RUN_TABLE(vectors, check_value);
    failed += RUN_TABLE(guarded, check_value);
    failed += RUN_TABLE(overrides, check_value);
    failed += RUN_TABLE(sized, check_sized);
    failed += RUN_TABLE(value_errors, check_errors);
    failed += RUN_TABLE(type_errors, check_errors);
    failed += RUN_TABLE(constructor_errors, check_errors);
    failed += RUN_TABLE(name_errors, check_errors);
    failed += RUN_TABLE(messages, check_message);
    failed += cmocka_run_group_tests_name("sharing", sharing, NULL, NULL);
    return failed == 0 ? 0 : 1;
}
