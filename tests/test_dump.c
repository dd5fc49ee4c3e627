/* SPDX-License-Identifier: MIT */
/* Dumps: what they find in bytes, and how the writers show it. */
#include "table.h"

#include "../src/write_dump.h"

static const char source[] =
    "enable f16;\n"
    "struct Light { position: vec3f, color: vec3f, on: u32 }\n"
    "struct Lights { count: u32, items: array<Light> }\n"
    "struct Small { n: atomic<i32>, h: vec3h, @size(8) f: f32, m: mat2x3f }\n"
    "struct Open { a: vec3f, b: u32, c: array<u32> }\n"
    "@group(0) @binding(5) var<storage> open: Open;\n"
    "@group(0) @binding(0) var<storage> lights: Lights;\n"
    "@group(0) @binding(1) var<storage, read_write> small: Small;\n"
    "@group(0) @binding(2) var<storage> list: array<vec3u>;\n"
    "@group(0) @binding(3) var<uniform> numbers: vec4f;\n"
    "@group(0) @binding(4) var texture: texture_2d<f32>;\n"
    "var<private> flag: bool;\n"
    "var<workgroup> plain: u32;\n";

/* Bytes 0, 1, 2, ... of a place, and what a dump says of them: leaves and gaps
   as path@offset+size, a gap in brackets and with its cause. */
typedef struct dump_row {
    const char *name;
    const char *path;
    size_t size;
    uint64_t tail_count;
    bool gaps;
    wlay_result result;
    const char *found;
} dump_row;

static const dump_row dumps[] = {
    {"leaves", "numbers", 16, 0, true, WLAY_OK, "numbers@0+16"},
    {"all that fit", "list", 40, 0, false, WLAY_OK,
     "list[0]@0+12 list[1]@16+12"},
    {"so many", "list", 48, 2, false, WLAY_OK, "list[0]@0+12 list[1]@16+12"},
    {"too many", "list", 47, 3, false, WLAY_OUT_OF_RANGE, ""},
    {"not one", "list", 15, 0, false, WLAY_OUT_OF_RANGE, ""},
    {"with gaps", "list", 32, 0, true, WLAY_OK,
     "list[0]@0+12 [list[0]@12+4 element stride] list[1]@16+12 "
     "[list[1]@28+4 element stride]"},
    {"gaps of all causes", "small", 64, 0, true, WLAY_OK,
     "small.n@0+4 [small.h@4+4 member alignment] small.h@8+6 "
     "[small.f@14+2 member alignment] small.f@16+4 [small.f@20+4 @size] "
     "[small.m@24+8 member alignment] small.m@32+32 "
     "[small.m[0]@44+4 matrix column] [small.m[1]@60+4 matrix column]"},
    {"no gaps", "small", 64, 0, false, WLAY_OK,
     "small.n@0+4 small.h@8+6 small.f@16+4 small.m@32+32"},
    {"more bytes than that", "numbers", 99, 0, true, WLAY_OK, "numbers@0+16"},
    {"less bytes than that", "numbers", 15, 0, true, WLAY_OUT_OF_RANGE, ""},
    {"no bytes", "numbers", 0, 0, true, WLAY_OUT_OF_RANGE, ""},
    {"a count where there is no array", "numbers", 16, 1, true,
     WLAY_TYPE_MISMATCH, ""},
    {"a part", "lights.items[1].color", 80, 0, true, WLAY_OK,
     "lights.items[1].color@64+12"},
    {"a part that is not there", "lights.items[1].color", 75, 0, true,
     WLAY_OUT_OF_RANGE, ""},
    {"a struct with an array", "lights", 48, 0, false, WLAY_OK,
     "lights.count@0+4 lights.items[0].position@16+12 "
     "lights.items[0].color@32+12 lights.items[0].on@44+4"},
    {"a tail that is not there", "open", 36, 0, true, WLAY_OK,
     "open.a@0+12 open.b@12+4 open.c[0]@16+4 open.c[1]@20+4 open.c[2]@24+4 "
     "open.c[3]@28+4 open.c[4]@32+4"},
    {"a tail that is there in part", "open", 38, 0, true, WLAY_OK,
     "open.a@0+12 open.b@12+4 open.c[0]@16+4 open.c[1]@20+4 open.c[2]@24+4 "
     "open.c[3]@28+4 open.c[4]@32+4 [open@36+2 struct tail]"},
    {"a tail that is there", "open", 52, 5, true, WLAY_OK,
     "open.a@0+12 open.b@12+4 open.c[0]@16+4 open.c[1]@20+4 open.c[2]@24+4 "
     "open.c[3]@28+4 open.c[4]@32+4 [open@36+12 struct tail]"},
    {"a texture", "texture", 16, 0, false, WLAY_TYPE_MISMATCH, ""},
    {"a bool", "flag", 16, 0, false, WLAY_TYPE_MISMATCH, ""},
    {"not in a buffer", "plain", 16, 0, false, WLAY_OK, "plain@0+4"},
};

