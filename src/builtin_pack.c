/* SPDX-License-Identifier: MIT */
/*
 * Small numbers in the bits of one u32.  [Data Packing Built-in Functions]
 * [Data Unpacking Built-in Functions]
 */
#include "builtin.h"

#include "math.h"
#include "number.h"

/* Bits of each of the numbers in 32. */
#define BYTE 8
#define HALF 16

/* Field `at` of fields that are `width` bits wide. */
static uint32_t field(uint32_t bits, unsigned width, unsigned at)
{
    return bits >> (width * at) & (((uint32_t)1 << width) - 1);
}

/* The same as a two's complement number. */
static int32_t signed_field(uint32_t bits, unsigned width, unsigned at)
{
    const int32_t value = (int32_t)field(bits, width, at);
    const int32_t sign = (int32_t)1 << (width - 1);

    return value >= sign ? value - 2 * sign : value;
}

static uint32_t word(const wlay_value *value)
{
    return (uint32_t)((uint64_t)value->of.integer & UINT32_MAX);
}

static bool give_word(uint32_t bits, wlay_value *out)
{
    *out = wlay_integer_value(wlay_scalar_type(WLAY_S_U32), bits);
    return true;
}

static double limit(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* ------------------------------------------------------------------ packing */

/* Integers, whose low bits are taken, between two limits. */
static bool pack_integers(const wlay_value *vector, int64_t low, int64_t high,
                          wlay_value *out)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < 4; i++) {
        int64_t x = wlay_part(vector, i).of.integer;

        x = x < low ? low : x > high ? high : x;
        bits |= (uint32_t)((uint64_t)x & 0xff) << (BYTE * i);
    }
    return give_word(bits, out);
}

bool wlay_builtin_pack4x_i8(const wlay_call *call, const wlay_value *args,
                            wlay_value *out)
{
    (void)call;
    return pack_integers(&args[0], INT32_MIN, INT32_MAX, out);
}

bool wlay_builtin_pack4x_u8(const wlay_call *call, const wlay_value *args,
                            wlay_value *out)
{
    (void)call;
    return pack_integers(&args[0], 0, UINT32_MAX, out);
}

bool wlay_builtin_pack4x_i8_clamp(const wlay_call *call, const wlay_value *args,
                                  wlay_value *out)
{
    (void)call;
    return pack_integers(&args[0], INT8_MIN, INT8_MAX, out);
}

bool wlay_builtin_pack4x_u8_clamp(const wlay_call *call, const wlay_value *args,
                                  wlay_value *out)
{
    (void)call;
    return pack_integers(&args[0], 0, UINT8_MAX, out);
}

/* Real numbers from `low` to 1, scaled to fields of `width` bits. */
static bool pack_reals(const wlay_value *vector, unsigned width, double low,
                       double scale, wlay_value *out)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < 32 / width; i++) {
        const double x = limit(wlay_part(vector, i).of.real, low, 1.0) * scale;
        const int32_t rounded = (int32_t)wlay_floor(0.5 + x);

        bits |= field((uint32_t)rounded, width, 0) << (width * i);
    }
    return give_word(bits, out);
}

bool wlay_builtin_pack4x8snorm(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    (void)call;
    return pack_reals(&args[0], BYTE, -1.0, 127.0, out);
}

bool wlay_builtin_pack4x8unorm(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    (void)call;
    return pack_reals(&args[0], BYTE, 0.0, 255.0, out);
}

bool wlay_builtin_pack2x16snorm(const wlay_call *call, const wlay_value *args,
                                wlay_value *out)
{
    (void)call;
    return pack_reals(&args[0], HALF, -1.0, 32767.0, out);
}

bool wlay_builtin_pack2x16unorm(const wlay_call *call, const wlay_value *args,
                                wlay_value *out)
{
    (void)call;
    return pack_reals(&args[0], HALF, 0.0, 65535.0, out);
}

bool wlay_builtin_pack2x16float(const wlay_call *call, const wlay_value *args,
                                wlay_value *out)
{
    uint32_t bits = 0;

    for (unsigned i = 0; i < 2; i++) {
        wlay_value x = wlay_part(&args[0], i);

        if (!wlay_convert_scalar(call->eval, &x, WLAY_S_F16, call->span, &x))
            return false;
        bits |= (uint32_t)wlay_f16_bits(x.of.real) << (HALF * i);
    }
    return give_word(bits, out);
}

