/* `rtcheck app FOLDER`: finds the configuration, the sources that have the code of its tasks and interrupt routines,
 * those beside them that have functions which these call, and where the headers are that they include. What was found
 * is told as a command line, to be edited.
 *
 * Texts are looked through, not parsed: names count where a condition of the preprocessor leaves them out, too. Of
 * several files the one counts that is closest to the configuration: that has the longest beginning of its path in
 * common with it. What nothing decides is told (rivals.h). */
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/vec.h"
#include "base/word.h"
#include "cfront/code_only.h"
#include "cfront/headers.h"
#include "cfront/source_words.h"
#include "cli/app.h"
#include "cli/command.h"
#include "cli/includes.h"
#include "cli/make_build.h"
#include "cli/oil_build.h"
#include "cli/rivals.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { MOST_FILES = 50000, DEEPEST = 24 };
enum { FIRST_ANSWER = 60 }; /* seconds, where nobody says how long it may take */

struct whole {
    const char *path, *text; /* with those that it includes */
};

struct folder {
    struct arena *arena;
    struct command_app_options *command;
    VEC(const char *) configurations, sources, headers; /* all that is there */
    VEC(const char *) texts;                            /* of the chosen configurations, with what they include */
    VEC(const char *) foreign;                          /* sources in C++ */
    VEC(const char *) names;                            /* "TASK(t)" and so on, that are looked for */
    VEC(const char *) called;                           /* callbacks and hooks: the system calls them */
    VEC(const char *) searched;                         /* files whose includes were followed */
    VEC(const char *) commands;                         /* each compile_commands.json */
    VEC(const char *) makefiles;
    VEC(struct whole) wholes; /* sources that include others */
    struct text_list macros;  /* that the build defines */
    struct rivals rivals;
    size_t given_includes; /* so many of the folders of headers are the user's */
    size_t files;
    bool headers_only;
};

static bool has_ending(const char *path, const char *ending) {
    size_t length = strlen(path), wanted = strlen(ending);
    return length >= wanted && strcasecmp(path + length - wanted, ending) == 0;
}

bool command_app_is_makefile(const char *path) {
    static const char name[] = "makefile";
    return strncasecmp(file_name(path), name, sizeof name - 1) == 0;
}

static int by_name(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static void add_file(struct folder *folder, const char *path) {
    if (has_ending(path, ".oil") && !folder->headers_only) vec_push(&folder->configurations, path);
    if (has_ending(path, ".c") && !folder->headers_only) vec_push(&folder->sources, path);
    bool is_foreign = has_ending(path, ".cpp") || has_ending(path, ".cc") || has_ending(path, ".cxx");
    if (is_foreign && !folder->headers_only) vec_push(&folder->foreign, path);
    if (has_ending(path, ".h")) vec_push(&folder->headers, path);
    if (command_app_is_makefile(path) && !folder->headers_only) vec_push(&folder->makefiles, path);
    if (has_ending(path, "/compile_commands.json") && !folder->headers_only) vec_push(&folder->commands, path);
}

static void walk(struct folder *folder, const char *path, unsigned depth) {
    DIR *directory = depth < DEEPEST ? opendir(path) : NULL;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        struct stat status;
        if (entry->d_name[0] == '.' || folder->files++ > MOST_FILES) continue;
        const char *inner = strcmp(path, ".") == 0 ? arena_text(folder->arena, entry->d_name)
                                                   : arena_printf(folder->arena, "%s/%s", path, entry->d_name);
        if (lstat(inner, &status)) continue;
        if (S_ISDIR(status.st_mode)) walk(folder, inner, depth + 1);
        if (S_ISREG(status.st_mode)) add_file(folder, inner);
    }
    if (directory) closedir(directory);
}

static const char *contents(struct folder *folder, const char *path) {
    struct text text = {0};
    for (size_t i = 0; i < folder->wholes.count; i++)
        if (!strcmp(folder->wholes.items[i].path, path)) return folder->wholes.items[i].text;
    const char *copy = file_read(path, &text) ? arena_text(folder->arena, text_chars(&text)) : "";
    text_free(&text);
    return command_app_is_makefile(path) ? copy : code_only(folder->arena, copy, true);
}

static size_t in_common(const char *a, const char *b) {
    size_t same = 0, folders = 0;
    for (; a[same] && a[same] == b[same]; same++) folders += a[same] == '/';
    return folders;
}

/* ---- the configuration ---- */

/* The next word at or behind `text`, and where it ends; NULL: none. */
static const char *next_word(const char *text, size_t *length) {
    while (*text && !is_word_char(*text)) text++;
    for (*length = 0; is_word_char(text[*length]);) ++*length;
    return *text ? text : NULL;
}

