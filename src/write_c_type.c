/* SPDX-License-Identifier: MIT */
/*
 * Types of WGSL as C has them, and the user's own types in their place.
 */
#include "write_c_plan.h"

/* ---------------------------------------------------------------- C's types */

static wlay_string scalar_name(wlay_scalar scalar)
{
    static const char *const names[] = {
        [WLAY_SCALAR_I32] = "int32_t",
        [WLAY_SCALAR_U32] = "uint32_t",
        [WLAY_SCALAR_F32] = "float",
        [WLAY_SCALAR_F16] = "uint16_t", /* C has no such number: its bits */
    };

    return wlay_text(names[scalar]);
}

static uint64_t scalar_size(wlay_scalar scalar)
{
    return scalar == WLAY_SCALAR_F16 ? 2 : 4;
}

static void put_dimension(wlay_builder *b, uint64_t count)
{
    wlay_put(b, WLAY_TEXT("["));
    wlay_put_u64(b, count);
    wlay_put(b, WLAY_TEXT("]"));
}

/* The element of an array has all of its stride: it needs no padding where the
   dimension can grow to it. */
static void put_numbers(wlay_builder *b, const wlay_type *type,
                        uint64_t stride)
{
    const uint64_t size = scalar_size(type->scalar);

    if (type->kind == WLAY_TYPE_VECTOR)
        put_dimension(b, stride > 0 ? stride / size : type->rows);
    if (type->kind != WLAY_TYPE_MATRIX)
        return;
    put_dimension(b, type->columns);
    put_dimension(b, type->stride / size);
}

static uint64_t map_size(const wlay_c_map *map, const wlay_type *type)
{
    return map->size > 0 ? map->size : type->size;
}

/* An array element of the user's type that is smaller than the stride gets a
   struct around it. */
static wlay_string padded_base(wlay_c_plan *plan, const wlay_c_map *map,
                               uint64_t size, uint64_t stride)
{
    wlay_c_padded *p = plan->padded.items;
    wlay_string name;

    for (size_t i = 0; i < plan->padded.count; i++) {
        if (p[i].map == map && p[i].stride == stride)
            return WLAY_C_JOIN(plan->arena, WLAY_TEXT("struct "), p[i].name);
    }
    name = wlay_c_identifier(
        plan->arena, WLAY_C_JOIN(plan->arena, plan->options->prefix, map->c,
                                 WLAY_TEXT("_stride_"),
                                 wlay_c_number(plan, stride)));
    if (plan->arena->failed)
        return name;
    name = wlay_c_claim(&plan->globals, name, plan);
    p = wlay_c_append(plan, &plan->padded, sizeof *p);
    if (p != NULL)
        *p = (wlay_c_padded){map, size, stride, name};
    return WLAY_C_JOIN(plan->arena, WLAY_TEXT("struct "), name);
}

static wlay_string base_of(const wlay_c_plan *plan, const wlay_type *type)
{
    const wlay_c_struct *const s = wlay_c_struct_of(plan, type);

    if (s == NULL)
        return scalar_name(type->scalar);
    return WLAY_C_JOIN(plan->arena, WLAY_TEXT("struct "), s->name);
}

wlay_c_type wlay_c_type_of(wlay_c_plan *plan, size_t source,
                           const wlay_type *type, uint64_t room)
{
    wlay_builder dimensions = {plan->arena, NULL, 0, 0};
    wlay_c_type result = {.size = type->size};
    uint64_t stride = 0;
    const wlay_c_map *map;

    while ((map = wlay_c_map_of(plan, source, type)) == NULL ||
           map_size(map, type) > room) {
        result.refused = map != NULL ? map : result.refused;
        if (type->kind != WLAY_TYPE_ARRAY) {
            put_numbers(&dimensions, type, stride);
            result.base = base_of(plan, type);
            result.dimensions = wlay_built(&dimensions);
            return result;
        }
        if (type->element_count > 0)
            put_dimension(&dimensions, type->element_count);
        room = stride = type->stride;
        type = type->element;
    }
    result.map = map;
    result.base = map->c;
    if (stride > map_size(map, type))
        result.base = padded_base(plan, map, map_size(map, type), stride);
    if (stride == 0)
        result.size = map_size(map, type);
    result.dimensions = wlay_built(&dimensions);
    return result;
}

