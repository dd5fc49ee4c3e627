/* SPDX-License-Identifier: MIT */
/* The values in GPU memory as JSON. */
#include "write_dump.h"

/* A column of a matrix or a vector: on one line. */
static void put_row(wlay_json *j, const wlay_datum *datum, uint32_t first,
                    uint32_t count)
{
    wlay_out_raw(&j->out, WLAY_TEXT("["));
    wlay_write_dump_scalars(&j->out, datum, first, count, true);
    wlay_out_raw(&j->out, WLAY_TEXT("]"));
}

static void put_value(wlay_json *j, const wlay_datum *datum)
{
    const wlay_type *const type = datum->piece.type;

    if (type->kind == WLAY_TYPE_VECTOR) {
        put_row(j, datum, 0, datum->count);
        return;
    }
    if (type->kind != WLAY_TYPE_MATRIX) {
        wlay_write_dump_scalars(&j->out, datum, 0, 1, true);
        return;
    }
    wlay_out_raw(&j->out, WLAY_TEXT("["));
    for (uint32_t i = 0; i < type->columns; i++) {
        wlay_out_raw(&j->out, i > 0 ? WLAY_TEXT(", ") : WLAY_TEXT(""));
        put_row(j, datum, i * type->rows, type->rows);
    }
    wlay_out_raw(&j->out, WLAY_TEXT("]"));
}

static void put_path(wlay_json *j, const wlay_piece *piece)
{
    wlay_json_text_if(j, "path", piece->path.length == piece->path_length,
                      piece->path);
}

static bool put_leaf(void *user_data, const wlay_datum *datum)
{
    wlay_json *const j = user_data;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    put_path(j, &datum->piece);
    wlay_json_text(j, "type", datum->piece.type->name);
    wlay_json_u64(j, "offset", datum->piece.offset);
    wlay_json_u64(j, "size", datum->piece.size);
    wlay_json_key(j, "value");
    put_value(j, datum);
    wlay_json_close(j, "}");
    return !j->out.failed;
}

static bool put_gap(void *user_data, const wlay_datum *datum)
{
    wlay_json *const j = user_data;

    wlay_json_item(j);
    wlay_json_open(j, "{");
    put_path(j, &datum->piece);
    wlay_json_text(j, "cause", wlay_text(wlay_gap_name(datum->piece.gap)));
    wlay_json_u64(j, "offset", datum->piece.offset);
    wlay_json_u64(j, "size", datum->piece.size);
    wlay_json_bool(j, "zero", datum->is_zero);
    wlay_json_close(j, "}");
    return !j->out.failed;
}

static wlay_result put_list(wlay_json *j, const wlay_write_dump *dump,
                            bool gaps)
{
    wlay_result result;

    wlay_json_key(j, gaps ? "padding" : "values");
    wlay_json_open(j, "[");
    result =
        wlay_write_dump_each(dump, !gaps, gaps, gaps ? put_gap : put_leaf, j);
    wlay_json_close(j, "]");
    return result;
}

static bool nothing(void *user_data, const wlay_datum *datum)
{
    (void)user_data;
    (void)datum;
    return false;
}

wlay_result wlay_write_dump_json(const wlay_write_dump *dump, wlay_json *json)
{
    wlay_result result =
        wlay_write_dump_each(dump, true, true, nothing, NULL);
    uint64_t count, size;

    if (result != WLAY_OK)
        return result;
    size = wlay_write_dump_size(dump, &count);
    wlay_json_open(json, "{");
    wlay_json_text(json, "path", dump->path);
    wlay_json_text(json, "type", dump->place.type->name);
    wlay_json_u64(json, "offset", dump->place.offset);
    wlay_json_u64(json, "size", size);
    wlay_json_u64_if(json, "element_count", count > 0, count);
    wlay_json_u64(json, "bytes_behind",
                  dump->size - dump->place.offset - size);
    put_list(json, dump, false);
    if (dump->padding)
        put_list(json, dump, true);
    else
        wlay_json_null(json, "padding");
    wlay_json_close(json, "}");
    return json->out.failed ? WLAY_WRITE_FAILED : WLAY_OK;
}
