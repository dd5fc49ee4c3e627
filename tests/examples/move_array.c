/* SPDX-License-Identifier: MIT */
/* An array of C structs to GPU memory, and back: planned once, moved each
   frame. */
#include <stdio.h>
#include <wlay.h>

typedef struct Particle {
    float position[3];
    float velocity[3];
    uint32_t flags;
} Particle;

static const wlay_host_field fields[] = {
    WLAY_FIELD(Particle, position, "position", WLAY_HOST_F32),
    WLAY_FIELD(Particle, velocity, "velocity", WLAY_HOST_F32),
    WLAY_FIELD(Particle, flags, "flags", WLAY_HOST_U32),
};

int main(void)
{
    static const char wgsl[] =
        "struct Particle { position: vec3f, velocity: vec3f, flags: u32 }\n"
        "@group(0) @binding(0) var<storage> particles: array<Particle>;\n";
    static Particle particles[1000];
    static unsigned char buffer[1000 * 32]; /* or a mapped buffer */
    wlay_module *module;
    wlay_plan *plan;
    const wlay_plan_issue *issues;
    size_t count;

    if (wlay_parse(wgsl, WLAY_STRLEN, NULL, &module) != WLAY_OK)
        return 1;
    wlay_plan_make(wlay_find_struct(module, "Particle", WLAY_STRLEN)->type,
                   sizeof(Particle), fields, 3, NULL, &plan);
    if (plan == NULL)
        return 1;
    issues = wlay_plan_issues(plan, &count);
    for (size_t i = 0; i < count; i++)
        printf("%s: %s\n", issues[i].path.data, issues[i].reason.data);
    printf("%u copies for each particle of %u bytes\n",
           (unsigned)wlay_plan_describe(plan).copies,
           (unsigned)wlay_plan_describe(plan).stride);

    particles[999].flags = 7;
    if (wlay_plan_store(plan, buffer, sizeof buffer, 0, particles, 1000) !=
        WLAY_OK)
        return 1;
    printf("the last one has the flags %u\n", (unsigned)buffer[999 * 32 + 28]);
    wlay_plan_load(plan, buffer, sizeof buffer, 0, particles, 1000);
    wlay_plan_free(plan);
    wlay_module_free(module);
    return 0;
}
