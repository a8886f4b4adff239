/* Formulas as text. Parentheses stand exactly where the grammar wants them: around an operand that binds more loosely
 * than its operator, or as tightly but not compatibly. What is printed parses to the same tree. */
#include "eventb/operator.h"
#include "eventb/token.h"
#include "eventb/type.h"

#include <string.h>

struct printer {
    struct text *out;
    bool ascii;
};

static void print(const struct printer *printer, const struct eb_formula *formula);

static void sign(const struct printer *printer, enum eb_op op) {
    text_add(printer->out, printer->ascii ? eb_operator(op)->ascii : eb_operator(op)->unicode);
}

/* A bound identifier's name may end in a prime. */
static void print_name(const struct printer *printer, const char *name) {
    size_t length = strlen(name);
    bool prime = length > 1 && name[length - 1] == '\'';
    struct text plain = {0};
    text_add_n(&plain, name, length - prime);
    bool quotes = eb_needs_quotes(text_chars(&plain));
    text_printf(printer->out, "%s%s%s%s", quotes ? "`" : "", text_chars(&plain), quotes ? "`" : "", prime ? "'" : "");
    text_free(&plain);
}

static void in_parentheses(const struct printer *printer, const struct eb_formula *formula) {
    text_add_char(printer->out, '(');
    print(printer, formula);
    text_add_char(printer->out, ')');
}

static void operand(const struct printer *printer, const struct eb_formula *formula, bool parentheses) {
    if (parentheses)
        in_parentheses(printer, formula);
    else
        print(printer, formula);
}

static const struct eb_formula *as_written(const struct eb_formula *formula) {
    while (formula->written) formula = formula->written;
    return formula;
}

static enum eb_level level_of(const struct eb_formula *formula) { return eb_operator(as_written(formula)->op)->level; }

static bool left_needs_parentheses(const struct eb_formula *formula) {
    const struct eb_formula *left = formula->children[0];
    enum eb_level level = level_of(formula), left_level = level_of(left);
    return left_level < level ||
           (left_level == level && !eb_operators_compatible(as_written(left)->op, formula->op, false));
}

static bool right_needs_parentheses(const struct eb_formula *formula) {
    const struct eb_formula *right = formula->children[1];
    bool goes_on = right->joined && right->op == formula->op && !right->written;
    return !goes_on && level_of(right) <= level_of(formula);
}

static void print_infix(const struct printer *printer, const struct eb_formula *formula) {
    operand(printer, formula->children[0], left_needs_parentheses(formula));
    text_add_char(printer->out, ' ');
    sign(printer, formula->op);
    text_add_char(printer->out, ' ');
    if (formula->op == EB_OF_TYPE)
        eb_print_type(formula->type, printer->ascii, printer->out);
    else
        operand(printer, formula->children[1], right_needs_parentheses(formula));
}

/* Will its text begin with a digit? */
static bool begins_with_digit(const struct eb_formula *formula) {
    for (;;) {
        enum eb_shape shape = eb_operator(formula->op)->shape;
        bool first_is_left = shape == EB_SHAPE_INFIX || shape == EB_SHAPE_POSTFIX || formula->op == EB_APPLICATION ||
                             formula->op == EB_IMAGE;
        if (!first_is_left) return formula->op == EB_INTEGER_LITERAL && formula->value >= 0;
        if (left_needs_parentheses(formula)) return false;
        formula = formula->children[0];
    }
}

static void print_prefix(const struct printer *printer, const struct eb_formula *formula) {
    const struct eb_formula *child = formula->children[0];
    sign(printer, formula->op);
    if (formula->op == EB_NOT) {
        if (printer->ascii) text_add_char(printer->out, ' ');
        operand(printer, child, level_of(child) < EB_LEVEL_NOT);
        return;
    }
    /* A minus right before digits would belong to the number. */
    operand(printer, child, level_of(child) <= EB_LEVEL_SUM || begins_with_digit(child));
}

