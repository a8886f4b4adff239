#include "eventb/asking.h"
#include "eventb/carriers.h"
#include "eventb/machine_internal.h"
#include "eventb/type.h"

#include <stdlib.h>
#include <string.h>

/* ---- frames ---- */

struct eb_frame *eb_frame_take(const struct eb_machine *machine) {
    struct eb_machine *m = (struct eb_machine *)machine;
    pthread_mutex_lock(&m->lock);
    struct eb_frame *frame = m->free_frames;
    if (frame) m->free_frames = frame->next;
    pthread_mutex_unlock(&m->lock);
    if (!frame) frame = eb_frame_new(machine->compiler.slot_count);
    eb_frame_resize(frame, machine->compiler.slot_count);
    frame->next = NULL;
    frame->faults = &machine->faults;
    frame->low = machine->limits.low;
    frame->high = machine->limits.high;
    frame->levels = machine->compiler.levels;
    frame->chosen_levels = machine->limits.levels;
    frame->too_large = machine->too_large;
    frame->work = frame->steps = frame->cut = 0;
    frame->most_work = EB_MOST_WORK;
    frame->missed = frame->maybe = frame->open = frame->undecided = 0;
    frame->cut_here = machine->not_all;
    frame->in_doubt = 0;
    frame->goes_on = machine->goes_on;
    frame->goes_on_context = machine->goes_on_context;
    frame->doubtful = frame->inexact = frame->keeps_inexact = false;
    return frame;
}

void eb_frame_give(const struct eb_machine *machine, struct eb_frame *frame) {
    struct eb_machine *m = (struct eb_machine *)machine;
    eb_frame_rewind(frame, frame->start);
    if (frame->unsure && machine->doubts) eb_note_doubt(machine, frame->unsure);
    frame->unsure = 0;
    pthread_mutex_lock(&m->lock);
    frame->next = m->free_frames;
    m->free_frames = frame;
    pthread_mutex_unlock(&m->lock);
}

void eb_load_setup(const struct eb_machine *machine, struct eb_frame *frame, uint32_t setup) {
    unsigned count = machine->development->constant_count;
    eb_frame_new_generation(frame);
    if (frame->setup == setup + 1) return;
    const struct eb_setup *chosen = &machine->setups.items[setup];
    if (count) memcpy(frame->slots + machine->compiler.constants, chosen->values, count * sizeof *frame->slots);
    for (unsigned i = 0; i < count; i++)
        frame->cut_slots[machine->compiler.constants + i] = chosen->cut && chosen->cut[i];
    frame->setup = setup + 1;
}

void eb_load_state(const struct eb_machine *machine, struct eb_frame *frame, const void *state, uint32_t size) {
    (void)size;
    eb_load_setup(machine, frame, eb_layout_setup(&machine->layout, state));
    eb_layout_read(&machine->layout, state, frame, frame->slots + machine->compiler.variables);
}

/* ---- building ---- */

/* By symbol; with room for more. */
static const struct eb_domain **domains_of(struct eb_machine *machine, const struct eb_symbol *symbols, unsigned count,
                                           unsigned room, struct diagnostics *diagnostics) {
    const struct eb_domain **domains = arena_new_array(machine->arena, const struct eb_domain *, room + 1);
    for (unsigned i = 0; i < count; i++) {
        domains[i] = eb_domain_of(&machine->domains, symbols[i].type);
        if (!domains[i]) diag_error(diagnostics, symbols[i].place, "the type of '%s' is not known", symbols[i].name);
    }
    return domains;
}

static void init_domains(struct eb_machine *machine) {
    const struct eb_development *d = machine->development;
    unsigned *sizes = arena_new_array(machine->arena, unsigned, d->set_count + 1);
    const char *const **names = arena_new_array(machine->arena, const char *const *, d->set_count + 1);
    for (unsigned i = 0; i < d->set_count; i++) {
        sizes[i] = machine->limits.sets[i].size;
        names[i] = machine->limits.sets[i].names;
    }
    machine->domains.arena = machine->arena;
    machine->domains.low = machine->limits.window_low;
    machine->domains.high = machine->limits.window_high;
    machine->domains.sets = d->sets;
    machine->domains.set_count = d->set_count;
    machine->domains.set_sizes = sizes;
    machine->domains.set_names = names;
}

