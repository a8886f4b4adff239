/* A design: a state and calls that change it (Vu 2014, definition 5), in whatever language it is written.
 *
 * A state is a string of bytes; two states are equal iff size and bytes are. A call may have several results (the
 * design chooses), none (it refuses: it blocks), or go wrong (it crashes, an assertion fails, it does not end). */
#ifndef CONFORM_DESIGN_H
#define CONFORM_DESIGN_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

/* A call with its arguments. */
struct design_invocation {
    unsigned call; /* its number among those the design was loaded with */
    unsigned argument_count;
    const int32_t *arguments;
};

/* A sequence of calls, made one after the other. */
struct design_run {
    const struct design_invocation *calls;
    unsigned count;
};

struct design_fault {
    const char *kind;    /* "assertion", "index", "crash", "endless", "blocked", ...: for machines */
    const char *message; /* for people */
    struct place place;
    unsigned call; /* which call of the run went wrong */
};

/* A state that run number `run` can end in; or, with a fault, what went wrong on one of its ways (then `state` is as
 * far as is known). A way that leads nowhere has the fault "blocked". Valid only during the call. */
typedef void (*design_result)(void *context, unsigned run, const void *state, uint32_t size,
                              const struct design_fault *fault);

enum design_read {
    DESIGN_READ,
    DESIGN_BEYOND, /* larger than any int64_t */
    DESIGN_NOTHING /* an index is out of range */
};
enum design_find { DESIGN_FOUND, DESIGN_UNKNOWN, DESIGN_SHAPE };

/* Everything but start() and run() is pure. */
struct design {
    const char *path;
    uint32_t max_state_size;
    bool sequential; /* only one thread at a time, and no second instance */
    bool foreign;    /* C: it may do something else when asked again */

    /* A further instance, for another thread, with the same handles: start() and run() are for one thread at a time
     * each. Of the first instance only, and released before it. NULL with nothing said if there can be none. The
     * function itself is NULL if one instance serves several threads at once. */
    struct design *(*another)(struct design *design);

    /* The state before any call. False where the design goes wrong at once: result() was told. */
    bool (*start)(struct design *design, design_result result, void *context);
    /* Makes each run from the state, every way it can go. */
    void (*run)(struct design *design, const void *state, uint32_t size, const struct design_run *runs, unsigned count,
                design_result result, void *context);
    /* "task[].state": a handle for read(), and how many indices it needs. */
    enum design_find (*find)(struct design *design, const char *pattern, unsigned *handle, unsigned *index_count);
    enum design_read (*read)(const struct design *design, unsigned handle, const int64_t *indices, const void *state,
                             uint32_t size, int64_t *value);
    /* All variables, for people. */
    void (*variables)(const struct design *design, const void *state, uint32_t size,
                      void (*visit)(void *context, const char *name, const char *value), void *context);
    void (*optimise)(struct design *design); /* the search is long; may be NULL */
    void (*release)(struct design *design);
};

/* What the map calls: errors about it are reported there. */
struct design_need {
    const char *name;
    unsigned argument_count;
    struct place place;
};

static inline void design_release(struct design *design) {
    if (design) design->release(design);
}

#endif
