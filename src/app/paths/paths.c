#include "app/paths/paths.h"

#include "app/exec/fault.h"
#include "app/exec/state.h"
#include "app/exec/transitions.h"
#include "app/exec/widened.h"
#include "app/paths/form.h"
#include "app/paths/question.h"
#include "app/watch/observer.h"
#include "base/limits.h"

#include <string.h>

enum {
    FORM_ROOM = 1 << 18, /* bytes of a state beyond the application's: more is given up */
    MOST_WAYS = 1 << 12  /* through one step */
};

struct paths {
    struct ts ts; /* its self is this */
    const struct executor *executor;
    struct questions *questions;
    const struct watch *watch; /* NULL: there are no formulas */
    struct widened *widened;   /* NULL: no place is */
    enum form_keeps keeps;
    bool wants_events, joins;
    bool unsure;          /* the solver did not know something */
    bool too_many_ways;   /* ... or there were more than are looked at */
    VEC(uint32_t) faults; /* one of each kind and place */
};

/* ---- the ways through one step ---- */

/* Values for the inputs. Others look after what branches off at the first decisions of a run with them. */
struct way {
    uint64_t *inputs;
    size_t input_count;
    size_t settled;     /* so many decisions */
    uint64_t *excluded; /* values of the number that is decided next: others look after them */
    size_t excluded_count;
};

/* What a way leads to. */
struct outcome {
    unsigned char *form;
    uint32_t size;
    struct ts_step step;
    const struct ts_fault *fault; /* NULL: nothing went wrong */
};

struct exploring {
    struct paths *paths;
    const unsigned char *state; /* a form */
    uint32_t size, packed_size;
    struct symbolic known;    /* about it */
    unsigned char *filled;    /* the state with numbers in it: the bytes that `known` is about lie here */
    VEC(struct way) ways;     /* still to be gone */
    struct symbolic symbolic; /* of the run under way */
    struct text form;
    VEC(struct outcome) outcomes; /* of the operation under way */
    ts_emit emit;
    void *context;
    const struct retrace *retrace; /* not NULL: somebody wants to know more than the outcome */
    struct notes notes;            /* ... what the run under way executes */
    uint64_t choice;               /* the kernel's, of the run under way */
    size_t gone;                   /* ways of the operation under way */
    bool in_time;                  /* it ends when there is none left */
    bool unsure;                   /* there may be more ways */
};

/* Looks at the outcome of a run before it is forgotten: exploring->form is what was reached. */
struct retrace {
    void (*look)(const struct retrace *retrace, const struct exploring *exploring, const struct ts_step *step,
                 const uint32_t *kept);
    void *context;
};

static void copy_known(struct symbolic *to, const struct symbolic *from) {
    symbolic_clear(to);
    for (uint32_t t = 1; t <= terms_count(&from->terms); t++) {
        struct term node = term_get(&from->terms, t);
        term_put(&to->terms, &node);
    }
    for (size_t i = 0; i < from->bytes.count; i++) vec_push(&to->bytes, from->bytes.items[i]);
    for (size_t i = 0; i < from->path.count; i++) vec_push(&to->path, from->path.items[i]);
}

static uint64_t *copied(const uint64_t *numbers, size_t count) {
    uint64_t *copy = memory_new((count + 1) * sizeof *copy);
    if (count) memcpy(copy, numbers, count * sizeof *copy);
    return copy;
}

static void way_free(struct way *way) {
    free(way->inputs);
    free(way->excluded);
}

static uint32_t *conditions_of(const struct symbolic *symbolic) {
    uint32_t *conditions = memory_new((symbolic->path.count + 1) * sizeof *conditions);
    for (size_t i = 0; i < symbolic->path.count; i++) conditions[i] = symbolic->path.items[i].term;
    return conditions;
}

/* The other side of a decision of the run that was made on `way`: these inputs lead there. */
static struct way branch_off(const struct way *way, const struct symbolic_decision *decision, size_t number,
                             const uint64_t *inputs, size_t count) {
    struct way branch = {.inputs = copied(inputs, count), .input_count = count, .settled = number + 1};
    if (!decision->is_number) return branch;
    size_t excluded = number == way->settled ? way->excluded_count : 0;
    branch.settled = number;
    branch.excluded = copied(way->excluded, excluded);
    branch.excluded[excluded] = decision->number;
    branch.excluded_count = excluded + 1;
    return branch;
}

