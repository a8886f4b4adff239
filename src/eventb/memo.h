/* What an enumeration does not change is computed once: formulas that speak only of constants, or only of constants
 * and variables, keep their value in the frame until these change. A quantifier that also speaks of parameters, or of
 * what is bound further out, keeps it for the values that these had last: the inner one of ∀i·P(i) ∨ (∀j·Q(j, n)) is
 * one evaluation for each n, not for each i.
 *
 * Only values that stand are kept: never one that is not decided or not well-defined, so that what comes of it is
 * found again each time. */
#ifndef EVENTB_MEMO_H
#define EVENTB_MEMO_H

#include "eventb/node.h"

/* Does it take longer than it takes to remember what it was? */
bool eb_is_costly(const struct eb_formula *formula);
/* Compiles the formula; where it pays to keep its value, with a node that does so around the one that computes it. */
typedef const struct eb_node *(*eb_compiling)(struct eb_compiler *compiler, const struct eb_formula *formula);
const struct eb_node *eb_compile_memoised(struct eb_compiler *compiler, const struct eb_formula *formula,
                                          eb_compiling compile);
/* What is compiled from now on is evaluated in other states than what was compiled before. */
void eb_memo_share_no_more(struct eb_compiler *compiler);

/* What is compiled until eb_repeats_end() is evaluated again and again in one state. */
struct eb_repeating {
    bool repeats, in_memo;
};
static inline struct eb_repeating eb_repeats_begin(struct eb_compiler *compiler) {
    struct eb_repeating before = {compiler->repeats, compiler->in_memo};
    compiler->repeats = true;
    compiler->in_memo = false;
    return before;
}
static inline void eb_repeats_end(struct eb_compiler *compiler, struct eb_repeating before) {
    compiler->repeats = before.repeats;
    compiler->in_memo = before.in_memo;
}

#endif
