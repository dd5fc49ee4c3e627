/* SPDX-License-Identifier: MIT */
/* The walk over an expression.  [Early Evaluation Expressions] */
#include "eval.h"

#include "number.h"

wlay_span wlay_operand_span(const wlay_eval *eval, const wlay_expr *expr)
{
    while (expr->kind == WLAY_EXPR_PAREN)
        expr = expr->first;
    return wlay_eval_span(eval, expr);
}

wlay_string wlay_operand_text(const wlay_eval *eval, const wlay_value *scalar)
{
    if (eval->diag->count >= eval->diag->max)
        return (wlay_string){"", 0};
    return wlay_value_text(eval->diag->arena, scalar);
}

/* --------------------------------------------------------------- operations */

/* What is done with operands that are evaluated. */
typedef struct operation operation;
struct operation {
    bool (*apply)(wlay_eval *eval, const operation *o,
                  const wlay_value *operands, wlay_value *out);
    const wlay_expr *expr;
    const wlay_meaning *callee; /* of a call */
    uint32_t count;             /* of operands */
};

/* With the values of overrides hidden, for what is an error without them. */
static wlay_value *hide_overrides(wlay_eval *eval, const wlay_value *operands,
                                  uint32_t count)
{
    wlay_value *const hidden = WLAY_NEW(eval->arena, wlay_value, count);

    if (hidden == NULL)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        hidden[i] = operands[i];
        if (operands[i].varies)
            hidden[i] = wlay_unknown_value(operands[i].type, true);
    }
    return hidden;
}

/* What is wrong with the values that overrides were given. */
static void warn_of(wlay_eval *eval, wlay_diag *found)
{
    size_t count;
    const wlay_diagnostic *const first = wlay_diag_finish(found, &count);

    if (count > 0 && first != NULL)
        wlay_warn(eval->diag, WLAY_RULE_OVERRIDE_VALUE, first->place.span,
                  F("with these override values no pipeline can use this: %"),
                  S(first->message));
}

/*
 * An operation on overrides is checked as far as it does not depend on their
 * values.  Then it is done once more with them.  If that fails, which is an
 * error only when a pipeline is made, the result is not known.
 */
static bool apply_to_overrides(wlay_eval *eval, const operation *o,
                               const wlay_value *operands, wlay_value *out)
{
    wlay_value *const hidden = hide_overrides(eval, operands, o->count);
    wlay_diag *const diag = eval->diag;
    wlay_diag found = {0};
    wlay_value value;

    if (hidden == NULL || !o->apply(eval, o, hidden, out))
        return false;
    if (eval->guarded)
        return true;
    found.arena = diag->arena;
    found.sources = diag->sources;
    found.source_count = diag->source_count;
    found.max = 1;
    eval->diag = &found;
    if (o->apply(eval, o, operands, &value))
        *out = value;
    eval->diag = diag;
    warn_of(eval, &found);
    return true;
}

static bool apply(wlay_eval *eval, const operation *o,
                  const wlay_value *operands, wlay_value *out)
{
    bool is_override = false, varies = false, known = false;

    for (uint32_t i = 0; i < o->count; i++) {
        is_override = is_override || operands[i].is_override;
        varies = varies || operands[i].varies;
        known = known || (operands[i].varies && operands[i].known);
    }
    if (!(known ? apply_to_overrides(eval, o, operands, out)
                : o->apply(eval, o, operands, out)))
        return false;
    out->is_override = is_override;
    out->varies = varies;
    return true;
}

static bool unary(wlay_eval *eval, const operation *o,
                  const wlay_value *operands, wlay_value *out)
{
    return wlay_apply_unary(eval, o->expr, operands, out);
}

static bool binary(wlay_eval *eval, const operation *o,
                   const wlay_value *operands, wlay_value *out)
{
    return wlay_apply_binary(eval, o->expr, &operands[0], &operands[1], out);
}

