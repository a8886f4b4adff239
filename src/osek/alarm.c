#include "osek/alarm.h"

#include "osek/event.h"
#include "osek/hook.h"
#include "osek/task.h"

#include <string.h>

enum { MOST_ALARMS = 10000 }; /* osek_config_fault() */

static const struct osek_counter *counter_of(const struct osek_kernel *k, uint32_t alarm) {
    return &k->config->counters[k->config->alarms[alarm].counter];
}

/* A whole turn of a counter: it counts from 0 to its maximum. */
static uint64_t turn(const struct osek_counter *counter) {
    return OSEK_RULE(ALARM_MODULO, (uint64_t)counter->max + 1, counter->max);
}

/* ---- What is kept ---- */

static uint32_t alarm_at(const struct osek_kernel *k, uint32_t alarm) {
    return k->layout.alarms + alarm * 2 * k->layout.tick_size;
}

uint64_t osek_remaining(const struct osek_kernel *k, uint32_t alarm) {
    return get_number(k, alarm_at(k, alarm), k->layout.tick_size);
}

uint64_t osek_cycle(const struct osek_kernel *k, uint32_t alarm) {
    return get_number(k, alarm_at(k, alarm) + k->layout.tick_size, k->layout.tick_size);
}

static void put_alarm(const struct osek_kernel *k, uint32_t alarm, uint64_t remaining, uint64_t cycle) {
    put_number(k, alarm_at(k, alarm), k->layout.tick_size, remaining);
    put_number(k, alarm_at(k, alarm) + k->layout.tick_size, k->layout.tick_size, cycle);
}

static uint32_t value_at(const struct osek_kernel *k, uint32_t counter) {
    uint32_t before = 0;
    for (uint32_t i = 0; i < counter; i++) before += !k->config->counters[i].unobserved;
    return k->layout.counters + before * k->layout.tick_size;
}

uint64_t osek_value(const struct osek_kernel *k, uint32_t counter) {
    if (k->config->counters[counter].unobserved) return 0;
    return get_number(k, value_at(k, counter), k->layout.tick_size);
}

static void put_value(const struct osek_kernel *k, uint32_t counter, uint64_t value) {
    if (!k->config->counters[counter].unobserved)
        put_number(k, value_at(k, counter), k->layout.tick_size, value % turn(&k->config->counters[counter]));
}

void osek_forget_value(const struct osek_kernel *k, uint32_t counter) { put_value(k, counter, 0); }

void osek_forget_times(const struct osek_kernel *k) {
    for (uint32_t i = 0; i < k->config->alarm_count; i++) put_alarm(k, i, osek_remaining(k, i) != 0, 0);
}

/* ---- Expiry ---- */

/* 13.6.3.3: a cyclic alarm is set again at its expiry, by its cycle; another one is over. */
static void expire_alarm(const struct osek_kernel *k, uint32_t alarm) {
    uint64_t cycle = OSEK_RULE(ALARM_CYCLES, osek_cycle(k, alarm), 0);
    put_alarm(k, alarm, OSEK_RULE(ALARM_SINGLE, cycle, cycle ? cycle : 1), cycle);
    put_bit(k, k->layout.due, alarm, true);
}

void osek_advance(const struct osek_kernel *k, uint32_t counter) {
    put_value(k, counter, osek_value(k, counter) + 1);
    for (uint32_t i = 0; i < k->config->alarm_count; i++) {
        uint64_t remaining = osek_remaining(k, i);
        if (k->config->alarms[i].counter != counter || !remaining) continue;
        put_alarm(k, i, remaining - 1, osek_cycle(k, i));
        if (remaining == 1) expire_alarm(k, i);
    }
}

void osek_skip(const struct osek_kernel *k, uint32_t counter, uint32_t ticks) {
    put_value(k, counter, osek_value(k, counter) + ticks);
    for (uint32_t i = 0; i < k->config->alarm_count; i++) {
        uint64_t remaining = osek_remaining(k, i);
        if (k->config->alarms[i].counter == counter && remaining) put_alarm(k, i, remaining - ticks, osek_cycle(k, i));
    }
}

/* How far a counter is from those that hardware drives: alarms of others increment it. (They do not go in circles:
 * osek_config_fault().) */
static uint32_t remoteness(const struct osek_config *config, uint32_t counter) {
    uint32_t farthest = 0;
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (alarm->action != OSEK_INCREMENT || alarm->increment != counter) continue;
        uint32_t here = remoteness(config, alarm->counter) + 1;
        if (here > farthest) farthest = here;
    }
    return farthest;
}

/* What an alarm does by incrementing another counter is done before the next alarm; apart from that, where the order is
 * fixed, it is that of declaration. */
static bool comes_before(const struct osek_kernel *k, uint32_t one, uint32_t other) {
    uint32_t here = remoteness(k->config, k->config->alarms[one].counter);
    uint32_t there = remoteness(k->config, k->config->alarms[other].counter);
    return here != there ? here > there : OSEK_RULE(ALARM_IN_ORDER, one<other, one> other);
}

