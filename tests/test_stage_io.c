/* SPDX-License-Identifier: MIT */
/* Inputs and outputs of shader stages, and headers of functions. */
#include "table.h"

static const error_row errors[] = {
    {"parameter without an attribute",
     "@fragment fn f(a: f32) {}",
     "               ^",
     "entry-point"},
    {"result without an attribute",
     "@fragment fn f() -> f32 { return 1; }",
     "                    ^^^",
     "entry-point"},
    {"member without an attribute",
     "struct I { a: f32 }\n@fragment fn f(i: I) {}",
     "           ^",
     "entry-point"},
    {"member without an attribute, by an alias",
     "struct I { a: f32 } alias J = I;\n@fragment fn f(i: J) {}",
     "           ^",
     "entry-point"},
    {"a member is reported once",
     "struct I { a: f32 }\n@fragment fn f(i: I) {} @fragment fn g(i: I) {}",
     "           ^",
     "entry-point"},
    {"nested struct",
     "struct N { @location(0) a: f32 } struct I { n: N }\n@fragment fn "
     "f(i: I) {}",
     "                                            ^",
     "entry-point"},
    {"location twice in parameters",
     "@fragment fn f(@location(0) a: f32, @location(0) b: f32) {}",
     "                                     ^^^^^^^^",
     "stage-io"},
    {"location twice by its value",
     "@fragment fn f(@location(1u) a: f32, @location(2 - 1) b: f32) {}",
     "                                      ^^^^^^^^",
     "stage-io"},
    {"location twice in member and parameter",
     "struct I { @location(0) a: f32 }\n@fragment fn f(i: I, "
     "@location(0) b: f32) {}",
     "                                                      "
     " ^^^^^^^^",
     "stage-io"},
    {"location twice in two structs",
     "struct A { @location(0) a: f32 } struct B { @location(0) b: f32 "
     "}\n@fragment fn f(a: A, b: B) {}",
     "                                             ^^^^^^^^",
     "stage-io"},
    {"location twice in a struct",
     "struct A { @location(3) a: f32, @location(3) b: f32 }",
     "                                 ^^^^^^^^",
     "stage-io"},
    {"location twice in one attribute list",
     "@fragment fn f(@location(0) @location(1) a: f32) {}",
     "                             ^^^^^^^^",
     "attribute-duplicate"},
    {"location is negative",
     "@fragment fn f(@location(-1) a: f32) {}",
     "                         ^^",
     "attribute-value"},
    {"location is not an integer",
     "@fragment fn f(@location(1.0) a: f32) {}",
     "                         ^^^",
     "attribute-value"},
    {"location of an override",
     "override n = 1; @fragment fn f(@location(n) a: f32) {}",
     "                                         ^",
     "not-const"},
    {"location on a struct",
     "struct S { a: f32 } @fragment fn f(@location(0) a: S) {}",
     "                                                ^",
     "stage-io"},
    {"location on an array",
     "struct S { @location(0) a: array<f32, 4> }",
     "                        ^",
     "stage-io"},
    {"location on a matrix",
     "struct S { @location(0) a: mat2x2f }",
     "                        ^",
     "stage-io"},
    {"location on a bool",
     "@fragment fn f(@location(0) a: bool) {}",
     "                            ^",
     "stage-io"},
    {"location on a texture",
     "@fragment fn f(@location(0) a: texture_2d<f32>) {}",
     "                            ^",
     "stage-io"},
    {"location and builtin",
     "@fragment fn f(@location(0) @builtin(position) a: vec4f) {}",
     "                             ^^^^^^^",
     "stage-io"},
    {"location and builtin on a result",
     "@vertex fn f() -> @builtin(position) @location(0) vec4f {}",
     "                                      ^^^^^^^^",
     "stage-io"},
    {"location in a compute shader",
     "@compute @workgroup_size(1) fn f(@location(0) a: f32) {}",
     "                                  ^^^^^^^^",
     "stage-io"},
    {"location out of a compute shader",
     "@compute @workgroup_size(1) fn f() -> @location(0) f32 {}",
     "                                       ^^^^^^^^",
     "stage-io"},
    {"parameter of a compute shader",
     "@compute @workgroup_size(1) fn f(a: u32) {}",
     "                                 ^",
     "entry-point"},
    {"integer fragment input",
     "@fragment fn f(@location(0) a: i32) {}",
     "                            ^",
     "stage-io"},
    {"integer fragment input, linear",
     "@fragment fn f(@location(0) @interpolate(linear) a: vec2u) {}",
     "                             ^^^^^^^^^^^",
     "stage-io"},
    {"integer vertex output",
     "struct O { @builtin(position) p: vec4f, @location(0) a: u32 "
     "}\n@vertex fn f() -> O {}",
     "                                                     ^",
     "stage-io"},
    {"vertex shader without a result",
     "@vertex fn f() {}",
     "           ^",
     "entry-point"},
    {"vertex shader without a position",
     "@vertex fn f() -> @location(0) f32 {}",
     "           ^",
     "entry-point"},
    {"vertex struct without a position",
     "struct O { @location(0) a: f32 } @vertex fn f() -> O {}",
     "                                            ^",
     "entry-point"},
    {"position into a vertex shader",
     "@vertex fn f(@builtin(position) p: vec4f) -> @builtin(position) "
     "vec4f {}",
     "              ^^^^^^^",
     "stage-io"},
    {"position out of a fragment shader",
     "@fragment fn f() -> @builtin(position) vec4f {}",
     "                     ^^^^^^^",
     "stage-io"},
    {"vertex_index in a fragment shader",
     "struct I { @builtin(vertex_index) a: u32 }\n@fragment fn f(i: I) {}",
     "            ^^^^^^^",
     "stage-io"},
    {"frag_depth into a fragment shader",
     "@fragment fn f(@builtin(frag_depth) a: f32) {}",
     "                ^^^^^^^",
     "stage-io"},
    {"builtin twice",
     "@fragment fn f(@builtin(sample_mask) a: u32, "
     "@builtin(sample_mask) b: u32) {}",
     "                                             "
     " ^^^^^^^",
     "stage-io"},
    {"builtin twice in a struct that is used twice",
     "struct I { @builtin(workgroup_id) a: vec3u }\n@compute "
     "@workgroup_size(1) fn f(i: I, j: I) {}",
     "            ^^^^^^^",
     "stage-io"},
    {"builtin of another type",
     "@fragment fn f(@builtin(position) a: vec3f) {}",
     "                ^^^^^^^",
     "stage-io"},
    {"builtin on a struct",
     "struct S { @location(0) a: f32 }\n@fragment fn "
     "f(@builtin(position) a: S) {}",
     "                                              "
     "   ^^^^^^^",
     "stage-io"},
    {"builtin that is none",
     "@fragment fn f(@builtin(fragcoord) a: vec4f) {}",
     "                        ^^^^^^^^^",
     "attribute-value"},
    {"builtin without an argument",
     "@fragment fn f(@builtin a: vec4f) {}",
     "                ^^^^^^^",
     "attribute-arguments"},
    {"builtin in parentheses",
     "@fragment fn f(@builtin((position)) a: vec4f) {}",
     "                        ^^^^^^^^^^",
     "attribute-value"},
    {"depth mode that is none",
     "@fragment fn f() -> @builtin(frag_depth, equal) f32 {}",
     "                                         ^^^^^",
     "attribute-value"},
    {"depth mode of another builtin",
     "@fragment fn f() -> @builtin(sample_mask, less) u32 {}",
     "                                          ^^^^",
     "attribute-arguments"},
    {"clip distances that are too many",
     "enable clip_distances;\nstruct O { @builtin(clip_distances) c: "
     "array<f32, 9> }",
     "                                   ^^^^^^^",
     "stage-io"},
    {"clip distances that are no floats",
     "enable clip_distances;\nstruct O { @builtin(clip_distances) c: "
     "array<u32, 8> }",
     "                                   ^^^^^^^",
     "stage-io"},
    {"clip distances in a fragment shader",
     "enable clip_distances;\nstruct I { @builtin(clip_distances) c: "
     "array<f32, 8> }\n@fragment fn f(i: I) {}",
     "                                   ^^^^^^^",
     "stage-io"},
    {"clip distances without their extension",
     "struct O { @builtin(clip_distances) c: array<f32, 8> }",
     "            ^^^^^^^",
     "extension-needed"},
    {"subgroups without their extension",
     "@compute @workgroup_size(1) fn f(@builtin(subgroup_id) a: u32) {}",
     "                                  ^^^^^^^",
     "extension-needed"},
    {"blend_src 0 alone",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(0) a: f32 }",
     "                                                     "
     " ^^^^^^^^^",
     "stage-io"},
    {"blend_src 1 alone",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(1) a: f32 }",
     "                                                     "
     " ^^^^^^^^^",
     "stage-io"},
    {"blend_src twice the same",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(1) a: f32, @location(0) @blend_src(1) b: f32 }",
     "                                                     "
     "                                    ^^^^^^^^^",
     "stage-io"},
    {"blend_src three times",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(0) a: f32, @location(0) @blend_src(1) b: f32, "
     "@location(0) @blend_src(0) c: f32 }",
     "                                                     "
     "                                                         "
     "              ^^^^^^^^^",
     "stage-io"},
    {"blend_src of two types",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(0) a: f32, @location(0) @blend_src(1) b: vec2f }",
     "                                                     "
     "                                    ^^^^^^^^^",
     "stage-io"},
    {"blend_src at another location",
     "enable dual_source_blending;\nstruct O { @location(1) "
     "@blend_src(0) a: f32, @location(1) @blend_src(1) b: f32 }",
     "                                                     "
     " ^^^^^^^^^",
     "stage-io"},
    {"blend_src beside a plain location",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(0) a: f32, @location(0) @blend_src(1) b: f32, "
     "@location(1) c: f32 }",
     "                                                     "
     "                                                         "
     " ^^^^^^^^",
     "stage-io"},
    {"blend_src without a location",
     "enable dual_source_blending;\nstruct O { @blend_src(0) a: f32 }",
     "                                         ^^^^^^^^^",
     "stage-io"},
    {"blend_src of 2",
     "enable dual_source_blending;\nstruct O { @location(0) "
     "@blend_src(2) a: f32 }",
     "                                                     "
     "           ^",
     "attribute-value"},
    {"blend_src as an input",
     "enable dual_source_blending;\nstruct I { @location(0) "
     "@blend_src(0) a: f32, @location(0) @blend_src(1) b: f32 "
     "}\n@fragment fn f(i: I) {}",
     "                                                     "
     " ^^^^^^^^^                          ^^^^^^^^^",
     "stage-io stage-io"},
    {"blend_src on a result",
     "enable dual_source_blending;\n@fragment fn f() -> @location(0) "
     "@blend_src(0) f32 {}",
     "                                                              "
     " ^^^^^^^^^",
     "attribute-placement"},
    {"blend_src on a parameter",
     "enable dual_source_blending;\n@fragment fn f(@location(0) "
     "@blend_src(0) a: f32) {}",
     "                                                         "
     " ^^^^^^^^^",
     "attribute-placement"},
    {"blend_src without its extension",
     "struct O { @location(0) @blend_src(0) a: f32 }",
     "                         ^^^^^^^^^",
     "extension-needed"},
    {"interpolate without a location",
     "struct S { @interpolate(flat) a: f32 }",
     "            ^^^^^^^^^^^",
     "stage-io"},
    {"interpolate beside a builtin",
     "@fragment fn f(@builtin(position) @interpolate(flat) a: vec4f) {}",
     "                                   ^^^^^^^^^^^",
     "stage-io"},
    {"interpolation type that is none",
     "@fragment fn f(@location(0) @interpolate(smooth) a: f32) {}",
     "                                         ^^^^^^",
     "attribute-value"},
    {"interpolation sampling that is none",
     "@fragment fn f(@location(0) @interpolate(linear, centre) a: f32) {}",
     "                                                 ^^^^^^",
     "attribute-value"},
    {"flat interpolation with a sampling of others",
     "@fragment fn f(@location(0) @interpolate(flat, center) a: f32) {}",
     "                                               ^^^^^^",
     "attribute-value"},
    {"linear interpolation with a sampling of flat",
     "@fragment fn f(@location(0) @interpolate(linear, first) a: f32) {}",
     "                                                 ^^^^^",
     "attribute-value"},
    {"invariant alone",
     "struct S { @invariant a: vec4f }",
     "            ^^^^^^^^^",
     "stage-io"},
    {"invariant beside another builtin",
     "struct S { @builtin(front_facing) @invariant a: bool }",
     "                                   ^^^^^^^^^",
     "stage-io"},
    {"IO on a parameter of another function",
     "fn f(@location(0) @interpolate(flat) a: f32) {}",
     "      ^^^^^^^^",
     "attribute-placement"},
    {"IO on the result of another function",
     "fn f() -> @builtin(position) vec4f {}",
     "           ^^^^^^^",
     "attribute-placement"},
    {"layout attributes on a parameter",
     "fn f(@size(16) a: f32) {}",
     "      ^^^^",
     "attribute-placement"},
    {"location on a function",
     "@location(0) fn f() {}",
     " ^^^^^^^^",
     "attribute-placement"},
    {"location on a variable",
     "@location(0) var<private> a: f32;",
     " ^^^^^^^^",
     "attribute-placement"},
    {"two stages",
     "@compute @fragment @workgroup_size(1) fn f() {}",
     "          ^^^^^^^^",
     "entry-point"},
    {"a stage twice",
     "@compute @compute @workgroup_size(1) fn f() {}",
     "          ^^^^^^^",
     "attribute-duplicate"},
    {"compute without workgroup_size",
     "@compute fn f() {}",
     "            ^",
     "attribute-missing"},
    {"workgroup_size without compute",
     "@workgroup_size(1) fn f() {}",
     " ^^^^^^^^^^^^^^",
     "attribute-placement"},
    {"workgroup_size of a fragment shader",
     "@fragment @workgroup_size(1) fn f() {}",
     "           ^^^^^^^^^^^^^^",
     "attribute-placement"},
    {"workgroup_size of 0",
     "@compute @workgroup_size(8, 0) fn f() {}",
     "                            ^",
     "attribute-value"},
    {"workgroup_size below 0",
     "@compute @workgroup_size(-1) fn f() {}",
     "                         ^^",
     "attribute-value"},
    {"workgroup_size of two types",
     "@compute @workgroup_size(1u, 1i) fn f() {}",
     "                             ^^",
     "attribute-value"},
    {"workgroup_size of two types, one an override's",
     "override n: u32; @compute @workgroup_size(n, 1i) fn f() {}",
     "                                             ^^",
     "attribute-value"},
    {"workgroup_size beyond i32",
     "@compute @workgroup_size(2147483648, 1i) fn f() {}",
     "                         ^^^^^^^^^^",
     "conversion"},
    {"workgroup_size alone beyond i32",
     "@compute @workgroup_size(4294967295) fn f() {}",
     "                         ^^^^^^^^^^",
     "conversion"},
    {"workgroup_size that is no integer",
     "@compute @workgroup_size(1.5) fn f() {}",
     "                         ^^^",
     "attribute-value"},
    {"workgroup_size of a variable",
     "var<private> n: u32; @compute @workgroup_size(n) fn f() {}",
     "                                              ^",
     "not-const"},
    {"workgroup_size of four",
     "@compute @workgroup_size(1, 1, 1, 1) fn f() {}",
     "          ^^^^^^^^^^^^^^^^^^^^^^^^^^",
     "attribute-arguments"},
    {"subgroup_size without its extension",
     "@compute @workgroup_size(8) @subgroup_size(8) fn f() {}",
     "                             ^^^^^^^^^^^^^",
     "extension-needed"},
    {"subgroup_size that is no power of two",
     "enable subgroup_size_control;\n@compute @workgroup_size(8) "
     "@subgroup_size(12) fn f() {}",
     "                                                          "
     "               ^^",
     "attribute-value"},
    {"subgroup_size of 0",
     "enable subgroup_size_control;\n@compute @workgroup_size(8) "
     "@subgroup_size(0) fn f() {}",
     "                                                          "
     "               ^",
     "attribute-value"},
    {"subgroup_size that is no integer",
     "enable subgroup_size_control;\n@compute @workgroup_size(8) "
     "@subgroup_size(8.0) fn f() {}",
     "                                                          "
     "               ^^^",
     "attribute-value"},
    {"subgroup_size of a fragment shader",
     "enable subgroup_size_control;\n@fragment @subgroup_size(8) fn f() {}",
     "                                         ^^^^^^^^^^^^^",
     "attribute-placement"},
    {"must_use without a result",
     "@must_use fn f() {}",
     " ^^^^^^^^",
     "attribute-placement"},
    {"must_use twice",
     "@must_use @must_use fn f() -> f32 {}",
     "           ^^^^^^^^",
     "attribute-duplicate"},
    {"const on a function",
     "@const fn f() {}",
     " ^^^^^",
     "attribute-placement"},
    {"parameter twice",
     "fn f(a: f32, b: u32, a: f32) {}",
     "                     ^",
     "redeclaration"},
    {"parameter of a runtime-sized array",
     "fn f(a: array<f32>) {}",
     "        ^^^^^^^^^^",
     "function"},
    {"parameter of an override-sized array",
     "override n: u32; fn f(a: array<f32, n>) {}",
     "                         ^^^^^^^^^^^^^",
     "function"},
    {"parameter of an atomic",
     "fn f(a: atomic<u32>) {}",
     "        ^^^^^^^^^^^",
     "function"},
    {"parameter of a struct with an atomic",
     "struct S { a: atomic<u32> } fn f(s: S) {}",
     "                                    ^",
     "function"},
    {"result that is a pointer",
     "fn f() -> ptr<function, i32> {}",
     "          ^^^^^^^^^^^^^^^^^^",
     "function"},
    {"result that is a texture",
     "fn f() -> texture_2d<f32> {}",
     "          ^^^^^^^^^^^^^^^",
     "function"},
    {"result that is a sampler",
     "fn f() -> sampler {}",
     "          ^^^^^^^",
     "function"},
    {"result that is an atomic",
     "fn f() -> atomic<i32> {}",
     "          ^^^^^^^^^^^",
     "function"},
    {"pointer into a fragment shader",
     "@fragment fn f(@location(0) a: ptr<function, f32>) {}",
     "                            ^",
     "stage-io"},
    {"a function as a type",
     "fn g() {} fn f(a: g) {}",
     "                  ^",
     "not-a-type"},
    {"diagnostic rule twice",
     "@diagnostic(off, r) @diagnostic(off, r) fn f() {}",
     "                                     ^",
     "diagnostic-control"},
    {"diagnostic rule twice on a body",
     "fn f() @diagnostic(off, r) @diagnostic(error, r) {}",
     "                                              ^",
     "diagnostic-control"},
    {"diagnostic severity that is none",
     "@diagnostic(silent, r) fn f() {}",
     "            ^^^^^^",
     "diagnostic-control"},
    {"diagnostic rule that is no name",
     "@diagnostic(off, 1) fn f() {}",
     "                 ^",
     "syntax"},
    {"diagnostic rule of three parts",
     "@diagnostic(off, a.b.c) fn f() {}",
     "                    ^",
     "syntax"},
    {"diagnostic on a variable",
     "@diagnostic(off, r) var<private> a: i32;",
     " ^^^^^^^^^^",
     "attribute-placement"},
    {"location on a body",
     "fn f() @location(0) {}",
     "        ^^^^^^^^",
     "attribute-placement"},
};

