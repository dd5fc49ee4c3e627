/* SPDX-License-Identifier: MIT */
/* Type expressions in the scope of a finished module. */
#include "table.h"

static const char source[] =
    "enable f16;\n"
    "struct Light { position: vec3f, color: vec4f }\n"
    "struct Scene { lights: array<Light, 4>, rows: array<f32, COUNT * 2> }\n"
    "alias Color = vec4<f32>;\n"
    "alias Lights = array<Light>;\n"
    "const COUNT = 3;\n"
    "const TYPED: u32 = 5u;\n"
    "const HALF = 2.5;\n"
    "const SIZES = vec3u(6, 7, 8);\n"
    "const ZERO = vec2i();\n"
    "const BASIS = mat2x2f(1, 2, 3, 4);\n"
    "const LIST = array(1, 2, 3);\n"
    "const YES = true;\n"
    "const vec4h = 1;\n"
    "override tiles: u32 = 8;\n"
    "override given: u32;\n"
    "var<workgroup> tile: array<u32, tiles>;\n"
    "var<workgroup> sum: array<u32, tiles + 1>;\n"
    "var<workgroup> known: array<u32, given>;\n"
    "var<private> state: vec2<Number>;\n"
    "alias Number = i32;\n"
    "fn compute() {}\n"
    "struct Broken { x: Nothing }\n"
    "const undefined = nothing;\n"
    "@group(0) @binding(0) var<storage> lights: Lights;\n";

/* -------------------------------------------------- memory that is watched */

typedef struct block {
    void *memory;
    size_t size;
} block;

typedef struct heap {
    block blocks[256];
    size_t count;
    size_t allocations; /* so far */
    size_t allowed;     /* from then on there is no memory */
} heap;

static void *heap_alloc(void *user_data, size_t size)
{
    heap *const h = user_data;
    void *memory;

    if (h->allocations++ >= h->allowed)
        return NULL;
    memory = calloc(1, size);
    assert_non_null(memory);
    assert_true(h->count < ROWS(h->blocks));
    h->blocks[h->count++] = (block){memory, size};
    return memory;
}

static void heap_release(void *user_data, void *memory, size_t size)
{
    heap *const h = user_data;

    for (size_t i = 0; i < h->count; i++) {
        if (h->blocks[i].memory != memory)
            continue;
        assert_int_equal(h->blocks[i].size, size);
        free(memory);
        h->blocks[i] = h->blocks[--h->count];
        return;
    }
    fail_msg("released what was not allocated");
}

/* Of all bytes that are allocated now, also those between members, which have
   no value, but keep it. */
#if defined(__clang__)
__attribute__((no_sanitize("memory")))
#endif
static uint64_t heap_sum(const heap *h)
{
    uint64_t sum = 1;

    for (size_t i = 0; i < h->count; i++)
        for (size_t k = 0; k < h->blocks[i].size; k++)
            sum = (sum ^ ((unsigned char *)h->blocks[i].memory)[k]) *
                  UINT64_C(0x100000001B3);
    return sum;
}

static heap watched = {.allowed = SIZE_MAX};
static wlay_module *module;
static uint64_t module_sum;
static size_t module_blocks;

static void start(void)
{
    static const wlay_override_value override = {{"given", 5}, 12};
    const wlay_options options = {
        .allocator = {heap_alloc, heap_release, &watched},
        .override_count = 1,
        .overrides = &override};

    module = parse_copy(source, sizeof source - 1, &options);
    module_sum = heap_sum(&watched);
    module_blocks = watched.count;
}

/* The module is as it was, and there is nothing else. */
static void check_unchanged(void)
{
    assert_int_equal(watched.count, module_blocks);
    assert_true(heap_sum(&watched) == module_sum);
}

/* --------------------------------------------------------------- good ones */

typedef struct type_row {
    const char *text;
    const char *name; /* canonical */
    uint64_t size;
    bool made; /* the module has no such type */
} type_row;

