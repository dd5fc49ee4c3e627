/* SPDX-License-Identifier: MIT */
/*
 * The builtin functions that const-expressions may call, and bitcast: their
 * overloads, their values, and what is an error.
 */
#include "table.h"

#include "../src/builtin.h"

/* ------------------------------------------------------------------- values */

/* Expressions that are true. */
typedef struct truth_row {
    const char *name;
} truth_row;

static const truth_row truths[] = {
    /* Overloads: which type a call is for. */
    {"min(1, 2.0) * 1e300 == 1e300"},         /* AbstractFloat */
    {"min(1, 2u) == 1u"},
    {"max(1, 2i) == 2i"},
    {"max(1.5, 2h) == 2h"},
    {"sqrt(4) * 1e300 == 2e300"},
    {"sqrt(4f) == 2f"},
    {"clamp(10, 1, 5) + 5000000000 == 5000000005"}, /* AbstractInt */
    {"clamp(10, 1, 5u) == 5u"},
    {"abs(-5000000000) == 5000000000"},
    {"countOneBits(255) == 8i"},
    {"reverseBits(1) == i32(-2147483648)"},
    {"all(min(vec2(1, 4), vec2(3, 2.5)) == vec2(1, 2.5))"},
    {"select(1, 2.0, true) * 1e300 == 2e300"},
    {"select(1, 2u, false) == 1u"},
    {"ldexp(1, 1) * 1e300 == 2e300"},
    {"ldexp(1.5, 1i) == 3f"},
    {"ldexp(1.5h, 1) == 3h"},
    {"extractBits(7, 1, 4u) == 3i"},
    {"frexp(8).exp + 5000000000 == 5000000004"},
    {"frexp(8f).exp == 4i"},
    {"modf(1.5).whole * 1e300 == 1e300"},
    {"mix(1, 3, 0.5) * 1e300 == 2e300"},
    {"mix(1, 3, 0.5h) == 2h"},
    {"refract(vec2(0, -1), vec2(0, 1), 1f).y == -1f"},
    {"length(vec2(3, 4)) * 1e300 == 5e300"},
    {"dot(vec2(1, 2), vec2(3, 4u)) == 11u"},
    {"dot(vec2(3000000000), vec2(1)) == 6000000000"},
    {"pack4xU8(vec4(1)) == 0x01010101u"},
    {"unpack4xI8(0xff).x == -1i"},

    /* Logical functions. */
    {"all(true)"},
    {"!all(false)"},
    {"all(vec3(true))"},
    {"!all(vec3(true, false, true))"},
    {"any(true)"},
    {"!any(false)"},
    {"!any(vec2(false))"},
    {"any(vec2(false, true))"},
    {"select(1, 2, true) == 2"},
    {"select(1, 2, false) == 1"},
    {"select(true, false, false)"},
    {"all(select(vec2(1, 2), vec2(3, 4), true) == vec2(3, 4))"},
    {"all(select(vec2(1, 2), vec2(3, 4), vec2(true, false)) == vec2(3, 2))"},

    /* Integers and reals alike. */
    {"abs(-3) == 3"},
    {"abs(3u) == 3"},
    {"abs(-2.5) == 2.5"},
    {"bitcast<u32>(abs(ceil(-0.5f))) == 0"},
    {"abs(i32(-2147483648)) == i32(-2147483648)"},
    {"abs(-9223372036854775807 - 1) == -9223372036854775807 - 1"},
    {"all(abs(vec2(-1, 2)) == vec2(1, 2))"},
    {"sign(-7) == -1"},
    {"sign(0) == 0"},
    {"sign(7i) == 1"},
    {"sign(-0.25) == -1.0"},
    {"sign(0.0) == 0.0"},
    {"sign(9h) == 1h"},
    {"min(-1, 2) == -1"},
    {"min(4294967295u, 1u) == 1u"},
    {"max(4294967295u, 1u) == 4294967295u"},
    {"max(-1.5, -2) == -1.5"},
    {"clamp(-10, 1, 5) == 1"},
    {"clamp(3, 1, 5) == 3"},
    {"clamp(2.5, 3, 3) == 3"},
    {"all(clamp(vec2(0, 9), vec2(1, 2), vec2(3, 4)) == vec2(1, 4))"},
    {"saturate(2) == 1"},
    {"saturate(-2) == 0"},
    {"saturate(0.5) == 0.5"},

    /* Reals. */
    {"ceil(1.25) == 2"},
    {"ceil(-1.25) == -1"},
    {"floor(1.75) == 1"},
    {"floor(-1.25) == -2"},
    {"trunc(-1.75) == -1"},
    {"round(2.5) == 2"},
    {"round(3.5) == 4"},
    {"round(-2.75) == -3"},
    {"fract(-0.25) == 0.75"},
    {"fract(-1e-30) == 1"},
    {"fract(-1e-30f) == 1"},
    {"modf(-1.75).fract == -0.75"},
    {"modf(-1.75).whole == -1"},
    {"all(modf(vec2(1.5, -2.25)).fract == vec2(0.5, -0.25))"},
    {"all(modf(vec2(1.5, -2.25)).whole == vec2(1, -2))"},
    {"frexp(1.5).fract == 0.75"},
    {"frexp(1.5).exp == 1"},
    {"frexp(-0.1h).exp == -3"},
    {"frexp(0f).exp == 0"},
    {"frexp(1e-40f).exp == -132"},
    {"all(frexp(vec3(1, 3, 8f)).fract == vec3(0.5, 0.75, 0.5))"},
    {"all(frexp(vec3(1, 3, 8f)).exp == vec3(1, 2, 4))"},
    {"ldexp(0.75, 3) == 6"},
    {"ldexp(1f, -149) == 0x1p-149f"},
    {"ldexp(1f, -200) == 0"},
    {"ldexp(1.0, -10000000000) == 0"},
    {"ldexp(0.25, 1024) == 0x1p1022"},
    {"ldexp(0.25h, 16) == 16384h"},
    {"all(ldexp(vec2(1, 3), vec2(1, 2)) == vec2(2, 12))"},
    {"sqrt(2.0) == 1.4142135623730951"},
    {"sqrt(2f) == 1.41421354f"},
    {"inverseSqrt(4) == 0.5"},
    {"exp(0) == 1"},
    {"exp(1.0) == 2.718281828459045"},
    {"exp2(-3) == 0.125"},
    {"log(1) == 0"},
    {"log(10.0) == 2.302585092994046"},
    {"log2(8f) == 3"},
    {"pow(2, 10) == 1024"},
    {"pow(0, 0.5) == 0"},
    {"pow(4f, -0.5) == 0.5"},
    {"sin(0) == 0"},
    {"sin(1.0) == 0.8414709848078965"},
    {"cos(1.0) == 0.5403023058681398"},
    {"tan(1.0) == 1.5574077246549023"},
    {"asin(1) == 1.5707963267948966"},
    {"acos(-1) == 3.141592653589793"},
    {"atan(1) == 0.7853981633974483"},
    {"atan2(1, 0) == 1.5707963267948966"},
    {"atan2(0, -1f) == 3.14159274f"},
    {"atan2(0, 0) == 0"},
    {"sinh(1.0) == 1.1752011936438014"},
    {"cosh(1.0) == 1.5430806348152437"},
    {"tanh(1.0) == 0.7615941559557649"},
    {"asinh(1.0) == 0.881373587019543"},
    {"acosh(1) == 0"},
    {"atanh(0.5) == 0.54930614433405485"},
    {"radians(180.0) == 3.141592653589793"},
    {"radians(180f) == 3.14159274f"},
    {"degrees(3.141592653589793) == 180"},
    {"degrees(1f) == 57.29577637f"},
    {"fma(2, 3, 4) == 10"},
    {"fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f) == 0"}, /* not fused */
    {"mix(3e38f, -3e38f, 0.5) == 0"},
    {"all(mix(vec2(1, 2), vec2(3, 6), 0.5) == vec2(2, 4))"},
    {"all(mix(vec2(1, 2), vec2(3, 6), vec2(0, 1)) == vec2(1, 6))"},
    {"step(1, 1) == 1"},
    {"step(1.5, 1) == 0"},
    {"smoothstep(0, 1, 0.5) == 0.5"},
    {"smoothstep(0, 1, 0.25) == 0.15625"},
    {"smoothstep(1, 0, 0.25) == 0.84375"},
    {"smoothstep(2, 4, 9) == 1"},
    {"smoothstep(2, 1, 3) == 0"},
    {"quantizeToF16(1.5) == 1.5"},
    {"quantizeToF16(65504.0) == 65504"},
    {"abs(quantizeToF16(0.1) - 0.1) < 0.0001"},
    {"quantizeToF16(0.1) != 0.1f"},
    {"quantizeToF16(1e-8) == 0"},

    /* Bits. */
    {"countLeadingZeros(1) == 31"},
    {"countLeadingZeros(-1) == 0"},
    {"countLeadingZeros(0u) == 32"},
    {"countTrailingZeros(8) == 3"},
    {"countTrailingZeros(0) == 32"},
    {"countOneBits(-1) == 32"},
    {"countOneBits(0x80000001u) == 2"},
    {"firstLeadingBit(0) == -1"},
    {"firstLeadingBit(-1) == -1"},
    {"firstLeadingBit(-2) == 0"},
    {"firstLeadingBit(0x4000) == 14"},
    {"firstLeadingBit(0u) == 4294967295"},
    {"firstLeadingBit(0xffffffffu) == 31"},
    {"firstTrailingBit(0) == -1"},
    {"firstTrailingBit(0u) == 4294967295"},
    {"firstTrailingBit(-8) == 3"},
    {"reverseBits(0x80000001u) == 0x80000001u"},
    {"reverseBits(6u) == 0x60000000u"},
    {"all(reverseBits(vec2(1u, 2u)) == vec2(0x80000000u, 0x40000000u))"},
    {"extractBits(0xabcdu, 4, 8) == 0xbc"},
    {"extractBits(0xff, 4, 4) == -1"},
    {"extractBits(0x7f, 4, 4) == 7"},
    {"extractBits(-1, 0, 32) == -1"},
    {"extractBits(-1, 32, 0) == 0"},
    {"extractBits(-1, 31, 1) == -1"},
    {"all(extractBits(vec2(0x10u, 0x20u), 4, 4) == vec2(1u, 2u))"},
    {"insertBits(0u, 0xff, 4, 4) == 0xf0"},
    {"insertBits(0xffffu, 0, 4, 8) == 0xf00f"},
    {"insertBits(0, -1, 31, 1) == i32(-2147483648)"},
    {"insertBits(5, -1, 0, 32) == -1"},
    {"insertBits(5, -1, 32, 0) == 5"},

    /* Vectors and matrices. */
    {"length(-3) == 3"},
    {"length(3e38f) == 3e38f"},
    {"length(vec3(2, 3, 6)) == 7"},
    {"distance(1, 4) == 3"},
    {"distance(vec2(1, 1), vec2(4, 5)) == 5"},
    {"dot(vec3(1, 2, 3), vec3(4, 5, 6)) == 32"},
    {"dot(vec2f(1, 2), vec2f(0.5)) == 1.5"},
    {"dot(vec2(4294967295u), vec2(2u)) == 4294967292u"},
    {"dot(vec2(2147483647i), vec2(2i)) == -4i"},
    {"dot(vec2(-9223372036854775807, 1), vec2(1, -1)) < 0"},
    {"all(cross(vec3(1, 2, 3), vec3(4, 5, 6)) == vec3(-3, 6, -3))"},
    {"all(normalize(vec2(3, 4)) == vec2(0.6, 0.8))"},
    {"all(normalize(vec2(1, 1e-30f)) == vec2(1, 1e-30f))"},
    {"all(reflect(vec2(1, 2), vec2(0, 1)) == vec2(1, -2))"},
    {"all(refract(vec2(1, 0), vec2(0, 1), 2) == vec2(0))"},
    {"all(refract(vec2(1, 0), vec2(0, 1), 1) == vec2(1, 0))"},
    {"all(refract(vec2(0.6, -0.8), vec2(0, 1), 0) == vec2(0, -1))"},
    {"all(faceForward(vec2(1, 2), vec2(0, 1), vec2(0, -1)) == vec2(1, 2))"},
    {"all(faceForward(vec2(1, 2), vec2(0, 1), vec2(0, 1)) == vec2(-1, -2))"},
    {"all(faceForward(vec2(1, 2), vec2(0), vec2(1)) == vec2(-1, -2))"},
    {"determinant(mat2x2(1, 2, 3, 4)) == -2"},
    {"determinant(mat3x3(1, 2, 3, 4, 5, 6, 7, 8, 10)) == -3"},
    {"determinant(mat4x4(1, 2, 3, 4, 5, 6, 7, 8, 2, 6, 4, 8, 3, 1, 1, 2))"
     " == 72"},
    {"determinant(mat3x3f()) == 0"},
    {"all(transpose(mat2x3(1, 2, 3, 4, 5, 6))[0] == vec2(1, 4))"},
    {"all(transpose(mat2x3(1, 2, 3, 4, 5, 6))[2] == vec2(3, 6))"},
    {"all(transpose(mat4x2h(1, 2, 3, 4, 5, 6, 7, 8))[1] == "
     "vec4h(2, 4, 6, 8))"},

    /* Packing. */
    {"pack4x8snorm(vec4(0.5, -0.5, 2, -2)) == 0x817fc140"},
    {"pack4x8unorm(vec4(0.5, -0.5, 2, 0.1)) == 0x1aff0080"},
    {"pack4xI8(vec4(-1000, 1000, -1, 1)) == 0x01ffe818"},
    {"pack4xU8(vec4(1, 258, 255, 1000)) == 0xe8ff0201"},
    {"pack4xI8Clamp(vec4(-1000, 1000, -1, 1)) == 0x01ff7f80"},
    {"pack4xU8Clamp(vec4(0, 1000, 255, 1)) == 0x01ffff00"},
    {"pack2x16snorm(vec2(1, -1)) == 0x80017fff"},
    {"pack2x16unorm(vec2(1, 0.5)) == 0x8000ffff"},
    {"pack2x16float(vec2(1, -2)) == 0xc0003c00"},
    {"all(unpack4x8snorm(0x80817f00) == vec4(0, 1, -1, -1))"},
    {"unpack4x8snorm(1).x == 1f / 127f"},
    {"all(unpack4x8unorm(0xff0000ff) == vec4f(1, 0, 0, 1))"},
    {"unpack4x8unorm(2).x == 2f / 255f"},
    {"all(unpack4xI8(0x80ff7f01) == vec4(1, 127, -1, -128))"},
    {"all(unpack4xU8(0x80ff7f01) == vec4(1u, 127, 255, 128))"},
    {"all(unpack2x16snorm(0x80007fff) == vec2(1, -1f))"},
    {"unpack2x16snorm(0xffff).x == -1f / 32767f"},
    {"unpack2x16unorm(0x8001ffff).y == 32769f / 65535f"},
    {"all(unpack2x16float(0xc0003c00) == vec2(1, -2f))"},
    {"unpack2x16float(1).x == 0x1p-24f"},
    {"dot4U8Packed(0xffffffff, 0xffffffff) == 260100"},
    {"dot4I8Packed(0xffffffff, 0x01020304) == -10"},
    {"dot4I8Packed(0x80808080, 0x80808080) == 65536"},

    /* bitcast */
    {"bitcast<u32>(1f) == 0x3f800000"},
    {"bitcast<u32>(1.0) == 0x3f800000"},
    {"bitcast<u32>(-1i) == 4294967295"},
    {"bitcast<i32>(4294967295u) == -1"},
    {"bitcast<u32>(4294967295) == 4294967295"},
    {"bitcast<i32>(-5) == -5"},
    {"bitcast<f32>(0x40490fdb) == 3.14159274f"},
    {"bitcast<f32>(1) == 0x1p-149f"},
    {"bitcast<f32>(1.5) == 1.5f"},
    {"bitcast<f16>(1.5) == 1.5h"},
    {"all(bitcast<vec2u>(vec2(1f, -1)) == vec2(0x3f800000u, 0xbf800000u))"},
    {"all(bitcast<vec3i>(vec3u(4294967295)) == vec3(-1))"},
    {"bitcast<u32>(vec2h(1, 2)) == 0x40003c00"},
    {"bitcast<i32>(vec2h(1, -2)) == -1073726464"},
    {"all(bitcast<vec2<f16>>(0x40003c00u) == vec2h(1, 2))"},
    {"all(bitcast<vec2<f16>>(vec2(1, 2)) == vec2h(1, 2))"},
    {"all(bitcast<vec2u>(vec4h(1, 2, -1, 0)) == "
     "vec2(0x40003c00u, 0xbc00u))"},
    {"all(bitcast<vec4<f16>>(vec2(0x40003c00u, 0xbc00u)) == "
     "vec4h(1, 2, -1, 0))"},
    {"all(bitcast<vec4<f16>>(vec2(0x40003c00, 0xbc00)) == "
     "vec4h(1, 2, -1, 0))"},
    {"all(bitcast<vec4f>(vec4f()) == vec4f())"},
    {"all(bitcast<vec2u>(vec4h()) == vec2u())"},

    /* What is not evaluated has a type, but no value that could be wrong. */
    {"true || sqrt(-1) == 0"},
    {"true || clamp(1, 3, 2) == 0"},
    {"true || bitcast<f32>(0x7f800000) == 0"},
    {"true || extractBits(1, 20, 20) == 0"},
    {"true || min(5000000000, 1i) == 0"},
};

