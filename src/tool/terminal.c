/* SPDX-License-Identifier: MIT */
#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 4
#endif

void tool_terminal_start(void)
{
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
}

static bool is_terminal(tool_output output)
{
    return _isatty((int)output) != 0;
}

static bool shows_colours(tool_output output)
{
    HANDLE handle = GetStdHandle(output == TOOL_STDOUT ? STD_OUTPUT_HANDLE
                                                       : STD_ERROR_HANDLE);
    DWORD mode;

    return is_terminal(output) && GetConsoleMode(handle, &mode) != 0 &&
           SetConsoleMode(handle,
                          mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

bool tool_is_special(const char *path)
{
    const DWORD attributes = GetFileAttributesA(path);

    return attributes != INVALID_FILE_ATTRIBUTES &&
           (attributes & (FILE_ATTRIBUTE_DIRECTORY | FILE_ATTRIBUTE_DEVICE)) !=
               0;
}

/* rename() there does not replace. */
bool tool_replace(const char *from, const char *to)
{
    remove(to);
    return rename(from, to) == 0;
}

#else

bool tool_is_special(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

bool tool_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

void tool_terminal_start(void)
{
    signal(SIGPIPE, SIG_IGN);
}

static bool is_terminal(tool_output output)
{
    return isatty((int)output) != 0;
}

static bool shows_colours(tool_output output)
{
    const char *terminal = getenv("TERM");

    return is_terminal(output) && terminal != NULL &&
           strcmp(terminal, "dumb") != 0;
}

#endif

/* By the convention of no-color.org an empty value counts as unset. */
static bool colours_are_unwanted(void)
{
    const char *value = getenv("NO_COLOR");

    return value != NULL && value[0] != '\0';
}

bool tool_terminal_has_colours(tool_output output)
{
    return !colours_are_unwanted() && shows_colours(output);
}

bool tool_terminal_is_shared(void)
{
    return is_terminal(TOOL_STDOUT) && is_terminal(TOOL_STDERR);
}
