/* Random calls, right and wrong ones, in random configurations: the kernel neither crashes nor loses its invariants. */
#include "base/tests/rounds.h"
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CONFIGURATIONS = ROUNDS(1500), STEPS = 300, CANARY = 0x5A };

static uint64_t seed;

/* xorshift64*: the same numbers everywhere. */
static uint32_t below(uint32_t limit) {
    seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
    return limit ? (uint32_t)((seed * 0x2545F4914F6CDD1DU) >> 33) % limit : 0;
}
static bool sometimes(unsigned percent) { return below(100) < percent; }

/* ---- Configurations ---- */

static void random_profile(struct osek_profile *profile) {
    if (sometimes(40)) return;
    if (sometimes(40)) {
        *profile = osek_profile_trampoline();
        return;
    }
    profile->task_id_invalid_in_isr = sometimes(50);
    profile->hooks_for_idle = sometimes(50);
    profile->hooks_for_isr = sometimes(50);
    profile->no_post_hook_on_self_chain = sometimes(50);
    profile->disabled_interrupts_error = sometimes(50);
    profile->autostart_before_startup_hook = sometimes(50);
    profile->services_in_callbacks = sometimes(50);
    profile->end_terminates = sometimes(50);
    profile->fixed_autostart_order = sometimes(50);
    profile->fixed_errors = sometimes(50);
    profile->undeclared_resource_refused = sometimes(50);
    profile->zero_increment_ok = sometimes(50);
}

static void random_code(struct world *world) {
    struct osek_config *config = &world->config;
    config->task_count = 1 + below(5);
    config->isr_count = below(4);
    config->resource_count = below(4);
    for (uint32_t i = 0; i < config->task_count; i++) {
        struct osek_task *task = &world->tasks[i];
        *task = (struct osek_task){.name = "task", .priority = below(4), .preemptable = sometimes(70)};
        task->extended = sometimes(40);
        task->activation = task->extended ? 1 : 1 + below(3);
        task->events = task->extended ? (sometimes(20) ? UINT64_MAX : 7) : 0;
        task->autostart = below(4);
        if (task->priority > config->highest_priority) config->highest_priority = task->priority;
    }
    for (uint32_t i = 0; i < config->task_count; i++)
        if (sometimes(25)) world->tasks[i].internal = below(config->highest_priority + 1);
    for (uint32_t i = 0; i < config->isr_count; i++)
        world->isrs[i] = (struct osek_isr){
            .name = "isr", .category = sometimes(70) ? 2 : 1, .level = config->highest_priority + 1 + below(3)};
}

/* Ceilings as OSEK computes them (8.5). */
static void random_resources(struct world *world) {
    struct osek_config *config = &world->config;
    for (uint32_t r = 0; r < config->resource_count; r++) {
        struct osek_resource *resource = &world->resources[r];
        *resource = (struct osek_resource){.name = "resource", .root = r, .scheduler = r == 0 && sometimes(40)};
        for (uint32_t i = 0; i < config->task_count; i++) {
            if (!sometimes(50)) continue;
            world->tasks[i].resources |= (uint64_t)1 << r;
            if (world->tasks[i].priority > resource->ceiling) resource->ceiling = world->tasks[i].priority;
        }
        for (uint32_t i = 0; i < config->isr_count && !resource->scheduler; i++) {
            if (world->isrs[i].category == 1 || !sometimes(30)) continue;
            world->isrs[i].resources |= (uint64_t)1 << r;
            if (world->isrs[i].level > resource->ceiling) resource->ceiling = world->isrs[i].level;
        }
    }
}

