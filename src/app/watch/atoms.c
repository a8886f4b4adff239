#include "app/watch/atoms.h"

#include "app/exec/memory.h"
#include "app/exec/state.h"
#include "app/watch/formula_name.h"

#include <string.h>

uint32_t atoms_of_call(const struct watch *watch, const struct osek_call *call) {
    uint32_t bits = 0;
    for (size_t i = 0; i < watch->atoms->calls.count; i++) {
        const struct call_atom *atom = &watch->atoms->calls.items[i];
        bool same = atom->call.service == call->service;
        for (unsigned a = 0; a < atom->argument_count; a++)
            same = same && atom->call.arguments[a] == call->arguments[a];
        if (same) bits |= (uint32_t)1 << i;
    }
    return bits;
}

/* Whole numbers as far as they go: of what C can store, only unsigned ones of 64 bits do not fit in 64 signed bits. */
struct value {
    bool real;
    bool undefined;
    __int128 whole;
    long double fraction;
};

static struct value whole(__int128 number) { return (struct value){.whole = number, .fraction = (long double)number}; }

static struct value read_variable(const struct watch *watch, const struct node *node, const void *state) {
    const unsigned char *bytes = state_global(watch->executor, state, node->object->index) + node->offset;
    if (node->type->kind == C_FLOAT)
        return (struct value){.real = true, .fraction = memory_decode_real(node->type, bytes)};
    int64_t number = memory_decode(node->type, node->bits, bytes);
    return whole(node->type->is_signed ? (__int128)number : (__int128)(uint64_t)number);
}

static bool is_at_line(const struct watch *watch, const struct line_atom *line, const void *state) {
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
    return function && formula_is_on_line(&function->code[at], line);
}

static bool predicate(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    const void *state = view->state;
    const struct osek_config *config = watch->subject->config;
    uint32_t left, cycle;
    switch (node->kind) {
    case NODE_TASK_STATE: return osek_task_state(config, state, node->first) == (enum osek_task_state)node->number;
    case NODE_ACTIVE: return osek_current(config, state) == node->first;
    case NODE_UNDER_WAY: return osek_is_under_way(config, state, node->first);
    case NODE_HOLDS: return osek_resource_holder(config, state, node->second) == node->first;
    case NODE_SET: return (osek_events_set(config, state, node->first) & (uint64_t)node->number) != 0;
    case NODE_ALARM: return osek_alarm_is_set(config, state, node->first, &left, &cycle);
    case NODE_CALL: return view->label >> node->first & 1;
    case NODE_LINE: return is_at_line(watch, &watch->atoms->lines.items[node->first], state);
    case NODE_IDLE: return osek_is_idle(config, state) && !osek_is_shut_down(config, state);
    case NODE_SHUT_DOWN: return osek_is_shut_down(config, state);
    default: return false;
    }
}

#define COMPARISON(op, a, b)                                                                                           \
    ((op) == OP_LESS            ? (a) < (b)                                                                            \
     : (op) == OP_LESS_EQUAL    ? (a) <= (b)                                                                           \
     : (op) == OP_GREATER       ? (a) > (b)                                                                            \
     : (op) == OP_GREATER_EQUAL ? (a) >= (b)                                                                           \
     : (op) == OP_EQUAL         ? (a) == (b)                                                                           \
                                : (a) != (b))

static struct value undefined(void) { return (struct value){.undefined = true}; }

static struct value real_arithmetic(enum operator_kind op, long double a, long double b) {
    switch (op) {
    case OP_ADD: return (struct value){.real = true, .fraction = a + b};
    case OP_SUBTRACT: return (struct value){.real = true, .fraction = a - b};
    case OP_MULTIPLY: return (struct value){.real = true, .fraction = a * b};
    case OP_DIVIDE: return (struct value){.real = true, .fraction = a / b};
    default: return undefined();
    }
}

static struct value checked(bool overflow, __int128 result) { return overflow ? undefined() : whole(result); }

static struct value arithmetic(enum operator_kind op, __int128 a, __int128 b) {
    __int128 result = 0;
    bool overflow;
    switch (op) {
    case OP_ADD: overflow = __builtin_add_overflow(a, b, &result); return checked(overflow, result);
    case OP_SUBTRACT: overflow = __builtin_sub_overflow(a, b, &result); return checked(overflow, result);
    case OP_MULTIPLY: overflow = __builtin_mul_overflow(a, b, &result); return checked(overflow, result);
    case OP_DIVIDE: return b && b != -1 ? whole(a / b) : b ? arithmetic(OP_SUBTRACT, 0, a) : undefined();
    case OP_MODULO: return b && b != -1 ? whole(a % b) : b ? whole(0) : undefined();
    case OP_BIT_AND: return whole(a & b);
    case OP_BIT_OR: return whole(a | b);
    case OP_BIT_XOR: return whole(a ^ b);
    case OP_SHIFT_LEFT: return b >= 0 && b < 63 ? arithmetic(OP_MULTIPLY, a, (__int128)1 << b) : undefined();
    case OP_SHIFT_RIGHT: return b >= 0 && b < 127 ? whole(a >> b) : undefined();
    default: return undefined();
    }
}

