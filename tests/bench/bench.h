/* SPDX-License-Identifier: MIT */
/*
 * What the benchmarks share: options, a clock, interleaved rounds, memory that
 * counts, files, and the table of targets at the end.
 *
 * Each bench_NAME.c is a program; NAME_*.c and NAME_*.cpp are parts of it.
 * Every program takes the same options, so that one command can run them all.
 * Include this file first: it asks the system for POSIX.
 */
#ifndef WLAY_TESTS_BENCH_H
#define WLAY_TESTS_BENCH_H

#define _POSIX_C_SOURCE 200809L

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if defined(__GLIBC__)
#  include <malloc.h>
#endif

#include "../../include/wlay.h"

#define BENCH_COUNT(table) (sizeof(table) / sizeof(table)[0])

static inline _Noreturn void bench_fail(const char *what, const char *which)
{
    fprintf(stderr, "benchmark: %s: %s\n", what, which);
    exit(2);
}

/* ------------------------------------------------------------------ options */

#define BENCH_ROUNDS_MIN 9u
#define BENCH_ROUNDS_MAX 101u

typedef struct bench_options {
    unsigned rounds; /* odd, so that there is a median */
} bench_options;

static inline bench_options bench_read_options(int argc, char **argv)
{
    static const char rounds[] = "--rounds=";
    bench_options options = {11};

    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], rounds, sizeof rounds - 1) != 0)
            bench_fail("there is no such option", argv[i]);
        options.rounds =
            (unsigned)strtoul(argv[i] + sizeof rounds - 1, NULL, 10);
        if (options.rounds < BENCH_ROUNDS_MIN ||
            options.rounds > BENCH_ROUNDS_MAX || options.rounds % 2 == 0)
            bench_fail("rounds are an odd number from 9 to 101", argv[i]);
    }
    return options;
}

/* ------------------------------------------------------------------- rounds */

/* The processor's time of this process, in seconds: other programs that run
   meanwhile do not count. */
static inline double bench_now(void)
{
    struct timespec time;

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) != 0)
        bench_fail("clock_gettime", "CLOCK_PROCESS_CPUTIME_ID");
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Work to be measured.  What it returns has to depend on all of it: else a
   compiler may leave it out. */
typedef uint64_t bench_work(const void *input);

typedef struct bench_case {
    const char *name;
    bench_work *work;
    const void *input;
    /* Set by bench_measure(): */
    double seconds; /* the median of the rounds, for one call of `work` */
    size_t calls;   /* in a round */
    double rounds[BENCH_ROUNDS_MAX];
} bench_case;

/* A round of a case takes about this long, or one call. */
#define BENCH_ROUND_SECONDS 0.004

static volatile uint64_t bench_sink;

static inline double bench_time(const bench_case *c, size_t calls)
{
    const double begin = bench_now();

    for (size_t i = 0; i < calls; i++)
        bench_sink += c->work(c->input);
    return (bench_now() - begin) / (double)calls;
}

/* Warms up as well. */
static inline size_t bench_calls(const bench_case *c)
{
    size_t calls = 1;

    while (calls < SIZE_MAX / 2 &&
           bench_time(c, calls) * (double)calls < BENCH_ROUND_SECONDS)
        calls *= 2;
    return calls;
}

static inline int bench_compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;

    return (x > y) - (x < y);
}

static inline double bench_median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, bench_compare);
    return values[count / 2];
}

/* What is given back stays with the process: so no case pays for pages that the
   system has to clear anew because another case gave them back. */
static inline void bench_keep_memory(void)
{
#if defined(__GLIBC__)
    if (mallopt(M_MMAP_THRESHOLD, 1 << 25) == 0 ||
        mallopt(M_TRIM_THRESHOLD, INT_MAX) == 0)
        bench_fail("mallopt", "glibc");
#endif
}

/* In each round every case has its turn: what slows the machine down for a
   while slows them all.  A turn begins with a call that is not timed, as caches and
   heap are as the case before left them. */
static inline void bench_measure(bench_case *cases, size_t count,
                                 const bench_options *options)
{
    bench_keep_memory();
    for (size_t i = 0; i < count; i++)
        cases[i].calls = bench_calls(&cases[i]);
    for (size_t round = 0; round < options->rounds; round++)
        for (size_t i = 0; i < count; i++) {
            bench_sink += cases[i].work(cases[i].input);
            cases[i].rounds[round] = bench_time(&cases[i], cases[i].calls);
        }
    for (size_t i = 0; i < count; i++)
        cases[i].seconds = bench_median(cases[i].rounds, options->rounds);
}

