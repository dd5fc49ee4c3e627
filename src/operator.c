/* SPDX-License-Identifier: MIT */
/* Operators.  [Logical Expressions] to [Bit Expressions] */
#include "eval.h"

#include "math.h"

#define BIT(component) (1 << WLAY_S_##component)
#define REAL (BIT(AFLOAT) | BIT(F32) | BIT(F16))
#define INTEGER (BIT(AINT) | BIT(I32) | BIT(U32))
#define NUMBER (INTEGER | REAL)

/* What an operator takes beyond operands of one and the same shape. */
typedef enum operator_flag {
    MIXES = 1,    /* a scalar with a vector */
    MATRICES = 2, /* two matrices of one shape */
    PRODUCT = 4,  /* matrices as linear algebra multiplies them */
    COMPARES = 8  /* and gives bools */
} operator_flag;

typedef struct operator_row {
    uint8_t token;
    uint8_t components; /* bits of wlay_s */
    uint8_t flags;      /* operator_flag bits */
    const char *text;
} operator_row;

static const operator_row unary_rows[] = {
    {WLAY_TOKEN_MINUS, BIT(AINT) | BIT(I32) | REAL, 0, "-"},
    {WLAY_TOKEN_BANG, BIT(BOOL), 0, "!"},
    {WLAY_TOKEN_TILDE, INTEGER, 0, "~"},
};

/* The last row has the token 0. */
static const operator_row binary_rows[] = {
    {WLAY_TOKEN_PLUS, NUMBER, MIXES | MATRICES, "+"},
    {WLAY_TOKEN_MINUS, NUMBER, MIXES | MATRICES, "-"},
    {WLAY_TOKEN_STAR, NUMBER, MIXES | PRODUCT, "*"},
    {WLAY_TOKEN_SLASH, NUMBER, MIXES, "/"},
    {WLAY_TOKEN_PERCENT, NUMBER, MIXES, "%"},
    {WLAY_TOKEN_EQUAL_EQUAL, NUMBER | BIT(BOOL), COMPARES, "=="},
    {WLAY_TOKEN_NOT_EQUAL, NUMBER | BIT(BOOL), COMPARES, "!="},
    {WLAY_TOKEN_LESS, NUMBER, COMPARES, "<"},
    {WLAY_TOKEN_LESS_EQUAL, NUMBER, COMPARES, "<="},
    {WLAY_TOKEN_GREATER, NUMBER, COMPARES, ">"},
    {WLAY_TOKEN_GREATER_EQUAL, NUMBER, COMPARES, ">="},
    {WLAY_TOKEN_AND, INTEGER | BIT(BOOL), 0, "&"},
    {WLAY_TOKEN_OR, INTEGER | BIT(BOOL), 0, "|"},
    {WLAY_TOKEN_XOR, INTEGER, 0, "^"},
    {WLAY_TOKEN_SHIFT_LEFT, INTEGER, 0, "<<"},
    {WLAY_TOKEN_SHIFT_RIGHT, INTEGER, 0, ">>"},
};

/* An operator on operands that were converted to its overload. */
typedef struct operation {
    wlay_eval *eval;
    const wlay_expr *expr;
    const operator_row *row;
    wlay_s component; /* of the operands; of the left one of a shift */
} operation;

static const operator_row *find_row(const operator_row *rows, uint8_t token)
{
    while (rows->token != token)
        rows++;
    return rows;
}

static bool is_shift(const operator_row *row)
{
    return row->token == WLAY_TOKEN_SHIFT_LEFT ||
           row->token == WLAY_TOKEN_SHIFT_RIGHT;
}

static bool takes(const operator_row *row, wlay_s component)
{
    return component < WLAY_S_COUNT && (row->components >> component & 1) != 0;
}

/* ---------------------------------------------------------- errors of values */

/* `text` is that of the operator, or of a step of it. */
static bool refuse_overflow(const operation *o, const char *text,
                            const wlay_value *a, const wlay_value *b)
{
    wlay_entry *const entry = wlay_report(
        o->eval->diag, WLAY_RULE_OVERFLOW, wlay_eval_span(o->eval, o->expr),
        F("% % % cannot be represented as '%'"),
        S(wlay_operand_text(o->eval, a)), Z(text),
        S(wlay_operand_text(o->eval, b)),
        S(wlay_scalar_type(o->component)->name));

    wlay_hint_range(o->eval, entry, o->component);
    return false;
}

