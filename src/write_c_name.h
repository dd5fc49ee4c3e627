/* SPDX-License-Identifier: MIT */
/*
 * Names of WGSL as names of C and C++.
 */
#ifndef WLAY_WRITE_C_NAME_H
#define WLAY_WRITE_C_NAME_H

#include "base.h"

/* Values by name. */
typedef struct wlay_c_names {
    wlay_arena *arena;
    struct wlay_c_slot *slots; /* open addressing; a power of two of them */
    size_t capacity;
    size_t count;
} wlay_c_names;

/* What is kept by that name, NULL if nothing. */
void *wlay_c_find(const wlay_c_names *names, wlay_string name);
/* Keeps `value`, not NULL, by a name that lasts as long as the arena. */
void wlay_c_keep(wlay_c_names *names, wlay_string name, void *value);

/*
 * An identifier of C and of C++ that says the same: where WGSL's is none, code
 * points beyond ASCII become their number, as in u00E9, what would be reserved
 * to the implementation becomes something else, and words of the languages get
 * a `_`.  The same text always gives the same identifier.
 */
wlay_string wlay_c_identifier(wlay_arena *arena, wlay_string text);

/* That identifier, or one with a number behind it if it is kept already; keeps
   it, with `value`. */
wlay_string wlay_c_claim(wlay_c_names *names, wlay_string identifier,
                         void *value);

/* The text is an identifier of C, and nothing else. */
bool wlay_c_is_identifier(wlay_string text);

/* The parts, one behind the other. */
wlay_string wlay_c_join(wlay_arena *arena, const wlay_string *parts,
                        size_t count);
#define WLAY_C_JOIN(arena, ...) \
    wlay_c_join((arena), (const wlay_string[]){__VA_ARGS__}, \
                sizeof((const wlay_string[]){__VA_ARGS__}) / \
                    sizeof(wlay_string))

#endif /* WLAY_WRITE_C_NAME_H */
