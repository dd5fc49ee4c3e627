/* SPDX-License-Identifier: MIT */
/* Values into memory and back.  All buffers end where their data end, so that
   tools that watch memory see a byte too many. */
#include "check.h"

#define BYTES_MAX 1024
#define FIELDS_MAX 16

/* Memory of exactly that size, filled with a pattern. */
static unsigned char *make_bytes(size_t size, unsigned seed)
{
    unsigned char *const bytes = malloc(size > 0 ? size : 1);

    CHECK(bytes != NULL);
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)(i * 37 + seed);
    return bytes;
}

static bool same(const unsigned char *bytes, size_t size, unsigned seed)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != (unsigned char)(i * 37 + seed))
            return false;
    return true;
}

/* -------------------------------------------------------------- store, load */

/* What was stored is loaded, and what was loaded stores the same bytes. */
static void check_round_trip(const wlay_view *place, uint32_t host,
                             size_t size, size_t host_size)
{
    unsigned char *const gpu = make_bytes(size, 1);
    unsigned char *const other = make_bytes(size, 1);
    unsigned char *const values = make_bytes(host_size, 3);
    const wlay_result result =
        wlay_store(gpu, size, place, host, values, host_size);

    CHECK(result == WLAY_OK || result == WLAY_OUT_OF_RANGE);
    CHECK(same(values, host_size, 3));
    if (result != WLAY_OK) {
        CHECK(same(gpu, size, 1));
    } else if (wlay_load(gpu, size, place, host, values, host_size) ==
               WLAY_OK) {
        CHECK(wlay_store(other, size, place, host, values, host_size) ==
              WLAY_OK);
        CHECK(memcmp(gpu, other, size) == 0);
    }
    free(gpu);
    free(other);
    free(values);
}

static void check_refused(const wlay_view *place, uint32_t host, size_t size,
                          size_t host_size)
{
    unsigned char *const gpu = make_bytes(size, 1);
    unsigned char *const values = make_bytes(host_size, 3);

    CHECK(wlay_store(gpu, size - 1, place, host, values, host_size) ==
          WLAY_OUT_OF_RANGE);
    CHECK(wlay_load(gpu, size - 1, place, host, values, host_size) ==
          WLAY_OUT_OF_RANGE);
    CHECK(wlay_store(gpu, size, place, host, values, host_size - 1) ==
          WLAY_TYPE_MISMATCH);
    CHECK(same(gpu, size, 1) && same(values, host_size, 3));
    free(gpu);
    free(values);
}