static bool refuse_zero(const operation *o)
{
    wlay_report(o->eval->diag, WLAY_RULE_DIVISION_BY_ZERO,
                wlay_eval_span(o->eval, o->expr), F("% by zero"),
                Z(o->row->token == WLAY_TOKEN_SLASH ? "division"
                                                    : "remainder"));
    return false;
}

static bool refuse_shift(const operation *o, const wlay_value *a,
                         const wlay_value *b)
{
    wlay_report(o->eval->diag, WLAY_RULE_SHIFT,
                wlay_eval_span(o->eval, o->expr),
                F("% << % loses bits or changes the sign of the '%'"),
                S(wlay_operand_text(o->eval, a)),
                S(wlay_operand_text(o->eval, b)),
                S(wlay_scalar_type(o->component)->name));
    return false;
}

/* ------------------------------------------------------------ integer scalars */

static bool add_integers(int64_t a, int64_t b, int64_t *out)
{
    if (b >= 0 ? a > INT64_MAX - b : a < INT64_MIN - b)
        return false;
    *out = a + b;
    return true;
}

static bool subtract_integers(int64_t a, int64_t b, int64_t *out)
{
    if (b >= 0 ? a < INT64_MIN + b : a > INT64_MAX + b)
        return false;
    *out = a - b;
    return true;
}

static uint64_t magnitude_of(int64_t a)
{
    return a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
}

static bool multiply_integers(int64_t a, int64_t b, int64_t *out)
{
    const bool negative = (a < 0) != (b < 0);
    uint64_t magnitude;

    if (!wlay_mul(magnitude_of(a), magnitude_of(b), &magnitude) ||
        magnitude > (uint64_t)INT64_MAX + (negative ? 1 : 0))
        return false;
    if (!negative)
        *out = (int64_t)magnitude;
    else
        *out = magnitude == 0 ? 0 : -(int64_t)(magnitude - 1) - 1;
    return true;
}

/* Concrete integers wrap, abstract ones must not overflow. */
static bool combine_integers(const operation *o, int64_t a, int64_t b,
                             int64_t *out)
{
    const bool wraps = o->component != WLAY_S_AINT;
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;

    switch ((wlay_token_kind)o->row->token) {
    case WLAY_TOKEN_PLUS:
        *out = wlay_wrap_integer(x + y, o->component);
        return wraps || add_integers(a, b, out);
    case WLAY_TOKEN_MINUS:
        *out = wlay_wrap_integer(x - y, o->component);
        return wraps || subtract_integers(a, b, out);
    default:
        *out = wlay_wrap_integer(x * y, o->component);
        return wraps || multiply_integers(a, b, out);
    }
}

/* The smallest value by -1 overflows, for its remainder too. */
static bool divide_integers(const operation *o, int64_t a, int64_t b,
                            int64_t *out)
{
    if (b == -1 && a == (o->component == WLAY_S_I32 ? INT32_MIN : INT64_MIN))
        return false;
    *out = o->row->token == WLAY_TOKEN_SLASH ? a / b : a % b;
    return true;
}

/* The bits that are shifted out, and the sign, are the same. */
static bool shift_left(const operation *o, int64_t a, uint64_t amount,
                       int64_t *out)
{
    *out = 0;
    if (a == 0)
        return true;
    if (amount == 63) {
        *out = INT64_MIN;
        return a == -1;
    }
    return amount < 63 &&
           multiply_integers(a, INT64_C(1) << amount, out) &&
           wlay_integer_fits(*out, o->component);
}

static int64_t shift_right(int64_t a, uint64_t amount)
{
    const int64_t bits = a < 0 ? ~a : a;
    const int64_t shifted = amount > 63 ? 0 : bits >> amount;

    return a < 0 ? ~shifted : shifted;
}

static bool apply_integers(const operation *o, const wlay_value *left,
                           const wlay_value *right, int64_t *out)
{
    const int64_t a = left->of.integer, b = right->of.integer;
    bool fits = true;

    switch ((wlay_token_kind)o->row->token) {
    case WLAY_TOKEN_AND:
        *out = a & b;
        break;
    case WLAY_TOKEN_OR:
        *out = a | b;
        break;
    case WLAY_TOKEN_XOR:
        *out = a ^ b;
        break;
    case WLAY_TOKEN_SHIFT_LEFT:
        return shift_left(o, a, (uint64_t)b, out) ||
               refuse_shift(o, left, right);
    case WLAY_TOKEN_SHIFT_RIGHT:
        *out = shift_right(a, (uint64_t)b);
        break;
    case WLAY_TOKEN_SLASH: case WLAY_TOKEN_PERCENT:
        fits = divide_integers(o, a, b, out);
        break;
    default:
        fits = combine_integers(o, a, b, out);
        break;
    }
    return fits || refuse_overflow(o, o->row->text, left, right);
}

