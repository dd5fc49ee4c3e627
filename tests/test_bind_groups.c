/* SPDX-License-Identifier: MIT */
/* Bind group layouts: of entry points, of pipelines, of whole modules. */
#include "table.h"

static wlay_module *parse_functions(const char *text)
{
    const wlay_options options = {.read_functions = true};

    return parse_copy(text, strlen(text), &options);
}

/* A line of text for each entry, as GPUBindGroupLayoutEntry has its fields, and
   for each issue. */
static void put(char *out, size_t size, const char *text)
{
    strncat(out, text, size - strlen(out) - 1);
}

static void put_fields(char *out, size_t size, const wlay_binding *b)
{
    const char *const words[] = {
        wlay_sampler_type_name(b->sampler),
        wlay_sample_type_name(b->sample_type),
        b->format.data,
        wlay_storage_access_name(b->access),
        wlay_view_dimension_name(b->view_dimension),
        b->multisampled ? "multisampled" : "",
    };

    for (size_t i = 0; i < ROWS(words); i++) {
        if (words[i][0] == '\0')
            continue;
        put(out, size, " ");
        put(out, size, words[i]);
    }
}

static void put_groups(char *out, size_t size, const wlay_bind_groups *groups)
{
    char text[128];

    for (size_t g = 0; g < groups->group_count; g++) {
        const wlay_bind_group *const group = &groups->groups[g];

        for (size_t i = 0; i < group->entry_count; i++) {
            const wlay_binding *const b = &group->entries[i];

            snprintf(text, sizeof text, "%u.%u %s %s%s%s %s",
                     (unsigned)group->group, (unsigned)b->binding,
                     b->variable->name.data,
                     b->visibility & WLAY_STAGE_VERTEX ? "v" : "",
                     b->visibility & WLAY_STAGE_FRAGMENT ? "f" : "",
                     b->visibility & WLAY_STAGE_COMPUTE ? "c" : "",
                     wlay_binding_kind_name(b->kind));
            put(out, size, text);
            if (b->kind <= WLAY_BINDING_READ_ONLY_STORAGE) {
                snprintf(text, sizeof text, " %u",
                         (unsigned)b->min_binding_size);
                put(out, size, text);
            }
            put_fields(out, size, b);
            put(out, size, "\n");
        }
    }
    for (size_t i = 0; i < groups->issue_count; i++) {
        put(out, size, groups->issues[i].severity == WLAY_SEVERITY_ERROR
                           ? "error: "
                           : "warning: ");
        put(out, size, groups->issues[i].message.data);
        put(out, size, "\n");
    }
}

/* -------------------------------------------------------------- whole modules */

typedef struct module_row {
    const char *name;
    const char *source; /* what is behind @group(1) @binding(0) var */
    const char *entry;
} module_row;

