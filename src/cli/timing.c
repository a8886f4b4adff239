/* rtcheck timing: AMALTHEA models. Options in, printing out. */
#include "amalthea/describe.h"
#include "base/progress.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/interrupt.h"
#include "cli/common/searching.h"
#include "cli/timing_guide.h"
#include "report/btf.h"
#include "report/gantt.h"
#include "report/result.h"
#include "report/timeline_story.h"
#include "report/timing_answer.h"
#include "report/timing_run.h"
#include "timing/emit.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_SECONDS = 120, DEFAULT_BACKLOG = 8 };

struct timing_options {
    bool describe, low_is_urgent, dense;
    int times, queue;
    const char *step, *oldest, *access;
    struct text_list formulas;
    struct text_list settings;
    uint64_t backlog;
    const char *show, *gantt, *btf, *html, *emit;
    uint64_t story_limit;
    struct searching how;
    struct timing_guide_options guide;
    bool json, quiet, wcrt;
};

static const char *const queue_names[] = {"activation", "task", NULL};
static const char *const times_names[] = {"auto", "all", "ends", NULL};

static void add_options(struct option_table *table, struct timing_options *options) {
    option_group(table, "What to do");
    option_flag(table, "describe", &options->describe, "tell what is in the model, and what of it is not modelled");
    option_text(
        table, "emit", &options->emit, "FILE.pml",
        "write the model for Spin, with the scheduler in schedulers.pml beside it, and check nothing; a model of "
        "several parts as FILE.1.pml, FILE.2.pml ...");
    option_list(table, "ltl", &options->formulas, "FORMULA",
                "this formula over states of tasks and mode labels, too: --ltl '[] (ready(T) -> <> running(T))'; "
                "repeated");
    option_group(table, "The model");
    option_list(
        table, "set", &options->settings, "WHAT=VALUE",
        "try something else: task.NAME.priority=5 (also limit, time, preemption, core, scheduler, slice), "
        "scheduler.NAME.algorithm=OSEK (definition.NAME: of all with it), stimulus.NAME.offset=1ms (also recurrence), "
        "semaphore.NAME.ceiling=true; repeated");
    option_flag(table, "low-is-urgent", &options->low_is_urgent,
                "the smaller the number, the more urgent the priority");
    option_choice(table, "queue", &options->queue, queue_names,
                  "when an instance takes its place among others of its priority: at its activation (default), or when "
                  "the instance of the task before it is done");
    option_count(table, "backlog", &options->backlog, 1, 60,
                 "instances that may exist of a task without a limit of its own (default: 8)");
    option_text(table, "memory-access", &options->access, "TIME[..TIME]",
                "each access to a label takes so long of its core (default: no time)");
    timing_guide_add_options(table, &options->guide);
    option_group(table, "Time");
    option_choice(table, "times", &options->times, times_names,
                  "which durations between two bounds are tried: all, or only both ends, which finds what is real and "
                  "may miss something; auto (default): all if they are few");
    option_text(table, "step", &options->step, "TIME",
                "count time in steps of this length, durations rounded outwards (default: the longest that is exact)");
    option_flag(table, "dense", &options->dense,
                "search also with more behaviours than there are, in dense time, counted in steps (--step; default: a "
                "fiftieth of what all times of stimuli are multiples of): what cannot happen there cannot happen");
    option_text(table, "oldest", &options->oldest, "TIME",
                "count response times up to this (default: four times the longest period or limit); 0s: do not count "
                "them");
    option_group(table, "How to search");
    option_choice(table, "search", &options->how.order, searching_orders, "bfs finds shortest runs");
    option_choice(table, "store", &options->how.store, searching_stores,
                  "how states are kept: exact (default), tree ...");
    option_count(table, "threads", &options->how.threads, 1, 1024, "threads (default: one per processor)");
    searching_bounds(table, &options->how);
    option_group(table, "Output");
    option_text(table, "show", &options->show, "TASK",
                "of what can go wrong, tell the run about this task (default: the first that can); if nothing can, its "
                "worst case");
    option_count(table, "story-limit", &options->story_limit, 1, UINT64_MAX, "print only the last N lines of the run");
    option_text(table, "gantt", &options->gantt, "FILE.svg", "draw that run as a Gantt chart");
    option_text(table, "btf", &options->btf, "FILE.btf", "write that run as a BTF trace");
    option_text(table, "html", &options->html, "FILE.html", "write the answer with that run as a page");
    option_flag(table, "json", &options->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &options->quiet, "print the verdict only");
    option_flag(table, "wcrt", &options->wcrt,
                "print the verdict and the worst and best response times of all tasks, which are always looked for, "
                "only");
}

