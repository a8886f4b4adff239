/* What binds identifiers: quantifiers, λ, comprehensions; and types, which are written where they are bound. */
#include "eventb/syntax.h"
#include "eventb/theory.h"

#include <string.h>

typedef VEC(struct eb_bound) bound_list;

static bool add_bound(struct eb_parser *parser, bound_list *list) {
    struct eb_token at = parser->lexer.token;
    if (at.kind != EB_TOKEN_NAME) {
        bool negates = at.start > parser->lexer.begin && at.start[-1] == '!' && eb_token_is_mark(&at, '(');
        eb_syntax_expected(parser, negates ? "a name to bind (! is ∀: ¬ or not negates)" : "a name to bind");
        return false;
    }
    struct eb_bound bound = {.name =
                                 arena_printf(parser->arena, "%.*s%s", (int)at.length, at.text, at.primed ? "'" : ""),
                             .place = at.place};
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, bound.name) != 0) continue;
        eb_syntax_error(parser, &at, "%s is bound twice here", bound.name);
        return false;
    }
    eb_lexer_advance(&parser->lexer);
    if (eb_token_is_operator(&parser->lexer.token, EB_OF_TYPE)) {
        eb_lexer_advance(&parser->lexer);
        bound.type = eb_syntax_type(parser);
        bound.typed = true;
        if (!bound.type) return false;
    }
    vec_push(list, bound);
    return true;
}

static void give_bound(struct eb_parser *parser, struct eb_formula *formula, const bound_list *list) {
    struct eb_bound *copy = arena_new_array(parser->arena, struct eb_bound, list->count);
    memcpy(copy, list->items, list->count * sizeof *copy);
    formula->bound = copy;
    formula->bound_count = (unsigned)list->count;
}

/* What follows the names that are bound, and what may have been meant where something else does. */
static const char *dot_wanted(const struct eb_token *token, const struct eb_token *binder) {
    if (token->kind != EB_TOKEN_OPERATOR || eb_operator(token->op)->level != EB_LEVEL_RELATIONAL) return "'·'";
    if (token->op == EB_IN && binder->op == EB_FORALL) return "'·' (for the elements of a set: ∀x·x ∈ S ⇒ …)";
    if (token->op == EB_IN && binder->op == EB_EXISTS) return "'·' (for the elements of a set: ∃x·x ∈ S ∧ …)";
    if (token->op == EB_IN) return "'·' (for the elements of a set: x·x ∈ S ∧ … ∣ …)";
    return *binder->text == '!' ? "'·' (! is ∀: ¬ or not negates)" : "'·'";
}

/* x, y⦂T, z · */
static bool declarations(struct eb_parser *parser, bound_list *list, const struct eb_token *binder) {
    const struct eb_token *token = &parser->lexer.token;
    while (add_bound(parser, list)) {
        if (!eb_token_is_mark(token, ',')) return eb_syntax_mark(parser, '.', dot_wanted(token, binder));
        eb_lexer_advance(&parser->lexer);
    }
    return false;
}

/* A node whose children are a predicate and perhaps an expression: eb_part_node() wants them of one sort. */
static struct eb_part binder(struct eb_parser *parser, enum eb_op op, const struct eb_token *at,
                             const struct eb_part *predicate, const struct eb_part *expression,
                             const bound_list *list) {
    struct eb_part failed = {0};
    if (!predicate->formula || (expression && !expression->formula)) return failed;
    struct eb_part inner = *predicate;
    if (expression && expression->depth > inner.depth) inner.depth = expression->depth;
    struct eb_part part = eb_part_node(parser, EB_NOT, at, &inner, 1); /* checks the depth */
    if (!part.formula) return failed;
    const struct eb_formula **children = arena_new_array(parser->arena, const struct eb_formula *, 2);
    children[0] = predicate->formula;
    children[1] = expression ? expression->formula : NULL;
    part.formula->op = op;
    part.formula->children = children;
    part.formula->child_count = expression ? 2 : 1;
    if (list) give_bound(parser, part.formula, list);
    return part;
}

