/* SPDX-License-Identifier: MIT */
/* The modules of tests/data/cases.txt, and what holds of them. */
#include "table.h"

typedef struct case_row {
    const char *name; /* its line in the file */
    char *source;
    size_t length;
    char *claims; /* the lines behind it */
} case_row;

/* The file's text; it is the process's until it ends. */
static char *read_file(void)
{
    FILE *const file = fopen(WLAY_TEST_DATA "/cases.txt", "rb");
    char *text = NULL;
    long size;

    if (file == NULL || fseek(file, 0, SEEK_END) != 0)
        return NULL;
    size = ftell(file);
    rewind(file);
    text = malloc((size_t)size + 1);
    if (text != NULL)
        text[fread(text, 1, (size_t)size, file)] = '\0';
    fclose(file);
    return text;
}

static char unescaped(char c)
{
    static const char letters[] = "nrtvf\\";
    static const char meant[] = "\n\r\t\v\f\\";
    const char *const at = strchr(letters, c);

    return at == NULL ? c : meant[at - letters];
}

/* In place; the new length. */
static size_t unescape(char *text)
{
    size_t length = 0;

    for (const char *at = text; *at != '\0'; at++)
        text[length++] = *at == '\\' && at[1] != '\0' ? unescaped(*++at) : *at;
    text[length] = '\0';
    return length;
}

/* Splits the text at line breaks: the line at `text`, and what is behind it. */
static char *cut_line(char *text)
{
    char *const end = strchr(text, '\n');

    if (end == NULL)
        return text + strlen(text);
    *end = '\0';
    return end + 1;
}

static const char *line_name(unsigned line)
{
    char *const name = malloc(32);

    if (name != NULL)
        snprintf(name, 32, "line %u", line);
    return name;
}

/* Cases begin with a line "module" and end at an empty one. */
static size_t read_cases(char *text, case_row *rows, size_t max)
{
    static const char module[] = "module ";
    size_t count = 0;
    unsigned line = 1;

    while (*text != '\0' && count < max) {
        char *const next = cut_line(text);

        line++;
        if (strncmp(text, module, sizeof module - 1) == 0) {
            case_row *const row = &rows[count++];

            row->name = line_name(line - 1);
            row->source = text + sizeof module - 1;
            row->length = unescape(row->source);
            row->claims = next;
        }
        text = next;
    }
    return count;
}

static void check_error(const wlay_module *module, const char *claim)
{
    const wlay_diagnostic *d;
    char code[64];
    unsigned line;
    size_t count;

    assert_int_equal(sscanf(claim, "error %63s %u", code, &line), 2);
    d = wlay_diagnostics(module, &count);
    assert_true(count > 0);
    assert_string_equal(d[0].code.data, code);
    assert_int_equal(d[0].place.line, line);
}

/* MEMBER=OFFSET,SIZE with spaces between. */
static void check_members(const wlay_struct *s, const char *claims)
{
    char name[128];
    unsigned offset;
    unsigned size;
    int read;

    for (size_t i = 0; i < s->member_count; i++) {
        assert_int_equal(sscanf(claims, " %127[^=]=%u,%u%n", name, &offset,
                                &size, &read), 3);
        assert_string_equal(s->members[i].name.data, name);
        assert_int_equal(s->members[i].offset, offset);
        assert_int_equal(s->members[i].size, size);
        claims += read;
    }
    assert_int_equal(*claims, '\0');
}

static void check_struct(const wlay_module *module, const char *claim)
{
    const wlay_struct *s;
    char name[128];
    unsigned align;
    unsigned size;
    int read;

    assert_int_equal(sscanf(claim, "struct %127s %u %u%n", name, &align, &size,
                            &read), 3);
    s = wlay_find_struct(module, name, WLAY_STRLEN);
    assert_non_null(s);
    assert_int_equal(s->align, align);
    assert_int_equal(s->size, size);
    check_members(s, claim + read);
}

static void check_buffer(const wlay_module *module, const char *claim)
{
    const wlay_variable *v;
    char name[128];
    unsigned size;

    assert_int_equal(sscanf(claim, "buffer %127s %u", name, &size), 2);
    v = wlay_find_variable(module, name, WLAY_STRLEN);
    assert_non_null(v);
    assert_int_equal(v->min_binding_size, size);
}

static void check_claim(const wlay_module *module, const char *claim)
{
    if (strcmp(claim, "ok") == 0)
        assert_true(wlay_module_valid(module));
    else if (strncmp(claim, "error ", 6) == 0)
        check_error(module, claim);
    else if (strncmp(claim, "struct ", 7) == 0)
        check_struct(module, claim);
    else if (strncmp(claim, "buffer ", 7) == 0)
        check_buffer(module, claim);
    else
        fail_msg("'%s' claims nothing", claim);
}

/* The lines were cut when the next case was looked for. */
static void check_case(void **state)
{
    const case_row *const row = *state;
    wlay_module *const module = parse_copy(row->source, row->length, NULL);

    for (const char *claim = row->claims; *claim != '\0';
         claim += strlen(claim) + 1)
        check_claim(module, claim);
    wlay_module_free(module);
}

#define CASES_MAX 2000
#define CASES_MIN 300

int main(void)
{
    static case_row rows[CASES_MAX];
    char *const text = read_file();
    const size_t count = text == NULL ? 0 : read_cases(text, rows, CASES_MAX);
    int failed;

    if (count < CASES_MIN) {
        fprintf(stderr, "only %u cases in " WLAY_TEST_DATA "/cases.txt\n",
                (unsigned)count);
        return 1;
    }
    failed = run_table("cases", rows, sizeof rows[0], count, check_case);
    for (size_t i = 0; i < count; i++)
        free((void *)(uintptr_t)rows[i].name);
    free(text);
    return failed > 0;
}
