/* SPDX-License-Identifier: MIT */
/*
 * The command `layout`: each module is read, written and forgotten before the
 * next one.
 */
#include "host.h"
#include "input.h"
#include "options.h"
#include "parse.h"
#include "terminal.h"
#include "wanted.h"

typedef struct layout {
    const tool_options *options;
    tool_stream *out;
    wlay_write_options listing;
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

typedef bool write_function(const wlay_module *module,
                            const wlay_write_options *options,
                            const wlay_sink *sink);

static write_function *writer_of(const layout *l)
{
    switch (l->options->format) {
    case TOOL_FORMAT_SVG:
        return wlay_write_svg;
    case TOOL_FORMAT_MAP:
        return wlay_write_map;
    default:
        return wlay_write_text;
    }
}

static void write_listing(layout *l, const wlay_module *module)
{
    const wlay_sink sink = tool_sink(l->out);

    if (!has_listing(l, module))
        return;
    if (l->written > 0)
        tool_put(l->out, "\n");
    writer_of(l)(module, &l->listing, &sink);
    l->written++;
}

/* They come after the listing, also where both streams are one terminal. */
static void write_report(layout *l, const wlay_module *module,
                         const tool_input *input)
{
    size_t count;

    wlay_diagnostics(module, &count);
    if (count == 0 || !tool_flush(l->out))
        return;
    if (l->written > 0 && tool_terminal_is_shared())
        fputc('\n', stderr);
    tool_report(l->options, module, input);
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
    wlay_module *module = tool_parse(l->options, input);

    if (module == NULL) {
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
    if (l->out->error != 0)
        return;
    if (is_json(l))
        wlay_write_json_end(l->written, &sink);
    /* After a file that could not be read nobody knows what it declares. */
    if (l->status != TOOL_FAILED && !tool_wanted_all_met(&l->wanted))
        worsen(l, TOOL_FAILED);
}

/* ------------------------------------------------------------------ command */

static bool start(layout *l, const tool_options *options)
{
    l->options = options;
    l->listing.struct_count = options->struct_count;
    l->listing.structs = options->structs;
    l->listing.open = options->open;
    l->listing.colours = tool_has_colours(options, TOOL_STDOUT);
    return tool_wanted_start(options, &l->wanted);
}

/* Options that do not go together. */
static bool check_options(const tool_options *o)
{
    const bool is_picture =
        o->format == TOOL_FORMAT_SVG || o->format == TOOL_FORMAT_MAP;

    if (o->format == TOOL_FORMAT_SVG && !o->join && o->file_count > 1)
        tool_error("--format=svg draws one module: give one file, or --join");
    else if (o->open && !is_picture)
        tool_error("--open is for --format=svg and --format=map");
    else if (o->fix != 0 && o->format != TOOL_FORMAT_TEXT)
        tool_error("--fix writes WGSL: leave out --format");
    else
        return tool_host_check_options(o);
    return false;
}

tool_status tool_layout(const tool_options *options, tool_stream *out)
{
    layout l = {.out = out};

    if (!check_options(options))
        return TOOL_FAILED;
    if (options->fix != 0)
        return tool_fix(options, out);
    if (options->format == TOOL_FORMAT_C ||
        options->format == TOOL_FORMAT_C_ASSERTS)
        return tool_host(options, out);
    if (start(&l, options)) {
        run_format(&l);
    } else {
        tool_error("out of memory");
        worsen(&l, TOOL_FAILED);
    }
    tool_wanted_free(&l.wanted);
    return l.status;
}
