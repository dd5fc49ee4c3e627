/* SPDX-License-Identifier: MIT */
/*
 * Values from their parts.  [Zero Value Built-in Functions] [Value Constructor
 * Built-in Functions]
 */
#include "eval.h"

/* Types of arguments that a message lists. */
enum { LISTED_MAX = 16, LISTED_NAME_MAX = 100 };

/* A call of a constructor. */
typedef struct construction {
    wlay_eval *eval;
    const wlay_expr *call;
    wlay_string name;      /* of the type or generator */
    const wlay_value *args;
    uint32_t count;
    wlay_s component;      /* of a vector or matrix; WLAY_S_COUNT if it follows
                              from the arguments */
    uint32_t columns;      /* of a matrix */
    uint32_t rows;
} construction;

/* ------------------------------------------------------------------- errors */

static wlay_entry *report(const construction *c, wlay_span span,
                          const wlay_arg *args)
{
    return wlay_diag_add(c->eval->diag, WLAY_SEVERITY_ERROR,
                         WLAY_RULE_CONSTRUCTOR, span, args);
}

static wlay_span call_span(const construction *c)
{
    return wlay_eval_span(c->eval, c->call);
}

static wlay_span arg_span(const construction *c, uint32_t at)
{
    const wlay_expr *arg = c->call->first->next;

    while (at-- > 0)
        arg = arg->next;
    return wlay_operand_span(c->eval, arg);
}

/* "(i32, f32)" */
static wlay_string list_types(const construction *c)
{
    wlay_builder list = {c->eval->diag->arena, NULL, 0, 0};

    wlay_put(&list, WLAY_TEXT("("));
    for (uint32_t i = 0; i < c->count && i <= LISTED_MAX; i++) {
        wlay_put(&list, i == 0 ? WLAY_TEXT("") : WLAY_TEXT(", "));
        wlay_put_name(&list, i == LISTED_MAX ? WLAY_TEXT("...")
                                             : c->args[i].type->name,
                      LISTED_NAME_MAX);
    }
    wlay_put(&list, WLAY_TEXT(")"));
    return wlay_built(&list);
}

static wlay_entry *refuse_arguments(const construction *c)
{
    if (c->eval->diag->count >= c->eval->diag->max)
        return report(c, call_span(c), WLAY_ARGS(F("")));
    return report(c, call_span(c),
                  WLAY_ARGS(F("no constructor '%' takes %"), S(c->name),
                            S(list_types(c))));
}

/* More or fewer elements or members than the type has. */
static bool refuse_count(const construction *c, const wlay_type *type,
                         uint64_t wanted, uint64_t found)
{
    static const char *const nouns[] = {"member", "members", "element",
                                        "elements"};
    const char *const what =
        nouns[(type->kind == WLAY_TYPE_ARRAY ? 2 : 0) + (wanted != 1 ? 1 : 0)];
    wlay_entry *const entry = report(
        c, call_span(c), WLAY_ARGS(F("'%' has % %, not %"), S(c->name),
                                   U(wanted), Z(what), U(found)));

    if (found < wanted)
        wlay_hint(c->eval->diag, entry,
                  F("%() without arguments is a value of zeros"), S(c->name));
    return false;
}

/* Why a type has no values; NULL if nothing in particular. */
static const char *why_not_constructible(const wlay_type *type)
{
    if (type->flags & WLAY_TYPE_RUNTIME_SIZED)
        return "it is runtime-sized";
    if (type->flags & WLAY_TYPE_OVERRIDE_SIZED)
        return "an override sizes it";
    if (type->flags & WLAY_TYPE_HAS_ATOMIC)
        return "it holds an atomic";
    return NULL;
}

static bool refuse_type(const construction *c, const wlay_type *type)
{
    const char *const why = why_not_constructible(type);
    wlay_entry *const entry =
        report(c, call_span(c),
               WLAY_ARGS(F("'%' is not a constructible type"), S(c->name)));

    if (why != NULL)
        wlay_hint(c->eval->diag, entry, Z(why));
    return false;
}

/* ------------------------------------------------------------------- pieces */

/* Automatic conversion of argument `at`, as part of the value. */
static bool convert_arg(const construction *c, uint32_t at,
                        const wlay_expr *arg, const wlay_type *type,
                        wlay_value *out)
{
    return wlay_convert(c->eval, &c->args[at], type,
                        wlay_operand_span(c->eval, arg), out);
}

