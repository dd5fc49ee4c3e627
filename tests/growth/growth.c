/* SPDX-License-Identifier: MIT */
/*
 * Texts that repeat one thing, at n and at 4n, and questions to what they make.
 *
 * For each row prints its name, the bytes of the text, and the most memory that
 * was held.  The script beside it runs this under callgrind, which counts the
 * instructions of each call of growth_measured(), and does the sums.
 */
#include "../../src/write.h"
#include "../../src/write_c.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------------- texts */

typedef struct text {
    char *data;
    size_t length;
    size_t capacity;
} text;

static void put(text *t, const char *format, ...)
{
    va_list args;
    int length;

    if (t->capacity - t->length < 4096) {
        t->capacity = t->capacity * 2 + 65536;
        t->data = realloc(t->data, t->capacity);
        if (t->data == NULL)
            exit(2);
    }
    va_start(args, format);
    length = vsnprintf(t->data + t->length, t->capacity - t->length, format,
                       args);
    va_end(args);
    t->length += (size_t)length;
}

/* n times; %u is the number of the time, from 0, as often as it stands there. */
static void repeat(text *t, unsigned n, const char *format)
{
    for (unsigned i = 0; i < n; i++) {
        const char *at = format;

        while (*at != '\0') {
            const char *const mark = strstr(at, "%u");

            put(t, "%.*s", mark != NULL ? (int)(mark - at) : (int)strlen(at),
                at);
            at = mark != NULL ? mark + 2 : at + strlen(at);
            if (mark != NULL)
                put(t, "%u", i);
        }
    }
}

/* -------------------------------------------------------------------- a meter */

/* The most bytes that were held at a time. */
typedef struct meter {
    size_t held;
    size_t peak;
} meter;

static void *meter_alloc(void *user_data, size_t size)
{
    meter *const m = user_data;

    m->held += size;
    m->peak = m->held > m->peak ? m->held : m->peak;
    return malloc(size);
}

static void meter_release(void *user_data, void *memory, size_t size)
{
    meter *const m = user_data;

    m->held -= size;
    free(memory);
}

/* ------------------------------------------------------------------- actions */

typedef struct job {
    meter memory;
    text text;
    wlay_options options;
    wlay_module *module; /* of actions that ask */
    unsigned n;
} job;

typedef void action(job *j);

static void parse(job *j)
{
    wlay_module *module;

    wlay_parse(j->text.data, j->text.length, &j->options, &module);
    wlay_module_free(module);
}

static void parse_apart(job *j)
{
    wlay_source *const sources = calloc(j->n, sizeof *sources);
    const size_t each = j->text.length / j->n;
    wlay_module *module;

    for (unsigned i = 0; i < j->n; i++) {
        sources[i].name = (wlay_string){"a", 1};
        sources[i].text = (wlay_string){j->text.data + i * each, each};
    }
    wlay_parse_sources(sources, j->n, &j->options, &module);
    wlay_module_free(module);
    free(sources);
}

static bool take(void *user_data, const char *data, size_t length)
{
    (void)user_data;
    (void)data;
    return length > 0;
}

static const wlay_sink sink = {take, NULL};

static void write_text(job *j)
{
    wlay_write_text(j->module, NULL, &sink);
}

static void write_json(job *j)
{
    wlay_write_json_module(j->module, 0, NULL, &sink);
}

static void write_map(job *j)
{
    wlay_write_map(j->module, NULL, &sink);
}

static void write_svg(job *j)
{
    wlay_write_svg(j->module, NULL, &sink);
}

static void write_diagnostics(job *j)
{
    const wlay_source source = {{"a", 1}, {j->text.data, j->text.length}};

    wlay_write_diagnostics(j->module, &source, 1, NULL, &sink);
}

static void write_c(job *j)
{
    const wlay_c_source source = {j->module, {"a", 1}};
    const wlay_c_options options = {.reachable = false};
    wlay_arena arena;
    wlay_c_plan *plan;

    wlay_arena_init(&arena, &j->options.allocator, 4096);
    plan = wlay_c_make_plan(&arena, &source, 1, &options);
    wlay_write_c(plan, &sink);
    wlay_arena_free(&arena);
}

static const wlay_struct *first_struct(const job *j)
{
    size_t count;

    return wlay_structs(j->module, &count)[0];
}

