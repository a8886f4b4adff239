/* What goes wrong only where durations are rounded is looked for once more with the durations that the model has: a run
 * that is found then is real. */
#include "timing/checking.h"
#include "timing/scale.h"

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

void checking_replay(struct checking *checking, struct tm_property *property) {
    struct tm_answer *answer = checking->answer;
    struct tm_options exact = *checking->build;
    exact.step = rational_integer(0);
    exact.times_given = false;
    struct tm_system *system = tm_build_again(checking->model, &exact, answer->parts, (unsigned)property->part);
    if (!system || checking_doubt(answer, system)) return;
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
