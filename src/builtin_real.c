/* SPDX-License-Identifier: MIT */
/*
 * Builtin functions of real numbers.  Those that are one elementary function
 * stand in the table itself.  [Numeric Built-in Functions]
 */
#include "builtin.h"

#include "math.h"

/* -------------------------------------------------------------------- steps */

double wlay_step(wlay_steps *steps, double x)
{
    wlay_value rounded;

    if (!steps->ok || !wlay_give_real(steps->call, x, &rounded)) {
        steps->ok = false;
        return 0.0;
    }
    return rounded.of.real;
}

double wlay_step_add(wlay_steps *steps, double a, double b)
{
    return wlay_step(steps, a + b);
}

double wlay_step_sub(wlay_steps *steps, double a, double b)
{
    return wlay_step(steps, a - b);
}

double wlay_step_mul(wlay_steps *steps, double a, double b)
{
    return wlay_step(steps, a * b);
}

double wlay_step_div(wlay_steps *steps, double a, double b)
{
    return wlay_step(steps, a / b);
}

double wlay_step_sqrt(wlay_steps *steps, double a)
{
    return wlay_step(steps, wlay_sqrt(a));
}

/* The result of steps: it is of T's component type already. */
static bool give(const wlay_steps *steps, double x, wlay_value *out)
{
    *out = wlay_real_value(wlay_scalar_type(steps->call->component), x);
    return steps->ok;
}

static bool report(const wlay_call *call, const char *message)
{
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span, Z(message));
    return false;
}

/* -------------------------------------------------- functions of one number */

double wlay_saturate(double x)
{
    return x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x;
}

static const double pi = 3.14159265358979323846;

/* value * (a / b) */
static bool scale(const wlay_call *call, const wlay_value *value, double a,
                  double b, wlay_value *out)
{
    wlay_steps s = {call, true};
    const double factor = wlay_step_div(&s, wlay_step(&s, a), wlay_step(&s, b));

    return give(&s, wlay_step_mul(&s, value->of.real, factor), out);
}

bool wlay_builtin_degrees(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    return scale(call, &args[0], 180.0, pi, out);
}

bool wlay_builtin_radians(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    return scale(call, &args[0], pi, 180.0, out);
}

bool wlay_builtin_inverse_sqrt(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    wlay_steps s = {call, true};
    const double root = wlay_step_sqrt(&s, args[0].of.real);

    return give(&s, wlay_step_div(&s, 1.0, root), out);
}

bool wlay_builtin_fract(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    const double x = args[0].of.real;

    return wlay_give_real(call, x - wlay_floor(x), out);
}

/* The nearest f16, which is an f32, too. */
bool wlay_builtin_quantize(const wlay_call *call, const wlay_value *args,
                           wlay_value *out)
{
    wlay_value f16;

    if (!wlay_convert_scalar(call->eval, &args[0], WLAY_S_F16, call->span,
                             &f16))
        return false;
    return wlay_give_real(call, f16.of.real, out);
}

/* ------------------------------------------------------------------ of more */

bool wlay_builtin_atan2(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    return wlay_give_real(call, wlay_atan2(args[0].of.real, args[1].of.real),
                          out);
}

/* Not fused: a product that overflows is an error in implementations. */
bool wlay_builtin_fma(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    wlay_steps s = {call, true};
    const double product = wlay_step_mul(&s, args[0].of.real, args[1].of.real);

    return give(&s, wlay_step_add(&s, product, args[2].of.real), out);
}

/* The exponent bias of T's format. */
static int exponent_bias(const wlay_call *call)
{
    switch (call->component) {
    case WLAY_S_F16:
        return 15;
    case WLAY_S_F32:
        return 127;
    default:
        return 1023;
    }
}

bool wlay_check_ldexp(const wlay_call *call, const wlay_value *args)
{
    const int most = exponent_bias(call) + 1;

    if (args[1].of.integer <= most)
        return true;
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                F("the exponent % of 'ldexp' is greater than %"),
                I(args[1].of.integer), I(most));
    return false;
}

bool wlay_builtin_ldexp(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    /* Whatever is scaled by less is zero. */
    const int64_t least = -3000;
    const int64_t exponent =
        args[1].of.integer < least ? least : args[1].of.integer;

    return wlay_give_real(call, wlay_ldexp(args[0].of.real, (int)exponent),
                          out);
}

bool wlay_builtin_mix(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    const double weight = args[2].of.real;
    wlay_steps s = {call, true};
    const double rest = wlay_step_sub(&s, 1.0, weight);
    const double a = wlay_step_mul(&s, args[0].of.real, rest);
    const double b = wlay_step_mul(&s, args[1].of.real, weight);

    return give(&s, wlay_step_add(&s, a, b), out);
}

/* The domain is that of exp2(y * log2(x)). */
bool wlay_builtin_pow(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    const double x = args[0].of.real;
    const double y = args[1].of.real;

    if (x < 0.0)
        return report(call, "'pow' needs a base that is not negative");
    if (x <= 0.0 && y <= 0.0)
        return report(call, "'pow' of a base that is 0 needs an exponent "
                            "greater than 0");
    return wlay_give_real(call, wlay_pow(x, y), out);
}

bool wlay_check_smoothstep(const wlay_call *call, const wlay_value *args)
{
    const double low = args[0].of.real;
    const double high = args[1].of.real;

    if (low < high || low > high)
        return true;
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                F("the two edges of 'smoothstep' are both %"),
                S(wlay_operand_text(call->eval, &args[0])));
    return false;
}

bool wlay_builtin_smoothstep(const wlay_call *call, const wlay_value *args,
                             wlay_value *out)
{
    const double edge = args[0].of.real;
    wlay_steps s = {call, true};
    const double from_edge = wlay_step_sub(&s, args[2].of.real, edge);
    const double width = wlay_step_sub(&s, args[1].of.real, edge);
    double squared, rest, t;

    if (!s.ok)
        return false;
    t = wlay_saturate(wlay_step_div(&s, from_edge, width));
    squared = wlay_step_mul(&s, t, t);
    rest = wlay_step_sub(&s, 3.0, wlay_step_mul(&s, 2.0, t));
    return give(&s, wlay_step_mul(&s, squared, rest), out);
}

bool wlay_builtin_step(const wlay_call *call, const wlay_value *args,
                       wlay_value *out)
{
    return wlay_give_real(call, args[0].of.real <= args[1].of.real ? 1.0 : 0.0,
                          out);
}
