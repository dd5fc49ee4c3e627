/* SPDX-License-Identifier: MIT */
/* Paths: where they lead, and what is said of those that lead nowhere. */
#include "table.h"

#include <inttypes.h>

static const char source[] =
    "enable f16;\n"
    "struct Light {\n"
    "    position: vec3f,\n"
    "    kind: u32,\n"
    "    color: vec4f,\n"
    "    shadow: mat3x4f,\n"
    "    cascades: array<mat2x3<f16>, 2>,\n"
    "}\n"
    "struct Scene {\n"
    "    ambient: vec3f,\n"
    "    count: atomic<u32>,\n"
    "    lights: array<Light>,\n"
    "}\n"
    "struct Wide {\n"
    "    m0: u32, m1: vec2f, m2: u32, m3: u32, m4: vec4f, m5: u32, m6: u32,\n"
    "    m7: u32, m8: u32, m9: vec3f, x: vec2f, weights: array<vec3f, 3>,\n"
    "}\n"
    "override tiles: u32;\n"
    "@group(0) @binding(0) var<storage, read_write> scene: Scene;\n"
    "@group(0) @binding(1) var<uniform> wide: Wide;\n"
    "@group(0) @binding(2) var<storage> tail: array<vec3f>;\n"
    "@group(0) @binding(3) var colors: texture_2d<f32>;\n"
    "var<workgroup> tile: array<vec2f, tiles>;\n"
    "var<private> \xC3\xA9t\xC3\xA9: vec2f;\n";

static wlay_module *module;

static int start(void **state)
{
    (void)state;
    module = parse_valid(source, NULL);
    return 0;
}

static int end(void **state)
{
    (void)state;
    wlay_module_free(module);
    return 0;
}

/* --------------------------------------------------- paths that lead there */

typedef struct good_row {
    const char *path;
    uint64_t offset;
    uint64_t size;
    uint64_t stride;
    const char *type;
    const char *member; /* the last one */
} good_row;

static const good_row good[] = {
    {"scene", 0, 128, 0, "Scene", ""},
    {"scene.ambient", 0, 12, 0, "vec3<f32>", "ambient"},
    {"scene.ambient.z", 8, 4, 0, "f32", "ambient"},
    {"scene.ambient[1]", 4, 4, 0, "f32", "ambient"},
    {"scene.count", 12, 4, 0, "atomic<u32>", "count"},
    {"scene.lights", 16, 112, 112, "array<Light>", "lights"},
    {"scene.lights[0]", 16, 112, 0, "Light", "lights"},
    {"scene.lights[3].color", 368, 16, 0, "vec4<f32>", "color"},
    {"scene.lights[3].color.y", 372, 4, 0, "f32", "color"},
    {"scene.lights[3].color.a", 380, 4, 0, "f32", "color"},
    {"scene.lights[0].shadow", 48, 48, 16, "mat3x4<f32>", "shadow"},
    {"scene.lights[0].shadow[2]", 80, 16, 0, "vec4<f32>", "shadow"},
    {"scene.lights[0].shadow[2].w", 92, 4, 0, "f32", "shadow"},
    {"scene.lights[0].shadow[2][3]", 92, 4, 0, "f32", "shadow"},
    {"scene.lights[1].cascades[1][1].b", 236, 2, 0, "f16", "cascades"},
    {"scene.lights[1].cascades[1]", 224, 16, 8, "mat2x3<f16>", "cascades"},
    {"wide.m9.r", 64, 4, 0, "f32", "m9"},
    {"wide.x", 80, 8, 0, "vec2<f32>", "x"},
    {"wide.x.x", 80, 4, 0, "f32", "x"},
    {"wide.weights[2].g", 132, 4, 0, "f32", "weights"},
    {"tail[0]", 0, 12, 0, "vec3<f32>", ""},
    {"tail[7].z", 120, 4, 0, "f32", ""},
    {"tile[1000000]", 8000000, 8, 0, "vec2<f32>", ""},
    {"\xC3\xA9t\xC3\xA9.y", 4, 4, 0, "f32", ""},
    {"colors", 0, 0, 0, "texture_2d<f32>", ""},
};

