/* SPDX-License-Identifier: MIT */
/*
 * Out of memory: of each call that allocates, each allocation fails once, and
 * from then on, in turn.  A call that saw a failure says so, and gives back all
 * that it had.  The rest of the calls never allocate.
 *
 * Built a second time with a library whose arenas ask the allocator for each
 * object.
 */
#include "table.h"

#include "../src/write_c.h"

static const char everything[] =
    "enable f16; requires pointer_composite_access;\n"
    "diagnostic(off, derivative_uniformity);\n"
    "const N = 4; const V = vec3(1, 2, 3); const M = mat2x2f(1, 2, 3, 4);\n"
    "const A = array(1, 2, 3)[1] + V.zyx.x; override O = 16;\n"
    "@id(3) override P: f32;\n"
    "alias Color = vec4<f32>; alias Colors = array<Color, N * 2>;\n"
    "struct Light { @align(16) position: vec3f, @size(8) kind: u32, c: Color }\n"
    "struct Lights { n: u32, items: array<Light>, }\n"
    "@group(0) @binding(0) var<storage, read_write> lights: Lights;\n"
    "@group(0) @binding(1) var<uniform> u: array<f32, 3>;\n"
    "@group(0) @binding(2) var t: texture_storage_2d<rgba8unorm, write>;\n"
    "var<workgroup> w: array<atomic<u32>, O>;\n"
    "var<private> p = max(f32(N), 2.5);\n"
    "const_assert countOneBits(7) == 3;\n"
    "@compute @workgroup_size(64) fn f(@builtin(local_invocation_index) i: u32)"
    "{ if (i < 3u) { } }\n"
    "struct Bad { a: Missing, b c, @size(1) d: f32 } alias X = Y; alias Y = X;\n"
    "alias Z = array<f32, 1 / 0>;\n";

static const char valid[] =
    "struct Inner { a: f32, b: vec3f, c: f32, d: vec2f, e: f32, f: vec3f }\n"
    "struct Outer { x: f32, i: Inner, _pad0: vec2<u32>, w: array<f32, 5> }\n"
    "struct Tail { n: u32, items: array<Inner> }\n"
    "@group(0) @binding(0) var<storage> tail: Tail;\n"
    "@group(0) @binding(1) var<storage> outer: Outer;\n"
    "override N: u32 = 3; var<workgroup> scratch: array<u32, N>;\n"
    "fn f() -> f32 { return outer.i.c + Inner(1, vec3f(), 2, vec2f(), 3,"
    " vec3f()).a; }\n";

/* `valid`, later. */
static const char changed[] =
    "struct Inner { a: f32, b: vec4f, c: i32, e: f32, g: vec3f }\n"
    "struct Renamed { x: f32, i: Inner, _pad0: vec2<u32>, w: array<f32, 5> }\n"
    "struct New { a: u32 }\n"
    "@group(0) @binding(3) var<storage> outer: Renamed;\n"
    "@group(0) @binding(4) var<uniform> fresh: New;\n";

static const char not_uniform[] =
    "struct A { x: f32 } struct B { a: A, c: f32, w: array<f32, 5> }\n"
    "@group(0) @binding(1) var<uniform> b: B;\n"
    "fn f() -> f32 { return b.w[2] + b.c; }\n";

/* ---------------------------------------------------------------- allocator */

/* Counts, and fails from, or only at, call `fail_at`, while `armed`. */
typedef struct meter {
    wlay_allocator allocator;
    size_t calls;
    size_t held; /* bytes */
    size_t fail_at;
    bool once;
    bool armed;
    bool failed;
} meter;

static void *meter_alloc(void *user_data, size_t size)
{
    meter *const m = user_data;
    size_t call;

    assert_true(size > 0);
    if (m->armed) {
        call = m->calls++;
        if (m->once ? call == m->fail_at : call >= m->fail_at) {
            m->failed = true;
            return NULL;
        }
    }
    m->held += size;
    return malloc(size);
}

static void meter_release(void *user_data, void *memory, size_t size)
{
    meter *const m = user_data;

    assert_non_null(memory);
    assert_true(m->held >= size);
    m->held -= size;
    free(memory);
}

static void start_meter(meter *m, size_t fail_at, bool once)
{
    *m = (meter){.fail_at = fail_at, .once = once};
    m->allocator = (wlay_allocator){meter_alloc, meter_release, m};
}

