/* SPDX-License-Identifier: MIT */
/*
 * The command `layout`: each module is read, written and forgotten before the
 * next one.
 */
#include "input.h"
#include "options.h"
#include "terminal.h"
#include "wanted.h"

typedef struct layout {
    const tool_options *options;
    tool_stream *out;
    tool_stream err;
    wlay_options parse;
    wlay_write_options listing;
    wlay_write_options report; /* of diagnostics */
    tool_wanted wanted;
    size_t written; /* modules, so far */
    tool_status status;
} layout;

static void worsen(layout *l, tool_status status)
{
    if (status > l->status)
        l->status = status;
}

/* ------------------------------------------------------------------ writing */

static bool is_json(const layout *l)
{
    return l->options->format == TOOL_FORMAT_JSON;
}

/* The module has something of what --struct asks for. */
static bool has_listing(const layout *l, const wlay_module *module)
{
    for (size_t i = 0; i < l->listing.struct_count; i++) {
        const wlay_string name = l->listing.structs[i];

        if (wlay_find_struct(module, name.data, name.length) != NULL)
            return true;
    }
    return l->listing.struct_count == 0;
}

static void write_listing(layout *l, const wlay_module *module)
{
    const wlay_sink sink = tool_sink(l->out);

    if (!has_listing(l, module))
        return;
    if (l->written > 0)
        tool_put(l->out, "\n");
    wlay_write_text(module, &l->listing, &sink);
    l->written++;
}

/* They come after the listing, also where both streams are one terminal. */
static void write_report(layout *l, const wlay_module *module,
                         const tool_input *input)
{
    const wlay_sink sink = tool_sink(&l->err);
    size_t count;

    wlay_diagnostics(module, &count);
    if (count == 0 || !tool_flush(l->out))
        return;
    if (l->written > 0 && tool_terminal_is_shared())
        tool_put(&l->err, "\n");
    wlay_write_diagnostics(module, input->sources, input->count, &l->report,
                           &sink);
}

static void write_module(layout *l, const wlay_module *module,
                         const tool_input *input)
{
    const wlay_sink sink = tool_sink(l->out);

    l->listing.source_name = tool_string(input->name);
    if (is_json(l)) {
        wlay_write_json_module(module, l->written++, &l->listing, &sink);
        return;
    }
    if (l->options->join || l->options->file_count == 1)
        l->listing.source_name.length = 0;
    write_listing(l, module);
    write_report(l, module, input);
}

/* ------------------------------------------------------------------ reading */

static void lay_out(layout *l, const tool_input *input)
{
    wlay_module *module;
    const wlay_result result = wlay_parse_sources(
        input->sources, input->count, &l->parse, &module);

    if (module == NULL) {
        tool_error("%s: %s", input->name, wlay_result_text(result));
        worsen(l, TOOL_FAILED);
        return;
    }
    worsen(l, wlay_module_valid(module) ? TOOL_OK : TOOL_INVALID_WGSL);
    tool_wanted_meet(&l->wanted, module);
    write_module(l, module, input);
    wlay_module_free(module);
}

static void run_module(layout *l, const char *const *paths, size_t count)
{
    tool_input input;

    if (tool_input_read(paths, count, &input))
        lay_out(l, &input);
    else
        worsen(l, TOOL_FAILED);
    tool_input_free(&input);
}

/* Output that failed once is not tried again. */
static void run_all(layout *l)
{
    const tool_options *o = l->options;
    const size_t count = o->join ? o->file_count : 1;

    for (size_t i = 0; i < o->file_count && l->out->error == 0; i += count)
        run_module(l, o->files + i, count);
}

static void run_format(layout *l)
{
    const wlay_sink sink = tool_sink(l->out);

    if (is_json(l))
        wlay_write_json_begin(&sink);
    run_all(l);
    if (is_json(l) && l->out->error == 0)
        wlay_write_json_end(l->written, &sink);
    /* After a file that could not be read nobody knows what it declares. */
    if (l->status != TOOL_FAILED && !tool_wanted_all_met(&l->wanted))
        worsen(l, TOOL_FAILED);
}

/* ------------------------------------------------------------------ command */

static bool has_colours(const tool_options *options, tool_output output)
{
    if (options->color == TOOL_COLOR_AUTO)
        return tool_terminal_has_colours(output);
    return options->color == TOOL_COLOR_ALWAYS;
}

tool_status tool_layout(const tool_options *options, tool_stream *out)
{
    layout l = {.options = options, .out = out, .err = {stderr, 0}};

    l.parse.features = options->features;
    l.parse.override_count = options->override_count;
    l.parse.overrides = options->overrides;
    l.listing.struct_count = options->struct_count;
    l.listing.structs = options->structs;
    l.listing.colours = has_colours(options, TOOL_STDOUT);
    l.report.colours = has_colours(options, TOOL_STDERR);
    if (tool_wanted_start(options, &l.wanted)) {
        run_format(&l);
    } else {
        tool_error("out of memory");
        worsen(&l, TOOL_FAILED);
    }
    tool_wanted_free(&l.wanted);
    return l.status;
}
