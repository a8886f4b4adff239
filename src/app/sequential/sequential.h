/* An application as one sequential program (H. Zhang, Model Checking for OSEK/VDX Applications, 2015, chapter 7): what
 * other rooms use of this one. */
#ifndef APP_SEQUENTIAL_SEQUENTIAL_H
#define APP_SEQUENTIAL_SEQUENTIAL_H

#include "app/exec/executor.h"
#include "app/sequential/estimate.h"
#include "app/sequential/tree.h"
#include "base/text.h"
#include "ts/trace.h"

struct sequential;

/* How large the graph is, or was when it was given up. */
struct sequential_size {
    uint32_t nodes, points, kernel_states;
    uint32_t computed; /* states, as the thesis counts them (tree.h) */
    uint32_t depth;    /* answers of the kernel and arrivals in a row, until all was seen */
    double growth;     /* nodes up to one depth for each up to the depth before, on the average */
    bool complete;
};

/* NULL with errors if the application cannot be said like this. `most` points: more are given up (see its size). The
 * executor outlives it, and is not told anything new meanwhile. `foresee` is told how large the graph may
 * become, before it is built. */
typedef void (*sequential_foresee)(void *context, const struct sequential_estimate *estimate);
struct sequential *sequential_new(const struct executor *executor, uint32_t most, sequential_foresee foresee,
                                  void *context, struct diagnostics *diagnostics);
void sequential_free(struct sequential *sequential); /* NULL is allowed */
struct sequential_size sequential_size(const struct sequential *sequential);

/* The rest is for complete graphs. */

/* The execution tree with loops unfolded `bound` times (tree.h). `joined`: code without services is. */
struct sequential_tree sequential_tree(const struct sequential *sequential, uint32_t bound, bool joined);

/* The program in C. `source_line` gives lines of the application for comments; it may be NULL. */
void sequential_write(const struct sequential *sequential, const char *title,
                      const char *(*source_line)(void *context, const char *file, unsigned line), void *context,
                      struct text *out);

/* The same as a process of Promela; false with an error that names what that cannot say. */
bool sequential_write_promela(const struct sequential *sequential, const char *title,
                              const char *(*source_line)(void *context, const char *file, unsigned line), void *context,
                              struct text *out, struct diagnostics *diagnostics);

/* The same program, compiled, as a transition system (steps.h). NULL with errors if it does not compile. */
const struct ts *sequential_ts(struct sequential *sequential, struct diagnostics *diagnostics);
/* The values that choices had in a run of it, in their order. Release the list with free(). */
void sequential_inputs(const struct sequential *sequential, const struct ts_trace *trace, int64_t **values,
                       size_t *count);

/* ---- proofs ---- */

enum sequential_proof {
    SEQUENTIAL_PROVED,  /* nothing goes wrong, whatever inputs are */
    SEQUENTIAL_REFUTED, /* something does: which way is not told */
    SEQUENTIAL_OPEN,    /* `why` says what is in the way */
    SEQUENTIAL_LATE     /* likewise: there was no more time */
};

/* Notes in the executor what its own steps would: who tells what has to be assumed looks there. */
void sequential_note(const struct sequential *sequential);

/* Has an input more values than that? And more than the search tries? */
bool sequential_has_values(const struct sequential *sequential, uint64_t more_than);
bool sequential_is_wide(const struct sequential *sequential);

/* Is something given up somewhere in it, which a proof takes for something that goes wrong? */
bool sequential_gives_up(const struct sequential *sequential);

/* The graph as Horn clauses (horn.h); false: it is too large for that. */
bool sequential_clauses(const struct sequential *sequential, const char *title, struct text *out);
/* Asks Z3 (prove.h), for so long. `invariant`, if not NULL, gets what makes it true, as Z3 writes it. */
enum sequential_proof sequential_prove(const struct sequential *sequential, double seconds, struct text *invariant,
                                       struct text *why);

#endif
