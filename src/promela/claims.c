#include "promela/print.h"
#include "promela/program_internal.h"

#include <string.h>

enum { MAX_ATOMS = 64 };

/* ---- from expressions to formulas ---- */

struct translation {
    struct ltl_pool *pool;
    struct atom_list *atoms;
};

/* Equal texts are equal atoms: the formula gets simpler. */
static unsigned atom_number(struct atom_list *list, const struct expression *e) {
    struct text wanted = {0}, text = {0};
    print_expression(e, &wanted);
    unsigned number = 0;
    for (; number < list->atoms.count; number++) {
        text_clear(&text);
        print_expression(list->atoms.items[number], &text);
        if (strcmp(text_chars(&text), text_chars(&wanted)) == 0) break;
    }
    if (number == list->atoms.count) vec_push(&list->atoms, e);
    text_free(&wanted);
    text_free(&text);
    return number;
}

static const struct ltl_formula *translate(struct translation *t, const struct expression *e);

static const struct ltl_formula *translate_boolean(struct translation *t, const struct expression *e) {
    if (e->kind == EXPR_NUMBER) return e->value ? ltl_true(t->pool) : ltl_false(t->pool);
    if (e->kind == EXPR_UNARY && e->op == OP_NOT) return ltl_not(t->pool, translate(t, e->left));
    if (e->kind == EXPR_BINARY) {
        switch (e->op) {
        case OP_AND: return ltl_and(t->pool, translate(t, e->left), translate(t, e->right));
        case OP_OR: return ltl_or(t->pool, translate(t, e->left), translate(t, e->right));
        case OP_IMPLIES: return ltl_implies(t->pool, translate(t, e->left), translate(t, e->right));
        case OP_EQUIVALENT: return ltl_equivalent(t->pool, translate(t, e->left), translate(t, e->right));
        default: break;
        }
    }
    return ltl_atom(t->pool, atom_number(t->atoms, e));
}

static const struct ltl_formula *translate(struct translation *t, const struct expression *e) {
    switch (e->kind) {
    case EXPR_ALWAYS: return ltl_always(t->pool, translate(t, e->left));
    case EXPR_EVENTUALLY: return ltl_eventually(t->pool, translate(t, e->left));
    case EXPR_NEXT: return ltl_next(t->pool, translate(t, e->left));
    case EXPR_UNTIL: return ltl_until(t->pool, translate(t, e->left), translate(t, e->right));
    case EXPR_WEAK_UNTIL: return ltl_weak_until(t->pool, translate(t, e->left), translate(t, e->right));
    case EXPR_RELEASE: return ltl_release(t->pool, translate(t, e->left), translate(t, e->right));
    default: return translate_boolean(t, e);
    }
}

/* ---- observers ---- */

static void never_next(const struct ts_observer *observer, const void *state, uint32_t size, uint32_t location,
                       observer_emit emit, void *context) {
    const struct claim *claim = observer->self;
    program_code_table(claim->program)->claim(claim->never->index, state, size, location, emit, context);
}

static unsigned never_marks(const struct ts_observer *observer, uint32_t location) {
    const struct claim *claim = observer->self;
    const struct location *l = &claim->automaton->locations.items[location];
    unsigned marks = l->is_accept ? TS_ACCEPTING : 0;
    if (location == claim->automaton->end) marks |= TS_VIOLATING;
    return marks;
}

/* An atom that cannot be evaluated is a fault, unless the rest of the edge decides that it does not matter. */
static void buchi_next(const struct ts_observer *observer, const void *state, uint32_t size, uint32_t location,
                       observer_emit emit, void *context) {
    const struct claim *claim = observer->self;
    uint32_t faults[MAX_ATOMS];
    uint64_t faulty;
    uint64_t atoms = program_code_table(claim->program)->atoms(claim->property, state, size, &faulty, faults);
    const struct buchi_state *from = &claim->buchi->states.items[location];
    for (size_t i = 0; i < from->edges.count; i++) {
        const struct buchi_edge *edge = &from->edges.items[i];
        uint64_t wrong = (edge->positive & ~atoms) | (edge->negative & atoms);
        if (wrong & ~faulty) continue;
        uint64_t unknown = (edge->positive | edge->negative) & faulty;
        emit(context, edge->target, TS_NO_ACTION, unknown ? faults[__builtin_ctzll(unknown)] : 0);
    }
}

