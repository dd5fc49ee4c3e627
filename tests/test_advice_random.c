/* SPDX-License-Identifier: MIT */
/*
 * Advice on generated structs: orders are held against all permutations, and
 * each way of rewriting against what it promises, on modules that are read
 * again.  The seed is fixed.
 */
#include "table.h"

#define ORDERED_STRUCTS 2500
#define REWRITTEN_MODULES 1000

/* ------------------------------------------------------------------- chance */

static uint64_t state = 0x9E3779B97F4A7C15;

/* From 0 to below `n`. */
static unsigned roll(unsigned n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 32) % n);
}

static const char *pick(const char *const *list, size_t count)
{
    return list[roll((unsigned)count)];
}

#define PICK(list) pick(list, ROWS(list))

/* --------------------------------------------------------------------- text */

typedef struct text {
    char data[65536];
    size_t length;
} text;

static void add(text *t, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(t->data + t->length, sizeof t->data - t->length, format,
                  args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof t->data - t->length);
    t->length += (size_t)n;
}

/* ----------------------------------------------------------------- modules */

static const char *const scalars[] = {"f32", "u32", "i32", "f16"};
static const char *const leaves[] = {
    "f32",   "f32",   "u32",   "vec2f",   "vec3f",   "vec3f",   "vec4f",
    "vec2i", "vec3u", "f16",   "vec2h",   "vec3h",   "vec4h",   "mat2x2f",
    "mat3x3f", "mat3x2f", "mat4x4f", "mat2x3h", "mat3x3h", "mat4x2h"};

#define STRUCTS_MAX 5

/* What is known of the structs so far. */
typedef struct plan {
    text *t;
    unsigned struct_count;
    bool multiline;
    unsigned members[STRUCTS_MAX];
    char types[STRUCTS_MAX][10][64]; /* of members */
    bool runtime[STRUCTS_MAX];
} plan;

/* A struct that may be a member, or -1. */
static int inner(const plan *p)
{
    const unsigned number = p->struct_count > 0 ? roll(p->struct_count) : 0;

    return p->struct_count == 0 || p->runtime[number] ? -1 : (int)number;
}

static void make_type(const plan *p, char type[64])
{
    const int number = inner(p);

    switch (roll(10)) {
    case 0: case 1:
        snprintf(type, 64, "array<%s, %u>", PICK(leaves), roll(5) + 1);
        break;
    case 2:
        snprintf(type, 64, "array<array<%s, %u>, %u>", PICK(scalars),
                 roll(4) + 1, roll(3) + 1);
        break;
    case 3:
        if (number >= 0) {
            snprintf(type, 64, "array<S%d, %u>", number, roll(3) + 1);
            break;
        }
        snprintf(type, 64, "%s", PICK(leaves));
        break;
    case 4:
        if (number >= 0) {
            snprintf(type, 64, "S%d", number);
            break;
        }
        snprintf(type, 64, "%s", PICK(leaves));
        break;
    default:
        snprintf(type, 64, "%s", PICK(leaves));
    }
}

/* What structs would allow is not known here. */
static void make_attributes(const char *type, char attributes[64])
{
    size_t length = 0;

    attributes[0] = '\0';
    if (strchr(type, 'S') != NULL)
        return;
    if (roll(8) == 0)
        length += (size_t)snprintf(attributes, 64, "@align(%u) ",
                                   16u << roll(3));
    if (roll(8) == 0)
        snprintf(attributes + length, 64 - length, "@size(%u) ",
                 strchr(type, '<') != NULL ? 320 + roll(64) : 64 + roll(48));
}

static void add_member(plan *p, unsigned number, bool is_last)
{
    static const char *const fillers[] = {"_pad", "padding", "unused_"};
    text *const t = p->t;
    const unsigned s = p->struct_count;
    char attributes[64];
    char *const type = p->types[s][number];

    make_type(p, type);
    make_attributes(type, attributes);
    if (p->runtime[s] && is_last) {
        snprintf(type, 64, "array<%s>", PICK(leaves));
        attributes[0] = '\0';
    }
    add(t, "%s", p->multiline ? "\n    " : " ");
    if (p->multiline && roll(6) == 0)
        add(t, "// about m%u\n    ", number);
    add(t, "%s%s%u: %s%s", attributes,
        roll(6) == 0 ? PICK(fillers) : "m", number, type,
        is_last && roll(2) == 0 ? "" : ",");
    if (p->multiline && roll(5) == 0)
        add(t, " // m%u", number);
    else if (roll(9) == 0)
        add(t, " /* m%u */", number);
}

