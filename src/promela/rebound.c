#include "promela/rebound.h"

#include "promela/walk.h"

bool rebound_has(const struct rebound *rebound, const struct variable *variable) {
    for (size_t i = 0; i < rebound->variables.count; i++)
        if (rebound->variables.items[i] == variable) return true;
    return false;
}

static void note_use(void *context, const struct reference *reference, enum walk_use use) {
    struct rebound *rebound = context;
    const struct variable *last = walk_last_variable(reference);
    if (use == WALK_WRITE && last->type.kind == TYPE_CHAN && !rebound_has(rebound, last))
        vec_push(&rebound->variables, last);
}

struct rebound rebound_find(const struct model *model) {
    struct rebound rebound = {0};
    walk_model_references(model, note_use, &rebound);
    return rebound;
}

void rebound_free(struct rebound *rebound) { vec_free(&rebound->variables); }
