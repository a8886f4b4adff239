#include "eventb/axioms.h"

#include "eventb/carriers.h"
#include "eventb/comprehension.h"
#include "eventb/relevance.h"

#include <string.h>

/* Values that are tried for all axioms together, and conditions that plans are made of: the rest is not decided. */
enum { MOST_WORK = 1 << 17, MOST_PLANNED = 1 << 16 };

struct checking {
    struct eb_machine *machine;
    const struct eb_axioms *axioms;
    struct condition *settled; /* by axiom, as written */
    uint64_t work;
    size_t planned;
    bool is_lazy; /* of one that defines a constant it is not known */
};

/* One axiom, or theorem. */
struct looking {
    struct eb_machine *machine;
    const struct eb_labelled *axiom;
    const struct eb_node *node;
    unsigned number;
    bool *chosen;      /* by constant: it is among those that are looked for */
    int any;           /* a constant that may have any value; -1: none */
    uint32_t found;    /* the fault that says for which constants it goes wrong; 0: none */
    uint32_t suspect;  /* the same where that, or whether the axioms before it allow these constants, is not known */
    bool is_undecided; /* of a theorem: for some of them */
};

/* ---- what it depends on ---- */

static bool is_before(const struct eb_machine *machine, unsigned other, unsigned number) {
    return machine->development->axioms_before[number][other];
}

static bool defines(const struct eb_machine *machine, const struct eb_formula *axiom, unsigned constant) {
    if (axiom == machine->compiler.defining[constant]) return true;
    for (unsigned i = 0; axiom->op == EB_AND && i < axiom->child_count; i++)
        if (defines(machine, axiom->children[i], constant)) return true;
    return false;
}

static bool defines_any(const struct eb_machine *machine, const struct eb_formula *axiom) {
    for (unsigned c = 0; c < machine->development->constant_count; c++)
        if (defines(machine, axiom, c)) return true;
    return false;
}

static bool says_function(const struct eb_formula *axiom, unsigned constant, bool is_total) {
    if (axiom->op == EB_IN && eb_constant_of(axiom->children[0]) == (int)constant) {
        enum eb_op op = eb_strip(axiom->children[1])->op;
        bool is_function = op >= EB_PARTIAL_FUNCTIONS && op <= EB_BIJECTIONS;
        return is_function && (!is_total || eb_arrow_flags(op) & EB_TOTAL);
    }
    for (unsigned i = 0; axiom->op == EB_AND && i < axiom->child_count; i++)
        if (says_function(axiom->children[i], constant, is_total)) return true;
    return false;
}

/* Of a constant whose definition was concluded from several axioms: does one that comes first say that it is a
 * function, and has values everywhere? */
static bool is_function_before(const struct eb_machine *machine, unsigned constant, unsigned number) {
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    for (unsigned i = 0; i < number; i++)
        if (is_before(machine, i, number) && says_function(axioms->items[i].formula, constant, true)) return true;
    return false;
}

/* Does it speak of a constant that stands for what only a later axiom says? */
static bool is_defined_later(const struct eb_machine *machine, unsigned number) {
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    for (unsigned c = 0; c < machine->development->constant_count; c++) {
        if (!machine->compiler.definitions[c] || !eb_mentions(axioms->items[number].formula, EB_CONSTANT, c)) continue;
        bool known = false;
        for (unsigned i = 0; i <= number && !known; i++)
            known = (i == number || is_before(machine, i, number)) && defines(machine, axioms->items[i].formula, c);
        if (!known || (machine->compiler.derived[c] && !is_function_before(machine, c, number))) return true;
    }
    return false;
}

/* a ≠ b, partition(S, {a}, {b}), S = {a, b}, card({a, b}) = 2: by one of these an element of a carrier set is told from
 * the others. */
static bool tells_elements(const struct eb_formula *formula) {
    return formula->op == EB_PARTITION || formula->op == EB_NOT_EQUAL || formula->op == EB_EQUAL;
}

static bool is_told(const struct eb_formula *axiom, unsigned constant) {
    if (tells_elements(axiom) && eb_mentions(axiom, EB_CONSTANT, constant)) return true;
    for (unsigned i = 0; axiom->op == EB_AND && i < axiom->child_count; i++)
        if (is_told(axiom->children[i], constant)) return true;
    return false;
}

