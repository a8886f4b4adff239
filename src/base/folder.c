#include "base/folder.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/word.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX  "rtcheck-"
#define LOCK    ".owner"
#define ABANDON 3600 /* seconds after which a folder without a lock file is nobody's */

/* The folders of this process; global for the sake of base/limits.h. Who finds no place leaves a folder behind if the
 * run is cut off, until the next one sweeps it away, and keeps its lock until then. */
enum { PLACES = 64 };
static struct {
    char *path; /* NULL: free */
    int lock;
} folders[PLACES];
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static const char *parent_folder(void) {
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

static void remove_files(int folder) {
    int listed = dup(folder);
    DIR *listing = listed >= 0 ? fdopendir(listed) : NULL;
    if (!listing) {
        if (listed >= 0) close(listed);
        return;
    }
    rewinddir(listing);
    for (struct dirent *file; (file = readdir(listing));)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0) unlinkat(folder, file->d_name, 0);
    closedir(listing);
}

/* A link is no folder of ours, whatever it points at. */
static int open_folder(int parent, const char *name) {
    return openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* ---- those of runs that were killed ---- */

static bool is_abandoned(int folder) {
    struct stat status;
    if (fstat(folder, &status) != 0 || status.st_uid != geteuid()) return false;
    int lock = openat(folder, LOCK, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (lock < 0) return errno == ENOENT && time(NULL) - status.st_mtime > ABANDON;
    bool free = flock(lock, LOCK_EX | LOCK_NB) == 0;
    close(lock);
    return free;
}

static void sweep(const char *parent) {
    DIR *listing = opendir(parent);
    if (!listing) return;
    for (struct dirent *entry; (entry = readdir(listing));) {
        if (!begins_with(entry->d_name, PREFIX)) continue;
        int folder = open_folder(dirfd(listing), entry->d_name);
        if (folder < 0) continue;
        if (is_abandoned(folder)) {
            remove_files(folder);
            unlinkat(dirfd(listing), entry->d_name, AT_REMOVEDIR);
        }
        close(folder);
    }
    closedir(listing);
}

/* ---- ours ---- */

/* It gets its name when it is locked: a sweeper who came in between would take the folder for an abandoned one. */
static int take_lock(const char *folder) {
    char *fresh = folder_path(folder, LOCK ".new"), *path = folder_path(folder, LOCK);
    int lock = open(fresh, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (lock >= 0 && (flock(lock, LOCK_EX | LOCK_NB) != 0 || rename(fresh, path) != 0)) {
        int reason = errno;
        unlink(fresh);
        close(lock);
        errno = reason;
        lock = -1;
    }
    free(fresh);
    free(path);
    return lock;
}

static void keep(const char *folder, int lock) {
    pthread_mutex_lock(&guard);
    for (size_t i = 0; i < PLACES; i++) {
        if (folders[i].path) continue;
        folders[i].path = memory_copy_text(folder);
        folders[i].lock = lock;
        break;
    }
    pthread_mutex_unlock(&guard);
}

char *folder_new(const char *purpose) {
    sweep(parent_folder());
    struct text path = {0};
    text_printf(&path, "%s/" PREFIX "%s-XXXXXX", parent_folder(), purpose);
    char *name = text_take(&path);
    if (mkdtemp(name)) {
        int lock = take_lock(name);
        if (lock >= 0) keep(name, lock);
        if (lock >= 0) return name;
        int reason = errno;
        rmdir(name);
        errno = reason;
    }
    free(name);
    return NULL;
}

static void remove_folder(const char *path, unsigned attempts) {
    for (unsigned attempt = 0; attempt < attempts; attempt++) {
        int folder = open_folder(AT_FDCWD, path);
        if (folder < 0) return;
        remove_files(folder);
        close(folder);
        if (rmdir(path) == 0 || (errno != ENOTEMPTY && errno != EEXIST)) return;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

void folder_free(char *folder) {
    if (!folder) return;
    remove_folder(folder, 200);
    pthread_mutex_lock(&guard);
    for (size_t i = 0; i < PLACES; i++) {
        if (!folders[i].path || strcmp(folders[i].path, folder) != 0) continue;
        free(folders[i].path);
        folders[i].path = NULL;
        close(folders[i].lock);
        break;
    }
    pthread_mutex_unlock(&guard);
    free(folder);
}

/* Without the mutex: whoever holds it may be what has just been stopped. A path that goes meanwhile was removed. */
void folder_remove_all(void) {
    for (size_t i = 0; i < PLACES; i++)
        if (folders[i].path) remove_folder(folders[i].path, 20);
}

char *folder_path(const char *folder, const char *name) {
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    return text_take(&path);
}
