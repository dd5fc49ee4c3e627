/* SPDX-License-Identifier: MIT */
/*
 * Calls of builtin functions: which overload a call means, and its result by
 * the row of the table.  [Overload Resolution]
 */
#include "builtin.h"

#include "types_split.h"

#include <string.h>

/* ------------------------------------------------------------------ results */

bool wlay_give_integer(const wlay_call *call, int64_t integer, wlay_value *out)
{
    if (call->component != WLAY_S_AINT)
        integer = wlay_wrap_integer((uint64_t)integer, call->component);
    *out = wlay_integer_value(wlay_scalar_type(call->component), integer);
    return true;
}

bool wlay_give_real(const wlay_call *call, double real, wlay_value *out)
{
    return wlay_make_real(call->eval, real, call->component, call->span, out);
}

wlay_value *wlay_new_parts(const wlay_call *call, uint64_t count)
{
    return WLAY_NEW(call->eval->arena, wlay_value, (size_t)count);
}

bool wlay_give_parts(const wlay_type *type, const wlay_value *parts,
                     wlay_value *out)
{
    *out = wlay_zero_value(type);
    out->parts = parts;
    return true;
}

/* ---------------------------------------------------------------- overloads */

typedef struct overload {
    const wlay_type *type; /* T */
    const wlay_type *params[WLAY_BUILTIN_ARGS_MAX];
    uint64_t rank; /* the sum of the conversions' */
} overload;

static size_t parameter_count(const wlay_builtin *row)
{
    return strcspn(row->params, "|");
}

static unsigned shape_of(const wlay_type *type)
{
    switch (type->kind) {
    case WLAY_TYPE_SCALAR:
        return WLAY_SHAPE_SCALAR;
    case WLAY_TYPE_VECTOR:
        return (unsigned)WLAY_SHAPE_VEC2 << (type->rows - 2);
    case WLAY_TYPE_MATRIX:
        return type->columns == type->rows ? WLAY_SHAPE_SQUARE
                                           : WLAY_SHAPE_OBLONG;
    default:
        return 0;
    }
}

/* The type that a letter of a row stands for. */
static const wlay_type *letter_type(wlay_types *types, const wlay_type *t,
                                    char letter)
{
    const wlay_s component = wlay_component(t);

    switch (letter) {
    case 'T':
        return t;
    case 'E':
        return wlay_scalar_type(component);
    case 'b':
        return wlay_scalar_type(WLAY_S_BOOL);
    case 'B':
        return wlay_with_component(t, WLAY_S_BOOL);
    case 'I':
        return wlay_with_component(t, wlay_is_abstract(t) ? WLAY_S_AINT
                                                          : WLAY_S_I32);
    case 'u':
        return wlay_scalar_type(WLAY_S_U32);
    case 'i':
        return wlay_scalar_type(WLAY_S_I32);
    case 't':
        return wlay_matrix_type(component, t->rows, t->columns);
    case 'F':
        return wlay_split_type(types, WLAY_SPLIT_FREXP, t);
    case 'M':
        return wlay_split_type(types, WLAY_SPLIT_MODF, t);
    case '2':
        return wlay_vector_type(WLAY_S_F32, 2);
    case '4':
        return wlay_vector_type(WLAY_S_F32, 4);
    case 'q':
        return wlay_vector_type(WLAY_S_I32, 4);
    default: /* 'r' */
        return wlay_vector_type(WLAY_S_U32, 4);
    }
}

/* Fills in the parameters for one T; false if an argument does not convert. */
static bool fits(wlay_types *types, const char *params, const wlay_value *args,
                 uint32_t count, overload *candidate)
{
    candidate->rank = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wlay_type *const param =
            letter_type(types, candidate->type, params[i]);
        const uint32_t rank = wlay_conversion_rank(args[i].type, param);

        if (rank == UINT32_MAX)
            return false;
        candidate->params[i] = param;
        candidate->rank += rank;
    }
    return true;
}

