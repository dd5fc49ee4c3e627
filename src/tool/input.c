/* SPDX-License-Identifier: MIT */
#include "input.h"

#include "tool.h"

#include <stdlib.h>
#include <string.h>

static char *append(char *end, const char *text)
{
    const size_t length = strlen(text);

    memcpy(end, text, length + 1);
    return end + length;
}

static char *join_names(const tool_input *input)
{
    static const char between[] = " + ";
    size_t size = 1;
    char *name;
    char *end;

    for (size_t i = 0; i < input->count; i++)
        size += strlen(tool_file_name(input->paths[i])) + strlen(between);
    name = malloc(size);
    end = name;
    for (size_t i = 0; name != NULL && i < input->count; i++) {
        end = append(end, i > 0 ? between : "");
        end = append(end, tool_file_name(input->paths[i]));
    }
    return name;
}

static bool allocate(tool_input *input)
{
    input->texts = calloc(input->count, sizeof *input->texts);
    input->sources = calloc(input->count, sizeof *input->sources);
    input->name = join_names(input);
    if (input->texts != NULL && input->sources != NULL && input->name != NULL)
        return true;
    tool_error("out of memory");
    return false;
}

bool tool_input_read(const char *const *paths, size_t count,
                     tool_input *out_input)
{
    bool done = true;

    *out_input = (tool_input){.paths = paths, .count = count};
    if (!allocate(out_input))
        return false;
    /* Go on after a failure, so that each file that cannot be read is named. */
    for (size_t i = 0; i < count; i++) {
        tool_text *text = &out_input->texts[i];

        done = tool_read(paths[i], text) && done;
        out_input->sources[i].name = tool_string(tool_file_name(paths[i]));
        out_input->sources[i].text = (wlay_string){text->data, text->length};
    }
    return done;
}

void tool_input_free(tool_input *input)
{
    for (size_t i = 0; input->texts != NULL && i < input->count; i++)
        tool_text_free(&input->texts[i]);
    free(input->texts);
    free(input->sources);
    free(input->name);
}
