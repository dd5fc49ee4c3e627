/* SPDX-License-Identifier: MIT */
/* Vertex buffers and index buffers. */
#include "table.h"

/* -------------------------------------------------------------------- formats */

/* [GPUVertexFormat]: what a shader gets, how many of it, and from how many
   bytes. */
typedef struct format_row {
    const char *name;
    wlay_vertex_format format;
    wlay_scalar scalar;
    uint32_t components;
    uint32_t size;
} format_row;

static const format_row formats[] = {
    {"uint8", WLAY_VERTEX_UINT8, WLAY_SCALAR_U32, 1, 1},
    {"uint8x2", WLAY_VERTEX_UINT8X2, WLAY_SCALAR_U32, 2, 2},
    {"uint8x4", WLAY_VERTEX_UINT8X4, WLAY_SCALAR_U32, 4, 4},
    {"sint8", WLAY_VERTEX_SINT8, WLAY_SCALAR_I32, 1, 1},
    {"sint8x2", WLAY_VERTEX_SINT8X2, WLAY_SCALAR_I32, 2, 2},
    {"sint8x4", WLAY_VERTEX_SINT8X4, WLAY_SCALAR_I32, 4, 4},
    {"unorm8", WLAY_VERTEX_UNORM8, WLAY_SCALAR_F32, 1, 1},
    {"unorm8x2", WLAY_VERTEX_UNORM8X2, WLAY_SCALAR_F32, 2, 2},
    {"unorm8x4", WLAY_VERTEX_UNORM8X4, WLAY_SCALAR_F32, 4, 4},
    {"snorm8", WLAY_VERTEX_SNORM8, WLAY_SCALAR_F32, 1, 1},
    {"snorm8x2", WLAY_VERTEX_SNORM8X2, WLAY_SCALAR_F32, 2, 2},
    {"snorm8x4", WLAY_VERTEX_SNORM8X4, WLAY_SCALAR_F32, 4, 4},
    {"uint16", WLAY_VERTEX_UINT16, WLAY_SCALAR_U32, 1, 2},
    {"uint16x2", WLAY_VERTEX_UINT16X2, WLAY_SCALAR_U32, 2, 4},
    {"uint16x4", WLAY_VERTEX_UINT16X4, WLAY_SCALAR_U32, 4, 8},
    {"sint16", WLAY_VERTEX_SINT16, WLAY_SCALAR_I32, 1, 2},
    {"sint16x2", WLAY_VERTEX_SINT16X2, WLAY_SCALAR_I32, 2, 4},
    {"sint16x4", WLAY_VERTEX_SINT16X4, WLAY_SCALAR_I32, 4, 8},
    {"unorm16", WLAY_VERTEX_UNORM16, WLAY_SCALAR_F32, 1, 2},
    {"unorm16x2", WLAY_VERTEX_UNORM16X2, WLAY_SCALAR_F32, 2, 4},
    {"unorm16x4", WLAY_VERTEX_UNORM16X4, WLAY_SCALAR_F32, 4, 8},
    {"snorm16", WLAY_VERTEX_SNORM16, WLAY_SCALAR_F32, 1, 2},
    {"snorm16x2", WLAY_VERTEX_SNORM16X2, WLAY_SCALAR_F32, 2, 4},
    {"snorm16x4", WLAY_VERTEX_SNORM16X4, WLAY_SCALAR_F32, 4, 8},
    {"float16", WLAY_VERTEX_FLOAT16, WLAY_SCALAR_F32, 1, 2},
    {"float16x2", WLAY_VERTEX_FLOAT16X2, WLAY_SCALAR_F32, 2, 4},
    {"float16x4", WLAY_VERTEX_FLOAT16X4, WLAY_SCALAR_F32, 4, 8},
    {"float32", WLAY_VERTEX_FLOAT32, WLAY_SCALAR_F32, 1, 4},
    {"float32x2", WLAY_VERTEX_FLOAT32X2, WLAY_SCALAR_F32, 2, 8},
    {"float32x3", WLAY_VERTEX_FLOAT32X3, WLAY_SCALAR_F32, 3, 12},
    {"float32x4", WLAY_VERTEX_FLOAT32X4, WLAY_SCALAR_F32, 4, 16},
    {"uint32", WLAY_VERTEX_UINT32, WLAY_SCALAR_U32, 1, 4},
    {"uint32x2", WLAY_VERTEX_UINT32X2, WLAY_SCALAR_U32, 2, 8},
    {"uint32x3", WLAY_VERTEX_UINT32X3, WLAY_SCALAR_U32, 3, 12},
    {"uint32x4", WLAY_VERTEX_UINT32X4, WLAY_SCALAR_U32, 4, 16},
    {"sint32", WLAY_VERTEX_SINT32, WLAY_SCALAR_I32, 1, 4},
    {"sint32x2", WLAY_VERTEX_SINT32X2, WLAY_SCALAR_I32, 2, 8},
    {"sint32x3", WLAY_VERTEX_SINT32X3, WLAY_SCALAR_I32, 3, 12},
    {"sint32x4", WLAY_VERTEX_SINT32X4, WLAY_SCALAR_I32, 4, 16},
    {"unorm10-10-10-2", WLAY_VERTEX_UNORM10_10_10_2, WLAY_SCALAR_F32, 4, 4},
    {"unorm8x4-bgra", WLAY_VERTEX_UNORM8X4_BGRA, WLAY_SCALAR_F32, 4, 4},
    {"snorm10-10-10-2", WLAY_VERTEX_SNORM10_10_10_2, WLAY_SCALAR_F32, 4, 4},
};