/* [Texture Types], [Sampler Types], and what WebGPU calls them */
static const module_row kinds[] = {
    {"uniform", "<uniform> x: mat3x3f", "uniform 48"},
    {"storage", "<storage> x: array<vec3f>", "read-only-storage 16"},
    {"storage that is read", "<storage, read> x: u32", "read-only-storage 4"},
    {"storage that is written", "<storage, read_write> x: atomic<u32>",
     "storage 4"},
    {"sampler", " x: sampler", "sampler filtering"},
    {"comparison sampler", " x: sampler_comparison", "sampler comparison"},
    {"1d", " x: texture_1d<f32>", "texture float 1d"},
    {"2d", " x: texture_2d<f32>", "texture float 2d"},
    {"2d of i32", " x: texture_2d<i32>", "texture sint 2d"},
    {"2d array of u32", " x: texture_2d_array<u32>", "texture uint 2d-array"},
    {"3d", " x: texture_3d<f32>", "texture float 3d"},
    {"cube", " x: texture_cube<f32>", "texture float cube"},
    {"cube array", " x: texture_cube_array<i32>", "texture sint cube-array"},
    {"multisampled", " x: texture_multisampled_2d<f32>",
     "texture unfilterable-float 2d multisampled"},
    {"multisampled u32", " x: texture_multisampled_2d<u32>",
     "texture uint 2d multisampled"},
    {"depth", " x: texture_depth_2d", "texture depth 2d"},
    {"depth array", " x: texture_depth_2d_array", "texture depth 2d-array"},
    {"depth cube", " x: texture_depth_cube", "texture depth cube"},
    {"depth cube array", " x: texture_depth_cube_array",
     "texture depth cube-array"},
    {"multisampled depth", " x: texture_depth_multisampled_2d",
     "texture depth 2d multisampled"},
    {"external", " x: texture_external", "external-texture"},
    {"storage texture 1d", " x: texture_storage_1d<r32uint, read_write>",
     "storage-texture r32uint read-write 1d"},
    {"storage texture 2d", " x: texture_storage_2d<rgba8unorm, write>",
     "storage-texture rgba8unorm write-only 2d"},
    {"storage texture 2d array",
     " x: texture_storage_2d_array<rgba16float, read>",
     "storage-texture rgba16float read-only 2d-array"},
    {"storage texture 3d", " x: texture_storage_3d<bgra8unorm, write>",
     "storage-texture bgra8unorm write-only 3d"},
};

static void check_kind(void **state)
{
    const module_row *const row = *state;
    char text[256];
    char expected[256];
    char found[256] = "";
    wlay_module *module;
    wlay_pipeline_part part = {NULL, NULL};
    const wlay_bind_groups *groups;

    snprintf(text, sizeof text, "@group(1) @binding(0) var%s;\n"
             "@fragment fn f() { _ = &x; }", row->source);
    snprintf(expected, sizeof expected, "1.0 x f %s\n", row->entry);
    part.module = module = parse_functions(text);
    assert_true(wlay_module_valid(module));
    assert_int_equal(wlay_bind_groups_make(&part, 1, NULL, &groups), WLAY_OK);
    put_groups(found, sizeof found, groups);
    assert_string_equal(found, expected);
    wlay_bind_groups_free(groups);
    wlay_module_free(module);
}

/* ----------------------------------------------------------------- pipelines */

/* Parts are written "1" for all of the first module, "1f" for its entry point f,
   with a blank between them. */
typedef struct pipeline_row {
    const char *name;
    const char *first;
    const char *second; /* or NULL */
    const char *parts;
    const char *unfiltered; /* the name of a variable, or NULL */
    const char *groups;
} pipeline_row;

#define CAMERA "@group(0) @binding(0) var<uniform> camera: vec4f;\n"
#define LIGHTS "@group(0) @binding(2) var<storage> lights: array<vec4f>;\n"
#define MAP "@group(2) @binding(1) var map: texture_2d<f32>;\n"
#define VERTEX(name, body) \
    "@vertex fn " name "() -> @builtin(position) vec4f { " body " }\n"
#define FRAGMENT(name, body) "@fragment fn " name "() { " body " }\n"
#define COMPUTE(name, body) \
    "@compute @workgroup_size(1) fn " name "() { " body " }\n"

