/* SPDX-License-Identifier: MIT */
/*
 * wlay: where every byte of every WGSL buffer lives.
 *
 * wlay reads WGSL, the shading language of WebGPU, and gives the memory layout
 * of its declarations: sizes, alignments, offsets, strides, padding, minimum
 * binding sizes, and whether a layout is allowed in a uniform buffer.  Section
 * names in [brackets] are those of the WGSL specification.
 *
 *   wlay_module *module;
 *   wlay_result result = wlay_parse(text, length, NULL, &module);
 *   const wlay_struct *light = wlay_find_struct(module, "Light", WLAY_STRLEN);
 *   ...
 *   wlay_module_free(module);
 *
 * Ownership  A module owns all that is reached from it: strings, types,
 *            structs, variables, diagnostics.  wlay_module_free() ends them
 *            all.  The source text is read during the parse only and may be
 *            freed afterwards.
 * Threads    The library has no mutable global state.  Modules are independent
 *            of one another; a finished module is only ever read, by any number
 *            of threads at once.
 * Errors     Functions that can fail return a wlay_result; WLAY_OK is 0.  Bad
 *            WGSL is described by the module's diagnostics.  Nothing aborts,
 *            nothing prints.
 * Bytes      Quantities of GPU memory are uint64_t and in bytes, unless a
 *            comment says otherwise.  Host counts are size_t.  Lines and columns
 *            count from 1, offsets from 0; columns, offsets and lengths are in
 *            UTF-8 bytes.
 * Strings    Input strings are pointer and length; WLAY_STRLEN as the length
 *            means that the text ends at its first zero byte.  Strings that the
 *            library hands out carry their length and are null-terminated too.
 * Parts      A library that was built with WLAY_WRITERS=OFF lacks the sections
 *            host, diff, bind groups, vertex buffers and advice, and
 *            wlay_check_entry_point().
 */
#ifndef WLAY_H
#define WLAY_H

#include <stdbool.h> /* bool */
#include <stddef.h>  /* size_t */
#include <stdint.h>  /* fixed-width integers, SIZE_MAX */

/* The version of this header.  Before 1.0 a change of MINOR may change the ABI. */
#define WLAY_VERSION_MAJOR 0
#define WLAY_VERSION_MINOR 1
#define WLAY_VERSION_PATCH 0

/*
 * Define WLAY_SHARED_LIBRARY when wlay is linked as a shared library (the CMake
 * package and wlay.pc do so where it is needed) and WLAY_IMPLEMENTATION while
 * it is being built as one.
 */
#if defined(WLAY_SHARED_LIBRARY)
#  if defined(_WIN32)
#    if defined(WLAY_IMPLEMENTATION)
#      define WLAY_API __declspec(dllexport)
#    else
#      define WLAY_API __declspec(dllimport)
#    endif
#  elif defined(__GNUC__)
#    define WLAY_API __attribute__((visibility("default")))
#  else
#    define WLAY_API
#  endif
#else
#  define WLAY_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A length that means "up to the first zero byte"; as WGPU_STRLEN. */
#define WLAY_STRLEN SIZE_MAX

/* Text with its length in bytes; the same shape as WGPUStringView. */
typedef struct wlay_string {
    const char *data;
    size_t length;
} wlay_string;

/* What a function has to say.  Values are frozen; new ones may appear. */
typedef enum wlay_result {
    WLAY_OK = 0,
    WLAY_INVALID_WGSL = 1,     /* a module was made; it has error diagnostics */
    WLAY_OUT_OF_MEMORY = 2,    /* an allocation failed; nothing was made */
    WLAY_INVALID_ARGUMENT = 3, /* the call itself is wrong; nothing was made */
    WLAY_NOT_FOUND = 4,        /* no such name, member or path */
    WLAY_OUT_OF_RANGE = 5,     /* an index, offset or size beyond what there is */
    WLAY_TYPE_MISMATCH = 6,    /* the types do not go together */
    WLAY_WRITE_FAILED = 7,     /* a sink took no more */
    WLAY_UNKNOWN_SIZE = 8,     /* the type has no size, or none that is known */
    WLAY_RESULT_FORCE_32 = 0x7fffffff
} wlay_result;

/* The result's name in lower case words, such as "out of memory". */
WLAY_API const char *wlay_result_text(wlay_result result);

/* ------------------------------------------------------------------ options */

/*
 * Where memory comes from.  Set both functions or neither (then malloc and free
 * of the C library are used); one alone is WLAY_INVALID_ARGUMENT.  `alloc`
 * returns memory aligned for any type, or NULL; `release` gets the size that
 * was asked for.  The allocator is kept until the module is freed.
 */
typedef struct wlay_allocator {
    void *(*alloc)(void *user_data, size_t size);
    void (*release)(void *user_data, void *memory, size_t size);
    void *user_data;
} wlay_allocator;

/* Language features that the caller's WebGPU implementation has; bits. */
typedef enum wlay_feature {
    /* Uniform buffers obey the same layout rules as storage buffers, as if the
       module began with `requires uniform_buffer_standard_layout;`.
       [Address Space Layout Constraints] */
    WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT = 1,
    WLAY_FEATURE_FORCE_32 = 0x7fffffff
} wlay_feature;

/*
 * A value for a pipeline-overridable constant, as given when a pipeline is
 * created.  `key` is the constant's name, or its number in decimal where it has
 * an @id.  `value` converts to the constant's type as in WebGPU: it must be
 * finite, a whole number in range for i32 and u32; anything but 0 is true.
 */
typedef struct wlay_override_value {
    wlay_string key;
    double value;
} wlay_override_value;

/* How to read a module.  A zeroed struct, or NULL, gives the defaults. */
typedef struct wlay_options {
    wlay_allocator allocator;
    uint32_t features; /* wlay_feature bits */
    /* The most diagnostics to keep; 0 means 1000.  Later ones are dropped and a
       last diagnostic, `too-many-errors`, says so. */
    uint32_t max_diagnostics;
    /* Values that size override-sized arrays and appear in no other place. */
    size_t override_count;
    const wlay_override_value *overrides;
    /* Reads the bodies of functions too, for the names in them, so that
       wlay_entry_points() has something to give.  Takes time and memory for
       their text; they are still not checked. */
    bool read_functions;
} wlay_options;

/* One text among several that are read as one module. */
typedef struct wlay_source {
    wlay_string name; /* for diagnostics; may be empty */
    wlay_string text;
} wlay_source;

/* ------------------------------------------------------------------- leaves */

/* A stretch of source text. */
typedef struct wlay_span {
    uint32_t source; /* which of the sources, from 0 */
    uint32_t offset; /* of its first byte */
    uint32_t length; /* in bytes */
} wlay_span;

typedef enum wlay_type_kind {
    WLAY_TYPE_SCALAR = 1,
    WLAY_TYPE_VECTOR = 2,
    WLAY_TYPE_MATRIX = 3,
    WLAY_TYPE_ATOMIC = 4,
    WLAY_TYPE_ARRAY = 5,
    WLAY_TYPE_STRUCT = 6,
    WLAY_TYPE_BUFFER = 7,  /* buffer and buffer<N> [Buffer Types] */
    WLAY_TYPE_POINTER = 8,
    WLAY_TYPE_TEXTURE = 9,
    WLAY_TYPE_SAMPLER = 10,
    WLAY_TYPE_KIND_FORCE_32 = 0x7fffffff
} wlay_type_kind;

typedef enum wlay_scalar {
    WLAY_SCALAR_NONE = 0,
    WLAY_SCALAR_BOOL = 1,
    WLAY_SCALAR_I32 = 2,
    WLAY_SCALAR_U32 = 3,
    WLAY_SCALAR_F32 = 4,
    WLAY_SCALAR_F16 = 5,
    WLAY_SCALAR_FORCE_32 = 0x7fffffff
} wlay_scalar;

/* What holds of a type; bits of wlay_type.flags. */
typedef enum wlay_type_flag {
    WLAY_TYPE_HOST_SHAREABLE = 1, /* [Host-shareable Types] */
    WLAY_TYPE_CONSTRUCTIBLE = 2,  /* [Constructible Types] */
    WLAY_TYPE_CREATION_FIXED = 4, /* creation-fixed footprint
                                     [Fixed-Footprint Types] */
    WLAY_TYPE_RUNTIME_SIZED = 8,  /* is, or ends in, a runtime-sized array */
    WLAY_TYPE_OVERRIDE_SIZED = 16, /* its element count is an
                                      override-expression */
    WLAY_TYPE_HAS_ATOMIC = 32,    /* is, or holds, an atomic */
    WLAY_TYPE_HAS_ARRAY = 64,     /* is, or holds, an array */
    WLAY_TYPE_SIZE_UNKNOWN = 128, /* size is 0 for want of an override's value,
                                     or because the type has no size */
    WLAY_TYPE_STAGE_IO = 256, /* a struct of which a member has an attribute of
                                 stage inputs and outputs, such as @location.
                                 What goes into or out of a stage obeys no rule
                                 of layout of WGSL's: write no buffer for it,
                                 see wlay_vertex_layout_make() */
    WLAY_TYPE_FLAG_FORCE_32 = 0x7fffffff
} wlay_type_flag;

typedef struct wlay_struct wlay_struct;

/*
 * A type.  Two types of one module are the same type exactly if they are the
 * same pointer.  Fields that do not apply are 0, WLAY_SCALAR_NONE or NULL.
 */
typedef struct wlay_type {
    wlay_type_kind kind;
    wlay_scalar scalar; /* of a scalar, vector, matrix, atomic, or of what a
                           sampled texture gives */
    uint32_t columns;   /* of a matrix, else 0 */
    uint32_t rows;      /* components of a vector or of a matrix column */
    uint32_t align;     /* AlignOf [Alignment and Size]; 0 if it has none */
    uint32_t flags;     /* wlay_type_flag bits */
    uint64_t size;      /* SizeOf; one element counted in a runtime-sized array,
                           so that this is the minimum binding size */
    uint64_t stride;    /* StrideOf an array, from one column of a matrix to the
                           next, else 0 */
    uint64_t element_count;  /* of an array, or the bytes of a buffer<N>;
                                0 = runtime-sized or not known */
    const struct wlay_type *element;  /* of an array; the column of a matrix;
                                         what a pointer points to */
    const wlay_struct *structure;     /* of a struct */
    wlay_string name;   /* canonical: array<vec3<f32>, 4>; in it names of more
                           than 1000 bytes are cut, with ... behind them */
} wlay_type;

/* What holds of a member; bits of wlay_member.flags. */
typedef enum wlay_member_flag {
    WLAY_MEMBER_HAS_ALIGN = 1, /* @align is written */
    WLAY_MEMBER_HAS_SIZE = 2,  /* @size is written */
    WLAY_MEMBER_HAS_IO = 4,    /* an attribute of stage inputs and outputs, such
                                  as @location, is written */
    WLAY_MEMBER_FLAG_FORCE_32 = 0x7fffffff
} wlay_member_flag;

/* A member of a struct.  [Structure Member Layout] */
typedef struct wlay_member {
    wlay_string name;
    const wlay_type *type;
    uint64_t offset; /* OffsetOfMember, from the start of the struct */
    uint64_t size;   /* SizeOfMember: of @size, else of the type */
    /* A module may have very many members, and no type has more bytes than these
       can say. */
    uint32_t padding_before; /* bytes between the end of the member before (its
                                @size included) and this one */
    uint32_t padding_after;  /* bytes that @size adds to the type's own, and for
                                the last member the tail of the struct too */
    uint32_t align;  /* AlignOfMember: of @align, else of the type */
    uint32_t flags;  /* wlay_member_flag bits */
    wlay_span span;  /* of the name */
} wlay_member;

/* A struct declaration.  [Structure Types] */
struct wlay_struct {
    wlay_string name;
    const wlay_type *type; /* carries align, size and flags */
    uint64_t size;         /* as type->size */
    uint64_t padding;      /* all bytes of it, not looking inside its members,
                              that hold no member's value */
    uint64_t padding_after; /* of those, the ones behind the last member */
    uint64_t data; /* bytes of it that hold a scalar, or a component of a vector
                      or matrix, looking inside its members; one element counted
                      in a runtime-sized array */
    size_t member_count;
    const wlay_member *members;
    uint32_t align; /* as type->align */
    wlay_span span; /* of the name */
};

