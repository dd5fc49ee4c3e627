/* SPDX-License-Identifier: MIT */
/*
 * Type expressions in the scope of a finished module, which stays as it is: new
 * names, types and diagnostics go to the owner of the answer.
 */
#include "module.h"
#include "parse.h"
#include "resolve.h"

#include <string.h>

#define FIRST_BYTES 1024
#define DIAGNOSTICS_MAX 16

struct wlay_type_owner {
    wlay_arena arena; /* holds all of it, this struct included */
    size_t diagnostic_count;
    const wlay_diagnostic *diagnostics;
};

/* --------------------------------------------------------------- resolving */

/* What is needed to read one type expression. */
typedef struct reading {
    wlay_diag diag;
    wlay_symbols symbols;
    wlay_resolver resolver;
} reading;

static void start_reading(reading *r, const wlay_module *module,
                          const wlay_source *source, wlay_arena *arena,
                          wlay_arena *scratch)
{
    memset(r, 0, sizeof *r);
    r->diag.arena = arena;
    r->diag.sources = source;
    r->diag.source_count = 1;
    r->diag.max = DIAGNOSTICS_MAX;
    r->symbols.arena = scratch;
    r->symbols.outer = &module->symbols;
    r->resolver.diag = &r->diag;
    r->resolver.symbols = &r->symbols;
    r->resolver.arena = arena;
    r->resolver.scratch = scratch;
    r->resolver.language = module->language;
    wlay_resolver_init(&r->resolver);
    r->resolver.types.outer = &module->types;
}

/* Everything of the owner but its arena.  NULL if it denotes no type. */
static const wlay_type *read_type(wlay_type_owner *owner,
                                  const wlay_module *module, wlay_string text,
                                  wlay_arena *scratch, bool *made)
{
    const wlay_source source = {{"", 0}, text};
    const wlay_type *type = NULL;
    wlay_expr *expr;
    reading r;

    start_reading(&r, module, &source, &owner->arena, scratch);
    expr = wlay_parse_type(&source, 0, &r.diag, &r.symbols, scratch);
    if (expr != NULL)
        type = wlay_resolve_type(&r.resolver, expr);
    owner->diagnostics = wlay_diag_finish(&r.diag, &owner->diagnostic_count);
    *made = r.resolver.types.count > 0;
    return r.diag.has_error ? NULL : type;
}

/* ------------------------------------------------------------------ owners */

static wlay_type_owner *new_owner(const wlay_allocator *allocator)
{
    wlay_type_owner *owner;
    wlay_arena arena;

    wlay_arena_init(&arena, allocator, FIRST_BYTES);
    owner = WLAY_NEW(&arena, wlay_type_owner, 1);
    if (owner != NULL)
        owner->arena = arena;
    return owner;
}

void wlay_type_owner_free(wlay_type_owner *owner)
{
    wlay_arena arena;

    if (owner == NULL)
        return;
    /* The owner lies in its own arena. */
    arena = owner->arena;
    wlay_arena_free(&arena);
}

const wlay_diagnostic *
wlay_type_owner_diagnostics(const wlay_type_owner *owner, size_t *out_count)
{
    *out_count = owner == NULL ? 0 : owner->diagnostic_count;
    return *out_count > 0 ? owner->diagnostics : NULL;
}

/* ---------------------------------------------------------------- look-ups */

/* A name of the module that is a type: most questions are that. */
static const wlay_type *named_type(const wlay_module *module, wlay_string text)
{
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, text.data, text.length);

    if (symbol == NULL)
        return NULL;
    if (symbol->declared == WLAY_DECLARED_STRUCT)
        return symbol->as.structure->type;
    return symbol->declared == WLAY_DECLARED_ALIAS ? symbol->as.alias : NULL;
}

static wlay_result find_type(const wlay_module *module, wlay_string text,
                             const wlay_type **out_type,
                             wlay_type_owner **out_owner)
{
    wlay_type_owner *owner = new_owner(&module->arena.allocator);
    wlay_arena scratch;
    bool failed;
    bool made;

    if (owner == NULL)
        return WLAY_OUT_OF_MEMORY;
    wlay_arena_init(&scratch, &module->arena.allocator, FIRST_BYTES);
    *out_type = read_type(owner, module, text, &scratch, &made);
    failed = scratch.failed || owner->arena.failed;
    wlay_arena_free(&scratch);
    if (failed || (*out_type != NULL && !made)) {
        wlay_type_owner_free(owner);
        owner = NULL;
    }
    if (failed)
        *out_type = NULL;
    *out_owner = owner;
    return failed              ? WLAY_OUT_OF_MEMORY
           : *out_type == NULL ? WLAY_INVALID_WGSL
                               : WLAY_OK;
}

wlay_result wlay_find_type(const wlay_module *module, const char *text,
                           size_t length, const wlay_type **out_type,
                           wlay_type_owner **out_owner)
{
    wlay_string string;

    if (out_type == NULL || out_owner == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out_type = NULL;
    *out_owner = NULL;
    string = wlay_text_in(text, length);
    if (module == NULL || text == NULL || string.length > WLAY_SOURCE_MAX)
        return WLAY_INVALID_ARGUMENT;
    *out_type = named_type(module, string);
    if (*out_type != NULL)
        return WLAY_OK;
    return find_type(module, string, out_type, out_owner);
}