static void random_alarms(struct world *world) {
    struct osek_config *config = &world->config;
    config->counter_count = below(3);
    config->alarm_count = config->counter_count ? below(5) : 0;
    for (uint32_t i = 0; i < config->counter_count; i++)
        world->counters[i] = (struct osek_counter){
            .name = "counter", .max = sometimes(10) ? UINT32_MAX : 1 + below(6), .ticks_per_base = 1, .min_cycle = 1};
    for (uint32_t i = 0; i < config->alarm_count; i++) {
        struct osek_alarm *alarm = &world->alarms[i];
        *alarm = (struct osek_alarm){.name = "alarm", .counter = below(config->counter_count)};
        alarm->action = (enum osek_action)below(5);
        alarm->task = below(config->task_count);
        alarm->event = 1 + below(7);
        /* Counters do not go in circles. */
        alarm->increment = config->counter_count - 1;
        if (alarm->action == OSEK_INCREMENT && alarm->counter == alarm->increment) alarm->action = OSEK_CALLBACK;
        alarm->autostart = below(4);
        alarm->start = below(world->counters[alarm->counter].max);
        alarm->cycle = below(world->counters[alarm->counter].max);
    }
}

static bool random_world(struct world *world) {
    struct osek_config *config = &world->config;
    memset(world, 0, sizeof *world);
    random_code(world);
    random_resources(world);
    random_alarms(world);
    random_profile(&config->profile);
    config->unnested = sometimes(30);
    config->extended_status = sometimes(60);
    config->startup_hook = sometimes(20);
    config->shutdown_hook = sometimes(30);
    config->error_hook = sometimes(40);
    config->pre_task_hook = sometimes(30);
    config->post_task_hook = sometimes(30);
    if (!world_finish(world)) return false;
    config->masks_sources = sometimes(50);
    if (sometimes(50)) osek_prepare(config);
    memset(world->state, CANARY, sizeof world->state);
    return true;
}

/* ---- Steps ---- */

static uint64_t random_argument(void) {
    if (sometimes(85)) return below(5);
    return sometimes(50) ? below(20) : (uint64_t)0 - below(4);
}

enum step { CALL, END, REQUEST, INTERRUPT, TICK };

struct move {
    enum step step;
    struct osek_call call;
    uint32_t object;
};

static struct move random_move(const struct world *world) {
    static const enum osek_service frequent[] = {OSEK_ActivateTask,    OSEK_TerminateTask, OSEK_GetResource,
                                                 OSEK_ReleaseResource, OSEK_SetEvent,      OSEK_WaitEvent,
                                                 OSEK_ChainTask,       OSEK_Schedule};
    struct move move = {.step = CALL};
    uint32_t dice = below(100);
    if (dice < 55)
        move.call.service = frequent[below(8)];
    else if (dice < 75)
        move.call.service = (enum osek_service)below(OSEK_SERVICE_COUNT);
    else if (dice < 85)
        move.step = END;
    else if (dice < 95)
        move.step = dice % 2 ? REQUEST : INTERRUPT, move.object = below(world->config.isr_count);
    else
        move.step = TICK, move.object = below(world->config.counter_count);
    /* The system is to live for a while. */
    bool ends_all = move.call.service == OSEK_ShutdownOS || move.call.service == OSEK_ProgramEnds;
    if (move.step == CALL && ends_all && sometimes(90)) move.step = END;
    if (!world->config.isr_count && (move.step == REQUEST || move.step == INTERRUPT)) move.step = END;
    if (!world->config.counter_count && move.step == TICK) move.step = END;
    for (unsigned i = 0; i < 3; i++) move.call.arguments[i] = random_argument();
    return move;
}

static unsigned make(struct world *world, const struct move *move, unsigned choice, struct osek_result *result) {
    memset(result, 0, sizeof *result);
    switch (move->step) {
    case CALL: return osek_call(&world->config, world->state, &move->call, choice, result);
    case END: return osek_end(&world->config, world->state, choice, result);
    case REQUEST: osek_request_interrupt(&world->config, world->state, move->object); return 1;
    case INTERRUPT:
        if (osek_interrupt_allowed(&world->config, world->state, move->object))
            osek_interrupt(&world->config, world->state, move->object);
        return 1;
    case TICK: return osek_tick(&world->config, world->state, move->object, choice, result);
    }
    return 1;
}

