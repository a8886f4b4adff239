#include "app/exec/fault.h"

#include "base/arena.h"
#include "base/vec.h"

#include <pthread.h>
#include <string.h>

struct faults {
    pthread_mutex_t lock;
    struct arena *arena;
    VEC(struct ts_fault *) list;
};

struct faults *faults_new(void) {
    struct faults *faults = memory_new(sizeof *faults);
    pthread_mutex_init(&faults->lock, NULL);
    faults->arena = arena_new();
    return faults;
}

void faults_free(struct faults *faults) {
    if (!faults) return;
    pthread_mutex_destroy(&faults->lock);
    arena_free(faults->arena);
    vec_free(&faults->list);
    free(faults);
}

static bool same_file(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool is_same(const struct ts_fault *fault, const char *kind, const char *message, struct place place) {
    return fault->place.line == place.line && fault->place.column == place.column &&
           same_file(fault->place.file, place.file) && strcmp(fault->kind, kind) == 0 &&
           strcmp(fault->message, message) == 0;
}

static struct ts_fault *add(struct faults *faults, const char *kind, const char *message, struct place place) {
    struct ts_fault *fault = arena_new_object(faults->arena, struct ts_fault);
    fault->kind = arena_text(faults->arena, kind);
    fault->message = arena_text(faults->arena, message);
    fault->place = place;
    if (place.file) fault->place.file = arena_text(faults->arena, place.file);
    vec_push(&faults->list, fault);
    return fault;
}

uint32_t faults_number(struct faults *faults, const char *kind, const char *message, struct place place) {
    pthread_mutex_lock(&faults->lock);
    size_t i = 0;
    while (i < faults->list.count && !is_same(faults->list.items[i], kind, message, place)) i++;
    if (i == faults->list.count) add(faults, kind, message, place);
    pthread_mutex_unlock(&faults->lock);
    return (uint32_t)i + 1;
}

const struct ts_fault *faults_get(struct faults *faults, uint32_t number) {
    pthread_mutex_lock(&faults->lock);
    const struct ts_fault *fault = number - 1 < faults->list.count ? faults->list.items[number - 1] : NULL;
    pthread_mutex_unlock(&faults->lock);
    return fault;
}
