/* SPDX-License-Identifier: MIT */
/*
 * XID_Start and XID_Continue.  The numbers come from the Unicode Character
 * Database, version 14.0.0: DerivedCoreProperties.txt.
 */
#include "../src/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* --------------------------------------------------------- single characters */

typedef enum role {
    NEITHER,
    CONTINUES, /* XID_Continue only */
    STARTS     /* both: who starts may continue */
} role;

/* Where a run of `role` starts or ends, both sides of the boundary. */
typedef struct character_case {
    const char *name;
    uint32_t code_point;
    role role;
} character_case;

static const character_case character_cases[] = {
    {"U+0000 null", 0x0000, NEITHER},
    {"U+0020 space", 0x0020, NEITHER},
    {"U+0024 dollar sign", 0x0024, NEITHER},
    {"U+002D hyphen-minus", 0x002D, NEITHER},
    {"U+002F before the digits", 0x002F, NEITHER},
    {"U+0030 digit zero", 0x0030, CONTINUES},
    {"U+0039 digit nine", 0x0039, CONTINUES},
    {"U+003A behind the digits", 0x003A, NEITHER},
    {"U+0040 before A", 0x0040, NEITHER},
    {"U+0041 A", 0x0041, STARTS},
    {"U+005A Z", 0x005A, STARTS},
    {"U+005B behind Z", 0x005B, NEITHER},
    {"U+005F low line", 0x005F, CONTINUES},
    {"U+0060 before a", 0x0060, NEITHER},
    {"U+0061 a", 0x0061, STARTS},
    {"U+007A z", 0x007A, STARTS},
    {"U+007B behind z", 0x007B, NEITHER},
    {"U+007F delete", 0x007F, NEITHER},
    {"U+0085 next line", 0x0085, NEITHER},
    {"U+00A0 no-break space", 0x00A0, NEITHER},
    {"U+00AA feminine ordinal indicator", 0x00AA, STARTS},
    {"U+00B5 micro sign", 0x00B5, STARTS},
    {"U+00B7 middle dot", 0x00B7, CONTINUES},
    {"U+00BA masculine ordinal indicator", 0x00BA, STARTS},
    {"U+00BF inverted question mark", 0x00BF, NEITHER},
    {"U+00C0 A with grave", 0x00C0, STARTS},
    {"U+00D6 O with diaeresis", 0x00D6, STARTS},
    {"U+00D7 multiplication sign", 0x00D7, NEITHER},
    {"U+00D8 O with stroke", 0x00D8, STARTS},
    {"U+00F6 o with diaeresis", 0x00F6, STARTS},
    {"U+00F7 division sign", 0x00F7, NEITHER},
    {"U+02C1 end of a run of letters", 0x02C1, STARTS},
    {"U+02C2 modifier letter left arrowhead", 0x02C2, NEITHER},
    {"U+02FF before the combining marks", 0x02FF, NEITHER},
    {"U+0300 combining grave accent", 0x0300, CONTINUES},
    {"U+036F last combining mark of its block", 0x036F, CONTINUES},
    {"U+0370 heta", 0x0370, STARTS},
    {"U+0378 not assigned", 0x0378, NEITHER},
    /* ID_Start, but its compatibility form begins with a space. */
    {"U+037A ypogegrammeni", 0x037A, NEITHER},
    {"U+0387 ano teleia", 0x0387, CONTINUES},
    {"U+0394 Delta", 0x0394, STARTS},
    {"U+041A Cyrillic Ka", 0x041A, STARTS},
    {"U+0566 Armenian za", 0x0566, STARTS},
    {"U+05B8 Hebrew point qamats", 0x05B8, CONTINUES},
    {"U+05D5 Hebrew vav", 0x05D5, STARTS},
    {"U+0627 Arabic alef", 0x0627, STARTS},
    {"U+0660 Arabic-Indic digit zero", 0x0660, CONTINUES},
    {"U+0917 Devanagari ga", 0x0917, STARTS},
    {"U+0940 Devanagari vowel sign ii", 0x0940, CONTINUES},
    {"U+0CF2 Kannada jihvamuliya", 0x0CF2, STARTS},
    {"U+0CF3 Kannada, Unicode 15.0", 0x0CF3, NEITHER},
    {"U+0E32 Thai sara aa", 0x0E32, STARTS},
    /* ID_Start, but its compatibility form begins with a mark. */
    {"U+0E33 Thai sara am", 0x0E33, CONTINUES},
    {"U+1369 Ethiopic digit one", 0x1369, CONTINUES},
    {"U+1371 Ethiopic digit nine", 0x1371, CONTINUES},
    {"U+1372 Ethiopic number ten", 0x1372, NEITHER},
    {"U+180E Mongolian vowel separator", 0x180E, NEITHER},
    {"U+19DA New Tai Lue Tham digit one", 0x19DA, CONTINUES},
    {"U+200C zero width non-joiner", 0x200C, NEITHER},
    {"U+200D zero width joiner", 0x200D, NEITHER},
    {"U+200E left-to-right mark", 0x200E, NEITHER},
    {"U+2028 line separator", 0x2028, NEITHER},
    {"U+203F undertie", 0x203F, CONTINUES},
    {"U+2054 inverted undertie", 0x2054, CONTINUES},
    {"U+2118 script capital P", 0x2118, STARTS},
    {"U+212E estimated symbol", 0x212E, STARTS},
    {"U+2160 Roman numeral one", 0x2160, STARTS},
    {"U+2E2F vertical tilde", 0x2E2F, NEITHER},
    {"U+3005 ideographic iteration mark", 0x3005, STARTS},
    {"U+3051 Hiragana ke", 0x3051, STARTS},
    {"U+309B voiced sound mark", 0x309B, NEITHER},
    {"U+30FB Katakana middle dot", 0x30FB, NEITHER},
    {"U+33FF before ideographs, extension A", 0x33FF, NEITHER},
    {"U+3400 first of extension A", 0x3400, STARTS},
    {"U+4DBF last of extension A", 0x4DBF, STARTS},
    {"U+4DC0 hexagram", 0x4DC0, NEITHER},
    {"U+4E00 first unified ideograph", 0x4E00, STARTS},
    {"U+671D ideograph", 0x671D, STARTS},
    {"U+9FFF last unified ideograph", 0x9FFF, STARTS},
    {"U+A48C last Yi syllable", 0xA48C, STARTS},
    {"U+A48D behind the Yi syllables", 0xA48D, NEITHER},
    {"U+AC00 first Hangul syllable", 0xAC00, STARTS},
    {"U+D7A3 last Hangul syllable", 0xD7A3, STARTS},
    {"U+D7A4 behind the Hangul syllables", 0xD7A4, NEITHER},
    {"U+D800 surrogate", 0xD800, NEITHER},
    {"U+DFFF surrogate", 0xDFFF, NEITHER},
    {"U+E000 private use", 0xE000, NEITHER},
    {"U+F8FF private use", 0xF8FF, NEITHER},
    {"U+F900 compatibility ideograph", 0xF900, STARTS},
    {"U+FE0F variation selector 16", 0xFE0F, CONTINUES},
    {"U+FEFF byte order mark", 0xFEFF, NEITHER},
    {"U+FF10 full-width digit zero", 0xFF10, CONTINUES},
    {"U+FF21 full-width A", 0xFF21, STARTS},
    {"U+FF3F full-width low line", 0xFF3F, CONTINUES},
    {"U+FF65 half-width middle dot", 0xFF65, NEITHER},
    {"U+FF9E half-width voiced sound mark", 0xFF9E, CONTINUES},
    {"U+FFFD replacement character", 0xFFFD, NEITHER},
    {"U+FFFF not a character", 0xFFFF, NEITHER},
    {"U+10000 Linear B a", 0x10000, STARTS},
    {"U+10C13 Old Turkic letter", 0x10C13, STARTS},
    {"U+11240 Khojki, Unicode 15.0", 0x11240, NEITHER},
    {"U+1D400 mathematical bold A", 0x1D400, STARTS},
    {"U+1D7FF last mathematical digit", 0x1D7FF, CONTINUES},
    {"U+1F600 grinning face", 0x1F600, NEITHER},
    {"U+1FBF9 segmented digit nine", 0x1FBF9, CONTINUES},
    {"U+1FBFA behind the segmented digits", 0x1FBFA, NEITHER},
    {"U+1FFFF not a character", 0x1FFFF, NEITHER},
    {"U+20000 first of extension B", 0x20000, STARTS},
    {"U+2A6DF last of extension B", 0x2A6DF, STARTS},
    {"U+2A6E0 behind extension B", 0x2A6E0, NEITHER},
    {"U+3134A last of extension G", 0x3134A, STARTS},
    {"U+3134B behind extension G", 0x3134B, NEITHER},
    {"U+31350 extension H, Unicode 15.0", 0x31350, NEITHER},
    {"U+E0001 language tag", 0xE0001, NEITHER},
    {"U+E00FF before the variation selectors", 0xE00FF, NEITHER},
    {"U+E0100 variation selector 17", 0xE0100, CONTINUES},
    {"U+E01EF variation selector 256", 0xE01EF, CONTINUES},
    {"U+E01F0 behind the variation selectors", 0xE01F0, NEITHER},
    {"U+10FFFF last code point", 0x10FFFF, NEITHER},
    {"110000, no code point", 0x110000, NEITHER},
    {"110041, no code point", 0x110041, NEITHER},
    {"200041, no code point", 0x200041, NEITHER},
    {"FFFFFFFF, no code point", 0xFFFFFFFF, NEITHER},
};

