/* SPDX-License-Identifier: MIT */
/* The layout of structs.  [Structure Types], [Structure Member Layout] */
#include "resolve.h"

#define MEMBERS_MAX 16383

/* -------------------------------------------------------- members: the rules */

static void check_duplicate(wlay_resolver *resolver, const wlay_decl *decl,
                            const wlay_field *field)
{
    wlay_symbol *const symbol = field->symbol;
    wlay_entry *entry;

    if (symbol->field_owner != decl->serial) {
        symbol->field_owner = decl->serial;
        symbol->field = field;
        return;
    }
    entry = wlay_report(
        resolver->diag, WLAY_RULE_MEMBER_DUPLICATE,
        wlay_resolver_span(resolver, field->offset, field->length),
        F("'%' is the name of two members of '%'"), S(wlay_symbol_text(symbol)),
        S(wlay_symbol_text(decl->symbol)));
    wlay_note_at(resolver->diag, entry,
                 wlay_resolver_span(resolver, symbol->field->offset,
                                    symbol->field->length),
                 F("the first one is here"));
}

static WLAY_NOINLINE bool refuse_member_type(wlay_resolver *resolver,
                                             const wlay_field *field,
                                             const wlay_type *type)
{
    const wlay_span span = wlay_expr_span(resolver, field->type);

    if (type->kind > WLAY_TYPE_STRUCT)
        wlay_report(resolver->diag, WLAY_RULE_MEMBER_TYPE, span,
                    F("'%' cannot be the type of a member; a scalar, vector, "
                      "matrix, atomic, array or struct can"),
                    S(type->name));
    else if (type->flags & WLAY_TYPE_OVERRIDE_SIZED)
        wlay_report(resolver->diag, WLAY_RULE_OVERRIDE_SIZED, span,
                    F("'%' is sized by an override: it can only be the type of "
                      "a 'var<workgroup>', not of a member"),
                    S(type->name));
    else if (type->kind == WLAY_TYPE_STRUCT)
        wlay_report(resolver->diag, WLAY_RULE_RUNTIME_SIZED, span,
                    F("'%' ends in a runtime-sized array and cannot be the type "
                      "of a member"),
                    S(type->name));
    else
        wlay_report(resolver->diag, WLAY_RULE_RUNTIME_SIZED, span,
                    F("'%' is runtime-sized, which only the last member may be, "
                      "and '%' is not the last"),
                    S(type->name), S(wlay_symbol_text(field->symbol)));
    return false;
}

static inline bool check_member_type(wlay_resolver *resolver,
                                     const wlay_field *field,
                                     const wlay_type *type)
{
    const bool runtime_tail = type->kind == WLAY_TYPE_ARRAY &&
                              field->next == NULL &&
                              !(type->flags & WLAY_TYPE_OVERRIDE_SIZED);

    if (type->kind <= WLAY_TYPE_STRUCT &&
        (!(type->flags & (WLAY_TYPE_OVERRIDE_SIZED | WLAY_TYPE_RUNTIME_SIZED)) ||
         runtime_tail))
        return true;
    return refuse_member_type(resolver, field, type);
}

/* [align] */
static bool resolve_align(wlay_resolver *resolver,
                          const wlay_attribute *attribute,
                          const wlay_type *type, uint32_t *align)
{
    const wlay_span span = wlay_expr_span(resolver, attribute->first);
    wlay_entry *entry;
    int64_t value;

    if (!wlay_attribute_integer(resolver, attribute, &value))
        return false;
    if (value <= 0 || !wlay_is_power_of_two((uint64_t)value)) {
        wlay_report(resolver->diag, WLAY_RULE_ALIGN, span,
                    F("'@align' must be a positive power of two, it is %"),
                    I(value));
        return false;
    }
    *align = (uint32_t)value;
    /* Both are powers of two: a multiple is what is at least as large. */
    if (*align >= type->align)
        return true;
    entry = wlay_report(
        resolver->diag, WLAY_RULE_ALIGN, span,
        F("'@align' must be a multiple of %, the alignment of '%', it is %"),
        U(type->align), S(type->name), I(value));
    wlay_hint(resolver->diag, entry, F("write @align(%), or leave it out"),
              U(type->align));
    return true; /* an error, but what it would do is clear */
}