/* --------------------------------------------------------------- all scalars */

/* x % y is x - y * trunc(x / y), which rounds at each step and can overflow. */
static bool remainder_of(const operation *o, double x, double y, double *out)
{
    const wlay_s steps =
        o->component == WLAY_S_F16 ? WLAY_S_F32 : o->component;
    double quotient, product;

    return wlay_round_real(x / y, steps, &quotient) &&
           wlay_round_real(y * wlay_trunc(quotient), steps, &product) &&
           wlay_round_real(x - product, o->component, out);
}

static bool calculate(const operation *o, uint8_t token, double a, double b,
                      double *out)
{
    switch ((wlay_token_kind)token) {
    case WLAY_TOKEN_PLUS:
        return wlay_round_real(a + b, o->component, out);
    case WLAY_TOKEN_MINUS:
        return wlay_round_real(a - b, o->component, out);
    case WLAY_TOKEN_STAR:
        return wlay_round_real(a * b, o->component, out);
    case WLAY_TOKEN_SLASH:
        return wlay_round_real(a / b, o->component, out);
    default:
        return remainder_of(o, a, b, out);
    }
}

/* One step of floating point arithmetic. */
static bool apply_reals(const operation *o, uint8_t token,
                        const wlay_value *left, const wlay_value *right,
                        wlay_value *out)
{
    const bool divides =
        token == WLAY_TOKEN_SLASH || token == WLAY_TOKEN_PERCENT;
    double result;

    if (divides && right->of.real == 0.0)
        return refuse_zero(o);
    if (!calculate(o, token, left->of.real, right->of.real, &result))
        return refuse_overflow(o, find_row(binary_rows, token)->text, left,
                               right);
    *out = wlay_real_value(wlay_scalar_type(o->component), result);
    return true;
}

static bool compare(const operation *o, const wlay_value *a,
                    const wlay_value *b)
{
    const bool real = wlay_is_float(o->component);
    const bool less = real ? a->of.real < b->of.real
                           : a->of.integer < b->of.integer;
    const bool greater = real ? a->of.real > b->of.real
                              : a->of.integer > b->of.integer;

    switch ((wlay_token_kind)o->row->token) {
    case WLAY_TOKEN_EQUAL_EQUAL:
        return !less && !greater;
    case WLAY_TOKEN_NOT_EQUAL:
        return less || greater;
    case WLAY_TOKEN_LESS:
        return less;
    case WLAY_TOKEN_LESS_EQUAL:
        return !greater;
    case WLAY_TOKEN_GREATER:
        return greater;
    default:
        return !less;
    }
}

/* What is an error whatever is on the left. */
static bool check_right(const operation *o, const wlay_value *right)
{
    if (is_shift(o->row)) {
        if (o->component == WLAY_S_AINT || right->of.integer < 32)
            return true;
        wlay_report(o->eval->diag, WLAY_RULE_SHIFT,
                    wlay_eval_span(o->eval, o->expr),
                    F("% bits are too many to shift the 32 bits of '%'"),
                    I(right->of.integer),
                    S(wlay_scalar_type(o->component)->name));
        return false;
    }
    if ((o->row->token == WLAY_TOKEN_SLASH ||
         o->row->token == WLAY_TOKEN_PERCENT) &&
        wlay_is_integer(o->component) && right->of.integer == 0)
        return refuse_zero(o);
    return true;
}

static wlay_s result_component(const operation *o)
{
    return o->row->flags & COMPARES ? WLAY_S_BOOL : o->component;
}

static bool apply_scalars(const operation *o, const wlay_value *left,
                          const wlay_value *right, wlay_value *out)
{
    const wlay_type *const type = wlay_scalar_type(result_component(o));
    int64_t integer;

    if (right->known && !check_right(o, right))
        return false;
    if (!left->known || !right->known) {
        *out = wlay_unknown_value(type, false);
        return true;
    }
    if (o->row->flags & COMPARES) {
        *out = wlay_bool_value(compare(o, left, right));
        return true;
    }
    if (wlay_is_float(o->component))
        return apply_reals(o, o->row->token, left, right, out);
    if (!apply_integers(o, left, right, &integer))
        return false;
    *out = wlay_integer_value(type, integer);
    return true;
}

