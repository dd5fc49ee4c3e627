/* SPDX-License-Identifier: MIT */
#include "names.h"

#include <string.h>

const wlay_name wlay_names[WLAY_ID_COUNT] = {
/* `text` is made before a macro such as `bool` or NULL could expand. */
#define ROW(text, kind, value, a, b) \
    {text, sizeof(text) - 1, WLAY_NAME_##kind, (value), (a), (b)},
#define KEYWORD(name) ROW(#name, KEYWORD, 0, 0, 0)
#define RESERVED(name) ROW(#name, RESERVED, 0, 0, 0)
#define TYPE(name, index) ROW(#name, TYPE, index, 0, 0)
#define GENERATOR(name, kind, a, b) \
    ROW(#name, GENERATOR, WLAY_GENERATOR_##kind, a, b)
#define FUNCTION(name) ROW(#name, FUNCTION, 0, 0, 0)
#define RUNTIME(name) ROW(#name, RUNTIME, 0, 0, 0)
#define SPACE(name, value) ROW(#name, SPACE, value, 0, 0)
#define ACCESS(name, value) ROW(#name, ACCESS, value, 0, 0)
#define FORMAT(name, value) ROW(#name, FORMAT, value, 0, 0)
#define WORD(name) ROW(#name, WORD, 0, 0, 0)
#include "names.def"
};

const wlay_name *wlay_find_name(const wlay_word *word)
{
    for (uint32_t at = word->hash;; at++) {
        const uint32_t slot = wlay_names_index[at % WLAY_NAMES_INDEX_SIZE];
        const wlay_name *name;

        if (slot == 0)
            return NULL;
        if ((slot ^ word->hash) >> 16 != 0)
            continue;
        name = &wlay_names[(slot & 0xFFFF) - 1];
        if (name->length == word->length &&
            memcmp(name->text, word->text, word->length) == 0)
            return name;
    }
}
