/* SPDX-License-Identifier: MIT */
/*
 * The command `explain`: the arithmetic behind the numbers of a layout.
 */
#include "ask.h"

#define SECTIONS_MAX 8

/* Reasons on the same subject share a line: its end names their sections, each
   once. */
typedef struct explaining {
    wlay_out *out;   /* or NULL for JSON */
    wlay_json *json;
    wlay_string path; /* of the command line */
    wlay_string subject;
    const char *sections[SECTIONS_MAX];
    size_t section_count;
    bool in_line;
} explaining;

/* -------------------------------------------------------------------- text */

static void end_line(explaining *e)
{
    if (!e->in_line)
        return;
    e->in_line = false;
    wlay_out_style(e->out, WLAY_STYLE_FAINT);
    for (size_t i = 0; i < e->section_count; i++) {
        wlay_out_text(e->out, i == 0 ? WLAY_TEXT("  [") : WLAY_TEXT(", ["));
        wlay_out_text(e->out, tool_string(e->sections[i]));
        WLAY_OUT(e->out, "]");
    }
    wlay_out_style(e->out, WLAY_STYLE_PLAIN);
    wlay_out_line(e->out);
}

static void add_section(explaining *e, const char *section)
{
    for (size_t i = 0; i < e->section_count; i++)
        if (e->sections[i] == section)
            return;
    if (e->section_count < SECTIONS_MAX)
        e->sections[e->section_count++] = section;
}

static bool is_same(wlay_string a, wlay_string b)
{
    return a.data == b.data && a.length == b.length;
}

static bool put_reason(void *user_data, const wlay_reason *reason)
{
    explaining *const e = user_data;

    if (!e->in_line || !is_same(e->subject, reason->subject)) {
        end_line(e);
        wlay_out_style(e->out, WLAY_STYLE_NAME);
        wlay_out_text(e->out, reason->subject);
        wlay_out_style(e->out, WLAY_STYLE_PLAIN);
        WLAY_OUT(e->out, ": ");
        e->section_count = 0;
    } else {
        WLAY_OUT(e->out, "; ");
    }
    e->in_line = true;
    e->subject = reason->subject;
    add_section(e, reason->section);
    wlay_out_text(e->out, tool_string(reason->quantity));
    WLAY_OUT(e->out, " ");
    wlay_out_u64(e->out, reason->value);
    WLAY_OUT(e->out, " = ");
    wlay_out_text(e->out, reason->formula);
    return true;
}

static void put_error(const tool_ask *ask, wlay_string path,
                      const wlay_path_error *error)
{
    tool_stream err = {stderr, 0};
    const wlay_sink sink = tool_sink(&err);
    wlay_out out;

    if (!tool_flush(ask->out))
        return;
    wlay_out_init(&out, &sink, tool_has_colours(ask->options, TOOL_STDERR));
    tool_put_path_error(&out, path, error);
    wlay_out_finish(&out);
}

/* -------------------------------------------------------------------- JSON */

static bool add_reason(void *user_data, const wlay_reason *reason)
{
    const explaining *const e = user_data;

    wlay_json_item(e->json);
    wlay_json_open(e->json, "{");
    wlay_json_text(e->json, "path", e->path);
    wlay_json_text(e->json, "subject", reason->subject);
    wlay_json_text(e->json, "quantity", tool_string(reason->quantity));
    wlay_json_u64(e->json, "value", reason->value);
    wlay_json_text(e->json, "formula", reason->formula);
    wlay_json_text(e->json, "section", tool_string(reason->section));
    wlay_json_close(e->json, "}");
    return true;
}

/* ----------------------------------------------------------------- command */

static void explain(tool_ask *ask, explaining *e, const char *path)
{
    wlay_path_error error;
    wlay_result result;

    e->path = tool_string(path);
    result = wlay_explain(ask->module, path, WLAY_STRLEN,
                          e->json != NULL ? add_reason : put_reason, e,
                          &error);
    if (e->json == NULL)
        end_line(e);
    if (result == WLAY_OK)
        return;
    tool_ask_worsen(ask, TOOL_FAILED);
    if (result == WLAY_OUT_OF_MEMORY)
        tool_error("out of memory");
    else
        put_error(ask, e->path, &error);
}

static void explain_all(tool_ask *ask, explaining *e)
{
    for (size_t i = 0; i < ask->options->operand_count; i++)
        explain(ask, e, ask->options->operands[i]);
}

static void write_text(tool_ask *ask)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_out out;
    explaining e = {.out = &out};

    wlay_out_init(&out, &sink, tool_has_colours(ask->options, TOOL_STDOUT));
    explain_all(ask, &e);
    wlay_out_finish(&out);
}

static void write_json(tool_ask *ask)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_json json;
    explaining e = {.json = &json};

    tool_ask_begin_json(ask, &sink, "reasons", &json);
    explain_all(ask, &e);
    tool_ask_end_json(&json);
}

tool_status tool_explain(const tool_options *options, tool_stream *out)
{
    static const char *const also[] = {NULL};
    tool_ask ask;

    if (tool_ask_start(options, out, also, &ask)) {
        if (tool_ask_is_json(&ask))
            write_json(&ask);
        else
            write_text(&ask);
    }
    return tool_ask_end(&ask);
}
