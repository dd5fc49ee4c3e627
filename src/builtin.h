/* SPDX-License-Identifier: MIT */
/*
 * What the files of the builtin functions share: the table's rows, and the
 * functions that the rows name.  [Built-in Functions]
 */
#ifndef WLAY_BUILTIN_H
#define WLAY_BUILTIN_H

#include "eval.h"

#define WLAY_BUILTIN_ARGS_MAX 4

/* A call whose overload is known. */
typedef struct wlay_call {
    wlay_eval *eval;
    const wlay_name *name;
    wlay_span span;
    const wlay_type *type; /* T, the type that the overload is for */
    wlay_s component;      /* of T */
} wlay_call;

/*
 * Computes one result of arguments that have the types of the overload.  For a
 * component-wise function they are scalars, and so is the result.  False,
 * reported, if there is none.
 */
typedef bool wlay_builtin_function(const wlay_call *call,
                                   const wlay_value *args, wlay_value *out);

/* Whether the arguments are allowed, as far as they are of the row's
   `check_args`: the other ones may not be known yet. */
typedef bool wlay_builtin_check(const wlay_call *call, const wlay_value *args);

/* Where a function of a real number is defined. */
typedef enum wlay_domain {
    WLAY_DOMAIN_ALL,
    WLAY_DOMAIN_UNIT,      /* [-1, 1] */
    WLAY_DOMAIN_OPEN_UNIT, /* (-1, 1) */
    WLAY_DOMAIN_AT_LEAST_ONE,
    WLAY_DOMAIN_NOT_NEGATIVE,
    WLAY_DOMAIN_POSITIVE
} wlay_domain;

/* Shapes that T may have; bits. */
typedef enum wlay_shape {
    WLAY_SHAPE_SCALAR = 1,
    WLAY_SHAPE_VEC2 = 2,
    WLAY_SHAPE_VEC3 = 4,
    WLAY_SHAPE_VEC4 = 8,
    WLAY_SHAPE_SQUARE = 16, /* a matrix with as many columns as rows */
    WLAY_SHAPE_OBLONG = 32  /* another matrix */
} wlay_shape;

/*
 * A builtin function.  T is the type of its first argument after conversion;
 * the other types follow from it.  Each is a letter:
 *
 *   T      T itself             E  T's component type
 *   b      bool                 B  bools in the shape of T
 *   u, i   u32, i32             I  AbstractInt or i32 in the shape of T,
 *                                  abstract if T is
 *   t      T transposed         F, M  the results of frexp and modf
 *   2, 4   vec2<f32>, vec4<f32> q, r  vec4<i32>, vec4<u32>
 */
typedef struct wlay_builtin {
    uint8_t components; /* that T may have: 1 << wlay_s, bits */
    uint8_t shapes;     /* wlay_shape bits */
    bool component_wise;
    char params[8]; /* two forms of equal length are parted by '|' */
    char result;
    uint8_t domain;           /* wlay_domain of the first argument */
    uint8_t check_args;       /* 1 << argument, bits */
    double (*real)(double x); /* component-wise, or: */
    wlay_builtin_function *function;
    wlay_builtin_check *check;
} wlay_builtin;

/* builtin_table.c: the row of a name; NULL if it is not WLAY_NAME_FUNCTION. */
const wlay_builtin *wlay_find_builtin(const wlay_name *name);

/* ------------------------------------------------------------------ results */

/* An integer of T's component type: wrapped to it if it is concrete. */
bool wlay_give_integer(const wlay_call *call, int64_t integer, wlay_value *out);
/* A real number of T's component type. */
bool wlay_give_real(const wlay_call *call, double real, wlay_value *out);
/* `count` parts; NULL if out of memory. */
wlay_value *wlay_new_parts(const wlay_call *call, uint64_t count);
/* The composite value of them. */
bool wlay_give_parts(const wlay_type *type, const wlay_value *parts,
                     wlay_value *out);

