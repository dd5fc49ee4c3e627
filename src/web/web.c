/* SPDX-License-Identifier: MIT */
#include "web.h"

#include <stdlib.h>
#include <string.h>

static web_text answer;

wlay_source web_source;
wlay_module *web_module;
uint32_t web_features;

/* -------------------------------------------------------------------- text */

static bool make_room(web_text *text, size_t more)
{
    size_t capacity = text->capacity < 4096 ? 4096 : text->capacity;
    char *data;

    if (text->capacity - text->length >= more)
        return true;
    while (capacity - text->length < more) {
        if (capacity > SIZE_MAX / 4)
            return false;
        capacity *= 2;
    }
    data = malloc(capacity);
    if (data == NULL)
        return false;
    if (text->length > 0)
        memcpy(data, text->data, text->length);
    free(text->data);
    text->data = data;
    text->capacity = capacity;
    return true;
}

void web_add(web_text *text, const char *data, size_t length)
{
    if (text->failed || !make_room(text, length)) {
        text->failed = true;
        return;
    }
    memcpy(text->data + text->length, data, length);
    text->length += length;
}

/* ------------------------------------------------------------------ answer */

static bool add_to_answer(void *user_data, const char *data, size_t length)
{
    web_add(user_data, data, length);
    return !answer.failed;
}

wlay_sink web_answer(void)
{
    answer.length = 0;
    answer.failed = false;
    return (wlay_sink){add_to_answer, &answer};
}

void web_answer_json(wlay_json *json, const wlay_sink *sink)
{
    *json = (wlay_json){.depth = 0};
    wlay_out_init(&json->out, sink, false);
    wlay_json_open(json, "{");
}

bool web_end_json(wlay_json *json)
{
    wlay_json_close(json, "}");
    return wlay_out_finish(&json->out);
}

WEB_EXPORT(answer_data) const char *web_answer_data(void)
{
    return answer.data;
}

WEB_EXPORT(answer_length) size_t web_answer_length(void)
{
    return answer.length;
}

/* ------------------------------------------------------------------ module */

/* Room for a text of the page's; NULL if there is none. */
WEB_EXPORT(take) void *web_take(size_t length)
{
    return malloc(length + 1);
}

WEB_EXPORT(give_back) void web_give_back(void *text)
{
    free(text);
}

/* Reads a text that lies in room that was taken, and keeps that room.  Returns
   a wlay_result. */
WEB_EXPORT(open)
wlay_result web_open(char *text, size_t length, uint32_t features)
{
    const wlay_options options = {.features = features,
                                  .read_functions = true};

    wlay_module_free(web_module);
    free((char *)(uintptr_t)web_source.text.data);
    web_source = (wlay_source){WEB_SOURCE_NAME, {text, length}};
    web_features = features;
    return wlay_parse_sources(&web_source, 1, &options, &web_module);
}

const wlay_struct *web_struct(uint32_t number)
{
    size_t count;
    const wlay_struct *const *structs;

    if (web_module == NULL)
        return NULL;
    structs = wlay_structs(web_module, &count);
    return number < count ? structs[number] : NULL;
}

const wlay_variable *web_variable(uint32_t number)
{
    size_t count;
    const wlay_variable *variables;

    if (web_module == NULL)
        return NULL;
    variables = wlay_variables(web_module, &count);
    return number < count ? &variables[number] : NULL;
}

const wlay_type *web_type(uint32_t kind, uint32_t number)
{
    const wlay_struct *const s = web_struct(number);
    const wlay_variable *const v = web_variable(number);

    if (kind == WEB_STRUCT)
        return s != NULL ? s->type : NULL;
    return v != NULL ? v->type : NULL;
}