/* ---------------------------------------------------------------- unpacking */

/* The components of the result, each of one field. */
typedef bool unpacker(const wlay_call *call, uint32_t bits, unsigned at,
                      wlay_value *out);

static bool unpack(const wlay_call *call, const wlay_value *word_value,
                   wlay_s component, unsigned count, unpacker *unpack_field,
                   wlay_value *out)
{
    wlay_value *const parts = wlay_new_parts(call, count);

    if (parts == NULL)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!unpack_field(call, word(word_value), i, &parts[i]))
            return false;
    return wlay_give_parts(wlay_vector_type(component, count), parts, out);
}

static bool give_f32(const wlay_call *call, double x, wlay_value *out)
{
    return wlay_make_real(call->eval, x, WLAY_S_F32, call->span, out);
}

static bool snorm8(const wlay_call *call, uint32_t bits, unsigned at,
                   wlay_value *out)
{
    const double x = signed_field(bits, BYTE, at);

    return give_f32(call, limit(x / 127.0, -1.0, 1.0), out);
}

static bool unorm8(const wlay_call *call, uint32_t bits, unsigned at,
                   wlay_value *out)
{
    return give_f32(call, field(bits, BYTE, at) / 255.0, out);
}

static bool snorm16(const wlay_call *call, uint32_t bits, unsigned at,
                    wlay_value *out)
{
    const double x = signed_field(bits, HALF, at);

    return give_f32(call, limit(x / 32767.0, -1.0, 1.0), out);
}

static bool unorm16(const wlay_call *call, uint32_t bits, unsigned at,
                    wlay_value *out)
{
    return give_f32(call, field(bits, HALF, at) / 65535.0, out);
}

static bool float16(const wlay_call *call, uint32_t bits, unsigned at,
                    wlay_value *out)
{
    return give_f32(call, wlay_f16_value((uint16_t)field(bits, HALF, at)), out);
}

static bool int8(const wlay_call *call, uint32_t bits, unsigned at,
                 wlay_value *out)
{
    (void)call;
    *out = wlay_integer_value(wlay_scalar_type(WLAY_S_I32),
                              signed_field(bits, BYTE, at));
    return true;
}

static bool uint8(const wlay_call *call, uint32_t bits, unsigned at,
                  wlay_value *out)
{
    (void)call;
    return give_word(field(bits, BYTE, at), out);
}

bool wlay_builtin_unpack4x8snorm(const wlay_call *call, const wlay_value *args,
                                 wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_F32, 4, snorm8, out);
}

bool wlay_builtin_unpack4x8unorm(const wlay_call *call, const wlay_value *args,
                                 wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_F32, 4, unorm8, out);
}

bool wlay_builtin_unpack4x_i8(const wlay_call *call, const wlay_value *args,
                              wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_I32, 4, int8, out);
}

bool wlay_builtin_unpack4x_u8(const wlay_call *call, const wlay_value *args,
                              wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_U32, 4, uint8, out);
}

bool wlay_builtin_unpack2x16snorm(const wlay_call *call, const wlay_value *args,
                                  wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_F32, 2, snorm16, out);
}

bool wlay_builtin_unpack2x16unorm(const wlay_call *call, const wlay_value *args,
                                  wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_F32, 2, unorm16, out);
}

bool wlay_builtin_unpack2x16float(const wlay_call *call, const wlay_value *args,
                                  wlay_value *out)
{
    return unpack(call, &args[0], WLAY_S_F32, 2, float16, out);
}

/* ---------------------------------------------------------- packed products */

bool wlay_builtin_dot4_u8(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    uint32_t sum = 0;

    (void)call;
    for (unsigned i = 0; i < 4; i++)
        sum += field(word(&args[0]), BYTE, i) * field(word(&args[1]), BYTE, i);
    return give_word(sum, out);
}

bool wlay_builtin_dot4_i8(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    int32_t sum = 0;

    (void)call;
    for (unsigned i = 0; i < 4; i++)
        sum += signed_field(word(&args[0]), BYTE, i) *
               signed_field(word(&args[1]), BYTE, i);
    *out = wlay_integer_value(wlay_scalar_type(WLAY_S_I32), sum);
    return true;
}
