/* SPDX-License-Identifier: MIT */
/* Values of const- and override-expressions, as data. */
#ifndef WLAY_VALUE_H
#define WLAY_VALUE_H

#include "types.h"

typedef struct wlay_value wlay_value;
struct wlay_value {
    const wlay_type *type; /* may be abstract */
    bool known; /* false: only the type counts, for want of an override's value
                   or because the expression is not evaluated */
    bool is_override; /* of an override-expression that is not a const one */
    bool varies; /* with what values overrides have; only eval.c needs it */
    union {
        int64_t integer; /* AbstractInt, i32, u32; bool as 0 or 1 */
        double real;     /* AbstractFloat, f32, f16: exactly a value of those */
    } of;
    /* Components of a vector (scalars), columns of a matrix (vectors), elements
       of an array, members of a struct.  NULL: all are zero. */
    const wlay_value *parts;
};

/* How many parts a value of that type has; 0 for scalars. */
uint64_t wlay_part_count(const wlay_type *type);
/* The type of part `at`. */
const wlay_type *wlay_part_type(const wlay_type *type, uint64_t at);
/* Part `at` of a value: unknown if the value is, a zero where it has no parts
   written out. */
wlay_value wlay_part(const wlay_value *value, uint64_t at);

wlay_value wlay_integer_value(const wlay_type *type, int64_t integer);
wlay_value wlay_real_value(const wlay_type *type, double real);
wlay_value wlay_bool_value(bool truth);
/* The zero value of a constructible type. */
wlay_value wlay_zero_value(const wlay_type *type);
/* The value of those parts; it is not known if one of them is not. */
wlay_value wlay_composite_value(const wlay_type *type, const wlay_value *parts);
/* A value of which only the type is known. */
wlay_value wlay_unknown_value(const wlay_type *type, bool is_override);

/* A copy of a scalar, vector or matrix that needs nothing of the original's
   memory; NULL for other types, or if out of memory. */
const wlay_value *wlay_keep_value(wlay_arena *arena, const wlay_value *value);

/* A known scalar as a literal would be written, but without a suffix.
   {NULL, 0} if out of memory. */
WLAY_COLD wlay_string wlay_value_text(wlay_arena *arena, const wlay_value *scalar);

/* A floating point value of the component type in the same way, or inf, -inf,
   nan, -nan; the length of the text, which no zero ends. */
#define WLAY_REAL_TEXT_MAX 64
size_t wlay_real_text(double x, wlay_s component,
                      char text[WLAY_REAL_TEXT_MAX]);

static inline bool wlay_is_integer(wlay_s component)
{
    return component == WLAY_S_AINT || component == WLAY_S_I32 ||
           component == WLAY_S_U32;
}

static inline bool wlay_is_float(wlay_s component)
{
    return component == WLAY_S_AFLOAT || component == WLAY_S_F32 ||
           component == WLAY_S_F16;
}

#endif /* WLAY_VALUE_H */
