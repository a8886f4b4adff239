/* The checks of a model share its time: a claim that is violated after few steps does not wait for a search that never
 * ends. What is told comes in the order of the checks. */
#include "cli/common/command.h"
#include "cli/common/shares.h"
#include "cli/model_run.h"

struct asked {
    struct search_result *found; /* NULL: nothing yet */
    struct search_options options;
};

struct sharing {
    struct model_run *run;
    struct asked *asked; /* by check */
};

static enum shares_outcome search_for(void *context, size_t which, struct share share) {
    struct sharing *sharing = context;
    struct model_run *run = sharing->run;
    struct asked *asked = &sharing->asked[which];
    const struct check *check = &run->checks.list.items[which];
    struct model_subject subject;
    model_subject_begin(&subject, run, NULL, check);
    asked->options = model_run_options(run, check, share.seconds);
    progress_begin(&run->progress, stderr);
    struct search_result *found = share.glance ? searching_near(subject.ts, &asked->options)
                                               : model_subject_search(&subject, run, check, &asked->options);
    progress_wipe(&run->progress);
    model_subject_end(&subject);
    if (found->error) {
        command_complain(run->options->command, "%s", found->error);
        search_result_free(found);
        return SHARES_FAILED;
    }
    bool cut = searching_was_cut(&asked->options, found, false);
    asked->found = searching_better(asked->found, found);
    return cut ? SHARES_CUT : SHARES_DONE;
}

static void keep(struct sharing *sharing, size_t which) {
    struct model_run *run = sharing->run;
    struct asked *asked = &sharing->asked[which];
    const struct check *check = &run->checks.list.items[which];
    if (!asked->found) {
        result_add_property(&run->result, searching_skipped(&run->options->how, model_run_property(check), check->goal,
                                                            *run->interrupted));
        return;
    }
    struct model_subject subject;
    model_subject_begin(&subject, run, NULL, check);
    model_run_keep_search(run, &subject, check, asked->found, &asked->options);
    model_subject_end(&subject);
}

int model_share_checks(struct model_run *run) {
    size_t count = run->checks.list.count;
    struct sharing sharing = {run, arena_new_array(run->arena, struct asked, count + 1)};
    struct shares shares = {.how = &run->options->how,
                            .began = run->started,
                            .interrupted = run->interrupted,
                            .count = count,
                            .search = search_for,
                            .context = &sharing};
    run->searching.saw_all = true; /* there is no guide */
    bool good = shares_run(&shares);
    for (size_t i = 0; good && i < count; i++) keep(&sharing, i);
    for (size_t i = 0; !good && i < count; i++)
        if (sharing.asked[i].found) search_result_free(sharing.asked[i].found);
    return good ? STATUS_GO_ON : STATUS_BAD_INPUT;
}
