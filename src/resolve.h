/* SPDX-License-Identifier: MIT */
/*
 * The resolver: what names mean, which types declarations have, how structs are
 * laid out.  Declarations are resolved once, each behind the ones it names.
 */
#ifndef WLAY_RESOLVE_H
#define WLAY_RESOLVE_H

#include "ast.h"
#include "eval.h"

typedef struct wlay_resolver {
    wlay_eval eval; /* `source` is that of the declaration at hand */
    wlay_diag *diag;
    wlay_types types;
    wlay_symbols *symbols;
    wlay_arena *arena;   /* of the module */
    wlay_arena *scratch; /* of the parse */
    wlay_syntax *syntax;
    const wlay_options *options;
    uint32_t language; /* wlay_language bits */
    bool *overrides_used; /* which of the options' overrides named something */
    uint64_t *override_ids; /* a bit for each @id; made when there is one */
    bool fallbacks; /* overrides without a value have that of a pipeline that
                       gives none */
    size_t entry_point_count; /* of those that declarations have */
} wlay_resolver;

/* ---------------------------------------------------------------- resolve.c */

void wlay_resolver_init(wlay_resolver *resolver);

/* Gives the declaration's symbol the declaration; reports it if it has one. */
void wlay_declare(wlay_resolver *resolver, wlay_decl *decl);

/* Is everything known that the declaration names? */
bool wlay_is_settled(const wlay_decl *decl);

/* An expression as it is written. */
wlay_string wlay_expr_text(const wlay_resolver *resolver,
                           const wlay_expr *expr);

/* The type that an expression denotes; NULL if none, reported. */
const wlay_type *wlay_resolve_type(wlay_resolver *resolver,
                                   const wlay_expr *expr);

/* alias, const, const_assert: fills in the declaration's results. */
void wlay_resolve_alias(wlay_resolver *resolver, wlay_decl *decl);
void wlay_resolve_const(wlay_resolver *resolver, wlay_decl *decl);
void wlay_resolve_assert(wlay_resolver *resolver, const wlay_decl *decl);

/*
 * The value of a declaration's initializer, converted to its written type or
 * made concrete as `concrete` says.  False if there is none, reported.
 */
bool wlay_resolve_initializer(wlay_resolver *resolver, const wlay_decl *decl,
                              const wlay_type *type, bool concrete,
                              wlay_value *out);

/* The enumerant of that kind that an expression names; NULL if none,
   reported as not being WHAT. */
const wlay_name *wlay_resolve_enumerant(wlay_resolver *resolver,
                                        const wlay_expr *expr,
                                        wlay_name_kind kind, const char *what);

/* --------------------------------------------------------------- override.c */

WLAY_COLD void wlay_resolve_override(wlay_resolver *resolver, wlay_decl *decl);
/*
 * The value that an override-expression has in a pipeline that gives overrides no
 * more values than the options do: their defaults hold.  False if it has none;
 * nothing is reported.
 */
WLAY_COLD bool wlay_evaluate_fallback(wlay_resolver *resolver, const wlay_expr *expr,
                            const wlay_type *type, wlay_value *out);
/* Reports values of the options that named no override. */
WLAY_COLD void wlay_check_override_values(wlay_resolver *resolver);

/* -------------------------------------------------------------- generator.c */

/* generator<arguments>; NULL if it is none, reported. */
const wlay_type *wlay_generate_type(wlay_resolver *resolver,
                                    const wlay_expr *expr,
                                    const wlay_name *generator);

/*
 * The access mode of an address space: the one that `name`, written as `expr`,
 * says, or the default if it is NULL.  False if it must not be; reported.
 * [Address Spaces]
 */
bool wlay_check_access(wlay_resolver *resolver, wlay_address_space space,
                       const wlay_name *name, const wlay_expr *expr,
                       wlay_access *out);

/* ------------------------------------------------------------------ order.c */

/*
 * All declarations, each behind the ones it names; those in cycles are reported
 * and marked.  NULL if out of memory.
 */
wlay_decl **wlay_order(wlay_resolver *resolver, size_t *out_count);

/* -------------------------------------------------------------- attribute.c */

/* Where an attribute stands; bits. */
typedef enum wlay_target {
    WLAY_ON_MEMBER = 1,
    WLAY_ON_VAR = 2,
    WLAY_ON_OVERRIDE = 4,
    WLAY_ON_FUNCTION = 8,
    WLAY_ON_PARAMETER = 16,
    WLAY_ON_RETURN = 32,
    WLAY_ON_BODY = 64,
    WLAY_ON_OTHER = 128 /* struct, alias, const, const_assert: nothing may */
} wlay_target;

