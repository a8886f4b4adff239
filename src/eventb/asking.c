#include "eventb/asking.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/z3.h"
#include "search/hash.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Steps are Z3's own, so that answers do not depend on how busy a machine is; the clock is for those that last. */
enum { MOST_STEPS = 1000000, PATIENCE_MS = 250, MOST_CROWDING = 3, ROWS = 1 << 12, MOST_VAIN = 3 };
#define MOST_SECONDS      60.0 /* for all questions */
#define MOST_VAIN_SECONDS 10.0 /* for those without an answer */

/* What was asked, and the answer. */
struct row {
    char *text;
    enum eb_truth truth;
};

struct eb_asked {
    struct eb_asked *next;
    struct eb_asking *asking;
    struct eb_question *question;
    atomic_uint vain; /* so many times there was no answer */
};

struct eb_asking {
    pthread_mutex_t lock;
    bool tried, there; /* to load it */
    struct z3 z3;
    struct row rows[ROWS];
    double seconds, vain_seconds;
    struct eb_asked *list;
};

struct eb_asking *eb_asking_new(void) {
    struct eb_asking *asking = memory_new(sizeof *asking);
    pthread_mutex_init(&asking->lock, NULL);
    return asking;
}

void eb_asking_free(struct eb_asking *asking) {
    if (!asking) return;
    for (struct eb_asked *at = asking->list, *next; at; at = next) {
        next = at->next;
        eb_question_free(at->question);
        free(at);
    }
    for (unsigned i = 0; i < ROWS; i++) free(asking->rows[i].text);
    if (asking->there) z3_unload(&asking->z3);
    pthread_mutex_destroy(&asking->lock);
    free(asking);
}

/* ---- the solver ---- */

static void set_limits(const struct z3 *z3, Z3_context context, Z3_solver solver) {
    Z3_params params = z3->mk_params(context);
    z3->params_inc_ref(context, params);
    double crowding = limits_crowding();
    unsigned patience = (unsigned)(PATIENCE_MS * (crowding < MOST_CROWDING ? crowding : MOST_CROWDING));
    z3->params_set_uint(context, params, z3->mk_string_symbol(context, "timeout"), patience);
    z3->params_set_uint(context, params, z3->mk_string_symbol(context, "rlimit"), MOST_STEPS);
    z3->params_set_bool(context, params, z3->mk_string_symbol(context, "ctrl_c"), false); /* that is ours */
    z3->solver_set_params(context, solver, params);
    z3->params_dec_ref(context, params);
}

/* `logic`: NULL: any. */
static Z3_lbool has_model(const struct z3 *z3, Z3_context context, Z3_ast_vector asserted, const char *logic) {
    Z3_solver solver =
        logic ? z3->mk_solver_for_logic(context, z3->mk_string_symbol(context, logic)) : z3->mk_solver(context);
    if (!solver) return Z3_L_UNDEF;
    z3->solver_inc_ref(context, solver);
    set_limits(z3, context, solver);
    unsigned count = z3->ast_vector_size(context, asserted);
    for (unsigned i = 0; i < count; i++) z3->solver_assert(context, solver, z3->ast_vector_get(context, asserted, i));
    bool good = count > 0 && z3->get_error_code(context) == Z3_OK;
    Z3_lbool has = good ? z3->solver_check(context, solver) : Z3_L_UNDEF;
    if (z3->get_error_code(context) != Z3_OK) has = Z3_L_UNDEF;
    z3->solver_dec_ref(context, solver);
    return has;
}

/* Linear arithmetic has a procedure that always comes to an end; what is not linear may be found by others. */
static bool is_contradiction(const struct z3 *z3, Z3_context context, const char *defined, const char *holds,
                             bool negated) {
    struct text text = {0};
    text_printf(&text, negated ? "(assert (not (and %s (not %s))))" : "(assert (not (and %s %s)))", defined, holds);
    Z3_ast_vector asserted = z3->parse_smtlib2_string(context, text_chars(&text), 0, NULL, NULL, 0, NULL, NULL);
    bool none = false;
    if (asserted && z3->get_error_code(context) == Z3_OK) {
        z3->ast_vector_inc_ref(context, asserted);
        Z3_lbool has = has_model(z3, context, asserted, "LIA");
        if (has == Z3_L_UNDEF) has = has_model(z3, context, asserted, NULL);
        none = has == Z3_L_FALSE;
        z3->ast_vector_dec_ref(context, asserted);
    }
    text_free(&text);
    return none;
}

/* Each question has a context of its own, so that the answer does not depend on what was asked before. To make one
 * takes longer than many an answer. */
static enum eb_truth solve(const struct z3 *z3, const char *defined, const char *holds) {
    limits_enter_library();
    Z3_config config = z3->mk_config();
    Z3_context context = z3->mk_context_rc(config);
    z3->del_config(config);
    z3->set_error_handler(context, NULL);
    enum eb_truth truth = is_contradiction(z3, context, defined, holds, false)  ? EB_YES
                          : is_contradiction(z3, context, defined, holds, true) ? EB_NO
                                                                                : EB_UNDECIDED;
    z3->del_context(context);
    limits_leave_library();
    return truth;
}

