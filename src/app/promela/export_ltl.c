/* Formulas of --ltl, as those of Promela.
 *
 * The model has states that rtcheck's own engine does not have: before everything is set up, and in the middle of what
 * is one step there (a tick with all that expires, the end of an interrupt routine). In them `stable` is false, and
 * every operator over time looks only at states in which it is true. A run that a false assumption ends violates
 * nothing. */
#include "app/promela/export_internal.h"
#include "app/promela/formula_range.h"
#include "app/watch/observer.h"

static bool refuse(struct exporter *exporter, const struct node *node, const char *what) {
    return export_refuse(exporter, (struct place){"--ltl", 1, 1},
                         arena_printf(exporter->arena, "%s (%s)", what, node->text ? node->text : "a formula"));
}

/* ---- Variables ---- */

static bool is_wide_unsigned(const struct c_type *type) {
    return type->size == 4 && !type->is_signed && !type->is_bool;
}

/* "slots_id[2]": the part of the object at the node's offset. */
static bool add_variable(struct exporter *exporter, const struct node *node, struct text *out) {
    const struct c_type *at = node->object->type;
    uint32_t offset = node->offset, element = 0;
    bool indexed = false;
    if (node->type->kind != C_INTEGER || node->type->size > 4 || node->type->size > exporter->subject->word)
        return refuse(exporter, node, "a pointer, a float, or a number that is written in several parts");
    text_add(out, export_name(exporter, node->object, 0));
    while (at->kind == C_ARRAY || at->kind == C_RECORD) {
        if (at->kind == C_ARRAY) {
            element = (indexed ? element * at->count : 0) + offset / at->target->size;
            offset %= at->target->size;
            at = at->target;
            indexed = true;
            continue;
        }
        const struct c_field *found = NULL;
        for (uint32_t i = 0; i < at->count && !found; i++) {
            const struct c_field *field = &at->fields[i];
            bool here = offset >= field->offset && offset < field->offset + field->type->size;
            if (node->bits && node->bits >= at->fields && node->bits < at->fields + at->count)
                here = field == node->bits;
            if (here) found = field;
        }
        if (!found || at->is_union) return refuse(exporter, node, "a part of a union");
        text_printf(out, "_%s", found->name);
        offset -= found->offset;
        at = found->type;
    }
    if (indexed) text_printf(out, "[%u]", element);
    return true;
}

/* ---- Values ---- */

static const char *const OPERATORS[] = {
    [OP_ADD] = "+",       [OP_SUBTRACT] = "-",     [OP_MULTIPLY] = "*",    [OP_BIT_AND] = "&",
    [OP_BIT_OR] = "|",    [OP_BIT_XOR] = "^",      [OP_SHIFT_LEFT] = "<<", [OP_SHIFT_RIGHT] = ">>",
    [OP_LESS] = "<",      [OP_LESS_EQUAL] = "<=",  [OP_GREATER] = ">",     [OP_GREATER_EQUAL] = ">=",
    [OP_EQUAL] = "==",    [OP_NOT_EQUAL] = "!=",   [OP_AND] = "&&",        [OP_OR] = "||",
    [OP_IMPLIES] = "->",  [OP_EQUIVALENT] = "<->", [OP_NOT] = "!",         [OP_NEGATE] = "-",
    [OP_COMPLEMENT] = "~"};

static bool is_order(enum operator_kind op) {
    return op == OP_LESS || op == OP_LESS_EQUAL || op == OP_GREATER || op == OP_GREATER_EQUAL;
}

static bool add_value(struct exporter *exporter, const struct node *node, struct text *out);

/* Without a sign: Spin takes the `<-` of `x < -1` for the beginning of an arrow. */
static void add_number(int64_t number, struct text *out) {
    if (number == INT32_MIN)
        text_add(out, "(1 << 31)");
    else
        text_printf(out, number < 0 ? "(0 - %lld)" : "%lld", (long long)(number < 0 ? -number : number));
}

static bool fits_int(const struct node *node) { return range_is_within(range_of(node), range_of_bits(32, true)); }

/* A number of 32 bits without a sign is kept as its bits: it can be compared with its like. */
static bool add_bits(struct exporter *exporter, const struct node *node, bool flip, struct text *out) {
    const struct range unsigned_range = range_of_bits(32, false);
    bool cuts = node->kind == NODE_CONVERT && is_wide_unsigned(node->type) && fits_int(node->left);
    while (node->kind == NODE_CONVERT && (cuts || range_is_within(range_of(node->left), unsigned_range)))
        node = node->left;
    if (node->kind == NODE_NUMBER && (cuts || range_is_within(range_of(node), unsigned_range))) {
        add_number((int32_t)(uint32_t)((uint64_t)node->number ^ (flip ? UINT64_C(1) << 31 : 0)), out);
        return true;
    }
    bool is_plain = node->kind == NODE_VARIABLE && is_wide_unsigned(node->type) && !node->bits;
    text_add(out, "(");
    if (!(is_plain ? add_variable(exporter, node, out) : add_value(exporter, node, out))) return false;
    text_add(out, flip ? " ^ (1 << 31))" : ")");
    return true;
}

