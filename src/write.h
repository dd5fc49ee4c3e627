/* SPDX-License-Identifier: MIT */
/*
 * Writers: a module in, UTF-8 text out.
 *
 * A writer hands its text to a sink piece by piece.  It allocates nothing, and
 * it stops at the first piece that the sink does not take.
 */
#ifndef WLAY_WRITE_H
#define WLAY_WRITE_H

#include "query.h"

/*
 * Where text goes.  `write` is called with at least one byte; it returns false
 * if it could not take them all and is then not called again by that writer.
 */
typedef struct wlay_sink {
    bool (*write)(void *user_data, const char *data, size_t length);
    void *user_data;
} wlay_sink;

/* How to write.  A zeroed struct, or NULL, gives the defaults. */
typedef struct wlay_write_options {
    /* The name of the module's source.  The listing begins with it unless it is
       empty; the JSON document needs it. */
    wlay_string source_name;
    /* If any, then of the structs only these are written, and of the listing
       nothing else.  A name that no struct has is ignored. */
    size_t struct_count;
    const wlay_string *structs;
    bool colours; /* with the escape codes of ECMA-48; never in documents */
    bool open;    /* pictures show nested structs member by member */
} wlay_write_options;

/* Each of these returns false if the sink failed. */

/*
 * The listing for a person: each struct as WGSL with its numbers and its
 * padding in comments, then the variables, then the overrides.
 */
bool wlay_write_text(const wlay_module *module,
                     const wlay_write_options *options, const wlay_sink *sink);

/*
 * The diagnostics for a person, each with its line of the source and the span
 * underlined.  `sources` are the texts that were parsed, in the same order.
 */
bool wlay_write_diagnostics(const wlay_module *module,
                            const wlay_source *sources, size_t source_count,
                            const wlay_write_options *options,
                            const wlay_sink *sink);

/* The same, of diagnostics that are no module's, such as those of a rewriting. */
bool wlay_write_diagnostic_list(const wlay_diagnostic *diagnostics,
                                size_t count, const wlay_source *sources,
                                size_t source_count,
                                const wlay_write_options *options,
                                const wlay_sink *sink);

/*
 * Pictures of structs in rows of 16 bytes, padding hatched: as text for a
 * terminal, and as an SVG document of its own.
 */
bool wlay_write_map(const wlay_module *module,
                    const wlay_write_options *options, const wlay_sink *sink);
bool wlay_write_svg(const wlay_module *module,
                    const wlay_write_options *options, const wlay_sink *sink);

/*
 * One JSON document for any number of modules: begin, each module with its
 * number from 0, and end with the count of them.
 */
bool wlay_write_json_begin(const wlay_sink *sink);
bool wlay_write_json_module(const wlay_module *module, size_t number,
                            const wlay_write_options *options,
                            const wlay_sink *sink);
bool wlay_write_json_end(size_t count, const wlay_sink *sink);

/* ---------------------------------------------------------- buffered output */

typedef enum wlay_style {
    WLAY_STYLE_PLAIN,
    WLAY_STYLE_NAME,    /* what is declared, and places */
    WLAY_STYLE_FAINT,   /* what only guides the eye */
    WLAY_STYLE_PADDING, /* bytes that hold nothing, and warnings */
    WLAY_STYLE_ERROR,
    WLAY_STYLE_HELP     /* notes and hints */
} wlay_style;

#define WLAY_OUT_SIZE 1024

/* Text on its way to a sink.  Without a sink only `column` is of interest. */
typedef struct wlay_out {
    const wlay_sink *sink;
    bool colours;
    wlay_style style; /* of what is put next */
    bool failed;
    size_t column; /* display columns since the last line break, from 0 */
    size_t used;
    char buffer[WLAY_OUT_SIZE];
} wlay_out;

void wlay_out_init(wlay_out *out, const wlay_sink *sink, bool colours);
/* Hands over what is left; false if the sink ever failed. */
bool wlay_out_finish(wlay_out *out);

/* Bytes as they are; columns are not counted. */
void wlay_out_raw(wlay_out *out, wlay_string bytes);
/* Text without line breaks.  Bytes that are not UTF-8 and characters that would
   not show, or would steer the terminal, become U+FFFD. */
void wlay_out_text(wlay_out *out, wlay_string text);
void wlay_out_u64(wlay_out *out, uint64_t value);
void wlay_out_repeat(wlay_out *out, char c, size_t count);
/* Spaces up to that column; none if it is reached already. */
void wlay_out_to_column(wlay_out *out, size_t column);
void wlay_out_line(wlay_out *out);
/* Does nothing where colours are not wanted. */
void wlay_out_style(wlay_out *out, wlay_style style);

#define WLAY_OUT(out, literal) wlay_out_text((out), WLAY_TEXT(literal))

/* A character as a terminal shows it. */
typedef struct wlay_glyph {
    size_t length;  /* in bytes of the text */
    size_t columns; /* 0 for a combining mark, 2 for a wide character */
    bool shown;     /* as itself, else as U+FFFD */
} wlay_glyph;

wlay_glyph wlay_glyph_at(wlay_string text, size_t at);

/* ------------------------------------------------ what all writers agree on */

/* True if the options ask for that struct. */
bool wlay_is_selected(const wlay_write_options *options,
                      const wlay_struct *structure);
/* The stride of an array or matrix, or of the runtime-sized array in which a
   struct ends; 0 if there is none. */
uint64_t wlay_stride_of(const wlay_type *type);
/* The size of a type is known, and it has one. */
bool wlay_has_size(const wlay_type *type);

#endif /* WLAY_WRITE_H */