/* The first number beyond those of all parameters. */
static unsigned after_parameters(const struct eb_refined *refined, unsigned after) {
    unsigned own = refined->first_parameter + refined->parameter_count;
    if (own > after) after = own;
    for (unsigned i = 0; refined->above && i < refined->count; i++) after = after_parameters(refined->above[i], after);
    return after;
}

static unsigned parameters_of(const struct eb_full_event *event) {
    return event->refined ? after_parameters(event->refined, event->parameter_count) : event->parameter_count;
}

static unsigned most_parameters(const struct eb_machine *machine) {
    enum { LOCALS = 64 }; /* of formulas that come later */
    const struct eb_development *d = machine->development;
    unsigned most = machine->limits.element_count > LOCALS ? machine->limits.element_count : LOCALS;
    for (unsigned i = 0; i < d->event_count; i++)
        if (parameters_of(&d->events[i]) > most) most = parameters_of(&d->events[i]);
    return most;
}

static unsigned most_in_formula(const struct eb_formula *formula) {
    unsigned most = 0;
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (formula->bound[i].slot > most) most = formula->bound[i].slot;
    for (unsigned i = 0; i < formula->child_count; i++) {
        unsigned below = most_in_formula(formula->children[i]);
        if (below > most) most = below;
    }
    return most;
}

static unsigned most_in_list(const struct eb_labelled_list *list, unsigned most) {
    for (unsigned i = 0; i < list->count; i++) {
        unsigned here = most_in_formula(list->items[i].formula);
        if (here > most) most = here;
    }
    return most;
}

/* The highest slot of an identifier that a formula binds; formulas that come later have few. */
static unsigned most_bound(const struct eb_development *d) {
    unsigned most = most_in_list(&d->axioms, 256);
    most = most_in_list(&d->invariants, most);
    most = most_in_list(&d->gluing, most);
    most = most_in_list(&d->initialisation.actions, most);
    for (unsigned i = 0; i < d->event_count; i++)
        most = most_in_list(&d->events[i].actions, most_in_list(&d->events[i].guards, most));
    return most;
}

static void init_compiler(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    const struct eb_development *d = machine->development;
    struct eb_compiler *compiler = &machine->compiler;
    *compiler = (struct eb_compiler){.arena = machine->arena,
                                     .development = d,
                                     .domains = &machine->domains,
                                     .faults = &machine->faults,
                                     .low = machine->limits.low,
                                     .high = machine->limits.high,
                                     .levels = EB_DATA_LEVELS,
                                     .chosen_levels = machine->limits.levels,
                                     .diagnostics = diagnostics,
                                     .goes_on = machine->goes_on,
                                     .goes_on_context = machine->goes_on_context};
    if (!bounds->no_solver) compiler->asking = eb_asking_new();
    if (machine->limits.levels > compiler->levels) compiler->levels = machine->limits.levels;
    compiler->variables = d->constant_count;
    compiler->infinite = eb_infinite_find(machine->arena, d, machine->variable_count);
    machine->state_count = machine->variable_count + (compiler->infinite ? compiler->infinite->count : 0);
    compiler->primed = compiler->variables + machine->state_count;
    compiler->parameters = compiler->primed + machine->state_count;
    compiler->bound = compiler->slot_count = compiler->parameters + most_parameters(machine);
    compiler->fresh = 1 + most_bound(d);
    machine->too_large = eb_fault_new(compiler, "limit", (struct place){0}, "a set is too large to be written down");
    machine->too_many = eb_fault_new(compiler, "limit", (struct place){0},
                                     "an event has more than a million ways to happen in one state, or there are more "
                                     "than a million initial states: smaller bounds would help");
    machine->not_all = EB_CUT | eb_fault_new(compiler, "limit", (struct place){0},
                                             "an infinite set was looked through for the integers %lld..%lld only, and "
                                             "these do not decide: larger bounds (--bound INT=LOW..HIGH) may help",
                                             (long long)compiler->low, (long long)compiler->high);
    machine->growing = eb_fault_new(compiler, "limit", (struct place){0},
                                    "a variable counts up for ever, or nearly so: a condition in the model, or a "
                                    "bound for the variable (--bound x=LOW..HIGH), would end the search");
    machine->leaving = arena_new_array(machine->arena, uint32_t, machine->variable_count + 1);
    for (unsigned i = 0; i < machine->variable_count; i++) {
        const struct eb_variable_limit *limit = &machine->limits.variables[i];
        if (limit->origin)
            machine->leaving[i] =
                eb_fault_new(compiler, "bound", d->variables[i].place, "%s leaves its bounds %lld..%lld",
                             d->variables[i].name, (long long)limit->range.low, (long long)limit->range.high);
    }
}

