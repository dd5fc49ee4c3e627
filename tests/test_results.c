/* SPDX-License-Identifier: MIT */
/* What results are called. */
#include "table.h"

typedef struct result_case {
    const char *name;
    wlay_result result;
    const char *text;
} result_case;

static const result_case results[] = {
    {"ok", WLAY_OK, "ok"},
    {"invalid WGSL", WLAY_INVALID_WGSL, "invalid WGSL"},
    {"out of memory", WLAY_OUT_OF_MEMORY, "out of memory"},
    {"invalid argument", WLAY_INVALID_ARGUMENT, "invalid argument"},
    {"not found", WLAY_NOT_FOUND, "not found"},
    {"out of range", WLAY_OUT_OF_RANGE, "out of range"},
    {"type mismatch", WLAY_TYPE_MISMATCH, "type mismatch"},
    {"write failed", WLAY_WRITE_FAILED, "write failed"},
    {"unknown size", WLAY_UNKNOWN_SIZE, "unknown size"},
    {"none of them", WLAY_RESULT_FORCE_32, "unknown result"},
};

static void check_text(void **state)
{
    const result_case *const c = *state;

    assert_string_equal(wlay_result_text(c->result), c->text);
}

int main(void)
{
    return RUN_TABLE(results, check_text);
}
