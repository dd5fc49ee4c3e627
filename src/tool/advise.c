/* SPDX-License-Identifier: MIT */
/*
 * The command `advise`: the waste in each struct, and what would be better.
 */
#include "advice.h"
#include "ask.h"
#include "wanted.h"

typedef struct advising {
    const tool_options *options;
    const wlay_module *module;
    wlay_out *out;   /* NULL for JSON */
    wlay_json *json; /* NULL for text */
    bool started;
    tool_status status;
} advising;

/* Elements of an array of a struct, where --count does not say. */
#define COUNT_DEFAULT 1000

static tool_advice_wishes wishes_of(const tool_options *o)
{
    return (tool_advice_wishes){
        .features = o->features,
        .element_count = o->has_count ? o->count : COUNT_DEFAULT,
        .line = (uint32_t)o->line,
        .group = (uint32_t)o->group};
}

/* False if that could not be done, and says why. */
static bool gather(const advising *a, const wlay_struct *s, tool_advice *out)
{
    const tool_advice_wishes wishes = wishes_of(a->options);
    const wlay_result result =
        tool_gather_advice(a->module, s, &wishes, out);

    if (result == WLAY_INVALID_ARGUMENT)
        tool_error("--line is a power of two, and --group at most 65536");
    else if (result != WLAY_OK)
        tool_error("%s: %s", s->name.data, wlay_result_text(result));
    return result == WLAY_OK;
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
    tool_free_advice(&advice);
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

static void advise_buffers(advising *a)
{
    const tool_advice_wishes wishes = wishes_of(a->options);
    size_t count;
    const wlay_variable *const variables = wlay_variables(a->module, &count);

    for (size_t i = 0; i < count; i++) {
        tool_buffer_advice b;

        if (!wlay_is_buffer(&variables[i]))
            continue;
        if (tool_gather_buffer_advice(a->module, &variables[i], &wishes,
                                      &b) != WLAY_OK) {
            tool_error("out of memory");
            a->status = TOOL_FAILED;
            return;
        }
        if (a->json != NULL) {
            tool_add_buffer_advice(a->json, &b);
        } else {
            start_block(a);
            tool_put_buffer_advice(a->out, &b);
        }
        tool_free_buffer_advice(&b);
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