static void add_names(struct folder *folder, const char *text) {
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length)) {
        const char *kind = length == 4 && !strncmp(word, "TASK", 4)  ? "TASK"
                           : length == 3 && !strncmp(word, "ISR", 3) ? "ISR"
                                                                     : NULL;
        const char *after = word + length + strspn(word + length, " \t");
        size_t name;
        if (!kind || !is_word_char(*after) || !next_word(after, &name)) continue;
        vec_push(&folder->names, arena_printf(folder->arena, "%s(%.*s)", kind, (int)name, after));
    }
}

/* `ALARMCALLBACKNAME = "f"`: f, f_callback (Trampoline's way); and the hooks. */
static void add_called(struct folder *folder, const char *text) {
    static const char *const words[] = {"ALARMCALLBACKNAME", "CALLBACK", "CALLBACKNAME"};
    size_t length;
    for (const char *word = next_word(text, &length); word; word = next_word(word + length, &length))
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const char *after = word + length + strspn(word + length, " \t");
            size_t name;
            if (length != strlen(words[i]) || strncmp(word, words[i], length) != 0 || *after != '=') continue;
            const char *function = next_word(after, &name);
            if (!function) continue;
            vec_push(&folder->names, arena_printf(folder->arena, "ALARMCALLBACK(%.*s)", (int)name, function));
            vec_push(&folder->called, arena_text_n(folder->arena, function, name));
            vec_push(&folder->called, arena_printf(folder->arena, "%.*s_callback", (int)name, function));
        }
}

static void add_hooks(struct folder *folder) {
    static const char *const hooks[] = {"StartupHook", "ShutdownHook", "ErrorHook", "PreTaskHook", "PostTaskHook"};
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) vec_push(&folder->called, hooks[i]);
}

/* A part of another configuration is none by itself. */
static bool is_part(const struct text_list *parts, const char *path) {
    char *whole = realpath(path, NULL);
    bool part = whole && text_list_has(parts, whole);
    free(whole);
    return part;
}

/* Those that have tasks, or may have: themselves, or in what they include. */
static void find_configurations(struct folder *folder, struct text_list *found) {
    struct text_list parts = {0};
    for (size_t i = 0; i < folder->configurations.count; i++) {
        const char *path = folder->configurations.items[i], *text = includes_joined(folder->arena, path, &parts);
        if (strstr(text, "CPU") || strstr(text, "TASK")) vec_push(&found->list, path);
    }
    size_t kept = 0;
    for (size_t i = 0; i < found->list.count; i++)
        if (!is_part(&parts, found->list.items[i])) found->list.items[kept++] = found->list.items[i];
    found->list.count = kept;
    vec_free(&parts.list);
}

/* Of several configurations the one that lies in the folder itself, not below it, if there is one such: what lies below
 * are a vendor's examples, or copies that a tool has made. */
static void prefer_own(struct text_list *chosen, const char *path) {
    const char *own = NULL;
    size_t count = 0, length = strcmp(path, ".") == 0 ? 0 : strlen(path) + 1;
    for (size_t i = 0; i < chosen->list.count; i++)
        if (!strchr(chosen->list.items[i] + length, '/')) own = chosen->list.items[i], count++;
    if (count != 1) return;
    chosen->list.items[0] = own;
    chosen->list.count = 1;
}

static bool choose_configuration(struct folder *folder, const char *path) {
    struct text_list *chosen = &folder->command->configurations;
    bool given = chosen->list.count > 0;
    if (!given) find_configurations(folder, chosen);
    if (!given) prefer_own(chosen, path);
    if (given || chosen->list.count == 1) { /* several that are named are one */
        for (size_t i = 0; i < chosen->list.count; i++) {
            const char *text =
                code_only(folder->arena, includes_joined(folder->arena, chosen->list.items[i], NULL), false);
            vec_push(&folder->texts, text);
            add_names(folder, text);
            add_called(folder, text);
        }
        add_hooks(folder);
        return true;
    }
    if (!chosen->list.count) {
        bool others = folder->configurations.count > 0;
        command_complain("app",
                         others ? "'%s' has no configuration: there is no CPU section in %s%s"
                                : "'%s' has no configuration (.oil)",
                         path, others ? folder->configurations.items[0] : "",
                         folder->configurations.count > 1 ? ", nor in the other files (.oil)" : "");
        return false;
    }
    command_complain("app", "'%s' has %zu configurations; name one of them, too:", path, chosen->list.count);
    struct text names = {0};
    for (size_t i = 0; i < chosen->list.count && i < 20; i++) text_printf(&names, "  %s\n", chosen->list.items[i]);
    command_note(&names);
    text_free(&names);
    return false;
}

/* ---- sources ---- */

/* "TASK(t)", with blanks wherever they may be. */
static bool mentions(const char *text, const char *name) {
    size_t kind = strcspn(name, "(");
    const char *inner = name + kind + 1;
    size_t length = strcspn(inner, ")");
    for (const char *at = text; *at; at++) {
        if (strncmp(at, name, kind) != 0 || (at > text && is_word_char(at[-1]))) continue;
        const char *rest = at + kind + strspn(at + kind, "12 \t\r\n");
        if (*rest != '(') continue;
        rest += 1 + strspn(rest + 1, " \t\r\n");
        if (strncmp(rest, inner, length) == 0 && !is_word_char(rest[length])) return true;
    }
    return false;
}

