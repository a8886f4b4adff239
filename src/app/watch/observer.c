#include "app/watch/observer.h"

#include "app/exec/fault.h"
#include "app/exec/state.h"
#include "app/watch/atoms.h"
#include "base/text.h"
#include "ltl/translate.h"

/* ---- formulas ---- */

struct translation {
    struct ltl_atoms texts;
    struct property *property;
};

static uint32_t calls_in(const struct node *node) {
    if (!node) return 0;
    return (node->kind == NODE_CALL ? (uint32_t)1 << node->first : 0) | calls_in(node->left) | calls_in(node->right);
}

static unsigned atom_number(struct translation *translation, const struct node *node) {
    struct property *property = translation->property;
    bool is_new;
    unsigned number = ltl_atoms_number(&translation->texts, node->text, &is_new);
    if (is_new) {
        vec_push(&property->atoms, node);
        property->calls |= calls_in(node);
    }
    return number;
}

static enum ltl_node_kind kind_of(const struct node *node) {
    switch (node->kind) {
    case NODE_NUMBER: return node->number ? LTL_NODE_TRUE : LTL_NODE_FALSE;
    case NODE_ALWAYS: return LTL_NODE_ALWAYS;
    case NODE_EVENTUALLY: return LTL_NODE_EVENTUALLY;
    case NODE_NEXT: return LTL_NODE_NEXT;
    case NODE_UNTIL: return LTL_NODE_UNTIL;
    case NODE_WEAK_UNTIL: return LTL_NODE_WEAK_UNTIL;
    case NODE_RELEASE: return LTL_NODE_RELEASE;
    case NODE_UNARY: return node->op == OP_NOT ? LTL_NODE_NOT : LTL_NODE_ATOM;
    case NODE_BINARY: break;
    default: return LTL_NODE_ATOM;
    }
    switch (node->op) {
    case OP_AND: return LTL_NODE_AND;
    case OP_OR: return LTL_NODE_OR;
    case OP_IMPLIES: return LTL_NODE_IMPLIES;
    case OP_EQUIVALENT: return LTL_NODE_EQUIVALENT;
    default: return LTL_NODE_ATOM;
    }
}

static struct ltl_node look(void *context, const void *tree) {
    const struct node *node = tree;
    enum ltl_node_kind kind = kind_of(node);
    if (kind == LTL_NODE_ATOM) return (struct ltl_node){.kind = kind, .atom = atom_number(context, node)};
    return (struct ltl_node){.kind = kind, .left = node->left, .right = node->right};
}

/* ---- observing ---- */

static uint32_t fault_of(const struct property *property, const struct node *atom, enum number_wrong wrong) {
    static const struct {
        const char *kind, *message;
    } texts[] = {[NUMBER_BY_ZERO] = {"division", "division by zero"},
                 [NUMBER_OVERFLOW] = {"overflow", "a result does not fit in its type"},
                 [NUMBER_SHIFTED_TOO_FAR] = {"overflow", "a shift of a number below zero, or too far"},
                 [NUMBER_SHIFTED_BELOW_ZERO] = {"overflow", "a shift of a number below zero, or too far"}};
    struct text message = {0};
    text_printf(&message, "%s in the formula's `%s`", texts[wrong].message, atom->text);
    uint32_t fault = faults_number(
        property->watch->executor->faults,
        &(struct ts_fault){.kind = texts[wrong].kind, .message = text_chars(&message), .place = property->place});
    text_free(&message);
    return fault;
}

static void valuate(const void *self, const struct ts_view *view, uint64_t wanted, struct ltl_values *values) {
    const struct property *property = self;
    for (size_t i = 0; i < property->atoms.count; i++) {
        const struct node *atom = property->atoms.items[i];
        uint64_t bit = (uint64_t)1 << i;
        enum number_wrong wrong = NUMBER_GOOD;
        if ((wanted & bit) && atoms_hold(property->watch, atom, view, &wrong)) values->holding |= bit;
        if (!wrong) continue;
        values->faulty |= bit;
        values->faults[i] = fault_of(property, atom, wrong);
    }
}

/* ---- where the run begins ---- */

static const struct c_function *main_of(const struct subject *subject) {
    return subject->program->entries[osek_context(subject->config, OSEK_MAIN, 0)];
}

