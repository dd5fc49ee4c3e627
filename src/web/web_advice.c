/* SPDX-License-Identifier: MIT */
/*
 * What would be better, how much it takes, and the text that has it.
 */
#include "../tool/advice.h"

#include "web.h"

/* ------------------------------------------------------------------ advice */

static void add_struct(wlay_json *j, const wlay_struct *s,
                       const tool_advice_wishes *wishes)
{
    tool_advice advice;

    wlay_json_key(j, "structs");
    wlay_json_open(j, "[");
    if (s != NULL &&
        tool_gather_advice(web_module, s, wishes, &advice) == WLAY_OK) {
        tool_add_advice(j, &advice);
        tool_free_advice(&advice);
    }
    wlay_json_close(j, "]");
}

static void add_buffer(wlay_json *j, const wlay_variable *v,
                       const tool_advice_wishes *wishes)
{
    tool_buffer_advice advice;

    wlay_json_key(j, "buffers");
    wlay_json_open(j, "[");
    if (v != NULL && wlay_is_buffer(v) &&
        tool_gather_buffer_advice(web_module, v, wishes, &advice) ==
            WLAY_OK) {
        tool_add_buffer_advice(j, &advice);
        tool_free_buffer_advice(&advice);
    }
    wlay_json_close(j, "]");
}

/* The document of `wlay advise --format=json`, but only on a struct, or on a
   variable and its struct. */
WEB_EXPORT(advise)
bool web_advise(uint32_t kind, uint32_t number, uint64_t count)
{
    const tool_advice_wishes wishes = {.features = web_features,
                                       .element_count = count};
    const wlay_type *const type = web_type(kind, number);
    const wlay_sink sink = web_answer();
    wlay_json j;

    if (type == NULL)
        return false;
    web_answer_json(&j, &sink);
    add_struct(&j, type->structure, &wishes);
    add_buffer(&j, kind == WEB_VARIABLE ? web_variable(number) : NULL,
               &wishes);
    return web_end_json(&j);
}

/* -------------------------------------------------------------------- size */

static void add_size(wlay_json *j, const char *key, wlay_result result,
                     uint64_t size)
{
    char digits[WLAY_DIGITS_MAX];

    wlay_json_text_if(j, key, result == WLAY_OK,
                      wlay_digits_u64(size, digits));
}

/* {"size": SizeOf with so many elements, "buffer": what has to be bound, or
   null}; numbers as text, as they may be larger than a page counts. */
WEB_EXPORT(size)
bool web_size(uint32_t kind, uint32_t number, uint64_t count)
{
    const wlay_type *const type = web_type(kind, number);
    const wlay_variable *const v =
        kind == WEB_VARIABLE ? web_variable(number) : NULL;
    const wlay_sink sink = web_answer();
    uint64_t size = 0;
    wlay_json j;

    if (type == NULL)
        return false;
    web_answer_json(&j, &sink);
    add_size(&j, "size", wlay_size_for_count(type, count, &size), size);
    add_size(&j, "buffer",
             v != NULL ? wlay_buffer_size(v, count, &size)
                       : WLAY_TYPE_MISMATCH,
             size);
    return web_end_json(&j);
}

/* --------------------------------------------------------------- rewriting */

static void add_rewritten(wlay_json *j, const wlay_rewritten *r)
{
    const bool done = r->sources != NULL;

    wlay_json_text_if(j, "text", done,
                      done ? r->sources[0].text : (wlay_string){"", 0});
    wlay_json_u64(j, "edits", r->edit_count);
    wlay_json_key(j, "notes");
    wlay_json_open(j, "[");
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        const wlay_diagnostic *const d = &r->diagnostics[i];

        wlay_json_item(j);
        wlay_json_open(j, "{");
        wlay_json_u64(j, "severity", d->severity);
        wlay_json_text(j, "message", d->message);
        wlay_json_text(j, "hint", d->hint);
        wlay_json_u64(j, "offset", d->place.span.offset);
        wlay_json_u64(j, "length", d->place.span.length);
        wlay_json_close(j, "}");
    }
    wlay_json_close(j, "]");
}

static wlay_string struct_name(uint32_t kind, uint32_t number)
{
    const wlay_type *type = web_type(kind, number);

    while (type != NULL && type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type != NULL && type->structure != NULL ? type->structure->name
                                                   : (wlay_string){NULL, 0};
}

/*
 * {"text", "edits", "notes": [{"severity", "message", "hint", "offset",
 * "length"}, ...]} of a wlay_fix of a struct, or of that of a variable; of all
 * where that has none.
 */
WEB_EXPORT(rewrite)
bool web_rewrite(uint32_t kind, uint32_t number, uint32_t fix)
{
    const wlay_string name = struct_name(kind, number);
    const wlay_rewrite_options options = {.parse = {.features = web_features},
                                          .fix = (wlay_fix)fix,
                                          .struct_count = name.data != NULL,
                                          .structs = &name};
    const wlay_sink sink = web_answer();
    const wlay_rewritten *rewritten;
    wlay_json j;

    wlay_rewrite(&web_source, 1, &options, &rewritten);
    if (rewritten == NULL)
        return false;
    web_answer_json(&j, &sink);
    add_rewritten(&j, rewritten);
    wlay_rewritten_free(rewritten);
    return web_end_json(&j);
}
