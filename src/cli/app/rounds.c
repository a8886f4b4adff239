/* Which bound of loops would do, where runs were given up (--loop-bound). */
#include "base/clock.h"
#include "base/limits.h"
#include "cli/app/checking.h"

enum {
    PATIENCE = 5 /* seconds for all searches, where there is no limit, and ... */,
    TIMES = 3 /* ... so many times as long as the one that gave up */
};
#define KEPT_BACK 0.1 /* of the time: what is known is to be told */

/* When looking for it ends, by the clock. */
static double end_of_looking(const struct checking *checking) {
    double now = clock_seconds(), limit = checking->command->how.time;
    if (limit > 0) return checking->started + limit * (1 - KEPT_BACK);
    return now + PATIENCE * limits_crowding() + TIMES * (now - checking->started);
}

/* Larger and larger ones, since each takes longer than all before. A run that goes round too often decides against one
 * whatever else there is; for it, all runs must have been gone through. */
static bool find_enough(struct checking *checking, uint32_t *enough, uint32_t *too_few) {
    struct app *app = checking->app;
    double until = end_of_looking(checking);
    for (uint32_t bound = *too_few; bound <= UINT32_MAX / 2;) {
        double left = until - clock_seconds();
        if (left <= 0 || *checking->interrupted) return false;
        bound *= 2;
        app_set_loop_bound(app, bound);
        bool all = app_checking_goes_through(checking, left);
        bool is_cut_off = app_is_cut_off(app);
        if (is_cut_off) *too_few = bound;
        if (all && !is_cut_off) *enough = app_most_rounds(app);
        if (!is_cut_off) return all;
    }
    return false;
}

const char *app_checking_with_enough_rounds(struct checking *checking, const char *cut_off) {
    struct app *app = checking->app;
    uint32_t bound = app_loop_bound(app), too_few = bound, enough = 0;
    const char *words;
    if (find_enough(checking, &enough, &too_few))
        words = arena_printf(checking->arena, "%s; --loop-bound %u would do%s", cut_off, enough,
                             app_sampled(app, checking->arena) ? " for the values that were tried" : "");
    else if (too_few > bound)
        words =
            arena_printf(checking->arena, "%s; %u would not do, and it takes too long to try more", cut_off, too_few);
    else
        words = arena_printf(checking->arena, "%s; it takes too long to try more", cut_off);
    app_set_loop_bound(app, bound);
    return words;
}
