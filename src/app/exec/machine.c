#include "app/exec/machine.h"

#include "app/exec/access.h"
#include "app/exec/clock.h"
#include "app/exec/fault.h"
#include "app/exec/paced.h"
#include "app/exec/unawaited.h"
#include "app/exec/untimed.h"
#include "base/invariant.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <stdio.h>
#include <string.h>

static struct machine *machine_new(const struct executor *executor) {
    struct machine *machine = memory_new(sizeof *machine);
    machine->executor = executor;
    machine->subject = executor->subject;
    machine->analysis = executor->analysis;
    machine->kernel = memory_new(executor->kernel_size + 1);
    machine->kernel_before = memory_new(executor->kernel_size + 1);
    machine->image = memory_new(executor->analysis->image_size + 4);
    machine->budgets = memory_new(executor->subject->slot_count * 4 + 4);
    machine->untimed = memory_new(executor->subject->config->task_count + 4);
    machine->paced = memory_new(executor->subject->config->task_count + executor->subject->config->alarm_count + 4);
    machine->requests_before = memory_new((executor->subject->config->task_count + 1) * sizeof(uint32_t));
    machine->events_before = memory_new((executor->subject->config->alarm_count + 1) * sizeof(uint64_t));
    machine->unawaited = memory_new(executor->subject->config->alarm_count + 4);
    machine->packed = memory_new(executor->max_state_size);
    machine->packed_ahead = memory_new(executor->max_state_size);
    machine->may_come = memory_new(executor->subject->config->isr_count + executor->subject->config->counter_count +
                                   executor->subject->config->task_count + 1);
    const struct ahead *ahead = executor->analysis->ahead;
    machine->sets_ahead = memory_new((ahead ? 2 * ahead->words : 0) * sizeof *machine->sets_ahead + 1);
    machine->record = memory_new(executor->analysis->largest_record + 16);
    machine->record_origins = memory_new(executor->analysis->largest_record + 16);
    machine->origins = memory_new(executor->analysis->largest_record + 16);
    machine->settled = memory_new(executor->analysis->largest_record + 16);
    machine->snapshot = memory_new(executor->max_state_size);
    machine->hardware_bytes = memory_new(executor->analysis->largest_record + 16);
    machine->contexts = memory_new(executor->subject->context_count * sizeof *machine->contexts);
    for (uint32_t i = 0; i < executor->subject->context_count; i++) {
        struct context_run *run = &machine->contexts[i];
        run->frames = memory_new(MAX_FRAMES * sizeof *run->frames);
        run->stack = memory_new(executor->analysis->stack_limits[i] + 16);
        if (executor->analysis->beside_size) run->beside = memory_new(2 * executor->analysis->stack_limits[i] + 16);
        run->log = memory_new(executor->analysis->log_limit);
    }
    return machine;
}

void machine_free(struct machine *machine) {
    if (!machine) return;
    for (uint32_t i = 0; i < machine->subject->context_count; i++) {
        free(machine->contexts[i].frames);
        free(machine->contexts[i].stack);
        free(machine->contexts[i].beside);
        free(machine->contexts[i].log);
    }
    free(machine->contexts);
    free(machine->kernel);
    free(machine->kernel_before);
    free(machine->image);
    free(machine->budgets);
    free(machine->untimed);
    free(machine->paced);
    free(machine->requests_before);
    free(machine->events_before);
    free(machine->unawaited);
    free(machine->packed);
    free(machine->packed_ahead);
    free(machine->record);
    free(machine->record_origins);
    free(machine->origins);
    free(machine->settled);
    free(machine->sets_ahead);
    free(machine->may_come);
    free(machine->snapshot);
    free(machine->hardware_bytes);
    free(machine->numbers);
    text_free(&machine->format);
    text_free(&machine->printed);
    text_free(&machine->string);
    text_free(&machine->words);
    vec_free(&machine->rounds);
    vec_free(&machine->stopped_clocks);
    free(machine);
}

struct machine *machine_take(const struct executor *executor) {
    struct executor *shared = (struct executor *)executor;
    for (unsigned i = 0; i < SPARE_MACHINES; i++) {
        struct machine *machine = atomic_exchange(&shared->spare[i], NULL);
        if (machine) return machine;
    }
    return machine_new(executor);
}

void machine_give(struct machine *machine) {
    struct executor *shared = (struct executor *)machine->executor;
    machine->recorder = NULL;
    machine->symbolic = NULL;
    machine->notes = NULL;
    machine->script = NULL;
    machine->chosen = NULL;
    machine->term = 0;
    for (unsigned i = 0; i < SPARE_MACHINES; i++) {
        struct machine *none = NULL;
        if (atomic_compare_exchange_strong(&shared->spare[i], &none, machine)) return;
    }
    machine_free(machine);
}

