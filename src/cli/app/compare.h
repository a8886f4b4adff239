/* --engine all: what rtcheck's other engines say, beside the answer of the explicit one. */
#ifndef CLI_APP_COMPARE_H
#define CLI_APP_COMPARE_H

#include "cli/app/app.h"

/* An engine that is asked, too. What is wrong, but of a kind that it does not look for, is no disagreement. */
struct other_engine {
    const char *name;
    int number; /* ENGINE_... */
    enum app_check beyond[3];
    unsigned beyond_count;
};

extern const struct other_engine other_paths, other_sequential;

/* The answer of this engine to the same question, in `time` seconds (0: no limit). `refused` gets why there is none;
 * then it is false. */
bool command_ask_other(const struct command_app_options *command, struct app *app, const struct other_engine *other,
                       double time, struct arena *arena, const struct answer *ours, struct text *refused,
                       struct answer *theirs);

/* Do the two contradict each other? Then both verdicts and the other engine's story go to `out`. */
bool command_contradicts(const struct other_engine *other, const struct answer *ours, const struct answer *theirs,
                         struct text *out);

/* It says what is wrong, or that nothing is, or only where time outruns the code. */
bool command_knows(const struct answer *answer);

/* That the other engine finds nothing wrong does not count where values of inputs that the explicit one did not try
 * decide what may go on for ever; `swayed`: where, as untried_sways() said before it was asked. Why; NULL: it counts.
 */
const char *command_open_fate(const struct app *app, struct place swayed, const struct answer *theirs,
                              struct arena *arena);

/* The other engine's answer is the answer from now on; the one that was given up is in `other`. What was compared stays
 * with the answer. */
void command_take_over(struct answer *answer, struct answer *other, const char *engine, const char *why);

/* Asks it, and notes in `ours` what it says, or why it was not asked. Where the explicit engine does not know and the
 * other one does, that is the answer. STATUS_GO_ON, or the status to leave with: the engines disagree. */
int command_compare_other(const struct command_app_options *command, struct app *app, const struct other_engine *other,
                          struct arena *arena, struct answer *ours);

/* "FILE:LINE: what it says" */
void command_add_reason(const struct diagnostic *diagnostic, struct text *out);

#endif