/* The text is the path; the module is a small one. */
static void follow(job *j)
{
    wlay_view view;
    wlay_path_error error;
    wlay_module *module;

    wlay_parse("alias T = array<array<vec4f, 2>>;", WLAY_STRLEN, NULL,
               &module);
    wlay_follow(wlay_aliases(module, &(size_t){0})[0].type, j->text.data,
                j->text.length, UINT64_MAX, &view, &error);
    wlay_module_free(module);
}

static void find_type(job *j)
{
    wlay_module *module;
    const wlay_type *type;
    wlay_type_owner *owner;

    wlay_parse("const a = 1;", WLAY_STRLEN, NULL, &module);
    wlay_find_type(module, j->text.data, j->text.length, &type, &owner);
    wlay_type_owner_free(owner);
    wlay_module_free(module);
}

static bool count_piece(void *user_data, const wlay_piece *piece)
{
    (void)piece;
    ++*(size_t *)user_data;
    return true;
}

static void visit(job *j)
{
    const wlay_visit_options options = {.gaps = true};
    size_t count = 0;

    wlay_visit(first_struct(j)->type, &options, count_piece, &count);
}

static void find_members(job *j)
{
    const wlay_struct *const s = first_struct(j);

    for (size_t i = 0; i < s->member_count; i++)
        wlay_find_member(s, s->members[i].name.data, s->members[i].name.length);
}

static void find_bindings(job *j)
{
    for (unsigned i = 0; i < j->n; i++)
        wlay_find_binding(j->module, 0, i);
}

static void find_order(job *j)
{
    const wlay_struct *const s = first_struct(j);
    size_t *const order = calloc(s->member_count, sizeof *order);
    wlay_reorder reorder;

    wlay_find_order(s, 1, &j->options.allocator, order, &reorder);
    free(order);
}

static void list_holes(job *j)
{
    wlay_padding padding;

    wlay_measure_padding(first_struct(j), 1, &padding);
    wlay_list_fillers(first_struct(j), NULL, 0);
}

static void judge_uniform(job *j)
{
    const wlay_uniform_verdict *verdict = NULL;

    wlay_judge_uniform(j->module, first_struct(j)->type,
                       (wlay_string){"v", 1}, &j->options.allocator,
                       &verdict);
    wlay_uniform_verdict_free(verdict);
}

static void rewrite(job *j, wlay_fix fix)
{
    const wlay_source source = {{"a", 1}, {j->text.data, j->text.length}};
    const wlay_rewrite_options options = {j->options, fix, 0, NULL};
    const wlay_rewritten *rewritten = NULL;

    wlay_rewrite(&source, 1, &options, &rewritten);
    wlay_rewritten_free(rewritten);
}

static void fix_order(job *j)
{
    rewrite(j, WLAY_FIX_ORDER);
}

static void fix_pad(job *j)
{
    rewrite(j, WLAY_FIX_PAD);
}

static void fix_uniform(job *j)
{
    rewrite(j, WLAY_FIX_UNIFORM);
}

static void diff(job *j)
{
    wlay_module *none;
    wlay_diff *d = NULL;

    wlay_parse("", 0, NULL, &none);
    wlay_diff_make(j->module, none, 0, &j->options.allocator, &d);
    wlay_diff_free(d);
    wlay_module_free(none);
}

static void hash(job *j)
{
    wlay_layout_hash(first_struct(j)->type, WLAY_HASH_NAMES);
}

static bool count_reason(void *user_data, const wlay_reason *reason)
{
    (void)reason;
    ++*(size_t *)user_data;
    return true;
}

static void explain(job *j)
{
    size_t count = 0;

    wlay_explain(j->module, first_struct(j)->name.data, WLAY_STRLEN,
                 count_reason, &count, NULL);
}

/* ---------------------------------------------------------------- the growing */

/* n digits, letters, ...: a token that is as long. */
static void long_token(text *t, unsigned n, const char *before,
                       const char *each, const char *behind)
{
    put(t, "%s", before);
    for (unsigned i = 0; i < n; i++)
        put(t, "%s", each);
    put(t, "%s", behind);
}

static void grow_long_name(text *t, unsigned n)
{
    long_token(t, n, "alias ", "abcdefgh", " = f32;");
}