typedef struct text {
    char data[4096];
    size_t length;
} text;

static bool add_datum(void *user_data, const wlay_datum *datum)
{
    text *const t = user_data;
    const wlay_piece *const p = &datum->piece;
    const bool gap = p->gap != WLAY_GAP_NONE;

    t->length += (size_t)snprintf(
        t->data + t->length, sizeof t->data - t->length, "%s%s%s@%u+%u%s%s%s",
        t->length > 0 ? " " : "", gap ? "[" : "", p->path.data,
        (unsigned)p->offset, (unsigned)p->size, gap ? " " : "",
        wlay_gap_name(p->gap), gap ? "]" : "");
    return true;
}

static wlay_view find(const wlay_module *module, const char *path)
{
    wlay_view view;

    assert_int_equal(wlay_follow_variable(module, path, WLAY_STRLEN,
                                          UINT64_MAX, NULL, &view, NULL),
                     WLAY_OK);
    return view;
}

static void check_dump(void **state)
{
    const dump_row *const row = *state;
    wlay_module *const module = parse_valid(source, NULL);
    const wlay_view place = find(module, row->path);
    const wlay_visit_options options = {.gaps = row->gaps,
                                        .tail_count = row->tail_count,
                                        .root_name = {row->path, WLAY_STRLEN}};
    unsigned char *const bytes = malloc(row->size > 0 ? row->size : 1);
    text t = {"", 0};

    assert_non_null(bytes);
    for (size_t i = 0; i < row->size; i++)
        bytes[i] = (unsigned char)i;
    assert_int_equal(wlay_dump(bytes, row->size, &place, &options, add_datum,
                               &t),
                     row->result);
    assert_string_equal(t.data, row->found);
    free(bytes);
    wlay_module_free(module);
}

static bool stop_at_second(void *user_data, const wlay_datum *datum)
{
    (void)datum;
    return ++*(int *)user_data < 2;
}

