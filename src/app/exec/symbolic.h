/* Inputs that are not enumerated: what a step does, for all values that would have done the same.
 *
 * A machine with machine->symbolic runs on numbers, as always. Beside that, each byte of memory that depends on inputs
 * has a term (term.h) which tells how: terms follow their bytes wherever these are copied. machine->term is that of the
 * number that evaluate() gave last; 0: it is the same for all inputs. Wherever the run depends on a term, it is written
 * down how it went (symbolic_decide): the path. All inputs that make the conditions of the path true take the same
 * way, and every state on it is the one that the terms describe. Pointers, indices, and what the kernel is told are
 * decided as well: they never have terms. */
#ifndef APP_EXEC_SYMBOLIC_H
#define APP_EXEC_SYMBOLIC_H

#include "app/exec/machine.h"
#include "app/term/term.h"

struct symbolic_byte {
    const unsigned char *at;
    uint32_t term;
    uint32_t index; /* its bits are those from 8 * index on */
};

/* A truth value that is true here. */
struct symbolic_condition {
    uint32_t term;
    bool implied; /* by one that comes later */
};

/* The run depended on the last condition of the path's first `length`, which could be false. */
struct symbolic_decision {
    size_t length;
    bool is_number; /* it says that a number is this one, which is one of many: */
    uint64_t number;
    const struct c_instruction *at; /* NULL: none */
};

/* An instruction that is executed where this condition is true as well, besides the path's first `length`. */
struct symbolic_joint {
    uint32_t condition;
    uint32_t number;
    size_t length;
};

struct symbolic {
    struct terms terms;
    struct term_values values;
    VEC(struct symbolic_byte) bytes; /* ascending */
    VEC(uint64_t) variables;         /* the inputs: their values in this run */
    VEC(struct symbolic_condition) path;
    VEC(struct symbolic_decision) decisions;
    const struct c_instruction *at; /* being executed; NULL: none */
    /* Sides of branches that are gone through at once (join.h). */
    bool joins;            /* they are */
    uint32_t guard;        /* not 0: what is to be decided is so under this condition, by and by: */
    VEC(uint32_t) guarded; /* ... these */
    VEC(struct symbolic_joint) joints;
    struct widened *widened; /* NULL: no place is (widened.h) */
    /* What this run is asked for. */
    const uint64_t *wanted; /* the values that the next inputs are to have; beyond them, any */
    size_t wanted_count;
    size_t excluded_at; /* the number of a decision about a number, which is none of these */
    const uint64_t *excluded;
    size_t excluded_count;
    size_t gone; /* ways through the same step, before this one */
};

void symbolic_clear(struct symbolic *symbolic); /* keeps its memory */
void symbolic_free(struct symbolic *symbolic);

/* ---- memory ---- (all of this does nothing if there is no machine->symbolic) */

/* `from` is memory of the machine, or was given terms just before: what lies elsewhere may have had others in its
 * place, whose terms are still there. */
void symbolic_copy(struct symbolic *symbolic, const void *to, const void *from, size_t size);
/* The bytes get this term, which has as many bits as they; 0: they are the same for all inputs. */
void symbolic_write(struct symbolic *symbolic, const void *to, size_t size, uint32_t term);
/* Has any of these bytes a term? */
bool symbolic_covers(const struct symbolic *symbolic, const unsigned char *from, size_t size);
/* The term of all these bytes together; 0: there is none. At most 8. */
uint32_t symbolic_read(struct symbolic *symbolic, const unsigned char *from, size_t size);

static inline void machine_copy_terms(struct machine *machine, const void *to, const void *from, size_t size) {
    if (machine->symbolic) symbolic_copy(machine->symbolic, to, from, size);
}

static inline void machine_drop_terms(struct machine *machine, const void *to, size_t size) {
    if (machine->symbolic) symbolic_write(machine->symbolic, to, size, 0);
}

/* ---- the path ---- */

/* The run depends on this truth value, and takes the way that its value says: that is returned. */
bool symbolic_decide(struct symbolic *symbolic, uint32_t truth);
/* Is it known whether it is true: for all inputs, or from the path? */
bool symbolic_is_settled(struct symbolic *symbolic, uint32_t truth);
/* The number that was evaluated last must be known: the run is about inputs that give just this one. */
void symbolic_fix(struct machine *machine, int64_t value);
static inline int64_t machine_fix(struct machine *machine, int64_t value) {
    if (machine->symbolic && machine->term) symbolic_fix(machine, value);
    return value;
}

/* The same, but all numbers that are not between these two go one way: there it need not be known which it is, since
 * all of them are wrong. */
void symbolic_fix_between(struct machine *machine, const struct c_type *type, int64_t value, int64_t low, int64_t high);
static inline void machine_fix_between(struct machine *machine, const struct c_type *type, int64_t value, int64_t low,
                                       int64_t high) {
    if (machine->symbolic && machine->term) symbolic_fix_between(machine, type, value, low, high);
}

/* Is the number that was evaluated last between these two? The run depends on that alone: its term stays. */
bool symbolic_is_between(struct machine *machine, const struct c_type *type, int64_t low, int64_t high);
/* It must be this one, by the path's conditions from number `before` on: it is known from now on. */
void symbolic_conclude(struct machine *machine, int64_t value, size_t before);
/* Is it known to be this one? */
bool symbolic_is_fixed(struct machine *machine, int64_t value);

/* A new input of this range; `value` is what it is in this run. */
uint32_t symbolic_input(struct symbolic *symbolic, const struct c_type *type, unsigned width, int64_t low, int64_t high,
                        uint64_t *value);

/* ---- numbers ---- Each gives the term of a result; 0: none of the operands has one. */

/* To be asked before the numbers are computed: what could go wrong is decided here. `left` and `right` are numbers with
 * their terms. */
struct symbolic_operand {
    int64_t value;
    uint32_t term;
};
uint32_t symbolic_binary(struct machine *machine, const struct c_expression *e, struct symbolic_operand left,
                         struct symbolic_operand right);
uint32_t symbolic_unary(struct machine *machine, const struct c_expression *e, uint32_t operand);
uint32_t symbolic_convert(struct machine *machine, const struct c_type *to, const struct c_type *from, uint32_t term);
/* Whether it is not zero: a truth value. */
uint32_t symbolic_truth(struct symbolic *symbolic, uint32_t term);
/* Whether the bytes of a _Bool are neither 0 nor 1: a truth value. */
uint32_t symbolic_no_bool(struct symbolic *symbolic, uint32_t term);
/* A bit-field in its unit, and the unit with a new value of the field in it (`field` has the type's width); _with_:
 * also where all of it is known. */
uint32_t symbolic_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                        uint32_t unit);
uint32_t symbolic_put_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                            struct symbolic_operand unit, struct symbolic_operand field);
uint32_t symbolic_with_field(struct symbolic *symbolic, const struct c_type *type, const struct c_field *bits,
                             uint32_t unit, uint32_t field);

#endif
