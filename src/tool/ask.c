/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include "wanted.h"

#include <string.h>

void tool_ask_worsen(tool_ask *ask, tool_status status)
{
    if (status > ask->status)
        ask->status = status;
}

/* ----------------------------------------------------------------- options */

static bool is_listed(const char *const *names, const char *name)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

bool tool_ask_check_options(const tool_options *o, const char *const *also)
{
    static const char *const common[] = {"format",   "output", "feature",
                                         "override", "color",  NULL};

    for (size_t i = 0; i < o->given_count; i++) {
        const char *const name = o->given[i].option->name;

        if (is_listed(common, name) || is_listed(also, name))
            continue;
        tool_error("--%s is not for the command '%s'", name, o->command->name);
        return false;
    }
    if (o->format == TOOL_FORMAT_TEXT || o->format == TOOL_FORMAT_JSON)
        return true;
    tool_error("--format: the command '%s' writes text or json",
               o->command->name);
    return false;
}

/* ----------------------------------------------------------------- modules */

/* A value for an override that the module does not have is a mistake. */
static bool check_overrides(const tool_ask *ask)
{
    tool_wanted wanted;
    bool done = tool_wanted_start(ask->options, &wanted);

    if (done) {
        tool_wanted_meet(&wanted, ask->module);
        done = tool_wanted_all_met(&wanted);
    } else {
        tool_error("out of memory");
    }
    tool_wanted_free(&wanted);
    return done;
}

static bool read_module(tool_ask *ask)
{
    size_t count;

    if (!tool_input_read(ask->options->files, 1, &ask->input))
        return false;
    ask->module = tool_parse(ask->options, &ask->input);
    if (ask->module == NULL || !check_overrides(ask))
        return false;
    wlay_diagnostics(ask->module, &count);
    if (count > 0)
        tool_report(ask->options, ask->module, &ask->input);
    if (!wlay_module_valid(ask->module))
        tool_ask_worsen(ask, TOOL_INVALID_WGSL);
    return true;
}

bool tool_ask_start(const tool_options *options, tool_stream *out,
                    const char *const *also, tool_ask *out_ask)
{
    *out_ask = (tool_ask){.options = options, .out = out};
    if (tool_ask_check_options(options, also) && read_module(out_ask))
        return true;
    tool_ask_worsen(out_ask, TOOL_FAILED);
    return false;
}

tool_status tool_ask_end(tool_ask *ask)
{
    wlay_module_free(ask->module);
    tool_input_free(&ask->input);
    return ask->status;
}

/* -------------------------------------------------------------------- JSON */

void tool_ask_begin_json(const tool_ask *ask, const wlay_sink *sink,
                         const char *key, wlay_json *json)
{
    wlay_out_init(&json->out, sink, false);
    json->depth = 0;
    json->comma = false;
    wlay_json_open(json, "{");
    wlay_json_version(json);
    wlay_json_text(json, "source", tool_string(ask->input.name));
    wlay_json_bool(json, "valid", wlay_module_valid(ask->module));
    wlay_json_key(json, key);
    wlay_json_open(json, "[");
}

void tool_ask_end_json(wlay_json *json)
{
    wlay_json_close(json, "]");
    wlay_json_close(json, "}");
    wlay_out_raw(&json->out, WLAY_TEXT("\n"));
    wlay_out_finish(&json->out);
}

/* ------------------------------------------------------------------- paths */

size_t tool_shown_width(wlay_string text)
{
    wlay_out out;

    wlay_out_init(&out, NULL, false);
    wlay_out_text(&out, text);
    return out.column;
}

/* The step is a byte at least. */
void tool_put_path_error(wlay_out *out, wlay_string path,
                         const wlay_path_error *error)
{
    const wlay_string before = {path.data, error->offset};
    const wlay_string step = {path.data + error->offset, error->length};
    const size_t width = tool_shown_width(step);

    WLAY_OUT(out, "wlay: ");
    wlay_out_text(out, tool_string(error->reason));
    if (error->nearest.length > 0) {
        WLAY_OUT(out, "; did you mean '");
        wlay_out_text(out, error->nearest);
        WLAY_OUT(out, "'?");
    }
    wlay_out_line(out);
    WLAY_OUT(out, "    ");
    wlay_out_text(out, path);
    wlay_out_line(out);
    WLAY_OUT(out, "    ");
    wlay_out_repeat(out, ' ', tool_shown_width(before));
    wlay_out_style(out, WLAY_STYLE_ERROR);
    wlay_out_repeat(out, '^', width > 0 ? width : 1);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}
