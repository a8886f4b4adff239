#include "promela/state.h"

#include <string.h>

/* ---- references ---- */

static bool index_value(const struct state *state, unsigned pid, const struct reference *link, unsigned *index) {
    int32_t value = 0;
    if (link->index && !state_evaluate(state, pid, link->index, &value)) return false;
    unsigned length = link->variable->length ? link->variable->length : 1;
    if (value < 0 || (unsigned)value >= length) return false;
    *index = (unsigned)value;
    return true;
}

/* `frame_pid` is whose frame the variable is in, `pid` who evaluates the indices. */
static bool read_from(const struct state *state, unsigned pid, unsigned frame_pid, const struct reference *reference,
                      int32_t *value) {
    const struct layout *layout = state->layout;
    const struct variable *root = reference->variable;
    const struct frame_layout *frame = layout_frame_of(layout, root);
    if (frame->offsets[root->index] == UINT32_MAX) return false;
    if (root->owner && (frame_pid >= state_processes(state) || state_proctype(state, frame_pid) != root->owner))
        return false;
    uint32_t offset = frame->offsets[root->index] + (root->owner ? state_frame(state, frame_pid) : 0);
    for (const struct reference *link = reference;; link = link->field) {
        unsigned index;
        if (!index_value(state, pid, link, &index)) return false;
        offset += index * layout_element_size(layout, link->variable);
        if (!link->field) {
            if (link->variable->type.kind == TYPE_STRUCT) return false;
            *value = layout_read(&link->variable->type, state->bytes + offset);
            return true;
        }
        offset += layout_field_offset(layout, link->variable->type.structure, link->field->variable->index);
    }
}

bool state_read(const struct state *state, unsigned pid, const struct reference *reference, int32_t *value) {
    return read_from(state, pid, pid, reference, value);
}

/* ---- operators ---- */

static bool apply(enum operator_kind op, int32_t a, int32_t b, int32_t *value) {
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (op) {
    case OP_ADD: *value = (int32_t)(x + y); break;
    case OP_SUBTRACT: *value = (int32_t)(x - y); break;
    case OP_MULTIPLY: *value = (int32_t)(x * y); break;
    case OP_DIVIDE:
    case OP_MODULO:
        if (b == 0) return false;
        if (b == -1)
            *value = op == OP_DIVIDE ? (int32_t)(0u - x) : 0;
        else
            *value = op == OP_DIVIDE ? a / b : a % b;
        break;
    case OP_BIT_AND: *value = a & b; break;
    case OP_BIT_OR: *value = a | b; break;
    case OP_BIT_XOR: *value = a ^ b; break;
    case OP_SHIFT_LEFT: *value = (int32_t)(x << (y & 31)); break;
    case OP_SHIFT_RIGHT: *value = a >> (y & 31); break;
    case OP_LESS: *value = a < b; break;
    case OP_LESS_EQUAL: *value = a <= b; break;
    case OP_GREATER: *value = a > b; break;
    case OP_GREATER_EQUAL: *value = a >= b; break;
    case OP_EQUAL: *value = a == b; break;
    case OP_NOT_EQUAL: *value = a != b; break;
    case OP_NEGATE: *value = (int32_t)(0u - x); break;
    case OP_COMPLEMENT: *value = ~a; break;
    case OP_NOT: *value = !a; break;
    default: return false;
    }
    return true;
}

static bool evaluate_binary(const struct state *state, unsigned pid, const struct expression *e, int32_t *value) {
    int32_t left, right;
    if (!state_evaluate(state, pid, e->left, &left)) return false;
    if (e->op == OP_AND || e->op == OP_OR) {
        if ((left != 0) == (e->op == OP_OR)) {
            *value = e->op == OP_OR;
            return true;
        }
        if (!state_evaluate(state, pid, e->right, &right)) return false;
        *value = right != 0;
        return true;
    }
    return state_evaluate(state, pid, e->right, &right) && apply(e->op, left, right, value);
}

static bool evaluate_channel(const struct state *state, unsigned pid, const struct expression *e, int32_t *value) {
    int32_t number;
    struct state_channel channel;
    if (!state_read(state, pid, e->reference, &number) || !state_channel(state, number, &channel)) return false;
    text_free(&channel.name);
    unsigned capacity = channel.shape->capacity ? channel.shape->capacity : 1;
    switch (e->kind) {
    case EXPR_LEN: *value = (int32_t)channel.length; break;
    case EXPR_EMPTY: *value = channel.length == 0; break;
    case EXPR_NEMPTY: *value = channel.length != 0; break;
    case EXPR_FULL: *value = channel.length == capacity; break;
    default: *value = channel.length < capacity; break;
    }
    return true;
}

static bool remote_pid(const struct state *state, unsigned pid, const struct expression *e, unsigned *remote) {
    int32_t value;
    if (e->left) {
        if (!state_evaluate(state, pid, e->left, &value)) return false;
        *remote = (unsigned)value;
        return value >= 0 && *remote < state_processes(state) && state_proctype(state, *remote) == e->proctype;
    }
    for (*remote = 0; *remote < state_processes(state); ++*remote)
        if (state_proctype(state, *remote) == e->proctype) return true;
    return false;
}

bool state_evaluate(const struct state *state, unsigned pid, const struct expression *e, int32_t *value) {
    int32_t left = 0;
    unsigned remote;
    switch (e->kind) {
    case EXPR_NUMBER: *value = e->value; return true;
    case EXPR_REFERENCE: return state_read(state, pid, e->reference, value);
    case EXPR_UNARY: return state_evaluate(state, pid, e->left, &left) && apply(e->op, left, 0, value);
    case EXPR_BINARY: return evaluate_binary(state, pid, e, value);
    case EXPR_CONDITIONAL:
        if (!state_evaluate(state, pid, e->left, &left)) return false;
        return state_evaluate(state, pid, left ? e->right : e->third, value);
    case EXPR_LEN:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_FULL:
    case EXPR_NFULL: return evaluate_channel(state, pid, e, value);
    case EXPR_PID: *value = (int32_t)pid; return true;
    case EXPR_NR_PR: *value = (int32_t)state_processes(state); return true;
    case EXPR_LAST: *value = state->bytes[state->layout->last_offset]; return state->layout->last_offset != 0;
    case EXPR_REMOTE_VARIABLE:
        return remote_pid(state, pid, e, &remote) && read_from(state, pid, remote, e->reference, value);
    case EXPR_REMOTE_LABEL:
        *value = remote_pid(state, pid, e, &remote) &&
                 (int)state_location(state, remote) == automaton_label(state->automata[e->proctype->index], e->label);
        return true;
    default: return false;
    }
}
