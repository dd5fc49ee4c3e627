/* SPDX-License-Identifier: MIT */
/* The public entry points: parsing, loops, look-ups. */
#include "module.h"
#include "parse.h"
#include "rules.h"

#include <string.h>

#define DIAGNOSTICS_DEFAULT 1000
#define SOURCE_MAX ((size_t)0xfffffff0)

/* ------------------------------------------------------------------ checking */

static bool options_are_valid(const wlay_options *options)
{
    if ((options->allocator.alloc == NULL) !=
        (options->allocator.release == NULL))
        return false;
    if (options->override_count > 0 && options->overrides == NULL)
        return false;
    return (options->features &
            ~(uint32_t)WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT) == 0;
}

/* Copies the sources with their lengths made explicit; names are the module's,
   as diagnostics outlive the parse. */
static wlay_source *copy_sources(wlay_arena *arena, wlay_arena *scratch,
                                 const wlay_source *sources, size_t count)
{
    wlay_source *const copy = WLAY_NEW(scratch, wlay_source, count);

    for (size_t i = 0; copy != NULL && i < count; i++) {
        copy[i].text = wlay_text_in(sources[i].text.data,
                                    sources[i].text.length);
        copy[i].name = wlay_copy_string(
            arena, wlay_text_in(sources[i].name.data, sources[i].name.length));
    }
    return copy;
}

static bool sources_are_valid(const wlay_source *sources, size_t count)
{
    if (count > 0 && sources == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const wlay_string text = sources[i].text;

        if (text.data == NULL && text.length > 0)
            return false;
        if (wlay_text_in(text.data, text.length).length > SOURCE_MAX)
            return false;
    }
    return count <= UINT32_MAX - 1;
}

/* ------------------------------------------------------------------- parsing */

static void resolve_declaration(wlay_resolver *resolver, wlay_decl *decl,
                                wlay_variable *variable)
{
    resolver->eval.source = decl->source;
    if (decl->cyclic || (decl->broken && decl->kind != WLAY_DECL_STRUCT &&
                         decl->kind != WLAY_DECL_FUNCTION))
        return;
    switch (decl->kind) {
    case WLAY_DECL_STRUCT:
        wlay_resolve_struct(resolver, decl);
        break;
    case WLAY_DECL_ALIAS:
        wlay_resolve_alias(resolver, decl);
        break;
    case WLAY_DECL_CONST:
        wlay_resolve_const(resolver, decl);
        break;
    case WLAY_DECL_OVERRIDE:
        wlay_resolve_override(resolver, decl);
        break;
    case WLAY_DECL_VAR:
        if (!wlay_resolve_variable(resolver, decl, variable))
            decl->store_type = NULL;
        break;
    case WLAY_DECL_FUNCTION:
        if (!decl->broken)
            wlay_check_function(resolver, decl);
        break;
    case WLAY_DECL_ASSERT:
        wlay_resolve_assert(resolver, decl);
        break;
    }
}

/* The variables in source order, one for each declaration. */
static void number_variables(const wlay_syntax *syntax)
{
    uint32_t number = 0;

    for (wlay_decl *d = syntax->first; d != NULL; d = d->next)
        if (d->kind == WLAY_DECL_VAR)
            d->number = number++;
}

/* Adds what a declaration turned out to be. */
static void collect_one(wlay_module *module, wlay_resolver *resolver,
                        const wlay_decl *d, const wlay_variable *variables)
{
    const wlay_span span = wlay_span_of(d, d->offset, d->length);

    switch (d->kind) {
    case WLAY_DECL_STRUCT:
        module->structs[module->struct_count++] = d->store_type->structure;
        if (d->symbol->decl == d)
            d->symbol->structure = d->store_type->structure;
        break;
    case WLAY_DECL_VAR:
        module->variables[module->variable_count] = variables[d->number];
        if (d->symbol->decl == d)
            d->symbol->variable = &module->variables[module->variable_count];
        module->variable_count++;
        break;
    case WLAY_DECL_ALIAS:
        module->aliases[module->alias_count++] =
            (wlay_alias){d->symbol->text, d->store_type, span};
        break;
    case WLAY_DECL_OVERRIDE:
        if (wlay_show_override(resolver, d,
                               &module->overrides[module->override_count]))
            module->override_count++;
        break;
    case WLAY_DECL_CONST: case WLAY_DECL_FUNCTION: case WLAY_DECL_ASSERT:
        break;
    }
}

