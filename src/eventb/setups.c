/* Constants: all values that satisfy the axioms within bounds. */
#include "eventb/axioms.h"
#include "eventb/comprehension.h"
#include "eventb/definedness.h"
#include "eventb/machine_internal.h"
#include "eventb/planner.h"
#include "eventb/prefix.h"
#include "eventb/refuted.h"
#include "eventb/relevance.h"

#include <string.h>

enum { MOST_SETUPS = 1 << 20 };

/* A constant's definition that may be ill-defined, which depends on others. */
struct definition {
    const struct eb_node *is_well_defined;
    bool is_closed; /* it depends on no choice */
    unsigned vain;  /* choices for which that was not decided ... */
    uint32_t doubt; /* ... and why; 0: it takes too long */
};

struct finding {
    struct eb_machine *machine;
    struct eb_plan *plan;
    VEC(struct definition) definitions;
    VEC(uint32_t) lazy; /* by choice: why it is not known whether all definitions have a value; 0: it is */
    eb_found visit;     /* what is done with a choice */
    bool is_satisfied;  /* there is one of which it is known that it satisfies the axioms */
    size_t limit;
    bool too_many;
    struct eb_range_limit left_out; /* integers of the choices for which an axiom is ill-defined */
    bool left_out_rightly;          /* where an axiom is ill-defined, those before it rule the choice out */
};

/* Does the relation keep the order? */
static bool is_ascending(const struct eb_domain *domain, struct eb_value relation) {
    struct eb_elements pairs = eb_elements_of(domain, relation);
    struct eb_value pair, last = {0};
    bool any = false;
    while (eb_next_element(&pairs, &pair)) {
        struct eb_value right = eb_right(domain->left, pair);
        if (any && eb_compare(domain->left->right, last, right) >= 0) return false;
        last = right;
        any = true;
    }
    return true;
}

/* Do the elements of each part come after those of the part before? */
static bool parts_follow(const struct eb_machine *machine, const struct eb_frame *frame,
                         const struct eb_set_limit *limit) {
    uint64_t next = 0;
    for (unsigned i = 0; i < limit->part_count; i++) {
        unsigned part = limit->parts[i];
        if (machine->compiler.definitions[part]) continue; /* no choice is left out for it */
        const struct eb_domain *domain = machine->constant_domains[part];
        struct eb_elements elements = eb_elements_of(domain, frame->slots[machine->compiler.constants + part]);
        struct eb_value element;
        while (eb_next_element(&elements, &element))
            if (element.code < next++) return false;
    }
    return true;
}

/* Is there another choice that differs from it only in which element is called what? */
static bool is_left_out(const struct eb_machine *machine, const struct eb_frame *frame) {
    for (unsigned i = 0; i < machine->development->constant_count; i++)
        if (machine->limits.ascending[i] && !machine->compiler.definitions[i] &&
            !is_ascending(machine->constant_domains[i], frame->slots[machine->compiler.constants + i]))
            return true;
    for (unsigned i = 0; i < machine->development->set_count; i++)
        if (!parts_follow(machine, frame, &machine->limits.sets[i])) return true;
    return false;
}

/* Is it, for the constants in the frame? What takes long is not known, and soon nobody asks any more. */
static bool is_ill_defined(struct definition *definition, struct eb_frame *frame, uint32_t *doubt) {
    enum { MOST_WORK = 1 << 14, MOST_VAIN = 3 };
    enum eb_truth truth;
    const uint64_t work = frame->work, most = frame->most_work;
    if (definition->vain >= MOST_VAIN) {
        *doubt = definition->doubt;
        return false;
    }
    frame->most_work = work + MOST_WORK;
    bool good = eb_try_for_certain(definition->is_well_defined, frame, &truth);
    frame->most_work = most;
    frame->work = work;
    if (!good && frame->fault & EB_STOP) eb_fail_again(frame);
    /* One that has a value for no choice leaves none out: what they are like is looked at all the same. */
    bool is_known = good ? !eb_is_open(truth) : eb_is_ill_defined(frame, frame->fault) && !definition->is_closed;
    definition->vain += !is_known;
    bool has_reason = good || frame->fault & EB_CUT || eb_is_ill_defined(frame, frame->fault);
    if (!is_known) *doubt = definition->doubt = !has_reason ? 0 : good ? frame->undecided : frame->fault;
    return is_known && !good;
}

