/* SPDX-License-Identifier: MIT */
/* Any command line, one argument a line, through the tool's own reader. */
#include "fuzz.h"

#include "../../src/tool/options.h"

#define ARGUMENTS_MAX 24

/* The arguments as `main` gets them; each ends where its memory does. */
static int make_arguments(const uint8_t *data, size_t size, char **argv)
{
    const uint8_t *const end = data + size;
    int count = 0;

    argv[count++] = fuzz_copy("wlay", 5);
    while (data < end && count < ARGUMENTS_MAX) {
        size_t length = 0;
        char *argument;

        while (data + length < end && data[length] != '\n' &&
               data[length] != '\0')
            length++;
        argument = (char *)fuzz_bytes(length + 1, 0);
        memcpy(argument, data, length);
        argument[length] = '\0';
        argv[count++] = argument;
        data += length + (data + length < end ? 1 : 0);
    }
    argv[count] = NULL;
    return count;
}

static void check_options(const tool_options *o, int argc)
{
    CHECK(o->command != NULL && o->command->run != NULL);
    CHECK(o->file_count < (size_t)argc);
    CHECK(o->file_count > 0 || o->help || o->version);
    for (size_t i = 0; i < o->file_count; i++)
        CHECK(o->files[i] != NULL);
    for (size_t i = 0; i < o->struct_count; i++)
        CHECK(strlen(o->structs[i].data) >= o->structs[i].length);
    for (size_t i = 0; i < o->override_count; i++) {
        CHECK(o->overrides[i].key.length > 0);
        CHECK(o->overrides[i].value - o->overrides[i].value == 0.0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *argv[ARGUMENTS_MAX + 1];
    const int argc = make_arguments(data, size, argv);
    tool_options options;

    if (tool_options_parse(argc, argv, &options))
        check_options(&options, argc);
    tool_options_free(&options);
    for (int i = 0; i < argc; i++)
        free(argv[i]);
    return 0;
}