/* What could be resolved, in source order. */
static void collect(wlay_module *module, wlay_resolver *resolver,
                    const wlay_variable *variables)
{
    for (const wlay_decl *d = resolver->syntax->first; d != NULL; d = d->next)
        if (d->store_type != NULL)
            collect_one(module, resolver, d, variables);
}

static bool make_arrays(wlay_module *module, const wlay_syntax *syntax)
{
    wlay_arena *const arena = &module->arena;

    module->structs = WLAY_NEW(arena, const wlay_struct *,
                               syntax->counts[WLAY_DECL_STRUCT]);
    module->variables =
        WLAY_NEW(arena, wlay_variable, syntax->counts[WLAY_DECL_VAR]);
    module->overrides =
        WLAY_NEW(arena, wlay_override, syntax->counts[WLAY_DECL_OVERRIDE]);
    module->aliases =
        WLAY_NEW(arena, wlay_alias, syntax->counts[WLAY_DECL_ALIAS]);
    return !arena->failed;
}

static void resolve(wlay_module *module, wlay_resolver *resolver)
{
    const wlay_syntax *const syntax = resolver->syntax;
    wlay_variable *const variables = WLAY_NEW(
        resolver->scratch, wlay_variable, syntax->counts[WLAY_DECL_VAR]);
    wlay_decl **order;
    size_t count;

    wlay_resolver_init(resolver);
    resolver->overrides_used =
        WLAY_NEW(resolver->scratch, bool, resolver->options->override_count);
    wlay_declare(resolver);
    number_variables(syntax);
    order = wlay_order(resolver, &count);
    if (variables == NULL || resolver->overrides_used == NULL ||
        order == NULL || !make_arrays(module, syntax))
        return;
    for (size_t i = 0; i < count && !resolver->scratch->failed; i++)
        resolve_declaration(resolver, order[i], &variables[order[i]->number]);
    wlay_check_override_values(resolver);
    collect(module, resolver, variables);
    module->types = resolver->types;
}

/* Fills in the module; memory may run out on the way, which the arenas know. */
static void read_module(wlay_module *module, wlay_arena *scratch,
                        const wlay_source *sources, size_t count,
                        const wlay_options *options)
{
    wlay_syntax syntax;
    wlay_diag diag;
    wlay_resolver resolver;

    memset(&syntax, 0, sizeof syntax);
    memset(&diag, 0, sizeof diag);
    memset(&resolver, 0, sizeof resolver);
    if (options->features & WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT)
        syntax.language |= WLAY_LANGUAGE_STANDARD_UNIFORM;
    module->symbols.arena = &module->arena;
    diag.arena = &module->arena;
    diag.sources = copy_sources(&module->arena, scratch, sources, count);
    diag.source_count = count;
    diag.max = options->max_diagnostics > 0 ? options->max_diagnostics
                                            : DIAGNOSTICS_DEFAULT;
    if (diag.sources == NULL)
        return;
    for (size_t i = 0; i < count; i++)
        wlay_parse_source(&diag.sources[i], (uint32_t)i, &diag,
                          &module->symbols, scratch, &syntax);
    resolver.diag = &diag;
    resolver.symbols = &module->symbols;
    resolver.arena = &module->arena;
    resolver.scratch = scratch;
    resolver.syntax = &syntax;
    resolver.options = options;
    resolver.language = syntax.language;
    if (!scratch->failed && !module->arena.failed)
        resolve(module, &resolver);
    module->diagnostics = wlay_diag_finish(&diag, &module->diagnostic_count);
    module->valid = !diag.has_error;
}

/* Room for a small module without a second allocation. */
static size_t guess_size(const wlay_source *sources, size_t count)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t length =
            wlay_text_in(sources[i].text.data, sources[i].text.length).length;

        sum += (size_t)wlay_min(length, 1 << 20);
        if (sum > 1 << 20)
            break;
    }
    return sizeof(wlay_module) + 2048 + (size_t)wlay_min(sum, 1 << 20);
}

