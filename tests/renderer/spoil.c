/* SPDX-License-Identifier: MIT */
#include "spoil.h"

#include <string.h>

enum { GROUPS_MAX = 4, ENTRIES_MAX = 16 };

typedef struct Copy {
    wlay_bind_groups all;
    wlay_bind_group groups[GROUPS_MAX];
    wlay_binding entries[GROUPS_MAX][ENTRIES_MAX];
} Copy;

static bool copy_groups(Copy *to, const wlay_bind_groups *from)
{
    if (from->group_count > GROUPS_MAX)
        return false;
    memset(to, 0, sizeof *to);
    to->all.group_count = from->group_count;
    to->all.groups = to->groups;
    for (size_t i = 0; i < from->group_count; i++) {
        if (from->groups[i].entry_count > ENTRIES_MAX)
            return false;
        to->groups[i] = from->groups[i];
        to->groups[i].entries = to->entries[i];
        memcpy(to->entries[i], from->groups[i].entries,
               from->groups[i].entry_count * sizeof(wlay_binding));
    }
    return true;
}

typedef bool Fault(Copy *copy, size_t group, size_t entry);

static bool leave_out(Copy *copy, size_t group, size_t entry)
{
    wlay_binding *entries = copy->entries[group];
    const size_t count = --copy->groups[group].entry_count;

    memmove(entries + entry, entries + entry + 1,
            (count - entry) * sizeof *entries);
    return true;
}

static bool hide(Copy *copy, size_t group, size_t entry)
{
    copy->entries[group][entry].visibility = 0;
    return true;
}

/* Without a smallest size WebGPU looks at the buffer, and later. */
static bool make_smaller(Copy *copy, size_t group, size_t entry)
{
    return copy->entries[group][entry].min_binding_size-- > 1;
}

size_t spoil_each(const wlay_bind_groups *groups, SpoilFunction *function,
                  void *user, size_t *out_accepted)
{
    static Fault *const faults[] = {leave_out, hide, make_smaller};
    Copy copy;
    size_t count = 0;

    *out_accepted = 0;
    for (size_t i = 0; i < groups->group_count; i++)
        for (size_t k = 0; k < groups->groups[i].entry_count; k++)
            for (size_t f = 0; f < sizeof faults / sizeof *faults; f++) {
                if (!copy_groups(&copy, groups) || !faults[f](&copy, i, k))
                    continue;
                count++;
                *out_accepted += function(user, &copy.all);
            }
    return count;
}