typedef enum wlay_address_space {
    WLAY_SPACE_UNIFORM = 1,
    WLAY_SPACE_STORAGE = 2,
    WLAY_SPACE_WORKGROUP = 3,
    WLAY_SPACE_PRIVATE = 4,
    WLAY_SPACE_IMMEDIATE = 5,
    WLAY_SPACE_HANDLE = 6,   /* textures and samplers; never written */
    WLAY_SPACE_FUNCTION = 7, /* of pointers only */
    WLAY_SPACE_FORCE_32 = 0x7fffffff
} wlay_address_space;

typedef enum wlay_access {
    WLAY_ACCESS_READ = 1,
    WLAY_ACCESS_WRITE = 2,
    WLAY_ACCESS_READ_WRITE = 3,
    WLAY_ACCESS_FORCE_32 = 0x7fffffff
} wlay_access;

/* "uniform", "storage", ... and "read", "write", "read_write". */
WLAY_API const char *wlay_address_space_name(wlay_address_space space);
WLAY_API const char *wlay_access_name(wlay_access access);

/* A module-scope variable.  [var Declarations] */
typedef struct wlay_variable {
    wlay_string name;
    const wlay_type *type; /* the store type */
    wlay_address_space address_space;
    wlay_access access;
    bool has_binding; /* @group and @binding are both written */
    bool samples_depth; /* of a sampler, where functions were read: an entry point
                           samples a depth texture with it, without a comparison,
                           so that it must not filter */
    uint32_t group;
    uint32_t binding;
    uint64_t min_binding_size; /* SizeOf the store type; 0 outside of uniform
                                  and storage.  WebGPU's minBindingSize */
    wlay_span span; /* of the name */
} wlay_variable;

/* A pipeline-overridable constant.  [override Declarations] */
typedef struct wlay_override {
    wlay_string name;
    const wlay_type *type; /* a scalar */
    bool has_id;
    uint32_t id;
    bool has_default;
    wlay_string default_value; /* its value where that is known, else the text
                                  of its initializer; empty without one */
    wlay_span span; /* of the name */
} wlay_override;

/* A type alias.  [Type Aliases] */
typedef struct wlay_alias {
    wlay_string name;
    const wlay_type *type;
    wlay_span span; /* of the name */
} wlay_alias;

typedef enum wlay_severity {
    WLAY_SEVERITY_ERROR = 1,
    WLAY_SEVERITY_WARNING = 2,
    WLAY_SEVERITY_NOTE = 3, /* nothing is wrong, but something is to be done;
                               only from wlay_rewrite() */
    WLAY_SEVERITY_FORCE_32 = 0x7fffffff
} wlay_severity;

/* A place in the source, for a person. */
typedef struct wlay_place {
    wlay_string source_name;
    wlay_span span;
    uint32_t line;
    uint32_t column;
} wlay_place;

/* Another place that has to do with a diagnostic. */
typedef struct wlay_note {
    wlay_string message;
    wlay_place place;
} wlay_note;

/* What is wrong with a module, and where. */
typedef struct wlay_diagnostic {
    wlay_severity severity;
    wlay_string code;    /* stable, kebab-case, one per rule */
    wlay_string message; /* one sentence; its wording may change */
    wlay_string hint;    /* how to mend it; may be empty */
    wlay_place place;
    size_t note_count;
    const wlay_note *notes;
} wlay_diagnostic;

/* ------------------------------------------------------------------- module */

typedef struct wlay_module wlay_module;

/*
 * Reads one WGSL text.  On WLAY_OK and on WLAY_INVALID_WGSL `*out_module` is a
 * module that the caller ends with wlay_module_free(); it carries every layout
 * that could be computed and all diagnostics.  On any other result it is NULL.
 * A text of 4 GiB or more is WLAY_INVALID_ARGUMENT.
 */
WLAY_API wlay_result wlay_parse(const char *text, size_t length,
                                const wlay_options *options,
                                wlay_module **out_module);

/*
 * Reads several texts as one module, as if they stood behind one another in the
 * order given; no declaration may reach across the end of a text.  A source's
 * name stands in its diagnostics.
 */
WLAY_API wlay_result wlay_parse_sources(const wlay_source *sources,
                                        size_t source_count,
                                        const wlay_options *options,
                                        wlay_module **out_module);

/* Ends a module and all that is reached from it; NULL is allowed. */
WLAY_API void wlay_module_free(wlay_module *module);

/* True if the module has no error diagnostic.  Function bodies are not checked. */
WLAY_API bool wlay_module_valid(const wlay_module *module);

/*
 * What was declared, in source order.  Each returns the first of `*out_count`
 * objects, or NULL where there is none.  A declaration whose type could not be
 * determined is left out; a diagnostic says why.
 */
WLAY_API const wlay_struct *const *wlay_structs(const wlay_module *module,
                                                size_t *out_count);
WLAY_API const wlay_variable *wlay_variables(const wlay_module *module,
                                             size_t *out_count);
WLAY_API const wlay_override *wlay_overrides(const wlay_module *module,
                                             size_t *out_count);
WLAY_API const wlay_alias *wlay_aliases(const wlay_module *module,
                                        size_t *out_count);

/*
 * What is wrong, in the order in which a compiler meets it: first what breaks the
 * text, then names that are declared twice, then what is wrong with each
 * declaration, as what comes later may only follow from what comes first.
 * Within one declaration the order is that of the places.
 */
WLAY_API const wlay_diagnostic *wlay_diagnostics(const wlay_module *module,
                                                 size_t *out_count);

/* The struct, or the variable, of that name; NULL if there is none. */
WLAY_API const wlay_struct *wlay_find_struct(const wlay_module *module,
                                             const char *name, size_t length);
WLAY_API const wlay_variable *wlay_find_variable(const wlay_module *module,
                                                 const char *name,
                                                 size_t length);

/*
 * The first variable, in source order, with that @group and @binding; NULL if
 * there is none.  Several variables may share them if no entry point uses two.
 */
WLAY_API const wlay_variable *wlay_find_binding(const wlay_module *module,
                                                uint32_t group,
                                                uint32_t binding);

/*
 * Line and column of a byte of a text, by WGSL's line breaks.  [Blankspace and
 * Line Breaks]  An offset behind the end counts as the end.
 */
WLAY_API void wlay_locate(const char *text, size_t length, size_t offset,
                          uint32_t *out_line, uint32_t *out_column);

/* ----------------------------------------------------------------- queries */

/*
 * A part of the memory of a type: a member, an element, a column, a component,
 * or all of it.  [Memory Views]
 */
typedef struct wlay_view {
    const wlay_type *type;     /* of the part */
    uint64_t offset;           /* from the start of the root type's memory */
    uint64_t size;             /* SizeOf(type); one element counted in a
                                  runtime-sized array */
    const wlay_member *member; /* the last member on the way, or NULL */
} wlay_view;

/* Why a path leads nowhere; points into the caller's text and the module. */
typedef struct wlay_path_error {
    size_t offset;        /* of the step that failed, in the path */
    size_t length;
    const char *reason;   /* static text: "there is no such member" */
    wlay_string nearest;  /* the name most like a misspelt one; may be empty */
} wlay_path_error;

/*
 * Follows a path from a type: steps `.member`, `[index]` (decimal; of an array,
 * the columns of a matrix, the components of a vector) and `.x` to `.w`, `.r`
 * to `.a`; the first period may be left out; an empty path is the type itself.
 * Of a runtime-sized array, and of one whose count is not known, any index is
 * taken whose element, padded to the stride, lies within the first
 * `buffer_size` bytes of the root; UINT64_MAX allows every index whose offset
 * is a uint64_t.
 * [Buffer Binding Determines Runtime-Sized Array Element Count]
 *
 * WLAY_OK and *out; or, if `error` is not NULL, why not, and
 *   WLAY_NOT_FOUND         the type has no such member, component or element
 *   WLAY_OUT_OF_RANGE      the index is too large
 *   WLAY_INVALID_ARGUMENT  the text is no path; root or out is NULL
 * Allocates nothing.  Takes time for the path's length up to the first step
 * that fails.
 */
WLAY_API wlay_result wlay_follow(const wlay_type *root, const char *path,
                                 size_t length, uint64_t buffer_size,
                                 wlay_view *out, wlay_path_error *error);

/* The same, beginning with a variable's name: "lights[3].color.y".
   out_variable may be NULL. */
WLAY_API wlay_result wlay_follow_variable(const wlay_module *module,
                                          const char *path, size_t length,
                                          uint64_t buffer_size,
                                          const wlay_variable **out_variable,
                                          wlay_view *out,
                                          wlay_path_error *error);

/*
 * The type that a type expression denotes in the scope of the module:
 * "array<Light, 4>", "vec3f", "array<f32, COUNT * 2>", an alias, a struct.  A
 * type that the module has already is that very pointer.  Constants of the
 * module may be used, but for those that are arrays or structs.
 *
 * The module stays as it is: any number of threads may ask.  Memory comes from
 * the module's allocator, which then must allow that; the name of a struct or
 * alias needs none.
 *
 * WLAY_OK and *out_type, which lasts as long as the module and *out_owner;
 * WLAY_INVALID_WGSL if the text denotes no type, then *out_owner has the
 * diagnostics; WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT.  Whatever the result,
 * the caller ends *out_owner with wlay_type_owner_free(); it is NULL where
 * nothing new was made.
 */
typedef struct wlay_type_owner wlay_type_owner;
WLAY_API wlay_result wlay_find_type(const wlay_module *module,
                                    const char *text, size_t length,
                                    const wlay_type **out_type,
                                    wlay_type_owner **out_owner);
/* Why a text denotes no type; places are in that text.  None if `owner` is
   NULL. */
WLAY_API const wlay_diagnostic *
wlay_type_owner_diagnostics(const wlay_type_owner *owner, size_t *out_count);
/* NULL is allowed. */
WLAY_API void wlay_type_owner_free(wlay_type_owner *owner);

/* A member by name; NULL if there is none.  The time does not depend on how
   many members there are. */
WLAY_API const wlay_member *wlay_find_member(const wlay_struct *structure,
                                             const char *name, size_t length);

/* ------------------------------------------------------------------ pieces */

/* Why bytes hold no value. */
typedef enum wlay_gap {
    WLAY_GAP_NONE = 0,           /* they do */
    WLAY_GAP_MEMBER_ALIGN = 1,   /* in front of a member, which is aligned */
    WLAY_GAP_MEMBER_SIZE = 2,    /* behind a member's value: its @size */
    WLAY_GAP_STRUCT_TAIL = 3,    /* from the last member to the struct's size, a
                                    multiple of its alignment */
    WLAY_GAP_ELEMENT_STRIDE = 4, /* behind each element of an array */
    WLAY_GAP_MATRIX_COLUMN = 5,  /* behind each column of a matrix */
    WLAY_GAP_FORCE_32 = 0x7fffffff
} wlay_gap;

/* "member alignment", "@size", "struct tail", "element stride" and "matrix
   column"; empty for none. */
WLAY_API const char *wlay_gap_name(wlay_gap gap);

/* That something recurs: in each element of an array, behind each column of a
   matrix. */
typedef struct wlay_level {
    uint64_t count;  /* how often; 0 if that is not known */
    uint64_t stride; /* bytes from one to the next */
} wlay_level;

/*
 * A leaf, which is a scalar, vector, matrix or atomic; or a gap, which is a
 * stretch of padding.  Lasts for one call of the function that is given it.
 */
