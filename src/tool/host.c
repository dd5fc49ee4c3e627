/* SPDX-License-Identifier: MIT */
#include "host.h"

#include "parse.h"
#include "wanted.h"

#include <stdlib.h>
#include <string.h>

typedef struct host {
    const tool_options *options;
    tool_wanted wanted;
    size_t count; /* of modules that have been read */
    tool_input *inputs;
    wlay_module **modules;
    wlay_c_source *sources;
    wlay_c_pair *structs;
    wlay_arena arena;
    tool_status status;
} host;

static void worsen(host *h, tool_status status)
{
    if (status > h->status)
        h->status = status;
}

static void no_memory(host *h)
{
    tool_error("out of memory");
    worsen(h, TOOL_FAILED);
}

/* ------------------------------------------------------------------ reading */

static void read_module(host *h, const char *const *paths, size_t count)
{
    const size_t at = h->count++;
    size_t diagnostics;

    if (tool_input_read(paths, count, &h->inputs[at]))
        h->modules[at] = tool_parse(h->options, &h->inputs[at]);
    if (h->modules[at] == NULL) {
        worsen(h, TOOL_FAILED);
        return;
    }
    h->sources[at].module = h->modules[at];
    tool_wanted_meet(&h->wanted, h->modules[at]);
    if (!wlay_module_valid(h->modules[at]))
        worsen(h, TOOL_INVALID_WGSL);
    wlay_diagnostics(h->modules[at], &diagnostics);
    if (diagnostics > 0)
        tool_report(h->options, h->modules[at], &h->inputs[at]);
}

static void read_all(host *h)
{
    const tool_options *const o = h->options;
    const size_t count = o->join ? o->file_count : 1;

    for (size_t i = 0; i < o->file_count; i += count)
        read_module(h, o->files + i, count);
    if (h->status != TOOL_FAILED && !tool_wanted_all_met(&h->wanted))
        worsen(h, TOOL_FAILED);
}

/* ------------------------------------------------------ what the text tells */

/* The text is the same wherever the project is: of an absolute path only the
   last part is told. */
static wlay_string told_name(const char *path)
{
    const char *name = tool_file_name(path);
    const char *from = name;

    if (name[0] != '/' && name[0] != '\\' &&
        !(name[0] != '\0' && name[1] == ':'))
        return tool_string(name);
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == '/' || *at == '\\')
            from = at + 1;
    }
    return tool_string(from);
}

static void put_name(wlay_builder *b, const host *h, size_t module)
{
    const tool_input *const input = &h->inputs[module];

    for (size_t i = 0; i < input->count; i++) {
        wlay_put(b, i > 0 ? WLAY_TEXT(" + ") : WLAY_TEXT(""));
        wlay_put(b, told_name(input->paths[i]));
    }
}

static wlay_string name_of(host *h, size_t module)
{
    wlay_builder b = {&h->arena, NULL, 0, 0};

    put_name(&b, h, module);
    return wlay_built(&b);
}

/* An argument as a shell takes it. */
static void put_argument(wlay_builder *b, const char *name, const char *value)
{
    const bool plain = strpbrk(value, " \t\"'`$&|;<>()*?![]{}~#\\") == NULL;

    wlay_put(b, WLAY_TEXT(" --"));
    wlay_put(b, tool_string(name));
    wlay_put(b, WLAY_TEXT("="));
    wlay_put(b, plain ? WLAY_TEXT("") : WLAY_TEXT("'"));
    wlay_put(b, tool_string(value));
    wlay_put(b, plain ? WLAY_TEXT("") : WLAY_TEXT("'"));
}

/* All options but where the text goes to. */
static wlay_string command_of(host *h)
{
    const tool_options *const o = h->options;
    wlay_builder b = {&h->arena, NULL, 0, 0};
    char version[64];

    snprintf(version, sizeof version, "wlay %d.%d.%d", WLAY_VERSION_MAJOR,
             WLAY_VERSION_MINOR, WLAY_VERSION_PATCH);
    wlay_put(&b, tool_string(version));
    for (size_t i = 0; i < o->given_count; i++) {
        const char *const name = o->given[i].option->name;

        if (strcmp(name, "output") == 0 || strcmp(name, "color") == 0)
            continue;
        if (o->given[i].value != NULL) {
            put_argument(&b, name, o->given[i].value);
        } else {
            wlay_put(&b, WLAY_TEXT(" --"));
            wlay_put(&b, tool_string(name));
        }
    }
    for (size_t i = 0; i < o->file_count; i++) {
        wlay_put(&b, WLAY_TEXT(" "));
        wlay_put(&b, told_name(o->files[i]));
    }
    return wlay_built(&b);
}

static wlay_string guard_of(host *h)
{
    const tool_options *const o = h->options;
    const char *from = o->output;
    wlay_builder b = {&h->arena, NULL, 0, 0};

    if (from == NULL || tool_is_stdin(from)) {
        wlay_put(&b, told_name(o->files[0]));
        wlay_put(&b, WLAY_TEXT(".h"));
        return wlay_built(&b);
    }
    for (const char *at = from; *at != '\0'; at++) {
        if (*at == '/' || *at == '\\')
            from = at + 1;
    }
    return tool_string(from);
}

