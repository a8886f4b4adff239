/* How many orders of services there are in the code of a task, or of whatever else runs: looked at before the graph of
 * computation is built, as each may make another state of the kernel (the worst case of H. Zhang's thesis, section
 * 8.2.2). The graph may be much smaller: different orders often come to the same state.
 *
 * Ways that call the same services at the same places count once, and so does every loop. */
#ifndef APP_SEQUENTIAL_ESTIMATE_H
#define APP_SEQUENTIAL_ESTIMATE_H

#include "app/sequential/code.h"

struct sequential_estimate {
    double orders;    /* of the context that has the most */
    uint32_t context; /* which that is; OSEK_NONE: nothing has code */
};

struct sequential_estimate sequential_estimate(const struct sequential_code *code);

#endif
