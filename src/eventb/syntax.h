/* The parser of formulas, for those who hold a lexer: the public functions of formula.h, and the text form's reader.
 *
 * Each eb_syntax_ function parses from the current token on, as far as the formula goes, and returns NULL after an
 * error. Nodes are not shared until they are handed out, so the parser may still write into them. */
#ifndef EVENTB_SYNTAX_H
#define EVENTB_SYNTAX_H

#include "eventb/operator.h"
#include "eventb/token.h"

enum {
    EB_MAX_NESTING = 1000, /* of brackets and operands while parsing */
    EB_MAX_DEPTH = 700     /* of a tree */
};

struct eb_parser {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct eb_lexer lexer;
    unsigned nesting;
    enum eb_op infix;             /* the last one, for messages */
    struct eb_theories *theories; /* whose operators formulas may use; NULL: none */
};

void eb_syntax_begin(struct eb_parser *parser); /* of a formula: what was parsed before it does not count any more */
struct eb_formula *eb_syntax_predicate(struct eb_parser *parser);
struct eb_formula *eb_syntax_expression(struct eb_parser *parser);
struct eb_formula *eb_syntax_assignment(struct eb_parser *parser);
const struct eb_type *eb_syntax_type(struct eb_parser *parser);
/* Of which type the members of the set are, as far as the way in which it is written says it; NULL: that it does not.
 * `is_type`: the set is all of the type. */
const struct eb_type *eb_type_of_members(struct eb_parser *parser, const struct eb_formula *set, bool *is_type);
/* Does a, b ∈ S follow, which is a ∈ S ∧ b ∈ S, as papers write it? Text files only: no predicate of Event-B begins
 * with a name and a comma. */
bool eb_syntax_several_members(const struct eb_parser *parser);

/* An error at a token; quotes the formula where columns do not count. Returns NULL. */
void *eb_syntax_error(struct eb_parser *parser, const struct eb_token *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void *eb_syntax_expected(struct eb_parser *parser, const char *what);
bool eb_syntax_mark(struct eb_parser *parser, char mark, const char *what); /* takes it, or says it was expected */

/* ---- Between the parser's files ---- */

/* A formula while it is parsed. */
struct eb_part {
    struct eb_formula *formula; /* NULL: there was an error */
    bool bare;                  /* not in parentheses */
    unsigned depth;
};

struct eb_part eb_part_any(struct eb_parser *parser, enum eb_level level); /* binding at least so tightly */
struct eb_part eb_part_atom(struct eb_parser *parser, enum eb_level level);
struct eb_part eb_part_quantified(struct eb_parser *parser);
struct eb_part eb_part_brace(struct eb_parser *parser);
struct eb_part eb_part_expression(struct eb_parser *parser); /* of any level; a predicate is an error */
struct eb_part eb_part_predicate(struct eb_parser *parser);
/* A node over finished parts; checks that predicates and expressions stand where they may, and the depth. */
struct eb_part eb_part_node(struct eb_parser *parser, enum eb_op op, const struct eb_token *at,
                            const struct eb_part *children, unsigned count);
bool eb_part_must_be(struct eb_parser *parser, const struct eb_part *part, bool predicate, const struct eb_token *at);

/* ---- bind.c ---- */

/* Turns identifiers into references to their quantifiers and numbers the slots. False after an error. */
bool eb_bind(struct arena *arena, struct eb_formula *formula, struct diagnostics *diagnostics);
/* Of a formula that is not bound yet: an identifier, or a type's name, that is neither bound in it nor among the names;
 * NULL: there is none. The same of a type. */
const char *eb_undeclared(const struct eb_formula *formula, const struct eb_bound *names, unsigned count);
const char *eb_undeclared_in_type(const struct eb_type *type, const struct eb_bound *names, unsigned count);

#endif