/*
 * The preferable candidate.  Component types are ranked in one order whatever
 * is converted to them, so the one with the least sum is preferred over all.
 */
static bool choose(wlay_types *types, const wlay_builtin *row,
                   const wlay_value *args, uint32_t count, bool is_override,
                   overload *out)
{
    bool found = false;

    if (count != parameter_count(row) ||
        (shape_of(args[0].type) & row->shapes) == 0)
        return false;
    for (const char *form = row->params; form != NULL;
         form = form[count] == '|' ? form + count + 1 : NULL) {
        for (unsigned s = 0; s < WLAY_S_COUNT; s++) {
            overload candidate;

            if ((row->components >> s & 1) == 0)
                continue;
            candidate.type = wlay_with_component(args[0].type, (wlay_s)s);
            /* An abstract result needs all arguments to be constant. */
            if (is_override && wlay_is_abstract(candidate.type))
                continue;
            if (!fits(types, form, args, count, &candidate) ||
                (found && candidate.rank >= out->rank))
                continue;
            *out = candidate;
            found = true;
        }
    }
    return found;
}

/* ----------------------------------------------------------------- messages */

enum { LISTED_NAME_MAX = 100 };

static wlay_string argument_types(wlay_arena *arena, const wlay_value *args,
                                  uint32_t count)
{
    wlay_builder builder = {arena, NULL, 0, 0};

    wlay_put(&builder, WLAY_TEXT("("));
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            wlay_put(&builder, WLAY_TEXT(", "));
        wlay_put_name(&builder, args[i].type->name, LISTED_NAME_MAX);
    }
    wlay_put(&builder, WLAY_TEXT(")"));
    return wlay_built(&builder);
}

/* The parameters of a row's first form, in words. */
static wlay_string parameters(wlay_arena *arena, const wlay_builtin *row)
{
    wlay_builder builder = {arena, NULL, 0, 0};
    const size_t count = parameter_count(row);

    wlay_put(&builder, WLAY_TEXT("("));
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            wlay_put(&builder, WLAY_TEXT(", "));
        switch (row->params[i]) {
        case 'u':
            wlay_put(&builder, WLAY_TEXT("u32"));
            break;
        case 'b':
            wlay_put(&builder, WLAY_TEXT("bool"));
            break;
        case 'I':
            wlay_put(&builder, WLAY_TEXT("i32 like T"));
            break;
        case 'E':
            wlay_put(&builder, WLAY_TEXT("component of T"));
            break;
        default:
            wlay_put(&builder, WLAY_TEXT("T"));
            break;
        }
    }
    wlay_put(&builder, WLAY_TEXT(")"));
    return wlay_built(&builder);
}

static const char *shape_text(unsigned shapes)
{
    static const struct {
        unsigned shapes;
        const char *text;
    } texts[] = {
        {WLAY_SHAPE_SCALAR, ""},
        {WLAY_SHAPE_VEC2, "a vec2 of "},
        {WLAY_SHAPE_VEC3, "a vec3 of "},
        {WLAY_SHAPE_VEC4, "a vec4 of "},
        {WLAY_SHAPE_SQUARE, "a square matrix of "},
        {WLAY_SHAPE_SQUARE | WLAY_SHAPE_OBLONG, "a matrix of "},
        {WLAY_SHAPE_VEC2 | WLAY_SHAPE_VEC3 | WLAY_SHAPE_VEC4, "a vector of "},
    };

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].shapes == shapes)
            return texts[i].text;
    return "a scalar or vector of ";
}