static bool add_operand(struct exporter *exporter, const struct node *node, bool as_bits, bool flip, struct text *out) {
    return as_bits ? add_bits(exporter, node, flip, out) : add_value(exporter, node, out);
}

static bool is_unsigned_wide(const struct node *node) {
    return range_is_within(range_of(node), range_of_bits(32, false));
}

static bool add_binary(struct exporter *exporter, const struct node *node, struct text *out) {
    if (!OPERATORS[node->op] || node->op == OP_SHIFT_LEFT || node->op == OP_SHIFT_RIGHT)
        return refuse(exporter, node, "a division or a shift in a formula");
    bool as_bits = operator_is_comparison(node->op) && (!fits_int(node->left) || !fits_int(node->right));
    if (as_bits && !(is_unsigned_wide(node->left) && is_unsigned_wide(node->right)))
        return refuse(exporter, node, "this comparison of numbers that do not fit in 32 bits");
    text_add(out, "(");
    if (!add_operand(exporter, node->left, as_bits, is_order(node->op), out)) return false;
    text_printf(out, " %s ", OPERATORS[node->op]);
    if (!add_operand(exporter, node->right, as_bits, is_order(node->op), out)) return false;
    text_add(out, ")");
    return true;
}

static bool is_arithmetic(const struct node *node) {
    bool computes = node->kind == NODE_UNARY || node->kind == NODE_BINARY;
    return computes && !operator_is_comparison(node->op) && !operator_is_connective(node->op);
}

/* Numbers of Promela have 32 bits and wrap around without a word. */
static bool is_exact(const struct node *node) {
    if (!fits_int(node->left) || (node->right && !fits_int(node->right))) return false;
    return range_is_within(range_of_result(node), range_of_type(node->type)) &&
           range_is_within(range_of_result(node), range_of_bits(32, true));
}

static bool add_converted(struct exporter *exporter, const struct node *node, struct text *out) {
    if (range_is_within(range_of(node->left), range_of_type(node->type))) return add_value(exporter, node->left, out);
    if (node->type->is_signed || node->type->size > 2) return refuse(exporter, node, "this conversion in a formula");
    text_add(out, "(");
    if (!add_value(exporter, node->left, out)) return false;
    text_printf(out, " & %u)", (1u << (node->type->size * 8)) - 1);
    return true;
}

static bool add_kernel_atom(struct exporter *exporter, const struct node *node, struct text *out) {
    static const char *const states[] = {"RUNNING", "WAITING", "READY", "SUSPENDED"}; /* by enum osek_task_state */
    const struct osek_config *config = exporter->config;
    bool hooked = export_has_hook(exporter, OSEK_ERROR_HOOK);
    switch (node->kind) {
    case NODE_TASK_STATE:
        text_printf(out, "(task[%u].state == %s)", node->first + 1, states[node->number & 3]);
        return true;
    case NODE_HOLDS: text_printf(out, "(resource[%u].owner == %u)", node->second + 1, node->first + 1); return true;
    case NODE_ALARM: text_printf(out, "(alarm[%u].ticks > 0)", node->first + 1); return true;
    case NODE_SHUT_DOWN: text_add(out, "(level == 255)"); return true;
    case NODE_SET:
        if (node->number < 0 || node->number > INT32_MAX) return refuse(exporter, node, "an event beyond the 31st");
        text_printf(out, "(task[%u].state != SUSPENDED && (task[%u].events & %lld) != 0)", node->first + 1,
                    node->first + 1, (long long)node->number);
        return true;
    case NODE_IDLE:
        if (hooked) return refuse(exporter, node, "`idle` with hooks");
        text_add(out, "(turn == 0 && level == 0)");
        return true;
    case NODE_ACTIVE:
        if (hooked || node->first >= config->task_count)
            return refuse(exporter, node, "`active` of an ISR or with hooks");
        text_printf(out, "(turn == %u && level == 0)", node->first + 1);
        return true;
    default: return refuse(exporter, node, "this atom of a formula");
    }
}

static bool add_value(struct exporter *exporter, const struct node *node, struct text *out) {
    if (is_arithmetic(node) && !is_exact(node))
        return refuse(exporter, node, "arithmetic whose result may not fit in its type, or in 32 bits");
    switch (node->kind) {
    case NODE_NUMBER:
        if (!fits_int(node)) return refuse(exporter, node, "a 64-bit number");
        add_number(node->number, out);
        return true;
    case NODE_VARIABLE:
        if (node->type->kind == C_INTEGER && !fits_int(node))
            return refuse(exporter, node, "arithmetic of an unsigned 32-bit number in a formula");
        return add_variable(exporter, node, out);
    case NODE_CONVERT: return add_converted(exporter, node, out);
    case NODE_BINARY:
        if (node->op == OP_IMPLIES || node->op == OP_EQUIVALENT) return refuse(exporter, node, "-> inside a number");
        return add_binary(exporter, node, out);
    case NODE_UNARY:
        text_printf(out, "(%s", node->op == OP_NEGATE ? "0 - " : OPERATORS[node->op]);
        if (!add_value(exporter, node->left, out)) return false;
        text_add(out, ")");
        return true;
    default: return add_kernel_atom(exporter, node, out);
    }
}

