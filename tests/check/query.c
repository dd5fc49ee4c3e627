/* SPDX-License-Identifier: MIT */
/* Questions to a module, held against one another. */
#include "check.h"

/* Larger types are looked at in part. */
#define BYTES_MAX 4096
#define PIECES_MAX 512

/* ------------------------------------------------------------------- pieces */

/* The bytes of a type as its pieces tell them. */
typedef struct cover {
    const wlay_type *root;
    uint64_t size;
    bool valid; /* the module is: no two members have one name */
    size_t pieces;
    bool ended; /* too many pieces */
    unsigned char seen[BYTES_MAX];  /* by a leaf or a gap */
    unsigned char value[BYTES_MAX]; /* by a leaf */
} cover;

static void mark(cover *c, uint64_t offset, uint64_t size, bool is_value)
{
    CHECK(offset <= c->size && size <= c->size - offset);
    for (uint64_t i = offset; i < offset + size && i < BYTES_MAX; i++) {
        CHECK(c->seen[i] == 0);
        c->seen[i] = 1;
        c->value[i] = is_value;
    }
}

/* The padding of a matrix is a gap of its own. */
static void mark_leaf(cover *c, const wlay_piece *piece)
{
    const wlay_type *const type = piece->type;

    CHECK(piece->size == type->size);
    if (type->kind != WLAY_TYPE_MATRIX) {
        mark(c, piece->offset, piece->size, true);
        return;
    }
    for (uint32_t i = 0; i < type->columns; i++)
        mark(c, piece->offset + i * type->stride, type->element->size, true);
}

static void check_leaf_path(const cover *c, const wlay_piece *piece)
{
    wlay_view view;
    wlay_path_error error;

    if (piece->path.length != piece->path_length || !c->valid)
        return;
    CHECK(wlay_follow(c->root, piece->path.data, piece->path.length,
                      c->size, &view, &error) == WLAY_OK);
    if (piece->gap != WLAY_GAP_NONE)
        return;
    CHECK(view.type == piece->type && view.offset == piece->offset);
    CHECK(view.member == piece->member);
}

static bool see_piece(void *user_data, const wlay_piece *piece)
{
    cover *const c = user_data;

    check_string(piece->path);
    CHECK(piece->path.length == piece->path_length ||
          (piece->path.length == 0 &&
           piece->path_length >= WLAY_PATH_BUFFER_SIZE));
    CHECK(piece->level_count == 0);
    CHECK(piece->size > 0);
    check_leaf_path(c, piece);
    if (piece->gap == WLAY_GAP_NONE)
        mark_leaf(c, piece);
    else
        mark(c, piece->offset, piece->size, false);
    c->ended = ++c->pieces == PIECES_MAX;
    return !c->ended;
}

static void check_accessible(const cover *c)
{
    uint8_t bits[BYTES_MAX / 8];
    uint64_t count;

    CHECK(wlay_accessible_bytes(c->root, 0, bits, sizeof bits, &count) ==
          WLAY_OK);
    CHECK(count == c->size);
    for (uint64_t i = 0; i < count; i++)
        CHECK((bits[i / 8] >> i % 8 & 1) == c->value[i]);
    memset(bits, 0xA5, sizeof bits);
    CHECK(wlay_accessible_slots(c->root, 0, bits, sizeof bits, &count) ==
          WLAY_OK);
    for (uint64_t i = 0; i < count; i++) {
        bool any = false;

        for (uint64_t k = i * 4; k < i * 4 + 4 && k < c->size; k++)
            any = any || c->value[k];
        CHECK((bits[i / 8] >> i % 8 & 1) == any);
    }
}

/* With little room for paths only the paths get lost. */
static bool count_piece(void *user_data, const wlay_piece *piece)
{
    size_t *const count = user_data;

    CHECK(piece->path.length == 0 || piece->path.length < 6);
    CHECK(piece->path.length == 0 ||
          piece->path.length == piece->path_length);
    return ++*count < PIECES_MAX;
}

static void check_small_buffer(const cover *c)
{
    char buffer[6];
    size_t count = 0;
    const wlay_visit_options options = {
        .gaps = true, .path_buffer = buffer, .path_capacity = sizeof buffer};

    CHECK(wlay_visit(c->root, &options, count_piece, &count) == WLAY_OK);
    CHECK(count == c->pieces);
}

static bool see_folded(void *user_data, const wlay_piece *piece)
{
    size_t *const count = user_data;

    for (size_t i = 0; i < piece->level_count; i++)
        CHECK(piece->levels[i].stride > 0);
    return ++*count < PIECES_MAX;
}

