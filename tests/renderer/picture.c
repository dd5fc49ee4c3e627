/* SPDX-License-Identifier: MIT */
/*
 * usage: picture FILE.png
 *
 * Draws the scene on a device and compares it with what it should be: with the
 * scene drawn by the CPU, with the particles moved by the CPU, and with what
 * light does.  Then every member that the scene fills is written 4 bytes behind
 * its place, one at a time, and each time that has to be noticed.  At last the
 * shader is swapped for others.  Exit status 1 if anything is not as it should
 * be, 77 if there is no device.
 */
#include "cpu.h"
#include "png.h"
#include "render.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* For what is drawn many times. */
enum { SMALL_WIDTH = 160, SMALL_HEIGHT = 120 };

static Device device;
static Text shader;
static int failures;

static bool check(bool holds, const char *what)
{
    if (!holds) {
        failures++;
        printf("FAILED: %s\n", what);
    }
    return holds;
}

static bool check_device(void)
{
    char message[sizeof device.error];

    return check(!device_take_error(&device, message, sizeof message), message);
}

/* ------------------------------------------------------------- comparisons */

typedef struct Picture {
    uint32_t width;
    uint32_t height;
    unsigned char *rgba;
} Picture;

static Picture new_picture(uint32_t width, uint32_t height)
{
    Picture picture;

    picture.width = width;
    picture.height = height;
    picture.rgba = allocate((size_t)width * height * 4);
    return picture;
}

typedef struct Difference {
    double mean;  /* of the steps of 255 between two numbers */
    double share; /* of the pixels that anybody would see to differ */
} Difference;

enum { VISIBLE = 24 };

static Difference compare(const Picture *a, const Picture *b)
{
    const size_t pixels = (size_t)a->width * a->height;
    Difference difference = {0, 0};

    for (size_t i = 0; i < pixels; i++) {
        int largest = 0;

        for (size_t k = 0; k < 3; k++) {
            const int apart = abs(a->rgba[i * 4 + k] - b->rgba[i * 4 + k]);

            difference.mean += apart;
            largest = apart > largest ? apart : largest;
        }
        difference.share += largest > VISIBLE;
    }
    difference.mean /= (double)pixels * 3;
    difference.share /= (double)pixels;
    return difference;
}

/* Edges may fall on another sample, numbers be rounded otherwise. */
static bool is_alike(Difference difference)
{
    return difference.mean < 0.6 && difference.share < 0.004;
}

static float brightness(const Picture *picture, float x, float y)
{
    const uint32_t column = (uint32_t)clamped(x, 0, (float)picture->width - 1);
    const uint32_t row = (uint32_t)clamped(y, 0, (float)picture->height - 1);
    const unsigned char *p =
        picture->rgba + ((size_t)row * picture->width + column) * 4;

    return 0.3f * (float)p[0] + 0.6f * (float)p[1] + 0.1f * (float)p[2];
}

static float brightness_at(const Picture *picture, const Scene *scene,
                           Vec3 point)
{
    float x;
    float y;

    scene_project(scene, point, picture->width, picture->height, &x, &y);
    return brightness(picture, x, y);
}

/* --------------------------------------------------------- what light does */

/* Of a sphere the side that the sun is on is brighter. */
static void check_lit_sides(const Scene *scene, const Picture *picture)
{
    unsigned checked = 0;

    for (uint32_t i = 0; i < SCENE_SPHERES; i++) {
        const Instance *sphere = &scene->instances[SCENE_FIRST_SPHERE + i];
        const Vec3 center = scene->occluders[i].center;
        const float radius = scene->occluders[i].radius;
        const Vec3 to_eye = normalized(subtract(scene->eye, center));
        const Vec3 sun = scene->sun_direction;
        const Vec3 aside =
            normalized(subtract(sun, scale(to_eye, dot(sun, to_eye))));
        const Vec3 lit = normalized(add(to_eye, aside));
        const Vec3 dark = normalized(subtract(to_eye, aside));

        if (scene->materials[sphere->material].metallic > 0)
            continue;
        checked++;
        check(brightness_at(picture, scene, add(center, scale(lit, radius))) >
                  brightness_at(picture, scene,
                                add(center, scale(dark, radius))) +
                      10,
              "the lit side of a sphere is not brighter");
    }
    check(checked > 3, "there are too few spheres to look at");
}

/* The ground is darker where a sphere is between it and the sun. */
static void check_shadows(const Scene *scene, const Picture *picture)
{
    const Occluder *sphere = &scene->occluders[0];
    const Vec3 sun = scene->sun_direction;
    const Vec3 shadow = subtract(
        sphere->center, scale(sun, sphere->center.y / sun.y));
    const Vec3 beside = add(shadow, vec3(0, 0, 2.5f * sphere->radius));

    check(brightness_at(picture, scene, shadow) + 10 <
              brightness_at(picture, scene, beside),
          "a sphere throws no shadow");
}

