#include "cli/interrupt.h"

#include <stddef.h>

/* The one place where a global cannot be avoided: a signal handler has no other way to be heard. */
static volatile sig_atomic_t interrupted;

static void note(int signal) { interrupted = signal; }

const volatile sig_atomic_t *interrupt_watch(void) {
    struct sigaction action = {.sa_handler = note, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &interrupted;
}
