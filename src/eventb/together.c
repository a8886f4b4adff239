#include "eventb/together.h"

#include "eventb/comprehension.h"

static bool is_choice(const struct eb_formula *action) { return action->op != EB_BECOMES_EQUAL; }

/* Does the plan cut something of it to the bounds? Of pairs, and of what a pattern gives, it is not told which. */
static bool is_cut(const struct eb_plan *guards, const struct eb_unknown *parameter) {
    bool is_pair = parameter->domain->type->kind == EB_TYPE_PRODUCT;
    for (unsigned i = 0; parameter->domain->has_numbers && i < guards->count; i++) {
        const struct eb_step *step = &guards->steps[i];
        if (step->cut && (is_pair || step->kind == EB_STEP_MATCH || step->slot == parameter->slot)) return true;
    }
    return false;
}

static bool speaks_of_cut(struct eb_compiler *compiler, const struct eb_together *together,
                          const struct eb_formula *action) {
    for (unsigned i = 0; i < together->cut_count; i++)
        if (eb_speaks_of_slot(compiler, action, together->cut[i].slot)) return true;
    return false;
}

static void note_cut(struct eb_machine *machine, const struct eb_plan *guards, const struct eb_unknown *unknowns,
                     unsigned count, struct eb_together *together) {
    struct eb_unknown *cut = arena_new_array(machine->arena, struct eb_unknown, count + 1);
    for (unsigned i = 0; i < count; i++)
        if (is_cut(guards, &unknowns[i])) cut[together->cut_count++] = unknowns[i];
    together->cut = cut;
}

/* New values by all actions that choose: what one of them says may protect nothing in another. */
static unsigned add_choices(struct eb_machine *machine, const struct eb_full_event *event, struct eb_unknown *unknowns,
                            struct eb_conditions *conditions) {
    unsigned count = 0;
    for (unsigned i = 0; i < event->actions.count; i++) {
        const struct eb_formula *action = eb_expand(&machine->compiler, event->actions.items[i].formula);
        if (!is_choice(action)) continue;
        for (unsigned t = 0; t < action->target_count; t++) {
            unsigned variable = action->target_indices[t];
            unknowns[count++] = (struct eb_unknown){machine->compiler.primed + variable,
                                                    machine->variable_domains[variable], action->targets[t]};
        }
        eb_conditions_add(machine->arena, conditions, eb_chosen_by(machine->arena, action));
    }
    return count;
}

const struct eb_together *eb_plan_together(struct eb_machine *machine, const struct eb_full_event *event,
                                           const struct eb_plan *guards, const struct eb_unknown *unknowns,
                                           unsigned count, const struct eb_conditions *conditions) {
    struct eb_compiler *compiler = &machine->compiler;
    struct eb_together *together = arena_new_object(machine->arena, struct eb_together);
    const struct eb_labelled *depends = NULL;
    unsigned targets = 0;
    note_cut(machine, guards, unknowns, count, together);
    for (unsigned i = 0; i < event->actions.count; i++) {
        const struct eb_formula *action = event->actions.items[i].formula;
        targets += action->target_count;
        if (!depends && is_choice(action) && speaks_of_cut(compiler, together, eb_expand(compiler, action)))
            depends = &event->actions.items[i];
    }
    if (!depends) return NULL;
    struct eb_unknown *all = arena_new_array(machine->arena, struct eb_unknown, count + targets);
    struct eb_conditions both = {0};
    for (unsigned i = 0; i < count; i++) all[i] = unknowns[i];
    for (size_t i = 0; i < conditions->list.count; i++) vec_push(&both.list, conditions->list.items[i]);
    unsigned more = add_choices(machine, event, all + count, &both);
    struct eb_plan *plan = eb_plan_new(compiler, all, count + more, &both, NULL, false);
    plan->rewinds = true;
    eb_plan_is_of_choices(plan);
    eb_give_own_ranges(machine, plan);
    together->plan = plan;
    vec_free(&both.list);
    together->fault = EB_CUT | eb_fault_new(compiler, "limit", depends->place,
                                            "'%s' has new values where parameters were not tried, as they are outside "
                                            "of the integers %lld..%lld: larger bounds (--bound INT=LOW..HIGH), or "
                                            "guards that limit them, would help",
                                            eb_formula_text(compiler, depends->formula), (long long)compiler->low,
                                            (long long)compiler->high);
    return together;
}

/* ---- looking ---- */

struct looking {
    const struct eb_together *together;
    bool any_outside;
};

static bool is_inside(void *context, struct eb_frame *frame) {
    struct looking *looking = context;
    for (unsigned i = 0; i < looking->together->cut_count; i++) {
        const struct eb_unknown *cut = &looking->together->cut[i];
        if (!eb_is_within(cut->domain, frame->slots[cut->slot], frame->low, frame->high)) looking->any_outside = true;
    }
    return !looking->any_outside;
}

static void look(struct eb_frame *frame, void *context) {
    struct looking *looking = context;
    eb_plan_run(looking->together->plan, frame, is_inside, looking);
}

void eb_look_together(const struct eb_together *together, struct eb_frame *frame) {
    struct looking looking = {.together = together};
    const uint32_t missed = frame->missed, maybe = frame->maybe, open = frame->open, unsure = frame->unsure;
    if (frame->limited) return;
    if (!eb_attempt(frame, look, &looking) && frame->fault & EB_STOP) eb_fail_again(frame);
    if (looking.any_outside) frame->limited = together->fault;
    frame->missed = missed;
    frame->maybe = maybe;
    frame->open = open;
    frame->unsure = unsure;
}