static void check_view(const good_row *row, wlay_result result,
                       const wlay_view *view, const wlay_path_error *error)
{
    if (result != WLAY_OK)
        fail_msg("%s: %s", row->path, error->reason);
    assert_int_equal(view->offset, row->offset);
    assert_int_equal(view->size, row->size);
    assert_int_equal(view->type->stride, row->stride);
    assert_string_equal(view->type->name.data, row->type);
    assert_string_equal(view->member == NULL ? "" : view->member->name.data,
                        row->member);
}

static void check_good(void **state)
{
    const good_row *const row = *state;
    const size_t length = strlen(row->path);
    const size_t name_length = strcspn(row->path, ".[");
    char *const path = malloc(length);
    const wlay_variable *variable = NULL;
    wlay_path_error error;
    wlay_result result;
    wlay_view view;

    assert_non_null(path);
    memcpy(path, row->path, length);
    result = wlay_follow_variable(module, path, length, UINT64_MAX, &variable,
                                  &view, &error);
    check_view(row, result, &view, &error);
    assert_ptr_equal(variable,
                     wlay_find_variable(module, path, name_length));

    /* The same from the type: with the first period, and without it. */
    result = wlay_follow(variable->type, path + name_length,
                         length - name_length, UINT64_MAX, &view, &error);
    check_view(row, result, &view, &error);
    if (row->path[name_length] == '.') {
        result = wlay_follow(variable->type, row->path + name_length + 1,
                             WLAY_STRLEN, UINT64_MAX, &view, &error);
        check_view(row, result, &view, &error);
    }
    free(path);
}

/* ------------------------------------------------- paths that lead nowhere */

typedef struct bad_row {
    const char *path;
    const char *marks; /* ^ under the step that fails */
    wlay_result result;
    const char *nearest;
} bad_row;

#define NOT_FOUND WLAY_NOT_FOUND
#define RANGE WLAY_OUT_OF_RANGE
#define NO_PATH WLAY_INVALID_ARGUMENT

static const bad_row bad[] = {
    {"", "", NO_PATH, ""},
    {".", "", NO_PATH, ""},
    {"[", "", NO_PATH, ""},
    {"[[", "", NO_PATH, ""},
    {"]", "", NO_PATH, ""},
    {"[0]", "", NO_PATH, ""},
    {".scene", "", NO_PATH, ""},
    {"sceen", "^^^^^", NOT_FOUND, "scene"},
    {"SCENE.count", "^^^^^", NOT_FOUND, "scene"},
    {"zzzzzzzz", "^^^^^^^^", NOT_FOUND, ""},
    {"Scene.count", "^^^^^", NOT_FOUND, "scene"},
    {"scene ", "^^^^^^", NOT_FOUND, "scene"},
    {"scene.", "     ^", NO_PATH, ""},
    {"scene..count", "     ^", NO_PATH, ""},
    {"scene.[0]", "     ^", NO_PATH, ""},
    {"scene]", "     ^", NO_PATH, ""},
    {"scene.cuont", "      ^^^^^", NOT_FOUND, "count"},
    {"scene.lights[1].colour", "                ^^^^^^", NOT_FOUND, "color"},
    {"wide.wieghts", "     ^^^^^^^", NOT_FOUND, "weights"},
    {"wide.qqqq", "     ^^^^", NOT_FOUND, ""},
    {"wide. m0", "     ^^^", NOT_FOUND, "m0"},
    {"scene[0]", "     ^^^", NOT_FOUND, ""},
    {"scene.count.x", "            ^", NOT_FOUND, ""},
    {"scene.count[0]", "           ^^^", NOT_FOUND, ""},
    {"scene.ambient.w", "              ^", NOT_FOUND, ""},
    {"scene.ambient.xy", "              ^^", NOT_FOUND, ""},
    {"scene.ambient.s", "              ^", NOT_FOUND, ""},
    {"scene.ambient[3]", "             ^^^", RANGE, ""},
    {"scene.lights.color", "             ^^^^^", NOT_FOUND, ""},
    {"scene.lights[0].shadow[3]", "                      ^^^", RANGE, ""},
    {"scene.lights[0].shadow.x", "                       ^", NOT_FOUND, ""},
    {"scene.lights[0].shadow[0][4]", "                         ^^^", RANGE,
     ""},
    {"scene.lights[", "            ^", NO_PATH, ""},
    {"scene.lights[]", "            ^", NO_PATH, ""},
    {"scene.lights[1", "            ^^", NO_PATH, ""},
    {"scene.lights[1.color", "            ^^", NO_PATH, ""},
    {"scene.lights[-1]", "            ^", NO_PATH, ""},
    {"scene.lights[+1]", "            ^", NO_PATH, ""},
    {"scene.lights[0x1]", "            ^^", NO_PATH, ""},
    {"scene.lights[01]", "            ^^^", NO_PATH, ""},
    {"scene.lights[1u]", "            ^^", NO_PATH, ""},
    {"scene.lights[ 1]", "            ^", NO_PATH, ""},
    {"scene.lights[1]color", "               ^^^^^", NO_PATH, ""},
    {"scene.lights[1]]", "               ^", NO_PATH, ""},
    {"scene.lights[[1]]", "            ^", NO_PATH, ""},
    {"wide.weights[3]", "            ^^^", RANGE, ""},
    {"wide.weights[99999999999]", "            ^^^^^^^^^^^^^", RANGE, ""},
    {"wide.weights[18446744073709551615]", "            ^^^^^^^^^^^^^^^^^^^^^^",
     RANGE, ""},
    {"wide.weights[18446744073709551616]", "            ^^^^^^^^^^^^^^^^^^^^^^",
     RANGE, ""},
    {"scene.lights[18446744073709551615]", "            ^^^^^^^^^^^^^^^^^^^^^^",
     RANGE, ""},
    {"colors.x", "       ^", NOT_FOUND, ""},
    {"colors[0]", "      ^^^", NOT_FOUND, ""},
};

