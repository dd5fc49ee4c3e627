/* SPDX-License-Identifier: MIT */
/* Entry points: what their functions name, at any depth, and their headers. */
#include "table.h"

#define GLOBALS                                         \
    "@group(0) @binding(0) var<uniform> a: vec4f;\n"    \
    "@group(0) @binding(1) var<storage> b: array<f32>;" \
    "@group(0) @binding(2) var<uniform> c: vec4f;\n"    \
    "var<private> p: f32; override o = 2;\n"

static wlay_module *parse_functions(const char *text, const wlay_options *given)
{
    wlay_options options = {0};

    if (given != NULL)
        options = *given;
    options.read_functions = true;
    return parse_copy(text, strlen(text), &options);
}

static void put(char *out, size_t size, const char *text)
{
    strncat(out, text, size - strlen(out) - 1);
}

/* ---------------------------------------------------------------------- uses */

/* The body of a fragment shader, and what it uses: variables, then overrides. */
typedef struct use_row {
    const char *name;
    const char *body;
    const char *uses;
} use_row;

static const use_row bodies[] = {
    {"nothing", "", ""},
    {"a name", "_ = a;", "a"},
    {"each once, in source order", "_ = c + a; _ = c.x + a.y;", "a c"},
    {"an override", "_ = o;", "o"},
    {"in a template list", "var x: array<f32, o>;", "o"},
    {"in nested template lists", "var x: array<vec4<f32>, (o>1)>;", "o"},
    {"comparison is no template list", "if 1 < o && 2 > o { _ = a; }", "a o"},
    {"behind an ampersand", "let x = &b[0]; let y = *x;", "b"},
    {"a member is none", "_ = v.a; _ = v . c; _ = v./**/b;", ""},
    {"a member of a global", "_ = a.c;", "a"},
    {"behind a number", "_ = 1.+a.x; _ = 1e+2*c.x; _ = 0x1p+1-b[0];",
     "a b c"},
    {"suffixes are no names", "_ = 1u; _ = 1.5h; _ = 0xap1f;", ""},
    {"in a comment", "// a\n /* b /* c */ o */", ""},
    {"let hides", "let a = 1.0; _ = a;", ""},
    {"var hides", "var a: f32; _ = a;", ""},
    {"var with a template list hides", "var<function> a: f32; _ = a;", ""},
    {"const hides", "const a = 1.0; _ = a;", ""},
    {"its initializer is outside", "let a = a.x; _ = a;", "a"},
    {"its type is outside", "var a: array<f32, o>; _ = a;", "o"},
    {"to the end of the block", "{ let a = 1.0; _ = a; } _ = a;", "a"},
    {"in blocks inside", "let a = 1.0; { { _ = a; } } if a > 0 { _ = a; }",
     ""},
    {"not before it", "_ = a; let a = 1.0;", "a"},
    {"again in a block", "let a = 1.0; { let a = 2.0; _ = a; } _ = a;", ""},
    {"in one branch", "if true { let a = 1.0; _ = a; } else { _ = a; }", "a"},
    {"for hides", "for (var a = 0; a < 3; a++) { _ = a; }", ""},
    {"for hides to its end", "for (var a = 0; a < 3; a++) { } _ = a;", "a"},
    {"for without an initializer", "for (; b[0] < 1;) { let a = 1; _ = a; }"
     " _ = c;", "b c"},
    {"for that calls", "for (g(a.x); ; ) { break; }", "a"},
    {"for in a for", "for (var a = 0; ; ) { for (var b = 0; ; ) { _ = a; "
     "_ = b; } _ = b[0]; } _ = c;", "b c"},
    {"the body of a for hides the same again",
     "for (var i = 0; i < 1; i++) { let a = 1; let i = a; _ = i; } _ = a;",
     "a"},
    {"while", "while b[0] > 1 { let b = 1; _ = b; }", "b"},
    {"a loop's names in its continuing block",
     "loop { let a = 1; continuing { _ = a; break if b[0] > 1; } }", "b"},
    {"switch", "switch o { case 1, o: { let a = 1; _ = a; } default: { _ = a; "
     "} }", "a o"},
    {"an attribute's name is none",
     "@diagnostic(off, derivative_uniformity) { _ = 1; }", ""},
    {"an attribute's rule is none", "@diagnostic(off, a.c) if true { }", ""},
    {"const_assert", "const_assert o > 1;", "o"},
    {"assignments", "p = 1; p += a.x;", "a p"},
    {"an alias", "var x: A;", ""},
    {"a function", "g(1);", ""},
    {"a function that uses", "_ = h();", "b"},
    {"by way of a function", "_ = k();", "a b"},
    {"functions that call one another", "_ = r1();", "a c"},
    {"a local hides a function", "let h = 1; _ = h;", ""},
    {"a private variable's initializer", "_ = q;", "q o"},
    {"an override's initializer", "_ = twice;", "o twice"},
    {"a name of WGSL that is declared", "_ = min;", "min"},
    {"and one that is hidden", "let min = 1; _ = min;", ""},
    {"statements without sense", "; ) ( > < ] ; = a", "a"},
    {"a parameter hides", "_ = in; _ = in.a;", ""},
    {"a parameter is hidden", "{ let in = a; _ = in; }", "a"},
};

