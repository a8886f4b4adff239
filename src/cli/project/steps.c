/* A folder may have many thousands of files: whatever goes through all of them tells a terminal how far it is, and ends
 * when the time is over. */
#include "base/clock.h"
#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/project/project.h"

enum { PATIENCE = 1 }; /* seconds before there is something to tell */

static void end_early(struct project *project, const char *doing, size_t done, size_t all) {
    progress_wipe(&project->progress);
    command_complain("app",
                     "'%s' was not searched to its end (%s: %zu of %zu); name a smaller folder, or the files, or give "
                     "it more --time",
                     project->folder, doing, done, all);
    limits_check();
}

void project_step(struct project *project, const char *doing, size_t done, size_t all) {
    double now = clock_seconds();
    if (limits_reached()) end_early(project, doing, done, all);
    if (done == all) progress_wipe(&project->progress);
    if (done == all || now - project->told < 0.1 || now - project->command->began < PATIENCE) return;
    project->told = now;
    if (!project->progress.out) progress_begin(&project->progress, stderr);
    progress_line(&project->progress, arena_printf(project->arena, "%s: %zu of %zu", doing, done, all));
}
