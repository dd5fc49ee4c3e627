/* SPDX-License-Identifier: MIT */
/*
 * The commands and options: the one place where each is named.
 */
#include "options.h"

#include "limit.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

const tool_command tool_commands[] = {
    {"layout", "print the layouts of structs and variables",
     tool_layout, NULL},
    {"where", "print offset, size, stride and type of what a path\n"
     "leads to: 'lights[3].color.y', Light.color",
     tool_where, "PATH..."},
    {"size", "print how many bytes a variable or a type needs,\n"
     "and whether a device allows it",
     tool_size, "NAME..."},
    {"advise", "show the padding of structs, the order of members\n"
               "that is smallest, what makes a type fit for uniform\n"
               "buffers, and which buffers should be which",
     tool_advise, NULL},
    {"explain", "print the arithmetic behind the numbers of a part\n"
                "of a struct or variable: 'Light.color'",
     tool_explain, "PATH..."},
    {"diff", "`wlay diff OLD NEW`: what changes for the host, and\n"
             "whether code made for OLD works with NEW",
     tool_diff, NULL},
    {"dump", "print the values of a variable in the bytes of a\n"
             "buffer: --var lights --data frame.bin",
     tool_dump, NULL},
};

const size_t tool_command_count =
    sizeof tool_commands / sizeof tool_commands[0];

static const tool_choice formats[] = {
    {"text", TOOL_FORMAT_TEXT},
    {"json", TOOL_FORMAT_JSON},
    {"c", TOOL_FORMAT_C},
    {"c-asserts", TOOL_FORMAT_C_ASSERTS},
    {"svg", TOOL_FORMAT_SVG},
    {"map", TOOL_FORMAT_MAP},
    {NULL, 0}};

static const tool_choice fixes[] = {{"uniform", WLAY_FIX_UNIFORM},
                                    {"order", WLAY_FIX_ORDER},
                                    {"pad", WLAY_FIX_PAD},
                                    {"size", WLAY_FIX_SIZE},
                                    {"unpad", WLAY_FIX_UNPAD},
                                    {NULL, 0}};

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
    const char *equals = strchr(value, '=');

    (void)choice;
    if (equals != NULL && (equals == value || equals[1] == '\0')) {
        tool_error("--struct: '%s' is not NAME or NAME=NAME_IN_C", value);
        return false;
    }
    o->structs[o->struct_count] = tool_string(value);
    if (equals != NULL) {
        o->structs[o->struct_count].length = (size_t)(equals - value);
        o->struct_names[o->struct_count] = tool_string(equals + 1);
    }
    o->struct_count++;
    return true;
}

static bool set_output(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->output = value;
    return true;
}

/* ------------------------------------------------------------- for the host */

static bool set_reachable(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->reachable = true;
    return true;
}

bool tool_is_c_word(const char *text)
{
    const char *at = text;

    for (; *at != '\0'; at++) {
        const bool letter = (*at >= 'a' && *at <= 'z') ||
                            (*at >= 'A' && *at <= 'Z') || *at == '_';

        if (!letter && (at == text || *at < '0' || *at > '9'))
            return false;
    }
    return at > text;
}

static bool set_ignore_names(tool_options *o, const char *value,
                             uint32_t choice)
{
    (void)value;
    (void)choice;
    o->ignore_names = true;
    return true;
}

static bool set_prefix(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    if (!tool_is_c_word(value)) {
        tool_error("--prefix: '%s' cannot begin a name in C", value);
        return false;
    }
    o->prefix = value;
    return true;
}

/* An empty new name is allowed: see --help. */
static bool set_rename(tool_options *o, const char *value, uint32_t choice)
{
    const char *equals = strchr(value, '=');

    (void)choice;
    if (equals == NULL || equals == value ||
        (equals[1] != '\0' && !tool_is_c_word(equals + 1))) {
        tool_error("--rename: '%s' is not MEMBER=NAME_IN_C", value);
        return false;
    }
    o->renames[o->rename_count++] = (wlay_c_pair){
        {value, (size_t)(equals - value)}, tool_string(equals + 1)};
    return true;
}