static void add_struct(plan *p)
{
    const unsigned s = p->struct_count;

    p->multiline = roll(2) == 0;
    p->members[s] = 1 + roll(9);
    p->runtime[s] = roll(8) == 0;
    add(p->t, "struct S%u {", s);
    for (unsigned i = 0; i < p->members[s]; i++)
        add_member(p, i, i + 1 == p->members[s]);
    add(p->t, "%s}\n", p->multiline ? "\n" : " ");
    p->struct_count++;
}

/* Calls of the constructor, one of them inside of another's argument. */
static void add_call(plan *p, unsigned s)
{
    text *const t = p->t;

    add(t, "S%u(", s);
    for (unsigned i = 0; i < p->members[s]; i++)
        add(t, "%s%s()", i > 0 ? ", " : "", p->types[s][i]);
    add(t, "%s)", roll(4) == 0 ? "," : "");
}

static void add_function(plan *p)
{
    add(p->t, "fn f() {\n");
    for (unsigned s = 0; s < p->struct_count; s++) {
        if (p->runtime[s])
            continue;
        add(p->t, "    let v%u = ", s);
        add_call(p, s);
        add(p->t, "; // v%u\n", s);
    }
    add(p->t, "}\n");
}

static void add_variables(plan *p, bool uniform)
{
    for (unsigned s = 0; s < p->struct_count; s++) {
        const bool as_uniform = uniform && !p->runtime[s] && roll(2) == 0;
        const bool as_array = !p->runtime[s] && roll(3) == 0;

        add(p->t, "@group(0) @binding(%u) var<%s> v%u: %sS%u%s;\n", s,
            as_uniform ? "uniform" : "storage", s, as_array ? "array<" : "", s,
            as_array ? ", 3>" : "");
    }
    if (uniform)
        add(p->t, "@group(1) @binding(0) var<uniform> a: array<%s, %u>;\n",
            PICK(leaves), 1 + roll(9));
}

/* Module-scope constructors stand where types of members do not change. */
static void make_module(text *t, bool uniform)
{
    static plan p;
    const unsigned count = 1 + roll(STRUCTS_MAX - 1);

    memset(&p, 0, sizeof p);
    p.t = t;
    t->length = 0;
    add(t, "enable f16;\n");
    while (p.struct_count < count)
        add_struct(&p);
    add_variables(&p, uniform);
    if (!uniform && !p.runtime[0] && roll(2) == 0) {
        add(t, "const c = ");
        add_call(&p, 0);
        add(t, ";\n");
    }
    add_function(&p);
}

/* --------------------------------------------------------------- all orders */

#define BRUTE_MAX 8

typedef struct brute {
    const wlay_struct *s;
    size_t count; /* of members that may move */
    size_t path[BRUTE_MAX];
    uint64_t best;
    size_t kept; /* the most members in a rising sequence, at that size */
} brute;

static uint64_t round_up(uint64_t align, uint64_t n)
{
    return (n + align - 1) / align * align;
}

static size_t longest_rising(const size_t *path, size_t count)
{
    size_t length[BRUTE_MAX];
    size_t longest = 0;

    for (size_t i = 0; i < count; i++) {
        length[i] = 1;
        for (size_t k = 0; k < i; k++)
            if (path[k] < path[i] && length[k] + 1 > length[i])
                length[i] = length[k] + 1;
        if (length[i] > longest)
            longest = length[i];
    }
    return longest;
}

static void finish(brute *b, uint64_t end)
{
    const size_t kept = longest_rising(b->path, b->count);

    if (b->count < b->s->member_count) {
        const wlay_member *const tail = &b->s->members[b->count];

        end = round_up(tail->align, end) + tail->size;
    }
    end = round_up(b->s->align, end);
    if (end > b->best || (end == b->best && kept <= b->kept))
        return;
    b->best = end;
    b->kept = kept;
}

static void try_all(brute *b, size_t depth, unsigned used, uint64_t end)
{
    if (depth == b->count) {
        finish(b, end);
        return;
    }
    for (size_t i = 0; i < b->count; i++) {
        const wlay_member *const m = &b->s->members[i];

        if (used >> i & 1)
            continue;
        b->path[depth] = i;
        try_all(b, depth + 1, used | 1u << i,
                round_up(m->align, end) + m->size);
    }
}

