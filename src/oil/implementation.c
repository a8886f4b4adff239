/* IMPLEMENTATION sections: which attributes there are (OIL 2.5, 4.2). */
#include "base/nearest.h"
#include "oil/merge.h"
#include "oil/parser_internal.h"

static bool parse_definitions(struct oil_parser *parser, struct oil_definition **list);

static const struct {
    const char *name;
    enum oil_type type;
} types[] = {{"UINT32", TYPE_UINT32}, {"INT32", TYPE_INT32},     {"UINT64", TYPE_UINT64},  {"INT64", TYPE_INT64},
             {"FLOAT", TYPE_FLOAT},   {"BOOLEAN", TYPE_BOOLEAN}, {"ENUM", TYPE_ENUM},      {"STRING", TYPE_STRING},
             {"STRUCT", TYPE_STRUCT}, {"IDENTIFIER", TYPE_NAME}, {"SYMBOLNAME", TYPE_NAME}};
enum { TYPE_COUNT = sizeof types / sizeof *types };

static bool parse_type(struct oil_parser *parser, struct oil_definition *definition) {
    struct oil_token token = *parser->token;
    if (!oil_parse_name(parser, "the type of an attribute or '}'", &definition->type_name)) return false;
    struct nearest nearest;
    char room[NEAREST_ROOM];
    nearest_begin(&nearest, token.text);
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        definition->type = types[i].type;
        if (!strcmp(types[i].name, token.text)) return true;
        nearest_offer(&nearest, types[i].name);
    }
    size_t length = strlen(token.text);
    if (length > 5 && !strcmp(token.text + length - 5, "_TYPE")) {
        definition->type = TYPE_REFERENCE;
        definition->target = arena_text_n(parser->arena, token.text, length - 5);
        return true;
    }
    diag_error(parser->diagnostics, token.place, "'%s' is not a type%s", token.text,
               nearest_hint(&nearest, '\'', room));
    parser->stopped = parser->stopped || ++parser->errors >= MOST_ERRORS;
    return false;
}

/* ---- what values there are ---- */

static bool parse_alternative(struct oil_parser *parser, struct oil_alternative ***tail) {
    struct oil_alternative *alternative = arena_new_object(parser->arena, struct oil_alternative);
    bool word = parser->token->kind == TOKEN_NAME || parser->token->kind == TOKEN_INTEGER;
    if (!word) return oil_expected(parser, "a value of the attribute");
    alternative->name = parser->token->text;
    alternative->place = parser->token->place;
    oil_advance(parser);
    **tail = alternative;
    *tail = &alternative->next;
    if (oil_accept(parser, '{') && !parse_definitions(parser, &alternative->attributes)) return false;
    return oil_parse_description(parser, &alternative->description);
}

static bool parse_alternatives(struct oil_parser *parser, struct oil_definition *definition) {
    struct oil_alternative **tail = &definition->alternatives;
    do {
        if (oil_at(parser, ']')) break;
        if (!parse_alternative(parser, &tail)) return false;
    } while (oil_accept(parser, ','));
    return true;
}

static bool parse_bound(struct oil_parser *parser, struct oil_bound ***tail) {
    struct oil_bound *bound = arena_new_object(parser->arena, struct oil_bound);
    if (!oil_parse_value(parser, &bound->value)) return false;
    **tail = bound;
    *tail = &bound->next;
    return true;
}

static bool parse_bounds(struct oil_parser *parser, struct oil_definition *definition) {
    struct oil_bound **tail = &definition->bounds;
    if (!parse_bound(parser, &tail)) return false;
    if (parser->token->kind == TOKEN_RANGE) {
        oil_advance(parser);
        definition->range = RANGE_BOUNDS;
        return parse_bound(parser, &tail);
    }
    definition->range = RANGE_LIST;
    while (oil_accept(parser, ','))
        if (!parse_bound(parser, &tail)) return false;
    return true;
}

static bool parse_range(struct oil_parser *parser, struct oil_definition *definition) {
    if (!oil_accept(parser, '[')) return true;
    bool words = definition->type == TYPE_ENUM || definition->type == TYPE_BOOLEAN;
    if (words ? !parse_alternatives(parser, definition) : !parse_bounds(parser, definition)) return false;
    return oil_accept(parser, ']') || oil_expected(parser, "',' or ']'");
}

