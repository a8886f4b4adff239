/* Which value of a parameter does a condition demand? */
#include "ocl/check.h"

static bool mentions_parameters(const struct ocl_node *node, unsigned count) {
    if (!node) return false;
    if (node->op == OCL_OP_SLOT && node->slot < count) return true;
    for (unsigned i = 0; i < node->count; i++) {
        if (mentions_parameters(node->arguments[i], count)) return true;
    }
    return mentions_parameters(node->first, count) || mentions_parameters(node->second, count) ||
           mentions_parameters(node->third, count);
}

static bool is_parameter(const struct ocl_node *node, unsigned parameter) {
    return node->op == OCL_OP_SLOT && node->slot == parameter;
}

/* Only through conjunctions: there a false operand decides, even if the other one fails. */
static const struct ocl_node *demanded(const struct ocl_node *node, unsigned parameter, unsigned count) {
    if (node->op == OCL_OP_AND) {
        const struct ocl_node *found = demanded(node->first, parameter, count);
        return found ? found : demanded(node->second, parameter, count);
    }
    if (node->op != OCL_OP_EQUAL) return NULL;
    if (is_parameter(node->first, parameter) && !mentions_parameters(node->second, count)) return node->second;
    if (is_parameter(node->second, parameter) && !mentions_parameters(node->first, count)) return node->first;
    return NULL;
}

struct ocl_expression *ocl_demanded_value(const struct ocl_expression *condition, unsigned parameter) {
    const struct ocl_node *node = demanded(condition->root, parameter, condition->parameter_count);
    if (!node) return NULL;
    struct ocl_expression *value = arena_new_object(condition->schema->arena, struct ocl_expression);
    *value = *condition; /* the slots of locals stay where they are */
    value->root = node;
    value->place = node->place;
    value->type = node->type;
    value->parameter_count = 0;
    return value;
}
