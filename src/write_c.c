/* SPDX-License-Identifier: MIT */
/*
 * The generated header: one file for C11 and C++11.
 */
#include "write_c_plan.h"

#define RAW(out, literal) wlay_out_raw((out), WLAY_TEXT(literal))

/* Comments on members begin here. */
#define COMMENT_COLUMN 40

/* --------------------------------------------------------------- small text */

void wlay_c_put_comment(wlay_out *out, wlay_string text)
{
    for (size_t at = 0; at < text.length; at++) {
        const char c = text.data[at];
        const char before = at > 0 ? text.data[at - 1] : ' ';

        if ((c == '/' && before == '*') || (c == '*' && before == '/'))
            wlay_out_text(out, WLAY_TEXT(" "));
        /* Trigraphs and spliced lines could end a comment too. */
        if (c == '\\' || c == '?')
            wlay_out_text(out, WLAY_TEXT("_"));
        else if ((unsigned char)c < 0x20 || c == 0x7F)
            wlay_out_text(out, WLAY_TEXT(" "));
        else
            wlay_out_raw(out, (wlay_string){&text.data[at], 1});
        out->column++;
    }
}

/* Bytes beyond ASCII in octal: they mean the same whatever the compiler takes
   the file for. */
void wlay_c_put_string(wlay_out *out, wlay_string text)
{
    RAW(out, "\"");
    for (size_t at = 0; at < text.length; at++) {
        const unsigned char c = (unsigned char)text.data[at];
        const char octal[4] = {'\\', (char)('0' + (c >> 6)),
                               (char)('0' + (c >> 3 & 7)),
                               (char)('0' + (c & 7))};

        if (c < 0x20 || c >= 0x7F || c == '"' || c == '\\' || c == '?')
            wlay_out_raw(out, (wlay_string){octal, sizeof octal});
        else
            wlay_out_raw(out, (wlay_string){&text.data[at], 1});
    }
    RAW(out, "\"");
}

wlay_string wlay_c_macro(wlay_c_plan *plan, wlay_string name,
                         const char *suffix)
{
    const bool joined =
        name.length > 0 && name.data[name.length - 1] == '_' &&
        suffix[0] == '_';
    wlay_string word = wlay_c_identifier(
        plan->arena,
        WLAY_C_JOIN(plan->arena, name, wlay_text(suffix + (joined ? 1 : 0))));

    while (word.data != NULL && wlay_c_find(&plan->words, word) != NULL)
        word = WLAY_C_JOIN(plan->arena, word, WLAY_TEXT("_"));
    return word.data != NULL ? wlay_c_claim(&plan->globals, word, plan)
                             : WLAY_TEXT("");
}

/* ---------------------------------------------------------------- beginning */

static void put_guard(wlay_c_plan *plan, wlay_out *out)
{
    const wlay_string word = wlay_c_identifier(
        plan->arena, WLAY_C_JOIN(plan->arena, plan->options->prefix,
                                 plan->options->guard));

    for (size_t i = 0; i < word.length; i++) {
        const char c = word.data[i];
        const char upper = (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);

        wlay_out_raw(out, (wlay_string){&upper, 1});
    }
}

static void put_includes(const wlay_c_plan *plan, wlay_out *out)
{
    RAW(out, "#include <stddef.h>\n#include <stdint.h>\n");
    for (size_t i = 0; i < plan->options->include_count; i++) {
        const wlay_string file = plan->options->includes[i];
        const bool quoted = file.length > 0 && file.data[0] == '"';

        RAW(out, "#include ");
        wlay_out_raw(out, quoted ? WLAY_TEXT("") : WLAY_TEXT("<"));
        wlay_out_raw(out, file);
        wlay_out_raw(out, quoted ? WLAY_TEXT("\n") : WLAY_TEXT(">\n"));
    }
}

