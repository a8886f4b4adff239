#include "app/term/term.h"

#include "app/term/compute.h"
#include "base/invariant.h"
#include "search/hash.h"

#include <string.h>

void terms_free(struct terms *terms) { nodeset_free(&terms->set); }

struct term term_get(const struct terms *terms, uint32_t term) {
    struct term node;
    uint32_t size;
    invariant(term && term <= terms_count(terms));
    memcpy(&node, nodeset_get(&terms->set, term - 1, &size), sizeof node);
    return node;
}

uint32_t term_put(struct terms *terms, const struct term *node) {
    uint32_t number;
    nodeset_add(&terms->set, node, sizeof *node, hash_bytes(node, sizeof *node), &number);
    return number + 1;
}

uint32_t term_constant(struct terms *terms, unsigned width, uint64_t value) {
    return term_put(terms,
                    &(struct term){.op = TERM_CONSTANT, .width = (uint8_t)width, .value = compute_cut(value, width)});
}

uint32_t term_variable(struct terms *terms, unsigned width, uint32_t number) {
    return term_put(terms, &(struct term){.op = TERM_VARIABLE, .width = (uint8_t)width, .value = number});
}

bool term_is_constant(const struct terms *terms, uint32_t term, uint64_t *value) {
    struct term node = term_get(terms, term);
    if (value) *value = node.value;
    return node.op == TERM_CONSTANT;
}

static bool gives_truth(enum term_op op) { return op >= TERM_EQUAL && op <= TERM_MULTIPLY_OVERFLOWS; }

static bool is_commutative(enum term_op op) {
    return op == TERM_ADD || op == TERM_MULTIPLY || op == TERM_AND || op == TERM_OR || op == TERM_XOR ||
           op == TERM_EQUAL || op == TERM_ADD_OVERFLOWS || op == TERM_MULTIPLY_OVERFLOWS;
}

/* x = 0 and x = 1, where x is a truth value made wider, are about that truth value. */
static uint32_t equal_to_constant(struct terms *terms, uint32_t term, uint64_t value) {
    struct term node = term_get(terms, term);
    if (node.op == TERM_EXTEND) {
        unsigned inner = term_width(terms, node.left);
        if (inner < 64 && value >> inner) return term_constant(terms, 1, 0);
        return term_binary(terms, TERM_EQUAL, node.left, term_constant(terms, inner, value));
    }
    if (node.width == 1) return value ? term : term_not(terms, term);
    return 0;
}

/* So many bits hold every value that it can have, as a signed number. */
static unsigned signed_bits(const struct terms *terms, uint32_t term, unsigned depth) {
    struct term node = term_get(terms, term);
    unsigned bits = node.width, left, right;
    if (!depth) return bits;
    switch ((enum term_op)node.op) {
    case TERM_CONSTANT:
        for (bits = 1; compute_signed(node.value, bits) != compute_signed(node.value, node.width);) bits++;
        return bits;
    case TERM_EXTEND: return term_width(terms, node.left) + 1u;
    case TERM_EXTEND_SIGNED: return signed_bits(terms, node.left, depth - 1);
    case TERM_ADD:
    case TERM_SUBTRACT:
    case TERM_MULTIPLY:
    case TERM_AND:
    case TERM_OR:
    case TERM_XOR:
        left = signed_bits(terms, node.left, depth - 1), right = signed_bits(terms, node.right, depth - 1);
        bits = left > right ? left : right;
        if (node.op == TERM_MULTIPLY) bits = left + right;
        if (node.op == TERM_ADD || node.op == TERM_SUBTRACT) bits++;
        return bits < node.width ? bits : node.width;
    default: return bits;
    }
}

enum { DEPTH_OF_BITS = 6 };

/* An operation on numbers that are too small for it to overflow. */
static bool cannot_overflow(const struct terms *terms, enum term_op op, uint32_t left, uint32_t right) {
    unsigned a = signed_bits(terms, left, DEPTH_OF_BITS), b = signed_bits(terms, right, DEPTH_OF_BITS);
    unsigned width = term_width(terms, left);
    if (op == TERM_MULTIPLY_OVERFLOWS) return a + b <= width;
    return (op == TERM_ADD_OVERFLOWS || op == TERM_SUBTRACT_OVERFLOWS) && (a > b ? a : b) < width;
}

static uint32_t simplified(struct terms *terms, enum term_op op, uint32_t left, uint32_t right) {
    uint64_t a, b;
    bool left_known = term_is_constant(terms, left, &a), right_known = term_is_constant(terms, right, &b);
    unsigned width = term_width(terms, left);
    if (left_known && right_known)
        return term_constant(terms, gives_truth(op) ? 1 : width, compute_binary(op, width, a, b));
    if (op >= TERM_ADD_OVERFLOWS && op <= TERM_MULTIPLY_OVERFLOWS && cannot_overflow(terms, op, left, right))
        return term_constant(terms, 1, 0);
    if (op == TERM_EQUAL && left == right) return term_constant(terms, 1, 1);
    if (op == TERM_EQUAL && right_known) return equal_to_constant(terms, left, b);
    bool neutral = op == TERM_ADD || op == TERM_SUBTRACT || op == TERM_OR || op == TERM_XOR;
    if (right_known && !b && neutral) return left;
    return 0;
}

