/* SPDX-License-Identifier: MIT */
/* The public entry points: parsing. */
#include "module.h"
#include "parse.h"
#include "rules.h"

#include <string.h>

#define DIAGNOSTICS_DEFAULT 1000
/* Bytes of the first chunks: few calls of the allocator for a small module. */
#define FIRST_CHUNK_MAX ((size_t)1 << 15)
#define SCRATCH_CHUNK ((size_t)4096)

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
        if (wlay_text_in(text.data, text.length).length > WLAY_SOURCE_MAX)
            return false;
    }
    return count <= UINT32_MAX - 1;
}

/* ------------------------------------------------------------------- parsing */

/* A module that is being read. */
typedef struct reader {
    wlay_module *module;
    wlay_arena *keep; /* until the parse is over */
    wlay_syntax syntax;
    wlay_diag diag;
    wlay_resolver resolver;
    /* Structs that were finished as soon as they were read, in source order. */
    wlay_type_node *finished;
    wlay_type_node **finished_end;
    size_t finished_count;
} reader;

static void resolve_variable(wlay_resolver *resolver, wlay_decl *decl)
{
    decl->variable = WLAY_NEW(resolver->scratch, wlay_variable, 1);
    if (decl->variable != NULL &&
        !wlay_resolve_variable(resolver, decl, decl->variable))
        decl->store_type = NULL;
}

static void resolve_declaration(wlay_resolver *resolver, wlay_decl *decl)
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
        resolve_variable(resolver, decl);
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

/* Keeps a struct that nobody needs the declaration of; false if somebody may. */
static bool finish_struct(reader *r, const wlay_decl *decl)
{
    wlay_symbol *const symbol = decl->symbol;
    wlay_type_node *node;

    if (decl->store_type == NULL || wlay_decl_of(symbol) != decl || decl->has_io)
        return false;
    /* It was made for this declaration, and nobody else has seen it. */
    node = (wlay_type_node *)(uintptr_t)decl->store_type;
    *r->finished_end = node;
    r->finished_end = &node->next;
    r->finished_count++;
    symbol->declared = WLAY_DECLARED_STRUCT;
    symbol->as.structure = decl->store_type->structure;
    return true;
}

/* The same of a function. */
static bool finish_function(const wlay_decl *decl)
{
    wlay_symbol *const symbol = decl->symbol;

    if (wlay_decl_of(symbol) != decl)
        return false;
    symbol->declared = WLAY_DECLARED_FUNCTION;
    symbol->as.place.source = decl->source;
    symbol->as.place.offset = decl->offset;
    return true;
}

/*
 * A declaration has been read.  If all that it names is known it is resolved at
 * once, and its tree can go: so memory is needed for what a module declares, not
 * for its text.  A predeclared name that turns out to be declared later makes
 * this a mistake; then the module is read again with everything deferred.
 */
static wlay_need declared(void *user_data, wlay_decl *decl)
{
    reader *const r = user_data;
    wlay_resolver *const resolver = &r->resolver;
    const bool fails = decl->broken && decl->kind == WLAY_DECL_STRUCT;

    resolver->language = r->syntax.language;
    resolver->eval.f16_enabled =
        (r->syntax.language & WLAY_LANGUAGE_F16) != 0;
    r->diag.phase = WLAY_PHASE_NAMES;
    wlay_declare(resolver, decl);
    r->diag.phase = WLAY_PHASE_TEXT;
    if (decl->symbol != NULL && decl->symbol->used)
        r->syntax.stop = !r->syntax.defer;
    if (r->syntax.defer || r->syntax.stop || fails || !wlay_is_settled(decl))
        return WLAY_NEED_TREE;
    decl->state = WLAY_DECL_DONE;
    r->diag.phase = wlay_phase_of(decl->serial, 0);
    resolve_declaration(resolver, decl);
    r->diag.phase = WLAY_PHASE_TEXT;
    if (!wlay_is_brief(&r->syntax, decl->kind))
        return WLAY_NEED_DECL;
    return (decl->kind == WLAY_DECL_STRUCT ? finish_struct(r, decl)
                                           : finish_function(decl))
               ? WLAY_NEED_NONE
               : WLAY_NEED_TREE;
}