static const char macros[] =
    "\n"
    "#ifndef WLAY_STATIC_ASSERT\n"
    "#ifdef __cplusplus\n"
    "#define WLAY_STATIC_ASSERT(condition, text) "
    "static_assert(condition, text)\n"
    "#define WLAY_ALIGNOF(type) alignof(type)\n"
    "#define WLAY_SIZEOF(type, member) \\\n"
    "    sizeof(static_cast<type *>(nullptr)->member)\n"
    "#else\n"
    "#define WLAY_STATIC_ASSERT(condition, text) "
    "_Static_assert(condition, text)\n"
    "#define WLAY_ALIGNOF(type) _Alignof(type)\n"
    "#define WLAY_SIZEOF(type, member) sizeof(((type *)0)->member)\n"
    "#endif\n"
    "#endif\n";

static void put_beginning(wlay_c_plan *plan, wlay_out *out)
{
    RAW(out, "/*\n * Made by wlay from ");
    for (size_t i = 0; i < plan->source_count; i++) {
        if (i > 0)
            RAW(out, ", ");
        wlay_c_put_comment(out, plan->sources[i].name);
    }
    RAW(out, "; do not edit.\n *\n *     ");
    wlay_c_put_comment(out, plan->options->command);
    RAW(out, "\n */\n#ifndef ");
    put_guard(plan, out);
    RAW(out, "\n#define ");
    put_guard(plan, out);
    RAW(out, "\n\n");
    put_includes(plan, out);
    wlay_out_raw(out, wlay_text(macros));
}

static void put_omissions(const wlay_c_plan *plan, wlay_out *out)
{
    const wlay_c_omission *const items = plan->omissions.items;

    for (size_t i = 0; i < plan->omissions.count; i++) {
        wlay_out_raw(out, i == 0 ? WLAY_TEXT("\n/* Left out:\n * ")
                                 : WLAY_TEXT("\n * "));
        wlay_c_put_comment(out, items[i].name);
        RAW(out, ": ");
        wlay_c_put_comment(out, items[i].reason);
    }
    if (plan->omissions.count > 0)
        RAW(out, "\n */\n");
}

static void put_notes(const wlay_c_plan *plan, wlay_out *out)
{
    const wlay_string *const notes = plan->notes.items;

    for (size_t i = 0; i < plan->notes.count; i++) {
        wlay_out_raw(out, i == 0 ? WLAY_TEXT("\n/* ") : WLAY_TEXT("\n * "));
        wlay_c_put_comment(out, notes[i]);
    }
    if (plan->notes.count > 0)
        RAW(out, "\n */\n");
}

/* --------------------------------------------------------- the user's types */

/* Of each type of the user's that is used, once; the first place tells. */
static void put_map_check(const wlay_c_plan *plan, wlay_out *out,
                          const wlay_c_map *map, const wlay_type *type)
{
    RAW(out, "WLAY_STATIC_ASSERT(sizeof(");
    wlay_out_raw(out, map->c);
    RAW(out, ") == ");
    wlay_out_u64(out, map->size > 0 ? map->size : type->size);
    RAW(out, ",\n    ");
    wlay_c_put_string(out, WLAY_C_JOIN(plan->arena, map->c,
                                       WLAY_TEXT(" has not the size of "),
                                       type->name));
    RAW(out, ");\nWLAY_STATIC_ASSERT(WLAY_ALIGNOF(");
    wlay_out_raw(out, map->c);
    RAW(out, ") <= ");
    wlay_out_u64(out, type->align);
    RAW(out, ",\n    ");
    wlay_c_put_string(out,
                      WLAY_C_JOIN(plan->arena, map->c,
                                  WLAY_TEXT(" is aligned to more than "),
                                  type->name));
    RAW(out, ");\n");
}

static void put_map_checks(const wlay_c_plan *plan, wlay_out *out)
{
    const size_t count = plan->options->type_count;

    for (size_t i = 0; i < count; i++) {
        for (size_t s = 0; s < plan->source_count; s++) {
            const wlay_type *const type = plan->types[s * count + i];

            if (type == NULL)
                continue;
            RAW(out, "\n");
            put_map_check(plan, out, &plan->options->types[i], type);
            break;
        }
    }
}