/* A name that is as long as all else, and many types that are made of it. */
static void grow_types_of_long_name(text *t, unsigned n)
{
    long_token(t, 3 * n, "struct ", "abcdefgh", " { a: f32 }\n");
    long_token(t, 3 * n, "alias S = ", "abcdefgh", ";\n");
    for (unsigned i = 1; i <= n; i++)
        put(t, "alias A%u = array<S, %u>;\n", i, i);
}

static void grow_errors_of_long_name(text *t, unsigned n)
{
    long_token(t, n, "struct ", "abcdefgh", " { a: f32 }\n");
    long_token(t, n, "alias S = ", "abcdefgh", ";\n");
    for (unsigned i = 1; i <= n / 4; i++)
        put(t, "const c%u = -S();\n", i);
}

static void grow_long_number(text *t, unsigned n)
{
    long_token(t, n, "const a = 1.", "12345678", ";");
}

static void grow_long_integer(text *t, unsigned n)
{
    long_token(t, n, "const a = 0x", "12345678", ";");
}

static void grow_long_comment(text *t, unsigned n)
{
    long_token(t, n, "/*", " / * text ", "*/");
}

static void grow_nested_comment(text *t, unsigned n)
{
    long_token(t, n, "", "/*", "");
    long_token(t, n, "", "*/", "");
}

static void grow_open_comments(text *t, unsigned n)
{
    long_token(t, n, "", "/* ", "");
}

static void grow_open_brackets(text *t, unsigned n)
{
    long_token(t, n, "const a = ", "a[b(c<", "");
}

static void grow_braces(text *t, unsigned n)
{
    long_token(t, n, "fn f() { ", "{ a(); ", "");
    long_token(t, n, "", "} ", "}");
}

static void grow_open_braces(text *t, unsigned n)
{
    long_token(t, n, "", "fn f() { ", "");
}

static void grow_less(text *t, unsigned n)
{
    long_token(t, n, "const a = ", "b < ", "c;");
}

static void grow_less_lists(text *t, unsigned n)
{
    repeat(t, n, "const a%u = b < c; const d%u = e < (f);");
}

static void grow_sum(text *t, unsigned n)
{
    long_token(t, n, "const a = 1", " + 1", ";");
}

static void grow_array(text *t, unsigned n)
{
    long_token(t, n, "const a = array(1", ", 2", ")[1];");
}

static void grow_members(text *t, unsigned n)
{
    put(t, "struct S {");
    repeat(t, n, "a%u: f32, b%u: vec3f,");
    put(t, "}");
}

static void grow_attributes(text *t, unsigned n)
{
    put(t, "struct S {");
    repeat(t, n, "@align(16) @size(32) @location(%u) a%u: f32,");
    put(t, "}");
}

static void grow_one_member(text *t, unsigned n)
{
    long_token(t, n, "struct S {", "@align(16)", " a: f32 }");
}

static void grow_same_member(text *t, unsigned n)
{
    long_token(t, n, "struct S {", "a: f32, ", "}");
}

static void grow_parameters(text *t, unsigned n)
{
    put(t, "@fragment fn f(");
    repeat(t, n, "@location(%u) a%u: f32,");
    put(t, ") {}");
}

/* Doubles in size with each struct; in instructions it must not. */
static void grow_doubling(text *t, unsigned n)
{
    put(t, "struct S0 { a: f32 }");
    for (unsigned i = 1; i <= n; i++)
        put(t, "struct S%u { a: S%u, b: S%u }", i, i - 1, i - 1);
    put(t, "@group(0) @binding(0) var<uniform> u: S%u;", n);
}

/* Types of 200 levels, n times. */
static void grow_nested_types(text *t, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        put(t, "alias A%u = ", i);
        for (int k = 0; k < 120; k++)
            put(t, "array<");
        put(t, "f32");
        for (int k = 0; k < 120; k++)
            put(t, ",1>");
        put(t, ";");
    }
}

static void grow_nested_parens(text *t, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put(t, "const a%u = %.*s1%.*s;", i, 120,
            "(((((((((((((((((((((((((((((((((((((((("
            "(((((((((((((((((((((((((((((((((((((((("
            "((((((((((((((((((((((((((((((((((((((((", 120,
            "))))))))))))))))))))))))))))))))))))))))"
            "))))))))))))))))))))))))))))))))))))))))"
            "))))))))))))))))))))))))))))))))))))))))");
}

/* Each constant is the one before it, and the first the last. */
static void grow_cycle(text *t, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put(t, "const a%u = a%u + 1;", i, (i + 1) % n);
}

