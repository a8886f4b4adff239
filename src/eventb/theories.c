#include "eventb/theories.h"

#include <string.h>

/* So many uses of operators may the formulas of a development have, those inside of definitions counted each time. */
enum { MOST_USES = 100000, MOST_MADE = 2000000, MOST_ARGUMENTS = 64 };

void eb_theories_free(struct eb_theories *theories) {
    vec_free(&theories->operators);
    vec_free(&theories->datatypes);
    vec_free(&theories->files);
}

/* ---- Names ---- */

static bool is_called(const char *name, const struct eb_token *token) {
    return strlen(name) == token->length && !strncmp(name, token->text, token->length);
}

static struct eb_theory_operator *find_operator(const struct eb_theories *theories, const struct eb_token *token) {
    for (size_t i = theories->operators.count; i--;)
        if (is_called(theories->operators.items[i]->name, token)) return theories->operators.items[i];
    return NULL;
}

static const struct eb_datatype *find_datatype(const struct eb_theories *theories, const struct eb_token *token) {
    for (size_t i = theories->datatypes.count; i--;)
        if (is_called(theories->datatypes.items[i]->name, token)) return theories->datatypes.items[i];
    return NULL;
}

struct part_of_data {
    const struct eb_datatype *data;
    unsigned constructor, field;
    bool is_field;
};

static bool find_part(const struct eb_theories *theories, const struct eb_token *token, struct part_of_data *part) {
    for (size_t d = theories->datatypes.count; d--;) {
        part->data = theories->datatypes.items[d];
        for (part->constructor = 0; part->constructor < part->data->constructor_count; part->constructor++) {
            const struct eb_constructor *constructor = &part->data->constructors[part->constructor];
            part->is_field = false;
            if (is_called(constructor->name, token)) return true;
            part->is_field = true;
            for (part->field = 0; part->field < constructor->field_count; part->field++)
                if (is_called(constructor->fields[part->field].name, token)) return true;
        }
    }
    return false;
}

static bool is_cond(const struct eb_token *token) { return is_called("COND", token); }

bool eb_theories_know(const struct eb_theories *theories, const struct eb_token *token) {
    struct part_of_data part;
    if (!theories || token->kind != EB_TOKEN_NAME || token->primed) return false;
    bool any = theories->operators.count || theories->datatypes.count;
    return any && (is_cond(token) || find_operator(theories, token) || find_datatype(theories, token) ||
                   find_part(theories, token, &part));
}

const struct eb_theory_operator *eb_theories_infix(const struct eb_theories *theories, const struct eb_token *token) {
    if (!theories || token->kind != EB_TOKEN_NAME || token->primed) return NULL;
    const struct eb_theory_operator *operator= find_operator(theories, token);
    return operator&& operator->infix ? operator: NULL;
}

/* ---- Definitions with arguments in place of parameters ---- */

struct substitution {
    const struct substitution *outer;
    const char *name;               /* NULL: nothing, where a binder begins */
    const struct eb_formula *value; /* what stands for the name */
    const struct eb_type *type;     /* ... and which type it has; NULL: any */
    bool *is_seen;                  /* ... and whether it does so anywhere */
    const char *renamed;            /* else: it is bound, or a type, and has this name now */
    bool is_type;                   /* a type parameter: all values of some type */
};

static const struct substitution *meaning(const struct substitution *list, const char *name) {
    for (; list; list = list->outer)
        if (list->name && !strcmp(list->name, name)) return list;
    return NULL;
}

/* The type where the definition stands: each use has its own type parameters. NULL: it is not known here. */
static const struct eb_type *type_here(const struct substitution *list, struct eb_theories *theories,
                                       const struct eb_type *type) {
    if (!list || (type->kind != EB_TYPE_GIVEN && !type->left)) return type;
    if (type->kind == EB_TYPE_GIVEN) {
        const struct substitution *found = meaning(list, type->name);
        bool own = found && found->is_type;
        if (own && !found->renamed) return NULL;
        if (own) return eb_type_given(theories->arena, found->renamed);
        if (!eb_is_type_parameter(type->name)) return type;
        return eb_type_given(theories->arena, eb_type_parameter(theories->arena, type->name, theories->uses));
    }
    struct eb_type *copy = arena_new_object(theories->arena, struct eb_type);
    *copy = *type;
    copy->left = type_here(list, theories, type->left);
    if (type->right) copy->right = type_here(list, theories, type->right);
    return copy->left && (copy->right || !type->right) ? copy : NULL;
}

