/* SPDX-License-Identifier: MIT */
/*
 * WGSL that goes through every scalar of a variable, by name and in the order
 * of values.h.  It is put behind a module's own text.
 */
#ifndef RENDERER_PROBE_H
#define RENDERER_PROBE_H

#include "text.h"

#include <wlay.h>

#define PROBE_ENTRY_POINT "wlay_round_trip"

/* What the entry point uses, in group 0. */
enum {
    PROBE_OUT = 900, /* gets the bits that it has read, in a u32 each */
    PROBE_IN = 901,  /* has the bits that it shall write */
    PROBE_WRITTEN = 902, /* of the same type: gets those values */
    PROBE_READ = 903 /* stands in for a variable where there is only a type */
};

/* The variables that probe_write() declares. */
#define PROBE_WRITTEN_NAME "wlay_written"
#define PROBE_READ_NAME "wlay_read"

/*
 * Adds an entry point that first puts the length of the runtime-sized array, if
 * there is one, and all scalars of `variable`, a variable of the module, into
 * one buffer, and then fills a buffer of the same type from another one.  NULL
 * stands for one that is declared here.
 */
void probe_write(Text *text, const wlay_type *type,
                 const wlay_variable *variable);

#endif
