/* Work that may crash, hang or take all memory, as that of a library may, done in a copy of this process: what it says
 * comes back, and its end is not ours. */
#ifndef BASE_APART_H
#define BASE_APART_H

#include "base/text.h"

enum apart_end {
    APART_DONE,
    APART_LATE,    /* the time was over, its own or that of the run (base/limits.h) */
    APART_STOPPED, /* somebody wants the run to end */
    APART_DIED     /* it could not be started, has crashed, was killed, or wanted more memory than the run may have */
};

/* Says something; the copy has the caller's thread alone, and prints nowhere. */
typedef void (*apart_work)(void *context, struct text *said);

/* For at most so many seconds. Unless it is done, nothing was said, and `why` gets half a sentence about how it ended:
 * "crashed (Segmentation fault)". */
enum apart_end apart_run(apart_work work, void *context, double seconds, struct text *said, struct text *why);

#endif
