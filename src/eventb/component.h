/* Contexts and machines, as written; and a development: a machine with all it refines and sees, resolved and typed. */
#ifndef EVENTB_COMPONENT_H
#define EVENTB_COMPONENT_H

#include "eventb/formula.h"

struct eb_labelled {
    const char *label;
    const struct eb_formula *formula;
    bool theorem;
    struct place place;
    bool is_made; /* of an axiom: what another one is taken for (stand_in.h) */
};
struct eb_labelled_list {
    const struct eb_labelled *items;
    unsigned count;
};
struct eb_name {
    const char *name;
    struct place place;
};
struct eb_name_list {
    const struct eb_name *items;
    unsigned count;
};

enum eb_convergence { EB_ORDINARY, EB_CONVERGENT, EB_ANTICIPATED };

/* An event of an included machine that happens together with this one. */
struct eb_synchronisation {
    const char *prefix; /* NULL: of a machine that is included without one */
    struct eb_name event;
};

struct eb_event {
    const char *name;
    struct place place;
    enum eb_convergence convergence;
    bool extended;
    struct eb_name_list refines; /* names of abstract events */
    const struct eb_synchronisation *synchronises;
    unsigned synchronised_count;
    struct eb_name_list parameters;
    struct eb_labelled_list guards, witnesses, actions;
};

/* Copies of another machine inside of this one: of `p`, the variable x is p_x. Without prefixes: one, with the names as
 * they are. */
struct eb_inclusion {
    struct eb_name machine; /* perhaps project.machine */
    struct eb_name_list prefixes;
};

/* A record of a machine: a variable, unless it is one of a context. Its own fields are variables already; an extended
 * one also has the fields that it has in the abstraction. */
struct eb_record {
    struct eb_name name;
    bool extended;
};

/* A context or a machine, as one file has it. */
struct eb_component {
    const char *name, *file;
    bool is_machine;
    struct place place;
    struct eb_name_list extends, refines, sees; /* names of components in the same folder */
    struct eb_name_list sets, constants;        /* contexts */
    struct eb_labelled_list axioms;
    struct eb_name_list variables; /* machines */
    struct eb_labelled_list invariants;
    struct eb_labelled_list variants;
    const struct eb_event *events;
    unsigned event_count;
    const struct eb_inclusion *includes; /* these two until eb_flatten() has put in what they stand for */
    unsigned include_count;
    const struct eb_record *records;
    unsigned record_count;
};

/* Reads one file: .bum, .buc (Rodin, every version), or text (Camille, CamilleX: .eventb, .bumx, .bucx, .txt: anything
 * else). A text file may hold several components. False with errors. */
struct eb_components {
    const struct eb_component **items;
    unsigned count;
};
bool eb_read_file(struct arena *arena, const char *path, struct eb_components *components,
                  struct diagnostics *diagnostics);
/* As text that eb_read_file() reads back. */
void eb_print_component(const struct eb_component *component, bool ascii, struct text *out);

/* ---- A development ---- */

struct eb_symbol {
    const char *name;
    const struct eb_type *type;
    struct place place;
};

/* What an event refines, with all that it inherits: of several events, the guards of each, and the actions of the
 * first (they are the same). Parameters that the event itself does not have follow its own in their numbering. */
struct eb_refined {
    const char *machine, *event; /* that do so: the machine itself, or an abstraction of it */
    const struct eb_symbol *parameters;
    unsigned first_parameter, parameter_count;
    const struct eb_labelled_list *guards; /* by refined event; none: the event is new, and refines skip */
    unsigned count;
    /* As Rodin counts (the least of the events that it refines): ordinary, if the event is new or one of them is so, or
     * converges without a variant; else anticipated, if one is; else all of them converge already. */
    enum eb_convergence convergence;
    struct eb_labelled_list actions, witnesses;
    const char *unchecked;                 /* why this cannot be checked; NULL: it can */
    const struct eb_refined *const *above; /* by refined event: what it refines in turn; NULL: nothing */
    unsigned reach;                        /* for so many abstractions, one after the other, this is known */
    const char *stops;                     /* why not for all of them; NULL: it is */
};

