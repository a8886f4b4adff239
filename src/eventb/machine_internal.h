/* What the parts of a machine share. */
#ifndef EVENTB_MACHINE_INTERNAL_H
#define EVENTB_MACHINE_INTERNAL_H

#include "eventb/bounds.h"
#include "eventb/entered.h"
#include "eventb/infinite.h"
#include "eventb/layout.h"
#include "eventb/machine.h"
#include "eventb/plan.h"
#include "eventb/proven.h"

#include <pthread.h>
#include <stdatomic.h>

struct eb_together;

struct eb_invariant {
    const struct eb_labelled *written;
    const struct eb_node *node;
    uint32_t fault;
    uint32_t too_much;    /* of a theorem: the fault that says that it cannot be evaluated */
    uint32_t obligation;  /* the fault of what is one obligation, whatever event breaks it; 0: one for each event */
    const bool *mentions; /* by variable */
    const unsigned *speaks_of; /* the same variables, one by one */
    unsigned speaks_of_count;
    struct eb_proven_place proven;
    bool rests;        /* on an axiom that is assumed */
    bool is_costly;    /* it pays to remember for which values it holds */
    bool is_of_guards; /* a theorem among them, by the name of its obligation */
    /* Of theorems. Who tells the run to a state where one is wrong must find it so again, and right on the way there:
     * it is evaluated however long that takes, and what was given up once is not evaluated in later states. */
    _Atomic bool was_wrong, given_up;
};

struct eb_ready_event {
    const struct eb_full_event *event;
    bool chosen;
    bool rests;                         /* on an axiom that is assumed: what it does, and when it can happen */
    bool checks_rest;                   /* likewise: what is checked of it besides, theorems and the variant */
    struct eb_plan *plan;               /* parameters, then the new values */
    const struct eb_together *together; /* new values that depend on parameters which are cut; NULL: there are none */
    const unsigned *written;            /* variables */
    unsigned written_count;
    const unsigned *affected; /* invariants that speak of them */
    const uint32_t *faults;   /* by affected invariant: it is violated */
    unsigned affected_count;
    atomic_bool has_left; /* the bounds, by a step that was cut off */
};

/* A proof obligation, by the name that Rodin gives it. */
struct eb_obligation {
    const char *name;
    uint32_t fault;                   /* it is violated; 0: faults of `formula` say so */
    const struct eb_formula *formula; /* well-definedness of this */
};

/* A choice of the constants. */
struct eb_setup {
    struct eb_value *values;
    const bool *cut; /* by constant: the value is a function on all of ℕ, as far as the bounds reach; NULL: none is */
    uint32_t doubt;  /* an axiom that is not decided for it: the fault that says so, or 0 */
};

/* A constant that the axioms leave open, and whose values are not within the integers' range. */
struct eb_reached {
    unsigned constant;
    int64_t low, high; /* the values that were tried */
};

/* How far an integer variable has gone beyond all that is written in the model. */
struct eb_growth {
    atomic_ullong furthest, times; /* the distance from 0; how often it grew */
};

struct eb_machine {
    const struct eb_development *development;
    struct arena *arena;
    struct eb_limits limits;
    struct eb_domains domains;
    struct eb_faults faults;
    struct eb_compiler compiler;
    const struct eb_domain **constant_domains, **variable_domains;
    VEC(struct eb_setup) setups;
    uint32_t unfinished; /* not all choices of the constants were found: the fault that says why, or 0 */
    VEC(struct eb_reached) reached;
    VEC(const struct eb_formula *)
    assumed;                /* axioms that say nothing about the choice of constants and are not decided */
    bool *tied;             /* by constant: what speaks of it rests on these; NULL: there are none */
    uint32_t assumption;    /* the fault that says so of the first of them */
    atomic_bool has_rested; /* an event has happened that speaks of such constants; or everything rests on these */
    bool formula_rests;     /* a formula of the user's does */
    VEC(uint32_t)
    ill_defined; /* axioms that are so, or theorems that are false, where those before them hold: faults */
    VEC(uint32_t) open_axioms;       /* those of which that is not known */
    VEC(const char *) cut_elsewhere; /* axioms that were looked at only in part with other sizes of sets and values */
    struct eb_layout layout;
    unsigned state_count;    /* of the variables, with those that are hidden after them (infinite.h) */
    unsigned variable_count; /* with `refines`, those of the abstractions that are gone come after the machine's own */
    bool feasibility;        /* eb_bounds */
    bool tells_constants;
    bool defines_parameters; /* nobody asks for parameters' values: some may stand for definitions instead */
    bool refines;            /* the abstraction takes every step along */
    unsigned abstractions;   /* so many of them, one above the other, do so; 0: none */
    VEC(struct eb_obligation) obligations;
    VEC(const char *) idle_witnesses; /* that are for nothing: event/label */
    struct eb_invariant *invariants;
    unsigned invariant_count;
    struct eb_entered *entered;
    atomic_bool is_broken; /* a step led to a state where one is violated, or of which that is not known */
    struct eb_ready_event initialisation, *events;
    uint32_t too_large, too_many, not_all, growing; /* faults */
    uint32_t *leaving;                              /* by variable that has bounds of its own: it leaves them */
    bool report_leaving, report_deadlock;
    struct ts ts, observed;
    struct ts_action *actions;
    pthread_mutex_t lock; /* of the frames */
    struct eb_frame *free_frames, *results;
    atomic_ullong cut_steps;
    struct eb_growth *growth; /* by variable */
    bool (*goes_on)(void *context);
    void *goes_on_context;
    atomic_bool stopped;      /* it said no */
    atomic_bool outside;      /* an integer in a set was outside the window */
    _Atomic uint32_t gave_up; /* a fault that is no verdict, as something was too large; 0: there was none */
    _Atomic bool ended_early; /* an event's other choices were not tried, as one of them fails */
    size_t doubt_count;
    const char *events_origin; /* who chose the events */
    size_t met_count;
    _Atomic bool *met;             /* by fault: a step ended in it */
    _Atomic unsigned char *doubts; /* by fault: it is the reason why something is not decided */
};

