/* SPDX-License-Identifier: MIT */
/* Entry points and bind groups, as text and as JSON, in which a ' stands for a
   ". */
#include "table.h"

#include "../src/write.h"

#define SIZE 16384

static bool take(void *user_data, const char *data, size_t length)
{
    char *const text = user_data;

    if (strlen(text) + length >= SIZE)
        return false;
    strncat(text, data, length);
    return true;
}

static wlay_module *parse_functions(const char *text)
{
    const wlay_options options = {.read_functions = true};

    return parse_copy(text, strlen(text), &options);
}

typedef struct write_row {
    const char *name;
    const char *source;
    const char *part; /* of what is written */
} write_row;

static const write_row texts[] = {
    {"a pipeline",
     "struct V { @location(0) p: vec3f, @location(1) c: vec4f }\n"
     "@group(0) @binding(0) var<uniform> u: vec4f; override scale = 2.0;\n"
     "@group(1) @binding(3) var t: texture_multisampled_2d<f32>;\n"
     "@vertex fn v(in: V) -> @builtin(position) vec4f { return u * scale; }\n"
     "@fragment fn f() -> @location(1) vec4f { return u + textureLoad(t,"
     " vec2(0), 0); }",
     "// entry points\n"
     "// @vertex fn v\n"
     "//     uses u, override scale\n"
     "//     in  @location(0) p: vec3<f32>, float32x3 at 0 of 28\n"
     "//     in  @location(1) c: vec4<f32>, float32x4 at 12 of 28\n"
     "// @fragment fn f\n"
     "//     uses u, t\n"
     "//     out @location(1) vec4<f32>\n"
     "\n"
     "// bind group layouts\n"
     "// @group(0) @binding(0) u: uniform, 16 bytes; vertex, fragment\n"
     "// @group(1) @binding(3) t: texture, unfilterable-float, 2d, "
     "multisampled; fragment\n"},
    {"compute", "override n: u32; var<workgroup> w: array<vec4f, 4>;\n"
     "@group(0) @binding(0) var s: texture_storage_3d<r32float, read_write>;\n"
     "@group(0) @binding(1) var x: texture_external;\n"
     "@group(0) @binding(2) var m: sampler_comparison;\n"
     "@compute @workgroup_size(8, n) fn c() { _ = w[0]; _ = s; }",
     "// entry points\n"
     "// @compute @workgroup_size(8, ?, 1) fn c\n"
     "//     uses w, s, override n\n"
     "//     64 bytes of workgroup memory\n"
     "\n"
     "// bind group layouts\n"
     "// @group(0) @binding(0) s: storage-texture, r32float, read-write, 3d; "
     "compute\n"
     "// @group(0) @binding(1) x: external-texture; used by no entry point\n"
     "// @group(0) @binding(2) m: sampler, comparison; used by no entry "
     "point\n"},
    {"memory that is not known", "override n: u32;\n"
     "var<workgroup> w: array<vec4f, n>;\n"
     "@compute @workgroup_size(1) fn c() { _ = w[0]; }",
     "//     0 bytes of workgroup memory, and what overrides without a value "
     "size\n"},
    {"limits", "@compute @workgroup_size(512) fn c() { }",
     "// @compute @workgroup_size(512, 1, 1) fn c\n"
     "//     the entry point 'c' needs 512 invocations in x, more than the 256 "
     "allowed (maxComputeWorkgroupSizeX)\n"
     "//     the entry point 'c' needs 512 invocations in a workgroup, more than "
     "the 256 allowed (maxComputeInvocationsPerWorkgroup)\n"},
    {"two sources", "enable dual_source_blending; struct O {\n"
     "@location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f "
     "}\n@fragment fn f() -> O { }",
     "//     out @location(0) @blend_src(0) a: vec4<f32>\n"
     "//     out @location(0) @blend_src(1) b: vec4<f32>\n"},
    {"structs of inputs", "struct V { @location(0) p: vec3f }",
     "; of stage inputs or outputs, not the layout of vertex buffers\n"},
};

static void check_text(void **state)
{
    const write_row *const row = *state;
    static char text[SIZE];
    const wlay_sink sink = {take, text};
    wlay_module *const module = parse_functions(row->source);

    text[0] = '\0';
    assert_true(wlay_write_text(module, NULL, &sink));
    if (strstr(text, row->part) == NULL)
        fail_msg("missing:\n%s\nin:\n%s", row->part, text);
    wlay_module_free(module);
}

