/* rtcheck app: an OSEK application, checked on the OSEK kernel. Options in, answer out. */
#include "cli/app/compare.h"
#include "cli/app/readings.h"

#include "app/cases/write.h"
#include "app/subject/half_sentence.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/project/code_texts.h"
#include "cli/project/folder.h"
#include "cli/project/project.h"
#include "report/btf.h"
#include "report/gantt.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { MOST_PROFILES = 15 };

/* ---- options ---- */

static void add_check_options(struct option_table *table, struct command_app_options *command) {
    option_group(table, "What to check (default: everything that rtcheck knows to be wrong; see --list-checks)");
    option_list(table, "ltl", &command->ltl, "FORMULA",
                "this formula over variables, tasks and events too: --ltl '[] (ready(t1) -> <> running(t1))'");
    option_list(table, "mutex", &command->mutexes, "REGION,...",
                "at most one task or interrupt routine at a time is in these functions or lines: --mutex f,main.c:3-9");
    option_list(table, "no-check", &command->no_checks, "NAME", "leave this check out (--no-check activation)");
    option_list(table, "only", &command->only_checks, "NAME", "only this check; may be given several times");
    option_list(table, "expect-error", &command->expected, "SERVICE=CODE",
                "the application means it where this service returns this error: ActivateTask=E_OS_LIMIT");
    option_text(table, "suppress", &command->suppress, "FILE",
                "findings that you know and accept, one a line: KIND FILE:LINE reason");
    option_flag(table, "allow-vacuous", &command->allow_vacuous,
                "a pass on which no task runs, no assertion is reached, or something else is not known, which the "
                "verdict tells, is one");
    option_flag(table, "all-violations", &command->all_violations,
                "do not stop at the first violation: count them all, and show the shortest run of each kind at "
                "each place");
}

static const char *const inputs[] = {"any", "small", NULL};   /* as INPUTS_... */
static const char *const schedules[] = {"osek", "any", NULL}; /* as SCHEDULE_... */

static void add_environment_options(struct option_table *table, struct command_app_options *command,
                                    const char *const *profiles) {
    option_group(table, "The environment (default: every interrupt may come, and time may pass, at any moment)");
    option_list(
        table, "isr", &command->isrs, "NAME=N",
        "this interrupt comes at most N times; NAME=any; NAME=N:idle, only while nothing runs; without NAME= for "
        "all that are not named");
    option_list(table, "ticks", &command->ticks, "COUNTER=N",
                "alarms of this counter expire at most N times; the same forms as for --isr; NAME=N:timely, only when "
                "their tasks are ready for them; and NAME=N:nested, also while interrupt routines run");
    option_list(table, "any", &command->any, "NAME",
                "this global has any value at the start: --any x, --any s.speed, --any 'a[3]', --any x=0..9, --any "
                "file.c::x");
    option_flag(table, "fair-interrupts", &command->fair_interrupts,
                "in formulas, an interrupt that may come for ever does come (otherwise it may stay away)");
    option_choice(table, "inputs", &command->inputs, inputs,
                  "what functions without a body, registers and variables of others give, of which no stub says "
                  "anything: any value of their types, or small ones, from -16383 to 16383 (default: an overflow is "
                  "one if it needs no large ones, and told if it does)");
    option_text(table, "mode", &command->mode, "NAME", "the application mode to start in (default: OSDEFAULTAPPMODE)");
    option_choice(table, "profile", &command->profile, profiles,
                  "which kernel: the standard to the letter, with every choice that it leaves (default), or as "
                  "Trampoline or ERIKA do it");
    option_choice(table, "schedule", &command->schedule, schedules,
                  "who runs: as the system's scheduler says (default), or any task at any moment, from the start: what "
                  "a checker that knows no scheduler looks at; for comparison");
}

