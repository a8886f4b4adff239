/* Events with their parameters, formulas in states, and values by name: what `conform` and temporal properties need. */
#include "eventb/comprehension.h"
#include "eventb/machine_internal.h"
#include "eventb/memo.h"

#include <stdlib.h>
#include <string.h>

/* ---- events ---- */

struct occurring {
    const struct eb_machine *machine;
    eb_occurrence visit;
    void *context;
    const struct eb_value **parameters;
};

static bool tell(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    struct occurring *occurring = context;
    const struct eb_machine *machine = occurring->machine;
    const struct eb_ready_event *event = &machine->events[happening->event];
    for (unsigned i = 0; i < event->event->parameter_count; i++) {
        unsigned slot = machine->compiler.parameters + i;
        bool is_known = !happening->fails || eb_is_parameter_known(event, frame, slot);
        occurring->parameters[i] = is_known ? &frame->slots[slot] : NULL;
    }
    occurring->visit(occurring->context, happening->event, occurring->parameters, happening->after, happening->size,
                     happening->fault);
    return true;
}

static unsigned most_parameters(const struct eb_machine *machine) {
    unsigned most = 0;
    for (unsigned i = 0; i < machine->development->event_count; i++)
        if (machine->development->events[i].parameter_count > most)
            most = machine->development->events[i].parameter_count;
    return most;
}

void eb_machine_occurrences(const struct eb_machine *machine, const void *state, uint32_t size, eb_occurrence visit,
                            void *context) {
    struct occurring occurring = {machine, visit, context, NULL};
    if (eb_layout_is_blank(&machine->layout, state)) return;
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, state, size);
    bool goes_on = !eb_is_outside(machine, frame);
    /* Not while an event happens: where one goes wrong, values lie where there would be room. */
    occurring.parameters = eb_frame_alloc(frame, (most_parameters(machine) + 1) * sizeof *occurring.parameters);
    for (unsigned i = 0; goes_on && i < machine->development->event_count; i++)
        if (machine->events[i].chosen)
            eb_each_happening(machine, &machine->events[i], i, frame, state, size, tell, &occurring);
    eb_count_cut(machine, frame);
    eb_frame_give(machine, frame);
}

struct asking_whether {
    const struct eb_machine *machine;
    bool any;
    uint32_t doubt;
};

/* Where the event was given up, nobody knows whether it can happen. */
static bool stop_at_once(void *context, struct eb_frame *frame, const struct eb_happening *happening) {
    struct asking_whether *asking = context;
    (void)frame;
    if (happening->fails && eb_is_giving_up(asking->machine, happening->fault))
        asking->doubt = happening->fault;
    else
        asking->any = true;
    return false;
}

bool eb_machine_is_chosen(const struct eb_machine *machine, unsigned event) { return machine->events[event].chosen; }

bool eb_machine_enabled(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event) {
    uint32_t doubt;
    return eb_enabled_or_doubt(machine, state, size, event, &doubt);
}

bool eb_enabled_or_doubt(const struct eb_machine *machine, const void *state, uint32_t size, unsigned event,
                         uint32_t *doubt) {
    struct asking_whether asking = {.machine = machine};
    bool blank = eb_layout_is_blank(&machine->layout, state);
    *doubt = blank ? machine->too_large : 0;
    if (blank || !machine->events[event].chosen) return false;
    struct eb_frame *frame = eb_frame_take(machine);
    eb_load_state(machine, frame, state, size);
    eb_each_happening(machine, &machine->events[event], event, frame, state, size, stop_at_once, &asking);
    bool can = asking.any || frame->cut; /* a step that leaves the bounds is one */
    if (!can) *doubt = asking.doubt ? asking.doubt : frame->in_doubt & ~EB_CUT;
    eb_frame_give(machine, frame);
    return can;
}

/* ---- formulas ---- */

struct eb_compiled {
    const struct eb_machine *machine;
    const struct eb_node *node;
    bool predicate;
    unsigned local_count;
};

static unsigned count_locals(const struct eb_formula *formula) {
    unsigned count = formula->op == EB_IDENTIFIER && formula->identifier == EB_PARAMETER ? formula->index + 1 : 0;
    for (unsigned i = 0; i < formula->child_count; i++) {
        unsigned below = count_locals(formula->children[i]);
        if (below > count) count = below;
    }
    return count;
}

struct eb_compiled *eb_compile(const struct eb_machine *machine, const struct eb_formula *formula,
                               struct diagnostics *diagnostics) {
    struct eb_machine *m = (struct eb_machine *)machine;
    struct eb_compiled *compiled = memory_new(sizeof *compiled);
    unsigned before = diagnostics->errors;
    m->compiler.diagnostics = diagnostics;
    m->compiler.site = "formula";
    compiled->machine = machine;
    compiled->local_count = count_locals(formula);
    compiled->predicate = formula->op <= EB_PARTITION;
    eb_formula_rests(machine, eb_rests_on_assumption(machine, formula));
    formula = eb_expand(&m->compiler, formula);
    compiled->node = formula->op <= EB_PARTITION ? eb_compile_predicate(&m->compiler, formula)
                                                 : eb_compile_expression(&m->compiler, formula);
    eb_memo_share_no_more(&m->compiler); /* the formula may not last */
    m->compiler.diagnostics = NULL;
    m->doubts = memory_resize((void *)m->doubts, m->faults.list.count + 1);
    while (m->doubt_count <= m->faults.list.count) atomic_init(&m->doubts[m->doubt_count++], 0);
    if (diagnostics->errors == before) return compiled;
    free(compiled);
    return NULL;
}

void eb_compiled_free(struct eb_compiled *compiled) { free(compiled); }

