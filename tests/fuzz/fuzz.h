/* SPDX-License-Identifier: MIT */
/*
 * What fuzz targets share.  A target is one file with the function that
 * libFuzzer calls; replay.c calls it too, where there is no libFuzzer.
 */
#ifndef WLAY_TESTS_FUZZ_H
#define WLAY_TESTS_FUZZ_H

#include "../check/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ------------------------------------------------------------------ the input */

/* Bytes that are taken from the front; there are always more, as zeros. */
typedef struct fuzz_input {
    const uint8_t *at;
    size_t left;
} fuzz_input;

uint8_t fuzz_u8(fuzz_input *input);
/* A number with many zeros, or many ones, more often than chance has it. */
uint64_t fuzz_u64(fuzz_input *input);
/* Up to the next zero byte, which is taken too, or up to the end. */
wlay_string fuzz_text(fuzz_input *input);

/* Memory of exactly that size, so that sanitizers see a byte too many. */
void *fuzz_copy(const void *data, size_t size);
/* The same with a pattern in it. */
unsigned char *fuzz_bytes(size_t size, unsigned seed);

/* ---------------------------------------------------------------- the module */

#define FUZZ_SOURCES_MAX 3

/* A module, read from texts that are gone, and copies of them for the checks. */
typedef struct fuzz_module {
    wlay_module *module;
    wlay_source sources[FUZZ_SOURCES_MAX];
    size_t source_count;
} fuzz_module;

/*
 * Reads a module.  `knobs` chooses among the options; 0 gives the defaults:
 *   1   uniform buffers by the rules of storage buffers
 *   2   few diagnostics are kept
 *   4   zero bytes end a source, of which there may be several
 *   8   values for overrides
 *   16  bodies of functions are not read
 * The data have to outlive the module.
 */
void fuzz_parse(const uint8_t *data, size_t size, unsigned knobs,
                fuzz_module *out);
void fuzz_module_free(fuzz_module *module);

/* The knobs of a text: its last byte, of which that of an ordinary text file
   gives the defaults. */
unsigned fuzz_knobs(const uint8_t *data, size_t size);

static inline check_subject fuzz_subject(const fuzz_module *m)
{
    return (check_subject){m->module, m->sources, m->source_count};
}

#endif /* WLAY_TESTS_FUZZ_H */