static bool build(struct eb_machine *machine, const struct eb_bounds *bounds, struct diagnostics *diagnostics) {
    const struct eb_development *d = machine->development;
    unsigned before = diagnostics->errors;
    if (!eb_limits_init(&machine->limits, machine->arena, d, bounds, diagnostics)) return false;
    init_domains(machine);
    init_compiler(machine, bounds, diagnostics);
    machine->constant_domains = domains_of(machine, d->constants, d->constant_count, d->constant_count, diagnostics);
    machine->variable_domains =
        domains_of(machine, d->variables, machine->variable_count, machine->state_count, diagnostics);
    for (unsigned i = machine->variable_count; i < machine->state_count; i++)
        machine->variable_domains[i] = eb_domain_of(&machine->domains, eb_type_integer());
    if (diagnostics->errors > before || !eb_find_setups(machine, bounds, diagnostics)) return false;
    if (bounds->judgement) return !machine->compiler.is_late;
    eb_layout_init(&machine->layout, machine->arena, machine->variable_domains, machine->state_count,
                   machine->setups.count);
    machine->entered = eb_entered_new(&machine->layout);
    machine->compiler.memoises = true;
    machine->compiler.one_setup = machine->setups.count == 1;
    if (!eb_prepare_events(machine, bounds, diagnostics)) return false;
    return diagnostics->errors == before && !machine->compiler.is_late;
}

static unsigned reach_of(const struct eb_full_event *event, unsigned most) {
    return event->refined && event->refined->reach < most ? event->refined->reach : most;
}

unsigned eb_refinable(const struct eb_development *development) {
    if (!development->abstraction) return 0;
    unsigned most = reach_of(&development->initialisation, development->level_count - 1);
    for (unsigned i = 0; i < development->event_count; i++) most = reach_of(&development->events[i], most);
    return most;
}

/* Of a fault: no doubt, or one more than which. */
enum { NO_DOUBT, FIRST_DOUBT };

static void note(const struct eb_machine *machine, uint32_t fault, unsigned char what) {
    struct eb_machine *m = (struct eb_machine *)machine;
    uint32_t number = fault & ~EB_CUT;
    if (number && number <= machine->faults.list.count)
        atomic_store_explicit(&m->doubts[number], what, memory_order_relaxed);
}

void eb_note_doubt(const struct eb_machine *machine, uint32_t fault) { note(machine, fault, FIRST_DOUBT + EB_DOUBT); }
void eb_note_open_theorem(const struct eb_machine *machine, uint32_t fault) {
    note(machine, fault, FIRST_DOUBT + EB_DOUBT_OF_THEOREM);
}

static void note_axioms(const struct eb_machine *machine) {
    for (size_t i = 0; i < machine->ill_defined.count; i++) eb_note_doubt(machine, machine->ill_defined.items[i]);
    for (size_t i = 0; i < machine->open_axioms.count; i++)
        note(machine, machine->open_axioms.items[i], FIRST_DOUBT + EB_DOUBT_OF_AXIOM);
}

