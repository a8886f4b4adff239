/* Jumping over time loses nothing and adds nothing: the states after each event are those of an exploration unit by
 * unit. The models are examples/timing, a few variations of them by settings, and small ones for each kind of stimulus,
 * under guides, too, and for schedulers below others. */
#include "timing/build.h"
#include "timing/guided.h"
#include "timing/timing_examples.h"
#include "timing/ts.h"
#include "xgdl/automaton.h"
#include "xgdl/guide.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A set of states, in order; small. */
struct set {
    VEC(unsigned char *) list;
    unsigned size;
};

static bool insert(struct set *set, const void *state) {
    size_t from = 0, to = set->list.count;
    while (from < to) {
        size_t middle = (from + to) / 2;
        int order = memcmp(set->list.items[middle], state, set->size);
        if (order == 0) return false;
        if (order < 0)
            from = middle + 1;
        else
            to = middle;
    }
    unsigned char *copy = memory_new(set->size);
    memcpy(copy, state, set->size);
    vec_push(&set->list, copy);
    memmove(set->list.items + from + 1, set->list.items + from, (set->list.count - 1 - from) * sizeof copy);
    set->list.items[from] = copy;
    return true;
}

static void free_set(struct set *set) {
    for (size_t i = 0; i < set->list.count; i++) free(set->list.items[i]);
    vec_free(&set->list);
}

struct exploring {
    struct set all, events; /* every state; those after something happened */
    VEC(unsigned char *) todo;
    const struct tm_system *system;
    const unsigned char *before;
};

static void count_event(void *context, const struct tm_event *event) {
    (void)event;
    ++*(unsigned *)context;
}

/* Something happened if more than time passed: a unit in which nobody acts only makes everything older. That a guide
 * ends the run is something. */
static bool is_event(const struct exploring *exploring, const void *after) {
    int64_t before[exploring->system->fields.count], now[exploring->system->fields.count], units;
    unsigned told = 0;
    tm_explain(exploring->system, exploring->before, after, &units, count_event, &told);
    if (told || units == 0) return true;
    tm_unpack(exploring->system, exploring->before, before);
    tm_unpack(exploring->system, after, now);
    if (exploring->system->guide && before[exploring->system->place] != now[exploring->system->place]) return true;
    for (size_t i = 0; i < exploring->system->tasks.count; i++)
        if (before[exploring->system->tasks.items[i].pc] != now[exploring->system->tasks.items[i].pc]) return true;
    return false;
}

static void keep(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    struct exploring *exploring = context;
    (void)step;
    assert_int_equal(size, exploring->system->state_size);
    if (!exploring->before || is_event(exploring, state)) insert(&exploring->events, state);
    if (!insert(&exploring->all, state)) return;
    unsigned char *copy = memory_new(size);
    memcpy(copy, state, size);
    vec_push(&exploring->todo, copy);
}

static void explore(struct tm_system *system, bool ticks, struct exploring *exploring) {
    struct ts ts;
    *exploring = (struct exploring){
        .all = {.size = system->state_size}, .events = {.size = system->state_size}, .system = system};
    system->ticks = ticks;
    tm_ts(system, &ts);
    ts.initial(&ts, keep, exploring);
    while (exploring->todo.count) {
        unsigned char *state = vec_pop(&exploring->todo);
        exploring->before = state;
        ts.next(&ts, state, system->state_size, TS_EVERYBODY, keep, exploring);
        free(state);
        assert_true(exploring->all.list.count < 400000);
    }
    vec_free(&exploring->todo);
    system->ticks = false;
}

static void compare_file(const char *path, const char *const *settings, size_t count, const struct tm_guide *guide) {
    struct diagnostics diagnostics = {0};
    const char *paths[] = {path};
    struct am_model *model = am_load(paths, 1, false, &diagnostics);
    assert_non_null(model);
    struct tm_options options = {.guide = guide,
                                 .settings = settings,
                                 .setting_count = count,
                                 .step = {0, 1},
                                 .oldest = {60, 1000},
                                 .times_given = true,
                                 .times = TM_ALL,
                                 .backlog = 3};
    struct tm_parts *parts = tm_build(model, &options, &diagnostics);
    assert_non_null(parts);
    for (size_t i = 0; i < parts->list.count; i++) {
        struct exploring jumps, ticks;
        explore(parts->list.items[i], false, &jumps);
        explore(parts->list.items[i], true, &ticks);
        assert_true(guide || jumps.events.list.count > 3);
        assert_int_equal(jumps.events.list.count, ticks.events.list.count);
        for (size_t j = 0; j < jumps.events.list.count; j++)
            assert_memory_equal(jumps.events.list.items[j], ticks.events.list.items[j], jumps.all.size);
        assert_true(jumps.all.list.count <= ticks.all.list.count);
        free_set(&jumps.all);
        free_set(&jumps.events);
        free_set(&ticks.all);
        free_set(&ticks.events);
    }
    tm_parts_free(parts);
    am_model_free(model);
    diag_free(&diagnostics);
}