static void check_error(const bad_row *row, size_t skipped,
                        const wlay_path_error *error)
{
    const size_t at = strspn(row->marks, " ");
    const size_t length = strlen(row->marks) - at;

    if (error->offset + skipped != at || error->length != length)
        fail_msg("%s\n%s\nthe step is %u+%u: %s", row->path, row->marks,
                 (unsigned)(error->offset + skipped), (unsigned)error->length,
                 error->reason);
    assert_true(strlen(error->reason) > 0);
    assert_string_equal(error->nearest.data, row->nearest);
    assert_int_equal(error->nearest.length, strlen(row->nearest));
}

static void check_bad(void **state)
{
    const bad_row *const row = *state;
    const size_t length = strlen(row->path);
    const size_t name_length = strcspn(row->path, ".[]");
    const wlay_view untouched = {NULL, 1, 2, NULL};
    wlay_view view = untouched;
    char *const path = malloc(length + 1);
    const wlay_variable *variable;
    wlay_path_error error;

    assert_non_null(path);
    memcpy(path, row->path, length);
    assert_int_equal(wlay_follow_variable(module, path, length, UINT64_MAX,
                                          NULL, &view, &error),
                     row->result);
    check_error(row, 0, &error);
    assert_int_equal(wlay_follow_variable(module, path, length, UINT64_MAX,
                                          NULL, &view, NULL),
                     row->result);

    variable = wlay_find_variable(module, path, name_length);
    if (variable != NULL) {
        assert_int_equal(wlay_follow(variable->type, path + name_length,
                                     length - name_length, UINT64_MAX, &view,
                                     &error),
                         row->result);
        check_error(row, name_length, &error);
    }
    assert_memory_equal(&view, &untouched, sizeof view);
    free(path);
}

/* ---------------------------------------------------- elements of a buffer */

typedef struct buffer_row {
    const char *path;
    uint64_t buffer_size;
    bool found;
    uint64_t offset;
} buffer_row;

#define TOP UINT64_MAX

/* The last index whose element does not end behind 2^64 - 1: the strides are 16
   and 112. */
