/* SPDX-License-Identifier: MIT */
/* Storing and loading values: conversions at their edges, row-major matrices,
   ranges of elements, bounds, padding, and what is refused. */
#include "table.h"

#include <math.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

/* The module lasts as long as the type. */
static const wlay_type *parse_type(const char *name, wlay_module **out_module)
{
    char text[256];

    snprintf(text, sizeof text, "enable f16; struct S { v: %s }", name);
    *out_module = parse_valid(text, NULL);
    return wlay_find_struct(*out_module, "S", WLAY_STRLEN)->members[0].type;
}

static wlay_view view_of(const wlay_type *type)
{
    wlay_view view;

    assert_int_equal(wlay_follow(type, "", 0, UINT64_MAX, &view, NULL),
                     WLAY_OK);
    return view;
}

static uint64_t little(const unsigned char *at, size_t size)
{
    uint64_t bits = 0;

    while (size-- > 0)
        bits = bits << 8 | at[size];
    return bits;
}

static void put_little(unsigned char *at, size_t size, uint64_t bits)
{
    for (size_t i = 0; i < size; i++)
        at[i] = (unsigned char)(bits >> 8 * i);
}

/* The lowest bytes of an integer as the host has it. */
static void put_native(unsigned char *at, size_t size, uint64_t bits)
{
    const uint8_t b = (uint8_t)bits;
    const uint16_t h = (uint16_t)bits;
    const uint32_t w = (uint32_t)bits;
    const void *const sizes[] = {NULL, &b, &h, NULL, &w, NULL,
                                 NULL, NULL, &bits};

    memcpy(at, sizes[size], size);
}

/* -------------------------------------------------------------- conversions */

/* One number, as bits, on both sides.  `result` is that of the store; where it
   fails the loads are not tried. */
typedef struct number_row {
    const char *name;
    const char *type;
    uint32_t host;
    uint64_t host_bits;
    uint64_t gpu_bits;
    wlay_result result;
} number_row;

static size_t host_bytes(uint32_t host)
{
    static const uint8_t sizes[] = {0, 1, 4, 4, 4, 2, 8, 1, 1, 2, 2, 8, 8};

    return sizes[host];
}

#define OK WLAY_OK
#define BEYOND WLAY_OUT_OF_RANGE
#define F32 WLAY_HOST_F32
#define F64 WLAY_HOST_F64
#define F16 WLAY_HOST_F16
#define I32 WLAY_HOST_I32
#define U32 WLAY_HOST_U32
#define I8 WLAY_HOST_I8
#define U8 WLAY_HOST_U8
#define I16 WLAY_HOST_I16
#define U16 WLAY_HOST_U16
#define I64 WLAY_HOST_I64
#define U64 WLAY_HOST_U64
#define BOOL WLAY_HOST_BOOL
#define X(hex) UINT64_C(0x##hex)

