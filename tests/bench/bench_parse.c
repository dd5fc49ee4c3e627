/* SPDX-License-Identifier: MIT */
/*
 * How fast texts become modules, beside what else may be done with the same
 * bytes: copying them, counting their lines, splitting them into tokens by a
 * plain loop (the yardstick), and reading JSON that says the same.
 *
 *   bench_parse [--rounds=N]   prints all measurements and the targets
 *   bench_parse --pass         prints the seconds of one pass over the shaders
 */
#include "bench.h"

#include "parse_json.h"
#include "parse_texts.h"
#include "parse_yardstick.h"

#include <glob.h>

/* Texts that are read one after the other. */
typedef struct corpus {
    const char *name;
    size_t count;
    bench_text *texts;
    size_t bytes;  /* of all texts */
    size_t longest;
    char *scratch; /* room for the longest */
} corpus;

static corpus make_corpus(const char *name, bench_text *texts, size_t count)
{
    corpus c = {name, count, texts, 0, 0, NULL};

    for (size_t i = 0; i < count; i++) {
        c.bytes += texts[i].length;
        if (c.longest < texts[i].length)
            c.longest = texts[i].length;
    }
    c.scratch = bench_grow(NULL, c.longest + 1);
    return c;
}

/* All shaders, in the order of their names. */
static corpus read_shaders(void)
{
    bench_text *texts;
    glob_t found;

    if (glob(WLAY_BENCH_SHADERS "/*.wgsl", 0, NULL, &found) != 0)
        bench_fail("no shaders", WLAY_BENCH_SHADERS);
    texts = bench_grow(NULL, found.gl_pathc * sizeof *texts);
    for (size_t i = 0; i < found.gl_pathc; i++)
        texts[i] = bench_read_file(found.gl_pathv[i]);
    return make_corpus("(a) whole shaders", texts, found.gl_pathc);
}

/* -------------------------------------------------------------------- works */

static uint64_t parse(const void *input)
{
    const corpus *const c = input;
    uint64_t valid = 0;

    for (size_t i = 0; i < c->count; i++) {
        wlay_module *module;

        valid += wlay_parse(c->texts[i].data, c->texts[i].length, NULL,
                            &module) == WLAY_OK;
        wlay_module_free(module);
    }
    return valid;
}

static uint64_t copy(const void *input)
{
    const corpus *const c = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < c->count; i++) {
        memcpy(c->scratch, c->texts[i].data, c->texts[i].length);
        sum += (unsigned char)c->scratch[c->texts[i].length / 2];
    }
    return sum;
}

static uint64_t count_lines(const void *input)
{
    const corpus *const c = input;
    uint64_t lines = 0;

    for (size_t i = 0; i < c->count; i++)
        for (size_t at = 0; at < c->texts[i].length; at++)
            lines += c->texts[i].data[at] == '\n';
    return lines;
}

static uint64_t mix(yardstick_counts n)
{
    return n.identifiers + n.numbers + n.comments + n.punctuation + n.hash;
}

static uint64_t split(const void *input)
{
    const corpus *const c = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < c->count; i++)
        sum += mix(yardstick(c->texts[i].data, c->texts[i].length));
    return sum;
}

static uint64_t split_skipping(const void *input)
{
    const corpus *const c = input;
    uint64_t sum = 0;

    for (size_t i = 0; i < c->count; i++)
        sum += mix(yardstick_skipping(c->texts[i].data, c->texts[i].length));
    return sum;
}

/* ------------------------------------------------------------------- tables */

/* What came out for a corpus. */
typedef struct outcome {
    double seconds;      /* of wlay for all texts */
    double yardstick;    /* seconds */
    double speed;        /* how many times as fast as the yardstick */
    size_t allocations;  /* the most for one text */
    size_t peak;         /* the most bytes for one text */
    double peak_a_byte;  /* of that text */
} outcome;

