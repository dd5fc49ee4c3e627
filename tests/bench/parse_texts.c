/* SPDX-License-Identifier: MIT */
#include "parse_texts.h"

#include <stdarg.h>

void text_put(bench_text *text, const char *bytes, size_t length)
{
    /* A text is as long as the memory it has, or that is a power of two. */
    if (text->data == NULL)
        text->data = bench_grow(NULL, 1);
    for (size_t i = 0; i < length; i++) {
        if ((text->length & (text->length + 1)) == 0)
            text->data = bench_grow(text->data, 2 * text->length + 2);
        text->data[text->length++] = bytes[i];
    }
}

void text_print(bench_text *text, const char *format, ...)
{
    char line[512];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line)
        bench_fail("a line is too long", format);
    text_put(text, line, (size_t)length);
}

/* -------------------------------------------------------------------- names */

static const char *const adjectives[] = {
    "ambient", "base", "bounce", "camera", "cascade", "clip", "cloud", "coat",
    "current", "decal", "detail", "diffuse", "far", "fog", "frame", "grass",
    "ground", "history", "inner", "jitter", "light", "local", "main", "mask",
    "max", "min", "motion", "near", "next", "noise", "normal", "object",
    "outer", "pixel", "previous", "probe", "ray", "rim", "root", "rough",
    "scene", "screen", "shadow", "sky", "specular", "spot", "start", "sun",
    "tangent", "target", "tile", "time", "total", "vertex", "view", "volume",
    "water", "wave", "wind", "world", "fade", "bone", "blend", "depth"};

static const char *const nouns[] = {
    "alpha", "angle", "axis", "bias", "bounds", "center", "color", "count",
    "cutoff", "delta", "density", "depth", "direction", "exponent", "extent",
    "factor", "falloff", "flags", "height", "index", "intensity", "length",
    "level", "mask", "offset", "origin", "phase", "position", "radius", "range",
    "rate", "scale", "seed", "shift", "size", "slope", "speed", "step",
    "strength", "texel", "threshold", "tint", "transform", "velocity", "weight",
    "width", "zone", "gain"};

static const char *const types[] = {
    "f32", "f32", "vec4f", "vec3f", "vec2f", "u32", "vec3<f32>", "mat4x4f",
    "vec4<f32>", "i32", "mat4x4<f32>", "vec2u", "mat3x3f", "vec4f",
    "array<vec4f, 4>", "u32", "vec3f"};

static const char *const things[] = {
    "Light", "Material", "Cascade", "Particle", "Cluster", "Instance", "Probe",
    "Camera", "Emitter", "Terrain", "Water", "Decal", "Volume", "Joint", "Mesh",
    "Draw"};

static const char *const roles[] = {
    "Uniforms", "Params", "Data", "State", "Settings", "Record", "Info",
    "Constants"};

typedef struct member_words {
    const char *adjective;
    const char *noun;
    const char *type;
} member_words;

/* The strides have no factor in common with the lengths of the tables: so ten
   members that follow one another have ten names. */
static member_words member(unsigned structure, unsigned index)
{
    const unsigned n = structure * 17 + index;

    return (member_words){adjectives[n * 29 % BENCH_COUNT(adjectives)],
                          nouns[(n + structure / 3) * 11 % BENCH_COUNT(nouns)],
                          types[(n * 7 + structure) % BENCH_COUNT(types)]};
}

static void put_struct_name(bench_text *text, unsigned n)
{
    text_print(text, "%s%s%u", things[n % BENCH_COUNT(things)],
               roles[n * 5 % BENCH_COUNT(roles)], n);
}

static void put_member(bench_text *text, unsigned structure, unsigned index)
{
    const member_words words = member(structure, index);

    text_print(text, "    %s_%s: %s,\n", words.adjective, words.noun,
               words.type);
}

/* ------------------------------------------------------------------ structs */

#define MEMBERS 10u

bench_text make_structs(unsigned count)
{
    bench_text text = {NULL, 0};

    for (unsigned s = 0; s < count; s++) {
        text_print(&text, "struct ");
        put_struct_name(&text, s);
        text_print(&text, " {\n");
        for (unsigned m = 0; m < MEMBERS; m++)
            put_member(&text, s, m);
        text_print(&text, "}\n\n");
    }
    return text;
}

