/* Which properties of a model a run of `rtcheck model` checks, and in what order. */
#ifndef CLI_CHECKS_H
#define CLI_CHECKS_H

#include "cli/common/options.h"
#include "promela/program.h"
#include "search/search.h"

#define CHECK_NO_CLAIM SIZE_MAX

struct check {
    const char *name, *what, *formula; /* as in struct result_property */
    enum search_goal goal;
    size_t claim; /* of the program, or CHECK_NO_CLAIM */
};

struct check_choice {
    bool safety, acceptance, progress; /* asked for by name */
    bool no_claims;
    const struct text_list *claims; /* names */
    const char *ltl;                /* the formula from the command line, or NULL */
};

struct checks {
    VEC(struct check) list;
};

/* What was asked for by name; otherwise everything the model states. False: `error` says what is wrong. */
bool checks_choose(struct checks *checks, const struct program *program, const struct check_choice *choice,
                   struct text *error);

#endif
