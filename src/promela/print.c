/* Expressions and basic statements as text, with the parentheses that the levels of operators need and no others. */
#include "promela/print.h"

#include "promela/walk.h"

static const char *const operator_texts[] = {
    [OP_ADD] = "+",         [OP_SUBTRACT] = "-",
    [OP_MULTIPLY] = "*",    [OP_DIVIDE] = "/",
    [OP_MODULO] = "%",      [OP_BIT_AND] = "&",
    [OP_BIT_OR] = "|",      [OP_BIT_XOR] = "^",
    [OP_SHIFT_LEFT] = "<<", [OP_SHIFT_RIGHT] = ">>",
    [OP_LESS] = "<",        [OP_LESS_EQUAL] = "<=",
    [OP_GREATER] = ">",     [OP_GREATER_EQUAL] = ">=",
    [OP_EQUAL] = "==",      [OP_NOT_EQUAL] = "!=",
    [OP_AND] = "&&",        [OP_OR] = "||",
    [OP_IMPLIES] = "->",    [OP_EQUIVALENT] = "<->",
    [OP_NEGATE] = "-",      [OP_COMPLEMENT] = "~",
    [OP_NOT] = "!",
};

static bool begins_with_minus(const struct expression *expression) {
    return (expression->kind == EXPR_UNARY && expression->op == OP_NEGATE) ||
           (expression->kind == EXPR_NUMBER && expression->value < 0);
}

/* How tightly an operator binds: as in C. 0 for those of formulas, which always come in parentheses. */
static int level_of(enum operator_kind op) {
    switch (op) {
    case OP_OR: return 1;
    case OP_AND: return 2;
    case OP_BIT_OR: return 3;
    case OP_BIT_XOR: return 4;
    case OP_BIT_AND: return 5;
    case OP_EQUAL:
    case OP_NOT_EQUAL: return 6;
    case OP_LESS:
    case OP_LESS_EQUAL:
    case OP_GREATER:
    case OP_GREATER_EQUAL: return 7;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT: return 8;
    case OP_ADD:
    case OP_SUBTRACT: return 9;
    case OP_MULTIPLY:
    case OP_DIVIDE:
    case OP_MODULO: return 10;
    default: return 0;
    }
}

static void print_in_parentheses(const struct expression *expression, bool parentheses, struct text *out) {
    if (parentheses) text_add_char(out, '(');
    print_expression(expression, out);
    if (parentheses) text_add_char(out, ')');
}

/* As an operand of something that binds at `level`. Operators of formulas bring their own parentheses. */
static void print_operand(const struct expression *operand, int level, struct text *out) {
    bool loose = operand->kind == EXPR_BINARY && level_of(operand->op) > 0 && level_of(operand->op) < level;
    print_in_parentheses(operand, loose, out);
}

static void print_binary(const struct expression *expression, const char *operator, struct text * out) {
    int level = expression->kind == EXPR_BINARY ? level_of(expression->op) : 0;
    if (!level) text_add_char(out, '(');
    print_operand(expression->left, level ? level : 11, out);
    text_printf(out, " %s ", operator);
    print_operand(expression->right, level ? level + 1 : 11, out);
    if (!level) text_add_char(out, ')');
}

static void print_prefixed(const char *operator, const struct expression * operand, struct text *out) {
    bool bare = operand->kind != EXPR_UNARY && !begins_with_minus(operand) &&
                !(operand->kind == EXPR_BINARY && level_of(operand->op) > 0);
    text_add(out, operator);
    print_in_parentheses(operand, !bare, out);
}

static void print_temporal(const char *operator, const struct expression * operand, struct text *out) {
    text_printf(out, "%s (", operator);
    print_expression(operand, out);
    text_add_char(out, ')');
}

void print_reference(const struct reference *reference, struct text *out) {
    for (; reference; reference = reference->field) {
        text_add(out, reference->variable->unique_name);
        if (reference->index) {
            text_add_char(out, '[');
            print_expression(reference->index, out);
            text_add_char(out, ']');
        }
        if (reference->field) text_add_char(out, '.');
    }
}

static void print_list(struct expression *const *items, size_t count, struct text *out) {
    for (size_t i = 0; i < count; i++) {
        if (i) text_add_char(out, ',');
        print_expression(items[i], out);
    }
}

static void print_field(const struct receive_field *field, struct text *out) {
    switch (field->kind) {
    case RECEIVE_DROP: text_add_char(out, '_'); break;
    case RECEIVE_STORE: print_reference(field->target, out); break;
    case RECEIVE_MATCH:
        if (field->is_eval) text_add(out, "eval(");
        print_expression(field->match, out);
        if (field->is_eval) text_add_char(out, ')');
        break;
    }
}

