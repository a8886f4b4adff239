#include "app/exec/unawaited.h"

#include "app/exec/long_step.h"
#include "app/exec/record.h"
#include "app/exec/state.h"
#include "app/subject/expect.h"
#include "search/nodeset.h"
#include "search/store.h"

#include <string.h>

struct unawaited {
    struct nodeset states;
    VEC(unsigned char) alarms; /* by number of a state, for each alarm: it is to be marked */
};

bool unawaited_may_be(const struct subject *subject, uint32_t alarm) {
    enum osek_action action = subject->config->alarms[alarm].action;
    bool may_be_lost = expect_has(subject, OSEK_ActivateTask, OSEK_E_LIMIT) && !subject->config->counts_requests;
    return action == OSEK_SET_EVENT || (action == OSEK_ACTIVATE && may_be_lost);
}

static bool may_wait(const struct subject *subject, uint32_t alarm) {
    const struct source *source = &subject->counter_sources[subject->config->alarms[alarm].counter];
    return unawaited_may_be(subject, alarm) && source_may_wait(source);
}

uint32_t unawaited_size(const struct executor *executor) {
    const struct subject *subject = executor->subject;
    for (uint32_t i = 0; i < subject->config->alarm_count; i++)
        if (may_wait(subject, i)) return (subject->config->alarm_count + 3u) & ~3u;
    return 0;
}

void unawaited_settle(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (machine->unawaited[i] && !osek_alarm_is_in_vain(config, machine->kernel, i)) machine->unawaited[i] = 0;
}

bool unawaited_add(struct executor *executor, const void *state, uint32_t size, const bool *alarms) {
    uint32_t number;
    if (!executor->unawaited) executor->unawaited = memory_new(sizeof *executor->unawaited);
    if (!nodeset_add(&executor->unawaited->states, state, size, store_hash(state, size), &number)) return false;
    long_step_forget(executor);
    for (uint32_t i = 0; i < executor->subject->config->alarm_count; i++)
        vec_push(&executor->unawaited->alarms, alarms[i]);
    return true;
}

void unawaited_free(struct executor *executor) {
    if (!executor->unawaited) return;
    long_step_forget(executor);
    nodeset_free(&executor->unawaited->states);
    vec_free(&executor->unawaited->alarms);
    free(executor->unawaited);
    executor->unawaited = NULL;
}

uint32_t unawaited_find(const struct executor *executor, const void *state) {
    uint32_t number;
    if (!executor->unawaited) return OSEK_NONE;
    uint32_t size = state_size(executor, state);
    bool found = nodeset_find(&executor->unawaited->states, state, size, store_hash(state, size), &number);
    return found ? number : OSEK_NONE;
}

static const unsigned char *alarms_of(const struct executor *executor, uint32_t number) {
    return executor->unawaited->alarms.items + (size_t)number * executor->subject->config->alarm_count;
}

uint32_t unawaited_counter(const struct executor *executor, uint32_t number) {
    const unsigned char *marked = alarms_of(executor, number);
    uint32_t alarm = 0;
    while (!marked[alarm]) alarm++;
    return executor->subject->config->alarms[alarm].counter;
}

void unawaited_mark(struct machine *machine, uint32_t number) {
    const unsigned char *marked = alarms_of(machine->executor, number);
    for (uint32_t i = 0; i < machine->subject->config->alarm_count; i++) {
        if (!marked[i]) continue;
        machine->unawaited[i] = 1;
        record_unawaited(machine, i);
    }
}