/* Does `a` stand before `b` in the sources? */
static bool stands_before(wlay_span a, wlay_span b)
{
    return a.source != b.source ? a.source < b.source : a.offset < b.offset;
}

static void add_struct(wlay_module *module, const wlay_type *type)
{
    module->structs[module->struct_count++] = type->structure;
}

/* Adds what a declaration turned out to be. */
static void collect_one(reader *r, wlay_decl *d)
{
    wlay_module *const module = r->module;
    const wlay_span span = wlay_span_of(d, d->offset, d->length);

    switch (d->kind) {
    case WLAY_DECL_STRUCT:
        add_struct(module, d->store_type);
        break;
    case WLAY_DECL_VAR:
        d->number = (uint32_t)module->variable_count;
        module->variables[module->variable_count++] = *d->variable;
        break;
    case WLAY_DECL_ALIAS:
        module->aliases[module->alias_count++] =
            (wlay_alias){wlay_symbol_text(d->symbol), d->store_type, span};
        break;
    case WLAY_DECL_OVERRIDE:
        d->number = (uint32_t)module->override_count;
        module->overrides[module->override_count++] = *d->shown;
        break;
    case WLAY_DECL_CONST: case WLAY_DECL_FUNCTION: case WLAY_DECL_ASSERT:
        break;
    }
}

/* What the finished module means by a name; collect_one() has been there. */
static void keep_meaning(wlay_module *module, const wlay_decl *d,
                         wlay_symbol *symbol)
{
    static const uint8_t kinds[] = {
        [WLAY_DECL_STRUCT] = WLAY_DECLARED_STRUCT,
        [WLAY_DECL_ALIAS] = WLAY_DECLARED_ALIAS,
        [WLAY_DECL_CONST] = WLAY_DECLARED_VALUE,
        [WLAY_DECL_OVERRIDE] = WLAY_DECLARED_VALUE,
        [WLAY_DECL_VAR] = WLAY_DECLARED_VARIABLE,
        [WLAY_DECL_FUNCTION] = WLAY_DECLARED_FUNCTION,
    };

    symbol->as.decl = NULL;
    symbol->declared = kinds[d->kind];
    if (d->store_type == NULL && d->kind != WLAY_DECL_FUNCTION)
        symbol->declared = WLAY_DECLARED_UNKNOWN;
    if (symbol->declared == WLAY_DECLARED_STRUCT)
        symbol->as.structure = d->store_type->structure;
    else if (symbol->declared == WLAY_DECLARED_ALIAS)
        symbol->as.alias = d->store_type;
    else if (symbol->declared == WLAY_DECLARED_VALUE)
        symbol->as.value = wlay_keep_value(&module->arena, d->constant);
    else if (symbol->declared == WLAY_DECLARED_VARIABLE)
        symbol->as.variable = &module->variables[module->variable_count - 1];
}

/* What could be resolved, in source order. */
static void collect(reader *r)
{
    const wlay_type_node *next = r->finished;

    for (wlay_decl *d = r->syntax.first; d != NULL; d = d->next) {
        const wlay_span span = wlay_span_of(d, d->offset, d->length);

        for (; d->kind == WLAY_DECL_STRUCT && next != NULL &&
               stands_before(next->type.structure->span, span);
             next = next->next)
            add_struct(r->module, &next->type);
        if (d->store_type != NULL)
            collect_one(r, d);
        if (d->symbol != NULL && wlay_decl_of(d->symbol) == d)
            keep_meaning(r->module, d, d->symbol);
    }
    for (; next != NULL; next = next->next)
        add_struct(r->module, &next->type);
}

