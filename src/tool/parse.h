/* SPDX-License-Identifier: MIT */
/*
 * From the files of a module to the module.
 */
#ifndef WLAY_TOOL_PARSE_H
#define WLAY_TOOL_PARSE_H

#include "input.h"
#include "options.h"
#include "terminal.h"

/* Parses with the features and overrides of the command line; NULL if that
   could not be done, and then says why. */
wlay_module *tool_parse(const tool_options *options, const tool_input *input);

/* Writes the diagnostics to standard error. */
void tool_report(const tool_options *options, const wlay_module *module,
                 const tool_input *input);

/* What is written there is coloured: as --color says. */
bool tool_has_colours(const tool_options *options, tool_output output);

#endif /* WLAY_TOOL_PARSE_H */