static void grow_chain(text *t, unsigned n)
{
    put(t, "const a0 = 1;");
    for (unsigned i = 1; i < n; i++)
        put(t, "const a%u = a%u + 1;", i, i - 1);
}

static void grow_reversed_chain(text *t, unsigned n)
{
    for (unsigned i = n; i > 0; i--)
        put(t, "alias A%u = A%u;", i, i - 1);
    put(t, "alias A0 = f32;");
}

/* A cycle of aliases that ever more declarations come to. */
static void grow_into_cycle(text *t, unsigned n)
{
    put(t, "alias X = Y; alias Y = X;");
    repeat(t, n, "alias A%u = array<X, 2>;");
}

/* Functions that each call the next, of which the last uses a variable of many. */
static void grow_calls(text *t, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        put(t, "var<private> v%u: f32; fn f%u() { _ = v%u; f%u(); }", i, i,
            i / 2, i + 1);
    put(t, "fn f%u() {} @fragment fn main() { f0(); }", n);
}

/* One body of many statements. */
static void grow_body(text *t, unsigned n)
{
    put(t, "var<private> a: f32; fn f(b: f32) {");
    repeat(t, n, "{ let c%u = max(a, b) + c%u; _ = c%u; }");
    repeat(t, n, "let d%u = d%u.x;");
    put(t, "} @fragment fn main() { f(1); }");
}

static void grow_scopes(text *t, unsigned n)
{
    put(t, "@fragment fn main() {");
    repeat(t, n, "for (var i = i; i < 1; i++) { { let j = i;");
    repeat(t, n, "} }");
    put(t, "}");
}

/* Textures and samplers that are handed on from function to function. */
static void grow_sampling(text *t, unsigned n)
{
    put(t, "@group(0) @binding(0) var t: texture_depth_2d;"
           "@group(0) @binding(1) var s: sampler;"
           "@fragment fn main() { f0(t, s); }");
    for (unsigned i = 0; i < n; i++)
        put(t, "fn f%u(t: texture_depth_2d, s: sampler) { f%u(t, s);"
               "_ = textureSample(t, s, vec2f(0)); }", i, i + 1);
}

/* --------------------------------------------------------------------- table */

/*
 * One row for each thing that a text can repeat, and for each question.  What is
 * repeated is a format, or a function that makes the text.
 */
typedef struct row {
    const char *name;
    unsigned n;
    const char *format;
    void (*grow)(text *t, unsigned n);
    action *act; /* parse() if there is none */
} row;

#define STRUCTS "struct S%u { a: f32, b: vec3f, c: array<f32, 5>, d: u32 }"
#define BUFFERS "@group(0) @binding(%u) var<storage> v%u: array<vec3f>;"

