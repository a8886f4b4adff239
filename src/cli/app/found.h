/* What a search of an application has found, out of its answer: another search may find something else. */
#ifndef CLI_APP_FOUND_H
#define CLI_APP_FOUND_H

#include "report/answer.h"

struct app_found {
    struct result result;
    struct timeline **timelines; /* of its violations */
    size_t timeline_count;
};

/* The answer is as it was before anything was found. */
struct app_found app_found_take(struct answer *answer);
/* Its violations go with the answer, behind those that are there. */
void app_found_give(struct app_found *found, struct answer *answer);
/* The answer is as it was when this was taken. */
void app_found_restore(struct app_found *found, struct answer *answer);
/* ... with what was found since then behind it. */
void app_found_put_before(struct app_found *found, struct answer *answer);
void app_found_free(struct app_found *found);

#endif