static struct eb_formula *substitute(const struct substitution *list, struct eb_theories *theories,
                                     const struct eb_formula *formula);

static const struct eb_formula *identifier(const struct substitution *list, struct eb_theories *theories,
                                           const struct eb_formula *formula) {
    const struct substitution *found = formula->primed ? NULL : meaning(list, formula->name);
    if (found && found->value) {
        if (found->is_seen) *found->is_seen = true;
        return eb_of_parameter(theories->arena, substitute(NULL, theories, found->value), found->type);
    }
    if (found && found->is_type)
        return eb_all_of_type(theories->arena, formula,
                              found->renamed ? eb_type_given(theories->arena, found->renamed) : NULL);
    struct eb_formula *copy = eb_new_node(theories->arena, formula, EB_IDENTIFIER, NULL, 0);
    copy->name = found ? found->renamed : formula->name;
    copy->primed = formula->primed;
    return copy;
}

/* {E ∣ P} binds what is free in E. */
static void add_implicit(const struct eb_formula *formula, struct eb_theories *theories,
                         const struct substitution **list) {
    if (formula->op == EB_IDENTIFIER && !formula->primed) {
        for (const struct substitution *own = *list; own->name; own = own->outer)
            if (!strcmp(own->name, formula->name)) return; /* listed by this very binder */
        struct substitution *bound = arena_new_object(theories->arena, struct substitution);
        *bound = (struct substitution){.outer = *list, .name = formula->name};
        bound->renamed = arena_printf(theories->arena, "%s·%u", formula->name, theories->uses);
        *list = bound;
        return;
    }
    for (unsigned i = 0; i < formula->child_count; i++) add_implicit(formula->children[i], theories, list);
}

static bool binds_implicitly(const struct eb_formula *formula) {
    return !formula->bound_count && (formula->op == EB_COMPREHENSION || formula->op == EB_QUANTIFIED_UNION ||
                                     formula->op == EB_QUANTIFIED_INTERSECTION);
}

static const struct eb_bound *rename_bound(const struct substitution **list, struct eb_theories *theories,
                                           const struct eb_formula *formula) {
    struct eb_bound *bound = arena_new_array(theories->arena, struct eb_bound, formula->bound_count + 1);
    const struct substitution *outer = *list;
    for (unsigned i = 0; i < formula->bound_count; i++) {
        bound[i] = formula->bound[i];
        if (bound[i].typed) bound[i].type = type_here(outer, theories, bound[i].type);
        bound[i].typed = bound[i].typed && bound[i].type;
        if (!outer) continue; /* an argument: it keeps its names */
        struct substitution *renamed = arena_new_object(theories->arena, struct substitution);
        *renamed = (struct substitution){.outer = *list, .name = bound[i].name};
        bound[i].name = renamed->renamed = arena_printf(theories->arena, "%s·%u", bound[i].name, theories->uses);
        *list = renamed;
    }
    return bound;
}

static struct eb_formula *substitute(const struct substitution *list, struct eb_theories *theories,
                                     const struct eb_formula *formula) {
    if (++theories->made > MOST_MADE) return (struct eb_formula *)formula; /* it will be refused */
    if (formula->op == EB_IDENTIFIER) return (struct eb_formula *)identifier(list, theories, formula); /* made here */
    const struct eb_type *type = formula->op == EB_OF_TYPE ? type_here(list, theories, formula->type) : NULL;
    if (formula->op == EB_OF_TYPE && !type) return substitute(list, theories, formula->children[0]);
    struct eb_formula *copy = arena_new_object(theories->arena, struct eb_formula);
    *copy = *formula;
    copy->type = type;
    if (list && binds_implicitly(formula)) {
        struct substitution fence = {.outer = list};
        const struct substitution *inner = &fence;
        add_implicit(formula->children[1], theories, &inner);
        list = inner == &fence ? list : inner;
        const struct eb_formula *both[] = {substitute(list, theories, formula->children[0]),
                                           substitute(list, theories, formula->children[1])};
        copy->children = eb_new_node(theories->arena, formula, formula->op, both, 2)->children;
        return copy;
    }
    if (formula->bound_count) copy->bound = rename_bound(&list, theories, formula);
    const struct eb_formula **children =
        arena_new_array(theories->arena, const struct eb_formula *, formula->child_count + 1);
    for (unsigned i = 0; i < formula->child_count; i++) children[i] = substitute(list, theories, formula->children[i]);
    copy->children = children;
    if (formula->child_count && formula->written == formula->children[0])
        copy->written = children[0];
    else if (list && formula->written)
        copy->written = substitute(list, theories, formula->written);
    return copy;
}