static void measure_memory(const corpus *c, outcome *out)
{
    for (size_t i = 0; i < c->count; i++) {
        bench_memory memory = {0, 0, 0};
        const wlay_options options = {.allocator = bench_allocator(&memory)};

        wlay_module_free(bench_module(c->name, c->texts[i], &options));
        if (memory.bytes != 0)
            bench_fail("memory was not released", c->name);
        if (out->allocations < memory.calls)
            out->allocations = memory.calls;
        if (out->peak < memory.peak) {
            out->peak = memory.peak;
            out->peak_a_byte =
                (double)memory.peak / (double)c->texts[i].length;
        }
    }
}

static void print_row(const bench_case *c, size_t bytes, size_t modules,
                      double yardstick)
{
    printf("  %-36s %9.1f MB/s %13.0f ns a module %8.3f\n", c->name,
           (double)bytes / c->seconds * 1e-6,
           c->seconds * 1e9 / (double)modules, yardstick / c->seconds);
}

/* The JSON parsers, which read the same structs; the others read the corpus. */
#define READERS 5u
#define JSON_READERS 2u

static size_t add_json_readers(bench_case *cases, const bench_text *json)
{
    size_t count = 0;

    (void)cases;
    (void)json;
#ifdef WLAY_BENCH_CJSON
    cases[count++] =
        (bench_case){.name = "cJSON", .work = read_by_cjson, .input = json};
#endif
#ifdef WLAY_BENCH_SIMDJSON
    cases[count++] = (bench_case){
        .name = "simdjson", .work = read_by_simdjson, .input = json};
#endif
    return count;
}

/* `json` may be NULL. */
static outcome measure(const corpus *c, const bench_text *json,
                       const bench_options *options)
{
    char skipping[48];
    bench_case cases[READERS + JSON_READERS] = {
        {.name = "wlay", .work = parse, .input = c},
        {.name = "yardstick", .work = split, .input = c},
        {.name = skipping, .work = split_skipping, .input = c},
        {.name = "newline count", .work = count_lines, .input = c},
        {.name = "memcpy", .work = copy, .input = c},
    };
    size_t json_count = 0;
    outcome out = {0, 0, 0, 0, 0, 0};

    snprintf(skipping, sizeof skipping, "yardstick, bodies skipped by %s",
             yardstick_skips);
    if (json != NULL)
        json_count = add_json_readers(cases + READERS, json);
    measure_memory(c, &out);
    bench_measure(cases, READERS + json_count, options);
    out.seconds = cases[0].seconds;
    out.yardstick = cases[1].seconds;
    out.speed = out.yardstick / out.seconds;

    printf("\n%s: %zu bytes in %zu module%s\n", c->name, c->bytes, c->count,
           c->count == 1 ? "" : "s");
    for (size_t i = 0; i < READERS; i++)
        print_row(&cases[i], c->bytes, c->count, out.yardstick);
    for (size_t i = READERS; i < READERS + json_count; i++)
        print_row(&cases[i], json->length, 1, out.yardstick);
    printf("  memory: at most %zu allocations a module; peak %zu bytes, %.2f a "
           "source byte\n", out.allocations, out.peak, out.peak_a_byte);
    return out;
}

static outcome measure_text(const char *name, bench_text text,
                            const bench_text *json,
                            const bench_options *options)
{
    const corpus c = make_corpus(name, &text, 1);
    const outcome out = measure(&c, json, options);

    free(c.scratch);
    free(text.data);
    return out;
}

/* ------------------------------------------------------------------ shaders */

/* Which part of the bytes is in functions. */
static void print_shares(const corpus *c)
{
    size_t headers = 0;
    size_t bodies = 0;
    size_t functions = 0;
    function_place place;

    for (size_t i = 0; i < c->count; i++) {
        for (size_t at = 0; find_function(c->texts[i], at, &place);
             at = place.end) {
            headers += place.body - place.begin;
            bodies += place.end - place.body;
            functions++;
        }
    }
    printf("%zu shaders of %zu bytes: %.1f %% in the bodies of %zu functions, "
           "%.1f %% in their headers\n", c->count, c->bytes,
           100.0 * (double)bodies / (double)c->bytes, functions,
           100.0 * (double)headers / (double)c->bytes);
}

