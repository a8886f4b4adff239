/* rtcheck simulate: one run of a model, chosen at random, by hand, or by a trace. */
#include "base/clock.h"
#include "base/file.h"
#include "base/invariant.h"
#include "base/limits.h"
#include "cli/blocked.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/ending.h"
#include "cli/load.h"
#include "promela/guided.h"
#include "report/msc.h"
#include "report/result.h"
#include "report/spin_trail.h"
#include "report/successors.h"
#include "report/trace_text.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct simulate_options {
    struct load load;
    uint64_t seed, steps;
    const char *replay, *trail;
    bool interactive, json, quiet, msc_steps;
    const char *trace, *msc;
};

/* Invariant: path[0] is the initial state, path[i + 1] the one after step i of the story. */
struct walk {
    const struct simulate_options *options;
    struct program *program;
    const struct ts *ts;
    VEC(struct successor) path;
    struct story *story;
    struct trace_columns columns;
    const struct style *style;
    struct result_run run;
    enum limits_reason limit; /* that ended it */
    bool done;                /* (interactive) the user is done */
};

/* ---- the walk ---- */

/* True if a limit of the run ends it here. */
static bool ends_early(struct walk *walk) {
    walk->limit = limits_reached();
    if (walk->limit != LIMITS_NONE) walk->run.ended = limits_name(walk->limit);
    return walk->limit != LIMITS_NONE;
}

static const struct successor *here(const struct walk *walk) {
    invariant(walk->path.count == walk->story->steps.count + 1);
    return &vec_last(&walk->path);
}

static const char *plural(const struct walk *walk) { return walk->story->steps.count == 1 ? "" : "s"; }

static void push_copy(struct walk *walk, const struct successor *successor) {
    struct successor copy = *successor;
    copy.state = memory_new(copy.size ? copy.size : 1);
    memcpy(copy.state, successor->state, copy.size);
    vec_push(&walk->path, copy);
}

static void print_step(const struct walk *walk, const struct story_step *step, size_t number) {
    if (walk->options->json || walk->options->quiet) return;
    struct text out = {0};
    trace_text_step(&out, walk->style, &walk->columns, number, step);
    command_show(&out);
    text_free(&out);
}

static void take(struct walk *walk, const struct successor *successor) {
    const struct successor before = *here(walk);
    const struct story_step *step = story_add(walk->story, walk->ts, before.state, before.size, successor->state,
                                              successor->size, &successor->step);
    push_copy(walk, successor);
    print_step(walk, step, walk->story->steps.count);
}

static void undo(struct walk *walk) {
    if (walk->story->steps.count == 0) {
        puts("nothing to undo");
        return;
    }
    story_drop_last(walk->story);
    free(vec_pop(&walk->path).state);
    printf("undone; %zu step%s so far\n", walk->story->steps.count, plural(walk));
}

static void note_fault(struct walk *walk, const struct ts_step *step) {
    const struct ts_fault *fault = walk->ts->fault(walk->ts, step->fault);
    walk->run.ended = "fault";
    walk->run.finding =
        (struct trace_finding){fault ? fault->kind : "fault", NULL, fault ? fault->message : "something went wrong",
                               fault ? fault->place : (struct place){0}};
}

/* True if the run is over: something went wrong in its last step, or there is no next one. */
static bool is_over(struct walk *walk, const struct successors *next) {
    const struct successor *last = here(walk);
    if (last->step.fault) {
        note_fault(walk, &last->step);
        return true;
    }
    if (next->list.count) return false;
    bool valid = walk->ts->marks(walk->ts, last->state, last->size) & TS_VALID_END;
    walk->run.ended = valid ? "end" : "stuck";
    if (!valid) walk->run.finding = (struct trace_finding){"invalid end state", NULL, "invalid end state", {0}};
    return true;
}

/* ---- at random ---- */