/* What T may be. */
static wlay_string constraint(wlay_arena *arena, const wlay_builtin *row)
{
    wlay_builder builder = {arena, NULL, 0, 0};
    unsigned left = row->components;

    wlay_put(&builder, wlay_text(shape_text(row->shapes)));
    left &= ~(1u << WLAY_S_AINT | 1u << WLAY_S_AFLOAT);
    for (unsigned s = 0; left != 0; s++) {
        if ((left >> s & 1) == 0)
            continue;
        left &= ~(1u << s);
        wlay_put(&builder, wlay_scalar_type((wlay_s)s)->name);
        if (left != 0)
            wlay_put(&builder, wlay_is_power_of_two(left) ? WLAY_TEXT(" or ")
                                                          : WLAY_TEXT(", "));
    }
    return wlay_built(&builder);
}

static void report_no_overload(wlay_eval *eval, const wlay_name *name,
                               const wlay_builtin *row, wlay_span span,
                               const wlay_value *args, uint32_t count)
{
    const wlay_string text = wlay_text(wlay_name_text(name));
    wlay_entry *const entry = wlay_report(
        eval->diag, WLAY_RULE_NO_OVERLOAD, span, F("no form of '%' takes %"),
        S(text), S(argument_types(eval->arena, args, count)));

    wlay_hint(eval->diag, entry, F("'%' takes %, where T is %"), S(text),
              S(parameters(eval->arena, row)), S(constraint(eval->arena, row)));
}

/* --------------------------------------------------------------- evaluation */

/* Converts the arguments that are known. */
static bool convert(wlay_eval *eval, const wlay_expr *expr,
                    const overload *chosen, const wlay_value *args,
                    uint32_t count, wlay_value *out)
{
    const wlay_expr *arg = expr->first;

    for (uint32_t i = 0; i < count; i++) {
        const wlay_type *const type = chosen->params[i];

        arg = arg->next;
        if (!args[i].known)
            out[i] = wlay_unknown_value(type, args[i].is_override);
        else if (!wlay_convert(eval, &args[i], type, wlay_eval_span(eval, arg),
                               &out[i]))
            return false;
    }
    return true;
}

/* Component `at` of the vectors, and the scalars as they are. */
static void pick(const wlay_value *args, uint32_t count, uint64_t at,
                 wlay_value *out)
{
    for (uint32_t i = 0; i < count; i++)
        out[i] = args[i].type->kind == WLAY_TYPE_VECTOR
                     ? wlay_part(&args[i], at)
                     : args[i];
}

static uint64_t component_count(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_VECTOR ? type->rows : 1;
}

/* What the specification demands of some arguments even where the others are
   not known. */
static bool check(const wlay_call *call, const wlay_builtin *row,
                  const wlay_value *args, uint32_t count)
{
    const uint64_t components = component_count(call->type);
    wlay_value picked[WLAY_BUILTIN_ARGS_MAX];

    if (row->check == NULL)
        return true;
    for (uint32_t i = 0; i < count; i++)
        if ((row->check_args >> i & 1) != 0 && !args[i].known)
            return true;
    for (uint64_t i = 0; i < components; i++) {
        pick(args, count, i, picked);
        if (!row->check(call, picked))
            return false;
    }
    return true;
}

static bool in_domain(wlay_domain domain, double x)
{
    switch (domain) {
    case WLAY_DOMAIN_UNIT:
        return x >= -1.0 && x <= 1.0;
    case WLAY_DOMAIN_OPEN_UNIT:
        return x > -1.0 && x < 1.0;
    case WLAY_DOMAIN_AT_LEAST_ONE:
        return x >= 1.0;
    case WLAY_DOMAIN_NOT_NEGATIVE:
        return x >= 0.0;
    case WLAY_DOMAIN_POSITIVE:
        return x > 0.0;
    case WLAY_DOMAIN_ALL:
        break;
    }
    return true;
}

static const char *const domain_texts[] = {
    [WLAY_DOMAIN_ALL] = "",
    [WLAY_DOMAIN_UNIT] = "in the range from -1 to 1",
    [WLAY_DOMAIN_OPEN_UNIT] = "between -1 and 1, which are excluded",
    [WLAY_DOMAIN_AT_LEAST_ONE] = "of at least 1",
    [WLAY_DOMAIN_NOT_NEGATIVE] = "that is not negative",
    [WLAY_DOMAIN_POSITIVE] = "greater than 0",
};

