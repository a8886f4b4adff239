/* Where all threads of a store meet to do together what none may do alone: rebuilding a table.
 *
 * Invariant: while a barrier works, every joined thread is inside barrier_arrive(), and nobody can join. A thread is
 * never held up unless a barrier was called; asking whether one was is a single relaxed load. */
#ifndef SEARCH_BARRIER_H
#define SEARCH_BARRIER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct barrier_work {
    void (*begin)(void *context); /* in one thread, first           */
    void (*share)(void *context); /* in all of them, at once        */
    void (*end)(void *context);   /* in one thread, after all are done */
    void *context;
};

struct barrier {
    atomic_bool called;
    bool alone; /* there is one thread only: nobody to wait for */
    bool working;
    unsigned joined, arrived, busy;
    uint64_t round;
    struct barrier_work work;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
};

void barrier_open(struct barrier *barrier, bool alone);
void barrier_close(struct barrier *barrier);
void barrier_join(struct barrier *barrier);
void barrier_leave(struct barrier *barrier);
/* Returns after a barrier took place: the caller's, or one that somebody else called just before. */
void barrier_call(struct barrier *barrier, const struct barrier_work *work);
void barrier_arrive(struct barrier *barrier);

static inline void barrier_pause(struct barrier *barrier) {
    if (__builtin_expect(atomic_load_explicit(&barrier->called, memory_order_relaxed), 0)) barrier_arrive(barrier);
}

#endif