static const pipeline_row pipelines[] = {
    {"nothing", "", NULL, "1", NULL, ""},
    {"no parts", "", NULL, "", NULL, ""},
    {"sorted, and seen by all that use it",
     MAP LIGHTS CAMERA VERTEX("v", "_ = camera;")
     FRAGMENT("f", "_ = camera; _ = lights[0]; _ = map;")
     COMPUTE("c", "_ = lights[1];"), NULL, "1", NULL,
     "0.0 camera vf uniform 16\n0.2 lights fc read-only-storage 16\n"
     "2.1 map f texture float 2d\n"},
    {"one entry point of it",
     MAP LIGHTS CAMERA VERTEX("v", "_ = camera;")
     FRAGMENT("f", "_ = camera; _ = lights[0]; _ = map;"), NULL, "1v", NULL,
     "0.0 camera v uniform 16\n"},
    {"two entry points of it",
     LIGHTS CAMERA VERTEX("v", "_ = camera;") FRAGMENT("f", "_ = camera;")
     COMPUTE("c", "_ = lights[0];"), NULL, "1v 1f", NULL,
     "0.0 camera vf uniform 16\n"},
    {"of two modules", CAMERA LIGHTS VERTEX("v", "_ = camera;"),
     "@group(0) @binding(0) var<uniform> view: vec4f;\n" MAP
     FRAGMENT("f", "_ = view; _ = map;"), "1v 2f", NULL,
     "0.0 camera vf uniform 16\n2.1 map f texture float 2d\n"},
    {"what no entry point uses", CAMERA LIGHTS FRAGMENT("f", "_ = camera;"),
     NULL, "1", NULL,
     "0.0 camera f uniform 16\n0.2 lights  read-only-storage 16\n"},
    {"what is no resource is none",
     "var<private> p: f32; var<workgroup> w: f32; var<immediate> i: f32;\n"
     COMPUTE("c", "_ = p; _ = w; _ = i;"), NULL, "1", NULL, ""},
    {"textures that are not filtered",
     MAP "@group(0) @binding(0) var s: sampler;\n"
     FRAGMENT("f", "_ = s; _ = map;"), NULL, "1f", "map",
     "0.0 s f sampler filtering\n2.1 map f texture unfilterable-float 2d\n"},
    {"samplers that do not filter",
     MAP "@group(0) @binding(0) var s: sampler;\n"
     FRAGMENT("f", "_ = s; _ = map;"), NULL, "1f", "s",
     "0.0 s f sampler non-filtering\n2.1 map f texture float 2d\n"},
    {"one slot, one kind, different entry points",
     CAMERA "@group(0) @binding(0) var<uniform> other: mat4x4f;\n"
     FRAGMENT("f", "_ = camera;") COMPUTE("c", "_ = other[0];"), NULL, "1",
     NULL, "0.0 camera fc uniform 64\n"},
    {"one slot, different kinds, different entry points",
     CAMERA "@group(0) @binding(0) var<storage, read_write> other: mat4x4f;\n"
     FRAGMENT("f", "_ = camera;") COMPUTE("c", "_ = other[0];"), NULL, "1",
     NULL, "0.0 camera f uniform 16\n0.0 other c storage 64\n"},
    {"the same, in one pipeline",
     CAMERA "@group(0) @binding(0) var<storage> other: mat4x4f;\n"
     FRAGMENT("f", "_ = camera;") VERTEX("v", "_ = other[0];"), NULL, "1v 1f",
     NULL,
     "0.0 other v read-only-storage 64\n0.0 camera f uniform 16\n"
     "error: @group(0) @binding(0) is the read-only-storage 'other' in one "
     "part and the uniform 'camera' in another\n"},
    {"two modules that do not agree", MAP VERTEX("v", "_ = map;"),
     "@group(2) @binding(1) var map: texture_2d<u32>;\n"
     FRAGMENT("f", "_ = map;"), "1v 2f", NULL,
     "2.1 map v texture float 2d\n2.1 map f texture uint 2d\n"
     "error: @group(2) @binding(1) is the texture 'map' (float, 2d) in one part "
     "and the texture 'map' (uint, 2d) in another\n"},
    {"storage textures that do not agree",
     "@group(0) @binding(0) var t: texture_storage_2d<rgba8unorm, write>;\n"
     FRAGMENT("f", "_ = t;"),
     "@group(0) @binding(0) var t: texture_storage_2d<rgba8snorm, write>;\n"
     COMPUTE("c", "_ = t;"), "1 2", NULL,
     "0.0 t f storage-texture rgba8unorm write-only 2d\n"
     "0.0 t c storage-texture rgba8snorm write-only 2d\n"
     "error: @group(0) @binding(0) is the storage-texture 't' (rgba8unorm, "
     "write-only, 2d) in one part and the storage-texture 't' (rgba8snorm, "
     "write-only, 2d) in another\n"},
    {"samplers that do not agree", "@group(0) @binding(0) var s: sampler;\n",
     "@group(0) @binding(0) var s: sampler_comparison;\n", "1 2", NULL,
     "0.0 s  sampler filtering\n0.0 s  sampler comparison\n"
     "error: @group(0) @binding(0) is the sampler 's' (filtering) in one part "
     "and the sampler 's' (comparison) in another\n"},
    {"two modules with different layouts", CAMERA VERTEX("v", "_ = camera;"),
     "@group(0) @binding(0) var<uniform> camera: mat4x4f;\n"
     FRAGMENT("f", "_ = camera[0];"), "1v 2f", NULL,
     "0.0 camera vf uniform 64\n"
     "warning: @group(0) @binding(0) is laid out as 'vec4<f32>' for 'camera' "
     "and as 'mat4x4<f32>' for 'camera'\n"},
    {"two whole modules with different layouts",
     CAMERA VERTEX("v", "_ = camera;") FRAGMENT("f", "_ = camera;"),
     "@group(0) @binding(0) var<uniform> camera: mat4x4f;\n"
     FRAGMENT("f", "_ = camera[0];") FRAGMENT("g", "_ = camera[0];"), "1 2",
     NULL,
     "0.0 camera vf uniform 64\n"
     "warning: @group(0) @binding(0) is laid out as 'vec4<f32>' for 'camera' "
     "and as 'mat4x4<f32>' for 'camera'\n"},
    {"two modules with one layout by other names",
     "struct A { x: vec2f, y: vec2f } @group(0) @binding(0) var<uniform> a: A;\n"
     VERTEX("v", "_ = a.x;"),
     "struct B { p: vec2f, q: vec2f } @group(0) @binding(0) var<uniform> b: B;\n"
     FRAGMENT("f", "_ = b.p;"), "1v 2f", NULL, "0.0 a vf uniform 16\n"},
    {"two of a slot in one entry point",
     CAMERA "@group(0) @binding(0) var<uniform> other: vec4f;\n"
     FRAGMENT("f", "_ = camera; _ = other;"), NULL, "1f", NULL,
     "0.0 camera f uniform 16\n"
     "error: 'camera' and 'other' are both at @group(0) @binding(0), and one "
     "entry point uses both\n"},
    {"what a vertex shader writes",
     "@group(0) @binding(0) var<storage, read_write> s: u32;\n"
     "@group(0) @binding(1) var t: texture_storage_2d<r32float, write>;\n"
     VERTEX("v", "_ = s; _ = t;"), NULL, "1v", NULL,
     "0.0 s v storage 4\n0.1 t v storage-texture r32float write-only 2d\n"
     "error: the storage 's' is not read-only, so a vertex shader must not use "
     "it\n"
     "error: the storage-texture 't' (r32float, write-only, 2d) is not "
     "read-only, so a vertex shader must not use it\n"},
};

