#include "env/check_story.h"

#include "env/compose.h"
#include "ocl/node.h"

#include <inttypes.h>
#include <string.h>

/* Why an expression does not have the truth value that is wanted: down through what connects its parts to the part that
 * makes it so. A part is evaluated as an expression of its own, whose parameters are all slots of the frame around it.
 */
struct frame {
    const struct ocl_world *world;
    unsigned self;
    int self_class;
    unsigned slots;
    int64_t values[OCL_MAX_SLOTS];
    struct text *out;
};

static bool evaluate(const struct frame *frame, const struct ocl_node *node, int64_t *value) {
    struct ocl_expression expression = ocl_part(node, frame->slots, frame->self_class);
    struct ocl_value result;
    const char *error;
    if (node->type.kind == OCL_INTEGERS) return false;
    if (!ocl_evaluate(&expression, frame->world, frame->self, frame->values, &result, &error)) return false;
    *value = node->type.kind == OCL_SET ? (int64_t)result.set : result.number;
    return true;
}

static bool is(const struct frame *frame, const struct ocl_node *node, bool truth) {
    int64_t value;
    return evaluate(frame, node, &value) && (value != 0) == truth;
}

/* A reference function with its arguments' values; anything else as it is written. */
static void name_part(const struct frame *frame, const struct ocl_node *node) {
    if (node->op == OCL_OP_REFERENCE) {
        text_printf(frame->out, "%s(", frame->world->schema->functions.items[node->member].name);
        for (unsigned i = 0; i < node->count; i++) {
            int64_t value = 0;
            evaluate(frame, node->arguments[i], &value);
            text_printf(frame->out, "%s%" PRId64, i ? "," : "", value);
        }
        text_add_char(frame->out, ')');
        return;
    }
    struct ocl_expression expression = ocl_part(node, frame->slots, frame->self_class);
    ocl_print(frame->world->schema, &expression, frame->out);
}

static void add_value(const struct frame *frame, const struct ocl_node *node, int64_t value) {
    env_value_print(frame->world->schema, node->type, value, frame->out);
}

static bool asks(const struct frame *frame, const struct ocl_node *node) {
    return ocl_depends_on(frame->world->schema, node).references;
}

/* What the design answers inside a part, where the part is not such an answer itself: " (GetTurn() is 2)". */
static void add_answers(const struct frame *frame, const struct ocl_node *node, const char **separator) {
    int64_t value;
    if (!node || (node->op >= OCL_OP_EXISTS && node->op <= OCL_OP_COLLECT_SET)) return;
    if (node->op == OCL_OP_REFERENCE && evaluate(frame, node, &value)) {
        text_add(frame->out, *separator);
        *separator = ", ";
        name_part(frame, node);
        text_printf(frame->out, " is %" PRId64, value);
        return;
    }
    add_answers(frame, node->first, separator);
    add_answers(frame, node->second, separator);
    add_answers(frame, node->third, separator);
}

static void add_all_answers(const struct frame *frame, const struct ocl_node *node) {
    const char *separator = " (";
    if (node->op != OCL_OP_REFERENCE) add_answers(frame, node, &separator);
    if (*separator == ',') text_add_char(frame->out, ')');
}

static void explain(const struct frame *frame, const struct ocl_node *node, bool wanted);

/* Of two truth values, the one that the design does not decide says what the other should be. */
static bool explain_truths(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    bool equal = (node->op == OCL_OP_EQUAL) == wanted;
    const struct ocl_node *actual = asks(frame, node->first) ? node->first : node->second;
    const struct ocl_node *expected = actual == node->first ? node->second : node->first;
    int64_t value;
    if (asks(frame, expected) || !evaluate(frame, expected, &value)) return false;
    explain(frame, actual, (value != 0) == equal);
    return true;
}

static const char *relation_of(enum ocl_op op, bool wanted) {
    switch (op) {
    case OCL_OP_EQUAL: return wanted ? "" : "not ";
    case OCL_OP_DIFFERENT: return wanted ? "not " : "";
    case OCL_OP_LT: return wanted ? "less than " : "at least ";
    case OCL_OP_LE: return wanted ? "at most " : "more than ";
    case OCL_OP_GT: return wanted ? "more than " : "at most ";
    default: return wanted ? "at least " : "less than ";
    }
}

static enum ocl_op mirrored(enum ocl_op op) {
    switch (op) {
    case OCL_OP_LT: return OCL_OP_GT;
    case OCL_OP_LE: return OCL_OP_GE;
    case OCL_OP_GT: return OCL_OP_LT;
    case OCL_OP_GE: return OCL_OP_LE;
    default: return op;
    }
}