static void add_source_options(struct option_table *table, struct command_app_options *command) {
    option_group(table, "How to read the sources");
    option_list(table, NULL, &command->includes, "DIRECTORY", "look there for included files");
    option_letter(table, 'I');
    option_list(table, NULL, &command->defines, "NAME[=VALUE]", "define a macro");
    option_letter(table, 'D');
    option_text(table, "target", &command->target, "TRIPLE",
                "the machine whose sizes of types count, as clang names it: msp430, armv7-none-eabi (also -target)");
    option_text(table, "compile-commands", &command->compile_commands, "FILE",
                "take each source's options from this compile_commands.json");
    option_list(table, "clang", &command->compiler_options, "OPTION", "pass this option to the C front end");
    option_list(table, "header", &command->headers, "NAME", "this header stands for os.h too");
    option_text(table, "stubs", &command->stubs, "FILE", "what functions without a body return");
    option_flag(table, "without-headers", &command->without_headers,
                "headers may be missing: names that nothing declares are what their use tells, and listed with the "
                "verdict (for a FOLDER: always)");
    option_flag(table, "whole-objects", &command->whole_objects,
                "pointers may walk over all of an object, not just over the member or row that they were made for");
    option_count(table, "heap", &command->heap, 1, 64,
                 "so many times the blocks that `malloc` has (default: 1); from 2 on, larger ones, too");
    option_flag(table, "malloc-fails", &command->malloc_fails,
                "`malloc` returns NULL where these blocks are used up (otherwise rtcheck gives up on such a run)");
    option_count(table, "recursion", &command->recursion, 1, 254, "how deep calls may nest (default: 32, at most 254)");
    option_count(table, "loop-bound", &command->loop_bound, 1, UINT32_MAX,
                 "how often a loop without services may go round before rtcheck gives up on that run, and names it");
    option_count(table, "instructions", &command->instructions, 1, UINT32_MAX,
                 "how many instructions a step may take before rtcheck gives up");
}

static void add_output_options(struct option_table *table, struct command_app_options *command) {
    option_group(table, "Output");
    option_flag(table, "json", &command->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &command->quiet, "print the verdict only");
    option_text(table, "gantt", &command->gantt, "FILE.svg", "draw the violation's run as a Gantt chart");
    option_text(table, "html", &command->html, "FILE.html",
                "write the answer as a page: verdict, chart, story, variables");
    option_text(table, "btf", &command->btf, "FILE.btf", "write the violation's run as a BTF trace");
    option_text(table, "trace", &command->trace, "FILE.json", "write the violation's run as JSON");
    option_count(
        table, "story-limit", &command->story_limit, 1, UINT64_MAX,
        "print only the last N lines of a run (default: all of up to 200; of longer ones their start and their end)");
    option_flag(table, "stack", &command->stack, "say how much stack each task and interrupt routine needs");
    option_group(table, "Running instead of checking");
    option_flag(
        table, "run", &command->run,
        "print the one run of a deterministic application, a service call and its result a line (no interrupts and "
        "no ticks but those of --isr and --ticks)");
    option_text(table, "expect", &command->expect, "FILE", "the same, and compare it with these lines");
    option_text(table, "tests", &command->tests, "FOLDER",
                "write test cases there that reach everything: JSON, a table, and a C program that runs them");
    option_choice(table, "coverage", &command->coverage, cover_goal_names,
                  "what they reach (default: every statement)");
}

/* ---- files ---- */

static int sort_files(struct command_app_options *command, const struct text_list *files, struct arena *arena) {
    const char **folders = arena_new_array(arena, const char *, files->list.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < files->list.count; i++) {
        const char *path = file_from_here(files->list.items[i]);
        if (command_app_is_folder(path))
            folders[count++] = path;
        else if (project_has_ending(path, ".oil"))
            vec_push(&command->configurations.list, path);
        else if (project_has_ending(path, ".c"))
            vec_push(&command->sources.list, path);
        else if (code_texts_is_makefile(path))
            command->makefile = path;
        else
            return command_complain("app", "'%s' is neither a configuration (.oil) nor a C source (.c)", path);
    }
    if (command->makefile && !count)
        return command_complain("app", "'%s' goes with a folder: rtcheck app FOLDER %s", command->makefile,
                                command->makefile);
    if (command->makefile && access(command->makefile, R_OK))
        return command_complain("app", "cannot read '%s': %s", command->makefile, strerror(errno));
    if (count && !command_app_search_folders(command, folders, count, arena)) return STATUS_BAD_INPUT;
    if (command->without_headers) project_limit_first_answer(command); /* loops to numbers that nobody knows */
    const char *missing = !command->configurations.list.count ? "a configuration (.oil)"
                          : !command->sources.list.count      ? "a source (.c)"
                                                              : NULL;
    if (missing)
        return command_complain("app", "%s is missing; usage: rtcheck app [OPTIONS] FILE.oil FILE.c... or FOLDER",
                                missing);
    return STATUS_GO_ON;
}