static void print_list(const struct printer *printer, const struct eb_formula *const *list, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        if (i) text_add(printer->out, ", ");
        print(printer, list[i]);
    }
}

static void print_call(const struct printer *printer, const struct eb_formula *formula) {
    sign(printer, formula->op);
    text_add_char(printer->out, '(');
    print_list(printer, formula->children, formula->child_count);
    text_add_char(printer->out, ')');
}

/* A type that only the use of an operator decides has no text. */
static bool has_text(const struct eb_type *type) {
    if (type->kind == EB_TYPE_GIVEN) return !eb_is_type_parameter(type->name);
    return (!type->left || has_text(type->left)) && (!type->right || has_text(type->right));
}

static void print_bound(const struct printer *printer, const struct eb_bound *bound) {
    print_name(printer, bound->name);
    if (!bound->typed || !has_text(bound->type)) return;
    text_add_char(printer->out, ' ');
    sign(printer, EB_OF_TYPE);
    text_add_char(printer->out, ' ');
    eb_print_type(bound->type, printer->ascii, printer->out);
}

static void dot(const struct printer *printer) { text_add(printer->out, printer->ascii ? " . " : "·"); }

static void bar(const struct printer *printer) { text_add(printer->out, printer->ascii ? " | " : " ∣ "); }

static const struct eb_bound *bound_of(const struct eb_formula *binder, const struct eb_formula *leaf) {
    for (unsigned i = 0; i < binder->bound_count; i++) {
        if (binder->bound[i].slot == leaf->index) return &binder->bound[i];
    }
    return NULL;
}

static void print_pattern(const struct printer *printer, const struct eb_formula *binder,
                          const struct eb_formula *pattern) {
    if (pattern->op != EB_MAPLET) {
        print_bound(printer, bound_of(binder, pattern));
        return;
    }
    print_pattern(printer, binder, pattern->children[0]);
    text_add_char(printer->out, ' ');
    sign(printer, EB_MAPLET);
    text_add_char(printer->out, ' ');
    bool nested = pattern->children[1]->op == EB_MAPLET;
    if (nested) text_add_char(printer->out, '(');
    print_pattern(printer, binder, pattern->children[1]);
    if (nested) text_add_char(printer->out, ')');
}

/* Is the expression all the bound identifiers, untyped and in order, as in {x ↦ y ∣ P}? */
static bool says_what_is_bound(const struct eb_formula *binder, const struct eb_formula *expression, unsigned *next) {
    if (expression->op == EB_MAPLET)
        return says_what_is_bound(binder, expression->children[0], next) &&
               says_what_is_bound(binder, expression->children[1], next);
    if (expression->op != EB_BOUND || *next == binder->bound_count) return false;
    const struct eb_bound *bound = &binder->bound[(*next)++];
    return !bound->typed && bound->slot == expression->index;
}

static void print_bound_list(const struct printer *printer, const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->bound_count; i++) {
        if (i) text_add(printer->out, ", ");
        print_bound(printer, &formula->bound[i]);
    }
    dot(printer);
}

/* e' in {e' ∣ P} would be a new value. */
static bool binds_primed(const struct eb_formula *formula) {
    for (unsigned i = 0; i < formula->bound_count; i++)
        if (strchr(formula->bound[i].name, '\'')) return true;
    return false;
}

static void print_comprehension(const struct printer *printer, const struct eb_formula *formula) {
    unsigned next = 0;
    bool implicit = says_what_is_bound(formula, formula->children[1], &next) && next == formula->bound_count &&
                    !binds_primed(formula);
    text_add_char(printer->out, '{');
    if (!implicit) print_bound_list(printer, formula);
    print(printer, formula->children[implicit ? 1 : 0]);
    bar(printer);
    print(printer, formula->children[implicit ? 0 : 1]);
    text_add_char(printer->out, '}');
}

