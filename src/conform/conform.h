/* Does a design simulate its specification within bounds (Vu 2014, definitions 3, 8 and 11)?
 *
 * The check is a search over pairs of a state of the specification and a state of the design that is related to it.
 * From a pair (p, q), for every event a with p -a-> p', the calls f(a) are made on q. Each result q' with p' ≼ q' gives
 * a pair to go on from; if there is none, the design does not simulate the specification, and the way there is a
 * shortest one. The pairs that are quantified over are the reachable ones: those that some sequence of events leads to
 * from a related pair of initial states. docs/conform.md says what this means for designs that choose. */
#ifndef CONFORM_CONFORM_H
#define CONFORM_CONFORM_H

#include "conform/map.h"
#include "eventb/machine.h"
#include "promela/program.h"
#include "ts/ts.h"

#include <signal.h>

struct conform_options {
    const char *specification, *component; /* component: of a file with several; may be NULL */
    const char *map;
    const char *design;        /* .c, .so, or Promela; NULL: explore the specification only */
    const char *const *bounds; /* "TASK=3": they replace the map's of the same name */
    size_t bound_count;
    const char *const *only; /* events: instead of the map's */
    size_t only_count;
    unsigned max_setups; /* choices of the constants; 0: all */
    bool every_result;   /* every result of the calls must be related, not just one (the assertions of Vu 2014) */
    bool no_symmetry;
    enum eb_width width;            /* of integers in sets of the specification */
    double call_seconds;            /* a call of a design in C that takes longer does not end */
    uint64_t call_memory;           /* bytes that a design in C may have */
    bool (*goes_on)(void *context); /* asked while a call of a design in C takes long; NULL: yes */
    void *goes_on_context;
    struct program_options program; /* how to read a design in Promela; allow_code: also for designs in C */
};

struct conform;

/* NULL with errors at their place. */
struct conform *conform_load(const struct conform_options *options, struct diagnostics *diagnostics);
void conform_free(struct conform *conform); /* NULL is allowed */

/* The pairs. Describing is for one thread at a time. Variables of the design have names that begin with "design ".
 * Faults: "differs"        no result of the calls is related to the specification's state "refused"        the calls
 * have no result "initial"        the design, once set up, is not related to the specification's initial state "map" an
 * expression of the map has no value there: the map is at fault "specification ..."  the specification's own:
 * "specification invariant", "specification well-definedness" others           the design's: "assertion", "crash",
 * "endless", ... */
const struct ts *conform_ts(const struct conform *conform);
/* So many threads are about to search: a design in C gets a process for each. More threads than that wait for each
 * other.
 */
void conform_employ(struct conform *conform, unsigned threads);
/* The search may be long: have the design's code optimised in the background. */
void conform_optimise(struct conform *conform);

enum conform_side { CONFORM_PAIR, CONFORM_SPECIFICATION, CONFORM_DESIGN, CONFORM_MAP };
/* Whose fault a fault is, by its kind. */
enum conform_side conform_side(const char *kind);

struct conform_counts {
    uint64_t setups;         /* of constants and initial values: initial states of the specification */
    uint64_t setups_checked; /* those that stand for all others */
    uint64_t states;         /* of the specification, reached so far */
    uint64_t transitions;
    uint64_t cut;   /* steps that leave the bounds and were left out (definition 10) */
    uint64_t calls; /* runs of the design */
};
void conform_counts(const struct conform *conform, struct conform_counts *counts);

/* Explores the specification alone, all of it within bounds (algorithm 1). False if a limit of states is
 * passed (0: none), or `goes_on` (NULL: yes) says no. */
bool conform_explore(struct conform *conform, uint64_t limit, bool (*goes_on)(void *context), void *context);
/* Once `goes_on` says no, the specification takes no more steps: what is found then is not everything. NULL: go on. */
void conform_set_patience(struct conform *conform, bool (*goes_on)(void *context), void *context);
bool conform_lost_patience(const struct conform *conform); /* since then */

/* After an exploration without a violation: no relation applied in any state, so that nothing was compared. */
bool conform_compared_nothing(const struct conform *conform);
/* What the bounds do not decide in the specification, so that neither conformance nor the lack of it follows; NULL:
 * nothing so far. */
const char *conform_doubt(const struct conform *conform);
/* The same where the design does not answer the specification: that may rest on an axiom which is assumed, or on a
 * choice of the constants of which it is not known whether it is one. */
const char *conform_doubt_of_mismatch(const struct conform *conform);

/* What is wrong with the specification itself, for who explores it alone; NULL: nothing so far. */
const char *conform_flaw(const struct conform *conform);
/* Did something fail for want of width? */
bool conform_needs_width(const struct conform *conform);

/* Every bound in force, a line each. */
void conform_print_bounds(const struct conform *conform, struct text *out);

/* ---- Both states side by side ---- */

struct conform_row {
    const char *left, *left_value;   /* "t_state(t1)", "run" */
    const char *right, *right_value; /* "task[1].state", "1" */
    const char *expected;            /* what C makes of the left value: "2", "1..3" */
    bool constrained;                /* the relation's condition holds here */
    bool differs;
};
void conform_compare(const struct conform *conform, const void *pair, uint32_t size,
                     void (*visit)(void *context, const struct conform_row *row), void *context);
/* The variables of either side. */
void conform_variables(const struct conform *conform, const void *pair, uint32_t size, bool of_design,
                       void (*visit)(void *context, const char *name, const char *value), void *context);
/* How the design was set up for the pair's specification: "SetTask(1, 2); SetTask(2, 1)". */
void conform_describe_setup(const struct conform *conform, const void *pair, uint32_t size, struct text *out);

/* ---- As Promela ---- */

/* The design's environment with assertions (figures 6 and 7 of Vu 2014); explores the specification first. False with
 * an error in `diagnostics`. `include`: how the text names the design. */
bool conform_export(struct conform *conform, const char *include, uint64_t limit, struct text *out,
                    struct diagnostics *diagnostics);

#endif
