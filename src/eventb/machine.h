/* A development within bounds: a finite transition system.
 *
 * Bounds (Vu, Chiba, Yatake, Aoki: Model Checking Conformance of Design Model to Its Formal Specification, definition
 * 9): a size, or names of elements, for each carrier set; a range for integers. Every value of a type then has a fixed
 * encoding, and a state is the constants' set-up number followed by the variables' values. */
#ifndef EVENTB_MACHINE_H
#define EVENTB_MACHINE_H

#include "eventb/component.h"
#include "ts/ts.h"

/* Which integers sets can hold: those around what the model mentions, which is fast and enough for most models; 32
 * bits; 64 bits, which is all that there are. */
enum eb_width { EB_WIDTH_MENTIONED, EB_WIDTH_32, EB_WIDTH_64 };

/* Integers beyond the default range that are looked at where nobody has asked for others. */
enum { EB_WIDER_LOW = -2, EB_WIDER_HIGH = 6, EB_WIDEST_LOW = -10, EB_WIDEST_HIGH = 30 };
/* The same of constructors inside each other. */
enum { EB_WIDER_LEVELS = 4 };

/* Why there is no machine, as far as wider bounds may help. */
struct eb_lack {
    bool constants;      /* no values of them satisfy the axioms, ... */
    bool default_range;  /* ... and they are looked for among the integers of the default range, ... */
    bool default_sets;   /* ... or in carrier sets of the default size, ... */
    bool default_levels; /* ... or among values of recursive data types of the default size */
    bool is_undecided;   /* whether there are any is not known: the error says why */
};

struct eb_bounds {
    int64_t low, high;         /* of integers that nothing else bounds; both 0: -1..3 */
    unsigned set_size;         /* of carrier sets that nothing else fixes; 0: 2 */
    const unsigned *set_sizes; /* the same by set; NULL: as `set_size` */
    unsigned levels;           /* of recursive data types: constructors inside each other that are chosen; 0: 2 */
    /* By name: "TASK=3", "TASK={t1,t2,t3}", "INT=0..7", "maxpri=4" (a constant's value: an expression, in which
     * elements have their names), "maxpri=2..4" (one of these values), "x=0..3" (a variable's range). */
    const char *const *settings;
    size_t setting_count;
    size_t map_count;               /* the first so many of them are a map's */
    const struct place *map_places; /* of these */
    unsigned max_setups;            /* of constants; 0: all */
    const char *const *events;      /* only these (definition 9's H); NULL: all */
    size_t event_count;
    const char *events_origin; /* who says so; NULL: --event */
    /* Nobody speaks of single elements of carrier sets: then these are alike, and constants that differ may be taken
     * for the first of them. */
    bool interchange;
    /* Check the refinement: the variables of so many abstractions, one above the other, are part of the state. At most
     * eb_refinable(). */
    unsigned abstractions;
    bool feasibility;        /* an action that has no value is a fault */
    bool defines_parameters; /* nobody asks for the values of parameters: some may stand for definitions instead */
    bool tells_constants;    /* states show them, though there is one choice of them */
    enum eb_width width;
    bool no_solver;       /* Z3 is not asked for what the bounds do not decide */
    struct eb_lack *lack; /* NULL: nobody asks */
    bool tries_wider;     /* of axioms: also integers beyond the default range */
    bool is_only_look;    /* nobody looks at the machine itself within wider bounds afterwards */
    bool trusts_axioms;   /* it was seen with other bounds whether they are well-defined one after the other */
    struct eb_judgement *judgement; /* of the last axiom: it says nothing, and nothing else is asked (prefix.h) */
    /* Asked now and then, perhaps by several threads at once, whether to go on; NULL: yes. */
    bool (*goes_on)(void *context);
    void *goes_on_context;
    bool report_leaving;  /* a step out of the bounds is a fault; otherwise it is cut off and counted */
    bool report_deadlock; /* a state without any event is no valid end */
};

struct eb_machine;

/* Does the formula speak of variables that the machine does not have any more? */
bool eb_mentions_gone(const struct eb_development *development, const struct eb_formula *formula);

/* How many abstractions can take every step along. */
unsigned eb_refinable(const struct eb_development *development);

/* NULL with errors, or without any where `goes_on` said no: bounds that cannot be, constants without any values that
 * satisfy the axioms within bounds, ... */
