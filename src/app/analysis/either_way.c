#include "app/analysis/either_way.h"

struct asking {
    const struct c_function *function;
    const bool *is_entered; /* by instruction: from elsewhere than the one before it */
};

static const struct c_object *object_of(const struct c_expression *e) {
    return e->kind == C_LOAD && e->left->kind == C_OBJECT ? e->left->object : NULL;
}

static bool ends_stretch(const struct c_instruction *code) {
    return code->kind == C_BRANCH || code->kind == C_JUMP || code->kind == C_RETURN || code->kind == C_CALL ||
           code->kind == C_SERVICE;
}

/* The instruction that gave this variable its value, in the same stretch of code; UINT32_MAX: it is not known. */
static uint32_t giver(const struct asking *asking, const struct c_object *object, uint32_t before) {
    if (object->exposed || object->is_volatile || c_has_address(object)) return UINT32_MAX;
    for (uint32_t i = before; i-- > 0 && !asking->is_entered[i + 1];) {
        const struct c_instruction *code = &asking->function->code[i];
        if (ends_stretch(code)) break;
        if (code->target && c_root(code->target)->object == object)
            return code->target->kind == C_OBJECT ? i : UINT32_MAX;
    }
    return UINT32_MAX;
}

static bool mentions(const struct c_expression *e, const struct c_object *object) {
    if (!e) return false;
    if (e->kind == C_DEREFERENCE || (e->kind == C_OBJECT && e->object == object)) return true;
    return mentions(e->left, object) || mentions(e->right, object) || mentions(e->third, object);
}

/* Of what is written from the choice on. */
static bool is_apart(const struct asking *asking, const struct c_expression *e, uint32_t choice, uint32_t before) {
    for (uint32_t i = choice; i < before; i++) {
        const struct c_expression *target = asking->function->code[i].target;
        if (target && mentions(e, c_root(target)->object)) return false;
    }
    return true;
}

static bool is_all_of(const struct c_instruction *choice) {
    const struct c_expression *low = c_constant(choice->value), *high = c_constant(choice->other);
    const struct c_type *type = choice->target->type;
    unsigned bits = type->size * 8;
    if (type->kind != C_INTEGER || type->is_bool || type->is_signed || !low || !high) return false;
    return low->integer == 0 && (bits > 63 ? high->integer == -1 : high->integer == ((int64_t)1 << bits) - 1);
}

/* Does it take every value of its type, by what is chosen, whatever the rest is? `*choice`: where it is chosen. */
static bool is_free(const struct asking *asking, const struct c_expression *e, uint32_t before, uint32_t *choice) {
    const struct c_object *object = object_of(e);
    if (e->type->kind != C_INTEGER || e->type->is_signed || e->type->is_bool) return false;
    if (object) {
        uint32_t at = giver(asking, object, before);
        if (at == UINT32_MAX) return false;
        const struct c_instruction *code = &asking->function->code[at];
        *choice = at;
        if (code->kind == C_CHOOSE) return is_all_of(code);
        return code->kind == C_ASSIGN && code->value->type->size == e->type->size &&
               is_free(asking, code->value, at, choice);
    }
    if (e->kind == C_CONVERT) return e->left->type->size >= e->type->size && is_free(asking, e->left, before, choice);
    if (e->kind == C_UNARY && (e->op == C_NOT || e->op == C_NEGATE)) return is_free(asking, e->left, before, choice);
    bool keeps = e->kind == C_BINARY && (e->op == C_ADD || e->op == C_SUBTRACT || e->op == C_BIT_XOR);
    if (!keeps) return false;
    if (is_free(asking, e->left, before, choice)) return is_apart(asking, e->right, *choice, before);
    return is_free(asking, e->right, before, choice) && is_apart(asking, e->left, *choice, before);
}

/* Not the smallest and not the largest: there are numbers on both sides. */
static bool is_amid(const struct c_expression *e) {
    const struct c_expression *constant = c_constant(e);
    unsigned bits = e->type->size * 8;
    uint64_t most = bits > 63 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    return constant && constant->integer != 0 && (uint64_t)constant->integer < most;
}

static bool goes(const struct asking *asking, const struct c_expression *e, uint32_t branch) {
    uint32_t choice = 0;
    while (e->kind == C_UNARY && e->op == C_LOGICAL_NOT) e = e->left;
    if (e->kind == C_CONVERT && e->left->type->size <= e->type->size) return goes(asking, e->left, branch);
    if (e->kind != C_BINARY) return is_free(asking, e, branch, &choice);
    bool is_equality = e->op == C_EQUAL || e->op == C_NOT_EQUAL;
    bool is_order = e->op == C_LESS || e->op == C_LESS_EQUAL || e->op == C_GREATER || e->op == C_GREATER_EQUAL;
    for (unsigned side = 0; (is_equality || is_order) && side < 2; side++) {
        const struct c_expression *one = side ? e->right : e->left, *other = side ? e->left : e->right;
        if (is_free(asking, one, branch, &choice))
            return is_equality ? is_apart(asking, other, choice, branch) : is_amid(other);
    }
    return is_free(asking, e, branch, &choice);
}

bool either_way_goes(const struct c_function *function, uint32_t branch) {
    struct arena *own = arena_new();
    bool *is_entered = arena_new_array(own, bool, function->code_count + 2);
    for (uint32_t i = 0; i < function->code_count; i++) {
        struct c_next next = c_next(function->code, i);
        for (uint32_t n = 0; n < next.count; n++)
            if (next.list[n] != i + 1) is_entered[next.list[n]] = true;
    }
    bool goes_either_way = goes(&(struct asking){function, is_entered}, function->code[branch].value, branch);
    arena_free(own);
    return goes_either_way;
}
