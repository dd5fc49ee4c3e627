/* SPDX-License-Identifier: MIT */
/* The table of the builtin functions that const-expressions may call. */
#include "builtin.h"

#include "math.h"

#define AINT (1 << WLAY_S_AINT)
#define AFLOAT (1 << WLAY_S_AFLOAT)
#define BOOL (1 << WLAY_S_BOOL)
#define I32 (1 << WLAY_S_I32)
#define U32 (1 << WLAY_S_U32)
#define F32 (1 << WLAY_S_F32)
#define F16 (1 << WLAY_S_F16)

#define FLOAT (AFLOAT | F32 | F16)
#define SIGNED (AINT | I32 | FLOAT)
#define NUMBER (SIGNED | U32)
#define BITS (I32 | U32)

#define SCALAR WLAY_SHAPE_SCALAR
#define VEC2 WLAY_SHAPE_VEC2
#define VEC3 WLAY_SHAPE_VEC3
#define VEC4 WLAY_SHAPE_VEC4
#define VECTOR (VEC2 | VEC3 | VEC4)
#define PLAIN (SCALAR | VECTOR)
#define SQUARE WLAY_SHAPE_SQUARE
#define MATRIX (SQUARE | WLAY_SHAPE_OBLONG)

#define FIRST WLAY_ID_all
#define LAST WLAY_ID_unpack2x16float
#define ARGUMENT(n) (1 << (n))

/* T -> T, component-wise, by a function of one real number. */
#define REAL_BY(name, in_domain, of_real, of_call)                 \
    [WLAY_ID_##name - FIRST] = {                                   \
        .components = FLOAT, .shapes = PLAIN, .params = "T",       \
        .result = 'T', .component_wise = true,                     \
        .domain = WLAY_DOMAIN_##in_domain, .real = of_real,        \
        .function = of_call}
#define REAL(name, in_domain, of_real) \
    REAL_BY(name, in_domain, of_real, NULL)
/* -> T, component-wise; `checked` are the arguments that `checker` looks at. */
#define CHECKED(name, of, in_shapes, parameters, by, checked, checker) \
    [WLAY_ID_##name - FIRST] = {                                   \
        .components = of, .shapes = in_shapes,                     \
        .params = parameters, .result = 'T',                       \
        .component_wise = true, .function = wlay_builtin_##by,     \
        .check_args = checked, .check = checker}
#define EACH(name, of, in_shapes, parameters, by) \
    CHECKED(name, of, in_shapes, parameters, by, 0, NULL)