static struct eb_machine *machine_new(const struct eb_development *development, const struct eb_bounds *bounds,
                                      struct diagnostics *diagnostics, bool *needs_width) {
    struct eb_machine *machine = memory_new(sizeof *machine);
    machine->development = development;
    machine->arena = arena_new();
    machine->feasibility = bounds->feasibility;
    machine->events_origin = arena_text(machine->arena, bounds->events_origin ? bounds->events_origin : "--event");
    machine->refines = bounds->abstractions > 0;
    machine->tells_constants = bounds->tells_constants;
    machine->defines_parameters = bounds->defines_parameters && !machine->refines;
    machine->abstractions = bounds->abstractions;
    machine->variable_count = development->variable_count;
    if (machine->refines) machine->variable_count += development->abstract_variable_count;
    machine->goes_on = bounds->goes_on;
    machine->goes_on_context = bounds->goes_on_context;
    machine->report_leaving = bounds->report_leaving;
    machine->report_deadlock = bounds->report_deadlock;
    pthread_mutex_init(&machine->lock, NULL);
    if (!build(machine, bounds, diagnostics)) {
        *needs_width = eb_machine_needs_width(machine);
        eb_machine_free(machine);
        return NULL;
    }
    if (bounds->judgement) return machine;
    machine->compiler.diagnostics = NULL;
    machine->compiler.goes_on = NULL;
    machine->growth = arena_new_array(machine->arena, struct eb_growth, machine->state_count + 1);
    machine->doubt_count = machine->faults.list.count + 1;
    machine->doubts = memory_new(machine->doubt_count);
    machine->met_count = machine->doubt_count;
    machine->met = memory_new(machine->met_count * sizeof *machine->met);
    eb_note_doubt(machine, machine->unfinished);
    note_axioms(machine);
    eb_fill_ts(machine);
    return machine;
}

static void pass_on(struct diagnostics *diagnostics, const struct diagnostics *from) {
    for (size_t i = 0; i < from->list.count; i++) {
        const struct diagnostic *one = &from->list.items[i];
        if (one->severity == SEVERITY_ERROR) diag_error(diagnostics, one->place, "%s", one->message);
        if (one->severity == SEVERITY_WARNING) diag_warning(diagnostics, one->place, "%s", one->message);
        if (one->severity == SEVERITY_NOTE) diag_note(diagnostics, one->place, "%s", one->message);
    }
}

struct eb_machine *eb_machine_new(const struct eb_development *development, const struct eb_bounds *bounds,
                                  struct diagnostics *diagnostics) {
    static const struct eb_bounds defaults = {0};
    struct diagnostics first = {0};
    bool needs_width = false;
    if (!bounds) bounds = &defaults;
    struct eb_machine *machine = machine_new(development, bounds, &first, &needs_width);
    struct eb_bounds wider = *bounds;
    while (!machine && needs_width && wider.width < EB_WIDTH_64) {
        diag_free(&first);
        first = (struct diagnostics){0};
        wider.width++;
        machine = machine_new(development, &wider, &first, &needs_width);
    }
    pass_on(diagnostics, &first);
    diag_free(&first);
    return machine;
}
static void free_frames(struct eb_frame *frame) {
    while (frame) {
        struct eb_frame *next = frame->next;
        eb_frame_free(frame);
        frame = next;
    }
}

void eb_machine_free(struct eb_machine *machine) {
    if (!machine) return;
    free_frames(machine->free_frames);
    free_frames(machine->results);
    pthread_mutex_destroy(&machine->lock);
    eb_entered_free(machine->entered);
    vec_free(&machine->setups);
    vec_free(&machine->reached);
    vec_free(&machine->assumed);
    vec_free(&machine->ill_defined);
    vec_free(&machine->open_axioms);
    vec_free(&machine->cut_elsewhere);
    vec_free(&machine->obligations);
    vec_free(&machine->idle_witnesses);
    eb_asking_free(machine->compiler.asking);
    free((void *)machine->doubts);
    free((void *)machine->met);
    vec_free(&machine->faults.list);
    vec_free(&machine->compiler.called);
    vec_free(&machine->compiler.kept);
    eb_domains_free(&machine->domains);
    eb_limits_free(&machine->limits);
    arena_free(machine->arena);
    free(machine);
}

