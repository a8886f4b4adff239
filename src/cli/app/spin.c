/* The combination model: written for those who want to read it, and searched by Spin. */
#include "base/clock.h"
#include "base/folder.h"
#include "cli/app/compare.h"
#include "cli/common/command.h"
#include "cli/common/interrupt.h"
#include "report/excerpt.h"

#include "app/spin/spin.h"

#include <fcntl.h>
#include <string.h>

static const char *source_line(void *context, const char *file, unsigned line) {
    return excerpt_line(context, file, line);
}

/* How the model is made, and, if it cannot be, where the reason goes. */
struct exporting {
    bool without_formulas;
    struct text *refused; /* NULL: to stderr */
};

/* Spin stops at what is wrong, suppressed or not. */
static void refuse_suppressions(const struct exporting *exporting) {
    if (exporting->refused)
        text_add(exporting->refused, "it cannot go on behind what is suppressed");
    else
        command_complain("app", "Spin's model cannot go on behind what is suppressed: leave --suppress out");
}

/* The model, or false: it is said why. */
static bool export_model(const struct app *app, const struct command_app_options *command,
                         const struct exporting *exporting, struct app_export *model) {
    *model = (struct app_export){0};
    if (command->suppress) {
        refuse_suppressions(exporting);
        return false;
    }
    struct diagnostics diagnostics = {0};
    struct excerpts excerpts = {0};
    struct export_options options = {command->configurations.list.items[0], source_line, &excerpts,
                                     exporting->without_formulas};
    bool good = app_export(app_watch(app), &options, model, &diagnostics);
    if (!exporting->refused)
        diag_print(&diagnostics, stderr);
    else if (!good && diagnostics.list.count)
        command_add_reason(&diagnostics.list.items[0], exporting->refused);
    diag_free(&diagnostics);
    excerpts_free(&excerpts);
    return good;
}

bool command_spin_emit(const struct command_app_options *command, const struct app *app) {
    struct app_export model;
    struct arena *arena = arena_new();
    bool good = export_model(app, command, &(struct exporting){0}, &model);
    const char *problem = good ? spin_write(&model, command->emit, arena) : NULL;
    if (problem) command_complain("app", "%s", problem);
    app_export_free(&model);
    arena_free(arena);
    return good && !problem;
}

/* ---- the answer ---- */

/* What is asked: the checks, or a formula. */
struct question {
    size_t property; /* SPIN_SAFETY, or the formula's number */
    const char *name, *formula, *what;
};

static struct result_property property_of(const struct question *question) {
    return (struct result_property){.name = question->name,
                                    .formula = question->formula,
                                    .what = question->what,
                                    .search = "dfs",
                                    .store = "exact",
                                    .verdict = VERDICT_UNKNOWN,
                                    .limit = LIMIT_TIME,
                                    .statistics = {.coverage = 1}};
}

static enum search_limit limit_of(const char *words) {
    if (!words) return LIMIT_NONE;
    return strcmp(words, "time limit") == 0     ? LIMIT_TIME
           : strcmp(words, "interrupted") == 0  ? LIMIT_INTERRUPTED
           : strcmp(words, "memory limit") == 0 ? LIMIT_MEMORY
                                                : LIMIT_DEPTH;
}

static void keep(struct answer *answer, const struct question *question, const struct spin_result *found,
                 double seconds, struct arena *arena) {
    struct result_property property = property_of(question);
    property.was_run = true;
    property.verdict = found->violated ? VERDICT_VIOLATED : found->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    property.complete = found->complete;
    property.violation_count = found->violated;
    property.limit = limit_of(found->limit);
    property.statistics = (struct search_statistics){.states = found->states,
                                                     .transitions = found->transitions,
                                                     .depth = found->depth,
                                                     .memory_bytes = found->memory_bytes,
                                                     .seconds = seconds,
                                                     .coverage = 1};
    result_add_property(&answer->result, property);
    if (!found->violated) return;
    struct violation *violation = arena_new_object(arena, struct violation);
    *violation = (struct violation){.kind = found->kind, .message = found->message, .place = found->place};
    vec_push(&answer->result.violations, (struct result_violation){.property = question->name, .violation = violation});
    vec_push(&answer->timelines, found->timeline);
}

static struct spin_limits limits_of(const struct command_app_options *command) {
    return (struct spin_limits){command->how.time, command->how.memory, command->how.depth, interrupt_watch()};
}

static void complain(struct answer *answer, const char *problem, struct arena *arena) {
    answer->inconclusive = arena_text(arena, problem);
    command_complain("app", "%s", problem);
}

