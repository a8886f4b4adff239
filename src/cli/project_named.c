/* Sources that somebody names: the configuration, or a makefile. */
#include "base/word.h"
#include "cli/command.h"
#include "cli/includes.h"
#include "cli/make_build.h"
#include "cli/oil_build.h"
#include "cli/project.h"

#include <string.h>
#include <sys/stat.h>

/* The only source whose path ends like this; NULL: there is none, or several. */
static const char *only_source_like(const struct project *project, const char *ending) {
    const char *found = NULL;
    for (size_t s = 0; s < project->sources.count; s++) {
        const char *path = project->sources.items[s];
        if (!ends_with(path, ending)) continue;
        if (found) return NULL;
        found = path;
    }
    return found;
}

static void tell_missing(struct project *project, const char *home, const char *name, const char *path) {
    struct stat status;
    const char *why = stat(path, &status) ? "is not there" : "is not in C";
    vec_push(&project->command->assumed.list,
             arena_printf(project->arena, "`%s`, which %s names and which %s, has nothing else that matters", name,
                          home, why));
}

/* Beside the file that names it, or wherever its build looks for it. False: it is not there. */
static bool take_source(struct project *project, const char *home, const char *name, bool is_told) {
    const char *path = includes_beside(project->arena, home, name, strlen(name)), *found = NULL;
    for (size_t s = 0; s < project->sources.count && !found; s++)
        if (!strcmp(project->sources.items[s], path)) found = path;
    if (!found) found = only_source_like(project, arena_printf(project->arena, "/%s", name));
    if (found && !text_list_has(&project->command->sources, found)) vec_push(&project->command->sources.list, found);
    if (!found && is_told) tell_missing(project, home, name, path);
    return found != NULL;
}

/* Sources that the configuration names itself. False: none, or some of them is not there. */
bool project_take_named(struct project *project) {
    bool all = true;
    for (size_t i = 0; i < project->command->configurations.list.count; i++) {
        const char *home = project->command->configurations.list.items[i];
        const char *text = project->texts.items[i], *name = text;
        for (size_t length = 0; (name = oil_build_source(text, name + length, &length));)
            all &= take_source(project, home, arena_text_n(project->arena, name, length), true);
    }
    return all && project->command->sources.list.count > 0;
}

/* Those that build the configuration, of nxtOSEK's kind, or the one that the user names. */
static void find_makefiles(struct project *project, struct text_list *found) {
    const char *home = project->command->configurations.list.items[0], *given = project->command->makefile;
    for (size_t i = 0; i < project->makefiles.count; i++) {
        const char *path = project->makefiles.items[i], *text = project_code(project, path);
        size_t length = 0;
        const char *oil = make_build_word(make_build_value(project->arena, text, "TOPPERS_OSEK_OIL_SOURCE"), &length);
        if (given ? strcmp(given, path) == 0 : oil && !strcmp(includes_beside(project->arena, path, oil, length), home))
            vec_push(&found->list, path);
    }
}

static void tell_makefiles(const struct text_list *found) {
    struct text others = {0};
    for (size_t i = 1; i < found->list.count; i++)
        text_printf(&others, "%s%s", i > 1 ? ", " : "", found->list.items[i]);
    command_complain("app", "going on with %s; others build this configuration, too, and can be named: %s",
                     found->list.items[0], text_chars(&others));
    text_free(&others);
}

/* `USER_DEF = A B`, `USER_C_OPT = -DC` */
static void add_defines(struct project *project, const char *path, const char *text) {
    size_t length = 0;
    const char *word = make_build_value(project->arena, text, "USER_DEF");
    for (; (word = make_build_word(word, &length)); word += length)
        if (!memchr(word, '$', length)) vec_push(&project->macros.list, arena_text_n(project->arena, word, length));
    word = make_build_value(project->arena, text, "USER_C_OPT");
    project_take_flags(project, word, strlen(word), path);
    for (; (word = make_build_word(word, &length)); word += length)
        if (length > 2 && !strncmp(word, "-D", 2) && !memchr(word, '$', length))
            vec_push(&project->macros.list, arena_text_n(project->arena, word + 2, length - 2));
}

/* A makefile that builds the configuration, and names its sources. False: there is none, or some source of its is not
 * there: others may be needed. */
bool project_take_made(struct project *project) {
    struct text_list found = {0};
    bool all = true;
    find_makefiles(project, &found);
    if (found.list.count > 1) tell_makefiles(&found);
    if (found.list.count) {
        const char *path = found.list.items[0], *text = project_code(project, path);
        const char *word = make_build_value(project->arena, text, "TARGET_SOURCES");
        bool is_understood = !strchr(word, '$');
        size_t length = 0;
        for (; (word = make_build_word(word, &length)); word += length)
            all &= take_source(project, path, arena_text_n(project->arena, word, length), is_understood);
        add_defines(project, path, text);
    }
    vec_free(&found.list);
    return all && project->command->sources.list.count > 0;
}