typedef struct wlay_piece {
    wlay_gap gap;          /* WLAY_GAP_NONE: a leaf */
    const wlay_type *type; /* of the leaf; of what the gap belongs to */
    const wlay_member *member; /* the last one on the path, or NULL */
    uint64_t offset;       /* from the start of the root type's memory; of the
                              first one where there are levels */
    uint64_t size;         /* in bytes; a matrix with its padding */
    /* The arrays, and for a gap the matrix, that it recurs in, outermost first;
       none unless folded. */
    size_t level_count;
    const wlay_level *levels;
    /*
     * The path of the leaf, or of what the gap belongs to: the member that is
     * aligned or has the @size, the struct with the tail, the element, the
     * column.  wlay_follow() leads from the root type to it, if there is no
     * root_name.  Null-terminated.
     *
     * If it does not fit into the buffer, `path` is empty and only its length
     * is known.
     */
    wlay_string path;
    size_t path_length;
} wlay_piece;

/* Is given one piece after the other; returns whether to go on. */
typedef bool wlay_visit_function(void *user_data, const wlay_piece *piece);

/* Room for the paths of wlay_visit() where the caller gives none. */
#define WLAY_PATH_BUFFER_SIZE 512

/* What to visit; a zeroed struct, or NULL, gives the defaults. */
typedef struct wlay_visit_options {
    bool gaps;      /* visit padding too */
    bool no_leaves; /* and no leaves */
    /* Each array once, with a level, rather than element by element; each
       matrix, for its gaps, once rather than column by column. */
    bool fold;
    /* The elements of a runtime-sized array, or of one whose count is not
       known.  0: one, as SizeOf counts; folded, a level with the count 0. */
    uint64_t tail_count;
    wlay_string root_name; /* what paths begin with: a variable's name */
    char *path_buffer;     /* room for paths; NULL: WLAY_PATH_BUFFER_SIZE */
    size_t path_capacity;  /* its size, with the byte that ends a text */
} wlay_visit_options;

/*
 * Visits the leaves, and the gaps, of a type: in the order of their offsets,
 * but for the gaps of a matrix, which come behind it.  Not folded, leaves and
 * gaps together are all the bytes of the type, each once but for those gaps.
 * [Structure Member Layout]
 *
 * WLAY_OK, also where the function ended it.  WLAY_TYPE_MISMATCH of a type that
 * has no pieces: a buffer, pointer, texture or sampler; WLAY_OUT_OF_RANGE if
 * the offsets do not fit into a uint64_t; WLAY_INVALID_ARGUMENT.  Allocates
 * nothing.
 */
WLAY_API wlay_result wlay_visit(const wlay_type *root,
                                const wlay_visit_options *options,
                                wlay_visit_function *visit, void *user_data);

/*
 * AccessibleBytes: bit k % 8 of byte k / 8 of `bits` is set exactly if byte k
 * of the type's memory holds a part of a value.  AccessibleSlots: the same for
 * the four bytes from 4 * k on, such as a call of setImmediates has to provide
 * them.  The specification defines neither for arrays; here they are those of
 * the elements, each at its place.  [Memory Locations]
 *
 * `tail_count` is as in wlay_visit_options.  *out_count, if out_count is not
 * NULL, is the number of bytes, or of slots, of the type: `bits` needs a bit
 * for each.
 * WLAY_OUT_OF_RANGE if that is more than `capacity` bytes; then nothing is
 * written, and *out_count tells what is missing.  Else as wlay_visit().
 */
WLAY_API wlay_result wlay_accessible_bytes(const wlay_type *type,
                                           uint64_t tail_count, uint8_t *bits,
                                           size_t capacity,
                                           uint64_t *out_count);
WLAY_API wlay_result wlay_accessible_slots(const wlay_type *type,
                                           uint64_t tail_count, uint8_t *bits,
                                           size_t capacity,
                                           uint64_t *out_count);

/* ------------------------------------------------------------------- sizes */

/*
 * SizeOf the type with `count` elements of its runtime-sized array, rounded up
 * to its alignment as the specification does: {a: vec3f, b: u32, c: array<u32>}
 * has 32 bytes for 1 to 4 elements and 48 for 5.  [Alignment and Size]  A
 * count of 0 gives the minimum, in which one element is counted.  An array with
 * an override as its count takes a count too where that has no value.
 *
 * WLAY_OK; WLAY_TYPE_MISMATCH if there is a count but no such array;
 * WLAY_UNKNOWN_SIZE if there is no size, or none without a count;
 * WLAY_OUT_OF_RANGE if it does not fit into a uint64_t; WLAY_INVALID_ARGUMENT.
 */
WLAY_API wlay_result wlay_size_for_count(const wlay_type *type, uint64_t count,
                                         uint64_t *out_size);

/*
 * The inverse: how many elements a shader finds (arrayLength) in a binding of
 * `size` bytes, and how many bytes behind them are of no element: fewer than
 * the stride; out_rest may be NULL.
 * [Buffer Binding Determines Runtime-Sized Array Element Count]
 *
 * WLAY_OUT_OF_RANGE of a size below the minimum, which WebGPU does not allow;
 * WLAY_TYPE_MISMATCH if there is no such array.
 */
WLAY_API wlay_result wlay_count_for_size(const wlay_type *type, uint64_t size,
                                         uint64_t *out_count,
                                         uint64_t *out_rest);

/*
 * The bytes of buffer that a uniform or storage variable needs:
 * wlay_size_for_count() of its type, rounded up to a multiple of 4, as WebGPU
 * demands of storage bindings and of copies into any buffer.  With a count of 0
 * that is the least that may be bound.  WLAY_TYPE_MISMATCH of other variables.
 */
WLAY_API wlay_result wlay_buffer_size(const wlay_variable *variable,
                                      uint64_t count, uint64_t *out_size);

/* ------------------------------------------------------------------ limits */

/*
 * What a device allows, by WebGPU's names for its limits.  A zeroed struct, or
 * NULL, gives WebGPU's defaults, which every device has: a limit of 0 is its
 * default.
 */
typedef struct wlay_limits {
    /* A device in compatibility mode, which has some lower defaults. */
    bool compatibility_mode;
    uint64_t max_uniform_buffer_binding_size; /* 65536; 16384 in compatibility
                                                 mode */
    uint64_t max_storage_buffer_binding_size; /* 134217728: 128 MiB */
    uint64_t max_buffer_size;                 /* 268435456: 256 MiB */
    uint64_t max_compute_workgroup_storage_size; /* 16384 */
    uint64_t max_immediate_size;              /* 64 */
    uint64_t max_private_size; /* 8192: of the private variables of a shader;
                                  WGSL's own [Limits] */
    uint32_t max_bind_groups;             /* 4 */
    uint32_t max_bindings_per_bind_group; /* 1000 */
    uint32_t max_uniform_buffers_per_shader_stage; /* 12 */
    uint32_t max_storage_buffers_per_shader_stage; /* 8 */
    uint32_t min_uniform_buffer_offset_alignment; /* 256; a power of two */
    uint32_t min_storage_buffer_offset_alignment; /* 256; a power of two */
    uint32_t max_sampled_textures_per_shader_stage; /* 16 */
    uint32_t max_samplers_per_shader_stage;         /* 16 */
    uint32_t max_storage_textures_per_shader_stage; /* 4 */
    uint32_t max_vertex_buffers;             /* 8 */
    uint32_t max_vertex_attributes;          /* 16 */
    uint32_t max_vertex_buffer_array_stride; /* 2048 */
    uint32_t max_color_attachments;          /* 8; 4 in compatibility mode */
    uint32_t max_compute_workgroup_size_x;   /* 256; 128 in compatibility mode */
    uint32_t max_compute_workgroup_size_y;   /* 256; 128 in compatibility mode */
    uint32_t max_compute_workgroup_size_z;   /* 64 */
    uint32_t max_compute_invocations_per_workgroup; /* 256; 128 in
                                                       compatibility mode */
} wlay_limits;

typedef enum wlay_limit {
    WLAY_LIMIT_NONE = 0,
    WLAY_LIMIT_BIND_GROUPS = 1,
    WLAY_LIMIT_BINDINGS = 2,
    WLAY_LIMIT_BUFFER_SIZE = 3,
    WLAY_LIMIT_UNIFORM_SIZE = 4,
    WLAY_LIMIT_STORAGE_SIZE = 5,
    WLAY_LIMIT_WORKGROUP_SIZE = 6,
    WLAY_LIMIT_PRIVATE_SIZE = 7,
    WLAY_LIMIT_IMMEDIATE_SIZE = 8,
    WLAY_LIMIT_UNIFORM_BUFFERS = 9,
    WLAY_LIMIT_STORAGE_BUFFERS = 10,
    WLAY_LIMIT_SAMPLED_TEXTURES = 11,
    WLAY_LIMIT_SAMPLERS = 12,
    WLAY_LIMIT_STORAGE_TEXTURES = 13,
    WLAY_LIMIT_COLOR_ATTACHMENTS = 14,
    WLAY_LIMIT_WORKGROUP_X = 15,
    WLAY_LIMIT_WORKGROUP_Y = 16,
    WLAY_LIMIT_WORKGROUP_Z = 17,
    WLAY_LIMIT_INVOCATIONS = 18,
    WLAY_LIMIT_VERTEX_BUFFERS = 19,
    WLAY_LIMIT_VERTEX_ATTRIBUTES = 20,
    WLAY_LIMIT_VERTEX_STRIDE = 21,
    WLAY_LIMIT_FORCE_32 = 0x7fffffff
} wlay_limit;

/* WebGPU's name, such as "maxUniformBufferBindingSize"; empty for none. */
WLAY_API const char *wlay_limit_name(wlay_limit limit);

typedef struct wlay_entry_point wlay_entry_point;

/* Whether a variable, or an entry point, is within a device's limits. */
typedef struct wlay_verdict {
    const wlay_variable *variable; /* or NULL */
    const wlay_entry_point *entry_point; /* or NULL; of
                                            wlay_check_entry_point() */
    bool fits;
    wlay_limit limit; /* the one that is broken, else the one that governs the
                         variable's size; WLAY_LIMIT_NONE of textures and
                         samplers */
    uint64_t needed;  /* of that limit: bytes, bind groups or bindings; a
                         workgroup variable's bytes are a multiple of 16, as
                         WebGPU adds them up */
    uint64_t allowed;
} wlay_verdict;

/*
 * Checks a variable, with `count` elements as for wlay_size_for_count(),
 * against a device's limits.  WLAY_OK, and *out is the verdict, also where it
 * does not fit; else the error of wlay_size_for_count().
 *
 * Which variables a shader uses together is not looked at: limits on sums,
 * those of workgroup and private variables, are compared with single variables.
 */
WLAY_API wlay_result wlay_check_limits(const wlay_variable *variable,
                                       uint64_t count,
                                       const wlay_limits *limits,
                                       wlay_verdict *out);

/*
 * Checks all variables of a module, with one element of runtime-sized arrays.
 * Returns how many do not fit; the verdicts on the first `capacity` of them are
 * written.  Variables without a known size are passed over.
 */
WLAY_API size_t wlay_check_module_limits(const wlay_module *module,
                                         const wlay_limits *limits,
                                         wlay_verdict *verdicts,
                                         size_t capacity);

/*
 * The verdict in words, such as "the uniform buffer 'lights' needs 81920 bytes,
 * more than the 65536 allowed (maxUniformBufferBindingSize)"; the wording may
 * change.  Returns the length of the whole text; of it, what fits is written
 * and null-terminated.
 */
WLAY_API size_t wlay_verdict_text(const wlay_verdict *verdict, char *buffer,
                                  size_t capacity);

/*
 * The distance between ranges of one buffer that a binding with a dynamic
 * offset moves over: wlay_buffer_size(), rounded up to the device's minimum
 * offset alignment.  WLAY_INVALID_ARGUMENT if that is no power of two, else the errors
 * of wlay_buffer_size().
 */
WLAY_API wlay_result wlay_dynamic_stride(const wlay_variable *variable,
                                         uint64_t count,
                                         const wlay_limits *limits,
                                         uint64_t *out_stride);

/* ------------------------------------------------------------ entry points */

/* A stage of a pipeline; bits, of the values of WebGPU's GPUShaderStage.
   [Shader Stages] */
typedef enum wlay_stage {
    WLAY_STAGE_VERTEX = 1,
    WLAY_STAGE_FRAGMENT = 2,
    WLAY_STAGE_COMPUTE = 4,
    WLAY_STAGE_FORCE_32 = 0x7fffffff
} wlay_stage;

