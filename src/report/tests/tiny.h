/* A transition system small enough to know by heart, for the tests of this room.
 *
 * Two counters: `left` counts 0..2 by single steps and may stop there, `right` copies `left` in a handshake and is at
 * fault when it copies a 2. */
#ifndef REPORT_TESTS_TINY_H
#define REPORT_TESTS_TINY_H

#include "ts/trace.h"

#include <stdio.h>
#include <string.h>

struct tiny {
    uint8_t left, right, unused[2];
};

static const struct ts_step tiny_start = {
    TS_NO_ACTION, TS_NO_ACTION, TS_NOBODY, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
static const struct ts_step tiny_count = {0, TS_NO_ACTION, 0, TS_NOBODY, TS_NOBODY, false, 0, false, 0};
static const struct ts_step tiny_copy = {1, 2, 0, 1, TS_NOBODY, false, 0, false, 0};

static inline void tiny_initial(const struct ts *ts, ts_emit emit, void *context) {
    (void)ts;
    struct tiny start = {0};
    emit(context, &start, sizeof start, &tiny_start);
}

static inline void tiny_next(const struct ts *ts, const void *state, uint32_t size, unsigned actor, ts_emit emit,
                             void *context) {
    (void)ts, (void)size;
    const struct tiny *now = state;
    if (actor == 1) return; /* it only answers */
    if (now->left < 2) {
        struct tiny after = *now;
        after.left++;
        emit(context, &after, sizeof after, &tiny_count);
    }
    if (now->right != now->left) {
        struct tiny after = *now;
        struct ts_step step = tiny_copy;
        after.right = now->left;
        step.fault = now->left == 2;
        emit(context, &after, sizeof after, &step);
    }
}

static inline unsigned tiny_marks(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts, (void)size;
    return ((const struct tiny *)state)->left == 2 ? TS_VALID_END : 0;
}

static inline unsigned tiny_actors(const struct ts *ts, const void *state, uint32_t size) {
    (void)ts, (void)state, (void)size;
    return 2;
}

static inline void tiny_describe(const struct ts *ts, const void *before, uint32_t before_size, const void *after,
                                 uint32_t after_size, const struct ts_step *step, struct ts_description *out) {
    (void)ts, (void)before_size, (void)after, (void)after_size;
    text_add(&out->actor, "left[0]");
    out->place = (struct place){"dir/tiny.pml", step->action + 4, 2};
    if (step->action == 0) {
        text_add(&out->action, "left++");
        text_add(&out->output, "counted\n");
        return;
    }
    text_add(&out->action, "c!left");
    text_add(&out->partner, "right[1]");
    text_add(&out->reply, "c?right");
    out->reply_place = (struct place){"dir/tiny.pml", 9, 2};
    out->event = TS_EVENT_HANDSHAKE;
    text_add(&out->channel, "c");
    text_printf(&out->message, "%d", ((const struct tiny *)before)->left);
}

static inline void tiny_variables(const struct ts *ts, const void *state, uint32_t size,
                                  void (*visit)(void *context, const char *name, const char *value), void *context) {
    (void)ts, (void)size;
    char value[8];
    snprintf(value, sizeof value, "%d", ((const struct tiny *)state)->left);
    visit(context, "left", value);
    if (((const struct tiny *)state)->left == 1) visit(context, "half", "yes"); /* comes and goes */
    snprintf(value, sizeof value, "%d", ((const struct tiny *)state)->right);
    visit(context, "right", value);
}

static inline const struct ts_fault *tiny_fault(const struct ts *ts, uint32_t fault) {
    (void)ts, (void)fault;
    static const struct ts_fault copied_two = {
        .kind = "assertion", .message = "assertion failed: right < 2", .place = {"dir/tiny.pml", 9, 2}};
    return &copied_two;
}

static inline const struct ts_action *tiny_action(const struct ts *ts, uint32_t action) {
    (void)ts;
    static const struct ts_action actions[] = {
        {"proctype left", "left++", {"dir/tiny.pml", 4, 2}, true, TS_EVENT_NONE, NULL, NULL},
        {"proctype left", "c!left", {"dir/tiny.pml", 5, 2}, true, TS_EVENT_SEND, "c", NULL},
        {"proctype right", "c?right", {"dir/tiny.pml", 9, 2}, true, TS_EVENT_RECEIVE, "c", NULL}};
    return &actions[action];
}

static const struct ts tiny_ts = {.max_state_size = sizeof(struct tiny),
                                  .action_count = 3,
                                  .initial = tiny_initial,
                                  .next = tiny_next,
                                  .marks = tiny_marks,
                                  .actors = tiny_actors,
                                  .describe = tiny_describe,
                                  .variables = tiny_variables,
                                  .fault = tiny_fault,
                                  .action = tiny_action};

/* count, count, copy: ends in the fault. */
struct tiny_run {
    struct ts_trace_state states[4];
    struct ts_trace trace;
    struct tiny bytes[4];
};

static inline void tiny_run_init(struct tiny_run *run) {
    static const struct tiny bytes[4] = {{0, 0, {0}}, {1, 0, {0}}, {2, 0, {0}}, {2, 2, {0}}};
    const struct ts_step steps[4] = {tiny_start, tiny_count, tiny_count, tiny_copy};
    memset(run, 0, sizeof *run);
    memcpy(run->bytes, bytes, sizeof bytes);
    for (int i = 0; i < 4; i++)
        run->states[i] = (struct ts_trace_state){(unsigned char *)&run->bytes[i], sizeof bytes[i], steps[i]};
    run->states[3].step.fault = 1;
    run->trace.states.items = run->states;
    run->trace.states.count = run->trace.states.capacity = 4;
    run->trace.cycle_start = SIZE_MAX;
}

#endif
