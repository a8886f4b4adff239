#include "ltl/alternating.h"

enum { MAX_CHOICES = 4096, NO_STATE = -1 };

struct builder {
    struct alternating *automaton;
    int *state_of;        /* by formula id */
    bool *seen;           /* by formula id */
    choice_list **steps;  /* by formula id: its choices when it must hold now; NULL where not built */
    choice_list **covers; /* by formula id: the sets of states that stand for it, as choices without labels */
    VEC(const struct ltl_formula *) formulas; /* by state */
    bool failed;
};

/* ---- lists of choices ---- */

static uint64_t *new_set(struct alternating *automaton) {
    return arena_new_array(automaton->arena, uint64_t, automaton->words);
}

/* Taking `better` instead of `worse` is never wrong: it reads more letters and leaves less to do. */
static bool is_better(const struct alternating *automaton, const struct choice *better, const struct choice *worse) {
    return label_contains(better->label, worse->label) && set_contains(worse->next, better->next, automaton->words);
}

static void add_choice(struct builder *b, choice_list *list, struct choice choice) {
    for (size_t i = 0; i < list->count; i++)
        if (is_better(b->automaton, &list->items[i], &choice)) return;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!is_better(b->automaton, &choice, &list->items[i])) list->items[kept++] = list->items[i];
    list->count = kept;
    if (list->count >= MAX_CHOICES)
        b->failed = true;
    else
        vec_push(list, choice);
}

static void add_all(struct builder *b, choice_list *list, const choice_list *more) {
    for (size_t i = 0; i < more->count; i++) add_choice(b, list, more->items[i]);
}

static void add_product(struct builder *b, choice_list *list, const choice_list *left, const choice_list *right) {
    for (size_t i = 0; i < left->count; i++) {
        for (size_t j = 0; j < right->count && !b->failed; j++) {
            struct label label = label_meet(left->items[i].label, right->items[j].label);
            if (label_is_empty(label)) continue;
            uint64_t *next = new_set(b->automaton);
            for (unsigned w = 0; w < b->automaton->words; w++)
                next[w] = left->items[i].next[w] | right->items[j].next[w];
            add_choice(b, list, (struct choice){label, next});
        }
    }
}

static choice_list *new_list(struct builder *b) { return arena_new_object(b->automaton->arena, choice_list); }

static void add_single(struct builder *b, choice_list *list, struct label label, int state) {
    uint64_t *next = new_set(b->automaton);
    if (state != NO_STATE) next[state / 64] |= (uint64_t)1 << (state % 64);
    add_choice(b, list, (struct choice){label, next});
}

/* ---- the construction ---- */

static bool is_eventually(const struct ltl_formula *f) { return f->op == LTL_UNTIL && f->left->op == LTL_TRUE; }

static bool is_recurrence(const struct ltl_formula *f) {
    return f->op == LTL_RELEASE && f->left->op == LTL_FALSE && is_eventually(f->right);
}

/* Numbers the states: subformulas first, so that a state's number is above those it leads to. */
static void collect(struct builder *b, const struct ltl_formula *f) {
    if (b->seen[f->id]) return;
    b->seen[f->id] = true;
    if (f->op == LTL_ATOM && f->atom >= 64) b->failed = true;
    if (f->op != LTL_NOT && f->left) collect(b, f->left);
    if (f->op == LTL_NOT && f->left->atom >= 64) b->failed = true;
    if (f->right) collect(b, is_recurrence(f) ? f->right->right : f->right);
    if (f->op == LTL_AND || f->op == LTL_OR) return;
    b->state_of[f->id] = (int)b->formulas.count;
    vec_push(&b->formulas, f);
}

/* The formula as a disjunction of conjunctions of states, for what must hold from the next letter on. */
static const choice_list *cover(struct builder *b, const struct ltl_formula *f) {
    if (b->covers[f->id]) return b->covers[f->id];
    choice_list *list = b->covers[f->id] = new_list(b);
    const struct label any = {0, 0};
    switch (f->op) {
    case LTL_TRUE: add_single(b, list, any, NO_STATE); break;
    case LTL_FALSE: break;
    case LTL_AND: add_product(b, list, cover(b, f->left), cover(b, f->right)); break;
    case LTL_OR:
        add_all(b, list, cover(b, f->left));
        add_all(b, list, cover(b, f->right));
        break;
    default: add_single(b, list, any, b->state_of[f->id]); break;
    }
    return list;
}