static void check_sound(struct world *world, const struct move *move, unsigned configuration, unsigned step) {
    if (!world_is_sound(world))
        fail_msg("configuration %u, step %u (kind %u, %s): %s", configuration, step, move->step,
                 osek_service_name(move->call.service), world->why);
    for (size_t i = osek_state_size(&world->config); i < sizeof world->state; i++)
        assert_int_equal(world->state[i], CANARY);
}

/* Services that only look change nothing. */
static bool only_looks(enum osek_service service) {
    switch (service) {
    case OSEK_GetTaskID:
    case OSEK_GetTaskState:
    case OSEK_GetEvent:
    case OSEK_GetAlarmBase:
    case OSEK_GetAlarm:
    case OSEK_GetActiveApplicationMode:
    case OSEK_GetCounterValue:
    case OSEK_GetElapsedValue:
    case OSEK_ErrorGetServiceId:
    case OSEK_ErrorParameter: return true;
    default: return false;
    }
}

/* What the processor masks by its own means ends with every call. */
static void unmask(struct world *world) {
    struct osek_call call = {.service = OSEK_ProcessorForgets};
    struct osek_result result;
    world_finish(world);
    osek_call(&world->config, world->state, &call, 0, &result);
}

/* Whatever is refused without ErrorHook changes nothing else, and whoever goes on is the caller. */
static void check_effect(const struct world *began, const struct world *after, const struct move *move,
                         const struct osek_result *result) {
    static struct world unmasked;
    const struct world *before = &unmasked;
    if (move->step != CALL) return;
    unmasked = *began;
    unmask(&unmasked);
    size_t size = osek_state_size(&before->config);
    bool same = !memcmp(before->state, after->state, size);
    uint32_t now = osek_current(&after->config, after->state);
    if (only_looks(move->call.service) && result->status == OSEK_OK && !result->misused.misuse) assert_true(same);
    if (result->status != OSEK_OK && !before->config.error_hook) assert_true(same);
    if (result->caller_ended) assert_int_equal(result->status, OSEK_OK);
    if (result->status != OSEK_OK && same) assert_int_equal(now, osek_current(&before->config, before->state));
}

/* The same move from the same state comes to the same state, with or without a layout worked out before. */
static void check_same(const struct world *before, const struct world *after, const struct move *move,
                       unsigned choice) {
    struct world again = *before;
    struct osek_result result;
    if (again.config.layout.size)
        again.config.layout = (struct osek_layout){0};
    else
        osek_prepare(&again.config);
    world_finish(&again);
    make(&again, move, choice, &result);
    assert_memory_equal(again.state, after->state, sizeof again.state);
}

static void try_choices(const struct world *before, const struct move *move, unsigned choices, unsigned configuration,
                        unsigned step) {
    for (unsigned choice = 0; choice < choices && choice < 30; choice++) {
        struct world other = *before;
        struct osek_result result;
        world_finish(&other);
        unsigned there = make(&other, move, choice, &result);
        if (there > choices) choices = there; /* what one choice leaves open, another may not */
        check_sound(&other, move, configuration, step);
        check_same(before, &other, move, choice);
    }
}

static void random_run(unsigned configuration) {
    static struct world world, before;
    struct move start = {.step = END};
    seed = 0x9E3779B97F4A7C15U * (configuration + 1);
    if (!random_world(&world)) fail_msg("configuration %u: %s", configuration, world.why);
    osek_start(&world.config, world.state, below(2), below(6));
    check_sound(&world, &start, configuration, 0);
    for (unsigned step = 1; step <= STEPS && !osek_is_shut_down(&world.config, world.state); step++) {
        struct osek_result result;
        struct move move = random_move(&world);
        before = world;
        unsigned choices = make(&world, &move, 0, &result);
        check_sound(&world, &move, configuration, step);
        check_effect(&before, &world, &move, &result);
        try_choices(&before, &move, choices, configuration, step);
    }
}

static void random_runs_are_sound(void **state) {
    (void)state;
    for (unsigned i = 0; i < CONFIGURATIONS; i++) random_run(i);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_runs_are_sound)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
