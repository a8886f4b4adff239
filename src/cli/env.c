/* rtcheck env: an environment model in, environments chosen, then counted, listed, written or checked. */
#include "base/clock.h"
#include "base/file.h"
#include "base/fingerprint.h"
#include "base/limits.h"
#include "base/progress.h"
#include "base/units.h"
#include "base/word.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/host.h"
#include "cli/common/interrupt.h"
#include "cli/env_files.h"
#include "cli/env_table.h"
#include "cli/load.h"
#include "promela/source.h"
#include "report/result.h"
#include "report/version.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

enum {
    EXPLOSION = 100000,      /* more environments than this need --yes */
    COUNT_LIMIT = 200000000, /* steps of counting, without --yes       */
    LIST_BLOCK = 500,        /* lines of a list under one heading      */
    SHOWN_ROWS = 20,
    WORTH_OPTIMISING = 2000,
    WORTH_COMPILING = 8,  /* environments: compiling their expressions takes as long as checking some of them */
    MOST_STATES = 5000000 /* of one environment with the design: about a gigabyte */
};

static const char *const pictures[] = {"svg", "png", "pdf", "dot", NULL}; /* as enum env_picture */

struct env_options {
    struct load load;
    struct text_list settings;
    const char *design, *draw, *emit, *emit_lts, *results;
    bool count, list, yes, stop_at_first, no_symmetry, json, quiet;
    uint64_t from, to, every, sample, seed, threads, max_states;
    double time;
    uint64_t memory; /* kept by base/limits.h */
    int picture;
};

struct env_command {
    struct env_options *options;
    const char *path;
    VEC(struct env_sweep) sweeps;
    struct arena *arena;
    struct env_campaign *campaign;
    struct env_selection selection;
    const volatile sig_atomic_t *interrupted;
    struct progress progress;
};

/* ---- options ---- */

static void add_choosing_options(struct option_table *table, struct env_options *options) {
    option_group(table, "Which environments (default: all)");
    option_list(table, "set", &options->settings, "NAME=VALUE",
                "set a constant of the model; NAME=1..4 takes each value in turn, several: all combinations");
    option_count(table, "from", &options->from, 1, UINT64_MAX, "from the Nth on, as --list numbers them");
    option_count(table, "to", &options->to, 1, UINT64_MAX, "up to the Nth");
    option_count(table, "every", &options->every, 1, UINT64_MAX, "every Nth");
    option_count(table, "sample", &options->sample, 1, 100000000, "N at random, each set of them equally likely");
    option_count(table, "seed", &options->seed, 0, UINT64_MAX, "of the random choice (default: 1)");
    option_flag(table, "yes", &options->yes, "go on with more than 100,000 environments");
}

static void add_mode_options(struct option_table *table, struct env_options *options) {
    option_group(table, "What to do (default: check the design in each)");
    option_text(table, "design", &options->design, "FILE.pml", "the design to check, in Promela");
    option_flag(table, "count", &options->count, "only count the environments");
    option_flag(table, "list", &options->list, "list them");
    option_text(table, "draw", &options->draw, "DIRECTORY", "draw them, a picture each");
    option_choice(table, "draw-format", &options->picture, pictures, "what --draw writes (default: svg)");
    option_text(table, "emit", &options->emit, "DIRECTORY",
                "write each with the design as a Promela model, for Spin or rtcheck model");
    option_text(table, "emit-lts", &options->emit_lts, "FILE",
                "write the labelled transition system of one: FILE.aut, .dot, .svg, .png or .pdf");
}

static void add_check_options(struct option_table *table, struct env_options *options) {
    option_group(table, "How to check");
    option_text(table, "results", &options->results, "FILE.db",
                "keep the results there (SQLite); what is there already is not checked again");
    option_count(table, "threads", &options->threads, 1, 1024, "threads (default: one per processor)");
    option_count(table, "max-states", &options->max_states, 1, UINT64_MAX,
                 "give up on an environment beyond N states (default: 5,000,000)");
    option_seconds(table, "time", &options->time, "time for everything: 90s, 5m, 2h");
    option_size(table, "memory", &options->memory,
                "memory for everything: 512M, 4G (default: what the machine has free)");
    option_flag(table, "stop-at-first", &options->stop_at_first, "stop at the first environment that fails");
    option_flag(table, "no-symmetry", &options->no_symmetry,
                "check every numbering of the objects, also where nothing looks at their numbers");
    option_group(table, "Output");
    option_flag(table, "json", &options->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &options->quiet, "print the verdict only");
}

