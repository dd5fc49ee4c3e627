/* SPDX-License-Identifier: MIT */
/*
 * What holds of every module that the library hands out, whatever was in the
 * text.  Fuzz targets and the tests of threads ask for all of it.
 *
 * A check that fails says where and aborts, so that fuzzers and debuggers see
 * it where it happens.
 */
#ifndef WLAY_TESTS_CHECK_H
#define WLAY_TESTS_CHECK_H

#include "../../include/wlay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition) \
    ((condition) ? (void)0 : check_failed(#condition, __FILE__, __LINE__))

void check_failed(const char *condition, const char *file, int line);

/* A module, and the texts that it was read from; they are copies, which the
   library never saw. */
typedef struct check_subject {
    const wlay_module *module;
    const wlay_source *sources; /* lengths are not WLAY_STRLEN */
    size_t source_count;
} check_subject;

/* A part of what holds; one row in the table of check.c. */
typedef void check_function(const check_subject *subject);

/* Runs all of the table. */
void check_module(const check_subject *subject);

/* ------------------------------------------------------- rows, by their file */

/* layout.c: what was declared, and the layouts by the specification's rules. */
check_function check_types, check_structs, check_variables, check_overrides,
    check_aliases, check_diagnostics;
/* query.c */
check_function check_paths, check_pieces, check_sizes, check_limits,
    check_find_type;
/* data.c */
check_function check_data;
/* advice.c */
check_function check_padding, check_order, check_access, check_buffers,
    check_uniform, check_explain;
/* host.c */
check_function check_hash, check_host_structs, check_diff;
/* stage.c */
check_function check_entry_points, check_bind_groups, check_vertex_buffers;

/* ------------------------------------------------------------ what they share */

/* Null-terminated, as all strings that the library hands out, and UTF-8 unless
   it is not. */
void check_string(wlay_string string);
bool check_equal(wlay_string a, wlay_string b);

/* Calls the function with each type that can be reached from the module, but for
   those of members of structs, which are reached through the struct. */
void check_each_type(const wlay_module *module,
                     void (*function)(const wlay_type *type, void *user_data),
                     void *user_data);

/* The type has a size that is known. */
bool check_is_sized(const wlay_type *type);

/* Well-formed UTF-8 without the control characters, other than those given. */
bool check_utf8(const char *text, size_t length, const char *controls);
/* One JSON value and blankspace around it. [RFC 8259] */
bool check_json(const char *text, size_t length);
/* One XML element, and comments around it, without a document type. */
bool check_xml(const char *text, size_t length);

#endif /* WLAY_TESTS_CHECK_H */
