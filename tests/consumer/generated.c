/* SPDX-License-Identifier: MIT */
/* The structs of a header that the build makes of a shader, which is read again
   while the program runs: does it still have the layout of the build? */
#include "light.wgsl.h"

#include <wlay.h>

#include <stdio.h>

static wlay_module *read_shader(const char *path)
{
    static char text[4096];
    FILE *file = fopen(path, "rb");
    wlay_module *module = NULL;
    size_t length;

    if (file == NULL)
        return NULL;
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    wlay_parse(text, length, NULL, &module);
    return module;
}

static size_t put_differences(const wlay_struct *light)
{
    static const wlay_host_member rows[] = {gpu_Light_ROWS};
    wlay_host_difference found[8];
    char text[256];
    size_t count = 0;

    if (wlay_layout_hash(light->type, WLAY_HASH_NAMES) ==
        gpu_Light_LAYOUT_HASH)
        return 0;
    wlay_check_struct(light, rows, sizeof rows / sizeof *rows,
                      sizeof(gpu_Light), 0, found, 8, &count);
    for (size_t i = 0; i < count && i < 8; i++) {
        wlay_host_difference_text(&found[i], text, sizeof text);
        puts(text);
    }
    return count > 0 ? count : 1;
}

int main(int argc, char **argv)
{
    wlay_module *module = argc > 1 ? read_shader(argv[1]) : NULL;
    const wlay_struct *light =
        module != NULL ? wlay_find_struct(module, "Light", WLAY_STRLEN) : NULL;
    const gpu_Light lights[2] = {{.position = {1, 2, 3}, .radius = 4}};
    size_t count;

    if (light == NULL)
        return 2;
    printf("binding %u: %u bytes for two lights\n", gpu_lights_BINDING,
           (unsigned)gpu_Lights_SIZE(2));
    count = put_differences(light);
    wlay_module_free(module);
    return count == 0 && sizeof lights == 64 &&
                   gpu_Lights_SIZE(2) == 16 + sizeof lights
               ? 0
               : 1;
}