static bool can_write_all(const struct command_app_options *command) {
    const char *const paths[] = {command->gantt, command->btf, command->html, command->trace, command->how.checkpoint};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        if (!command_can_write("app", paths[i])) return false;
    return true;
}

/* The date in headers; SOURCE_DATE_EPOCH makes outputs that can be compared (reproducible-builds.org). */
static time_t creation_time(void) {
    const char *epoch = getenv("SOURCE_DATE_EPOCH");
    return epoch && *epoch ? (time_t)strtoll(epoch, NULL, 10) : time(NULL);
}

static bool write_file(const char *path, struct text *text) {
    bool good = command_write("app", path, text);
    text_clear(text);
    return good;
}

static size_t first_shown(const struct answer *answer) {
    for (size_t i = 0; i < answer->timelines.count; i++)
        if (answer->timelines.items[i]) return i;
    return SIZE_MAX;
}

static bool write_files(const struct command_app_options *command, const struct answer *answer) {
    struct text out = {0};
    bool good = true;
    size_t index = first_shown(answer);
    if (command->html) {
        answer_html(&out, answer);
        good = write_file(command->html, &out) && good;
    }
    if (index == SIZE_MAX) {
        if ((command->gantt || command->btf || command->trace) && !command->quiet)
            fputs("rtcheck app: there is no violation, so no run was written\n", stderr);
        text_free(&out);
        return good;
    }
    const struct timeline *timeline = answer->timelines.items[index];
    if (command->gantt) {
        struct text finding = {0};
        result_violation_title(&finding, &answer->result, &answer->result.violations.items[index]);
        gantt_svg(&out, timeline, &(struct gantt_options){.finding = text_chars(&finding)});
        good = write_file(command->gantt, &out) && good;
        text_free(&finding);
    }
    if (command->btf) {
        btf_trace(&out, timeline, creation_time());
        good = write_file(command->btf, &out) && good;
    }
    if (command->trace) {
        answer_trace(&out, answer, index);
        good = write_file(command->trace, &out) && good;
    }
    text_free(&out);
    return good;
}

/* ---- the command ---- */

static const char *const engines[] = {"explicit",   "spin", "all",     "paths",
                                      "sequential", "auto", "widened", NULL}; /* as ENGINE_... */

/* A disagreement with one of them is one, whatever the others say. */
static int compare(const struct command_app_options *command, struct app *app, struct arena *arena,
                   struct answer *answer) {
    int spin = command_spin_compare(command, app, arena, answer);
    int paths = command_compare_other(command, app, &other_paths, arena, answer);
    int sequential = command_compare_other(command, app, &other_sequential, arena, answer);
    return spin != STATUS_GO_ON ? spin : paths != STATUS_GO_ON ? paths : sequential;
}

struct answer command_app_begin(const struct command_app_options *command, struct app *app,
                                const struct diagnostics *diagnostics) {
    return (struct answer){.configurations = command->configurations.list.items,
                           .configuration_count = command->configurations.list.count,
                           .sources = command->sources.list.items,
                           .source_count = command->sources.list.count,
                           .profile = app_profile_name((size_t)command->profile),
                           .mode = command->mode,
                           .engine = engines[command->engine],
                           .assumption = app_assumption(app),
                           .undefined = app_program(app)->left_undefined,
                           .undefined_count = app_program(app)->left_undefined_count,
                           .in_time = app_in_time(app),
                           .diagnostics = diagnostics};
}

bool command_app_ask(const struct command_app_options *command, struct app *app, struct arena *arena,
                     struct answer *answer) {
    if (command->engine == ENGINE_SPIN) return command_spin_check(command, app, arena, answer);
    if (command->engine == ENGINE_AUTO) return command_auto_check(command, app, arena, answer);
    if (command->engine == ENGINE_WIDENED) return command_wide_only(command, app, arena, answer);
    return command_app_check(command, app, arena, answer);
}

static void tell(const struct command_app_options *command, const struct answer *answer) {
    struct text out = {0};
    if (command->json)
        answer_json(&out, answer);
    else
        answer_text(&out, style_for(stdout), answer, command->story_limit, command->quiet);
    command_print(&out);
}