/* Takes `:NUMBER` off the end of a name; the colons of C++ are no such. */
static bool take_number(wlay_string *name, uint64_t *out)
{
    uint64_t value = 0;
    size_t at = name->length;

    while (at > 0 && name->data[at - 1] >= '0' && name->data[at - 1] <= '9')
        at--;
    if (at < 2 || at == name->length || name->data[at - 1] != ':')
        return false;
    /* Beyond 4 GiB it is too large for anything, however much. */
    for (size_t i = at; i < name->length && value <= UINT32_MAX; i++)
        value = value * 10 + (uint64_t)(name->data[i] - '0');
    name->length = at - 1;
    *out = value;
    return true;
}

static bool set_type(tool_options *o, const char *value, uint32_t choice)
{
    const char *equals = strchr(value, '=');
    wlay_c_map *map = &o->types[o->type_count];
    uint64_t number;

    (void)choice;
    if (equals == NULL || equals == value || equals[1] == '\0') {
        tool_error("--type: '%s' is not WGSL_TYPE=TYPE_IN_C[:SIZE[:ALIGN]]",
                   value);
        return false;
    }
    map->wgsl = (wlay_string){value, (size_t)(equals - value)};
    map->c = tool_string(equals + 1);
    if (take_number(&map->c, &number)) {
        map->size = number;
        if (take_number(&map->c, &number)) {
            map->align = map->size;
            map->size = number;
        }
        if (map->size == 0) {
            tool_error("--type: '%s': a size of 0", value);
            return false;
        }
    }
    o->type_count++;
    return true;
}

