/* Linear temporal logic over a model: states of tasks, and values of mode labels (docs/timing.md, "Formulas").
 *
 *   [] (ready(Planner) -> <> running(Planner))        [] (Mode == Limp -> suspended(Comfort))
 *
 * A formula is about the states in which time passes; what happens at one instant is one step. */
#ifndef TIMING_FORMULA_H
#define TIMING_FORMULA_H

#include "amalthea/model.h"
#include "ltl/translate.h"

enum tm_atom_kind {
    TM_ATOM_RUNNING, /* it has a core */
    TM_ATOM_READY,   /* it could run, and has no core */
    TM_ATOM_WAITING,
    TM_ATOM_SUSPENDED, /* it has no instance */
    TM_ATOM_LABEL      /* `comparison` */
};

struct tm_atom {
    enum tm_atom_kind kind;
    const struct am_process *process;
    struct am_comparison comparison;
};

struct tm_formula_node {
    enum ltl_node_kind kind;
    const struct tm_formula_node *left, *right;
    unsigned atom;
};

struct tm_formula {
    const char *text;
    const struct tm_formula_node *root;
    struct tm_atom *atoms;
    unsigned atom_count;
};

/* False, with an error at its column, where the text is no formula, or names what is not in the model. */
bool tm_formula_parse(const struct am_model *model, struct arena *arena, const char *text, struct tm_formula *formula,
                      struct diagnostics *diagnostics);

#endif
