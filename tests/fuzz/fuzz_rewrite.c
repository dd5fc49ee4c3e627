/* SPDX-License-Identifier: MIT */
/* Any text, rewritten in each way: the result is valid again and has the layouts
   that the fix promises. */
#include "fuzz.h"

/* ------------------------------------------------------------------ promises */

/* What must be so of a struct, before and after. */
typedef void promise(const wlay_struct *before, const wlay_struct *after);

static void same_size(const wlay_struct *before, const wlay_struct *after)
{
    CHECK(after->size == before->size && after->align == before->align);
}

/* Every member is where it was. */
static void same_offsets(const wlay_struct *before, const wlay_struct *after)
{
    same_size(before, after);
    for (size_t i = 0; i < before->member_count; i++) {
        const wlay_member *const m = &before->members[i];
        const wlay_member *const other =
            wlay_find_member(after, m->name.data, m->name.length);

        CHECK(other != NULL && other->offset == m->offset);
        CHECK(check_equal(other->type->name, m->type->name));
    }
}

static void no_padding(const wlay_struct *before, const wlay_struct *after)
{
    same_offsets(before, after);
    CHECK(after->padding <= before->padding);
}

/* The members that are left are where they were. */
static void fewer_members(const wlay_struct *before, const wlay_struct *after)
{
    same_size(before, after);
    for (size_t i = 0; i < after->member_count; i++) {
        const wlay_member *const m = &after->members[i];
        const wlay_member *const other =
            wlay_find_member(before, m->name.data, m->name.length);

        CHECK(other != NULL && other->offset == m->offset);
    }
}

static void not_larger(const wlay_struct *before, const wlay_struct *after)
{
    CHECK(after->size <= before->size && after->align == before->align);
    CHECK(after->member_count == before->member_count);
    for (size_t i = 0; i < before->member_count; i++)
        CHECK(wlay_find_member(after, before->members[i].name.data,
                               before->members[i].name.length) != NULL);
}

static void still_there(const wlay_struct *before, const wlay_struct *after)
{
    CHECK(after->size >= before->size || after->member_count > 0);
}

/* One row for each fix. */
static const struct {
    wlay_fix fix;
    promise *keeps;
} fixes[] = {
    {WLAY_FIX_UNIFORM, still_there}, {WLAY_FIX_ORDER, not_larger},
    {WLAY_FIX_PAD, no_padding},      {WLAY_FIX_SIZE, same_offsets},
    {WLAY_FIX_UNPAD, fewer_members},
};

/* -------------------------------------------------------------------- checks */

static void check_structs_of(const wlay_module *before,
                             const wlay_module *after, promise *keeps)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(before, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const s =
            wlay_find_struct(after, structs[i]->name.data,
                             structs[i]->name.length);

        CHECK(s != NULL);
        keeps(structs[i], s);
    }
}

static void check_diagnostic_list(const wlay_rewritten *r)
{
    for (size_t i = 0; i < r->diagnostic_count; i++) {
        check_string(r->diagnostics[i].code);
        check_string(r->diagnostics[i].message);
        CHECK(r->diagnostics[i].severity != WLAY_SEVERITY_ERROR ||
              r->sources == NULL);
    }
}

static void check_texts(const fuzz_module *m, const wlay_rewritten *r,
                        size_t fix)
{
    wlay_module *after = NULL;

    CHECK(r->sources != NULL && r->source_count == m->source_count);
    if (r->edit_count == 0)
        for (size_t i = 0; i < r->source_count; i++)
            CHECK(check_equal(r->sources[i].text, m->sources[i].text));
    CHECK(wlay_parse_sources(r->sources, r->source_count, NULL, &after) ==
          WLAY_OK);
    check_structs_of(m->module, after, fixes[fix].keeps);
    wlay_module_free(after);
}

static void check_fix(const fuzz_module *m, size_t fix)
{
    const wlay_rewrite_options options = {.fix = fixes[fix].fix};
    const wlay_rewritten *r = NULL;
    const wlay_result result =
        wlay_rewrite(m->sources, m->source_count, &options, &r);

    CHECK(result == WLAY_OK || result == WLAY_INVALID_WGSL);
    check_diagnostic_list(r);
    if (result == WLAY_OK)
        check_texts(m, r, fix);
    else
        CHECK(r->sources == NULL && r->diagnostic_count > 0);
    wlay_rewritten_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_module m;

    fuzz_parse(data, size, fuzz_knobs(data, size) & 4u, &m);
    for (size_t i = 0; i < sizeof fixes / sizeof fixes[0]; i++)
        check_fix(&m, i);
    fuzz_module_free(&m);
    return 0;
}