static void check_uses(const wlay_entry_point *e, const char *uses)
{
    char found[256] = "";

    for (size_t i = 0; i < e->variable_count; i++) {
        put(found, sizeof found, found[0] == '\0' ? "" : " ");
        put(found, sizeof found, e->variables[i]->name.data);
    }
    for (size_t i = 0; i < e->override_count; i++) {
        put(found, sizeof found, found[0] == '\0' ? "" : " ");
        put(found, sizeof found, e->overrides[i]->name.data);
    }
    assert_string_equal(found, uses);
}

static void check_body(void **state)
{
    const use_row *const row = *state;
    char text[2048];
    wlay_module *module;
    const wlay_entry_point *e;

    snprintf(text, sizeof text,
             GLOBALS
             "alias A = array<f32, 4>; struct V { a: f32, b: f32, c: f32 }\n"
             "var<private> q: i32 = o; var<private> min: f32;\n"
             "override twice = o * 2;\n"
             "fn g(a: f32) { _ = a; } fn h() -> f32 { return b[0]; }\n"
             "fn k() -> f32 { return l(); } fn l() -> f32 { return h() + a.x; "
             "}\n"
             "fn r1() { r2(); _ = a; } fn r2() { r1(); _ = c; }\n"
             "@fragment fn f(@location(0) in: f32) { %s }\n"
             "@fragment fn behind() { _ = c; }\n",
             row->body);
    module = parse_functions(text, NULL);
    e = wlay_find_entry_point(module, "f", 1);
    assert_non_null(e);
    check_uses(e, row->uses);
    e = wlay_find_entry_point(module, "behind", WLAY_STRLEN);
    check_uses(e, "c"); /* nothing of one body is left in the next */
    wlay_module_free(module);
}

