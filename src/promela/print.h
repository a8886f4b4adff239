/* The tree back as Promela text. */
#ifndef PROMELA_PRINT_H
#define PROMELA_PRINT_H

#include "promela/ast.h"

void print_expression(const struct expression *expression, struct text *out);
void print_reference(const struct reference *reference, struct text *out);
/* One basic statement on one line, as traces and graphs show it: `out!first,number`, `x = (y+1)`. Compound statements
 * print their keyword only (`if`, `do`, `atomic`). */
void print_statement(const struct statement *statement, struct text *out);
/* The whole model, readable, such that parsing the text again gives an equivalent model. */
void print_model(const struct model *model, struct text *out);

#endif
