/* The ways that the ordinary engine knows (walk.h): inputs are tried one after the other, as executor->sampled says,
 * some or all of them. Its states are the application's, and each of them is one that the application can reach. */
#ifndef APP_CASES_ENUMERATE_H
#define APP_CASES_ENUMERATE_H

#include "app/cases/walk.h"

struct enumerate {
    const struct executor *executor;
    bool wants_events; /* of the notes */
};

struct walk enumerate_walk(struct enumerate *enumerate); /* which outlives it */

#endif