static struct value value_of(const struct watch *watch, const struct node *node, const struct ts_view *view);

static struct value binary(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    enum operator_kind op = node->op;
    switch (op) {
    case OP_AND: return whole(atoms_hold(watch, node->left, view) && atoms_hold(watch, node->right, view));
    case OP_OR: return whole(atoms_hold(watch, node->left, view) || atoms_hold(watch, node->right, view));
    case OP_IMPLIES: return whole(!atoms_hold(watch, node->left, view) || atoms_hold(watch, node->right, view));
    case OP_EQUIVALENT: return whole(atoms_hold(watch, node->left, view) == atoms_hold(watch, node->right, view));
    default: break;
    }
    struct value a = value_of(watch, node->left, view), b = value_of(watch, node->right, view);
    if (a.undefined || b.undefined) return undefined();
    bool real = a.real || b.real;
    if (op >= OP_LESS && op <= OP_NOT_EQUAL)
        return whole(real ? COMPARISON(op, a.fraction, b.fraction) : COMPARISON(op, a.whole, b.whole));
    return real ? real_arithmetic(op, a.fraction, b.fraction) : arithmetic(op, a.whole, b.whole);
}

static struct value unary(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    if (node->op == OP_NOT) return whole(!atoms_hold(watch, node->left, view));
    struct value operand = value_of(watch, node->left, view);
    if (operand.undefined) return operand;
    if (node->op == OP_COMPLEMENT) return operand.real ? undefined() : whole(~operand.whole);
    return operand.real ? real_arithmetic(OP_SUBTRACT, 0, operand.fraction) : arithmetic(OP_SUBTRACT, 0, operand.whole);
}

static struct value value_of(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    switch (node->kind) {
    case NODE_NUMBER: return whole(node->number);
    case NODE_VARIABLE: return read_variable(watch, node, view->state);
    case NODE_UNARY: return unary(watch, node, view);
    case NODE_BINARY: return binary(watch, node, view);
    default: return whole(predicate(watch, node, view));
    }
}

bool atoms_ask_for_calls(const struct node *node) {
    if (!node) return false;
    return node->kind == NODE_CALL || atoms_ask_for_calls(node->left) || atoms_ask_for_calls(node->right);
}

bool atoms_hold(const struct watch *watch, const struct node *node, const struct ts_view *view) {
    struct value value = value_of(watch, node, view);
    if (value.undefined) return false;
    return value.real ? value.fraction != 0 : value.whole != 0;
}

/* ---- where not all is known ---- */

struct deciding {
    const struct watch *watch;
    struct symbolic *symbolic;
    struct ts_view view;
    bool fails;
};

/* A number of 64 bits, of which so many are enough. */
struct wide {
    uint32_t term;
    unsigned bits;
};

static uint32_t truth_of(struct deciding *deciding, const struct node *node);

static const unsigned char *bytes_of(const struct deciding *deciding, const struct node *node) {
    return state_global(deciding->watch->executor, deciding->view.state, node->object->index) + node->offset;
}

static bool depends_on_inputs(const struct deciding *deciding, const struct node *node) {
    if (!node) return false;
    if (node->kind == NODE_VARIABLE)
        return symbolic_covers(deciding->symbolic, bytes_of(deciding, node), node->type->size);
    return depends_on_inputs(deciding, node->left) || depends_on_inputs(deciding, node->right);
}

static struct wide failed(struct deciding *deciding) {
    deciding->fails = true;
    return (struct wide){term_constant(&deciding->symbolic->terms, 64, 0), 1};
}

static unsigned bits_of(__int128 number) {
    unsigned bits = 1;
    while (bits < 65 && (number < -((__int128)1 << (bits - 1)) || number >= (__int128)1 << (bits - 1))) bits++;
    return bits;
}

static struct wide constant(struct deciding *deciding, struct value value) {
    if (value.undefined || value.real || bits_of(value.whole) > 64) return failed(deciding);
    return (struct wide){term_constant(&deciding->symbolic->terms, 64, (uint64_t)value.whole), bits_of(value.whole)};
}

static struct wide variable(struct deciding *deciding, const struct node *node) {
    struct symbolic *symbolic = deciding->symbolic;
    unsigned bits = node->type->size * 8 + !node->type->is_signed;
    if (node->type->kind != C_INTEGER || bits > 64) return failed(deciding);
    uint32_t term = symbolic_read(symbolic, bytes_of(deciding, node), node->type->size);
    if (node->bits) term = symbolic_field(symbolic, node->type, node->bits, term);
    if (!term) return constant(deciding, value_of(deciding->watch, node, &deciding->view)); /* only its neighbours do */
    return (struct wide){term_resize(&symbolic->terms, term, 64, node->type->is_signed), bits};
}

static struct wide number_of(struct deciding *deciding, const struct node *node);

