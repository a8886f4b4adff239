#include "cfront/room.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#define MEBIBYTE ((size_t)1 << 20)

struct work {
    void (*work)(void *context);
    void *context;
};

static void *start(void *data) {
    struct work *work = data;
    work->work(work->context);
    return NULL;
}

/* Address sanitizers reserve more addresses than any limit allows. */
#if defined(__SANITIZE_ADDRESS__)
enum { IS_SANITIZED = 1 };
#else
enum { IS_SANITIZED = 0 };
#endif

static rlim_t address_space_used(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%llu", &pages) != 1) pages = 0;
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static bool limit_growth(struct rlimit *before) {
    rlim_t used = address_space_used();
    if (IS_SANITIZED || !used || getrlimit(RLIMIT_AS, before)) return false;
    struct rlimit limit = *before;
    rlim_t most = used + (rlim_t)4096 * MEBIBYTE;
    if (before->rlim_cur != RLIM_INFINITY && before->rlim_cur <= most) return false;
    limit.rlim_cur = most;
    return setrlimit(RLIMIT_AS, &limit) == 0;
}

bool room_for(void (*work)(void *context), void *context) {
    static const size_t sizes[] = {512 * MEBIBYTE, 128 * MEBIBYTE, 32 * MEBIBYTE, 16 * MEBIBYTE};
    struct work data = {work, context};
    struct rlimit before;
    pthread_t thread;
    pthread_attr_t attributes;
    bool started = false, limited = limit_growth(&before);
    for (size_t i = 0; !started && i < sizeof sizes / sizeof *sizes; i++) {
        pthread_attr_init(&attributes);
        started =
            !pthread_attr_setstacksize(&attributes, sizes[i]) && !pthread_create(&thread, &attributes, start, &data);
        pthread_attr_destroy(&attributes);
    }
    if (started) pthread_join(thread, NULL);
    if (limited) setrlimit(RLIMIT_AS, &before);
    return started;
}
