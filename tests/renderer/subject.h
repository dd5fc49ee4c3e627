/* SPDX-License-Identifier: MIT */
/* A buffer that goes to a shader and comes back. */
#ifndef RENDERER_SUBJECT_H
#define RENDERER_SUBJECT_H

#include "device.h"

#include <wlay.h>

typedef struct Counts {
    unsigned long long modules;
    unsigned long long mended;
    unsigned long long buffers;
    unsigned long long scalars_read;
    unsigned long long scalars_written;
    unsigned long long layouts_accepted;
    unsigned long long layouts_refused;
    unsigned long long passed_over;
    unsigned long long failures;
} Counts;

/* To see that a difference is noticed: one bit is made wrong. */
typedef enum Spoil { SPOIL_NOTHING, SPOIL_STORED, SPOIL_WRITTEN } Spoil;

typedef struct Trip {
    Device *device;
    uint32_t features; /* of its WGSL */
    Counts counts;
    Spoil spoil;
    unsigned long long noticed;
    uint64_t random;
    const char *name; /* of the module */
    const char *text;
    bool generated;
} Trip;

/*
 * Tries one type as a buffer of the module trip->text: `variable` of that
 * module, or one that is declared for it where that is NULL.
 *
 * The library fills the buffer, a shader reads it by the names of its members;
 * the shader fills another one, and the library reads that.  Then layouts that
 * lack something are refused.
 */
void subject_try(Trip *trip, const wlay_type *type,
                 const wlay_variable *variable);

/* Counts something that is not tried, and says why; a failure of a generated
   module. */
void subject_pass_over(Trip *trip, const char *why);

#endif