static int describe(const struct timing_options *options, const struct am_model *model) {
    struct text out = {0};
    struct json json;
    if (!options->json) {
        am_describe(&out, model);
    } else {
        json_begin(&json, &out);
        json_open(&json, '{');
        result_json_head(&json, "timing", model->path);
        am_describe_json(&json, model);
        json_close(&json, '}');
        text_add_char(&out, '\n');
    }
    command_print(&out);
    return STATUS_HOLDS;
}

static void on_progress(void *context, const struct search_statistics *statistics) {
    searching_show(context, statistics);
}

/* The date in headers; SOURCE_DATE_EPOCH makes outputs that can be compared (reproducible-builds.org). */
static time_t creation_time(void) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    return epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
}

static bool write_files(const struct timing_options *options, const struct tm_answer *answer,
                        const struct tm_property *property, const struct timeline *timeline) {
    struct text out = {0};
    bool good = true;
    if (options->html) {
        timing_run_html(&out, answer, property, timeline);
        good = command_write("timing", options->html, &out);
        text_clear(&out);
    }
    if (!timeline && (options->gantt || options->btf) && !options->quiet)
        fputs("rtcheck timing: there is no violation to show (--show TASK shows a worst case), so no run was written\n",
              stderr);
    if (timeline && options->gantt) {
        gantt_svg(&out, timeline, &(struct gantt_options){.finding = property->text});
        good = command_write("timing", options->gantt, &out) && good;
        text_clear(&out);
    }
    if (timeline && options->btf) {
        btf_trace(&out, timeline, creation_time());
        good = command_write("timing", options->btf, &out) && good;
    }
    text_free(&out);
    return good;
}

static int give_answer(const struct timing_options *options, const struct tm_answer *answer,
                       const struct timing_guide *guide) {
    const struct tm_property *property = timing_answer_run(answer, options->show);
    struct timeline *timeline = property ? timing_run(answer, property) : NULL;
    struct text out = {0};
    const struct style *style = style_for(stdout);
    if (options->json) {
        timing_answer_json(&out, answer, property, timeline,
                           &(struct timing_more){guide ? timing_guide_json : NULL, guide});
    } else {
        bool is_whole = !options->quiet && !options->wcrt;
        timing_answer_text(&out, style, answer,
                           options->quiet  ? TIMING_ANSWER_VERDICT
                           : options->wcrt ? TIMING_ANSWER_TIMES
                                           : TIMING_ANSWER_WHOLE);
        if (timeline && is_whole) {
            text_printf(&out, "\n%show%s (%s):\n", style->bold, style->end, property->name);
            timeline_story_text(&out, style, timeline, options->story_limit);
        }
        if (guide && is_whole) timing_guide_text(&out, guide);
    }
    bool good = write_files(options, answer, property, timeline);
    command_print(&out);
    timeline_free(timeline);
    return good ? command_status(answer->verdict) : STATUS_BAD_INPUT;
}

