/* What a machine stands on: its chain of abstractions and all contexts that any of them sees. */
#ifndef EVENTB_LOAD_H
#define EVENTB_LOAD_H

#include "eventb/read.h"

struct eb_closure {
    eb_component_list machines; /* the machine itself first, then what it refines, and so on */
    eb_component_list contexts; /* those that are extended before those that extend them */
};

/* Resolves and types all of it. False with errors. */
bool eb_develop(struct eb_development *development, const struct eb_closure *closure, struct diagnostics *diagnostics);

/* As eb_load(), of a file that holds these bytes (NULL: what it really holds); others are looked for in its folder. */
struct eb_development *eb_load_bytes(const char *path, const struct text *bytes, const char *component,
                                     struct diagnostics *diagnostics);

#endif
