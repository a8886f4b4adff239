#include "eventb/refining.h"

#include <string.h>

static bool mentions_primed(const struct eb_formula *formula, unsigned index) {
    if (formula->op == EB_IDENTIFIER && formula->primed && formula->index == index) return true;
    for (unsigned i = 0; i < formula->child_count; i++)
        if (mentions_primed(formula->children[i], index)) return true;
    return false;
}

static bool is_named_parameter(const struct refining *refining, const struct eb_labelled *witness, unsigned number) {
    return strcmp(witness->label, refining->refined->parameters[number].name) == 0;
}

static bool is_named_variable(const struct refining *refining, const struct eb_labelled *witness, unsigned index) {
    const char *name = refining->machine->development->variables[index].name;
    size_t length = strlen(name);
    return refining_is_gone(refining, index) && strncmp(witness->label, name, length) == 0 &&
           strcmp(witness->label + length, "'") == 0;
}

static bool names_parameter(const struct refining *refining, const struct eb_labelled *witness) {
    for (unsigned i = 0; i < refining->refined->parameter_count; i++)
        if (is_named_parameter(refining, witness, i)) return true;
    return false;
}

static bool names_variable(const struct refining *refining, const struct eb_labelled *witness) {
    for (unsigned i = 0; i < refining->machine->variable_count; i++)
        if (is_named_variable(refining, witness, i)) return true;
    return false;
}

static bool mentions_gone(const struct refining *refining, const struct eb_formula *formula) {
    for (unsigned i = 0; i < refining->machine->variable_count; i++)
        if (refining_is_gone(refining, i) && mentions_primed(formula, i)) return true;
    return false;
}

bool eb_witness_is_about_gone(const struct refining *refining, const struct eb_labelled *witness) {
    if (names_variable(refining, witness)) return true;
    if (names_parameter(refining, witness)) return false;
    return mentions_gone(refining, witness->formula) || !refining->refined->parameter_count;
}

/* Does the abstraction choose the new value of this variable, which is gone, and not compute it? */
static bool is_chosen(const struct refining *refining, unsigned index) {
    bool initial = refining->ready == &refining->machine->initialisation;
    if (!refining_is_gone(refining, index) || !refining_has(refining, index)) return false;
    for (unsigned i = 0; i < refining->refined->actions.count; i++) {
        const struct eb_formula *action = refining->refined->actions.items[i].formula;
        for (unsigned t = 0; t < action->target_count; t++)
            if (action->target_indices[t] == index) return action->op != EB_BECOMES_EQUAL;
    }
    return initial;
}

bool eb_witness_is_for_nothing(const struct refining *refining, const struct eb_labelled *witness) {
    if (names_parameter(refining, witness)) return false;
    for (unsigned i = 0; i < refining->machine->variable_count; i++)
        if (is_named_variable(refining, witness, i)) return !is_chosen(refining, i);
    for (unsigned i = 0; i < refining->refined->parameter_count; i++)
        if (eb_mentions(witness->formula, EB_PARAMETER, refining->refined->first_parameter + i)) return false;
    for (unsigned i = 0; i < refining->machine->variable_count; i++)
        if (is_chosen(refining, i) && mentions_primed(witness->formula, i)) return false;
    return true;
}

/* p = 1, in p = 1 ∧ x' = 2; of x' = p + 1 it is x' that gets a value. */
static bool says_by_itself(const struct refining *refining, const struct eb_formula *formula, unsigned parameter) {
    if (formula->op != EB_AND)
        return eb_mentions(formula, EB_PARAMETER, parameter) && !mentions_gone(refining, formula);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (says_by_itself(refining, formula->children[i], parameter)) return true;
    return false;
}

static bool is_for_parameter(const struct refining *refining, const struct eb_labelled *witness, unsigned number) {
    if (names_variable(refining, witness)) return false;
    if (names_parameter(refining, witness)) return is_named_parameter(refining, witness, number);
    unsigned index = refining->refined->first_parameter + number;
    if (eb_witness_is_about_gone(refining, witness)) return says_by_itself(refining, witness->formula, index);
    return eb_mentions(witness->formula, EB_PARAMETER, index);
}

static bool is_for_variable(const struct refining *refining, const struct eb_labelled *witness, unsigned index) {
    if (!eb_witness_is_about_gone(refining, witness)) return false;
    if (names_variable(refining, witness)) return is_named_variable(refining, witness, index);
    return mentions_primed(witness->formula, index);
}

static bool is_for_any_parameter(const struct refining *refining, const struct eb_labelled *witness) {
    for (unsigned i = 0; i < refining->refined->parameter_count; i++)
        if (is_for_parameter(refining, witness, i)) return true;
    return false;
}

bool eb_has_all_witnesses(const struct refining *refining) {
    for (unsigned i = 0; i < refining->refined->parameter_count; i++)
        if (!eb_has_witness_for_parameter(refining, i)) return false;
    return true;
}

bool eb_leaves_open(const struct refining *refining, const struct eb_formula *action) {
    bool any_gone = false;
    for (unsigned t = 0; t < action->target_count; t++)
        any_gone = any_gone || refining_is_gone(refining, action->target_indices[t]);
    for (unsigned i = 0; any_gone && i < refining->refined->parameter_count; i++)
        if (!eb_has_witness_for_parameter(refining, i) &&
            eb_mentions(action, EB_PARAMETER, refining->refined->first_parameter + i))
            return true;
    return false;
}

bool eb_parameters_follow(const struct refining *refining) {
    const struct eb_labelled_list *witnesses = &refining->refined->witnesses;
    for (unsigned i = 0; i < refining->refined->actions.count; i++)
        if (eb_leaves_open(refining, refining->refined->actions.items[i].formula)) return true;
    for (unsigned i = 0; i < witnesses->count; i++)
        if (is_for_any_parameter(refining, &witnesses->items[i]) &&
            mentions_gone(refining, witnesses->items[i].formula))
            return true;
    return false;
}

bool eb_has_witness_for_parameter(const struct refining *refining, unsigned parameter) {
    for (unsigned i = 0; i < refining->refined->witnesses.count; i++)
        if (is_for_parameter(refining, &refining->refined->witnesses.items[i], parameter)) return true;
    return false;
}

bool eb_has_witness_for_variable(const struct refining *refining, unsigned index) {
    for (unsigned i = 0; i < refining->refined->witnesses.count; i++)
        if (is_for_variable(refining, &refining->refined->witnesses.items[i], index)) return true;
    return false;
}
