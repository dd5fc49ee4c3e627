/* SPDX-License-Identifier: MIT */
/*
 * The command `where`: the place of each path, which begins with the name of a
 * variable or with a type.
 */
#include "ask.h"

#include "../nearest.h"

#include <stdlib.h>
#include <string.h>

#define COLUMN_GAP 2

/* The answer to one path. */
typedef struct place {
    wlay_string path;
    wlay_type_owner *owner; /* of the type that it begins with, or NULL */
    wlay_result result;
    wlay_view view;
    wlay_path_error error;
} place;

/* --------------------------------------------------------------- following */

static wlay_string nearest_name(const wlay_module *module, wlay_string name)
{
    wlay_nearest nearest = {name, SIZE_MAX, {"", 0}};
    size_t count;
    const wlay_variable *const variables = wlay_variables(module, &count);
    const wlay_struct *const *structs;
    const wlay_alias *aliases;

    for (size_t i = 0; i < count; i++)
        wlay_nearest_offer(&nearest, variables[i].name);
    structs = wlay_structs(module, &count);
    for (size_t i = 0; i < count; i++)
        wlay_nearest_offer(&nearest, structs[i]->name);
    aliases = wlay_aliases(module, &count);
    for (size_t i = 0; i < count; i++)
        wlay_nearest_offer(&nearest, aliases[i].name);
    return nearest.best;
}

/* The type that the path begins with; NULL if it begins with none. */
static const wlay_type *find_root(const wlay_module *module, wlay_string name,
                                  place *p)
{
    const wlay_variable *const variable =
        wlay_find_variable(module, name.data, name.length);
    const wlay_type *type = NULL;

    if (variable != NULL)
        return variable->type;
    p->result =
        wlay_find_type(module, name.data, name.length, &type, &p->owner);
    if (type != NULL)
        return type;
    p->error = (wlay_path_error){0, name.length,
                                 "there is no such variable or type",
                                 nearest_name(module, name)};
    return NULL;
}

static void follow(const tool_ask *ask, const char *path, place *p)
{
    const tool_options *const o = ask->options;
    const size_t name_length = strcspn(path, ".[");
    const wlay_type *root;

    *p = (place){.path = tool_string(path)};
    root = find_root(ask->module, (wlay_string){path, name_length}, p);
    if (root == NULL)
        return;
    p->result = wlay_follow(root, path + name_length, WLAY_STRLEN,
                            o->has_bytes ? o->bytes : UINT64_MAX, &p->view,
                            &p->error);
    p->error.offset += name_length;
}

/* ----------------------------------------------------------------- writing */

static uint64_t stride_of(const place *p)
{
    return p->view.type->stride;
}

static void put_json(wlay_json *j, const place *p)
{
    const bool found = p->result == WLAY_OK;
    const wlay_type *const type = found ? p->view.type : NULL;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "path", p->path);
    wlay_json_text_if(j, "type", found, found ? type->name : p->path);
    wlay_json_u64_if(j, "offset", found, p->view.offset);
    wlay_json_u64_if(j, "size", found && wlay_has_size(type), p->view.size);
    wlay_json_u64_if(j, "align", found && type->align > 0,
                     found ? type->align : 0);
    wlay_json_u64_if(j, "stride", found && stride_of(p) > 0,
                     found ? stride_of(p) : 0);
    if (found) {
        wlay_json_null(j, "error");
    } else {
        wlay_json_key(j, "error");
        wlay_json_open(j, "{");
        wlay_json_text(j, "message", tool_string(p->error.reason));
        wlay_json_u64(j, "offset", p->error.offset);
        wlay_json_u64(j, "length", p->error.length);
        wlay_json_text_if(j, "nearest", p->error.nearest.length > 0,
                          p->error.nearest);
        wlay_json_close(j, "}");
    }
    wlay_json_close(j, "}");
}

/* -------------------------------------------------------------- as a table */

enum { OFFSET, SIZE, STRIDE, NUMBERS };

static const char *const headings[NUMBERS] = {"offset", "size", "stride"};

/* Where the columns end. */
typedef struct columns {
    size_t path;
    size_t numbers[NUMBERS];
} columns;

/* A hyphen stands for what does not apply. */
static wlay_string number_text(const place *p, int number,
                               char buffer[WLAY_DIGITS_MAX])
{
    const uint64_t numbers[NUMBERS] = {p->view.offset, p->view.size,
                                       stride_of(p)};

    if ((number == SIZE && !wlay_has_size(p->view.type)) ||
        (number == STRIDE && numbers[STRIDE] == 0))
        return WLAY_TEXT("-");
    return wlay_digits_u64(numbers[number], buffer);
}