/* ---- Reading an operator ---- */

static struct eb_formula *parse_text(struct eb_parser *outer, const char *text, struct place place, bool predicate) {
    const struct eb_source source = {.text = text, .origin = place, .words_are_names = true};
    struct eb_parser parser = {.arena = outer->arena, .diagnostics = outer->diagnostics, .theories = outer->theories};
    eb_lexer_start(&parser.lexer, &source, strlen(text));
    eb_lexer_advance(&parser.lexer);
    struct eb_part part = predicate ? eb_part_predicate(&parser) : eb_part_expression(&parser);
    if (part.formula && parser.lexer.token.kind != EB_TOKEN_END)
        return eb_syntax_expected(&parser, "an operator or the end");
    return part.formula;
}

const struct eb_type *eb_theories_type(struct eb_theories *theories, const char *text, struct place place,
                                       struct diagnostics *diagnostics) {
    const struct eb_source source = {.text = text, .origin = place, .words_are_names = true};
    struct eb_parser parser = {.arena = theories->arena, .diagnostics = diagnostics, .theories = theories};
    eb_lexer_start(&parser.lexer, &source, strlen(text));
    eb_lexer_advance(&parser.lexer);
    const struct eb_type *type = eb_syntax_type(&parser);
    return type && parser.lexer.token.kind != EB_TOKEN_END ? eb_syntax_expected(&parser, "the end of the type") : type;
}

/* The type parameters of its theory come first, then its own parameters. */
static const struct eb_bound *names_of(struct eb_theories *theories, const struct eb_theory_operator *operator) {
    unsigned count = operator->type_count + operator->parameter_count;
    struct eb_bound *names = arena_new_array(theories->arena, struct eb_bound, count + 1);
    for (unsigned i = 0; i < count; i++)
        names[i].name =
            i < operator->type_count ? operator->types[i] : operator->parameters[i - operator->type_count].name;
    return names;
}

/* What it means must not depend on who uses it. */
static bool is_closed(struct eb_parser *parser, const struct eb_theory_operator *operator,
                      const struct eb_formula * formula, struct place place) {
    unsigned count = operator->type_count + operator->parameter_count;
    const char *name = eb_undeclared(formula, names_of(parser->theories, operator), count);
    if (name)
        diag_error(parser->diagnostics, place, "%s is not declared, in the definition of %s", name, operator->name);
    return !name;
}

static struct eb_formula *parse_own(struct eb_parser *parser, const struct eb_theory_operator *operator,
                                    const char * text, struct place place, bool predicate) {
    struct eb_formula *formula = parse_text(parser, text, place, predicate);
    return formula && is_closed(parser, operator, formula, place) ? formula : NULL;
}

/* Types of the parameters, and sets that are none: that an argument is in its set is a condition of the operator. */
static bool read_arguments(struct eb_parser *parser, struct eb_theory_operator *operator) {
    struct arena *arena = parser->theories->arena;
    const struct eb_bound *names = names_of(parser->theories, operator);
    operator->of_parameters = arena_new_array(arena, const struct eb_type *, operator->parameter_count + 1);
    operator->sets = arena_new_array(arena, const struct eb_formula *, operator->parameter_count + 1);
    for (unsigned i = 0; i < operator->parameter_count; i++) {
        const struct eb_theory_parameter *one = &operator->parameters[i];
        const struct eb_formula *set = parse_own(parser, operator, one->set, one->place, false);
        if (!set) return false;
        bool is_type, depends = eb_undeclared(set, names, operator->type_count) != NULL;
        operator->of_parameters[i] = eb_type_of_members(parser, set, &is_type);
        if (depends) operator->of_parameters[i] = NULL; /* on other arguments */
        if (!is_type || depends) operator->sets[i] = set;
    }
    return true;
}