wlay_result wlay_parse_sources(const wlay_source *sources, size_t source_count,
                               const wlay_options *options,
                               wlay_module **out_module)
{
    static const wlay_options defaults;
    wlay_module *module;
    wlay_arena arena;
    wlay_arena scratch;
    bool failed;

    if (out_module == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out_module = NULL;
    if (options == NULL)
        options = &defaults;
    if (!options_are_valid(options) ||
        !sources_are_valid(sources, source_count))
        return WLAY_INVALID_ARGUMENT;
    wlay_arena_init(&arena, &options->allocator,
                    guess_size(sources, source_count));
    wlay_arena_init(&scratch, &options->allocator,
                    guess_size(sources, source_count));
    module = WLAY_NEW(&arena, wlay_module, 1);
    if (module == NULL)
        return WLAY_OUT_OF_MEMORY;
    module->arena = arena;
    read_module(module, &scratch, sources, source_count, options);
    failed = scratch.failed || module->arena.failed;
    wlay_arena_free(&scratch);
    if (failed) {
        wlay_module_free(module);
        return WLAY_OUT_OF_MEMORY;
    }
    *out_module = module;
    return module->valid ? WLAY_OK : WLAY_INVALID_WGSL;
}

wlay_result wlay_parse(const char *text, size_t length,
                       const wlay_options *options, wlay_module **out_module)
{
    const wlay_source source = {{"", 0}, {text, length}};

    if (text == NULL && length == WLAY_STRLEN) {
        if (out_module != NULL)
            *out_module = NULL;
        return WLAY_INVALID_ARGUMENT;
    }
    return wlay_parse_sources(&source, 1, options, out_module);
}

void wlay_module_free(wlay_module *module)
{
    wlay_arena arena;

    if (module == NULL)
        return;
    /* The module lies in its own arena. */
    arena = module->arena;
    wlay_arena_free(&arena);
}

/* --------------------------------------------------------------------- loops */

bool wlay_module_valid(const wlay_module *module)
{
    return module->valid;
}

const wlay_struct *const *wlay_structs(const wlay_module *module,
                                       size_t *out_count)
{
    *out_count = module->struct_count;
    return module->struct_count > 0 ? module->structs : NULL;
}

const wlay_variable *wlay_variables(const wlay_module *module,
                                    size_t *out_count)
{
    *out_count = module->variable_count;
    return module->variable_count > 0 ? module->variables : NULL;
}

const wlay_override *wlay_overrides(const wlay_module *module,
                                    size_t *out_count)
{
    *out_count = module->override_count;
    return module->override_count > 0 ? module->overrides : NULL;
}

const wlay_alias *wlay_aliases(const wlay_module *module, size_t *out_count)
{
    *out_count = module->alias_count;
    return module->alias_count > 0 ? module->aliases : NULL;
}

const wlay_diagnostic *wlay_diagnostics(const wlay_module *module,
                                        size_t *out_count)
{
    *out_count = module->diagnostic_count;
    return module->diagnostic_count > 0 ? module->diagnostics : NULL;
}

/* ------------------------------------------------------------------ look-ups */

const wlay_struct *wlay_find_struct(const wlay_module *module, const char *name,
                                    size_t length)
{
    const wlay_string text = wlay_text_in(name, length);
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, text.data, text.length);

    return symbol == NULL ? NULL : symbol->structure;
}

const wlay_variable *wlay_find_variable(const wlay_module *module,
                                        const char *name, size_t length)
{
    const wlay_string text = wlay_text_in(name, length);
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, text.data, text.length);

    return symbol == NULL ? NULL : symbol->variable;
}

const wlay_variable *wlay_find_binding(const wlay_module *module,
                                       uint32_t group, uint32_t binding)
{
    for (size_t i = 0; i < module->variable_count; i++) {
        const wlay_variable *const v = &module->variables[i];

        if (v->has_binding && v->group == group && v->binding == binding)
            return v;
    }
    return NULL;
}

const char *wlay_result_text(wlay_result result)
{
    switch (result) {
    case WLAY_OK:
        return "ok";
    case WLAY_INVALID_WGSL:
        return "invalid WGSL";
    case WLAY_OUT_OF_MEMORY:
        return "out of memory";
    case WLAY_INVALID_ARGUMENT:
        return "invalid argument";
    case WLAY_NOT_FOUND:
        return "not found";
    case WLAY_OUT_OF_RANGE:
        return "out of range";
    case WLAY_TYPE_MISMATCH:
        return "type mismatch";
    case WLAY_WRITE_FAILED:
        return "write failed";
    case WLAY_UNKNOWN_SIZE:
        return "unknown size";
    case WLAY_RESULT_FORCE_32:
        break;
    }
    return "unknown result";
}
