/* SPDX-License-Identifier: MIT */
/*
 * What the tool writes, to read and to copy.
 */
#include "../write_c.h"

#include "web.h"

#define QUOTE_AS_IS(number) #number
#define QUOTE(number) QUOTE_AS_IS(number)
#define VERSION                                                    \
    QUOTE(WLAY_VERSION_MAJOR) "." QUOTE(WLAY_VERSION_MINOR) "."     \
    QUOTE(WLAY_VERSION_PATCH)

static wlay_write_options naming(void)
{
    return (wlay_write_options){.source_name = WEB_SOURCE_NAME};
}

/* `wlay --format=json` */
WEB_EXPORT(json) bool web_json(void)
{
    const wlay_write_options options = naming();
    const wlay_sink sink = web_answer();

    return web_module != NULL && wlay_write_json_begin(&sink) &&
           wlay_write_json_module(web_module, 0, &options, &sink) &&
           wlay_write_json_end(1, &sink);
}

/* The listing of `wlay`. */
WEB_EXPORT(listing) bool web_listing(void)
{
    const wlay_sink sink = web_answer();

    return web_module != NULL && wlay_write_text(web_module, NULL, &sink);
}

/* `wlay --format=svg --struct NAME`, the struct that of a variable too. */
WEB_EXPORT(svg) bool web_svg(uint32_t kind, uint32_t number, bool open)
{
    const wlay_type *type = web_type(kind, number);
    wlay_write_options options = {.open = open};
    const wlay_sink sink = web_answer();

    while (type != NULL && type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    if (type == NULL || type->structure == NULL)
        return false;
    options.struct_count = 1;
    options.structs = &type->structure->name;
    return wlay_write_svg(web_module, &options, &sink);
}

/* ---------------------------------------------------------------- C header */

static void put_sentences(const wlay_sink *sink, const wlay_string *sentences,
                          size_t count)
{
    wlay_out out;

    wlay_out_init(&out, sink, false);
    for (size_t i = 0; i < count; i++) {
        wlay_out_text(&out, sentences[i]);
        wlay_out_line(&out);
    }
    wlay_out_finish(&out);
}

static bool write_header(wlay_arena *arena, const wlay_sink *sink)
{
    const wlay_c_source source = {web_module, WEB_SOURCE_NAME};
    const wlay_c_options options = {
        .prefix = {"", 0},
        .guard = WLAY_TEXT("shader.wgsl.h"),
        .command = WLAY_TEXT("wlay " VERSION " --format=c shader.wgsl")};
    wlay_c_plan *const plan = wlay_c_make_plan(arena, &source, 1, &options);
    const wlay_string *errors;
    size_t count;

    if (plan == NULL)
        return false;
    errors = wlay_c_errors(plan, &count);
    if (count == 0)
        return wlay_write_c(plan, sink) && !arena->failed;
    put_sentences(sink, errors, count);
    return false;
}

/* `wlay --format=c`; false with an answer that says why not, or with none. */
WEB_EXPORT(header) bool web_header(void)
{
    const wlay_sink sink = web_answer();
    wlay_arena arena;
    bool done;

    if (web_module == NULL || !wlay_module_valid(web_module))
        return false;
    wlay_arena_init(&arena, NULL, 4096);
    done = write_header(&arena, &sink);
    wlay_arena_free(&arena);
    return done;
}

/* ----------------------------------------------------------------- explain */

static bool add_reason(void *user_data, const wlay_reason *reason)
{
    wlay_json *const j = user_data;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text(j, "subject", reason->subject);
    wlay_json_text(j, "quantity", wlay_text(reason->quantity));
    wlay_json_u64(j, "value", reason->value);
    wlay_json_text(j, "formula", reason->formula);
    wlay_json_text(j, "section", wlay_text(reason->section));
    wlay_json_close(j, "}");
    return true;
}

/* {"reasons": [...]} of `wlay explain`. */
WEB_EXPORT(explain) bool web_explain(const char *path, size_t length)
{
    const wlay_sink sink = web_answer();
    wlay_result result;
    wlay_json j;

    if (web_module == NULL)
        return false;
    web_answer_json(&j, &sink);
    wlay_json_key(&j, "reasons");
    wlay_json_open(&j, "[");
    result = wlay_explain(web_module, path, length, add_reason, &j, NULL);
    wlay_json_close(&j, "]");
    return web_end_json(&j) && result == WLAY_OK;
}
