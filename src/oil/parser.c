#include "oil/parser.h"

#include "base/word.h"
#include "oil/merge.h"
#include "oil/parser_internal.h"

/* ---- what the parts share ---- */

static bool is_mark(const struct oil_token *token, char punctuation) {
    return token->kind == TOKEN_PUNCTUATION && token->punctuation == punctuation;
}

/* The innermost '{' before the current token that no '}' has closed; NULL: there is none. */
static const struct oil_token *open_brace(const struct oil_parser *parser) {
    size_t closed = 0;
    for (const struct oil_token *token = parser->token; token > parser->first;) {
        token--;
        if (is_mark(token, '}')) closed++;
        if (is_mark(token, '{') && closed-- == 0) return token;
    }
    return NULL;
}

bool oil_expected(struct oil_parser *parser, const char *what) {
    if (parser->stopped) return false;
    const struct oil_token *open = parser->token->kind == TOKEN_END ? open_brace(parser) : NULL;
    if (open)
        diag_error(parser->diagnostics, open->place, "this '{' is never closed");
    else
        diag_error(parser->diagnostics, parser->token->place, "expected %s, found %s", what,
                   oil_token_words(parser->arena, parser->token));
    /* At the end of the file everything that is still open would complain: once is enough. */
    parser->stopped = ++parser->errors >= MOST_ERRORS || parser->token->kind == TOKEN_END;
    return false;
}

void oil_recover(struct oil_parser *parser) {
    unsigned nesting = 0;
    while (!oil_at_end(parser)) {
        if (nesting == 0 && oil_at(parser, '}')) return;
        if (oil_at(parser, '{')) nesting++;
        if (oil_at(parser, '}')) nesting--;
        bool done = nesting == 0 && oil_at(parser, ';');
        oil_advance(parser);
        if (done) return;
    }
}

void oil_warn_habit(struct oil_parser *parser, enum oil_habit habit, struct place place, const char *what) {
    if (!parser->warned[habit]) diag_warning(parser->diagnostics, place, "%s", what);
    parser->warned[habit] = true;
}

bool oil_parse_name(struct oil_parser *parser, const char *what, const char **name) {
    if (parser->token->kind != TOKEN_NAME) return oil_expected(parser, what);
    *name = parser->token->text;
    oil_advance(parser);
    return true;
}

/* Strings that follow each other are one. */
static const char *joined_strings(struct oil_parser *parser) {
    const char *first = parser->token->text;
    oil_advance(parser);
    if (parser->token->kind != TOKEN_STRING) return first;
    struct text all = {0};
    text_add(&all, first);
    for (; parser->token->kind == TOKEN_STRING; oil_advance(parser)) text_add(&all, parser->token->text);
    const char *result = arena_text(parser->arena, text_chars(&all));
    text_free(&all);
    return result;
}

bool oil_parse_value(struct oil_parser *parser, struct oil_value *value) {
    const struct oil_token *token = parser->token;
    *value = (struct oil_value){.text = token->text,
                                .place = token->place,
                                .negative = token->negative,
                                .too_large = token->too_large,
                                .magnitude = token->magnitude};
    switch (token->kind) {
    case TOKEN_NAME: value->kind = strcmp(token->text, "AUTO") != 0 ? VALUE_NAME : VALUE_AUTO; break;
    case TOKEN_INTEGER: value->kind = VALUE_INTEGER; break;
    case TOKEN_REAL: value->kind = VALUE_REAL; break;
    case TOKEN_STRING:
        value->kind = VALUE_STRING;
        value->text = joined_strings(parser);
        return true;
    default: return oil_expected(parser, "a value");
    }
    oil_advance(parser);
    return true;
}

bool oil_parse_description(struct oil_parser *parser, const char **description) {
    if (!oil_accept(parser, ':')) return true;
    if (parser->token->kind != TOKEN_STRING) return oil_expected(parser, "a description in quotes");
    *description = joined_strings(parser);
    return true;
}

