/* SPDX-License-Identifier: MIT */
/* Rewriting a module, from its texts to new ones. */
#include "rewrite.h"

#include "ast.h"

#include <string.h>

/* A result that owns the arena it lies in. */
typedef struct owner {
    wlay_rewritten rewritten; /* first: what the caller has */
    wlay_arena arena;
    wlay_module *module; /* whose diagnostics are those of the result, or
                            NULL */
} owner;

/* --------------------------------------------------------- what to rewrite */

static bool is_named(const wlay_rewrite_job *job, const wlay_struct *s)
{
    for (size_t i = 0; i < job->options->struct_count; i++) {
        const wlay_string name = wlay_text_in(
            job->options->structs[i].data, job->options->structs[i].length);

        if (wlay_text_equal(name, s->name))
            return true;
    }
    return false;
}

/* The memory of stage inputs and outputs is nobody's business. */
static bool has_io(const wlay_struct *s)
{
    for (size_t i = 0; i < s->member_count; i++)
        if ((s->members[i].flags & WLAY_MEMBER_HAS_IO) != 0)
            return true;
    return false;
}

static void want_structs(wlay_rewrite_job *job)
{
    for (size_t i = 0; i < job->module->struct_count; i++) {
        wlay_draft_struct *const s = &job->draft.structs[i];

        s->is_wanted = job->options->struct_count > 0 ? is_named(job, s->old)
                                                      : !has_io(s->old);
    }
}

static bool is_fit(const wlay_type *type)
{
    const uint32_t wanted =
        WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CONSTRUCTIBLE;

    return (type->flags & wanted) == wanted;
}

static void want_uniform_structs(wlay_rewrite_job *job)
{
    for (size_t i = 0; i < job->module->struct_count; i++) {
        wlay_draft_struct *const s = &job->draft.structs[i];

        if (!is_named(job, s->old))
            continue;
        if (is_fit(s->old->type))
            wlay_draft_mark_uniform(&job->draft, s->old->type);
        else
            s->left = WLAY_TEXT("it holds a bool, an atomic or a runtime-sized "
                                "array, which no uniform buffer may hold");
    }
    for (size_t i = 0; i < job->module->variable_count; i++) {
        const wlay_variable *const v = &job->module->variables[i];

        if (v->address_space == WLAY_SPACE_UNIFORM && is_fit(v->type) &&
            job->options->struct_count == 0)
            wlay_draft_mark_uniform(&job->draft, v->type);
    }
}

/* -------------------------------------------------------------- the drafts */

static bool draft_variable(wlay_rewrite_job *job, const wlay_variable *v)
{
    wlay_draft_variable *const out = &job->variables[job->variable_count];
    wlay_draft_array array;

    if (v->address_space != WLAY_SPACE_UNIFORM || !is_fit(v->type))
        return true;
    if (!wlay_draft_array_of(&job->draft, v->type, WLAY_ARRAY_PACK, &array))
        return false;
    if (array.kind == 0)
        return true;
    out->old = v;
    out->type = wlay_draft_array_type(&job->draft, &array, v->type);
    out->index =
        wlay_draft_array_index(&job->draft, &array, v->type, v->name);
    job->variable_count++;
    return true;
}

static bool draft_uniform(wlay_rewrite_job *job)
{
    const size_t count =
        job->options->struct_count == 0 ? job->module->variable_count : 0;

    want_uniform_structs(job);
    job->variables = WLAY_NEW(job->scratch, wlay_draft_variable, count);
    if (job->variables == NULL || !wlay_draft_uniform(&job->draft) ||
        !wlay_draft_rest(&job->draft))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!draft_variable(job, &job->module->variables[i]))
            return false;
    return true;
}

static bool draft_order(wlay_rewrite_job *job)
{
    want_structs(job);
    return wlay_draft_order(&job->draft);
}

static bool draft_pad(wlay_rewrite_job *job)
{
    want_structs(job);
    return wlay_draft_pad(&job->draft);
}

static bool draft_sizes(wlay_rewrite_job *job)
{
    want_structs(job);
    return wlay_draft_sizes(&job->draft);
}

typedef struct use {
    const wlay_rewrite_job *job;
    wlay_symbol_map map;
} use;

static bool is_used(void *user_data, const wlay_member *member)
{
    const use *const u = user_data;
    const wlay_symbol *const symbol = wlay_find_symbol(
        &u->job->module->symbols, member->name.data, member->name.length);

    return symbol != NULL && wlay_map_get(&u->map, symbol) != 0;
}

static bool draft_unpad(wlay_rewrite_job *job)
{
    use u = {.job = job};

    want_structs(job);
    return wlay_map_used(job, &u.map) &&
           wlay_draft_unpad(&job->draft, is_used, &u);
}

typedef struct fix_row {
    wlay_fix fix;
    bool (*draft)(wlay_rewrite_job *job);
} fix_row;