static void widen(size_t *width, size_t length)
{
    if (*width < length)
        *width = length;
}

static columns measure(const place *places, size_t count)
{
    columns c = {strlen("path"), {0}};
    char buffer[WLAY_DIGITS_MAX];
    size_t end;

    for (int n = 0; n < NUMBERS; n++)
        c.numbers[n] = strlen(headings[n]);
    for (size_t i = 0; i < count; i++) {
        if (places[i].result != WLAY_OK)
            continue;
        widen(&c.path, tool_shown_width(places[i].path));
        for (int n = 0; n < NUMBERS; n++)
            widen(&c.numbers[n], number_text(&places[i], n, buffer).length);
    }
    end = c.path;
    for (int n = 0; n < NUMBERS; n++)
        c.numbers[n] = end += COLUMN_GAP + c.numbers[n];
    return c;
}

static void put_right(wlay_out *out, size_t end, wlay_string text)
{
    wlay_out_to_column(out, end - text.length);
    wlay_out_text(out, text);
}

static void put_head(wlay_out *out, const columns *c)
{
    wlay_out_style(out, WLAY_STYLE_FAINT);
    WLAY_OUT(out, "path");
    for (int n = 0; n < NUMBERS; n++)
        put_right(out, c->numbers[n], tool_string(headings[n]));
    WLAY_OUT(out, "  type");
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}

static void put_row(wlay_out *out, const columns *c, const place *p)
{
    char buffer[WLAY_DIGITS_MAX];

    wlay_out_style(out, WLAY_STYLE_NAME);
    wlay_out_text(out, p->path);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    for (int n = 0; n < NUMBERS; n++)
        put_right(out, c->numbers[n], number_text(p, n, buffer));
    WLAY_OUT(out, "  ");
    wlay_out_text(out, p->view.type->name);
    wlay_out_line(out);
}

static void write_table(const tool_ask *ask, const place *places, size_t count)
{
    const columns c = measure(places, count);
    const wlay_sink sink = tool_sink(ask->out);
    bool any = false;
    wlay_out out;

    wlay_out_init(&out, &sink, tool_has_colours(ask->options, TOOL_STDOUT));
    for (size_t i = 0; i < count; i++) {
        if (places[i].result != WLAY_OK)
            continue;
        if (!any)
            put_head(&out, &c);
        any = true;
        put_row(&out, &c, &places[i]);
    }
    wlay_out_finish(&out);
}

static void write_errors(const tool_ask *ask, const place *places, size_t count)
{
    tool_stream err = {stderr, 0};
    const wlay_sink sink = tool_sink(&err);
    wlay_out out;

    if (!tool_flush(ask->out))
        return;
    wlay_out_init(&out, &sink, tool_has_colours(ask->options, TOOL_STDERR));
    for (size_t i = 0; i < count; i++)
        if (places[i].result != WLAY_OK)
            tool_put_path_error(&out, places[i].path, &places[i].error);
    wlay_out_finish(&out);
}

/* ----------------------------------------------------------------- command */

static void write_json(const tool_ask *ask, const place *places, size_t count)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_json json;

    tool_ask_begin_json(ask, &sink, "places", &json);
    for (size_t i = 0; i < count; i++)
        put_json(&json, &places[i]);
    tool_ask_end_json(&json);
}

static void answer(tool_ask *ask, place *places, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        follow(ask, ask->options->operands[i], &places[i]);
        if (places[i].result != WLAY_OK)
            tool_ask_worsen(ask, TOOL_FAILED);
    }
    if (tool_ask_is_json(ask)) {
        write_json(ask, places, count);
    } else {
        write_table(ask, places, count);
        write_errors(ask, places, count);
    }
    for (size_t i = 0; i < count; i++)
        wlay_type_owner_free(places[i].owner);
}

tool_status tool_where(const tool_options *options, tool_stream *out)
{
    static const char *const also[] = {"bytes", NULL};
    const size_t count = options->operand_count;
    place *const places = calloc(count, sizeof *places);
    tool_ask ask;

    if (places == NULL) {
        tool_error("out of memory");
        return TOOL_FAILED;
    }
    if (tool_ask_start(options, out, also, &ask))
        answer(&ask, places, count);
    free(places);
    return tool_ask_end(&ask);
}
