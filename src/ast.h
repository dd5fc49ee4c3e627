/* SPDX-License-Identifier: MIT */
/*
 * The syntax tree of the declarations.  Plain nodes in the scratch arena; they
 * live as long as the parse.
 */
#ifndef WLAY_AST_H
#define WLAY_AST_H

#include "number.h"
#include "symbol.h"
#include "token.h"

typedef enum wlay_expr_kind {
    WLAY_EXPR_NUMBER,
    WLAY_EXPR_BOOL,
    WLAY_EXPR_IDENT,  /* first: template arguments, `count` of them */
    WLAY_EXPR_CALL,   /* first: the callee, an IDENT; behind it the arguments */
    WLAY_EXPR_MEMBER, /* first: the object; `symbol` behind the period */
    WLAY_EXPR_INDEX,  /* first: the object, then the index */
    WLAY_EXPR_UNARY,  /* first: the operand; `op` is a wlay_token_kind */
    WLAY_EXPR_BINARY, /* first: left, then right */
    WLAY_EXPR_PAREN   /* first: what is inside */
} wlay_expr_kind;

typedef struct wlay_expr wlay_expr;
struct wlay_expr {
    uint8_t kind;      /* wlay_expr_kind */
    uint8_t op;        /* wlay_token_kind, or wlay_number_kind of a number */
    bool has_template; /* an IDENT with a template list, maybe an empty one */
    bool broken;       /* a number that was reported already */
    uint16_t depth;    /* of the tree below, at least 1 */
    uint32_t count;    /* template arguments of an IDENT, arguments of a CALL */
    uint32_t offset;   /* the text it was made from */
    uint32_t length;
    uint32_t name_offset; /* of a MEMBER's name, a BINARY's operator */
    union {
        wlay_symbol *symbol;
        int64_t integer; /* an integer literal, or 1 for `true` */
        double real;     /* a floating point literal */
    } of;
    wlay_expr *first;
    wlay_expr *next; /* the next sibling */
};

/* An integer without a suffix that is one of i32 and u32 alike. */
static inline bool wlay_is_small_literal(const wlay_expr *expr)
{
    return expr->kind == WLAY_EXPR_NUMBER && !expr->broken &&
           expr->op == WLAY_NUMBER_ABSTRACT_INT &&
           expr->of.integer <= INT32_MAX;
}

typedef struct wlay_attribute wlay_attribute;
struct wlay_attribute {
    const wlay_name *name; /* NULL: unknown, reported already */
    uint32_t offset;       /* of the name */
    uint32_t length;
    bool has_parens;
    uint32_t count; /* arguments */
    wlay_expr *first;
    wlay_attribute *next;
};

/* A member of a struct, or a parameter of a function. */
typedef struct wlay_field wlay_field;
struct wlay_field {
    wlay_symbol *symbol;
    uint32_t offset; /* of the name */
    uint32_t length;
    wlay_attribute *attributes;
    wlay_expr *type; /* NULL: reported already */
    wlay_expr plain_type; /* `type` of a field that was read the quick way */
    /* What the resolver finds out. */
    const wlay_type *store_type; /* of a parameter */
    const struct wlay_io *io;    /* IO attributes, or NULL */
    bool io_reported; /* as wrong where an entry point uses it */
    wlay_field *next;
};

/* What a declaration uses: a name, and then what it means. */
typedef union wlay_use {
    wlay_symbol *symbol;
    struct wlay_decl *decl;
} wlay_use;

/* An argument of a call that is nothing but a name: of module scope, or of a
   parameter of the function around it.  Otherwise neither is there. */
typedef struct wlay_argument {
    wlay_use global;    /* or NULL */
    uint8_t parameter;  /* from 1, or 0 */
} wlay_argument;

/* A call in a body with such arguments. */
typedef struct wlay_handover wlay_handover;
struct wlay_handover {
    wlay_symbol *callee;
    uint32_t count; /* of all arguments */
    wlay_argument *arguments;
    wlay_handover *next;
};

typedef enum wlay_decl_kind {
    WLAY_DECL_STRUCT,
    WLAY_DECL_ALIAS,
    WLAY_DECL_CONST,
    WLAY_DECL_OVERRIDE,
    WLAY_DECL_VAR,
    WLAY_DECL_FUNCTION,
    WLAY_DECL_ASSERT
} wlay_decl_kind;

typedef enum wlay_decl_state {
    WLAY_DECL_NEW,
    WLAY_DECL_ACTIVE, /* on the path of the dependency search */
    WLAY_DECL_DONE    /* resolved, or given up on: then `type` is NULL */
} wlay_decl_state;

