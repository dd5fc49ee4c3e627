// SPDX-License-Identifier: MIT
// Where is the color of a light?
#include <wlay.h>

#include <cstring>
#include <iostream>
#include <memory>

struct free_module {
    void operator()(wlay_module *module) const { wlay_module_free(module); }
};

int main()
{
    const char *text = "struct Light { position: vec3f, color: vec3f }";
    wlay_options options = {};
    wlay_module *parsed = nullptr;
    const wlay_result result =
        wlay_parse(text, std::strlen(text), &options, &parsed);
    const std::unique_ptr<wlay_module, free_module> module(parsed);

    if (result != WLAY_OK)
        return 1;
    const wlay_struct *light =
        wlay_find_struct(module.get(), "Light", WLAY_STRLEN);
    if (light == nullptr || light->member_count != 2)
        return 1;
    std::cout << "color is at " << light->members[1].offset << "\n";
    return light->members[1].offset == 16 && light->size == 32 ? 0 : 1;
}