/* ------------------------------------------------------------------- parsing */

static wlay_result parse_all(meter *m, const wlay_source *sources,
                             size_t count, const wlay_options *given)
{
    wlay_options options = *given;
    wlay_module *module = (wlay_module *)(void *)m;
    wlay_result result;

    options.allocator = m->allocator;
    m->armed = true;
    result = wlay_parse_sources(sources, count, &options, &module);
    m->armed = false;
    assert_int_equal(module == NULL, result == WLAY_OUT_OF_MEMORY);
    wlay_module_free(module);
    return result;
}

static wlay_result parse_text(meter *m, const char *text)
{
    const wlay_options options = {.features = 0};
    const wlay_source source = {{"a.wgsl", 6}, {text, WLAY_STRLEN}};

    return parse_all(m, &source, 1, &options);
}

static wlay_result call_parse(meter *m)
{
    return parse_text(m, everything);
}

static wlay_result call_parse_empty(meter *m)
{
    return parse_text(m, "");
}

static const char stages[] =
    "enable dual_source_blending; override n = 4; alias T = array<f32, n * 2>;\n"
    "var<workgroup> w: T; var<private> p: f32 = f32(n);\n"
    "struct V { @location(1) a: vec3f, @location(0) b: vec2f }\n"
    "struct O { @location(1) c: vec4f, @builtin(position) p: vec4f }\n"
    "@group(0) @binding(0) var<uniform> u: vec4f;\n"
    "@group(0) @binding(0) var<storage, read_write> s: vec4f;\n"
    "@group(1) @binding(1) var t: texture_depth_2d;\n"
    "@group(1) @binding(0) var m: sampler;\n"
    "fn g(t: texture_depth_2d, m: sampler) -> f32 {\n"
    "    for (var u = 0; u < 2; u++) { let p = u; { let q = p; _ = max(p, q); "
    "} }\n"
    "    return textureSampleLevel(t, m, u.xy, 0) + p; }\n"
    "@vertex fn v(x: V, @location(2) c: u32) -> O { _ = u; _ = g(t, m); }\n"
    "@fragment fn f(o: O) -> @location(0) vec4f { _ = s; return u + u; }\n"
    "@compute @workgroup_size(n, 2) fn c() { w[0] = p; _ = s; }\n";

/* With the bodies of functions; two resources are at one slot. */
static wlay_result call_parse_functions(meter *m)
{
    const wlay_options options = {.read_functions = true};
    const wlay_source source = {{"a.wgsl", 6}, {stages, WLAY_STRLEN}};

    return parse_all(m, &source, 1, &options);
}

/* Tables of symbols and types grow, and so do diagnostics. */
static wlay_result call_parse_many(meter *m)
{
    enum { COUNT = 90 };
    char text[COUNT * 96] = "";
    char *end = text;

    for (int i = 0; i < COUNT; i++)
        end += sprintf(end, "struct S%d{a%d:f32} alias A%d=array<S%d,%d>;"
                            "@group(0)@binding(%d)var<storage>v%d:S%d;?",
                       i, i, i, i, i + 1, i, i, i);
    return parse_text(m, text);
}

static wlay_result call_parse_nested(meter *m)
{
    return parse_text(
        m, "const a = (((((1 + 2) * 3) << 4) | 5) ^ (6 - (7 / (8 % 9))));"
           "alias T = array<array<array<array<vec4<f32>, 2>, 3>, 4>, a>;"
           "const m = array(array(1, 2.5), array(3, 4h))[1][0];"
           "const s = \"text\"; #if\n diagnostic(off, x); diagnostic(error, x);");
}

static wlay_result call_parse_sources(meter *m)
{
    const wlay_override_value values[] = {{{"O", 1}, 5.0}, {{"3", 1}, 1.5}};
    const wlay_options options = {
        .features = WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT,
        .max_diagnostics = 2,
        .override_count = 2,
        .overrides = values};
    const wlay_source sources[] = {
        {{"a.wgsl", WLAY_STRLEN}, {everything, WLAY_STRLEN}},
        {{"b.wgsl", WLAY_STRLEN}, {"alias Q = Color;\n", WLAY_STRLEN}}};

    return parse_all(m, sources, 2, &options);
}

/* -------------------------------------------------------- calls with a module */

