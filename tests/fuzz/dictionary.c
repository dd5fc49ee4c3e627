/* SPDX-License-Identifier: MIT */
/* Prints a dictionary for libFuzzer: all names that WGSL has, from the table that
   the library has them from, and what stands between names. */
#include <stdio.h>

static const char *const others[] = {
    "@align(16) ", "@size(16) ", "@id(1) ", "@group(0) @binding(0) ",
    "@location(0) ", "@builtin(position) ", "@workgroup_size(1) @compute ",
    "@must_use ", "@const ", "var<storage, read_write> ", "var<uniform> ",
    "struct S { ", "array<u32, ", "array<S>", "vec3<f32>", "const_assert ",
    "fn f() { }", "override N: u32;", "/*", "*/", "//", "->", "<<", ">>", "<=",
    ">=", "==", "!=", "&&", "||", "++", "--", "+=", "::", "0x1.8p-3", "1e-30f",
    "0x7fffffff", "4294967295u", "2147483648", "1.5h", "0i", "e+38", ".xyzw",
    ".rgba", "[0]", "[4294967295]", "_", "\\xEF\\xBB\\xBF", "\\xC2\\x85",
    "\\xE2\\x80\\xA8", "\\xCE\\xB1", "\\xE2\\x80\\x8E",
    "uniform_buffer_standard_layout", "derivative_uniformity",
    "--format", "--struct", "--override", "--type", "--rename",
};

#define PRINT(name) printf("\"%s\"\n", #name);
#define KEYWORD(name) PRINT(name)
#define RESERVED(name)
#define TYPE(name, index) PRINT(name)
#define GENERATOR(name, kind, a, b) PRINT(name)
#define FUNCTION(name) PRINT(name)
#define RUNTIME(name) PRINT(name)
#define SPACE(name, value) PRINT(name)
#define ACCESS(name, value) PRINT(name)
#define FORMAT(name, value) PRINT(name)
#define WORD(name) PRINT(name)

int main(void)
{
#include "../../src/names.def"
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        printf("\"%s\"\n", others[i]);
    return 0;
}
