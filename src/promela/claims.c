#include "ltl/translate.h"
#include "promela/print.h"
#include "promela/program_internal.h"

#include <string.h>

/* ---- formulas ---- */

struct translation {
    struct ltl_atoms texts;
    struct atom_list *atoms;
};

static unsigned atom_number(struct translation *translation, const struct expression *e) {
    struct text text = {0};
    bool is_new;
    print_expression(e, &text);
    unsigned number = ltl_atoms_number(&translation->texts, text_chars(&text), &is_new);
    if (is_new) vec_push(&translation->atoms->atoms, e);
    text_free(&text);
    return number;
}

static enum ltl_node_kind kind_of(const struct expression *e) {
    switch (e->kind) {
    case EXPR_NUMBER: return e->value ? LTL_NODE_TRUE : LTL_NODE_FALSE;
    case EXPR_ALWAYS: return LTL_NODE_ALWAYS;
    case EXPR_EVENTUALLY: return LTL_NODE_EVENTUALLY;
    case EXPR_NEXT: return LTL_NODE_NEXT;
    case EXPR_UNTIL: return LTL_NODE_UNTIL;
    case EXPR_WEAK_UNTIL: return LTL_NODE_WEAK_UNTIL;
    case EXPR_RELEASE: return LTL_NODE_RELEASE;
    case EXPR_UNARY: return e->op == OP_NOT ? LTL_NODE_NOT : LTL_NODE_ATOM;
    case EXPR_BINARY: break;
    default: return LTL_NODE_ATOM;
    }
    switch (e->op) {
    case OP_AND: return LTL_NODE_AND;
    case OP_OR: return LTL_NODE_OR;
    case OP_IMPLIES: return LTL_NODE_IMPLIES;
    case OP_EQUIVALENT: return LTL_NODE_EQUIVALENT;
    default: return LTL_NODE_ATOM;
    }
}

static struct ltl_node look(void *context, const void *node) {
    const struct expression *e = node;
    enum ltl_node_kind kind = kind_of(e);
    if (kind == LTL_NODE_ATOM) return (struct ltl_node){.kind = kind, .atom = atom_number(context, e)};
    return (struct ltl_node){.kind = kind, .left = e->left, .right = e->right};
}

static void valuate(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values) {
    const struct claim *claim = self;
    (void)wanted;
    values->holding = program_code_table(claim->program)
                          ->atoms(claim->property, view->state, view->size, &values->faulty, values->faults);
}

/* ---- never claims ---- */

static void never_next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location,
                       observer_emit emit, void *context) {
    const struct claim *claim = observer->self;
    program_code_table(claim->program)->claim(claim->never->index, view->state, view->size, location, emit, context);
}

static unsigned never_marks(const struct ts_observer *observer, uint32_t location) {
    const struct claim *claim = observer->self;
    const struct location *l = &claim->automaton->locations.items[location];
    unsigned marks = l->is_accept ? TS_ACCEPTING : 0;
    if (location == claim->automaton->end) marks |= TS_VIOLATING;
    return marks;
}

/* An atom that cannot be evaluated is a fault, unless the rest of the edge decides that it does not matter. */
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
    const struct ltl_property *ltl = &program->model->ltl.items[property];
    struct translation translation = {.atoms = &program->properties[property]};
    struct ltl_pool *pool = ltl_pool_new();
    const struct ltl_formula *formula = ltl_translate(pool, ltl->formula, look, &translation);
    *claim = (struct claim){.program = program, .property = property, .ltl = ltl};
    bool good = ltl_observer_build(&claim->formula, pool, formula, translation.texts.count, ltl->name, valuate, claim);
    if (!good) diag_error(diagnostics, ltl->place, "the formula is too large to be checked");
    ltl_atoms_free(&translation.texts);
    ltl_pool_free(pool);
    return good;
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
    for (size_t i = 0; i < program->claim_count; i++) ltl_observer_free(&program->claims[i].formula);
    free(program->claims);
    for (size_t i = 0; program->properties && i < program->model->ltl.count; i++)
        vec_free(&program->properties[i].atoms);
    free(program->properties);
}

size_t program_claim_count(const struct program *program) { return program->claim_count; }

const struct ts_observer *program_claim(const struct program *program, size_t claim) {
    const struct claim *c = &program->claims[claim];
    return c->ltl ? &c->formula.observer : &c->observer;
}

bool program_claim_is_ltl(const struct program *program, size_t claim) { return program->claims[claim].ltl != NULL; }

bool program_claim_is_safety(const struct program *program, size_t claim) {
    const struct claim *c = &program->claims[claim];
    if (c->ltl) return ltl_observer_is_safety(&c->formula);
    for (size_t i = 0; i < c->automaton->locations.count; i++)
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