static bool parse_number(const char **at, int64_t *number) {
    char *end;
    if (**at != '-' && (**at < '0' || **at > '9')) return false;
    long long value = strtoll(*at, &end, 10);
    if (end == *at || value > INT32_MAX || value < INT32_MIN) return false;
    *number = value;
    *at = end;
    return true;
}

/* "T=3", "T=1..4" */
static int parse_setting(struct env_command *command, const char *setting) {
    struct env_sweep range = {0};
    const char *equals = strchr(setting, '='), *at = equals ? equals + 1 : "";
    bool good = equals && equals > setting && parse_number(&at, &range.low);
    range.high = range.low;
    if (good && begins_with(at, "..")) {
        at += 2;
        good = parse_number(&at, &range.high);
    }
    if (!good || *at) return command_complain("env", "--set needs NAME=VALUE or NAME=LOW..HIGH, not '%s'", setting);
    if (range.low > range.high) return command_complain("env", "--set %s: the range is empty", setting);
    range.name = arena_text_n(command->arena, setting, (size_t)(equals - setting));
    for (size_t i = 0; i < command->sweeps.count; i++)
        if (strcmp(command->sweeps.items[i].name, range.name) == 0)
            return command_complain("env", "--set %s: it is set twice", range.name);
    vec_push(&command->sweeps, range);
    return STATUS_GO_ON;
}

static int check_usage(struct env_command *command) {
    const struct env_options *options = command->options;
    int modes = options->count + options->list + (options->draw != NULL) + (options->emit != NULL) +
                (options->emit_lts != NULL);
    if (modes > 1) return command_complain("env", "choose one of --count, --list, --draw, --emit and --emit-lts");
    if (modes == 0 && !options->design)
        return command_complain("env", "--design FILE.pml says which design to check; without one there are --count, "
                                       "--list, --draw and --emit-lts");
    if (options->emit && !options->design)
        return command_complain("env", "--emit needs --design FILE.pml: the models include it");
    if (options->sample && options->every) return command_complain("env", "choose one of --sample and --every");
    if (options->to && options->from > options->to)
        return command_complain("env", "--from %" PRIu64 " comes after --to %" PRIu64, options->from, options->to);
    if (options->results && modes > 0) return command_complain("env", "--results is for checks only");
    for (size_t i = 0; i < options->settings.list.count; i++) {
        int status = parse_setting(command, options->settings.list.items[i]);
        if (status != STATUS_GO_ON) return status;
    }
    return STATUS_GO_ON;
}

/* ---- bad input ---- */

/* Prints the diagnostics, with --json as an object, too. */
static int say_bad(const struct env_command *command, struct diagnostics *diagnostics) {
    int status = command_refuse("env", command->path, diagnostics, command->options->json);
    diag_free(diagnostics);
    return status;
}

static int complain_json(const struct env_command *command, const char *message) {
    struct diagnostics diagnostics = {0};
    diag_error(&diagnostics, (struct place){.file = command->path}, "%s", message);
    return say_bad(command, &diagnostics);
}

/* ---- choosing ---- */