/* Is the constant to be chosen? One that axioms fix as an element of a carrier set is, where they come later. */
static bool is_open(const struct eb_machine *machine, unsigned constant, unsigned number) {
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    if (machine->compiler.definitions[constant]) return false;
    if (machine->limits.element[constant] < 0) return true;
    for (unsigned i = 0; i < number; i++)
        if (!axioms->items[i].theorem && is_before(machine, i, number) && is_told(axioms->items[i].formula, constant))
            return false;
    return true;
}

static bool choose_from(struct looking *looking, const struct eb_formula *formula) {
    bool any = false;
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT && !looking->chosen[formula->index])
        any = looking->chosen[formula->index] = is_open(looking->machine, formula->index, looking->number);
    for (unsigned i = 0; i < formula->child_count; i++) any = choose_from(looking, formula->children[i]) || any;
    return any;
}

static bool is_defined_before(const struct eb_machine *machine, unsigned constant, unsigned number) {
    for (unsigned i = 0; i < number; i++)
        if (is_before(machine, i, number) && defines(machine, machine->development->axioms.items[i].formula, constant))
            return true;
    return false;
}

/* g ∈ ℕ → ℕ, where it is only said later what g is: as a condition it speaks of that already, and there is such a g
 * whatever the others are. */
static bool is_only_type(const struct eb_machine *machine, unsigned axiom, unsigned number) {
    const struct eb_formula *formula = machine->development->axioms.items[axiom].formula;
    int constant = formula->op == EB_IN ? eb_constant_of(formula->children[0]) : -1;
    return constant >= 0 && machine->compiler.derived[constant] && says_function(formula, (unsigned)constant, false) &&
           !is_defined_before(machine, (unsigned)constant, number);
}

/* Is the condition a part of an axiom before it, or a bound's? */
static bool counts(const struct looking *looking, const struct eb_axioms *axioms, size_t condition) {
    unsigned axiom = axioms->axioms.items[condition];
    if (axiom == EB_NO_AXIOM) return true;
    return is_before(looking->machine, axiom, looking->number) &&
           !is_only_type(looking->machine, axiom, looking->number);
}

static bool speaks_of_chosen(const struct looking *looking, const struct eb_formula *formula) {
    return eb_mentions_any(formula, looking->chosen);
}

/* Constants that the axiom, as it is evaluated, speaks of, and those that conditions before it tie to these. All others
 * have values that go with any of them. */
static void find_chosen(struct looking *looking, const struct eb_axioms *axioms, const struct eb_formula *evaluated) {
    bool again = choose_from(looking, evaluated);
    while (again) {
        again = false;
        for (size_t i = 0; i < axioms->conditions.list.count; i++)
            if (counts(looking, axioms, i) && speaks_of_chosen(looking, axioms->conditions.list.items[i]))
                again = choose_from(looking, axioms->conditions.list.items[i]) || again;
    }
}

/* c = E, c ∈ E, E ⊆ c ..., where c is not in E: whether that is well-defined does not depend on c. */
static bool is_well_defined_for_any(const struct eb_formula *comparison, unsigned constant) {
    bool compares = comparison->op >= EB_EQUAL && comparison->op <= EB_NOT_SUBSET;
    for (unsigned i = 0; compares && i < 2; i++)
        if (eb_constant_of(comparison->children[i]) == (int)constant &&
            !eb_mentions(comparison->children[1 - i], EB_CONSTANT, constant))
            return true;
    return false;
}

/* One that nothing was said of so far need not be looked for. */
static int any_value(const struct looking *looking, const struct eb_axioms *axioms,
                     const struct eb_formula *evaluated) {
    for (unsigned c = 0; c < looking->machine->development->constant_count; c++) {
        bool serves = looking->chosen[c] && !looking->axiom->theorem && is_well_defined_for_any(evaluated, c);
        for (size_t i = 0; serves && i < axioms->conditions.list.count; i++)
            serves = !counts(looking, axioms, i) || !eb_mentions(axioms->conditions.list.items[i], EB_CONSTANT, c);
        if (serves) return (int)c;
    }
    return -1;
}

/* ---- looking ---- */

