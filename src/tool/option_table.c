/* SPDX-License-Identifier: MIT */
/*
 * The commands and options: the one place where each is named.
 */
#include "options.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

const tool_command tool_commands[] = {
    {"layout", "print the layouts of structs and variables",
     tool_layout},
};

const size_t tool_command_count =
    sizeof tool_commands / sizeof tool_commands[0];

static const tool_choice formats[] = {
    {"text", TOOL_FORMAT_TEXT}, {"json", TOOL_FORMAT_JSON}, {NULL, 0}};

static const tool_choice colors[] = {{"auto", TOOL_COLOR_AUTO},
                                     {"always", TOOL_COLOR_ALWAYS},
                                     {"never", TOOL_COLOR_NEVER},
                                     {NULL, 0}};

static const tool_choice features[] = {
    {"uniform_buffer_standard_layout",
     WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT},
    {NULL, 0}};

static bool set_format(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    o->format = (tool_format)choice;
    return true;
}

static bool set_color(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    o->color = (tool_color)choice;
    return true;
}

static bool set_feature(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    o->features |= choice;
    return true;
}

static bool set_join(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->join = true;
    return true;
}

static bool set_help(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->help = true;
    return true;
}

static bool set_version(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->version = true;
    return true;
}

static bool set_struct(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->structs[o->struct_count++] = tool_string(value);
    return true;
}

/* strtod() also takes leading space, infinities and what is not a number. */
static bool read_value(const char *text, double *out_value)
{
    char *end;

    if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
        *out_value = text[0] == 't' ? 1.0 : 0.0;
        return true;
    }
    if (strchr("+-.0123456789", text[0]) == NULL || text[0] == '\0')
        return false;
    *out_value = strtod(text, &end);
    return *end == '\0' && end != text && *out_value >= -DBL_MAX &&
           *out_value <= DBL_MAX;
}

static bool set_override(tool_options *o, const char *value, uint32_t choice)
{
    const char *equals = strchr(value, '=');
    wlay_override_value *override = &o->overrides[o->override_count];

    (void)choice;
    if (equals == NULL || equals == value) {
        tool_error("--override: '%s' is not NAME=VALUE", value);
        return false;
    }
    if (!read_value(equals + 1, &override->value)) {
        tool_error("--override: '%s' is not a finite number, true or false",
                   equals + 1);
        return false;
    }
    override->key = (wlay_string){value, (size_t)(equals - value)};
    o->override_count++;
    return true;
}

const tool_option tool_option_table[] = {
    {"format", 0, NULL, formats, set_format,
     "write a listing for a person (text, the default)\n"
     "or one JSON document for all files (json)"},
    {"struct", 0, "NAME", NULL, set_struct,
     "list only that struct; may be given several times"},
    {"join", 0, NULL, NULL, set_join,
     "read all files as one module, in the order given"},
    {"feature", 0, "NAME", features, set_feature,
     "allow what a WGSL language feature allows, as\n"
     "`requires NAME;` in the source does"},
    {"override", 0, "NAME=VALUE", NULL, set_override,
     "give an override a number, true or false; an @id\n"
     "stands for the name; may be given several times"},
    {"color", 0, NULL, colors, set_color,
     "colour the text; auto, the default, does so on a\n"
     "terminal unless NO_COLOR is set"},
    {"help", 'h', NULL, NULL, set_help, "print this help"},
    {"version", 0, NULL, NULL, set_version, "print the version"},
};

const size_t tool_option_count =
    sizeof tool_option_table / sizeof tool_option_table[0];
