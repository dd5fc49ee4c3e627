/* SPDX-License-Identifier: MIT */
#include "check.h"

static const struct {
    const char *name;
    check_function *function;
} checks[] = {
    {"types", check_types},
    {"structs", check_structs},
    {"variables", check_variables},
    {"overrides", check_overrides},
    {"aliases", check_aliases},
    {"diagnostics", check_diagnostics},
    {"pieces", check_pieces},
    {"paths", check_paths},
    {"sizes", check_sizes},
    {"limits", check_limits},
    {"find_type", check_find_type},
    {"data", check_data},
    {"padding", check_padding},
    {"order", check_order},
    {"access", check_access},
    {"buffers", check_buffers},
    {"uniform", check_uniform},
    {"explain", check_explain},
    {"hash", check_hash},
    {"host structs", check_host_structs},
    {"diff", check_diff},
    {"entry points", check_entry_points},
    {"bind groups", check_bind_groups},
    {"vertex buffers", check_vertex_buffers},
};

void check_failed(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s:%d: this does not hold: %s\n", file, line, condition);
    fflush(stderr);
    abort();
}

void check_module(const check_subject *subject)
{
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        checks[i].function(subject);
}

void check_string(wlay_string string)
{
    CHECK(string.data != NULL);
    CHECK(string.data[string.length] == '\0');
    CHECK(memchr(string.data, 0, string.length) == NULL);
}

bool check_equal(wlay_string a, wlay_string b)
{
    return a.length == b.length &&
           (a.length == 0 || memcmp(a.data, b.data, a.length) == 0);
}

bool check_is_sized(const wlay_type *type)
{
    return type->size > 0 && (type->flags & WLAY_TYPE_SIZE_UNKNOWN) == 0;
}

void check_each_type(const wlay_module *module,
                     void (*function)(const wlay_type *type, void *user_data),
                     void *user_data)
{
    size_t count;
    const wlay_struct *const *structs = wlay_structs(module, &count);
    const wlay_variable *variables;
    const wlay_override *overrides;
    const wlay_alias *aliases;

    for (size_t i = 0; i < count; i++) {
        function(structs[i]->type, user_data);
        for (size_t k = 0; k < structs[i]->member_count; k++)
            function(structs[i]->members[k].type, user_data);
    }
    variables = wlay_variables(module, &count);
    for (size_t i = 0; i < count; i++)
        function(variables[i].type, user_data);
    overrides = wlay_overrides(module, &count);
    for (size_t i = 0; i < count; i++)
        function(overrides[i].type, user_data);
    aliases = wlay_aliases(module, &count);
    for (size_t i = 0; i < count; i++)
        function(aliases[i].type, user_data);
}