static struct wide two_of(struct deciding *deciding, const struct node *node) {
    struct wide left = number_of(deciding, node->left), right = number_of(deciding, node->right);
    unsigned most = left.bits > right.bits ? left.bits : right.bits;
    struct terms *terms = &deciding->symbolic->terms;
    switch (node->op) {
    case OP_ADD: return (struct wide){term_binary(terms, TERM_ADD, left.term, right.term), most + 1};
    case OP_SUBTRACT: return (struct wide){term_binary(terms, TERM_SUBTRACT, left.term, right.term), most + 1};
    case OP_MULTIPLY:
        return (struct wide){term_binary(terms, TERM_MULTIPLY, left.term, right.term), left.bits + right.bits};
    case OP_BIT_AND: return (struct wide){term_binary(terms, TERM_AND, left.term, right.term), most};
    case OP_BIT_OR: return (struct wide){term_binary(terms, TERM_OR, left.term, right.term), most};
    case OP_BIT_XOR: return (struct wide){term_binary(terms, TERM_XOR, left.term, right.term), most};
    default: return failed(deciding); /* division and shifts, which may be undefined */
    }
}

static bool is_truth(const struct node *node) {
    return node->kind != NODE_VARIABLE && node->kind != NODE_NUMBER &&
           !(node->kind == NODE_UNARY && node->op != OP_NOT) &&
           !(node->kind == NODE_BINARY && node->op != OP_AND && node->op != OP_OR && node->op != OP_IMPLIES &&
             node->op != OP_EQUIVALENT && !(node->op >= OP_LESS && node->op <= OP_NOT_EQUAL));
}

static struct wide number_of(struct deciding *deciding, const struct node *node) {
    struct terms *terms = &deciding->symbolic->terms;
    if (!depends_on_inputs(deciding, node)) return constant(deciding, value_of(deciding->watch, node, &deciding->view));
    if (node->kind == NODE_VARIABLE) return variable(deciding, node);
    if (is_truth(node)) return (struct wide){term_resize(terms, truth_of(deciding, node), 64, false), 2};
    struct wide result;
    if (node->kind == NODE_UNARY) {
        struct wide operand = number_of(deciding, node->left);
        result = node->op == OP_COMPLEMENT
                     ? (struct wide){term_not(terms, operand.term), operand.bits}
                     : (struct wide){term_binary(terms, TERM_SUBTRACT, term_constant(terms, 64, 0), operand.term),
                                     operand.bits + 1};
    } else {
        result = two_of(deciding, node);
    }
    return result.bits > 64 ? failed(deciding) : result;
}

static uint32_t comparison(struct deciding *deciding, const struct node *node) {
    struct terms *terms = &deciding->symbolic->terms;
    uint32_t left = number_of(deciding, node->left).term, right = number_of(deciding, node->right).term;
    switch (node->op) {
    case OP_LESS: return term_binary(terms, TERM_LESS_SIGNED, left, right);
    case OP_LESS_EQUAL: return term_not(terms, term_binary(terms, TERM_LESS_SIGNED, right, left));
    case OP_GREATER: return term_binary(terms, TERM_LESS_SIGNED, right, left);
    case OP_GREATER_EQUAL: return term_not(terms, term_binary(terms, TERM_LESS_SIGNED, left, right));
    case OP_EQUAL: return term_binary(terms, TERM_EQUAL, left, right);
    default: return term_not(terms, term_binary(terms, TERM_EQUAL, left, right));
    }
}

static uint32_t truth_of(struct deciding *deciding, const struct node *node) {
    struct terms *terms = &deciding->symbolic->terms;
    if (!depends_on_inputs(deciding, node))
        return term_constant(terms, 1, atoms_hold(deciding->watch, node, &deciding->view));
    if (!is_truth(node)) return term_not(terms, term_is_zero(terms, number_of(deciding, node).term));
    if (node->kind == NODE_UNARY) return term_not(terms, truth_of(deciding, node->left));
    if (node->op >= OP_LESS && node->op <= OP_NOT_EQUAL) return comparison(deciding, node);
    uint32_t left = truth_of(deciding, node->left), right = truth_of(deciding, node->right);
    switch (node->op) {
    case OP_AND: return term_binary(terms, TERM_AND, left, right);
    case OP_OR: return term_binary(terms, TERM_OR, left, right);
    case OP_IMPLIES: return term_binary(terms, TERM_OR, term_not(terms, left), right);
    default: return term_not(terms, term_binary(terms, TERM_XOR, left, right));
    }
}

bool atoms_decide(const struct watch *watch, const struct node *node, struct machine *machine, uint32_t size) {
    struct deciding deciding = {
        .watch = watch, .symbolic = machine->symbolic, .view = {machine->packed, size, machine->labels}};
    if (!depends_on_inputs(&deciding, node)) return true;
    uint32_t truth = truth_of(&deciding, node);
    if (!deciding.fails) symbolic_decide(machine->symbolic, truth);
    return !deciding.fails;
}
