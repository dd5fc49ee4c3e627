/* SPDX-License-Identifier: MIT */
/* Values into memory and out of it, with places, sizes and counts that may be
   wrong: nothing but the bytes that were given is touched. */
#include "roots.h"

#define SIZE_MAX_HERE 4096
#define FIELDS_MAX 8

typedef struct transfer {
    wlay_view place;
    const wlay_type *root;
    wlay_string path;
    uint32_t host;
    uint64_t first;
    uint64_t count;
    size_t size;
    size_t value_size;
    unsigned char *gpu;
    unsigned char *values;
} transfer;

/* Small differences around what is right find more than chance does. */
static size_t near(fuzz_input *input, uint64_t right)
{
    const uint8_t how = fuzz_u8(input);

    if (right > SIZE_MAX_HERE)
        right = SIZE_MAX_HERE;
    if (how < 160)
        return (size_t)right;
    if (how < 208)
        return (size_t)right + (how & 15);
    return right > (how & 15u) ? (size_t)right - (how & 15u) : how & 15u;
}

static uint32_t take_host(fuzz_input *input)
{
    const uint8_t choice = fuzz_u8(input);
    uint32_t host = choice & 15u;

    if ((choice & 0x10) != 0)
        host |= WLAY_HOST_ROW_MAJOR;
    if ((choice & 0x20) != 0)
        host |= WLAY_HOST_ZERO_PADDING;
    if ((choice & 0xC0) == 0xC0)
        host |= (uint32_t)fuzz_u64(input);
    return host;
}

static void take_place(fuzz_input *input, transfer *t)
{
    wlay_path_error error;

    t->root = fuzz_root(input);
    t->path = fuzz_text(input);
    t->place = (wlay_view){t->root, 0, t->root->size, NULL};
    wlay_follow(t->root, t->path.data, t->path.length, UINT64_MAX, &t->place,
                &error);
    if (fuzz_u8(input) >= 224)
        t->place.offset += fuzz_u64(input);
}

static transfer take_transfer(fuzz_input *input)
{
    transfer t;
    uint64_t each;

    take_place(input, &t);
    t.host = take_host(input);
    t.first = fuzz_u8(input) < 192 ? fuzz_u8(input) % 8 : fuzz_u64(input);
    t.count = fuzz_u8(input) < 192 ? fuzz_u8(input) % 8 : fuzz_u64(input);
    t.size = near(input, t.place.offset + t.place.type->size);
    each = wlay_host_size(t.place.type, t.host);
    if (fuzz_u8(input) >= 128 && t.place.type->element != NULL)
        each = t.count * wlay_host_size(t.place.type->element, t.host);
    t.value_size = near(input, each);
    t.gpu = fuzz_bytes(t.size, 1);
    t.values = fuzz_bytes(t.value_size, fuzz_u8(input));
    return t;
}

static wlay_result put(const transfer *t, uint8_t form)
{
    switch (form % 3) {
    case 0:
        return wlay_store(t->gpu, t->size, &t->place, t->host, t->values,
                          t->value_size);
    case 1:
        return wlay_store_elements(t->gpu, t->size, &t->place, t->first,
                                   t->count, t->host, t->values,
                                   t->value_size);
    default:
        return wlay_store_path(t->gpu, t->size, t->root, t->path.data,
                               t->path.length, t->host, t->values,
                               t->value_size);
    }
}

static wlay_result get(const transfer *t, uint8_t form)
{
    switch (form % 3) {
    case 0:
        return wlay_load(t->gpu, t->size, &t->place, t->host, t->values,
                         t->value_size);
    case 1:
        return wlay_load_elements(t->gpu, t->size, &t->place, t->first,
                                  t->count, t->host, t->values,
                                  t->value_size);
    default:
        return wlay_load_path(t->gpu, t->size, t->root, t->path.data,
                              t->path.length, t->host, t->values,
                              t->value_size);
    }
}

/* On an error neither side is changed; what was stored is what is loaded. */
static void move_values(fuzz_input *input)
{
    const uint8_t form = fuzz_u8(input);
    transfer t = take_transfer(input);
    unsigned char *const gpu = fuzz_copy(t.gpu, t.size);
    unsigned char *const values = fuzz_copy(t.values, t.value_size);
    const wlay_result stored = put(&t, form);
    wlay_result loaded;

    CHECK(memcmp(t.values, values, t.value_size) == 0);
    if (stored != WLAY_OK)
        CHECK(memcmp(t.gpu, gpu, t.size) == 0);
    memcpy(gpu, t.gpu, t.size);
    loaded = get(&t, form);
    CHECK(memcmp(t.gpu, gpu, t.size) == 0);
    if (loaded != WLAY_OK) {
        CHECK(memcmp(t.values, values, t.value_size) == 0);
    } else if (stored == WLAY_OK) {
        CHECK(put(&t, form) == WLAY_OK);
        CHECK(memcmp(t.gpu, gpu, t.size) == 0);
    }
    free(gpu);
    free(values);
    free(t.gpu);
    free(t.values);
}

/* --------------------------------------------------------------------- plans */

