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
    struct value operand = value_of(watch, node->left, view);
    if (node->op == OP_NOT) return whole(!atoms_hold(watch, node->left, view));
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