bool osek_is_due(const struct osek_kernel *k) {
    for (uint32_t i = 0; i < (k->config->alarm_count + 7) / 8; i++)
        if (k->bytes[k->layout.due + i]) return true;
    return false;
}

/* Two activations are done one way or the other, unless the tasks stand in one queue; the same goes for events, which
 * make tasks ready. Code of the application can notice anything. */
bool osek_alarms_conflict(const struct osek_config *config, uint32_t one, uint32_t other) {
    const struct osek_alarm *a = &config->alarms[one], *b = &config->alarms[other];
    if (a->action == OSEK_ACTION_NONE || b->action == OSEK_ACTION_NONE) return false;
    if (config->error_hook || a->action == OSEK_INCREMENT || b->action == OSEK_INCREMENT) return true;
    if (a->action == OSEK_CALLBACK || b->action == OSEK_CALLBACK)
        return a->action == b->action || config->profile.services_in_callbacks;
    return a->task == b->task || config->tasks[a->task].priority == config->tasks[b->task].priority;
}

/* Those that are due with `first`, at its distance from the hardware, and not independent of it, directly or through
 * others. How many there are. */
static uint32_t rivals_of(const struct osek_kernel *k, uint32_t first, bool *rivals) {
    const struct osek_config *config = k->config;
    uint32_t distance = remoteness(config, config->alarms[first].counter), count = 1;
    rivals[first] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < config->alarm_count; i++) {
            if (rivals[i] || !get_bit(k, k->layout.due, i)) continue;
            if (remoteness(config, config->alarms[i].counter) != distance) continue;
            for (uint32_t j = 0; j < config->alarm_count && !rivals[i]; j++)
                rivals[i] = rivals[j] && osek_alarms_conflict(config, i, j);
            if (!rivals[i]) continue;
            count++;
            more = true;
        }
    }
    return count;
}

static uint32_t first_due(const struct osek_kernel *k) {
    uint32_t next = OSEK_NONE;
    for (uint32_t i = 0; i < k->config->alarm_count; i++)
        if (get_bit(k, k->layout.due, i) && (next == OSEK_NONE || comes_before(k, i, next))) next = i;
    return next;
}

/* 9.2 does not say in which order alarms that expire at one tick are handled: any. */
uint32_t osek_next_due(struct osek_kernel *k) {
    uint32_t first = first_due(k), due = 0;
    for (uint32_t i = 0; i < k->config->alarm_count; i++) due += get_bit(k, k->layout.due, i);
    if (k->config->profile.fixed_alarm_order || due < 2) return first;
    bool rivals[MOST_ALARMS];
    memset(rivals, 0, k->config->alarm_count * sizeof *rivals);
    uint32_t count = rivals_of(k, first, rivals), wanted = k->choice % count, next = first;
    for (uint32_t i = 0; count > 1 && i < k->config->alarm_count; i++)
        if (rivals[i] && wanted-- == 0) next = i;
    k->choice /= count;
    k->choices *= count;
    return next;
}

/* 9.2, 11.2: an expiry is an activation or a SetEvent like any other; its errors go to ErrorHook. */
static void act(const struct osek_kernel *k, uint32_t alarm, enum osek_service service, const uint64_t *arguments) {
    struct osek_errors errors = {0};
    if (service == OSEK_ActivateTask)
        osek_check_ActivateTask(k, arguments, &errors);
    else
        osek_check_SetEvent(k, arguments, &errors);
    if (!errors.set) {
        if (service == OSEK_ActivateTask)
            osek_do_ActivateTask(k, arguments);
        else
            osek_do_SetEvent(k, arguments);
        return;
    }
    unsigned rank = 0;
    while (!(errors.set >> rank & 1)) rank++;
    bool reported = k->config->extended_status || (errors.standard >> rank & 1);
    enum osek_status status = reported ? osek_error_order[rank] : OSEK_OK;
    osek_report_misuse(k, (struct osek_misused){errors.misuse[rank], service, status, alarm + 1, false});
    if (OSEK_RULE(ALARM_ERROR_HOOK, reported, false)) osek_raise_error(k, osek_error_order[rank], service, arguments);
}

void osek_expire(const struct osek_kernel *k, uint32_t alarm) {
    const struct osek_alarm *it = &k->config->alarms[alarm];
    put_bit(k, k->layout.due, alarm, false);
    switch (it->action) {
    case OSEK_ACTIVATE: act(k, alarm, OSEK_ActivateTask, (uint64_t[3]){it->task}); break;
    case OSEK_SET_EVENT: act(k, alarm, OSEK_SetEvent, (uint64_t[3]){it->task, it->event}); break;
    case OSEK_CALLBACK: osek_push(k, osek_context(k->config, OSEK_ALARM_CALLBACK, alarm)); break;
    case OSEK_INCREMENT: osek_advance(k, it->increment); break;
    case OSEK_ACTION_NONE: break;
    }
}

/* ---- Services ---- */

static void add_alarm_error(struct osek_errors *errors, enum osek_status status) {
    if (OSEK_RULE(ALARM_ERRORS_IN_STANDARD, true, false))
        osek_add_standard_error(errors, status, OSEK_NO_MISUSE);
    else
        osek_add_error(errors, status, OSEK_NO_MISUSE);
}