bool oil_parse_end(struct oil_parser *parser, bool after_brace) {
    if (oil_accept(parser, ';')) return true;
    if (!after_brace) return oil_expected(parser, "';'");
    /* There is a token before: the brace. */
    oil_warn_habit(parser, HABIT_SEMICOLON, parser->token[-1].place, "OIL wants a ';' after this '}'");
    return true;
}

bool oil_enter(struct oil_parser *parser) {
    if (parser->depth >= DEEPEST_NESTING) {
        if (!parser->stopped) diag_error(parser->diagnostics, parser->token->place, "nested too deeply");
        parser->stopped = true;
        return false;
    }
    parser->depth++;
    return true;
}

/* ---- parameters ---- */

bool oil_parse_body(struct oil_parser *parser, bool (*parse_one)(struct oil_parser *parser, void *context),
                    void *context) {
    size_t count = 0;
    if (!oil_enter(parser)) return false;
    while (!oil_at_end(parser) && !oil_at(parser, '}')) {
        if (oil_accept(parser, ';')) continue;
        if (++count > MOST_PARAMETERS) {
            diag_error(parser->diagnostics, parser->token->place, "too many attributes");
            parser->stopped = true;
        } else if (!parse_one(parser, context)) {
            oil_recover(parser);
        }
    }
    oil_leave(parser);
    return oil_accept(parser, '}') || oil_expected(parser, "an attribute or '}'");
}

static bool parse_parameters(struct oil_parser *parser, struct oil_parameter **list);

static struct oil_parameter *add_parameter(struct oil_parser *parser, struct oil_parameter ***tail, const char *name,
                                           struct place place) {
    struct oil_parameter *parameter = arena_new_object(parser->arena, struct oil_parameter);
    parameter->name = name;
    parameter->place = place;
    parameter->value.place = place;
    parameter->value.text = "";
    **tail = parameter;
    *tail = &parameter->next;
    return parameter;
}

static bool parse_body(struct oil_parser *parser, struct oil_parameter *parameter) {
    oil_advance(parser);
    parameter->has_body = true;
    return parse_parameters(parser, &parameter->body);
}

/* Of the standard: vendors' own have other names, as their attributes have. */
static bool is_kind(const char *name) {
    static const char *const kinds[] = {"OS",       "APPMODE", "TASK", "ISR",     "COUNTER", "ALARM",
                                        "RESOURCE", "EVENT",   "COM",  "MESSAGE", "NM",      NULL};
    return is_one_of(name, kinds);
}

/* An object inside of another: a '}' is missing. */
static bool is_object(const struct oil_parser *parser, const char *name) {
    const struct oil_token *token = parser->token;
    return token->kind == TOKEN_NAME && is_mark(&token[1], '{') && is_kind(name);
}

static bool complain_about_object(struct oil_parser *parser, const char *kind) {
    const struct oil_token *open = open_brace(parser);
    if (open && !parser->stopped)
        diag_error(parser->diagnostics, open->place, "this '{' is not closed where %s '%s' begins, on line %u", kind,
                   parser->token->text, parser->token->place.line);
    parser->stopped = true;
    return false;
}

/* `ACTION = ACTIVATETASK;{ TASK = t; }`: nothing else begins with a brace. */
static void skip_early_end(struct oil_parser *parser) {
    if (!oil_at(parser, ';') || !is_mark(&parser->token[1], '{')) return;
    oil_warn_habit(parser, HABIT_EARLY_END, parser->token->place, "OIL has no ';' before a '{'");
    oil_advance(parser);
}

