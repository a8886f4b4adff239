/* Checking a Promela model, alone or under a guide: what `rtcheck model` and `rtcheck guide` share. Searches run one
 * after the other, and their results become one answer. */
#ifndef CLI_MODEL_CHECK_H
#define CLI_MODEL_CHECK_H

#include "cli/guide_search.h"
#include "cli/load.h"

struct model_options {
    const char *command; /* "model", "guide" */
    struct load load;
    struct guide *guide; /* that the model is under; NULL: none */
    bool allow_vacuous;
    enum guide_manner manner;
    uint32_t bound; /* to that many interactions the guide is unrolled */
    bool split;     /* parts of the guide that are too large are cut into smaller ones */
    double part_time;
    uint64_t parts;      /* into so many parts it is cut before anything is searched */
    const char *results; /* file for what is known of the parts, or NULL */
    uint32_t most_states;
    struct text_list claims;
    bool safety, acceptance, progress, no_claims;
    bool fair, no_end_states, no_assertions, all_violations;
    struct searching how;
    bool json, quiet, msc_steps;
    const char *trace, *msc, *emit_c;
    uint64_t trace_limit;
};

/* --safety, --claim and so on; --json, --trace and so on. */
void model_check_options(struct option_table *table, struct model_options *options);
void model_output_options(struct option_table *table, struct model_options *options);
/* Could the files be written that were asked for? Complains if not. */
bool model_can_write(const struct model_options *options);
/* Loads, checks and prints: the exit status. */
int model_check_file(struct model_options *options, const char *path);
void model_options_free(struct model_options *options);

#endif
