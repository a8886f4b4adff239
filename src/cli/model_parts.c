#include "cli/model_run.h"

#include "base/fingerprint.h"
#include "cli/common/command.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a part from an earlier run: all but that it is violated, since the steps are not kept. */
struct known_part {
    struct model_run *run;
    struct result_property *property;
    bool holds, too_large, rests;
};

static const char resting[] = "rests on completeness";

/* Which interactions a part has met, as the results keep it: their numbers. */
static void print_met(const struct model_run *run, const unsigned char *met, struct text *out) {
    size_t count = program_interactions(run->program)->list.count;
    for (size_t i = 0; i < count; i++)
        if (met[i]) text_printf(out, "%s%zu", out->length ? " " : "", i);
}

static void read_met(struct model_run *run, const char *text) {
    size_t count = program_interactions(run->program)->list.count;
    for (char *end; text && *text; text = end) {
        unsigned long number = strtoul(text, &end, 10);
        if (end == text) return;
        if (number < count) run->met[number] = 1;
    }
}

static void recall(void *context, const struct results_check *check) {
    struct known_part *known = context;
    known->holds = !strcmp(check->verdict, "holds");
    known->too_large = !strcmp(check->verdict, "unknown");
    known->rests = check->kind && !strcmp(check->kind, resting);
    if (known->holds) read_met(known->run, check->message);
    known->property->was_run = true;
    known->property->complete = true;
    known->property->verdict = VERDICT_HOLDS;
    known->property->statistics = (struct search_statistics){.states = check->states,
                                                             .transitions = check->transitions,
                                                             .depth = check->depth,
                                                             .seconds = check->seconds,
                                                             .coverage = 1};
}

static void keep_part(struct model_run *run, const struct result_property *property,
                      const struct search_result *found) {
    unsigned char *all = run->met;
    struct text met = {0};
    run->met = memory_new(program_interactions(run->program)->list.count + 1);
    model_run_note_met(run, found);
    print_met(run, run->met, &met);
    read_met(&(struct model_run){.program = run->program, .met = all}, text_chars(&met));
    free(run->met);
    run->met = all;
    const struct violation *first = found->violations.count ? &found->violations.items[0] : NULL;
    struct results_check check = {.key = property->name,
                                  .verdict = result_verdict_name(property->verdict),
                                  .kind = first ? first->kind : NULL,
                                  .message = first ? first->message : text_chars(&met),
                                  .states = property->statistics.states,
                                  .transitions = property->statistics.transitions,
                                  .depth = property->statistics.depth,
                                  .seconds = property->statistics.seconds};
    results_add(run->results, &check);
    text_free(&met);
}

/* Cuts the part, and keeps the proof that its parts cover it. False: there is no cut. */
static bool cut_part(struct model_run *run, struct guide_parts *parts, xgdl_term term, const char *name) {
    if (!guide_parts_cut(parts, term)) return false;
    const struct guide_cut *cut = &vec_last(&parts->cuts);
    struct text key = {0}, proof = {0};
    text_printf(&key, "cover of %s", name);
    text_printf(&proof,
                "%u parts, %u of them included in others: their choice and this have the same automaton of %u states",
                cut->parts, cut->included, cut->states);
    results_add(run->results,
                &(struct results_check){.key = text_chars(&key), .verdict = "holds", .message = text_chars(&proof)});
    text_free(&key);
    text_free(&proof);
    return true;
}

/* It did not fit. What is unknown for another reason, a bound, a depth or a lossy store, is so in its parts, too. */
static bool is_too_large(const struct result_property *property) {
    return property->verdict == VERDICT_UNKNOWN && (property->limit == LIMIT_MEMORY || property->limit == LIMIT_TIME);
}

static int search_part(struct model_run *run, struct guide_parts *parts, struct guide *part, xgdl_term term,
                       const struct check *check, double left) {
    double limit = run->options->part_time;
    if (left > 0 && (limit <= 0 || left < limit)) limit = left;
    struct search_options options = model_run_options(run, check, limit);
    struct model_subject subject;
    model_subject_begin(&subject, run, part, check);
    progress_begin(&run->progress, stderr);
    struct search_result *found = model_subject_search(&subject, run, check, &options);
    progress_wipe(&run->progress);
    struct text error = {0};
    int status = STATUS_GO_ON;
    if (found->error || guide_has_conflict(part, &error)) {
        status = command_complain(run->options->command, "%s", found->error ? found->error : text_chars(&error));
        search_result_free(found);
    } else {
        struct result_property property = model_run_found(run, check, found, &options);
        bool large = is_too_large(&property);
        if (large || property.verdict != VERDICT_UNKNOWN) keep_part(run, &property, found);
        vec_push(&run->searches, found);
        if (!large || !cut_part(run, parts, term, check->name)) {
            result_add_property(&run->result, property);
            for (size_t i = 0; i < found->violations.count; i++)
                model_run_keep_violation(run, &subject, check, &found->violations.items[i]);
        }
    }
    text_free(&error);
    model_subject_end(&subject);
    return status;
}

/* `a{n,} ; B` beside `B`, `a ; B`, ... `a{n-1} ; B`: if fewer than n times a are enough to see all that `a*` reaches,
 * every state after n of them is one after fewer, and B goes on from it in another part. This is no equality of
 * languages: it rests on the search of `a*` being complete, and is kept as such. */