static void check_truth(void **state)
{
    const truth_row *const row = *state;
    char text[256];

    snprintf(text, sizeof text, "enable f16;const_assert %s;", row->name);
    check_asserted(text);
}

/* ------------------------------------------------------------------- errors */

/* Expressions without a value, and why. */
typedef struct fault_row {
    const char *name;
    const char *code;
} fault_row;

static const fault_row faults[] = {
    {"max(50.0, 100i)", "no-overload"},
    {"max(1i, 1u)", "no-overload"},
    {"max(1f, 1h)", "no-overload"},
    {"max(true, false)", "no-overload"},
    {"min(vec2(1), 2)", "no-overload"},
    {"min(vec2(1), vec3(2))", "no-overload"},
    {"min()", "no-overload"},
    {"min(1)", "no-overload"},
    {"min(1, 2, 3)", "no-overload"},
    {"abs(array(1))", "no-overload"},
    {"abs(mat2x2f())", "no-overload"},
    {"abs(modf(1.5))", "no-overload"},
    {"sign(1u)", "no-overload"},
    {"sin(1i)", "no-overload"},
    {"saturate(2i)", "no-overload"},
    {"all(1)", "no-overload"},
    {"select(1i, 1u, true)", "no-overload"},
    {"select(1, 2, 1)", "no-overload"},
    {"select(1, 2, vec2(true))", "no-overload"},
    {"select(vec2(1), vec2(2), vec3(true))", "no-overload"},
    {"select(mat2x2f(), mat2x2f(), true)", "no-overload"},
    {"countOneBits(1.0)", "no-overload"},
    {"extractBits(1, 1i, 1)", "no-overload"},
    {"extractBits(vec2(1), vec2(1), 1)", "no-overload"},
    {"insertBits(1i, 2u, 3, 1)", "no-overload"},
    {"ldexp(1, 1u)", "no-overload"},
    {"ldexp(1.0, 1.0)", "no-overload"},
    {"ldexp(vec2(1), 1)", "no-overload"},
    {"mix(vec2(1), 2, 0.5)", "no-overload"},
    {"mix(1, 2, vec2(0.5))", "no-overload"},
    {"refract(vec2(1), vec2(1), vec2(1))", "no-overload"},
    {"cross(vec2(1), vec2(1))", "no-overload"},
    {"dot(1, 1)", "no-overload"},
    {"normalize(1.0)", "no-overload"},
    {"faceForward(1, 1, 1)", "no-overload"},
    {"determinant(mat2x3f())", "no-overload"},
    {"determinant(1)", "no-overload"},
    {"transpose(vec2(1))", "no-overload"},
    {"frexp(1i)", "no-overload"},
    {"quantizeToF16(1h)", "no-overload"},
    {"pack4x8snorm(vec4i(1))", "no-overload"},
    {"pack4xU8(vec3u(1))", "no-overload"},
    {"pack4xU8(vec4(1.0))", "no-overload"},
    {"unpack4xU8(1i)", "no-overload"},
    {"dot4I8Packed(1i, 1)", "no-overload"},
    {"false && min(1i, 2u) == 0", "no-overload"}, /* though not evaluated */

    /* The argument converts, but does not fit. */
    {"min(5000000000, 1i)", "conversion"},
    {"max(-1, 1u)", "conversion"},
    {"countOneBits(4294967295)", "conversion"},
    {"unpack4xU8(-1)", "conversion"},

    {"acos(2)", "domain"},
    {"acos(-1.5f)", "domain"},
    {"asin(vec2(0, 1.1))", "domain"},
    {"acosh(0.5)", "domain"},
    {"atanh(1)", "domain"},
    {"atanh(-1h)", "domain"},
    {"log(0)", "domain"},
    {"log2(-1)", "domain"},
    {"sqrt(-1)", "domain"},
    {"inverseSqrt(0)", "domain"},
    {"inverseSqrt(-1)", "domain"},
    {"pow(-1, 2)", "domain"},
    {"pow(0, 0)", "domain"},
    {"pow(0, -1)", "domain"},
    {"normalize(vec2(0.0))", "domain"},
    {"normalize(vec2f(1e-30))", "domain"}, /* its length is 0 in f32 */
    {"smoothstep(1, 1, 0)", "domain"},
    {"smoothstep(vec2(1), vec2(2, 1), vec2(0))", "domain"},
    {"clamp(1, 3, 2)", "domain"},
    {"clamp(1.0, 3, 2)", "domain"},
    {"clamp(vec2(1), vec2(1, 2), vec2(2, 1))", "domain"},
    {"ldexp(0.0, 1025)", "domain"},
    {"ldexp(0f, 129)", "domain"},
    {"ldexp(0h, 17)", "domain"},
    {"extractBits(1, 1, 32)", "domain"},
    {"extractBits(1, 33, 0)", "domain"},
    {"extractBits(1, 4294967295, 2)", "domain"},
    {"insertBits(1, 2, 32, 1)", "domain"},

    {"exp(1000)", "overflow"},
    {"exp(100f)", "overflow"},
    {"exp(12h)", "overflow"},
    {"exp2(128f)", "overflow"},
    {"cosh(1000)", "overflow"},
    {"sinh(-100f)", "overflow"},
    {"pow(2, 1024)", "overflow"},
    {"degrees(3e38f)", "overflow"},
    {"ldexp(1.0, 1024)", "overflow"},
    {"ldexp(1f, 128)", "overflow"},
    {"quantizeToF16(65505.0)", "conversion"},
    {"pack2x16float(vec2(1e10))", "conversion"},
    {"unpack2x16float(0x7c00)", "overflow"},
    {"unpack2x16float(0xfe000000)", "overflow"},

    /* Steps on the way to a result that would be in range. */
    {"fma(3e38f, 2, -3e38f)", "overflow"},
    {"mix(3e38f, -3e38f, 2)", "overflow"},
    {"length(vec2f(1e30))", "overflow"},
    {"length(vec2(1e200))", "overflow"},
    {"distance(3e38f, -3e38f)", "overflow"},
    {"normalize(vec2f(1e30))", "overflow"},
    {"dot(vec2f(1e30, 1), vec2f(1e30, 1))", "overflow"},
    {"dot(vec2(9223372036854775807), vec2(2))", "overflow"},
    {"dot(vec2(9223372036854775807, 1), vec2(1))", "overflow"},
    {"dot(vec2(-9223372036854775807, 2), vec2(1, -1))", "overflow"},
    {"cross(vec3f(1e30), vec3f(1e30))", "overflow"},
    {"reflect(vec2f(1e30), vec2f(1e30))", "overflow"},
    {"refract(vec2f(1), vec2f(1), 1e30)", "overflow"},
    {"faceForward(vec2f(1), vec2f(1e30), vec2f(1e30))", "overflow"},
    {"determinant(mat2x2f(1e30, 1, 1, 1e30))", "overflow"},
    {"smoothstep(-3e38f, 3e38f, 0)", "overflow"},

    {"bitcast<u32>()", "no-overload"},
    {"bitcast<u32>(1, 2)", "no-overload"},
    {"bitcast<u32>(true)", "no-overload"},
    {"bitcast<u32>(1h)", "no-overload"},
    {"bitcast<u32>(array(1))", "no-overload"},
    {"bitcast<bool>(true)", "no-overload"},
    {"bitcast<vec2<bool>>(vec2(true))", "no-overload"},
    {"bitcast<f16>(1u)", "no-overload"},
    {"bitcast<vec2u>(vec3(1))", "no-overload"},
    {"bitcast<vec3<f16>>(vec3f())", "no-overload"},
    {"bitcast<mat2x2f>(mat2x2f())", "no-overload"},
    {"bitcast<array<u32, 1>>(array(1u))", "no-overload"},
    {"bitcast(1)", "template-arguments"},
    {"bitcast<u32>(-1)", "conversion"}, /* as u32(-1) */
    {"bitcast<vec2u>(vec2(-1))", "conversion"},
    {"bitcast<i32>(4294967295)", "conversion"},
    {"bitcast<f32>(4294967295)", "conversion"},
    {"bitcast<f32>(0x7f800000)", "overflow"},
    {"bitcast<f32>(0xffc00000u)", "overflow"},
    {"bitcast<vec2<f16>>(0x7c00u)", "overflow"},
};

