/* Visits every expression and reference of a part of the tree. */
#ifndef PROMELA_WALK_H
#define PROMELA_WALK_H

#include "promela/ast.h"

typedef void (*walk_expression_visit)(void *context, const struct expression *expression);

/* All expressions inside a statement (and those inside its parts), each before its operands. Channel references and
 * targets of assignments and receives are not expressions; the indices inside them are. */
void walk_statement_expressions(const struct statement *statement, walk_expression_visit visit, void *context);
void walk_expression(const struct expression *expression, walk_expression_visit visit, void *context);
/* Can it create a process? */
bool walk_expression_runs(const struct expression *expression);
bool walk_statement_runs(const struct statement *statement);

typedef void (*walk_statement_visit)(void *context, const struct statement *statement);
/* A statement and its parts; all statements of a sequence: each before its parts. */
void walk_statement(const struct statement *statement, walk_statement_visit visit, void *context);
void walk_statements(const struct sequence *sequence, walk_statement_visit visit, void *context);

/* Every place where a variable is named, and how. */
enum walk_use { WALK_READ, WALK_WRITE, WALK_CHANNEL /* operated on as a channel */ };
typedef void (*walk_reference_visit)(void *context, const struct reference *reference, enum walk_use use);
void walk_statement_references(const struct statement *statement, walk_reference_visit visit, void *context);
void walk_expression_references(const struct expression *expression, walk_reference_visit visit, void *context);
void walk_model_references(const struct model *model, walk_reference_visit visit, void *context);

/* `c` of `a[i].b.c` */
const struct variable *walk_last_variable(const struct reference *reference);
/* Does anything read the variable's value? */
bool walk_is_read(const struct model *model, const struct variable *variable);

#endif
