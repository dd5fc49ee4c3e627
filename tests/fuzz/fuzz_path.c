/* SPDX-License-Identifier: MIT */
/* Any text as a path, as a path that begins with a variable, and as the name of a
   type. */
#include "roots.h"

static void check_error(const wlay_path_error *error, wlay_string path)
{
    CHECK(error->offset <= path.length);
    CHECK(error->length <= path.length - error->offset);
    CHECK(error->reason != NULL && error->reason[0] != '\0');
    check_string(error->nearest);
}

static void check_result(wlay_result result, wlay_string path,
                         const wlay_path_error *error)
{
    if (result == WLAY_OK)
        return;
    CHECK(result == WLAY_NOT_FOUND || result == WLAY_OUT_OF_RANGE ||
          result == WLAY_INVALID_ARGUMENT);
    check_error(error, path);
}

static void check_view(const wlay_view *view, const wlay_type *root,
                       uint64_t buffer_size)
{
    const uint64_t end = root->size > buffer_size ? root->size : buffer_size;

    CHECK(view->type != NULL && view->size == view->type->size);
    CHECK(view->offset <= end && view->size <= end - view->offset);
    if (view->type->align > 0)
        CHECK(view->offset % view->type->align == 0);
}

static void follow(const wlay_type *root, wlay_string path,
                   uint64_t buffer_size)
{
    wlay_view view;
    wlay_path_error error;
    const wlay_result result = wlay_follow(root, path.data, path.length,
                                           buffer_size, &view, &error);

    check_result(result, path, &error);
    if (result == WLAY_OK)
        check_view(&view, root, buffer_size);
    CHECK(wlay_follow(root, path.data, path.length, buffer_size, &view,
                      NULL) == result);
}

static void follow_variable(wlay_string path, uint64_t buffer_size)
{
    const wlay_variable *variable = NULL;
    wlay_view view;
    wlay_path_error error;
    const wlay_result result =
        wlay_follow_variable(fuzz_roots(), path.data, path.length,
                             buffer_size, &variable, &view, &error);

    check_result(result, path, &error);
    if (result == WLAY_OK)
        check_view(&view, variable->type, buffer_size);
}

/* A type that was found has pieces, sizes and a name that finds it again. */
static void find_type(wlay_string text)
{
    const wlay_type *type = NULL;
    const wlay_type *again = NULL;
    wlay_type_owner *owner = NULL;
    wlay_type_owner *other = NULL;
    wlay_result result = wlay_find_type(fuzz_roots(), text.data, text.length,
                                        &type, &owner);

    CHECK(result == WLAY_OK || result == WLAY_INVALID_WGSL);
    if (result == WLAY_OK && (type->flags & WLAY_TYPE_OVERRIDE_SIZED) == 0) {
        check_string(type->name);
        result = wlay_find_type(fuzz_roots(), type->name.data,
                                type->name.length, &again, &other);
        if (type->kind <= WLAY_TYPE_STRUCT)
            CHECK(result == WLAY_OK && again->size == type->size &&
                  again->align == type->align &&
                  check_equal(again->name, type->name));
    }
    wlay_type_owner_free(owner);
    wlay_type_owner_free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input input = {data, size};
    const wlay_type *const root = fuzz_root(&input);
    const uint64_t buffer_size = fuzz_u64(&input);
    char *const copy = fuzz_copy(input.at, input.left);
    const wlay_string path = {copy, input.left};

    follow(root, path, buffer_size);
    follow_variable(path, buffer_size);
    find_type(path);
    free(copy);
    return 0;
}
