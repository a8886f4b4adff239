#include "app/subject/budget.h"

#include "app/subject/addresses.h"
#include "app/subject/counter_look.h"
#include "app/subject/ways.h"
#include "base/memory.h"
#include "base/vec.h"
#include "base/word.h"
#include "cfront/library/headers.h"

#include <string.h>

static const struct app_budget *find(const struct app_budget *budgets, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(budgets[i].name, name)) return &budgets[i];
    return NULL;
}

static struct source source_of(struct subject *subject, const struct app_budget *budget) {
    struct source source = {
        .times = budget->times, .idle_only = budget->idle_only, .timely = budget->timely, .open = budget->open};
    if (budget->times && budget->times != APP_UNBOUNDED) {
        source.slot = subject->slot_count++;
        subject->slot_times[source.slot] = budget->times;
    }
    return source;
}

/* As the source has it: `ISR(tick)` is a function with a name of ours. */
static const char *own_name(const struct c_function *function) {
    return begins_with(function->name, HEADERS_ISR) ? function->name + strlen(HEADERS_ISR) : function->name;
}

/* Does the application itself, or an alarm, advance the counter? Whoever has an address of code that does not run here
 * (`runs`: by function) may call it when he likes: then the counter goes on by itself. */
static bool is_software(const struct subject *subject, uint32_t counter, const bool *runs,
                        struct diagnostics *diagnostics) {
    const struct c_program *program = subject->program;
    for (uint32_t i = 0; i < subject->config->alarm_count; i++)
        if (subject->config->alarms[i].action == OSEK_INCREMENT && subject->config->alarms[i].increment == counter)
            return true;
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_function *function = program->functions[f];
            if (!counter_look_advances(&function->code[i], counter)) continue;
            if (runs[f]) return true;
            diag_note(diagnostics, function->place, "nothing calls %s(): counter %s goes on by itself",
                      own_name(function), subject->config->counters[counter].name);
        }
    return false;
}

/* ---- interrupt routines that advance counters ---- */

static uint64_t driven_by(const struct subject *subject, const struct c_function *function, bool *seen) {
    uint64_t counters = 0;
    if (!function || seen[function->index]) return 0;
    seen[function->index] = true;
    for (uint32_t i = 0; i < function->code_count; i++) {
        const struct c_instruction *code = &function->code[i];
        for (uint32_t c = 0; c < subject->config->counter_count && c < 64; c++)
            if (counter_look_advances(code, c)) counters |= (uint64_t)1 << c;
        if (code->kind == C_CALL) counters |= driven_by(subject, code->callee, seen);
    }
    return counters;
}

/* `context`: the counter's number. */
static enum way look_for_advance(const void *context, const struct c_instruction *code) {
    return counter_look_advances(code, *(const uint32_t *)context) ? WAY_COMES_BY : WAY_GOES_ON;
}

static bool passes_by(const struct subject *subject, const struct c_function *function, uint32_t counter) {
    return ways_pass_by(subject->program, function, look_for_advance, &counter);
}

/* Is there a way through the function that advances `one`, and not `other`? Two passes of each place: before `one` was
 * advanced, and behind. What calls itself is taken to. */
static bool advances_alone(const struct subject *subject, const struct c_function *function, uint32_t one,
                           uint32_t other, bool *seen) {
    VEC(uint32_t) waiting = {0};
    bool found = seen[function->index];
    bool *been = memory_new(2 * function->code_count + 2);
    seen[function->index] = true;
    vec_push(&waiting, 0);
    while (waiting.count && !found) {
        uint32_t at = waiting.items[--waiting.count];
        const struct c_instruction *code = &function->code[at / 2];
        const struct c_function *callee = code->kind == C_CALL ? code->callee : NULL;
        if (been[at] || counter_look_advances(code, other)) continue;
        been[at] = true;
        if (callee && !passes_by(subject, callee, other)) continue;
        bool advances =
            counter_look_advances(code, one) || (callee && advances_alone(subject, callee, one, other, seen));
        bool is_behind = at % 2 || advances;
        struct c_next next = c_next(function->code, at / 2);
        found = !next.count && is_behind;
        for (uint32_t i = 0; i < next.count; i++) vec_push(&waiting, 2 * next.list[i] + is_behind);
    }
    vec_free(&waiting);
    free(been);
    seen[function->index] = false;
    return found;
}

bool budgets_advance_with(const struct subject *subject, uint32_t one, uint32_t other) {
    const struct osek_config *config = subject->config;
    bool *seen = memory_new(subject->program->function_count + 1), any = false, alone = false;
    for (uint32_t i = 0; i < config->isr_count && one < 64 && !alone; i++) {
        const struct c_function *entry = subject->program->entries[osek_context(config, OSEK_ISR, i)];
        if (!(subject->isr_sources[i].drives >> one & 1) || !entry) continue;
        any = true;
        alone = advances_alone(subject, entry, one, other, seen);
    }
    free(seen);
    return any && !alone;
}

static uint64_t beats_of(const struct subject *subject, const struct c_function *function, uint64_t drives) {
    for (uint32_t c = 0; c < subject->config->counter_count && c < 64; c++)
        if ((drives >> c & 1) && passes_by(subject, function, c)) drives &= ~((uint64_t)1 << c);
    return drives;
}

