/* SPDX-License-Identifier: MIT */
/* Operators on scalars.  [Arithmetic Expressions] [Bit Expressions] */
#include "eval_operator.h"

#include "math.h"

/* --------------------------------------------------------- errors of values */

/* `text` is that of the operator, or of a step of it. */
static bool refuse_overflow(const wlay_operation *o, const char *text,
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

static bool refuse_zero(const wlay_operation *o)
{
    wlay_report(
        o->eval->diag, WLAY_RULE_DIVISION_BY_ZERO,
        wlay_eval_span(o->eval, o->expr), F("% by zero"),
        Z(o->row->token == WLAY_TOKEN_SLASH ? "division" : "remainder"));
    return false;
}

static bool refuse_shift(const wlay_operation *o, const wlay_value *a,
                         const wlay_value *b)
{
    wlay_report(
        o->eval->diag, WLAY_RULE_SHIFT, wlay_eval_span(o->eval, o->expr),
        F("% << % loses bits or changes the sign of the '%'"),
        S(wlay_operand_text(o->eval, a)), S(wlay_operand_text(o->eval, b)),
        S(wlay_scalar_type(o->component)->name));
    return false;
}

/* ---------------------------------------------------------- integer scalars */

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
static bool combine_integers(const wlay_operation *o, int64_t a, int64_t b,
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
static bool divide_integers(const wlay_operation *o, int64_t a, int64_t b,
                            int64_t *out)
{
    if (b == -1 && a == (o->component == WLAY_S_I32 ? INT32_MIN : INT64_MIN))
        return false;
    *out = o->row->token == WLAY_TOKEN_SLASH ? a / b : a % b;
    return true;
}

/* The bits that are shifted out, and the sign, are the same. */
static bool shift_left(const wlay_operation *o, int64_t a, uint64_t amount,
                       int64_t *out)
{
    *out = 0;
    if (a == 0)
        return true;
    if (amount == 63) {
        *out = INT64_MIN;
        return a == -1;
    }
    return amount < 63 && multiply_integers(a, INT64_C(1) << amount, out) &&
           wlay_integer_fits(*out, o->component);
}

static int64_t shift_right(int64_t a, uint64_t amount)
{
    const int64_t bits = a < 0 ? ~a : a;
    const int64_t shifted = amount > 63 ? 0 : bits >> amount;

    return a < 0 ? ~shifted : shifted;
}

static bool apply_integers(const wlay_operation *o, const wlay_value *left,
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
    case WLAY_TOKEN_SLASH:
    case WLAY_TOKEN_PERCENT:
        fits = divide_integers(o, a, b, out);
        break;
    default:
        fits = combine_integers(o, a, b, out);
        break;
    }
    return fits || refuse_overflow(o, o->row->text, left, right);
}

/* -------------------------------------------------------------- all scalars */

/* x % y is x - y * trunc(x / y), which rounds at each step and can overflow. */
static bool remainder_of(const wlay_operation *o, double x, double y,
                         double *out)
{
    const wlay_s steps = o->component == WLAY_S_F16 ? WLAY_S_F32 : o->component;
    double quotient, product;

    return wlay_round_real(x / y, steps, &quotient) &&
           wlay_round_real(y * wlay_trunc(quotient), steps, &product) &&
           wlay_round_real(x - product, o->component, out);
}

static bool calculate(const wlay_operation *o, uint8_t token, double a,
                      double b, double *out)
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

bool wlay_apply_to_reals(const wlay_operation *o, uint8_t token,
                         const wlay_value *left, const wlay_value *right,
                         wlay_value *out)
{
    const bool divides =
        token == WLAY_TOKEN_SLASH || token == WLAY_TOKEN_PERCENT;
    double result;

    if (divides && right->of.real == 0.0)
        return refuse_zero(o);
    if (!calculate(o, token, left->of.real, right->of.real, &result))
        return refuse_overflow(o, wlay_binary_operator(token)->text, left,
                               right);
    *out = wlay_real_value(wlay_scalar_type(o->component), result);
    return true;
}

static bool compare(const wlay_operation *o, const wlay_value *a,
                    const wlay_value *b)
{
    const bool real = wlay_is_float(o->component);
    const bool less =
        real ? a->of.real < b->of.real : a->of.integer < b->of.integer;
    const bool greater =
        real ? a->of.real > b->of.real : a->of.integer > b->of.integer;

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
static bool check_right(const wlay_operation *o, const wlay_value *right)
{
    if (wlay_is_shift(o->row)) {
        if (o->component == WLAY_S_AINT || right->of.integer < 32)
            return true;
        wlay_report(
            o->eval->diag, WLAY_RULE_SHIFT, wlay_eval_span(o->eval, o->expr),
            F("% bits are too many to shift the 32 bits of '%'"),
            I(right->of.integer), S(wlay_scalar_type(o->component)->name));
        return false;
    }
    if ((o->row->token == WLAY_TOKEN_SLASH ||
         o->row->token == WLAY_TOKEN_PERCENT) &&
        wlay_is_integer(o->component) && right->of.integer == 0)
        return refuse_zero(o);
    return true;
}

bool wlay_apply_to_scalars(const wlay_operation *o, const wlay_value *left,
                           const wlay_value *right, wlay_value *out)
{
    const wlay_type *const type = wlay_scalar_type(wlay_result_component(o));
    int64_t integer = 0;

    if (right->known && !check_right(o, right))
        return false;
    if (!left->known || !right->known) {
        *out = wlay_unknown_value(type, false);
        return true;
    }
    if (o->row->flags & WLAY_OPERATOR_COMPARES) {
        *out = wlay_bool_value(compare(o, left, right));
        return true;
    }
    if (wlay_is_float(o->component))
        return wlay_apply_to_reals(o, o->row->token, left, right, out);
    if (!apply_integers(o, left, right, &integer))
        return false;
    *out = wlay_integer_value(type, integer);
    return true;
}

/* ---------------------------------------------------------- unary operators */

wlay_value wlay_apply_to_scalar(const wlay_operation *o,
                                const wlay_value *operand)
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
            operand->type,
            o->component == WLAY_S_U32
                ? wlay_wrap_integer(~(uint64_t)integer, WLAY_S_U32)
                : ~integer);
    /* The negative of the smallest value is that value. */
    if (integer == (o->component == WLAY_S_I32 ? INT32_MIN : INT64_MIN))
        return *operand;
    return wlay_integer_value(operand->type, -integer);
}