/* Something is not decided; the fault (marked EB_CUT) says what. */
void eb_note_doubt(const struct eb_machine *machine, uint32_t fault);
void eb_note_met(const struct eb_machine *machine, uint32_t fault);
/* The same for a theorem, from which nothing follows that does not follow from the others. */
void eb_note_open_theorem(const struct eb_machine *machine, uint32_t fault);

/* Why it is not known whether this choice satisfies the axioms, so that nothing that goes wrong with it counts; 0: it
 * does. `rests`: what goes wrong speaks of constants that an assumed axiom is about. */
uint32_t eb_doubt_of_setup(const struct eb_machine *machine, uint32_t setup, bool rests);
/* Is the state in the frame one from which nothing goes on, as a variable has left its bounds (machine_ts.c)? */
bool eb_is_outside(const struct eb_machine *machine, const struct eb_frame *frame);
bool eb_any_event_rests(const struct eb_machine *machine);
/* A formula of the user's speaks of what rests on an axiom that is assumed. */
void eb_formula_rests(const struct eb_machine *machine, bool rests);
bool eb_rests_on_assumption(const struct eb_machine *machine, const struct eb_formula *formula);

/* Constants: all values that satisfy the axioms within bounds (setups.c). */
bool eb_find_setups(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics);
/* Puts elements of carrier sets that have names, and constants that stand for them, into a frame. */
void eb_fix_elements(const struct eb_machine *machine, struct eb_frame *frame);
/* The steps that the abstraction takes along with an event, after its own plan (refine.c). */
void eb_plan_refinement(struct eb_machine *machine, struct eb_ready_event *ready, unsigned *written);
/* Convergent and anticipated events (refine.c). */
void eb_plan_variant(struct eb_machine *machine, struct eb_ready_event *ready);
/* label/WD or event/label/WD, where something in the formula can be ill-defined. */
void eb_oblige_well_defined(struct eb_machine *machine, const char *where, const struct eb_labelled *formula);
void eb_oblige_named(struct eb_machine *machine, const char *name, const struct eb_formula *formula);
/* A fault that means: the obligation is violated. */
uint32_t eb_obligation_new(struct eb_machine *machine, const char *name, const char *kind, struct place place,
                           const char *message);
/* Is the variable the machine's, or of an abstraction that comes along? (events.c) */
bool eb_takes_part(const struct eb_machine *machine, unsigned variable);
/* What :∈ and :∣ say of the new values: x' ∈ S, of x :∈ S. */
const struct eb_formula *eb_chosen_by(struct arena *arena, const struct eb_formula *action);
/* What is chosen for variables with bounds of their own comes from these, where nothing else limits it. */
void eb_give_own_ranges(const struct eb_machine *machine, struct eb_plan *plan);
/* Events and invariants (events.c). */
bool eb_prepare_events(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics);

/* A frame with nothing in it; give it back. */
struct eb_frame *eb_frame_take(const struct eb_machine *machine);
void eb_frame_give(const struct eb_machine *machine, struct eb_frame *frame);
/* Puts the constants of a set-up into a frame; or of a state, with its variables. */
void eb_load_setup(const struct eb_machine *machine, struct eb_frame *frame, uint32_t setup);
void eb_load_state(const struct eb_machine *machine, struct eb_frame *frame, const void *state, uint32_t size);

/* All ways an event can happen from what is in the frame (occurrence.c). Of a fault, `after` is the state before. */
struct eb_happening {
    unsigned event;
    const void *after;
    uint32_t size;
    uint32_t fault;
    bool fails; /* it went wrong before there was a state after it */
};
typedef bool (*eb_happened)(void *context, struct eb_frame *frame, const struct eb_happening *happening);
/* `before` is NULL for initialisations. False if the visitor wanted no more. */
bool eb_each_happening(const struct eb_machine *machine, const struct eb_ready_event *event, unsigned number,
                       struct eb_frame *frame, const void *before, uint32_t before_size, eb_happened visit,
                       void *context);
/* Where an event went wrong: had the plan got as far as this parameter's value (machine_ts.c)? */
bool eb_is_parameter_known(const struct eb_ready_event *event, const struct eb_frame *frame, unsigned slot);
/* Is it the fault that the tool could not evaluate something? Then nothing is known. */
bool eb_is_giving_up(const struct eb_machine *machine, uint32_t fault);
/* Adds the steps that were cut off since the frame was taken to the machine's count. */
void eb_count_cut(const struct eb_machine *machine, const struct eb_frame *frame);
/* As eb_machine_enabled(); where it cannot happen, `doubt` says why that is not certain, or is 0. */
bool eb_enabled_or_doubt(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event,
                         uint32_t *doubt);
/* As eb_evaluate(); `fault` says what is wrong where there is no value. */
const struct eb_value *eb_evaluate_or_fault(const struct eb_compiled *compiled, const void *state, uint32_t size,
                                            const struct eb_value *const *locals, uint32_t *fault);
void eb_fill_ts(struct eb_machine *machine);

#endif
