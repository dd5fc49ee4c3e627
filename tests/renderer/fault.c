/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdio.h>
#include <string.h>

typedef struct Listing {
    const wlay_variable *variable;
    Fault *faults;
    size_t capacity;
    size_t count;
} Listing;

static bool add_fault(void *user, const wlay_piece *piece)
{
    Listing *listing = user;
    Fault *fault = &listing->faults[listing->count];

    if (listing->count++ >= listing->capacity)
        return true;
    snprintf(fault->variable, sizeof fault->variable, "%s",
             listing->variable->name.data);
    snprintf(fault->path, sizeof fault->path, "%s", piece->path.data);
    fault->offset = piece->offset;
    fault->size = piece->size;
    fault->stride = piece->level_count > 0 ? piece->levels[0].stride : 0;
    return true;
}

/* One buffer may be two variables. */
static bool is_first_of_its_type(const wlay_variable *variables, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (variables[k].type == variables[i].type)
            return false;
    return true;
}

size_t fault_list(const wlay_module *module, Fault *faults, size_t capacity)
{
    wlay_visit_options once = {0};
    Listing listing = {0};
    size_t count;
    const wlay_variable *variables = wlay_variables(module, &count);

    once.fold = true; /* each member, not each element */
    listing.faults = faults;
    listing.capacity = capacity;
    for (size_t i = 0; i < count; i++) {
        listing.variable = &variables[i];
        if (variables[i].min_binding_size > 0 &&
            is_first_of_its_type(variables, i))
            wlay_visit(variables[i].type, &once, add_fault, &listing);
    }
    return listing.count;
}

static void shift(unsigned char *bytes, size_t size, const Fault *fault,
                  uint64_t offset)
{
    if (offset + fault->size + 4 > size)
        return;
    memmove(bytes + offset + 4, bytes + offset, (size_t)fault->size);
    memset(bytes + offset, 0, 4);
}

void fault_apply(const Fault *fault, const char *variable,
                 unsigned char *bytes, size_t size)
{
    uint64_t count = 1;

    if (strcmp(fault->variable, variable) != 0)
        return;
    if (fault->stride > 0)
        count = (size - fault->offset + fault->stride - 1) / fault->stride;
    /* From the last one on, as it may reach into the next. */
    while (count-- > 0)
        shift(bytes, size, fault, fault->offset + count * fault->stride);
}
