/* SPDX-License-Identifier: MIT */
#include "probe.h"

#include "values.h"

#include <stdio.h>
#include <string.h>

static const char frame[] =
    "\n@group(0) @binding(%d) var<storage, read_write> wlay_out: array<u32>;\n"
    "@group(0) @binding(%d) var<storage> wlay_in: array<u32>;\n"
    "@group(0) @binding(%d)\n"
    "var<storage, read_write> " PROBE_WRITTEN_NAME ": %s;\n"
    "var<private> wlay_at: u32;\n"
    "fn wlay_put(bits: u32) {\n"
    "    wlay_out[wlay_at] = bits;\n"
    "    wlay_at++;\n"
    "}\n"
    "fn wlay_get() -> u32 {\n"
    "    wlay_at++;\n"
    "    return wlay_in[wlay_at - 1u];\n"
    "}\n";

/* A scalar to its bits, and back. */
typedef struct Cast {
    wlay_scalar scalar;
    const char *put; /* %s is an expression */
    const char *get; /* %s is where to */
} Cast;

static const Cast casts[] = {
    {WLAY_SCALAR_U32, "wlay_put(%s);\n", "%s = wlay_get();\n"},
    {WLAY_SCALAR_I32, "wlay_put(bitcast<u32>(%s));\n",
     "%s = bitcast<i32>(wlay_get());\n"},
    {WLAY_SCALAR_F32, "wlay_put(bitcast<u32>(%s));\n",
     "%s = bitcast<f32>(wlay_get());\n"},
    {WLAY_SCALAR_F16, "wlay_put(bitcast<u32>(vec2<f16>(%s, 0h)));\n",
     "%s = bitcast<vec2<f16>>(wlay_get()).x;\n"},
};

static const Cast atomic_casts[] = {
    {WLAY_SCALAR_U32, "wlay_put(atomicLoad(&%s));\n",
     "atomicStore(&%s, wlay_get());\n"},
    {WLAY_SCALAR_I32, "wlay_put(bitcast<u32>(atomicLoad(&%s)));\n",
     "atomicStore(&%s, bitcast<i32>(wlay_get()));\n"},
};

/* An expression is as long as a path. */
enum { EXPRESSION_MAX = 4096 };

typedef struct Probe {
    Text *text;
    bool writing;
    char expression[EXPRESSION_MAX];
} Probe;

static void indent(const Probe *probe, unsigned depth)
{
    text_add(probe->text, "%*s", (int)(4 * (depth + 1)), "");
}

static void add_scalar(const Probe *probe, const wlay_type *type,
                       unsigned depth)
{
    const bool atomic = type->kind == WLAY_TYPE_ATOMIC;
    const Cast *table = atomic ? atomic_casts : casts;
    const char *way;
    const char *hole;

    while (table->scalar != type->scalar)
        table++;
    way = probe->writing ? table->get : table->put;
    hole = strstr(way, "%s");
    indent(probe, depth);
    text_add(probe->text, "%.*s%s%s", (int)(hole - way), way,
             probe->expression, hole + 2);
}

static void add_part(Probe *probe, const wlay_type *type, size_t length,
                     unsigned depth);

static void add_loop(Probe *probe, const wlay_type *type, size_t length,
                     unsigned depth)
{
    indent(probe, depth);
    text_add(probe->text, "for (var wlay_%u = 0u; wlay_%u < ", depth, depth);
    if (type->element_count == 0)
        text_add(probe->text, "arrayLength(&%s)", probe->expression);
    else
        text_add(probe->text, "%lluu",
                 (unsigned long long)type->element_count);
    text_add(probe->text, "; wlay_%u++) {\n", depth);
    length += (size_t)snprintf(probe->expression + length,
                               EXPRESSION_MAX - length, "[wlay_%u]", depth);
    add_part(probe, type->element, length, depth + 1);
    indent(probe, depth);
    text_add(probe->text, "}\n");
}

static void add_components(Probe *probe, const wlay_type *type, size_t length,
                           unsigned depth)
{
    const uint32_t columns = type->columns > 0 ? type->columns : 1;

    for (uint32_t column = 0; column < columns; column++)
        for (uint32_t row = 0; row < type->rows; row++) {
            char *end = probe->expression + length;
            const size_t room = EXPRESSION_MAX - length;

            if (type->kind == WLAY_TYPE_MATRIX)
                snprintf(end, room, "[%u].%c", column, "xyzw"[row]);
            else
                snprintf(end, room, ".%c", "xyzw"[row]);
            add_scalar(probe, type, depth);
        }
}

static void add_part(Probe *probe, const wlay_type *type, size_t length,
                     unsigned depth)
{
    if (type->kind == WLAY_TYPE_STRUCT) {
        for (size_t i = 0; i < type->structure->member_count; i++) {
            const wlay_member *member = &type->structure->members[i];
            const int more = snprintf(probe->expression + length,
                                      EXPRESSION_MAX - length, ".%s",
                                      member->name.data);

            add_part(probe, member->type, length + (size_t)more, depth);
        }
        return;
    }
    probe->expression[length] = '\0';
    if (type->kind == WLAY_TYPE_ARRAY)
        add_loop(probe, type, length, depth);
    else if (type->rows > 0)
        add_components(probe, type, length, depth);
    else
        add_scalar(probe, type, depth);
}

static void add_all(Text *text, const wlay_type *type, const char *root,
                    bool writing)
{
    Probe probe;
    const int length = snprintf(probe.expression, EXPRESSION_MAX, "%s", root);

    probe.text = text;
    probe.writing = writing;
    add_part(&probe, type, (size_t)length, 0);
}

static void add_length(Text *text, const wlay_type *type, const char *root)
{
    const wlay_type *tail = values_tail(type);
    const wlay_struct *s = type->structure;

    if (tail == type)
        text_add(text, "    wlay_put(arrayLength(&%s));\n", root);
    else if (tail != NULL)
        text_add(text, "    wlay_put(arrayLength(&%s.%s));\n", root,
                 s->members[s->member_count - 1].name.data);
}

void probe_write(Text *text, const wlay_type *type,
                 const wlay_variable *variable)
{
    const char *root =
        variable != NULL ? variable->name.data : PROBE_READ_NAME;

    text_add(text, frame, PROBE_OUT, PROBE_IN, PROBE_WRITTEN, type->name.data);
    if (variable == NULL)
        text_add(text,
                 "@group(0) @binding(%d)\n"
                 "var<storage, read_write> " PROBE_READ_NAME ": %s;\n",
                 PROBE_READ, type->name.data);
    text_add(text, "@compute @workgroup_size(1)\n"
                   "fn " PROBE_ENTRY_POINT "() {\n");
    add_length(text, type, root);
    add_all(text, type, root, false);
    text_add(text, "    wlay_at = 0u;\n");
    add_all(text, type, PROBE_WRITTEN_NAME, true);
    text_add(text, "}\n");
}
