/* SPDX-License-Identifier: MIT */
/*
 * --fix: writes the rewritten module instead of its layout.  What the author
 * has to change, or what was left as it is, goes to standard error.
 */
#include "parse.h"
#include "wanted.h"

/* No struct of that name: nothing is written. */
static bool check_structs(const tool_options *options,
                          const wlay_module *module)
{
    tool_wanted wanted;
    bool done = tool_wanted_start(options, &wanted);

    if (done) {
        tool_wanted_meet(&wanted, module);
        done = tool_wanted_all_met(&wanted);
    } else {
        tool_error("out of memory");
    }
    tool_wanted_free(&wanted);
    return done;
}

static void report(const tool_options *options, const tool_input *input,
                   const wlay_rewritten *rewritten)
{
    const wlay_write_options listing = {
        .colours = tool_has_colours(options, TOOL_STDERR)};
    tool_stream err = {stderr, 0};
    const wlay_sink sink = tool_sink(&err);

    wlay_write_diagnostic_list(rewritten->diagnostics,
                               rewritten->diagnostic_count, input->sources,
                               input->count, &listing, &sink);
}

static void write_texts(const wlay_rewritten *rewritten, tool_stream *out)
{
    const wlay_sink sink = tool_sink(out);

    for (size_t i = 0; i < rewritten->source_count && out->error == 0; i++) {
        const wlay_string text = rewritten->sources[i].text;

        if (text.length > 0)
            sink.write(sink.user_data, text.data, text.length);
    }
}

static tool_status rewrite(const tool_options *options,
                           const tool_input *input, tool_stream *out)
{
    const wlay_rewrite_options wanted = {
        .parse = {.features = options->features,
                  .override_count = options->override_count,
                  .overrides = options->overrides},
        .fix = options->fix,
        .struct_count = options->struct_count,
        .structs = options->structs};
    const wlay_rewritten *rewritten;
    const wlay_result result =
        wlay_rewrite(input->sources, input->count, &wanted, &rewritten);

    if (rewritten == NULL) {
        tool_error("%s: %s", input->name, wlay_result_text(result));
        return TOOL_FAILED;
    }
    write_texts(rewritten, out);
    if (tool_flush(out))
        report(options, input, rewritten);
    wlay_rewritten_free(rewritten);
    return result == WLAY_OK ? TOOL_OK : TOOL_INVALID_WGSL;
}

static tool_status run(const tool_options *options, const tool_input *input,
                       tool_stream *out)
{
    wlay_module *const module = tool_parse(options, input);
    bool found;

    if (module == NULL)
        return TOOL_FAILED;
    found = check_structs(options, module);
    wlay_module_free(module);
    return found ? rewrite(options, input, out) : TOOL_FAILED;
}

tool_status tool_fix(const tool_options *options, tool_stream *out)
{
    tool_input input;
    tool_status status = TOOL_FAILED;

    if (options->file_count > 1 && !options->join) {
        tool_error("--fix rewrites one module: give one file, or --join");
        return TOOL_FAILED;
    }
    if (tool_input_read(options->files, options->file_count, &input))
        status = run(options, &input, out);
    tool_input_free(&input);
    return status;
}