void machine_leave(struct machine *machine, enum leave why) {
    if (machine->probe) longjmp(machine->probe->way_out, 1);
    longjmp(machine->way_out, (int)why);
}

static bool is_in_StartOS(const struct context_run *run) {
    const struct frame *top = &run->frames[run->frame_count - 1];
    const struct c_instruction *instruction = &top->function->code[top->next];
    return instruction->kind == C_SERVICE && instruction->service == OSEK_StartOS;
}

bool machine_is_under_way(const struct machine *machine, uint32_t context) {
    const struct osek_config *config = machine->subject->config;
    const struct context_run *run = &machine->contexts[context];
    if (osek_is_under_way(config, machine->kernel, context)) return true;
    return osek_is_stopped(config, machine->kernel) && run->frame_count && !is_in_StartOS(run);
}

struct place machine_own_place(const struct machine *machine, const char **library) {
    if (!machine->instruction) return (struct place){0};
    struct place place = machine->instruction->place;
    const struct context_run *run = machine->run;
    for (uint32_t i = run->frame_count; i-- > 1 && headers_hold(place);) {
        *library = run->frames[i].function->name;
        place = run->frames[i - 1].function->code[run->frames[i - 1].next].place;
    }
    return place;
}

static uint32_t number_of_fault(const struct machine *machine, struct complaint complaint, const char *words) {
    const char *library = NULL;
    struct place place = complaint.at.file ? complaint.at : machine_own_place(machine, &library);
    bool is_own = library && begins_with(library, "rtcheck_"); /* a piece of sprintf() */
    struct text message = {0};
    text_add(&message, words);
    if (library && !is_own) text_printf(&message, ", in %s()", library);
    uint32_t number = faults_number(machine->executor->faults, &(struct ts_fault){.kind = complaint.check,
                                                                                  .message = text_chars(&message),
                                                                                  .place = place,
                                                                                  .about = complaint.about});
    text_free(&message);
    return number;
}

void machine_add_fault(struct machine *machine, struct complaint complaint, const char *words) {
    if (machine->further_fault_count >= OSEK_MOST_FURTHER) return;
    machine->further_faults[machine->further_fault_count++] = number_of_fault(machine, complaint, words);
}

void machine_complain(struct machine *machine, struct complaint complaint, const char *words) {
    if (!machine->probe) machine->fault = number_of_fault(machine, complaint, words);
    machine_leave(machine, LEAVE_FAULT);
}

void machine_fault(struct machine *machine, const char *kind, const char *format, ...) {
    if (machine->probe) machine_leave(machine, LEAVE_FAULT);
    struct text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    machine->fault = number_of_fault(machine, (struct complaint){.check = kind}, text_chars(&message));
    text_free(&message);
    machine_leave(machine, LEAVE_FAULT);
}

struct text *machine_words(struct machine *machine) {
    text_clear(&machine->words);
    return &machine->words;
}

/* ---- who can come ---- */

static bool has_budget(const struct machine *machine, const struct source *source, bool *spent) {
    if (machine_has_budget(machine, source)) return true;
    if (spent && source->times) *spent = true;
    return false;
}

/* A clock, or a routine that is one: of counters whose alarms may wait. */
static bool is_clock(const struct machine *machine, const struct source *source) {
    bool is_one = source_may_wait(source);
    for (uint32_t i = 0; i < machine->subject->config->counter_count && i < 64; i++)
        is_one |= (source->drives >> i & 1) && source_may_wait(&machine->subject->counter_sources[i]);
    return is_one;
}

static bool comes_when_idle(const struct machine *machine, const struct source *source) {
    return source->idle_only || (machine->executor->instant && is_clock(machine, source));
}

static bool is_time(const struct machine *machine, const struct source *source) {
    return !comes_when_idle(machine, source) || osek_is_idle(machine->subject->config, machine->kernel);
}

static bool is_timely(const struct machine *machine, const struct source *source) {
    return source->timely || (source->open && machine->executor->timely);
}

/* A kernel that counts requests loses none; its tasks are nevertheless meant to be done before the next one comes. */
static bool is_unready(const struct machine *machine, uint32_t number) {
    const struct osek_config *config = machine->subject->config;
    const struct osek_alarm *alarm = &config->alarms[number];
    bool activates = alarm->action == OSEK_ACTIVATE;
    bool unready = activates && config->counts_requests ? osek_task_requests(config, machine->kernel, alarm->task) > 0
                                                        : osek_alarm_is_in_vain(config, machine->kernel, number);
    bool is_hopeless =
        activates ? untimed_is(machine, alarm->task) || paced_is_of_other_time(machine, alarm->task, alarm->counter)
                  : untimed_has_event(machine, alarm->task) || paced_is_event_of_other_time(machine, number);
    bool is_early = (unready && !is_hopeless) || paced_outruns(machine, number);
    return is_early && !unawaited_is(machine, number);
}

