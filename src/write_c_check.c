/* SPDX-License-Identifier: MIT */
/*
 * What a C compiler checks of a struct, and the constants of structs and
 * variables.
 */
#include "write_c_plan.h"

#define RAW(out, literal) wlay_out_raw((out), WLAY_TEXT(literal))

static bool is_runtime_sized(const wlay_struct *s)
{
    return (s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
}

static void begin(wlay_out *out)
{
    RAW(out, "WLAY_STATIC_ASSERT(");
}

static void put_offset(wlay_out *out, wlay_string structure, wlay_string member)
{
    RAW(out, "offsetof(");
    wlay_out_raw(out, structure);
    RAW(out, ", ");
    wlay_out_raw(out, member);
    RAW(out, ")");
}

static void put_size(wlay_out *out, wlay_string structure, wlay_string member)
{
    RAW(out, "WLAY_SIZEOF(");
    wlay_out_raw(out, structure);
    RAW(out, ", ");
    wlay_out_raw(out, member);
    RAW(out, ")");
}

/* --------------------------------------------- structs of the header itself */

static void put_macro(wlay_c_plan *plan, wlay_out *out, wlay_string name,
                      const char *suffix)
{
    RAW(out, "#define ");
    wlay_out_raw(out, wlay_c_macro(plan, name, suffix));
    RAW(out, " ");
}

static void put_constant(wlay_c_plan *plan, wlay_out *out, wlay_string name,
                         const char *suffix, uint64_t value)
{
    put_macro(plan, out, name, suffix);
    wlay_out_u64(out, value);
    RAW(out, "u\n");
}

/* The bytes with n elements, rounded up as SizeOf the struct is. */
static void put_sizes(wlay_c_plan *plan, wlay_out *out, const wlay_c_struct *s,
                      const wlay_member *m)
{
    const uint32_t align = s->structure->align;

    RAW(out, "#define ");
    wlay_out_raw(out, wlay_c_macro(plan, s->name, "_SIZE"));
    RAW(out, "(n) \\\n    ((UINT64_C(");
    wlay_out_u64(out, m->offset + align - 1);
    RAW(out, ") + UINT64_C(");
    wlay_out_u64(out, m->type->stride);
    RAW(out, ") * (n)) / ");
    wlay_out_u64(out, align);
    RAW(out, " * ");
    wlay_out_u64(out, align);
    RAW(out, ")\n");
}

/* What there is to know of the runtime-sized array. */
static void put_tail_constants(wlay_c_plan *plan, wlay_out *out,
                               const wlay_c_struct *s)
{
    const size_t last = s->structure->member_count - 1;
    const wlay_member *const m = &s->structure->members[last];
    const wlay_string name = WLAY_C_JOIN(plan->arena, s->name, WLAY_TEXT("_"),
                                         s->members[last]);

    put_constant(plan, out, name, "_OFFSET", m->offset);
    put_constant(plan, out, name, "_STRIDE", m->type->stride);
    put_sizes(plan, out, s, m);
}

static void put_hash(wlay_c_plan *plan, wlay_out *out, const wlay_c_struct *s)
{
    static const char digits[] = "0123456789abcdef";
    const uint64_t hash =
        wlay_layout_hash(s->structure->type, WLAY_HASH_NAMES);
    char text[16];

    for (unsigned i = 0; i < 16; i++)
        text[i] = digits[hash >> (60 - 4 * i) & 15];
    put_macro(plan, out, s->name, "_LAYOUT_HASH");
    RAW(out, "UINT64_C(0x");
    wlay_out_raw(out, (wlay_string){text, sizeof text});
    RAW(out, ")\n");
}


/* Rows for wlay_check_struct(): what was compiled against a module that is read
   at run time.  The size of a runtime-sized array is left open. */
static void put_rows(wlay_c_plan *plan, wlay_out *out, const wlay_c_struct *s)
{
    const wlay_string tag =
        WLAY_C_JOIN(plan->arena, WLAY_TEXT("struct "), s->name);

    put_macro(plan, out, s->name, "_ROWS");
    for (size_t i = 0; i < s->structure->member_count; i++) {
        const wlay_member *const m = &s->structure->members[i];

        wlay_out_raw(out, i > 0 ? WLAY_TEXT(", \\\n    {")
                                : WLAY_TEXT("\\\n    {"));
        wlay_c_put_string(out, m->name);
        RAW(out, ", ");
        if (wlay_c_is_tail(m)) {
            wlay_out_u64(out, m->offset);
            RAW(out, "u, 0u}");
            continue;
        }
        put_offset(out, tag, s->members[i]);
        RAW(out, ", ");
        put_size(out, tag, s->members[i]);
        RAW(out, "}");
    }
    RAW(out, "\n");
}

static void check_number(wlay_c_plan *plan, wlay_out *out,
                         const wlay_c_struct *s, size_t i, uint64_t number,
                         const char *what)
{
    RAW(out, " == ");
    wlay_out_u64(out, number);
    RAW(out, ",\n    ");
    wlay_c_put_string(out, WLAY_C_JOIN(plan->arena, s->name, WLAY_TEXT("."),
                                       s->members[i], wlay_text(what)));
    RAW(out, ");\n");
}

/* A flexible array member, which only C has, has no size. */
static void check_member(wlay_c_plan *plan, wlay_out *out,
                         const wlay_c_struct *s, size_t i, wlay_string tag)
{
    const wlay_member *const m = &s->structure->members[i];
    const bool flexible = wlay_c_is_tail(m) && i > 0;
    const wlay_c_type type = wlay_c_type_of(plan, s->source, m->type,
                                            wlay_c_room(s->structure, i));

    if (flexible)
        RAW(out, "#ifndef __cplusplus\n");
    begin(out);
    put_offset(out, tag, s->members[i]);
    check_number(plan, out, s, i, m->offset, ": offset");
    if (flexible) {
        RAW(out, "#endif\n");
        return;
    }
    begin(out);
    put_size(out, tag, s->members[i]);
    check_number(plan, out, s, i, type.size, ": size");
}

void wlay_c_write_checks(wlay_c_plan *plan, wlay_out *out,
                         const wlay_c_struct *s)
{
    const wlay_string tag =
        WLAY_C_JOIN(plan->arena, WLAY_TEXT("struct "), s->name);

    if (!is_runtime_sized(s->structure)) {
        begin(out);
        RAW(out, "sizeof(");
        wlay_out_raw(out, tag);
        RAW(out, ") == ");
        wlay_out_u64(out, s->structure->size);
        RAW(out, ",\n    ");
        wlay_c_put_string(out, WLAY_C_JOIN(plan->arena, s->name,
                                           WLAY_TEXT(": size")));
        RAW(out, ");\n");
    }
    for (size_t i = 0; i < s->structure->member_count; i++)
        check_member(plan, out, s, i, tag);
    if (is_runtime_sized(s->structure))
        put_tail_constants(plan, out, s);
    put_hash(plan, out, s);
    put_rows(plan, out, s);
}

/* ---------------------------------------------------- structs of the user's */

static void say(wlay_c_plan *plan, wlay_out *out, const wlay_string *parts,
                size_t count)
{
    RAW(out, ",\n    ");
    wlay_c_put_string(out, wlay_c_join(plan->arena, parts, count));
    RAW(out, ");\n");
}
#define SAY(plan, out, ...) \
    say((plan), (out), (const wlay_string[]){__VA_ARGS__}, \
        sizeof((const wlay_string[]){__VA_ARGS__}) / sizeof(wlay_string))

static void assert_struct(wlay_c_plan *plan, wlay_out *out,
                          const wlay_c_struct *s)
{
    const wlay_string size = wlay_c_number(plan, s->structure->size);

    if (is_runtime_sized(s->structure))
        return;
    begin(out);
    RAW(out, "sizeof(");
    wlay_out_raw(out, s->name);
    RAW(out, ") == ");
    wlay_out_raw(out, size);
    SAY(plan, out, s->name, WLAY_TEXT(" does not have the "), size,
        WLAY_TEXT(" bytes of "), s->structure->name,
        WLAY_TEXT(", which end with "),
        wlay_c_number(plan, s->structure->padding_after),
        WLAY_TEXT(" of padding: a field too many or too few, or of another "
                  "size"));
}

/* The extent of the member before and the one of this have to leave the gap
   that WGSL leaves: where a field is too many this is what fails first. */
static void assert_gap(wlay_c_plan *plan, wlay_out *out, const wlay_c_struct *s,
                       size_t before, size_t i)
{
    const wlay_member *const a = &s->structure->members[before];
    const wlay_member *const b = &s->structure->members[i];
    const wlay_string gap =
        wlay_c_number(plan, b->offset - a->offset - a->type->size);

    begin(out);
    put_offset(out, s->name, s->members[i]);
    RAW(out, " ==\n        ");
    put_offset(out, s->name, s->members[before]);
    RAW(out, " + ");
    put_size(out, s->name, s->members[before]);
    RAW(out, " + ");
    wlay_out_raw(out, gap);
    SAY(plan, out, s->name, WLAY_TEXT(": there are not "), gap,
        WLAY_TEXT(" bytes between "), s->members[before], WLAY_TEXT(" and "),
        s->members[i], WLAY_TEXT(", as in "), s->structure->name,
        WLAY_TEXT(": a field too many, or padding too much or too little"));
}

static void assert_member(wlay_c_plan *plan, wlay_out *out,
                          const wlay_c_struct *s, size_t i)
{
    const wlay_member *const m = &s->structure->members[i];
    const wlay_string offset = wlay_c_number(plan, m->offset);
    const wlay_string size = wlay_c_number(plan, m->type->size);

    if (!wlay_c_is_tail(m)) {
        begin(out);
        put_size(out, s->name, s->members[i]);
        RAW(out, " == ");
        wlay_out_raw(out, size);
        SAY(plan, out, s->name, WLAY_TEXT("."), s->members[i],
            WLAY_TEXT(" does not have the "), size, WLAY_TEXT(" bytes of "),
            m->name, WLAY_TEXT(": "), m->type->name);
    }
    begin(out);
    put_offset(out, s->name, s->members[i]);
    RAW(out, " == ");
    wlay_out_raw(out, offset);
    SAY(plan, out, s->name, WLAY_TEXT("."), s->members[i],
        WLAY_TEXT(" is not at byte "), offset, WLAY_TEXT(", as "), m->name,
        WLAY_TEXT(" is, aligned to "), wlay_c_number(plan, m->align));
}

void wlay_c_write_asserts(wlay_c_plan *plan, wlay_out *out)
{
    wlay_c_struct **const all = plan->structs.items;

    for (size_t k = 0; k < plan->structs.count && !plan->arena->failed; k++) {
        const wlay_c_struct *const s = all[k];
        size_t before = SIZE_MAX;

        RAW(out, "\n/* ");
        wlay_c_put_comment(out, s->structure->name);
        RAW(out, ", on the host ");
        wlay_c_put_comment(out, s->name);
        RAW(out, " */\n");
        for (size_t i = 0; i < s->structure->member_count; i++) {
            if (s->members[i].length == 0)
                continue;
            if (before != SIZE_MAX)
                assert_gap(plan, out, s, before, i);
            assert_member(plan, out, s, i);
            before = i;
        }
        assert_struct(plan, out, s);
    }
}

/* ---------------------------------------------------------------- variables */

/* A file's name without folders and ending. */
static wlay_string stem_of(wlay_string path)
{
    size_t from = path.length;
    size_t to;

    while (from > 0 && path.data[from - 1] != '/' &&
           path.data[from - 1] != '\\')
        from--;
    for (to = path.length; to > from + 1 && path.data[to - 1] != '.'; to--)
        ;
    if (to <= from + 1)
        to = path.length + 1;
    return (wlay_string){path.data + from, to - 1 - from};
}

static void put_declaration(wlay_out *out, const wlay_variable *v)
{
    RAW(out, "\n/* var<");
    wlay_out_raw(out, wlay_text(wlay_address_space_name(v->address_space)));
    if (v->address_space == WLAY_SPACE_STORAGE) {
        RAW(out, ", ");
        wlay_out_raw(out, wlay_text(wlay_access_name(v->access)));
    }
    RAW(out, "> ");
    wlay_c_put_comment(out, v->name);
    RAW(out, ": ");
    wlay_c_put_comment(out, v->type->name);
    RAW(out, " */\n");
}

static void put_variable(wlay_c_plan *plan, wlay_out *out,
                         const wlay_c_variable *item)
{
    const wlay_variable *const v = item->variable;
    const wlay_string stem = stem_of(plan->sources[item->source].name);
    const bool full = item->differs;
    const wlay_string none = WLAY_TEXT("");
    const wlay_string name =
        WLAY_C_JOIN(plan->arena, plan->options->prefix, full ? stem : none,
                    full ? WLAY_TEXT("_") : none, v->name);

    put_declaration(out, v);
    if (v->has_binding) {
        put_constant(plan, out, name, "_GROUP", v->group);
        put_constant(plan, out, name, "_BINDING", v->binding);
    }
    if (v->address_space == WLAY_SPACE_HANDLE || !wlay_has_size(v->type))
        return;
    if (v->min_binding_size > 0)
        put_constant(plan, out, name, "_MIN_BINDING_SIZE",
                     v->min_binding_size);
    if ((v->type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
        put_constant(plan, out, name, "_SIZE", v->type->size);
    if (wlay_stride_of(v->type) > 0)
        put_constant(plan, out, name, "_STRIDE", wlay_stride_of(v->type));
}

/* ------------------------------------------------------------- entry points */

/* What a dispatch divides by; what is not known is left out. */
static void put_workgroup_size(wlay_c_plan *plan, wlay_out *out,
                               size_t source, const wlay_entry_point *e)
{
    static const char *const suffixes[] = {
        "_WORKGROUP_SIZE_X", "_WORKGROUP_SIZE_Y", "_WORKGROUP_SIZE_Z"};
    const wlay_string stem = stem_of(plan->sources[source].name);
    const bool full = plan->source_count > 1;
    const wlay_string none = WLAY_TEXT("");
    const wlay_string name =
        WLAY_C_JOIN(plan->arena, plan->options->prefix, full ? stem : none,
                    full ? WLAY_TEXT("_") : none, e->name);

    RAW(out, "\n/* @compute fn ");
    wlay_c_put_comment(out, e->name);
    RAW(out, " */\n");
    for (size_t i = 0; i < 3; i++)
        if (e->workgroup_size[i] > 0)
            put_constant(plan, out, name, suffixes[i], e->workgroup_size[i]);
}

static void put_entry_points(wlay_c_plan *plan, wlay_out *out)
{
    for (size_t s = 0; s < plan->source_count && !plan->arena->failed; s++) {
        size_t count;
        const wlay_entry_point *const all =
            wlay_entry_points(plan->sources[s].module, &count);

        for (size_t i = 0; i < count; i++)
            if (all[i].stage == WLAY_STAGE_COMPUTE)
                put_workgroup_size(plan, out, s, &all[i]);
    }
}

void wlay_c_write_constants(wlay_c_plan *plan, wlay_out *out)
{
    wlay_c_variable **const all = plan->variables.items;

    for (size_t i = 0; i < plan->variables.count && !plan->arena->failed; i++) {
        if (!all[i]->repeated)
            put_variable(plan, out, all[i]);
    }
    put_entry_points(plan, out);
}
