#include "app/paths/solver.h"

#include "base/clock.h"
#include "base/invariant.h"
#include "base/limits.h"
#include "base/z3.h"

struct solver {
    struct z3 z3;
    Z3_context context; /* NULL: nothing was asked yet. To make one takes as long as many a question does. */
    Z3_solver solver;
    const struct terms *terms;
    VEC(Z3_ast) asts;      /* of term n, at n */
    VEC(Z3_ast) variables; /* by number; NULL: not met yet */
    VEC(Z3_ast) kept;      /* whatever was made of them: Z3 would take it back */
    Z3_sort sorts[65];     /* of numbers, by width; NULL: not met yet */
    Z3_ast spare;          /* any number */
    bool failed;           /* Z3 has complained */
    unsigned patience;     /* milliseconds, as Z3 was told */
    double patience_at;    /* when that was, or was found to be right still; 0: never */
};

enum { PATIENCE_MS = 20000 /* for one question, on a machine that has nothing else to do */ };

/* Z3 goes by the clock. */
static void set_patience(struct solver *solver) {
    const struct z3 *z3 = &solver->z3;
    double now = clock_seconds();
    if (solver->patience_at > 0 && now < solver->patience_at + 1) return; /* loads change slowly */
    solver->patience_at = now;
    unsigned patience = PATIENCE_MS * (unsigned)limits_crowding();
    if (patience == solver->patience) return;
    solver->patience = patience;
    Z3_params params = z3->mk_params(solver->context);
    z3->params_inc_ref(solver->context, params);
    z3->params_set_uint(solver->context, params, z3->mk_string_symbol(solver->context, "timeout"), patience);
    z3->solver_set_params(solver->context, solver->solver, params);
    z3->params_dec_ref(solver->context, params);
}

static void need_context(struct solver *solver) {
    const struct z3 *z3 = &solver->z3;
    if (solver->context) return;
    Z3_config config = z3->mk_config();
    solver->context = z3->mk_context_rc(config);
    z3->del_config(config);
    z3->set_error_handler(solver->context, NULL);
    solver->solver = z3->mk_solver_for_logic(solver->context, z3->mk_string_symbol(solver->context, "QF_BV"));
    z3->solver_inc_ref(solver->context, solver->solver);
    solver->spare = z3->mk_unsigned_int64(solver->context, 0, z3->mk_bv_sort(solver->context, 1));
    invariant(solver->spare != NULL);
    z3->inc_ref(solver->context, solver->spare);
}

/* Z3 ends the process when it runs out of memory (limits.h), also when it is loaded. */
struct solver *solver_new(struct text *why) {
    struct solver *solver = memory_new(sizeof *solver);
    limits_enter_library();
    bool loaded = z3_load(&solver->z3, why);
    limits_leave_library();
    if (loaded) return solver;
    free(solver);
    return NULL;
}

static void drop(struct solver *solver) {
    for (size_t i = 0; i < solver->kept.count; i++) solver->z3.dec_ref(solver->context, solver->kept.items[i]);
    vec_clear(&solver->kept);
    vec_clear(&solver->asts);
    vec_clear(&solver->variables);
}

static void free_context(struct solver *solver) {
    for (unsigned i = 0; i <= 64; i++)
        if (solver->sorts[i]) solver->z3.dec_ref(solver->context, (Z3_ast)solver->sorts[i]);
    solver->z3.dec_ref(solver->context, solver->spare);
    solver->z3.solver_dec_ref(solver->context, solver->solver);
    solver->z3.del_context(solver->context);
}

void solver_free(struct solver *solver) {
    if (!solver) return;
    limits_enter_library();
    drop(solver);
    vec_free(&solver->asts);
    vec_free(&solver->variables);
    vec_free(&solver->kept);
    if (solver->context) free_context(solver);
    z3_unload(&solver->z3);
    limits_leave_library();
    free(solver);
}

/* ---- terms ---- */

/* What Z3 could not make is replaced by something that it did: the question will not be answered. */
static Z3_ast keep(struct solver *solver, Z3_ast ast) {
    if (!ast) {
        solver->failed = true;
        return solver->spare;
    }
    solver->z3.inc_ref(solver->context, ast);
    vec_push(&solver->kept, ast);
    return ast;
}