/* `each`: every use has types of its own, by which arguments are typed. */
static const struct substitution *with_types(struct eb_theories *theories, const struct eb_theory_operator *operator,
                                             bool each) {
    const struct substitution *list = NULL;
    struct substitution *types = arena_new_array(theories->arena, struct substitution, operator->type_count + 1);
    for (unsigned i = 0; i < operator->type_count; i++) {
        types[i] = (struct substitution){.outer = list, .name = operator->types[i], .is_type = true};
        if (each) types[i].renamed = eb_type_parameter(theories->arena, operator->types[i], theories->uses);
        list = &types[i];
    }
    return list;
}

static const struct eb_formula *named(struct eb_theories *theories, const struct eb_formula *at, const char *name) {
    struct eb_formula *node = eb_new_node(theories->arena, at, EB_IDENTIFIER, NULL, 0);
    node->name = name;
    return node;
}

/* Deployed theories say which type a constructor without fields makes: nil ⦂ List(T). */
static const struct eb_formula *without_type(const struct eb_formula *formula) {
    return formula->op == EB_OF_TYPE ? formula->children[0] : formula;
}

/* The value of a case, where p was made by its constructor: its identifiers are p's fields. NULL with an error. */
static const struct eb_formula *case_value(struct eb_parser *parser, const struct eb_theory_operator *operator,
                                           const struct eb_theory_case * one, unsigned *constructor,
                                           const struct eb_datatype **data) {
    struct eb_theories *theories = parser->theories;
    const struct eb_formula *pattern = parse_text(parser, one->pattern, one->place, false);
    const struct eb_formula *value =
        pattern ? parse_text(parser, one->value, one->place, operator->is_predicate) : NULL;
    if (!value) return NULL;
    const struct substitution *list = NULL;
    pattern = without_type(pattern);
    bool plain = pattern->op == EB_CONSTRUCT;
    for (unsigned i = 0; plain && i < pattern->child_count; i++) {
        const struct eb_formula *variable = without_type(pattern->children[i]);
        if ((plain = variable->op == EB_IDENTIFIER && !meaning(list, variable->name))) {
            const struct eb_formula *parameter = named(theories, pattern, operator->inductive);
            struct eb_formula *field = eb_new_node(theories->arena, pattern, EB_DESTRUCT, &parameter, 1);
            field->data = pattern->data;
            field->index = pattern->index;
            field->certain = true;
            field->value = i;
            field->name = pattern->data->constructors[pattern->index].fields[i].name;
            struct substitution *bound = arena_new_object(theories->arena, struct substitution);
            *bound = (struct substitution){.outer = list, .name = variable->name, .value = field};
            list = bound;
        }
    }
    if (!plain) {
        diag_error(parser->diagnostics, one->place, "%s is no constructor with its identifiers", one->pattern);
        return NULL;
    }
    *constructor = pattern->index;
    *data = pattern->data;
    theories->uses++;
    if (list) value = substitute(list, theories, value);
    return is_closed(parser, operator, value, one->place) ? value : NULL;
}

/* COND(p was made by c1, E1, COND(..., En)) */
static const struct eb_formula *by_cases(struct eb_parser *parser, const struct eb_theory_operator *operator) {
    struct eb_theories *theories = parser->theories;
    const struct eb_formula *body = NULL;
    const struct eb_datatype *data = NULL;
    uint64_t seen = 0;
    for (unsigned i = operator->case_count; i--;) {
        unsigned constructor;
        const struct eb_formula *value = case_value(parser, operator, & operator->cases[i], &constructor, &data);
        if (!value) return NULL;
        if (operator->is_predicate) value = eb_new_node(theories->arena, value, EB_BOOL, &value, 1);
        const struct eb_formula *parameter = named(theories, value, operator->inductive);
        struct eb_formula *made = eb_new_node(theories->arena, value, EB_IS_CONSTRUCTED, &parameter, 1);
        made->data = data;
        made->index = constructor;
        made->name = data->constructors[constructor].name;
        seen |= UINT64_C(1) << (constructor & 63);
        const struct eb_formula *parts[] = {made, value, body};
        struct eb_formula *chosen = body ? eb_new_node(theories->arena, value, EB_CONDITIONAL, parts, 3) : NULL;
        if (chosen) chosen->name = "COND";
        body = chosen ? chosen : value;
    }
    if (data && operator->case_count == data->constructor_count &&(unsigned)
                        __builtin_popcountll(seen) == data->constructor_count)
        return body;
    diag_error(parser->diagnostics, operator->place, "%s does not have one case for each constructor", operator->name);
    return NULL;
}