/* splitmix64: the same seed gives the same run on every machine. */
static uint64_t next_random(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void walk_at_random(struct walk *walk) {
    uint64_t random = walk->options->seed;
    bool over = false;
    walk->run.ended = "steps";
    for (uint64_t i = 0; !over && i < walk->options->steps; i++) {
        if (ends_early(walk)) return;
        struct successors next = {0};
        const struct successor *last = here(walk);
        successors_from(walk->ts, last->state, last->size, last->step.holder, &next);
        over = is_over(walk, &next);
        if (!over) take(walk, &next.list.items[next_random(&random) % next.list.count]);
        successors_free(&next);
    }
    if (!over && here(walk)->step.fault) note_fault(walk, &here(walk)->step);
}

/* ---- along a trace ---- */

static bool fits(const struct ts_step *step, const struct ts_step *wanted) {
    return step->action == wanted->action && step->actor == wanted->actor && step->partner == wanted->partner &&
           step->reply == wanted->reply;
}

static bool describes(const struct walk *walk, const struct successor *successor, const char *statement) {
    if (!statement) return true;
    struct ts_description words = {0};
    const struct successor *last = here(walk);
    walk->ts->describe(walk->ts, last->state, last->size, successor->state, successor->size, &successor->step, &words);
    bool same = strcmp(text_chars(&words.action), statement) == 0;
    ts_description_free(&words);
    return same;
}

/* True if some step that is possible here fits, and was taken. */
static bool follow(struct walk *walk, const struct trace_read_step *wanted) {
    struct successors next = {0};
    const struct successor *last = here(walk);
    successors_from(walk->ts, last->state, last->size, last->step.holder, &next);
    bool taken = false;
    for (size_t i = 0; !taken && i < next.list.count; i++) {
        const struct successor *successor = &next.list.items[i];
        if (!fits(&successor->step, &wanted->step) || !describes(walk, successor, wanted->statement)) continue;
        take(walk, successor);
        taken = true;
    }
    successors_free(&next);
    return taken;
}

static int walk_along(struct walk *walk, const struct trace_read *trace) {
    walk->run.ended = "trace";
    for (size_t i = 0; i < trace->steps.count; i++) {
        const struct trace_read_step *wanted = &trace->steps.items[i];
        if (ends_early(walk)) return STATUS_GO_ON;
        if (i == trace->cycle_start) {
            walk->story->cycle_start = walk->story->steps.count;
            if (!walk->options->json && !walk->options->quiet) puts("  \u2014 from here it repeats \u2014");
        }
        if (wanted->step.action == TS_NO_ACTION) continue; /* nobody moved: only a claim can tell */
        if (!follow(walk, wanted))
            return command_complain("simulate",
                                    "step %zu of the trace%s%s%s is not possible here: the model or its options have "
                                    "changed since the trace was written",
                                    i + 1, wanted->statement ? " (" : "", wanted->statement ? wanted->statement : "",
                                    wanted->statement ? ")" : "");
    }
    struct successors next = {0};
    const struct successor *last = here(walk);
    successors_from(walk->ts, last->state, last->size, last->step.holder, &next);
    if (trace->cycle_start == SIZE_MAX) is_over(walk, &next);
    successors_free(&next);
    return STATUS_GO_ON;
}

/* ---- along a trail of Spin's ---- */

/* A trail of the verifier's: "3:1:17" in each line, or nothing if it goes wrong at once. Else it is what Spin said of
 * one. */
static bool is_raw_trail(const char *text) {
    int first, second, third;
    return !*text || sscanf(text, "%d:%d:%d", &first, &second, &third) == 3;
}

/* NULL, or why there are no steps. */
static const char *read_trail(struct walk *walk, const char *path, struct arena *arena, struct spin_events *events) {
    struct simulate_options *options = (struct simulate_options *)walk->options;
    struct text text = {0}, said = {0};
    const char *problem = NULL;
    struct program_options reading = load_program_options(&options->load);
    if (!file_read(options->trail, &text))
        problem = arena_printf(arena, "cannot read '%s': %s", options->trail, strerror(errno));
    else if (!is_raw_trail(text_chars(&text)))
        spin_events_read(text_chars(&text), events);
    else if (walk->ts->sequential)
        problem = "Spin does not follow trails of models with embedded C ('pan -r' does)";
    else if (!(problem = guided_ask(path, &reading, &text, arena, &said)))
        spin_events_read(text_chars(&said), events);
    if (!problem && events->list.count == 0 && !strstr(text_chars(said.length ? &said : &text), "trail ends after"))
        problem = arena_printf(arena, "'%s' tells no step: a trail, or what 'spin -t -p' prints, was expected",
                               options->trail);
    text_free(&said);
    text_free(&text);
    return problem;
}

/* Spin's verifier goes wrong in a step that it no longer writes down: here is it. */
static void take_what_goes_wrong(struct walk *walk) {
    struct successors next = {0};
    const struct successor *last = here(walk);
    successors_from(walk->ts, last->state, last->size, last->step.holder, &next);
    for (size_t i = 0; !walk->run.finding.kind && i < next.list.count; i++) {
        if (!next.list.items[i].step.fault) continue;
        take(walk, &next.list.items[i]);
        note_fault(walk, &here(walk)->step);
    }
    successors_free(&next);
}

static int walk_along_events(struct walk *walk, const struct spin_events *events) {
    struct trace_read trace = {0};
    size_t reached = 0;
    int status;
    if (spin_trail_follow(walk->ts, events, &trace, &reached))
        status = walk_along(walk, &trace);
    else if (reached == events->list.count)
        status = command_complain("simulate", "the cycle of the trail is none here: it does not come back to where it "
                                              "begins");
    else
        status = command_complain("simulate",
                                  "step %u of the trail, of process %u in line %u, is not possible here: the model or "
                                  "its options have changed since the trail was written",
                                  events->list.items[reached].number, events->list.items[reached].process,
                                  events->list.items[reached].line);
    if (status == STATUS_GO_ON && walk->limit == LIMITS_NONE && !walk->run.finding.kind &&
        events->cycle_start == SIZE_MAX)
        take_what_goes_wrong(walk);
    trace_read_free(&trace);
    return status;
}

static int walk_along_trail(struct walk *walk, const char *path) {
    struct arena *arena = arena_new();
    struct spin_events events = {0};
    const char *problem = read_trail(walk, path, arena, &events);
    int status = problem ? command_complain("simulate", "%s", problem) : walk_along_events(walk, &events);
    spin_events_free(&events);
    arena_free(arena);
    return status;
}

/* ---- by hand ---- */

static void print_choices(const struct walk *walk, const struct successors *next) {
    struct story *scratch = story_new();
    struct text out = {0};
    const struct successor *last = here(walk);
    text_add_char(&out, '\n');
    for (size_t i = 0; i < next->list.count; i++) {
        const struct successor *choice = &next->list.items[i];
        const struct story_step *step =
            story_add(scratch, walk->ts, last->state, last->size, choice->state, choice->size, &choice->step);
        trace_text_step(&out, walk->style, &walk->columns, i + 1, step);
    }
    if (next->list.count == 0) text_add(&out, "  no step is possible here\n");
    command_show(&out);
    text_free(&out);
    story_free(scratch);
}

static void print_state(const struct walk *walk) {
    struct arena *arena = arena_new();
    struct story_variables variables = {0};
    story_variables(walk->ts, here(walk)->state, here(walk)->size, arena, &variables);
    for (size_t i = 0; i < variables.list.count; i++)
        printf("  %s = %s\n", variables.list.items[i].name, variables.list.items[i].after);
    struct blocked_list processes = {0};
    blocked_find(walk->program, here(walk)->state, here(walk)->size, arena, &processes);
    for (size_t i = 0; i < processes.list.count; i++) {
        const struct result_blocked *process = &processes.list.items[i];
        printf("  %s at line %u%s%s\n", process->process, process->place.line, process->waits_for ? ": " : "",
               process->waits_for ? process->waits_for : "");
    }
    vec_free(&processes.list);
    vec_free(&variables.list);
    arena_free(arena);
}

static void print_keys(void) {
    puts("  a number takes that step, Enter the only one; u undoes, s shows the state, l lists the steps again, q "
         "quits");
}

static void obey(struct walk *walk, const struct successors *next, char *line) {
    line[strcspn(line, "\r\n")] = '\0';
    if (!isatty(STDIN_FILENO)) puts(line); /* what is typed on a terminal is there already */
    line += strspn(line, " \t");
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (strcmp(line, "q") == 0)
        walk->done = true;
    else if (strcmp(line, "u") == 0)
        undo(walk);
    else if (strcmp(line, "s") == 0)
        print_state(walk);
    else if (strcmp(line, "l") == 0)
        return;
    else if (!*line && next->list.count == 1)
        take(walk, &next->list.items[0]);
    else if (*line && strspn(line, "0123456789") == strlen(line) && number >= 1 && number <= next->list.count)
        take(walk, &next->list.items[number - 1]);
    else
        print_keys();
}

static void walk_by_hand(struct walk *walk) {
    print_keys();
    walk->run.ended = "quit";
    char *line = NULL;
    size_t room = 0;
    while (!walk->done) {
        struct successors next = {0};
        const struct successor *last = here(walk);
        if (!last->step.fault) successors_from(walk->ts, last->state, last->size, last->step.holder, &next);
        print_choices(walk, &next);
        fputs("> ", stdout);
        fflush(stdout);
        if (ends_early(walk) || getline(&line, &room, stdin) < 0) {
            putchar('\n');
            walk->done = true;
        } else {
            obey(walk, &next, line);
        }
        successors_free(&next);
    }
    free(line);
    struct successors next = {0};
    successors_from(walk->ts, here(walk)->state, here(walk)->size, here(walk)->step.holder, &next);
    is_over(walk, &next);
    successors_free(&next);
}

/* ---- the end ---- */

static void print_end(struct walk *walk) {
    const struct trace_finding *finding = &walk->run.finding;
    const char *ended = walk->run.ended;
    if (finding->kind) {
        printf("\n%sviolated%s: %s", walk->style->bad, walk->style->end, finding->message);
        if (finding->place.line) printf(", at %s:%u", finding->place.file, finding->place.line);
        putchar('\n');
    } else if (strcmp(ended, "end") == 0) {
        printf("\nthe run ends after %zu step%s: every process is at a valid end\n", walk->story->steps.count,
               plural(walk));
    } else {
        printf("\nstopped after %zu step%s%s%s\n", walk->story->steps.count, plural(walk),
               walk->limit != LIMITS_NONE    ? ": "
               : strcmp(ended, "steps") == 0 ? " (--steps N for more)"
                                             : "",
               walk->limit != LIMITS_NONE ? limits_name(walk->limit) : "");
    }
    if (strcmp(ended, "stuck") != 0) return;
    struct arena *arena = arena_new();
    struct blocked_list blocked = {0};
    blocked_find(walk->program, here(walk)->state, here(walk)->size, arena, &blocked);
    for (size_t i = 0; i < blocked.list.count; i++) {
        const struct result_blocked *process = &blocked.list.items[i];
        printf("  %s%s%s %s%s  (line %u)\n", walk->style->actor, process->process, walk->style->end,
               process->at_valid_end ? "is at a valid end" : "is blocked on ",
               process->at_valid_end || !process->waits_for ? "" : process->waits_for, process->place.line);
    }
    vec_free(&blocked.list);
    arena_free(arena);
}

/* A file is as large as the run that is told in it. */
static bool has_room_for(const struct walk *walk, const char *path) {
    if (!path) return false;
    if (walk->limit == LIMITS_MEMORY) command_complain("simulate", "the memory limit leaves no room for '%s'", path);
    return walk->limit != LIMITS_MEMORY;
}

static bool write_files(const struct walk *walk) {
    const struct simulate_options *options = walk->options;
    struct text out = {0};
    bool good = true;
    if (has_room_for(walk, options->trace)) {
        trace_json_write(&out, walk->story, &walk->run.source, &walk->run.finding);
        good = command_write("simulate", options->trace, &out);
        text_free(&out);
    }
    if (has_room_for(walk, options->msc)) {
        struct msc_options chart = {walk->run.source.model, walk->run.finding.message, options->msc_steps};
        msc_svg(&out, walk->story, &chart);
        good = command_write("simulate", options->msc, &out) && good;
    }
    text_free(&out);
    return good;
}

/* The end of the run: its beginning is not told where a limit leaves no time for it. */
static struct story end_of(const struct story *story, size_t most) {
    struct story end = *story;
    if (story->steps.count <= most) return end;
    end.left_out = story->steps.count - most;
    end.steps.items += end.left_out;
    end.steps.count = most;
    if (end.cycle_start != SIZE_MAX)
        end.cycle_start = end.cycle_start > end.left_out ? end.cycle_start - end.left_out : 0;
    return end;
}

static void print_json(struct walk *walk) {
    struct story told = end_of(walk->story, walk->limit == LIMITS_NONE ? SIZE_MAX : STORY_STEPS_TOLD);
    struct text out = {0};
    walk->run.story = &told;
    result_json_run(&out, &walk->run);
    walk->run.story = walk->story;
    command_print(&out);
}

static int finish(struct walk *walk, double started) {
    walk->run.story = walk->story;
    walk->run.seconds = clock_seconds() - started;
    limits_answering();
    if (walk->options->json) {
        print_json(walk);
    } else {
        print_end(walk);
    }
    if (!write_files(walk)) return STATUS_BAD_INPUT;
    return walk->run.finding.kind ? STATUS_VIOLATED : walk->limit != LIMITS_NONE ? STATUS_INCONCLUSIVE : STATUS_HOLDS;
}

/* ---- the command ---- */

static bool begin(struct walk *walk) {
    struct successors initial = {0};
    successors_initial(walk->ts, &initial);
    bool any = initial.list.count > 0;
    if (any) {
        push_copy(walk, &initial.list.items[0]);
        story_begin(walk->story, walk->ts, here(walk)->state, here(walk)->size);
    }
    successors_free(&initial);
    return any;
}

static int simulate(struct simulate_options *options, const char *path, const struct trace_read *trace) {
    struct program *program = load_program(&options->load, "simulate", path, options->json);
    if (!program) return STATUS_BAD_INPUT;
    if (!options->json) limits_restore_output(); /* its words belong among the steps */
    double started = clock_seconds();
    struct walk walk = {.options = options,
                        .program = program,
                        .ts = program_ts(program),
                        .story = story_new(),
                        .columns = trace_columns_for_model(path),
                        .style = style_for(stdout),
                        .run = {.source = load_source(&options->load, path),
                                .random = !trace && !options->trail && !options->interactive,
                                .seed = options->seed,
                                .ended = "end"}};
    int status = STATUS_GO_ON;
    if (!begin(&walk))
        status = command_complain("simulate", "the model has no initial state");
    else if (trace)
        status = walk_along(&walk, trace);
    else if (options->trail)
        status = walk_along_trail(&walk, path);
    else if (options->interactive)
        walk_by_hand(&walk);
    else
        walk_at_random(&walk);
    if (status == STATUS_GO_ON) status = finish(&walk, started);
    for (size_t i = 0; i < walk.path.count; i++) free(walk.path.items[i].state);
    vec_free(&walk.path);
    story_free(walk.story);
    program_free(program);
    return status;
}

/* The model is read as it was when the trace was made, unless the command line says otherwise. */
static void adopt(struct load *load, const struct trace_source *source) {
    if (load->defines.list.count == 0)
        for (size_t i = 0; i < source->define_count; i++) vec_push(&load->defines.list, source->defines[i]);
    if (load->includes.list.count == 0)
        for (size_t i = 0; i < source->include_count; i++) vec_push(&load->includes.list, source->includes[i]);
    load->ltl = source->ltl;
    load->lose_messages = load->lose_messages || source->lose_messages;
    if (source->reverse_escapes) load->escapes = 1;
}

static int replay(struct simulate_options *options, const char *path) {
    struct text text = {0}, error = {0};
    struct trace_read trace = {0};
    int status;
    if (!file_read(options->replay, &text)) {
        status = command_complain("simulate", "cannot read '%s': %s", options->replay, strerror(errno));
    } else if (!trace_json_read(text_chars(&text), text.length, &trace, &error)) {
        status = command_complain("simulate", "'%s' is not a trace: %s", options->replay, text_chars(&error));
    } else {
        adopt(&options->load, &trace.source);
        status = simulate(options, path, &trace);
    }
    trace_read_free(&trace);
    text_free(&error);
    text_free(&text);
    return status;
}

static int start(struct simulate_options *options, const char *path) {
    if (options->interactive && (options->replay || options->trail || options->json))
        return command_complain("simulate", "--interactive goes with none of --replay, --trail and --json");
    if (options->replay && options->trail)
        return command_complain("simulate", "--replay and --trail are two runs: choose one");
    if (!command_can_write("simulate", options->trace) || !command_can_write("simulate", options->msc))
        return STATUS_BAD_INPUT;
    return options->replay ? replay(options, path) : simulate(options, path, NULL);
}

int command_simulate(int argc, char **argv) {
    struct simulate_options options = {.seed = 1, .steps = 1000};
    struct option_table table = {.command = "simulate"};
    struct text_list files = {0};
    option_group(&table, "Which run");
    option_count(&table, "seed", &options.seed, 0, UINT64_MAX, "another number, another run (default: 1)");
    option_count(&table, "steps", &options.steps, 1, UINT64_MAX, "stop after so many (default: 1000)");
    option_text(&table, "replay", &options.replay, "TRACE.json",
                "follow a trace written by --trace, or the result of rtcheck model --json");
    option_text(&table, "trail", &options.trail, "FILE.trail",
                "follow a trail that Spin's verifier wrote (Spin must be installed), or a file with what 'spin -t -p' "
                "printed");
    option_flag(&table, "interactive", &options.interactive, "choose each step yourself");
    option_letter(&table, 'i');
    option_group(&table, "Output");
    option_flag(&table, "json", &options.json, "print one JSON object, for programs");
    option_flag(&table, "quiet", &options.quiet, "print only how it ended");
    option_text(&table, "trace", &options.trace, "FILE.json", "write the run, for --replay");
    option_text(&table, "msc", &options.msc, "FILE.svg", "draw the run as a message sequence chart");
    option_flag(&table, "msc-steps", &options.msc_steps, "show steps without messages in the chart too");
    struct ending_limits limits = {0};
    option_group(&table, "Limits (a run that hits one ends there, with exit status 3)");
    ending_options(&table, &limits);
    load_options(&table, &options.load);
    int status = command_parse(&table, "[OPTIONS] FILE.pml",
                               "Runs a Promela model: one run, step by step, with what each step changes.", argc, argv,
                               1, &files);
    if (status == STATUS_GO_ON) status = start(&options, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    load_free(&options.load);
    return status;
}
