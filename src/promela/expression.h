/* Expressions, beyond what every part of the parser needs. */
#ifndef PROMELA_EXPRESSION_H
#define PROMELA_EXPRESSION_H

#include "promela/parser.h"

bool is_temporal(const struct expression *expression);
/* An expression of which the first operand is already there. */
struct expression *parse_expression_after(struct parser *parser, struct expression *first);
/* q?[..] and q??[..]: the channel is taken, the next token is `?` or `??`. */
bool at_poll(struct parser *parser);
struct expression *parse_poll(struct parser *parser, struct reference *channel);
/* `priority N`, if that comes next: 1 to 255; 0 without it. */
unsigned parse_priority(struct parser *parser);

#endif
