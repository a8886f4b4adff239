/* The evaluator against the naive one, on random machines: the same states, steps and faults. */
#include "base/tests/rounds.h"
#include "naive.h"
#include "random_machine.h"

#include "base/file.h"
#include "eventb/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MACHINES = ROUNDS(400), MOST_STATES = 25, SET_SIZE = 2 };

struct both {
    const struct eb_machine *machine;
    struct naive naive;
    const struct eb_development *development;
    const struct ts *ts;
};

/* One step, told in words that both evaluators can say. */
struct steps {
    VEC(char *) list;
};

static int order_texts(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void steps_free(struct steps *steps) {
    for (size_t i = 0; i < steps->list.count; i++) free(steps->list.items[i]);
    vec_free(&steps->list);
}

/* ---- the real one ---- */

struct real_state {
    unsigned char *bytes;
    uint32_t size;
    char *text;
};

struct real_states {
    VEC(struct real_state) list;
    struct steps steps;
    const struct ts *ts;
    bool limit;
    unsigned char ill_defined[64]; /* by event */
};

static void add_variable(void *context, const char *name, const char *value) {
    text_printf(context, "%s=%s;", name, value);
}

static char *state_text(const struct ts *ts, const void *state, uint32_t size) {
    struct text text = {0};
    ts->variables(ts, state, size, add_variable, &text);
    return text_take(&text);
}

static void collect(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct real_states *states = context;
    const struct ts_fault *fault = step->fault ? states->ts->fault(states->ts, step->fault) : NULL;
    unsigned event = step->action == TS_NO_ACTION ? 63 : step->action;
    if (fault && strcmp(fault->kind, "limit") == 0) states->limit = true;
    /* An invariant that is ill-defined or violated stops no other step; a guard or an action that is ill-defined does.
     */
    bool of_invariant = fault && strncmp(fault->message, "invariant", strlen("invariant")) == 0;
    if (fault && !of_invariant) states->ill_defined[event] = 1;
    struct real_state kept = {memory_new(size), size, NULL};
    memcpy(kept.bytes, state, size);
    kept.text = of_invariant ? strdup("bad") : state_text(states->ts, state, size);
    struct text line = {0};
    text_printf(&line, "%u %s%s", event, kept.text, of_invariant ? " invariant" : "");
    vec_push(&states->steps.list, text_take(&line));
    vec_push(&states->list, kept);
    if (of_invariant) states->list.items[states->list.count - 1].text[0] = 'X';
}

static void real_states_free(struct real_states *states) {
    for (size_t i = 0; i < states->list.count; i++) {
        free(states->list.items[i].bytes);
        free(states->list.items[i].text);
    }
    vec_free(&states->list);
    steps_free(&states->steps);
}

/* ---- the naive one ---- */

struct naive_states {
    struct steps steps;
    unsigned char ill_defined[64];
};

static const char *name_of(const struct eb_type *type, int64_t number) {
    static const char *const colours[] = {"red", "green", "blue"}, *const elements[] = {"S1", "S2"};
    return strcmp(type->name, "C") == 0 ? colours[number] : elements[number];
}

static void naive_text(struct both *both, const struct naive_value *const *values, struct text *out) {
    const struct eb_development *d = both->development;
    for (unsigned i = 0; i < d->constant_count; i++) {
        if (strcmp(d->constants[i].name, "red") == 0 || strcmp(d->constants[i].name, "green") == 0 ||
            strcmp(d->constants[i].name, "blue") == 0)
            continue;
        text_printf(out, "%s=", d->constants[i].name);
        naive_print(&both->naive, d->constants[i].type, both->naive.constants[i], name_of, out);
        text_add(out, ";");
    }
    for (unsigned i = 0; i < d->variable_count; i++) {
        text_printf(out, "%s=", d->variables[i].name);
        naive_print(&both->naive, d->variables[i].type, values[i], name_of, out);
        text_add(out, ";");
    }
}

struct happening {
    struct both *both;
    const struct eb_full_event *event;
    unsigned number;
    struct naive_states *states;
    const struct naive_value **after;
};

static void naive_emit(struct happening *h) {
    struct naive *naive = &h->both->naive;
    const struct eb_development *d = h->both->development;
    const struct naive_value **before = naive->variables;
    bool good = true;
    naive->variables = h->after;
    for (unsigned i = 0; good && i < d->invariants.count; i++)
        good = naive_predicate(naive, d->invariants.items[i].formula) == 1;
    naive->variables = before;
    struct text line = {0};
    text_printf(&line, "%u ", h->number);
    if (good)
        naive_text(h->both, h->after, &line);
    else
        text_add(&line, "bad invariant");
    vec_push(&h->states->steps.list, text_take(&line));
}

static void naive_act(struct happening *h, unsigned index);

static void naive_such_that(struct happening *h, const struct eb_formula *action, unsigned target, unsigned index) {
    struct naive *naive = &h->both->naive;
    if (target == action->target_count) {
        int holds = naive_predicate(naive, action->children[0]);
        if (holds < 0) h->states->ill_defined[h->number] = 1;
        if (holds != 1) return;
        for (unsigned i = 0; i < action->target_count; i++)
            h->after[action->target_indices[i]] = naive->primed[action->target_indices[i]];
        naive_act(h, index + 1);
        return;
    }
    unsigned variable = action->target_indices[target];
    const struct naive_value *all = naive_type(naive, h->both->development->variables[variable].type);
    for (size_t i = 0; i < all->count; i++) {
        naive->primed[variable] = all->items[i];
        naive_such_that(h, action, target + 1, index);
    }
}

static void naive_act(struct happening *h, unsigned index) {
    struct naive *naive = &h->both->naive;
    if (index == h->event->actions.count) {
        naive_emit(h);
        return;
    }
    const struct eb_formula *action = h->event->actions.items[index].formula;
    if (action->op == EB_BECOMES_SUCH_THAT) {
        naive_such_that(h, action, 0, index);
        return;
    }
    for (unsigned i = 0; i < action->target_count; i++) {
        const struct naive_value *value = naive_expression(naive, action->children[i]);
        if (!value) {
            h->states->ill_defined[h->number] = 1;
            return;
        }
        if (action->op == EB_BECOMES_EQUAL) h->after[action->target_indices[i]] = value;
        for (size_t j = 0; action->op == EB_BECOMES_IN && j < value->count; j++) {
            h->after[action->target_indices[0]] = value->items[j];
            naive_act(h, index + 1);
        }
    }
    if (action->op == EB_BECOMES_EQUAL) naive_act(h, index + 1);
}

static void naive_choose(struct happening *h, unsigned parameter) {
    struct naive *naive = &h->both->naive;
    if (parameter < h->event->parameter_count) {
        const struct naive_value *all = naive_type(naive, h->event->parameters[parameter].type);
        for (size_t i = 0; i < all->count; i++) {
            naive->parameters[parameter] = all->items[i];
            naive_choose(h, parameter + 1);
        }
        return;
    }
    for (unsigned i = 0; i < h->event->guards.count; i++) {
        int holds = naive_predicate(naive, h->event->guards.items[i].formula);
        if (holds < 0) h->states->ill_defined[h->number] = 1;
        if (holds != 1) return;
    }
    const struct naive_value *kept[32];
    memcpy(kept, h->after, h->both->development->variable_count * sizeof *kept);
    naive_act(h, 0);
    memcpy(h->after, kept, h->both->development->variable_count * sizeof *kept);
}

/* Steps of events that are ill-defined somewhere: which were found before that was noticed is nobody's business. */
static void drop_ill_defined(struct steps *steps, const unsigned char *ill_defined) {
    size_t kept = 0;
    for (size_t i = 0; i < steps->list.count; i++) {
        if (ill_defined[atoi(steps->list.items[i])])
            free(steps->list.items[i]);
        else
            steps->list.items[kept++] = steps->list.items[i];
    }
    steps->list.count = kept;
    for (unsigned i = 0; i < 64; i++)
        if (ill_defined[i]) {
            struct text line = {0};
            text_printf(&line, "%u ill-defined", i);
            vec_push(&steps->list, text_take(&line));
        }
    if (steps->list.count) qsort(steps->list.items, steps->list.count, sizeof(char *), order_texts);
}

/* ---- both ---- */

struct node {
    struct real_state real;
    const struct naive_value **constants, **variables;
};

static void print_difference(const struct steps *real, const struct steps *naive, const char *from, uint64_t number) {
    struct text text = {0};
    random_machine(number, &text);
    print_message("machine %llu:\n", (unsigned long long)number); /* messages have a greatest length */
    fprintf(stderr, "%s\nfrom %s\n", text_chars(&text), from);
    for (size_t i = 0; i < real->list.count; i++) print_message("  real:  %s\n", real->list.items[i]);
    for (size_t i = 0; i < naive->list.count; i++) print_message("  naive: %s\n", naive->list.items[i]);
    text_free(&text);
}

static bool same_steps(const struct steps *a, const struct steps *b) {
    if (a->list.count != b->list.count) return false;
    for (size_t i = 0; i < a->list.count; i++)
        if (strcmp(a->list.items[i], b->list.items[i]) != 0) return false;
    return true;
}

/* The naive value that a text of the real one names, among all of the type: slow, and independent of encodings. */
static const struct naive_value *find_value(struct both *both, const struct eb_type *type, const char *text) {
    const struct naive_value *all = naive_type(&both->naive, type);
    struct text printed = {0};
    const struct naive_value *found = NULL;
    for (size_t i = 0; !found && i < all->count; i++) {
        text_clear(&printed);
        naive_print(&both->naive, type, all->items[i], name_of, &printed);
        if (strcmp(text_chars(&printed), text) == 0) found = all->items[i];
    }
    text_free(&printed);
    return found;
}

struct reading {
    struct both *both;
    struct node *node;
};

static void read_variable(void *context, const char *name, const char *text) {
    struct reading *reading = context;
    const struct eb_development *d = reading->both->development;
    for (unsigned i = 0; i < d->constant_count; i++)
        if (strcmp(d->constants[i].name, name) == 0)
            reading->node->constants[i] = find_value(reading->both, d->constants[i].type, text);
    for (unsigned i = 0; i < d->variable_count; i++)
        if (strcmp(d->variables[i].name, name) == 0)
            reading->node->variables[i] = find_value(reading->both, d->variables[i].type, text);
}

static struct node make_node(struct both *both, const struct real_state *real) {
    const struct eb_development *d = both->development;
    struct node node = {*real, arena_new_array(both->naive.arena, const struct naive_value *, d->constant_count + 1),
                        arena_new_array(both->naive.arena, const struct naive_value *, d->variable_count + 1)};
    struct reading reading = {both, &node};
    static const char *const colours[] = {"red", "green", "blue"};
    for (unsigned i = 0; i < d->constant_count; i++)
        for (unsigned j = 0; j < 3; j++)
            if (strcmp(d->constants[i].name, colours[j]) == 0)
                node.constants[i] = find_value(both, d->constants[i].type, colours[j]);
    both->ts->variables(both->ts, real->bytes, real->size, read_variable, &reading);
    return node;
}

/* Values that were computed may lie beyond the bounds, where the naive evaluator has none. */
static bool has_values(const struct both *both, const struct node *node) {
    const struct eb_development *d = both->development;
    for (unsigned i = 0; i < d->variable_count; i++)
        if (!node->variables[i]) return false;
    return true;
}

static void note_doubt(void *context, const struct ts_fault *fault, enum eb_doubt doubt) {
    (void)fault;
    if (doubt != EB_DOUBT_OF_AXIOM) *(bool *)context = true;
}

/* Formulas over all integers, which the naive evaluator decides within the bounds alone. */
static bool is_in_doubt(const struct both *both) {
    bool doubt = false;
    eb_machine_doubts(both->machine, note_doubt, &doubt);
    return doubt;
}

/* True if nothing stood in the way of comparing. */
static bool compare_from(struct both *both, const struct node *node, struct real_states *real, uint64_t number) {
    const struct eb_development *d = both->development;
    struct naive_states naive = {0};
    real->ts = both->ts;
    both->ts->next(both->ts, node->real.bytes, node->real.size, TS_EVERYBODY, collect, real);
    if (real->limit || is_in_doubt(both)) return false;
    both->naive.constants = node->constants;
    both->naive.variables = node->variables;
    for (unsigned i = 0; i < d->event_count; i++) {
        const struct naive_value *after[32];
        struct happening h = {both, &d->events[i], i, &naive, after};
        memcpy(after, node->variables, d->variable_count * sizeof *after);
        naive_choose(&h, 0);
    }
    drop_ill_defined(&naive.steps, naive.ill_defined);
    drop_ill_defined(&real->steps, real->ill_defined);
    if (!same_steps(&real->steps, &naive.steps)) {
        print_difference(&real->steps, &naive.steps, node->real.text, number);
        fail_msg("the evaluators disagree");
    }
    steps_free(&naive.steps);
    return true;
}

static bool is_known(const struct node *nodes, size_t count, const char *text) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(nodes[i].real.text, text) == 0) return true;
    return false;
}