static void check_order(const wlay_struct *s)
{
    const bool has_tail = (s->type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    brute b = {.s = s, .best = UINT64_MAX};
    size_t order[BRUTE_MAX + 1];
    uint64_t offsets[BRUTE_MAX + 1];
    uint64_t size;
    wlay_reorder r;

    b.count = s->member_count - (has_tail ? 1 : 0);
    try_all(&b, 0, 0, 0);
    assert_int_equal(wlay_find_order(s, 1, NULL, order, &r), WLAY_OK);
    assert_int_equal(wlay_place_order(s, order, offsets, &size), WLAY_OK);
    assert_int_equal(r.size_before, s->size);
    assert_int_equal(r.size_after, size);
    assert_int_equal(r.size_after, b.best);
    assert_int_equal(r.moved, b.count - b.kept);
    assert_true(r.proven);
    assert_true(r.moves_proven);
    if (has_tail)
        assert_int_equal(order[b.count], b.count);
}

static void test_orders(void **unused)
{
    static text t;
    unsigned count = 0;

    (void)unused;
    while (count < ORDERED_STRUCTS) {
        wlay_module *module;
        const wlay_struct *const *structs;
        size_t n;

        make_module(&t, false);
        module = parse_valid(t.data, NULL);
        structs = wlay_structs(module, &n);
        for (size_t i = 0; i < n; i++) {
            if (structs[i]->member_count > BRUTE_MAX)
                continue;
            check_order(structs[i]);
            count++;
        }
        wlay_module_free(module);
    }
}

/* --------------------------------------------------------------- rewriting */

static const wlay_rewritten *rewrite(const char *source, wlay_fix fix)
{
    const wlay_source whole = {{"", 0}, {source, strlen(source)}};
    const wlay_rewrite_options options = {.fix = fix};
    const wlay_rewritten *r = NULL;
    const wlay_result result = wlay_rewrite(&whole, 1, &options, &r);

    if (result != WLAY_OK)
        fail_msg("fix %d: %s\n%s", (int)fix,
                 r != NULL && r->diagnostic_count > 0
                     ? r->diagnostics[0].message.data
                     : wlay_result_text(result),
                 source);
    return r;
}

/* Once is enough. */
static void check_twice(const wlay_rewritten *first, wlay_fix fix)
{
    const wlay_rewritten *const second =
        rewrite(first->sources[0].text.data, fix);

    if (second->edit_count != 0)
        fail_msg("fix %d twice:\n%s\n%s", (int)fix,
                 first->sources[0].text.data, second->sources[0].text.data);
    wlay_rewritten_free(second);
}

/* All that was there has stayed where it was. */
static void check_offsets(const wlay_module *before, const wlay_module *after,
                          bool may_go)
{
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(before, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const old = structs[i];
        const wlay_struct *const s =
            wlay_find_struct(after, old->name.data, old->name.length);

        assert_non_null(s);
        assert_int_equal(s->size, old->size);
        assert_int_equal(s->align, old->align);
        for (size_t k = 0; k < old->member_count; k++) {
            const wlay_member *const m = &old->members[k];
            const wlay_member *const now =
                wlay_find_member(s, m->name.data, m->name.length);

            assert_true(now != NULL || may_go);
            assert_true(now == NULL || now->offset == m->offset);
        }
    }
}

/* No padding is left but what @size says, and what a runtime-sized array has
   behind it. */
static void check_no_holes(const wlay_module *module)
{
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(module, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const s = structs[i];

        for (size_t k = 0; k < s->member_count; k++)
            assert_int_equal(s->members[k].padding_before, 0);
        if ((s->type->flags & WLAY_TYPE_RUNTIME_SIZED) == 0)
            assert_int_equal(s->padding_after, 0);
    }
}

/* None can be smaller, and none is larger than it was. */
static void check_smallest(const wlay_module *before, const wlay_module *after)
{
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(before, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_struct *const s = wlay_find_struct(
            after, structs[i]->name.data, structs[i]->name.length);
        size_t order[16];
        wlay_reorder r;

        assert_non_null(s);
        assert_true(s->size <= structs[i]->size);
        assert_int_equal(wlay_find_order(s, 1, NULL, order, &r), WLAY_OK);
        assert_int_equal(r.moved, 0);
    }
}

/* Its own fillers go again, and nothing moves. */
static void check_unpad(const wlay_module *before, const char *padded)
{
    const wlay_rewritten *const r = rewrite(padded, WLAY_FIX_UNPAD);
    wlay_module *const after = parse_valid(r->sources[0].text.data, NULL);

    check_offsets(before, after, true);
    assert_null(strstr(r->sources[0].text.data, "_reserved"));
    check_twice(r, WLAY_FIX_UNPAD);
    wlay_module_free(after);
    wlay_rewritten_free(r);
}

static void check_fix(const wlay_module *before, const char *source,
                      wlay_fix fix)
{
    const wlay_rewritten *const r = rewrite(source, fix);
    const char *const rewritten = r->sources[0].text.data;
    wlay_module *const after = parse_valid(rewritten, NULL);

    if (fix == WLAY_FIX_ORDER)
        check_smallest(before, after);
    else
        check_offsets(before, after, fix == WLAY_FIX_UNPAD);
    if (fix == WLAY_FIX_PAD || fix == WLAY_FIX_SIZE)
        check_no_holes(after);
    if (fix == WLAY_FIX_PAD)
        check_unpad(before, rewritten);
    check_twice(r, fix);
    wlay_module_free(after);
    wlay_rewritten_free(r);
}

static void test_rewritings(void **unused)
{
    static const wlay_fix fixes[] = {WLAY_FIX_ORDER, WLAY_FIX_PAD,
                                     WLAY_FIX_SIZE, WLAY_FIX_UNPAD};
    static text t;

    (void)unused;
    for (unsigned i = 0; i < REWRITTEN_MODULES; i++) {
        wlay_module *before;

        make_module(&t, false);
        before = parse_valid(t.data, NULL);
        for (size_t k = 0; k < ROWS(fixes); k++)
            check_fix(before, t.data, fixes[k]);
        wlay_module_free(before);
    }
}

/* How many uniform buffers hold structs, which they may share. */
static size_t count_uniform_structs(const wlay_module *module)
{
    size_t count;
    const wlay_variable *const variables = wlay_variables(module, &count);
    size_t structs = 0;

    for (size_t i = 0; i < count; i++) {
        const wlay_type *type = variables[i].type;

        while (type->kind == WLAY_TYPE_ARRAY)
            type = type->element;
        structs += variables[i].address_space == WLAY_SPACE_UNIFORM &&
                           type->kind == WLAY_TYPE_STRUCT
                       ? 1u
                       : 0u;
    }
    return structs;
}

/* The verdict before promises the size after, but that a struct which is an
   element in one buffer is as large in another. */
static void check_promises(const wlay_module *before,
                           const wlay_module *after)
{
    size_t count;
    const wlay_variable *const variables = wlay_variables(before, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_variable *const v = &variables[i];
        const wlay_variable *const now =
            wlay_find_variable(after, v->name.data, v->name.length);
        const wlay_uniform_verdict *verdict;

        assert_non_null(now);
        if (v->address_space != WLAY_SPACE_UNIFORM)
            continue;
        assert_int_equal(wlay_judge_uniform(before, v->type, v->name, NULL,
                                            &verdict),
                         WLAY_OK);
        assert_true(now->type->size >= verdict->mended_size);
        if (count_uniform_structs(before) == 1)
            assert_int_equal(now->type->size, verdict->mended_size);
        wlay_uniform_verdict_free(verdict);
        assert_int_equal(
            wlay_judge_uniform(after, now->type, v->name, NULL, &verdict),
            WLAY_OK);
        assert_true(verdict->strict);
        wlay_uniform_verdict_free(verdict);
    }
}

static void test_uniform_repairs(void **unused)
{
    const wlay_options standard = {
        .features = WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT};
    static text t;

    (void)unused;
    for (unsigned i = 0; i < REWRITTEN_MODULES; i++) {
        const wlay_rewritten *r;
        wlay_module *before;
        wlay_module *after;

        make_module(&t, true);
        before = parse_valid(t.data, &standard);
        r = rewrite(t.data, WLAY_FIX_UNIFORM);
        after = parse_valid(r->sources[0].text.data, NULL);
        check_promises(before, after);
        check_twice(r, WLAY_FIX_UNIFORM);
        wlay_module_free(before);
        wlay_module_free(after);
        wlay_rewritten_free(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_rewritings),
        cmocka_unit_test(test_uniform_repairs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