static void stopped(void **state)
{
    wlay_module *const module = parse_valid(source, NULL);
    const wlay_view place = find(module, "small");
    const unsigned char bytes[64] = {0};
    const wlay_visit_options folded = {.fold = true};
    int count = 0;

    (void)state;
    assert_int_equal(wlay_dump(bytes, 64, &place, NULL, stop_at_second,
                               &count),
                     WLAY_OK);
    assert_int_equal(count, 2);
    assert_int_equal(wlay_dump(bytes, 64, &place, &folded, stop_at_second,
                               &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_dump(NULL, 64, &place, NULL, stop_at_second, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_dump(bytes, 64, NULL, NULL, stop_at_second, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_dump(bytes, 64, &place, NULL, NULL, &count),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(count, 2);
    wlay_module_free(module);
}

/* ------------------------------------------------------------------ writers */

static bool take(void *user_data, const char *data, size_t length)
{
    text *const t = user_data;

    assert_true(t->length + length < sizeof t->data);
    memcpy(t->data + t->length, data, length);
    t->length += length;
    t->data[t->length] = '\0';
    return true;
}

static bool refuse(void *user_data, const char *data, size_t length)
{
    (void)user_data;
    (void)data;
    (void)length;
    return false;
}

/* f32 by its bits, little-endian. */
static void put_words(unsigned char *at, const uint32_t *words, size_t count)
{
    for (size_t i = 0; i < 4 * count; i++)
        at[i] = (unsigned char)(words[i / 4] >> 8 * (i % 4));
}

static const uint32_t small_words[16] = {
    0xfffffff9, 0,          0x40003c00, 0x00007c00, /* -7, 1, 2, inf */
    0x3dcccccd, 0,          0,          0x01020304, /* 0.1 */
    0x3f800000, 0x40000000, 0x7fc00000, 0,          /* 1, 2, nan */
    0xff800000, 0x80000000, 0x00000001, 0x00800000, /* -inf, -0, 1e-45 */
};

static void listing(void **state)
{
    wlay_module *const module = parse_valid(source, NULL);
    unsigned char bytes[68] = {0};
    wlay_write_dump dump = {.bytes = bytes,
                            .size = sizeof bytes,
                            .place = find(module, "small"),
                            .path = {"small", 5},
                            .padding = true};
    text t = {"", 0};
    const wlay_sink sink = {take, &t};
    const wlay_sink broken = {refuse, NULL};

    (void)state;
    put_words(bytes, small_words, 16);
    assert_int_equal(wlay_write_dump_text(&dump, &sink), WLAY_OK);
    assert_string_equal(
        t.data,
        "// small: Small, 64 bytes\n"
        "offset  size\n"
        "     0     4  small.n = -7i\n"
        "     4     4  // padding, member alignment of small.h\n"
        "     8     6  small.h = vec3<f16>(1.0, 2.0, inf)\n"
        "    14     2  // padding, member alignment of small.f\n"
        "    16     4  small.f = 0.1f\n"
        "    20     4  // padding, @size of small.f\n"
        "    24     8  // padding, member alignment of small.m, not zero: "
        "00 00 00 00 04 03 02 01\n"
        "    32    32  small.m = mat2x3<f32>(\n"
        "                  1.0, 2.0, nan,\n"
        "                  -inf, -0.0, 1e-45,\n"
        "              )\n"
        "    44     4  // padding, matrix column of small.m[0]\n"
        "    60     4  // padding, matrix column of small.m[1], not zero: "
        "00 00 80 00\n"
        "// bytes behind it: 4\n");
    assert_int_equal(wlay_write_dump_text(&dump, &broken), WLAY_WRITE_FAILED);
    dump.size = 63;
    t.length = 0;
    assert_int_equal(wlay_write_dump_text(&dump, &sink), WLAY_OUT_OF_RANGE);
    assert_int_equal(t.length, 0);
    wlay_module_free(module);
}

static void document(void **state)
{
    wlay_module *const module = parse_valid(source, NULL);
    unsigned char bytes[64];
    const wlay_write_dump dump = {.bytes = bytes,
                                  .size = sizeof bytes,
                                  .place = find(module, "small"),
                                  .path = {"small", 5},
                                  .padding = true};
    text t = {"", 0};
    const wlay_sink sink = {take, &t};
    wlay_json json = {.comma = false};

    (void)state;
    put_words(bytes, small_words, 16);
    wlay_out_init(&json.out, &sink, false);
    assert_int_equal(wlay_write_dump_json(&dump, &json), WLAY_OK);
    assert_true(wlay_out_finish(&json.out));
    assert_non_null(strstr(t.data, "  \"element_count\": null,\n"));
    assert_non_null(strstr(t.data, "  \"bytes_behind\": 0,\n"));
    assert_non_null(strstr(t.data, "      \"value\": -7\n"));
    assert_non_null(strstr(t.data, "      \"value\": [1.0, 2.0, \"inf\"]\n"));
    assert_non_null(strstr(t.data, "      \"value\": [[1.0, 2.0, \"nan\"], "
                                   "[\"-inf\", -0.0, 1e-45]]\n"));
    assert_non_null(strstr(t.data, "    {\n"
                                   "      \"path\": \"small.m\",\n"
                                   "      \"cause\": \"member alignment\",\n"
                                   "      \"offset\": 24,\n"
                                   "      \"size\": 8,\n"
                                   "      \"zero\": false\n"
                                   "    },\n"));
    wlay_module_free(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped),
        cmocka_unit_test(listing),
        cmocka_unit_test(document),
    };
    int failed = RUN_TABLE(dumps, check_dump);

    return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