struct eb_machine *eb_machine_new(const struct eb_development *development, const struct eb_bounds *bounds,
                                  struct diagnostics *diagnostics);
void eb_machine_free(struct eb_machine *machine);

/* Once `goes_on` says no, no step leads anywhere any more, so a search ends soon, without having seen everything. NULL:
 * go on. Not to be called while steps are made. */
void eb_machine_set_patience(struct eb_machine *machine, bool (*goes_on)(void *context), void *context);
bool eb_machine_lost_patience(const struct eb_machine *machine); /* since then */

/* Proof obligations that are checked, by Rodin's names; is this fault a violation of one? */
size_t eb_machine_obligation_count(const struct eb_machine *machine);
const char *eb_machine_obligation(const struct eb_machine *machine, size_t number);
bool eb_machine_obligation_is_violated(const struct eb_machine *machine, size_t number, uint32_t fault);
/* Is the event one of those that are explored? */
bool eb_machine_explores(const struct eb_machine *machine, unsigned event);
/* Has a step of the event left the bounds, so that it was cut off? */
bool eb_machine_has_left(const struct eb_machine *machine, unsigned event);
/* Has any step ended in this fault since the machine was made? Faults are numbered from 1 on. */
bool eb_machine_has_met(const struct eb_machine *machine, uint32_t fault);
uint32_t eb_machine_last_fault(const struct eb_machine *machine);

/* Does a constant stand for a set that a predicate gives, so that the predicate is evaluated only where the constant is
 * used, though it can be ill-defined? */
bool eb_machine_is_lazy(const struct eb_machine *machine);
/* Is such a set applied, of which it is known only where it is applied that it is a function? */
bool eb_machine_trusts_functions(const struct eb_machine *machine);
/* An axiom that is not decided, on which formulas of the user's rest, or steps that were made: if it is false, there
 * are no such constants, and nothing goes wrong. `of_all_events`: or on which it rests what can happen. NULL if there
 * is none. */
const struct ts_fault *eb_machine_assumption(const struct eb_machine *machine, bool of_all_events);
/* Witnesses, as event/label, that are for nothing which the abstraction chooses, and do not count. */
size_t eb_machine_idle_witness_count(const struct eb_machine *machine);
const char *eb_machine_idle_witness(const struct eb_machine *machine, size_t number);
/* An operator of a theory of which axioms say more than what defines it; NULL if none is used. */
const char *eb_machine_assumed(const struct eb_machine *machine);

/* A fault that is no verdict ("limit", "overflow") that some event ended in, so that what follows was not looked at;
 * NULL if there was none. */
const struct ts_fault *eb_machine_gave_up(const struct eb_machine *machine);
/* Was an event's choice of values the last that was tried in its state, as it is ill-defined or infeasible? */
bool eb_machine_ended_early(const struct eb_machine *machine);
/* Did something fail for want of width? Never where it is that of all integers. */
bool eb_machine_needs_width(const struct eb_machine *machine);

/* Faults: "invariant"; "well-definedness"; "bound" where a value leaves its bounds, if that was asked for (such steps
 * are cut off and counted otherwise). "limit" and "overflow" are no verdict on the machine: something was too large to
 * be enumerated or computed. In faults of guards and actions, the state after is the state before. Actions of the ts
 * are the events, in order. */
const struct ts *eb_machine_ts(const struct eb_machine *machine);
/* The same for products with observers: such a step is none, and the run does not end there, either. */
const struct ts *eb_machine_observed(const struct eb_machine *machine);

/* Formulas that were not decided since the machine was made, as an infinite domain was cut to the bounds, why not all
 * choices of the constants are there, and axioms that are not well-defined: without a violation there is no verdict
 * then. Of theorems that are not decided, and of axioms of which it is not known whether they are well-defined for
 * constants that later ones rule out, nothing else depends. */
enum eb_doubt { EB_DOUBT, EB_DOUBT_OF_THEOREM, EB_DOUBT_OF_AXIOM };
void eb_machine_doubts(const struct eb_machine *machine,
                       void (*visit)(void *context, const struct ts_fault *fault, enum eb_doubt doubt), void *context);

