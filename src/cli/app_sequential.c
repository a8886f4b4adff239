/* --engine sequential: the application as one sequential program, written for others and searched by us. */
#include "app/subject/subject.h"
#include "base/file.h"
#include "cli/app.h"
#include "cli/command.h"
#include "report/excerpt.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static const char PROGRAM[] = "sequential.c";

static const char *source_line(void *context, const char *file, unsigned line) {
    return excerpt_line(context, file, line);
}

static bool write_program(const struct command_app_options *command, const struct sequential *sequential) {
    struct excerpts excerpts = {0};
    struct text program = {0}, path = {0};
    sequential_write(sequential, command->configurations.list.items[0], source_line, &excerpts, &program);
    text_printf(&path, "%s/%s", command->emit, PROGRAM);
    bool good = mkdir(command->emit, 0777) == 0 || errno == EEXIST;
    if (!good)
        command_complain("app", "cannot make the folder '%s': %s", command->emit, strerror(errno));
    else
        good = command_write("app", text_chars(&path), &program);
    text_free(&program);
    text_free(&path);
    excerpts_free(&excerpts);
    return good;
}

/* What the search of such a program is not asked, and options that mean just that. */
static bool can_be_asked(const struct command_app_options *command, const struct app *app) {
    const char *what = app_property_count(app)                          ? "--ltl"
                       : command->mutexes.list.count                    ? "--mutex"
                       : app_kernel_config(app)->no_scheduler           ? "--schedule any"
                       : command->suppress                              ? "--suppress"
                       : command->how.checkpoint || command->how.resume ? "--checkpoint or --resume"
                                                                        : NULL;
    if (what) command_complain("app", "--engine sequential cannot do with %s", what);
    return !what;
}

static void tell_size(const struct command_app_options *command, const struct sequential_size *size,
                      struct arena *arena, struct answer *answer) {
    answer->graph = (struct answer_graph){size->nodes, size->points, size->kernel_states};
    if (size->complete) return;
    answer->inconclusive =
        size->points > command->nodes
            ? arena_printf(arena,
                           "the graph of computation has more than %llu points (%u nodes and %u states of the kernel "
                           "until then, up to %u answers of the kernel in a row, each %.2g times as many nodes as the "
                           "one before): --nodes sets the limit",
                           (unsigned long long)command->nodes, size->nodes, size->kernel_states, size->depth,
                           size->growth)
            : arena_printf(arena, "there was no time to build the graph of computation (%u points until then)",
                           size->points);
}

enum sequential_outcome command_sequential_build(const struct command_app_options *command, const struct app *app,
                                                 struct arena *arena, struct answer *answer,
                                                 struct sequential **built) {
    struct diagnostics diagnostics = {0};
    if (!can_be_asked(command, app)) return SEQUENTIAL_REFUSED;
    *built = sequential_new(app_executor(app), (uint32_t)command->nodes, &diagnostics);
    enum sequential_outcome outcome = *built ? SEQUENTIAL_READY : SEQUENTIAL_REFUSED;
    if (*built) {
        struct sequential_size size = sequential_size(*built);
        tell_size(command, &size, arena, answer);
        if (!size.complete) outcome = SEQUENTIAL_GIVEN_UP;
    }
    if (outcome == SEQUENTIAL_READY && command->emit && !write_program(command, *built)) outcome = SEQUENTIAL_REFUSED;
    if (outcome == SEQUENTIAL_READY && !sequential_ts(*built, &diagnostics)) outcome = SEQUENTIAL_REFUSED;
    diag_print(&diagnostics, stderr);
    diag_free(&diagnostics);
    return outcome;
}

/* ---- what is not looked at ---- */

static bool has_loops(const struct app *app) {
    const struct c_program *program = app_program(app);
    for (uint32_t f = 0; f < program->function_count; f++)
        for (uint32_t i = 0; i < program->functions[f]->code_count; i++) {
            const struct c_instruction *instruction = &program->functions[f]->code[i];
            bool jumps = instruction->kind == C_JUMP || instruction->kind == C_BRANCH;
            if (jumps && (instruction->then <= i || (instruction->kind == C_BRANCH && instruction->otherwise <= i)))
                return true;
        }
    return false;
}

static bool has_waits(const struct app *app) {
    const struct osek_config *config = app_kernel_config(app);
    for (uint32_t i = 0; i < config->task_count; i++)
        if (config->tasks[i].extended) return true;
    return false;
}

static bool is_interrupted(const struct app *app) {
    const struct subject *subject = app_executor(app)->subject;
    for (uint32_t i = 0; i < subject->config->isr_count; i++)
        if (subject->isr_sources[i].times) return true;
    for (uint32_t i = 0; i < subject->config->counter_count; i++)
        if (subject->counter_sources[i].times) return true;
    return false;
}

const char *command_sequential_beyond(const struct app *app, const char *others, struct arena *arena) {
    const char *const beyond[] = {
        app_looks_for(app, APP_CHECK_WAITING) && has_waits(app) ? "no task waits for ever while others go on" : NULL,
        app_looks_for(app, APP_CHECK_ENDLESS) && has_loops(app) ? "loops end" : NULL,
        app_looks_for(app, APP_CHECK_RACE) && is_interrupted(app) ? "accesses do not race" : NULL,
    };
    struct text words = {0};
    text_add(&words, others ? others : "");
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++)
        if (beyond[i]) text_printf(&words, "%s%s", words.length ? ", and that " : "", beyond[i]);
    const char *text = words.length ? arena_text(arena, text_chars(&words)) : NULL;
    text_free(&words);
    return text;
}