/* NAME = value {, value} | NAME += value | NAME title { } | NAME { } */
static bool parse_parameter(struct oil_parser *parser, void *context) {
    struct oil_parameter ***tail = context;
    struct place place = parser->token->place;
    const char *name;
    if (!oil_parse_name(parser, "an attribute or '}'", &name)) return false;
    if (is_object(parser, name)) return complain_about_object(parser, name);
    struct oil_parameter *parameter = add_parameter(parser, tail, name, place);
    bool equals = oil_at(parser, '=') || parser->token->kind == TOKEN_APPEND;
    if (equals) oil_advance(parser);
    if (!equals && parser->token->kind == TOKEN_NAME && parser->token[1].kind == TOKEN_PUNCTUATION &&
        parser->token[1].punctuation == '{') {
        parameter->title = parser->token->text;
        oil_advance(parser);
    } else if (!equals && parser->token->kind == TOKEN_NAME) {
        oil_warn_habit(parser, HABIT_NO_EQUALS, parser->token->place, "OIL wants a '=' before this value");
        equals = true;
    } else if (!equals && !oil_at(parser, '{')) {
        return oil_expected(parser, "'='");
    }
    if (equals && !oil_parse_value(parser, &parameter->value)) return false;
    while (equals && oil_accept(parser, ',')) {
        parameter = add_parameter(parser, tail, name, place);
        if (!oil_parse_value(parser, &parameter->value)) return false;
    }
    skip_early_end(parser);
    if (oil_at(parser, '{') && !parse_body(parser, parameter)) return false;
    if (!oil_parse_description(parser, &parameter->description)) return false;
    bool next_begins = parser->token->kind == TOKEN_NAME && parser->token[1].kind == TOKEN_PUNCTUATION &&
                       parser->token[1].punctuation == '=';
    if (!parameter->has_body && (next_begins || oil_at(parser, '}'))) {
        oil_warn_habit(parser, HABIT_VALUE_SEMICOLON, parser->token[-1].place, "OIL wants a ';' after this");
        return true;
    }
    return oil_parse_end(parser, parameter->has_body);
}

static bool parse_parameters(struct oil_parser *parser, struct oil_parameter **list) {
    struct oil_parameter **tail = list;
    return oil_parse_body(parser, parse_parameter, &tail);
}

/* ---- objects ---- */

/* KIND [=] [name] [{ ... }] [description] [;] */
static bool parse_object(struct oil_parser *parser) {
    struct oil_object *object = arena_new_object(parser->arena, struct oil_object);
    object->place = parser->token->place;
    object->name = "";
    if (!oil_parse_name(parser, "an object or '}'", &object->kind)) return false;
    if (oil_at(parser, '=')) {
        oil_warn_habit(parser, HABIT_OBJECT_EQUALS, parser->token->place,
                       "OIL has no '=' before the name of an object");
        oil_advance(parser);
    }
    if (parser->token->kind == TOKEN_NAME) {
        object->name = parser->token->text;
        object->place = parser->token->place;
        oil_advance(parser);
    } else if (!oil_at(parser, '{')) {
        return oil_expected(parser, "the name of an object");
    }
    skip_early_end(parser);
    bool has_body = oil_accept(parser, '{');
    if (has_body && !parse_parameters(parser, &object->parameters)) return false;
    bool good = oil_parse_description(parser, &object->description) && oil_parse_end(parser, has_body);
    if (++parser->object_count > MOST_OBJECTS) {
        diag_error(parser->diagnostics, object->place, "too many objects");
        parser->stopped = true;
        return false;
    }
    unsigned before = parser->diagnostics->errors;
    oil_merge_object(parser->tree, object, parser->diagnostics);
    parser->errors += parser->diagnostics->errors - before;
    parser->stopped = parser->stopped || parser->errors >= MOST_ERRORS;
    return good;
}

static bool parse_objects(struct oil_parser *parser) {
    while (!oil_at_end(parser) && !oil_at(parser, '}'))
        if (!oil_accept(parser, ';') && !parse_object(parser)) oil_recover(parser);
    if (!oil_accept(parser, '}')) return oil_expected(parser, "an object or '}'");
    return true;
}

/* ---- the file ---- */

