/* Which names mean what, where.
 *
 * Invariant: an entry with a proctype is visible in its scope and the scopes inside it, of that proctype only; one
 * without is visible everywhere after it. As in Spin nothing shadows anything, so at most one entry answers. */
#ifndef PROMELA_NAMES_H
#define PROMELA_NAMES_H

#include "base/nearest.h"
#include "promela/ast.h"

struct inline_body;

/* A pair of braces inside a proctype. */
struct scope {
    struct scope *parent;
    VEC(struct label *) labels; /* that stand directly in it */
    struct variable *counter;   /* of loops over a channel, or NULL */
};

enum name_kind { NAME_VARIABLE, NAME_LABEL, NAME_MTYPE, NAME_STRUCTURE, NAME_PROCTYPE, NAME_INLINE, NAME_SPECIAL };

struct name {
    const char *text;
    enum name_kind kind;
    struct place place;
    const struct proctype *proctype; /* NULL: global */
    struct scope *scope;
    union {
        struct variable *variable;
        struct structure *structure;
        struct proctype *declared;
        struct inline_body *inlined;
        enum expression_kind special; /* _pid and the like */
        size_t mtype;                 /* index in model->mtypes */
        size_t copies;                /* names made from this one */
    };
    struct name *next;
};

struct names {
    struct arena *arena;
    struct name **buckets;
    size_t bucket_count, count;
};

void names_init(struct names *names, struct arena *arena);
void names_free(struct names *names);
/* The new entry, to be filled in by the caller. */
struct name *names_add(struct names *names, const char *text, enum name_kind kind, struct place place,
                       const struct proctype *proctype, struct scope *scope);
/* What `text` means in a scope of a proctype (both NULL: among the globals), or NULL. */
struct name *names_find(const struct names *names, const char *text, const struct proctype *proctype,
                        const struct scope *scope);
/* Offers the visible names of this kind. */
void names_offer(const struct names *names, enum name_kind kind, const struct proctype *proctype,
                 const struct scope *scope, struct nearest *nearest);
const char *name_kind_words(enum name_kind kind); /* "a variable" */

#endif
