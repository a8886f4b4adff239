#include "cli/eventb_proof.h"

#include "base/word.h"

#include <string.h>

static const char *const status_names[] = {"holds within bounds", "violated", "unknown"};

/* What was not decided: of one obligation, or of how events happen, and so of everything. */
struct doubting {
    struct proofs *proofs;
    size_t first;
    bool everything;
};

/* "invariant i: ..." is about evt/i/INV. */
static bool is_about(const char *message, const char *name) {
    if (begins_with(message, name)) return message[strlen(name)] == ':';
    const char *label = strchr(message, ' '), *slash = strchr(name, '/');
    if (!(begins_with(message, "invariant ") || begins_with(message, "theorem ")) || !slash) return false;
    const char *end = strchr(label + 1, ':');
    size_t length = end ? (size_t)(end - label - 1) : 0;
    const char *own = strrchr(name, '/') == slash ? name : slash + 1; /* label/THM, or evt/label/INV */
    return length && strncmp(own, label + 1, length) == 0 && own[length] == '/';
}

static void apply_doubt(void *context, const struct ts_fault *fault, enum eb_doubt doubt) {
    struct doubting *doubting = context;
    bool any = false;
    for (size_t i = doubting->first; i < doubting->proofs->list.count; i++) {
        struct proof *proof = &doubting->proofs->list.items[i];
        if (!is_about(fault->message, proof->name)) continue;
        any = true;
        if (proof->status == PROOF_HOLDS) proof->status = PROOF_UNKNOWN;
    }
    if (!any && doubt == EB_DOUBT) doubting->everything = true;
}

static uint32_t last_fault(const struct violation *violation) {
    if (!violation->trace || !violation->trace->states.count) return 0;
    return violation->trace->states.items[violation->trace->states.count - 1].step.fault;
}

typedef VEC(uint32_t) fault_list;

/* Of many violations not all are kept; the machine knows all that were met. */
static fault_list faults_met(const struct eb_machine *machine, const struct search_result *found, bool all) {
    fault_list faults = {0};
    for (size_t i = 0; !all && i < found->violations.count; i++)
        vec_push(&faults, last_fault(&found->violations.items[i]));
    for (uint32_t fault = 1; all && fault <= eb_machine_last_fault(machine); fault++)
        if (eb_machine_has_met(machine, fault)) vec_push(&faults, fault);
    return faults;
}

void proofs_add(struct proofs *proofs, struct arena *arena, const struct eb_machine *machine,
                const struct search_result *found, enum proof_search search) {
    struct doubting doubting = {proofs, proofs->list.count, false};
    fault_list faults = faults_met(machine, found, search == PROOF_SEARCH_ALL);
    for (size_t i = 0; i < eb_machine_obligation_count(machine); i++) {
        struct proof proof = {arena_text(arena, eb_machine_obligation(machine, i)),
                              search == PROOF_SEARCH_COMPLETE ? PROOF_HOLDS : PROOF_UNKNOWN};
        for (size_t j = 0; j < faults.count; j++)
            if (eb_machine_obligation_is_violated(machine, i, faults.items[j])) proof.status = PROOF_VIOLATED;
        vec_push(&proofs->list, proof);
    }
    vec_free(&faults);
    eb_machine_doubts(machine, apply_doubt, &doubting);
    for (size_t i = doubting.first; doubting.everything && i < proofs->list.count; i++)
        if (proofs->list.items[i].status == PROOF_HOLDS) proofs->list.items[i].status = PROOF_UNKNOWN;
}

/* What is not known of how an event refines others. */
static void add_unrefined(struct proofs *proofs, struct arena *arena, const struct eb_full_event *event) {
    const struct eb_refined *refined = event->refined;
    const char *why = !refined ? NULL : refined->unchecked ? refined->unchecked : refined->stops;
    if (!why) return;
    vec_push(&proofs->unchecked,
             arena_printf(arena, "%s by %s: %s",
                          refined->unchecked ? "all refinement, as that" : "refinements above, as that", event->name,
                          why));
}

/* Theorems among the guards about variables that are gone are checked with the abstractions, or not at all. */
static void add_theorems(struct proofs *proofs, struct arena *arena, const struct eb_development *development,
                         const struct eb_full_event *event) {
    for (unsigned i = 0; i < event->theorems.count; i++)
        if (eb_mentions_gone(development, event->theorems.items[i].formula))
            vec_push(&proofs->unchecked, arena_printf(arena, "%s/%s/THM: it is about variables that are gone",
                                                      event->name, event->theorems.items[i].label));
}

