#include "base/invariant.h"
#include "promela/emit.h"

#include "promela/walk.h"

#include <stdarg.h>
#include <string.h>

const struct view view_state = {"sn", "sm", "r->s"};
const struct view view_successor = {"tn", "tm", "r->t"};

uint32_t emit_fault(struct generator *g, const char *kind, struct place place, const char *format, ...) {
    va_list arguments;
    struct text message = {0};
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    vec_push(g->faults,
             (struct ts_fault){.kind = kind, .message = arena_text(g->arena, text_chars(&message)), .place = place});
    text_free(&message);
    g->owes = true;
    return (uint32_t)g->faults->count - 1;
}

void emit_check(struct generator *g, const char *format, ...) {
    if (!g->owes) return;
    va_list arguments;
    emit(g, "if (r->fault) { ");
    va_start(arguments, format);
    text_vprintf(&g->out, format, arguments);
    va_end(arguments);
    emit(g, " }\n");
    g->owes = false;
}

void emit_leave(struct generator *g, const char *format, ...) {
    invariant(!g->owes);
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&g->out, format, arguments);
    va_end(arguments);
}

void emit_paid(struct generator *g) { g->owes = false; }

void emit_complete(const struct generator *g) {
    (void)g;
    invariant(!g->owes);
}

/* ---- names and types ---- */

const char *emit_c_name(const struct generator *g, const struct variable *variable) {
    if (g->for_embedded) return variable->unique_name;
    return arena_printf(g->arena, "v_%s", variable->unique_name);
}

const char *emit_mask(struct generator *g, const struct type *type, bool is_array) {
    if (is_array) return ""; /* Spin keeps arrays of bits as arrays of bytes */
    if (type->kind == TYPE_BIT || type->kind == TYPE_BOOL) return " & 1";
    if (type->kind == TYPE_UNSIGNED && type->width < 32)
        return arena_printf(g->arena, " & 0x%xu", (unsigned)((1ull << type->width) - 1));
    return "";
}

static bool index_in_range(const struct reference *link) {
    return link->index && link->index->kind == EXPR_NUMBER && link->index->value >= 0 &&
           (unsigned)link->index->value < (link->variable->length ? link->variable->length : 1);
}

/* ---- references ---- */

void emit_index(struct generator *g, const struct view *view, const struct reference *link) {
    unsigned length = link->variable->length ? link->variable->length : 1;
    if (index_in_range(link)) {
        emit(g, "%d", link->index->value);
        return;
    }
    emit(g, "index_of(r, ");
    emit_expression(g, view, link->index);
    emit(g, ", %u, %u)", length,
         emit_fault(g, "index", link->place, "index of %s out of range 0..%u", link->variable->name, length - 1));
}

static void emit_links(struct generator *g, const struct view *view, const struct reference *reference) {
    for (const struct reference *link = reference; link; link = link->field) {
        emit(g, "%s", emit_c_name(g, link->variable));
        if (link->variable->length) {
            emit(g, "[");
            if (link->index)
                emit_index(g, view, link);
            else
                emit(g, "0");
            emit(g, "]");
        }
        if (link->field) emit(g, ".");
    }
}

/* A hidden variable that nobody reads is not there; its indices are. */
static void emit_scratch(struct generator *g, const struct view *view, const struct reference *reference) {
    emit(g, "*(");
    for (const struct reference *link = reference; link; link = link->field) {
        if (!link->index || index_in_range(link)) continue;
        emit(g, "(void)");
        emit_index(g, view, link);
        emit(g, ", ");
    }
    emit(g, "&r->scratch)");
}

void emit_reference(struct generator *g, const struct view *view, const struct reference *reference) {
    const struct variable *root = reference->variable;
    if (!root->owner && g->in.layout->globals.offsets[root->index] == UINT32_MAX) {
        emit_scratch(g, view, reference);
        return;
    }
    emit(g, "%s->", root->owner ? view->frame : view->globals);
    emit_links(g, view, reference);
}

void emit_store(struct generator *g, const struct view *view, const struct reference *target, const char *value) {
    const struct variable *last = walk_last_variable(target);
    emit_reference(g, view, target);
    emit(g, " = (%s)%s;", value, emit_mask(g, &last->type, last->length != 0));
}

/* ---- operators ---- */

static const char *const operator_texts[] = {
    [OP_ADD] = "+",        [OP_SUBTRACT] = "-",   [OP_MULTIPLY] = "*",    [OP_BIT_AND] = "&", [OP_BIT_OR] = "|",
    [OP_BIT_XOR] = "^",    [OP_LESS] = "<",       [OP_LESS_EQUAL] = "<=", [OP_GREATER] = ">", [OP_GREATER_EQUAL] = ">=",
    [OP_EQUAL] = "==",     [OP_NOT_EQUAL] = "!=", [OP_AND] = "&&",        [OP_OR] = "||",     [OP_NEGATE] = "-",
    [OP_COMPLEMENT] = "~", [OP_NOT] = "!"};

static void emit_call_2(struct generator *g, const struct view *view, const char *function,
                        const struct expression *e) {
    emit(g, "%s(r, ", function);
    emit_expression(g, view, e->left);
    emit(g, ", ");
    emit_expression(g, view, e->right);
    emit(g, ", %u)", emit_fault(g, "division", e->place, "division by zero"));
}

static void emit_shift(struct generator *g, const struct view *view, const struct expression *e) {
    emit(g, "%s(", e->op == OP_SHIFT_LEFT ? "shift_left" : "shift_right");
    emit_expression(g, view, e->left);
    emit(g, ", ");
    emit_expression(g, view, e->right);
    emit(g, ")");
}