static void move_records(const wlay_plan *plan, size_t struct_size,
                         size_t issue_count, fuzz_input *input)
{
    const uint64_t stride = wlay_plan_describe(plan).stride;
    const size_t count = fuzz_u8(input) % 4;
    const uint64_t offset =
        fuzz_u8(input) < 192 ? fuzz_u8(input) % 8 * 4u : fuzz_u64(input);
    const size_t size = near(input, offset + stride * count);
    unsigned char *const gpu = fuzz_bytes(size, 1);
    unsigned char *const records = fuzz_bytes(struct_size * count, 2);
    wlay_result result =
        wlay_plan_store(plan, gpu, size, offset, records, count);

    CHECK((result == WLAY_INVALID_ARGUMENT) == (issue_count > 0));
    result = wlay_plan_load(plan, gpu, size, offset, records, count);
    CHECK((result == WLAY_INVALID_ARGUMENT) == (issue_count > 0));
    free(gpu);
    free(records);
}

static void check_issues(const wlay_plan *plan, wlay_result result,
                         size_t *out_count)
{
    const wlay_plan_issue *const issues = wlay_plan_issues(plan, out_count);

    CHECK((result == WLAY_OK) == (*out_count == 0));
    CHECK((issues == NULL) == (*out_count == 0));
    for (size_t i = 0; i < *out_count; i++) {
        check_string(issues[i].path);
        check_string(issues[i].type);
        check_string(issues[i].reason);
        check_string(issues[i].nearest);
        CHECK(issues[i].reason.length > 0);
    }
}

static size_t take_fields(fuzz_input *input, const wlay_type *root,
                          wlay_host_field *fields, char paths[][64])
{
    const size_t count = fuzz_u8(input) % (FIELDS_MAX + 1);
    size_t end = 0;

    for (size_t i = 0; i < count; i++) {
        const wlay_string path = fuzz_text(input);
        wlay_view view = {root, 0, 0, NULL};

        snprintf(paths[i], 64, "%.*s", (int)(path.length % 64), path.data);
        wlay_follow(root, paths[i], WLAY_STRLEN, 0, &view, NULL);
        fields[i].path = paths[i];
        fields[i].host = take_host(input);
        fields[i].size =
            near(input, wlay_host_size(view.type, fields[i].host));
        fields[i].offset = near(input, end);
        end = fields[i].offset + fields[i].size;
    }
    return count;
}

static void plan_records(fuzz_input *input)
{
    static const uint32_t flags[] = {
        0, WLAY_PLAN_PARTIAL, WLAY_PLAN_ZERO_PADDING, WLAY_PLAN_FREE_PADDING,
        WLAY_PLAN_PARTIAL | WLAY_PLAN_ZERO_PADDING,
        WLAY_PLAN_PARTIAL | WLAY_PLAN_FREE_PADDING,
        WLAY_PLAN_ZERO_PADDING | WLAY_PLAN_FREE_PADDING, 64};
    const wlay_type *const root = fuzz_root(input);
    const wlay_plan_options options = {.flags = flags[fuzz_u8(input) % 8]};
    wlay_host_field fields[FIELDS_MAX];
    char paths[FIELDS_MAX][64];
    const size_t count = take_fields(input, root, fields, paths);
    const size_t struct_size =
        near(input, count > 0 ? fields[count - 1].offset +
                                    fields[count - 1].size : 0);
    wlay_plan *plan = NULL;
    size_t issue_count;
    const wlay_result result = wlay_plan_make(root, struct_size, fields, count,
                                              &options, &plan);

    CHECK((plan != NULL) ==
          (result == WLAY_OK || result == WLAY_NOT_FOUND ||
           result == WLAY_TYPE_MISMATCH || result == WLAY_OUT_OF_RANGE));
    if (plan == NULL)
        return;
    check_issues(plan, result, &issue_count);
    if (struct_size <= SIZE_MAX_HERE)
        move_records(plan, struct_size, issue_count, input);
    wlay_plan_free(plan);
}

/* ---------------------------------------------------------------------- dump */

static bool see_datum(void *user_data, const wlay_datum *datum)
{
    size_t *const count = user_data;

    check_string(datum->piece.path);
    return ++*count < 200;
}

static void dump(fuzz_input *input)
{
    transfer t;
    size_t count = 0;
    wlay_visit_options options = {.gaps = true};
    wlay_result result;

    take_place(input, &t);
    options.tail_count = fuzz_u8(input) < 192 ? fuzz_u8(input) % 4
                                              : fuzz_u64(input);
    t.size = near(input, t.place.offset + t.place.type->size);
    t.gpu = fuzz_bytes(t.size, fuzz_u8(input));
    result = wlay_dump(t.gpu, t.size, &t.place, &options, see_datum, &count);
    CHECK(result == WLAY_OK || count == 0);
    free(t.gpu);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const actions[])(fuzz_input *) = {move_values, plan_records,
                                                    dump};
    fuzz_input input = {data, size};

    for (int i = 0; i < 4 && input.left > 0; i++)
        actions[fuzz_u8(&input) % 3](&input);
    return 0;
}