/* [Interpolation] */
typedef enum wlay_interpolation {
    WLAY_INTERPOLATION_NONE = 0, /* it is not interpolated */
    WLAY_INTERPOLATION_PERSPECTIVE = 1,
    WLAY_INTERPOLATION_LINEAR = 2,
    WLAY_INTERPOLATION_FLAT = 3,
    WLAY_INTERPOLATION_FORCE_32 = 0x7fffffff
} wlay_interpolation;

typedef enum wlay_sampling {
    WLAY_SAMPLING_NONE = 0,
    WLAY_SAMPLING_CENTER = 1,
    WLAY_SAMPLING_CENTROID = 2,
    WLAY_SAMPLING_SAMPLE = 3,
    WLAY_SAMPLING_FIRST = 4,
    WLAY_SAMPLING_EITHER = 5,
    WLAY_SAMPLING_FORCE_32 = 0x7fffffff
} wlay_sampling;

/* "vertex", "fragment", "compute"; "perspective" and so on, "center" and so on.
   Empty for none. */
WLAY_API const char *wlay_stage_name(wlay_stage stage);
WLAY_API const char *wlay_interpolation_name(wlay_interpolation type);
WLAY_API const char *wlay_sampling_name(wlay_sampling sampling);

/* One value that goes into or out of an entry point: a parameter, the result, or
   a member of a struct that is one.  [Inter-stage Input and Output Interface] */
typedef struct wlay_stage_value {
    wlay_string name;      /* of the parameter or member; empty of a result that
                              is no struct */
    const wlay_type *type; /* a numeric scalar or vector, if it has a location */
    const wlay_struct *structure; /* that has the member; else NULL */
    wlay_string builtin;   /* "position", "vertex_index", ...; empty if it has a
                              location */
    uint32_t location;     /* 0 of a builtin value */
    bool has_blend_src;
    uint32_t blend_src;    /* [blend_src] */
    /* Of values with a location between vertex and fragment stage, defaults
       filled in; else none. */
    wlay_interpolation interpolation;
    wlay_sampling sampling;
    wlay_span span; /* of the name, or of the return type */
} wlay_stage_value;

/*
 * A function with a stage.  [Entry Points]
 *
 * What it uses is what its shader statically accesses: named in it, in functions
 * that it calls, at any depth, or in what defines the types and initial values
 * of those.  [Shader Interface]
 */
struct wlay_entry_point {
    wlay_string name;
    wlay_stage stage;
    /* Of a compute shader, else 0: the values of @workgroup_size, with those of
       the options for overrides and else the defaults; 1 where none is written;
       0 where an override has no value or it is not valid. */
    uint32_t workgroup_size[3];
    /* The bytes of workgroup memory that its shader takes, by the same values of
       overrides, each variable counted as a multiple of 16, as WebGPU adds them
       up.  A variable whose size is not known is left out, and then
       workgroup_memory_known is false. */
    bool workgroup_memory_known;
    uint64_t workgroup_memory;
    size_t variable_count; /* of module scope, that it uses; in source order */
    const wlay_variable *const *variables;
    size_t override_count; /* that it uses; in source order */
    const wlay_override *const *overrides;
    /* Sorted: first those with a location, by location and blend_src; then the
       builtin values, as they stand. */
    size_t input_count;
    const wlay_stage_value *inputs;
    size_t input_location_count; /* of them, those with a location */
    size_t output_count;
    const wlay_stage_value *outputs; /* of a fragment shader: its targets */
    size_t output_location_count;
    wlay_span span; /* of the name */
};

/*
 * In source order.  None, and NULL, unless wlay_options.read_functions was set.
 *
 * All entry points together may use 1048576 variables and overrides, and have
 * 16777216 names in their functions, each counted for each entry point that it is
 * in; what is beyond that gets a diagnostic.
 */
WLAY_API const wlay_entry_point *wlay_entry_points(const wlay_module *module,
                                                   size_t *out_count);
/* NULL if there is none of that name. */
WLAY_API const wlay_entry_point *
wlay_find_entry_point(const wlay_module *module, const char *name,
                      size_t length);

/*
 * Checks what an entry point needs against a device's limits: workgroup size and
 * memory, private memory, immediate data, how many buffers, textures and
 * samplers it uses, its locations, each variable by wlay_check_limits().
 * Returns how many limits are broken; the verdicts on the first `capacity` of
 * them are written.  What is not known is passed over.
 */
WLAY_API size_t wlay_check_entry_point(const wlay_entry_point *entry_point,
                                       const wlay_limits *limits,
                                       wlay_verdict *verdicts,
                                       size_t capacity);

/* ------------------------------------------------------- bind group layouts */

/* What of GPUBindGroupLayoutEntry an entry has. */
typedef enum wlay_binding_kind {
    WLAY_BINDING_UNIFORM = 1,
    WLAY_BINDING_STORAGE = 2,
    WLAY_BINDING_READ_ONLY_STORAGE = 3,
    WLAY_BINDING_SAMPLER = 4,
    WLAY_BINDING_TEXTURE = 5,
    WLAY_BINDING_STORAGE_TEXTURE = 6,
    WLAY_BINDING_EXTERNAL_TEXTURE = 7,
    WLAY_BINDING_KIND_FORCE_32 = 0x7fffffff
} wlay_binding_kind;

typedef enum wlay_sampler_type {
    WLAY_SAMPLER_NONE = 0,
    WLAY_SAMPLER_FILTERING = 1,
    WLAY_SAMPLER_NON_FILTERING = 2,
    WLAY_SAMPLER_COMPARISON = 3,
    WLAY_SAMPLER_TYPE_FORCE_32 = 0x7fffffff
} wlay_sampler_type;

typedef enum wlay_sample_type {
    WLAY_SAMPLE_NONE = 0,
    WLAY_SAMPLE_FLOAT = 1,
    WLAY_SAMPLE_UNFILTERABLE_FLOAT = 2,
    WLAY_SAMPLE_DEPTH = 3,
    WLAY_SAMPLE_SINT = 4,
    WLAY_SAMPLE_UINT = 5,
    WLAY_SAMPLE_TYPE_FORCE_32 = 0x7fffffff
} wlay_sample_type;

typedef enum wlay_view_dimension {
    WLAY_VIEW_NONE = 0,
    WLAY_VIEW_1D = 1,
    WLAY_VIEW_2D = 2,
    WLAY_VIEW_2D_ARRAY = 3,
    WLAY_VIEW_CUBE = 4,
    WLAY_VIEW_CUBE_ARRAY = 5,
    WLAY_VIEW_3D = 6,
    WLAY_VIEW_DIMENSION_FORCE_32 = 0x7fffffff
} wlay_view_dimension;

/* WebGPU's words, but for the kind, which is "uniform", "storage",
   "read-only-storage", "sampler", "texture", "storage-texture" or
   "external-texture".  Empty for none. */
WLAY_API const char *wlay_binding_kind_name(wlay_binding_kind kind);
WLAY_API const char *wlay_sampler_type_name(wlay_sampler_type type);
WLAY_API const char *wlay_sample_type_name(wlay_sample_type type);
WLAY_API const char *wlay_view_dimension_name(wlay_view_dimension dimension);
/* "read-only", "write-only", "read-write". */
WLAY_API const char *wlay_storage_access_name(wlay_access access);

/* An entry of a bind group layout.  Fields that do not apply are 0, none or
   empty. */
typedef struct wlay_binding {
    uint32_t binding;
    uint32_t visibility; /* wlay_stage bits: the stages that use it; 0 if none
                            does */
    wlay_binding_kind kind;
    uint64_t min_binding_size;  /* of buffers */
    wlay_sampler_type sampler;
    wlay_sample_type sample_type; /* of textures */
    wlay_view_dimension view_dimension; /* of textures and storage textures */
    bool multisampled;
    wlay_access access;  /* of storage textures */
    wlay_string format;  /* of storage textures: "rgba8unorm" */
    const wlay_variable *variable; /* the first that is bound there */
} wlay_binding;

typedef struct wlay_bind_group {
    uint32_t group;
    size_t entry_count;
    const wlay_binding *entries; /* by binding */
} wlay_bind_group;

/* What is wrong with a slot. */
typedef struct wlay_binding_issue {
    /* WLAY_SEVERITY_ERROR: WebGPU refuses it.  WLAY_SEVERITY_WARNING: it does
       not, but two parts have different layouts for one buffer. */
    wlay_severity severity;
    uint32_t group;
    uint32_t binding;
    const wlay_variable *first;
    const wlay_variable *second; /* that does not go together with the first, or
                                    NULL */
    wlay_place first_place;  /* of their names */
    wlay_place second_place; /* as the first, where there is no second */
    wlay_string message; /* one sentence; its wording may change */
} wlay_binding_issue;

/* The bind group layouts of a pipeline. */
typedef struct wlay_bind_groups {
    size_t group_count;
    const wlay_bind_group *groups; /* by number, of which some may be missing */
    size_t issue_count;
    const wlay_binding_issue *issues;
} wlay_bind_groups;

/* A stage of a pipeline, or all of a module. */
typedef struct wlay_pipeline_part {
    const wlay_module *module;
    const wlay_entry_point *entry_point; /* of the module; NULL: all of it */
} wlay_pipeline_part;

/* A zeroed struct, or NULL, gives the defaults. */
typedef struct wlay_bind_groups_options {
    wlay_allocator allocator;
    /* Names of variables.  Of a texture of f32, that its sample type is
       "unfilterable-float" rather than "float", as r32float needs it; of a
       sampler, that it is "non-filtering".  A multisampled texture is so
       without being named.  Other names are ignored. */
    size_t unfiltered_count;
    const wlay_string *unfiltered;
} wlay_bind_groups_options;

/*
 * The bind group layouts for these parts together: one entry point, the vertex
 * and the fragment entry point of a pipeline, which may be of two modules, or a
 * whole module, whose variables that no entry point uses are there too.
 *
 * Variables of one slot that agree, in all but the minimum binding size, become
 * one entry with the largest of these; each that does not is an entry of its own.
 * It is an issue if variables of different parts do not agree, or if one entry
 * point uses two of a slot, or if the vertex stage sees what is written.  In a
 * whole module different entry points may use a slot differently.
 *
 * WLAY_OK; WLAY_TYPE_MISMATCH if there are errors among the issues.  In both cases
 * the caller ends *out with wlay_bind_groups_free(); it lasts no longer than the
 * modules.
 * WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT, also of a module that was read
 * without read_functions.
 */
WLAY_API wlay_result
wlay_bind_groups_make(const wlay_pipeline_part *parts, size_t part_count,
                      const wlay_bind_groups_options *options,
                      const wlay_bind_groups **out);
/* NULL is allowed. */
WLAY_API void wlay_bind_groups_free(const wlay_bind_groups *groups);

/* ----------------------------------------------------------- vertex buffers */

/*
 * What lies in a vertex buffer is described by formats, offsets and a stride,
 * and is converted on its way into the shader: WGSL's rules of layout do not
 * hold there.  A vec3f takes 12 bytes, and may come from 4 bytes of unorm8x4.
 */