/* Parsed with the meter's allocator, which does not fail yet. */
static wlay_module *parse_with(meter *m, const char *text)
{
    const wlay_options options = {.allocator = m->allocator};

    return parse_copy(text, strlen(text), &options);
}

static const wlay_type *type_of(const wlay_module *module, const char *name)
{
    const wlay_struct *const s = wlay_find_struct(module, name, WLAY_STRLEN);

    assert_non_null(s);
    return s->type;
}

static wlay_result find_type(meter *m, const char *text)
{
    wlay_module *const module = parse_with(m, valid);
    const wlay_type *type = NULL;
    wlay_type_owner *owner = NULL;
    size_t count;
    wlay_result result;

    m->armed = true;
    result = wlay_find_type(module, text, WLAY_STRLEN, &type, &owner);
    m->armed = false;
    if (result == WLAY_OK)
        assert_non_null(type);
    wlay_type_owner_diagnostics(owner, &count);
    assert_int_equal(count > 0, result == WLAY_INVALID_WGSL);
    wlay_type_owner_free(owner);
    wlay_module_free(module);
    return result;
}

static wlay_result call_find_type(meter *m)
{
    return find_type(m, "array<array<Inner, 2 + 3>, max(1, 7)>");
}

static wlay_result call_find_no_type(meter *m)
{
    return find_type(m, "array<Missing, 1 / 0");
}

static wlay_result make_plan(meter *m, const wlay_host_field *fields,
                             size_t count)
{
    wlay_module *const module = parse_with(m, valid);
    const wlay_plan_options options = {.allocator = m->allocator};
    wlay_plan *plan = NULL;
    wlay_result result;

    m->armed = true;
    result = wlay_plan_make(type_of(module, "Inner"), 64, fields, count,
                            &options, &plan);
    m->armed = false;
    if (result == WLAY_OUT_OF_MEMORY)
        assert_null(plan);
    else
        assert_non_null(plan);
    wlay_module_free(module);
    wlay_plan_free(plan);
    return result;
}

static wlay_result call_plan(meter *m)
{
    static const wlay_host_field fields[] = {
        {"a", 0, 4, WLAY_HOST_F32}, {"b", 4, 24, WLAY_HOST_F64},
        {"c", 28, 4, WLAY_HOST_F32}, {"d", 32, 8, WLAY_HOST_F32},
        {"e", 40, 2, WLAY_HOST_F16}, {"f", 44, 12, WLAY_HOST_F32}};

    return make_plan(m, fields, 6);
}

static wlay_result call_plan_with_issues(meter *m)
{
    static const wlay_host_field fields[] = {
        {"a", 0, 5, WLAY_HOST_F32}, {"bb", 4, 24, WLAY_HOST_F64},
        {"c.x", 28, 4, WLAY_HOST_F32}, {"d", 60, 8, WLAY_HOST_I32},
        {"a", 0, 2, WLAY_HOST_F32}};

    return make_plan(m, fields, 5);
}

static wlay_result call_find_order(meter *m)
{
    wlay_module *const module = parse_with(m, valid);
    const wlay_struct *const s = wlay_find_struct(module, "Inner", 5);
    size_t order[8];
    wlay_reorder reorder;
    wlay_result result;

    m->armed = true;
    result = wlay_find_order(s, 100, &m->allocator, order, &reorder);
    m->armed = false;
    wlay_module_free(module);
    return result;
}

static wlay_result call_diff(meter *m)
{
    wlay_module *const before = parse_with(m, valid);
    wlay_module *const after = parse_with(m, changed);
    wlay_diff *diff = NULL;
    size_t count;
    wlay_result result;

    m->armed = true;
    result = wlay_diff_make(before, after, 0, &m->allocator, &diff);
    m->armed = false;
    assert_int_equal(diff == NULL, result == WLAY_OUT_OF_MEMORY);
    if (diff != NULL) {
        wlay_diff_changes(diff, &count);
        assert_true(count > 5);
    }
    wlay_diff_free(diff);
    wlay_module_free(before);
    wlay_module_free(after);
    return result;
}

