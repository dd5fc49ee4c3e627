/* SPDX-License-Identifier: MIT */
/* Arrays whose stride is no multiple of 16: their elements are packed into
   larger ones, or wrapped in structs. */
#include "advice_draft.h"
#include "uniform.h"

#include <string.h>

/* ---------------------------------------------------------------- the table */

#define BIT(scalar) (1u << WLAY_SCALAR_##scalar)

/* Elements that go into a larger one of 16 bytes. */
typedef struct wlay_pack_row {
    wlay_type_kind kind;
    unsigned scalars; /* bits by wlay_scalar */
    uint32_t columns;
    uint32_t rows;
    uint32_t count;        /* how many go into one */
    const char *container; /* < and the component type follow */
    const char *index;     /* element i: $ is the array, @ the element type */
} wlay_pack_row;

#define GATHER "@($[i / 2u][i % 2u * 2u], $[i / 2u][i % 2u * 2u + 1u])"
static const wlay_pack_row pack_rows[] = {
    {WLAY_TYPE_SCALAR, BIT(F32) | BIT(I32) | BIT(U32), 0, 0, 4, "vec4",
     "$[i / 4u][i % 4u]"},
    {WLAY_TYPE_SCALAR, BIT(F16), 0, 0, 8, "mat2x4",
     "$[i / 8u][i / 4u % 2u][i % 4u]"},
    {WLAY_TYPE_VECTOR, BIT(F32), 0, 2, 2, "mat2x2", "$[i / 2u][i % 2u]"},
    {WLAY_TYPE_VECTOR, BIT(I32) | BIT(U32), 0, 2, 2, "vec4", GATHER},
    {WLAY_TYPE_VECTOR, BIT(F16), 0, 2, 4, "mat4x2", "$[i / 4u][i % 4u]"},
    {WLAY_TYPE_VECTOR, BIT(F16), 0, 3, 2, "mat2x3", "$[i / 2u][i % 2u]"},
    {WLAY_TYPE_VECTOR, BIT(F16), 0, 4, 2, "mat2x4", "$[i / 2u][i % 2u]"},
    {WLAY_TYPE_MATRIX, BIT(F16), 2, 2, 2, "mat4x2", GATHER},
};

/* The alignment of each container, that of its columns or of itself. */
static uint64_t container_align(const wlay_pack_row *row,
                                const wlay_type *element)
{
    const bool is_matrix = strncmp(row->container, "mat", 3) == 0;
    const uint64_t size = element->scalar == WLAY_SCALAR_F16 ? 2 : 4;
    const char rows = row->container[is_matrix ? 5 : 3];

    return rows == '2' ? 2 * size : 4 * size;
}

static const wlay_pack_row *find_row(const wlay_type *element)
{
    for (size_t i = 0; i < sizeof pack_rows / sizeof *pack_rows; i++) {
        const wlay_pack_row *const row = &pack_rows[i];

        if (row->kind == element->kind &&
            (row->scalars >> element->scalar & 1) != 0 &&
            row->columns == element->columns && row->rows == element->rows)
            return row;
    }
    return NULL;
}

/* ----------------------------------------------------------------- wrappers */

static bool is_taken(const wlay_draft *draft, wlay_string name)
{
    for (const wlay_wrapper *w = draft->wrappers; w != NULL; w = w->next)
        if (wlay_text_equal(w->name, name))
            return true;
    return wlay_find_symbol(&draft->module->symbols, name.data,
                            name.length) != NULL;
}

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

/* PaddedMat3x2f32 for mat3x2<f32>, with a number if there is one already. */
static wlay_string name_wrapper(wlay_draft *draft, const wlay_type *element)
{
    const wlay_string type = element->name;

    for (uint64_t number = 1; !draft->arena->failed; number++) {
        wlay_builder b = {draft->arena, NULL, 0, 0};
        wlay_string name;

        wlay_put(&b, WLAY_TEXT("Padded"));
        for (size_t i = 0; i < type.length; i++) {
            const char c = type.data[i];
            const char capital = (char)(c - 'a' + 'A');

            if (is_alphanumeric(c))
                wlay_put(&b, (wlay_string){i == 0 ? &capital : &c, 1});
        }
        if (number > 1) {
            wlay_put(&b, WLAY_TEXT("_"));
            wlay_put_u64(&b, number);
        }
        name = wlay_built(&b);
        if (!draft->arena->failed && !is_taken(draft, name))
            return name;
    }
    return (wlay_string){NULL, 0};
}

/* The one for that element; NULL if out of memory. */
static const wlay_wrapper *wrap(wlay_draft *draft, const wlay_type *element)
{
    wlay_wrapper **last = &draft->wrappers;

    for (; *last != NULL; last = &(*last)->next)
        if ((*last)->element == element)
            return *last;
    *last = WLAY_NEW(draft->arena, wlay_wrapper, 1);
    if (*last == NULL)
        return NULL;
    (*last)->element = element;
    (*last)->size = wlay_uniform_round(element->size);
    /* Not in the list yet as far as names go: it has none. */
    (*last)->name = WLAY_TEXT("");
    (*last)->name = name_wrapper(draft, element);
    return *last;
}

