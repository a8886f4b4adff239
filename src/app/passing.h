/* The states of a component that the search need not store, and time that stands still in all of them. */
#ifndef APP_PASSING_H
#define APP_PASSING_H

#include "app/judging.h"
#include "search/bottom.h"

/* Of the states so far: does nobody stand still in all of them? */
bool passing_all_move(const struct judging *judging);
/* Finds who is kept back, who waits, who is ready and which alarms are in vain, in all states of the component. */
void passing_look_through(struct judging *judging);
/* Time goes on without these alarms, in all states of the component. False: it did so before. */
bool passing_go_on_without(struct judging *judging, const bool *alarms);
/* Are alarms that may be in vain all that time waits for? It goes on then, in all of these states. */
bool passing_lets_time_go_on(struct judging *judging, enum bottom_kind kind);
/* The alarm that time waits for, and never goes on, and not only since code is slow; OSEK_NONE: none. */
uint32_t passing_outrun(struct judging *judging, enum bottom_kind kind);

#endif