static int check(const struct timing_options *options, struct am_model *model, struct tm_parts *parts,
                 const struct tm_options *build, const struct timing_guide *guide) {
    struct progress progress = {0};
    /* What is found in the end must be told, too, and that is part of the time. */
    struct search_options search = searching_options(&options->how, SEARCH_SAFETY, options->how.time * 0.85);
    if (search.time_limit <= 0) search.time_limit = DEFAULT_SECONDS;
    search.no_reduction = true;
    search.interrupted = interrupt_watch();
    if (!options->quiet) search.progress = on_progress;
    search.progress_context = &progress;
    progress_begin(&progress, stderr);
    struct tm_answer *answer = tm_check(model, parts, build, &search);
    progress_wipe(&progress);
    if (guide) answer->verdict = timing_guide_verdict(guide, answer->verdict);
    int status = give_answer(options, answer, guide);
    tm_answer_free(answer);
    return status;
}

/* "dir/model.pml" -> "dir/model.2.pml" if there are several. */
static void part_path(struct text *out, const char *path, size_t part, size_t count) {
    size_t length = strlen(path), stem = length > 4 && strcmp(path + length - 4, ".pml") == 0 ? length - 4 : length;
    text_printf(out, "%.*s", (int)stem, path);
    if (count > 1) text_printf(out, ".%zu", part + 1);
    text_add(out, path + stem);
}

static int emit(const struct timing_options *options, struct am_model *model, struct tm_parts *parts,
                const struct tm_options *build) {
    struct text out = {0}, path = {0};
    struct tm_system **systems = arena_new_array(parts->arena, struct tm_system *, parts->list.count + 1);
    for (size_t i = 0; i < parts->list.count; i++) {
        systems[i] =
            options->dense ? tm_build_dense(model, build, parts, (unsigned)i, build->step, 50) : parts->list.items[i];
        const char *why = systems[i] ? tm_emit_obstacle(systems[i], parts->arena) : "the step does not fit";
        if (why) return command_complain("timing", "--emit: %s", why);
    }
    bool good = true;
    for (size_t i = 0; good && i < parts->list.count; i++) {
        text_clear(&out), text_clear(&path);
        tm_emit_model(&out, systems[i], "schedulers.pml");
        part_path(&path, options->emit, i, parts->list.count);
        good = command_write("timing", text_chars(&path), &out);
    }
    const char *slash = strrchr(options->emit, '/');
    text_clear(&out), text_clear(&path);
    text_printf(&path, "%.*sschedulers.pml", slash ? (int)(slash + 1 - options->emit) : 0, options->emit);
    tm_emit_library(&out);
    good = good && command_write("timing", text_chars(&path), &out);
    text_free(&out);
    text_free(&path);
    return good ? STATUS_HOLDS : STATUS_BAD_INPUT;
}

static bool parse_formulas(const struct timing_options *options, struct am_model *model, struct tm_options *build,
                           struct diagnostics *diagnostics) {
    size_t count = build->formula_count = options->formulas.list.count;
    struct tm_formula *formulas = arena_new_array(model->arena, struct tm_formula, count + 1);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        good =
            tm_formula_parse(model, model->arena, options->formulas.list.items[i], &formulas[i], diagnostics) && good;
    build->formulas = formulas;
    return good;
}