/* Headers, and declarations of all kinds. */
static const use_row modules[] = {
    {"in a header", GLOBALS "@compute @workgroup_size(o) fn f() { }", "o"},
    {"by an alias", "override n = 4; alias T = array<f32, n>;\n"
     "var<workgroup> w: T; @compute @workgroup_size(1) fn f() { _ = w[0]; }",
     "w n"},
    {"by two aliases", "override n = 4; alias T = array<f32, n>; alias U = T;\n"
     "var<workgroup> w: U; @compute @workgroup_size(1) fn f() { _ = w[0]; }",
     "w n"},
    {"a variable's type", "override n = 4; var<workgroup> w: array<f32, n + 1>;"
     "@compute @workgroup_size(1) fn f() { _ = w[0]; }", "w n"},
    {"a variable that is not used", "override n = 4;\n"
     "var<workgroup> w: array<f32, n>;\n"
     "@compute @workgroup_size(1) fn f() { }", ""},
    {"declared behind", "@fragment fn f() { _ = g(); }\n"
     "fn g() -> f32 { return x; } var<private> x: f32 = f32(n);\n"
     "override n = 1;", "x n"},
    {"a parameter's type", "override n = 1; fn g(x: ptr<workgroup, array<f32, "
     "n>>) { }\nvar<workgroup> w: array<f32, n>;\n"
     "@compute @workgroup_size(1) fn f() { g(&w); }", "w n"},
    {"a parameter of its own type's name", "alias a = f32;\n"
     "@fragment fn f(@location(0) a: a) { _ = a; }", ""},
    {"an override with an id", "@id(7) override n: f32;\n"
     "@fragment fn f() { _ = n; }", "n"},
    {"a const leads nowhere", "const n = 4; var<private> x: array<f32, n>;\n"
     "@fragment fn f() { _ = x[n]; }", "x"},
    {"itself", "@fragment fn f() { f(); }", ""},
    {"beyond ASCII", "var<private> δ: f32; var<private> größe: f32;\n"
     "@fragment fn f() { let δ = größe; _ = δ; }", "größe"},
    {"an unfinished body before it", "fn g() { for (var i = 0; i < 2; i++) }\n"
     "var<private> i: f32; @fragment fn f() { _ = i; }", "i"},
    {"names that an unfinished declaration hides",
     "fn g() { let i = 1 } var<private> i: f32;\n"
     "@fragment fn f() { _ = i; }", "i"},
};

static void check_module(void **state)
{
    const use_row *const row = *state;
    wlay_module *const module = parse_functions(row->body, NULL);
    const wlay_entry_point *const e =
        wlay_find_entry_point(module, "f", WLAY_STRLEN);

    assert_non_null(e);
    check_uses(e, row->uses);
    wlay_module_free(module);
}

/* --------------------------------------------------------- workgroups, stages */

typedef struct size_row {
    const char *name;
    const char *source;
    const char *key; /* of an override that is given a value, or NULL */
    double value;
    uint32_t size[3];
    uint64_t memory;
    bool known;
} size_row;

