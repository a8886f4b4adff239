/* Proofs: k-induction, then property-directed reachability, by Z3's Spacer. */
#include "app/sequential/prove.h"
#include "app/sequential/bounded.h"
#include "app/sequential/horn.h"
#include "base/apart.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/word.h"
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
enum { SAID_YES = 'y', SAID_NO = 'n', SAID_NEITHER = '?' };

struct asked {
    const struct z3 *z3;
    const char *question;
    bool wants_model;
};

/* `words` are Z3's, and no answer: an error, or "unknown", which it gives a reason for. */
static void explain(const struct asked *asked, Z3_context context, const char *words, struct text *said) {
    text_printf(said, "%cZ3 says: %.*s", SAID_NEITHER, (int)strcspn(words, "\n"), words);
    if (!begins_with(words, "unknown")) return;
    const char *reason = strchr(asked->z3->eval_smtlib2_string(context, "(get-info :reason-unknown)"), '"');
    if (reason) text_printf(said, " (%.*s)", (int)strcspn(reason + 1, "\"\n"), reason + 1);
}

/* In a process of its own: a letter, and what follows from it. */
static void answer(void *context, struct text *said) {
    const struct asked *asked = context;
    const struct z3 *z3 = asked->z3;
    Z3_config config = z3->mk_config();
    Z3_context solver = z3->mk_context_rc(config);
    z3->set_error_handler(solver, NULL);
    const char *words = z3->eval_smtlib2_string(solver, asked->question);
    bool yes = begins_with(words, "sat"), no = begins_with(words, "unsat");
    if (!yes && !no) {
        explain(asked, solver, words, said);
        return;
    }
    text_add_char(said, yes ? SAID_YES : SAID_NO);
    if (yes && asked->wants_model) text_add(said, z3->eval_smtlib2_string(solver, "(get-model)"));
}

/* Is the question, which ends in (check-sat) or the like, satisfiable? Z3 may crash over it, take all memory, and pass
 * over its time. */
static enum answer ask(struct prover *prover, const struct text *question, double share, struct text *model) {
    double left = (prover->until - clock_seconds()) * share;
    prover->is_late = left <= 0;
    if (left <= 0 && !prover->why->length) text_add(prover->why, "no time was left");
    if (left <= 0) return PERHAPS;
    struct asked asked = {&prover->z3, text_chars(question), model != NULL};
    struct text said = {0}, why = {0};
    enum apart_end end = apart_run(answer, &asked, left, &said, &why);
    char letter = *text_chars(&said);
    enum answer found = letter == SAID_YES ? YES : letter == SAID_NO ? NO : PERHAPS;
    prover->is_late = end == APART_LATE;
    if (found == YES && model) text_add(model, text_chars(&said) + 1);
    if (found == PERHAPS) text_clear(prover->why);
    if (end != APART_DONE)
        text_printf(prover->why, "Z3 %s", text_chars(&why));
    else if (found == PERHAPS && said.length)
        text_add(prover->why, text_chars(&said) + 1);
    text_free(&said);
    text_free(&why);
    return found;
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

/* Z3 is loaded here, and asked elsewhere. */
enum sequential_proof sequential_prove_graph(const struct sequential_graph *graph, double seconds,
                                             struct text *invariant, struct text *why) {
    struct prover prover = {.graph = graph, .until = clock_seconds() + seconds, .invariant = invariant, .why = why};
    enum sequential_proof proof = SEQUENTIAL_OPEN;
    struct text missing = {0};
    limits_enter_library();
    bool is_there = z3_load(&prover.z3, &missing);
    limits_leave_library();
    if (!is_there) {
        text_printf(why, "that needs Z3 (Debian: libz3-4): %s", text_chars(&missing));
    } else {
        proof = induction(&prover);
        if (proof == SEQUENTIAL_OPEN) proof = invariants(&prover);
        z3_unload(&prover.z3);
    }
    text_free(&missing);
    return proof == SEQUENTIAL_OPEN && prover.is_late ? SEQUENTIAL_LATE : proof;
}
