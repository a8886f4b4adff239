/* The program as the graph of computation goes through it: calls in place, one thing at a time.
 *
 * Every function is there once for each list of addresses that its pointers stand for (bound.h), so that no pointer is
 * left. Invariant of its code: an instruction makes at most one access to memory that code which comes from outside
 * touches, as the last or only thing that it does; whatever is read from outside is chosen (C_CHOOSE) into a local;
 * results of calls and services go to locals of the caller; services have constants for arguments (an identifier or a
 * mask that is none is compared with all that there are, first); no function calls itself. Numbers are integers, arrays
 * and records of them. What cannot be said like this is refused, with its place.
 */
#ifndef APP_SEQUENTIAL_CODE_H
#define APP_SEQUENTIAL_CODE_H

#include "app/analysis/analysis.h"
#include "app/analysis/bound.h"

struct sequential_function {
    const struct c_function *origin;
    const struct c_expression *const *addresses; /* by parameter: what it stands for; NULL: it is a variable */
    const struct c_instruction *code;
    uint32_t code_count;
    const uint32_t *origins; /* by instruction: what it is part of, in the program's function */
    const uint32_t *callees; /* by instruction, of C_CALL: the function's number here; of C_ASSERT, if it is 1: what is
                                not true there is not wrong, but beyond what this engine can do */
};

struct sequential_code {
    struct arena *arena;
    const struct subject *subject;
    const struct analysis *analysis;
    VEC(struct sequential_function) functions;
    uint32_t *entries;         /* by context; OSEK_NONE: it has no code */
    bool *uses_global;         /* by global */
    bool gives_up;             /* somewhere in it, where nothing need go wrong */
    struct sequential_locals { /* by function of the program: temporaries that were added, in the order of their index
                                */
        VEC(const struct c_object *) added;
    } * locals;
};

/* False with errors. Release with sequential_code_free() in any case. */
bool sequential_code_build(struct sequential_code *code, const struct analysis *analysis,
                           struct diagnostics *diagnostics);
void sequential_code_free(struct sequential_code *code);

/* The object that a place is part of. */
const struct c_object *sequential_root(const struct c_expression *place);
/* Can others notice what the instruction does, or change what it reads? `touched` is a row of analysis->touched, or
 * NULL: nobody comes. */
bool sequential_touches(const unsigned char *touched, const struct c_instruction *instruction);
/* May it have no value when it is read? Then it is a local integer, and has a companion that says so. */
bool sequential_is_doubtful(const struct sequential_code *code, const struct c_object *object);
/* A constant, and what conversions make of it. */
bool sequential_is_known(const struct c_expression *value, int64_t *number);

#endif