static const size_row sizes[] = {
    {"one dimension", "@compute @workgroup_size(64) fn f() {}", NULL, 0,
     {64, 1, 1}, 0, true},
    {"three", "const n = 2; @compute @workgroup_size(n * 2, 3u, 0x4) fn f() {}",
     NULL, 0, {4, 3, 4}, 0, true},
    {"a vertex shader", "@vertex fn f() -> @builtin(position) vec4f { }", NULL,
     0, {0, 0, 0}, 0, true},
    {"by a default", "override n = 8; @compute @workgroup_size(2, n) fn f() {}",
     NULL, 0, {2, 8, 1}, 0, true},
    {"by a default of a default", "override n = 8u; override m = n / 2u;\n"
     "@compute @workgroup_size(m + n) fn f() {}", NULL, 0, {12, 1, 1}, 0, true},
    {"by a value", "override n = 8; override m = n / 2;\n"
     "@compute @workgroup_size(m, n) fn f() {}", "n", 6, {3, 6, 1}, 0, true},
    {"by nothing", "override n: u32; @compute @workgroup_size(2, n) fn f() {}",
     NULL, 0, {2, 0, 1}, 0, true},
    {"by nothing, beside a value", "override n: u32; override m = 1;\n"
     "@compute @workgroup_size(m, n, n + 1) fn f() {}", "m", 5, {5, 0, 0}, 0,
     true},
    {"a value that is none", "@compute @workgroup_size(0) fn f() {}", NULL, 0,
     {0, 1, 1}, 0, true},
    {"a default that is none",
     "override n = 0; @compute @workgroup_size(n, 2) fn f() {}", NULL, 0,
     {0, 2, 1}, 0, true},
    {"memory in units of 16", "var<workgroup> a: f32; var<workgroup> b: "
     "array<vec3f, 3>; var<workgroup> c: array<f32, 5>; var<workgroup> no: "
     "f32;\n@compute @workgroup_size(1) fn f() { _ = a; _ = b[0]; _ = c[1]; }",
     NULL, 0, {1, 1, 1}, 16 + 48 + 32, true},
    {"memory by a default", "override n = 6; var<workgroup> a: array<f32, n>;\n"
     "@compute @workgroup_size(1) fn f() { _ = a[0]; }", NULL, 0, {1, 1, 1}, 32,
     true},
    {"memory by an expression, by an alias",
     "override n = 6u; alias T = array<vec2f, n * 2u>; var<workgroup> a: T;\n"
     "@compute @workgroup_size(1) fn f() { _ = a[0]; }", NULL, 0, {1, 1, 1}, 96,
     true},
    {"memory by a value", "override n = 6; var<workgroup> a: array<f32, n>;\n"
     "@compute @workgroup_size(1) fn f() { _ = a[0]; }", "n", 9, {1, 1, 1}, 48,
     true},
    {"memory that is not known", "override n: u32; var<workgroup> a: array<f32,"
     " n>; var<workgroup> b: f32;\n"
     "@compute @workgroup_size(1) fn f() { _ = a[0]; _ = b; }", NULL, 0,
     {1, 1, 1}, 16, false},
    {"memory by a helper", "var<workgroup> a: atomic<u32>;\n"
     "fn g() { atomicStore(&a, 1); } @compute @workgroup_size(1) fn f() { g(); "
     "}", NULL, 0, {1, 1, 1}, 16, true},
};

static void check_size(void **state)
{
    const size_row *const row = *state;
    const wlay_override_value value = {
        {row->key, WLAY_STRLEN}, row->value};
    const wlay_options options = {.override_count = row->key == NULL ? 0 : 1,
                                  .overrides = &value};
    wlay_module *const module = parse_functions(row->source, &options);
    const wlay_entry_point *const e = wlay_find_entry_point(module, "f", 1);

    assert_non_null(e);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(e->workgroup_size[i], row->size[i]);
    assert_int_equal(e->workgroup_memory, row->memory);
    assert_int_equal(e->workgroup_memory_known, row->known);
    wlay_module_free(module);
}

/* ----------------------------------------------------------- inputs, outputs */

typedef struct io_row {
    const char *name;
    const char *source;
    const char *inputs; /* see put_values() */
    const char *outputs;
} io_row;

