/* What a command says if its run is cut off by a limit (base/limits.h): prepared beforehand, since then there is no
 * time for it. */
#ifndef CLI_COMMON_ENDING_H
#define CLI_COMMON_ENDING_H

#include "cli/common/options.h"
#include "search/search.h"

/* For commands that have no limits of their own. */
struct ending_limits {
    double seconds;
    uint64_t bytes;
};

/* The options --memory and --time. */
void ending_options(struct option_table *table, struct ending_limits *limits);

/* Limits of the run, from the options --time, --memory and --json of the table, where it has them, and what will be
 * said: that nothing is known. `operands` are the command's files. */
void ending_prepare(const struct option_table *table, const struct text_list *operands);

/* This was found, and nothing that is still to come makes it untrue: from now on a run that is cut off says so. Only
 * the first one counts. `property` may be NULL. */
void ending_found(const char *property, const struct violation *violation);

#endif
