/* SPDX-License-Identifier: MIT */
#include "write_json.h"

#include <string.h>

#define TEXT_OF(value) #value
#define VERSION_TEXT(major, minor, patch) \
    TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

/* ---------------------------------------------------------- JSON as syntax */

static void start_line(wlay_json *j)
{
    wlay_out_raw(&j->out, WLAY_TEXT("\n"));
    wlay_out_repeat(&j->out, ' ', 2 * j->depth);
}

/* The place of the next item of an array. */
void wlay_json_item(wlay_json *j)
{
    if (j->comma)
        wlay_out_raw(&j->out, WLAY_TEXT(","));
    start_line(j);
    j->comma = true;
}

void wlay_json_key(wlay_json *j, const char *name)
{
    wlay_json_item(j);
    wlay_out_raw(&j->out, WLAY_TEXT("\""));
    wlay_out_raw(&j->out, wlay_text(name));
    wlay_out_raw(&j->out, WLAY_TEXT("\": "));
}

void wlay_json_open(wlay_json *j, const char *bracket)
{
    wlay_out_raw(&j->out, wlay_text(bracket));
    j->depth++;
    j->comma = false;
}

void wlay_json_close(wlay_json *j, const char *bracket)
{
    j->depth--;
    if (j->comma)
        start_line(j);
    wlay_out_raw(&j->out, wlay_text(bracket));
    j->comma = true;
}

/* ------------------------------------------------------------------ values */

static void put_escape(wlay_json *j, uint32_t code_point)
{
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', '0', '0'};

    for (size_t i = 0; i < 4; i++)
        escape[5 - i] = digits[code_point >> 4 * i & 15];
    wlay_out_raw(&j->out, (wlay_string){escape, sizeof escape});
}

/* JSON wants controls, quotes and backslashes escaped; JavaScript once wanted
   the two line breaks beyond ASCII escaped too. */
static bool needs_escape(uint32_t code_point)
{
    return code_point < 0x20 || code_point == '"' || code_point == '\\' ||
           code_point == 0x7F || code_point == 0x2028 || code_point == 0x2029;
}

static void put_escaped(wlay_json *j, uint32_t code_point)
{
    static const char plain[] = "\"\\\n\t\r";
    static const char *const escapes[] = {"\\\"", "\\\\", "\\n", "\\t", "\\r"};
    const char *found =
        code_point == 0 || code_point > 0x7F
            ? NULL
            : memchr(plain, (int)code_point, sizeof plain - 1);

    if (found == NULL)
        put_escape(j, code_point);
    else
        wlay_out_raw(&j->out, wlay_text(escapes[found - plain]));
}

/* A file's name may be anything but UTF-8: what is none becomes U+FFFD. */
void wlay_json_string(wlay_json *j, wlay_string text)
{
    size_t from = 0;
    size_t at = 0;

    wlay_out_raw(&j->out, WLAY_TEXT("\""));
    while (at < text.length) {
        uint32_t code_point = 0xFFFD;
        const size_t length =
            wlay_decode_utf8(text.data, text.length, at, &code_point);

        if (length > 0 && !needs_escape(code_point)) {
            at += length;
            continue;
        }
        wlay_out_raw(&j->out, wlay_slice(text, from, at));
        put_escaped(j, code_point);
        at += length > 0 ? length : 1;
        from = at;
    }
    if (at > from)
        wlay_out_raw(&j->out, wlay_slice(text, from, at));
    wlay_out_raw(&j->out, WLAY_TEXT("\""));
}

void wlay_json_null(wlay_json *j, const char *name)
{
    wlay_json_key(j, name);
    wlay_out_raw(&j->out, WLAY_TEXT("null"));
}

void wlay_json_text(wlay_json *j, const char *name, wlay_string value)
{
    wlay_json_key(j, name);
    wlay_json_string(j, value);
}

void wlay_json_text_if(wlay_json *j, const char *name, bool known,
                       wlay_string value)
{
    if (known)
        wlay_json_text(j, name, value);
    else
        wlay_json_null(j, name);
}

void wlay_json_u64(wlay_json *j, const char *name, uint64_t value)
{
    wlay_json_key(j, name);
    wlay_out_u64(&j->out, value);
}

void wlay_json_u64_if(wlay_json *j, const char *name, bool known,
                      uint64_t value)
{
    if (known)
        wlay_json_u64(j, name, value);
    else
        wlay_json_null(j, name);
}

void wlay_json_bool(wlay_json *j, const char *name, bool value)
{
    wlay_json_key(j, name);
    wlay_out_raw(&j->out, value ? WLAY_TEXT("true") : WLAY_TEXT("false"));
}

void wlay_json_version(wlay_json *j)
{
    wlay_json_text(j, "wlay",
                   WLAY_TEXT(VERSION_TEXT(WLAY_VERSION_MAJOR,
                                          WLAY_VERSION_MINOR,
                                          WLAY_VERSION_PATCH)));
}
