/* SPDX-License-Identifier: MIT */
/* Any text: the module is read when the text is gone, and all holds of it that
   must hold of every module. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_module m;
    check_subject subject;

    fuzz_parse(data, size, fuzz_knobs(data, size), &m);
    subject = fuzz_subject(&m);
    check_module(&subject);
    fuzz_module_free(&m);
    return 0;
}