/* GPUVertexFormat. */
typedef enum wlay_vertex_format {
    WLAY_VERTEX_NONE = 0,
    WLAY_VERTEX_UINT8 = 1,
    WLAY_VERTEX_UINT8X2 = 2,
    WLAY_VERTEX_UINT8X4 = 3,
    WLAY_VERTEX_SINT8 = 4,
    WLAY_VERTEX_SINT8X2 = 5,
    WLAY_VERTEX_SINT8X4 = 6,
    WLAY_VERTEX_UNORM8 = 7,
    WLAY_VERTEX_UNORM8X2 = 8,
    WLAY_VERTEX_UNORM8X4 = 9,
    WLAY_VERTEX_SNORM8 = 10,
    WLAY_VERTEX_SNORM8X2 = 11,
    WLAY_VERTEX_SNORM8X4 = 12,
    WLAY_VERTEX_UINT16 = 13,
    WLAY_VERTEX_UINT16X2 = 14,
    WLAY_VERTEX_UINT16X4 = 15,
    WLAY_VERTEX_SINT16 = 16,
    WLAY_VERTEX_SINT16X2 = 17,
    WLAY_VERTEX_SINT16X4 = 18,
    WLAY_VERTEX_UNORM16 = 19,
    WLAY_VERTEX_UNORM16X2 = 20,
    WLAY_VERTEX_UNORM16X4 = 21,
    WLAY_VERTEX_SNORM16 = 22,
    WLAY_VERTEX_SNORM16X2 = 23,
    WLAY_VERTEX_SNORM16X4 = 24,
    WLAY_VERTEX_FLOAT16 = 25,
    WLAY_VERTEX_FLOAT16X2 = 26,
    WLAY_VERTEX_FLOAT16X4 = 27,
    WLAY_VERTEX_FLOAT32 = 28,
    WLAY_VERTEX_FLOAT32X2 = 29,
    WLAY_VERTEX_FLOAT32X3 = 30,
    WLAY_VERTEX_FLOAT32X4 = 31,
    WLAY_VERTEX_UINT32 = 32,
    WLAY_VERTEX_UINT32X2 = 33,
    WLAY_VERTEX_UINT32X3 = 34,
    WLAY_VERTEX_UINT32X4 = 35,
    WLAY_VERTEX_SINT32 = 36,
    WLAY_VERTEX_SINT32X2 = 37,
    WLAY_VERTEX_SINT32X3 = 38,
    WLAY_VERTEX_SINT32X4 = 39,
    WLAY_VERTEX_UNORM10_10_10_2 = 40,
    WLAY_VERTEX_UNORM8X4_BGRA = 41,
    WLAY_VERTEX_SNORM10_10_10_2 = 42,
    WLAY_VERTEX_FORMAT_FORCE_32 = 0x7fffffff
} wlay_vertex_format;

typedef struct wlay_vertex_format_info {
    const char *name;    /* WebGPU's: "float32x3" */
    wlay_scalar scalar;  /* what a shader gets: WLAY_SCALAR_F32, which goes to
                            f16 too, WLAY_SCALAR_U32 or WLAY_SCALAR_I32 */
    uint32_t components; /* fewer than the shader's type has are made up for by
                            0, 0, 0, 1; more are dropped */
    uint32_t size;       /* in bytes */
} wlay_vertex_format_info;

/* NULL for none. */
WLAY_API const wlay_vertex_format_info *
wlay_describe_vertex_format(wlay_vertex_format format);
/* The format of that name; WLAY_VERTEX_NONE if there is none. */
WLAY_API wlay_vertex_format wlay_find_vertex_format(const char *name,
                                                    size_t length);
/* The format that holds just the values of a type: float32x3 for a vec3f.  Of
   vec3h it is float16x4, as there is no narrower one.  WLAY_VERTEX_NONE if it
   cannot be a vertex input. */
WLAY_API wlay_vertex_format wlay_vertex_format_of(const wlay_type *type);

typedef struct wlay_vertex_attribute {
    wlay_vertex_format format;
    uint32_t location; /* shaderLocation */
    uint64_t offset;   /* from the start of the vertex; a multiple of 4 */
    const wlay_stage_value *input;
} wlay_vertex_attribute;

typedef struct wlay_vertex_buffer {
    uint64_t array_stride; /* a multiple of 4; 0 of a buffer that is not used */
    bool per_instance;     /* its step mode is "instance", else "vertex" */
    size_t attribute_count;
    const wlay_vertex_attribute *attributes; /* by location */
} wlay_vertex_buffer;

/* How one input comes into the shader.  Zeros in the last three are the
   defaults. */
typedef struct wlay_vertex_choice {
    uint32_t location;
    wlay_vertex_format format; /* WLAY_VERTEX_NONE: that of the input's type */
    uint32_t buffer;    /* the number of its buffer; unless options.separate */
    bool per_instance;  /* so for all of its buffer */
} wlay_vertex_choice;

typedef enum wlay_vertex_issue_kind {
    WLAY_VERTEX_NO_SUCH_INPUT = 1, /* no input has the location */
    WLAY_VERTEX_TYPE_MISMATCH = 2, /* the format gives values of another type */
    WLAY_VERTEX_CHOSEN_TWICE = 3,  /* a choice for that location stands before */
    WLAY_VERTEX_LIMIT = 4,         /* wlay_vertex_issue.limit */
    WLAY_VERTEX_ISSUE_KIND_FORCE_32 = 0x7fffffff
} wlay_vertex_issue_kind;

typedef struct wlay_vertex_issue {
    wlay_vertex_issue_kind kind;
    uint32_t location; /* of the first three; a buffer's number of a stride */
    wlay_limit limit;
    wlay_string message; /* one sentence; its wording may change */
} wlay_vertex_issue;

/* A zeroed struct, or NULL: one interleaved buffer, formats by type. */
typedef struct wlay_vertex_options {
    wlay_allocator allocator;
    bool separate; /* each input in a buffer of its own, by location */
    size_t choice_count;
    const wlay_vertex_choice *choices;
    const wlay_limits *limits; /* NULL: WebGPU's defaults */
} wlay_vertex_options;

/* GPUVertexState.buffers. */
typedef struct wlay_vertex_layout {
    size_t buffer_count;
    const wlay_vertex_buffer *buffers; /* by number; those that no input is in
                                          have no attributes */
    size_t issue_count;
    const wlay_vertex_issue *issues;
} wlay_vertex_layout;

/*
 * The vertex buffers of a vertex entry point: its inputs with a location, packed
 * in their order, each at a multiple of 4.
 *
 * WLAY_OK; WLAY_TYPE_MISMATCH if WebGPU would refuse it, which the issues tell.
 * In both cases the caller ends *out with wlay_vertex_layout_free(); it lasts no
 * longer than the module.  WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT, also of an
 * entry point of another stage, and of a buffer's number that is not below
 * limits->max_vertex_buffers.
 */
WLAY_API wlay_result
wlay_vertex_layout_make(const wlay_entry_point *entry_point,
                        const wlay_vertex_options *options,
                        const wlay_vertex_layout **out);
/* NULL is allowed. */
WLAY_API void wlay_vertex_layout_free(const wlay_vertex_layout *layout);

typedef enum wlay_index_format {
    WLAY_INDEX_UINT16 = 1,
    WLAY_INDEX_UINT32 = 2,
    WLAY_INDEX_FORMAT_FORCE_32 = 0x7fffffff
} wlay_index_format;

/* "uint16", "uint32"; empty for none. */
WLAY_API const char *wlay_index_format_name(wlay_index_format format);

/*
 * The narrower format that can name each of so many vertices.  With strips, the
 * largest index of a format starts a new strip and names no vertex.
 * WLAY_OUT_OF_RANGE if they are too many for 32 bits.
 */
WLAY_API wlay_result wlay_index_format_for(uint64_t vertex_count, bool strips,
                                           wlay_index_format *out);
/* The bytes of a buffer for so many indices: a multiple of 4, as copies need it.
   WLAY_OUT_OF_RANGE; WLAY_INVALID_ARGUMENT. */
WLAY_API wlay_result wlay_index_buffer_size(wlay_index_format format,
                                            uint64_t index_count,
                                            uint64_t *out_size);

/* --------------------------------------------------------------------- data */

/*
 * Values between the host and GPU memory.
 *
 * GPU memory is `size` bytes at `bytes`, such as a mapped buffer; it begins
 * where the root type of a place begins and needs no alignment.  Its numbers
 * are little-endian on any host.  [Internal Layout of Values]
 *
 * Host data are numbers as C has them, tightly one behind the other: float[3]
 * for a vec3f, float[9] or float[3][3] for a mat3x3f, float[N][3] for an array
 * of N vec3f, and so on for arrays of arrays.  They need no alignment either.
 *
 * Conversions  A number keeps its value.  Floating point types convert into one
 *              another: to the nearest value, ties to even; too large becomes
 *              an infinity; infinities, NaN, subnormals and the sign of zero
 *              are kept, whatever modes the processor is in.  Integers convert
 *              into one another if the value is in range, else nothing is
 *              written and the result is WLAY_OUT_OF_RANGE.  A bool goes to an
 *              integer as 0 or 1 and comes from one as "is not 0".  Anything
 *              else, such as an int for an f32, is WLAY_TYPE_MISMATCH.  Between
 *              equal types the bits are copied.
 * Places       A scalar, vector, matrix, or atomic (as its integer), an array
 *              of those, or an array of such arrays.  A struct, and WGSL's
 *              bool, which is not host-shareable, are WLAY_TYPE_MISMATCH.
 * Padding      Bytes between the values, of matrix columns and array elements,
 *              are left alone, or zeroed where WLAY_HOST_ZERO_PADDING asks for
 *              it; never read.
 *
 * No function of this section allocates, but for those that say so.  On an
 * error neither side is changed.
 */

/* What a number of the host is; those that WGSL has too have the value of their
   wlay_scalar. */
typedef enum wlay_host_type {
    WLAY_HOST_BOOL = 1, /* bool, of one byte */
    WLAY_HOST_I32 = 2,  /* int32_t */
    WLAY_HOST_U32 = 3,  /* uint32_t */
    WLAY_HOST_F32 = 4,  /* float */
    WLAY_HOST_F16 = 5,  /* uint16_t that holds the bits of an f16 */
    WLAY_HOST_F64 = 6,  /* double */
    WLAY_HOST_I8 = 7,   /* int8_t */
    WLAY_HOST_U8 = 8,   /* uint8_t */
    WLAY_HOST_I16 = 9,  /* int16_t */
    WLAY_HOST_U16 = 10, /* uint16_t */
    WLAY_HOST_I64 = 11, /* int64_t */
    WLAY_HOST_U64 = 12, /* uint64_t */
    WLAY_HOST_TYPE_FORCE_32 = 0x7fffffff
} wlay_host_type;

/* More about host data; these are added to a wlay_host_type with |. */
typedef enum wlay_host_flag {
    /* A matrix lies on the host row by row.  WGSL's, and the host's without
       this flag, lie column by column.  Without effect on what is no matrix. */
    WLAY_HOST_ROW_MAJOR = 0x100,
    /* A store zeroes the padding inside of the place.  Loads do not care. */
    WLAY_HOST_ZERO_PADDING = 0x200,
    WLAY_HOST_FLAG_FORCE_32 = 0x7fffffff
} wlay_host_flag;

/*
 * The bytes that host data for a place of that type have: 12 for a vec3f as
 * WLAY_HOST_F32, 96 for an array<vec3f, 4> as WLAY_HOST_F64.  For a
 * runtime-sized array it is that of one element.  0 if the types do not go
 * together.
 */
WLAY_API uint64_t wlay_host_size(const wlay_type *type, uint32_t host);

/*
 * Puts values into a place.  `host` is a wlay_host_type, with wlay_host_flag
 * bits or without; `value_size` is the size of the host data, as `sizeof
 * values`: one that is not wlay_host_size() is WLAY_TYPE_MISMATCH, so that a
 * vec3f that became a vec4f does not go unnoticed.  A place that reaches beyond
 * `size` is WLAY_OUT_OF_RANGE, a runtime-sized array WLAY_UNKNOWN_SIZE.
 */
WLAY_API wlay_result wlay_store(void *bytes, size_t size,
                                const wlay_view *place, uint32_t host,
                                const void *values, size_t value_size);

/* The inverse of wlay_store(). */
WLAY_API wlay_result wlay_load(const void *bytes, size_t size,
                               const wlay_view *place, uint32_t host,
                               void *values, size_t value_size);

/*
 * The same for `count` elements, from element `first` on, of an array of any
 * kind; `value_size` is that of all of them.  A runtime-sized array has as many
 * elements as fit as a whole, with the padding behind each, into `size`.
 */
WLAY_API wlay_result wlay_store_elements(void *bytes, size_t size,
                                         const wlay_view *array,
                                         uint64_t first, uint64_t count,
                                         uint32_t host, const void *values,
                                         size_t value_size);
WLAY_API wlay_result wlay_load_elements(const void *bytes, size_t size,
                                        const wlay_view *array,
                                        uint64_t first, uint64_t count,
                                        uint32_t host, void *values,
                                        size_t value_size);

