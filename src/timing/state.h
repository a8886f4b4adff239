/* A state, unpacked: a number for each field. Packed it is as short as the fields' largest values allow, since
 * millions are kept. */
#ifndef TIMING_STATE_H
#define TIMING_STATE_H

#include "timing/system.h"

enum { TM_MOST_DUE = 64 };

enum tm_event_kind {
    TM_ACTIVATED,
    TM_ACTIVATION_LOST,
    TM_STARTED,
    TM_PREEMPTED,
    TM_RESUMED,
    TM_TERMINATED,
    TM_WAITS,
    TM_RELEASED,
    TM_POLLS,
    TM_SIGNALLED,
    TM_CLEARED,
    TM_LABEL_SET,
    TM_TAKEN,
    TM_GIVEN,
    TM_TRIGGERED,
    TM_SLICE_OVER,
    TM_OCCURRED /* events that are watched */
};

struct tm_event {
    enum tm_event_kind kind;
    int task, core, stimulus, semaphore, label; /* the number + 1; 0: none */
    uint64_t events;
    int64_t value;
    const struct tm_op *op;
};

/* What was chosen on the way to one of several successors, where only those who do a thing know how many ways there
 * are: it is done again with the next choices until there are no more. */
enum { TM_MOST_CHOICES = 32 };
struct tm_choice {
    unsigned made, ways;
};
struct tm_choices {
    struct tm_choice list[TM_MOST_CHOICES];
    unsigned count, at; /* how many there are, and how many were asked for this time */
};

struct tm_run {
    const struct tm_system *system;
    int64_t *values;
    struct tm_choices *choices;                                /* NULL: nothing can be chosen now */
    bool fault;                                                /* the target was met */
    bool is_gathering;                                         /* what occurs now has no order */
    unsigned char gathered[64];                                /* how often each slot of the observer */
    unsigned due[TM_MOST_DUE], due_count;                      /* stimuli that events triggered */
    void (*tell)(void *context, const struct tm_event *event); /* NULL: nobody listens */
    void *context;
};

void tm_pack(const struct tm_system *system, const int64_t *values, unsigned char *bytes);
void tm_unpack(const struct tm_system *system, const unsigned char *bytes, int64_t *values);

/* ---- kernel.c ---- */

/* Does the task on this core have something to do that takes no time? */
bool tm_is_urgent(const struct tm_run *run, unsigned core);
/* How many ways there are to do it: 1 or 2. */
unsigned tm_alternatives(const struct tm_run *run, unsigned core);
/* Nobody on another core can see it, and it sees nobody. */
bool tm_is_local(const struct tm_run *run, unsigned core);
/* Does it, and what follows without taking time, as far as nobody else could interfere. */
void tm_execute(struct tm_run *run, unsigned core, unsigned alternative);
/* The slice of a running task is over. */
bool tm_slice_is_over(const struct tm_run *run, unsigned core);
/* Units until a slice of the task, or of a scheduler that it is below, is over; < 0: there is none. */
int64_t tm_slice_rest(const struct tm_run *run, unsigned task);
void tm_use_slices(struct tm_run *run, unsigned task, int64_t units);
void tm_end_slice(struct tm_run *run, unsigned core);
void tm_activate(struct tm_run *run, unsigned task, int stimulus);
/* Does the comparison of mode labels hold? */
bool tm_is_true(const struct tm_run *run, const struct am_comparison *comparison);
/* In the order of the tasks. `fired`: by stimulus, how often it occurs now. */
void tm_activate_fired(struct tm_run *run, const unsigned char *fired);
/* Stimuli that are not timed, all at once. */
void tm_trigger(struct tm_run *run, const unsigned *stimuli, unsigned count);
/* Found while exploring: the answer can only be unknown. */
void tm_note_problem(struct tm_run *run, const char *what);

/* ---- observe.c ---- */

/* These events occur. */
void tm_raise(struct tm_run *run, uint64_t events);
/* All that are raised between these two occur at once. */
void tm_gather(struct tm_run *run);
void tm_gathered(struct tm_run *run);
/* Stimuli that were triggered by events occur. */
void tm_trigger_due(struct tm_run *run);
void tm_observe_time(struct tm_run *run, int64_t units);
void tm_lay_out_observer(struct tm_system *system, unsigned (*add)(struct tm_system *system, int64_t largest));
void tm_forget_observed(struct tm_system *system);