static size_t read_parts(const char *text, wlay_module *const *modules,
                         wlay_pipeline_part *parts)
{
    size_t count = 0;

    for (; *text != '\0'; text++) {
        if (*text == ' ')
            continue;
        parts[count].module = modules[*text - '1'];
        parts[count].entry_point = NULL;
        if (text[1] != ' ' && text[1] != '\0') {
            parts[count].entry_point =
                wlay_find_entry_point(parts[count].module, ++text, 1);
            assert_non_null(parts[count].entry_point);
        }
        count++;
    }
    return count;
}

static void check_pipeline(void **state)
{
    const pipeline_row *const row = *state;
    wlay_module *const modules[] = {
        parse_functions(row->first),
        parse_functions(row->second == NULL ? "" : row->second)};
    const wlay_string unfiltered = {row->unfiltered, WLAY_STRLEN};
    const wlay_bind_groups_options options = {
        .unfiltered_count = row->unfiltered == NULL ? 0 : 1,
        .unfiltered = &unfiltered};
    wlay_pipeline_part parts[4];
    const size_t count = read_parts(row->parts, modules, parts);
    const wlay_bind_groups *groups;
    char found[2048] = "";

    assert_int_equal(wlay_bind_groups_make(parts, count, &options, &groups),
                     strstr(row->groups, "error") == NULL ? WLAY_OK
                                                          : WLAY_TYPE_MISMATCH);
    put_groups(found, sizeof found, groups);
    assert_string_equal(found, row->groups);
    wlay_bind_groups_free(groups);
    wlay_module_free(modules[0]);
    wlay_module_free(modules[1]);
}

