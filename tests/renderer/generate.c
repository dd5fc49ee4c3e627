/* SPDX-License-Identifier: MIT */
#include "generate.h"

#include <stdio.h>
#include <string.h>

enum {
    STRUCTS_MAX = 6,
    MEMBERS_MAX = 9,
    SCALARS_MAX = 1500, /* in a struct, so that shaders stay quick */
    NAME_MAX_LENGTH = 96
};

typedef struct Type {
    char name[NAME_MAX_LENGTH];
    uint32_t scalars;
    uint32_t size;  /* of a leaf, for @size; else 0 */
    bool atomic;    /* it holds one */
    bool runtime;   /* it ends in a runtime-sized array */
} Type;

typedef struct Generator {
    Text *text;
    uint64_t random;
    bool f16;
    Type structs[STRUCTS_MAX];
    uint32_t struct_count;
    uint32_t binding;
    uint32_t group;
} Generator;

static uint32_t below(Generator *g, uint32_t limit)
{
    return random_below(&g->random, limit);
}

static bool chance(Generator *g, uint32_t percent)
{
    return below(g, 100) < percent;
}

/* ------------------------------------------------------------------- types */

static const char *scalar_name(Generator *g)
{
    static const char *const names[] = {"f32", "i32", "u32", "f16"};

    return names[below(g, g->f16 ? 4 : 3)];
}

static uint32_t scalar_size(const char *name)
{
    return strcmp(name, "f16") == 0 ? 2 : 4;
}

static void make_scalar(Generator *g, Type *type)
{
    const char *scalar = scalar_name(g);

    snprintf(type->name, sizeof type->name, "%s", scalar);
    type->scalars = 1;
    type->size = scalar_size(scalar);
}

static void make_vector(Generator *g, Type *type)
{
    const char *scalar = scalar_name(g);
    const uint32_t count = 2 + below(g, 3);

    if (chance(g, 50))
        snprintf(type->name, sizeof type->name, "vec%u<%s>", count, scalar);
    else
        snprintf(type->name, sizeof type->name, "vec%u%c", count,
                 scalar[1] == '1' ? 'h' : scalar[0]);
    type->scalars = count;
    type->size = count * scalar_size(scalar);
}

static void make_matrix(Generator *g, Type *type)
{
    const bool half = g->f16 && chance(g, 40);
    const uint32_t columns = 2 + below(g, 3);
    const uint32_t rows = 2 + below(g, 3);

    if (chance(g, 50))
        snprintf(type->name, sizeof type->name, "mat%ux%u<%s>", columns, rows,
                 half ? "f16" : "f32");
    else
        snprintf(type->name, sizeof type->name, "mat%ux%u%c", columns, rows,
                 half ? 'h' : 'f');
    type->scalars = columns * rows;
    type->size = columns * (rows == 3 ? 4 : rows) * (half ? 2 : 4);
}

static void make_atomic(Generator *g, Type *type)
{
    snprintf(type->name, sizeof type->name, "atomic<%s>",
             chance(g, 50) ? "u32" : "i32");
    type->scalars = 1;
    type->size = 4;
    type->atomic = true;
}

static void make_leaf(Generator *g, Type *type, bool atomics)
{
    const uint32_t kind = below(g, 10);

    memset(type, 0, sizeof *type);
    if (kind < 3)
        make_scalar(g, type);
    else if (kind < 6)
        make_vector(g, type);
    else if (kind < 9 || !atomics)
        make_matrix(g, type);
    else
        make_atomic(g, type);
}

/* Wraps a type into an array; of no count if `runtime`. */
static void make_array(Generator *g, Type *type, bool runtime)
{
    static const uint32_t counts[] = {1, 2, 3, 4, 5, 7, 16};
    const uint32_t count = counts[below(g, 7)];
    char element[NAME_MAX_LENGTH];

    if (strlen(type->name) + 16 > NAME_MAX_LENGTH ||
        (!runtime && type->scalars * count > SCALARS_MAX / 3))
        return;
    memcpy(element, type->name, sizeof element);
    if (runtime)
        snprintf(type->name, sizeof type->name, "array<%.80s>", element);
    else if (count == 3)
        snprintf(type->name, sizeof type->name, "array<%.70s, THREE>", element);
    else
        snprintf(type->name, sizeof type->name, "array<%.70s, %u>", element,
                 count);
    type->scalars *= runtime ? 1 : count;
    type->size = 0;
    type->runtime = runtime;
}