bench_text make_structs_json(unsigned count)
{
    bench_text text = {NULL, 0};

    text_print(&text, "{\"structs\": [\n");
    for (unsigned s = 0; s < count; s++) {
        text_print(&text, "%s{\"name\": \"", s > 0 ? ",\n" : "");
        put_struct_name(&text, s);
        text_print(&text, "\", \"members\": [\n");
        for (unsigned m = 0; m < MEMBERS; m++) {
            const member_words words = member(s, m);

            text_print(&text, "%s    {\"name\": \"%s_%s\", \"type\": \"%s\"}",
                       m > 0 ? ",\n" : "", words.adjective, words.noun,
                       words.type);
        }
        text_print(&text, "]}");
    }
    text_print(&text, "]}\n");
    return text;
}

bench_text make_one_struct(unsigned member_count)
{
    bench_text text = {NULL, 0};

    text_print(&text, "struct Everything {\n");
    for (unsigned m = 0; m < member_count; m++) {
        const member_words words = member(0, m);

        text_print(&text, "    %s_%s_%u: %s,\n", words.adjective, words.noun,
                   m, words.type);
    }
    text_print(&text, "}\n");
    return text;
}

/* ------------------------------------------------------------------- chains */

static void put_link(bench_text *text, unsigned n)
{
    const char *const thing = things[n % BENCH_COUNT(things)];
    const char *const last = things[(n - 1) % BENCH_COUNT(things)];

    if (n == 0) {
        text_print(text, "const first_%s_0 = 1u;\nalias %sRow0 = vec4<f32>;\n",
                   thing, thing);
        return;
    }
    text_print(text, "const first_%s_%u = first_%s_%u + 3u;\n", thing, n, last,
               n - 1);
    text_print(text, "alias %sRow%u = %sRow%u;\n", thing, n, last, n - 1);
}

bench_text make_chain(unsigned count)
{
    bench_text text = {NULL, 0};

    for (unsigned n = 0; n < count; n++)
        put_link(&text, n);
    return text;
}

bench_text make_chain_backwards(unsigned count)
{
    bench_text text = {NULL, 0};

    while (count-- > 0)
        put_link(&text, count);
    return text;
}

bench_text make_pairs(unsigned count)
{
    bench_text text = {NULL, 0};

    for (unsigned n = 0; n + 1 < count; n++)
        text_print(&text, "struct Node%u { left: Node%u, right: Node%u }\n", n,
                   n + 1, n + 1);
    text_print(&text, "struct Node%u { left: f32, right: f32 }\n", count - 1);
    return text;
}

bench_text make_nested(unsigned depth)
{
    bench_text text = {NULL, 0};

    text_print(&text, "alias Level1 = array<f32, 1>;\n");
    for (unsigned n = 2; n <= depth; n++)
        text_print(&text,
                   n % 2 == 0 ? "struct Level%u { inner: Level%u }\n"
                              : "alias Level%u = array<Level%u, 1>;\n",
                   n, n - 1);
    return text;
}

bench_text make_nested_brackets(unsigned depth)
{
    bench_text text = {NULL, 0};

    text_print(&text, "alias Deep = ");
    for (unsigned n = 0; n < depth; n++)
        text_print(&text, "array<");
    text_print(&text, "f32");
    for (unsigned n = 0; n < depth; n++)
        text_print(&text, ", 1>");
    text_print(&text, ";\n");
    return text;
}

/* ------------------------------------------------------------ small modules */