static bool member(wlay_eval *eval, const operation *o,
                   const wlay_value *operands, wlay_value *out)
{
    return wlay_access_member(eval, o->expr, operands, out);
}

static bool index_of(wlay_eval *eval, const operation *o,
                     const wlay_value *operands, wlay_value *out)
{
    return wlay_access_index(eval, o->expr, &operands[0], &operands[1], out);
}

static bool call(wlay_eval *eval, const operation *o,
                 const wlay_value *operands, wlay_value *out)
{
    const wlay_meaning *const callee = o->callee;

    if (callee->kind != WLAY_MEANS_BUILTIN)
        return wlay_construct(eval, callee, o->expr, operands, o->count, out);
    if (callee->type != NULL)
        return wlay_call_bitcast(eval, callee->type, o->expr, operands,
                                 o->count, out);
    return wlay_call_builtin(eval, callee->name, o->expr, operands, o->count,
                             out);
}

/* --------------------------------------------------------------- leaf nodes */

static bool evaluate_number(wlay_eval *eval, const wlay_expr *expr,
                            wlay_value *out)
{
    static const uint8_t components[] = {
        [WLAY_NUMBER_ABSTRACT_INT] = WLAY_S_AINT,
        [WLAY_NUMBER_I32] = WLAY_S_I32,
        [WLAY_NUMBER_U32] = WLAY_S_U32,
        [WLAY_NUMBER_ABSTRACT_FLOAT] = WLAY_S_AFLOAT,
        [WLAY_NUMBER_F32] = WLAY_S_F32,
        [WLAY_NUMBER_F16] = WLAY_S_F16,
    };
    const wlay_s component = (wlay_s)components[expr->op];
    const wlay_type *const type = wlay_scalar_type(component);
    wlay_entry *entry;

    if (expr->broken)
        return false;
    *out = wlay_is_float(component)
               ? wlay_real_value(type, expr->of.real)
               : wlay_integer_value(type, expr->of.integer);
    if (component != WLAY_S_F16 || eval->f16_enabled)
        return true;
    entry = wlay_report(eval->diag, WLAY_RULE_EXTENSION_NEEDED,
                        wlay_eval_span(eval, expr),
                        F("the suffix 'h' needs the extension f16"));
    wlay_hint(eval->diag, entry,
              F("put 'enable f16;' before all declarations"));
    return true;
}

/* Template arguments are always evaluated: types depend on them. */
static bool find_meaning(wlay_eval *eval, const wlay_expr *ident,
                         wlay_meaning *out)
{
    const bool type_only = eval->type_only, guarded = eval->guarded;
    bool found;

    eval->type_only = eval->guarded = false;
    found = eval->meaning(eval, ident, out);
    eval->type_only = type_only;
    eval->guarded = guarded;
    return found;
}

/* What names mean that are no constants. */
static const struct {
    wlay_rule rule;
    const char *what;
    const char *hint;
} others[] = {
    [WLAY_MEANS_TYPE] = {WLAY_RULE_NOT_A_VALUE, "a type, not a value",
                         "write %(...) for a value of it"},
    [WLAY_MEANS_GENERATOR] = {WLAY_RULE_NOT_A_VALUE,
                              "a type-generator, not a value",
                              "write %(...) for a value"},
    [WLAY_MEANS_BUILTIN] = {WLAY_RULE_NOT_A_VALUE, "a function, not a value",
                            "call it: %(...)"},
    [WLAY_MEANS_RUNTIME] = {WLAY_RULE_NOT_CONST,
                            "a function that only runs in shaders", NULL},
    [WLAY_MEANS_FUNCTION] = {WLAY_RULE_NOT_CONST,
                             "a function of this module, which "
                             "const-expressions cannot call", NULL},
    [WLAY_MEANS_VARIABLE] = {WLAY_RULE_NOT_CONST,
                             "a variable: it has no value before the shader "
                             "runs", NULL},
    [WLAY_MEANS_ENUMERANT] = {WLAY_RULE_NOT_A_VALUE,
                              "an enumerant, not a value", NULL},
};

