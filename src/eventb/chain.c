#include "eventb/chain.h"

enum { LONG = 32 };

bool eb_is_associative(enum eb_op op) {
    return op == EB_AND || op == EB_OR || op == EB_UNION || op == EB_INTERSECTION || op == EB_ADD ||
           op == EB_MULTIPLY || op == EB_OVERRIDE || op == EB_FORWARD_COMPOSITION || op == EB_BACKWARD_COMPOSITION;
}

unsigned eb_chain_depth(size_t count) {
    unsigned depth = 0;
    if (count <= LONG) return (unsigned)count - 1;
    while ((size_t)1 << depth < count) depth++;
    return depth;
}

static struct eb_formula *pair(struct arena *arena, enum eb_op op, const struct eb_formula *left,
                               const struct eb_formula *right) {
    struct eb_formula *node = arena_new_object(arena, struct eb_formula);
    const struct eb_formula **children = arena_new_array(arena, const struct eb_formula *, 2);
    children[0] = left;
    children[1] = right;
    *node = (struct eb_formula){
        .op = op, .place = left->place, .children = children, .child_count = 2, .identifier = EB_UNRESOLVED};
    return node;
}

static struct eb_formula *balanced(struct arena *arena, enum eb_op op, struct eb_formula *const *operands,
                                   size_t count) {
    if (count == 1) return operands[0];
    size_t half = (count + 1) / 2;
    struct eb_formula *node =
        pair(arena, op, balanced(arena, op, operands, half), balanced(arena, op, operands + half, count - half));
    node->joined = true;
    return node;
}

struct eb_formula *eb_chain(struct arena *arena, enum eb_op op, struct eb_formula *const *operands, size_t count) {
    if (count > LONG) return balanced(arena, op, operands, count);
    struct eb_formula *left = operands[0];
    for (size_t i = 1; i < count; i++) left = pair(arena, op, left, operands[i]);
    return left;
}
