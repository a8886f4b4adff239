/* Wider bounds.
 *
 * What nothing in the model limits is chosen among few integers and few elements of carrier sets, and an answer is
 * about those. A violation that needs more of them is a violation all the same: so a part of the time goes to wider
 * bounds, where nobody has asked for others. Figures stay those of the bounds that the answer is about, and nothing is
 * lost where a look does not come to its end. */
#include "base/clock.h"
#include "cli/common/command.h"
#include "cli/eventb.h"

#include <string.h>

static const struct eventb_look wider_bounds[] = {{.low = EB_WIDER_LOW, .high = EB_WIDER_HIGH},
                                                  {.low = EB_WIDEST_LOW, .high = EB_WIDEST_HIGH},
                                                  {.set_size = 3},
                                                  {.has_more_elements = true},
                                                  {.levels = EB_WIDER_LEVELS}};
enum { LOOKS = sizeof wider_bounds / sizeof *wider_bounds };
/* Further ones, where no constants satisfy the axioms within all of these. */
static const struct eventb_look other_bounds[] = {{.set_size = 1}, {.set_size = 4}};
enum { OTHERS = sizeof other_bounds / sizeof *other_bounds };

void eventb_look_name(const struct eventb_look *look, struct text *out) {
    if (look->set_size)
        text_printf(out, "carrier sets of %u", look->set_size);
    else if (look->has_more_elements)
        text_add(out, "carrier sets of one element more than the axioms need");
    else if (look->levels)
        text_printf(out, "data types with at most %u constructors inside each other", look->levels);
    else
        text_printf(out, "integers %lld..%lld", (long long)look->low, (long long)look->high);
}

static bool is_cut_short(const struct result *result) {
    for (size_t i = 0; i < result->properties.count; i++)
        if (!result->properties.items[i].was_run || result->properties.items[i].limit != LIMIT_NONE) return true;
    return false;
}

/* Would there be anything more to see? */
static bool is_worthwhile(const struct eventb_run *run, const struct eventb_look *look) {
    if (look->set_size) return eb_machine_may_have_larger_sets(run->machine);
    if (look->has_more_elements) return eb_machine_larger_sizes(run->machine, run->arena);
    if (look->levels) return eb_machine_has_default_levels(run->machine);
    return eb_machine_uses_default_range(run->machine) ||
           (run->refinement && eb_machine_uses_default_range(run->refinement));
}

static const double least_time = 0.1, most_time = 5;

/* So much, or a part of what is left; 0: there is none. Whoever shares the machine with many needs more, lest what is
 * found depend on them. */
static double within_limits(const struct eventb_run *run, double time) {
    double left;
    if (!searching_time_left(&run->options->how, run->started, &left) || *run->interrupted) return 0;
    time *= clock_slowness(run->started);
    return left > 0 && left / 4 < time ? left / 4 : time;
}

/* A part of what the check took. */
static double time_for_a_look(const struct eventb_run *run, double took) {
    const double part = 10;
    double time = took / part;
    return within_limits(run, time < least_time ? least_time : time > most_time ? most_time : time);
}

/* It has everything of `run` but what that has found. */
static struct eventb_run *new_look(const struct eventb_run *run, struct eventb_options *options) {
    struct eventb_run *look = memory_new(sizeof *look);
    look->options = options;
    look->path = run->path;
    look->development = run->development;
    look->arena = arena_new();
    look->interrupted = run->interrupted;
    look->started = clock_seconds();
    look->is_look = true;
    look->result = (struct result){.command = "eventb", .within_bounds = true, .source = {.model = run->path}};
    return look;
}

static bool run_look(struct eventb_run *look, struct eb_bounds bounds) {
    struct diagnostics diagnostics = {0};
    bounds.goes_on_context = look;
    look->machine = eb_machine_new(look->development, &bounds, &diagnostics);
    diag_free(&diagnostics);
    return look->machine && eventb_check(look, &bounds) == STATUS_GO_ON;
}

/* Does the run leave bounds of the user's, and is taken to stay there? What it does from there on is not known. */
static bool leaves_bounds(const struct eventb_run *look, const struct violation *violation) {
    const uint32_t step_out = look->development->event_count;
    bool any = !violation->trace;
    for (size_t i = 0; !any && i < violation->trace->states.count; i++)
        any = violation->trace->states.items[i].step.action == step_out;
    return any;
}

static bool has_run_within(const struct eventb_run *look, const char *property) {
    for (size_t i = 0; i < look->result.violations.count; i++) {
        const struct result_violation *shown = &look->result.violations.items[i];
        if (shown->property && !strcmp(shown->property, property) && !leaves_bounds(look, shown->violation))
            return true;
    }
    return false;
}

/* Where steps leave such bounds they are cut off, which matters for formulas. */
static bool counts(const struct eventb_run *look, size_t property) {
    const struct inquiry *inquiry = look->inquiries.items[property];
    bool is_violated = look->result.properties.items[property].verdict == VERDICT_VIOLATED;
    return is_violated &&
           (!inquiry->property.observer || !inquiry->cut_steps || has_run_within(look, inquiry->property.name));
}

static bool any_counts(const struct eventb_run *look) {
    for (size_t i = 0; i < look->result.properties.count && i < look->inquiries.count; i++)
        if (counts(look, i)) return true;
    return false;
}

static void take_those_of(struct result *result, struct result *found, const char *property) {
    size_t kept = 0;
    for (size_t i = 0; i < found->violations.count; i++) {
        struct result_violation violation = found->violations.items[i];
        if (violation.property && strcmp(violation.property, property) == 0)
            vec_push(&result->violations, violation);
        else
            found->violations.items[kept++] = violation;
    }
    found->violations.count = kept;
}

