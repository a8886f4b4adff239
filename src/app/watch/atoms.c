#include "app/watch/atoms.h"

#include "app/exec/memory.h"
#include "app/exec/state.h"
#include "app/watch/formula_name.h"
#include "app/watch/formula_value.h"

#include <string.h>

/* An event is an argument where its bit is: SetEvent(t, e | f) sets e. */
static bool is_argument(const struct osek_call *asked, const struct osek_call *call, unsigned argument) {
    uint64_t wanted = asked->arguments[argument], given = call->arguments[argument];
    return formula_argument_kind(call->service, argument) == FORMULA_EVENT ? (given & wanted) == wanted
                                                                           : given == wanted;
}

uint32_t atoms_of_call(const struct watch *watch, const struct osek_call *call) {
    uint32_t bits = 0;
    for (size_t i = 0; i < watch->atoms->calls.count; i++) {
        const struct call_atom *atom = &watch->atoms->calls.items[i];
        bool same = atom->call.service == call->service;
        for (unsigned a = 0; a < atom->argument_count; a++) same = same && is_argument(&atom->call, call, a);
        if (same) bits |= (uint32_t)1 << i;
    }
    return bits;
}

static bool is_at_line(const struct watch *watch, const struct source_lines *line, const void *state) {
    uint32_t current = osek_current(watch->subject->config, state);
    struct state_calls calls;
    if (current == OSEK_NONE) return false;
    const struct c_function *function = watch->subject->program->entries[current];
    uint32_t at = 0;
    if (state_calls(watch->executor, state, current, &calls)) {
        uint32_t number = state_call(&calls, calls.count - 1);
        function = watch->subject->program->functions[watch->subject->function_of[number]];
        at = number - watch->subject->first_instruction[function->index];
    }
    return function && source_lines_hold(line, function->code[at].place);
}

static bool predicate(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    const void *state = view->state;
    const struct osek_config *config = watch->subject->config;
    const void *last = osek_before_shutdown(config, state);
    uint32_t left, cycle;
    switch (node->kind) {
    case NODE_TASK_STATE: return osek_task_state(config, last, node->first) == (enum osek_task_state)node->number;
    case NODE_ACTIVE: return osek_current(config, state) == node->first;
    case NODE_UNDER_WAY:
        return osek_is_under_way(config, last, node->first) || osek_is_under_way(config, state, node->first);
    case NODE_HOLDS: return osek_resource_holder(config, last, node->second) == node->first;
    case NODE_SET:
        return osek_task_state(config, last, node->first) != OSEK_SUSPENDED &&
               (osek_events_set(config, last, node->first) & (uint64_t)node->number) != 0;
    case NODE_ALARM: return osek_alarm_is_set(config, last, node->first, &left, &cycle);
    case NODE_CALL: return view->label >> node->first & 1;
    case NODE_LINE: return is_at_line(watch, &watch->atoms->lines.items[node->first], state);
    case NODE_IDLE: return osek_is_idle(config, state) && !osek_is_stopped(config, state);
    case NODE_SHUT_DOWN: return osek_is_stopped(config, state);
    default: return false;
    }
}

bool atoms_ask_for_calls(const struct node *node) {
    if (!node) return false;
    return node->kind == NODE_CALL || atoms_ask_for_calls(node->left) || atoms_ask_for_calls(node->right);
}

/* ---- values ---- */

struct looking {
    const struct watch *watch;
    const struct ts_view *view;
    struct machine *machine; /* NULL: all of the state is known */
    bool fails;              /* it cannot be said how a value depends on inputs */
};

struct computed {
    struct formula_value value;
    uint32_t term; /* how it depends on inputs; 0: it does not */
};

static struct computed known(int64_t number) { return (struct computed){{.whole = number}, 0}; }

static struct computed compute(struct looking *looking, const struct node *node);

static struct computed read_variable(struct looking *looking, const struct node *node) {
    const struct watch *watch = looking->watch;
    const unsigned char *bytes =
        state_global(watch->executor, looking->view->state, node->object->index) + node->offset;
    struct symbolic *symbolic = looking->machine ? looking->machine->symbolic : NULL;
    struct computed read = known(0);
    if (node->type->kind == C_FLOAT) {
        read.value.fraction = memory_decode_real(node->type, bytes);
        looking->fails |= symbolic && symbolic_covers(symbolic, bytes, node->type->size);
        return read;
    }
    read.value.whole = memory_decode(node->type, node->bits, bytes);
    if (node->type->kind == C_POINTER)
        read.value.whole = (int64_t)c_pointer_address(watch->subject->program, (uint64_t)read.value.whole);
    if (symbolic)
        read.term = symbolic_field(symbolic, node->type, node->bits, symbolic_read(symbolic, bytes, node->type->size));
    return read;
}

