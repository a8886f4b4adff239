/* From the command line to an application: budgets, checks, properties, and what the front ends are told. */
#include "base/file.h"
#include "base/limits.h"
#include "base/word.h"
#include "cli/app/app.h"
#include "cli/common/command.h"
#include "cli/project/project.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef VEC(struct app_budget) budget_list;

/* Lists that the options point at while the application is loaded. */
struct loading {
    struct arena *arena;
    struct app_options options;
    budget_list isrs, counters;
    VEC(struct app_property) properties;
    VEC(struct app_mutex) mutexes;
    VEC(const char *) defines, includes;
    struct text_list arguments;
    VEC(const char *) assumed;
};

/* ---- budgets: NAME=N, NAME=any, N:idle, N:nested ---- */

static bool read_times(const char *text, struct app_budget *budget) {
    size_t length = strcspn(text, ":");
    budget->idle_only = strcmp(text + length, ":idle") == 0;
    budget->timely = strcmp(text + length, ":timely") == 0;
    budget->nested = strcmp(text + length, ":nested") == 0;
    if (text[length] && !budget->idle_only && !budget->timely && !budget->nested) return false;
    if (spells(text, length, "any")) {
        budget->times = APP_UNBOUNDED;
        return true;
    }
    if (length == 0 || strspn(text, "0123456789") != length) return false;
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    budget->times = (uint32_t)number;
    return errno == 0 && number < APP_UNBOUNDED;
}

static bool read_budget(struct loading *loading, const char *option, const char *text, struct app_budget *budget) {
    const char *equals = strchr(text, '=');
    *budget = (struct app_budget){.name = equals ? arena_text_n(loading->arena, text, (size_t)(equals - text)) : NULL};
    bool ticks = !strcmp(option, "ticks");
    bool good = read_times(equals ? equals + 1 : text, budget) && (!equals || equals > text);
    if (good && (ticks || (!budget->timely && !budget->nested))) return true;
    command_complain("app", "--%s: '%s' is not NAME=N, NAME=any, or one of them with :idle%s behind it", option, text,
                     ticks ? ", :timely or :nested" : "");
    return false;
}

static size_t name_length(const char *budget) { return strchr(budget, '=') ? strcspn(budget, "=") : 0; }

/* Of the same name, or both for all others; saying the same again does no harm. */
static bool is_contradicted(const char *option, const struct text_list *texts, size_t last) {
    const char *text = texts->list.items[last];
    for (size_t i = 0; i < last; i++) {
        const char *other = texts->list.items[i];
        size_t length = name_length(other);
        if (length != name_length(text) || strncmp(text, other, length) != 0 || !strcmp(text, other)) continue;
        command_complain("app", "--%s is there twice, with '%s' and '%s', and only one can count", option, other, text);
        return true;
    }
    return false;
}

static bool read_budget_list(struct loading *loading, const char *option, const struct text_list *texts,
                             budget_list *named, struct app_budget *others) {
    struct app_budget budget;
    for (size_t i = 0; i < texts->list.count; i++) {
        if (!read_budget(loading, option, texts->list.items[i], &budget) || is_contradicted(option, texts, i))
            return false;
        if (budget.name)
            vec_push(named, budget);
        else
            *others = budget;
    }
    return true;
}

static bool read_budgets(struct loading *loading, const struct command_app_options *command) {
    struct app_options *options = &loading->options;
    return read_budget_list(loading, "isr", &command->isrs, &loading->isrs, &options->other_isrs) &&
           read_budget_list(loading, "ticks", &command->ticks, &loading->counters, &options->other_counters);
}

/* ---- checks ---- */

static bool find_check(const char *name, enum app_check *check) {
    if (app_check_by_name(name, check)) return true;
    const char *names[APP_CHECK_COUNT];
    for (int i = 0; i < APP_CHECK_COUNT; i++) names[i] = app_check_name((enum app_check)i);
    const char *nearest = options_nearest(name, names, APP_CHECK_COUNT);
    command_complain("app", "there is no check '%s'; %s%s%s", name,
                     nearest ? "did you mean '" : "--list-checks lists them", nearest ? nearest : "",
                     nearest ? "'?" : "");
    return false;
}

