/* SPDX-License-Identifier: MIT */
/* The texts that bench_parse reads: made up, or cut from shaders. */
#ifndef WLAY_TESTS_BENCH_PARSE_TEXTS_H
#define WLAY_TESTS_BENCH_PARSE_TEXTS_H

#include "bench.h"

/* What every text is made with; lengths may be wanted before it is done. */
void text_put(bench_text *text, const char *bytes, size_t length);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void text_print(bench_text *text, const char *format, ...);

/* `count` structs of 10 members, of 25 to 28 bytes each; the same as JSON. */
bench_text make_structs(unsigned count);
bench_text make_structs_json(unsigned count);
bench_text make_one_struct(unsigned member_count);

/* `count` constants, each of which is made from the one before, and as many
   aliases.  Backwards, each is used before it is declared. */
bench_text make_chain(unsigned count);
bench_text make_chain_backwards(unsigned count);

/* `count` structs, each of which holds the next one twice. */
bench_text make_pairs(unsigned count);
/* A type nested that deep, by turns in arrays and structs. */
bench_text make_nested(unsigned depth);
/* One type expression of arrays in arrays. */
bench_text make_nested_brackets(unsigned depth);

/* A module of about 500 bytes; another one for each number. */
bench_text make_module(unsigned number);

/* ------------------------------------------------------ functions in a text */

/* Where a function stands: its attributes and header from `begin` on, its body
   with its braces from `body` to `end`. */
typedef struct function_place {
    size_t begin;
    size_t body;
    size_t end;
} function_place;

/* The first function of a valid text at or behind `from`, which has to lie
   between declarations. */
bool find_function(bench_text text, size_t from, function_place *out);

/* The text without its functions; comments stay. */
bench_text cut_functions(bench_text text);

/* At least `length` bytes, nearly all of them in bodies of functions that hold
   the bodies of `texts`. */
bench_text make_bodies(const bench_text *texts, size_t count, size_t length);

#endif /* WLAY_TESTS_BENCH_PARSE_TEXTS_H */
