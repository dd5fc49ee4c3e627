/* SPDX-License-Identifier: MIT */
/* Operators.  [Logical Expressions] to [Bit Expressions] */
#include "eval_operator.h"

#define BIT(component) (1 << WLAY_S_##component)
#define REAL (BIT(AFLOAT) | BIT(F32) | BIT(F16))
#define INTEGER (BIT(AINT) | BIT(I32) | BIT(U32))
#define NUMBER (INTEGER | REAL)

#define MIXES WLAY_OPERATOR_MIXES
#define MATRICES WLAY_OPERATOR_MATRICES
#define PRODUCT WLAY_OPERATOR_PRODUCT
#define COMPARES WLAY_OPERATOR_COMPARES

static const wlay_operator unary_rows[] = {
    {WLAY_TOKEN_MINUS, BIT(AINT) | BIT(I32) | REAL, 0, "-"},
    {WLAY_TOKEN_BANG, BIT(BOOL), 0, "!"},
    {WLAY_TOKEN_TILDE, INTEGER, 0, "~"},
};

static const wlay_operator binary_rows[] = {
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

static const wlay_operator *find_row(const wlay_operator *rows, uint8_t token)
{
    while (rows->token != token)
        rows++;
    return rows;
}

const wlay_operator *wlay_binary_operator(uint8_t token)
{
    return find_row(binary_rows, token);
}

wlay_s wlay_result_component(const wlay_operation *o)
{
    return o->row->flags & COMPARES ? WLAY_S_BOOL : o->component;
}

static bool takes(const wlay_operator *row, wlay_s component)
{
    return component < WLAY_S_COUNT && (row->components >> component & 1) != 0;
}

/* -------------------------------------------------------- vectors, matrices */

static wlay_value part_or_whole(const wlay_value *value, uint32_t at)
{
    return value->type->kind == WLAY_TYPE_SCALAR ? *value
                                                 : wlay_part(value, at);
}

static wlay_value *new_parts(const wlay_operation *o, uint32_t count)
{
    return WLAY_NEW(o->eval->arena, wlay_value, count);
}

/* Component-wise; a scalar stands for a vector of it. */
static bool apply_each(const wlay_operation *o, const wlay_value *left,
                       const wlay_value *right, wlay_value *out)
{
    const uint32_t rows = left->type->kind == WLAY_TYPE_VECTOR
                              ? left->type->rows
                              : right->type->rows;
    wlay_value *parts;

    if (rows == 0)
        return wlay_apply_to_scalars(o, left, right, out);
    parts = new_parts(o, rows);
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < rows; i++) {
        const wlay_value a = part_or_whole(left, i);
        const wlay_value b = part_or_whole(right, i);

        if (!wlay_apply_to_scalars(o, &a, &b, &parts[i]))
            return false;
    }
    *out = wlay_composite_value(
        wlay_vector_type(wlay_result_component(o), rows), parts);
    return true;
}

/* Column by column; `right` or `left` may be a scalar. */
static bool apply_columns(const wlay_operation *o, const wlay_value *left,
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
    *out = wlay_composite_value(type, columns);
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
static bool multiply_entry(const wlay_operation *o, const wlay_value *left,
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

        if (!wlay_apply_to_reals(o, WLAY_TOKEN_STAR, &a, &b, &product))
            return false;
        if (i == 0)
            *out = product;
        else if (!wlay_apply_to_reals(o, WLAY_TOKEN_PLUS, out, &product, out))
            return false;
    }
    return true;
}

/* A column of a product: a vector, or a product that is a vector. */
static bool multiply_column(const wlay_operation *o, const wlay_value *left,
                            const wlay_value *right, uint32_t column,
                            const wlay_type *type, wlay_value *out)
{
    const bool is_row = left->type->kind == WLAY_TYPE_VECTOR;
    wlay_value *const parts = new_parts(o, type->rows);

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++)
        if (!multiply_entry(o, left, right, is_row ? i : column, is_row ? 0 : i,
                            &parts[i]))
            return false;
    *out = wlay_composite_value(type, parts);
    return true;
}

