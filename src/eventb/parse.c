/* Whole formulas: predicates, expressions and assignments, with their identifiers bound. */
#include "eventb/syntax.h"

#include <string.h>

static struct eb_formula *finish(struct eb_parser *parser, struct eb_formula *formula) {
    return formula && eb_bind(parser->arena, formula, parser->diagnostics) ? formula : NULL;
}

void eb_syntax_begin(struct eb_parser *parser) {
    parser->nesting = 0;
    parser->infix = EB_TRUE;
}

bool eb_syntax_several_members(const struct eb_parser *parser) {
    if (parser->lexer.form == EB_FORMULA_ONLY) return false;
    struct eb_lexer ahead = parser->lexer;
    for (unsigned names = 1; ahead.token.kind == EB_TOKEN_NAME; names++) {
        eb_lexer_advance(&ahead);
        if (eb_token_is_operator(&ahead.token, EB_IN)) return names > 1;
        if (!eb_token_is_mark(&ahead.token, ',')) return false;
        eb_lexer_advance(&ahead);
    }
    return false;
}

static struct eb_part several_members(struct eb_parser *parser) {
    VEC(struct eb_part) names = {0};
    do {
        if (names.count) eb_lexer_advance(&parser->lexer);
        vec_push(&names, eb_part_atom(parser, EB_LEVEL_ATOM));
    } while (eb_token_is_mark(&parser->lexer.token, ','));
    struct eb_token at = parser->lexer.token;
    eb_lexer_advance(&parser->lexer);
    struct eb_part set = eb_part_any(parser, EB_LEVEL_LAMBDA), all = {0};
    for (size_t i = 0; i < names.count && set.formula; i++) {
        struct eb_part member[] = {names.items[i], set};
        struct eb_part in = eb_part_node(parser, EB_IN, &at, member, 2);
        struct eb_part both[] = {all, in};
        all = i ? eb_part_node(parser, EB_AND, &at, both, 2) : in;
    }
    vec_free(&names);
    return all;
}

struct eb_formula *eb_syntax_predicate(struct eb_parser *parser) {
    eb_syntax_begin(parser);
    struct eb_part part = eb_syntax_several_members(parser) ? several_members(parser) : eb_part_predicate(parser);
    return finish(parser, part.formula);
}

struct eb_formula *eb_syntax_expression(struct eb_parser *parser) {
    eb_syntax_begin(parser);
    return finish(parser, eb_part_expression(parser).formula);
}

/* ---- Assignments ---- */

typedef VEC(const char *) name_list;

static bool targets(struct eb_parser *parser, name_list *names) {
    for (;; eb_lexer_advance(&parser->lexer)) {
        const struct eb_token *token = &parser->lexer.token;
        if (token->kind != EB_TOKEN_NAME) {
            eb_syntax_expected(parser, "the name of a variable");
            return false;
        }
        if (token->primed) {
            eb_syntax_error(parser, token, "the left-hand side of an assignment has no primes");
            return false;
        }
        vec_push(names, arena_text_n(parser->arena, token->text, token->length));
        for (size_t i = 0; i + 1 < names->count; i++) {
            if (strcmp(names->items[i], vec_last(names)) != 0) continue;
            eb_syntax_error(parser, token, "%s is assigned twice", vec_last(names));
            return false;
        }
        eb_lexer_advance(&parser->lexer);
        if (!eb_token_is_mark(&parser->lexer.token, ',')) return true;
    }
}

/* f(E) ≔ F means f ≔ f <+ {E ↦ F}. */
static struct eb_part at_point(struct eb_parser *parser, const struct eb_token *at, const char *function) {
    struct eb_part failed = {0};
    eb_lexer_advance(&parser->lexer);
    struct eb_part pair[] = {eb_part_expression(parser), failed};
    if (!pair[0].formula) return failed;
    if (eb_token_is_mark(&parser->lexer.token, ',')) {
        eb_syntax_error(parser, &parser->lexer.token, "a function has one argument: write f(a ↦ b) for a pair");
        return failed;
    }
    if (!eb_syntax_mark(parser, ')', "')'")) return failed;
    struct eb_token becomes = parser->lexer.token;
    if (!eb_token_is_operator(&becomes, EB_BECOMES_EQUAL)) {
        eb_syntax_expected(parser, "'≔'");
        return failed;
    }
    eb_lexer_advance(&parser->lexer);
    pair[1] = eb_part_expression(parser);
    if (!pair[1].formula) return failed;
    struct eb_part override[] = {eb_part_node(parser, EB_IDENTIFIER, at, NULL, 0),
                                 eb_part_node(parser, EB_MAPLET, at, pair, 2)};
    override[0].formula->name = function;
    override[1] = eb_part_node(parser, EB_SET_EXTENSION, at, &override[1], 1);
    struct eb_part value = eb_part_node(parser, EB_OVERRIDE, at, override, 2);
    struct eb_part part = eb_part_node(parser, EB_BECOMES_EQUAL, &becomes, &value, 1);
    if (part.formula) part.formula->of_point = true;
    return part;
}

