/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target on files, without libFuzzer.
 *
 * usage: fuzz_NAME-replay FILE... | @LIST
 *
 * LIST is a file with the name of a file in each line.
 */
#include "fuzz.h"

static int counted;

static int run_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    static uint8_t buffer[1 << 20];
    size_t size;
    uint8_t *data;

    if (file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return 1;
    }
    size = fread(buffer, 1, sizeof buffer, file);
    fclose(file);
    data = fuzz_copy(buffer, size);
    /* A crash is preceded by the name of what made it. */
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    counted++;
    return 0;
}

static int run_list(const char *path)
{
    FILE *const file = fopen(path, "r");
    char line[4096];
    int failed = 0;

    if (file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        return 1;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] != '\0')
            failed |= run_file(line);
    }
    fclose(file);
    return failed;
}

int main(int argc, char **argv)
{
    int failed = 0;

    for (int i = 1; i < argc; i++)
        failed |= argv[i][0] == '@' ? run_list(argv[i] + 1)
                                    : run_file(argv[i]);
    printf("%d inputs\n", counted);
    return failed != 0 || counted == 0;
}