static wlay_value *new_parts(const construction *c, uint64_t count)
{
    return WLAY_NEW(c->eval->arena, wlay_value, (size_t)count);
}

/* All the arguments, converted to the types of the parts of `type`. */
static bool from_parts(const construction *c, const wlay_type *type,
                       wlay_value *out)
{
    wlay_value *const parts = new_parts(c, c->count);
    const wlay_expr *arg = c->call->first->next;

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < c->count; i++, arg = arg->next)
        if (!convert_arg(c, i, arg, wlay_part_type(type, i), &parts[i]))
            return false;
    *out = wlay_composite_value(type, parts);
    return true;
}

static bool is_scalar(const wlay_value *value)
{
    return value->type->kind == WLAY_TYPE_SCALAR;
}

/*
 * The component type of the whole: the written one if all arguments convert to
 * it, else the one that they have in common; WLAY_S_COUNT if there is none.
 * The arguments are scalars, vectors or matrices.
 */
static wlay_s find_component(const construction *c)
{
    const bool given = c->component != WLAY_S_COUNT;
    const wlay_type *common =
        wlay_scalar_type(given ? c->component
                               : wlay_component(c->args[0].type));

    for (uint32_t i = 0; i < c->count; i++) {
        const wlay_type *const type =
            wlay_scalar_type(wlay_component(c->args[i].type));

        if (!given)
            common = wlay_common_type(common, type);
        else if (wlay_conversion_rank(type, common) == UINT32_MAX)
            return WLAY_S_COUNT;
        if (common == NULL)
            return WLAY_S_COUNT;
    }
    return wlay_component(common);
}

/* ------------------------------------------------------------------ scalars */

static bool construct_scalar(const construction *c, const wlay_type *type,
                             wlay_value *out)
{
    if (c->count == 1 && is_scalar(c->args))
        return wlay_convert_scalar(c->eval, c->args, wlay_component(type),
                                   call_span(c), out);
    refuse_arguments(c);
    return false;
}

/* ------------------------------------------------------------------ vectors */

/* vec3<T>(e : vec3<S>) converts each component as T(e) does. */
static bool convert_vector(const construction *c, const wlay_value *from,
                           wlay_span span, wlay_value *out)
{
    const wlay_type *const type =
        c->component == WLAY_S_COUNT
            ? from->type
            : wlay_vector_type(c->component, from->type->rows);
    wlay_value *const parts = new_parts(c, from->type->rows);

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < from->type->rows; i++) {
        const wlay_value part = wlay_part(from, i);

        if (!wlay_convert_scalar(c->eval, &part, wlay_component(type), span,
                                 &parts[i]))
            return false;
    }
    *out = wlay_composite_value(type, parts);
    return true;
}

/* How many components the arguments are; 0 if one is no scalar or vector. */
static uint64_t count_components(const construction *c)
{
    uint64_t count = 0;

    for (uint32_t i = 0; i < c->count; i++) {
        if (is_scalar(&c->args[i]))
            count++;
        else if (c->args[i].type->kind == WLAY_TYPE_VECTOR)
            count += c->args[i].type->rows;
        else
            return 0;
    }
    return count;
}

/* The scalars of all arguments in a row; a single one over and over. */
static bool spread(const construction *c, wlay_s component, uint32_t rows,
                   wlay_value *out)
{
    const wlay_expr *arg = c->call->first->next;
    wlay_value *const parts = new_parts(c, rows);
    uint32_t used = 0;

    if (parts == NULL)
        return false;
    for (uint32_t i = 0; i < c->count; i++, arg = arg->next) {
        wlay_value value;

        if (!convert_arg(c, i, arg,
                         wlay_with_component(c->args[i].type, component),
                         &value))
            return false;
        if (is_scalar(&value))
            parts[used++] = value;
        for (uint32_t row = 0; row < value.type->rows; row++)
            parts[used++] = wlay_part(&value, row);
    }
    for (; used < rows; used++)
        parts[used] = parts[0];
    *out = wlay_composite_value(wlay_vector_type(component, rows), parts);
    return true;
}

static void hint_components(const construction *c, wlay_entry *entry,
                            uint64_t wanted, uint64_t found)
{
    if (found != 0 && found != wanted)
        wlay_hint(c->eval->diag, entry, F("it takes % components, not %"),
                  U(wanted), U(found));
    else if (found != 0 && c->component != WLAY_S_COUNT)
        wlay_hint(c->eval->diag, entry, F("convert the arguments: %(...)"),
                  S(wlay_scalar_type(c->component)->name));
    else if (found != 0)
        wlay_hint(c->eval->diag, entry,
                  F("the arguments have no common component type"));
}

