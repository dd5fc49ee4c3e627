/* SPDX-License-Identifier: MIT */
/* Stable hashes of layouts and of text. */
#ifndef WLAY_HASH_H
#define WLAY_HASH_H

#include "base.h"

/* FNV-1a, begun with WLAY_HASH_START and mixed at the end. */
#define WLAY_HASH_START UINT64_C(0xcbf29ce484222325)
uint64_t wlay_hash_text(uint64_t hash, wlay_string text);
uint64_t wlay_hash_u64(uint64_t hash, uint64_t value);
/* Spreads what differs over all bits. */
uint64_t wlay_hash_mix(uint64_t hash);

#endif /* WLAY_HASH_H */
