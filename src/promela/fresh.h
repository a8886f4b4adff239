/* Names for a model that is written around a design: such that the design means none of them.
 *
 * Every identifier in the design's files counts, macros and comments included: what a macro is called would be replaced
 * in the text around it, too. */
#ifndef PROMELA_FRESH_H
#define PROMELA_FRESH_H

#include "promela/parse.h"

struct fresh_names;

/* Reads the files; `parse` (where to look for what is included, and macros) may be NULL. */
struct fresh_names *fresh_names_new(const char *design_path, const struct parse_options *parse);
void fresh_names_free(struct fresh_names *names);

/* The name, or with as many `_` behind it as it takes to be new; never given twice. */
const char *fresh_name(struct fresh_names *names, const char *wanted);
/* The same for names that start like this and end in a number: none of these is in use. */
const char *fresh_prefix(struct fresh_names *names, const char *wanted);
/* For a field of a structure: only macros and Promela's own words can be in its way. */
const char *fresh_field(struct fresh_names *names, const char *wanted);

#endif