/* Every way that branches off from this one, but for those that others look after. False: perhaps there are more. Each
 * may take long: who has no patience any more wants none of them. */
static bool find_branches(struct exploring *exploring, const struct way *way) {
    struct symbolic *symbolic = &exploring->symbolic;
    size_t count = symbolic->variables.count;
    uint32_t *conditions = conditions_of(symbolic);
    bool sure = true;
    for (size_t i = way->settled; i < symbolic->decisions.count && executor_goes_on(exploring->paths->executor); i++) {
        const struct symbolic_decision *decision = &symbolic->decisions.items[i];
        uint64_t *inputs = copied(symbolic->variables.items, count);
        uint32_t other = term_not(&symbolic->terms, conditions[decision->length - 1]);
        questions_set_place(exploring->paths->questions, decision->at ? decision->at->place : (struct place){0});
        enum solver_answer answer = questions_ask(exploring->paths->questions, &symbolic->terms, other, conditions,
                                                  decision->length - 1, inputs);
        if (answer == SOLVER_YES) vec_push(&exploring->ways, branch_off(way, decision, i, inputs, count));
        sure &= answer != SOLVER_UNKNOWN;
        free(inputs);
    }
    questions_set_place(exploring->paths->questions, (struct place){0});
    free(conditions);
    return sure;
}

/* Code that is executed on one side of a branch whose sides were gone through at once: it counts as reached if some
 * inputs lead there. */
static void mark_joints(struct exploring *exploring) {
    struct symbolic *symbolic = &exploring->symbolic;
    const struct executor *executor = exploring->paths->executor;
    if (!symbolic->joints.count) return;
    uint32_t *conditions = conditions_of(symbolic), last = 0;
    uint64_t *inputs = copied(symbolic->variables.items, symbolic->variables.count);
    bool leads = false;
    for (size_t i = 0; i < symbolic->joints.count; i++) {
        const struct symbolic_joint *joint = &symbolic->joints.items[i];
        if (atomic_load(&executor->reached[joint->number])) continue;
        if (joint->condition != last)
            leads = questions_ask(exploring->paths->questions, &symbolic->terms, joint->condition, conditions,
                                  joint->length, inputs) != SOLVER_NO;
        last = joint->condition;
        if (leads) executor_note(&executor->reached[joint->number], REACHED);
    }
    free(inputs);
    free(conditions);
}

/* Messages may have numbers in them that other inputs make others. */
static int compare_faults(const struct ts_fault *a, const struct ts_fault *b) {
    if (!a || !b) return (a != NULL) - (b != NULL);
    int order = strcmp(a->kind, b->kind);
    if (!order) order = (a->about > b->about) - (a->about < b->about);
    if (!order) order = strcmp(a->place.file ? a->place.file : "", b->place.file ? b->place.file : "");
    if (!order) order = (a->place.line > b->place.line) - (a->place.line < b->place.line);
    return order ? order : (a->place.column > b->place.column) - (a->place.column < b->place.column);
}

static int compare_outcomes(const void *left, const void *right) {
    const struct outcome *a = left, *b = right;
    if (a->size != b->size) return a->size < b->size ? -1 : 1;
    int order = memcmp(a->form, b->form, a->size);
    if (!order) order = (a->step.labels > b->step.labels) - (a->step.labels < b->step.labels);
    return order ? order : compare_faults(a->fault, b->fault);
}

/* The fault of the same kind at the same place that came first: a step that is made again is the same step. */
static uint32_t first_like(struct paths *paths, uint32_t fault) {
    struct faults *faults = paths->executor->faults;
    if (!fault) return 0;
    for (size_t i = 0; i < paths->faults.count; i++)
        if (compare_faults(faults_get(faults, paths->faults.items[i]), faults_get(faults, fault)) == 0)
            return paths->faults.items[i];
    vec_push(&paths->faults, fault);
    return fault;
}

static void add_outcome(struct exploring *exploring, const struct ts_step *step) {
    uint32_t size = (uint32_t)exploring->form.length;
    struct outcome outcome = {memory_new(size), size, *step, NULL};
    memcpy(outcome.form, exploring->form.chars, size);
    if (step->fault) outcome.fault = faults_get(exploring->paths->executor->faults, step->fault);
    vec_push(&exploring->outcomes, outcome);
}