/* Without line breaks and indentation. */
static const write_row documents[] = {
    {"a pipeline",
     "struct V { @location(1) p: vec3f, @location(0) c: vec4u }\n"
     "struct O { @location(0) n: vec3f, @builtin(position) p: vec4f }\n"
     "@group(0) @binding(0) var<uniform> u: vec4f; override scale = 2.0;\n"
     "@vertex fn v(in: V, @builtin(vertex_index) i: u32) -> O {\n"
     "    return O(u.xyz * scale, u); }\n"
     "@fragment fn f(@location(0) n: vec3f) -> @location(1) vec4f {\n"
     "    return u; }",
     "'entry_points': [{'name': 'v','stage': 'vertex','workgroup_size': null,"
     "'variables': ['u'],'overrides': ['scale'],"
     "'inputs': [{'location': 0,'name': 'c','type': 'vec4<u32>',"
     "'format': 'uint32x4'},{'location': 1,'name': 'p','type': 'vec3<f32>',"
     "'format': 'float32x3'}],"
     "'outputs': [{'location': 0,'name': 'n','type': 'vec3<f32>',"
     "'interpolation': 'perspective','sampling': 'center'}],"
     "'builtin_inputs': [{'builtin': 'vertex_index','name': 'i','type': 'u32'}],"
     "'builtin_outputs': [{'builtin': 'position','name': 'p',"
     "'type': 'vec4<f32>'}],"
     "'vertex_buffers': [{'array_stride': 28,'step_mode': 'vertex',"
     "'attributes': [{'shader_location': 0,'offset': 0,'format': 'uint32x4'},"
     "{'shader_location': 1,'offset': 16,'format': 'float32x3'}]}],"
     "'workgroup_memory': null},"
     "{'name': 'f','stage': 'fragment','workgroup_size': null,"
     "'variables': ['u'],'overrides': [],"
     "'inputs': [{'location': 0,'name': 'n','type': 'vec3<f32>',"
     "'interpolation': 'perspective','sampling': 'center'}],"
     "'outputs': [{'location': 1,'name': null,'type': 'vec4<f32>',"
     "'blend_src': null}],'builtin_inputs': [],'builtin_outputs': [],"
     "'vertex_buffers': null,'workgroup_memory': null}],"
     "'bind_groups': [{'group': 0,'entries': [{'binding': 0,'variable': 'u',"
     "'visibility': ['vertex','fragment'],'kind': 'uniform',"
     "'min_binding_size': 16}]}]"},
    {"a compute shader", "override n: u32; var<workgroup> w: u32;\n"
     "@compute @workgroup_size(8, n) fn c() { _ = w; }",
     "'workgroup_size': [8,null,1],'variables': ['w'],'overrides': ['n'],"
     "'inputs': [],'outputs': [],'builtin_inputs': [],'builtin_outputs': [],"
     "'vertex_buffers': null,'workgroup_memory': 16}],'bind_groups': []"},
    {"no entry points", "const a = 1;",
     "'aliases': [],'entry_points': [],'bind_groups': []"},
    {"handles",
     "@group(2) @binding(0) var a: sampler; @group(2) @binding(1) var b: "
     "texture_depth_cube;\n@group(2) @binding(2) var c: "
     "texture_storage_1d<rgba8uint, write>;\n@group(2) @binding(3) var d: "
     "texture_external;",
     "'bind_groups': [{'group': 2,'entries': ["
     "{'binding': 0,'variable': 'a','visibility': [],'kind': 'sampler',"
     "'type': 'filtering'},"
     "{'binding': 1,'variable': 'b','visibility': [],'kind': 'texture',"
     "'sample_type': 'depth','view_dimension': 'cube','multisampled': false},"
     "{'binding': 2,'variable': 'c','visibility': [],'kind': 'storage-texture',"
     "'access': 'write-only','format': 'rgba8uint','view_dimension': '1d'},"
     "{'binding': 3,'variable': 'd','visibility': [],"
     "'kind': 'external-texture'}]}]"},
    {"structs of inputs", "struct V { @location(0) p: vec3f }",
     "'stage_io': true"},
};

/* Takes out line breaks with the blanks behind them. */
static void join_lines(char *text)
{
    char *to = text;

    while (*text != '\0') {
        if (*text == '\n')
            text += 1 + strspn(text + 1, " ");
        else
            *to++ = *text++ == '"' ? '\'' : text[-1];
    }
    *to = '\0';
}

static void check_document(void **state)
{
    const write_row *const row = *state;
    static char text[SIZE];
    const wlay_sink sink = {take, text};
    wlay_module *const module = parse_functions(row->source);

    text[0] = '\0';
    assert_true(wlay_write_json_module(module, 0, NULL, &sink));
    join_lines(text);
    if (strstr(text, row->part) == NULL)
        fail_msg("missing:\n%s\nin:\n%s", row->part, text);
    wlay_module_free(module);
}

/* Where functions were not read there is nothing to say of entry points. */
static void test_off(void **state)
{
    wlay_module *const module = parse_valid("@fragment fn f() { }", NULL);
    static char text[SIZE];
    const wlay_sink sink = {take, text};

    (void)state;
    assert_true(wlay_write_json_module(module, 0, NULL, &sink));
    assert_true(wlay_write_text(module, NULL, &sink));
    assert_null(strstr(text, "entry_points"));
    assert_null(strstr(text, "entry points"));
    wlay_module_free(module);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(test_off)};

    return RUN_TABLE(texts, check_text) +
           RUN_TABLE(documents, check_document) +
           cmocka_run_group_tests_name("off", tests, NULL, NULL);
}
