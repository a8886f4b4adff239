/* A plan finds all values of some identifiers that satisfy a list of conditions, without trying all values there are.
 *
 * Its steps are fixed in advance: each gives values to some identifiers, taken from a condition (t ∈ S, x = E, s ⊆ S,
 * a ↦ b ∈ r, 0 ≤ i ∧ i < n) or, where none helps, from the type within bounds; or tests a condition as soon as its
 * identifiers have values. The conditions are well-defined from left to right: one that may be ill-defined is reached
 * only after those before it, and nothing after it may cut it off. So a plan finds what trying all values would find,
 * faults included. */
#ifndef EVENTB_PLAN_H
#define EVENTB_PLAN_H

#include "eventb/node.h"

struct eb_unknown {
    unsigned slot;
    const struct eb_domain *domain;
    const char *name;
};

struct eb_conditions {
    VEC(const struct eb_formula *) list;
};
/* Adds the parts of a conjunction, in order; or of the negation of a predicate (condition.c). */
void eb_conditions_add(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate);
void eb_conditions_add_not(struct arena *arena, struct eb_conditions *conditions, const struct eb_formula *predicate);
/* The set that a condition says the bound identifier is in; NULL if it says something else. */
const struct eb_formula *eb_range_of(const struct eb_formula *condition, const struct eb_bound *bound);

/* P(a) ∧ P(b) of ∀x·x ∈ {a, b} ⇒ P(x), or P(a) ∨ P(b) of ∃x·x ∈ {a, b} ∧ P(x): without a quantifier, conditions say
 * what they say to whoever looks for values, and a and b may be infinite. NULL for anything else. */
const struct eb_formula *eb_instances(struct arena *arena, const struct eb_formula *quantified);

enum eb_step_kind {
    EB_STEP_TEST,
    EB_STEP_ASSIGN,
    EB_STEP_EACH,
    EB_STEP_MATCH,
    EB_STEP_BETWEEN,
    EB_STEP_CHECK, /* it must hold */
    EB_STEP_SOME   /* one of several plans of its own must find something */
};

/* What a value is compared with, or taken apart into. */
struct eb_pattern {
    const struct eb_pattern *left, *right; /* a pair */
    const struct eb_pattern **fields;      /* a value of a data type, made by `constructor` */
    unsigned constructor, field_count;
    const struct eb_node *known; /* a value to be equal to */
    unsigned slot;               /* else: an identifier that gets the value ... */
    bool again;                  /* ... or that has got it in this pattern before */
};

/* Where a condition says something about a function's values: f(x) = y, f(x) ∈ y, or this for all that a plan finds. */
struct eb_point_source {
    const struct eb_plan *plan; /* NULL: once */
    const struct eb_node *x, *y;
    bool is_set;
    bool from_points; /* y is computed from the function's values elsewhere */
    bool begins;      /* it is the first of its condition */
};

/* A condition on single values of a function, for all that a plan finds (plan_cells.c). */
struct eb_cell_test {
    const struct eb_plan *plan; /* NULL: once */
    const unsigned *bound;      /* slots of what the plan finds */
    unsigned bound_count;
    const struct eb_node *const *arguments; /* at which the function's values matter */
    unsigned argument_count;
    const struct eb_node *node;
};

/* While the condition holds, this is the value; or, of a check: what is evaluated while the guard (NULL: always) holds.
 */
struct eb_case {
    const struct eb_node *guard, *condition, *value;
};

/* A condition that may hold for values beyond the bounds: unless it holds without the identifier that is cut to them,
 * or for all values of it (NULL: that is not known). */
struct eb_limit {
    uint32_t fault;
    const struct eb_node *without, *always;
};

/* Where an integer is chosen that nothing else limits. */
struct eb_range_limit {
    int64_t low, high;
};