static void check_format(void **state)
{
    const format_row *const row = *state;
    const wlay_vertex_format_info *const info =
        wlay_describe_vertex_format(row->format);

    assert_non_null(info);
    assert_string_equal(info->name, row->name);
    assert_int_equal(info->scalar, row->scalar);
    assert_int_equal(info->components, row->components);
    assert_int_equal(info->size, row->size);
    assert_int_equal(wlay_find_vertex_format(row->name, WLAY_STRLEN),
                     row->format);
}

static void test_formats(void **state)
{
    (void)state;
    assert_int_equal(ROWS(formats), WLAY_VERTEX_SNORM10_10_10_2);
    assert_null(wlay_describe_vertex_format(WLAY_VERTEX_NONE));
    assert_null(wlay_describe_vertex_format((wlay_vertex_format)43));
    assert_int_equal(wlay_find_vertex_format("float32x5", WLAY_STRLEN),
                     WLAY_VERTEX_NONE);
    assert_int_equal(wlay_find_vertex_format("float32x3", 7),
                     WLAY_VERTEX_FLOAT32);
    assert_int_equal(wlay_vertex_format_of(NULL), WLAY_VERTEX_NONE);
}

/* -------------------------------------------------------------------- layouts */

/* Inputs, choices "LOCATION FORMAT BUFFER [i]" with a comma between them, and the
   buffers: "STRIDE step: LOCATION FORMAT OFFSET, ...". */
typedef struct layout_row {
    const char *name;
    const char *inputs;
    bool separate;
    const char *choices;
    const char *buffers;
    const char *issues;
} layout_row;