static const io_row values[] = {
    {"parameters", "@vertex fn f(@location(1) x: vec3f, @location(0) y: u32)\n"
     "-> @builtin(position) vec4f { }",
     "0 y u32; 1 x vec3<f32>; ", "position  vec4<f32>; "},
    {"builtin values come behind", "@vertex fn f(@builtin(vertex_index) v: u32,"
     " @location(3) x: f32, @builtin(instance_index) i: u32)\n"
     "-> @builtin(position) vec4f { }",
     "3 x f32; vertex_index v u32; instance_index i u32; ",
     "position  vec4<f32>; "},
    {"a struct", "struct V { @location(2) x: vec2f, @location(0) y: f32 }\n"
     "@vertex fn f(v: V, @location(1) z: f32) -> @builtin(position) vec4f { }",
     "0 V.y f32; 1 z f32; 2 V.x vec2<f32>; ", "position  vec4<f32>; "},
    {"a struct behind, by an alias", "@fragment fn f(v: W) { }\n"
     "alias W = V; struct V { @location(N + 1) x: vec2f } const N = 4;",
     "5 V.x vec2<f32> perspective center; ", ""},
    {"interpolation", "@fragment fn f(@location(0) a: f32, @location(1) "
     "@interpolate(linear) b: f32, @location(2) @interpolate(linear, sample) "
     "c: f32, @location(3) @interpolate(flat) d: u32, @location(4) "
     "@interpolate(flat, either) e: i32, @location(5) @interpolate(perspective,"
     " centroid) f: f32) { }",
     "0 a f32 perspective center; 1 b f32 linear center; "
     "2 c f32 linear sample; 3 d u32 flat first; 4 e i32 flat either; "
     "5 f f32 perspective centroid; ", ""},
    {"out of a vertex shader", "struct O { @location(1) @interpolate(flat) n: "
     "u32, @builtin(position) p: vec4f, @location(0) c: vec4f }\n"
     "@vertex fn f() -> O { }", "",
     "0 O.c vec4<f32> perspective center; 1 O.n u32 flat first; "
     "position O.p vec4<f32>; "},
    {"fragment outputs have no interpolation", "struct O { @location(2) b: "
     "vec4u, @builtin(frag_depth) d: f32, @location(0) a: vec4f }\n"
     "@fragment fn f() -> O { }", "",
     "0 O.a vec4<f32>; 2 O.b vec4<u32>; frag_depth O.d f32; "},
    {"a bare result", "@fragment fn f() -> @location(4) vec2f { }", "",
     "4  vec2<f32>; "},
    {"two sources", "enable dual_source_blending; struct O {\n"
     "@location(0) @blend_src(1) b: vec4f, @location(0) @blend_src(0) a: vec4f "
     "}\n@fragment fn f() -> O { }", "",
     "0/0 O.a vec4<f32>; 0/1 O.b vec4<f32>; "},
    {"compute", "@compute @workgroup_size(1) fn f(@builtin(workgroup_id) w: "
     "vec3u) { }", "workgroup_id w vec3<u32>; ", ""},
    {"what is wrong is left out", "@fragment fn f(a: f32, @location(0) b: "
     "Missing, @location(1) c: f32) { }",
     "1 c f32 perspective center; ", ""},
};

static void put_values(char *out, size_t size, const wlay_stage_value *v,
                       size_t count, size_t located)
{
    for (size_t i = 0; i < count; i++, v++) {
        char text[128];

        assert_int_equal(v->builtin.length == 0, i < located);
        if (v->builtin.length > 0)
            snprintf(text, sizeof text, "%s", v->builtin.data);
        else if (v->has_blend_src)
            snprintf(text, sizeof text, "%u/%u", (unsigned)v->location,
                     (unsigned)v->blend_src);
        else
            snprintf(text, sizeof text, "%u", (unsigned)v->location);
        put(out, size, text);
        put(out, size, " ");
        if (v->structure != NULL) {
            put(out, size, v->structure->name.data);
            put(out, size, ".");
        }
        put(out, size, v->name.data);
        put(out, size, " ");
        put(out, size, v->type->name.data);
        if (v->interpolation != WLAY_INTERPOLATION_NONE) {
            put(out, size, " ");
            put(out, size, wlay_interpolation_name(v->interpolation));
            put(out, size, " ");
            put(out, size, wlay_sampling_name(v->sampling));
        }
        put(out, size, "; ");
    }
}

static void check_values(void **state)
{
    const io_row *const row = *state;
    wlay_module *const module = parse_functions(row->source, NULL);
    const wlay_entry_point *const e = wlay_find_entry_point(module, "f", 1);
    char inputs[1024] = "";
    char outputs[1024] = "";

    assert_non_null(e);
    put_values(inputs, sizeof inputs, e->inputs, e->input_count,
               e->input_location_count);
    put_values(outputs, sizeof outputs, e->outputs, e->output_count,
               e->output_location_count);
    assert_string_equal(inputs, row->inputs);
    assert_string_equal(outputs, row->outputs);
    wlay_module_free(module);
}

/* --------------------------------------------------------------------- rules */