static void check_character(void **state)
{
    const character_case *c = *state;

    assert_int_equal(wlay_is_xid_start(c->code_point), c->role == STARTS);
    assert_int_equal(wlay_is_xid_continue(c->code_point), c->role != NEITHER);
}

/* ---------------------------------------------------------- whole properties */

/* Figures of a property that no single wrong bit leaves as they are. */
typedef struct property_case {
    const char *name;
    bool (*has)(uint32_t code_point);
    size_t code_points;
    size_t runs;  /* of code points without a gap */
    uint64_t sum; /* of the code points */
} property_case;

static const property_case property_cases[] = {
    {"all of XID_Start", wlay_is_xid_start, 131974, 655, 13915676636},
    {"all of XID_Continue", wlay_is_xid_continue, 135053, 763, 14256392139},
};

static void check_property(void **state)
{
    const property_case *c = *state;
    size_t code_points = 0, runs = 0;
    uint64_t sum = 0;
    bool before = false;

    for (uint32_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        const bool has = c->has(code_point);

        code_points += has;
        runs += has && !before;
        sum += has ? code_point : 0;
        before = has;
    }
    assert_int_equal(code_points, c->code_points);
    assert_int_equal(runs, c->runs);
    assert_int_equal(sum, c->sum);
}

static void starts_continue(void **state)
{
    (void)state;
    for (uint32_t code_point = 0; code_point <= 0x10FFFF; code_point++)
        if (wlay_is_xid_start(code_point))
            assert_true(wlay_is_xid_continue(code_point));
}

int main(void)
{
    struct CMUnitTest
        tests[COUNT_OF(character_cases) + COUNT_OF(property_cases) + 1] = {
            cmocka_unit_test(starts_continue)};
    size_t n = 1;

    for (size_t i = 0; i < COUNT_OF(character_cases); i++)
        tests[n++] = (struct CMUnitTest){
            .name = character_cases[i].name,
            .test_func = check_character,
            .initial_state = (void *)(uintptr_t)&character_cases[i],
        };
    for (size_t i = 0; i < COUNT_OF(property_cases); i++)
        tests[n++] = (struct CMUnitTest){
            .name = property_cases[i].name,
            .test_func = check_property,
            .initial_state = (void *)(uintptr_t)&property_cases[i],
        };
    return cmocka_run_group_tests_name("unicode", tests, NULL, NULL);
}
