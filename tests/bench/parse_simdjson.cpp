/* SPDX-License-Identifier: MIT */
#include "parse_json.h"

#include <simdjson.h>

/* What bench_text is; its header is C only. */
struct text {
    const char *data;
    std::size_t length;
};

/* As wlay has to, it makes all of its memory and reads a text that is not
   padded for it. */
uint64_t read_by_simdjson(const void *input)
{
    const text *const json = static_cast<const text *>(input);
    simdjson::dom::parser parser;
    simdjson::dom::array structs;

    if (parser.parse(json->data, json->length)["structs"].get(structs) !=
        simdjson::SUCCESS)
        return 0;
    return structs.size();
}