/* "GetTaskDpr(1) is 3, expected 4": of the side that asks the design, if only one does. */
static bool explain_comparison(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    const struct ocl_node *actual = node->first, *expected = node->second;
    enum ocl_op op = node->op;
    int64_t actual_value, expected_value;
    if (actual->type.kind == OCL_BOOLEAN) return explain_truths(frame, node, wanted);
    if (!asks(frame, actual) && asks(frame, expected)) {
        actual = node->second;
        expected = node->first;
        op = mirrored(op);
    }
    if (!evaluate(frame, actual, &actual_value) || !evaluate(frame, expected, &expected_value)) return false;
    name_part(frame, actual);
    text_add(frame->out, " is ");
    add_value(frame, actual, actual_value);
    text_printf(frame->out, ", expected %s", relation_of(op, wanted));
    add_value(frame, expected, expected_value);
    add_all_answers(frame, actual);
    return true;
}

/* The body for the first object that decides: one for which a forAll() is false, or an exists() true. */
static bool explain_iteration(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    int64_t set;
    if (wanted != (node->op == OCL_OP_FOR_ALL) || !evaluate(frame, node->first, &set)) return false;
    struct frame inner = *frame;
    for (uint64_t left = (uint64_t)set; left; left &= left - 1) {
        inner.values[node->slot] = __builtin_ctzll(left);
        if (!is(&inner, node->second, !wanted)) continue;
        text_printf(frame->out, "for %s%d: ", frame->world->schema->classes.items[node->class_index].name,
                    __builtin_ctzll(left) + 1);
        explain(&inner, node->second, wanted);
        return true;
    }
    return false;
}

static bool explain_call(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    const struct ocl_expression *body = frame->world->schema->functions.items[node->member].body;
    struct frame inner = {.world = frame->world, .self_class = -1, .slots = body->slots, .out = frame->out};
    for (unsigned i = 0; i < node->count; i++)
        if (!evaluate(frame, node->arguments[i], &inner.values[i])) return false;
    explain(&inner, body->root, wanted);
    return true;
}

/* The operand that spoils it: of a conjunction that should be true the first that is false, and so on. Where it takes
 * both operands, there is no one to blame. */
static bool explain_connective(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    bool first_truth = node->op == OCL_OP_AND || node->op == OCL_OP_OR ? wanted : !wanted;
    if (node->op == OCL_OP_IMPLIES && wanted) {
        explain(frame, node->second, true);
        return true;
    }
    if (wanted != (node->op == OCL_OP_AND)) return false;
    bool first = is(frame, node->first, !first_truth);
    explain(frame, first ? node->first : node->second, first ? first_truth : wanted);
    return true;
}

static bool explain_inside(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    struct frame inner = *frame;
    int64_t value;
    switch (node->op) {
    case OCL_OP_NOT: explain(frame, node->first, !wanted); return true;
    case OCL_OP_AND:
    case OCL_OP_OR:
    case OCL_OP_IMPLIES: return explain_connective(frame, node, wanted);
    case OCL_OP_IF:
        if (!evaluate(frame, node->first, &value)) return false;
        explain(frame, value ? node->second : node->third, wanted);
        return true;
    case OCL_OP_LET:
        if (!evaluate(frame, node->first, &inner.values[node->slot])) return false;
        explain(&inner, node->second, wanted);
        return true;
    case OCL_OP_EXISTS:
    case OCL_OP_FOR_ALL: return explain_iteration(frame, node, wanted);
    case OCL_OP_CALL: return explain_call(frame, node, wanted);
    case OCL_OP_EQUAL:
    case OCL_OP_DIFFERENT:
    case OCL_OP_LT:
    case OCL_OP_LE:
    case OCL_OP_GT:
    case OCL_OP_GE: return explain_comparison(frame, node, wanted);
    default: return false;
    }
}

static void explain(const struct frame *frame, const struct ocl_node *node, bool wanted) {
    if (explain_inside(frame, node, wanted)) return;
    text_add_char(frame->out, '`');
    name_part(frame, node);
    text_printf(frame->out, "` is %s", wanted ? "false" : "true");
    add_all_answers(frame, node);
}

void env_explain(const struct ocl_expression *expression, const struct ocl_world *world, unsigned self,
                 struct text *out) {
    struct frame frame = {
        .world = world, .self = self, .self_class = expression->self_class, .slots = expression->slots, .out = out};
    explain(&frame, expression->root, true);
}