/* The definition, where its conditions hold. NULL with an error. */
static const struct eb_formula *conditioned(struct eb_parser *parser, const struct eb_theory_operator *operator,
                                            const struct eb_formula * value) {
    struct arena *arena = parser->theories->arena;
    for (unsigned i = operator->condition_count; i--;) {
        const struct eb_theory_condition *one = &operator->conditions[i];
        const struct eb_formula *condition = parse_own(parser, operator, one->predicate, one->place, true);
        if (!condition) return NULL;
        if (condition->op != EB_TRUE) value = eb_where_defined(arena, operator->name, condition, value);
    }
    for (unsigned i = operator->parameter_count; i--;) {
        const struct eb_formula *set = operator->sets[i];
        if (!set) continue;
        const struct eb_formula *sides[] = {named(parser->theories, set, operator->parameters[i].name), set};
        value = eb_where_defined(arena, operator->name, eb_new_node(arena, set, EB_IN, sides, 2), value);
    }
    return value;
}

/* {p ⦂ P · ⊤ ∣ body} */
static bool make_function(struct eb_parser *parser, struct eb_theory_operator *operator) {
    struct eb_theories *theories = parser->theories;
    struct eb_function *function = &operator->function;
    struct eb_bound *bound = arena_new_array(theories->arena, struct eb_bound, operator->parameter_count + 1);
    *function = (struct eb_function){
        .name = operator->name, .type_parameters = operator->types, .type_count = operator->type_count };
    for (unsigned i = 0; i < operator->parameter_count; i++) {
        const struct eb_theory_parameter *parameter = &operator->parameters[i];
        bound[i] = (struct eb_bound){.name = parameter->name, .typed = true, .place = parameter->place};
        bound[i].type = operator->of_parameters[i];
        if (bound[i].type) continue;
        diag_error(parser->diagnostics, parameter->place,
                   "the type of %s does not follow from %s: %s, which is defined by cases, cannot be used",
                   parameter->name, parameter->set, operator->name);
        return false;
    }
    const struct eb_formula *body = by_cases(parser, operator);
    if (body) body = conditioned(parser, operator, body);
    if (!body) return false;
    theories->uses++;
    const struct substitution *types = with_types(theories, operator, false);
    if (types) body = substitute(types, theories, body);
    const struct eb_formula *children[] = {eb_new_node(theories->arena, body, EB_TRUE, NULL, 0), body};
    struct eb_formula *definition = eb_new_node(theories->arena, body, EB_COMPREHENSION, children, 2);
    definition->bound = bound;
    definition->bound_count = operator->parameter_count;
    function->definition = definition;
    function->is_total = true; /* where it calls itself */
    function->is_total = eb_is_safe(body);
    return eb_bind(theories->arena, definition, parser->diagnostics);
}

static bool read_operator(struct eb_parser *parser, struct eb_theory_operator *operator, const struct eb_token * at) {
    if (operator->state == EB_READ ||(operator->state == EB_BEING_READ && operator->inductive)) return true;
    if (operator->state == EB_BEING_READ) {
        eb_syntax_error(parser, at, "the definition of %s is circular", operator->name);
        return false;
    }
    if (operator->state == EB_UNREADABLE) return false; /* that was said before */
    if (operator->refused) {
        eb_syntax_error(parser, at, "%s of a theory cannot be used: %s", operator->name, operator->refused);
        return false;
    }
    operator->state = EB_BEING_READ;
    struct arena *of_use = parser->arena;
    parser->arena = parser->theories->arena; /* whoever uses it first may not last */
    bool good = (operator->direct || operator->inductive) && read_arguments(parser, operator);
    if (good && operator->direct) {
        operator->definition = parse_own(parser, operator, operator->direct, operator->place, operator->is_predicate);
        if (operator->definition) operator->definition = conditioned(parser, operator, operator->definition);
        good = operator->definition != NULL;
    } else if (good) {
        good = make_function(parser, operator);
    } else if (!operator->direct && !operator->inductive) {
        eb_syntax_error(parser, at, "%s of a theory has no definition, only axioms", operator->name);
    }
    parser->arena = of_use;
    operator->state = good ? EB_READ : EB_UNREADABLE;
    return good;
}