static bool refuse_name(wlay_eval *eval, const wlay_expr *ident,
                        const wlay_meaning *meant)
{
    const wlay_string name = wlay_symbol_text(ident->of.symbol);
    const wlay_decl *const decl = meant->decl;
    wlay_entry *const entry = wlay_report(
        eval->diag, others[meant->kind].rule, wlay_eval_span(eval, ident),
        F("'%' is %"), S(name), Z(others[meant->kind].what));

    if (decl != NULL && decl->symbol != NULL)
        wlay_note_at(eval->diag, entry,
                     wlay_span_of(decl, decl->offset, decl->length),
                     F("'%' is declared here"), S(name));
    if (others[meant->kind].hint != NULL)
        wlay_hint(eval->diag, entry, Z(others[meant->kind].hint), S(name));
    return false;
}

static bool evaluate_identifier(wlay_eval *eval, const wlay_expr *expr,
                                wlay_value *out)
{
    wlay_meaning meant;

    if (!find_meaning(eval, expr, &meant))
        return false;
    if (meant.kind != WLAY_MEANS_VALUE)
        return refuse_name(eval, expr, &meant);
    *out = meant.value;
    out->varies = out->is_override;
    return true;
}

/* -------------------------------------------------------------- inner nodes */

/* Evaluates `expr` and its siblings behind it: all of them, to report all. */
static bool evaluate_list(wlay_eval *eval, const wlay_expr *expr,
                          wlay_value *out)
{
    bool ok = true;

    for (; expr != NULL; expr = expr->next)
        if (!wlay_evaluate(eval, expr, out++))
            ok = false;
    return ok;
}

/* Whether that can be called; reported if not. */
static bool check_callee(wlay_eval *eval, const wlay_expr *ident,
                         const wlay_meaning *callee)
{
    const wlay_span span = wlay_eval_span(eval, ident);
    const wlay_string name = wlay_symbol_text(ident->of.symbol);

    switch (callee->kind) {
    case WLAY_MEANS_TYPE: case WLAY_MEANS_GENERATOR:
        return true;
    case WLAY_MEANS_BUILTIN:
        if (callee->name->kind != WLAY_NAME_GENERATOR || callee->type != NULL)
            return true;
        wlay_report(eval->diag, WLAY_RULE_TEMPLATE_ARGUMENTS, span,
                    F("'%' needs the type of its result: %<T>(...)"), S(name),
                    S(name));
        return false;
    case WLAY_MEANS_VALUE:
        wlay_report(eval->diag, WLAY_RULE_NOT_CONST, span,
                    F("'%' is a value and cannot be called"), S(name));
        return false;
    default:
        return refuse_name(eval, ident, callee);
    }
}

static bool evaluate_call(wlay_eval *eval, const wlay_expr *expr,
                          wlay_value *out)
{
    const wlay_expr *const ident = expr->first;
    wlay_meaning callee;
    wlay_value *args;
    const operation o = {call, expr, &callee, expr->count};

    if (!find_meaning(eval, ident, &callee) ||
        !check_callee(eval, ident, &callee))
        return false;
    args = WLAY_NEW(eval->arena, wlay_value, expr->count);
    return args != NULL && evaluate_list(eval, ident->next, args) &&
           apply(eval, &o, args, out);
}

static bool evaluate_unary(wlay_eval *eval, const wlay_expr *expr,
                           wlay_value *out)
{
    const operation o = {unary, expr, NULL, 1};
    wlay_value operand;

    if (expr->op == WLAY_TOKEN_AND || expr->op == WLAY_TOKEN_STAR) {
        wlay_report(eval->diag, WLAY_RULE_NOT_CONST, wlay_eval_span(eval, expr),
                    F("a const-expression has no pointers and no references"));
        return false;
    }
    return wlay_evaluate(eval, expr->first, &operand) &&
           apply(eval, &o, &operand, out);
}

