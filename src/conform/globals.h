/* The variables of a design in C that are not in its state: those of its libraries, global and of threads.
 *
 * Nothing but the state may outlive a call. To see to it, calls are made in two worlds: in one these variables are
 * always as they were when the libraries had been loaded, in the other they go on as the calls leave them. */
#ifndef CONFORM_GLOBALS_H
#define CONFORM_GLOBALS_H

#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct globals_part {
    unsigned char *at, *as_loaded, *as_left;
    size_t size;
};
struct globals {
    VEC(uintptr_t) others; /* where the libraries lie that were there before */
    VEC(struct globals_part) parts;
    bool left; /* as_left differs from as_loaded, or did so once */
};

void globals_begin(struct globals *globals); /* before the design is loaded */
void globals_keep(struct globals *globals);  /* ... and after, by the thread that will make the calls, or its parent */
void globals_as_loaded(const struct globals *globals);
bool globals_changed(const struct globals *globals); /* since globals_as_loaded() */
void globals_as_left(const struct globals *globals); /* as they were at globals_leave() */
void globals_leave(struct globals *globals);

#endif
