/* SPDX-License-Identifier: MIT */
/* What is written of any module: well formed, the same each time, and no more
   than a sink takes. */
#include "fuzz.h"

#include "../../src/write_c.h"

/* --------------------------------------------------------------------- sinks */

/* Takes all until there is no room, and must not be asked again then. */
typedef struct text {
    char *data;
    size_t length;
    size_t capacity;
    size_t room;
    bool refused;
} text;

static bool take(void *user_data, const char *data, size_t length)
{
    text *const t = user_data;

    CHECK(length > 0 && !t->refused);
    if (length > t->room - t->length) {
        t->refused = true;
        return false;
    }
    if (length > t->capacity - t->length) {
        t->capacity = (t->length + length) * 2;
        t->data = realloc(t->data, t->capacity);
        CHECK(t->data != NULL);
    }
    memcpy(t->data + t->length, data, length);
    t->length += length;
    return true;
}

/* ------------------------------------------------------------------- writers */

static bool put_text(const check_subject *subject, const wlay_sink *sink)
{
    return wlay_write_text(subject->module, NULL, sink);
}

static bool put_colours(const check_subject *subject, const wlay_sink *sink)
{
    const wlay_write_options options = {.source_name = {"a\nb", 3},
                                        .colours = true};

    return wlay_write_text(subject->module, &options, sink);
}

static bool put_diagnostics(const check_subject *subject,
                            const wlay_sink *sink)
{
    return wlay_write_diagnostics(subject->module, subject->sources,
                                  subject->source_count, NULL, sink);
}

static bool put_json(const check_subject *subject, const wlay_sink *sink)
{
    const wlay_write_options options = {.source_name = {"a\"\x01\xFF", 4}};

    return wlay_write_json_begin(sink) &&
           wlay_write_json_module(subject->module, 0, &options, sink) &&
           wlay_write_json_module(subject->module, 1, NULL, sink) &&
           wlay_write_json_end(2, sink);
}

static bool put_map(const check_subject *subject, const wlay_sink *sink)
{
    const wlay_write_options options = {.open = true};

    return wlay_write_map(subject->module, &options, sink);
}

static bool put_svg(const check_subject *subject, const wlay_sink *sink)
{
    const wlay_write_options options = {.source_name = {"a<b>&--\x1B", 9}};

    return wlay_write_svg(subject->module, &options, sink);
}

static bool put_c_with(const check_subject *subject, const wlay_sink *sink,
                       bool asserts_only)
{
    const wlay_c_source source = {subject->module, {"a*/b", 4}};
    const wlay_c_options options = {.prefix = {"p_", 2},
                                    .guard = {"a-b.h", 5},
                                    .asserts_only = asserts_only};
    wlay_arena arena;
    wlay_c_plan *plan;
    size_t errors = 0;
    bool done = true;

    wlay_arena_init(&arena, NULL, 1024);
    plan = wlay_c_make_plan(&arena, &source, 1, &options);
    CHECK(plan != NULL);
    wlay_c_errors(plan, &errors);
    if (errors == 0)
        done = wlay_write_c(plan, sink);
    wlay_arena_free(&arena);
    return done;
}

static bool put_c(const check_subject *subject, const wlay_sink *sink)
{
    return put_c_with(subject, sink, false);
}

static bool put_c_asserts(const check_subject *subject, const wlay_sink *sink)
{
    return put_c_with(subject, sink, true);
}

/* -------------------------------------------------------------------- checks */

static void is_text(const check_subject *subject, const text *t)
{
    (void)subject;
    CHECK(check_utf8(t->data, t->length, "\n"));
    CHECK(t->length == 0 || t->data[t->length - 1] == '\n');
}

static void is_coloured(const check_subject *subject, const text *t)
{
    (void)subject;
    CHECK(check_utf8(t->data, t->length, "\n\x1B"));
}

/* A diagnostic quotes a source line, which may have tabs. */
static void is_quoting(const check_subject *subject, const text *t)
{
    (void)subject;
    CHECK(check_utf8(t->data, t->length, "\n\t"));
}

static void is_json(const check_subject *subject, const text *t)
{
    (void)subject;
    CHECK(check_json(t->data, t->length));
    CHECK(check_utf8(t->data, t->length, "\n"));
}