static int choose(struct env_command *command) {
    const struct env_options *options = command->options;
    uint64_t total = command->campaign->total;
    if (!command->campaign->counted)
        return complain_json(command, "there are too many environments to count: narrow the settings, or give --yes "
                                      "to count for as long as it takes");
    uint64_t from = options->from ? options->from : 1, to = options->to && options->to < total ? options->to : total;
    if (from > total) {
        struct text message = {0};
        text_printf(&message, "--from %" PRIu64 ": there are only %" PRIu64 " environments", from, total);
        int status = complain_json(command, text_chars(&message));
        text_free(&message);
        return status;
    }
    struct env_selection *selection = &command->selection;
    if (options->sample) {
        env_selection_sample(selection, from - 1, to - 1, options->sample, options->seed);
        return STATUS_GO_ON;
    }
    uint64_t every = options->every ? options->every : 1;
    /* Every 17th: the 17th, the 34th, ... */
    selection->from = from - 1 + (every - 1);
    selection->every = every;
    selection->count = (to - from + 1) / every;
    return selection->count ? STATUS_GO_ON
                            : complain_json(command, "--every leaves no environment: there are fewer than that");
}

static int guard_explosion(const struct env_command *command) {
    if (command->selection.count <= EXPLOSION || command->options->yes) return STATUS_GO_ON;
    struct text message = {0};
    units_print_count(&message, command->selection.count);
    text_add(&message, " environments are chosen; --yes goes on with them, --sample N, --every N or --from and --to "
                       "choose fewer");
    int status = complain_json(command, text_chars(&message));
    text_free(&message);
    return status;
}

/* ---- counting and listing ---- */

/* What was counted when a limit of the run was reached. */
static int count_so_far(const struct env_command *command) {
    const struct env_campaign *campaign = command->campaign;
    const char *limit = limits_name(campaign->limit);
    struct text out = {0};
    if (command->options->json) {
        struct json json;
        json_begin(&json, &out);
        env_json_head(command->path, &json);
        json_member_string(&json, "verdict", result_verdict_name(VERDICT_UNKNOWN));
        json_member_bool(&json, "complete", false);
        json_member_string(&json, "limit", limit);
        env_json_count(campaign, &json);
        json_close(&json, '}');
    } else {
        result_text_word(&out, style_for(stdout), VERDICT_UNKNOWN);
        text_printf(&out, "%s; there are at least ", limit);
        units_print_things(&out, campaign->total, "environment");
        text_add_char(&out, '\n');
        if (campaign->cells.count > 1 && !command->options->quiet) env_print_count(campaign, &out);
    }
    command_print(&out);
    return STATUS_INCONCLUSIVE;
}

static int count(const struct env_command *command) {
    struct text out = {0};
    if (command->campaign->limit != LIMITS_NONE && command->campaign->total) return count_so_far(command);
    if (command->campaign->limit != LIMITS_NONE) limits_end(command->campaign->limit);
    if (!command->campaign->counted)
        return complain_json(command, "there are too many environments to count within 64 bits, or within reasonable "
                                      "time (--yes counts for as long as it takes)");
    if (command->options->json) {
        struct json json;
        json_begin(&json, &out);
        env_json_head(command->path, &json);
        env_json_count(command->campaign, &json);
        json_close(&json, '}');
    } else if (command->options->quiet) {
        text_printf(&out, "%" PRIu64 "\n", command->campaign->total);
    } else {
        env_print_count(command->campaign, &out);
    }
    command_print(&out);
    return STATUS_HOLDS;
}

static void flush(struct text *out) {
    command_show(out);
    text_clear(out);
}