/* "f = 0, h = {1 ↦ 2}": of the constants that it speaks of. */
static void print_choice(const struct looking *looking, const struct eb_frame *frame, struct text *out) {
    const struct eb_machine *machine = looking->machine;
    for (unsigned c = 0; c < machine->development->constant_count; c++) {
        const struct eb_symbol *constant = &machine->development->constants[c];
        if (!looking->chosen[c] || (int)c == looking->any || !eb_mentions(looking->axiom->formula, EB_CONSTANT, c))
            continue;
        text_printf(out, "%s%s = ", out->length ? ", " : "", constant->name);
        eb_value_print(machine, constant->type, &frame->slots[machine->compiler.constants + c], out);
    }
}

/* What is not certain is told once, and what is certain looked for further. */
static void tell(struct looking *looking, const struct eb_frame *frame, const char *what, bool is_certain) {
    struct text choice = {0};
    is_certain = is_certain && !frame->doubtful;
    if (!is_certain && looking->suspect) return;
    print_choice(looking, frame, &choice);
    looking->machine->compiler.site = NULL;
    const char *allowed = frame->doubtful ? ", if the axioms before it, which are not all decided, allow that"
                          : choice.length ? ", which the axioms before it allow"
                                          : "";
    uint32_t fault = eb_fault_new(&looking->machine->compiler, "limit", looking->axiom->place, "%s%s%s%s", what,
                                  choice.length ? ", for " : "", text_chars(&choice), allowed);
    *(is_certain ? &looking->found : &looking->suspect) = fault;
    text_free(&choice);
}

static const char *why(const struct looking *looking, uint32_t fault) {
    return looking->machine->faults.list.items[(fault & ~EB_CUT) - 1].message;
}

/* Where one before it is not decided, it is looked at all the same. */
static bool try_for_certain(const struct looking *looking, struct eb_frame *frame, enum eb_truth *truth) {
    const bool doubtful = frame->doubtful;
    frame->doubtful = false;
    bool good = eb_try_truth(looking->node, frame, truth);
    frame->doubtful = doubtful;
    return good;
}

static bool look(void *context, struct eb_frame *frame) {
    struct looking *looking = context;
    struct eb_machine *machine = looking->machine;
    enum eb_truth truth;
    bool good = try_for_certain(looking, frame, &truth);
    if (!good && eb_is_ill_defined(frame, frame->fault))
        tell(looking, frame, why(looking, frame->fault), true);
    else if (!good && !(frame->fault & EB_CUT))
        eb_fail_again(frame);
    else if ((!good || truth == EB_LOST) && looking->axiom->theorem)
        looking->is_undecided = true;
    else if (!good || truth == EB_LOST)
        tell(looking, frame, why(looking, good ? frame->undecided : frame->fault), false);
    else if (looking->axiom->theorem && truth == EB_NO)
        tell(looking, frame,
             arena_printf(machine->arena, "theorem %s: it does not follow from the axioms before it, as it is false",
                          looking->axiom->label),
             true);
    return !looking->found;
}

struct running {
    const struct eb_plan *plan;
    struct looking *looking;
};

static void run(struct eb_frame *frame, void *context) {
    struct running *running = context;
    const struct eb_machine *machine = running->looking->machine;
    int any = running->looking->any;
    if (any >= 0)
        frame->slots[machine->compiler.constants + (unsigned)any] =
            eb_some_value(frame, machine->constant_domains[any]);
    frame->keeps_inexact = true;
    eb_plan_run(running->plan, frame, look, running->looking);
}

static struct eb_plan *plan_choices(struct checking *checking, const struct looking *looking) {
    struct eb_machine *machine = checking->machine;
    const struct eb_development *d = machine->development;
    struct eb_unknown *unknowns = arena_new_array(machine->arena, struct eb_unknown, d->constant_count + 1);
    struct eb_conditions conditions = {0};
    unsigned count = 0;
    for (unsigned c = 0; c < d->constant_count; c++)
        if (looking->chosen[c] && (int)c != looking->any)
            unknowns[count++] = (struct eb_unknown){machine->compiler.constants + c, machine->constant_domains[c],
                                                    d->constants[c].name};
    for (size_t i = 0; i < checking->axioms->conditions.list.count; i++)
        if (counts(looking, checking->axioms, i) &&
            speaks_of_chosen(looking, checking->axioms->conditions.list.items[i]))
            vec_push(&conditions.list, checking->axioms->conditions.list.items[i]);
    checking->planned += conditions.list.count;
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, &conditions, NULL, true);
    plan->rewinds = plan->passes_over = plan->reaches_out = plan->keeps_doubtful = true;
    eb_plan_is_of_choices(plan);
    vec_free(&conditions.list);
    return plan;
}

