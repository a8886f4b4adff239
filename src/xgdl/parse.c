/* One function a rule of the grammar in guide.h. After an error every function returns the empty term, and the
 * parser stands at the end: the first error is the only one. */
#include "xgdl/guide.h"

#include "base/file.h"
#include "base/limits.h"
#include "xgdl/token.h"

#include <errno.h>
#include <string.h>

enum {
    DEEPEST = 500,       /* nesting: what comes after is recursive, too */
    HIGHEST = 2000,      /* of a term: parentheses, and what follows them, and definitions inside definitions */
    LONGEST_LIST = 500,  /* of "of [...]" */
    MOST_PARTS = 1 << 20 /* of a series, a choice, or what is interleaved: definitions in definitions double them */
};

struct definition {
    const char *name;
    struct place place;
    xgdl_term term;
    bool used;
};

struct parser {
    struct xgdl_scanner scanner;
    struct xgdl_token token;
    struct xgdl_guide *guide;
    VEC(struct definition) definitions;
    struct nodeset names; /* of interactions: numbers are letters */
    unsigned depth;
};

typedef VEC(xgdl_term) terms;

static struct xgdl_pool *pool(struct parser *parser) { return &parser->guide->pool; }

static xgdl_term give_up(struct parser *parser) {
    parser->token.kind = TOKEN_END;
    parser->scanner.at = parser->scanner.end;
    return xgdl_empty(pool(parser));
}

static bool failed(const struct parser *parser) { return parser->scanner.diagnostics->errors > 0; }

static void next(struct parser *parser) {
    limits_check();
    if (failed(parser)) return;
    parser->token = xgdl_scan(&parser->scanner);
    if (parser->token.kind == TOKEN_BAD) give_up(parser);
}

static bool is_sign(const struct parser *parser, const char *sign) {
    return parser->token.kind == TOKEN_SIGN && strcmp(parser->token.name, sign) == 0;
}

static bool is_word(const struct parser *parser, const char *word) {
    return parser->token.kind == TOKEN_NAME && strcmp(parser->token.name, word) == 0;
}

static xgdl_term complain(struct parser *parser, const char *expected) {
    if (failed(parser)) return give_up(parser);
    const struct xgdl_token *token = &parser->token;
    if (token->kind == TOKEN_END)
        diag_error(parser->scanner.diagnostics, token->place, "the text ends here, expected %s", expected);
    else if (token->kind == TOKEN_NUMBER)
        diag_error(parser->scanner.diagnostics, token->place, "unexpected number %u, expected %s", token->number,
                   expected);
    else
        diag_error(parser->scanner.diagnostics, token->place, "unexpected '%s', expected %s", token->name, expected);
    return give_up(parser);
}

static bool expect(struct parser *parser, const char *sign, const char *what) {
    if (!is_sign(parser, sign)) {
        complain(parser, what);
        return false;
    }
    next(parser);
    return true;
}

static xgdl_term parse_term(struct parser *parser);

/* ---- names ---- */

static struct definition *find_definition(struct parser *parser, const char *name) {
    for (size_t i = 0; i < parser->definitions.count; i++)
        if (strcmp(parser->definitions.items[i].name, name) == 0) return &parser->definitions.items[i];
    return NULL;
}

static xgdl_term interaction(struct parser *parser, const char *name) {
    uint32_t letter, size = (uint32_t)strlen(name);
    uint64_t hash = 5381;
    for (uint32_t i = 0; i < size; i++) hash = hash * 33 + (unsigned char)name[i];
    if (nodeset_add(&parser->names, name, size, hash, &letter))
        vec_push(&parser->guide->alphabet,
                 (struct xgdl_interaction){arena_text(parser->guide->arena, name), parser->token.place});
    return xgdl_letter(pool(parser), letter);
}

static xgdl_term parse_name(struct parser *parser) {
    struct definition *definition =
        parser->token.kind == TOKEN_NAME ? find_definition(parser, parser->token.name) : NULL;
    if (definition) definition->used = true;
    xgdl_term term = definition ? definition->term : interaction(parser, parser->token.name);
    next(parser);
    return term;
}

/* ---- bounds ---- */

static bool parse_number(struct parser *parser, uint32_t *number) {
    if (parser->token.kind != TOKEN_NUMBER) {
        complain(parser, "a number");
        return false;
    }
    if (parser->token.number > XGDL_MOST_REPEATS) {
        diag_error(parser->scanner.diagnostics, parser->token.place, "%u is too large a bound: at most %u",
                   parser->token.number, XGDL_MOST_REPEATS);
        give_up(parser);
        return false;
    }
    *number = parser->token.number;
    next(parser);
    return true;
}