/* Placement and duplicates.  `what` names the target: "a struct". */
void wlay_check_attributes(wlay_resolver *resolver, const wlay_attribute *first,
                           wlay_target target, const char *what);
const wlay_attribute *wlay_find_attribute(const wlay_attribute *first,
                                          wlay_name_id id);
/* The argument of an attribute that takes one concrete integer; false if it is
   none, reported. */
bool wlay_attribute_integer(wlay_resolver *resolver,
                            const wlay_attribute *attribute, int64_t *out);
/* The same, and reported if it is negative. */
bool wlay_attribute_index(wlay_resolver *resolver,
                          const wlay_attribute *attribute, uint32_t *out);

wlay_span wlay_attribute_span(const wlay_resolver *resolver,
                              const wlay_attribute *attribute);

/* --------------------------------------------------------------- stage_io.c */

/* Stage and direction of a shader's inputs and outputs; bits. */
typedef enum wlay_io_use {
    WLAY_VERTEX_INPUT = 1,
    WLAY_VERTEX_OUTPUT = 2,
    WLAY_FRAGMENT_INPUT = 4,
    WLAY_FRAGMENT_OUTPUT = 8,
    WLAY_COMPUTE_INPUT = 16,
    WLAY_COMPUTE_OUTPUT = 32
} wlay_io_use;

/* A row of the table of builtin values.  [Built-in Inputs and Outputs] */
typedef struct wlay_builtin_value {
    const char *name;
    uint8_t row;      /* of the table of types; WLAY_ROW_COUNT: array<f32, N> */
    uint8_t uses;     /* wlay_io_use bits */
    uint8_t language; /* what must be enabled, or 0 */
    const char *extension;
} wlay_builtin_value;

#define WLAY_BUILTIN_VALUE_COUNT 20
extern const wlay_builtin_value
    wlay_builtin_values[WLAY_BUILTIN_VALUE_COUNT];

/* What the IO attributes on a member, parameter or return value say. */
typedef struct wlay_io {
    const wlay_attribute *location; /* NULL: not written; so the next ones */
    const wlay_attribute *builtin;
    const wlay_attribute *blend_src;
    const wlay_attribute *interpolate;
    const wlay_builtin_value *value; /* of `builtin`; NULL: none that is known */
    bool located; /* `location` has a value: */
    bool blended; /* `blend_src` has a value: */
    bool flat;    /* `interpolate` says so */
    uint8_t interpolation; /* wlay_interpolation; so the next */
    uint8_t sampling;
    uint32_t location_value;
    uint32_t blend_value;
    const wlay_type *type; /* NULL: not known */
} wlay_io;

/* Reads and checks them as far as the stage does not matter; NULL if there are
   none. `span` is what they stand on, `type` its type or NULL. */
WLAY_COLD const wlay_io *wlay_read_io(wlay_resolver *resolver,
                            const wlay_attribute *attributes,
                            const wlay_type *type, wlay_span span);

/* The rules for the locations of all members of a struct, whatever it is used
   for.  [Input-output Locations] */
WLAY_COLD void wlay_check_member_locations(wlay_resolver *resolver,
                                 const wlay_decl *decl);

/*
 * Locations and where they were seen, for up to the number of them that it was
 * made for.  The memory is scratch, for the caller to release.
 */
typedef struct wlay_location_slot wlay_location_slot;
typedef struct wlay_locations {
    wlay_location_slot *slots; /* open addressing; NULL if out of memory */
    size_t slot_count;
} wlay_locations;

void wlay_locations_init(wlay_locations *locations, wlay_arena *arena,
                         size_t count);
/* Reports a location that was seen before, else returns NULL. */
wlay_entry *wlay_take_location(wlay_resolver *resolver,
                               wlay_locations *locations, uint32_t location,
                               wlay_span span);

/* ----------------------------------------------------------------- layout.c */

/* Resolves and lays out a struct. */
void wlay_resolve_struct(wlay_resolver *resolver, wlay_decl *decl);

static inline wlay_span wlay_resolver_span(const wlay_resolver *resolver,
                                           uint32_t offset, uint32_t length)
{
    return (wlay_span){resolver->eval.source, offset, length};
}

static inline wlay_span wlay_expr_span(const wlay_resolver *resolver,
                                       const wlay_expr *expr)
{
    return wlay_resolver_span(resolver, expr->offset, expr->length);
}

#endif /* WLAY_RESOLVE_H */