static bool rests_on_star(struct model_run *run, const struct guide_parts *parts, xgdl_term term,
                          const struct check *check, double left) {
    xgdl_term star;
    uint32_t times;
    if (run->options->manner != GUIDE_BY_COMPONENTS || !model_run_is_safety(check) ||
        !guide_parts_is_rest(parts, term, &star, &times))
        return false;
    struct guide *part = guide_part(run->options->guide, star, run->options->most_states);
    if (!part) return false;
    struct search_options options = model_run_options(run, check, left);
    struct model_subject subject;
    model_subject_begin(&subject, run, part, check);
    struct search_result *found = model_subject_search(&subject, run, check, &options);
    uint32_t enough = run->searching.components.enough;
    bool rests =
        !found->error && found->complete && found->verdict == VERDICT_HOLDS && run->searching.saw_all && enough < times;
    if (rests) {
        struct text name = {0}, proof = {0};
        xgdl_print(guide_text(run->options->guide), star, &name);
        text_printf(&proof,
                    "%s is complete with %u interactions: no state comes after %u that does not come earlier, "
                    "in another part",
                    text_chars(&name), enough, times);
        struct result_property property = searching_found(model_run_property(check), found, &options);
        results_add(run->results, &(struct results_check){.key = check->name,
                                                          .verdict = "holds",
                                                          .kind = resting,
                                                          .message = text_chars(&proof),
                                                          .depth = enough});
        vec_push(&run->rests, run->result.properties.count);
        result_add_property(&run->result, property);
        text_free(&name);
        text_free(&proof);
    }
    search_result_free(found);
    model_subject_end(&subject);
    guide_free(part);
    return rests;
}

/* The part as a guide; NULL: it is too large. */
static struct guide *part_of(struct model_run *run, xgdl_term term, const struct check *check) {
    struct guide *part = guide_part(run->options->guide, term, run->options->most_states);
    if (!part || model_run_is_safety(check) || guide_stay_within(part, run->options->guide, run->options->most_states))
        return part;
    guide_free(part);
    return NULL;
}

static int check_part(struct model_run *run, struct guide_parts *parts, xgdl_term term, const struct check *whole) {
    struct text name = {0};
    if (!model_run_is_safety(whole)) text_printf(&name, "%s: ", whole->name);
    xgdl_print(guide_text(run->options->guide), term, &name);
    struct check check = *whole;
    check.name = arena_text(run->arena, text_chars(&name));
    text_free(&name);
    struct result_property property =
        searching_skipped(&run->options->how, model_run_property(&check), check.goal, false);
    struct known_part known = {.run = run, .property = &property};
    results_find(run->results, check.name, recall, &known);
    double left;
    if (known.holds) {
        property.limit = LIMIT_NONE;
        if (known.rests) vec_push(&run->rests, run->result.properties.count);
        result_add_property(&run->result, property);
        return STATUS_GO_ON;
    }
    /* What was too large before, and cannot be cut, gets another chance: there may be more memory now. */
    if (known.too_large && cut_part(run, parts, term, check.name)) return STATUS_GO_ON;
    if (*run->interrupted || !model_run_time_left(run, &left)) {
        result_add_property(&run->result, searching_skipped(&run->options->how, model_run_property(&check), check.goal,
                                                            *run->interrupted));
        return STATUS_GO_ON;
    }
    if (rests_on_star(run, parts, term, &check, left)) return STATUS_GO_ON;
    struct guide *part = part_of(run, term, &check);
    if (!part) return command_complain(run->options->command, "the automaton of a part is too large: %s", check.name);
    int status = search_part(run, parts, part, term, &check, left);
    guide_free(part);
    return status;
}

static bool open_results(struct model_run *run) {
    struct diagnostics diagnostics = {0};
    struct text signature = {0};
    bool known;
    uint64_t number = model_run_subject(run, run->options->how.subject, &known);
    text_printf(&signature, "%016llx", (unsigned long long)number);
    run->results = results_open(run->options->results, run->options->command, text_chars(&signature), &diagnostics);
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    text_free(&signature);
    return run->results != NULL;
}

/* What rests on other parts holds only if they do. */
static void judge_rests(struct model_run *run, size_t first) {
    bool all_hold = true;
    for (size_t i = first; i < run->result.properties.count; i++)
        all_hold = all_hold && run->result.properties.items[i].verdict == VERDICT_HOLDS;
    for (size_t i = 0; i < run->rests.count && !all_hold; i++) {
        struct result_property *rest = &run->result.properties.items[run->rests.items[i]];
        rest->verdict = VERDICT_UNKNOWN;
        rest->why = "it rests on other parts, and these do not all hold";
        rest->complete = run->result.complete = false;
    }
    vec_clear(&run->rests);
}

/* Parts that do not fit are cut while that can be done; every part that is left has a line of its own. */
int model_parts_check(struct model_run *run, struct guide_parts *parts, const struct check *check) {
    if (!run->results && !open_results(run)) return STATUS_BAD_INPUT;
    int status = STATUS_GO_ON;
    size_t first = run->result.properties.count;
    guide_parts_begin(parts, run->options->guide, run->options->most_states);
    guide_parts_refine(parts, run->options->parts);
    for (xgdl_term part; status == STATUS_GO_ON && guide_parts_take(parts, &part);)
        status = check_part(run, parts, part, check);
    judge_rests(run, first);
    if (status == STATUS_GO_ON && !results_commit(run->results))
        status = command_complain(run->options->command, "%s", results_error(run->results));
    return status;
}