static void check_set(const struct osek_kernel *k, uint32_t alarm, struct osek_errors *errors) {
    if (!osek_remaining(k, alarm)) add_alarm_error(errors, OSEK_E_NOFUNC);
}

void osek_do_GetAlarmBase(const struct osek_kernel *k, const uint64_t *arguments) {
    const struct osek_counter *counter = counter_of(k, (uint32_t)arguments[0]);
    k->result->values[0] = counter->max;
    k->result->values[1] = counter->ticks_per_base;
    k->result->values[2] = counter->min_cycle;
    k->result->value_count = 3;
}

void osek_check_GetAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_set(k, (uint32_t)arguments[0], errors);
}

void osek_do_GetAlarm(const struct osek_kernel *k, const uint64_t *arguments) {
    k->result->values[0] = osek_remaining(k, (uint32_t)arguments[0]);
    k->result->value_count = 1;
}

static bool is_good_cycle(const struct osek_counter *counter, uint64_t cycle) {
    return cycle == 0 || (cycle >= counter->min_cycle && cycle <= counter->max);
}

/* 13.6.3.3, 13.6.3.4: a running alarm is to be cancelled first; times are within the counter's range. */
static void check_setting(const struct osek_kernel *k, const uint64_t *arguments, bool good,
                          struct osek_errors *errors) {
    uint32_t alarm = (uint32_t)arguments[0];
    const struct osek_counter *counter = counter_of(k, alarm);
    good = good && arguments[1] <= counter->max && is_good_cycle(counter, arguments[2]);
    if (!OSEK_RULE(ALARM_VALUES, good, true)) osek_add_error(errors, OSEK_E_VALUE, OSEK_BAD_VALUE);
    if (OSEK_RULE(ALARM_SET_ONCE, osek_remaining(k, alarm) != 0, false)) add_alarm_error(errors, OSEK_E_STATE);
}

void osek_check_SetRelAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_setting(k, arguments, arguments[1] || k->zero != ZERO_IS_REFUSED, errors);
}

static void set_alarm(const struct osek_kernel *k, uint32_t alarm, uint64_t ticks, uint64_t cycle) {
    put_alarm(k, alarm, OSEK_RULE(ALARM_WRAPS, ticks ? ticks : turn(counter_of(k, alarm)), ticks ? ticks : 1), cycle);
}

void osek_do_SetRelAlarm(const struct osek_kernel *k, const uint64_t *arguments) {
    if (!arguments[1] && k->zero == ZERO_IS_NOW) {
        put_alarm(k, (uint32_t)arguments[0], 0, arguments[2]);
        expire_alarm(k, (uint32_t)arguments[0]);
        return;
    }
    set_alarm(k, (uint32_t)arguments[0], arguments[1], arguments[2]);
}

void osek_check_SetAbsAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_setting(k, arguments, true, errors);
}

/* 13.6.3.4: a value that has been reached is reached again after the counter's overrun. */
void osek_do_SetAbsAlarm(const struct osek_kernel *k, const uint64_t *arguments) {
    uint32_t alarm = (uint32_t)arguments[0];
    uint64_t round = turn(counter_of(k, alarm)), value = osek_value(k, k->config->alarms[alarm].counter);
    set_alarm(k, alarm, (arguments[1] + round - value) % round, arguments[2]);
}

/* 11.3: the times of autostarted alarms are relative. */
void osek_autostart_alarm(const struct osek_kernel *k, uint32_t alarm) {
    set_alarm(k, alarm, k->config->alarms[alarm].start, k->config->alarms[alarm].cycle);
}

void osek_check_CancelAlarm(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    check_set(k, (uint32_t)arguments[0], errors);
}

void osek_do_CancelAlarm(const struct osek_kernel *k, const uint64_t *arguments) {
    if (OSEK_RULE(ALARM_CANCELLED, true, false)) put_alarm(k, (uint32_t)arguments[0], 0, 0);
}

/* ---- AUTOSAR's services for counters ---- */

void osek_do_IncrementCounter(const struct osek_kernel *k, const uint64_t *arguments) {
    osek_advance(k, (uint32_t)arguments[0]);
}

void osek_do_GetCounterValue(const struct osek_kernel *k, const uint64_t *arguments) {
    k->result->values[0] = osek_value(k, (uint32_t)arguments[0]);
    k->result->value_count = 1;
}

void osek_check_GetElapsedValue(const struct osek_kernel *k, const uint64_t *arguments, struct osek_errors *errors) {
    if (arguments[1] > k->config->counters[arguments[0]].max) osek_add_error(errors, OSEK_E_VALUE, OSEK_BAD_VALUE);
}

/* The value now, and the ticks since the value given. */
void osek_do_GetElapsedValue(const struct osek_kernel *k, const uint64_t *arguments) {
    uint64_t round = turn(&k->config->counters[arguments[0]]), value = osek_value(k, (uint32_t)arguments[0]);
    k->result->values[0] = value;
    k->result->values[1] = (value + round - arguments[1]) % round;
    k->result->value_count = 2;
}
