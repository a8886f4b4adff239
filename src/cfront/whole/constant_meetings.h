/* Where constants of missing headers meet variables: who holds which, is compared with which, and what code does with
 * them. Nodes stand for globals, locals, results of functions, members, indices and guesses; those between which values
 * are copied are one set. Constants that meet one of them are a set, too. */
#ifndef CFRONT_WHOLE_CONSTANT_MEETINGS_H
#define CFRONT_WHOLE_CONSTANT_MEETINGS_H

#include "cfront/load/front.h"

/* What holds values: objects, members of all structures of a type, results of functions, indices of an array. */
struct meeting {
    uint32_t constant, holder;
};

/* What a `case` says is the number of a constant, which was picked. */
struct label {
    uint32_t holder; /* or a constant */
    int64_t number;
};

/* What a function without a body, or a variable that is an input, gives. */
struct answer {
    struct c_instruction *choice;
    uint32_t holder;
};

struct field_node {
    const struct c_field *field;
    uint32_t node;
};

/* The indices of what is held there. */
struct index_node {
    uint32_t array, node;
};

/* A number that C wants to know when it compiles, and stands in code: no object. */
struct guess_node {
    const char *name;
    uint32_t node;
};

/* What code does with constants, or what holds them, that says what kind of numbers they are. */
enum use_kind { USE_BITS = 1, USE_NUMBER = 2, USE_ORDER = 4, USE_SIGN = 8 };
struct use {
    uint32_t node;
    enum use_kind kind;
};

struct constant_meetings {
    struct front *front;
    uint32_t *first_local; /* by function */
    uint32_t first_result;
    const struct c_function *function; /* that is looked at */
    uint32_t *temporaries;             /* nodes of its locals; temporaries are others in each statement */
    VEC(struct field_node) fields;
    VEC(struct index_node) indices;
    VEC(struct guess_node) guesses;
    VEC(uint32_t) parents; /* of holders, and then of constants */
    VEC(struct meeting) meetings;
    VEC(struct label) labels;
    VEC(struct answer) answers;
    VEC(struct use) uses;
    const unsigned char *uses_of; /* by set */
};

void constant_meetings_find(struct constant_meetings *finding);
void constant_meetings_free(struct constant_meetings *finding);

/* The node that stands for all of its set. */
uint32_t constant_meetings_set(const struct constant_meetings *finding, uint32_t node);
/* Of the set of the holder, or one that holds it. */
bool constant_meetings_hold(const struct constant_meetings *finding, uint32_t constant, uint32_t holder);
/* What code does with it, or with who holds it: bits of enum use_kind. */
unsigned constant_meetings_uses(const struct constant_meetings *finding, uint32_t constant);

#endif