/* `open`: the upper bound may be left out, if there is none. */
static bool parse_bounds(struct parser *parser, uint32_t *from, uint32_t *to, bool open) {
    struct place place = parser->token.place;
    next(parser); /* "{" */
    if (!parse_number(parser, from)) return false;
    *to = *from;
    if (is_sign(parser, ",")) {
        next(parser);
        if (open && is_sign(parser, "}"))
            *to = XGDL_FOREVER;
        else if (!parse_number(parser, to))
            return false;
    }
    if (*from > *to && !failed(parser)) {
        diag_error(parser->scanner.diagnostics, place, "{%u,%u} has no number between its bounds", *from, *to);
        give_up(parser);
        return false;
    }
    return expect(parser, "}", "'}'");
}

/* ---- terms ---- */

static xgdl_term parse_some(struct parser *parser) {
    uint32_t from = 0, to = 0;
    terms parts = {0};
    if (parse_bounds(parser, &from, &to, false)) {
        if (!is_word(parser, "of")) complain(parser, "'of': a repetition comes after what it repeats");
        next(parser);
        if (is_sign(parser, "[]")) complain(parser, "'[' and at least one term");
        expect(parser, "[", "'[' and the terms to choose from");
        while (!failed(parser)) {
            vec_push(&parts, parse_term(parser));
            if (parts.count > LONGEST_LIST) {
                diag_error(parser->scanner.diagnostics, parser->token.place, "more than %d terms to choose from",
                           LONGEST_LIST);
                give_up(parser);
            }
            if (!is_sign(parser, ",")) break;
            next(parser);
        }
        expect(parser, "]", "',' and another term, or ']'");
    }
    xgdl_term term = failed(parser) ? xgdl_empty(pool(parser))
                                    : xgdl_some(pool(parser), parts.items, (uint32_t)parts.count, from, to);
    vec_free(&parts);
    return term;
}

static xgdl_term parse_group(struct parser *parser) {
    next(parser);
    xgdl_term term = is_sign(parser, ")") ? xgdl_empty(pool(parser)) : parse_term(parser);
    expect(parser, ")", "')'");
    return term;
}

static xgdl_term parse_single(struct parser *parser) {
    if (is_word(parser, "def") || is_word(parser, "guide") || is_word(parser, "of"))
        return complain(parser, "an interaction or '(' (this word has a meaning of its own: write it in quotes)");
    if (parser->token.kind == TOKEN_NAME || parser->token.kind == TOKEN_TEXT) return parse_name(parser);
    if (is_sign(parser, "(")) return parse_group(parser);
    if (is_sign(parser, "{")) return parse_some(parser);
    return complain(parser, "an interaction, '(' or '{'");
}

static xgdl_term check_size(struct parser *parser, xgdl_term term) {
    uint32_t parts = 0;
    if (failed(parser)) return term;
    xgdl_get(pool(parser), term, &parts);
    bool too_high = xgdl_height(pool(parser), term) > HIGHEST;
    if (!too_high && parts <= MOST_PARTS) return term;
    if (too_high)
        diag_error(parser->scanner.diagnostics, parser->token.place, "terms in terms, more than %d of them", HIGHEST);
    else
        diag_error(parser->scanner.diagnostics, parser->token.place,
                   "more than %d terms, definitions put in their places", MOST_PARTS);
    return give_up(parser);
}

static xgdl_term parse_repeated(struct parser *parser) {
    xgdl_term term = parse_single(parser);
    while (!failed(parser) && parser->token.kind == TOKEN_SIGN) {
        uint32_t from = 0, to = XGDL_FOREVER;
        if (is_sign(parser, "?"))
            to = 1, next(parser);
        else if (is_sign(parser, "*"))
            next(parser);
        else if (is_sign(parser, "+"))
            from = 1, next(parser);
        else if (!is_sign(parser, "{") || !parse_bounds(parser, &from, &to, true))
            break;
        term = check_size(parser, xgdl_repeat(pool(parser), term, from, to));
    }
    return term;
}

typedef xgdl_term (*parse_part)(struct parser *parser);
typedef xgdl_term (*join_parts)(struct xgdl_pool *pool, const xgdl_term *parts, uint32_t count);

/* part { sign part }; `other` is another spelling of the sign, or NULL. */
static xgdl_term parse_list(struct parser *parser, parse_part part, const char *sign, const char *other,
                            join_parts join) {
    terms parts = {0};
    vec_push(&parts, part(parser));
    while (!failed(parser) && (is_sign(parser, sign) || (other && is_sign(parser, other)))) {
        next(parser);
        vec_push(&parts, part(parser));
    }
    xgdl_term term = join(pool(parser), parts.items, (uint32_t)parts.count);
    vec_free(&parts);
    return term;
}

