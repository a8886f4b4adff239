#include "app/analysis/unsequenced.h"

#include "app/analysis/points.h"
#include "cfront/ir/walk.h"

#include <string.h>

/* ---- what an operand does by itself ---- */

struct access {
    const struct c_expression *place;
    bool writes;
};

struct accesses {
    VEC(struct access) list;
};

static void add(struct accesses *accesses, const struct c_expression *place, bool writes) {
    if (!c_is_temporary(place)) vec_push(&accesses->list, (struct access){place, writes});
}

static void add_read(void *context, const struct c_expression *e) {
    if (e->kind == C_LOAD) add(context, e->left, false);
}

static void collect(struct accesses *accesses, const struct c_operand *operand) {
    for (uint32_t i = 0; i < operand->code_count; i++) {
        const struct c_instruction *instruction = &operand->code[i];
        walk_instruction(instruction, add_read, accesses);
        if (instruction->target && instruction->kind != C_CLEAR) add(accesses, instruction->target, true);
    }
}

/* ---- where two of them meet ---- */

enum relation { APART, SAME, PERHAPS };

static bool is_same_value(const struct c_expression *a, const struct c_expression *b) {
    if (!a || !b) return a == b;
    if (a->kind != b->kind) return false;
    if (a->kind == C_OBJECT) return a->object == b->object;
    if (a->kind == C_CONSTANT) return a->integer == b->integer;
    return (a->kind == C_LOAD || a->kind == C_DEREFERENCE || a->kind == C_CONVERT) && is_same_value(a->left, b->left);
}

static enum relation relate(const struct c_expression *a, const struct c_expression *b);

/* Members of the same name are of one structure; others lie beside each other, but in a union. */
static enum relation relate_members(const struct c_expression *a, const struct c_expression *b) {
    enum relation whole = relate(a->left, b->left);
    if (whole == APART || a->field == b->field) return whole;
    return a->left->type->is_union || b->left->type->is_union ? PERHAPS : APART;
}

static enum relation relate_elements(const struct c_expression *a, const struct c_expression *b) {
    enum relation whole = relate(a->left, b->left);
    const struct c_expression *left = c_constant(a->right), *right = c_constant(b->right);
    if (whole != SAME) return whole;
    if (!left || !right) return is_same_value(a->right, b->right) ? SAME : PERHAPS;
    return left->integer == right->integer ? SAME : APART;
}

static enum relation relate(const struct c_expression *a, const struct c_expression *b) {
    const struct c_expression *one = c_root(a), *other = c_root(b);
    if (one->kind == C_OBJECT && other->kind == C_OBJECT && one->object != other->object) return APART;
    if (a->kind != b->kind) return PERHAPS;
    switch (a->kind) {
    case C_OBJECT: return SAME;
    case C_DEREFERENCE: return is_same_value(a->left, b->left) ? SAME : PERHAPS;
    case C_MEMBER: return relate_members(a, b);
    case C_INDEX: return relate_elements(a, b);
    default: return PERHAPS;
    }
}

static bool share_objects(struct points *points, const struct c_expression *a, const struct c_expression *b) {
    size_t size = points->words * sizeof(uint64_t);
    object_set one = memory_new(size + 1), other = memory_new(size + 1);
    points_of_place(points, a, one);
    points_of_place(points, b, other);
    bool found = false;
    for (size_t i = 0; i < points->words; i++) found |= (one[i] & other[i]) != 0;
    free(one);
    free(other);
    return found;
}

static bool meet(struct points *points, const struct access *a, const struct access *b) {
    if (!a->writes && !b->writes) return false;
    return relate(a->place, b->place) != APART && share_objects(points, a->place, b->place);
}

static bool disturb(struct points *points, const struct accesses *one, const struct accesses *other) {
    for (size_t i = 0; i < one->list.count; i++)
        for (size_t k = 0; k < other->list.count; k++)
            if (meet(points, &one->list.items[i], &other->list.items[k])) return true;
    return false;
}

/* What is stored comes last, but for effects that nobody waits for: those of the value that is stored. */
static bool is_stored_twice(struct points *points, const struct c_unordered *unordered, const struct accesses *value) {
    if (!unordered->stored || unordered->stored->kind == C_OBJECT) return false; /* the compiler knows more of that */
    for (size_t i = 0; i < value->list.count; i++)
        if (value->list.items[i].writes &&
            meet(points, &(struct access){unordered->stored, true}, &value->list.items[i]))
            return true;
    return false;
}

static bool matters(struct points *points, const struct c_unordered *unordered) {
    struct accesses *all = memory_new(unordered->count * sizeof *all);
    bool found = false;
    for (uint32_t i = 0; i < unordered->count; i++) {
        collect(&all[i], &unordered->operands[i]);
        for (uint32_t k = 0; !found && k < i; k++) found = disturb(points, &all[i], &all[k]);
    }
    found = found || is_stored_twice(points, unordered, &all[unordered->count - 1]);
    for (uint32_t i = 0; i < unordered->count; i++) vec_free(&all[i].list);
    free(all);
    return found;
}

struct place unsequenced_at(const struct subject *subject, struct points *points) {
    for (uint32_t i = 0; i < subject->program->unordered_count; i++) {
        const struct c_unordered *unordered = &subject->program->unordered[i];
        if (matters(points, unordered)) return unordered->place;
    }
    return (struct place){0};
}

/* The compiler, which warns of variables, may have seen it, too. */
const char *unsequenced_assumption(const struct analysis *analysis) {
    static const char words[] = "operands are evaluated from left to right where C says nothing of it (";
    const struct place *place = &analysis->unsequenced;
    const char *known = analysis->subject->program->assumption;
    if (!place->file || (known && strstr(known, words))) return NULL;
    return arena_printf(analysis->arena, "%s%s:%u)", words, place_file(*place), place->line);
}