/* ---- Uses ---- */

static unsigned depth_of(const struct eb_formula *formula) {
    unsigned most = 0;
    for (unsigned i = 0; i < formula->child_count; i++) {
        unsigned inside = depth_of(formula->children[i]);
        if (inside > most) most = inside;
    }
    return most + 1;
}

static bool has_conditions(const struct eb_theory_operator *operator) {
    bool any = operator->condition_count;
    for (unsigned i = 0; i < operator->parameter_count; i++) any = any || operator->sets[i];
    return any;
}

static struct eb_part use(struct eb_parser *parser, struct eb_theory_operator *operator, const struct eb_token * at,
                          const struct eb_part *arguments, unsigned count) {
    struct eb_theories *theories = parser->theories;
    struct eb_part failed = {0}, part = failed;
    if (count != operator->parameter_count && !operator->refused) {
        eb_syntax_error(parser, at, "%s has %u arguments here, but %u where it is defined", operator->name,
                        count, operator->parameter_count);
        return failed;
    }
    for (unsigned i = 0; i < count; i++)
        if (!eb_part_must_be(parser, &arguments[i], false, at)) return failed;
    if (!read_operator(parser, operator, at)) return failed;
    if (++theories->uses > MOST_USES) {
        eb_syntax_error(parser, at, "there are too many uses of operators");
        return failed;
    }
    if (operator->inductive) {
        part = eb_part_node(parser, EB_CALL, at, arguments, count);
        if (!part.formula) return failed;
        part.formula->name = operator->name;
        part.formula->function = &operator->function;
        if (!operator->is_predicate) return part;
        struct eb_part pair[] = {part, eb_part_node(parser, EB_CONSTANT_TRUE, at, NULL, 0)};
        part = eb_part_node(parser, EB_EQUAL, at, pair, 2);
        part.bare = false;
        return part;
    }
    const struct substitution *list = with_types(theories, operator, true), *types = list;
    bool *is_seen = arena_new_array(theories->arena, bool, count + 1);
    struct substitution *values = arena_new_array(theories->arena, struct substitution, count + 1);
    for (unsigned i = 0; i < count; i++) {
        const struct eb_type *type = operator->of_parameters[i];
        values[i] = (struct substitution){.outer = list, .name = operator->parameters[i].name };
        values[i].value = arguments[i].formula;
        values[i].type = type ? type_here(types, theories, type) : NULL;
        values[i].is_seen = &is_seen[i];
        list = &values[i];
    }
    struct substitution none = {0};
    part.formula = substitute(list ? list : &none, theories, operator->definition);
    struct eb_part call = eb_part_node(parser, EB_CALL, at, arguments, count);
    if (!call.formula) return failed;
    call.formula->name = operator->name;
    eb_name_undefined(part.formula, call.formula);
    if (has_conditions(operator)) part.formula->written = call.formula;
    for (unsigned i = count; i--;) {
        const struct eb_formula *argument = arguments[i].formula;
        if (!is_seen[i]) {
            const struct eb_formula *copy = substitute(NULL, theories, argument);
            copy = eb_of_parameter(theories->arena, copy, values[i].type);
            part.formula = eb_with_aside(theories->arena, part.formula, copy);
        }
        if (!eb_is_unseen(part.formula, argument)) continue;
        part.formula =
            eb_where_argument(theories->arena, operator->name, substitute(NULL, theories, argument), part.formula);
    }
    if (theories->made > MOST_MADE) {
        eb_syntax_error(parser, at,
                        "what operators of theories stand for is too long, as their definitions use each "
                        "other many times");
        return failed;
    }
    for (unsigned i = 0; i < count; i++)
        if (arguments[i].depth > part.depth) part.depth = arguments[i].depth;
    part.depth += depth_of(operator->definition);
    if (part.depth <= EB_MAX_DEPTH) return part;
    eb_syntax_error(parser, at, "this formula is nested too deeply (more than %d levels)", EB_MAX_DEPTH);
    return failed;
}

static bool take_arguments(struct eb_parser *parser, struct eb_part *arguments, unsigned *count) {
    *count = 0;
    if (!eb_token_is_mark(&parser->lexer.token, '(')) return true;
    do {
        eb_lexer_advance(&parser->lexer);
        if (*count == MOST_ARGUMENTS) return eb_syntax_expected(parser, "fewer arguments") != NULL;
        arguments[*count] = eb_part_any(parser, EB_LEVEL_QUANTIFIED);
        if (!arguments[(*count)++].formula) return false;
    } while (eb_token_is_mark(&parser->lexer.token, ','));
    return eb_syntax_mark(parser, ')', "',' or ')'");
}