/* Those that have no value yet have one of another choice, which does no harm. */
static void note_left_out(void *context, const struct eb_frame *frame) {
    struct finding *finding = context;
    const struct eb_machine *machine = finding->machine;
    for (unsigned i = 0; i < machine->development->constant_count; i++) {
        int64_t number = (int64_t)frame->slots[machine->compiler.constants + i].code;
        if (machine->constant_domains[i]->representation != EB_NUMBER) continue;
        if (number < finding->left_out.low) finding->left_out.low = number;
        if (number > finding->left_out.high) finding->left_out.high = number;
    }
}

/* Is an axiom that defines a constant ill-defined for the others? */
static bool has_no_definition(struct finding *finding, struct eb_frame *frame, uint32_t *doubt) {
    bool any = false;
    for (size_t i = 0; !any && i < finding->definitions.count; i++)
        any = is_ill_defined(&finding->definitions.items[i], frame, doubt);
    if (any) frame->passed_over = frame->fault;
    if (any) note_left_out(finding, frame);
    return any;
}

static bool keep_setup(void *context, struct eb_frame *frame) {
    struct finding *finding = context;
    struct eb_machine *machine = finding->machine;
    unsigned count = machine->development->constant_count, first = machine->compiler.constants;
    uint32_t lazy = 0;
    if (is_left_out(machine, frame) || has_no_definition(finding, frame, &lazy)) return true;
    if (machine->setups.count >= finding->limit) {
        finding->too_many = true;
        return false;
    }
    struct eb_setup setup = {.doubt = frame->doubtful ? frame->undecided : 0};
    setup.values = arena_new_array(machine->arena, struct eb_value, count + 1);
    bool *cut = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (machine->compiler.definitions[i]) continue; /* it has no value */
        setup.values[i] = eb_copy(machine->arena, machine->constant_domains[i], frame->slots[first + i]);
        if (!frame->cut_slots[first + i]) continue;
        if (!cut) cut = arena_new_array(machine->arena, bool, count + 1);
        cut[i] = true;
    }
    setup.cut = cut;
    vec_push(&machine->setups, setup);
    vec_push(&finding->lazy, lazy);
    return true;
}

/* One is enough, and nobody asks for its values. */
static bool note_satisfied(void *context, struct eb_frame *frame) {
    struct finding *finding = context;
    uint32_t doubt = 0;
    if (frame->doubtful || has_no_definition(finding, frame, &doubt) || doubt) return true;
    finding->is_satisfied = true;
    return false;
}

static void find(struct eb_frame *frame, void *context) {
    struct finding *finding = context;
    frame->keeps_inexact = true;
    frame->on_passing_over = note_left_out;
    frame->passing_over_context = finding;
    eb_plan_run(finding->plan, frame, finding->visit, finding);
}

void eb_fix_elements(const struct eb_machine *machine, struct eb_frame *frame) {
    for (unsigned i = 0; i < machine->development->constant_count; i++)
        if (machine->limits.element[i] >= 0)
            frame->slots[machine->compiler.constants + i] =
                (struct eb_value){(uint64_t)machine->limits.element[i], NULL};
    for (unsigned i = 0; i < machine->limits.element_count; i++)
        frame->slots[machine->compiler.parameters + i] = machine->limits.element_values[i];
}

static bool has_value(const struct eb_machine *machine, unsigned constant) {
    return machine->limits.element[constant] >= 0 || machine->compiler.definitions[constant];
}

static bool is_definition(const struct eb_machine *machine, const struct eb_formula *axiom) {
    for (unsigned i = 0; i < machine->development->constant_count; i++)
        if (machine->compiler.defining[i] == axiom) return true;
    return false;
}

/* Does it say anything about constants that are to be chosen? */
static bool speaks_of_choice(const struct eb_machine *machine, const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT) return !has_value(machine, formula->index);
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_choice(machine, formula->children[i])) return true;
    return false;
}

/* Is it about a constant whose definition was concluded from axioms? These must be known to hold. */
static bool speaks_of_derived(const struct eb_machine *machine, const struct eb_formula *formula) {
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT)
        return machine->compiler.derived[formula->index];
    for (unsigned i = 0; i < formula->child_count; i++)
        if (speaks_of_derived(machine, formula->children[i])) return true;
    return false;
}