/* Returns how many bytes the yardstick reads in a second of whole shaders. */
static double bench_shaders(const corpus *shaders,
                            const bench_options *options,
                            bench_targets *targets)
{
    corpus cut;
    bench_text *const texts =
        bench_grow(NULL, shaders->count * sizeof *texts);
    outcome out;
    double speed;

    print_shares(shaders);
    out = measure(shaders, NULL, options);
    speed = (double)shaders->bytes / out.yardstick;
    bench_expect(targets, "(a) whole shaders", out.speed, ">=", 0.8,
                 "yardsticks");

    for (size_t i = 0; i < shaders->count; i++)
        texts[i] = cut_functions(shaders->texts[i]);
    cut = make_corpus("(b) declarations only", texts, shaders->count);
    out = measure(&cut, NULL, options);
    bench_expect(targets, "(b) declarations only", out.speed, ">=", 0.2,
                 "yardsticks");
    for (size_t i = 0; i < cut.count; i++)
        free(texts[i].data);
    free(texts);
    free(cut.scratch);
    return speed;
}

/* -------------------------------------------------------------- large texts */

#define STRUCTS 10000u
#define BODY_BYTES 5000000u

static void bench_large(const corpus *shaders, const bench_options *options,
                        bench_targets *targets)
{
    bench_text json = make_structs_json(STRUCTS);
    outcome out = measure_text("(c) 10,000 structs", make_structs(STRUCTS),
                               &json, options);

    free(json.data);
    bench_expect(targets, "(c) 10,000 structs", out.speed, ">=", 0.25,
                 "yardsticks");
    bench_expect(targets, "(c) allocations", (double)out.allocations, "<=", 30,
                 "");
    bench_expect(targets, "(c) peak of memory a source byte", out.peak_a_byte,
                 "<=", 4, "bytes");
    measure_text("(d) one struct of 10,000 members", make_one_struct(10000),
                 NULL, options);
    measure_text("(e) 10,000 chained constants and aliases", make_chain(10000),
                 NULL, options);
    out = measure_text("(f) 5 MB of function bodies",
                       make_bodies(shaders->texts, shaders->count, BODY_BYTES),
                       NULL, options);
    bench_expect(targets, "(f) 5 MB of function bodies", out.speed, ">=", 2,
                 "yardsticks");
    bench_expect(targets, "(f) peak of memory", (double)out.peak / 1024, "<=",
                 64, "KiB");
}

/* ------------------------------------------------------------ small modules */

#define MODULES 1000u

/* The limit of the 500-byte shader is for a machine on which the yardstick
   reads so many bytes a second of whole shaders. */
#define YARDSTICK_SPEED 700e6

static void bench_small(double yardstick_speed, const bench_options *options,
                        bench_targets *targets)
{
    bench_text *const texts = bench_grow(NULL, MODULES * sizeof *texts);
    corpus modules;
    outcome out;

    for (unsigned i = 0; i < MODULES; i++)
        texts[i] = make_module(i);
    modules = make_corpus("(g) 1,000 modules of 500 bytes", texts, MODULES);
    measure(&modules, NULL, options);
    for (unsigned i = 0; i < MODULES; i++)
        free(texts[i].data);
    free(texts);
    free(modules.scratch);

    out = measure_text("(g) fullscreen.wgsl, warm",
                       bench_read_file(WLAY_BENCH_SHADERS "/fullscreen.wgsl"),
                       NULL, options);
    bench_expect(targets, "(g) 2 KB shader, time", out.seconds / out.yardstick,
                 "<=", 12, "yardsticks");
    bench_expect(targets, "(g) 2 KB shader, allocations",
                 (double)out.allocations, "<=", 3, "");

    out = measure_text("(g) outline.wgsl, warm",
                       bench_read_file(WLAY_BENCH_SHADERS "/outline.wgsl"),
                       NULL, options);
    bench_expect(targets, "(g) 500-byte shader (3 us at 700 MB/s)",
                 out.seconds * 1e6, "<=",
                 3 * YARDSTICK_SPEED / yardstick_speed, "us");
}

