#include "env/check_story.h"

#include "env/compose.h"
#include "ocl/node.h"

#include <inttypes.h>
#include <string.h>

/* Why an expression is false: down through what connects its parts to the part that makes it so. A part is evaluated as
 * an expression of its own, whose parameters are all slots of the frame around it. */
struct frame {
    const struct ocl_world *world;
    unsigned self;
    int self_class;
    unsigned slots;
    int64_t values[OCL_MAX_SLOTS];
    struct text *out;
};

static struct ocl_expression part(const struct frame *frame, const struct ocl_node *node) {
    return (struct ocl_expression){.root = node,
                                   .place = node->place,
                                   .type = node->type,
                                   .slots = frame->slots,
                                   .parameter_count = frame->slots,
                                   .self_class = frame->self_class};
}

static bool evaluate(const struct frame *frame, const struct ocl_node *node, int64_t *value) {
    struct ocl_expression expression = part(frame, node);
    struct ocl_value result;
    const char *error;
    if (node->type.kind == OCL_INTEGERS) return false;
    if (!ocl_evaluate(&expression, frame->world, frame->self, frame->values, &result, &error)) return false;
    *value = node->type.kind == OCL_SET ? (int64_t)result.set : result.number;
    return true;
}

static bool is_false(const struct frame *frame, const struct ocl_node *node) {
    int64_t value;
    return evaluate(frame, node, &value) && !value;
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
    struct ocl_expression expression = part(frame, node);
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

/* "GetTaskDpr(1) is 3, expected 4": of the side that asks the design, if only one does. */
static bool explain_comparison(const struct frame *frame, const struct ocl_node *node) {
    const struct ocl_node *actual = node->first, *expected = node->second;
    const char *relation = "";
    int64_t actual_value, expected_value;
    if (!evaluate(frame, actual, &actual_value) || !evaluate(frame, expected, &expected_value)) return false;
    if (!asks(frame, actual) && asks(frame, expected) && (node->op == OCL_OP_EQUAL || node->op == OCL_OP_DIFFERENT)) {
        const struct ocl_node *other = actual;
        int64_t value = actual_value;
        actual = expected, expected = other;
        actual_value = expected_value, expected_value = value;
    }
    switch (node->op) {
    case OCL_OP_DIFFERENT: relation = "not "; break;
    case OCL_OP_LT: relation = "less than "; break;
    case OCL_OP_LE: relation = "at most "; break;
    case OCL_OP_GT: relation = "more than "; break;
    case OCL_OP_GE: relation = "at least "; break;
    default: break;
    }
    name_part(frame, actual);
    text_add(frame->out, " is ");
    add_value(frame, actual, actual_value);
    text_printf(frame->out, ", expected %s", relation);
    add_value(frame, expected, expected_value);
    add_all_answers(frame, actual);
    return true;
}

static void explain(const struct frame *frame, const struct ocl_node *node);

/* The body for the first object for which it is false. */
static bool explain_for_all(const struct frame *frame, const struct ocl_node *node) {
    int64_t set;
    if (!evaluate(frame, node->first, &set)) return false;
    struct frame inner = *frame;
    for (uint64_t left = (uint64_t)set; left; left &= left - 1) {
        inner.values[node->slot] = __builtin_ctzll(left);
        if (!is_false(&inner, node->second)) continue;
        text_printf(frame->out, "for %s%d: ", frame->world->schema->classes.items[node->class_index].name,
                    __builtin_ctzll(left) + 1);
        explain(&inner, node->second);
        return true;
    }
    return false;
}

static bool explain_call(const struct frame *frame, const struct ocl_node *node) {
    const struct ocl_expression *body = frame->world->schema->functions.items[node->member].body;
    struct frame inner = {.world = frame->world, .self_class = -1, .slots = body->slots, .out = frame->out};
    for (unsigned i = 0; i < node->count; i++)
        if (!evaluate(frame, node->arguments[i], &inner.values[i])) return false;
    explain(&inner, body->root);
    return true;
}

static bool explain_inside(const struct frame *frame, const struct ocl_node *node) {
    struct frame inner = *frame;
    int64_t value;
    switch (node->op) {
    case OCL_OP_AND: explain(frame, is_false(frame, node->first) ? node->first : node->second); return true;
    case OCL_OP_IMPLIES: explain(frame, node->second); return true;
    case OCL_OP_IF:
        if (!evaluate(frame, node->first, &value)) return false;
        explain(frame, value ? node->second : node->third);
        return true;
    case OCL_OP_LET:
        if (!evaluate(frame, node->first, &inner.values[node->slot])) return false;
        explain(&inner, node->second);
        return true;
    case OCL_OP_FOR_ALL: return explain_for_all(frame, node);
    case OCL_OP_CALL: return explain_call(frame, node);
    case OCL_OP_EQUAL:
    case OCL_OP_DIFFERENT:
    case OCL_OP_LT:
    case OCL_OP_LE:
    case OCL_OP_GT:
    case OCL_OP_GE: return explain_comparison(frame, node);
    default: return false;
    }
}

static void explain(const struct frame *frame, const struct ocl_node *node) {
    if (explain_inside(frame, node)) return;
    text_add_char(frame->out, '`');
    name_part(frame, node);
    text_add(frame->out, "` is false");
    add_all_answers(frame, node);
}

void env_explain(const struct ocl_expression *expression, const struct ocl_world *world, unsigned self,
                 struct text *out) {
    struct frame frame = {
        .world = world, .self = self, .self_class = expression->self_class, .slots = expression->slots, .out = out};
    explain(&frame, expression->root);
}
