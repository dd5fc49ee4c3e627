/* SPDX-License-Identifier: MIT */
#include "bench.h"

#include "parse_json.h"

#include <cjson/cJSON.h>

uint64_t read_by_cjson(const void *input)
{
    const bench_text *const text = input;
    cJSON *const root = cJSON_ParseWithLength(text->data, text->length);
    const cJSON *const structs = cJSON_GetObjectItem(root, "structs");
    const int count = cJSON_GetArraySize(structs);

    cJSON_Delete(root);
    return (uint64_t)count;
}