/* In deployed theories, a data type's own fields name it without its parameters. */
static struct eb_part own_type(struct eb_parser *parser, const struct eb_token *at, const struct eb_datatype *data) {
    struct eb_part arguments[MOST_ARGUMENTS];
    for (unsigned i = 0; i < data->parameter_count && i < MOST_ARGUMENTS; i++) {
        arguments[i] = eb_part_node(parser, EB_IDENTIFIER, at, NULL, 0);
        arguments[i].formula->name = data->parameters[i];
    }
    struct eb_part part = eb_part_node(parser, EB_DATA_SET, at, arguments, data->parameter_count);
    part.formula->name = data->name;
    part.formula->data = data;
    return part;
}

static struct eb_part of_data(struct eb_parser *parser, const struct eb_token *at, const struct eb_datatype *data,
                              const struct part_of_data *named, const struct eb_part *arguments, unsigned count) {
    enum eb_op op = data ? EB_DATA_SET : named->is_field ? EB_DESTRUCT : EB_CONSTRUCT;
    unsigned wanted = data              ? data->parameter_count
                      : named->is_field ? 1
                                        : named->data->constructors[named->constructor].field_count;
    if (data && !count && data == parser->theories->in_work) return own_type(parser, at, data);
    if (count != wanted) {
        eb_syntax_error(parser, at, "%.*s has %u arguments", (int)at->length, at->text, wanted);
        return (struct eb_part){0};
    }
    struct eb_part part = eb_part_node(parser, op, at, arguments, count);
    if (!part.formula) return part;
    part.formula->name = arena_text_n(parser->arena, at->text, at->length);
    part.formula->data = data ? data : named->data;
    if (data) return part;
    part.formula->index = named->constructor;
    if (named->is_field) part.formula->value = named->field;
    return part;
}

static struct eb_part conditional(struct eb_parser *parser, const struct eb_token *at, const struct eb_part *arguments,
                                  unsigned count) {
    struct eb_part failed = {0};
    if (count != 3) {
        eb_syntax_error(parser, at, "COND has a condition and two values");
        return failed;
    }
    struct eb_part part = {.depth = 1};
    const struct eb_formula *children[3];
    for (unsigned i = 0; i < 3; i++) {
        if (!eb_part_must_be(parser, &arguments[i], i == 0, at)) return failed;
        if (part.depth <= arguments[i].depth) part.depth = arguments[i].depth + 1;
        children[i] = arguments[i].formula;
    }
    part.formula = eb_new_node(parser->arena, children[0], EB_CONDITIONAL, children, 3);
    part.formula->name = "COND";
    return part;
}

struct eb_part eb_part_of_theory(struct eb_parser *parser) {
    struct eb_token at = parser->lexer.token;
    struct eb_part arguments[MOST_ARGUMENTS];
    unsigned count;
    eb_lexer_advance(&parser->lexer);
    if (!take_arguments(parser, arguments, &count)) return (struct eb_part){0};
    struct eb_theory_operator *operator= find_operator(parser->theories, &at);
    if (operator) {
        struct eb_part part = use(parser, operator, & at, arguments, count);
        part.bare = false;
        return part;
    }
    const struct eb_datatype *data = find_datatype(parser->theories, &at);
    struct part_of_data named;
    if (data || find_part(parser->theories, &at, &named)) return of_data(parser, &at, data, &named, arguments, count);
    return conditional(parser, &at, arguments, count);
}

struct eb_part eb_part_theory_infix(struct eb_parser *parser, struct eb_part left) {
    struct eb_token at = parser->lexer.token;
    struct eb_theory_operator *operator= find_operator(parser->theories, &at);
    eb_lexer_advance(&parser->lexer);
    struct eb_part operands[] = {left,
                                 eb_part_any(parser, operator->is_predicate ? EB_LEVEL_LAMBDA : EB_LEVEL_INTERVAL)};
    if (!operands[1].formula) return operands[1];
    struct eb_part part = use(parser, operator, & at, operands, 2);
    part.bare = false;
    return part;
}
