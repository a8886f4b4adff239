/* One component of the graph of an application (search/bottom.h), while it is asked what is wrong with it (fate.h). */
#ifndef APP_JUDGING_H
#define APP_JUDGING_H

#include "app/fate.h"
#include "app/rescue.h"
#include "search/nodeset.h"

struct judging {
    struct app *app;
    const struct osek_config *config;
    const struct search_options *options;
    const struct app_fate_filter *filter;
    uint32_t *waits, *held_up; /* per task: in how many states of the component; 0, too, where that is accepted */
    bool *in_vain;             /* per alarm: nothing would come of it in any of them */
    uint32_t members;
    bool excused;
    bool timely;          /* time waits for tasks */
    bool beats_sometimes; /* ... and a routine advances some counter now and then: whether time waits is asked there */
    uint32_t *kept_back;  /* by actor: an alarm that time keeps back in one of the states */
    bool undisturbed;     /* in every state code runs, and nothing can come */
    uint32_t looping;     /* code runs for ever: how many of its calls never return, at most */
    bool in_routines;     /* in every state it is a routine's code that runs */
    struct nodeset states;
    bool left_out_is_known;
    struct nodeset left_out; /* what can be reached from the component, though no run that counts comes there */
    bool stands_still;       /* for some alarm time never goes on */
    bool is_idle;            /* in one of the states: what comes only then may come */
    struct rescue *rescue[RESCUE_KINDS]; /* NULL: nobody has asked yet */
    struct nodeset quick_waits;          /* quick.h */
    bool quick_is_known;
    struct app_fate fate;
};

bool judging_found_one(const struct judging *judging);
/* Contexts, then counters. */
uint32_t judging_actors(const struct judging *judging);
void judging_begin_component(struct judging *judging);
void judging_add_state(struct judging *judging, const void *state, uint32_t size);

/* It is ready, or an interrupt routine runs in its place. */
bool judging_is_held_up(const struct osek_config *config, const void *kernel, uint32_t task);
/* The alarm's task is ready for it. */
bool judging_is_ready(const struct osek_config *config, const void *kernel, uint32_t alarm);
bool judging_is_shut_down(void *judging, const void *state);
/* An alarm that time keeps back in all states; OSEK_NONE: none. */
uint32_t judging_some_alarm(const struct judging *judging);

/* Do options say how often something comes? */
bool judging_is_bounded(const struct judging *judging);
/* It is not known what would come of it. */
void judging_excuse(struct judging *judging, uint32_t task);
/* More of what was spent might help, or time that goes on where it stands still, or what comes only when idle. */
bool judging_is_excused(struct judging *judging, uint32_t task);
struct rescue *judging_rescue(struct judging *judging, enum rescue_kind kind);
/* Nothing is ever idle in the component: what comes only then never does, and is missed. */
bool judging_keeps_out(const struct judging *judging);
void judging_miss_kept_out(struct judging *judging);

#endif
