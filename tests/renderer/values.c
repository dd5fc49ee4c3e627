/* SPDX-License-Identifier: MIT */
#include "values.h"

#include "text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ----------------------------------------------------------------- walking */

static bool is_plain(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_SCALAR || type->kind == WLAY_TYPE_VECTOR ||
           type->kind == WLAY_TYPE_MATRIX || type->kind == WLAY_TYPE_ATOMIC;
}

/* What an array of arrays consists of in the end. */
static const wlay_type *innermost(const wlay_type *type)
{
    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type;
}

static uint64_t elements_of(const wlay_type *array, uint64_t tail)
{
    return array->element_count > 0 ? array->element_count : tail;
}

size_t values_count(const wlay_type *type, uint64_t tail)
{
    size_t count = 0;

    if (type->kind == WLAY_TYPE_ARRAY)
        return (size_t)elements_of(type, tail) *
               values_count(type->element, tail);
    if (type->kind == WLAY_TYPE_STRUCT) {
        for (size_t i = 0; i < type->structure->member_count; i++)
            count += values_count(type->structure->members[i].type, tail);
        return count;
    }
    return (type->columns > 0 ? type->columns : 1) *
           (type->rows > 0 ? type->rows : 1);
}

const wlay_type *values_tail(const wlay_type *type)
{
    if ((type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
        return NULL;
    if (type->kind == WLAY_TYPE_ARRAY)
        return type;
    return type->structure->members[type->structure->member_count - 1].type;
}

typedef struct Walk {
    uint64_t tail;
    bool whole_arrays;
    LeafFunction *function;
    void *user;
    size_t next;
    char path[4096];
} Walk;

static bool visit(Walk *walk, const wlay_type *type, size_t length);

static bool visit_elements(Walk *walk, const wlay_type *type, size_t length)
{
    const uint64_t count = elements_of(type, walk->tail);

    for (uint64_t i = 0; i < count; i++) {
        const int more = snprintf(walk->path + length,
                                  sizeof walk->path - length, "[%llu]",
                                  (unsigned long long)i);

        if (!visit(walk, type->element, length + (size_t)more))
            return false;
    }
    return true;
}

static bool visit_members(Walk *walk, const wlay_type *type, size_t length)
{
    for (size_t i = 0; i < type->structure->member_count; i++) {
        const wlay_member *member = &type->structure->members[i];
        const int more = snprintf(walk->path + length,
                                  sizeof walk->path - length, "%s%s",
                                  length > 0 ? "." : "", member->name.data);

        if (!visit(walk, member->type, length + (size_t)more))
            return false;
    }
    return true;
}

static bool visit(Walk *walk, const wlay_type *type, size_t length)
{
    Leaf leaf;

    if (length >= sizeof walk->path)
        return false;
    walk->path[length] = '\0';
    if (type->kind == WLAY_TYPE_STRUCT)
        return visit_members(walk, type, length);
    if (!is_plain(type) && !(walk->whole_arrays && is_plain(innermost(type))))
        return visit_elements(walk, type, length);
    leaf.type = type;
    leaf.path = walk->path;
    leaf.first = walk->next;
    leaf.count = values_count(type, walk->tail);
    walk->next += leaf.count;
    return walk->function(walk->user, &leaf);
}

bool values_walk(const wlay_type *type, uint64_t tail, bool whole_arrays,
                 LeafFunction *function, void *user)
{
    Walk walk;

    walk.tail = tail;
    walk.whole_arrays = whole_arrays;
    walk.function = function;
    walk.user = user;
    walk.next = 0;
    return visit(&walk, type, 0);
}

/* ------------------------------------------------------------------ values */

typedef struct Making {
    uint64_t *random;
    uint32_t *bits;
} Making;

static uint32_t make_scalar(uint64_t *random, wlay_scalar scalar)
{
    const uint32_t bits = random_bits(random);

    if (scalar == WLAY_SCALAR_F32)
        return (bits & 0x807fffff) | (1 + random_below(random, 254)) << 23;
    if (scalar == WLAY_SCALAR_F16)
        return (bits & 0x83ff) | (1 + random_below(random, 30)) << 10;
    return bits;
}

static bool make_leaf(void *user, const Leaf *leaf)
{
    const Making *making = user;

    for (size_t i = 0; i < leaf->count; i++)
        making->bits[leaf->first + i] =
            make_scalar(making->random, leaf->type->scalar);
    return true;
}

void values_make(const wlay_type *type, uint64_t tail, uint64_t *random,
                 uint32_t *bits)
{
    Making making;

    making.random = random;
    making.bits = bits;
    values_walk(type, tail, false, make_leaf, &making);
}

/* --------------------------------------------------------------- host data */

/* How the host has a leaf: as it is, or wide, and perhaps by rows. */
static uint32_t host_of(const wlay_type *plain, bool wide, bool by_rows)
{
    const bool real = plain->scalar == WLAY_SCALAR_F32 ||
                      plain->scalar == WLAY_SCALAR_F16;
    uint32_t host = (uint32_t)plain->scalar;

    if (wide)
        host = real ? WLAY_HOST_F64 : WLAY_HOST_I64;
    return by_rows ? host | WLAY_HOST_ROW_MAJOR : host;
}

static size_t size_of_host(uint32_t host)
{
    switch (host & 0xff) {
    case WLAY_HOST_F64:
    case WLAY_HOST_I64:
        return 8;
    case WLAY_HOST_F16:
        return 2;
    default:
        return 4;
    }
}

static double real_of(uint32_t bits, wlay_scalar scalar)
{
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    float real;

    if (scalar == WLAY_SCALAR_F16)
        return sign * ldexp(1024 + (double)(bits & 0x3ff),
                            (int)(bits >> 10 & 31) - 25);
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

static void put_scalar(unsigned char *to, uint32_t bits, wlay_scalar scalar,
                       uint32_t host)
{
    const double real = real_of(bits, scalar);
    const int64_t integer =
        scalar == WLAY_SCALAR_I32 ? (int64_t)(int32_t)bits : (int64_t)bits;
    const uint16_t half = (uint16_t)bits;

    if ((host & 0xff) == WLAY_HOST_F64)
        memcpy(to, &real, sizeof real);
    else if ((host & 0xff) == WLAY_HOST_I64)
        memcpy(to, &integer, sizeof integer);
    else if ((host & 0xff) == WLAY_HOST_F16)
        memcpy(to, &half, sizeof half);
    else
        memcpy(to, &bits, sizeof bits);
}

/* Where the host has the k-th scalar of a leaf. */
static size_t host_index(const wlay_type *plain, uint32_t host, size_t k)
{
    const size_t columns = plain->columns;
    const size_t rows = plain->rows;

    if (columns == 0 || (host & WLAY_HOST_ROW_MAJOR) == 0)
        return k;
    return k / (columns * rows) * (columns * rows) + k % rows * columns +
           k % (columns * rows) / rows;
}

static void put_leaf(unsigned char *to, const Leaf *leaf, uint32_t host,
                     const uint32_t *bits)
{
    const wlay_type *plain = innermost(leaf->type);

    for (size_t k = 0; k < leaf->count; k++)
        put_scalar(to + host_index(plain, host, k) * size_of_host(host),
                   bits[leaf->first + k], plain->scalar, host);
}

/* ------------------------------------------------- between host and buffer */

typedef struct Moving {
    const ValuesPlace *place;
    bool loading;
    bool wide;
    size_t end; /* leaves from this scalar on are another way's matter */
    char *why;
    size_t capacity;
} Moving;

static bool explain(const Moving *moving, const char *path, const char *what)
{
    snprintf(moving->why, moving->capacity, "%s %s: %s",
             moving->loading ? "loading" : "storing", path, what);
    return false;
}

static wlay_result move_runtime_sized(const Moving *moving, const Leaf *leaf,
                                      uint32_t host, void *data, size_t size)
{
    const ValuesPlace *place = moving->place;
    wlay_view array;
    const wlay_result found =
        wlay_follow(place->type, leaf->path, WLAY_STRLEN, place->size, &array,
                    NULL);

    if (found != WLAY_OK)
        return found;
    if (moving->loading)
        return wlay_load_elements(place->bytes, place->size, &array, 0,
                                  place->tail, host, data, size);
    return wlay_store_elements(place->bytes, place->size, &array, 0,
                               place->tail, host, data, size);
}

static wlay_result move_data(const Moving *moving, const Leaf *leaf,
                             uint32_t host, void *data, size_t size)
{
    const ValuesPlace *place = moving->place;

    if ((leaf->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        return move_runtime_sized(moving, leaf, host, data, size);
    if (moving->loading)
        return wlay_load_path(place->bytes, place->size, place->type,
                              leaf->path, WLAY_STRLEN, host, data, size);
    return wlay_store_path(place->bytes, place->size, place->type, leaf->path,
                           WLAY_STRLEN, host, data, size);
}

static bool move_leaf(void *user, const Leaf *leaf)
{
    const Moving *moving = user;
    const uint32_t host =
        host_of(innermost(leaf->type), moving->wide, moving->wide);
    const size_t size = leaf->count * size_of_host(host);
    unsigned char *wanted;
    unsigned char *data;
    wlay_result result;
    bool same;

    if (leaf->first >= moving->end)
        return true;
    wanted = allocate(size);
    data = allocate(size);
    put_leaf(wanted, leaf, host, moving->place->bits);
    if (!moving->loading)
        memcpy(data, wanted, size);
    result = move_data(moving, leaf, host, data, size);
    same = memcmp(data, wanted, size) == 0;
    free(wanted);
    free(data);
    if (result != WLAY_OK)
        return explain(moving, leaf->path, wlay_result_text(result));
    return same || explain(moving, leaf->path, "the values differ");
}

/* ------------------------------------------------------------------- plans */

/* Of a type with more fields than this, whole arrays are moved instead. */
#define FIELDS_MAX 2048

typedef struct Record {
    wlay_host_field fields[FIELDS_MAX];
    size_t firsts[FIELDS_MAX]; /* the scalar that each field begins with */
    const wlay_type *types[FIELDS_MAX];
    size_t count;
    size_t size;
} Record;

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;

    return memcpy(allocate(size), text, size);
}

/* Every third field is wide, every other one by rows; bytes between fields make
   the record unlike the type. */
static bool add_field(void *user, const Leaf *leaf)
{
    Record *record = user;
    const size_t i = record->count;
    wlay_host_field *field = &record->fields[i];

    if (i == FIELDS_MAX)
        return false;
    field->host = host_of(innermost(leaf->type), i % 3 == 2, i % 2 == 1);
    field->offset = record->size;
    field->size = leaf->count * size_of_host(field->host);
    field->path = copy_text(leaf->path);
    record->firsts[i] = leaf->first;
    record->types[i] = leaf->type;
    record->size += field->size + i % 4;
    record->count++;
    return true;
}

static void free_record(Record *record)
{
    union {
        const char *in;
        char *out;
    } path;

    for (size_t i = 0; i < record->count; i++) {
        path.in = record->fields[i].path;
        free(path.out);
    }
    free(record);
}

static void put_record(unsigned char *to, const Record *record,
                       const uint32_t *bits)
{
    for (size_t i = 0; i < record->count; i++) {
        const wlay_host_field *field = &record->fields[i];
        Leaf leaf;

        leaf.type = record->types[i];
        leaf.path = field->path;
        leaf.first = record->firsts[i];
        leaf.count = field->size / size_of_host(field->host);
        put_leaf(to + field->offset, &leaf, field->host, bits);
    }
}

/* Records of a type, in a place. */
typedef struct Run {
    const wlay_type *type;
    uint64_t offset;
    size_t count;
    size_t first; /* scalar */
} Run;

static bool move_records(const Moving *moving, const Run *run,
                         const Record *record, const wlay_plan *plan)
{
    const ValuesPlace *place = moving->place;
    const size_t size = record->size * run->count;
    const size_t step = values_count(run->type, 0);
    unsigned char *wanted = allocate(size);
    unsigned char *data = allocate(size);
    wlay_result result;
    bool same;

    for (size_t i = 0; i < run->count; i++)
        put_record(wanted + i * record->size, record,
                   place->bits + run->first + i * step);
    if (!moving->loading)
        memcpy(data, wanted, size);
    result = moving->loading
                 ? wlay_plan_load(plan, place->bytes, place->size, run->offset,
                                  data, run->count)
                 : wlay_plan_store(plan, place->bytes, place->size,
                                   run->offset, data, run->count);
    same = memcmp(data, wanted, size) == 0;
    free(wanted);
    free(data);
    if (result != WLAY_OK)
        return explain(moving, "by a plan", wlay_result_text(result));
    return same || explain(moving, "by a plan", "the values differ");
}

static bool move_run(const Moving *moving, const Run *run,
                     const Record *record)
{
    wlay_plan *plan = NULL;
    const bool made =
        wlay_plan_make(run->type, record->size, record->fields, record->count,
                       NULL, &plan) == WLAY_OK;
    const bool ok =
        made ? move_records(moving, run, record, plan)
             : explain(moving, run->type->name.data, "there is no plan");

    wlay_plan_free(plan);
    return ok;
}

/* The elements of an array are records of a plan, those of a runtime-sized one
   too; what is in front of such an array is moved leaf by leaf. */
static Run find_run(const ValuesPlace *place)
{
    const wlay_type *array = values_tail(place->type);
    Run run = {0};

    if (array == NULL && place->type->kind == WLAY_TYPE_ARRAY)
        array = place->type;
    run.type = array != NULL ? array->element : place->type;
    run.count = array != NULL ? (size_t)elements_of(array, place->tail) : 1;
    if (array != NULL && array != place->type)
        run.offset = place->type->structure
                         ->members[place->type->structure->member_count - 1]
                         .offset;
    run.first = values_count(place->type, place->tail) -
                run.count * values_count(run.type, 0);
    return run;
}

/* The last record ends with the padding behind it, as in an array: a vec3f that
   is alone in a buffer has none. */
static bool is_record(const Run *run, const ValuesPlace *place)
{
    return run->type != place->type || run->type->size % run->type->align == 0;
}

static bool move_by_plan(Moving *moving)
{
    const ValuesPlace *place = moving->place;
    const Run run = find_run(place);
    Record *record = allocate(sizeof *record);
    const bool fits = is_record(&run, place) &&
                      values_walk(run.type, 0, true, add_field, record);
    bool ok;

    moving->wide = !fits;
    moving->end = fits ? run.first : SIZE_MAX;
    ok = values_walk(place->type, place->tail, !fits, move_leaf, moving);
    if (ok && fits)
        ok = move_run(moving, &run, record);
    free_record(record);
    return ok;
}

static bool move(const ValuesPlace *place, ValuesWay way, bool loading,
                 char *why, size_t capacity)
{
    Moving moving = {0};

    moving.place = place;
    moving.loading = loading;
    moving.wide = way == VALUES_BY_ARRAY;
    moving.end = SIZE_MAX;
    moving.why = why;
    moving.capacity = capacity;
    snprintf(why, capacity, "a path is too long");
    if (way == VALUES_BY_PLAN)
        return move_by_plan(&moving);
    return values_walk(place->type, place->tail, way == VALUES_BY_ARRAY,
                       move_leaf, &moving);
}

bool values_store(const ValuesPlace *place, ValuesWay way, char *why,
                  size_t capacity)
{
    return move(place, way, false, why, capacity);
}

bool values_load(const ValuesPlace *place, ValuesWay way, char *why,
                 size_t capacity)
{
    return move(place, way, true, why, capacity);
}
