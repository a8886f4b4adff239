/* The inside of a class, as it is written: members, invariants, assertions, states, transitions. */
#include "env/parse_syntax.h"

#include <string.h>

static bool parse_member_type(struct ocl_parser *parser, struct env_member_syntax *member) {
    const struct ocl_token *next = &parser->lexer.next;
    bool name = parser->lexer.token.kind == OCL_TOKEN_NAME;
    if (name && (ocl_token_is(next, ";") || ocl_token_is(next, "=") || ocl_token_is(next, "[") ||
                 ocl_token_is(&parser->lexer.token, "Set") || ocl_token_is(&parser->lexer.token, "Bag")))
        return ocl_parse_type(parser, &member->type);
    return env_parse_range(parser, &member->range, false);
}

static bool parse_member(struct ocl_parser *parser, struct env_member_syntax *member) {
    static const char *const what[] = {"the name of an attribute", "the name of an association",
                                       "the name of a variable"};
    if (!env_parse_new_name(parser, what[member->kind], &member->name, &member->place)) return false;
    if (!ocl_parse_symbol(parser, ":")) return false;
    member->range.place = parser->lexer.token.place;
    if (member->kind == OCL_ASSOCIATION) {
        if (!ocl_parse_type(parser, &member->type)) return false;
        if (ocl_lexer_accept(&parser->lexer, "[")) {
            if (!env_parse_range(parser, &member->range, true) || !ocl_parse_symbol(parser, "]")) return false;
        } else {
            member->range.open = true;
        }
    } else if (!parse_member_type(parser, member)) {
        return false;
    }
    if (member->kind == OCL_VARIABLE && ocl_lexer_accept(&parser->lexer, "=") &&
        !(member->value = ocl_parse_expression(parser)))
        return false;
    return ocl_parse_symbol(parser, ";");
}

/* `Name: expression;` or `expression;` */
static bool parse_condition(struct ocl_parser *parser, struct env_item_syntax *condition) {
    condition->place = parser->lexer.token.place;
    if (parser->lexer.token.kind == OCL_TOKEN_NAME && ocl_token_is(&parser->lexer.next, ":")) {
        condition->name = ocl_parse_name(parser, "a name", &condition->place);
        ocl_lexer_advance(&parser->lexer);
    }
    return (condition->value = ocl_parse_expression(parser)) && ocl_parse_symbol(parser, ";");
}

static bool parse_states(struct ocl_parser *parser, struct env_class_syntax *class) {
    struct env_item_syntax **tail = &class->states;
    if (class->states) {
        diag_error(parser->diagnostics, parser->lexer.token.place, "class %s has 'states' already", class->name);
        return false;
    }
    do {
        struct env_item_syntax *state = env_append(parser, tail, struct env_item_syntax);
        tail = &state->next;
        if (!env_parse_new_name(parser, "the name of a state", &state->name, &state->place)) return false;
    } while (ocl_lexer_accept(&parser->lexer, ","));
    return ocl_parse_symbol(parser, ";");
}

/* A bare name is given to the argument; anything else is a value that the argument must have. */
static bool parse_trigger_arguments(struct ocl_parser *parser, struct env_item_syntax **tail) {
    if (!ocl_parse_symbol(parser, "(")) return false;
    if (ocl_lexer_accept(&parser->lexer, ")")) return true;
    do {
        struct env_item_syntax *argument = env_append(parser, tail, struct env_item_syntax);
        tail = &argument->next;
        argument->place = parser->lexer.token.place;
        bool bare = parser->lexer.token.kind == OCL_TOKEN_NAME &&
                    (ocl_token_is(&parser->lexer.next, ",") || ocl_token_is(&parser->lexer.next, ")"));
        if (!(argument->value = ocl_parse_expression(parser))) return false;
        if (bare && argument->value->kind == OCL_SYNTAX_NAME && !ocl_is_reserved(argument->value->name))
            argument->name = argument->value->name;
    } while (ocl_lexer_accept(&parser->lexer, ","));
    return ocl_parse_symbol(parser, ")");
}

static bool parse_arrow(struct ocl_parser *parser, const char **from, struct place *from_place, const char **to,
                        struct place *to_place) {
    return (*from = ocl_parse_name(parser, "the name of a state", from_place)) && ocl_parse_symbol(parser, "->") &&
           (*to = ocl_parse_name(parser, "the name of a state", to_place));
}