/* ---- schedule.c ---- */

/* Who runs now, on all cores of a domain. */
void tm_schedule(struct tm_run *run, unsigned domain);
/* Of two that wait for one semaphore: is the first woken first? */
bool tm_is_woken_before(const struct tm_run *run, unsigned a, unsigned b);
/* Is a task of the scheduler ready? */
bool tm_group_is_ready(const struct tm_run *run, int group);

/* ---- queues.c ---- */

/* Which tasks and schedulers share a queue, and who waits in line. */
void tm_find_queues(struct tm_system *system);
/* Behind all others of its queue. */
void tm_go_last(struct tm_run *run, unsigned task, unsigned instance);
/* The same of a scheduler below another. */
void tm_group_goes_last(struct tm_run *run, int group);
/* Its oldest instance is in no queue any more. */
void tm_leave_queue(struct tm_run *run, unsigned task);
/* Schedulers that have a ready task now are in their queues, and no others. */
void tm_queue_groups(struct tm_run *run);
/* It waits for the semaphore of its instruction, behind those who do already; it does no more. */
void tm_get_in_line(struct tm_run *run, unsigned task);
void tm_leave_line(struct tm_run *run, unsigned task);

typedef void (*tm_emit)(void *context, struct tm_run *run, int64_t units);

/* ---- ranks.c ---- */

/* One of so many ways: another one each time that the same is done. */
unsigned tm_choose(struct tm_run *run, unsigned ways);
/* Does it to copies of the run, with all choices that it asks for, and hands on each. */
void tm_do_every_way(struct tm_run *run, void (*act)(struct tm_run *run, const void *what), const void *what,
                     tm_emit emit, void *context);
/* The new instance's deadline among those that are the same in whole units. */
void tm_take_rank(struct tm_run *run, unsigned task, unsigned instance);
/* The oldest instance is there no more. */
void tm_leave_rank(struct tm_run *run, unsigned task);
/* Which tasks have ranks. */
void tm_find_ranked(struct tm_system *system);

/* ---- pass.c ---- */

/* Every way in which time can pass until something happens. */
void tm_pass(struct tm_run *run, tm_emit emit, void *context);
void tm_advance(struct tm_run *run, int64_t units);
/* When the stimulus may occur next, and when it must (< 0: never has to). */
void tm_next_window(const struct tm_run *run, const struct tm_stimulus *stimulus, int64_t *may, int64_t *must);
/* Every way in which stimuli that are due occur. */
void tm_fire(struct tm_run *run, tm_emit emit, void *context);
/* Is there only one? */
bool tm_fires_one_way(const struct tm_run *run);
/* Can it occur twice at one instant? */
bool tm_may_come_at_once(const struct tm_stimulus *stimulus);
bool tm_is_firing(const struct tm_run *run);
/* Every way to begin. */
void tm_begin(struct tm_run *run, tm_emit emit, void *context);

/* ---- tuned.c ---- */

/* With TM_TUNED and TM_DRAWN_OUT: how long the run takes that begins now. */
int64_t tm_tuned(const struct tm_run *run, unsigned task, const struct tm_op *op);

/* ---- merge.c ---- */

bool tm_can_merge(const struct tm_system *system);
/* Units until the next stimulus without a window; < 0: none comes. */
int64_t tm_next_stimulus(const struct tm_run *run);
/* Every way in which time can pass until then; what happens on the way is in windows. The run is changed. */
void tm_pass_merged(struct tm_run *run, int64_t when, tm_emit emit, void *context);

static inline int64_t tm_get(const struct tm_run *run, unsigned field) { return run->values[field]; }
static inline void tm_put(struct tm_run *run, unsigned field, int64_t value) { run->values[field] = value; }
static inline int tm_running(const struct tm_run *run, unsigned core) {
    return (int)run->values[run->system->cores.items[core].running] - 1;
}
static inline const struct tm_op *tm_op_of(const struct tm_run *run, unsigned task) {
    const struct tm_task *made = &run->system->tasks.items[task];
    return &made->ops.items[run->values[made->pc]];
}
static inline void tm_tell(struct tm_run *run, struct tm_event event) {
    if (run->tell) run->tell(run->context, &event);
}
#define TM_EVENT(...) ((struct tm_event){__VA_ARGS__})

#endif