static bool is_always_on(const char *name) { return !strcmp(name, "memory") || !strcmp(name, "division"); }

static bool choose_checks(struct app_options *options, const struct command_app_options *command) {
    enum app_check check;
    bool any = !command->only_checks.list.count;
    if (command->only_checks.list.count)
        for (int i = 0; i < APP_CHECK_COUNT; i++) options->disabled[i] = true;
    for (size_t i = 0; i < command->only_checks.list.count; i++) {
        const char *name = command->only_checks.list.items[i];
        any |= is_always_on(name);
        if (is_always_on(name)) continue;
        if (!find_check(name, &check)) return false;
        options->disabled[check] = false;
    }
    for (size_t i = 0; i < command->no_checks.list.count; i++) {
        const char *name = command->no_checks.list.items[i];
        if (is_always_on(name)) command_complain("app", "the check '%s' is always on", name);
        if (is_always_on(name) || !find_check(name, &check)) return false;
        options->disabled[check] = true;
    }
    for (int i = 0; i < APP_CHECK_COUNT; i++) any |= !options->disabled[i];
    if (!any) command_complain("app", "--no-check leaves nothing of what --only asks for");
    return any;
}

/* ---- everything else ---- */

static void add_arguments(struct loading *loading, const struct command_app_options *command) {
    for (size_t i = 0; i < command->includes.list.count; i++)
        vec_push(&loading->includes, command->includes.list.items[i]);
    for (size_t i = 0; i < command->defines.list.count; i++)
        vec_push(&loading->defines, command->defines.list.items[i]);
    command_app_arguments(command, loading->arena, &loading->arguments);
    vec_push(&loading->includes, NULL);
    vec_push(&loading->defines, NULL);
}

static void add_properties(struct loading *loading, const struct command_app_options *command) {
    for (size_t i = 0; i < command->ltl.list.count; i++)
        vec_push(&loading->properties,
                 (struct app_property){.text = command->ltl.list.items[i], .place = {"--ltl", 1, 1}});
    for (size_t i = 0; i < command->mutexes.list.count; i++)
        vec_push(&loading->mutexes, (struct app_mutex){command->mutexes.list.items[i], {"--mutex", 0, 0}});
}