uint64_t wlay_c_room(const wlay_struct *s, size_t member)
{
    const uint64_t end = member + 1 < s->member_count
                             ? s->members[member + 1].offset
                             : s->size;

    return end - s->members[member].offset;
}

/* --------------------------------------------------------- the user's types */

const wlay_c_map *wlay_c_map_of(const wlay_c_plan *plan, size_t source,
                                const wlay_type *type)
{
    const size_t count = plan->options->type_count;

    for (size_t i = 0; i < count; i++) {
        if (plan->types[source * count + i] == type)
            return &plan->options->types[i];
    }
    return NULL;
}

static void refuse(wlay_c_plan *plan, const wlay_c_map *map,
                   wlay_string reason)
{
    WLAY_C_SAY(plan, errors, WLAY_TEXT("--type: '"), map->c,
               WLAY_TEXT("' cannot stand for '"), map->wgsl, WLAY_TEXT("': "),
               reason);
}

static void refuse_size(wlay_c_plan *plan, const wlay_c_map *map,
                        const wlay_type *type)
{
    wlay_string why = WLAY_TEXT("");

    if (type->kind == WLAY_TYPE_MATRIX || type->kind == WLAY_TYPE_ARRAY)
        why = WLAY_C_JOIN(plan->arena, WLAY_TEXT(", because its "),
                          type->kind == WLAY_TYPE_MATRIX
                              ? WLAY_TEXT("columns")
                              : WLAY_TEXT("elements"),
                          WLAY_TEXT(" are "),
                          wlay_c_number(plan, type->stride),
                          WLAY_TEXT(" bytes apart"));
    refuse(plan, map,
           WLAY_C_JOIN(plan->arena, WLAY_TEXT("it has "),
                       wlay_c_number(plan, map->size),
                       WLAY_TEXT(" bytes, and WGSL's has "),
                       wlay_c_number(plan, type->size), why));
}