static void print_receive(const struct receive *receive, const char *open, const char *close, struct text *out) {
    print_reference(receive->channel, out);
    text_add(out, receive->random ? "??" : "?");
    text_add(out, open);
    for (size_t i = 0; i < receive->fields.count; i++) {
        if (i) text_add_char(out, ',');
        print_field(&receive->fields.items[i], out);
    }
    text_add(out, close);
}

static void print_call(const char *name, const struct expression *expression, struct text *out) {
    text_printf(out, "%s(", name);
    if (expression->reference)
        print_reference(expression->reference, out);
    else
        print_expression(expression->left, out);
    text_add_char(out, ')');
}

static void print_run(const struct expression *expression, struct text *out) {
    text_printf(out, "run %s(", expression->proctype->name);
    print_list(expression->arguments.items, expression->arguments.count, out);
    text_add_char(out, ')');
    if (expression->left) text_printf(out, " priority %d", expression->left->value);
}

static void print_remote(const struct expression *expression, struct text *out) {
    text_add(out, expression->proctype->name);
    if (expression->left) {
        text_add_char(out, '[');
        print_expression(expression->left, out);
        text_add_char(out, ']');
    }
    if (expression->kind == EXPR_REMOTE_LABEL) {
        text_printf(out, "@%s", expression->label);
    } else {
        text_add_char(out, ':');
        print_reference(expression->reference, out);
    }
}

static void print_c(const char *keyword, const char *assertion, const char *code, struct text *out) {
    text_add(out, keyword);
    if (assertion) text_printf(out, " [%s]", assertion);
    text_printf(out, " {%s}", code);
}

static void print_conditional(const struct expression *expression, struct text *out) {
    text_add_char(out, '(');
    print_expression(expression->left, out);
    text_add(out, " -> ");
    print_expression(expression->right, out);
    text_add(out, " : ");
    print_expression(expression->third, out);
    text_add_char(out, ')');
}

void print_expression(const struct expression *expression, struct text *out) {
    switch (expression->kind) {
    case EXPR_NUMBER:
        if (expression->mtype_name)
            text_add(out, expression->mtype_name);
        else
            text_printf(out, "%d", expression->value);
        break;
    case EXPR_REFERENCE: print_reference(expression->reference, out); break;
    case EXPR_UNARY: print_prefixed(operator_texts[expression->op], expression->left, out); break;
    case EXPR_BINARY: print_binary(expression, operator_texts[expression->op], out); break;
    case EXPR_CONDITIONAL: print_conditional(expression, out); break;
    case EXPR_RUN: print_run(expression, out); break;
    case EXPR_LEN: print_call("len", expression, out); break;
    case EXPR_EMPTY: print_call("empty", expression, out); break;
    case EXPR_NEMPTY: print_call("nempty", expression, out); break;
    case EXPR_FULL: print_call("full", expression, out); break;
    case EXPR_NFULL: print_call("nfull", expression, out); break;
    case EXPR_ENABLED: print_call("enabled", expression, out); break;
    case EXPR_PC_VALUE: print_call("pc_value", expression, out); break;
    case EXPR_GET_PRIORITY: print_call("get_priority", expression, out); break;
    case EXPR_POLL: print_receive(expression->receive, "[", "]", out); break;
    case EXPR_PID: text_add(out, "_pid"); break;
    case EXPR_NR_PR: text_add(out, "_nr_pr"); break;
    case EXPR_LAST: text_add(out, "_last"); break;
    case EXPR_PRIORITY: text_add(out, "_priority"); break;
    case EXPR_NP: text_add(out, "np_"); break;
    case EXPR_TIMEOUT: text_add(out, "timeout"); break;
    case EXPR_ELSE: text_add(out, "else"); break;
    case EXPR_ANY: text_add(out, "_"); break;
    case EXPR_REMOTE_LABEL:
    case EXPR_REMOTE_VARIABLE: print_remote(expression, out); break;
    case EXPR_C: print_c("c_expr", expression->c_assertion, expression->text, out); break;
    case EXPR_ALWAYS: print_temporal("[]", expression->left, out); break;
    case EXPR_EVENTUALLY: print_temporal("<>", expression->left, out); break;
    case EXPR_NEXT: print_temporal("X", expression->left, out); break;
    case EXPR_UNTIL: print_binary(expression, "U", out); break;
    case EXPR_WEAK_UNTIL: print_binary(expression, "W", out); break;
    case EXPR_RELEASE: print_binary(expression, "V", out); break;
    }
}