/* False: not all choices were looked at. */
static bool look_at_all(struct checking *checking, struct looking *looking, struct eb_frame *frame) {
    struct running running = {plan_choices(checking, looking), looking};
    eb_frame_resize(frame, checking->machine->compiler.slot_count);
    frame->limited = frame->maybe = frame->passed_over = 0;
    frame->work = 0;
    frame->most_work = MOST_WORK - checking->work;
    bool good = eb_attempt(frame, run, &running);
    checking->work += frame->work < frame->most_work ? frame->work : frame->most_work;
    return good && !frame->limited && !frame->maybe && !looking->is_undecided;
}

/* E = E; of a pair, of its halves, which may be numbers that sets and pairs do not hold. */
static const struct eb_formula *equals_itself(struct arena *arena, const struct eb_formula *element) {
    element = eb_strip(element);
    if (eb_is_safe(element)) return eb_made_of(arena, element, EB_TRUE, NULL, NULL);
    if (element->op != EB_MAPLET) return eb_made_of(arena, element, EB_EQUAL, element, element);
    return eb_made_of(arena, element, EB_AND, equals_itself(arena, element->children[0]),
                      equals_itself(arena, element->children[1]));
}

static const struct eb_formula *is_well_defined(struct arena *arena, const struct eb_formula *set);

/* A set that is well-defined if its parts are: that one of them is infinite, or empty, says nothing of the others. */
static bool is_made_of_parts(const struct eb_formula *set) {
    return set->op == EB_PRODUCT || set->op == EB_SET_EXTENSION || set->op == EB_UNION || eb_is_arrow(set->op);
}

static const struct eb_formula *parts_are_well_defined(struct arena *arena, const struct eb_formula *set) {
    const struct eb_formula *all = eb_made_of(arena, set, EB_TRUE, NULL, NULL);
    for (unsigned i = 0; i < set->child_count; i++) {
        const struct eb_formula *part = set->children[i];
        bool is_set = part->type->kind == EB_TYPE_POWER && !eb_is_safe(part);
        all = eb_made_of(arena, set, EB_AND, all, is_set ? is_well_defined(arena, part) : equals_itself(arena, part));
    }
    return all;
}

/* That a set which a predicate gives is well-defined: ∀x·P ⇒ E = E, of {x·P ∣ E}; of others, that it is known whether
 * it has an end. */
static const struct eb_formula *is_well_defined(struct arena *arena, const struct eb_formula *set) {
    const struct eb_formula *stripped = eb_strip(set);
    if (is_made_of_parts(stripped)) return parts_are_well_defined(arena, stripped);
    if (stripped->op != EB_LAMBDA && stripped->op != EB_COMPREHENSION)
        return eb_made_of(arena, set, EB_FINITE, set, NULL);
    const struct eb_formula *same = equals_itself(arena, stripped->children[1]);
    struct eb_formula *each =
        eb_made_of(arena, set, EB_FORALL, eb_made_of(arena, set, EB_IMPLIES, stripped->children[0], same), NULL);
    each->bound = stripped->bound;
    each->bound_count = stripped->bound_count;
    return each;
}

static const struct eb_formula *evaluated(struct eb_machine *machine, const struct eb_formula *axiom) {
    for (unsigned c = 0; c < machine->development->constant_count; c++)
        if (machine->compiler.definitions[c] && machine->compiler.defining[c] == axiom)
            return is_well_defined(machine->arena, machine->compiler.definitions[c]);
    return eb_expand(&machine->compiler, axiom);
}

