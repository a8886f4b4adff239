/* What sources have for others, and use of them: the compiler is asked, with the options that the application would be
 * compiled with. */
#include "cfront/survey.h"
#include "app/subject/config.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "cli/project/project.h"
#include "oil/oil.h"

#include <string.h>

enum {
    PATIENCE = 10, /* seconds at most, for all sources together: beyond that, texts have to do */
    ROWS = 1024
};

struct surveyed_source {
    const char *path;
    struct survey_result result;
    struct name_set missing;      /* headers that the compiler did not find at first */
    struct surveyed_source *next; /* in the same row */
};

struct project_survey {
    struct survey *compiler; /* NULL: there is none */
    struct kernel_configuration *kernel;
    struct surveyed_source *rows[ROWS]; /* each is looked at once */
    double spent;
    size_t skipped;      /* for want of time */
    const char *example; /* of these */
};

/* What the names of tasks and so on are. What is wrong with the configuration others will say. */
static struct kernel_configuration *read_configuration(struct project *project) {
    const struct command_app_options *command = project->command;
    struct text_list defines = {0}, includes = {0};
    struct diagnostics unheard = {0};
    struct osek_profile profile;
    for (size_t i = 0; i < command->defines.list.count; i++) vec_push(&defines.list, command->defines.list.items[i]);
    for (size_t i = 0; i < command->includes.list.count; i++) vec_push(&includes.list, command->includes.list.items[i]);
    vec_push(&defines.list, NULL);
    vec_push(&includes.list, NULL);
    struct oil_options options = {.defines = defines.list.items, .include_paths = includes.list.items};
    osek_profile_by_name(app_profile_name(command->profile < 0 ? 0 : (size_t)command->profile), &profile);
    struct oil_config *oil = oil_load(command->configurations.list.items, command->configurations.list.count, &options,
                                      project->arena, &unheard);
    struct kernel_configuration *kernel = oil ? config_from_oil(oil, &profile, project->arena, &unheard) : NULL;
    if (!kernel) kernel = arena_new_object(project->arena, struct kernel_configuration);
    kernel->names.config = &kernel->config;
    diag_free(&unheard);
    vec_free(&defines.list);
    vec_free(&includes.list);
    return kernel;
}

void project_survey_begin(struct project *project) {
    project->survey = arena_new_object(project->arena, struct project_survey);
    project->survey->kernel = read_configuration(project);
    project->survey->compiler = survey_new(&project->survey->kernel->names);
}

/* Most of the time is for the answer. */
static bool has_patience(const struct project *project, const char *path) {
    enum { SHARE = 4 };
    struct project_survey *survey = project->survey;
    double time = project->command->how.time;
    bool has = survey->spent <= (time > 0 && time / SHARE < PATIENCE ? time / SHARE : PATIENCE);
    if (!survey->compiler) return false;
    if (!has && !survey->skipped++) survey->example = path;
    return has;
}

/* With the folders of headers and whatever else of `alone` the compiler is told. */
static bool ask_once(struct project *project, const struct command_app_options *alone, const char *path,
                     struct survey_result *result) {
    struct project_survey *survey = project->survey;
    struct text_list arguments = {0};
    double began = clock_seconds();
    command_app_arguments(alone, project->arena, &arguments);
    struct cfront_options options = {.arguments = arguments.list.items,
                                     .argument_count = arguments.list.count,
                                     .compile_commands = alone->compile_commands,
                                     .header_aliases = alone->headers.list.items,
                                     .header_alias_count = alone->headers.list.count,
                                     .without_headers = true};
    bool known = survey_source(survey->compiler, path, &options, project->arena, result);
    survey->spent += clock_seconds() - began;
    vec_free(&arguments.list);
    return known;
}

/* A header whose name a macro makes (`#include BOARD`) only the compiler knows: it is looked for then. */
static void ask_compiler(struct project *project, struct surveyed_source *source) {
    enum { DEEPEST = 8 }; /* such headers in each other */
    struct command_app_options alone = *project->command;
    if (!has_patience(project, source->path)) return;
    alone.includes = alone.headers = alone.compiler_options = (struct text_list){0};
    project_find_headers_of(project, source->path, &alone);
    for (unsigned i = 0; i < DEEPEST && ask_once(project, &alone, source->path, &source->result); i++) {
        source->missing = name_set_join(project->arena, &source->missing, &source->result.missing);
        if (!project_find_missing(project, source->path, &source->result.missing, &alone)) break;
    }
    vec_free(&alone.includes.list);
    vec_free(&alone.headers.list);
    vec_free(&alone.compiler_options.list);
}

static const struct surveyed_source *look_at(struct project *project, const char *path) {
    struct surveyed_source **row = &project->survey->rows[fingerprint_text(FINGERPRINT_START, path) % ROWS];
    for (struct surveyed_source *source = *row; source; source = source->next)
        if (!strcmp(source->path, path)) return source;
    struct surveyed_source *source = arena_new_object(project->arena, struct surveyed_source);
    source->path = path;
    ask_compiler(project, source);
    if (!source->result.is_whole) {
        const char *all = project_text_with_headers(project, path);
        struct name_set mentions;
        struct source_words text = project_words_of_text(project, path, all, &mentions);
        source->result.words = source_words_join(project->arena, &source->result.words, &text);
    }
    source->next = *row;
    return *row = source;
}

struct source_words project_survey_source(struct project *project, const char *path) {
    return look_at(project, path)->result.words;
}

bool project_survey_compiles(struct project *project, const char *path) {
    return look_at(project, path)->result.is_whole;
}

const struct name_set *project_survey_missing(struct project *project, const char *path) {
    return &look_at(project, path)->missing;
}

const struct name_set *project_survey_lacks(struct project *project, const char *path) {
    return &look_at(project, path)->result.lacks;
}

void project_survey_end(struct project *project) {
    struct project_survey *survey = project->survey;
    if (!survey) return;
    if (survey->skipped)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena,
                              "sources that there was no time to compile while the application's were looked for "
                              "(%zu, as %s) have no code of it that their texts do not show",
                              survey->skipped, survey->example));
    survey_free(survey->compiler);
    survey->compiler = NULL;
}
