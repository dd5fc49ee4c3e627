/* SPDX-License-Identifier: MIT */
/*
 * A draft: what the structs of a module will be once it is rewritten, with the
 * layout that is promised for them.
 */
#ifndef WLAY_ADVICE_DRAFT_H
#define WLAY_ADVICE_DRAFT_H

#include "diag.h"
#include "module.h"

/* A member as it will be, at its new place among the others. */
typedef struct wlay_draft_member {
    const wlay_member *old; /* NULL: a new one */
    wlay_string name;       /* of a new one */
    wlay_string type;       /* how its type will be written; empty: as it is */
    uint64_t type_size;     /* what its type will take */
    uint64_t type_align;
    uint64_t put_align;     /* the value of an @align to be written; 0: none */
    uint64_t put_size;      /* of a @size */
    uint64_t offset;        /* promised */
    wlay_string index;      /* how an element of an array of another type is
                               written; empty unless `type` is one */
} wlay_draft_member;

typedef struct wlay_draft_struct {
    const wlay_struct *old;
    uint8_t state;     /* of who makes the draft; 0 at first */
    bool changed;      /* some member is, or goes, or is new */
    bool is_element;   /* of an array in a uniform buffer */
    bool is_wanted;    /* the draft is to be made */
    bool by_align;     /* mended for uniform buffers by @align, not by @size */
    wlay_string left;  /* why it stays as it is, though it should not; or
                          empty */
    size_t count;
    wlay_draft_member *members; /* NULL: as they are */
    uint64_t size;
    uint64_t align;
    uint64_t other_size; /* if it were mended the other way */
} wlay_draft_struct;

/* A struct around an element, to be declared. */
typedef struct wlay_wrapper wlay_wrapper;
struct wlay_wrapper {
    const wlay_type *element;
    uint64_t size;
    wlay_string name;
    wlay_wrapper *next;
};

typedef struct wlay_draft {
    const wlay_module *module;
    wlay_arena *arena;
    wlay_draft_struct *structs; /* one for each of the module, in its order */
    wlay_wrapper *wrappers;
} wlay_draft;

/* All structs as they are.  False if out of memory. */
bool wlay_draft_init(wlay_draft *draft, const wlay_module *module,
                     wlay_arena *arena);

/* That of a struct of the module. */
wlay_draft_struct *wlay_draft_of(const wlay_draft *draft,
                                 const wlay_struct *structure);

/* The struct that a type is, or has as the element of its arrays; or NULL. */
const wlay_struct *wlay_inner_struct(const wlay_type *type);

typedef struct wlay_extent {
    uint64_t size;
    uint64_t align;
} wlay_extent;

/* What a type will take, where structs become what the draft says. */
wlay_extent wlay_draft_extent(const wlay_draft *draft, const wlay_type *type);

/* Members as they are, for changes; false if out of memory. */
bool wlay_draft_copy(wlay_draft *draft, wlay_draft_struct *s);

/*
 * AlignOfMember and SizeOfMember of a member as it will be.  An attribute that
 * stands there but has become too small for the type is put anew.
 */
uint64_t wlay_draft_align(wlay_draft_member *m);
uint64_t wlay_draft_size(wlay_draft_member *m);

/* Gives the members their offsets, and the struct its size; it is changed. */
void wlay_draft_place(wlay_draft_struct *s);

/* ------------------------------------------------- drafts of whole modules */

/* advice_uniform.c: the structs of types become fit for uniform buffers: first
   each type is marked, then all are done at once.  The types must be
   host-shareable and constructible.  False if out of memory. */
void wlay_draft_mark_uniform(wlay_draft *draft, const wlay_type *type);
bool wlay_draft_uniform(wlay_draft *draft);
/* Then the structs that hold those, as far as their layout follows. */
bool wlay_draft_rest(wlay_draft *draft);

/* How arrays whose stride is at fault are mended. */
typedef enum wlay_array_way {
    WLAY_ARRAY_PACK, /* packed where a row of the table allows it, else
                        wrapped */
    WLAY_ARRAY_WRAP
} wlay_array_way;

/* An array, or any other type, in a uniform buffer. */
typedef struct wlay_draft_array {
    wlay_extent extent;
    uint64_t stride;
    wlay_repair_kind kind;      /* how it is mended, or 0 */
    const wlay_type *element;   /* that is packed or wrapped */
    const wlay_wrapper *wrapper;
    const struct wlay_pack_row *row;
} wlay_draft_array;

/* advice_array.c.  False if out of memory. */
bool wlay_draft_array_of(wlay_draft *draft, const wlay_type *type,
                         wlay_array_way way, wlay_draft_array *out);
/* How a mended array is written: its type, and element `i` of the array that
   goes by `name`.  {NULL, 0} if out of memory. */
wlay_string wlay_draft_array_type(const wlay_draft *draft,
                                  const wlay_draft_array *array,
                                  const wlay_type *type);
wlay_string wlay_draft_array_index(const wlay_draft *draft,
                                   const wlay_draft_array *array,
                                   const wlay_type *type, wlay_string name);
/* The declaration of a wrapper. */
wlay_string wlay_wrapper_text(const wlay_draft *draft,
                              const wlay_wrapper *wrapper);

/* advice_reorder.c: wanted structs in the order of wlay_find_order(), innermost
   first, unless a uniform buffer would then break its rules.  False if out of
   memory. */
bool wlay_draft_order(wlay_draft *draft);

/* advice_filler.c: wanted structs with their padding as members, or as a part
   of the member before, by @size. */
bool wlay_draft_pad(wlay_draft *draft);
bool wlay_draft_sizes(wlay_draft *draft);

/* Is a member to be kept although it is a filler? */
typedef bool wlay_keep_function(void *user_data, const wlay_member *member);

/* Wanted structs without their fillers. */
bool wlay_draft_unpad(wlay_draft *draft, wlay_keep_function *keep,
                      void *user_data);

/* advice_padding.c: as wlay_list_fillers(); `keep` may be NULL. */
size_t wlay_list_fillers_but(const wlay_struct *structure,
                             wlay_keep_function *keep, void *user_data,
                             size_t *members, size_t capacity);

#endif /* WLAY_ADVICE_DRAFT_H */
