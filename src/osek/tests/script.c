#include "script.h"

#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 16, MOST_SAVED = 4 };

struct script {
    struct world world;
    bool started;
    unsigned choice, choices;
    struct osek_result result;
    struct {
        char name[8];
        unsigned char state[WORLD_STATE];
    } saved[MOST_SAVED];
    unsigned saved_count;
};

/* ---- Expectations of a call ---- */

struct expected {
    const char *status, *misuse;
    char *const *values;
    unsigned value_count;
};

/* Cuts "= STATUS", "-> values" and "!MISUSE" off the words; returns how many are left. */
static unsigned cut(char *const *words, unsigned count, struct expected *expected) {
    unsigned left = count;
    for (unsigned i = 0; i < count; i++) {
        bool is_mark = words[i][0] == '!' || !strcmp(words[i], "=") || !strcmp(words[i], "->");
        if (is_mark && i < left) left = i;
        if (words[i][0] == '!') expected->misuse = words[i] + 1;
        if (!strcmp(words[i], "=") && i + 1 < count) expected->status = words[i + 1];
        if (strcmp(words[i], "->")) continue;
        expected->values = words + i + 1;
        while (i + 1 + expected->value_count < count && words[i + 1 + expected->value_count][0] != '!')
            expected->value_count++;
    }
    return left;
}

static const char *misuse_name(enum osek_misuse misuse) {
    static const char *const names[] = {"NONE",
                                        "MISSING_TERMINATE",
                                        "RESOURCE_AT_END",
                                        "RESOURCE_ORDER",
                                        "RESOURCE_NESTED",
                                        "RESOURCE_CEILING",
                                        "ACTIVATION_LOST",
                                        "WRONG_LEVEL",
                                        "INTERRUPTS_DISABLED",
                                        "INTERRUPTS_UNBALANCED",
                                        "EVENT_OF_SUSPENDED",
                                        "EVENT_OF_BASIC",
                                        "EVENT_OF_OTHERS",
                                        "BAD_IDENTIFIER",
                                        "BAD_VALUE"};
    return names[misuse];
}

static bool meets(struct script *script, const struct expected *expected) {
    struct world *world = &script->world;
    const struct osek_result *result = &script->result;
    const char *status = osek_status_name(result->status) + (result->status ? 5 : 2);
    if (strcmp(status, expected->status ? expected->status : "OK"))
        return world_fail(world, "it returned %s", osek_status_name(result->status));
    const char *misuse = expected->misuse ? expected->misuse : expected->status ? NULL : "NONE";
    if (misuse && strcmp(misuse, misuse_name(result->misused.misuse)))
        return world_fail(world, "the misuse is %s", misuse_name(result->misused.misuse));
    if (expected->values && expected->value_count != result->value_count)
        return world_fail(world, "it yields %u values", result->value_count);
    for (unsigned i = 0; i < expected->value_count; i++) {
        uint64_t wanted;
        if (!world_number(world, expected->values[i], &wanted)) return world_fail(world, "%s?", expected->values[i]);
        if (result->values[i] != wanted)
            return world_fail(world, "value %u is %llu", i, (unsigned long long)result->values[i]);
    }
    return true;
}

/* ---- What happens ---- */

static bool is_current(struct script *script, const char *name) {
    struct world *world = &script->world;
    uint32_t now = osek_current(&world->config, world->state);
    char seen[32];
    bool is_down = !strcmp(name, "down") || !strcmp(name, "ShutdownHook");
    if (is_down != osek_is_stopped(&world->config, world->state))
        return world_fail(world, "the system is %s", is_down ? "up" : "stopped");
    if (osek_is_shut_down(&world->config, world->state))
        return !strcmp(name, "down") ? true : world_fail(world, "the system is down");
    world_context_name(world, now, seen, sizeof seen);
    return !strcmp(name, seen) ? true : world_fail(world, "%s runs", seen);
}

static bool run_code(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    struct expected expected = {0};
    struct osek_call call = {0};
    unsigned left = cut(words, count, &expected);
    if (!is_current(script, words[0])) return false;
    if (left >= 2 && !strcmp(words[1], "end")) {
        script->choices = osek_end(&world->config, world->state, script->choice, &script->result);
        return meets(script, &expected);
    }
    if (left < 2 || !osek_service_by_name(words[1], &call.service)) return world_fail(world, "no such service");
    for (unsigned i = 2; i < left && i < 5; i++)
        if (!world_number(world, words[i], &call.arguments[i - 2])) return world_fail(world, "%s?", words[i]);
    script->choices = osek_call(&world->config, world->state, &call, script->choice, &script->result);
    return meets(script, &expected);
}