/* ---- what was asked before ---- */

static struct row *row_of(struct eb_asking *asking, const char *text) {
    return &asking->rows[hash_bytes(text, strlen(text)) % ROWS];
}

/* Is there a solver, and time for it? */
static bool may_ask(struct eb_asking *asking) {
    if (!asking->tried) {
        struct text why = {0};
        limits_enter_library();
        asking->there = z3_load(&asking->z3, &why);
        limits_leave_library();
        asking->tried = true;
        text_free(&why);
    }
    return asking->there && asking->seconds < MOST_SECONDS && asking->vain_seconds < MOST_VAIN_SECONDS;
}

/* True: `truth` is the answer of before, or there is none to be had. */
static bool is_settled(struct eb_asking *asking, const char *text, enum eb_truth *truth) {
    pthread_mutex_lock(&asking->lock);
    const struct row *row = row_of(asking, text);
    bool known = row->text && strcmp(row->text, text) == 0;
    *truth = known ? row->truth : EB_UNDECIDED;
    bool settled = known || !may_ask(asking);
    pthread_mutex_unlock(&asking->lock);
    return settled;
}

static void note_answer(struct eb_asking *asking, const char *text, enum eb_truth truth, double seconds) {
    pthread_mutex_lock(&asking->lock);
    struct row *row = row_of(asking, text);
    free(row->text);
    row->text = memory_resize(NULL, strlen(text) + 1);
    strcpy(row->text, text);
    row->truth = truth;
    asking->seconds += seconds;
    if (truth == EB_UNDECIDED) asking->vain_seconds += seconds;
    pthread_mutex_unlock(&asking->lock);
}

/* ---- nodes ---- */

static enum eb_truth ask(struct eb_asked *asked, struct eb_frame *frame, struct arena *arena) {
    const char *defined, *holds;
    enum eb_truth truth;
    if (!eb_question_write(asked->question, frame, arena, &defined, &holds)) return EB_UNDECIDED;
    const char *text = arena_printf(arena, "%s\n%s", defined, holds);
    if (is_settled(asked->asking, text, &truth)) return truth;
    double started = clock_seconds();
    truth = solve(&asked->asking->z3, defined, holds);
    note_answer(asked->asking, text, truth, clock_seconds() - started);
    return truth;
}

/* What is evaluated for the question leaves no trace. */
static enum eb_truth ask_quietly(struct eb_asked *asked, struct eb_frame *frame) {
    if (atomic_load(&asked->vain) >= MOST_VAIN) return EB_UNDECIDED;
    const uint32_t fault = frame->fault, undecided = frame->undecided, missed = frame->missed, maybe = frame->maybe;
    const uint32_t limited = frame->limited, passed_over = frame->passed_over, open = frame->open;
    const bool lost = frame->lost, maybe_lost = frame->maybe_lost, inexact = frame->inexact, outside = frame->outside;
    struct arena *arena = arena_new();
    enum eb_truth truth = ask(asked, frame, arena);
    arena_free(arena);
    frame->fault = fault, frame->undecided = undecided, frame->missed = missed, frame->maybe = maybe;
    frame->limited = limited, frame->passed_over = passed_over, frame->open = open;
    frame->lost = lost, frame->maybe_lost = maybe_lost, frame->inexact = inexact, frame->outside = outside;
    if (truth == EB_UNDECIDED) atomic_fetch_add(&asked->vain, 1);
    return truth;
}

/* There is no answer: then what is not known to be well-defined is used as it is, and noted (comprehension.c). */
static bool try_trusting(const struct eb_node *node, struct eb_frame *frame, struct eb_value *value) {
    bool before = frame->is_trusting;
    frame->is_trusting = true;
    bool good = eb_try_node(node->a, frame, value);
    frame->is_trusting = before;
    return good;
}

static struct eb_value run_asked(const struct eb_node *node, struct eb_frame *frame) {
    struct eb_value value;
    frame->asks_first = false;
    bool good = eb_try_node(node->a, frame, &value), again = frame->asks_first && !frame->is_trusting;
    if (good && !eb_is_open((enum eb_truth)value.code)) return value;
    if (!good && !(frame->fault & EB_CUT)) eb_fail_again(frame);
    eb_frame_ask(frame); /* a question takes as long as many values */
    enum eb_truth truth = ask_quietly(node->asked, frame);
    if (!eb_is_open(truth)) return eb_truth_value(truth);
    if (again) good = try_trusting(node, frame, &value);
    if (!good) eb_fail_again(frame);
    return value;
}

const struct eb_node *eb_compile_asked(struct eb_compiler *compiler, const struct eb_node *node,
                                       const struct eb_formula *formula) {
    struct eb_asked *asked = memory_new(sizeof *asked);
    *asked = (struct eb_asked){.next = compiler->asking->list, .asking = compiler->asking};
    compiler->asking->list = asked;
    asked->question = eb_question_new(compiler, formula);
    struct eb_node *result = eb_node_new(compiler, run_asked);
    result->a = node;
    result->asked = asked;
    return result;
}