/* An event with all that it inherits (extended events flattened). */
struct eb_full_event {
    const char *name;
    struct place place;
    const struct eb_symbol *parameters;
    unsigned parameter_count;
    struct eb_labelled_list guards;   /* without theorems */
    struct eb_labelled_list theorems; /* among the guards; they may speak of variables that are gone */
    const unsigned *guards_before;    /* by theorem: so many guards come before it */
    struct eb_labelled_list actions;
    enum eb_convergence convergence;
    const struct eb_refined *refined; /* NULL: the machine refines none */
};

/* A carrier set that is taken for an infinite type (stand_in.h): among the constants there is one of its name, which is
 * the set of all values of that type. */
struct eb_stand_in {
    const char *set;
    const struct eb_type *type;
    const char *bijection, *label; /* the constant that says so, in this axiom ... */
    const struct eb_component *context;
    const struct eb_formula *written; /* ... of this set of the type's values, as read */
};
struct eb_stand_ins {
    const struct eb_stand_in *items;
    unsigned count;
};

struct eb_development {
    struct arena *arena;
    struct eb_theories *theories; /* whose operators formulas that come later may use, too; NULL: none */
    const char *name;             /* of the machine, or of the context where there is no machine */
    bool has_machine;
    /* The type of a carrier set S, as an expression, is ℙ(S). After the variables of the machine itself stand those of
     * its abstractions that it does not have any more; only `gluing` speaks of them. */
    const struct eb_symbol *sets, *constants, *variables;
    unsigned set_count, constant_count, variable_count;
    unsigned abstract_variable_count;
    struct eb_stand_ins stand_ins;      /* carrier sets that are constants instead */
    const struct eb_development *plain; /* without these, for axioms before those that say so; NULL: there are none */
    struct eb_labelled_list axioms;     /* of all contexts, in order; theorems too (marked) */
    /* By axiom: which others come before it, in its context and those it extends. What another one is taken for comes
     * where that comes. */
    const bool *const *axioms_before;
    struct eb_labelled_list invariants; /* those of the whole chain that speak only of the machine's own variables */
    struct eb_labelled_list gluing;     /* the others: they mention variables of abstractions */
    struct eb_labelled_list variants;
    const char *abstraction; /* the machine that this one refines; NULL: none */
    unsigned level_count;    /* of the chain: abstractions and the machine itself, which is level 0 */
    const char *const *level_names;
    /* By level and variable, also of those that are gone: does that machine have it? */
    const bool *const *in_level;
    struct eb_full_event initialisation;
    const struct eb_full_event *events;
    unsigned event_count;
};

/* Is it to be shown that the event decreases the variant or, if it is anticipated, does not increase it? */
static inline bool eb_owes_to_variant(const struct eb_development *development, const struct eb_full_event *event) {
    bool refines = event->refined && event->refined->count;
    if (event->convergence == EB_ORDINARY) return false;
    if (refines && event->refined->convergence == EB_ORDINARY) return false;   /* it is ordinary, then */
    if (refines && event->refined->convergence == EB_CONVERGENT) return false; /* its end was shown before */
    return event->convergence == EB_CONVERGENT || development->variants.count != 0;
}

/* Loads a machine (or a context) with all it stands on. In a text file with several components: `component` (NULL: the
 * last machine). Missing and cyclic references, undefined names and ill-typed formulas are errors at their place. */
struct eb_development *eb_load(const char *path, const char *component, struct diagnostics *diagnostics);
void eb_development_free(struct eb_development *development);

/* Types and resolves a predicate or expression over the development's sets, constants and variables (LTL atoms, maps).
 * `locals`: further identifiers (kind EB_PARAMETER, index: their position), with types or with EB_TYPE_UNKNOWN or NULL
 * to be inferred (then filled in, where the formula says it). A local hides what else has its name. NULL with errors.
 */
const struct eb_formula *eb_check_formula(const struct eb_development *development, const struct eb_formula *parsed,
                                          struct eb_symbol *locals, unsigned local_count,
                                          struct diagnostics *diagnostics);

#endif