const struct c_instruction *observers_opening(const struct watch *watch) {
    uint32_t prelude = watch->subject->program->prelude;
    return prelude ? &main_of(watch->subject)->code[prelude - 1] : NULL;
}

/* The run begins when all first values are chosen (subject/any.h): formulas do not see what is before. */
static bool has_begun(const struct watch *watch, const void *state) {
    const struct subject *subject = watch->subject;
    uint32_t context = osek_context(subject->config, OSEK_MAIN, 0), prelude = subject->program->prelude;
    struct state_calls calls;
    if (!prelude || osek_current(subject->config, state) != context) return true;
    if (!state_calls(watch->executor, state, context, &calls)) return false;
    return state_call(&calls, 0) - subject->first_instruction[main_of(subject)->index] >= prelude;
}

static void next(const struct ts_observer *observer, const struct ts_view *view, uint32_t location, observer_emit emit,
                 void *context) {
    const struct property *property = ((const struct ltl_observer *)observer->self)->self;
    if (has_begun(property->watch, view->state))
        property->next(observer, view, location, emit, context);
    else
        emit(context, location, TS_NO_ACTION, 0);
}

static uint32_t label(const struct ts_observer *observer, const struct ts_step *step) {
    const struct property *property = ((const struct ltl_observer *)observer->self)->self;
    return step->labels & property->calls;
}

/* ---- building ---- */

static bool build(struct watch *watch, struct property *property, const struct app_property *wanted,
                  struct diagnostics *diagnostics) {
    property->watch = watch;
    property->place = wanted->place;
    property->text = arena_text(watch->arena, wanted->text);
    property->name = wanted->name ? arena_text(watch->arena, wanted->name) : property->text;
    property->formula = formula_parse(watch, watch->atoms, wanted, diagnostics);
    if (!property->formula) return false;
    struct translation translation = {.property = property};
    struct ltl_pool *pool = ltl_pool_new();
    const struct ltl_formula *formula = ltl_translate(pool, property->formula, look, &translation);
    bool good = ltl_observer_build(&property->observer, pool, formula, property->atoms.count, property->name, valuate,
                                   property);
    if (good && property->calls) property->observer.observer.label = label;
    property->next = property->observer.observer.next;
    if (good) property->observer.observer.next = next;
    if (!good) diag_error(diagnostics, wanted->place, "the formula is too large to be checked");
    ltl_atoms_free(&translation.texts);
    ltl_pool_free(pool);
    return good;
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
        ltl_observer_free(&watch->properties[i].observer);
        vec_free(&watch->properties[i].atoms);
    }
    free(watch->properties);
    if (!watch->atoms) return;
    vec_free(&watch->atoms->calls);
    vec_free(&watch->atoms->lines);
    free(watch->atoms);
}

/* Calls are not of the states: products see to them by themselves. What is computed from one could be anything. */
static bool changes(const struct watch *watch, const struct node *atom, const void *before, const void *after) {
    if (atom->kind == NODE_CALL) return false;
    if (atoms_ask_for_calls(atom)) return true;
    struct ts_view was = {.state = before}, is = {.state = after};
    enum number_wrong wrong_before, wrong_after;
    bool held = atoms_hold(watch, atom, &was, &wrong_before), holds = atoms_hold(watch, atom, &is, &wrong_after);
    return held != holds || wrong_before != wrong_after;
}

bool observers_notice(const struct watch *watch, const void *before, const void *after) {
    if (watch->property_count && has_begun(watch, before) != has_begun(watch, after)) return true;
    for (size_t i = 0; i < watch->property_count; i++) {
        const struct property *property = &watch->properties[i];
        for (size_t a = 0; a < property->atoms.count; a++)
            if (changes(watch, property->atoms.items[a], before, after)) return true;
    }
    return false;
}

bool observers_decide(const struct watch *watch, struct machine *machine, const char **which) {
    uint32_t size = watch->property_count ? state_pack(machine) : 0;
    for (size_t i = 0; i < watch->property_count; i++)
        for (size_t a = 0; a < watch->properties[i].atoms.count; a++) {
            const struct node *atom = watch->properties[i].atoms.items[a];
            *which = atom->text;
            if (!atoms_decide(watch, atom, machine, size)) return false;
        }
    return true;
}