/* ------------------------------------------------------------------- memory */

/* The user data of bench_allocator(). */
typedef struct bench_memory {
    size_t calls; /* allocations */
    size_t bytes; /* now in use */
    size_t peak;  /* the most that were ever in use at once */
} bench_memory;

static inline void *bench_alloc(void *user_data, size_t size)
{
    bench_memory *const memory = user_data;

    memory->calls++;
    memory->bytes += size;
    if (memory->peak < memory->bytes)
        memory->peak = memory->bytes;
    return malloc(size);
}

static inline void bench_release(void *user_data, void *old, size_t size)
{
    bench_memory *const memory = user_data;

    memory->bytes -= size;
    free(old);
}

static inline wlay_allocator bench_allocator(bench_memory *memory)
{
    return (wlay_allocator){bench_alloc, bench_release, memory};
}

/* -------------------------------------------------------------------- texts */

/* Text on the heap.  What lies behind it is not part of it, and readable only
   where a function says so. */
typedef struct bench_text {
    char *data;
    size_t length;
} bench_text;

static inline void *bench_grow(void *memory, size_t size)
{
    void *const grown = realloc(memory, size);

    if (grown == NULL)
        bench_fail("out of memory", "realloc");
    return grown;
}

static inline bench_text bench_read_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    bench_text text = {NULL, 0};
    long size;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0 ||
        (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        bench_fail("cannot be read", path);
    text.data = bench_grow(NULL, (size_t)size + 1);
    text.length = fread(text.data, 1, (size_t)size, file);
    if (text.length != (size_t)size)
        bench_fail("cannot be read", path);
    fclose(file);
    return text;
}

/* A module of a text that has to be valid; the caller frees it. */
static inline wlay_module *bench_module(const char *name, bench_text text,
                                        const wlay_options *options)
{
    wlay_module *module;
    const wlay_diagnostic *diagnostics;
    size_t count;
    const wlay_result result =
        wlay_parse(text.data, text.length, options, &module);

    if (result == WLAY_OK)
        return module;
    fprintf(stderr, "benchmark: %s: %s\n", name, wlay_result_text(result));
    diagnostics = wlay_diagnostics(module, &count);
    if (count > 0)
        fprintf(stderr, "%s:%u:%u: %s\n", name,
                (unsigned)diagnostics[0].place.line,
                (unsigned)diagnostics[0].place.column,
                diagnostics[0].message.data);
    exit(2);
}

/* ------------------------------------------------------------------ targets */

typedef struct bench_target {
    char what[64];
    const char *relation; /* ">=" or "<=" */
    double limit;
    double measured;
    const char *unit; /* may be "" */
} bench_target;

#define BENCH_TARGETS_MAX 64u

typedef struct bench_targets {
    size_t count;
    bench_target rows[BENCH_TARGETS_MAX];
} bench_targets;

static inline void bench_expect(bench_targets *targets, const char *what,
                                double measured, const char *relation,
                                double limit, const char *unit)
{
    bench_target *const row = &targets->rows[targets->count];

    if (targets->count == BENCH_TARGETS_MAX)
        bench_fail("too many targets", what);
    targets->count++;
    snprintf(row->what, sizeof row->what, "%s", what);
    row->relation = relation;
    row->limit = limit;
    row->measured = measured;
    row->unit = unit;
}

static inline bool bench_is_met(const bench_target *row)
{
    return row->relation[0] == '>' ? row->measured >= row->limit
                                   : row->measured <= row->limit;
}

/* Prints the table; returns the status for the program to exit with: 1 if a
   target is missed. */
static inline int bench_report(const bench_targets *targets)
{
    size_t missed = 0;

    printf("\n%-44s | %-18s | %12s | ok\n", "what", "target", "measured");
    for (size_t i = 0; i < targets->count; i++) {
        const bench_target *const row = &targets->rows[i];
        char limit[48];

        snprintf(limit, sizeof limit, "%s %g %s", row->relation, row->limit,
                 row->unit);
        printf("%-44s | %-18s | %12.3f | %s\n", row->what, limit,
               row->measured, bench_is_met(row) ? "yes" : "NO");
        missed += !bench_is_met(row);
    }
    printf("%zu of %zu targets met\n", targets->count - missed,
           targets->count);
    return missed > 0;
}

#endif /* WLAY_TESTS_BENCH_H */
