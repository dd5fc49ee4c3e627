/* SPDX-License-Identifier: MIT */
/*
 * The command `size`: how many bytes a variable or a type needs, or how many
 * elements are in some bytes, and what a device makes of that.
 */
#include "ask.h"

#include <stdlib.h>

/* The answer about one variable or type. */
typedef struct amount {
    const char *name; /* as asked */
    const wlay_variable *variable; /* NULL: of a type */
    const wlay_type *type;
    wlay_type_owner *owner; /* of the type, or NULL */
    bool has_count;         /* there is an array without a fixed count */
    uint64_t count;         /* elements of it */
    uint64_t rest;          /* bytes behind them; with --bytes */
    uint64_t element;       /* its stride */
    uint64_t bytes;
    bool has_dynamic_stride; /* a uniform or storage buffer */
    uint64_t dynamic_stride;
    bool has_verdict; /* a variable that is under a limit */
    wlay_verdict verdict;
} amount;

/* ------------------------------------------------------------------ asking */

static bool fail(const amount *a, const char *why)
{
    tool_error("%s: %s", a->name, why);
    return false;
}

static bool find(const tool_ask *ask, amount *a)
{
    const wlay_string name = tool_string(a->name);
    const wlay_diagnostic *diagnostics;
    size_t count;

    a->variable = wlay_find_variable(ask->module, name.data, name.length);
    if (a->variable != NULL) {
        a->type = a->variable->type;
        return true;
    }
    if (wlay_find_type(ask->module, name.data, name.length, &a->type,
                       &a->owner) == WLAY_OK)
        return true;
    diagnostics = wlay_type_owner_diagnostics(a->owner, &count);
    if (count == 0)
        return fail(a, "out of memory");
    tool_error("%s: no variable has that name, and as a type: %s", a->name,
               diagnostics[0].message.data);
    return false;
}

static bool explain(const amount *a, wlay_result result)
{
    switch (result) {
    case WLAY_TYPE_MISMATCH:
        return fail(a, "has no array whose element count depends on the "
                       "buffer");
    case WLAY_UNKNOWN_SIZE:
        return fail(a, a->type->flags & WLAY_TYPE_OVERRIDE_SIZED
                           ? "its size depends on an override: give it a "
                             "value with --override, or --count"
                           : "has no size");
    case WLAY_OUT_OF_RANGE:
        return fail(a, "that is too large");
    default:
        return fail(a, wlay_result_text(result));
    }
}

/* The elements that are in --bytes. */
static bool count_elements(amount *a, const tool_options *o)
{
    const wlay_result result =
        wlay_count_for_size(a->type, o->bytes, &a->count, &a->rest);

    if (result == WLAY_OK)
        return true;
    if (result != WLAY_OUT_OF_RANGE)
        return explain(a, result);
    tool_error("%s: a buffer needs at least %llu bytes", a->name,
               (unsigned long long)a->type->size);
    return false;
}

static bool is_buffer(const amount *a)
{
    return a->variable != NULL && wlay_is_buffer(a->variable);
}

/* What the device says to a variable. */
static void ask_device(amount *a, const tool_options *o)
{
    a->has_dynamic_stride =
        is_buffer(a) && wlay_dynamic_stride(a->variable, a->count, &o->limits,
                                            &a->dynamic_stride) == WLAY_OK;
    a->has_verdict = wlay_check_limits(a->variable, a->count, &o->limits,
                                       &a->verdict) == WLAY_OK &&
                     a->verdict.limit != WLAY_LIMIT_NONE;
}

/* How many elements are asked for; 0 of what has none, or where their number is
   an override's. */
static bool find_count(amount *a, const tool_options *o)
{
    uint64_t least;

    /* What has no such array does not take a count. */
    a->has_count = wlay_size_for_count(a->type, 1, &least) == WLAY_OK;
    if (o->has_bytes)
        return count_elements(a, o);
    if (o->has_count && o->count == 0)
        return fail(a, "--count: there is always one element, at least");
    if (o->has_count)
        a->count = o->count;
    else if (a->has_count && !(a->type->flags & WLAY_TYPE_OVERRIDE_SIZED))
        a->count = 1;
    return true;
}

static bool measure(amount *a, const tool_options *o)
{
    wlay_result result;

    if (!find_count(a, o))
        return false;
    result = is_buffer(a)
                 ? wlay_buffer_size(a->variable, a->count, &a->bytes)
                 : wlay_size_for_count(a->type, a->count, &a->bytes);
    if (result != WLAY_OK)
        return explain(a, result);
    if (a->has_count)
        a->element = wlay_stride_of(a->type);
    if (a->variable != NULL)
        ask_device(a, o);
    return true;
}

/* ----------------------------------------------------------------- as text */

static void put_count(wlay_out *out, uint64_t count, const char *one,
                      const char *many)
{
    wlay_out_u64(out, count);
    wlay_out_text(out, tool_string(count == 1 ? one : many));
}

/* The variable as it is declared, or the type. */
static void put_title(wlay_out *out, const amount *a)
{
    wlay_out_style(out, WLAY_STYLE_NAME);
    if (a->variable != NULL) {
        wlay_out_text(out, a->variable->name);
        WLAY_OUT(out, ": ");
    }
    wlay_out_text(out, a->type->name);
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    if (a->variable != NULL) {
        WLAY_OUT(out, " in ");
        wlay_out_text(out, tool_string(wlay_address_space_name(
                               a->variable->address_space)));
    }
    wlay_out_line(out);
}

