/* SPDX-License-Identifier: MIT */
/*
 * Builtin functions of vectors and matrices as a whole.
 * [Numeric Built-in Functions]
 */
#include "builtin.h"

#define COMPONENTS_MAX 4

/* The components of a vector, or the one of a scalar; returns how many. */
static uint64_t reals(const wlay_value *value, double out[COMPONENTS_MAX])
{
    const uint64_t count = wlay_part_count(value->type);

    if (count == 0)
        out[0] = value->of.real;
    for (uint64_t i = 0; i < count; i++)
        out[i] = wlay_part(value, i).of.real;
    return count == 0 ? 1 : count;
}

/* A vector of type T from results of steps. */
static bool give_vector(const wlay_steps *steps, const double *components,
                        wlay_value *out)
{
    const wlay_type *const type = steps->call->type;
    wlay_value *const parts = wlay_new_parts(steps->call, type->rows);

    if (!steps->ok || parts == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++)
        parts[i] = wlay_real_value(type->element, components[i]);
    return wlay_give_parts(type, parts, out);
}

static bool give_scalar(const wlay_steps *steps, double x, wlay_value *out)
{
    *out = wlay_real_value(wlay_scalar_type(steps->call->component), x);
    return steps->ok;
}

/* ---------------------------------------------------------------------- dot */

static double dot(wlay_steps *s, const double *a, const double *b,
                  uint64_t count)
{
    double sum = wlay_step_mul(s, a[0], b[0]);

    for (uint64_t i = 1; i < count; i++)
        sum = wlay_step_add(s, sum, wlay_step_mul(s, a[i], b[i]));
    return sum;
}

static double length(wlay_steps *s, const double *a, uint64_t count)
{
    if (count == 1) {
        const double x = a[0];

        return x < 0.0 ? -x : x;
    }
    return wlay_step_sqrt(s, dot(s, a, a, count));
}

static uint64_t magnitude(int64_t x)
{
    return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* a * b of AbstractInt; false if it does not fit. */
static bool multiply(int64_t a, int64_t b, int64_t *out)
{
    const bool negative = (a < 0) != (b < 0);
    uint64_t product;

    if (!wlay_mul(magnitude(a), magnitude(b), &product) ||
        product > (uint64_t)INT64_MAX + negative)
        return false;
    if (negative && product > 0)
        *out = -(int64_t)(product - 1) - 1;
    else
        *out = (int64_t)product;
    return true;
}

static bool accumulate(int64_t *sum, int64_t x)
{
    if (x > 0 ? *sum > INT64_MAX - x : *sum < INT64_MIN - x)
        return false;
    *sum += x;
    return true;
}

static bool dot_abstract(const wlay_call *call, const wlay_value *args,
                         wlay_value *out)
{
    int64_t sum = 0;

    for (uint32_t i = 0; i < call->type->rows; i++) {
        int64_t product;

        if (!multiply(wlay_part(&args[0], i).of.integer,
                      wlay_part(&args[1], i).of.integer, &product) ||
            !accumulate(&sum, product)) {
            wlay_report(call->eval->diag, WLAY_RULE_OVERFLOW, call->span,
                        F("the result of 'dot' does not fit in an "
                          "abstract-int"));
            return false;
        }
    }
    return wlay_give_integer(call, sum, out);
}

/* Concrete integers wrap, so their low 32 bits are all that counts. */
static bool dot_concrete(const wlay_call *call, const wlay_value *args,
                         wlay_value *out)
{
    uint64_t sum = 0;

    for (uint32_t i = 0; i < call->type->rows; i++)
        sum += (uint64_t)wlay_part(&args[0], i).of.integer *
               (uint64_t)wlay_part(&args[1], i).of.integer;
    return wlay_give_integer(call, (int64_t)(sum & UINT32_MAX), out);
}

bool wlay_builtin_dot(const wlay_call *call, const wlay_value *args,
                      wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    uint64_t count;

    if (call->component == WLAY_S_AINT)
        return dot_abstract(call, args, out);
    if (!wlay_is_float(call->component))
        return dot_concrete(call, args, out);
    count = reals(&args[0], a);
    reals(&args[1], b);
    return give_scalar(&s, dot(&s, a, b, count), out);
}

/* ----------------------------------------------------------------- geometry */

bool wlay_builtin_length(const wlay_call *call, const wlay_value *args,
                         wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);

    return give_scalar(&s, length(&s, a, count), out);
}

bool wlay_builtin_distance(const wlay_call *call, const wlay_value *args,
                           wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);

    reals(&args[1], b);
    for (uint64_t i = 0; i < count; i++)
        a[i] = wlay_step_sub(&s, a[i], b[i]);
    return give_scalar(&s, length(&s, a, count), out);
}

bool wlay_builtin_normalize(const wlay_call *call, const wlay_value *args,
                            wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);
    const double norm = length(&s, a, count);

    if (s.ok && norm <= 0.0) {
        wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                    F("'normalize' needs a vector whose length is not 0"));
        return false;
    }
    for (uint64_t i = 0; s.ok && i < count; i++)
        a[i] = wlay_step_div(&s, a[i], norm);
    return give_vector(&s, a, out);
}