/* ---- what is known of it ---- */

void eb_note_met(const struct eb_machine *machine, uint32_t fault) {
    if (fault && fault < machine->met_count)
        atomic_store_explicit(&((struct eb_machine *)machine)->met[fault], true, memory_order_relaxed);
}

bool eb_machine_has_met(const struct eb_machine *machine, uint32_t fault) {
    return fault && fault < machine->met_count && atomic_load(&machine->met[fault]);
}

uint32_t eb_machine_last_fault(const struct eb_machine *machine) { return (uint32_t)machine->met_count - 1; }

void eb_machine_doubts(const struct eb_machine *machine,
                       void (*visit)(void *context, const struct ts_fault *fault, enum eb_doubt doubt), void *context) {
    for (uint32_t i = 1; i <= machine->faults.list.count; i++) {
        unsigned char what = atomic_load(&machine->doubts[i]);
        if (what != NO_DOUBT) visit(context, &machine->faults.list.items[i - 1], (enum eb_doubt)(what - FIRST_DOUBT));
    }
}

void eb_machine_set_patience(struct eb_machine *machine, bool (*goes_on)(void *context), void *context) {
    machine->goes_on = goes_on;
    machine->goes_on_context = context;
    atomic_store(&machine->stopped, false);
}

bool eb_machine_explores(const struct eb_machine *machine, unsigned event) {
    return !machine->events || machine->events[event].chosen;
}

bool eb_machine_has_left(const struct eb_machine *machine, unsigned event) {
    return machine->events && atomic_load(&machine->events[event].has_left);
}

bool eb_machine_lost_patience(const struct eb_machine *machine) { return atomic_load(&machine->stopped); }

bool eb_machine_is_lazy(const struct eb_machine *machine) { return machine->compiler.is_lazy; }

void eb_formula_rests(const struct eb_machine *machine, bool rests) {
    struct eb_machine *m = (struct eb_machine *)machine;
    m->formula_rests = m->formula_rests || rests;
}

const struct ts_fault *eb_machine_assumption(const struct eb_machine *machine, bool of_all_events) {
    bool rests =
        machine->formula_rests || atomic_load(&machine->has_rested) || (of_all_events && eb_any_event_rests(machine));
    return machine->assumption && rests ? &machine->faults.list.items[machine->assumption - 1] : NULL;
}

size_t eb_machine_idle_witness_count(const struct eb_machine *machine) { return machine->idle_witnesses.count; }

const char *eb_machine_idle_witness(const struct eb_machine *machine, size_t number) {
    return machine->idle_witnesses.items[number];
}

const char *eb_machine_assumed(const struct eb_machine *machine) { return machine->compiler.assumed; }
bool eb_machine_trusts_functions(const struct eb_machine *machine) { return machine->compiler.trusts_functions; }

const struct ts_fault *eb_machine_gave_up(const struct eb_machine *machine) {
    uint32_t fault = atomic_load(&machine->gave_up);
    return fault ? &machine->faults.list.items[fault - 1] : NULL;
}

bool eb_machine_ended_early(const struct eb_machine *machine) { return atomic_load(&machine->ended_early); }

bool eb_machine_needs_width(const struct eb_machine *machine) { return atomic_load(&machine->outside); }

uint64_t eb_machine_cut_steps(const struct eb_machine *machine, bool reset) {
    struct eb_machine *m = (struct eb_machine *)machine;
    return reset ? atomic_exchange(&m->cut_steps, 0) : atomic_load(&m->cut_steps);
}