static void print_quantifier(const struct printer *printer, const struct eb_formula *formula) {
    sign(printer, formula->op);
    if (printer->ascii && level_of(formula) == EB_LEVEL_LAMBDA && formula->op != EB_LAMBDA)
        text_add_char(printer->out, ' ');
    if (formula->op == EB_LAMBDA) {
        print_pattern(printer, formula, formula->children[1]->children[0]);
        dot(printer);
    } else {
        print_bound_list(printer, formula);
    }
    print(printer, formula->children[0]);
    if (formula->child_count == 1) return;
    bar(printer);
    print(printer, formula->op == EB_LAMBDA ? formula->children[1]->children[1] : formula->children[1]);
}

static void print_postfix(const struct printer *printer, const struct eb_formula *formula) {
    operand(printer, formula->children[0], left_needs_parentheses(formula));
    if (formula->op == EB_CONVERSE) {
        sign(printer, EB_CONVERSE);
        return;
    }
    bool image = formula->op == EB_IMAGE;
    text_add_char(printer->out, image ? '[' : '(');
    print(printer, formula->children[1]);
    text_add_char(printer->out, image ? ']' : ')');
}

static void print_assignment(const struct printer *printer, const struct eb_formula *formula) {
    if (formula->of_point) {
        const struct eb_formula *pair = formula->children[0]->children[1]->children[0];
        print_name(printer, formula->targets[0]);
        text_add_char(printer->out, '(');
        print(printer, pair->children[0]);
        text_add(printer->out, ") ");
        sign(printer, EB_BECOMES_EQUAL);
        text_add_char(printer->out, ' ');
        print(printer, pair->children[1]);
        return;
    }
    for (unsigned i = 0; i < formula->target_count; i++) {
        if (i) text_add(printer->out, ", ");
        print_name(printer, formula->targets[i]);
    }
    text_add_char(printer->out, ' ');
    sign(printer, formula->op);
    text_add_char(printer->out, ' ');
    print_list(printer, formula->children, formula->child_count);
}

static void print_other(const struct printer *printer, const struct eb_formula *formula) {
    switch (formula->op) {
    case EB_INTEGER_LITERAL:
        if (formula->value < 0) sign(printer, EB_NEGATE);
        text_add(printer->out, formula->name + (formula->value < 0));
        return;
    case EB_APPLICATION:
    case EB_IMAGE: print_postfix(printer, formula); return;
    case EB_SET_EXTENSION:
        text_add_char(printer->out, '{');
        print_list(printer, formula->children, formula->child_count);
        text_add_char(printer->out, '}');
        return;
    case EB_COMPREHENSION: print_comprehension(printer, formula); return;
    case EB_IS_CONSTRUCTED: text_add(printer->out, "is_"); /* fall through */
    case EB_CONSTRUCT:
    case EB_DESTRUCT:
    case EB_DATA_SET:
    case EB_CALL:
    case EB_CONDITIONAL:
        print_name(printer, formula->name);
        if (!formula->child_count) return;
        text_add_char(printer->out, '(');
        print_list(printer, formula->children, formula->child_count);
        text_add_char(printer->out, ')');
        return;
    default:
        print_name(printer, formula->name);
        if (formula->primed) text_add_char(printer->out, '\'');
    }
}

static void print(const struct printer *printer, const struct eb_formula *formula) {
    formula = as_written(formula);
    switch (eb_operator(formula->op)->shape) {
    case EB_SHAPE_INFIX: print_infix(printer, formula); return;
    case EB_SHAPE_PREFIX: print_prefix(printer, formula); return;
    case EB_SHAPE_CALL: print_call(printer, formula); return;
    case EB_SHAPE_ATOM: sign(printer, formula->op); return;
    case EB_SHAPE_QUANTIFIER: print_quantifier(printer, formula); return;
    case EB_SHAPE_POSTFIX: print_postfix(printer, formula); return;
    case EB_SHAPE_ASSIGNMENT: print_assignment(printer, formula); return;
    case EB_SHAPE_OTHER: print_other(printer, formula); return;
    }
}

void eb_print(const struct eb_formula *formula, bool ascii, struct text *out) {
    print(&(struct printer){out, ascii}, formula);
}