static wlay_result call_judge_uniform(meter *m)
{
    wlay_module *const module = parse_with(m, not_uniform);
    const wlay_uniform_verdict *verdict = NULL;
    wlay_result result;

    m->armed = true;
    result = wlay_judge_uniform(module, type_of(module, "B"),
                                (wlay_string){NULL, 0}, &m->allocator,
                                &verdict);
    m->armed = false;
    assert_int_equal(verdict == NULL, result == WLAY_OUT_OF_MEMORY);
    wlay_uniform_verdict_free(verdict);
    wlay_module_free(module);
    return result;
}

static bool count_reason(void *user_data, const wlay_reason *reason)
{
    (void)reason;
    ++*(size_t *)user_data;
    return true;
}

static wlay_result call_explain(meter *m)
{
    wlay_module *const module = parse_with(m, valid);
    wlay_path_error error;
    size_t count = 0;
    wlay_result result;

    m->armed = true;
    result = wlay_explain(module, "tail.items[2].d.y", WLAY_STRLEN,
                          count_reason, &count, &error);
    m->armed = false;
    wlay_module_free(module);
    return result;
}

static wlay_result rewrite(meter *m, const char *text, wlay_fix fix)
{
    const wlay_source source = {{"a.wgsl", 6}, {text, WLAY_STRLEN}};
    wlay_rewrite_options options = {.fix = fix};
    const wlay_rewritten *rewritten = NULL;
    wlay_result result;

    options.parse.allocator = m->allocator;
    m->armed = true;
    result = wlay_rewrite(&source, 1, &options, &rewritten);
    m->armed = false;
    assert_int_equal(rewritten == NULL, result == WLAY_OUT_OF_MEMORY);
    wlay_rewritten_free(rewritten);
    return result;
}

static wlay_result call_fix_uniform(meter *m)
{
    return rewrite(m, not_uniform, WLAY_FIX_UNIFORM);
}

static wlay_result call_fix_order(meter *m)
{
    return rewrite(m, valid, WLAY_FIX_ORDER);
}

static wlay_result call_fix_pad(meter *m)
{
    return rewrite(m, valid, WLAY_FIX_PAD);
}

static wlay_result call_fix_size(meter *m)
{
    return rewrite(m, valid, WLAY_FIX_SIZE);
}

static wlay_result call_fix_unpad(meter *m)
{
    return rewrite(m, valid, WLAY_FIX_UNPAD);
}

static wlay_result call_fix_invalid(meter *m)
{
    return rewrite(m, everything, WLAY_FIX_ORDER);
}

/* ------------------------------------------------------------------- writers */

static bool take_all(void *user_data, const char *data, size_t length)
{
    (void)user_data;
    (void)data;
    return length > 0;
}

/* The tool's header for C; its arena says whether memory ran out. */
static wlay_result write_c(meter *m, bool asserts_only)
{
    wlay_module *const module = parse_with(m, valid);
    const wlay_c_source source = {module, {"a.wgsl", 6}};
    const wlay_c_map map = {{"vec3<f32>", 9}, {"vec3", 4}, 12, 4};
    const wlay_c_pair rename = {{"Inner.a", 7}, {"int", 3}};
    const wlay_c_options options = {.asserts_only = asserts_only,
                                    .rename_count = 1, .renames = &rename,
                                    .type_count = 1, .types = &map};
    const wlay_sink sink = {take_all, NULL};
    wlay_arena arena;
    wlay_c_plan *plan;
    bool done;

    wlay_arena_init(&arena, &m->allocator, 256);
    m->armed = true;
    plan = wlay_c_make_plan(&arena, &source, 1, &options);
    done = plan != NULL && wlay_write_c(plan, &sink);
    m->armed = false;
    wlay_arena_free(&arena);
    wlay_module_free(module);
    return done ? WLAY_OK : WLAY_OUT_OF_MEMORY;
}

static wlay_result call_write_c(meter *m)
{
    return write_c(m, false);
}

static wlay_result call_write_c_asserts(meter *m)
{
    return write_c(m, true);
}

/* ----------------------------------------------------------------- pipelines */

static wlay_module *parse_stages(meter *m)
{
    const wlay_options options = {.allocator = m->allocator,
                                  .read_functions = true};

    return parse_copy(stages, strlen(stages), &options);
}

