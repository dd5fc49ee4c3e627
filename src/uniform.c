/* SPDX-License-Identifier: MIT */
/* The strict layout constraints of uniform buffers.  [Address Space Layout
   Constraints] */
#include "rules.h"
#include "uniform.h"

typedef struct walk {
    wlay_resolver *resolver;
    const wlay_decl *decl; /* the variable */
} walk;

/* Each on its own, in the order of the walk and not of the places. */
static void note_variable(walk *w, wlay_entry *entry)
{
    w->resolver->diag->step++;
    wlay_note_at(w->resolver->diag, entry,
                 wlay_span_of(w->decl, w->decl->offset, w->decl->length),
                 F("'%' in the address space 'uniform' uses it"),
                 S(wlay_symbol_text(w->decl->symbol)));
}

/* Each member at a multiple of its RequiredAlignOf: 16 for structs and
   arrays. */
static void check_offset(walk *w, const wlay_struct *s, const wlay_member *m)
{
    const uint64_t required = wlay_uniform_align(m->type);
    wlay_entry *entry;

    if (m->type->kind < WLAY_TYPE_ARRAY || m->offset % required == 0)
        return;
    entry = wlay_report(
        w->resolver->diag, WLAY_RULE_UNIFORM_OFFSET, m->span,
        F("in a uniform buffer '%.%' must be at a multiple of % bytes, because "
          "'%' is %; it is at %"),
        S(s->name), S(m->name), U(required), S(m->type->name),
        Z(m->type->kind == WLAY_TYPE_ARRAY ? "an array" : "a struct"),
        U(m->offset));
    note_variable(w, entry);
    wlay_hint(w->resolver->diag, entry, F("put @align(%) on '%'"), U(required),
              S(m->name));
}

/* From a member that is a struct to the next at least roundUp(16, SizeOf). */
static void check_struct_tail(walk *w, const wlay_struct *s,
                              const wlay_member *m, const wlay_member *next)
{
    const uint64_t required = wlay_uniform_distance(m->type);
    wlay_entry *entry;

    if (next->offset - m->offset >= required)
        return;
    entry = wlay_report(
        w->resolver->diag, WLAY_RULE_UNIFORM_STRUCT, next->span,
        F("in a uniform buffer '%.%' must be at least % bytes behind '%', "
          "because that is a struct of % bytes; it is % bytes behind"),
        S(s->name), S(next->name), U(required), S(m->name), U(m->type->size),
        U(next->offset - m->offset));
    wlay_note_at(w->resolver->diag, entry, m->span, F("'%' is here"),
                 S(m->name));
    note_variable(w, entry);
    wlay_hint(w->resolver->diag, entry, F("put @align(%) on '%'"),
              U(WLAY_UNIFORM_UNIT), S(next->name));
}

static void hint_stride(walk *w, wlay_entry *entry, const wlay_type *array)
{
    const wlay_type *const element = array->element;

    if (element->kind == WLAY_TYPE_STRUCT)
        wlay_hint(w->resolver->diag, entry,
                  F("put @align(16) on the first member of '%'"),
                  S(element->name));
    else if (element->kind == WLAY_TYPE_SCALAR && element->size == 4)
        wlay_hint(w->resolver->diag, entry,
                  F("use array<vec4<%>, %>, or wrap the element in a struct "
                    "with @size(16)"),
                  S(element->name), U((array->element_count + 3) / 4));
    else
        wlay_hint(w->resolver->diag, entry,
                  F("wrap the element in a struct with @size(%)"),
                  U(wlay_uniform_round(element->size)));
}

/* The stride of every array is a multiple of 16. */
static void check_stride(walk *w, const wlay_type *array, wlay_span span)
{
    wlay_entry *entry;

    if (wlay_uniform_stride_allowed(array->stride))
        return;
    entry = wlay_report(
        w->resolver->diag, WLAY_RULE_UNIFORM_STRIDE, span,
        F("in a uniform buffer the stride of an array must be a multiple of %; "
          "that of '%' is %"),
        U(WLAY_UNIFORM_UNIT), S(array->name), U(array->stride));
    note_variable(w, entry);
    hint_stride(w, entry, array);
}

/* Has the struct been checked before?  Marks it. */
static bool was_checked(const walk *w, const wlay_struct *s)
{
    wlay_symbol *const symbol = wlay_find_symbol(
        w->resolver->symbols, s->name.data, s->name.length);
    bool before;

    if (symbol == NULL)
        return false;
    before = symbol->uniform_checked;
    symbol->uniform_checked = true;
    return before;
}

/*
 * From the inside out, as what is inside is the cause more often.  Structs are
 * checked once: their layout does not depend on where they stand.  The recursion
 * is as deep as types may be nested, at most.
 */
static void check_type(walk *w, const wlay_type *type, wlay_span span)
{
    const wlay_struct *const s = type->structure;

    if (type->kind == WLAY_TYPE_ARRAY) {
        check_type(w, type->element, span);
        check_stride(w, type, span);
    }
    if (s == NULL || was_checked(w, s))
        return;
    for (size_t i = 0; i < s->member_count; i++) {
        check_type(w, s->members[i].type, s->members[i].span);
        check_offset(w, s, &s->members[i]);
        if (i > 0)
            check_struct_tail(w, s, &s->members[i - 1], &s->members[i]);
    }
}

void wlay_check_uniform(wlay_resolver *resolver, const wlay_decl *decl,
                        const wlay_type *type)
{
    walk w = {resolver, decl};

    check_type(&w, type,
               decl->type == NULL
                   ? wlay_span_of(decl, decl->offset, decl->length)
                   : wlay_expr_span(resolver, decl->type));
    resolver->diag->step = 0;
}