/* [size] */
static bool resolve_size(wlay_resolver *resolver,
                         const wlay_attribute *attribute,
                         const wlay_type *type, uint64_t *size)
{
    const wlay_span span = wlay_expr_span(resolver, attribute->first);
    wlay_entry *entry;
    int64_t value;

    if (!(type->flags & WLAY_TYPE_CREATION_FIXED)) {
        wlay_report(resolver->diag, WLAY_RULE_SIZE,
                    wlay_attribute_span(resolver, attribute),
                    F("'@size' cannot be applied to '%', whose size is not "
                      "fixed"),
                    S(type->name));
        return false;
    }
    if (!wlay_attribute_integer(resolver, attribute, &value))
        return false;
    if (value > 0 && (uint64_t)value >= type->size) {
        *size = (uint64_t)value;
        return true;
    }
    entry = wlay_report(
        resolver->diag, WLAY_RULE_SIZE, span,
        F("'@size' must be at least %, the size of '%', it is %"),
        U(type->size), S(type->name), I(value));
    wlay_hint(resolver->diag, entry, F("write @size(%), or leave it out"),
              U(type->size));
    return false;
}

/* ------------------------------------------------------------------- layout */

/* A struct that is being laid out. */
typedef struct layout {
    wlay_resolver *resolver;
    wlay_decl *decl;
    wlay_struct *structure;
    wlay_type_node *node;
    wlay_member *members;
    uint64_t end;  /* of the members so far */
    uint32_t align;
    uint32_t flags; /* what holds of all members, and of any */
    uint32_t depth; /* NestDepth */
} layout;

#define OF_ALL (WLAY_TYPE_HOST_SHAREABLE | WLAY_TYPE_CONSTRUCTIBLE | \
                WLAY_TYPE_CREATION_FIXED)

static bool report_size(layout *l)
{
    wlay_report(l->resolver->diag, WLAY_RULE_TYPE_SIZE,
                wlay_span_of(l->decl, l->decl->offset, l->decl->length),
                F("'%' is larger than the % bytes that a type may have"),
                S(wlay_symbol_text(l->decl->symbol)), U(WLAY_SIZE_MAX));
    return false;
}

/* Checks the attributes of a member that do not change its place. */
static void check_attributes(layout *l, wlay_field *field, wlay_member *member,
                             const wlay_type *type)
{
    wlay_check_attributes(l->resolver, field->attributes, WLAY_ON_MEMBER,
                          "a member of a struct");
    field->io = wlay_read_io(l->resolver, field->attributes, type,
                             wlay_resolver_span(l->resolver, field->offset,
                                                field->length));
    if (field->io == NULL)
        return;
    member->flags |= WLAY_MEMBER_HAS_IO;
    l->flags |= WLAY_TYPE_STAGE_IO;
    l->decl->has_io = true;
}

/* Places a member whose type, size and align are known. */
static bool place_member(layout *l, wlay_member *member)
{
    const uint64_t before = l->end;
    const uint32_t kept = l->flags & member->type->flags & OF_ALL;
    const uint32_t depth = wlay_node(member->type)->depth;

    if (!wlay_round_up(member->align, l->end, &member->offset) ||
        !wlay_add(member->offset, member->size, &l->end) ||
        l->end > WLAY_SIZE_MAX)
        return report_size(l);
    member->padding_before = (uint32_t)(member->offset - before);
    member->padding_after = (uint32_t)(member->size - member->type->size);
    l->structure->data += wlay_data_size(member->type);
    l->node->least_stride = wlay_least_stride(
        l->node->least_stride, wlay_node(member->type)->least_stride);
    l->structure->padding += member->padding_before;
    l->structure->padding += member->padding_after;
    if (member->align > l->align)
        l->align = member->align;
    if (depth >= l->depth)
        l->depth = depth + 1;
    l->flags = (l->flags & ~(uint32_t)OF_ALL) | kept |
               (member->type->flags &
                (WLAY_TYPE_RUNTIME_SIZED | WLAY_TYPE_HAS_ATOMIC |
                 WLAY_TYPE_HAS_ARRAY));
    return true;
}

/* What is written before a member, whose type is NULL if it could not be
   resolved; false if the member cannot be placed. */
static bool resolve_attributes(layout *l, wlay_field *field,
                               wlay_member *member, const wlay_type *type)
{
    const wlay_attribute *const align =
        wlay_find_attribute(field->attributes, WLAY_ID_align);
    const wlay_attribute *const size =
        wlay_find_attribute(field->attributes, WLAY_ID_size);
    bool ok = true;

    check_attributes(l, field, member, type);
    if (type == NULL || !check_member_type(l->resolver, field, type))
        return false;
    if (align != NULL) {
        member->flags |= WLAY_MEMBER_HAS_ALIGN;
        ok &= resolve_align(l->resolver, align, type, &member->align);
    }
    if (size != NULL) {
        member->flags |= WLAY_MEMBER_HAS_SIZE;
        ok &= resolve_size(l->resolver, size, type, &member->size);
    }
    return ok;
}

