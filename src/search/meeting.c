#include "search/meeting.h"

void meeting_open(struct meeting *meeting, bool alone) {
    *meeting = (struct meeting){.alone = alone};
    pthread_mutex_init(&meeting->mutex, NULL);
    pthread_cond_init(&meeting->changed, NULL);
}

void meeting_close(struct meeting *meeting) {
    pthread_cond_destroy(&meeting->changed);
    pthread_mutex_destroy(&meeting->mutex);
}

void meeting_join(struct meeting *meeting) {
    pthread_mutex_lock(&meeting->mutex);
    while (meeting->called) pthread_cond_wait(&meeting->changed, &meeting->mutex);
    meeting->joined++;
    pthread_mutex_unlock(&meeting->mutex);
}

void meeting_leave(struct meeting *meeting) {
    pthread_mutex_lock(&meeting->mutex);
    meeting->joined--;
    pthread_cond_broadcast(&meeting->changed); /* the others may be complete now */
    pthread_mutex_unlock(&meeting->mutex);
}

/* The caller holds the mutex, which is released during the shared part. */
static void take_part(struct meeting *meeting) {
    pthread_mutex_unlock(&meeting->mutex);
    meeting->work.share(meeting->work.context);
    pthread_mutex_lock(&meeting->mutex);
    if (--meeting->busy) return;
    meeting->work.end(meeting->work.context);
    meeting->working = false;
    meeting->arrived = 0;
    meeting->round++;
    atomic_store_explicit(&meeting->called, false, memory_order_relaxed);
    pthread_cond_broadcast(&meeting->changed);
}

static void wait_and_work(struct meeting *meeting) {
    uint64_t round = meeting->round;
    bool done = false;
    meeting->arrived++;
    while (meeting->round == round) {
        if (!meeting->working && meeting->arrived == meeting->joined) {
            meeting->work.begin(meeting->work.context);
            meeting->working = true;
            meeting->busy = meeting->joined;
            pthread_cond_broadcast(&meeting->changed);
        }
        if (meeting->working && !done) {
            done = true;
            take_part(meeting);
        } else {
            pthread_cond_wait(&meeting->changed, &meeting->mutex);
        }
    }
}

void meeting_call(struct meeting *meeting, const struct meeting_work *work) {
    if (meeting->alone) {
        work->begin(work->context);
        work->share(work->context);
        work->end(work->context);
        return;
    }
    pthread_mutex_lock(&meeting->mutex);
    if (!meeting->called) {
        meeting->work = *work;
        atomic_store_explicit(&meeting->called, true, memory_order_relaxed);
    }
    wait_and_work(meeting);
    pthread_mutex_unlock(&meeting->mutex);
}

void meeting_arrive(struct meeting *meeting) {
    pthread_mutex_lock(&meeting->mutex);
    if (meeting->called) wait_and_work(meeting);
    pthread_mutex_unlock(&meeting->mutex);
}
