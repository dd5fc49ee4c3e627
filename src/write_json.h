/* SPDX-License-Identifier: MIT */
/* JSON as syntax: what all writers of JSON have in common. */
#ifndef WLAY_WRITE_JSON_H
#define WLAY_WRITE_JSON_H

#include "write.h"

/* Text that is being written: two blanks a level, one key or item a line. */
typedef struct wlay_json {
    wlay_out out;
    size_t depth;
    bool comma; /* a comma goes before the next key or item */
} wlay_json;

/* The place of the next item of an array; then the item. */
void wlay_json_item(wlay_json *j);
/* A key of an object; then its value. */
void wlay_json_key(wlay_json *j, const char *name);
/* "{" and "}", "[" and "]". */
void wlay_json_open(wlay_json *j, const char *bracket);
void wlay_json_close(wlay_json *j, const char *bracket);

/* A string as an item's or key's value; bytes that are not UTF-8 become
   U+FFFD. */
void wlay_json_string(wlay_json *j, wlay_string text);

/* Keys with their values; those that are not known are null. */
void wlay_json_null(wlay_json *j, const char *name);
void wlay_json_text(wlay_json *j, const char *name, wlay_string value);
void wlay_json_text_if(wlay_json *j, const char *name, bool known,
                       wlay_string value);
void wlay_json_u64(wlay_json *j, const char *name, uint64_t value);
void wlay_json_u64_if(wlay_json *j, const char *name, bool known,
                      uint64_t value);
void wlay_json_bool(wlay_json *j, const char *name, bool value);

/* The first key of every document: which wlay wrote it. */
void wlay_json_version(wlay_json *j);

#endif /* WLAY_WRITE_JSON_H */
