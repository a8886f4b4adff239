#include "timing/formula.h"

#include "base/word.h"
#include "ltl/observer.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 500 };

struct word {
    const char *start;
    size_t length;
    bool is_quoted; /* a name in "": start and length are what is between them */
};

struct parser {
    const struct am_model *model;
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct tm_formula *formula;
    const char *at; /* after `word` */
    struct word word;
    unsigned depth;
    bool failed;
};

typedef const struct tm_formula_node *node;

/* ---- words ---- */

static bool is_name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 128;
}

static void advance(struct parser *parser) {
    static const char *const signs[] = {"<->", "->", "<>", "[]", "&&", "||", "==", "!=", "<=", ">="};
    const char *at = parser->at;
    while (isspace((unsigned char)*at)) at++;
    parser->word = (struct word){at, *at ? 1 : 0, false};
    if (is_name_char(*at)) {
        while (is_name_char(at[parser->word.length])) parser->word.length++;
    } else if (*at == '"' && strchr(at + 1, '"')) {
        parser->word = (struct word){at + 1, strcspn(at + 1, "\""), true};
        at += 2; /* the quotes */
    } else {
        for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
            if (begins_with(at, signs[i])) {
                parser->word.length = strlen(signs[i]);
                break;
            }
    }
    parser->at = at + parser->word.length;
}

static bool is(const struct parser *parser, const char *text) {
    return !parser->word.is_quoted && parser->word.length == strlen(text) &&
           strncmp(parser->word.start, text, parser->word.length) == 0;
}

static bool accept(struct parser *parser, const char *text) {
    if (!is(parser, text)) return false;
    advance(parser);
    return true;
}

static node fail(struct parser *parser, const char *what) {
    unsigned column = (unsigned)(parser->word.start - parser->formula->text) + 1;
    if (!parser->failed)
        diag_error(parser->diagnostics, (struct place){"--ltl", 1, column}, "%s, not '%.*s'", what,
                   (int)parser->word.length, parser->word.start);
    parser->failed = true;
    return NULL;
}

static bool names(const struct word *word, const char *name) { return spells(word->start, word->length, name); }

/* ---- atoms ---- */

static node make(struct parser *parser, enum ltl_node_kind kind, node left, node right) {
    struct tm_formula_node *made = arena_new_object(parser->arena, struct tm_formula_node);
    *made = (struct tm_formula_node){.kind = kind, .left = left, .right = right};
    return made;
}

static bool same_atom(const struct tm_atom *a, const struct tm_atom *b) {
    return a->kind == b->kind && a->process == b->process && a->comparison.left == b->comparison.left &&
           a->comparison.relation == b->comparison.relation && a->comparison.value == b->comparison.value;
}

static node make_atom(struct parser *parser, struct tm_atom atom) {
    struct tm_formula *formula = parser->formula;
    unsigned number = 0;
    while (number < formula->atom_count && !same_atom(&formula->atoms[number], &atom)) number++;
    if (number >= LTL_MOST_ATOMS) return fail(parser, "a formula may say at most 63 things about states");
    if (number == formula->atom_count) formula->atoms[formula->atom_count++] = atom;
    struct tm_formula_node *made = arena_new_object(parser->arena, struct tm_formula_node);
    *made = (struct tm_formula_node){.kind = LTL_NODE_ATOM, .atom = number};
    return made;
}

static node parse_state(struct parser *parser, enum tm_atom_kind kind) {
    struct tm_atom atom = {.kind = kind};
    advance(parser);
    if (!accept(parser, "(")) return fail(parser, "'(' was expected");
    for (size_t i = 0; i < parser->model->processes.count; i++)
        if (names(&parser->word, parser->model->processes.items[i]->name))
            atom.process = parser->model->processes.items[i];
    if (!atom.process) return fail(parser, "the name of a task or an interrupt routine was expected");
    advance(parser);
    if (!accept(parser, ")")) return fail(parser, "')' was expected");
    return make_atom(parser, atom);
}

static bool parse_value(struct parser *parser, const struct am_mode_label *label, int64_t *value) {
    struct rational number;
    char *text = arena_printf(parser->arena, "%.*s", (int)parser->word.length, parser->word.start);
    for (size_t i = 0; label->mode && i < label->mode->literals.count; i++)
        if (names(&parser->word, label->mode->literals.items[i].name)) {
            *value = label->mode->literals.items[i].value;
            return true;
        }
    if (!label->mode || !label->mode->is_numeric || !rational_parse(text, &number) || number.below != 1) return false;
    *value = number.above;
    return true;
}