/* In an order of their own: which way is found first depends on what the solver comes upon. Each once. */
static void emit_outcomes(struct exploring *exploring) {
    struct outcome *outcomes = exploring->outcomes.items;
    size_t count = exploring->outcomes.count;
    if (count) qsort(outcomes, count, sizeof *outcomes, compare_outcomes);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_outcomes(&outcomes[i - 1], &outcomes[i]) != 0)
            exploring->emit(exploring->context, outcomes[i].form, outcomes[i].size, &outcomes[i].step);
    for (size_t i = 0; i < count; i++) free(outcomes[i].form);
    vec_clear(&exploring->outcomes);
}

static void emit(struct exploring *exploring, struct machine *machine, enum leave why, struct ts_step step) {
    struct paths *paths = exploring->paths;
    step.fault = why == LEAVE_FAULT ? machine->fault : 0;
    step.labels = machine->labels;
    if (paths->widened && why == LEAVE_POINT && widened_goes_on_counting(machine)) step.labels |= PATHS_COUNTS;
    uint32_t size = state_pack(machine);
    text_clear(&exploring->form);
    uint32_t *kept =
        exploring->retrace ? memory_new((terms_count(&exploring->symbolic.terms) + 1) * sizeof *kept) : NULL;
    form_write(&exploring->symbolic, machine->packed, size, paths->keeps, &exploring->form, kept);
    if (exploring->form.length > paths->ts.max_state_size) {
        exploring->unsure = true;
        step.fault = faults_limit(paths->executor->faults, "too much depends on inputs here",
                                  machine->instruction ? machine->instruction->place : (struct place){0});
        symbolic_clear(&exploring->symbolic);
        text_clear(&exploring->form);
        form_write(&exploring->symbolic, machine->packed, size, paths->keeps, &exploring->form, NULL);
    }
    step.fault = first_like(paths, step.fault);
    if (exploring->retrace)
        exploring->retrace->look(exploring->retrace, exploring, &step, kept);
    else
        add_outcome(exploring, &step);
    free(kept);
}

/* The rest is not known. */
static void give_up(struct exploring *exploring, struct machine *machine, const char *why, struct ts_step step) {
    exploring->unsure = true;
    machine->fault = faults_limit(exploring->paths->executor->faults, why,
                                  machine->instruction ? machine->instruction->place : (struct place){0});
    emit(exploring, machine, LEAVE_FAULT, step);
}

static void go(struct exploring *exploring, struct machine *machine, transitions_run run, uint32_t which,
               const struct way *way, struct ts_step step) {
    struct symbolic *symbolic = &exploring->symbolic;
    size_t known = exploring->known.variables.count;
    copy_known(symbolic, &exploring->known);
    for (size_t i = 0; i < known; i++) vec_push(&symbolic->variables, i < way->input_count ? way->inputs[i] : 0);
    symbolic->wanted = way->inputs;
    symbolic->wanted_count = way->input_count;
    symbolic->excluded = way->excluded;
    symbolic->excluded_count = way->excluded_count;
    symbolic->excluded_at = way->settled;
    symbolic->joins = exploring->paths->joins;
    symbolic->widened = exploring->paths->widened;
    symbolic->gone = exploring->gone;
    memcpy(exploring->filled, exploring->state, exploring->packed_size);
    form_fill(&exploring->known, exploring->filled, symbolic->variables.items);
    machine->symbolic = symbolic;
    state_unpack(machine, exploring->filled);
    machine->choices = 1;
    vec_clear(&exploring->notes.list);
    vec_clear(&exploring->notes.calls);
    vec_clear(&exploring->notes.events);
    exploring->notes.wants_events = exploring->paths->wants_events;
    machine->notes = exploring->retrace ? &exploring->notes : NULL;
    enum leave why = run(machine, which);
    machine->notes = NULL;
    const char *atom = NULL;
    if (why == LEAVE_POINT && exploring->paths->watch && !observers_decide(exploring->paths->watch, machine, &atom)) {
        give_up(exploring, machine,
                arena_printf(exploring->paths->executor->arena, "%s cannot be decided for all inputs", atom), step);
        why = LEAVE_PRUNED;
    }
    if (why != LEAVE_PRUNED) emit(exploring, machine, why, step);
    mark_joints(exploring);
    if (!find_branches(exploring, way)) give_up(exploring, machine, "the solver does not know", step);
    machine->symbolic = NULL;
}