/* Its ticks are the routine's interrupts: what is said of those that tick by themselves counts for these, too. */
static void find_drivers(struct subject *subject, const struct app_options *options) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->isr_count; i++) {
        const struct c_function *entry = subject->program->entries[osek_context(config, OSEK_ISR, i)];
        bool *seen = arena_new_array(subject->arena, bool, subject->program->function_count + 1);
        if (find(options->isrs, options->isr_count, config->isrs[i].name)) continue;
        subject->isr_sources[i].drives = driven_by(subject, entry, seen);
        if (entry) subject->isr_sources[i].beats = beats_of(subject, entry, subject->isr_sources[i].drives);
        for (uint32_t c = 0; c < config->counter_count && c < 64; c++) {
            struct source *counter = &subject->counter_sources[c];
            if (!(subject->isr_sources[i].drives >> c & 1) || counter->times) continue;
            counter->driven = true;
            counter->timely = options->other_counters.timely;
            counter->open = options->other_counters.open;
        }
    }
}

/* Alarms of one counter advance another one, and so on. */
static void find_led(struct subject *subject) {
    const struct osek_config *config = subject->config;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < config->alarm_count; i++) {
            const struct osek_alarm *alarm = &config->alarms[i];
            if (alarm->action != OSEK_INCREMENT || !source_may_wait(&subject->counter_sources[alarm->counter]))
                continue;
            struct source *led = &subject->counter_sources[alarm->increment];
            more |= !led->led;
            led->led = true;
        }
    }
}

static bool check_isrs(const struct subject *subject, const struct app_options *options,
                       struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < options->isr_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < subject->config->isr_count; k++)
            found = found || !strcmp(subject->config->isrs[k].name, options->isrs[i].name);
        if (!found) diag_error(diagnostics, (struct place){0}, "there is no ISR '%s'", options->isrs[i].name);
        good = good && found;
    }
    return good;
}

static bool check_counters(const struct subject *subject, const struct app_options *options,
                           struct diagnostics *diagnostics) {
    bool good = true;
    for (size_t i = 0; i < options->counter_count; i++) {
        bool found = false;
        for (uint32_t k = 0; k < subject->config->counter_count; k++)
            found = found || !strcmp(subject->config->counters[k].name, options->counters[i].name);
        if (!found) diag_error(diagnostics, (struct place){0}, "there is no counter '%s'", options->counters[i].name);
        good = good && found;
    }
    return good;
}

bool budgets_set(struct subject *subject, const struct app_options *options, struct diagnostics *diagnostics) {
    static const struct app_budget never = {.times = 0};
    const struct osek_config *config = subject->config;
    bool good = check_isrs(subject, options, diagnostics);
    good = check_counters(subject, options, diagnostics) && good;
    subject->isr_sources = arena_new_array(subject->arena, struct source, config->isr_count + 1);
    subject->counter_sources = arena_new_array(subject->arena, struct source, config->counter_count + 1);
    subject->slot_times = arena_new_array(subject->arena, uint32_t, config->isr_count + config->counter_count + 1);
    for (uint32_t i = 0; i < config->isr_count; i++) {
        const struct app_budget *budget = find(options->isrs, options->isr_count, config->isrs[i].name);
        subject->isr_sources[i] = source_of(subject, budget ? budget : &options->other_isrs);
    }
    const bool *runs = addresses_find(subject->program, subject->arena)->runs;
    for (uint32_t i = 0; i < config->counter_count; i++) {
        const struct app_budget *budget = find(options->counters, options->counter_count, config->counters[i].name);
        if (!budget) budget = is_software(subject, i, runs, diagnostics) ? &never : &options->other_counters;
        subject->counter_sources[i] = source_of(subject, budget);
    }
    find_drivers(subject, options);
    find_led(subject);
    return good;
}

bool budgets_let_come(const struct subject *subject) {
    bool comes = false;
    for (uint32_t i = 0; i < subject->config->isr_count; i++) comes |= subject->isr_sources[i].times != 0;
    for (uint32_t i = 0; i < subject->config->counter_count; i++) comes |= subject->counter_sources[i].times != 0;
    return comes;
}

static const struct osek_alarm *alarm_driven_by(const struct subject *subject, const struct source *isr) {
    for (uint32_t i = 0; i < subject->config->alarm_count; i++)
        if (subject->config->alarms[i].counter < 64 && isr->drives >> subject->config->alarms[i].counter & 1)
            return &subject->config->alarms[i];
    return NULL;
}

const char *budgets_most_steps(const struct subject *subject, struct arena *arena) {
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->isr_count; i++) {
        const struct osek_alarm *alarm = alarm_driven_by(subject, &subject->isr_sources[i]);
        if (!alarm || subject->isr_sources[i].times != APP_UNBOUNDED) continue;
        return arena_printf(arena,
                            "`%s` advances %s, and runs: each of its interrupts is a step of its own, "
                            "at any moment (--isr %s=N: N times at most)",
                            config->isrs[i].name, config->counters[alarm->counter].name, config->isrs[i].name);
    }
    return NULL;
}