/* ---- one attribute ---- */

static bool parse_default(struct oil_parser *parser, struct oil_definition *definition) {
    if (!oil_accept(parser, '=')) return true;
    if (oil_at_name(parser, "NO_DEFAULT")) {
        definition->no_default = true;
        oil_advance(parser);
        return true;
    }
    definition->has_default = true;
    return oil_parse_value(parser, &definition->default_value);
}

static bool parse_multiple(struct oil_parser *parser, bool *multiple) {
    if (!oil_accept(parser, '[')) return true;
    *multiple = true;
    return oil_accept(parser, ']') || oil_expected(parser, "']'");
}

static void check_definition(struct oil_parser *parser, const struct oil_definition *definition) {
    bool auto_default = definition->has_default && definition->default_value.kind == VALUE_AUTO;
    bool named_auto = oil_find_alternative(definition->alternatives, "AUTO") != NULL;
    if (auto_default && !definition->with_auto && !named_auto)
        diag_error(parser->diagnostics, definition->default_value.place,
                   "'%s' cannot be AUTO by default: it is not WITH_AUTO", definition->name);
    if (definition->type == TYPE_ENUM && !definition->alternatives)
        diag_error(parser->diagnostics, definition->place, "the ENUM '%s' has no values", definition->name);
}

/* TYPE [WITH_AUTO] [range] name [[]] [= default] [description] ; */
static bool parse_definition(struct oil_parser *parser, void *context) {
    struct oil_definition **list = context;
    struct oil_definition *definition = arena_new_object(parser->arena, struct oil_definition);
    if (!parse_type(parser, definition)) return false;
    if (definition->type == TYPE_STRUCT && oil_accept(parser, '{') &&
        !parse_definitions(parser, &definition->attributes))
        return false;
    for (int i = 0; i < 2; i++) { /* the two are seen in either order */
        if (oil_at_name(parser, "WITH_AUTO")) {
            definition->with_auto = true;
            oil_advance(parser);
        }
        if (!parse_range(parser, definition)) return false;
    }
    definition->place = parser->token->place;
    if (!oil_parse_name(parser, "the name of an attribute", &definition->name)) return false;
    if (!parse_multiple(parser, &definition->multiple) || !parse_default(parser, definition) ||
        !oil_parse_description(parser, &definition->description) || !oil_parse_end(parser, false))
        return false;
    check_definition(parser, definition);
    oil_merge_definition(list, definition);
    return true;
}

static bool parse_definitions(struct oil_parser *parser, struct oil_definition **list) {
    return oil_parse_body(parser, parse_definition, list);
}

/* ---- the section ---- */

/* KIND [[]] { attributes } [description] ; */
static bool parse_kind(struct oil_parser *parser) {
    struct oil_kind *kind = arena_new_object(parser->arena, struct oil_kind);
    kind->place = parser->token->place;
    if (!oil_parse_name(parser, "a kind of object or '}'", &kind->name)) return false;
    if (parser->token->kind == TOKEN_NAME) oil_advance(parser); /* a name some vendors give; it says nothing */
    if (!parse_multiple(parser, &kind->multiple)) return false;
    if (!oil_accept(parser, '{')) return oil_expected(parser, "'{'");
    if (!parse_definitions(parser, &kind->attributes)) return false;
    oil_merge_kind(&parser->tree->kinds, kind);
    return oil_parse_description(parser, &kind->description) && oil_parse_end(parser, true);
}

void oil_parse_implementation(struct oil_parser *parser) {
    oil_advance(parser);
    const char *name;
    bool good = oil_parse_name(parser, "the name of the implementation", &name);
    if (good && !parser->tree->implementation) parser->tree->implementation = name;
    good = good && (oil_accept(parser, '{') || oil_expected(parser, "'{'"));
    while (good && !oil_at_end(parser) && !oil_at(parser, '}'))
        if (!oil_accept(parser, ';') && !parse_kind(parser)) oil_recover(parser);
    const char *description = NULL;
    good = good && (oil_accept(parser, '}') || oil_expected(parser, "a kind of object or '}'"));
    good = good && oil_parse_description(parser, &description) && oil_parse_end(parser, true);
    if (!good) {
        oil_recover(parser);
        oil_accept(parser, '}');
    }
}