void eb_count_cut(const struct eb_machine *machine, const struct eb_frame *frame) {
    struct eb_machine *m = (struct eb_machine *)machine;
    if (frame->cut) atomic_fetch_add_explicit(&m->cut_steps, frame->cut, memory_order_relaxed);
}

size_t eb_machine_setup_count(const struct eb_machine *machine) { return machine->setups.count; }

bool eb_machine_has_more_setups(const struct eb_machine *machine) { return machine->limits.cut_setups; }

static void print_set_limit(const struct eb_symbol *set, const struct eb_set_limit *limit, struct text *out) {
    enum { MOST_NAMES = 12 };
    text_printf(out, "%s = {", set->name);
    for (unsigned i = 0; i < limit->size && i < MOST_NAMES; i++)
        text_printf(out, "%s%s", i ? ", " : "", limit->names[i]);
    if (limit->size > MOST_NAMES) text_printf(out, ", ...: %u", limit->size);
    text_printf(out, "}  (%s%s)\n", limit->origin, limit->taken || limit->ordered ? "; its elements are alike" : "");
}

const struct ts_fault *eb_machine_doubtful_setups(const struct eb_machine *machine, size_t *count) {
    uint32_t why = 0;
    *count = 0;
    for (size_t i = 0; i < machine->setups.count; i++) {
        if (!machine->setups.items[i].doubt) continue;
        if (!why) why = machine->setups.items[i].doubt & ~EB_CUT;
        ++*count;
    }
    return why && why <= machine->faults.list.count ? &machine->faults.list.items[why - 1] : NULL;
}

static void print_doubtful_choices(const struct eb_machine *machine, struct text *out) {
    size_t count;
    const struct ts_fault *why = eb_machine_doubtful_setups(machine, &count);
    if (why)
        text_printf(out, "of %zu of them it is not known whether they satisfy the axioms: %s\n", count, why->message);
}

void eb_machine_print_growth(const struct eb_machine *machine, bool complete, struct text *out) {
    /* Several variables that count up each go less far: of ten thousand million states, each of five has a hundred. */
    enum { MANY = 1000, MANY_IN_PART = 20 };
    const struct eb_development *d = machine->development;
    for (unsigned i = 0; i < d->variable_count; i++) {
        unsigned long long times = atomic_load(&machine->growth[i].times);
        if (times <= (complete ? MANY : MANY_IN_PART)) continue;
        text_printf(out,
                    "%s has taken %llu values beyond the numbers in the model, up to a distance of %llu from 0%s\n",
                    d->variables[i].name, times, atomic_load(&machine->growth[i].furthest),
                    complete ? "" : ": it may count up for ever");
    }
}

static bool is_default(const char *origin) { return strcmp(origin, "default") == 0; }

bool eb_machine_uses_default_range(const struct eb_machine *machine) {
    return is_default(machine->limits.origin) && machine->compiler.uses_range;
}

bool eb_machine_has_default_sets(const struct eb_machine *machine) {
    bool any = false;
    for (unsigned i = 0; i < machine->development->set_count; i++)
        any = any || is_default(machine->limits.sets[i].origin);
    return any;
}

bool eb_machine_may_have_larger_sets(const struct eb_machine *machine) {
    bool any = false;
    for (unsigned i = 0; i < machine->development->set_count; i++)
        any = any || (is_default(machine->limits.sets[i].origin) && !machine->limits.sets[i].is_largest);
    return any;
}

const unsigned *eb_machine_larger_sizes(const struct eb_machine *machine, struct arena *arena) {
    const unsigned count = machine->development->set_count;
    unsigned *sizes = arena_new_array(arena, unsigned, count + 1);
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        const struct eb_set_limit *limit = &machine->limits.sets[i];
        bool larger = limit->is_least && !limit->is_largest && limit->size < EB_LARGEST_SET;
        sizes[i] = limit->size + larger;
        any = any || larger;
    }
    return any ? sizes : NULL;
}

