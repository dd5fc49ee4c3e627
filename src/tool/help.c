/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

/* The column in which explanations begin. */
#define HELP_COLUMN 29

static const char *const head =
    "Usage: wlay [COMMAND] [OPTION]... FILE...\n"
    "\n"
    "Reads WGSL and says where every byte of every buffer lives: offsets,\n"
    "sizes, alignments, strides and padding of structs, and the minimum\n"
    "binding sizes of buffers. A FILE named - is standard input.\n";

static const char *const tail =
    "\n"
    "Options and files may stand in any order; -- ends the options.\n"
    "\n"
    "Standard output gets the listing or the document, standard error the\n"
    "diagnostics; with --format=json they are in the document. Function\n"
    "bodies are not checked.\n"
    "\n"
    "Exit status:\n"
    "  0  the WGSL is valid\n"
    "  1  the WGSL is invalid; what could be computed is printed anyway\n"
    "  2  wlay could not do its work: wrong usage, a file that cannot be\n"
    "     read, output that cannot be written, or no memory\n"
    "\n"
    "Examples:\n"
    "  wlay forward.wgsl\n"
    "  wlay --struct Camera --struct Light forward.wgsl\n"
    "  wlay --join common.wgsl lighting.wgsl forward.wgsl\n"
    "  wlay --format=json *.wgsl > layouts.json\n"
    "  wlay --override tile_size=64 particles.wgsl\n"
    "  preprocess forward.wgsl.in | wlay -\n"
    "  wlay where forward.wgsl 'lights[3].color.y' Camera.view\n"
    "  wlay dump forward.wgsl --var=lights --data=frame.bin --padding\n"
    "  wlay size forward.wgsl lights --count=1000\n"
    "  wlay advise forward.wgsl\n"
    "  wlay explain forward.wgsl Light.color\n"
    "  wlay --fix=uniform forward.wgsl > legal.wgsl\n"
    "  wlay --format=svg --struct=Light forward.wgsl > light.svg\n";

/* Text that starts at a column, its further lines too. */
static void put_block(tool_stream *out, const char *text)
{
    char c[2] = {0, 0};

    for (; *text != '\0'; text++) {
        c[0] = *text;
        tool_put(out, c);
        for (size_t i = 0; *text == '\n' && i < HELP_COLUMN; i++)
            tool_put(out, " ");
    }
    tool_put(out, "\n");
}

/* Spaces up to the column of explanations, on a new line if need be. */
static void put_gap(tool_stream *out, size_t used)
{
    if (used > HELP_COLUMN - 2) {
        tool_put(out, "\n");
        used = 0;
    }
    for (; used < HELP_COLUMN; used++)
        tool_put(out, " ");
}

/* The parts of `text|json`, or of a list of words, and their length. */
static size_t put_words(tool_stream *out, const tool_choice *choice,
                        const char *separator)
{
    size_t length = 0;

    for (; choice->word != NULL; choice++) {
        const char *behind = choice[1].word != NULL ? separator : "";

        tool_put(out, choice->word);
        tool_put(out, behind);
        length += strlen(choice->word) + strlen(behind);
    }
    return length;
}

static size_t put_value(tool_stream *out, const tool_option *option)
{
    if (option->value == NULL && option->choices == NULL)
        return 0;
    tool_put(out, "=");
    if (option->value == NULL)
        return 1 + put_words(out, option->choices, "|");
    tool_put(out, option->value);
    return 1 + strlen(option->value);
}

static void put_option(tool_stream *out, const tool_option *option)
{
    const char short_form[] = {'-', option->letter, ',', ' ', '\0'};
    size_t used = strlen("  --") + strlen(option->name);

    tool_put(out, "  ");
    if (option->letter != 0) {
        tool_put(out, short_form);
        used += strlen(short_form);
    }
    tool_put(out, "--");
    tool_put(out, option->name);
    put_gap(out, used + put_value(out, option));
    put_block(out, option->help);
    if (option->value != NULL && option->choices != NULL) {
        put_gap(out, 0);
        tool_put(out, "known: ");
        put_words(out, option->choices, ", ");
        tool_put(out, "\n");
    }
}

static void put_commands(tool_stream *out)
{
    tool_put(out, "\nCommands:\n");
    for (size_t i = 0; i < tool_command_count; i++) {
        const tool_command *command = &tool_commands[i];
        size_t used = 2 + strlen(command->name);

        tool_put(out, "  ");
        tool_put(out, command->name);
        if (command->operands != NULL) {
            tool_put(out, " FILE ");
            tool_put(out, command->operands);
            used += strlen(" FILE ") + strlen(command->operands);
        }
        put_gap(out, used);
        put_block(out, command->help);
    }
    put_gap(out, 0);
    tool_put(out, "(the default is ");
    tool_put(out, tool_commands[0].name);
    tool_put(out, ")\n");
}

void tool_put_help(tool_stream *out)
{
    tool_put(out, head);
    put_commands(out);
    tool_put(out, "\nOptions:\n");
    for (size_t i = 0; i < tool_option_count; i++)
        put_option(out, &tool_option_table[i]);
    tool_put(out, tail);
}
