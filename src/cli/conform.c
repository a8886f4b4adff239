/* rtcheck conform: options in, one search over pairs of states, answer out. */
#include "conform/conform.h"

#include "base/clock.h"
#include "base/progress.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/ending.h"
#include "cli/common/interrupt.h"
#include "cli/common/searching.h"
#include "cli/conform_answer.h"
#include "cli/load.h"
#include "report/result.h"

#include <string.h>
#include <unistd.h>

enum { MOST_BY_DEFAULT = 8 }; /* threads */

static const char *const stores[] = {"exact", "tree", NULL}; /* as enum store_kind */

struct conform_command {
    struct load load;
    const char *map, *design, *component, *emit;
    struct text_list bounds, events;
    bool every_result, no_symmetry, explore, json, quiet;
    enum eb_width width;  /* of integers in sets of the specification */
    struct searching how; /* always breadth first */
    uint64_t setups, call_memory, trace_limit;
    double call_time;
    /* the run */
    struct conform *conform;
    struct progress progress;
    const volatile sig_atomic_t *interrupted;
    double deadline; /* 0: none */
    bool broke_off;  /* the specification was not asked to the end */
};

static void add_options(struct option_table *table, struct conform_command *command) {
    option_group(table, "What to compare");
    option_text(table, "map", &command->map, "FILE.map", "how states, values and events correspond (required)");
    option_text(table, "design", &command->design, "FILE",
                "Promela with an inline for each call, or, with --allow-code, C (.c, .so)");
    option_text(table, "machine", &command->component, "NAME", "the machine of a text file with several");
    option_flag(table, "every-result", &command->every_result,
                "where the design chooses, every result must correspond, not just one");
    option_flag(table, "explore", &command->explore, "explore the specification only, and count its states");
    option_group(table, "Bounds (they replace those of the map)");
    option_list(table, "bound", &command->bounds, "NAME=VALUE",
                "TASK=3 or TASK={t1,t2} (a carrier set), INT=0..7 (integers), DATA=4 (data types), limit=4 (a "
                "constant), x=0..3 (a variable); "
                "repeated");
    option_list(table, "event", &command->events, "NAME", "only these events; repeated");
    option_count(table, "setups", &command->setups, 1, UINT32_MAX, "at most N choices of the constants");
    option_flag(table, "no-symmetry", &command->no_symmetry,
                "check set-ups that differ only by a permutation, too (the map's `symmetric`)");
    option_group(table, "How to search");
    option_choice(table, "store", &command->how.store, stores,
                  "how pairs are kept: exact (default), or tree (less memory for large states)");
    option_count(table, "threads", &command->how.threads, 1, 1024,
                 "threads (default: one per processor, 8 at most); a design in C has a process for each");
    option_group(table, "Limits (a search that hits one ends with what is known, and exit status 3)");
    option_size(table, "memory", &command->how.memory,
                "memory for pairs: 512M, 4G (default: what the machine has free)");
    option_seconds(table, "time", &command->how.time, "time for everything: 90s, 5m, 2h");
    option_count(table, "depth", &command->how.depth, 1, UINT64_MAX, "longest sequence of events to look at");
    option_seconds(table, "call-time", &command->call_time, "designs in C: processor time for a call (default: 1s)");
    option_size(table, "call-memory", &command->call_memory, "designs in C: memory (default: 1G)");
    option_group(table, "Output");
    option_text(table, "emit", &command->emit, "FILE.pml",
                "write the environment with its assertions as Promela, for rtcheck model or Spin");
    option_count(table, "trace-limit", &command->trace_limit, 1, UINT64_MAX, "print only the last N events");
    option_flag(table, "json", &command->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &command->quiet, "print the verdict only");
    load_options(table, &command->load);
}

/* "activate,terminate" counts as two. */
static void split_events(const struct text_list *given, struct arena *arena, struct text_list *events) {
    for (size_t i = 0; i < given->list.count; i++)
        for (const char *at = given->list.items[i]; *at;) {
            size_t length = strcspn(at, ", ");
            if (length) vec_push(&events->list, arena_text_n(arena, at, length));
            at += length + (at[length] != '\0');
        }
}

static bool goes_on(void *context) {
    const struct conform_command *command = context;
    return !*command->interrupted && (command->deadline <= 0 || clock_seconds() < command->deadline);
}

