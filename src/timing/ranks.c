/* In a closed system (timing/moments.h) times are rounded to whole units, and so are deadlines: of those that are equal
 * then, each may have been a moment before the other. A new instance takes any place among those with its deadline:
 * before, after, or level with each of them. Its place is its rank: 1, 2 ... without gaps, level ones have the same. */
#include "timing/moments.h"
#include "timing/state.h"

#include <string.h>

/* ---- choosing ---- */

unsigned tm_choose(struct tm_run *run, unsigned ways) {
    struct tm_choices *choices = run->choices;
    if (ways < 2) return 0;
    if (!choices || choices->at == TM_MOST_CHOICES) {
        tm_note_problem(run, "too many deadlines are less than a unit apart");
        return 0;
    }
    if (choices->at == choices->count) choices->list[choices->count++] = (struct tm_choice){0, ways};
    return choices->list[choices->at++].made;
}

/* Is there a way that was not chosen yet? */
static bool choose_again(struct tm_choices *choices) {
    choices->at = 0;
    while (choices->count) {
        struct tm_choice *last = &choices->list[choices->count - 1];
        if (++last->made < last->ways) return true;
        choices->count--;
    }
    return false;
}

void tm_do_every_way(struct tm_run *run, void (*act)(struct tm_run *run, const void *what), const void *what,
                     tm_emit emit, void *context) {
    const struct tm_system *system = run->system;
    struct tm_choices choices = {.count = 0};
    int64_t values[system->fields.count];
    do {
        struct tm_run after = *run;
        memcpy(values, run->values, sizeof values);
        after.values = values;
        after.choices = &choices;
        act(&after, what);
        after.choices = NULL;
        emit(context, &after, 0);
    } while (choose_again(&choices));
}

/* ---- ranks ---- */

/* Whose deadlines are compared with this one's. */
static bool is_compared(const struct tm_task *task, const struct tm_task *other) {
    return other->algorithm == TM_EDF && other->level == task->level && other->domain == task->domain &&
           other->group == task->group;
}

static int64_t rest_of(const struct tm_run *run, const struct tm_task *task, unsigned instance) {
    return task->deadline - tm_get(run, task->ages + instance);
}

/* To every instance with this deadline that has a rank. */
static void for_ranked(struct tm_run *run, const struct tm_task *task, int64_t rest,
                       void (*visit)(struct tm_run *run, const struct tm_task *task, unsigned field, void *context),
                       void *context) {
    for (size_t t = 0; t < run->system->tasks.count; t++) {
        const struct tm_task *other = &run->system->tasks.items[t];
        for (unsigned i = 0; is_compared(task, other) && i < (unsigned)tm_get(run, other->count); i++)
            if (rest_of(run, other, i) == rest && tm_get(run, other->orders + i))
                visit(run, other, other->orders + i, context);
    }
}

struct ranks {
    int64_t last, sure; /* the last rank; that of tasks that come at whole units only, 0: there are none */
    int64_t from, by;   /* whoever is from there on moves */
    bool is_there;      /* somebody has the rank `from` */
};

static void look(struct tm_run *run, const struct tm_task *task, unsigned field, void *context) {
    struct ranks *ranks = context;
    int64_t rank = tm_get(run, field);
    if (rank > ranks->last) ranks->last = rank;
    if (rank == ranks->from) ranks->is_there = true;
    if (task->comes_at_units) ranks->sure = rank;
}

static void move(struct tm_run *run, const struct tm_task *task, unsigned field, void *context) {
    const struct ranks *ranks = context;
    int64_t rank = tm_get(run, field);
    (void)task;
    if (rank >= ranks->from) tm_put(run, field, rank + ranks->by);
}

void tm_take_rank(struct tm_run *run, unsigned number, unsigned instance) {
    const struct tm_task *task = &run->system->tasks.items[number];
    struct ranks ranks = {0};
    if (!task->is_ranked) return;
    int64_t rest = rest_of(run, task, instance);
    for_ranked(run, task, rest, look, &ranks);
    bool is_sure = ranks.sure && task->comes_at_units; /* both deadlines are whole units: they are the same */
    unsigned way = is_sure ? (unsigned)(2 * ranks.sure - 1) : tm_choose(run, (unsigned)(2 * ranks.last + 1));
    ranks.from = way / 2 + 1;
    ranks.by = 1;
    if (way % 2 == 0) for_ranked(run, task, rest, move, &ranks);
    tm_put(run, task->orders + instance, ranks.from);
}

void tm_leave_rank(struct tm_run *run, unsigned number) {
    const struct tm_task *task = &run->system->tasks.items[number];
    if (!task->is_ranked) return;
    struct ranks ranks = {.from = tm_get(run, task->orders), .by = -1};
    tm_put(run, task->orders, 0);
    for_ranked(run, task, rest_of(run, task, 0), look, &ranks);
    if (!ranks.is_there) for_ranked(run, task, rest_of(run, task, 0), move, &ranks);
}

void tm_find_ranked(struct tm_system *system) {
    for (unsigned t = 0; t < system->tasks.count; t++) {
        struct tm_task *task = &system->tasks.items[t];
        task->is_ranked = system->is_closed && task->algorithm == TM_EDF && task->level == 0;
        system->has_ranks |= task->is_ranked;
        task->comes_at_units = true;
        for (size_t i = 0; i < system->stimuli.count; i++) {
            const struct tm_stimulus *stimulus = &system->stimuli.items[i];
            if (tm_activates(stimulus, t) && (!stimulus->is_timed || tm_has_window(stimulus)))
                task->comes_at_units = false;
        }
    }
}
