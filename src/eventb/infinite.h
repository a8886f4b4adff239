/* Variables that may hold an infinite set: all ≔ List(ℤ), r ≔ id.
 *
 * Such a set is no value. It is kept as the number of the definition that was assigned, in a hidden variable beside the
 * one it is for: 0 says that the value itself counts. A formula that speaks of the variable is compiled once for each
 * number that it can have, with the definition in place of the variable; where nothing of the kind was done, the
 * variable fails with a fault marked EB_CUT while it is infinite. */
#ifndef EVENTB_INFINITE_H
#define EVENTB_INFINITE_H

#include "eventb/component.h"
#include "eventb/plan.h"

enum { EB_MOST_DEFINITIONS = 32 };

struct eb_infinite {
    const struct eb_development *development;
    unsigned count;                        /* of hidden variables */
    unsigned first;                        /* the first one's index: they follow all others */
    const unsigned *hidden;                /* by variable: the index of its hidden one; 0: it has none */
    const uint64_t *possible;              /* by variable: a bit for each number that it can have */
    const struct eb_formula **definitions; /* by number, from 1 on */
    unsigned definition_count;
};

/* Is the set infinite, as it is written, with definitions in place of constants? False where that is not seen. */
bool eb_is_certainly_infinite(const struct eb_formula *set);

/* NULL where no variable of the machine is ever infinite. `count`: of all variables. */
const struct eb_infinite *eb_infinite_find(struct arena *arena, const struct eb_development *development,
                                           unsigned count);
/* The hidden variable's index; false if there is none. */
static inline bool eb_infinite_hidden(const struct eb_infinite *infinite, unsigned variable, unsigned *hidden) {
    if (!infinite || variable >= infinite->first || !infinite->hidden[variable]) return false;
    *hidden = infinite->hidden[variable];
    return true;
}
/* Is it a variable that may be infinite? */
bool eb_infinite_may_be(const struct eb_compiler *compiler, const struct eb_formula *formula);

/* The formula by cases of what its variables are; itself where they are never infinite. `after`: also of the values
 * after the event. */
const struct eb_formula *eb_infinite_expand(struct eb_compiler *compiler, const struct eb_formula *formula, bool after);
/* variable ≔ value: the steps that give both new values. False if the variable is never infinite. */
bool eb_infinite_assign(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable,
                        const struct eb_formula *value);
/* The variable's new value is not infinite; or it stays as it is. */
void eb_infinite_clear(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable);
bool eb_infinite_keep(struct eb_compiler *compiler, struct eb_plan *plan, unsigned variable);

#endif