static wlay_result call_bind_groups(meter *m)
{
    wlay_module *const module = parse_stages(m);
    const wlay_pipeline_part parts[] = {
        {module, wlay_find_entry_point(module, "v", 1)},
        {module, wlay_find_entry_point(module, "c", 1)}, {module, NULL}};
    const wlay_bind_groups_options options = {.allocator = m->allocator};
    const wlay_bind_groups *groups;
    wlay_result result;

    m->armed = true;
    result = wlay_bind_groups_make(parts, 3, &options, &groups);
    m->armed = false;
    assert_int_equal(groups == NULL, result == WLAY_OUT_OF_MEMORY);
    wlay_bind_groups_free(groups);
    wlay_module_free(module);
    return result;
}

static wlay_result call_vertex_layout(meter *m)
{
    static const wlay_vertex_choice choices[] = {
        {0, WLAY_VERTEX_UINT8X2, 1, false}, {7, WLAY_VERTEX_NONE, 0, false}};
    wlay_module *const module = parse_stages(m);
    const wlay_vertex_options options = {.allocator = m->allocator,
                                         .choice_count = 2,
                                         .choices = choices};
    const wlay_vertex_layout *layout;
    wlay_result result;

    m->armed = true;
    result = wlay_vertex_layout_make(wlay_find_entry_point(module, "v", 1),
                                     &options, &layout);
    m->armed = false;
    assert_int_equal(layout == NULL, result == WLAY_OUT_OF_MEMORY);
    wlay_vertex_layout_free(layout);
    wlay_module_free(module);
    return result;
}

typedef bool write_function(const wlay_module *module, const wlay_sink *sink);

static bool put_text(const wlay_module *module, const wlay_sink *sink)
{
    return wlay_write_text(module, NULL, sink);
}

static bool put_json(const wlay_module *module, const wlay_sink *sink)
{
    return wlay_write_json_module(module, 0, NULL, sink);
}

static wlay_result write_stages(meter *m, write_function *write)
{
    const wlay_sink sink = {take_all, NULL};
    wlay_module *const module = parse_stages(m);
    bool done;

    m->armed = true;
    done = write(module, &sink);
    m->armed = false;
    wlay_module_free(module);
    return done ? WLAY_OK : WLAY_OUT_OF_MEMORY;
}

static wlay_result call_write_stages(meter *m)
{
    return write_stages(m, put_text);
}

static wlay_result call_write_stages_json(meter *m)
{
    return write_stages(m, put_json);
}

/* ------------------------------------------------------------------ the table */

/* One row for each call that allocates. */
typedef struct oom_row {
    const char *name;
    wlay_result (*call)(meter *m);
    wlay_result expected; /* with all the memory it wants */
} oom_row;

static const oom_row rows[] = {
    {"parse", call_parse, WLAY_INVALID_WGSL},
    {"parse nothing", call_parse_empty, WLAY_OK},
    {"parse many declarations", call_parse_many, WLAY_INVALID_WGSL},
    {"parse nested things", call_parse_nested, WLAY_INVALID_WGSL},
    {"parse several sources", call_parse_sources, WLAY_INVALID_WGSL},
    {"find_type", call_find_type, WLAY_OK},
    {"find_type of none", call_find_no_type, WLAY_INVALID_WGSL},
    {"plan_make", call_plan, WLAY_OK},
    {"plan_make with issues", call_plan_with_issues, WLAY_TYPE_MISMATCH},
    {"find_order", call_find_order, WLAY_OK},
    {"diff_make", call_diff, WLAY_OK},
    {"judge_uniform", call_judge_uniform, WLAY_OK},
    {"explain", call_explain, WLAY_OK},
    {"rewrite for uniform", call_fix_uniform, WLAY_OK},
    {"rewrite in order", call_fix_order, WLAY_OK},
    {"rewrite with padding", call_fix_pad, WLAY_OK},
    {"rewrite with @size", call_fix_size, WLAY_OK},
    {"rewrite without padding", call_fix_unpad, WLAY_OK},
    {"rewrite what is not valid", call_fix_invalid, WLAY_INVALID_WGSL},
    {"write C", call_write_c, WLAY_OK},
    {"write assertions in C", call_write_c_asserts, WLAY_OK},
    {"parse with functions", call_parse_functions, WLAY_INVALID_WGSL},
    {"bind_groups_make", call_bind_groups, WLAY_TYPE_MISMATCH},
    {"vertex_layout_make", call_vertex_layout, WLAY_TYPE_MISMATCH},
    {"write entry points", call_write_stages, WLAY_OK},
    {"write entry points as JSON", call_write_stages_json, WLAY_OK},
};