/* ------------------------------------------------------------------- growth */

typedef struct growth {
    const char *name;
    bench_text (*make)(unsigned count);
    unsigned count;      /* and twice as many */
    double microseconds; /* the most for twice as many; 0 = no matter */
} growth;

static const growth growths[] = {
    {"(c) structs", make_structs, 10000, 0},
    {"(d) members of one struct", make_one_struct, 5000, 0},
    {"(e) constants and aliases", make_chain, 5000, 0},
    {"(e) used before declared", make_chain_backwards, 5000, 0},
    {"structs that hold the next twice", make_pairs, 14, 1000},
    {"depth of a type", make_nested, 127, 1000},
    {"depth of brackets", make_nested_brackets, 60, 1000},
};

static void bench_growth(const growth *g, const bench_options *options,
                         bench_targets *targets)
{
    bench_text texts[2] = {g->make(g->count), g->make(2 * g->count)};
    const corpus once = make_corpus(g->name, &texts[0], 1);
    const corpus twice = make_corpus(g->name, &texts[1], 1);
    bench_case cases[] = {{.name = "n", .work = parse, .input = &once},
                          {.name = "2n", .work = parse, .input = &twice}};
    char what[sizeof targets->rows[0].what];
    double ratio;

    wlay_module_free(bench_module(g->name, texts[0], NULL));
    wlay_module_free(bench_module(g->name, texts[1], NULL));
    bench_measure(cases, BENCH_COUNT(cases), options);
    ratio = cases[1].seconds / cases[0].seconds;
    printf("  %-36s %6u: %10.1f us %6u: %10.1f us %8.3f\n", g->name, g->count,
           cases[0].seconds * 1e6, 2 * g->count, cases[1].seconds * 1e6, ratio);

    snprintf(what, sizeof what, "growth: %s", g->name);
    bench_expect(targets, what, ratio, "<=", 2.3, "times");
    if (g->microseconds > 0) {
        snprintf(what, sizeof what, "%u: %s", 2 * g->count, g->name);
        bench_expect(targets, what, cases[1].seconds * 1e6, "<=",
                     g->microseconds, "us");
    }
    for (size_t i = 0; i < BENCH_COUNT(texts); i++)
        free(texts[i].data);
    free(once.scratch);
    free(twice.scratch);
}

/* --------------------------------------------------------------------- main */

static void print_pass(const corpus *shaders)
{
    const bench_options options = {BENCH_ROUNDS_MIN};
    bench_case pass = {.name = "pass", .work = parse, .input = shaders};

    bench_measure(&pass, 1, &options);
    printf("%.9f\n", pass.seconds);
}

int main(int argc, char **argv)
{
    static bench_targets targets;
    const corpus shaders = read_shaders();
    bench_options options;
    double yardstick_speed;

    if (argc == 2 && strcmp(argv[1], "--pass") == 0) {
        print_pass(&shaders);
        return 0;
    }
    options = bench_read_options(argc, argv);
    printf("parsing, wlay %d.%d.%d; the last column of a table is the speed as "
           "a ratio to the yardstick's\n", WLAY_VERSION_MAJOR,
           WLAY_VERSION_MINOR, WLAY_VERSION_PATCH);
    yardstick_speed = bench_shaders(&shaders, &options, &targets);
    bench_large(&shaders, &options, &targets);
    bench_small(yardstick_speed, &options, &targets);
    printf("\ngrowth: time for n, for 2n, and their ratio\n");
    for (size_t i = 0; i < BENCH_COUNT(growths); i++)
        bench_growth(&growths[i], &options, &targets);
    return bench_report(&targets);
}
