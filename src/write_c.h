/* SPDX-License-Identifier: MIT */
/*
 * The host side in C and C++: a header with structs that have the layouts of
 * WGSL's, or assertions for structs that the host has already.
 *
 * First a plan is made of all modules: what is written, by which names, and
 * what is wrong with the wishes.  Only a plan without errors is written.
 */
#ifndef WLAY_WRITE_C_H
#define WLAY_WRITE_C_H

#include "write.h"

/* A module and the name of its source, for comments and messages. */
typedef struct wlay_c_source {
    const wlay_module *module;
    wlay_string name;
} wlay_c_source;

/* A name of WGSL and the one that the host has for it. */
typedef struct wlay_c_pair {
    wlay_string wgsl;
    wlay_string c; /* empty: see where it is used */
} wlay_c_pair;

/* A type of the host that stands for a type of WGSL. */
typedef struct wlay_c_map {
    wlay_string wgsl; /* a type expression: vec3<f32> */
    wlay_string c;    /* a type name */
    uint64_t size;    /* its sizeof, 0: the size that WGSL's has */
    uint64_t align;   /* its alignof, 0: not more than WGSL's */
} wlay_c_map;

/* What to write.  A zeroed struct gives the defaults. */
typedef struct wlay_c_options {
    wlay_string prefix;  /* goes before names of structs and constants */
    wlay_string guard;   /* a file's name, for the include guard */
    wlay_string command; /* how the text is made, for its first comment */
    bool asserts_only;   /* no structs, only assertions about the host's */
    bool reachable;      /* of the structs only those in buffer variables */
    size_t struct_count;
    const wlay_c_pair *structs; /* if any, then only these and what they hold;
                                   without a `c` they keep their name */
    size_t rename_count;
    const wlay_c_pair *renames; /* members, as `member` or `Struct.member`; in
                                   assertions an empty `c` leaves them out */
    size_t type_count;
    const wlay_c_map *types;
    size_t include_count;
    const wlay_string *includes; /* as <file>, or as "file" where so written */
} wlay_c_options;

typedef struct wlay_c_plan wlay_c_plan;

/*
 * A plan in the arena; NULL if out of memory.  Modules, options and their texts
 * have to outlive it.
 */
wlay_c_plan *wlay_c_make_plan(wlay_arena *arena, const wlay_c_source *sources,
                              size_t source_count,
                              const wlay_c_options *options);

/* What is wrong with the wishes, and what a user should know besides.  Each is
   one sentence. */
const wlay_string *wlay_c_errors(const wlay_c_plan *plan, size_t *out_count);
const wlay_string *wlay_c_notes(const wlay_c_plan *plan, size_t *out_count);

/* False if the sink failed or memory ran out. */
bool wlay_write_c(wlay_c_plan *plan, const wlay_sink *sink);

#endif /* WLAY_WRITE_C_H */
