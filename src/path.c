/* SPDX-License-Identifier: MIT */
/* Paths: from a type to a part of its memory.  [Memory Views] */
#include "nearest.h"

/* A path that is being followed. */
typedef struct walk {
    const char *start;
    const char *at;
    const char *end;
    uint64_t buffer_size;
    wlay_view view;
    wlay_path_error *error; /* may be NULL */
} walk;

/* ------------------------------------------------------------------ errors */

/* The step from `step` to where the walk is cannot be made. */
static wlay_result fail(walk *w, const char *step, wlay_result result,
                        const char *reason)
{
    if (w->error != NULL)
        *w->error = (wlay_path_error){(size_t)(step - w->start),
                                      (size_t)(w->at - step), reason,
                                      {"", 0}};
    return result;
}

static wlay_result fail_member(walk *w, wlay_string name)
{
    const wlay_struct *const s = w->view.type->structure;
    wlay_nearest nearest = {name, SIZE_MAX, {"", 0}};

    if (w->error == NULL)
        return WLAY_NOT_FOUND;
    for (size_t i = 0; i < s->member_count; i++)
        wlay_nearest_offer(&nearest, s->members[i].name);
    fail(w, name.data, WLAY_NOT_FOUND, "there is no such member");
    w->error->nearest = nearest.best;
    return WLAY_NOT_FOUND;
}

/* ------------------------------------------------------------------- names */

/* What stands up to the next step. */
static wlay_string take_name(walk *w)
{
    const char *const start = w->at;

    while (w->at < w->end && *w->at != '.' && *w->at != '[' && *w->at != ']')
        w->at++;
    return (wlay_string){start, (size_t)(w->at - start)};
}

static wlay_result step_member(walk *w, wlay_string name)
{
    const wlay_member *const member = wlay_find_member(
        w->view.type->structure, name.data, name.length);

    if (member == NULL)
        return fail_member(w, name);
    /* No type is so large that this overflows unless an index made the offset
       so; then step_index() has checked the whole element. */
    w->view.offset += member->offset;
    w->view.type = member->type;
    w->view.member = member;
    return WLAY_OK;
}

/* 0 to 3 for x to w and r to a; more for anything else. */
static uint32_t component_index(wlay_string name)
{
    static const char letters[] = "xyzwrgba";

    if (name.length == 1)
        for (uint32_t i = 0; i < 8; i++)
            if (letters[i] == name.data[0])
                return i % 4;
    return UINT32_MAX;
}

static wlay_result step_component(walk *w, wlay_string name)
{
    const wlay_type *const scalar = w->view.type->element;
    const uint32_t index = component_index(name);

    if (index >= w->view.type->rows)
        return fail(w, name.data, WLAY_NOT_FOUND,
                    "the vector has no such component");
    w->view.offset += index * scalar->size;
    w->view.type = scalar;
    return WLAY_OK;
}

/* At the name; the step begins with it or with a period. */
static wlay_result step_name(walk *w, const char *begin)
{
    const wlay_string name = take_name(w);

    if (name.length == 0)
        return fail(w, begin, WLAY_INVALID_ARGUMENT,
                    "a name is missing here");
    if (w->view.type->kind == WLAY_TYPE_STRUCT)
        return step_member(w, name);
    if (w->view.type->kind == WLAY_TYPE_VECTOR)
        return step_component(w, name);
    return fail(w, name.data, WLAY_NOT_FOUND,
                "only structs and vectors have parts with names");
}

/* ----------------------------------------------------------------- indices */

/* Decimal digits as in WGSL, where 0 stands in front of no other; false if they
   are none.  *out is UINT64_MAX if the number is larger. */
static bool take_digits(walk *w, uint64_t *out)
{
    const char *const start = w->at;
    uint64_t value = 0;

    for (; w->at < w->end && *w->at >= '0' && *w->at <= '9'; w->at++) {
        const unsigned digit = (unsigned)(*w->at - '0');

        value = value > (UINT64_MAX - digit) / 10 ? UINT64_MAX
                                                  : value * 10 + digit;
    }
    *out = value;
    return w->at > start && (*start != '0' || w->at - start == 1);
}

/* The offset of an element, all of whose stride must be there: so the
   specification counts the elements of a buffer.  [Buffer Binding Determines
   Runtime-Sized Array Element Count] */
static bool place_element(walk *w, uint64_t index, uint64_t stride)
{
    uint64_t offset;
    uint64_t end;

    if (!wlay_mul(index, stride, &offset) ||
        !wlay_add(offset, w->view.offset, &offset) ||
        !wlay_add(offset, stride, &end))
        return false;
    w->view.offset = offset;
    return end <= w->buffer_size;
}

/* How many parts an index can choose from; 0 if that is not known. */
static uint64_t part_count(const wlay_type *type)
{
    return type->kind == WLAY_TYPE_ARRAY    ? type->element_count
           : type->kind == WLAY_TYPE_MATRIX ? type->columns
                                            : type->rows;
}