static void compare(const char *model_path, const char *const *settings, size_t count) {
    struct text path = {0};
    text_printf(&path, "%s/%s", TIMING_EXAMPLES, model_path);
    compare_file(text_chars(&path), settings, count, NULL);
    text_free(&path);
}

/* The model has two stimuli, S and Z. */
static void compare_under(const char *path, const char *text) {
    struct diagnostics diagnostics = {0};
    struct xgdl_guide *guide = xgdl_parse(text, strlen(text), "guide", &diagnostics);
    assert_non_null(guide);
    struct xgdl_automaton *automaton = xgdl_automaton_new(&guide->pool, guide->term, 1000);
    assert_non_null(automaton);
    int32_t letters[] = {(int32_t)xgdl_find_interaction(guide, "S"), (int32_t)xgdl_find_interaction(guide, "Z")};
    for (unsigned i = 0; i < 2; i++)
        if (letters[i] < 0) letters[i] = 2; /* one that the guide does not mention */
    _Atomic bool met[3] = {false};
    struct tm_guide face = {automaton, letters, met};
    compare_file(path, NULL, 0, &face);
    xgdl_automaton_free(automaton);
    xgdl_guide_free(guide);
    diag_free(&diagnostics);
}

static const char *const guides[] = {"S*",       "Z*",       "(S ; Z)*",        "S ; Z*", "S{0,2} || Z{0,3}",
                                     "(S | Z)*", "Z{2} ; S", "Z{2} ; (S || Z)*"};

/* Two tasks, each with a stimulus of this text (called S and Z) and a scheduler of its own, A and B. */
static void compare_made(const char *stimulus_class, const char *stimulus, const char *schedulers) {
    static const char frame[] =
        "<am:Amalthea xmlns:am='http://app4mc.eclipse.org/amalthea/1.0.0' "
        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><swModel>"
        "<tasks name='T' stimuli='S?type=%s' multipleTaskActivationLimit='3'><activityGraph><items xsi:type='am:Ticks'>"
        "<default xsi:type='am:DiscreteValueBoundaries' lowerBound='2' upperBound='3'/></items></activityGraph></tasks>"
        "<tasks name='U' stimuli='Z?type=PeriodicStimulus' multipleTaskActivationLimit='2'><activityGraph>"
        "<items xsi:type='am:Ticks'><default xsi:type='am:DiscreteValueConstant' value='4'/></items></activityGraph>"
        "</tasks></swModel><hwModel><definitions xsi:type='am:ProcessingUnitDefinition' name='D'/><structures name='E'>"
        "<modules xsi:type='am:ProcessingUnit' name='C' frequencyDomain='F?type=FrequencyDomain' "
        "definition='D?type=ProcessingUnitDefinition'/></structures><domains xsi:type='am:FrequencyDomain' name='F'>"
        "<defaultValue value='1.0' unit='kHz'/></domains></hwModel><osModel><operatingSystems name='O'>%s"
        "</operatingSystems></osModel><stimuliModel><stimuli xsi:type='am:%s' name='S' %s</stimuli>"
        "<stimuli xsi:type='am:PeriodicStimulus' name='Z'><recurrence value='11' unit='ms'/></stimuli></stimuliModel>"
        "<mappingModel><taskAllocation task='T?type=Task' scheduler='A?type=TaskScheduler'/>"
        "<taskAllocation task='U?type=Task' scheduler='B?type=TaskScheduler'/></mappingModel></am:Amalthea>";
    char path[] = "/tmp/rtcheck-jumps-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    dprintf(file, frame, stimulus_class, schedulers, stimulus_class, stimulus); /* NOLINT */
    close(file);
    compare_file(path, NULL, 0, NULL);
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++) compare_under(path, guides[i]);
    unlink(path);
}

