#include "eventb/operator.h"

#include <string.h>

/* In the order of enum eb_op. */
static const struct eb_operator operators[] = {
    {EB_TRUE, "⊤", "true", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_FALSE, "⊥", "false", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_NOT, "¬", "not", EB_LEVEL_NOT, EB_SHAPE_PREFIX},
    {EB_AND, "∧", "&", EB_LEVEL_LOGIC, EB_SHAPE_INFIX},
    {EB_OR, "∨", "or", EB_LEVEL_LOGIC, EB_SHAPE_INFIX},
    {EB_IMPLIES, "⇒", "=>", EB_LEVEL_IMPLICATION, EB_SHAPE_INFIX},
    {EB_EQUIVALENT, "⇔", "<=>", EB_LEVEL_IMPLICATION, EB_SHAPE_INFIX},
    {EB_FORALL, "∀", "!", EB_LEVEL_QUANTIFIED, EB_SHAPE_QUANTIFIER},
    {EB_EXISTS, "∃", "#", EB_LEVEL_QUANTIFIED, EB_SHAPE_QUANTIFIER},
    {EB_EQUAL, "=", "=", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_NOT_EQUAL, "≠", "/=", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_LESS, "<", "<", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_LESS_EQUAL, "≤", "<=", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_GREATER, ">", ">", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_GREATER_EQUAL, "≥", ">=", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_IN, "∈", ":", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_NOT_IN, "∉", "/:", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_SUBSET_EQUAL, "⊆", "<:", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_NOT_SUBSET_EQUAL, "⊈", "/<:", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_SUBSET, "⊂", "<<:", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_NOT_SUBSET, "⊄", "/<<:", EB_LEVEL_RELATIONAL, EB_SHAPE_INFIX},
    {EB_FINITE, "finite", "finite", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_PARTITION, "partition", "partition", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_WITH_ASIDES_PREDICATE, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_IS_CONSTRUCTED, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_INTEGER_LITERAL, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_IDENTIFIER, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_BOUND, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_EMPTY_SET, "∅", "{}", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_INTEGERS, "ℤ", "INT", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_NATURALS, "ℕ", "NAT", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_NATURALS_1, "ℕ1", "NAT1", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_BOOLEANS, "BOOL", "BOOL", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_CONSTANT_TRUE, "TRUE", "TRUE", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_CONSTANT_FALSE, "FALSE", "FALSE", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_PREDECESSOR, "pred", "pred", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_SUCCESSOR, "succ", "succ", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_IDENTITY, "id", "id", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_PROJECTION_1, "prj1", "prj1", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_PROJECTION_2, "prj2", "prj2", EB_LEVEL_ATOM, EB_SHAPE_ATOM},
    {EB_MAPLET, "↦", "|->", EB_LEVEL_PAIR, EB_SHAPE_INFIX},
    {EB_RELATIONS, "↔", "<->", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_TOTAL_RELATIONS, "<<->", "<<->", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_SURJECTIVE_RELATIONS, "<->>", "<->>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_TOTAL_SURJECTIVE_RELATIONS, "<<->>", "<<->>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_PARTIAL_FUNCTIONS, "⇸", "+->", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_TOTAL_FUNCTIONS, "→", "-->", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_PARTIAL_INJECTIONS, "⤔", ">+>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_TOTAL_INJECTIONS, "↣", ">->", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_PARTIAL_SURJECTIONS, "⤀", "+->>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_TOTAL_SURJECTIONS, "↠", "-->>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_BIJECTIONS, "⤖", ">->>", EB_LEVEL_ARROW, EB_SHAPE_INFIX},
    {EB_UNION, "∪", "\\/", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_INTERSECTION, "∩", "/\\", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_DIFFERENCE, "∖", "\\", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_PRODUCT, "×", "**", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_OVERRIDE, "<+", "<+", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_BACKWARD_COMPOSITION, "∘", "circ", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_FORWARD_COMPOSITION, ";", ";", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_DIRECT_PRODUCT, "⊗", "><", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_PARALLEL_PRODUCT, "∥", "||", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_DOMAIN_RESTRICTION, "◁", "<|", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_DOMAIN_SUBTRACTION, "⩤", "<<|", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_RANGE_RESTRICTION, "▷", "|>", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_RANGE_SUBTRACTION, "⩥", "|>>", EB_LEVEL_BINARY, EB_SHAPE_INFIX},
    {EB_INTERVAL, "‥", "..", EB_LEVEL_INTERVAL, EB_SHAPE_INFIX},
    {EB_ADD, "+", "+", EB_LEVEL_SUM, EB_SHAPE_INFIX},
    {EB_SUBTRACT, "−", "-", EB_LEVEL_SUM, EB_SHAPE_INFIX},
    {EB_NEGATE, "−", "-", EB_LEVEL_SUM, EB_SHAPE_PREFIX},
    {EB_MULTIPLY, "∗", "*", EB_LEVEL_TERM, EB_SHAPE_INFIX},
    {EB_DIVIDE, "÷", "/", EB_LEVEL_TERM, EB_SHAPE_INFIX},
    {EB_MODULO, "mod", "mod", EB_LEVEL_TERM, EB_SHAPE_INFIX},
    {EB_POWER_OF, "^", "^", EB_LEVEL_POWER, EB_SHAPE_INFIX},
    {EB_APPLICATION, "", "", EB_LEVEL_POSTFIX, EB_SHAPE_OTHER},
    {EB_IMAGE, "", "", EB_LEVEL_POSTFIX, EB_SHAPE_OTHER},
    {EB_CONVERSE, "∼", "~", EB_LEVEL_POSTFIX, EB_SHAPE_POSTFIX},
    {EB_CARDINALITY, "card", "card", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_DOMAIN, "dom", "dom", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_RANGE, "ran", "ran", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_MINIMUM, "min", "min", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_MAXIMUM, "max", "max", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_GENERAL_UNION, "union", "union", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_GENERAL_INTERSECTION, "inter", "inter", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_POWER_SET, "ℙ", "POW", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_POWER_SET_1, "ℙ1", "POW1", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_BOOL, "bool", "bool", EB_LEVEL_ATOM, EB_SHAPE_CALL},
    {EB_SET_EXTENSION, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_COMPREHENSION, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_LAMBDA, "λ", "%", EB_LEVEL_LAMBDA, EB_SHAPE_QUANTIFIER},
    {EB_QUANTIFIED_UNION, "⋃", "UNION", EB_LEVEL_LAMBDA, EB_SHAPE_QUANTIFIER},
    {EB_QUANTIFIED_INTERSECTION, "⋂", "INTER", EB_LEVEL_LAMBDA, EB_SHAPE_QUANTIFIER},
    {EB_OF_TYPE, "⦂", "oftype", EB_LEVEL_TYPED, EB_SHAPE_INFIX},
    {EB_WITH_ASIDES, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_CONSTRUCT, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_DESTRUCT, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_DATA_SET, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_CALL, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_CONDITIONAL, "", "", EB_LEVEL_ATOM, EB_SHAPE_OTHER},
    {EB_BECOMES_EQUAL, "≔", ":=", EB_LEVEL_QUANTIFIED, EB_SHAPE_ASSIGNMENT},
    {EB_BECOMES_IN, ":∈", "::", EB_LEVEL_QUANTIFIED, EB_SHAPE_ASSIGNMENT},
    {EB_BECOMES_SUCH_THAT, ":∣", ":|", EB_LEVEL_QUANTIFIED, EB_SHAPE_ASSIGNMENT},
};
enum { OPERATORS = sizeof operators / sizeof *operators };
_Static_assert(OPERATORS == EB_BECOMES_SUCH_THAT + 1, "an operator is missing in the table");

/* Other ways to write some of them. Rodin has four signs in Unicode's private area, which only its own font shows:
 * they are read, but not written. */
static const struct {
    enum eb_op op;
    const char *sign;
} alternatives[] = {{EB_MAPLET, ",,"},
                    {EB_PARTIAL_SURJECTIONS, "+>>"},
                    {EB_TOTAL_SURJECTIONS, "->>"},
                    {EB_TOTAL_RELATIONS, "\uE100"},
                    {EB_SURJECTIVE_RELATIONS, "\uE101"},
                    {EB_TOTAL_SURJECTIVE_RELATIONS, "\uE102"},
                    {EB_OVERRIDE, "\uE103"}};
enum { ALTERNATIVES = sizeof alternatives / sizeof *alternatives };

const struct eb_operator *eb_operator(enum eb_op op) { return &operators[op]; }

bool eb_is_predicate(enum eb_op op) { return op <= EB_IS_CONSTRUCTED; }

bool eb_is_assignment(enum eb_op op) { return op >= EB_BECOMES_EQUAL; }

static bool binary_compatible(enum eb_op left, enum eb_op right) {
    switch (left) {
    case EB_UNION:
    case EB_BACKWARD_COMPOSITION:
    case EB_OVERRIDE:
    case EB_PRODUCT: return left == right;
    case EB_INTERSECTION:
        return right == EB_INTERSECTION || right == EB_DIFFERENCE || right == EB_RANGE_RESTRICTION ||
               right == EB_RANGE_SUBTRACTION;
    case EB_FORWARD_COMPOSITION:
        return right == EB_FORWARD_COMPOSITION || right == EB_RANGE_RESTRICTION || right == EB_RANGE_SUBTRACTION;
    case EB_DOMAIN_RESTRICTION:
    case EB_DOMAIN_SUBTRACTION:
        return right == EB_INTERSECTION || right == EB_DIFFERENCE || right == EB_FORWARD_COMPOSITION ||
               right == EB_DIRECT_PRODUCT || right == EB_RANGE_RESTRICTION || right == EB_RANGE_SUBTRACTION;
    default: return false;
    }
}

bool eb_operators_compatible(enum eb_op left, enum eb_op right, bool version_1) {
    switch (operators[left].level) {
    case EB_LEVEL_LOGIC:
    case EB_LEVEL_PAIR: return left == right;
    case EB_LEVEL_ARROW: return version_1;
    case EB_LEVEL_BINARY: return binary_compatible(left, right);
    case EB_LEVEL_SUM:
    case EB_LEVEL_TERM:
    case EB_LEVEL_POSTFIX: return true;
    default: return false;
    }
}

static bool is_word(const char *spelling) {
    return (*spelling >= 'a' && *spelling <= 'z') || (*spelling >= 'A' && *spelling <= 'Z') ||
           !strncmp(spelling, "ℤ", 3) || !strncmp(spelling, "ℕ", 3) || !strncmp(spelling, "ℙ", 3);
}

static bool begins_with(const char *text, size_t length, const char *spelling, size_t *spelling_length) {
    *spelling_length = strlen(spelling);
    return *spelling_length && *spelling_length <= length && !memcmp(text, spelling, *spelling_length);
}

bool eb_sign_at(const char *text, size_t length, enum eb_op *op, size_t *sign_length) {
    *sign_length = 0;
    for (unsigned i = 0; i < 2 * OPERATORS + ALTERNATIVES; i++) {
        const struct eb_operator *candidate = i < 2 * OPERATORS ? &operators[i / 2] : NULL;
        const char *sign = !candidate ? alternatives[i - 2 * OPERATORS].sign
                           : i % 2    ? candidate->ascii
                                      : candidate->unicode;
        size_t found;
        if (*sign != *text || !begins_with(text, length, sign, &found) || found <= *sign_length) continue;
        if (is_word(sign) || *sign == '{') continue; /* `{}` may have blanks in it: the parser knows */
        *sign_length = found;
        *op = candidate ? candidate->op : alternatives[i - 2 * OPERATORS].op;
    }
    return *sign_length > 0;
}

bool eb_word_means(const char *word, size_t length, bool ascii, bool version_1, enum eb_op *op) {
    for (unsigned i = 0; i < OPERATORS; i++) {
        if (version_1 && operators[i].op == EB_PARTITION) continue;
        const char *spellings[] = {operators[i].unicode, ascii ? operators[i].ascii : ""};
        for (unsigned s = 0; s < 2; s++) {
            if (!is_word(spellings[s]) || strlen(spellings[s]) != length || memcmp(spellings[s], word, length) != 0)
                continue;
            *op = operators[i].op;
            return true;
        }
    }
    return false;
}