bool wlay_builtin_cross(const wlay_call *call, const wlay_value *args,
                        wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    double result[COMPONENTS_MAX];

    reals(&args[0], a);
    reals(&args[1], b);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        const double plus = wlay_step_mul(&s, a[j], b[k]);

        result[i] = wlay_step_sub(&s, plus, wlay_step_mul(&s, a[k], b[j]));
    }
    return give_vector(&s, result, out);
}

bool wlay_builtin_face_forward(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    double c[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);

    reals(&args[1], b);
    reals(&args[2], c);
    if (!(dot(&s, b, c, count) < 0.0))
        for (uint64_t i = 0; i < count; i++)
            a[i] = -a[i];
    return give_vector(&s, a, out);
}

/* a - 2 * dot(b, a) * b */
bool wlay_builtin_reflect(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);
    double factor;

    reals(&args[1], b);
    factor = wlay_step_mul(&s, 2.0, dot(&s, b, a, count));
    for (uint64_t i = 0; i < count; i++)
        a[i] = wlay_step_sub(&s, a[i], wlay_step_mul(&s, factor, b[i]));
    return give_vector(&s, a, out);
}

/* k = 1 - e3 * e3 * (1 - dot(e2, e1) * dot(e2, e1)) */
static double refraction(wlay_steps *s, double ratio, double cosine)
{
    const double sine_squared =
        wlay_step_sub(s, 1.0, wlay_step_mul(s, cosine, cosine));
    const double ratio_squared = wlay_step_mul(s, ratio, ratio);

    return wlay_step_sub(s, 1.0, wlay_step_mul(s, ratio_squared, sine_squared));
}

/* e3 * e1 - (e3 * dot(e2, e1) + sqrt(k)) * e2, or 0 if k is negative */
bool wlay_builtin_refract(const wlay_call *call, const wlay_value *args,
                          wlay_value *out)
{
    const double ratio = args[2].of.real;
    wlay_steps s = {call, true};
    double a[COMPONENTS_MAX];
    double b[COMPONENTS_MAX];
    const uint64_t count = reals(&args[0], a);
    double cosine;
    double factor;
    double k;

    reals(&args[1], b);
    cosine = dot(&s, b, a, count);
    k = refraction(&s, ratio, cosine);
    if (s.ok && k < 0.0) {
        *out = wlay_zero_value(call->type);
        return true;
    }
    factor = wlay_step_add(&s, wlay_step_mul(&s, ratio, cosine),
                           wlay_step_sqrt(&s, k));
    for (uint64_t i = 0; i < count; i++)
        a[i] = wlay_step_sub(&s, wlay_step_mul(&s, ratio, a[i]),
                             wlay_step_mul(&s, factor, b[i]));
    return give_vector(&s, a, out);
}

/* ----------------------------------------------------------------- matrices */

typedef struct matrix {
    double at[COMPONENTS_MAX][COMPONENTS_MAX]; /* column, row */
} matrix;

static double determinant(wlay_steps *s, const matrix *m, uint32_t size);

/* The determinant of what is left without row 0 and one column. */
static double minor_of(wlay_steps *s, const matrix *m, uint32_t size,
                       uint32_t without)
{
    matrix rest;

    for (uint32_t column = 0; column + 1 < size; column++)
        for (uint32_t row = 1; row < size; row++)
            rest.at[column][row - 1] =
                m->at[column < without ? column : column + 1][row];
    return determinant(s, &rest, size - 1);
}

/* By minors along the first row. */
static double determinant(wlay_steps *s, const matrix *m, uint32_t size)
{
    double sum = 0.0;

    if (size == 1)
        return m->at[0][0];
    for (uint32_t column = 0; column < size; column++) {
        const double term =
            wlay_step_mul(s, m->at[column][0], minor_of(s, m, size, column));

        if (column == 0)
            sum = term;
        else if (column % 2 == 0)
            sum = wlay_step_add(s, sum, term);
        else
            sum = wlay_step_sub(s, sum, term);
    }
    return sum;
}

bool wlay_builtin_determinant(const wlay_call *call, const wlay_value *args,
                              wlay_value *out)
{
    const uint32_t size = call->type->columns;
    wlay_steps s = {call, true};
    matrix m;

    for (uint32_t i = 0; i < size; i++) {
        const wlay_value column = wlay_part(&args[0], i);

        reals(&column, m.at[i]);
    }
    return give_scalar(&s, determinant(&s, &m, size), out);
}

static bool give_row(const wlay_call *call, const wlay_value *m, uint32_t row,
                     wlay_value *out)
{
    const uint32_t columns = call->type->columns;
    wlay_value *const parts = wlay_new_parts(call, columns);

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < columns; i++) {
        const wlay_value column = wlay_part(m, i);

        parts[i] = wlay_part(&column, row);
    }
    return wlay_give_parts(wlay_vector_type(call->component, columns), parts,
                           out);
}

bool wlay_builtin_transpose(const wlay_call *call, const wlay_value *args,
                            wlay_value *out)
{
    const wlay_type *const type = call->type;
    wlay_value *const columns = wlay_new_parts(call, type->rows);

    if (columns == NULL)
        return false;
    for (uint32_t i = 0; i < type->rows; i++)
        if (!give_row(call, &args[0], i, &columns[i]))
            return false;
    return wlay_give_parts(
        wlay_matrix_type(call->component, type->rows, type->columns), columns,
        out);
}