static void put_padded(const wlay_c_plan *plan, wlay_out *out)
{
    const wlay_c_padded *const items = plan->padded.items;

    for (size_t i = 0; i < plan->padded.count; i++) {
        RAW(out, "\n/* An array element with the padding behind it. */\n"
                 "typedef struct ");
        wlay_out_raw(out, items[i].name);
        RAW(out, " {\n    ");
        wlay_out_raw(out, items[i].map->c);
        RAW(out, " value;\n    uint8_t padding[");
        wlay_out_u64(out, items[i].stride - items[i].size);
        RAW(out, "];\n} ");
        wlay_out_raw(out, items[i].name);
        RAW(out, ";\nWLAY_STATIC_ASSERT(sizeof(struct ");
        wlay_out_raw(out, items[i].name);
        RAW(out, ") == ");
        wlay_out_u64(out, items[i].stride);
        RAW(out, ",\n    ");
        wlay_c_put_string(out, WLAY_C_JOIN(plan->arena, items[i].name,
                                           WLAY_TEXT(": size")));
        RAW(out, ");\n");
    }
}

/* ------------------------------------------------------------------ structs */

static void put_padding(wlay_c_plan *plan, wlay_out *out, wlay_c_struct *s,
                        uint64_t from, uint64_t to)
{
    if (from >= to)
        return;
    WLAY_OUT(out, "    uint8_t ");
    wlay_out_text(out, wlay_c_claim(&s->taken,
                                    WLAY_C_JOIN(plan->arena,
                                                WLAY_TEXT("padding_"),
                                                wlay_c_number(plan, from)),
                                    s));
    WLAY_OUT(out, "[");
    wlay_out_u64(out, to - from);
    WLAY_OUT(out, "];");
    wlay_out_line(out);
}

static void put_member_comment(wlay_out *out, const wlay_member *m)
{
    wlay_out_to_column(out, COMMENT_COLUMN);
    WLAY_OUT(out, " /* ");
    wlay_out_u64(out, m->offset);
    WLAY_OUT(out, ": ");
    wlay_c_put_comment(out, m->type->name);
    WLAY_OUT(out, " */");
    wlay_out_line(out);
}

static void put_member(wlay_out *out, wlay_string name, const wlay_c_type *type,
                       const wlay_member *m)
{
    WLAY_OUT(out, "    ");
    wlay_out_text(out, type->base);
    WLAY_OUT(out, " ");
    wlay_out_text(out, name);
    wlay_out_text(out, type->dimensions);
    WLAY_OUT(out, ";");
    put_member_comment(out, m);
}

/* `base (*name)dimensions`, or without parentheses where that is the same. */
static void put_pointer(wlay_out *out, const wlay_c_type *type,
                        wlay_string qualifier, wlay_string name)
{
    const bool flat = type->dimensions.length == 0;

    wlay_out_raw(out, qualifier);
    wlay_out_raw(out, type->base);
    wlay_out_raw(out, flat ? WLAY_TEXT(" *") : WLAY_TEXT(" (*"));
    wlay_out_raw(out, name);
    wlay_out_raw(out, flat ? WLAY_TEXT("") : WLAY_TEXT(")"));
    wlay_out_raw(out, type->dimensions);
}

/* In C++, which has no flexible array member, a function of its name. */
static void put_accessor(wlay_c_plan *plan, wlay_out *out, wlay_string name,
                         const wlay_c_type *type, uint64_t offset,
                         wlay_string qualifier)
{
    const bool constant = qualifier.length > 0;

    RAW(out, "    ");
    put_pointer(out, type, qualifier,
                WLAY_C_JOIN(plan->arena, name,
                            constant ? WLAY_TEXT("() const")
                                     : WLAY_TEXT("()")));
    RAW(out, " {\n        return static_cast<");
    put_pointer(out, type, qualifier, WLAY_TEXT(""));
    RAW(out, ">(static_cast<");
    wlay_out_raw(out, qualifier);
    RAW(out, "void *>(\n            reinterpret_cast<");
    wlay_out_raw(out, qualifier);
    RAW(out, "unsigned char *>(this) + ");
    wlay_out_u64(out, offset);
    RAW(out, "));\n    }\n");
}

