// SPDX-License-Identifier: MIT
// The public header alone, as C++: first, twice, and linked.
#include "wlay.h"
#include "wlay.h"

#include <cstdint>

static_assert(sizeof(wlay_result) == 4, "an enum has 32 bits");
static_assert(sizeof(wlay_type_flag) == 4, "an enum has 32 bits");

// A table of fields.
struct Point {
    float at[2];
    std::uint32_t flags;
};

static const wlay_host_field fields[] = {
    WLAY_FIELD(Point, at, "at", WLAY_HOST_F32),
    WLAY_FIELD(Point, flags, "flags", WLAY_HOST_U32),
};
static_assert(sizeof(fields) / sizeof(fields[0]) == 2, "two fields");

int main()
{
    const wlay_options options = {};
    wlay_module *module = nullptr;
    const wlay_result result = wlay_parse("struct S { a: vec3f, b: f32 }",
                                          WLAY_STRLEN, &options, &module);

    wlay_module_free(module);
    if (fields[0].size != 8 || fields[1].offset != 8)
        return 1;
    return result == WLAY_OK ? 0 : 1;
}
