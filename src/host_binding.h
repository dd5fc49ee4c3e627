/* SPDX-License-Identifier: MIT */
/* Variables as entries of bind group layouts. */
#ifndef WLAY_HOST_BINDING_H
#define WLAY_HOST_BINDING_H

#include "base.h"

/* A variable with a binding; no stage sees it yet.  `unfiltered` is as in
   wlay_bind_groups_options. */
wlay_binding wlay_binding_of(const wlay_variable *variable, bool unfiltered);

/* May one layout stand for both?  Sizes do not count. */
bool wlay_bindings_agree(const wlay_binding *a, const wlay_binding *b);

/* A shader may write it. */
bool wlay_is_written(const wlay_binding *binding);

#endif /* WLAY_HOST_BINDING_H */