static const error_row errors[] = {
    {"two resources at a slot",
     "@group(0) @binding(1) var s: sampler; @group(0) @binding(1) var t: "
     "texture_1d<f32>;\n@fragment fn f() { _ = s; _ = t; }",
     "                                                                ^",
     "binding"},
    {"two of three, in a helper",
     "@group(0) @binding(1) var s: sampler; @group(0) @binding(2) var t: "
     "sampler; @group(0) @binding(1) var u: sampler;\n"
     "fn g() { _ = u; _ = t; } @fragment fn f() { _ = s; g(); }",
     "                                                                   "
     "                                   ^",
     "binding"},
    {"two at a slot, not together",
     "@group(0) @binding(1) var s: sampler; @group(0) @binding(1) var t: "
     "texture_1d<f32>;\n@fragment fn f() { _ = s; } @fragment fn g() { _ = t; "
     "}",
     "", ""},
    {"one of two at a slot is hidden",
     "@group(0) @binding(1) var s: sampler; @group(0) @binding(1) var t: "
     "sampler;\n@fragment fn f() { _ = s; let t = 1; _ = t; }",
     "", ""},
    {"a workgroup variable in a fragment shader",
     "var<workgroup> w: f32; fn g() { _ = w; } @fragment fn f() { g(); }",
     "                                                      ^",
     "address-space"},
    {"two immediate variables",
     "var<immediate> a: f32; var<immediate> b: f32;\n@fragment fn f() { _ = a; "
     "_ = b; }",
     "                                                           ^",
     "address-space"},
    {"bodies are not checked",
     "@fragment fn f() { let x: = 08; #if \"a\" @ 1.e; \x01 $ }", "", ""},
};

static void check_rule(void **state)
{
    const error_row *const row = *state;
    wlay_module *const module = parse_functions(row->source, NULL);
    wlay_diagnostic *d;
    size_t count;
    size_t at = 0;

    wlay_diagnostics(module, &count);
    d = sort_by_place(wlay_diagnostics(module, &count), count);
    check_codes(row, d, count);
    for (size_t i = 0; i < count; i++) {
        check_mark(row, &d[i], &at);
        assert_true(d[i].note_count > 0);
    }
    assert_true(row->marks[at] == '\0');
    free(d);
    wlay_module_free(module);
}

/* -------------------------------------------------------------------- limits */

typedef struct limit_row {
    const char *name;
    const char *source;
    const char *verdicts; /* each with a line break behind it */
} limit_row;

