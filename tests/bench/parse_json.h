/* SPDX-License-Identifier: MIT */
/* JSON parsers that read the structs as JSON; built in where they are
   installed.  The input is a bench_text; the result says how many structs there
   are. */
#ifndef WLAY_TESTS_BENCH_PARSE_JSON_H
#define WLAY_TESTS_BENCH_PARSE_JSON_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

uint64_t read_by_cjson(const void *input);
uint64_t read_by_simdjson(const void *input);

#ifdef __cplusplus
}
#endif

#endif /* WLAY_TESTS_BENCH_PARSE_JSON_H */