struct eb_step {
    enum eb_step_kind kind;
    const struct eb_node *node;       /* TEST, ASSIGN; EACH: a set that may be ill-defined */
    unsigned slot;                    /* ASSIGN, EACH, BETWEEN */
    const struct eb_shape *shape;     /* EACH, MATCH */
    const struct eb_domain *all;      /* EACH without shape, where `node` has no value: everything of this set's type */
    const struct eb_domain *domain;   /* MATCH: of the elements */
    const struct eb_pattern *pattern; /* MATCH */
    const struct eb_node *const *lows, *const *highs; /* BETWEEN: the largest of these; the least of those */
    /* By end: where there is one, the end divided by it. Nothing is left where that is no integer, and no end where 0
     * is divided by 0. */
    const struct eb_node *const *low_divisors, *const *high_divisors;
    const bool *low_strict, *high_strict;
    unsigned low_count, high_count;
    bool ascending;                       /* EACH of a set of bijections: the one that keeps the order */
    bool depends;                         /* BETWEEN: an end depends on what the plan gave a value before */
    const struct eb_point_source *points; /* EACH of a set of functions */
    unsigned point_count;
    bool strict_points;                    /* what may be ill-defined matters */
    const struct eb_cell_test *cell_tests; /* the same */
    unsigned cell_test_count;
    bool strict_cells;                    /* what may be ill-defined matters */
    const struct eb_case *cases, *checks; /* EACH, BETWEEN: where one of the cases holds, and nothing is ill-defined */
    unsigned case_count, check_count;
    const struct eb_formula *condition; /* that it tests or takes values from; NULL: none */
    uint32_t too_large;                 /* fault */
    uint32_t fault;                     /* CHECK, SOME: it does not */
    bool changes_nothing; /* CHECK: what happens does not depend on it: the solution counts, with frame->wrong */
    bool is_theorem;      /* CHECK: it follows from the rest, so it does not matter if it is not decided */
    const struct eb_plan *const *plans; /* SOME */
    unsigned plan_count;
    bool any_will_do;       /* ... and nothing depends on which values are found: others do not matter */
    bool is_choice;         /* EACH, MATCH: what comes of it is not looked for in a formula, but chosen */
    uint32_t cut;           /* fault: values were left out; 0 if none ever are */
    bool is_partly_limited; /* of what is cut: a condition on it alone limits it in part */
    uint32_t beyond; /* BETWEEN, fault: what is left of a half-line is outside of the bounds; 0: that says nothing */
    bool is_alternative; /* all its values are tried, and not all of a later step: one that comes to nothing was given
                            up */
    const struct eb_range_limit *own_range; /* instead of the integers' range; NULL: that one */
    const struct eb_limit *limits;          /* conditions that may hold for these */
    unsigned limit_count;
    const struct eb_node *nothing_beyond; /* ... and that there are no such values; NULL: that is not known */
};

struct eb_plan {
    struct eb_step *steps;
    unsigned count;
    bool rewinds;        /* nothing of what comes up on the way is kept */
    bool is_outermost;   /* it notes in the frame how far it is */
    bool is_of_choices;  /* ... and how many solutions there were */
    bool can_fail;       /* as something in it needs what was cut off */
    bool is_open;        /* it may miss solutions, as a domain is infinite */
    bool is_rarely_open; /* it may do so where 0 is divided by 0 */
    bool passes_over;    /* values for which a condition is ill-defined are left out, too: frame->passed_over */
    bool keeps_doubtful; /* solutions of which a condition is not decided count, too: frame->doubtful */
    bool reaches_out;    /* of x > 20, 21 is tried at least, though it lies outside of the bounds ... */
    bool reaches_far;    /* ... and of x > y likewise, where y was chosen before */
    bool has_rest;       /* of steps from `rest` on, one solution is enough, unless a condition of it is not decided */
    unsigned rest;
    double bits; /* roughly the logarithm of how many values are tried */
};

/* `unknowns` get values; all other identifiers have them. `whole`: what is planned, for messages (NULL: the site says).
 * `lenient`: of values that one condition rules out, it does not matter whether another is well-defined. */
struct eb_plan *eb_plan_new(struct eb_compiler *compiler, const struct eb_unknown *unknowns, unsigned count,
                            const struct eb_conditions *conditions, const struct eb_formula *whole, bool lenient);
/* Whose solutions are choices: constants, what an event happens with, or what it chooses (:∣). */
void eb_plan_is_of_choices(struct eb_plan *plan);
/* For the identifiers that a formula binds (compile_quantified.c); for all that a comprehension is made of. */
struct eb_plan *eb_plan_bound(struct eb_compiler *compiler, const struct eb_formula *formula,
                              const struct eb_conditions *conditions);
struct eb_plan *eb_plan_comprehension(struct eb_compiler *compiler, const struct eb_formula *formula);
/* What is chosen for the identifier in this slot comes from a range of its own, where only the bounds limit it. */
void eb_plan_give_range(struct eb_plan *plan, unsigned slot, const struct eb_range_limit *range);
/* Does the step give the identifier in this slot its value? */
bool eb_step_gives(const struct eb_step *step, unsigned slot);
/* Nobody asks for values but of these; of the others it is enough that there are any. */
void eb_plan_ask_for(struct eb_plan *plan, const unsigned *slots, unsigned count);
/* More steps, to be taken after the others. */
void eb_plan_append(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_plan *more);
void eb_plan_assign(struct eb_compiler *compiler, struct eb_plan *plan, unsigned slot, const struct eb_node *node);
void eb_plan_check(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node, uint32_t fault);
/* The same of a variant: whether it decreases has no influence on what happens. */
void eb_plan_check_variant(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node,
                           uint32_t fault);
void eb_plan_check_theorem(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_node *node,
                           uint32_t fault);
void eb_plan_some(struct eb_compiler *compiler, struct eb_plan *plan, const struct eb_plan *const *some, unsigned count,
                  uint32_t fault);

/* Calls `found` with each solution in the frame's slots, until it returns false; the result says whether it never did.
 * frame->missed is set where solutions may have been left out, and frame->maybe where a condition of one was not
 * decided. */
typedef bool (*eb_found)(void *context, struct eb_frame *frame);
bool eb_plan_run(const struct eb_plan *plan, struct eb_frame *frame, eb_found found, void *context);

#endif