static bool ask(const struct command_app_options *command, const struct app *app, const struct app_export *model,
                const char *folder, const struct question *question, struct arena *arena, struct answer *answer) {
    struct spin_limits limits = limits_of(command);
    struct spin_result found = {0};
    double began = clock_seconds();
    const char *problem = spin_run(app_watch(app), model, folder, question->property, &limits, arena, &found);
    if (problem) {
        complain(answer, problem, arena);
        timeline_free(found.timeline);
        return false;
    }
    keep(answer, question, &found, clock_seconds() - began, arena);
    return true;
}

static bool search(const struct command_app_options *command, const struct app *app, const struct app_export *model,
                   const char *folder, size_t formulas, struct arena *arena, struct answer *answer) {
    const char *problem = spin_write(model, folder, arena);
    struct question checks = {SPIN_SAFETY, "safety", NULL, "safety"};
    if (problem) {
        complain(answer, problem, arena);
        return false;
    }
    if (!ask(command, app, model, folder, &checks, arena, answer)) return false;
    /* Runs that break off in the middle say nothing about a formula. */
    bool breaks_off = answer->result.properties.items[0].verdict == VERDICT_VIOLATED;
    for (size_t i = 0; i < formulas; i++) {
        struct question formula = {i, app_property_name(app, i), app_property_text(app, i), "ltl"};
        if (breaks_off)
            result_add_property(&answer->result, property_of(&formula));
        else if (!ask(command, app, model, folder, &formula, arena, answer))
            return false;
    }
    return true;
}

/* Where Spin works: the folder of --emit, or a private one that is gone afterwards. */
struct workshop {
    struct app_export model;
    char *own;
    const char *folder; /* NULL: there is none, and stderr says why */
};

static struct workshop workshop_open(const struct command_app_options *command, const struct app *app,
                                     const struct exporting *exporting) {
    struct workshop workshop = {0};
    bool good = export_model(app, command, exporting, &workshop.model);
    if (good && !command->emit && !(workshop.own = folder_new("spin")))
        command_complain("app", "cannot make a folder for the model");
    if (good) workshop.folder = command->emit ? command->emit : workshop.own;
    return workshop;
}

static void workshop_close(struct workshop *workshop) {
    if (workshop->own) folder_free(workshop->own);
    app_export_free(&workshop->model);
}

static bool check(const struct command_app_options *command, const struct app *app, const struct exporting *exporting,
                  struct arena *arena, struct answer *answer) {
    answer->result.source.model = command->configurations.list.items[0];
    answer->result.store = "exact";
    answer->result.reduction = true;
    answer->result.threads = 1;
    struct workshop workshop = workshop_open(command, app, exporting);
    size_t formulas = exporting->without_formulas ? 0 : app_property_count(app);
    bool good = workshop.folder && search(command, app, &workshop.model, workshop.folder, formulas, arena, answer);
    workshop_close(&workshop);
    return good;
}

bool command_spin_check(const struct command_app_options *command, const struct app *app, struct arena *arena,
                        struct answer *answer) {
    bool good = check(command, app, &(struct exporting){0}, arena, answer);
    if (good && answer->result.verdict != VERDICT_VIOLATED)
        answer->assumption = command_beyond_model(command, app, answer->assumption, arena);
    return good;
}

/* ---- one run ---- */

int command_spin_run(const struct command_app_options *command, const struct app *app) {
    struct workshop workshop = workshop_open(command, app, &(struct exporting){0});
    struct arena *arena = arena_new();
    struct spin_result found = {0};
    struct spin_limits limits = limits_of(command);
    int status = STATUS_BAD_INPUT;
    if (workshop.folder) {
        const char *problem = spin_write(&workshop.model, workshop.folder, arena);
        if (!problem) problem = spin_simulate(app_watch(app), &workshop.model, workshop.folder, &limits, arena, &found);
        if (problem)
            command_complain("app", "%s", problem);
        else
            status = command_app_tell_run(command, found.timeline, found.violated);
    }
    timeline_free(found.timeline);
    arena_free(arena);
    workshop_close(&workshop);
    return status;
}

/* ---- both ---- */

/* Kinds of violations that the model does not say. */
static bool is_beyond_spin(const char *kind) {
    static const char *const kinds[] = {"overflow", "memory",   "division",      "race",
                                        "endless",  "argument", "uninitialised", "waiting"};
    for (size_t i = 0; kind && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0) return true;
    return false;
}

static bool differ(enum verdict a, enum verdict b) { return a != b && a != VERDICT_UNKNOWN && b != VERDICT_UNKNOWN; }

/* Spin's alarms expire whenever they like: what goes wrong only then is wrong there. */
static enum verdict comparable(const struct answer *ours, size_t property) {
    return property == ours->hurried_property && ours->hurried ? VERDICT_VIOLATED
                                                               : ours->result.properties.items[property].verdict;
}