static void check_data_of(const wlay_type *type, void *user_data)
{
    static const uint32_t flags[] = {
        0, WLAY_HOST_ROW_MAJOR, WLAY_HOST_ZERO_PADDING,
        WLAY_HOST_ROW_MAJOR | WLAY_HOST_ZERO_PADDING};
    const wlay_view place = {type, 0, type->size, NULL};

    (void)user_data;
    if (!check_is_sized(type) || type->size > BYTES_MAX ||
        (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0)
        return;
    for (uint32_t host = 0; host <= WLAY_HOST_U64 + 1; host++) {
        const uint64_t host_size = wlay_host_size(type, host);

        if (host_size == 0)
            continue;
        CHECK(host_size <= type->size * 8);
        for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
            check_round_trip(&place, host | flags[i], (size_t)type->size,
                             (size_t)host_size);
        check_refused(&place, host, (size_t)type->size, (size_t)host_size);
    }
}

/* --------------------------------------------------------------------- plans */

/* A C struct that has the leaves of a type one behind the other, and their
   paths. */
typedef struct tight {
    wlay_host_field fields[FIELDS_MAX];
    char paths[FIELDS_MAX][128];
    size_t count;
    size_t size;
    bool partial;
} tight;

static uint32_t host_of(const wlay_type *type)
{
    return (uint32_t)type->scalar;
}

static bool add_field(void *user_data, const wlay_piece *piece)
{
    tight *const t = user_data;
    const uint32_t host = host_of(piece->type);
    const uint64_t size = wlay_host_size(piece->type, host);

    if (t->count == FIELDS_MAX || piece->path_length >= sizeof t->paths[0] ||
        size == 0) {
        t->partial = true;
        return t->count < FIELDS_MAX;
    }
    memcpy(t->paths[t->count], piece->path.data, piece->path.length + 1);
    t->fields[t->count] = (wlay_host_field){t->paths[t->count], t->size,
                                            (size_t)size, host};
    t->count++;
    t->size += (size_t)size;
    return true;
}

static void move_records(const wlay_plan *plan, const tight *t)
{
    enum { COUNT = 3 };
    const wlay_plan_summary summary = wlay_plan_describe(plan);
    const size_t size = COUNT * (size_t)summary.stride;
    unsigned char *const gpu = make_bytes(size, 5);
    unsigned char *const records = make_bytes(COUNT * t->size, 7);
    unsigned char *const back = make_bytes(COUNT * t->size, 9);

    CHECK(wlay_plan_store(plan, gpu, size, 0, records, COUNT) == WLAY_OK);
    CHECK(wlay_plan_load(plan, gpu, size, 0, back, COUNT) == WLAY_OK);
    CHECK(memcmp(records, back, COUNT * t->size) == 0);
    CHECK(wlay_plan_store(plan, gpu, size - 1, 0, records, COUNT) ==
          WLAY_OUT_OF_RANGE);
    free(gpu);
    free(records);
    free(back);
}

static void check_plan_of(const wlay_type *type, void *user_data)
{
    static const tight none;
    tight t = none;
    wlay_plan *plan = NULL;
    wlay_plan_options options = {.flags = 0};
    size_t issues;
    wlay_result result;

    (void)user_data;
    if (!check_is_sized(type) || type->size > BYTES_MAX ||
        type->kind == WLAY_TYPE_BUFFER ||
        (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0 ||
        (type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        return;
    CHECK(wlay_visit(type, NULL, add_field, &t) == WLAY_OK);
    options.flags = t.partial ? WLAY_PLAN_PARTIAL : 0;
    if (t.count == 0)
        return;
    result = wlay_plan_make(type, t.size, t.fields, t.count, &options, &plan);
    CHECK(result == WLAY_OK);
    wlay_plan_issues(plan, &issues);
    CHECK(issues == 0);
    move_records(plan, &t);
    wlay_plan_free(plan);
}

/* ---------------------------------------------------------------------- dump */

static bool see_datum(void *user_data, const wlay_datum *datum)
{
    size_t *const count = user_data;

    CHECK(datum->count <= 16);
    CHECK((datum->piece.gap == WLAY_GAP_NONE) == (datum->count > 0));
    check_string(datum->piece.path);
    return ++*count < 512;
}

static void check_dump_of(const wlay_type *type, void *user_data)
{
    const wlay_visit_options options = {.gaps = true};
    const wlay_view place = {type, 0, type->size, NULL};
    unsigned char *bytes;
    size_t count = 0;

    (void)user_data;
    if (!check_is_sized(type) || type->size > BYTES_MAX ||
        type->kind == WLAY_TYPE_BUFFER ||
        (type->flags & WLAY_TYPE_HOST_SHAREABLE) == 0)
        return;
    bytes = make_bytes((size_t)type->size, 11);
    CHECK(wlay_dump(bytes, (size_t)type->size, &place, &options, see_datum,
                    &count) == WLAY_OK);
    CHECK(wlay_dump(bytes, (size_t)type->size - 1, &place, &options, see_datum,
                    &count) == WLAY_OUT_OF_RANGE);
    free(bytes);
}

void check_data(const check_subject *subject)
{
    check_each_type(subject->module, check_data_of, NULL);
    /* Of two members with one name, which is an error, a path finds one. */
    if (wlay_module_valid(subject->module))
        check_each_type(subject->module, check_plan_of, NULL);
    check_each_type(subject->module, check_dump_of, NULL);
}
