/* SPDX-License-Identifier: MIT */
#include "options.h"
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

int main(int argc, char **argv)
{
    tool_stream out = {stdout, 0};
    tool_options options;
    tool_status status = TOOL_FAILED;

    tool_terminal_start();
    if (tool_options_parse(argc, argv, &options))
        status = run(&options, &out);
    tool_options_free(&options);
    if (!tool_close(&out, "standard output"))
        status = TOOL_FAILED;
    return (int)status;
}