static void assume(struct eb_machine *machine, const struct eb_formula *axiom, const struct eb_formula *written) {
    vec_push(&machine->assumed, axiom);
    if (!machine->tied) machine->tied = arena_new_array(machine->arena, bool, machine->development->constant_count + 1);
    eb_tie_constants(machine->development, written, machine->tied);
    /* One that speaks of none is ill-defined for all of them, or for none. */
    if (!eb_mentions_any(written, machine->tied) && !eb_is_safe_in_order(written))
        atomic_store(&machine->has_rested, true);
    if (!machine->assumption)
        machine->assumption = eb_fault_new(&machine->compiler, "limit", written->place,
                                           "something goes wrong that rests on an axiom which the bounds do not "
                                           "decide: %s",
                                           eb_formula_text(&machine->compiler, written));
}

/* An axiom about no choice is true for all of them, or for none. Where it is not decided, and false at no point that is
 * seen, it is taken as it is written: an axiom is an assumption. NULL if it has nothing left to say; ⊥ if it is false.
 * `written`: without definitions. */
static const struct eb_formula *what_is_left(struct eb_machine *machine, struct eb_frame *frame,
                                             const struct eb_formula *axiom, const struct eb_formula *written) {
    if (speaks_of_choice(machine, axiom)) return axiom;
    machine->compiler.asserted =
        true; /* one that is false somewhere is not satisfied, and be it ill-defined elsewhere */
    const struct eb_node *node = eb_compile_predicate(&machine->compiler, axiom);
    machine->compiler.asserted = false;
    enum eb_truth truth;
    eb_frame_resize(frame, machine->compiler.slot_count);
    if (!eb_try_truth(node, frame, &truth) || truth == EB_NO) return axiom;
    if (eb_is_open(truth) && eb_is_refuted(&machine->compiler, frame, axiom))
        return eb_written_as(machine->arena, eb_made_of(machine->arena, axiom, EB_FALSE, NULL, NULL), axiom);
    if (eb_is_open(truth) && speaks_of_derived(machine, written)) return axiom;
    if (eb_is_open(truth)) assume(machine, axiom, written);
    return NULL;
}

static void find_defined(struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    bool *fixed = arena_new_array(machine->arena, bool, d->constant_count + 1);
    for (unsigned i = 0; i < d->constant_count; i++) fixed[i] = machine->limits.element[i] >= 0;
    for (size_t i = 0; i < machine->limits.settings.list.count; i++) {
        const struct eb_formula *constant = eb_strip(machine->limits.settings.list.items[i]->children[0]);
        if (constant->op == EB_IDENTIFIER && constant->identifier == EB_CONSTANT) fixed[constant->index] = true;
    }
    eb_find_definitions(&machine->compiler, d, fixed);
}

/* What is left to say of the choice by an axiom's parts. */
static void add_axiom(struct eb_machine *machine, struct eb_frame *frame, const struct eb_formula *axiom,
                      struct eb_conditions *conditions) {
    struct eb_conditions parts = {0};
    eb_conditions_add(machine->arena, &parts, axiom);
    for (size_t i = 0; i < parts.list.count; i++) {
        const struct eb_formula *part = parts.list.items[i];
        if (is_definition(machine, part)) continue;
        const struct eb_formula *left = what_is_left(machine, frame, eb_expand(&machine->compiler, part), part);
        if (left) vec_push(&conditions->list, left);
    }
    vec_free(&parts.list);
}

static void find_conditions(struct eb_machine *machine, struct eb_frame *frame, struct eb_axioms *axioms) {
    const struct eb_labelled_list *list = &machine->development->axioms;
    for (size_t i = 0; i < machine->limits.settings.list.count; i++)
        vec_push(&axioms->conditions.list, machine->limits.settings.list.items[i]);
    while (axioms->axioms.count < axioms->conditions.list.count) vec_push(&axioms->axioms, EB_NO_AXIOM);
    for (unsigned i = 0; i < list->count; i++) {
        if (!list->items[i].theorem) add_axiom(machine, frame, list->items[i].formula, &axioms->conditions);
        while (axioms->axioms.count < axioms->conditions.list.count) vec_push(&axioms->axioms, i);
    }
}

/* Without those of the last axiom, where that is judged: they stand at the end. */
static struct eb_conditions what_is_said(const struct eb_machine *machine, const struct eb_axioms *axioms,
                                         bool judges_last) {
    struct eb_conditions said = {0};
    for (size_t i = 0; i < axioms->conditions.list.count; i++)
        if (!judges_last || axioms->axioms.items[i] + 1 != machine->development->axioms.count)
            vec_push(&said.list, axioms->conditions.list.items[i]);
    return said;
}