/* Is there a condition that does not come before it on what it speaks of? */
static bool is_narrowed_later(const struct looking *looking, const struct eb_axioms *axioms) {
    for (size_t i = 0; i < axioms->conditions.list.count; i++)
        if (!counts(looking, axioms, i) && speaks_of_chosen(looking, axioms->conditions.list.items[i])) return true;
    return false;
}

static void check(struct checking *checking, unsigned number, struct eb_frame *frame) {
    struct eb_machine *machine = checking->machine;
    const struct eb_labelled *axiom = &machine->development->axioms.items[number];
    struct looking looking = {.machine = machine, .axiom = axiom, .number = number};
    const struct eb_formula *formula = evaluated(machine, axiom->formula);
    looking.chosen = arena_new_array(machine->arena, bool, machine->development->constant_count + 1);
    find_chosen(&looking, checking->axioms, formula);
    looking.any = any_value(&looking, checking->axioms, formula);
    bool settled = checking->settled[number].settled;
    if (settled && !(axiom->theorem && is_narrowed_later(&looking, checking->axioms))) return;
    const char *name = settled ? arena_printf(machine->arena, "theorem %s", axiom->label)
                               : arena_printf(machine->arena, "%s/WD", axiom->label);
    bool known = !is_defined_later(machine, number) && checking->work < MOST_WORK && checking->planned < MOST_PLANNED;
    machine->compiler.site = name;
    if (known) looking.node = eb_compile_predicate(&machine->compiler, formula);
    machine->compiler.site = "axioms";
    known = known && look_at_all(checking, &looking, frame);
    machine->compiler.site = NULL;
    uint32_t wrong = looking.found ? looking.found : looking.suspect;
    if (wrong) vec_push(&machine->ill_defined, wrong);
    if (looking.found || (known && !wrong)) return;
    checking->is_lazy = checking->is_lazy || defines_any(machine, axiom->formula);
    if (wrong) return;
    vec_push(&machine->open_axioms,
             eb_fault_new(&machine->compiler, "limit", axiom->place,
                          "%s: not all choices of the constants that the axioms before it allow were tried", name));
}

static bool all_come_before(const struct eb_machine *machine, unsigned number) {
    for (unsigned i = 0; i < number; i++)
        if (!is_before(machine, i, number)) return false;
    return true;
}

/* Of one that does not count all that stand before it. */
static bool is_settled_by_its_own(const struct checking *checking, unsigned number) {
    const struct eb_labelled_list *axioms = &checking->machine->development->axioms;
    struct condition *those = arena_new_array(checking->machine->arena, struct condition, number + 1);
    size_t count = 0;
    for (unsigned i = 0; i <= number; i++)
        if (i == number || is_before(checking->machine, i, number)) those[count++].formula = axioms->items[i].formula;
    eb_note_settled(those, count);
    return those[count - 1].settled;
}

static void find_settled(struct checking *checking) {
    const struct eb_labelled_list *axioms = &checking->machine->development->axioms;
    checking->settled = arena_new_array(checking->machine->arena, struct condition, axioms->count + 1);
    for (unsigned i = 0; i < axioms->count; i++) checking->settled[i].formula = axioms->items[i].formula;
    eb_note_settled(checking->settled, axioms->count);
    for (unsigned i = 0; i < axioms->count; i++)
        if (checking->settled[i].settled && !all_come_before(checking->machine, i))
            checking->settled[i].settled = is_settled_by_its_own(checking, i);
}

void eb_check_axioms(struct eb_machine *machine, const struct eb_axioms *axioms) {
    struct checking checking = {.machine = machine, .axioms = axioms};
    const struct eb_labelled_list *list = &machine->development->axioms;
    /* What is only looked at here is part of no answer. */
    const bool uses_range = machine->compiler.uses_range, trusts_functions = machine->compiler.trusts_functions;
    find_settled(&checking);
    for (unsigned i = 0; i < list->count; i++) {
        struct eb_frame *frame = eb_frame_take(machine);
        if (!list->items[i].theorem) eb_oblige_well_defined(machine, NULL, &list->items[i]);
        eb_fix_elements(machine, frame);
        check(&checking, i, frame);
        eb_frame_give(machine, frame);
    }
    machine->compiler.is_lazy = checking.is_lazy;
    machine->compiler.uses_range = uses_range;
    machine->compiler.trusts_functions = trusts_functions;
}
