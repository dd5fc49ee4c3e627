/* SPDX-License-Identifier: MIT */
#include "base.h"

#include <string.h>

wlay_string wlay_text(const char *null_terminated)
{
    return (wlay_string){null_terminated, strlen(null_terminated)};
}

bool wlay_text_equal(wlay_string a, wlay_string b)
{
    return a.length == b.length &&
           (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

wlay_string wlay_text_in(const char *data, size_t length)
{
    if (data == NULL)
        return (wlay_string){"", 0};
    return (wlay_string){data, length == WLAY_STRLEN ? strlen(data) : length};
}

static bool is_continuation(const char *text, size_t at)
{
    return ((unsigned char)text[at] & 0xC0) == 0x80;
}

size_t wlay_decode_utf8(const char *text, size_t length, size_t at,
                        uint32_t *out_code_point)
{
    const unsigned char lead = (unsigned char)text[at];
    const size_t size = lead < 0x80   ? 1
                        : lead < 0xC2 ? 0
                        : lead < 0xE0 ? 2
                        : lead < 0xF0 ? 3
                        : lead < 0xF5 ? 4
                                      : 0;
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t code_point = size <= 1 ? lead : lead & (0x7Fu >> size);

    if (size == 0 || length - at < size)
        return 0;
    for (size_t i = 1; i < size; i++) {
        if (!is_continuation(text, at + i))
            return 0;
        code_point = code_point << 6 | ((unsigned char)text[at + i] & 0x3F);
    }
    if (code_point < smallest[size] || code_point > 0x10FFFF ||
        (code_point >= 0xD800 && code_point <= 0xDFFF))
        return 0;
    *out_code_point = code_point;
    return size;
}

size_t wlay_line_break(const char *text, size_t length, size_t at)
{
    const unsigned char c = (unsigned char)text[at];
    uint32_t code_point;
    size_t size;

    if (c == '\r')
        return length - at > 1 && text[at + 1] == '\n' ? 2 : 1;
    if (c >= '\n' && c <= '\f')
        return 1;
    if (c < 0x80)
        return 0;
    size = wlay_decode_utf8(text, length, at, &code_point);
    if (size > 0 && (code_point == 0x85 || code_point == 0x2028 ||
                     code_point == 0x2029))
        return size;
    return 0;
}

size_t wlay_blankspace(const char *text, size_t length, size_t at)
{
    const unsigned char c = (unsigned char)text[at];
    uint32_t code_point;
    size_t size;

    if (c == ' ' || (c >= '\t' && c <= '\r'))
        return 1;
    if (c < 0x80)
        return 0;
    size = wlay_decode_utf8(text, length, at, &code_point);
    if (size > 0 && (code_point == 0x85 || code_point == 0x200E ||
                     code_point == 0x200F || code_point == 0x2028 ||
                     code_point == 0x2029))
        return size;
    return 0;
}

void wlay_locate(const char *text, size_t length, size_t offset,
                 uint32_t *out_line, uint32_t *out_column)
{
    const wlay_string all = wlay_text_in(text, length);
    uint32_t line = 1;
    size_t start = 0;
    size_t at = 0;

    if (offset > all.length)
        offset = all.length;
    while (at < offset) {
        const size_t line_break = wlay_line_break(all.data, all.length, at);

        at += line_break > 0 ? line_break : 1;
        if (line_break > 0 && at <= offset) {
            line++;
            start = at;
        }
    }
    *out_line = line;
    *out_column = (uint32_t)(offset - start) + 1;
}

wlay_string wlay_digits_u64(uint64_t value, char buffer[WLAY_DIGITS_MAX])
{
    char *at = buffer + WLAY_DIGITS_MAX - 1;

    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    return (wlay_string){at, (size_t)(buffer + WLAY_DIGITS_MAX - 1 - at)};
}

wlay_string wlay_digits_i64(int64_t value, char buffer[WLAY_DIGITS_MAX])
{
    const bool negative = value < 0;
    wlay_string digits = wlay_digits_u64(
        negative ? 0 - (uint64_t)value : (uint64_t)value, buffer);

    if (negative) {
        digits.data--;
        digits.length++;
        buffer[digits.data - buffer] = '-';
    }
    return digits;
}

void wlay_put(wlay_builder *builder, wlay_string text)
{
    if (text.length == 0)
        return;
    if (text.length >= builder->capacity - builder->length) {
        size_t capacity = builder->capacity * 2;
        char *data;

        if (text.length > SIZE_MAX / 4 || builder->length > SIZE_MAX / 4) {
            builder->arena->failed = true;
            return;
        }
        if (capacity < builder->length + text.length + 1)
            capacity = builder->length + text.length + 1;
        data = wlay_alloc(builder->arena, capacity, 1);
        if (data == NULL)
            return;
        if (builder->length > 0)
            memcpy(data, builder->data, builder->length);
        builder->data = data;
        builder->capacity = capacity;
    }
    memcpy(builder->data + builder->length, text.data, text.length);
    builder->length += text.length;
    builder->data[builder->length] = '\0';
}

void wlay_put_name(wlay_builder *builder, wlay_string name, size_t most)
{
    size_t shown = name.length;

    if (shown > most) {
        shown = most;
        while (shown > 0 && ((unsigned char)name.data[shown] & 0xC0) == 0x80)
            shown--;
    }
    wlay_put(builder, wlay_slice(name, 0, shown));
    if (shown < name.length)
        wlay_put(builder, WLAY_TEXT("..."));
}

void wlay_put_u64(wlay_builder *builder, uint64_t value)
{
    char buffer[WLAY_DIGITS_MAX];

    wlay_put(builder, wlay_digits_u64(value, buffer));
}

wlay_string wlay_built(wlay_builder *builder)
{
    if (builder->arena->failed)
        return (wlay_string){NULL, 0};
    if (builder->data == NULL)
        return (wlay_string){"", 0};
    return (wlay_string){builder->data, builder->length};
}
