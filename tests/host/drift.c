/* SPDX-License-Identifier: MIT */
/* A program that was built for drift.wgsl reads another shader: does it notice?
   Exit status 1 if it does. */
#include "drift.wgsl.h"

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
    static const wlay_host_member rows[] = {Light_ROWS};
    wlay_host_difference found[16];
    char text[256];
    size_t count;

    wlay_check_struct(light, rows, sizeof rows / sizeof *rows, sizeof(Light),
                      0, found, 16, &count);
    for (size_t i = 0; i < count && i < 16; i++) {
        wlay_host_difference_text(&found[i], text, sizeof text);
        puts(text);
    }
    return count;
}

int main(int argc, char **argv)
{
    wlay_module *module = argc > 1 ? read_shader(argv[1]) : NULL;
    const wlay_struct *light =
        module != NULL ? wlay_find_struct(module, "Light", WLAY_STRLEN) : NULL;
    bool same_hash;
    bool same_rows;

    if (light == NULL)
        return 2;
    same_hash = wlay_layout_hash(light->type, WLAY_HASH_NAMES) ==
                Light_LAYOUT_HASH;
    same_rows = put_differences(light) == 0;
    wlay_module_free(module);
    puts(same_hash ? "the hash is the same" : "the hash differs");
    return same_hash && same_rows ? 0 : 1;
}
