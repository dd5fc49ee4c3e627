/* SPDX-License-Identifier: MIT */
/* What the files of the operators share. */
#ifndef WLAY_EVAL_OPERATOR_H
#define WLAY_EVAL_OPERATOR_H

#include "eval.h"

/* What an operator takes beyond operands of one and the same shape; bits. */
typedef enum wlay_operator_flag {
    WLAY_OPERATOR_MIXES = 1,    /* a scalar with a vector */
    WLAY_OPERATOR_MATRICES = 2, /* two matrices of one shape */
    WLAY_OPERATOR_PRODUCT = 4,  /* matrices as linear algebra multiplies them */
    WLAY_OPERATOR_COMPARES = 8  /* and gives bools */
} wlay_operator_flag;

typedef struct wlay_operator {
    uint8_t token;
    uint8_t components; /* that it takes: 1 << wlay_s, bits */
    uint8_t flags;      /* wlay_operator_flag bits */
    char text[4];
} wlay_operator;

/* An operator on operands that were converted to its overload. */
typedef struct wlay_operation {
    wlay_eval *eval;
    const wlay_expr *expr;
    const wlay_operator *row;
    wlay_s component; /* of the operands; of the left one of a shift */
} wlay_operation;

static inline bool wlay_is_shift(const wlay_operator *row)
{
    return row->token == WLAY_TOKEN_SHIFT_LEFT ||
           row->token == WLAY_TOKEN_SHIFT_RIGHT;
}

/* --------------------------------------------------------------- operator.c */

/* The row of a binary operator; && and || have none. */
const wlay_operator *wlay_binary_operator(uint8_t token);

/* The component type of the operation's result. */
wlay_s wlay_result_component(const wlay_operation *o);

/* ------------------------------------------------------------ eval_scalar.c */

/* A unary operator on a scalar. */
wlay_value wlay_apply_to_scalar(const wlay_operation *o,
                                const wlay_value *operand);

/* A binary operator on scalars; what is an error of one known operand is
   reported even if the other one is not known. */
WLAY_COLD bool wlay_apply_to_scalars(const wlay_operation *o, const wlay_value *left,
                           const wlay_value *right, wlay_value *out);

/* One step of floating point arithmetic: + - * / or %. */
bool wlay_apply_to_reals(const wlay_operation *o, uint8_t token,
                         const wlay_value *left, const wlay_value *right,
                         wlay_value *out);

#endif /* WLAY_EVAL_OPERATOR_H */
