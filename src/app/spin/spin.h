/* Spin as a second engine: the combination model, written into a folder, searched there by Spin's verifier. */
#ifndef APP_SPIN_SPIN_H
#define APP_SPIN_SPIN_H

#include "app/exec/timeline.h"
#include "app/promela/export.h"

#include <signal.h>

struct spin_limits {
    double seconds;                           /* 0: none */
    uint64_t memory;                          /* bytes, 0: none */
    uint64_t depth;                           /* 0: a million */
    const volatile sig_atomic_t *interrupted; /* may be NULL; non-zero: whatever runs is stopped */
};

struct spin_result {
    bool violated, complete;
    const char *limit; /* why it is not complete; NULL */
    const char *kind;  /* of the violation, as a fault's */
    const char *message;
    struct place place;
    uint64_t states, transitions, depth, memory_bytes;
    double seconds;            /* of the search alone */
    struct timeline *timeline; /* the run; NULL: none. Release with timeline_free() */
};

/* Writes app.pml, os_model.pml and osek.pml. NULL, or what is wrong. */
const char *spin_write(const struct app_export *model, const char *folder, struct arena *arena);
#define SPIN_SAFETY SIZE_MAX

/* Runs Spin on what spin_write() wrote: for what is always checked (SPIN_SAFETY), or for a formula by its number. NULL,
 * or why there is no answer. Strings belong to `arena`. */
const char *spin_run(const struct watch *watch, const struct app_export *model, const char *folder, size_t property,
                     const struct spin_limits *limits, struct arena *arena, struct spin_result *result);
/* One run, as Spin's simulator makes it, to its end: the timeline, and the fault that ends it, if one does. The model
 * decides what happens next, or chance where it does not. NULL, or why there is none. */
const char *spin_simulate(const struct watch *watch, const struct app_export *model, const char *folder,
                          const struct spin_limits *limits, struct arena *arena, struct spin_result *result);

#endif