static bool is_recursive(const struct eb_type *type) { return type->kind == EB_TYPE_DATA && type->data->recursive; }

bool eb_machine_has_default_levels(const struct eb_machine *machine) {
    bool any = false;
    for (size_t i = 0; i < machine->domains.list.count; i++)
        any = any || is_recursive(machine->domains.list.items[i]->type);
    return any && is_default(machine->limits.levels_origin);
}

static void print_cut_elsewhere(const struct eb_machine *machine, struct text *out) {
    enum { MOST = 6 };
    const size_t count = machine->cut_elsewhere.count;
    if (!count) return;
    text_add(out, "other sizes of carrier sets and data types, not all choices of the constants:");
    for (size_t i = 0; i < count && i < MOST; i++)
        text_printf(out, "%s %s", i ? "," : "", machine->cut_elsewhere.items[i]);
    if (count > MOST) text_printf(out, " and %zu more", count - MOST);
    text_add(out, "  (axioms)\n");
}

void eb_machine_print_bounds(const struct eb_machine *machine, struct text *out) {
    const struct eb_development *d = machine->development;
    const struct eb_limits *limits = &machine->limits;
    for (unsigned i = 0; i < d->set_count; i++) print_set_limit(&d->sets[i], &limits->sets[i], out);
    for (unsigned i = 0; i < d->stand_ins.count; i++) {
        const struct eb_stand_in *one = &d->stand_ins.items[i];
        text_printf(out, "%s is taken for all of ", one->set);
        eb_print_type(one->type, false, out);
        text_printf(out, "  (%s, as %s is a bijection)\n", one->label, one->bijection);
    }
    text_printf(out, "integers %lld..%lld  (%s)\n", (long long)limits->low, (long long)limits->high, limits->origin);
    for (size_t i = 0; i < machine->domains.list.count; i++) {
        const struct eb_type *type = machine->domains.list.items[i]->type;
        if (!is_recursive(type)) continue;
        eb_type_describe(type, out);
        text_printf(out, ": where values are chosen, at most %u constructor%s inside each other  (%s)\n",
                    limits->levels, limits->levels == 1 ? "" : "s", limits->levels_origin);
    }
    for (size_t i = 0; i < machine->reached.count; i++)
        text_printf(out, "%s: integers %lld..%lld  (axioms, which set no other limit)\n",
                    d->constants[machine->reached.items[i].constant].name, (long long)machine->reached.items[i].low,
                    (long long)machine->reached.items[i].high);
    for (unsigned i = 0; i < d->variable_count; i++)
        if (limits->variables[i].origin)
            text_printf(out, "%s: integers %lld..%lld  (%s)\n", d->variables[i].name,
                        (long long)limits->variables[i].range.low, (long long)limits->variables[i].range.high,
                        limits->variables[i].origin);
    for (size_t i = 0; i < limits->settings.list.count; i++) {
        eb_print(limits->settings.list.items[i], false, out);
        text_printf(out, "  (%s)\n", i < limits->map_settings ? "map" : "--bound");
    }
    if (d->constant_count && machine->setups.count)
        text_printf(out, "%zu choice%s of the constants%s\n", machine->setups.count,
                    machine->setups.count == 1 ? "" : "s", limits->cut_setups ? ", and there are more" : "");
    print_doubtful_choices(machine, out);
    print_cut_elsewhere(machine, out);
    for (size_t i = 0; i < machine->assumed.count; i++)
        text_printf(out, "assumed, as the bounds do not decide it: %s  (axioms)\n",
                    eb_formula_text((struct eb_compiler *)&machine->compiler, machine->assumed.items[i]));
    bool all = true;
    for (unsigned i = 0; i < d->event_count; i++) all = all && eb_machine_explores(machine, i);
    if (all) return;
    text_add(out, "events:");
    for (unsigned i = 0; i < d->event_count; i++)
        if (machine->events[i].chosen) text_printf(out, " %s", d->events[i].name);
    text_printf(out, "  (%s)\n", machine->events_origin);
}