typedef struct wlay_decl wlay_decl;
struct wlay_decl {
    uint8_t kind;  /* wlay_decl_kind */
    uint8_t state; /* wlay_decl_state */
    bool broken; /* its text has an error: what it means is not known */
    bool cyclic; /* it depends on itself, which was reported */
    uint32_t serial; /* tells declarations apart; from 1 */
    uint32_t root;   /* the serial number of the one that led to it */
    uint32_t source;
    uint32_t start;  /* of the keyword */
    uint32_t offset; /* of the name */
    uint32_t length;
    uint32_t end;    /* of the declaration, or of a function's header */
    wlay_symbol *symbol;
    wlay_attribute *attributes;
    wlay_expr *type;  /* as written, or NULL */
    wlay_expr *value; /* initializer, or the condition of an assertion */
    wlay_symbol **references; /* every identifier in it that may be a name of
                                 module scope */
    uint32_t reference_count;
    uint32_t use_count;
    union wlay_use *uses; /* of a function with its body, var, override or alias,
                             where functions are read */
    uint32_t number; /* for whoever walks the tree */
    uint32_t walk;   /* the last one that came by: see rules_uses.c */
    wlay_handover *calls; /* of a function, where functions are read */
    struct wlay_sampled *sampled; /* see rules_sampling.c */
    wlay_decl *next; /* in source order */
    /* What the resolver finds out. */
    const wlay_type *store_type; /* denoted by a struct or alias; returned by a
                                    function; of the rest */
    const struct wlay_value *constant; /* of a const or override */
    union {
        struct { /* a struct or function */
            wlay_field *fields;
            uint32_t field_count;
            bool has_io; /* a field has IO attributes */
            wlay_attribute *return_attributes; /* of a function */
            wlay_expr *return_type;
            wlay_attribute *body_attributes;
            const struct wlay_io *return_io; /* found out; or NULL */
            wlay_entry_point *entry_point; /* a function that is one, where
                                              functions are read */
        };
        struct { /* a var */
            wlay_expr *template_args;
            uint32_t template_count;
            wlay_variable *variable; /* found out: as the module shows it */
        };
        struct { /* an override; all found out */
            const struct wlay_value *fallback; /* where functions are read and no
                                                  value is given: the value in a
                                                  pipeline that gives none either */
            bool has_id;
            uint32_t id;
            wlay_override *shown; /* as the module shows it */
        };
    };
};

static inline bool wlay_is_entry_point(const wlay_decl *decl)
{
    return decl->kind == WLAY_DECL_FUNCTION && decl->entry_point != NULL;
}

/* Language that is switched on by directives; bits. */
typedef enum wlay_language {
    WLAY_LANGUAGE_F16 = 1,
    WLAY_LANGUAGE_STANDARD_UNIFORM = 2,
    WLAY_LANGUAGE_DUAL_SOURCE_BLENDING = 4,
    WLAY_LANGUAGE_CLIP_DISTANCES = 8,
    WLAY_LANGUAGE_SUBGROUPS = 16,
    WLAY_LANGUAGE_PRIMITIVE_INDEX = 32,
    WLAY_LANGUAGE_SUBGROUP_SIZE_CONTROL = 64
} wlay_language;

/*
 * The declarations of a module.  Each is handed to `declared` as soon as its text
 * is read.  What that has no further need of is left out of the list, and the
 * syntax tree it belongs to is given up.
 */
typedef enum wlay_need {
    WLAY_NEED_TREE, /* all of it, later */
    WLAY_NEED_DECL, /* the wlay_decl, but none of what it points to; not of what
                       wlay_is_brief() */
    WLAY_NEED_NONE
} wlay_need;

typedef struct wlay_syntax {
    wlay_need (*declared)(void *user_data, wlay_decl *decl); /* or NULL */
    void *user_data;
    bool read_functions; /* their bodies too, for the names in them */
    bool defer; /* nothing is settled before all has been read */
    bool stop; /* set by `declared`: read no further */
    wlay_decl *first;
    wlay_decl *last;
    size_t counts[WLAY_DECL_ASSERT + 1]; /* of the list, of each kind */
    uint32_t serial; /* of the last declaration */
    bool any; /* a source has more than directives */
    uint64_t read; /* bytes of the sources before */
    uint32_t language; /* wlay_language bits */
} wlay_syntax;

/* There may be very many structs and functions, and most need no declaration for
   long: it is a part of its tree.  A function that is read has uses to keep. */
static inline bool wlay_is_brief(const wlay_syntax *syntax, wlay_decl_kind kind)
{
    return kind == WLAY_DECL_STRUCT ||
           (kind == WLAY_DECL_FUNCTION && !syntax->read_functions);
}

static inline void wlay_add_declaration(wlay_syntax *syntax, wlay_decl *decl)
{
    if (syntax->last == NULL)
        syntax->first = decl;
    else
        syntax->last->next = decl;
    syntax->last = decl;
    syntax->counts[decl->kind]++;
}

static inline wlay_span wlay_span_of(const wlay_decl *decl, uint32_t offset,
                                     uint32_t length)
{
    return (wlay_span){decl->source, offset, length};
}

#endif /* WLAY_AST_H */