static bool refuse_logical(wlay_eval *eval, const wlay_expr *expr,
                           const wlay_value *left, const wlay_value *right)
{
    wlay_report(eval->diag, WLAY_RULE_NO_OVERLOAD, wlay_eval_span(eval, expr),
                F("no operator '%' takes '%' and '%'"),
                Z(expr->op == WLAY_TOKEN_OR_OR ? "||" : "&&"),
                S(left->type->name), S(right->type->name));
    return false;
}

/*
 * && and ||.  The right side is not evaluated if the left one decides; but if
 * that varies with overrides, what is wrong with constants on the right is
 * wrong.
 * [Logical Expressions]
 */
static bool evaluate_logical(wlay_eval *eval, const wlay_expr *expr,
                             wlay_value *out)
{
    const wlay_type *const truth = wlay_scalar_type(WLAY_S_BOOL);
    const bool deciding = expr->op == WLAY_TOKEN_OR_OR;
    const bool type_only = eval->type_only, guarded = eval->guarded;
    wlay_value left, right;
    bool ok = wlay_evaluate(eval, expr->first, &left);
    const bool decided = ok && left.type == truth && left.known &&
                         (left.of.integer != 0) == deciding;

    eval->type_only = type_only || !ok || (decided && !left.varies);
    eval->guarded = guarded || decided;
    ok = wlay_evaluate(eval, expr->first->next, &right) && ok;
    eval->type_only = type_only;
    eval->guarded = guarded;
    if (!ok)
        return false;
    if (left.type != truth || right.type != truth)
        return refuse_logical(eval, expr, &left, &right);
    if (decided)
        *out = left;
    else
        *out = left.known ? right : wlay_unknown_value(truth, false);
    out->is_override = left.is_override || right.is_override;
    out->varies = left.varies || (right.varies && !decided);
    return true;
}

static bool evaluate_two(wlay_eval *eval, const wlay_expr *expr,
                         wlay_value *out)
{
    const operation o = {expr->kind == WLAY_EXPR_INDEX ? index_of : binary,
                         expr, NULL, 2};
    wlay_value operands[2];

    if (expr->op == WLAY_TOKEN_AND_AND || expr->op == WLAY_TOKEN_OR_OR)
        return evaluate_logical(eval, expr, out);
    return evaluate_list(eval, expr->first, operands) &&
           apply(eval, &o, operands, out);
}

static bool evaluate_member(wlay_eval *eval, const wlay_expr *expr,
                            wlay_value *out)
{
    const operation o = {member, expr, NULL, 1};
    wlay_value object;

    return wlay_evaluate(eval, expr->first, &object) &&
           apply(eval, &o, &object, out);
}

static bool evaluate(wlay_eval *eval, const wlay_expr *expr, wlay_value *out)
{
    switch ((wlay_expr_kind)expr->kind) {
    case WLAY_EXPR_NUMBER:
        return evaluate_number(eval, expr, out);
    case WLAY_EXPR_BOOL:
        *out = wlay_bool_value(expr->of.integer != 0);
        return true;
    case WLAY_EXPR_IDENT:
        return evaluate_identifier(eval, expr, out);
    case WLAY_EXPR_CALL:
        return evaluate_call(eval, expr, out);
    case WLAY_EXPR_MEMBER:
        return evaluate_member(eval, expr, out);
    case WLAY_EXPR_UNARY:
        return evaluate_unary(eval, expr, out);
    case WLAY_EXPR_INDEX: case WLAY_EXPR_BINARY:
        return evaluate_two(eval, expr, out);
    case WLAY_EXPR_PAREN:
        break;
    }
    return wlay_evaluate(eval, expr->first, out);
}

bool wlay_evaluate(wlay_eval *eval, const wlay_expr *expr, wlay_value *out)
{
    if (!evaluate(eval, expr, out))
        return false;
    if (eval->type_only)
        out->known = false;
    return true;
}