/* ---------------------------------------------------------- vectors, matrices */

static wlay_value part_or_whole(const wlay_value *value, uint32_t at)
{
    return value->type->kind == WLAY_TYPE_SCALAR ? *value
                                                 : wlay_part(value, at);
}

static wlay_value *new_parts(const operation *o, uint32_t count)
{
    return WLAY_NEW(o->eval->arena, wlay_value, count);
}

/* A composite value of which all parts must be known. */
static void put_together(const wlay_type *type, const wlay_value *parts,
                         wlay_value *out)
{
    const uint64_t count = wlay_part_count(type);

    *out = wlay_zero_value(type);
    out->parts = parts;
    for (uint64_t i = 0; i < count; i++)
        if (!parts[i].known)
            out->known = false;
}

/* Component-wise; a scalar stands for a vector of it. */
static bool apply_each(const operation *o, const wlay_value *left,
                       const wlay_value *right, wlay_value *out)
{
    const uint32_t rows = left->type->kind == WLAY_TYPE_VECTOR
                              ? left->type->rows
                              : right->type->rows;
    wlay_value *parts;

    if (rows == 0)
        return apply_scalars(o, left, right, out);
    parts = new_parts(o, rows);
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < rows; i++) {
        const wlay_value a = part_or_whole(left, i);
        const wlay_value b = part_or_whole(right, i);

        if (!apply_scalars(o, &a, &b, &parts[i]))
            return false;
    }
    put_together(wlay_vector_type(result_component(o), rows), parts, out);
    return true;
}

/* Column by column; `right` or `left` may be a scalar. */
static bool apply_columns(const operation *o, const wlay_value *left,
                          const wlay_value *right, const wlay_type *type,
                          wlay_value *out)
{
    wlay_value *const columns = new_parts(o, type->columns);

    if (columns == NULL)
        return false;
    for (uint32_t i = 0; i < type->columns; i++) {
        const wlay_value a = part_or_whole(left, i);
        const wlay_value b = part_or_whole(right, i);

        if (!apply_each(o, &a, &b, &columns[i]))
            return false;
    }
    put_together(type, columns, out);
    return true;
}

/* A vector is a row on the left of a product and a column on the right. */
static wlay_value entry_of(const wlay_value *factor, bool is_left,
                           uint32_t column, uint32_t row)
{
    wlay_value vector;

    if (factor->type->kind == WLAY_TYPE_VECTOR)
        return wlay_part(factor, is_left ? column : row);
    vector = wlay_part(factor, column);
    return wlay_part(&vector, row);
}

/* The dot product of a row of the left factor and a column of the right one. */
static bool multiply_entry(const operation *o, const wlay_value *left,
                           const wlay_value *right, uint32_t column,
                           uint32_t row, wlay_value *out)
{
    const uint32_t count = left->type->kind == WLAY_TYPE_VECTOR
                               ? left->type->rows
                               : left->type->columns;

    for (uint32_t i = 0; i < count; i++) {
        const wlay_value a = entry_of(left, true, i, row);
        const wlay_value b = entry_of(right, false, column, i);
        wlay_value product;

        if (!apply_reals(o, WLAY_TOKEN_STAR, &a, &b, &product))
            return false;
        if (i == 0)
            *out = product;
        else if (!apply_reals(o, WLAY_TOKEN_PLUS, out, &product, out))
            return false;
    }
    return true;
}

/* A column of a product: a vector, or a product that is a vector. */
static bool multiply_column(const operation *o, const wlay_value *left,
                            const wlay_value *right, uint32_t column,
                            const wlay_type *type, wlay_value *out)
{
    const bool is_row = left->type->kind == WLAY_TYPE_VECTOR;
    wlay_value *const parts = new_parts(o, type->rows);

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++)
        if (!multiply_entry(o, left, right, is_row ? i : column,
                            is_row ? 0 : i, &parts[i]))
            return false;
    put_together(type, parts, out);
    return true;
}