/* ------------------------------------------------------------------- samplers */

/* Whether the sampler s has to be one that does not filter. */
typedef struct sampler_row {
    const char *name;
    const char *source;
    const char *type;
} sampler_row;

#define DEPTH                                          \
    "@group(0) @binding(0) var d: texture_depth_2d;\n" \
    "@group(0) @binding(1) var s: sampler;\n"          \
    "@group(0) @binding(2) var m: texture_2d<f32>;\n"

static const sampler_row samplers[] = {
    {"a sampler for a depth texture",
     FRAGMENT("f", "_ = textureSample(d, s, vec2f(0));"), "non-filtering"},
    {"a sampler for a texture beside a depth texture",
     FRAGMENT("f", "_ = d; _ = textureSample(m, s, vec2f(0));"), "filtering"},
    {"gathering from a depth texture",
     FRAGMENT("f", "_ = textureGather(d, s, vec2f(0));"), "non-filtering"},
    {"gathering from a texture",
     FRAGMENT("f", "_ = d; _ = textureGather(1, m, s, vec2f(0));"), "filtering"},
    {"by parameters", "fn g(x: f32, t: texture_depth_2d, u: sampler) { "
     "_ = textureSampleLevel(t, u, vec2f(x, x), 0); }\n"
     FRAGMENT("f", "g(1, d, s);"), "non-filtering"},
    {"by parameters, at any depth", FRAGMENT("f", "h(s, d);")
     "fn h(s: sampler, t: texture_depth_2d) { { g(t, max(1, 2), s,); } }\n"
     "fn g(t: texture_depth_2d, x: f32, u: sampler) { "
     "_ = textureSampleLevel(t, u, vec2f(x, x), 0); }\n", "non-filtering"},
    {"by a parameter and a name",
     "fn g(u: sampler) { _ = textureSample(d, u, array<vec2f, 2>()[0]); }\n"
     "fn h() { g(s); }\n"
     FRAGMENT("f", "h();"), "non-filtering"},
    {"by parameters that are handed a texture",
     "fn g(t: texture_2d<f32>, u: sampler) { _ = textureSample(t, u, vec2f(0));"
     " }\n" FRAGMENT("f", "g(m, s); _ = d;"), "filtering"},
    {"in a function that is not called",
     "fn g() { _ = textureSample(d, s, vec2f(0)); }\n"
     FRAGMENT("f", "_ = d; _ = s;"), "filtering"},
    {"with parameters that are hidden",
     "fn g(d: texture_2d<f32>) { _ = textureSample(d, s, vec2f(0)); }\n"
     FRAGMENT("f", "g(m); _ = d;"), "filtering"},
    {"by functions that call one another",
     "fn g(t: texture_depth_2d, u: sampler) { h(t, u); }\n"
     "fn h(t: texture_depth_2d, u: sampler) { g(t, u); "
     "_ = textureSample(t, u, vec2f(0)); }\n"
     FRAGMENT("f", "g(d, s);"), "non-filtering"},
};

static void check_sampler(void **state)
{
    const sampler_row *const row = *state;
    char text[1024];
    wlay_pipeline_part part = {NULL, NULL};
    const wlay_bind_groups *groups;
    wlay_module *module;

    snprintf(text, sizeof text, "%s%s", DEPTH, row->source);
    part.module = module = parse_functions(text);
    assert_true(wlay_module_valid(module));
    assert_int_equal(wlay_bind_groups_make(&part, 1, NULL, &groups), WLAY_OK);
    assert_string_equal(
        wlay_sampler_type_name(groups->groups[0].entries[1].sampler),
        row->type);
    wlay_bind_groups_free(groups);
    wlay_module_free(module);
}

