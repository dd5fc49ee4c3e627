/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

/* `text` is made, and `member` pasted, before a macro such as `bool` or NULL could
   expand. */
#define KEYWORD(name) ROW(#name, text_##name, KEYWORD, 0, 0, 0)
#define RESERVED(name) ROW(#name, text_##name, RESERVED, 0, 0, 0)
#define TYPE(name, index) ROW(#name, text_##name, TYPE, index, 0, 0)
#define GENERATOR(name, kind, a, b) \
    ROW(#name, text_##name, GENERATOR, WLAY_GENERATOR_##kind, a, b)
#define FUNCTION(name) ROW(#name, text_##name, FUNCTION, 0, 0, 0)
#define RUNTIME(name) ROW(#name, text_##name, RUNTIME, 0, 0, 0)
#define SPACE(name, value) ROW(#name, text_##name, SPACE, value, 0, 0)
#define ACCESS(name, value) ROW(#name, text_##name, ACCESS, value, 0, 0)
#define FORMAT(name, value) ROW(#name, text_##name, FORMAT, value, 0, 0)
#define WORD(name) ROW(#name, text_##name, WORD, 0, 0, 0)

struct wlay_name_texts_type {
#define ROW(text, member, kind, value, a, b) char member[sizeof(text)];
#include "names.def"
#undef ROW
};

const wlay_name_texts_type wlay_name_texts = {
#define ROW(text, member, kind, value, a, b) text,
#include "names.def"
#undef ROW
};

const wlay_name wlay_names[WLAY_ID_COUNT] = {
#define ROW(text, member, kind, value, a, b)                            \
    {(uint16_t)offsetof(wlay_name_texts_type, member), sizeof(text) - 1, \
     WLAY_NAME_##kind, (value), (a), (b)},
#include "names.def"
#undef ROW
};

const wlay_name *wlay_find_name(const wlay_word *word)
{
    for (uint32_t at = word->hash;; at++) {
        const unsigned slot = wlay_names_index[at % WLAY_NAMES_INDEX_SIZE];
        const wlay_name *name;

        if (slot == 0)
            return NULL;
        if ((slot ^ word->hash >> 16) >> WLAY_NAMES_ROW_BITS != 0)
            continue;
        name = &wlay_names[slot % (1u << WLAY_NAMES_ROW_BITS) - 1];
        if (name->length == word->length &&
            memcmp(wlay_name_text(name), word->text, word->length) == 0)
            return name;
    }
}
