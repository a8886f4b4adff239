/* rtcheck eventb: a machine within bounds. Options in, what is asked of it, answer out. */
#include "cli/eventb.h"

#include "base/clock.h"
#include "cli/common/command.h"
#include "cli/common/commands.h"
#include "cli/common/interrupt.h"
#include "cli/eventb_lts.h"

/* ---- options ---- */

static void add_options(struct option_table *table, struct eventb_options *options) {
    option_group(table, "Bounds (default: carrier sets of 2, integers -1..3)");
    option_list(table, "bound", &options->bounds, "NAME=VALUE",
                "TASK=3 or TASK={t1,t2} (a carrier set), INT=0..7 (integers), DATA=4 (data types), limit=4 (a "
                "constant), x=0..3 (a "
                "variable); repeated");
    option_count(table, "setups", &options->setups, 1, UINT32_MAX, "at most N choices of the constants");
    option_flag(table, "no-symmetry", &options->no_symmetry,
                "let constants be any elements of carrier sets, though these are alike");
    option_list(table, "event", &options->events, "NAME", "only these events; repeated");
    option_group(table, "What to check (default: invariants and well-definedness)");
    option_flag(table, "check", &options->check, "read and check types only");
    option_flag(table, "deadlock", &options->deadlock, "report states in which no event can happen");
    option_list(table, "ltl", &options->formulas, "FORMULA",
                "linear temporal logic: --ltl 'G ({x ∈ S} => F {y = 0})', e(event): it can happen; repeated");
    option_flag(table, "no-refinement", &options->no_refinement, "do not check what the machine refines");
    option_flag(table, "no-solver", &options->no_solver, "do not ask Z3 for what the bounds leave undecided");
    option_flag(table, "no-beyond", &options->no_beyond,
                "do not look for violations within bounds that are wider than the default, too");
    option_flag(table, "strict", &options->strict,
                "report steps that leave a variable's bounds, instead of cutting them off");
    option_flag(table, "all-violations", &options->all_violations, "do not stop at the first violation");
    option_group(table, "How to search");
    option_choice(table, "search", &options->how.order, searching_orders, "bfs finds shortest counterexamples");
    option_choice(table, "store", &options->how.store, searching_stores,
                  "how states are kept: exact (default), tree, bitstate, hash");
    option_count(table, "bits", &options->how.bits, 10, 50, "bitstate: use a field of 2^N bits");
    option_count(table, "threads", &options->how.threads, 1, 1024, "threads (default: one per processor)");
    searching_bounds(table, &options->how);
    option_group(table, "Output");
    option_text(table, "machine", &options->component, "NAME", "the component of a text file with several");
    option_text(table, "lts", &options->lts, "FILE", "write the transition system: .aut, .dot, .svg, .png or .pdf");
    option_flag(table, "print", &options->print, "print the components of the file as text, and check nothing else");
    option_flag(table, "ascii", &options->ascii, "with --print: ASCII operators");
    option_count(table, "trace-limit", &options->trace_limit, 1, UINT64_MAX,
                 "print only the last N steps of a counterexample");
    option_flag(table, "json", &options->json, "print one JSON object, for programs");
    option_flag(table, "quiet", &options->quiet, "print the verdict only");
}

/* ---- the command ---- */

static int check_machine(struct eventb_run *run, struct eb_bounds *bounds) {
    int status = eventb_check(run, bounds);
    if (status == STATUS_GO_ON) eventb_look_beyond(run, bounds);
    if (status != STATUS_GO_ON) return status;
    const char *lts = run->options->lts;
    struct state_graph *graph = lts ? eventb_lts_explore(run->machine, lts) : NULL;
    eventb_print_answer(run);
    if (graph) {
        status = eventb_lts_write(run->machine, run->development, graph, lts);
        state_graph_free(graph);
    }
    bool tells = status == STATUS_GO_ON || (status == STATUS_INCONCLUSIVE && run->result.verdict == VERDICT_VIOLATED);
    return tells ? command_status(run->result.verdict) : status;
}

/* There is no machine, as the time was over before, or the bounds do not decide which constants there are. */
static int give_up(struct eventb_run *run) {
    struct property safety = {"invariants", "invariants", NULL, NULL, NULL, SEARCH_SAFETY};
    run->result.store = searching_stores[run->options->how.store];
    run->result.threads = searching_threads(&run->options->how);
    struct result_property open = eventb_property(&safety);
    open.why = run->open ? run->open
                         : "choices of the constants were being made, and no state was explored; smaller bounds, or "
                           "--setups N, would make them fewer";
    open = searching_skipped(&run->options->how, open, safety.goal, *run->interrupted);
    if (run->open && !*run->interrupted) open.limit = LIMIT_NONE;
    result_add_property(&run->result, open);
    eventb_print_answer(run);
    return command_status(run->result.verdict);
}