static int check(const struct command_app_options *command, struct app *app, const struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct answer answer = command_app_begin(command, app, diagnostics);
    int status = STATUS_BAD_INPUT;
    bool answered = command_app_ask(command, app, arena, &answer);
    answer.is_neglect = app_neglects(app);
    int compared = answered && command->engine == ENGINE_ALL ? compare(command, app, arena, &answer) : STATUS_GO_ON;
    if (answered) {
        if (command->engine == ENGINE_SEQUENTIAL || command->engine == ENGINE_SPIN) app_let_others_look(app);
        answer.assumption = half_sentence_join(arena, answer.assumption, app_met(app, arena));
        if (answer.result.verdict != VERDICT_VIOLATED)
            answer.assumption = half_sentence_join(arena, answer.assumption, app_moved(app, arena));
        struct inquiry inquiry = {.command = *command, .asked = app, .arena = arena, .answer = &answer};
        readings_ask(&inquiry);
        answer.result.total.seconds = clock_seconds() - command->began; /* all of it: reading, searching, telling */
        tell(command, &answer);
        status = command_status(answer.result.verdict);
        if (!write_files(command, &answer)) status = STATUS_BAD_INPUT;
        if (compared != STATUS_GO_ON) status = compared;
        readings_free(&inquiry);
    }
    answer_free(&answer);
    arena_free(arena);
    return status;
}

static int load_and_check(struct command_app_options *command, struct arena *arena) {
    struct diagnostics diagnostics = {0};
    int status = STATUS_BAD_INPUT;
    struct app *app = command_app_load(command, arena, &diagnostics);
    limits_nothing_to_tell(false);
    if (app && (command->run || command->expect) && command->engine == ENGINE_SPIN)
        status = command_spin_run(command, app);
    else if (app && (command->run || command->expect))
        status = command_app_run(command, app);
    else if (app && command->tests)
        status = command_app_tests(command, app);
    else if (app && command->emit && command->engine == ENGINE_EXPLICIT)
        status = command_spin_emit(command, app) ? STATUS_HOLDS : STATUS_BAD_INPUT;
    else if (app)
        status = check(command, app, &diagnostics);
    app_free(app);
    diag_free(&diagnostics);
    return status;
}

static void list_checks(void) {
    for (int i = 0; i < APP_CHECK_COUNT; i++)
        printf("  %-13s %s\n", app_check_name((enum app_check)i), app_check_text((enum app_check)i));
    printf("  %-13s %s\n", "memory", "accesses outside of objects, a _Bool that is neither 0 nor 1; always on");
    printf("  %-13s %s\n", "division", "by zero; always on");
}

static void free_lists(struct command_app_options *command) {
    struct text_list *const lists[] = {&command->ltl,
                                       &command->mutexes,
                                       &command->no_checks,
                                       &command->only_checks,
                                       &command->expected,
                                       &command->isrs,
                                       &command->ticks,
                                       &command->any,
                                       &command->defines,
                                       &command->includes,
                                       &command->compiler_options,
                                       &command->headers,
                                       &command->sources,
                                       &command->configurations,
                                       &command->left_out,
                                       &command->left_headers,
                                       &command->runners,
                                       &command->assumed};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) vec_free(&lists[i]->list);
    vec_free(&command->guessed);
    vec_free(&command->undefined);
}

/* Options that belong to an engine are no use without it. */
static int look_at_engine(const struct command_app_options *command) {
    bool checks = !command->tests && !command->run && !command->expect;
    bool asks = command->engine == ENGINE_PATHS || command->engine == ENGINE_AUTO || command->engine == ENGINE_ALL;
    if (command->emit_smt2 && (!asks || !checks))
        return command_complain("app", "--emit-smt2 tells what --engine paths asks: it works with that, with auto and "
                                       "with all (what sequential asks, --emit writes)");
    if (command->join && (!asks || !checks))
        return command_complain("app", "--join is about --engine paths: it works with that, with auto and with all");
    bool stops_at_one =
        command->engine == ENGINE_PATHS || command->engine == ENGINE_SEQUENTIAL || command->engine == ENGINE_SPIN;
    if (command->all_violations && stops_at_one)
        return command_complain("app", "--all-violations is the explicit engine's: this one finds one violation, and "
                                       "cannot go on behind it");
    if (command->tree && (command->engine != ENGINE_SEQUENTIAL || !checks))
        return command_complain("app", "--tree counts what --engine sequential goes through: it works with that alone");
    return STATUS_GO_ON;
}