static Z3_sort sort_of(struct solver *solver, unsigned width) {
    if (!solver->sorts[width]) {
        solver->sorts[width] = solver->z3.mk_bv_sort(solver->context, width);
        solver->z3.inc_ref(solver->context, (Z3_ast)solver->sorts[width]); /* a sort is an ast: Z3_sort_to_ast() */
    }
    return solver->sorts[width];
}

static Z3_ast number(struct solver *solver, unsigned width, uint64_t value) {
    return keep(solver, solver->z3.mk_unsigned_int64(solver->context, value, sort_of(solver, width)));
}

/* A truth value is a number of one bit. The condition is kept before anything else is made, which Z3 would put in its
 * place: the order of arguments is the compiler's. */
static Z3_ast truth(struct solver *solver, Z3_ast condition) {
    Z3_ast kept = keep(solver, condition);
    return solver->z3.mk_ite(solver->context, kept, number(solver, 1, 1), number(solver, 1, 0));
}

static Z3_ast overflow(struct solver *solver, enum term_op op, Z3_ast a, Z3_ast b) {
    const struct z3 *z3 = &solver->z3;
    Z3_context c = solver->context;
    Z3_ast good[2];
    if (op == TERM_ADD_OVERFLOWS)
        good[0] = keep(solver, z3->mk_bvadd_no_overflow(c, a, b, true)),
        good[1] = keep(solver, z3->mk_bvadd_no_underflow(c, a, b));
    else if (op == TERM_SUBTRACT_OVERFLOWS)
        good[0] = keep(solver, z3->mk_bvsub_no_overflow(c, a, b)),
        good[1] = keep(solver, z3->mk_bvsub_no_underflow(c, a, b, true));
    else
        good[0] = keep(solver, z3->mk_bvmul_no_overflow(c, a, b, true)),
        good[1] = keep(solver, z3->mk_bvmul_no_underflow(c, a, b));
    return truth(solver, z3->mk_not(c, keep(solver, z3->mk_and(c, 2, good))));
}

static Z3_ast binary(struct solver *solver, enum term_op op, Z3_ast a, Z3_ast b) {
    const struct z3 *z3 = &solver->z3;
    Z3_context c = solver->context;
    switch (op) {
    case TERM_ADD: return z3->mk_bvadd(c, a, b);
    case TERM_SUBTRACT: return z3->mk_bvsub(c, a, b);
    case TERM_MULTIPLY: return z3->mk_bvmul(c, a, b);
    case TERM_DIVIDE: return z3->mk_bvudiv(c, a, b);
    case TERM_DIVIDE_SIGNED: return z3->mk_bvsdiv(c, a, b);
    case TERM_REMAINDER: return z3->mk_bvurem(c, a, b);
    case TERM_REMAINDER_SIGNED: return z3->mk_bvsrem(c, a, b);
    case TERM_SHIFT_LEFT: return z3->mk_bvshl(c, a, b);
    case TERM_SHIFT_RIGHT: return z3->mk_bvlshr(c, a, b);
    case TERM_SHIFT_RIGHT_SIGNED: return z3->mk_bvashr(c, a, b);
    case TERM_AND: return z3->mk_bvand(c, a, b);
    case TERM_OR: return z3->mk_bvor(c, a, b);
    case TERM_XOR: return z3->mk_bvxor(c, a, b);
    case TERM_EQUAL: return truth(solver, z3->mk_eq(c, a, b));
    case TERM_LESS: return truth(solver, z3->mk_bvult(c, a, b));
    case TERM_LESS_SIGNED: return truth(solver, z3->mk_bvslt(c, a, b));
    case TERM_JOIN: return z3->mk_concat(c, a, b);
    default: return overflow(solver, op, a, b);
    }
}

static Z3_ast variable(struct solver *solver, const struct term *node) {
    const struct z3 *z3 = &solver->z3;
    Z3_ast made = z3->mk_const(solver->context, z3->mk_int_symbol(solver->context, (int)node->value),
                               sort_of(solver, node->width));
    while (solver->variables.count <= node->value) vec_push(&solver->variables, NULL);
    solver->variables.items[node->value] = made;
    return made;
}