/* The violations, and of which properties they are. */
static void take_violations(struct eventb_run *run, struct eventb_run *look) {
    struct result *result = &run->result, *found = &look->result;
    for (size_t i = 0; i < result->properties.count && i < found->properties.count; i++) {
        const struct result_property *violated = &found->properties.items[i];
        if (i >= look->inquiries.count || !counts(look, i)) continue;
        result->properties.items[i].verdict = VERDICT_VIOLATED;
        result->properties.items[i].violation_count = violated->violation_count;
        result->violation_count += violated->violation_count;
        take_those_of(result, found, violated->name);
    }
    result->verdict = VERDICT_VIOLATED;
    proofs_take_violated(&run->proofs, &look->proofs);
    run->beyond = look;
}

/* What the look says nothing of stays as it is. */
static void widen(const struct eventb_run *run, struct eb_bounds *bounds, const struct eventb_look *look) {
    if (look->has_more_elements) {
        bounds->set_sizes = eb_machine_larger_sizes(run->machine, run->arena);
    } else if (look->set_size) {
        bounds->set_size = look->set_size;
    } else if (look->levels) {
        bounds->levels = look->levels;
    } else {
        bounds->low = look->low;
        bounds->high = look->high;
    }
}

/* Does it show more than the bounds that the answer is about, where these are wider than the default already? */
static bool goes_beyond(const struct eb_bounds *bounds, const struct eventb_look *look) {
    if (look->set_size) return look->set_size > bounds->set_size;
    if (look->has_more_elements) return true;
    if (look->levels) return look->levels > bounds->levels;
    return look->low < bounds->low && look->high > bounds->high;
}

static void look_once(struct eventb_run *run, const struct eb_bounds *bounds, struct eventb_look seen, double time) {
    struct eventb_options options = *run->options;
    struct eb_bounds wider = *bounds;
    struct eventb_run *look = new_look(run, &options);
    options.how.time = time;
    widen(run, &wider, &seen);
    wider.tells_constants = true; /* those of the answer are others */
    wider.trusts_axioms = true;
    struct eb_lack lack = {0};
    wider.lack = &lack;
    bool ran = run_look(look, wider);
    look->options = run->options; /* the others end here */
    seen.states = look->result.total.states;
    seen.complete = ran && look->result.complete;
    seen.found = ran && any_counts(look);
    seen.is_empty = !look->machine && lack.constants;
    seen.was_made = ran;
    vec_push(&run->looks, seen);
    if (seen.found) {
        take_violations(run, look);
        return;
    }
    eventb_free(look);
    free(look);
}

/* Carrier sets of one element more than there must be for any constants to satisfy the axioms. */
static struct eventb_look beyond(const struct eb_bounds *bounds, struct eventb_look look) {
    if (look.set_size && look.set_size <= bounds->set_size) look.set_size = bounds->set_size + 1;
    return look;
}

void eventb_look_beyond(struct eventb_run *run, const struct eb_bounds *bounds) {
    double took = clock_seconds() - run->started;
    if (run->options->no_beyond || is_cut_short(&run->result)) return;
    for (size_t i = 0; i < LOOKS && run->result.verdict != VERDICT_VIOLATED; i++) {
        const struct eventb_look look = beyond(bounds, wider_bounds[i]);
        double time = time_for_a_look(run, took);
        if (!is_worthwhile(run, &look) || !goes_beyond(bounds, &look)) continue;
        if (time > 0)
            look_once(run, bounds, look, time);
        else
            vec_push(&run->looks, look);
    }
}

/* ---- constants ---- */

static const char *name_of(struct eventb_run *run, const struct eventb_look *look) {
    struct text name = {0};
    eventb_look_name(look, &name);
    const char *kept = arena_text(run->arena, text_chars(&name));
    text_free(&name);
    return kept;
}

/* Does the lack come of bounds that it widens? */
static bool may_help(const struct eb_lack *lack, const struct eventb_look *look) {
    if (look->has_more_elements) return false; /* these have what they need */
    return look->set_size ? lack->default_sets : look->levels ? lack->default_levels : lack->default_range;
}

struct eb_machine *eventb_find_constants(struct eventb_run *run, struct eb_bounds *bounds,
                                         struct diagnostics *diagnostics) {
    const struct eb_lack lack = *bounds->lack;
    if (run->options->no_beyond || !lack.constants) return NULL;
    for (size_t i = 0; i < LOOKS + OTHERS; i++) {
        const struct eventb_look *look = i < LOOKS ? &wider_bounds[i] : &other_bounds[i - LOOKS];
        double time = within_limits(run, most_time); /* there is no answer without it */
        if (!may_help(&lack, look)) continue;
        struct eb_bounds wider = *bounds;
        struct diagnostics quiet = {0};
        struct eb_lack again = {0};
        widen(run, &wider, look);
        wider.lack = &again;
        run->deadline = clock_seconds() + time;
        struct eb_machine *machine = time > 0 ? eb_machine_new(run->development, &wider, &quiet) : NULL;
        if (!machine && !again.constants)
            run->open = "no constants satisfy the axioms within the default bounds, and wider ones could not be tried: "
                        "--bound INT=LOW..HIGH, --bound SET=SIZE";
        run->deadline = 0;
        diag_free(&quiet);
        if (machine) {
            run->widened = arena_printf(run->arena,
                                        "no constants satisfy the axioms within the default bounds: the "
                                        "answer is about %s",
                                        name_of(run, look));
            wider.lack = bounds->lack;
            *bounds = wider;
            return machine;
        }
        diag_note(diagnostics, (struct place){0}, again.constants ? "nor do any within %s" : "%s could not be tried",
                  name_of(run, look));
    }
    return NULL;
}