/* That an event comes to an end is not looked at where Rodin takes it for an ordinary one. */
static void add_unending(struct proofs *proofs, struct arena *arena, const struct eb_development *development,
                         const struct eb_full_event *event) {
    bool owes = eb_owes_to_variant(development, event), refines = event->refined && event->refined->count;
    const char *why = NULL;
    if (owes && !development->variants.count)
        why = "the machine has no variant, so that Rodin takes the event for ordinary";
    if (!owes && event->convergence != EB_ORDINARY && refines && event->refined->convergence == EB_ORDINARY)
        why = "it refines an ordinary event, so that Rodin takes it for ordinary, too";
    if (event->convergence == EB_ORDINARY && refines && event->refined->convergence == EB_ANTICIPATED)
        why = "it is ordinary, and refines an anticipated event: that this one converges is nowhere shown";
    if (why) vec_push(&proofs->unchecked, arena_printf(arena, "%s/VAR: %s", event->name, why));
}

void proofs_add_unchecked(struct proofs *proofs, struct arena *arena, const struct eb_development *development,
                          unsigned abstractions, const struct eb_machine *machine) {
    proofs->of_refinement = development->abstraction != NULL;
    add_unrefined(proofs, arena, &development->initialisation);
    for (unsigned i = 0; i < development->event_count; i++) {
        const struct eb_full_event *event = &development->events[i];
        add_unrefined(proofs, arena, event);
        if (abstractions + 1 < development->level_count) add_theorems(proofs, arena, development, event);
        add_unending(proofs, arena, development, event);
    }
    if (development->abstraction && !abstractions) vec_push(&proofs->unchecked, "refinement");
    if (eb_machine_trusts_functions(machine))
        vec_push(&proofs->unchecked, "whether infinite or very large sets are functions: only where they are applied");
    if (eb_machine_assumed(machine))
        vec_push(&proofs->unchecked, arena_printf(arena, "what axioms of a theory say of %s beyond its definition",
                                                  eb_machine_assumed(machine)));
    if (eb_machine_is_lazy(machine))
        vec_push(&proofs->unchecked,
                 "well-definedness of constants that axioms define as infinite or very large sets: only where they are "
                 "used");
}

void proofs_add_idle_witnesses(struct proofs *proofs, struct arena *arena, const struct eb_machine *refinement) {
    for (size_t i = 0; i < eb_machine_idle_witness_count(refinement); i++)
        vec_push(&proofs->unchecked, arena_printf(arena, "%s: a witness for nothing that the abstraction chooses",
                                                  eb_machine_idle_witness(refinement, i)));
}

void proofs_take_violated(struct proofs *proofs, const struct proofs *others) {
    for (size_t i = 0; i < others->list.count; i++) {
        const struct proof *other = &others->list.items[i];
        if (other->status != PROOF_VIOLATED) continue;
        for (size_t j = 0; j < proofs->list.count; j++)
            if (strcmp(proofs->list.items[j].name, other->name) == 0) proofs->list.items[j].status = PROOF_VIOLATED;
    }
}

void proofs_text(const struct proofs *proofs, struct text *out, const struct style *style) {
    enum { MOST = 40 };
    size_t counts[3] = {0}, shown = 0;
    for (size_t i = 0; i < proofs->list.count; i++) counts[proofs->list.items[i].status]++;
    text_printf(out, "\n%sproof obligations%s: ", style->bold, style->end);
    text_printf(out, "%zu hold within bounds, %zu violated, %zu unknown\n", counts[PROOF_HOLDS], counts[PROOF_VIOLATED],
                counts[PROOF_UNKNOWN]);
    static const enum proof_status order[] = {PROOF_VIOLATED, PROOF_UNKNOWN, PROOF_HOLDS};
    for (unsigned s = 0; s < sizeof order / sizeof *order; s++)
        for (size_t i = 0; i < proofs->list.count && shown < MOST; i++) {
            if (proofs->list.items[i].status != order[s] || (order[s] == PROOF_HOLDS && !proofs->of_refinement))
                continue;
            text_printf(out, "  %-19s  %s\n", status_names[order[s]], proofs->list.items[i].name);
            shown++;
        }
    if (shown < (proofs->of_refinement ? proofs->list.count : counts[PROOF_VIOLATED] + counts[PROOF_UNKNOWN]))
        text_printf(out, "  and %zu more (--json has them all)\n", proofs->list.count - shown);
    for (size_t i = 0; i < proofs->unchecked.count; i++)
        text_printf(out, "  not checked: %s\n", proofs->unchecked.items[i]);
}

void proofs_json(const struct proofs *proofs, struct json *json) {
    json_member_open(json, "obligations", '[');
    for (size_t i = 0; i < proofs->list.count; i++) {
        json_open(json, '{');
        json_member_string(json, "name", proofs->list.items[i].name);
        json_member_string(json, "status", status_names[proofs->list.items[i].status]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "unchecked", '[');
    for (size_t i = 0; i < proofs->unchecked.count; i++) json_string(json, proofs->unchecked.items[i]);
    json_close(json, ']');
}

void proofs_free(struct proofs *proofs) {
    vec_free(&proofs->list);
    vec_free(&proofs->unchecked);
}