typedef struct valid_row {
    const char *name;
    const char *source;
} valid_row;

static const valid_row valid[] = {
    {"inputs of all kinds",
     "struct I { @location(0) a: f32, @builtin(position) p: vec4f "
     "}\n"
     "@fragment fn f(i: I, @location(1) b: vec2f, "
     "@builtin(front_facing) c: bool) {}"},
    {"inputs and outputs do not share locations",
     "struct S { @location(0) a: f32 } @fragment fn f(s: S) -> S {}"},
    {"one struct between two stages",
     "struct V { @builtin(position) p: vec4f, @location(0) a: f32 "
     "}\n"
     "@vertex fn v() -> V {} @fragment fn f(v: V) -> @location(0) vec4f {}"},
    {"a struct without attributes is for other functions",
     "struct S { a: f32 } fn f(s: S) -> S {}"},
    {"a struct with attributes too",
     "struct S { @location(0) a: f32 } fn f(s: S) -> S {}"},
    {"two attributes in a struct that no entry point uses",
     "struct S { @location(0) @builtin(position) a: vec4f }"},
    {"integer vertex input",
     "@vertex fn f(@location(0) a: i32) -> @builtin(position) vec4f {}"},
    {"integer fragment output",
     "@fragment fn f() -> @location(0) u32 {}"},
    {"flat integers",
     "struct V { @builtin(position) p: vec4f, @location(0) "
     "@interpolate(flat) a: u32 }\n"
     "@vertex fn v() -> V {} @fragment fn f(v: V) {}"},
    {"linear integers where nothing is interpolated",
     "@vertex fn f(@location(0) @interpolate(linear) a: i32) -> "
     "@builtin(position) vec4f {}"},
    {"all interpolations",
     "@fragment fn f(@location(0) @interpolate(flat) a: f32, "
     "@location(1) @interpolate(flat, first) b: f32, @location(2) "
     "@interpolate(flat, either,) c: f32, @location(3) "
     "@interpolate(linear, sample) d: f32, @location(4) "
     "@interpolate(perspective, centroid) e: f32) {}"},
    {"halves",
     "enable f16; @fragment fn f(@location(0) a: f16, @location(1) b: "
     "vec4h) {}"},
    {"an alias of a type",
     "alias P = vec4f; @vertex fn f() -> @builtin(position) P {}"},
    {"an alias of a struct",
     "struct S { @location(0) a: f32 } alias T = S; @fragment fn f(t: T) {}"},
    {"locations are const-expressions",
     "const l = 3; @fragment fn f(@location(l) a: f32, @location(l + "
     "1u) b: f32) {}"},
    {"any location",
     "@fragment fn f(@location(4294967295u) a: f32) {}"},
    {"invariant positions",
     "@vertex fn f() -> @builtin(position) @invariant vec4f {} "
     "@fragment fn g(@builtin(position) @invariant a: vec4f) {}"},
    {"what a vertex shader gets",
     "@vertex fn f(@builtin(vertex_index) a: u32, "
     "@builtin(instance_index) b: u32) -> @builtin(position) vec4f {}"},
    {"what a fragment shader gets",
     "enable subgroups, primitive_index;\n"
     "@fragment fn f(@builtin(position) a: vec4f, "
     "@builtin(front_facing) b: bool, @builtin(sample_index) c: u32, "
     "@builtin(sample_mask) d: u32, @builtin(primitive_index) e: u32, "
     "@builtin(subgroup_size) g: u32, @builtin(subgroup_invocation_id) "
     "h: u32) {}"},
    {"what a fragment shader gives",
     "struct O { @builtin(frag_depth) a: f32, @builtin(sample_mask) b: "
     "u32 } @fragment fn f() -> O {}"},
    {"what a compute shader gets",
     "enable subgroups;\n"
     "@compute @workgroup_size(1) fn f(@builtin(local_invocation_id) a: "
     "vec3u, @builtin(local_invocation_index) b: u32, "
     "@builtin(global_invocation_id) c: vec3u, "
     "@builtin(global_invocation_index) d: u32, @builtin(workgroup_id) "
     "e: vec3u, @builtin(workgroup_index) g: u32, "
     "@builtin(num_workgroups) h: vec3u, "
     "@builtin(subgroup_invocation_id) i: u32, @builtin(subgroup_size) "
     "j: u32, @builtin(subgroup_id) k: u32, @builtin(num_subgroups) l: "
     "u32) {}"},
    {"sample_mask goes in and out",
     "@fragment fn f(@builtin(sample_mask) a: u32) -> "
     "@builtin(sample_mask) u32 {}"},
    {"depth modes",
     "@fragment fn f() -> @builtin(frag_depth, less) f32 {} @fragment "
     "fn g() -> @builtin(frag_depth, greater,) f32 {}"},
    {"clip distances",
     "enable clip_distances; struct O { @builtin(position) p: vec4f, "
     "@builtin(clip_distances) c: array<f32, 8> } @vertex fn f() -> O {}"},
    {"dual source blending",
     "enable dual_source_blending; struct O { @location(0) "
     "@blend_src(1) a: f32, @location(0) @blend_src(0) b: f32, "
     "@builtin(frag_depth) c: f32 } @fragment fn f() -> O {}"},
    {"workgroup sizes",
     "override n: u32; @compute @workgroup_size(n, 4u, 2) fn f() {} "
     "@compute @workgroup_size(8, 8i,) fn g() {} @compute "
     "@workgroup_size(4294967295, 1u) fn h() {}"},
    {"a limit is for the pipeline to find",
     "@compute @workgroup_size(65536, 65536, 65536) fn f() {}"},
    {"subgroup sizes",
     "enable subgroup_size_control; override n = 3; @compute "
     "@workgroup_size(8) @subgroup_size(8) fn f() {} @compute "
     "@workgroup_size(8) @subgroup_size(n) fn g() {}"},
    {"must_use",
     "@must_use fn f() -> f32 {} @must_use @fragment fn g() -> "
     "@location(0) f32 {}"},
    {"diagnostics",
     "@diagnostic(off, derivative_uniformity) @diagnostic(info, a.b,) "
     "fn f() @diagnostic(error, c) {}"},
    {"parameters of all kinds",
     "struct S { a: bool } fn f(a: ptr<function, i32>, b: ptr<storage, "
     "array<i32>, read_write>, c: sampler, d: texture_external, e: "
     "array<S, 2>, f: mat2x2f, g: ptr<workgroup, atomic<u32>>) {}"},
    {"a parameter hides what has its name",
     "struct S { a: f32 } fn f(f: f32, S: S, i32: u32, g: i32) {}"},
};

