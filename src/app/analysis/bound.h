/* Pointers that are known: a parameter that a function never changes, called with the address of something, and a
 * temporary that gets one. Where calls are written out in place, such a pointer stands for that address in this call,
 * and what it points at has a name. */
#ifndef APP_ANALYSIS_BOUND_H
#define APP_ANALYSIS_BOUND_H

#include "base/vec.h"
#include "cfront/ir/ir.h"

/* A pointer, and the address (a C_ADDRESS of a place without variables) that it stands for. */
struct binding {
    const struct c_object *object;
    const struct c_expression *address;
};

struct bindings {
    const struct c_program *program;
    struct arena *arena;  /* of what is written anew */
    bool whole_objects;   /* pointers may leave the member or row that they lead to: only what has no parts is bound */
    bool minds_alignment; /* a pointer that need not be aligned for what it leads to is not bound: accesses through it
                             are looked at */
    VEC(struct binding) list;
};

/* True if this parameter needs no variable in a call with `value`: it is in the list from now on. */
bool bindings_add_parameter(struct bindings *bindings, const struct c_function *callee, uint32_t parameter,
                            const struct c_expression *value);
/* The same for a pointer that gets its only value here: a temporary (it is always written before it is read), or a
 * local that is given the address of a global where it is declared, before all else that has to do with it. */
bool bindings_add_pointer(struct bindings *bindings, const struct c_function *function,
                          const struct c_instruction *instruction);
bool bindings_have(const struct bindings *bindings, const struct c_object *object);
/* The same instruction, with what such pointers stand for. */
const struct c_instruction *bindings_resolve(struct bindings *bindings, const struct c_instruction *instruction);

#endif
