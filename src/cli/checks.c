#include "cli/checks.h"

#include <string.h>

static const struct check safety = {"safety", "safety", NULL, SEARCH_SAFETY, CHECK_NO_CLAIM};
static const struct check acceptance = {"acceptance cycles", "acceptance cycles", NULL, SEARCH_ACCEPTANCE,
                                        CHECK_NO_CLAIM};
static const struct check progress = {"non-progress cycles", "non-progress cycles", NULL, SEARCH_NON_PROGRESS,
                                      CHECK_NO_CLAIM};

static void add_claim(struct checks *checks, const struct program *program, size_t claim) {
    struct check check = {.name = program_claim(program, claim)->name,
                          .what = program_claim_is_ltl(program, claim) ? "ltl" : "never",
                          .formula = program_claim_text(program, claim),
                          .goal = program_claim_is_safety(program, claim) ? SEARCH_SAFETY : SEARCH_ACCEPTANCE,
                          .claim = claim};
    vec_push(&checks->list, check);
}

static bool add_claim_named(struct checks *checks, const struct program *program, const char *name,
                            struct text *error) {
    size_t count = program_claim_count(program);
    VEC(const char *) names = {0};
    for (size_t i = 0; i < count; i++) {
        vec_push(&names, program_claim(program, i)->name);
        if (strcmp(names.items[i], name) != 0) continue;
        add_claim(checks, program, i);
        vec_free(&names);
        return true;
    }
    const char *nearest = options_nearest(name, names.items, names.count);
    text_printf(error, "the model has no claim '%s'", name);
    if (nearest)
        text_printf(error, "; did you mean '%s'?", nearest);
    else if (count == 0)
        text_add(error, "; it has none at all");
    else
        for (size_t i = 0; i < count; i++) text_printf(error, "%s %s", i ? "," : "; it has", names.items[i]);
    vec_free(&names);
    return false;
}

static void choose_all(struct checks *checks, const struct program *program, bool no_claims) {
    size_t claims = no_claims ? 0 : program_claim_count(program);
    vec_push(&checks->list, safety);
    for (size_t i = 0; i < claims; i++) add_claim(checks, program, i);
    if (claims == 0 && program_has_accept_labels(program)) vec_push(&checks->list, acceptance);
}

bool checks_choose(struct checks *checks, const struct program *program, const struct check_choice *choice,
                   struct text *error) {
    bool named = choice->claims->list.count > 0 || choice->ltl;
    if (named && choice->no_claims) {
        text_add(error, "--no-claims contradicts --claim and --ltl");
        return false;
    }
    if (!named && !choice->safety && !choice->acceptance && !choice->progress) {
        choose_all(checks, program, choice->no_claims);
        return true;
    }
    if (choice->safety) vec_push(&checks->list, safety);
    for (size_t i = 0; i < choice->claims->list.count; i++)
        if (!add_claim_named(checks, program, choice->claims->list.items[i], error)) return false;
    if (choice->ltl) {
        if (!add_claim_named(checks, program, "command line", error)) return false;
        vec_last(&checks->list).formula = choice->ltl; /* as it was typed */
    }
    if (choice->acceptance && !named) vec_push(&checks->list, acceptance);
    if (choice->progress) vec_push(&checks->list, progress);
    return true;
}