/* Resolves what is written of one member; false if it cannot be placed. */
static bool resolve_member(layout *l, wlay_field *field,
                           wlay_member *member)
{
    wlay_resolver *const resolver = l->resolver;
    const wlay_type *type;

    check_duplicate(resolver, l->decl, field);
    type = field->type == NULL ? NULL
                               : wlay_resolve_type(resolver, field->type);
    member->name = wlay_symbol_text(field->symbol);
    member->span =
        wlay_resolver_span(resolver, field->offset, field->length);
    if (type != NULL) {
        member->type = type;
        member->align = type->align;
        member->size = type->size;
    }
    if (field->attributes != NULL)
        return resolve_attributes(l, field, member, type);
    return type != NULL && check_member_type(resolver, field, type);
}

static bool lay_out_members(layout *l)
{
    wlay_field *field = l->decl->fields;
    bool ok = true;

    for (size_t i = 0; field != NULL; i++, field = field->next) {
        wlay_member *const member = &l->members[i];

        if (!resolve_member(l, field, member))
            ok = false;
        else if (ok && !place_member(l, member))
            return false;
    }
    return ok;
}

static bool finish_struct(layout *l)
{
    wlay_struct *const s = l->structure;
    wlay_member *const last = &l->members[s->member_count - 1];
    wlay_type *const type = &l->node->type;
    uint64_t size;

    if (!wlay_round_up(l->align, l->end, &size) || size > WLAY_SIZE_MAX)
        return report_size(l);
    if (l->depth > WLAY_TYPE_DEPTH_MAX) {
        wlay_report(l->resolver->diag, WLAY_RULE_TYPE_DEPTH, s->span,
                    F("'%' is nested more than % deep"), S(s->name),
                    U(WLAY_TYPE_DEPTH_MAX));
        return false;
    }
    s->padding_after = size - l->end;
    s->padding += s->padding_after;
    last->padding_after += (uint32_t)s->padding_after;
    s->size = type->size = size;
    s->align = type->align = l->align;
    s->members = l->members;
    s->type = type;
    type->flags = l->flags;
    type->structure = s;
    l->node->depth = (uint8_t)l->depth;
    wlay_index_members(l->resolver->arena, l->node);
    return true;
}

static bool check_counts(layout *l)
{
    const wlay_span span =
        wlay_span_of(l->decl, l->decl->offset, l->decl->length);
    const uint32_t count = l->decl->field_count;

    if (count > 0 && count <= MEMBERS_MAX)
        return true;
    if (count == 0 && l->decl->broken)
        return false;
    if (count == 0)
        wlay_report(l->resolver->diag, WLAY_RULE_STRUCT_MEMBERS, span,
                    F("'%' has no members; a struct has at least one"),
                    S(wlay_symbol_text(l->decl->symbol)));
    else
        wlay_report(l->resolver->diag, WLAY_RULE_STRUCT_MEMBERS, span,
                    F("'%' has % members, more than the % allowed"),
                    S(wlay_symbol_text(l->decl->symbol)), U(count),
                    U(MEMBERS_MAX));
    return false;
}

void wlay_resolve_struct(wlay_resolver *resolver, wlay_decl *decl)
{
    layout l = {resolver, decl, NULL, NULL, NULL, 0, 1, OF_ALL, 1};

    wlay_check_attributes(resolver, decl->attributes, WLAY_ON_OTHER,
                          "a struct");
    if (!check_counts(&l))
        return;
    l.structure = WLAY_NEW_QUICK(resolver->arena, wlay_struct, 1);
    l.members = WLAY_NEW_QUICK(resolver->arena, wlay_member, decl->field_count);
    l.node = wlay_new_struct_type(&resolver->types,
                                  wlay_symbol_text(decl->symbol));
    if (l.structure == NULL || l.members == NULL || l.node == NULL)
        return;
    l.structure->name = wlay_symbol_text(decl->symbol);
    l.structure->span = wlay_span_of(decl, decl->offset, decl->length);
    l.structure->member_count = decl->field_count;
    if (lay_out_members(&l) && finish_struct(&l) && !decl->broken)
        decl->store_type = &l.node->type;
    if (decl->has_io)
        wlay_check_member_locations(resolver, decl);
}
