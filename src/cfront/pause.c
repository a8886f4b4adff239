#include "cfront/pause.h"

#include "cfront/build.h"
#include "cfront/types.h"

/* if (i < limit) { i = i + 1; goto this; } */
struct counting {
    const struct c_expression *variable; /* i */
    enum c_operator op;
    int64_t limit;
    int step; /* 1, -1 */
};

static bool is_own(const struct c_object *object) {
    bool is_local = object->storage == C_LOCAL || object->storage == C_PARAMETER || object->storage == C_TEMPORARY;
    return is_local && !object->exposed && object->type->kind == C_INTEGER && !object->type->is_bool;
}

/* Conversions that keep every value: a comparison looks at the variable itself. */
static bool keeps_values(const struct c_type *from, const struct c_type *to) {
    if (to->kind != C_INTEGER || to->is_bool) return false;
    return from->is_signed == to->is_signed ? to->size >= from->size : !from->is_signed && to->size > from->size;
}

/* The variable that is loaded, through conversions that keep its value; NULL: something else. */
static const struct c_expression *loaded(const struct c_expression *value) {
    const struct c_expression *inner = value;
    while (inner->kind == C_CONVERT) inner = inner->left;
    if (inner->kind != C_LOAD || inner->left->kind != C_OBJECT || !is_own(inner->left->object)) return NULL;
    for (; value != inner; value = value->left)
        if (!keeps_values(inner->type, value->type)) return NULL;
    return inner->left;
}

static bool read_condition(const struct c_expression *condition, struct counting *counting) {
    *counting = (struct counting){.variable = loaded(condition), .op = C_NOT_EQUAL};
    if (counting->variable) return true; /* while (i) */
    if (condition->kind != C_BINARY) return false;
    const struct c_expression *right = condition->right;
    counting->variable = loaded(condition->left);
    counting->op = condition->op;
    counting->limit = right->integer;
    bool is_small = right->type->kind == C_INTEGER && (right->type->is_signed || right->integer >= 0);
    return counting->variable && right->kind == C_CONSTANT && is_small;
}

/* `i + 1`, `i - 1`, as wide as C computes it and converted back. */
static bool read_step(const struct c_instruction *assignment, struct counting *counting) {
    const struct c_expression *value = assignment->value;
    if (assignment->kind != C_ASSIGN || assignment->text || assignment->target->kind != C_OBJECT) return false;
    for (; value->kind == C_CONVERT; value = value->left)
        if (!keeps_values(counting->variable->type, value->type)) return false;
    if (value->kind != C_BINARY || (value->op != C_ADD && value->op != C_SUBTRACT)) return false;
    const struct c_expression *variable = loaded(value->left);
    if (!variable || variable->object != counting->variable->object ||
        assignment->target->object != counting->variable->object)
        return false;
    if (value->right->kind != C_CONSTANT || value->right->type->kind != C_INTEGER) return false;
    counting->step = value->op == C_ADD ? 1 : -1;
    return value->right->integer == 1;
}

/* The first value for which the condition does not hold any more, from whichever one on for which it does. */
static bool find_last(const struct counting *counting, int64_t *last) {
    const struct c_type *type = counting->variable->type;
    int64_t low, high;
    type_range(type, &low, &high);
    bool is_up = counting->step > 0, is_huge = !type->is_signed && type->size == 8;
    *last = counting->limit;
    if (type->enumerators || is_huge) return false;
    switch (counting->op) {
    case C_LESS:
        if (!is_up) return false;
        break;
    case C_LESS_EQUAL:
        if (!is_up || *last == INT64_MAX) return false;
        ++*last;
        break;
    case C_GREATER:
        if (is_up) return false;
        break;
    case C_GREATER_EQUAL:
        if (is_up || *last == INT64_MIN) return false;
        --*last;
        break;
    case C_NOT_EQUAL: /* signed ones may begin on the other side */
        if (is_up || type->is_signed || *last != 0) return false;
        break;
    default: return false;
    }
    return *last >= low && *last <= high;
}

static bool leads_to(const struct c_instruction *instruction, uint32_t at) {
    bool jumps = instruction->kind == C_JUMP || instruction->kind == C_BRANCH;
    return jumps && (instruction->then == at || (instruction->kind == C_BRANCH && instruction->otherwise == at));
}

/* Does anything but the loop itself lead into it behind its head? */
static bool is_entered(const struct c_instruction *code, uint32_t count, uint32_t head) {
    for (uint32_t i = 0; i < count; i++)
        if (i != head && (leads_to(&code[i], head + 1) || leads_to(&code[i], head + 2))) return true;
    return false;
}

void pause_shorten(struct front *front, struct c_instruction *code, uint32_t count) {
    for (uint32_t head = 0; head + 2 < count; head++) {
        struct c_instruction *assignment = &code[head + 1];
        struct counting counting;
        int64_t last;
        if (code[head].kind != C_BRANCH || code[head].then != head + 1 || code[head + 2].kind != C_JUMP ||
            code[head + 2].then != head || code[head].otherwise == head + 2)
            continue;
        if (!read_condition(code[head].value, &counting) || !read_step(assignment, &counting) ||
            !find_last(&counting, &last) || is_entered(code, count, head))
            continue;
        assignment->value = build_integer(front, counting.variable->type, last, assignment->value->place);
    }
}
