/* SPDX-License-Identifier: MIT */
/*
 * The command `advise`: the waste in each struct, and what would be better.
 */
#include "advice.h"

#include "wanted.h"

#include <stdlib.h>

typedef struct advising {
    const tool_options *options;
    const wlay_module *module;
    wlay_out *out;   /* NULL for JSON */
    wlay_json *json; /* NULL for text */
    bool started;
    tool_status status;
} advising;

/* --------------------------------------------------------------- gathering */

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

static bool report_access(const advising *a, tool_advice *out)
{
    const wlay_type *const type = out->structure->type;
    wlay_access_pattern pattern;

    if (!is_element(a->module, out->structure) ||
        wlay_access_of(type, &pattern) != WLAY_OK)
        return true;
    if (a->options->line > 0)
        pattern.line = (uint32_t)a->options->line;
    if (a->options->group > 0)
        pattern.group = (uint32_t)a->options->group;
    out->has_access = true;
    return wlay_report_access(&pattern, type, &out->access) == WLAY_OK;
}

static uint64_t element_count(const advising *a)
{
    return a->options->has_count ? a->options->count : TOOL_COUNT_DEFAULT;
}

static bool make_lists(tool_advice *out)
{
    const size_t count = out->structure->member_count;

    out->holes = calloc(out->padding.hole_count + 1, sizeof *out->holes);
    out->order = calloc(count, sizeof *out->order);
    out->fillers = calloc(count, sizeof *out->fillers);
    return out->holes != NULL && out->order != NULL && out->fillers != NULL;
}

/* False if that could not be done, and says why; tool_free is right in both
   cases. */
static bool gather(const advising *a, const wlay_struct *s, tool_advice *out)
{
    wlay_result result;

    *out = (tool_advice){.structure = s};
    result = wlay_measure_padding(s, element_count(a), &out->padding);
    if (result == WLAY_OK && !make_lists(out))
        result = WLAY_OUT_OF_MEMORY;
    if (result == WLAY_OK)
        result = wlay_find_order(s, element_count(a), NULL, out->order,
                                 &out->reorder);
    if (result == WLAY_OK)
        result = wlay_judge_uniform(a->module, s->type, s->name, NULL,
                                    &out->verdict);
    if (result != WLAY_OK) {
        tool_error("%s: %s", s->name.data, wlay_result_text(result));
        return false;
    }
    wlay_list_holes(s, out->holes, out->padding.hole_count);
    out->filler_count =
        wlay_list_fillers(s, out->fillers, s->member_count);
    if (report_access(a, out))
        return true;
    tool_error("--line is a power of two, and --group at most 65536");
    return false;
}

static void free_advice(tool_advice *advice)
{
    free(advice->holes);
    free(advice->order);
    free(advice->fillers);
    wlay_uniform_verdict_free(advice->verdict);
}

/* ----------------------------------------------------------------- writing */

static void start_block(advising *a)
{
    if (a->started)
        wlay_out_line(a->out);
    a->started = true;
}

static void advise_struct(advising *a, const wlay_struct *s)
{
    tool_advice advice;

    if (!gather(a, s, &advice)) {
        a->status = TOOL_FAILED;
    } else if (a->json != NULL) {
        tool_add_advice(a->json, &advice);
    } else {
        start_block(a);
        tool_put_advice(a->out, &advice);
    }
    free_advice(&advice);
}

/* The memory of stage inputs and outputs is nobody's business, unless asked
   for. */
static bool is_wanted(const advising *a, const wlay_struct *s)
{
    const wlay_write_options names = {
        .struct_count = a->options->struct_count,
        .structs = a->options->structs};

    if (a->options->struct_count > 0)
        return wlay_is_selected(&names, s);
    for (size_t i = 0; i < s->member_count; i++)
        if ((s->members[i].flags & WLAY_MEMBER_HAS_IO) != 0)
            return false;
    return true;
}

static void advise_structs(advising *a)
{
    size_t count;
    const wlay_struct *const *const structs =
        wlay_structs(a->module, &count);

    for (size_t i = 0; i < count && a->status != TOOL_FAILED; i++)
        if (is_wanted(a, structs[i]))
            advise_struct(a, structs[i]);
}

/* Of a uniform buffer that is no struct, the verdict too: there is no other
   place for it. */
