/* The single run of a deterministic application, told as it is: the calls and their results. */
#include "base/file.h"
#include "cli/app/app.h"
#include "cli/common/command.h"
#include "report/timeline_story.h"

#include <errno.h>
#include <string.h>

enum { LONGEST = 1000000 };

/* The ways on from a state; only the first is kept. */
struct ways {
    unsigned count;
    unsigned char *bytes;
    uint32_t size;
    struct ts_step step;
};

static void on_way(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct ways *ways = context;
    if (ways->count++) return;
    memcpy(ways->bytes, state, size);
    ways->size = size;
    ways->step = *step;
}

static bool same_state(const struct ts_trace_state *a, const struct ts_trace_state *b) {
    return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* Brent's way to notice a cycle: a state is remembered, ever less often, and compared with all that follow. */
struct cycle {
    size_t remembered, next;
};

static bool closes_cycle(struct cycle *cycle, const struct ts_trace *trace) {
    size_t last = trace->states.count - 1;
    if (last > cycle->remembered && same_state(&trace->states.items[last], &trace->states.items[cycle->remembered]))
        return true;
    if (last == cycle->next) {
        cycle->remembered = last;
        cycle->next = 2 * last + 1;
    }
    return false;
}

/* Follows the run to its end. NULL, or why there is no single run. */
static const char *follow(const struct ts *ts, struct ts_trace *trace, uint64_t longest) {
    struct ways ways = {.bytes = memory_new(ts->max_state_size + 1)};
    struct cycle cycle = {0, 1};
    const char *problem = NULL;
    ts->initial(ts, on_way, &ways);
    while (ways.count > 0) {
        if (ways.count > 1) {
            problem = "the application has a choice here: it is not deterministic";
            break;
        }
        ts_trace_add(trace, ways.bytes, ways.size, &ways.step);
        if (ways.step.fault || closes_cycle(&cycle, trace)) break;
        if (trace->states.count > longest) {
            problem = "the run does not end";
            break;
        }
        const struct ts_trace_state *last = &vec_last(&trace->states);
        ways.count = 0;
        ts->next(ts, last->bytes, last->size, TS_EVERYBODY, on_way, &ways);
    }
    free(ways.bytes);
    return problem;
}

/* Says where two texts first differ. */
static void show_difference(const char *expected, const char *actual) {
    size_t line = 1;
    while (*expected || *actual) {
        size_t length = strcspn(expected, "\n"), other = strcspn(actual, "\n");
        if (length != other || memcmp(expected, actual, length) != 0) {
            command_complain("app", "line %zu: expected '%.*s', but the run says '%.*s'", line, (int)length, expected,
                             (int)other, actual);
            return;
        }
        expected += length + (expected[length] == '\n');
        actual += other + (actual[other] == '\n');
        line++;
    }
}

static int compare(const char *path, const struct text *sequence) {
    struct text expected = {0};
    int status = STATUS_HOLDS;
    if (!file_read(path, &expected)) {
        status = command_complain("app", "cannot read '%s': %s", path, strerror(errno));
    } else if (strlen(text_chars(&expected)) != expected.length) {
        status = command_complain("app", "'%s' is no text: it has a character with code 0", path);
    } else if (strcmp(text_chars(&expected), text_chars(sequence)) != 0) {
        show_difference(text_chars(&expected), text_chars(sequence));
        status = STATUS_VIOLATED;
    }
    text_free(&expected);
    return status;
}

int command_app_tell_run(const struct command_app_options *command, const struct timeline *timeline, bool violated) {
    struct text sequence = {0};
    int status = violated ? STATUS_VIOLATED : STATUS_HOLDS;
    if (timeline) timeline_story_sequence(&sequence, timeline);
    command_show(&sequence);
    if (command->expect) status = compare(command->expect, &sequence);
    text_free(&sequence);
    return status;
}

/* Does an assumption that does not hold end the run? */
static bool is_left_out(const struct ts *ts, const struct ts_trace *trace) {
    if (!trace->states.count) return false;
    const struct ts_trace_state *last = &vec_last(&trace->states);
    struct ways ways = {.bytes = memory_new(ts->max_state_size + 1)};
    ts->next(ts, last->bytes, last->size, TS_EVERYBODY, on_way, &ways);
    free(ways.bytes);
    return !last->step.fault && !ways.count && ts->goes_on_elsewhere &&
           ts->goes_on_elsewhere(ts, last->bytes, last->size);
}

int command_app_run(const struct command_app_options *command, struct app *app) {
    struct ts_trace *trace = ts_trace_new();
    app_show_ends(app);
    const char *problem = follow(app_ts(app), trace, command->how.depth ? command->how.depth : LONGEST);
    struct timeline *timeline = trace->states.count ? app_timeline(app, trace, NULL) : NULL;
    bool violated = trace->states.count && vec_last(&trace->states).step.fault;
    bool left_out = !problem && is_left_out(app_ts(app), trace);
    struct command_app_options told = *command;
    if (left_out) problem = "an assumption (rtcheck_assume) that does not hold ends the run";
    if (problem) told.expect = NULL; /* what there is of it is shown, and compared with nothing */
    int status = command_app_tell_run(&told, timeline, violated);
    if (problem)
        status =
            command_complain("app", "after step %zu: %s", trace->states.count ? trace->states.count - 1 : 0, problem);
    if (left_out) status = STATUS_INCONCLUSIVE;
    timeline_free(timeline);
    ts_trace_free(trace);
    return status;
}
