#include "app/analysis/counts.h"

#include "app/analysis/bounds.h"

/* A count that is asked about: the instruction, which is on a way round, and the local that it counts in. */
struct count {
    const struct rounds *rounds;
    uint32_t at;
    const struct c_object *object;
};

/* ---- what is counted in ---- */

static bool is_own(const struct c_object *object) {
    return (object->storage == C_LOCAL || object->storage == C_PARAMETER) && !object->exposed &&
           object->type->kind == C_INTEGER && !object->type->is_bool;
}

static bool is_same_type(const struct c_type *one, const struct c_type *other) {
    return one->kind == other->kind && one->size == other->size && one->is_signed == other->is_signed &&
           one->is_bool == other->is_bool;
}

static bool is_set_by(const struct c_instruction *code, const struct c_object *object) {
    return code->target && code->target->kind == C_OBJECT && code->target->object == object;
}

static bool is_load_of(const struct c_expression *e, const struct c_object *object) {
    return e && e->kind == C_LOAD && e->left->kind == C_OBJECT && e->left->object == object;
}

/* Is each number of the one type one of the other? */
static bool holds_all(const struct c_type *type, const struct c_type *of) {
    if (type->kind != C_INTEGER || of->kind != C_INTEGER) return is_same_type(type, of);
    return interval_within(bounds_of_type(of), bounds_of_type(type));
}

/* The number itself. */
static const struct c_expression *without_keeping(const struct c_expression *e) {
    while (e && e->kind == C_CONVERT && holds_all(e->type, e->left->type)) e = e->left;
    return e;
}

/* A number with the same bits, as far as the counter has them. */
static const struct c_expression *low_bits(const struct count *count, const struct c_expression *e) {
    uint32_t size = count->object->type->size;
    while (e && e->kind == C_CONVERT && e->type->kind == C_INTEGER && !e->type->is_bool && e->type->size >= size)
        e = e->left;
    return e && e->type->kind == C_INTEGER && e->type->size >= size ? e : NULL;
}

/* What the temporary is set to in each round, if that is done in one place; NULL: it is none. */
static const struct c_expression *value_of_temporary(const struct count *count, const struct c_expression *e) {
    const struct c_instruction *found = NULL, *code = count->rounds->function->code;
    if (!e || e->kind != C_LOAD || e->left->kind != C_OBJECT || e->left->object->storage != C_TEMPORARY) return NULL;
    for (uint32_t i = 0; i < count->rounds->function->code_count; i++) {
        if (code[i].kind == C_CLEAR || !is_set_by(&code[i], e->left->object)) continue;
        if (found || code[i].kind != C_ASSIGN || !ends_passes_by(count->rounds, count->at, i)) return NULL;
        found = &code[i];
    }
    return found ? found->value : NULL;
}

/* The object's value, or a copy of it that was taken before. */
static bool is_value_of(const struct count *count, const struct c_expression *e) {
    e = low_bits(count, e);
    return is_load_of(e, count->object) || is_load_of(low_bits(count, value_of_temporary(count, e)), count->object);
}

static bool is_next_of(const struct count *count, const struct c_expression *e) {
    e = low_bits(count, e);
    if (!e || e->kind != C_BINARY || (e->op != C_ADD && e->op != C_SUBTRACT)) return false;
    const struct c_expression *step = c_constant(e->right);
    return step && step->integer == 1 && is_value_of(count, e->left);
}

/* Up or down. */
static bool counts(const struct count *count, const struct c_instruction *code) {
    return is_next_of(count, code->value) || is_next_of(count, value_of_temporary(count, low_bits(count, code->value)));
}

/* As it is compared: with numbers without a sign of the same size, what has one is another number, which comes_to()
 * knows. */
static const struct c_expression *as_compared(const struct c_expression *e) {
    bool turns = e->kind == C_CONVERT && e->left->type->kind == C_INTEGER && e->left->type->is_signed &&
                 !e->type->is_signed && !e->type->is_bool && e->left->type->size == e->type->size;
    return without_keeping(turns ? e->left : e);
}

/* A number that goes up or down by one with each round: what is counted in, or a copy before or behind the count. */
static bool is_count(const struct count *count, const struct c_expression *e) {
    if (e->type->kind != C_INTEGER || e->type->size < count->object->type->size) return false;
    e = as_compared(e);
    if (is_load_of(e, count->object)) return true;
    const struct c_expression *copied = value_of_temporary(count, e);
    return copied && is_same_type(e->type, count->object->type) &&
           (is_load_of(copied, count->object) || is_next_of(count, copied));
}

/* ---- what ends it ---- */

static enum c_operator opposite(enum c_operator op) {
    static const enum c_operator others[] = {
        [C_LESS] = C_GREATER_EQUAL, [C_LESS_EQUAL] = C_GREATER, [C_GREATER] = C_LESS_EQUAL,
        [C_GREATER_EQUAL] = C_LESS, [C_EQUAL] = C_NOT_EQUAL,    [C_NOT_EQUAL] = C_EQUAL};
    return others[op];
}

static enum c_operator mirrored(enum c_operator op) {
    static const enum c_operator others[] = {
        [C_LESS] = C_GREATER, [C_LESS_EQUAL] = C_GREATER_EQUAL, [C_GREATER] = C_LESS, [C_GREATER_EQUAL] = C_LESS_EQUAL,
        [C_EQUAL] = C_EQUAL,  [C_NOT_EQUAL] = C_NOT_EQUAL};
    return others[op];
}

