/* Which chan variables are assigned somewhere, and so may come to stand for another channel than they were declared
 * with. */
#ifndef PROMELA_REBOUND_H
#define PROMELA_REBOUND_H

#include "promela/ast.h"

struct rebound {
    VEC(const struct variable *) variables;
};

struct rebound rebound_find(const struct model *model);
void rebound_free(struct rebound *rebound);
bool rebound_has(const struct rebound *rebound, const struct variable *variable);

#endif