static bool is_spoken_of(const struct eb_machine *machine, const struct eb_conditions *conditions, unsigned constant) {
    for (unsigned i = 0; i < machine->development->constant_count; i++) {
        const struct eb_formula *definition = machine->compiler.definitions[i];
        if (definition && eb_mentions(definition, EB_CONSTANT, constant)) return true;
    }
    for (size_t i = 0; i < conditions->list.count; i++)
        if (eb_mentions(conditions->list.items[i], EB_CONSTANT, constant)) return true;
    return false;
}

static struct eb_plan *plan_constants(struct eb_machine *machine, struct eb_frame *frame, struct eb_axioms *axioms,
                                      bool judges_last) {
    const struct eb_development *d = machine->development;
    struct eb_unknown *unknowns = arena_new_array(machine->arena, struct eb_unknown, d->constant_count + 1);
    unsigned count = 0;
    machine->compiler.site = "axioms";
    find_defined(machine);
    machine->compiler.ascending = machine->limits.ascending;
    find_conditions(machine, frame, axioms);
    struct eb_conditions said = what_is_said(machine, axioms, judges_last);
    for (unsigned i = 0; i < d->constant_count; i++)
        if (!has_value(machine, i) && (!judges_last || is_spoken_of(machine, &said, i)))
            unknowns[count++] = (struct eb_unknown){machine->compiler.constants + i, machine->constant_domains[i],
                                                    d->constants[i].name};
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, &said, NULL, true);
    vec_free(&said.list);
    plan->rewinds = true;
    plan->is_outermost = true;
    eb_plan_is_of_choices(plan);
    plan->keeps_doubtful = true;
    plan->reaches_out = true;
    plan->passes_over = true;
    return plan;
}

/* What may be defined for some choices only, or for none. */
static void find_definitions(struct finding *finding) {
    struct eb_machine *machine = finding->machine;
    machine->compiler.site = "axioms";
    for (unsigned i = 0; i < machine->development->constant_count; i++) {
        const struct eb_formula *set = machine->compiler.definitions[i];
        if (!set || eb_is_safe(set)) continue;
        const struct eb_formula *defined = eb_is_well_defined(machine->arena, set);
        vec_push(&finding->definitions,
                 (struct definition){.is_well_defined = eb_compile_predicate(&machine->compiler, defined),
                                     .is_closed = !speaks_of_choice(machine, set)});
    }
    machine->compiler.site = NULL;
}

/* `f ∈ ℕ ↣ S` */
static bool needs_infinite_set(const struct eb_formula *condition) {
    if (condition->op != EB_IN) return false;
    const struct eb_formula *arrow = condition->children[1];
    if (arrow->op != EB_TOTAL_INJECTIONS && arrow->op != EB_BIJECTIONS) return false;
    enum eb_op from = arrow->children[0]->op;
    const struct eb_type *to = arrow->children[1]->type;
    return (from == EB_INTEGERS || from == EB_NATURALS || from == EB_NATURALS_1) && to && to->kind == EB_TYPE_POWER &&
           to->left->kind == EB_TYPE_GIVEN;
}

/* "S = {S1, S2} (default); integers -1..3 (default)" */
static void note_bounds(const struct eb_machine *machine, struct diagnostics *diagnostics) {
    struct text lines = {0}, bounds = {0};
    eb_machine_print_bounds(machine, &lines);
    for (const char *at = text_chars(&lines); *at; at++) {
        bool is_double = at[0] == ' ' && at[1] == ' ';
        if (*at == '\n' && at[1] && at[1] != '\n')
            text_add(&bounds, "; ");
        else if (*at != '\n' && !is_double)
            text_add_n(&bounds, at, 1);
    }
    diag_note(diagnostics, (struct place){0}, "the bounds are: %s", text_chars(&bounds));
    text_free(&lines);
    text_free(&bounds);
}

/* Names the axiom that nothing got past. */
static void complain(const struct eb_machine *machine, const struct eb_plan *plan, unsigned furthest,
                     struct diagnostics *diagnostics) {
    const struct eb_formula *condition = furthest < plan->count ? plan->steps[furthest].condition : NULL;
    struct text text = {0};
    if (condition) eb_print(condition, false, &text);
    diag_error(diagnostics, condition ? condition->place : (struct place){0},
               "no values of the constants satisfy the axioms within the bounds%s%s",
               condition ? ": none satisfy " : "", text_chars(&text));
    text_free(&text);
    note_bounds(machine, diagnostics);
    if (condition && needs_infinite_set(condition))
        diag_note(diagnostics, (struct place){0},
                  "carrier sets are finite here, and none of them has room for infinitely many numbers");
}

