#include "cli/common/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* The first number that `format` finds on some line of the file; 0 if there is none. */
static uint64_t read_number(const char *path, const char *format) {
    FILE *in = fopen(path, "r");
    if (!in) return 0;
    char line[256];
    uint64_t number = 0;
    while (number == 0 && fgets(line, sizeof line, in))
        if (sscanf(line, format, &number) != 1) number = 0;
    fclose(in);
    return number;
}

static uint64_t container_memory(void) {
    uint64_t most = read_number("/sys/fs/cgroup/memory.max", "%" SCNu64); /* "max" without a limit */
    uint64_t used = read_number("/sys/fs/cgroup/memory.current", "%" SCNu64);
    return most > used ? most - used : most ? 1 : UINT64_MAX;
}

uint64_t host_memory(void) {
    uint64_t available = read_number("/proc/meminfo", "MemAvailable: %" SCNu64 " kB") * 1024;
    uint64_t container = container_memory();
    if (container < available || available == 0) available = container == UINT64_MAX ? 0 : container;
    return available / 10 * 9;
}

unsigned host_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

bool host_ensure_stack(char **argv) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= HOST_STACK)
        return true;
    limit.rlim_cur = 4 * HOST_STACK;
    if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < limit.rlim_cur) limit.rlim_max = limit.rlim_cur;
    if (setrlimit(RLIMIT_STACK, &limit) == 0) execv("/proc/self/exe", argv);
    return false;
}