static bool make_arrays(reader *r)
{
    wlay_module *const module = r->module;
    wlay_arena *const arena = &module->arena;
    const size_t *const counts = r->syntax.counts;

    module->structs =
        WLAY_NEW(arena, const wlay_struct *,
                 r->finished_count + counts[WLAY_DECL_STRUCT]);
    module->variables = WLAY_NEW(arena, wlay_variable, counts[WLAY_DECL_VAR]);
    module->overrides =
        WLAY_NEW(arena, wlay_override, counts[WLAY_DECL_OVERRIDE]);
    module->aliases = WLAY_NEW(arena, wlay_alias, counts[WLAY_DECL_ALIAS]);
    return !arena->failed;
}

/* The entry points, in source order, and the places of variables. */
static void collect_entry_points(reader *r)
{
    wlay_module *const module = r->module;

    module->entry_points = WLAY_NEW(&module->arena, wlay_entry_point,
                                    r->resolver.entry_point_count);
    module->places =
        WLAY_NEW(&module->arena, wlay_place, module->variable_count);
    if (module->arena.failed)
        return;
    for (const wlay_decl *d = r->syntax.first; d != NULL; d = d->next)
        if (wlay_is_entry_point(d))
            module->entry_points[module->entry_point_count++] = *d->entry_point;
    for (size_t i = 0; i < module->variable_count; i++)
        module->places[i].span = module->variables[i].span;
    wlay_diag_locate(&r->diag, module->places, module->variable_count);
}

/* What the bodies of functions are read for. */
static void find_uses(reader *r)
{
    wlay_module *const module = r->module;

    module->functions_read = true;
    wlay_find_uses(&r->resolver, module->variables, module->variable_count,
                   module->overrides, module->override_count);
    if (!module->arena.failed && !r->keep->failed)
        collect_entry_points(r);
}

/* What is left: declarations that name what stands behind them. */
static void resolve_rest(reader *r)
{
    wlay_decl **order;
    size_t count;

    r->diag.phase = WLAY_PHASE_NAMES;
    order = wlay_order(&r->resolver, &count);
    if (order == NULL)
        return;
    for (size_t i = 0; i < count && !r->keep->failed; i++) {
        r->diag.phase = wlay_phase_of(order[i]->root, i);
        resolve_declaration(&r->resolver, order[i]);
    }
    r->diag.phase = wlay_phase_of(r->syntax.serial + 1, 0);
    wlay_check_override_values(&r->resolver);
    if (!make_arrays(r))
        return;
    if (r->syntax.read_functions) {
        wlay_resolve_uses(&r->syntax);
        wlay_find_sampling(&r->resolver);
    }
    collect(r);
    if (r->syntax.read_functions)
        find_uses(r);
    r->module->types = r->resolver.types;
    r->module->language = r->syntax.language;
    wlay_index_bindings(r->module);
}

static void init_reader(reader *r, const wlay_options *options)
{
    wlay_resolver *const resolver = &r->resolver;

    if (options->features & WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT)
        r->syntax.language |= WLAY_LANGUAGE_STANDARD_UNIFORM;
    r->syntax.declared = declared;
    r->syntax.read_functions = options->read_functions;
    r->syntax.user_data = r;
    r->module->symbols.arena = &r->module->arena;
    r->diag.arena = &r->module->arena;
    r->diag.max = options->max_diagnostics > 0 ? options->max_diagnostics
                                               : DIAGNOSTICS_DEFAULT;
    resolver->diag = &r->diag;
    resolver->symbols = &r->module->symbols;
    resolver->arena = &r->module->arena;
    resolver->scratch = r->keep;
    resolver->syntax = &r->syntax;
    resolver->options = options;
    resolver->overrides_used =
        WLAY_NEW(r->keep, bool, options->override_count);
    wlay_resolver_init(resolver);
}