/* Which constants were chosen beyond the integers' range, as the axioms give them one limit, and that lies outside? */
static void note_reached(struct eb_machine *machine, const struct eb_plan *plan) {
    for (unsigned i = 0; i < plan->count; i++) {
        const struct eb_step *step = &plan->steps[i];
        struct eb_reached reached = {step->slot - machine->compiler.constants, INT64_MAX, INT64_MIN};
        if (step->kind != EB_STEP_BETWEEN || (step->low_count && step->high_count)) continue;
        if (reached.constant >= machine->development->constant_count) continue;
        for (size_t s = 0; s < machine->setups.count; s++) {
            int64_t value = (int64_t)machine->setups.items[s].values[reached.constant].code;
            if (value < reached.low) reached.low = value;
            if (value > reached.high) reached.high = value;
        }
        if (machine->setups.count && (reached.low < machine->limits.low || reached.high > machine->limits.high))
            vec_push(&machine->reached, reached);
    }
}

uint32_t eb_doubt_of_setup(const struct eb_machine *machine, uint32_t setup, bool rests) {
    uint32_t doubt = machine->setups.items[setup].doubt;
    return doubt ? doubt : rests || atomic_load(&machine->has_rested) ? machine->assumption : 0;
}

bool eb_rests_on_assumption(const struct eb_machine *machine, const struct eb_formula *formula) {
    return machine->tied && eb_mentions_any(formula, machine->tied);
}

/* Is it known of none of the choices that it satisfies the axioms? Those that do may all lie beyond the bounds: why, or
 * 0. */
static uint32_t doubt_of_all(const struct eb_machine *machine) {
    for (size_t i = 0; i < machine->setups.count; i++)
        if (!machine->setups.items[i].doubt) return 0;
    return machine->setups.count ? machine->setups.items[0].doubt & ~EB_CUT : 0;
}

static void note_lack(const struct eb_machine *machine, struct eb_lack *lack) {
    if (!lack) return;
    lack->constants = true;
    lack->default_range = eb_machine_uses_default_range(machine);
    lack->default_sets = eb_machine_has_default_sets(machine);
    lack->default_levels = eb_machine_has_default_levels(machine);
}

/* Some choices are there, or this says why there are none. */
static bool are_there_any(struct finding *finding, struct eb_frame *frame, bool good, const struct eb_bounds *bounds,
                          struct diagnostics *diagnostics) {
    struct eb_machine *machine = finding->machine;
    if (good && machine->setups.count) return true;
    if (!good && frame->outside) atomic_store(&machine->outside, true);
    /* What was planned when the time was over already says nothing about what there is. */
    if (!good && machine->goes_on && !machine->goes_on(machine->goes_on_context)) frame->fault |= EB_STOP;
    if (!good && frame->fault & EB_STOP) {
        atomic_store(&machine->stopped, true);
        return false;
    }
    if (!good && machine->setups.count) {
        finding->too_many = true; /* there may be more of them */
        machine->unfinished = frame->fault;
        return true;
    }
    if (good) note_lack(machine, bounds->lack);
    if (bounds->lack) bounds->lack->is_undecided = !good && !eb_is_ill_defined(frame, frame->fault);
    uint32_t why = good ? frame->passed_over : frame->fault & ~EB_CUT;
    if (why)
        diag_error(diagnostics, machine->faults.list.items[why - 1].place, "%s",
                   machine->faults.list.items[why - 1].message);
    else
        complain(machine, finding->plan, frame->furthest, diagnostics);
    return false;
}

/* Where not all axioms that define constants are known to be well-defined, a choice for which one was not decided may
 * be none. */
static void doubt_lazy(const struct finding *finding) {
    struct eb_machine *machine = finding->machine;
    bool any = machine->compiler.is_lazy || machine->ill_defined.count;
    for (size_t i = 0; any && i < machine->setups.count; i++)
        if (!machine->setups.items[i].doubt) machine->setups.items[i].doubt = finding->lazy.items[i];
}

/* Why not all choices are there, or it is not known of those that are whether they count; 0: nothing of the kind. */
static uint32_t what_is_missing(struct finding *finding, const struct eb_frame *frame, uint32_t limited,
                                const struct eb_bounds *bounds) {
    struct eb_machine *machine = finding->machine;
    /* Where an axiom is not well-defined, there is no choice: that is told of the axiom, and of the machine alone.
     * Where all are, those before it rule such constants out. */
    bool is_told = machine->ill_defined.count || machine->refines;
    if (frame->passed_over && !is_told && !finding->left_out_rightly) return frame->passed_over;
    if (limited) return limited;
    if (frame->maybe) return frame->maybe & ~EB_CUT; /* ill-defined for constants that may satisfy the axioms before */
    if (doubt_of_all(machine)) return doubt_of_all(machine);
    if (!finding->too_many || bounds->max_setups) return 0;
    return eb_fault_new(&machine->compiler, "limit", (struct place){0},
                        "there are more choices of the constants than the %d that were made: smaller bounds would "
                        "help; --setups N asks for some of them",
                        MOST_SETUPS);
}