/* Is there a number of the object's type, as one of `type`, that compares so? Counting comes to all of them. */
static bool comes_to(const struct c_object *object, const struct c_type *type, enum c_operator op, int64_t limit) {
    int64_t low = 0, high = 0, least = 0, most = 0;
    bool turns = object->type->is_signed && !type->is_signed;
    if (turns && type->size != object->type->size) return false;
    c_range_of_bits(turns ? type : object->type, object->type->size * 8, &low, &high);
    c_range_of_bits(type, type->size * 8, &least, &most);
    if (high < low || most < least || limit < least || limit > most) return false;
    switch (op) {
    case C_LESS: return low < limit;
    case C_LESS_EQUAL: return low <= limit;
    case C_GREATER: return high > limit;
    case C_GREATER_EQUAL: return high >= limit;
    case C_EQUAL: return low <= limit && limit <= high;
    default: return true;
    }
}

/* A local that keeps its value in all rounds. */
static bool is_fixed(const struct count *count, const struct c_expression *e) {
    if (!e || e->kind != C_LOAD || e->left->kind != C_OBJECT || !is_own(e->left->object)) return false;
    const struct c_function *function = count->rounds->function;
    for (uint32_t i = 0; i < function->code_count; i++)
        if (is_set_by(&function->code[i], e->left->object) && ends_is_of_one_round(count->rounds, count->at, i))
            return false;
    return true;
}

/* Whatever it is, a number of this type: `n & 7`, too. */
static bool is_one_of_type(const struct c_expression *e, const struct c_type *type) {
    if (holds_all(type, e->type)) return true;
    if (e->kind == C_CONVERT) return holds_all(e->type, e->left->type) && is_one_of_type(e->left, type);
    const struct c_expression *mask = e->kind == C_BINARY && e->op == C_BIT_AND ? c_constant(e->right) : NULL;
    int64_t least = 0, most = 0;
    c_range_of_bits(type, type->size * 8, &least, &most);
    return mask && mask->integer >= 0 && mask->integer <= most;
}

/* The same, whatever the limit is. A signed number that went beyond its type would have no value. */
static bool comes_to_any(const struct count *count, const struct c_expression *limit, enum c_operator op) {
    const struct c_object *object = count->object;
    bool is_whole = is_same_type(limit->type, object->type);
    if (!is_whole && !is_one_of_type(limit, object->type)) return false;
    if (op == C_EQUAL) return is_fixed(count, c_without_conversions(limit));
    if (is_whole && object->type->is_signed) return op != C_NOT_EQUAL;
    return op == C_GREATER_EQUAL || op == C_LESS_EQUAL;
}

/* Does counting make the condition true, or false, whatever else is in it? */
static bool comes_out(const struct count *count, const struct c_expression *e, bool wanted) {
    if (e->kind == C_AND || e->kind == C_OR)
        return wanted == (e->kind == C_OR) && (comes_out(count, e->left, wanted) || comes_out(count, e->right, wanted));
    if (e->kind == C_UNARY && e->op == C_LOGICAL_NOT) return comes_out(count, e->left, !wanted);
    if (is_count(count, e)) return comes_to(count->object, count->object->type, wanted ? C_NOT_EQUAL : C_EQUAL, 0);
    e = without_keeping(e);
    if (e->kind != C_BINARY || e->op < C_LESS || e->op > C_NOT_EQUAL) return false;
    bool is_left = is_count(count, e->left);
    if (!is_left && !is_count(count, e->right)) return false;
    const struct c_expression *limit = is_left ? e->right : e->left;
    enum c_operator op = wanted ? e->op : opposite(e->op);
    if (!is_left) op = mirrored(op);
    const struct c_expression *constant = c_constant(limit);
    return constant ? comes_to(count->object, limit->type, op, constant->integer) : comes_to_any(count, limit, op);
}

static bool leads_back(const struct rounds *rounds, uint32_t to, uint32_t branch) {
    return !rounds->out[to] && (to == branch || ends_leads(rounds, to, branch));
}

static bool ends_it(const struct count *count, uint32_t branch) {
    const struct c_instruction *code = &count->rounds->function->code[branch];
    if (code->kind != C_BRANCH || !ends_passes_by(count->rounds, count->at, branch)) return false;
    return (!leads_back(count->rounds, code->then, branch) && comes_out(count, code->value, true)) ||
           (!leads_back(count->rounds, code->otherwise, branch) && comes_out(count, code->value, false));
}

bool counts_to_an_end(const struct rounds *rounds, uint32_t at) {
    const struct c_instruction *code = rounds->function->code;
    if (code[at].kind != C_ASSIGN || code[at].target->kind != C_OBJECT || !is_own(code[at].target->object))
        return false;
    struct count count = {rounds, at, code[at].target->object};
    bool is_limited = code[at].ends_loop;
    if (!is_limited && !counts(&count, &code[at])) return false;
    for (uint32_t i = 0; i < rounds->function->code_count; i++) {
        if (!ends_is_of_one_round(rounds, at, i)) continue;
        if (i != at && is_set_by(&code[i], count.object)) return false;
        is_limited = is_limited || ends_it(&count, i);
    }
    return is_limited;
}
