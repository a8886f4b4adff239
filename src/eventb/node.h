/* Formulas made ready to run: a tree of nodes, each with the function that computes it.
 *
 * A node's value is of its domain; a predicate's is 0, 1, or 2: it was not decided, as a domain was cut to the bounds.
 * Such values go through all connectives as in Kleene's logic; an expression that needs what was cut off fails with a
 * fault marked EB_CUT, and the predicate around it is not decided. Evaluation follows Event-B's well-definedness: ∧, ∨
 * and ⇒ from left to right, a quantifier only if its body is well-defined everywhere. */
#ifndef EVENTB_NODE_H
#define EVENTB_NODE_H

#include "eventb/component.h"
#include "eventb/extent.h"
#include "ts/ts.h"

struct eb_plan;
struct eb_pattern;
struct eb_node;
struct eb_shape;
struct eb_called;
struct eb_conditions;
struct eb_infinite;
struct eb_asked;
struct eb_asking;
typedef struct eb_value (*eb_run)(const struct eb_node *node, struct eb_frame *frame);

struct eb_node {
    eb_run run;
    const struct eb_node *a, *b;
    const struct eb_node *const *list;
    unsigned count;
    const struct eb_domain *domain;       /* of the value; NULL for predicates */
    const struct eb_domain *left, *right; /* of the operands */
    struct eb_value constant;
    unsigned slot;
    uint32_t fault, second_fault;
    uint32_t no_function; /* of an application: what is applied is no function elsewhere; 0: it is one */
    uint32_t cut;         /* what is known of a set ends at the bounds (marked EB_CUT) */
    const struct eb_shape *shape;
    const struct eb_plan *plan;
    const struct eb_pattern *pattern;
    const struct eb_called *called;
    struct eb_asked *asked;
    _Atomic uint32_t *vain; /* how often what it needs was not decided */
    bool is_asserted;       /* ∀: false or ill-defined is the same, as it must hold */
    bool may_be_lost;       /* for values that were not tried, or are not known, something may be ill-defined */
    bool flag;
};

static inline struct eb_value eb_run_node(const struct eb_node *node, struct eb_frame *frame) {
    return node->run(node, frame);
}
/* Not decided; or perhaps not even well-defined, so that nothing that comes later decides anything. */
enum eb_truth { EB_NO, EB_YES, EB_UNDECIDED, EB_LOST };
static inline bool eb_is_open(enum eb_truth truth) { return truth >= EB_UNDECIDED; }
static inline enum eb_truth eb_truth(const struct eb_node *node, struct eb_frame *frame) {
    return (enum eb_truth)node->run(node, frame).code;
}
/* Runs the node; false if it failed: then frame->fault says why. */
bool eb_try_node(const struct eb_node *node, struct eb_frame *frame, struct eb_value *value);
static inline bool eb_try_truth(const struct eb_node *node, struct eb_frame *frame, enum eb_truth *truth) {
    struct eb_value value;
    if (!eb_try_node(node, frame, &value)) return false;
    *truth = (enum eb_truth)value.code;
    return true;
}
/* The same, as if all that came before were decided: what is ill-defined counts. */
static inline bool eb_try_for_certain(const struct eb_node *node, struct eb_frame *frame, enum eb_truth *truth) {
    const bool doubtful = frame->doubtful;
    frame->doubtful = false;
    bool good = eb_try_truth(node, frame, truth);
    frame->doubtful = doubtful;
    return good;
}
/* Fails if it is not. */
static inline void eb_require_decided(struct eb_frame *frame, enum eb_truth truth) {
    if (truth == EB_LOST) eb_fail_lost(frame, frame->undecided);
    if (eb_is_open(truth)) eb_fail(frame, frame->undecided);
}
static inline struct eb_value eb_truth_value(enum eb_truth truth) { return (struct eb_value){truth, NULL}; }

