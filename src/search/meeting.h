/* Where all threads of a store meet to do together what none may do alone: rebuilding a table.
 *
 * Invariant: while a meeting works, every joined thread is inside meeting_arrive(), and nobody can join. A thread is
 * never held up unless a meeting was called; asking whether one was is a single relaxed load. */
#ifndef SEARCH_MEETING_H
#define SEARCH_MEETING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct meeting_work {
    void (*begin)(void *context); /* in one thread, first           */
    void (*share)(void *context); /* in all of them, at once        */
    void (*end)(void *context);   /* in one thread, after all are done */
    void *context;
};

struct meeting {
    atomic_bool called;
    bool alone; /* there is one thread only: nobody to wait for */
    bool working;
    unsigned joined, arrived, busy;
    uint64_t round;
    struct meeting_work work;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

void meeting_open(struct meeting *meeting, bool alone);
void meeting_close(struct meeting *meeting);
void meeting_join(struct meeting *meeting);
void meeting_leave(struct meeting *meeting);
/* Returns after a meeting took place: the caller's, or one that somebody else called just before. */
void meeting_call(struct meeting *meeting, const struct meeting_work *work);
void meeting_arrive(struct meeting *meeting);

static inline void meeting_pause(struct meeting *meeting) {
    if (__builtin_expect(atomic_load_explicit(&meeting->called, memory_order_relaxed), 0)) meeting_arrive(meeting);
}

#endif