static xgdl_term parse_series(struct parser *parser) {
    return parse_list(parser, parse_repeated, ";", NULL, xgdl_sequence);
}

static xgdl_term parse_choices(struct parser *parser) {
    return parse_list(parser, parse_series, "|", "[]", xgdl_choice);
}

static xgdl_term parse_term(struct parser *parser) {
    if (parser->depth >= DEEPEST) {
        diag_error(parser->scanner.diagnostics, parser->token.place, "nested more than %d deep", DEEPEST);
        return give_up(parser);
    }
    parser->depth++;
    xgdl_term term = parse_list(parser, parse_choices, "||", NULL, xgdl_parallel);
    parser->depth--;
    return check_size(parser, term);
}

/* ---- the file ---- */

static void parse_definition(struct parser *parser) {
    next(parser);
    struct definition definition = {.name = parser->token.name, .place = parser->token.place};
    if (parser->token.kind != TOKEN_NAME || !xgdl_is_name(definition.name)) {
        complain(parser, "a name to define");
        return;
    }
    const struct definition *other = find_definition(parser, definition.name);
    uint32_t letter = xgdl_find_interaction(parser->guide, definition.name);
    if (letter != UINT32_MAX) {
        diag_error(parser->scanner.diagnostics, definition.place,
                   "'%s' was an interaction in line %u: define it before", definition.name,
                   parser->guide->alphabet.items[letter].place.line);
        give_up(parser);
        return;
    }
    if (other) {
        diag_error(parser->scanner.diagnostics, definition.place, "'%s' is defined in line %u already", definition.name,
                   other->place.line);
        give_up(parser);
        return;
    }
    next(parser);
    if (!expect(parser, "=", "'='")) return;
    definition.term = parse_term(parser);
    letter = xgdl_find_interaction(parser->guide, definition.name);
    if (!failed(parser) && letter != UINT32_MAX) {
        diag_error(parser->scanner.diagnostics, parser->guide->alphabet.items[letter].place,
                   "'%s' is being defined: it cannot be an interaction, too", definition.name);
        give_up(parser);
    }
    vec_push(&parser->definitions, definition);
}

static void parse_file(struct parser *parser) {
    next(parser);
    while (!failed(parser) && is_word(parser, "def")) parse_definition(parser);
    if (is_word(parser, "guide"))
        next(parser);
    else if (parser->definitions.count)
        complain(parser, "'def' or 'guide'");
    parser->guide->term = parse_term(parser);
    if (!failed(parser) && parser->token.kind != TOKEN_END) complain(parser, "an operator or the end of the text");
    for (size_t i = 0; !failed(parser) && i < parser->definitions.count; i++)
        if (!parser->definitions.items[i].used)
            diag_warning(parser->scanner.diagnostics, parser->definitions.items[i].place, "'%s' is not used",
                         parser->definitions.items[i].name);
}

struct xgdl_guide *xgdl_parse(const char *text, size_t length, const char *path, struct diagnostics *diagnostics) {
    struct xgdl_guide *guide = memory_new(sizeof *guide);
    guide->arena = arena_new();
    struct diagnostics own = {0}; /* errors from before would end this text's reading */
    struct parser parser = {.scanner = {text, text + length, text, {path, 1, 1}, guide->arena, &own}, .guide = guide};
    parse_file(&parser);
    bool good = own.errors == 0;
    for (size_t i = 0; i < own.list.count; i++) {
        const struct diagnostic *found = &own.list.items[i];
        (found->severity == SEVERITY_ERROR ? diag_error : diag_warning)(diagnostics, found->place, "%s",
                                                                        found->message);
    }
    diag_free(&own);
    vec_free(&parser.definitions);
    nodeset_free(&parser.names);
    if (good) return guide;
    xgdl_guide_free(guide);
    return NULL;
}

struct xgdl_guide *xgdl_load(const char *path, struct diagnostics *diagnostics) {
    struct text text = {0};
    struct xgdl_guide *guide = NULL;
    if (file_read(path, &text))
        guide = xgdl_parse(text_chars(&text), text.length, path, diagnostics);
    else
        diag_error(diagnostics, (struct place){.file = path}, "cannot be read: %s", strerror(errno));
    text_free(&text);
    return guide;
}

void xgdl_guide_free(struct xgdl_guide *guide) {
    if (!guide) return;
    xgdl_pool_free(&guide->pool);
    vec_free(&guide->alphabet);
    arena_free(guide->arena);
    free(guide);
}

uint32_t xgdl_find_interaction(const struct xgdl_guide *guide, const char *name) {
    for (size_t i = 0; i < guide->alphabet.count; i++)
        if (strcmp(guide->alphabet.items[i].name, name) == 0) return (uint32_t)i;
    return UINT32_MAX;
}