/* Are all integers among the choices constants by themselves? */
static bool chooses_single_numbers(const struct eb_machine *machine) {
    for (unsigned i = 0; i < machine->development->constant_count; i++) {
        const struct eb_domain *domain = machine->constant_domains[i];
        if (!has_value(machine, i) && domain->has_numbers && domain->representation != EB_NUMBER) return false;
    }
    return true;
}

/* Choices that satisfy the axioms, or those before the last; false where not all were looked at. */
static bool find_choices(struct finding *finding, struct eb_frame *frame, uint64_t most_work, uint32_t *limited) {
    struct eb_machine *machine = finding->machine;
    eb_frame_resize(frame, machine->compiler.slot_count);
    frame->furthest = 0;
    frame->limited = frame->passed_over = frame->maybe = 0;
    frame->work = 0;
    frame->most_work = most_work;
    finding->left_out = (struct eb_range_limit){machine->limits.low, machine->limits.high};
    bool good = eb_attempt(frame, find, finding);
    *limited = good ? frame->limited & ~EB_CUT : 0;
    if (good && !machine->setups.count && !finding->is_satisfied) {
        finding->plan->reaches_far = true; /* a > 20, b > a, size(l) = 3: nothing else will do */
        frame->chosen_levels = frame->levels;
        good = eb_attempt(frame, find, finding);
    }
    frame->on_passing_over = NULL;
    return good;
}

/* The last axiom, if it is known that any constants satisfy those before it. */
static bool judge_last(struct finding *finding, struct eb_frame *frame, const struct eb_axioms *axioms,
                       const struct eb_bounds *bounds) {
    struct eb_machine *machine = finding->machine;
    uint64_t *work = &bounds->judgement->work;
    uint32_t limited;
    finding->visit = note_satisfied;
    finding->is_satisfied = bounds->judgement->has_constants;
    if (!finding->is_satisfied && !machine->assumed.count) {
        find_choices(finding, frame, *work, &limited);
        *work = frame->work < *work ? *work - frame->work : 0;
    }
    if (finding->is_satisfied) eb_check_axioms(machine, axioms, bounds, bounds->judgement->left_out);
    return finding->is_satisfied;
}

/* All choices that satisfy the axioms. */
static bool find_all(struct finding *finding, struct eb_frame *frame, const struct eb_axioms *axioms,
                     const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    struct eb_machine *machine = finding->machine;
    uint32_t limited;
    bool good = find_choices(finding, frame, EB_MOST_WORK_FOR_SETUPS, &limited);
    good = are_there_any(finding, frame, good, bounds, diagnostics);
    if (good && !machine->refines && !bounds->trusts_axioms)
        finding->left_out_rightly =
            eb_check_axioms(machine, axioms, bounds, chooses_single_numbers(machine) ? &finding->left_out : NULL);
    if (good) doubt_lazy(finding);
    if (good && !machine->unfinished) machine->unfinished = what_is_missing(finding, frame, limited, bounds);
    machine->limits.cut_setups = good && (finding->too_many || machine->unfinished);
    if (good) note_reached(machine, finding->plan);
    return good;
}

bool eb_find_setups(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    struct eb_frame *frame = eb_frame_take(machine);
    struct finding finding = {.machine = machine, .visit = keep_setup};
    struct eb_axioms axioms = {0};
    finding.limit = bounds->max_setups ? bounds->max_setups : MOST_SETUPS;
    eb_fix_elements(machine, frame);
    finding.plan = plan_constants(machine, frame, &axioms, bounds->judgement != NULL);
    find_definitions(&finding);
    bool good = bounds->judgement ? judge_last(&finding, frame, &axioms, bounds)
                                  : find_all(&finding, frame, &axioms, bounds, diagnostics);
    eb_frame_give(machine, frame);
    vec_free(&axioms.conditions.list);
    vec_free(&axioms.axioms);
    vec_free(&finding.definitions);
    vec_free(&finding.lazy);
    return good;
}
