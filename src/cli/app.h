/* What the files of `rtcheck app` share: the options, the application, the answer. */
#ifndef CLI_APP_H
#define CLI_APP_H

#include "app/app.h"
#include "app/paths/smt2.h"
#include "app/sequential/sequential.h"
#include "cli/options.h"
#include "cli/searching.h"
#include "report/answer.h"

#include <signal.h>

struct command_app_options {
    const struct option_table *table; /* with the options as they were given */
    /* what to check */
    struct text_list ltl, mutexes, no_checks, only_checks, expected;
    bool all_violations, allow_vacuous, fair_interrupts;
    const char *suppress;
    double began; /* the clock, when the command did */
    /* the environment */
    struct text_list isrs, ticks, any;
    const char *mode;
    int profile;  /* -1: not given */
    int schedule; /* SCHEDULE_... */
    int inputs;   /* INPUTS_...; -1: not given */
    enum cfront_constants constants;
    uint32_t rivals;
    enum cfront_types types;
    bool strains_types;
    const struct cfront_number *numbers; /* of missing headers, that are others than they are taken for */
    size_t number_count;
    bool keeps_variables, leaves_pointers;
    bool again; /* it is asked once more: what reading had to say is known */
    const struct ts_fault *known; /* ... and so are these findings, behind which the search goes on */
    size_t known_count;
    /* the sources */
    struct text_list defines, includes, compiler_options, headers;
    const char *target, *compile_commands, *stubs;
    const char *makefile; /* of a folder: the one that counts */
    bool whole_objects, without_headers, malloc_fails;
    bool from_folder; /* its files were looked for: nobody has said how they are built */
    uint64_t recursion, heap, instructions, loop_bound;
    struct searching how;
    /* the answer */
    bool json, quiet, run;
    const char *gantt, *btf, *html, *trace, *expect;
    uint64_t story_limit;
    bool stack;

    int engine;            /* ENGINE_... */
    const char *emit;      /* a folder for the model, or NULL */
    const char *emit_smt2; /* a file or a folder for questions to the solver, or NULL */
    uint64_t nodes;        /* points of the graph of computation, at most */
    uint64_t values;       /* that a place may take before it is any number; 0: as the engine thinks best */
    bool prove;            /* it is not searched, but proved */
    bool join;             /* paths: sides of branches are gone through at once, from the start */
    bool tree;             /* the execution tree is counted, too */
    struct text *beside;   /* it is asked beside another engine: gets why it cannot be; NULL: it is the only one */

    const char *tests; /* a folder for test cases, or NULL */
    int coverage;      /* enum cover_goal */

    struct text_list configurations, sources; /* operands, by what they are */
    size_t sure; /* so many of the sources are the application's; others may be, and can be done without (0: all) */
    struct text_list left_out;              /* sources of a folder that are not taken */
    struct text_list assumed;               /* what was guessed when files of a folder were chosen */
    const char *doubt;                      /* what its build says, and is not followed, so that nothing holds; NULL */
    VEC(struct cfront_guess) guessed;       /* ... of its headers */
    VEC(struct cfront_undefined) undefined; /* ... of what its build defines */
};

/* The application, loaded as the options say; NULL: what is wrong is on stderr (and, with --json, on stdout). Sources
 * that only may be the application's and cannot be read with it are left out, which is assumed from then on. */
struct app *command_app_load(struct command_app_options *command, struct arena *arena, struct diagnostics *diagnostics);

/* What the compiler is told: -I, -D, the target, and the user's own options. */
void command_app_arguments(const struct command_app_options *command, struct arena *arena, struct text_list *list);

/* project.c. A folder in the place of files: finds them, and where headers are, in it and in the other folders.
 * False: stderr says why not. */
bool command_app_is_folder(const char *path);
bool command_app_search_folders(struct command_app_options *command, const char *const *paths, size_t count,
                                struct arena *arena);

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

enum { SCHEDULE_OSEK, SCHEDULE_ANY };
enum { INPUTS_ANY, INPUTS_SMALL };
enum { ENGINE_EXPLICIT, ENGINE_SPIN, ENGINE_ALL, ENGINE_PATHS, ENGINE_SEQUENTIAL, ENGINE_AUTO, ENGINE_WIDENED };

/* app_tests.c. --tests: writes test cases. Returns the exit status. */
int command_app_tests(const struct command_app_options *command, struct app *app);

/* app_paths.c. --engine auto: the explicit search, and paths where that one cannot know. As command_app_check(). */
bool command_auto_check(const struct command_app_options *command, struct app *app, struct arena *arena,
                        struct answer *answer);
/* app_wide.c. The same, before: a glance at the states, and where that does not see the end of them, a proof that
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
/* app_check.c. What was never done, of an application all of whose states were seen. */
void command_list_unreached(const struct app *app, struct answer *answer);
/* It is this engine's answer, for this reason: both are told. */
void command_choose_engine(const struct command_app_options *command, struct answer *answer, const char *engine,
                           const char *why);
/* Why this engine cannot be asked; NULL: it can. */
const char *command_paths_refusal(const struct command_app_options *command, const struct app *app,
                                  struct arena *arena);

/* app_smt2.c. --emit-smt2: keeps questions, and writes them. */
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

/* app_spin.c. --emit: writes the model; false: stderr says why. */
bool command_spin_emit(const struct command_app_options *command, const struct app *app);
/* --engine spin: fills in the answer. False: there is none, and stderr says why. */
bool command_spin_check(const struct command_app_options *command, const struct app *app, struct arena *arena,
                        struct answer *answer);
/* --run --engine spin: prints the run that Spin's simulator makes. Returns the exit status. */
int command_spin_run(const struct command_app_options *command, const struct app *app);
/* --engine all: asks Spin, too. STATUS_GO_ON, or the status to leave with: the engines disagree. */
int command_spin_compare(const struct command_app_options *command, const struct app *app, struct arena *arena,
                         struct answer *ours);

/* app_sequential.c. --engine sequential: builds the program, and writes it where --emit says. */
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