static node parse_label(struct parser *parser) {
    static const char *const relations[] = {"==", "!=", "<", ">", "<=", ">="};
    struct tm_atom atom = {.kind = TM_ATOM_LABEL};
    const struct am_mode_label *label = NULL;
    for (size_t i = 0; i < parser->model->labels.count; i++)
        if (names(&parser->word, parser->model->labels.items[i]->name)) label = parser->model->labels.items[i];
    if (!label)
        return fail(parser, "running(T), ready(T), waiting(T) or suspended(T) of a task, or a mode label was expected");
    advance(parser);
    unsigned relation = 0;
    while (relation < 6 && !is(parser, relations[relation])) relation++;
    if (relation == 6) return fail(parser, "==, !=, <, >, <= or >= was expected");
    advance(parser);
    atom.comparison = (struct am_comparison){.left = label, .relation = (enum am_relation)relation};
    if (!parse_value(parser, label, &atom.comparison.value))
        return fail(parser, "a value of the mode label was expected");
    advance(parser);
    return make_atom(parser, atom);
}

/* ---- operators ---- */

static node parse_binary(struct parser *parser, unsigned level);

static node parse_unary(struct parser *parser) {
    static const struct {
        const char *text;
        enum ltl_node_kind kind;
    } unary[] = {{"!", LTL_NODE_NOT},
                 {"[]", LTL_NODE_ALWAYS},
                 {"always", LTL_NODE_ALWAYS},
                 {"<>", LTL_NODE_EVENTUALLY},
                 {"eventually", LTL_NODE_EVENTUALLY}};
    static const char *const states[] = {"running", "ready", "waiting", "suspended"};
    if (++parser->depth > DEEPEST) return fail(parser, "this formula is nested too deeply");
    node made = NULL;
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        if (accept(parser, unary[i].text)) {
            made = make(parser, unary[i].kind, parse_unary(parser), NULL);
            parser->depth--;
            return made;
        }
    unsigned state = 0;
    while (state < 4 && !is(parser, states[state])) state++;
    const char *after = parser->at + strspn(parser->at, " \t\n");
    if (state < 4 && *after == '(') {
        made = parse_state(parser, (enum tm_atom_kind)state);
    } else if (accept(parser, "true") || is(parser, "false")) {
        made = make(parser, accept(parser, "false") ? LTL_NODE_FALSE : LTL_NODE_TRUE, NULL, NULL);
    } else if (accept(parser, "(")) {
        made = parse_binary(parser, 0);
        if (!accept(parser, ")")) made = fail(parser, "')' was expected");
    } else if (is(parser, "X") || is(parser, "next")) {
        made = fail(parser, "time has no next moment: an operator other than X was expected");
    } else {
        made = parse_label(parser);
    }
    parser->depth--;
    return made;
}

/* As in Spin's formulas (docs/ltl.md): operators of one level bind alike, to the left. */
static const struct {
    const char *text;
    unsigned level;
    enum ltl_node_kind kind;
} binary[] = {{"->", 0, LTL_NODE_IMPLIES},  {"implies", 0, LTL_NODE_IMPLIES}, {"<->", 0, LTL_NODE_EQUIVALENT},
              {"||", 1, LTL_NODE_OR},       {"&&", 2, LTL_NODE_AND},          {"U", 3, LTL_NODE_UNTIL},
              {"until", 3, LTL_NODE_UNTIL}, {"W", 3, LTL_NODE_WEAK_UNTIL},    {"weakuntil", 3, LTL_NODE_WEAK_UNTIL},
              {"V", 3, LTL_NODE_RELEASE},   {"R", 3, LTL_NODE_RELEASE},       {"release", 3, LTL_NODE_RELEASE}};

static node parse_binary(struct parser *parser, unsigned level) {
    if (level == 4) return parse_unary(parser);
    node left = parse_binary(parser, level + 1);
    for (bool found = true; found && !parser->failed;) {
        found = false;
        for (size_t i = 0; i < sizeof binary / sizeof *binary && !found; i++)
            if (binary[i].level == level && accept(parser, binary[i].text)) {
                left = make(parser, binary[i].kind, left, parse_binary(parser, level + 1));
                found = true;
            }
    }
    return left;
}

bool tm_formula_parse(const struct am_model *model, struct arena *arena, const char *text, struct tm_formula *formula,
                      struct diagnostics *diagnostics) {
    struct parser parser = {.model = model, .arena = arena, .diagnostics = diagnostics, .formula = formula, .at = text};
    *formula = (struct tm_formula){.text = text, .atoms = arena_new_array(arena, struct tm_atom, LTL_MOST_ATOMS)};
    advance(&parser);
    formula->root = parse_binary(&parser, 0);
    if (!parser.failed && (parser.word.length || parser.word.is_quoted))
        fail(&parser, "an operator, or the end, was expected");
    return !parser.failed;
}
