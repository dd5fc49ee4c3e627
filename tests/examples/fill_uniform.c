/* SPDX-License-Identifier: MIT */
/* A uniform block, written by the names of its members. */
#include <stdio.h>
#include <wlay.h>

int main(void)
{
    static const char wgsl[] =
        "struct Camera {\n"
        "    view: mat4x4f, normals: mat3x3f, eye: vec3f, exposure: f32,\n"
        "    size: vec2u, sun: array<vec3f, 2>,\n"
        "}\n"
        "@group(0) @binding(0) var<uniform> camera: Camera;\n";
    static const float view[4][4] = {
        {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, -9, 1}};
    static const float normals[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const double eye[3] = {0.5, 1.75, 9};
    static const uint16_t size[2] = {1920, 1080};
    const float noon[3] = {0, 1, 0};
    unsigned char block[256] = {0};
    float back[3];
    wlay_module *module;
    const wlay_type *camera;

    if (wlay_parse(wgsl, WLAY_STRLEN, NULL, &module) != WLAY_OK)
        return 1;
    camera = wlay_find_variable(module, "camera", WLAY_STRLEN)->type;
#define PUT(path, host, values)                                            \
    if (wlay_store_path(block, sizeof block, camera, path, WLAY_STRLEN,    \
                        host, &(values), sizeof(values)) != WLAY_OK)       \
        return 1
    PUT("view", WLAY_HOST_F32, view);
    PUT("normals", WLAY_HOST_F32 | WLAY_HOST_ROW_MAJOR, normals);
    PUT("eye", WLAY_HOST_F64, eye); /* to the nearest f32 */
    PUT("size", WLAY_HOST_U16, size);
    PUT("sun[1]", WLAY_HOST_F32, noon);
#undef PUT
    if (wlay_load_path(block, sizeof block, camera, "eye", WLAY_STRLEN,
                       WLAY_HOST_F32, back, sizeof back) != WLAY_OK)
        return 1;
    printf("the eye is at %g %g %g\n", (double)back[0], (double)back[1],
           (double)back[2]);
    wlay_module_free(module);
    return 0;
}