static void emit_binary(struct generator *g, const struct view *view, const struct expression *e) {
    switch (e->op) {
    case OP_DIVIDE: emit_call_2(g, view, "divide", e); return;
    case OP_MODULO: emit_call_2(g, view, "modulo", e); return;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT: emit_shift(g, view, e); return;
    case OP_IMPLIES:
        emit(g, "(!");
        emit_expression(g, view, e->left);
        emit(g, " || ");
        emit_expression(g, view, e->right);
        emit(g, ")");
        return;
    case OP_EQUIVALENT:
        emit(g, "(!");
        emit_expression(g, view, e->left);
        emit(g, " == !");
        emit_expression(g, view, e->right);
        emit(g, ")");
        return;
    default: break;
    }
    emit(g, "(");
    emit_expression(g, view, e->left);
    emit(g, " %s ", operator_texts[e->op]);
    emit_expression(g, view, e->right);
    emit(g, ")");
}

static void emit_run(struct generator *g, const struct view *view, const struct expression *e) {
    emit(g, "spawn_%u(r", e->proctype->index);
    for (size_t i = 0; i < e->arguments.count; i++) {
        emit(g, ", ");
        emit_expression(g, view, e->arguments.items[i]);
    }
    if (g->in.model->uses_priority) {
        emit(g, ", ");
        if (e->left)
            emit_expression(g, view, e->left);
        else
            emit(g, "1"); /* what the proctype says is for `active` alone */
    }
    emit(g, ", %u)", emit_fault(g, "processes", e->place, "too many processes or channels, or too large a state"));
}

/* The offset of another process's frame: of instance [left], or of the first of its type. */
static void emit_remote_offset(struct generator *g, const struct view *view, const struct expression *e) {
    if (e->left) {
        emit(g, "remote(r, ");
        emit_expression(g, view, e->left);
        emit(g, ", %u)", e->proctype->index);
    } else {
        emit(g, "first_of(r, %u)", e->proctype->index);
    }
}

static void emit_remote_variable(struct generator *g, const struct view *view, const struct expression *e) {
    emit(g, "((const struct P_%u *)remote_frame(%s, ", e->proctype->index, view->bytes);
    emit_remote_offset(g, view, e);
    emit(g, "))->");
    emit_links(g, view, e->reference);
}

static void emit_remote_label(struct generator *g, const struct view *view, const struct expression *e) {
    int location = automaton_label(g->in.automata[e->proctype->index], e->label);
    emit(g, "(location_at(%s, ", view->bytes);
    emit_remote_offset(g, view, e);
    emit(g, ") == %d)", location);
}

static void emit_number(struct generator *g, int32_t value) {
    if (value == INT32_MIN)
        emit(g, "(-2147483647 - 1)");
    else if (value < 0)
        emit(g, "(%d)", value);
    else
        emit(g, "%d", value);
}

static void emit_function(struct generator *g, const struct view *view, const char *name,
                          const struct expression *argument) {
    emit(g, "%s(r, ", name);
    emit_expression(g, view, argument);
    emit(g, ")");
}

void emit_expression(struct generator *g, const struct view *view, const struct expression *e) {
    switch (e->kind) {
    case EXPR_NUMBER: emit_number(g, e->value); break;
    case EXPR_REFERENCE: emit_reference(g, view, e->reference); break;
    case EXPR_UNARY:
        emit(g, "(%s", operator_texts[e->op]);
        emit_expression(g, view, e->left);
        emit(g, ")");
        break;
    case EXPR_BINARY: emit_binary(g, view, e); break;
    case EXPR_CONDITIONAL:
        emit(g, "(");
        emit_expression(g, view, e->left);
        emit(g, " ? ");
        emit_expression(g, view, e->right);
        emit(g, " : ");
        emit_expression(g, view, e->third);
        emit(g, ")");
        break;
    case EXPR_RUN: emit_run(g, view, e); break;
    case EXPR_LEN:
    case EXPR_EMPTY:
    case EXPR_NEMPTY:
    case EXPR_FULL:
    case EXPR_NFULL:
    case EXPR_POLL: emit_channel_query(g, view, e); break;
    case EXPR_PID: emit(g, "(int)pid"); break;
    case EXPR_NR_PR: emit(g, "%s->_nr_pr", view->globals); break;
    case EXPR_LAST: emit(g, "%s->_last", view->globals); break;
    case EXPR_PRIORITY: emit(g, "%s->_priority", view->frame); break;
    case EXPR_NP: emit(g, "(!(marks_of(r) & PROGRESS))"); break;
    case EXPR_TIMEOUT: emit(g, "r->timeout"); break;
    case EXPR_ELSE: emit(g, "1"); break;
    case EXPR_ENABLED:
        emit(g, "enabled(r, ");
        emit_expression(g, view, e->left);
        emit(g, ", %u)", emit_fault(g, "enabled", e->place, "enabled() asks about a process that asks the same"));
        break;
    case EXPR_PC_VALUE: emit_function(g, view, "pc_value", e->left); break;
    case EXPR_GET_PRIORITY: emit_function(g, view, "get_priority", e->left); break;
    case EXPR_REMOTE_LABEL: emit_remote_label(g, view, e); break;
    case EXPR_REMOTE_VARIABLE: emit_remote_variable(g, view, e); break;
    case EXPR_C: emit_c_condition(g, e); break;
    default: emit(g, "0"); break; /* temporal operators never get here */
    }
}

void emit_truth(struct generator *g, const struct view *view, const struct expression *expression) {
    emit(g, "!!(");
    emit_expression(g, view, expression);
    emit(g, ")");
}