static bool may_tick(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    uint64_t counter = 0;
    if (count > 2 && !world_number(world, words[2], &counter)) return world_fail(world, "which counter?");
    bool allowed = osek_tick_allowed(&world->config, world->state, (uint32_t)counter);
    return allowed == !strcmp(words[1], "yes") || world_fail(world, "it is not so");
}

static bool tick(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    struct expected expected = {0};
    uint64_t counter, times = 1;
    unsigned left = cut(words, count, &expected);
    if (left < 2 || !world_number(world, words[1], &counter)) return world_fail(world, "which counter?");
    if (left > 2) world_number(world, words[2], &times);
    for (uint64_t i = 0; i < times; i++) {
        if (!osek_tick_allowed(&world->config, world->state, (uint32_t)counter))
            return world_fail(world, "no tick is allowed");
        script->choices = osek_tick(&world->config, world->state, (uint32_t)counter, script->choice, &script->result);
        if (i + 1 < times && script->result.misused.misuse)
            return world_fail(world, "a tick before the last is misuse");
    }
    return meets(script, &expected);
}

static bool pass(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    uint64_t counter, ticks;
    if (count < 3 || !world_number(world, words[1], &counter) || !world_number(world, words[2], &ticks))
        return world_fail(world, "how many ticks of which counter?");
    osek_pass_ticks(&world->config, world->state, (uint32_t)counter, (uint32_t)ticks);
    return true;
}

static bool interrupt(struct script *script, char *const *words) {
    struct world *world = &script->world;
    uint64_t isr;
    if (!world_number(world, words[1], &isr)) return world_fail(world, "which interrupt?");
    if (strcmp(words[0], "irq"))
        osek_request_interrupt(&world->config, world->state, (uint32_t)isr);
    else if (!osek_interrupt_allowed(&world->config, world->state, (uint32_t)isr))
        return world_fail(world, "it is not allowed");
    else
        osek_interrupt(&world->config, world->state, (uint32_t)isr);
    return true;
}

static bool switch_to(struct script *script, char *const *words) {
    struct world *world = &script->world;
    uint64_t task;
    if (!world_number(world, words[1], &task)) return world_fail(world, "which task?");
    if (!osek_switch_allowed(&world->config, world->state, (uint32_t)task))
        return world_fail(world, "it is not allowed");
    osek_switch(&world->config, world->state, (uint32_t)task);
    return true;
}

static bool start(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    uint32_t mode = count > 1 ? (uint32_t)atoi(words[1] + strlen("mode=")) : 0;
    if (!world_finish(world)) return false;
    script->started = true;
    memset(world->state, 0xAA, sizeof world->state);
    script->choices = osek_start(&world->config, world->state, mode, script->choice);
    return true;
}

/* ---- What must be seen ---- */

static bool equals(struct script *script, uint64_t seen, const char *word) {
    uint64_t wanted;
    if (!word || !world_number(&script->world, word, &wanted)) return world_fail(&script->world, "which number?");
    return seen == wanted ? true : world_fail(&script->world, "it is %llu", (unsigned long long)seen);
}

static bool see_alarm(struct script *script, uint32_t alarm, char *const *words, unsigned count) {
    struct world *world = &script->world;
    uint32_t ticks, cycle;
    bool is_set = osek_alarm_is_set(&world->config, world->state, alarm, &ticks, &cycle);
    if (count > 2 && !strcmp(words[2], "off")) return !is_set ? true : world_fail(world, "it is set: %u", ticks);
    if (!is_set) return world_fail(world, "it is not set");
    return equals(script, ticks, words[2]) && (count < 4 || equals(script, cycle, words[3]));
}