static Z3_ast translate(struct solver *solver, const struct term *node) {
    const struct z3 *z3 = &solver->z3;
    Z3_context c = solver->context;
    Z3_ast left = solver->asts.items[node->left];
    switch ((enum term_op)node->op) {
    case TERM_CONSTANT: return number(solver, node->width, node->value);
    case TERM_VARIABLE: return variable(solver, node);
    case TERM_NOT: return z3->mk_bvnot(c, left);
    case TERM_EXTEND: return z3->mk_zero_ext(c, node->width - term_width(solver->terms, node->left), left);
    case TERM_EXTEND_SIGNED: return z3->mk_sign_ext(c, node->width - term_width(solver->terms, node->left), left);
    case TERM_EXTRACT: return z3->mk_extract(c, (unsigned)node->value + node->width - 1, (unsigned)node->value, left);
    default: return binary(solver, (enum term_op)node->op, left, solver->asts.items[node->right]);
    }
}

/* Parts come before what they are parts of. */
static Z3_ast ast_of(struct solver *solver, uint32_t term) {
    if (!solver->asts.count) vec_push(&solver->asts, NULL);
    while (solver->asts.count <= term) {
        struct term node = term_get(solver->terms, (uint32_t)solver->asts.count);
        Z3_ast ast = keep(solver, translate(solver, &node));
        vec_push(&solver->asts, ast);
    }
    return solver->asts.items[term];
}

/* ---- questions ---- */

void solver_begin(struct solver *solver, const struct terms *terms) {
    limits_enter_library();
    drop(solver);
    if (solver->context) solver->z3.solver_reset(solver->context, solver->solver);
    limits_leave_library();
    solver->terms = terms;
    solver->failed = false;
}

static void assume(struct solver *solver, uint32_t term) {
    const struct z3 *z3 = &solver->z3;
    Z3_ast fact = keep(solver, z3->mk_eq(solver->context, ast_of(solver, term), number(solver, 1, 1)));
    z3->solver_assert(solver->context, solver->solver, fact);
    solver->failed |= z3->get_error_code(solver->context) != Z3_OK;
}

void solver_assume(struct solver *solver, uint32_t term) {
    limits_enter_library();
    need_context(solver);
    assume(solver, term);
    limits_leave_library();
}

static bool read_values(struct solver *solver, uint64_t *values, size_t count) {
    const struct z3 *z3 = &solver->z3;
    Z3_model model = z3->solver_get_model(solver->context, solver->solver);
    if (!model) return false;
    z3->model_inc_ref(solver->context, model);
    bool good = true;
    for (size_t i = 0; i < count; i++) {
        Z3_ast value = NULL;
        values[i] = 0;
        if (i >= solver->variables.count || !solver->variables.items[i]) continue; /* no condition is about it */
        good &= z3->model_eval(solver->context, model, solver->variables.items[i], true, &value) &&
                z3->get_numeral_uint64(solver->context, value, &values[i]);
    }
    z3->model_dec_ref(solver->context, model);
    return good;
}

static enum solver_answer ask(struct solver *solver, uint32_t term, uint64_t *values, size_t count) {
    const struct z3 *z3 = &solver->z3;
    set_patience(solver);
    z3->solver_push(solver->context, solver->solver);
    if (term) assume(solver, term);
    const struct z3_asking asking = {z3, solver->context, solver->patience / 1000.0};
    z3_begin_asking(&asking);
    Z3_lbool said = solver->failed ? Z3_L_UNDEF : z3->solver_check(solver->context, solver->solver);
    z3_end_asking();
    enum solver_answer answer = said == Z3_L_TRUE ? SOLVER_YES : said == Z3_L_FALSE ? SOLVER_NO : SOLVER_UNKNOWN;
    if (answer == SOLVER_YES && !read_values(solver, values, count)) answer = SOLVER_UNKNOWN;
    z3->solver_pop(solver->context, solver->solver, 1);
    return answer;
}

enum solver_answer solver_ask(struct solver *solver, uint32_t term, uint64_t *values, size_t count) {
    if (solver->failed) return SOLVER_UNKNOWN;
    limits_enter_library();
    need_context(solver);
    enum solver_answer answer = ask(solver, term, values, count);
    limits_leave_library();
    return answer;
}