static const type_row types[] = {
    {"Light", "Light", 32, false},
    {"Scene", "Scene", 160, false},
    {"Color", "vec4<f32>", 16, false},
    {"Lights", "array<Light>", 32, false},
    {"vec3f", "vec3<f32>", 12, false},
    {"vec3h", "vec3<f16>", 6, false},
    {"mat4x4f", "mat4x4<f32>", 64, false},
    {"vec2<Number>", "vec2<i32>", 8, false},
    {" Light ", "Light", 32, false},
    {"/* a comment */ Light // and one more", "Light", 32, false},
    {"array<Light>", "array<Light>", 32, false},
    {"array<Light, 4>", "array<Light, 4>", 128, false},
    {"array<Light,COUNT+1,>", "array<Light, 4>", 128, false},
    {"array<Light, (4)>", "array<Light, 4>", 128, false},
    {"array<Light, 5>", "array<Light, 5>", 160, true},
    {"array<array<Light, 4>, 2>", "array<array<Light, 4>, 2>", 256, true},
    {"array<array<Color, 9>, 2>", "array<array<vec4<f32>, 9>, 2>", 288, true},
    {"array<u32, TYPED>", "array<u32, 5>", 20, true},
    {"array<u32, u32(HALF * 4)>", "array<u32, 10>", 40, true},
    {"array<u32, SIZES.y>", "array<u32, 7>", 28, true},
    {"array<u32, SIZES[2]>", "array<u32, 8>", 32, true},
    {"array<u32, ZERO.x + 1>", "array<u32, 1>", 4, true},
    {"array<u32, i32(BASIS[1].y)>", "array<u32, 4>", 16, true},
    {"array<u32, select(1, 2, YES)>", "array<u32, 2>", 8, true},
    {"array<u32, vec4h>", "array<u32, 1>", 4, true},
    {"array<u32, tiles>", "array<u32, tiles>", 32, false},
    {"array<vec4u, tiles>", "array<vec4<u32>, tiles>", 128, true},
    {"array<u32, tiles + 1>", "array<u32, tiles + 1>", 36, true},
    {"array<u32, given>", "array<u32, given>", 48, false},
    {"atomic<u32>", "atomic<u32>", 4, true},
    {"ptr<storage, Light>", "ptr<storage, Light, read>", 0, true},
    {"ptr<function, Light>", "ptr<function, Light, read_write>", 0, true},
    {"texture_2d<u32>", "texture_2d<u32>", 0, true},
    {"sampler", "sampler", 0, false},
};

static void check_type(void **state)
{
    const type_row *const row = *state;
    const size_t length = strlen(row->text);
    char *const text = malloc(length);
    const wlay_type *type;
    const wlay_type *again;
    wlay_type_owner *owner;
    wlay_type_owner *other;
    size_t count;

    assert_non_null(text);
    memcpy(text, row->text, length);
    assert_int_equal(wlay_find_type(module, text, length, &type, &owner),
                     WLAY_OK);
    free(text);
    assert_string_equal(type->name.data, row->name);
    assert_int_equal(type->size, row->size);
    assert_int_equal(owner != NULL, row->made);
    assert_null(wlay_type_owner_diagnostics(owner, &count));
    assert_int_equal(count, 0);

    /* A type of the module is the same pointer each time; others are new, also
       while the first one lives. */
    assert_int_equal(
        wlay_find_type(module, row->text, WLAY_STRLEN, &again, &other),
        WLAY_OK);
    assert_string_equal(again->name.data, row->name);
    assert_int_equal(again == type, !row->made);
    wlay_type_owner_free(owner);
    wlay_type_owner_free(other);
    check_unchanged();
}

static void test_same_pointers(void **state)
{
    const wlay_struct *const scene =
        wlay_find_struct(module, "Scene", WLAY_STRLEN);
    const struct {
        const char *text;
        const wlay_type *type;
    } rows[] = {
        {"array<Light, 2 * 2>", scene->members[0].type},
        {"Scene", scene->type},
        {"Lights", wlay_find_variable(module, "lights", 6)->type},
        {"array<u32, tiles>", wlay_find_variable(module, "tile", 4)->type},
        {"array<u32, given>", wlay_find_variable(module, "known", 5)->type},
        {"vec2i", wlay_find_variable(module, "state", 5)->type},
    };

    (void)state;
    for (size_t i = 0; i < ROWS(rows); i++) {
        const wlay_type *type;
        wlay_type_owner *owner;

        assert_int_equal(
            wlay_find_type(module, rows[i].text, WLAY_STRLEN, &type, &owner),
            WLAY_OK);
        assert_ptr_equal(type, rows[i].type);
        assert_null(owner);
    }
}

/* Two expressions on overrides are two types; so are those of two look-ups,
   even where one is at the same place in memory as the other was. */
static void test_override_expressions(void **state)
{
    const wlay_type *const sum = wlay_find_variable(module, "sum", 3)->type;

    (void)state;
    for (int i = 0; i < 100; i++) {
        const wlay_type *type;
        wlay_type_owner *owner;

        assert_int_equal(wlay_find_type(module, "array<u32, tiles + 2>",
                                        WLAY_STRLEN, &type, &owner),
                         WLAY_OK);
        assert_ptr_not_equal(type, sum);
        assert_string_equal(type->name.data, "array<u32, tiles + 2>");
        wlay_type_owner_free(owner);
    }
}