static const limit_row limits[] = {
    {"within them", "@compute @workgroup_size(64, 4) fn f() { }", ""},
    {"invocations", "@compute @workgroup_size(64, 8) fn f() { }",
     "the entry point 'f' needs 512 invocations in a workgroup, more than the "
     "256 allowed (maxComputeInvocationsPerWorkgroup)\n"},
    {"sides", "@compute @workgroup_size(257, 1, 65) fn f() { }",
     "the entry point 'f' needs 257 invocations in x, more than the 256 allowed "
     "(maxComputeWorkgroupSizeX)\n"
     "the entry point 'f' needs 65 invocations in z, more than the 64 allowed "
     "(maxComputeWorkgroupSizeZ)\n"
     "the entry point 'f' needs 16705 invocations in a workgroup, more than the "
     "256 allowed (maxComputeInvocationsPerWorkgroup)\n"},
    {"memory of several variables", "var<workgroup> a: array<u32, 2048>;\n"
     "var<workgroup> b: array<u32, 2048>; var<workgroup> c: u32;\n"
     "@compute @workgroup_size(1) fn f() { _ = a[0]; _ = b[0]; _ = c; }",
     "the entry point 'f' needs 16400 bytes, more than the 16384 allowed "
     "(maxComputeWorkgroupStorageSize)\n"},
    {"a uniform buffer", "@group(0) @binding(0) var<uniform> a: array<vec4f, "
     "4097>;\n@fragment fn f() { _ = a[0]; }",
     "the uniform buffer 'a' needs 65552 bytes, more than the 65536 allowed "
     "(maxUniformBufferBindingSize)\n"},
    {"one that is not used", "@group(0) @binding(0) var<uniform> a: array<vec4f,"
     " 4097>;\n@fragment fn f() { }", ""},
    {"storage textures", "@group(0) @binding(0) var a: T; @group(0) @binding(1)"
     " var b: T;\n@group(0) @binding(2) var c: T; @group(0) @binding(3) var d: "
     "T;\n@group(0) @binding(4) var e: T;\n"
     "alias T = texture_storage_2d<r32float, write>;\n"
     "@fragment fn f() { _ = a; _ = b; _ = c; _ = d; _ = e; }",
     "the entry point 'f' needs 5 storage textures, more than the 4 allowed "
     "(maxStorageTexturesPerShaderStage)\n"},
    {"external textures", "@group(0) @binding(0) var a: T; @group(0) @binding(1)"
     " var b: T;\n@group(0) @binding(2) var c: T; @group(0) @binding(3) var d: "
     "T;\n@group(0) @binding(4) var e: texture_1d<f32>;\n"
     "alias T = texture_external;\n"
     "@fragment fn f() { _ = a; _ = b; _ = c; _ = d; _ = e; }",
     "the entry point 'f' needs 17 sampled textures, more than the 16 allowed "
     "(maxSampledTexturesPerShaderStage)\n"},
    {"private memory", "var<private> a: array<u32, 1500>;\n"
     "var<private> b: array<u32, 1500>;\n"
     "@fragment fn f() { _ = a[0]; _ = b[0]; }",
     "the entry point 'f' needs 12000 bytes, more than the 8192 allowed "
     "(the private variables of a shader)\n"},
    {"locations of vertices", "@vertex fn f(@location(16) a: f32)\n"
     "-> @builtin(position) vec4f { }",
     "the entry point 'f' needs 17 vertex attributes, by the largest location, "
     "more than the 16 allowed (maxVertexAttributes)\n"},
    {"locations of targets", "@fragment fn f() -> @location(8) vec4f { }",
     "the entry point 'f' needs 9 color attachments, more than the 8 allowed "
     "(maxColorAttachments)\n"},
};

static void check_limit(void **state)
{
    const limit_row *const row = *state;
    wlay_module *const module = parse_functions(row->source, NULL);
    const wlay_entry_point *const e = wlay_find_entry_point(module, "f", 1);
    wlay_verdict verdicts[8];
    char all[1024] = "";
    const size_t count = wlay_check_entry_point(e, NULL, verdicts, 8);

    assert_true(count <= 8);
    for (size_t i = 0; i < count; i++) {
        char text[256];

        assert_ptr_equal(verdicts[i].entry_point, e);
        wlay_verdict_text(&verdicts[i], text, sizeof text);
        put(all, sizeof all, text);
        put(all, sizeof all, "\n");
    }
    assert_string_equal(all, row->verdicts);
    assert_int_equal(wlay_check_entry_point(e, NULL, NULL, 0), count);
    wlay_module_free(module);
}

/* --------------------------------------------------------------------- whole */

static void test_off(void **state)
{
    wlay_module *const module = parse_valid("@fragment fn f() { }", NULL);
    size_t count = 7;

    (void)state;
    assert_null(wlay_entry_points(module, &count));
    assert_int_equal(count, 0);
    assert_null(wlay_find_entry_point(module, "f", 1));
    wlay_module_free(module);
}

static void test_spans(void **state)
{
    static const char text[] =
        "@fragment fn ff(@location(0) v: vec4f) -> @location(0) vec4f { }";
    wlay_module *const module = parse_functions(text, NULL);
    size_t count;
    const wlay_entry_point *const e = wlay_entry_points(module, &count);

    (void)state;
    assert_int_equal(count, 1);
    assert_int_equal(e->span.offset, strstr(text, "ff(") - text);
    assert_int_equal(e->span.length, 2);
    assert_int_equal(e->inputs[0].span.offset, strstr(text, "v:") - text);
    assert_int_equal(e->outputs[0].span.offset, strstr(text, "vec4f {") - text);
    wlay_module_free(module);
}

