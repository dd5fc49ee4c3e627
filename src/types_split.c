/* SPDX-License-Identifier: MIT */
#include "types_split.h"

/* A struct's tag is a place in here, which says all about it. */
#define SHAPES 4     /* a scalar, vectors of 2 to 4 */
#define COMPONENTS 3 /* as WLAY_MATRIX_SCALAR counts them */
static const char tags[WLAY_SPLIT_COUNT * SHAPES * COMPONENTS];

static unsigned number_of(wlay_split split, const wlay_type *t)
{
    const unsigned shape = t->kind == WLAY_TYPE_VECTOR ? t->rows - 1 : 0;
    const unsigned component = (unsigned)WLAY_MATRIX_SCALAR(wlay_component(t));

    return ((unsigned)split * SHAPES + shape) * COMPONENTS + component;
}

static bool is_split(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_STRUCT && wlay_node(type)->tag != NULL;
}

/* split and shape */
static size_t family(const wlay_type *type)
{
    return (size_t)((const char *)wlay_node(type)->tag - tags) / COMPONENTS;
}

/* ------------------------------------------------------------------- making */

static wlay_string name_of(wlay_arena *arena, wlay_split split,
                           const wlay_type *t)
{
    static const char *const components[COMPONENTS] = {"abstract", "f32",
                                                       "f16"};
    wlay_builder builder = {arena, NULL, 0, 0};

    wlay_put(&builder, split == WLAY_SPLIT_FREXP ? WLAY_TEXT("__frexp_result_")
                                                 : WLAY_TEXT("__modf_result_"));
    if (t->kind == WLAY_TYPE_VECTOR) {
        wlay_put(&builder, WLAY_TEXT("vec"));
        wlay_put_u64(&builder, t->rows);
        wlay_put(&builder, WLAY_TEXT("_"));
    }
    wlay_put(&builder,
             wlay_text(components[WLAY_MATRIX_SCALAR(wlay_component(t))]));
    return wlay_built(&builder);
}

static const wlay_type *second_type(wlay_split split, const wlay_type *t)
{
    if (split == WLAY_SPLIT_MODF)
        return t;
    return wlay_with_component(t,
                               wlay_is_abstract(t) ? WLAY_S_AINT : WLAY_S_I32);
}

/* [Structure Member Layout]; abstract types have no layout. */
static void lay_out(wlay_member members[2], wlay_struct *structure,
                    wlay_type *type)
{
    for (int i = 0; i < 2; i++) {
        members[i].align = members[i].type->align;
        members[i].size = members[i].type->size;
        type->align = (uint32_t)wlay_max(type->align, members[i].align);
    }
    if (type->align == 0) {
        type->flags |= WLAY_TYPE_SIZE_UNKNOWN;
        return;
    }
    wlay_round_up(members[1].align, members[0].size, &members[1].offset);
    wlay_round_up(type->align, members[1].offset + members[1].size,
                  &type->size);
    structure->padding_after =
        type->size - members[1].offset - members[1].size;
    members[1].padding_before =
        (uint32_t)(members[1].offset - members[0].size);
    members[1].padding_after = (uint32_t)structure->padding_after;
    structure->padding = members[1].padding_before + structure->padding_after;
    structure->align = type->align;
    structure->size = type->size;
}

static wlay_type_node *make(wlay_types *types, wlay_split split,
                            const wlay_type *t)
{
    const wlay_string name = name_of(types->arena, split, t);
    wlay_type_node *const node = wlay_new_struct_type(types, name);
    wlay_struct *const structure = WLAY_NEW(types->arena, wlay_struct, 1);
    wlay_member *const members = WLAY_NEW(types->arena, wlay_member, 2);

    if (name.data == NULL || node == NULL || structure == NULL ||
        members == NULL)
        return NULL;
    members[0].name = WLAY_TEXT("fract");
    members[0].type = t;
    members[1].name =
        split == WLAY_SPLIT_FREXP ? WLAY_TEXT("exp") : WLAY_TEXT("whole");
    members[1].type = second_type(split, t);
    lay_out(members, structure, &node->type);
    structure->name = name;
    structure->type = &node->type;
    structure->member_count = 2;
    structure->members = members;
    node->type.structure = structure;
    node->type.flags |=
        t->flags & (WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CONSTRUCTIBLE |
                    WLAY_TYPE_CREATION_FIXED);
    node->abstract = wlay_is_abstract(t);
    node->depth = (uint8_t)(wlay_node(t)->depth + 1);
    return node;
}

/* ------------------------------------------------------------------ finding */

const wlay_type *wlay_split_type(wlay_types *types, wlay_split split,
                                 const wlay_type *t)
{
    const uint32_t number = number_of(split, t);
    wlay_type_node **bucket;
    wlay_type_node *node;

    if (!wlay_types_make_room(types))
        return NULL;
    bucket = &types->buckets[number & (types->bucket_count - 1)];
    for (node = *bucket; node != NULL; node = node->next)
        if (node->tag == &tags[number])
            return &node->type;
    node = make(types, split, t);
    if (node == NULL)
        return NULL;
    node->tag = &tags[number];
    node->hash = number;
    node->next = *bucket;
    *bucket = node;
    types->count++;
    return &node->type;
}

bool wlay_same_split(const wlay_type *a, const wlay_type *b)
{
    return is_split(a) && is_split(b) && family(a) == family(b);
}

const wlay_type *wlay_split_with_component(wlay_types *types,
                                           const wlay_type *type,
                                           wlay_s component)
{
    const wlay_type *const fract = type->structure->members[0].type;

    return wlay_split_type(types, (wlay_split)(family(type) / SHAPES),
                           wlay_with_component(fract, component));
}
