/* SPDX-License-Identifier: MIT */
/*
 * The order in which declarations are resolved.  A depth-first search over what
 * they name, with a stack of its own: a chain of a hundred thousand aliases must
 * not be a recursion.
 */
#include "resolve.h"

typedef struct step {
    wlay_decl *decl;
    uint32_t next; /* reference to look at */
} step;

typedef struct search {
    wlay_resolver *resolver;
    step *path;
    size_t depth;
    wlay_decl **order;
    size_t count;
} search;

/* From the top of the path down to `target`, all declare one another. */
static void report_cycle(search *s, const wlay_decl *target)
{
    wlay_diag *const diag = s->resolver->diag;
    size_t from = s->depth - 1;
    wlay_entry *entry;

    while (s->path[from].decl != target)
        from--;
    entry = wlay_report(
        diag, WLAY_RULE_CYCLE,
        wlay_span_of(target, target->offset, target->length),
        from == s->depth - 1 ? F("'%' depends on itself")
                             : F("'%' depends on itself, through '%'"),
        S(wlay_symbol_text(target->symbol)),
        S(wlay_symbol_text(s->path[s->depth - 1].decl->symbol)));
    for (size_t i = from; i < s->depth; i++) {
        wlay_decl *const decl = s->path[i].decl;

        decl->cyclic = true;
        if (i > from && i < from + 8)
            wlay_note_at(diag, entry,
                         wlay_span_of(decl, decl->offset, decl->length),
                         F("by way of '%'"), S(wlay_symbol_text(decl->symbol)));
    }
}

/* What has no name, or is a function, is named by no declaration. */
static wlay_decl *declaration_of(const wlay_symbol *symbol)
{
    wlay_decl *const decl = wlay_decl_of(symbol);

    return decl == NULL || decl->kind == WLAY_DECL_FUNCTION ? NULL : decl;
}

static void push(search *s, wlay_decl *decl)
{
    decl->state = WLAY_DECL_ACTIVE;
    s->path[s->depth++] = (step){decl, 0};
}

static void visit(search *s, wlay_decl *root)
{
    push(s, root);
    while (s->depth > 0) {
        step *const top = &s->path[s->depth - 1];
        wlay_decl *decl;

        if (top->next == top->decl->reference_count) {
            top->decl->state = WLAY_DECL_DONE;
            top->decl->root = root->serial;
            s->order[s->count++] = top->decl;
            s->depth--;
            continue;
        }
        decl = declaration_of(top->decl->references[top->next++]);
        if (decl == NULL || decl->state == WLAY_DECL_DONE)
            continue;
        if (decl->state == WLAY_DECL_NEW)
            push(s, decl);
        else if (!decl->cyclic)
            report_cycle(s, decl);
    }
}

wlay_decl **wlay_order(wlay_resolver *resolver, size_t *out_count)
{
    search s = {resolver, NULL, 0, NULL, 0};
    size_t count = 0;

    for (size_t i = 0; i <= WLAY_DECL_ASSERT; i++)
        count += resolver->syntax->counts[i];
    s.path = WLAY_NEW(resolver->scratch, step, count);
    s.order = WLAY_NEW(resolver->scratch, wlay_decl *, count);
    if (s.path == NULL || s.order == NULL)
        return NULL;
    for (wlay_decl *d = resolver->syntax->first; d != NULL; d = d->next)
        if (d->state == WLAY_DECL_NEW)
            visit(&s, d);
    *out_count = s.count;
    return s.order;
}
