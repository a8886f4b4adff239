/* Expressions as text that parses back to the same expression. Members are always written with their object, so that no
 * parameter can hide them. */
#include "ocl/check.h"

#include <inttypes.h>

/* How tightly an expression binds, loosest first; see syntax.c. */
enum level { LET, IMPLIES, XOR, OR, AND, EQUALITY, RELATION, SUM, PRODUCT, UNARY, POSTFIX };

static void print(const struct ocl_schema *schema, const struct ocl_node *node, enum level level, struct text *out);

void ocl_print_number(int64_t number, struct text *out) {
    if (number == INT64_MIN)
        text_printf(out, "-%" PRId64 " - 1", INT64_MAX);
    else
        text_printf(out, "%" PRId64, number);
}

void ocl_print_type(const struct ocl_schema *schema, struct ocl_type type, struct text *out) {
    if (type.kind == OCL_SET)
        text_printf(out, "Set(%s)", schema->classes.items[type.class_index].name);
    else if (type.kind == OCL_OBJECT)
        text_add(out, schema->classes.items[type.class_index].name);
    else
        text_add(out, ocl_type_name(schema, type));
}

static const char *infix(enum ocl_op op, enum level *level) {
    static const struct {
        enum ocl_op op;
        enum level level;
        const char *text;
    } operators[] = {{OCL_OP_IMPLIES, IMPLIES, "implies"},
                     {OCL_OP_XOR, XOR, "xor"},
                     {OCL_OP_OR, OR, "or"},
                     {OCL_OP_AND, AND, "and"},
                     {OCL_OP_EQUAL, EQUALITY, "="},
                     {OCL_OP_DIFFERENT, EQUALITY, "<>"},
                     {OCL_OP_BAG_EQUAL, EQUALITY, "="},
                     {OCL_OP_LT, RELATION, "<"},
                     {OCL_OP_BAG_DIFFERENT, EQUALITY, "<>"},
                     {OCL_OP_LE, RELATION, "<="},
                     {OCL_OP_GT, RELATION, ">"},
                     {OCL_OP_GE, RELATION, ">="},
                     {OCL_OP_ADD, SUM, "+"},
                     {OCL_OP_SUBTRACT, SUM, "-"},
                     {OCL_OP_DIFFERENCE, SUM, "-"},
                     {OCL_OP_MULTIPLY, PRODUCT, "*"},
                     {OCL_OP_DIV, PRODUCT, "div"},
                     {OCL_OP_MOD, PRODUCT, "mod"}};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        if (operators[i].op != op) continue;
        *level = operators[i].level;
        return operators[i].text;
    }
    return NULL;
}

static enum level level_of(const struct ocl_node *node) {
    enum level level;
    if (infix(node->op, &level)) return level;
    if (node->op == OCL_OP_LET) return LET;
    if (node->op == OCL_OP_NOT || node->op == OCL_OP_NEGATE) return UNARY;
    if (node->op == OCL_OP_NUMBER && node->type.kind == OCL_INTEGER && node->number < 0)
        return node->number == INT64_MIN ? SUM : UNARY;
    return POSTFIX;
}

static void print_literal(const struct ocl_node *node, struct text *out) {
    switch (node->type.kind) {
    case OCL_BOOLEAN: text_add(out, node->number ? "true" : "false"); break;
    case OCL_OBJECT: text_add(out, "null"); break;
    case OCL_SET: text_add(out, "Set{}"); break;
    default: ocl_print_number(node->number, out); break;
    }
}

static void print_call(const struct ocl_schema *schema, const struct ocl_node *node, struct text *out) {
    text_printf(out, "%s(", schema->functions.items[node->member].name);
    for (unsigned i = 0; i < node->count; i++) {
        if (i) text_add(out, ", ");
        print(schema, node->arguments[i], LET, out);
    }
    text_add(out, ")");
}

static void print_if(const struct ocl_schema *schema, const struct ocl_node *node, struct text *out) {
    text_add(out, "if ");
    print(schema, node->first, LET, out);
    text_add(out, " then ");
    print(schema, node->second, LET, out);
    text_add(out, " else ");
    print(schema, node->third, LET, out);
    text_add(out, " endif");
}

static void print_let(const struct ocl_schema *schema, const struct ocl_node *node, struct text *out) {
    text_printf(out, "let %s: ", node->name);
    ocl_print_type(schema, node->first->type, out);
    text_add(out, " = ");
    print(schema, node->first, LET, out);
    text_add(out, " in ");
    print(schema, node->second, LET, out);
}

/* first->name(...) and first.name(...) */
static void print_operation(const struct ocl_schema *schema, const struct ocl_node *node, struct text *out) {
    bool number = node->op == OCL_OP_ABS || node->op == OCL_OP_LESSER || node->op == OCL_OP_GREATER;
    print(schema, node->first, POSTFIX, out);
    if (number)
        text_printf(out, ".%s(", node->op == OCL_OP_ABS ? "abs" : node->op == OCL_OP_LESSER ? "min" : "max");
    else
        text_printf(out, "->%s(", ocl_op_name(node->op));
    if (node->name && node->second) text_printf(out, "%s | ", node->name);
    if (node->second) print(schema, node->second, LET, out);
    text_add(out, ")");
}

static void print_inside(const struct ocl_schema *schema, const struct ocl_node *node, struct text *out) {
    enum level level;
    const char *operator= infix(node->op, &level);
    if (operator) {
        print(schema, node->first, level, out); /* left-associative */
        text_printf(out, " %s ", operator);
        print(schema, node->second, level + 1, out);
        return;
    }
    switch (node->op) {
    case OCL_OP_NUMBER: print_literal(node, out); break;
    case OCL_OP_CONSTANT:
    case OCL_OP_SLOT: text_add(out, node->name); break;
    case OCL_OP_SELF: text_add(out, "self"); break;
    case OCL_OP_ALL: text_add(out, schema->classes.items[node->class_index].name); break;
    case OCL_OP_ID:
        print(schema, node->first, POSTFIX, out);
        text_add(out, ".id");
        break;
    case OCL_OP_MEMBER:
        print(schema, node->first, POSTFIX, out);
        text_printf(out, ".%s", schema->classes.items[node->class_index].members.items[node->member].name);
        break;
    case OCL_OP_STATE:
        print(schema, node->first, POSTFIX, out);
        text_printf(out, "@%s", schema->classes.items[node->class_index].states.items[node->member]);
        break;
    case OCL_OP_CALL:
    case OCL_OP_REFERENCE: print_call(schema, node, out); break;
    case OCL_OP_NOT:
    case OCL_OP_NEGATE:
        text_add(out, node->op == OCL_OP_NOT ? "not " : "-");
        print(schema, node->first, UNARY, out);
        break;
    case OCL_OP_IF: print_if(schema, node, out); break;
    case OCL_OP_LET: print_let(schema, node, out); break;
    default: print_operation(schema, node, out); break;
    }
}

static void print(const struct ocl_schema *schema, const struct ocl_node *node, enum level level, struct text *out) {
    bool brackets = level_of(node) < level;
    if (brackets) text_add(out, "(");
    print_inside(schema, node, out);
    if (brackets) text_add(out, ")");
}

void ocl_print(const struct ocl_schema *schema, const struct ocl_expression *expression, struct text *out) {
    print(schema, expression->root, LET, out);
}
