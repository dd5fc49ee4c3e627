/* SPDX-License-Identifier: MIT */
/*
 * The command line.
 */
#ifndef WLAY_TOOL_OPTIONS_H
#define WLAY_TOOL_OPTIONS_H

#include "../write_c.h"

#include "tool.h"

typedef enum tool_format {
    TOOL_FORMAT_TEXT,
    TOOL_FORMAT_JSON,
    TOOL_FORMAT_C,
    TOOL_FORMAT_C_ASSERTS,
    TOOL_FORMAT_SVG,
    TOOL_FORMAT_MAP
} tool_format;

typedef enum tool_color {
    TOOL_COLOR_AUTO,
    TOOL_COLOR_ALWAYS,
    TOOL_COLOR_NEVER
} tool_color;

typedef struct tool_command tool_command;
typedef struct tool_option tool_option;

/* An option as it was given. */
typedef struct tool_given {
    const tool_option *option;
    const char *value; /* NULL if it has none */
} tool_given;

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
    size_t operand_count;        /* of a command that has operands */
    const char *const *operands; /* what stands behind its one file */
    const char *output; /* a file's name, NULL: standard output */
    size_t given_count;
    tool_given *given; /* all options, in their order */
    size_t struct_count;
    wlay_string *structs;
    wlay_string *struct_names; /* on the host, one for each; may be empty */
    const char *prefix;        /* of names on the host; NULL: none */
    bool reachable;
    bool ignore_names;
    size_t rename_count;
    wlay_c_pair *renames;
    size_t type_count;
    wlay_c_map *types;
    size_t include_count;
    wlay_string *includes;
    size_t override_count;
    wlay_override_value *overrides;
    bool has_count;
    uint64_t count;
    bool has_bytes;
    uint64_t bytes;
    wlay_limits limits;
    const char *var;  /* a path that begins with a variable, or NULL */
    const char *data; /* a file of bytes, or NULL */
    bool padding;
    wlay_fix fix; /* 0: none */
    bool open;
    uint64_t line;  /* bytes of a cache line; 0: not given */
    uint64_t group; /* invocations; 0: not given */
} tool_options;

/* A command; the first of the table is the one that may be left out. */
struct tool_command {
    const char *name;
    const char *help;
    tool_status (*run)(const tool_options *options, tool_stream *out);
    /* What is named behind one file, as in "PATH..."; NULL: all are files. */
    const char *operands;
};

extern const tool_command tool_commands[];
extern const size_t tool_command_count;

/* A word that an option may be given, and what it stands for. */
typedef struct tool_choice {
    const char *word; /* NULL ends a table */
    uint32_t value;
} tool_choice;

struct tool_option {
    const char *name;
    char letter;                /* of its short form; 0 if it has none */
    const char *value;          /* its value in --help; NULL if it has none or
                                   the choices say it */
    const tool_choice *choices; /* the only values it takes, or NULL */
    bool (*set)(tool_options *options, const char *value, uint32_t choice);
    const char *help;
};

/* An option that only some commands take: one row for each of those. */
typedef struct tool_option_use {
    const char *option;
    tool_status (*run)(const tool_options *options, tool_stream *out);
} tool_option_use;

extern const tool_option_use tool_option_uses[];
extern const size_t tool_option_use_count;

extern const tool_option tool_option_table[];
extern const size_t tool_option_count;

/* False if the command line is wrong, and then says why.  tool_options_free()
   is right in both cases. */
bool tool_options_parse(int argc, char **argv, tool_options *out_options);
void tool_options_free(tool_options *options);

void tool_put_help(tool_stream *out);

/* The text is an identifier of C. */
bool tool_is_c_word(const char *text);

/* The commands. */
tool_status tool_layout(const tool_options *options, tool_stream *out);
tool_status tool_where(const tool_options *options, tool_stream *out);
tool_status tool_size(const tool_options *options, tool_stream *out);
tool_status tool_diff(const tool_options *options, tool_stream *out);
tool_status tool_dump(const tool_options *options, tool_stream *out);
tool_status tool_advise(const tool_options *options, tool_stream *out);
tool_status tool_explain(const tool_options *options, tool_stream *out);

/* What --fix makes of the command `layout`. */
tool_status tool_fix(const tool_options *options, tool_stream *out);

#endif /* WLAY_TOOL_OPTIONS_H */