bench_text make_module(unsigned number)
{
    bench_text text = {NULL, 0};
    const member_words a = member(number, 7);
    const member_words b = member(number, 8);

    text_print(&text, "struct ");
    put_struct_name(&text, number);
    text_print(&text, " {\n");
    for (unsigned m = 0; m < 5; m++)
        put_member(&text, number, m);
    text_print(&text, "}\n@group(0) @binding(0) var<uniform> params: ");
    put_struct_name(&text, number);
    text_print(&text,
               ";\n@group(0) @binding(1) var<storage, read_write> %s: "
               "array<f32>;\n\n", a.noun);
    text_print(&text,
               "@compute @workgroup_size(64)\n"
               "fn %s_%s(@builtin(global_invocation_id) id: vec3u) {\n"
               "    if id.x >= arrayLength(&%s) {\n"
               "        return;\n"
               "    }\n", b.adjective, b.noun, a.noun);
    text_print(&text,
               "    let %s = %s[id.x];\n"
               "    %s[id.x] = %s * f32(%u) + 0.5;\n"
               "}\n", b.adjective, a.noun, a.noun, b.adjective, number);
    return text;
}

/* ------------------------------------------------------ functions in a text */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           (c >= '0' && c <= '9');
}

static bool stands(bench_text text, size_t at, const char *what)
{
    const size_t length = strlen(what);

    return text.length - at >= length &&
           memcmp(text.data + at, what, length) == 0;
}

static size_t comment_end(bench_text text, size_t at)
{
    unsigned depth = 0;

    if (stands(text, at, "//")) {
        while (at < text.length && text.data[at] != '\n')
            at++;
        return at;
    }
    for (; at < text.length; at++) {
        if (stands(text, at, "/*")) {
            depth++;
            at++;
        } else if (stands(text, at, "*/")) {
            at++;
            if (--depth == 0)
                return at + 1;
        }
    }
    return at;
}

/* Where the next token begins. */
static size_t token_begin(bench_text text, size_t at)
{
    while (at < text.length) {
        if (stands(text, at, "//") || stands(text, at, "/*"))
            at = comment_end(text, at);
        else if (strchr(" \t\r\n", text.data[at]) != NULL)
            at++;
        else
            break;
    }
    return at;
}

/* A word, or a single character. */
static size_t token_end(bench_text text, size_t at)
{
    if (!is_word(text.data[at]))
        return at + 1;
    while (at < text.length && is_word(text.data[at]))
        at++;
    return at;
}

/* Behind the brace that ends the block at `at`. */
static size_t block_end(bench_text text, size_t at)
{
    size_t depth = 0;

    while (at < text.length) {
        const char c = text.data[at];

        depth += c == '{';
        depth -= c == '}';
        at = token_end(text, at);
        if (depth == 0)
            return at;
        at = token_begin(text, at);
    }
    return at;
}

bool find_function(bench_text text, size_t from, function_place *out)
{
    size_t at = token_begin(text, from);

    out->begin = at;
    while (at < text.length) {
        const size_t end = token_end(text, at);
        const bool is_function = end - at == 2 && stands(text, at, "fn");
        const bool is_end = text.data[at] == ';';

        if (text.data[at] == '{') { /* of a struct */
            at = out->begin = token_begin(text, block_end(text, at));
            continue;
        }
        at = token_begin(text, end);
        if (is_end)
            out->begin = at;
        if (is_function) {
            while (text.data[at] != '{')
                at = token_begin(text, token_end(text, at));
            out->body = at;
            out->end = block_end(text, at);
            return true;
        }
    }
    return false;
}

bench_text cut_functions(bench_text text)
{
    bench_text rest = {NULL, 0};
    function_place place;
    size_t at = 0;

    while (find_function(text, at, &place)) {
        text_put(&rest, text.data + at, place.begin - at);
        at = place.end;
    }
    text_put(&rest, text.data + at, text.length - at);
    return rest;
}

/* So few that headers do not matter. */
#define BODIES_A_FUNCTION 64u

bench_text make_bodies(const bench_text *texts, size_t count, size_t length)
{
    bench_text all = {NULL, 0};
    function_place place;
    unsigned bodies = 0;

    while (all.length < length) {
        for (size_t i = 0; i < count; i++) {
            for (size_t at = 0; find_function(texts[i], at, &place);
                 at = place.end) {
                if (bodies++ % BODIES_A_FUNCTION == 0)
                    text_print(&all, "%sfn pass_%u() {\n",
                               bodies > 1 ? "}\n\n" : "", bodies);
                text_put(&all, texts[i].data + place.body,
                         place.end - place.body);
                text_print(&all, "\n");
            }
        }
    }
    text_print(&all, "}\n");
    return all;
}