/* P ∣ E, after the dot. */
static struct eb_part condition_and_value(struct eb_parser *parser, enum eb_op op, const struct eb_token *at,
                                          const struct eb_part *pattern, const bound_list *list, bool in_brace) {
    struct eb_part failed = {0};
    struct eb_part predicate = eb_part_predicate(parser);
    if (!predicate.formula || !eb_syntax_mark(parser, '|', "'∣'")) return failed;
    struct eb_token value_at = parser->lexer.token;
    struct eb_part value = eb_part_any(parser, in_brace ? EB_LEVEL_QUANTIFIED : EB_LEVEL_LAMBDA);
    if (!eb_part_must_be(parser, &value, false, &value_at)) return failed;
    if (pattern) {
        struct eb_part pair[] = {*pattern, value};
        value = eb_part_node(parser, EB_MAPLET, at, pair, 2);
    }
    return binder(parser, op, at, &predicate, &value, list);
}

/* E ∣ P: binds the free identifiers of E; which those are, bind.c finds out. */
static struct eb_part value_and_condition(struct eb_parser *parser, enum eb_op op, const struct eb_token *at,
                                          const struct eb_part *value) {
    if (!eb_syntax_mark(parser, '|', "'∣'")) return (struct eb_part){0};
    struct eb_part predicate = eb_part_predicate(parser);
    return binder(parser, op, at, &predicate, value, NULL);
}

/* pattern ::= atom {↦ atom}; atom ::= declaration | ( pattern ) */
static struct eb_part pattern(struct eb_parser *parser, bound_list *list);

static struct eb_part pattern_atom(struct eb_parser *parser, bound_list *list) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = {0};
    if (eb_token_is_mark(&at, '(')) {
        eb_lexer_advance(&parser->lexer);
        part = pattern(parser, list);
        if (part.formula && !eb_syntax_mark(parser, ')', "')'")) part.formula = NULL;
        return part;
    }
    if (!add_bound(parser, list)) return part;
    part = eb_part_node(parser, EB_IDENTIFIER, &at, NULL, 0);
    part.formula->name = arena_text_n(parser->arena, at.text, at.length);
    part.formula->primed = at.primed;
    return part;
}

static struct eb_part pattern(struct eb_parser *parser, bound_list *list) {
    struct eb_part left = {0};
    if (++parser->nesting > EB_MAX_NESTING) {
        eb_syntax_error(parser, &parser->lexer.token, "this formula is nested too deeply");
        return left;
    }
    left = pattern_atom(parser, list);
    while (left.formula && eb_token_is_operator(&parser->lexer.token, EB_MAPLET)) {
        struct eb_token at = parser->lexer.token;
        eb_lexer_advance(&parser->lexer);
        struct eb_part pair[] = {left, pattern_atom(parser, list)};
        left = eb_part_node(parser, EB_MAPLET, &at, pair, 2);
    }
    parser->nesting--;
    return left;
}

static struct eb_part lambda(struct eb_parser *parser, const struct eb_token *at) {
    bound_list list = {0};
    struct eb_part part = {0}, left = pattern(parser, &list);
    if (left.formula && eb_syntax_mark(parser, '.', "'·'"))
        part = condition_and_value(parser, EB_LAMBDA, at, &left, &list, false);
    vec_free(&list);
    return part;
}

static struct eb_part explicit_form(struct eb_parser *parser, enum eb_op op, const struct eb_token *at) {
    bound_list list = {0};
    struct eb_part part = {0};
    if (declarations(parser, &list, at)) {
        if (op == EB_FORALL || op == EB_EXISTS) {
            struct eb_part predicate = eb_part_predicate(parser);
            part = binder(parser, op, at, &predicate, NULL, &list);
        } else {
            part = condition_and_value(parser, op, at, NULL, &list, op == EB_COMPREHENSION);
        }
    }
    vec_free(&list);
    return part;
}