/* The sources that this one includes become a part of its text. */
static void join_parts(struct folder *folder, const char *path, struct text_list *parts) {
    const char *own = contents(folder, path), *whole = own;
    size_t length = 0;
    for (const char *name = own; (name = includes_next(name + length, &length));) {
        const char *part = includes_beside(folder->arena, path, name, length);
        if (!has_ending(part, ".c") || !strcmp(part, path)) continue;
        whole = arena_printf(folder->arena, "%s\n%s", whole, contents(folder, part));
        vec_push(&parts->list, part);
    }
    if (whole != own) vec_push(&folder->wholes, (struct whole){path, whole});
}

/* A source that another one includes is none by itself. */
static void join_sources(struct folder *folder) {
    struct text_list parts = {0};
    size_t kept = 0;
    for (size_t i = 0; i < folder->sources.count; i++) join_parts(folder, folder->sources.items[i], &parts);
    for (size_t i = 0; i < folder->sources.count; i++)
        if (!text_list_has(&parts, folder->sources.items[i])) folder->sources.items[kept++] = folder->sources.items[i];
    folder->sources.count = kept;
    vec_free(&parts.list);
}

/* False: it is not there. */
static bool take_source(struct folder *folder, const char *path) {
    bool there = false;
    for (size_t s = 0; s < folder->sources.count; s++) there |= !strcmp(folder->sources.items[s], path);
    if (there && !text_list_has(&folder->command->sources, path)) vec_push(&folder->command->sources.list, path);
    return there;
}

/* Sources that the configuration names itself, beside it. False: none of them is there. */
static bool choose_named(struct folder *folder) {
    for (size_t i = 0; i < folder->command->configurations.list.count; i++) {
        const char *home = folder->command->configurations.list.items[i];
        const char *text = folder->texts.items[i], *name = text;
        for (size_t length = 0; (name = oil_build_source(text, name + length, &length));) {
            take_source(folder, includes_beside(folder->arena, home, name, length));
        }
    }
    return folder->command->sources.list.count > 0;
}