static wlay_result choose_part(walk *w, const char *step, uint64_t index)
{
    const wlay_type *const type = w->view.type;
    const uint64_t count = part_count(type);
    const uint64_t stride = type->stride > 0 ? type->stride
                                             : type->element->size;

    if (count > 0 && index >= count)
        return fail(w, step, WLAY_OUT_OF_RANGE, "there are fewer elements");
    if (count > 0)
        w->view.offset += index * stride;
    else if (!place_element(w, index, stride))
        return fail(w, step, WLAY_OUT_OF_RANGE,
                    "the element is not in the buffer");
    w->view.type = type->element;
    return WLAY_OK;
}

/* At the bracket. */
static wlay_result step_index(walk *w)
{
    const char *const step = w->at++;
    const wlay_type_kind kind = w->view.type->kind;
    uint64_t index;

    if (!take_digits(w, &index))
        return fail(w, step, WLAY_INVALID_ARGUMENT,
                    "an index is a decimal number");
    if (w->at == w->end || *w->at != ']')
        return fail(w, step, WLAY_INVALID_ARGUMENT, "']' is missing here");
    w->at++;
    if (kind != WLAY_TYPE_ARRAY && kind != WLAY_TYPE_MATRIX &&
        kind != WLAY_TYPE_VECTOR)
        return fail(w, step, WLAY_NOT_FOUND,
                    "only arrays, matrices and vectors have indices");
    return choose_part(w, step, index);
}

/* ------------------------------------------------------------------- paths */

/* At a period, a bracket, or something that begins no step. */
static wlay_result step(walk *w)
{
    const char *const start = w->at;

    if (*start == '[')
        return step_index(w);
    if (*start == '.') {
        w->at++;
        return step_name(w, start);
    }
    w->at = w->end;
    return fail(w, start, WLAY_INVALID_ARGUMENT,
                "a period or a bracket is needed here");
}

/* From where the walk is to the end of its path. */
static wlay_result follow(walk *w, wlay_view *out)
{
    while (w->at < w->end) {
        const wlay_result result = step(w);

        if (result != WLAY_OK)
            return result;
    }
    w->view.size = w->view.type->size;
    *out = w->view;
    return WLAY_OK;
}

static walk start_walk(const char *path, size_t length, uint64_t buffer_size,
                       wlay_path_error *error)
{
    const wlay_string text = wlay_text_in(path, length);

    return (walk){text.data, text.data, text.data + text.length, buffer_size,
                  {NULL, 0, 0, NULL}, error};
}

wlay_result wlay_follow(const wlay_type *root, const char *path, size_t length,
                        uint64_t buffer_size, wlay_view *out,
                        wlay_path_error *error)
{
    walk w = start_walk(path, length, buffer_size, error);
    wlay_result result = WLAY_OK;

    if (root == NULL || out == NULL)
        return fail(&w, w.start, WLAY_INVALID_ARGUMENT, "there is no type");
    w.view.type = root;
    /* The first period may be left out. */
    if (w.at < w.end && *w.at != '.' && *w.at != '[' && *w.at != ']')
        result = step_name(&w, w.at);
    return result == WLAY_OK ? follow(&w, out) : result;
}

static wlay_result fail_variable(walk *w, const wlay_module *module,
                                 wlay_string name)
{
    wlay_nearest nearest = {name, SIZE_MAX, {"", 0}};
    size_t count;
    const wlay_variable *variables;

    if (w->error == NULL)
        return WLAY_NOT_FOUND;
    variables = wlay_variables(module, &count);
    for (size_t i = 0; i < count; i++)
        wlay_nearest_offer(&nearest, variables[i].name);
    fail(w, name.data, WLAY_NOT_FOUND, "there is no such variable");
    w->error->nearest = nearest.best;
    return WLAY_NOT_FOUND;
}

wlay_result wlay_follow_variable(const wlay_module *module, const char *path,
                                 size_t length, uint64_t buffer_size,
                                 const wlay_variable **out_variable,
                                 wlay_view *out, wlay_path_error *error)
{
    walk w = start_walk(path, length, buffer_size, error);
    const wlay_variable *variable;
    wlay_string name;

    if (module == NULL || out == NULL)
        return fail(&w, w.start, WLAY_INVALID_ARGUMENT, "there is no module");
    name = take_name(&w);
    if (name.length == 0)
        return fail(&w, w.start, WLAY_INVALID_ARGUMENT,
                    "the name of a variable is missing here");
    variable = wlay_find_variable(module, name.data, name.length);
    if (variable == NULL)
        return fail_variable(&w, module, name);
    if (out_variable != NULL)
        *out_variable = variable;
    w.view.type = variable->type;
    return follow(&w, out);
}
