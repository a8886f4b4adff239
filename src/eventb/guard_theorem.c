#include "eventb/guard_theorem.h"

#include "eventb/comprehension.h"
#include "eventb/make.h"

bool eb_is_early_theorem(const struct eb_full_event *event, unsigned theorem) {
    return event->guards_before[theorem] < event->guards.count;
}

struct quantifying {
    struct arena *arena;
    const struct eb_bound **bound; /* by parameter; NULL: it is not mentioned */
};

static const struct eb_formula *as_bound(void *context, const struct eb_formula *formula) {
    const struct quantifying *quantifying = context;
    if (formula->op != EB_IDENTIFIER || formula->identifier != EB_PARAMETER) return NULL;
    return eb_made_bound(quantifying->arena, quantifying->bound[formula->index], formula->place);
}

static const struct eb_formula *for_all(struct eb_compiler *compiler, const struct eb_full_event *event,
                                        const struct eb_formula *predicate) {
    struct arena *arena = compiler->arena;
    struct eb_bound *bound = arena_new_array(arena, struct eb_bound, event->parameter_count + 1);
    struct quantifying quantifying = {arena,
                                      arena_new_array(arena, const struct eb_bound *, event->parameter_count + 1)};
    unsigned count = 0;
    for (unsigned i = 0; i < event->parameter_count; i++) {
        if (!eb_mentions(predicate, EB_PARAMETER, i)) continue;
        bound[count] = (struct eb_bound){
            .name = event->parameters[i].name, .type = event->parameters[i].type, .slot = compiler->fresh++};
        quantifying.bound[i] = &bound[count++];
    }
    if (!count) return predicate;
    struct eb_formula *all =
        eb_made_of(arena, predicate, EB_FORALL, eb_replace(compiler, predicate, as_bound, &quantifying), NULL);
    all->bound = bound;
    all->bound_count = count;
    return all;
}

const struct eb_formula *eb_guard_theorem(struct eb_compiler *compiler, const struct eb_full_event *event,
                                          unsigned theorem) {
    const struct eb_formula *before = NULL, *whole = event->theorems.items[theorem].formula;
    for (unsigned i = 0; i < event->guards_before[theorem]; i++) {
        const struct eb_formula *guard = event->guards.items[i].formula;
        before = before ? eb_made_of(compiler->arena, whole, EB_AND, before, guard) : guard;
    }
    if (before) whole = eb_made_of(compiler->arena, whole, EB_IMPLIES, before, whole);
    return for_all(compiler, event, whole);
}