static const number_row stored[] = {
    /* f32 to f16 */
    {"one", "f16", F32, X(3f800000), X(3c00), OK},
    {"the largest f16", "f16", F32, X(477fe000), X(7bff), OK},
    {"too large, but nearer to the largest", "f16", F32, X(477fefff), X(7bff),
     OK},
    {"too large: the tie is infinity", "f16", F32, X(477ff000), X(7c00), OK},
    {"the largest f32", "f16", F32, X(ff7fffff), X(fc00), OK},
    {"infinity", "f16", F32, X(7f800000), X(7c00), OK},
    {"negative infinity", "f16", F32, X(ff800000), X(fc00), OK},
    {"NaN", "f16", F32, X(7fc00001), X(7e00), OK},
    {"a signalling NaN with a sign", "f16", F32, X(ffa00000), X(fe00), OK},
    {"zero", "f16", F32, X(0), X(0), OK},
    {"negative zero", "f16", F32, X(80000000), X(8000), OK},
    {"a tie to an even fraction below", "f16", F32, X(3f801000), X(3c00), OK},
    {"a tie to an even fraction above", "f16", F32, X(3f803000), X(3c02), OK},
    {"above a tie", "f16", F32, X(3f801001), X(3c01), OK},
    {"below a tie", "f16", F32, X(3f802fff), X(3c01), OK},
    {"a carry into the exponent", "f16", F32, X(3ffff000), X(4000), OK},
    {"the smallest normal", "f16", F32, X(38800000), X(0400), OK},
    {"a subnormal that rounds to normal", "f16", F32, X(387fe000), X(0400), OK},
    {"the largest subnormal", "f16", F32, X(387fc000), X(03ff), OK},
    {"the smallest subnormal", "f16", F32, X(33800000), X(0001), OK},
    {"a tie of subnormals", "f16", F32, X(33c00000), X(0002), OK},
    {"half the smallest is zero", "f16", F32, X(33000000), X(0000), OK},
    {"above half the smallest", "f16", F32, X(b3000001), X(8001), OK},
    {"a subnormal f32", "f16", F32, X(80000001), X(8000), OK},
    /* f64 to f16: rounded once */
    {"f64 above a tie of f16", "f16", F64, X(3ff0020000000001), X(3c01), OK},
    {"f64 at a tie of f16", "f16", F64, X(3ff0020000000000), X(3c00), OK},
    {"f64 below infinity", "f16", F64, X(40effdffffffffff), X(7bff), OK},
    {"f64 in f16's range", "f16", F64, X(c008000000000000), X(c200), OK},
    /* f64 to f32 */
    {"f64 at a tie", "f32", F64, X(3ff0000010000000), X(3f800000), OK},
    {"f64 above a tie", "f32", F64, X(3ff0000010000001), X(3f800001), OK},
    {"f64 near the largest", "f32", F64, X(47efffffefffffff), X(7f7fffff), OK},
    {"f64 at infinity's tie", "f32", F64, X(47effffff0000000), X(7f800000), OK},
    {"f64's largest", "f32", F64, X(ffefffffffffffff), X(ff800000), OK},
    {"f64 infinity", "f32", F64, X(7ff0000000000000), X(7f800000), OK},
    {"f64 NaN", "f32", F64, X(fff8000000000001), X(ffc00000), OK},
    {"f64's smallest subnormal", "f32", F64, X(8000000000000001), X(80000000),
     OK},
    {"f32's smallest subnormal", "f32", F64, X(36a0000000000000), X(1), OK},
    {"half of it", "f32", F64, X(3690000000000000), X(0), OK},
    {"above half of it", "f32", F64, X(3690000000000001), X(1), OK},
    {"rounds to f32's smallest normal", "f32", F64, X(380ffffff0000000),
     X(00800000), OK},
    /* f16 to f32 */
    {"f16 one", "f32", F16, X(3c00), X(3f800000), OK},
    {"f16 largest", "f32", F16, X(fbff), X(c77fe000), OK},
    {"f16 subnormal", "f32", F16, X(8001), X(b3800000), OK},
    {"f16 infinity", "f32", F16, X(fc00), X(ff800000), OK},
    {"f16 NaN", "f32", F16, X(7d01), X(7fc00000), OK},
    /* Equal types: the bits, also of a signalling NaN. */
    {"f32 as f32", "f32", F32, X(ffa12345), X(ffa12345), OK},
    {"f16 as f16", "f16", F16, X(7d01), X(7d01), OK},
    /* integers */
    {"i32", "i32", I32, X(80000000), X(80000000), OK},
    {"u32", "u32", U32, X(ffffffff), X(ffffffff), OK},
    {"the largest u32 that is an i32", "i32", U32, X(7fffffff), X(7fffffff),
     OK},
    {"u32 beyond i32", "i32", U32, X(80000000), 0, BEYOND},
    {"i32 as u32", "u32", I32, X(7fffffff), X(7fffffff), OK},
    {"minus one as u32", "u32", I32, X(ffffffff), 0, BEYOND},
    {"i8", "i32", I8, X(80), X(ffffff80), OK},
    {"i8 as u32", "u32", I8, X(7f), X(7f), OK},
    {"a negative i8 as u32", "u32", I8, X(ff), 0, BEYOND},
    {"u8", "i32", U8, X(ff), X(ff), OK},
    {"u8 as u32", "u32", U8, X(ff), X(ff), OK},
    {"i16", "i32", I16, X(8001), X(ffff8001), OK},
    {"a negative i16 as u32", "u32", I16, X(8001), 0, BEYOND},
    {"u16", "u32", U16, X(ffff), X(ffff), OK},
    {"u16 as i32", "i32", U16, X(ffff), X(ffff), OK},
    {"i64", "i32", I64, X(ffffffff80000000), X(80000000), OK},
    {"i64 below i32", "i32", I64, X(ffffffff7fffffff), 0, BEYOND},
    {"i64 above i32", "i32", I64, X(80000000), 0, BEYOND},
    {"i64 as u32", "u32", I64, X(ffffffff), X(ffffffff), OK},
    {"i64 above u32", "u32", I64, X(100000000), 0, BEYOND},
    {"a negative i64 as u32", "u32", I64, X(ffffffffffffffff), 0, BEYOND},
    {"u64", "u32", U64, X(ffffffff), X(ffffffff), OK},
    {"u64 above u32", "u32", U64, X(100000000), 0, BEYOND},
    {"the largest u64", "u32", U64, X(ffffffffffffffff), 0, BEYOND},
    {"u64 as i32", "i32", U64, X(8000000000000000), 0, BEYOND},
    {"the largest u64 as i32", "i32", U64, X(ffffffffffffffff), 0, BEYOND},
    {"true", "u32", BOOL, X(1), X(1), OK},
    {"false as i32", "i32", BOOL, X(0), X(0), OK},
    {"an atomic", "atomic<u32>", U32, X(deadbeef), X(deadbeef), OK},
    {"an atomic i32", "atomic<i32>", I8, X(ff), X(ffffffff), OK},
};

