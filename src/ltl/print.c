/* Formulas as text. Every binary operator's operands are parenthesised unless they are unary or atomic; chains of the
 * same && or || are not. */
#include "ltl/formula.h"

struct printer {
    const char *(*atom_name)(void *context, unsigned atom);
    void *context;
    struct text *out;
};

static bool is_always(const struct ltl_formula *f) { return f->op == LTL_RELEASE && f->left->op == LTL_FALSE; }

static bool is_eventually(const struct ltl_formula *f) { return f->op == LTL_UNTIL && f->left->op == LTL_TRUE; }

/* g V (f || g) is how f W g is kept. */
static bool is_weak_until(const struct ltl_formula *f) {
    return f->op == LTL_RELEASE && f->right->op == LTL_OR && f->right->right == f->left;
}

static bool is_binary(const struct ltl_formula *f) {
    if (f->op == LTL_AND || f->op == LTL_OR) return true;
    return (f->op == LTL_UNTIL || f->op == LTL_RELEASE) && !is_always(f) && !is_eventually(f);
}

static void print(const struct printer *printer, const struct ltl_formula *f);

static void print_operand(const struct printer *printer, const struct ltl_formula *f, bool parentheses) {
    if (parentheses) text_add_char(printer->out, '(');
    print(printer, f);
    if (parentheses) text_add_char(printer->out, ')');
}

static void print_unary(const struct printer *printer, const char *symbol, const struct ltl_formula *f) {
    text_add(printer->out, symbol);
    print_operand(printer, f, is_binary(f));
}

/* The form that p -> q is kept in. */
static bool is_implication(const struct ltl_formula *f) { return f->op == LTL_OR && f->left->op == LTL_NOT; }

static bool needs_parentheses(const struct ltl_formula *f, enum ltl_operator associative) {
    return is_binary(f) && (f->op != associative || is_implication(f));
}

static void print_binary(const struct printer *printer, const struct ltl_formula *left, const char *symbol,
                         const struct ltl_formula *right, enum ltl_operator associative) {
    print_operand(printer, left, needs_parentheses(left, associative));
    text_add(printer->out, symbol);
    print_operand(printer, right, needs_parentheses(right, associative));
}

static void print(const struct printer *printer, const struct ltl_formula *f) {
    switch (f->op) {
    case LTL_TRUE: text_add(printer->out, "true"); break;
    case LTL_FALSE: text_add(printer->out, "false"); break;
    case LTL_ATOM: text_add(printer->out, printer->atom_name(printer->context, f->atom)); break;
    case LTL_NOT: print_unary(printer, "!", f->left); break;
    case LTL_NEXT: print_unary(printer, "X ", f->left); break;
    case LTL_AND: print_binary(printer, f->left, " && ", f->right, LTL_AND); break;
    case LTL_OR:
        if (is_implication(f)) {
            print_binary(printer, f->left->left, " -> ", f->right, LTL_ATOM);
        } else {
            print_binary(printer, f->left, " || ", f->right, LTL_OR);
        }
        break;
    case LTL_UNTIL:
        if (is_eventually(f))
            print_unary(printer, "<>", f->right);
        else
            print_binary(printer, f->left, " U ", f->right, LTL_ATOM);
        break;
    case LTL_RELEASE:
        if (is_always(f))
            print_unary(printer, "[]", f->right);
        else if (is_weak_until(f))
            print_binary(printer, f->right->left, " W ", f->left, LTL_ATOM);
        else
            print_binary(printer, f->left, " V ", f->right, LTL_ATOM);
        break;
    }
}

void ltl_print(const struct ltl_formula *f, const char *(*atom_name)(void *context, unsigned atom), void *context,
               struct text *out) {
    struct printer printer = {atom_name, context, out};
    print(&printer, f);
}
