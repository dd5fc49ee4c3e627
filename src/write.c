/* SPDX-License-Identifier: MIT */
#include "write.h"

#include <string.h>

void wlay_out_init(wlay_out *out, const wlay_sink *sink, bool colours)
{
    out->sink = sink;
    out->colours = colours;
    out->style = WLAY_STYLE_PLAIN;
    out->failed = false;
    out->column = 0;
    out->used = 0;
}

static void hand_over(wlay_out *out)
{
    if (out->used > 0 && out->sink != NULL && !out->failed)
        out->failed = !out->sink->write(out->sink->user_data, out->buffer,
                                        out->used);
    out->used = 0;
}

bool wlay_out_finish(wlay_out *out)
{
    hand_over(out);
    return !out->failed;
}

void wlay_out_raw(wlay_out *out, wlay_string bytes)
{
    size_t at = 0;

    if (out->sink == NULL)
        return;
    while (at < bytes.length && !out->failed) {
        const size_t room = WLAY_OUT_SIZE - out->used;
        const size_t left = bytes.length - at;
        const size_t count = left < room ? left : room;

        memcpy(out->buffer + out->used, bytes.data + at, count);
        out->used += count;
        at += count;
        if (out->used == WLAY_OUT_SIZE)
            hand_over(out);
    }
}

void wlay_out_text(wlay_out *out, wlay_string text)
{
    size_t from = 0;
    size_t at = 0;

    while (at < text.length) {
        const wlay_glyph glyph = wlay_glyph_at(text, at);

        out->column += glyph.columns;
        if (!glyph.shown) {
            wlay_out_raw(out, wlay_slice(text, from, at));
            wlay_out_raw(out, WLAY_TEXT("\xEF\xBF\xBD"));
            from = at + glyph.length;
        }
        at += glyph.length;
    }
    wlay_out_raw(out, wlay_slice(text, from, at));
}

void wlay_out_u64(wlay_out *out, uint64_t value)
{
    char buffer[WLAY_DIGITS_MAX];

    wlay_out_text(out, wlay_digits_u64(value, buffer));
}

void wlay_out_repeat(wlay_out *out, char c, size_t count)
{
    char run[32];

    memset(run, c, sizeof run);
    out->column += count;
    while (count > 0 && !out->failed) {
        const size_t length = count < sizeof run ? count : sizeof run;

        wlay_out_raw(out, (wlay_string){run, length});
        count -= length;
    }
}

void wlay_out_to_column(wlay_out *out, size_t column)
{
    if (out->column < column)
        wlay_out_repeat(out, ' ', column - out->column);
}

void wlay_out_line(wlay_out *out)
{
    wlay_out_raw(out, WLAY_TEXT("\n"));
    out->column = 0;
}

void wlay_out_style(wlay_out *out, wlay_style style)
{
    static const char *const codes[] = {
        "\x1B[0m",    /* plain */
        "\x1B[1m",    /* name: bold */
        "\x1B[2m",    /* faint */
        "\x1B[33m",   /* padding: yellow */
        "\x1B[1;31m", /* error: bold red */
        "\x1B[36m",   /* help: cyan */
    };

    if (!out->colours || style == out->style)
        return;
    if (out->style != WLAY_STYLE_PLAIN)
        wlay_out_raw(out, wlay_text(codes[WLAY_STYLE_PLAIN]));
    if (style != WLAY_STYLE_PLAIN)
        wlay_out_raw(out, wlay_text(codes[style]));
    out->style = style;
}

bool wlay_is_selected(const wlay_write_options *options,
                      const wlay_struct *structure)
{
    for (size_t i = 0; i < options->struct_count; i++) {
        if (wlay_text_equal(options->structs[i], structure->name))
            return true;
    }
    return options->struct_count == 0;
}

uint64_t wlay_stride_of(const wlay_type *type)
{
    if (type->kind == WLAY_TYPE_STRUCT &&
        (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0) {
        const wlay_struct *s = type->structure;

        return s->members[s->member_count - 1].type->stride;
    }
    return type->stride;
}

bool wlay_has_size(const wlay_type *type)
{
    return type->size > 0 && (type->flags & WLAY_TYPE_SIZE_UNKNOWN) == 0;
}
