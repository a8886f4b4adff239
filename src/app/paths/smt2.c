#include "app/paths/smt2.h"

#include "base/invariant.h"
#include "base/memory.h"

#include <inttypes.h>

enum { DEEPEST = 6 /* what is nested deeper gets a name */ };

struct printing {
    const struct terms *terms;
    bool *is_named; /* by term */
    struct text *out;
};

static void print_number(const struct printing *printing, uint32_t term);

/* ---- what gets a name ---- */

static bool is_leaf(const struct term *node) { return node->op == TERM_CONSTANT || node->op == TERM_VARIABLE; }

/* What is used more than once, and what would nest too deep. */
static void choose_names(struct printing *printing, const struct smt2_question *question) {
    uint32_t count = terms_count(printing->terms);
    uint32_t *uses = memory_new((count + 1) * sizeof *uses);
    uint8_t *depth = memory_new(count + 1);
    printing->is_named = memory_new(count + 1);
    for (size_t i = 0; i < question->fact_count; i++) uses[question->facts[i]]++;
    for (uint32_t t = 1; t <= count; t++) {
        struct term node = term_get(printing->terms, t);
        uses[node.left]++;
        uses[node.right]++;
    }
    for (uint32_t t = 1; t <= count; t++) {
        struct term node = term_get(printing->terms, t);
        if (is_leaf(&node)) continue;
        uint8_t deepest = depth[node.left] > depth[node.right] ? depth[node.left] : depth[node.right];
        printing->is_named[t] = uses[t] > 1 || deepest + 1 >= DEEPEST;
        depth[t] = printing->is_named[t] ? 0 : (uint8_t)(deepest + 1);
    }
    free(uses);
    free(depth);
}

/* ---- terms ---- */

static void print_two(const struct printing *printing, const char *name, uint32_t left, uint32_t right) {
    text_printf(printing->out, "(%s ", name);
    print_number(printing, left);
    text_add_char(printing->out, ' ');
    print_number(printing, right);
    text_add_char(printing->out, ')');
}

static void print_extended(const struct printing *printing, uint32_t term, unsigned more) {
    text_printf(printing->out, "((_ sign_extend %u) ", more);
    print_number(printing, term);
    text_add_char(printing->out, ')');
}

/* The result of so many bits more is not the result, extended. */
static void print_overflow(const struct printing *printing, const struct term *node) {
    unsigned width = term_width(printing->terms, node->left);
    unsigned more = node->op == TERM_MULTIPLY_OVERFLOWS ? width : 1;
    const char *name = node->op == TERM_ADD_OVERFLOWS        ? "bvadd"
                       : node->op == TERM_SUBTRACT_OVERFLOWS ? "bvsub"
                                                             : "bvmul";
    text_printf(printing->out, "(distinct ((_ sign_extend %u) ", more);
    print_two(printing, name, node->left, node->right);
    text_printf(printing->out, ") (%s ", name);
    print_extended(printing, node->left, more);
    text_add_char(printing->out, ' ');
    print_extended(printing, node->right, more);
    text_add(printing->out, "))");
}

/* Comparisons give true or false; everything else is a number, of one bit if it is a truth value. */
static bool is_comparison(const struct term *node) {
    return node->op >= TERM_EQUAL && node->op <= TERM_MULTIPLY_OVERFLOWS;
}

static void print_comparison(const struct printing *printing, const struct term *node) {
    switch ((enum term_op)node->op) {
    case TERM_EQUAL: print_two(printing, "=", node->left, node->right); break;
    case TERM_LESS: print_two(printing, "bvult", node->left, node->right); break;
    case TERM_LESS_SIGNED: print_two(printing, "bvslt", node->left, node->right); break;
    default: print_overflow(printing, node); break;
    }
}

