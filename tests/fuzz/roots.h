/* SPDX-License-Identifier: MIT */
/* A module with a type of every kind, for targets that ask rather than parse. */
#ifndef WLAY_TESTS_FUZZ_ROOTS_H
#define WLAY_TESTS_FUZZ_ROOTS_H

#include "fuzz.h"

static const char fuzz_roots_text[] =
    "enable f16;\n"
    "override N: u32;\n"
    "struct Light { position: vec3f, kind: u32, color: vec4<f16>, m: mat3x3f }\n"
    "struct Deep { @align(32) a: array<Light, 3>, @size(40) b: mat2x3<f16>,\n"
    "              c: array<array<vec3<i32>, 2>, 3>, d: f32 }\n"
    "struct Lights { count: atomic<u32>, items: array<Light> }\n"
    "struct Tail { a: vec3f, b: u32, c: array<vec3<f16>> }\n"
    "struct Bools { a: bool, b: vec2<bool>, c: f16 }\n"
    "@group(0) @binding(0) var<storage, read_write> lights: Lights;\n"
    "@group(0) @binding(1) var<uniform> deep: Deep;\n"
    "@group(0) @binding(2) var<storage> tail: Tail;\n"
    "@group(0) @binding(3) var<storage> numbers: array<i32>;\n"
    "@group(0) @binding(4) var<storage> matrices: array<mat4x3<f32>, 3>;\n"
    "@group(1) @binding(0) var picture: texture_2d<f32>;\n"
    "var<workgroup> scratch: array<vec3f, N>;\n"
    "var<workgroup> counters: array<array<atomic<i32>, 3>, 5>;\n"
    "var<private> bools: array<Bools, 2>;\n"
    "var<private> half: f16;\n"
    "var<private> quad: vec4<u32>;\n";

/* Read once; fuzzers and replay have one thread. */
static const wlay_module *fuzz_roots(void)
{
    static wlay_module *module;

    if (module == NULL)
        CHECK(wlay_parse(fuzz_roots_text, WLAY_STRLEN, NULL, &module) ==
              WLAY_OK);
    return module;
}

/* The type of one of its variables, or of a column, element or member. */
static const wlay_type *fuzz_root(fuzz_input *input)
{
    size_t count;
    const wlay_variable *const variables =
        wlay_variables(fuzz_roots(), &count);
    const uint8_t choice = fuzz_u8(input);
    const wlay_type *const type = variables[choice % count].type;

    return choice >= 128 && type->element != NULL ? type->element : type;
}

#endif /* WLAY_TESTS_FUZZ_ROOTS_H */
