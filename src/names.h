/* SPDX-License-Identifier: MIT */
/*
 * The names that WGSL gives a meaning: keywords, reserved words, predeclared
 * types, functions and enumerants, attributes.  The rows are in names.def.
 */
#ifndef WLAY_NAMES_H
#define WLAY_NAMES_H

#include "word.h"

/* ------------------------------------------------------- rows of other tables */

/* Component types, abstract ones first.  [Plain Types] */
typedef enum wlay_s {
    WLAY_S_AINT,   /* AbstractInt */
    WLAY_S_AFLOAT, /* AbstractFloat */
    WLAY_S_BOOL,
    WLAY_S_I32,
    WLAY_S_U32,
    WLAY_S_F32,
    WLAY_S_F16,
    WLAY_S_COUNT
} wlay_s;

/* Rows of the table of types in types.c: scalars, vectors, matrices, opaque. */
#define WLAY_SCALAR_ROW(scalar) (scalar)
#define WLAY_VECTOR_ROW(scalar, rows) \
    (WLAY_S_COUNT + ((rows) - 2) * WLAY_S_COUNT + (scalar))
/* Matrices have AbstractFloat, f32 or f16 components. */
#define WLAY_MATRIX_SCALAR(scalar) \
    ((scalar) == WLAY_S_AFLOAT ? 0 : (scalar) == WLAY_S_F32 ? 1 : 2)
#define WLAY_MATRIX_ROW(scalar, columns, rows)               \
    (4 * WLAY_S_COUNT + ((columns) - 2) * 9 + ((rows) - 2) * 3 + \
     WLAY_MATRIX_SCALAR(scalar))
enum {
    WLAY_ROW_SAMPLER = 4 * WLAY_S_COUNT + 27,
    WLAY_ROW_SAMPLER_COMPARISON,
    WLAY_ROW_TEXTURE_DEPTH_2D,
    WLAY_ROW_TEXTURE_DEPTH_2D_ARRAY,
    WLAY_ROW_TEXTURE_DEPTH_CUBE,
    WLAY_ROW_TEXTURE_DEPTH_CUBE_ARRAY,
    WLAY_ROW_TEXTURE_DEPTH_MULTISAMPLED_2D,
    WLAY_ROW_TEXTURE_EXTERNAL,
    WLAY_ROW_COUNT
};

typedef enum wlay_dimension {
    WLAY_DIM_1D,
    WLAY_DIM_2D,
    WLAY_DIM_2D_ARRAY,
    WLAY_DIM_3D,
    WLAY_DIM_CUBE,
    WLAY_DIM_CUBE_ARRAY
} wlay_dimension;

typedef enum wlay_generator {
    WLAY_GENERATOR_VECTOR,
    WLAY_GENERATOR_MATRIX,
    WLAY_GENERATOR_ARRAY,
    WLAY_GENERATOR_ATOMIC,
    WLAY_GENERATOR_POINTER,
    WLAY_GENERATOR_BUFFER,
    WLAY_GENERATOR_BITCAST, /* a function, but the only one with a template */
    WLAY_GENERATOR_TEXTURE,
    WLAY_GENERATOR_TEXTURE_MULTISAMPLED,
    WLAY_GENERATOR_TEXTURE_STORAGE
} wlay_generator;

/* ---------------------------------------------------------------------- names */

typedef enum wlay_name_kind {
    WLAY_NAME_KEYWORD,
    WLAY_NAME_RESERVED,
    WLAY_NAME_TYPE,
    WLAY_NAME_GENERATOR,
    WLAY_NAME_FUNCTION,
    WLAY_NAME_RUNTIME,
    WLAY_NAME_SPACE,
    WLAY_NAME_ACCESS,
    WLAY_NAME_FORMAT,
    WLAY_NAME_WORD
} wlay_name_kind;

/* WLAY_ID_vec3f and so on: the row of each name, in the order of names.def. */
typedef enum wlay_name_id {
#define KEYWORD(name) WLAY_ID_##name,
#define RESERVED(name) WLAY_ID_##name,
#define TYPE(name, index) WLAY_ID_##name,
#define GENERATOR(name, kind, a, b) WLAY_ID_##name,
#define FUNCTION(name) WLAY_ID_##name,
#define RUNTIME(name) WLAY_ID_##name,
#define SPACE(name, value) WLAY_ID_##name,
#define ACCESS(name, value) WLAY_ID_##name,
#define FORMAT(name, value) WLAY_ID_##name,
#define WORD(name) WLAY_ID_##name,
#include "names.def"
#undef KEYWORD
#undef RESERVED
#undef TYPE
#undef GENERATOR
#undef FUNCTION
#undef RUNTIME
#undef SPACE
#undef ACCESS
#undef FORMAT
#undef WORD
    WLAY_ID_COUNT
} wlay_name_id;

typedef struct wlay_name {
    uint16_t text; /* where it begins in wlay_name_texts */
    uint8_t length;
    uint8_t kind;  /* wlay_name_kind */
    uint8_t value; /* row, generator, space, access, scalar of a format */
    uint8_t a;     /* columns of a matrix, dimension of a texture */
    uint8_t b;     /* rows of a vector or matrix */
} wlay_name;

extern const wlay_name wlay_names[WLAY_ID_COUNT];

/* The texts of all names, one behind the other, each with a zero byte behind it:
   pointers to them would have to be relocated. */
typedef struct wlay_name_texts_type wlay_name_texts_type;
extern const wlay_name_texts_type wlay_name_texts;

static inline const char *wlay_name_text(const wlay_name *name)
{
    return (const char *)&wlay_name_texts + name->text;
}

/* The row of that name, or NULL. */
const wlay_name *wlay_find_name(const wlay_word *word);

/* A hash table of the rows, made by tests/generate/names.py, in open addressing: 0,
   or the upper seven bits of the name's hash and, in nine bits, the row's number
   plus one. */
#define WLAY_NAMES_ROW_BITS 9
#define WLAY_NAMES_INDEX_SIZE 1024
extern const uint16_t wlay_names_index[WLAY_NAMES_INDEX_SIZE];

static inline wlay_name_id wlay_name_id_of(const wlay_name *name)
{
    return (wlay_name_id)(name - wlay_names);
}

#endif /* WLAY_NAMES_H */
