/* SPDX-License-Identifier: MIT */
/*
 * The elementary functions that const-expressions need, without the C library's
 * ones: these give the same bits on every platform.  [Numeric Built-in
 * Functions] [Accuracy of AbstractFloat Expressions]
 *
 * All work is done on integers, with 128 bits of precision.  wlay_sqrt,
 * wlay_fma, wlay_fmod, wlay_ldexp and the rounding functions are correctly
 * rounded.  The others err by less than 2^-100 of the result before it is
 * rounded to nearest, ties to even: hence by hardly more than half an ulp, for
 * arguments of any size, and not at all where the result is a double.
 *
 * Special values are those of C's Annex F: outside of its domain a function is
 * NaN, at a pole infinity, and the sign of zero is kept by the odd functions.
 * Nothing touches errno or the floating point environment on purpose.
 */
#ifndef WLAY_MATH_H
#define WLAY_MATH_H

#include "base.h"

bool wlay_is_finite(double x);
bool wlay_is_nan(double x);

double wlay_trunc(double x);
double wlay_floor(double x);
double wlay_ceil(double x);
double wlay_round_even(double x); /* to the nearest integer, ties to even */

WLAY_COLD double wlay_fmod(double x, double y); /* has the sign of x */
WLAY_COLD double wlay_fma(double x, double y, double z);
WLAY_COLD double wlay_sqrt(double x);
double wlay_frexp(double x, int *exponent); /* *exponent 0 if not finite */
double wlay_ldexp(double x, int exponent);

WLAY_COLD double wlay_exp(double x);
WLAY_COLD double wlay_exp2(double x);
WLAY_COLD double wlay_log(double x);
WLAY_COLD double wlay_log2(double x);
WLAY_COLD double wlay_pow(double x, double y);

WLAY_COLD double wlay_sin(double x);
WLAY_COLD double wlay_cos(double x);
WLAY_COLD double wlay_tan(double x);
WLAY_COLD double wlay_asin(double x);
WLAY_COLD double wlay_acos(double x);
WLAY_COLD double wlay_atan(double x);
WLAY_COLD double wlay_atan2(double y, double x);

WLAY_COLD double wlay_sinh(double x);
WLAY_COLD double wlay_cosh(double x);
WLAY_COLD double wlay_tanh(double x);
WLAY_COLD double wlay_asinh(double x);
WLAY_COLD double wlay_acosh(double x);
WLAY_COLD double wlay_atanh(double x);

#endif /* WLAY_MATH_H */
