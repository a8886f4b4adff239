/* The options that the build would give, where the user gives none. */
#include "app/subject/options.h"
#include "base/clock.h"
#include "base/limits.h"
#include "base/word.h"
#include "cfront/library/headers.h"
#include "cfront/source/build_options.h"
#include "cli/project/includes.h"
#include "cli/project/make_build.h"
#include "cli/project/oil_build.h"
#include "cli/project/oil_machine.h"
#include "cli/project/project.h"

#include <string.h>

enum { FIRST_ANSWER = 60 }; /* seconds, where nobody says how long it may take */

/* Of options that contradict each other the last one counts: the machine's, the build's, the user's. */
static void put_before(const struct text_list *before, struct text_list *options) {
    struct text_list all = {0};
    for (size_t i = 0; i < before->list.count; i++) vec_push(&all.list, before->list.items[i]);
    for (size_t i = 0; i < options->list.count; i++) vec_push(&all.list, options->list.items[i]);
    vec_free(&options->list);
    *options = all;
}

/* `CC = ccache arm-none-eabi-gcc` */
static bool read_compiler(struct project *project, const char *makefile, struct oil_machine *machine) {
    struct make_build *build = make_build_read(project->arena, project_code(project, makefile), NULL);
    const char *word = make_build_value(build, "CC");
    size_t length = 0;
    bool found = false;
    for (; !found && (word = make_build_word(word, &length)); word += length)
        found = oil_machine_of_compiler(project->arena, arena_text_n(project->arena, word, length), machine);
    make_build_free(build);
    return found;
}

/* All makefiles that say it say the same. */
static bool find_made(struct project *project, struct oil_machine *machine, const char **from) {
    bool found = false;
    for (size_t i = 0; i < project->makefiles.count; i++) {
        struct oil_machine other;
        if (!read_compiler(project, project->makefiles.items[i], &other)) continue;
        if (found && strcmp(machine->target, other.target) != 0) return false;
        if (!found) *from = project->makefiles.items[i];
        if (!found) *machine = other;
        found = true;
    }
    return found;
}

static void use_machine(struct project *project, const struct oil_machine *machine, struct text_list *options) {
    struct command_app_options *command = project->command;
    const char *assumption = command->target ? NULL : oil_machine_assumption(project->arena, machine);
    if (assumption) vec_push(&command->assumed.list, assumption);
    command->target = machine->target;
    project->has_old_layout |= machine->has_old_layout;
    if (options->list.count) return;
    for (size_t n = 0; n < sizeof machine->options / sizeof *machine->options; n++)
        if (machine->options[n]) vec_push(&options->list, machine->options[n]);
}

static bool is_same_processor(const char *a, const char *b) {
    size_t length = strcspn(a, "-");
    return strcspn(b, "-") == length && !strncmp(a, b, length);
}

/* The configuration says one thing, and a makefile another. */
static void tell_other_machine(struct project *project, const struct oil_machine *machine, const char *from) {
    const char *target = project->command->target;
    project->has_old_layout |= machine->has_old_layout;
    if (is_same_processor(target, machine->target)) return;
    vec_push(&project->command->assumed.list,
             arena_printf(project->arena, "the machine is like `%s`, not that of `%s`, which %s has for a compiler",
                          target, machine->name, from));
}

/* Where neither the user nor the configuration says it, makefiles may: those of tests for another machine have a
 * compiler without its name in it. */
static void choose_made(struct project *project, struct text_list *options) {
    struct oil_machine machine;
    const char *from = NULL;
    if (!find_made(project, &machine, &from)) return;
    if (project->command->target) {
        tell_other_machine(project, &machine, from);
        return;
    }
    vec_push(
        &project->command->assumed.list,
        arena_printf(project->arena, "the machine is that of `%s`, which %s has for a compiler", machine.name, from));
    use_machine(project, &machine, options);
}

/* The machine that the configuration is for, if neither the user nor the build says it; and how its compiler is told to
 * read C, unless the user says how. */
