/* SPDX-License-Identifier: MIT */
/*
 * The evaluator of const- and override-expressions.  It knows values and types,
 * but no declarations: what a name means it asks of the layer above.
 */
#ifndef WLAY_EVAL_H
#define WLAY_EVAL_H

#include "ast.h"
#include "diag.h"
#include "value.h"

typedef enum wlay_meaning_kind {
    WLAY_MEANS_VALUE,     /* a const or override: `value` */
    WLAY_MEANS_TYPE,      /* `type`; with all its template arguments */
    WLAY_MEANS_GENERATOR, /* `name`, without template arguments */
    WLAY_MEANS_BUILTIN,   /* `name`: a function for const-expressions */
    WLAY_MEANS_RUNTIME,   /* `name`: a function for shaders only */
    WLAY_MEANS_FUNCTION,  /* `decl`: one of the module's own */
    WLAY_MEANS_VARIABLE,  /* `decl` */
    WLAY_MEANS_ENUMERANT  /* `name`: address space, access mode, texel format */
} wlay_meaning_kind;

typedef struct wlay_meaning {
    wlay_meaning_kind kind;
    wlay_value value;
    const wlay_type *type;
    const wlay_name *name;
    const wlay_decl *decl;
} wlay_meaning;

typedef struct wlay_converted wlay_converted; /* see convert.c */

typedef struct wlay_eval wlay_eval;
struct wlay_eval {
    wlay_arena *arena; /* for values */
    wlay_diag *diag;
    wlay_types *types;
    uint32_t source;   /* of the expressions */
    bool f16_enabled;  /* by the module */
    bool type_only;    /* the expression is not evaluated: only types count, and
                          errors of values are none */
    bool guarded;      /* the same, because of what overrides are: constants are
                          evaluated, overrides are not */
    /* What an identifier, with its template list, means.  False if it means
       nothing; that has been reported, or follows from what has been. */
    bool (*meaning)(wlay_eval *eval, const wlay_expr *ident,
                    wlay_meaning *out);
    void *user_data;
    wlay_converted **converted; /* conversions of arrays: a hash table */
    size_t converted_slots;
    size_t converted_count;
};

/*
 * Evaluates `expr`.  False if it has no value; then that has been reported, or
 * it follows from what has been, or memory ran out.
 *
 * What is wrong with the values of constants is an error.  What is wrong with
 * the values of overrides is one only when a pipeline is made, so it is a
 * warning, and the result is not known.
 */
bool wlay_evaluate(wlay_eval *eval, const wlay_expr *expr, wlay_value *out);

static inline wlay_span wlay_eval_span(const wlay_eval *eval,
                                       const wlay_expr *expr)
{
    return (wlay_span){eval->source, expr->offset, expr->length};
}

/* The same without the parentheses around it. */
wlay_span wlay_operand_span(const wlay_eval *eval, const wlay_expr *expr);

/* A known scalar for a message; empty if the message is not kept anyway. */
WLAY_COLD wlay_string wlay_operand_text(const wlay_eval *eval, const wlay_value *scalar);

/* ------------------------------------------------------------ eval_access.c */

/* object.member, object.swizzle and object[index] */
WLAY_COLD bool wlay_access_member(wlay_eval *eval, const wlay_expr *expr,
                        const wlay_value *object, wlay_value *out);
WLAY_COLD bool wlay_access_index(wlay_eval *eval, const wlay_expr *expr,
                       const wlay_value *object, const wlay_value *index,
                       wlay_value *out);

/* ---------------------------------------------------------------- convert.c */

/*
 * ConversionRank: how far a value of `from` is from `to` by automatic
 * conversion; 0 if they are the same, UINT32_MAX if it cannot be.
 * [Conversion Rank]
 */
uint32_t wlay_conversion_rank(const wlay_type *from, const wlay_type *to);

/* Whether two types differ at most in their component types, or are both
   composite ones of one kind that has none. */
bool wlay_same_shape(const wlay_type *a, const wlay_type *b);

/* The one of two types that the other one converts to; NULL if none does. */
const wlay_type *wlay_common_type(const wlay_type *a, const wlay_type *b);

/*
 * Automatic conversion; `value` may be `out`.  False, reported, if a component
 * does not fit.  The types must be convertible.
 */
bool wlay_convert(wlay_eval *eval, const wlay_value *value, const wlay_type *to,
                  wlay_span span, wlay_value *out);

/* The concrete type an abstract one becomes by default; NULL if out of memory
   or too large. */
const wlay_type *wlay_concrete_type(wlay_types *types, const wlay_type *type);

/* Automatic conversion to that type; `value` may be `out`.  False, reported, if
   a component or the whole does not fit. */
bool wlay_make_concrete(wlay_eval *eval, const wlay_value *value,
                        wlay_span span, wlay_value *out);

/* One scalar to another scalar type as by a value constructor: i32(e).  False,
   reported, if it does not fit.  [Value Constructor Built-in Functions] */
WLAY_COLD bool wlay_convert_scalar(wlay_eval *eval, const wlay_value *value, wlay_s to,
                         wlay_span span, wlay_value *out);

/* The value of floating point component type `to` nearest to x; false, *out
   left alone, if x is beyond its range. */
bool wlay_round_real(double x, wlay_s to, double *out);

/* Of an integer component type: the value that has these lowest 32 bits, and
   whether a value is in its range. */
int64_t wlay_wrap_integer(uint64_t bits, wlay_s component);
bool wlay_integer_fits(int64_t integer, wlay_s component);

/* A hint that says which values the type has. */
void wlay_hint_range(wlay_eval *eval, wlay_entry *entry, wlay_s component);

/*
 * Makes the result of floating point arithmetic in component type `to` of the
 * double `x`: rounded to it.  False, reported, if it is infinite or not a
 * number.
 */
bool wlay_make_real(wlay_eval *eval, double x, wlay_s to, wlay_span span,
                    wlay_value *out);

/* -------------------------------------------------------------- construct.c */

/* type(arguments); `type` may be a generator without template arguments. */
WLAY_COLD bool wlay_construct(wlay_eval *eval, const wlay_meaning *callee,
                    const wlay_expr *call, const wlay_value *args,
                    uint32_t count, wlay_value *out);

/* --------------------------------------------------------------- operator.c */

WLAY_COLD bool wlay_apply_unary(wlay_eval *eval, const wlay_expr *expr,
                      const wlay_value *operand, wlay_value *out);
/* All binary operators but && and ||, which do not always evaluate. */
WLAY_COLD bool wlay_apply_binary(wlay_eval *eval, const wlay_expr *expr,
                       const wlay_value *left, const wlay_value *right,
                       wlay_value *out);

/* ---------------------------------------------------------------- builtin.c */

/* A builtin function `name` of kind WLAY_NAME_FUNCTION; arguments evaluated. */
WLAY_COLD bool wlay_call_builtin(wlay_eval *eval, const wlay_name *name,
                       const wlay_expr *call, const wlay_value *args,
                       uint32_t count, wlay_value *out);
/* bitcast<type>(argument) */
WLAY_COLD bool wlay_call_bitcast(wlay_eval *eval, const wlay_type *type,
                       const wlay_expr *call, const wlay_value *args,
                       uint32_t count, wlay_value *out);

#endif /* WLAY_EVAL_H */