static void check_stored(void **state)
{
    const number_row *const row = *state;
    const size_t size = host_bytes(row->host);
    unsigned char host[8];
    unsigned char gpu[6] = {0xA5, 0xA5, 0xA5, 0xA5, 0xA5, 0xA5};
    wlay_module *module;
    const wlay_type *const type = parse_type(row->type, &module);
    const size_t gpu_size = (size_t)type->size;
    const wlay_view view = view_of(type);

    put_native(host, size, row->host_bits);
    assert_int_equal(wlay_store(gpu + 1, gpu_size, &view, row->host, host,
                                size),
                     row->result);
    if (row->result == WLAY_OK)
        assert_int_equal(little(gpu + 1, gpu_size), row->gpu_bits);
    else
        assert_int_equal(little(gpu + 1, 4), X(a5a5a5a5));
    assert_int_equal(gpu[0], 0xA5);
    assert_int_equal(gpu[gpu_size + 1], 0xA5);
    wlay_module_free(module);
}

static const number_row loaded[] = {
    {"f16 to f32", "f16", F32, X(3f800000), X(3c00), OK},
    {"f16 subnormal", "f16", F32, X(b3800000), X(8001), OK},
    {"f16's largest subnormal", "f16", F32, X(387fc000), X(03ff), OK},
    {"f16 infinity", "f16", F64, X(fff0000000000000), X(fc00), OK},
    {"f16 NaN", "f16", F64, X(7ff8000000000000), X(7c01), OK},
    {"f16 to f64", "f16", F64, X(3e70000000000000), X(0001), OK},
    {"f32 to f64", "f32", F64, X(36a0000000000000), X(1), OK},
    {"f32 negative zero", "f32", F64, X(8000000000000000), X(80000000), OK},
    {"f32 to f16", "f32", F16, X(3c02), X(3f803000), OK},
    {"f32 too large for f16", "f32", F16, X(7c00), X(477ff000), OK},
    {"equal bits", "f32", F32, X(7fa00001), X(7fa00001), OK},
    {"i32 to i8", "i32", I8, X(80), X(ffffff80), OK},
    {"i32 below i8", "i32", I8, 0, X(ffffff7f), BEYOND},
    {"i32 above i8", "i32", I8, 0, X(80), BEYOND},
    {"i32 to u8", "i32", U8, X(ff), X(ff), OK},
    {"i32 above u8", "i32", U8, 0, X(100), BEYOND},
    {"a negative i32 to u8", "i32", U8, 0, X(ffffffff), BEYOND},
    {"i32 to i16", "i32", I16, X(8000), X(ffff8000), OK},
    {"i32 above i16", "i32", I16, 0, X(8000), BEYOND},
    {"u32 to u16", "u32", U16, X(ffff), X(ffff), OK},
    {"u32 above u16", "u32", U16, 0, X(10000), BEYOND},
    {"a negative i32 to u32", "i32", U32, 0, X(80000000), BEYOND},
    {"u32 to i32", "u32", I32, 0, X(80000000), BEYOND},
    {"i32 to i64", "i32", I64, X(ffffffffffffffff), X(ffffffff), OK},
    {"u32 to i64", "u32", I64, X(ffffffff), X(ffffffff), OK},
    {"a negative i32 to u64", "i32", U64, 0, X(ffffffff), BEYOND},
    {"u32 to u64", "u32", U64, X(ffffffff), X(ffffffff), OK},
    {"u32 to bool", "u32", BOOL, X(1), X(100), OK},
    {"i32 to bool", "i32", BOOL, X(1), X(80000000), OK},
    {"zero to bool", "u32", BOOL, X(0), X(0), OK},
    {"an atomic", "atomic<i32>", I64, X(fffffffffffffffe), X(fffffffe), OK},
};

