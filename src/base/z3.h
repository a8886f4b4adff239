/* What is used of Z3's library, which is loaded when it is first needed. */
#ifndef BASE_Z3_H
#define BASE_Z3_H

#include "base/text.h"

#include <stdbool.h>
#include <z3.h>

/* X(name): the function Z3_name of the library. */
/* clang-format off */
#define Z3_FUNCTIONS(X) \
    X(mk_config) X(del_config) X(mk_context_rc) X(del_context) X(set_error_handler) X(get_error_code) X(inc_ref) \
    X(dec_ref) X(mk_string_symbol) X(mk_int_symbol) X(mk_bv_sort) X(mk_const) X(mk_unsigned_int64) X(mk_ite) \
    X(mk_not) X(mk_and) X(mk_eq) X(mk_bvadd) X(mk_bvsub) X(mk_bvmul) X(mk_bvudiv) X(mk_bvsdiv) X(mk_bvurem) \
    X(mk_bvsrem) X(mk_bvshl) X(mk_bvlshr) X(mk_bvashr) X(mk_bvand) X(mk_bvor) X(mk_bvxor) X(mk_bvnot) \
    X(mk_bvult) X(mk_bvslt) X(mk_bvadd_no_overflow) X(mk_bvadd_no_underflow) X(mk_bvsub_no_overflow) \
    X(mk_bvsub_no_underflow) X(mk_bvmul_no_overflow) X(mk_bvmul_no_underflow) X(mk_zero_ext) X(mk_sign_ext) \
    X(mk_extract) X(mk_concat) X(mk_solver_for_logic) X(solver_inc_ref) X(solver_dec_ref) X(mk_params) \
    X(params_inc_ref) X(params_dec_ref) X(params_set_uint) X(solver_set_params) X(solver_reset) X(solver_push) \
    X(solver_pop) X(solver_assert) X(solver_check) X(solver_get_model) X(model_inc_ref) X(model_dec_ref) \
    X(model_eval) X(get_numeral_uint64) X(eval_smtlib2_string) X(interrupt) X(parse_smtlib2_string) \
    X(ast_vector_inc_ref) X(ast_vector_dec_ref) X(ast_vector_size) X(ast_vector_get) X(mk_solver) X(params_set_bool)
/* clang-format on */

struct z3 {
    void *library;
#define Z3_MEMBER(name) __typeof__(&Z3_##name) name;
    Z3_FUNCTIONS(Z3_MEMBER)
#undef Z3_MEMBER
};

bool z3_load(struct z3 *z3, struct text *why);
void z3_unload(struct z3 *z3);

/* Between these two, Z3 gives up what it is asked in this context once a limit is reached, or so many seconds are over,
 * which it was told, too. */
struct z3_asking {
    const struct z3 *z3;
    Z3_context context;
    double seconds;
};
void z3_begin_asking(const struct z3_asking *asking);
void z3_end_asking(void);

#endif
