/* A log of two entries, written by two tasks under a lock. */
#include "os.h"
#include <assert.h>

int log_entries[2], tail;

static void append(int entry) {
    int at = tail;
    log_entries[at] = entry;
    tail = at + 1;
    assert(tail == at + 1 && log_entries[at] == entry);
}

TASK(worker) {
    GetResource(log_lock);
    append(1);
    ReleaseResource(log_lock);
    TerminateTask();
}

ISR(alert) { ActivateTask(urgent); }

/* It runs as soon as it is activated: the ceiling of the lock is that of `worker`. */
TASK(urgent) {
    GetResource(log_lock);
    if (tail < 2) append(2);
    ReleaseResource(log_lock);
    TerminateTask();
}