#define MS(tag, value) "<" tag " value='" value "' unit='ms'/>"
#define BORDERS(count, lower, upper)                                                                                   \
    "<entries numberOfOccurrences='" count "'>" MS("lowerTimeBorder", lower) MS("upperTimeBorder", upper) "</entries>"
#define SCHEDULER(name, algorithm, rest)                                                                               \
    "<taskSchedulers name='" name "'><schedulingAlgorithm xsi:type='am:" algorithm "'/>" rest "</taskSchedulers>"
#define BELOW(priority, slice)                                                                                         \
    "<parentAssociation parent='P?type=TaskScheduler'><schedulingParameters priority='" priority                       \
    "'/><parameterExtensions key='TimeSlice' value='" slice "'/></parentAssociation>"

static void stimuli_equal(void **state) {
    static const char one[] =
        SCHEDULER("P", "OSEK", "") SCHEDULER("A", "OSEK", BELOW("1", "1ms")) SCHEDULER("B", "OSEK", BELOW("2", "1ms"));
    (void)state;
    compare_made("ArrivalCurveStimulus", ">" BORDERS("2", "4", "9") BORDERS("3", "10", "16"), one);
    compare_made("ArrivalCurveStimulus", ">" BORDERS("2", "0", "9") BORDERS("3", "9", "15"), one);
    compare_made("PeriodicBurstStimulus",
                 "occurrenceCount='2'>" MS("recurrence", "13") MS("burstLength", "3") MS("occurrenceMinDistance", "0"),
                 one);
    compare_made("PeriodicStimulus",
                 ">" MS("recurrence", "6") "<jitter xsi:type='am:TimeBoundaries'>" MS("lowerBound", "0")
                     MS("upperBound", "7") "</jitter>",
                 one);
    compare_made("VariableRateStimulus",
                 ">" MS("step", "12") "<occurrencesPerStep xsi:type='am:ContinuousValueBoundaries' lowerBound='1.0' "
                                      "upperBound='2.0'/>",
                 one);
}

static void trees_equal(void **state) {
    static const char turns[] = SCHEDULER("P", "PriorityBasedRoundRobin", "") SCHEDULER("A", "OSEK", BELOW("1", "1ms"))
        SCHEDULER("B", "EarliestDeadlineFirst", BELOW("1", "2ms"));
    static const char level[] =
        SCHEDULER("P", "OSEK", "") SCHEDULER("A", "OSEK", BELOW("1", "1ms")) SCHEDULER("B", "OSEK", BELOW("1", "1ms"));
    static const char stimulus[] =
        ">" MS("recurrence", "7") "<jitter xsi:type='am:TimeBoundaries'>" MS("lowerBound", "0")
            MS("upperBound", "1") "</jitter>";
    (void)state;
    compare_made("PeriodicStimulus", stimulus, turns);
    compare_made("PeriodicStimulus", stimulus, level);
}

static void modes_equal(void **state) {
    (void)state;
    compare("modes.amxmi", NULL, 0);
}

static void two_cores_equal(void **state) {
    (void)state;
    compare("two_cores.amxmi", NULL, 0);
}

static void semaphores_equal(void **state) {
    static const char *const ceiling[] = {"semaphore.Bus.ceiling=true"};
    (void)state;
    compare("inversion.amxmi", NULL, 0);
    compare("inversion.amxmi", ceiling, 1);
}

static void turns_equal(void **state) {
    static const char *const turns[] = {"scheduler.Scheduler.algorithm=RoundRobin", "task.Monitor.slice=300us",
                                        "task.Controller.slice=700us"};
    (void)state;
    compare("modes.amxmi", turns, 3);
}

static void others_equal(void **state) {
    static const char *const deadlines[] = {"scheduler.Scheduler.algorithm=EarliestDeadlineFirst"};
    static const char *const firm[] = {"task.Controller.preemption=non_preemptive", "task.Monitor.time=300us..900us"};
    static const char *const both[] = {"task.Controller.preemption=cooperative", "task.Monitor.preemption=cooperative"};
    (void)state;
    compare("modes.amxmi", deadlines, 1);
    compare("modes.amxmi", firm, 2);
    compare("modes.amxmi", both, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(modes_equal),      cmocka_unit_test(two_cores_equal),
                                       cmocka_unit_test(semaphores_equal), cmocka_unit_test(turns_equal),
                                       cmocka_unit_test(others_equal),     cmocka_unit_test(stimuli_equal),
                                       cmocka_unit_test(trees_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