static const buffer_row buffers[] = {
    {"tail[0]", 0, false, 0},
    {"tail[0]", 15, false, 0},
    {"tail[0]", 16, true, 0},
    {"tail[1]", 31, false, 0},
    {"tail[1]", 32, true, 16},
    {"tail[1].z", 32, true, 24},
    {"scene.lights[0]", 127, false, 0},
    {"scene.lights[0]", 128, true, 16},
    {"scene.lights[8]", 1023, false, 0},
    {"scene.lights[8]", 1024, true, 912},
    {"scene.lights[9]", 1024, false, 0},
    {"scene.lights[8].color", 1024, true, 928},
    {"scene.ambient", 0, true, 0},
    {"tail[1152921504606846974]", TOP, true, TOP - 31},
    {"tail[1152921504606846974].z", TOP, true, TOP - 23},
    {"tail[1152921504606846975]", TOP, false, 0},
    {"tail[1152921504606846974]", TOP - 16, false, 0},
    {"tail[1152921504606846974]", TOP - 15, true, TOP - 31},
    {"scene.lights[164703072086692423]", TOP, true, TOP - 223},
    {"scene.lights[164703072086692423].cascades[1][1][2]", TOP, true,
     TOP - 115},
    {"scene.lights[164703072086692424]", TOP, false, 0},
    {"scene.lights[18446744073709551615].color", TOP, false, 0},
    {"tile[3]", 31, false, 0},
    {"tile[3]", 32, true, 24},
};

static void check_buffer(void **state)
{
    const buffer_row *const row = *state;
    wlay_view view;
    wlay_path_error error;
    const wlay_result result =
        wlay_follow_variable(module, row->path, WLAY_STRLEN, row->buffer_size,
                             NULL, &view, &error);

    assert_int_equal(result, row->found ? WLAY_OK : WLAY_OUT_OF_RANGE);
    if (row->found && view.offset != row->offset)
        fail_msg("%s is at %" PRIu64 ", not at %" PRIu64, row->path,
                 view.offset, row->offset);
    if (row->found && view.offset > UINT64_MAX - view.size)
        fail_msg("%s ends behind 2^64", row->path);
}

/* ----------------------------------------------------------- hostile paths */

#define HUGE_LENGTH ((size_t)10 << 20)

/* A pattern again and again. */
static void follow_huge(const char *begin, const char *pattern)
{
    const size_t step = strlen(pattern);
    char *const path = malloc(HUGE_LENGTH);
    wlay_path_error error;
    wlay_view view;

    assert_non_null(path);
    for (size_t i = 0; i < HUGE_LENGTH; i++)
        path[i] = pattern[i % step];
    memcpy(path, begin, strlen(begin));
    for (int i = 0; i < 3; i++) {
        assert_true(wlay_follow_variable(module, path, HUGE_LENGTH, UINT64_MAX,
                                         NULL, &view, &error) != WLAY_OK);
        assert_true(error.offset + error.length <= HUGE_LENGTH);
    }
    free(path);
}

static void test_huge(void **state)
{
    (void)state;
    follow_huge("", ".x");
    follow_huge("wide", ".x");
    follow_huge("", "x");
    follow_huge("wide.", "x");
    follow_huge("tail", "[0]");
    follow_huge("tail[", "9");
    follow_huge("tail[", "0");
    follow_huge("tail[", "[");
    follow_huge("wide.", "\xFF");
}

static void test_arguments(void **state)
{
    const wlay_struct *const s = wlay_find_struct(module, "Wide", WLAY_STRLEN);
    wlay_view view;
    wlay_path_error error;

    (void)state;
    assert_int_equal(wlay_follow(NULL, "x", 1, 0, &view, &error), NO_PATH);
    assert_int_equal(wlay_follow(NULL, "x", 1, 0, &view, NULL), NO_PATH);
    assert_int_equal(wlay_follow(s->type, "x", 1, 0, NULL, &error), NO_PATH);
    assert_int_equal(
        wlay_follow_variable(NULL, "x", 1, 0, NULL, &view, &error), NO_PATH);
    assert_int_equal(
        wlay_follow_variable(module, NULL, 0, 0, NULL, &view, &error),
        NO_PATH);
    assert_int_equal(wlay_follow(s->type, NULL, WLAY_STRLEN, 0, &view, NULL),
                     WLAY_OK);
    assert_ptr_equal(view.type, s->type);
    assert_int_equal(view.size, s->size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_huge),
        cmocka_unit_test(test_arguments),
    };
    int failed;

    start(NULL);
    failed = RUN_TABLE(good, check_good) + RUN_TABLE(bad, check_bad) +
             RUN_TABLE(buffers, check_buffer) +
             cmocka_run_group_tests(tests, NULL, NULL);
    end(NULL);
    return failed;
}
