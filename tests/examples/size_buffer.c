/* SPDX-License-Identifier: MIT */
/* How large has a buffer to be for so many lights, and how many fit into it? */
#include <stdio.h>
#include <wlay.h>

int main(void)
{
    static const char wgsl[] =
        "struct Light { position: vec3f, radius: f32, color: vec3f }\n"
        "struct Lights { ambient: vec3f, count: u32, items: array<Light> }\n"
        "@group(0) @binding(1) var<storage> lights: Lights;\n";
    wlay_module *module;
    const wlay_variable *lights;
    uint64_t size, count;

    if (wlay_parse(wgsl, WLAY_STRLEN, NULL, &module) != WLAY_OK)
        return 1;
    lights = wlay_find_binding(module, 0, 1);
    wlay_buffer_size(lights, 100, &size);
    printf("100 lights need %u bytes\n", (unsigned)size);
    wlay_count_for_size(lights->type, 65536, &count, NULL);
    printf("65536 bytes hold %u lights\n", (unsigned)count);
    wlay_module_free(module);
    return 0;
}