/* A struct that was declared before, if there is one that will do. */
static bool take_struct(Generator *g, Type *type, bool atomics)
{
    const Type *taken;

    if (g->struct_count == 0)
        return false;
    taken = &g->structs[below(g, g->struct_count)];
    if (taken->runtime || (taken->atomic && !atomics))
        return false;
    *type = *taken;
    return true;
}

static void make_type(Generator *g, Type *type, bool atomics)
{
    if (!chance(g, 25) || !take_struct(g, type, atomics))
        make_leaf(g, type, atomics);
    while (chance(g, 25))
        make_array(g, type, false);
}

/* ----------------------------------------------------------------- structs */

static void add_attributes(Generator *g, const Type *type)
{
    static const uint32_t aligns[] = {16, 32, 64};

    if (chance(g, 12) && type->size > 0)
        text_add(g->text, "@align(%u) ", aligns[below(g, 3)]);
    if (chance(g, 12) && type->size > 0)
        text_add(g->text, "@size(%u) ", type->size + below(g, 40));
}

static void add_member(Generator *g, Type *structure, uint32_t index,
                       const Type *type)
{
    static const char *const names[] = {"position", "größe", "f32_", "data",
                                        "Δt", "x", "color", "array_", "m"};

    text_add(g->text, "    ");
    add_attributes(g, type);
    text_add(g->text, "%s%u: %s,\n", names[index % 9], index, type->name);
    structure->scalars += type->scalars;
    structure->atomic |= type->atomic;
    structure->runtime |= type->runtime;
}

static void add_struct(Generator *g, bool atomics, bool runtime)
{
    Type *structure = &g->structs[g->struct_count];
    const uint32_t count = 1 + below(g, MEMBERS_MAX);
    Type type;

    memset(structure, 0, sizeof *structure);
    snprintf(structure->name, sizeof structure->name, "S%u", g->struct_count);
    text_add(g->text, "struct %s {\n", structure->name);
    for (uint32_t i = 0; i < count; i++) {
        make_type(g, &type, atomics);
        if (i > 0 && structure->scalars + type.scalars > SCALARS_MAX)
            break;
        add_member(g, structure, i, &type);
    }
    if (runtime) {
        make_type(g, &type, atomics);
        make_array(g, &type, true);
        add_member(g, structure, MEMBERS_MAX, &type);
    }
    text_add(g->text, "}\n");
    g->struct_count++;
}

/* --------------------------------------------------------------- variables */

static void add_variable(Generator *g, const char *space, const Type *type)
{
    text_add(g->text, "@group(%u) @binding(%u) var<%s> v%u: %s;\n", g->group,
             g->binding, space, g->binding, type->name);
    g->binding += 1 + below(g, 3);
    g->group = below(g, 4);
}

static const char *storage_space(Generator *g, const Type *type)
{
    return type->atomic || chance(g, 50) ? "storage, read_write" : "storage";
}

static void add_variables(Generator *g)
{
    Type type;

    for (uint32_t i = 0; i < g->struct_count; i++) {
        type = g->structs[i];
        if (type.runtime || type.atomic || chance(g, 40))
            add_variable(g, storage_space(g, &type), &type);
        else
            add_variable(g, "uniform", &type);
    }
    if (!take_struct(g, &type, true) || chance(g, 40))
        make_type(g, &type, true);
    make_array(g, &type, true);
    add_variable(g, storage_space(g, &type), &type);
    make_type(g, &type, false);
    add_variable(g, chance(g, 50) ? "uniform" : "storage", &type);
}

void generate_module(Text *text, uint64_t seed, bool f16)
{
    Generator g;
    uint32_t count;

    memset(&g, 0, sizeof g);
    g.text = text;
    g.random = seed * 0x9e3779b97f4a7c15u + 1;
    for (int i = 0; i < 8; i++)
        random_bits(&g.random);
    g.f16 = f16 && chance(&g, 60);
    if (g.f16)
        text_add(text, "enable f16;\n");
    text_add(text, "const THREE = 1 + 2;\n");
    count = 1 + below(&g, 3);
    for (uint32_t i = 0; i < count; i++)
        add_struct(&g, false, false);
    if (chance(&g, 70))
        add_struct(&g, true, chance(&g, 60));
    add_variables(&g);
}