/* --------------------------------------------------------------- particles */

static void check_particles(const Scene *scene, Render *render)
{
    static Particle moved[SCENE_PARTICLES];
    double largest = 0;

    if (!check(memory_load_particles(&render->memory, render->module, moved),
               "the particles cannot be loaded"))
        return;
    for (uint32_t i = 0; i < SCENE_PARTICLES; i++)
        for (int k = 0; k < 3; k++)
            largest = fmax(largest, fabs(moved[i].position[k] -
                                         scene->particles[i].position[k]));
    printf("%d particles, at most %g from where they should be\n",
           (int)SCENE_PARTICLES, largest);
    check(largest < 1e-3, "the particles are elsewhere");
}

/* In a pixel or one beside it. */
static bool is_brighter(const Picture *a, const Picture *b, float x, float y)
{
    for (int i = 0; i < 9; i++) {
        const float right = x + (float)(i % 3 - 1);
        const float down = y + (float)(i / 3 - 1);

        if (brightness(a, right, down) > brightness(b, right, down) + 5)
            return true;
    }
    return false;
}

/* Where the CPU has particles the picture is brighter than without; a few are
   behind something. */
static void check_sparks(const Scene *scene, const Picture *with,
                         const Picture *without)
{
    unsigned seen = 0;
    unsigned missing = 0;

    for (uint32_t i = 0; i < SCENE_PARTICLES; i++) {
        const Particle *p = &scene->particles[i];
        const Vec3 at = vec3((float)p->position[0], (float)p->position[1],
                             (float)p->position[2]);
        float x;
        float y;

        scene_project(scene, at, with->width, with->height, &x, &y);
        if (y < 1 || p->age > 0.8f * p->life || at.y < 2.5f)
            continue; /* out of sight, gone out, or among the things */
        seen++;
        missing += !is_brighter(with, without, x, y);
    }
    printf("%u particles in sight, %u of them not seen\n", seen, missing);
    check(seen > 100 && missing * 20 < seen, "particles are not there");
}

/* ------------------------------------------------------------ the pictures */

typedef struct Pair {
    Scene initial;
    Scene moved; /* where the CPU has moved the particles */
} Pair;

static void make_pair(Pair *pair, uint32_t width, uint32_t height)
{
    scene_make(&pair->initial, width, height);
    pair->moved = pair->initial;
    for (int i = 0; i < SCENE_STEPS; i++)
        cpu_move_particles(&pair->moved);
}

static void draw_and_compare(const char *path)
{
    static Pair pair;
    static Render render;
    Picture gpu = new_picture(SCENE_WIDTH, SCENE_HEIGHT);
    Picture cpu = new_picture(SCENE_WIDTH, SCENE_HEIGHT);
    Difference difference;

    make_pair(&pair, gpu.width, gpu.height);
    if (check(render_make(&render, &device, &pair.initial, shader.data,
                          gpu.width, gpu.height),
              "the renderer cannot be made")) {
        render_move(&render, SCENE_STEPS);
        render_draw(&render, true, gpu.rgba);
        check_device();
        check(png_write(path, gpu.width, gpu.height, gpu.rgba),
              "the picture cannot be written");
        cpu_draw(&pair.moved, cpu.width, cpu.height, true, cpu.rgba);
        difference = compare(&gpu, &cpu);
        printf("%s: %.3f of 255 from what the CPU draws, %.3f %% of the pixels "
               "visibly\n",
               path, difference.mean, difference.share * 100);
        check(is_alike(difference), "the picture is not that of the CPU");
        check_lit_sides(&pair.initial, &gpu);
        check_shadows(&pair.initial, &gpu);
        check_particles(&pair.moved, &render);
        render_draw(&render, false, cpu.rgba);
        check_sparks(&pair.moved, &gpu, &cpu);
    }
    render_free(&render);
    scene_free(&pair.initial);
    free(gpu.rgba);
    free(cpu.rgba);
}

/* ------------------------------------------------------- broken on purpose */

static Difference draw_with(Render *render, const Picture *wanted,
                            const Fault *fault)
{
    Picture drawn = new_picture(wanted->width, wanted->height);
    Difference difference;

    check(render_refill(render, fault), "the buffers cannot be filled");
    render_move(render, SCENE_STEPS);
    render_draw(render, true, drawn.rgba);
    check_device();
    difference = compare(&drawn, wanted);
    free(drawn.rgba);
    return difference;
}

enum { FAULTS_MAX = 64 };

static void try_faults(Render *render, const Picture *wanted)
{
    static Fault faults[FAULTS_MAX];
    const size_t count = fault_list(render->module, faults, FAULTS_MAX);
    double least = 1;
    size_t noticed = 0;

    check(is_alike(draw_with(render, wanted, NULL)),
          "the small picture differs");
    for (size_t i = 0; i < count && i < FAULTS_MAX; i++) {
        const Difference difference = draw_with(render, wanted, &faults[i]);

        if (is_alike(difference))
            printf("unnoticed: %s %s\n", faults[i].variable, faults[i].path);
        noticed += !is_alike(difference);
        least = fmin(least, difference.share);
    }
    printf("%u members written 4 bytes behind their place, %u noticed; in the "
           "least case %.3f %% of the pixels\n",
           (unsigned)count, (unsigned)noticed, least * 100);
    check(count > 0 && noticed == count, "a fault went unnoticed");
}