/* Is something chosen, or looked for, among the integers of the default range only? */
bool eb_machine_uses_default_range(const struct eb_machine *machine);
/* Are there carrier sets of which neither the axioms nor anybody else say how large they are? */
bool eb_machine_has_default_sets(const struct eb_machine *machine);
bool eb_machine_may_have_larger_sets(const struct eb_machine *machine); /* and of which they do not say: no larger */
/* By carrier set: one element more than the axioms need, of those that need more than the default, and may have more.
 * NULL: there are none. */
const unsigned *eb_machine_larger_sizes(const struct eb_machine *machine, struct arena *arena);
/* Are there recursive data types of which nobody says how many constructors stand inside each other? */
bool eb_machine_has_default_levels(const struct eb_machine *machine);

/* Steps that left the bounds and were cut off, since the machine was made or this was called with `reset`. */
uint64_t eb_machine_cut_steps(const struct eb_machine *machine, bool reset);
size_t eb_machine_setup_count(const struct eb_machine *machine);
/* Of how many choices it is not known whether they satisfy the axioms, in which nothing that goes wrong counts; and why
 * not of the first of them, NULL if there are none. */
const struct ts_fault *eb_machine_doubtful_setups(const struct eb_machine *machine, size_t *count);
/* Are there choices of the constants that were not made? */
bool eb_machine_has_more_setups(const struct eb_machine *machine);
/* How many of them ProB would count as states, beside those of the variables. */
size_t eb_machine_setup_states(const struct eb_machine *machine);
/* Can the event happen in this state? True as well where its guard is not well-defined. */
bool eb_machine_enabled(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event);

/* Is the event among those that were asked for? */
bool eb_machine_is_chosen(const struct eb_machine *machine, unsigned event);
/* Where an event cannot happen: the condition that no values of its parameters get past, as "grd1: x > 0". */
void eb_machine_what_stops(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event,
                           struct text *out);

/* Every bound in force, one line each, for people: "TASK = {t1, t2, t3}  (--bound)", "integers -1..3 (default)". */
void eb_machine_print_bounds(const struct eb_machine *machine, struct text *out);
/* Likewise, variables that went far beyond all numbers in the model. `complete`: everything was seen, so that none of
 * them goes on for ever. */
void eb_machine_print_growth(const struct eb_machine *machine, bool complete, struct text *out);

/* ---- For `conform`: events with parameter values, and values in states ----
 * What makes something (compiling, naming and listing values) is for one thread; the rest may be called from several.
 */

/* A value: a code below the number of values of its type, where that number is small; otherwise bits. */
struct eb_value;

/* Emits every way an event can happen in a state: its parameters' values and the state after. Where it goes wrong
 * before a parameter has a value, that is NULL. */
typedef void (*eb_occurrence)(void *context, unsigned event, const struct eb_value *const *parameters,
                              const void *after, uint32_t size, uint32_t fault);
void eb_machine_occurrences(const struct eb_machine *machine, const void *state, uint32_t size, eb_occurrence visit,
                            void *context);

/* A formula over the development (by eb_check_formula), ready to be evaluated often. */
struct eb_compiled;
struct eb_compiled *eb_compile(const struct eb_machine *machine, const struct eb_formula *formula,
                               struct diagnostics *diagnostics);
void eb_compiled_free(struct eb_compiled *compiled);
/* The value in a state with these locals. NULL if it is not well-defined there. Predicates give BOOL. The value lives
 * until the next evaluation in this thread. */
const struct eb_value *eb_evaluate(const struct eb_compiled *compiled, const void *state, uint32_t size,
                                   const struct eb_value *const *locals);

/* NULL is "?". */
void eb_value_print(const struct eb_machine *machine, const struct eb_type *type, const struct eb_value *value,
                    struct text *out);
bool eb_value_integer(const struct eb_type *type, const struct eb_value *value,
                      int64_t *integer); /* ℤ and BOOL; elements of a carrier set: their number */
/* All values of a (small) type within bounds, in order. False if there are more than `limit`. */
bool eb_values_of_type(const struct eb_machine *machine, const struct eb_type *type, size_t limit,
                       void (*visit)(void *context, const struct eb_value *value), void *context);
/* A value by name: an element of an enumerated set or a carrier set's element, a number, TRUE/FALSE. */
const struct eb_value *eb_value_by_name(const struct eb_machine *machine, const struct eb_type *type, const char *name);

#endif
