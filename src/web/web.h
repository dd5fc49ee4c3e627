/* SPDX-License-Identifier: MIT */
/*
 * wlay for a page.  The page hands over a text, which is read into the one
 * module that is open; then it asks for documents on it, each of which stands
 * in the one answer until the next question.
 *
 * Numbers of structs and variables are those of wlay_structs() and
 * wlay_variables().  Questions return whether there is an answer.
 */
#ifndef WLAY_WEB_H
#define WLAY_WEB_H

#include "../write_json.h"

#define WEB_EXPORT(name) __attribute__((export_name(#name)))

/* Text that grows. */
typedef struct web_text {
    char *data;
    size_t length;
    size_t capacity;
    bool failed; /* out of memory */
} web_text;

void web_add(web_text *text, const char *data, size_t length);

/* What a text goes by that has no file. */
#define WEB_SOURCE_NAME WLAY_TEXT("shader.wgsl")

/* What is open: the text, owned here, and its module, or NULL. */
extern wlay_source web_source;
extern wlay_module *web_module;
extern uint32_t web_features;

/* The answer, begun anew; JSON, or any text, goes into it. */
wlay_sink web_answer(void);
void web_answer_json(wlay_json *json, const wlay_sink *sink);
/* Closes the outermost object; false if memory ran out. */
bool web_end_json(wlay_json *json);

/* NULL if there is none, as of a page that asks about an older text. */
const wlay_struct *web_struct(uint32_t number);
const wlay_variable *web_variable(uint32_t number);

/* What a page chooses. */
typedef enum web_kind {
    WEB_STRUCT = 0,
    WEB_VARIABLE = 1
} web_kind;

/* Its type; NULL if there is no such thing. */
const wlay_type *web_type(uint32_t kind, uint32_t number);

#endif /* WLAY_WEB_H */
