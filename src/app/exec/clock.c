#include "app/exec/clock.h"

#include <string.h>

/* ---- who may run ---- */

static void add_code_from(const struct machine *machine, const struct c_function *function, uint32_t next,
                          uint64_t *set) {
    const struct ahead *ahead = machine->analysis->ahead;
    uint32_t number = machine->subject->first_instruction[function->index] + next;
    ahead_join(ahead, set, ahead_from(ahead, number));
}

/* What is left of a context's code; callers stand at the calls that are under way. */
static void add_rest(const struct machine *machine, uint32_t context, uint64_t *set) {
    const struct context_run *run = &machine->contexts[context];
    if (!run->frame_count) ahead_add(set, context);
    for (uint32_t i = 0; i < run->frame_count; i++)
        add_code_from(machine, run->frames[i].function, run->frames[i].next + (i + 1 < run->frame_count), set);
}

static void add_task(const struct machine *machine, uint32_t task, bool under_way, uint64_t *set) {
    const struct osek_config *config = machine->subject->config;
    if (osek_task_requests(config, machine->kernel, task) > under_way) ahead_add(set, task);
    if (under_way && osek_task_state(config, machine->kernel, task) != OSEK_WAITING) add_rest(machine, task, set);
}

static void add_context(const struct machine *machine, uint32_t context, uint64_t *set) {
    const struct osek_config *config = machine->subject->config;
    bool under_way = osek_is_under_way(config, machine->kernel, context);
    uint32_t index;
    switch (osek_context_kind(config, context, &index)) {
    case OSEK_TASK: add_task(machine, context, under_way, set); return;
    case OSEK_ISR:
        if (machine_has_budget(machine, &machine->subject->isr_sources[index]) ||
            osek_interrupt_is_requested(config, machine->kernel, index))
            ahead_add(set, context);
        break;
    case OSEK_STARTUP_HOOK:
    case OSEK_ALARM_CALLBACK:
    case OSEK_MAIN: break;
    default: ahead_add(set, context); break; /* other hooks run at any time */
    }
    if (under_way) add_rest(machine, context, set);
}

/* ---- and whom that makes run ---- */

static void add_what_follows(const struct machine *machine, uint32_t bit, uint32_t without, uint64_t *set) {
    const struct ahead *ahead = machine->analysis->ahead;
    const struct osek_config *config = machine->subject->config;
    if (bit < ahead->first_woken) {
        const struct c_function *entry = machine->subject->program->entries[bit];
        if (entry) add_code_from(machine, entry, 0, set);
    } else if (bit < ahead->first_alarm) {
        uint32_t task = bit - ahead->first_woken;
        if (osek_is_under_way(config, machine->kernel, task)) add_rest(machine, task, set);
    } else if (config->alarms[bit - ahead->first_alarm].counter != without) {
        ahead_add_expiry(ahead, bit - ahead->first_alarm, set);
    }
}

static void close_over(const struct machine *machine, uint32_t without, uint64_t *set, uint64_t *done) {
    const struct ahead *ahead = machine->analysis->ahead;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < ahead->first_look; i++) {
            if (!ahead_has(set, i) || ahead_has(done, i)) continue;
            ahead_add(done, i);
            add_what_follows(machine, i, without, set);
            more = true;
        }
    }
}

/* All that may happen from now on, or, unless `without` is OSEK_NONE, as long as no alarm of this counter expires. */
static const uint64_t *find_all(const struct machine *machine, uint32_t without) {
    const struct ahead *ahead = machine->analysis->ahead;
    const struct osek_config *config = machine->subject->config;
    uint64_t *set = machine->sets_ahead, *done = set + ahead->words;
    uint32_t left, cycle;
    if (!osek_is_settled(config, machine->kernel)) return memset(set, 0xff, ahead->words * sizeof *set);
    memset(set, 0, 2 * ahead->words * sizeof *set);
    for (uint32_t i = 0; i < machine->subject->context_count; i++) add_context(machine, i, set);
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (osek_alarm_is_set(config, machine->kernel, i, &left, &cycle)) ahead_add(set, ahead->first_alarm + i);
    close_over(machine, without, set, done);
    return set;
}

static unsigned looks(const struct machine *machine, uint32_t counter, bool before_expiry) {
    const struct ahead *ahead = machine->analysis->ahead;
    return ahead_looks(ahead, find_all(machine, before_expiry ? counter : OSEK_NONE), counter);
}

/* ---- how far ---- */

enum pace { TO_EXPIRY, TO_KNOWN_VALUE, ONE_BY_ONE };

static enum pace pace_of(const struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    if (machine->subject->no_reduction) return ONE_BY_ONE;
    if (!config->counters[counter].stepwise) return TO_EXPIRY;
    unsigned before = looks(machine, counter, true);
    if (!before) return TO_EXPIRY;
    unsigned ever = looks(machine, counter, false);
    bool value_matters = ever & (COUNTER_ABSOLUTE | COUNTER_VALUE);
    bool relative_matters = value_matters || counter_look_has_several_alarms(config, counter);
    unsigned ignored = relative_matters ? 0 : COUNTER_RELATIVE;
    if (!(before & ~ignored)) return TO_EXPIRY;
    return ever & ~ignored & ~(unsigned)COUNTER_ABSOLUTE ? ONE_BY_ONE : TO_KNOWN_VALUE;
}

/* 0: there is none but the one where it stands. */
static uint32_t ticks_to_known_value(const struct machine *machine, uint32_t counter) {
    const struct ahead *ahead = machine->analysis->ahead;
    const struct osek_config *config = machine->subject->config;
    uint64_t turn = (uint64_t)config->counters[counter].max + 1, nearest = 0;
    uint64_t value = osek_counter_value(config, machine->kernel, counter);
    for (uint32_t i = 0; i < ahead->start_count; i++) {
        uint64_t ticks = (ahead->starts[i].value + turn - value) % turn;
        if (ahead->starts[i].counter == counter && ticks && (!nearest || ticks < nearest)) nearest = ticks;
    }
    return (uint32_t)nearest;
}

uint32_t clock_ticks(const struct machine *machine, uint32_t counter, bool alone, bool *expires) {
    uint32_t to_expiry = osek_ticks_to_expiry(machine->subject->config, machine->kernel, counter);
    enum pace pace = alone && !machine->subject->no_reduction ? TO_EXPIRY : pace_of(machine, counter);
    uint32_t ticks = pace == TO_EXPIRY ? 0 : pace == TO_KNOWN_VALUE ? ticks_to_known_value(machine, counter) : 1;
    *expires = to_expiry && (!ticks || to_expiry <= ticks);
    return *expires ? to_expiry : ticks;
}

void clock_forget(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    const uint64_t *all = NULL;
    for (uint32_t i = 0; machine->analysis->ahead && !machine->subject->no_reduction && i < config->counter_count;
         i++) {
        if (config->counters[i].unobserved || !osek_counter_value(config, machine->kernel, i)) continue;
        if (!all) all = find_all(machine, OSEK_NONE);
        if (!(ahead_looks(machine->analysis->ahead, all, i) & (COUNTER_ABSOLUTE | COUNTER_VALUE)))
            osek_forget_counter_value(config, machine->kernel, i);
    }
}