/* What can be done with one letter so that the formula holds. */
static const choice_list *step(struct builder *b, const struct ltl_formula *f) {
    if (b->steps[f->id]) return b->steps[f->id];
    choice_list *list = b->steps[f->id] = new_list(b);
    const struct label any = {0, 0};
    choice_list waiting = {0};
    switch (f->op) {
    case LTL_TRUE: add_single(b, list, any, NO_STATE); break;
    case LTL_FALSE: break;
    case LTL_ATOM: add_single(b, list, (struct label){(uint64_t)1 << f->atom, 0}, NO_STATE); break;
    case LTL_NOT: add_single(b, list, (struct label){0, (uint64_t)1 << f->left->atom}, NO_STATE); break;
    case LTL_AND: add_product(b, list, step(b, f->left), step(b, f->right)); break;
    case LTL_OR:
        add_all(b, list, step(b, f->left));
        add_all(b, list, step(b, f->right));
        break;
    case LTL_NEXT: add_all(b, list, cover(b, f->left)); break;
    case LTL_UNTIL: /* g || (f && X (f U g)) */
        add_single(b, &waiting, any, b->state_of[f->id]);
        add_all(b, list, step(b, f->right));
        add_product(b, list, step(b, f->left), &waiting);
        break;
    case LTL_RELEASE: /* g && (f || X (f V g)) */
        add_single(b, &waiting, any, b->state_of[f->id]);
        if (is_recurrence(f)) { /* nothing is due now */
            add_all(b, list, &waiting);
            break;
        }
        add_all(b, &waiting, step(b, f->left));
        add_product(b, list, step(b, f->right), &waiting);
        break;
    }
    vec_free(&waiting);
    return list;
}

static void copy_list(choice_list *to, const choice_list *from) {
    for (size_t i = 0; i < from->count; i++) vec_push(to, from->items[i]);
}

static void add_waiting(struct builder *b, unsigned state) {
    struct alternating *automaton = b->automaton;
    const struct ltl_formula *f = b->formulas.items[state];
    const struct ltl_formula *awaited = f->op == LTL_UNTIL ? f->right : f->right->right;
    automaton->waiting[state] = (int)automaton->waiting_count++;
    copy_list(&automaton->fulfilling[state], step(b, awaited));
    if (f->op == LTL_UNTIL) return;
    /* The choice to see it now: no better than to wait, but for the mark. */
    choice_list now = {0};
    add_product(b, &now, &automaton->fulfilling[state], &automaton->choices[state]);
    copy_list(&automaton->choices[state], &now);
    vec_free(&now);
}

static void build(struct builder *b, const struct ltl_formula *f) {
    struct alternating *automaton = b->automaton;
    collect(b, f);
    automaton->count = (unsigned)b->formulas.count;
    automaton->words = automaton->count / 64 + 1;
    automaton->choices = memory_new((automaton->count + 1) * sizeof *automaton->choices);
    automaton->waiting = memory_new((automaton->count + 1) * sizeof *automaton->waiting);
    automaton->fulfilling = memory_new((automaton->count + 1) * sizeof *automaton->fulfilling);
    if (b->failed) return;
    for (unsigned state = 0; state < automaton->count && !b->failed; state++) {
        const struct ltl_formula *formula = b->formulas.items[state];
        copy_list(&automaton->choices[state], step(b, formula));
        automaton->waiting[state] = -1;
        if (formula->op == LTL_UNTIL || is_recurrence(formula)) add_waiting(b, state);
    }
    if (!b->failed) copy_list(&automaton->initial, step(b, f));
}

/* The lists of `by_id` live in the arena, what they hold does not. */
static void free_lists(choice_list **by_id, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (by_id[i]) vec_free(by_id[i]);
    free(by_id);
}

struct alternating *alternating_new(const struct ltl_formula *f) {
    struct alternating *automaton = memory_new(sizeof *automaton);
    automaton->arena = arena_new();
    size_t ids = (size_t)f->id + 1; /* a formula is built after its operands */
    struct builder b = {.automaton = automaton,
                        .state_of = memory_new(ids * sizeof(int)),
                        .seen = memory_new(ids * sizeof(bool)),
                        .steps = memory_new(ids * sizeof(choice_list *)),
                        .covers = memory_new(ids * sizeof(choice_list *))};
    build(&b, f);
    free(b.state_of);
    free(b.seen);
    free_lists(b.steps, ids);
    free_lists(b.covers, ids);
    vec_free(&b.formulas);
    if (!b.failed) return automaton;
    alternating_free(automaton);
    return NULL;
}

void alternating_free(struct alternating *automaton) {
    if (!automaton) return;
    for (unsigned state = 0; state < automaton->count; state++) {
        vec_free(&automaton->choices[state]);
        vec_free(&automaton->fulfilling[state]);
    }
    free(automaton->choices);
    free(automaton->waiting);
    free(automaton->fulfilling);
    vec_free(&automaton->initial);
    arena_free(automaton->arena);
    free(automaton);
}
