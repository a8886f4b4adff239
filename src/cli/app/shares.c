/* The checks and the formulas share the time: a search of the checks that never ends keeps no formula from being
 * looked at. */
#include "cli/common/shares.h"
#include "app/paths/paths.h"
#include "base/clock.h"
#include "cli/app/checking.h"
#include "cli/app/found.h"

/* What the last search of the checks (0), or of a formula, has found. */
struct share_found {
    struct app_found found;
    const char *inconclusive;
};

struct sharing {
    struct checking *checking;
    struct share_found *parts;
    size_t count;
    const char *assumption; /* before anything is searched */
    bool covered;
};

bool app_checking_shares_its_time(const struct checking *checking) {
    const struct command_app_options *command = checking->command;
    return command->how.time > 0 && app_property_count(checking->app) && command->engine != ENGINE_SEQUENTIAL &&
           !command->how.checkpoint && !command->how.resume && !command->suppress;
}

/* What one gives up others may have met as well. */
static const char *given_up_by(const struct sharing *sharing) {
    for (size_t i = 0; i < sharing->count; i++)
        if (sharing->parts[i].inconclusive) return sharing->parts[i].inconclusive;
    return NULL;
}

static bool was_cut(const struct result *result) {
    bool late = false;
    for (size_t i = 0; i < result->properties.count; i++) late |= result->properties.items[i].limit == LIMIT_TIME;
    return late && !result->violations.count;
}

static bool search(struct checking *checking, size_t which) {
    return which ? app_checking_run_formula(checking, which - 1) : app_checking_run_checks(checking);
}

static enum shares_outcome search_share(void *context, size_t which, struct share share) {
    struct sharing *sharing = context;
    struct checking *checking = sharing->checking;
    struct answer *answer = checking->answer;
    struct share_found *part = &sharing->parts[which];
    app_found_free(&part->found);
    part->inconclusive = NULL;
    answer->inconclusive = given_up_by(sharing);
    if (!which) answer->assumption = sharing->assumption;
    if (checking->paths) paths_forget_doubts(checking->paths);
    checking->until = share.seconds > 0 ? clock_seconds() + share.seconds : 0;
    checking->glance = share.glance;
    bool good = search(checking, which);
    checking->until = 0;
    checking->glance = false;
    if (good && !which) sharing->covered = app_checking_is_covered(checking, answer->result.complete);
    *part = (struct share_found){app_found_take(answer), answer->inconclusive};
    /* Whether time was kind is asked once. */
    bool again = was_cut(&part->found.result) && (which || !checking->found_hurried);
    return !good ? SHARES_FAILED : again ? SHARES_CUT : SHARES_DONE;
}

/* What some part of them has found is what all have, in their order. */
static bool put_together(struct sharing *sharing) {
    struct checking *checking = sharing->checking;
    struct answer *answer = checking->answer;
    enum verdict verdict = VERDICT_HOLDS;
    bool complete = true, good = true;
    for (size_t i = 0; good && i < sharing->count; i++) {
        struct result *found = &sharing->parts[i].found.result;
        bool had_time = found->properties.count > 0;
        if (!had_time) good = search(checking, i); /* which says so */
        for (size_t k = 0; k < found->properties.count; k++)
            result_add_property(&answer->result, found->properties.items[k]);
        app_found_give(&sharing->parts[i].found, answer);
        verdict = search_verdict_of_both(verdict, had_time ? found->verdict : VERDICT_UNKNOWN);
        complete = complete && had_time && found->complete;
    }
    answer->result.verdict = verdict;
    answer->result.complete = complete;
    answer->inconclusive = given_up_by(sharing);
    return good;
}

bool app_checking_run_shares(struct checking *checking, bool *covered) {
    size_t count = 1 + app_property_count(checking->app);
    struct sharing sharing = {.checking = checking,
                              .parts = memory_new(count * sizeof *sharing.parts),
                              .count = count,
                              .assumption = checking->answer->assumption};
    struct shares shares = {.how = &checking->command->how,
                            .began = checking->started,
                            .interrupted = checking->interrupted,
                            .count = count,
                            .search = search_share,
                            .context = &sharing};
    bool good = shares_run(&shares) && put_together(&sharing);
    *covered = sharing.covered;
    for (size_t i = 0; i < count; i++) app_found_free(&sharing.parts[i].found);
    free(sharing.parts);
    return good;
}
