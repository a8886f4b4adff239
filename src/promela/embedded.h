/* Embedded C: what c_state and c_track add to a state.
 *
 * Only a C compiler knows how large those things are; so one is asked, before states are laid out. */
#ifndef PROMELA_EMBEDDED_H
#define PROMELA_EMBEDDED_H

#include "promela/ast.h"

enum embedded_kind {
    EMBEDDED_GLOBAL, /* c_state "type name" "Global"                           */
    EMBEDDED_LOCAL,  /* c_state "type name" "Local proctype"                   */
    EMBEDDED_HIDDEN, /* c_state "type name" "Hidden": no part of the state     */
    EMBEDDED_TRACKED /* c_track "address" "size": memory outside, copied along */
};

struct embedded_item {
    enum embedded_kind kind;
    const struct c_declaration *declaration;
    const struct proctype *owner; /* EMBEDDED_LOCAL */
    VEC(const char *) names;      /* of a c_state's variables: "int a, b" has two */
    uint32_t size;
    uint32_t offset; /* in the globals or the owner's frame: the layout sets it */
};

struct embedded {
    VEC(struct embedded_item) items;
};

/* NULL, with errors, if the declarations make no sense or do not compile. Empty where the model has no embedded C. */
struct embedded *embedded_new(const struct model *model, struct arena *arena, struct diagnostics *diagnostics);
void embedded_free(struct embedded *embedded);

/* The C text that comes before everything else: headers and c_decl blocks. */
void embedded_add_declarations(const struct model *model, struct text *out);

#endif