static const layout_row layouts[] = {
    {"no inputs", "@builtin(vertex_index) i: u32", false, "", "", ""},
    {"packed, not as WGSL lays out structs",
     "@location(0) p: vec3f, @location(1) n: vec3f, @location(2) uv: vec2f",
     false, "", "32: 0 float32x3 0, 1 float32x3 12, 2 float32x2 24\n", ""},
    {"by location", "@location(5) a: f32, @location(2) b: vec4u, "
     "@location(3) c: vec2i", false, "",
     "28: 2 uint32x4 0, 3 sint32x2 16, 5 float32 24\n", ""},
    {"halves", "@location(0) a: f16, @location(1) b: vec2h, @location(2) c: "
     "vec3h, @location(3) d: vec4h", false, "",
     "24: 0 float16 0, 1 float16x2 4, 2 float16x4 8, 3 float16x4 16\n", ""},
    {"halves from floats, and floats from halves",
     "@location(0) a: vec2h, @location(1) b: vec2f", false,
     "0 float32x2 0, 1 float16x2 0",
     "12: 0 float32x2 0, 1 float16x2 8\n", ""},
    {"separate", "@location(1) a: vec3f, @location(0) b: vec4f", true, "",
     "16: 0 float32x4 0\n12: 1 float32x3 0\n", ""},
    {"separate, with formats", "@location(1) a: vec3f, @location(0) b: vec4f",
     true, "0 unorm8x4 0", "4: 0 unorm8x4 0\n12: 1 float32x3 0\n", ""},
    {"normalised", "@location(0) c: vec4f, @location(1) n: vec3f", false,
     "0 unorm8x4 0, 1 snorm16x4 0", "12: 0 unorm8x4 0, 1 snorm16x4 4\n", ""},
    {"narrow formats are at multiples of 4",
     "@location(0) a: f32, @location(1) b: u32, @location(2) c: vec2i", false,
     "0 unorm8 0, 1 uint16 0, 2 sint8x2 0",
     "12: 0 unorm8 0, 1 uint16 4, 2 sint8x2 8\n", ""},
    {"fewer components than the type has", "@location(0) a: vec4f", false,
     "0 float32x2 0", "8: 0 float32x2 0\n", ""},
    {"more components than the type has", "@location(0) a: f32", false,
     "0 unorm10-10-10-2 0", "4: 0 unorm10-10-10-2 0\n", ""},
    {"packed colours", "@location(0) a: vec4f", false, "0 unorm8x4-bgra 0",
     "4: 0 unorm8x4-bgra 0\n", ""},
    {"grouped", "@location(0) p: vec3f, @location(1) n: vec3f, @location(2) c: "
     "vec4f", false, "1 - 1, 2 - 1",
     "12: 0 float32x3 0\n28: 1 float32x3 0, 2 float32x4 12\n", ""},
    {"instances", "@location(0) p: vec3f, @location(1) m: vec4f, @location(2) k:"
     " u32", false, "1 - 1 i, 2 - 1",
     "12: 0 float32x3 0\n20 instance: 1 float32x4 0, 2 uint32 16\n", ""},
    {"a buffer is left out", "@location(0) p: vec3f", false, "0 - 2",
     "0:\n0:\n12: 0 float32x3 0\n", ""},
    {"integers from floats", "@location(0) p: vec3u", false, "0 float32x3 0",
     "12: 0 float32x3 0\n",
     "the format float32x3 gives 'f32', which cannot be the input 'p' at "
     "@location(0) of type 'vec3<u32>'\n"},
    {"floats from integers", "@location(0) p: vec4f", false, "0 uint8x4 0",
     "4: 0 uint8x4 0\n",
     "the format uint8x4 gives 'u32', which cannot be the input 'p' at "
     "@location(0) of type 'vec4<f32>'\n"},
    {"signed from unsigned", "@location(0) p: i32", false, "0 uint32 0",
     "4: 0 uint32 0\n",
     "the format uint32 gives 'u32', which cannot be the input 'p' at "
     "@location(0) of type 'i32'\n"},
    {"a location that is none", "@location(0) p: f32", false, "3 float32 0",
     "4: 0 float32 0\n", "'f' has no input at @location(3)\n"},
    {"a location twice", "@location(0) p: f32", false, "0 unorm8 0, 0 - 0",
     "4: 0 unorm8 0\n", "'f': there are two choices for @location(0)\n"},
    {"too many buffers", "@location(0) a: f32, @location(1) b: f32, "
     "@location(2) c: f32, @location(3) d: f32, @location(4) e: f32, "
     "@location(5) g: f32, @location(6) h: f32, @location(7) i: f32, "
     "@location(8) j: f32", true, "",
     "4: 0 float32 0\n4: 1 float32 0\n4: 2 float32 0\n4: 3 float32 0\n"
     "4: 4 float32 0\n4: 5 float32 0\n4: 6 float32 0\n4: 7 float32 0\n"
     "4: 8 float32 0\n",
     "vertex buffers: 9 are needed, more than the 8 allowed "
     "(maxVertexBuffers)\n"},
    {"a location beyond the limit", "@location(16) a: f32", false, "",
     "4: 16 float32 0\n",
     "attributes, by the largest location: 17 are needed, more than the 16 "
     "allowed (maxVertexAttributes)\n"},
};