static void check_pieces_of(const wlay_type *type, void *user_data)
{
    const wlay_visit_options options = {.gaps = true};
    const wlay_visit_options fold = {.gaps = true, .fold = true};
    static const cover none;
    const bool *const valid = user_data;
    cover c = none;
    size_t count = 0;
    wlay_result result;

    c.root = type;
    c.size = type->size;
    c.valid = *valid;
    if (!check_is_sized(type) || type->kind == WLAY_TYPE_BUFFER)
        return;
    result = wlay_visit(type, &options, see_piece, &c);
    CHECK(result == WLAY_OK);
    CHECK(wlay_visit(type, &fold, see_folded, &count) == WLAY_OK);
    check_small_buffer(&c);
    if (c.ended || c.size > BYTES_MAX)
        return;
    for (uint64_t i = 0; i < c.size; i++)
        CHECK(c.seen[i] == 1);
    check_accessible(&c);
}

void check_pieces(const check_subject *subject)
{
    bool valid = wlay_module_valid(subject->module);

    check_each_type(subject->module, check_pieces_of, &valid);
}

/* --------------------------------------------------------------------- paths */

void check_paths(const check_subject *subject)
{
    size_t count;
    const wlay_variable *const variables =
        wlay_variables(subject->module, &count);

    for (size_t i = 0; i < count; i++) {
        const wlay_variable *found;
        wlay_view view;
        wlay_path_error error;

        const wlay_result result = wlay_follow_variable(
            subject->module, variables[i].name.data, variables[i].name.length,
            0, &found, &view, &error);

        /* Of several with one name, which is an error, none may be meant. */
        if (result == WLAY_NOT_FOUND && !wlay_module_valid(subject->module))
            continue;
        CHECK(result == WLAY_OK);
        CHECK(view.type == found->type && view.offset == 0);
        CHECK(view.size == found->type->size && view.member == NULL);
    }
}

/* --------------------------------------------------------------------- sizes */

static void check_count(const wlay_type *type, uint64_t count,
                        uint64_t *previous)
{
    uint64_t size;
    uint64_t found;
    uint64_t rest;

    if (wlay_size_for_count(type, count, &size) != WLAY_OK)
        return;
    CHECK(size >= *previous && size >= type->size);
    *previous = size;
    if (wlay_count_for_size(type, size, &found, &rest) != WLAY_OK)
        return;
    CHECK(found >= count && found > 0);
    CHECK(rest <= size);
}

static void check_sizes_of(const wlay_type *type, void *user_data)
{
    static const uint64_t counts[] = {1, 2, 3, 7, 4096, UINT32_MAX,
                                      UINT64_MAX / 64, UINT64_MAX};
    const bool is_runtime = (type->flags & WLAY_TYPE_RUNTIME_SIZED) != 0;
    uint64_t size = 0;

    (void)user_data;
    if (check_is_sized(type)) {
        CHECK(wlay_size_for_count(type, 0, &size) == WLAY_OK);
        CHECK(size == type->size);
    }
    if (type->kind == WLAY_TYPE_BUFFER)
        return;
    if (check_is_sized(type))
        CHECK(wlay_size_for_count(type, 1, &size) ==
              (is_runtime ? WLAY_OK : WLAY_TYPE_MISMATCH));
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
        check_count(type, counts[i], &size);
}

void check_sizes(const check_subject *subject)
{
    check_each_type(subject->module, check_sizes_of, NULL);
}

/* -------------------------------------------------------------------- limits */

/* The whole text, or what fits of it, with a zero byte behind. */
static void check_verdict_text(const wlay_verdict *verdict)
{
    char text[512];
    char part[16];
    const size_t length = wlay_verdict_text(verdict, text, sizeof text);

    CHECK(length > 0);
    CHECK(strlen(text) == (length < sizeof text ? length : sizeof text - 1));
    CHECK(check_utf8(text, strlen(text), "") || length >= sizeof text);
    CHECK(wlay_verdict_text(verdict, part, sizeof part) == length);
    CHECK(strlen(part) < sizeof part);
    CHECK(strncmp(part, text, strlen(part)) == 0);
    CHECK(wlay_verdict_text(verdict, NULL, 0) == length);
}