static void check_loaded(void **state)
{
    const number_row *const row = *state;
    const size_t size = host_bytes(row->host);
    unsigned char wanted[8];
    unsigned char host[9];
    unsigned char gpu[5];
    wlay_module *module;
    const wlay_type *const type = parse_type(row->type, &module);
    const wlay_view view = view_of(type);

    memset(host, 0xA5, sizeof host);
    memset(wanted, 0xA5, sizeof wanted);
    put_little(gpu + 1, 4, row->gpu_bits);
    if (row->result == WLAY_OK)
        put_native(wanted, size, row->host_bits);
    assert_int_equal(wlay_load(gpu + 1, (size_t)type->size, &view, row->host,
                               host, size),
                     row->result);
    assert_memory_equal(host, wanted, size);
    assert_int_equal(host[size], 0xA5);
    wlay_module_free(module);
}

/* ------------------------------------------------- conversions, all of them */

/* The f16 nearest to x, by arithmetic: what fits is rounded at its last place,
   to the nearest, ties to even. */
static double nearest_f16(double x)
{
    int exponent;
    double unit;

    if (x == 0 || x != x || x - x != 0) /* NaN, infinity */
        return x;
    frexp(x, &exponent);
    unit = ldexp(1, exponent - 11 > -24 ? exponent - 11 : -24);
    x = rint(x / unit) * unit;
    return fabs(x) > 65504 ? copysign((double)INFINITY, x) : x;
}

static bool same_number(double a, double b)
{
    return (a != a && b != b) ||
           (a == b && copysign(1, a) == copysign(1, b));
}

static double f16_of(uint32_t bits)
{
    const int exponent = (int)(bits >> 10 & 31);
    const double fraction = (double)(bits & 1023) / 1024;
    const double value = exponent == 31  ? (fraction > 0 ? (double)NAN
                                                       : (double)INFINITY)
                         : exponent == 0 ? ldexp(fraction, -14)
                                         : ldexp(1 + fraction, exponent - 15);

    return bits >> 15 != 0 ? -value : value;
}

/* Every f16 becomes an f32 and an f64, and comes back. */
static void all_of_f16(void **state)
{
    wlay_module *module;
    const wlay_type *const type = parse_type("f16", &module);
    const wlay_view view = view_of(type);

    (void)state;
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        unsigned char gpu[2];
        float single;
        double number;

        put_little(gpu, 2, bits);
        assert_int_equal(wlay_load(gpu, 2, &view, F64, &number, 8), OK);
        assert_true(same_number(number, f16_of(bits)));
        assert_int_equal(wlay_load(gpu, 2, &view, F32, &single, 4), OK);
        assert_true(same_number((double)single, number));
        memset(gpu, 0xA5, 2);
        assert_int_equal(wlay_store(gpu, 2, &view, F32, &single, 4), OK);
        if (number == number)
            assert_int_equal(little(gpu, 2), bits);
    }
    wlay_module_free(module);
}

/* A share of all f32, of every exponent, becomes f16. */
static void many_f32_to_f16(void **state)
{
    wlay_module *module;
    const wlay_type *const type = parse_type("f16", &module);
    const wlay_view view = view_of(type);
    uint64_t count = 0;

    (void)state;
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 4099) {
        const uint32_t word = (uint32_t)bits;
        unsigned char gpu[2];
        float number;

        memcpy(&number, &word, 4);
        assert_int_equal(wlay_store(gpu, 2, &view, F32, &number, 4), OK);
        assert_true(same_number(f16_of((uint32_t)little(gpu, 2)),
                                nearest_f16((double)number)));
        count++;
    }
    assert_true(count > 1000000);
    wlay_module_free(module);
}

/* C rounds to the nearest too, unless told otherwise. */
static void many_f64_to_f32(void **state)
{
    wlay_module *module;
    const wlay_type *const type = parse_type("f32", &module);
    const wlay_view view = view_of(type);
    uint64_t bits = 1;

    (void)state;
    for (int i = 0; i < 1000000; i++) {
        unsigned char gpu[4];
        double number, back;

        bits = bits * UINT64_C(6364136223846793005) + 1442695040888963407u;
        /* Most of all f64 are of no interest: keep exponents near f32's. */
        number = ldexp(1 + (double)(bits >> 12) / 4503599627370496.0,
                       (int)(bits % 300) - 152);
        if (i % 2 == 0)
            number = -number;
        assert_int_equal(wlay_store(gpu, 4, &view, F64, &number, 8), OK);
        assert_int_equal(wlay_load(gpu, 4, &view, F64, &back, 8), OK);
        assert_true(same_number(back, (double)(float)number));
    }
    wlay_module_free(module);
}

