/* SPDX-License-Identifier: MIT */
/* How big must the buffer for 100 lights be? */
#include <wlay.h>

#include <stdio.h>

static const char text[] = "struct Light { position: vec3f, color: vec3f }\n"
                           "@group(0) @binding(1)\n"
                           "var<storage> lights: array<Light>;\n";

int main(void)
{
    const wlay_options options = {0};
    wlay_module *module;
    const wlay_variable *lights;
    uint64_t bytes = 0;

    if (wlay_parse(text, WLAY_STRLEN, &options, &module) != WLAY_OK)
        return 1;
    lights = wlay_find_binding(module, 0, 1);
    if (lights != NULL)
        bytes = 100 * lights->type->stride;
    wlay_module_free(module);
    printf("%lu bytes\n", (unsigned long)bytes);
    return bytes == 3200 ? 0 : 1;
}
