/* SPDX-License-Identifier: MIT */
/*
 * Many threads that parse at once, and many that read one module.  What goes
 * wrong between threads rarely shows by itself: run it under ThreadSanitizer.
 */
#include "table.h"

#include "check/check.h"

#include <pthread.h>

enum { THREADS = 8, ROUNDS = 12 };

static const char shader[] =
    "enable f16; override N: u32 = 4; const M = vec3(1, 2, 3);\n"
    "struct Light { position: vec3f, kind: u32, color: vec4<f16>, m: mat3x3f }\n"
    "struct Deep { @align(32) a: array<Light, 3>, @size(40) b: mat2x3<f16>,\n"
    "              c: array<array<vec3<i32>, 2>, 3>, d: f32 }\n"
    "struct Lights { count: atomic<u32>, items: array<Light> }\n"
    "@group(0) @binding(0) var<storage, read_write> lights: Lights;\n"
    "@group(0) @binding(1) var<uniform> deep: Deep;\n"
    "@group(0) @binding(2) var<uniform> weights: array<f32, M.y>;\n"
    "@group(1) @binding(0) var picture: texture_2d<f32>;\n"
    "var<workgroup> scratch: array<vec3f, N>;\n"
    "struct Bad { a: Missing, b c, @size(1) d: f32 } alias X = Y; alias Y = X;\n";

static wlay_module *parse_shader(void)
{
    return parse_copy(shader, sizeof shader - 1, NULL);
}

static void check_all(const wlay_module *module)
{
    const wlay_source source = {{"", 0}, {shader, sizeof shader - 1}};
    const check_subject subject = {module, &source, 1};

    check_module(&subject);
}

/* Runs the function in all threads at once; each gets the argument. */
static void run_threads(void *(*function)(void *), void *argument)
{
    pthread_t threads[THREADS];

    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, function, argument), 0);
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
}

/* assert_...() of cmocka are not for threads; CHECK() is. */
static void *parse_and_read(void *argument)
{
    (void)argument;
    for (int i = 0; i < ROUNDS; i++) {
        wlay_module *module = NULL;

        CHECK(wlay_parse(shader, sizeof shader - 1, NULL, &module) ==
              WLAY_INVALID_WGSL);
        check_all(module);
        wlay_module_free(module);
    }
    return NULL;
}

static void *read_only(void *argument)
{
    for (int i = 0; i < ROUNDS; i++)
        check_all(argument);
    return NULL;
}

static void test_many_parse(void **state)
{
    (void)state;
    run_threads(parse_and_read, NULL);
}

static void test_many_read_one(void **state)
{
    wlay_module *const module = parse_shader();

    (void)state;
    run_threads(read_only, module);
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_many_parse),
        cmocka_unit_test(test_many_read_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
