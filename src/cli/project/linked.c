/* Linkers give names of C another meaning, where files of the build say so: `--defsym=f=g`, `PROVIDE(f = g);`,
 * `--redirect f=g`, `--wrap=f`. That is not followed, and told. */
#include "base/file.h"
#include "base/some_names.h"
#include "base/word.h"
#include "cli/project/project.h"

#include <string.h>

/* What the application has and calls. */
static struct name_set used_functions(struct project *project) {
    struct text_list names = {0};
    for (size_t i = 0; i < project->command->sources.list.count; i++) {
        const struct source_words *words = project_words_of_code(project, project->command->sources.list.items[i]);
        for (size_t n = 0; n < words->has.count; n++) vec_push(&names.list, words->has.items[n]);
        for (size_t n = 0; n < words->calls.count; n++) vec_push(&names.list, words->calls.items[n]);
    }
    struct name_set set = name_set_of(project->arena, names.list.items, names.list.count);
    vec_free(&names.list);
    return set;
}

static bool is_function(struct project *project, const char *name) {
    for (size_t i = 0; i < project->sources.count; i++)
        if (name_set_has(&project_words_of_code(project, project->sources.items[i])->has, name)) return true;
    return false;
}

/* The word that ends at, or begins behind, the sign, with blanks between. */
static const char *word_before(struct arena *arena, const char *text, const char *sign) {
    while (sign > text && strchr(" \t", sign[-1])) sign--;
    const char *end = sign;
    while (sign > text && is_word_char(sign[-1])) sign--;
    return arena_text_n(arena, sign, (size_t)(end - sign));
}

static const char *word_behind(struct arena *arena, const char *sign) {
    const char *word = sign + 1 + strspn(sign + 1, " \t");
    return arena_text_n(arena, word, word_length(word));
}

/* Each `f=g` of functions: of one that the application has or calls, and of one that some source has. */
static void look_into(struct project *project, const char *path, const char *text, const struct name_set *used,
                      struct some_names *found) {
    for (const char *sign = text; (sign = strchr(sign, '=')); sign++) {
        const char *name = word_before(project->arena, text, sign), *other = word_behind(project->arena, sign);
        if (name_set_has(used, name) && *other && strcmp(name, other) != 0 && is_function(project, other))
            some_names_add(found, arena_printf(project->arena, "`%s` (`%s`)", name, other), path);
    }
}

/* `-Wl,--wrap=f`, `--wrap f`, `-wrap,f`: of one that the application has or calls. */
static void look_for_wrapped(struct project *project, const char *path, const char *text, const struct name_set *used,
                             struct some_names *found) {
    static const char word[] = "-wrap";
    for (const char *at = text; (at = strstr(at, word));) {
        at += sizeof word - 1;
        const char *name = at + strspn(at, " \t=,");
        name = name > at ? arena_text_n(project->arena, name, word_length(name)) : "";
        if (name_set_has(used, name))
            some_names_add(found, arena_printf(project->arena, "`%s` (`__wrap_%s`)", name, name), path);
    }
}

/* Which names these are stands in another file. */
static void look_for_lists(const char *path, const char *text, struct some_names *found) {
    static const char *const options[] = {"--redefine-syms", "--edit", NULL};
    for (const char *const *option = options; *option; option++) {
        const char *at = strstr(text, *option);
        const char *behind = at ? at + strlen(*option) : "";
        if (*behind && strchr(" \t=,", *behind)) some_names_add(found, "those of a list", path);
    }
}

/* The first of several definitions counts: the C front end follows that (cfront/program/symbols.c). */
void project_take_linkers_flags(struct project *project) {
    static const char *const words[] = {"--allow-multiple-definition", "muldefs", NULL};
    bool is_said = false;
    for (size_t i = 0; i < project->builds.count && !is_said; i++) {
        struct text text = {0};
        is_said = file_read(project->builds.items[i], &text) && contains_one_of(text_chars(&text), words);
        text_free(&text);
    }
    if (is_said) vec_push(&project->flags.list, "-Wl,--allow-multiple-definition");
}

void project_assume_linked(struct project *project) {
    struct name_set used = used_functions(project);
    struct some_names found = {0};
    for (size_t i = 0; i < project->parts.count; i++) { /* files of builds, linkers' scripts, assembly */
        const char *path = project->parts.items[i];
        struct text text = {0};
        if (!project_has_ending(path, ".c") && project_may_build(project, path, false, &text)) {
            look_into(project, path, text_chars(&text), &used, &found);
            look_for_wrapped(project, path, text_chars(&text), &used, &found);
            look_for_lists(path, text_chars(&text), &found);
        }
        text_free(&text);
    }
    for (size_t i = 0; i < project->texts.count; i++)
        look_into(project, project->command->configurations.list.items[i], project->texts.items[i], &used, &found);
    if (found.count)
        vec_push(&project->command->assumed.list,
                 arena_printf(project->arena,
                              "linkers leave functions what they are in C, though files of the build give their names "
                              "to others: %s",
                              some_names_chars(&found)));
    some_names_free(&found);
}
