/* The combination model: written for those who want to read it, and searched by Spin. */
#include "base/clock.h"
#include "base/folder.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "report/excerpt.h"

#include "app/spin.h"

#include <fcntl.h>
#include <string.h>

static const char *source_line(void *context, const char *file, unsigned line) {
    return excerpt_line(context, file, line);
}

/* The model, or false: stderr says why. */
static bool export_model(const struct app *app, const struct app_command *command, struct app_export *model) {
    struct diagnostics diagnostics = {0};
    struct excerpts excerpts = {0};
    struct export_options options = {command->configurations.list.items[0], source_line, &excerpts};
    bool good = app_export(app, &options, model, &diagnostics);
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    excerpts_free(&excerpts);
    return good;
}

bool app_spin_emit(const struct app_command *command, const struct app *app) {
    struct app_export model;
    struct arena *arena = arena_new();
    bool good = export_model(app, command, &model);
    const char *problem = good ? spin_write(&model, command->emit, arena) : NULL;
    if (problem) command_complain("app", "%s", problem);
    app_export_free(&model);
    arena_free(arena);
    return good && !problem;
}

/* ---- the answer ---- */

static void keep(struct app_answer *answer, const struct spin_result *found, double seconds, struct arena *arena) {
    struct result_property property = {.name = "safety",
                                       .what = "safety",
                                       .search = "dfs",
                                       .store = "exact",
                                       .was_run = true,
                                       .verdict = found->violated   ? VERDICT_VIOLATED
                                                  : found->complete ? VERDICT_HOLDS
                                                                    : VERDICT_UNKNOWN,
                                       .complete = found->complete,
                                       .violation_count = found->violated,
                                       .statistics = {.states = found->states,
                                                      .transitions = found->transitions,
                                                      .depth = found->depth,
                                                      .memory_bytes = found->memory_bytes,
                                                      .seconds = seconds,
                                                      .coverage = 1}};
    if (found->limit)
        property.limit = strcmp(found->limit, "time limit") == 0     ? LIMIT_TIME
                         : strcmp(found->limit, "interrupted") == 0  ? LIMIT_INTERRUPTED
                         : strcmp(found->limit, "memory limit") == 0 ? LIMIT_MEMORY
                                                                     : LIMIT_DEPTH;
    result_add_property(&answer->result, property);
    if (!found->violated) return;
    struct violation *violation = arena_new_object(arena, struct violation);
    *violation = (struct violation){.kind = found->kind, .message = found->message, .place = found->place};
    vec_push(&answer->result.violations, (struct result_violation){.property = "safety", .violation = violation});
    vec_push(&answer->timelines, found->timeline);
}

static struct spin_limits limits_of(const struct app_command *command) {
    return (struct spin_limits){command->how.time, command->how.memory, command->how.depth, interrupt_watch()};
}

static bool search(const struct app_command *command, const struct app *app, const struct app_export *model,
                   const char *folder, struct arena *arena, struct app_answer *answer) {
    struct spin_limits limits = limits_of(command);
    struct spin_result found = {0};
    double began = clock_seconds();
    const char *problem = spin_write(model, folder, arena);
    if (!problem) problem = spin_run(app, model, folder, &limits, arena, &found);
    if (problem) {
        command_complain("app", "%s", problem);
        timeline_free(found.timeline);
        return false;
    }
    keep(answer, &found, clock_seconds() - began, arena);
    return true;
}

/* Where Spin works: the folder of --emit, or a private one that is gone afterwards. */
struct workshop {
    struct app_export model;
    char *own;
    const char *folder; /* NULL: there is none, and stderr says why */
};

static struct workshop workshop_open(const struct app_command *command, const struct app *app) {
    struct workshop workshop = {0};
    bool good = export_model(app, command, &workshop.model);
    if (good && !command->emit && !(workshop.own = folder_new("spin")))
        command_complain("app", "cannot make a folder for the model");
    if (good) workshop.folder = command->emit ? command->emit : workshop.own;
    return workshop;
}

static void workshop_close(struct workshop *workshop) {
    if (workshop->own) folder_free(workshop->own);
    app_export_free(&workshop->model);
}

bool app_spin_check(const struct app_command *command, const struct app *app, struct arena *arena,
                    struct app_answer *answer) {
    answer->result.source.model = command->configurations.list.items[0];
    answer->result.store = "exact";
    answer->result.reduction = true;
    answer->result.threads = 1;
    struct workshop workshop = workshop_open(command, app);
    bool good = workshop.folder && search(command, app, &workshop.model, workshop.folder, arena, answer);
    workshop_close(&workshop);
    return good;
}

/* ---- one run ---- */

int app_spin_run(const struct app_command *command, const struct app *app) {
    struct workshop workshop = workshop_open(command, app);
    struct arena *arena = arena_new();
    struct spin_result found = {0};
    struct spin_limits limits = limits_of(command);
    int status = STATUS_BAD_INPUT;
    if (workshop.folder) {
        const char *problem = spin_write(&workshop.model, workshop.folder, arena);
        if (!problem) problem = spin_simulate(app, &workshop.model, workshop.folder, &limits, arena, &found);
        if (problem)
            command_complain("app", "%s", problem);
        else
            status = app_command_tell_run(command, found.timeline, found.violated);
    }
    timeline_free(found.timeline);
    arena_free(arena);
    workshop_close(&workshop);
    return status;
}

/* ---- both ---- */

/* Kinds of violations that the model does not say. */
static bool is_beyond_spin(const char *kind) {
    static const char *const kinds[] = {"overflow", "memory", "division", "race", "endless", "argument"};
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0) return true;
    return false;
}

int app_spin_compare(const struct app_command *command, const struct app *app, struct arena *arena,
                     struct app_answer *ours) {
    struct app_answer theirs = {0};
    int status = STATUS_GO_ON;
    if (!app_spin_check(command, app, arena, &theirs)) {
        status = STATUS_BAD_INPUT;
    } else {
        enum verdict a = ours->result.verdict, b = theirs.result.verdict;
        const char *kind = ours->result.violations.count ? ours->result.violations.items[0].violation->kind : NULL;
        bool beyond = a == VERDICT_VIOLATED && b == VERDICT_HOLDS && is_beyond_spin(kind);
        if (beyond && !command->quiet)
            fprintf(stderr, "rtcheck app: Spin was not asked about '%s': its model cannot say it\n", kind);
        if (a != b && a != VERDICT_UNKNOWN && b != VERDICT_UNKNOWN && !beyond) {
            char *folder = folder_new("spin");
            struct app_command kept = *command;
            kept.emit = folder;
            if (folder) app_spin_emit(&kept, app);
            fprintf(stderr, "rtcheck app: the engines disagree: explicit says %s, Spin says %s; the model is in %s\n",
                    result_verdict_name(a), result_verdict_name(b), folder ? folder : "no folder");
            free(folder);
            status = STATUS_INTERNAL;
        } else if (!command->quiet && !beyond) {
            fprintf(stderr, "rtcheck app: Spin says %s, too (%llu states)\n", result_verdict_name(b),
                    (unsigned long long)theirs.result.total.states);
        }
    }
    struct result *summary = arena_new_object(arena, struct result);
    summary->verdict = theirs.result.verdict;
    summary->total = theirs.result.total;
    if (status != STATUS_BAD_INPUT) ours->by_spin = summary;
    app_answer_free(&theirs);
    return status;
}