/* Lines whose second word is an object. -1: it is another line. */
static int see_object(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    const struct osek_config *config = &world->config;
    const void *state = world->state;
    uint64_t object = 0;
    if (count < 2 || (!world_number(world, words[1], &object) && !world_context(world, words[1]))) return -1;
    const char *line = words[0], *value = count > 2 ? words[2] : NULL;
    uint32_t it = (uint32_t)object;
    if (!strcmp(line, "state")) return equals(script, osek_task_state(config, state, it), value);
    if (!strcmp(line, "prio")) return equals(script, osek_task_priority(config, state, it), value);
    if (!strcmp(line, "requests")) return equals(script, osek_task_requests(config, state, it), value);
    if (!strcmp(line, "events")) return equals(script, osek_events_set(config, state, it), value);
    if (!strcmp(line, "awaited")) return equals(script, osek_events_awaited(config, state, it), value);
    if (!strcmp(line, "value")) return equals(script, osek_counter_value(config, state, it), value);
    if (!strcmp(line, "next")) return equals(script, osek_ticks_to_expiry(config, state, it), value);
    if (!strcmp(line, "alarm")) return see_alarm(script, it, words, count);
    if (!strcmp(line, "holder") && value)
        return osek_resource_holder(config, state, it) == world_context(world, value) || world_fail(world, "it is not");
    if (!strcmp(line, "may")) return osek_switch_allowed(config, state, it) || world_fail(world, "it may not");
    if (!strcmp(line, "kept")) return !osek_switch_allowed(config, state, it) || world_fail(world, "it is not");
    if (!strcmp(line, "allowed")) return osek_interrupt_allowed(config, state, it) || world_fail(world, "it is not");
    if (!strcmp(line, "forbidden")) return !osek_interrupt_allowed(config, state, it) || world_fail(world, "it is not");
    if (strcmp(line, "underway") && strcmp(line, "ended")) return -1;
    bool under_way = osek_is_under_way(config, state, world_context(world, words[1]));
    return under_way == !strcmp(line, "underway") || world_fail(world, "it is not");
}

static bool compare(struct script *script, char *const *words) {
    struct world *world = &script->world;
    if (!strcmp(words[0], "save")) {
        if (script->saved_count == MOST_SAVED) return world_fail(world, "too many are saved");
        snprintf(script->saved[script->saved_count].name, sizeof script->saved[0].name, "%s", words[1]);
        memcpy(script->saved[script->saved_count++].state, world->state, WORLD_STATE);
        return true;
    }
    for (unsigned i = script->saved_count; i > 0; i--) {
        if (strcmp(script->saved[i - 1].name, words[1])) continue;
        bool same = !memcmp(script->saved[i - 1].state, world->state, osek_state_size(&world->config));
        return same == !strcmp(words[0], "same") ? true
                                                 : world_fail(world, "the states are %s", same ? "equal" : "not");
    }
    return world_fail(world, "nothing is saved under that name");
}

static int see(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    if (count < 2) return -1;
    if (!strcmp(words[0], "is")) return is_current(script, words[1]);
    if (!strcmp(words[0], "choices")) return equals(script, script->choices, words[1]);
    if (!strcmp(words[0], "level")) return equals(script, osek_current_level(&world->config, world->state), words[1]);
    if (!strcmp(words[0], "argument"))
        return equals(script, osek_hook_argument(&world->config, world->state), words[1]);
    if (!strcmp(words[0], "ticks")) return may_tick(script, words, count);
    if (!strcmp(words[0], "save") || !strcmp(words[0], "same") || !strcmp(words[0], "differs"))
        return compare(script, words);
    return see_object(script, words, count);
}

/* ---- Lines ---- */

static bool act(struct script *script, char *const *words, unsigned count) {
    struct world *world = &script->world;
    bool done;
    if (!strcmp(words[0], "choose")) return (script->choice = (unsigned)atoi(words[1]), true);
    if (!strcmp(words[0], "go"))
        done = start(script, words, count);
    else if (!strcmp(words[0], "tick"))
        done = tick(script, words, count);
    else if (!strcmp(words[0], "pass"))
        done = pass(script, words, count);
    else if (!strcmp(words[0], "switch"))
        done = switch_to(script, words);
    else if (!strcmp(words[0], "irq") || !strcmp(words[0], "request"))
        done = interrupt(script, words);
    else
        done = run_code(script, words, count);
    script->choice = 0;
    return done && world_is_sound(world);
}

static bool run_line(struct script *script, char *line) {
    char *words[MOST_WORDS + 1] = {NULL}, *rest;
    unsigned count = 0;
    for (char *word = strtok_r(line, " ", &rest); word && count < MOST_WORDS; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    if (count == 0) return true;
    if (!script->started && strcmp(words[0], "go") && strcmp(words[0], "choose"))
        return world_configure(&script->world, words, count);
    int seen = see(script, words, count);
    return seen >= 0 ? seen : act(script, words, count);
}

bool script_run(const char *text, char *why, size_t size) {
    struct script *script = calloc(1, sizeof *script);
    char *copy = strdup(text), *rest, *line = strtok_r(copy, "\n", &rest);
    bool good = script != NULL;
    for (unsigned number = 1; line && good; line = strtok_r(NULL, "\n", &rest), number++) {
        char shown[120];
        snprintf(shown, sizeof shown, "%s", line);
        good = run_line(script, line);
        if (!good) snprintf(why, size, "line %u, '%s': %s", number, shown, script->world.why);
    }
    if (good && !script->started) good = (snprintf(why, size, "nothing was started"), false);
    free(copy);
    free(script);
    return good;
}
