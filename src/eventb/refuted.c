#include "eventb/refuted.h"

#include "eventb/comprehension.h"

static enum eb_truth truth_at_points(struct eb_compiler *compiler, struct eb_frame *frame,
                                     const struct eb_formula *axiom) {
    enum eb_truth truth;
    uint32_t unsure = frame->unsure;
    bool trusting = frame->is_trusting;
    compiler->asserted = compiler->asks_points = true;
    const struct eb_node *node = eb_compile_predicate(compiler, axiom);
    compiler->asserted = compiler->asks_points = false;
    eb_frame_resize(frame, compiler->slot_count);
    frame->is_trusting = true;
    bool good = eb_try_truth(node, frame, &truth);
    frame->is_trusting = trusting;
    frame->unsure = unsure;
    return good ? truth : EB_UNDECIDED;
}

/* ∀x·P ⇒ x ↦ E ∈ A × B, of (λx·P ∣ E) ∈ A → B, or of any other set of pairs. NULL: it says something else. */
static const struct eb_formula *of_points(struct eb_compiler *compiler, const struct eb_formula *axiom) {
    struct arena *arena = compiler->arena;
    const struct eb_formula *pairs = axiom->op == EB_IN ? eb_strip(axiom->children[0]) : NULL;
    const struct eb_formula *arrow = pairs ? eb_strip(axiom->children[1]) : NULL;
    bool serves = arrow && eb_is_arrow(arrow->op) && (pairs->op == EB_LAMBDA || pairs->op == EB_COMPREHENSION);
    if (!serves) return NULL;
    const struct eb_formula *all =
        eb_made_value(arena, axiom, EB_PRODUCT, pairs->type, arrow->children[0], arrow->children[1]);
    const struct eb_formula *inside = eb_made_of(arena, axiom, EB_IN, pairs->children[1], all);
    struct eb_formula *each =
        eb_made_of(arena, axiom, EB_FORALL, eb_made_of(arena, axiom, EB_IMPLIES, pairs->children[0], inside), NULL);
    each->bound = pairs->bound;
    each->bound_count = pairs->bound_count;
    return each;
}

bool eb_is_refuted(struct eb_compiler *compiler, struct eb_frame *frame, const struct eb_formula *axiom) {
    if (truth_at_points(compiler, frame, axiom) == EB_NO) return true;
    const struct eb_formula *points = of_points(compiler, axiom);
    return points && truth_at_points(compiler, frame, points) == EB_NO;
}