static struct conform *load(struct conform_command *command, const char *path, const struct text_list *events) {
    struct conform_options options = {.specification = path,
                                      .component = command->component,
                                      .map = command->map,
                                      .design = command->explore ? NULL : command->design,
                                      .bounds = command->bounds.list.items,
                                      .bound_count = command->bounds.list.count,
                                      .only = events->list.items,
                                      .only_count = events->list.count,
                                      .max_setups = (unsigned)command->setups,
                                      .every_result = command->every_result,
                                      .no_symmetry = command->no_symmetry,
                                      .width = command->width,
                                      .call_seconds = command->call_time,
                                      .call_memory = command->call_memory,
                                      .goes_on = goes_on,
                                      .goes_on_context = command,
                                      .program = load_program_options(&command->load)};
    struct diagnostics diagnostics = {0};
    struct conform *conform = conform_load(&options, &diagnostics);
    if (conform)
        diag_print(&diagnostics, stderr);
    else
        command_refuse("conform", path, &diagnostics, command->json);
    diag_free(&diagnostics);
    return conform;
}

/* ---- the search ---- */

static void on_progress(void *context, const struct search_statistics *statistics) {
    struct conform_command *command = context;
    conform_optimise(command->conform);
    if (command->quiet) return;
    searching_show(&command->progress, statistics);
}

/* What the evaluator gave up on is no violation of anything. */
static bool is_no_verdict(const struct violation *violation) {
    return strcmp(violation->kind, "limit") == 0 || strcmp(violation->kind, "specification limit") == 0 ||
           strcmp(violation->kind, "specification overflow") == 0;
}

/* Is it one, as far as is known now? What the map is to blame for is not, nor what the bounds leave open. */
static bool is_verdict(const struct conform *conform, const struct violation *violation) {
    enum conform_side side = conform_side(violation->kind);
    if (is_no_verdict(violation) || side == CONFORM_MAP) return false;
    return side != CONFORM_PAIR || !conform_doubt_of_mismatch(conform);
}

static void on_found(void *context, const struct violation *violation) {
    const struct conform_command *command = context;
    if (is_verdict(command->conform, violation)) ending_found(NULL, violation);
}

static unsigned threads_for(const struct conform_command *command) {
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    if (conform_ts(command->conform)->sequential) return 1;
    if (command->how.threads) return (unsigned)command->how.threads;
    return processors < 1 ? 1 : processors > MOST_BY_DEFAULT ? MOST_BY_DEFAULT : (unsigned)processors;
}

/* Who searches has no patience with long choices when the time is over; who tells a run that was found has some. */
static bool on_phase(void *context, bool searching) {
    struct conform_command *command = context;
    bool gave_up = !searching && conform_lost_patience(command->conform);
    command->broke_off |= gave_up;
    conform_set_patience(command->conform, searching ? goes_on : NULL, command);
    return gave_up;
}

/* A limit of 0 is none. */
static double time_left(const struct conform_command *command) {
    double left = command->deadline - clock_seconds(), least = 0.01;
    return command->deadline <= 0 ? 0 : left < least ? least : left;
}

static struct search_result *search(struct conform_command *command) {
    struct search_options options = searching_options(&command->how, SEARCH_SAFETY, time_left(command));
    options.ignore_end_states = true;
    options.no_reduction = true;
    options.violations = 1;
    options.threads = threads_for(command);
    conform_employ(command->conform, options.threads);
    options.interrupted = command->interrupted;
    options.progress = on_progress;
    options.progress_context = command;
    options.found = on_found;
    options.found_context = command;
    options.phase = on_phase;
    options.phase_context = command;
    progress_begin(&command->progress, stderr);
    struct search_result *found = search_run(conform_ts(command->conform), &options);
    progress_wipe(&command->progress);
    return found;
}

/* ---- the answer ---- */

static int status_of(const struct conform_answer *answer) {
    if (answer->violation && conform_side(answer->violation->kind) == CONFORM_MAP) return STATUS_BAD_INPUT;
    return command_status(answer->verdict);
}

static int print_answer(const struct conform_command *command, struct conform_answer *answer) {
    struct text out = {0};
    const struct violation *violation = answer->violation;
    if (violation && (is_no_verdict(violation) || conform_side(violation->kind) == CONFORM_MAP)) {
        answer->verdict = VERDICT_UNKNOWN;
        answer->complete = false;
    }
    bool mismatch = violation && conform_side(violation->kind) == CONFORM_PAIR;
    answer->doubt = mismatch ? conform_doubt_of_mismatch(answer->conform) : conform_doubt(answer->conform);
    if (command->explore && !answer->doubt) answer->doubt = conform_flaw(answer->conform);
    if (!command->explore && !answer->doubt && !violation && conform_compared_nothing(answer->conform))
        answer->doubt = "no relation of the map applies in any state that is reached (what stands behind `where` is "
                        "never true), so that no states were compared";
    if (answer->doubt && (!violation || mismatch)) {
        answer->verdict = VERDICT_UNKNOWN;
        answer->complete = false;
    }
    if (violation && conform_side(violation->kind) == CONFORM_MAP) {
        struct diagnostics problem = {0};
        diag_error(&problem, violation->place, "%s", violation->message);
        diag_print(&problem, stderr);
        diag_free(&problem);
    }
    if (command->json)
        conform_answer_json(answer, &out);
    else
        conform_answer_text(answer, style_for(stdout), command->quiet, &out);
    command_print(&out);
    return status_of(answer);
}