static const fix_row fixes[] = {
    {WLAY_FIX_UNIFORM, draft_uniform}, {WLAY_FIX_ORDER, draft_order},
    {WLAY_FIX_PAD, draft_pad},         {WLAY_FIX_SIZE, draft_sizes},
    {WLAY_FIX_UNPAD, draft_unpad},
};

static const fix_row *find_fix(wlay_fix fix)
{
    for (size_t i = 0; i < sizeof fixes / sizeof *fixes; i++)
        if (fixes[i].fix == fix)
            return &fixes[i];
    return NULL;
}

/* ------------------------------------------------------ names in new texts */

static bool is_identifier(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
           (c >= 'a' && c <= 'z') || c == '_';
}

/* New types are written with predeclared names, which the module may hide. */
static void check_names(wlay_rewrite_job *job, wlay_string text,
                        wlay_span span)
{
    for (size_t at = 0; at < text.length; at++) {
        const size_t start = at;
        const wlay_symbol *symbol;

        while (at < text.length && is_identifier(text.data[at]))
            at++;
        symbol = wlay_find_symbol(&job->module->symbols, text.data + start,
                                  at - start);
        if (symbol == NULL || wlay_predeclared(symbol) == NULL ||
            !wlay_is_declared(symbol))
            continue;
        wlay_report(&job->diag, WLAY_RULE_REWRITE_FAILED, span,
                    F("'%' would have to be written here, but the module "
                      "declares a '%' of its own"),
                    S(text), S(wlay_symbol_text(symbol)));
        return;
    }
}

static void check_all_names(wlay_rewrite_job *job)
{
    wlay_span span = {0, 0, 0};

    for (size_t i = 0; i < job->module->struct_count; i++) {
        const wlay_draft_struct *const s = &job->draft.structs[i];

        for (size_t k = 0; s->changed && k < s->count; k++) {
            const wlay_draft_member *const m = &s->members[k];

            span = m->old != NULL ? m->old->span : s->old->span;
            check_names(job, m->type, span);
        }
    }
    for (size_t i = 0; i < job->variable_count; i++) {
        span = job->variables[i].old->span;
        check_names(job, job->variables[i].type, span);
    }
    for (const wlay_wrapper *w = job->draft.wrappers; w != NULL; w = w->next)
        check_names(job, w->element->name, span);
}

/* ----------------------------------------------------------------- editing */

/* The type of a variable, behind its name and the colon. */
static void edit_variable(wlay_rewrite_job *job, const wlay_draft_variable *v)
{
    wlay_rewrite_text *const text = &job->texts[v->old->span.source];
    const size_t first = wlay_token_at(text, v->old->span.offset) + 2;
    size_t last = first;

    while (!wlay_is_token(text, last, WLAY_TOKEN_SEMICOLON) &&
           !wlay_is_token(text, last, WLAY_TOKEN_EQUAL))
        last++;
    wlay_replace(job, text, text->tokens[first].offset,
                 text->tokens[last - 1].end, v->type);
}

/* The first declaration that needs a wrapper: any that gets another type. */
static bool find_first_wrapped(const wlay_rewrite_job *job, wlay_span *out)
{
    for (size_t i = 0; i < job->module->struct_count; i++) {
        const wlay_draft_struct *const s = &job->draft.structs[i];

        for (size_t k = 0; s->changed && k < s->count; k++) {
            if (s->members[k].type.length == 0)
                continue;
            *out = s->old->span;
            return true;
        }
    }
    if (job->variable_count > 0)
        *out = job->variables[0].old->span;
    return job->variable_count > 0;
}

static void edit_all(wlay_rewrite_job *job)
{
    wlay_span first;

    for (size_t i = 0; i < job->module->struct_count; i++) {
        const wlay_draft_struct *const s = &job->draft.structs[i];

        if (s->left.length > 0)
            wlay_warn(&job->diag, WLAY_RULE_REWRITE_LEFT, s->old->span,
                      F("'%' is left as it is: %"), S(s->old->name),
                      S(s->left));
        if (s->changed)
            wlay_edit_struct(job, s);
    }
    for (size_t i = 0; i < job->variable_count; i++)
        edit_variable(job, &job->variables[i]);
    if (job->draft.wrappers != NULL && find_first_wrapped(job, &first))
        wlay_edit_wrappers(job, first);
    wlay_edit_uses(job);
}

static wlay_source *build_all(wlay_rewrite_job *job)
{
    wlay_source *const sources =
        WLAY_NEW(job->arena, wlay_source, job->text_count);

    for (size_t i = 0; sources != NULL && i < job->text_count; i++) {
        sources[i].name = job->diag.sources[i].name;
        sources[i].text = wlay_build_text(job, &job->texts[i]);
    }
    return sources;
}

static size_t count_edits(const wlay_rewrite_job *job)
{
    size_t count = 0;

    for (size_t i = 0; i < job->text_count; i++)
        count += job->texts[i].edit_count;
    return count;
}

