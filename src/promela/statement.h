/* Statements, beyond what every part of the parser needs. */
#ifndef PROMELA_STATEMENT_H
#define PROMELA_STATEMENT_H

#include "promela/parser.h"

struct statement *parse_statement(struct parser *parser);
struct statement *new_skip(struct parser *parser, struct place place);
struct sequence *wrap(struct parser *parser, struct statement *statement);

/* basic.c */
struct statement *parse_named_statement(struct parser *parser); /* one that begins with a name */
struct statement *parse_basic_statement(struct parser *parser); /* one that begins with a keyword or an expression */

#endif