/*
 * Floating point arithmetic in T's component type, rounded after each step, as
 * the specification derives the accuracy of compound functions.  An overflow of
 * a step is an error of the whole; it is reported once, and then `ok` is false.
 */
typedef struct wlay_steps {
    const wlay_call *call;
    bool ok;
} wlay_steps;

WLAY_COLD double wlay_step(wlay_steps *steps, double x);
WLAY_COLD double wlay_step_add(wlay_steps *steps, double a, double b);
WLAY_COLD double wlay_step_sub(wlay_steps *steps, double a, double b);
WLAY_COLD double wlay_step_mul(wlay_steps *steps, double a, double b);
WLAY_COLD double wlay_step_div(wlay_steps *steps, double a, double b);
WLAY_COLD double wlay_step_sqrt(wlay_steps *steps, double a);

/* ---------------------------------------------------- functions of the rows */

/* Few modules call any, and then once. */

/* builtin_number.c: of integers and of real numbers */
WLAY_COLD wlay_builtin_function wlay_builtin_abs, wlay_builtin_sign, wlay_builtin_min,
    wlay_builtin_max, wlay_builtin_clamp, wlay_builtin_select, wlay_builtin_all,
    wlay_builtin_any;
WLAY_COLD wlay_builtin_check wlay_check_clamp;

/* builtin_real.c */
WLAY_COLD wlay_builtin_function wlay_builtin_atan2, wlay_builtin_degrees,
    wlay_builtin_fma, wlay_builtin_fract, wlay_builtin_inverse_sqrt,
    wlay_builtin_ldexp, wlay_builtin_mix, wlay_builtin_pow,
    wlay_builtin_quantize, wlay_builtin_radians, wlay_builtin_smoothstep,
    wlay_builtin_step;
WLAY_COLD wlay_builtin_check wlay_check_ldexp, wlay_check_smoothstep;
WLAY_COLD double wlay_saturate(double x);

/* builtin_split.c */
WLAY_COLD wlay_builtin_function wlay_builtin_frexp, wlay_builtin_modf;

/* builtin_bits.c */
WLAY_COLD wlay_builtin_function wlay_builtin_count_leading_zeros,
    wlay_builtin_count_one_bits, wlay_builtin_count_trailing_zeros,
    wlay_builtin_first_leading_bit, wlay_builtin_first_trailing_bit,
    wlay_builtin_reverse_bits, wlay_builtin_extract_bits,
    wlay_builtin_insert_bits;
WLAY_COLD wlay_builtin_check wlay_check_extract_bits, wlay_check_insert_bits;

/* builtin_vector.c: of vectors and matrices as a whole */
WLAY_COLD wlay_builtin_function wlay_builtin_cross, wlay_builtin_determinant,
    wlay_builtin_distance, wlay_builtin_dot, wlay_builtin_face_forward,
    wlay_builtin_length, wlay_builtin_normalize, wlay_builtin_reflect,
    wlay_builtin_refract, wlay_builtin_transpose;

/* builtin_pack.c */
WLAY_COLD wlay_builtin_function wlay_builtin_pack4x8snorm, wlay_builtin_pack4x8unorm,
    wlay_builtin_pack4x_i8, wlay_builtin_pack4x_u8,
    wlay_builtin_pack4x_i8_clamp, wlay_builtin_pack4x_u8_clamp,
    wlay_builtin_pack2x16snorm, wlay_builtin_pack2x16unorm,
    wlay_builtin_pack2x16float, wlay_builtin_unpack4x8snorm,
    wlay_builtin_unpack4x8unorm, wlay_builtin_unpack4x_i8,
    wlay_builtin_unpack4x_u8, wlay_builtin_unpack2x16snorm,
    wlay_builtin_unpack2x16unorm, wlay_builtin_unpack2x16float,
    wlay_builtin_dot4_u8, wlay_builtin_dot4_i8;

#endif /* WLAY_BUILTIN_H */
