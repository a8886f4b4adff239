#include "conform/crew.h"

#include "base/memory.h"

void crew_init(struct crew *crew, struct design *first) {
    crew->first = first;
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->back, NULL);
    vec_push(&crew->idle, first);
}

void crew_enlarge(struct crew *crew, unsigned count) {
    if (!crew->first || !crew->first->another) return;
    while (crew->others.count + 1 < count) {
        struct design *other = crew->first->another(crew->first);
        if (!other) return;
        vec_push(&crew->others, other);
        vec_push(&crew->idle, other);
    }
}

void crew_free(struct crew *crew) {
    for (size_t i = 0; i < crew->others.count; i++) design_release(crew->others.items[i]);
    vec_free(&crew->others);
    vec_free(&crew->idle);
    pthread_cond_destroy(&crew->back);
    pthread_mutex_destroy(&crew->lock);
}

struct design *crew_take(struct crew *crew) {
    if (!crew->first->another) return crew->first;
    pthread_mutex_lock(&crew->lock);
    while (!crew->idle.count) pthread_cond_wait(&crew->back, &crew->lock);
    struct design *design = crew->idle.items[--crew->idle.count];
    pthread_mutex_unlock(&crew->lock);
    return design;
}

void crew_give(struct crew *crew, struct design *design) {
    if (!crew->first->another) return;
    pthread_mutex_lock(&crew->lock);
    vec_push(&crew->idle, design);
    pthread_cond_signal(&crew->back);
    pthread_mutex_unlock(&crew->lock);
}
