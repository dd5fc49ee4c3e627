/* SPDX-License-Identifier: MIT */
/* How alike two names are, to suggest the one that was probably meant. */
#ifndef WLAY_NEAREST_H
#define WLAY_NEAREST_H

#include "base.h"

/* Longer names are neither suggested nor get a suggestion. */
#define WLAY_NEAREST_MAX 64

/* How many bytes have to be added, removed or changed, the case of letters
   aside; SIZE_MAX if the names are too unlike to suggest one for the other. */
size_t wlay_name_distance(wlay_string name, wlay_string candidate);

/* The best of the candidates that were offered; start with the name and
   SIZE_MAX.  `best` is one of the candidates' own texts, or empty. */
typedef struct wlay_nearest {
    wlay_string name;
    size_t distance;
    wlay_string best;
} wlay_nearest;

void wlay_nearest_offer(wlay_nearest *nearest, wlay_string candidate);

#endif /* WLAY_NEAREST_H */
