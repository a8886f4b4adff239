#include "eventb/axioms.h"

#include "eventb/carriers.h"
#include "eventb/comprehension.h"
#include "eventb/definedness.h"
#include "eventb/prefix.h"
#include "eventb/relevance.h"
#include "eventb/stand_in.h"

#include <string.h>

/* Values that are tried for all axioms together, and conditions that plans are made of: the rest is not decided. */
enum { MOST_WORK = 1 << 17, MOST_PLANNED = 1 << 16 };
/* Of one axiom, beyond the default range of integers. */
enum { MOST_WORK_BEYOND = 1 << 14 };
/* With other sizes of carrier sets and of values of data types: of one axiom, and of all. */
enum { MOST_WORK_ELSEWHERE = 1 << 16, WORK_ELSEWHERE = 1 << 19 };
/* Of one axiom, whatever those before it took. */
enum { LEAST_WORK = 1 << 12 };

struct checking {
    struct eb_machine *machine;
    const struct eb_axioms *axioms;
    const struct eb_bounds *bounds;
    const struct eb_formula **definitions; /* by constant, of all axioms together */
    struct condition *settled;             /* by axiom, as written */
    uint64_t work;
    size_t planned;
    bool is_lazy;            /* of one that defines a constant it is not known */
    bool is_certain;         /* of the last that goes wrong */
    bool *cut;               /* by axiom: integers beyond the bounds were not tried, and nothing was found */
    bool is_cut_alone;       /* likewise, of one of those that were looked at by those before them alone */
    uint64_t work_elsewhere; /* so many values may be tried there with other bounds */
};