/* Those that build the configuration, of nxtOSEK's kind, or the one that the user names. */
static void find_makefiles(struct folder *folder, struct text_list *found) {
    const char *home = folder->command->configurations.list.items[0], *given = folder->command->makefile;
    for (size_t i = 0; i < folder->makefiles.count; i++) {
        const char *path = folder->makefiles.items[i], *text = contents(folder, path);
        size_t length = 0;
        const char *oil = make_build_word(make_build_value(folder->arena, text, "TOPPERS_OSEK_OIL_SOURCE"), &length);
        if (given ? strcmp(given, path) == 0 : oil && !strcmp(includes_beside(folder->arena, path, oil, length), home))
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
static void add_defines(struct folder *folder, const char *text) {
    size_t length = 0;
    const char *word = make_build_value(folder->arena, text, "USER_DEF");
    for (; (word = make_build_word(word, &length)); word += length)
        vec_push(&folder->macros.list, arena_text_n(folder->arena, word, length));
    word = make_build_value(folder->arena, text, "USER_C_OPT");
    for (; (word = make_build_word(word, &length)); word += length)
        if (length > 2 && !strncmp(word, "-D", 2))
            vec_push(&folder->macros.list, arena_text_n(folder->arena, word + 2, length - 2));
}

/* A makefile that builds the configuration, and names its sources. False: there is none, or some source of its is not
 * there: others may be needed. */
static bool choose_made(struct folder *folder) {
    struct text_list found = {0};
    bool all = true;
    find_makefiles(folder, &found);
    if (found.list.count > 1) tell_makefiles(&found);
    if (found.list.count) {
        const char *path = found.list.items[0], *text = contents(folder, path);
        const char *word = make_build_value(folder->arena, text, "TARGET_SOURCES");
        size_t length = 0;
        for (; (word = make_build_word(word, &length)); word += length)
            all &= take_source(folder, includes_beside(folder->arena, path, word, length));
        add_defines(folder, text);
    }
    vec_free(&found.list);
    return all && folder->command->sources.list.count > 0;
}

/* car.oil and car.c */
static bool has_same_name(const char *a, const char *b) {
    const char *one = file_name(a), *other = file_name(b);
    size_t length = strcspn(one, ".");
    return length == strcspn(other, ".") && !strncmp(one, other, length);
}

static size_t count_mentions(const struct folder *folder, const char *text) {
    size_t count = 0;
    for (size_t n = 0; n < folder->names.count; n++) count += mentions(text, folder->names.items[n]);
    return count;
}

/* Where several programs lie beside each other: the closest one; the one in the configuration's folder; the one with
 * its name. Below 0: `a` is; above: `b` is; 0: nothing says so. */
static int compare_places(const struct folder *folder, const char *a, const char *b) {
    const char *home = folder->command->configurations.list.items[0];
    if (in_common(a, home) != in_common(b, home)) return in_common(a, home) > in_common(b, home) ? -1 : 1;
    if (file_is_beside(a, home) != file_is_beside(b, home)) return file_is_beside(a, home) ? -1 : 1;
    if (has_same_name(a, home) != has_same_name(b, home)) return has_same_name(a, home) ? -1 : 1;
    return 0;
}

/* ... or the one with most of what the configuration names, which is a guess. */
static bool is_better(const struct folder *folder, const char **texts, size_t one, size_t other) {
    int order = compare_places(folder, folder->sources.items[one], folder->sources.items[other]);
    if (order) return order < 0;
    return count_mentions(folder, texts[one]) > count_mentions(folder, texts[other]);
}

/* Of those that were chosen already the first; or the best one. NULL: no source has its code. */
static const char *source_of(const struct folder *folder, const char **texts, const char *name) {
    size_t best = SIZE_MAX;
    for (size_t s = 0; s < folder->sources.count; s++) {
        const char *path = folder->sources.items[s];
        if (!mentions(texts[s], name)) continue;
        if (text_list_has(&folder->command->sources, path)) return path;
        if (best == SIZE_MAX || is_better(folder, texts, s, best)) best = s;
    }
    return best == SIZE_MAX ? NULL : folder->sources.items[best];
}

/* Others that have this code, too, and could be the application's just as well. */
static void note_rivals(struct folder *folder, const char **texts, const char *name, const char *best) {
    const char *own = contents(folder, best);
    for (size_t s = 0; s < folder->sources.count; s++) {
        const char *path = folder->sources.items[s];
        if (!strcmp(path, best) || !mentions(texts[s], name) || !strcmp(texts[s], own)) continue;
        if (!compare_places(folder, best, path)) rivals_add_source(&folder->rivals, name, best, path);
    }
}

/* What was listed before was named, and decides. */
static void choose_sources(struct folder *folder) {
    struct text_list *sources = &folder->command->sources;
    size_t named = sources->list.count;
    const char **texts = arena_new_array(folder->arena, const char *, folder->sources.count + 1);
    for (size_t s = 0; s < folder->sources.count; s++) texts[s] = contents(folder, folder->sources.items[s]);
    for (size_t n = 0; n < folder->names.count; n++) {
        const char *name = folder->names.items[n], *best = source_of(folder, texts, name);
        bool is_named = false;
        if (!best) continue;
        for (size_t i = 0; i < named; i++) is_named |= !strcmp(sources->list.items[i], best);
        if (!text_list_has(sources, best)) vec_push(&sources->list, best);
        if (!is_named) note_rivals(folder, texts, name, best);
    }
}

/* Sources that the user names may be spelt in another way than those that were found. */
static void use_own_names(struct folder *folder) {
    struct text_list *sources = &folder->command->sources;
    for (size_t i = 0; i < sources->list.count; i++) {
        char *whole = realpath(sources->list.items[i], NULL);
        for (size_t s = 0; whole && s < folder->sources.count; s++) {
            char *own = realpath(folder->sources.items[s], NULL);
            if (own && !strcmp(own, whole)) sources->list.items[i] = folder->sources.items[s];
            free(own);
        }
        free(whole);
    }
}

static bool is_in_sources(struct folder *folder, const char *name) {
    for (size_t i = 0; i < folder->command->sources.list.count; i++)
        if (mentions(contents(folder, folder->command->sources.list.items[i]), name)) return true;
    return false;
}

/* Code of the configuration that only a source in C++ has. False: there is such, and that was said. */
static bool needs_no_foreign(struct folder *folder) {
    unsigned refused = 0;
    for (size_t i = 0; i < folder->foreign.count; i++) {
        const char *path = folder->foreign.items[i], *text = contents(folder, path);
        for (size_t n = 0; n < folder->names.count; n++) {
            const char *name = folder->names.items[n];
            if (!mentions(text, name) || is_in_sources(folder, name)) continue;
            command_complain("app", "%s is in %s, which is C++, and C++ is not read", name, path);
            refused++;
        }
    }
    return !refused;
}

/* ---- what these need ---- */

/* Below a folder with ERIKA's ee.h: its kernel. */
static bool is_kernel(const struct folder *folder, const char *path) {
    for (size_t i = 0; i < folder->headers.count; i++) {
        const char *header = folder->headers.items[i], *name = file_name(header);
        if (name != header && !strcmp(name, HEADERS_ERIKA) && !strncmp(path, header, (size_t)(name - header)))
            return true;
    }
    return false;
}

/* Beside the configuration or a source that was taken. */
static bool is_beside(const struct folder *folder, const char *path) {
    if (file_is_beside(path, folder->command->configurations.list.items[0])) return true;
    for (size_t i = 0; i < folder->command->sources.list.count; i++)
        if (file_is_beside(path, folder->command->sources.list.items[i])) return true;
    return false;
}

/* ... or below the configuration's folder: the application's own, and no vendor's. */
static bool is_near(const struct folder *folder, const char *path) {
    const char *home = folder->command->configurations.list.items[0], *slash = strrchr(home, '/');
    size_t length = slash ? (size_t)(slash - home) + 1 : 0;
    return (!strncmp(path, home, length) && (length || !strchr(path, '/'))) || is_beside(folder, path);
}

/* Words of C, and what has code of its own in every source; the system's services are ours. */
static bool is_no_function(const char *name) {
    static const char *const words[] = {"if",   "for", "while", "switch", "return",        "sizeof", "defined",
                                        "TASK", "ISR", "ISR1",  "ISR2",   "ALARMCALLBACK", "main"};
    enum osek_service service;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i], name)) return true;
    return osek_service_by_name(name, &service);
}