static const char *name_of(enum term_op op) {
    switch (op) {
    case TERM_ADD: return "bvadd";
    case TERM_SUBTRACT: return "bvsub";
    case TERM_MULTIPLY: return "bvmul";
    case TERM_DIVIDE: return "bvudiv";
    case TERM_DIVIDE_SIGNED: return "bvsdiv";
    case TERM_REMAINDER: return "bvurem";
    case TERM_REMAINDER_SIGNED: return "bvsrem";
    case TERM_SHIFT_LEFT: return "bvshl";
    case TERM_SHIFT_RIGHT: return "bvlshr";
    case TERM_SHIFT_RIGHT_SIGNED: return "bvashr";
    case TERM_AND: return "bvand";
    case TERM_OR: return "bvor";
    case TERM_XOR: return "bvxor";
    case TERM_JOIN: return "concat";
    default: internal_error("a term without a name in SMT-LIB");
    }
}

static void print_constant(struct text *out, unsigned width, uint64_t value) {
    if (width == 1)
        text_add(out, value ? "#b1" : "#b0");
    else if (width % 4 == 0)
        text_printf(out, "#x%0*" PRIx64, (int)(width / 4), value);
    else
        text_printf(out, "(_ bv%" PRIu64 " %u)", value, width);
}

static void print_node(const struct printing *printing, const struct term *node) {
    struct text *out = printing->out;
    unsigned more = node->left ? node->width - term_width(printing->terms, node->left) : 0;
    switch ((enum term_op)node->op) {
    case TERM_CONSTANT: print_constant(out, node->width, node->value); return;
    case TERM_VARIABLE: text_printf(out, "input%" PRIu64, node->value); return;
    case TERM_NOT: text_add(out, "(bvnot "); break;
    case TERM_EXTEND: text_printf(out, "((_ zero_extend %u) ", more); break;
    case TERM_EXTEND_SIGNED: text_printf(out, "((_ sign_extend %u) ", more); break;
    case TERM_EXTRACT:
        text_printf(out, "((_ extract %u %u) ", (unsigned)node->value + node->width - 1, (unsigned)node->value);
        break;
    default:
        if (is_comparison(node)) {
            text_add(out, "(ite ");
            print_comparison(printing, node);
            text_add(out, " #b1 #b0)");
        } else {
            print_two(printing, name_of((enum term_op)node->op), node->left, node->right);
        }
        return;
    }
    print_number(printing, node->left);
    text_add_char(out, ')');
}

static void print_number(const struct printing *printing, uint32_t term) {
    struct term node = term_get(printing->terms, term);
    if (printing->is_named[term])
        text_printf(printing->out, "t%u", term);
    else
        print_node(printing, &node);
}

/* As something that is true or false. */
static void print_fact(const struct printing *printing, uint32_t term) {
    struct term node = term_get(printing->terms, term);
    if (!printing->is_named[term] && is_comparison(&node)) {
        print_comparison(printing, &node);
    } else if (!printing->is_named[term] && node.op == TERM_NOT) {
        text_add(printing->out, "(not ");
        print_fact(printing, node.left);
        text_add_char(printing->out, ')');
    } else {
        text_add(printing->out, "(= ");
        print_number(printing, term);
        text_add(printing->out, " #b1)");
    }
}

/* ---- the whole ---- */

static void define_all(const struct printing *printing) {
    for (uint32_t t = 1; t <= terms_count(printing->terms); t++) {
        struct term node = term_get(printing->terms, t);
        if (node.op == TERM_VARIABLE)
            text_printf(printing->out, "(declare-const input%" PRIu64 " (_ BitVec %u))\n", node.value, node.width);
        if (!printing->is_named[t]) continue;
        text_printf(printing->out, "(define-fun t%u () (_ BitVec %u) ", t, node.width);
        print_node(printing, &node);
        text_add(printing->out, ")\n");
    }
}

void smt2_print(const struct smt2_question *question, struct text *out) {
    static const char *const answers[] = {"unsat", "sat", "unknown"};
    struct printing printing = {.terms = question->terms, .out = out};
    choose_names(&printing, question);
    define_all(&printing);
    for (size_t i = 0; i < question->fact_count; i++) {
        text_add(out, "(assert ");
        print_fact(&printing, question->facts[i]);
        text_add(out, ")\n");
    }
    text_printf(out, "(set-info :status %s)\n(check-sat)\n", answers[question->answer]);
    free(printing.is_named);
}