static bool check_variable_limits(const wlay_variable *v)
{
    wlay_verdict verdict;
    uint64_t size;
    uint64_t stride;
    const bool known = wlay_check_limits(v, 0, NULL, &verdict) == WLAY_OK;

    if (known) {
        CHECK(verdict.variable == v);
        CHECK(verdict.fits == (verdict.needed <= verdict.allowed) ||
              verdict.limit == WLAY_LIMIT_BIND_GROUPS ||
              verdict.limit == WLAY_LIMIT_BINDINGS ||
              verdict.limit == WLAY_LIMIT_NONE);
        CHECK((wlay_limit_name(verdict.limit)[0] == '\0') ==
              (verdict.limit == WLAY_LIMIT_NONE));
        check_verdict_text(&verdict);
    }
    if (wlay_buffer_size(v, 0, &size) == WLAY_OK) {
        CHECK(size % 4 == 0 && size >= v->min_binding_size);
        CHECK(wlay_dynamic_stride(v, 0, NULL, &stride) == WLAY_OK);
        CHECK(stride % 256 == 0 && stride >= size && stride - size < 256);
    }
    return !known || verdict.fits;
}

void check_limits(const check_subject *subject)
{
    size_t count;
    const wlay_variable *const variables =
        wlay_variables(subject->module, &count);
    wlay_verdict first;
    size_t broken = 0;

    for (size_t i = 0; i < count; i++)
        if (!check_variable_limits(&variables[i]))
            broken++;
    CHECK(wlay_check_module_limits(subject->module, NULL, &first, 1) ==
          broken);
    if (broken > 0)
        CHECK(!first.fits);
}

/* ---------------------------------------------------------------- find_type */

/* Names by which types are spelled; where a module has one for itself, a
   canonical spelling means something else. */
static const char *const words[] = {
    "array", "atomic", "bool", "buffer", "f16", "f32", "i32", "u32", "vec2",
    "vec3", "vec4", "mat2x2", "mat2x3", "mat2x4", "mat3x2", "mat3x3", "mat3x4",
    "mat4x2", "mat4x3", "mat4x4", "ptr", "sampler",
};

/* Constants are not listed, so the texts are searched. */
static bool is_in_sources(const check_subject *subject, const char *word)
{
    const size_t length = strlen(word);

    for (size_t i = 0; i < subject->source_count; i++) {
        const wlay_string text = subject->sources[i].text;

        for (size_t k = 1; k + length <= text.length; k++)
            if (memcmp(text.data + k, word, length) == 0 &&
                strchr(" \t\n/", text.data[k - 1]) != NULL)
                return true;
    }
    return false;
}

/* A declaration of one of the words, or what looks like one, is in the text. */
static bool is_shadowed(const check_subject *subject)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (wlay_find_struct(subject->module, words[i], WLAY_STRLEN) != NULL ||
            wlay_find_variable(subject->module, words[i], WLAY_STRLEN) != NULL)
            return true;
    return is_in_sources(subject, "const") ||
           is_in_sources(subject, "override") ||
           is_in_sources(subject, "alias") || is_in_sources(subject, "fn");
}

typedef struct type_search {
    const check_subject *subject;
    bool shadowed;
} type_search;

static void check_found(const wlay_type *type, const wlay_type *found,
                        bool shadowed)
{
    switch (type->kind) {
    case WLAY_TYPE_SCALAR: case WLAY_TYPE_VECTOR: case WLAY_TYPE_MATRIX:
    case WLAY_TYPE_ATOMIC: case WLAY_TYPE_ARRAY:
        CHECK(shadowed || found == type);
        break;
    default:
        break;
    }
}

static void check_find_one(const wlay_type *type, void *user_data)
{
    const type_search *const search = user_data;
    const wlay_type *found = NULL;
    wlay_type_owner *owner = NULL;
    const wlay_result result =
        wlay_find_type(search->subject->module, type->name.data,
                       type->name.length, &found, &owner);
    const wlay_diagnostic *d;
    size_t count;

    d = wlay_type_owner_diagnostics(owner, &count);
    CHECK((d == NULL) == (count == 0));
    if (result == WLAY_INVALID_WGSL) {
        CHECK(owner != NULL && count > 0);
        CHECK(d[0].place.span.offset <= type->name.length);
    } else {
        CHECK(result == WLAY_OK);
        CHECK(found != NULL);
        if ((type->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0 &&
            wlay_module_valid(search->subject->module))
            check_found(type, found, search->shadowed);
    }
    wlay_type_owner_free(owner);
}

void check_find_type(const check_subject *subject)
{
    type_search search = {subject, is_shadowed(subject)};

    check_each_type(subject->module, check_find_one, &search);
}