static bool multiply(const operation *o, const wlay_value *left,
                     const wlay_value *right, const wlay_type *type,
                     wlay_value *out)
{
    wlay_value *columns;

    if (left->type->kind == WLAY_TYPE_SCALAR ||
        right->type->kind == WLAY_TYPE_SCALAR)
        return apply_columns(o, left, right, type, out);
    if (type->kind == WLAY_TYPE_VECTOR)
        return multiply_column(o, left, right, 0, type, out);
    columns = new_parts(o, type->columns);
    if (columns == NULL)
        return false;
    for (uint32_t i = 0; i < type->columns; i++)
        if (!multiply_column(o, left, right, i, type->element, &columns[i]))
            return false;
    put_together(type, columns, out);
    return true;
}

/* --------------------------------------------------------------- overloads */

/* The type of a product with a matrix; NULL if the shapes do not fit. */
static const wlay_type *product_type(const wlay_type *left,
                                     const wlay_type *right, wlay_s component)
{
    const bool row = left->kind == WLAY_TYPE_VECTOR;
    const bool column = right->kind == WLAY_TYPE_VECTOR;

    if (left->kind == WLAY_TYPE_SCALAR)
        return wlay_with_component(right, component);
    if (right->kind == WLAY_TYPE_SCALAR)
        return wlay_with_component(left, component);
    if ((row ? left->rows : left->columns) != right->rows)
        return NULL;
    if (row)
        return wlay_vector_type(component, right->columns);
    if (column)
        return wlay_vector_type(component, left->rows);
    return wlay_matrix_type(component, right->columns, left->rows);
}

static bool same_shape(const wlay_type *a, const wlay_type *b)
{
    return a->kind == b->kind && a->columns == b->columns && a->rows == b->rows;
}

/* The result's type by the shapes of the operands; NULL if they do not fit. */
static const wlay_type *result_type(const operation *o, const wlay_type *left,
                                    const wlay_type *right)
{
    const uint8_t flags = o->row->flags;
    const wlay_type *const wide = left->kind > right->kind ? left : right;

    if (wide->kind == WLAY_TYPE_MATRIX && (flags & PRODUCT))
        return product_type(left, right, o->component);
    if (wide->kind == WLAY_TYPE_MATRIX && !(flags & MATRICES))
        return NULL;
    if (!same_shape(left, right) &&
        (wide->kind != WLAY_TYPE_VECTOR || left->kind == right->kind ||
         !(flags & MIXES)))
        return NULL;
    return wlay_with_component(wide, result_component(o));
}

/* Which component type both operands convert to; WLAY_S_COUNT if none. */
static wlay_s common_component(const wlay_type *left, const wlay_type *right)
{
    const wlay_s a = wlay_component(left), b = wlay_component(right);
    const wlay_type *common;

    if (a == WLAY_S_COUNT || b == WLAY_S_COUNT)
        return WLAY_S_COUNT;
    common = wlay_common_type(wlay_scalar_type(a), wlay_scalar_type(b));
    return common == NULL ? WLAY_S_COUNT : wlay_component(common);
}

static void hint_overload(const operation *o, wlay_entry *entry,
                          const wlay_type *left, const wlay_type *right)
{
    const wlay_type *const type = wlay_is_abstract(left) ? right : left;

    if (is_shift(o->row))
        wlay_hint(o->eval->diag, entry,
                  F("an integer is shifted by a u32, a vector by a vector of "
                    "u32"));
    else if (left->kind == WLAY_TYPE_VECTOR &&
             right->kind == WLAY_TYPE_VECTOR && left->rows != right->rows)
        wlay_hint(o->eval->diag, entry,
                  F("vectors must have equally many components"));
    else if (takes(o->row, wlay_component(left)) &&
             takes(o->row, wlay_component(right)) &&
             wlay_component(left) != wlay_component(right) &&
             !wlay_is_abstract(type))
        wlay_hint(o->eval->diag, entry, F("convert one of them: %(...)"),
                  S(type->name));
}

static bool refuse_operands(const operation *o, const wlay_type *left,
                            const wlay_type *right)
{
    wlay_entry *const entry = wlay_report(
        o->eval->diag, WLAY_RULE_NO_OVERLOAD, wlay_eval_span(o->eval, o->expr),
        F("no operator '%' takes '%' and '%'"), Z(o->row->text),
        S(left->name), S(right->name));

    hint_overload(o, entry, left, right);
    return false;
}

/*
 * The amount is a u32.  A constant that is shifted by an override becomes
 * concrete, as one operand that is not constant demands of the others.
 * [Overload Resolution]
 */
