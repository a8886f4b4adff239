#include "eventb/refuted.h"

#include "eventb/comprehension.h"
#include "eventb/functional.h"

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

/* ∀x·x ∈ A ⇒ f(x) ∈ B, of f ∈ A → B; of other arrows, for all x in the domain of f. NULL: it says something else. */
static const struct eb_formula *of_points(struct eb_compiler *compiler, const struct eb_formula *axiom) {
    struct arena *arena = compiler->arena;
    const struct eb_formula *function = axiom->op == EB_IN ? eb_strip(axiom->children[0]) : NULL;
    const struct eb_formula *arrow = function ? eb_strip(axiom->children[1]) : NULL;
    if (!arrow || !eb_is_arrow(arrow->op) || !eb_is_certain_function(NULL, function)) return NULL;
    const struct eb_formula *from = arrow->children[0], *to = arrow->children[1];
    struct eb_bound *bound = arena_new_object(arena, struct eb_bound);
    *bound = (struct eb_bound){.name = "x", .type = from->type->left, .slot = compiler->fresh++, .place = axiom->place};
    const struct eb_formula *x = eb_made_bound(arena, bound, axiom->place);
    const struct eb_formula *domain = eb_arrow_flags(arrow->op) & EB_TOTAL
                                          ? from
                                          : eb_made_value(arena, axiom, EB_DOMAIN, from->type, function, NULL);
    const struct eb_formula *value = eb_made_value(arena, axiom, EB_APPLICATION, to->type->left, function, x);
    struct eb_formula *all = eb_made_of(arena, axiom, EB_FORALL,
                                        eb_made_of(arena, axiom, EB_IMPLIES, eb_made_of(arena, axiom, EB_IN, x, domain),
                                                   eb_made_of(arena, axiom, EB_IN, value, to)),
                                        NULL);
    all->bound = bound;
    all->bound_count = 1;
    return all;
}

bool eb_is_refuted(struct eb_compiler *compiler, struct eb_frame *frame, const struct eb_formula *axiom) {
    if (truth_at_points(compiler, frame, axiom) == EB_NO) return true;
    const struct eb_formula *points = of_points(compiler, axiom);
    return points && truth_at_points(compiler, frame, points) == EB_NO;
}