/* One axiom, or theorem; or, where a part of it defines something, one part after the other. */
struct looking {
    struct eb_machine *machine;
    const struct eb_labelled *axiom;
    const struct eb_formula *formula; /* as it is evaluated ... */
    const struct eb_node *node;       /* ... by this */
    unsigned number;
    struct eb_conditions parts;
    size_t part;
    const struct eb_axioms *axioms;
    bool *hidden;      /* by constant: what defines it comes later, so that it is to be chosen as any other */
    bool *chosen;      /* by constant: it is among those that are looked for */
    int any;           /* a constant that may have any value; -1: none */
    uint32_t found;    /* the fault that says for which constants it goes wrong; 0: none */
    uint32_t suspect;  /* the same where that, or whether the axioms before it allow these constants, is not known */
    bool is_undecided; /* of a theorem: for some of them */
    bool is_beyond;    /* the bounds: nothing counts but what goes wrong */
    bool tells_sets;   /* the machine's own carrier sets are others */
    bool broke_off;
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

/* A total one. */
static bool says_function(const struct eb_formula *axiom, unsigned constant) {
    if (axiom->op == EB_IN && eb_constant_of(axiom->children[0]) == (int)constant) {
        enum eb_op op = eb_strip(axiom->children[1])->op;
        return op >= EB_PARTIAL_FUNCTIONS && op <= EB_BIJECTIONS && eb_arrow_flags(op) & EB_TOTAL;
    }
    for (unsigned i = 0; axiom->op == EB_AND && i < axiom->child_count; i++)
        if (says_function(axiom->children[i], constant)) return true;
    return false;
}

/* Of a constant whose definition was concluded from several axioms: does one that comes first say that it is a
 * function, and has values everywhere? */
static bool is_function_before(const struct eb_machine *machine, unsigned constant, unsigned number) {
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    for (unsigned i = 0; i < number; i++)
        if (is_before(machine, i, number) && says_function(axioms->items[i].formula, constant)) return true;
    return false;
}

static bool is_defined_before(const struct eb_machine *machine, unsigned constant, unsigned number) {
    for (unsigned i = 0; i < number; i++)
        if (is_before(machine, i, number) && defines(machine, machine->development->axioms.items[i].formula, constant))
            return true;
    return false;
}

/* Is the constant to be chosen? */
static bool is_open(const struct looking *looking, unsigned constant) {
    const struct eb_machine *machine = looking->machine;
    if (looking->hidden[constant]) return true;
    return !machine->compiler.definitions[constant] && machine->limits.element[constant] < 0;
}

static bool choose_from(struct looking *looking, const struct eb_formula *formula) {
    bool any = false;
    if (formula->op == EB_IDENTIFIER && formula->identifier == EB_CONSTANT && !looking->chosen[formula->index])
        any = looking->chosen[formula->index] = is_open(looking, formula->index);
    for (unsigned i = 0; i < formula->child_count; i++) any = choose_from(looking, formula->children[i]) || any;
    return any;
}

/* Is the condition a part of an axiom before it, or a bound's? */
static bool counts(const struct looking *looking, size_t condition) {
    unsigned axiom = looking->axioms->axioms.items[condition];
    return axiom == EB_NO_AXIOM || is_before(looking->machine, axiom, looking->number);
}

static bool speaks_of_chosen(const struct looking *looking, const struct eb_formula *formula) {
    return eb_mentions_any(formula, looking->chosen);
}

/* Constants that the axiom, as it is evaluated, speaks of, and those that conditions before it tie to these. All others
 * have values that go with any of them. */
static void find_chosen(struct looking *looking, const struct eb_formula *evaluated) {
    const struct eb_axioms *axioms = looking->axioms;
    bool again = choose_from(looking, evaluated);
    while (again) {
        again = false;
        for (size_t i = 0; i < axioms->conditions.list.count; i++)
            if (counts(looking, i) && speaks_of_chosen(looking, axioms->conditions.list.items[i]))
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
static int any_value(const struct looking *looking, const struct eb_formula *evaluated) {
    const struct eb_axioms *axioms = looking->axioms;
    for (unsigned c = 0; c < looking->machine->development->constant_count; c++) {
        bool serves = looking->chosen[c] && !looking->axiom->theorem && is_well_defined_for_any(evaluated, c);
        for (size_t i = 0; serves && i < axioms->conditions.list.count; i++)
            serves = !counts(looking, i) || !eb_mentions(axioms->conditions.list.items[i], EB_CONSTANT, c);
        if (serves) return (int)c;
    }
    return -1;
}

/* ---- looking ---- */

/* "S = {S1, S2, S3}": a set that it speaks of, where those before it leave open what is in it. */
static void print_sets(const struct looking *looking, struct text *out) {
    const struct eb_machine *machine = looking->machine;
    for (unsigned i = 0; i < machine->development->set_count; i++) {
        const struct eb_set_limit *limit = &machine->limits.sets[i];
        if (limit->fixed || !eb_mentions(looking->axiom->formula, EB_CARRIER_SET, i)) continue;
        text_printf(out, "%s%s = {", out->length ? ", " : "", machine->development->sets[i].name);
        for (unsigned k = 0; k < limit->size; k++) text_printf(out, "%s%s", k ? ", " : "", limit->names[k]);
        text_add_char(out, '}');
    }
}

/* "f = 0, h = {1 ↦ 2}": of the constants that it speaks of. */
static void print_choice(const struct looking *looking, const struct eb_frame *frame, struct text *out) {
    const struct eb_machine *machine = looking->machine;
    if (looking->tells_sets) print_sets(looking, out);
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

static bool look(void *context, struct eb_frame *frame) {
    struct looking *looking = context;
    struct eb_machine *machine = looking->machine;
    enum eb_truth truth;
    bool good = eb_try_for_certain(looking->node, frame, &truth); /* also where one before it is not decided */
    if (!good && eb_is_ill_defined(frame, frame->fault))
        tell(looking, frame, why(looking, frame->fault), true);
    else if (!good && looking->is_beyond && !(frame->fault & EB_STOP))
        return true;
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

/* Of constants that it does not speak of, it is enough that those before it allow some. */
static void ask_for_own(const struct looking *looking, struct eb_plan *plan) {
    const struct eb_machine *machine = looking->machine;
    const unsigned constants = machine->development->constant_count;
    unsigned *slots = arena_new_array(machine->arena, unsigned, constants + 1), count = 0;
    for (unsigned c = 0; c < constants; c++)
        if (eb_mentions(looking->formula, EB_CONSTANT, c)) slots[count++] = machine->compiler.constants + c;
    eb_plan_ask_for(plan, slots, count);
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
    for (size_t i = 0; i < looking->axioms->conditions.list.count; i++)
        if (counts(looking, i) && speaks_of_chosen(looking, looking->axioms->conditions.list.items[i]))
            vec_push(&conditions.list, looking->axioms->conditions.list.items[i]);
    checking->planned += conditions.list.count;
    struct eb_plan *plan = eb_plan_new(&machine->compiler, unknowns, count, &conditions, NULL, true);
    plan->rewinds = plan->passes_over = plan->reaches_out = plan->keeps_doubtful = true;
    eb_plan_is_of_choices(plan);
    ask_for_own(looking, plan);
    vec_free(&conditions.list);
    return plan;
}

/* False: not all choices were looked at. */
static bool look_at_all(struct checking *checking, struct looking *looking, struct eb_frame *frame) {
    struct running running = {plan_choices(checking, looking), looking};
    eb_frame_resize(frame, checking->machine->compiler.slot_count);
    frame->limited = frame->maybe = frame->passed_over = frame->missed = 0;
    frame->work = 0;
    frame->most_work = MOST_WORK - checking->work;
    bool good = eb_attempt(frame, run, &running);
    checking->work += frame->work < frame->most_work ? frame->work : frame->most_work;
    checking->cut[looking->number] = checking->cut[looking->number] || frame->missed;
    looking->broke_off = looking->broke_off || !good;
    return good && !frame->limited && !frame->maybe && !looking->is_undecided;
}

/* ---- what is defined later ---- */

/* That the part of an axiom defines; -1: none. */
static int defined_constant(const struct checking *checking, const struct eb_formula *part) {
    const struct eb_machine *machine = checking->machine;
    for (unsigned c = 0; c < machine->development->constant_count; c++)
        if (checking->definitions[c] && machine->compiler.defining[c] == part) return (int)c;
    return -1;
}

static bool is_defined_by_now(const struct looking *looking, unsigned constant) {
    const struct eb_formula *defining = looking->machine->compiler.defining[constant];
    bool known = is_defined_before(looking->machine, constant, looking->number);
    for (size_t i = 0; i < looking->part; i++) known = known || looking->parts.list.items[i] == defining;
    return known;
}

/* What was a carrier set is the type that it is taken for. */
static bool is_concluded_by_now(const struct looking *looking, unsigned constant) {
    const struct eb_development *d = looking->machine->development;
    bool known = eb_stand_in_for(&d->stand_ins, d->constants[constant].name) ||
                 is_function_before(looking->machine, constant, looking->number);
    for (size_t i = 0; i < looking->part; i++) known = known || says_function(looking->parts.list.items[i], constant);
    return known;
}

static bool is_to_be_hidden(const struct looking *looking, unsigned constant) {
    const struct eb_machine *machine = looking->machine;
    if (!is_defined_by_now(looking, constant)) return true;
    if (machine->compiler.derived[constant] && !is_concluded_by_now(looking, constant)) return true;
    return eb_mentions_any(machine->compiler.defining[constant], looking->hidden);
}

/* Constants that only this axiom or a later one defines stand for nothing yet. Are there any? */
static bool hide_definitions(const struct checking *checking, struct looking *looking) {
    struct eb_machine *machine = checking->machine;
    bool any = false;
    for (bool more = true; more;) {
        more = false;
        for (unsigned c = 0; c < machine->development->constant_count; c++) {
            if (looking->hidden[c] || !checking->definitions[c] || !is_to_be_hidden(looking, c)) continue;
            looking->hidden[c] = more = any = true;
            machine->compiler.definitions[c] = NULL;
        }
    }
    return any;
}

static void show_definitions(const struct checking *checking) {
    for (unsigned c = 0; c < checking->machine->development->constant_count; c++)
        checking->machine->compiler.definitions[c] = checking->definitions[c];
}

static bool defines_known(const struct checking *checking, const struct looking *looking,
                          const struct eb_formula *part) {
    int constant = defined_constant(checking, part);
    return constant >= 0 && !looking->hidden[constant];
}

static void add_parts(const struct checking *checking, const struct looking *looking, const struct eb_conditions *parts,
                      unsigned axiom, struct eb_axioms *own) {
    for (size_t i = 0; i < parts->list.count; i++) {
        bool comes_first = axiom == looking->number && i < looking->part;
        if (defines_known(checking, looking, parts->list.items[i])) continue;
        vec_push(&own->conditions.list, eb_expand(&checking->machine->compiler, parts->list.items[i]));
        vec_push(&own->axioms, comes_first ? EB_NO_AXIOM : axiom);
    }
}

/* What bounds and axioms say where those constants are chosen. */
static void add_conditions(struct checking *checking, const struct looking *looking, struct eb_axioms *own) {
    struct eb_machine *machine = checking->machine;
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    for (size_t i = 0; i < machine->limits.settings.list.count; i++) {
        vec_push(&own->conditions.list, machine->limits.settings.list.items[i]);
        vec_push(&own->axioms, EB_NO_AXIOM);
    }
    for (unsigned i = 0; i < axioms->count; i++) {
        struct eb_conditions parts = {0};
        if (!axioms->items[i].theorem) eb_conditions_add(machine->arena, &parts, axioms->items[i].formula);
        add_parts(checking, looking, i == looking->number ? &looking->parts : &parts, i, own);
        vec_free(&parts.list);
    }
    checking->planned += own->conditions.list.count;
}

/* ---- one after the other ---- */

static const struct eb_formula *defined_by(const struct eb_formula *equality, unsigned constant) {
    return equality->children[eb_constant_of(equality->children[0]) == (int)constant];
}

/* The axiom, or the part of it, as it is evaluated. */
static const struct eb_formula *evaluated(const struct checking *checking, const struct looking *looking) {
    struct eb_compiler *compiler = &checking->machine->compiler;
    const struct eb_formula *part = looking->parts.list.items[looking->part];
    int constant = defined_constant(checking, part);
    if (constant < 0) return eb_expand(compiler, part);
    unsigned c = (unsigned)constant;
    if (!compiler->derived[c]) return eb_is_well_defined(compiler->arena, eb_expand(compiler, defined_by(part, c)));
    return is_concluded_by_now(looking, c) ? eb_is_well_defined(compiler->arena, checking->definitions[c])
                                           : eb_expand(compiler, part);
}

/* Is there a condition that does not come before it on what it speaks of? */
static bool is_narrowed_later(const struct looking *looking) {
    const struct eb_axioms *axioms = looking->axioms;
    for (size_t i = 0; i < axioms->conditions.list.count; i++)
        if (!counts(looking, i) && speaks_of_chosen(looking, axioms->conditions.list.items[i])) return true;
    return false;
}

static const char *named(const struct checking *checking, unsigned number, bool as_theorem) {
    struct eb_machine *machine = checking->machine;
    const char *label = machine->development->axioms.items[number].label;
    return arena_printf(machine->arena, as_theorem ? "theorem %s" : "%s/WD", label);
}

/* Who goes wrong where it cannot be evaluated. */
static const char *name_of(const struct checking *checking, unsigned number) {
    return named(checking, number, checking->settled[number].settled);
}

/* Of a theorem, neither that it is well-defined nor that it is true is known then. */
static const char *not_all_tried(const struct checking *checking, unsigned number) {
    return arena_printf(checking->machine->arena,
                        "%s: not all choices of the constants that the axioms before it allow were tried",
                        named(checking, number, checking->machine->development->axioms.items[number].theorem));
}

/* Notes what is wrong with the axiom, or that this is not known. */
static void judge(struct checking *checking, const struct looking *looking, bool known) {
    struct eb_machine *machine = checking->machine;
    uint32_t wrong = looking->found ? looking->found : looking->suspect;
    if (wrong) vec_push(&machine->ill_defined, wrong);
    checking->is_certain = looking->found;
    if (looking->found || (known && !wrong)) return;
    checking->is_lazy = checking->is_lazy || defines_any(machine, looking->axiom->formula);
    if (wrong) return;
    vec_push(&machine->open_axioms, eb_fault_new(&machine->compiler, "limit", looking->axiom->place, "%s",
                                                 not_all_tried(checking, looking->number)));
}

/* Values of what is defined as infinite later are not all that there are. */
static bool chooses_hidden(const struct looking *looking) {
    for (unsigned c = 0; c < looking->machine->development->constant_count; c++)
        if (looking->hidden[c] && looking->chosen[c] && (int)c != looking->any) return true;
    return false;
}

/* A theorem that is true or false whatever comes later: whoever looks at the machine sees it, also beyond the bounds.
 */
static bool is_seen_later(const struct checking *checking, const struct looking *looking) {
    const struct eb_bounds *bounds = checking->bounds;
    return checking->settled[looking->number].settled && !is_narrowed_later(looking) && !bounds->judgement &&
           !bounds->is_only_look;
}

/* False: not everything was looked at. */
static bool look_at_part(struct checking *checking, struct looking *looking, const char *name, struct eb_frame *frame) {
    struct eb_machine *machine = checking->machine;
    looking->formula = evaluated(checking, looking);
    find_chosen(looking, looking->formula);
    looking->any = any_value(looking, looking->formula);
    if (is_seen_later(checking, looking)) return true;
    if (checking->work >= MOST_WORK || checking->planned >= MOST_PLANNED) return false;
    machine->compiler.site = name;
    looking->node = eb_compile_predicate(&machine->compiler, looking->formula);
    machine->compiler.site = "axioms";
    bool known = look_at_all(checking, looking, frame) && !chooses_hidden(looking);
    machine->compiler.site = NULL;
    return known;
}

static bool check_part(struct checking *checking, struct looking *looking, const char *name, struct eb_frame *frame) {
    const unsigned count = checking->machine->development->constant_count;
    struct eb_axioms own = {0};
    looking->axioms = checking->axioms;
    looking->chosen = arena_new_array(checking->machine->arena, bool, count + 1);
    looking->hidden = arena_new_array(checking->machine->arena, bool, count + 1);
    if (hide_definitions(checking, looking) || looking->part) {
        add_conditions(checking, looking, &own);
        looking->axioms = &own;
    }
    bool known = look_at_part(checking, looking, name, frame);
    show_definitions(checking);
    vec_free(&own.conditions.list);
    vec_free(&own.axioms);
    return known;
}

/* False: not everything was looked at. */
static bool check_parts(struct checking *checking, struct looking *looking, const char *name, struct eb_frame *frame) {
    struct eb_machine *machine = checking->machine;
    bool known = true;
    if (defines_any(machine, looking->axiom->formula))
        eb_conditions_add(machine->arena, &looking->parts, looking->axiom->formula);
    else
        vec_push(&looking->parts.list, looking->axiom->formula);
    for (; looking->part < looking->parts.list.count && !looking->found; looking->part++)
        known = check_part(checking, looking, name, frame) && known;
    vec_free(&looking->parts.list);
    return known;
}

static void check(struct checking *checking, unsigned number) {
    struct eb_machine *machine = checking->machine;
    struct looking looking = {.machine = machine,
                              .axiom = &machine->development->axioms.items[number],
                              .number = number,
                              .tells_sets = checking->bounds->judgement};
    struct eb_frame *frame = eb_frame_take(machine);
    eb_fix_elements(machine, frame);
    const char *name = name_of(checking, number);
    bool known = check_parts(checking, &looking, name, frame);
    judge(checking, &looking, known);
    if (looking.found || looking.suspect) checking->cut[number] = false;
    eb_frame_give(machine, frame);
}

/* What later axioms limit is tried within the bounds all the same: k ∈ ℕ before 10 ÷ (k − 5) < 99 before k < 3. What
 * goes wrong with integers beyond these goes wrong, too; whatever else is seen there says nothing. False: not all of
 * them were tried. */
static bool check_beyond(struct checking *checking, unsigned number, struct eb_range_limit range) {
    struct eb_machine *machine = checking->machine;
    struct looking looking = {
        .machine = machine, .axiom = &machine->development->axioms.items[number], .number = number, .is_beyond = true};
    struct eb_frame *frame = eb_frame_take(machine);
    eb_fix_elements(machine, frame);
    machine->compiler.low = frame->low = range.low;
    machine->compiler.high = frame->high = range.high;
    checking->work = MOST_WORK - MOST_WORK_BEYOND;
    check_parts(checking, &looking, name_of(checking, number), frame);
    machine->compiler.low = machine->limits.low;
    machine->compiler.high = machine->limits.high;
    if (looking.found) vec_push(&machine->ill_defined, looking.found);
    if (looking.found) checking->is_certain = true;
    if (looking.found) checking->cut[number] = false;
    frame->outside = false;
    eb_frame_give(machine, frame);
    return !looking.broke_off;
}

/* `tells`: where that was too much, it is not known. */
static bool check_all_beyond(struct checking *checking, struct eb_range_limit range, bool tells) {
    struct eb_machine *machine = checking->machine;
    const struct eb_labelled_list *axioms = &machine->development->axioms;
    bool whole = true;
    for (unsigned i = 0; i < axioms->count; i++) {
        if (!checking->cut[i] || check_beyond(checking, i, range)) continue;
        whole = false;
        if (tells && checking->cut[i])
            vec_push(&machine->open_axioms, eb_fault_new(&machine->compiler, "limit", axioms->items[i].place, "%s",
                                                         not_all_tried(checking, i)));
    }
    return whole;
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

/* ---- by those before it alone ---- */

static uint32_t fault_of(struct eb_machine *machine, struct place place, const char *message) {
    machine->compiler.site = NULL;
    return eb_fault_new(&machine->compiler, "limit", place, "%s", message);
}

static void take(struct checking *checking, const struct eb_judgement *judgement) {
    struct eb_machine *machine = checking->machine;
    if (judgement->wrong) vec_push(&machine->ill_defined, fault_of(machine, judgement->place, judgement->wrong));
    if (judgement->open) vec_push(&machine->open_axioms, fault_of(machine, judgement->place, judgement->open));
    checking->is_lazy = checking->is_lazy || judgement->is_lazy;
}

static void check_alone(struct checking *checking, unsigned number, const struct eb_range_limit *left_out) {
    struct eb_judgement judgement = {.work = MOST_WORK - checking->work, .left_out = left_out};
    const struct eb_labelled *axiom = &checking->machine->development->axioms.items[number];
    if (!eb_prefix_judge(checking->machine, checking->bounds, number, &judgement))
        judgement = (struct eb_judgement){.open = not_all_tried(checking, number),
                                          .place = axiom->place,
                                          .is_lazy = defines_any(checking->machine, axiom->formula)};
    take(checking, &judgement);
    checking->work = MOST_WORK - judgement.work;
    checking->is_cut_alone = checking->is_cut_alone || !judgement.is_whole;
}

/* Carrier sets of other sizes, and larger values of data types. */
static void check_elsewhere(struct checking *checking, unsigned number) {
    uint64_t left = checking->work_elsewhere;
    uint64_t work = left > MOST_WORK_ELSEWHERE ? MOST_WORK_ELSEWHERE : left < LEAST_WORK ? LEAST_WORK : left;
    struct eb_judgement judgement = {.work = work};
    if (!checking->bounds->tries_wider) return;
    eb_prefix_judge_elsewhere(checking->machine, checking->bounds, number, &judgement);
    uint64_t spent = work - judgement.work;
    checking->work_elsewhere = spent < left ? left - spent : 0;
    if (judgement.wrong)
        take(checking, &judgement);
    else if (judgement.is_cut_elsewhere)
        vec_push(&checking->machine->cut_elsewhere, checking->machine->development->axioms.items[number].label);
}

static void check_in_order(struct checking *checking, unsigned number, const struct eb_range_limit *left_out) {
    struct eb_machine *machine = checking->machine;
    const struct eb_labelled *axiom = &machine->development->axioms.items[number];
    const size_t wrong = machine->ill_defined.count;
    if (!axiom->theorem) eb_oblige_well_defined(machine, NULL, axiom);
    if (checking->settled[number].settled && !axiom->theorem) return;
    if (checking->work > MOST_WORK - LEAST_WORK) checking->work = MOST_WORK - LEAST_WORK;
    if (eb_prefix_is_like_all(machine, checking->bounds, number))
        check(checking, number);
    else
        check_alone(checking, number, left_out);
    if (machine->ill_defined.count == wrong) check_elsewhere(checking, number);
}

/* ---- all of them ---- */

static void tell_judgement(const struct checking *checking, bool whole) {
    const struct eb_machine *machine = checking->machine;
    struct eb_judgement *judgement = checking->bounds->judgement;
    const bool is_wrong = machine->ill_defined.count, is_open = !is_wrong && machine->open_axioms.count;
    const uint32_t *fault = is_wrong ? machine->ill_defined.items : machine->open_axioms.items;
    if (is_wrong || is_open) {
        const struct ts_fault *first = &machine->faults.list.items[(*fault & ~EB_CUT) - 1];
        *(is_wrong ? &judgement->wrong : &judgement->open) = first->message;
        judgement->place = first->place;
    }
    judgement->is_certain = checking->is_certain;
    judgement->is_whole = whole;
    judgement->is_lazy = checking->is_lazy;
}

static void check_last(struct checking *checking) {
    checking->work = MOST_WORK - checking->bounds->judgement->work;
    check(checking, checking->machine->development->axioms.count - 1);
    checking->bounds->judgement->work = MOST_WORK - checking->work;
}

bool eb_check_axioms(struct eb_machine *machine, const struct eb_axioms *axioms, const struct eb_bounds *bounds,
                     const struct eb_range_limit *left_out) {
    struct checking checking = {
        .machine = machine, .axioms = axioms, .bounds = bounds, .work_elsewhere = WORK_ELSEWHERE};
    const struct eb_labelled_list *list = &machine->development->axioms;
    /* What is only looked at here is part of no answer. */
    const bool uses_range = machine->compiler.uses_range, trusts_functions = machine->compiler.trusts_functions;
    const bool beyond = bounds->tries_wider && !strcmp(machine->limits.origin, "default");
    find_settled(&checking);
    checking.cut = arena_new_array(machine->arena, bool, list->count + 1);
    checking.definitions =
        arena_new_array(machine->arena, const struct eb_formula *, machine->development->constant_count + 1);
    for (unsigned c = 0; c < machine->development->constant_count; c++)
        checking.definitions[c] = machine->compiler.definitions[c];
    for (unsigned i = 0; !bounds->judgement && i < list->count; i++) check_in_order(&checking, i, left_out);
    if (bounds->judgement) check_last(&checking);
    if (beyond) check_all_beyond(&checking, (struct eb_range_limit){EB_WIDER_LOW, EB_WIDER_HIGH}, true);
    const bool decided = !machine->open_axioms.count;
    if (beyond) check_all_beyond(&checking, (struct eb_range_limit){EB_WIDEST_LOW, EB_WIDEST_HIGH}, true);
    bool whole = left_out && check_all_beyond(&checking, *left_out, false), cut = checking.is_cut_alone;
    for (unsigned i = 0; i < list->count; i++) cut = cut || checking.cut[i];
    machine->compiler.is_lazy = checking.is_lazy;
    machine->compiler.uses_range = uses_range;
    machine->compiler.trusts_functions = trusts_functions;
    if (bounds->judgement) tell_judgement(&checking, whole || !cut);
    return (whole || !cut) && decided;
}