int command_app(int argc, char **argv) {
    struct command_app_options command = {
        .began = clock_seconds(), .nodes = 200000, .profile = -1, .engine = -1, .inputs = -1};
    struct option_table table = {.command = "app"};
    struct text_list files = {0};
    struct arena *arena = arena_new();
    const char *profiles[MOST_PROFILES + 1] = {0};
    bool wants_list = false;
    for (size_t i = 0; i < MOST_PROFILES && app_profile_name(i); i++) profiles[i] = app_profile_name(i);
    add_check_options(&table, &command);
    option_flag(&table, "list-checks", &wants_list, "list the checks and what each finds");
    add_environment_options(&table, &command, profiles);
    add_source_options(&table, &command);
    option_group(&table, "Engines");
    option_choice(
        &table, "engine", &command.engine, engines,
        "rtcheck's own search (default); Spin, on the application and its system as Promela; paths, which does not "
        "enumerate inputs, however wide, but asks a solver, Z3, about them; sequential, which makes one sequential "
        "program "
        "of the application and its system; all of them, which must agree; widened, which looks whether nothing goes "
        "wrong whatever the numbers are that "
        "take too many values; or auto: the first, and paths or widened where that one cannot try every value");
    option_text(
        &table, "emit", &command.emit, "FOLDER",
        "write that Promela model there (without --engine: only that), or the sequential program, in C and Promela");
    option_text(&table, "emit-smt2", &command.emit_smt2, "FILE|FOLDER",
                "paths, also of auto and all: write the questions to the solver and its answers there, as SMT-LIB 2");
    option_flag(&table, "join", &command.join,
                "paths: go through both sides of branches without services at once, from the start (otherwise where "
                "there are too many ways)");
    option_count(&table, "values", &command.values, 1, 100000,
                 "widened: a place may take so many values before it is any number (default 300, then 40, then 8)");
    option_count(&table, "nodes", &command.nodes, 1, UINT32_MAX / 2,
                 "sequential: give up where the graph of computation has more points (default 200000)");
    option_flag(&table, "tree", &command.tree,
                "sequential: count the paths of the execution tree, too, with loops unfolded --loop-bound times "
                "(default 10)");
    option_flag(&table, "prove", &command.prove,
                "sequential: do not search, but ask Z3 for a proof (inputs of more than 65536 values: always)");
    searching_how(&table, &command.how);
    searching_limits(&table, &command.how);
    add_output_options(&table, &command);
    static char target[] = "--target"; /* clang's own spelling is welcome, too */
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "-target") == 0) argv[i] = target;
    int status =
        command_parse(&table, "[OPTIONS] FILE.oil FILE.c... | FOLDER",
                      "Checks an OSEK application, its configuration and its C code, on an OSEK kernel: explores "
                      "every run that\nthe scheduler allows, and says whether something goes wrong, with the run "
                      "that leads there.",
                      argc, argv, -1, &files);
    if (status == STATUS_GO_ON && wants_list) {
        list_checks();
        status = STATUS_HOLDS;
    }
    command.table = &table;
    limits_nothing_to_tell(true);
    if (status == STATUS_GO_ON) status = sort_files(&command, &files, arena);
    if (command.profile < 0) command.profile = 0;
    if (command.engine < 0) command.engine = ENGINE_EXPLICIT;
    if (status == STATUS_GO_ON && command.ltl.list.count && (command.how.checkpoint || command.how.resume))
        status = command_complain("app", "--checkpoint and --resume work on the checks alone, without --ltl");
    if (status == STATUS_GO_ON && command.schedule == SCHEDULE_ANY && (command.emit || command.engine == ENGINE_SPIN))
        status = command_complain("app", "Promela models have a scheduler: --schedule any works without %s",
                                  command.emit ? "--emit" : "--engine spin");
    if (status == STATUS_GO_ON) status = look_at_engine(&command);
    command.how.subject = searching_subject(&table);
    if (status == STATUS_GO_ON) status = can_write_all(&command) ? load_and_check(&command, arena) : STATUS_BAD_INPUT;
    option_table_free(&table);
    vec_free(&files.list);
    free_lists(&command);
    arena_free(arena);
    return status;
}
