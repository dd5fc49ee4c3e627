/* SPDX-License-Identifier: MIT */
#include "write_c_name.h"

#include <string.h>

/* ------------------------------------------------------------ names to keep */

struct wlay_c_slot {
    wlay_string name; /* {NULL, 0} if it is free */
    void *value;
};

typedef struct wlay_c_slot slot;

static uint32_t hash_of(wlay_string name)
{
    uint32_t hash = UINT32_C(2166136261);

    for (size_t i = 0; i < name.length; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * UINT32_C(16777619);
    return hash;
}

/* Where the name is, or where it would be. */
static slot *slot_of(const wlay_c_names *names, wlay_string name)
{
    size_t at = hash_of(name) & (names->capacity - 1);

    while (names->slots[at].value != NULL &&
           !wlay_text_equal(names->slots[at].name, name))
        at = (at + 1) & (names->capacity - 1);
    return &names->slots[at];
}

void *wlay_c_find(const wlay_c_names *names, wlay_string name)
{
    return names->count > 0 ? slot_of(names, name)->value : NULL;
}

static bool make_room(wlay_c_names *names)
{
    const wlay_c_names old = *names;

    if (names->count < names->capacity / 2)
        return true;
    names->capacity = old.capacity > 0 ? old.capacity * 2 : 16;
    names->slots = WLAY_NEW(names->arena, slot, names->capacity);
    if (names->slots == NULL) {
        *names = old;
        return false;
    }
    for (size_t i = 0; i < old.capacity; i++) {
        if (old.slots[i].value != NULL)
            *slot_of(names, old.slots[i].name) = old.slots[i];
    }
    return true;
}

void wlay_c_keep(wlay_c_names *names, wlay_string name, void *value)
{
    slot *s;

    if (!make_room(names))
        return;
    s = slot_of(names, name);
    names->count += s->value == NULL ? 1u : 0u;
    s->name = name;
    s->value = value;
}

/* -------------------------------------------------------------- identifiers */

/* Words of C up to C23 and of C++ up to C++23, their alternative operators, the
   names that a generated header itself needs, and words that compilers define
   unless they are told to keep to the standard. */
static const char *const words[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel",
    "atomic_commit", "atomic_noexcept", "auto", "bitand", "bitor", "bool",
    "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const",
    "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else",
    "enum", "explicit", "export", "extern", "false", "float", "for", "friend",
    "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq",
    "private", "protected", "public", "reflexpr", "register",
    "reinterpret_cast", "requires", "restrict", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch",
    "synchronized", "template", "this", "thread_local", "throw", "true", "try",
    "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while",
    "xor", "xor_eq",
    "NULL", "max_align_t", "nullptr_t", "offsetof", "ptrdiff_t", "size_t",
    "std", "unreachable", "main", "errno", "assert",
    "i386", "linux", "unix"};

static bool begins(wlay_string text, const char *with)
{
    const size_t length = strlen(with);

    return text.length >= length && memcmp(text.data, with, length) == 0;
}

/* What <stdint.h> has: [u]int..._t, and the limits and constants of those, such
   as INT8_MAX, UINTPTR_MAX, INT_FAST8_MIN, INT64_C. */
static bool is_of_stdint(wlay_string text)
{
    const size_t skip = begins(text, "u") || begins(text, "U") ? 1 : 0;
    const wlay_string rest = {text.data + skip, text.length - skip};
    wlay_string type;

    if (begins(rest, "int"))
        return rest.length > 4 &&
               memcmp(rest.data + rest.length - 2, "_t", 2) == 0;
    if (!begins(rest, "INT") || rest.length == 3)
        return wlay_text_equal(text, WLAY_TEXT("SIZE_MAX"));
    type = (wlay_string){rest.data + 3, rest.length - 3};
    return (type.data[0] >= '0' && type.data[0] <= '9') ||
           type.data[0] == '_' || begins(type, "MAX_") || begins(type, "PTR_");
}

static bool is_word(wlay_string text)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (wlay_text_equal(text, wlay_text(words[i])))
            return true;
    }
    return is_of_stdint(text);
}

static bool is_letter(uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static void put_number(wlay_builder *b, uint32_t code_point)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[9] = "u";
    size_t length = 1;

    for (unsigned shift = 32; shift > 0; shift -= 4) {
        if (shift <= 16 || code_point >> (shift - 4) != 0)
            text[length++] = digits[code_point >> (shift - 4) & 15];
    }
    wlay_put(b, (wlay_string){text, length});
}

/* An underscore is reserved at the beginning and behind another one. */
static void put_underscore(wlay_builder *b)
{
    if (b->length == 0)
        wlay_put(b, WLAY_TEXT("wgsl_"));
    else if (b->data[b->length - 1] == '_')
        put_number(b, '_');
    else
        wlay_put(b, WLAY_TEXT("_"));
}

/* What is no letter at all, as in a file's name, becomes an underscore. */
static void put_character(wlay_builder *b, wlay_string text, size_t at,
                          uint32_t c)
{
    if (c == '_')
        put_underscore(b);
    else if (is_letter(c) || (is_digit(c) && b->length > 0))
        wlay_put(b, (wlay_string){text.data + at, 1});
    else if (c > 0x7F)
        put_number(b, c);
    else if (b->length > 0 && b->data[b->length - 1] != '_')
        wlay_put(b, WLAY_TEXT("_"));
    else if (is_digit(c))
        put_number(b, c);
}

wlay_string wlay_c_identifier(wlay_arena *arena, wlay_string text)
{
    wlay_builder b = {arena, NULL, 0, 0};
    wlay_string word;
    size_t at = 0;

    while (at < text.length && !arena->failed) {
        uint32_t c = 0xFFFD;
        const size_t length =
            wlay_decode_utf8(text.data, text.length, at, &c);

        put_character(&b, text, at, c);
        at += length > 0 ? length : 1;
    }
    if (b.length == 0)
        wlay_put(&b, WLAY_TEXT("wgsl"));
    word = wlay_built(&b);
    if (word.data == NULL || !is_word(word))
        return word;
    wlay_put(&b, WLAY_TEXT("_"));
    return wlay_built(&b);
}

bool wlay_c_is_identifier(wlay_string text)
{
    for (size_t i = 0; i < text.length; i++) {
        const unsigned char c = (unsigned char)text.data[i];

        if (!is_letter(c) && c != '_' && (!is_digit(c) || i == 0))
            return false;
    }
    return text.length > 0;
}

wlay_string wlay_c_claim(wlay_c_names *names, wlay_string identifier,
                         void *value)
{
    wlay_string name = identifier;

    if (identifier.length == 0)
        return identifier; /* out of memory */
    for (uint64_t i = 2; wlay_c_find(names, name) != NULL; i++) {
        wlay_builder b = {names->arena, NULL, 0, 0};

        wlay_put(&b, identifier);
        if (identifier.data[identifier.length - 1] != '_')
            wlay_put(&b, WLAY_TEXT("_"));
        wlay_put_u64(&b, i);
        name = wlay_built(&b);
        if (name.data == NULL)
            return name;
    }
    wlay_c_keep(names, name, value);
    return name;
}

wlay_string wlay_c_join(wlay_arena *arena, const wlay_string *parts,
                        size_t count)
{
    wlay_builder b = {arena, NULL, 0, 0};

    for (size_t i = 0; i < count; i++)
        wlay_put(&b, parts[i]);
    return wlay_built(&b);
}