/* `<file>` is the same as `file`; `"file"` stays. */
static bool set_include(tool_options *o, const char *value, uint32_t choice)
{
    wlay_string file = tool_string(value);

    (void)choice;
    if (file.length > 2 && file.data[0] == '<' &&
        file.data[file.length - 1] == '>')
        file = (wlay_string){file.data + 1, file.length - 2};
    if (file.length == 0 || strpbrk(value, "\n\r") != NULL) {
        tool_error("--include: '%s' is no file", value);
        return false;
    }
    o->includes[o->include_count++] = file;
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

/* ------------------------------------------------------------ for questions */

static bool set_count(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->has_count = true;
    return tool_read_u64("--count", value, &o->count);
}

static bool set_bytes(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->has_bytes = true;
    return tool_read_u64("--bytes", value, &o->bytes);
}

static bool set_limit(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    return tool_limit_set(&o->limits, value);
}

static bool set_var(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->var = value;
    return true;
}

static bool set_data(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    o->data = value;
    return true;
}

static bool set_padding(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->padding = true;
    return true;
}

/* ----------------------------------------------------------------- for advice */

static bool set_open(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    (void)choice;
    o->open = true;
    return true;
}

static bool set_fix(tool_options *o, const char *value, uint32_t choice)
{
    (void)value;
    o->fix = (wlay_fix)choice;
    return true;
}

static bool set_line(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    return tool_read_u64("--line", value, &o->line);
}

static bool set_group(tool_options *o, const char *value, uint32_t choice)
{
    (void)choice;
    return tool_read_u64("--group", value, &o->group);
}

const tool_option tool_option_table[] = {
    {"format", 0, NULL, formats, set_format,
     "write a listing for a person (text, the default),\n"
     "one JSON document for all files (json), a header\n"
     "with structs for C and C++ (c), or assertions on\n"
     "structs that the host has already (c-asserts), or\n"
     "pictures of structs (svg; map for a terminal)"},
    {"open", 0, NULL, NULL, set_open,
     "for svg and map: show nested structs member by\n"
     "member"},
    {"fix", 0, NULL, fixes, set_fix,
     "write the rewritten module instead: make uniform\n"
     "buffers legal by the strict rules (uniform), put\n"
     "members into the smallest order (order), name the\n"
     "padding as members (pad) or by @size (size), drop\n"
     "members that only pad (unpad)"},
    {"output", 'o', "FILE", NULL, set_output,
     "write there; an old file is replaced only if all\n"
     "went well"},
    {"struct", 0, "NAME[=C]", NULL, set_struct,
     "list only that struct; may be given several times;\n"
     "on the host it is called C"},
    {"reachable", 0, NULL, NULL, set_reachable,
     "for c: only structs that are in buffer variables"},
    {"prefix", 0, "TEXT", NULL, set_prefix,
     "for c: goes before the names of structs and\n"
     "constants"},
    {"rename", 0, "MEMBER=C", NULL, set_rename,
     "for c and c-asserts: on the host the member, given\n"
     "as MEMBER or STRUCT.MEMBER, is called C; without C\n"
     "it is not looked at (c-asserts)"},
    {"type", 0, "WGSL=C[:SIZE[:ALIGN]]", NULL, set_type,
     "for c: the host's type C stands for that of WGSL,\n"
     "as in 'vec3<f32>=vec3', where it fits"},
    {"include", 0, "FILE", NULL, set_include,
     "for c and c-asserts: #include that file"},
    {"ignore-names", 0, NULL, NULL, set_ignore_names,
     "for diff: the host does not know members by name"},
    {"join", 0, NULL, NULL, set_join,
     "read all files as one module, in the order given"},
    {"feature", 0, "NAME", features, set_feature,
     "allow what a WGSL language feature allows, as\n"
     "`requires NAME;` in the source does"},
    {"override", 0, "NAME=VALUE", NULL, set_override,
     "give an override a number, true or false; an @id\n"
     "stands for the name; may be given several times"},
    {"count", 0, "N", NULL, set_count,
     "for size and dump: elements of the runtime-sized\n"
     "array; without it dump prints all of the data;\n"
     "for advise: of arrays of a struct; 1000"},
    {"bytes", 0, "N", NULL, set_bytes,
     "for size: how many elements are in so many bytes;\n"
     "for where: only elements that are in so many"},
    {"limit", 0, "NAME=N", NULL, set_limit,
     "for size: what the device allows, by WebGPU's\n"
     "names, as in maxBufferSize=1073741824; or\n"
     "'compatibility' for the defaults of that mode"},
    {"line", 0, "N", NULL, set_line,
     "for advise: bytes of a cache line; 128"},
    {"group", 0, "N", NULL, set_group,
     "for advise: invocations that read side by side; 32"},
    {"var", 0, "PATH", NULL, set_var,
     "for dump: a variable, or a part of one, as in\n"
     "'lights.items[3]'"},
    {"data", 0, "FILE", NULL, set_data,
     "for dump: the bytes of the buffer; - is standard\n"
     "input"},
    {"padding", 0, NULL, NULL, set_padding,
     "for dump: print padding too, and its bytes if they\n"
     "are not zero"},
    {"color", 0, NULL, colors, set_color,
     "colour the text; auto, the default, does so on a\n"
     "terminal unless NO_COLOR is set"},
    {"help", 'h', NULL, NULL, set_help, "print this help"},
    {"version", 0, NULL, NULL, set_version, "print the version"},
};

const tool_option_use tool_option_uses[] = {
    {"count", tool_size},
    {"bytes", tool_size},
    {"bytes", tool_where},
    {"limit", tool_size},
    {"count", tool_dump},
    {"count", tool_advise},
    {"line", tool_advise},
    {"group", tool_advise},
    {"fix", tool_layout},
    {"open", tool_layout},
    {"var", tool_dump},
    {"data", tool_dump},
    {"padding", tool_dump},
};

const size_t tool_option_use_count =
    sizeof tool_option_uses / sizeof tool_option_uses[0];

const size_t tool_option_count =
    sizeof tool_option_table / sizeof tool_option_table[0];
