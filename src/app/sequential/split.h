/* An instruction of the program as instructions of the graph (code.h says what they are like): what it reads that
 * others touch comes first, one access at a time; then the rest of it. What cannot be said like this is refused, once.
 */
#ifndef APP_SEQUENTIAL_SPLIT_H
#define APP_SEQUENTIAL_SPLIT_H

#include "app/sequential/code.h"
#include "app/subject/noticed.h"
#include "base/diag.h"

typedef const struct c_expression *expression;

struct splitter {
    struct sequential_code *code;
    struct diagnostics *diagnostics;
    struct noticed noticed;
    const unsigned char *shared;             /* by object: what those who come from outside do with it; NULL: nobody */
    VEC(const struct c_function *) building; /* calls under way: recursion shows here */
};

/* The function that is written now. */
struct writing {
    struct splitter *splitter;
    const struct c_function *origin;
    struct bindings bindings;
    VEC(struct c_instruction) out;
    VEC(struct note {
        uint32_t callee;
        uint32_t origin; /* the instruction of the program that it is part of */
        bool jumps;      /* to an instruction of the program, by its number there */
    })
    notes;                            /* by instruction */
    const struct c_instruction *from; /* what is split */
    uint32_t from_number;             /* ... which it is */
    bool refused;
};

void split_refuse(struct writing *w, struct place place, const char *what);
/* NULL, or what is in a type that cannot be said. */
const char *split_beyond(const struct c_type *type);

/* ---- what is added (split_part.c) ---- */

struct c_expression *split_new(struct writing *w, enum c_expression_kind kind, const struct c_type *type);
expression split_number(struct writing *w, const struct c_type *type, int64_t value);
expression split_load(struct writing *w, expression place);
expression split_temporary(struct writing *w, const struct c_type *type);
/* Another instruction of the same statement. */
struct c_instruction *split_add(struct writing *w, enum c_instruction_kind kind);
void split_assign(struct writing *w, expression target, expression value);
/* The number of the instruction that is added next. */
uint32_t split_here(const struct writing *w);

/* ---- values and places (split_value.c) ---- */

/* The same value without loads that others could notice, or change: these come first, one by one. */
expression split_value(struct writing *w, expression e);
expression split_place(struct writing *w, expression place);
void split_check_place(struct writing *w, expression place);
/* Whoever comes in between would see, or change, half of it. */
void split_check_whole(struct writing *w, expression place, bool writes);
/* What is constant gets its first value, and no other: the explicit engine says so, where it comes to that. */
void split_check_writable(struct writing *w, expression place);
/* A number that never changes, as services need them. */
bool split_is_known(struct writing *w, expression e, int64_t *value);
/* A local. */
bool split_is_own(expression place);
bool split_touches(const struct c_object *object, const unsigned char *touched, unsigned how);

/* ---- instructions (split.c, split_service.c) ---- */

/* Where a result goes: a local, and from there, when the caller goes on, to where it is wanted. */
expression split_result_place(struct writing *w, expression target);
void split_pass_result(struct writing *w, expression kept, expression target);
void split_service(struct writing *w);
/* All of w->from. */
void split_instruction(struct writing *w);
/* The number of a function, which is written if it is not there yet; UINT32_MAX: it is refused (code.c). */
uint32_t split_function(struct splitter *splitter, const struct c_function *origin,
                        const struct c_expression *const *addresses);

#endif