static bool multiply(const wlay_operation *o, const wlay_value *left,
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
    *out = wlay_composite_value(type, columns);
    return true;
}

/* ---------------------------------------------------------------- overloads */

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

/* The result's type by the shapes of the operands; NULL if they do not fit. */
static const wlay_type *result_type(const wlay_operation *o,
                                    const wlay_type *left,
                                    const wlay_type *right)
{
    const uint8_t flags = o->row->flags;
    const wlay_type *const wide = left->kind > right->kind ? left : right;

    if (wide->kind == WLAY_TYPE_MATRIX && (flags & PRODUCT))
        return product_type(left, right, o->component);
    if (wide->kind == WLAY_TYPE_MATRIX && !(flags & MATRICES))
        return NULL;
    if (!wlay_same_shape(left, right) &&
        (wide->kind != WLAY_TYPE_VECTOR || left->kind == right->kind ||
         !(flags & MIXES)))
        return NULL;
    return wlay_with_component(wide, wlay_result_component(o));
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

static void hint_overload(const wlay_operation *o, wlay_entry *entry,
                          const wlay_type *left, const wlay_type *right)
{
    const wlay_type *const type = wlay_is_abstract(left) ? right : left;

    if (wlay_is_shift(o->row))
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

static bool refuse_operands(const wlay_operation *o, const wlay_type *left,
                            const wlay_type *right)
{
    wlay_entry *const entry = wlay_report(
        o->eval->diag, WLAY_RULE_NO_OVERLOAD, wlay_eval_span(o->eval, o->expr),
        F("no operator '%' takes '%' and '%'"), Z(o->row->text), S(left->name),
        S(right->name));

    hint_overload(o, entry, left, right);
    return false;
}

/*
 * The amount is a u32.  A constant that is shifted by an override becomes
 * concrete, as one operand that is not constant demands of the others.
 * [Overload Resolution]
 */
static bool apply_shift(wlay_operation *o, const wlay_value *left,
                        const wlay_value *right, wlay_value *out)
{
    const wlay_s amount = wlay_component(right->type);
    const wlay_type *type = left->type;
    wlay_value a, b;

    o->component = wlay_component(type);
    if (!takes(o->row, o->component) || !wlay_same_shape(type, right->type) ||
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
                        wlay_operand_span(o->eval, o->expr->first->next), &b) &&
           apply_each(o, &a, &b, out);
}

static bool apply_matrices(const wlay_operation *o, const wlay_value *left,
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
    wlay_operation o = {eval, expr, wlay_binary_operator(expr->op),
                        WLAY_S_COUNT};
    const wlay_type *type = NULL;
    wlay_value a, b;

    if (wlay_is_shift(o.row))
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

/* ---------------------------------------------------------- unary operators */

bool wlay_apply_unary(wlay_eval *eval, const wlay_expr *expr,
                      const wlay_value *operand, wlay_value *out)
{
    const wlay_type *const type = operand->type;
    const wlay_operation o = {eval, expr, find_row(unary_rows, expr->op),
                              wlay_component(type)};
    wlay_value *parts;

    if (type->kind > WLAY_TYPE_VECTOR || !takes(o.row, o.component)) {
        wlay_report(eval->diag, WLAY_RULE_NO_OVERLOAD,
                    wlay_eval_span(eval, expr), F("no operator '%' takes '%'"),
                    Z(o.row->text), S(type->name));
        return false;
    }
    if (type->kind == WLAY_TYPE_SCALAR) {
        *out = wlay_apply_to_scalar(&o, operand);
        return true;
    }
    parts = new_parts(&o, type->rows);
    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++) {
        const wlay_value part = wlay_part(operand, i);

        parts[i] = wlay_apply_to_scalar(&o, &part);
    }
    *out = wlay_composite_value(type, parts);
    return true;
}
