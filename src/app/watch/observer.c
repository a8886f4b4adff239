#include "app/watch/observer.h"

#include "app/watch/atoms.h"

#include <string.h>

enum { MOST_ATOMS = 63, MOST_STATES = 100000 };

struct translation {
    struct ltl_pool *pool;
    struct property *observer;
};

/* Equal texts are equal atoms: the formula gets simpler. */
static unsigned atom_number(struct property *observer, const struct node *node) {
    for (size_t i = 0; i < observer->atoms.count; i++)
        if (!strcmp(observer->atoms.items[i]->text, node->text)) return (unsigned)i;
    vec_push(&observer->atoms, node);
    return (unsigned)observer->atoms.count - 1;
}

static const struct ltl_formula *translate(struct translation *t, const struct node *node);

static const struct ltl_formula *translate_boolean(struct translation *t, const struct node *node) {
    if (node->kind == NODE_NUMBER) return node->number ? ltl_true(t->pool) : ltl_false(t->pool);
    if (node->kind == NODE_UNARY && node->op == OP_NOT) return ltl_not(t->pool, translate(t, node->left));
    if (node->kind == NODE_BINARY) switch (node->op) {
        case OP_AND: return ltl_and(t->pool, translate(t, node->left), translate(t, node->right));
        case OP_OR: return ltl_or(t->pool, translate(t, node->left), translate(t, node->right));
        case OP_IMPLIES: return ltl_implies(t->pool, translate(t, node->left), translate(t, node->right));
        case OP_EQUIVALENT: return ltl_equivalent(t->pool, translate(t, node->left), translate(t, node->right));
        default: break;
        }
    return ltl_atom(t->pool, atom_number(t->observer, node));
}

static const struct ltl_formula *translate(struct translation *t, const struct node *node) {
    switch (node->kind) {
    case NODE_ALWAYS: return ltl_always(t->pool, translate(t, node->left));
    case NODE_EVENTUALLY: return ltl_eventually(t->pool, translate(t, node->left));
    case NODE_NEXT: return ltl_next(t->pool, translate(t, node->left));
    case NODE_UNTIL: return ltl_until(t->pool, translate(t, node->left), translate(t, node->right));
    case NODE_WEAK_UNTIL: return ltl_weak_until(t->pool, translate(t, node->left), translate(t, node->right));
    case NODE_RELEASE: return ltl_release(t->pool, translate(t, node->left), translate(t, node->right));
    default: return translate_boolean(t, node);
    }
}

static void next(const struct ts_observer *observer, const void *state, uint32_t size, uint32_t location,
                 observer_emit emit, void *context) {
    const struct property *self = observer->self;
    const struct buchi_state *from = &self->buchi->states.items[location];
    uint64_t atoms = 0;
    (void)size;
    for (size_t i = 0; i < self->atoms.count; i++)
        if (atoms_hold(self->watch, self->atoms.items[i], state)) atoms |= (uint64_t)1 << i;
    for (size_t i = 0; i < from->edges.count; i++) {
        const struct buchi_edge *edge = &from->edges.items[i];
        if ((atoms & edge->positive) == edge->positive && !(atoms & edge->negative))
            emit(context, edge->target, TS_NO_ACTION, 0);
    }
}

static unsigned marks(const struct ts_observer *observer, uint32_t location) {
    const struct property *self = observer->self;
    if (self->decided.items[location]) return TS_VIOLATING;
    return self->buchi->states.items[location].accepting ? TS_ACCEPTING : 0;
}

static bool build(struct watch *watch, struct property *observer, const struct app_property *property,
                  struct diagnostics *diagnostics) {
    observer->watch = watch;
    observer->text = arena_text(watch->arena, property->text);
    observer->name = property->name ? arena_text(watch->arena, property->name) : observer->text;
    const struct node *node = formula_parse(watch, watch->atoms, property, diagnostics);
    if (!node) return false;
    observer->formula = node;
    struct translation t = {ltl_pool_new(), observer};
    const struct ltl_formula *negated = ltl_not(t.pool, translate(&t, node));
    if (observer->atoms.count <= MOST_ATOMS) observer->buchi = buchi_from_formula(t.pool, negated, MOST_STATES);
    for (unsigned i = 0; observer->buchi && i < observer->buchi->states.count; i++)
        vec_push(&observer->decided, buchi_accepts_everything_from(observer->buchi, i));
    observer->observer = (struct ts_observer){.self = observer,
                                              .name = observer->name,
                                              .initial = observer->buchi ? observer->buchi->initial : 0,
                                              .stutter_invariant = !ltl_uses_next(negated),
                                              .next = next,
                                              .marks = marks};
    ltl_pool_free(t.pool);
    if (!observer->buchi) diag_error(diagnostics, property->place, "the formula is too large to be checked");
    return observer->buchi != NULL;
}

bool observers_build(struct watch *watch, const struct app_options *options, struct diagnostics *diagnostics) {
    bool good = true;
    watch->atoms = memory_new(sizeof *watch->atoms);
    watch->properties = memory_new((options->property_count + 1) * sizeof *watch->properties);
    watch->property_count = options->property_count;
    for (size_t i = 0; i < options->property_count; i++)
        good = build(watch, &watch->properties[i], &options->properties[i], diagnostics) && good;
    return good;
}

void observers_free(struct watch *watch) {
    for (size_t i = 0; i < watch->property_count; i++) {
        buchi_free(watch->properties[i].buchi);
        vec_free(&watch->properties[i].atoms);
        vec_free(&watch->properties[i].decided);
    }
    free(watch->properties);
    if (!watch->atoms) return;
    vec_free(&watch->atoms->calls);
    vec_free(&watch->atoms->lines);
    free(watch->atoms);
}

bool observers_notice(const struct watch *watch, const void *before, const void *after) {
    for (size_t i = 0; i < watch->property_count; i++) {
        const struct property *observer = &watch->properties[i];
        for (size_t a = 0; a < observer->atoms.count; a++)
            if (atoms_hold(watch, observer->atoms.items[a], before) !=
                atoms_hold(watch, observer->atoms.items[a], after))
                return true;
    }
    return false;
}

/* No acceptance counts: what the automaton accepts, it accepts at a state that decides the matter. */
bool property_is_safety(const struct watch *watch, size_t number) {
    const struct property *property = &watch->properties[number];
    for (unsigned i = 0; i < property->buchi->states.count; i++)
        if (property->buchi->states.items[i].accepting && !property->decided.items[i]) return false;
    return true;
}