static struct eb_part values(struct eb_parser *parser, const struct eb_token *at, unsigned wanted) {
    VEC(struct eb_part) list = {0};
    struct eb_part part = {0};
    do {
        if (list.count) eb_lexer_advance(&parser->lexer);
        vec_push(&list, eb_part_expression(parser));
    } while (vec_last(&list).formula && list.count < wanted && eb_token_is_mark(&parser->lexer.token, ','));
    if (vec_last(&list).formula && list.count < wanted)
        eb_syntax_error(parser, &parser->lexer.token, "%u variables are assigned, but there is a value for %zu of them",
                        wanted, list.count);
    else if (vec_last(&list).formula)
        part = eb_part_node(parser, EB_BECOMES_EQUAL, at, list.items, (unsigned)list.count);
    vec_free(&list);
    return part;
}

static struct eb_part such_that(struct eb_parser *parser, const struct eb_token *at) {
    struct eb_part predicate = eb_part_predicate(parser);
    if (!predicate.formula) return predicate;
    struct eb_part part = eb_part_node(parser, EB_NOT, at, &predicate, 1); /* its child is a predicate, too */
    if (part.formula) part.formula->op = EB_BECOMES_SUCH_THAT;
    return part;
}

static struct eb_part right_hand_side(struct eb_parser *parser, const struct eb_token *first, const name_list *names) {
    struct eb_token at = parser->lexer.token;
    struct eb_part failed = {0};
    if (eb_token_is_mark(&at, '(') && names->count == 1) return at_point(parser, first, names->items[0]);
    if (at.kind != EB_TOKEN_OPERATOR || !eb_is_assignment(at.op)) {
        if (names->count == 1 && strcmp(names->items[0], "skip") == 0)
            eb_syntax_error(parser, first, "skip is no action of Event-B: what does nothing is left out");
        else
            eb_syntax_expected(parser, "'≔', ':∈' or ':∣'");
        return failed;
    }
    eb_lexer_advance(&parser->lexer);
    if (at.op == EB_BECOMES_SUCH_THAT) return such_that(parser, &at);
    if (at.op == EB_BECOMES_EQUAL) return values(parser, &at, (unsigned)names->count);
    if (names->count > 1) {
        eb_syntax_error(parser, &at, ":∈ assigns one variable; write :∣ for several");
        return failed;
    }
    struct eb_part set = eb_part_expression(parser);
    return set.formula ? eb_part_node(parser, EB_BECOMES_IN, &at, &set, 1) : failed;
}

/* Of x ≔ 1 ; y ≔ 2 and x ≔ 1 || y ≔ 2: the sign took the next action's variable for what it joins. */
static bool joins_actions(struct eb_parser *parser, const struct eb_formula *action) {
    const struct eb_token *token = &parser->lexer.token;
    if (token->kind != EB_TOKEN_OPERATOR || !eb_is_assignment(token->op)) return false;
    const struct eb_formula *last = action;
    while (last->child_count && last->op != EB_FORWARD_COMPOSITION && last->op != EB_PARALLEL_PRODUCT)
        last = last->children[last->child_count - 1];
    if (!last->child_count) return false;
    eb_syntax_error(parser, token, "%s is of relations: no sign stands between actions, which all happen at once",
                    last->op == EB_PARALLEL_PRODUCT ? "'||'" : "';'");
    return true;
}

struct eb_formula *eb_syntax_assignment(struct eb_parser *parser) {
    eb_syntax_begin(parser);
    struct eb_token first = parser->lexer.token;
    name_list names = {0};
    struct eb_formula *formula = NULL;
    if (targets(parser, &names)) formula = right_hand_side(parser, &first, &names).formula;
    if (formula && joins_actions(parser, formula)) formula = NULL;
    if (formula) {
        const char **copy = arena_new_array(parser->arena, const char *, names.count);
        memcpy(copy, names.items, names.count * sizeof *copy);
        formula->place = first.place;
        formula->targets = copy;
        formula->target_count = (unsigned)names.count;
    }
    vec_free(&names);
    return finish(parser, formula);
}

/* ---- The public functions ---- */

static const struct eb_formula *parse_all(struct arena *arena, const struct eb_source *source,
                                          struct diagnostics *diagnostics,
                                          struct eb_formula *(*parse)(struct eb_parser *parser)) {
    struct eb_parser parser = {.arena = arena, .diagnostics = diagnostics, .theories = source->theories};
    eb_lexer_start(&parser.lexer, source, strlen(source->text));
    eb_lexer_advance(&parser.lexer);
    const struct eb_formula *formula = parse(&parser);
    if (!formula) return NULL;
    if (parser.lexer.token.kind != EB_TOKEN_END) return eb_syntax_expected(&parser, "an operator or the end");
    return formula;
}

const struct eb_formula *eb_parse_predicate(struct arena *arena, const struct eb_source *source,
                                            struct diagnostics *diagnostics) {
    return parse_all(arena, source, diagnostics, eb_syntax_predicate);
}

const struct eb_formula *eb_parse_expression(struct arena *arena, const struct eb_source *source,
                                             struct diagnostics *diagnostics) {
    return parse_all(arena, source, diagnostics, eb_syntax_expression);
}

const struct eb_formula *eb_parse_assignment(struct arena *arena, const struct eb_source *source,
                                             struct diagnostics *diagnostics) {
    return parse_all(arena, source, diagnostics, eb_syntax_assignment);
}
