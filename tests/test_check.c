/* SPDX-License-Identifier: MIT */
/* Do the checks of tests/check see what they are there for? */
#include "table.h"

#include "check/check.h"

typedef struct text_row {
    const char *name;
    const char *text;
    bool good;
} text_row;

static const text_row json[] = {
    {"null", "null", true},
    {"spaces", " \t\r\n[ true , false ]\n", true},
    {"empty", "", false},
    {"only spaces", "  ", false},
    {"two values", "1 2", false},
    {"object", "{\"a\": {}, \"b\": [1, [2]]}", true},
    {"comma at the end", "[1,]", false},
    {"comma at the end of an object", "{\"a\":1,}", false},
    {"comma missing", "[1 2]", false},
    {"colon missing", "{\"a\" 1}", false},
    {"no key", "{1: 2}", false},
    {"open array", "[1", false},
    {"open object", "{\"a\": 1", false},
    {"wrong bracket", "[1}", false},
    {"numbers", "[0, -0, 10, 1.5, -2e3, 1E+2, 1e-2]", true},
    {"leading zero", "01", false},
    {"leading plus", "+1", false},
    {"no digit", "-", false},
    {"no digit behind the point", "1.", false},
    {"no digit in front of the point", ".5", false},
    {"no exponent", "1e", false},
    {"not a number", "NaN", false},
    {"escapes", "\"\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u12aF\"", true},
    {"unknown escape", "\"\\x41\"", false},
    {"short escape", "\"\\u12\"", false},
    {"open string", "\"a", false},
    {"control character", "\"\n\"", false},
    {"UTF-8", "\"\xC3\xA4\xF0\x9F\x99\x82\"", true},
    {"not UTF-8", "\"\xC3\"", false},
    {"surrogate", "\"\xED\xA0\x80\"", false},
    {"half a word", "nul", false},
};

static void test_json(void **state)
{
    const text_row *const row = *state;

    assert_int_equal(check_json(row->text, strlen(row->text)), row->good);
}

static const text_row utf8[] = {
    {"text", "a\n\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF", true},
    {"four bytes", "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF", true},
    {"too long for two", "\xC1\xBF", false},
    {"too long for three", "\xE0\x9F\xBF", false},
    {"too long for four", "\xF0\x8F\xBF\xBF", false},
    {"beyond U+10FFFF", "\xF4\x90\x80\x80", false},
    {"lone continuation", "a\x80", false},
    {"cut", "\xE2\x82", false},
    {"bad third byte", "\xE2\x82 ", false},
    {"tab", "\t", false},
    {"delete", "\x7F", false},
};

static void test_utf8(void **state)
{
    const text_row *const row = *state;

    assert_int_equal(check_utf8(row->text, strlen(row->text), "\n"),
                     row->good);
}

static const text_row xml[] = {
    {"element", "<a/>", true},
    {"nested", "<a>\n<b c=\"1\" d='2'/>text<e>&lt;</e></a>\n", true},
    {"declaration", "<?xml version=\"1.0\"?>\n<a></a>", true},
    {"comments", "<!-- a - b --><a><!----></a>", true},
    {"empty", "", false},
    {"only text", "a", false},
    {"two outermost", "<a/><b/>", false},
    {"open", "<a><b></b>", false},
    {"closed too often", "<a/></a>", false},
    {"crossed", "<a><b></a></b>", false},
    {"text outside", "<a/>b", false},
    {"ampersand", "<a>b & c</a>", false},
    {"unknown reference", "<a>&nbsp;</a>", false},
    {"no quotes", "<a b=c/>", false},
    {"open quotes", "<a b=\"c/>", false},
    {"less-than in a value", "<a b=\"<\"/>", false},
    {"no space", "<a b=\"1\"c=\"2\"/>", false},
    {"dashes in a comment", "<a><!-- b -- c --></a>", false},
    {"open comment", "<a/><!-- b", false},
    {"cut", "<a", false},
};

static void test_xml(void **state)
{
    const text_row *const row = *state;

    assert_int_equal(check_xml(row->text, strlen(row->text)), row->good);
}

int main(void)
{
    return RUN_TABLE(xml, test_xml) + RUN_TABLE(json, test_json) + RUN_TABLE(utf8, test_utf8);
}