/* Nothing is known of what comes behind this state. */
static void stay(struct exploring *exploring, const char *why) {
    struct ts_step step = {.action = TS_NO_ACTION, .reply = TS_NO_ACTION, .partner = TS_NOBODY, .holder = TS_NOBODY};
    exploring->unsure = true;
    if (!exploring->emit) return;
    step.fault = faults_limit(exploring->paths->executor->faults, why, (struct place){0});
    exploring->emit(exploring->context, exploring->state, exploring->size, &step);
}

/* Not as soon as a limit is reached: then what was found is replayed, which goes the same ways again. */
static bool is_late(const struct exploring *exploring) { return exploring->in_time && limits_hurry(); }

/* Every way that starts with these inputs or branches off from one that does. */
static void each(void *context, struct machine *machine, transitions_run run, uint32_t which, struct ts_step step) {
    struct exploring *exploring = context;
    const struct executor *executor = exploring->paths->executor;
    uint64_t choices = 1;
    for (uint64_t choice = 0; choice < choices; choice++) {
        exploring->gone = 0;
        size_t count = exploring->known.variables.count;
        vec_push(&exploring->ways, (struct way){copied(exploring->known.variables.items, count), count, 0, NULL, 0});
        for (bool late = false; exploring->ways.count;) {
            struct way way = vec_pop(&exploring->ways);
            machine->choice = exploring->choice = choice;
            if (late) {
                /* the rest was given up */
            } else if (is_late(exploring)) {
                late = true;
                stay(exploring, "no time was left");
            } else if (exploring->gone++ < MOST_WAYS && executor_goes_on(executor)) {
                go(exploring, machine, run, which, &way, step);
                if (machine->choices > choices) choices = machine->choices;
            } else if (exploring->gone == MOST_WAYS + 1) {
                exploring->paths->too_many_ways = true;
                give_up(exploring, machine, "more ways through the code than are looked at", step);
            }
            way_free(&way);
        }
    }
    if (!exploring->retrace) emit_outcomes(exploring);
}

/* ---- the interface ---- */

static const struct paths *self(const struct ts *ts) { return ts->self; }

/* Values that make everything true that is known. */
static bool find_inputs(struct paths *paths, struct symbolic *known) {
    uint32_t *conditions = conditions_of(known);
    enum solver_answer answer = SOLVER_YES;
    /* One after the other, since what has nothing to do with each other need not be asked together. */
    for (size_t i = 0; i < known->path.count && answer == SOLVER_YES; i++)
        answer = questions_ask(paths->questions, &known->terms, conditions[i], conditions, known->path.count,
                               known->variables.items);
    free(conditions);
    return answer == SOLVER_YES;
}

static void explore(struct exploring *exploring, unsigned actor) {
    struct paths *paths = exploring->paths;
    struct transitions_visitor steps = {.context = exploring, .each = each};
    exploring->packed_size = form_packed_size(exploring->state, exploring->size);
    exploring->filled = memory_new(exploring->packed_size + 4);
    form_read(exploring->state, exploring->size, exploring->filled, &exploring->known);
    if (find_inputs(paths, &exploring->known))
        transitions_from(paths->executor, exploring->state, actor, &steps);
    else
        stay(exploring, "the solver does not know");
    notes_free(&exploring->notes);
    vec_free(&exploring->ways);
    vec_free(&exploring->outcomes);
    paths->unsure |= exploring->unsure;
    symbolic_free(&exploring->symbolic);
    symbolic_free(&exploring->known);
    text_free(&exploring->form);
    free(exploring->filled);
}

static void next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit to, void *context) {
    struct exploring exploring = {.paths = (struct paths *)self(ts),
                                  .state = state,
                                  .size = size,
                                  .emit = to,
                                  .context = context,
                                  .in_time = true};
    explore(&exploring, actor);
}

struct starting {
    ts_emit emit;
    void *context;
};

static void start(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    const struct starting *starting = context;
    struct symbolic nothing = {0};
    struct text form = {0};
    form_write(&nothing, state, size, FORM_ALL, &form, NULL);
    starting->emit(starting->context, form.chars, (uint32_t)form.length, step);
    text_free(&form);
}