/* Fails each allocation in turn, until the call comes through untouched. */
static void fail_each(const oom_row *row, bool once)
{
    bool failed = true;

    for (size_t at = 0; failed; at++) {
        meter m;
        wlay_result result;

        start_meter(&m, at, once);
        result = row->call(&m);
        failed = m.failed;
        if (result != (failed ? WLAY_OUT_OF_MEMORY : row->expected))
            fail_msg("%s, allocation %u fails%s: the result is %s", row->name,
                     (unsigned)at, once ? "" : " for good",
                     wlay_result_text(result));
        if (m.held != 0)
            fail_msg("%s, allocation %u fails: %u bytes are not given back",
                     row->name, (unsigned)at, (unsigned)m.held);
        /* A row that never allocates tests nothing. */
        assert_true(m.calls > 0);
    }
}

static void test_once(void **state)
{
    fail_each(*state, true);
}

static void test_for_good(void **state)
{
    fail_each(*state, false);
}

/* ------------------------------------------------------- what never allocates */

static bool count_piece(void *user_data, const wlay_piece *piece)
{
    (void)piece;
    ++*(size_t *)user_data;
    return true;
}

static bool count_datum(void *user_data, const wlay_datum *datum)
{
    (void)datum;
    ++*(size_t *)user_data;
    return true;
}

static void ask_for_layouts(const wlay_module *module)
{
    const wlay_variable *const v = wlay_find_variable(module, "outer", 5);
    uint8_t bits[128];
    unsigned char bytes[512] = {0};
    float value = 0;
    wlay_view view;
    uint64_t number;
    size_t count = 0;

    assert_int_equal(wlay_follow(v->type, "i.b.y", 5, 0, &view, NULL), WLAY_OK);
    assert_int_equal(wlay_store(bytes, sizeof bytes, &view, WLAY_HOST_F32,
                                &value, sizeof value), WLAY_OK);
    assert_int_equal(wlay_load(bytes, sizeof bytes, &view, WLAY_HOST_F32,
                               &value, sizeof value), WLAY_OK);
    assert_int_equal(wlay_visit(v->type, NULL, count_piece, &count), WLAY_OK);
    view = (wlay_view){v->type, 0, v->type->size, NULL};
    assert_int_equal(wlay_dump(bytes, sizeof bytes, &view, NULL, count_datum,
                               &count), WLAY_OK);
    assert_int_equal(wlay_accessible_bytes(v->type, 0, bits, sizeof bits,
                                           &number), WLAY_OK);
    assert_int_equal(wlay_buffer_size(v, 0, &number), WLAY_OK);
    assert_true(wlay_layout_hash(v->type, 0) != 0);
}

static void ask_for_advice(const wlay_module *module)
{
    const wlay_struct *const s = wlay_find_struct(module, "Outer", 5);
    wlay_padding padding;
    wlay_access_pattern pattern;
    wlay_access_report report;
    wlay_buffer_facts facts;
    wlay_buffer_advice advice;
    size_t count;

    wlay_list_holes(s, NULL, 0);
    wlay_list_fillers(s, NULL, 0);
    assert_int_equal(wlay_measure_padding(s, 1, &padding), WLAY_OK);
    assert_int_equal(wlay_access_of(s->type, &pattern), WLAY_OK);
    assert_int_equal(wlay_report_access(&pattern, s->type, &report), WLAY_OK);
    wlay_buffer_facts_of(s->type, &facts);
    wlay_choose_buffer(&facts, &advice);
    wlay_check_struct(s, NULL, 0, 0, 0, NULL, 0, &count);
}

static void test_no_allocation(void **state)
{
    const wlay_sink sink = {take_all, NULL};
    wlay_module *module;
    meter m;

    (void)state;
    start_meter(&m, 0, false);
    module = parse_with(&m, valid);
    m.armed = true;
    ask_for_layouts(module);
    ask_for_advice(module);
    assert_true(wlay_write_text(module, NULL, &sink));
    assert_true(wlay_write_json_module(module, 0, NULL, &sink));
    assert_int_equal(m.calls, 0);
    m.armed = false;
    wlay_module_free(module);
    assert_int_equal(m.held, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_allocation)};

    return RUN_TABLE(rows, test_once) + RUN_TABLE(rows, test_for_good) +
           cmocka_run_group_tests(tests, NULL, NULL);
}
