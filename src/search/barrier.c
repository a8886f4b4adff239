#include "search/barrier.h"

#include "base/invariant.h"

void barrier_open(struct barrier *barrier, bool alone) {
    *barrier = (struct barrier){.alone = alone};
    pthread_mutex_init(&barrier->mutex, NULL);
    pthread_cond_init(&barrier->changed, NULL);
}

void barrier_close(struct barrier *barrier) {
    pthread_cond_destroy(&barrier->changed);
    pthread_mutex_destroy(&barrier->mutex);
}

void barrier_join(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->mutex);
    while (barrier->called) pthread_cond_wait(&barrier->changed, &barrier->mutex);
    invariant(!barrier->working);
    barrier->joined++;
    pthread_mutex_unlock(&barrier->mutex);
}

void barrier_leave(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->mutex);
    invariant(barrier->joined && !barrier->working);
    barrier->joined--;
    pthread_cond_broadcast(&barrier->changed); /* the others may be complete now */
    pthread_mutex_unlock(&barrier->mutex);
}

/* The caller holds the mutex, which is released during the shared part. */
static void take_part(struct barrier *barrier) {
    pthread_mutex_unlock(&barrier->mutex);
    barrier->work.share(barrier->work.context);
    pthread_mutex_lock(&barrier->mutex);
    if (--barrier->busy) return;
    invariant(barrier->arrived == barrier->joined);
    barrier->work.end(barrier->work.context);
    barrier->working = false;
    barrier->arrived = 0;
    barrier->round++;
    atomic_store_explicit(&barrier->called, false, memory_order_relaxed);
    pthread_cond_broadcast(&barrier->changed);
}

static void wait_and_work(struct barrier *barrier) {
    uint64_t round = barrier->round;
    bool done = false;
    barrier->arrived++;
    while (barrier->round == round) {
        if (!barrier->working && barrier->arrived == barrier->joined) {
            barrier->work.begin(barrier->work.context);
            barrier->working = true;
            barrier->busy = barrier->joined;
            pthread_cond_broadcast(&barrier->changed);
        }
        if (barrier->working && !done) {
            done = true;
            take_part(barrier);
        } else {
            pthread_cond_wait(&barrier->changed, &barrier->mutex);
        }
    }
}

void barrier_call(struct barrier *barrier, const struct barrier_work *work) {
    if (barrier->alone) {
        work->begin(work->context);
        work->share(work->context);
        work->end(work->context);
        return;
    }
    pthread_mutex_lock(&barrier->mutex);
    if (!barrier->called) {
        barrier->work = *work;
        atomic_store_explicit(&barrier->called, true, memory_order_relaxed);
    }
    wait_and_work(barrier);
    pthread_mutex_unlock(&barrier->mutex);
}

void barrier_arrive(struct barrier *barrier) {
    pthread_mutex_lock(&barrier->mutex);
    if (barrier->called) wait_and_work(barrier);
    pthread_mutex_unlock(&barrier->mutex);
}