static bool read_texts(wlay_rewrite_job *job)
{
    job->symbols.arena = job->scratch;
    job->symbols.outer = &job->module->symbols;
    job->texts = WLAY_NEW(job->scratch, wlay_rewrite_text, job->text_count);
    for (size_t i = 0; job->texts != NULL && i < job->text_count; i++) {
        job->texts[i].text = job->diag.sources[i].text;
        job->texts[i].number = (uint32_t)i;
        if (!wlay_read_tokens(job, &job->texts[i]))
            return false;
    }
    return job->texts != NULL;
}

/* A valid module; memory may run out on the way, which the arenas know. */
static void rewrite(wlay_rewrite_job *job, wlay_rewritten *out)
{
    wlay_source *sources = NULL;

    if (!read_texts(job) ||
        !wlay_draft_init(&job->draft, job->module, job->scratch) ||
        !find_fix(job->options->fix)->draft(job))
        return;
    check_all_names(job);
    if (!job->diag.has_error) {
        edit_all(job);
        sources = build_all(job);
    }
    if (sources != NULL && wlay_check_rewritten(job, sources)) {
        out->sources = sources;
        out->source_count = job->text_count;
        out->edit_count = count_edits(job);
    }
    out->diagnostics = wlay_diag_finish(&job->diag, &out->diagnostic_count);
}

/* ------------------------------------------------------------ entry points */

/* Breaking the rules of uniform buffers is what is to be mended. */
static wlay_options parse_options(const wlay_rewrite_options *options)
{
    wlay_options parse = options->parse;

    if (options->fix == WLAY_FIX_UNIFORM)
        parse.features |= WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT;
    return parse;
}

static wlay_source *copy_sources(wlay_rewrite_job *job,
                                 const wlay_source *sources, size_t count)
{
    wlay_source *const copy = WLAY_NEW(job->scratch, wlay_source, count);

    for (size_t i = 0; copy != NULL && i < count; i++) {
        copy[i].text =
            wlay_text_in(sources[i].text.data, sources[i].text.length);
        copy[i].name = wlay_copy_string(
            job->arena,
            wlay_text_in(sources[i].name.data, sources[i].name.length));
    }
    return copy;
}

static void run(owner *o, wlay_arena *scratch, const wlay_source *sources,
                size_t count, const wlay_rewrite_options *options)
{
    wlay_rewrite_job job = {.options = options,
                            .module = o->module,
                            .arena = &o->arena,
                            .scratch = scratch,
                            .text_count = count};

    job.diag.arena = job.arena;
    job.diag.sources = copy_sources(&job, sources, count);
    job.diag.source_count = count;
    job.diag.max = SIZE_MAX;
    if (job.diag.sources != NULL)
        rewrite(&job, &o->rewritten);
    o->arena.failed |= scratch->failed;
}

static wlay_result rewrite_module(owner *o, const wlay_source *sources,
                                  size_t count,
                                  const wlay_rewrite_options *options)
{
    const wlay_options parse = parse_options(options);
    const wlay_result result =
        wlay_parse_sources(sources, count, &parse, &o->module);
    wlay_arena scratch;

    if (result == WLAY_INVALID_WGSL)
        o->rewritten.diagnostics =
            wlay_diagnostics(o->module, &o->rewritten.diagnostic_count);
    if (result != WLAY_OK)
        return result;
    wlay_arena_init(&scratch, &options->parse.allocator, 65536);
    run(o, &scratch, sources, count, options);
    wlay_arena_free(&scratch);
    /* All that is said of it was copied. */
    wlay_module_free(o->module);
    o->module = NULL;
    if (o->arena.failed)
        return WLAY_OUT_OF_MEMORY;
    return o->rewritten.sources != NULL ? WLAY_OK : WLAY_INVALID_WGSL;
}

wlay_result wlay_rewrite(const wlay_source *sources, size_t source_count,
                         const wlay_rewrite_options *options,
                         const wlay_rewritten **out)
{
    const wlay_allocator *allocator;
    wlay_arena arena;
    wlay_result result;
    owner *o;

    if (out == NULL)
        return WLAY_INVALID_ARGUMENT;
    *out = NULL;
    if (options == NULL || find_fix(options->fix) == NULL ||
        (options->struct_count > 0 && options->structs == NULL))
        return WLAY_INVALID_ARGUMENT;
    allocator = &options->parse.allocator;
    if ((allocator->alloc == NULL) != (allocator->release == NULL))
        return WLAY_INVALID_ARGUMENT;
    wlay_arena_init(&arena, allocator, 4096);
    o = WLAY_NEW(&arena, owner, 1);
    if (o == NULL)
        return WLAY_OUT_OF_MEMORY;
    o->arena = arena;
    result = rewrite_module(o, sources, source_count, options);
    *out = &o->rewritten;
    if (result == WLAY_OK || result == WLAY_INVALID_WGSL)
        return result;
    wlay_rewritten_free(*out);
    *out = NULL;
    return result;
}

void wlay_rewritten_free(const wlay_rewritten *rewritten)
{
    const owner *const o = (const owner *)(const void *)rewritten;
    wlay_arena arena;

    if (rewritten == NULL)
        return;
    wlay_module_free(o->module);
    arena = o->arena;
    wlay_arena_free(&arena);
}
