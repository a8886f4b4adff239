/* Sources that somebody names: the configuration, or a makefile. */
#include "base/file.h"
#include "base/word.h"
#include "cfront/written/startup.h"
#include "cli/common/command.h"
#include "cli/project/includes.h"
#include "cli/project/make_build.h"
#include "cli/project/oil_build.h"
#include "cli/project/project.h"

#include <string.h>
#include <strings.h>
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

/* A source that lies outside of the folder is the application's, too, if its build says so. NULL: it is none in C. */
static const char *source_outside(struct project *project, const char *path) {
    struct stat status;
    if (!project_has_ending(path, ".c") || stat(path, &status) || !S_ISREG(status.st_mode)) return NULL;
    vec_push(&project->sources, path);
    return path;
}

static void tell_missing(struct project *project, const char *home, const char *name, const char *path) {
    struct stat status;
    const char *why = stat(path, &status) ? "is not there" : "is not in C";
    project_assume_alike(project, "%s, which are not there, or not in C, have nothing else that matters", name, home,
                         arena_printf(project->arena,
                                      "`%s`, which %s names and which %s, has nothing else that matters", name, home,
                                      why));
}

/* The source of this path, however it is written: `../src/a.c`, `Src\\A.c`, or by a link. NULL: it is none. */
static const char *source_at(const struct project *project, const char *path) {
    const char *found = project_found_as(project->sources.items, project->sources.count, path);
    struct stat status;
    bool is_there = found || !stat(path, &status);
    for (size_t s = 0; !is_there && !found && s < project->sources.count; s++)
        if (!strcasecmp(project->sources.items[s], path)) found = project->sources.items[s];
    return found;
}

static void tell_start_up(struct project *project, const char *home, const char *name) {
    project_assume_alike(
        project, "%s, which start the machine, have nothing else that matters", name, home,
        arena_printf(project->arena, "`%s`, which %s names and which starts the machine, has nothing else that matters",
                     name, home));
}