/* A set expression as it is made up; its leaves are nodes. */
struct eb_shape {
    enum eb_extent_kind kind;
    unsigned flags;
    const struct eb_domain *set;
    const struct eb_node *value;      /* EB_EXTENT_VALUE */
    const struct eb_node *low, *high; /* EB_EXTENT_RANGE; NULL: from `from`, to infinity */
    int64_t from;                     /* INT64_MIN: from minus infinity */
    const struct eb_shape *left, *right;
    bool whole_type;                             /* everything that has the type */
    const struct eb_shape *const *const *fields; /* EB_EXTENT_DATA: by constructor and field; NULL: the shape itself */
};
const struct eb_extent *eb_shape_extent(const struct eb_shape *shape, struct eb_frame *frame);
/* Would an enumeration miss something? */
bool eb_shape_is_open(const struct eb_shape *shape);
/* Does a test look through an infinite set, for what a function must cover? */
bool eb_shape_must_cover(const struct eb_shape *shape);
/* Can a value of it be a function on all of ℕ, of which only a part was enumerated? */
bool eb_may_be_cut(const struct eb_domain *domain);

/* ---- compilation ---- */

struct eb_faults {
    VEC(struct ts_fault) list; /* fault number i is at i - 1 */
};

/* A formula whose value is kept, and where. */
struct eb_kept {
    const struct eb_formula *formula;
    const struct eb_domain *domain;
    unsigned number;
};

struct eb_compiler {
    struct arena *arena;
    struct eb_domains *domains;
    struct eb_faults *faults;
    unsigned constants, variables, primed, parameters, bound; /* the first slot of each kind */
    unsigned slot_count;                                      /* grows with the formulas */
    int64_t low, high;                                        /* of integers that nothing else bounds */
    unsigned levels;                                          /* of data types, where something is looked for */
    unsigned chosen_levels;                                   /* likewise, where something is chosen */
    const bool *ascending; /* by constant: of bijections, only the one that keeps the order is asked for; NULL: none */
    const struct eb_development *development; /* what axioms and invariants say; NULL: nothing */
    bool trusts_functions; /* a large set that a predicate gives is applied, and may be no function elsewhere */
    bool is_lazy; /* a constant stands for a set that a predicate gives, though the predicate can be ill-defined */
    const char *assumed; /* an operator that is used, of which axioms say more than its definition; NULL: none */
    bool asserted;       /* the predicate that is compiled next must hold, or something is wrong */
    bool may_cut;        /* something compiled since this was cleared may be not decided */
    bool uses_range;     /* something is chosen, or looked for, among the integers low..high only */
    const struct eb_formula **definitions; /* by constant: what it stands for, or NULL */
    const struct eb_formula **defining;    /* the axiom that says so */
    bool *derived; /* by constant: that this is its definition was concluded from several axioms, which must hold */
    const struct eb_formula **parameter_definitions; /* likewise, by parameter of the event that is compiled; or NULL */
    struct eb_asking *asking;                        /* the solver for what the bounds do not decide; NULL: none */
    bool is_asked;                                   /* what is compiled is part of a formula that it is asked for */
    const struct eb_infinite *infinite;              /* variables that may be infinite sets; NULL: none */
    unsigned fresh;   /* the next slot for identifiers that are bound by what is made up here */
    const char *site; /* what is compiled, for messages: "event go, guard grd1" */
    struct diagnostics *diagnostics;
    bool failed;
    bool (*goes_on)(void *context); /* NULL: it does */
    void *goes_on_context;
    bool is_late; /* the time is over: what is compiled from then on says so when it runs, and nothing else */
    VEC(struct eb_called *) called; /* functions of theories, for the types they are used with */
    /* Values that are kept (memo.h): */
    bool memoises;    /* constants and variables do not change while a formula is evaluated: not so in axioms */
    bool asks_points; /* of sets without end, what their elements say counts, whether all are well-defined or not */
    bool one_setup;   /* constants never change */
    bool repeats;     /* what is compiled is evaluated again and again in one state */
    bool in_memo;     /* what is compiled is part of what is kept, and outside of its quantifiers */
    unsigned memo_count;
    VEC(struct eb_kept) kept; /* formulas that can share what is kept */
};