/* A processor that flushes subnormal numbers, as renderers like it. */
static void flushing_processor(void **state)
{
    wlay_module *module;
    const wlay_type *const single = parse_type("f32", &module);
    const wlay_view view = view_of(single);
    const uint64_t double_bits = X(36a0000000000000);
    uint64_t back = 0;
    unsigned char gpu[4];
#if defined(__SSE2__)
    const unsigned mode = _mm_getcsr();

    _mm_setcsr(mode | 0x8040);
#endif
    (void)state;
    assert_int_equal(wlay_store(gpu, 4, &view, F64, &double_bits, 8), OK);
    assert_int_equal(wlay_load(gpu, 4, &view, F64, &back, 8), OK);
#if defined(__SSE2__)
    _mm_setcsr(mode);
#endif
    assert_int_equal(little(gpu, 4), 1);
    assert_true(back == double_bits);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- places */

/* The numbers 1, 2, 3, ... of the host, and the bytes that they become.  Each
   two digits are a number; -- is a byte of padding. */
typedef struct place_row {
    const char *name;
    const char *type;
    uint32_t host;
    uint32_t count; /* of numbers on the host */
    const char *bytes;
} place_row;

#define ROWS_FIRST WLAY_HOST_ROW_MAJOR
#define GAP4 "--------"

static const place_row shapes[] = {
    {"vec2", "vec2u", U32, 2, "0100000002000000"},
    {"vec3", "vec3u", U8, 3, "010000000200000003000000"},
    {"vec4", "vec4i", I16, 4, "01000000020000000300000004000000"},
    {"array of vec3", "array<vec3u, 2>", U32, 6,
     "010000000200000003000000" GAP4 "040000000500000006000000" GAP4},
    {"array of arrays", "array<array<u32, 2>, 2>", U64, 4,
     "01000000020000000300000004000000"},
    {"array of arrays of vec3", "array<array<vec3u, 1>, 2>", U32, 6,
     "010000000200000003000000" GAP4 "040000000500000006000000" GAP4},
    {"array of atomics", "array<atomic<u32>, 2>", U32, 2, "0100000002000000"},
    /* f16: 1 is 3c00, 2 is 4000, 3 is 4200, 4 is 4400, 5 is 4500, 6 is 4600 */
    {"vec3h", "vec3h", F32, 3, "003c00400042"},
    {"array of vec3h", "array<vec3h, 2>", F32, 6,
     "003c00400042----004400450046----"},
    {"mat2x2h", "mat2x2h", F32, 4, "003c004000420044"},
    {"mat2x2h by rows", "mat2x2h", F32 | ROWS_FIRST, 4, "003c004200400044"},
    {"mat2x3h", "mat2x3h", F64, 6, "003c00400042----004400450046----"},
    {"mat2x3h by rows", "mat2x3h", F64 | ROWS_FIRST, 6,
     "003c00420045----004000440046----"},
    {"mat3x2h", "mat3x2h", F16, 6, "003c00400042004400450046"},
    {"mat3x2h by rows", "mat3x2h", F16 | ROWS_FIRST, 6,
     "003c00440040004500420046"},
    {"array of mat2x3h by rows", "array<mat2x3h, 2>", F16 | ROWS_FIRST, 12,
     "003c00420045----004000440046----004780488049----00480049004a----"},
    {"no matrix has no rows", "array<vec3h, 2>", F16 | ROWS_FIRST, 6,
     "003c00400042----004400450046----"},
};

/* n as a number of the host. */
static void put_counted(unsigned char *at, uint32_t host, uint32_t n)
{
    static const uint16_t halves[] = {0x0000, 0x3c00, 0x4000, 0x4200, 0x4400,
                                      0x4500, 0x4600, 0x4700, 0x4800, 0x4880,
                                      0x4900, 0x4980, 0x4a00};
    const float single = (float)n;
    const double number = (double)n;

    if (host == F32)
        memcpy(at, &single, 4);
    else if (host == F64)
        memcpy(at, &number, 8);
    else if (host == F16)
        memcpy(at, &halves[n], 2);
    else
        put_native(at, host_bytes(host), n);
}

static int digit(char c)
{
    return c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Returns how many bytes there are; padding becomes `padding`. */
static size_t read_bytes(const char *text, unsigned char padding,
                         unsigned char *out)
{
    size_t count = 0;

    for (; *text != '\0'; text++) {
        if (*text == ' ')
            continue;
        out[count++] = *text == '-' ? padding
                                    : (unsigned char)(digit(text[0]) * 16 +
                                                      digit(text[1]));
        text++;
    }
    return count;
}

static void check_shape(void **state)
{
    const place_row *const row = *state;
    const size_t one = host_bytes(row->host & 0xff);
    wlay_module *module;
    const wlay_type *const type = parse_type(row->type, &module);
    const wlay_view view = view_of(type);
    unsigned char values[128], back[129], gpu[128], wanted[128];
    const size_t size = read_bytes(row->bytes, 0xA5, wanted);

    for (uint32_t i = 0; i < row->count; i++)
        put_counted(values + i * one, row->host & 0xff, i + 1);
    assert_int_equal(wlay_host_size(type, row->host), row->count * one);
    memset(gpu, 0xA5, sizeof gpu);
    assert_int_equal(wlay_store(gpu, size, &view, row->host, values,
                                row->count * one),
                     OK);
    assert_memory_equal(gpu, wanted, size);

    read_bytes(row->bytes, 0, wanted);
    assert_int_equal(wlay_store(gpu, size, &view,
                                row->host | WLAY_HOST_ZERO_PADDING, values,
                                row->count * one),
                     OK);
    assert_memory_equal(gpu, wanted, size);

    memset(back, 0x77, sizeof back);
    assert_int_equal(wlay_load(gpu, size, &view, row->host, back,
                               row->count * one),
                     OK);
    assert_memory_equal(back, values, row->count * one);
    assert_int_equal(back[row->count * one], 0x77);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------ refused */

static const char refused_source[] =
    "enable f16;\n"
    "struct In { x: f32, y: vec3f }\n"
    "struct S { f: f32, h: f16, i: i32, v: vec3f, m: mat3x3f, in: In,\n"
    "           ins: array<In, 2>, b: bool, a: array<f32, 4> }\n"
    "struct R { n: u32, tail: array<vec3f> }\n"
    "@group(0) @binding(0) var<storage> r: R;\n";

typedef struct refused_row {
    const char *name;
    const char *structure;
    const char *path;
    uint32_t host;
    size_t size; /* of the host data */
    wlay_result result;
} refused_row;

#define MISMATCH WLAY_TYPE_MISMATCH
#define INVALID WLAY_INVALID_ARGUMENT

static const refused_row refused[] = {
    {"int for f32", "S", "f", I32, 4, MISMATCH},
    {"float for i32", "S", "i", F32, 4, MISMATCH},
    {"u8 for f16", "S", "h", U8, 1, MISMATCH},
    {"bool for f32", "S", "f", BOOL, 1, MISMATCH},
    {"f16 for i32", "S", "i", F16, 2, MISMATCH},
    {"WGSL's bool", "S", "b", BOOL, 1, MISMATCH},
    {"WGSL's bool, as large as there", "S", "b", BOOL, 4, MISMATCH},
    {"WGSL's bool as an integer", "S", "b", U32, 4, MISMATCH},
    {"a struct", "S", "in", F32, 16, MISMATCH},
    {"an array of structs", "S", "ins", F32, 32, MISMATCH},
    {"too little", "S", "v", F32, 8, MISMATCH},
    {"too much", "S", "v", F32, 16, MISMATCH},
    {"a matrix with its padding", "S", "m", F32, 48, MISMATCH},
    {"an element too few", "S", "a", F32, 12, MISMATCH},
    {"no host type", "S", "f", 0, 4, INVALID},
    {"another host type", "S", "f", 13, 4, INVALID},
    {"the number of WGSL's bool", "S", "b", 0xff, 4, INVALID},
    {"a flag too much", "S", "f", F32 | 0x400, 4, INVALID},
    {"a runtime-sized array", "R", "tail", F32, 12, WLAY_UNKNOWN_SIZE},
    {"no such member", "S", "g", F32, 4, WLAY_NOT_FOUND},
    {"no path", "S", "f..", F32, 4, INVALID},
    {"beyond a fixed array", "S", "a[4]", F32, 4, WLAY_OUT_OF_RANGE},
};

static void check_refused(void **state)
{
    const refused_row *const row = *state;
    wlay_module *const module = parse_valid(refused_source, NULL);
    const wlay_type *const type =
        wlay_find_struct(module, row->structure, WLAY_STRLEN)->type;
    unsigned char gpu[512], values[64], gpu_before[512], before[64];

    memset(gpu, 0xA5, sizeof gpu);
    memset(values, 0x3C, sizeof values);
    memcpy(gpu_before, gpu, sizeof gpu);
    memcpy(before, values, sizeof values);
    assert_int_equal(wlay_store_path(gpu, sizeof gpu, type, row->path,
                                     WLAY_STRLEN, row->host, values,
                                     row->size),
                     row->result);
    assert_int_equal(wlay_load_path(gpu, sizeof gpu, type, row->path,
                                    WLAY_STRLEN, row->host, values, row->size),
                     row->result);
    assert_memory_equal(gpu, gpu_before, sizeof gpu);
    assert_memory_equal(values, before, sizeof values);
    wlay_module_free(module);
}

static void null_arguments(void **state)
{
    wlay_module *module;
    const wlay_view view = view_of(parse_type("vec3f", &module));
    const wlay_view nothing = {0};
    float v[3] = {0};
    unsigned char gpu[12];

    (void)state;
    assert_int_equal(wlay_store(NULL, 12, &view, F32, v, 12), INVALID);
    assert_int_equal(wlay_store(gpu, 12, NULL, F32, v, 12), INVALID);
    assert_int_equal(wlay_store(gpu, 12, &view, F32, NULL, 12), INVALID);
    assert_int_equal(wlay_store(gpu, 12, &nothing, F32, v, 12), INVALID);
    assert_int_equal(wlay_load(NULL, 12, &view, F32, v, 12), INVALID);
    assert_int_equal(wlay_load(gpu, 12, NULL, F32, v, 12), INVALID);
    assert_int_equal(wlay_load(gpu, 12, &view, F32, NULL, 12), INVALID);
    assert_int_equal(wlay_load(gpu, 12, &nothing, F32, v, 12), INVALID);
    assert_int_equal(wlay_store_elements(gpu, 12, NULL, 0, 0, F32, v, 0),
                     INVALID);
    assert_int_equal(wlay_host_size(NULL, F32), 0);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------- bounds */

/* A place is stored and loaded exactly if all of it lies inside; nothing
   outside is touched. */
static void bounds(void **state)
{
    static const char *const types[] = {"f32", "vec3f", "mat3x3f", "mat4x4f",
                                        "array<vec3f, 3>", "f16", "vec3h"};
    float values[16] = {0};

    (void)state;
    for (size_t i = 0; i < ROWS(types); i++) {
        wlay_module *module;
        wlay_view view = view_of(parse_type(types[i], &module));
        const size_t size = (size_t)view.type->size;
        const size_t host = (size_t)wlay_host_size(view.type, F32);
        unsigned char *const gpu = malloc(size + 3); /* no byte more */

        assert_non_null(gpu);
        view.offset = 3;
        assert_int_equal(wlay_store(gpu, size + 3, &view, F32, values, host),
                         OK);
        assert_int_equal(wlay_load(gpu, size + 3, &view, F32, values, host),
                         OK);
        for (size_t less = 0; less < size + 3; less++) {
            assert_int_equal(wlay_store(gpu, less, &view, F32, values, host),
                             BEYOND);
            assert_int_equal(wlay_load(gpu, less, &view, F32, values, host),
                             BEYOND);
        }
        view.offset = UINT64_MAX;
        assert_int_equal(wlay_store(gpu, size + 3, &view, F32, values, host),
                         BEYOND);
        view.offset = UINT64_MAX - size + 1;
        assert_int_equal(wlay_load(gpu, size + 3, &view, F32, values, host),
                         BEYOND);
        free(gpu);
        wlay_module_free(module);
    }
}

/* ----------------------------------------------------------------- elements */

/* `size` bytes of memory; elements from `first` on, `count` of them. */
typedef struct range_row {
    const char *name;
    const char *path;
    size_t size;
    uint64_t first;
    uint64_t count;
    size_t value_size;
    wlay_result result;
} range_row;

static const char range_source[] =
    "struct In { a: f32 }\n"
    "struct F { n: vec4u, v: array<vec3f, 4>, ins: array<In, 4>,\n"
    "           m: array<mat2x3f, 2>, aa: array<array<f32, 2>, 3> }\n"
    "struct R { n: vec4u, v: array<vec3f> }\n"
    "@group(0) @binding(0) var<storage> f: F;\n"
    "@group(0) @binding(1) var<storage> r: R;\n";

static const range_row ranges[] = {
    {"all", "f.v", 256, 0, 4, 48, OK},
    {"the first", "f.v", 256, 0, 1, 12, OK},
    {"the last", "f.v", 256, 3, 1, 12, OK},
    {"the middle", "f.v", 256, 1, 2, 24, OK},
    {"none", "f.v", 256, 2, 0, 0, OK},
    {"none at the end", "f.v", 256, 4, 0, 0, OK},
    {"none behind the end", "f.v", 256, 5, 0, 0, BEYOND},
    {"one too many", "f.v", 256, 3, 2, 24, BEYOND},
    {"far too many", "f.v", 256, 1, UINT64_MAX, 12, BEYOND},
    {"far too far", "f.v", 256, UINT64_MAX, 1, 12, BEYOND},
    {"another size", "f.v", 256, 0, 2, 32, MISMATCH},
    {"memory for two", "f.v", 48, 0, 2, 24, OK},
    {"memory for less than three", "f.v", 63, 0, 3, 36, BEYOND},
    {"matrices", "f.m", 256, 1, 1, 24, OK},
    {"arrays", "f.aa", 256, 1, 2, 16, OK},
    {"structs", "f.ins", 256, 0, 1, 4, MISMATCH},
    {"no array", "f.n", 256, 0, 1, 4, MISMATCH},
    {"runtime-sized", "r.v", 64, 0, 3, 36, OK},
    {"the last that fits", "r.v", 64, 2, 1, 12, OK},
    {"an element counts with its padding", "r.v", 63, 0, 3, 36, BEYOND},
    {"one more than fits", "r.v", 64, 3, 1, 12, BEYOND},
    {"memory that ends before it", "r.v", 8, 0, 0, 0, OK},
    {"memory that ends before it, one", "r.v", 8, 0, 1, 12, BEYOND},
};

/* The same by single elements. */
static void store_singly(unsigned char *gpu, const range_row *row,
                         const wlay_view *array, const float *values)
{
    const wlay_type *const element = array->type->element;
    const size_t one =
        row->count > 0 ? row->value_size / (size_t)row->count : 0;

    for (uint64_t i = 0; i < row->count; i++) {
        const wlay_view place = {
            element, array->offset + (row->first + i) * array->type->stride,
            element->size, NULL};

        assert_int_equal(wlay_store(gpu, row->size, &place, F32,
                                    (const char *)values + i * one, one),
                         OK);
    }
}

static void check_range(void **state)
{
    const range_row *const row = *state;
    wlay_module *const module = parse_valid(range_source, NULL);
    float values[64], back[64];
    unsigned char gpu[256], wanted[256];
    wlay_view array;

    for (size_t i = 0; i < 64; i++)
        values[i] = (float)i;
    memset(gpu, 0xA5, sizeof gpu);
    memset(wanted, 0xA5, sizeof wanted);
    memset(back, 0, sizeof back);
    assert_int_equal(wlay_follow_variable(module, row->path, WLAY_STRLEN,
                                          UINT64_MAX, NULL, &array, NULL),
                     OK);
    if (row->result == OK)
        store_singly(wanted, row, &array, values);
    assert_int_equal(wlay_store_elements(gpu, row->size, &array, row->first,
                                         row->count, F32, values,
                                         row->value_size),
                     row->result);
    assert_memory_equal(gpu, wanted, sizeof gpu);
    assert_int_equal(wlay_load_elements(gpu, row->size, &array, row->first,
                                        row->count, F32, back,
                                        row->value_size),
                     row->result);
    if (row->result == OK)
        assert_memory_equal(back, values, row->value_size);
    else
        assert_true(back[0] == 0 && back[1] == 0);
    wlay_module_free(module);
}

/* Of several numbers the last is out of range: nothing is written. */
static void all_or_nothing(void **state)
{
    wlay_module *module;
    const wlay_view view = view_of(parse_type("array<vec3i, 2>", &module));
    int64_t values[6] = {1, 2, 3, 4, 5, INT64_C(1) << 31};
    unsigned char gpu[32], before[32];

    (void)state;
    memset(gpu, 0xA5, 32);
    memcpy(before, gpu, 32);
    assert_int_equal(wlay_store(gpu, 32, &view, I64 | WLAY_HOST_ZERO_PADDING,
                                values, sizeof values),
                     BEYOND);
    assert_memory_equal(gpu, before, 32);
    values[5]--;
    assert_int_equal(wlay_store(gpu, 32, &view, I64, values, sizeof values),
                     OK);
    assert_int_equal(little(gpu + 24, 4), INT32_MAX);
    wlay_module_free(module);
}

/* Zeroed padding of a range is that of its elements. */
static void zeroed_range(void **state)
{
    wlay_module *module;
    const wlay_view view = view_of(parse_type("array<vec3f, 3>", &module));
    const float values[3] = {1, 2, 3};
    unsigned char gpu[48];

    (void)state;
    memset(gpu, 0xA5, 48);
    assert_int_equal(wlay_store_elements(gpu, 48, &view, 1, 1,
                                         F32 | WLAY_HOST_ZERO_PADDING, values,
                                         sizeof values),
                     OK);
    assert_int_equal(little(gpu + 12, 4), X(a5a5a5a5));
    assert_int_equal(little(gpu + 28, 4), 0);
    assert_int_equal(little(gpu + 32, 4), X(a5a5a5a5));
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_f16),
        cmocka_unit_test(many_f32_to_f16),
        cmocka_unit_test(many_f64_to_f32),
        cmocka_unit_test(flushing_processor),
        cmocka_unit_test(null_arguments),
        cmocka_unit_test(bounds),
        cmocka_unit_test(all_or_nothing),
        cmocka_unit_test(zeroed_range),
    };
    int failed = 0;

    failed += RUN_TABLE(stored, check_stored);
    failed += RUN_TABLE(loaded, check_loaded);
    failed += RUN_TABLE(shapes, check_shape);
    failed += RUN_TABLE(refused, check_refused);
    failed += RUN_TABLE(ranges, check_range);
    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