static void initial(const struct ts *ts, ts_emit to, void *context) {
    const struct ts *concrete = &self(ts)->executor->ts;
    struct starting starting = {to, context};
    concrete->initial(concrete, start, &starting);
}

/* What the executor says of a state it says of the kernel's part and of who is under way: these are known. */
static unsigned marks(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->marks(concrete, state, form_packed_size(state, size));
}

static bool may_stay(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->may_stay(concrete, state, form_packed_size(state, size));
}

static bool is_left_out(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->goes_on_elsewhere(concrete, state, form_packed_size(state, size));
}

static unsigned owed(const struct ts *ts, const void *state) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->owed(concrete, state);
}

static bool is_kept_waiting(const struct ts *ts, const void *state, uint32_t size, unsigned actor) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->is_kept_waiting(concrete, state, form_packed_size(state, size), actor);
}

static unsigned actors(const struct ts *ts, const void *state, uint32_t size) {
    const struct ts *concrete = &self(ts)->executor->ts;
    return concrete->actors(concrete, state, form_packed_size(state, size));
}

static const struct ts_fault *fault(const struct ts *ts, uint32_t number) {
    return faults_get(self(ts)->executor->faults, number);
}

static const struct ts_action *action(const struct ts *ts, uint32_t number) {
    return &self(ts)->executor->actions[number];
}

struct paths *paths_new(const struct executor *executor, struct text *why) {
    struct questions *questions = questions_new(why);
    if (!questions) return NULL;
    struct paths *paths = memory_new(sizeof *paths);
    paths->executor = executor;
    paths->questions = questions;
    paths->ts = (struct ts){.self = paths,
                            .hasty = true,
                            .max_state_size = executor->max_state_size + FORM_ROOM,
                            .action_count = executor->ts.action_count,
                            .never_violating = true,
                            .sequential = true,
                            .initial = initial,
                            .next = next,
                            .marks = marks,
                            .may_stay = executor->ts.may_stay ? may_stay : NULL,
                            .goes_on_elsewhere = executor->ts.goes_on_elsewhere ? is_left_out : NULL,
                            .owed = owed,
                            .owed_from = executor->ts.owed_from,
                            .is_kept_waiting = is_kept_waiting,
                            .actors = actors,
                            .fault = fault,
                            .action = action};
    return paths;
}

void paths_free(struct paths *paths) {
    if (!paths) return;
    questions_free(paths->questions);
    vec_free(&paths->faults);
    free(paths);
}

void paths_set_keeps(struct paths *paths, enum form_keeps keeps) { paths->keeps = keeps; }
void paths_set_widened(struct paths *paths, struct widened *widened) { paths->widened = widened; }
void paths_forget_doubts(struct paths *paths) { paths->unsure = paths->too_many_ways = false; }

void paths_set_joins(struct paths *paths, bool joins) {
    paths->joins = joins;
    paths_forget_doubts(paths);
}

bool paths_had_too_many_ways(const struct paths *paths) { return paths->too_many_ways; }
void paths_set_events(struct paths *paths, bool wants_events) { paths->wants_events = wants_events; }

const struct ts *paths_ts(const struct paths *paths) { return &paths->ts; }

void paths_tell_questions(struct paths *paths, smt2_visitor visit, void *context) {
    questions_tell(paths->questions, visit, context);
}

/* ---- formulas ---- */

void paths_watch(struct paths *paths, const struct watch *watch) { paths->watch = watch; }
bool paths_were_unsure(const struct paths *paths) { return paths->unsure; }

static const struct paths_observer *outer_of(const struct ts_observer *observer) { return observer->self; }

static uint32_t outer_label(const struct ts_observer *observer, const struct ts_step *step) {
    const struct ts_observer *inner = outer_of(observer)->inner;
    return inner->label(inner, step);
}

/* What it asks is the same for all that the state stands for: one of them will do. */
static void outer_next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                       observer_emit emit, void *context) {
    const struct paths_observer *outer = outer_of(observer);
    struct symbolic known = {0};
    uint32_t size = form_packed_size(view->state, view->size);
    unsigned char *packed = memory_new(size + 4);
    form_read(view->state, view->size, packed, &known);
    if (find_inputs(outer->paths, &known)) {
        form_fill(&known, packed, known.variables.items);
        struct ts_view filled = {packed, size, view->label};
        outer->inner->next(outer->inner, &filled, location, emit, context);
    } else {
        outer->paths->unsure = true;
    }
    symbolic_free(&known);
    free(packed);
}