static void break_and_compare(void)
{
    static Pair pair;
    static Render render;
    Picture wanted = new_picture(SMALL_WIDTH, SMALL_HEIGHT);

    make_pair(&pair, wanted.width, wanted.height);
    cpu_draw(&pair.moved, wanted.width, wanted.height, true, wanted.rgba);
    if (check(render_make(&render, &device, &pair.initial, shader.data,
                          wanted.width, wanted.height),
              "the renderer cannot be made"))
        try_faults(&render, &wanted);
    render_free(&render);
    scene_free(&pair.initial);
    free(wanted.rgba);
}

/* -------------------------------------------------------------- hot reload */

/* A struct gets a member in front of the others. */
typedef struct Edit {
    const char *find;
    const char *replace;
    size_t made; /* buffers that are concerned */
} Edit;

static const Edit edits[] = {
    {"struct Light {", "struct Light {\n    cone: vec3f,", 1},
    {"struct Sun {", "struct Sun {\n    angle: f32,", 1},
    {"struct Camera {", "struct Camera {\n    jitter: vec2f,", 1},
    {"struct Material {", "struct Material {\n    coat: mat2x2f,", 1},
    {"struct Instance {", "struct Instance {\n    id: vec4u,", 1},
    {"const PI = 3.14159265;", "const PI = 3.141592653;", 0},
};

static void edit_text(Text *to, const Edit *edit)
{
    const char *at = strstr(shader.data, edit->find);

    if (!check(at != NULL, edit->find))
        exit(1);
    text_add(to, "%.*s%s%s", (int)(at - shader.data), shader.data,
             edit->replace, at + strlen(edit->find));
}

/* With the buffers as they were WebGPU complains, or the picture is wrong. */
static void check_without(Render *render, const Text *text,
                          const Picture *wanted)
{
    Picture drawn = new_picture(wanted->width, wanted->height);
    char message[sizeof device.error];
    size_t made;

    check(render_reload(render, text->data, false, &made),
          "the edited shader cannot be taken");
    render_draw(render, true, drawn.rgba);
    check(device_take_error(&device, message, sizeof message) ||
              !is_alike(compare(&drawn, wanted)),
          "old buffers do for the new shader");
    free(drawn.rgba);
}

static void check_reload(Render *render, const char *text, size_t buffers,
                         const Picture *wanted)
{
    Picture drawn = new_picture(wanted->width, wanted->height);
    const size_t size = (size_t)wanted->width * wanted->height * 4;
    size_t made;

    check(render_reload(render, text, true, &made),
          "the edited shader cannot be taken");
    render_draw(render, true, drawn.rgba);
    check_device();
    check(made == buffers, "another number of buffers was made anew");
    check(memcmp(drawn.rgba, wanted->rgba, size) == 0,
          "the picture is another");
    free(drawn.rgba);
}

static void try_edit(Render *render, const Edit *edit, const Picture *wanted)
{
    Text text = {0};
    size_t made;

    edit_text(&text, edit);
    if (edit->made > 0) {
        check_without(render, &text, wanted);
        render_reload(render, shader.data, false, &made);
    }
    check_reload(render, text.data, edit->made, wanted);
    check_reload(render, shader.data, edit->made, wanted);
    text_free(&text);
}

static void reload_and_compare(void)
{
    static Pair pair;
    static Render render;
    Picture wanted = new_picture(SMALL_WIDTH, SMALL_HEIGHT);

    make_pair(&pair, wanted.width, wanted.height);
    if (check(render_make(&render, &device, &pair.initial, shader.data,
                          wanted.width, wanted.height),
              "the renderer cannot be made")) {
        render_move(&render, SCENE_STEPS);
        render_draw(&render, true, wanted.rgba);
        for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
            try_edit(&render, &edits[i], &wanted);
        printf("%u shaders swapped\n",
               (unsigned)(sizeof edits / sizeof *edits));
    }
    check_device();
    render_free(&render);
    scene_free(&pair.initial);
    free(wanted.rgba);
}

int main(int argc, char **argv)
{
    if (argc != 2 || !text_read(&shader, RENDERER_SHADER)) {
        fputs("usage: picture FILE.png\n", stderr);
        return 2;
    }
    if (!device_open(&device)) {
        printf("SKIPPED: %s\n", device.error);
        return 77;
    }
    draw_and_compare(argv[1]);
    break_and_compare();
    reload_and_compare();
    device_close(&device);
    text_free(&shader);
    printf("%d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