static bool check_domain(const wlay_call *call, wlay_domain domain,
                         const wlay_value *value)
{
    if (domain == WLAY_DOMAIN_ALL || in_domain(domain, value->of.real))
        return true;
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                F("'%' needs a value %; this one is %"), Z(wlay_name_text(call->name)),
                Z(domain_texts[domain]),
                S(wlay_operand_text(call->eval, value)));
    return false;
}

static bool apply(const wlay_call *call, const wlay_builtin *row,
                  const wlay_value *args, wlay_value *out)
{
    if (!check_domain(call, (wlay_domain)row->domain, &args[0]))
        return false;
    if (row->real != NULL)
        return wlay_give_real(call, row->real(args[0].of.real), out);
    return row->function(call, args, out);
}

static bool apply_each(const wlay_call *call, const wlay_builtin *row,
                       const wlay_value *args, uint32_t count, wlay_value *out)
{
    const uint64_t components = component_count(call->type);
    wlay_value *const parts = wlay_new_parts(call, components);
    wlay_value picked[WLAY_BUILTIN_ARGS_MAX];

    if (parts == NULL)
        return false;
    for (uint64_t i = 0; i < components; i++) {
        pick(args, count, i, picked);
        if (!apply(call, row, picked, &parts[i]))
            return false;
    }
    return wlay_give_parts(call->type, parts, out);
}

static bool evaluate(const wlay_call *call, const wlay_builtin *row,
                     const wlay_value *args, uint32_t count, wlay_value *out)
{
    if (!check(call, row, args, count))
        return false;
    if (row->component_wise && call->type->kind == WLAY_TYPE_VECTOR)
        return apply_each(call, row, args, count, out);
    return apply(call, row, args, out);
}

/* The one function that a template makes. */
static bool report_no_template(wlay_eval *eval, const wlay_name *name,
                               wlay_span span)
{
    wlay_entry *const entry = wlay_report(
        eval->diag, WLAY_RULE_TEMPLATE_ARGUMENTS, span,
        F("'%' does not say which type its result has"), Z(wlay_name_text(name)));

    wlay_hint(eval->diag, entry, F("write %<T>(...), where T is the type"),
              Z(wlay_name_text(name)));
    return false;
}

bool wlay_call_builtin(wlay_eval *eval, const wlay_name *name,
                       const wlay_expr *expr, const wlay_value *args,
                       uint32_t count, wlay_value *out)
{
    const wlay_builtin *const row = wlay_find_builtin(name);
    wlay_call call = {eval, name, wlay_eval_span(eval, expr), NULL,
                      WLAY_S_COUNT};
    wlay_value converted[WLAY_BUILTIN_ARGS_MAX];
    const wlay_type *result;
    overload chosen = {0};
    bool is_override = false;
    bool known = !eval->type_only;

    if (row == NULL)
        return report_no_template(eval, name, call.span);
    for (uint32_t i = 0; i < count; i++) {
        is_override |= args[i].is_override;
        known &= args[i].known;
    }
    if (!choose(eval->types, row, args, count, is_override, &chosen)) {
        report_no_overload(eval, name, row, call.span, args, count);
        return false;
    }
    result = letter_type(eval->types, chosen.type, row->result);
    if (result == NULL)
        return false;
    call.type = chosen.type;
    call.component = wlay_component(chosen.type);
    *out = wlay_unknown_value(result, is_override);
    if (eval->type_only)
        return true;
    if (!convert(eval, expr, &chosen, args, count, converted))
        return false;
    if (!known)
        return check(&call, row, converted, count);
    if (!evaluate(&call, row, converted, count, out))
        return false;
    out->is_override = is_override;
    return true;
}