static void put_tail(wlay_c_plan *plan, wlay_out *out, wlay_string name,
                     const wlay_c_type *type, const wlay_member *m)
{
    RAW(out, "#ifdef __cplusplus /* has no flexible array members */\n");
    put_accessor(plan, out, name, type, m->offset, WLAY_TEXT(""));
    put_accessor(plan, out, name, type, m->offset, WLAY_TEXT("const "));
    RAW(out, "#else\n");
    out->column = 0;
    WLAY_OUT(out, "    ");
    wlay_out_text(out, type->base);
    WLAY_OUT(out, " ");
    wlay_out_text(out, name);
    WLAY_OUT(out, "[]");
    wlay_out_text(out, type->dimensions);
    WLAY_OUT(out, ";");
    put_member_comment(out, m);
    RAW(out, "#endif\n");
}

/* Neither C nor C++ has a struct of nothing but a flexible array member: then
   it is one element, as WGSL counts it too. */
static void put_lone_tail(wlay_out *out, wlay_string name,
                          const wlay_c_type *type, const wlay_member *m)
{
    WLAY_OUT(out, "    ");
    wlay_out_text(out, type->base);
    WLAY_OUT(out, " ");
    wlay_out_text(out, name);
    WLAY_OUT(out, "[1]");
    wlay_out_text(out, type->dimensions);
    WLAY_OUT(out, ";");
    put_member_comment(out, m);
}

static void put_members(wlay_c_plan *plan, wlay_out *out, wlay_c_struct *s)
{
    const wlay_struct *const structure = s->structure;
    uint64_t end = 0;

    for (size_t i = 0; i < structure->member_count; i++) {
        const wlay_member *const m = &structure->members[i];
        const wlay_c_type type = wlay_c_type_of(plan, s->source, m->type,
                                                wlay_c_room(structure, i));

        put_padding(plan, out, s, end, m->offset);
        end = m->offset + type.size;
        if (!wlay_c_is_tail(m))
            put_member(out, s->members[i], &type, m);
        else if (i == 0)
            put_lone_tail(out, s->members[i], &type, m);
        else
            put_tail(plan, out, s->members[i], &type, m);
    }
    if ((structure->type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
        put_padding(plan, out, s, end, structure->size);
}

static void put_struct(wlay_c_plan *plan, wlay_out *out, wlay_c_struct *s)
{
    RAW(out, "\n/* ");
    wlay_c_put_comment(out, s->structure->name);
    RAW(out, ": ");
    wlay_out_u64(out, s->structure->size);
    RAW(out, " bytes, aligned to ");
    wlay_out_u64(out, s->structure->align);
    if ((s->structure->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        RAW(out, "; with one element of its last member");
    RAW(out, " */\ntypedef struct ");
    wlay_out_raw(out, s->name);
    RAW(out, " {");
    wlay_out_line(out);
    put_members(plan, out, s);
    RAW(out, "} ");
    wlay_out_raw(out, s->name);
    RAW(out, ";\n");
    wlay_c_write_checks(plan, out, s);
}

bool wlay_write_c(wlay_c_plan *plan, const wlay_sink *sink)
{
    wlay_c_struct **const structs = plan->structs.items;
    wlay_out out;

    wlay_out_init(&out, sink, false);
    put_beginning(plan, &out);
    if (plan->options->asserts_only) {
        wlay_c_write_asserts(plan, &out);
    } else {
        put_omissions(plan, &out);
        put_notes(plan, &out);
        put_map_checks(plan, &out);
        put_padded(plan, &out);
        for (size_t i = 0; i < plan->structs.count && !plan->arena->failed; i++)
            put_struct(plan, &out, structs[i]);
        wlay_c_write_constants(plan, &out);
    }
    RAW(&out, "\n#endif\n");
    return wlay_out_finish(&out) && !plan->arena->failed;
}