/* Made types are good for questions. */
static void test_questions(void **state)
{
    const wlay_type *type;
    wlay_type_owner *owner;
    wlay_view view;
    uint64_t size;

    (void)state;
    assert_int_equal(wlay_find_type(module, "array<Light, 100>", WLAY_STRLEN,
                                    &type, &owner),
                     WLAY_OK);
    assert_int_equal(
        wlay_follow(type, "[99].color.a", WLAY_STRLEN, 0, &view, NULL),
        WLAY_OK);
    assert_int_equal(view.offset, 99 * 32 + 28);
    assert_int_equal(wlay_size_for_count(type, 0, &size), WLAY_OK);
    assert_int_equal(size, 3200);
    wlay_type_owner_free(owner);
    check_unchanged();
}

/* ---------------------------------------------------------------- bad ones */

typedef struct wrong_row {
    const char *text;
    const char *marks;
    const char *code;
} wrong_row;

static const wrong_row wrongs[] = {
    {"", "|", "syntax"},
    {" ", "|", "syntax"},
    {"Nothing", "^^^^^^^", "unresolved-name"},
    {"float3", "^^^^^^", "unresolved-name"},
    {"vec3", "^^^^", "template-arguments"},
    {"Light Light", "      ^^^^^", "syntax"},
    {"Light;", "     ^", "syntax"},
    {"array<Light", "     ^", "syntax"},
    {"array<Nothing, 4>", "      ^^^^^^^", "unresolved-name"},
    {"array<Light, 0>", "             ^", "array-count"},
    {"array<Light, -1>", "             ^^", "array-count"},
    {"array<Light, HALF>", "             ^^^^", "array-count"},
    {"array<Light, COUNT - 3>", "             ^^^^^^^^^", "array-count"},
    {"array<Light, LIST[0]>", "             ^^^^", "unresolved-name"},
    {"array<Light, undefined>", "             ^^^^^^^^^", "unresolved-name"},
    {"array<Light, lights>", "             ^^^^^^", "not-const"},
    {"array<Light, compute()>", "             ^^^^^^^", "not-const"},
    {"array<Light, tiles>()", "                   ^", "syntax"},
    {"array<Light, 4000000000>", "             ^^^^^^^^^^", "conversion"},
    {"array<Light, 1000000000>", "             ^^^^^^^^^^", "type-size"},
    {"array<Lights, 2>", "      ^^^^^^", "runtime-sized"},
    {"array<sampler, 2>", "      ^^^^^^^", "array-element"},
    {"Broken", "^^^^^^", "unresolved-name"},
    {"COUNT", "^^^^^", "not-a-type"},
    {"lights", "^^^^^^", "not-a-type"},
    {"compute", "^^^^^^^", "not-a-type"},
    {"vec4h", "^^^^^", "not-a-type"},
    {"Light<f32>", "^^^^^^^^^^", "template-arguments"},
    {"COUNT<f32>", "^^^^^^^^^^", "template-arguments"},
    {"struct Light", "^^^^^^", "syntax"},
    {"@size(4) Light", "^", "syntax"},
    {"1", "^", "syntax"},
    {"atomic<Light>", "       ^^^^^", "template-arguments"},
    {"ptr<lights, Light>", "    ^^^^^^", "address-space"},
    {"/* open", "^^", "unterminated-comment"},
    {"vec3\xFF", "    ^", "encoding"},
};

static void check_wrong(void **state)
{
    const wrong_row *const row = *state;
    const size_t at = strspn(row->marks, " ");
    const wlay_diagnostic *d;
    const wlay_type *type;
    wlay_type_owner *owner;
    size_t count;

    assert_int_equal(
        wlay_find_type(module, row->text, WLAY_STRLEN, &type, &owner),
        WLAY_INVALID_WGSL);
    assert_null(type);
    d = wlay_type_owner_diagnostics(owner, &count);
    assert_true(count >= 1);
    assert_string_equal(d->code.data, row->code);
    if (d->place.span.offset != at ||
        d->place.span.length != strspn(row->marks + at, "^"))
        fail_msg("%s\n%s\nspan is %u+%u: %s", row->text, row->marks,
                 (unsigned)d->place.span.offset,
                 (unsigned)d->place.span.length, d->message.data);
    assert_int_equal(d->place.line, 1);
    assert_int_equal(d->place.column, at + 1);
    wlay_type_owner_free(owner);
    check_unchanged();
}

static void test_arguments(void **state)
{
    const wlay_type *type = (const wlay_type *)"";
    wlay_type_owner *owner = (wlay_type_owner *)&type;
    size_t count = 1;

    (void)state;
    assert_int_equal(wlay_find_type(NULL, "u32", 3, &type, &owner),
                     WLAY_INVALID_ARGUMENT);
    assert_null(type);
    assert_null(owner);
    assert_int_equal(wlay_find_type(module, NULL, 0, &type, &owner),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_type(module, "u32", 3, NULL, &owner),
                     WLAY_INVALID_ARGUMENT);
    assert_int_equal(wlay_find_type(module, "u32", 3, &type, NULL),
                     WLAY_INVALID_ARGUMENT);
    wlay_type_owner_free(NULL);
    assert_null(wlay_type_owner_diagnostics(NULL, &count));
    assert_int_equal(count, 0);
}