typedef VEC(struct source_words) words_list;

static bool somebody_has(const words_list *taken, const char *name) {
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].has, name)) return true;
    return false;
}

static bool somebody_calls(const struct folder *folder, const words_list *taken, const char *name) {
    for (size_t i = 0; i < folder->called.count; i++)
        if (!strcmp(folder->called.items[i], name)) return true;
    for (size_t i = 0; i < taken->count; i++)
        if (name_set_has(&taken->items[i].calls, name)) return !is_no_function(name);
    return false;
}

/* Does this source have code that those that were taken call, and do not have? */
static bool is_needed(const struct folder *folder, const words_list *taken, const struct source_words *source) {
    for (size_t i = 0; i < source->has.count; i++)
        if (somebody_calls(folder, taken, source->has.items[i]) && !somebody_has(taken, source->has.items[i]))
            return true;
    return false;
}

/* Interrupt routines that no source has as ISR(name) may be plain functions. */
static void add_plain_routines(struct folder *folder) {
    static const char beginning[] = "ISR(";
    for (size_t i = 0; i < folder->names.count; i++) {
        const char *name = folder->names.items[i];
        if (strncmp(name, beginning, sizeof beginning - 1) != 0 || is_in_sources(folder, name)) continue;
        name += sizeof beginning - 1;
        vec_push(&folder->called, arena_text_n(folder->arena, name, strcspn(name, ")")));
    }
}

/* Has it an interrupt routine that ERIKA knows by its macro alone? */
static bool has_own_routines(const struct folder *folder, const struct source_words *source) {
    bool is_erika = false;
    for (size_t i = 0; i < folder->texts.count; i++) is_erika |= oil_build_is_erika(folder->texts.items[i]);
    return is_erika && (name_set_has(&source->has, "ISR1") || name_set_has(&source->has, "ISR2"));
}

/* What there is to be taken, by source of the folder; and what was. */
struct candidates {
    struct source_words *words;
    bool *is_other; /* a source with another main() is another program */
    words_list taken;
};

static bool is_candidate(const struct folder *folder, const struct candidates *all, size_t source) {
    const char *path = folder->sources.items[source];
    return !all->is_other[source] && !text_list_has(&folder->command->sources, path) && is_near(folder, path) &&
           !is_kernel(folder, path);
}

static bool is_wanted(const struct folder *folder, const struct candidates *all, const char *name) {
    if (!strcmp(name, "main")) return !somebody_has(&all->taken, name);
    return somebody_calls(folder, &all->taken, name) && !somebody_has(&all->taken, name);
}

/* Another candidate with this code, from `from` on, that is no copy; SIZE_MAX: there are no more. */
static size_t next_rival(struct folder *folder, const struct candidates *all, size_t source, const char *name,
                         size_t from) {
    const char *own = contents(folder, folder->sources.items[source]);
    for (size_t s = from; s < folder->sources.count; s++)
        if (s != source && name_set_has(&all->words[s].has, name) && is_candidate(folder, all, s) &&
            strcmp(contents(folder, folder->sources.items[s]), own) != 0)
            return s;
    return SIZE_MAX;
}

/* A source is sure to be the application's if it alone has some code that is wanted. If not, others could be. */
static void note_doubts(struct folder *folder, const struct candidates *all, size_t source) {
    const struct name_set *has = &all->words[source].has;
    const char *doubtful = NULL;
    for (size_t i = 0; i < has->count; i++) {
        if (!is_wanted(folder, all, has->items[i])) continue;
        if (next_rival(folder, all, source, has->items[i], 0) == SIZE_MAX) return;
        if (!doubtful) doubtful = has->items[i];
    }
    for (size_t s = 0; doubtful && (s = next_rival(folder, all, source, doubtful, s)) != SIZE_MAX; s++)
        rivals_add_source(&folder->rivals, doubtful, folder->sources.items[source], folder->sources.items[s]);
}

