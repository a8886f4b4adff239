/* A check is a search over a transition system. This header is all that callers need. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/store.h"
#include "ts/trace.h"
#include "ts/ts.h"

#include <signal.h>
#include <stdatomic.h>

enum search_order { SEARCH_BFS, SEARCH_DFS };

enum search_goal {
    SEARCH_SAFETY,      /* faults, invalid end states, TS_VIOLATING states        */
    SEARCH_ACCEPTANCE,  /* these, and cycles through a TS_ACCEPTING state         */
    SEARCH_NON_PROGRESS /* these, and cycles without any TS_PROGRESS state        */
};

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_UNKNOWN };
enum verdict search_verdict_of_both(enum verdict a, enum verdict b); /* the worse of them */

/* Why a search did not cover everything. */
enum search_limit {
    LIMIT_NONE,
    LIMIT_MEMORY,
    LIMIT_TIME,
    LIMIT_DEPTH,
    LIMIT_STATES,
    LIMIT_LOSSY_STORE,
    LIMIT_INTERRUPTED
};

struct search_statistics {
    uint64_t states;      /* stored                                          */
    uint64_t transitions; /* steps explored from them                        */
    uint64_t passed;      /* steps into states that were not stored (inside atomic sequences, or reduced away) */
    uint64_t depth;       /* longest path from an initial state, in steps (BFS: the longest shortest one, or a little
                             more where a state is stored by one way and passed by a shorter one)  */
    uint64_t memory_bytes;
    double seconds;
    double coverage; /* of lossy stores, estimated; otherwise 1 */
};

/* Memory that one search leaves to the next: for many small ones, one after the other in one thread. */
struct search_room;
struct search_room *search_room_new(void);
void search_room_free(struct search_room *room); /* NULL is allowed */

struct violation;
struct checkpoint_writer; /* checkpoint.h */
struct checkpoint_reader;

/* What steps note while they are made, and whoever asked for the search wants to know of all of them: who goes on from
 * a checkpoint adds what was noted before it. */
struct search_notes {
    void *self;
    void (*save)(const void *self, struct checkpoint_writer *out); /* while no step is made */
    void (*load)(void *self, struct checkpoint_reader *in);        /* in->failed: these are not its notes */
};

struct search_options {
    enum search_order order;
    enum search_goal goal;
    bool fair;                 /* only cycles that are weakly fair to every actor */
    bool ignore_end_states;    /* do not report invalid end states                */
    bool ignore_faults;        /* do not report faults                             */
    bool ignore_system_faults; /* only those of an observer                       */
    bool no_reduction;
    unsigned violations; /* stop after so many; 0: never (all are counted, the first few keep their traces) */
    bool one_per_place;  /* of faults of the same kind at the same place, keep the shortest run alone */
    /* May be NULL: does the fault say only that somebody gave up? Such ones are kept after all others, and counted
     * apart. */
    bool (*is_doubtful)(const struct ts_fault *fault);
    /* May be NULL: has it been found before? Such faults count for nothing, and the search goes on behind them. */
    bool (*is_known)(void *context, const struct ts_fault *fault);
    void *known_context;
    enum store_kind store;
    unsigned bitstate_log2;
    unsigned threads;         /* 0: one per processor; searches for cycles use one */
    struct search_room *room; /* may be NULL */
    size_t memory_limit;      /* bytes, 0: none */
    double time_limit;        /* seconds, 0: none */
    uint64_t depth_limit;     /* steps, 0: none */
    uint64_t state_limit;     /* states stored, 0: none; breadth first only */
    const char *checkpoint;   /* file, or NULL; safety only; also written when a limit ends the search */
    double checkpoint_every;  /* seconds */
    const char *resume;       /* file, or NULL */
    uint64_t subject; /* a number for all that decides what is searched (the model's text, options, the program's
                         version):        a checkpoint is bound to it */
    const struct search_notes *notes;         /* NULL: steps note nothing that checkpoints have to keep */
    const volatile sig_atomic_t *interrupted; /* may be NULL; non-zero ends the search with what is known */
    void (*progress)(void *context,
                     const struct search_statistics *statistics); /* may be NULL; soon once, then about twice a second,
                                                                    from one thread at a time */
    void *progress_context;
    /* May be NULL; called when the search begins, and when it is over and has only to tell how it came to what it
     * found. Then it says whether steps were given up on the way, which need not come again: that they replay is not
     * asked. */
    bool (*phase)(void *context, bool searching);
    void *phase_context;
    /* May be NULL; called for each violation that is told, before the way to it is looked for, which may take long: it
     * has no trace yet. */
    void (*found)(void *context, const struct violation *violation);
    void *found_context;
};

struct violation {
    const char *kind; /* "assertion", "invalid end state", "acceptance cycle", "non-progress cycle", "claim", ... */
    const char *message;
    struct place place;
    uint32_t about;         /* of struct ts_fault */
    struct ts_trace *trace; /* NULL beyond the first few */
};

struct search_result {
    enum verdict verdict;
    bool complete; /* every reachable state was covered */
    enum search_limit limit;
    struct search_statistics statistics;
    VEC(struct violation) violations;
    uint64_t violation_count; /* all of them */
    uint64_t doubtful_count;  /* those among them that are doubtful */
    unsigned char *taken;     /* per action of the ts: 1 if some step did it; may be NULL if there is an error */
    const char *error;        /* NULL, or why the search could not run at all (bad checkpoint file ...) */
    int unsaved;              /* an errno: a checkpoint could not be written, the last time it was tried; 0: all well */
};

/* Runs to the end or to a limit. Release the result with search_result_free(). */
struct search_result *search_run(const struct ts *ts, const struct search_options *options);
void search_result_free(struct search_result *result);
const char *search_limit_name(enum search_limit limit); /* "memory limit", ... */

#endif