static bool apply_shift(operation *o, const wlay_value *left,
                        const wlay_value *right, wlay_value *out)
{
    const wlay_s amount = wlay_component(right->type);
    const wlay_type *type = left->type;
    wlay_value a, b;

    o->component = wlay_component(type);
    if (!takes(o->row, o->component) || !same_shape(type, right->type) ||
        (amount != WLAY_S_U32 && amount != WLAY_S_AINT))
        return refuse_operands(o, type, right->type);
    if (right->is_override) {
        type = wlay_concrete_type(o->eval->types, type);
        o->component = wlay_component(type);
    }
    return wlay_convert(o->eval, left, type,
                        wlay_operand_span(o->eval, o->expr->first), &a) &&
           wlay_convert(o->eval, right,
                        wlay_with_component(right->type, WLAY_S_U32),
                        wlay_operand_span(o->eval, o->expr->first->next),
                        &b) &&
           apply_each(o, &a, &b, out);
}

static bool apply_matrices(const operation *o, const wlay_value *left,
                           const wlay_value *right, const wlay_type *type,
                           wlay_value *out)
{
    if (!left->known || !right->known) {
        *out = wlay_unknown_value(type, false);
        return true;
    }
    return o->row->flags & PRODUCT ? multiply(o, left, right, type, out)
                                   : apply_columns(o, left, right, type, out);
}

bool wlay_apply_binary(wlay_eval *eval, const wlay_expr *expr,
                       const wlay_value *left, const wlay_value *right,
                       wlay_value *out)
{
    operation o = {eval, expr, find_row(binary_rows, expr->op), WLAY_S_COUNT};
    const wlay_type *type = NULL;
    wlay_value a, b;

    if (is_shift(o.row))
        return apply_shift(&o, left, right, out);
    o.component = common_component(left->type, right->type);
    if (takes(o.row, o.component))
        type = result_type(&o, left->type, right->type);
    if (type == NULL)
        return refuse_operands(&o, left->type, right->type);
    if (!wlay_convert(eval, left, wlay_with_component(left->type, o.component),
                      wlay_operand_span(eval, expr->first), &a) ||
        !wlay_convert(eval, right,
                      wlay_with_component(right->type, o.component),
                      wlay_operand_span(eval, expr->first->next), &b))
        return false;
    if (a.type->kind == WLAY_TYPE_MATRIX || b.type->kind == WLAY_TYPE_MATRIX)
        return apply_matrices(&o, &a, &b, type, out);
    return apply_each(&o, &a, &b, out);
}

/* ------------------------------------------------------------ unary operators */

static wlay_value apply_to_scalar(const operation *o, const wlay_value *operand)
{
    const int64_t integer = operand->of.integer;

    if (!operand->known)
        return *operand;
    if (wlay_is_float(o->component))
        return wlay_real_value(operand->type, -operand->of.real);
    if (o->row->token == WLAY_TOKEN_BANG)
        return wlay_bool_value(integer == 0);
    if (o->row->token == WLAY_TOKEN_TILDE)
        return wlay_integer_value(
            operand->type, o->component == WLAY_S_U32
                               ? wlay_wrap_integer(~(uint64_t)integer,
                                                   WLAY_S_U32)
                               : ~integer);
    /* The negative of the smallest value is that value. */
    if (integer == (o->component == WLAY_S_I32 ? INT32_MIN : INT64_MIN))
        return *operand;
    return wlay_integer_value(operand->type, -integer);
}

bool wlay_apply_unary(wlay_eval *eval, const wlay_expr *expr,
                      const wlay_value *operand, wlay_value *out)
{
    const wlay_type *const type = operand->type;
    const operation o = {eval, expr, find_row(unary_rows, expr->op),
                         wlay_component(type)};
    wlay_value *parts;

    if (type->kind > WLAY_TYPE_VECTOR || !takes(o.row, o.component)) {
        wlay_report(eval->diag, WLAY_RULE_NO_OVERLOAD,
                    wlay_eval_span(eval, expr), F("no operator '%' takes '%'"),
                    Z(o.row->text), S(type->name));
        return false;
    }
    if (type->kind == WLAY_TYPE_SCALAR) {
        *out = apply_to_scalar(&o, operand);
        return true;
    }
    parts = new_parts(&o, type->rows);
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++) {
        const wlay_value part = wlay_part(operand, i);

        parts[i] = apply_to_scalar(&o, &part);
    }
    put_together(type, parts, out);
    return true;
}
