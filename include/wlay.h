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
    wlay_string name;   /* canonical: array<vec3<f32>, 4> */
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
    uint64_t padding_before; /* bytes between the end of the member before (its
                                @size included) and this one */
    uint64_t padding_after;  /* bytes that @size adds to the type's own, and for
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
    uint32_t align;        /* as type->align */
    uint64_t padding;      /* all bytes of it, not looking inside its members,
                              that hold no member's value */
    uint64_t padding_after; /* of those, the ones behind the last member */
    size_t member_count;
    const wlay_member *members;
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

/* True if the module has no error diagnostic.  Function bodies are not read. */
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

#ifdef __cplusplus
}
#endif

#endif /* WLAY_H */
