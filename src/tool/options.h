/* SPDX-License-Identifier: MIT */
/*
 * The command line.
 */
#ifndef WLAY_TOOL_OPTIONS_H
#define WLAY_TOOL_OPTIONS_H

#include "tool.h"

typedef enum tool_format { TOOL_FORMAT_TEXT, TOOL_FORMAT_JSON } tool_format;

typedef enum tool_color {
    TOOL_COLOR_AUTO,
    TOOL_COLOR_ALWAYS,
    TOOL_COLOR_NEVER
} tool_color;

typedef struct tool_command tool_command;

/* What the command line asks for; strings belong to it. */
typedef struct tool_options {
    const tool_command *command;
    tool_format format;
    tool_color color;
    uint32_t features; /* wlay_feature bits */
    bool join;
    bool help;
    bool version;
    size_t file_count;
    const char **files;
    size_t struct_count;
    wlay_string *structs;
    size_t override_count;
    wlay_override_value *overrides;
} tool_options;

/* A command; the first of the table is the one that may be left out. */
struct tool_command {
    const char *name;
    const char *help;
    tool_status (*run)(const tool_options *options, tool_stream *out);
};

extern const tool_command tool_commands[];
extern const size_t tool_command_count;

/* A word that an option may be given, and what it stands for. */
typedef struct tool_choice {
    const char *word; /* NULL ends a table */
    uint32_t value;
} tool_choice;

typedef struct tool_option {
    const char *name;
    char letter;                /* of its short form; 0 if it has none */
    const char *value;          /* its value in --help; NULL if it has none or
                                   the choices say it */
    const tool_choice *choices; /* the only values it takes, or NULL */
    bool (*set)(tool_options *options, const char *value, uint32_t choice);
    const char *help;
} tool_option;

extern const tool_option tool_option_table[];
extern const size_t tool_option_count;

/* False if the command line is wrong, and then says why.  tool_options_free()
   is right in both cases. */
bool tool_options_parse(int argc, char **argv, tool_options *out_options);
void tool_options_free(tool_options *options);

void tool_put_help(tool_stream *out);

/* The commands. */
tool_status tool_layout(const tool_options *options, tool_stream *out);

#endif /* WLAY_TOOL_OPTIONS_H */