/* An alarm of the counter that has so many ticks left and starts somebody who is not ready, itself or by the counters
 * that it advances; one that may be in vain, if there is one; OSEK_NONE: there is none. */
static uint32_t alarm_of_unready(const struct machine *machine, uint32_t counter, uint32_t ticks, uint32_t depth) {
    const struct osek_config *config = machine->subject->config;
    uint32_t left, cycle, found = OSEK_NONE;
    for (uint32_t i = 0; i < config->alarm_count && depth <= config->counter_count; i++) {
        const struct osek_alarm *alarm = &config->alarms[i];
        if (alarm->counter != counter || !osek_alarm_is_set(config, machine->kernel, i, &left, &cycle) || left != ticks)
            continue;
        uint32_t one = alarm->action == OSEK_INCREMENT ? alarm_of_unready(machine, alarm->increment, 1, depth + 1)
                       : is_unready(machine, i)        ? i
                                                       : OSEK_NONE;
        if (one != OSEK_NONE && unawaited_may_be(machine->subject, one)) return one;
        if (found == OSEK_NONE) found = one;
    }
    return found;
}

/* The alarm whose next expiry comes before its task is ready for it; OSEK_NONE: none does. */
static uint32_t comes_too_early(const struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    if (!is_timely(machine, &machine->subject->counter_sources[counter])) return OSEK_NONE;
    uint32_t next = osek_ticks_to_expiry(config, machine->kernel, counter);
    if (!next || osek_is_idle(config, machine->kernel)) return OSEK_NONE;
    bool expires = true;
    if (next > 1 && config->counters[counter].stepwise) clock_ticks(machine, counter, false, &expires);
    if (!expires) return OSEK_NONE;
    return alarm_of_unready(machine, counter, next, 0);
}

/* The same, of an alarm that the routine's next tick of a counter makes expire. */
static uint32_t hurries(const struct machine *machine, const struct source *source) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; i < 64 && source->beats >> i; i++) {
        if (!(source->beats >> i & 1) || !is_timely(machine, &machine->subject->counter_sources[i]) ||
            osek_is_idle(config, machine->kernel))
            continue;
        uint32_t alarm = alarm_of_unready(machine, i, 1, 0);
        if (alarm != OSEK_NONE) return alarm;
    }
    return OSEK_NONE;
}

bool machine_stops_clock(struct machine *machine, uint32_t caller, uint64_t counter) {
    const struct osek_config *config = machine->subject->config;
    uint32_t isr;
    if (osek_context_kind(config, caller, &isr) != OSEK_ISR || counter >= config->counter_count || counter >= 64)
        return false;
    if (!(source_beats_sometimes(&machine->subject->isr_sources[isr]) >> counter & 1) ||
        !is_timely(machine, &machine->subject->counter_sources[counter]))
        return false;
    uint32_t alarm = alarm_of_unready(machine, (uint32_t)counter, 1, 0);
    if (alarm == OSEK_NONE) return false;
    vec_push(&machine->stopped_clocks, (struct machine_stopped_clock){(uint32_t)counter, alarm});
    return true;
}

bool machine_isr_is_due(const struct machine *machine, uint32_t isr) {
    return has_budget(machine, &machine->subject->isr_sources[isr], NULL);
}

bool machine_isr_may_come(const struct machine *machine, uint32_t isr, bool *spent) {
    const struct source *source = &machine->subject->isr_sources[isr];
    if (!osek_interrupt_allowed(machine->subject->config, machine->kernel, isr) || !is_time(machine, source) ||
        !has_budget(machine, source, spent))
        return false;
    if (!source->beats || hurries(machine, source) == OSEK_NONE) return true;
    if (spent) *spent = true; /* time goes on, later */
    return false;
}

bool machine_is_counter_alone(const struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    if (osek_current(config, machine->kernel) != OSEK_NONE) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (machine_isr_may_come(machine, i, NULL)) return false;
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (i != counter && osek_ticks_to_expiry(config, machine->kernel, i) &&
            machine_counter_may_tick(machine, i, NULL))
            return false;
    return true;
}

/* Somebody can notice its ticks. */
static bool matters(const struct machine *machine, uint32_t counter) {
    const struct osek_config *config = machine->subject->config;
    bool expires;
    if (osek_ticks_to_expiry(config, machine->kernel, counter)) return true;
    return !config->counters[counter].unobserved && !machine_is_counter_alone(machine, counter) &&
           clock_ticks(machine, counter, false, &expires);
}