/*
 * The same by name: wlay_follow() from `root`, whose memory `bytes` are, and
 * then wlay_store() or wlay_load(); any error of either.
 */
WLAY_API wlay_result wlay_store_path(void *bytes, size_t size,
                                     const wlay_type *root, const char *path,
                                     size_t length, uint32_t host,
                                     const void *values, size_t value_size);
WLAY_API wlay_result wlay_load_path(const void *bytes, size_t size,
                                    const wlay_type *root, const char *path,
                                    size_t length, uint32_t host,
                                    void *values, size_t value_size);

/* ----------------------------------------------------------- transfer plans */

/* A member of a C struct, and the part of a WGSL type that it stands for. */
typedef struct wlay_host_field {
    const char *path; /* as for wlay_follow(), null-terminated: "light.color" */
    size_t offset;    /* of the member in the C struct */
    size_t size;      /* of the member */
    uint32_t host;    /* wlay_host_type, and perhaps WLAY_HOST_ROW_MAJOR */
} wlay_host_field;

/*
 * A row of a table of wlay_host_field:
 *
 *   WLAY_FIELD(Particle, position, "position", WLAY_HOST_F32)
 */
#ifdef __cplusplus
#  define WLAY_FIELD(type, member, path, host) \
      {(path), offsetof(type, member), sizeof(type::member), (host)}
#else
#  define WLAY_FIELD(type, member, path, host) \
      {(path), offsetof(type, member), sizeof(((type *)0)->member), (host)}
#endif

/* How to make a plan; bits. */
typedef enum wlay_plan_flag {
    /* Not every part of the WGSL type needs a field.  Parts without one are
       left alone. */
    WLAY_PLAN_PARTIAL = 1,
    /* A store zeroes the padding of each record, but not that inside of parts
       that have no field. */
    WLAY_PLAN_ZERO_PADDING = 2,
    /* Padding is free to be overwritten, on both sides: that of the WGSL type,
       and bytes of the C struct that no field names.  Then fewer copies do.
       Not together with WLAY_PLAN_ZERO_PADDING. */
    WLAY_PLAN_FREE_PADDING = 4,
    WLAY_PLAN_FLAG_FORCE_32 = 0x7fffffff
} wlay_plan_flag;

/* What a plan was made for; a zeroed struct, or NULL, gives the defaults. */
typedef struct wlay_plan_options {
    wlay_allocator allocator;
    uint32_t flags; /* wlay_plan_flag bits */
} wlay_plan_options;

typedef enum wlay_plan_issue_kind {
    WLAY_PLAN_NO_SUCH_PART = 1,  /* the WGSL type has nothing at that path */
    WLAY_PLAN_NO_FIELD = 2,      /* no field stands for that part */
    WLAY_PLAN_TYPE_MISMATCH = 3, /* their types do not convert */
    WLAY_PLAN_SIZE_MISMATCH = 4, /* the member's size is not what the part
                                    takes: wlay_plan_issue.wanted_size */
    WLAY_PLAN_OUT_OF_STRUCT = 5, /* the member ends behind the C struct */
    WLAY_PLAN_OVERLAP = 6,       /* two fields share bytes, of either side */
    WLAY_PLAN_ISSUE_KIND_FORCE_32 = 0x7fffffff
} wlay_plan_issue_kind;

/* Why a plan cannot be used.  Strings belong to the plan. */
typedef struct wlay_plan_issue {
    wlay_plan_issue_kind kind;
    size_t field;         /* its index; SIZE_MAX of WLAY_PLAN_NO_FIELD */
    wlay_string path;     /* of the field, or of the part without one */
    wlay_string type;     /* of that part, in WGSL; empty if there is none */
    wlay_string reason;   /* one sentence; its wording may change */
    wlay_string nearest;  /* the name most like a misspelt one; may be empty */
    uint64_t wanted_size; /* in bytes; else 0 */
} wlay_plan_issue;

/*
 * How an array of a C struct becomes an array of a WGSL type, and back.  A plan
 * depends on no module and is only read once it is made, by any number of
 * threads.
 */
typedef struct wlay_plan wlay_plan;

/*
 * Makes the plan for a C struct of `struct_size` bytes and a WGSL type of fixed
 * size, of which `fields` tell what goes where.  Fields that follow one another
 * without a gap, on both sides, become one copy.
 *
 * WLAY_OK, and *out_plan for the caller to end with wlay_plan_free(); the same
 * on WLAY_NOT_FOUND, WLAY_TYPE_MISMATCH and WLAY_OUT_OF_RANGE, but such a plan
 * only has issues: moving data by it is WLAY_INVALID_ARGUMENT.  On anything
 * else *out_plan is NULL: WLAY_UNKNOWN_SIZE of a runtime-sized type,
 * WLAY_INVALID_ARGUMENT, WLAY_OUT_OF_MEMORY.  Allocates.
 */
WLAY_API wlay_result wlay_plan_make(const wlay_type *type, size_t struct_size,
                                    const wlay_host_field *fields,
                                    size_t field_count,
                                    const wlay_plan_options *options,
                                    wlay_plan **out_plan);
/* NULL is allowed. */
WLAY_API void wlay_plan_free(wlay_plan *plan);

/* What keeps the plan from use; NULL and 0 if nothing does. */
WLAY_API const wlay_plan_issue *wlay_plan_issues(const wlay_plan *plan,
                                                 size_t *out_count);

/* What a plan does with each record. */
typedef struct wlay_plan_summary {
    uint64_t stride;    /* from one record to the next in GPU memory: StrideOf
                           an array of the type */
    size_t copies;      /* stretches of bytes that are copied */
    size_t conversions; /* fields that are converted, or transposed; on a
                           big-endian host all are */
    size_t zeroed;      /* stretches of padding that are zeroed */
    bool identical;     /* records of both sides are the same bytes: any number
                           of them is one memcpy */
} wlay_plan_summary;

WLAY_API wlay_plan_summary wlay_plan_describe(const wlay_plan *plan);

/*
 * Moves `count` records from an array of the C struct to GPU memory, where the
 * first one is at `offset`.  Records that do not end, with the padding behind
 * the last one, within `size` are WLAY_OUT_OF_RANGE.
 */
WLAY_API wlay_result wlay_plan_store(const wlay_plan *plan, void *bytes,
                                     size_t size, uint64_t offset,
                                     const void *records, size_t count);

/* The inverse; bytes of the C struct that no field names are left alone. */
WLAY_API wlay_result wlay_plan_load(const wlay_plan *plan, const void *bytes,
                                    size_t size, uint64_t offset,
                                    void *records, size_t count);

/* --------------------------------------------------------------------- dump */

/* A piece of GPU memory and the bytes there.  Lasts for one call of the
   function that is given it. */
typedef struct wlay_datum {
    wlay_piece piece; /* its offset is from the start of the root type's memory,
                         as that of the place is */
    /* Of a leaf: its scalars, those of a matrix column by column, as `real` (of
       f32 and f16) or `integer` (of i32 and u32); piece.type->scalar tells. */
    uint32_t count;
    union {
        double real[16];
        int64_t integer[16];
    } scalars;
    bool is_zero; /* of a gap: all its bytes are 0 */
} wlay_datum;

/* Is given one datum after the other; returns whether to go on. */
typedef bool wlay_dump_function(void *user_data, const wlay_datum *datum);

/*
 * Reads all the values of a place, as wlay_visit() finds them, not folded.  Of
 * a runtime-sized array, tail_count elements are read, or all that fit into
 * `size` if that is 0; padding behind them counts as far as `size` goes.
 *
 * WLAY_OK, also where the function ended it; WLAY_OUT_OF_RANGE if the place,
 * with one element of a runtime-sized array or with tail_count, reaches beyond
 * `size`; WLAY_UNKNOWN_SIZE of a type that has no size; WLAY_TYPE_MISMATCH of
 * one that is not host-shareable, or has no runtime-sized array for a
 * tail_count; WLAY_INVALID_ARGUMENT.  Allocates nothing.
 */
WLAY_API wlay_result wlay_dump(const void *bytes, size_t size,
                               const wlay_view *place,
                               const wlay_visit_options *options,
                               wlay_dump_function *function, void *user_data);

/* ---------------------------------------------------------------------- host */

/* What a layout hash counts besides bytes; bits. */
typedef enum wlay_hash_flag {
    WLAY_HASH_NAMES = 1, /* names of members */
    WLAY_HASH_FLAG_FORCE_32 = 0x7fffffff
} wlay_hash_flag;

/*
 * A hash of where things are in the memory of a type, for programs to keep: the
 * same for the same layout in any module, on any machine, in any version of this
 * library.  It counts the size of the type, and the offset and type of each
 * scalar, vector, matrix and array in it; an atomic counts as its integer, an
 * array by its stride, count and element.  It does not count names of structs
 * and aliases, alignments, the order in which declarations are written, nor,
 * without WLAY_HASH_NAMES, that members are gathered in nested structs or what
 * they are called.
 *
 * It is made to notice change, not to withstand somebody who looks for two
 * layouts with one hash.  0 if `type` is NULL.
 */
WLAY_API uint64_t wlay_layout_hash(const wlay_type *type, uint32_t flags);

/* A member of a C struct. */
typedef struct wlay_host_member {
    const char *name; /* the one in WGSL, null-terminated */
    size_t offset;    /* in the C struct */
    size_t size;      /* sizeof the member; 0 is not compared, as of a flexible
                         array member, which has none */
} wlay_host_member;

/*
 * Rows of a table of wlay_host_member: by the same name on both sides, by
 * another one on the host, and for a flexible array member.
 *
 *   static const wlay_host_member rows[] = {
 *       WLAY_HOST_MEMBER(MyLight, position),
 *       WLAY_HOST_MEMBER_AS(MyLight, albedo, "color"),
 *   };
 */
#ifdef __cplusplus
#  define WLAY_HOST_MEMBER_AS(type, member, name) \
      {(name), offsetof(type, member), sizeof(type::member)}
#else
#  define WLAY_HOST_MEMBER_AS(type, member, name) \
      {(name), offsetof(type, member), sizeof(((type *)0)->member)}
#endif
#define WLAY_HOST_MEMBER(type, member) WLAY_HOST_MEMBER_AS(type, member, #member)
#define WLAY_HOST_TAIL(type, member) {#member, offsetof(type, member), 0}

/* How to compare; bits. */
typedef enum wlay_check_flag {
    /* A member of the host may be larger than that of WGSL if the bytes that it
       has more are padding: a 16-byte vector type for a vec3f. */
    WLAY_CHECK_COVER_PADDING = 1,
    /* Members of WGSL without a row are left out of the comparison. */
    WLAY_CHECK_PARTIAL = 2,
    WLAY_CHECK_FLAG_FORCE_32 = 0x7fffffff
} wlay_check_flag;

typedef enum wlay_host_difference_kind {
    WLAY_HOST_MISSING = 1,   /* no row for a member of WGSL */
    WLAY_HOST_EXTRA = 2,     /* a row that is no member of WGSL */
    WLAY_HOST_REPEATED = 3,  /* a second row for a member */
    WLAY_HOST_MOVED = 4,     /* the offsets differ */
    WLAY_HOST_RESIZED = 5,   /* the sizes of the member differ */
    WLAY_HOST_STRUCT_SIZE = 6, /* the sizes of the struct differ */
    WLAY_HOST_DIFFERENCE_KIND_FORCE_32 = 0x7fffffff
} wlay_host_difference_kind;

/* What asks for the offset that WGSL gives to a member. */
typedef enum wlay_host_cause {
    WLAY_CAUSE_NONE = 0,
    WLAY_CAUSE_TYPE_ALIGN = 1, /* the alignment of the member's type */
    WLAY_CAUSE_ALIGN = 2,      /* @align of the member */
    WLAY_CAUSE_SIZE = 3,       /* @size of the member before it */
    WLAY_CAUSE_BEFORE = 4,     /* it is right behind the member before it, which
                                  is to be mended first or has another size */
    WLAY_CAUSE_ORDER = 5,      /* the host has members in another order */
    WLAY_CAUSE_FORCE_32 = 0x7fffffff
} wlay_host_cause;

