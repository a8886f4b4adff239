/* Decisions and their conditions.
 *
 * A decision is what a branch or `?:` tests, or && and || that nothing of that kind is around; its conditions are what
 * is joined there by &&, || and !. Constants are none, and what is asserted or assumed is no decision. An evaluation
 * of a decision is a value for each condition in the order of the text; those that && and || did not look at have none.
 *
 * A condition's effect is shown by two evaluations (MC/DC): in both it was looked at, with different values; the
 * decision came out differently; and every other condition that was looked at in both had the same value (unique cause;
 * what was not looked at could not have been the cause: masking, by short circuit alone). */
#ifndef APP_CASES_DECISION_H
#define APP_CASES_DECISION_H

#include "app/subject/subject.h"
#include "base/vec.h"

enum { DECISION_NOT_LOOKED_AT = '-', DECISION_TRUE = 'T', DECISION_FALSE = 'F' };

struct condition {
    const struct c_expression *expression;
    const struct c_function *function;
    uint32_t decision; /* its number */
    uint32_t index;    /* among the decision's */
};

struct decision_node {
    enum decision_node_kind { NODE_CONDITION, NODE_CONSTANT, NODE_AND, NODE_OR, NODE_NOT } kind;
    uint32_t left, right; /* nodes; NODE_CONDITION: `left` is its index in the decision */
    bool value;           /* NODE_CONSTANT */
};

struct decision {
    const struct c_function *function;
    struct place place;
    uint32_t first, count;            /* conditions */
    uint32_t root;                    /* node */
    const struct c_expression *whole; /* NULL: it is that of several branches */
};

struct decisions {
    VEC(struct decision) list;
    VEC(struct condition) conditions;
    VEC(struct decision_node) nodes;
    const struct c_expression **keys; /* a table: expressions of conditions, and their numbers */
    uint32_t *numbers;
    size_t table_size;
};

/* Of functions for which `wanted` is true (by number). */
void decisions_find(struct decisions *decisions, const struct subject *subject, const bool *wanted);
void decisions_free(struct decisions *decisions);

/* The number of the condition that this is; UINT32_MAX: it is none. */
uint32_t decisions_condition(const struct decisions *decisions, const struct c_expression *expression);

/* What the decision comes to; DECISION_NOT_LOOKED_AT: not all was looked at that matters. `values`: by condition. */
char decision_outcome(const struct decisions *decisions, uint32_t decision, const char *values);
/* Do these two evaluations show the effect of the condition (its index)? */
bool decision_is_pair(const struct decisions *decisions, uint32_t decision, const char *one, const char *other,
                      uint32_t condition);

#endif