bool machine_counter_is_due(const struct machine *machine, uint32_t counter) {
    return matters(machine, counter) && has_budget(machine, &machine->subject->counter_sources[counter], NULL);
}

bool machine_keeps_out(const struct machine *machine) {
    const struct subject *subject = machine->subject;
    const struct osek_config *config = subject->config;
    if (osek_is_idle(config, machine->kernel)) return false;
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (comes_when_idle(machine, &subject->isr_sources[i]) && machine_isr_is_due(machine, i) &&
            osek_interrupt_allowed(config, machine->kernel, i))
            return true;
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (comes_when_idle(machine, &subject->counter_sources[i]) && machine_counter_is_due(machine, i) &&
            osek_tick_allowed(config, machine->kernel, i))
            return true;
    return false;
}

bool machine_counter_may_tick(const struct machine *machine, uint32_t counter, bool *spent) {
    const struct source *source = &machine->subject->counter_sources[counter];
    if (!osek_tick_allowed(machine->subject->config, machine->kernel, counter) || !matters(machine, counter) ||
        !is_time(machine, source) || !has_budget(machine, source, spent))
        return false;
    if (comes_too_early(machine, counter) == OSEK_NONE) return true;
    if (spent) *spent = true; /* time goes on, later */
    return false;
}

uint32_t machine_alarm_kept_back(const struct machine *machine, uint32_t actor) {
    const struct subject *subject = machine->subject;
    const struct osek_config *config = subject->config;
    uint32_t number = actor - subject->context_count;
    if (actor >= subject->context_count)
        return osek_tick_allowed(config, machine->kernel, number) &&
                       has_budget(machine, &subject->counter_sources[number], NULL)
                   ? comes_too_early(machine, number)
                   : OSEK_NONE;
    if (osek_context_kind(config, actor, &number) != OSEK_ISR) return OSEK_NONE;
    const struct source *source = &subject->isr_sources[number];
    bool may_come = osek_interrupt_allowed(config, machine->kernel, number) && has_budget(machine, source, NULL);
    return may_come ? hurries(machine, source) : OSEK_NONE;
}

bool machine_task_may_run(const struct machine *machine, uint32_t task) {
    return osek_switch_allowed(machine->subject->config, machine->kernel, task);
}

static bool some_task_may_run(const struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    for (uint32_t i = 0; config->no_scheduler && i < config->task_count; i++)
        if (machine_task_may_run(machine, i)) return true;
    return false;
}

bool machine_somebody_may_come(const struct machine *machine, bool *spent) {
    const struct osek_config *config = machine->subject->config;
    bool any = some_task_may_run(machine);
    for (uint32_t i = 0; i < config->isr_count; i++) any |= machine_isr_may_come(machine, i, spent);
    for (uint32_t i = 0; i < config->counter_count; i++)
        any |= machine_counter_may_tick(machine, i, spent) && osek_ticks_to_expiry(config, machine->kernel, i);
    return any;
}

static const unsigned char *touched_above(const struct executor *executor, uint32_t level) {
    uint32_t row = 0;
    while (row < executor->analysis->level_count && executor->analysis->levels[row] <= level) row++;
    return executor->analysis->touched + (size_t)row * executor->subject->object_count;
}

void machine_look_around(struct machine *machine) {
    const struct osek_config *config = machine->subject->config;
    bool any_task = some_task_may_run(machine); /* whatever its priority */
    machine->arrivals = any_task;
    for (uint32_t i = 0; i < config->isr_count && !machine->arrivals; i++)
        machine->arrivals = machine_isr_may_come(machine, i, NULL);
    for (uint32_t i = 0; i < config->counter_count && !machine->arrivals; i++)
        machine->arrivals = machine_counter_may_tick(machine, i, NULL);
    bool matters = machine->arrivals || machine->subject->no_reduction;
    machine->touched = !matters   ? NULL
                       : any_task ? machine->analysis->touched
                                  : touched_above(machine->executor, osek_current_level(config, machine->kernel));
}

static bool is_in(const struct c_function *function, const struct c_instruction *instruction) {
    return (uintptr_t)instruction >= (uintptr_t)function->code &&
           (uintptr_t)instruction < (uintptr_t)(function->code + function->code_count);
}

uint32_t machine_number_of(const struct machine *machine, const struct c_instruction *instruction) {
    const struct c_program *program = machine->subject->program;
    const struct c_function *function = machine->frame->function;
    for (uint32_t i = 0; !is_in(function, instruction); i++) {
        invariant(i < program->function_count);
        function = program->functions[i];
    }
    return machine->subject->first_instruction[function->index] + (uint32_t)(instruction - function->code);
}

uint32_t machine_instruction_number(const struct machine *machine) {
    return machine_number_of(machine, machine->instruction);
}