static unsigned buchi_marks(const struct ts_observer *observer, uint32_t location) {
    const struct claim *claim = observer->self;
    if (claim->decided.items[location]) return TS_VIOLATING; /* whatever comes, the property is lost */
    return claim->buchi->states.items[location].accepting ? TS_ACCEPTING : 0;
}

/* ---- building ---- */

static void build_never(struct program *program, struct claim *claim, const struct proctype *never) {
    const struct automaton *automaton = program->automata[never->index];
    *claim = (struct claim){.program = program, .never = never, .automaton = automaton};
    claim->observer = (struct ts_observer){.self = claim,
                                           .name = never->name,
                                           .initial = automaton->initial,
                                           .stutter_invariant = false, /* a hand-written claim may count steps */
                                           .next = never_next,
                                           .marks = never_marks};
}

static bool build_ltl(struct program *program, struct claim *claim, unsigned property,
                      struct diagnostics *diagnostics) {
    enum { MAX_BUCHI_STATES = 100000 };
    const struct ltl_property *ltl = &program->model->ltl.items[property];
    struct translation t = {ltl_pool_new(), &program->properties[property]};
    const struct ltl_formula *negated = ltl_not(t.pool, translate(&t, ltl->formula));
    *claim = (struct claim){.program = program, .property = property, .ltl = ltl};
    if (t.atoms->atoms.count < MAX_ATOMS) claim->buchi = buchi_from_formula(t.pool, negated, MAX_BUCHI_STATES);
    for (unsigned i = 0; claim->buchi && i < claim->buchi->states.count; i++)
        vec_push(&claim->decided, buchi_accepts_everything_from(claim->buchi, i));
    claim->observer = (struct ts_observer){.self = claim,
                                           .name = ltl->name,
                                           .initial = claim->buchi ? claim->buchi->initial : 0,
                                           .stutter_invariant = !ltl_uses_next(negated),
                                           .next = buchi_next,
                                           .marks = buchi_marks};
    ltl_pool_free(t.pool);
    if (!claim->buchi) diag_error(diagnostics, ltl->place, "the formula is too large to be checked");
    return claim->buchi != NULL;
}

bool claims_build(struct program *program, struct diagnostics *diagnostics) {
    const struct model *model = program->model;
    size_t count = model->ltl.count;
    for (size_t i = 0; i < model->proctypes.count; i++) count += model->proctypes.items[i]->kind == PROCTYPE_NEVER;
    program->claims = memory_new((count + 1) * sizeof *program->claims);
    program->properties = memory_new((model->ltl.count + 1) * sizeof *program->properties);
    for (size_t i = 0; i < model->proctypes.count; i++)
        if (model->proctypes.items[i]->kind == PROCTYPE_NEVER)
            build_never(program, &program->claims[program->claim_count++], model->proctypes.items[i]);
    for (unsigned i = 0; i < model->ltl.count; i++)
        if (!build_ltl(program, &program->claims[program->claim_count++], i, diagnostics)) return false;
    return true;
}

void claims_free(struct program *program) {
    for (size_t i = 0; i < program->claim_count; i++)
        if (program->claims[i].buchi) {
            buchi_free(program->claims[i].buchi);
            vec_free(&program->claims[i].decided);
        }
    free(program->claims);
    for (size_t i = 0; program->properties && i < program->model->ltl.count; i++)
        vec_free(&program->properties[i].atoms);
    free(program->properties);
}

size_t program_claim_count(const struct program *program) { return program->claim_count; }

const struct ts_observer *program_claim(const struct program *program, size_t claim) {
    return &program->claims[claim].observer;
}

bool program_claim_is_ltl(const struct program *program, size_t claim) { return program->claims[claim].ltl != NULL; }

/* No acceptance counts: what it accepts, it accepts at a state that decides the matter. */
bool program_claim_is_safety(const struct program *program, size_t claim) {
    const struct claim *c = &program->claims[claim];
    for (unsigned i = 0; c->buchi && i < c->buchi->states.count; i++)
        if (c->buchi->states.items[i].accepting && !c->decided.items[i]) return false;
    for (size_t i = 0; c->automaton && i < c->automaton->locations.count; i++)
        if (c->automaton->locations.items[i].is_accept) return false;
    return true;
}

struct place program_claim_place(const struct program *program, size_t claim) {
    const struct claim *c = &program->claims[claim];
    return c->ltl ? c->ltl->place : c->never->place;
}

const char *program_claim_text(const struct program *program, size_t claim) {
    const struct claim *c = &program->claims[claim];
    return c->ltl ? c->ltl->text : NULL;
}
