// SPDX-License-Identifier: MIT
// The public header alone, as C++: first, twice, and linked.
#include "wlay.h"
#include "wlay.h"

static_assert(sizeof(wlay_result) == 4, "an enum has 32 bits");
static_assert(sizeof(wlay_type_flag) == 4, "an enum has 32 bits");

int main()
{
    const wlay_options options = {};
    wlay_module *module = nullptr;
    const wlay_result result = wlay_parse("struct S { a: vec3f, b: f32 }",
                                          WLAY_STRLEN, &options, &module);

    wlay_module_free(module);
    return result == WLAY_OK ? 0 : 1;
}