/* The first property about which the engines do not say the same; NULL: none. */
static const struct result_property *disagreement(const struct answer *ours, const struct result *theirs) {
    for (size_t i = 0; i < ours->result.properties.count && i < theirs->properties.count; i++)
        if (differ(comparable(ours, i), theirs->properties.items[i].verdict)) return &ours->result.properties.items[i];
    return NULL;
}

/* Says it, and leaves the model where it can be looked at. */
static void tell_disagreement(const struct command_app_options *command, const struct app *app,
                              const struct result_property *property, enum verdict theirs) {
    char *folder = folder_new("spin");
    struct command_app_options kept = *command;
    kept.emit = folder;
    if (folder) command_spin_emit(&kept, app);
    fprintf(stderr, "rtcheck app: the engines disagree%s%s: explicit says %s, Spin says %s; the model is in %s\n",
            property->formula ? " about " : "", property->formula ? property->formula : "",
            result_verdict_name(property->verdict), result_verdict_name(theirs), folder ? folder : "no folder");
    free(folder);
}

static int compare(const struct command_app_options *command, const struct app *app, const struct answer *answer,
                   const struct result *theirs) {
    const struct result *ours = &answer->result;
    const struct result_property *property = disagreement(answer, theirs);
    if (property && property->formula && property->verdict == VERDICT_HOLDS && answer->fairness_decides) {
        if (!command->quiet)
            fputs("rtcheck app: Spin was not asked about formulas that hold because counters go on\n", stderr);
        return STATUS_GO_ON;
    }
    const char *kind = ours->violations.count ? ours->violations.items[0].violation->kind : NULL;
    bool beyond = property && property == ours->properties.items && comparable(answer, 0) == VERDICT_VIOLATED &&
                  (answer->is_neglect || is_beyond_spin(kind));
    if (beyond) {
        if (!command->quiet)
            fprintf(stderr, "rtcheck app: Spin was not asked about '%s': its model cannot say it\n", kind);
        return STATUS_GO_ON;
    }
    if (property) {
        tell_disagreement(command, app, property, theirs->properties.items[property - ours->properties.items].verdict);
        return STATUS_INTERNAL;
    }
    bool without_formulas = theirs->properties.count < ours->properties.count;
    enum verdict same = without_formulas ? ours->properties.items[0].verdict : ours->verdict;
    if (!command->quiet)
        fprintf(stderr, "rtcheck app: Spin says %s%s%s (%llu states)\n", result_verdict_name(theirs->verdict),
                answer->hurried           ? ", as alarms expire whenever they like there"
                : theirs->verdict == same ? ", too"
                                          : "",
                without_formulas ? ", but for formulas" : "", (unsigned long long)theirs->total.states);
    return STATUS_GO_ON;
}

/* Why there is nothing to ask; NULL: there may be. */
static const char *obstacle(const struct command_app_options *command, const struct app *app,
                            const struct answer *ours) {
    double left;
    if (app_kernel_config(app)->no_scheduler) return "Promela models have a scheduler (--schedule any)";
    bool is_over = !searching_time_left(&command->how, command->began, &left);
    return ours->result.verdict == VERDICT_UNKNOWN && is_over ? "no time was left" : NULL;
}

int command_spin_compare(const struct command_app_options *command, const struct app *app, struct arena *arena,
                         struct answer *ours) {
    struct answer theirs = {0};
    struct text refused = {0};
    int status = STATUS_BAD_INPUT;
    struct exporting exporting = {.refused = &refused};
    ours->spin_not_asked = obstacle(command, app, ours);
    if (ours->spin_not_asked) {
        if (!command->quiet) fprintf(stderr, "rtcheck app: Spin was not asked: %s\n", ours->spin_not_asked);
        return STATUS_GO_ON;
    }
    bool answered = check(command, app, &exporting, arena, &theirs);
    if (!answered && refused.length && app_property_count(app)) {
        /* Perhaps only the formulas cannot be said. */
        struct text whole = {0};
        exporting = (struct exporting){true, &whole};
        answered = check(command, app, &exporting, arena, &theirs);
        text_free(&whole);
    }
    if (refused.length) {
        ours->spin_not_asked = arena_printf(arena, "%s%s", answered ? "about formulas: " : "", text_chars(&refused));
        if (!command->quiet) fprintf(stderr, "rtcheck app: Spin was not asked: %s\n", ours->spin_not_asked);
        status = STATUS_GO_ON;
    } else if (!answered && theirs.inconclusive) {
        ours->spin_not_asked = theirs.inconclusive;
        status = STATUS_GO_ON;
    }
    if (answered) {
        status = compare(command, app, ours, &theirs.result);
        struct result *summary = arena_new_object(arena, struct result);
        summary->verdict = theirs.result.verdict;
        summary->total = theirs.result.total;
        ours->by_spin = summary;
    }
    answer_free(&theirs);
    text_free(&refused);
    return status;
}
