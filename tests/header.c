/* SPDX-License-Identifier: MIT */
/* The public header alone, as C: first, twice, and with all that it declares. */
#include "wlay.h"
#include "wlay.h"

/* An enum has the same size for every compiler and in every mode. */
#define IS_32_BITS(type) \
    typedef char type##_is_32_bits[sizeof(type) == 4 ? 1 : -1]
IS_32_BITS(wlay_result);
IS_32_BITS(wlay_feature);
IS_32_BITS(wlay_type_kind);
IS_32_BITS(wlay_scalar);
IS_32_BITS(wlay_type_flag);
IS_32_BITS(wlay_member_flag);
IS_32_BITS(wlay_address_space);
IS_32_BITS(wlay_access);
IS_32_BITS(wlay_severity);
IS_32_BITS(wlay_host_type);
IS_32_BITS(wlay_host_flag);
IS_32_BITS(wlay_plan_flag);
IS_32_BITS(wlay_plan_issue_kind);

/* A table of fields is a constant. */
typedef struct point {
    float at[2];
    struct {
        uint32_t bits;
    } flags[2];
} point;

static const wlay_host_field fields[] = {
    WLAY_FIELD(point, at, "at", WLAY_HOST_F32),
    WLAY_FIELD(point, flags[1].bits, "flags[1]", WLAY_HOST_U32),
};

int main(void)
{
    const wlay_options options = {0};
    wlay_module *module;

    if (wlay_parse("struct S { a: vec3f, b: f32 }", WLAY_STRLEN, &options,
                   &module) != WLAY_OK)
        return 1;
    wlay_module_free(module);
    if (fields[0].size != 8 || fields[1].size != 4 || fields[1].offset != 12)
        return 1;
    return 0;
}
