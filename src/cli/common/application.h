/* What `rtcheck app` was told: its options, and the files that it is about. */
#ifndef CLI_COMMON_APPLICATION_H
#define CLI_COMMON_APPLICATION_H

#include "cfront/cfront.h"
#include "cli/common/options.h"
#include "cli/common/searching.h"

enum { SCHEDULE_OSEK, SCHEDULE_ANY };
enum { INPUTS_ANY, INPUTS_SMALL };
enum { ENGINE_EXPLICIT, ENGINE_SPIN, ENGINE_ALL, ENGINE_PATHS, ENGINE_SEQUENTIAL, ENGINE_AUTO, ENGINE_WIDENED };

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
    int profile;          /* -1: not given */
    int schedule;         /* SCHEDULE_... */
    int inputs;           /* INPUTS_...; -1: not given */
    bool inputs_for_once; /* a question of ours has them, and not the user */
    enum cfront_constants constants;
    bool counts_rivals; /* ... as these: */
    const struct cfront_counted *counted;
    size_t counted_count;
    bool constants_move;
    const char *const *variables; /* names of missing headers, taken for variables */
    size_t variable_count;
    enum cfront_types types;
    enum cfront_enumerations enumerations;
    bool strains_types;
    const struct cfront_number *numbers; /* of missing headers, that are others than they are taken for */
    size_t number_count;
    bool keeps_variables, leaves_pointers, only_reads;
    const struct c_section *sections; /* functions without a body, taken to hold interrupts off */
    size_t section_count;
    const struct c_leap *locks; /* ... and registers, to keep them out */
    size_t lock_count;
    bool again;                   /* it is asked once more: what reading had to say is known */
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
    struct text_list left_headers;          /* ... and headers that these may include */
    struct text_list runners;               /* ... that are, since they run by themselves */
    struct text_list vectors;               /* functions that tables of vectors in assembly name */
    VEC(struct cfront_named) named;         /* ... and those that may run since something else names them */
    struct text_list assumed;               /* what was guessed when files of a folder were chosen */
    const char *doubt;                      /* what its build says, and is not followed, so that nothing holds; NULL */
    VEC(struct cfront_guess) guessed;       /* ... of its headers */
    VEC(struct cfront_undefined) undefined; /* ... of what its build defines */
};

/* What the compiler is told: -I, -D, the target, and the user's own options. */
void command_app_arguments(const struct command_app_options *command, struct arena *arena, struct text_list *list);

#endif