wlay_string wlay_wrapper_text(const wlay_draft *draft,
                              const wlay_wrapper *wrapper)
{
    return wlay_format(draft->arena, F("struct % { @size(%) value: % }"),
                       S(wrapper->name), U(wrapper->size),
                       S(wrapper->element->name));
}

/* ------------------------------------------------------------------- arrays */

/* Of `element`, which is neither a struct nor an array. */
static bool mend(wlay_draft *draft, const wlay_type *type, wlay_array_way way,
                 wlay_draft_array *out)
{
    const wlay_type *const element = type->element;
    const uint64_t count = wlay_max(type->element_count, 1);

    out->element = element;
    out->row = way == WLAY_ARRAY_PACK ? find_row(element) : NULL;
    if (out->row != NULL) {
        out->kind = WLAY_REPAIR_PACK;
        out->stride = WLAY_UNIFORM_UNIT;
        out->extent.align = container_align(out->row, element);
        out->extent.size =
            (count + out->row->count - 1) / out->row->count * out->stride;
        return true;
    }
    out->kind = WLAY_REPAIR_WRAP;
    out->wrapper = wrap(draft, element);
    out->stride = wlay_uniform_round(element->size);
    out->extent.align = element->align;
    out->extent.size = count * out->stride;
    return out->wrapper != NULL;
}

/* As deep as types may be nested, at most. */
bool wlay_draft_array_of(wlay_draft *draft, const wlay_type *type,
                         wlay_array_way way, wlay_draft_array *out)
{
    if (type->kind != WLAY_TYPE_ARRAY) {
        memset(out, 0, sizeof *out);
        out->extent = wlay_draft_extent(draft, type);
        return true;
    }
    if (!wlay_draft_array_of(draft, type->element, way, out))
        return false;
    out->stride = (out->extent.size + out->extent.align - 1) &
                  ~(out->extent.align - 1);
    if (!wlay_uniform_stride_allowed(out->stride) &&
        type->element->kind < WLAY_TYPE_ARRAY)
        return mend(draft, type, way, out);
    out->extent.size = out->stride * wlay_max(type->element_count, 1);
    return true;
}

/* ------------------------------------------------------------------- texts */

static void put_text(wlay_builder *b, const char *text)
{
    wlay_put(b, wlay_text(text));
}

/* The innermost array, which is the one that is mended. */
static void put_mended(wlay_builder *b, const wlay_draft_array *array,
                       const wlay_type *type)
{
    const wlay_type *const element = array->element;
    uint64_t count = type->element_count;

    put_text(b, "array<");
    if (array->row != NULL) {
        put_text(b, array->row->container);
        put_text(b, "<");
        wlay_put(b, wlay_scalar_type(wlay_component(element))->name);
        put_text(b, ">");
        count = (count + array->row->count - 1) / array->row->count;
    } else {
        wlay_put(b, array->wrapper->name);
    }
    put_text(b, ", ");
    wlay_put_u64(b, count);
    put_text(b, ">");
}

/* As deep as types may be nested, at most. */
static void put_type(wlay_builder *b, const wlay_draft_array *array,
                     const wlay_type *type)
{
    if (type->element == array->element) {
        put_mended(b, array, type);
        return;
    }
    put_text(b, "array<");
    put_type(b, array, type->element);
    put_text(b, ", ");
    wlay_put_u64(b, type->element_count);
    put_text(b, ">");
}

wlay_string wlay_draft_array_type(const wlay_draft *draft,
                                  const wlay_draft_array *array,
                                  const wlay_type *type)
{
    wlay_builder b = {draft->arena, NULL, 0, 0};

    put_type(&b, array, type);
    return wlay_built(&b);
}

/* i, j, k, and then i3, i4 and so on, from the innermost array outwards. */
static void put_variable(wlay_builder *b, uint64_t level)
{
    const char letter = (char)('i' + level % 3);

    wlay_put(b, (wlay_string){level < 3 ? &letter : "i", 1});
    if (level >= 3)
        wlay_put_u64(b, level);
}

/* The innermost array by its name and the indices of those around it. */
static wlay_string name_array(const wlay_draft *draft,
                              const wlay_draft_array *array,
                              const wlay_type *type, wlay_string name)
{
    wlay_builder b = {draft->arena, NULL, 0, 0};
    uint64_t level = 0;

    for (const wlay_type *t = type; t->element != array->element;
         t = t->element)
        level++;
    wlay_put(&b, name);
    for (; level > 0; level--) {
        put_text(&b, "[");
        put_variable(&b, level);
        put_text(&b, "]");
    }
    return wlay_built(&b);
}

wlay_string wlay_draft_array_index(const wlay_draft *draft,
                                   const wlay_draft_array *array,
                                   const wlay_type *type, wlay_string name)
{
    const wlay_string inner = name_array(draft, array, type, name);
    const char *form = array->row != NULL ? array->row->index : "$[i].value";
    wlay_builder b = {draft->arena, NULL, 0, 0};

    for (; *form != '\0'; form++) {
        if (*form == '$')
            wlay_put(&b, inner);
        else if (*form == '@')
            wlay_put(&b, array->element->name);
        else
            wlay_put(&b, (wlay_string){form, 1});
    }
    return wlay_built(&b);
}
