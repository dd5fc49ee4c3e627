/* SPDX-License-Identifier: MIT */
/* Values that are written by way of the user's own types have to lie where WGSL
   looks for them.  Without CGLM the types are arrays. */
#ifdef CGLM
#include <cglm/cglm.h>
#else
typedef float vec2[2];
typedef float vec3[3];
typedef float vec4[4];
typedef vec4 mat4[4];
typedef vec2 mat2[2];
#endif

#include "types.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float at(const void *bytes, size_t offset)
{
    float value;

    memcpy(&value, (const unsigned char *)bytes + offset, sizeof value);
    return value;
}

static int failures;

static void check(const void *bytes, size_t offset, float wanted)
{
    const float actual = at(bytes, offset);

    if (actual >= wanted && actual <= wanted)
        return;
    failures++;
    printf("at byte %u is %f, not %f\n", (unsigned)offset, (double)actual,
           (double)wanted);
}

static void set(vec3 to, float x, float y, float z)
{
    to[0] = x;
    to[1] = y;
    to[2] = z;
}

static void check_camera(void)
{
    static Camera camera;

    camera.view[3][1] = 1;
    camera.normal[2][1] = 2;
    set(camera.position, 3, 4, 5);
    camera.near = 6;
    set(camera.focus, 7, 8, 9);
    camera.size[1] = 10;
    camera.planes[5][3] = 11;
    set(camera.corners[7].value, 12, 13, 14);
    camera.turn[1][0] = 15;
    check(&camera, 52, 1);
    check(&camera, 100, 2);
    check(&camera, 112, 3);
    check(&camera, 124, 6);
    check(&camera, 136, 9);
    check(&camera, 148, 10);
    check(&camera, 252, 11);
    check(&camera, 376, 14);
    check(&camera, 392, 15);
}

static void check_points(void)
{
    Points *points = calloc(1, Points_SIZE(3));

    if (points == NULL)
        exit(2);
    points->count = 3;
    set(points->items[2].value, 1, 2, 3);
    check(points, 16 + 2 * 16 + 8, 3);
    failures += Points_SIZE(3) != 64 || Points_items_STRIDE != 16;
    free(points);
}

int main(void)
{
    check_camera();
    check_points();
    return failures == 0 ? 0 : 1;
}