static int explore(struct conform_command *command, struct conform_answer *answer) {
    double started = clock_seconds();
    on_phase(command, true);
    answer->complete = conform_explore(command->conform, 0, goes_on, command);
    on_phase(command, false);
    answer->pairs.seconds = clock_seconds() - started;
    answer->complete = answer->complete && !command->broke_off;
    answer->verdict = answer->complete ? VERDICT_HOLDS : VERDICT_UNKNOWN;
    if (!answer->complete) answer->limit = *command->interrupted ? LIMIT_INTERRUPTED : LIMIT_TIME;
    return print_answer(command, answer);
}

static bool wants_width(const struct conform_command *command, const struct search_result *found) {
    return command->width < EB_WIDTH_64 && found->violations.count && is_no_verdict(&found->violations.items[0]) &&
           conform_needs_width(command->conform);
}

static int check(struct conform_command *command, struct conform_answer *answer, const struct text_list *events) {
    struct search_result *found = search(command);
    while (wants_width(command, found)) {
        search_result_free(found);
        conform_free(command->conform);
        command->width++;
        answer->conform = command->conform = load(command, answer->specification, events);
        if (!command->conform) return STATUS_BAD_INPUT;
        found = search(command);
    }
    if (found->error) {
        command_complain("conform", "%s", found->error);
        search_result_free(found);
        return STATUS_INTERNAL;
    }
    answer->verdict = found->verdict;
    answer->complete = found->complete;
    answer->limit = found->limit;
    if (command->broke_off && found->complete) {
        answer->complete = false;
        answer->limit = *command->interrupted ? LIMIT_INTERRUPTED : LIMIT_TIME;
        if (answer->verdict == VERDICT_HOLDS) answer->verdict = VERDICT_UNKNOWN;
    }
    answer->pairs = found->statistics;
    answer->violation = found->violations.count ? &found->violations.items[0] : NULL;
    int status = print_answer(command, answer);
    search_result_free(found);
    return status;
}

static int emit(const struct conform_command *command, const char *path) {
    struct diagnostics diagnostics = {0};
    struct text out = {0};
    char *whole = realpath(command->design, NULL); /* the file may be moved */
    bool good = conform_export(command->conform, whole ? whole : command->design, 0, &out, &diagnostics);
    free(whole);
    if (good)
        diag_print(&diagnostics, stderr);
    else
        command_refuse("conform", path, &diagnostics, command->json);
    if (good) good = command_write("conform", command->emit, &out);
    diag_free(&diagnostics);
    text_free(&out);
    return good ? STATUS_GO_ON : STATUS_BAD_INPUT;
}

static int run(struct conform_command *command, const char *path) {
    struct arena *arena = arena_new();
    struct text_list events = {0};
    split_events(&command->events, arena, &events);
    command->interrupted = interrupt_watch();
    if (command->how.time > 0) command->deadline = clock_seconds() + command->how.time;
    command->conform = load(command, path, &events);
    int status = command->conform ? STATUS_GO_ON : STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON && command->emit) status = emit(command, path);
    struct conform_answer answer = {.conform = command->conform,
                                    .specification = path,
                                    .map = command->map,
                                    .design = command->explore ? NULL : command->design,
                                    .pairs = {.coverage = 1},
                                    .trace_limit = command->trace_limit};
    if (status == STATUS_GO_ON)
        status = command->explore ? explore(command, &answer) : check(command, &answer, &events);
    conform_free(command->conform);
    vec_free(&events.list);
    arena_free(arena);
    return status;
}

int command_conform(int argc, char **argv) {
    struct conform_command command = {0};
    struct option_table table = {.command = "conform"};
    struct text_list files = {0};
    add_options(&table, &command);
    int status = command_parse(&table, "[OPTIONS] SPECIFICATION --map FILE.map --design FILE",
                               "Does a design simulate its Event-B specification within bounds? Explores the "
                               "specification, drives the\ndesign through every sequence of events, and shows the "
                               "shortest one after which they part.",
                               argc, argv, 1, &files);
    if (status == STATUS_GO_ON && !command.map)
        status = command_complain("conform", "--map FILE.map is missing: it says how the two correspond");
    if (status == STATUS_GO_ON && !command.design && !command.explore)
        status = command_complain("conform", "--design FILE is missing; --explore does without");
    if (status == STATUS_GO_ON && command.emit && (!command.design || command.explore))
        status = command_complain("conform", "--emit needs a --design, and does not go with --explore");
    if (status == STATUS_GO_ON && !command_can_write("conform", command.emit)) status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON) status = run(&command, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&command.bounds.list);
    vec_free(&command.events.list);
    load_free(&command.load);
    return status;
}
