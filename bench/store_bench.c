/* Measures the store: operations per second and bytes per state, for every kind, on streams that look like a search.
 *
 * A model of independent counters: a state has `words` words, and its successors change one to three of them. Each
 * thread expands pseudo-random states, so about half of the states that come are old. Rates are per second of a
 * thread's processor time, less the time to make the states, times threads: what an idle machine would show.
 *     store_bench [states in millions, 4] [threads, 1] [kind: exact tree bitstate hash, all] */
#include "search/store.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LARGEST = 512, BATCH = 32, THREADS = 64 };

static const char *const kind_names[] = {
    [STORE_EXACT] = "exact", [STORE_TREE] = "tree", [STORE_BITSTATE] = "bitstate", [STORE_HASH] = "hash"};

static double seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct worker {
    struct store *store;
    unsigned thread, threads, batch;
    uint32_t size;
    uint64_t states, operations; /* how many to store in all; how many insertions it took */
    double processor_seconds;
    pthread_t id;
};

/* The digits of a number, spread over the state: like processes' locations and variables. About 2^30 different states,
 * and a neighbour number is a neighbour state. */
static void make_state(uint64_t number, uint32_t size, uint32_t *state) {
    uint32_t words = size / 4;
    for (uint32_t i = 0; i < words; i++) state[i] = i % 3 == 0 ? 0x01020300 + i : 0;
    for (unsigned i = 0; number; i++, number >>= 5)
        state[(i * 5 + 1) % words] += (uint32_t)(number & 31) << 8 * (i % 3);
}

static uint64_t random_next(uint64_t *seed) {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed * UINT64_C(0x2545f4914f6cdd1d) >> 20;
}

/* Numbers near `number`: one to three of its digits moved on by one. */
static uint64_t neighbour(uint64_t number, uint64_t random, uint64_t range) {
    for (unsigned digits = random % 3 + 1; digits--; random >>= 4) number += UINT64_C(1) << 5 * (random >> 2 & 3);
    return number % range;
}

static void *work(void *context) {
    struct worker *worker = context;
    static _Thread_local uint32_t states[BATCH][LARGEST / 4];
    struct store_item items[BATCH];
    uint64_t seed = 88172645463325252u + worker->thread * 977, range = worker->states * 5 / 4, number = 0;
    for (unsigned i = 0; i < 20; i++) random_next(&seed);
    while (worker->operations * worker->threads < worker->states * 2) {
        for (unsigned i = 0; i < worker->batch; i++) {
            if (i % 4 == 0) number = random_next(&seed) % range;
            make_state(neighbour(number, random_next(&seed), range), worker->size, states[i]);
            items[i] = (struct store_item){.state = states[i], .size = worker->size};
        }
        if (worker->batch == 1)
            store_insert(worker->store, worker->thread, states[0], worker->size, store_hash(states[0], worker->size),
                         NULL);
        else
            store_insert_batch(worker->store, worker->thread, items, worker->batch);
        worker->operations += worker->batch;
    }
    store_leave(worker->store, worker->thread);
    worker->processor_seconds = seconds(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

/* The time that making the states takes, without any store. */
static double cost_of_making(uint32_t size, uint64_t count) {
    uint32_t state[LARGEST / 4];
    uint64_t seed = 88172645463325252u, sum = 0;
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (uint64_t i = 0; i < count; i++) {
        make_state(neighbour(random_next(&seed) % (count * 5 / 8), random_next(&seed), count), size, state);
        sum += state[1];
    }
    return seconds(CLOCK_THREAD_CPUTIME_ID) - start + (sum == 1 ? 1e-9 : 0);
}

static void measure(enum store_kind kind, uint32_t size, uint64_t states, unsigned threads, unsigned batch) {
    struct store_options options = {.kind = kind, .max_state_size = size, .threads = threads, .bitstate_log2 = 32};
    struct store *store = store_new(&options);
    struct worker workers[THREADS];
    double start = seconds(CLOCK_MONOTONIC), busy = 0;
    uint64_t operations = 0;
    for (unsigned i = 0; i < threads; i++) {
        workers[i] = (struct worker){
            .store = store, .thread = i, .threads = threads, .batch = batch, .size = size, .states = states};
        pthread_create(&workers[i].id, NULL, work, &workers[i]);
    }
    for (unsigned i = 0; i < threads; i++) {
        pthread_join(workers[i].id, NULL);
        operations += workers[i].operations;
        busy += workers[i].processor_seconds / threads;
    }
    double took = seconds(CLOCK_MONOTONIC) - start, making = cost_of_making(size, operations / threads);
    uint64_t count = store_count(store);
    printf("%-8s size %3u threads %u batch %2u: %6.2f M/s (wall clock, with making states: %6.2f), %5.1f bytes/state, "
           "new %4.1f %%\n",
           kind_names[kind], size, threads, batch, (double)operations / (busy - making) / 1e6,
           (double)operations / took / 1e6, (double)store_memory(store) / (double)count,
           100.0 * (double)count / (double)operations);
    store_free(store);
}

int main(int argc, char **argv) {
    uint64_t states = (uint64_t)((argc > 1 ? atof(argv[1]) : 4) * 1e6);
    unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 1;
    static const uint32_t sizes[] = {24, 64, 128, 400};
    if (!states || !threads || threads > THREADS) return fprintf(stderr, "usage: store_bench STATES THREADS KIND\n"), 2;
    for (enum store_kind kind = STORE_EXACT; kind <= STORE_HASH; kind++) {
        if (argc > 3 && strcmp(argv[3], kind_names[kind]) != 0) continue;
        for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            measure(kind, sizes[i], states, threads, 1);
            measure(kind, sizes[i], states, threads, BATCH);
        }
    }
    return 0;
}