uint32_t term_binary(struct terms *terms, enum term_op op, uint32_t left, uint32_t right) {
    unsigned width = term_width(terms, left);
    invariant(width == term_width(terms, right));
    if (is_commutative(op) && term_is_constant(terms, left, NULL)) {
        uint32_t other = left;
        left = right, right = other;
    }
    uint32_t simple = simplified(terms, op, left, right);
    if (simple) return simple;
    return term_put(
        terms,
        &(struct term){.op = (uint8_t)op, .width = gives_truth(op) ? 1 : (uint8_t)width, .left = left, .right = right});
}

uint32_t term_not(struct terms *terms, uint32_t term) {
    struct term node = term_get(terms, term);
    if (node.op == TERM_CONSTANT) return term_constant(terms, node.width, ~node.value);
    if (node.op == TERM_NOT) return node.left;
    return term_put(terms, &(struct term){.op = TERM_NOT, .width = node.width, .left = term});
}

uint32_t term_is_zero(struct terms *terms, uint32_t term) {
    return term_binary(terms, TERM_EQUAL, term, term_constant(terms, term_width(terms, term), 0));
}

uint32_t term_resize(struct terms *terms, uint32_t term, unsigned width, bool is_signed) {
    struct term node = term_get(terms, term);
    if (width == node.width) return term;
    if (width < node.width) return term_extract(terms, term, 0, width);
    if (node.op == TERM_CONSTANT)
        return term_constant(terms, width, is_signed ? (uint64_t)compute_signed(node.value, node.width) : node.value);
    if (node.op == TERM_EXTEND) return term_resize(terms, node.left, width, false);
    enum term_op op = is_signed ? TERM_EXTEND_SIGNED : TERM_EXTEND;
    return term_put(terms, &(struct term){.op = (uint8_t)op, .width = (uint8_t)width, .left = term});
}

uint32_t term_extract(struct terms *terms, uint32_t term, unsigned low, unsigned width) {
    struct term node = term_get(terms, term);
    invariant(low + width <= node.width);
    if (width == node.width) return term;
    if (node.op == TERM_CONSTANT) return term_constant(terms, width, node.value >> low);
    if (node.op == TERM_EXTRACT) return term_extract(terms, node.left, low + (unsigned)node.value, width);
    if (node.op == TERM_EXTEND || node.op == TERM_EXTEND_SIGNED) {
        unsigned inner = term_width(terms, node.left);
        if (low + width <= inner) return term_extract(terms, node.left, low, width);
        if (low == 0) return term_resize(terms, node.left, width, node.op == TERM_EXTEND_SIGNED);
        if (low >= inner && node.op == TERM_EXTEND) return term_constant(terms, width, 0);
    }
    if (node.op == TERM_JOIN) {
        unsigned below = term_width(terms, node.right);
        if (low + width <= below) return term_extract(terms, node.right, low, width);
        if (low >= below) return term_extract(terms, node.left, low - below, width);
    }
    return term_put(terms, &(struct term){.op = TERM_EXTRACT, .width = (uint8_t)width, .left = term, .value = low});
}

/* Neighbouring bits of the same term are bits of that term. */
uint32_t term_join(struct terms *terms, uint32_t high, uint32_t low) {
    struct term above = term_get(terms, high), below = term_get(terms, low);
    unsigned width = (unsigned)above.width + below.width;
    invariant(width <= 64);
    if (above.op == TERM_CONSTANT && below.op == TERM_CONSTANT)
        return term_constant(terms, width, above.value << below.width | below.value);
    if (above.op == TERM_CONSTANT && !above.value) return term_resize(terms, low, width, false);
    if (above.op == TERM_EXTRACT && below.op == TERM_EXTRACT && above.left == below.left &&
        above.value == below.value + below.width)
        return term_extract(terms, above.left, (unsigned)below.value, width);
    return term_put(terms, &(struct term){.op = TERM_JOIN, .width = (uint8_t)width, .left = high, .right = low});
}

/* ---- values ---- */

static uint64_t value_of(const struct terms *terms, uint32_t term, const uint64_t *values, const uint64_t *variables) {
    struct term node = term_get(terms, term);
    uint64_t left = values[node.left], right = values[node.right];
    switch ((enum term_op)node.op) {
    case TERM_CONSTANT: return node.value;
    case TERM_VARIABLE: return compute_cut(variables[node.value], node.width);
    case TERM_NOT: return compute_cut(~left, node.width);
    case TERM_EXTEND: return left;
    case TERM_EXTEND_SIGNED:
        return compute_cut((uint64_t)compute_signed(left, term_width(terms, node.left)), node.width);
    case TERM_EXTRACT: return compute_cut(left >> node.value, node.width);
    case TERM_JOIN: return left << term_width(terms, node.right) | right;
    default: return compute_binary((enum term_op)node.op, term_width(terms, node.left), left, right);
    }
}

uint64_t term_value(const struct terms *terms, struct term_values *values, uint32_t term, const uint64_t *variables) {
    if (!values->of.count) vec_push(&values->of, 0);
    while (values->of.count <= term) {
        vec_reserve(&values->of, values->of.count + 1);
        uint64_t value = value_of(terms, (uint32_t)values->of.count, values->of.items, variables);
        vec_push(&values->of, value);
    }
    return values->of.items[term];
}