static int build_and_check(const struct timing_options *options, const char *path, struct am_model *model) {
    struct diagnostics diagnostics = {0};
    struct tm_options build = {.settings = options->settings.list.items,
                               .setting_count = options->settings.list.count,
                               .step = {0, 1},
                               .oldest = {0, 1},
                               .show = options->show,
                               .low_is_urgent = options->low_is_urgent,
                               .dense = options->dense,
                               .queues_tasks = options->queue == 1,
                               .times_given = options->times != 0,
                               .times = options->times == 2 ? TM_ENDS : TM_ALL,
                               .backlog = options->backlog ? (unsigned)options->backlog : DEFAULT_BACKLOG};
    if (options->step && (!rational_parse_time(options->step, &build.step) || build.step.above <= 0))
        return command_complain("timing", "--step: a time above 0 was expected, such as 100us");
    if (options->oldest && (!rational_parse_time(options->oldest, &build.oldest) || build.oldest.above < 0))
        return command_complain("timing", "--oldest: a time was expected, such as 100ms");
    if (options->oldest && build.oldest.above == 0) build.oldest = rational_integer(-1);
    build.has_access = options->access != NULL;
    if (options->access && !tm_parse_times(options->access, &build.access_least, &build.access_most))
        return command_complain("timing", "--memory-access: a time was expected, or two in order: 50ns, 50ns..200ns");
    if (options->emit && (options->formulas.list.count || options->guide.path))
        return command_complain("timing", "--emit writes no formulas and no guide: leave --ltl and --guide out");
    if (!options->guide.path && (options->guide.alphabets.list.count || options->guide.allow_vacuous))
        return command_complain("timing", "--alphabet and --allow-vacuous go with --guide");
    bool is_there = !options->show;
    for (size_t i = 0; i < model->processes.count; i++)
        is_there |= options->show && strcmp(model->processes.items[i]->name, options->show) == 0;
    if (!is_there) return command_complain("timing", "--show: there is no task or interrupt routine %s", options->show);
    bool good = parse_formulas(options, model, &build, &diagnostics);
    struct timing_guide *guide =
        good && options->guide.path ? timing_guide_new(&options->guide, model, &diagnostics) : NULL;
    good = good && (guide || !options->guide.path);
    build.guide = timing_guide_face(guide);
    struct tm_parts *parts = good ? tm_build(model, &build, &diagnostics) : NULL;
    int status = STATUS_GO_ON;
    if (parts)
        diag_print(&diagnostics, stderr);
    else
        status = command_refuse("timing", path, &diagnostics, options->json);
    if (status == STATUS_GO_ON)
        status = options->emit ? emit(options, model, parts, &build) : check(options, model, parts, &build, guide);
    tm_parts_free(parts);
    timing_guide_free(guide);
    diag_free(&diagnostics);
    return status;
}

static int run_files(const struct timing_options *options, const struct text_list *files) {
    struct diagnostics diagnostics = {0};
    const char *path = files->list.items[0];
    struct am_model *model = am_load(files->list.items, files->list.count, options->describe, &diagnostics);
    int status = STATUS_GO_ON;
    if (model)
        diag_print(&diagnostics, stderr);
    else
        status = command_refuse("timing", path, &diagnostics, options->json);
    diag_free(&diagnostics);
    if (status == STATUS_GO_ON)
        status = options->describe ? describe(options, model) : build_and_check(options, path, model);
    am_model_free(model);
    return status;
}

int command_timing(int argc, char **argv) {
    struct timing_options options = {0};
    struct option_table table = {.command = "timing"};
    struct text_list files = {0};
    add_options(&table, &options);
    int status = command_parse(&table, "[OPTIONS] FILE...",
                               "Checks the timing of an AMALTHEA model (.amxmi, 0.7 to 3.3; a model in parts: all of "
                               "them): every limit\nof its constraints, lost activations and starvation, over all "
                               "behaviours of the model.",
                               argc, argv, -1, &files);
    if (status == STATUS_GO_ON && files.list.count == 0) status = command_complain("timing", "no file is given");
    if (status == STATUS_GO_ON && options.emit && options.json)
        status = command_complain("timing", "--json and --emit exclude each other");
    if (status == STATUS_GO_ON &&
        !(command_can_write("timing", options.gantt) && command_can_write("timing", options.btf) &&
          command_can_write("timing", options.html) && command_can_write("timing", options.emit)))
        status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON) status = run_files(&options, &files);
    option_table_free(&table);
    vec_free(&options.settings.list);
    vec_free(&options.formulas.list);
    vec_free(&options.guide.alphabets.list);
    vec_free(&files.list);
    return status;
}