/* Of values as a whole. */
#define WHOLE(name, of, in_shapes, parameters, gives, by)          \
    [WLAY_ID_##name - FIRST] = {                                   \
        .components = of, .shapes = in_shapes,                     \
        .params = parameters, .result = gives,                     \
        .function = wlay_builtin_##by}

static const wlay_builtin table[LAST - FIRST + 1] = {
    /* [Logical Built-in Functions] */
    WHOLE(all, BOOL, PLAIN, "T", 'b', all),
    WHOLE(any, BOOL, PLAIN, "T", 'b', any),
    EACH(select, NUMBER | BOOL, PLAIN, "TTb|TTB", select),

    /* [Numeric Built-in Functions] */
    EACH(abs, NUMBER, PLAIN, "T", abs),
    REAL(acos, UNIT, wlay_acos),
    REAL(acosh, AT_LEAST_ONE, wlay_acosh),
    REAL(asin, UNIT, wlay_asin),
    REAL(asinh, ALL, wlay_asinh),
    REAL(atan, ALL, wlay_atan),
    REAL(atanh, OPEN_UNIT, wlay_atanh),
    EACH(atan2, FLOAT, PLAIN, "TT", atan2),
    REAL(ceil, ALL, wlay_ceil),
    CHECKED(clamp, NUMBER, PLAIN, "TTT", clamp, ARGUMENT(1) | ARGUMENT(2),
            wlay_check_clamp),
    REAL(cos, ALL, wlay_cos),
    REAL(cosh, ALL, wlay_cosh),
    EACH(countLeadingZeros, BITS, PLAIN, "T", count_leading_zeros),
    EACH(countOneBits, BITS, PLAIN, "T", count_one_bits),
    EACH(countTrailingZeros, BITS, PLAIN, "T", count_trailing_zeros),
    WHOLE(cross, FLOAT, VEC3, "TT", 'T', cross),
    EACH(degrees, FLOAT, PLAIN, "T", degrees),
    WHOLE(determinant, FLOAT, SQUARE, "T", 'E', determinant),
    WHOLE(distance, FLOAT, PLAIN, "TT", 'E', distance),
    WHOLE(dot, NUMBER, VECTOR, "TT", 'E', dot),
    WHOLE(dot4U8Packed, U32, SCALAR, "TT", 'u', dot4_u8),
    WHOLE(dot4I8Packed, U32, SCALAR, "TT", 'i', dot4_i8),
    REAL(exp, ALL, wlay_exp),
    REAL(exp2, ALL, wlay_exp2),
    CHECKED(extractBits, BITS, PLAIN, "Tuu", extract_bits,
            ARGUMENT(1) | ARGUMENT(2), wlay_check_extract_bits),
    WHOLE(faceForward, FLOAT, VECTOR, "TTT", 'T', face_forward),
    EACH(firstLeadingBit, BITS, PLAIN, "T", first_leading_bit),
    EACH(firstTrailingBit, BITS, PLAIN, "T", first_trailing_bit),
    REAL(floor, ALL, wlay_floor),
    EACH(fma, FLOAT, PLAIN, "TTT", fma),
    EACH(fract, FLOAT, PLAIN, "T", fract),
    WHOLE(frexp, FLOAT, PLAIN, "T", 'F', frexp),
    CHECKED(insertBits, BITS, PLAIN, "TTuu", insert_bits,
            ARGUMENT(2) | ARGUMENT(3), wlay_check_insert_bits),
    REAL_BY(inverseSqrt, POSITIVE, NULL, wlay_builtin_inverse_sqrt),
    CHECKED(ldexp, FLOAT, PLAIN, "TI", ldexp, ARGUMENT(1), wlay_check_ldexp),
    WHOLE(length, FLOAT, PLAIN, "T", 'E', length),
    REAL(log, POSITIVE, wlay_log),
    REAL(log2, POSITIVE, wlay_log2),
    EACH(max, NUMBER, PLAIN, "TT", max),
    EACH(min, NUMBER, PLAIN, "TT", min),
    EACH(mix, FLOAT, PLAIN, "TTT|TTE", mix),
    WHOLE(modf, FLOAT, PLAIN, "T", 'M', modf),
    WHOLE(normalize, FLOAT, VECTOR, "T", 'T', normalize),
    EACH(pow, FLOAT, PLAIN, "TT", pow),
    EACH(quantizeToF16, F32, PLAIN, "T", quantize),
    EACH(radians, FLOAT, PLAIN, "T", radians),
    WHOLE(reflect, FLOAT, VECTOR, "TT", 'T', reflect),
    WHOLE(refract, FLOAT, VECTOR, "TTE", 'T', refract),
    EACH(reverseBits, BITS, PLAIN, "T", reverse_bits),
    REAL(round, ALL, wlay_round_even),
    REAL(saturate, ALL, wlay_saturate),
    EACH(sign, SIGNED, PLAIN, "T", sign),
    REAL(sin, ALL, wlay_sin),
    REAL(sinh, ALL, wlay_sinh),
    CHECKED(smoothstep, FLOAT, PLAIN, "TTT", smoothstep,
            ARGUMENT(0) | ARGUMENT(1), wlay_check_smoothstep),
    REAL(sqrt, NOT_NEGATIVE, wlay_sqrt),
    EACH(step, FLOAT, PLAIN, "TT", step),
    REAL(tan, ALL, wlay_tan),
    REAL(tanh, ALL, wlay_tanh),
    WHOLE(transpose, FLOAT, MATRIX, "T", 't', transpose),
    REAL(trunc, ALL, wlay_trunc),

    /* [Data Packing Built-in Functions] [Data Unpacking Built-in Functions] */
    WHOLE(pack4x8snorm, F32, VEC4, "T", 'u', pack4x8snorm),
    WHOLE(pack4x8unorm, F32, VEC4, "T", 'u', pack4x8unorm),
    WHOLE(pack4xI8, I32, VEC4, "T", 'u', pack4x_i8),
    WHOLE(pack4xU8, U32, VEC4, "T", 'u', pack4x_u8),
    WHOLE(pack4xI8Clamp, I32, VEC4, "T", 'u', pack4x_i8_clamp),
    WHOLE(pack4xU8Clamp, U32, VEC4, "T", 'u', pack4x_u8_clamp),
    WHOLE(pack2x16snorm, F32, VEC2, "T", 'u', pack2x16snorm),
    WHOLE(pack2x16unorm, F32, VEC2, "T", 'u', pack2x16unorm),
    WHOLE(pack2x16float, F32, VEC2, "T", 'u', pack2x16float),
    WHOLE(unpack4x8snorm, U32, SCALAR, "T", '4', unpack4x8snorm),
    WHOLE(unpack4x8unorm, U32, SCALAR, "T", '4', unpack4x8unorm),
    WHOLE(unpack4xI8, U32, SCALAR, "T", 'q', unpack4x_i8),
    WHOLE(unpack4xU8, U32, SCALAR, "T", 'r', unpack4x_u8),
    WHOLE(unpack2x16snorm, U32, SCALAR, "T", '2', unpack2x16snorm),
    WHOLE(unpack2x16unorm, U32, SCALAR, "T", '2', unpack2x16unorm),
    WHOLE(unpack2x16float, U32, SCALAR, "T", '2', unpack2x16float),
};

const wlay_builtin *wlay_find_builtin(const wlay_name *name)
{
    return name->kind == WLAY_NAME_FUNCTION
               ? &table[wlay_name_id_of(name) - FIRST]
               : NULL;
}