static bool construct_vector(const construction *c, wlay_value *out)
{
    const uint64_t found = count_components(c);
    const bool fits = found == c->rows || (c->count == 1 && found == 1);
    wlay_s component = WLAY_S_COUNT;

    if (c->count == 0) {
        *out = wlay_zero_value(wlay_vector_type(WLAY_S_AINT, c->rows));
        return true;
    }
    if (fits && c->count == 1 && found == c->rows)
        return convert_vector(c, c->args, call_span(c), out);
    if (fits)
        component = find_component(c);
    if (component != WLAY_S_COUNT)
        return spread(c, component, c->rows, out);
    hint_components(c, refuse_arguments(c), c->rows, found);
    return false;
}

/* ----------------------------------------------------------------- matrices */

/* mat2x2<T>(e : mat2x2<S>) */
static bool convert_matrix(const construction *c, const wlay_value *from,
                           wlay_value *out)
{
    const wlay_type *const type =
        c->component == WLAY_S_COUNT
            ? from->type
            : wlay_matrix_type(c->component, c->columns, c->rows);
    wlay_value *const columns = new_parts(c, c->columns);

    if (columns == NULL)
        return false;
    for (uint32_t i = 0; i < c->columns; i++) {
        const wlay_value column = wlay_part(from, i);

        if (!convert_vector(c, &column, arg_span(c, 0), &columns[i]))
            return false;
    }
    *out = wlay_composite_value(type, columns);
    return true;
}

/* From C vectors of R, or from C * R scalars. */
static bool fits_matrix(const construction *c)
{
    const bool vectors = c->count == c->columns;

    if (!vectors && c->count != c->columns * c->rows)
        return false;
    for (uint32_t i = 0; i < c->count; i++)
        if (vectors ? c->args[i].type->kind != WLAY_TYPE_VECTOR ||
                          c->args[i].type->rows != c->rows
                    : !is_scalar(&c->args[i]))
            return false;
    return true;
}

/* Columns from scalars. */
static bool fill_columns(const construction *c, const wlay_type *type,
                         wlay_value *out)
{
    wlay_value *const columns = new_parts(c, c->columns);
    wlay_value *const scalars = new_parts(c, c->count);
    const wlay_expr *arg = c->call->first->next;

    if (columns == NULL || scalars == NULL)
        return false;
    for (uint32_t i = 0; i < c->count; i++, arg = arg->next)
        if (!convert_arg(c, i, arg, type->element->element, &scalars[i]))
            return false;
    for (uint32_t i = 0; i < c->columns; i++)
        columns[i] = wlay_composite_value(type->element, scalars + i * c->rows);
    *out = wlay_composite_value(type, columns);
    return true;
}

static bool construct_matrix(const construction *c, wlay_value *out)
{
    const wlay_type *type;
    wlay_s component = WLAY_S_COUNT;

    if (c->count == 1 && c->args->type->kind == WLAY_TYPE_MATRIX &&
        c->args->type->columns == c->columns && c->args->type->rows == c->rows)
        return convert_matrix(c, c->args, out);
    if (fits_matrix(c))
        component = find_component(c);
    if (component == WLAY_S_AINT)
        component = WLAY_S_AFLOAT;
    if (!wlay_is_float(component)) {
        wlay_hint(c->eval->diag, refuse_arguments(c),
                  F("it takes % columns or % components that convert to one "
                    "floating point type"),
                  U(c->columns), U(c->columns * c->rows));
        return false;
    }
    type = wlay_matrix_type(component, c->columns, c->rows);
    return c->count == c->columns ? from_parts(c, type, out)
                                  : fill_columns(c, type, out);
}

/* ------------------------------------------------------- arrays and structs */

static wlay_entry *refuse_part(const construction *c, uint32_t at,
                               const wlay_type *whole, const wlay_type *part)
{
    const wlay_string found = c->args[at].type->name;

    if (whole->kind == WLAY_TYPE_STRUCT)
        return report(c, arg_span(c, at),
                      WLAY_ARGS(F("member '%' of '%' is of type '%', not '%'"),
                                S(whole->structure->members[at].name),
                                S(c->name), S(part->name), S(found)));
    return report(c, arg_span(c, at),
                  WLAY_ARGS(F("an element of '%' is of type '%', not '%'"),
                            S(c->name), S(part->name), S(found)));
}

