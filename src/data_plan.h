/* SPDX-License-Identifier: MIT */
/* What is behind the opaque wlay_plan, and how one is made. */
#ifndef WLAY_DATA_PLAN_H
#define WLAY_DATA_PLAN_H

#include "data.h"

/* Stretches of bytes of a record that are copied, or zeroed. */
typedef struct wlay_stretch {
    size_t gpu;  /* offset of the first one */
    size_t host; /* the same; not of what is zeroed */
    size_t size;
    size_t count;
    size_t gpu_step; /* from one to the next */
    size_t host_step;
} wlay_stretch;

/* A field whose numbers cannot be copied as they are. */
typedef struct wlay_conversion {
    size_t gpu;
    size_t host;
    bool is_row; /* of numbers side by side, on both sides */
    wlay_shape shape;
} wlay_conversion;

struct wlay_plan {
    wlay_arena arena; /* holds all of the plan, this struct included */
    size_t gpu_stride;
    size_t host_stride; /* sizeof the C struct */
    size_t block;       /* records whose stretches are moved together */
    bool identical;
    size_t copy_count;
    wlay_stretch *copies;
    size_t zero_count;
    wlay_stretch *zeroes;
    size_t conversion_count;
    wlay_conversion *conversions;
    size_t issue_count;
    size_t issue_capacity;
    wlay_plan_issue *issues;
};

/* A part of the WGSL type: with a field, or to be left alone. */
typedef struct wlay_segment {
    uint64_t offset;
    uint64_t size;
    const wlay_type *type;
    size_t field;     /* its index; SIZE_MAX without one */
    size_t host;      /* offset of the field */
    size_t host_size; /* of the field */
    size_t host_rank; /* how many fields are in front of it on the host */
    wlay_shape shape;
} wlay_segment;

/* A plan that is being made. */
typedef struct wlay_planner {
    wlay_plan *plan;
    wlay_arena scratch;
    const wlay_type *type;
    const wlay_host_field *fields;
    uint32_t flags;
    wlay_segment **segments;
    size_t segment_count;
    size_t segment_capacity;
} wlay_planner;

/* Adds an issue; texts are copied. */
void wlay_plan_complain(wlay_planner *planner, wlay_plan_issue issue);

void wlay_add_segment(wlay_planner *planner, wlay_segment segment);
/* Sorts the segments by their offsets: those on the host, or those in GPU
   memory. */
void wlay_sort_segments(wlay_planner *planner, bool on_host);

/* Finds the parts that no field stands for: they become segments too, and
   issues unless the plan may be partial.  The segments must be sorted, and
   apart. */
void wlay_complete_segments(wlay_planner *planner);

/* Turns sorted segments into copies, conversions and zeroes. */
void wlay_build_plan(wlay_planner *planner);

#endif /* WLAY_DATA_PLAN_H */