static int list(struct env_command *command) {
    const struct env_campaign *campaign = command->campaign;
    const struct env_selection *selection = &command->selection;
    bool as_json = command->options->json;
    struct env_source *source = env_source_new(campaign);
    struct env_table *table = env_table_new(campaign, false);
    const struct env_cell *cell = NULL;
    struct text out = {0};
    struct json json;
    json_begin(&json, &out);
    if (as_json) {
        env_json_head(command->path, &json);
        env_json_count(campaign, &json);
        json_member_open(&json, "environments", '[');
    }
    int status = STATUS_HOLDS;
    for (uint64_t i = 0; status == STATUS_HOLDS && i < selection->count; i++) {
        uint64_t number = env_selection_at(selection, i);
        struct diagnostics problems = {0};
        const struct env_graph *graph = env_source_graph(source, number, &problems);
        if (!graph) {
            diag_print(&problems, stderr);
            status = STATUS_BAD_INPUT;
        } else if (as_json) {
            env_json_graph(campaign, number, graph, &json);
        } else {
            bool full = env_table_rows(table) >= LIST_BLOCK;
            if (full || (selection->count > LIST_BLOCK && cell != env_campaign_cell(campaign, number)))
                env_table_print(table, &out);
            cell = env_campaign_cell(campaign, number);
            env_table_add(table, number, graph, NULL);
        }
        diag_free(&problems);
        flush(&out);
        if (limits_reached() == LIMITS_NONE) continue;
        fprintf(stderr, "rtcheck env: the list is cut: %s\n", limits_name(limits_reached()));
        status = STATUS_INCONCLUSIVE;
    }
    env_table_print(table, &out);
    if (as_json) {
        json_close(&json, ']');
        json_close(&json, '}');
    }
    flush(&out);
    text_free(&out);
    env_table_free(table);
    env_source_free(source);
    return status;
}

/* ---- checking ---- */

static bool read_text(const char *path, struct text *text, struct diagnostics *diagnostics) {
    if (file_read(path, text)) return true;
    diag_error(diagnostics, (struct place){path, 0, 0}, "cannot be read: %s", strerror(errno));
    return false;
}

/* What the checks depend on: both texts, after preprocessing, and how the design is read. Not the settings: they are
 * part of each check's key, so that a sweep can be widened. */
static bool make_signature(const struct env_command *command, const struct text *design, uint64_t included,
                           const struct parse_options *parse, struct text *out, struct diagnostics *diagnostics) {
    const struct env_options *options = command->options;
    struct text model = {0};
    struct source source = {0};
    bool good =
        read_text(command->path, &model, diagnostics) &&
        source_load(&source, command->arena, text_chars(design), design->length, options->design, parse, diagnostics);
    if (good)
        text_printf(out,
                    "env %s model %016" PRIx64 " design %016" PRIx64 " lossy %d escapes %d max-states %" PRIu64
                    " numberings %s included %016" PRIx64,
                    RTCHECK_VERSION, fingerprint_bytes(FINGERPRINT_START, text_chars(&model), model.length),
                    fingerprint_bytes(FINGERPRINT_START, source.text, source.length), options->load.lose_messages,
                    options->load.escapes, options->max_states, options->no_symmetry ? "all" : "where they matter",
                    included);
    source_free(&source);
    text_free(&model);
    return good;
}

static void show_progress(void *context, const struct env_progress *report) {
    struct env_command *command = context;
    if (!command->progress.live || command->options->quiet) return;
    struct text line = {0};
    double rate = report->seconds > 0 ? (double)report->done / report->seconds : 0;
    units_print_count(&line, report->done);
    text_add(&line, " of ");
    units_print_count(&line, report->total);
    text_add(&line, " environments  ");
    units_print_count(&line, report->failing);
    text_add(&line, " failing  ");
    units_print_rate(&line, rate);
    text_add(&line, "  ");
    units_print_duration(&line, report->seconds);
    if (rate > 0 && report->done < report->total) {
        text_add(&line, ", left ");
        units_print_duration(&line, (double)(report->total - report->done) / rate);
    }
    progress_line(&command->progress, text_chars(&line));
    text_free(&line);
}

static int answer_run(struct env_command *command, struct env_run *run, unsigned threads) {
    if (run->problems.errors) return say_bad(command, &run->problems);
    bool inconclusive = !run->complete || run->total.unknown > 0;
    struct env_analysis_result *analysis = env_analysis_find(run->analysis);
    struct env_answer answer = {.campaign = command->campaign,
                                .run = run,
                                .analysis = analysis,
                                .design = command->options->design,
                                .results = command->options->results,
                                .threads = threads,
                                .all_numberings = command->options->no_symmetry,
                                .verdict = run->total.failing ? VERDICT_VIOLATED
                                           : inconclusive     ? VERDICT_UNKNOWN
                                                              : VERDICT_HOLDS};
    struct text out = {0};
    if (command->options->json)
        env_answer_json(&answer, &out);
    else
        env_answer_text(&answer, style_for(stdout), command->options->quiet, &out);
    command_print(&out);
    env_analysis_result_free(analysis);
    return command_status(answer.verdict);
}