static void check_valid(void **state)
{
    const valid_row *const row = *state;

    wlay_module_free(parse_valid(row->source, NULL));
}

/* A member is marked where it stands, with a note where it is used. */
static void test_note_at_the_use(void **state)
{
    static const char source[] = "struct I { a: f32 }\n"
                                 "@fragment fn shade(input: I) {}\n"
                                 "@vertex fn place() -> I {}";
    wlay_module *const module = parse_copy(source, strlen(source), NULL);
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 2);
    assert_string_equal(d[0].message.data,
                        "'I.a' needs '@location' or '@builtin', as it is an "
                        "input of a fragment shader");
    assert_int_equal(d[0].place.line, 1);
    assert_int_equal(d[0].note_count, 1);
    assert_int_equal(d[0].notes[0].place.line, 2);
    assert_int_equal(d[0].notes[0].place.column, 20);
    assert_string_equal(d[0].notes[0].message.data,
                        "'I' is used here, by the entry point 'shade'");
    assert_string_equal(d[1].message.data,
                        "the vertex entry point 'place' must return "
                        "'@builtin(position)'");
    wlay_module_free(module);
}

/* Members and their entry points may stand in different sources. */
static void test_place_in_another_source(void **state)
{
    const wlay_source sources[] = {
        {{"a.wgsl", WLAY_STRLEN},
         {"@fragment fn f(i: I, @location(0) b: f32) {}", WLAY_STRLEN}},
        {{"b.wgsl", WLAY_STRLEN},
         {"struct I { @location(0) @interpolate(flat) a: i32,\n"
          "           @location(1) b: i32 }", WLAY_STRLEN}},
    };
    wlay_module *module;
    const wlay_diagnostic *d;
    size_t count;

    (void)state;
    assert_int_equal(wlay_parse_sources(sources, 2, NULL, &module),
                     WLAY_INVALID_WGSL);
    d = wlay_diagnostics(module, &count);
    assert_int_equal(count, 2);
    assert_string_equal(d[0].place.source_name.data, "a.wgsl");
    assert_int_equal(d[0].place.column, 23);
    assert_string_equal(d[0].notes[0].place.source_name.data, "b.wgsl");
    assert_int_equal(d[0].notes[0].place.column, 13);
    assert_string_equal(d[1].place.source_name.data, "b.wgsl");
    assert_int_equal(d[1].place.line, 2);
    assert_int_equal(d[1].place.column, 25);
    assert_string_equal(d[1].notes[0].place.source_name.data, "a.wgsl");
    wlay_module_free(module);
}

static void check_parameters(size_t count, bool valid_count)
{
    char source[8192] = "fn f(";
    wlay_module *module;

    for (size_t i = 0; i < count; i++)
        snprintf(source + strlen(source), sizeof source - strlen(source),
                 "p%u: f32, ", (unsigned)i);
    strncat(source, ") {}", sizeof source - strlen(source) - 1);
    module = parse_copy(source, strlen(source), NULL);
    assert_int_equal(wlay_module_valid(module), valid_count);
    wlay_module_free(module);
}

static void test_parameters(void **state)
{
    (void)state;
    check_parameters(0, true);
    check_parameters(255, true);
    check_parameters(256, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_note_at_the_use),
        cmocka_unit_test(test_place_in_another_source),
        cmocka_unit_test(test_parameters),
    };
    int failed = 0;

    failed += RUN_TABLE(errors, check_errors);
    failed += RUN_TABLE(valid, check_valid);
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed > 0;
}
