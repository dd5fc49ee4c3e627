/* SPDX-License-Identifier: MIT */
/*
 * Types: the table of the predeclared ones, and the ones a module makes, each
 * once, so that comparing types is comparing pointers.
 */
#ifndef WLAY_TYPES_H
#define WLAY_TYPES_H

#include "names.h"

/* More bytes than this in one type is an error, as in real implementations. */
#define WLAY_SIZE_MAX UINT64_C(0xffffffff)
/* The deepest nesting of a composite type.  [Composite Types] */
#define WLAY_TYPE_DEPTH_MAX 255

typedef struct wlay_member_index wlay_member_index;

/* What the library knows of a type beyond what it shows. */
typedef struct wlay_type_node wlay_type_node;
struct wlay_type_node {
    wlay_type type; /* first: a wlay_type is the start of a node */
    uint8_t component; /* wlay_s of a scalar, vector, matrix, atomic or sampled
                          texture; WLAY_S_COUNT for none */
    bool abstract;     /* its component type is */
    uint8_t depth;     /* NestDepth  [Composite Types] */
    uint8_t space;     /* of a pointer */
    uint8_t access;    /* of a pointer or storage texture */
    uint8_t dimension; /* of a texture: wlay_dimension */
    uint8_t texture;   /* wlay_texture_kind */
    uint16_t format;   /* of a storage texture: wlay_name_id */
    uint32_t hash;
    uint32_t least_stride; /* of the arrays in it; 0: there is none */
    uint32_t fallback; /* of an array or buffer that is sized by overrides without
                          values: its count in a pipeline that gives none
                          either; 0 if there is none */
    const void *tag;   /* tells override-sized arrays apart */
    const wlay_member_index *members; /* by name; NULL if they are few */
    wlay_type_node *next; /* in its hash bucket; of a struct that is none of
                             modf or frexp, what its maker likes */
};

typedef enum wlay_texture_kind {
    WLAY_TEXTURE_NONE,
    WLAY_TEXTURE_SAMPLED,
    WLAY_TEXTURE_MULTISAMPLED,
    WLAY_TEXTURE_DEPTH,
    WLAY_TEXTURE_DEPTH_MULTISAMPLED,
    WLAY_TEXTURE_EXTERNAL,
    WLAY_TEXTURE_STORAGE,
    WLAY_TEXTURE_SAMPLER,
    WLAY_TEXTURE_SAMPLER_COMPARISON
} wlay_texture_kind;

typedef struct wlay_types {
    wlay_arena *arena;
    const struct wlay_types *outer; /* types of a finished module that are these
                                       too, or NULL */
    wlay_type_node **buckets;
    size_t bucket_count;
    size_t count;
} wlay_types;

/* Makes room for one more in the hash table; false if out of memory. */
bool wlay_types_make_room(wlay_types *types);

/* The predeclared types: WLAY_SCALAR_ROW and so on. */
extern const wlay_type_node wlay_type_table[WLAY_ROW_COUNT];

static inline const wlay_type *wlay_builtin_type(unsigned row)
{
    return &wlay_type_table[row].type;
}

static inline const wlay_type_node *wlay_node(const wlay_type *type)
{
    return (const wlay_type_node *)type;
}

static inline const wlay_type *wlay_scalar_type(wlay_s scalar)
{
    return wlay_builtin_type(WLAY_SCALAR_ROW((unsigned)scalar));
}

static inline const wlay_type *wlay_vector_type(wlay_s scalar, uint32_t rows)
{
    return wlay_builtin_type(WLAY_VECTOR_ROW((unsigned)scalar, rows));
}

/* `scalar` is AbstractFloat, f32 or f16. */
static inline const wlay_type *wlay_matrix_type(wlay_s scalar, uint32_t columns,
                                                uint32_t rows)
{
    return wlay_builtin_type(
        (unsigned)WLAY_MATRIX_ROW(scalar, columns, rows));
}

/* The component type of a scalar, vector, matrix or atomic, else
   WLAY_S_COUNT. */
static inline wlay_s wlay_component(const wlay_type *type)
{
    return (wlay_s)wlay_node(type)->component;
}

static inline bool wlay_is_abstract(const wlay_type *type)
{
    return wlay_node(type)->abstract;
}

/* The same shape with other components: a scalar, vector or matrix. */
const wlay_type *wlay_with_component(const wlay_type *type, wlay_s component);

/*
 * Types of a module.  NULL only if out of memory, or where said.
 *
 * An array: `count` 0 is runtime-sized unless `tag` is not NULL; then it is
 * override-sized by an expression that `tag` stands for, written `count_text`,
 * and `count` is its value or 0 for not known.  NULL with *too_large set if the
 * size is beyond WLAY_SIZE_MAX.
 */
const wlay_type *wlay_array_type(wlay_types *types, const wlay_type *element,
                                 uint64_t count, const void *tag,
                                 wlay_string count_text, bool *too_large);
const wlay_type *wlay_atomic_type(wlay_types *types, wlay_s scalar);
const wlay_type *wlay_pointer_type(wlay_types *types, wlay_address_space space,
                                   const wlay_type *store, wlay_access access);
/* `count` 0 is runtime-sized unless `tag` is not NULL. */
const wlay_type *wlay_buffer_type(wlay_types *types, uint64_t count,
                                  const void *tag, wlay_string count_text);
const wlay_type *wlay_texture_type(wlay_types *types, wlay_texture_kind kind,
                                   const wlay_name *generator, wlay_s scalar,
                                   const wlay_name *format, wlay_access access);
/* A struct: a new type every time; `type.structure` and the layout are for the
   caller to fill in. */
wlay_type_node *wlay_new_struct_type(wlay_types *types, wlay_string name);
/* Makes look-ups of the members of a finished struct type quick. */
void wlay_index_members(wlay_arena *arena, wlay_type_node *node);

/* The smaller of two strides, of which 0 is none. */
static inline uint32_t wlay_least_stride(uint32_t a, uint32_t b)
{
    return a != 0 && (b == 0 || a < b) ? a : b;
}

/* The bytes of a type that hold a scalar, or a component of a vector or matrix;
   as wlay_struct.data. */
uint64_t wlay_data_size(const wlay_type *type);

#endif /* WLAY_TYPES_H */