/* A type that fits in no place at all. */
static void check_map(wlay_c_plan *plan, const wlay_c_map *map,
                      const wlay_type *type)
{
    if ((type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        refuse(plan, map, WLAY_TEXT("it is not host-shareable"));
    else if ((type->flags &
              (WLAY_TYPE_SIZE_UNKNOWN | WLAY_TYPE_RUNTIME_SIZED)) != 0)
        refuse(plan, map, WLAY_TEXT("it has no fixed size"));
    else if (map->size > 0 && map->size < type->size)
        refuse_size(plan, map, type);
    else if (map->align > 0 && !wlay_is_power_of_two(map->align))
        refuse(plan, map, WLAY_TEXT("its alignment is no power of two"));
    else if (map->align > 0 && map_size(map, type) % map->align != 0)
        refuse(plan, map,
               WLAY_C_JOIN(plan->arena, WLAY_TEXT("its size "),
                           wlay_c_number(plan, map_size(map, type)),
                           WLAY_TEXT(" is no multiple of its alignment "),
                           wlay_c_number(plan, map->align)));
    else if (map->align > type->align)
        refuse(plan, map,
               WLAY_C_JOIN(plan->arena, WLAY_TEXT("it is aligned to "),
                           wlay_c_number(plan, map->align),
                           WLAY_TEXT(", and WGSL puts it at any multiple "
                                     "of "),
                           wlay_c_number(plan, type->align)));
}

/* The type by that text in a module; NULL if it has none, and then what it says
   of it.  A type that is new to the module is no type of a member. */
static const wlay_type *find_type(wlay_c_plan *plan, size_t source,
                                  const wlay_c_map *map, bool *known,
                                  wlay_string *complaint)
{
    const wlay_type *type;
    wlay_type_owner *owner;
    const wlay_diagnostic *d;
    size_t count;

    if (wlay_find_type(plan->sources[source].module, map->wgsl.data,
                       map->wgsl.length, &type,
                       &owner) == WLAY_OUT_OF_MEMORY)
        plan->arena->failed = true;
    d = wlay_type_owner_diagnostics(owner, &count);
    if (count > 0)
        *complaint = wlay_copy_string(plan->arena, d[0].message);
    if (type != NULL && !*known)
        check_map(plan, map, type);
    *known = *known || type != NULL;
    if (owner != NULL)
        type = NULL;
    wlay_type_owner_free(owner);
    return type;
}

static void resolve_map(wlay_c_plan *plan, size_t i)
{
    const wlay_c_map *const map = &plan->options->types[i];
    wlay_string complaint = WLAY_TEXT("there is no such type");
    bool known = false;

    for (size_t s = 0; s < plan->source_count; s++) {
        const wlay_type *const type =
            find_type(plan, s, map, &known, &complaint);

        if (type != NULL && wlay_c_map_of(plan, s, type) != NULL &&
            plan->errors.count == 0)
            refuse(plan, map, WLAY_TEXT("another --type does"));
        plan->types[s * plan->options->type_count + i] = type;
    }
    if (!known)
        refuse(plan, map, complaint);
}

void wlay_c_resolve_maps(wlay_c_plan *plan)
{
    const size_t count = plan->options->type_count;

    if (plan->source_count > 0 &&
        count > SIZE_MAX / 2 / plan->source_count) {
        plan->arena->failed = true;
        return;
    }
    plan->types = (const wlay_type **)wlay_alloc(
        plan->arena, plan->source_count * count, sizeof *plan->types);
    for (size_t i = 0; i < count && plan->types != NULL; i++)
        resolve_map(plan, i);
}

/* ------------------------------------------------------------ where they go */

static void note_refusal(wlay_c_plan *plan, const wlay_struct *s, size_t member,
                         const wlay_c_map *map, wlay_c_list *list)
{
    wlay_c_say(plan, list,
               WLAY_C_JOIN(plan->arena, WLAY_TEXT("--type: '"), map->c,
                           WLAY_TEXT("' is not used for '"), s->name,
                           WLAY_TEXT("."), s->members[member].name,
                           WLAY_TEXT("': it has "),
                           wlay_c_number(plan, map->size),
                           WLAY_TEXT(" bytes, and there is room for "),
                           wlay_c_number(plan, wlay_c_room(s, member))));
}

/* Where the user's type fits nowhere that it could be, that is a mistake. */
static void place_map(wlay_c_plan *plan, const wlay_c_map *map)
{
    wlay_c_struct **const all = plan->structs.items;
    wlay_c_list refusals = {NULL, 0, 0};
    bool used = false;

    for (size_t i = 0; i < plan->structs.count; i++) {
        const wlay_struct *const s = all[i]->structure;

        for (size_t k = 0; k < s->member_count && !plan->arena->failed; k++) {
            const wlay_c_type type =
                wlay_c_type_of(plan, all[i]->source, s->members[k].type,
                               wlay_c_room(s, k));

            used = used || type.map == map;
            if (type.refused == map)
                note_refusal(plan, s, k, map, &refusals);
        }
    }
    for (size_t i = 0; i < refusals.count; i++)
        wlay_c_say(plan, used ? &plan->notes : &plan->errors,
                   ((wlay_string *)refusals.items)[i]);
}

void wlay_c_place_maps(wlay_c_plan *plan)
{
    if (plan->options->asserts_only)
        return;
    for (size_t i = 0; i < plan->options->type_count; i++)
        place_map(plan, &plan->options->types[i]);
}