static int run_checks(struct env_command *command, struct env_design *const *designs,
                      struct results_database *database) {
    const struct env_options *options = command->options;
    size_t count = command->campaign->models.count;
    struct env_symmetry **symmetries = memory_new(sizeof *symmetries * (count + 1));
    for (size_t i = 0; i < count; i++)
        if (designs[i]) symmetries[i] = env_symmetry_find(command->campaign->models.items[i], designs[i]);
    struct env_run_options run_options = {
        .designs = designs,
        .symmetries = symmetries,
        .all_numberings = options->no_symmetry,
        .threads = options->threads ? (unsigned)options->threads : host_processors(),
        .max_states = options->max_states,
        .time_limit = options->time,
        .stop_at_first = options->stop_at_first,
        .rows = SHOWN_ROWS,
        .interrupted = command->interrupted,
        .progress = show_progress,
        .progress_context = command,
    };
    progress_begin(&command->progress, stderr);
    struct env_run *run = env_campaign_run(command->campaign, &command->selection, database, &run_options);
    progress_wipe(&command->progress);
    bool stored = results_commit(database);
    int status = answer_run(command, run, run_options.threads);
    if (!stored) status = command_complain("env", "the results are not all stored: %s", results_error(database));
    env_run_free(run);
    for (size_t i = 0; i < count; i++) env_symmetry_free(symmetries[i]);
    free(symmetries);
    return status;
}

static bool is_needed(const struct env_command *command, size_t model) {
    for (size_t i = 0; i < command->campaign->cells.count; i++) {
        const struct env_cell *cell = &command->campaign->cells.items[i];
        if (cell->model == model && env_selection_touches(&command->selection, cell->first, cell->count)) return true;
    }
    return false;
}

/* Environments that there are with these constants. */
static uint64_t environments_of(const struct env_command *command, size_t model) {
    uint64_t count = 0;
    for (size_t i = 0; i < command->campaign->cells.count; i++)
        if (command->campaign->cells.items[i].model == model) count += command->campaign->cells.items[i].count;
    return count;
}

/* The design is loaded once for each combination of constants that is chosen: its functions' ranges depend on them. */
static bool load_designs(const struct env_command *command, const struct text *text,
                         const struct program_options *options, struct env_design **designs,
                         struct diagnostics *diagnostics) {
    for (size_t i = 0; i < command->campaign->models.count; i++) {
        if (!is_needed(command, i)) continue;
        designs[i] =
            env_design_load(text, command->options->design, command->campaign->models.items[i], options, diagnostics);
        if (!designs[i]) return false;
        uint64_t environments = environments_of(command, i);
        struct env_model *model = command->campaign->models.items[i];
        if (environments >= WORTH_COMPILING) env_model_compile(model, options->compiler);
        if (environments < WORTH_OPTIMISING) continue;
        env_model_optimise(model);
        env_design_optimise(designs[i]);
    }
    return true;
}

/* The files that the design's own C includes: the same for all settings. */
static uint64_t included_by(const struct env_command *command, struct env_design *const *designs,
                            struct diagnostics *diagnostics) {
    uint64_t number = 0;
    size_t i = 0;
    while (i < command->campaign->models.count && !designs[i]) i++;
    if (!command->options->results || !designs[i]) return 0;
    if (!env_design_included(designs[i], &number))
        diag_warning(diagnostics, (struct place){.file = command->options->design},
                     "which files the embedded C includes was not found out: nobody can go on with these results");
    return number;
}

