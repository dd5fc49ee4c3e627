/* SPDX-License-Identifier: MIT */
#include "types.h"

#include <string.h>

/* ------------------------------------------------------- predeclared types */

#define PLAIN \
    (WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CONSTRUCTIBLE | \
     WLAY_TYPE_CREATION_FIXED)
#define NAME(literal) {(literal), sizeof(literal) - 1}

/* [Alignment and Size], the rows for scalars */
#define SCALAR(name, s, public_scalar, bytes, is_abstract, flag_bits)       \
    [WLAY_SCALAR_ROW(WLAY_S_##s)] = {                                       \
        .type = {WLAY_TYPE_SCALAR, WLAY_SCALAR_##public_scalar, 0, 0, bytes, \
                 flag_bits, bytes, 0, 0, NULL, NULL, NAME(name)},           \
        .component = WLAY_S_##s, .abstract = is_abstract}

/* ... for vectors: vec3 is aligned like vec4 */
#define VECTOR(name, s, public_scalar, bytes, n, is_abstract, flag_bits)    \
    [WLAY_VECTOR_ROW(WLAY_S_##s, n)] = {                                    \
        .type = {WLAY_TYPE_VECTOR, WLAY_SCALAR_##public_scalar, 0, n,       \
                 (bytes) * ((n) == 3 ? 4 : (n)), flag_bits, (bytes) * (n),  \
                 0, 0, &wlay_type_table[WLAY_SCALAR_ROW(WLAY_S_##s)].type, NULL,      \
                 NAME(name)},                                               \
        .component = WLAY_S_##s, .abstract = is_abstract, .depth = 1}
#define VECTORS(name, s, public_scalar, bytes, is_abstract, flag_bits)      \
    VECTOR("vec2<" name ">", s, public_scalar, bytes, 2, is_abstract,       \
           flag_bits),                                                      \
    VECTOR("vec3<" name ">", s, public_scalar, bytes, 3, is_abstract,       \
           flag_bits),                                                      \
    VECTOR("vec4<" name ">", s, public_scalar, bytes, 4, is_abstract,       \
           flag_bits)

/* ... for matrices: an array of columns */
#define MATRIX(name, s, public_scalar, bytes, c, r, is_abstract)            \
    [WLAY_MATRIX_ROW(WLAY_S_##s, c, r)] = {                                 \
        .type = {WLAY_TYPE_MATRIX, WLAY_SCALAR_##public_scalar, c, r,       \
                 (bytes) * ((r) == 3 ? 4 : (r)), PLAIN,                     \
                 (bytes) * ((r) == 3 ? 4 : (r)) * (c),                      \
                 (bytes) * ((r) == 3 ? 4 : (r)), 0,                         \
                 &wlay_type_table[WLAY_VECTOR_ROW(WLAY_S_##s, r)].type, NULL,         \
                 NAME("mat" #c "x" #r "<" name ">")},                       \
        .component = WLAY_S_##s, .abstract = is_abstract, .depth = 2}
#define MATRICES(name, s, public_scalar, bytes, is_abstract)                \
    MATRIX(name, s, public_scalar, bytes, 2, 2, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 2, 3, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 2, 4, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 3, 2, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 3, 3, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 3, 4, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 4, 2, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 4, 3, is_abstract),               \
    MATRIX(name, s, public_scalar, bytes, 4, 4, is_abstract)

#define OPAQUE(row, type_kind, name, kind, dim)                             \
    [row] = {                                                               \
        .type = {type_kind, WLAY_SCALAR_NONE, 0, 0, 0,                      \
                 WLAY_TYPE_SIZE_UNKNOWN, 0, 0, 0, NULL, NULL, NAME(name)},  \
        .component = WLAY_S_COUNT, .dimension = dim, .texture = kind}
#define DEPTH(row, name, dim)                                               \
    OPAQUE(WLAY_ROW_##row, WLAY_TYPE_TEXTURE, name, WLAY_TEXTURE_DEPTH,     \
           WLAY_DIM_##dim)

const wlay_type_node wlay_type_table[WLAY_ROW_COUNT] = {
    SCALAR("abstract-int", AINT, NONE, 0, true, PLAIN),
    SCALAR("abstract-float", AFLOAT, NONE, 0, true, PLAIN),
    SCALAR("bool", BOOL, BOOL, 4, false,
           WLAY_TYPE_CONSTRUCTIBLE | WLAY_TYPE_CREATION_FIXED),
    SCALAR("i32", I32, I32, 4, false, PLAIN),
    SCALAR("u32", U32, U32, 4, false, PLAIN),
    SCALAR("f32", F32, F32, 4, false, PLAIN),
    SCALAR("f16", F16, F16, 2, false, PLAIN),
    VECTORS("abstract-int", AINT, NONE, 0, true, PLAIN),
    VECTORS("abstract-float", AFLOAT, NONE, 0, true, PLAIN),
    VECTORS("bool", BOOL, BOOL, 4, false,
            WLAY_TYPE_CONSTRUCTIBLE | WLAY_TYPE_CREATION_FIXED),
    VECTORS("i32", I32, I32, 4, false, PLAIN),
    VECTORS("u32", U32, U32, 4, false, PLAIN),
    VECTORS("f32", F32, F32, 4, false, PLAIN),
    VECTORS("f16", F16, F16, 2, false, PLAIN),
    MATRICES("abstract-float", AFLOAT, NONE, 0, true),
    MATRICES("f32", F32, F32, 4, false),
    MATRICES("f16", F16, F16, 2, false),
    OPAQUE(WLAY_ROW_SAMPLER, WLAY_TYPE_SAMPLER, "sampler",
           WLAY_TEXTURE_SAMPLER, 0),
    OPAQUE(WLAY_ROW_SAMPLER_COMPARISON, WLAY_TYPE_SAMPLER, "sampler_comparison",
           WLAY_TEXTURE_SAMPLER_COMPARISON, 0),
    DEPTH(TEXTURE_DEPTH_2D, "texture_depth_2d", 2D),
    DEPTH(TEXTURE_DEPTH_2D_ARRAY, "texture_depth_2d_array", 2D_ARRAY),
    DEPTH(TEXTURE_DEPTH_CUBE, "texture_depth_cube", CUBE),
    DEPTH(TEXTURE_DEPTH_CUBE_ARRAY, "texture_depth_cube_array", CUBE_ARRAY),
    OPAQUE(WLAY_ROW_TEXTURE_DEPTH_MULTISAMPLED_2D, WLAY_TYPE_TEXTURE,
           "texture_depth_multisampled_2d", WLAY_TEXTURE_DEPTH_MULTISAMPLED,
           WLAY_DIM_2D),
    OPAQUE(WLAY_ROW_TEXTURE_EXTERNAL, WLAY_TYPE_TEXTURE, "texture_external",
           WLAY_TEXTURE_EXTERNAL, WLAY_DIM_2D),
};

const wlay_type *wlay_with_component(const wlay_type *type, wlay_s component)
{
    switch (type->kind) {
    case WLAY_TYPE_VECTOR:
        return wlay_vector_type(component, type->rows);
    case WLAY_TYPE_MATRIX:
        return wlay_matrix_type(component, type->columns, type->rows);
    default:
        return wlay_scalar_type(component);
    }
}

uint64_t wlay_data_size(const wlay_type *type)
{
    uint64_t elements = 1;

    for (; type->kind == WLAY_TYPE_ARRAY; type = type->element)
        if (!(type->flags & WLAY_TYPE_RUNTIME_SIZED))
            elements *= type->element_count;
    if (type->kind == WLAY_TYPE_STRUCT)
        return elements * type->structure->data;
    if (type->kind == WLAY_TYPE_MATRIX)
        return elements * type->columns * type->element->size;
    return elements * type->size;
}

/* ----------------------------------------------------------------- interning */

static uint32_t mix(uint32_t hash, uint64_t value)
{
    const uint64_t product =
        (hash ^ value ^ value >> 32) * UINT64_C(0x9E3779B97F4A7C15);

    return (uint32_t)(product >> 32);
}

static uint32_t hash_key(const wlay_type_node *key)
{
    uint32_t hash = mix(0, (uint64_t)key->type.kind);

    hash = mix(hash, (uint64_t)(uintptr_t)key->type.element);
    hash = mix(hash, (uint64_t)(uintptr_t)key->tag);
    hash = mix(hash, key->type.element_count);
    hash = mix(hash, (uint64_t)key->component | (uint64_t)key->space << 8 |
                         (uint64_t)key->access << 16 |
                         (uint64_t)key->dimension << 24 |
                         (uint64_t)key->texture << 32 |
                         (uint64_t)key->format << 40);
    return hash;
}

static bool same_key(const wlay_type_node *a, const wlay_type_node *b)
{
    return a->hash == b->hash && a->type.kind == b->type.kind &&
           a->type.element == b->type.element && a->tag == b->tag &&
           a->type.element_count == b->type.element_count &&
           a->component == b->component && a->space == b->space &&
           a->access == b->access && a->dimension == b->dimension &&
           a->texture == b->texture && a->format == b->format;
}

static bool grow_buckets(wlay_types *types)
{
    const size_t count = types->bucket_count == 0 ? 32
                                                  : types->bucket_count * 2;
    wlay_type_node **const buckets =
        WLAY_NEW(types->arena, wlay_type_node *, count);

    if (buckets == NULL)
        return false;
    for (size_t i = 0; i < types->bucket_count; i++) {
        wlay_type_node *node = types->buckets[i];

        while (node != NULL) {
            wlay_type_node *const next = node->next;
            wlay_type_node **const bucket = &buckets[node->hash & (count - 1)];

            node->next = *bucket;
            *bucket = node;
            node = next;
        }
    }
    types->buckets = buckets;
    types->bucket_count = count;
    return true;
}

bool wlay_types_make_room(wlay_types *types)
{
    return types->count < types->bucket_count || grow_buckets(types);
}

static wlay_type_node *find_node(const wlay_types *types,
                                 const wlay_type_node *key)
{
    wlay_type_node *node = NULL;

    if (types != NULL && types->bucket_count > 0)
        node = types->buckets[key->hash & (types->bucket_count - 1)];
    while (node != NULL && !same_key(node, key))
        node = node->next;
    return node;
}

/* The node with that key; a copy of the key, to be completed by the caller, if
   there is none yet: then *is_new. */
static wlay_type_node *intern(wlay_types *types, wlay_type_node *key,
                              bool *is_new)
{
    wlay_type_node *node;

    *is_new = false;
    key->hash = hash_key(key);
    node = find_node(types->outer, key);
    if (node == NULL)
        node = find_node(types, key);
    if (node != NULL)
        return node;
    if (!wlay_types_make_room(types))
        return NULL;
    node = WLAY_NEW(types->arena, wlay_type_node, 1);
    if (node == NULL)
        return NULL;
    *node = *key;
    node->next = types->buckets[key->hash & (types->bucket_count - 1)];
    types->buckets[key->hash & (types->bucket_count - 1)] = node;
    types->count++;
    *is_new = true;
    return node;
}

/* --------------------------------------------------------------------- names */

/* Longer names are cut where other names are made of them. */
#define PART_MAX 1000

/* `generator<a, b>`; parts that are empty are left out. */
static wlay_string spell(wlay_arena *arena, wlay_string generator,
                         wlay_string a, wlay_string b, wlay_string c)
{
    wlay_builder builder = {arena, NULL, 0, 0};
    const wlay_string parts[] = {a, b, c};
    const char *separator = "<";

    wlay_put(&builder, generator);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i].length == 0)
            continue;
        wlay_put(&builder, wlay_text(separator));
        wlay_put_name(&builder, parts[i], PART_MAX);
        separator = ", ";
    }
    if (*separator == ',')
        wlay_put(&builder, WLAY_TEXT(">"));
    return wlay_built(&builder);
}

static const wlay_string no_text = {"", 0};

/* -------------------------------------------------------------------- arrays */

/* Flags that an array has because its element has them. */
static uint32_t array_flags(const wlay_type *element, bool fixed)
{
    uint32_t flags = element->flags & (WLAY_TYPE_HOST_SHAREABLE |
                                       WLAY_TYPE_HAS_ATOMIC);

    if (fixed)
        flags |= element->flags &
                 (WLAY_TYPE_CONSTRUCTIBLE | WLAY_TYPE_CREATION_FIXED);
    return flags | WLAY_TYPE_HAS_ARRAY;
}

/* StrideOf and SizeOf; one element counts where the count is not known. */
static bool lay_out_array(wlay_type *array, bool runtime)
{
    const wlay_type *const element = array->element;

    array->align = element->align;
    if (element->align == 0) {
        array->flags |= WLAY_TYPE_SIZE_UNKNOWN;
        return true;
    }
    return wlay_round_up(element->align, element->size, &array->stride) &&
           wlay_mul(array->stride, runtime ? 1 : array->element_count,
                    &array->size) &&
           array->size <= WLAY_SIZE_MAX;
}

const wlay_type *wlay_array_type(wlay_types *types, const wlay_type *element,
                                 uint64_t count, const void *tag,
                                 wlay_string count_text, bool *too_large)
{
    const bool runtime = count == 0 && tag == NULL;
    char digits[WLAY_DIGITS_MAX];
    wlay_type_node key;
    wlay_type_node *node;
    bool is_new;

    memset(&key, 0, sizeof key);
    *too_large = false;
    key.type.kind = WLAY_TYPE_ARRAY;
    key.type.element = element;
    key.type.element_count = count;
    key.tag = tag;
    key.component = WLAY_S_COUNT;
    key.abstract = wlay_is_abstract(element);
    key.depth = (uint8_t)(wlay_node(element)->depth + 1);
    key.type.flags = array_flags(element, count != 0 && tag == NULL);
    if (runtime)
        key.type.flags |= WLAY_TYPE_RUNTIME_SIZED;
    if (tag != NULL) {
        key.type.flags &= ~(uint32_t)WLAY_TYPE_HOST_SHAREABLE;
        key.type.flags |= WLAY_TYPE_OVERRIDE_SIZED;
    }
    if (tag != NULL && count == 0)
        key.type.flags |= WLAY_TYPE_SIZE_UNKNOWN;
    if (!lay_out_array(&key.type, runtime)) {
        *too_large = true;
        return NULL;
    }
    key.least_stride = wlay_least_stride((uint32_t)key.type.stride,
                                         wlay_node(element)->least_stride);
    node = intern(types, &key, &is_new);
    if (!is_new)
        return node == NULL ? NULL : &node->type;
    if (tag == NULL && count != 0)
        count_text = wlay_digits_u64(count, digits);
    node->type.name = spell(types->arena, WLAY_TEXT("array"), element->name,
                            runtime ? no_text : count_text, no_text);
    return &node->type;
}

/* ------------------------------------------------------ the other generators */

const wlay_type *wlay_atomic_type(wlay_types *types, wlay_s scalar)
{
    const wlay_type *const inner = wlay_scalar_type(scalar);
    wlay_type_node key;
    wlay_type_node *node;
    bool is_new;

    memset(&key, 0, sizeof key);
    key.type.kind = WLAY_TYPE_ATOMIC;
    key.type.scalar = inner->scalar;
    key.type.align = inner->align;
    key.type.size = inner->size;
    key.type.flags = WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CREATION_FIXED |
                     WLAY_TYPE_HAS_ATOMIC;
    key.component = (uint8_t)scalar;
    node = intern(types, &key, &is_new);
    if (is_new)
        node->type.name = spell(types->arena, WLAY_TEXT("atomic"), inner->name,
                                no_text, no_text);
    return node == NULL ? NULL : &node->type;
}

const wlay_type *wlay_pointer_type(wlay_types *types, wlay_address_space space,
                                   const wlay_type *store, wlay_access access)
{
    wlay_type_node key;
    wlay_type_node *node;
    bool is_new;

    memset(&key, 0, sizeof key);
    key.type.kind = WLAY_TYPE_POINTER;
    key.type.element = store;
    key.type.flags = WLAY_TYPE_SIZE_UNKNOWN;
    key.component = WLAY_S_COUNT;
    key.space = (uint8_t)space;
    key.access = (uint8_t)access;
    node = intern(types, &key, &is_new);
    if (is_new)
        node->type.name = spell(types->arena, WLAY_TEXT("ptr"),
                                wlay_text(wlay_address_space_name(space)),
                                store->name,
                                wlay_text(wlay_access_name(access)));
    return node == NULL ? NULL : &node->type;
}

const wlay_type *wlay_buffer_type(wlay_types *types, uint64_t count,
                                  const void *tag, wlay_string count_text)
{
    char digits[WLAY_DIGITS_MAX];
    wlay_type_node key;
    wlay_type_node *node;
    bool is_new;

    memset(&key, 0, sizeof key);
    key.type.kind = WLAY_TYPE_BUFFER;
    key.type.element_count = count;
    key.type.size = count;
    key.type.flags = WLAY_TYPE_HOST_SHAREABLE;
    key.tag = tag;
    key.component = WLAY_S_COUNT;
    if (tag != NULL)
        key.type.flags |= WLAY_TYPE_OVERRIDE_SIZED;
    else if (count == 0)
        key.type.flags |= WLAY_TYPE_RUNTIME_SIZED;
    else
        key.type.flags |= WLAY_TYPE_CREATION_FIXED;
    if (count == 0)
        key.type.flags |= WLAY_TYPE_SIZE_UNKNOWN;
    node = intern(types, &key, &is_new);
    if (!is_new)
        return node == NULL ? NULL : &node->type;
    if (tag == NULL && count != 0)
        count_text = wlay_digits_u64(count, digits);
    node->type.name = spell(types->arena, WLAY_TEXT("buffer"), count_text,
                            no_text, no_text);
    return &node->type;
}

const wlay_type *wlay_texture_type(wlay_types *types, wlay_texture_kind kind,
                                   const wlay_name *generator, wlay_s scalar,
                                   const wlay_name *format, wlay_access access)
{
    const bool storage = kind == WLAY_TEXTURE_STORAGE;
    wlay_type_node key;
    wlay_type_node *node;
    bool is_new;

    memset(&key, 0, sizeof key);
    key.type.kind = WLAY_TYPE_TEXTURE;
    key.type.scalar = wlay_scalar_type(scalar)->scalar;
    key.type.flags = WLAY_TYPE_SIZE_UNKNOWN;
    key.component = (uint8_t)scalar;
    key.texture = (uint8_t)kind;
    key.dimension = generator->a;
    key.format = storage ? (uint16_t)wlay_name_id_of(format) : 0;
    key.access = (uint8_t)(storage ? access : 0);
    node = intern(types, &key, &is_new);
    if (is_new)
        node->type.name = spell(
            types->arena, wlay_text(wlay_name_text(generator)),
            storage ? wlay_text(wlay_name_text(format)) : wlay_scalar_type(scalar)->name,
            storage ? wlay_text(wlay_access_name(access)) : no_text, no_text);
    return node == NULL ? NULL : &node->type;
}

wlay_type_node *wlay_new_struct_type(wlay_types *types, wlay_string name)
{
    wlay_type_node *const node =
        WLAY_NEW_QUICK(types->arena, wlay_type_node, 1);

    if (node == NULL)
        return NULL;
    node->type.kind = WLAY_TYPE_STRUCT;
    node->type.name = name;
    node->component = WLAY_S_COUNT;
    return node;
}

/* --------------------------------------------------------------------- names */

const char *wlay_address_space_name(wlay_address_space space)
{
    static const char *const names[] = {
        "",          "uniform", "storage",   "workgroup",
        "private",   "immediate", "handle",  "function"};

    return (unsigned)space < sizeof names / sizeof *names ? names[space] : "";
}

const char *wlay_access_name(wlay_access access)
{
    static const char *const names[] = {"", "read", "write", "read_write"};

    return (unsigned)access < sizeof names / sizeof *names ? names[access] : "";
}
