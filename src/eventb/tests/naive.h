/* Event-B evaluated the slow way, straight from the definitions: sets are sorted lists, identifiers run through all
 * values of their types within bounds. For comparison with the real evaluator; shares nothing with it. */
#ifndef EVENTB_TESTS_NAIVE_H
#define EVENTB_TESTS_NAIVE_H

#include "eventb/component.h"

struct naive_value {
    enum { NAIVE_ATOM, NAIVE_PAIR, NAIVE_SET } kind;
    int64_t atom; /* integer, element number, truth value */
    const struct naive_value *left, *right;
    const struct naive_value **items; /* ascending, without repetition */
    size_t count;
};

struct naive {
    struct arena *arena;
    const struct eb_development *development;
    int64_t low, high;
    const unsigned *set_sizes;
    const struct naive_value **constants, **variables, **primed, **parameters, *bound[64];
};

/* NULL if it is not well-defined. */
const struct naive_value *naive_expression(struct naive *naive, const struct eb_formula *formula);
/* -1 if it is not well-defined. */
int naive_predicate(struct naive *naive, const struct eb_formula *formula);
/* All values of a type within bounds. */
const struct naive_value *naive_type(struct naive *naive, const struct eb_type *type);
int naive_compare(const struct naive_value *a, const struct naive_value *b);
/* `element_name`: of element `number` of a carrier set. */
void naive_print(const struct naive *naive, const struct eb_type *type, const struct naive_value *value,
                 const char *(*element_name)(const struct eb_type *type, int64_t number), struct text *out);

#endif
