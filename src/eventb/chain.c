#include "eventb/chain.h"

#include "base/vec.h"

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

typedef VEC(const struct eb_formula *) formula_list;

static const struct eb_formula *balanced(struct arena *arena, enum eb_op op, const struct eb_formula *const *operands,
                                         size_t count) {
    if (count == 1) return operands[0];
    size_t half = (count + 1) / 2;
    struct eb_formula *node =
        pair(arena, op, balanced(arena, op, operands, half), balanced(arena, op, operands + half, count - half));
    node->joined = true;
    return node;
}

/* (a op b) op c is written without parentheses, so it is one chain. */
static void gather(formula_list *list, enum eb_op op, const struct eb_formula *formula) {
    if (formula->op != op) {
        vec_push(list, formula);
        return;
    }
    gather(list, op, formula->children[0]);
    if (formula->children[1]->joined)
        gather(list, op, formula->children[1]);
    else
        vec_push(list, formula->children[1]);
}

struct eb_formula *eb_chain(struct arena *arena, enum eb_op op, struct eb_formula *const *operands, size_t count) {
    formula_list list = {0};
    gather(&list, op, operands[0]);
    for (size_t i = 1; i < count; i++) vec_push(&list, operands[i]);
    size_t half = list.count > LONG ? (list.count + 1) / 2 : list.count - 1;
    const struct eb_formula *left = list.items[0];
    for (size_t i = 1; list.count <= LONG && i < half; i++) left = pair(arena, op, left, list.items[i]);
    if (list.count > LONG) left = balanced(arena, op, list.items, half);
    struct eb_formula *whole = pair(arena, op, left, balanced(arena, op, list.items + half, list.count - half));
    vec_free(&list);
    return whole;
}