static unsigned outer_marks(const struct ts_observer *observer, uint32_t location) {
    const struct ts_observer *inner = outer_of(observer)->inner;
    return inner->marks(inner, location);
}

void paths_observe(struct paths *paths, const struct ts_observer *inner, struct paths_observer *outer) {
    *outer = (struct paths_observer){.observer = *inner, .inner = inner, .paths = paths};
    outer->observer.self = outer;
    outer->observer.label = inner->label ? outer_label : NULL;
    outer->observer.next = outer_next;
    outer->observer.marks = outer_marks;
}

/* ---- what the inputs were ---- */

/* A step of a trace, made again: the inputs that are known before it and those that came in it. */
struct made {
    const struct ts_trace_state *to;
    size_t step;
    paths_is_wanted is_wanted; /* NULL: any way is */
    void *context;
    uint64_t choice;
    bool found;
    struct symbolic symbolic; /* its terms, inputs and path */
    uint32_t *kept;           /* by term: 1 + the number of the input that it is behind the step; 0: it is none */
};

static void look(const struct retrace *retrace, const struct exploring *exploring, const struct ts_step *step,
                 const uint32_t *kept) {
    struct made *made = retrace->context;
    size_t count = exploring->symbolic.variables.count;
    if (made->found || !ts_trace_has(made->to, exploring->form.chars, (uint32_t)exploring->form.length, step)) return;
    if (made->is_wanted && !made->is_wanted(made->context, made->step, &exploring->notes)) return;
    made->found = true;
    made->choice = exploring->choice;
    copy_known(&made->symbolic, &exploring->symbolic);
    for (size_t i = 0; i < count; i++) vec_push(&made->symbolic.variables, exploring->symbolic.variables.items[i]);
    size_t terms = terms_count(&exploring->symbolic.terms) + 1;
    made->kept = memory_new(terms * sizeof *kept);
    memcpy(made->kept, kept, terms * sizeof *kept);
}

static bool make_again(struct paths *paths, const struct ts_trace_state *from, struct made *made) {
    struct retrace retrace = {look, made};
    struct exploring exploring = {.paths = paths, .state = from->bytes, .size = from->size, .retrace = &retrace};
    explore(&exploring, made->to->step.actor);
    return made->found;
}

static bool are_true(const struct symbolic *symbolic, const uint32_t *facts, size_t count) {
    struct term_values values = {0};
    bool all = true;
    for (size_t i = 0; all && i < count; i++)
        all = term_value(&symbolic->terms, &values, facts[i], symbolic->variables.items);
    vec_free(&values.of);
    return all;
}

/* From the last step back: what is known behind a step is so before it, and the rest is as it was when the step was
 * made, or chosen if that does not do. */
static bool solve(struct paths *paths, struct made *made, const uint64_t *behind) {
    struct symbolic *symbolic = &made->symbolic;
    struct terms *terms = &symbolic->terms;
    uint32_t *conditions = conditions_of(symbolic);
    VEC(uint32_t) facts = {0};
    for (size_t i = 0; i < symbolic->path.count; i++) vec_push(&facts, conditions[i]);
    free(conditions);
    uint32_t all = terms_count(terms);
    for (uint32_t t = 1; behind && t <= all; t++) {
        if (!made->kept[t]) continue;
        uint64_t known = behind[made->kept[t] - 1];
        struct term node = term_get(terms, t);
        if (node.op == TERM_VARIABLE) symbolic->variables.items[node.value] = known;
        vec_push(&facts, term_binary(terms, TERM_EQUAL, t, term_constant(terms, node.width, known)));
    }
    bool good =
        are_true(symbolic, facts.items, facts.count) ||
        questions_ask(paths->questions, terms, 0, facts.items, facts.count, symbolic->variables.items) == SOLVER_YES;
    vec_free(&facts);
    return good;
}

static bool solve_all(struct paths *paths, struct made *steps, size_t count) {
    for (size_t i = count; i-- > 0;)
        if (!solve(paths, &steps[i], i + 1 < count ? steps[i + 1].symbolic.variables.items : NULL)) return false;
    return true;
}