static const row rows[] = {
    {"structs", 800, STRUCTS, NULL, NULL},
    {"members", 800, NULL, grow_members, NULL},
    {"attributes", 800, NULL, grow_attributes, NULL},
    {"attributes of one member", 3000, NULL, grow_one_member, NULL},
    {"members of one name", 2000, NULL, grow_same_member, NULL},
    {"aliases", 2000, "alias A%u = vec4<f32>;", NULL, NULL},
    {"aliases in reverse", 2000, NULL, grow_reversed_chain, NULL},
    {"constants", 1000, "const a%u = 1 + 2 * %u;", NULL, NULL},
    {"constants in a chain", 1000, NULL, grow_chain, NULL},
    {"constants in a cycle", 1000, NULL, grow_cycle, NULL},
    {"overrides", 1000, "@id(%u) override a%u: i32 = 1;", NULL, NULL},
    {"variables", 1000, BUFFERS, NULL, NULL},
    {"variables of one binding", 1000,
     "@group(0) @binding(0) var<storage> v%u: u32;", NULL, NULL},
    {"assertions", 1000, "const_assert 1 < 2 + %u;", NULL, NULL},
    {"functions", 1000, "fn a%u(a: f32) -> f32 { let b = a; return b; }", NULL,
     NULL},
    {"entry points", 500,
     "@compute @workgroup_size(1) fn g%u(@builtin(workgroup_id) a: vec3u) {}",
     NULL, NULL},
    {"parameters", 800, NULL, grow_parameters, NULL},
    {"directives", 1000,
     "enable f16; requires pointer_composite_access;"
     "diagnostic(off, derivative_uniformity);", NULL, NULL},
    {"diagnostic rules", 1000, "diagnostic(off, rule.a%u);", NULL, NULL},
    {"types", 1000, "var<private> a%u: array<vec3<f32>, %u + 1>;", NULL, NULL},
    {"nested types", 20, NULL, grow_nested_types, NULL},
    {"nested parentheses", 50, NULL, grow_nested_parens, NULL},
    {"open brackets", 2000, NULL, grow_open_brackets, NULL},
    {"sum", 2000, NULL, grow_sum, NULL},
    {"sums", 200,
     "const a%u = 1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1;", NULL,
     NULL},
    {"array of values", 3000, NULL, grow_array, NULL},
    {"less-than signs", 3000, NULL, grow_less, NULL},
    {"less-than signs in statements", 1000, NULL, grow_less_lists, NULL},
    {"template lists", 500,
     "alias A%u = array<array<vec2<f32>, (3 < 4)>, 2 >> 1>;", NULL, NULL},
    {"builtin functions", 500,
     "const a%u = max(dot(vec3(1,2,3), vec3f(1)), sqrt(2.0));", NULL, NULL},
    {"line comments", 2000, "// comment %u\n", NULL, NULL},
    {"block comments", 2000, "/* comment %u */", NULL, NULL},
    {"long comment", 4000, NULL, grow_long_comment, NULL},
    {"nested comments", 4000, NULL, grow_nested_comment, NULL},
    {"open comments", 4000, NULL, grow_open_comments, NULL},
    {"blank lines", 10000, "\n", NULL, NULL},
    {"blanks", 10000, " ", NULL, NULL},
    {"semicolons", 10000, ";", NULL, NULL},
    {"long name", 3000, NULL, grow_long_name, NULL},
    {"types of a long name", 1000, NULL, grow_types_of_long_name, NULL},
    {"errors of a long name", 2000, NULL, grow_errors_of_long_name, NULL},
    {"long number", 2000, NULL, grow_long_number, NULL},
    {"long integer", 2000, NULL, grow_long_integer, NULL},
    {"long names", 100,
     "const abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz%u = 1;", NULL,
     NULL},
    {"names beyond ASCII", 500, "alias \xCE\xB1\xCE\xB2%u = f32;", NULL, NULL},
    {"braces", 4000, NULL, grow_braces, NULL},
    {"open braces", 2000, NULL, grow_open_braces, NULL},
    {"doubling structs", 7, NULL, grow_doubling, NULL},
    {"syntax errors", 500, "struct %u;", NULL, NULL},
    {"errors in one line", 500, "alias A = B C;", NULL, NULL},
    {"errors in lines", 500, "alias A = B C;\n", NULL, NULL},
    {"errors in members", 500, "struct S%u { a b, c d }", NULL, NULL},
    {"misspelt names", 300, "alias Some%u = Sume%u;", NULL, NULL},
    {"unresolved types", 500, "var<private> v%u: Missing%u;", NULL, NULL},
    {"redeclarations", 1000, "const a = 1;", NULL, NULL},
    {"declarations of a cycle", 1000, NULL, grow_into_cycle, NULL},
    {"uniform rules broken", 300,
     "@group(0) @binding(%u) var<uniform> u%u: array<f32, 4>;", NULL, NULL},
    {"bad characters", 1000, "\\ \x01 \" ", NULL, NULL},
    {"bad UTF-8", 1000, "\xFF ", NULL, NULL},
    {"preprocessor lines", 500, "#ifdef A%u\n", NULL, NULL},
    {"unknown words", 1000, "a%u ", NULL, NULL},
    {"sources", 500, "alias A = f32;", NULL, parse_apart},
    {"text of structs", 300, STRUCTS, NULL, write_text},
    {"text of buffers", 300, BUFFERS, NULL, write_text},
    {"JSON of structs", 300, STRUCTS, NULL, write_json},
    {"map of structs", 200, STRUCTS, NULL, write_map},
    {"SVG of structs", 200, STRUCTS, NULL, write_svg},
    {"C of structs", 200, STRUCTS, NULL, write_c},
    {"C of members", 300, NULL, grow_members, write_c},
    {"C of buffers", 200, BUFFERS, NULL, write_c},
    {"diagnostics in lines", 300, "alias A = B C;\n", NULL, write_diagnostics},
    {"path", 10000, "[0]", NULL, follow},
    {"path of names", 10000, ".x", NULL, follow},
    {"path of digits", 10000, "9", NULL, follow},
    {"type expression", 10000, "array<", NULL, find_type},
    {"pieces", 800, NULL, grow_members, visit},
    {"look-ups of members", 800, NULL, grow_members, find_members},
    {"look-ups of bindings", 800, BUFFERS, NULL, find_bindings},
    {"order of members", 400, NULL, grow_members, find_order},
    {"padding", 800, NULL, grow_members, list_holes},
    {"uniform verdict", 400, NULL, grow_attributes, judge_uniform},
    {"rewriting in order", 100, STRUCTS, NULL, fix_order},
    {"rewriting with padding", 100, STRUCTS, NULL, fix_pad},
    {"rewriting with padding, members", 300, NULL, grow_members, fix_pad},
    {"rewriting for uniform", 100,
     "@group(0) @binding(%u) var<uniform> u%u: array<f32, 4>;", NULL,
     fix_uniform},
    {"differences of structs", 200, STRUCTS, NULL, diff},
    {"differences of buffers", 200, BUFFERS, NULL, diff},
    {"hash of members", 800, NULL, grow_members, hash},
    {"hash of doubled structs", 7, NULL, grow_doubling, hash},
    {"explanation", 800, NULL, grow_members, explain},
};

