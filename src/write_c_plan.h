/* SPDX-License-Identifier: MIT */
/*
 * What a plan for C holds, for those who make it and those who write it.
 */
#ifndef WLAY_WRITE_C_PLAN_H
#define WLAY_WRITE_C_PLAN_H

#include "write_c.h"
#include "write_c_name.h"

/* A struct that is written, by its names on the host. */
typedef struct wlay_c_struct {
    const wlay_struct *structure;
    size_t source; /* the first module that has it */
    wlay_string name;
    wlay_string *members; /* one for each; empty: to be left out */
    wlay_c_names taken;   /* the same, and names of padding */
    size_t compared;      /* with the struct of that source, plus one */
} wlay_c_struct;

/* A variable that has constants. */
typedef struct wlay_c_variable {
    const wlay_variable *variable;
    size_t source;
    bool differs; /* from one of the same name in another module */
    bool repeated; /* it is like one before it, which is written */
} wlay_c_variable;

/* A struct that is not written, and why. */
typedef struct wlay_c_omission {
    wlay_string name;
    wlay_string reason;
} wlay_c_omission;

/* A growing array of the arena. */
typedef struct wlay_c_list {
    void *items;
    size_t count;
    size_t capacity;
} wlay_c_list;

/* An array element with the padding that a type of the host leaves behind
   it. */
typedef struct wlay_c_padded {
    const wlay_c_map *map;
    uint64_t size;
    uint64_t stride;
    wlay_string name;
} wlay_c_padded;

struct wlay_c_plan {
    wlay_arena *arena;
    const wlay_c_source *sources;
    size_t source_count;
    const wlay_c_options *options;
    const wlay_type **types; /* of options->types, for each source */
    wlay_c_list structs;   /* wlay_c_struct *, what they hold before them */
    wlay_c_list variables; /* wlay_c_variable * */
    wlay_c_list omissions; /* wlay_c_omission */
    wlay_c_list padded;    /* wlay_c_padded */
    wlay_c_list errors;    /* wlay_string */
    wlay_c_list notes;     /* wlay_string */
    wlay_c_names by_name;  /* wlay_c_struct, by the name in WGSL */
    wlay_c_names globals;  /* C names of structs and macros */
    wlay_c_names words;    /* C names of members and of the user's types, which
                              must not become macros */
};

/* Room for one more, zeroed; NULL if out of memory. */
void *wlay_c_append(wlay_c_plan *plan, wlay_c_list *list, size_t size);

/* One sentence made of parts. */
#define WLAY_C_SAY(plan, list, ...) \
    wlay_c_say((plan), &(plan)->list, WLAY_C_JOIN((plan)->arena, __VA_ARGS__))
void wlay_c_say(wlay_c_plan *plan, wlay_c_list *list, wlay_string sentence);
/* The digits of a number. */
wlay_string wlay_c_number(wlay_c_plan *plan, uint64_t value);

/* The struct of that type, in whichever module; NULL if it is not written. */
const wlay_c_struct *wlay_c_struct_of(const wlay_c_plan *plan,
                                      const wlay_type *type);

/* What the user has for that type of that source, if anything; it may still be
   too large for a place. */
const wlay_c_map *wlay_c_map_of(const wlay_c_plan *plan, size_t source,
                                const wlay_type *type);
/* Reads options->types; says what fits nowhere. */
void wlay_c_resolve_maps(wlay_c_plan *plan);
/* Says where they do not fit, once it is known what is written. */
void wlay_c_place_maps(wlay_c_plan *plan);

/* ------------------------------------------------------ types as C has them */

/* The type of a member: `base name dimensions`. */
typedef struct wlay_c_type {
    wlay_string base;
    wlay_string dimensions; /* [4][3], without a runtime-sized one */
    uint64_t size;          /* its sizeof */
    const wlay_c_map *map;  /* the type of the user's in it, if any */
    const wlay_c_map *refused; /* one that would have been, were there room */
} wlay_c_type;

/* How C has a type of that source where there are `room` bytes for it; of a
   runtime-sized array it is the element. */
wlay_c_type wlay_c_type_of(wlay_c_plan *plan, size_t source,
                           const wlay_type *type, uint64_t room);

/* The bytes that a member may take: up to the next one. */
uint64_t wlay_c_room(const wlay_struct *s, size_t member);

/* The member is a runtime-sized array. */
static inline bool wlay_c_is_tail(const wlay_member *member)
{
    return member->type->kind == WLAY_TYPE_ARRAY &&
           (member->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

/* The name of a macro: that of the variable, or struct, and what it says of
   it. */
wlay_string wlay_c_macro(wlay_c_plan *plan, wlay_string name,
                         const char *suffix);

/* A comment's text can neither end the comment nor begin another. */
void wlay_c_put_comment(wlay_out *out, wlay_string text);
void wlay_c_put_string(wlay_out *out, wlay_string text);

void wlay_c_write_asserts(wlay_c_plan *plan, wlay_out *out);
void wlay_c_write_constants(wlay_c_plan *plan, wlay_out *out);
/* The assertions on one struct that is in the header. */
void wlay_c_write_checks(wlay_c_plan *plan, wlay_out *out,
                         const wlay_c_struct *s);

#endif /* WLAY_WRITE_C_PLAN_H */
