/* SPDX-License-Identifier: MIT */
/* Bind groups that lack something: WebGPU has to refuse them. */
#ifndef RENDERER_SPOIL_H
#define RENDERER_SPOIL_H

#include <stdbool.h>
#include <wlay.h>

/* Returns whether a pipeline can be made with them. */
typedef bool SpoilFunction(void *user, const wlay_bind_groups *groups);

/*
 * Gives the same bind groups, each time with one fault: an entry is left out, is
 * seen by no stage, or has a smallest size that is one byte too small.  Returns
 * how many there were; *out_accepted are those with which a pipeline could be
 * made.
 */
size_t spoil_each(const wlay_bind_groups *groups, SpoilFunction *function,
                  void *user, size_t *out_accepted);

#endif
