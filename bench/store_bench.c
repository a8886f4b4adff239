/* Measures the store: insertions per second and bytes per state, for every kind, on a stream like that of a search.
 *
 * The model is DIGITS counters of the same range, spread over a state that is otherwise constant; a step moves one
 * counter on and notes which. Every state is expanded once, in a scattered order; threads share them out. So all states
 * but the first few come DIGITS times, and the store must end up with exactly the reachable ones. Rates are per second
 * of a thread's processor time, less the time to make the states, times threads: what an idle machine would show.
 *     store_bench [states in millions, 4] [threads, 1] [kind: exact tree bitstate hash, all] [size, some] [batch] */
#include "search/store.h"

#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 1024, DIGITS = 7, PARENTS = 5, BATCH = DIGITS * PARENTS, THREADS = 64 };

static const char *const kind_names[] = {
    [STORE_EXACT] = "exact", [STORE_TREE] = "tree", [STORE_BITSTATE] = "bitstate", [STORE_HASH] = "hash"};

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct worker {
    struct store *store; /* NULL: only make the states */
    unsigned thread, threads;
    bool batch;
    uint32_t size;
    uint64_t base, total, operations;
    double processor_seconds;
    pthread_t id;
};

/* Where counter i is, in words: never the last one, which says which counter moved last. */
static uint32_t place_of(unsigned digit, uint32_t words) {
    return words > 2 * DIGITS ? digit * (words - 1) / DIGITS : digit * (words * 2 - 1) / DIGITS / 2;
}

/* Small states have two counters to a word. */
static uint32_t unit_of(unsigned digit, uint32_t words) { return words > 2 * DIGITS || digit % 2 ? 1 : 0x10000; }

static void make_state(uint64_t number, uint64_t base, uint32_t words, uint32_t *state, uint32_t *digits) {
    for (uint32_t i = 0; i < words; i++) state[i] = i % 3 == 0 ? 0x01020300 + i : 0;
    for (unsigned i = 0; i < DIGITS; i++, number /= base) {
        digits[i] = (uint32_t)(number % base);
        state[place_of(i, words)] += digits[i] * unit_of(i, words);
    }
}

static void make_successors(uint64_t number, const struct worker *worker, uint32_t successors[DIGITS][LARGEST / 4]) {
    uint32_t state[LARGEST / 4], digits[DIGITS], words = worker->size / 4, base = (uint32_t)worker->base;
    make_state(number, base, words, state, digits);
    for (unsigned i = 0; i < DIGITS; i++) {
        memcpy(successors[i], state, worker->size);
        successors[i][place_of(i, words)] += (digits[i] + 1 < base ? 1 : 1 - base) * unit_of(i, words);
        successors[i][words - 1] = (uint32_t)(number + i) % 3;
    }
}

static void *work(void *context) {
    struct worker *worker = context;
    uint32_t states[PARENTS][DIGITS][LARGEST / 4];
    struct store_item items[BATCH];
    uint64_t begin = worker->total / worker->threads * worker->thread, end = begin + worker->total / worker->threads;
    if (worker->thread + 1 == worker->threads) end = worker->total;
    for (uint64_t i = begin; i < end;) {
        unsigned count = 0;
        for (unsigned j = 0; j < PARENTS && i < end; j++, i++) {
            make_successors(i * UINT64_C(1000000007) % worker->total, worker, states[j]);
            for (unsigned k = 0; k < DIGITS; k++)
                items[count++] = (struct store_item){.state = states[j][k], .size = worker->size};
        }
        if (worker->store && worker->batch) store_insert_batch(worker->store, worker->thread, items, count);
        for (unsigned k = 0; worker->store && !worker->batch && k < count; k++)
            store_insert(worker->store, worker->thread, items[k].state, worker->size,
                         store_hash(items[k].state, worker->size), NULL);
        worker->operations += count;
    }
    if (worker->store) store_leave(worker->store, worker->thread);
    worker->processor_seconds = seconds(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

/* Processor seconds per thread. */
static double run_workers(struct worker model) {
    struct worker workers[THREADS];
    double busy = 0;
    for (unsigned i = 0; i < model.threads; i++) {
        workers[i] = model;
        workers[i].thread = i;
        pthread_create(&workers[i].id, NULL, work, &workers[i]);
    }
    for (unsigned i = 0; i < model.threads; i++) {
        pthread_join(workers[i].id, NULL);
        busy += workers[i].processor_seconds / model.threads;
    }
    return busy;
}

static void measure(enum store_kind kind, uint32_t size, uint64_t base, unsigned threads, bool batch) {
    struct store_options options = {.kind = kind, .max_state_size = size, .threads = threads, .bitstate_log2 = 32};
    struct worker model = {.threads = threads, .batch = batch, .size = size, .base = base, .total = 1};
    for (unsigned i = 0; i < DIGITS; i++) model.total *= base;
    double making = run_workers(model);
    model.store = store_new(&options);
    double start = seconds(CLOCK_MONOTONIC), busy = run_workers(model), took = seconds(CLOCK_MONOTONIC) - start;
    double million = (double)model.total * DIGITS / 1e6, count = (double)store_count(model.store);
    printf("%-8s size %3u threads %u %s: %6.2f M/s (wall clock, with making states: %6.2f), %.0f states, %5.1f "
           "bytes/state\n",
           kind_names[kind], size, threads, batch ? "batch " : "single", million / (busy - making), million / took,
           count, (double)store_memory(model.store) / count);
    store_free(model.store);
}

int main(int argc, char **argv) {
    double states = (argc > 1 ? atof(argv[1]) : 4) * 1e6;
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    uint64_t base = (uint64_t)(pow(states / 3, 1.0 / DIGITS) + 0.5);
    static const uint32_t sizes[] = {24, 64, 128, 400};
    if (base < 3 || base > 64 || !threads || threads > THREADS)
        return fprintf(stderr, "usage: store_bench MILLIONS THREADS KIND SIZE batch|single\n"), 2;
    for (enum store_kind kind = STORE_EXACT; kind <= STORE_HASH; kind++) {
        if (argc > 3 && strcmp(argv[3], kind_names[kind]) != 0) continue;
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            if (argc > 4 && (uint32_t)atoi(argv[4]) != sizes[i]) continue;
            if (argc <= 5 || strcmp(argv[5], "single") == 0) measure(kind, sizes[i], base, threads, false);
            if (argc <= 5 || strcmp(argv[5], "batch") == 0) measure(kind, sizes[i], base, threads, true);
        }
    }
    return 0;
}