static size_t read_choices(const char *text, wlay_vertex_choice *choices)
{
    size_t count = 0;

    for (; text != NULL && *text != '\0'; count++) {
        char format[32];
        unsigned location;
        unsigned buffer;
        char step = 0;

        assert_true(sscanf(text, " %u %31s %u %c", &location, format, &buffer,
                           &step) >= 3);
        choices[count] = (wlay_vertex_choice){
            location, wlay_find_vertex_format(format, WLAY_STRLEN), buffer,
            step == 'i'};
        assert_true(choices[count].format != WLAY_VERTEX_NONE ||
                    format[0] == '-');
        text = strchr(text, ',');
        text = text == NULL ? NULL : text + 1;
    }
    return count;
}

static void put_buffer(char *out, size_t size, const wlay_vertex_buffer *buffer)
{
    char text[64];

    snprintf(text, sizeof text, "%u%s:", (unsigned)buffer->array_stride,
             buffer->per_instance ? " instance" : "");
    strncat(out, text, size - strlen(out) - 1);
    for (size_t i = 0; i < buffer->attribute_count; i++) {
        const wlay_vertex_attribute *const a = &buffer->attributes[i];

        assert_int_equal(a->location, a->input->location);
        snprintf(text, sizeof text, "%s %u %s %u", i == 0 ? "" : ",",
                 (unsigned)a->location,
                 wlay_describe_vertex_format(a->format)->name,
                 (unsigned)a->offset);
        strncat(out, text, size - strlen(out) - 1);
    }
    strncat(out, "\n", size - strlen(out) - 1);
}

static wlay_module *parse_inputs(const char *inputs)
{
    const wlay_options options = {.read_functions = true};
    char text[1024];
    wlay_module *module;

    snprintf(text, sizeof text, "enable f16; @vertex fn f(%s)\n"
             "-> @builtin(position) vec4f { return vec4f(); }", inputs);
    module = parse_copy(text, strlen(text), &options);
    assert_true(wlay_module_valid(module));
    return module;
}

static void check_layout(void **state)
{
    const layout_row *const row = *state;
    wlay_module *const module = parse_inputs(row->inputs);
    wlay_vertex_choice choices[8];
    const wlay_vertex_options options = {
        .separate = row->separate,
        .choice_count = read_choices(row->choices, choices),
        .choices = choices};
    const wlay_vertex_layout *layout;
    char found[1024] = "";

    assert_int_equal(
        wlay_vertex_layout_make(wlay_find_entry_point(module, "f", 1), &options,
                                &layout),
        row->issues[0] == '\0' ? WLAY_OK : WLAY_TYPE_MISMATCH);
    for (size_t i = 0; i < layout->buffer_count; i++)
        put_buffer(found, sizeof found, &layout->buffers[i]);
    assert_string_equal(found, row->buffers);
    found[0] = '\0';
    for (size_t i = 0; i < layout->issue_count; i++) {
        strncat(found, layout->issues[i].message.data,
                sizeof found - strlen(found) - 1);
        strncat(found, "\n", sizeof found - strlen(found) - 1);
    }
    assert_string_equal(found, row->issues);
    wlay_vertex_layout_free(layout);
    wlay_module_free(module);
}

static void test_stride(void **state)
{
    wlay_module *const module =
        parse_inputs("@location(0) a: vec4f, @location(1) b: vec4f");
    const wlay_entry_point *const e = wlay_find_entry_point(module, "f", 1);
    const wlay_limits limits = {.max_vertex_buffer_array_stride = 28};
    const wlay_vertex_options options = {.limits = &limits};
    const wlay_vertex_layout *layout;

    (void)state;
    assert_int_equal(wlay_vertex_layout_make(e, &options, &layout),
                     WLAY_TYPE_MISMATCH);
    assert_int_equal(layout->issue_count, 1);
    assert_int_equal(layout->issues[0].kind, WLAY_VERTEX_LIMIT);
    assert_int_equal(layout->issues[0].limit, WLAY_LIMIT_VERTEX_STRIDE);
    wlay_vertex_layout_free(layout);
    wlay_module_free(module);
}

