/* SPDX-License-Identifier: MIT */
#include "target.h"

#include "file.h"
#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool fail(const char *path)
{
    tool_error("%s: %s", path,
               errno != 0 ? strerror(errno) : "cannot be written");
    return false;
}

static char *temporary_name(const char *path)
{
    static const char ending[] = ".wlay-part";
    const size_t length = strlen(path);
    char *name = malloc(length + sizeof ending);

    if (name == NULL)
        return NULL;
    memcpy(name, path, length);
    memcpy(name + length, ending, sizeof ending);
    return name;
}

bool tool_target_open(const char *path, tool_target *out_target)
{
    const bool standard = path == NULL || tool_is_stdin(path);

    *out_target = (tool_target){.path = standard ? NULL : path,
                                .stream = {stdout, 0}};
    if (standard)
        return true;
    if (!tool_is_special(path)) {
        out_target->temporary = temporary_name(path);
        if (out_target->temporary == NULL) {
            tool_error("out of memory");
            return false;
        }
        path = out_target->temporary;
    }
    errno = 0;
    out_target->stream.file = fopen(path, "wb");
    if (out_target->stream.file != NULL)
        return true;
    free(out_target->temporary);
    return fail(out_target->path);
}

bool tool_target_close(tool_target *target, tool_status status)
{
    bool keep = status == TOOL_OK;
    bool done;

    if (target->path == NULL)
        return tool_close(&target->stream, "standard output");
    if (status == TOOL_INVALID_WGSL && target->temporary != NULL)
        keep = ftell(target->stream.file) > 0;
    done = tool_close(&target->stream, target->path);
    if (target->temporary == NULL)
        return done;
    errno = 0;
    if (done && keep && !tool_replace(target->temporary, target->path))
        done = fail(target->path);
    if (!done || !keep)
        remove(target->temporary);
    free(target->temporary);
    return done;
}
