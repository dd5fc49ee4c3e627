/* SPDX-License-Identifier: MIT */
/* What a finished module holds: loops over it, and look-ups. */
#include "module.h"

/* ------------------------------------------------------------------- loops */

bool wlay_module_valid(const wlay_module *module)
{
    return module->valid;
}

const wlay_struct *const *wlay_structs(const wlay_module *module,
                                       size_t *out_count)
{
    *out_count = module->struct_count;
    return module->struct_count > 0 ? module->structs : NULL;
}

const wlay_variable *wlay_variables(const wlay_module *module,
                                    size_t *out_count)
{
    *out_count = module->variable_count;
    return module->variable_count > 0 ? module->variables : NULL;
}

const wlay_override *wlay_overrides(const wlay_module *module,
                                    size_t *out_count)
{
    *out_count = module->override_count;
    return module->override_count > 0 ? module->overrides : NULL;
}

const wlay_alias *wlay_aliases(const wlay_module *module, size_t *out_count)
{
    *out_count = module->alias_count;
    return module->alias_count > 0 ? module->aliases : NULL;
}

const wlay_diagnostic *wlay_diagnostics(const wlay_module *module,
                                        size_t *out_count)
{
    *out_count = module->diagnostic_count;
    return module->diagnostic_count > 0 ? module->diagnostics : NULL;
}

/* ---------------------------------------------------------------- look-ups */

const wlay_struct *wlay_find_struct(const wlay_module *module, const char *name,
                                    size_t length)
{
    const wlay_string text = wlay_text_in(name, length);
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, text.data, text.length);

    return symbol == NULL || symbol->declared != WLAY_DECLARED_STRUCT
               ? NULL
               : symbol->as.structure;
}

const wlay_variable *wlay_find_variable(const wlay_module *module,
                                        const char *name, size_t length)
{
    const wlay_string text = wlay_text_in(name, length);
    const wlay_symbol *const symbol =
        wlay_find_symbol(&module->symbols, text.data, text.length);

    return symbol == NULL || symbol->declared != WLAY_DECLARED_VARIABLE
               ? NULL
               : symbol->as.variable;
}

/* ---------------------------------------------------------------- bindings */

/* Fewer variables are searched from first to last. */
#define BINDINGS_SEARCHED 16

static bool has_binding(const wlay_variable *v, uint32_t group,
                        uint32_t binding)
{
    return v->has_binding && v->group == group && v->binding == binding;
}

/* The slot of that binding, or the free one where it would go. */
static uint32_t *binding_slot(const wlay_module *module, uint32_t group,
                              uint32_t binding)
{
    const uint64_t key = (uint64_t)group << 32 | binding;
    size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 32);

    for (;; at++) {
        uint32_t *const slot =
            &module->bindings[at & (module->binding_slots - 1)];

        if (*slot == 0 ||
            has_binding(&module->variables[*slot - 1], group, binding))
            return slot;
    }
}

void wlay_index_bindings(wlay_module *module)
{
    size_t slots = 2 * BINDINGS_SEARCHED;

    if (module->variable_count <= BINDINGS_SEARCHED)
        return;
    while (slots < module->variable_count * 2)
        slots *= 2;
    module->bindings = WLAY_NEW(&module->arena, uint32_t, slots);
    if (module->bindings == NULL)
        return;
    module->binding_slots = slots;
    for (uint32_t i = 0; i < module->variable_count; i++) {
        const wlay_variable *const v = &module->variables[i];
        uint32_t *slot;

        if (!v->has_binding)
            continue;
        slot = binding_slot(module, v->group, v->binding);
        if (*slot == 0)
            *slot = i + 1;
    }
}

const wlay_variable *wlay_find_binding(const wlay_module *module,
                                       uint32_t group, uint32_t binding)
{
    if (module->binding_slots > 0) {
        const uint32_t slot = *binding_slot(module, group, binding);

        return slot == 0 ? NULL : &module->variables[slot - 1];
    }
    for (size_t i = 0; i < module->variable_count; i++)
        if (has_binding(&module->variables[i], group, binding))
            return &module->variables[i];
    return NULL;
}
