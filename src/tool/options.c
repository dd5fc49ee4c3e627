/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "file.h"
#include "nearest.h"

#include <stdlib.h>
#include <string.h>

/* The arguments that are still to be read. */
typedef struct reader {
    int count;
    char **next;
} reader;

static const char *take(reader *r)
{
    r->count--;
    return *r->next++;
}

/* ------------------------------------------------------------------ options */

static const tool_option *find_option(wlay_string name)
{
    for (size_t i = 0; i < tool_option_count; i++) {
        const tool_option *option = &tool_option_table[i];

        if (strlen(option->name) == name.length &&
            memcmp(option->name, name.data, name.length) == 0)
            return option;
    }
    return NULL;
}

static bool unknown_option(wlay_string name)
{
    tool_nearest nearest;

    tool_nearest_start(&nearest, name);
    for (size_t i = 0; i < tool_option_count; i++)
        tool_nearest_offer(&nearest, tool_string(tool_option_table[i].name));
    tool_nearest_error(&nearest, "unknown option", "--");
    return false;
}

static bool unknown_word(const tool_option *option, const char *value)
{
    const tool_choice *choice = option->choices;

    fprintf(stderr, "wlay: --%s: unknown value '%s'; known: ", option->name,
            value);
    for (; choice->word != NULL; choice++)
        fprintf(stderr, "%s%s", choice->word,
                choice[1].word != NULL ? ", " : "\n");
    return false;
}

static bool set_option(tool_options *o, const tool_option *option,
                       const char *value)
{
    const tool_choice *choice = option->choices;

    o->given[o->given_count++] = (tool_given){option, value};
    if (choice == NULL)
        return option->set(o, value, 0);
    for (; choice->word != NULL; choice++) {
        if (strcmp(choice->word, value) == 0)
            return option->set(o, value, choice->value);
    }
    return unknown_word(option, value);
}

static bool takes_value(const tool_option *option)
{
    return option->value != NULL || option->choices != NULL;
}

/* `value` if there is one, else the next argument. */
static bool set_value(tool_options *o, const tool_option *option,
                      const char *value, reader *r)
{
    if (value == NULL && r->count == 0) {
        tool_error("--%s needs a value", option->name);
        return false;
    }
    return set_option(o, option, value != NULL ? value : take(r));
}

/* `--name`, `--name=value` or `--name value`. */
static bool read_long(tool_options *o, const char *argument, reader *r)
{
    const char *equals = strchr(argument, '=');
    const wlay_string name = {argument, equals != NULL
                                            ? (size_t)(equals - argument)
                                            : strlen(argument)};
    const tool_option *option = find_option(name);
    const char *value = equals != NULL ? equals + 1 : NULL;

    if (option == NULL)
        return unknown_option(name);
    if (takes_value(option))
        return set_value(o, option, value, r);
    if (value == NULL)
        return set_option(o, option, NULL);
    tool_error("--%s takes no value", option->name);
    return false;
}

/* `-h`, `-o value` or `-ovalue`. */
static bool read_short(tool_options *o, const char *argument, reader *r)
{
    for (size_t i = 0; i < tool_option_count; i++) {
        const tool_option *option = &tool_option_table[i];

        if (option->letter != argument[1])
            continue;
        if (takes_value(option))
            return set_value(o, option,
                             argument[2] != '\0' ? argument + 2 : NULL, r);
        if (argument[2] == '\0')
            return set_option(o, option, NULL);
    }
    tool_error("unknown option '%s'; see wlay --help", argument);
    return false;
}

/* ------------------------------------------------------------- command line */

static const tool_command *read_command(reader *r)
{
    for (size_t i = 0; r->count > 0 && i < tool_command_count; i++) {
        if (strcmp(r->next[0], tool_commands[i].name) == 0) {
            take(r);
            return &tool_commands[i];
        }
    }
    return &tool_commands[0];
}

static bool read_arguments(tool_options *o, reader *r)
{
    bool only_files = false;

    while (r->count > 0) {
        const char *argument = take(r);

        if (only_files || argument[0] != '-' || argument[1] == '\0')
            o->files[o->file_count++] = argument;
        else if (strcmp(argument, "--") == 0)
            only_files = true;
        else if (argument[1] != '-' && !read_short(o, argument, r))
            return false;
        else if (argument[1] == '-' && !read_long(o, argument + 2, r))
            return false;
    }
    return true;
}

/* An option that few commands take is a mistake in others. */
static bool is_used(const tool_options *o, const tool_option *option)
{
    bool restricted = false;

    for (size_t i = 0; i < tool_option_use_count; i++) {
        const tool_option_use *use = &tool_option_uses[i];

        if (strcmp(use->option, option->name) != 0)
            continue;
        if (use->run == o->command->run)
            return true;
        restricted = true;
    }
    if (restricted)
        tool_error("--%s is not for the command '%s'", option->name,
                   o->command->name);
    return !restricted;
}

static bool check_options(const tool_options *o)
{
    for (size_t i = 0; i < o->given_count; i++)
        if (!is_used(o, o->given[i].option))
            return false;
    return true;
}

/* The files of a command with operands are one. */
static bool split_operands(tool_options *o)
{
    if (o->command->operands == NULL || o->help || o->version)
        return true;
    if (o->file_count < 2) {
        tool_error("usage: wlay %s [OPTION]... FILE %s; see wlay --help",
                   o->command->name, o->command->operands);
        return false;
    }
    o->operands = o->files + 1;
    o->operand_count = o->file_count - 1;
    o->file_count = 1;
    return true;
}

static bool check_files(const tool_options *o)
{
    size_t stdin_count = 0;

    for (size_t i = 0; i < o->file_count; i++)
        stdin_count += tool_is_stdin(o->files[i]) ? 1u : 0u;
    if (stdin_count > 1) {
        tool_error("standard input can be read only once");
        return false;
    }
    if (o->file_count == 0 && !o->help && !o->version) {
        tool_error("no input file; see wlay --help");
        return false;
    }
    return true;
}

/* No list can become longer than the command line. */
static bool make_lists(tool_options *o, size_t count)
{
    o->files = calloc(count, sizeof *o->files);
    o->structs = calloc(count, sizeof *o->structs);
    o->struct_names = calloc(count, sizeof *o->struct_names);
    o->overrides = calloc(count, sizeof *o->overrides);
    o->given = calloc(count, sizeof *o->given);
    o->renames = calloc(count, sizeof *o->renames);
    o->types = calloc(count, sizeof *o->types);
    o->includes = calloc(count, sizeof *o->includes);
    if (o->files != NULL && o->structs != NULL && o->struct_names != NULL &&
        o->overrides != NULL && o->given != NULL && o->renames != NULL &&
        o->types != NULL && o->includes != NULL)
        return true;
    tool_error("out of memory");
    return false;
}

bool tool_options_parse(int argc, char **argv, tool_options *out_options)
{
    reader r = {argc > 0 ? argc - 1 : 0, argv + 1};

    *out_options = (tool_options){0};
    if (!make_lists(out_options, (size_t)r.count + 1))
        return false;
    out_options->command = read_command(&r);
    return read_arguments(out_options, &r) && check_options(out_options) &&
           split_operands(out_options) && check_files(out_options);
}

void tool_options_free(tool_options *options)
{
    free(options->files);
    free(options->structs);
    free(options->struct_names);
    free(options->given);
    free(options->renames);
    free(options->types);
    free(options->includes);
    free(options->overrides);
}
