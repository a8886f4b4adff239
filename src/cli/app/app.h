/* What the files of `rtcheck app` share: the options, the application, the answer. */
#ifndef CLI_APP_APP_H
#define CLI_APP_APP_H

#include "app/app.h"
#include "app/paths/smt2.h"
#include "app/sequential/sequential.h"
#include "cli/common/application.h"
#include "report/answer.h"

#include <signal.h>

/* The application, loaded as the options say; NULL: what is wrong is on stderr (and, with --json, on stdout). Sources
 * that only may be the application's and cannot be read with it are left out, which is assumed from then on. */
struct app *command_app_load(struct command_app_options *command, struct arena *arena, struct diagnostics *diagnostics);

/* --run and --expect: the single run of a deterministic application. Returns the exit status. */
int command_app_run(const struct command_app_options *command, struct app *app);

/* Prints such a run, or what there is of it, and compares it with the expected one. Returns the exit status. */
int command_app_tell_run(const struct command_app_options *command, const struct timeline *timeline, bool violated);

/* app.c. An answer to what nobody has looked for yet; and one by the engine that was chosen: false with a message. */
struct answer command_app_begin(const struct command_app_options *command, struct app *app,
                                const struct diagnostics *diagnostics);
bool command_app_ask(const struct command_app_options *command, struct app *app, struct arena *arena,
                     struct answer *answer);

/* Every run: fills in the answer. False: there is none, and stderr says why. */
bool command_app_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                       struct answer *answer);

/* tests.c. --tests: writes test cases. Returns the exit status. */
int command_app_tests(const struct command_app_options *command, struct app *app);

/* paths.c. --engine auto: the explicit search, and paths where that one cannot know. As command_app_check(). */
bool command_auto_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer);
/* wide.c. The same, before: a glance at the states, and where that does not see the end of them, a proof that
 * nothing goes wrong, whichever numbers stand where many do. */
enum wide_outcome {
    WIDE_NOTHING, /* nothing is known, and `answer` is as it was */
    WIDE_SEEN,    /* the glance saw all: it is the explicit search */
    WIDE_PROVED
};
bool command_wide_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer, enum wide_outcome *outcome);
/* The proof alone, of what a search left open; `because`: why it is asked for. `assumes`: what ends for some numbers
 * may be taken to end, since no values of inputs decide it that the search has not tried. */
bool command_wide_prove(const struct command_app_options *command, struct app *app, bool assumes, const char *because,
                        struct arena *arena, struct answer *answer);
/* --engine widened: a glance, and the proof, whatever the glance has seen; they must not contradict each other. */
bool command_wide_only(const struct command_app_options *command, struct app *app, struct arena *arena,
                       struct answer *answer);
/* check.c. What was never done, of an application all of whose states were seen. */
void command_list_unreached(const struct app *app, struct answer *answer);
/* It is this engine's answer, for this reason: both are told. */
void command_choose_engine(const struct command_app_options *command, struct answer *answer, const char *engine,
                           const char *why);
/* Why this engine cannot be asked; NULL: it can. */
const char *command_paths_refusal(const struct command_app_options *command, const struct app *app,
                                  struct arena *arena);

/* smt2.c. --emit-smt2: keeps questions, and writes them. */
struct command_smt2 {
    const char *path;
    bool is_folder; /* each question is a file of its own, written at once */
    struct text text;
    size_t count;
    bool failed, is_full;
};
bool command_smt2_begin(struct command_smt2 *smt2, const char *path);
void command_smt2_add(void *context, const struct smt2_question *question);
bool command_smt2_end(struct command_smt2 *smt2); /* false: stderr says why it is not written */

/* spin.c. --emit: writes the model; false: stderr says why. */
bool command_spin_emit(const struct command_app_options *command, const struct app *app);
/* --engine spin: fills in the answer. False: there is none, and stderr says why. */
bool command_spin_check(const struct command_app_options *command, const struct app *app, struct arena *arena,
                        struct answer *answer);
/* --run --engine spin: prints the run that Spin's simulator makes. Returns the exit status. */
int command_spin_run(const struct command_app_options *command, const struct app *app);
/* --engine all: asks Spin, too. STATUS_GO_ON, or the status to leave with: the engines disagree. */
int command_spin_compare(const struct command_app_options *command, const struct app *app, struct arena *arena,
                         struct answer *ours);

/* sequential.c. --engine sequential: builds the program, and writes it where --emit says. */
enum sequential_outcome {
    SEQUENTIAL_READY,
    SEQUENTIAL_REFUSED, /* stderr says why */
    SEQUENTIAL_GIVEN_UP /* it is too large: the answer says so */
};
/* The option that it cannot do with; NULL: it can be asked. */
const char *command_sequential_obstacle(const struct command_app_options *command, const struct app *app);
enum sequential_outcome command_sequential_build(const struct command_app_options *command, const struct app *app,
                                                 struct arena *arena, struct answer *answer, struct sequential **built);
/* Asks for a proof: fills in the property of the answer. SEQUENTIAL_REFUTED: something goes wrong, and another engine
 * has to say what. */
enum sequential_proof command_sequential_prove(const struct command_app_options *command,
                                               const struct sequential *sequential, double seconds, struct arena *arena,
                                               struct result_property *property, struct answer *answer);
/* What a search of it, or of the model for Spin, takes for granted, added to `others` (or NULL). */
const char *command_beyond_model(const struct command_app_options *command, const struct app *app, const char *others,
                                 struct arena *arena);

#endif
