/* SPDX-License-Identifier: MIT */
/*
 * The command `dump`: what the bytes of a buffer say, by the names that the
 * module gives them.
 */
#include "ask.h"

#include "../query.h"
#include "../write_dump.h"

/* ---------------------------------------------------------------- questions */

static bool check_usage(const tool_options *o)
{
    if (o->file_count != 1 || o->var == NULL || o->data == NULL) {
        tool_error("usage: wlay dump [OPTION]... FILE --var=PATH --data=FILE; "
                   "see wlay --help");
        return false;
    }
    if (tool_is_stdin(o->files[0]) && tool_is_stdin(o->data)) {
        tool_error("standard input can be read only once");
        return false;
    }
    if (o->has_count && o->count == 0) {
        tool_error("--count: a buffer has one element at least");
        return false;
    }
    return true;
}

static bool find_place(const tool_ask *ask, const tool_text *data,
                       wlay_view *out)
{
    const char *const path = ask->options->var;
    wlay_path_error error;

    if (wlay_follow_variable(ask->module, path, WLAY_STRLEN, data->length,
                             NULL, out, &error) == WLAY_OK)
        return true;
    if (error.nearest.length > 0)
        tool_error("--var: %s: '%.*s': %s; did you mean '%s'?", path,
                   (int)error.length, path + error.offset, error.reason,
                   error.nearest.data);
    else
        tool_error("--var: %s: '%.*s': %s", path, (int)error.length,
                   path + error.offset, error.reason);
    return false;
}

/* ------------------------------------------------------------------ answers */

/* What the data are too short for: the place, or its elements that are asked
   for. */
static uint64_t size_needed(const wlay_write_dump *dump)
{
    uint64_t begin = 0;
    const wlay_type *const type = dump->place.type;
    const wlay_type *const array = wlay_open_array(type, &begin);
    uint64_t size = 0;

    if (array != NULL &&
        (!wlay_mul(dump->tail_count, array->stride, &size) ||
         !wlay_add(begin, size, &size)))
        return UINT64_MAX;
    size = wlay_max(size, type->size);
    return wlay_add(dump->place.offset, size, &size) ? size : UINT64_MAX;
}

static void explain(const tool_options *o, const wlay_write_dump *dump,
                    wlay_result result)
{
    if (result == WLAY_OUT_OF_RANGE)
        tool_error("%s: %llu bytes are too few: '%s' needs %llu",
                   tool_file_name(o->data), (unsigned long long)dump->size,
                   o->var, (unsigned long long)size_needed(dump));
    else if (result == WLAY_UNKNOWN_SIZE)
        tool_error("--var: '%s' has no size", o->var);
    else if (result == WLAY_TYPE_MISMATCH && dump->tail_count > 0)
        tool_error("--count: '%s' has no runtime-sized array", o->var);
    else if (result == WLAY_TYPE_MISMATCH)
        tool_error("--var: '%s' is not host-shareable: no buffer holds it",
                   o->var);
    else if (result != WLAY_WRITE_FAILED)
        tool_error("--var: %s", wlay_result_text(result));
}

static wlay_result write_json(const tool_ask *ask, const wlay_write_dump *dump)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_result result;
    wlay_json json;

    tool_ask_begin_json(ask, &sink, "dumps", &json);
    wlay_json_item(&json);
    result = wlay_write_dump_json(dump, &json);
    tool_ask_end_json(&json);
    return result;
}

static bool nothing(void *user_data, const wlay_datum *datum)
{
    (void)user_data;
    (void)datum;
    return false;
}

static void answer(tool_ask *ask, const wlay_write_dump *dump)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_result result =
        wlay_write_dump_each(dump, true, true, nothing, NULL);

    if (result == WLAY_OK)
        result = tool_ask_is_json(ask) ? write_json(ask, dump)
                                       : wlay_write_dump_text(dump, &sink);
    if (result == WLAY_OK)
        return;
    explain(ask->options, dump, result);
    tool_ask_worsen(ask, TOOL_FAILED);
}

/* ------------------------------------------------------------------ command */

static void dump_data(tool_ask *ask)
{
    const tool_options *const o = ask->options;
    wlay_write_dump dump = {
        .path = tool_string(o->var),
        .tail_count = o->has_count ? o->count : 0,
        .padding = o->padding,
        .colours = tool_has_colours(o, TOOL_STDOUT),
    };
    tool_text data;

    if (tool_read(o->data, &data) && find_place(ask, &data, &dump.place)) {
        dump.bytes = data.data;
        dump.size = data.length;
        answer(ask, &dump);
    } else {
        tool_ask_worsen(ask, TOOL_FAILED);
    }
    tool_text_free(&data);
}

tool_status tool_dump(const tool_options *options, tool_stream *out)
{
    static const char *const also[] = {"var", "data", "count", "padding",
                                       NULL};
    tool_ask ask;

    if (!check_usage(options))
        return TOOL_FAILED;
    if (tool_ask_start(options, out, also, &ask))
        dump_data(&ask);
    return tool_ask_end(&ask);
}