static void fill_options(struct loading *loading, const struct command_app_options *command) {
    struct app_options *options = &loading->options;
    options->profile = app_profile_name((size_t)command->profile);
    options->mode = command->mode;
    options->no_scheduler = command->schedule == SCHEDULE_ANY;
    options->fair_interrupts = command->fair_interrupts;
    options->no_reduction = command->how.no_reduction;
    options->whole_objects = command->whole_objects;
    options->isrs = loading->isrs.items;
    options->isr_count = loading->isrs.count;
    options->counters = loading->counters.items;
    options->counter_count = loading->counters.count;
    options->properties = loading->properties.items;
    options->property_count = loading->properties.count;
    options->mutexes = loading->mutexes.items;
    options->mutex_count = loading->mutexes.count;
    options->expected = command->expected.list.items;
    options->expected_count = command->expected.list.count;
    options->any = command->any.list.items;
    options->any_count = command->any.list.count;
    options->oil.defines = loading->defines.items;
    options->oil.include_paths = loading->includes.items;
    options->oil.guesses_defines = command->from_folder;
    options->cfront.arguments = loading->arguments.list.items;
    options->cfront.argument_count = loading->arguments.list.count;
    options->cfront.compile_commands = command->compile_commands;
    options->cfront.header_aliases = command->headers.list.items;
    options->cfront.header_alias_count = command->headers.list.count;
    options->cfront.left_out = command->left_out.list.items;
    options->cfront.left_out_count = command->left_out.list.count;
    options->cfront.header_count = command->left_headers.list.count;
    options->cfront.headers = command->left_headers.list.items;
    options->cfront.vectors = command->vectors.list.items;
    options->cfront.vector_count = command->vectors.list.count;
    options->cfront.named = command->named.items;
    options->cfront.named_count = command->named.count;
    options->cfront.guessed = command->guessed.items;
    options->cfront.guessed_count = command->guessed.count;
    options->cfront.undefined = command->undefined.items;
    options->cfront.undefined_count = command->undefined.count;
    options->cfront.stubs = command->stubs;
    options->cfront.without_headers = command->without_headers;
    options->cfront.guesses_build = command->from_folder && !command->compile_commands;
    options->cfront.small_inputs = command->inputs == INPUTS_SMALL;
    options->cfront.constants = command->constants;
    options->cfront.counts_rivals = command->counts_rivals;
    options->cfront.counted = command->counted;
    options->cfront.counted_count = command->counted_count;
    options->cfront.constants_move = command->constants_move;
    options->cfront.variables = command->variables;
    options->cfront.variable_count = command->variable_count;
    options->cfront.types = command->types;
    options->cfront.enumerations = command->enumerations;
    options->cfront.whole_enumerations = command->tests || command->run || command->expect;
    options->cfront.numbers = command->numbers;
    options->cfront.number_count = command->number_count;
    options->cfront.strains_types = command->strains_types;
    options->cfront.sections = command->sections;
    options->cfront.section_count = command->section_count;
    options->cfront.locks = command->locks;
    options->cfront.lock_count = command->lock_count;
    options->cfront.leaves_pointers = command->leaves_pointers;
    options->cfront.keeps_variables = command->keeps_variables;
    options->cfront.only_reads = command->only_reads;
    options->cfront.heap = (unsigned)command->heap;
    options->cfront.malloc_fails = command->malloc_fails;
    if (command->recursion) options->cfront.recursion_limit = (unsigned)command->recursion;
    options->loop_bound = (uint32_t)command->loop_bound;
    if (command->instructions) options->step_limit = (uint32_t)command->instructions;
}

static void loading_free(struct loading *loading) {
    vec_free(&loading->isrs);
    vec_free(&loading->counters);
    vec_free(&loading->properties);
    vec_free(&loading->mutexes);
    vec_free(&loading->defines);
    vec_free(&loading->includes);
    vec_free(&loading->arguments.list);
    vec_free(&loading->assumed);
    arena_free(loading->arena);
}

/* Of a folder the answer has it, too, or nobody can do anything about it. */
static bool is_told_otherwise(const struct command_app_options *command, const struct diagnostic *diagnostic) {
    static const char *const beginnings[] = {"it is assumed that ", "call to undeclared function '", NULL};
    bool checks = !command->tests && !command->run && !command->expect && !command->emit;
    if (!command->from_folder || !checks || diagnostic->severity != SEVERITY_WARNING) return false;
    return begins_with_one_of(diagnostic->message, beginnings) || ends_with(diagnostic->message, "' macro redefined");
}

/* Notes explain what stands before them; by themselves they are about the configuration, and `rtcheck oil` shows them.
 */
static void drop_idle(const struct command_app_options *command, struct diagnostics *diagnostics) {
    size_t kept = 0;
    for (size_t i = 0; i < diagnostics->list.count; i++) {
        struct diagnostic *diagnostic = &diagnostics->list.items[i];
        bool is_idle = diagnostic->severity == SEVERITY_NOTE && kept == 0;
        if (is_idle || is_told_otherwise(command, diagnostic)) {
            free(diagnostic->message);
            free((char *)diagnostic->place.file);
        } else {
            diagnostics->list.items[kept++] = *diagnostic;
        }
    }
    diagnostics->list.count = kept;
}