static bool parse_version(struct oil_parser *parser) {
    oil_advance(parser);
    if (!oil_accept(parser, '=')) return oil_expected(parser, "'='");
    if (parser->token->kind != TOKEN_STRING) return oil_expected(parser, "the version in quotes");
    const char *version = joined_strings(parser);
    if (!parser->tree->version) parser->tree->version = version;
    return oil_parse_description(parser, &parser->tree->version_description) && oil_parse_end(parser, false);
}

/* `CORTEX-M4`: no name, but vendors' generators do not look at it. */
static const char *joined_by_dashes(struct oil_parser *parser, const char *name) {
    struct place place = parser->token->place;
    bool joined = false;
    while (oil_at(parser, '-') && parser->token[1].kind == TOKEN_NAME) {
        oil_advance(parser);
        name = arena_printf(parser->arena, "%s_%s", name, parser->token->text);
        oil_advance(parser);
        joined = true;
    }
    if (joined) oil_warn_habit(parser, HABIT_DASH, place, "OIL has no '-' in names");
    return name;
}

static bool parse_cpu(struct oil_parser *parser) {
    oil_advance(parser);
    const char *name;
    if (!oil_parse_name(parser, "the name of the CPU section", &name)) return false;
    name = joined_by_dashes(parser, name);
    parser->tree->cpu = name; /* the last: what a project includes comes before its own section */
    if (!oil_accept(parser, '{')) return oil_expected(parser, "'{'");
    return parse_objects(parser) && oil_parse_description(parser, &parser->tree->cpu_description) &&
           oil_parse_end(parser, true);
}

/* `TASK t {`, directly in what this brace opens. */
static bool has_object(const struct oil_token *brace) {
    int depth = 0;
    for (const struct oil_token *token = brace; token->kind != TOKEN_END; token++) {
        depth += is_mark(token, '{') - is_mark(token, '}');
        if (!depth) return false;
        if (depth == 1 && token->kind == TOKEN_NAME && is_kind(token->text) && token[1].kind == TOKEN_NAME &&
            is_mark(&token[2], '{'))
            return true;
    }
    return false;
}

/* Some vendors call the section otherwise: NAME name { whose content is objects, KIND name, not attributes. Some begin
 * it with what looks like attributes: `RESOURCE = r;`. */
static bool at_cpu(const struct oil_parser *parser) {
    const struct oil_token *token = parser->token;
    if (!strcmp(token[0].text, "CPU")) return true;
    bool opens = token[1].kind == TOKEN_NAME && is_mark(&token[2], '{');
    if (opens && token[3].kind == TOKEN_NAME && token[4].kind == TOKEN_NAME) return true;
    return opens && !is_kind(token[0].text) && has_object(&token[2]);
}

static void parse_section(struct oil_parser *parser) {
    bool good;
    if (oil_at_name(parser, "IMPLEMENTATION")) {
        oil_parse_implementation(parser);
        return;
    }
    if (oil_at_name(parser, "OIL_VERSION")) {
        good = parse_version(parser);
    } else if (parser->token->kind == TOKEN_NAME && at_cpu(parser)) {
        good = parse_cpu(parser);
    } else if (parser->token->kind == TOKEN_NAME) {
        oil_warn_habit(parser, HABIT_NO_CPU, parser->token->place, "objects belong into a section: CPU name { ... };");
        good = parse_object(parser);
    } else {
        good = oil_expected(parser, "OIL_VERSION, IMPLEMENTATION or CPU");
    }
    if (good) return;
    oil_recover(parser);
    oil_accept(parser, '}');
}

void oil_parse(struct oil_tree *tree, const struct oil_tokens *tokens, struct arena *arena,
               struct diagnostics *diagnostics) {
    struct oil_parser parser = {.tree = tree,
                                .first = tokens->list.items,
                                .token = tokens->list.items,
                                .arena = arena,
                                .diagnostics = diagnostics};
    while (!oil_at_end(&parser))
        if (!oil_accept(&parser, ';')) parse_section(&parser);
}