void project_choose_target(struct project *project) {
    struct command_app_options *command = project->command;
    struct text_list machines = {0};
    bool is_given = command->target != NULL;
    if (command->compile_commands) return;
    project_take_configured_flags(project);
    project_take_linkers_flags(project);
    for (size_t i = 0; i < command->configurations.list.count; i++) {
        struct oil_machine machine;
        if (!oil_machine_find(project->arena, project->texts.items[i], &machine)) continue;
        if (command->target && strcmp(command->target, machine.target) != 0) continue;
        use_machine(project, &machine, &machines);
    }
    if (!is_given) choose_made(project, &machines);
    put_before(&machines, &project->flags);
    vec_free(&machines.list);
}

/* Is this macro among those of the list, from `from` on? */
static bool is_defined_in(const struct text_list *macros, size_t from, const char *macro) {
    bool is_one = false;
    for (size_t i = from; i < macros->list.count; i++) {
        const char *other = macros->list.items[i];
        size_t length = strcspn(other, "=");
        is_one |= length == strcspn(macro, "=") && !strncmp(other, macro, length);
    }
    return is_one;
}

/* The build's options: what numbers are, and what it defines, for C. */
void project_take_options(struct project *project) {
    struct command_app_options *command = project->command;
    if (command->compile_commands) return;
    for (size_t i = 0; i < command->configurations.list.count; i++)
        oil_build_macros(project->arena, project->texts.items[i], &project->macros);
    for (size_t i = 0; i < project->macros.list.count; i++) {
        const char *macro = project->macros.list.items[i];
        if (!is_defined_in(&command->defines, 0, macro) && !is_defined_in(&project->macros, i + 1, macro))
            vec_push(&project->flags.list, arena_printf(project->arena, "-D%s", macro));
    }
    put_before(&project->flags, &command->compiler_options);
}

/* Does the code ask how things lie in memory? */
static bool asks_for_layout(const char *code) {
    static const char *const kinds[] = {"struct", "union", "enum", NULL};
    static const char *const asking[] = {"sizeof", "offsetof", "union", "*)", "mem", NULL};
    return contains_one_of(code, kinds) && contains_one_of(code, asking);
}

void project_assume_layout(struct project *project) {
    const struct text_list *included = &project->included;
    bool matters = false;
    for (size_t i = 0; project->has_old_layout && !matters && i < included->list.count; i++)
        matters = asks_for_layout(project_code(project, included->list.items[i]));
    if (!matters) return;
    vec_push(&project->command->assumed.list, build_options_old_layout(project->arena, "arm-elf-gcc"));
    if (text_list_has(&project->command->compiler_options, "-fshort-enums"))
        vec_push(&project->command->assumed.list,
                 "enumerations are as small as `arm-none-eabi-gcc` makes them, and not as large as `int`, as with "
                 "`arm-elf-gcc` (`COMPILER` of the configuration says which one it is)");
}

static bool includes_erika(struct project *project, const char *path) {
    const char *text = project_code(project, path);
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        if (spells(name, length, HEADERS_ERIKA)) return true;
    return false;
}

/* ERIKA's main() goes on behind StartOS, and its smaller kernels run without it. */
void project_choose_profile(struct project *project) {
    struct command_app_options *command = project->command;
    bool is_erika = false;
    for (size_t i = 0; i < command->configurations.list.count; i++)
        is_erika |= oil_build_is_erika(project->texts.items[i]);
    for (size_t i = 0; i < command->sources.list.count && !is_erika; i++)
        is_erika = includes_erika(project, command->sources.list.items[i]);
    for (int i = 0; is_erika && command->profile < 0 && app_profile_name((size_t)i); i++)
        if (!strcmp(app_profile_name((size_t)i), "erika")) command->profile = i;
}

static bool checks(const struct command_app_options *command) {
    return !command->tests && !command->run && !command->expect && !command->emit;
}

/* Whoever says nothing of the time gets an answer, and soon. */
void project_limit_first_answer(struct command_app_options *command) {
    if (!checks(command) || command->how.time > 0) return;
    command->how.time = FIRST_ANSWER;
    limits_end_after(command->how.time - (clock_seconds() - command->began));
}

/* Somebody who knows nothing of the options yet: whoever gives one of them decides. */
void project_choose_search(struct command_app_options *command) {
    if (!checks(command)) return;
    if (command->engine < 0 && !command->how.checkpoint && !command->how.resume) command->engine = ENGINE_AUTO;
    project_limit_first_answer(command);
}
