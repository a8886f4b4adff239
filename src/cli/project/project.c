/* `rtcheck app FOLDER`: finds the configuration, the sources that have the code of its tasks and interrupt routines,
 * those beside them that have functions which these call, and where the headers are that they include. What was found
 * is told as a command line, to be edited. */
#include "cli/project/project.h"
#include "cfront/text/assembly_code.h"
#include "cli/project/folder.h"

#include "base/word.h"
#include "cli/common/command.h"

#include <sys/stat.h>

bool command_app_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static void find_sources(struct project *project) {
    const struct command_app_options *command = project->command;
    bool given = command->sources.list.count > 0;
    project->given_sources = command->sources.list.count;
    project_join_sources(project);
    project_order_sources(project);
    project_choose_commands(project);
    project->is_named = !given && ((!command->makefile && project_take_named(project)) || project_take_made(project));
    project_choose_target(project);
    project_take_options(project);
    project_choose_sources(project);
    project_choose_profile(project);
    project_survey_begin(project);
    if (project->is_named) {
        project_take_vectors(project);
        return;
    }
    project_replace_left_out(project);
    project_add_needed(project);
    project_add_unnamed(project);
    project_assume_no_main(project);
}

static bool names_task(const struct project *project) {
    for (size_t i = 0; i < project->names.count; i++)
        if (begins_with(project->names.items[i], "TASK(")) return true;
    return false;
}

/* False: there is no application, and stderr says why. */
static bool find_application(struct project *project) {
    const struct command_app_options *command = project->command;
    if (!project_choose_configuration(project)) return false;
    find_sources(project);
    project_find_headers(project);
    project_survey_end(project);
    if (!project_needs_no_foreign(project)) return false;
    if (command->sources.list.count) return true;
    if (project_complain_of_configuration(project, command->configurations.list.items[0])) return false;
    if (!names_task(project)) {
        command_complain("app",
                         "%s has no task: a further configuration is named beside that of the tasks (rtcheck app "
                         "FOLDER APP.oil FURTHER.oil)",
                         command->configurations.list.items[0]);
        return false;
    }
    command_complain("app",
                     "no source in '%s' has the code of a task of %s, as far as its text shows (if a macro makes it, "
                     "name the source, too: rtcheck app FOLDER FILE.c)",
                     project->folder, command->configurations.list.items[0]);
    return false;
}

static void list_left_out(struct project *project) {
    struct command_app_options *command = project->command;
    for (size_t i = 0; i < project->sources.count; i++)
        if (!text_list_has(&command->sources, project->sources.items[i]))
            vec_push(&command->left_out.list, project->sources.items[i]);
    for (size_t i = 0; i < project->foreign.count; i++) vec_push(&command->left_out.list, project->foreign.items[i]);
    for (size_t i = 0; i < project->assembly.count; i++)
        if (assembly_code_is_in(project->assembly.items[i]))
            vec_push(&command->left_out.list, project->assembly.items[i]);
    for (size_t i = 0; i < project->never_taken.count; i++)
        if (!text_list_has(&command->sources, project->never_taken.items[i]))
            vec_push(&command->left_out.list, project->never_taken.items[i]);
    for (size_t i = 0; i < project->headers.count; i++)
        vec_push(&command->left_headers.list, project->headers.items[i]);
}

static void tell_assumptions(struct project *project) {
    struct command_app_options *command = project->command;
    rivals_assume(&project->rivals, command, project->arena);
    project_assume_unread(project);
    project_assume_aliases(project);
    project_assume_parts(project);
    project_assume_macros(project);
    project_assume_lenders(project);
    project_assume_flags(project);
    project_assume_layout(project);
    project_assume_excluded(project);
    project_assume_linked(project);
    project_assume_objects(project);
    project_doubt_language(project);
    project_assume_strange_flags(project);
    project_doubt_sections(project);
    project_assume_outside_builds(project);
    if (!project->is_named) project_assume_outside(project);
    project_tell_alike(project);
}

static void free_lists(struct project *project) {
    vec_free(&project->configurations);
    vec_free(&project->sources);
    vec_free(&project->headers);
    vec_free(&project->foreign);
    vec_free(&project->never_taken);
    vec_free(&project->assembly);
    vec_free(&project->scripts);
    vec_free(&project->commands);
    vec_free(&project->makefiles);
    vec_free(&project->builds);
    vec_free(&project->outside_builds);
    vec_free(&project->unread_builds);
    vec_free(&project->made_texts);
    vec_free(&project->links);
    vec_free(&project->aliases);
    vec_free(&project->unread);
    vec_free(&project->others);
    vec_free(&project->of_servers);
    vec_free(&project->parts);
    vec_free(&project->included.list);
    vec_free(&project->header_folders.list);
    vec_free(&project->folders_for_all.list);
    vec_free(&project->quoting_variables.list);
    vec_free(&project->listing_variables.list);
    vec_free(&project->generator_folders.list);
    vec_free(&project->whole_texts);
    vec_free(&project->texts);
    vec_free(&project->names);
    vec_free(&project->called);
    vec_free(&project->hooks);
    vec_free(&project->macros.list);
    vec_free(&project->flags.list);
    rivals_free(&project->rivals);
    project_words_free(project);
    project_kernels_free(project);
    project_places_free(project);
    project_candidates_free(project);
}

bool command_app_search_folders(struct command_app_options *command, const char *const *folders, size_t count,
                                struct arena *arena) {
    struct project project = {.arena = arena,
                              .command = command,
                              .code = arena_new_array(arena, struct code_texts, 1),
                              .given_includes = command->includes.list.count};
    project_choose_search(command);
    project_find_files(&project, folders, count);
    project_use_found_names(&project);
    project_find_outside_builds(&project);
    bool good = find_application(&project);
    if (good) list_left_out(&project);
    if (good) tell_assumptions(&project);
    command->without_headers = true; /* what is there was looked for */
    command->from_folder = true;
    if (good && !command->quiet) project_tell(command);
    free_lists(&project);
    return good;
}
