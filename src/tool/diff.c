/* SPDX-License-Identifier: MIT */
/*
 * The command `diff`: two modules, and whether code of the host that was made
 * for the first works with the second.
 */
#include "ask.h"
#include "parse.h"
#include "terminal.h"
#include "wanted.h"

typedef struct diff {
    const tool_options *options;
    tool_input inputs[2];
    wlay_module *modules[2];
    tool_status status;
} diff;

static void worsen(diff *d, tool_status status)
{
    if (status > d->status)
        d->status = status;
}

/* ------------------------------------------------------------------ reading */

static void read_module(diff *d, size_t i, tool_wanted *wanted)
{
    const tool_options *const o = d->options;
    size_t count;

    if (tool_input_read(o->files + i, 1, &d->inputs[i]))
        d->modules[i] = tool_parse(o, &d->inputs[i]);
    if (d->modules[i] == NULL) {
        worsen(d, TOOL_FAILED);
        return;
    }
    tool_wanted_meet(wanted, d->modules[i]);
    wlay_diagnostics(d->modules[i], &count);
    if (count > 0)
        tool_report(o, d->modules[i], &d->inputs[i]);
    if (!wlay_module_valid(d->modules[i]))
        worsen(d, TOOL_INVALID_WGSL);
}

static void read_modules(diff *d)
{
    tool_wanted wanted;

    if (tool_wanted_start(d->options, &wanted)) {
        read_module(d, 0, &wanted);
        read_module(d, 1, &wanted);
        if (d->status != TOOL_FAILED && !tool_wanted_all_met(&wanted))
            worsen(d, TOOL_FAILED);
    } else {
        tool_error("out of memory");
        worsen(d, TOOL_FAILED);
    }
    tool_wanted_free(&wanted);
}

/* ------------------------------------------------------------------ writing */

static const char *kind_name(wlay_change_kind kind)
{
    static const char *const names[] = {
        [WLAY_STRUCT_ADDED] = "struct-added",
        [WLAY_STRUCT_REMOVED] = "struct-removed",
        [WLAY_STRUCT_RENAMED] = "struct-renamed",
        [WLAY_STRUCT_RESIZED] = "struct-resized",
        [WLAY_MEMBER_ADDED] = "member-added",
        [WLAY_MEMBER_REMOVED] = "member-removed",
        [WLAY_MEMBER_RENAMED] = "member-renamed",
        [WLAY_MEMBER_MOVED] = "member-moved",
        [WLAY_MEMBER_RESIZED] = "member-resized",
        [WLAY_MEMBER_RETYPED] = "member-retyped",
        [WLAY_VARIABLE_ADDED] = "variable-added",
        [WLAY_VARIABLE_REMOVED] = "variable-removed",
        [WLAY_VARIABLE_REBOUND] = "variable-rebound",
        [WLAY_VARIABLE_RESIZED] = "variable-resized",
        [WLAY_VARIABLE_RETYPED] = "variable-retyped",
        [WLAY_VARIABLE_RESPACED] = "variable-respaced",
    };

    return names[kind];
}

/* The old name where there is one. */
static void put_names(wlay_json *j, const wlay_change *c)
{
    const wlay_struct *const s =
        c->old_struct != NULL ? c->old_struct : c->new_struct;
    const wlay_member *const m =
        c->old_member != NULL ? c->old_member : c->new_member;
    const wlay_variable *const v =
        c->old_variable != NULL ? c->old_variable : c->new_variable;
    const wlay_string none = {"", 0};

    wlay_json_text_if(j, "struct", s != NULL, s != NULL ? s->name : none);
    wlay_json_text_if(j, "member", m != NULL, m != NULL ? m->name : none);
    wlay_json_text_if(j, "variable", v != NULL, v != NULL ? v->name : none);
}