/* ------------------------------------------------------------------ writing */

static void fill(host *h, wlay_c_options *c)
{
    const tool_options *const o = h->options;

    for (size_t i = 0; i < h->count; i++)
        h->sources[i].name = name_of(h, i);
    for (size_t i = 0; i < o->struct_count; i++)
        h->structs[i] = (wlay_c_pair){o->structs[i], o->struct_names[i]};
    *c = (wlay_c_options){
        .prefix = tool_string(o->prefix != NULL ? o->prefix : ""),
        .guard = guard_of(h),
        .command = command_of(h),
        .asserts_only = o->format == TOOL_FORMAT_C_ASSERTS,
        .reachable = o->reachable,
        .struct_count = o->struct_count,
        .structs = h->structs,
        .rename_count = o->rename_count,
        .renames = o->renames,
        .type_count = o->type_count,
        .types = o->types,
        .include_count = o->include_count,
        .includes = o->includes};
}

static void say(const wlay_string *sentences, size_t count)
{
    for (size_t i = 0; i < count; i++)
        tool_error("%.*s", (int)sentences[i].length, sentences[i].data);
}

/* A file that is half right would be worse than none. */
static void write_all(host *h, tool_stream *out)
{
    const wlay_sink sink = tool_sink(out);
    wlay_c_options c;
    wlay_c_plan *plan;
    const wlay_string *sentences;
    size_t count;

    fill(h, &c);
    plan = h->arena.failed
               ? NULL
               : wlay_c_make_plan(&h->arena, h->sources, h->count, &c);
    if (plan == NULL) {
        no_memory(h);
        return;
    }
    sentences = wlay_c_errors(plan, &count);
    say(sentences, count);
    if (count > 0) {
        worsen(h, TOOL_FAILED);
        return;
    }
    sentences = wlay_c_notes(plan, &count);
    say(sentences, count);
    wlay_write_c(plan, &sink);
    if (h->arena.failed)
        no_memory(h);
}

/* ------------------------------------------------------------------- format */

static bool start(host *h)
{
    const size_t files = h->options->file_count;
    /* The names of structs are looked for by the plan. */
    tool_options without = *h->options;

    without.struct_count = 0;
    wlay_arena_init(&h->arena, NULL, 4096);
    h->inputs = calloc(files, sizeof *h->inputs);
    h->modules = calloc(files, sizeof *h->modules);
    h->sources = calloc(files, sizeof *h->sources);
    h->structs = calloc(h->options->struct_count + 1, sizeof *h->structs);
    return tool_wanted_start(&without, &h->wanted) && h->inputs != NULL &&
           h->modules != NULL && h->sources != NULL && h->structs != NULL;
}

static void finish(host *h)
{
    for (size_t i = 0; i < h->count; i++) {
        wlay_module_free(h->modules[i]);
        tool_input_free(&h->inputs[i]);
    }
    free(h->inputs);
    free(h->modules);
    free(h->sources);
    free(h->structs);
    tool_wanted_free(&h->wanted);
    wlay_arena_free(&h->arena);
}

tool_status tool_host(const tool_options *options, tool_stream *out)
{
    host h = {.options = options};

    if (start(&h))
        read_all(&h);
    else
        no_memory(&h);
    if (h.status == TOOL_OK)
        write_all(&h, out);
    finish(&h);
    return h.status;
}

/* None of these options was given; else says what they are for. */
static bool check_absent(const tool_options *options, const char *const *names,
                         const char *purpose)
{
    for (size_t i = 0; i < options->given_count; i++) {
        for (size_t k = 0; names[k] != NULL; k++) {
            if (strcmp(options->given[i].option->name, names[k]) != 0)
                continue;
            tool_error("--%s is for %s", names[k], purpose);
            return false;
        }
    }
    return true;
}

static bool check_no_c_names(const tool_options *options)
{
    for (size_t i = 0; i < options->struct_count; i++) {
        if (options->struct_names[i].length == 0)
            continue;
        tool_error("--struct: a name in C is for --format=c and "
                   "--format=c-asserts");
        return false;
    }
    return true;
}

bool tool_host_check_options(const tool_options *options)
{
    static const char *const of_c[] = {"type", "reachable", NULL};
    static const char *const of_both[] = {"prefix", "rename", "include", NULL};
    static const char *const of_diff[] = {"ignore-names", NULL};
    const bool c = options->format == TOOL_FORMAT_C;

    if (!check_absent(options, of_diff, "the command 'diff'") ||
        (!c && !check_absent(options, of_c, "--format=c")))
        return false;
    if (c || options->format == TOOL_FORMAT_C_ASSERTS)
        return true;
    return check_absent(options, of_both,
                        "--format=c and --format=c-asserts") &&
           check_no_c_names(options);
}