static int check(struct env_command *command) {
    struct program_options options = load_program_options(&command->options->load);
    struct diagnostics diagnostics = {0};
    size_t count = command->campaign->models.count;
    struct env_design **designs = memory_new(sizeof *designs * (count + 1));
    struct results_database *database = NULL;
    struct text signature = {0}, text = {0};
    int status;
    if (read_text(command->options->design, &text, &diagnostics) &&
        load_designs(command, &text, &options, designs, &diagnostics) &&
        make_signature(command, &text, included_by(command, designs, &diagnostics), &options.parse, &signature,
                       &diagnostics) &&
        (database = results_open(command->options->results, "env", text_chars(&signature), &diagnostics))) {
        diag_print(&diagnostics, stderr); /* warnings */
        diag_free(&diagnostics);
        status = run_checks(command, designs, database);
    } else {
        status = say_bad(command, &diagnostics);
    }
    results_close(database);
    text_free(&signature);
    text_free(&text);
    for (size_t i = 0; i < count; i++)
        if (designs[i]) env_design_free(designs[i]);
    free(designs);
    return status;
}

/* What a check would refuse has no meaning that could be written. */
static int emit(struct env_command *command, const struct env_files *files, const struct program_options *reading) {
    struct diagnostics diagnostics = {0};
    size_t count = command->campaign->models.count;
    struct env_design **designs = memory_new(sizeof *designs * (count + 1));
    struct text text = {0};
    bool good = read_text(command->options->design, &text, &diagnostics) &&
                load_designs(command, &text, reading, designs, &diagnostics);
    int status = good ? STATUS_GO_ON : say_bad(command, &diagnostics);
    if (good) diag_free(&diagnostics); /* warnings are told with each file */
    for (size_t i = 0; i < count; i++) env_design_free(designs[i]);
    free(designs);
    text_free(&text);
    return good ? env_emit(files, command->options->emit) : status;
}

/* ---- the command ---- */

static int run_mode(struct env_command *command) {
    const struct env_options *options = command->options;
    if (options->count) return count(command);
    if (command->campaign->limit != LIMITS_NONE) limits_end(command->campaign->limit);
    int status = choose(command);
    if (status != STATUS_GO_ON) return status;
    if (options->list) return list(command);
    struct program_options reading = load_program_options(&command->options->load);
    struct env_files files = {command->campaign, &command->selection,    options->design,
                              &reading.parse,    &options->load.defines, command->interrupted};
    if (options->emit_lts) return env_emit_lts(&files, options->emit_lts);
    status = guard_explosion(command);
    if (status != STATUS_GO_ON) return status;
    if (options->draw) return env_draw(&files, options->draw, (enum env_picture)options->picture);
    if (options->emit) return emit(command, &files, &reading);
    return check(command);
}

static int run_command(struct env_options *options, const char *path) {
    struct env_command command = {.options = options, .path = path, .arena = arena_new()};
    struct diagnostics diagnostics = {0};
    int status = check_usage(&command);
    if (status == STATUS_GO_ON) {
        command.interrupted = interrupt_watch();
        command.campaign = env_campaign_new(path, command.sweeps.items, command.sweeps.count,
                                            options->yes ? 0 : COUNT_LIMIT, &diagnostics);
        if (!command.campaign) {
            status = say_bad(&command, &diagnostics);
        } else {
            diag_print(&diagnostics, stderr);
            diag_free(&diagnostics);
            status = run_mode(&command);
        }
    }
    env_campaign_free(command.campaign);
    env_selection_free(&command.selection);
    vec_free(&command.sweeps);
    arena_free(command.arena);
    return status;
}

int command_env(int argc, char **argv) {
    struct env_options options = {.seed = 1, .max_states = MOST_STATES};
    struct option_table table = {.command = "env"};
    struct text_list files = {0};
    add_choosing_options(&table, &options);
    add_mode_options(&table, &options);
    add_check_options(&table, &options);
    load_options(&table, &options.load);
    int status = command_parse(&table, "[OPTIONS] FILE.env --design FILE.pml",
                               "Makes all environments that a model describes (classes, invariants, statecharts), "
                               "checks a design\nin each of them, and says which structure the failing ones have.",
                               argc, argv, 1, &files);
    if (status == STATUS_GO_ON) status = run_command(&options, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&options.settings.list);
    load_free(&options.load);
    return status;
}
