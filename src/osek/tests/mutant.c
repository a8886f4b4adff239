/* Which rule is broken: none, unless a test says so, or the environment does (OSEK_MUTANT, a rule's name). */
#include "osek/rule.h"

#include <stdlib.h>
#include <string.h>

enum osek_rule osek_mutant;

#define NAME_(name, text) #name,
static const char *const names[] = {"NONE", OSEK_RULES(NAME_)};

__attribute__((constructor)) static void read_environment(void) {
    const char *wanted = getenv("OSEK_MUTANT");
    for (unsigned i = 0; wanted && i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], wanted)) osek_mutant = (enum osek_rule)i;
}