/* The frame in which this thread's last result lives. */
static struct eb_frame *result_frame(const struct eb_machine *machine) {
    struct eb_machine *m = (struct eb_machine *)machine;
    uint64_t me = (uint64_t)(uintptr_t)pthread_self();
    pthread_mutex_lock(&m->lock);
    struct eb_frame *frame = m->results;
    while (frame && frame->owner != me) frame = frame->next;
    pthread_mutex_unlock(&m->lock);
    if (frame) {
        eb_frame_rewind(frame, frame->start);
        eb_frame_resize(frame, machine->compiler.slot_count);
        frame->work = 0;
        frame->goes_on = machine->goes_on;
        frame->goes_on_context = machine->goes_on_context;
        return frame;
    }
    frame = eb_frame_take(machine);
    frame->owner = me;
    pthread_mutex_lock(&m->lock);
    frame->next = m->results;
    m->results = frame;
    pthread_mutex_unlock(&m->lock);
    return frame;
}

struct evaluating {
    const struct eb_node *node;
    bool predicate;
    struct eb_value value;
};

static void evaluate(struct eb_frame *frame, void *context) {
    struct evaluating *evaluating = context;
    evaluating->value = eb_run_node(evaluating->node, frame);
    if (evaluating->predicate && eb_is_open((enum eb_truth)evaluating->value.code)) eb_fail(frame, frame->undecided);
}

const struct eb_value *eb_evaluate_or_fault(const struct eb_compiled *compiled, const void *state, uint32_t size,
                                            const struct eb_value *const *locals, uint32_t *fault) {
    const struct eb_machine *machine = compiled->machine;
    if (eb_layout_is_blank(&machine->layout, state)) {
        if (fault) *fault = machine->too_large;
        return NULL;
    }
    struct eb_frame *frame = result_frame(machine);
    struct evaluating evaluating = {compiled->node, compiled->predicate, {0, NULL}};
    eb_load_state(machine, frame, state, size);
    for (unsigned i = 0; i < compiled->local_count; i++) frame->slots[machine->compiler.parameters + i] = *locals[i];
    frame->too_large = machine->too_large;
    bool good = eb_attempt(frame, evaluate, &evaluating);
    if (!good && frame->fault & EB_STOP) atomic_store(&((struct eb_machine *)machine)->stopped, true);
    if (fault) *fault = good || frame->fault & EB_STOP ? 0 : frame->fault & ~EB_CUT;
    if (!good) return NULL;
    frame->result = evaluating.value;
    return &frame->result;
}

const struct eb_value *eb_evaluate(const struct eb_compiled *compiled, const void *state, uint32_t size,
                                   const struct eb_value *const *locals) {
    return eb_evaluate_or_fault(compiled, state, size, locals, NULL);
}

/* ---- values ---- */

static const struct eb_domain *domain_of(const struct eb_machine *machine, const struct eb_type *type) {
    return eb_domain_of((struct eb_domains *)&machine->domains, type);
}

void eb_value_print(const struct eb_machine *machine, const struct eb_type *type, const struct eb_value *value,
                    struct text *out) {
    if (value)
        eb_print_value(domain_of(machine, type), *value, out);
    else
        text_add_char(out, '?');
}

bool eb_value_integer(const struct eb_type *type, const struct eb_value *value, int64_t *integer) {
    if (type->kind != EB_TYPE_INTEGER && type->kind != EB_TYPE_BOOLEAN && type->kind != EB_TYPE_GIVEN) return false;
    *integer = (int64_t)value->code;
    return true;
}

struct listing {
    size_t left;
    void (*visit)(void *context, const struct eb_value *value);
    void *context;
};

static bool list_value(void *context, struct eb_value value) {
    struct listing *listing = context;
    if (listing->left-- == 0) return false;
    listing->visit(listing->context, &value);
    return true;
}

struct listing_type {
    const struct eb_domain *set;
    struct listing listing;
    bool all;
};

static void list_type(struct eb_frame *frame, void *context) {
    struct listing_type *type = context;
    type->all = eb_extent_each(frame, eb_extent_of_type(frame, type->set), list_value, &type->listing);
}

bool eb_values_of_type(const struct eb_machine *machine, const struct eb_type *type, size_t limit,
                       void (*visit)(void *context, const struct eb_value *value), void *context) {
    struct eb_machine *m = (struct eb_machine *)machine;
    struct listing_type listing = {
        eb_domain_of_sets(&m->domains, domain_of(machine, type)), {limit, visit, context}, false};
    struct eb_frame *frame = eb_frame_take(machine);
    bool good = eb_attempt(frame, list_type, &listing) && listing.all;
    eb_frame_give(machine, frame);
    return good;
}

const struct eb_value *eb_value_by_name(const struct eb_machine *machine, const struct eb_type *type,
                                        const char *name) {
    const struct eb_domain *domain = domain_of(machine, type);
    struct eb_value value = {0, NULL};
    bool found = false;
    if (type->kind == EB_TYPE_INTEGER) {
        char *end;
        value.code = (uint64_t)strtoll(name, &end, 10);
        found = end != name && *end == 0;
    } else if (type->kind == EB_TYPE_BOOLEAN) {
        value.code = strcmp(name, "TRUE") == 0;
        found = value.code || strcmp(name, "FALSE") == 0;
    } else if (type->kind == EB_TYPE_GIVEN) {
        for (; !found && value.code < (uint64_t)domain->size; value.code += !found)
            found = strcmp(domain->names[value.code], name) == 0;
    }
    if (!found) return NULL;
    struct eb_value *kept = arena_new_object(machine->arena, struct eb_value);
    *kept = value;
    return kept;
}