static struct app *load_sources(struct loading *loading, const struct command_app_options *command,
                                struct diagnostics *diagnostics) {
    vec_clear(&loading->assumed);
    for (size_t i = 0; i < command->assumed.list.count; i++)
        vec_push(&loading->assumed, command->assumed.list.items[i]);
    loading->options.cfront.assumed = loading->assumed.items;
    loading->options.cfront.assumed_count = loading->assumed.count;
    loading->options.cfront.doubt = command->doubt;
    loading->options.cfront.left_out = command->left_out.list.items;
    loading->options.cfront.left_out_count = command->left_out.list.count;
    loading->options.cfront.header_count = command->left_headers.list.count;
    loading->options.cfront.headers = command->left_headers.list.items;
    return app_load(command->configurations.list.items, command->configurations.list.count, command->sources.list.items,
                    command->sources.list.count, &loading->options, diagnostics);
}

/* The source that it is about, if only that may be the application's; otherwise all that may be: "a.c, b.c". */
static const char *leave_out(struct command_app_options *command, const struct diagnostic *error, struct arena *arena,
                             size_t *count) {
    struct text_list *sources = &command->sources;
    const char *names = "", *file = error && error->place.file ? error->place.file : "";
    size_t kept = command->sure;
    bool is_alone = false;
    for (size_t i = command->sure; i < sources->list.count; i++) is_alone |= file_is_same(sources->list.items[i], file);
    for (size_t i = command->sure; i < sources->list.count; i++) {
        const char *path = sources->list.items[i];
        if (is_alone && !file_is_same(path, file)) {
            sources->list.items[kept++] = path;
            continue;
        }
        names = arena_printf(arena, "%s%s%s", names, *names ? ", " : "", path);
        vec_push(&command->left_out.list, path);
        if (text_list_has(&command->runners, path) && !command->doubt)
            command->doubt = arena_printf(arena, "%s, which runs by itself, cannot be read", path);
    }
    *count = sources->list.count - kept;
    sources->list.count = kept;
    return names;
}

/* What only may be the application's is done without where it cannot be read with the rest. */
static struct app *load_all(struct loading *loading, struct command_app_options *command, struct arena *arena,
                            struct diagnostics *diagnostics) {
    static const char form[] =
        "%s, which may be linked with the application, %s no part of it: it cannot be read with %s (%s)";
    struct app *app;
    while (!(app = load_sources(loading, command, diagnostics)) && command->sure && !command->again &&
           command->sure < command->sources.list.count && limits_reached() == LIMITS_NONE) {
        const struct diagnostic *error = diag_first_error(diagnostics);
        size_t count = 0;
        const char *names = leave_out(command, error, arena, &count), *why = error ? error->message : "";
        vec_push(&command->assumed.list,
                 arena_printf(arena, form, names, count > 1 ? "are" : "is", count > 1 ? "them" : "it", why));
        if (!command->quiet) command_complain("app", "going on without %s, which cannot be read (%s):", names, why);
        if (!command->quiet) project_tell(command);
        diag_free(diagnostics);
    }
    return app;
}

struct app *command_app_load(struct command_app_options *command, struct arena *arena,
                             struct diagnostics *diagnostics) {
    struct loading loading = {.arena = arena_new(), .options = app_options_default()};
    struct app *app = NULL;
    /* A run is single only if nobody outside has a choice. */
    if (command->run || command->expect) loading.options.other_isrs.times = loading.options.other_counters.times = 0;
    loading.options.keeps_tallies = command->run || command->expect || command->tests || command->emit ||
                                    command->engine == ENGINE_SPIN || command->engine == ENGINE_ALL;
    loading.options.runs_idle = command->tests;
    /* Neither is there a test that could say in which order operands are evaluated. */
    loading.options.turns_operands = !command->run && !command->expect && !command->tests;
    if (read_budgets(&loading, command) && choose_checks(&loading.options, command)) {
        add_arguments(&loading, command);
        add_properties(&loading, command);
        fill_options(&loading, command);
        app = load_all(&loading, command, arena, diagnostics);
        if (!app && !command->again) limits_check(); /* which ended it */
        drop_idle(command, diagnostics);
        if (app && !command->again) diag_print(diagnostics, stderr);
        if (!app && !command->again)
            command_refuse("app", command->configurations.list.items[0], diagnostics, command->json);
    }
    loading_free(&loading);
    return app;
}
