#include "app/exec/fault.h"

#include "base/arena.h"
#include "base/vec.h"
#include "search/hash.h"

#include <pthread.h>
#include <string.h>

struct faults {
    pthread_mutex_t lock;
    struct arena *arena;
    VEC(struct ts_fault *) list;
    uint32_t *table; /* their numbers, by what they say; 0: none. There may be one for each value of an input. */
    size_t room;     /* a power of two */
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
    free(faults->table);
    free(faults);
}

static bool same_file(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool is_same(const struct ts_fault *a, const struct ts_fault *b) {
    return a->about == b->about && a->place.line == b->place.line && a->place.column == b->place.column &&
           same_file(a->place.file, b->place.file) && strcmp(a->kind, b->kind) == 0 &&
           strcmp(a->message, b->message) == 0;
}

/* Where its number is, or belongs. */
static uint32_t *slot_of(const struct faults *faults, const struct ts_fault *fault) {
    size_t at = hash_bytes(fault->message, strlen(fault->message)) + fault->place.line;
    for (;; at++) {
        uint32_t *slot = &faults->table[at & (faults->room - 1)];
        if (!*slot || is_same(faults->list.items[*slot - 1], fault)) return slot;
    }
}

static void grow(struct faults *faults) {
    enum { FIRST_ROOM = 64 };
    free(faults->table);
    faults->room = faults->room ? 2 * faults->room : FIRST_ROOM;
    faults->table = memory_new(faults->room * sizeof *faults->table);
    for (size_t i = 0; i < faults->list.count; i++) *slot_of(faults, faults->list.items[i]) = (uint32_t)i + 1;
}

static void add(struct faults *faults, const struct ts_fault *fault) {
    struct ts_fault *own = arena_new_object(faults->arena, struct ts_fault);
    *own = *fault;
    own->kind = arena_text(faults->arena, fault->kind);
    own->message = arena_text(faults->arena, fault->message);
    if (fault->place.file) own->place.file = arena_text(faults->arena, fault->place.file);
    vec_push(&faults->list, own);
}

uint32_t faults_number(struct faults *faults, const struct ts_fault *fault) {
    pthread_mutex_lock(&faults->lock);
    if (2 * faults->list.count >= faults->room) grow(faults);
    uint32_t *slot = slot_of(faults, fault);
    if (!*slot) {
        add(faults, fault);
        *slot = (uint32_t)faults->list.count;
    }
    uint32_t number = *slot;
    pthread_mutex_unlock(&faults->lock);
    return number;
}

uint32_t faults_limit(struct faults *faults, const char *message, struct place place) {
    return faults_number(faults, &(struct ts_fault){.kind = "limit", .message = message, .place = place});
}

const struct ts_fault *faults_get(struct faults *faults, uint32_t number) {
    pthread_mutex_lock(&faults->lock);
    const struct ts_fault *fault = number - 1 < faults->list.count ? faults->list.items[number - 1] : NULL;
    pthread_mutex_unlock(&faults->lock);
    return fault;
}
