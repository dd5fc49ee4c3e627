/* SPDX-License-Identifier: MIT */
#include "parse.h"

#include "wanted.h"

#include <stdlib.h>

static wlay_module *parse_once(const tool_input *input,
                               const wlay_options *options)
{
    wlay_module *module;
    const wlay_result result = wlay_parse_sources(
        input->sources, input->count, options, &module);

    if (module == NULL)
        tool_error("%s: %s", input->name, wlay_result_text(result));
    return module;
}

/* To the library a value for an override that is not declared is an error.  Of
   several modules each takes the values of its own, so it is read without any
   first. */
wlay_module *tool_parse(const tool_options *options, const tool_input *input)
{
    wlay_options parse = {.features = options->features,
                          .read_functions = true};
    wlay_override_value *values;
    wlay_module *module = parse_once(input, &parse);

    if (module == NULL || options->override_count == 0)
        return module;
    values = calloc(options->override_count, sizeof *values);
    if (values == NULL) {
        tool_error("out of memory");
        wlay_module_free(module);
        return NULL;
    }
    parse.overrides = values;
    parse.override_count = tool_pick_overrides(options, module, values);
    if (parse.override_count > 0) {
        wlay_module_free(module);
        module = parse_once(input, &parse);
    }
    free(values);
    return module;
}

bool tool_has_colours(const tool_options *options, tool_output output)
{
    if (options->color == TOOL_COLOR_AUTO)
        return tool_terminal_has_colours(output);
    return options->color == TOOL_COLOR_ALWAYS;
}

void tool_report(const tool_options *options, const wlay_module *module,
                 const tool_input *input)
{
    const wlay_write_options report = {
        .colours = tool_has_colours(options, TOOL_STDERR)};
    tool_stream err = {stderr, 0};
    const wlay_sink sink = tool_sink(&err);

    wlay_write_diagnostics(module, input->sources, input->count, &report,
                           &sink);
}
