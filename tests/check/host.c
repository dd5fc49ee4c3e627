/* SPDX-License-Identifier: MIT */
/* The host side: hashes, comparisons. */
#include "check.h"

static void check_hash_of(const wlay_type *type, void *user_data)
{
    (void)user_data;
    CHECK(wlay_layout_hash(type, 0) == wlay_layout_hash(type, 0));
    CHECK(wlay_layout_hash(type, WLAY_HASH_NAMES) ==
          wlay_layout_hash(type, WLAY_HASH_NAMES));
}

void check_hash(const check_subject *subject)
{
    check_each_type(subject->module, check_hash_of, NULL);
}

/* ------------------------------------------------------------- host structs */

#define MEMBERS_MAX 16
#define DIFFERENCES_MAX 40

/* The whole text, or what fits of it, with a zero byte behind. */
static void check_difference_text(const wlay_host_difference *d)
{
    char text[256];
    char part[8];
    const size_t length = wlay_host_difference_text(d, text, sizeof text);

    CHECK(length > 0);
    CHECK(strlen(text) == (length < sizeof text ? length : sizeof text - 1));
    CHECK(wlay_host_difference_text(d, part, sizeof part) == length);
    CHECK(strlen(part) < sizeof part);
    CHECK(strncmp(part, text, strlen(part)) == 0);
}

static wlay_result compare(const wlay_struct *s, const wlay_host_member *rows,
                           size_t row_count, size_t size)
{
    wlay_host_difference differences[DIFFERENCES_MAX];
    size_t count = 0;
    const wlay_result result =
        wlay_check_struct(s, rows, row_count, size, 0, differences,
                          DIFFERENCES_MAX, &count);

    CHECK((result == WLAY_TYPE_MISMATCH) == (count > 0));
    for (size_t i = 0; i < count && i < DIFFERENCES_MAX; i++)
        check_difference_text(&differences[i]);
    return result;
}

/* A C struct that is WGSL's, and such with one mistake. */
static void check_host_struct(const wlay_struct *s)
{
    wlay_host_member rows[MEMBERS_MAX];
    const bool runtime = (s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    const size_t last = s->member_count - 1;

    for (size_t i = 0; i < s->member_count; i++) {
        const wlay_member *const m = &s->members[i];

        rows[i] = (wlay_host_member){m->name.data, (size_t)m->offset,
                                     (size_t)m->type->size};
    }
    if (runtime)
        rows[last].size = 0;
    CHECK(compare(s, rows, s->member_count, (size_t)s->size) == WLAY_OK);
    CHECK(compare(s, rows, last, (size_t)s->size) == WLAY_TYPE_MISMATCH);
    CHECK(runtime || compare(s, rows, s->member_count, (size_t)s->size + 4) ==
                         WLAY_TYPE_MISMATCH);
    rows[last].offset += 4;
    CHECK(compare(s, rows, s->member_count, (size_t)s->size) ==
          WLAY_TYPE_MISMATCH);
    rows[last].name = "no such member";
    CHECK(compare(s, rows, s->member_count, (size_t)s->size) ==
          WLAY_TYPE_MISMATCH);
}

void check_host_structs(const check_subject *subject)
{
    size_t count;
    const wlay_struct *const *structs =
        wlay_structs(subject->module, &count);

    /* Two members with one name are one for the host. */
    if (!wlay_module_valid(subject->module))
        return;
    for (size_t i = 0; i < count; i++)
        if (check_is_sized(structs[i]->type) &&
            structs[i]->member_count > 0 &&
            structs[i]->member_count <= MEMBERS_MAX)
            check_host_struct(structs[i]);
}

/* ---------------------------------------------------------------------- diff */

/* A valid module has no difference to itself, and all to none at all. */
void check_diff(const check_subject *subject)
{
    const wlay_module *const module = subject->module;
    wlay_module *none = NULL;
    wlay_diff *diff = NULL;
    const wlay_change *changes;
    size_t count;

    CHECK(wlay_parse("", 0, NULL, &none) == WLAY_OK);
    CHECK(wlay_diff_make(module, module, 0, NULL, &diff) == WLAY_OK);
    wlay_diff_changes(diff, &count);
    CHECK(count == 0 || !wlay_module_valid(module));
    CHECK(!wlay_diff_breaks(diff) || count > 0);
    wlay_diff_free(diff);
    CHECK(wlay_diff_make(module, none, 0, NULL, &diff) == WLAY_OK);
    changes = wlay_diff_changes(diff, &count);
    for (size_t i = 0; i < count; i++)
        check_string(changes[i].text);
    wlay_diff_free(diff);
    wlay_module_free(none);
}
