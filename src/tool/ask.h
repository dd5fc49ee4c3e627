/* SPDX-License-Identifier: MIT */
/*
 * What the commands have in common that answer questions on one module:
 * `wlay COMMAND FILE WHAT...`.
 */
#ifndef WLAY_TOOL_ASK_H
#define WLAY_TOOL_ASK_H

#include "../write_json.h"

#include "parse.h"

/* A command that is at work. */
typedef struct tool_ask {
    const tool_options *options;
    tool_stream *out;
    tool_input input;
    wlay_module *module;
    tool_status status;
} tool_ask;

/* False, and says why, if options were given that are neither of those that all
   commands have nor in `also`, which NULL ends. */
bool tool_ask_check_options(const tool_options *options,
                            const char *const *also);

void tool_ask_worsen(tool_ask *ask, tool_status status);

/*
 * Reads the module and reports its diagnostics.  False if there is none, or if
 * options were given that are neither of those that all commands have nor in
 * `also`, which NULL ends; then says why.  tool_ask_end() is right in both
 * cases.
 */
bool tool_ask_start(const tool_options *options, tool_stream *out,
                    const char *const *also, tool_ask *out_ask);
tool_status tool_ask_end(tool_ask *ask);

static inline bool tool_ask_is_json(const tool_ask *ask)
{
    return ask->options->format == TOOL_FORMAT_JSON;
}

/* The document up to the array of the answers under that key, and its end. */
void tool_ask_begin_json(const tool_ask *ask, const wlay_sink *sink,
                         const char *key, wlay_json *json);
void tool_ask_end_json(wlay_json *json);

/* Why a path leads nowhere: the path, and under it the step that failed. */
void tool_put_path_error(wlay_out *out, wlay_string path,
                         const wlay_path_error *error);

/* The columns that a text takes. */
size_t tool_shown_width(wlay_string text);

#endif /* WLAY_TOOL_ASK_H */