static size_t explore(struct both *both, uint64_t number) {
    struct real_states found[MOST_STATES + 1] = {0};
    struct node nodes[MOST_STATES];
    size_t count = 0, done = 0;
    found[MOST_STATES].ts = both->ts;
    both->ts->initial(both->ts, collect, &found[MOST_STATES]);
    const struct real_states *from = &found[MOST_STATES];
    for (;;) {
        for (size_t i = 0; i < from->list.count && count < MOST_STATES; i++) {
            const struct real_state *state = &from->list.items[i];
            if (state->text[0] == 'X' || is_known(nodes, count, state->text)) continue;
            nodes[count] = make_node(both, state);
            count += has_values(both, &nodes[count]);
        }
        if (done == count || !compare_from(both, &nodes[done], &found[done], number)) break;
        from = &found[done++];
    }
    for (size_t i = 0; i <= MOST_STATES; i++) real_states_free(&found[i]);
    return done;
}

static size_t compare_machine(uint64_t number) {
    static const unsigned sizes[] = {SET_SIZE, 3};
    struct text text = {0};
    struct diagnostics diagnostics = {0};
    char path[] = "/tmp/rtcheck-eventb-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    random_machine(number, &text);
    assert_true(file_write(path, text.chars, text.length));
    struct eb_development *development = eb_load(path, "m", &diagnostics);
    struct eb_machine *machine = development ? eb_machine_new(development, NULL, &diagnostics) : NULL;
    if (!machine) {
        diag_print(&diagnostics, stderr);
        print_message("%s", text_chars(&text));
    }
    assert_non_null(machine);
    struct both both = {.machine = machine, .development = development, .ts = eb_machine_ts(machine)};
    const struct naive_value *primed[32], *parameters[8];
    both.naive = (struct naive){.arena = arena_new(),
                                .development = development,
                                .low = -1,
                                .high = 3,
                                .set_sizes = sizes,
                                .primed = primed,
                                .parameters = parameters};
    size_t compared = explore(&both, number);
    arena_free(both.naive.arena);
    eb_machine_free(machine);
    eb_development_free(development);
    diag_free(&diagnostics);
    text_free(&text);
    unlink(path);
    return compared;
}

static void random_machines_agree(void **state) {
    (void)state;
    const char *one = getenv("EVENTB_MACHINE"); /* to look at a difference again */
    size_t compared = 0;
    for (uint64_t i = one ? strtoull(one, NULL, 10) : 1; i <= (one ? strtoull(one, NULL, 10) : MACHINES); i++)
        compared += compare_machine(i);
    print_message("%zu states compared\n", compared);
    if (!one) assert_true(compared > MACHINES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_machines_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