/* One thing that a C struct has otherwise than WGSL's; points into the module and
   the table of rows. */
typedef struct wlay_host_difference {
    wlay_host_difference_kind kind;
    const wlay_struct *structure;
    const wlay_member *member;  /* of WGSL; NULL of EXTRA and STRUCT_SIZE */
    const wlay_host_member *row; /* of the host; NULL of MISSING and STRUCT_SIZE */
    uint64_t wanted; /* WGSL's offset or size, by kind; else 0 */
    uint64_t actual; /* the host's */
    wlay_host_cause cause;      /* of MOVED */
    const wlay_member *before;  /* of MOVED: WGSL's member before it, or NULL */
    int64_t insert; /* of MOVED: the bytes to put before the member on the host
                       once those before it are in place; negative: to take out.
                       Of STRUCT_SIZE: the same at the end. */
    wlay_string nearest; /* of EXTRA: the member most likely meant; may be
                            empty */
} wlay_host_difference;

/*
 * Compares a C struct of `host_size` bytes with WGSL's, member by member; where
 * WGSL's is runtime-sized `host_size` is not compared.
 *
 * *out_count is the number of differences; of them, the first `capacity` are
 * written to `out`, by offset in WGSL, then rows that are too many, the size of
 * the struct last.  `out` may be NULL if `capacity` is 0.  WLAY_OK if there is
 * none, WLAY_TYPE_MISMATCH if there are; WLAY_INVALID_ARGUMENT;
 * WLAY_UNKNOWN_SIZE of a struct that has no size.  Allocates nothing; takes
 * time for the product of members and rows at worst.
 */
WLAY_API wlay_result wlay_check_struct(const wlay_struct *structure,
                                       const wlay_host_member *rows,
                                       size_t row_count, size_t host_size,
                                       uint32_t flags,
                                       wlay_host_difference *out,
                                       size_t capacity, size_t *out_count);

/*
 * The difference in words, such as "radius: C has offset 24, WGSL wants 32,
 * because f32 has @align(32); put 8 bytes before it"; the wording may change.
 * Returns the length of the whole text; of it, what fits is written and
 * null-terminated.
 */
WLAY_API size_t wlay_host_difference_text(const wlay_host_difference *difference,
                                          char *buffer, size_t capacity);

/* ---------------------------------------------------------------------- diff */

typedef enum wlay_change_kind {
    WLAY_STRUCT_ADDED = 1,
    WLAY_STRUCT_REMOVED = 2,
    WLAY_STRUCT_RENAMED = 3, /* another name for the same members */
    WLAY_STRUCT_RESIZED = 4,
    WLAY_MEMBER_ADDED = 5,
    WLAY_MEMBER_REMOVED = 6,
    WLAY_MEMBER_RENAMED = 7, /* the same type at the same offset */
    WLAY_MEMBER_MOVED = 8,
    WLAY_MEMBER_RESIZED = 9, /* @size, or the size of the same type's name */
    WLAY_MEMBER_RETYPED = 10,
    WLAY_VARIABLE_ADDED = 11,
    WLAY_VARIABLE_REMOVED = 12,
    WLAY_VARIABLE_REBOUND = 13, /* @group or @binding */
    WLAY_VARIABLE_RESIZED = 14, /* the minimum binding size */
    WLAY_VARIABLE_RETYPED = 15,
    WLAY_VARIABLE_RESPACED = 16, /* address space or access */
    WLAY_CHANGE_KIND_FORCE_32 = 0x7fffffff
} wlay_change_kind;

/* How to compare modules; bits. */
typedef enum wlay_diff_flag {
    /* The host knows members by their offsets, not by name: a new name for a
       member does not break it. */
    WLAY_DIFF_IGNORE_NAMES = 1,
    WLAY_DIFF_FLAG_FORCE_32 = 0x7fffffff
} wlay_diff_flag;

/* One change from a module to another; points into both. */
typedef struct wlay_change {
    wlay_change_kind kind;
    bool breaks; /* code of the host made for the old module does not work with
                    the new one */
    const wlay_struct *old_struct; /* of STRUCT and MEMBER changes; NULL of what
                                      is only in the new module */
    const wlay_struct *new_struct; /* NULL of what is only in the old one */
    const wlay_member *old_member; /* likewise, of MEMBER changes */
    const wlay_member *new_member;
    const wlay_variable *old_variable; /* likewise, of VARIABLE changes */
    const wlay_variable *new_variable;
    wlay_string text; /* one sentence; its wording may change */
} wlay_change;

/* The changes from a module to another; both modules have to outlive it. */
typedef struct wlay_diff wlay_diff;

/*
 * Compares what the host sees of two modules: structs that are host-shareable,
 * by name and member by member, and variables that are bound or immediate.  For
 * hot reload: parse the new text, compare, and keep the old module if
 * wlay_diff_breaks().
 *
 * WLAY_OK and *out_diff, also where nothing changed, for the caller to end with
 * wlay_diff_free(); WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT.  `allocator` may be
 * NULL.
 */
WLAY_API wlay_result wlay_diff_make(const wlay_module *old_module,
                                    const wlay_module *new_module,
                                    uint32_t flags,
                                    const wlay_allocator *allocator,
                                    wlay_diff **out_diff);
/* NULL is allowed. */
WLAY_API void wlay_diff_free(wlay_diff *diff);

/* The changes: structs in the order of the old module, then what was added, then
   variables. */
WLAY_API const wlay_change *wlay_diff_changes(const wlay_diff *diff,
                                              size_t *out_count);

/* One of the changes breaks code of the host made for the old module. */
WLAY_API bool wlay_diff_breaks(const wlay_diff *diff);

/* --------------------------------------------------------- advice: padding */

/* A stretch of bytes between or behind the members of a struct. */
typedef struct wlay_hole {
    uint64_t offset; /* from the start of the struct */
    uint64_t size;
    wlay_gap cause; /* one of the three of structs */
    uint64_t value; /* the alignment, or the @size, that asks for it */
    const wlay_member *member; /* the aligned one, the one with the @size, or
                                  the last one of the struct */
} wlay_hole;

/*
 * Writes the first `capacity` holes of a struct to `holes`, in the order of
 * offsets, and returns how many there are.  Their sizes add up to
 * wlay_struct.padding.
 */
WLAY_API size_t wlay_list_holes(const wlay_struct *structure, wlay_hole *holes,
                                size_t capacity);

/*
 * How much of a struct holds something.  Data are the bytes of scalars and of
 * the components of vectors and matrices; all others are padding, wherever they
 * lie: between members, in nested structs, in matrix columns, behind elements.
 */
typedef struct wlay_padding {
    uint64_t size;    /* SizeOf the struct */
    uint64_t data;    /* wlay_struct.data */
    uint64_t padding; /* size - data */
    uint64_t own;     /* of it, what wlay_list_holes() lists */
    size_t hole_count;
    uint64_t largest_hole;
    /* Of an array of that many; or of one struct with that many elements in its
       runtime-sized array. */
    uint64_t element_count;
    uint64_t array_size;
    uint64_t array_padding;
} wlay_padding;

/* WLAY_OUT_OF_RANGE if the array's size is no uint64_t;
   WLAY_INVALID_ARGUMENT. */
WLAY_API wlay_result wlay_measure_padding(const wlay_struct *structure,
                                          uint64_t element_count,
                                          wlay_padding *out);

/*
 * Members that only fill: their names say so (`_pad0`, `padding`, `_reserved`,
 * `unused`, `dummy` and their like), and without them every other member stays
 * at its offset and the struct keeps its size and alignment.  Writes the
 * indices of the first `capacity` to `members` and returns how many there are;
 * all of them may be dropped together.
 */
WLAY_API size_t wlay_list_fillers(const wlay_struct *structure,
                                  size_t *members, size_t capacity);

/* ----------------------------------------------------------- advice: order */

/* Memory that some elements take, the first of them at a multiple of 128. */
typedef struct wlay_footprint {
    uint64_t size;      /* in bytes */
    uint64_t lines_64;  /* lines of 64 bytes that hold some of it */
    uint64_t lines_128; /* lines of 128 bytes */
} wlay_footprint;

/* What another order of a struct's members would bring. */
typedef struct wlay_reorder {
    uint64_t size_before; /* of one struct; one element of a runtime-sized
                             array */
    uint64_t size_after;  /* never larger */
    size_t moved;         /* members that do not keep their place among the
                             others: the rest is a longest common subsequence of
                             both orders.  0 if nothing is gained */
    bool proven;          /* no order is smaller */
    bool moves_proven;    /* no order of that size moves fewer */
    /* Of `element_count` of them, one behind the other as in an array; or of
       one with that many elements in its runtime-sized array. */
    uint64_t element_count;
    wlay_footprint before;
    wlay_footprint after;
} wlay_reorder;

/*
 * The order of members that makes the struct smallest, and of such orders one
 * that moves few members.  Attributes stay with their members; a runtime-sized
 * array stays last; a struct that cannot become smaller keeps its order.
 *
 * order[i] becomes the index of the member that comes i-th, for all
 * `structure->member_count` of them.  A lower bound or an exhaustive search
 * proves the size, the latter with up to 64 members and within a fixed amount
 * of work: `proven` is false where neither came to an end, then the order is
 * the best that was found.  Likewise `moves_proven`, which is never true beyond
 * 64 members unless nothing moves.
 *
 * `allocator` may be NULL for malloc and free; all memory is given back.
 * WLAY_OUT_OF_MEMORY; WLAY_OUT_OF_RANGE if a footprint is no uint64_t;
 * WLAY_INVALID_ARGUMENT.
 */
WLAY_API wlay_result wlay_find_order(const wlay_struct *structure,
                                     uint64_t element_count,
                                     const wlay_allocator *allocator,
                                     size_t *order, wlay_reorder *out);

/*
 * The layout that an order gives: offsets[i] becomes that of the member
 * order[i].  WLAY_INVALID_ARGUMENT if `order` is none, or puts something behind
 * a runtime-sized array; WLAY_OUT_OF_RANGE if the size is no uint64_t.
 */
WLAY_API wlay_result wlay_place_order(const wlay_struct *structure,
                                      const size_t *order, uint64_t *offsets,
                                      uint64_t *out_size);

/* --------------------------------------------------------- advice: uniform */

/* A rule that a type breaks as that of a uniform buffer. */
typedef enum wlay_uniform_rule {
    /* It holds a bool.  [Host-shareable Types] */
    WLAY_UNIFORM_HOST_SHAREABLE = 1,
    /* It holds an atomic, or is sized at run time.  [Constructible Types] */
    WLAY_UNIFORM_CONSTRUCTIBLE = 2,
    /* These three do not hold with uniform_buffer_standard_layout.
       [Address Space Layout Constraints] */
    WLAY_UNIFORM_MEMBER_OFFSET = 3, /* a struct or array is not at a multiple of
                                       16, or of its own larger alignment */
    WLAY_UNIFORM_ARRAY_STRIDE = 4,  /* a stride is not a multiple of 16 */
    WLAY_UNIFORM_STRUCT_SIZE = 5,   /* the member behind a struct is too near */
    WLAY_UNIFORM_RULE_FORCE_32 = 0x7fffffff
} wlay_uniform_rule;

typedef enum wlay_repair_kind {
    WLAY_REPAIR_ALIGN = 1, /* @align(value) on a member */
    WLAY_REPAIR_SIZE = 2,  /* @size(value) on a member */
    WLAY_REPAIR_WRAP = 3,  /* each element in a struct of `value` bytes */
    WLAY_REPAIR_PACK = 4,  /* several elements in one of 16 bytes */
    WLAY_REPAIR_KIND_FORCE_32 = 0x7fffffff
} wlay_repair_kind;

/* A way to mend one violation. */
typedef struct wlay_repair {
    wlay_repair_kind kind;
    const wlay_struct *structure; /* ALIGN, SIZE: where the member is */
    const wlay_member *member;    /* ALIGN, SIZE: the one to write it on */
    uint64_t value;
    /* What it makes of the size: of the struct that has the attribute, with its
       other violations mended too, or of the array. */
    uint64_t size;
    wlay_string type;  /* WRAP, PACK: the array's new type; else empty */
    wlay_string wrapper; /* WRAP: the declaration of the struct; else empty */
    wlay_string index; /* WRAP, PACK: how element i is then written, such as
                          "values[i / 4u][i % 4u]"; else empty */
} wlay_repair;

