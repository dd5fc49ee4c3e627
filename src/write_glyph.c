/* SPDX-License-Identifier: MIT */
/*
 * How many columns of a terminal a character takes.  Terminals do not agree on
 * all of Unicode; these ranges cover what stands in identifiers and comments.
 */
#include "write.h"

typedef struct range {
    uint32_t first;
    uint32_t last;
} range;

/* Controls, marks that direct the flow of text, and spaces without width. */
static const range hidden[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x061C, 0x061C}, {0x200B, 0x200F},
    {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
};

/* Marks that stand above, below or around the character before them. */
static const range combining[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
    {0x064B, 0x065F}, {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948},
    {0x094D, 0x094D}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},
    {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF}, {0x302A, 0x302D},
    {0x3099, 0x309A}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F},
};

/* Scripts of East Asia in full width, and pictures. */
static const range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1B000, 0x1B2FF}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
    {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
};

#define IS_IN(ranges, c) is_in(ranges, sizeof(ranges) / sizeof(range), c)

static bool is_in(const range *ranges, size_t count, uint32_t code_point)
{
    for (size_t i = 0; i < count; i++) {
        if (code_point <= ranges[i].last)
            return code_point >= ranges[i].first;
    }
    return false;
}

static size_t columns_of(uint32_t code_point)
{
    if (IS_IN(combining, code_point))
        return 0;
    return IS_IN(wide, code_point) ? 2 : 1;
}

wlay_glyph wlay_glyph_at(wlay_string text, size_t at)
{
    const unsigned char c = (unsigned char)text.data[at];
    uint32_t code_point;
    size_t length;

    if (c >= 0x20 && c < 0x7F)
        return (wlay_glyph){1, 1, true};
    length = wlay_decode_utf8(text.data, text.length, at, &code_point);
    if (length == 0)
        return (wlay_glyph){1, 1, false};
    if (IS_IN(hidden, code_point))
        return (wlay_glyph){length, 1, false};
    return (wlay_glyph){length, columns_of(code_point), true};
}
