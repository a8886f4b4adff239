#include "app/never_idle.h"

#include "app/exec/state.h"
#include "app/parts.h"
#include "search/bottom.h"

struct looking {
    const struct app *app;
    bool has_budgets;     /* the states say how often a bounded source has come */
    bool is_idle;         /* a state of the component is, or nothing runs any more at all */
    const char *kept_out; /* what waits for that in one of them; NULL: nothing */
    const char *found;    /* ... in a component without idleness */
};

/* Does it come at some time, if nothing runs then? Of other states than the application's own nobody knows how often a
 * bounded one has come. */
static bool comes_if_idle(const struct looking *looking, const struct source *source, const void *state) {
    if (!source->idle_only || !source->times) return false;
    if (source->times == APP_UNBOUNDED) return true;
    return looking->has_budgets && state_budget(&looking->app->executor, state, source->slot);
}

static bool has_alarm(const struct osek_config *config, const void *kernel, uint32_t counter) {
    uint32_t left, cycle;
    for (uint32_t i = 0; i < config->alarm_count; i++)
        if (config->alarms[i].counter == counter && osek_alarm_is_set(config, kernel, i, &left, &cycle)) return true;
    return false;
}

/* Its ticks are for nobody otherwise. */
static bool matters(const struct osek_config *config, const void *kernel, uint32_t counter) {
    return has_alarm(config, kernel, counter) || !config->counters[counter].unobserved;
}

static const char *kept_out_in(const struct looking *looking, const void *state, const void *kernel) {
    const struct subject *subject = &looking->app->subject;
    const struct osek_config *config = subject->config;
    for (uint32_t i = 0; i < config->counter_count; i++)
        if (comes_if_idle(looking, &subject->counter_sources[i], state) && matters(config, kernel, i))
            return arena_printf(subject->arena, "%s never ticks", config->counters[i].name);
    for (uint32_t i = 0; i < config->isr_count; i++)
        if (comes_if_idle(looking, &subject->isr_sources[i], state))
            return arena_printf(subject->arena, "ISR %s never comes", config->isrs[i].name);
    return NULL;
}

static bool look(void *context, const void *state, uint32_t size, enum bottom_kind kind) {
    struct looking *looking = context;
    const struct subject *subject = &looking->app->subject;
    (void)size;
    if (!state) {
        bool goes_on = kind == BOTTOM_ROUND || kind == BOTTOM_BEFORE_OVER;
        if (goes_on && !looking->is_idle) looking->found = looking->kept_out;
        looking->is_idle = false, looking->kept_out = NULL;
        return !looking->found;
    }
    const void *kernel = app_kernel_state(looking->app, state);
    looking->is_idle |= osek_is_idle(subject->config, kernel) || osek_is_stopped(subject->config, kernel);
    if (!looking->is_idle && !looking->kept_out) looking->kept_out = kept_out_in(looking, state, kernel);
    return true;
}

const char *never_idle_keeps_out(const struct app *app, const void *state) {
    const struct looking looking = {.app = app, .has_budgets = true};
    const char *found = kept_out_in(&looking, state, app_kernel_state(app, state));
    return found ? found : "what comes only while nothing runs never comes";
}

bool never_idle_matters(const struct app *app) {
    const struct subject *subject = &app->subject;
    bool any = false;
    for (uint32_t i = 0; i < subject->config->counter_count; i++) any |= subject->counter_sources[i].idle_only;
    for (uint32_t i = 0; i < subject->config->isr_count; i++) any |= subject->isr_sources[i].idle_only;
    return any;
}

static bool is_shut_down(void *context, const void *state) {
    const struct app *app = ((const struct looking *)context)->app;
    return osek_is_stopped(app->subject.config, app_kernel_state(app, state));
}

const char *never_idle_for(const struct app *app, const struct ts *ts, const struct search_options *options) {
    struct looking looking = {.app = app, .has_budgets = ts == app_ts(app)};
    struct search_options all = *options;
    struct bottom_visitor visitor = {.visit = look, .is_over = is_shut_down, .all_come = true, .context = &looking};
    struct ts code = *ts;
    code.owed_from = UINT32_MAX; /* clocks may end the round, which is no reason for what waits to come */
    all.no_reduction = true;     /* an alarm may be set in states alone that nobody stores */
    if (never_idle_matters(app)) bottom_components(&code, &all, NULL, &visitor);
    return looking.found;
}

const char *never_idle_words(const struct app *app, const char *kept_out) {
    return arena_printf(app->subject.arena, "some code can always run, so that %s (`:idle`: only while nothing runs)",
                        kept_out);
}