/* { objects: From -> To; ... } */
static bool parse_synchronous(struct ocl_parser *parser, struct env_sync_syntax **tail) {
    if (!ocl_parse_symbol(parser, "{")) return false;
    while (!ocl_lexer_accept(&parser->lexer, "}")) {
        struct env_sync_syntax *sync = env_append(parser, tail, struct env_sync_syntax);
        tail = &sync->next;
        if (!(sync->objects = ocl_parse_expression(parser)) || !ocl_parse_symbol(parser, ":")) return false;
        if (!parse_arrow(parser, &sync->from, &sync->from_place, &sync->to, &sync->to_place)) return false;
        if (!ocl_token_is(&parser->lexer.token, "}") && !ocl_parse_symbol(parser, ";")) return false;
    }
    return true;
}

/* member = value; ... }, after the opening brace */
static bool parse_actions(struct ocl_parser *parser, struct env_action_syntax **tail) {
    while (!ocl_lexer_accept(&parser->lexer, "}")) {
        struct env_action_syntax *action = env_append(parser, tail, struct env_action_syntax);
        tail = &action->next;
        if (!(action->target = ocl_parse_postfix(parser)) || !ocl_parse_symbol(parser, "=")) return false;
        if (!(action->value = ocl_parse_expression(parser))) return false;
        if (!ocl_token_is(&parser->lexer.token, "}") && !ocl_parse_symbol(parser, ";")) return false;
    }
    return true;
}

static bool parse_transition(struct ocl_parser *parser, struct env_transition_syntax *transition) {
    bool block = false;
    if (!parse_arrow(parser, &transition->from, &transition->from_place, &transition->to, &transition->to_place) ||
        !ocl_parse_symbol(parser, ":"))
        return false;
    if (ocl_token_is(&parser->lexer.token, "async") && !ocl_token_is(&parser->lexer.next, "(")) {
        transition->trigger_place = parser->lexer.token.place;
        ocl_lexer_advance(&parser->lexer);
    } else {
        transition->trigger = ocl_parse_name(parser, "a trigger function or 'async'", &transition->trigger_place);
        if (!transition->trigger || !parse_trigger_arguments(parser, &transition->arguments)) return false;
    }
    if (ocl_lexer_accept(&parser->lexer, "[") &&
        (!(transition->guard = ocl_parse_expression(parser)) || !ocl_parse_symbol(parser, "]")))
        return false;
    if (ocl_lexer_accept(&parser->lexer, "sync")) {
        if (!parse_synchronous(parser, &transition->synchronous)) return false;
        block = true;
    }
    if (ocl_lexer_accept(&parser->lexer, "{")) {
        if (!parse_actions(parser, &transition->actions)) return false;
        block = true;
    }
    return (ocl_lexer_accept(&parser->lexer, ";") || block) || ocl_parse_symbol(parser, ";");
}

struct tails {
    struct env_member_syntax **members;
    struct env_item_syntax **invariants, **assertions;
    struct env_transition_syntax **transitions;
};

static bool parse_item(struct ocl_parser *parser, struct env_class_syntax *class, struct tails *tails) {
    static const char *const kinds[] = {"attr", "assoc", "var"};
    if (ocl_token_is(&parser->lexer.next, "->")) { /* though a state be called `var` */
        struct env_transition_syntax *transition = env_append(parser, tails->transitions, struct env_transition_syntax);
        tails->transitions = &transition->next;
        return parse_transition(parser, transition);
    }
    for (unsigned kind = 0; kind < 3; kind++) {
        if (!ocl_lexer_accept(&parser->lexer, kinds[kind])) continue;
        struct env_member_syntax *member = env_append(parser, tails->members, struct env_member_syntax);
        tails->members = &member->next;
        member->kind = (enum ocl_member_kind)kind;
        return parse_member(parser, member);
    }
    bool invariant = ocl_token_is(&parser->lexer.token, "inv");
    if (invariant || ocl_token_is(&parser->lexer.token, "assert")) {
        ocl_lexer_advance(&parser->lexer);
        struct env_item_syntax ***tail = invariant ? &tails->invariants : &tails->assertions;
        struct env_item_syntax *condition = env_append(parser, *tail, struct env_item_syntax);
        *tail = &condition->next;
        return parse_condition(parser, condition);
    }
    if (ocl_lexer_accept(&parser->lexer, "states")) return parse_states(parser, class);
    ocl_parse_expected(parser, "attr, assoc, var, inv, assert, states, a transition (From -> To : ...) or '}'");
    return false;
}

bool env_parse_class_body(struct ocl_parser *parser, struct env_class_syntax *class) {
    struct tails tails = {&class->members, &class->invariants, &class->assertions, &class->transitions};
    while (!ocl_lexer_accept(&parser->lexer, "}")) {
        if (!parse_item(parser, class, &tails)) return false;
    }
    return true;
}
