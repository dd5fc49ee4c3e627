/* SPDX-License-Identifier: MIT */
/* Writers of the values in GPU memory. */
#ifndef WLAY_WRITE_DUMP_H
#define WLAY_WRITE_DUMP_H

#include "write_json.h"

/* What to write, and how. */
typedef struct wlay_write_dump {
    const void *bytes;
    size_t size;
    wlay_view place;
    wlay_string path;    /* to the place, which is what all paths begin with */
    uint64_t tail_count; /* as for wlay_dump() */
    bool padding;        /* write it too */
    bool colours;        /* never in JSON */
} wlay_write_dump;

/* Paths up to this long are written; others as their length. */
#define WLAY_DUMP_PATH_SIZE 4096

/*
 * A line for each value, with its offset and size.  WLAY_OK; WLAY_WRITE_FAILED;
 * or the error of wlay_dump(), and then nothing was written.
 */
wlay_result wlay_write_dump_text(const wlay_write_dump *dump,
                                 const wlay_sink *sink);

/* The same as an item of an array, or a value of a key, of JSON. */
wlay_result wlay_write_dump_json(const wlay_write_dump *dump, wlay_json *json);

/* Of both: all that wlay_dump() finds, padding if `gaps`, values if `leaves`.
   */
wlay_result wlay_write_dump_each(const wlay_write_dump *dump, bool leaves,
                                 bool gaps, wlay_dump_function *function,
                                 void *user_data);
/* The bytes of the place that are read, and how many elements of a
   runtime-sized array that are; 0 if it has none. */
uint64_t wlay_write_dump_size(const wlay_write_dump *dump,
                              uint64_t *out_count);
void wlay_write_dump_path(wlay_out *out, const wlay_piece *piece);
/* The scalars from `first` on, with a comma between; strings for what JSON has
   no number for, if `json`. */
void wlay_write_dump_scalars(wlay_out *out, const wlay_datum *datum,
                             uint32_t first, uint32_t count, bool json);

#endif /* WLAY_WRITE_DUMP_H */
