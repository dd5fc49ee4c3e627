/* SPDX-License-Identifier: MIT */
/* Nothing is handed out that does not hold what was promised. */
#include "rewrite.h"

/* Where to point: the first struct that changes, else the beginning. */
static wlay_span first_change(const wlay_rewrite_job *job)
{
    for (size_t i = 0; i < job->module->struct_count; i++)
        if (job->draft.structs[i].changed)
            return job->draft.structs[i].old->span;
    return (wlay_span){0, 0, 0};
}

static bool is_as_drafted(const wlay_draft_member *d, const wlay_struct *s)
{
    const wlay_string name = d->old != NULL ? d->old->name : d->name;
    const wlay_member *const m =
        wlay_find_member(s, name.data, name.length);

    return m != NULL && m->offset == d->offset;
}

static bool check_struct(wlay_rewrite_job *job, const wlay_draft_struct *d,
                         const wlay_module *module)
{
    const wlay_struct *const s =
        wlay_find_struct(module, d->old->name.data, d->old->name.length);
    bool ok = s != NULL && s->size == d->size && s->align == d->align;

    for (size_t i = 0; ok && i < d->count; i++)
        ok = is_as_drafted(&d->members[i], s);
    if (!ok)
        wlay_report(&job->diag, WLAY_RULE_REWRITE_FAILED, d->old->span,
                    F("'%' would not have the layout that was promised"),
                    S(d->old->name));
    return ok;
}

static void report_invalid(wlay_rewrite_job *job, const wlay_module *module)
{
    size_t count;
    const wlay_diagnostic *const diagnostics =
        wlay_diagnostics(module, &count);
    wlay_entry *const entry =
        wlay_report(&job->diag, WLAY_RULE_REWRITE_FAILED, first_change(job),
                    F("with the change the module is not valid any more: %"),
                    S(count > 0 ? diagnostics[0].message : WLAY_TEXT("")));

    wlay_hint(&job->diag, entry,
              F("change what depends on it first, or choose other structs"));
}

/* Strict rules hold also where the module asks for the feature that lifts
   them. */
static bool check_uniform(wlay_rewrite_job *job, const wlay_module *module)
{
    bool ok = true;

    for (size_t i = 0; ok && i < module->variable_count; i++) {
        const wlay_variable *const v = &module->variables[i];
        const wlay_uniform_verdict *verdict;

        if (v->address_space != WLAY_SPACE_UNIFORM ||
            job->options->struct_count > 0)
            continue;
        if (wlay_judge_uniform(module, v->type, v->name,
                               &job->options->parse.allocator,
                               &verdict) != WLAY_OK) {
            job->scratch->failed = true;
            return false;
        }
        ok = verdict->strict || !verdict->standard;
        if (!ok)
            wlay_report(&job->diag, WLAY_RULE_REWRITE_FAILED, v->span,
                        F("'%' would still not be allowed as a uniform "
                          "buffer: %"),
                        S(v->name), S(verdict->violations[0].message));
        wlay_uniform_verdict_free(verdict);
    }
    return ok;
}

static bool check_module(wlay_rewrite_job *job, const wlay_module *module)
{
    bool ok = true;

    if (!module->valid) {
        report_invalid(job, module);
        return false;
    }
    for (size_t i = 0; i < job->module->struct_count; i++)
        ok = check_struct(job, &job->draft.structs[i], module) && ok;
    return ok && (job->options->fix != WLAY_FIX_UNIFORM ||
                  check_uniform(job, module));
}

bool wlay_check_rewritten(wlay_rewrite_job *job, const wlay_source *sources)
{
    wlay_options parse = job->options->parse;
    wlay_module *module;
    bool ok;

    if (job->scratch->failed || job->arena->failed)
        return false;
    /* Of structs that no buffer holds the whole module need not be strict. */
    if (job->options->fix == WLAY_FIX_UNIFORM &&
        job->options->struct_count == 0)
        parse.features &=
            ~(uint32_t)WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT;
    else if (job->options->fix == WLAY_FIX_UNIFORM)
        parse.features |= WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT;
    wlay_parse_sources(sources, job->text_count, &parse, &module);
    if (module == NULL) {
        job->scratch->failed = true;
        return false;
    }
    ok = check_module(job, module);
    wlay_module_free(module);
    return ok;
}
