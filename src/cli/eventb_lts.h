/* The transition system of an Event-B machine as a file. */
#ifndef CLI_EVENTB_LTS_H
#define CLI_EVENTB_LTS_H

#include "eventb/machine.h"

#include <stdbool.h>

/* Is it a name that eventb_lts_write() knows what to do with? Complains if not. */
bool eventb_lts_format(const char *path);
/* .aut (Aldebaran), .dot, or a picture by Graphviz; whole, or not at all with a complaint. */
bool eventb_lts_write(const struct eb_machine *machine, const struct eb_development *development, const char *path);

#endif
