/* SPDX-License-Identifier: MIT */
#include "options.h"
#include "target.h"
#include "terminal.h"

static tool_status put_version(tool_stream *out)
{
    char text[64];

    snprintf(text, sizeof text, "wlay %d.%d.%d\n", WLAY_VERSION_MAJOR,
             WLAY_VERSION_MINOR, WLAY_VERSION_PATCH);
    tool_put(out, text);
    return TOOL_OK;
}

static tool_status run(const tool_options *options, tool_stream *out)
{
    if (options->help) {
        tool_put_help(out);
        return TOOL_OK;
    }
    if (options->version)
        return put_version(out);
    return options->command->run(options, out);
}

static tool_status run_to_target(const tool_options *options)
{
    tool_target target;
    tool_status status;

    if (!tool_target_open(options->output, &target))
        return TOOL_FAILED;
    status = run(options, &target.stream);
    return tool_target_close(&target, status) ? status : TOOL_FAILED;
}

int main(int argc, char **argv)
{
    tool_options options;
    tool_status status = TOOL_FAILED;

    tool_terminal_start();
    if (tool_options_parse(argc, argv, &options))
        status = run_to_target(&options);
    tool_options_free(&options);
    return (int)status;
}