static bool take_needed(struct folder *folder, struct candidates *all, bool beside) {
    bool more = false;
    for (size_t s = 0; s < folder->sources.count; s++) {
        if (!is_candidate(folder, all, s) || (beside && !is_beside(folder, folder->sources.items[s]))) continue;
        bool has_main = name_set_has(&all->words[s].has, "main");
        if (has_main && somebody_has(&all->taken, "main")) continue; /* another program, too */
        if (!has_main && !has_own_routines(folder, &all->words[s]) && !is_needed(folder, &all->taken, &all->words[s]))
            continue;
        note_doubts(folder, all, s);
        vec_push(&folder->command->sources.list, folder->sources.items[s]);
        vec_push(&all->taken, all->words[s]);
        more = true;
    }
    return more;
}

/* The application's other sources, as far as what was taken calls them; and the main() that starts the system. */
static void add_needed(struct folder *folder) {
    const struct text_list *sources = &folder->command->sources;
    add_plain_routines(folder);
    struct candidates all = {arena_new_array(folder->arena, struct source_words, folder->sources.count + 1),
                             arena_new_array(folder->arena, bool, folder->sources.count + 1),
                             {0}};
    for (size_t s = 0; s < folder->sources.count; s++) {
        const char *text = contents(folder, folder->sources.items[s]);
        all.words[s] = source_words_find(folder->arena, text);
        all.is_other[s] = name_set_has(&all.words[s].has, "main") && !strstr(text, "StartOS");
    }
    for (size_t i = 0; i < sources->list.count; i++)
        vec_push(&all.taken, source_words_find(folder->arena, contents(folder, sources->list.items[i])));
    while (take_needed(folder, &all, true) || take_needed(folder, &all, false)) {
    }
    vec_free(&all.taken);
}

/* ---- headers ---- */