/* --------------------------------------------------------------------- others */

static void test_places(void **state)
{
    const wlay_source sources[] = {
        {{"a.wgsl", 6}, {"\n@group(0) @binding(0) var s: sampler;", WLAY_STRLEN}},
        {{"b.wgsl", 6}, {"fn f() {}\n\n @group(0) @binding(0) var t: "
                         "texture_1d<f32>;", WLAY_STRLEN}}};
    const wlay_options options = {.read_functions = true};
    wlay_module *modules[2];
    wlay_pipeline_part parts[2];
    const wlay_bind_groups *groups;

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(wlay_parse_sources(&sources[i], 1, &options,
                                            &modules[i]), WLAY_OK);
        parts[i] = (wlay_pipeline_part){modules[i], NULL};
    }
    assert_int_equal(wlay_bind_groups_make(parts, 2, NULL, &groups),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(groups->issue_count, 1);
    assert_string_equal(groups->issues[0].first_place.source_name.data,
                        "a.wgsl");
    assert_int_equal(groups->issues[0].first_place.line, 2);
    assert_int_equal(groups->issues[0].first_place.column, 27);
    assert_string_equal(groups->issues[0].second_place.source_name.data,
                        "b.wgsl");
    assert_int_equal(groups->issues[0].second_place.line, 3);
    assert_int_equal(groups->issues[0].second_place.column, 28);
    wlay_bind_groups_free(groups);
    wlay_module_free(modules[0]);
    wlay_module_free(modules[1]);
}

static void test_arguments(void **state)
{
    wlay_module *const module = parse_valid("", NULL);
    const wlay_pipeline_part part = {module, NULL};
    const wlay_pipeline_part none = {NULL, NULL};
    const wlay_bind_groups_options no_names = {.unfiltered_count = 1};
    const wlay_bind_groups *groups = NULL;

    (void)state;
    assert_int_equal(wlay_bind_groups_make(&part, 1, NULL, &groups),
                     WLAY_INVALID_ARGUMENT); /* functions were not read */
    assert_null(groups);
    assert_int_equal(wlay_bind_groups_make(&none, 1, NULL, &groups),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_bind_groups_make(NULL, 1, NULL, &groups),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_bind_groups_make(NULL, 0, &no_names, &groups),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_bind_groups_make(NULL, 0, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    wlay_bind_groups_free(NULL);
    wlay_module_free(module);
}

/* Very many variables, all at one slot. */
static void test_one_slot(void **state)
{
    enum { COUNT = 20000, LINE = 64 };
    char *const text = malloc((size_t)COUNT * LINE);
    const wlay_bind_groups *groups;
    wlay_pipeline_part part = {NULL, NULL};
    wlay_module *module;
    size_t at = 0;

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < COUNT; i++)
        at += (size_t)snprintf(text + at, LINE,
                               "@group(3) @binding(9) var<uniform> v%d: %s;\n",
                               i, i == 7777 ? "mat2x2f" : "f32");
    part.module = module = parse_functions(text);
    free(text);
    assert_int_equal(wlay_bind_groups_make(&part, 1, NULL, &groups), WLAY_OK);
    assert_int_equal(groups->group_count, 1);
    assert_int_equal(groups->groups[0].entry_count, 1);
    assert_int_equal(groups->groups[0].entries[0].min_binding_size, 16);
    wlay_bind_groups_free(groups);
    wlay_module_free(module);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_one_slot),
    };
    int failed = 0;

    failed += RUN_TABLE(kinds, check_kind);
    failed += RUN_TABLE(pipelines, check_pipeline);
    failed += RUN_TABLE(samplers, check_sampler);
    failed += cmocka_run_group_tests_name("others", tests, NULL, NULL);
    return failed;
}
