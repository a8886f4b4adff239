/* Any bytes as a trace: a file of ours, or what Spin tells of one. Reading must not crash, hang or leak, and following
 * Spin's events must end. */
#include "target.h"

#include "base/text.h"
#include "promela/program.h"
#include "report/spin_trail.h"

#include <stdlib.h>
#include <string.h>

static const char model[] =
    "byte x; chan c = [1] of { byte };\n"
    "active proctype p() { do :: x < 3 -> x++ :: atomic { x > 1 -> c!x; x = 0 } od }\n"
    "active proctype q() { byte y; do :: c?y -> assert(y < 3) :: d_step { x == 2; y = 1 } od }\n";

static const struct ts *system_of_model(void) {
    static struct program *program;
    struct diagnostics diagnostics = {0};
    if (!program)
        program = program_load_text(model, strlen(model), "m.pml", &(struct program_options){0}, &diagnostics);
    return program_ts(program);
}

static void follow(const char *said) {
    struct spin_events events = {0};
    spin_events_read(said, &events);
    struct trace_read trace = {0};
    size_t reached;
    spin_trail_follow(system_of_model(), &events, &trace, &reached);
    if (reached > events.list.count) abort();
    if (trace.arena) trace_read_free(&trace);
    spin_events_free(&events);
}

FUZZ_TARGET(trace) {
    struct text text = {0}, error = {0};
    text_add_n(&text, (const char *)bytes, size);
    struct trace_read trace = {0};
    bool good = trace_json_read(text_chars(&text), text.length, &trace, &error);
    if (good == (error.length > 0)) abort(); /* refused without a word, or accepted with one */
    if (good && trace.cycle_start != SIZE_MAX && trace.cycle_start > trace.steps.count) abort();
    trace_read_free(&trace);
    follow(text_chars(&text));
    text_free(&text);
    text_free(&error);
    return 0;
}