static void put_bytes(wlay_out *out, const amount *a, const tool_options *o)
{
    WLAY_OUT(out, "    ");
    if (o->has_bytes) {
        put_count(out, o->bytes, " byte: ", " bytes: ");
    } else {
        put_count(out, a->bytes, " byte", " bytes");
        if (a->has_count)
            WLAY_OUT(out, " for ");
    }
    if (a->has_count) {
        put_count(out, a->count, " element", " elements");
        WLAY_OUT(out, " of ");
        put_count(out, a->element, " byte", " bytes");
    }
    if (o->has_bytes) {
        WLAY_OUT(out, " and ");
        put_count(out, a->rest, " byte more", " bytes more");
    }
    wlay_out_line(out);
}

static void put_verdict(wlay_out *out, const wlay_verdict *verdict)
{
    char text[512];

    wlay_verdict_text(verdict, text, sizeof text);
    wlay_out_style(out, verdict->fits ? WLAY_STYLE_PLAIN : WLAY_STYLE_ERROR);
    WLAY_OUT(out, "    ");
    wlay_out_text(out, tool_string(text));
    wlay_out_style(out, WLAY_STYLE_PLAIN);
    wlay_out_line(out);
}

static void put_text(wlay_out *out, const amount *a, const tool_options *o)
{
    put_title(out, a);
    put_bytes(out, a, o);
    if (a->has_dynamic_stride) {
        WLAY_OUT(out, "    ");
        put_count(out, a->dynamic_stride, " byte", " bytes");
        WLAY_OUT(out, " from one to the next with dynamic offsets");
        wlay_out_line(out);
    }
    if (a->has_verdict)
        put_verdict(out, &a->verdict);
}

/* ----------------------------------------------------------------- as JSON */

static void put_limit(wlay_json *j, const wlay_verdict *verdict)
{
    wlay_json_open(j, "{");
    wlay_json_text(j, "name", tool_string(wlay_limit_name(verdict->limit)));
    wlay_json_u64(j, "needed", verdict->needed);
    wlay_json_u64(j, "allowed", verdict->allowed);
    wlay_json_bool(j, "fits", verdict->fits);
    wlay_json_close(j, "}");
}

static void put_json(wlay_json *j, const amount *a, const tool_options *o)
{
    const wlay_variable *const v = a->variable;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    wlay_json_text_if(j, "variable", v != NULL, tool_string(a->name));
    wlay_json_text_if(
        j, "address_space", v != NULL,
        tool_string(v == NULL ? ""
                              : wlay_address_space_name(v->address_space)));
    wlay_json_text(j, "type", a->type->name);
    wlay_json_u64(j, "size", o->has_bytes ? o->bytes : a->bytes);
    wlay_json_u64_if(j, "count", a->has_count, a->count);
    wlay_json_u64_if(j, "stride", a->has_count, a->element);
    wlay_json_u64_if(j, "rest", o->has_bytes, a->rest);
    wlay_json_u64_if(j, "min_binding_size", is_buffer(a),
                     v == NULL ? 0 : v->min_binding_size);
    wlay_json_u64_if(j, "dynamic_stride", a->has_dynamic_stride,
                     a->dynamic_stride);
    if (a->has_verdict) {
        wlay_json_key(j, "limit");
        put_limit(j, &a->verdict);
    } else {
        wlay_json_null(j, "limit");
    }
    wlay_json_close(j, "}");
}

/* ----------------------------------------------------------------- command */

static void write_json(const tool_ask *ask, const amount *amounts,
                       size_t count)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_json json;

    tool_ask_begin_json(ask, &sink, "sizes", &json);
    for (size_t i = 0; i < count; i++)
        put_json(&json, &amounts[i], ask->options);
    tool_ask_end_json(&json);
}

static void write_text(const tool_ask *ask, const amount *amounts,
                       size_t count)
{
    const wlay_sink sink = tool_sink(ask->out);
    wlay_out out;

    wlay_out_init(&out, &sink, tool_has_colours(ask->options, TOOL_STDOUT));
    for (size_t i = 0; i < count; i++)
        put_text(&out, &amounts[i], ask->options);
    wlay_out_finish(&out);
}

/* What has no answer is told of and left out. */
static void answer(tool_ask *ask, amount *amounts)
{
    const tool_options *const o = ask->options;
    size_t count = 0;

    for (size_t i = 0; i < o->operand_count; i++) {
        amount *const a = &amounts[count];

        *a = (amount){.name = o->operands[i]};
        if (find(ask, a) && measure(a, o)) {
            count++;
            continue;
        }
        wlay_type_owner_free(a->owner);
        tool_ask_worsen(ask, TOOL_FAILED);
    }
    if (tool_ask_is_json(ask))
        write_json(ask, amounts, count);
    else
        write_text(ask, amounts, count);
    for (size_t i = 0; i < count; i++)
        wlay_type_owner_free(amounts[i].owner);
}

tool_status tool_size(const tool_options *options, tool_stream *out)
{
    static const char *const also[] = {"count", "bytes", "limit", NULL};
    amount *amounts;
    tool_ask ask;

    if (options->has_count && options->has_bytes) {
        tool_error("--count and --bytes are two questions");
        return TOOL_FAILED;
    }
    amounts = calloc(options->operand_count, sizeof *amounts);
    if (amounts == NULL) {
        tool_error("out of memory");
        return TOOL_FAILED;
    }
    if (tool_ask_start(options, out, also, &ask))
        answer(&ask, amounts);
    free(amounts);
    return tool_ask_end(&ask);
}