static void test_arguments(void **state)
{
    const wlay_options parse = {.read_functions = true};
    static const char text[] = "@fragment fn f() { }";
    wlay_module *const module = parse_copy(text, strlen(text), &parse);
    wlay_module *const vertex = parse_inputs("@location(0) a: f32");
    const wlay_entry_point *const f = wlay_find_entry_point(module, "f", 1);
    const wlay_entry_point *const v = wlay_find_entry_point(vertex, "f", 1);
    const wlay_vertex_choice far = {0, WLAY_VERTEX_NONE, 8, false};
    const wlay_vertex_choice unknown = {0, (wlay_vertex_format)99, 0, false};
    wlay_vertex_options options = {.choice_count = 1};
    const wlay_vertex_layout *layout;

    (void)state;
    assert_int_equal(wlay_vertex_layout_make(f, NULL, &layout),
                     WLAY_INVALID_ARGUMENT);
    assert_null(layout);
    assert_int_equal(wlay_vertex_layout_make(NULL, NULL, &layout),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_vertex_layout_make(v, &options, &layout),
                     WLAY_INVALID_ARGUMENT);
    options.choices = &far;
    assert_int_equal(wlay_vertex_layout_make(v, &options, &layout),
                     WLAY_INVALID_ARGUMENT);
    options.choices = &unknown;
    assert_int_equal(wlay_vertex_layout_make(v, &options, &layout),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_vertex_layout_make(v, NULL, NULL),
                     WLAY_INVALID_ARGUMENT);
    wlay_vertex_layout_free(NULL);
    wlay_module_free(module);
    wlay_module_free(vertex);
}

/* -------------------------------------------------------------------- indices */

typedef struct index_row {
    const char *name;
    uint64_t vertices;
    bool strips;
    wlay_result result;
    wlay_index_format format;
} index_row;

static const index_row indices[] = {
    {"none", 0, false, WLAY_OK, WLAY_INDEX_UINT16},
    {"65536", 65536, false, WLAY_OK, WLAY_INDEX_UINT16},
    {"65537", 65537, false, WLAY_OK, WLAY_INDEX_UINT32},
    {"65535 in strips", 65535, true, WLAY_OK, WLAY_INDEX_UINT16},
    {"65536 in strips", 65536, true, WLAY_OK, WLAY_INDEX_UINT32},
    {"all of 32 bits", 4294967296, false, WLAY_OK, WLAY_INDEX_UINT32},
    {"all of 32 bits in strips", 4294967296, true, WLAY_OUT_OF_RANGE,
     WLAY_INDEX_UINT32},
    {"more", 4294967297, false, WLAY_OUT_OF_RANGE, WLAY_INDEX_UINT32},
};

static void check_index(void **state)
{
    const index_row *const row = *state;
    wlay_index_format format = WLAY_INDEX_UINT32;

    assert_int_equal(wlay_index_format_for(row->vertices, row->strips, &format),
                     row->result);
    assert_int_equal(format, row->format);
}

static void test_index_buffers(void **state)
{
    uint64_t size;

    (void)state;
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT16, 3, &size),
                     WLAY_OK);
    assert_int_equal(size, 8);
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT16, 4, &size),
                     WLAY_OK);
    assert_int_equal(size, 8);
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT32, 3, &size),
                     WLAY_OK);
    assert_int_equal(size, 12);
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT32, UINT64_MAX / 2,
                                            &size), WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT16, UINT64_MAX / 2,
                                            &size), WLAY_OUT_OF_RANGE);
    assert_int_equal(wlay_index_buffer_size((wlay_index_format)3, 1, &size),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_index_buffer_size(WLAY_INDEX_UINT16, 1, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_index_format_for(1, false, NULL),
                     WLAY_INVALID_ARGUMENT);
    assert_string_equal(wlay_index_format_name(WLAY_INDEX_UINT16), "uint16");
    assert_string_equal(wlay_index_format_name(WLAY_INDEX_UINT32), "uint32");
    assert_string_equal(wlay_index_format_name((wlay_index_format)0), "");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_stride),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_index_buffers),
    };
    int failed = 0;

    failed += RUN_TABLE(formats, check_format);
    failed += RUN_TABLE(layouts, check_layout);
    failed += RUN_TABLE(indices, check_index);
    failed += cmocka_run_group_tests_name("others", tests, NULL, NULL);
    return failed;
}
