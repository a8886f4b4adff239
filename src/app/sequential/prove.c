/* Proofs: k-induction, then property-directed reachability, by Z3's Spacer. */
#include "app/sequential/prove.h"
#include "app/sequential/bounded.h"
#include "app/sequential/horn.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/z3.h"

#include <string.h>

enum { MOST_PIECES = 5 /* of an induction */ };

struct prover {
    struct z3 z3;
    const struct sequential_graph *graph;
    double until; /* by the clock */
    struct text *invariant, *why;
    bool is_late; /* the last question had too little time, or none */
};

enum answer { YES, NO, PERHAPS };

/* `said` is Z3's, and no answer: an error, or "unknown", which it gives a reason for. */
static void explain(struct prover *prover, Z3_context context, const char *said) {
    text_clear(prover->why);
    text_printf(prover->why, "Z3 says: %.*s", (int)strcspn(said, "\n"), said);
    if (strncmp(said, "unknown", 7) != 0) return;
    const char *reason = prover->z3.eval_smtlib2_string(context, "(get-info :reason-unknown)");
    const char *words = strchr(reason, '"');
    bool in_time = !strstr(reason, "canceled") && !strstr(reason, "timeout");
    if (in_time && words) text_printf(prover->why, " (%.*s)", (int)strcspn(words + 1, "\"\n"), words + 1);
    if (!in_time) text_add(prover->why, ", as it had no more time");
    prover->is_late = !in_time;
}

/* Is the question, which ends in (check-sat) or the like, satisfiable? Each in a context of its own: a logic is chosen
 * once. */
static enum answer ask(struct prover *prover, const struct text *question, double share, struct text *model) {
    double left = (prover->until - clock_seconds()) * share;
    prover->is_late = left <= 0;
    if (left <= 0 && !prover->why->length) text_add(prover->why, "no time was left");
    if (left <= 0) return PERHAPS;
    struct text all = {0};
    text_printf(&all, "(set-option :timeout %.0f)\n", left * 1000 + 1);
    text_add(&all, text_chars(question));
    Z3_config config = prover->z3.mk_config();
    Z3_context context = prover->z3.mk_context_rc(config);
    prover->z3.del_config(config);
    prover->z3.set_error_handler(context, NULL);
    const struct z3_asking asking = {&prover->z3, context};
    z3_begin_asking(&asking);
    const char *said = prover->z3.eval_smtlib2_string(context, text_chars(&all));
    z3_end_asking();
    enum answer answer = strncmp(said, "unsat", 5) == 0 ? NO : strncmp(said, "sat", 3) == 0 ? YES : PERHAPS;
    if (answer == PERHAPS) explain(prover, context, said);
    if (answer == YES && model) text_add(model, prover->z3.eval_smtlib2_string(context, "(get-model)"));
    prover->z3.del_context(context);
    text_free(&all);
    return answer;
}

/* Can something go wrong within so many pieces, from the start, or behind so many, from anywhere? */
static enum answer ask_bounded(struct prover *prover, unsigned pieces, bool anywhere, bool *ended) {
    struct text question = {0};
    enum sequential_bounded bounded = sequential_bounded(prover->graph, pieces, anywhere, &question);
    *ended = bounded == SEQUENTIAL_ENDED;
    enum answer answer = bounded == SEQUENTIAL_TOO_LARGE ? PERHAPS : ask(prover, &question, 0.25, NULL);
    if (bounded == SEQUENTIAL_TOO_LARGE) {
        text_clear(prover->why);
        text_add(prover->why, "it is too large to be unrolled");
    }
    text_free(&question);
    return answer;
}

static enum sequential_proof induction(struct prover *prover) {
    for (unsigned k = 1; k <= MOST_PIECES; k++) {
        bool ended, unused;
        enum answer first = ask_bounded(prover, k, false, &ended);
        if (first == YES) return SEQUENTIAL_REFUTED;
        if (first == PERHAPS) return SEQUENTIAL_OPEN;
        enum answer further = ended ? NO : ask_bounded(prover, k, true, &unused);
        if (further == NO) {
            if (prover->invariant && ended)
                text_printf(prover->invariant, "; every run ends within %u pieces, in which nothing goes wrong\n", k);
            else if (prover->invariant)
                text_printf(prover->invariant,
                            "; by induction: where nothing went wrong in %u pieces, nothing does in the next\n", k);
            return SEQUENTIAL_PROVED;
        }
        if (further == PERHAPS) return SEQUENTIAL_OPEN;
    }
    return SEQUENTIAL_OPEN;
}

/* What Spacer found is looked at by the solver of bit-vectors, which knows nothing of how it was found. */
static bool is_solution(struct prover *prover, const char *solution) {
    struct text question = {0};
    bool good = sequential_horn_doubt(prover->graph, solution, &question) && ask(prover, &question, 1, NULL) == NO;
    text_free(&question);
    return good;
}

/* Spacer, and none of Z3's other engines for clauses, which it takes by itself where all numbers have so many bits.
 * What it finds has quantifiers if predicates were put in place of others. */
static enum answer ask_spacer(struct prover *prover, struct text *clauses, struct text *solution) {
    struct text question = {0};
    text_add(&question, "(set-option :fp.engine spacer)\n(set-option :fp.xform.inline_eager false)\n(set-option "
                        ":fp.xform.inline_linear false)\n");
    text_add(&question, text_chars(clauses));
    text_add(&question, "(check-sat-using horn)\n");
    enum answer answer = ask(prover, &question, 0.75, solution);
    text_free(&question);
    return answer;
}

static enum sequential_proof invariants(struct prover *prover) {
    struct text clauses = {0}, solution = {0};
    enum answer answer = PERHAPS;
    text_clear(prover->why);
    if (sequential_horn(prover->graph, "the application", &clauses))
        answer = ask_spacer(prover, &clauses, &solution);
    else
        text_add(prover->why, "it is too large to be said as clauses");
    if (answer == YES && !is_solution(prover, text_chars(&solution))) {
        answer = PERHAPS;
        text_clear(prover->why);
        text_add(prover->why, "Z3's invariants could not be confirmed");
    }
    if (answer == YES && prover->invariant) text_add(prover->invariant, text_chars(&solution));
    text_free(&clauses);
    text_free(&solution);
    return answer == YES ? SEQUENTIAL_PROVED : answer == NO ? SEQUENTIAL_REFUTED : SEQUENTIAL_OPEN;
}

/* Z3 ends the process when it runs out of memory (limits.h), also when it is loaded. */
enum sequential_proof sequential_prove_graph(const struct sequential_graph *graph, double seconds,
                                             struct text *invariant, struct text *why) {
    struct prover prover = {.graph = graph, .until = clock_seconds() + seconds, .invariant = invariant, .why = why};
    enum sequential_proof proof = SEQUENTIAL_OPEN;
    struct text missing = {0};
    limits_enter_library();
    if (!z3_load(&prover.z3, &missing)) {
        text_printf(why, "that needs Z3 (Debian: libz3-4): %s", text_chars(&missing));
    } else {
        proof = induction(&prover);
        if (proof == SEQUENTIAL_OPEN) proof = invariants(&prover);
        z3_unload(&prover.z3);
    }
    limits_leave_library();
    text_free(&missing);
    return proof == SEQUENTIAL_OPEN && prover.is_late ? SEQUENTIAL_LATE : proof;
}
