/* What goes wrong only where durations are rounded is looked for once more with the durations that the model has: a run
 * that is found then is real. */
#include "timing/checking.h"
#include "timing/scale.h"

enum { PIECES = 4 }; /* of a unit: enough for what needs three moments in it, one after the other */

static struct ts_trace *search(struct checking *checking, struct tm_system *system, enum tm_times times) {
    system->times = times;
    struct search_result *found = checking_search(checking, system, checking_time_left(checking) / 4, true);
    struct ts_trace *trace = NULL;
    if (found->violations.count) {
        trace = found->violations.items[0].trace;
        found->violations.items[0].trace = NULL;
    }
    search_result_free(found);
    return trace;
}

static const char *found_text(const struct tm_answer *answer, const struct tm_property *property) {
    struct text limit = {0};
    if (!property->requirement) return "one is lost";
    rational_print_time(&limit, property->requirement->limit);
    const char *text = arena_printf(answer->arena, "%s than %s", property->requirement->is_upper ? "more" : "less",
                                    text_chars(&limit));
    text_free(&limit);
    return text;
}

/* With these options, which leave nothing but real runs. */
static void replay_with(struct checking *checking, struct tm_property *property, const struct tm_options *exact) {
    struct tm_answer *answer = checking->answer;
    struct tm_system *system = tm_build_again(checking->model, exact, answer->parts, (unsigned)property->part);
    if (!system || checking_doubt(answer, system) || !system->is_exact) return;
    enum tm_times times = system->times;
    system->target = property->target;
    if (property->requirement)
        system->target.limit = tm_units(system, property->requirement->limit, !property->requirement->is_upper);
    struct ts_trace *trace = search(checking, system, TM_LONGEST);
    if (!trace) trace = search(checking, system, times);
    if (!trace || system->problem) {
        ts_trace_free(trace);
        return;
    }
    ts_trace_free(property->trace);
    property->trace = trace;
    property->target = system->target;
    property->system = system;
    property->times = system->times;
    property->verdict = VERDICT_VIOLATED;
    property->is_possible = false;
    property->why = NULL;
    property->found = found_text(answer, property);
}

struct tm_options checking_exact(const struct checking *checking) {
    struct tm_options exact = *checking->build;
    exact.step = rational_integer(0);
    exact.times_given = false;
    return exact;
}

void checking_replay(struct checking *checking, struct tm_property *property) {
    struct tm_options exact = checking_exact(checking);
    replay_with(checking, property, &exact);
}

struct tm_options checking_closed(const struct checking *checking) {
    struct tm_options closed = *checking->build;
    closed.closed = true;
    return closed;
}

struct tm_options checking_finer(const struct checking *checking, const struct tm_system *system) {
    struct tm_options finer = *checking->build;
    finer.dense = false; /* the step is for this */
    finer.step = rational_divide(system->unit, rational_integer(PIECES));
    finer.grain = PIECES;
    finer.times_given = true;
    finer.times = TM_ALL;
    return finer;
}

void checking_replay_between(struct checking *checking, struct tm_property *property) {
    const struct tm_system *system = checking->answer->parts->list.items[property->part];
    struct tm_options finer = checking_finer(checking, system);
    if (system->more) return;
    replay_with(checking, property, &finer);
    if (property->verdict == VERDICT_VIOLATED)
        property->found = arena_printf(checking->answer->arena, "%s, between multiples of the unit", property->found);
}
