/* Sources that files of a build beside the configuration name: of several with the same code, those are meant, above
 * all those in one line with a source that was taken. */
#include "base/file.h"
#include "base/word.h"
#include "cli/project/candidates.h"

#include <stdint.h>
#include <string.h>

/* Sources by their names without folders and endings. */
struct stems {
    struct project_candidates *all;
    struct name_numbers names;
    size_t *first; /* by number: a source, and one more; 0: none */
    size_t *next;  /* by source: another one of that name */
};

static struct stems stems_of(struct arena *arena, struct project_candidates *all) {
    struct stems stems = {.all = all,
                          .first = arena_new_array(arena, size_t, all->count + 1),
                          .next = arena_new_array(arena, size_t, all->count + 1)};
    for (size_t s = 0; s < all->count; s++) {
        const char *name = file_name(all->items[s].path), *ending = strrchr(name, '.');
        size_t number = name_numbers_of_word(&stems.names, arena, name, ending ? (size_t)(ending - name) : 0);
        stems.next[s] = stems.first[number];
        stems.first[number] = s + 1;
    }
    return stems;
}

static bool is_of_name(char c) { return !strchr(" \t\r\n\"'<>;,=&|[](){}$:/\\", c); }

/* `lib/help.c`, or `help.o` of `help.c`, whose ending begins at `dot`: the first source of that name, and one more. */
static size_t named_before(const struct stems *stems, const char *command, const char *dot) {
    const char *begin = dot;
    while (begin > command && is_of_name(begin[-1])) begin--;
    size_t number = name_numbers_find(&stems->names, begin, (size_t)(dot - begin));
    return number == SIZE_MAX ? 0 : stems->first[number];
}

static bool has_ending(const char *path, const char *dot) {
    const char *ending = strrchr(file_name(path), '.');
    size_t length = ending && begins_with(dot, ending) ? strlen(ending) : begins_with(dot, ".o") ? 2 : 0;
    return length && !is_word_char(dot[length]);
}

/* Calls back for each source that the command names. */
static void each_named(const struct stems *stems, const char *command,
                       void (*found)(struct candidate *candidate, void *context), void *context) {
    for (const char *dot = command; (dot = strchr(dot, '.')); dot++)
        for (size_t s = named_before(stems, command, dot); s; s = stems->next[s - 1])
            if (has_ending(stems->all->items[s - 1].path, dot)) found(&stems->all->items[s - 1], context);
}

/* A line, to the end of the parenthesis that it opens. */
static size_t length_of_command(const char *text) {
    size_t length = 0;
    for (unsigned depth = 0; text[length] && (depth || text[length] != '\n'); length++) {
        depth += text[length] == '(';
        depth -= text[length] == ')' && depth;
    }
    return length;
}

/* `$(filter-out a.c,...)`, `list(REMOVE_ITEM ... a.c)` */
static bool leaves_out(const char *command) { return strstr(command, "filter-out") || strstr(command, "REMOVE_ITEM"); }

static void note_taken_one(struct candidate *candidate, void *context) { *(bool *)context |= candidate->is_taken; }

static void note_one(struct candidate *candidate, void *context) {
    candidate->is_named = true;
    candidate->is_listed |= *(bool *)context;
}

static void note_command(const struct stems *stems, const char *command) {
    bool is_applications = false;
    if (leaves_out(command)) return;
    each_named(stems, command, note_taken_one, &is_applications);
    each_named(stems, command, note_one, &is_applications);
}

void candidates_note_listed(struct project *project) {
    const char *home = project->command->configurations.list.items[0];
    struct arena *arena = arena_new();
    struct stems stems = stems_of(arena, project->candidates);
    for (struct build_text build = {0}; project_next_build(project, &build);) {
        if (!build.is_build || !file_is_beside(build.path, home)) continue;
        char *text = arena_text(arena, build.text);
        for (char *at = text; *at;) {
            size_t length = length_of_command(at);
            char end = at[length];
            at[length] = '\0';
            if (*at != '#') note_command(&stems, at);
            at += length + (end != '\0');
        }
    }
    name_numbers_free(&stems.names);
    arena_free(arena);
}