static bool is_ours(const char *name) {
    for (const struct header *header = headers_fixed; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    for (const struct header *header = headers_library_files; header->name; header++)
        if (!strcmp(header->name, name)) return true;
    for (const char *const *alias = headers_aliases; *alias; alias++)
        if (!strcmp(*alias, name)) return true;
    return false;
}

static bool is_header(const char *path, const char *name) {
    size_t length = strlen(path), wanted = strlen(name);
    return length >= wanted && !strcmp(path + length - wanted, name) &&
           (length == wanted || path[length - wanted - 1] == '/');
}

/* The compiler looks through the folders of headers in their order, and so for what follows. NULL: it is in none. */
static const char *find_included(const struct folder *folder, const char *name, bool *is_given) {
    struct stat status;
    for (size_t i = 0; i < folder->command->includes.list.count; i++) {
        const char *place = folder->command->includes.list.items[i];
        const char *path = strcmp(place, ".") == 0 ? name : arena_printf(folder->arena, "%s/%s", place, name);
        *is_given = i < folder->given_includes;
        if (stat(path, &status) == 0) return path;
    }
    return NULL;
}

static const char *find_header(const struct folder *folder, const char *name) {
    const char *home = folder->command->configurations.list.items[0], *best = NULL;
    for (size_t i = 0; i < folder->headers.count; i++) {
        const char *path = folder->headers.items[i];
        if (is_header(path, name) && (!best || in_common(path, home) > in_common(best, home))) best = path;
    }
    return best;
}

/* Headers of this name, as close to the configuration, that say something else. */
static void note_other_headers(struct folder *folder, const char *name, const char *taken) {
    const char *home = folder->command->configurations.list.items[0];
    for (size_t i = 0; i < folder->headers.count; i++) {
        const char *path = folder->headers.items[i];
        if (!is_header(path, name) || !strcmp(path, taken) || in_common(path, home) < in_common(taken, home)) continue;
        if (strcmp(contents(folder, path), contents(folder, taken)) != 0)
            rivals_add_header(&folder->rivals, name, taken, path);
    }
}

/* The header of a kernel that lies in the folder, too: ours stands for it, since ours is the kernel. */
static bool has_kernel_of(struct folder *folder, const char *name) {
    if (strcmp(name, HEADERS_ERIKA) != 0) return false;
    if (!text_list_has(&folder->command->headers, name)) vec_push(&folder->command->headers.list, HEADERS_ERIKA);
    return true;
}

static void follow_includes(struct folder *folder, const char *path, unsigned depth);

static void include(struct folder *folder, const char *from, const char *name, unsigned depth) {
    const char *beside = includes_beside(folder->arena, from, name, strlen(name));
    struct stat status;
    if (is_ours(name)) return;
    if (stat(beside, &status) == 0) {
        if (has_kernel_of(folder, name)) return;
        follow_includes(folder, beside, depth + 1);
        return;
    }
    bool is_given = false;
    const char *included = find_included(folder, name, &is_given);
    const char *found = included ? included : find_header(folder, name);
    if (!found || has_kernel_of(folder, name)) return;
    size_t length = strlen(found) - strlen(name);
    if (!included)
        vec_push(&folder->command->includes.list, length ? arena_text_n(folder->arena, found, length - 1) : ".");
    if (!included || !is_given) note_other_headers(folder, name, found);
    follow_includes(folder, found, depth + 1);
}

static void follow_includes(struct folder *folder, const char *path, unsigned depth) {
    for (size_t i = 0; i < folder->searched.count; i++)
        if (!strcmp(folder->searched.items[i], path)) return;
    vec_push(&folder->searched, path);
    const char *text = depth < DEEPEST ? contents(folder, path) : "";
    size_t length = 0;
    for (const char *name = text; (name = includes_next(name + length, &length));)
        include(folder, path, arena_text_n(folder->arena, name, length), depth);
}

/* ---- the options of the build ---- */

/* How many of the sources a compile_commands.json names. */
static size_t count_named(struct folder *folder, const char *commands) {
    struct text text = {0};
    size_t count = 0;
    if (!file_read(commands, &text)) return 0;
    for (size_t i = 0; i < folder->command->sources.list.count; i++) {
        const char *source = folder->command->sources.list.items[i], *slash = strrchr(source, '/');
        const char *name = arena_printf(folder->arena, "%s\"", slash ? slash : source);
        const char *alone = arena_printf(folder->arena, "\"%s", name + (slash != NULL));
        count += strstr(text_chars(&text), name) || strstr(text_chars(&text), alone);
    }
    text_free(&text);
    return count;
}

/* The one that names most of the sources; one that names none is another program's. */
static void choose_commands(struct folder *folder) {
    size_t most = 0;
    if (folder->command->compile_commands) return;
    for (size_t i = 0; i < folder->commands.count; i++) {
        size_t named = count_named(folder, folder->commands.items[i]);
        if (named > most) most = named, folder->command->compile_commands = folder->commands.items[i];
    }
}

/* The machine that the configuration is for, if neither the user nor the build says it; and how its compiler is told to
 * read C, unless the user says how. */
static void choose_target(struct folder *folder) {
    struct command_app_options *command = folder->command;
    if (command->compile_commands) return;
    for (size_t i = 0; i < command->configurations.list.count; i++) {
        const char *option, *text = folder->texts.items[i], *target = oil_build_target(text);
        if (!target || (command->target && strcmp(command->target, target) != 0)) continue;
        const char *assumption = command->target ? NULL : oil_build_assumption(folder->arena, text);
        if (assumption) vec_push(&command->assumed.list, assumption);
        command->target = target;
        if (command->compiler_options.list.count) return;
        for (size_t n = 0; (option = oil_build_option(text, n)); n++) vec_push(&command->compiler_options.list, option);
    }
}

/* What the build defines, for C, unless the user says otherwise. */
static void define_macros(struct folder *folder) {
    struct command_app_options *command = folder->command;
    if (command->compile_commands) return;
    for (size_t i = 0; i < command->configurations.list.count; i++)
        oil_build_macros(folder->arena, folder->texts.items[i], &folder->macros);
    for (size_t i = 0; i < folder->macros.list.count; i++) {
        const char *macro = folder->macros.list.items[i];
        const char *option = arena_printf(folder->arena, "-D%s", macro);
        bool given = text_list_has(&command->compiler_options, option);
        for (size_t d = 0; d < command->defines.list.count; d++) {
            const char *own = command->defines.list.items[d];
            size_t length = strcspn(own, "=");
            given |= length == strcspn(macro, "=") && !strncmp(own, macro, length);
        }
        if (!given) vec_push(&command->compiler_options.list, option);
    }
}

/* ERIKA's main() goes on behind StartOS, and its smaller kernels run without it. */
static void choose_profile(struct folder *folder) {
    struct command_app_options *command = folder->command;
    bool is_erika = false;
    for (size_t i = 0; i < command->configurations.list.count; i++)
        is_erika |= oil_build_is_erika(folder->texts.items[i]);
    for (int i = 0; is_erika && command->profile < 0 && app_profile_name((size_t)i); i++)
        if (!strcmp(app_profile_name((size_t)i), "erika")) command->profile = i;
}

/* Somebody who knows nothing of the options yet gets an answer, and soon: whoever gives one of them decides. */
static void choose_search(struct command_app_options *command) {
    bool checks = !command->tests && !command->run && !command->expect && !command->emit;
    if (!checks) return;
    if (command->engine < 0 && !command->how.checkpoint && !command->how.resume) command->engine = ENGINE_AUTO;
    if (command->how.time > 0) return;
    command->how.time = FIRST_ANSWER;
    limits_end_after(command->how.time - (clock_seconds() - command->began));
}

/* ---- all of it ---- */

/* As a shell reads it. */
static void tell_word(struct text *line, const char *word) {
    bool plain =
        strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == strlen(word);
    text_add(line, plain ? " " : " '");
    for (; *word; word++)
        if (*word == '\'')
            text_add(line, "'\\''");
        else
            text_add_char(line, *word);
    if (!plain) text_add_char(line, '\'');
}

static void tell(const struct command_app_options *command) {
    struct text line = {0};
    text_add(&line, "rtcheck app");
    if (command->target) {
        text_add(&line, " --target");
        tell_word(&line, command->target);
    }
    for (size_t i = 0; i < command->compiler_options.list.count; i++) {
        text_add(&line, " --clang");
        tell_word(&line, command->compiler_options.list.items[i]);
    }
    for (size_t i = 0; i < command->defines.list.count; i++) {
        text_add(&line, " -D");
        tell_word(&line, command->defines.list.items[i]);
    }
    for (size_t i = 0; i < command->headers.list.count; i++) {
        text_add(&line, " --header");
        tell_word(&line, command->headers.list.items[i]);
    }
    if (command->profile >= 0) text_printf(&line, " --profile %s", app_profile_name((size_t)command->profile));
    if (command->engine == ENGINE_AUTO) text_add(&line, " --engine auto");
    if (command->how.time > 0) text_printf(&line, " --time %gs", command->how.time);
    text_add(&line, " --without-headers");
    for (size_t i = 0; i < command->includes.list.count; i++) {
        text_add(&line, " -I");
        tell_word(&line, command->includes.list.items[i]);
    }
    if (command->compile_commands) {
        text_add(&line, " --compile-commands");
        tell_word(&line, command->compile_commands);
    }
    for (size_t i = 0; i < command->configurations.list.count; i++)
        tell_word(&line, command->configurations.list.items[i]);
    for (size_t i = 0; i < command->sources.list.count; i++) tell_word(&line, command->sources.list.items[i]);
    text_add_char(&line, '\n');
    command_note(&line);
    text_free(&line);
}

bool command_app_is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static const char *without_slash(struct arena *arena, const char *path) {
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/') length--;
    return arena_text_n(arena, path, length);
}

bool command_app_search_folders(struct command_app_options *command, const char *const *paths, size_t count,
                                struct arena *arena) {
    struct folder folder = {.arena = arena, .command = command, .given_includes = command->includes.list.count};
    const char *path = without_slash(arena, paths[0]);
    walk(&folder, path, 0);
    folder.headers_only = true; /* the others' sources are not the application's */
    for (size_t i = 1; i < count; i++) walk(&folder, without_slash(arena, paths[i]), 0);
    if (folder.configurations.count)
        qsort(folder.configurations.items, folder.configurations.count, sizeof(char *), by_name);
    if (folder.sources.count) qsort(folder.sources.items, folder.sources.count, sizeof(char *), by_name);
    if (folder.commands.count) qsort(folder.commands.items, folder.commands.count, sizeof(char *), by_name);
    if (folder.makefiles.count) qsort(folder.makefiles.items, folder.makefiles.count, sizeof(char *), by_name);
    if (folder.headers.count) qsort(folder.headers.items, folder.headers.count, sizeof(char *), by_name);
    if (folder.foreign.count) qsort(folder.foreign.items, folder.foreign.count, sizeof(char *), by_name);
    bool good = choose_configuration(&folder, path), given = command->sources.list.count > 0;
    if (good) use_own_names(&folder);
    if (good) join_sources(&folder);
    if (good) {
        bool named = !given && ((!command->makefile && choose_named(&folder)) || choose_made(&folder));
        choose_sources(&folder);
        if (!named) add_needed(&folder);
    }
    for (size_t i = 0; good && i < command->sources.list.count; i++)
        follow_includes(&folder, command->sources.list.items[i], 0);
    good = good && needs_no_foreign(&folder);
    if (good && !command->sources.list.count) {
        command_complain("app", "no source in '%s' has the code of a task of %s", path,
                         command->configurations.list.items[0]);
        good = false;
    }
    for (size_t i = 0; good && i < folder.sources.count; i++)
        if (!text_list_has(&command->sources, folder.sources.items[i]))
            vec_push(&command->left_out.list, folder.sources.items[i]);
    for (size_t i = 0; good && i < folder.foreign.count; i++)
        vec_push(&command->left_out.list, folder.foreign.items[i]);
    if (good) choose_commands(&folder);
    if (good) rivals_assume(&folder.rivals, &command->sources, !command->compile_commands, arena, &command->assumed);
    if (good) choose_target(&folder);
    if (good) define_macros(&folder);
    if (good) choose_profile(&folder);
    if (good) choose_search(command);
    command->without_headers = true; /* what is there was looked for */
    if (good && !command->quiet) tell(command);
    vec_free(&folder.configurations);
    vec_free(&folder.texts);
    vec_free(&folder.sources);
    vec_free(&folder.headers);
    vec_free(&folder.commands);
    vec_free(&folder.makefiles);
    vec_free(&folder.wholes);
    rivals_free(&folder.rivals);
    vec_free(&folder.macros.list);
    vec_free(&folder.foreign);
    vec_free(&folder.names);
    vec_free(&folder.called);
    vec_free(&folder.searched);
    return good;
}
