/* SPDX-License-Identifier: MIT */
/* Parts of composite values.  [Composite Value Decomposition Expressions] */
#include "eval.h"

/* Members that a hint lists. */
enum { LISTED_MAX = 12, LISTED_NAME_MAX = 100 };

static wlay_span name_span(const wlay_eval *eval, const wlay_expr *expr)
{
    return (wlay_span){eval->source, expr->name_offset,
                       (uint32_t)wlay_symbol_text(expr->of.symbol).length};
}

/* ------------------------------------------------------------------ members */

static void hint_members(wlay_eval *eval, wlay_entry *entry,
                         const wlay_struct *structure)
{
    wlay_builder list = {eval->diag->arena, NULL, 0, 0};

    for (size_t i = 0; i < structure->member_count; i++) {
        wlay_put(&list, i == 0 ? WLAY_TEXT("") : WLAY_TEXT(", "));
        if (i == LISTED_MAX) {
            wlay_put(&list, WLAY_TEXT("..."));
            break;
        }
        wlay_put_name(&list, structure->members[i].name, LISTED_NAME_MAX);
    }
    wlay_hint(eval->diag, entry, F("it has %"), S(wlay_built(&list)));
}

static bool access_struct(wlay_eval *eval, const wlay_expr *expr,
                          const wlay_value *object, wlay_value *out)
{
    const wlay_struct *const structure = object->type->structure;
    const wlay_string name = wlay_symbol_text(expr->of.symbol);
    wlay_entry *entry;

    for (size_t i = 0; i < structure->member_count; i++) {
        if (!wlay_text_equal(structure->members[i].name, name))
            continue;
        *out = wlay_part(object, i);
        return true;
    }
    entry = wlay_report(eval->diag, WLAY_RULE_MEMBER_ACCESS,
                        name_span(eval, expr), F("'%' has no member '%'"),
                        S(object->type->name), S(name));
    if (entry != NULL)
        hint_members(eval, entry, structure);
    return false;
}

/* ----------------------------------------------------------------- swizzles */

/* The two sets of convenience names. */
static const char *const letter_sets[] = {"xyzw", "rgba"};

/* Which component the letter stands for, and in which set; 4 for none. */
static uint32_t find_letter(char letter, uint32_t *set)
{
    for (*set = 0; *set < 2; ++*set)
        for (uint32_t i = 0; i < 4; i++)
            if (letter_sets[*set][i] == letter)
                return i;
    return 4;
}

/* Why the swizzle is none; NULL if it is one. */
static const char *read_swizzle(wlay_string name, uint32_t rows,
                                uint32_t components[4])
{
    uint32_t set = 0;

    if (name.length > 4)
        return "a swizzle has at most 4 letters";
    for (size_t i = 0; i < name.length; i++) {
        const uint32_t set_before = set;

        components[i] = find_letter(name.data[i], &set);
        if (components[i] >= 4)
            return "a vector has no such component";
        if (i > 0 && set != set_before)
            return "a swizzle does not mix xyzw with rgba";
        if (components[i] >= rows)
            return "this component is past the end of the vector";
    }
    return NULL;
}

static bool refuse_swizzle(wlay_eval *eval, const wlay_expr *expr,
                           const wlay_type *vector, const char *why)
{
    wlay_entry *const entry = wlay_report(
        eval->diag, WLAY_RULE_MEMBER_ACCESS, name_span(eval, expr),
        F("'%' is no swizzle of '%': %"), S(wlay_symbol_text(expr->of.symbol)),
        S(vector->name), Z(why));

    wlay_hint(eval->diag, entry, F("its components are % or %"),
              S(((wlay_string){letter_sets[0], vector->rows})),
              S(((wlay_string){letter_sets[1], vector->rows})));
    return false;
}

static bool access_vector(wlay_eval *eval, const wlay_expr *expr,
                          const wlay_value *object, wlay_value *out)
{
    const wlay_string name = wlay_symbol_text(expr->of.symbol);
    uint32_t components[4];
    const char *const why = read_swizzle(name, object->type->rows, components);
    wlay_value *parts;

    if (why != NULL)
        return refuse_swizzle(eval, expr, object->type, why);
    if (name.length == 1) {
        *out = wlay_part(object, components[0]);
        return true;
    }
    parts = WLAY_NEW(eval->arena, wlay_value, name.length);
    if (parts == NULL)
        return false;
    for (size_t i = 0; i < name.length; i++)
        parts[i] = wlay_part(object, components[i]);
    *out = wlay_zero_value(wlay_vector_type(wlay_component(object->type),
                                            (uint32_t)name.length));
    out->known = object->known;
    out->parts = parts;
    return true;
}

bool wlay_access_member(wlay_eval *eval, const wlay_expr *expr,
                        const wlay_value *object, wlay_value *out)
{
    if (object->type->kind == WLAY_TYPE_STRUCT)
        return access_struct(eval, expr, object, out);
    if (object->type->kind == WLAY_TYPE_VECTOR)
        return access_vector(eval, expr, object, out);
    wlay_report(eval->diag, WLAY_RULE_MEMBER_ACCESS,
                wlay_operand_span(eval, expr->first),
                F("a value of type '%' has no members"),
                S(object->type->name));
    return false;
}

/* ----------------------------------------------------------------- indexing */

static bool can_be_indexed(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_VECTOR || type->kind == WLAY_TYPE_MATRIX ||
           type->kind == WLAY_TYPE_ARRAY;
}

static bool check_index(wlay_eval *eval, const wlay_expr *expr,
                        const wlay_value *object, const wlay_value *index)
{
    const uint64_t count = wlay_part_count(object->type);
    const wlay_span span = wlay_operand_span(eval, expr->first->next);

    if (index->type->kind != WLAY_TYPE_SCALAR ||
        !wlay_is_integer(wlay_component(index->type))) {
        wlay_report(eval->diag, WLAY_RULE_INDEX, span,
                    F("an index is an i32 or a u32, not '%'"),
                    S(index->type->name));
        return false;
    }
    if (!index->known ||
        (index->of.integer >= 0 && (uint64_t)index->of.integer < count))
        return true;
    wlay_report(eval->diag, WLAY_RULE_INDEX, span,
                F("index % is out of bounds: '%' has the indices 0 to %"),
                I(index->of.integer), S(object->type->name), U(count - 1));
    return false;
}

bool wlay_access_index(wlay_eval *eval, const wlay_expr *expr,
                       const wlay_value *object, const wlay_value *index,
                       wlay_value *out)
{
    wlay_value concrete = *object;

    if (!can_be_indexed(object->type)) {
        wlay_report(eval->diag, WLAY_RULE_INDEX,
                    wlay_operand_span(eval, expr->first),
                    F("a value of type '%' cannot be indexed"),
                    S(object->type->name));
        return false;
    }
    if (!check_index(eval, expr, object, index))
        return false;
    /* Of an abstract value an override selects a part that is concrete. */
    if (index->is_override &&
        !wlay_make_concrete(eval, object, wlay_operand_span(eval, expr->first),
                            &concrete))
        return false;
    if (index->known)
        *out = wlay_part(&concrete, (uint64_t)index->of.integer);
    else
        *out = wlay_unknown_value(concrete.type->element, false);
    return true;
}