/* The inputs that came in a step are those behind the ones that were there before it. */
static void list_inputs(const struct made *steps, const struct ts_trace *trace, struct paths_run *run) {
    VEC(int64_t) list = {0};
    for (size_t i = 0; i < run->step_count; i++) {
        if (i == trace->cycle_start) run->again = list.count;
        const struct ts_trace_state *from = &trace->states.items[i];
        struct symbolic before = {0};
        unsigned char *packed = memory_new(form_packed_size(from->bytes, from->size) + 4);
        form_read(from->bytes, from->size, packed, &before);
        for (size_t k = before.variables.count; k < steps[i].symbolic.variables.count; k++)
            vec_push(&list, (int64_t)steps[i].symbolic.variables.items[k]);
        symbolic_free(&before);
        free(packed);
    }
    run->inputs = list.items;
    run->input_count = list.count;
    if (trace->cycle_start >= run->step_count) run->again = list.count;
}

static void keep_start(struct paths_run *run, const struct ts_trace_state *first) {
    run->start_size = form_packed_size(first->bytes, first->size);
    run->start = memory_new(run->start_size);
    memcpy(run->start, first->bytes, run->start_size);
}

bool paths_run(struct paths *paths, const struct ts_trace *trace, paths_is_wanted is_wanted, void *context,
               struct paths_run *run) {
    size_t steps = trace->states.count ? trace->states.count - 1 : 0;
    struct made *made = memory_new((steps + 1) * sizeof *made);
    bool found = true;
    for (size_t i = 0; found && i < steps; i++) {
        made[i] =
            (struct made){.to = &trace->states.items[i + 1], .step = i, .is_wanted = is_wanted, .context = context};
        found = make_again(paths, &trace->states.items[i], &made[i]);
    }
    found = found && solve_all(paths, made, steps);
    *run = (struct paths_run){.steps = memory_new((steps + 1) * sizeof *run->steps), .step_count = steps};
    for (size_t i = 0; i < steps; i++) {
        const struct ts_step *step = &trace->states.items[i + 1].step;
        run->steps[i] = (struct steered_step){step->action, step->actor, made[i].choice};
    }
    if (trace->states.count) keep_start(run, &trace->states.items[0]);
    if (found) list_inputs(made, trace, run);
    for (size_t i = 0; i < steps; i++) {
        symbolic_free(&made[i].symbolic);
        free(made[i].kept);
    }
    free(made);
    return found;
}

/* The run of the paths alone: without what an observer did by itself, and its part of the states. */
static struct ts_trace *without_observer(const struct ts_trace *trace, uint32_t tail) {
    struct ts_trace *own = ts_trace_new();
    for (size_t i = 0; i < trace->states.count; i++) {
        const struct ts_trace_state *state = &trace->states.items[i];
        if (i == 0 || state->step.action != TS_NO_ACTION)
            ts_trace_add(own, state->bytes, state->size - tail, &state->step);
        if (i == trace->cycle_start) own->cycle_start = own->states.count - 1;
    }
    return own;
}

bool paths_run_observed(struct paths *paths, const struct ts_trace *trace, uint32_t tail, struct paths_run *run) {
    struct ts_trace *own = without_observer(trace, tail);
    bool found = paths_run(paths, own, NULL, NULL, run);
    ts_trace_free(own);
    return found;
}

void paths_run_free(struct paths_run *run) {
    free(run->inputs);
    free(run->steps);
    free(run->start);
}

/* ---- every way ---- */

struct visiting {
    paths_visit visit;
    void *context;
};

static void visit_way(const struct retrace *retrace, const struct exploring *exploring, const struct ts_step *step,
                      const uint32_t *kept) {
    const struct visiting *visiting = retrace->context;
    (void)kept;
    visiting->visit(visiting->context, &(struct paths_way){exploring->form.chars, (uint32_t)exploring->form.length,
                                                           step, &exploring->notes});
}

bool paths_ways(struct paths *paths, const void *state, uint32_t size, paths_visit visit, void *context) {
    struct visiting visiting = {visit, context};
    struct retrace retrace = {visit_way, &visiting};
    struct exploring exploring = {.paths = paths, .state = state, .size = size, .retrace = &retrace, .in_time = true};
    explore(&exploring, TS_EVERYBODY);
    return !exploring.unsure;
}