/* ---- Over time ---- */

static bool is_connective(const struct node *node) {
    if (node->kind == NODE_UNARY) return node->op == OP_NOT;
    return node->kind == NODE_BINARY &&
           (node->op == OP_AND || node->op == OP_OR || node->op == OP_IMPLIES || node->op == OP_EQUIVALENT);
}

static bool add_formula(struct exporter *exporter, const struct node *node, struct text *out);

/* "BEFORE left MIDDLE right AFTER"; `right` may be NULL. */
static bool add_parts(struct exporter *exporter, const struct node *node, const char *before, const char *middle,
                      const char *after, struct text *out) {
    text_add(out, before);
    if (!add_formula(exporter, node->left, out)) return false;
    text_add(out, middle);
    if (node->right && !add_formula(exporter, node->right, out)) return false;
    text_add(out, after);
    return true;
}

static bool add_formula(struct exporter *exporter, const struct node *node, struct text *out) {
    switch (node->kind) {
    case NODE_ALWAYS: return add_parts(exporter, node, "([] (!stable || ", "))", "", out);
    case NODE_EVENTUALLY: return add_parts(exporter, node, "(<> (stable && ", "))", "", out);
    case NODE_UNTIL: return add_parts(exporter, node, "((!stable || ", ") U (stable && ", "))", out);
    case NODE_WEAK_UNTIL: return add_parts(exporter, node, "((!stable || ", ") W (stable && ", "))", out);
    case NODE_RELEASE: return add_parts(exporter, node, "((stable && ", ") V (!stable || ", "))", out);
    case NODE_NEXT: return refuse(exporter, node, "the operator X");
    default: break;
    }
    if (!is_connective(node)) {
        /* As a condition: a number is true if it is not zero. */
        text_add(out, "((");
        bool ok = add_value(exporter, node, out);
        text_add(out, ") != 0)");
        return ok;
    }
    if (node->kind == NODE_UNARY) return add_parts(exporter, node, "(!", ")", "", out);
    return add_parts(exporter, node, "(", arena_printf(exporter->arena, " %s ", OPERATORS[node->op]), ")", out);
}

bool export_formulas(struct exporter *exporter, struct text *out) {
    const struct watch *watch = exporter->watch;
    bool assumes = c_leaves_runs_out(exporter->program);
    if (!watch->property_count || exporter->options->without_formulas) return true;
    text_add(out, "\n#ifdef LIVENESS\n");
    for (size_t i = 0; i < watch->property_count; i++) {
        const char *words = watch->properties[i].text;
        text_add(out, "/* ");
        for (; *words; words++) text_add_char(out, *words == '*' || *words == '\n' ? ' ' : *words);
        /* What only a run without end violates, a run that is left out does not; what was wrong before that, is. */
        bool excused = assumes && !ltl_observer_is_safety(&watch->properties[i].observer);
        text_printf(out, " */\nltl formula%zu { %s((!stable) U (stable && ", i + 1,
                    excused ? "(<> abandoned) || " : "");
        if (!add_formula(exporter, watch->properties[i].formula, out)) return false;
        text_add(out, ")) }\n");
    }
    text_add(out, "#endif\n");
    return true;
}

/* Interrupts may stay away for ever: the model has no way to say so. */
static bool has_interrupts(const struct subject *subject) {
    for (uint32_t i = 0; i < subject->config->isr_count; i++)
        if (subject->isr_sources[i].times) return true;
    return false;
}

bool export_check_formulas(struct exporter *exporter) {
    static const enum osek_context_kind hooks[] = {OSEK_STARTUP_HOOK, OSEK_PRE_TASK_HOOK, OSEK_POST_TASK_HOOK};
    if (!exporter->watch->property_count || exporter->options->without_formulas) return true;
    for (size_t i = 0; i < exporter->watch->property_count; i++)
        if (has_interrupts(exporter->subject) && !ltl_observer_is_safety(&exporter->watch->properties[i].observer))
            return export_refuse(
                exporter, (struct place){"--ltl", 1, 1},
                "a formula that asks for what happens at last, where interrupts may come or stay away,");
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++)
        if (export_has_hook(exporter, hooks[i]))
            return export_refuse(exporter, (struct place){"--ltl", 1, 1},
                                 "a formula about an application with StartupHook, PreTaskHook or PostTaskHook");
    return true;
}