#define WLAY_REPAIRS_MAX 2

typedef struct wlay_violation {
    wlay_uniform_rule rule;
    const wlay_struct *structure; /* that has the member; NULL where the type
                                     itself breaks the rule */
    const wlay_member *member;    /* or NULL; of STRUCT_SIZE the one too near */
    const wlay_type *type;        /* that breaks the rule: the bool, atomic,
                                     array or struct */
    uint64_t required; /* of the last three rules: the multiple, or the least
                          distance */
    uint64_t actual;   /* the offset, stride or distance */
    wlay_string message; /* one sentence; its wording may change */
    size_t repair_count; /* 0: no attribute and no packing mends it */
    wlay_repair repairs[WLAY_REPAIRS_MAX]; /* the smallest first */
} wlay_violation;

/* May a type be that of a uniform buffer, and what makes it so? */
typedef struct wlay_uniform_verdict {
    const wlay_type *type;
    bool strict;   /* allowed in any implementation */
    bool standard; /* allowed with uniform_buffer_standard_layout */
    bool mendable; /* allowed already, or once each violation has been mended */
    uint64_t size; /* SizeOf the type */
    uint64_t mended_size; /* once each violation has been mended by its first
                             repair; `size` if it is not mendable */
    size_t violation_count;
    const wlay_violation *violations; /* all of them; each struct is looked at
                                         once */
} wlay_uniform_verdict;

/*
 * Judges a type of a module, which must last as long as the verdict.  `name` is
 * what a value of the type goes by where an index is written down, as the name
 * of a variable; {NULL, 0} is "values".  A NULL allocator means malloc and
 * free.  On WLAY_OK the caller ends *out with wlay_uniform_verdict_free().
 * WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT; WLAY_TYPE_MISMATCH of a type that
 * is in no buffer, such as a texture.
 */
WLAY_API wlay_result wlay_judge_uniform(const wlay_module *module,
                                        const wlay_type *type,
                                        wlay_string name,
                                        const wlay_allocator *allocator,
                                        const wlay_uniform_verdict **out);
/* NULL is allowed. */
WLAY_API void wlay_uniform_verdict_free(const wlay_uniform_verdict *verdict);

/* ------------------------------------------------------- advice: rewriting */

/* What to make of a module. */
typedef enum wlay_fix {
    /* Types of uniform buffers obey the strict rules, by the first repair of
       each violation. */
    WLAY_FIX_UNIFORM = 1,
    /* Members stand in the order of wlay_find_order(), from the innermost
       struct outwards. */
    WLAY_FIX_ORDER = 2,
    /* Padding becomes members: `_reserved0: vec2<u32>`. */
    WLAY_FIX_PAD = 3,
    /* Padding becomes a part of the member before it, by @size. */
    WLAY_FIX_SIZE = 4,
    /* Members that wlay_list_fillers() lists go. */
    WLAY_FIX_UNPAD = 5,
    WLAY_FIX_FORCE_32 = 0x7fffffff
} wlay_fix;

typedef struct wlay_rewrite_options {
    wlay_options parse; /* as for wlay_parse(); the allocator is for all */
    wlay_fix fix;
    /* If any, then only these structs change, and for WLAY_FIX_UNIFORM these,
       with what they hold, become fit for uniform buffers whether a variable is
       there or not.  Else all, but for structs of stage inputs and outputs; for
       WLAY_FIX_UNIFORM those that a uniform buffer holds.  A name that no
       struct has is ignored. */
    size_t struct_count;
    const wlay_string *structs;
} wlay_rewrite_options;

typedef struct wlay_rewritten {
    size_t source_count;
    const wlay_source *sources; /* the new texts, by the names of the old; NULL
                                   if the module could not be rewritten */
    size_t edit_count;          /* places where they differ; 0: they are
                                   equal */
    /* Errors say why there are no texts.  Warnings say what was left as it is,
       and why.  Notes (WLAY_SEVERITY_NOTE) say what else has to change: uses of
       members in function bodies, other buffers with the same structs.  Places
       are those of the old texts. */
    size_t diagnostic_count;
    const wlay_diagnostic *diagnostics;
} wlay_rewritten;

/*
 * Rewrites a module.  Comments and all that is not concerned stay as they are;
 * calls of value constructors get the arguments that new members need, or lose
 * those of old ones.  Each result has been read again: it is valid, unless
 * function bodies use what is no longer there, of which notes tell; and it has
 * the layouts that were promised.
 *
 * WLAY_OK; WLAY_INVALID_WGSL if the texts were not valid, or cannot be
 * rewritten: then there are only diagnostics.  In both cases the caller ends
 * *out with wlay_rewritten_free().  WLAY_OUT_OF_MEMORY; WLAY_INVALID_ARGUMENT.
 */
WLAY_API wlay_result wlay_rewrite(const wlay_source *sources,
                                  size_t source_count,
                                  const wlay_rewrite_options *options,
                                  const wlay_rewritten **out);
/* NULL is allowed. */
WLAY_API void wlay_rewritten_free(const wlay_rewritten *rewritten);

/* ---------------------------------------------------------- advice: access */

/*
 * Consecutive invocations that each read one whole element of an array.  Zeros
 * in the last two mean the defaults.
 */
typedef struct wlay_access_pattern {
    uint64_t stride; /* of the array */
    uint64_t size;   /* of an element, at most the stride */
    uint64_t data;   /* bytes of it that are no padding */
    uint32_t align;  /* of an element; where the array begins is a multiple */
    uint32_t line;   /* bytes of a cache line, a power of two; 128 */
    uint32_t group;  /* invocations, at most 65536; 32 */
} wlay_access_pattern;

/* Lines that a group touches. */
typedef struct wlay_access_lines {
    uint64_t stride; /* 0 where there are several arrays */
    uint64_t lines;  /* with the array at a multiple of the line */
    uint64_t split;  /* elements of the group that are in more lines than they
                        need be for their size */
    uint64_t worst_lines; /* at the worst place that `align` allows */
    uint64_t worst_split; /* the most split elements at any such place */
    uint64_t used;   /* bytes of data that the group reads */
    uint64_t fetched; /* bytes of the lines */
} wlay_access_lines;

typedef struct wlay_access_report {
    wlay_access_pattern pattern; /* with defaults filled in */
    bool power_of_two;           /* the stride is one */
    uint64_t period;       /* elements until one again begins where a line
                              does */
    uint64_t period_split; /* of them, the split ones */
    wlay_access_lines now;
    wlay_access_lines rounded; /* the stride rounded up to a power of two */
    wlay_access_lines apart;   /* each member of the struct in an array of its
                                  own, all read; as `now` of other types */
    size_t array_count;        /* of them; 1 of other types */
} wlay_access_report;

/*
 * The pattern of an array of `element`, which has a fixed size, with default
 * line and group.  WLAY_UNKNOWN_SIZE; WLAY_INVALID_ARGUMENT.
 */
WLAY_API wlay_result wlay_access_of(const wlay_type *element,
                                    wlay_access_pattern *out);

/*
 * What a group touches.  `element` may be NULL: then `apart` is as `now`.
 * WLAY_INVALID_ARGUMENT of a pattern that is none.
 */
WLAY_API wlay_result wlay_report_access(const wlay_access_pattern *pattern,
                                        const wlay_type *element,
                                        wlay_access_report *out);

/* ---------------------------------------------- advice: uniform or storage */

typedef enum wlay_read_pattern {
    WLAY_READ_UNKNOWN = 0,
    WLAY_READ_ALIKE = 1, /* all invocations read the same place at a time */
    WLAY_READ_APART = 2, /* each reads a place of its own */
    WLAY_READ_PATTERN_FORCE_32 = 0x7fffffff
} wlay_read_pattern;

/* What is known of a buffer.  A zeroed struct knows nothing. */
typedef struct wlay_buffer_facts {
    uint64_t size;        /* bytes that are bound, at most; 0: not known */
    uint64_t smallest_stride; /* of the arrays in it; 0: there is none */
    bool written;         /* a shader writes it, or it holds atomics */
    bool scene_sized;     /* its size depends on what is drawn or simulated */
    bool bool_inside;     /* it holds a bool: in neither kind of buffer */
    wlay_read_pattern reads;
    /* The device. */
    const wlay_limits *limits; /* NULL: WebGPU's defaults */
    bool standard_layout;      /* it has uniform_buffer_standard_layout */
    uint32_t used_uniform_buffers; /* bound already, in the stage with most */
    uint32_t used_storage_buffers;
} wlay_buffer_facts;

/* Why, in the order of priority; the values are those of the table. */
typedef enum wlay_buffer_rule {
    WLAY_BUFFER_BOOL = 1,
    WLAY_BUFFER_WRITTEN = 2,
    WLAY_BUFFER_TOO_LARGE = 3,
    WLAY_BUFFER_SCENE_SIZED = 4,
    WLAY_BUFFER_SMALL_ELEMENTS = 5,
    WLAY_BUFFER_READ_ALIKE = 6,
    WLAY_BUFFER_READ_APART = 7,
    WLAY_BUFFER_NO_UNIFORM_LEFT = 8,
    WLAY_BUFFER_NO_STORAGE_LEFT = 9,
    WLAY_BUFFER_SMALL_AND_READ = 10, /* what is left: uniform */
    WLAY_BUFFER_RULE_FORCE_32 = 0x7fffffff
} wlay_buffer_rule;

#define WLAY_BUFFER_RULES_MAX 10

typedef struct wlay_buffer_reason {
    wlay_buffer_rule rule;
    wlay_address_space space; /* what it speaks for; 0 if for neither */
    const char *text;         /* one sentence */
} wlay_buffer_reason;

typedef struct wlay_buffer_advice {
    wlay_address_space space; /* WLAY_SPACE_UNIFORM, WLAY_SPACE_STORAGE, or 0 if
                                 it can be neither as it stands */
    bool available; /* a binding of that kind is left, and the size is
                       allowed */
    size_t reason_count;
    wlay_buffer_reason reasons[WLAY_BUFFER_RULES_MAX]; /* all that apply; the
                                                          first decides */
} wlay_buffer_advice;

/* What a type tells: its size, arrays, atomics, and that it has no fixed
   size. */
WLAY_API void wlay_buffer_facts_of(const wlay_type *type,
                                   wlay_buffer_facts *out);
/* The recommendation.  A NULL argument is ignored. */
WLAY_API void wlay_choose_buffer(const wlay_buffer_facts *facts,
                                 wlay_buffer_advice *out);

/* --------------------------------------------------------- advice: explain */

/* A number of a layout and where it comes from.  Lasts for one call. */
typedef struct wlay_reason {
    wlay_string subject;  /* what it is about: "color", "lights[3]", "Light" */
    const char *quantity; /* "align", "offset", "size", "stride", "at" (an
                             offset from the start of all) */
    uint64_t value;
    wlay_string formula;  /* "roundUp(16, 0 + 12)", in the specification's terms */
    const char *section;  /* of the specification, that has the rule */
} wlay_reason;

/* Gets one reason after the other; returns whether to go on. */
typedef bool wlay_explain_function(void *user_data, const wlay_reason *reason);

/*
 * Gives the arithmetic behind a part of a struct, type alias or variable:
 * "Light.color", "lights[3].color.y", "Light".  Step by step from the outside,
 * and for the last step all its numbers.
 *
 * WLAY_OK, also where the function ended it; else as wlay_follow_variable(),
 * with why in `error` if that is not NULL.  Memory comes from the module's
 * allocator, which then must allow that; WLAY_OUT_OF_MEMORY.
 */
WLAY_API wlay_result wlay_explain(const wlay_module *module, const char *path,
                                  size_t length,
                                  wlay_explain_function *function,
                                  void *user_data, wlay_path_error *error);

#ifdef __cplusplus
}
#endif

#endif /* WLAY_H */