static void test_deep(void **state)
{
    static const char *const patterns[] = {"array<", "vec3<", "(",
                                           "array<u32, ("};

    (void)state;
    for (size_t p = 0; p < ROWS(patterns); p++) {
        const size_t step = strlen(patterns[p]);
        char *const text = malloc(100000 * step);
        const wlay_type *type;
        wlay_type_owner *owner;

        assert_non_null(text);
        for (size_t i = 0; i < 100000; i++)
            memcpy(text + i * step, patterns[p], step);
        assert_int_equal(
            wlay_find_type(module, text, 100000 * step, &type, &owner),
            WLAY_INVALID_WGSL);
        wlay_type_owner_free(owner);
        free(text);
    }
    check_unchanged();
}

/* Each allocation fails once. */
static void test_out_of_memory(void **state)
{
    static const char *const texts[] = {
        "array<array<Light, COUNT * 30>, 2>", "array<Nothing, 2>", "vec3f"};

    (void)state;
    for (size_t i = 0; i < ROWS(texts); i++) {
        wlay_result result = WLAY_OUT_OF_MEMORY;

        for (size_t n = 0; result == WLAY_OUT_OF_MEMORY; n++) {
            const wlay_type *type;
            wlay_type_owner *owner;

            watched.allowed = watched.allocations + n;
            result = wlay_find_type(module, texts[i], WLAY_STRLEN, &type,
                                    &owner);
            if (result == WLAY_OUT_OF_MEMORY) {
                assert_null(type);
                assert_null(owner);
            }
            wlay_type_owner_free(owner);
            check_unchanged();
            assert_true(n < 100);
        }
        watched.allowed = SIZE_MAX;
    }
}

/* --------------------------------------- what allocates, and what does not */

static bool go_on(void *user_data, const wlay_piece *piece)
{
    (void)user_data;
    (void)piece;
    return true;
}

static void test_no_allocation(void **state)
{
    const size_t before = watched.allocations;
    const wlay_struct *const scene = wlay_find_struct(module, "Scene", 5);
    const wlay_variable *const lights = wlay_find_variable(module, "lights", 6);
    const wlay_visit_options options = {.gaps = true};
    wlay_verdict verdict;
    wlay_path_error error;
    const wlay_type *type;
    wlay_type_owner *owner;
    wlay_view view;
    uint8_t bits[64];
    uint64_t number;

    (void)state;
    assert_ptr_equal(wlay_find_binding(module, 0, 0), lights);
    assert_non_null(wlay_find_member(scene, "rows", 4));
    assert_int_equal(wlay_follow_variable(module, "lights[9].color.x",
                                          WLAY_STRLEN, UINT64_MAX, NULL, &view,
                                          &error),
                     WLAY_OK);
    assert_int_equal(wlay_follow_variable(module, "lights[9].colour.x",
                                          WLAY_STRLEN, UINT64_MAX, NULL, &view,
                                          &error),
                     WLAY_NOT_FOUND);
    assert_int_equal(wlay_visit(scene->type, &options, go_on, NULL), WLAY_OK);
    assert_int_equal(wlay_accessible_bytes(scene->type, 0, bits, 64, NULL),
                     WLAY_OK);
    assert_int_equal(wlay_accessible_slots(scene->type, 0, bits, 64, NULL),
                     WLAY_OK);
    assert_int_equal(wlay_buffer_size(lights, 7, &number), WLAY_OK);
    assert_int_equal(wlay_count_for_size(lights->type, 999, &number, NULL),
                     WLAY_OK);
    assert_int_equal(wlay_dynamic_stride(lights, 7, NULL, &number), WLAY_OK);
    assert_int_equal(wlay_check_limits(lights, 7, NULL, &verdict), WLAY_OK);
    assert_int_equal(wlay_check_module_limits(module, NULL, NULL, 0), 0);
    assert_int_equal(wlay_find_type(module, "Lights", 6, &type, &owner),
                     WLAY_OK);
    assert_int_equal(watched.allocations, before);
    check_unchanged();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_pointers),
        cmocka_unit_test(test_override_expressions),
        cmocka_unit_test(test_questions),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_deep),
        cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_no_allocation),
    };
    int failed;

    start();
    failed = RUN_TABLE(types, check_type) + RUN_TABLE(wrongs, check_wrong) +
             cmocka_run_group_tests(tests, NULL, NULL);
    wlay_module_free(module);
    return failed + (watched.count > 0);
}