static void parse_sources(reader *r, wlay_arena *tree)
{
    const wlay_source *const sources = r->diag.sources;
    wlay_arena *const arenas[] = {&r->module->arena, r->keep, tree};
    const size_t count = sizeof arenas / sizeof *arenas;
    uint64_t bytes = 0;

    for (size_t i = 0; i < r->diag.source_count; i++)
        bytes += sources[i].text.length;
    for (size_t i = 0; i < count; i++)
        arenas[i]->total = bytes;
    for (size_t i = 0; i < r->diag.source_count && !r->syntax.stop; i++)
        wlay_parse_source(&sources[i], (uint32_t)i, &r->diag,
                          &r->module->symbols, r->keep, tree, &r->syntax);
    for (size_t i = 0; i < count; i++)
        wlay_arena_expect_little(arenas[i]);
}

/*
 * Fills in the module; memory may run out on the way, which the arenas know.
 * False if it has to be done again, with everything deferred.
 */
static bool read_module(wlay_module *module, wlay_arena *keep, wlay_arena *tree,
                        const wlay_source *sources, size_t count,
                        const wlay_options *options, bool defer)
{
    reader r;

    memset(&r, 0, sizeof r);
    r.module = module;
    r.keep = keep;
    r.finished_end = &r.finished;
    r.syntax.defer = defer;
    init_reader(&r, options);
    r.diag.source_count = count;
    r.diag.sources = copy_sources(&module->arena, keep, sources, count);
    if (keep->failed || module->arena.failed)
        return true;
    parse_sources(&r, tree);
    if (r.syntax.stop)
        return false;
    r.resolver.language = r.syntax.language;
    if (!keep->failed && !tree->failed && !module->arena.failed)
        resolve_rest(&r);
    module->diagnostics = wlay_diag_finish(&r.diag, &module->diagnostic_count);
    module->valid = !r.diag.has_error;
    return true;
}

/* Room for what a module of that much text has, as a first guess. */
static size_t guess_size(const wlay_source *sources, size_t count)
{
    size_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        const size_t length =
            wlay_text_in(sources[i].text.data, sources[i].text.length).length;

        sum += (size_t)wlay_min(length, FIRST_CHUNK_MAX);
        if (sum > FIRST_CHUNK_MAX)
            break;
    }
    return (size_t)wlay_min(2048 + 3 * sum, FIRST_CHUNK_MAX);
}

/* Reads the module that lies at the start of its own arena. */
static bool fill_module(wlay_module *module, const wlay_source *sources,
                        size_t count, const wlay_options *options)
{
    const wlay_mark mark = wlay_arena_mark(&module->arena);
    bool failed = false;
    bool done = false;

    for (int defer = 0; defer <= 1 && !done && !failed; defer++) {
        wlay_arena keep;
        wlay_arena tree;

        if (defer) {
            const wlay_arena arena = module->arena;

            memset(module, 0, sizeof *module);
            module->arena = arena;
            wlay_arena_release(&module->arena, mark);
        }
        wlay_arena_init(&keep, &options->allocator, SCRATCH_CHUNK);
        wlay_arena_init(&tree, &options->allocator, SCRATCH_CHUNK);
        /* A tree is given back to a mark: let there be a chunk before it. */
        wlay_alloc(&tree, 1, 1);
        done = read_module(module, &keep, &tree, sources, count, options,
                           defer != 0);
        failed = keep.failed || tree.failed || module->arena.failed;
        wlay_arena_free(&tree);
        wlay_arena_free(&keep);
    }
    return !failed;
}

wlay_result wlay_parse_sources(const wlay_source *sources, size_t source_count,
                               const wlay_options *options,
                               wlay_module **out_module)
{
    static const wlay_options defaults;
    wlay_module *module;
    wlay_arena arena;

    if (out_module == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out_module = NULL;
    if (options == NULL)
        options = &defaults;
    if (!options_are_valid(options) ||
        !sources_are_valid(sources, source_count))
        return WLAY_INVALID_ARGUMENT;
    wlay_arena_init(&arena, &options->allocator,
                    sizeof(wlay_module) + guess_size(sources, source_count));
    module = WLAY_NEW(&arena, wlay_module, 1);
    if (module == NULL)
        return WLAY_OUT_OF_MEMORY;
    module->arena = arena;
    if (!fill_module(module, sources, source_count, options)) {
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

/* ------------------------------------------------------------------- results */

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