static int print_file(const struct eventb_options *options, const char *path) {
    struct diagnostics diagnostics = {0};
    struct arena *arena = arena_new();
    struct eb_components components = {0};
    struct text out = {0};
    bool good = eb_read_file(arena, path, &components, &diagnostics);
    for (unsigned i = 0; good && i < components.count; i++)
        eb_print_component(components.items[i], options->ascii, &out);
    diag_print(&diagnostics, stderr);
    command_print(&out);
    diag_free(&diagnostics);
    arena_free(arena);
    return good ? STATUS_HOLDS : STATUS_BAD_INPUT;
}

/* --check: it was read, and nothing else. */
static int tell_checked(const struct eventb_options *options, const char *path) {
    struct text out = {0};
    struct json json;
    if (options->json) {
        result_json_unsearched(&json, &out, "eventb", path, VERDICT_HOLDS);
        json_close(&json, '}');
    }
    command_print(&out);
    return STATUS_HOLDS;
}

static int explore_file(const struct eventb_options *options, const char *path) {
    struct diagnostics diagnostics = {0};
    struct eventb_run run = {
        .options = options,
        .path = path,
        .arena = arena_new(),
        .interrupted = interrupt_watch(),
        .started = clock_seconds(),
        .result = {.command = "eventb", .within_bounds = true, .no_checkpoints = true, .source = {.model = path}}};
    struct eb_lack lack = {0};
    struct eb_bounds bounds = {.lack = &lack,
                               .settings = options->bounds.list.items,
                               .setting_count = options->bounds.list.count,
                               .max_setups = (unsigned)options->setups,
                               .interchange = !options->no_symmetry && !options->formulas.list.count,
                               .feasibility = true,
                               .tries_wider = !options->no_beyond,
                               .defines_parameters = true,
                               .no_solver = options->no_solver,
                               .events = options->events.list.items,
                               .event_count = options->events.list.count,
                               .goes_on = eventb_goes_on,
                               .goes_on_context = &run,
                               .report_leaving = options->strict,
                               .report_deadlock = options->deadlock};
    int status = STATUS_GO_ON;
    run.development = eb_load(path, options->component, &diagnostics);
    if (run.development && !options->check) run.machine = eb_machine_new(run.development, &bounds, &diagnostics);
    if (run.development && !run.machine && !options->check) {
        run.machine = eventb_find_constants(&run, &bounds, &diagnostics);
        if (run.machine) diag_free(&diagnostics);
        if (run.machine) diagnostics = (struct diagnostics){0};
    }
    const struct diagnostic *error = diag_first_error(&diagnostics);
    if (lack.is_undecided && error) run.open = arena_text(run.arena, error->message);
    if (run.development && !run.machine && !options->check && (!diagnostics.errors || run.open))
        status = give_up(&run);
    else if (!run.development || (!run.machine && !options->check))
        status = command_refuse("eventb", path, &diagnostics, options->json);
    else
        diag_print(&diagnostics, stderr);
    if (status == STATUS_GO_ON) status = options->check ? tell_checked(options, path) : check_machine(&run, &bounds);
    diag_free(&diagnostics);
    eventb_free(&run);
    return status;
}

int command_eventb(int argc, char **argv) {
    struct eventb_options options = {0};
    struct option_table table = {.command = "eventb"};
    struct text_list files = {0};
    add_options(&table, &options);
    int status =
        command_parse(&table, "[OPTIONS] FILE",
                      "Explores an Event-B machine (Rodin's .bum, ProB's package, or text) within bounds: every "
                      "state is\nchecked against the invariants, every formula for well-definedness.",
                      argc, argv, 1, &files);
    if (status == STATUS_GO_ON && options.print && options.json)
        status = command_complain("eventb", "--json and --print exclude each other");
    if (status == STATUS_GO_ON && options.lts &&
        !(eventb_lts_format(options.lts) && command_can_write("eventb", options.lts)))
        status = STATUS_BAD_INPUT;
    if (status == STATUS_GO_ON)
        status =
            options.print ? print_file(&options, files.list.items[0]) : explore_file(&options, files.list.items[0]);
    option_table_free(&table);
    vec_free(&files.list);
    vec_free(&options.bounds.list);
    vec_free(&options.events.list);
    vec_free(&options.formulas.list);
    return status;
}
