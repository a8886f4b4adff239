#include "cli/common/shares.h"

#include "base/memory.h"

#include <stdlib.h>

static const double glances = 0.2;     /* of the time, for all of them */
static const double worth_while = 1.5; /* times what it had: less would hardly find more */

struct asked {
    bool done;
    double seconds; /* that it had last */
};

struct sharing {
    const struct shares *plan;
    struct asked *asked;
    size_t open; /* not done */
};

static bool is_time(const struct sharing *sharing, double *left) {
    const struct shares *plan = sharing->plan;
    return !*plan->interrupted && searching_time_left(plan->how, plan->began, left);
}

static bool ask(struct sharing *sharing, size_t which, struct share share) {
    const struct shares *plan = sharing->plan;
    struct asked *asked = &sharing->asked[which];
    enum shares_outcome outcome = plan->search(plan->context, which, share);
    asked->seconds = share.seconds;
    asked->done = outcome == SHARES_DONE;
    if (asked->done) sharing->open--;
    return outcome != SHARES_FAILED;
}

static bool glance_at_all(struct sharing *sharing) {
    double left;
    if (!is_time(sharing, &left)) return true;
    double each = left * glances / (double)sharing->plan->count;
    for (size_t i = 0; i < sharing->plan->count; i++) {
        if (!is_time(sharing, &left)) return true;
        if (!ask(sharing, i, (struct share){left < each ? left : each, true})) return false;
    }
    return true;
}

static bool share_out(struct sharing *sharing) {
    size_t waiting = sharing->open;
    double left;
    for (size_t i = 0; i < sharing->plan->count; i++) {
        if (sharing->asked[i].done) continue;
        if (!is_time(sharing, &left)) return true;
        if (!ask(sharing, i, (struct share){left / (double)waiting--, false})) return false;
    }
    return true;
}

static bool has_more_to_share(const struct sharing *sharing) {
    double left, longest = 0;
    if (!sharing->open || !is_time(sharing, &left)) return false;
    for (size_t i = 0; i < sharing->plan->count; i++)
        if (!sharing->asked[i].done && sharing->asked[i].seconds > longest) longest = sharing->asked[i].seconds;
    return left / (double)sharing->open > longest * worth_while;
}

bool shares_run(const struct shares *shares) {
    struct sharing sharing = {shares, memory_new((shares->count + 1) * sizeof *sharing.asked), shares->count};
    bool limited = shares->how->time > 0;
    bool good = !limited || shares->count < 2 || glance_at_all(&sharing);
    if (good) good = share_out(&sharing);
    while (good && limited && has_more_to_share(&sharing)) good = share_out(&sharing);
    free(sharing.asked);
    return good;
}