static void test_struct_is_marked(void **state)
{
    wlay_module *const module = parse_valid(
        "struct A { @location(0) a: f32 } struct B { a: f32 }\n"
        "struct C { a: A }", NULL);

    (void)state;
    assert_true(wlay_find_struct(module, "A", 1)->type->flags &
                WLAY_TYPE_STAGE_IO);
    assert_false(wlay_find_struct(module, "B", 1)->type->flags &
                 WLAY_TYPE_STAGE_IO);
    assert_false(wlay_find_struct(module, "C", 1)->type->flags &
                 WLAY_TYPE_STAGE_IO);
    wlay_module_free(module);
}

/* Ten thousand functions, each of which calls the next and uses one of a thousand
   variables; and an entry point that uses all by way of the first. */
static void test_long_chain(void **state)
{
    enum { FUNCTIONS = 10000, VARIABLES = 1000, LINE = 64 };
    char *const text = malloc((size_t)(FUNCTIONS + VARIABLES + 2) * LINE);
    size_t at = 0;
    wlay_module *module;
    const wlay_entry_point *e;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < VARIABLES; i++)
        at += (size_t)snprintf(text + at, LINE, "var<private> v%d: u32;\n", i);
    for (int i = 0; i < FUNCTIONS; i++)
        at += (size_t)snprintf(text + at, LINE, "fn f%d() { _ = v%d; f%d(); }\n",
                               i, i * 7 % VARIABLES, (i + 1) % FUNCTIONS);
    at += (size_t)snprintf(text + at, LINE, "@fragment fn main() { f0(); }\n");
    module = parse_functions(text, NULL);
    free(text);
    e = wlay_find_entry_point(module, "main", WLAY_STRLEN);
    assert_int_equal(e->variable_count, VARIABLES);
    assert_string_equal(e->variables[VARIABLES - 1]->name.data, "v999");
    wlay_module_free(module);
}

/* Entry points that each use all variables of a large module: too much to list,
   and known before it takes long. */
static void test_too_much(void **state)
{
    enum { COUNT = 3000, LINE = 64 };
    char *const text = malloc((size_t)(3 * COUNT + 2) * LINE);
    size_t at = 0;
    size_t count;
    wlay_module *module;
    const wlay_diagnostic *d;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < COUNT; i++)
        at += (size_t)snprintf(text + at, LINE, "var<private> v%d: u32;\n", i);
    at += (size_t)snprintf(text + at, LINE, "fn all() {\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)snprintf(text + at, LINE, "_ = v%d;\n", i);
    at += (size_t)snprintf(text + at, LINE, "}\n");
    for (int i = 0; i < COUNT; i++)
        at += (size_t)snprintf(text + at, LINE, "@fragment fn f%d() { all(); }\n",
                               i);
    module = parse_functions(text, NULL);
    free(text);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 1);
    assert_string_equal(d[0].code.data, "entry-point");
    assert_int_equal(wlay_find_entry_point(module, "f0", 2)->variable_count,
                     COUNT);
    wlay_module_free(module);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_off),
        cmocka_unit_test(test_spans),
        cmocka_unit_test(test_struct_is_marked),
        cmocka_unit_test(test_long_chain),
        cmocka_unit_test(test_too_much),
    };
    int failed = 0;

    failed += RUN_TABLE(bodies, check_body);
    failed += RUN_TABLE(modules, check_module);
    failed += RUN_TABLE(sizes, check_size);
    failed += RUN_TABLE(values, check_values);
    failed += RUN_TABLE(errors, check_rule);
    failed += RUN_TABLE(limits, check_limit);
    failed += cmocka_run_group_tests_name("whole", tests, NULL, NULL);
    return failed;
}