static void check_fault(void **state)
{
    const fault_row *const row = *state;
    char text[256];
    wlay_module *module;
    const wlay_diagnostic *diagnostics;
    size_t count;

    snprintf(text, sizeof text, "enable f16;const x = %s;", row->name);
    module = parse_copy(text, strlen(text), NULL);
    diagnostics = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(diagnostics[0].code.data, row->code);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------ modules */

/* What a module says, `code: message (hint)` of its one diagnostic; NULL if it
   is valid. */
typedef struct module_row {
    const char *name;
    const char *text;
    const char *said;
} module_row;

static const module_row modules[] = {
    {"a constant range is checked although the value is not known",
     "override a = 1.0; override b = clamp(a, 3, 2);",
     "domain: the low end 3.0 of 'clamp' is greater than the high end 2.0"},
    {"a range of overrides is not checked",
     "override a = 1.0; override b = clamp(a, 2, a);", NULL},
    {"constant edges are checked",
     "override a = 1.0; override b = smoothstep(1, 1, a);",
     "domain: the two edges of 'smoothstep' are both 1.0"},
    {"a constant field is checked",
     "override a: u32; override b = extractBits(a, 30, 3);",
     "domain: offset 30 and count 3 of 'extractBits' reach beyond the 32 bits"},
    {"a field of an override is not checked",
     "override a = 30u; override b = extractBits(1i, a, 3);", NULL},
    {"a constant field to insert is checked",
     "override a: u32; override b = insertBits(a, 1, 1, 32);",
     "domain: offset 1 and count 32 of 'insertBits' reach beyond the 32 bits"},
    {"a constant exponent is checked",
     "override a = 1f; override b = ldexp(a, 129);",
     "domain: the exponent 129 of 'ldexp' is greater than 128"},
    {"the constant arguments are converted",
     "override a = 1i; override b = min(a, 5000000000);",
     "conversion: value 5000000000 cannot be represented as 'i32' "
     "(an i32 is from -2147483648 to 2147483647)"},
    {"domains of overrides are not checked",
     "override a = -1.0; override b = sqrt(a) + pow(-1, a);", NULL},
    {"what depends on an override is not abstract",
     "override a = true; override b: u32 = select(1, 2, a);",
     "type-mismatch: "},
    {"what depends on an override is concrete",
     "override a = true; override b: i32 = select(1, 2, a);", NULL},
    {"a component of an override is one",
     "override a = 1f; const b = max(vec2(a), vec2(1)).x;", "not-const: "},
    {"overrides can be cast",
     "override a = 1f; override b: u32 = bitcast<u32>(a);", NULL},
    {"types in the message",
     "const a = min(1i, vec2(2));",
     "no-overload: no form of 'min' takes (i32, vec2<abstract-int>) ('min' "
     "takes (T, T), where T is a scalar or vector of i32, u32, f32 or f16)"},
    {"one component type",
     "const a = quantizeToF16(1u);",
     "no-overload: no form of 'quantizeToF16' takes (u32) ('quantizeToF16' "
     "takes (T), where T is a scalar or vector of f32)"},
    {"two component types",
     "const a = extractBits(1.5, 1, 1);",
     "no-overload: no form of 'extractBits' takes (abstract-float, "
     "abstract-int, abstract-int) ("
     "'extractBits' takes (T, u32, u32), where T is a scalar or "
     "vector of i32 or u32)"},
    {"no shape but a scalar",
     "const a = unpack4xI8(1.5);",
     "no-overload: no form of 'unpack4xI8' takes (abstract-float) ("
     "'unpack4xI8' takes (T), where T is u32)"},
    {"one vector",
     "const a = cross(1, 2);",
     "no-overload: no form of 'cross' takes (abstract-int, abstract-int) ("
     "'cross' takes (T, T), where T is a vec3 of f32 or f16)"},
    {"matrices",
     "const a = transpose();",
     "no-overload: no form of 'transpose' takes () ('transpose' takes (T), "
     "where T is a matrix of f32 or f16)"},
    {"square matrices",
     "const a = determinant(mat2x3f());",
     "no-overload: no form of 'determinant' takes (mat2x3<f32>) ('determinant' "
     "takes (T), where T is a square matrix of f32 or f16)"},
    {"an i32 that is like another argument",
     "const a = ldexp(1, 1u);",
     "no-overload: no form of 'ldexp' takes (abstract-int, u32) ('ldexp' takes "
     "(T, i32 like T), where T is a scalar or vector of f32 or f16)"},
    {"a component of another argument",
     "const a = refract(1, 1, 1);",
     "no-overload: no form of 'refract' takes (abstract-int, abstract-int, "
     "abstract-int) ('refract' takes (T, T, component of T), where T is a "
     "vector of f32 or f16)"},
    {"the value that is out of the domain",
     "const a = acos(vec3(0, 1.25, 2));",
     "domain: 'acos' needs a value in the range from -1 to 1; this one is "
     "1.25"},
    {"a bitcast that has no form",
     "const a = bitcast<vec2<f32>>(1);",
     "no-overload: no form of 'bitcast<vec2<f32>>' takes (abstract-int) "
     "('vec2<f32>' has 64 bits, and so must the number or vector of numbers "
     "have that is cast to it)"},

    /* The structs of frexp and modf. */
    {"a constant struct stays abstract",
     "const a = modf(1.5); const_assert a.whole * 1e300 == 1e300;", NULL},
    {"a variable makes it concrete", "var<private> a = frexp(1.5);", NULL},
    {"they convert like their components",
     "const a = array(modf(1.5), modf(2.5f));"
     "const_assert a[0].whole + a[1].whole == 3f;", NULL},
    {"they are the same type each time",
     "const a = array(frexp(vec2(1, 2)), frexp(vec2(3, 4)));"
     "const_assert a[1].exp.y == 3;", NULL},
    {"frexp and modf give different ones",
     "const a = array(frexp(1.5), modf(1.5));", "constructor: "},
    {"they cannot be compared", "const a = modf(1.5) == modf(1.5);",
     "no-overload: "},
    {"their names cannot be written", "const a = __modf_result_f32();",
     "identifier: "},
};

static void describe(const wlay_diagnostic *d, char *out, size_t size)
{
    if (d->hint.length > 0)
        snprintf(out, size, "%s: %s (%s)", d->code.data, d->message.data,
                 d->hint.data);
    else
        snprintf(out, size, "%s: %s", d->code.data, d->message.data);
}

static void check_module(void **state)
{
    const module_row *const row = *state;
    wlay_module *const module = parse_copy(row->text, strlen(row->text), NULL);
    const wlay_diagnostic *diagnostics;
    char said[512] = "";
    size_t count;

    diagnostics = wlay_diagnostics(module, &count);
    if (count > 0)
        describe(&diagnostics[0], said, sizeof said);
    assert_int_equal(count, row->said != NULL);
    if (row->said != NULL) {
        /* Of messages that others make, the code only. */
        const size_t length = strlen(row->said);

        if (row->said[length - 2] == ':')
            said[length < sizeof said ? length : 0] = '\0';
        assert_string_equal(said, row->said);
    }
    wlay_module_free(module);
}

/* The layout of a struct that no module declares. */
static void check_split_layout(void **state)
{
    wlay_module *const module =
        parse_valid("enable f16; var<private> a = frexp(vec3h(1.5));"
                    "var<private> b = modf(vec3(1.5));", NULL);
    const wlay_type *const a =
        wlay_find_variable(module, "a", WLAY_STRLEN)->type;
    const wlay_type *const b =
        wlay_find_variable(module, "b", WLAY_STRLEN)->type;

    (void)state;
    assert_string_equal(a->name.data, "__frexp_result_vec3_f16");
    assert_int_equal(a->align, 16);
    assert_int_equal(a->size, 32);
    assert_int_equal(a->structure->padding, 14);
    assert_int_equal(a->structure->members[1].offset, 16);
    assert_string_equal(a->structure->members[1].name.data, "exp");
    assert_string_equal(a->structure->members[1].type->name.data, "vec3<i32>");
    assert_string_equal(b->name.data, "__modf_result_vec3_f32");
    assert_int_equal(b->size, 32);
    assert_int_equal(b->structure->padding_after, 4);
    wlay_module_free(module);
}

/* Each name of a function has its row in the table. */
static void check_rows(void **state)
{
    size_t functions = 0;

    (void)state;
    for (size_t i = 0; i < WLAY_ID_COUNT; i++) {
        const wlay_builtin *const row = wlay_find_builtin(&wlay_names[i]);

        assert_int_equal(row != NULL,
                         wlay_names[i].kind == WLAY_NAME_FUNCTION);
        if (row == NULL)
            continue;
        functions++;
        assert_true(row->components != 0 && row->shapes != 0);
        assert_true(row->params != NULL && row->params[0] == 'T');
        assert_true((row->real == NULL) != (row->function == NULL));
    }
    assert_true(functions > 70);
}

int main(void)
{
    const struct CMUnitTest others[] = {
        cmocka_unit_test(check_split_layout),
        cmocka_unit_test(check_rows),
    };
    int failed = RUN_TABLE(truths, check_truth);

    failed += RUN_TABLE(faults, check_fault);
    failed += RUN_TABLE(modules, check_module);
    failed += cmocka_run_group_tests(others, NULL, NULL);
    return failed;
}
