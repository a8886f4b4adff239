#include "target.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "search/search.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE 0.3 /* seconds */

static char folder[64];
static pid_t owner;
static double began;

/* libFuzzer and the front ends may fork: only who made the folder takes it away. */
static void remove_folder(void) {
    if (getpid() != owner) return;
    DIR *directory = opendir(folder);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char *path = fuzz_path(entry->d_name);
        unlink(path);
        free(path);
    }
    if (directory) closedir(directory);
    rmdir(folder);
}

static void make_folder(void) {
    const char *place = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(folder, sizeof folder, "%s/rtcheck-fuzz-XXXXXX", place);
    if (!mkdtemp(folder)) abort();
    owner = getpid();
    atexit(remove_folder);
}

char *fuzz_path(const char *name) {
    if (!*folder) make_folder();
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    return text_take(&path);
}

char *fuzz_file(const char *name, const void *bytes, size_t size) {
    char *path = fuzz_path(name);
    if (!file_write(path, bytes, size)) abort();
    return path;
}

char *fuzz_sparse_file(const char *name, const uint8_t *bytes, size_t size) {
    static const char zeros[UINT8_MAX];
    struct text whole = {0};
    for (size_t i = 0; i < size; i++) {
        if (bytes[i])
            text_add_n(&whole, (const char *)bytes + i, 1);
        else if (++i < size)
            text_add_n(&whole, zeros, bytes[i]);
    }
    char *path = fuzz_file(name, text_chars(&whole), whole.length);
    text_free(&whole);
    return path;
}

void fuzz_search(const struct ts *ts) {
    const struct search_options options = {
        .threads = 1, .violations = 1, .state_limit = 300, .time_limit = PATIENCE, .memory_limit = 256 << 20};
    struct search_result *result = search_run(ts, &options);
    for (size_t i = 0; i < result->violations.count; i++) {
        const struct ts_trace *trace = result->violations.items[i].trace;
        if (trace && !ts_trace_replays(ts, trace)) abort();
    }
    search_result_free(result);
}

void fuzz_begin(void) { began = clock_seconds(); }

bool fuzz_goes_on(void *context) {
    (void)context;
    return clock_seconds() - began < PATIENCE;
}