uint32_t eb_fault_new(struct eb_compiler *compiler, const char *kind, struct place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* A fault that means: not decided, as the domain `what` was cut while `formula` was evaluated. */
uint32_t eb_fault_cut(struct eb_compiler *compiler, const struct eb_formula *formula, const char *what);
/* The formula as it stands in messages. */
/* Where values of a type are chosen, "the integers -1..3", and what makes that wider, "--bound INT=LOW..HIGH". */
const char *eb_chosen_from(struct eb_compiler *compiler, const struct eb_type *type);
const char *eb_wider_choice(const struct eb_type *type);
const char *eb_formula_text(struct eb_compiler *compiler, const struct eb_formula *formula);

/* What is in the slot. */
const struct eb_node *eb_slot_node(struct eb_compiler *compiler, unsigned slot);
/* Any value of the node's domain: the first. */
struct eb_value eb_run_any(const struct eb_node *node, struct eb_frame *frame);
struct eb_node *eb_node_new(struct eb_compiler *compiler, eb_run run);
/* Is the time over? And a node that says so when it runs. */
bool eb_is_late(struct eb_compiler *compiler);
const struct eb_node *eb_late_node(struct eb_compiler *compiler);
const struct eb_node *eb_compile_predicate(struct eb_compiler *compiler, const struct eb_formula *formula);
/* Gives the node, as its list, what has to be looked at so that nothing in it is ill-defined; nothing, if it may be
 * lost anyway. `needs` is freed. */
void eb_take_needs(struct eb_compiler *compiler, struct eb_node *node, struct eb_conditions *needs,
                   const struct eb_node *(*compile)(struct eb_compiler *, const struct eb_formula *));
/* The predicate; undecided where it fails for want of what was cut off. */
const struct eb_node *eb_careful(struct eb_compiler *compiler, const struct eb_node *predicate,
                                 const struct eb_formula *formula);
const struct eb_node *eb_compile_expression(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_node *eb_compile_relational(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_node *eb_compile_membership(struct eb_compiler *compiler, const struct eb_formula *element,
                                            const struct eb_formula *set);
const struct eb_node *eb_compile_inclusion(struct eb_compiler *compiler, const struct eb_formula *part,
                                           const struct eb_formula *whole);
/* Membership in a comprehension whose expression tells what its identifiers are: {x ∣ P}, {x ↦ y ∣ P}, λx·P ∣ E. NULL
 * if it does not. */
const struct eb_node *eb_compile_comprehended(struct eb_compiler *compiler, const struct eb_formula *element,
                                              const struct eb_formula *comprehension);
/* Membership in any comprehension: ∃x·P ∧ E = element. */
const struct eb_node *eb_compile_in_comprehension(struct eb_compiler *compiler, const struct eb_formula *element,
                                                  const struct eb_formula *comprehension);
/* The value of {x·P ∣ E ↦ F} at the argument. Its faults are left to the caller. */
struct eb_node *eb_compile_apply_comprehension(struct eb_compiler *compiler, const struct eb_formula *comprehension,
                                               const struct eb_formula *argument);
const struct eb_node *eb_compile_quantified(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_shape *eb_compile_set(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_domain *eb_domain_for(struct eb_compiler *compiler, const struct eb_formula *formula);

/* What theories add (compile_data.c). */
const struct eb_node *eb_compile_data(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_shape *eb_compile_data_set(struct eb_compiler *compiler, const struct eb_formula *formula);

/* Without ⦂ around it. */
const struct eb_formula *eb_strip(const struct eb_formula *formula);
/* ℤ, ℕ or ℕ1? */
bool eb_is_number_set(const struct eb_formula *set);
/* EB_TOTAL and so on (extent.h), of a set of relations or functions. */
unsigned eb_arrow_flags(enum eb_op op);
/* Some operands of it have no value. */
bool eb_is_partial(enum eb_op op);
/* The slot of an identifier; false for carrier sets and other formulas. */
bool eb_slot_of(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned *slot);
bool eb_speaks_of_slot(struct eb_compiler *compiler, const struct eb_formula *formula, unsigned slot);

#endif