static struct computed convert(struct looking *looking, const struct node *node) {
    struct computed operand = compute(looking, node->left);
    looking->fails |= operand.term && node->type->kind == C_FLOAT;
    if (looking->fails) operand.term = 0;
    if (operand.term) operand.term = symbolic_convert(looking->machine, node->type, node->left->type, operand.term);
    operand.value = formula_converted(node->type, node->left->type, operand.value);
    return operand;
}

/* What could go wrong is decided first, as in code. */
static uint32_t term_of(struct looking *looking, const struct node *node, struct computed left, struct computed right) {
    const struct c_expression left_side = {.type = node->left->type};
    const struct c_expression right_side = {.type = node->right ? node->right->type : NULL};
    const struct c_expression e = {
        .op = formula_operator(node->op), .type = node->type, .left = &left_side, .right = &right_side};
    if (!left.term && !right.term) return 0;
    if (!node->right) return symbolic_unary(looking->machine, &e, left.term);
    return symbolic_binary(looking->machine, &e, (struct symbolic_operand){left.value.whole, left.term},
                           (struct symbolic_operand){right.value.whole, right.term});
}

static struct computed operate(struct looking *looking, const struct node *node) {
    struct computed left = compute(looking, node->left), right = known(0);
    if (left.value.wrong) return left;
    if (node->right) right = compute(looking, node->right);
    if (right.value.wrong || looking->fails) return right;
    bool checks_overflow = looking->watch->subject->enabled[APP_CHECK_OVERFLOW];
    uint32_t term = term_of(looking, node, left, right);
    return (struct computed){formula_compute(node, left.value, right.value, checks_overflow), term};
}

/* ---- truth ---- */

static bool is_true(const struct node *node, struct formula_value value) {
    return node->type->kind == C_FLOAT ? value.fraction != 0 : value.whole != 0;
}

/* The run is about inputs for which it is so, or as wrong as it is. */
static struct computed truth(struct looking *looking, const struct node *node) {
    struct computed result = compute(looking, node);
    struct symbolic *symbolic = looking->machine ? looking->machine->symbolic : NULL;
    if (result.value.wrong || looking->fails) return result;
    if (result.term) symbolic_decide(symbolic, symbolic_truth(symbolic, result.term));
    return known(is_true(node, result.value));
}

/* What the left side decides does not look at the right one. */
static struct computed connect(struct looking *looking, const struct node *node) {
    struct computed left = truth(looking, node->left);
    if (left.value.wrong || looking->fails) return left;
    if (node->op == OP_NOT) return known(!left.value.whole);
    if (node->op == OP_AND && !left.value.whole) return left;
    if (node->op == OP_OR && left.value.whole) return left;
    if (node->op == OP_IMPLIES && !left.value.whole) return known(1);
    struct computed right = truth(looking, node->right);
    if (right.value.wrong || node->op != OP_EQUIVALENT) return right;
    return known(left.value.whole == right.value.whole);
}

static struct computed compute(struct looking *looking, const struct node *node) {
    switch (node->kind) {
    case NODE_NUMBER: return known(node->number);
    case NODE_VARIABLE: return read_variable(looking, node);
    case NODE_CONVERT: return convert(looking, node);
    case NODE_UNARY:
    case NODE_BINARY: return operator_is_connective(node->op) ? connect(looking, node) : operate(looking, node);
    default: return known(predicate(looking->watch, node, looking->view));
    }
}

bool atoms_hold(const struct watch *watch, const struct node *node, const struct ts_view *view,
                enum number_wrong *wrong) {
    struct looking looking = {.watch = watch, .view = view};
    struct formula_value value = truth(&looking, node).value;
    *wrong = value.wrong;
    return !value.wrong && value.whole;
}

bool atoms_decide(const struct watch *watch, const struct node *node, struct machine *machine, uint32_t size) {
    struct ts_view view = {machine->packed, size, machine->labels};
    struct looking looking = {.watch = watch, .view = &view, .machine = machine};
    truth(&looking, node);
    return !looking.fails;
}