struct eb_part eb_part_quantified(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    eb_lexer_advance(&parser->lexer);
    if (at.op == EB_LAMBDA) return lambda(parser, &at);
    bool implicit = false;
    if (at.op == EB_QUANTIFIED_UNION || at.op == EB_QUANTIFIED_INTERSECTION) {
        struct eb_lexer ahead = parser->lexer;
        implicit = ahead.token.kind != EB_TOKEN_NAME;
        eb_lexer_advance(&ahead);
        implicit = implicit || !(eb_token_is_mark(&ahead.token, ',') || eb_token_is_mark(&ahead.token, '.') ||
                                 eb_token_is_operator(&ahead.token, EB_OF_TYPE));
    }
    if (!implicit) return explicit_form(parser, at.op, &at);
    struct eb_token value_at = parser->lexer.token;
    struct eb_part value = eb_part_any(parser, EB_LEVEL_LAMBDA);
    if (!eb_part_must_be(parser, &value, false, &value_at)) return (struct eb_part){0};
    return value_and_condition(parser, at.op, &at, &value);
}

/* ---- Braces ---- */

/* After `{`: does a dot that belongs to this brace come before its bar? */
static bool declarations_follow(const struct eb_parser *parser) {
    struct eb_lexer ahead = parser->lexer;
    if (ahead.token.kind != EB_TOKEN_NAME) return false;
    unsigned depth = 0;
    for (;; eb_lexer_advance(&ahead)) {
        const struct eb_token *token = &ahead.token;
        if (token->kind == EB_TOKEN_END || token->kind == EB_TOKEN_BAD || token->kind == EB_TOKEN_LABEL ||
            token->kind == EB_TOKEN_KEYWORD)
            return false;
        if (!depth && token->kind == EB_TOKEN_OPERATOR && eb_operator(token->op)->shape == EB_SHAPE_QUANTIFIER)
            return false;
        if (token->kind != EB_TOKEN_MARK) continue;
        if (strchr("([{", token->mark)) depth++;
        if (strchr(")]}", token->mark) && !depth--) return false;
        if (!depth && token->mark == '.') return true;
        if (!depth && token->mark == '|') return false;
    }
}

static struct eb_part set_extension(struct eb_parser *parser, const struct eb_token *at, struct eb_part first) {
    VEC(struct eb_part) elements = {0};
    struct eb_part part = {0};
    vec_push(&elements, first);
    while (vec_last(&elements).formula && eb_token_is_mark(&parser->lexer.token, ',')) {
        eb_lexer_advance(&parser->lexer);
        vec_push(&elements, eb_part_expression(parser));
    }
    if (vec_last(&elements).formula)
        part = eb_part_node(parser, EB_SET_EXTENSION, at, elements.items, (unsigned)elements.count);
    vec_free(&elements);
    return part;
}

static struct eb_part first_in_brace(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = eb_part_any(parser, EB_LEVEL_QUANTIFIED);
    if (part.formula && part.formula->op == EB_IN && eb_token_is_mark(&parser->lexer.token, '|')) {
        eb_syntax_error(parser, &at,
                        "an expression was expected here: for some elements of a set write {x ∣ x ∈ S ∧ …}");
        part.formula = NULL;
    } else if (!eb_part_must_be(parser, &part, false, &at)) {
        part.formula = NULL;
    }
    return part;
}

struct eb_part eb_part_brace(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part;
    eb_lexer_advance(&parser->lexer);
    if (eb_token_is_mark(&parser->lexer.token, '}')) {
        eb_lexer_advance(&parser->lexer);
        return eb_part_node(parser, EB_EMPTY_SET, &at, NULL, 0);
    }
    if (declarations_follow(parser)) {
        part = explicit_form(parser, EB_COMPREHENSION, &at);
    } else {
        part = first_in_brace(parser);
        if (part.formula && eb_token_is_mark(&parser->lexer.token, '|'))
            part = value_and_condition(parser, EB_COMPREHENSION, &at, &part);
        else if (part.formula)
            part = set_extension(parser, &at, part);
    }
    if (part.formula && !eb_syntax_mark(parser, '}', "',' or '}'")) part.formula = NULL;
    return part;
}

