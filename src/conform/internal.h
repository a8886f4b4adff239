/* The inside of a check: a map bound to its specification and its design.
 *
 * Invariant: once loaded, every formula is compiled, every call of the map has the number of its `design_need`, and
 * every design variable its handle. From then on several threads may take steps: what they share is locked, or only
 * grows (known.h, crew.h). */
#ifndef CONFORM_INTERNAL_H
#define CONFORM_INTERNAL_H

#include "conform/conform.h"
#include "conform/crew.h"
#include "conform/known.h"
#include "conform/map_expression.h"
#include "eventb/domain.h"
#include "search/nodeset.h"

/* An element of a carrier set, a number, TRUE or FALSE. */
struct element {
    struct eb_value value;
    const char *name;
    const struct map_range *ranges; /* C: what it is in the design */
    unsigned range_count;
};
struct element_set {
    const char *name; /* of the carrier set */
    const struct eb_type *type;
    struct element *elements;
    unsigned count;
};

/* A compiled formula; code NULL: there is none. */
struct formula {
    struct eb_compiled *code;
    const struct eb_type *type;    /* BOOL for predicates */
    const struct element_set *set; /* of its values; NULL: integers, truth values */
    struct place place;
};

/* Values for the locals of a relation or a set-up step. */
struct instance {
    unsigned of; /* number of the relation */
    const struct eb_value *const *values;
    const int64_t *numbers; /* INT64_MIN: it has no single number */
    const char *const *names;
};

/* A state of the specification's with the fault that it has by itself. */
struct flaw {
    uint32_t state, fault;
};

struct conform {
    struct arena *arena;
    struct map *map;
    struct eb_development *development;
    struct eb_machine *machine;
    const struct ts *spec;
    struct design *design;
    bool every_result, no_symmetry;

    struct element_set *sets;        /* by carrier set of the development */
    struct element_set integers;     /* its type only */
    struct formula *formulas;        /* of set-up steps, by slot of the map's expressions */
    struct formula **event_formulas; /* by event, by slot: events may share calls, but each has its own parameters */
    unsigned *handles;               /* design variables, by slot */
    struct formula *relation_left, *relation_condition; /* by relation */
    _Atomic bool any_applied;                           /* of them, in some state */
    struct formula *setup_condition;
    const struct map_event **event_map; /* by event of the development */
    unsigned **event_locals;            /* by event: position of the map's locals among its parameters */
    VEC(struct design_need) needs;      /* calls: set-up steps first, then those of the events, as in the map */
    unsigned *event_needs;              /* by event of the map: its first call's number */
    VEC(struct instance) instances;     /* of relations */

    struct crew crew;
    struct known known;     /* states of the specification */
    VEC(uint32_t) initial;  /* representatives */
    VEC(struct flaw) flaws; /* initial states of the specification's that its own invariants do not allow */
    uint64_t setups;
    uint64_t cut_elsewhere; /* steps out of the bounds that were no part of the exploration */
    _Atomic uint64_t transitions, calls;
    _Atomic uint32_t spec_fault; /* of the machine: some step had it; 0: none so far */

    pthread_mutex_t lock; /* of what follows, and of the arena, while threads search */
    struct shelf runs;    /* of struct design_run: each sequence of calls once */
    struct nodeset run_set;
    struct shelf faults; /* of struct ts_fault: fault i + 1 of the pairs */
    struct ts ts;
};

/* elements.c */
extern const struct eb_type conform_boolean, conform_integer;
enum { MOST_INSTANCES = 1 << 20 };
struct element_set *conform_find_set(const struct conform *conform, const char *name); /* NULL if there is none */
bool conform_collect(struct conform *conform, const struct eb_type *type,
                     struct element_set *set); /* false: too many */
/* The number that stands for a value; false if it has none, or several. */
bool conform_number(const struct conform *conform, const struct eb_type *type, const struct eb_value *value,
                    int64_t *number);
const struct element_set *conform_set_of(const struct conform *conform, const struct eb_type *type);
bool conform_element(const struct element_set *set, const struct eb_value *value, unsigned *position);
/* Every combination of values for the locals. */
void conform_instances(struct conform *conform, const struct map_locals *locals, unsigned of,
                       void (*visit)(void *context, const struct instance *instance), void *context);

/* spec.c */
uint32_t spec_intern(struct conform *conform, const void *bytes, uint32_t size);
/* Its edges are known afterwards. */
const struct spec_state *spec_expand(struct conform *conform, uint32_t number);
static inline const struct design_run *spec_run(const struct conform *conform, uint32_t run) {
    return (const struct design_run *)shelf_at(&conform->runs, run);
}
/* Interns the initial states. */
void spec_begin(struct conform *conform, struct diagnostics *diagnostics);
/* The occurrence that made edge number `edge` of a state: "activate(t1)". */
void spec_describe_edge(struct conform *conform, uint32_t number, uint32_t edge, struct text *out);
void spec_describe_run(const struct conform *conform, const struct design_run *run, struct text *out);
/* The calls that set the design up for an initial state; false, with the place of the step, if there are none: */
#define SPEC_NO_SETUP "the condition or an argument of this set-up step has no value, or no single number"
bool spec_setup(const struct conform *conform, uint32_t state, struct arena *arena, struct design_run *run,
                struct place *failed);

/* relate.c */
bool relate_expected(struct conform *conform, const void *bytes, uint32_t size, struct expectation *expected,
                     uint32_t *undefined);
/* 0: related; 1: not; 2: a design expression has no value. */
enum relate_result { RELATED, NOT_RELATED, RELATION_UNDEFINED };
enum relate_result relate_check(const struct conform *conform, const struct spec_state *state, const void *design_state,
                                uint32_t size);
enum design_read relate_right(const struct conform *conform, const struct instance *instance, const void *design_state,
                              uint32_t size, int64_t *value);
/* After relate_check() has said RELATION_UNDEFINED: which part of the design's side has no value. */
const struct map_expression *relate_culprit(const struct conform *conform, const struct spec_state *state,
                                            const void *design_state, uint32_t size);
bool expectation_met(const struct conform *conform, const struct instance *instance, struct expectation expected,
                     int64_t value);

/* symmetry.c: whether an initial state's set-up stands for its orbit. */
struct symmetry;
struct symmetry *symmetry_new(struct conform *conform, struct diagnostics *diagnostics); /* NULL with errors */
bool symmetry_keeps(struct symmetry *symmetry, const void *state, uint32_t size);
void symmetry_free(struct symmetry *symmetry);

/* pairs.c: a pair is the number of the specification's state, 4 bytes, and then the design's state. */
enum { PAIR_HEAD = 4 };
void pairs_init(struct conform *conform);
uint32_t pair_number(const void *pair);
static inline const void *pair_design(const void *pair) { return (const unsigned char *)pair + PAIR_HEAD; }
/* The edge that a step took; UINT32_MAX if there is none. */
uint32_t pairs_find_edge(struct conform *conform, const void *before, uint32_t before_size, const void *after,
                         uint32_t after_size, uint32_t event);

#endif
