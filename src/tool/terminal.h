/* SPDX-License-Identifier: MIT */
/*
 * What differs from one operating system to the next.
 */
#ifndef WLAY_TOOL_TERMINAL_H
#define WLAY_TOOL_TERMINAL_H

#include <stdbool.h>

/* Makes standard streams carry bytes as they are, and makes a closed pipe an
   error of writing rather than the end of the process. */
void tool_terminal_start(void);

typedef enum tool_output { TOOL_STDOUT = 1, TOOL_STDERR = 2 } tool_output;

/* The output is a terminal that shows colours, and nobody asked for none. */
bool tool_terminal_has_colours(tool_output output);

/* Standard output and standard error meet on one screen. */
bool tool_terminal_is_shared(void);

/* There is something of that name which is no file that could be replaced, such
   as a device. */
bool tool_is_special(const char *path);

/* Gives a file the name of another, which it replaces; false with errno set. */
bool tool_replace(const char *from, const char *to);

#endif /* WLAY_TOOL_TERMINAL_H */