static void print_quoted(const char *text, struct text *out) {
    text_add_char(out, '"');
    for (; *text; text++) {
        switch (*text) {
        case '\n': text_add(out, "\\n"); break;
        case '\t': text_add(out, "\\t"); break;
        case '\r': text_add(out, "\\r"); break;
        case '\f': text_add(out, "\\f"); break;
        case '\a': text_add(out, "\\a"); break;
        case '\b': text_add(out, "\\b"); break;
        case '\v': text_add(out, "\\v"); break;
        case '"': text_add(out, "\\\""); break;
        case '\\': text_add(out, "\\\\"); break;
        default: text_add_char(out, *text); break;
        }
    }
    text_add_char(out, '"');
}

static void print_condition(const struct expression *expression, struct text *out) {
    bool skips = expression->kind == EXPR_NUMBER && expression->value == 1 && !expression->mtype_name;
    if (skips)
        text_add(out, "skip");
    else
        print_in_parentheses(
            expression,
            expression->kind == EXPR_POLL || (expression->kind == EXPR_NUMBER && !begins_with_minus(expression)), out);
}

static bool is_truth_value(const struct expression *expression) {
    return expression->kind == EXPR_NUMBER && !expression->mtype_name &&
           (expression->value == 0 || expression->value == 1);
}

static void print_assignment(const struct statement *statement, struct text *out) {
    print_reference(statement->target, out);
    text_add(out, " = ");
    if (walk_last_variable(statement->target)->type.kind == TYPE_BOOL && is_truth_value(statement->expression))
        text_add(out, statement->expression->value ? "true" : "false");
    else
        print_expression(statement->expression, out);
}

static void print_printf(const struct statement *statement, struct text *out) {
    text_add(out, "printf(");
    print_quoted(statement->text, out);
    if (statement->arguments.count) text_add_char(out, ',');
    print_list(statement->arguments.items, statement->arguments.count, out);
    text_add_char(out, ')');
}

static void print_channels(const char *keyword, const struct statement *statement, struct text *out) {
    text_add(out, keyword);
    for (size_t i = 0; i < statement->channels.count; i++) {
        text_add(out, i ? ", " : " ");
        print_reference(statement->channels.items[i], out);
    }
}

static void print_in_parens(const char *keyword, const struct expression *expression, struct text *out) {
    text_printf(out, "%s(", keyword);
    print_expression(expression, out);
    text_add_char(out, ')');
}

void print_statement(const struct statement *statement, struct text *out) {
    switch (statement->kind) {
    case STATEMENT_EXPRESSION: print_condition(statement->expression, out); break;
    case STATEMENT_ASSIGN: print_assignment(statement, out); break;
    case STATEMENT_SEND:
        print_reference(statement->channel, out);
        text_add(out, statement->sorted ? "!!" : "!");
        print_list(statement->arguments.items, statement->arguments.count, out);
        break;
    case STATEMENT_RECEIVE:
        print_receive(statement->receive, statement->receive->peek ? "<" : "", statement->receive->peek ? ">" : "",
                      out);
        break;
    case STATEMENT_PRINTF: print_printf(statement, out); break;
    case STATEMENT_PRINTM: print_in_parens("printm", statement->expression, out); break;
    case STATEMENT_ASSERT: print_in_parens("assert", statement->expression, out); break;
    case STATEMENT_IF: text_add(out, "if"); break;
    case STATEMENT_DO: text_add(out, "do"); break;
    case STATEMENT_ATOMIC: text_add(out, "atomic"); break;
    case STATEMENT_D_STEP: text_add(out, "d_step"); break;
    case STATEMENT_BLOCK: text_add(out, "{"); break;
    case STATEMENT_UNLESS: text_add(out, "unless"); break;
    case STATEMENT_GOTO: text_printf(out, "goto %s", statement->target_label->name); break;
    case STATEMENT_BREAK: text_add(out, "break"); break;
    case STATEMENT_EXCLUSIVE_RECEIVE: print_channels("xr", statement, out); break;
    case STATEMENT_EXCLUSIVE_SEND: print_channels("xs", statement, out); break;
    case STATEMENT_SET_PRIORITY:
        if (statement->cuts) {
            text_add(out, "_priority = ");
            print_expression(statement->arguments.items[1], out);
            break;
        }
        text_add(out, "set_priority(");
        print_list(statement->arguments.items, statement->arguments.count, out);
        text_add_char(out, ')');
        break;
    case STATEMENT_C_CODE: print_c("c_code", statement->c_assertion, statement->text, out); break;
    }
}