/* ---- Types ---- */

static const struct eb_type *new_type(struct eb_parser *parser, enum eb_type_kind kind, const struct eb_type *left,
                                      const struct eb_type *right) {
    struct eb_type *type = arena_new_object(parser->arena, struct eb_type);
    type->kind = kind;
    type->left = left;
    type->right = right;
    return type;
}

/* `is_type` becomes false where the set is none, but a part of one. */
static const struct eb_type *of_members(struct eb_parser *parser, const struct eb_formula *formula, bool *is_type);

static const struct eb_type *data_type(struct eb_parser *parser, const struct eb_formula *formula, bool *is_type) {
    const struct eb_type **arguments = arena_new_array(parser->arena, const struct eb_type *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++) {
        arguments[i] = of_members(parser, formula->children[i], is_type);
        if (!arguments[i]) return NULL;
    }
    return eb_type_data(parser->arena, formula->data, arguments);
}

static const struct eb_type *given_type(struct eb_parser *parser, const char *name) {
    struct eb_type *type = arena_new_object(parser->arena, struct eb_type);
    type->kind = EB_TYPE_GIVEN;
    type->name = name;
    return type;
}

static const struct eb_type *of_members(struct eb_parser *parser, const struct eb_formula *formula, bool *is_type) {
    enum eb_op op = formula->op;
    const struct eb_type *left, *right;
    if (op == EB_INTEGERS || op == EB_NATURALS || op == EB_NATURALS_1 || op == EB_INTERVAL) {
        *is_type = *is_type && op == EB_INTEGERS;
        return new_type(parser, EB_TYPE_INTEGER, NULL, NULL);
    }
    if (op == EB_BOOLEANS) return new_type(parser, EB_TYPE_BOOLEAN, NULL, NULL);
    if (op == EB_IDENTIFIER) return formula->primed ? NULL : given_type(parser, formula->name);
    if (op == EB_DATA_SET) return data_type(parser, formula, is_type);
    if (op == EB_POWER_SET || op == EB_POWER_SET_1) {
        left = of_members(parser, formula->children[0], is_type);
        *is_type = *is_type && op == EB_POWER_SET;
        return left ? new_type(parser, EB_TYPE_POWER, left, NULL) : NULL;
    }
    bool relations = eb_is_arrow(op);
    if (!relations && op != EB_PRODUCT) return NULL;
    left = of_members(parser, formula->children[0], is_type);
    right = left ? of_members(parser, formula->children[1], is_type) : NULL;
    if (!right) return NULL;
    *is_type = *is_type && (op == EB_PRODUCT || op == EB_RELATIONS);
    left = new_type(parser, EB_TYPE_PRODUCT, left, right);
    return relations ? new_type(parser, EB_TYPE_POWER, left, NULL) : left;
}

const struct eb_type *eb_type_of_members(struct eb_parser *parser, const struct eb_formula *set, bool *is_type) {
    *is_type = true;
    const struct eb_type *type = of_members(parser, set, is_type);
    *is_type = *is_type && type;
    return type;
}

const struct eb_type *eb_syntax_type(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part part = eb_part_any(parser, EB_LEVEL_ARROW);
    if (!eb_part_must_be(parser, &part, false, &at)) return NULL;
    bool is_type;
    const struct eb_type *type = eb_type_of_members(parser, part.formula, &is_type);
    if (is_type) return type;
    return eb_syntax_error(parser, &at, "expected a type: a carrier set, ℤ, BOOL, ℙ(…) or … × …");
}
