/* SPDX-License-Identifier: MIT */
#include "advice.h"

#include <stdlib.h>

/* ------------------------------------------------------------------ access */

static const wlay_struct *inner_struct(const wlay_type *type)
{
    while (type->kind == WLAY_TYPE_ARRAY)
        type = type->element;
    return type->structure;
}

static bool is_array_of(const wlay_type *type, const wlay_struct *s)
{
    return type->kind == WLAY_TYPE_ARRAY && inner_struct(type) == s;
}

/* Some struct or variable has an array of it. */
static bool is_element(const wlay_module *module, const wlay_struct *s)
{
    size_t count;
    const wlay_struct *const *const structs = wlay_structs(module, &count);
    const wlay_variable *variables;

    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < structs[i]->member_count; k++)
            if (is_array_of(structs[i]->members[k].type, s))
                return true;
    variables = wlay_variables(module, &count);
    for (size_t i = 0; i < count; i++)
        if (is_array_of(variables[i].type, s))
            return true;
    return false;
}

static wlay_result report_access(const wlay_module *module,
                                 const tool_advice_wishes *wishes,
                                 tool_advice *out)
{
    const wlay_type *const type = out->structure->type;
    wlay_access_pattern pattern;

    if (!is_element(module, out->structure) ||
        wlay_access_of(type, &pattern) != WLAY_OK)
        return WLAY_OK;
    if (wishes->line > 0)
        pattern.line = wishes->line;
    if (wishes->group > 0)
        pattern.group = wishes->group;
    out->has_access = true;
    return wlay_report_access(&pattern, type, &out->access);
}

/* ----------------------------------------------------------------- structs */

static bool make_lists(tool_advice *out)
{
    const size_t count = out->structure->member_count;

    out->holes = calloc(out->padding.hole_count + 1, sizeof *out->holes);
    out->order = calloc(count, sizeof *out->order);
    out->fillers = calloc(count, sizeof *out->fillers);
    return out->holes != NULL && out->order != NULL && out->fillers != NULL;
}

static wlay_result gather(const wlay_module *module, const wlay_struct *s,
                          const tool_advice_wishes *wishes, tool_advice *out)
{
    const uint64_t count = wishes->element_count;
    wlay_result result = wlay_measure_padding(s, count, &out->padding);

    if (result == WLAY_OK && !make_lists(out))
        result = WLAY_OUT_OF_MEMORY;
    if (result == WLAY_OK)
        result = wlay_find_order(s, count, NULL, out->order, &out->reorder);
    if (result == WLAY_OK)
        result = wlay_judge_uniform(module, s->type, s->name, NULL,
                                    &out->verdict);
    if (result != WLAY_OK)
        return result;
    wlay_list_holes(s, out->holes, out->padding.hole_count);
    out->filler_count =
        wlay_list_fillers(s, out->fillers, s->member_count);
    return report_access(module, wishes, out);
}

wlay_result tool_gather_advice(const wlay_module *module,
                               const wlay_struct *structure,
                               const tool_advice_wishes *wishes,
                               tool_advice *out)
{
    wlay_result result;

    *out = (tool_advice){.structure = structure};
    result = gather(module, structure, wishes, out);
    if (result != WLAY_OK) {
        tool_free_advice(out);
        *out = (tool_advice){.structure = structure};
    }
    return result;
}

void tool_free_advice(tool_advice *advice)
{
    free(advice->holes);
    free(advice->order);
    free(advice->fillers);
    wlay_uniform_verdict_free(advice->verdict);
}

/* ----------------------------------------------------------------- buffers */

/* Of a uniform buffer that is no struct, the verdict too: there is no other
   place for it.  What is in no buffer, such as a bool, has none. */
wlay_result tool_gather_buffer_advice(const wlay_module *module,
                                      const wlay_variable *variable,
                                      const tool_advice_wishes *wishes,
                                      tool_buffer_advice *out)
{
    wlay_buffer_facts facts;
    wlay_result result = WLAY_OK;

    *out = (tool_buffer_advice){.variable = variable};
    wlay_buffer_facts_of(variable->type, &facts);
    facts.written |= (variable->access & WLAY_ACCESS_WRITE) != 0;
    facts.standard_layout =
        (wishes->features & WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT) != 0;
    wlay_choose_buffer(&facts, &out->advice);
    if (variable->address_space == WLAY_SPACE_UNIFORM &&
        variable->type->kind != WLAY_TYPE_STRUCT)
        result = wlay_judge_uniform(module, variable->type, variable->name,
                                    NULL, &out->verdict);
    return result == WLAY_OUT_OF_MEMORY ? result : WLAY_OK;
}

void tool_free_buffer_advice(tool_buffer_advice *advice)
{
    wlay_uniform_verdict_free(advice->verdict);
}