/* Beside the file that names it, or wherever its build looks for it. False: it is not there. */
static bool take_source(struct project *project, const char *home, const char *name, bool is_told) {
    char *slashed = arena_text(project->arena, name);
    file_use_slashes(slashed);
    const char *path = includes_beside(project->arena, home, slashed, strlen(slashed));
    if (*slashed == '/') path = slashed;
    const char *found = source_at(project, path);
    if (!found) found = source_outside(project, path);
    if (!found) found = only_source_like(project, arena_printf(project->arena, "/%s", slashed));
    bool is_start_up = found && startup_is_of_hcs12(project_code(project, found));
    if (is_start_up)
        tell_start_up(project, home, name);
    else if (found && !text_list_has(&project->command->sources, found))
        vec_push(&project->command->sources.list, found);
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

/* Does this makefile, of nxtOSEK's kind, build the configuration? */
static bool builds(struct project *project, const char *path) {
    static const char name[] = "TOPPERS_OSEK_OIL_SOURCE";
    const char *home = project->command->configurations.list.items[0], *text = project_code(project, path);
    size_t length = 0;
    if (!strstr(text, name)) return false;
    struct make_build *build = make_build_read(project->arena, text, path);
    const char *oil = make_build_word(make_build_value(build, name), &length);
    make_build_free(build);
    return oil && !strcmp(includes_beside(project->arena, path, oil, length), home);
}

/* Those that build the configuration, or the one that the user names. */
static void find_makefiles(struct project *project, struct text_list *found) {
    const char *given = project->command->makefile;
    if (given) vec_push(&found->list, given);
    for (size_t i = 0; !given && i < project->makefiles.count; i++)
        if (builds(project, project->makefiles.items[i])) vec_push(&found->list, project->makefiles.items[i]);
}

static void tell_makefiles(const struct text_list *found) {
    struct text others = {0};
    for (size_t i = 1; i < found->list.count; i++)
        text_printf(&others, "%s%s", i > 1 ? ", " : "", found->list.items[i]);
    command_complain("app", "going on with %s; others build this configuration, too, and can be named: %s",
                     found->list.items[0], text_chars(&others));
    text_free(&others);
}

static const char in_sources[] = "TARGET_SOURCES", in_macros[] = "USER_DEF", in_flags[] = "USER_C_OPT";

static void take_back(struct project *project, const char *macro) {
    struct text_list *macros = &project->macros;
    size_t kept = 0;
    for (size_t i = 0; i < macros->list.count; i++)
        if (!spells(macros->list.items[i], strcspn(macros->list.items[i], "="), macro))
            macros->list.items[kept++] = macros->list.items[i];
    macros->list.count = kept;
}

/* `USER_DEF = A B`, `USER_C_OPT = -DC -UB` */
static void add_defines(struct project *project, const char *path, struct make_build *build) {
    const char *word, *at = make_build_value(build, in_macros);
    while ((word = make_build_shell_word(project->arena, &at)))
        if (*word && !strchr(word, '$')) vec_push(&project->macros.list, word);
    at = make_build_value(build, in_flags);
    project_take_flags(project, at, strlen(at), path);
    while ((word = make_build_shell_word(project->arena, &at))) {
        if (strlen(word) < 3 || strchr(word, '$')) continue;
        if (begins_with(word, "-D")) vec_push(&project->macros.list, word + 2);
        if (begins_with(word, "-U")) take_back(project, word + 2);
    }
}

static void assume(struct project *project, const char *text) { vec_push(&project->command->assumed.list, text); }

/* What conditions decide is what they do without further variables, and what functions do is not known: guesses. */
static void tell_doubts(struct project *project, const char *path, struct make_build *build) {
    const char *const names[] = {in_sources, in_macros, in_flags};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (make_build_hinges(build, names[i]))
            assume(project,
                   arena_printf(project->arena,
                                "`%s` of %s, which conditions decide, is what it is for a `make` that is "
                                "given no variables%s",
                                names[i], path,
                                make_build_is_unsure(build) ? ", where those with functions in them do not hold" : ""));
        else if (make_build_varies(build, names[i]) ||
                 (names[i] != in_sources && strchr(make_build_value(build, names[i]), '$')))
            assume(project,
                   arena_printf(project->arena, "`%s` of %s has nothing that matters but what is written there%s",
                                names[i], path, make_build_varies(build, names[i]) ? " for all targets" : ""));
    }
}

/* Makefiles that it includes and that were not read; not those of nxtOSEK, which add no sources. */
static void tell_unread(struct project *project, const char *path, const struct make_build *build) {
    static const char *const vendors[] = {"ecrobot.mak", "ecrobot++.mak", "ecrobot.mk", NULL};
    const char *name;
    for (size_t i = 0; (name = make_build_unread(build, i)); i++)
        if (!is_one_of(file_name(name), vendors))
            assume(project, arena_printf(project->arena,
                                         "`%s`, which %s includes and which was not read, adds nothing that matters",
                                         name, path));
    if (make_build_makes_lines(build))
        assume(project, arena_printf(project->arena,
                                     "lines that functions of make (`eval`, `call`) write in %s add "
                                     "nothing that matters",
                                     path));
}

/* False: some source of its is not there: others may be needed. */
static bool take_sources(struct project *project, const char *path, struct make_build *build) {
    const char *word = make_build_value(build, in_sources);
    bool all = true, is_understood = !strchr(word, '$');
    size_t length = 0;
    for (; (word = make_build_word(word, &length)); word += length)
        all &= take_source(project, path, arena_text_n(project->arena, word, length), is_understood);
    return all;
}

/* A makefile that builds the configuration, and names its sources. False: there is none, or some source of its is not
 * there. */
bool project_take_made(struct project *project) {
    struct text_list found = {0};
    bool all = true;
    find_makefiles(project, &found);
    if (found.list.count > 1) tell_makefiles(&found);
    if (found.list.count) {
        const char *path = found.list.items[0];
        struct make_build *build = make_build_read(project->arena, project_code(project, path), path);
        all = take_sources(project, path, build);
        add_defines(project, path, build);
        tell_doubts(project, path, build);
        tell_unread(project, path, build);
        make_build_free(build);
    }
    vec_free(&found.list);
    return all && project->command->sources.list.count > 0;
}