static void is_svg(const check_subject *subject, const text *t)
{
    (void)subject;
    CHECK(check_xml(t->data, t->length));
    CHECK(check_utf8(t->data, t->length, "\n"));
}

static void same_struct(const wlay_struct *a, const wlay_struct *b)
{
    CHECK(b != NULL);
    CHECK(a->size == b->size && a->align == b->align);
    CHECK(a->member_count == b->member_count);
    for (size_t i = 0; i < a->member_count; i++) {
        CHECK(check_equal(a->members[i].name, b->members[i].name));
        CHECK(check_equal(a->members[i].type->name, b->members[i].type->name));
        CHECK(a->members[i].offset == b->members[i].offset);
        CHECK(a->members[i].size == b->members[i].size);
    }
}

/* Types are written by their own names, which a module may have given away. */
static bool has_aliases_or_constants(const check_subject *subject)
{
    for (size_t i = 0; i < subject->source_count; i++) {
        const wlay_string s = subject->sources[i].text;

        for (size_t k = 0; k + 5 <= s.length; k++)
            if (memcmp(s.data + k, "alias", 5) == 0 ||
                memcmp(s.data + k, "const", 5) == 0)
                return true;
    }
    return false;
}

/* The listing of a valid module is WGSL with the same layouts. */
static void is_wgsl(const check_subject *subject, const text *t)
{
    static const char enable[] = "enable f16;\n";
    const size_t length = sizeof enable - 1 + t->length;
    size_t count;
    const wlay_struct *const *structs;
    char *copy;
    wlay_module *again = NULL;

    is_text(subject, t);
    wlay_overrides(subject->module, &count);
    if (!wlay_module_valid(subject->module) || count > 0 ||
        has_aliases_or_constants(subject))
        return;
    copy = malloc(length);
    CHECK(copy != NULL);
    memcpy(copy, enable, sizeof enable - 1);
    if (t->length > 0)
        memcpy(copy + sizeof enable - 1, t->data, t->length);
    CHECK(wlay_parse(copy, length, NULL, &again) != WLAY_OUT_OF_MEMORY);
    free(copy);
    structs = wlay_structs(subject->module, &count);
    for (size_t i = 0; i < count; i++)
        same_struct(structs[i],
                    wlay_find_struct(again, structs[i]->name.data,
                                     structs[i]->name.length));
    wlay_module_free(again);
}

/* One row for each writer. */
static const struct {
    const char *name;
    bool (*write)(const check_subject *subject, const wlay_sink *sink);
    void (*check)(const check_subject *subject, const text *t);
} writers[] = {
    {"text", put_text, is_wgsl},
    {"text in colour", put_colours, is_coloured},
    {"diagnostics", put_diagnostics, is_quoting},
    {"map", put_map, is_text},
    {"svg", put_svg, is_svg},
    {"json", put_json, is_json},
    {"c", put_c, is_text},
    {"c-asserts", put_c_asserts, is_text},
};

#define WRITERS (sizeof writers / sizeof writers[0])

/* A sink that has no room for all gets a part, and the writer says so. */
static void check_part(const check_subject *subject, size_t writer,
                       const text *all, unsigned seed)
{
    text part = {.room = seed * (size_t)977 % all->length};
    const wlay_sink sink = {take, &part};

    CHECK(!writers[writer].write(subject, &sink));
    CHECK(part.refused && part.length <= part.room);
    CHECK(part.length == 0 || memcmp(part.data, all->data, part.length) == 0);
    free(part.data);
}

/* Full sinks are as good for one writer as for all. */
static void check_writer(const check_subject *subject, size_t writer,
                         unsigned seed)
{
    text all = {.room = SIZE_MAX};
    const wlay_sink sink = {take, &all};

    CHECK(writers[writer].write(subject, &sink));
    writers[writer].check(subject, &all);
    if (all.length > 0 && seed % WRITERS == writer)
        check_part(subject, writer, &all, seed / WRITERS);
    free(all.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_module m;
    check_subject subject;
    unsigned seed = (unsigned)size;

    for (size_t i = 0; i < size; i++)
        seed = seed * 31 + data[i];
    fuzz_parse(data, size, fuzz_knobs(data, size), &m);
    subject = fuzz_subject(&m);
    for (size_t i = 0; i < WRITERS; i++)
        check_writer(&subject, i, seed);
    fuzz_module_free(&m);
    return 0;
}