static tool_buffer_advice advise_buffer(const advising *a,
                                        const wlay_variable *v)
{
    tool_buffer_advice b = {.variable = v};
    wlay_buffer_facts facts;

    wlay_buffer_facts_of(v->type, &facts);
    facts.written |= (v->access & WLAY_ACCESS_WRITE) != 0;
    facts.standard_layout =
        (a->options->features &
         WLAY_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT) != 0;
    wlay_choose_buffer(&facts, &b.advice);
    if (v->address_space == WLAY_SPACE_UNIFORM &&
        v->type->kind != WLAY_TYPE_STRUCT)
        wlay_judge_uniform(a->module, v->type, v->name, NULL, &b.verdict);
    return b;
}

static void advise_buffers(advising *a)
{
    size_t count;
    const wlay_variable *const variables = wlay_variables(a->module, &count);

    for (size_t i = 0; i < count; i++) {
        tool_buffer_advice b;

        if (!wlay_is_buffer(&variables[i]))
            continue;
        b = advise_buffer(a, &variables[i]);
        if (a->json != NULL) {
            tool_add_buffer_advice(a->json, &b);
        } else {
            start_block(a);
            tool_put_buffer_advice(a->out, &b);
        }
        wlay_uniform_verdict_free(b.verdict);
    }
}

static void write_text(advising *a, tool_stream *stream)
{
    const wlay_sink sink = tool_sink(stream);
    wlay_out out;

    a->out = &out;
    wlay_out_init(&out, &sink, tool_has_colours(a->options, TOOL_STDOUT));
    advise_structs(a);
    if (a->options->struct_count == 0)
        advise_buffers(a);
    wlay_out_finish(&out);
    a->out = NULL;
}

static void write_json(advising *a, const tool_input *input,
                       tool_stream *stream)
{
    const wlay_sink sink = tool_sink(stream);
    wlay_json json = {.depth = 0};

    a->json = &json;
    wlay_out_init(&json.out, &sink, false);
    wlay_json_open(&json, "{");
    wlay_json_version(&json);
    wlay_json_text(&json, "source", tool_string(input->name));
    wlay_json_bool(&json, "valid", wlay_module_valid(a->module));
    wlay_json_key(&json, "structs");
    wlay_json_open(&json, "[");
    advise_structs(a);
    wlay_json_close(&json, "]");
    wlay_json_key(&json, "buffers");
    wlay_json_open(&json, "[");
    if (a->options->struct_count == 0)
        advise_buffers(a);
    tool_ask_end_json(&json); /* with that array */
    a->json = NULL;
}

/* ----------------------------------------------------------------- command */

/* Names that the module does not have are mistakes. */
static bool check_names(const tool_options *options,
                        const wlay_module *module)
{
    tool_wanted wanted;
    bool done = tool_wanted_start(options, &wanted);

    if (done) {
        tool_wanted_meet(&wanted, module);
        done = tool_wanted_all_met(&wanted);
    } else {
        tool_error("out of memory");
    }
    tool_wanted_free(&wanted);
    return done;
}

static tool_status advise(const tool_options *options,
                          const tool_input *input, wlay_module *module,
                          tool_stream *stream)
{
    advising a = {.options = options, .module = module};
    size_t count;

    if (!wlay_module_valid(module))
        a.status = TOOL_INVALID_WGSL;
    if (options->format == TOOL_FORMAT_JSON)
        write_json(&a, input, stream);
    else
        write_text(&a, stream);
    wlay_diagnostics(module, &count);
    if (count > 0 && tool_flush(stream))
        tool_report(options, module, input);
    return a.status;
}

static bool check_options(const tool_options *o)
{
    static const char *const also[] = {"struct", "join",  "count",
                                       "line",   "group", NULL};

    if (!tool_ask_check_options(o, also))
        return false;
    if (o->file_count > 1 && !o->join) {
        tool_error("advise looks at one module: give one file, or --join");
        return false;
    }
    if (o->line > UINT32_MAX || o->group > UINT32_MAX) {
        tool_error("--line and --group: the number is too large");
        return false;
    }
    return true;
}

tool_status tool_advise(const tool_options *options, tool_stream *out)
{
    tool_input input = {.count = 0};
    wlay_module *module = NULL;
    tool_status status = TOOL_FAILED;

    if (!check_options(options))
        return TOOL_FAILED;
    if (tool_input_read(options->files, options->file_count, &input))
        module = tool_parse(options, &input);
    if (module != NULL && check_names(options, module))
        status = advise(options, &input, module, out);
    wlay_module_free(module);
    tool_input_free(&input);
    return status;
}
