/* SPDX-License-Identifier: MIT */
/*
 * Numeric literals: what they denote, where they end and what is wrong with
 * them; and the binary formats that values are rounded to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../src/number.h"

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])
#define INF HUGE_VAL
#define QUIET ((double)NAN)

static void assert_same(double actual, double expected)
{
    assert_int_equal(wlay_f64_bits(actual), wlay_f64_bits(expected));
}

/* ---------------------------------------------------------------- literals */

typedef struct literal_case {
    const char *text; /* the test's name too */
    wlay_number_kind kind;
    wlay_number_error error;
    size_t length; /* 0: all of the text */
    int64_t integer;
    double real;
} literal_case;

#define INTEGER(text, kind, length, value) \
    {text, WLAY_NUMBER_##kind, WLAY_NUMBER_OK, length, value, 0}
#define REAL(text, kind, length, value) \
    {text, WLAY_NUMBER_##kind, WLAY_NUMBER_OK, length, 0, value}
#define WRONG(text, kind, length, error) \
    {text, WLAY_NUMBER_##kind, WLAY_NUMBER_##error, length, 0, 0}

static const literal_case literal_cases[] = {
    INTEGER("0", ABSTRACT_INT, 0, 0),
    INTEGER("0i", I32, 0, 0),
    INTEGER("0u", U32, 0, 0),
    INTEGER("123", ABSTRACT_INT, 0, 123),
    INTEGER("94i", I32, 0, 94),
    INTEGER("42u", U32, 0, 42),
    INTEGER("1;", ABSTRACT_INT, 1, 1),
    INTEGER("1x", ABSTRACT_INT, 1, 1),
    INTEGER("1iu", I32, 2, 1),
    INTEGER("1I", ABSTRACT_INT, 1, 1),
    INTEGER("1_000", ABSTRACT_INT, 1, 1),
    INTEGER("2147483647i", I32, 0, INT32_MAX),
    WRONG("2147483648i", I32, 0, INT_RANGE),
    INTEGER("4294967295u", U32, 0, UINT32_MAX),
    WRONG("4294967296u", U32, 0, INT_RANGE),
    INTEGER("9223372036854775807", ABSTRACT_INT, 0, INT64_MAX),
    WRONG("9223372036854775808", ABSTRACT_INT, 0, INT_RANGE),
    WRONG("18446744073709551616", ABSTRACT_INT, 0, INT_RANGE),
    WRONG("100000000000000000000000000000000000u", U32, 0, INT_RANGE),
    WRONG("012", ABSTRACT_INT, 0, LEADING_ZERO),
    WRONG("00", ABSTRACT_INT, 0, LEADING_ZERO),
    WRONG("00u", U32, 0, LEADING_ZERO),
    WRONG("01i", I32, 0, LEADING_ZERO),

    INTEGER("0x123", ABSTRACT_INT, 0, 0x123),
    INTEGER("0X3f", ABSTRACT_INT, 0, 0x3F),
    INTEGER("0xf", ABSTRACT_INT, 0, 15),
    INTEGER("0xfu", U32, 0, 15),
    INTEGER("0xFi", I32, 0, 15),
    INTEGER("0x00", ABSTRACT_INT, 0, 0),
    INTEGER("0x0012u", U32, 0, 0x12),
    INTEGER("0x1f", ABSTRACT_INT, 0, 0x1F),
    INTEGER("0x1h", ABSTRACT_INT, 3, 1),
    INTEGER("0x1e+5", ABSTRACT_INT, 4, 0x1E),
    INTEGER("0x7fffffffi", I32, 0, INT32_MAX),
    WRONG("0x80000000i", I32, 0, INT_RANGE),
    INTEGER("0xffffffffu", U32, 0, UINT32_MAX),
    WRONG("0x100000000u", U32, 0, INT_RANGE),
    INTEGER("0x7fffffffffffffff", ABSTRACT_INT, 0, INT64_MAX),
    WRONG("0x8000000000000000", ABSTRACT_INT, 0, INT_RANGE),
    WRONG("0x10000000000000000", ABSTRACT_INT, 0, INT_RANGE),
    WRONG("0x", ABSTRACT_INT, 0, EXPONENT),
    WRONG("0Xu", U32, 0, EXPONENT),
    WRONG("0xg", ABSTRACT_INT, 2, EXPONENT),

    REAL("0f", F32, 0, 0),
    REAL("0h", F16, 0, 0),
    REAL("1f", F32, 0, 1),
    REAL("1h", F16, 0, 1),
    REAL("1fh", F32, 2, 1),
    INTEGER("1F", ABSTRACT_INT, 1, 1),
    WRONG("01f", F32, 0, LEADING_ZERO),
    WRONG("00h", F16, 0, LEADING_ZERO),
    REAL("0.0", ABSTRACT_FLOAT, 0, 0),
    REAL("12.34", ABSTRACT_FLOAT, 0, 12.34),
    REAL(".5", ABSTRACT_FLOAT, 0, 0.5),
    REAL(".0f", F32, 0, 0),
    REAL("5.", ABSTRACT_FLOAT, 0, 5),
    REAL("12.f", F32, 0, 12),
    REAL("1.x", ABSTRACT_FLOAT, 2, 1),
    REAL("1..5", ABSTRACT_FLOAT, 2, 1),
    REAL("1.2.3", ABSTRACT_FLOAT, 3, 1.2),
    REAL("00.5", ABSTRACT_FLOAT, 0, 0.5),
    REAL("0123.0", ABSTRACT_FLOAT, 0, 123),
    REAL("00012.", ABSTRACT_FLOAT, 0, 12),
    REAL("01.", ABSTRACT_FLOAT, 0, 1),
    REAL("1e05", ABSTRACT_FLOAT, 0, 1e5),
    REAL("01e5", ABSTRACT_FLOAT, 0, 1e5),
    REAL("1.e3", ABSTRACT_FLOAT, 0, 1000),
    REAL("0.e+4f", F32, 0, 0),
    REAL("1.2E2", ABSTRACT_FLOAT, 0, 120),
    REAL("2.4e-2f", F32, 0, 0x1.89374cp-6),
    REAL("1.1e+2h", F16, 0, 110),
    REAL("1e5i", ABSTRACT_FLOAT, 3, 1e5),
    REAL("1.5u", ABSTRACT_FLOAT, 3, 1.5),
    REAL("1e5e5", ABSTRACT_FLOAT, 3, 1e5),
    REAL("1e5.5", ABSTRACT_FLOAT, 3, 1e5),
    INTEGER("1-2", ABSTRACT_INT, 1, 1),
    WRONG("1e", ABSTRACT_FLOAT, 0, EXPONENT),
    WRONG("1e+", ABSTRACT_FLOAT, 0, EXPONENT),
    WRONG("1.e-f", F32, 0, EXPONENT),
    WRONG("1.ef", F32, 0, EXPONENT),
    WRONG("1.e&2f", ABSTRACT_FLOAT, 3, EXPONENT),
    WRONG(".5e", ABSTRACT_FLOAT, 0, EXPONENT),

    /* Correct rounding. */
    REAL("0.1", ABSTRACT_FLOAT, 0, 0x1.999999999999ap-4),
    REAL("0.1f", F32, 0, 0x1.99999ap-4),
    REAL("0.1h", F16, 0, 0x1.998p-4),
    REAL("1e23", ABSTRACT_FLOAT, 0, 0x1.52d02c7e14af6p+76),
    REAL("9007199254740993.0", ABSTRACT_FLOAT, 0, 0x1p+53),
    REAL("9007199254740993.00000000000000000000000000000000000001",
         ABSTRACT_FLOAT, 0, 0x1.0000000000001p+53),
    REAL("9007199254740995.0", ABSTRACT_FLOAT, 0, 0x1.0000000000002p+53),
    REAL("16777217f", F32, 0, 16777216),
    REAL("16777219f", F32, 0, 16777220),
    REAL("2049h", F16, 0, 2048),
    REAL("2051h", F16, 0, 2052),
    REAL("1.7976931348623157e308", ABSTRACT_FLOAT, 0, DBL_MAX),
    REAL("1.7976931348623158e308", ABSTRACT_FLOAT, 0, DBL_MAX),
    REAL("179769313486231580793728971405301e276", ABSTRACT_FLOAT, 0, DBL_MAX),
    WRONG("1.7976931348623159e308", ABSTRACT_FLOAT, 0, FLOAT_RANGE),
    REAL("2.2250738585072011e-308", ABSTRACT_FLOAT, 0,
         0x1.ffffffffffffep-1023),
    REAL("2.2250738585072012e-308", ABSTRACT_FLOAT, 0, 0x1p-1022),
    REAL("4.9e-324", ABSTRACT_FLOAT, 0, 0x1p-1074),
    REAL("2.4703282292062328e-324", ABSTRACT_FLOAT, 0, 0x1p-1074),
    REAL("2.4703282292062327e-324", ABSTRACT_FLOAT, 0, 0),
    REAL("1e-400", ABSTRACT_FLOAT, 0, 0),
    REAL("1e-45f", F32, 0, 0x1p-149),
    REAL("1e-46f", F32, 0, 0),
    REAL("1e-30f", F32, 0, 0x1.4484cp-100),
    REAL("1e-40f", F32, 0, 0x1.16c2p-133),
    REAL("5e-8h", F16, 0, 0x1p-24),
    REAL("2e-8h", F16, 0, 0),

    /* Ranges. */
    WRONG("1e400", ABSTRACT_FLOAT, 0, FLOAT_RANGE),
    WRONG("1e309", ABSTRACT_FLOAT, 0, FLOAT_RANGE),
    REAL("3.4028234663852886e38f", F32, 0, 0x1.fffffep+127),
    WRONG("3.4028235e38f", F32, 0, FLOAT_RANGE),
    WRONG("1e39f", F32, 0, FLOAT_RANGE),
    REAL("65504h", F16, 0, 65504),
    WRONG("65505h", F16, 0, FLOAT_RANGE),
    WRONG("1e5h", F16, 0, FLOAT_RANGE),
    WRONG("1.0e+999999999999f", F32, 0, FLOAT_RANGE),
    WRONG("1e99999999999999999999999999999999", ABSTRACT_FLOAT, 0,
          FLOAT_RANGE),
    REAL("1e-99999999999999999999999999999999", ABSTRACT_FLOAT, 0, 0),
    REAL("0e99999999999999999999999999999999", ABSTRACT_FLOAT, 0, 0),

    REAL("0xa.fp+2", ABSTRACT_FLOAT, 0, 43.75),
    REAL("0xE.fP+2", ABSTRACT_FLOAT, 0, 59.75),
    REAL("0X1.fp-4", ABSTRACT_FLOAT, 0, 0x1.fp-4),
    REAL("0X.3", ABSTRACT_FLOAT, 0, 0.1875),
    REAL("0x1.", ABSTRACT_FLOAT, 0, 1),
    REAL("0x1.8", ABSTRACT_FLOAT, 0, 1.5),
    REAL("0x.8p1", ABSTRACT_FLOAT, 0, 1),
    REAL("0x1p3", ABSTRACT_FLOAT, 0, 8),
    REAL("0x1.8p3", ABSTRACT_FLOAT, 0, 12),
    REAL("0x1P+4f", F32, 0, 16),
    REAL("0x1p0f", F32, 0, 1),
    REAL("0xep2h", F16, 0, 56),
    REAL("0x3.2p+2h", F16, 0, 12.5),
    REAL("0x1.8h", ABSTRACT_FLOAT, 5, 1.5),
    REAL("0x1.8f", ABSTRACT_FLOAT, 0, 0x1.8fp0),
    REAL("0x1.u", ABSTRACT_FLOAT, 4, 1),
    REAL("0x1p3i", ABSTRACT_FLOAT, 5, 8),
    REAL("0x1p3a", ABSTRACT_FLOAT, 5, 8),
    REAL("0x0.0p9", ABSTRACT_FLOAT, 0, 0),
    REAL("0x0p+99999999999999999999999999f", F32, 0, 0),
    REAL("0x0.0000000000000000000000001p100", ABSTRACT_FLOAT, 0, 1),
    REAL("0x10000000000000000000000000p-100", ABSTRACT_FLOAT, 0, 1),
    REAL("0x1p-1074", ABSTRACT_FLOAT, 0, 0x1p-1074),
    REAL("0x1p-1076", ABSTRACT_FLOAT, 0, 0),
    REAL("0x1p-99999999999999999999999999", ABSTRACT_FLOAT, 0, 0),
    REAL("0x1.fffffffffffffp1023", ABSTRACT_FLOAT, 0, DBL_MAX),
    REAL("0x1.00000000000008p0", ABSTRACT_FLOAT, 0, 1),
    REAL("0x1.000000000000080000001p0", ABSTRACT_FLOAT, 0,
         0x1.0000000000001p0),
    REAL("0x1.00000000000018p0", ABSTRACT_FLOAT, 0, 0x1.0000000000002p0),
    WRONG("0x1p1024", ABSTRACT_FLOAT, 0, FLOAT_RANGE),
    WRONG("0x1.0p+999999999999f", F32, 0, FLOAT_RANGE),
    WRONG("0x1p+99999999999999999999999999", ABSTRACT_FLOAT, 0, FLOAT_RANGE),
    REAL("0x1.fffffep127f", F32, 0, 0x1.fffffep127),
    WRONG("0x1.ffffffp127f", F32, 0, FLOAT_RANGE),
    WRONG("0x1p128f", F32, 0, FLOAT_RANGE),
    WRONG("0x1.00000001p0f", F32, 0, INEXACT),
    WRONG("0x1.000001p0f", F32, 0, INEXACT),
    REAL("0x1.000002p0f", F32, 0, 0x1.000002p0),
    WRONG("0x1.000000000000000000000000001p0f", F32, 0, INEXACT),
    REAL("0x1p-149f", F32, 0, 0x1p-149),
    WRONG("0x1.8p-149f", F32, 0, INEXACT),
    WRONG("0x1p-150f", F32, 0, INEXACT),
    WRONG("0x1p-9999f", F32, 0, INEXACT),
    REAL("0x1.ffcp15h", F16, 0, 65504),
    WRONG("0x1.ffep15h", F16, 0, FLOAT_RANGE),
    WRONG("0x1p16h", F16, 0, FLOAT_RANGE),
    REAL("0x1.004p0h", F16, 0, 0x1.004p0),
    WRONG("0x1.002p0h", F16, 0, INEXACT),
    REAL("0x1p-24h", F16, 0, 0x1p-24),
    WRONG("0x1p-25h", F16, 0, INEXACT),
    WRONG("0x1p", ABSTRACT_FLOAT, 0, EXPONENT),
    WRONG("0x1p^", ABSTRACT_FLOAT, 4, EXPONENT),
    WRONG("0x1p+f", F32, 0, EXPONENT),
    WRONG("0x1.00000001pf0", F32, 14, EXPONENT),
    WRONG("0x.p2", ABSTRACT_FLOAT, 0, EXPONENT),
    WRONG("0x.", ABSTRACT_FLOAT, 0, EXPONENT),
    WRONG("0xp2", ABSTRACT_FLOAT, 0, EXPONENT),
};

/* In memory of just its size, so that reading beyond it is found out. */
static void read_number(const char *text, size_t length, wlay_number *out)
{
    char *copy = malloc(length);

    assert_non_null(copy);
    memcpy(copy, text, length);
    wlay_read_number(copy, length, 0, out);
    free(copy);
}

static void test_literal(void **state)
{
    const literal_case *c = *state;
    const size_t length = strlen(c->text);
    wlay_number number;

    read_number(c->text, length, &number);
    assert_int_equal(number.kind, c->kind);
    assert_int_equal(number.error, c->error);
    assert_int_equal(number.length, c->length == 0 ? length : c->length);
    assert_int_equal(number.integer, c->integer);
    assert_same(number.real, c->real);
}

/* Cut off anywhere, and behind other text, a literal is within its bounds. */
static void test_literal_bounds(void **state)
{
    char text[80] = "x=";
    wlay_number number, again;

    (void)state;
    for (size_t i = 0; i < LENGTH(literal_cases); i++) {
        const size_t length = strlen(literal_cases[i].text);
        size_t cut = literal_cases[i].text[0] == '.' ? 2 : 1;

        memcpy(text + 2, literal_cases[i].text, length);
        for (; cut <= length; cut++) {
            read_number(literal_cases[i].text, cut, &number);
            assert_in_range(number.length, 1, cut);
            wlay_read_number(text, 2 + cut, 2, &again);
            assert_memory_equal(&number.real, &again.real, sizeof(double));
            assert_int_equal(number.length, again.length);
            assert_int_equal(number.error, again.error);
        }
    }
}

/* ------------------------------------------------------------ long literals */

/* `head`, `repeat` times `digit`, `tail`. */
typedef struct long_case {
    const char *name;
    const char *head;
    char digit;
    size_t repeat;
    const char *tail;
    wlay_number_error error;
    double real;
} long_case;

static const long_case long_cases[] = {
    {"long: zeros in front", "", '0', 100000, "1.5", WLAY_NUMBER_OK, 1.5},
    {"long: zeros behind", "1.5", '0', 100000, "", WLAY_NUMBER_OK, 1.5},
    {"long: zeros that an exponent takes back", "1", '0', 100000, "e-100000",
     WLAY_NUMBER_OK, 1},
    {"long: zeros behind the point that an exponent takes back", "0.", '0',
     100000, "1e100001", WLAY_NUMBER_OK, 1},
    {"long: ones", "0.", '1', 100000, "", WLAY_NUMBER_OK, 1.0 / 9},
    {"long: nines", "0.", '9', 100000, "", WLAY_NUMBER_OK, 1},
    {"long: a tie", "1.00000000000000011102230246251565404236316680908203125",
     '0', 1000, "", WLAY_NUMBER_OK, 1},
    {"long: a little more than a tie",
     "1.00000000000000011102230246251565404236316680908203125", '0', 1000,
     "1", WLAY_NUMBER_OK, 0x1.0000000000001p+0},
    {"long: a little less than a tie",
     "1.00000000000000011102230246251565404236316680908203124", '9', 1000, "",
     WLAY_NUMBER_OK, 1},
    {"long: too large", "1", '0', 400, ".0", WLAY_NUMBER_FLOAT_RANGE, 0},
    {"long: too small", "0.", '0', 400, "1", WLAY_NUMBER_OK, 0},
    {"long: an exponent with zeros", "1e", '0', 100000, "2", WLAY_NUMBER_OK,
     100},
    {"long: an exponent", "1e", '9', 100000, "", WLAY_NUMBER_FLOAT_RANGE, 0},
    {"long: a hexadecimal fraction", "0x0.", '0', 100000, "8p400000",
     WLAY_NUMBER_OK, 0.5},
    {"long: a hexadecimal integer part", "0x1", '0', 100000, "p-400000",
     WLAY_NUMBER_OK, 1},
    {"long: an inexact hexadecimal float", "0x1.", '0', 100000, "1p0f",
     WLAY_NUMBER_INEXACT, 0},
};

static void test_long(void **state)
{
    const long_case *c = *state;
    const size_t head = strlen(c->head), tail = strlen(c->tail);
    const size_t length = head + c->repeat + tail;
    char *text = malloc(length);
    wlay_number number;

    assert_non_null(text);
    memcpy(text, c->head, head);
    memset(text + head, c->digit, c->repeat);
    memcpy(text + head + c->repeat, c->tail, tail);
    wlay_read_number(text, length, 0, &number);
    free(text);
    assert_int_equal(number.error, c->error);
    assert_int_equal(number.length, length);
    assert_same(number.real, c->real);
}

/* ------------------------------------------------------------------ formats */

typedef struct format_case {
    const char *name;
    double x;
    uint32_t f32_bits;
    uint16_t f16_bits;
    double f32; /* infinity if x cannot be rounded to f32 */
    double f16;
} format_case;

static const format_case format_cases[] = {
    {"format: 0", 0, 0, 0, 0, 0},
    {"format: -0", -0.0, 0x80000000, 0x8000, -0.0, -0.0},
    {"format: 1", 1, 0x3F800000, 0x3C00, 1, 1},
    {"format: -2", -2, 0xC0000000, 0xC000, -2, -2},
    {"format: 1/3", 1.0 / 3, 0x3EAAAAAB, 0x3555, 0x1.555556p-2, 0x1.554p-2},
    {"format: a tie to even, downwards", 0x1.002p0, 0x3F801000, 0x3C00,
     0x1.002p0, 1},
    {"format: a tie to even, upwards", 0x1.006p0, 0x3F803000, 0x3C02,
     0x1.006p0, 0x1.008p0},
    {"format: more than a tie", 0x1.0020000000001p0, 0x3F801000, 0x3C01,
     0x1.002p0, 0x1.004p0},
    {"format: a carry into the exponent", 0x1.fffffff8p0, 0x40000000, 0x4000,
     2, 2},
    {"format: the largest f16", 65504, 0x477FE000, 0x7BFF, 65504, 65504},
    {"format: nearest to the largest f16", 0x1.ffdffffffffffp15, 0x477FF000,
     0x7BFF, 65520, 65504},
    {"format: halfway to the f16 after the largest", 65520, 0x477FF000, 0x7C00,
     65520, INF},
    {"format: the smallest normal f16", 0x1p-14, 0x38800000, 0x0400, 0x1p-14,
     0x1p-14},
    {"format: rounded to the smallest normal f16", 0x1.ffep-15, 0x387FF000,
     0x0400, 0x1.ffep-15, 0x1p-14},
    {"format: the largest subnormal f16", 0x1.ff8p-15, 0x387FC000, 0x03FF,
     0x1.ff8p-15, 0x1.ff8p-15},
    {"format: the smallest f16", 0x1p-24, 0x33800000, 0x0001, 0x1p-24,
     0x1p-24},
    {"format: half of the smallest f16", 0x1p-25, 0x33000000, 0, 0x1p-25, 0},
    {"format: more than half of it", 0x1.004p-25, 0x33002000, 1, 0x1.004p-25,
     0x1p-24},
    {"format: less than half of it", -0x1.ffcp-26, 0xB2FFE000, 0x8000,
     -0x1.ffcp-26, -0.0},
    {"format: the largest f32", -0x1.fffffep127, 0xFF7FFFFF, 0xFC00,
     -0x1.fffffep127, -INF},
    {"format: nearest to the largest f32", 0x1.fffffefffffffp127, 0x7F7FFFFF,
     0x7C00, 0x1.fffffep127, INF},
    {"format: halfway to the f32 after the largest", 0x1.ffffffp127,
     0x7F800000, 0x7C00, INF, INF},
    {"format: the smallest normal f32", 0x1p-126, 0x00800000, 0, 0x1p-126, 0},
    {"format: a subnormal f32", 0x1.8p-148, 0x00000003, 0, 0x1.8p-148, 0},
    {"format: a tie of subnormal f32", 0x1.4p-147, 0x00000005, 0, 0x1.4p-147,
     0},
    {"format: half of the smallest f32", -0x1p-150, 0x80000000, 0x8000, -0.0,
     -0.0},
    {"format: the smallest f64", 0x1p-1074, 0, 0, 0, 0},
    {"format: the largest f64", DBL_MAX, 0x7F800000, 0x7C00, INF, INF},
    {"format: infinity", INF, 0x7F800000, 0x7C00, INF, INF},
    {"format: -infinity", -INF, 0xFF800000, 0xFC00, -INF, -INF},
};

static void assert_rounds(bool (*round_to)(double, double *), double x,
                          double expected)
{
    double out = 42;
    const bool fits = fabs(expected) <= DBL_MAX;

    assert_int_equal(round_to(x, &out), fits);
    assert_same(out, fits ? expected : 42);
}

static void test_format(void **state)
{
    const format_case *c = *state;

    assert_int_equal(wlay_f32_bits(c->x), c->f32_bits);
    assert_int_equal(wlay_f16_bits(c->x), c->f16_bits);
    assert_same(wlay_f32_value(c->f32_bits), c->f32);
    assert_same(wlay_f16_value(c->f16_bits), c->f16);
    assert_rounds(wlay_round_to_f32, c->x, c->f32);
    assert_rounds(wlay_round_to_f16, c->x, c->f16);
    assert_same(wlay_f64_value(wlay_f64_bits(c->x)), c->x);
}

static void test_nan(void **state)
{
    double out = 42;
    const uint64_t quiet = UINT64_C(0x7FF8) << 48;

    (void)state;
    assert_int_equal(wlay_f32_bits(wlay_f64_value(quiet)), 0x7FC00000);
    assert_int_equal(wlay_f16_bits(wlay_f64_value(quiet)), 0x7E00);
    assert_int_equal(wlay_f16_bits(wlay_f64_value(quiet | 1)), 0x7E00);
    assert_int_equal(wlay_f64_bits(wlay_f32_value(0x7FC00123)), quiet);
    assert_int_equal(wlay_f64_bits(wlay_f16_value(0xFC01)),
                     quiet | UINT64_C(1) << 63);
    assert_false(wlay_round_to_f32(QUIET, &out));
    assert_false(wlay_round_to_f16(QUIET, &out));
    assert_same(out, 42);
}

/* Every f16 is itself, and the numbers between two of them go to the nearer. */
static void test_all_f16(void **state)
{
    (void)state;
    for (uint32_t bits = 0; bits < 0x7BFF; bits++) {
        const double low = wlay_f16_value((uint16_t)bits);
        const double high = wlay_f16_value((uint16_t)(bits + 1));
        const double step = high - low;

        assert_true(low < high);
        assert_int_equal(wlay_f16_bits(low), bits);
        assert_int_equal(wlay_f16_bits(-low), bits | 0x8000);
        assert_int_equal(wlay_f16_bits(low + step * 0.375), bits);
        assert_int_equal(wlay_f16_bits(low + step * 0.625), bits + 1);
        assert_int_equal(wlay_f16_bits(low + step * 0.5), bits + bits % 2);
    }
}

typedef struct nearest_case {
    const char *name;
    uint64_t significand;
    int64_t scale;
    bool more;
    double expected;
} nearest_case;

static const nearest_case nearest_cases[] = {
    {"nearest: 0", 0, 99, false, 0},
    {"nearest: 5", 5, 0, false, 5},
    {"nearest: 3 * 2^-1074", 3, -1074, false, 0x3p-1074},
    {"nearest: a tie", (UINT64_C(1) << 63) + 0x400, -63, false, 1},
    {"nearest: more than a tie", (UINT64_C(1) << 63) + 0x400, -63, true,
     0x1.0000000000001p0},
    {"nearest: a tie to even, upwards", (UINT64_C(1) << 63) + 0xC00, -63,
     false, 0x1.0000000000002p0},
    {"nearest: a carry", UINT64_MAX, 0, false, 0x1p64},
    {"nearest: a carry to infinity", UINT64_MAX, 960, false, INF},
    {"nearest: half of the smallest", 1, -1075, false, 0},
    {"nearest: more than half of the smallest", UINT64_C(1) << 63, -1138, true,
     0x1p-1074},
    {"nearest: an extreme scale", 1, INT64_C(1000000000000), false, INF},
    {"nearest: the other extreme", 1, -INT64_C(1000000000000), false, 0},
};

static void test_nearest(void **state)
{
    const nearest_case *c = *state;

    assert_same(wlay_f64_nearest(c->significand, c->scale, c->more),
                c->expected);
}

/* ------------------------------------------------------------------- sweeps */

/* Pseudo-random numbers, the same ones in every run. */
static uint64_t next(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static double next_double(uint64_t *seed)
{
    double x;

    do
        x = wlay_f64_value(next(seed) >> 1);
    while (!(x <= DBL_MAX));
    return x;
}

enum { SWEEP = 20000 };

/* As the C library reads decimals, with as many digits as it likes. */
static void test_decimal_sweep(void **state)
{
    uint64_t seed = UINT64_C(0x9E3779B97F4A7C15);
    char text[64];

    (void)state;
    for (int i = 0; i < SWEEP; i++) {
        const int digits = (int)(next(&seed) % 25);
        const double x = next_double(&seed);
        wlay_number number;
        int length = snprintf(text, sizeof text, "%.*e", digits, x);

        if (strtod(text, NULL) > DBL_MAX)
            continue;
        wlay_read_number(text, (size_t)length, 0, &number);
        assert_int_equal(number.error, WLAY_NUMBER_OK);
        assert_int_equal(number.length, length);
        assert_same(number.real, strtod(text, NULL));
    }
}

static void test_f32_sweep(void **state)
{
    uint64_t seed = UINT64_C(0xD1B54A32D192ED03);

    (void)state;
    for (int i = 0; i < SWEEP; i++) {
        const double x = ldexp(1 + (double)(next(&seed) >> 12) * 0x1p-52,
                               (int)(next(&seed) % 279) - 152);
        volatile float f = (float)x;

        assert_same(wlay_f32_value(wlay_f32_bits(x)), (double)f);
    }
}

/* --------------------------------------------------------------------- main */

static const struct CMUnitTest single_tests[] = {
    {"literals stay within their bounds", test_literal_bounds, NULL, NULL,
     NULL},
    {"NaN", test_nan, NULL, NULL, NULL},
    {"every f16", test_all_f16, NULL, NULL, NULL},
    {"sweep: decimals", test_decimal_sweep, NULL, NULL, NULL},
    {"sweep: f32", test_f32_sweep, NULL, NULL, NULL},
};

static struct CMUnitTest
    tests[LENGTH(literal_cases) + LENGTH(long_cases) + LENGTH(format_cases) +
          LENGTH(nearest_cases) + LENGTH(single_tests)];
static size_t test_count;

/* Every kind of row has its name in front.  The state of a test is its row,
   which no test changes. */
static void add_rows(const void *rows, size_t count, size_t size,
                     CMUnitTestFunction function)
{
    for (size_t i = 0; i < count; i++) {
        struct CMUnitTest *test = &tests[test_count++];
        const char *row = (const char *)rows + i * size;

        memcpy(&test->name, row, sizeof test->name);
        test->test_func = function;
        memcpy(&test->initial_state, &row, sizeof row);
    }
}

#define ADD_ROWS(rows, function) \
    add_rows(rows, LENGTH(rows), sizeof(rows)[0], function)

int main(void)
{
    ADD_ROWS(literal_cases, test_literal);
    ADD_ROWS(long_cases, test_long);
    ADD_ROWS(format_cases, test_format);
    ADD_ROWS(nearest_cases, test_nearest);
    memcpy(tests + test_count, single_tests, sizeof single_tests);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
