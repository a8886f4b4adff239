#include "app/term/copy.h"

#include "base/invariant.h"

#include <string.h>

void term_copy_begin(struct term_copy *copy, const struct terms *from) {
    size_t count = terms_count(from) + 1;
    *copy = (struct term_copy){.from = from,
                               .is_input = memory_new(count),
                               .input_of = memory_new(count * sizeof *copy->input_of),
                               .term_of = memory_new(count * sizeof *copy->term_of),
                               .reached = memory_new(count)};
}

void term_copy_free(struct term_copy *copy) {
    terms_free(&copy->to);
    free(copy->is_input);
    free(copy->input_of);
    free(copy->term_of);
    free(copy->reached);
    vec_free(&copy->inputs);
    vec_free(&copy->under_way);
}

static bool is_input(const struct term_copy *copy, uint32_t term, const struct term *node) {
    return node->op == TERM_VARIABLE || copy->is_input[term];
}

static uint32_t copy_input(struct term_copy *copy, uint32_t term, unsigned width) {
    vec_push(&copy->inputs, term);
    copy->input_of[term] = (uint32_t)copy->inputs.count;
    return term_variable(&copy->to, width, copy->input_of[term] - 1);
}

static uint32_t copy_node(struct term_copy *copy, const struct term *node) {
    struct terms *terms = &copy->to;
    uint32_t left = copy->term_of[node->left], right = copy->term_of[node->right];
    switch ((enum term_op)node->op) {
    case TERM_CONSTANT: return term_constant(terms, node->width, node->value);
    case TERM_VARIABLE: internal_error("an input has no number");
    case TERM_NOT: return term_not(terms, left);
    case TERM_EXTEND: return term_resize(terms, left, node->width, false);
    case TERM_EXTEND_SIGNED: return term_resize(terms, left, node->width, true);
    case TERM_EXTRACT: return term_extract(terms, left, (unsigned)node->value, node->width);
    case TERM_JOIN: return term_join(terms, left, right);
    default: return term_binary(terms, (enum term_op)node->op, left, right);
    }
}

uint32_t term_copy(struct term_copy *copy, uint32_t term) {
    vec_push(&copy->under_way, term);
    while (copy->under_way.count) {
        uint32_t t = vec_last(&copy->under_way);
        struct term node = term_get(copy->from, t);
        bool input = is_input(copy, t, &node);
        if (!input && node.left && !copy->term_of[node.left]) {
            vec_push(&copy->under_way, node.left);
        } else if (!input && node.right && !copy->term_of[node.right]) {
            vec_push(&copy->under_way, node.right);
        } else {
            if (!copy->term_of[t]) copy->term_of[t] = input ? copy_input(copy, t, node.width) : copy_node(copy, &node);
            copy->under_way.count--;
        }
    }
    return copy->term_of[term];
}

/* Parts have smaller numbers. */
enum term_marked term_copy_marks(struct term_copy *copy, uint32_t term, bool *marks, bool add) {
    bool any = false, all = true;
    memset(copy->reached, 0, term + 1);
    copy->reached[term] = true;
    for (uint32_t t = term; t; t--) {
        if (!copy->reached[t]) continue;
        struct term node = term_get(copy->from, t);
        if (!is_input(copy, t, &node)) {
            copy->reached[node.left] = copy->reached[node.right] = true;
            continue;
        }
        any |= marks[t];
        all &= marks[t];
        marks[t] |= add;
    }
    return !any ? TERM_NONE_MARKED : all ? TERM_ALL_MARKED : TERM_SOME_MARKED;
}