/* The same where bodies of functions are read. */
static const row functions[] = {
    {"calls of functions", 500, NULL, grow_calls, NULL},
    {"statements", 500, NULL, grow_body, NULL},
    {"scopes", 500, NULL, grow_scopes, NULL},
    {"samplers that are handed on", 500, NULL, grow_sampling, NULL},
    {"entry points that use", 500,
     "@group(0) @binding(%u) var<uniform> u%u: f32;"
     "fn f%u() -> f32 { return u%u; } @fragment fn e%u() { _ = f%u(); }", NULL,
     NULL},
    {"vertex shaders", 300,
     "@vertex fn v%u(@location(1) a: vec3f, @location(0) b: vec2f) "
     "-> @builtin(position) vec4f { return vec4f(a, 1); }", NULL, write_json},
    {"bind groups as JSON", 300, BUFFERS "@fragment fn e%u() { _ = v%u[0]; }",
     NULL, write_json},
    {"bind groups as text", 300, BUFFERS "@fragment fn e%u() { _ = v%u[0]; }",
     NULL, write_text},
};

/* ------------------------------------------------------------------ measuring */

/* Callgrind counts from here on, and until it returns. */
void growth_measured(action *act, job *j);
#if defined(__GNUC__)
__attribute__((noinline))
#endif
void growth_measured(action *act, job *j)
{
    act(j);
}

static void run_row(const row *r, bool read_functions, unsigned n)
{
    action *const act = r->act != NULL ? r->act : parse;
    job j = {.n = n};
    size_t before;

    j.options.allocator =
        (wlay_allocator){meter_alloc, meter_release, &j.memory};
    /* None is dropped. */
    j.options.max_diagnostics = UINT32_MAX;
    j.options.read_functions = read_functions;
    if (r->grow != NULL)
        r->grow(&j.text, n);
    else
        repeat(&j.text, n, r->format);
    if (act != parse && act != parse_apart && act != follow &&
        act != find_type &&
        wlay_parse(j.text.data, j.text.length, &j.options, &j.module) ==
            WLAY_OUT_OF_MEMORY)
        exit(2);
    before = j.memory.held;
    j.memory.peak = before;
    growth_measured(act, &j);
    printf("%s|%u|%lu|%lu\n", r->name, n, (unsigned long)j.text.length,
           (unsigned long)(j.memory.peak - before));
    wlay_module_free(j.module);
    free(j.text.data);
}

/* With a name only the rows whose names begin with it. */
static void run_rows(const row *table, size_t count, bool read_functions,
                     const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(table[i].name, name, strlen(name)) != 0)
            continue;
        run_row(&table[i], read_functions, table[i].n);
        run_row(&table[i], read_functions, table[i].n * 4);
    }
}

int main(int argc, char **argv)
{
    const char *const name = argc > 1 ? argv[1] : "";

    run_rows(rows, sizeof rows / sizeof rows[0], false, name);
    run_rows(functions, sizeof functions / sizeof functions[0], true, name);
    return 0;
}