static bool check_part(const construction *c, uint32_t at,
                       const wlay_type *whole)
{
    const wlay_type *const part = wlay_part_type(whole, at);
    wlay_entry *entry;

    if (wlay_conversion_rank(c->args[at].type, part) != UINT32_MAX)
        return true;
    entry = refuse_part(c, at, whole, part);
    if (part->kind == WLAY_TYPE_SCALAR && is_scalar(&c->args[at]))
        wlay_hint(c->eval->diag, entry, F("convert it: %(...)"),
                  S(part->name));
    return false;
}

/* array<T, N>(...) and Struct(...): one argument for each part. */
static bool construct_composite(const construction *c, const wlay_type *type,
                                wlay_value *out)
{
    const uint64_t wanted = wlay_part_count(type);

    if (c->count != wanted)
        return refuse_count(c, type, wanted, c->count);
    for (uint32_t i = 0; i < c->count; i++)
        if (!check_part(c, i, type))
            return false;
    return from_parts(c, type, out);
}

static const wlay_type *common_type(const construction *c)
{
    const wlay_type *type = NULL;

    for (uint32_t i = 0; i < c->count; i++) {
        type = i == 0 ? c->args[0].type
                      : wlay_common_type(type, c->args[i].type);
        if (type == NULL)
            break;
    }
    return type;
}

static bool refuse_array(const construction *c, wlay_rule rule,
                         const wlay_type *element)
{
    wlay_report(c->eval->diag, rule, call_span(c),
                F("an array of % elements of '%' is %"), U(c->count),
                S(element->name),
                Z(rule == WLAY_RULE_TYPE_DEPTH ? "nested too deeply"
                                               : "too large"));
    return false;
}

/* array(...) */
static bool infer_array(const construction *c, wlay_value *out)
{
    const wlay_type *const element = common_type(c);
    const wlay_type *type;
    bool too_large;

    if (element == NULL) {
        wlay_hint(c->eval->diag, refuse_arguments(c),
                  F("write the type of the elements: array<T, %>(...)"),
                  U(c->count == 0 ? 1 : c->count));
        return false;
    }
    if (wlay_node(element)->depth >= WLAY_TYPE_DEPTH_MAX)
        return refuse_array(c, WLAY_RULE_TYPE_DEPTH, element);
    type = wlay_array_type(c->eval->types, element, c->count, NULL,
                           (wlay_string){"", 0}, &too_large);
    if (type != NULL)
        return from_parts(c, type, out);
    if (too_large)
        refuse_array(c, WLAY_RULE_TYPE_SIZE, element);
    return false;
}

/* ----------------------------------------------------------------- dispatch */

static bool construct_inferred(construction *c, const wlay_name *generator,
                               wlay_value *out)
{
    c->columns = generator->a;
    c->rows = generator->b;
    switch ((wlay_generator)generator->value) {
    case WLAY_GENERATOR_VECTOR:
        return construct_vector(c, out);
    case WLAY_GENERATOR_MATRIX:
        return construct_matrix(c, out);
    case WLAY_GENERATOR_ARRAY:
        return infer_array(c, out);
    default:
        report(c, call_span(c),
               WLAY_ARGS(F("'%' is not a constructible type"), S(c->name)));
        return false;
    }
}

static bool construct_type(construction *c, const wlay_type *type,
                           wlay_value *out)
{
    if (!(type->flags & WLAY_TYPE_CONSTRUCTIBLE))
        return refuse_type(c, type);
    if (c->count == 0) {
        *out = wlay_zero_value(type);
        return true;
    }
    c->component = wlay_component(type);
    c->columns = type->columns;
    c->rows = type->rows;
    switch (type->kind) {
    case WLAY_TYPE_SCALAR:
        return construct_scalar(c, type, out);
    case WLAY_TYPE_VECTOR:
        return construct_vector(c, out);
    case WLAY_TYPE_MATRIX:
        return construct_matrix(c, out);
    default:
        return construct_composite(c, type, out);
    }
}

bool wlay_construct(wlay_eval *eval, const wlay_meaning *callee,
                    const wlay_expr *call, const wlay_value *args,
                    uint32_t count, wlay_value *out)
{
    construction c = {eval, call, {NULL, 0}, args, count, WLAY_S_COUNT, 0, 0};

    if (callee->kind == WLAY_MEANS_TYPE) {
        c.name = callee->type->name;
        return construct_type(&c, callee->type, out);
    }
    c.name = wlay_text(wlay_name_text(callee->name));
    return construct_inferred(&c, callee->name, out);
}