static void write_json(const diff *d, const wlay_diff *changes,
                       const wlay_sink *sink)
{
    wlay_json j = {.depth = 0};
    size_t count;
    const wlay_change *const c = wlay_diff_changes(changes, &count);

    wlay_out_init(&j.out, sink, false);
    wlay_json_open(&j, "{");
    wlay_json_version(&j);
    wlay_json_text(&j, "old", tool_string(d->inputs[0].name));
    wlay_json_text(&j, "new", tool_string(d->inputs[1].name));
    wlay_json_bool(&j, "breaks", wlay_diff_breaks(changes));
    wlay_json_key(&j, "changes");
    wlay_json_open(&j, "[");
    for (size_t i = 0; i < count; i++) {
        wlay_json_item(&j);
        wlay_json_open(&j, "{");
        wlay_json_text(&j, "kind", tool_string(kind_name(c[i].kind)));
        wlay_json_bool(&j, "breaks", c[i].breaks);
        put_names(&j, &c[i]);
        wlay_json_text(&j, "text", c[i].text);
        wlay_json_close(&j, "}");
    }
    wlay_json_close(&j, "]");
    wlay_json_close(&j, "}");
    wlay_out_raw(&j.out, WLAY_TEXT("\n"));
    wlay_out_finish(&j.out);
}

static bool has_colours(const tool_options *options)
{
    if (options->color == TOOL_COLOR_AUTO)
        return tool_terminal_has_colours(TOOL_STDOUT);
    return options->color == TOOL_COLOR_ALWAYS;
}

static void put_verdict(const diff *d, wlay_out *out, size_t breaking,
                        size_t count)
{
    WLAY_OUT(out, "Code of the host for ");
    wlay_out_text(out, tool_string(d->inputs[0].name));
    wlay_out_text(out, tool_string(breaking > 0 ? " does not work with "
                                                : " works with "));
    wlay_out_text(out, tool_string(d->inputs[1].name));
    WLAY_OUT(out, ": ");
    if (breaking > 0) {
        wlay_out_u64(out, breaking);
        WLAY_OUT(out, " of ");
    }
    wlay_out_u64(out, count);
    wlay_out_text(out, tool_string(count == 1 ? " change" : " changes"));
    wlay_out_text(out, tool_string(breaking > 1    ? " break it."
                                   : breaking == 1 ? " breaks it."
                                                   : "."));
    wlay_out_line(out);
}

/* A change that breaks code of the host has a mark in front of it. */
static void write_text(const diff *d, const wlay_diff *changes,
                       const wlay_sink *sink)
{
    size_t breaking = 0;
    size_t count;
    const wlay_change *const c = wlay_diff_changes(changes, &count);
    wlay_out out;

    wlay_out_init(&out, sink, has_colours(d->options));
    for (size_t i = 0; i < count; i++) {
        breaking += c[i].breaks ? 1u : 0u;
        wlay_out_style(&out,
                       c[i].breaks ? WLAY_STYLE_ERROR : WLAY_STYLE_PLAIN);
        wlay_out_text(&out, tool_string(c[i].breaks ? "! " : "  "));
        wlay_out_style(&out, WLAY_STYLE_PLAIN);
        wlay_out_text(&out, c[i].text);
        wlay_out_line(&out);
    }
    put_verdict(d, &out, breaking, count);
    wlay_out_finish(&out);
}

static void write_changes(diff *d, tool_stream *out)
{
    const wlay_sink sink = tool_sink(out);
    wlay_diff *changes;
    const wlay_result result = wlay_diff_make(
        d->modules[0], d->modules[1],
        d->options->ignore_names ? WLAY_DIFF_IGNORE_NAMES : 0, NULL, &changes);

    if (result != WLAY_OK) {
        tool_error("%s", wlay_result_text(result));
        worsen(d, TOOL_FAILED);
        return;
    }
    if (d->options->format == TOOL_FORMAT_JSON)
        write_json(d, changes, &sink);
    else
        write_text(d, changes, &sink);
    if (wlay_diff_breaks(changes))
        worsen(d, TOOL_INVALID_WGSL);
    wlay_diff_free(changes);
}

tool_status tool_diff(const tool_options *options, tool_stream *out)
{
    static const char *const also[] = {"ignore-names", NULL};
    diff d = {.options = options};

    if (!tool_ask_check_options(options, also))
        return TOOL_FAILED;
    if (options->file_count != 2) {
        tool_error("diff needs two files, OLD and NEW");
        return TOOL_FAILED;
    }
    read_modules(&d);
    /* What an error hides would seem to be gone. */
    if (d.status == TOOL_OK)
        write_changes(&d, out);
    for (size_t i = 0; i < 2; i++) {
        wlay_module_free(d.modules[i]);
        tool_input_free(&d.inputs[i]);
    }
    return d.status;
}
